/* What a row says about its operation, held against what the operation computes:
 * for every node of many expressions, and for every node that their definitions
 * give rise to.
 */
#include "sheet/node.h"
#include "sheet/sheets.h"
#include <errno.h>
#include <math.h>

#define TOLERANCE 1e-5

static const char *const definitions =
    "m = 3\nn = 4\np = 2\nk = len([0, 0, 0])\na = 1.75\nb = -0.5\n"
    "A = 2 * randn(m, n, seed=11)\nB = 2 * randn(m, n, seed=12)\nC = 2 * randn(n, p, seed=13)\n"
    "Q = randn(m, n, seed=14)\nN = randn(p, n, seed=15)\nR = randn(p, m, seed=16)\n"
    "v = 2 * randn(n, seed=17)\nw = 2 * randn(n, seed=18)\nu = 2 * randn(m, seed=19)\n"
    "M = rand(m, n, seed=20) < 0.7\nmv = rand(n, seed=21) < 0.7\nsame = v\n";

typedef struct Probe {
    Bench bench;
    Layer *layer;
} Probe;

/* A layer in which every expression of values.txt was asked for. */
static int start_probe(void **state)
{
    static char text[1 << 16];
    Probe *probe = calloc(1, sizeof *probe);
    FILE *file = fopen(HEED_TEST_DIR "/values.txt", "rb");
    if (file == NULL) return -1;
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    bench_start(&probe->bench, definitions);
    probe->layer = layer_new(probe->bench.sheet, NULL, 0, NULL);
    for (const char *line = text; *line != '\0';) {
        size_t len = strcspn(line, "\n");
        const char *expr = arena_strndup(probe->bench.arena, line, len);
        if (len > 0 && line[0] != '#') assert_int_not_equal(layer_ask(probe->layer, expr, "probe", NULL), 0);
        line += len + (line[len] == '\n');
    }
    *state = probe;
    return 0;
}

static int end_probe(void **state)
{
    Probe *probe = *state;
    layer_free(probe->layer);
    bench_end(&probe->bench);
    free(probe);
    return 0;
}

/* Nodes are numbered from 1; asking for meanings adds more at the end. */
static Node *next_node(Layer *layer, NodeId *id)
{
    while (layer_text(layer, ++*id)[0] != '\0') {
        Node *node = layer_get(layer, *id);
        if (node->state == NODE_VALUE && node->value.type != VALUE_STRING && value_count(&node->value) > 0)
            return node;
    }
    return NULL;
}

static void assert_near(Probe *probe, const Node *node, size_t row, size_t col, double found, double scale)
{
    double value = value_at(&node->value, row, col);
    if (isnan(value) ? isnan(found) : value == found || fabs(value - found) <= TOLERANCE * scale) return;
    fail_msg("%s at (%zu, %zu) is %.9g, its kind says %.9g", layer_text(probe->layer, node->id), row, col,
             value, found);
}

static bool is_text(Element at)
{
    return at.node != NULL && at.node->value.type == VALUE_STRING;
}

static void every_map_element_is_the_element_it_names(void **state)
{
    Probe *probe = *state;
    size_t seen = 0;
    Node *node = NULL;
    for (NodeId id = 0; (node = next_node(probe->layer, &id)) != NULL;) {
        if (node->op->kind != OP_MAP) continue;
        for (size_t i = 0; i < value_count(&node->value); i++, seen++) {
            size_t row = i / node->value.cols, col = i % node->value.cols;
            Element at = node_source(node, row, col);
            double from = element_number(at), value = value_at(&node->value, row, col);
            if (node->value.type == VALUE_F32) from = (double)(float)from;
            assert_memory_equal(&from, &value, sizeof value);
        }
    }
    assert_true(seen > 300);
}

