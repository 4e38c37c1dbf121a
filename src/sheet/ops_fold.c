/* Folds: one number from a line of elements, by a reducer. The line runs along an
 * axis (node->line), or is chosen by a rule of the row: a histogram's bin, a
 * matrix's diagonal.
 */
#include "sheet/layer.h"
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FOLD_X, FOLD_AXIS, FOLD_KEEPDIMS };

static bool is_real(const Node *node)
{
    ValueType type = node->args[0]->value.type;
    return type == VALUE_F32 || type == VALUE_F64;
}

static bool has_no_members(const Node *node)
{
    return node_line_length(node) == 0;
}

/* sum, prod: whole numbers stay whole, truth values are counted. */
static bool total_shape(Layer *layer, Node *node)
{
    if (!node_want_numbers(layer, node) || !node_axis(layer, node, FOLD_AXIS, FOLD_KEEPDIMS)) return false;
    return node_shape_folded(layer, node, is_real(node) ? VALUE_F64 : VALUE_INT,
                             is_real(node) ? VALUE_F32 : VALUE_INT);
}

/* max, min: the type stays. */
static bool extremum_shape(Layer *layer, Node *node)
{
    if (!node_want_numbers(layer, node) || !node_axis(layer, node, FOLD_AXIS, FOLD_KEEPDIMS)) return false;
    ValueType type = node->args[0]->value.type;
    if (!node_shape_folded(layer, node, is_real(node) ? VALUE_F64 : type, is_real(node) ? VALUE_F32 : type))
        return false;
    return !has_no_members(node) || node_fail(layer, node, "shape", "%s: there is no %s of nothing",
                                              node_shape_label(layer, node->args[0]), node->op->name);
}

static bool argument_shape(Layer *layer, Node *node)
{
    if (!node_want_numbers(layer, node) || !node_axis(layer, node, FOLD_AXIS, FOLD_KEEPDIMS)) return false;
    if (!node_shape_folded(layer, node, VALUE_INT, VALUE_INT)) return false;
    return !has_no_members(node) ||
           node_fail(layer, node, "shape", "%s: there is no largest or smallest of nothing",
                     node_shape_label(layer, node->args[0]));
}

static bool truth_shape(Layer *layer, Node *node)
{
    if (!node_want_numbers(layer, node) || !node_axis(layer, node, FOLD_AXIS, FOLD_KEEPDIMS)) return false;
    return node_shape_folded(layer, node, VALUE_BOOL, VALUE_BOOL);
}

/* ------------------------------------------------------------- by the core */

static bool is_along(const Node *node)
{
    return node->value.type != VALUE_F64;
}

static HeedAxis axis_of(const Node *node)
{
    return node->line == LINE_COL ? HEED_AXIS_0 : HEED_AXIS_1;
}

/* Real lines: the core's order of summation. A whole that keeps its dimensions is rounded to fp32. */
static bool reduce_real(Layer *layer, Node *node, HeedReduce reduce)
{
    const Value *x = &node->args[0]->value;
    if (x->ndim == 0) {
        node_put(layer, node, 0, value_at(x, 0, 0));
        return true;
    }
    Floats floats = floats_of(x);
    bool is_lines = is_along(node) && node->line != LINE_ALL && x->ndim > 0;
    double whole = 0;
    HeedStatus status =
        is_lines ? heed_reduce_axis(reduce, floats_view(&floats), axis_of(node), 0, node_f32(layer, node))
                 : heed_reduce(reduce, floats_view(&floats), 0, &whole);
    if (status == HEED_OK && !is_lines) node_put(layer, node, 0, whole);
    floats_free(&floats);
    return status == HEED_OK || node_fail(layer, node, "shape", "%s", heed_status_text(status));
}

/* Lines of whole numbers and truth values, and the products that the core has not. */
static bool reduce_plain(Layer *layer, Node *node, double first, double (*step)(double, double))
{
    size_t length = node_line_length(node);
    for (size_t i = 0; i < value_count(&node->value); i++) {
        size_t line = node_line_index(node, i / node->value.cols, i % node->value.cols);
        double total = first;
        for (size_t k = 0; k < length; k++) {
            double x = element_number(node_line_element(node, line, k));
            total = k == 0 && isnan(first) ? x : step(total, x);
        }
        if (node->value.type == VALUE_INT && fabs(total) > 9007199254740992.0) {
            return node_fail(layer, node, "domain", "the whole number is too large");
        }
        node_put(layer, node, i, total);
    }
    return true;
}

