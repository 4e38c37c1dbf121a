/* Inside a layer: what the evaluator and the operations share. */
#ifndef HEED_SHEET_LAYER_H
#define HEED_SHEET_LAYER_H

#include "sheet/node.h"
#include "sheet/sheet_private.h"
#include "heed/core.h"

/* Of one array, and of all arrays that one layer holds: a sheet is for teaching. */
#define VALUE_MAX_COUNT ((size_t)1 << 24)
#define LAYER_MAX_COUNT ((size_t)1 << 27)

typedef struct Job Job;
typedef struct Store Store;
typedef struct SweepMemo SweepMemo;

struct Layer {
    Sheet *sheet;
    Arena *arena;
    Node **nodes; /* by NodeId; NULL: not asked for yet */
    size_t n_nodes;
    const Expr **defined; /* the expression of each name under the overlays */
    bool *is_overlaid;
    size_t n_defined;
    const Layer *reuse; /* while layer_new runs; of a lazy layer until it is settled */
    Layer *held;        /* a lazy layer's reuse, to be let go of */
    bool is_lazy;
    size_t references;  /* its owner, and lazy layers that reuse it */
    Node **made;        /* in the order of making: operands before their users */
    size_t n_made, cap_made;
    Job **jobs; /* long work of this layer, and what was taken over and may be asked for again */
    size_t n_jobs, cap_jobs;
    bool is_canceled;
    size_t n_elements; /* in all values */
    unsigned depth;    /* of evaluation */
    SweepMemo *sweeps; /* those asked for so far */
    StrBuf text;       /* scratch */
};

/* ------------------------------------------------------------------ sweeps */

/* truth.c: the array below an undecided truth (or count) that holds a NaN; NULL where none does. */
const Node *truth_nan(Layer *layer, const Node *node);

/* layer.c: a layer of which nothing is asked yet. The caller asks, and then sets its `reuse` to NULL. */
Layer *layer_unasked(Sheet *sheet, const Overlay *const *overlays, size_t n, const Layer *reuse);
/* sweep.c: the long work of the stops, after the layer's own; what a layer takes over from an older one. */
JobProgress layer_job_apart(const Layer *layer, const Layer *from); /* jobs.c: what `from` draws not counted */
bool sweeps_are_finished(const Layer *layer);
void sweeps_step(Layer *layer, size_t budget);
void sweeps_progress(const Layer *layer, JobProgress *progress);
void sweeps_take(Layer *layer, const Layer *from);
void sweeps_free(Layer *layer);

/* ------------------------------------------------------------------ errors */

