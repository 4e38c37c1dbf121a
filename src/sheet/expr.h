/* The abstract syntax tree of the sheet's language.
 *
 * Immutable once made; owned by the arena it was made in. Every node of the tree
 * knows its place in the source, its height (so that no walk over it can overflow
 * the stack) and how many nodes it has. Make trees with the functions below: they
 * refuse nothing, but keep height and size right. Parentheses leave no trace.
 */
#ifndef HEED_SHEET_EXPR_H
#define HEED_SHEET_EXPR_H

#include "heed/sheet.h"

/* The parser refuses a tree that is higher; what the sheet builds itself (an overlay
 * that means the layer below, a definition with its arguments put in) may be higher by
 * a few times this and is refused from EXPR_MAX_BUILT on. */
#define EXPR_MAX_HEIGHT 400
#define EXPR_MAX_BUILT  1500
/* Of nodes in one tree that the sheet builds; parsed ones are bounded by their text. */
#define EXPR_MAX_SIZE 200000

typedef enum ExprKind {
    EXPR_NUMBER,    /* number, text */
    EXPR_BOOL,      /* number: 0 or 1 */
    EXPR_NONE,      /* None: only as the value of a parameter */
    EXPR_STRING,    /* text, decoded */
    EXPR_LIST,      /* args: the items */
    EXPR_NAME,      /* text */
    EXPR_UNARY,     /* op, args[0] */
    EXPR_BINARY,    /* op, args[0], args[1]; also comparison, and, or */
    EXPR_IF,        /* args: the value if true, the condition, the value if false */
    EXPR_INDEX,     /* args[0] indexed by args[1 ..]: expressions or slices */
    EXPR_SLICE,     /* args: start, stop, step; each may be NULL; only inside EXPR_INDEX */
    EXPR_TRANSPOSE, /* args[0].T */
    EXPR_CALL       /* text(args); keywords[i] is NULL for a positional argument */
} ExprKind;

typedef enum ExprOp {
    EXPR_OP_NONE,
    EXPR_OP_OR,
    EXPR_OP_AND,
    EXPR_OP_NOT, /* unary */
    EXPR_OP_LT,
    EXPR_OP_LE,
    EXPR_OP_GT,
    EXPR_OP_GE,
    EXPR_OP_EQ,
    EXPR_OP_NE,
    EXPR_OP_ADD,
    EXPR_OP_SUB,
    EXPR_OP_MUL,
    EXPR_OP_DIV,
    EXPR_OP_MATMUL,
    EXPR_OP_PLUS, /* unary */
    EXPR_OP_NEG,  /* unary */
    EXPR_OP_POW,
    EXPR_OP_COUNT
} ExprOp;

/* As written: "+", "not", "@". */
const char *expr_op_text(ExprOp op);

struct Expr {
    ExprKind kind;
    ExprOp op;
    SourceSpan span; /* the whole expression, without parentheses around it */
    double number;
    const char *text; /* NUMBER: canonical digits ("1", "0.9", "1e-05", "inf"); STRING, NAME, CALL as above */
    const Expr *const *args;
    size_t n_args;
    const char *const *keywords;     /* CALL: n_args of them */
    const SourceSpan *keyword_spans; /* CALL: of the keyword, where there is one */
    SourceSpan name_span;            /* CALL: of the name; BINARY, UNARY: of the operator */
    uint32_t height;                 /* 1 for a leaf */
    size_t size;                     /* nodes, this one included; saturates */
    /* Of a tree that a sheet owns, the node of this text there, once known; 0 elsewhere. Not part of what it
     * means. */
    NodeId id;
};

/* How a number was typed stands in the source at expr->span ("0.90"). */

const Expr *expr_number(Arena *arena, double value); /* shortest digits; a whole value without a point */
const Expr *expr_real(Arena *arena, double value, NumKind kind); /* shortest digits of its kind ("1.0") */
const Expr *expr_bool(Arena *arena, bool value);
const Expr *expr_string(Arena *arena, const char *text);
const Expr *expr_name_of(Arena *arena, const char *name);
const Expr *expr_list(Arena *arena, const Expr *const *items, size_t n);
const Expr *expr_unary(Arena *arena, ExprOp op, const Expr *a);
const Expr *expr_binary(Arena *arena, ExprOp op, const Expr *a, const Expr *b);
const Expr *expr_if(Arena *arena, const Expr *then, const Expr *condition, const Expr *otherwise);
const Expr *expr_index(Arena *arena, const Expr *base, const Expr *const *items, size_t n);
const Expr *expr_slice(Arena *arena, const Expr *start, const Expr *stop, const Expr *step);
const Expr *expr_transpose(Arena *arena, const Expr *a);
/* keywords may be NULL: all positional. */
const Expr *expr_call(Arena *arena, const char *name, const Expr *const *args, const char *const *keywords,
                      size_t n);

/* expr[row, col] for a value of this shape: expr[col] for 1-D, expr itself for 0-d. */
const Expr *expr_element(Arena *arena, const Expr *expr, const Value *shape, size_t row, size_t col);

bool expr_equal(const Expr *a, const Expr *b); /* spans do not matter */
/* Canonical text, appended. */
void expr_write(StrBuf *out, const Expr *expr);

/* A copy in which `replace` may stand in for any name: it returns the replacement or NULL to keep the name.
 * Untouched subtrees are shared, not copied. */
const Expr *expr_replace(Arena *arena, const Expr *expr,
                         const Expr *(*replace)(void *context, const Expr *name), void *context);
/* The same kind of node over other operands, as many. */
const Expr *expr_with(Arena *arena, const Expr *expr, const Expr *const *args);
/* A copy of the tree alone (sources stay where they are; `source`, where not NULL, replaces each span's). */
const Expr *expr_copy(Arena *arena, const Expr *expr, const SourceText *source);

/* What kind of input this right side is, and the literal in it: the value of a slider, the whole of a
 * literal. */
InputKind expr_input_kind(const Expr *expr);
/* A number with its sign, True, False, a string, or a list of these: everything is in the text. */
bool expr_is_literal(const Expr *expr);
/* A number with its sign, folded: false where it is none. */
bool expr_constant(const Expr *expr, double *value);

#endif
