/* Maps: every element is one element that stands somewhere else. Nothing is
 * computed; source_of says where, and forward copies from there.
 */
#include "sheet/layer.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------- moving */

static bool type_shape(Layer *layer, Node *node, ValueType type, int ndim, size_t rows, size_t cols)
{
    /* Only numbers that are alone are doubles. */
    if (ndim > 0 && type == VALUE_F64) type = VALUE_F32;
    return node_shape(layer, node, type, ndim, rows, cols);
}

static bool copy_forward(Layer *layer, Node *node)
{
    const Value *value = &node->value;
    for (size_t r = 0; r < value->rows; r++) {
        for (size_t c = 0; c < value->cols; c++) {
            Element from = node->op->source_of(node, r, c);
            size_t index = r * value->cols + c;
            if (value->type == VALUE_STRING) {
                const char *text = value_text_at(&from.node->value, from.row, from.col);
                node_strings(layer, node)[index] = text;
            } else {
                node_put(layer, node, index, value_at(&from.node->value, from.row, from.col));
            }
        }
    }
    return true;
}

/* The whole of one operand, moved as a block. */
static bool share_forward(Layer *layer, Node *node)
{
    const Node *from = node->args[node->n_args - 1];
    node_take(layer, node, from);
    return true;
}

static Element same_place(const Node *node, size_t row, size_t col)
{
    return (Element){node->args[node->n_args - 1], row, col};
}

/* ----------------------------------------------------- names and conditions */

/* `a = b`, and the branch taken of `a if c else b`. */
static bool same_shape(Layer *layer, Node *node)
{
    const Value *x = &node->args[node->n_args - 1]->value;
    return node_shape(layer, node, x->type, x->ndim, x->rows, x->cols);
}

/* --------------------------------------------------------------- transpose */

static bool transpose_shape(Layer *layer, Node *node)
{
    const Value *x = &node->args[0]->value;
    if (x->ndim < 2) return node_shape(layer, node, x->type, x->ndim, x->rows, x->cols);
    return node_shape(layer, node, x->type, 2, x->cols, x->rows);
}

static Element transpose_source(const Node *node, size_t row, size_t col)
{
    if (node->value.ndim < 2) return (Element){node->args[0], row, col};
    return (Element){node->args[0], col, row};
}

static bool transpose_forward(Layer *layer, Node *node)
{
    const Value *x = &node->args[0]->value;
    if (x->type != VALUE_F32 || x->ndim < 2) return copy_forward(layer, node);
    heed_transpose(heed_view(x->data.f32, x->rows, x->cols), node_out(layer, node));
    return true;
}

/* ------------------------------------------------------------------ lists */

/* [a, b]: numbers make a vector, vectors of one length make a matrix. */
static bool list_shape(Layer *layer, Node *node)
{
    const Value *first = &node->args[0]->value;
    bool has_text = false, is_bool = true, is_whole = true;
    for (size_t i = 0; i < node->n_args; i++) {
        const Value *x = &node->args[i]->value;
        if (x->ndim > 1) {
            return node_fail_at(layer, node, node_place(node, node->args[i]), "shape",
                                "%s: a list is made of numbers or of rows; concat([a, b]) joins matrices",
                                node_shape_label(layer, node->args[i]));
        }
        if (x->ndim != first->ndim || x->cols != first->cols) {
            return node_fail_at(layer, node, node_place(node, node->args[i]), "shape",
                                "%s, %s: the rows of a matrix are of one length",
                                node_shape_label(layer, node->args[0]),
                                node_shape_label(layer, node->args[i]));
        }
        has_text = has_text || x->type == VALUE_STRING;
        is_bool = is_bool && x->type == VALUE_BOOL;
        is_whole = is_whole && x->type == VALUE_INT;
    }
    for (size_t i = 0; has_text && i < node->n_args; i++) {
        if (node->args[i]->value.type != VALUE_STRING || first->ndim > 0) {
            return node_fail(layer, node, "type", "a list of text holds text alone, in one dimension");
        }
    }
    ValueType type = has_text ? VALUE_STRING : is_bool ? VALUE_BOOL : is_whole ? VALUE_INT : VALUE_F32;
    if (first->ndim == 0) return node_shape(layer, node, type, 1, 1, node->n_args);
    return node_shape(layer, node, type, 2, node->n_args, first->cols);
}

