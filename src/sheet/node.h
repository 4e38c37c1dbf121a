/* Inside a layer: nodes and the operation table.
 *
 * A Node is one subexpression of the sheet in one layer: its operation, its
 * operands, its value or its error. What can be said about it beyond its value
 * (its derivation, its gradient, which elements it comes from) follows from the
 * *kind* of its operation and the few functions that the operation's row gives
 * for that kind. Code that explains or differentiates switches on the seven kinds
 * and never on an operation.
 *
 * Operands and settings. A parameter is an operand (an array that elements come
 * from: node->args) or a setting (axis, seed, a count: node->settings), which has
 * a node of its own but neither factors nor gradients. An omitted optional one is
 * NULL. Every operand of a node with a value has a value (but see `and`, `or`).
 *
 * Shapes. In code a value is always rows x cols: 0-d is 1 x 1, (n,) is 1 x n.
 */
#ifndef HEED_SHEET_NODE_H
#define HEED_SHEET_NODE_H

#include "sheet/expr.h"

typedef struct Op Op;
typedef struct Node Node;

#define OP_MAX_PARAMS 10

typedef struct Element {
    Node *node;
    size_t row, col;
} Element;

/* Which elements of an operand make one line of a fold. */
typedef enum Line {
    LINE_ALL, /* the whole operand */
    LINE_ROW, /* a row: NumPy's axis 1 (axis 0 of a 1-D value) */
    LINE_COL  /* a column: NumPy's axis 0 of a 2-D value */
} Line;

typedef enum NodeState { NODE_NEW, NODE_BUSY, NODE_VALUE, NODE_ERROR } NodeState;

struct Node {
    NodeId id;
    const Op *op;
    const char *name;      /* the definition that this node is the name of, or NULL */
    const Expr *expr;      /* the operation and its operands: the right side of a name */
    const Expr *reference; /* how it is written where it is used: the name, or expr; its text is the id's */
    const Definition *definition; /* of the name */
    bool is_overlaid;             /* a name whose expr comes from an overlay */
    Node **args;
    size_t n_args;
    Node *settings[OP_MAX_PARAMS]; /* by the index of the parameter */
    /* How each is written here: nodes are shared by all who write the same, places are not. */
    const Expr **arg_exprs;
    const Expr *setting_exprs[OP_MAX_PARAMS];
    NodeState state;
    Value value;      /* NODE_VALUE */
    NodeError *error; /* NODE_ERROR */
    uint8_t *told; /* truth.c's memory, one an element; NULL: not asked yet */
    Line line;        /* of folds, softmax, mean … : along what */
    bool keepdims;
    bool is_partial;   /* long work stands behind it that is not done */
    bool is_unchanged; /* bit for bit what it was in the layer reused */
    /* While long work goes on: how many leading elements are those of the shorter value. */
    size_t n_kept;
    char *report;             /* what the core met, or NULL */
    void *aux;                /* the operation's own (an index list, a job) */
    void *store;              /* who owns the value's data; NULL: the layer's arena */
    const char *meaning_text; /* the definition that node_meaning built last */
    struct Node *meaning_node;
};

/* One parameter of a call. */
typedef struct Param {
    const char *name;
    const char *fallback; /* the default as text ("-1", "None"); NULL: required */
    bool is_setting;
    bool keyword_only;
} Param;

/* The definition of a composite, or the identity of an opaque operation, at one element. */
typedef struct Meaning {
    const char
        *text; /* in the language; the parameters' names stand for the arguments, r and c for the element */
    bool per_element; /* the text is 0-d: the element itself. Else it has the node's shape, and (r, c) of it
                         is meant */
    const char *note; /* "computed as e^(z - max z): same value, no overflow", or NULL */
} Meaning;

/* What makes a value. Shape and type first, then the numbers; both report mistakes through node_fail. */
typedef bool OpShape(Layer *layer, Node *node);
typedef bool OpForward(Layer *layer, Node *node);

/* An operation: one row. */
struct Op {
    union { /* what a user is told of it */
        BuiltinInfo info;
        struct {
            const char
                *name; /* a call's name; operators as in Form: "+", "neg", "@"; "if", "name", "literal" … */
            const char *usage;
            const char *numpy;
            const char *text;
            OpKind kind;
        };
    };
    const Param *params; /* ends with a NULL name; operators have none */
    ExprOp infix;        /* how an operator is written, or EXPR_OP_NONE: written as a call */
    bool takes_list; /* its one operand is written as a list whose items are the operands: concat([a, b]) */
    OpShape *shape;
    OpForward *forward;

