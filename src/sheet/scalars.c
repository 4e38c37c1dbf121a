/* The scalar functions behind the pointwise operations, and their partials, in
 * double. A partial that is not finite is undefined: it is never handed out as a
 * number.
 */
#include "sheet/scalars.h"
#include <math.h>

/* ------------------------------------------------ the functions themselves */

double apply_add(const Node *node, const double *x)
{
    (void)node;
    return x[0] + x[1];
}
double apply_sub(const Node *node, const double *x)
{
    (void)node;
    return x[0] - x[1];
}
double apply_mul(const Node *node, const double *x)
{
    (void)node;
    return x[0] * x[1];
}
double apply_div(const Node *node, const double *x)
{
    (void)node;
    return x[0] / x[1];
}
double apply_pow(const Node *node, const double *x)
{
    (void)node;
    return x[1] == 2 ? x[0] * x[0] : pow(x[0], x[1]);
}
double apply_neg(const Node *node, const double *x)
{
    (void)node;
    return -x[0];
}
double apply_plus(const Node *node, const double *x)
{
    (void)node;
    return x[0];
}
double apply_lt(const Node *node, const double *x)
{
    (void)node;
    return x[0] < x[1];
}
double apply_le(const Node *node, const double *x)
{
    (void)node;
    return x[0] <= x[1];
}
double apply_gt(const Node *node, const double *x)
{
    (void)node;
    return x[0] > x[1];
}
double apply_ge(const Node *node, const double *x)
{
    (void)node;
    return x[0] >= x[1];
}
double apply_eq(const Node *node, const double *x)
{
    (void)node;
    return x[0] == x[1];
}
double apply_ne(const Node *node, const double *x)
{
    (void)node;
    return x[0] != x[1];
}
double apply_not(const Node *node, const double *x)
{
    (void)node;
    return x[0] == 0;
}
double apply_exp(const Node *node, const double *x)
{
    (void)node;
    return exp(x[0]);
}
double apply_log(const Node *node, const double *x)
{
    (void)node;
    return log(x[0]);
}
double apply_tanh(const Node *node, const double *x)
{
    (void)node;
    return tanh(x[0]);
}
double apply_sqrt(const Node *node, const double *x)
{
    (void)node;
    return sqrt(x[0]);
}
double apply_sin(const Node *node, const double *x)
{
    (void)node;
    return sin(x[0]);
}
double apply_cos(const Node *node, const double *x)
{
    (void)node;
    return cos(x[0]);
}
double apply_abs(const Node *node, const double *x)
{
    (void)node;
    return fabs(x[0]);
}
size_t pick_where(const Node *node, const double *x)
{
    (void)node;
    return x[0] != 0 ? 1 : 2;
}

double apply_where(const Node *node, const double *x)
{
    (void)node;
    return x[0] != 0 ? x[1] : x[2];
}

/* Where the second was not evaluated, the first has decided. */
double apply_and(const Node *node, const double *x)
{
    return x[0] != 0 && (node->args[1] == NULL || x[1] != 0);
}
double apply_or(const Node *node, const double *x)
{
    return x[0] != 0 || (node->args[1] != NULL && x[1] != 0);
}

/* NaN wins, as in NumPy. */
double apply_maximum(const Node *node, const double *x)
{
    (void)node;
    return isnan(x[0]) || isnan(x[1]) ? (double)NAN : x[0] >= x[1] ? x[0] : x[1];
}

double apply_minimum(const Node *node, const double *x)
{
    (void)node;
    return isnan(x[0]) || isnan(x[1]) ? (double)NAN : x[0] <= x[1] ? x[0] : x[1];
}

/* Half to even, as NumPy: scaled, rounded, scaled back. */
double apply_round(const Node *node, const double *x)
{
    double digits = node->settings[1] != NULL ? value_at(&node->settings[1]->value, 0, 0) : 0;
    double scale = pow(10, fabs(digits));
    double scaled = digits < 0 ? x[0] / scale : x[0] * scale;
    if (!isfinite(scaled)) return x[0];
    scaled = nearbyint(scaled);
    return digits < 0 ? scaled * scale : scaled / scale;
}

