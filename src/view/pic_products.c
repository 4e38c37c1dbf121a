/* A contraction written out: every product, and their sum.
 *
 *    q·k₁ = 1×1 + 0×1 + 1×0 + 0×0  =  1 + 0 + 0 + 0  =  1.0000
 *
 * Products of typed numbers have as many digits as their factors have together, so
 * that nothing is hidden by rounding; computed ones are shown like all numbers. The
 * middle part goes first where room is short, then the line wraps.
 */
#include "view/picture.h"
#include "view/prose.h"
#include <math.h>

enum { MAX_LINES = 24, MAX_TERMS = 12 };

static size_t vector_row(const PicArray *array, size_t row)
{
    return array_ndim(array) == 2 ? row : 0;
}

/* "1×1 + 0×1 + …" */
static void add_factors(const Pen *pen, Runs *line, const ProductsSpec *spec, size_t row, const size_t *shown,
                        size_t n, bool is_wide)
{
    for (size_t i = 0; i < n; i++) {
        if (i) runs_text(pen, line, ROLE_TEXT, " + ");
        if (shown[i] == ELIDED) {
            runs_text(pen, line, ROLE_DIM, "…");
            continue;
        }
        Number a = pen_element(pen, &spec->a, 0, shown[i]);
        Number b = pen_element(pen, &spec->b, vector_row(&spec->b, row), shown[i]);
        runs_number(pen, line, &a);
        runs_text(pen, line, ROLE_TEXT, is_wide ? "\u00a0×\u00a0" : "×");
        runs_number(pen, line, &b);
    }
}

/* Digits behind the point that a product of typed factors has at most. */
static NumFormat product_format(const Pen *pen, const ProductsSpec *spec, size_t row, size_t col)
{
    Number a = pen_element(pen, &spec->a, 0, col);
    Number b = pen_element(pen, &spec->b, vector_row(&spec->b, row), col);
    int digits = a.format.precision + b.format.precision;
    bool is_typed = a.is_input && b.is_input && a.format.type == 'f' && b.format.type == 'f';
    return is_typed && digits <= 6 ? NUM_FIXED(digits) : spec->products.format;
}

static void add_products(const Pen *pen, Runs *line, const ProductsSpec *spec, size_t row,
                         const size_t *shown, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (i) runs_text(pen, line, ROLE_TEXT, " + ");
        if (shown[i] == ELIDED) {
            runs_text(pen, line, ROLE_DIM, "…");
            continue;
        }
        PicArray products = spec->products;
        if (!products.has_format) pen_array_format(&products, product_format(pen, spec, row, shown[i]));
        Number product = pen_element(pen, &products, vector_row(&products, row), shown[i]);
        runs_number(pen, line, &product);
    }
}

/* How a line is written, from the widest to the narrowest. */
typedef struct Style {
    bool is_wide, with_products;
} Style;
static const Style styles[] = {{true, true}, {false, true}, {true, false}, {false, false}};

static Runs line_of(const Pen *pen, const ProductsSpec *spec, size_t row, Style style)
{
    Runs line = {0};
    size_t shown[MAX_TERMS], n = elide(array_cols(&spec->a), MAX_TERMS, shown);
    add_factors(pen, &line, spec, row, shown, n, style.is_wide);
    if (style.with_products && array_is_numeric(&spec->products)) {
        runs_text(pen, &line, ROLE_TEXT, "  =  ");
        add_products(pen, &line, spec, row, shown, n);
    }
    runs_text(pen, &line, ROLE_TEXT, "  =  ");
    Number sum = pen_element(pen, &spec->sums, 0, array_ndim(&spec->sums) == 0 ? 0 : row);
    runs_number(pen, &line, &sum);
    return line;
}

/* The lines of the rows shown, in one style; returns the cells of the longest. */
static int lines_of(const Pen *pen, const ProductsSpec *spec, const size_t *rows, size_t n, Style style,
                    Runs *lines)
{
    int width = 0;
    for (size_t i = 0; i < n; i++) {
        if (rows[i] == ELIDED) continue;
        lines[i] = line_of(pen, spec, rows[i], style);
        int cells = runs_width(pen, &lines[i]);
        if (cells > width) width = cells;
    }
    return width;
}

static const PicArray *first_problem(const ProductsSpec *spec)
{
    if (!array_is_numeric(&spec->a)) return &spec->a;
    if (!array_is_numeric(&spec->b)) return &spec->b;
    return array_is_numeric(&spec->sums) ? NULL : &spec->sums;
}

Picture pic_products(const Pen *pen, const ProductsSpec *spec, PicRoom room)
{
    const PicArray *problem = first_problem(spec);
    if (problem) return picture_error(pen, problem, room.cols);
    size_t n = array_ndim(&spec->b) == 2 ? array_rows(&spec->b) : 1, rows[MAX_LINES];
    size_t n_shown = elide(n, MAX_LINES, rows);
    int label_width;
    const char *const *labels = pen_labels(pen, spec->rows, n, &label_width);
    int left = label_width ? label_width + 3 : 1;
    Runs lines[MAX_LINES];
    int width = 0;
    for (size_t i = 0; i < sizeof styles / sizeof styles[0]; i++) {
        width = lines_of(pen, spec, rows, n_shown, styles[i], lines);
        if (left + width + 1 <= room.cols) break;
    }
    if (left + width + 1 > room.cols) width = room.cols - left - 1;
    if (width < 16) width = 16;
    Picture picture = picture_new(pen, 0, left + width + 1);
    int row = 0;
    for (size_t i = 0; i < n_shown; i++) {
        if (rows[i] == ELIDED) {
            row = picture_row(&picture);
            frame_printf(picture.frame, row, 0, ROLE_PAGE, "⋮ %zu more rows", n - n_shown + 1);
            row++;
            continue;
        }
        int used =
            frame_wrap(picture.frame, pen->charset, row, left, width, -1, 2, lines[i].items, lines[i].n);
        frame_put(picture.frame, row, 0, label_width, ROLE_LABEL, labels[rows[i]]);
        row += used;
    }
    return picture;
}
