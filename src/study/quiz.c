/* A session: a list of picks, one after the other; what was answered; what it says of
 * the student's ideas.
 */
#include "study/drawing.h"
#include "study/pick.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct Asked {
    const Verdict *verdict; /* NULL: not answered yet */
    size_t hints;
} Asked;

struct Quiz {
    Arena *arena;
    Course *course;
    const Deck *deck;
    uint64_t seed;
    Pick *picks; /* room for a follow-up after each idea */
    Asked *asked;
    size_t count, at;
    QuizSummary sum;
    size_t cap_ideas;
    const char **lines;
    size_t n_lines, cap_lines;
};

static void open_question(Quiz *quiz)
{
    if (quiz->at >= quiz->count) return;
    Pick *pick = &quiz->picks[quiz->at];
    if (!pick->draw)
        pick->draw = draw_new(pick->lesson, pick->question, course_misconceptions(quiz->course), quiz->seed,
                              pick->attempt);
}

Quiz *quiz_new(Course *course, const QuizPlan *plan, const Progress *progress, const Deck *deck)
{
    Quiz *quiz = heed_xcalloc(1, sizeof *quiz);
    quiz->arena = arena_new();
    quiz->course = course;
    quiz->deck = deck;
    quiz->seed = plan->seed;
    Pick *picks;
    quiz->count = pick_questions(course, plan, progress, quiz->arena, &picks);
    size_t room = quiz->count + course_misconceptions(course)->count + 1;
    quiz->picks = arena_array(quiz->arena, room, sizeof *quiz->picks);
    quiz->asked = arena_array(quiz->arena, room, sizeof *quiz->asked);
    for (size_t i = 0; i < quiz->count; i++) quiz->picks[i] = picks[i];
    open_question(quiz);
    return quiz;
}

void quiz_free(Quiz *quiz)
{
    if (!quiz) return;
    for (size_t i = 0; i < quiz->count; i++) draw_free(quiz->picks[i].draw);
    arena_free(quiz->arena);
    free(quiz);
}

size_t quiz_total(const Quiz *quiz)
{
    return quiz->count;
}

size_t quiz_number(const Quiz *quiz)
{
    return quiz->at + 1;
}

Draw *quiz_draw(Quiz *quiz)
{
    return quiz->at < quiz->count ? quiz->picks[quiz->at].draw : NULL;
}

const Misconception *quiz_separates(const Quiz *quiz)
{
    return quiz->at < quiz->count ? quiz->picks[quiz->at].separates : NULL;
}

const Verdict *quiz_verdict(const Quiz *quiz)
{
    return quiz->at < quiz->count ? quiz->asked[quiz->at].verdict : NULL;
}

/* ------------------------------------------------------------------- hints */

size_t quiz_hints_open(const Quiz *quiz)
{
    return quiz->at < quiz->count ? quiz->asked[quiz->at].hints : 0;
}

size_t quiz_hint(Quiz *quiz)
{
    const Draw *draw = quiz_draw(quiz);
    if (!draw) return 0;
    Asked *asked = &quiz->asked[quiz->at];
    if (!asked->verdict && asked->hints < draw->n_hints) asked->hints++;
    return asked->hints;
}

/* --------------------------------------------------------------- answering */

static QuizIdea *idea_of(Quiz *quiz, const Misconception *misconception)
{
    QuizSummary *sum = &quiz->sum;
    for (size_t i = 0; i < sum->n_ideas; i++)
        if (sum->ideas[i].misconception == misconception) return &sum->ideas[i];
    QuizIdea idea = {.misconception = misconception};
    study_push(quiz->arena, sum->ideas, sum->n_ideas, quiz->cap_ideas, idea);
    return &sum->ideas[sum->n_ideas - 1];
}

static void count_ideas(Quiz *quiz, const Draw *draw, const Verdict *verdict)
{
    const Misconceptions *all = course_misconceptions(quiz->course);
    const char *const *tests;
    if (verdict->idea && verdict->idea->misconception) idea_of(quiz, verdict->idea->misconception)->seen++;
    if (verdict->kind != VERDICT_RIGHT) return;
    size_t n = draw_tests(draw, quiz->arena, &tests);
    for (size_t i = 0; i < n; i++) {
        const Misconception *m = misconception_find(all, tests[i]);
        if (m) idea_of(quiz, m)->against++;
    }
}

static void add_line(Quiz *quiz, const char *line)
{
    study_push(quiz->arena, quiz->lines, quiz->n_lines, quiz->cap_lines, line);
}

static void write_lines(Quiz *quiz, const Draw *draw, const Asked *asked, WallTime now)
{
    const char *const *tests, *const *bring;
    const Verdict *verdict = asked->verdict;
    size_t n = draw_tests(draw, quiz->arena, &tests);
    add_line(quiz, journal_answer_line(quiz->arena, draw->question->id, verdict->kind == VERDICT_RIGHT,
                                       verdict->idea_name, tests, n, (int)asked->hints, now));
    if (!verdict->idea_name || !quiz->deck) return;
    n = deck_bring(quiz->deck, verdict->idea_name, now, quiz->arena, &bring);
    for (size_t i = 0; i < n; i++) add_line(quiz, bring[i]);
}