static double close_setting(const Node *node, size_t param, double fallback)
{
    return node->settings[param] != NULL ? value_at(&node->settings[param]->value, 0, 0) : fallback;
}

double apply_isclose(const Node *node, const double *x)
{
    double rtol = close_setting(node, 2, 1e-5), atol = close_setting(node, 3, 1e-6);
    if (x[0] == x[1]) return 1;
    return isfinite(x[0]) && isfinite(x[1]) && fabs(x[0] - x[1]) <= atol + rtol * fabs(x[1]);
}

/* ---------------------------------------------------------------- partials */

static GradientState set(double *d, double value)
{
    if (!isfinite(value)) return GRADIENT_UNDEFINED;
    *d = value;
    return GRADIENT_OK;
}

GradientState d_add(const Node *n, const double *x, size_t k, double *d)
{
    (void)n;
    (void)x;
    (void)k;
    return set(d, 1);
}
GradientState d_sub(const Node *n, const double *x, size_t k, double *d)
{
    (void)n;
    (void)x;
    return set(d, k == 0 ? 1 : -1);
}
GradientState d_mul(const Node *n, const double *x, size_t k, double *d)
{
    (void)n;
    return set(d, x[1 - k]);
}
GradientState d_div(const Node *n, const double *x, size_t k, double *d)
{
    (void)n;
    return set(d, k == 0 ? 1 / x[1] : -x[0] / (x[1] * x[1]));
}
GradientState d_neg(const Node *n, const double *x, size_t k, double *d)
{
    (void)n;
    (void)x;
    (void)k;
    return set(d, -1);
}
GradientState d_plus(const Node *n, const double *x, size_t k, double *d)
{
    (void)n;
    (void)x;
    (void)k;
    return set(d, 1);
}
GradientState d_exp(const Node *n, const double *x, size_t k, double *d)
{
    (void)n;
    (void)k;
    return set(d, exp(x[0]));
}
GradientState d_log(const Node *n, const double *x, size_t k, double *d)
{
    (void)n;
    (void)k;
    return set(d, 1 / x[0]);
}
GradientState d_tanh(const Node *n, const double *x, size_t k, double *d)
{
    (void)n;
    (void)k;
    return set(d, 1 - tanh(x[0]) * tanh(x[0]));
}
GradientState d_sqrt(const Node *n, const double *x, size_t k, double *d)
{
    (void)n;
    (void)k;
    return set(d, 0.5 / sqrt(x[0]));
}
GradientState d_sin(const Node *n, const double *x, size_t k, double *d)
{
    (void)n;
    (void)k;
    return set(d, cos(x[0]));
}
GradientState d_cos(const Node *n, const double *x, size_t k, double *d)
{
    (void)n;
    (void)k;
    return set(d, -sin(x[0]));
}

GradientState d_pow(const Node *n, const double *x, size_t k, double *d)
{
    (void)n;
    if (k == 0) return set(d, x[1] == 0 ? 0 : x[1] * pow(x[0], x[1] - 1));
    if (x[0] == 0 && x[1] > 0) return set(d, 0);
    return x[0] > 0 ? set(d, pow(x[0], x[1]) * log(x[0])) : GRADIENT_UNDEFINED;
}

GradientState d_abs(const Node *n, const double *x, size_t k, double *d)
{
    (void)n;
    (void)k;
    return x[0] == 0 ? GRADIENT_UNDEFINED : set(d, x[0] > 0 ? 1 : -1);
}

GradientState d_where(const Node *n, const double *x, size_t k, double *d)
{
    (void)n;
    if (k == 0) return GRADIENT_NONE;
    return set(d, (x[0] != 0) == (k == 1) ? 1 : 0);
}

GradientState d_maximum(const Node *n, const double *x, size_t k, double *d)
{
    (void)n;
    return x[0] == x[1] ? GRADIENT_UNDEFINED : set(d, (x[0] > x[1]) == (k == 0) ? 1 : 0);
}

GradientState d_minimum(const Node *n, const double *x, size_t k, double *d)
{
    (void)n;
    return x[0] == x[1] ? GRADIENT_UNDEFINED : set(d, (x[0] < x[1]) == (k == 0) ? 1 : 0);
}
