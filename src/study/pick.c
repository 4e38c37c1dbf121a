/* Picking, steered by the ledger.
 *
 * Each question in reach gets a rank: most for showing an idea that is still open,
 * then for never having been asked, then for a wrong last answer; chance decides
 * between equals. The best are taken. Those that show open ideas come first, the
 * others follow in the order of the lessons, which build on each other.
 */
#include "study/pick.h"
#include "study/drawing.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    RANK_LISTED = 1000, /* lists an open idea */
    RANK_SHOWS = 500,   /* its answer changes under an open idea */
    RANK_NEW = 200,
    RANK_WRONG = 100,
    RANK_CHANCE = 50,
    MOST_PICKS = 500
};

typedef struct Candidate {
    Pick pick;
    size_t order; /* in the course */
    int rank;
} Candidate;

/* ----------------------------------------------------------------- ranking */

static bool lists(const Question *question, const char *name)
{
    for (size_t i = 0; i < question->n_wrong; i++) {
        const char *listed = question->wrong[i].misconception;
        if (listed && strcmp(listed, name) == 0) return true;
    }
    return false;
}

/* What is asked is a number, or edits that reach something: there an idea can be told by what it gives. */
static const Expr *what_shows(const Question *question)
{
    bool is_number = question->kind == QUESTION_NUMBER || question->kind == QUESTION_ARRAY;
    bool is_computed = question->kind == QUESTION_CHOICE && question_is_computed(question);
    return is_number || is_computed ? question->answer : question->target_expr;
}

/* The idea's lines fit this lesson, and what is asked reads a name that they change. */
static bool shows(const Lesson *lesson, const Question *question, const Misconception *m)
{
    const Expr *asked = what_shows(question);
    if (!asked || !m || m->expr) return false;
    Arena *arena = arena_new();
    Overlay overlay;
    const Overlay *own[] = {&question->lines};
    bool fits = idea_read_overlay(arena, lesson->sheet, m, &overlay);
    if (fits) {
        Depends depends = depends_on(arena, lesson->sheet, asked, own, 1);
        fits = depends_touched(&depends, &overlay);
    }
    arena_free(arena);
    return fits;
}

static int rank_ideas(const Candidate *c, const Progress *progress, const Misconceptions *all)
{
    int rank = 0;
    for (size_t i = 0; i < progress->n_ideas; i++) {
        const IdeaHistory *idea = &progress->ideas[i];
        if (!idea_is_open(idea)) continue;
        if (lists(c->pick.question, idea->name))
            rank = RANK_LISTED;
        else if (rank < RANK_SHOWS &&
                 shows(c->pick.lesson, c->pick.question, misconception_find(all, idea->name)))
            rank = RANK_SHOWS;
    }
    return rank;
}

static int rank_of(const Candidate *c, const Progress *progress, const Misconceptions *all, Random *random)
{
    int rank = (int)random_below(random, RANK_CHANCE);
    if (!progress) return rank;
    const QuestionHistory *history = progress_question(progress, c->pick.question->id);
    if (!history)
        rank += RANK_NEW;
    else if (!history->last_right)
        rank += RANK_WRONG;
    return rank + rank_ideas(c, progress, all);
}

static int by_rank(const void *a, const void *b)
{
    const Candidate *x = a, *y = b;
    if (x->rank != y->rank) return x->rank > y->rank ? -1 : 1;
    return x->order < y->order ? -1 : x->order > y->order;
}

static int by_order(const void *a, const void *b)
{
    const Candidate *x = a, *y = b;
    return x->order < y->order ? -1 : x->order > y->order;
}

/* --------------------------------------------------------------- gathering */

static bool in_reach(const Course *course, size_t index, const QuizPlan *plan)
{
    if (plan->lesson && strcmp(course_id(course, index), plan->lesson) != 0) return false;
    return !plan->part || strcmp(course_part(course, index), plan->part) == 0;
}

static size_t gather(Course *course, const QuizPlan *plan, Arena *arena, Candidate **candidates)
{
    size_t n = 0, capacity = 0;
    *candidates = NULL;
    for (size_t i = 0; i < course_count(course); i++) {
        if (!in_reach(course, i, plan)) continue;
        const Lesson *lesson = course_lesson(course, i);
        for (size_t k = 0; k < lesson->n_questions; k++) {
            const Question *question = lesson->questions[k];
            bool is_elsewhere = plan->screen >= 0 && question->screen != plan->screen;
            if (question->kind == QUESTION_PREDICT || is_elsewhere) continue;
            Candidate candidate = {.pick = {.lesson = lesson, .question = question}, .order = n};
            study_push(arena, *candidates, n, capacity, candidate);
        }
    }
    return n;
}

