/* Influence: d(number)/d(input) beside each input.
 *
 * A slope is worked out by the sheet, but is no element of it: nothing lies below it that could be asked why.
 * So it is drawn in a role of its own, in a span that names both the number and the input.
 */
#include "view/beside.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    ALL_UP_TO = 64, /* elements of an input; of a larger one those are shown that matter most */
    LARGEST = 12
};

typedef struct Slope {
    ElementRef input;
    double d;
} Slope;

static int compare_slopes(const void *a, const void *b)
{
    const Slope *x = a, *y = b;
    double ax = fabs(x->d), ay = fabs(y->d);
    if (ax != ay) return ax < ay ? 1 : -1;
    if (x->input.row != y->input.row) return x->input.row < y->input.row ? -1 : 1;
    return x->input.col < y->input.col ? -1 : x->input.col > y->input.col;
}

static size_t all_slopes(Arena *arena, Layer *layer, ElementRef of, const Influence *influence,
                         Slope **slopes)
{
    size_t n = influence->state == GRADIENT_OK ? influence->rows * influence->cols : 0;
    NodeId node = layer_name(layer, influence->name);
    *slopes = arena_array(arena, n, sizeof **slopes);
    for (size_t i = 0; i < n; i++)
        (*slopes)[i] =
            (Slope){{of.layer, node, (uint32_t)(i / influence->cols), (uint32_t)(i % influence->cols)},
                    influence->d[i]};
    return n;
}

/* The slopes that are drawn, in the order in which they stand. */
static size_t shown_slopes(Arena *arena, Layer *layer, ElementRef of, const Influence *influence,
                           Slope **slopes)
{
    size_t n = all_slopes(arena, layer, of, influence, slopes);
    if (n <= ALL_UP_TO) return n;
    qsort(*slopes, n, sizeof **slopes, compare_slopes);
    return LARGEST;
}

size_t view_influence_inputs(Arena *arena, Layer *layer, ElementRef of, ElementRef **inputs)
{
    Influence *influences;
    size_t n = layer_influence(layer, arena, of, &influences), count = 0;
    *inputs = NULL;
    for (size_t i = 0; i < n; i++) {
        Slope *slopes;
        size_t more = shown_slopes(arena, layer, of, &influences[i], &slopes);
        *inputs = arena_grow(arena, *inputs, count, count + more, sizeof **inputs);
        for (size_t s = 0; s < more; s++) (*inputs)[count++] = slopes[s].input;
    }
    return count;
}

/* ----------------------------------------------------------------- numbers */

/* One format for all slopes of a panel, so that they can be compared; an exact zero is just that. */
static NumFormat slope_format(double largest)
{
    bool is_extreme = largest >= 1e6 || (largest > 0 && largest < 5e-4);
    return (NumFormat){is_extreme ? 'e' : 'f', true, false, is_extreme ? 2 : 4};
}

static TextRun slope_run(const Pen *pen, ElementRef of, const Slope *slope, NumFormat format)
{
    if (slope->d == 0) format = NUM_SHORTEST;
    const char *text = num_text(pen->arena, slope->d, NUM_F64, format);
    FrameSpan span = {.kind = SPAN_SLOPE, .ref = slope->input, .of = of, .format = format, .text = text};
    span.width = charset_width(pen->charset, text);
    return (TextRun){.utf8 = text, .role = ROLE_SLOPE, .is_span = true, .span = span};
}

static double largest_slope(const Influence *influences, size_t n)
{
    double largest = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; influences[i].state == GRADIENT_OK && k < influences[i].rows * influences[i].cols;
             k++)
            if (fabs(influences[i].d[k]) > largest) largest = fabs(influences[i].d[k]);
    return largest;
}

/* ------------------------------------------------------------------ drawing */

typedef struct InfluencePanel {
    const Pen *pen;
    Frame *frame;
    int width;
    ElementRef of;
    NumFormat format;
    size_t chosen, next; /* the chosen input; the one drawn next */
    int chosen_row;
    bool is_spoken; /* one line an element */
} InfluencePanel;

