/* What an answer in letters or words is worth, and the way in for all kinds. */
#include "study/judge.h"
#include "study/trace.h"
#include <string.h>

void verdict_name_idea(Drawing *d, Verdict *verdict, const DrawIdea *idea)
{
    verdict->idea = idea;
    verdict->idea_name = idea->misconception ? idea->misconception->name : NULL;
    if (idea->text->count) {
        verdict->reason = idea->text;
        verdict->reason_layer = idea->layer;
    }
    verdict->trace = trace_of_idea(d, idea);
}

static void set_right(Verdict *verdict, bool is_right)
{
    verdict->kind = is_right ? VERDICT_RIGHT : VERDICT_WRONG;
}

/* ----------------------------------------------------------------- letters */

bool judge_choice(const AnswerText *answer, Verdict *verdict)
{
    Draw *draw = &answer->d->draw;
    size_t *picks = arena_array(answer->d->arena, draw->n_choices + 1, sizeof *picks), n = 0;
    if (!answer_letters(answer, picks, &n)) return false;
    if (n != 1) {
        diags_error(answer->diags, answer_span(answer, answer->start, answer->end), "letter",
                    "one letter is wanted");
        return false;
    }
    const DrawChoice *choice = &draw->choices[picks[0]];
    verdict->said = arena_printf(answer->d->arena, "%c  %s", choice->letter, choice->shown);
    set_right(verdict, choice->is_right);
    if (choice->idea) verdict_name_idea(answer->d, verdict, choice->idea);
    if (choice->is_right && choice->reason == verdict->because) return true; /* said once */
    verdict->reason = choice->reason;
    verdict->reason_layer = choice->reason_layer;
    return true;
}

static const char *letters_text(const AnswerText *answer, const size_t *picks, size_t n)
{
    StrBuf out = {0};
    for (size_t i = 0; i < n; i++)
        strbuf_printf(&out, "%s%c", i ? " " : "", answer->d->draw.choices[picks[i]].letter);
    return n ? strbuf_take(&out, answer->d->arena) : "none";
}

/* The first letter that should not be there, or else the first that is missing, gives the reason. */
bool judge_choices(const AnswerText *answer, Verdict *verdict)
{
    Draw *draw = &answer->d->draw;
    size_t *picks = arena_array(answer->d->arena, draw->n_choices + 1, sizeof *picks), n = 0;
    if (!answer_letters(answer, picks, &n)) return false;
    bool *is_picked = arena_array(answer->d->arena, draw->n_choices + 1, sizeof *is_picked);
    const DrawChoice *wrong = NULL, *missing = NULL;
    for (size_t i = 0; i < n; i++) is_picked[picks[i]] = true;
    for (size_t i = draw->n_choices; i-- > 0;) {
        if (is_picked[i] && !draw->choices[i].is_right) wrong = &draw->choices[i];
        if (!is_picked[i] && draw->choices[i].is_right) missing = &draw->choices[i];
    }
    const DrawChoice *told = wrong ? wrong : missing;
    verdict->said = letters_text(answer, picks, n);
    set_right(verdict, !told);
    if (!told) return true;
    verdict->note =
        arena_printf(answer->d->arena, told == wrong ? "%c is wrong" : "%c is right too", told->letter);
    verdict->reason = told->reason;
    verdict->reason_layer = told->reason_layer;
    return true;
}

bool judge_order(const AnswerText *answer, Verdict *verdict)
{
    Draw *draw = &answer->d->draw;
    size_t *picks = arena_array(answer->d->arena, draw->n_choices + 1, sizeof *picks), n = 0;
    if (!answer_letters(answer, picks, &n)) return false;
    if (n != draw->n_choices) {
        diags_error(answer->diags, answer_span(answer, answer->start, answer->end), "count",
                    "all %zu letters are wanted, each once", draw->n_choices);
        return false;
    }
    size_t first = 0;
    while (first < n && draw->choices[picks[first]].place == first) first++;
    verdict->said = letters_text(answer, picks, n);
    set_right(verdict, first == n);
    if (first == n) return true;
    const DrawChoice *early = &draw->choices[picks[first]];
    verdict->note = first == 0 ? arena_printf(answer->d->arena, "%c does not come first", early->letter)
                               : arena_printf(answer->d->arena, "right up to %c; %c does not come next",
                                              draw->choices[picks[first - 1]].letter, early->letter);
    verdict->reason = early->reason;
    verdict->reason_layer = early->reason_layer;
    return true;
}

/* ------------------------------------------------------------------- truth */

/* A truth has no trace: there is only its opposite. */
static void name_opposite(Verdict *verdict, const DrawIdea *idea)
{
    verdict->idea = idea;
    verdict->idea_name = idea->misconception->name;
    verdict->reason = idea->text;
    verdict->reason_layer = idea->layer;
}

