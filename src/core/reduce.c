/* Reductions: sums in the stated order, whatever the array's strides, and what is made of them.
 *
 * A Line is a sequence of elements: a row, a column, or a whole array row by row. Kernels take
 * compact pieces; a line that is not compact is gathered into a buffer of whole blocks of 64 first,
 * so that the order depends on an element's place in the line alone.
 */
#include <math.h>
#include <string.h>

#include "core/checks.h"
#include "core/kernels.h"

enum { PIECE = 16 * HEED_BLOCK }; /* elements gathered at a time: 4 KiB */

/* Elements (r, c) of r < rows, c < cols in row-major order, at data[r * row_step + c * col_step]. */
typedef struct Line {
    const float *data;
    size_t rows, cols, row_step, col_step;
} Line;

static Line line_of_all(HeedView x)
{
    if (x.rows <= 1 || x.stride == x.cols) return (Line){x.data, 1, x.rows * x.cols, 0, 1};
    return (Line){x.data, x.rows, x.cols, x.stride, 1};
}

static Line line_of_row(HeedView x, size_t r)
{
    return (Line){x.data + r * x.stride, 1, x.cols, 0, 1};
}

static Line line_of_col(HeedView x, size_t c)
{
    return (Line){x.data + c, 1, x.rows, 0, x.stride};
}

static size_t line_len(const Line *line)
{
    return line->rows * line->cols;
}

/* The line's elements first .. first + n, compact: where they lie, or gathered into buffer. */
static const float *line_piece(const Line *line, size_t first, size_t n, float *buffer)
{
    if (line->rows == 1 && line->col_step == 1) return line->data + first;
    size_t r = first / line->cols, c = first % line->cols;
    for (size_t i = 0; i < n; i++) {
        buffer[i] = line->data[r * line->row_step + c * line->col_step];
        if (++c == line->cols) {
            c = 0;
            r++;
        }
    }
    return buffer;
}

/* Compact lines go to the kernel whole. */
static size_t piece_len(const Line *line)
{
    return line->rows == 1 && line->col_step == 1 ? line_len(line) : PIECE;
}

static double line_sum(const Line *line)
{
    double lanes[HEED_LANES] = {0};
    float buffer[PIECE];
    size_t n = line_len(line), step = piece_len(line);
    for (size_t i = 0; i < n; i += step) {
        size_t count = n - i < step ? n - i : step;
        heed_kernels()->sum_lanes(line_piece(line, i, count, buffer), count, lanes);
    }
    return sum_of_lanes(lanes);
}

/* The sum of (x * factor)^2, factor a power of two. */
static double line_squares(const Line *line, float factor)
{
    double lanes[HEED_LANES] = {0};
    float buffer[PIECE];
    size_t n = line_len(line), step = factor == 1.0f ? piece_len(line) : PIECE;
    for (size_t i = 0; i < n; i += step) {
        size_t count = n - i < step ? n - i : step;
        const float *x = line_piece(line, i, count, buffer);
        if (factor != 1.0f) {
            for (size_t j = 0; j < count; j++) buffer[j] = x[j] * factor;
            x = buffer;
        }
        heed_kernels()->square_lanes(x, count, lanes);
    }
    return sum_of_lanes(lanes);
}

/* The sums of d = x - center and of d^2. */
static void line_deviations(const Line *line, float center, double *sum, double *squares)
{
    double sum_lanes[HEED_LANES] = {0}, square_lanes[HEED_LANES] = {0};
    float buffer[PIECE];
    size_t n = line_len(line);
    for (size_t i = 0; i < n; i += PIECE) {
        size_t count = n - i < PIECE ? n - i : PIECE;
        const float *x = line_piece(line, i, count, buffer);
        for (size_t j = 0; j < count; j++) buffer[j] = x[j] - center;
        heed_kernels()->sum_lanes(buffer, count, sum_lanes);
        heed_kernels()->square_lanes(buffer, count, square_lanes);
    }
    *sum = sum_of_lanes(sum_lanes);
    *squares = sum_of_lanes(square_lanes);
}

