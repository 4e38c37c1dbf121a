/* Arrows and points in the plane.
 *
 * Both axes have the same unit, so that angles and lengths are true. Every arrow
 * tip and point is a mark that stands for its number; the legend beside the plot
 * holds the numbers themselves, and stays when the plot has to yield.
 */
#include "view/picture.h"
#include "view/plot.h"
#include <math.h>
#include <string.h>

enum { MAX_POINTS = 24, PLOT_ROWS = 12, PLOT_ROWS_COMPACT = 7, PLOT_COLS_MIN = 20, LEGEND_GAP = 3 };

typedef struct Point {
    const PicArray *array;
    size_t row;
    const char *label;
    double x, y;
    bool is_arrow;
} Point;

typedef struct Plane {
    const Pen *pen;
    Point points[MAX_POINTS];
    size_t n_points, n_left_out;
    Scale x, y;
    int rows, cols; /* of the plot's inside */
} Plane;

static const char *row_label(const Pen *pen, const VectorsSpec *spec, const PicArray *array, size_t row)
{
    const Value *names = spec->rows ? spec->rows->value : NULL;
    if (names && names->type == VALUE_STRING && value_count(names) >= array_rows(array)) {
        int width;
        return pen_labels(pen, spec->rows, array_rows(array), &width)[row];
    }
    return arena_printf(pen->arena, "%s[%zu]", array->label, row);
}

static void add_points(Plane *plane, const VectorsSpec *spec, const PicArray *array)
{
    bool is_matrix = array_ndim(array) == 2;
    const char *style = array->style ? array->style : is_matrix ? "point" : "arrow";
    for (size_t r = 0; r < array_rows(array); r++) {
        if (plane->n_points == MAX_POINTS) {
            plane->n_left_out++;
            continue;
        }
        plane->points[plane->n_points++] =
            (Point){.array = array,
                    .row = r,
                    .label = is_matrix ? row_label(plane->pen, spec, array, r) : array->label,
                    .x = array_at(array, r, 0),
                    .y = array_at(array, r, 1),
                    .is_arrow = strcmp(style, "arrow") == 0};
    }
}

/* The range of the points, and of the origin where arrows start. */
static void find_range(Plane *plane, const VectorsSpec *spec)
{
    double x0 = 0, x1 = 0, y0 = 0, y1 = 0;
    bool is_first = true;
    for (size_t i = 0; i < plane->n_points; i++) {
        const Point *point = &plane->points[i];
        if (!isfinite(point->x) || !isfinite(point->y)) continue;
        if (is_first && !point->is_arrow) {
            x0 = x1 = point->x;
            y0 = y1 = point->y;
        }
        is_first = false;
        x0 = fmin(x0, point->x), x1 = fmax(x1, point->x);
        y0 = fmin(y0, point->y), y1 = fmax(y1, point->y);
    }
    for (size_t i = 0; i < plane->n_points; i++)
        if (plane->points[i].is_arrow) x0 = fmin(x0, 0), x1 = fmax(x1, 0), y0 = fmin(y0, 0), y1 = fmax(y1, 0);
    plane->x = scale_round(x0, x1, false);
    plane->y = scale_round(y0, y1, false);
    if (spec->scale.has_low) plane->x.low = plane->y.low = spec->scale.low;
    if (spec->scale.has_high) plane->x.high = plane->y.high = spec->scale.high;
    plane->x = scale_new(plane->x.low, plane->x.high, false);
    plane->y = scale_new(plane->y.low, plane->y.high, false);
}

/* Chooses the plot's size so that both axes have one unit: 2 x 4 dots a cell, and in ASCII a
 * cell twice as high as wide, come to the same shape. What is left over widens the x axis. */
