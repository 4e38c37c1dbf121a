/* Edits as answers: whatever reaches the target is right, whatever fails the sentence
 * breaks it. What cannot be computed does neither. A wrong idea is run on the edited
 * sheet: where it alone reaches the target, the student worked with it.
 */
#include "study/judge.h"
#include "study/trace.h"
#include <math.h>
#include <string.h>

typedef enum Truth { TRUTH_NO, TRUTH_YES, TRUTH_UNKNOWN } Truth;

static Truth truth_of(Layer *layer, NodeId node)
{
    const Value *value = layer_value(layer, node);
    if (!value || value->ndim != 0 || value->type == VALUE_STRING) return TRUTH_UNKNOWN;
    double x = value_at(value, 0, 0);
    return isnan(x) ? TRUTH_UNKNOWN : x != 0 ? TRUTH_YES : TRUTH_NO;
}

/* Infinite and undefined inputs break every sentence and teach nothing. */
static bool inputs_are_finite(const AnswerText *answer, Layer *layer, const Overlay *edits)
{
    for (size_t i = 0; i < edits->count; i++) {
        const Value *value = layer_value(layer, layer_name(layer, edits->lines[i].name));
        bool is_finite = true;
        for (size_t r = 0; value && value->type != VALUE_STRING && r < value->rows; r++)
            for (size_t c = 0; c < value->cols; c++) is_finite &= isfinite(value_at(value, r, c)) != 0;
        if (is_finite) continue;
        diags_error(answer->diags, edits->lines[i].span, "finite", "finite numbers are wanted for %s",
                    edits->lines[i].name);
        return false;
    }
    return true;
}

/* The only idea under which the edit does what was asked; NULL. */
static DrawIdea *find_idea(Drawing *d, const Overlay *edits, Truth wanted, const Overlay **over)
{
    DrawIdea *found = NULL;
    for (size_t i = 0; d->all && i < d->all->count; i++) {
        const Misconception *m = &d->all->items[i];
        Overlay *overlay = arena_alloc(d->arena, sizeof *overlay);
        if (m->expr || !idea_read_overlay(d->arena, d->draw.lesson->sheet, m, overlay)) continue;
        if (!depends_touched(&d->depends, overlay)) continue;
        Layer *layer = drawing_layer(d, edits, overlay);
        NodeId target = layer_node(layer, d->asked);
        if (truth_of(layer, target) != wanted) continue;
        if (found) return NULL;
        found = arena_alloc(d->arena, sizeof *found);
        *found = (DrawIdea){
            .misconception = m, .text = &m->text, .layer = layer, .answer = target, .is_apart = true};
        *over = overlay;
    }
    return found;
}

static void name_idea(Drawing *d, Verdict *verdict, const Overlay *edits, Truth wanted)
{
    const Overlay *over = NULL;
    DrawIdea *idea = find_idea(d, edits, wanted, &over);
    if (!idea) return;
    const char *text = expr_text(d->arena, d->asked);
    TraceEnd end = {text, text, text, verdict->target, idea->answer};
    verdict->idea = idea;
    verdict->idea_name = idea->misconception->name;
    verdict->reason = idea->text;
    verdict->reason_layer = idea->layer;
    verdict->trace = trace_new(d, verdict->edited, idea->layer, over, &end);
}

bool judge_edit(const AnswerText *answer, Verdict *verdict)
{
    Drawing *d = answer->d;
    Overlay *edits = arena_alloc(d->arena, sizeof *edits);
    if (!answer_lines(answer, edits)) return false;
    Layer *layer = drawing_layer(d, edits, NULL);
    if (!inputs_are_finite(answer, layer, edits)) return false;
    Truth wanted = d->draw.kind == QUESTION_INVERSE ? TRUTH_YES : TRUTH_NO;
    verdict->said =
        arena_strndup(d->arena, answer->source->text + answer->start, answer->end - answer->start);
    verdict->edited = layer;
    verdict->target = layer_node(layer, d->asked);
    Truth truth = truth_of(layer, verdict->target);
    verdict->kind = truth == wanted ? VERDICT_RIGHT : VERDICT_WRONG;
    const NodeError *error = layer_error(layer, verdict->target);
    if (truth == TRUTH_UNKNOWN)
        verdict->note = error ? arena_printf(d->arena, "it cannot be computed: %s", error->text)
                              : "it is neither true nor false then";
    else if (truth != wanted)
        verdict->note = wanted == TRUTH_YES ? "the target is not reached" : "the sentence still holds";
    if (truth != wanted && truth != TRUTH_UNKNOWN) name_idea(d, verdict, edits, wanted);
    return true;
}
