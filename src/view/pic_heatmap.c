/* Matrices as shades of one scale.
 *
 * A cell is a block of the ramp ` ░▒▓█`, which reads without colour; where there
 * is room its number stands beside it. A matrix with more rows or columns than fit
 * is shown as means of equal blocks, and says so.
 */
#include "view/picture.h"
#include <math.h>

enum { ROWS_FULL = 24, ROWS_COMPACT = 12, NUMBER_SHADE = 2, GAP = 4, CELL_MAX = 3, NUMBERS_MAX = 144 };

typedef struct Map {
    const Pen *pen;
    const PicArray *array;
    double low, high;
    size_t rows, cols;     /* blocks drawn */
    size_t pool_r, pool_c; /* elements in a block */
    const char *const *row_labels, *const *col_labels;
    int row_label_width, col_label_width;
    int cell;         /* cells of a shade */
    int number_width; /* 0: shades alone */
} Map;

static double share_of(const Map *map, double x)
{
    return (x - map->low) / (map->high - map->low);
}

/* The mean of a block: a drawing's shade, never shown as a number. */
static double block_mean(const Map *map, size_t r, size_t c)
{
    double sum = 0;
    size_t n = 0;
    for (size_t i = r * map->pool_r; i < (r + 1) * map->pool_r && i < array_rows(map->array); i++)
        for (size_t k = c * map->pool_c; k < (c + 1) * map->pool_c && k < array_cols(map->array); k++, n++)
            sum += array_at(map->array, i, k);
    return n ? sum / (double)n : NAN;
}

static size_t ceil_div(size_t a, size_t b)
{
    return a / b + (a % b != 0);
}

static int numbers_width(const Map *map)
{
    int width = 1;
    for (size_t r = 0; r < array_rows(map->array); r++)
        for (size_t c = 0; c < array_cols(map->array); c++) {
            int cells = pen_element(map->pen, map->array, r, c).width;
            if (cells > width) width = cells;
        }
    return width;
}

/* With numbers if they fit, else as broad shades as fit, else pooled. */
static void choose_cells(Map *map, int room, int max_rows)
{
    size_t rows = array_rows(map->array), cols = array_cols(map->array);
    map->pool_r = map->pool_c = 1;
    map->rows = rows;
    map->cols = cols;
    bool is_small = rows <= (size_t)max_rows && (rows == 0 || cols <= NUMBERS_MAX / rows);
    if (is_small) {
        int width = numbers_width(map);
        if (cols <= 64 && (int)cols * (NUMBER_SHADE + width + 4) <= room) {
            map->number_width = width;
            map->cell = NUMBER_SHADE;
            return;
        }
    }
    if (room < 1) room = 1;
    map->cell = cols && room / (int)(cols < 10000 ? cols : 10000) < CELL_MAX
                    ? room / (int)(cols < 10000 ? cols : 10000)
                    : CELL_MAX;
    if (map->cell < 1) {
        map->cell = 1;
        map->pool_c = ceil_div(cols, (size_t)room);
        map->cols = ceil_div(cols, map->pool_c);
    }
    if (rows > (size_t)max_rows) {
        map->pool_r = ceil_div(rows, (size_t)max_rows);
        map->rows = ceil_div(rows, map->pool_r);
    }
}

static int pitch(const Map *map)
{
    return map->number_width ? map->cell + map->number_width + 4
                             : map->cell; /* a blank before, three behind */
}

static void draw_cell(const Map *map, Frame *frame, int row, int col, size_t r, size_t c)
{
    bool is_pooled = map->pool_r * map->pool_c > 1;
    draw_heat(frame, row, col, map->cell,
              share_of(map, is_pooled ? block_mean(map, r, c) : array_at(map->array, r, c)));
    if (is_pooled) return;
    Number number = pen_element(map->pen, map->array, r, c);
    FrameSpan span = number_span(&number, SPAN_MARK);
    span.row = row;
    span.col = col;
    span.width = map->cell;
    if (number.ref.node) frame_span(frame, span);
    if (map->number_width)
        pen_put_right(map->pen, frame, row, col + map->cell + 1 + map->number_width, &number);
}

static bool labels_fit(const Map *map)
{
    return map->col_label_width > 0 && map->pool_c == 1 && pitch(map) >= (map->col_label_width < 2 ? 1 : 2);
}

static void draw_col_labels(const Map *map, Frame *frame, int row, int left)
{
    for (size_t c = 0; c < map->cols; c++) {
        int room = map->number_width ? map->cell + 1 + map->number_width : map->cell;
        put_centered(frame, row, left + (int)c * pitch(map), room, ROLE_LABEL, map->col_labels[c]);
    }
}

static const char *pooled_note(const Map *map)
{
    if (map->pool_r * map->pool_c <= 1) return NULL;
    return arena_printf(map->pen->arena, "%zu × %zu; a cell is the mean of %zu × %zu", array_rows(map->array),
                        array_cols(map->array), map->pool_r, map->pool_c);
}

