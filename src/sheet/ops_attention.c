/* Softmax and attention: computed by a fast kernel of the core, explained through a
 * definition in the language. The two agree within 1e-5; attention up to 65,536
 * scores agrees bit for bit, since its kernel takes the very steps of its
 * definition.
 */
#include "sheet/layer.h"
#include <math.h>
#include <stdlib.h>

/* ----------------------------------------------------------------- softmax */

enum { SOFTMAX_AXIS = 1 };

/* Beyond these e^z overflows fp32, or loses digits: the definition subtracts the maximum. */
#define EXP_HIGH 80.0
#define EXP_LOW  (-80.0)

static bool check_mask(Layer *layer, Node *node, const Node *mask)
{
    if (mask == NULL || mask->value.type == VALUE_BOOL) return true;
    return node_fail_at(
        layer, node, node_place(node, mask), "type",
        "a mask is of True and False (True takes part); numbers are added to the scores before softmax");
}

static bool softmax_shape(Layer *layer, Node *node)
{
    const Node *x = node->args[0], *mask = node->args[1];
    int ndim = 0;
    size_t rows = 0, cols = 0;
    if (!node_want_numbers(layer, node) || !node_axis(layer, node, SOFTMAX_AXIS, SIZE_MAX)) return false;
    if (!check_mask(layer, node, mask) || !node_broadcast(layer, node, node->args, 2, &ndim, &rows, &cols))
        return false;
    if (rows != x->value.rows || cols != x->value.cols || ndim != x->value.ndim) {
        return node_fail(layer, node, "shape", "%s, %s: the mask is larger than what it masks",
                         node_shape_label(layer, x), node_shape_label(layer, mask));
    }
    if (ndim == 0)
        return node_fail(layer, node, "shape", "%s: softmax is of a vector or of rows",
                         node_shape_label(layer, x));
    return node_shape(layer, node, VALUE_F32, ndim, rows, cols);
}

static bool mask_at(const Node *mask, size_t row, size_t col)
{
    if (mask == NULL) return true;
    const Value *m = &mask->value;
    return m->data.b8[(m->rows == 1 ? 0 : row) * m->cols + (m->cols == 1 ? 0 : col)] != 0;
}

/* The elements of a softmax as rows along its line: element k of line l. */
typedef struct Lines {
    size_t n, length;
    float *x;
    bool *allow; /* NULL: no mask */
} Lines;

static size_t lines_count(const Node *node)
{
    const Value *x = &node->args[0]->value;
    return node->line == LINE_ALL ? 1 : node->line == LINE_ROW ? x->rows : x->cols;
}

static Lines lines_gather(const Node *node)
{
    Lines lines = {.n = lines_count(node), .length = node_line_length(node)};
    size_t count = lines.n * lines.length;
    lines.x = heed_xmalloc(count * sizeof *lines.x + 1);
    if (node->args[1] != NULL) lines.allow = heed_xmalloc(count + 1);
    for (size_t i = 0; i < count; i++) {
        Element at = node_line_element(node, i / lines.length, i % lines.length);
        lines.x[i] = (float)element_number(at);
        if (lines.allow != NULL) lines.allow[i] = mask_at(node->args[1], at.row, at.col);
    }
    return lines;
}

static bool softmax_forward(Layer *layer, Node *node)
{
    const Value *x = &node->args[0]->value;
    HeedReport report;
    HeedStatus status;
    float *out = node_f32(layer, node);
    if (node->line == LINE_ROW && node->args[1] == NULL && x->type == VALUE_F32) {
        HeedView view = heed_view(x->data.f32, x->rows, x->cols);
        status = heed_softmax_rows(view, NULL, NULL, heed_out(out, x->rows, x->cols), &report);
    } else {
        Lines lines = lines_gather(node);
        HeedMask mask = {.allow = lines.allow, .allow_stride = lines.length};
        status =
            heed_softmax_rows(heed_view(lines.x, lines.n, lines.length), NULL, lines.allow ? &mask : NULL,
                              heed_out(lines.x, lines.n, lines.length), &report);
        for (size_t i = 0; status == HEED_OK && i < lines.n * lines.length; i++) {
            Element at = node_line_element(node, i / lines.length, i % lines.length);
            out[at.row * x->cols + at.col] = lines.x[i];
        }
        free(lines.x);
        free(lines.allow);
    }
    if (status != HEED_OK) return node_fail(layer, node, "shape", "%s", heed_status_text(status));
    if (value_count(x) > 0) node_set_report(layer, node, &report);
    return true;
}

