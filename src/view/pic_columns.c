/* The pipeline as a table.
 *
 * Each array is a column. A vector is a column of numbers; a matrix is a column of
 * bracketed rows, with the vector that it is multiplied by (its query) over it and
 * the vector that its rows are blended to under it, each number above or below the
 * column it meets. What an operation does stands under the column it makes. Every
 * number has a blank on either side: for its `*`, and for the selection's marks.
 */
#include "view/picture.h"
#include <math.h>
#include <string.h>

enum {
    MAX_ROWS = 24,
    MAX_ELEMENTS = 12,
    BAR_LEAST = 2,
    BAR_MIN = 6,
    BAR_MAX = 24,
    HEAT_CELLS = 3,
    LABEL_GAP = 3
};

typedef struct Column {
    const PicArray *array;
    const PicArray *over, *below; /* of a matrix */
    const PicArray *was;          /* `below` before the last edit, where that changed it */
    const char *under;            /* the text below the numbers; "" for none */
    const PicArray *under_value;
    size_t elements[MAX_ELEMENTS]; /* of a matrix: the ones shown */
    size_t n_elements;
    int number_width; /* of each element */
    int lead;         /* cells before a bracket: names */
    int width;        /* without what is drawn behind the numbers */
    int drawn;        /* cells of the bar or shade behind them */
    double low, high; /* of bars and shades */
} Column;

typedef struct Table {
    const Pen *pen;
    Column *columns;
    size_t n_columns;
    size_t n; /* rows of the arrays */
    size_t shown[MAX_ROWS];
    size_t n_shown;
    const char *const *labels;
    int label_width;
    int indent;
    bool has_footer, has_was;
} Table;

static bool is_matrix(const PicArray *array)
{
    return array_ndim(array) == 2;
}

static size_t length(const PicArray *array)
{
    return is_matrix(array) ? array_rows(array) : array_ndim(array) == 1 ? array_cols(array) : 1;
}

/* The number of rows: a matrix decides; without one, the labels or the longest vector. */
static size_t table_rows(const ColumnsSpec *spec)
{
    size_t n = 0;
    for (size_t i = 0; i < spec->n; i++)
        if (is_matrix(&spec->arrays[i]) && array_rows(&spec->arrays[i]) > n) n = array_rows(&spec->arrays[i]);
    if (n > 0) return n;
    for (size_t i = 0; i < spec->n; i++)
        if (length(&spec->arrays[i]) > n) n = length(&spec->arrays[i]);
    if (n == 0 && spec->rows && spec->rows->value) n = value_count(spec->rows->value);
    return n ? n : 1;
}

static int elements_width(const Pen *pen, const PicArray *array, const Column *column)
{
    int width = 1;
    for (size_t r = 0; array && r < array_rows(array); r++) {
        if (r == MAX_ROWS * 4) break;
        for (size_t k = 0; k < column->n_elements; k++) {
            if (column->elements[k] == ELIDED) continue;
            int cells = pen_element(pen, array, r, column->elements[k]).width;
            if (cells > width) width = cells;
        }
    }
    return width;
}

static int max_int(int a, int b)
{
    return a > b ? a : b;
}

static int label_cells(const Pen *pen, const PicArray *array)
{
    return array ? charset_width(pen->charset, array->label) : 0;
}

static int matrix_row_width(const Column *column)
{
    int n = (int)column->n_elements;
    return n ? 4 + n * column->number_width + (n - 1) * 2 : 4;
}

static void measure_matrix(const Pen *pen, Column *column)
{
    column->n_elements = elide(array_cols(column->array), MAX_ELEMENTS, column->elements);
    column->number_width = elements_width(pen, column->array, column);
    column->number_width = max_int(column->number_width, elements_width(pen, column->over, column));
    column->number_width = max_int(column->number_width, elements_width(pen, column->below, column));
    int names = max_int(label_cells(pen, column->over), label_cells(pen, column->below));
    if (column->was) names = max_int(names, label_cells(pen, column->was));
    if (column->over) names = max_int(names, label_cells(pen, column->array));
    column->lead = names ? names + 1 : 0;
    column->width = max_int(column->lead + matrix_row_width(column), label_cells(pen, column->array));
}

/* The element of a column of numbers that stands in row r. */
static Number vector_number(const Pen *pen, const PicArray *array, size_t r)
{
    return array_ndim(array) == 1 ? pen_element(pen, array, 0, r) : pen_element(pen, array, r, 0);
}

