/* A sitting: one card after the other, until none is due.
 *
 * Which card comes next is asked anew each time, from the deck as it then stands:
 * first a card in learning whose step is over; then what is due, the least likely to
 * be recalled first; then new ones, as the day's limit allows; then a card in learning
 * that will be due within minutes. So undo needs to restore one card and nothing else.
 * Cram has a queue of its own and leaves the deck alone.
 */
#include "study/deck.h"
#include "study/drawing.h"
#include <stdlib.h>
#include <string.h>

typedef struct Done {
    size_t index; /* of the deck */
    DeckCard before;
    const char *line; /* in the journal; NULL in cram */
    bool was_again;   /* cram: put at the end of the queue */
    bool was_graded, was_resumed;
    Grade grade;
} Done;

struct Sitting {
    Arena *arena;
    Deck *deck;
    SittingPlan plan;
    bool *in_reach; /* by index of the deck */
    Done *done;
    size_t n_done, cap_done, n_graded;
    size_t *queue; /* cram: indices; [head, n_queue) are to come */
    size_t head, n_queue, cap_queue;
    Face *face;   /* shown now */
    size_t shown; /* its index */
    unsigned n_shown;
    WallTime now; /* the latest moment told */
};

/* ------------------------------------------------------------------ starting */

static bool is_in_reach(const Deck *deck, const SittingPlan *plan, const DeckCard *card)
{
    size_t lesson = course_find(deck->course, card->lesson->id);
    if (plan->lesson && strcmp(card->lesson->id, plan->lesson) != 0) return false;
    return !plan->part ||
           (lesson != COURSE_NONE && strcmp(course_part(deck->course, lesson), plan->part) == 0);
}

static void fill_cram(Sitting *sitting)
{
    Random random = {seed_mix(sitting->plan.seed, 0x6372616D)};
    for (size_t i = 0; i < sitting->deck->n_cards; i++)
        if (sitting->in_reach[i] && !sitting->deck->cards[i].is_suspended)
            study_push(sitting->arena, sitting->queue, sitting->n_queue, sitting->cap_queue, i);
    random_shuffle(&random, sitting->queue, sitting->n_queue, sizeof *sitting->queue);
}

Sitting *sitting_new(Deck *deck, const SittingPlan *plan, WallTime now)
{
    Sitting *sitting = heed_xcalloc(1, sizeof *sitting);
    sitting->arena = arena_new();
    sitting->deck = deck;
    sitting->plan = *plan;
    sitting->now = now;
    if (plan->new_limit < 0) sitting->plan.new_limit = DECK_NEW_PER_DAY;
    sitting->in_reach = arena_array(sitting->arena, deck->n_cards, sizeof *sitting->in_reach);
    for (size_t i = 0; i < deck->n_cards; i++)
        sitting->in_reach[i] = is_in_reach(deck, plan, &deck->cards[i]);
    if (plan->is_cram) fill_cram(sitting);
    return sitting;
}

static void hide(Sitting *sitting)
{
    face_free(sitting->face);
    sitting->face = NULL;
}

void sitting_free(Sitting *sitting)
{
    if (!sitting) return;
    hide(sitting);
    arena_free(sitting->arena);
    free(sitting);
}

/* -------------------------------------------------------------------- queues */

typedef enum Queue { QUEUE_NONE, QUEUE_STEP, QUEUE_DUE, QUEUE_NEW, QUEUE_LATER } Queue;

static bool is_in_steps(const CardMemory *memory)
{
    return memory->state == CARD_LEARNING || memory->state == CARD_RELEARNING;
}

static Queue queue_of(const Sitting *sitting, size_t index, WallTime now)
{
    const DeckCard *card = &sitting->deck->cards[index];
    if (!sitting->in_reach[index] || card->is_suspended) return QUEUE_NONE;
    bool is_due = schedule_is_due(&card->memory, now, day_of(now));
    if (is_in_steps(&card->memory)) return is_due ? QUEUE_STEP : QUEUE_LATER;
    if (is_due) return QUEUE_DUE;
    return card->memory.state == CARD_NEW ? QUEUE_NEW : QUEUE_NONE;
}

