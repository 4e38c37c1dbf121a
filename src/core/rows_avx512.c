/* Rows of softmax and of fused attention with AVX-512. */
#include "core/kernels_avx512.h"

#include <math.h>

#include "core/core_math.h"
#include "core/vec_avx512.h"

/* ------------------------------------------------------------ scale and mask */

/* The lanes among `here` whose bool is false. */
ALWAYS_INLINE __mmask16 hidden16(const bool *allow, size_t n)
{
    unsigned char bytes[VEC16] = {0};
    memcpy(bytes, allow, n < VEC16 ? n : VEC16);
    __m512i wide = _mm512_cvtepu8_epi32(_mm_loadu_si128((const __m128i *)(const void *)bytes));
    return _mm512_cmpeq_epi32_mask(wide, _mm512_setzero_si512());
}

void scale_row_avx512(const float *x, size_t n, float scale, const bool *allow, const float *bias, float *z)
{
    const __m512 factor = _mm512_set1_ps(scale), minus_infinity = _mm512_set1_ps(-INFINITY);
    for (size_t j = 0; j < n; j += VEC16) {
        const __mmask16 here = first_lanes16(n - j);
        __m512 y = _mm512_mul_ps(_mm512_maskz_loadu_ps(here, x + j), factor);
        if (bias) {
            __m512 b = _mm512_maskz_loadu_ps(here, bias + j);
            y = _mm512_add_ps(y, b);
            y = _mm512_mask_mov_ps(y, _mm512_cmp_ps_mask(b, minus_infinity, _CMP_EQ_OQ), minus_infinity);
        }
        if (allow) y = _mm512_mask_mov_ps(y, hidden16(allow + j, n - j), minus_infinity);
        _mm512_mask_storeu_ps(z + j, here, y);
    }
}

/* ------------------------------------------------------------------- softmax */

/* The largest element, NaNs left out. */
static float row_max16(const float *z, size_t n)
{
    const __m512 minus_infinity = _mm512_set1_ps(-INFINITY);
    __m512 m[4] = {minus_infinity, minus_infinity, minus_infinity, minus_infinity};
    for (size_t j = 0; j < n; j += HEED_BLOCK) {
        __m512 x[4];
        load_block16(z + j, n - j, minus_infinity, x);
        UNROLL
        for (size_t v = 0; v < 4; v++)
            m[v] = _mm512_max_ps(x[v], m[v]); /* a NaN in the first operand is dropped */
    }
    return max_of_lanes16(_mm512_max_ps(_mm512_max_ps(m[0], m[1]), _mm512_max_ps(m[2], m[3])));
}

/* What every element of a row needs to know. */
typedef struct RowFrame {
    __m512 base;     /* subtracted first */
    __m512 floor;    /* the least that is worth taking e^ of */
    __m512 exponent; /* N */
} RowFrame;

/* e^d 2^-N, and 0 for -inf. */
ALWAYS_INLINE __m512 shifted_exp16(__m512 z, const RowFrame *frame)
{
    __m512 n;
    __mmask16 counts = _mm512_cmp_ps_mask(z, _mm512_set1_ps(-INFINITY), _CMP_NEQ_UQ);
    __m512 d = _mm512_max_ps(frame->floor, _mm512_sub_ps(z, frame->base)); /* NaN passes */
    __m512 p = exp_parts16(d, &n);
    return _mm512_maskz_scalef_ps(counts, p, _mm512_sub_ps(n, frame->exponent));
}

static double shifted_exps(const float *z, size_t n, const RowFrame *frame, float *w)
{
    Lanes16 sum = {{_mm512_setzero_pd(), _mm512_setzero_pd()}};
    __m512 e[4];
    size_t j = 0;
    for (; j + HEED_BLOCK <= n; j += HEED_BLOCK) {
        UNROLL
        for (size_t v = 0; v < 4; v++) {
            e[v] = shifted_exp16(_mm512_loadu_ps(z + j + v * VEC16), frame);
            _mm512_storeu_ps(w + j + v * VEC16, e[v]);
        }
        lanes_add16(&sum, e);
    }
    if (j < n) {
        load_block16(z + j, n - j, _mm512_set1_ps(-INFINITY), e);
        UNROLL
        for (size_t v = 0; v < 4; v++) e[v] = shifted_exp16(e[v], frame);
        store_block16(w + j, n - j, e);
        lanes_add16(&sum, e);
    }
    return lanes_sum16(&sum);
}

/* w = w / sum by a two-part reciprocal. */
static void divide_row(float *w, size_t n, double sum)
{
    double inverse = 1.0 / sum;
    float h = (float)inverse, l = (float)(inverse - (double)h);
    const __m512 high = _mm512_set1_ps(h), low = _mm512_set1_ps(l);
    for (size_t j = 0; j < n; j += VEC16) {
        const __mmask16 here = first_lanes16(n - j);
        __m512 e = _mm512_maskz_loadu_ps(here, w + j);
        _mm512_mask_storeu_ps(w + j, here, _mm512_fmadd_ps(e, high, _mm512_mul_ps(e, low)));
    }
}

