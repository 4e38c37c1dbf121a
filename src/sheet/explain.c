/* One level of a derivation, by the kind of the operation.
 *
 *   source       nothing below: where it comes from, in words
 *   map          the element behind (one that has no name is looked through)
 *   pointwise    the operation over its operands at this element
 *   fold         the members of its line and how they reduce
 *   contraction  the products of its pairs, summed
 *   composite    its definition, written on this element
 *   opaque       the identity that checks it, written on this element
 *
 * Terms are what a reader can add up: each is a number or a product of two, and
 * the reducer combines them to the value. A line of more than twelve is told by
 * the twelve that matter most and by what the others come to together.
 */
#include "sheet/form.h"

#include <assert.h>
#include <math.h>
#include <string.h>

const char *reduce_name(Reduce reduce)
{
    static const char *const names[] = {
        [REDUCE_NONE] = "none",     [REDUCE_APPLY] = "apply",   [REDUCE_SUM] = "sum",
        [REDUCE_PROD] = "prod",     [REDUCE_MAX] = "max",       [REDUCE_MIN] = "min",
        [REDUCE_ARGMAX] = "argmax", [REDUCE_ARGMIN] = "argmin", [REDUCE_COUNT] = "count",
        [REDUCE_ALL] = "all",       [REDUCE_ANY] = "any",
    };
    return names[reduce];
}

/* ------------------------------------------------- operands of a formula */

typedef struct FactorList {
    Arena *arena;
    Factor *items;
    size_t count, capacity;
} FactorList;

/* The leaves of a form in order, without repeats; constants only where they are wanted. */
static void collect_leaves(FactorList *list, const Form *form, bool with_constants)
{
    for (size_t i = 0; i < form->n_args; i++) collect_leaves(list, form->args[i], with_constants);
    bool is_constant = form->kind == FORM_LITERAL && form->factor.ref.node != 0;
    if (form->kind != FORM_FACTOR && !(is_constant && with_constants)) return;
    for (size_t i = 0; i < list->count; i++) {
        if (element_ref_equal(list->items[i].ref, form->factor.ref)) return;
    }
    if (list->count == list->capacity) {
        size_t capacity = list->capacity > 0 ? 2 * list->capacity : 16;
        list->items = arena_grow(list->arena, list->items, list->count, capacity, sizeof *list->items);
        list->capacity = capacity;
    }
    list->items[list->count++] = form->factor;
}

size_t explanation_operands(const Explanation *explanation, Arena *arena, const Factor **operands)
{
    FactorList list = {.arena = arena};
    if (explanation->tree != NULL) collect_leaves(&list, explanation->tree, false);
    *operands = list.items;
    return list.count;
}

/* ------------------------------------------------------ terms of a formula */

static void take_piece(const FormPlace *place, Explanation *explanation, Piece piece)
{
    explanation->tree = piece.form;
    explanation->form = expr_text(place->arena, piece.expr);
}

static Term term_of(const FormPlace *place, const Element *factors, size_t n)
{
    Term term = {arena_array(place->arena, n, sizeof *term.factors), n, line_term(place, factors, n)};
    for (size_t i = 0; i < n; i++) term.factors[i] = form_factor(place, element_behind(factors[i]));
    return term;
}

/* A formula that is evaluated: each of its leaves is a term. */
static void explain_apply(const FormPlace *place, Explanation *explanation, Piece piece)
{
    take_piece(place, explanation, piece);
    explanation->reduce = REDUCE_APPLY;
    FactorList leaves = {.arena = place->arena};
    collect_leaves(&leaves, piece.form, true);
    explanation->terms = arena_array(place->arena, leaves.count, sizeof *explanation->terms);
    explanation->n_terms = leaves.count;
    for (size_t i = 0; i < leaves.count; i++) {
        explanation->terms[i] = (Term){&leaves.items[i], 1, leaves.items[i].value};
    }
}

/* ------------------------------------------------------------------- lines */

/* How much a member matters to the result; the larger the more. Ties go to the first. */
static double weight_of(Reduce reduce, double term)
{
    if (isnan(term)) return INFINITY; /* one NaN is the whole story */
    switch (reduce) {
    case REDUCE_MAX:
    case REDUCE_ARGMAX:
    case REDUCE_ANY: return term;
    case REDUCE_MIN:
    case REDUCE_ARGMIN:
    case REDUCE_ALL: return -term;
    case REDUCE_COUNT: return 0;
    default: return fabs(term);
    }
}

