/* Sources: values with nothing below them. Literals and controls, counter-based
 * random numbers, arrays made from counts, and the sizes of other arrays (which go
 * stale with a shape, but whose numbers come from nowhere).
 */
#include "sheet/layer.h"
#include <math.h>
#include <string.h>

/* ---------------------------------------------------------------- literals */

/* A literal's type, as far as it was read. */
typedef struct LiteralType {
    bool has_number, has_bool, has_text;
} LiteralType;

static void note_type(const Expr *item, LiteralType *type)
{
    type->has_text |= item->kind == EXPR_STRING;
    type->has_bool |= item->kind == EXPR_BOOL;
    type->has_number |= item->kind == EXPR_NUMBER || item->kind == EXPR_UNARY;
}

/* One row of a literal: its items are no lists. */
static bool read_row(Layer *layer, Node *node, const Expr *row, LiteralType *type)
{
    for (size_t i = 0; i < row->n_args; i++) {
        if (row->args[i]->kind == EXPR_LIST) {
            bool is_deep = row != node->expr;
            return node_fail_at(layer, node, row->args[i]->span, "shape",
                                is_deep ? "an array has at most two dimensions"
                                        : "a list holds numbers or rows of them, not both");
        }
        note_type(row->args[i], type);
    }
    return true;
}

static bool read_rows(Layer *layer, Node *node, LiteralType *type)
{
    const Expr *expr = node->expr;
    for (size_t i = 0; i < expr->n_args; i++) {
        const Expr *row = expr->args[i];
        if (row->kind != EXPR_LIST) {
            return node_fail_at(layer, node, row->span, "shape",
                                "a list holds numbers or rows of them, not both");
        }
        if (row->n_args != expr->args[0]->n_args) {
            return node_fail_at(layer, node, row->span, "shape", "row %zu has %zu numbers, row 0 has %zu", i,
                                row->n_args, expr->args[0]->n_args);
        }
        if (!read_row(layer, node, row, type)) return false;
    }
    return true;
}

static bool literal_shape(Layer *layer, Node *node)
{
    const Expr *expr = node->expr;
    LiteralType type = {false, false, false};
    int ndim = expr->kind != EXPR_LIST ? 0 : expr->n_args > 0 && expr->args[0]->kind == EXPR_LIST ? 2 : 1;
    if (ndim == 0) note_type(expr, &type);
    if (ndim == 1 && !read_row(layer, node, expr, &type)) return false;
    if (ndim == 2 && !read_rows(layer, node, &type)) return false;
    if (type.has_text && (type.has_number || type.has_bool || ndim == 2)) {
        return node_fail(layer, node, "type", "a list of text holds text alone, in one dimension");
    }
    bool is_bool = type.has_bool && !type.has_number;
    ValueType value = type.has_text ? VALUE_STRING : is_bool ? VALUE_BOOL : ndim == 0 ? VALUE_F64 : VALUE_F32;
    size_t rows = ndim == 2 ? expr->n_args : 1;
    size_t cols = ndim == 2 ? expr->args[0]->n_args : ndim == 1 ? expr->n_args : 1;
    return node_shape(layer, node, value, ndim, rows, cols);
}

static void put_literal(Layer *layer, Node *node, size_t index, const Expr *item)
{
    double value = 0;
    if (item->kind == EXPR_STRING) {
        node_strings(layer, node)[index] = item->text;
        return;
    }
    if (item->kind == EXPR_BOOL)
        value = item->number;
    else
        expr_constant(item, &value);
    node_put(layer, node, index, value);
}

static bool literal_forward(Layer *layer, Node *node)
{
    const Expr *expr = node->expr;
    size_t n = value_count(&node->value), cols = node->value.cols;
    for (size_t i = 0; i < n; i++) {
        const Expr *item = expr;
        if (node->value.ndim == 1) item = expr->args[i];
        if (node->value.ndim == 2) item = expr->args[i / cols]->args[i % cols];
        put_literal(layer, node, i, item);
    }
    return true;
}

/* ---------------------------------------------------------------- controls */

enum { SLIDER_VALUE, SLIDER_LOW, SLIDER_HIGH, SLIDER_STEP, SLIDER_FACTOR };

static bool slider_shape(Layer *layer, Node *node)
{
    return node_shape(layer, node, VALUE_F64, 0, 1, 1);
}

