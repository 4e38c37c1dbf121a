/* Pointwise operations: each element from the elements at the same place,
 * broadcast.
 *
 * A row gives one scalar function in double and its partials; that is all that
 * explaining and differentiating need. Computing an fp32 result through double and
 * rounding once gives the bits of fp32 arithmetic for + - * / and sqrt, so the fast
 * loops below are an optimisation and no second definition. exp, log, tanh and sqrt
 * of arrays are the core's. A single number that is a double stays one: the C
 * library's functions serve it.
 */
#include "sheet/layer.h"
#include "sheet/scalars.h"
#include <math.h>
#include <string.h>

/* ------------------------------------------------------------------- types */

static bool has_type(const Node *node, ValueType type)
{
    for (size_t i = 0; i < node->n_args; i++) {
        if (node->args[i] != NULL && node->args[i]->value.type == type) return true;
    }
    return false;
}

/* The type of arithmetic over these operands: arrays are fp32 (or whole), numbers alone doubles. */
static ValueType real_type(const Node *node, int ndim)
{
    if (ndim > 0) return VALUE_F32;
    return has_type(node, VALUE_F32) && !has_type(node, VALUE_F64) ? VALUE_F32 : VALUE_F64;
}

static bool is_whole(const Node *node)
{
    return !has_type(node, VALUE_F32) && !has_type(node, VALUE_F64);
}

/* + - * and their like: whole numbers stay whole. */
static bool arithmetic_shape(Layer *layer, Node *node)
{
    int ndim = 0;
    size_t rows = 0, cols = 0;
    if (!node_want_numbers(layer, node)) return false;
    if (!node_broadcast(layer, node, node->args, node->n_args, &ndim, &rows, &cols)) return false;
    ValueType type = is_whole(node) ? VALUE_INT : real_type(node, ndim);
    return node_shape(layer, node, type, ndim, rows, cols);
}

/* / exp and their like: always real. */
static bool real_shape(Layer *layer, Node *node)
{
    int ndim = 0;
    size_t rows = 0, cols = 0;
    if (!node_want_numbers(layer, node)) return false;
    if (!node_broadcast(layer, node, node->args, node->n_args, &ndim, &rows, &cols)) return false;
    return node_shape(layer, node, real_type(node, ndim), ndim, rows, cols);
}

/* Products of truth values are truth values (both), as in NumPy. */
static bool product_shape(Layer *layer, Node *node)
{
    int ndim = 0;
    size_t rows = 0, cols = 0;
    bool is_bool = node->args[0]->value.type == VALUE_BOOL && node->args[1]->value.type == VALUE_BOOL;
    if (!is_bool) return arithmetic_shape(layer, node);
    return node_broadcast(layer, node, node->args, 2, &ndim, &rows, &cols) &&
           node_shape(layer, node, VALUE_BOOL, ndim, rows, cols);
}

/* + and - of truth values mean something else in NumPy than in arithmetic. */
static bool sum_shape(Layer *layer, Node *node)
{
    bool is_bool = has_type(node, VALUE_BOOL) && !has_type(node, VALUE_INT) && is_whole(node);
    if (!is_bool || has_type(node, VALUE_STRING)) return arithmetic_shape(layer, node);
    return node_fail(layer, node, "type",
                     "%s of truth values: * is both, maximum is either, 1 * turns them to numbers",
                     node->op->name);
}

static bool compare_shape(Layer *layer, Node *node)
{
    int ndim = 0;
    size_t rows = 0, cols = 0;
    bool is_equality = node->op->infix == EXPR_OP_EQ || node->op->infix == EXPR_OP_NE;
    bool is_text = node->args[0]->value.type == VALUE_STRING && node->args[1]->value.type == VALUE_STRING;
    if (!(is_equality && is_text) && !node_want_numbers(layer, node)) return false;
    return node_broadcast(layer, node, node->args, 2, &ndim, &rows, &cols) &&
           node_shape(layer, node, VALUE_BOOL, ndim, rows, cols);
}