static void every_pointwise_element_is_its_function_of_its_operands(void **state)
{
    Probe *probe = *state;
    size_t seen = 0;
    Node *node = NULL;
    for (NodeId id = 0; (node = next_node(probe->layer, &id)) != NULL;) {
        if (node->op->kind != OP_POINTWISE) continue;
        for (size_t i = 0; i < value_count(&node->value); i++) {
            size_t row = i / node->value.cols, col = i % node->value.cols;
            double x[3] = {0}, scale = 0;
            bool has_text = false;
            for (size_t k = 0; k < node->n_args; k++) {
                Element at = node_operand(node, k, row, col);
                has_text = has_text || is_text(at);
                x[k] = at.node != NULL ? element_number(at) : (double)NAN;
                if (fabs(x[k]) > scale) scale = fabs(x[k]);
            }
            if (has_text) continue;
            seen++;
            double found = node->op->apply(node, x);
            if (node->value.type == VALUE_BOOL)
                assert_true(found == value_at(&node->value, row, col));
            else
                assert_near(probe, node, row, col, found, fmax(fabs(found), 1e-3 * scale));
        }
    }
    assert_true(seen > 500);
}

static void every_partial_is_a_slope(void **state)
{
    Probe *probe = *state;
    size_t seen = 0;
    Node *node = NULL;
    for (NodeId id = 0; (node = next_node(probe->layer, &id)) != NULL;) {
        if (node->op->kind != OP_POINTWISE || node->op->partial == NULL) continue;
        double x[3] = {0}, d = 0;
        for (size_t k = 0; k < node->n_args; k++) x[k] = element_number(node_operand(node, k, 0, 0));
        for (size_t k = 0; k < node->n_args; k++) {
            if (node->op->partial(node, x, k, &d) != GRADIENT_OK) continue;
            double h = 1e-5 * fmax(1, fabs(x[k])), at = x[k];
            x[k] = at + h;
            double above = node->op->apply(node, x);
            x[k] = at - h;
            double below = node->op->apply(node, x);
            x[k] = at;
            if (!isfinite(above) || !isfinite(below) || fabs(at) < 1e-3) continue; /* 0 may be a kink */
            double slope = (above - below) / (2 * h);
            if (fabs(slope - d) > 1e-4 * fmax(1, fabs(d))) {
                fail_msg("%s: partial %zu is %g, the slope %g", layer_text(probe->layer, node->id), k, d,
                         slope);
            }
            seen++;
        }
    }
    assert_true(seen > 80);
}

/* One number from a line, in double. */
static double folded(const Node *node, size_t row, size_t col, double *scale)
{
    size_t n = node_member_count(node, row, col), best = 0;
    double total = node->op->reduce == REDUCE_PROD || node->op->reduce == REDUCE_ALL, first = 0;
    for (size_t i = 0; i < n; i++) {
        Element at = node_member(node, row, col, i);
        double x = element_number(at);
        if (fabs(x) > *scale) *scale = fabs(x);
        if (i == 0) first = x;
        switch (node->op->reduce) {
        case REDUCE_SUM: total += x; break;
        case REDUCE_PROD: total *= x; break;
        case REDUCE_COUNT: total += 1; break;
        case REDUCE_ALL: total = total != 0 && x != 0; break;
        case REDUCE_ANY: total = total != 0 || x != 0; break;
        case REDUCE_MAX: total = i == 0 || x > total ? x : total; break;
        case REDUCE_MIN: total = i == 0 || x < total ? x : total; break;
        case REDUCE_ARGMAX:
            if (i == 0 || x > first) best = i, first = x;
            break;
        case REDUCE_ARGMIN:
            if (i == 0 || x < first) best = i, first = x;
            break;
        default: fail_msg("%s has no reducer", node->op->name);
        }
    }
    bool is_place = node->op->reduce == REDUCE_ARGMAX || node->op->reduce == REDUCE_ARGMIN;
    return is_place ? (double)best : total;
}

static void every_fold_is_its_reducer_over_its_members(void **state)
{
    Probe *probe = *state;
    size_t seen = 0;
    Node *node = NULL;
    for (NodeId id = 0; (node = next_node(probe->layer, &id)) != NULL;) {
        if (node->op->kind != OP_FOLD) continue;
        for (size_t i = 0; i < value_count(&node->value); i++, seen++) {
            size_t row = i / node->value.cols, col = i % node->value.cols;
            double scale = 0, found = folded(node, row, col, &scale);
            if (node->value.type == VALUE_INT)
                assert_true(found == value_at(&node->value, row, col));
            else
                assert_near(probe, node, row, col, found, scale);
        }
    }
    assert_true(seen > 100);
}

