/* Whether a truth can be told at all. A comparison with NaN is false whichever way it is asked: NaN > 1, and
 * NaN <= 1. So what rests on one is neither true nor false, but unknown.
 *
 * An element is undecided where it is NaN, or a truth or count that other undecided elements would change: of
 * `a or b` with a undecided nothing is, where b is true.
 */
#include "sheet/layer.h"
#include <math.h>

static bool is_undecided(Layer *layer, Element e);

/* Any element of the whole operand; for operations that take their operand as one. */
static bool is_any_undecided(Layer *layer, Node *node)
{
    if (node == NULL || node->state != NODE_VALUE) return false;
    for (size_t r = 0; r < node->value.rows; r++)
        for (size_t c = 0; c < node->value.cols; c++)
            if (is_undecided(layer, (Element){node, r, c})) return true;
    return false;
}

/* One of the operands that `unknown` marks is a number; else all are truths, of which each may be either. */
static bool is_swayed(const Node *node, double *x, const bool *unknown)
{
    bool seen[2] = {false, false};
    for (unsigned k = 0; k < node->n_args; k++)
        if (unknown[k] && node->args[k]->value.type != VALUE_BOOL) return true;
    for (unsigned choice = 0; choice < 1u << node->n_args; choice++) {
        for (unsigned k = 0; k < node->n_args; k++)
            if (unknown[k]) x[k] = choice >> k & 1;
        seen[node->op->apply(node, x) != 0] = true;
    }
    return seen[0] && seen[1];
}

static bool is_pointwise_undecided(Layer *layer, const Node *node, size_t row, size_t col)
{
    enum { OPERANDS = 4 };
    double x[OPERANDS] = {0};
    bool unknown[OPERANDS] = {false}, is_any = false;
    if (node->n_args > OPERANDS) return false;
    for (size_t k = 0; k < node->n_args; k++) {
        Element operand = node_operand(node, k, row, col);
        if (operand.node != NULL && operand.node->value.type == VALUE_STRING) return false;
        x[k] = operand.node != NULL ? element_number(operand) : NAN;
        unknown[k] = operand.node != NULL && is_undecided(layer, operand);
        is_any = is_any || unknown[k];
    }
    if (!is_any) return false;
    if (node->op->pick != NULL) return unknown[0] || unknown[node->op->pick(node, x)];
    return is_swayed(node, x, unknown);
}

/* all and any are decided by one member that is false, or true; a count by all of them. */
static bool is_fold_undecided(Layer *layer, const Node *node, size_t row, size_t col)
{
    size_t n = node_member_count(node, row, col);
    bool is_any = false;
    for (size_t i = 0; i < n; i++) {
        Element member = node_member(node, row, col, i);
        if (is_undecided(layer, member))
            is_any = true;
        else if (node->op->reduce == REDUCE_ALL && element_number(member) == 0)
            return false;
        else if (node->op->reduce == REDUCE_ANY && element_number(member) != 0)
            return false;
    }
    return is_any;
}

static bool is_derived_undecided(Layer *layer, Element e)
{
    switch (e.node->op->kind) {
    case OP_SOURCE: return false;
    case OP_MAP: return is_undecided(layer, node_source(e.node, e.row, e.col));
    case OP_POINTWISE: return is_pointwise_undecided(layer, e.node, e.row, e.col);
    case OP_FOLD: return is_fold_undecided(layer, e.node, e.row, e.col);
    case OP_CONTRACTION:
    case OP_COMPOSITE:
    case OP_OPAQUE: break;
    }
    for (size_t i = 0; i < e.node->n_args; i++)
        if (is_any_undecided(layer, e.node->args[i])) return true;
    return false;
}

/* Many ways may lead to one element: it is worked out once. */
static bool is_undecided(Layer *layer, Element e)
{
    enum { UNASKED, TOLD, UNDECIDED };
    const Value *value = &e.node->value;
    if (e.node->state != NODE_VALUE || value->type == VALUE_STRING) return false;
    if (value->type == VALUE_F32 || value->type == VALUE_F64) return isnan(value_at(value, e.row, e.col));
    if (e.node->op->kind == OP_SOURCE) return false;
    if (e.node->told == NULL) e.node->told = arena_array(layer->arena, value_count(value), 1);
    uint8_t *told = &e.node->told[e.row * value->cols + e.col];
    if (*told == UNASKED) *told = is_derived_undecided(layer, e) ? UNDECIDED : TOLD;
    return *told == UNDECIDED;
}

static bool holds_nan(const Node *node)
{
    const Value *value = &node->value;
    bool is_real = value->type == VALUE_F32 || value->type == VALUE_F64;
    for (size_t r = 0; is_real && r < value->rows; r++)
        for (size_t c = 0; c < value->cols; c++)
            if (isnan(value_at(value, r, c))) return true;
    return false;
}

const Node *truth_nan(Layer *layer, const Node *node)
{
    while (node != NULL && !holds_nan(node)) {
        Node *below = NULL;
        for (size_t i = 0; i < node->n_args && below == NULL; i++)
            if (is_any_undecided(layer, node->args[i])) below = node->args[i];
        node = below;
    }
    return node;
}

bool layer_undecided(Layer *layer, NodeId id)
{
    Node *node = layer_get(layer, id);
    return node != NULL && is_any_undecided(layer, node);
}