/* The largest number that takes part in the line of (row, col); -inf where none does. NaN is passed over. */
static double line_maximum(const Node *node, size_t row, size_t col)
{
    size_t line = node->line == LINE_ROW ? row : node->line == LINE_COL ? col : 0;
    double largest = -(double)INFINITY;
    for (size_t i = 0; i < node_line_length(node); i++) {
        Element at = node_line_element(node, line, i);
        double x = element_number(at);
        if (mask_at(node->args[1], at.row, at.col) && x > largest) largest = x;
    }
    return largest;
}

static Meaning softmax_meaning(const Node *node, size_t row, size_t col)
{
    /* By: is there a mask, is it a vector, must the maximum be subtracted. */
    static const char *const texts[2][2][2] = {
        {{"exp(x) / sum(exp(x), axis=axis, keepdims=True)",
          "exp(x - max(x, axis=axis, keepdims=True)) / sum(exp(x - max(x, axis=axis, keepdims=True)), "
          "axis=axis, "
          "keepdims=True)"},
         {"exp(x) / sum(exp(x))", "exp(x - max(x)) / sum(exp(x - max(x)))"}},
        {{"where(mask, exp(x), 0) / sum(where(mask, exp(x), 0), axis=axis, keepdims=True)",
          "where(mask, exp(x - max(where(mask, x, -inf), axis=axis, keepdims=True)), 0) / sum(where(mask, "
          "exp(x - "
          "max(where(mask, x, -inf), axis=axis, keepdims=True)), 0), axis=axis, keepdims=True)"},
         {"where(mask, exp(x), 0) / sum(where(mask, exp(x), 0))",
          "where(mask, exp(x - max(where(mask, x, -inf))), 0) / sum(where(mask, exp(x - max(where(mask, x, "
          "-inf))), 0))"}}};
    if (!mask_at(node->args[1], row, col)) return (Meaning){"0", true, "masked: it takes no part"};
    double largest = line_maximum(node, row, col);
    if (largest == -(double)INFINITY)
        return (Meaning){"0", true, "nothing takes part here: the weights are zeros"};
    bool is_vector = node->value.ndim == 1 || node->line == LINE_ALL;
    bool is_shifted = !(largest <= EXP_HIGH && largest >= EXP_LOW);
    return (Meaning){texts[node->args[1] != NULL][is_vector][is_shifted], false,
                     "computed as e^(z \u2212 max z): same value, no overflow"};
}

/* --------------------------------------------------------------- attention */

enum { ATTENTION_Q, ATTENTION_K, ATTENTION_V, ATTENTION_MASK, ATTENTION_SCALE }; /* among args */
enum { ATTENTION_CAUSAL = 4 };                                                   /* among settings */

static bool attention_shape(Layer *layer, Node *node)
{
    const Node *q = node->args[ATTENTION_Q], *k = node->args[ATTENTION_K], *v = node->args[ATTENTION_V];
    const Node *mask = node->args[ATTENTION_MASK], *scale = node->args[ATTENTION_SCALE];
    bool is_causal = false;
    if (!node_want_numbers(layer, node) || !node_flag(layer, node, ATTENTION_CAUSAL, &is_causal))
        return false;
    if (!node_want_ndim(layer, node, q, 1, 2) || !node_want_ndim(layer, node, k, 2, 2)) return false;
    if (!node_want_ndim(layer, node, v, 2, 2)) return false;
    if (q->value.cols != k->value.cols) {
        return node_fail_pair(layer, node, ATTENTION_Q, ATTENTION_K,
                              "a query and a key have as many components as each other");
    }
    if (k->value.rows != v->value.rows)
        return node_fail_pair(layer, node, ATTENTION_K, ATTENTION_V, "each key has one value");
    if (scale != NULL && !node_want_ndim(layer, node, scale, 0, 0)) return false;
    if (!check_mask(layer, node, mask)) return false;
    bool fits = mask == NULL || ((mask->value.rows == q->value.rows || mask->value.rows == 1) &&
                                 (mask->value.cols == k->value.rows || mask->value.cols == 1));
    if (!fits) {
        return node_fail(layer, node, "shape", "%s: a mask here is (%zu, %zu), queries by keys",
                         node_shape_label(layer, mask), q->value.rows, k->value.rows);
    }
    return node_shape(layer, node, VALUE_F32, q->value.ndim, q->value.rows, v->value.cols);
}