static bool slider_forward(Layer *layer, Node *node)
{
    double value = 0, low = 0, high = 0, step = 1, factor = 2;
    bool is_ok = node_real(layer, node, SLIDER_VALUE, &value) && node_real(layer, node, SLIDER_LOW, &low) &&
                 node_real(layer, node, SLIDER_HIGH, &high) && node_real(layer, node, SLIDER_STEP, &step) &&
                 node_real(layer, node, SLIDER_FACTOR, &factor);
    if (!is_ok) return false;
    if (node->settings[SLIDER_STEP] != NULL && node->settings[SLIDER_FACTOR] != NULL) {
        return node_fail(layer, node, "arguments", "a slider moves by a step or by a factor, not both");
    }
    if (!(step > 0) || !(factor > 1)) {
        return node_fail(layer, node, "domain", "a slider's step is above 0, its factor above 1");
    }
    if (!(low <= value && value <= high)) {
        char text[3][NUM_TEXT_MAX];
        double shown[3] = {value, low, high};
        for (int i = 0; i < 3; i++) {
            num_write(text[i], shown[i], shown[i] == floor(shown[i]) ? NUM_INT : NUM_F64, NUM_SHORTEST);
        }
        return node_fail(layer, node, "domain", "%s is outside the slider's %s to %s", text[0], text[1],
                         text[2]);
    }
    node_put(layer, node, 0, value);
    return true;
}

static void write_setting(StrBuf *out, const Node *node, size_t param)
{
    expr_write(out, node->settings[param]->reference);
}

static void slider_provenance(const Node *node, StrBuf *out)
{
    strbuf_add(out, "slider ");
    write_setting(out, node, SLIDER_LOW);
    strbuf_add(out, " to ");
    write_setting(out, node, SLIDER_HIGH);
}

static bool toggle_shape(Layer *layer, Node *node)
{
    return node_shape(layer, node, VALUE_BOOL, 0, 1, 1);
}

static bool toggle_forward(Layer *layer, Node *node)
{
    bool value = false;
    if (!node_truth(layer, node, node->settings[0], &value)) return false;
    node_put(layer, node, 0, value);
    return true;
}

static void toggle_provenance(const Node *node, StrBuf *out)
{
    (void)node;
    strbuf_add(out, "toggle");
}

static bool choice_shape(Layer *layer, Node *node)
{
    const Value *options = &node->settings[0]->value;
    if (options->ndim != 1 || options->cols == 0) {
        return node_fail(layer, node, "type", "a choice has a list of numbers or texts to choose from");
    }
    bool is_real = options->type == VALUE_F32;
    return node_shape(layer, node, is_real ? VALUE_F64 : options->type, 0, 1, 1);
}

static bool choice_forward(Layer *layer, Node *node)
{
    const Node *options = node->settings[0];
    double index = 0;
    if (!node_whole(layer, node, 1, 0, (double)options->value.cols - 1, &index)) return false;
    size_t i = (size_t)index;
    if (expr_is_literal(options->expr))
        put_literal(layer, node, 0, options->expr->args[i]);
    else if (options->value.type == VALUE_STRING) {
        node_strings(layer, node)[0] = arena_strdup(layer->arena, value_text_at(&options->value, 0, i));
    } else {
        node_put(layer, node, 0, value_at(&options->value, 0, i));
    }
    return true;
}

static void choice_provenance(const Node *node, StrBuf *out)
{
    strbuf_add(out, "choice among ");
    write_setting(out, node, 0);
}

/* ------------------------------------------------------------------- sizes */

static bool size_shape(Layer *layer, Node *node)
{
    return node_shape(layer, node, VALUE_INT, 0, 1, 1);
}

static bool rows_forward(Layer *layer, Node *node)
{
    const Node *x = node->settings[0];
    if (x->value.ndim != 2) {
        return node_fail(layer, node, "shape", "%s: it has no rows; its length is len(%s)",
                         node_shape_label(layer, x), node_label(layer, x));
    }
    node_put(layer, node, 0, (double)x->value.rows);
    return true;
}

static bool cols_forward(Layer *layer, Node *node)
{
    const Node *x = node->settings[0];
    if (x->value.ndim == 0)
        return node_fail(layer, node, "shape", "%s: it has no columns", node_shape_label(layer, x));
    node_put(layer, node, 0, (double)x->value.cols);
    return true;
}

static bool len_forward(Layer *layer, Node *node)
{
    const Node *x = node->settings[0];
    if (x->value.ndim == 0)
        return node_fail(layer, node, "shape", "%s: it has no length", node_shape_label(layer, x));
    node_put(layer, node, 0, (double)(x->value.ndim == 2 ? x->value.rows : x->value.cols));
    return true;
}