static void fit_plot(Plane *plane, int rows, int max_cols)
{
    double x_span = plane->x.high - plane->x.low, y_span = plane->y.high - plane->y.low;
    double cols_per_unit = 2.0 * (rows - 1) / y_span;
    double cols = x_span * cols_per_unit + 1;
    if (cols > max_cols) {
        cols_per_unit = (max_cols - 1) / x_span;
        cols = max_cols;
        rows = (int)ceil(y_span * cols_per_unit / 2 + 1);
        if (rows < 3) rows = 3;
        plane->y.high = plane->y.low + 2.0 * (rows - 1) / cols_per_unit;
    }
    int least = PLOT_COLS_MIN < max_cols ? PLOT_COLS_MIN : max_cols;
    plane->cols = (int)ceil(cols) > least ? (int)ceil(cols) : least;
    plane->rows = rows;
    plane->x.high = plane->x.low + (plane->cols - 1) / cols_per_unit;
}

static double dot_x(const Plane *plane, const Canvas *canvas, double x)
{
    return scale_at(plane->x, x) * (canvas->width - 1) + 0.5;
}

static double dot_y(const Plane *plane, const Canvas *canvas, double y)
{
    return scale_at(plane->y, y) * (canvas->height - 1) + 0.5;
}

/* ------------------------------------------------------------------- hull */

static double cross(const Point *o, const Point *a, const Point *b)
{
    return (a->x - o->x) * (b->y - o->y) - (a->y - o->y) * (b->x - o->x);
}

static bool is_further(const Point *o, const Point *a, const Point *b)
{
    return hypot(b->x - o->x, b->y - o->y) > hypot(a->x - o->x, a->y - o->y);
}

/* The convex hull of the points of one array, by wrapping: few points, so n² is nothing. */
static void draw_hull(const Plane *plane, Canvas *canvas, const PicArray *array)
{
    const Point *of[MAX_POINTS];
    size_t n = 0, start = 0;
    for (size_t i = 0; i < plane->n_points; i++)
        if (plane->points[i].array == array && isfinite(plane->points[i].x) && isfinite(plane->points[i].y))
            of[n++] = &plane->points[i];
    for (size_t i = 1; i < n; i++)
        if (of[i]->x < of[start]->x || (of[i]->x == of[start]->x && of[i]->y < of[start]->y)) start = i;
    size_t at = start;
    for (size_t steps = 0; n >= 2 && steps < n; steps++) {
        size_t next = (at + 1) % n;
        for (size_t i = 0; i < n; i++) {
            double turn = cross(of[at], of[next], of[i]);
            if (turn < 0 || (turn == 0 && is_further(of[at], of[next], of[i]))) next = i;
        }
        canvas_dashes(canvas, dot_x(plane, canvas, of[at]->x), dot_y(plane, canvas, of[at]->y),
                      dot_x(plane, canvas, of[next]->x), dot_y(plane, canvas, of[next]->y), ROLE_BAR);
        at = next;
        if (at == start) break;
    }
}

/* ------------------------------------------------------------------ drawing */

/* One vector is a full mark, a row among others an open one. */
static const char *marker(const Point *point)
{
    return point->is_arrow || array_ndim(point->array) == 1 ? "●" : "○";
}

static bool is_free(Frame *frame, int row, int col, int n, int left, int right)
{
    if (col < left || col + n > right) return false;
    for (int i = 0; i < n; i++) {
        const Cell *cell = frame_cell(frame, row, col + i);
        if (!cell || strcmp(cell->glyph, " ") != 0) return false;
    }
    return true;
}

/* Beside the mark where there is room: right, left, above, below. */
static void draw_point_label(Frame *frame, const Canvas *canvas, int row, int col, const char *label)
{
    int n = charset_width(frame->charset, label), left = canvas->col, right = canvas->col + canvas->cols;
    const int places[][2] = {{row, col + 2},     {row, col - 1 - n},     {row - 1, col + 1},
                             {row + 1, col + 1}, {row - 1, col - n / 2}, {row + 1, col - n / 2},
                             {row - 1, col - n}, {row + 1, col - n}};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        int r = places[i][0], c = places[i][1];
        if (r < canvas->row || r >= canvas->row + canvas->rows || !is_free(frame, r, c, n, left, right))
            continue;
        frame_put(frame, r, c, n, ROLE_LABEL, label);
        return;
    }
}

