/* What terms stand for, as numbers. */
#include "heed/text.h"
#include "view/equation.h"
#include <string.h>

PicArray equation_array(const Pen *pen, const MathTerm *term)
{
    if (!term->expr) return (PicArray){.label = "", .error = "", .role = ROLE_NUMBER};
    return pen_array(pen, term->expr, term->source);
}

bool equation_has_numbers(const PicArray *array)
{
    return array_is_numeric(array) && value_count(array->value) > 0;
}

static bool is_index(const MathNode *node)
{
    return node->kind == MATH_SYMBOL && node->text[0] && !node->text[1] && strchr("ijklmnt", node->text[0]);
}

/* An index rather than a part of a name: α_j is one of the α's, s_{ij} one of a matrix; d_k is no d. */
static const char *free_index(const Pen *pen, const MathTerm *term, const PicArray *array)
{
    const MathNode *node = term->math;
    if (node->kind == MATH_ROW && node->n_children > 0) node = node->children[node->n_children - 1];
    const MathNode *sub = node->kind == MATH_SCRIPT ? node->children[1] : NULL;
    if (!sub || array_ndim(array) == 0) return NULL;
    bool is_free = sub->kind == MATH_ROW ? sub->n_children > 0 : is_index(sub);
    for (size_t i = 0; is_free && sub->kind == MATH_ROW && i < sub->n_children; i++)
        is_free = is_index(sub->children[i]) || sub->children[i]->class == MATH_PUNCTUATION;
    return is_free ? math_inline(pen->arena, sub) : NULL;
}

/* ------------------------------------------------------------------- boxes */

/* A star behind it would be read as a product: the role tells what has changed. */
static Number plain_number(const Pen *pen, const PicArray *array, size_t row, size_t col)
{
    Number number = pen_element(pen, array, row, col);
    number.is_changed = false;
    return number;
}

static MathBox box_new(const Pen *pen, int rows, int cols, int baseline)
{
    return (MathBox){frame_new(pen->arena, rows, cols, pen->charset), baseline};
}

/* A negative one in parentheses: it may stand behind a sign. */
static MathBox scalar_box(const Pen *pen, const PicArray *array)
{
    Number number = plain_number(pen, array, 0, 0);
    int is_negative = number.text[0] == '-';
    MathBox box = box_new(pen, 1, number.width + 2 * is_negative, 0);
    if (is_negative) frame_put(box.frame, 0, 0, 1, ROLE_RULE, "(");
    pen_put(pen, box.frame, 0, is_negative, &number);
    if (is_negative) frame_put(box.frame, 0, 1 + number.width, 1, ROLE_RULE, ")");
    return box;
}

/* The rows and columns that are drawn of an array. */
typedef struct Part {
    size_t *rows, *cols, n_rows, n_cols;
    int *widths;
} Part;

static Part part_of(const Pen *pen, const PicArray *array, size_t limit)
{
    Part part = {.rows = arena_array(pen->arena, limit, sizeof(size_t)),
                 .cols = arena_array(pen->arena, limit, sizeof(size_t)),
                 .widths = arena_array(pen->arena, limit, sizeof(int))};
    part.n_rows = elide(array_rows(array), limit, part.rows);
    part.n_cols = elide(array_cols(array), limit, part.cols);
    for (size_t c = 0; c < part.n_cols; c++) {
        part.widths[c] = part.cols[c] == ELIDED ? charset_width(pen->charset, "⋯") : 1;
        for (size_t r = 0; r < part.n_rows && part.cols[c] != ELIDED; r++) {
            if (part.rows[r] == ELIDED) continue;
            int width = plain_number(pen, array, part.rows[r], part.cols[c]).width;
            if (width > part.widths[c]) part.widths[c] = width;
        }
    }
    return part;
}

static void draw_cell(const Pen *pen, const PicArray *array, const Part *part, Frame *frame, size_t r,
                      size_t c, int col)
{
    bool row_gap = part->rows[r] == ELIDED, col_gap = part->cols[c] == ELIDED;
    if (row_gap || col_gap) {
        const char *sign = row_gap && col_gap ? "⋱" : row_gap ? "⋮" : "⋯";
        int cells = charset_width(pen->charset, sign);
        frame_put(frame, (int)r, col + part->widths[c] - cells, cells, ROLE_DIM, sign);
        return;
    }
    Number number = plain_number(pen, array, part->rows[r], part->cols[c]);
    pen_put_right(pen, frame, (int)r, col + part->widths[c], &number);
}

