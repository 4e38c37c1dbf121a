/* Definitions put to work: the text of a composite's meaning with the arguments in
 * place of the parameters' names becomes a node like any other, which can be
 * entered, explained and differentiated.
 */
#include "sheet/bind.h"
#include "sheet/layer.h"
#include <string.h>

typedef struct Arguments {
    Arena *arena;
    const Node *node;
    size_t row, col;
} Arguments;

/* A parameter's default, as it is written. */
static const Expr *default_expr(Arena *arena, const char *fallback)
{
    SourceText *source = arena_alloc(arena, sizeof *source);
    Diags diags;
    *source = (SourceText){"<default>", fallback, strlen(fallback)};
    diags_init(&diags, arena);
    return expr_parse(arena, source, 0, source->len, &diags);
}

static const Expr *argument_expr(void *context, const Expr *name)
{
    const Arguments *in = context;
    const Op *op = in->node->op;
    size_t operand = 0;
    for (size_t i = 0; i < op_param_count(op); i++) {
        const Param *param = &op->params[i];
        const Node *given = param->is_setting ? in->node->settings[i] : in->node->args[operand++];
        if (strcmp(param->name, name->text) != 0) continue;
        return given != NULL ? given->reference : default_expr(in->arena, param->fallback);
    }
    if (strcmp(name->text, "r") == 0) return expr_number(in->arena, (double)in->row);
    if (strcmp(name->text, "c") == 0) return expr_number(in->arena, (double)in->col);
    return NULL;
}

/* sum(x, axis=None, keepdims=False) is written sum(x). */
static bool is_default(Arena *arena, const Expr *call, size_t i)
{
    const Op *op = op_find(call->text);
    for (size_t k = 0; op != NULL && call->keywords[i] != NULL && k < op_param_count(op); k++) {
        const Param *param = &op->params[k];
        if (strcmp(param->name, call->keywords[i]) != 0 || param->fallback == NULL) continue;
        return expr_equal(call->args[i], default_expr(arena, param->fallback));
    }
    return false;
}

static const Expr *without_defaults(Arena *arena, const Expr *expr, const Node *arguments)
{
    for (size_t i = 0; i < arguments->n_args; i++) {
        if (arguments->args[i] != NULL && expr == arguments->args[i]->reference) return expr;
    }
    const Expr **args = arena_array(arena, expr->n_args, sizeof *args);
    const char **keywords = arena_array(arena, expr->n_args, sizeof *keywords);
    size_t n = 0;
    bool is_changed = false;
    for (size_t i = 0; i < expr->n_args; i++) {
        if (expr->kind == EXPR_CALL && is_default(arena, expr, i)) {
            is_changed = true;
            continue;
        }
        args[n] = expr->args[i] != NULL ? without_defaults(arena, expr->args[i], arguments) : NULL;
        keywords[n] = expr->kind == EXPR_CALL ? expr->keywords[i] : NULL;
        is_changed = is_changed || args[n] != expr->args[i];
        n++;
    }
    if (!is_changed) return expr;
    if (expr->kind == EXPR_CALL) return expr_call(arena, expr->text, args, keywords, n);
    return expr_with(arena, expr, args);
}

static Node *meaning_node(Layer *layer, Node *node, const char *text, size_t row, size_t col)
{
    Arguments in = {layer->arena, node, row, col};
    const Expr *form = default_expr(layer->arena, text);
    const Expr *put_in = expr_replace(layer->arena, form, argument_expr, &in);
    return layer_build(layer, without_defaults(layer->arena, put_in, node));
}

Element node_meaning(Layer *layer, Node *node, size_t row, size_t col, const char **note)
{
    Meaning meaning = node->op->meaning(node, row, col);
    if (note != NULL) *note = meaning.note;
    if (meaning.per_element) return (Element){meaning_node(layer, node, meaning.text, row, col), 0, 0};
    /* The last variant asked for is kept: walking an array parses it once. */
    if (node->meaning_text != meaning.text) {
        node->meaning_node = meaning_node(layer, node, meaning.text, row, col);
        node->meaning_text = meaning.text;
    }
    return (Element){node->meaning_node, row, col};
}

/* --------------------------------------------------- the same operation anew */

static const Expr *call_over(const Node *node, Arena *arena, const Expr *const *operands)
{
    const Op *op = node->op;
    const Expr *args[OP_MAX_PARAMS];
    const char *keywords[OP_MAX_PARAMS];
    size_t n = 0, operand = 0;
    bool by_keyword = false;
    for (size_t i = 0; i < op_param_count(op); i++) {
        const Param *param = &op->params[i];
        const Expr *value = NULL;
        if (!param->is_setting && op->takes_list)
            value = expr_list(arena, operands, node->n_args);
        else if (!param->is_setting)
            value = operands[operand++];
        else if (node->settings[i] != NULL)
            value = node->settings[i]->reference;
        if (value == NULL) {
            by_keyword = true;
            continue;
        }
        by_keyword = by_keyword || param->keyword_only || (param->is_setting && param->fallback != NULL);
        args[n] = value;
        keywords[n++] = by_keyword ? param->name : NULL;
    }
    return expr_call(arena, op->name, args, keywords, n);
}

const Expr *node_expr_over(const Node *node, Arena *arena, const Expr *const *operands)
{
    const Op *op = node->op;
    if (op->params != NULL) return call_over(node, arena, operands);
    if (op->infix != EXPR_OP_NONE && node->n_args == 2) {
        return operands[1] != NULL ? expr_binary(arena, op->infix, operands[0], operands[1]) : operands[0];
    }
    if (op->infix != EXPR_OP_NONE) return expr_unary(arena, op->infix, operands[0]);
    if (strcmp(op->name, ".T") == 0) return expr_transpose(arena, operands[0]);
    if (strcmp(op->name, "list") == 0) return expr_list(arena, operands, node->n_args);
    if (strcmp(op->name, "[]") == 0) {
        return expr_index(arena, operands[0], node->expr->args + 1, node->expr->n_args - 1);
    }
    return node->n_args > 0 ? operands[node->n_args - 1] : node->reference;
}