static bool close_shape(Layer *layer, Node *node)
{
    int ndim = 0;
    size_t rows = 0, cols = 0;
    return node_want_numbers(layer, node) &&
           node_broadcast(layer, node, node->args, 2, &ndim, &rows, &cols) &&
           node_shape(layer, node, VALUE_BOOL, ndim, rows, cols);
}

static bool logic_shape(Layer *layer, Node *node)
{
    bool truth = false;
    for (size_t i = 0; i < node->n_args; i++) {
        if (node->args[i] != NULL && !node_truth(layer, node, node->args[i], &truth)) return false;
    }
    return node_shape(layer, node, VALUE_BOOL, 0, 1, 1);
}

/* where(condition, a, b): the type is that of a and b. */
static bool where_shape(Layer *layer, Node *node)
{
    int ndim = 0;
    size_t rows = 0, cols = 0;
    if (!node_want_numbers(layer, node)) return false;
    if (node->args[0]->value.type != VALUE_BOOL) {
        return node_fail_at(layer, node, node_place(node, node->args[0]), "type",
                            "where needs a condition of True and False, such as x > 0");
    }
    if (!node_broadcast(layer, node, node->args, 3, &ndim, &rows, &cols)) return false;
    ValueType a = node->args[1]->value.type, b = node->args[2]->value.type;
    bool is_bool = a == VALUE_BOOL && b == VALUE_BOOL;
    bool is_real = a == VALUE_F32 || a == VALUE_F64 || b == VALUE_F32 || b == VALUE_F64;
    ValueType type = is_bool ? VALUE_BOOL : is_real ? real_type(node, ndim) : VALUE_INT;
    return node_shape(layer, node, type, ndim, rows, cols);
}

static bool round_shape(Layer *layer, Node *node)
{
    double digits = 0;
    return node_whole(layer, node, 1, -300, 300, &digits) && arithmetic_shape(layer, node);
}

/* --------------------------------------------------------------- computing */

/* One operand as the loop reads it: array∘scalar rounds the scalar to fp32 first. */
typedef struct Stream {
    const Value *value;
    bool is_rounded;
} Stream;

static double stream_at(const Stream *stream, size_t row, size_t col)
{
    const Value *value = stream->value;
    if (value == NULL) return (double)NAN;
    double x = value_at(value, value->rows == 1 ? 0 : row, value->cols == 1 ? 0 : col);
    return stream->is_rounded ? (double)(float)x : x;
}

static bool has_real_array(const Node *node)
{
    for (size_t i = 0; i < node->n_args; i++) {
        const Node *arg = node->args[i];
        if (arg != NULL && arg->value.type == VALUE_F32 && arg->value.ndim > 0) return true;
    }
    return false;
}

static bool fits_whole(double value)
{
    return fabs(value) <= 9007199254740992.0;
}

/* Any pointwise operation, through its scalar function. */
static bool apply_forward(Layer *layer, Node *node)
{
    Stream streams[3];
    double x[3];
    bool rounds = has_real_array(node);
    for (size_t i = 0; i < node->n_args; i++) {
        const Value *value = node->args[i] != NULL ? &node->args[i]->value : NULL;
        streams[i] = (Stream){value, rounds && value != NULL && value->type == VALUE_F64};
    }
    size_t index = node->n_kept;
    for (size_t r = 0; r < node->value.rows; r++) {
        for (size_t c = r == 0 ? node->n_kept : 0; c < node->value.cols; c++, index++) {
            for (size_t i = 0; i < node->n_args; i++) x[i] = stream_at(&streams[i], r, c);
            double value = node->op->apply(node, x);
            if (node->value.type == VALUE_INT && !fits_whole(value)) {
                return node_fail(layer, node, "domain",
                                 "the whole number is too large: write 1.0 * to go on with a real one");
            }
            node_put(layer, node, index, value);
        }
    }
    return true;
}

/* ---- fp32 arithmetic, a row at a time ---- */

typedef struct Row {
    const float *data;
    size_t step; /* 0: one number for the whole row */
} Row;

static inline float sum_of(float x, float y)
{
    return x + y;
}

static inline float difference_of(float x, float y)
{
    return x - y;
}

static inline float product_of(float x, float y)
{
    return x * y;
}

static inline float quotient_of(float x, float y)
{
    return x / y;
}

