/* Element-wise kernels and sums with AVX-512, and the table of all AVX-512 kernels. */
#include "core/kernels_avx512.h"

#include "core/vec_avx512.h"

/* ------------------------------------------------------- element by element */

/* Whole vectors go without a mask: a masked load is one more operation for the ports of the arithmetic. */
ALWAYS_INLINE void map_row16(const float *x, size_t n, float *y, __m512 (*f)(__m512 x))
{
    for (; n >= VEC16; n -= VEC16, x += VEC16, y += VEC16) _mm512_storeu_ps(y, f(_mm512_loadu_ps(x)));
    const __mmask16 here = first_lanes16(n);
    if (n > 0) _mm512_mask_storeu_ps(y, here, f(_mm512_maskz_loadu_ps(here, x)));
}

ALWAYS_INLINE __m512 sqrt16(__m512 x)
{
    return _mm512_sqrt_ps(x);
}

static void exp_row_avx512(const float *x, size_t n, float *y)
{
    map_row16(x, n, y, exp16);
}

static void log_row_avx512(const float *x, size_t n, float *y)
{
    map_row16(x, n, y, log16);
}

static void tanh_row_avx512(const float *x, size_t n, float *y)
{
    map_row16(x, n, y, tanh16);
}

static void sqrt_row_avx512(const float *x, size_t n, float *y)
{
    map_row16(x, n, y, sqrt16);
}

/* The lanes `here` of sixteen elements. */
ALWAYS_INLINE __m512 normalize16(const float *x, __mmask16 here, __m512 mean, __m512 inv_std,
                                 const float *gain, const float *bias)
{
    __m512 v = _mm512_mul_ps(_mm512_sub_ps(_mm512_maskz_loadu_ps(here, x), mean), inv_std);
    __m512 g = gain ? _mm512_maskz_loadu_ps(here, gain) : _mm512_set1_ps(1.0f);
    __m512 b = bias ? _mm512_maskz_loadu_ps(here, bias) : _mm512_setzero_ps();
    return _mm512_fmadd_ps(v, g, b);
}

static void normalize_row_avx512(const float *x, size_t n, float mean, float inv_std, const float *gain,
                                 const float *bias, float *y)
{
    const __m512 m = _mm512_set1_ps(mean), s = _mm512_set1_ps(inv_std);
    size_t j = 0;
    for (; n - j >= VEC16; j += VEC16) {
        _mm512_storeu_ps(y + j,
                         normalize16(x + j, 0xffff, m, s, gain ? gain + j : NULL, bias ? bias + j : NULL));
    }
    if (j == n) return;
    const __mmask16 here = first_lanes16(n - j);
    _mm512_mask_storeu_ps(y + j, here,
                          normalize16(x + j, here, m, s, gain ? gain + j : NULL, bias ? bias + j : NULL));
}

/* -------------------------------------------------------------------- sums */

static void sum_lanes_avx512(const float *x, size_t n, double lanes[HEED_LANES])
{
    Lanes16 sum = lanes_load16(lanes);
    for (size_t i = 0; i < n; i += HEED_BLOCK) {
        __m512 e[4];
        load_block16(x + i, n - i, _mm512_setzero_ps(), e);
        lanes_add16(&sum, e);
    }
    lanes_store16(lanes, &sum);
}

static void square_lanes_avx512(const float *x, size_t n, double lanes[HEED_LANES])
{
    Lanes16 sum = lanes_load16(lanes);
    for (size_t i = 0; i < n; i += HEED_BLOCK) {
        __m512 e[4];
        load_block16(x + i, n - i, _mm512_setzero_ps(), e);
        UNROLL
        for (size_t v = 0; v < 4; v++) e[v] = _mm512_mul_ps(e[v], e[v]);
        lanes_add16(&sum, e);
    }
    lanes_store16(lanes, &sum);
}

static void power_lanes_avx512(const float *x, size_t n, double lanes[4][HEED_LANES])
{
    Lanes16 sum[4] = {lanes_load16(lanes[0]), lanes_load16(lanes[1]), lanes_load16(lanes[2]),
                      lanes_load16(lanes[3])};
    for (size_t i = 0; i < n; i += HEED_BLOCK) {
        __m512 e1[4], e2[4], e3[4], e4[4];
        UNROLL
        for (size_t v = 0; v < 4; v++) {
            e1[v] = _mm512_loadu_ps(x + i + v * VEC16);
            e2[v] = _mm512_mul_ps(e1[v], e1[v]);
            e3[v] = _mm512_mul_ps(e2[v], e1[v]);
            e4[v] = _mm512_mul_ps(e2[v], e2[v]);
        }
        lanes_add16(&sum[0], e1);
        lanes_add16(&sum[1], e2);
        lanes_add16(&sum[2], e3);
        lanes_add16(&sum[3], e4);
    }
    for (size_t p = 0; p < 4; p++) lanes_store16(lanes[p], &sum[p]);
}

/* ------------------------------------------------------------------- speed */

static float peak_avx512(size_t rounds)
{
    const __m512 half = _mm512_set1_ps(0.5f), quarter = _mm512_set1_ps(0.25f);
    __m512 x[12];
    UNROLL
    for (int i = 0; i < 12; i++) x[i] = _mm512_set1_ps((float)i);
    for (size_t r = 0; r < rounds; r++) {
        UNROLL
        for (int i = 0; i < 12; i++) x[i] = _mm512_fmadd_ps(x[i], half, quarter);
    }
    __m512 sum = x[0];
    UNROLL
    for (int i = 1; i < 12; i++) sum = _mm512_add_ps(sum, x[i]);
    return max_of_lanes16(sum);
}

const HeedKernels heed_kernels_avx512 = {
    .name = "avx512",
    .panel = 64,
    .gemm_panel = gemm_panel_avx512,
    .small_rows = HEED_LANES,
    .gemm_small = gemm_small_avx512,
    .few_rows = 16,
    .gemm_nt_few = gemm_nt_few_avx512,
    .pack_rows = pack_rows_avx512,
    .pack_transposed = pack_transposed_avx512,
    .map =
        {
            [HEED_EXP] = exp_row_avx512,
            [HEED_LOG] = log_row_avx512,
            [HEED_TANH] = tanh_row_avx512,
            [HEED_SQRT] = sqrt_row_avx512,
        },
    .scale_row = scale_row_avx512,
    .softmax_row = softmax_row_avx512,
    .normalize_row = normalize_row_avx512,
    .sum_lanes = sum_lanes_avx512,
    .square_lanes = square_lanes_avx512,
    .power_lanes = power_lanes_avx512,
    .softmax_tile = softmax_tile_avx512,
    .additive_scores = additive_scores_avx512,
    .random_words = random_words_avx512,
    .random_normals = random_normals_avx512,
    .dot_rows = dot_rows_avx512,
    .peak = peak_avx512,
    .peak_flops = 12 * 16 * 2,
};
