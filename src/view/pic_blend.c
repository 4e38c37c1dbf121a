/* The blend: weight times row, for every row, and their sum.
 *
 *     k₁  0.2741 × [ 1  2 ]
 *     k₂  0.2741 × [ 3  4 ]
 *     k₃  0.4519 × [ 5  6 ]
 *         out    =   3.3556  4.3556
 *
 * In two dimensions the sum's place inside the hull of the rows is drawn beside it.
 */
#include "view/picture.h"

enum { MAX_ROWS = 16, MAX_COLS = 8, BESIDE_MIN = 34, GAP = 3 };

typedef struct Blend {
    const Pen *pen;
    const BlendSpec *spec;
    size_t rows[MAX_ROWS], cols[MAX_COLS];
    size_t n, n_rows, n_cols;
    const char *const *labels;
    int label_width, weight_width;
    int number_width, sum_width; /* of the rows' numbers, and of those of the sum */
} Blend;

static void widen(int *width, int cells)
{
    if (cells > *width) *width = cells;
}

static bool is_matrix(const PicArray *values)
{
    return array_ndim(values) == 2;
}

static Number value_number(const Blend *blend, size_t r, size_t c)
{
    const PicArray *values = &blend->spec->values;
    return is_matrix(values) ? pen_element(blend->pen, values, r, c) : pen_element(blend->pen, values, 0, r);
}

static void widen_vector(Blend *blend, const PicArray *array)
{
    for (size_t k = 0; array && array->value && k < blend->n_cols; k++)
        if (blend->cols[k] != ELIDED)
            widen(&blend->sum_width, pen_element(blend->pen, array, 0, blend->cols[k]).width);
}

static void measure(Blend *blend)
{
    const BlendSpec *spec = blend->spec;
    blend->n = is_matrix(&spec->values) ? array_rows(&spec->values) : array_cols(&spec->values);
    blend->n_rows = elide(blend->n, MAX_ROWS, blend->rows);
    blend->n_cols = elide(is_matrix(&spec->values) ? array_cols(&spec->values) : 1, MAX_COLS, blend->cols);
    blend->labels = pen_labels(blend->pen, spec->rows, blend->n, &blend->label_width);
    for (size_t i = 0; i < blend->n_rows; i++) {
        if (blend->rows[i] == ELIDED) continue;
        widen(&blend->weight_width, pen_element(blend->pen, &spec->weights, 0, blend->rows[i]).width);
        for (size_t k = 0; k < blend->n_cols; k++)
            if (blend->cols[k] != ELIDED)
                widen(&blend->number_width, value_number(blend, blend->rows[i], blend->cols[k]).width);
    }
    if (spec->out) widen(&blend->weight_width, charset_width(blend->pen->charset, spec->out->label));
    widen_vector(blend, spec->out);
    widen_vector(blend, spec->was);
}

/* Weights end here; a star, the sign and its blanks stand between them and the brackets. */
static int weight_end(const Blend *blend)
{
    return (blend->label_width ? blend->label_width + 2 : 0) + blend->weight_width;
}

static int bracket_col(const Blend *blend)
{
    return weight_end(blend) + 4;
}

static int vector_width(const Blend *blend, int number_width)
{
    return 4 + (int)blend->n_cols * (number_width + 2) - 2;
}

static void draw_brackets(const Blend *blend, Frame *frame, int row)
{
    int col = bracket_col(blend);
    frame_put(frame, row, col, 1, ROLE_LABEL, "[");
    frame_put(frame, row, col + vector_width(blend, blend->number_width) - 1, 1, ROLE_LABEL, "]");
}

static int number_end(const Blend *blend, size_t k, int number_width)
{
    return bracket_col(blend) + 2 + (int)k * (number_width + 2) + number_width;
}

static void draw_row(const Blend *blend, Frame *frame, int row, size_t r)
{
    const Pen *pen = blend->pen;
    frame_put(frame, row, 0, blend->label_width, ROLE_LABEL, blend->labels[r]);
    Number weight = pen_element(pen, &blend->spec->weights, 0, r);
    pen_put_right(pen, frame, row, weight_end(blend), &weight);
    frame_put(frame, row, weight_end(blend) + 2, 1, ROLE_TEXT, "×");
    if (blend->spec->values.is_input) draw_brackets(blend, frame, row);
    for (size_t k = 0; k < blend->n_cols; k++) {
        if (blend->cols[k] == ELIDED) {
            frame_put(frame, row, number_end(blend, k, blend->number_width) - 1, 1, ROLE_DIM, "…");
            continue;
        }
        Number number = value_number(blend, r, blend->cols[k]);
        pen_put_right(pen, frame, row, number_end(blend, k, blend->number_width), &number);
    }
}

