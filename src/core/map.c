/* Functions element by element. */
#include "core/checks.h"
#include "core/kernels.h"

#include <math.h>

HeedStatus heed_map_at(HeedMap op, const HeedView *x, const HeedOut *out)
{
    if ((unsigned)op >= HEED_MAP_COUNT) return HEED_BAD_ARGUMENT;
    if (!same_shape(*x, *out)) return HEED_BAD_SHAPE;
    RETURN_IF_BAD(view_check(*x));
    RETURN_IF_BAD(out_check(*out));
    ASSERT_APART_OR_SAME(*x, *out);
    const HeedKernels *kernels = kernels_now();
    if (x->cols == 0) return HEED_OK;
    for (size_t r = 0; r < x->rows; r++)
        kernels->map[op](x->data + r * x->stride, x->cols, out->data + r * out->stride);
    return HEED_OK;
}

float heed_map1(HeedMap op, float x)
{
    float y;
    if ((unsigned)op >= HEED_MAP_COUNT) return NAN;
    kernels_now()->map[op](&x, 1, &y);
    return y;
}

double heed_peak_work(size_t rounds, float *sink)
{
    const HeedKernels *kernels = kernels_now();
    *sink = kernels->peak(rounds);
    return (double)rounds * kernels->peak_flops;
}
