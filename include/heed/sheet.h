/* The sheet: a spreadsheet whose cells are whole arrays, in a subset of Python
 * with NumPy's meaning. It is the only door to numbers: whatever a screen, a
 * page of text, a quiz or a JSON document shows is an element of a node here.
 *
 *   Sheet   the definitions `name = expr` of one lesson, in document order, and
 *           the names of all nodes ever asked for. Changed only by sheet_define.
 *   Overlay a list of `name = expr` laid over a sheet: a student's edits, --set,
 *           a comparison, a quiz's draw, a scene, a misconception. Nothing else
 *           changes what a sheet computes.
 *   Layer   a sheet evaluated under a list of overlays: values, errors,
 *           derivations. An edit makes a new layer; the old one stays as "was".
 *
 * Nodes. Every subexpression is a node. A NodeId belongs to the sheet, not to a
 * layer: it stands for the node's canonical text ("z", "exp(z)", "sum(exp(z))"),
 * so the same id may be asked in any layer of the sheet, and an element keeps its
 * identity over edits. A name's node has the operation of its definition. Inside
 * an overlay a name's own older meaning (`q = -q`) has as text the older
 * definition, so every text can be typed again and gives the same element.
 *
 * Elements. (node, row, column); a 0-d value is (0, 0), a 1-D value of shape (n,)
 * is row 0, columns 0 … n−1.
 *
 * Values are NumPy's (0, 1 or 2 dimensions): arrays fp32, bool or integral;
 * literals and full reductions 0-d doubles; indexing keeps fp32; array∘scalar
 * rounds the scalar to fp32 first; 1-D lists of strings.
 */
#ifndef HEED_SHEET_H
#define HEED_SHEET_H

#include "heed/diag.h"
#include "heed/number.h"
#include "heed/ref.h"

/* ------------------------------------------------------------------ values */

typedef enum ValueType { VALUE_F64, VALUE_F32, VALUE_INT, VALUE_BOOL, VALUE_STRING } ValueType;

typedef struct Value {
    ValueType type; /* F64 is always 0-d */
    int ndim;       /* 0, 1, 2 */
    size_t rows, cols; /* 0-d: 1 x 1; (n,): 1 x n; (r, c): r x c; either may be 0 */
    union {
        const double *f64;
        const float *f32;
        const int64_t *i64;
        const uint8_t *b8;
        const char *const *text;
    } data; /* row-major, rows * cols, no gaps */
} Value;

size_t value_count(const Value *value);
double value_at(const Value *value, size_t row, size_t col); /* numbers and bools as double */
const char *value_text_at(const Value *value, size_t row, size_t col); /* strings */
NumKind value_num_kind(const Value *value);
/* "(3, 4)", "(4,)", "()" */
char *value_shape_text(Arena *arena, const Value *value);
bool value_equal_bits(const Value *a, const Value *b);
/* A Python literal that can be pasted back and reads back to the same bits: "[[1.0, 2.0], [3.0, 4.0]]". */
char *value_python(Arena *arena, const Value *value);

/* ------------------------------------------------------------- expressions */

typedef struct Expr Expr; /* an immutable tree in the arena it was parsed into */

/* Parses one expression from source->text[start, end). NULL and a diagnostic where it is none. */
const Expr *expr_parse(Arena *arena, const SourceText *source, size_t start, size_t end, Diags *diags);
/* Canonical text: minimal parentheses, Python's spelling; parses back to an equal tree. */
char *expr_text(Arena *arena, const Expr *expr);
SourceSpan expr_span(const Expr *expr);
/* The name, where the whole expression is one; else NULL. */
const char *expr_name(const Expr *expr);
/* Calls `visit` for each name that the expression reads (with its place). */
void expr_names(const Expr *expr, void (*visit)(void *context, const char *name, SourceSpan span), void *context);

/* What kind of input a right side is. */
typedef enum InputKind { INPUT_NONE, INPUT_LITERAL, INPUT_SLIDER, INPUT_TOGGLE, INPUT_CHOICE } InputKind;

/* ------------------------------------------------------------------- sheet */

typedef struct Sheet Sheet;

