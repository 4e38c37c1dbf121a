/* Composites beside attention: moments, lengths, angles. Each is computed by a
 * kernel of the core and explained through its definition; the two agree within
 * 1e-5.
 */
#include "sheet/layer.h"
#include <math.h>
#include <stdlib.h>

/* ----------------------------------------------------- mean, var, std, norm */

enum { MOMENT_AXIS = 1 };

/* The number of elements of a line, in the language: it goes stale with the shape. */
typedef enum LineKind { WHOLE_VECTOR, WHOLE_MATRIX, EACH_ROW, EACH_COLUMN, WHOLE_NUMBER } LineKind;

static LineKind line_kind(const Node *node)
{
    int ndim = node->args[0]->value.ndim;
    if (ndim == 0) return WHOLE_NUMBER;
    if (node->line == LINE_ALL) return ndim == 1 ? WHOLE_VECTOR : WHOLE_MATRIX;
    return ndim == 1 ? WHOLE_VECTOR : node->line == LINE_ROW ? EACH_ROW : EACH_COLUMN;
}

static bool moment_shape(Layer *layer, Node *node, size_t keepdims)
{
    return node_want_numbers(layer, node) && node_axis(layer, node, MOMENT_AXIS, keepdims) &&
           node_shape_folded(layer, node, VALUE_F64, VALUE_F32);
}

static bool mean_shape(Layer *layer, Node *node)
{
    return moment_shape(layer, node, 2);
}

static bool var_shape(Layer *layer, Node *node)
{
    return moment_shape(layer, node, 3);
}

static bool moment_forward(Layer *layer, Node *node, HeedReduce reduce, double ddof)
{
    Floats x = floats_of(&node->args[0]->value);
    double whole = 0;
    bool is_lines = node->value.type == VALUE_F32 && node->line != LINE_ALL;
    HeedAxis axis = node->line == LINE_COL ? HEED_AXIS_0 : HEED_AXIS_1;
    HeedStatus status = is_lines
                            ? heed_reduce_axis(reduce, floats_view(&x), axis, ddof, node_f32(layer, node))
                            : heed_reduce(reduce, floats_view(&x), ddof, &whole);
    if (status == HEED_OK && !is_lines) node_put(layer, node, 0, whole);
    floats_free(&x);
    return status == HEED_OK || node_fail(layer, node, "shape", "%s", heed_status_text(status));
}

static bool mean_forward(Layer *layer, Node *node)
{
    return moment_forward(layer, node, HEED_MEAN, 0);
}

static bool var_forward(Layer *layer, Node *node)
{
    double ddof = 0;
    return node_real(layer, node, 2, &ddof) && moment_forward(layer, node, HEED_VAR, ddof);
}

static bool std_forward(Layer *layer, Node *node)
{
    double ddof = 0;
    return node_real(layer, node, 2, &ddof) && moment_forward(layer, node, HEED_STD, ddof);
}

static bool norm_forward(Layer *layer, Node *node)
{
    return moment_forward(layer, node, HEED_NORM, 0);
}

static Meaning mean_meaning(const Node *node, size_t row, size_t col)
{
    (void)row;
    (void)col;
    static const char *const texts[] = {[WHOLE_NUMBER] = "x",
                                        [WHOLE_VECTOR] = "sum(x, axis=axis, keepdims=keepdims) / len(x)",
                                        [WHOLE_MATRIX] =
                                            "sum(x, axis=axis, keepdims=keepdims) / (rows(x) * cols(x))",
                                        [EACH_ROW] = "sum(x, axis=axis, keepdims=keepdims) / cols(x)",
                                        [EACH_COLUMN] = "sum(x, axis=axis, keepdims=keepdims) / rows(x)"};
    return (Meaning){texts[line_kind(node)], false, NULL};
}

/* The mean of a whole is one number and needs no dimensions kept to meet x. */
#define WHOLE_SQUARES "sum((x - mean(x)) ** 2, axis=axis, keepdims=keepdims)"
#define SQUARES       "sum((x - mean(x, axis=axis, keepdims=True)) ** 2, axis=axis, keepdims=keepdims)"