/* A column of ✓ and –: of truth values, or of what a picture itself points out. */
static bool is_ticks(const PicArray *array)
{
    return array->style && strcmp(array->style, "ticks") == 0 && array_is_numeric(array);
}

static int under_prefix(const Pen *pen, const Column *column)
{
    int cells = charset_width(pen->charset, column->under);
    return cells && column->under_value ? cells + 1 : cells;
}

static void measure_vector(const Table *table, Column *column)
{
    const Pen *pen = table->pen;
    if (!column->array->value) column->number_width = 9; /* two short words of an error */
    for (size_t i = 0; i < table->n_shown; i++) {
        if (!column->array->value || table->shown[i] == ELIDED || table->shown[i] >= length(column->array))
            continue;
        int cells = is_ticks(column->array) ? 1 : vector_number(pen, column->array, table->shown[i]).width;
        column->number_width = max_int(column->number_width, cells);
    }
    int under = under_prefix(pen, column);
    if (column->under_value) {
        Number sum = pen_element(pen, column->under_value, 0, 0);
        column->number_width = max_int(column->number_width, sum.width);
        under += column->number_width;
    }
    column->width = max_int(max_int(column->number_width, under), label_cells(pen, column->array));
    const char *style = column->array->style;
    if (style && array_is_numeric(column->array) && !is_ticks(column->array)) {
        column->drawn = strcmp(style, "bars") == 0 ? BAR_MIN : HEAT_CELLS;
        bar_scale(column->array, 1, &column->low, &column->high);
    }
}

/* Which vectors stand over and under matrices: the rest are columns. */
static void gather_columns(Table *table, const ColumnsSpec *spec)
{
    table->columns = arena_array(table->pen->arena, spec->n ? spec->n : 1, sizeof *table->columns);
    for (size_t i = 0; i < spec->n; i++) {
        const PicArray *array = &spec->arrays[i];
        const PicArray *next = i + 1 < spec->n ? &spec->arrays[i + 1] : NULL;
        bool is_vector = array_ndim(array) == 1 && array->value->type != VALUE_STRING;
        bool is_other = is_vector && length(array) != table->n;
        Column *last = table->n_columns ? &table->columns[table->n_columns - 1] : NULL;
        if (is_vector && next && is_matrix(next) && (is_other || array_cols(array) == array_cols(next))) {
            table->columns[table->n_columns++] = (Column){.array = next, .over = array, .under = ""};
            i++;
        } else if (is_other && last && is_matrix(last->array) && !last->below &&
                   array_cols(last->array) == array_cols(array)) {
            last->below = array;
        } else {
            table->columns[table->n_columns++] = (Column){.array = array, .under = ""};
        }
    }
}

static void assign_under(Table *table, const ColumnsSpec *spec)
{
    size_t next = 0;
    for (size_t i = 0; i < table->n_columns; i++) {
        Column *column = &table->columns[i];
        if (column->below) table->has_footer = true;
        column->was = pen_was(table->pen, column->below);
        if (column->was) table->has_was = true;
        if (is_matrix(column->array) || next >= spec->n_under) continue;
        column->under = spec->under[next];
        if (spec->under_values[next].value) column->under_value = &spec->under_values[next];
        if (*column->under || column->under_value) table->has_footer = true;
        next++;
    }
}

static void measure(Table *table, const ColumnsSpec *spec)
{
    table->n = table_rows(spec);
    table->n_shown = elide(table->n, MAX_ROWS, table->shown);
    gather_columns(table, spec);
    assign_under(table, spec);
    table->labels = pen_labels(table->pen, spec->rows, table->n, &table->label_width);
    for (size_t i = 0; i < table->n_columns; i++) {
        Column *column = &table->columns[i];
        if (is_matrix(column->array))
            measure_matrix(table->pen, column);
        else
            measure_vector(table, column);
    }
}

size_t columns_of_numbers(const Pen *pen, const ColumnsSpec *spec, size_t *indices)
{
    Table table = {.pen = pen, .n = table_rows(spec)};
    size_t n = 0;
    gather_columns(&table, spec);
    for (size_t i = 0; i < table.n_columns; i++)
        if (!is_matrix(table.columns[i].array))
            indices[n++] = (size_t)(table.columns[i].array - spec->arrays);
    return n;
}

/* ------------------------------------------------------------------ drawing */