/* NaN wins, and of equals the first, as in apply_maximum and apply_minimum. */
static inline float larger_of(float x, float y)
{
    return isnan(x) || isnan(y) ? NAN : x >= y ? x : y;
}

static inline float smaller_of(float x, float y)
{
    return isnan(x) || isnan(y) ? NAN : x <= y ? x : y;
}

/* One loop for each way in which a number can stand for a whole row, so that each is vector code; `of` is known
 * where this is put in. */
static inline __attribute__((always_inline)) void combine(float (*of)(float, float), Row a, Row b, float *out,
                                                          size_t n)
{
    if (n == 0) return;
    float x = a.data[0], y = b.data[0];
    if (a.step == 0 && b.step == 0)
        for (size_t i = 0; i < n; i++) out[i] = of(x, y);
    else if (a.step == 0)
        for (size_t i = 0; i < n; i++) out[i] = of(x, b.data[i]);
    else if (b.step == 0)
        for (size_t i = 0; i < n; i++) out[i] = of(a.data[i], y);
    else
        for (size_t i = 0; i < n; i++) out[i] = of(a.data[i], b.data[i]);
}

static void add_row(Row a, Row b, float *out, size_t n)
{
    combine(sum_of, a, b, out, n);
}

static void sub_row(Row a, Row b, float *out, size_t n)
{
    combine(difference_of, a, b, out, n);
}

static void mul_row(Row a, Row b, float *out, size_t n)
{
    combine(product_of, a, b, out, n);
}

static void div_row(Row a, Row b, float *out, size_t n)
{
    combine(quotient_of, a, b, out, n);
}

static void max_row(Row a, Row b, float *out, size_t n)
{
    combine(larger_of, a, b, out, n);
}

static void min_row(Row a, Row b, float *out, size_t n)
{
    combine(smaller_of, a, b, out, n);
}

/* A row from its element `first` on. */
static Row row_of(const Floats *floats, size_t row, size_t first)
{
    size_t r = floats->rows == 1 ? 0 : row, step = floats->cols == 1 ? 0 : 1;
    return (Row){floats->data + r * floats->cols + first * step, step};
}

/* Whether an operand is one number, or has an element for each of the node's: then all rows are one. */
static bool runs_on(const Floats *floats, const Node *node)
{
    bool is_number = floats->rows == 1 && floats->cols == 1;
    return is_number || (floats->rows == node->value.rows && floats->cols == node->value.cols && floats->cols > 1);
}

static bool row_forward(Layer *layer, Node *node, void (*loop)(Row, Row, float *, size_t))
{
    if (node->value.type != VALUE_F32 || !has_real_array(node)) return apply_forward(layer, node);
    Floats a = floats_of(&node->args[0]->value), b = floats_of(&node->args[1]->value);
    float *out = node_f32(layer, node);
    size_t rows = node->value.rows, cols = node->value.cols;
    size_t kept = node->n_kept; /* of a vector, which has one row */
    if (runs_on(&a, node) && runs_on(&b, node)) {
        cols *= rows;
        rows = 1;
    }
    for (size_t r = 0; r < rows; r++) {
        loop(row_of(&a, r, kept), row_of(&b, r, kept), out + r * cols + kept, cols - kept);
    }
    floats_free(&a);
    floats_free(&b);
    return true;
}

static bool add_forward(Layer *layer, Node *node)
{
    return row_forward(layer, node, add_row);
}

static bool sub_forward(Layer *layer, Node *node)
{
    return row_forward(layer, node, sub_row);
}

static bool mul_forward(Layer *layer, Node *node)
{
    return row_forward(layer, node, mul_row);
}

static bool div_forward(Layer *layer, Node *node)
{
    return row_forward(layer, node, div_row);
}

static bool maximum_forward(Layer *layer, Node *node)
{
    return row_forward(layer, node, max_row);
}

static bool minimum_forward(Layer *layer, Node *node)
{
    return row_forward(layer, node, min_row);
}

/* ---- the core's functions ---- */