typedef struct Definition {
    const char *name;
    const Expr *expr;
    SourceSpan name_span;
    int screen;      /* where it is defined; -1 for the host's own (draw_seed) */
    InputKind input; /* INPUT_NONE: computed */
} Definition;

Sheet *sheet_new(void);
void sheet_free(Sheet *sheet);
/* Reads lines `name = expr` (comments, blank lines, brackets may span lines) from source->text[start, end).
 * `source` must outlive the sheet. Names are defined once and before use: a second definition, a builtin's
 * name, an unknown name (with a guess), a syntax error each give a diagnostic; the good lines are kept.
 * False where there was an error. */
bool sheet_define(Sheet *sheet, const SourceText *source, size_t start, size_t end, int screen, Diags *diags);
size_t sheet_count(const Sheet *sheet);
const Definition *sheet_definition(const Sheet *sheet, size_t index);
const Definition *sheet_find(const Sheet *sheet, const char *name); /* NULL: not defined */
/* Where a definition of this name was refused, its mistake said; NULL where none was. A span without a source: it is used,
 * and that said, but nowhere defined. */
const SourceSpan *sheet_failed(const Sheet *sheet, const char *name);
/* The name was to be defined at this place, but nothing there can be read; or (no source) its first use was said. */
void sheet_fail(Sheet *sheet, const char *name, SourceSpan span);

/* ---------------------------------------------------------------- overlays */

typedef struct OverlayLine {
    const char *name;
    const Expr *expr;
    SourceSpan span;
} OverlayLine;

typedef struct Overlay {
    OverlayLine *lines;
    size_t count;
} Overlay;

typedef enum OverlayRule {
    OVERLAY_ANY,        /* lessons: given, draw, misconceptions, scenes */
    OVERLAY_INPUTS_ONLY /* --set and a student's edits */
} OverlayRule;

/* Reads lines `name = expr` (newline or ';' between them). Each name must be defined in the sheet (of one whose
 * definition failed the diagnostic has the code "failed-definition"); an expression may read names defined earlier
 * than its own, and its own name, meaning the layer below. Values outside a slider's range, or not among a choice's
 * options, are refused when they are constants. False and diagnostics where wrong; nothing of a wrong overlay is used.
 * Lives in `arena`; `source` must outlive it. */
bool overlay_parse(Arena *arena, const Sheet *sheet, const SourceText *source, size_t start, size_t end,
                   OverlayRule rule, Overlay *overlay, Diags *diags);

/* ------------------------------------------------------------------ layers */

typedef struct Layer Layer;
typedef uint32_t NodeId; /* 0: none */

/* Evaluates the sheet under overlays[0..n), applied left to right. `reuse` (may be NULL) is an earlier layer of the
 * same sheet: values whose operation and arguments are unchanged are copied from it, jobs in progress go on. */
Layer *layer_new(Sheet *sheet, const Overlay *const *overlays, size_t n, const Layer *reuse);
/* The same, but a name is evaluated when it is first asked for, so that an edit costs what is looked at. `reuse` may
 * be freed meanwhile: the layer holds on to it until it is settled. */
Layer *layer_lazy(Sheet *sheet, const Overlay *const *overlays, size_t n, Layer *reuse);
/* Evaluates the names of a lazy layer that nobody has asked for yet. */
void layer_ask_all(Layer *layer);
/* Lets go of the layer reused: what is asked for from now on is computed anew. */
void layer_settle(Layer *layer);
void layer_free(Layer *layer);
Sheet *layer_sheet(const Layer *layer);

/* The node of a defined name; 0 where there is none. */
NodeId layer_name(Layer *layer, const char *name);
/* The node of an expression over the sheet's names, evaluated now (long work: see jobs). Errors of evaluation are
 * on the node. `expr` may come from any arena and die afterwards. */
NodeId layer_node(Layer *layer, const Expr *expr);
/* Parses and asks; 0 and diagnostics on a syntax error or an unknown name. */
NodeId layer_ask(Layer *layer, const char *text, const char *source_name, Diags *diags);
/* As layer_ask, for the text of one element: "alpha[2]", "S[1, 0]": also tells the element of the underlying node
 * (alpha, 0, 2) where the expression is an index of a node, else (node, 0, 0). */
