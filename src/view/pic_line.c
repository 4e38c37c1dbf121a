/* Lines over an x axis, each axis linear or logarithmic.
 *
 * Every point is a mark that stands for its number. Lines are told apart by their
 * marks and by the legend, not by colour. Values that a logarithmic axis cannot
 * show (zero, negative) are left out and counted.
 */
#include "view/picture.h"
#include "view/plot.h"
#include <math.h>
#include <string.h>

enum { ROWS_FULL = 12, ROWS_COMPACT = 6, COLS_MIN = 16, COLS_MAX = 72, MARKED_POINTS = 40 };

static const char *const markers[] = {"●", "○", "■", "□", "▲", "△"};

typedef struct Lines {
    const Pen *pen;
    const LineSpec *spec;
    Scale x, y;
    size_t left_out;
} Lines;

static size_t point_count(const PicArray *array)
{
    return array_is_numeric(array) && array_ndim(array) == 1 ? array_cols(array) : 0;
}

static double x_of(const LineSpec *spec, size_t i)
{
    if (!spec->over) return (double)i;
    return array_ndim(spec->over) == 1 ? array_at(spec->over, 0, i) : NAN;
}

static bool can_show(double x, bool is_log)
{
    return isfinite(x) && (!is_log || x > 0);
}

static void find_scales(Lines *lines)
{
    const LineSpec *spec = lines->spec;
    double x0 = INFINITY, x1 = -INFINITY, y0 = INFINITY, y1 = -INFINITY;
    for (size_t k = 0; k < spec->n; k++) {
        for (size_t i = 0; i < point_count(&spec->arrays[k]); i++) {
            double x = x_of(spec, i), y = array_at(&spec->arrays[k], 0, i);
            if (!can_show(x, spec->log_x) || !can_show(y, spec->log_y)) {
                lines->left_out++;
                continue;
            }
            x0 = fmin(x0, x), x1 = fmax(x1, x), y0 = fmin(y0, y), y1 = fmax(y1, y);
        }
    }
    if (spec->scale.has_low) y0 = spec->scale.low;
    if (spec->scale.has_high) y1 = spec->scale.high;
    lines->x = scale_new(x0, x1, spec->log_x);
    lines->y = spec->scale.has_low && spec->scale.has_high ? scale_new(y0, y1, spec->log_y)
                                                           : scale_round(y0, y1, spec->log_y);
}

/* Where the slider stands now: a dotted line, and a mark for each line's present value. */
static void draw_here(const Lines *lines, Frame *frame, Canvas *canvas)
{
    const LineSpec *spec = lines->spec;
    double x = scale_at(lines->x, spec->here_x) * (canvas->width - 1) + 0.5;
    if (!spec->here || !can_show(spec->here_x, lines->x.is_log)) return;
    canvas_dashes(canvas, x, 0, x, canvas->height - 1, ROLE_RULE);
    for (size_t k = 0; k < spec->n; k++) {
        double value = array_at(&spec->here[k], 0, 0);
        if (!can_show(value, lines->y.is_log)) continue;
        double y = scale_at(lines->y, value) * (canvas->height - 1) + 0.5;
        if (!(y >= 0 && y < canvas->height)) continue;
        int row, col;
        canvas_cell(canvas, x, y, &row, &col);
        Number number = pen_element(lines->pen, &spec->here[k], 0, 0);
        FrameSpan span = number_span(&number, SPAN_MARK);
        span.row = row;
        span.col = col;
        span.width = 1;
        if (number.ref.node) frame_span(frame, span);
        frame_put(frame, row, col, 1, ROLE_EMPH, "◆");
    }
}

static void draw_mark(const Lines *lines, Frame *frame, const Canvas *canvas, double x, double y, size_t k,
                      size_t i)
{
    int row, col;
    canvas_cell(canvas, x, y, &row, &col);
    Number number = pen_element(lines->pen, &lines->spec->arrays[k], 0, i);
    FrameSpan span = number_span(&number, SPAN_MARK);
    span.row = row;
    span.col = col;
    span.width = 1;
    if (number.ref.node) frame_span(frame, span);
    frame_put(frame, row, col, 1, number.is_changed ? ROLE_EMPH : ROLE_BAR,
              markers[k % (sizeof markers / sizeof markers[0])]);
}

/* Where a line carries its mark: at each of few points; of a sweep, whose points are no one's numbers, at
 * some, as far as there are several lines to tell apart. */
static bool is_told_apart(const LineSpec *spec, size_t i, size_t n)
{
    enum { MARKS = 6 };
    if (!spec->here) return n <= MARKED_POINTS;
    return spec->n > 1 && i % (n / MARKS + 1) == 0;
}

/* What is pointed out is not covered by a line's mark. */
static bool is_free(Frame *frame, const Canvas *canvas, double x, double y)
{
    int row, col;
    canvas_cell(canvas, x, y, &row, &col);
    return frame_cell(frame, row, col)->span == 0;
}

