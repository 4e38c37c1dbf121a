/* The journal as text: what a student did, one event a line.
 *
 *     {"v":1,"at":"2026-11-29T21:04:05+01:00","day":"2026-11-29","kind":"place",
 *      "lesson":"four-steps","screen":1,"step":2,"c":"5d0c1f2a"}        (on one line)
 *
 * Lines are only ever appended; everything else (places, schedules, streak, ideas)
 * is replayed from them, in the order of the lines. `c`, always last, is the CRC-32 of
 * the bytes before its comma, as eight hex digits. A line without one was written by
 * hand and is taken. A damaged line is skipped and named and costs itself alone; where two
 * lines have run together, each that is whole is taken. Kinds and fields that this version
 * does not know are kept in their records and ignored.
 *
 * Kinds and their fields (ids are lesson/slug; optional fields in brackets):
 *
 *     place   lesson screen step          moved to a step (both count from 0)
 *     review  card grade [last]           graded a card 1 to 4; `last`, the time of the review
 *                                         before, where the clock has been set back since
 *     bring   card [due]                  made due on the day `due` (default: the record's day)
 *     suspend card on                     true: not asked any more; false: asked again
 *     answer  question right [idea] [tests] [hints]
 *                                         answered; `idea`: the misconception that gives the
 *                                         student's answer; `tests`: those it would have shown
 *     guess   predict [text]              committed a prediction
 *     helpful lesson [text]               asked whether a lesson was helpful (without text), and the
 *                                         answer: y, n, or words
 *     undo    of                          takes back the latest record before it whose checksum is
 *                                         `of` and that was not taken back yet; an undo can be undone
 */
#ifndef HEED_JOURNAL_H
#define HEED_JOURNAL_H

#include "heed/json.h"
#include "heed/schedule.h"

/* ---- writing ---- */
/* A record being built: begin, add fields through `json`, end. */
typedef struct RecordWriter {
    StrBuf line;
    JsonWriter json;
} RecordWriter;

void record_begin(RecordWriter *writer, const char *kind, WallTime now);
/* The finished line (no newline) in the arena; the writer is spent. */
char *record_end(RecordWriter *writer, Arena *arena);

char *journal_place_line(Arena *arena, const char *lesson, int screen, int step, WallTime now);
/* `before` is the card as it stood (NULL: never reviewed); its time is recorded where it lies after `now`. */
char *journal_review_line(Arena *arena, const char *card, Grade grade, const CardMemory *before, WallTime now);
char *journal_bring_line(Arena *arena, const char *card, Day due, WallTime now);
char *journal_suspend_line(Arena *arena, const char *card, bool on, WallTime now);
/* `idea` NULL: none was recognised; `tests` (n_tests names): the ideas this question would have shown. */
char *journal_answer_line(Arena *arena, const char *question, bool right, const char *idea,
                          const char *const *tests, size_t n_tests, int hints, WallTime now);
char *journal_guess_line(Arena *arena, const char *predict, const char *text, WallTime now);
/* `text` NULL: it was asked. */
char *journal_helpful_line(Arena *arena, const char *lesson, const char *text, WallTime now);
/* Takes back a line written before (any kind, as the functions above return it). */
char *journal_undo_line(Arena *arena, const char *line, WallTime now);

/* ---- reading ---- */
typedef struct Record {
    size_t line; /* in the file, from 1 */
    WallTime at;
    Day day;
    const char *kind;
    uint32_t checksum;     /* given, or what it would be */
    bool is_undone;        /* an undo took it back: replay skips it */
    const JsonValue *json; /* the whole object, unknown fields included */
} Record;

typedef struct JournalDamage {
    size_t line;
    const char *why; /* "its checksum does not match", "a string is not closed (column 71)" */
} JournalDamage;

/* A file that is no journal has as many damaged lines as lines: the first few tell what is wrong. */
#define JOURNAL_DAMAGE_KEPT 64

typedef struct Journal {
    Record *records;
    size_t n_records, cap_records;
    JournalDamage *damage; /* of the first JOURNAL_DAMAGE_KEPT damaged lines */
    size_t n_damage;       /* all of them */
} Journal;

/* Parses a whole journal; any bytes are survived. All in the arena. */
Journal *journal_parse(Arena *arena, const char *text, size_t len);
/* The same journal with one more line, as it was just written; in the same arena. */
void journal_add(Arena *arena, Journal *journal, const char *line);
/* One sentence about the damage ("journal line 7 is damaged (its checksum does not
 * match) and was skipped", "3 journal lines are damaged and were skipped: 7, 9, 12"), or NULL. */
char *journal_damage_text(Arena *arena, const Journal *journal);

/* Fields of a record: NULL, or the fallback, where absent or of another type. */
const char *record_text(const Record *record, const char *field);
int record_int(const Record *record, const char *field, int fallback);

/* ---- replaying ---- */
typedef struct LessonPlace {
    const char *lesson;
    int screen, step;           /* the latest */
    int best_screen, best_step; /* the furthest: by screen, then step */
    WallTime at;                /* of the latest */
} LessonPlace;

typedef struct CardHistory {
    const char *id;
    CardMemory card;
    Day first_day; /* of its first review; only where card.reps > 0 */
    bool is_suspended;
} CardHistory;

/* A misconception that was seen in an answer. */
typedef struct IdeaHistory {
    const char *name;
    unsigned seen;        /* answers that it explained */
    unsigned right_since; /* right answers since then to questions that would have shown it */
    Day last_day;         /* when it was last seen */
} IdeaHistory;

/* An idea is to be revisited until this many right answers in a row have spoken against it. */
#define IDEA_SETTLED_AFTER 2

typedef struct QuestionHistory {
    const char *id;
    unsigned asked, right;
    bool last_right;
} QuestionHistory;

/* What a student said of a lesson. */
typedef struct LessonOpinion {
    const char *lesson;
    const char *text; /* the latest answer: "y", "n", or words; NULL: it was asked and passed over */
    WallTime at;
} LessonOpinion;

typedef struct Progress {
    LessonPlace *places; /* in the order first visited */
    size_t n_places;
    const LessonPlace *latest; /* NULL: nowhere yet */
    CardHistory *cards;
    size_t n_cards;
    QuestionHistory *questions;
    size_t n_questions;
    IdeaHistory *ideas;
    size_t n_ideas;
    LessonOpinion *opinions;
    size_t n_opinions;
    Day *days; /* days on which something was done, ascending, each once */
    size_t n_days;
} Progress;

/* Strings point into the journal's arena. Records with a missing or impossible field are ignored. */
Progress *progress_replay(Arena *arena, const Journal *journal, const ScheduleParams *params);
/* By id; NULL where nothing is recorded. */
const LessonPlace *progress_place(const Progress *progress, const char *lesson);
const CardHistory *progress_card(const Progress *progress, const char *card);
const QuestionHistory *progress_question(const Progress *progress, const char *question);
const IdeaHistory *progress_idea(const Progress *progress, const char *name);
const LessonOpinion *progress_opinion(const Progress *progress, const char *lesson);
bool idea_is_open(const IdeaHistory *idea);
/* Days in a row up to today, or up to yesterday while today has none. A run that reaches
 * beyond today (after a flight east) counts whole. */
unsigned progress_streak(const Progress *progress, Day today);

#endif
