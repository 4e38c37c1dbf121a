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

bool block_has_nan(const float z[HEED_BLOCK])
{
    return has_nan(z, HEED_BLOCK);
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

void tile_values_guarded(const HeedTile *tile, size_t i)
{
    const bool *allow = tile->allow ? tile->allow + i * tile->allow_stride : NULL;
    const float *bias = tile->bias ? tile->bias + i * tile->bias_stride : NULL;
    float *acc = tile->acc + i * tile->acc_stride;
    for (size_t j = 0; j < tile->visible[i]; j++) {
        if ((allow && !allow[j]) || (bias && bias[j] == -INFINITY)) continue;
        const float *v = tile->v + j * tile->v_stride;
        for (size_t c = 0; c < tile->d_v; c++) acc[c] = fmaf(tile->z[i][j], v[c], acc[c]);
    }
}