/* The mask of an attention spread to (queries, keys); to be freed. */
static bool *spread_mask(const Node *mask, size_t n_queries, size_t n_keys)
{
    if (mask == NULL) return NULL;
    bool *allow = heed_xmalloc(n_queries * n_keys + 1);
    for (size_t i = 0; i < n_queries * n_keys; i++) allow[i] = mask_at(mask, i / n_keys, i % n_keys);
    return allow;
}

static HeedStatus attend(HeedView q, HeedView k, HeedView v, const float *scale, const HeedMask *mask,
                         HeedOut out, HeedReport *report)
{
    size_t n_scores = q.rows * k.rows;
    if (n_scores > HEED_TRACE_MAX_SCORES) return heed_attention(q, k, v, scale, mask, out, report);
    float *scores = heed_xmalloc(n_scores * sizeof *scores + 1);
    HeedOut room = heed_out(scores, q.rows, k.rows);
    HeedTrace trace = {room, room, room, out};
    HeedStatus status = heed_attention_trace(q, k, v, scale, mask, &trace, report);
    free(scores);
    return status;
}

static bool attention_forward(Layer *layer, Node *node)
{
    Floats q = floats_of(&node->args[ATTENTION_Q]->value), k = floats_of(&node->args[ATTENTION_K]->value);
    Floats v = floats_of(&node->args[ATTENTION_V]->value);
    const Node *scale_node = node->args[ATTENTION_SCALE];
    float scale = scale_node != NULL ? (float)value_at(&scale_node->value, 0, 0) : 1;
    HeedMask mask = {.allow = spread_mask(node->args[ATTENTION_MASK], q.rows, k.rows),
                     .allow_stride = k.rows};
    HeedReport report;
    node_flag(layer, node, ATTENTION_CAUSAL, &mask.is_causal);
    HeedStatus status = attend(floats_view(&q), floats_view(&k), floats_view(&v),
                               scale_node != NULL ? &scale : NULL, &mask, node_out(layer, node), &report);
    free((void *)mask.allow);
    floats_free(&q);
    floats_free(&k);
    floats_free(&v);
    if (status != HEED_OK) return node_fail(layer, node, "shape", "%s", heed_status_text(status));
    if (value_count(&node->value) > 0) node_set_report(layer, node, &report);
    return true;
}

static Meaning attention_meaning(const Node *node, size_t row, size_t col)
{
    (void)row;
    (void)col;
    /* By: is a scale given, is it causal (2: and the query is a vector), is there a mask. */
    static const char *const texts[2][3][2] = {
        {{"softmax(Q @ K.T * (1 / sqrt(cols(K)))) @ V",
          "softmax(Q @ K.T * (1 / sqrt(cols(K))), mask=mask) @ V"},
         {"softmax(Q @ K.T * (1 / sqrt(cols(K))), mask=causal_mask(rows(Q), rows(K))) @ V",
          "softmax(Q @ K.T * (1 / sqrt(cols(K))), mask=mask * causal_mask(rows(Q), rows(K))) @ V"},
         {"softmax(Q @ K.T * (1 / sqrt(cols(K))), mask=causal_mask(1, rows(K))[0]) @ V",
          "softmax(Q @ K.T * (1 / sqrt(cols(K))), mask=mask * causal_mask(1, rows(K))[0]) @ V"}},
        {{"softmax(Q @ K.T * scale) @ V", "softmax(Q @ K.T * scale, mask=mask) @ V"},
         {"softmax(Q @ K.T * scale, mask=causal_mask(rows(Q), rows(K))) @ V",
          "softmax(Q @ K.T * scale, mask=mask * causal_mask(rows(Q), rows(K))) @ V"},
         {"softmax(Q @ K.T * scale, mask=causal_mask(1, rows(K))[0]) @ V",
          "softmax(Q @ K.T * scale, mask=mask * causal_mask(1, rows(K))[0]) @ V"}}};
    const Node *causal = node->settings[ATTENTION_CAUSAL];
    bool is_causal = causal != NULL && value_at(&causal->value, 0, 0) != 0;
    size_t kind = !is_causal ? 0 : node->value.ndim == 1 ? 2 : 1;
    return (Meaning){texts[node->args[ATTENTION_SCALE] != NULL][kind][node->args[ATTENTION_MASK] != NULL],
                     false, NULL};
}

