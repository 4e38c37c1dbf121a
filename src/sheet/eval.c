/* The evaluator: expression -> node -> value or error.
 *
 * A node is made in four moves: its operation and operands are found (the operands
 * being nodes themselves, made first), an operand's error is handed on, the
 * operation sets type and shape, then its numbers are computed, unless the layer
 * reused has them for the same operands.
 *
 * Conditions are lazy: `a if c else b` builds its condition and the branch taken,
 * `and` and `or` their second operand only where it decides.
 */
#include "sheet/bind.h"
#include "sheet/layer.h"
#include <string.h>

#define MAX_DEPTH EXPR_MAX_BUILT

/* ------------------------------------------------------------------ making */

static Node *node_at(Layer *layer, NodeId id)
{
    return id < layer->n_nodes ? layer->nodes[id] : NULL;
}

static Node *node_make(Layer *layer, NodeId id, const Expr *expr, const Expr *reference)
{
    if (id >= layer->n_nodes) {
        size_t grown = layer->sheet->n_ids + 32;
        layer->nodes = heed_xrealloc(layer->nodes, grown * sizeof *layer->nodes);
        memset(layer->nodes + layer->n_nodes, 0, (grown - layer->n_nodes) * sizeof *layer->nodes);
        layer->n_nodes = grown;
    }
    Node *node = arena_alloc(layer->arena, sizeof *node);
    *node = (Node){.id = id, .expr = expr, .reference = reference};
    layer->nodes[id] = node;
    return node;
}

/* Operands before their users. */
static void remember(Layer *layer, Node *node)
{
    if (layer->n_made == layer->cap_made) {
        size_t old = layer->cap_made, grown = old > 0 ? 2 * old : 64;
        layer->made = arena_grow(layer->arena, layer->made, old, grown, sizeof *layer->made);
        layer->cap_made = grown;
    }
    layer->made[layer->n_made++] = node;
}

/* ----------------------------------------------------------------- binding */

static void make_args(Layer *layer, Node *node, size_t n)
{
    node->args = arena_array(layer->arena, n, sizeof(Node *));
    node->arg_exprs = arena_array(layer->arena, n, sizeof *node->arg_exprs);
    node->n_args = n;
}

static void bind_arg(Layer *layer, Node *node, size_t i, const Expr *expr)
{
    node->arg_exprs[i] = expr;
    node->args[i] = layer_build(layer, expr);
}

static void bind_setting(Layer *layer, Node *node, size_t i, const Expr *expr)
{
    node->setting_exprs[i] = expr;
    node->settings[i] = layer_build(layer, expr);
}

static bool bind_all(Layer *layer, Node *node, const Op *op, const Expr *const *operands, size_t n)
{
    node->op = op;
    make_args(layer, node, n);
    for (size_t i = 0; i < n; i++) bind_arg(layer, node, i, operands[i]);
    return true;
}

/* `concat([a, b])`: the items of the list are the operands, so that their shapes may differ. */
static bool bind_items(Layer *layer, Node *node, const Expr *list)
{
    if (list->kind != EXPR_LIST || list->n_args == 0) {
        return node_fail_at(layer, node, list->span, "type", "%s takes a list: %s", node->op->name,
                            node->op->usage);
    }
    return bind_all(layer, node, node->op, list->args, list->n_args);
}

static bool bind_call(Layer *layer, Node *node)
{
    const Expr *by_param[OP_MAX_PARAMS];
    CallError error = {0};
    node->op = op_find(node->expr->text);
    if (node->op == NULL || !call_bind(layer->arena, node->op, node->expr, by_param, &error)) {
        if (node->op == NULL) call_check(layer->arena, node->expr, &error);
        return node_fail_at(layer, node, error.span, error.code, "%s", error.text);
    }
    size_t n_params = op_param_count(node->op), n_operands = 0;
    for (size_t i = 0; i < n_params; i++) n_operands += !node->op->params[i].is_setting;
    if (!node->op->takes_list) make_args(layer, node, n_operands);
    n_operands = 0;
    for (size_t i = 0; i < n_params; i++) {
        bool is_setting = node->op->params[i].is_setting;
        if (!is_setting && node->op->takes_list) {
            if (!bind_items(layer, node, by_param[i])) return false;
            continue;
        }
        size_t place = is_setting ? i : n_operands++;
        if (by_param[i] == NULL) continue;
        if (is_setting)
            bind_setting(layer, node, place, by_param[i]);
        else
            bind_arg(layer, node, place, by_param[i]);
    }
    return true;
}

