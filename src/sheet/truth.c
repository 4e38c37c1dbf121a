/* Whether a truth can be told at all. A comparison with NaN is false whichever way it is asked: NaN > 1, and
 * NaN <= 1. So what rests on one is neither true nor false, but unknown.
 *
 * An element is undecided where it is NaN, or a truth or count that other undecided elements would change: of
 * `a or b` with a undecided nothing is, where b is true.
 */
#include "sheet/layer.h"
#include <math.h>

static bool is_undecided(Element e);

/* Any element of the whole operand; for operations that take their operand as one. */
static bool is_any_undecided(Node *node)
{
    if (node == NULL || node->state != NODE_VALUE) return false;
    for (size_t r = 0; r < node->value.rows; r++)
        for (size_t c = 0; c < node->value.cols; c++)
            if (is_undecided((Element){node, r, c})) return true;
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

static bool is_pointwise_undecided(const Node *node, size_t row, size_t col)
{
    enum { OPERANDS = 4 };
    double x[OPERANDS] = {0};
    bool unknown[OPERANDS] = {false}, is_any = false;
    if (node->n_args > OPERANDS) return false;
    for (size_t k = 0; k < node->n_args; k++) {
        Element operand = node_operand(node, k, row, col);
        if (operand.node != NULL && operand.node->value.type == VALUE_STRING) return false;
        x[k] = operand.node != NULL ? element_number(operand) : NAN;
        unknown[k] = operand.node != NULL && is_undecided(operand);
        is_any = is_any || unknown[k];
    }
    if (!is_any) return false;
    if (node->op->pick != NULL) return unknown[0] || unknown[node->op->pick(node, x)];
    return is_swayed(node, x, unknown);
}

/* all and any are decided by one member that is false, or true; a count by all of them. */
static bool is_fold_undecided(const Node *node, size_t row, size_t col)
{
    size_t n = node_member_count(node, row, col);
    bool is_any = false;
    for (size_t i = 0; i < n; i++) {
        Element member = node_member(node, row, col, i);
        if (is_undecided(member))
            is_any = true;
        else if (node->op->reduce == REDUCE_ALL && element_number(member) == 0)
            return false;
        else if (node->op->reduce == REDUCE_ANY && element_number(member) != 0)
            return false;
    }
    return is_any;
}

static bool is_derived_undecided(Element e)
{
    switch (e.node->op->kind) {
    case OP_SOURCE: return false;
    case OP_MAP: return is_undecided(node_source(e.node, e.row, e.col));
    case OP_POINTWISE: return is_pointwise_undecided(e.node, e.row, e.col);
    case OP_FOLD: return is_fold_undecided(e.node, e.row, e.col);
    case OP_CONTRACTION:
    case OP_COMPOSITE:
    case OP_OPAQUE: break;
    }
    for (size_t i = 0; i < e.node->n_args; i++)
        if (is_any_undecided(e.node->args[i])) return true;
    return false;
}

/* A single truth may stand beside each element of an array: it is worked out once. */
static bool is_undecided(Element e)
{
    const Value *value = &e.node->value;
    if (e.node->state != NODE_VALUE || value->type == VALUE_STRING) return false;
    if (value->type == VALUE_F32 || value->type == VALUE_F64) return isnan(value_at(value, e.row, e.col));
    if (value_count(value) > 1) return is_derived_undecided(e);
    if (e.node->told == TOLD_UNASKED) e.node->told = is_derived_undecided(e) ? TOLD_NO : TOLD_YES;
    return e.node->told == TOLD_NO;
}

bool layer_undecided(Layer *layer, NodeId id)
{
    Node *node = layer_get(layer, id);
    return node != NULL && is_any_undecided(node);
}