bool layer_ask_element(Layer *layer, const char *text, const char *source_name, ElementRef *ref, Diags *diags);

/* NULL where it could not be computed (or, for long work, not one sample is there yet). */
const Value *layer_value(Layer *layer, NodeId node);
/* Canonical text of a node: can be asked again. */
const char *layer_text(Layer *layer, NodeId node);
/* Canonical text of what a defined name is computed from in this layer: the definition's right side, or the overlay's
 * with the name's own older meaning written out. NULL where there is no such name. */
const char *layer_source_text(Layer *layer, Arena *arena, const char *name);
/* Text of one element: "alpha[2]", "S[1, 0]", "sum(exp(z))". */
char *layer_element_text(Layer *layer, Arena *arena, ElementRef ref);
/* The element's number; false where there is none (error, outside, a string). */
bool layer_number(Layer *layer, ElementRef ref, double *value, NumKind *kind);
/* The definition that this node is the name of, or NULL. */
const Definition *layer_definition(Layer *layer, NodeId node);

typedef struct NodeError {
    const char *code;      /* "shape", "index", "domain", "type", "size", "waits" */
    const char *text;      /* "q is (4,), K is (3, 5): did you mean K.T?" or "waits for out" */
    SourceSpan span;       /* where, in the lesson or the overlay */
    NodeId origin;         /* the node that failed first */
    const char *waits_for; /* the name that it waits for; NULL on the origin itself */
} NodeError;

/* NULL where the node has a value. */
const NodeError *layer_error(Layer *layer, NodeId node);

/* An element of `now` that differs bitwise from the same element in `was` (or is new there: other shape, or had no
 * value). `was` NULL: nothing has changed. */
bool layer_changed(Layer *now, Layer *was, ElementRef ref);
/* Whether a named node is overlaid in this layer. */
bool layer_overlaid(const Layer *layer, const char *name);

/* What the core reported on a node's computation: "row 2 is fully masked: its weights are zeros", "NaN first
 * arises in x[1]". NULL where nothing. */
const char *layer_report(Layer *layer, Arena *arena, NodeId node);
/* Whether a NaN keeps a truth (or a count) from being told: NaN > 1 is false, but so is NaN <= 1. layer_report says where
 * that NaN comes from. */
bool layer_undecided(Layer *layer, NodeId node);

/* The first == or != in `expr` that compares a computed real, which carries its roundings (isclose is for these); false
 * where there is none. Inputs, counts, truth values and strings compare exactly. */
bool layer_compares_reals(Layer *layer, const Expr *expr, SourceSpan *span);

/* ------------------------------------------------------------ explanations */

/* The kind of an operation decides its derivation, its gradient and which elements depend on which. */
typedef enum OpKind {
    OP_SOURCE,
    OP_MAP,
    OP_POINTWISE,
    OP_FOLD,
    OP_CONTRACTION,
    OP_COMPOSITE,
    OP_OPAQUE
} OpKind;

const char *op_kind_name(OpKind kind); /* "source", "map", … */

typedef struct Factor {
    ElementRef ref;
    const char *expr; /* can be asked again */
    double value;     /* NaN for a string */
    NumKind kind;
    const char *text; /* of a string; NULL for a number */
    bool is_source;   /* an input, a literal, a masked weight: nothing below it */
} Factor;

/* A product of factors (one factor: the factor itself). */
typedef struct Term {
    Factor *factors;
    size_t n_factors;
    double product;
} Term;

typedef enum Reduce {
    REDUCE_NONE,  /* a source: no terms */
    REDUCE_APPLY, /* evaluate `form` with the factors' values */
    REDUCE_SUM,
    REDUCE_PROD,
    REDUCE_MAX,
    REDUCE_MIN,
    REDUCE_ARGMAX,
    REDUCE_ARGMIN,
    REDUCE_COUNT,
    REDUCE_ALL,
    REDUCE_ANY
} Reduce;

const char *reduce_name(Reduce reduce); /* "sum", "apply", … */