static Element list_source(const Node *node, size_t row, size_t col)
{
    if (node->value.ndim == 1) return (Element){node->args[col], 0, 0};
    return (Element){node->args[row], 0, col};
}

/* ------------------------------------------------------------------- index */

/* One item of an index, resolved against the axis it indexes. */
typedef struct IndexItem {
    bool is_one;    /* a position: the axis vanishes */
    size_t *places; /* of a mask, or NULL */
    size_t first, count;
    ptrdiff_t step;
} IndexItem;

typedef struct Index {
    IndexItem row, col; /* in the 2-D frame; a vector has only col */
    size_t *flat;       /* of a mask over a whole matrix, or NULL */
} Index;

static size_t item_place(const IndexItem *item, size_t i)
{
    if (item->places != NULL) return item->places[i];
    return (size_t)((ptrdiff_t)item->first + (ptrdiff_t)i * item->step);
}

static bool whole_number(Layer *layer, Node *node, const Node *operand, double *out)
{
    const Value *x = &operand->value;
    bool is_number = x->ndim == 0 && x->type != VALUE_STRING && x->type != VALUE_BOOL;
    if (is_number && value_at(x, 0, 0) == floor(value_at(x, 0, 0)) && fabs(value_at(x, 0, 0)) < 1e15) {
        *out = value_at(x, 0, 0);
        return true;
    }
    return node_fail_at(layer, node, node_place(node, operand), "index",
                        "an index is a whole number, a slice, or a vector of True and False");
}

/* A mask: the places where it is true. */
static bool index_by_mask(Layer *layer, Node *node, const Node *mask, size_t size, IndexItem *item)
{
    if (mask->value.ndim != 1 || mask->value.cols != size) {
        return node_fail_at(layer, node, node_place(node, mask), "index",
                            "%s, but the axis it chooses from has %zu", node_shape_label(layer, mask), size);
    }
    item->places = arena_array(layer->arena, size, sizeof *item->places);
    for (size_t i = 0; i < size; i++) {
        if (mask->value.data.b8[i]) item->places[item->count++] = i;
    }
    return true;
}

static bool index_by_position(Layer *layer, Node *node, const Node *position, size_t size, IndexItem *item)
{
    double value = 0;
    if (!whole_number(layer, node, position, &value)) return false;
    if (value < -(double)size || value >= (double)size) {
        const char *label = node_shape_label(layer, node->args[0]);
        if (size == 0) {
            return node_fail_at(layer, node, node_place(node, position), "index",
                                "%s: it has nothing to index", label);
        }
        return node_fail_at(layer, node, node_place(node, position), "index",
                            "index %.0f is outside: %s, so it goes from 0 to %zu", value, label, size - 1);
    }
    *item =
        (IndexItem){.is_one = true, .first = (size_t)(value < 0 ? value + (double)size : value), .count = 1};
    return true;
}

/* Python's rules for the bounds of a slice. */
static double clamp_bound(double value, double size, double low, double high)
{
    if (value < 0) value += size;
    return value < low ? low : value > high ? high : value;
}

static bool index_by_slice(Layer *layer, Node *node, Node *const bounds[3], size_t size, IndexItem *item)
{
    double n = (double)size, step = 1, start = 0, stop = n;
    if (bounds[2] != NULL && !whole_number(layer, node, bounds[2], &step)) return false;
    if (step == 0)
        return node_fail_at(layer, node, node_place(node, bounds[2]), "index", "a slice cannot step by 0");
    double low = step > 0 ? 0 : -1, high = step > 0 ? n : n - 1;
    start = step > 0 ? low : high;
    stop = step > 0 ? high : low;
    double value = 0;
    if (bounds[0] != NULL) {
        if (!whole_number(layer, node, bounds[0], &value)) return false;
        start = clamp_bound(value, n, low, high);
    }
    if (bounds[1] != NULL) {
        if (!whole_number(layer, node, bounds[1], &value)) return false;
        stop = clamp_bound(value, n, low, high);
    }
    double count = ceil((stop - start) / step);
    *item = (IndexItem){.first = count > 0 ? (size_t)start : 0,
                        .count = count > 0 ? (size_t)count : 0,
                        .step = (ptrdiff_t)step};
    return true;
}

