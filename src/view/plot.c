/* Scales, ticks and the canvas of dots. */
#include "view/plot.h"
#include "heed/text.h"
#include <math.h>
#include <string.h>

/* ------------------------------------------------------------------ scales */

Scale scale_new(double low, double high, bool is_log)
{
    if (!isfinite(low)) low = 0;
    if (!isfinite(high)) high = low + 1;
    if (low > high) {
        double swap = low;
        low = high;
        high = swap;
    }
    is_log = is_log && low > 0;
    if (low == high) {
        double half = low == 0 ? 1 : fabs(low) / 2;
        high = low + half;
        if (!is_log) low -= half;
    }
    return (Scale){low, high, is_log};
}

/* The round step that cuts `span` into about n parts. */
static double round_step(double span, double n)
{
    double raw = span / n, unit = pow(10, floor(log10(raw))), part = raw / unit;
    return unit * (part <= 1 ? 1 : part <= 2 ? 2 : part <= 5 ? 5 : 10);
}

Scale scale_round(double low, double high, bool is_log)
{
    Scale scale = scale_new(low, high, is_log);
    if (scale.is_log) {
        scale.low = pow(10, floor(log10(scale.low) + 1e-9));
        scale.high = pow(10, ceil(log10(scale.high) - 1e-9));
        if (scale.low == scale.high) scale.high *= 10;
        return scale;
    }
    double step = round_step(scale.high - scale.low, 5);
    scale.low = floor(scale.low / step + 1e-9) * step;
    scale.high = ceil(scale.high / step - 1e-9) * step;
    return scale;
}

double scale_at(Scale scale, double x)
{
    if (!scale.is_log) return (x - scale.low) / (scale.high - scale.low);
    return x > 0 ? (log(x) - log(scale.low)) / (log(scale.high) - log(scale.low)) : -1;
}

static size_t log_ticks(Scale scale, size_t limit, double *ticks, NumFormat *format)
{
    int first = (int)ceil(log10(scale.low) - 1e-9), last = (int)floor(log10(scale.high) + 1e-9);
    *format = (NumFormat){'g', false, false, 6};
    if (last <= first) { /* within a decade: its ends */
        ticks[0] = scale.low;
        ticks[1] = scale.high;
        *format = (NumFormat){'g', false, false, 3};
        return 2;
    }
    size_t step = 1, n = 0;
    while ((size_t)(last - first) / step + 1 > limit) step++;
    for (int power = first; power <= last && n < limit; power += (int)step) ticks[n++] = pow(10, power);
    return n;
}

static size_t put_ticks(Scale scale, double step, size_t limit, double *ticks)
{
    size_t n = 0;
    for (double at = ceil(scale.low / step - 1e-6) * step; at <= scale.high + step * 1e-6 && n < limit;
         at += step)
        ticks[n++] = fabs(at) < step * 1e-6 ? 0 : at;
    return n;
}

size_t scale_ticks(Scale scale, size_t limit, double *ticks, NumFormat *format)
{
    if (limit < 2) limit = 2;
    if (scale.is_log) return log_ticks(scale, limit, ticks, format);
    double span = scale.high - scale.low, step = round_step(span, (double)(limit - 1));
    size_t n = put_ticks(scale, step, limit, ticks);
    for (int tries = 0; n < 2 && tries < 3; tries++) { /* the next finer one: 10, 5, 2, 1 */
        step = round_step(step / 2.6, 1);
        n = put_ticks(scale, step, limit, ticks);
    }
    double magnitude = fmax(fabs(scale.low), fabs(scale.high));
    int decimals = step < 1 ? (int)ceil(-log10(step) - 1e-9) : 0;
    bool is_long = magnitude >= 1e6 || decimals > 4;
    *format = is_long ? (NumFormat){'g', false, false, 3} : NUM_FIXED(decimals);
    return n;
}

const char *tick_text(Arena *arena, double tick, NumFormat format)
{
    return num_text(arena, tick, NUM_F64, format);
}

/* ------------------------------------------------------------------ canvas */

static bool has_dots(const Canvas *canvas)
{
    return canvas->frame->charset != CHARSET_ASCII;
}