static MathBox grid_box(const Pen *pen, const PicArray *array, const Part *part)
{
    enum { GAP = 2 };
    int cols = GAP * ((int)part->n_cols - 1), rows = (int)part->n_rows;
    for (size_t c = 0; c < part->n_cols; c++) cols += part->widths[c];
    MathBox box = box_new(pen, rows, cols, (rows - 1) / 2);
    for (size_t r = 0; r < part->n_rows; r++)
        for (size_t c = 0, col = 0; c < part->n_cols; col += (size_t)part->widths[c++] + GAP)
            draw_cell(pen, array, part, box.frame, r, c, (int)col);
    return box;
}

/* A text under a box, to the right (an index) or in the middle (a shape). */
static MathBox with_text_below(const Pen *pen, MathBox box, const char *text, bool is_index)
{
    int cells = charset_width(pen->charset, text), inner = box.frame->cols;
    int cols = is_index ? inner + cells : cells > inner ? cells : inner;
    MathBox whole = box_new(pen, box.frame->rows + 1, cols, box.baseline);
    frame_blit(whole.frame, 0, is_index ? 0 : (cols - inner) / 2, box.frame, 0, 0, box.frame->rows, inner);
    frame_put(whole.frame, box.frame->rows, is_index ? inner : (cols - cells) / 2, cells,
              is_index ? ROLE_TEXT : ROLE_DIM, text);
    return whole;
}

MathBox equation_box(const Pen *pen, const MathTerm *term, const PicArray *array, size_t limit)
{
    if (array_ndim(array) == 0) return scalar_box(pen, array);
    Part part = part_of(pen, array, limit);
    MathBox box = math_fenced(pen->arena, pen->charset, "[", grid_box(pen, array, &part), "]");
    const char *index = free_index(pen, term, array);
    if (index) box = with_text_below(pen, box, index, true);
    if (array_rows(array) <= part.n_rows && array_cols(array) <= part.n_cols) return box;
    return with_text_below(pen, box, value_shape_text(pen->arena, array->value), false);
}

static MathBox element_box(const Pen *pen, const PicArray *array, size_t k)
{
    PicArray element =
        array_ndim(array) == 2 ? pen_array_row(pen, array, k) : pen_array_scalar(pen, array, 0, k);
    if (array_ndim(&element) == 0) return scalar_box(pen, &element);
    enum { LONGEST = 4 };
    Part part = part_of(pen, &element, LONGEST);
    return math_fenced(pen->arena, pen->charset, "[", grid_box(pen, &element, &part), "]");
}

EquationElements equation_elements(const Pen *pen, const MathTerm *term, const PicArray *array)
{
    enum { MOST = 4 };
    EquationElements elements = {.index = free_index(pen, term, array)};
    if (!elements.index || elements.index[1]) return (EquationElements){0};
    elements.n_total = array_ndim(array) == 2 ? array_rows(array) : array_cols(array);
    size_t which[MOST], n = elide(elements.n_total, MOST, which);
    elements.boxes = arena_array(pen->arena, n, sizeof *elements.boxes);
    for (size_t i = 0; i < n; i++)
        if (which[i] != ELIDED) elements.boxes[elements.n++] = element_box(pen, array, which[i]);
    return elements;
}

/* -------------------------------------------------------------------- runs */

void equation_value_runs(const Pen *pen, Runs *runs, const PicArray *array)
{
    enum { WHOLE_MAX = 12 };
    if (!array->value || value_count(array->value) <= WHOLE_MAX || !array_is_numeric(array)) {
        value_runs(pen, runs, array);
        return;
    }
    Number first = pen_element(pen, array, 0, 0);
    Number last = pen_element(pen, array, array_rows(array) - 1, array_cols(array) - 1);
    runs_text(pen, runs, ROLE_DIM,
              arena_printf(pen->arena, "%s: ", value_shape_text(pen->arena, array->value)));
    runs_number(pen, runs, &first);
    runs_text(pen, runs, ROLE_DIM, " … ");
    runs_number(pen, runs, &last);
}

/* Stars would be read as products. */
static void drop_stars(Runs *runs, size_t from)
{
    size_t n = from;
    for (size_t i = from; i < runs->n; i++) {
        bool is_star = !runs->items[i].is_span && strcmp(runs->items[i].utf8, "*") == 0;
        if (!is_star) runs->items[n++] = runs->items[i];
    }
    runs->n = n;
}

void equation_factor_runs(const Pen *pen, Runs *runs, const MathTerm *term, const PicArray *array)
{
    size_t from = runs->n;
    const char *index = free_index(pen, term, array);
    bool is_negative = array_ndim(array) == 0 && array_at(array, 0, 0) < 0;
    if (is_negative) runs_text(pen, runs, ROLE_RULE, "(");
    equation_value_runs(pen, runs, array);
    if (is_negative) runs_text(pen, runs, ROLE_RULE, ")");
    if (index) runs_text(pen, runs, ROLE_TEXT, arena_printf(pen->arena, "_%s", index));
    drop_stars(runs, from);
}