bool judge_truth(const AnswerText *answer, Verdict *verdict)
{
    Draw *draw = &answer->d->draw;
    bool said = false;
    size_t reason = SIZE_MAX;
    if (!answer_truth(answer, &said, &reason)) return false;
    const Value *value = layer_value(draw->layer, draw->answer);
    bool truth = value && value->ndim == 0 && value->type != VALUE_STRING && value_at(value, 0, 0) != 0;
    bool is_reason_right = reason == SIZE_MAX || draw->choices[reason].is_right;
    verdict->said = reason == SIZE_MAX ? (said ? "true" : "false")
                                       : arena_printf(answer->d->arena, "%s; %c", said ? "true" : "false",
                                                      draw->choices[reason].letter);
    set_right(verdict, value && said == truth && is_reason_right);
    if (said != truth && draw->n_ideas > 0) name_opposite(verdict, &draw->ideas[0]);
    if (reason == SIZE_MAX) return true;
    if (said == truth && !is_reason_right)
        verdict->note = "the sentence is judged rightly, for the wrong reason";
    if (verdict->idea) return true; /* its words come first */
    verdict->reason = draw->choices[reason].reason;
    verdict->reason_layer = draw->choices[reason].reason_layer;
    return true;
}

/* ----------------------------------------------------------------- all kinds */

static bool (*const judges[])(const AnswerText *answer, Verdict *verdict) = {
    [QUESTION_PREDICT] = judge_choice, [QUESTION_CHOICE] = judge_choice, [QUESTION_CHOICES] = judge_choices,
    [QUESTION_NUMBER] = judge_number,  [QUESTION_ARRAY] = judge_numbers, [QUESTION_ORDER] = judge_order,
    [QUESTION_TRUTH] = judge_truth,    [QUESTION_INVERSE] = judge_edit,  [QUESTION_BREAK] = judge_edit,
};

static Verdict *new_verdict(Drawing *d)
{
    Verdict *verdict = arena_alloc(d->arena, sizeof *verdict);
    const Prose *because = &d->draw.question->explain;
    verdict->because = because->count ? because : NULL;
    return verdict;
}

const Verdict *draw_judge(Draw *draw, const char *answer, Diags *diags)
{
    Drawing *d = drawing_of(draw);
    AnswerText text;
    Diags unheard;
    diags_init(&unheard, d->arena);
    if (!answer_open(d, answer, diags ? diags : &unheard, &text)) return NULL;
    Verdict *verdict = new_verdict(d);
    return judges[draw->kind](&text, verdict) ? verdict : NULL;
}

const Verdict *draw_give_up(Draw *draw)
{
    Verdict *verdict = new_verdict(drawing_of(draw));
    verdict->kind = VERDICT_WRONG;
    verdict->said = "";
    return verdict;
}

/* ------------------------------------------------------- simulated students */

static char *believer_letter(const Draw *draw, const DrawIdea *idea, Arena *arena)
{
    for (size_t i = 0; i < draw->n_choices; i++)
        if (draw->choices[i].idea == idea) return arena_printf(arena, "%c", draw->choices[i].letter);
    return NULL;
}

/* The opposite of the truth, for any reason. */
static char *believer_opposite(const Draw *draw, Arena *arena)
{
    bool is_true = strncmp(draw->truth, "true", 4) == 0;
    return arena_printf(arena, "%s%s", is_true ? "false" : "true", draw->n_choices ? " a" : "");
}

char *draw_believer(const Draw *draw, const DrawIdea *idea, Arena *arena)
{
    if (draw->kind == QUESTION_CHOICE) return believer_letter(draw, idea, arena);
    if (draw->kind == QUESTION_TRUTH) return believer_opposite(draw, arena);
    return idea->shown ? arena_strdup(arena, idea->shown) : NULL;
}

char *draw_right_answer(const Draw *draw, Arena *arena)
{
    StrBuf out = {0};
    switch (draw->kind) {
    case QUESTION_ORDER:
    case QUESTION_NUMBER:
    case QUESTION_ARRAY: return arena_strdup(arena, draw->truth);
    case QUESTION_INVERSE:
    case QUESTION_BREAK: return arena_strdup(arena, draw->question->example);
    case QUESTION_TRUTH: strbuf_add_n(&out, draw->truth, strcspn(draw->truth, ";")); break;
    default: break;
    }
    for (size_t i = 0; i < draw->n_choices; i++)
        if (draw->choices[i].is_right) strbuf_printf(&out, " %c", draw->choices[i].letter);
    if (out.len == 0) strbuf_add(&out, "none");
    return strbuf_take(&out, arena);
}
