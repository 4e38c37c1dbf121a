/* From a lesson's inlines to runs that wrap. */
#include "view/prose.h"
#include "heed/math.h"
#include <string.h>

void runs_add(const Pen *pen, Runs *runs, TextRun run)
{
    if (runs->n == runs->cap) {
        size_t cap = runs->cap ? runs->cap * 2 : 32;
        runs->items = arena_grow(pen->arena, runs->items, runs->n, cap, sizeof *runs->items);
        runs->cap = cap;
    }
    runs->items[runs->n++] = run;
}

void runs_text(const Pen *pen, Runs *runs, Role role, const char *text)
{
    runs_add(pen, runs, (TextRun){.utf8 = text, .role = role});
}

void runs_number(const Pen *pen, Runs *runs, const Number *number)
{
    TextRun both[2];
    size_t n = number_runs(number, both);
    for (size_t i = 0; i < n; i++) runs_add(pen, runs, both[i]);
}

int runs_width(const Pen *pen, const Runs *runs)
{
    int width = 0;
    for (size_t i = 0; i < runs->n; i++) width += charset_width(pen->charset, runs->items[i].utf8);
    return width;
}

/* ----------------------------------------------------------------- numbers */

/* More elements than this are too many for a sentence. */
enum { SENTENCE_MAX = 24 };

static bool is_asked(NumFormat format)
{
    return format.type != 0 || format.plus || format.comma || format.precision >= 0;
}

static void array_runs(const Pen *pen, Runs *runs, const PicArray *array)
{
    size_t rows = array_rows(array), cols = array_cols(array);
    bool is_matrix = array_ndim(array) == 2;
    if (is_matrix) runs_text(pen, runs, ROLE_TEXT, "[");
    for (size_t r = 0; r < rows; r++) {
        runs_text(pen, runs, ROLE_TEXT, r ? " [" : "[");
        for (size_t c = 0; c < cols; c++) {
            if (c) runs_text(pen, runs, ROLE_TEXT, " ");
            Number number = pen_element(pen, array, r, c);
            runs_number(pen, runs, &number);
        }
        runs_text(pen, runs, ROLE_TEXT, "]");
    }
    if (is_matrix) runs_text(pen, runs, ROLE_TEXT, "]");
}

void value_runs(const Pen *pen, Runs *runs, const PicArray *array)
{
    if (!array->value) {
        runs_text(pen, runs, array->is_waiting ? ROLE_DIM : ROLE_BAD,
                  arena_printf(pen->arena, array->is_waiting ? "(%s)" : "✗ %s", array->error));
    } else if (value_count(array->value) > SENTENCE_MAX) {
        runs_text(pen, runs, ROLE_DIM,
                  arena_printf(pen->arena, "%s numbers", value_shape_text(pen->arena, array->value)));
    } else if (array_ndim(array) == 0) {
        Number number = pen_element(pen, array, 0, 0);
        runs_number(pen, runs, &number);
    } else {
        array_runs(pen, runs, array);
    }
}

void inline_number_runs(const Pen *pen, Runs *runs, const Expr *expr, NumFormat format)
{
    PicArray array = pen_array(pen, expr, "");
    if (is_asked(format) && array_is_numeric(&array)) pen_array_format(&array, format);
    value_runs(pen, runs, &array);
}

/* ----------------------------------------------------------------- inlines */

static void inline_runs(const Pen *pen, Runs *runs, const Inline *item, Role role);

static void children_runs(const Pen *pen, Runs *runs, const Inline *item, Role role)
{
    for (size_t i = 0; i < item->n_children; i++) inline_runs(pen, runs, &item->children[i], role);
}

static void inline_runs(const Pen *pen, Runs *runs, const Inline *item, Role role)
{
    switch (item->kind) {
    case INLINE_TEXT: runs_text(pen, runs, role, item->text); break;
    case INLINE_STRONG:
    case INLINE_EMPH: children_runs(pen, runs, item, ROLE_EMPH); break;
    case INLINE_CODE: runs_text(pen, runs, ROLE_CODE, item->text); break;
    case INLINE_MATH: runs_text(pen, runs, ROLE_LABEL, math_inline(pen->arena, item->math)); break;
    case INLINE_NUMBER: inline_number_runs(pen, runs, item->expr, item->format); break;
    case INLINE_LINK:
        children_runs(pen, runs, item, role);
        if (item->target && strncmp(item->target, "http", 4) == 0)
            runs_text(pen, runs, ROLE_DIM, arena_printf(pen->arena, " <%s>", item->target));
        break;
    case INLINE_PRINTED:
        runs_text(pen, runs, ROLE_SOURCE, arena_printf(pen->arena, "[as printed: %s]", item->text));
        break;
    }
}

void prose_runs(const Pen *pen, Runs *runs, const Prose *prose, Role role)
{
    for (size_t i = 0; i < prose->count; i++) inline_runs(pen, runs, &prose->items[i], role);
}

static void walk_inline(const Inline *item, void (*visit)(void *context, const Inline *item), void *context)
{
    visit(context, item);
    for (size_t i = 0; i < item->n_children; i++) walk_inline(&item->children[i], visit, context);
}

void prose_walk(const Prose *prose, void (*visit)(void *context, const Inline *item), void *context)
{
    for (size_t i = 0; i < prose->count; i++) walk_inline(&prose->items[i], visit, context);
}
