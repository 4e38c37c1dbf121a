/* What check says of the values: does everything compute, and is each thing that
 * is shown of a shape that its picture can draw.
 */
#include "lesson/check.h"
#include <string.h>

/* ------------------------------------------------------------- expressions */

enum { JOB_SLICE = 1 << 24 };

/* Multiply-adds for a whole lesson: some seconds of them. */
static const int64_t JOB_BUDGET = (int64_t)1 << 31;

static void report_error(Checker *c, const NodeError *error, SourceSpan fallback)
{
    bool is_of_lesson = error->span.source == c->lesson->source; /* other sources go with their layer */
    SourceSpan span = is_of_lesson ? error->span : fallback;
    diags_error(c->diags, span, error->code, "%s", error->text);
}

/* Samples are drawn to their end, as far as the lesson's budget goes; beyond it the exact value at fewer
 * samples stands. */
static void finish_samples(Checker *c, Layer *layer, NodeId node)
{
    while (layer_is_partial(layer, node) && c->budget > 0) {
        c->budget -= JOB_SLICE;
        if (!layer_job_step(layer, JOB_SLICE)) return;
    }
}

const Value *check_expr(Checker *c, Layer *layer, const Expr *expr, bool is_overlaid)
{
    if (!expr) return NULL;
    NodeId node = layer_node(layer, expr);
    finish_samples(c, layer, node);
    const NodeError *error = layer_error(layer, node);
    bool is_said_already =
        error && !is_overlaid && (error->waits_for || layer_definition(layer, error->origin));
    if (error && !is_said_already) report_error(c, error, expr_span(expr));
    return layer_value(layer, node);
}

int check_truth(Checker *c, const Value *value, SourceSpan span)
{
    if (!value) return -1;
    if (value->ndim == 0 && value->type != VALUE_STRING) return value_at(value, 0, 0) != 0;
    diags_error(c->diags, span, "truth", "this is %s, not one truth: use all(…) or any(…)",
                value->type == VALUE_STRING ? "a text" : value_shape_text(c->arena, value));
    return -1;
}

static void check_definitions(Checker *c)
{
    Sheet *sheet = c->lesson->sheet;
    for (size_t i = 0; i < sheet_count(sheet); i++) {
        const Definition *definition = sheet_definition(sheet, i);
        const NodeError *error = layer_error(c->layer, layer_name(c->layer, definition->name));
        if (error && !error->waits_for) report_error(c, error, definition->name_span);
    }
}

/* ------------------------------------------------------------ live numbers */

static void check_numbers(Checker *c, Layer *layer, const Inline *items, size_t n, bool is_overlaid)
{
    for (size_t i = 0; i < n; i++) {
        const Inline *number = &items[i];
        if (number->kind == INLINE_NUMBER) {
            const Value *value = check_expr(c, layer, number->expr, is_overlaid);
            if (value && value->type == VALUE_STRING && number->format.type)
                diags_error(c->diags, number->span, "format", "a text has no number format: {%s}",
                            number->text);
        }
        check_numbers(c, layer, number->children, number->n_children, is_overlaid);
    }
}

static void check_prose_numbers(Checker *c, const Prose *prose, const ProsePlace *place)
{
    if (!place->overlay) {
        check_numbers(c, c->layer, prose->items, prose->count, false);
        return;
    }
    Layer *layer = layer_new(c->lesson->sheet, &place->overlay, 1, c->layer);
    check_numbers(c, layer, prose->items, prose->count, true);
    layer_free(layer);
}

/* ---------------------------------------------------------------- pictures */

static bool is_text(const Value *value)
{
    return value->type == VALUE_STRING;
}

static void say_shape(Checker *c, SourceSpan span, const Value *value, const char *wants)
{
    diags_error(c->diags, span, "shape", "%s; this is %s", wants,
                is_text(value) ? "text" : value_shape_text(c->arena, value));
}

/* What the arguments of a kind must be: a test and how to say it. */