/* The formula as a tree over elements, for two-dimensional or inline setting. */
typedef enum FormKind {
    FORM_FACTOR,  /* an element: expr, ref, value */
    FORM_LITERAL, /* a constant: its factor tells it like an element's, but it is no operand to walk to */
    FORM_OP,      /* op over args */
    FORM_MORE     /* an ellipsis: factor.value is the exact rest of its fold, `count` how many */
} FormKind;

typedef struct Form Form;
struct Form {
    FormKind kind;
    const char *op;   /* "+" "-" "*" "/" "**" "neg" "exp" "sqrt" …, a row's name; of a fold or contraction its reducer's
                       * ("sum" "prod" "max" …; "sum" over more than one arg is written out) */
    const Form *const *args;
    size_t n_args;
    Factor factor;    /* for FORM_OP `factor.value` is the value of the whole and, where the whole is an element that
                       * can be asked, ref and expr tell it; a product of a pair has a text, but no node until somebody
                       * asks for it (ref.node is 0) */
    const char *symbol; /* how the whole of a fold is written: expr "sum(exp(z))" ; else NULL */
    size_t count;
};

typedef struct Explanation {
    ElementRef ref;
    const char *expr;    /* "alpha[2]" */
    double value;        /* NaN for a string */
    NumKind num_kind;
    const char *text;    /* of a string; NULL for a number */
    const char *op;      /* "softmax", "/", "@", "literal", "slider" … */
    OpKind kind;
    const char *form;    /* in the language, over the factors' exprs: "exp(z[2]) / sum(exp(z))" */
    const Form *tree;    /* composite: down to its arguments' elements, a fold of more than twelve terms staying one factor */
    Term *terms;         /* in order; REDUCE_APPLY: the leaves of the form, constants too. More than twelve: the twelve that
                          * matter most (by magnitude; for max and argmax the largest, for min and argmin the smallest) */
    size_t n_terms;
    Reduce reduce;
    size_t rest_count;
    double rest_value;   /* exact: the reduction of the terms left out (argmax, argmin: their extremum) */
    const char *note;    /* "computed as e^(z − max z): same value, no overflow", or NULL */
    const char *provenance; /* OP_SOURCE: "typed in the lesson, line 12", "edited", "slider 1 to 4096", "random, seed 7" */
} Explanation;

/* One level of the derivation of an element: of the element behind it, where it is a view without a name (K.T[0, 1] is
 * K[1, 0]). False where it has no value (its error tells why). A string has a derivation as well. */
bool layer_explain(Layer *layer, Arena *arena, ElementRef ref, Explanation *explanation);

/* The operands in the order in which a panel walks them: the factors of the form's leaves, without repeats. */
size_t explanation_operands(const Explanation *explanation, Arena *arena, const Factor **operands);

/* --------------------------------------------------------------- influence */

typedef enum GradientState {
    GRADIENT_OK,
    GRADIENT_NONE,     /* no gradient: comparison, argmax, histogram, an integral input, a count; `text` says so. Also
                        * where more than a million steps lie between: then `text` says that it was not worked out */
    GRADIENT_UNDEFINED /* not defined here: norm at 0 */
} GradientState;

typedef struct Influence {
    const char *name;   /* of an input */
    GradientState state;
    const char *text;
    size_t rows, cols;
    const double *d;    /* d(element)/d(name[r, c]); where state is OK */
} Influence;

/* d(element)/d(input) for every input that it depends on, in document order, by reverse mode over the kinds, in double. */
size_t layer_influence(Layer *layer, Arena *arena, ElementRef ref, Influence **influences);

/* ----------------------------------------------------------------- editing */

/* What an edit lays over a sheet, as the text of one overlay line ("q = [0, 0, 1, 0]"). Each fails with a diagnostic
 * (not an input, does not parse, outside the slider, not an option) and changes nothing. A formula may be typed; one that
 * reads the input itself (-q) is worked out at once. Words need no quotes where words are wanted (an option, a label). */