static void size_provenance(const Node *node, StrBuf *out)
{
    strbuf_printf(out, "counted: %s is ", node->op->name);
    strbuf_add(out, "the size of ");
    write_setting(out, node, 0);
}

/* --------------------------------------------------- arrays made from counts */

enum { MADE_ROWS, MADE_COLS };

/* (rows, cols), or (rows,) where cols is omitted, or a single number where both are. */
static bool counted_shape(Layer *layer, Node *node, ValueType type)
{
    size_t rows = 1, cols = 1;
    if (!node_count(layer, node, MADE_ROWS, &rows) || !node_count(layer, node, MADE_COLS, &cols))
        return false;
    if (node->settings[MADE_ROWS] == NULL) return node_shape(layer, node, type, 0, 1, 1);
    if (node->settings[MADE_COLS] == NULL) return node_shape(layer, node, type, 1, 1, rows);
    return node_shape(layer, node, type, 2, rows, cols);
}

static bool floats_shape(Layer *layer, Node *node)
{
    return counted_shape(layer, node, VALUE_F32);
}

static bool fill(Layer *layer, Node *node, float value)
{
    float *out = node_f32(layer, node);
    for (size_t i = 0; i < value_count(&node->value); i++) out[i] = value;
    return true;
}

static bool zeros_forward(Layer *layer, Node *node)
{
    return fill(layer, node, 0);
}

static bool ones_forward(Layer *layer, Node *node)
{
    return fill(layer, node, 1);
}

/* n x m, n x n where m is omitted. */
static bool square_shape(Layer *layer, Node *node, ValueType type)
{
    size_t n = 0, m = 0;
    if (!node_count(layer, node, 0, &n)) return false;
    m = n;
    if (!node_count(layer, node, 1, &m)) return false;
    return node_shape(layer, node, type, 2, n, m);
}

static bool eye_shape(Layer *layer, Node *node)
{
    return square_shape(layer, node, VALUE_F32);
}

static bool eye_forward(Layer *layer, Node *node)
{
    fill(layer, node, 0);
    float *out = node_f32(layer, node);
    for (size_t i = 0; i < node->value.rows && i < node->value.cols; i++) out[i * node->value.cols + i] = 1;
    return true;
}

static bool causal_mask_shape(Layer *layer, Node *node)
{
    return square_shape(layer, node, VALUE_BOOL);
}

static bool causal_mask_forward(Layer *layer, Node *node)
{
    double offset = 0;
    if (!node_whole(layer, node, 2, -(double)VALUE_MAX_COUNT, (double)VALUE_MAX_COUNT, &offset)) return false;
    HeedMask mask = {.is_causal = true, .causal_offset = (ptrdiff_t)offset};
    uint8_t *out = node_b8(layer, node);
    size_t cols = node->value.cols;
    for (size_t r = 0; r < node->value.rows; r++) {
        for (size_t c = 0; c < cols; c++) out[r * cols + c] = heed_mask_allows(&mask, r, c);
    }
    return true;
}

static bool arange_shape(Layer *layer, Node *node)
{
    size_t n = 0;
    return node_count(layer, node, 0, &n) && node_shape(layer, node, VALUE_INT, 1, 1, n);
}

static bool arange_forward(Layer *layer, Node *node)
{
    int64_t *out = node_i64(layer, node);
    for (size_t i = 0; i < node->value.cols; i++) out[i] = (int64_t)i;
    return true;
}

static void made_provenance(const Node *node, StrBuf *out)
{
    strbuf_printf(out, "made by %s", node->op->name);
}

/* ---------------------------------------------------------- random numbers */

#define SEED_MAX 9007199254740992.0 /* 2^53: every whole number up to it is a double */

static bool node_seed(Layer *layer, Node *node, size_t param, uint64_t *seed)
{
    double value = 0;
    if (!node_whole(layer, node, param, 0, SEED_MAX, &value)) return false;
    *seed = (uint64_t)value;
    return true;
}

static bool randn_forward(Layer *layer, Node *node)
{
    uint64_t seed = 0;
    if (!node_seed(layer, node, 2, &seed)) return false;
    heed_random_normal(seed, 0, 0, value_count(&node->value), node_f32(layer, node));
    return true;
}

static bool rand_forward(Layer *layer, Node *node)
{
    uint64_t seed = 0;
    if (!node_seed(layer, node, 2, &seed)) return false;
    heed_random_uniform(seed, 0, 0, value_count(&node->value), node_f32(layer, node));
    return true;
}