HeedRow softmax_row_avx512(const float *z, size_t n, float *w)
{
    float m = row_max16(z, n);
    if (!isfinite(m)) return softmax_row_without_max(z, n, m, w);
    float base = fabsf(m) >= SOFTMAX_BASE_FROM ? m : 0.0f;
    float above = m - base;
    RowFrame frame = {_mm512_set1_ps(base), _mm512_set1_ps(above + EXP_LOW),
                      _mm512_set1_ps((float)exp_parts(above).n)};
    double sum = shifted_exps(z, n, &frame, w);
    if (isnan(sum)) return softmax_row_of_nan(n, w);
    divide_row(w, n, sum);
    return HEED_ROW_PLAIN;
}

/* ------------------------------------------------------ a tile of attention */

/* Scaled and masked scores of row i, all 64 places. */
ALWAYS_INLINE void tile_row_scaled(const HeedTile *tile, size_t i, __m512 z[4])
{
    float *row = tile->z[i];
    if (tile->visible[i] < HEED_BLOCK || tile->allow || tile->bias) {
        const bool *allow = tile->allow ? tile->allow + i * tile->allow_stride : NULL;
        const float *bias = tile->bias ? tile->bias + i * tile->bias_stride : NULL;
        scale_row_avx512(row, tile->visible[i], tile->scale, allow, bias, row);
        load_block16(row, tile->visible[i], _mm512_set1_ps(-INFINITY), z);
        return;
    }
    const __m512 factor = _mm512_set1_ps(tile->scale);
    UNROLL
    for (size_t v = 0; v < 4; v++) z[v] = _mm512_mul_ps(_mm512_load_ps(row + v * VEC16), factor);
}

ALWAYS_INLINE float block_max16(const __m512 z[4])
{
    __m512 m = _mm512_set1_ps(-INFINITY);
    UNROLL
    for (size_t v = 0; v < 4; v++) m = _mm512_max_ps(z[v], m); /* NaNs are dropped */
    return max_of_lanes16(m);
}

/* Tree over 16 lanes: 8, 4, 2, 1. */
ALWAYS_INLINE float tree_sum16(const __m512 e[4])
{
    __m512 lanes = sum_block16(e);
    __m256 x = _mm256_add_ps(_mm512_castps512_ps256(lanes), _mm512_extractf32x8_ps(lanes, 1));
    __m128 y = _mm_add_ps(_mm256_castps256_ps128(x), _mm256_extractf128_ps(x, 1));
    y = _mm_add_ps(y, _mm_movehl_ps(y, y));
    return _mm_cvtss_f32(_mm_add_ss(y, _mm_movehdup_ps(y)));
}

static void raise_max(const HeedTile *tile, size_t i, float new_max)
{
    float factor = exp_scalar(tile->m[i] - new_max);
    float *acc = tile->acc + i * tile->acc_stride;
    tile->m[i] = new_max;
    tile->l[i] *= factor;
    for (size_t c = 0; c < tile->d_v; c += VEC16) {
        const __mmask16 here = first_lanes16(tile->d_v - c);
        __m512 x = _mm512_mul_ps(_mm512_maskz_loadu_ps(here, acc + c), _mm512_set1_ps(factor));
        _mm512_mask_storeu_ps(acc + c, here, x);
    }
}

void softmax_tile_avx512(const HeedTile *tile)
{
    for (size_t i = 0; i < tile->rows; i++) {
        __m512 z[4];
        float *row = tile->z[i];
        tile_row_scaled(tile, i, z);
        float block_max = block_max16(z);
        if (block_max == -INFINITY) { /* nothing takes part, unless it is a NaN */
            store_block16(row, HEED_BLOCK, z);
            if (tile_row_is_masked(row)) continue;
        }
        if (block_max > tile->m[i]) raise_max(tile, i, block_max);
        const __m512 m = _mm512_set1_ps(tile->m[i]);
        UNROLL
        for (size_t v = 0; v < 4; v++) {
            z[v] = exp_of_negative16(_mm512_sub_ps(z[v], m));
            _mm512_store_ps(row + v * VEC16, z[v]);
        }
        tile->l[i] += tree_sum16(z);
    }
}

/* ---------------------------------------------------------------- additive */

/* Sixteen keys side by side: tanh sixteen columns at a time per key, transposed so that each lane is one
 * key's chain. */
void additive_scores_avx512(const float *q, const float *keys, size_t keys_stride, size_t n_keys,
                            const float *u, size_t d, float *scores)
{
    for (size_t j = 0; j < n_keys; j += VEC16) {
        size_t rows = n_keys - j < VEC16 ? n_keys - j : VEC16;
        __m512 s = _mm512_setzero_ps();
        for (size_t p = 0; p < d; p += VEC16) {
            __m512 h[16];
            size_t cols = d - p < VEC16 ? d - p : VEC16;
            __m512 query = _mm512_maskz_loadu_ps(first_lanes16(cols), q + p);
            load_rows16(keys + j * keys_stride + p, keys_stride, rows, cols, h);
            for (size_t r = 0; r < rows; r++) h[r] = tanh16(_mm512_add_ps(query, h[r]));
            transpose16(h);
            for (size_t c = 0; c < cols; c++) s = _mm512_fmadd_ps(_mm512_set1_ps(u[p + c]), h[c], s);
        }
        _mm512_mask_storeu_ps(scores + j, first_lanes16(rows), s);
    }
}
