/* Contractions: sums of products of pairs. Each is the core's chain of fused
 * multiply-adds, so an element depends on its row and its column alone.
 */
#include "sheet/layer.h"
#include <string.h>

/* ------------------------------------------------------------------ matmul */

/* "K.T" for K, "K" for K.T. */
static const char *transposed_text(Layer *layer, const Node *node)
{
    const Expr *expr = node->reference;
    bool is_transposed = expr->kind == EXPR_TRANSPOSE;
    return expr_text(layer->arena, is_transposed ? expr->args[0] : expr_transpose(layer->arena, expr));
}

/* "q is (4,), K is (3, 4)" and what would fit. */
static bool fail_product(Layer *layer, Node *node, size_t a_inner, size_t b_inner)
{
    const Node *a = node->args[0], *b = node->args[1];
    const char *shapes =
        arena_printf(layer->arena, "%s, %s", node_shape_label(layer, a), node_shape_label(layer, b));
    const Node *wrong = NULL;
    if (b->value.ndim == 2 && b->value.cols == a_inner)
        wrong = b;
    else if (a->value.ndim == 2 && a->value.rows == b_inner)
        wrong = a;
    const char *guess = wrong != NULL ? transposed_text(layer, wrong) : NULL;
    if (guess != NULL) return node_fail(layer, node, "shape", "%s: did you mean %s?", shapes, guess);
    return node_fail(layer, node, "shape", "%s: @ pairs the %zu of the left with the %zu of the right",
                     shapes, a_inner, b_inner);
}

static bool matmul_shape(Layer *layer, Node *node)
{
    if (!node_want_numbers(layer, node)) return false;
    const Value *a = &node->args[0]->value, *b = &node->args[1]->value;
    if (a->ndim == 0 || b->ndim == 0) {
        return node_fail(layer, node, "shape",
                         "%s, %s: @ is for vectors and matrices; a single number takes *",
                         node_shape_label(layer, node->args[0]), node_shape_label(layer, node->args[1]));
    }
    size_t b_inner = b->ndim == 1 ? b->cols : b->rows;
    if (a->cols != b_inner) return fail_product(layer, node, a->cols, b_inner);
    bool has_rows = a->ndim == 2, has_cols = b->ndim == 2;
    if (has_rows && has_cols) return node_shape(layer, node, VALUE_F32, 2, a->rows, b->cols);
    if (!has_rows && !has_cols) return node_shape(layer, node, VALUE_F32, 0, 1, 1);
    return node_shape(layer, node, VALUE_F32, 1, 1, has_cols ? b->cols : a->rows);
}

static bool matmul_forward(Layer *layer, Node *node)
{
    const Value *b = &node->args[1]->value;
    Floats left = floats_of(&node->args[0]->value), right = floats_of(b);
    HeedView x = floats_view(&left), y = floats_view(&right);
    size_t cols = b->ndim == 2 ? b->cols : 1;
    /* A vector on the right is a column. */
    if (b->ndim == 1) y = heed_view(right.data, right.cols, 1);
    HeedStatus status = heed_gemm_nn(x, y, heed_out(node_f32(layer, node), x.rows, cols));
    floats_free(&left);
    floats_free(&right);
    return status == HEED_OK || node_fail(layer, node, "shape", "%s", heed_status_text(status));
}

static size_t matmul_count(const Node *node, size_t row, size_t col)
{
    (void)row;
    (void)col;
    return node->args[0]->value.cols;
}

static void matmul_pair(Layer *layer, const Node *node, size_t row, size_t col, size_t index, Element pair[2])
{
    (void)layer;
    Node *a = node->args[0], *b = node->args[1];
    bool is_column = b->value.ndim == 1; /* then a matrix on the left gives a vector of its rows */
    size_t a_row = a->value.ndim == 1 ? 0 : is_column ? col : row;
    pair[0] = (Element){a, a_row, index};
    pair[1] = is_column ? (Element){b, 0, index} : (Element){b, index, col};
}

/* ------------------------------------------------------------- dot and outer */

static bool dot_shape(Layer *layer, Node *node)
{
    if (!node_want_numbers(layer, node)) return false;
    const Value *a = &node->args[0]->value, *b = &node->args[1]->value;
    if (a->ndim != 1 || b->ndim != 1) {
        return node_fail(layer, node, "shape", "%s, %s: dot takes two vectors; for matrices write @",
                         node_shape_label(layer, node->args[0]), node_shape_label(layer, node->args[1]));
    }
    if (a->cols == b->cols) return node_shape(layer, node, VALUE_F32, 0, 1, 1);
    return node_fail(layer, node, "shape", "%s, %s: dot takes two vectors of one length",
                     node_shape_label(layer, node->args[0]), node_shape_label(layer, node->args[1]));
}

static bool dot_forward(Layer *layer, Node *node)
{
    Floats a = floats_of(&node->args[0]->value), b = floats_of(&node->args[1]->value);
    *node_f32(layer, node) = heed_dot(a.data, b.data, a.cols);
    floats_free(&a);
    floats_free(&b);
    return true;
}