static void random_provenance(const Node *node, StrBuf *out)
{
    strbuf_add(out, "random, seed ");
    write_setting(out, node, 2);
}

/* Row i of randn(any, cols, seed=): what a sample of dot_samples is made of. */
static bool randn_row_shape(Layer *layer, Node *node)
{
    size_t n = 0;
    return node_count(layer, node, 1, &n) && node_shape(layer, node, VALUE_F32, 1, 1, n);
}

static bool randn_row_forward(Layer *layer, Node *node)
{
    uint64_t seed = 0;
    double row = 0;
    size_t n = node->value.cols;
    if (!node_whole(layer, node, 0, 0, (double)((uint64_t)1 << 32), &row) ||
        !node_seed(layer, node, 2, &seed)) {
        return false;
    }
    heed_random_normal(seed, 0, (uint64_t)row * n, n, node_f32(layer, node));
    return true;
}

enum { RANDINT_LOW, RANDINT_HIGH, RANDINT_N, RANDINT_SEED };

static bool randint_shape(Layer *layer, Node *node)
{
    size_t n = 1;
    if (!node_count(layer, node, RANDINT_N, &n)) return false;
    return node_shape(layer, node, VALUE_INT, node->settings[RANDINT_N] != NULL ? 1 : 0, 1, n);
}

static bool randint_forward(Layer *layer, Node *node)
{
    uint64_t seed = 0;
    double low = 0, high = 0;
    bool is_ok = node_whole(layer, node, RANDINT_LOW, INT32_MIN, INT32_MAX, &low) &&
                 node_whole(layer, node, RANDINT_HIGH, INT32_MIN, (double)INT32_MAX + 1, &high) &&
                 node_seed(layer, node, RANDINT_SEED, &seed);
    if (!is_ok) return false;
    if (!(low < high))
        return node_fail(layer, node, "domain", "randint draws from low to high - 1: low must be below high");
    int64_t *out = node_i64(layer, node);
    int32_t piece[256];
    for (size_t at = 0; at < node->value.cols; at += 256) {
        size_t n = node->value.cols - at < 256 ? node->value.cols - at : 256;
        heed_random_integers(seed, 0, (int32_t)low, (int64_t)high, at, n, piece);
        for (size_t i = 0; i < n; i++) out[at + i] = piece[i];
    }
    return true;
}

static void randint_provenance(const Node *node, StrBuf *out)
{
    strbuf_add(out, "random, seed ");
    write_setting(out, node, RANDINT_SEED);
}

/* ------------------------------------------------------------------- table */

