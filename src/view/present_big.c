/* Big numbers: the selected one in block digits, as large as the screen allows; below it where it comes from, and
 * the array that it belongs to, its row marked. Or that whole array in block digits.
 */
#include "view/digits.h"
#include "view/present.h"
#include <string.h>

enum {
    SCALE_MAX = 12,
    LIST_MAX = 12, /* rows of a vector under its big number */
    SIDES = 3      /* of a derivation */
};

/* ------------------------------------------------------------------ labels */

static int ndim_of(const Doc *doc, const ShowLine *line, size_t arg, size_t *rows, size_t *cols)
{
    Layer *now = doc->pen.layers[REF_NOW];
    const Value *value = arg < line->n_args ? layer_value(now, layer_node(now, line->args[arg].expr)) : NULL;
    *rows = value ? value->rows : 0;
    *cols = value ? value->cols : 0;
    return value && value->type != VALUE_STRING ? (int)value->ndim : 0;
}

/* Whether a vector of a picture lies across its rows: as a query over its keys, an output under its values. */
static bool lies_across(const Doc *doc, const ShowLine *line, size_t arg)
{
    size_t rows, cols, length, one;
    if (ndim_of(doc, line, arg, &one, &length) != 1) return false;
    if (line->kind == SHOW_PRODUCTS) return arg == 0;
    if (line->kind == SHOW_BLEND) return arg > 1;
    if (line->kind == SHOW_LOOKUP) return arg == 0;
    if (line->kind != SHOW_COLUMNS) return false;
    if (ndim_of(doc, line, arg + 1, &rows, &cols) == 2) return cols == length;
    return arg > 0 && ndim_of(doc, line, arg - 1, &rows, &cols) == 2 && cols == length && rows != length;
}

/* The labels that a picture of this lesson gives to the rows of an array; NULL: none does. */
static const PicArray *row_labels(const Doc *doc, NodeId node)
{
    const Screen *screen = &doc->setup.lesson->screens[doc->setup.screen];
    Layer *now = doc->pen.layers[REF_NOW];
    for (size_t s = 0; s < screen->n_steps; s++)
        for (size_t b = 0; b < screen->steps[s].n_blocks; b++) {
            const Block *block = &screen->steps[s].blocks[b];
            for (size_t i = 0; block->kind == BLOCK_SHOW && i < block->as.show.count; i++) {
                const ShowLine *line = &block->as.show.lines[i];
                const ShowOption *rows = show_option(line, "rows");
                for (size_t a = 0; rows && a < line->n_args; a++) {
                    if (layer_node(now, line->args[a].expr) != node || lies_across(doc, line, a)) continue;
                    PicArray *labels = arena_alloc(doc->pen.arena, sizeof *labels);
                    *labels = pen_array(&doc->pen, rows->expr, rows->value);
                    return labels;
                }
            }
        }
    return NULL;
}

static const char *array_name(const Doc *doc, ElementRef ref)
{
    Layer *layer = doc->pen.layers[ref.layer % REF_LAYERS];
    return layer ? view_display(doc->pen.arena, layer_text(layer, ref.node)) : "";
}

/* "α[2]  of k₃" */
static void name_runs(const Doc *doc, ElementRef ref, const PicArray *array, const PicArray *labels, Runs *runs)
{
    Layer *layer = doc->pen.layers[ref.layer % REF_LAYERS];
    const char *element = layer_element_text(layer, doc->pen.arena, ref);
    runs_text(&doc->pen, runs, ROLE_LABEL, view_display(doc->pen.arena, element));
    int width;
    size_t n = array_ndim(array) == 2 ? array_rows(array) : array_cols(array);
    size_t index = array_ndim(array) == 2 ? ref.row : ref.col;
    if (!labels || array_ndim(array) == 0 || index >= n) return;
    runs_text(&doc->pen, runs, ROLE_TEXT,
              arena_printf(doc->pen.arena, "   of %s", pen_labels(&doc->pen, labels, n, &width)[index]));
}

/* -------------------------------------------------------------- one number */

static void draw_digits(Doc *doc, const Number *number, int scale)
{
    DigitsSize size = digits_size(doc->pen.charset, number->text, scale);
    int spare = doc_room(doc, 0) - size.cols, row = doc_add_rows(doc, 0, size.rows);
    digits_draw(doc->panes[0], row, 1 + (spare > 0 ? spare / 2 : 0), number->text, scale, number->role,
                number_span(number, SPAN_LARGE));
}