static double step_sum(double total, double x)
{
    return total + x;
}

static double step_prod(double total, double x)
{
    return total * x;
}

static double step_max(double total, double x)
{
    return x > total ? x : total;
}

static double step_min(double total, double x)
{
    return x < total ? x : total;
}

static double step_all(double total, double x)
{
    return total != 0 && x != 0;
}

static double step_any(double total, double x)
{
    return total != 0 || x != 0;
}

static bool sum_forward(Layer *layer, Node *node)
{
    return is_real(node) ? reduce_real(layer, node, HEED_SUM) : reduce_plain(layer, node, 0, step_sum);
}

static bool prod_forward(Layer *layer, Node *node)
{
    return reduce_plain(layer, node, 1, step_prod);
}

static bool max_forward(Layer *layer, Node *node)
{
    return is_real(node) ? reduce_real(layer, node, HEED_MAX)
                         : reduce_plain(layer, node, (double)NAN, step_max);
}

static bool min_forward(Layer *layer, Node *node)
{
    return is_real(node) ? reduce_real(layer, node, HEED_MIN)
                         : reduce_plain(layer, node, (double)NAN, step_min);
}

/* Whether `truth` is among all truth values of the operand; samples have a million of them. */
static bool holds_anywhere(const Node *node, uint8_t truth)
{
    const Value *x = &node->args[0]->value;
    return value_count(x) > 0 && memchr(x->data.b8, truth, value_count(x)) != NULL;
}

static bool is_whole_of_truths(const Node *node)
{
    return node->value.ndim == 0 && node->args[0]->value.type == VALUE_BOOL;
}

static bool all_forward(Layer *layer, Node *node)
{
    if (!is_whole_of_truths(node)) return reduce_plain(layer, node, 1, step_all);
    node_put(layer, node, 0, !holds_anywhere(node, 0));
    return true;
}

static bool any_forward(Layer *layer, Node *node)
{
    if (!is_whole_of_truths(node)) return reduce_plain(layer, node, 0, step_any);
    node_put(layer, node, 0, holds_anywhere(node, 1));
    return true;
}

static bool argument_forward(Layer *layer, Node *node, HeedStatus (*whole)(HeedView, size_t *),
                             HeedStatus (*along)(HeedView, HeedAxis, size_t *))
{
    Floats x = floats_of(&node->args[0]->value);
    size_t n = value_count(&node->value);
    size_t *found = heed_xcalloc(n + 1, sizeof *found);
    bool is_whole = node->line == LINE_ALL || n == 0;
    HeedStatus status = n == 0     ? HEED_OK
                        : is_whole ? whole(floats_view(&x), found)
                                   : along(floats_view(&x), axis_of(node), found);
    int64_t *out = node_i64(layer, node);
    for (size_t i = 0; i < n; i++) out[i] = (int64_t)found[i];
    free(found);
    floats_free(&x);
    return status == HEED_OK || node_fail(layer, node, "shape", "%s", heed_status_text(status));
}

static bool argmax_forward(Layer *layer, Node *node)
{
    return argument_forward(layer, node, heed_argmax, heed_argmax_axis);
}

static bool argmin_forward(Layer *layer, Node *node)
{
    return argument_forward(layer, node, heed_argmin, heed_argmin_axis);
}

/* ------------------------------------------------------------------- trace */

static bool trace_shape(Layer *layer, Node *node)
{
    if (!node_want_numbers(layer, node) || !node_want_ndim(layer, node, node->args[0], 2, 2)) return false;
    return node_shape(layer, node, is_real(node) ? VALUE_F64 : VALUE_INT, 0, 1, 1);
}

static size_t diagonal_count(const Node *node, size_t row, size_t col)
{
    (void)row;
    (void)col;
    const Value *x = &node->args[0]->value;
    return x->rows < x->cols ? x->rows : x->cols;
}

static Element diagonal_member(const Node *node, size_t row, size_t col, size_t index)
{
    (void)row;
    (void)col;
    return (Element){node->args[0], index, index};
}