static Meaning var_meaning(const Node *node, size_t row, size_t col)
{
    (void)row;
    (void)col;
    static const char *const plain[] = {[WHOLE_NUMBER] = "mean((x - mean(x)) ** 2)",
                                        [WHOLE_VECTOR] = WHOLE_SQUARES " / len(x)",
                                        [WHOLE_MATRIX] = WHOLE_SQUARES " / (rows(x) * cols(x))",
                                        [EACH_ROW] = SQUARES " / cols(x)",
                                        [EACH_COLUMN] = SQUARES " / rows(x)"};
    static const char *const corrected[] = {[WHOLE_NUMBER] = "0 / (1 - ddof)",
                                            [WHOLE_VECTOR] = WHOLE_SQUARES " / (len(x) - ddof)",
                                            [WHOLE_MATRIX] = WHOLE_SQUARES " / (rows(x) * cols(x) - ddof)",
                                            [EACH_ROW] = SQUARES " / (cols(x) - ddof)",
                                            [EACH_COLUMN] = SQUARES " / (rows(x) - ddof)"};
    return (Meaning){(node->settings[2] != NULL ? corrected : plain)[line_kind(node)], false, NULL};
}

static Meaning std_meaning(const Node *node, size_t row, size_t col)
{
    (void)node;
    (void)row;
    (void)col;
    return (Meaning){"sqrt(var(x, axis=axis, ddof=ddof, keepdims=keepdims))", false, NULL};
}

/* Beyond these a square leaves fp32's range, and the kernel rescales. */
static bool squares_fit(const Node *x)
{
    double largest = 0;
    for (size_t r = 0; r < x->value.rows; r++) {
        for (size_t c = 0; c < x->value.cols; c++) {
            double size = fabs(value_at(&x->value, r, c));
            if (isfinite(size) && size > largest) largest = size;
        }
    }
    return largest == 0 || (largest < 1e17 && largest > 1e-17);
}

static Meaning norm_meaning(const Node *node, size_t row, size_t col)
{
    (void)row;
    (void)col;
    if (squares_fit(node->args[0]))
        return (Meaning){"sqrt(sum(x * x, axis=axis, keepdims=keepdims))", false, NULL};
    return (Meaning){
        "max(abs(x)) * sqrt(sum((x / max(abs(x))) * (x / max(abs(x))), axis=axis, keepdims=keepdims))", false,
        "computed with a common factor taken out: same value, no overflow"};
}

/* ----------------------------------------------------------------- cos_sim */

static bool cos_sim_shape(Layer *layer, Node *node)
{
    const Node *a = node->args[0], *b = node->args[1];
    if (!node_want_numbers(layer, node) || !node_want_ndim(layer, node, a, 1, 2) ||
        !node_want_ndim(layer, node, b, 1, 2)) {
        return false;
    }
    if (a->value.cols != b->value.cols)
        return node_fail_pair(layer, node, 0, 1, "cos_sim compares vectors of one length");
    if (a->value.ndim == 1 && b->value.ndim == 1) return node_shape(layer, node, VALUE_F64, 0, 1, 1);
    if (a->value.ndim == 2 && b->value.ndim == 2)
        return node_shape(layer, node, VALUE_F32, 2, a->value.rows, b->value.rows);
    return node_shape(layer, node, VALUE_F32, 1, 1, a->value.ndim == 2 ? a->value.rows : b->value.rows);
}

static void row_norms(const Floats *x, double *norms)
{
    for (size_t r = 0; r < x->rows; r++) {
        heed_reduce(HEED_NORM, heed_view(x->data + r * x->cols, 1, x->cols), 0, &norms[r]);
    }
}

static bool cos_sim_forward(Layer *layer, Node *node)
{
    Floats a = floats_of(&node->args[0]->value), b = floats_of(&node->args[1]->value);
    double *norms = heed_xcalloc(a.rows + b.rows + 1, sizeof *norms);
    float *dots = heed_xcalloc(a.rows * b.rows + 1, sizeof *dots);
    row_norms(&a, norms);
    row_norms(&b, norms + a.rows);
    heed_gemm_nt(floats_view(&a), floats_view(&b), heed_out(dots, a.rows, b.rows));
    for (size_t i = 0; i < a.rows * b.rows; i++) {
        node_put(layer, node, i, (double)dots[i] / (norms[i / b.rows] * norms[a.rows + i % b.rows]));
    }
    free(norms);
    free(dots);
    floats_free(&a);
    floats_free(&b);
    return true;
}