/* Gives the node its error (once) and returns false. The place is the node's expression. */
bool node_fail(Layer *layer, Node *node, const char *code, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
bool node_fail_at(Layer *layer, Node *node, SourceSpan span, const char *code, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
/* The error of an operand becomes that of its user: handed on inside a definition, "waits for NAME" across
 * one. */
bool node_fail_with(Layer *layer, Node *node, const Node *operand);
/* Where an operand or a setting stands in the node's own text. */
SourceSpan node_place(const Node *node, const Node *operand);
/* How an operand is called in a message: its text, or "the array" where that is long. */
const char *node_label(Layer *layer, const Node *node);
/* "K is (3, 5)" */
const char *node_shape_label(Layer *layer, const Node *node);

/* ------------------------------------------------------------------ values */

/* Sets type and shape, and room for the numbers (not initialised where it is large). False and an error where
 * it is too large. */
bool node_shape(Layer *layer, Node *node, ValueType type, int ndim, size_t rows, size_t cols);
/* The room of a shaped node, to be written by its forward function; node_room for any type. */
void *node_room(Layer *layer, Node *node);
float *node_f32(Layer *layer, Node *node);
double *node_f64(Layer *layer, Node *node);
int64_t *node_i64(Layer *layer, Node *node);
uint8_t *node_b8(Layer *layer, Node *node);
const char **node_strings(Layer *layer, Node *node);
HeedOut node_out(Layer *layer, Node *node); /* an F32 node */
/* Writes element `index` (row-major) as the node's type has it. */
void node_put(Layer *layer, Node *node, size_t index, double value);

/* Takes the numbers of another node of the same shape, sharing them where they are large. */
void node_take(Layer *layer, Node *node, const Node *from);
/* Makes the node's value a view of `store`, whose first element is `data`. */
void node_adopt(Layer *layer, Node *node, Store *store, const void *data);

Store *store_new(size_t size, void **data); /* 64-byte aligned, one reference, not initialised */
void store_retain(Store *store);
void store_release(Store *store); /* NULL is allowed */
bool store_is_shared(const Store *store);

/* A value as fp32: its own data, or a copy to be freed. */
typedef struct Floats {
    const float *data;
    size_t rows, cols;
    float *owned;
} Floats;
Floats floats_of(const Value *value);
void floats_free(Floats *floats);
HeedView floats_view(const Floats *floats);

/* ---------------------------------------------------------------- operands */

/* A setting as a number, or the parameter's default: whole, and within [low, high]. False and an error. */
bool node_whole(Layer *layer, Node *node, size_t param, double low, double high, double *out);
bool node_real(Layer *layer, Node *node, size_t param, double *out);
bool node_flag(Layer *layer, Node *node, size_t param, bool *out);
/* A count: 0 … VALUE_MAX_COUNT. */
bool node_count(Layer *layer, Node *node, size_t param, size_t *out);
/* axis= and keepdims= over the operand x: node->line, node->keepdims; either param may be SIZE_MAX (not
 * there). */
bool node_axis(Layer *layer, Node *node, size_t axis, size_t keepdims);
/* The shape of what is left of args[0] once each line is one number. */
bool node_shape_folded(Layer *layer, Node *node, ValueType whole, ValueType along);
/* The line of args[0] that (row, col) of the folded node stands for: its index, and how many elements it has.
 */
size_t node_line_index(const Node *node, size_t row, size_t col);
size_t node_line_length(const Node *node);
Element node_line_element(const Node *node, size_t line, size_t index);

/* Refuses strings (any operand) with an error. */
bool node_want_numbers(Layer *layer, Node *node);
/* "Q is (4,), K is (3, 5): why" about two operands. */
bool node_fail_pair(Layer *layer, Node *node, size_t a, size_t b, const char *why);
bool node_want_ndim(Layer *layer, Node *node, const Node *operand, int low, int high);
/* Whether a 0-d value is true; an error where it is no single truth value. */
bool node_truth(Layer *layer, Node *node, const Node *operand, bool *out);
/* The broadcast shape of n operands (NULL ones are skipped); an error with both shapes. */
bool node_broadcast(Layer *layer, Node *node, Node *const *operands, size_t n, int *ndim, size_t *rows,
                    size_t *cols);

/* What the core met in the rows of a softmax or attention becomes the node's report. */
void node_set_report(Layer *layer, Node *node, const HeedReport *report);

/* -------------------------------------------------------------- evaluation */

/* Makes the values of what depends on long work anew. */
void layer_refresh(Layer *layer);

/* --------------------------------------------------------------- long work */

/* Shape and numbers of a dot_samples node: as many samples as its job has. */
bool job_shape(Layer *layer, Node *node);
bool job_forward(Layer *layer, Node *node);
void layer_take_jobs(Layer *layer, const Layer *from);
void layer_drop_jobs(Layer *layer);
/* Whether there is unfinished work that the layer reused did not have. */
bool job_has_new(const Layer *layer);
bool job_is_new(const Node *node);

/* ------------------------------------------------------------ the op tables */

/* How rows state their parameters. */
/* clang-format off */
#define OPERAND(name_)            {.name = name_}
#define OPTIONAL(name_)           {.name = name_, .fallback = "None"}
#define SETTING(name_, fallback_) {.name = name_, .fallback = fallback_, .is_setting = true}
#define SEED                      {.name = "seed", .is_setting = true, .keyword_only = true}
#define PARAMS(...)               (const Param[]){__VA_ARGS__, {.name = NULL}}
/* clang-format on */

typedef struct OpTable {
    const Op *rows;
    size_t count;
} OpTable;
extern const OpTable ops_source, ops_map, ops_pointwise, ops_fold, ops_contraction, ops_composite,
    ops_attention, ops_opaque;

/* Rows that the evaluator needs by what is written. */
const Op *op_of_sign(ExprOp sign);
const Op *op_named(const char *name); /* operators too; asserts that it is there */

#endif
