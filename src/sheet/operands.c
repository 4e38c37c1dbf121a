/* What operations ask of their operands: shapes, axes, settings; and the messages
 * when they do not get it.
 */
#include "sheet/layer.h"
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------ errors */

static bool set_error(Layer *layer, Node *node, SourceSpan span, const char *code, const char *text)
{
    NodeError *error = arena_alloc(layer->arena, sizeof *error);
    *error = (NodeError){.code = code, .text = text, .span = span, .origin = node->id};
    node->error = error;
    return false;
}

bool node_fail(Layer *layer, Node *node, const char *code, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *text = arena_vprintf(layer->arena, format, args);
    va_end(args);
    return set_error(layer, node, node->expr->span, code, text);
}

bool node_fail_at(Layer *layer, Node *node, SourceSpan span, const char *code, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *text = arena_vprintf(layer->arena, format, args);
    va_end(args);
    return set_error(layer, node, span.source != NULL ? span : node->expr->span, code, text);
}

static const Expr *operand_expr(const Node *node, const Node *operand)
{
    for (size_t i = 0; i < node->n_args; i++) {
        if (node->args[i] == operand && node->arg_exprs[i] != NULL) return node->arg_exprs[i];
    }
    for (size_t i = 0; i < OP_MAX_PARAMS; i++) {
        if (node->settings[i] == operand && node->setting_exprs[i] != NULL) return node->setting_exprs[i];
    }
    return node->expr;
}

SourceSpan node_place(const Node *node, const Node *operand)
{
    return operand_expr(node, operand)->span;
}

/* The place in `here` of what stands at `span` in `there`; the two trees are equal but for their places. */
static bool find_twin(const Expr *there, const Expr *here, SourceSpan span, SourceSpan *place)
{
    if (there->span.source == span.source && there->span.start == span.start && there->span.end == span.end) {
        *place = here->span;
        return true;
    }
    for (size_t i = 0; i < there->n_args && i < here->n_args; i++) {
        bool is_there = there->args[i] != NULL && here->args[i] != NULL;
        if (is_there && find_twin(there->args[i], here->args[i], span, place)) return true;
    }
    return false;
}

bool node_fail_with(Layer *layer, Node *node, const Node *operand)
{
    const NodeError *cause = operand->error;
    assert(cause != NULL);
    if (operand->name == NULL) {
        SourceSpan place = cause->span;
        find_twin(operand->expr, operand_expr(node, operand), cause->span, &place);
        set_error(layer, node, place, cause->code, cause->text);
        node->error->origin = cause->origin;
        node->error->waits_for = cause->waits_for;
        return false;
    }
    const char *name = cause->waits_for != NULL ? cause->waits_for : operand->name;
    set_error(layer, node, node->expr->span, "waits", arena_printf(layer->arena, "waits for %s", name));
    node->error->origin = cause->origin;
    node->error->waits_for = name;
    return false;
}

const char *node_label(Layer *layer, const Node *node)
{
    const char *text = layer_text(layer, node->id);
    return strlen(text) <= 40 ? text : "the array";
}

const char *node_shape_label(Layer *layer, const Node *node)
{
    return arena_printf(layer->arena, "%s is %s", node_label(layer, node),
                        value_shape_text(layer->arena, &node->value));
}

/* ---------------------------------------------------------------- settings */

/* A setting's number, or the default's; false where it is omitted and the default is None. */
static bool setting(Layer *layer, Node *node, size_t param, double *out, bool *is_ok)
{
    const Node *given = node->settings[param];
    *is_ok = true;
    if (given == NULL) {
        const char *fallback = node->op->params[param].fallback;
        if (strcmp(fallback, "None") == 0) return false;
        double sign = fallback[0] == '-' ? -1 : 1;
        if (strcmp(fallback, "True") == 0 || strcmp(fallback, "False") == 0)
            *out = fallback[0] == 'T';
        else
            num_parse(fallback + (sign < 0), strlen(fallback + (sign < 0)), out);
        *out *= sign;
        return true;
    }
    if (given->value.ndim == 0 && given->value.type != VALUE_STRING) {
        *out = value_at(&given->value, 0, 0);
        return true;
    }
    *is_ok = node_fail_at(layer, node, node_place(node, given), "type", "%s= of %s is one number; %s",
                          node->op->params[param].name, node->op->name, node_shape_label(layer, given));
    return false;
}

bool node_real(Layer *layer, Node *node, size_t param, double *out)
{
    bool is_ok = false;
    return setting(layer, node, param, out, &is_ok) || is_ok;
}

