/* Pictures: functions from arrays to a small frame.
 *
 * A picture is drawn at its natural size into a frame of its own; the document
 * copies it to its place, or pages it sideways where it is wider than its pane.
 * `cols` is the room there is: a picture uses it well, and is wider only where it
 * must be. What yields when rows run out is the drawing (PicSize), never a number.
 */
#ifndef HEED_VIEW_PICTURE_H
#define HEED_VIEW_PICTURE_H

#include "view/pen.h"

typedef enum PicSize {
    PIC_FULL,
    PIC_COMPACT, /* drawings of few rows */
    PIC_NUMBERS  /* no drawings: their numbers alone */
} PicSize;

typedef struct PicRoom {
    int cols;
    PicSize size;
} PicRoom;

/* Where a page may begin, and what stands there. */
typedef struct PicBreak {
    int col;
    const char *name;
} PicBreak;

typedef struct Picture Picture;
struct Picture {
    Frame *frame; /* NULL: nothing to show */
    int fixed;    /* the first columns stand on every page: row labels */
    PicBreak *breaks;
    size_t n_breaks;
    bool is_newest_last;    /* a pipeline: its last page is shown first */
    int header_rows;        /* kept in sight while a row below them is selected */
    bool has_drawing;       /* PicSize makes a difference */
    bool marks_are_targets; /* elements stand in it as marks alone: they can be selected */
    const Picture *below;   /* what stands under it, on pages of its own; or NULL */
};

Picture picture_new(const Pen *pen, int rows, int cols);
void picture_break(const Pen *pen, Picture *picture, int col, const char *name);
/* Adds a row at the bottom; returns its index. */
int picture_row(Picture *picture);
/* One under the other. */
Picture picture_stack(const Pen *pen, const Picture *parts, size_t n, int gap);
/* Side by side while they fit into `cols`, else in further lines. */
Picture picture_flow(const Pen *pen, const Picture *parts, size_t n, int gap, int cols);
/* Hangs `below` under a picture (and what already hangs there). */
void picture_below(const Pen *pen, Picture *picture, Picture below);
/* A line that says what could not be drawn, and why. */
Picture picture_error(const Pen *pen, const PicArray *array, int cols);

/* ---- the pictures ---- */

/* The pipeline: arrays of as many rows side by side. A vector right before a matrix stands over it, one right
 * behind a matrix under it, where their lengths say so. */
typedef struct ColumnsSpec {
    const PicArray *arrays;
    size_t n;
    const PicArray *rows;     /* labels, or NULL */
    const char *const *under; /* texts under the columns behind the matrices */
    const PicArray
        *under_values; /* an array per text: a scalar with a value is drawn behind its text ("Σ 6.0157") */
    size_t n_under;
} ColumnsSpec;
/* Which arrays stand as columns of numbers, in order: what `under` counts. Returns how many. */
size_t columns_of_numbers(const Pen *pen, const ColumnsSpec *spec, size_t *indices);
Picture pic_columns(const Pen *pen, const ColumnsSpec *spec, PicRoom room);

/* Each product of a vector (or row) with each row of `b`, and their sum. */
typedef struct ProductsSpec {
    PicArray a, b;
    PicArray products; /* (n, d): a * b */
    PicArray sums;     /* (n,) */
    const PicArray *rows;
} ProductsSpec;
Picture pic_products(const Pen *pen, const ProductsSpec *spec, PicRoom room);

typedef struct MatrixSpec {
    const PicArray *arrays;
    size_t n;
    const PicArray *rows, *cols;
} MatrixSpec;
Picture pic_matrix(const Pen *pen, const MatrixSpec *spec, PicRoom room);

typedef struct ScaleSpec {
    bool has_low, has_high;
    double low, high;
} ScaleSpec;

typedef struct BarsSpec {
    const PicArray *arrays;
    size_t n;
    const PicArray *rows;
    ScaleSpec scale;
} BarsSpec;
Picture pic_bars(const Pen *pen, const BarsSpec *spec, PicRoom room);