static void draw_mark(const Plane *plane, Frame *frame, const Canvas *canvas, const Point *point, int *row,
                      int *col)
{
    canvas_cell(canvas, dot_x(plane, canvas, point->x), dot_y(plane, canvas, point->y), row, col);
    Number number = pen_element(plane->pen, point->array, point->row, 0);
    FrameSpan span = number_span(&number, SPAN_MARK);
    span.row = *row;
    span.col = *col;
    span.width = 1;
    if (number.ref.node) frame_span(frame, span);
    frame_put(frame, *row, *col, 1, number.is_changed ? ROLE_EMPH : ROLE_BAR, marker(point));
}

static void draw_axes_through_zero(const Plane *plane, Canvas *canvas)
{
    double x = dot_x(plane, canvas, 0), y = dot_y(plane, canvas, 0);
    if (plane->x.low < 0 && plane->x.high > 0) canvas_dashes(canvas, x, 0, x, canvas->height - 1, ROLE_RULE);
    if (plane->y.low < 0 && plane->y.high > 0) canvas_dashes(canvas, 0, y, canvas->width - 1, y, ROLE_RULE);
}

static void draw_inside(const Plane *plane, const VectorsSpec *spec, Frame *frame, int row, int col)
{
    Canvas canvas = canvas_new(plane->pen->arena, frame, row, col, plane->rows, plane->cols);
    int rows[MAX_POINTS], cols[MAX_POINTS];
    draw_axes_through_zero(plane, &canvas);
    for (size_t i = 0; i < spec->n; i++)
        if (spec->arrays[i].style && strcmp(spec->arrays[i].style, "hull") == 0)
            draw_hull(plane, &canvas, &spec->arrays[i]);
    for (size_t i = 0; i < plane->n_points; i++) {
        const Point *point = &plane->points[i];
        rows[i] = -1;
        if (!isfinite(point->x) || !isfinite(point->y)) continue;
        if (point->is_arrow)
            canvas_line(&canvas, dot_x(plane, &canvas, 0), dot_y(plane, &canvas, 0),
                        dot_x(plane, &canvas, point->x), dot_y(plane, &canvas, point->y), ROLE_BAR);
        draw_mark(plane, frame, &canvas, point, &rows[i], &cols[i]);
    }
    for (size_t i = 0; i < plane->n_points; i++)
        if (rows[i] >= 0) draw_point_label(frame, &canvas, rows[i], cols[i], plane->points[i].label);
    canvas_flush(&canvas);
}

static Picture draw_plot(const Plane *plane, const VectorsSpec *spec)
{
    Arena *arena = plane->pen->arena;
    int left = plot_y_width(arena, plane->rows, plane->y) + 2;
    bool has_names = spec->n_axes > 0;
    int top = has_names && spec->n_axes > 1 ? 1 : 0;
    Picture picture = picture_new(plane->pen, top + plane->rows + 2, left + plane->cols + 2);
    Frame *frame = picture.frame;
    if (top) frame_put(frame, 0, left - 1, -1, ROLE_LABEL, spec->axes[1]);
    plot_y_axis(arena, frame, top, left - 1, plane->rows, plane->y, NULL);
    frame_put(frame, top + plane->rows, left - 1, 1, ROLE_RULE, "└");
    plot_x_axis(arena, frame, top + plane->rows, left, plane->cols, plane->x,
                has_names ? spec->axes[0] : NULL);
    draw_inside(plane, spec, frame, top, left);
    picture.has_drawing = true;
    return picture;
}

