/* One scalar function in double per pointwise operation, and its partials: see Op in
 * node.h. `x` has a number for each operand.
 */
#ifndef HEED_SHEET_SCALARS_H
#define HEED_SHEET_SCALARS_H

#include "sheet/node.h"

double apply_add(const Node *node, const double *x);
double apply_sub(const Node *node, const double *x);
double apply_mul(const Node *node, const double *x);
double apply_div(const Node *node, const double *x);
double apply_pow(const Node *node, const double *x);
double apply_neg(const Node *node, const double *x);
double apply_plus(const Node *node, const double *x);
double apply_lt(const Node *node, const double *x);
double apply_le(const Node *node, const double *x);
double apply_gt(const Node *node, const double *x);
double apply_ge(const Node *node, const double *x);
double apply_eq(const Node *node, const double *x);
double apply_ne(const Node *node, const double *x);
double apply_not(const Node *node, const double *x);
double apply_exp(const Node *node, const double *x);
double apply_log(const Node *node, const double *x);
double apply_tanh(const Node *node, const double *x);
double apply_sqrt(const Node *node, const double *x);
double apply_sin(const Node *node, const double *x);
double apply_cos(const Node *node, const double *x);
double apply_abs(const Node *node, const double *x);
double apply_where(const Node *node, const double *x);
size_t pick_where(const Node *node, const double *x);
double apply_and(const Node *node, const double *x);
double apply_or(const Node *node, const double *x);
double apply_maximum(const Node *node, const double *x);
double apply_minimum(const Node *node, const double *x);
double apply_round(const Node *node, const double *x);
double apply_isclose(const Node *node, const double *x);
GradientState d_add(const Node *node, const double *x, size_t k, double *d);
GradientState d_sub(const Node *node, const double *x, size_t k, double *d);
GradientState d_mul(const Node *node, const double *x, size_t k, double *d);
GradientState d_div(const Node *node, const double *x, size_t k, double *d);
GradientState d_neg(const Node *node, const double *x, size_t k, double *d);
GradientState d_plus(const Node *node, const double *x, size_t k, double *d);
GradientState d_exp(const Node *node, const double *x, size_t k, double *d);
GradientState d_log(const Node *node, const double *x, size_t k, double *d);
GradientState d_tanh(const Node *node, const double *x, size_t k, double *d);
GradientState d_sqrt(const Node *node, const double *x, size_t k, double *d);
GradientState d_sin(const Node *node, const double *x, size_t k, double *d);
GradientState d_cos(const Node *node, const double *x, size_t k, double *d);
GradientState d_pow(const Node *node, const double *x, size_t k, double *d);
GradientState d_abs(const Node *node, const double *x, size_t k, double *d);
GradientState d_where(const Node *node, const double *x, size_t k, double *d);
GradientState d_maximum(const Node *node, const double *x, size_t k, double *d);
GradientState d_minimum(const Node *node, const double *x, size_t k, double *d);

#endif