Canvas canvas_new(Arena *arena, Frame *frame, int row, int col, int rows, int cols)
{
    if (rows < 0) rows = 0;
    if (cols < 0) cols = 0;
    Canvas canvas = {.frame = frame, .row = row, .col = col, .rows = rows, .cols = cols};
    canvas.width = has_dots(&canvas) ? cols * 2 : cols;
    canvas.height = has_dots(&canvas) ? rows * 4 : rows;
    size_t cells = (size_t)rows * (size_t)cols;
    canvas.dots = arena_alloc(arena, cells);
    canvas.roles = arena_alloc(arena, cells);
    return canvas;
}

/* Sets a dot; `stroke` is its ASCII character. */
static void set_dot(Canvas *canvas, double x, double y, Role role, char stroke)
{
    if (!(x >= 0 && y >= 0 && x < canvas->width && y < canvas->height)) return;
    int dx = (int)x, dy = canvas->height - 1 - (int)y; /* dy counts from the top */
    if (!has_dots(canvas)) {
        size_t cell = (size_t)dy * (size_t)canvas->cols + (size_t)dx;
        canvas->dots[cell] = (uint8_t)stroke;
        canvas->roles[cell] = (uint8_t)role;
        return;
    }
    static const uint8_t bits[4][2] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
    size_t cell = (size_t)(dy / 4) * (size_t)canvas->cols + (size_t)(dx / 2);
    canvas->dots[cell] |= bits[dy % 4][dx % 2];
    canvas->roles[cell] = (uint8_t)role;
}

void canvas_dot(Canvas *canvas, double x, double y, Role role)
{
    set_dot(canvas, x, y, role, '*');
}

static char stroke_of(double dx, double dy)
{
    double slope = dx == 0 ? INFINITY : dy / dx;
    if (fabs(slope) < 0.25) return '-';
    if (fabs(slope) > 2) return '|';
    return slope > 0 ? '/' : '\\';
}

static void draw_line(Canvas *canvas, double x0, double y0, double x1, double y1, Role role, int skip)
{
    double dx = x1 - x0, dy = y1 - y0, length = fmax(fabs(dx), fabs(dy));
    if (!isfinite(length) || length > 1e5) return;
    char stroke = stroke_of(dx, dy);
    int n = (int)ceil(length);
    for (int i = 0; i <= n; i += 1 + skip) {
        double t = n ? (double)i / n : 0;
        set_dot(canvas, x0 + t * dx, y0 + t * dy, role, skip ? '.' : stroke);
    }
}

void canvas_line(Canvas *canvas, double x0, double y0, double x1, double y1, Role role)
{
    draw_line(canvas, x0, y0, x1, y1, role, 0);
}

void canvas_dashes(Canvas *canvas, double x0, double y0, double x1, double y1, Role role)
{
    draw_line(canvas, x0, y0, x1, y1, role, has_dots(canvas) ? 2 : 1);
}

/* Two dots of braille one above the other are one quarter of a block. */
static const char *quarters_of(uint8_t dots)
{
    static const char *const blocks[16] = {" ", "▘", "▝", "▀", "▖", "▌", "▞", "▛",
                                           "▗", "▚", "▐", "▜", "▄", "▙", "▟", "█"};
    int top_left = (dots & 0x03) != 0, top_right = (dots & 0x18) != 0;
    int low_left = (dots & 0x44) != 0, low_right = (dots & 0xA0) != 0;
    return blocks[top_left | top_right << 1 | low_left << 2 | low_right << 3];
}

static const char *glyph_of(Charset charset, uint8_t dots, char buffer[5])
{
    if (charset == CHARSET_BLOCKS) return quarters_of(dots);
    size_t n = 1;
    buffer[0] = (char)dots; /* ASCII: the stroke itself */
    if (charset == CHARSET_UTF8) n = utf8_encode(0x2800u + dots, buffer);
    buffer[n] = '\0';
    return buffer;
}

void canvas_flush(Canvas *canvas)
{
    for (int r = 0; r < canvas->rows; r++) {
        for (int c = 0; c < canvas->cols; c++) {
            char buffer[5];
            size_t i = (size_t)r * (size_t)canvas->cols + (size_t)c;
            const Cell *cell = frame_cell(canvas->frame, canvas->row + r, canvas->col + c);
            if (!canvas->dots[i] || !cell || strcmp(cell->glyph, " ") != 0 || cell->span) continue;
            frame_put(canvas->frame, canvas->row + r, canvas->col + c, 1, (Role)canvas->roles[i],
                      glyph_of(canvas->frame->charset, canvas->dots[i], buffer));
        }
    }
}

