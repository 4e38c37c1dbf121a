/* How often values fall into each bin: a column of eighth blocks a bin, and a normal
 * curve over them to compare.
 *
 * The counts of a sheet's array are elements of the sheet, histogram(x, bins, low, high): they are kept while
 * nothing changes, only what is new is counted while samples come in, and each column is a mark for its
 * count. An array that is no sheet's is counted here.
 */
#include "view/picture.h"
#include "view/plot.h"
#include <math.h>
#include <string.h>

enum { ROWS_FULL = 8, ROWS_COMPACT = 6, MAX_BINS = 120, GAP = 4, COLS_MIN = 16 };

typedef struct Histogram {
    PicArray counts; /* value NULL: counted here */
    double plain[MAX_BINS];
    size_t bins, n;
    double outside;
    Scale scale;
} Histogram;

/* The text of a whole array of the sheet; NULL for any other. */
static const char *sheet_text(const Pen *pen, const PicArray *array)
{
    Layer *layer = array->base.node ? pen->layers[array->base.layer] : NULL;
    bool is_whole = layer && layer_value(layer, array->base.node) == array->value;
    return is_whole ? layer_text(layer, array->base.node) : NULL;
}

/* What the sheet says of an array, in the layer that it belongs to. */
static PicArray ask_of(const Pen *pen, const PicArray *array, const char *text)
{
    RefLayer layer = array->base.layer;
    return pen_array_node(pen, layer, layer_ask(pen->layers[layer], text, "histogram", NULL), "");
}

static double number_of(const Pen *pen, const PicArray *array, const char *name, const char *text)
{
    PicArray answer = ask_of(pen, array, arena_printf(pen->arena, "%s(%s)", name, text));
    return array_at(&answer, 0, 0);
}

static void extremes(const Pen *pen, const PicArray *array, double *low, double *high)
{
    const char *text = sheet_text(pen, array);
    double least = text ? number_of(pen, array, "min", text) : NAN;
    double most = text ? number_of(pen, array, "max", text) : NAN;
    if (isfinite(least) && isfinite(most)) {
        *low = least;
        *high = most;
    } else {
        array_range(array, low, high);
    }
}

static Scale range_of(const Pen *pen, const PicArray *array, const HistogramSpec *spec)
{
    double low = 0, high = 1;
    bool is_given = spec->has_curve || (spec->scale.has_low && spec->scale.has_high);
    if (!is_given) extremes(pen, array, &low, &high);
    if (spec->has_curve) {
        low = spec->mean - 4 * spec->sd;
        high = spec->mean + 4 * spec->sd;
    }
    Scale scale = spec->has_curve ? scale_new(low, high, false) : scale_round(low, high, false);
    if (spec->scale.has_low) scale.low = spec->scale.low;
    if (spec->scale.has_high) scale.high = spec->scale.high;
    return scale_new(scale.low, scale.high, false);
}

static void count_here(const PicArray *array, Histogram *histogram)
{
    double bins = (double)histogram->bins;
    for (size_t r = 0; r < array_rows(array); r++) {
        for (size_t c = 0; c < array_cols(array); c++) {
            double at = scale_at(histogram->scale, array_at(array, r, c)) * bins;
            if (at == bins) at = bins - 0.5; /* the high end belongs to the last bin */
            if (at >= 0 && at < bins)
                histogram->plain[(size_t)at]++;
            else
                histogram->outside++;
        }
    }
}

/* As one would type it: -2, 0.5. */
static const char *typed(const Pen *pen, double x)
{
    bool is_whole = x == floor(x) && fabs(x) < 1e15;
    return num_text(pen->arena, x, is_whole ? NUM_INT : NUM_F64, NUM_SHORTEST);
}

static double count_at(const Histogram *histogram, size_t bin)
{
    return histogram->counts.value ? array_at(&histogram->counts, 0, bin) : histogram->plain[bin];
}