typedef struct VectorsSpec {
    const PicArray *arrays; /* (2,) or (n, 2); style "arrow", "point", "hull" */
    size_t n;
    const PicArray *rows; /* labels of matrix rows */
    const char *const *axes;
    size_t n_axes;
    ScaleSpec scale;
    bool no_legend; /* the numbers stand elsewhere */
} VectorsSpec;
Picture pic_vectors(const Pen *pen, const VectorsSpec *spec, PicRoom room);

typedef struct HeatmapSpec {
    const PicArray *arrays;
    size_t n;
    const PicArray *rows, *cols;
    ScaleSpec scale;
} HeatmapSpec;
Picture pic_heatmap(const Pen *pen, const HeatmapSpec *spec, PicRoom room);

typedef struct HistogramSpec {
    const PicArray *arrays;
    size_t n;
    size_t bins; /* 0: chosen by the width */
    ScaleSpec scale;
    bool has_curve;
    double mean, sd; /* of the normal curve */
    const char *const *heads;
    size_t n_heads;
} HistogramSpec;
Picture pic_histogram(const Pen *pen, const HistogramSpec *spec, PicRoom room);

typedef struct LineSpec {
    const PicArray *arrays; /* vectors: the ys */
    size_t n;
    const PicArray *over; /* the xs, or NULL: the index */
    const PicArray *here; /* of each line, its present value: a scalar at here_x; NULL: none is pointed out */
    double here_x;
    bool log_x, log_y;
    ScaleSpec scale; /* of y */
    const char *const *axes;
    size_t n_axes;
    const char *const *heads;
    size_t n_heads;
} LineSpec;
Picture pic_line(const Pen *pen, const LineSpec *spec, PicRoom room);

typedef struct LookupSpec {
    PicArray query, keys, values;
    const PicArray *exact, *exact_out, *best, *best_out, *score, *share, *out; /* each may be NULL */
    const PicArray *rows;
} LookupSpec;
Picture pic_lookup(const Pen *pen, const LookupSpec *spec, PicRoom room);

typedef enum ControlKind { CONTROL_SLIDER, CONTROL_TOGGLE, CONTROL_CHOICE, CONTROL_ARRAY } ControlKind;
typedef struct ControlSpec {
    ControlKind kind;
    PicArray value;
    const char *label;
    double low, high;           /* slider */
    bool is_log;                /* it moves by a factor */
    const char *ends[2];        /* what they mean, or NULL */
    const char *const *options; /* choice */
    size_t n_options;
} ControlSpec;
Picture pic_control(const Pen *pen, const ControlSpec *specs, size_t n, PicRoom room);

typedef struct StatsRow {
    const char *label;
    const PicArray *values; /* scalars */
    size_t n;
    const PicArray *margins; /* n of them, or NULL */
    const PicArray *expects; /* ditto */
} StatsRow;
typedef struct StatsSpec {
    const StatsRow *rows;
    size_t n;
    const char *against; /* what stands over `expects` */
    const char *const *heads;
    size_t n_heads;
} StatsSpec;
Picture pic_stats(const Pen *pen, const StatsSpec *spec, PicRoom room);

typedef struct BlendSpec {
    PicArray weights, values; /* (n,), (n, d) or (n,) */
    const PicArray *out;      /* (d,), or NULL */
    const PicArray *was;      /* out before the last edit, where it differs; or NULL */
    const PicArray *rows;
    bool no_plane; /* the hull is drawn elsewhere */
} BlendSpec;
Picture pic_blend(const Pen *pen, const BlendSpec *spec, PicRoom room);

/* ---- shared by pictures ---- */

/* A bar of `share` (0..1) of `cells`, in eighths. */
void draw_bar(Frame *frame, int row, int col, int cells, double share);
/* A bar from zero to `value` on the scale low <= 0 <= high. */
void draw_signed_bar(Frame *frame, int row, int col, int cells, double low, double high, double value);
/* The round scale of bars for these values: low is 0 unless some are negative. */
void bar_scale(const PicArray *arrays, size_t n, double *low, double *high);
/* A cell of the ramp ` ░▒▓█` for `share` (0..1), `cells` wide. */
void draw_heat(Frame *frame, int row, int col, int cells, double share);
void put_centered(Frame *frame, int row, int col, int width, Role role, const char *text);
/* The next round number at or above x > 0: close enough that the longest bar is never short. */
double round_up(double x);

#endif