static size_t wanted(const QuizPlan *plan, size_t n)
{
    size_t count = plan->count;
    if (count == 0) count = plan->lesson ? n : n < QUIZ_DEFAULT_COUNT ? n : QUIZ_DEFAULT_COUNT;
    return count < MOST_PICKS ? count : MOST_PICKS;
}

static bool is_drawn(const Question *question)
{
    return overlay_reads(&question->lines, "draw_seed");
}

/* More were wanted than there are: drawn questions come again, with other numbers. */
static size_t repeat(Pick *picks, size_t n, size_t count)
{
    size_t first = n;
    for (size_t at = 0; n < count && at < n; at++) {
        if (!is_drawn(picks[at].question)) continue;
        picks[n] = picks[at];
        picks[n++].attempt++;
    }
    return first > 0 ? n : 0;
}

size_t pick_questions(Course *course, const QuizPlan *plan, const Progress *progress, Arena *arena,
                      Pick **picks)
{
    Candidate *candidates;
    Random random = {seed_mix(plan->seed, 0x7069636B)};
    size_t n = gather(course, plan, arena, &candidates), count = wanted(plan, n), n_open = 0;
    for (size_t i = 0; i < n; i++)
        candidates[i].rank = rank_of(&candidates[i], progress, course_misconceptions(course), &random);
    if (n > 1) qsort(candidates, n, sizeof *candidates, by_rank);
    if (n > count) n = count;
    while (n_open < n && candidates[n_open].rank >= RANK_SHOWS) n_open++;
    if (n - n_open > 1) qsort(candidates + n_open, n - n_open, sizeof *candidates, by_order);
    *picks = arena_array(arena, count + 1, sizeof **picks);
    for (size_t i = 0; i < n; i++) (*picks)[i] = candidates[i].pick;
    return repeat(*picks, n, count);
}

/* --------------------------------------------------------------- follow-up */

enum { FOLLOW_UP_DRAWS = 2, FOLLOW_UP_ATTEMPT = 1000 /* beyond any other attempt of a session */ };

/* How far apart two answers lie, from 0 to 1; 0 where the idea does not answer. */
static double separation(const Draw *draw, const DrawIdea *idea)
{
    const Value *right = layer_value(draw->layer, draw->answer);
    const Value *theirs = layer_value(idea->layer, idea->answer);
    if (!right || !theirs || !idea->is_apart || value_count(right) != value_count(theirs)) return 0;
    double most = 0;
    for (size_t r = 0; r < right->rows && r < theirs->rows; r++) {
        for (size_t c = 0; c < right->cols && c < theirs->cols; c++) {
            double a = value_at(right, r, c), b = value_at(theirs, r, c);
            double apart = fabs(a - b) / (fabs(a) + fabs(b) + 1e-9);
            if (apart > most) most = apart;
        }
    }
    return most;
}

static bool is_worth_a_draw(const Pick *asked, const Question *question, const Misconception *idea)
{
    bool has_number = question->answer && what_shows(question) == question->answer;
    bool is_again = question == asked->question && !is_drawn(question);
    if (!has_number || is_again) return false;
    return lists(question, idea->name) || shows(asked->lesson, question, idea);
}

bool pick_follow_up(const Pick *asked, const Misconception *idea, const Misconceptions *all, uint64_t seed,
                    unsigned n_asked, Pick *pick)
{
    double best = 0.01; /* less is no clear difference */
    *pick = (Pick){.lesson = asked->lesson, .separates = idea};
    for (size_t i = 0; i < asked->lesson->n_questions; i++) {
        const Question *question = asked->lesson->questions[i];
        if (!is_worth_a_draw(asked, question, idea)) continue;
        unsigned n_draws = is_drawn(question) ? FOLLOW_UP_DRAWS : 1;
        for (unsigned k = 0; k < n_draws; k++) {
            unsigned attempt = FOLLOW_UP_ATTEMPT + n_asked * FOLLOW_UP_DRAWS + k;
            Draw *draw = draw_new(asked->lesson, question, all, seed, attempt);
            const DrawIdea *theirs = draw_idea(draw, idea->name);
            double apart = theirs ? separation(draw, theirs) : 0;
            if (question == asked->question) apart /= 20; /* another one, unless it says far less */
            bool is_best = apart > best;
            if (is_best) {
                best = apart;
                draw_free(pick->draw);
                pick->question = question;
                pick->attempt = attempt;
                pick->draw = draw;
            } else {
                draw_free(draw);
            }
        }
    }
    return pick->draw != NULL;
}