static void sort_indices(size_t *indices, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        size_t index = indices[i], place = i;
        for (; place > 0 && indices[place - 1] > index; place--) indices[place] = indices[place - 1];
        indices[place] = index;
    }
}

/* The reduction of the members left out. Of argmax and argmin the extremum itself: which of the
 * others comes next is of no use, how near it came is. */
typedef struct Rest {
    Reduce reduce;
    double value;
    double correction; /* Neumaier's: a million members lose no digit */
    size_t count;
} Rest;

static void rest_add(Rest *rest, double term)
{
    bool first = rest->count++ == 0;
    switch (rest->reduce) {
    case REDUCE_MAX:
    case REDUCE_ARGMAX: rest->value = first || term > rest->value ? term : rest->value; break;
    case REDUCE_MIN:
    case REDUCE_ARGMIN: rest->value = first || term < rest->value ? term : rest->value; break;
    case REDUCE_PROD: rest->value = first ? term : rest->value * term; break;
    case REDUCE_ALL: rest->value = (first || rest->value != 0) && term != 0; break;
    case REDUCE_ANY: rest->value = (!first && rest->value != 0) || term != 0; break;
    case REDUCE_COUNT: rest->value = (double)rest->count; break;
    default: {
        double sum = rest->value + term;
        if (isfinite(sum)) {
            double lost =
                fabs(rest->value) >= fabs(term) ? rest->value - sum + term : term - sum + rest->value;
            rest->correction += lost;
        }
        rest->value = sum;
    }
    }
}

static double rest_value(const Rest *rest)
{
    return rest->value + rest->correction;
}

/* A member that is told, at least for now. */
typedef struct Leader {
    size_t index;
    double term, weight;
} Leader;

/* The members of largest weight, heaviest first. */
typedef struct Leaders {
    Leader items[EXPLAIN_MAX_TERMS];
    size_t n;
} Leaders;

/* Takes the candidate in, or lets it or the lightest go: that one's term joins the rest. */
static void leaders_offer(Leaders *leaders, Leader candidate, Rest *rest)
{
    if (leaders->n == EXPLAIN_MAX_TERMS) {
        Leader *lightest = &leaders->items[leaders->n - 1];
        bool stays_out = !(candidate.weight > lightest->weight);
        rest_add(rest, stays_out ? candidate.term : lightest->term);
        if (stays_out) return;
        leaders->n--;
    }
    size_t place = leaders->n++;
    while (place > 0 && candidate.weight > leaders->items[place - 1].weight) {
        leaders->items[place] = leaders->items[place - 1];
        place--;
    }
    leaders->items[place] = candidate;
}

/* The members to show, in order; the others into the rest. One pass: a line may have a million. */
static size_t choose_members(const FormPlace *place, Element element, Rest *rest,
                             size_t chosen[EXPLAIN_MAX_TERMS])
{
    size_t length = line_length(element.node, element.row, element.col);
    Leaders leaders = {.n = 0};
    for (size_t i = 0; i < length; i++) {
        Element factors[2];
        size_t n = line_member(place, element, i, factors);
        double term = line_term(place, factors, n);
        leaders_offer(&leaders, (Leader){i, term, weight_of(rest->reduce, term)}, rest);
    }
    for (size_t i = 0; i < leaders.n; i++) chosen[i] = leaders.items[i].index;
    sort_indices(chosen, leaders.n);
    return leaders.n;
}

/* `in_full` writes a line that is short enough; a longer one is told by its terms. */
static void explain_line(const FormPlace *place, Element element,
                         Piece (*in_full)(const FormPlace *, Element), Explanation *explanation)
{
    Rest rest = {.reduce = line_reduce(element.node)};
    size_t chosen[EXPLAIN_MAX_TERMS];
    size_t n = choose_members(place, element, &rest, chosen);
    explanation->reduce = rest.reduce;
    if (line_length(element.node, element.row, element.col) == 0)
        explanation->note = "there is nothing in it";
    explanation->terms = arena_array(place->arena, n, sizeof *explanation->terms);
    explanation->n_terms = n;
    for (size_t i = 0; i < n; i++) {
        Element factors[2];
        size_t n_factors = line_member(place, element, chosen[i], factors);
        explanation->terms[i] = term_of(place, factors, n_factors);
    }
    explanation->rest_count = rest.count;
    explanation->rest_value = rest_value(&rest);
    take_piece(place, explanation,
               rest.count == 0 ? in_full(place, element)
                               : piece_shortened(place, element, chosen, n, rest.count, rest_value(&rest)));
}

