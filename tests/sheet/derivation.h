/* Derivations as tests read them: an explanation combined in double by whoever
 * holds it, with nothing of the program's own arithmetic. A number is worked out
 * from the factors of its explanation, those from theirs, down to the sources; so
 * the whole derivation of an element becomes a function of the inputs, which can
 * be moved a little.
 */
#ifndef TESTS_SHEET_DERIVATION_H
#define TESTS_SHEET_DERIVATION_H

#include "heed/sheet.h"

#include <math.h>
#include <string.h>

typedef double LeafValue(void *context, const Factor *factor);

/* ------------------------------------------------------------ reducers */

static double reduce_start(Reduce reduce)
{
    switch (reduce) {
    case REDUCE_PROD:
    case REDUCE_ALL: return 1;
    case REDUCE_MAX: return -INFINITY;
    case REDUCE_MIN: return INFINITY;
    default: return 0;
    }
}

static double reduce_step(Reduce reduce, double so_far, double term)
{
    switch (reduce) {
    case REDUCE_SUM: return so_far + term;
    case REDUCE_PROD: return so_far * term;
    case REDUCE_MAX: return isnan(term) || isnan(so_far) ? NAN : fmax(so_far, term);
    case REDUCE_MIN: return isnan(term) || isnan(so_far) ? NAN : fmin(so_far, term);
    case REDUCE_ALL: return so_far != 0 && term != 0;
    case REDUCE_ANY: return so_far != 0 || term != 0;
    default: return so_far;
    }
}

static Reduce reduce_of_op(const char *op)
{
    static const struct {
        const char *op;
        Reduce reduce;
    } rows[] = {{"sum", REDUCE_SUM}, {"prod", REDUCE_PROD}, {"max", REDUCE_MAX},
                {"min", REDUCE_MIN}, {"all", REDUCE_ALL},   {"any", REDUCE_ANY}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (strcmp(rows[i].op, op) == 0) return rows[i].reduce;
    }
    return REDUCE_NONE;
}

/* ------------------------------------------------------------ operations */

typedef struct TestOp {
    const char *name;
    size_t arity;
    double (*apply)(const double *x);
} TestOp;

#define TEST_OP(id, expression)                                                                              \
    static double test_op_##id(const double *x)                                                              \
    {                                                                                                        \
        return (expression);                                                                                 \
    }
TEST_OP(add, x[0] + x[1])
TEST_OP(sub, x[0] - x[1])
TEST_OP(mul, x[0] * x[1])
TEST_OP(div, x[0] / x[1])
TEST_OP(pow, pow(x[0], x[1]))
TEST_OP(neg, -x[0])
TEST_OP(pos, x[0])
TEST_OP(lt, x[0] < x[1])
TEST_OP(le, x[0] <= x[1])
TEST_OP(gt, x[0] > x[1])
TEST_OP(ge, x[0] >= x[1])
TEST_OP(eq, x[0] == x[1])
TEST_OP(ne, x[0] != x[1])
TEST_OP(not, x[0] == 0)
TEST_OP(and, x[0] != 0 && x[1] != 0)
TEST_OP(or, x[0] != 0 || x[1] != 0)
TEST_OP(exp, exp(x[0]))
TEST_OP(log, log(x[0]))
TEST_OP(sqrt, sqrt(x[0]))
TEST_OP(tanh, tanh(x[0]))
TEST_OP(abs, fabs(x[0]))
TEST_OP(sin, sin(x[0]))
TEST_OP(cos, cos(x[0]))
TEST_OP(floor, floor(x[0]))
TEST_OP(ceil, ceil(x[0]))
TEST_OP(sign, (x[0] > 0) - (x[0] < 0))
TEST_OP(minimum, fmin(x[0], x[1]))
TEST_OP(maximum, fmax(x[0], x[1]))
TEST_OP(where, x[0] != 0 ? x[1] : x[2])
#undef TEST_OP

