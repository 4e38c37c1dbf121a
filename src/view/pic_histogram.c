/* How often values fall into each bin: a column of eighth blocks a bin, and a normal
 * curve over them to compare. Counting is layout; no count is shown as a number. */
#include "view/picture.h"
#include "view/plot.h"
#include <math.h>
#include <string.h>

enum { ROWS_FULL = 8, ROWS_COMPACT = 4, MAX_BINS = 120, GAP = 4, COLS_MIN = 16 };

typedef struct Histogram {
    double counts[MAX_BINS];
    size_t bins, n, outside;
    Scale scale;
} Histogram;

static Scale range_of(const PicArray *array, const HistogramSpec *spec)
{
    double low = 0, high = 1;
    array_range(array, &low, &high);
    if (spec->has_curve) {
        low = spec->mean - 4 * spec->sd;
        high = spec->mean + 4 * spec->sd;
    }
    Scale scale = spec->has_curve ? scale_new(low, high, false) : scale_round(low, high, false);
    if (spec->scale.has_low) scale.low = spec->scale.low;
    if (spec->scale.has_high) scale.high = spec->scale.high;
    return scale_new(scale.low, scale.high, false);
}

static Histogram count(const PicArray *array, Scale scale, size_t bins)
{
    Histogram histogram = {.bins = bins, .scale = scale};
    for (size_t r = 0; r < array_rows(array); r++) {
        for (size_t c = 0; c < array_cols(array); c++, histogram.n++) {
            double at = scale_at(scale, array_at(array, r, c)) * (double)bins;
            if (at == (double)bins) at = (double)bins - 0.5; /* the high end belongs to the last bin */
            if (at >= 0 && at < (double)bins)
                histogram.counts[(size_t)at]++;
            else
                histogram.outside++;
        }
    }
    return histogram;
}

/* What the curve expects in a bin. */
static double expected(const Histogram *histogram, const HistogramSpec *spec, double bin)
{
    double width = (histogram->scale.high - histogram->scale.low) / (double)histogram->bins;
    double x = (histogram->scale.low + (bin + 0.5) * width - spec->mean) / spec->sd;
    return (double)histogram->n * width * exp(-x * x / 2) / (spec->sd * sqrt(2 * 3.14159265358979323846));
}

static double top_of(const Histogram *histogram, const HistogramSpec *spec)
{
    double top = 0;
    for (size_t i = 0; i < histogram->bins; i++) {
        top = fmax(top, histogram->counts[i]);
        if (spec->has_curve) top = fmax(top, expected(histogram, spec, (double)i));
    }
    return top > 0 ? top : 1;
}

/* A column `eighths` high, from the bottom row upwards. */
static void draw_column(Frame *frame, int bottom, int col, int width, int eighths)
{
    static const char *const blocks[] = {"", "▁", "▂", "▃", "▄", "▅", "▆", "▇"};
    bool is_ascii = frame->charset == CHARSET_ASCII;
    if (is_ascii) eighths = eighths > 0 && eighths < 4 ? 8 : (eighths + 4) / 8 * 8;
    for (int i = 0; i < eighths / 8; i++)
        frame_fill(frame, bottom - i, col, width, ROLE_BAR, is_ascii ? "#" : "█");
    if (eighths % 8) frame_fill(frame, bottom - eighths / 8, col, width, ROLE_BAR, blocks[eighths % 8]);
}

static void draw_curve(Frame *frame, const Histogram *histogram, const HistogramSpec *spec, int rows,
                       int cols, double top)
{
    for (int c = 0; c < cols; c++) {
        double bin = ((double)c + 0.5) / cols * (double)histogram->bins - 0.5;
        int row = rows - 1 - (int)floor(expected(histogram, spec, bin) / top * rows * 0.999);
        frame_put(frame, row, c + 1, 1, ROLE_EMPH, frame->charset == CHARSET_ASCII ? "*" : "•");
    }
}

static Picture histogram_of(const Pen *pen, const HistogramSpec *spec, size_t index, int cols, int rows)
{
    const PicArray *array = &spec->arrays[index];
    const char *head = index < spec->n_heads ? spec->heads[index] : array->label;
    int room = cols - 2;
    size_t bins = spec->bins ? spec->bins : (size_t)(room < 48 ? room : 48);
    if (bins > MAX_BINS) bins = MAX_BINS;
    if (bins > (size_t)room) bins = (size_t)room;
    int width = room / (int)bins > 4 ? 4 : room / (int)bins, inner = width * (int)bins;
    Histogram histogram = count(array, range_of(array, spec), bins);
    double top = top_of(&histogram, spec);
    Picture picture =
        picture_new(pen, 1 + rows + 2 + (histogram.outside > 0), inner + 2 > cols ? inner + 2 : cols);
    Frame *bars = frame_new(pen->arena, rows, inner + 2, pen->charset);
    for (size_t i = 0; i < bins; i++)
        draw_column(bars, rows - 1, 1 + (int)i * width, width,
                    (int)ceil(histogram.counts[i] / top * rows * 8 - 1e-9));
    if (spec->has_curve) draw_curve(bars, &histogram, spec, rows, inner, top);
    put_centered(picture.frame, 0, 1, inner, ROLE_LABEL, head);
    frame_blit(picture.frame, 1, 0, bars, 0, 0, rows, inner + 2);
    plot_x_axis(pen->arena, picture.frame, 1 + rows, 1, inner, histogram.scale, NULL);
    if (histogram.outside)
        frame_printf(picture.frame, 3 + rows, 1, ROLE_PAGE, "%zu of %zu lie outside", histogram.outside,
                     histogram.n);
    picture.has_drawing = true;
    return picture;
}

static Picture hidden(const Pen *pen, const PicArray *array)
{
    const char *text = arena_printf(pen->arena, "histogram of %s: needs more rows", array->label);
    Picture picture = picture_new(pen, 1, charset_width(pen->charset, text));
    frame_put(picture.frame, 0, 0, -1, ROLE_DIM, text);
    picture.has_drawing = true;
    return picture;
}

Picture pic_histogram(const Pen *pen, const HistogramSpec *spec, PicRoom room)
{
    HistogramSpec safe = *spec;
    if (!(safe.sd > 0) || !isfinite(safe.sd) || !isfinite(safe.mean)) safe.has_curve = false;
    int n = (int)spec->n, each = (room.cols - GAP * (n - 1)) / n;
    if (each < COLS_MIN) each = room.cols;
    if (each < COLS_MIN) each = COLS_MIN;
    if (each > 64) each = 64;
    Picture *parts = arena_array(pen->arena, spec->n, sizeof *parts);
    for (size_t i = 0; i < spec->n; i++) {
        const PicArray *array = &spec->arrays[i];
        if (!array_is_numeric(array))
            parts[i] = picture_error(pen, array, each);
        else if (room.size == PIC_NUMBERS)
            parts[i] = hidden(pen, array);
        else
            parts[i] = histogram_of(pen, &safe, i, each, room.size == PIC_FULL ? ROWS_FULL : ROWS_COMPACT);
    }
    return picture_flow(pen, parts, spec->n, GAP, room.cols);
}
