/* Matrices side by side, and the bars of vectors. */
#include "view/picture.h"
#include <string.h>

enum { MATRIX_ROWS = 24, MATRIX_COLS = 24, HEAT_CELLS = 2, MATRIX_GAP = 4 };

static int max_int(int a, int b)
{
    return a > b ? a : b;
}

/* --------------------------------------------------------------- one matrix */

typedef struct Grid {
    const Pen *pen;
    const PicArray *array;
    size_t rows[MATRIX_ROWS], cols[MATRIX_COLS];
    size_t n_rows, n_cols;
    const char *const *row_labels, *const *col_labels;
    int label_width, cell_width, heat;
    bool has_col_labels;
    double low, high;
} Grid;

static void measure_cells(Grid *grid, int col_label_width)
{
    grid->cell_width = grid->has_col_labels ? (col_label_width < 10 ? col_label_width : 10) : 1;
    for (size_t i = 0; i < grid->n_rows; i++)
        for (size_t k = 0; k < grid->n_cols; k++) {
            if (grid->rows[i] == ELIDED || grid->cols[k] == ELIDED) continue;
            Number number = pen_element(grid->pen, grid->array, grid->rows[i], grid->cols[k]);
            grid->cell_width = max_int(grid->cell_width, number.width);
        }
}

static Grid grid_new(const Pen *pen, const PicArray *array, const PicArray *rows, const PicArray *cols)
{
    Grid grid = {.pen = pen, .array = array};
    size_t n_rows = array_rows(array), n_cols = array_cols(array);
    grid.n_rows = elide(n_rows, MATRIX_ROWS, grid.rows);
    grid.n_cols = elide(n_cols, MATRIX_COLS, grid.cols);
    int col_label_width = 0;
    bool is_column_like = array_ndim(array) == 2;
    grid.row_labels = pen_labels(pen, is_column_like ? rows : NULL, n_rows, &grid.label_width);
    grid.col_labels = pen_labels(pen, cols, n_cols, &col_label_width);
    grid.has_col_labels = col_label_width > 0;
    bool is_heat = array->style && strcmp(array->style, "heat") == 0 && array_is_numeric(array);
    grid.heat = is_heat ? HEAT_CELLS : 0;
    if (is_heat) bar_scale(array, 1, &grid.low, &grid.high);
    measure_cells(&grid, col_label_width);
    return grid;
}

/* A cell and the blanks around it: one before, and one behind for its star. */
static int grid_pitch(const Grid *grid)
{
    return grid->heat + grid->cell_width + (grid->heat ? 4 : 2);
}

/* Where the number of a cell that begins at `col` ends: a blank stands between its shade and it. */
static int number_end(const Grid *grid, int col)
{
    return col + grid->heat + (grid->heat > 0) + grid->cell_width;
}

/* A mark for the number behind it. */
static void draw_shade(const Grid *grid, Frame *frame, int row, int col, size_t r, size_t c,
                       const Number *number)
{
    double share = (array_at(grid->array, r, c) - grid->low) / (grid->high - grid->low);
    draw_heat(frame, row, col, grid->heat, share);
    FrameSpan span = number_span(number, SPAN_MARK);
    span.row = row;
    span.col = col;
    span.width = grid->heat;
    if (number->ref.node) frame_span(frame, span);
}

static void draw_grid_row(const Grid *grid, Frame *frame, int row, int col, size_t r)
{
    const Pen *pen = grid->pen;
    for (size_t k = 0; k < grid->n_cols; k++, col += grid_pitch(grid)) {
        size_t c = grid->cols[k];
        if (r == ELIDED || c == ELIDED) {
            frame_put(frame, row, col + grid->heat + grid->cell_width - 1, 1, ROLE_DIM,
                      r == ELIDED ? "⋮" : "…");
            continue;
        }
        Number number = pen_element(pen, grid->array, r, c);
        if (grid->heat) draw_shade(grid, frame, row, col, r, c, &number);
        pen_put_right(pen, frame, row, number_end(grid, col), &number);
    }
}

static void draw_col_labels(const Grid *grid, Frame *frame, int row, int col)
{
    for (size_t k = 0; k < grid->n_cols; k++, col += grid_pitch(grid)) {
        if (grid->cols[k] == ELIDED) continue;
        const char *label = grid->col_labels[grid->cols[k]];
        int width = max_int(1, charset_width(frame->charset, label)), room = number_end(grid, 0);
        frame_put_fit(frame, row, col + (width < room ? room - width : 0), room, ROLE_LABEL, label);
    }
}

static const char *summary(const Grid *grid)
{
    size_t rows = array_rows(grid->array), cols = array_cols(grid->array);
    if (rows <= MATRIX_ROWS && cols <= MATRIX_COLS) return NULL;
    return arena_printf(grid->pen->arena, "%zu × %zu, the ends of it shown", rows, cols);
}