static double line_mean(const Line *line, double ddof)
{
    (void)ddof;
    return line_sum(line) / (double)line_len(line);
}

static double line_var(const Line *line, double ddof)
{
    double n = (double)line_len(line);
    if (!(n - ddof > 0.0)) return NAN;
    double sum, squares;
    line_deviations(line, (float)(line_sum(line) / n), &sum, &squares);
    double var = (squares - sum * sum / n) / (n - ddof);
    return var < 0.0 ? 0.0 : var; /* NaN stays */
}

static double line_std(const Line *line, double ddof)
{
    return sqrt(line_var(line, ddof));
}

static double line_norm(const Line *line, double ddof)
{
    (void)ddof;
    /* Squares of floats below 2^-51 lose digits to the subnormal range, squares from 2^64 on overflow: the
     * sums below can only come from lines that are clear of both. */
    const double smallest = 0x1p-80, largest = 0x1p120;
    double squares = line_squares(line, 1.0f);
    if (isnan(squares) || (squares >= smallest && squares <= largest)) return sqrt(squares);
    if (squares < smallest) return sqrt(line_squares(line, 0x1p80f)) * 0x1p-80;
    return sqrt(line_squares(line, 0x1p-80f)) * 0x1p80;
}

/* --------------------------------------------------------------- extrema */

/* The index of the first NaN, else of the first largest (sign 1) or smallest (sign -1) element. */
static size_t line_extreme(const Line *line, float sign)
{
    size_t best = 0, index = 0;
    float best_value = -INFINITY;
    for (size_t r = 0; r < line->rows; r++) {
        for (size_t c = 0; c < line->cols; c++, index++) {
            float value = sign * line->data[r * line->row_step + c * line->col_step];
            if (isnan(value)) return index;
            if (value > best_value) {
                best_value = value;
                best = index;
            }
        }
    }
    return best;
}

static double line_at(const Line *line, size_t index)
{
    return (double)line->data[index / line->cols * line->row_step + index % line->cols * line->col_step];
}

static float short_extreme(const float *x, size_t n, float sign)
{
    float best = -INFINITY;
    bool has_nan = false;
    for (size_t i = 0; i < n; i++) {
        float value = sign * x[i];
        has_nan |= isnan(value);
        best = value > best ? value : best;
    }
    return has_nan ? NAN : best;
}

/* The largest of sign * element, several at a time; NaN where there is one. */
static float compact_extreme(const float *x, size_t n, float sign)
{
    if (n < 4 * (size_t)HEED_LANES) return short_extreme(x, n, sign);
    float best[HEED_LANES];
    int has_nan[HEED_LANES] = {0};
    for (size_t lane = 0; lane < HEED_LANES; lane++) best[lane] = -INFINITY;
    size_t whole = n - n % HEED_LANES;
    for (size_t i = 0; i < whole; i += HEED_LANES) {
        for (size_t lane = 0; lane < HEED_LANES; lane++) {
            float value = sign * x[i + lane];
            best[lane] = value > best[lane] ? value : best[lane];
            has_nan[lane] |= isnan(value) != 0;
        }
    }
    for (size_t i = whole; i < n; i++) {
        float value = sign * x[i];
        best[0] = value > best[0] ? value : best[0];
        has_nan[0] |= isnan(value) != 0;
    }
    for (size_t lane = 0; lane < HEED_LANES; lane++) {
        if (has_nan[lane]) return NAN;
        best[0] = best[lane] > best[0] ? best[lane] : best[0];
    }
    return best[0];
}

/* Which NaN, and which of two zeros, is a matter of order. */
static double line_extremum(const Line *line, float sign)
{
    bool is_compact = line->rows == 1 && line->col_step == 1;
    float best = is_compact ? compact_extreme(line->data, line->cols, sign) : NAN;
    if (isnan(best) || best == 0.0f) return line_at(line, line_extreme(line, sign));
    return (double)(sign * best);
}

static double line_min(const Line *line, double ddof)
{
    (void)ddof;
    return line_extremum(line, -1.0f);
}