/* How many new cards today's limit still allows, over all lessons. */
static size_t new_left(const Sitting *sitting, Day today)
{
    size_t n = 0, limit = (size_t)sitting->plan.new_limit;
    for (size_t i = 0; i < sitting->deck->n_cards; i++) {
        const DeckCard *card = &sitting->deck->cards[i];
        n += card->memory.reps > 0 && card->first_day == today;
    }
    return n < limit ? limit - n : 0;
}

/* Within a queue: is a before b? New cards stay in the order of the lessons. */
static bool is_before(const Sitting *sitting, Queue queue, size_t a, size_t b, Day today)
{
    const CardMemory *x = &sitting->deck->cards[a].memory, *y = &sitting->deck->cards[b].memory;
    if (queue == QUEUE_STEP || queue == QUEUE_LATER) return x->due_ms < y->due_ms;
    if (queue != QUEUE_DUE) return false;
    const ScheduleParams *params = sitting->deck->params;
    return schedule_retrievability(params, x, today) < schedule_retrievability(params, y, today);
}

/* The first of a queue; SIZE_MAX where it is empty. */
static size_t first_of(const Sitting *sitting, Queue queue, WallTime now)
{
    size_t first = SIZE_MAX;
    Day today = day_of(now);
    for (size_t i = 0; i < sitting->deck->n_cards; i++) {
        if (queue_of(sitting, i, now) != queue) continue;
        if (first == SIZE_MAX || is_before(sitting, queue, i, first, today)) first = i;
    }
    return first;
}

static int64_t wait_for(const Sitting *sitting, size_t index, WallTime now)
{
    int64_t ms = sitting->deck->cards[index].memory.due_ms - now.ms;
    return ms > 0 ? ms : 0;
}

static size_t choose(const Sitting *sitting, WallTime now)
{
    if (sitting->plan.is_cram)
        return sitting->head < sitting->n_queue ? sitting->queue[sitting->head] : SIZE_MAX;
    size_t index = first_of(sitting, QUEUE_STEP, now);
    if (index == SIZE_MAX) index = first_of(sitting, QUEUE_DUE, now);
    if (index == SIZE_MAX && new_left(sitting, day_of(now)) > 0) index = first_of(sitting, QUEUE_NEW, now);
    if (index != SIZE_MAX) return index;
    index = first_of(sitting, QUEUE_LATER, now);
    const int64_t ahead_ms = (int64_t)SITTING_AHEAD_MIN * 60 * 1000;
    return index != SIZE_MAX && wait_for(sitting, index, now) <= ahead_ms ? index : SIZE_MAX;
}

int64_t sitting_wait(const Sitting *sitting, WallTime now)
{
    if (sitting->plan.is_cram || choose(sitting, now) != SIZE_MAX) return -1;
    size_t index = first_of(sitting, QUEUE_LATER, now);
    return index == SIZE_MAX ? -1 : wait_for(sitting, index, now);
}

SittingCounts sitting_counts(const Sitting *sitting)
{
    WallTime now = sitting->now;
    SittingCounts counts = {.done = sitting->n_graded};
    if (sitting->plan.is_cram) {
        counts.due = sitting->n_queue - sitting->head;
        return counts;
    }
    for (size_t i = 0; i < sitting->deck->n_cards; i++) {
        Queue queue = queue_of(sitting, i, now);
        counts.due += queue == QUEUE_DUE;
        counts.learning += queue == QUEUE_STEP || queue == QUEUE_LATER;
        counts.fresh += queue == QUEUE_NEW;
    }
    size_t left = new_left(sitting, day_of(now));
    if (counts.fresh > left) counts.fresh = left;
    return counts;
}

/* ------------------------------------------------------------------- showing */

static void show(Sitting *sitting, size_t index)
{
    hide(sitting);
    DeckCard *card = &sitting->deck->cards[index];
    /* A crammed card is drawn with numbers that no scheduled review uses. */
    unsigned cram = (unsigned)(seed_mix(sitting->plan.seed, sitting->n_shown) | 0x80000000u);
    sitting->shown = index;
    sitting->face = face_new(card, sitting->plan.is_cram ? cram : card->memory.reps);
    sitting->n_shown++;
}