bool edit_cell(Arena *arena, Layer *layer, ElementRef ref, const char *text, const char **line, Diags *diags);
bool edit_whole(Arena *arena, Layer *layer, const char *name, const char *text, const char **line, Diags *diags);
/* One unit of the last typed digit, times `steps`; a slider moves by its step or factor, clamped to its range; a toggle
 * flips; a choice goes to its neighbour. False where nothing moves. */
bool edit_nudge(Arena *arena, Layer *layer, ElementRef ref, int steps, const char **line, Diags *diags);
/* The input element behind a displayed element, where it is one itself or only a view of one (a map chain such as q[2]). */
bool edit_target(Layer *layer, ElementRef ref, ElementRef *input);
/* The text to start editing from: the source text of that cell ("0.90"), or of the whole right side. */
char *edit_cell_text(Arena *arena, Layer *layer, ElementRef ref);
char *edit_whole_text(Arena *arena, Layer *layer, const char *name);

/* The range of a slider as it now stands (its bounds may be computed). */
typedef struct SliderInfo { double value, low, high, step; bool is_factor; } SliderInfo;
bool layer_slider(Layer *layer, NodeId node, SliderInfo *info);

/* ------------------------------------------------------------------ sweeps */

/* Scalars while a slider moves from end to end, all else as it is in the layer. */
typedef struct Sweep {
    size_t n_stops;
    const double *stops;     /* where the slider stands, ascending */
    const double *const *ys; /* ys[k][i]: expression k at stop i; NaN where it cannot be computed */
} Sweep;

/* At about `points` stops (0: as many as suit the slider; at most 60). Worked out when first asked for, and kept with the
 * layer; where a stop draws samples its ys stand for a first few of them, and layer_job_step goes on. NULL where `name` is no slider with a range. */
const Sweep *layer_sweep(Layer *layer, const char *name, size_t points, const Expr *const *exprs, size_t n);

/* Undo and redo over the lines of a student's edits. Unit: one commit; nudges of the same cell in a row are one unit. */
typedef struct History History;
History *history_new(void);
void history_free(History *history);
void history_commit(History *history, const char *line); /* the last line for a name replaces that name's earlier one */
void history_set(History *history, const char *lines);     /* these lines, one a row, in place of all: one unit */
void history_nudge(History *history, const char *line, ElementRef cell);
void history_reset(History *history);                    /* no edits: undoable */
bool history_undo(History *history);
bool history_redo(History *history);
size_t history_count(const History *history);            /* edited names now */
const char *history_text(const History *history);        /* all lines now, newline-separated: an overlay */
const char *history_was(const History *history);         /* the lines before the last change */

/* -------------------------------------------------------------------- jobs */

typedef struct JobProgress {
    bool running;
    size_t done, total; /* samples */
    const char *name;   /* "samples of q·k" */
} JobProgress;

/* Long work (dot_samples) advances only here, by about `budget` units (one unit: one multiply-add); what depends on it
 * is recomputed at the exact smaller n. True while work is left. layer_new leaves long work at a first small n. */
bool layer_job_step(Layer *layer, size_t budget);
JobProgress layer_job(Layer *layer);
void layer_job_cancel(Layer *layer); /* keeps the partial value */
bool layer_is_partial(Layer *layer, NodeId node);

/* ---------------------------------------------------------------- builtins */

typedef struct BuiltinInfo {
    const char *name;
    const char *usage;    /* "softmax(x, axis=-1, mask=None)" */
    const char *numpy;    /* its spelling or definition in NumPy */
    const char *text;     /* one sentence */
    OpKind kind;
} BuiltinInfo;

size_t builtin_count(void);
const BuiltinInfo *builtin_info(size_t index);
const BuiltinInfo *builtin_find(const char *name); /* NULL: none is called so */

/* A number as a screen shows it, for a script to check. */
typedef struct ScriptCheck {
    ElementRef ref;
    const char *shown; /* "0.4519", "24.5%" */
} ScriptCheck;

/* The NumPy prelude and the script of a sheet under overlays: every name computed in double, and each shown number
 * asserted within half its last digit plus 1e-5 of the largest magnitude that it depends on. */
char *sheet_numpy_script(Arena *arena, Layer *layer, const ScriptCheck *checks, size_t n_checks);

#endif