/* One row of a matrix, or a vector that belongs to it. */
static void draw_matrix_row(const Table *table, Frame *frame, int row, int col, const Column *column,
                            const PicArray *array, size_t r)
{
    const Pen *pen = table->pen;
    int at = col + column->lead;
    if (array->is_input) {
        frame_put(frame, row, at, 1, ROLE_LABEL, "[");
        frame_put(frame, row, at + matrix_row_width(column) - 1, 1, ROLE_LABEL, "]");
    }
    at += 2;
    for (size_t k = 0; k < column->n_elements; k++, at += column->number_width + 2) {
        if (column->elements[k] == ELIDED) {
            frame_put(frame, row, at, column->number_width, ROLE_DIM, "…");
            continue;
        }
        Number number = pen_element(pen, array, r, column->elements[k]);
        pen_put_right(pen, frame, row, at + column->number_width, &number);
    }
}

static void draw_name(const Table *table, Frame *frame, int row, int col, const Column *column,
                      const char *name)
{
    int cells = charset_width(table->pen->charset, name);
    frame_put(frame, row, col + column->lead - 1 - cells, cells, ROLE_LABEL, name);
}

static void draw_matrix(const Table *table, Frame *frame, int col, const Column *column)
{
    const PicArray *array = column->array;
    int footer = 1 + (int)table->n_shown;
    if (column->over) {
        draw_name(table, frame, 0, col, column, column->over->label);
        draw_matrix_row(table, frame, 0, col, column, column->over, 0);
        draw_name(table, frame, 1, col, column, array->label);
    } else {
        put_centered(frame, 0, col + column->lead, column->width - column->lead, ROLE_LABEL, array->label);
    }
    for (size_t i = 0; i < table->n_shown; i++)
        if (table->shown[i] != ELIDED && table->shown[i] < array_rows(array))
            draw_matrix_row(table, frame, 1 + (int)i, col, column, array, table->shown[i]);
    if (column->below) {
        draw_name(table, frame, footer, col, column, column->below->label);
        draw_matrix_row(table, frame, footer, col, column, column->below, 0);
    }
    if (column->was) {
        draw_name(table, frame, footer + 1, col, column, column->was->label);
        draw_matrix_row(table, frame, footer + 1, col, column, column->was, 0);
    }
}

static void draw_behind(const Column *column, Frame *frame, int row, int col, double value)
{
    if (!column->drawn) return;
    bool is_bar = strcmp(column->array->style, "bars") == 0;
    if (is_bar)
        draw_signed_bar(frame, row, col, column->drawn, column->low, column->high, value);
    else
        draw_heat(frame, row, col, column->drawn, (value - column->low) / (column->high - column->low));
}

/* Bars and shades belong to their number: a click on one finds it. */
static void mark_behind(const Column *column, Frame *frame, int row, int col, const Number *number)
{
    FrameSpan span = number_span(number, SPAN_MARK);
    span.row = row;
    span.col = col;
    span.width = column->drawn;
    if (column->drawn && number->ref.node) frame_span(frame, span);
}

static void draw_under(const Table *table, Frame *frame, int row, int col, int end, const Column *column)
{
    const Pen *pen = table->pen;
    if (!column->under_value) {
        put_centered(frame, row, col, column->width, ROLE_LABEL, column->under);
        return;
    }
    Number sum = pen_element(pen, column->under_value, 0, 0);
    int cells = charset_width(pen->charset, column->under);
    frame_put(frame, row, end - sum.width - 1 - cells, cells, ROLE_LABEL, column->under);
    pen_put_right(pen, frame, row, end, &sum);
}

static void draw_column_error(const Table *table, Frame *frame, int col, const Column *column)
{
    const PicArray *array = column->array;
    TextRun run = {.utf8 = array->is_waiting ? array->error : "✗ error",
                   .role = array->is_waiting ? ROLE_DIM : ROLE_BAD};
    frame_wrap(frame, table->pen->charset, 1, col, column->width, (int)table->n_shown, 0, &run, 1);
}

static void draw_tick(Frame *frame, int row, int col, const Number *number, double value)
{
    FrameSpan span = number_span(number, SPAN_MARK);
    span.row = row;
    span.col = col;
    span.width = 1;
    if (number->ref.node) frame_span(frame, span);
    frame_put(frame, row, col, 1, value != 0 ? ROLE_GOOD : ROLE_DIM, value != 0 ? "✓" : "–");
}