/* An index keeps the parts of item d as settings 3d, 3d + 1, 3d + 2: the position or mask, or the bounds of a
 * slice. */
static bool bind_index(Layer *layer, Node *node)
{
    const Expr *expr = node->expr;
    bind_all(layer, node, op_named("[]"), expr->args, 1);
    if (expr->n_args > 3) return node_fail(layer, node, "index", "an array has at most two axes to index");
    for (size_t d = 0; d + 1 < expr->n_args; d++) {
        const Expr *item = expr->args[d + 1];
        for (size_t k = 0; item->kind == EXPR_SLICE && k < 3; k++) {
            if (item->args[k] != NULL) bind_setting(layer, node, 3 * d + k, item->args[k]);
        }
        if (item->kind != EXPR_SLICE) bind_setting(layer, node, 3 * d, item);
    }
    return true;
}

static bool bind_if(Layer *layer, Node *node)
{
    const Expr *const *parts = node->expr->args;
    bool is_true = false;
    node->op = op_named("if");
    make_args(layer, node, 2);
    bind_arg(layer, node, 0, parts[1]);
    if (node->args[0]->state == NODE_ERROR) return node_fail_with(layer, node, node->args[0]);
    if (!node_truth(layer, node, node->args[0], &is_true)) return false;
    bind_arg(layer, node, 1, is_true ? parts[0] : parts[2]);
    return true;
}

/* `and`, `or` */
static bool bind_logic(Layer *layer, Node *node)
{
    bool is_true = false;
    node->op = op_of_sign(node->expr->op);
    make_args(layer, node, 2);
    bind_arg(layer, node, 0, node->expr->args[0]);
    if (node->args[0]->state == NODE_ERROR) return node_fail_with(layer, node, node->args[0]);
    if (!node_truth(layer, node, node->args[0], &is_true)) return false;
    if (is_true == (node->expr->op == EXPR_OP_AND)) bind_arg(layer, node, 1, node->expr->args[1]);
    return true;
}

/* The operation of a node and its operands, all evaluated. */
static bool bind(Layer *layer, Node *node)
{
    const Expr *expr = node->expr;
    if (expr_is_literal(expr)) return bind_all(layer, node, op_named("literal"), NULL, 0);
    switch (expr->kind) {
    case EXPR_LIST: return bind_all(layer, node, op_named("list"), expr->args, expr->n_args);
    case EXPR_NAME: return bind_all(layer, node, op_named("name"), &expr, 1);
    case EXPR_UNARY: return bind_all(layer, node, op_of_sign(expr->op), expr->args, 1);
    case EXPR_TRANSPOSE: return bind_all(layer, node, op_named(".T"), expr->args, 1);
    case EXPR_IF: return bind_if(layer, node);
    case EXPR_INDEX: return bind_index(layer, node);
    case EXPR_CALL: return bind_call(layer, node);
    case EXPR_BINARY:
        if (expr->op == EXPR_OP_AND || expr->op == EXPR_OP_OR) return bind_logic(layer, node);
        return bind_all(layer, node, op_of_sign(expr->op), expr->args, 2);
    default: break;
    }
    node->op = op_named("literal");
    return node_fail(layer, node, "type", "%s is no value", expr->kind == EXPR_NONE ? "None" : "a slice");
}

/* ------------------------------------------------------------------- values */

