/* Cards: all of the lessons in one deck, and sittings in which they are reviewed.
 *
 *   Deck     every card of the course with its memory, replayed from the journal.
 *   Face     one card with one set of numbers, drawn anew at each review.
 *   Sitting  a queue of cards now due and of new ones; grading moves a card in the
 *            deck and makes the journal line from which the same is replayed.
 */
#ifndef HEED_DECK_H
#define HEED_DECK_H

#include "heed/course.h"
#include "heed/journal.h"

/* -------------------------------------------------------------------- deck */

typedef struct DeckCard {
    const Card *card;
    const Lesson *lesson;
    CardMemory memory;
    Day first_day; /* of the first review; only where memory.reps > 0 */
    bool is_suspended;
} DeckCard;

typedef struct Deck Deck;

/* Parses the lessons of the course. `progress` may be NULL; course and params outlive the deck. */
Deck *deck_new(Course *course, const Progress *progress, const ScheduleParams *params);
void deck_free(Deck *deck);
size_t deck_count(const Deck *deck);
const DeckCard *deck_card(const Deck *deck, size_t index); /* in the order of lessons and of their text */
const DeckCard *deck_find(const Deck *deck, const char *id); /* NULL: no such card */

/* What home tells, from the journal and the index alone: no lesson is parsed. */
typedef struct DeckGlance {
    size_t due;       /* reviewed before, and due now (brought ones too) */
    size_t new_today; /* new ones that today's limit still allows */
} DeckGlance;
/* lesson NULL: all. */
DeckGlance deck_glance(const Course *course, const Progress *progress, const char *lesson, WallTime now);

/* Cards that carry an idea: they name it, or its overlay changes what they answer. At most `most`; indices of the deck. */
size_t deck_carriers(const Deck *deck, const char *misconception, size_t *indices, size_t most);
/* Journal lines that make carriers due today (the three due last; none where they are due already). In the arena. */
size_t deck_bring(const Deck *deck, const char *misconception, WallTime now, Arena *arena, const char *const **lines);
#define DECK_BRING_MOST 3

/* ------------------------------------------------------------------- faces */

typedef struct Face {
    const DeckCard *card;
    Layer *layer;         /* of the numbers in front and back */
    uint32_t seed;        /* draw_seed */
    const Prose *front;   /* cloze: with one hidden part shown as […] */
    const Prose *back;    /* cloze: whole, the part that was hidden in bold */
} Face;

/* The same card and repetition always give the same numbers. */
Face *face_new(const DeckCard *card, unsigned repetition);
void face_free(Face *face);
char *face_front_text(const Face *face, Arena *arena); /* plain text */
char *face_back_text(const Face *face, Arena *arena);

/* What a typed answer is worth. The grade is the student's all the same: heed suggests one. */
typedef struct FaceVerdict {
    const char *said; /* as it was typed, trimmed */
    bool is_right;
    bool is_coarse;   /* right as far as it goes, with too few digits to tell */
    Grade suggested;
} FaceVerdict;

/* The back holds one live number and no other: an answer can be typed. */
bool face_asks_number(const Face *face);
/* Reads "0.333", "1/3", "33.3 %" or an expression, and compares it at the digits shown. False and a diagnostic where it
 * cannot be read, or (without one) where no number is asked for. */
bool face_judge(const Face *face, const char *answer, Arena *arena, FaceVerdict *verdict, Diags *diags);
/* "3 is right: good, or easy if it came at once" */
char *face_verdict_text(const FaceVerdict *verdict, Arena *arena);

/* ----------------------------------------------------------------- sitting */

typedef struct SittingPlan {
    const char *lesson; /* an id; NULL: every lesson */
    const char *part;   /* a part's title; NULL: every part */
    bool is_cram;       /* every card once, again until known; the schedule is not touched, nothing is recorded */
    int new_limit;      /* new cards a day, of all lessons together; -1: DECK_NEW_PER_DAY */
    uint64_t seed;      /* the order of cram; else due cards come by day and likelihood of recall, new ones as taught */
} SittingPlan;
#define DECK_NEW_PER_DAY 10

typedef struct Sitting Sitting;

/* Changes the deck's memories as it goes; the deck outlives it. */
Sitting *sitting_new(Deck *deck, const SittingPlan *plan, WallTime now);
void sitting_free(Sitting *sitting);

typedef struct SittingCounts {
    size_t due;      /* reviews waiting */
    size_t learning; /* in learning or relearning: due now or later in this sitting */
    size_t fresh;    /* new ones left within the day's limit */
    size_t done;     /* graded in this sitting */
} SittingCounts;
/* As of the latest moment that the sitting was told. */
SittingCounts sitting_counts(const Sitting *sitting);

/* The card to answer now; NULL: none is due (see sitting_wait). Stays the same until it is graded, suspended or
 * undone. */
const Face *sitting_face(Sitting *sitting, WallTime now);
/* With no card to show: milliseconds until the next learning step is over; -1: none, the sitting is done. A card whose
 * step ends within SITTING_AHEAD_MIN minutes is shown early rather than waited for, so this is for longer steps. */
int64_t sitting_wait(const Sitting *sitting, WallTime now);
#define SITTING_AHEAD_MIN 20
/* What each grade would mean, in the arena: intervals[GRADE_AGAIN - 1] "1 min" …; in cram "again" or "known". */
void sitting_intervals(const Sitting *sitting, WallTime now, Arena *arena, const char *intervals[4]);
/* Grades the card now shown. Returns the journal line to append (NULL in cram, or where no card is shown). */
const char *sitting_grade(Sitting *sitting, Grade grade, WallTime now);
/* Not to be asked any more; returns the line (cram: leaves it out of this sitting, NULL). */
const char *sitting_suspend(Sitting *sitting, WallTime now);
/* Asks a suspended card again, by its index in the deck; returns the line (cram: NULL, and it is not asked in this
 * sitting). Nothing and NULL where it is not suspended. The card now shown stays. */
const char *sitting_resume(Sitting *sitting, size_t index, WallTime now);
/* Takes back the last grade, suspension or resumption; a card that was graded or suspended is shown again.
 * Returns the line to append; in cram NULL. `*undone` tells whether there was anything. Lines stay valid as long as the sitting. */
const char *sitting_undo(Sitting *sitting, WallTime now, bool *undone);

typedef struct SittingSummary {
    size_t graded[4];   /* by GRADE - GRADE_AGAIN, what was taken back left out */
    size_t n_suspended;
    size_t n_in_steps;  /* cards in learning or relearning, and milliseconds until the first comes back */
    int64_t next_ms;
    size_t n_next;      /* further cards on the first day, today included, on which some fall due */
    Day next_day;
    size_t n_new;       /* never asked so far */
} SittingSummary;
SittingSummary sitting_summary(const Sitting *sitting, WallTime now);
/* The same as sentences: "6 cards: 1 again, 4 good, 1 easy.", "Next: 3 cards on 2026-12-01." In the arena. */
char *sitting_done_text(const SittingSummary *summary, Arena *arena);
char *sitting_next_text(const SittingSummary *summary, WallTime now, Arena *arena);

/* ------------------------------------------------------------------ export */

/* The deck as a text that Anki imports: header lines, then one card a line (guid, note type, deck, tags, two fields). The
 * guid is the card's id, so a later import updates. Numbers are those of the lesson's first draw. In the arena. */
char *deck_anki(const Deck *deck, Arena *arena);

#endif
