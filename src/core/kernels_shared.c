/* Steps that every kernel set shares: the ends of a reduction, and rows and blocks that are out of
 * the ordinary. They run once per row at most, so plain C serves all. */
#include "core/kernels.h"

#include <math.h>

double sum_of_lanes(const double lanes[HEED_LANES])
{
    double part[HEED_LANES];
    for (size_t l = 0; l < HEED_LANES; l++) part[l] = lanes[l];
    for (size_t half = HEED_LANES / 2; half > 0; half /= 2) {
        for (size_t l = 0; l < half; l++) part[l] += part[l + half];
    }
    return part[0];
}

static bool has_nan(const float *z, size_t n)
{
    for (size_t j = 0; j < n; j++) {
        if (isnan(z[j])) return true;
    }
    return false;
}

HeedRow softmax_row_of_nan(size_t n, float *w)
{
    for (size_t j = 0; j < n; j++) w[j] = NAN;
    return HEED_ROW_NAN;
}

HeedRow softmax_row_without_max(const float *z, size_t n, float m, float *w)
{
    if (m > 0.0f || has_nan(z, n)) return softmax_row_of_nan(n, w);
    for (size_t j = 0; j < n; j++) w[j] = 0.0f;
    return HEED_ROW_MASKED;
}

bool close_masked_row(float z[HEED_BLOCK])
{
    if (has_nan(z, HEED_BLOCK)) return false;
    for (size_t j = 0; j < HEED_BLOCK; j++) z[j] = 0.0f;
    return true;
}