static bool outer_shape(Layer *layer, Node *node)
{
    if (!node_want_numbers(layer, node)) return false;
    const Node *a = node->args[0], *b = node->args[1];
    if (!node_want_ndim(layer, node, a, 1, 1) || !node_want_ndim(layer, node, b, 1, 1)) return false;
    return node_shape(layer, node, VALUE_F32, 2, a->value.cols, b->value.cols);
}

static bool outer_forward(Layer *layer, Node *node)
{
    Floats a = floats_of(&node->args[0]->value), b = floats_of(&node->args[1]->value);
    HeedStatus status =
        heed_gemm_nn(heed_view(a.data, a.cols, 1), heed_view(b.data, 1, b.cols), node_out(layer, node));
    floats_free(&a);
    floats_free(&b);
    return status == HEED_OK || node_fail(layer, node, "shape", "%s", heed_status_text(status));
}

static size_t outer_count(const Node *node, size_t row, size_t col)
{
    (void)node;
    (void)row;
    (void)col;
    return 1;
}

static void outer_pair(Layer *layer, const Node *node, size_t row, size_t col, size_t index, Element pair[2])
{
    (void)layer;
    (void)index;
    pair[0] = (Element){node->args[0], 0, row};
    pair[1] = (Element){node->args[1], 0, col};
}

/* ------------------------------------------------------------- dot_samples */

enum { SAMPLES_N, SAMPLES_DK, SAMPLES_SEED, SAMPLES_KEYS };

static double number_of(const Node *node, size_t param, double fallback)
{
    return node->settings[param] != NULL ? value_at(&node->settings[param]->value, 0, 0) : fallback;
}

static size_t sample_count(const Node *node, size_t row, size_t col)
{
    (void)row;
    (void)col;
    return (size_t)number_of(node, SAMPLES_DK, 0);
}

/* Row `i` of the normals that the samples are drawn from, as a node. */
static Node *sample_row(Layer *layer, const Node *node, size_t i)
{
    Arena *arena = layer->arena;
    const Expr *args[] = {expr_number(arena, (double)i), expr_number(arena, number_of(node, SAMPLES_DK, 0)),
                          expr_number(arena, number_of(node, SAMPLES_SEED, 0))};
    const char *keywords[] = {NULL, NULL, "seed"};
    return layer_build(layer, expr_call(arena, "randn_row", args, keywords, 3));
}

static void sample_pair(Layer *layer, const Node *node, size_t row, size_t col, size_t index, Element pair[2])
{
    size_t keys = (size_t)number_of(node, SAMPLES_KEYS, 1);
    size_t sample = node->value.ndim == 1 ? col : row, key = node->value.ndim == 1 ? 0 : col;
    pair[0] = (Element){sample_row(layer, node, sample * (1 + keys)), 0, index};
    pair[1] = (Element){sample_row(layer, node, sample * (1 + keys) + 1 + key), 0, index};
}

/* Type and shape depend on how far the job is: both are its work. */
static bool samples_shape(Layer *layer, Node *node)
{
    return job_shape(layer, node);
}

static bool samples_forward(Layer *layer, Node *node)
{
    return job_forward(layer, node);
}

/* ------------------------------------------------------------------- table */

static const Op rows[] = {
    {.name = "@",
     .kind = OP_CONTRACTION,
     .infix = EXPR_OP_MATMUL,
     .shape = matmul_shape,
     .forward = matmul_forward,
     .pair_count = matmul_count,
     .pair = matmul_pair,
     .usage = "a @ b",
     .numpy = "a @ b",
     .text = "Matrix product: rows of a against columns of b."},
    {.name = "dot",
     .kind = OP_CONTRACTION,
     .shape = dot_shape,
     .forward = dot_forward,
     .pair_count = matmul_count,
     .pair = matmul_pair,
     .params = PARAMS(OPERAND("a"), OPERAND("b")),
     .usage = "dot(a, b)",
     .numpy = "np.dot(a, b)",
     .text = "The dot product of two vectors."},
    {.name = "outer",
     .kind = OP_CONTRACTION,
     .shape = outer_shape,
     .forward = outer_forward,
     .pair_count = outer_count,
     .pair = outer_pair,
     .params = PARAMS(OPERAND("a"), OPERAND("b")),
     .usage = "outer(a, b)",
     .numpy = "np.outer(a, b)",
     .text = "Every element of a times every element of b."},
    {.name = "dot_samples",
     .kind = OP_CONTRACTION,
     .shape = samples_shape,
     .forward = samples_forward,
     .pair_count = sample_count,
     .pair = sample_pair,
     .params = PARAMS(SETTING("n", NULL), SETTING("dk", NULL),
                      {.name = "seed", .is_setting = true, .keyword_only = true}, SETTING("keys", "1")),
     .usage = "dot_samples(n, dk, seed=, keys=1)",
     .numpy = "X = randn(n * (1 + keys), dk, seed=seed).reshape(n, 1 + keys, dk); (X[:, 1:] @ X[:, 0, :, "
              "None])[..., 0]",
     .text = "n samples of q . k with independent normal components; each of n queries against `keys` keys."},
};

const OpTable ops_contraction = {rows, sizeof rows / sizeof rows[0]};
