/* Numbers: near enough to the truth, or the number of a wrong idea, or of a slip.
 *
 * Too few digits decide nothing: where what was given agrees, as far as it goes, with
 * the truth or with some idea, more digits are asked for, in the same words for both.
 */
#include "study/judge.h"
#include "study/trace.h"
#include <string.h>

static Closeness close_to(const Drawing *d, Given given, double value, NumKind kind)
{
    double tolerance = question_tolerance(d->draw.question, value);
    return tolerance > 0 ? given_within(given, value, tolerance)
                         : given_closeness(given, value, kind, d->draw.question->format);
}

/* The worst of all elements; CLOSE_NOT where the shapes differ in size. */
static Closeness all_close(const Drawing *d, const Given *given, size_t n, const Value *value, bool is_idea)
{
    Closeness worst = CLOSE_YES;
    size_t i = 0;
    if (!value || value->type == VALUE_STRING || value_count(value) != n) return CLOSE_NOT;
    for (size_t r = 0; r < value->rows; r++) {
        for (size_t c = 0; c < value->cols; c++, i++) {
            double x = value_at(value, r, c);
            NumKind kind = value_num_kind(value);
            Closeness close = is_idea ? given_closeness(given[i], x, kind, d->draw.question->format)
                                      : close_to(d, given[i], x, kind);
            if (close < worst) worst = close;
        }
    }
    return worst;
}

/* ------------------------------------------------------------------- ideas */

typedef struct Match {
    const DrawIdea *idea; /* of those that the question lists, else of all: the only one; NULL */
    bool is_coarse;       /* some would match, had it more digits */
} Match;

static Match match_ideas(const Drawing *d, const Given *given, size_t n)
{
    Match match = {0};
    const DrawIdea *only[2] = {NULL, NULL}; /* listed, any */
    size_t found[2] = {0, 0};
    for (size_t i = 0; i < d->draw.n_ideas; i++) {
        const DrawIdea *idea = &d->draw.ideas[i];
        Closeness close = all_close(d, given, n, layer_value(idea->layer, idea->answer), true);
        if (close == CLOSE_COARSE) match.is_coarse = true;
        if (close != CLOSE_YES || !idea->is_apart) continue;
        only[1] = idea;
        found[1]++;
        if (!idea->is_listed) continue;
        only[0] = idea;
        found[0]++;
    }
    if (found[0] == 1)
        match.idea = only[0];
    else if (found[0] == 0 && found[1] == 1)
        match.idea = only[1];
    return match;
}

/* ----------------------------------------------------------------- verdict */

static void ask_for_digits(const Drawing *d, Verdict *verdict)
{
    NumFormat format = d->draw.question->format;
    int digits = format.precision < 0 ? 6 : format.precision;
    verdict->kind = VERDICT_COARSE;
    verdict->note =
        (format.type == 'f' || format.type == '%') && digits > 1
            ? arena_printf(d->arena, "too few digits to tell: give at least %d after the point", digits - 1)
            : "too few digits to tell: give one or two more";
}

/* Percent was asked for, and a plain number may be meant as percent. */
static bool means_percent(const Drawing *d, const Given *given, const Value *truth)
{
    if (d->draw.question->format.type != '%' || given->value == 0) return false;
    Given part = {given->value / 100, given->unit / 100};
    return close_to(d, part, value_at(truth, 0, 0), value_num_kind(truth)) == CLOSE_YES;
}

static void judge_given(const AnswerText *answer, Given *given, size_t n, const Value *truth,
                        Verdict *verdict)
{
    Drawing *d = answer->d;
    Closeness close = all_close(d, given, n, truth, false);
    if (close != CLOSE_YES && n == 1 && means_percent(d, given, truth)) close = CLOSE_YES;
    if (close == CLOSE_YES) {
        verdict->kind = VERDICT_RIGHT;
        return;
    }
    Match match = match_ideas(d, given, n);
    verdict->kind = VERDICT_WRONG;
    if (match.idea)
        verdict_name_idea(d, verdict, match.idea);
    else if (close == CLOSE_COARSE || match.is_coarse)
        ask_for_digits(d, verdict);
    else
        verdict->slip = slip_find(d, given, &verdict->trace);
}

static const char *said_number(const AnswerText *answer, Given given)
{
    const char *text =
        arena_strndup(answer->d->arena, answer->source->text + answer->start, answer->end - answer->start);
    bool is_typed = given.unit > 0;
    if (is_typed) return text;
    char value[NUM_TEXT_MAX];
    num_write(value, given.value, NUM_F64, answer->d->draw.question->format);
    return arena_printf(answer->d->arena, "%s = %s", text, value);
}

bool judge_number(const AnswerText *answer, Verdict *verdict)
{
    Draw *draw = &answer->d->draw;
    const Value *truth = layer_value(draw->layer, draw->answer);
    Given given;
    if (!answer_number(answer, &given)) return false;
    verdict->said = said_number(answer, given);
    if (truth && truth->type != VALUE_STRING && value_count(truth) == 1)
        judge_given(answer, &given, 1, truth, verdict);
    else
        verdict->kind = VERDICT_WRONG;
    return true;
}

bool judge_numbers(const AnswerText *answer, Verdict *verdict)
{
    Draw *draw = &answer->d->draw;
    const Value *truth = layer_value(draw->layer, draw->answer);
    Given given[SHOWN_MAX];
    verdict->kind = VERDICT_WRONG;
    verdict->said =
        arena_strndup(answer->d->arena, answer->source->text + answer->start, answer->end - answer->start);
    bool is_askable = truth && truth->type != VALUE_STRING && value_count(truth) <= SHOWN_MAX;
    if (!is_askable) return true;
    if (!answer_numbers(answer, truth, given)) return false;
    judge_given(answer, given, value_count(truth), truth, verdict);
    return true;
}