static bool map_forward(Layer *layer, Node *node, HeedMap map)
{
    if (node->value.type != VALUE_F32) return apply_forward(layer, node);
    Floats x = floats_of(&node->args[0]->value);
    HeedView from = floats_view(&x);
    HeedOut to = node_out(layer, node);
    size_t kept = node->n_kept; /* of a vector, which has one row */
    from.data += kept;
    to.data += kept;
    from.cols = to.cols = from.cols - kept;
    heed_map(map, from, to);
    floats_free(&x);
    return true;
}

static bool exp_forward(Layer *layer, Node *node)
{
    return map_forward(layer, node, HEED_EXP);
}

static bool log_forward(Layer *layer, Node *node)
{
    return map_forward(layer, node, HEED_LOG);
}

static bool tanh_forward(Layer *layer, Node *node)
{
    return map_forward(layer, node, HEED_TANH);
}

static bool sqrt_forward(Layer *layer, Node *node)
{
    return map_forward(layer, node, HEED_SQRT);
}

/* ---- text ---- */

static const char *text_broadcast(const Value *value, size_t row, size_t col)
{
    return value_text_at(value, value->rows == 1 ? 0 : row, value->cols == 1 ? 0 : col);
}

static bool compare_forward(Layer *layer, Node *node)
{
    const Value *a = &node->args[0]->value, *b = &node->args[1]->value;
    if (a->type != VALUE_STRING) return apply_forward(layer, node);
    uint8_t *out = node_b8(layer, node);
    for (size_t c = 0; c < node->value.cols; c++) {
        bool is_same = strcmp(text_broadcast(a, 0, c), text_broadcast(b, 0, c)) == 0;
        out[c] = is_same == (node->op->infix == EXPR_OP_EQ);
    }
    return true;
}

/* Arrays of fp32, element by element, as apply_isclose has it. */
static void close_row(const float *a, const float *b, double rtol, double atol, uint8_t *out, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        double x = (double)a[i], y = (double)b[i];
        bool is_near = isfinite(x) && isfinite(y) && fabs(x - y) <= atol + rtol * fabs(y);
        out[i] = x == y || is_near;
    }
}

static bool isclose_forward(Layer *layer, Node *node)
{
    double rtol = 0, atol = 0;
    const Value *a = &node->args[0]->value, *b = &node->args[1]->value;
    if (!node_real(layer, node, 2, &rtol) || !node_real(layer, node, 3, &atol)) return false;
    bool is_plain = a->type == VALUE_F32 &&
                    b->type == VALUE_F32 && a->rows == b->rows && a->cols == b->cols;
    if (!is_plain) return apply_forward(layer, node);
    size_t kept = node->n_kept;
    close_row(a->data.f32 + kept, b->data.f32 + kept, rtol, atol, node_b8(layer, node) + kept,
              value_count(a) - kept);
    return true;
}

/* ------------------------------------------------------------------- table */