/* The array around the number; nothing for a scalar. */
static Picture rest_of(const Doc *doc, const PicArray *array, const PicArray *labels)
{
    PicRoom room = {doc_room(doc, 0) < 72 ? doc_room(doc, 0) : 72, PIC_COMPACT};
    Picture none = {0};
    if (array_ndim(array) == 0) return none;
    if (array_ndim(array) == 1 && array_cols(array) <= LIST_MAX) {
        BarsSpec spec = {.arrays = array, .n = 1, .rows = labels};
        return pic_bars(&doc->pen, &spec, room);
    }
    MatrixSpec spec = {.arrays = array, .n = 1, .rows = labels};
    return pic_matrix(&doc->pen, &spec, room);
}

/* "= e^1.0000 / (e^0.5000 + e^0.5000 + e^1.0000)": as many sides as stand on one line, the last one at least. */
static Runs derivation(const Doc *doc, ElementRef ref)
{
    for (size_t most = SIDES;; most--) {
        Runs runs = {0};
        why_runs(&doc->pen, ref, most, &runs);
        if (most == 1 || runs_width(&doc->pen, &runs) <= doc_room(doc, 0)) return runs;
    }
}

static int wrapped_rows(const Doc *doc, const Runs *runs)
{
    return frame_wrap(NULL, doc->pen.charset, 0, 0, doc_room(doc, 0), -1, 2, runs->items, runs->n);
}

static void gap(Doc *doc, int rows)
{
    if (rows > 0) doc_add_rows(doc, 0, rows);
}

/* In place of digits that do not fit, or that have no block form. */
static void draw_plain(Doc *doc, const Number *number)
{
    Runs runs = {0};
    runs_number(&doc->pen, &runs, number);
    presented_centred(doc, &runs);
}

static void big_number(Doc *doc, ElementRef ref, const PicArray *array, int rows)
{
    Number number;
    const PicArray *labels = row_labels(doc, ref.node);
    if (!pen_number(&doc->pen, ref, NULL, &number)) return;
    Runs name = {0}, why = derivation(doc, ref);
    name_runs(doc, ref, array, labels, &name);
    Picture rest = rest_of(doc, array, labels);
    int below = rest.frame ? rest.frame->rows : 0, line = wrapped_rows(doc, &why);
    int air = rows >= 12 ? 2 : 0, left = rows - 1 - air - below - line - (below > 0) - (line > 0);
    int scale = digits_scale(doc->pen.charset, number.text, doc_room(doc, 0), left, SCALE_MAX);
    if (scale == 0) { /* the digits come before all else */
        rest.frame = NULL;
        air = 0;
        left = rows - 1 - line - (line > 0);
        below = 0;
        scale = digits_scale(doc->pen.charset, number.text, doc_room(doc, 0), left, SCALE_MAX);
    }
    int spare = left + air - digits_size(doc->pen.charset, number.text, scale).rows;
    int each = spare > 0 ? spare / 4 : 0;
    gap(doc, each);
    presented_centred(doc, &name);
    gap(doc, each);
    if (scale > 0)
        draw_digits(doc, &number, scale);
    else
        draw_plain(doc, &number);
    gap(doc, each + 1);
    presented_centred(doc, &why);
    if (below) gap(doc, each + (line > 0));
    size_t from = doc->panes[0]->n_spans;
    if (below) presented_picture(doc, &rest);
    bool is_listed = doc->panes[0]->n_spans > from;
    for (size_t i = 0; !is_listed && i < from; i++) { /* a number alone is its own target */
        if (doc->panes[0]->spans[i].kind != SPAN_LARGE) continue;
        doc_target(doc, 0, doc->panes[0]->spans[i]);
        break;
    }
}

/* ------------------------------------------------------------ a whole array */

typedef struct Grid {
    Number *numbers;
    size_t rows, cols; /* of elements on the screen */
    size_t n;
    bool is_matrix;
    int scale, cell_cols, cell_rows, gap;
    const char *const *labels; /* of its rows; NULL */
    int label_cols;
} Grid;

static bool grid_fits(const Doc *doc, Grid *grid, int cols, int rows)
{
    grid->cell_cols = 0;
    for (size_t i = 0; i < grid->n; i++) {
        DigitsSize size = digits_size(doc->pen.charset, grid->numbers[i].text, grid->scale);
        if (size.cols == 0) return false;
        if (size.cols > grid->cell_cols) grid->cell_cols = size.cols;
        grid->cell_rows = size.rows;
    }
    grid->gap = 2 * grid->scale + 1;
    int wide = (int)grid->cols * (grid->cell_cols + grid->gap) - grid->gap + 2 + grid->label_cols;
    int high = (int)grid->rows * (grid->cell_rows + 1) - 1;
    return wide <= cols && high <= rows;
}