bool node_whole(Layer *layer, Node *node, size_t param, double low, double high, double *out)
{
    bool is_ok = false;
    if (!setting(layer, node, param, out, &is_ok)) return is_ok;
    if (*out >= low && *out <= high && *out == floor(*out)) return true;
    char text[NUM_TEXT_MAX], from[NUM_TEXT_MAX], to[NUM_TEXT_MAX];
    num_write(text, *out, *out == floor(*out) ? NUM_INT : NUM_F64, NUM_SHORTEST);
    num_write(from, low, NUM_INT, NUM_SHORTEST);
    num_write(to, high, NUM_INT, NUM_SHORTEST);
    const Node *given = node->settings[param];
    return node_fail_at(layer, node, given != NULL ? node_place(node, given) : node->expr->span, "domain",
                        "%s of %s is a whole number from %s to %s, not %s", node->op->params[param].name,
                        node->op->name, from, to, text);
}

bool node_count(Layer *layer, Node *node, size_t param, size_t *out)
{
    double value = (double)*out;
    if (!node_whole(layer, node, param, 0, (double)VALUE_MAX_COUNT, &value)) return false;
    *out = (size_t)value;
    return true;
}

bool node_flag(Layer *layer, Node *node, size_t param, bool *out)
{
    double value = 0;
    if (!node_real(layer, node, param, &value)) return false;
    *out = value != 0;
    return true;
}

/* -------------------------------------------------------------------- axes */

static bool fail_axis(Layer *layer, Node *node, size_t param, double axis)
{
    const Value *x = &node->args[0]->value;
    static const char *const valid[] = {"it has no axis", "its one axis is 0 (or -1)",
                                        "its axes are 0 and 1 (or -1)"};
    const char *hint = "";
    bool is_extremum = strcmp(node->op->name, "max") == 0 || strcmp(node->op->name, "min") == 0;
    if (is_extremum && node->expr->kind == EXPR_CALL && node->expr->n_args > 1 &&
        node->expr->keywords[1] == NULL) {
        hint = "; the larger of two is maximum(a, b), the smaller minimum(a, b)";
    }
    char text[NUM_TEXT_MAX];
    num_write(text, axis, axis == floor(axis) ? NUM_INT : NUM_F64, NUM_SHORTEST);
    const Node *given = node->settings[param];
    return node_fail_at(layer, node, given != NULL ? node_place(node, given) : node->expr->span, "axis",
                        "axis %s is outside: %s, %s%s", text, node_shape_label(layer, node->args[0]),
                        valid[x->ndim], hint);
}

bool node_axis(Layer *layer, Node *node, size_t axis, size_t keepdims)
{
    const Value *x = &node->args[0]->value;
    bool is_ok = true;
    double value = 0;
    node->line = LINE_ALL;
    if (keepdims != SIZE_MAX && !node_flag(layer, node, keepdims, &node->keepdims)) return false;
    if (axis == SIZE_MAX || !setting(layer, node, axis, &value, &is_ok)) return is_ok;
    if (!(value >= -x->ndim && value < x->ndim && value == floor(value)))
        return fail_axis(layer, node, axis, value);
    bool is_last = value == -1 || value == x->ndim - 1;
    node->line = is_last ? LINE_ROW : LINE_COL;
    return true;
}

bool node_shape_folded(Layer *layer, Node *node, ValueType whole, ValueType along)
{
    const Value *x = &node->args[0]->value;
    bool is_whole = node->line == LINE_ALL || (node->line == LINE_ROW && x->ndim == 1);
    if (is_whole && (!node->keepdims || x->ndim == 0)) return node_shape(layer, node, whole, 0, 1, 1);
    if (is_whole) return node_shape(layer, node, along, x->ndim, 1, 1);
    size_t rows = node->line == LINE_ROW && node->keepdims ? x->rows : 1;
    size_t cols = node->line == LINE_COL ? x->cols : node->keepdims ? 1 : x->rows;
    return node_shape(layer, node, along, node->keepdims ? 2 : 1, rows, cols);
}

size_t node_line_index(const Node *node, size_t row, size_t col)
{
    if (node->line == LINE_ALL) return 0;
    if (node->line == LINE_COL || !node->keepdims) return node->value.ndim == 0 ? 0 : col;
    return row;
}

size_t node_line_length(const Node *node)
{
    const Value *x = &node->args[0]->value;
    return node->line == LINE_ALL ? value_count(x) : node->line == LINE_ROW ? x->cols : x->rows;
}

Element node_line_element(const Node *node, size_t line, size_t index)
{
    Node *x = node->args[0];
    if (node->line == LINE_ROW) return (Element){x, line, index};
    if (node->line == LINE_COL) return (Element){x, index, line};
    return (Element){x, index / x->value.cols, index % x->value.cols};
}