static const Op rows[] = {
    {.name = "literal",
     .kind = OP_SOURCE,
     .shape = literal_shape,
     .forward = literal_forward,
     .usage = "1, 0.5, True, \"text\", [1, 2], [[1, 2], [3, 4]]",
     .numpy = "array(...)",
     .text = "What is typed: numbers, truth values, texts, and lists of them."},
    {.name = "slider",
     .kind = OP_SOURCE,
     .shape = slider_shape,
     .forward = slider_forward,
     .provenance = slider_provenance,
     .params = PARAMS(SETTING("value", NULL), SETTING("low", NULL), SETTING("high", NULL),
                      SETTING("step", "None"), SETTING("factor", "None")),
     .usage = "slider(value, low, high, step=None, factor=None)",
     .numpy = "value",
     .text = "A number that can be moved between two bounds, by a step or by a factor."},
    {.name = "toggle",
     .kind = OP_SOURCE,
     .shape = toggle_shape,
     .forward = toggle_forward,
     .provenance = toggle_provenance,
     .params = PARAMS(SETTING("value", NULL)),
     .usage = "toggle(value)",
     .numpy = "value",
     .text = "True or False, to be flipped."},
    {.name = "choice",
     .kind = OP_SOURCE,
     .shape = choice_shape,
     .forward = choice_forward,
     .provenance = choice_provenance,
     .params = PARAMS(SETTING("options", NULL), SETTING("index", "0")),
     .usage = "choice(options, index=0)",
     .numpy = "options[index]",
     .text = "One of a list of options."},
    {.name = "rows",
     .kind = OP_SOURCE,
     .shape = size_shape,
     .forward = rows_forward,
     .provenance = size_provenance,
     .params = PARAMS(SETTING("x", NULL)),
     .usage = "rows(x)",
     .numpy = "x.shape[0]",
     .text = "How many rows a matrix has."},
    {.name = "cols",
     .kind = OP_SOURCE,
     .shape = size_shape,
     .forward = cols_forward,
     .provenance = size_provenance,
     .params = PARAMS(SETTING("x", NULL)),
     .usage = "cols(x)",
     .numpy = "x.shape[-1]",
     .text = "How many columns a matrix has, or numbers a vector."},
    {.name = "len",
     .kind = OP_SOURCE,
     .shape = size_shape,
     .forward = len_forward,
     .provenance = size_provenance,
     .params = PARAMS(SETTING("x", NULL)),
     .usage = "len(x)",
     .numpy = "len(x)",
     .text = "The length of the first axis."},
    {.name = "zeros",
     .kind = OP_SOURCE,
     .shape = floats_shape,
     .forward = zeros_forward,
     .provenance = made_provenance,
     .params = PARAMS(SETTING("rows", NULL), SETTING("cols", "None")),
     .usage = "zeros(rows, cols=None)",
     .numpy = "np.zeros((rows, cols))",
     .text = "All zeros."},
    {.name = "ones",
     .kind = OP_SOURCE,
     .shape = floats_shape,
     .forward = ones_forward,
     .provenance = made_provenance,
     .params = PARAMS(SETTING("rows", NULL), SETTING("cols", "None")),
     .usage = "ones(rows, cols=None)",
     .numpy = "np.ones((rows, cols))",
     .text = "All ones."},
    {.name = "eye",
     .kind = OP_SOURCE,
     .shape = eye_shape,
     .forward = eye_forward,
     .provenance = made_provenance,
     .params = PARAMS(SETTING("n", NULL), SETTING("m", "None")),
     .usage = "eye(n, m=None)",
     .numpy = "np.eye(n, m)",
     .text = "Ones on the diagonal, zeros elsewhere."},
    {.name = "arange",
     .kind = OP_SOURCE,
     .shape = arange_shape,
     .forward = arange_forward,
     .provenance = made_provenance,
     .params = PARAMS(SETTING("n", NULL)),
     .usage = "arange(n)",
     .numpy = "np.arange(n)",
     .text = "0, 1, ... n - 1."},
    {.name = "causal_mask",
     .kind = OP_SOURCE,
     .shape = causal_mask_shape,
     .forward = causal_mask_forward,
     .provenance = made_provenance,
     .params = PARAMS(SETTING("n", NULL), SETTING("m", "None"), SETTING("offset", "0")),
     .usage = "causal_mask(n, m=None, offset=0)",
     .numpy = "np.tri(n, m, offset, dtype=bool)",
     .text = "True where query i may see key j: j <= i + offset, counted from the top left."},
    {.name = "randn",
     .kind = OP_SOURCE,
     .shape = floats_shape,
     .forward = randn_forward,
     .provenance = random_provenance,
     .params = PARAMS(SETTING("rows", "None"), SETTING("cols", "None"), SEED),
     .usage = "randn(rows=None, cols=None, seed=)",
     .numpy = "philox_normal(seed, rows * cols).reshape(rows, cols)",
     .text = "Normal random numbers, mean 0 and variance 1; element i depends on the seed and i alone."},
    {.name = "rand",
     .kind = OP_SOURCE,
     .shape = floats_shape,
     .forward = rand_forward,
     .provenance = random_provenance,
     .params = PARAMS(SETTING("rows", "None"), SETTING("cols", "None"), SEED),
     .usage = "rand(rows=None, cols=None, seed=)",
     .numpy = "philox_uniform(seed, rows * cols).reshape(rows, cols)",
     .text = "Uniform random numbers in [0, 1)."},
    {.name = "randn_row",
     .kind = OP_SOURCE,
     .shape = randn_row_shape,
     .forward = randn_row_forward,
     .provenance = random_provenance,
     .params = PARAMS(SETTING("i", NULL), SETTING("cols", NULL), SEED),
     .usage = "randn_row(i, cols, seed=)",
     .numpy = "philox_normal(seed, (i + 1) * cols)[i * cols:]",
     .text = "Row i of randn(i + 1, cols, seed=seed), without the rows before it."},
    {.name = "randint",
     .kind = OP_SOURCE,
     .shape = randint_shape,
     .forward = randint_forward,
     .provenance = randint_provenance,
     .params = PARAMS(SETTING("low", NULL), SETTING("high", NULL), SETTING("n", "None"), SEED),
     .usage = "randint(low, high, n=None, seed=)",
     .numpy = "low + philox_words(seed, n) * (high - low) // 2**32",
     .text = "Whole random numbers from low to high - 1."},
};

const OpTable ops_source = {rows, sizeof rows / sizeof rows[0]};