static const Op rows[] = {
    {.name = "+",
     .kind = OP_POINTWISE,
     .infix = EXPR_OP_ADD,
     .shape = sum_shape,
     .forward = add_forward,
     .apply = apply_add,
     .partial = d_add,
     .usage = "a + b",
     .numpy = "a + b",
     .text = "Sum, element by element."},
    {.name = "-",
     .kind = OP_POINTWISE,
     .infix = EXPR_OP_SUB,
     .shape = sum_shape,
     .forward = sub_forward,
     .apply = apply_sub,
     .partial = d_sub,
     .usage = "a - b",
     .numpy = "a - b",
     .text = "Difference, element by element."},
    {.name = "*",
     .kind = OP_POINTWISE,
     .infix = EXPR_OP_MUL,
     .shape = product_shape,
     .forward = mul_forward,
     .apply = apply_mul,
     .partial = d_mul,
     .usage = "a * b",
     .numpy = "a * b",
     .text = "Product, element by element; of truth values: both."},
    {.name = "/",
     .kind = OP_POINTWISE,
     .infix = EXPR_OP_DIV,
     .shape = real_shape,
     .forward = div_forward,
     .apply = apply_div,
     .partial = d_div,
     .usage = "a / b",
     .numpy = "a / b",
     .text = "Quotient, element by element."},
    {.name = "**",
     .kind = OP_POINTWISE,
     .infix = EXPR_OP_POW,
     .shape = real_shape,
     .forward = apply_forward,
     .apply = apply_pow,
     .partial = d_pow,
     .usage = "a ** b",
     .numpy = "a ** b",
     .text = "Power, element by element."},
    {.name = "neg",
     .kind = OP_POINTWISE,
     .infix = EXPR_OP_NEG,
     .shape = sum_shape,
     .forward = apply_forward,
     .apply = apply_neg,
     .partial = d_neg,
     .usage = "-a",
     .numpy = "-a",
     .text = "The negative."},
    {.name = "plus",
     .kind = OP_POINTWISE,
     .infix = EXPR_OP_PLUS,
     .shape = sum_shape,
     .forward = apply_forward,
     .apply = apply_plus,
     .partial = d_plus,
     .usage = "+a",
     .numpy = "+a",
     .text = "The same."},
    {.name = "<",
     .kind = OP_POINTWISE,
     .infix = EXPR_OP_LT,
     .shape = compare_shape,
     .forward = compare_forward,
     .apply = apply_lt,
     .usage = "a < b",
     .numpy = "a < b",
     .text = "Whether a is less."},
    {.name = "<=",
     .kind = OP_POINTWISE,
     .infix = EXPR_OP_LE,
     .shape = compare_shape,
     .forward = compare_forward,
     .apply = apply_le,
     .usage = "a <= b",
     .numpy = "a <= b",
     .text = "Whether a is less or the same."},
    {.name = ">",
     .kind = OP_POINTWISE,
     .infix = EXPR_OP_GT,
     .shape = compare_shape,
     .forward = compare_forward,
     .apply = apply_gt,
     .usage = "a > b",
     .numpy = "a > b",
     .text = "Whether a is greater."},
    {.name = ">=",
     .kind = OP_POINTWISE,
     .infix = EXPR_OP_GE,
     .shape = compare_shape,
     .forward = compare_forward,
     .apply = apply_ge,
     .usage = "a >= b",
     .numpy = "a >= b",
     .text = "Whether a is greater or the same."},
    {.name = "==",
     .kind = OP_POINTWISE,
     .infix = EXPR_OP_EQ,
     .shape = compare_shape,
     .forward = compare_forward,
     .apply = apply_eq,
     .usage = "a == b",
     .numpy = "a == b",
     .text = "Whether whole numbers, truth values or texts are the same; for computed reals use isclose."},
    {.name = "!=",
     .kind = OP_POINTWISE,
     .infix = EXPR_OP_NE,
     .shape = compare_shape,
     .forward = compare_forward,
     .apply = apply_ne,
     .usage = "a != b",
     .numpy = "a != b",
     .text = "Whether they differ."},
    {.name = "and",
     .kind = OP_POINTWISE,
     .infix = EXPR_OP_AND,
     .shape = logic_shape,
     .forward = apply_forward,
     .apply = apply_and,
     .usage = "a and b",
     .numpy = "a and b",
     .text = "Both; b is not worked out where a is false."},
    {.name = "or",
     .kind = OP_POINTWISE,
     .infix = EXPR_OP_OR,
     .shape = logic_shape,
     .forward = apply_forward,
     .apply = apply_or,
     .usage = "a or b",
     .numpy = "a or b",
     .text = "Either; b is not worked out where a is true."},
    {.name = "not",
     .kind = OP_POINTWISE,
     .infix = EXPR_OP_NOT,
     .shape = logic_shape,
     .forward = apply_forward,
     .apply = apply_not,
     .usage = "not a",
     .numpy = "not a",
     .text = "The opposite truth value."},
    {.name = "exp",
     .kind = OP_POINTWISE,
     .shape = real_shape,
     .forward = exp_forward,
     .apply = apply_exp,
     .partial = d_exp,
     .params = PARAMS(OPERAND("x")),
     .usage = "exp(x)",
     .numpy = "np.exp(x)",
     .text = "e to the x."},
    {.name = "log",
     .kind = OP_POINTWISE,
     .shape = real_shape,
     .forward = log_forward,
     .apply = apply_log,
     .partial = d_log,
     .params = PARAMS(OPERAND("x")),
     .usage = "log(x)",
     .numpy = "np.log(x)",
     .text = "The natural logarithm."},
    {.name = "sqrt",
     .kind = OP_POINTWISE,
     .shape = real_shape,
     .forward = sqrt_forward,
     .apply = apply_sqrt,
     .partial = d_sqrt,
     .params = PARAMS(OPERAND("x")),
     .usage = "sqrt(x)",
     .numpy = "np.sqrt(x)",
     .text = "The square root."},
    {.name = "tanh",
     .kind = OP_POINTWISE,
     .shape = real_shape,
     .forward = tanh_forward,
     .apply = apply_tanh,
     .partial = d_tanh,
     .params = PARAMS(OPERAND("x")),
     .usage = "tanh(x)",
     .numpy = "np.tanh(x)",
     .text = "The hyperbolic tangent."},
    {.name = "sin",
     .kind = OP_POINTWISE,
     .shape = real_shape,
     .forward = apply_forward,
     .apply = apply_sin,
     .partial = d_sin,
     .params = PARAMS(OPERAND("x")),
     .usage = "sin(x)",
     .numpy = "np.sin(x)",
     .text = "The sine of an angle in radians."},
    {.name = "cos",
     .kind = OP_POINTWISE,
     .shape = real_shape,
     .forward = apply_forward,
     .apply = apply_cos,
     .partial = d_cos,
     .params = PARAMS(OPERAND("x")),
     .usage = "cos(x)",
     .numpy = "np.cos(x)",
     .text = "The cosine of an angle in radians."},
    {.name = "abs",
     .kind = OP_POINTWISE,
     .shape = arithmetic_shape,
     .forward = apply_forward,
     .apply = apply_abs,
     .partial = d_abs,
     .params = PARAMS(OPERAND("x")),
     .usage = "abs(x)",
     .numpy = "np.abs(x)",
     .text = "The magnitude."},
    {.name = "round",
     .kind = OP_POINTWISE,
     .shape = round_shape,
     .forward = apply_forward,
     .apply = apply_round,
     .params = PARAMS(OPERAND("x"), SETTING("digits", "0")),
     .usage = "round(x, digits=0)",
     .numpy = "np.round(x, digits)",
     .text = "Rounded to decimal digits, half to even."},
    {.name = "maximum",
     .kind = OP_POINTWISE,
     .shape = arithmetic_shape,
     .forward = maximum_forward,
     .apply = apply_maximum,
     .partial = d_maximum,
     .params = PARAMS(OPERAND("a"), OPERAND("b")),
     .usage = "maximum(a, b)",
     .numpy = "np.maximum(a, b)",
     .text = "The larger of two, element by element."},
    {.name = "minimum",
     .kind = OP_POINTWISE,
     .shape = arithmetic_shape,
     .forward = minimum_forward,
     .apply = apply_minimum,
     .partial = d_minimum,
     .params = PARAMS(OPERAND("a"), OPERAND("b")),
     .usage = "minimum(a, b)",
     .numpy = "np.minimum(a, b)",
     .text = "The smaller of two, element by element."},
    {.name = "where",
     .kind = OP_POINTWISE,
     .shape = where_shape,
     .forward = apply_forward,
     .apply = apply_where,
     .partial = d_where,
     .pick = pick_where,
     .params = PARAMS(OPERAND("condition"), OPERAND("a"), OPERAND("b")),
     .usage = "where(condition, a, b)",
     .numpy = "np.where(condition, a, b)",
     .text = "a where the condition is true, b where it is not."},
    {.name = "isclose",
     .kind = OP_POINTWISE,
     .shape = close_shape,
     .forward = isclose_forward,
     .apply = apply_isclose,
     .params = PARAMS(OPERAND("a"), OPERAND("b"), SETTING("rtol", "1e-5"), SETTING("atol", "1e-6")),
     .usage = "isclose(a, b, rtol=1e-5, atol=1e-6)",
     .numpy = "np.isclose(a, b, rtol, atol)",
     .text = "Whether two are the same but for rounding."},
};

const OpTable ops_pointwise = {rows, sizeof rows / sizeof rows[0]};