const Face *sitting_face(Sitting *sitting, WallTime now)
{
    sitting->now = now;
    if (sitting->face) return sitting->face;
    size_t index = choose(sitting, now);
    if (index != SIZE_MAX) show(sitting, index);
    return sitting->face;
}

void sitting_intervals(const Sitting *sitting, WallTime now, Arena *arena, const char *intervals[4])
{
    for (int grade = GRADE_AGAIN; grade <= GRADE_EASY; grade++) {
        const char **text = &intervals[grade - GRADE_AGAIN];
        *text = "";
        if (!sitting->face) continue;
        if (sitting->plan.is_cram) {
            *text = grade <= GRADE_HARD ? "again" : "known";
            continue;
        }
        const DeckCard *card = &sitting->deck->cards[sitting->shown];
        CardMemory after = schedule_review(sitting->deck->params, card->memory, card->card->id, (Grade)grade,
                                           now, day_of(now));
        *text = schedule_interval_text(arena, &after);
    }
}

/* ------------------------------------------------------------------- grading */

static const char *finish(Sitting *sitting, Done done)
{
    study_push(sitting->arena, sitting->done, sitting->n_done, sitting->cap_done, done);
    sitting->n_graded += done.was_graded;
    hide(sitting);
    return done.line;
}

/* Off the front; where it is not known yet, on again at the end. */
static const char *grade_cram(Sitting *sitting, Done done, Grade grade)
{
    done.was_again = grade <= GRADE_HARD;
    sitting->head++;
    if (done.was_again)
        study_push(sitting->arena, sitting->queue, sitting->n_queue, sitting->cap_queue, done.index);
    return finish(sitting, done);
}

const char *sitting_grade(Sitting *sitting, Grade grade, WallTime now)
{
    sitting->now = now;
    if (!sitting->face) return NULL;
    DeckCard *card = &sitting->deck->cards[sitting->shown];
    Done done = {.index = sitting->shown, .before = *card, .was_graded = true, .grade = grade};
    if (sitting->plan.is_cram) return grade_cram(sitting, done, grade);
    done.line = journal_review_line(sitting->arena, card->card->id, grade, &card->memory, now);
    if (card->memory.reps == 0) card->first_day = day_of(now);
    card->memory =
        schedule_review(sitting->deck->params, card->memory, card->card->id, grade, now, day_of(now));
    return finish(sitting, done);
}

const char *sitting_suspend(Sitting *sitting, WallTime now)
{
    sitting->now = now;
    if (!sitting->face) return NULL;
    DeckCard *card = &sitting->deck->cards[sitting->shown];
    Done done = {.index = sitting->shown, .before = *card};
    if (sitting->plan.is_cram) {
        sitting->head++;
        return finish(sitting, done);
    }
    card->is_suspended = true;
    done.line = journal_suspend_line(sitting->arena, card->card->id, true, now);
    return finish(sitting, done);
}

const char *sitting_resume(Sitting *sitting, size_t index, WallTime now)
{
    sitting->now = now;
    DeckCard *card = &sitting->deck->cards[index];
    if (!card->is_suspended || sitting->plan.is_cram) return NULL;
    Done done = {.index = index, .before = *card, .was_resumed = true};
    card->is_suspended = false;
    done.line = journal_suspend_line(sitting->arena, card->card->id, false, now);
    study_push(sitting->arena, sitting->done, sitting->n_done, sitting->cap_done, done);
    return done.line;
}

const char *sitting_undo(Sitting *sitting, WallTime now, bool *undone)
{
    sitting->now = now;
    *undone = sitting->n_done > 0;
    if (!*undone) return NULL;
    Done done = sitting->done[--sitting->n_done];
    sitting->n_graded -= done.was_graded;
    sitting->deck->cards[done.index] = done.before;
    if (sitting->plan.is_cram) {
        sitting->head--;
        sitting->n_queue -= done.was_again;
    }
    if (!done.was_resumed)
        show(sitting, done.index);
    else if (sitting->face && sitting->shown == done.index)
        hide(sitting);
    return done.line ? journal_undo_line(sitting->arena, done.line, now) : NULL;
}