/* A vector stands in as many columns as let its digits be largest, in the fewest of those; a matrix as it is. */
static bool choose_grid(const Doc *doc, Grid *grid, int cols, int rows)
{
    size_t fixed = grid->cols;
    for (grid->scale = SCALE_MAX; grid->scale > 0; grid->scale--)
        for (size_t n = grid->is_matrix ? fixed : 1; n <= (grid->is_matrix ? fixed : grid->n); n++) {
            grid->cols = n;
            grid->rows = (grid->n + n - 1) / n;
            if (grid_fits(doc, grid, cols, rows)) return true;
        }
    return false;
}

enum { GRID_MAX = 64 };

/* Of a matrix, and of a vector that stands in one column: room for them is kept either way. */
static void label_grid(const Doc *doc, const PicArray *array, NodeId node, Grid *grid)
{
    const PicArray *labels = row_labels(doc, node);
    size_t n = array_ndim(array) == 2 ? array_rows(array) : grid->n;
    if (!labels || array_ndim(array) == 0) return;
    grid->labels = pen_labels(&doc->pen, labels, n, &grid->label_cols);
    grid->label_cols += 3;
}

static bool make_grid(const Doc *doc, const PicArray *array, NodeId node, Grid *grid, int rows)
{
    size_t n_rows = array_ndim(array) == 2 ? array_rows(array) : 1, n_cols = array_cols(array);
    if (n_rows * n_cols == 0 || n_rows * n_cols > GRID_MAX) return false;
    *grid = (Grid){.n = n_rows * n_cols, .cols = n_cols, .is_matrix = array_ndim(array) == 2};
    grid->numbers = arena_array(doc->pen.arena, grid->n, sizeof *grid->numbers);
    for (size_t i = 0; i < grid->n; i++) grid->numbers[i] = pen_element(&doc->pen, array, i / n_cols, i % n_cols);
    label_grid(doc, array, node, grid);
    return choose_grid(doc, grid, doc_room(doc, 0), rows);
}

static void draw_grid(Doc *doc, const Grid *grid)
{
    int wide = (int)grid->cols * (grid->cell_cols + grid->gap) - grid->gap;
    bool is_labelled = grid->labels && (grid->is_matrix || grid->cols == 1) && grid->n > 1;
    int left = 1 + (doc_room(doc, 0) - wide - (is_labelled ? grid->label_cols : 0)) / 2;
    if (is_labelled) left += grid->label_cols;
    for (size_t r = 0; r < grid->rows; r++) {
        int row = doc_add_rows(doc, 0, grid->cell_rows + (r + 1 < grid->rows));
        if (is_labelled)
            frame_put(doc->panes[0], row + grid->cell_rows / 2, left - grid->label_cols, grid->label_cols - 2,
                      ROLE_LABEL, grid->labels[r]);
        for (size_t c = 0; c < grid->cols && r * grid->cols + c < grid->n; c++) {
            const Number *number = &grid->numbers[r * grid->cols + c];
            int width = digits_size(doc->pen.charset, number->text, grid->scale).cols;
            int col = left + (int)c * (grid->cell_cols + grid->gap) + grid->cell_cols - width;
            FrameSpan span = number_span(number, SPAN_LARGE);
            digits_draw(doc->panes[0], row, col, number->text, grid->scale, number->role, span);
            span.row = row + grid->cell_rows / 2;
            span.col = col;
            span.width = width;
            doc_target(doc, 0, span);
        }
    }
}

bool presented_array(Doc *doc, const PicArray *array, int rows)
{
    Grid grid;
    if (!make_grid(doc, array, array->base.node, &grid, rows)) return false;
    draw_grid(doc, &grid);
    return true;
}

static bool big_array(Doc *doc, ElementRef ref, const PicArray *array, int rows)
{
    Grid grid;
    if (!make_grid(doc, array, ref.node, &grid, rows - 2)) return false;
    int spare = rows - 2 - ((int)grid.rows * (grid.cell_rows + 1) - 1);
    Runs name = {0};
    runs_text(&doc->pen, &name, ROLE_LABEL, array_name(doc, ref));
    runs_text(&doc->pen, &name, ROLE_DIM,
              arena_printf(doc->pen.arena, "  %s", value_shape_text(doc->pen.arena, array->value)));
    gap(doc, spare / 3);
    presented_centred(doc, &name);
    gap(doc, 1 + spare / 3);
    draw_grid(doc, &grid);
    return true;
}

void presented_big(Doc *doc, const ViewState *state, int rows)
{
    ElementRef ref = state->selection;
    PicArray array = pen_array_node(&doc->pen, (RefLayer)ref.layer, ref.node, "");
    if (!array_is_numeric(&array)) {
        Picture error = picture_error(&doc->pen, &array, doc_room(doc, 0));
        gap(doc, 1);
        presented_picture(doc, &error);
        return;
    }
    array.label = array_name(doc, ref);
    if (state->present->big == BIG_ARRAY && big_array(doc, ref, &array, rows)) return;
    big_number(doc, ref, &array, rows);
}