static Meaning cos_sim_meaning(const Node *node, size_t row, size_t col)
{
    (void)row;
    (void)col;
    static const char *const texts[2][2] = {
        {"dot(a, b) / (norm(a) * norm(b))", "b @ a / (norm(a) * norm(b, axis=1))"},
        {"a @ b / (norm(a, axis=1) * norm(b))", "a @ b.T / outer(norm(a, axis=1), norm(b, axis=1))"}};
    return (Meaning){texts[node->args[0]->value.ndim == 2][node->args[1]->value.ndim == 2], false, NULL};
}

/* ------------------------------------------- layer_norm, jacobian, linspace */

enum { LAYER_NORM_EPS = 3 };

static bool layer_norm_shape(Layer *layer, Node *node)
{
    const Node *x = node->args[0];
    double eps = 0;
    if (!node_want_numbers(layer, node) || !node_want_ndim(layer, node, x, 1, 2)) return false;
    if (!node_real(layer, node, LAYER_NORM_EPS, &eps)) return false;
    if (!(eps >= 0)) return node_fail(layer, node, "domain", "eps of layer_norm is not below 0");
    for (size_t i = 1; i < 3; i++) {
        const Node *other = node->args[i];
        bool fits = other == NULL || (other->value.ndim == 1 && other->value.cols == x->value.cols);
        if (!fits) return node_fail_pair(layer, node, 0, i, "gain and bias have a number for each column");
    }
    return node_shape(layer, node, VALUE_F32, x->value.ndim, x->value.rows, x->value.cols);
}

static bool layer_norm_forward(Layer *layer, Node *node)
{
    Floats in[3] = {{0}};
    double eps = 0;
    for (size_t i = 0; i < 3; i++) {
        if (node->args[i] != NULL) in[i] = floats_of(&node->args[i]->value);
    }
    node_real(layer, node, LAYER_NORM_EPS, &eps);
    HeedStatus status =
        heed_layer_norm(floats_view(&in[0]), in[1].data, in[2].data, eps, node_out(layer, node));
    for (size_t i = 0; i < 3; i++) floats_free(&in[i]);
    return status == HEED_OK || node_fail(layer, node, "shape", "%s", heed_status_text(status));
}

#define NORMALISED      "(x - mean(x)) / sqrt(var(x) + eps)"
#define ROWS_NORMALISED "(x - mean(x, axis=-1, keepdims=True)) / sqrt(var(x, axis=-1, keepdims=True) + eps)"

static Meaning layer_norm_meaning(const Node *node, size_t row, size_t col)
{
    (void)row;
    (void)col;
    /* By: is it a matrix, is there a gain, is there a bias. */
    static const char *const texts[2][2][2] = {
        {{NORMALISED, NORMALISED " + bias"}, {NORMALISED " * gain", NORMALISED " * gain + bias"}},
        {{ROWS_NORMALISED, ROWS_NORMALISED " + bias"},
         {ROWS_NORMALISED " * gain", ROWS_NORMALISED " * gain + bias"}}};
    bool is_matrix = node->value.ndim == 2;
    return (Meaning){texts[is_matrix][node->args[1] != NULL][node->args[2] != NULL], false, NULL};
}

static bool jacobian_shape(Layer *layer, Node *node)
{
    const Node *p = node->args[0];
    return node_want_numbers(layer, node) && node_want_ndim(layer, node, p, 1, 1) &&
           node_shape(layer, node, VALUE_F32, 2, p->value.cols, p->value.cols);
}

static bool jacobian_forward(Layer *layer, Node *node)
{
    Floats p = floats_of(&node->args[0]->value);
    HeedStatus status = heed_softmax_jacobian(p.data, p.cols, node_out(layer, node));
    floats_free(&p);
    return status == HEED_OK || node_fail(layer, node, "shape", "%s", heed_status_text(status));
}

