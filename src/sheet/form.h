/* Factors and forms: how an element is written over the elements below it.
 *
 * A Piece is one part of a formula, twice: as a Form (for the eye, with the
 * elements' references and values) and as an Expr (the same in the language, so
 * that it can be asked again). Both grow together, from the leaves up.
 */
#ifndef HEED_SHEET_FORM_H
#define HEED_SHEET_FORM_H

#include "sheet/node.h"

/* A line with more terms than this is told by its largest ones and the rest. */
#define EXPLAIN_MAX_TERMS 12

/* Where a formula is being written. */
typedef struct FormPlace {
    Layer *layer;
    Arena *arena;
    uint8_t ref_layer;      /* RefLayer of the references it gets */
    Node *const *arguments; /* of a composite: its formula goes down to their elements and no further */
    size_t n_arguments;
} FormPlace;

typedef struct Piece {
    const Form *form;
    const Expr *expr;
} Piece;

/* The element that this one is a view of, through every map without a name of its own. */
Element element_behind(Element element);
/* Whether an element stands for itself in a formula: the constant 2 of x ** 2. */
bool element_is_constant(Element element);
/* Its number; NaN for a string, which can be an operand too (`token == "bank"`). */
double element_value(Element element);
Factor form_factor(const FormPlace *place, Element element);

/* The element as one factor (or as a constant). */
Piece piece_leaf(const FormPlace *place, Element element);
/* The operation of a pointwise element over its operands as leaves. */
Piece piece_pointwise(const FormPlace *place, Element element);
/* The element down to the arguments of place: operations, and sums and products of at most EXPLAIN_MAX_TERMS
 * members, are written out; other lines, lines within lines, composites and names are leaves. */
Piece piece_expanded(const FormPlace *place, Element element);
/* The element of a fold or contraction over its members, in full (at most EXPLAIN_MAX_TERMS). */
Piece piece_line(const FormPlace *place, Element element);
/* The same, its members expanded. */
Piece piece_line_expanded(const FormPlace *place, Element element);
/* A fold whose members are too many: those at `indices`, an ellipsis, and the rest. */
Piece piece_shortened(const FormPlace *place, Element element, const size_t *indices, size_t n,
                      size_t rest_count, double rest_value);

/* Members of a fold, pairs of a contraction: 1 or 2 elements. */
Reduce line_reduce(const Node *node);
size_t line_length(const Node *node, size_t row, size_t col);
size_t line_member(const FormPlace *place, Element element, size_t index, Element factors[2]);
/* The number or the product that one member gives to its line. */
double line_term(const FormPlace *place, const Element *factors, size_t n_factors);

#endif