static void draw_vector(const Table *table, Frame *frame, int col, const Column *column)
{
    const PicArray *array = column->array;
    put_centered(frame, 0, col, column->width, ROLE_LABEL, array->label);
    /* numbers stand under the middle of their heading, yet in line with a sum behind its Σ */
    int slack = column->width - column->number_width;
    int end = col + column->width - (column->under_value ? 0 : slack / 2);
    if (!array->value) draw_column_error(table, frame, col, column);
    for (size_t i = 0; array->value && i < table->n_shown; i++) {
        size_t r = table->shown[i];
        if (r == ELIDED || r >= length(array)) continue;
        int row = 1 + (int)i, behind = col + column->width + 2;
        Number number = vector_number(table->pen, array, r);
        if (is_ticks(array)) {
            draw_tick(frame, row, col + column->width / 2, &number, array_at(array, 0, r));
            continue;
        }
        if (array->value->type == VALUE_STRING)
            pen_put(table->pen, frame, row, end - column->number_width, &number);
        else
            pen_put_right(table->pen, frame, row, end, &number);
        mark_behind(column, frame, row, behind, &number);
        draw_behind(column, frame, row, behind,
                    array_ndim(array) == 1 ? array_at(array, 0, r) : array_at(array, r, 0));
    }
    draw_under(table, frame, 1 + (int)table->n_shown, col, end, column);
}

static const char *rows_left_out(const Table *table)
{
    return arena_printf(table->pen->arena, "⋮ %zu more rows", table->n - table->n_shown + 1);
}

static void draw_labels(const Table *table, Frame *frame)
{
    for (size_t i = 0; i < table->n_shown; i++) {
        size_t r = table->shown[i];
        if (r != ELIDED) {
            frame_put(frame, 1 + (int)i, table->indent, table->label_width, ROLE_LABEL, table->labels[r]);
            continue;
        }
        frame_put(frame, 1 + (int)i, table->indent, -1, ROLE_PAGE, rows_left_out(table));
    }
}

static int drawn_width(const Column *column)
{
    return column->drawn ? 2 + column->drawn : 0;
}

static int total_width(const Table *table, int gap)
{
    int width = table->indent + table->label_width + 1;
    for (size_t i = 0; i < table->n_columns; i++)
        width +=
            (i || table->label_width ? gap : 0) + table->columns[i].width + drawn_width(&table->columns[i]);
    return width;
}

/* What room is left makes bars longer; where a little is wanting, they are shorter. */
static void stretch_bars(Table *table, int room)
{
    int n_bars = 0;
    for (size_t i = 0; i < table->n_columns; i++) n_bars += table->columns[i].drawn == BAR_MIN;
    if (n_bars == 0 || room < n_bars * (BAR_LEAST - BAR_MIN)) return; /* it is paged anyhow */
    int more = room < 0 ? (room - n_bars + 1) / n_bars : room / n_bars;
    if (more > BAR_MAX - BAR_MIN) more = BAR_MAX - BAR_MIN;
    for (size_t i = 0; i < table->n_columns; i++)
        if (table->columns[i].drawn == BAR_MIN) table->columns[i].drawn += more;
}

Picture pic_columns(const Pen *pen, const ColumnsSpec *spec, PicRoom room)
{
    Table table = {.pen = pen};
    measure(&table, spec);
    table.indent = room.cols >= 60 && table.label_width ? 1 : 0;
    int gap = 5;
    while (gap > 2 && total_width(&table, gap) + 6 > room.cols) gap--;
    if (total_width(&table, gap) > room.cols) table.indent = 0;
    stretch_bars(&table, room.cols - total_width(&table, gap));

    int rows = 1 + (int)table.n_shown + table.has_footer + table.has_was;
    int width = total_width(&table, gap), note = 0;
    if (table.n > table.n_shown) note = table.indent + charset_width(pen->charset, rows_left_out(&table));
    Picture picture = picture_new(pen, rows, note > width ? note : width);
    draw_labels(&table, picture.frame);
    int col = table.indent + table.label_width + (table.label_width ? gap : 0);
    picture.fixed = table.label_width ? table.indent + table.label_width + 1 : 0;
    for (size_t i = 0; i < table.n_columns; i++) {
        Column *column = &table.columns[i];
        picture_break(pen, &picture, col - 1 > picture.fixed ? col - 1 : picture.fixed, column->array->label);
        if (is_matrix(column->array))
            draw_matrix(&table, picture.frame, col, column);
        else
            draw_vector(&table, picture.frame, col, column);
        col += column->width + drawn_width(column) + gap;
    }
    picture.header_rows = 1;
    picture.is_newest_last = true;
    return picture;
}