static Meaning jacobian_meaning(const Node *node, size_t row, size_t col)
{
    (void)node;
    (void)row;
    (void)col;
    return (Meaning){"eye(len(p)) * p - outer(p, p)", false, NULL};
}

enum { LINSPACE_N = 2 };

static bool linspace_shape(Layer *layer, Node *node)
{
    size_t n = 0;
    if (!node_want_numbers(layer, node) || !node_count(layer, node, LINSPACE_N, &n)) return false;
    if (!node_want_ndim(layer, node, node->args[0], 0, 0) ||
        !node_want_ndim(layer, node, node->args[1], 0, 0))
        return false;
    return node_shape(layer, node, VALUE_F32, 1, 1, n);
}

static bool linspace_forward(Layer *layer, Node *node)
{
    double low = value_at(&node->args[0]->value, 0, 0), high = value_at(&node->args[1]->value, 0, 0);
    size_t n = node->value.cols;
    for (size_t i = 0; i < n; i++) {
        double value = i == 0 ? low : i == n - 1 ? high : low + (high - low) * (double)i / (double)(n - 1);
        node_put(layer, node, i, value);
    }
    return true;
}

static Meaning linspace_meaning(const Node *node, size_t row, size_t col)
{
    (void)row;
    (void)col;
    return (Meaning){node->value.cols == 1 ? "reshape(low, 1)" : "low + (high - low) * arange(n) / (n - 1)",
                     false, NULL};
}

/* -------------------------------------------------------- allclose, median */

static bool allclose_shape(Layer *layer, Node *node)
{
    int ndim = 0;
    size_t rows = 0, cols = 0;
    return node_want_numbers(layer, node) &&
           node_broadcast(layer, node, node->args, 2, &ndim, &rows, &cols) &&
           node_shape(layer, node, VALUE_BOOL, 0, 1, 1);
}

/* Computed as it is defined: there is nothing faster to be had. */
static bool defined_forward(Layer *layer, Node *node)
{
    Element at = node_meaning(layer, node, 0, 0, NULL);
    if (at.node->state == NODE_ERROR) {
        node->error = at.node->error;
        return false;
    }
    if (node->value.ndim == 0)
        node_put(layer, node, 0, element_number(at));
    else
        node_take(layer, node, at.node);
    return true;
}

static Meaning allclose_meaning(const Node *node, size_t row, size_t col)
{
    (void)node;
    (void)row;
    (void)col;
    return (Meaning){"all(isclose(a, b, rtol=rtol, atol=atol))", false, NULL};
}

static bool median_shape(Layer *layer, Node *node)
{
    const Node *x = node->args[0];
    if (!node_want_numbers(layer, node) || !node_want_ndim(layer, node, x, 1, 1)) return false;
    if (x->value.cols == 0)
        return node_fail(layer, node, "shape", "%s: there is no median of nothing",
                         node_shape_label(layer, x));
    return node_shape(layer, node, VALUE_F64, 0, 1, 1);
}

static Meaning median_meaning(const Node *node, size_t row, size_t col)
{
    (void)row;
    (void)col;
    bool is_odd = node->args[0]->value.cols % 2 == 1;
    return (Meaning){is_odd ? "sort(x)[(len(x) - 1) / 2]"
                            : "(sort(x)[len(x) / 2 - 1] + sort(x)[len(x) / 2]) / 2",
                     false, NULL};
}

/* ------------------------------------------------------------------- table */

