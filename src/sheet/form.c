/* Forms are grown from elements by the kind of the node they belong to: a map is
 * looked through, a pointwise operation stands over its operands, a line (fold or
 * contraction) over its members. Where to stop is the whole art: one level must
 * fit into a panel and still say something. So a name, a source and a composite
 * are always leaves (each can be entered), and so is a line inside a line.
 */
#include "sheet/form.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* ----------------------------------------------------------------- leaves */

Element element_behind(Element element)
{
    while (element.node->op->kind == OP_MAP && element.node->name == NULL) {
        element = node_source(element.node, element.row, element.col);
    }
    return element;
}

bool element_is_constant(Element element)
{
    const Node *node = element.node;
    if (node->op->kind != OP_SOURCE || node->name != NULL || node->value.ndim != 0) return false;
    return expr_is_literal(node->expr);
}

double element_value(Element element)
{
    return element.node->value.type == VALUE_STRING ? NAN : element_number(element);
}

static const char *element_text(Element element)
{
    const Value *value = &element.node->value;
    return value->type == VALUE_STRING ? value_text_at(value, element.row, element.col) : NULL;
}

static NumKind element_num_kind(Element element)
{
    return element.node->value.type == VALUE_STRING ? NUM_F64 : value_num_kind(&element.node->value);
}

/* A composite's element may be a constant by definition, as a masked weight is 0. Only a definition for one
 * element can say so: that of a whole array is not built for the sake of a question. */
static bool is_constant_by_meaning(const FormPlace *place, Element element)
{
    Node *node = element.node;
    if (node->op->kind != OP_COMPOSITE || !node->op->meaning(node, element.row, element.col).per_element)
        return false;
    Element meaning = node_meaning(place->layer, node, element.row, element.col, NULL);
    return meaning.node->state == NODE_VALUE && element_is_constant(meaning);
}

Factor form_factor(const FormPlace *place, Element element)
{
    const Node *node = element.node;
    return (Factor){
        .ref = {place->ref_layer, node->id, (uint32_t)element.row, (uint32_t)element.col},
        .expr = expr_text(place->arena, element_expr(element, place->arena)),
        .value = element_value(element),
        .kind = element_num_kind(element),
        .text = element_text(element),
        .is_source = node->op->kind == OP_SOURCE || is_constant_by_meaning(place, element),
    };
}

static Form *form_new(const FormPlace *place, FormKind kind)
{
    Form *form = arena_alloc(place->arena, sizeof *form);
    form->kind = kind;
    return form;
}

/* A constant is no operand to walk to: nothing is learnt from asking why 2 is 2. */
Piece piece_leaf(const FormPlace *place, Element element)
{
    element = element_behind(element);
    Form *form = form_new(place, element_is_constant(element) ? FORM_LITERAL : FORM_FACTOR);
    form->factor = form_factor(place, element);
    return (Piece){form, element_expr(element, place->arena)};
}

/* ------------------------------------------------------------- operations */

static Form *form_op(const FormPlace *place, Element element, const char *op, const Form *const *args,
                     size_t n)
{
    Form *form = form_new(place, FORM_OP);
    form->op = op;
    form->args = args;
    form->n_args = n;
    form->factor = form_factor(place, element);
    return form;
}

typedef Piece PieceOf(const FormPlace *place, Element element, bool in_line);

static Piece leaf_of(const FormPlace *place, Element element, bool in_line)
{
    (void)in_line;
    return piece_leaf(place, element);
}

/* A default, as the row has it. */
static const Form *form_default(const FormPlace *place, const char *fallback)
{
    Form *form = form_new(place, FORM_LITERAL);
    size_t sign = fallback[0] == '-';
    if (num_parse(fallback + sign, strlen(fallback + sign), &form->factor.value) == 0)
        form->factor.value = NAN;
    if (sign > 0) form->factor.value = -form->factor.value;
    form->factor.expr = fallback;
    form->factor.kind = NUM_F64;
    form->factor.is_source = true;
    return form;
}

/* The settings of an operation up to the last one that was given: the digits of round. */
static size_t settings_of(const FormPlace *place, const Node *node, const Form **forms)
{
    size_t n_given = 0, n = 0;
    for (size_t i = 0; i < OP_MAX_PARAMS; i++) {
        if (node->settings[i] != NULL) n_given = i + 1;
    }
    for (size_t i = 0; i < n_given; i++) {
        const Param *param = &node->op->params[i];
        Node *setting = node->settings[i];
        if (!param->is_setting) continue;
        forms[n++] = setting != NULL ? piece_leaf(place, (Element){setting, 0, 0}).form
                                     : form_default(place, param->fallback);
    }
    return n;
}