    /* source */
    void (*provenance)(const Node *node,
                       StrBuf *out); /* "random, seed 7"; NULL: a literal, known by its place */

    /* map: where the element stands that this one is. */
    Element (*source_of)(const Node *node, size_t row, size_t col);

    /* pointwise: k operands at (row, col), broadcast (node_operand), in double. x has n_args numbers (NaN
     * where an operand was not evaluated). The partial is d(result)/d(x[k]) at these numbers; NONE and
     * UNDEFINED leave *d. Without `partial` there is no gradient. */
    double (*apply)(const Node *node, const double *x);
    GradientState (*partial)(const Node *node, const double *x, size_t k, double *d);
    /* The operand that the result is a copy of (where): a definition is written with that one alone. */
    size_t (*pick)(const Node *node, const double *x);

    /* fold: the reducer over the members of args[0] that belong to (row, col): node_member. */
    Reduce reduce;
    size_t (*member_count)(const Node *node, size_t row, size_t col);          /* NULL: the line's length */
    Element (*member)(const Node *node, size_t row, size_t col, size_t index); /* NULL: along the line */

    /* contraction: sum over index of the product of a pair. The pair's nodes may be made when asked for. */
    size_t (*pair_count)(const Node *node, size_t row, size_t col);
    void (*pair)(Layer *layer, const Node *node, size_t row, size_t col, size_t index, Element pair[2]);

    /* composite, opaque */
    Meaning (*meaning)(const Node *node, size_t row, size_t col);
};

/* ------------------------------------------------------- kinds, at an element */

/* map: the element that (row, col) of this node is. */
Element node_source(const Node *node, size_t row, size_t col);
/* pointwise: operand k of (row, col); its node is NULL where it was not evaluated. */
Element node_operand(const Node *node, size_t k, size_t row, size_t col);
/* fold: how many members (row, col) has, and one of them. */
size_t node_member_count(const Node *node, size_t row, size_t col);
Element node_member(const Node *node, size_t row, size_t col, size_t index);
/* contraction */
size_t node_pair_count(const Node *node, size_t row, size_t col);
void node_pair(Layer *layer, const Node *node, size_t row, size_t col, size_t index, Element pair[2]);
/* composite, opaque: the element of the definition (or identity) that equals this one. Its nodes are made now
 * and stay; the text is parsed once per node and variant. An element of a composite can be a constant by
 * definition (a masked weight is 0). `note` may be NULL. The returned node may be in NODE_ERROR. */
Element node_meaning(Layer *layer, Node *node, size_t row, size_t col, const char **note);
/* source: "typed in the lesson, line 12", "edited", "slider 1 to 4096, in the lesson, line 3", "random, seed
 * 7". */
char *node_provenance(const Node *node, Arena *arena);

/* The operation of this node over other operands, settings kept: `operands` has n_args trees (NULL where args
 * has NULL). For operators and calls: "exp(z[2])", "s[2] / sqrt(dk)", "round(alpha[2], 4)". */
const Expr *node_expr_over(const Node *node, Arena *arena, const Expr *const *operands);
/* How an element is written: reference[row, col]. Shared subtrees belong to the layer. */
const Expr *element_expr(Element element, Arena *arena);
double element_number(Element element); /* the node has a value, and (row, col) is inside */

/* --------------------------------------------------------------- the layer */

/* The node of an id, evaluated; NULL for 0 or an id that the sheet does not know. */
Node *layer_get(Layer *layer, NodeId id);
/* The node of a name that is defined, evaluated; NULL where it is not. */
Node *layer_get_name(Layer *layer, const char *name);
/* The node of an expression, evaluated. `expr` is borrowed: it must live as long as the layer. */
Node *layer_build(Layer *layer, const Expr *expr);
Arena *layer_arena(Layer *layer);

/* ----------------------------------------------------------------- the table */

const Op *op_find(const char *name); /* a call's name; NULL: none */
size_t op_count(void);               /* all rows, operators first */
const Op *op_at(size_t index);

#endif