static void every_contraction_is_the_sum_of_its_pairs(void **state)
{
    Probe *probe = *state;
    size_t seen = 0;
    Node *node = NULL;
    for (NodeId id = 0; (node = next_node(probe->layer, &id)) != NULL;) {
        if (node->op->kind != OP_CONTRACTION) continue;
        for (size_t i = 0; i < value_count(&node->value); i++, seen++) {
            size_t row = i / node->value.cols, col = i % node->value.cols;
            double total = 0, largest = 0;
            for (size_t k = 0; k < node_pair_count(node, row, col); k++) {
                Element pair[2];
                node_pair(probe->layer, node, row, col, k, pair);
                double product = element_number(pair[0]) * element_number(pair[1]);
                total += product;
                largest = fmax(largest, fabs(product));
            }
            assert_near(probe, node, row, col, total, largest);
        }
    }
    assert_true(seen > 100);
}

/* The largest number that a definition handles, by which its error is measured. */
static double largest_below(Node *node, int depth)
{
    double largest = 0;
    for (size_t i = 0; i < value_count(&node->value) && node->value.type != VALUE_STRING; i++) {
        double x = fabs(value_at(&node->value, i / node->value.cols, i % node->value.cols));
        if (isfinite(x) && x > largest) largest = x;
    }
    for (size_t i = 0; depth > 0 && i < node->n_args; i++) {
        if (node->args[i] != NULL) largest = fmax(largest, largest_below(node->args[i], depth - 1));
    }
    return largest;
}

static void every_composite_is_its_definition(void **state)
{
    Probe *probe = *state;
    size_t seen = 0;
    Node *node = NULL;
    for (NodeId id = 0; (node = next_node(probe->layer, &id)) != NULL;) {
        if (node->op->meaning == NULL) continue;
        for (size_t i = 0; i < value_count(&node->value); i++, seen++) {
            size_t row = i / node->value.cols, col = i % node->value.cols;
            Element at = node_meaning(probe->layer, node, row, col, NULL);
            if (at.node->state != NODE_VALUE) {
                fail_msg("%s means %s: %s", layer_text(probe->layer, node->id),
                         layer_text(probe->layer, at.node->id), at.node->error->text);
            }
            assert_true(at.row < at.node->value.rows && at.col < at.node->value.cols);
            double scale = node->value.type == VALUE_BOOL ? 0 : largest_below(at.node, 3);
            assert_near(probe, node, row, col, element_number(at), scale);
        }
    }
    assert_true(seen > 300);
}