static bool trace_forward(Layer *layer, Node *node)
{
    const Value *x = &node->args[0]->value;
    size_t n = diagonal_count(node, 0, 0);
    float *diagonal = heed_xmalloc(n * sizeof *diagonal + 1);
    for (size_t i = 0; i < n; i++) diagonal[i] = (float)value_at(x, i, i);
    double total = 0;
    heed_reduce(HEED_SUM, heed_view(diagonal, 1, n), 0, &total);
    node_put(layer, node, 0, total);
    free(diagonal);
    return true;
}

/* --------------------------------------------------------------- histogram */

enum { HISTOGRAM_X, HISTOGRAM_BINS, HISTOGRAM_LOW, HISTOGRAM_HIGH };

#define MAX_BINS 4096

/* Beside the counts: how many elements they stand for, and where the last member that was asked for stands,
 * so that walking a bin is one pass over the operand. */
typedef struct Bins {
    size_t seen;
    size_t bin, index, place;
} Bins;

static bool histogram_shape(Layer *layer, Node *node)
{
    double n = 0;
    if (!node_want_numbers(layer, node) || !node_whole(layer, node, HISTOGRAM_BINS, 1, MAX_BINS, &n))
        return false;
    if (node->aux == NULL) node->aux = arena_alloc(layer->arena, sizeof(Bins));
    Bins *bins = node->aux;
    bins->bin = SIZE_MAX;
    /* Of a growing vector only what is new is counted. */
    const Node *x = node->args[0];
    bool is_same = node->state == NODE_VALUE && x->n_kept == bins->seen && x->is_partial;
    for (size_t i = HISTOGRAM_BINS; i <= HISTOGRAM_HIGH; i++)
        is_same = is_same && !node->settings[i]->is_partial;
    if (!is_same) bins->seen = 0;
    return node_shape(layer, node, VALUE_INT, 1, 1, (size_t)n);
}

static bool histogram_forward(Layer *layer, Node *node)
{
    double low = 0, high = 0;
    size_t n_bins = node->value.cols;
    Bins *bins = node->aux;
    HeedTally tally;
    if (!node_real(layer, node, HISTOGRAM_LOW, &low) || !node_real(layer, node, HISTOGRAM_HIGH, &high))
        return false;
    uint64_t *counts = heed_xcalloc(n_bins, sizeof *counts);
    bool is_ok = heed_tally_init(&tally, 0, low, high, n_bins, counts) == HEED_OK;
    if (is_ok) {
        Floats x = floats_of(&node->args[0]->value);
        int64_t *out = node_i64(layer, node);
        size_t n = x.rows * x.cols;
        heed_tally_add(&tally, x.data + bins->seen, n - bins->seen);
        for (size_t i = 0; i < n_bins; i++) out[i] = (bins->seen > 0 ? out[i] : 0) + (int64_t)counts[i];
        bins->seen = n;
        floats_free(&x);
    }
    free(counts);
    return is_ok || node_fail(layer, node, "domain", "a histogram runs from a low edge to a higher one");
}

static size_t histogram_count(const Node *node, size_t row, size_t col)
{
    return (size_t)value_at(&node->value, row, col);
}

static Element histogram_member(const Node *node, size_t row, size_t col, size_t index)
{
    (void)row;
    const Value *x = &node->args[0]->value;
    HeedTally rule = {.low = value_at(&node->settings[HISTOGRAM_LOW]->value, 0, 0),
                      .high = value_at(&node->settings[HISTOGRAM_HIGH]->value, 0, 0),
                      .n_bins = node->value.cols};
    Bins *bins = node->aux;
    if (bins->bin != col || bins->index > index) *bins = (Bins){.seen = bins->seen, .bin = col};
    size_t n = value_count(x), at = bins->place, seen = bins->index;
    for (; at < n; at++) {
        float value = (float)value_at(x, at / x->cols, at % x->cols);
        if (heed_tally_bin(&rule, value) != col) continue;
        if (seen == index) break;
        seen++;
    }
    assert(at < n);
    *bins = (Bins){bins->seen, col, seen, at};
    return (Element){node->args[0], at / x->cols, at % x->cols};
}

/* ------------------------------------------------------------------- table */