static bool index_item(Layer *layer, Node *node, size_t d, size_t size, IndexItem *item)
{
    const Expr *expr = node->expr;
    Node *const *parts = &node->settings[3 * d];
    *item = (IndexItem){.count = size, .step = 1};
    if (d + 1 >= expr->n_args) return true;
    if (expr->args[d + 1]->kind == EXPR_SLICE) return index_by_slice(layer, node, parts, size, item);
    if (parts[0]->value.type == VALUE_BOOL && parts[0]->value.ndim > 0) {
        item->count = 0;
        return index_by_mask(layer, node, parts[0], size, item);
    }
    return index_by_position(layer, node, parts[0], size, item);
}

/* x[x > 0] of a matrix: a vector of the elements where the mask is true, row by row. */
static bool index_by_matrix(Layer *layer, Node *node, Index *index)
{
    const Value *x = &node->args[0]->value, *mask = &node->settings[0]->value;
    if (mask->rows != x->rows || mask->cols != x->cols) {
        return node_fail_at(layer, node, node_place(node, node->settings[0]), "index",
                            "%s, %s: a mask has the shape that it chooses from",
                            node_shape_label(layer, node->settings[0]),
                            node_shape_label(layer, node->args[0]));
    }
    size_t n = 0;
    index->flat = arena_array(layer->arena, value_count(x), sizeof *index->flat);
    for (size_t i = 0; i < value_count(x); i++) {
        if (mask->data.b8[i]) index->flat[n++] = i;
    }
    node->aux = index;
    return node_shape(layer, node, x->type, 1, 1, n);
}

static bool index_shape(Layer *layer, Node *node)
{
    const Value *x = &node->args[0]->value;
    Index *index = arena_alloc(layer->arena, sizeof *index);
    size_t n_items = node->expr->n_args - 1;
    if ((size_t)x->ndim < n_items) {
        return node_fail(layer, node, "index",
                         x->ndim == 0 ? "%s: a single number has no index" : "%s: it has one axis, not two",
                         node_shape_label(layer, node->args[0]));
    }
    const Value *mask = n_items == 1 && node->settings[0] != NULL ? &node->settings[0]->value : NULL;
    if (x->ndim == 2 && mask != NULL && mask->type == VALUE_BOOL && mask->ndim == 2) {
        return index_by_matrix(layer, node, index);
    }
    index->row = (IndexItem){.count = 1, .step = 1};
    bool is_ok = x->ndim == 1 ? index_item(layer, node, 0, x->cols, &index->col)
                              : index_item(layer, node, 0, x->rows, &index->row) &&
                                    index_item(layer, node, 1, x->cols, &index->col);
    if (!is_ok) return false;
    if (index->row.places != NULL && index->col.places != NULL) {
        return node_fail(layer, node, "index", "choose rows by a mask first, then columns: x[rows][:, cols]");
    }
    node->aux = index;
    bool has_rows = x->ndim == 2 && !index->row.is_one, has_cols = !index->col.is_one;
    if (has_rows && has_cols) return node_shape(layer, node, x->type, 2, index->row.count, index->col.count);
    if (!has_rows && !has_cols) return node_shape(layer, node, x->type, 0, 1, 1);
    return node_shape(layer, node, x->type, 1, 1, has_cols ? index->col.count : index->row.count);
}

static Element index_source(const Node *node, size_t row, size_t col)
{
    const Index *index = node->aux;
    if (index->flat != NULL) {
        size_t cols = node->args[0]->value.cols;
        return (Element){node->args[0], index->flat[col] / cols, index->flat[col] % cols};
    }
    bool is_column = node->value.ndim == 1 && index->col.is_one; /* the vector runs down the rows */
    size_t r = is_column ? col : row, c = is_column ? 0 : col;
    return (Element){node->args[0], item_place(&index->row, r), item_place(&index->col, c)};
}