/* The same operands bit for bit as `old` had? */
static bool has_same_operands(const Node *node, const Node *old)
{
    if (old->op != node->op || old->n_args != node->n_args || old->state != NODE_VALUE) return false;
    if (node->n_args == 0 && node->expr != old->expr && !expr_equal(node->expr, old->expr)) return false;
    for (size_t i = 0; i < node->n_args; i++) {
        const Node *a = node->args[i], *b = old->args[i];
        if ((a == NULL) != (b == NULL)) return false;
        if (a != NULL && (a->id != b->id || !a->is_unchanged)) return false;
    }
    for (size_t i = 0; i < OP_MAX_PARAMS; i++) {
        const Node *a = node->settings[i], *b = old->settings[i];
        if ((a == NULL) != (b == NULL)) return false;
        if (a != NULL && (a->id != b->id || !a->is_unchanged)) return false;
    }
    return true;
}

static bool same_shape(const Value *a, const Value *b)
{
    return a->type == b->type && a->ndim == b->ndim && a->rows == b->rows && a->cols == b->cols;
}

/* Takes the value from the layer reused where nothing that it is made of has changed. */
static bool reuse_value(Layer *layer, Node *node, const Node *old)
{
    if (old == NULL || !has_same_operands(node, old) || !same_shape(&node->value, &old->value)) return false;
    node_take(layer, node, old);
    node->is_unchanged = true;
    if (old->report != NULL) node->report = arena_strdup(layer->arena, old->report);
    return true;
}

static void note_partial(Node *node)
{
    node->is_partial = false;
    for (size_t i = 0; i < node->n_args; i++) {
        if (node->args[i] != NULL && node->args[i]->is_partial) node->is_partial = true;
    }
    for (size_t i = 0; i < OP_MAX_PARAMS; i++) {
        if (node->settings[i] != NULL && node->settings[i]->is_partial) node->is_partial = true;
    }
}

/* Hands on the error of the first operand or setting that has one. */
static bool check_operands(Layer *layer, Node *node)
{
    for (size_t i = 0; i < node->n_args; i++) {
        const Node *arg = node->args[i];
        if (arg != NULL && arg->state == NODE_ERROR) return node_fail_with(layer, node, arg);
    }
    for (size_t i = 0; i < OP_MAX_PARAMS; i++) {
        const Node *arg = node->settings[i];
        if (arg != NULL && arg->state == NODE_ERROR) return node_fail_with(layer, node, arg);
    }
    return true;
}

/* Type, shape and numbers of a node whose operands are there. */
static bool compute(Layer *layer, Node *node)
{
    note_partial(node);
    if (!check_operands(layer, node)) return false;
    if (!node->op->shape(layer, node)) return false;
    const Node *old = layer->reuse != NULL ? node_at((Layer *)layer->reuse, node->id) : NULL;
    if (!node->is_partial && reuse_value(layer, node, old)) return true;
    node->report = NULL;
    if (!node->op->forward(layer, node)) return false;
    node_room(layer, node);
    node->is_unchanged =
        old != NULL && old->state == NODE_VALUE && value_equal_bits(&node->value, &old->value);
    return true;
}

static void evaluate(Layer *layer, Node *node)
{
    node->state = NODE_BUSY;
    bool is_ok = false;
    if (++layer->depth > MAX_DEPTH || node->expr->height > EXPR_MAX_BUILT ||
        node->expr->size > EXPR_MAX_SIZE) {
        node->op = op_named("literal");
        node_fail(layer, node, "size", "this is too large to be worked out");
    } else {
        is_ok = bind(layer, node) && compute(layer, node);
        if (!is_ok) note_partial(node);
    }
    layer->depth--;
    node->state = is_ok ? NODE_VALUE : NODE_ERROR;
    /* What was stopped stays so over an unrelated edit; new work begins. */
    if (layer->is_lazy && job_is_new(node)) layer->is_canceled = false;
    remember(layer, node);
}

/* --------------------------------------------------------------- the doors */