static void draw_lines(const Lines *lines, Frame *frame, int row, int col, int rows, int cols)
{
    const LineSpec *spec = lines->spec;
    Canvas canvas = canvas_new(lines->pen->arena, frame, row, col, rows, cols);
    draw_here(lines, frame, &canvas);
    for (size_t k = 0; k < spec->n; k++) {
        size_t n = point_count(&spec->arrays[k]);
        double last_x = NAN, last_y = NAN;
        for (size_t i = 0; i < n; i++) {
            double x = x_of(spec, i), y = array_at(&spec->arrays[k], 0, i);
            bool is_shown = can_show(x, lines->x.is_log) && can_show(y, lines->y.is_log);
            x = is_shown ? scale_at(lines->x, x) * (canvas.width - 1) + 0.5 : NAN;
            y = is_shown ? scale_at(lines->y, y) * (canvas.height - 1) + 0.5 : NAN;
            if (is_shown && !isnan(last_x)) canvas_line(&canvas, last_x, last_y, x, y, ROLE_BAR);
            bool is_marked = is_shown && is_told_apart(spec, i, n);
            if (is_marked && y >= 0 && y < canvas.height && is_free(frame, &canvas, x, y))
                draw_mark(lines, frame, &canvas, x, y, k, i);
            last_x = x;
            last_y = y;
        }
    }
    canvas_flush(&canvas);
}

static const char *name_of(const LineSpec *spec, size_t k)
{
    return k < spec->n_heads ? spec->heads[k] : spec->arrays[k].label;
}

/* "● trace   ○ bound" over the plot, the y axis' name before it; in further rows what is too wide for one. */
static Frame *legend_of(const Lines *lines, int left, int room)
{
    enum { APART = 3 };
    const LineSpec *spec = lines->spec;
    const Pen *pen = lines->pen;
    Frame *frame = frame_new(pen->arena, 1, room, pen->charset);
    int col = spec->n_axes > 1 ? frame_put(frame, 0, 0, -1, ROLE_LABEL, spec->axes[1]) : 0;
    col = col < left ? left : col + APART;
    for (size_t k = 0; k < spec->n; k++) {
        const char *marker = markers[k % (sizeof markers / sizeof markers[0])], *name = name_of(spec, k);
        int cells = charset_width(pen->charset, marker) + 1 + charset_width(pen->charset, name);
        if (col > left && col + cells > room) {
            frame_resize_rows(frame, frame->rows + 1);
            col = left;
        }
        int row = frame->rows - 1;
        frame_put(frame, row, col, -1, ROLE_BAR, marker);
        int at = col + cells - charset_width(pen->charset, name);
        frame_put_fit(frame, row, at, room - at, ROLE_LABEL, name);
        col += cells + APART;
    }
    return frame;
}

/* The plot's frame as wide as what stands over it. */
static Picture with_legend(const Pen *pen, Picture plot, const Frame *legend)
{
    int cols = plot.frame->cols;
    for (int row = 0; row < legend->rows; row++)
        for (int col = cols; col < legend->cols; col++)
            if (strcmp(legend->cells[row * legend->cols + col].glyph, " ") != 0) cols = col + 1;
    Picture whole = picture_new(pen, plot.frame->rows, cols);
    frame_blit(whole.frame, 0, 0, plot.frame, 0, 0, plot.frame->rows, plot.frame->cols);
    frame_blit(whole.frame, 0, 0, legend, 0, 0, legend->rows, cols);
    return whole;
}

static Picture left_out_line(const Lines *lines, int left)
{
    const char *text =
        arena_printf(lines->pen->arena, "%zu points cannot be shown on these axes", lines->left_out);
    Picture line = picture_new(lines->pen, 1, left + charset_width(lines->pen->charset, text));
    frame_put(line.frame, 0, left, -1, ROLE_PAGE, text);
    return line;
}

Picture pic_line(const Pen *pen, const LineSpec *spec, PicRoom room)
{
    Lines lines = {.pen = pen, .spec = spec};
    Picture *parts = arena_array(pen->arena, spec->n + 3, sizeof *parts);
    size_t n_parts = 1, n_good = 0;
    for (size_t k = 0; k < spec->n; k++) {
        PicArray problem = spec->arrays[k];
        n_good += point_count(&problem) > 0;
        if (array_is_numeric(&problem) && array_ndim(&problem) == 1) continue;
        if (problem.value) problem.error = "a line needs a vector, or a scalar and a sweep";
        parts[n_parts++] = picture_error(pen, &problem, room.cols);
    }
    if (n_good == 0) return picture_stack(pen, parts + 1, n_parts - 1, 0);
    find_scales(&lines);
    int rows = room.size == PIC_FULL ? ROWS_FULL : ROWS_COMPACT;
    if (room.size == PIC_NUMBERS) rows = 3;
    int left = plot_y_width(pen->arena, rows, lines.y) + 2, cols = room.cols - left - 2;
    if (cols > COLS_MAX) cols = COLS_MAX;
    if (cols < COLS_MIN) cols = COLS_MIN;
    int width = left + cols + 2;
    const Frame *legend = legend_of(&lines, left, width > room.cols ? width : room.cols);
    int top = legend->rows, under = top + rows;
    Picture plot = picture_new(pen, under + 2, width);
    plot_y_axis(pen->arena, plot.frame, top, left - 1, rows, lines.y, NULL);
    frame_put(plot.frame, under, left - 1, 1, ROLE_RULE, "└");
    plot_x_axis(pen->arena, plot.frame, under, left, cols, lines.x, spec->n_axes ? spec->axes[0] : NULL);
    draw_lines(&lines, plot.frame, top, left, rows, cols);
    parts[0] = with_legend(pen, plot, legend);
    if (lines.left_out) parts[n_parts++] = left_out_line(&lines, left);
    Picture whole = picture_stack(pen, parts, n_parts, 0);
    whole.has_drawing = true;
    whole.marks_are_targets = true;
    return whole;
}