/* ------------------------------------------------------------- the kinds */

static void explain_source(const FormPlace *place, Element element, Explanation *explanation)
{
    const Value *whole = &element.node->value;
    const Expr *value = whole->type == VALUE_STRING
                            ? expr_string(place->arena, value_text_at(whole, element.row, element.col))
                            : expr_real(place->arena, explanation->value, explanation->num_kind);
    Form *form = arena_alloc(place->arena, sizeof *form);
    form->kind = FORM_LITERAL;
    form->factor = form_factor(place, element);
    explanation->tree = form;
    explanation->form = expr_text(place->arena, value);
    explanation->reduce = REDUCE_NONE;
    if (explanation->provenance == NULL)
        explanation->provenance = node_provenance(element.node, place->arena);
}

/* `a if c else b`: which one it is, and why. */
static const char *branch_note(const FormPlace *place, const Node *node)
{
    if (node->expr->kind != EXPR_IF) return NULL;
    const Node *condition = node->args[0];
    if (condition == NULL || condition->state != NODE_VALUE) return NULL;
    bool holds = value_at(&condition->value, 0, 0) != 0;
    return arena_printf(place->arena, "%s is %s", expr_text(place->arena, condition->reference),
                        holds ? "True" : "False");
}

static void explain_map(const FormPlace *place, Element element, Explanation *explanation)
{
    explanation->note = branch_note(place, element.node);
    explain_apply(place, explanation, piece_leaf(place, node_source(element.node, element.row, element.col)));
}

/* An element that its definition makes a constant is a source, and the note says why. */
static void explain_composite(const FormPlace *outer, Element element, Explanation *explanation)
{
    Node *node = element.node;
    FormPlace place = *outer;
    place.arguments = node->args;
    place.n_arguments = node->n_args;
    Element meaning = node_meaning(place.layer, node, element.row, element.col, &explanation->note);
    if (meaning.node->state != NODE_VALUE) {
        explanation->form = expr_text(place.arena, meaning.node->reference);
        explanation->reduce = REDUCE_APPLY;
        return;
    }
    if (element_is_constant(meaning)) {
        explanation->kind = OP_SOURCE;
        explanation->provenance = explanation->note;
        explanation->note = NULL;
        explain_source(&place, element, explanation);
        return;
    }
    OpKind root = meaning.node->op->kind;
    if (root == OP_FOLD || root == OP_CONTRACTION) {
        explain_line(&place, meaning, piece_line_expanded, explanation);
    } else {
        explain_apply(&place, explanation, piece_expanded(&place, meaning));
    }
}

static void explain_by_kind(const FormPlace *place, Element element, Explanation *explanation)
{
    switch (element.node->op->kind) {
    case OP_SOURCE: explain_source(place, element, explanation); break;
    case OP_MAP: explain_map(place, element, explanation); break;
    case OP_POINTWISE: explain_apply(place, explanation, piece_pointwise(place, element)); break;
    case OP_FOLD:
    case OP_CONTRACTION: explain_line(place, element, piece_line, explanation); break;
    case OP_COMPOSITE:
    case OP_OPAQUE: explain_composite(place, element, explanation); break;
    }
}

bool layer_explain(Layer *layer, Arena *arena, ElementRef ref, Explanation *explanation)
{
    Node *node = layer_get(layer, ref.node);
    if (node == NULL || node->state != NODE_VALUE) return false;
    if (ref.row >= node->value.rows || ref.col >= node->value.cols) return false;
    FormPlace place = {.layer = layer, .arena = arena, .ref_layer = ref.layer};
    Element element = element_behind((Element){node, ref.row, ref.col});
    Factor itself = form_factor(&place, element);
    *explanation = (Explanation){
        .ref = itself.ref,
        .expr = itself.expr,
        .value = itself.value,
        .num_kind = itself.kind,
        .text = itself.text,
        .op = element.node->op->name,
        .kind = element.node->op->kind,
    };
    explain_by_kind(&place, element, explanation);
    return true;
}
