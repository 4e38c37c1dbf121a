/* From records to the state of study: one pass in the order of the lines, one
 * function a kind, one small hash table a list (ids to indices, so that the lists
 * stay in the order first seen).
 */
#include "heed/journal.h"
#include "study/crc32.h"
#include <stdlib.h>
#include <string.h>

/* A list of structs that start with their id, found by it. */
typedef struct Index {
    void *items;
    size_t n, cap, size; /* size: of one struct */
    uint32_t *slots;     /* 1 + index, or 0; n_slots is a power of two, at most half full */
    size_t n_slots;
} Index;

typedef struct Replay {
    Arena *arena;
    const ScheduleParams *params;
    Progress *progress;
    Index places, cards, questions, ideas, opinions;
    size_t cap_days;
    size_t latest; /* 1 + index into places */
} Replay;

static const char *item_id(const Index *index, size_t i)
{
    return *(const char *const *)((const char *)index->items + i * index->size);
}

/* The slot of `id`, or the free one where it belongs. */
static uint32_t *index_slot(const Index *index, const char *id)
{
    size_t at = crc32_add(0, id, strlen(id)) & (index->n_slots - 1);
    while (index->slots[at] && strcmp(item_id(index, index->slots[at] - 1), id) != 0)
        at = (at + 1) & (index->n_slots - 1);
    return &index->slots[at];
}

static void index_grow(Arena *arena, Index *index)
{
    size_t cap = index->cap ? index->cap * 2 : 16;
    index->items = arena_grow(arena, index->items, index->n, cap, index->size);
    index->cap = cap;
    index->n_slots = cap * 2;
    index->slots = arena_array(arena, index->n_slots, sizeof *index->slots);
    for (size_t i = 0; i < index->n; i++) *index_slot(index, item_id(index, i)) = (uint32_t)(i + 1);
}

/* The struct of `id`, a zeroed one with that id where there was none. */
static void *index_get(Arena *arena, Index *index, const char *id)
{
    if (index->n == index->cap) index_grow(arena, index);
    uint32_t *slot = index_slot(index, id);
    if (!*slot) {
        *slot = (uint32_t)++index->n;
        memcpy((char *)index->items + (index->n - 1) * index->size, &id, sizeof id);
    }
    return (char *)index->items + (*slot - 1) * index->size;
}

/* ---- one function a kind; false: a field is missing or impossible ---- */

static bool is_further(int screen, int step, const LessonPlace *place)
{
    return screen > place->best_screen || (screen == place->best_screen && step > place->best_step);
}

static bool replay_place(Replay *replay, const Record *record)
{
    const char *lesson = record_text(record, "lesson");
    int screen = record_int(record, "screen", -1), step = record_int(record, "step", -1);
    if (!lesson || screen < 0 || step < 0) return false;
    LessonPlace *place = index_get(replay->arena, &replay->places, lesson);
    place->screen = screen;
    place->step = step;
    place->at = record->at;
    if (is_further(screen, step, place)) {
        place->best_screen = screen;
        place->best_step = step;
    }
    replay->latest = 1 + (size_t)(place - (const LessonPlace *)replay->places.items);
    return true;
}

static bool replay_review(Replay *replay, const Record *record)
{
    const char *id = record_text(record, "card");
    int grade = record_int(record, "grade", 0);
    if (!id || grade < GRADE_AGAIN || grade > GRADE_EASY) return false;
    CardHistory *card = index_get(replay->arena, &replay->cards, id);
    if (card->card.reps == 0) card->first_day = record->day;
    card->card = schedule_review(replay->params, card->card, id, (Grade)grade, record->at, record->day);
    return true;
}

static bool replay_bring(Replay *replay, const Record *record)
{
    const char *id = record_text(record, "card"), *due = record_text(record, "due");
    Day day = record->day;
    if (!id || (due && !day_parse(due, &day))) return false;
    CardHistory *card = index_get(replay->arena, &replay->cards, id);
    card->card = schedule_bring(card->card, day);
    return false; /* heed's doing, not the student's */
}

static bool replay_suspend(Replay *replay, const Record *record)
{
    const char *id = record_text(record, "card");
    const JsonValue *on = json_get(record->json, "on");
    if (!id || !on || on->type != JSON_BOOL) return false;
    CardHistory *card = index_get(replay->arena, &replay->cards, id);
    card->is_suspended = on->boolean;
    return false;
}

/* A right answer speaks against every idea that the question would have shown. */
static void settle_ideas(Replay *replay, const JsonValue *tests)
{
    if (!tests || tests->type != JSON_ARRAY) return;
    for (size_t i = 0; i < tests->length; i++) {
        if (tests->items[i].type != JSON_STRING || replay->ideas.n == 0) continue;
        uint32_t slot = *index_slot(&replay->ideas, tests->items[i].string);
        if (slot) ((IdeaHistory *)replay->ideas.items)[slot - 1].right_since++;
    }
}

static bool replay_answer(Replay *replay, const Record *record)
{
    const char *id = record_text(record, "question"), *name = record_text(record, "idea");
    const JsonValue *right = json_get(record->json, "right");
    if (!id || !right || right->type != JSON_BOOL) return false;
    QuestionHistory *question = index_get(replay->arena, &replay->questions, id);
    question->asked++;
    question->right += right->boolean;
    question->last_right = right->boolean;
    if (right->boolean) settle_ideas(replay, json_get(record->json, "tests"));
    if (!right->boolean && name) {
        IdeaHistory *idea = index_get(replay->arena, &replay->ideas, name);
        idea->seen++;
        idea->right_since = 0;
        idea->last_day = record->day;
    }
    return true;
}