Node *layer_get_name(Layer *layer, const char *name)
{
    Sheet *sheet = layer->sheet;
    size_t position = sheet_position(sheet, name);
    if (position == 0) return NULL;
    NodeId id = sheet_intern(sheet, name);
    Node *node = node_at(layer, id);
    if (node != NULL) return node;
    const Definition *definition = sheet->definitions[position - 1];
    bool is_known = position <= layer->n_defined;
    const Expr *expr = is_known ? layer->defined[position - 1] : definition->expr;
    node = node_make(layer, id, expr, sheet->names[position - 1]);
    node->name = definition->name;
    node->definition = definition;
    node->is_overlaid = is_known && layer->is_overlaid[position - 1];
    evaluate(layer, node);
    return node;
}

/* A name that the sheet does not have: an error, so that whoever asks is told. */
static Node *unknown_name(Layer *layer, const Expr *expr)
{
    NodeId id = sheet_intern(layer->sheet, expr->text);
    Node *node = node_at(layer, id);
    if (node != NULL) return node;
    node = node_make(layer, id, expr, expr);
    node->op = op_named("literal");
    if (sheet_failed(layer->sheet, expr->text) != NULL)
        node_fail(layer, node, "failed-definition", "%s has no value: its definition failed", expr->text);
    else
        node_fail(layer, node, "unknown-name", "unknown name '%s'%s", expr->text,
                  sheet_guess(layer->sheet, layer->arena, expr->text, layer->sheet->count));
    node->state = NODE_ERROR;
    remember(layer, node);
    return node;
}

static NodeId intern_expr(Layer *layer, const Expr *expr)
{
    strbuf_clear(&layer->text);
    expr_write(&layer->text, expr);
    return sheet_intern(layer->sheet, strbuf_text(&layer->text));
}

Node *layer_build(Layer *layer, const Expr *expr)
{
    if (expr->kind == EXPR_NAME) {
        Node *node = layer_get_name(layer, expr->text);
        return node != NULL ? node : unknown_name(layer, expr);
    }
    NodeId id = expr->id != 0 ? expr->id : intern_expr(layer, expr);
    Node *node = node_at(layer, id);
    if (node != NULL) return node;
    node = node_make(layer, id, expr, expr);
    evaluate(layer, node);
    return node;
}

/* How many leading elements of a longer result will be those of the present one: of a vector made element by
 * element from others of which that is known. */
static size_t kept_elements(const Node *node)
{
    size_t kept = node->value.cols;
    if (node->state != NODE_VALUE || node->op->kind != OP_POINTWISE || node->value.ndim != 1) return 0;
    for (size_t i = 0; i < node->n_args; i++) {
        const Node *arg = node->args[i];
        bool is_number = arg != NULL && arg->value.ndim == 0 && !arg->is_partial;
        bool grows = arg != NULL && arg->value.ndim == 1 && arg->is_partial && arg->n_kept == kept;
        if (!is_number && !grows) return 0;
    }
    for (size_t i = 0; i < OP_MAX_PARAMS; i++) {
        if (node->settings[i] != NULL && node->settings[i]->is_partial) return 0;
    }
    return kept;
}

/* Nodes were remembered operands first, so one pass in that order sees each operand made anew before its
 * users. */
void layer_refresh(Layer *layer)
{
    for (size_t i = 0; i < layer->n_made; i++) {
        Node *node = layer->made[i];
        if (!node->is_partial) continue;
        bool is_lazy =
            node->expr->kind == EXPR_IF || (node->expr->kind == EXPR_BINARY &&
                                            (node->expr->op == EXPR_OP_AND || node->expr->op == EXPR_OP_OR));
        node->error = NULL;
        node->told = NULL;
        node->n_kept = kept_elements(node);
        bool is_ok = (!is_lazy || bind(layer, node)) && compute(layer, node);
        if (!is_ok) note_partial(node);
        node->state = is_ok ? NODE_VALUE : NODE_ERROR;
    }
}