/* ------------------------------------------------------------------- types */

bool node_want_numbers(Layer *layer, Node *node)
{
    for (size_t i = 0; i < node->n_args; i++) {
        const Node *arg = node->args[i];
        if (arg == NULL || arg->value.type != VALUE_STRING) continue;
        return node_fail_at(layer, node, node_place(node, arg), "type", "%s takes numbers; %s holds text",
                            node->op->name, node_label(layer, arg));
    }
    return true;
}

bool node_want_ndim(Layer *layer, Node *node, const Node *operand, int low, int high)
{
    static const char *const names[] = {"a single number", "a vector", "a matrix"};
    if (operand->value.ndim >= low && operand->value.ndim <= high) return true;
    const char *wanted =
        low == high ? names[low] : arena_printf(layer->arena, "%s or %s", names[low], names[high]);
    return node_fail_at(layer, node, node_place(node, operand), "shape", "%s takes %s here; %s",
                        node->op->name, wanted, node_shape_label(layer, operand));
}

bool node_fail_pair(Layer *layer, Node *node, size_t a, size_t b, const char *why)
{
    return node_fail(layer, node, "shape", "%s, %s: %s", node_shape_label(layer, node->args[a]),
                     node_shape_label(layer, node->args[b]), why);
}

bool node_truth(Layer *layer, Node *node, const Node *operand, bool *out)
{
    if (operand->value.ndim == 0 && operand->value.type != VALUE_STRING) {
        *out = value_at(&operand->value, 0, 0) != 0;
        return true;
    }
    if (operand->value.type == VALUE_STRING) {
        return node_fail_at(layer, node, node_place(node, operand), "type", "%s is text, not a truth value",
                            node_label(layer, operand));
    }
    return node_fail_at(layer, node, node_place(node, operand), "type",
                        "a condition is one truth value; %s: use all(...) or any(...)",
                        node_shape_label(layer, operand));
}

/* ------------------------------------------------------------ broadcasting */

/* One axis of a broadcast; false where the sizes do not go together. */
static bool join(size_t *size, size_t other)
{
    if (other == *size || other == 1) return true;
    if (*size != 1) return false;
    *size = other;
    return true;
}

/* What would make the two shapes go together, or "". */
static const char *broadcast_guess(Layer *layer, const Node *a, const Node *b)
{
    const Value *x = &a->value, *y = &b->value;
    if (x->ndim == 2 && y->ndim == 2 && x->rows == y->cols && x->cols == y->rows) {
        return arena_printf(layer->arena, ": did you mean %s.T?", node_label(layer, b));
    }
    if (x->ndim == 1 && y->ndim == 2 && x->cols == y->rows) {
        return arena_printf(layer->arena, ": did you mean reshape(%s, %zu, 1)?", node_label(layer, a),
                            x->cols);
    }
    if (y->ndim == 1 && x->ndim == 2 && y->cols == x->rows) {
        return arena_printf(layer->arena, ": did you mean reshape(%s, %zu, 1)?", node_label(layer, b),
                            y->cols);
    }
    return ": their shapes do not broadcast";
}

bool node_broadcast(Layer *layer, Node *node, Node *const *operands, size_t n, int *ndim, size_t *rows,
                    size_t *cols)
{
    const Node *widest = NULL;
    *ndim = 0;
    *rows = *cols = 1;
    for (size_t i = 0; i < n; i++) {
        const Node *operand = operands[i];
        if (operand == NULL) continue;
        const Value *value = &operand->value;
        if (!join(rows, value->rows) || !join(cols, value->cols)) {
            return node_fail(layer, node, "shape", "%s, %s%s", node_shape_label(layer, widest),
                             node_shape_label(layer, operand), broadcast_guess(layer, widest, operand));
        }
        if (value->ndim > *ndim) *ndim = value->ndim;
        if (widest == NULL || value_count(value) >= value_count(&widest->value)) widest = operand;
    }
    return true;
}

/* ----------------------------------------------------------------- reports */

void node_set_report(Layer *layer, Node *node, const HeedReport *report)
{
    if (report->masked_rows > 0) {
        const char *more = report->masked_rows == 1
                               ? ""
                               : arena_printf(layer->arena, " (and %zu more)", report->masked_rows - 1);
        node->report = arena_printf(layer->arena, "row %zu%s is fully masked: its weights are zeros",
                                    report->first_masked, more);
    } else if (report->nan_rows > 0) {
        node->report =
            arena_printf(layer->arena, "row %zu has a NaN or +inf that takes part: its weights are NaN",
                         report->first_nan);
    }
}