/* The cells that the numbers of one array take. */
static int array_width(const Plane *plane, const PicArray *array)
{
    int width = 1;
    for (size_t i = 0; i < plane->n_points; i++) {
        if (plane->points[i].array != array) continue;
        for (size_t c = 0; c < 2; c++) {
            int cells = pen_element(plane->pen, array, plane->points[i].row, c).width;
            if (cells > width) width = cells;
        }
    }
    return width;
}

/* "○ v₁ [ 1  2 ]" */
static void draw_legend_line(const Plane *plane, Frame *frame, int row, int col, const Point *point)
{
    const Pen *pen = plane->pen;
    int width = array_width(plane, point->array);
    frame_put(frame, row, 0, 1, ROLE_BAR, marker(point));
    frame_put(frame, row, 2, col - 3, ROLE_LABEL, point->label);
    if (point->array->is_input) frame_put(frame, row, col, 1, ROLE_LABEL, "[");
    for (size_t c = 0; c < 2; c++) {
        Number number = pen_element(pen, point->array, point->row, c);
        pen_put_right(pen, frame, row, col + 2 + width + (int)c * (width + 2), &number);
    }
    if (point->array->is_input) frame_put(frame, row, col + 5 + 2 * width, 1, ROLE_LABEL, "]");
}

static Picture draw_legend(const Plane *plane)
{
    const Pen *pen = plane->pen;
    int label_width = 0, number_width = 1;
    for (size_t i = 0; i < plane->n_points; i++) {
        int label = charset_width(pen->charset, plane->points[i].label);
        int numbers = array_width(plane, plane->points[i].array);
        if (label > label_width) label_width = label;
        if (numbers > number_width) number_width = numbers;
    }
    int rows = (int)plane->n_points + (plane->n_left_out > 0), col = 2 + label_width + 1;
    Picture picture = picture_new(pen, rows, col + 2 + 2 * number_width + 2 + 2);
    for (size_t i = 0; i < plane->n_points; i++)
        draw_legend_line(plane, picture.frame, (int)i, col, &plane->points[i]);
    if (plane->n_left_out) frame_printf(picture.frame, rows - 1, 0, ROLE_PAGE, "%zu more", plane->n_left_out);
    return picture;
}

Picture pic_vectors(const Pen *pen, const VectorsSpec *spec, PicRoom room)
{
    Plane plane = {.pen = pen};
    Picture *parts = arena_array(pen->arena, spec->n + 2, sizeof *parts);
    size_t n_errors = 0;
    for (size_t i = 0; i < spec->n; i++) {
        const PicArray *array = &spec->arrays[i];
        if (array_is_numeric(array) && array_cols(array) == 2 && array_ndim(array) > 0) {
            add_points(&plane, spec, array);
            continue;
        }
        PicArray problem = *array;
        if (array->value) problem.error = "only vectors of two components can be drawn in a plane";
        parts[2 + n_errors++] = picture_error(pen, &problem, room.cols);
    }
    if (plane.n_points == 0) return picture_stack(pen, parts + 2, n_errors, 0);
    find_range(&plane, spec);
    Picture legend = spec->no_legend ? picture_new(pen, 0, 0) : draw_legend(&plane);
    Picture body = legend;
    if (room.size != PIC_NUMBERS) {
        int beside = room.cols - 8 - legend.frame->cols - LEGEND_GAP;
        int max_cols = beside >= PLOT_COLS_MIN ? beside : room.cols - 8;
        if (max_cols > 64) max_cols = 64;
        fit_plot(&plane, room.size == PIC_FULL ? PLOT_ROWS : PLOT_ROWS_COMPACT, max_cols > 8 ? max_cols : 8);
        parts[0] = draw_plot(&plane, spec);
        parts[1] = legend;
        body = spec->no_legend ? parts[0] : picture_flow(pen, parts, 2, LEGEND_GAP, room.cols);
    }
    body.has_drawing = true;
    if (!n_errors) return body;
    parts[1] = body;
    Picture whole = picture_stack(pen, parts + 1, n_errors + 1, 0);
    whole.has_drawing = true;
    return whole;
}