static int clamp(int x, int low, int high)
{
    return x < low ? low : x > high ? high : x;
}

void canvas_cell(const Canvas *canvas, double x, double y, int *row, int *col)
{
    int per_row = has_dots(canvas) ? 4 : 1, per_col = has_dots(canvas) ? 2 : 1;
    double top = canvas->height - 1 - floor(y);
    *row = canvas->row + clamp((int)fmax(-1e6, fmin(1e6, floor(top / per_row))), 0, canvas->rows - 1);
    *col = canvas->col + clamp((int)fmax(-1e6, fmin(1e6, floor(x / per_col))), 0, canvas->cols - 1);
}

/* -------------------------------------------------------------------- axes */

enum { MAX_TICKS = 16 };

static size_t y_ticks(int rows, Scale scale, double *ticks, NumFormat *format)
{
    size_t limit = rows >= 14 ? 5 : rows >= 6 ? 3 : 2;
    return scale_ticks(scale, limit, ticks, format);
}

int plot_y_width(Arena *arena, int rows, Scale scale)
{
    double ticks[MAX_TICKS];
    NumFormat format;
    size_t n = y_ticks(rows, scale, ticks, &format);
    int width = 0;
    for (size_t i = 0; i < n; i++) {
        int cells = (int)strlen(tick_text(arena, ticks[i], format));
        if (cells > width) width = cells;
    }
    return width;
}

/* The cell in which a canvas of so many cells has the dot of a share: a tick stands where the line does. */
static int cell_of(double share, int cells, int dots_per_cell)
{
    int dot = (int)floor(share * (cells * dots_per_cell - 1) + 0.5);
    return clamp(dot / dots_per_cell, 0, cells - 1);
}

void plot_y_axis(Arena *arena, Frame *frame, int row, int col, int rows, Scale scale, NumFormat *asked)
{
    double ticks[MAX_TICKS];
    NumFormat format;
    size_t n = y_ticks(rows, scale, ticks, &format);
    if (asked) format = *asked;
    int per_row = frame->charset == CHARSET_ASCII ? 1 : 4;
    for (int r = 0; r < rows; r++) frame_put(frame, row + r, col, 1, ROLE_RULE, "│");
    for (size_t i = 0; i < n; i++) {
        int at = row + rows - 1 - cell_of(scale_at(scale, ticks[i]), rows, per_row);
        const char *text = tick_text(arena, ticks[i], format);
        frame_put(frame, at, col - 1 - (int)strlen(text), -1, ROLE_AXIS, text);
        frame_put(frame, at, col, 1, ROLE_RULE, "┤");
    }
}

void plot_x_axis(Arena *arena, Frame *frame, int row, int col, int cols, Scale scale, const char *name)
{
    double ticks[MAX_TICKS];
    NumFormat format;
    size_t n = scale_ticks(scale, cols >= 48 ? 6 : cols >= 24 ? 4 : 3, ticks, &format);
    frame_fill(frame, row, col, cols, ROLE_RULE, "─");
    int last_end = -1; /* of the last label; the axis may begin at the frame's edge */
    for (size_t i = 0; i < n; i++) {
        int at = col + cell_of(scale_at(scale, ticks[i]), cols, frame->charset == CHARSET_ASCII ? 1 : 2);
        const char *text = tick_text(arena, ticks[i], format);
        int width = (int)strlen(text), start = at - width / 2;
        if (start < last_end + 1) start = at;
        if (start + width > frame->cols) start = frame->cols - width;
        if (start < 0) start = 0;
        frame_put(frame, row, at, 1, ROLE_RULE, "┴");
        if (start <= last_end) continue;
        frame_put(frame, row + 1, start, -1, ROLE_AXIS, text);
        last_end = start + width;
    }
    int width = name ? charset_width(frame->charset, name) : 0;
    if (!width) return;
    bool is_beside = last_end + 1 + width <= frame->cols;
    if (!is_beside && frame->rows < row + 3) frame_resize_rows(frame, row + 3);
    int at = width < frame->cols ? frame->cols - width : 0;
    frame_put_fit(frame, is_beside ? row + 1 : row + 2, at, frame->cols - at, ROLE_LABEL, name);
}