static bool replay_guess(Replay *replay, const Record *record)
{
    (void)replay;
    return record_text(record, "predict") != NULL;
}

/* Being asked is not work. */
static bool replay_helpful(Replay *replay, const Record *record)
{
    const char *lesson = record_text(record, "lesson"), *text = record_text(record, "text");
    if (!lesson) return false;
    LessonOpinion *opinion = index_get(replay->arena, &replay->opinions, lesson);
    if (text) opinion->text = text;
    opinion->at = record->at;
    return text != NULL;
}

/* What each kind does; true: the student was at work that day. */
static const struct {
    const char *kind;
    bool (*replay)(Replay *replay, const Record *record);
} kinds[] = {
    {"place", replay_place},     {"review", replay_review}, {"bring", replay_bring},
    {"suspend", replay_suspend}, {"answer", replay_answer}, {"guess", replay_guess},
    {"helpful", replay_helpful},
};

/* ---- days ---- */

static void add_day(Replay *replay, Day day)
{
    Progress *progress = replay->progress;
    if (progress->n_days && progress->days[progress->n_days - 1] == day) return;
    if (progress->n_days == replay->cap_days) {
        size_t cap = replay->cap_days ? replay->cap_days * 2 : 32;
        progress->days = arena_grow(replay->arena, progress->days, progress->n_days, cap, sizeof(Day));
        replay->cap_days = cap;
    }
    progress->days[progress->n_days++] = day;
}

static int compare_days(const void *a, const void *b)
{
    Day x = *(const Day *)a, y = *(const Day *)b;
    return (x > y) - (x < y);
}

/* Days come in the order of the lines, which a clock set back or a flight breaks. */
static void sort_days(Progress *progress)
{
    size_t kept = 0;
    if (progress->n_days) qsort(progress->days, progress->n_days, sizeof(Day), compare_days);
    for (size_t i = 0; i < progress->n_days; i++)
        if (kept == 0 || progress->days[kept - 1] != progress->days[i])
            progress->days[kept++] = progress->days[i];
    progress->n_days = kept;
}

/* ---- the whole ---- */

static void replay_record(Replay *replay, const Record *record)
{
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (strcmp(record->kind, kinds[i].kind) != 0) continue;
        if (kinds[i].replay(replay, record)) add_day(replay, record->day);
        return;
    }
}

Progress *progress_replay(Arena *arena, const Journal *journal, const ScheduleParams *params)
{
    Progress *progress = arena_alloc(arena, sizeof *progress);
    Replay replay = {
        .arena = arena,
        .params = params,
        .progress = progress,
        .places = {.size = sizeof(LessonPlace)},
        .cards = {.size = sizeof(CardHistory)},
        .questions = {.size = sizeof(QuestionHistory)},
        .ideas = {.size = sizeof(IdeaHistory)},
        .opinions = {.size = sizeof(LessonOpinion)},
    };
    for (size_t i = 0; i < journal->n_records; i++)
        if (!journal->records[i].is_undone) replay_record(&replay, &journal->records[i]);
    progress->places = replay.places.items;
    progress->n_places = replay.places.n;
    progress->latest = replay.latest ? &progress->places[replay.latest - 1] : NULL;
    progress->cards = replay.cards.items;
    progress->n_cards = replay.cards.n;
    progress->questions = replay.questions.items;
    progress->n_questions = replay.questions.n;
    progress->ideas = replay.ideas.items;
    progress->n_ideas = replay.ideas.n;
    progress->opinions = replay.opinions.items;
    progress->n_opinions = replay.opinions.n;
    sort_days(progress);
    return progress;
}

/* Lists are short (the cards and questions of the lessons): looked through one by one. */
#define FIND_BY_ID(items, n, field, id)                                                                      \
    for (size_t i = 0; i < (n); i++)                                                                         \
        if (strcmp((items)[i].field, (id)) == 0) return &(items)[i];                                         \
    return NULL

const LessonPlace *progress_place(const Progress *progress, const char *lesson)
{
    FIND_BY_ID(progress->places, progress->n_places, lesson, lesson);
}

const CardHistory *progress_card(const Progress *progress, const char *card)
{
    FIND_BY_ID(progress->cards, progress->n_cards, id, card);
}

const QuestionHistory *progress_question(const Progress *progress, const char *question)
{
    FIND_BY_ID(progress->questions, progress->n_questions, id, question);
}

const IdeaHistory *progress_idea(const Progress *progress, const char *name)
{
    FIND_BY_ID(progress->ideas, progress->n_ideas, name, name);
}

const LessonOpinion *progress_opinion(const Progress *progress, const char *lesson)
{
    FIND_BY_ID(progress->opinions, progress->n_opinions, lesson, lesson);
}

bool idea_is_open(const IdeaHistory *idea)
{
    return idea->seen > 0 && idea->right_since < IDEA_SETTLED_AFTER;
}

/* The run of days without a gap that holds today or yesterday. */
unsigned progress_streak(const Progress *progress, Day today)
{
    unsigned run = 0;
    for (size_t i = 0; i < progress->n_days; i++) {
        bool follows = i > 0 && progress->days[i] == progress->days[i - 1] + 1;
        if (!follows && progress->days[i] > today) break; /* a later run */
        run = follows ? run + 1 : 1;
        bool is_last = i + 1 == progress->n_days || progress->days[i + 1] != progress->days[i] + 1;
        if (is_last && progress->days[i] >= today - 1) return run;
    }
    return 0;
}
