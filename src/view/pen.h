/* Numbers on their way to the screen.
 *
 * A Pen knows the layers that references point into. From it comes every Number
 * that is drawn: an element's text in its format, with the reference, the role
 * that tells whether the last edit changed it, and the mark of an input. Pictures
 * take PicArrays: values with optional references and labels, so that an array
 * that is no sheet's (a forecast) is drawn by the same functions.
 */
#ifndef HEED_VIEW_PEN_H
#define HEED_VIEW_PEN_H

#include "heed/frame.h"
#include "heed/sheet.h"

typedef struct Pen {
    Arena *arena;
    Charset charset;
    Layer *layers[REF_LAYERS]; /* by RefLayer; NULL: not there */
    bool is_rounded;           /* as in ViewState */
} Pen;

/* One number, ready to be drawn. */
typedef struct Number {
    const char *text;
    int width;       /* cells of the text alone */
    Role role;       /* ROLE_NUMBER or ROLE_CHANGED; of a plain array its own */
    bool is_changed; /* a `*` stands behind it */
    bool is_input;   /* underlined */
    ElementRef ref;  /* node 0: no span */
    NumFormat format;
} Number;

/* An array as pictures take it. */
typedef struct PicArray {
    const char *label;  /* as a heading: "e^z"; "" for none */
    const Value *value; /* NULL: it could not be computed, `error` stands in its place */
    const char *error;  /* "q is (5,), K is (3, 4)", "waits for s" */
    bool is_waiting;    /* the error is another node's */
    ElementRef base;    /* of its first element; node 0: plain values, drawn in `role` */
    Role role;
    bool is_input;   /* shown in brackets, underlined */
    bool has_format; /* `format` was asked for; else inputs are shown as typed */
    NumFormat format;
    const char *style; /* "bars", "heat", "arrow" …; NULL */
} PicArray;

/* ---- arrays ---- */
/* The node of an expression, or of a text of the language, in the present layer. */
PicArray pen_array(const Pen *pen, const Expr *expr, const char *text);
PicArray pen_array_text(const Pen *pen, const char *text);
PicArray pen_array_node(const Pen *pen, RefLayer layer, NodeId node, const char *label);
/* Values that belong to no sheet, in `role` (never ROLE_NUMBER). */
PicArray pen_array_plain(const Value *value, const char *label, Role role, NumFormat format);
/* Row `row` of a matrix, as a vector. */
PicArray pen_array_row(const Pen *pen, const PicArray *array, size_t row);
/* One element, as a scalar. */
PicArray pen_array_scalar(const Pen *pen, const PicArray *array, size_t row, size_t col);
/* The same array before the last edit, labelled "was"; NULL where nothing of it has changed, or it had
 * another shape. */
const PicArray *pen_was(const Pen *pen, const PicArray *array);
void pen_array_format(PicArray *array, NumFormat format);

bool array_is_numeric(const PicArray *array); /* has a value that is no list of strings */
size_t array_rows(const PicArray *array);     /* of a matrix; 1 of a vector or scalar */
size_t array_cols(const PicArray *array);
int array_ndim(const PicArray *array);
/* The element's number for layout: positions and lengths. NAN where there is none. */
double array_at(const PicArray *array, size_t row, size_t col);
/* The finite extremes; false where no element is finite. */
bool array_range(const PicArray *array, double *low, double *high);
ElementRef array_ref(const PicArray *array, size_t row, size_t col);

/* ---- numbers ---- */
Number pen_element(const Pen *pen, const PicArray *array, size_t row, size_t col);
/* An element of any layer; format NULL: as its array is shown. False where it has no number. */
bool pen_number(const Pen *pen, ElementRef ref, const NumFormat *format, Number *number);
/* How the elements of a node are shown where nothing else is asked. */
NumFormat pen_format(const Pen *pen, ElementRef ref);
/* .4f, or as exponents where that would be all zeros or a row of digits nobody reads. */
NumFormat pen_format_of_size(double largest);
/* An axis' digits, a page's, a measurement: never a sheet's. */
Number pen_plain(const Pen *pen, double value, NumFormat format, Role role);

/* Draws it, with its span, its underline and its `*` (in the cell behind it). Returns its width. */
int pen_put(const Pen *pen, Frame *frame, int row, int col, const Number *number);
/* The same, ending before column `end`. */
void pen_put_right(const Pen *pen, Frame *frame, int row, int end, const Number *number);
/* The number as runs of prose: the number, and its star. Returns how many (at most 2). */
size_t number_runs(const Number *number, TextRun runs[2]);
FrameSpan number_span(const Number *number, SpanKind kind);

/* What a node says in place of numbers: "waits for s". NULL where it has a value. */
const char *pen_error(const Pen *pen, NodeId node, bool *is_waiting);

/* ---- labels ---- */
/* The labels of n rows: those of a list of strings, and generated ones for rows that it lacks ("k₄" after
 * "k₃"). */
const char *const *pen_labels(const Pen *pen, const PicArray *names, size_t n, int *width);

/* Which of n rows (or columns) are drawn where at most `limit` may be: the first ones, a gap (ELIDED), the
 * last. */
#define ELIDED SIZE_MAX
size_t elide(size_t n, size_t limit, size_t *shown);

#endif