/* ---------------------------------------------------------------- follow-up */

static bool was_followed(const Quiz *quiz, const Misconception *idea)
{
    for (size_t i = 0; i < quiz->count; i++)
        if (quiz->picks[i].separates == idea) return true;
    return false;
}

static void insert_next(Quiz *quiz, Pick pick)
{
    for (size_t i = quiz->count; i > quiz->at + 1; i--) {
        quiz->picks[i] = quiz->picks[i - 1];
        quiz->asked[i] = quiz->asked[i - 1];
    }
    quiz->picks[quiz->at + 1] = pick;
    quiz->asked[quiz->at + 1] = (Asked){0};
    quiz->count++;
}

static void plan_follow_up(Quiz *quiz, const Verdict *verdict)
{
    const Misconception *idea = verdict->idea ? verdict->idea->misconception : NULL;
    Pick pick;
    if (!idea || was_followed(quiz, idea)) return;
    const Misconceptions *all = course_misconceptions(quiz->course);
    if (pick_follow_up(&quiz->picks[quiz->at], idea, all, quiz->seed, (unsigned)quiz->at, &pick))
        insert_next(quiz, pick);
}

static const Verdict *close_question(Quiz *quiz, const Verdict *verdict, WallTime now)
{
    Asked *asked = &quiz->asked[quiz->at];
    const Draw *draw = quiz_draw(quiz);
    bool is_right = verdict->kind == VERDICT_RIGHT;
    asked->verdict = verdict;
    quiz->sum.n_asked++;
    quiz->sum.n_right += is_right;
    quiz->sum.points += quiz_points(is_right, asked->hints);
    quiz->sum.max_points += QUIZ_MAX_POINTS;
    quiz->sum.n_hints += asked->hints;
    count_ideas(quiz, draw, verdict);
    write_lines(quiz, draw, asked, now);
    plan_follow_up(quiz, verdict);
    return verdict;
}

const Verdict *quiz_answer(Quiz *quiz, const char *answer, WallTime now, Diags *diags)
{
    Draw *draw = quiz_draw(quiz);
    quiz->n_lines = 0;
    if (!draw) return NULL;
    if (quiz->asked[quiz->at].verdict) return quiz->asked[quiz->at].verdict;
    const Verdict *verdict = draw_judge(draw, answer, diags);
    return verdict && verdict->kind != VERDICT_COARSE ? close_question(quiz, verdict, now) : verdict;
}

const Verdict *quiz_give_up(Quiz *quiz, WallTime now)
{
    Draw *draw = quiz_draw(quiz);
    quiz->n_lines = 0;
    if (!draw) return NULL;
    if (quiz->asked[quiz->at].verdict) return quiz->asked[quiz->at].verdict;
    return close_question(quiz, draw_give_up(draw), now);
}

bool quiz_follow_up_planned(const Quiz *quiz)
{
    return quiz->at + 1 < quiz->count && quiz_verdict(quiz) && quiz->picks[quiz->at + 1].separates != NULL;
}

const char *const *quiz_lines(const Quiz *quiz, size_t *n)
{
    *n = quiz->n_lines;
    return quiz->lines;
}

bool quiz_next(Quiz *quiz)
{
    quiz->n_lines = 0;
    if (quiz->at < quiz->count) quiz->at++;
    open_question(quiz);
    return quiz->at < quiz->count;
}

/* ----------------------------------------------------------------- summary */

static int by_weight(const void *a, const void *b)
{
    const QuizIdea *x = a, *y = b;
    if (x->seen != y->seen) return x->seen > y->seen ? -1 : 1;
    if (x->against != y->against) return x->against > y->against ? -1 : 1;
    return strcmp(x->misconception->name, y->misconception->name);
}

static void list_missed(const Quiz *quiz, Arena *arena, QuizSummary *sum)
{
    sum->missed = arena_array(arena, quiz->count + 1, sizeof *sum->missed);
    for (size_t i = 0; i < quiz->count; i++) {
        const Verdict *verdict = quiz->asked[i].verdict;
        if (!verdict || verdict->kind == VERDICT_RIGHT) continue;
        const Misconception *idea = verdict->idea ? verdict->idea->misconception : NULL;
        sum->missed[sum->n_missed++] = (QuizMissed){quiz->picks[i].lesson, quiz->picks[i].question, idea};
    }
}

QuizSummary quiz_summary(const Quiz *quiz, Arena *arena)
{
    QuizSummary sum = quiz->sum;
    sum.ideas = arena_array(arena, sum.n_ideas + 1, sizeof *sum.ideas);
    for (size_t i = 0; i < sum.n_ideas; i++) sum.ideas[i] = quiz->sum.ideas[i];
    if (sum.n_ideas > 1) qsort(sum.ideas, sum.n_ideas, sizeof *sum.ideas, by_weight);
    list_missed(quiz, arena, &sum);
    return sum;
}