#define FOLD_PARAMS PARAMS(OPERAND("x"), SETTING("axis", "None"), SETTING("keepdims", "False"))

static const Op rows[] = {
    {.name = "sum",
     .kind = OP_FOLD,
     .shape = total_shape,
     .forward = sum_forward,
     .reduce = REDUCE_SUM,
     .params = FOLD_PARAMS,
     .usage = "sum(x, axis=None, keepdims=False)",
     .numpy = "np.sum(x, axis, keepdims=keepdims)",
     .text = "The sum of all elements, or along an axis."},
    {.name = "prod",
     .kind = OP_FOLD,
     .shape = total_shape,
     .forward = prod_forward,
     .reduce = REDUCE_PROD,
     .params = FOLD_PARAMS,
     .usage = "prod(x, axis=None, keepdims=False)",
     .numpy = "np.prod(x, axis, keepdims=keepdims)",
     .text = "The product of all elements, or along an axis."},
    {.name = "max",
     .kind = OP_FOLD,
     .shape = extremum_shape,
     .forward = max_forward,
     .reduce = REDUCE_MAX,
     .params = FOLD_PARAMS,
     .usage = "max(x, axis=None, keepdims=False)",
     .numpy = "np.max(x, axis, keepdims=keepdims)",
     .text = "The largest element, or along an axis."},
    {.name = "min",
     .kind = OP_FOLD,
     .shape = extremum_shape,
     .forward = min_forward,
     .reduce = REDUCE_MIN,
     .params = FOLD_PARAMS,
     .usage = "min(x, axis=None, keepdims=False)",
     .numpy = "np.min(x, axis, keepdims=keepdims)",
     .text = "The smallest element, or along an axis."},
    {.name = "argmax",
     .kind = OP_FOLD,
     .shape = argument_shape,
     .forward = argmax_forward,
     .reduce = REDUCE_ARGMAX,
     .params = FOLD_PARAMS,
     .usage = "argmax(x, axis=None, keepdims=False)",
     .numpy = "np.argmax(x, axis, keepdims=keepdims)",
     .text = "Where the largest element stands; the first of equals."},
    {.name = "argmin",
     .kind = OP_FOLD,
     .shape = argument_shape,
     .forward = argmin_forward,
     .reduce = REDUCE_ARGMIN,
     .params = FOLD_PARAMS,
     .usage = "argmin(x, axis=None, keepdims=False)",
     .numpy = "np.argmin(x, axis, keepdims=keepdims)",
     .text = "Where the smallest element stands; the first of equals."},
    {.name = "all",
     .kind = OP_FOLD,
     .shape = truth_shape,
     .forward = all_forward,
     .reduce = REDUCE_ALL,
     .params = FOLD_PARAMS,
     .usage = "all(x, axis=None, keepdims=False)",
     .numpy = "np.all(x, axis, keepdims=keepdims)",
     .text = "Whether all are true."},
    {.name = "any",
     .kind = OP_FOLD,
     .shape = truth_shape,
     .forward = any_forward,
     .reduce = REDUCE_ANY,
     .params = FOLD_PARAMS,
     .usage = "any(x, axis=None, keepdims=False)",
     .numpy = "np.any(x, axis, keepdims=keepdims)",
     .text = "Whether one is true."},
    {.name = "trace",
     .kind = OP_FOLD,
     .shape = trace_shape,
     .forward = trace_forward,
     .reduce = REDUCE_SUM,
     .member_count = diagonal_count,
     .member = diagonal_member,
     .params = PARAMS(OPERAND("x")),
     .usage = "trace(x)",
     .numpy = "np.trace(x)",
     .text = "The sum of the diagonal."},
    {.name = "histogram",
     .kind = OP_FOLD,
     .shape = histogram_shape,
     .forward = histogram_forward,
     .reduce = REDUCE_COUNT,
     .member_count = histogram_count,
     .member = histogram_member,
     .params = PARAMS(OPERAND("x"), SETTING("bins", NULL), SETTING("low", NULL), SETTING("high", NULL)),
     .usage = "histogram(x, bins, low, high)",
     .numpy = "np.histogram(x, bins, (low, high))[0]",
     .text = "How many elements fall into each of `bins` equal intervals from low to high."},
};

const OpTable ops_fold = {rows, sizeof rows / sizeof rows[0]};