/* ---------------------------------------------------- reshape, concat, sort */

static bool reshape_sizes(Layer *layer, Node *node, double sizes[2])
{
    const Value *x = &node->args[0]->value;
    for (size_t i = 0; i < 2; i++) {
        if (!node_whole(layer, node, i + 1, -1, (double)VALUE_MAX_COUNT, &sizes[i])) return false;
    }
    double n = (double)value_count(x);
    for (size_t i = 0; i < 2; i++) {
        if (sizes[i] == -1 && sizes[1 - i] > 0) sizes[i] = floor(n / sizes[1 - i]);
    }
    if (sizes[0] >= 0 && sizes[1] >= 0 && sizes[0] * sizes[1] == n) return true;
    return node_fail(layer, node, "shape", "%s: its %zu numbers do not fill the new shape",
                     node_shape_label(layer, node->args[0]), value_count(x));
}

static bool reshape_shape(Layer *layer, Node *node)
{
    double sizes[2] = {1, 1};
    if (!reshape_sizes(layer, node, sizes)) return false;
    ValueType type = node->args[0]->value.type;
    bool is_vector = node->settings[2] == NULL;
    if (type == VALUE_STRING && !is_vector) return node_want_numbers(layer, node);
    if (is_vector) return type_shape(layer, node, type, 1, 1, (size_t)sizes[0]);
    return type_shape(layer, node, type, 2, (size_t)sizes[0], (size_t)sizes[1]);
}

static Element reshape_source(const Node *node, size_t row, size_t col)
{
    size_t i = row * node->value.cols + col, cols = node->args[0]->value.cols;
    return (Element){node->args[0], i / cols, i % cols};
}

static ValueType joined_type(const Node *node)
{
    ValueType type = node->args[0]->value.type;
    for (size_t i = 1; i < node->n_args; i++) {
        ValueType other = node->args[i]->value.type;
        if (other == type) continue;
        bool is_whole =
            (type == VALUE_INT || type == VALUE_BOOL) && (other == VALUE_INT || other == VALUE_BOOL);
        type = is_whole ? VALUE_INT : VALUE_F32;
    }
    return type;
}

static bool concat_shape(Layer *layer, Node *node)
{
    const Value *first = &node->args[0]->value;
    bool is_down = false;
    size_t total = 0;
    if (first->ndim == 0) {
        return node_fail(layer, node, "shape", "%s: a single number cannot be joined; write [a, b]",
                         node_shape_label(layer, node->args[0]));
    }
    if (!node_axis(layer, node, 1, SIZE_MAX)) return false;
    is_down = node->line == LINE_COL;
    for (size_t i = 0; i < node->n_args; i++) {
        const Value *x = &node->args[i]->value;
        bool fits = x->ndim == first->ndim && (is_down ? x->cols == first->cols : x->rows == first->rows) &&
                    (x->type == VALUE_STRING) == (first->type == VALUE_STRING);
        if (!fits) {
            return node_fail_at(layer, node, node_place(node, node->args[i]), "shape",
                                "%s, %s: they cannot be joined along axis %d",
                                node_shape_label(layer, node->args[0]),
                                node_shape_label(layer, node->args[i]), is_down || first->ndim == 1 ? 0 : 1);
        }
        total += is_down ? x->rows : x->cols;
    }
    return node_shape(layer, node, joined_type(node), first->ndim, is_down ? total : first->rows,
                      is_down ? first->cols : total);
}

static Element concat_source(const Node *node, size_t row, size_t col)
{
    bool is_down = node->line == LINE_COL;
    size_t at = is_down ? row : col, i = 0;
    for (; i + 1 < node->n_args; i++) {
        size_t size = is_down ? node->args[i]->value.rows : node->args[i]->value.cols;
        if (at < size) break;
        at -= size;
    }
    return (Element){node->args[i], is_down ? at : row, is_down ? col : at};
}

typedef struct Keyed {
    double key;
    size_t place;
} Keyed;

