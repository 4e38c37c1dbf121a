#include "study/trace.h"
#include <string.h>

typedef struct Tracer {
    Drawing *d;
    Trace *trace;
    size_t capacity;
} Tracer;

static bool equal_values(const Value *a, const Value *b)
{
    return a && b ? value_equal_bits(a, b) : a == b;
}

static void add_row(Tracer *t, TraceRow row)
{
    Trace *trace = t->trace;
    if (row.differs && trace->parts_at == SIZE_MAX) trace->parts_at = trace->n_rows;
    study_push(t->d->arena, trace->rows, trace->n_rows, t->capacity, row);
}

static void add_name(Tracer *t, const Definition *definition)
{
    Trace *trace = t->trace;
    TraceRow row = {.name = definition->name};
    NodeId right = layer_name(trace->right, definition->name);
    NodeId theirs = layer_name(trace->theirs, definition->name);
    const Value *a = layer_value(trace->right, right), *b = layer_value(trace->theirs, theirs);
    row.differs = !equal_values(a, b);
    bool is_given = question_gives(t->d->draw.question, definition);
    if (is_given && !row.differs) return;
    row.right = a ? right : 0;
    row.theirs = b ? theirs : 0;
    row.right_source = layer_source_text(trace->right, t->d->arena, definition->name);
    row.theirs_source = layer_source_text(trace->theirs, t->d->arena, definition->name);
    add_row(t, row);
}

/* What is asked may read a name by an index only: then the last row is that element. */
static void add_end(Tracer *t, const TraceEnd *end)
{
    Trace *trace = t->trace;
    const Value *a = layer_value(trace->right, end->right), *b = layer_value(trace->theirs, end->theirs);
    add_row(t, (TraceRow){.name = end->name,
                          .right_source = end->right_source,
                          .theirs_source = end->theirs_source,
                          .right = a ? end->right : 0,
                          .theirs = b ? end->theirs : 0,
                          .differs = !equal_values(a, b)});
}

const Trace *trace_new(Drawing *d, Layer *right, Layer *theirs, const Overlay *over, const TraceEnd *end)
{
    Tracer t = {.d = d, .trace = arena_alloc(d->arena, sizeof *t.trace)};
    *t.trace = (Trace){.right = right, .theirs = theirs, .parts_at = SIZE_MAX};
    const Overlay *overlays[] = {&d->draw.question->lines, over};
    Depends depends = depends_on(d->arena, d->draw.lesson->sheet, d->asked, overlays, over ? 2 : 1);
    for (size_t i = 0; i < depends.count; i++)
        if (depends.reads[i]) add_name(&t, sheet_definition(depends.sheet, i));
    if (end) add_end(&t, end);
    if (t.trace->parts_at == SIZE_MAX) t.trace->parts_at = t.trace->n_rows;
    return t.trace;
}

const Trace *trace_of_idea(Drawing *d, const DrawIdea *idea)
{
    Draw *draw = &d->draw;
    TraceEnd end = {.right = draw->answer, .theirs = idea->answer};
    end.name = end.right_source = expr_text(d->arena, draw->question->answer);
    end.theirs_source = layer_text(idea->layer, idea->answer);
    bool is_same_node = idea->answer == draw->answer;
    bool is_plain_name = is_same_node && expr_name(draw->question->answer);
    Overlay *over = NULL;
    if (idea->misconception && idea->layer != draw->layer) {
        over = arena_alloc(d->arena, sizeof *over);
        if (!idea_read_overlay(d->arena, draw->lesson->sheet, idea->misconception, over)) over = NULL;
    }
    return trace_new(d, draw->layer, idea->layer, over, is_plain_name ? NULL : &end);
}