static const Op rows[] = {
    {.name = "mean",
     .kind = OP_COMPOSITE,
     .shape = mean_shape,
     .forward = mean_forward,
     .meaning = mean_meaning,
     .params = PARAMS(OPERAND("x"), SETTING("axis", "None"), SETTING("keepdims", "False")),
     .usage = "mean(x, axis=None, keepdims=False)",
     .numpy = "np.mean(x, axis, keepdims=keepdims)",
     .text = "The average of all elements, or along an axis."},
    {.name = "var",
     .kind = OP_COMPOSITE,
     .shape = var_shape,
     .forward = var_forward,
     .meaning = var_meaning,
     .params =
         PARAMS(OPERAND("x"), SETTING("axis", "None"), SETTING("ddof", "0"), SETTING("keepdims", "False")),
     .usage = "var(x, axis=None, ddof=0, keepdims=False)",
     .numpy = "np.var(x, axis, ddof=ddof, keepdims=keepdims)",
     .text = "The mean squared distance from the mean."},
    {.name = "std",
     .kind = OP_COMPOSITE,
     .shape = var_shape,
     .forward = std_forward,
     .meaning = std_meaning,
     .params =
         PARAMS(OPERAND("x"), SETTING("axis", "None"), SETTING("ddof", "0"), SETTING("keepdims", "False")),
     .usage = "std(x, axis=None, ddof=0, keepdims=False)",
     .numpy = "np.std(x, axis, ddof=ddof, keepdims=keepdims)",
     .text = "The square root of the variance."},
    {.name = "norm",
     .kind = OP_COMPOSITE,
     .shape = mean_shape,
     .forward = norm_forward,
     .meaning = norm_meaning,
     .params = PARAMS(OPERAND("x"), SETTING("axis", "None"), SETTING("keepdims", "False")),
     .usage = "norm(x, axis=None, keepdims=False)",
     .numpy = "np.linalg.norm(x, axis=axis, keepdims=keepdims)",
     .text = "The length of a vector; of a matrix, the root of the sum of its squares."},
    {.name = "cos_sim",
     .kind = OP_COMPOSITE,
     .shape = cos_sim_shape,
     .forward = cos_sim_forward,
     .meaning = cos_sim_meaning,
     .params = PARAMS(OPERAND("a"), OPERAND("b")),
     .usage = "cos_sim(a, b)",
     .numpy = "a @ b / (np.linalg.norm(a) * np.linalg.norm(b))",
     .text = "The cosine of the angle between two vectors, or between the rows of matrices."},
    {.name = "layer_norm",
     .kind = OP_COMPOSITE,
     .shape = layer_norm_shape,
     .forward = layer_norm_forward,
     .meaning = layer_norm_meaning,
     .params = PARAMS(OPERAND("x"), OPTIONAL("gain"), OPTIONAL("bias"), SETTING("eps", "1e-5")),
     .usage = "layer_norm(x, gain=None, bias=None, eps=1e-5)",
     .numpy = "(x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + eps) * gain + bias",
     .text = "Each row brought to mean 0 and variance 1, then times gain plus bias."},
    {.name = "softmax_jacobian",
     .kind = OP_COMPOSITE,
     .shape = jacobian_shape,
     .forward = jacobian_forward,
     .meaning = jacobian_meaning,
     .params = PARAMS(OPERAND("p")),
     .usage = "softmax_jacobian(p)",
     .numpy = "np.diag(p) - np.outer(p, p)",
     .text = "How softmax's weights p move with their scores."},
    {.name = "linspace",
     .kind = OP_COMPOSITE,
     .shape = linspace_shape,
     .forward = linspace_forward,
     .meaning = linspace_meaning,
     .params = PARAMS(OPERAND("low"), OPERAND("high"), SETTING("n", NULL)),
     .usage = "linspace(low, high, n)",
     .numpy = "np.linspace(low, high, n)",
     .text = "n numbers in even steps from low to high, both included."},
    {.name = "allclose",
     .kind = OP_COMPOSITE,
     .shape = allclose_shape,
     .forward = defined_forward,
     .meaning = allclose_meaning,
     .params = PARAMS(OPERAND("a"), OPERAND("b"), SETTING("rtol", "1e-5"), SETTING("atol", "1e-6")),
     .usage = "allclose(a, b, rtol=1e-5, atol=1e-6)",
     .numpy = "np.allclose(a, b, rtol, atol)",
     .text = "Whether all of two arrays are the same but for rounding."},
    {.name = "median",
     .kind = OP_COMPOSITE,
     .shape = median_shape,
     .forward = defined_forward,
     .meaning = median_meaning,
     .params = PARAMS(OPERAND("x")),
     .usage = "median(x)",
     .numpy = "np.median(x)",
     .text = "The middle of a sorted vector."},
};

const OpTable ops_composite = {rows, sizeof rows / sizeof rows[0]};