/* Ascending, NaN last, ties in order. */
static int by_key(const void *a, const void *b)
{
    const Keyed *x = a, *y = b;
    bool x_nan = isnan(x->key), y_nan = isnan(y->key);
    if (x_nan != y_nan) return x_nan ? 1 : -1;
    if (!x_nan && x->key != y->key) return x->key < y->key ? -1 : 1;
    return x->place < y->place ? -1 : 1;
}

static bool sort_shape(Layer *layer, Node *node)
{
    if (!node_want_numbers(layer, node) || !node_want_ndim(layer, node, node->args[0], 1, 1)) return false;
    const Value *x = &node->args[0]->value;
    Keyed *keyed = heed_xmalloc(x->cols * sizeof *keyed + 1);
    size_t *order = arena_array(layer->arena, x->cols, sizeof *order);
    for (size_t i = 0; i < x->cols; i++) keyed[i] = (Keyed){value_at(x, 0, i), i};
    qsort(keyed, x->cols, sizeof *keyed, by_key);
    for (size_t i = 0; i < x->cols; i++) order[i] = keyed[i].place;
    free(keyed);
    node->aux = order;
    return node_shape(layer, node, x->type, 1, 1, x->cols);
}

static Element sort_source(const Node *node, size_t row, size_t col)
{
    return (Element){node->args[0], row, ((const size_t *)node->aux)[col]};
}

/* ------------------------------------------------------------------- table */

static const Op rows[] = {
    {.name = "name",
     .kind = OP_MAP,
     .shape = same_shape,
     .forward = share_forward,
     .source_of = same_place,
     .usage = "a = b",
     .numpy = "b",
     .text = "Another name for the same numbers."},
    {.name = "if",
     .kind = OP_MAP,
     .shape = same_shape,
     .forward = share_forward,
     .source_of = same_place,
     .usage = "a if condition else b",
     .numpy = "a if condition else b",
     .text = "One of two values; the other is not worked out."},
    {.name = ".T",
     .kind = OP_MAP,
     .shape = transpose_shape,
     .forward = transpose_forward,
     .source_of = transpose_source,
     .usage = "x.T",
     .numpy = "x.T",
     .text = "Rows and columns exchanged; a vector stays as it is."},
    {.name = "[]",
     .kind = OP_MAP,
     .shape = index_shape,
     .forward = copy_forward,
     .source_of = index_source,
     .usage = "x[i], x[i, j], x[1:3], x[:, 0], x[x > 0]",
     .numpy = "x[i]",
     .text = "One element, a row, a slice, or where a mask is true."},
    {.name = "list",
     .kind = OP_MAP,
     .shape = list_shape,
     .forward = copy_forward,
     .source_of = list_source,
     .usage = "[a, b]",
     .numpy = "array([a, b])",
     .text = "Numbers to a vector, vectors to a matrix."},
    {.name = "reshape",
     .kind = OP_MAP,
     .shape = reshape_shape,
     .forward = copy_forward,
     .source_of = reshape_source,
     .params = PARAMS(OPERAND("x"), SETTING("rows", NULL), SETTING("cols", "None")),
     .usage = "reshape(x, rows, cols=None)",
     .numpy = "x.reshape(rows, cols)",
     .text = "The same numbers, row by row, in another shape; -1 is worked out."},
    {.name = "concat",
     .kind = OP_MAP,
     .takes_list = true,
     .shape = concat_shape,
     .forward = copy_forward,
     .source_of = concat_source,
     .params = PARAMS(OPERAND("arrays"), SETTING("axis", "0")),
     .usage = "concat(arrays, axis=0)",
     .numpy = "np.concatenate(arrays, axis)",
     .text = "Arrays joined end to end: concat([a, b])."},
    {.name = "sort",
     .kind = OP_MAP,
     .shape = sort_shape,
     .forward = copy_forward,
     .source_of = sort_source,
     .params = PARAMS(OPERAND("x")),
     .usage = "sort(x)",
     .numpy = "np.sort(x)",
     .text = "A vector in ascending order."},
};

const OpTable ops_map = {rows, sizeof rows / sizeof rows[0]};