static double line_max(const Line *line, double ddof)
{
    (void)ddof;
    return line_extremum(line, 1.0f);
}

static double line_plain_sum(const Line *line, double ddof)
{
    (void)ddof;
    return line_sum(line);
}

static const struct {
    double (*apply)(const Line *line, double ddof);
    bool wants_elements;
} reductions[HEED_REDUCE_COUNT] = {
    [HEED_SUM] = {line_plain_sum, false}, [HEED_MEAN] = {line_mean, false}, [HEED_VAR] = {line_var, false},
    [HEED_STD] = {line_std, false},       [HEED_NORM] = {line_norm, false}, [HEED_MIN] = {line_min, true},
    [HEED_MAX] = {line_max, true},
};

/* ---------------------------------------------------------------- the doors */

static size_t axis_lines(HeedView x, HeedAxis axis)
{
    return axis == HEED_AXIS_0 ? x.cols : x.rows;
}

static Line axis_line(HeedView x, HeedAxis axis, size_t i)
{
    return axis == HEED_AXIS_0 ? line_of_col(x, i) : line_of_row(x, i);
}

static HeedStatus check_axis(HeedView x, HeedAxis axis, bool wants_elements, const void *out)
{
    if (axis != HEED_AXIS_0 && axis != HEED_AXIS_1) return HEED_BAD_ARGUMENT;
    size_t lines = axis_lines(x, axis), len = axis == HEED_AXIS_0 ? x.rows : x.cols;
    if (wants_elements && lines > 0 && len == 0) return HEED_BAD_SHAPE;
    if (lines > 0 && !out) return HEED_NO_DATA;
    return view_check(x);
}

HeedStatus heed_reduce(HeedReduce op, HeedView x, double ddof, double *out)
{
    if ((unsigned)op >= HEED_REDUCE_COUNT) return HEED_BAD_ARGUMENT;
    if (reductions[op].wants_elements && (x.rows == 0 || x.cols == 0)) return HEED_BAD_SHAPE;
    RETURN_IF_BAD(view_check(x));
    Line line = line_of_all(x);
    *out = reductions[op].apply(&line, ddof);
    return HEED_OK;
}

HeedStatus heed_reduce_axis(HeedReduce op, HeedView x, HeedAxis axis, double ddof, float *out)
{
    if ((unsigned)op >= HEED_REDUCE_COUNT) return HEED_BAD_ARGUMENT;
    RETURN_IF_BAD(check_axis(x, axis, reductions[op].wants_elements, out));
    for (size_t i = 0; i < axis_lines(x, axis); i++) {
        Line line = x.data ? axis_line(x, axis, i) : (Line){NULL, 1, 0, 0, 1};
        out[i] = (float)reductions[op].apply(&line, ddof);
    }
    return HEED_OK;
}

static HeedStatus arg_all(HeedView x, float sign, size_t *index)
{
    if (x.rows == 0 || x.cols == 0) return HEED_BAD_SHAPE;
    RETURN_IF_BAD(view_check(x));
    Line line = line_of_all(x);
    *index = line_extreme(&line, sign);
    return HEED_OK;
}

static HeedStatus arg_axis(HeedView x, HeedAxis axis, float sign, size_t *out)
{
    RETURN_IF_BAD(check_axis(x, axis, true, out));
    for (size_t i = 0; i < axis_lines(x, axis); i++) {
        Line line = axis_line(x, axis, i);
        out[i] = line_extreme(&line, sign);
    }
    return HEED_OK;
}

HeedStatus heed_argmax(HeedView x, size_t *index)
{
    return arg_all(x, 1.0f, index);
}

HeedStatus heed_argmin(HeedView x, size_t *index)
{
    return arg_all(x, -1.0f, index);
}

HeedStatus heed_argmax_axis(HeedView x, HeedAxis axis, size_t *out)
{
    return arg_axis(x, axis, 1.0f, out);
}

HeedStatus heed_argmin_axis(HeedView x, HeedAxis axis, size_t *out)
{
    return arg_axis(x, axis, -1.0f, out);
}