/* ------------------------------------------------------ additive attention */

enum { ADDITIVE_Q, ADDITIVE_K, ADDITIVE_W, ADDITIVE_U, ADDITIVE_V };

static bool additive_scores_shape(Layer *layer, Node *node)
{
    const Value *q = &node->args[ADDITIVE_Q]->value, *k = &node->args[ADDITIVE_K]->value;
    const Value *w = &node->args[ADDITIVE_W]->value, *u = &node->args[ADDITIVE_U]->value;
    if (!node_want_numbers(layer, node) || !node_want_ndim(layer, node, node->args[ADDITIVE_Q], 1, 2))
        return false;
    for (size_t i = ADDITIVE_K; i <= ADDITIVE_U; i++) {
        if (!node_want_ndim(layer, node, node->args[i], 2, 2)) return false;
    }
    if (!node_want_ndim(layer, node, node->args[ADDITIVE_V], 1, 1)) return false;
    if (w->cols != q->cols) return node_fail_pair(layer, node, ADDITIVE_W, ADDITIVE_Q, "W takes a query");
    if (u->cols != k->cols) return node_fail_pair(layer, node, ADDITIVE_U, ADDITIVE_K, "U takes a key");
    if (w->rows != u->rows)
        return node_fail_pair(layer, node, ADDITIVE_W, ADDITIVE_U, "W and U give as many numbers");
    if (node->args[ADDITIVE_V]->value.cols != w->rows) {
        return node_fail_pair(layer, node, ADDITIVE_V, ADDITIVE_W, "v has a number for each row of W");
    }
    return node_shape(layer, node, VALUE_F32, q->ndim, q->ndim == 1 ? 1 : q->rows, k->rows);
}

static bool additive_scores_forward(Layer *layer, Node *node)
{
    Floats in[5];
    for (size_t i = 0; i < 5; i++) in[i] = floats_of(&node->args[i]->value);
    size_t n_q = in[ADDITIVE_Q].rows, n_k = in[ADDITIVE_K].rows, d_a = in[ADDITIVE_W].rows;
    float *work = heed_xmalloc(((n_q + n_k) * d_a + n_q * n_k) * sizeof *work + 1);
    float nothing = 0;
    HeedOut weights = heed_out(work + (n_q + n_k) * d_a, n_q, n_k);
    HeedAdditiveTrace trace = {.projected_q = heed_out(work, n_q, d_a),
                               .projected_k = heed_out(work + n_q * d_a, n_k, d_a),
                               .scores = node_out(layer, node),
                               .scaled = weights,
                               .weights = weights,
                               .out = heed_out(&nothing, n_q, 0)};
    HeedStatus status =
        heed_additive_attention(floats_view(&in[ADDITIVE_Q]), floats_view(&in[ADDITIVE_K]),
                                heed_view(&nothing, n_k, 0), floats_view(&in[ADDITIVE_W]),
                                floats_view(&in[ADDITIVE_U]), in[ADDITIVE_V].data, NULL, NULL, &trace, NULL);
    free(work);
    for (size_t i = 0; i < 5; i++) floats_free(&in[i]);
    return status == HEED_OK || node_fail(layer, node, "shape", "%s", heed_status_text(status));
}

static Meaning additive_scores_meaning(const Node *node, size_t row, size_t col)
{
    (void)row;
    (void)col;
    bool is_vector = node->value.ndim == 1;
    return (Meaning){is_vector ? "dot(v, tanh(W @ Q + U @ K[c]))" : "dot(v, tanh(W @ Q[r] + U @ K[c]))", true,
                     NULL};
}

/* The values are the third operand, the rest as in additive_scores. */
static bool additive_attention_shape(Layer *layer, Node *node)
{
    Node scores = *node;
    Node *args[5] = {node->args[0], node->args[1], node->args[3], node->args[4], node->args[5]};
    const Node *v = node->args[2];
    scores.args = args;
    scores.n_args = 5;
    scores.value = (Value){0};
    scores.store = NULL;
    if (!node_want_numbers(layer, node) || !node_want_ndim(layer, node, v, 2, 2)) return false;
    size_t counted = layer->n_elements;
    bool is_ok = additive_scores_shape(layer, &scores);
    layer->n_elements = counted;
    if (!is_ok) {
        node->error = scores.error;
        return false;
    }
    if (v->value.rows != args[1]->value.rows)
        return node_fail_pair(layer, node, 1, 2, "each key has one value");
    return node_shape(layer, node, VALUE_F32, args[0]->value.ndim, args[0]->value.rows, v->value.cols);
}