/* ----------------------------------------------------------------- the end */

static void add_in_steps(SittingSummary *summary, int64_t ms)
{
    if (summary->n_in_steps++ == 0 || ms < summary->next_ms) summary->next_ms = ms;
}

static void add_on_day(SittingSummary *summary, Day day)
{
    if (summary->n_next > 0 && day > summary->next_day) return;
    if (summary->n_next > 0 && day < summary->next_day) summary->n_next = 0;
    summary->next_day = day;
    summary->n_next++;
}

SittingSummary sitting_summary(const Sitting *sitting, WallTime now)
{
    SittingSummary summary = {0};
    Day today = day_of(now);
    for (size_t i = 0; i < sitting->n_done; i++) {
        const Done *done = &sitting->done[i];
        if (done->was_graded) summary.graded[done->grade - GRADE_AGAIN]++;
        summary.n_suspended += !done->was_graded && !done->was_resumed;
    }
    for (size_t i = 0; i < sitting->deck->n_cards && !sitting->plan.is_cram; i++) {
        const CardMemory *memory = &sitting->deck->cards[i].memory;
        Queue queue = queue_of(sitting, i, now);
        if (!sitting->in_reach[i] || sitting->deck->cards[i].is_suspended) continue;
        if (queue == QUEUE_NEW)
            summary.n_new++;
        else if (is_in_steps(memory))
            add_in_steps(&summary, wait_for(sitting, i, now));
        else
            add_on_day(&summary, memory->due_day > today ? memory->due_day : today);
    }
    return summary;
}

char *sitting_done_text(const SittingSummary *summary, Arena *arena)
{
    static const char *const names[] = {"again", "hard", "good", "easy"};
    StrBuf text = {0};
    size_t n = 0;
    for (int i = 0; i < 4; i++) n += summary->graded[i];
    strbuf_printf(&text, "%zu %s%s", n, n == 1 ? "card" : "cards", n > 0 ? ": " : "");
    bool is_first = true;
    for (int i = 0; i < 4; i++) {
        if (summary->graded[i] == 0) continue;
        strbuf_printf(&text, "%s%zu %s", is_first ? "" : ", ", summary->graded[i], names[i]);
        is_first = false;
    }
    if (summary->n_suspended > 0) strbuf_printf(&text, "; %zu suspended", summary->n_suspended);
    strbuf_add_char(&text, '.');
    return strbuf_take(&text, arena);
}

static const char *cards_text(Arena *arena, size_t n)
{
    return arena_printf(arena, "%zu %s", n, n == 1 ? "card" : "cards");
}

/* "3 cards on 2026-12-01"; NULL: none. Those in their steps come sooner than another day. */
static const char *coming_text(const SittingSummary *summary, WallTime now, Arena *arena)
{
    const int64_t minute_ms = 60000;
    Day today = day_of(now);
    if (summary->n_next > 0 && summary->next_day <= today)
        return arena_printf(arena, "%s now", cards_text(arena, summary->n_next));
    if (summary->n_in_steps > 0)
        return arena_printf(arena, "%s in %lld min", cards_text(arena, summary->n_in_steps),
                            (long long)((summary->next_ms + minute_ms - 1) / minute_ms));
    if (summary->n_next == 0) return NULL;
    const char *day = summary->next_day == today + 1
                          ? "tomorrow"
                          : arena_printf(arena, "on %s", day_text(arena, summary->next_day));
    return arena_printf(arena, "%s %s", cards_text(arena, summary->n_next), day);
}

char *sitting_next_text(const SittingSummary *summary, WallTime now, Arena *arena)
{
    const char *coming = coming_text(summary, now, arena);
    const char *waiting = summary->n_new == 1  ? "1 new one waits"
                          : summary->n_new > 0 ? arena_printf(arena, "%zu new ones wait", summary->n_new)
                                               : NULL;
    if (coming && waiting) return arena_printf(arena, "Next: %s; %s.", coming, waiting);
    if (coming) return arena_printf(arena, "Next: %s.", coming);
    return waiting ? arena_printf(arena, "%s.", waiting) : arena_strdup(arena, "Nothing will fall due.");
}