static Picture pic_grid(const Pen *pen, const PicArray *array, const PicArray *rows, const PicArray *cols)
{
    Grid grid = grid_new(pen, array, rows, cols);
    int left = grid.label_width ? grid.label_width + 1 : 0, pitch = grid_pitch(&grid);
    int header = (*array->label != '\0') + grid.has_col_labels, inner = (int)grid.n_cols * pitch;
    const char *note = summary(&grid);
    int width = left + 2 + inner + 1, name = charset_width(pen->charset, array->label);
    Picture picture =
        picture_new(pen, header + (int)grid.n_rows + (note != NULL), max_int(width, left + name));
    Frame *frame = picture.frame;
    if (*array->label) put_centered(frame, 0, left, max_int(width - left, name), ROLE_LABEL, array->label);
    if (grid.has_col_labels) draw_col_labels(&grid, frame, header - 1, left + 2);
    for (size_t i = 0; i < grid.n_rows; i++) {
        int row = header + (int)i;
        size_t r = grid.rows[i];
        if (r != ELIDED) frame_put(frame, row, 0, grid.label_width, ROLE_LABEL, grid.row_labels[r]);
        if (array->is_input) {
            frame_put(frame, row, left, 1, ROLE_LABEL, "[");
            frame_put(frame, row, left + 2 + inner - 1, 1, ROLE_LABEL, "]");
        }
        draw_grid_row(&grid, frame, row, left + 2, r);
    }
    if (note) frame_put(frame, frame->rows - 1, left, -1, ROLE_PAGE, note);
    picture.fixed = left;
    picture.header_rows = header;
    for (size_t k = 0; k < grid.n_cols; k++)
        picture_break(pen, &picture, k ? left + 1 + (int)k * pitch : left,
                      grid.has_col_labels && grid.cols[k] != ELIDED ? grid.col_labels[grid.cols[k]] : "");
    return picture;
}

Picture pic_matrix(const Pen *pen, const MatrixSpec *spec, PicRoom room)
{
    Picture *parts = arena_array(pen->arena, spec->n, sizeof *parts);
    for (size_t i = 0; i < spec->n; i++) {
        const PicArray *array = &spec->arrays[i];
        parts[i] =
            array->value ? pic_grid(pen, array, spec->rows, spec->cols) : picture_error(pen, array, 30);
    }
    Picture whole = picture_flow(pen, parts, spec->n, MATRIX_GAP, room.cols);
    if (spec->n > 1) whole.header_rows = 0;
    return whole;
}

/* --------------------------------------------------------------------- bars */

static size_t bars_length(const PicArray *array)
{
    return array_ndim(array) == 2 ? array_rows(array) * array_cols(array) : array_cols(array);
}

static size_t bars_row(const PicArray *array, size_t i)
{
    return array_ndim(array) == 2 && array_cols(array) ? i / array_cols(array) : 0;
}

static size_t bars_col(const PicArray *array, size_t i)
{
    return array_ndim(array) == 2 && array_cols(array) ? i % array_cols(array) : i;
}

static Picture bars_of(const Pen *pen, const BarsSpec *spec, const PicArray *array, double low, double high,
                       int cols)
{
    size_t n = bars_length(array), shown[MATRIX_ROWS];
    size_t n_shown = elide(n, MATRIX_ROWS, shown);
    int label_width, number_width = 1;
    const char *const *labels = pen_labels(pen, spec->rows, n, &label_width);
    for (size_t i = 0; i < n_shown; i++)
        if (shown[i] != ELIDED)
            number_width =
                max_int(number_width,
                        pen_element(pen, array, bars_row(array, shown[i]), bars_col(array, shown[i])).width);
    int number_end = label_width + (label_width ? 3 : 1) + number_width, bar = cols - number_end - 3;
    if (bar < 4) bar = 4;
    if (bar > 48) bar = 48;
    Picture picture = picture_new(pen, 1 + (int)n_shown, number_end + 2 + bar);
    Frame *frame = picture.frame;
    int start = number_end - number_width, name = charset_width(pen->charset, array->label);
    if (name > number_width) /* over its bars, as far as they reach */
        frame_put_fit(frame, 0, start, frame->cols - start, ROLE_LABEL, array->label);
    else
        put_centered(frame, 0, start, number_width, ROLE_LABEL, array->label);
    for (size_t i = 0; i < n_shown; i++) {
        int row = 1 + (int)i;
        if (shown[i] == ELIDED) {
            frame_printf(frame, row, 0, ROLE_PAGE, "⋮ %zu more", n - n_shown + 1);
            continue;
        }
        size_t r = bars_row(array, shown[i]), c = bars_col(array, shown[i]);
        Number number = pen_element(pen, array, r, c);
        frame_put(frame, row, 0, label_width, ROLE_LABEL, labels[shown[i]]);
        pen_put_right(pen, frame, row, number_end, &number);
        draw_signed_bar(frame, row, number_end + 2, bar, low, high, array_at(array, r, c));
        FrameSpan span = number_span(&number, SPAN_MARK);
        span.row = row;
        span.col = number_end + 2;
        span.width = bar;
        if (number.ref.node) frame_span(frame, span);
    }
    picture.header_rows = 1;
    return picture;
}

Picture pic_bars(const Pen *pen, const BarsSpec *spec, PicRoom room)
{
    double low, high;
    bar_scale(spec->arrays, spec->n, &low, &high);
    if (spec->scale.has_low && spec->scale.low <= 0) low = spec->scale.low;
    if (spec->scale.has_high && spec->scale.high >= 0) high = spec->scale.high;
    if (!(high > low)) high = low + 1;
    int gap = 4, n = (int)spec->n, each = (room.cols - gap * (n - 1)) / n;
    if (each < 24) each = room.cols;
    Picture *parts = arena_array(pen->arena, spec->n, sizeof *parts);
    for (size_t i = 0; i < spec->n; i++)
        parts[i] = array_is_numeric(&spec->arrays[i]) ? bars_of(pen, spec, &spec->arrays[i], low, high, each)
                                                      : picture_error(pen, &spec->arrays[i], each);
    return picture_flow(pen, parts, spec->n, gap, room.cols);
}