/* Blocks are less extreme than their elements: the scale of what is drawn. */
static void widen_scale(const Map *map, double *low, double *high)
{
    for (size_t r = 0; r < map->rows; r++)
        for (size_t c = 0; c < map->cols; c++) {
            bool is_pooled = map->pool_r * map->pool_c > 1;
            double x = is_pooled ? block_mean(map, r, c) : array_at(map->array, r, c);
            if (isfinite(x)) *low = fmin(*low, x), *high = fmax(*high, x);
        }
}

static Picture draw_map(const Map *map)
{
    const Pen *pen = map->pen;
    const char *note = pooled_note(map);
    bool has_labels = labels_fit(map);
    int left = map->row_label_width ? map->row_label_width + 1 : 0, header = 1 + has_labels;
    int inner = (int)map->cols * pitch(map), name = charset_width(pen->charset, map->array->label);
    int width = left + inner + 1, note_width = note ? charset_width(pen->charset, note) : 0;
    if (left + name > width) width = left + name;
    if (note_width > width) width = note_width;
    Picture picture = picture_new(pen, header + (int)map->rows + (note != NULL), width);
    put_centered(picture.frame, 0, left, inner > name ? inner : name, ROLE_LABEL, map->array->label);
    if (has_labels) draw_col_labels(map, picture.frame, 1, left);
    for (size_t r = 0; r < map->rows; r++) {
        int row = header + (int)r;
        if (map->pool_r == 1)
            frame_put(picture.frame, row, 0, map->row_label_width, ROLE_LABEL, map->row_labels[r]);
        for (size_t c = 0; c < map->cols; c++)
            draw_cell(map, picture.frame, row, left + (int)c * pitch(map), r, c);
    }
    if (note) frame_put(picture.frame, picture.frame->rows - 1, 0, -1, ROLE_PAGE, note);
    picture.fixed = left;
    picture.header_rows = header;
    picture.marks_are_targets = map->number_width == 0 && map->pool_r * map->pool_c == 1;
    return picture;
}

static Map map_of(const Pen *pen, const HeatmapSpec *spec, const PicArray *array, PicRoom room)
{
    Map map = {.pen = pen, .array = array};
    bool is_matrix = array_ndim(array) == 2;
    map.row_labels = pen_labels(pen, is_matrix ? spec->rows : NULL, array_rows(array), &map.row_label_width);
    map.col_labels = pen_labels(pen, spec->cols, array_cols(array), &map.col_label_width);
    if (map.row_label_width > 12) map.row_label_width = 12;
    int left = map.row_label_width ? map.row_label_width + 1 : 0;
    choose_cells(&map, room.cols - left - 1, room.size == PIC_FULL ? ROWS_FULL : ROWS_COMPACT);
    return map;
}

/* From zero to a round number where nothing is negative; else as far below zero as above. */
static void finish_scale(const HeatmapSpec *spec, double *low, double *high)
{
    if (*low < 0) {
        *high = fmax(-*low, *high);
        *low = -*high;
    } else {
        *high = round_up(*high);
    }
    if (spec->scale.has_low) *low = spec->scale.low;
    if (spec->scale.has_high) *high = spec->scale.high;
    if (!(*high > *low)) *high = *low + 1;
}

/* What the shades mean: "0 ░▒▓█ 1". */
static Picture legend_of(const Pen *pen, double low, double high)
{
    NumFormat format = {'g', false, false, 3};
    Picture picture = picture_new(pen, 1, 40);
    int col = frame_put(picture.frame, 0, 0, -1, ROLE_AXIS, num_text(pen->arena, low, NUM_F64, format)) + 1;
    for (int i = 0; i < 5; i++, col += 2) draw_heat(picture.frame, 0, col, 2, (i + 0.5) / 5);
    frame_put(picture.frame, 0, col + 1, -1, ROLE_AXIS, num_text(pen->arena, high, NUM_F64, format));
    return picture;
}

Picture pic_heatmap(const Pen *pen, const HeatmapSpec *spec, PicRoom room)
{
    double low = 0, high = 0;
    int n = (int)spec->n, each = (room.cols - GAP * (n - 1)) / n;
    if (each < 20) each = room.cols;
    Map *maps = arena_array(pen->arena, spec->n, sizeof *maps);
    Picture *parts = arena_array(pen->arena, spec->n, sizeof *parts);
    bool is_drawn = false;
    for (size_t i = 0; i < spec->n; i++) {
        if (!array_is_numeric(&spec->arrays[i])) continue;
        maps[i] = map_of(pen, spec, &spec->arrays[i], (PicRoom){each, room.size});
        widen_scale(&maps[i], &low, &high);
        is_drawn = true;
    }
    finish_scale(spec, &low, &high);
    for (size_t i = 0; i < spec->n; i++) {
        maps[i].low = low;
        maps[i].high = high;
        parts[i] = maps[i].array ? draw_map(&maps[i]) : picture_error(pen, &spec->arrays[i], each);
    }
    Picture flow = picture_flow(pen, parts, spec->n, GAP, room.cols);
    if (!is_drawn) return flow;
    Picture both[2] = {flow, legend_of(pen, low, high)};
    Picture whole = picture_stack(pen, both, 2, 0);
    if (spec->n == 1) {
        whole.fixed = flow.fixed;
        whole.header_rows = flow.header_rows;
    }
    return whole;
}
