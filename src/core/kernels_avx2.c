/* Element-wise kernels and sums with AVX2, and the table of all AVX2 kernels. */
#include "core/kernels_avx2.h"

#include "core/vec_avx2.h"

/* ------------------------------------------------------- element by element */

static void exp_row_avx2(const float *x, size_t n, float *y)
{
    size_t i = 0;
    for (; i + VEC8 <= n; i += VEC8) _mm256_storeu_ps(y + i, exp8(_mm256_loadu_ps(x + i)));
    if (i < n) store_first8(y + i, n - i, exp8(load_first8(x + i, n - i)));
}

static void log_row_avx2(const float *x, size_t n, float *y)
{
    size_t i = 0;
    for (; i + VEC8 <= n; i += VEC8) _mm256_storeu_ps(y + i, log8(_mm256_loadu_ps(x + i)));
    if (i < n) store_first8(y + i, n - i, log8(load_first8(x + i, n - i)));
}

static void tanh_row_avx2(const float *x, size_t n, float *y)
{
    size_t i = 0;
    for (; i + VEC8 <= n; i += VEC8) _mm256_storeu_ps(y + i, tanh8(_mm256_loadu_ps(x + i)));
    if (i < n) store_first8(y + i, n - i, tanh8(load_first8(x + i, n - i)));
}

static void sqrt_row_avx2(const float *x, size_t n, float *y)
{
    size_t i = 0;
    for (; i + VEC8 <= n; i += VEC8) _mm256_storeu_ps(y + i, _mm256_sqrt_ps(_mm256_loadu_ps(x + i)));
    if (i < n) store_first8(y + i, n - i, _mm256_sqrt_ps(load_first8(x + i, n - i)));
}

ALWAYS_INLINE __m256 normalize8(__m256 x, __m256 mean, __m256 inv_std, const float *gain, const float *bias,
                                size_t j, size_t n)
{
    __m256 v = _mm256_mul_ps(_mm256_sub_ps(x, mean), inv_std);
    __m256 g = gain ? load_first8(gain + j, n) : _mm256_set1_ps(1.0f);
    __m256 b = bias ? load_first8(bias + j, n) : _mm256_setzero_ps();
    return _mm256_fmadd_ps(v, g, b);
}

static void normalize_row_avx2(const float *x, size_t n, float mean, float inv_std, const float *gain,
                               const float *bias, float *y)
{
    const __m256 m = _mm256_set1_ps(mean), s = _mm256_set1_ps(inv_std);
    size_t j = 0;
    for (; j + VEC8 <= n; j += VEC8) {
        _mm256_storeu_ps(y + j, normalize8(_mm256_loadu_ps(x + j), m, s, gain, bias, j, VEC8));
    }
    if (j < n) {
        store_first8(y + j, n - j, normalize8(load_first8(x + j, n - j), m, s, gain, bias, j, n - j));
    }
}

/* -------------------------------------------------------------------- sums */

static void sum_lanes_avx2(const float *x, size_t n, double lanes[HEED_LANES])
{
    Lanes8 sum = lanes_load8(lanes);
    for (size_t i = 0; i < n; i += HEED_BLOCK) {
        __m256 e[8];
        load_block8(x + i, n - i, _mm256_setzero_ps(), e);
        lanes_add8(&sum, e);
    }
    lanes_store8(lanes, &sum);
}

static void square_lanes_avx2(const float *x, size_t n, double lanes[HEED_LANES])
{
    Lanes8 sum = lanes_load8(lanes);
    for (size_t i = 0; i < n; i += HEED_BLOCK) {
        __m256 e[8];
        load_block8(x + i, n - i, _mm256_setzero_ps(), e);
        UNROLL
        for (size_t v = 0; v < 8; v++) e[v] = _mm256_mul_ps(e[v], e[v]);
        lanes_add8(&sum, e);
    }
    lanes_store8(lanes, &sum);
}

static void power_lanes_avx2(const float *x, size_t n, double lanes[4][HEED_LANES])
{
    Lanes8 sum[4] = {lanes_load8(lanes[0]), lanes_load8(lanes[1]), lanes_load8(lanes[2]),
                     lanes_load8(lanes[3])};
    for (size_t i = 0; i < n; i += HEED_BLOCK) {
        __m256 e1[8], e2[8], e3[8], e4[8];
        UNROLL
        for (size_t v = 0; v < 8; v++) {
            e1[v] = _mm256_loadu_ps(x + i + v * VEC8);
            e2[v] = _mm256_mul_ps(e1[v], e1[v]);
            e3[v] = _mm256_mul_ps(e2[v], e1[v]);
            e4[v] = _mm256_mul_ps(e2[v], e2[v]);
        }
        lanes_add8(&sum[0], e1);
        lanes_add8(&sum[1], e2);
        lanes_add8(&sum[2], e3);
        lanes_add8(&sum[3], e4);
    }
    for (size_t p = 0; p < 4; p++) lanes_store8(lanes[p], &sum[p]);
}

/* ------------------------------------------------------------------- speed */

static float peak_avx2(size_t rounds)
{
    const __m256 half = _mm256_set1_ps(0.5f), quarter = _mm256_set1_ps(0.25f);
    __m256 x[12];
    UNROLL
    for (int i = 0; i < 12; i++) x[i] = _mm256_set1_ps((float)i);
    for (size_t r = 0; r < rounds; r++) {
        UNROLL
        for (int i = 0; i < 12; i++) x[i] = _mm256_fmadd_ps(x[i], half, quarter);
    }
    __m256 sum = x[0];
    UNROLL
    for (int i = 1; i < 12; i++) sum = _mm256_add_ps(sum, x[i]);
    return max_of_lanes8(sum);
}

const HeedKernels heed_kernels_avx2 = {
    .name = "avx2",
    .panel = 16,
    .gemm_panel = gemm_panel_avx2,
    .few_rows = 8,
    .gemm_nt_few = gemm_nt_few_avx2,
    .pack_rows = pack_rows_avx2,
    .pack_transposed = pack_transposed_avx2,
    .map =
        {
            [HEED_EXP] = exp_row_avx2,
            [HEED_LOG] = log_row_avx2,
            [HEED_TANH] = tanh_row_avx2,
            [HEED_SQRT] = sqrt_row_avx2,
        },
    .scale_row = scale_row_avx2,
    .softmax_row = softmax_row_avx2,
    .normalize_row = normalize_row_avx2,
    .sum_lanes = sum_lanes_avx2,
    .square_lanes = square_lanes_avx2,
    .power_lanes = power_lanes_avx2,
    .softmax_tile = softmax_tile_avx2,
    .additive_scores = additive_scores_avx2,
    .random_words = random_words_avx2,
    .random_normals = random_normals_avx2,
    .dot_rows = dot_rows_avx2,
    .peak = peak_avx2,
    .peak_flops = 12 * 8 * 2,
};