/* "out =  3.3556  4.3556", or what it was. */
static void draw_sum(const Blend *blend, Frame *frame, int row, const PicArray *array, const char *sign)
{
    int end = weight_end(blend), cells = charset_width(blend->pen->charset, array->label);
    frame_put(frame, row, end - cells, cells, ROLE_LABEL, array->label);
    frame_put(frame, row, end + 2, 1, ROLE_TEXT, sign);
    for (size_t k = 0; k < blend->n_cols; k++) {
        if (blend->cols[k] == ELIDED) continue;
        Number number = pen_element(blend->pen, array, 0, blend->cols[k]);
        pen_put_right(blend->pen, frame, row, number_end(blend, k, blend->sum_width), &number);
    }
}

static Picture draw_list(const Blend *blend)
{
    const BlendSpec *spec = blend->spec;
    bool has_out = spec->out && spec->out->value, has_was = has_out && spec->was;
    int wide = blend->number_width > blend->sum_width ? blend->number_width : blend->sum_width;
    int width = vector_width(blend, wide);
    Picture picture = picture_new(blend->pen, (int)blend->n_rows + (has_out ? 2 : 0) + has_was,
                                  bracket_col(blend) + width + 1);
    Frame *frame = picture.frame;
    int row = 0;
    for (size_t i = 0; i < blend->n_rows; i++, row++) {
        if (blend->rows[i] == ELIDED)
            frame_printf(frame, row, 0, ROLE_PAGE, "⋮ %zu more rows", blend->n - blend->n_rows + 1);
        else
            draw_row(blend, frame, row, blend->rows[i]);
    }
    if (has_out) {
        frame_fill(frame, row, bracket_col(blend), width, ROLE_RULE, "─");
        draw_sum(blend, frame, row + 1, spec->out, "=");
    }
    if (has_was) draw_sum(blend, frame, row + 2, spec->was, " ");
    return picture;
}

/* The rows of V, their hull, and the sum in it. */
static Picture draw_hull(const Blend *blend, PicRoom room)
{
    PicArray arrays[2] = {blend->spec->values};
    size_t n = 1;
    arrays[0].style = "hull";
    if (blend->spec->out && array_cols(blend->spec->out) == 2) {
        arrays[n] = *blend->spec->out;
        arrays[n++].style = "point";
    }
    VectorsSpec vectors = {.arrays = arrays, .n = n, .rows = blend->spec->rows, .no_legend = true};
    return pic_vectors(blend->pen, &vectors, room);
}

static const PicArray *first_problem(const BlendSpec *spec)
{
    if (!array_is_numeric(&spec->weights)) return &spec->weights;
    return array_is_numeric(&spec->values) ? NULL : &spec->values;
}

Picture pic_blend(const Pen *pen, const BlendSpec *spec, PicRoom room)
{
    const PicArray *problem = first_problem(spec);
    if (problem) return picture_error(pen, problem, room.cols);
    Blend blend = {.pen = pen, .spec = spec};
    measure(&blend);
    Picture parts[3] = {draw_list(&blend)};
    size_t n = 1;
    bool is_plane = is_matrix(&spec->values) && array_cols(&spec->values) == 2 && !spec->no_plane;
    if (is_plane && room.size != PIC_NUMBERS) {
        int beside = room.cols - parts[0].frame->cols - GAP;
        parts[n++] = draw_hull(&blend, (PicRoom){beside >= BESIDE_MIN ? beside : room.cols, room.size});
    }
    Picture whole = picture_flow(pen, parts, n, GAP, room.cols);
    if (is_plane) whole.has_drawing = true;
    if (!spec->out || spec->out->value) return whole;
    Picture with_error[2] = {whole, picture_error(pen, spec->out, room.cols)};
    whole = picture_stack(pen, with_error, 2, 0);
    whole.has_drawing = is_plane;
    return whole;
}