static Histogram count(const Pen *pen, const PicArray *array, Scale scale, size_t bins)
{
    Histogram histogram = {.bins = bins, .scale = scale};
    const char *text = sheet_text(pen, array);
    histogram.n = array_rows(array) * array_cols(array);
    if (text)
        histogram.counts = ask_of(pen, array,
                                  arena_printf(pen->arena, "histogram(%s, %zu, %s, %s)", text, bins,
                                               typed(pen, scale.low), typed(pen, scale.high)));
    if (!histogram.counts.value || array_cols(&histogram.counts) != bins) {
        histogram.counts.value = NULL;
        count_here(array, &histogram);
        return histogram;
    }
    histogram.outside = (double)histogram.n;
    for (size_t i = 0; i < bins; i++) histogram.outside -= count_at(&histogram, i);
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
        top = fmax(top, count_at(histogram, i));
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

static int eighths_of(double share, int rows)
{
    return (int)ceil(share * rows * 8 - 1e-9);
}

/* A mark for the count: the column, and its foot where nothing stands. */
static void mark_column(const Pen *pen, Frame *frame, const Histogram *histogram, size_t bin, int col,
                        int width, int eighths)
{
    if (!histogram->counts.value) return;
    Number number = pen_element(pen, &histogram->counts, 0, bin);
    FrameSpan span = number_span(&number, SPAN_MARK);
    int height = eighths > 8 ? (eighths + 7) / 8 : 1;
    for (int i = 0; i < height; i++) {
        span.row = frame->rows - 1 - i;
        span.col = col;
        span.width = width;
        frame_span(frame, span);
    }
}

/* Dots beside the columns; a mark over a column that it runs through, but at its foot, where both are next to
 * nothing. */
static void draw_curve(Frame *frame, const Histogram *histogram, const HistogramSpec *spec, int rows,
                       int cols, double top)
{
    Canvas canvas = canvas_new(frame->arena, frame, 0, 1, rows, cols);
    for (int x = 0; x < canvas.width; x++) {
        double bin = ((double)x + 0.5) / canvas.width * (double)histogram->bins - 0.5;
        double y = expected(histogram, spec, bin) / top * canvas.height * 0.999;
        int row, col;
        canvas_dot(&canvas, x, y, ROLE_EMPH);
        canvas_cell(&canvas, x, y, &row, &col);
        bool is_over = row < rows - 1 && strcmp(frame_cell(frame, row, col)->glyph, " ") != 0;
        if (is_over) frame_put(frame, row, col, 1, ROLE_EMPH, "•");
    }
    canvas_flush(&canvas);
}

/* "12 of 10000 lie outside", in two rows if it must be: the sheet's numbers, where they are. */
static void say_outside(const Pen *pen, const PicArray *array, const Histogram *histogram, Frame *frame,
                        int row)
{
    int col = 1;
    if (histogram->counts.value && array_ndim(array) == 1) {
        const char *text = sheet_text(pen, array),
                   *bins = layer_text(pen->layers[array->base.layer], histogram->counts.base.node);
        PicArray all = ask_of(pen, array, arena_printf(pen->arena, "len(%s)", text));
        PicArray outside = ask_of(pen, array, arena_printf(pen->arena, "len(%s) - sum(%s)", text, bins));
        Number parts[2] = {pen_element(pen, &outside, 0, 0), pen_element(pen, &all, 0, 0)};
        col += pen_put(pen, frame, row, col, &parts[0]) + parts[0].is_changed;
        col += frame_put(frame, row, col, -1, ROLE_DIM, " of ");
        col += pen_put(pen, frame, row, col, &parts[1]) + parts[1].is_changed;
    } else {
        col += frame_printf(frame, row, col, ROLE_PAGE, "%.0f of %zu", histogram->outside, histogram->n);
    }
    static const char verb[] = " lie outside";
    bool is_beside = col + (int)strlen(verb) <= frame->cols;
    if (!is_beside) frame_resize_rows(frame, row + 2);
    frame_put(frame, row + !is_beside, is_beside ? col : 0, -1, ROLE_DIM, verb);
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
    Histogram histogram = count(pen, array, range_of(pen, array, spec), bins);
    double top = top_of(&histogram, spec);
    Picture picture =
        picture_new(pen, 1 + rows + 2 + (histogram.outside > 0), inner + 2 > cols ? inner + 2 : cols);
    Frame *bars = frame_new(pen->arena, rows, inner + 2, pen->charset);
    for (size_t i = 0; i < bins; i++)
        draw_column(bars, rows - 1, 1 + (int)i * width, width,
                    eighths_of(count_at(&histogram, i) / top, rows));
    if (spec->has_curve) draw_curve(bars, &histogram, spec, rows, inner, top);
    for (size_t i = 0; i < bins; i++)
        mark_column(pen, bars, &histogram, i, 1 + (int)i * width, width,
                    eighths_of(count_at(&histogram, i) / top, rows));
    put_centered(picture.frame, 0, 1, inner, ROLE_LABEL, head);
    frame_blit(picture.frame, 1, 0, bars, 0, 0, rows, inner + 2);
    plot_x_axis(pen->arena, picture.frame, 1 + rows, 1, inner, histogram.scale, NULL);
    if (histogram.outside > 0) say_outside(pen, array, &histogram, picture.frame, 3 + rows);
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