/* An operand that was not evaluated (the right of `False and …`) keeps its place in the text alone. Settings
 * that were given (the digits of round) stand behind the operands. */
static Piece operation_over(const FormPlace *place, Element element, PieceOf *piece_of, bool in_line)
{
    const Node *node = element.node;
    const Form **forms = arena_array(place->arena, node->n_args + OP_MAX_PARAMS, sizeof *forms);
    const Expr **exprs = arena_array(place->arena, node->n_args, sizeof *exprs);
    size_t n = 0;
    for (size_t k = 0; k < node->n_args; k++) {
        if (node->args[k] == NULL) continue;
        Element operand = node_operand(node, k, element.row, element.col);
        exprs[k] = node->args[k]->reference;
        if (operand.node == NULL) continue;
        Piece piece = piece_of(place, operand, in_line);
        forms[n++] = piece.form;
        exprs[k] = piece.expr;
    }
    n += settings_of(place, node, forms + n);
    const Expr *expr = node_expr_over(node, place->arena, exprs);
    return (Piece){form_op(place, element, node->op->name, forms, n), expr};
}

Piece piece_pointwise(const FormPlace *place, Element element)
{
    return operation_over(place, element, leaf_of, false);
}

/* ------------------------------------------------------------------ lines */

Reduce line_reduce(const Node *node)
{
    return node->op->kind == OP_CONTRACTION ? REDUCE_SUM : node->op->reduce;
}

size_t line_length(const Node *node, size_t row, size_t col)
{
    return node->op->kind == OP_FOLD ? node_member_count(node, row, col) : node_pair_count(node, row, col);
}

size_t line_member(const FormPlace *place, Element element, size_t index, Element factors[2])
{
    if (element.node->op->kind == OP_FOLD) {
        factors[0] = node_member(element.node, element.row, element.col, index);
        return 1;
    }
    node_pair(place->layer, element.node, element.row, element.col, index, factors);
    return 2;
}

/* The expression that the node stands for, at this element, whatever the node's name. */
static const Expr *expr_of_whole(const FormPlace *place, Element element)
{
    const Node *node = element.node;
    return expr_element(place->arena, node->expr, &node->value, element.row, element.col);
}

/* The language refuses True + True; sum([True, True]) counts them. */
static bool counts_truths(const Node *node)
{
    return node->op->kind == OP_FOLD && node->args[0]->value.type == VALUE_BOOL;
}

/* "a + b + c", "max([a, b, c])"; what cannot be written over its members is written as a whole. */
static const Expr *line_expr(const FormPlace *place, Element element, const Expr *const *members, size_t n)
{
    Reduce reduce = line_reduce(element.node);
    if (n == 0 || reduce == REDUCE_COUNT) return expr_of_whole(place, element);
    if ((reduce == REDUCE_SUM || reduce == REDUCE_PROD) && !counts_truths(element.node)) {
        const Expr *expr = members[0];
        ExprOp op = reduce == REDUCE_SUM ? EXPR_OP_ADD : EXPR_OP_MUL;
        for (size_t i = 1; i < n; i++) expr = expr_binary(place->arena, op, expr, members[i]);
        return expr;
    }
    const Expr *list = expr_list(place->arena, members, n);
    return expr_call(place->arena, reduce_name(reduce), &list, NULL, 1);
}

/* What stands behind a masked place, NaN and 1e30 too, never reached the sum: its term is 0. */
double line_term(const FormPlace *place, const Element *factors, size_t n_factors)
{
    double term = element_value(factors[0]);
    if (n_factors == 1) return term;
    double other = element_value(factors[1]), product = term * other;
    if (!isnan(product) || (term != 0 && other != 0)) return product;
    Element zero = element_behind(factors[term == 0 ? 0 : 1]);
    return is_constant_by_meaning(place, zero) ? 0 : product;
}