static void a_definition_is_written_without_its_defaults(void **state)
{
    Probe *probe = *state;
    static const char *const cases[][2] = {
        {"softmax(v)", "exp(v) / sum(exp(v))"},
        {"softmax(A)", "exp(A) / sum(exp(A), axis=-1, keepdims=True)"},
        {"softmax(A, axis=0)", "exp(A) / sum(exp(A), axis=0, keepdims=True)"},
        {"softmax(v - 1000)", "exp(v - 1000 - max(v - 1000)) / sum(exp(v - 1000 - max(v - 1000)))"},
        {"mean(v)", "sum(v) / len(v)"},
        {"mean(A, axis=1, keepdims=True)", "sum(A, axis=1, keepdims=True) / cols(A)"},
        {"norm(v)", "sqrt(sum(v * v))"},
        {"cos_sim(v, w)", "dot(v, w) / (norm(v) * norm(w))"},
        {"attention(Q, N, R)", "softmax(Q @ N.T * (1 / sqrt(cols(N)))) @ R"},
        {"additive_scores(Q, N, A, B, u)", "dot(u, tanh(A @ Q[0] + B @ N[0]))"},
        {"linspace(a, b, 5)", "a + (b - a) * arange(5) / (5 - 1)"},
        {"allclose(A, B)", "all(isclose(A, B))"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Node *node = layer_get(probe->layer, layer_ask(probe->layer, cases[i][0], "test", NULL));
        Element at = node_meaning(probe->layer, node, 0, 0, NULL);
        assert_string_equal(layer_text(probe->layer, at.node->id), cases[i][1]);
    }
}

static void every_text_of_an_element_can_be_asked_again(void **state)
{
    Probe *probe = *state;
    size_t seen = 0;
    Node *node = NULL;
    for (NodeId id = 0; (node = next_node(probe->layer, &id)) != NULL && seen < 4000;) {
        for (size_t i = 0; i < value_count(&node->value); i++, seen++) {
            ElementRef ref = {REF_NOW, node->id, (uint32_t)(i / node->value.cols),
                              (uint32_t)(i % node->value.cols)};
            const char *text = layer_element_text(probe->layer, probe->bench.arena, ref);
            ElementRef back = {0};
            assert_true(layer_ask_element(probe->layer, text, "again", &back, NULL));
            double a = 0, b = 0;
            NumKind kind = NUM_F64;
            assert_true(layer_number(probe->layer, ref, &a, &kind));
            assert_true(layer_number(probe->layer, back, &b, &kind));
            assert_memory_equal(&a, &b, sizeof a);
            /* An index of an index is one too; else the very element comes back. */
            if (node->expr->kind != EXPR_INDEX || node->name != NULL)
                assert_true(element_ref_equal(ref, back));
        }
    }
    assert_true(seen > 1000);
}

static void an_operation_can_be_written_over_other_operands(void **state)
{
    Probe *probe = *state;
    size_t seen = 0;
    Node *node = NULL;
    Arena *arena = probe->bench.arena;
    for (NodeId id = 0; (node = next_node(probe->layer, &id)) != NULL;) {
        if (node->op->kind == OP_SOURCE || node->op == op_at(0)) continue;
        const Expr **operands = arena_array(arena, node->n_args, sizeof *operands);
        for (size_t i = 0; i < node->n_args; i++) {
            operands[i] = node->args[i] != NULL ? node->args[i]->reference : NULL;
        }
        const Expr *expr = node_expr_over(node, arena, operands);
        const Value *value = layer_value(probe->layer, layer_node(probe->layer, expr));
        if (value == NULL || !value_equal_bits(value, &node->value)) {
            fail_msg("%s became %s", layer_text(probe->layer, node->id), expr_text(arena, expr));
        }
        seen++;
    }
    assert_true(seen > 200);
}

static void every_builtin_was_tried_and_its_usage_names_its_parameters(void **state)
{
    Probe *probe = *state;
    for (size_t i = 0; i < op_count(); i++) {
        const Op *op = op_at(i);
        assert_non_null(op->usage);
        assert_non_null(op->numpy);
        assert_non_null(op->text);
        bool is_tried = false;
        Node *node = NULL;
        for (NodeId id = 0; !is_tried && (node = next_node(probe->layer, &id)) != NULL;)
            is_tried = node->op == op;
        if (!is_tried) fail_msg("no expression tries %s", op->name);
        if (op->params == NULL) continue;
        StrBuf usage = {0};
        strbuf_printf(&usage, "%s(", op->name);
        for (const Param *param = op->params; param->name != NULL; param++) {
            strbuf_printf(&usage, "%s%s", param == op->params ? "" : ", ", param->name);
            if (param->fallback != NULL)
                strbuf_printf(&usage, "=%s", param->fallback);
            else if (param->keyword_only)
                strbuf_add(&usage, "=");
        }
        strbuf_add(&usage, ")");
        assert_string_equal(op->usage, strbuf_text(&usage));
        strbuf_free(&usage);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_composite_is_its_definition), /* first: the others then see its nodes too */
        cmocka_unit_test(every_map_element_is_the_element_it_names),
        cmocka_unit_test(every_pointwise_element_is_its_function_of_its_operands),
        cmocka_unit_test(every_partial_is_a_slope),
        cmocka_unit_test(every_fold_is_its_reducer_over_its_members),
        cmocka_unit_test(every_contraction_is_the_sum_of_its_pairs),
        cmocka_unit_test(a_definition_is_written_without_its_defaults),
        cmocka_unit_test(every_text_of_an_element_can_be_asked_again),
        cmocka_unit_test(an_operation_can_be_written_over_other_operands),
        cmocka_unit_test(every_builtin_was_tried_and_its_usage_names_its_parameters),
    };
    return cmocka_run_group_tests(tests, start_probe, end_probe);
}