static const TestOp test_ops[] = {
    {"+", 2, test_op_add},           {"-", 2, test_op_sub},
    {"*", 2, test_op_mul},           {"/", 2, test_op_div},
    {"**", 2, test_op_pow},          {"neg", 1, test_op_neg},
    {"pos", 1, test_op_pos},         {"<", 2, test_op_lt},
    {"<=", 2, test_op_le},           {">", 2, test_op_gt},
    {">=", 2, test_op_ge},           {"==", 2, test_op_eq},
    {"!=", 2, test_op_ne},           {"not", 1, test_op_not},
    {"and", 2, test_op_and},         {"or", 2, test_op_or},
    {"exp", 1, test_op_exp},         {"log", 1, test_op_log},
    {"sqrt", 1, test_op_sqrt},       {"tanh", 1, test_op_tanh},
    {"abs", 1, test_op_abs},         {"sin", 1, test_op_sin},
    {"cos", 1, test_op_cos},         {"floor", 1, test_op_floor},
    {"ceil", 1, test_op_ceil},       {"sign", 1, test_op_sign},
    {"minimum", 2, test_op_minimum}, {"maximum", 2, test_op_maximum},
    {"where", 3, test_op_where},
};

static const TestOp *test_op_find(const char *name)
{
    for (size_t i = 0; i < sizeof test_ops / sizeof *test_ops; i++) {
        if (strcmp(test_ops[i].name, name) == 0) return &test_ops[i];
    }
    return NULL;
}

/* ----------------------------------------------------------------- forms */

#define FORM_NO_RULE 8.125e301 /* an operation this reader has no rule for */

static double form_value(const Form *form, LeafValue *leaf, void *context);

/* round(x, n): half to even at n decimals; the digits are the second operand or stand in the text alone. */
static double form_round(const Form *form, const double *x)
{
    double scale = form->n_args > 1 ? pow(10, x[1]) : 1;
    return form->n_args == 0 ? NAN : nearbyint(x[0] * scale) / scale;
}

static double form_isclose(const Form *form, const double *x)
{
    double rtol = form->n_args > 2 ? x[2] : 1e-5, atol = form->n_args > 3 ? x[3] : 1e-6;
    return x[0] == x[1] || fabs(x[0] - x[1]) <= atol + rtol * fabs(x[1]);
}

static double form_op_value(const Form *form, LeafValue *leaf, void *context)
{
    double x[16];
    if (form->n_args > sizeof x / sizeof *x) return FORM_NO_RULE;
    for (size_t i = 0; i < form->n_args; i++) x[i] = form_value(form->args[i], leaf, context);
    Reduce reduce = reduce_of_op(form->op);
    if (reduce != REDUCE_NONE) {
        double value = reduce_start(reduce);
        for (size_t i = 0; i < form->n_args; i++) value = reduce_step(reduce, value, x[i]);
        return value;
    }
    if (strcmp(form->op, "round") == 0) return form_round(form, x);
    if (strcmp(form->op, "isclose") == 0) return form_isclose(form, x);
    const TestOp *op = test_op_find(form->op);
    /* `and` and `or` leave out what they did not evaluate */
    if (op != NULL && form->n_args == 1 && op->arity == 2) return x[0];
    return op != NULL && op->arity <= form->n_args ? op->apply(x) : FORM_NO_RULE;
}

static double form_value(const Form *form, LeafValue *leaf, void *context)
{
    switch (form->kind) {
    case FORM_FACTOR: return leaf(context, &form->factor);
    case FORM_LITERAL:
    case FORM_MORE: return form->factor.value;
    case FORM_OP: return form_op_value(form, leaf, context);
    }
    return NAN;
}

/* ---------------------------------------------------------- explanations */

/* The value of an explanation from its factors' values; *largest gets the largest term. */
static double explanation_combine(const Explanation *e, LeafValue *leaf, void *context, double *largest)
{
    *largest = fabs(e->value);
    double terms[16] = {0};
    for (size_t i = 0; i < e->n_terms && i < 16; i++) {
        double product = 1;
        for (size_t f = 0; f < e->terms[i].n_factors; f++) {
            double factor = leaf(context, &e->terms[i].factors[f]);
            product = (product == 0 || factor == 0) && isnan(product * factor) ? 0 : product * factor;
        }
        terms[i] = product;
        if (fabs(product) > *largest && isfinite(product)) *largest = fabs(product);
    }
    if (e->reduce == REDUCE_NONE) return e->value;
    if (e->reduce == REDUCE_APPLY) return form_value(e->tree, leaf, context);
    if (e->reduce == REDUCE_COUNT) return (double)(e->n_terms + e->rest_count);
    if (e->reduce == REDUCE_ARGMAX || e->reduce == REDUCE_ARGMIN) return e->value; /* checked by itself */
    double value = reduce_start(e->reduce);
    for (size_t i = 0; i < e->n_terms && i < 16; i++) value = reduce_step(e->reduce, value, terms[i]);
    if (e->rest_count > 0) value = reduce_step(e->reduce, value, e->rest_value);
    return value;
}

#endif