void panel_runs(const Pen *pen, Frame *frame, int col, int indent, const Runs *runs)
{
    int row = frame->rows, width = frame->cols - col > 1 ? frame->cols - col : 1;
    int used = frame_wrap(NULL, pen->charset, 0, 0, width, -1, indent, runs->items, runs->n);
    frame_resize_rows(frame, row + used);
    frame_wrap(frame, pen->charset, row, col, width, -1, indent, runs->items, runs->n);
}

/* A value with its slope under it; returns the cells that both take. */
static int draw_pair(InfluencePanel *panel, int row, int col, const Slope *slope, bool is_drawn)
{
    const Pen *pen = panel->pen;
    Number value = {.text = "", .width = 0};
    pen_number(pen, slope->input, NULL, &value);
    TextRun run = slope_run(pen, panel->of, slope, panel->format);
    int width = value.width > run.span.width ? value.width : run.span.width;
    if (!is_drawn) return width;
    bool is_chosen = panel->next++ == panel->chosen;
    pen_put(pen, panel->frame, row, col + width - value.width, &value);
    run.span.row = row + 1;
    run.span.col = col + width - run.span.width;
    frame_span(panel->frame, run.span);
    frame_put(panel->frame, row + 1, run.span.col, -1, ROLE_SLOPE, run.utf8);
    if (is_chosen) {
        frame_put(panel->frame, row, col + width - value.width - 1, 1, ROLE_KEY, ">");
        frame_mark(panel->frame, row, col + width - value.width, value.width, MARK_SELECTED);
        panel->chosen_row = row;
    }
    return width;
}

/* A row of an input, in as many lines as it takes. */
static void draw_line(InfluencePanel *panel, const char *label, const Slope *slopes, size_t n)
{
    const Pen *pen = panel->pen;
    int at = charset_width(pen->charset, label) + 2, least = charset_width(pen->charset, "slope") + 2,
        cell = 0;
    if (at < least) at = least;
    for (size_t i = 0; i < n; i++) {
        int width = draw_pair(panel, 0, 0, &slopes[i], false);
        if (width > cell) cell = width;
    }
    int room = panel->width - at - 1;
    size_t per_line = room > cell + 2 ? (size_t)(room / (cell + 2)) : 1;
    for (size_t from = 0; from < n; from += per_line) {
        int row = panel->frame->rows;
        frame_resize_rows(panel->frame, row + 2);
        frame_put(panel->frame, row, 0, at - 1, ROLE_LABEL, from ? "" : label);
        frame_put(panel->frame, row + 1, 0, at - 1, ROLE_DIM, "slope");
        for (size_t i = from; i < n && i < from + per_line; i++) {
            int width = draw_pair(panel, 0, 0, &slopes[i], false);
            draw_pair(panel, row, at + (int)(i - from) * (cell + 2) + cell - width, &slopes[i], true);
        }
    }
}

/* A line each; where these are the inputs that matter most, how many there are besides. */
static void draw_lines(InfluencePanel *panel, Layer *layer, const Slope *slopes, size_t n, size_t all)
{
    const Pen *pen = panel->pen;
    for (size_t i = 0; i < n; i++) {
        Runs runs = {0};
        bool is_chosen = panel->next++ == panel->chosen;
        Number value;
        const char *name = layer_element_text(layer, pen->arena, slopes[i].input);
        if (is_chosen) panel->chosen_row = panel->frame->rows;
        runs_text(pen, &runs, is_chosen ? ROLE_KEY : ROLE_TEXT, is_chosen ? ">" : " ");
        runs_text(pen, &runs, ROLE_LABEL, view_display(pen->arena, name));
        runs_text(pen, &runs, ROLE_TEXT, " = ");
        if (pen_number(pen, slopes[i].input, NULL, &value)) runs_number(pen, &runs, &value);
        runs_text(pen, &runs, ROLE_DIM, "   slope ");
        runs_add(pen, &runs, slope_run(pen, panel->of, &slopes[i], panel->format));
        panel_runs(pen, panel->frame, 0, 2, &runs);
    }
    if (n == all) return;
    Runs rest = {0};
    runs_text(pen, &rest, ROLE_PAGE, arena_printf(pen->arena, "  %zu more, none of them steeper", all - n));
    panel_runs(pen, panel->frame, 0, 2, &rest);
}