static bool additive_attention_forward(Layer *layer, Node *node)
{
    Floats in[6];
    for (size_t i = 0; i < 6; i++) in[i] = floats_of(&node->args[i]->value);
    size_t n_q = in[0].rows, n_k = in[1].rows, d_a = in[3].rows;
    float *work = heed_xmalloc(((n_q + n_k) * d_a + n_q * n_k) * sizeof *work + 1);
    HeedOut scores = heed_out(work + (n_q + n_k) * d_a, n_q, n_k);
    HeedAdditiveTrace trace = {.projected_q = heed_out(work, n_q, d_a),
                               .projected_k = heed_out(work + n_q * d_a, n_k, d_a),
                               .scores = scores,
                               .scaled = scores,
                               .weights = scores,
                               .out = node_out(layer, node)};
    HeedReport report;
    HeedStatus status = heed_additive_attention(floats_view(&in[0]), floats_view(&in[1]), floats_view(&in[2]),
                                                floats_view(&in[3]), floats_view(&in[4]), in[5].data, NULL,
                                                NULL, &trace, &report);
    free(work);
    for (size_t i = 0; i < 6; i++) floats_free(&in[i]);
    if (status != HEED_OK) return node_fail(layer, node, "shape", "%s", heed_status_text(status));
    if (value_count(&node->value) > 0) node_set_report(layer, node, &report);
    return true;
}

static Meaning additive_attention_meaning(const Node *node, size_t row, size_t col)
{
    (void)node;
    (void)row;
    (void)col;
    return (Meaning){"softmax(additive_scores(Q, K, W, U, v)) @ V", false, NULL};
}

/* ------------------------------------------------------------------- table */

static const Op rows[] = {
    {.name = "softmax",
     .kind = OP_COMPOSITE,
     .shape = softmax_shape,
     .forward = softmax_forward,
     .meaning = softmax_meaning,
     .params = PARAMS(OPERAND("x"), SETTING("axis", "-1"), OPTIONAL("mask")),
     .usage = "softmax(x, axis=-1, mask=None)",
     .numpy = "e = np.exp(x - x.max(axis, keepdims=True)); e / e.sum(axis, keepdims=True)",
     .text = "Shares of one whole: e to the x over the sum of these; what is masked gets exactly 0."},
    {.name = "attention",
     .kind = OP_COMPOSITE,
     .shape = attention_shape,
     .forward = attention_forward,
     .meaning = attention_meaning,
     .params = PARAMS(OPERAND("Q"), OPERAND("K"), OPERAND("V"), OPTIONAL("mask"), SETTING("causal", "False"),
                      OPTIONAL("scale")),
     .usage = "attention(Q, K, V, mask=None, causal=False, scale=None)",
     .numpy = "softmax(Q @ K.T * (1 / np.sqrt(K.shape[1]))) @ V",
     .text = "Scaled dot-product attention; scale is 1 / sqrt(d_k) unless given."},
    {.name = "additive_scores",
     .kind = OP_COMPOSITE,
     .shape = additive_scores_shape,
     .forward = additive_scores_forward,
     .meaning = additive_scores_meaning,
     .params = PARAMS(OPERAND("Q"), OPERAND("K"), OPERAND("W"), OPERAND("U"), OPERAND("v")),
     .usage = "additive_scores(Q, K, W, U, v)",
     .numpy = "np.tanh((Q @ W.T)[:, None] + (K @ U.T)[None]) @ v",
     .text = "How additive attention scores: v . tanh(W q + U k)."},
    {.name = "additive_attention",
     .kind = OP_COMPOSITE,
     .shape = additive_attention_shape,
     .forward = additive_attention_forward,
     .meaning = additive_attention_meaning,
     .params = PARAMS(OPERAND("Q"), OPERAND("K"), OPERAND("V"), OPERAND("W"), OPERAND("U"), OPERAND("v")),
     .usage = "additive_attention(Q, K, V, W, U, v)",
     .numpy = "softmax(additive_scores(Q, K, W, U, v)) @ V",
     .text = "Additive attention: the values blended by the softmax of additive scores."},
};

const OpTable ops_attention = {rows, sizeof rows / sizeof rows[0]};