static bool is_numeric(const Value *value)
{
    return !is_text(value);
}

static bool is_vector(const Value *value)
{
    return is_numeric(value) && value->ndim == 1;
}

static bool is_scalar(const Value *value)
{
    return is_numeric(value) && value->ndim == 0;
}

static bool is_planar(const Value *value)
{
    return is_numeric(value) && value->ndim >= 1 && value->cols == 2;
}

static bool is_any(const Value *value)
{
    (void)value;
    return true;
}

static const struct {
    bool (*test)(const Value *value);
    const char *wants;
} arguments[SHOW_KIND_COUNT] = {
    [SHOW_COLUMNS] = {is_numeric, "columns shows arrays of numbers"},
    [SHOW_PRODUCTS] = {is_numeric, "products shows arrays of numbers"},
    [SHOW_MATRIX] = {is_numeric, "matrix shows arrays of numbers"},
    [SHOW_BARS] = {is_vector, "bars shows vectors"},
    [SHOW_VECTORS] = {is_planar, "vectors shows pairs (2,) or (n, 2)"},
    [SHOW_HEATMAP] = {is_numeric, "heatmap shows arrays of numbers"},
    [SHOW_HISTOGRAM] = {is_vector, "histogram shows vectors of samples"},
    [SHOW_LINE] = {is_numeric, "line shows numbers"},
    [SHOW_LOOKUP] = {is_numeric, "lookup shows arrays of numbers"},
    [SHOW_CONTROL] = {is_any, ""},
    [SHOW_STATS] = {is_scalar, "stats shows scalars"},
    [SHOW_BLEND] = {is_numeric, "blend shows arrays of numbers"},
};

static bool is_label_option(const char *key)
{
    return strcmp(key, "rows") == 0 || strcmp(key, "cols") == 0;
}

/* How many rows a value has as a picture draws it: a vector stands upright. */
static size_t drawn_rows(const Value *value)
{
    return value->ndim == 2 ? value->rows : value->cols;
}

/* Labels are texts, as many as the rows (columns) of some argument. */
static void check_labels(Checker *c, const ShowLine *line, const ShowOption *option, const Value *labels,
                         const Value *const *args)
{
    if (!is_text(labels) || labels->ndim != 1) {
        say_shape(c, option->span, labels, "labels are a list of texts");
        return;
    }
    bool is_cols = strcmp(option->key, "cols") == 0, is_known = true;
    for (size_t i = 0; i < line->n_args; i++) {
        if (!args[i])
            is_known = false;
        else if ((is_cols ? args[i]->cols : drawn_rows(args[i])) == labels->cols)
            return;
    }
    if (is_known)
        diags_error(c->diags, option->span, "labels", "%s= has %zu labels, no argument has as many %s",
                    option->key, labels->cols, is_cols ? "columns" : "rows");
}

static void check_show_line(Checker *c, const ShowLine *line)
{
    const Value **args = arena_array(c->arena, line->n_args, sizeof *args);
    for (size_t i = 0; i < line->n_args; i++) {
        args[i] = check_expr(c, c->layer, line->args[i].expr, false);
        if (args[i] && !arguments[line->kind].test(args[i]))
            say_shape(c, line->args[i].span, args[i], arguments[line->kind].wants);
    }
    for (size_t i = 0; i < line->n_options; i++) {
        const ShowOption *option = &line->options[i];
        const Value *value = option->expr ? check_expr(c, c->layer, option->expr, false) : NULL;
        if (value && is_label_option(option->key)) check_labels(c, line, option, value, args);
    }
}

/* --------------------------------------------------------------- questions */

static void check_answers(Checker *c, Layer *layer, const Question *q)
{
    const Value *answer = check_expr(c, layer, q->answer, true);
    if (answer && q->kind == QUESTION_TRUTH) check_truth(c, answer, expr_span(q->answer));
    if (answer && q->kind == QUESTION_NUMBER && !is_scalar(answer))
        say_shape(c, expr_span(q->answer), answer, "a number is asked for");
    for (size_t i = 0; i < q->n_wrong; i++) check_expr(c, layer, q->wrong[i].expr, true);
    for (size_t i = 0; i < q->n_choices; i++) check_expr(c, layer, q->choices[i].expr, true);
}