static void draw_words(InfluencePanel *panel, const char *name, const char *text)
{
    Runs runs = {0};
    runs_text(panel->pen, &runs, ROLE_LABEL, view_display(panel->pen->arena, name));
    runs_text(panel->pen, &runs, ROLE_DIM, arena_printf(panel->pen->arena, "  %s", text ? text : ""));
    panel_runs(panel->pen, panel->frame, 0, 2, &runs);
}

static void draw_input(InfluencePanel *panel, Layer *layer, const Influence *influence)
{
    Arena *arena = panel->pen->arena;
    Slope *slopes;
    if (influence->state != GRADIENT_OK) {
        draw_words(panel, influence->name, influence->text);
        return;
    }
    size_t n = shown_slopes(arena, layer, panel->of, influence, &slopes),
           all = influence->rows * influence->cols;
    const char *name = view_display(arena, influence->name);
    if (n < all || panel->is_spoken)
        draw_lines(panel, layer, slopes, n, all);
    else if (influence->rows <= 1)
        draw_line(panel, name, slopes, n);
    else
        for (size_t r = 0; r < influence->rows; r++)
            draw_line(panel, arena_printf(arena, "%s[%zu]", name, r), slopes + r * influence->cols,
                      influence->cols);
}

Frame *influence_spoken(const Pen *pen, ElementRef of, int width)
{
    Layer *layer = pen->layers[of.layer % REF_LAYERS];
    Influence *influences;
    size_t n = layer_influence(layer, pen->arena, of, &influences);
    InfluencePanel panel = {.pen = pen,
                            .frame = frame_new(pen->arena, 0, width, pen->charset),
                            .width = width,
                            .of = of,
                            .format = slope_format(largest_slope(influences, n)),
                            .chosen = SIZE_MAX,
                            .is_spoken = true};
    const char *name = view_display(pen->arena, layer_element_text(layer, pen->arena, of));
    Runs head = {0};
    runs_text(pen, &head, ROLE_DIM,
              n ? arena_printf(pen->arena, "By how much %s moves, for each unit of an input:", name)
                : "No input moves it.");
    panel_runs(pen, panel.frame, 0, 0, &head);
    for (size_t i = 0; i < n; i++) draw_input(&panel, layer, &influences[i]);
    return panel.frame;
}

WhyPanel influence_layout(const Pen *pen, const ViewState *state, int width)
{
    ElementRef of = state->selection;
    Layer *layer = pen->layers[of.layer % REF_LAYERS];
    const char *name = layer ? view_display(pen->arena, layer_element_text(layer, pen->arena, of)) : "";
    WhyPanel result = {.title = arena_printf(pen->arena, "what moves %s", name)};
    result.frame = frame_new(pen->arena, 0, width > 0 ? width : 0, pen->charset);
    if (width <= 0) return result;
    Influence *influences = NULL;
    size_t n = layer ? layer_influence(layer, pen->arena, of, &influences) : 0;
    InfluencePanel panel = {
        .pen = pen, .frame = result.frame, .width = width, .of = of, .chosen = state->input};
    panel.format = slope_format(largest_slope(influences, n));
    Runs head = {0};
    runs_text(pen, &head, ROLE_DIM,
              n ? arena_printf(pen->arena,
                               "The slope under an input: by how much %s moves, for each unit of it.", name)
                : "No input moves it.");
    panel_runs(pen, panel.frame, 0, 0, &head);
    for (size_t i = 0; i < n; i++) draw_input(&panel, layer, &influences[i]);
    result.chosen = panel.chosen_row;
    return result;
}