/* One member: itself, or the product of a pair, which has no node until somebody asks for its text. */
static Piece member_piece(const FormPlace *place, Element element, size_t index, PieceOf *piece_of)
{
    Element factors[2];
    if (line_member(place, element, index, factors) == 1) return piece_of(place, factors[0], true);
    Piece left = piece_of(place, factors[0], true), right = piece_of(place, factors[1], true);
    const Form **args = arena_array(place->arena, 2, sizeof *args);
    args[0] = left.form;
    args[1] = right.form;
    Form *form = form_new(place, FORM_OP);
    form->op = "*";
    form->args = args;
    form->n_args = 2;
    const Expr *product = expr_binary(place->arena, EXPR_OP_MUL, left.expr, right.expr);
    form->factor.expr = expr_text(place->arena, product);
    form->factor.value = line_term(place, factors, 2);
    form->factor.kind = NUM_F64;
    return (Piece){form, product};
}

static Form *line_form(const FormPlace *place, Element element, const Form *const *args, size_t n)
{
    Form *form = form_op(place, element, reduce_name(line_reduce(element.node)), args, n);
    form->symbol = expr_text(place->arena, expr_of_whole(place, element));
    return form;
}

static Piece line_over(const FormPlace *place, Element element, PieceOf *piece_of)
{
    size_t n = line_length(element.node, element.row, element.col);
    assert(n <= EXPLAIN_MAX_TERMS);
    const Form **forms = arena_array(place->arena, n, sizeof *forms);
    const Expr *exprs[EXPLAIN_MAX_TERMS];
    for (size_t i = 0; i < n; i++) {
        Piece piece = member_piece(place, element, i, piece_of);
        forms[i] = piece.form;
        exprs[i] = piece.expr;
    }
    return (Piece){line_form(place, element, forms, n), line_expr(place, element, exprs, n)};
}

Piece piece_line(const FormPlace *place, Element element)
{
    return line_over(place, element, leaf_of);
}

Piece piece_shortened(const FormPlace *place, Element element, const size_t *indices, size_t n,
                      size_t rest_count, double rest_value)
{
    const Form **forms = arena_array(place->arena, n + 1, sizeof *forms);
    for (size_t i = 0; i < n; i++) forms[i] = member_piece(place, element, indices[i], leaf_of).form;
    Form *more = form_new(place, FORM_MORE);
    more->count = rest_count;
    more->factor.value = rest_value;
    more->factor.kind = NUM_F64;
    forms[n] = more;
    return (Piece){line_form(place, element, forms, n + 1), expr_of_whole(place, element)};
}

/* -------------------------------------------------------------- expansion */

static bool is_argument(const FormPlace *place, const Node *node)
{
    for (size_t i = 0; i < place->n_arguments; i++) {
        if (place->arguments[i] == node) return true;
    }
    return false;
}

/* where(mask, e^z, 0): one of the two, and the other is nobody's business. */
static Element picked(const FormPlace *place, Element element)
{
    const Node *node = element.node;
    double *x = arena_array(place->arena, node->n_args, sizeof *x);
    for (size_t k = 0; k < node->n_args; k++)
        x[k] = element_value(node_operand(node, k, element.row, element.col));
    return node_operand(node, node->op->pick(node, x), element.row, element.col);
}

/* A sum says more term by term; max z says all there is to say. */
static bool is_written_out(Element element)
{
    Reduce reduce = line_reduce(element.node);
    return (reduce == REDUCE_SUM || reduce == REDUCE_PROD) &&
           line_length(element.node, element.row, element.col) <= EXPLAIN_MAX_TERMS;
}

static Piece expanded(const FormPlace *place, Element element, bool in_line)
{
    while (element.node->name == NULL && !is_argument(place, element.node)) {
        switch (element.node->op->kind) {
        case OP_MAP: element = node_source(element.node, element.row, element.col); continue;
        case OP_POINTWISE:
            if (element.node->op->pick == NULL) return operation_over(place, element, expanded, in_line);
            element = picked(place, element);
            continue;
        case OP_FOLD:
        case OP_CONTRACTION:
            if (in_line || !is_written_out(element)) break;
            return line_over(place, element, expanded);
        case OP_SOURCE:
        case OP_COMPOSITE:
        case OP_OPAQUE: break;
        }
        break;
    }
    return piece_leaf(place, element);
}

Piece piece_expanded(const FormPlace *place, Element element)
{
    return expanded(place, element, false);
}

Piece piece_line_expanded(const FormPlace *place, Element element)
{
    return line_over(place, element, expanded);
}