/* The example of an inverse question reaches its target; that of a break question breaks it. */
static void check_example(Checker *c, const Question *q)
{
    if (!q->target_expr || !q->example_lines.count) return;
    const Overlay *overlays[] = {&q->lines, &q->example_lines};
    Layer *layer = layer_new(c->lesson->sheet, overlays, 2, NULL);
    int truth = check_truth(c, check_expr(c, layer, q->target_expr, true), expr_span(q->target_expr));
    bool wanted = q->kind == QUESTION_INVERSE;
    if (truth >= 0 && (truth == 1) != wanted)
        diags_error(c->diags, q->example_lines.lines[0].span, "example",
                    wanted ? "the example does not reach the target"
                           : "the example does not break the target");
    layer_free(layer);
}

/* What is asked for is not so from the start. */
static void check_is_open(Checker *c, Layer *layer, const Question *q)
{
    if (!q->target_expr) return;
    int truth = check_truth(c, check_expr(c, layer, q->target_expr, true), expr_span(q->target_expr));
    if (truth >= 0 && (truth == 1) == (q->kind == QUESTION_INVERSE))
        diags_error(c->diags, expr_span(q->target_expr), "target",
                    "this is so already before anything is changed");
}

static void check_question(Checker *c, const Question *q)
{
    const Overlay *overlays[] = {&q->lines};
    Layer *layer = layer_new(c->lesson->sheet, overlays, 1, c->layer);
    check_answers(c, layer, q);
    check_is_open(c, layer, q);
    layer_free(layer);
    check_example(c, q);
}

/* A scene may show an error on purpose; it is said, not refused. */
static void check_scene(Checker *c, const Scene *scene)
{
    const Overlay *overlays[] = {&scene->lines};
    Layer *layer = layer_new(c->lesson->sheet, overlays, 1, c->layer);
    for (size_t i = 0; i < sheet_count(c->lesson->sheet); i++) {
        const char *name = sheet_definition(c->lesson->sheet, i)->name;
        const NodeError *error = layer_error(layer, layer_name(layer, name));
        bool is_new = error && !error->waits_for && !layer_error(c->layer, layer_name(c->layer, name));
        if (is_new)
            diags_add(c->diags, DIAG_WARNING, scene->span, "scene", "in this scene %s cannot be computed: %s",
                      name, error->text);
    }
    layer_free(layer);
}

static void check_show(void *context, const Block *block)
{
    for (size_t i = 0; i < block->as.show.count; i++) check_show_line(context, &block->as.show.lines[i]);
}

static void check_terms(void *context, const Block *block)
{
    Checker *c = context;
    for (size_t i = 0; i < block->as.terms.count; i++)
        check_expr(c, c->layer, block->as.terms.items[i].expr, false);
}

void check_values(Checker *c)
{
    check_definitions(c);
    walk_blocks(c->lesson, BLOCK_TERMS, check_terms, c);
    walk_prose(c, check_prose_numbers);
    walk_blocks(c->lesson, BLOCK_SHOW, check_show, c);
    for (size_t i = 0; i < c->lesson->n_questions; i++) check_question(c, c->lesson->questions[i]);
    for (size_t i = 0; i < c->lesson->n_scenes; i++) check_scene(c, c->lesson->scenes[i]);
}

void lesson_check(Lesson *lesson, Diags *diags)
{
    Checker c = {.lesson = lesson, .arena = arena_new(), .diags = diags, .budget = JOB_BUDGET};
    c.layer = layer_new(lesson->sheet, NULL, 0, NULL);
    check_values(&c);
    check_claims(&c);
    check_prose(&c);
    layer_free(c.layer);
    arena_free(c.arena);
}
