/* Where == may be trusted. Counts, truth values, texts and inputs are what they
 * are; a computed real carries its roundings, and a claim that compares one exactly
 * is an accident waiting for another machine's eyes: isclose is for that.
 */
#include "sheet/layer.h"
#include <math.h>

static bool is_whole(const Value *value)
{
    for (size_t i = 0; i < value_count(value); i++) {
        double x = value_at(value, i / value->cols, i % value->cols);
        if (x != floor(x)) return false;
    }
    return true;
}

/* Whether all that a number is made of are counts and single whole numbers: argmax(s) + 1. */
static bool is_integral(const Node *node)
{
    ValueType type = node->value.type;
    if (type != VALUE_F32 && type != VALUE_F64) return true;
    if (!is_whole(&node->value)) return false;
    if (node->op->kind == OP_SOURCE) return node->value.ndim == 0;
    if (node->op->kind != OP_POINTWISE && node->op->kind != OP_MAP) return false;
    for (size_t i = 0; i < node->n_args; i++) {
        if (node->args[i] != NULL && !is_integral(node->args[i])) return false;
    }
    return true;
}

static bool is_computed_real(const Node *node)
{
    if (node == NULL || node->state != NODE_VALUE || is_integral(node) || node->op->kind == OP_SOURCE)
        return false;
    if (node->op->kind != OP_MAP) return true;
    for (size_t i = 0; i < node->n_args; i++) {
        if (is_computed_real(node->args[i])) return true;
    }
    return false;
}

bool layer_compares_reals(Layer *layer, const Expr *expr, SourceSpan *span)
{
    for (size_t i = 0; i < expr->n_args; i++) {
        if (expr->args[i] != NULL && layer_compares_reals(layer, expr->args[i], span)) return true;
    }
    if (expr->op != EXPR_OP_EQ && expr->op != EXPR_OP_NE) return false;
    for (size_t i = 0; i < 2; i++) {
        if (!is_computed_real(layer_get(layer, layer_node(layer, expr->args[i])))) continue;
        *span = expr->span;
        return true;
    }
    return false;
}
