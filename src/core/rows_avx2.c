/* Rows of softmax and of fused attention with AVX2. */
#include "core/kernels_avx2.h"

#include <math.h>

#include "core/core_math.h"
#include "core/vec_avx2.h"

/* ------------------------------------------------------------ scale and mask */

/* All ones where the first n of eight bools are false. */
ALWAYS_INLINE __m256 hidden8(const bool *allow, size_t n)
{
    uint64_t bytes = 0;
    memcpy(&bytes, allow, n);
    __m256i wide = _mm256_cvtepu8_epi32(_mm_cvtsi64_si128((long long)bytes));
    return _mm256_castsi256_ps(_mm256_cmpeq_epi32(wide, _mm256_setzero_si256()));
}

ALWAYS_INLINE __m256 scale8(__m256 x, __m256 scale, const bool *allow, const float *bias, size_t j, size_t n)
{
    const __m256 minus_infinity = _mm256_set1_ps(-INFINITY);
    __m256 z = _mm256_mul_ps(x, scale);
    if (bias) {
        __m256 b = n == VEC8 ? _mm256_loadu_ps(bias + j) : load_first8(bias + j, n);
        z = _mm256_add_ps(z, b);
        z = _mm256_blendv_ps(z, minus_infinity, _mm256_cmp_ps(b, minus_infinity, _CMP_EQ_OQ));
    }
    if (allow) z = _mm256_blendv_ps(z, minus_infinity, hidden8(allow + j, n));
    return z;
}

void scale_row_avx2(const float *x, size_t n, float scale, const bool *allow, const float *bias, float *z)
{
    const __m256 factor = _mm256_set1_ps(scale);
    size_t j = 0;
    for (; j + VEC8 <= n; j += VEC8) {
        _mm256_storeu_ps(z + j, scale8(_mm256_loadu_ps(x + j), factor, allow, bias, j, VEC8));
    }
    if (j < n) store_first8(z + j, n - j, scale8(load_first8(x + j, n - j), factor, allow, bias, j, n - j));
}

/* ------------------------------------------------------------------- softmax */

typedef struct Extremes {
    float min, max; /* NaNs left out */
} Extremes;

static Extremes extremes(const float *z, size_t n)
{
    const __m256 minus_infinity = _mm256_set1_ps(-INFINITY), infinity = _mm256_set1_ps(INFINITY);
    __m256 high[4] = {minus_infinity, minus_infinity, minus_infinity, minus_infinity};
    __m256 low[4] = {infinity, infinity, infinity, infinity};
    size_t j = 0;
    for (; j + 4 * VEC8 <= n; j += 4 * VEC8) {
        UNROLL
        for (size_t v = 0; v < 4; v++) {
            __m256 x = _mm256_loadu_ps(z + j + v * VEC8);
            high[v] = _mm256_max_ps(x, high[v]); /* a NaN in the first operand is dropped */
            low[v] = _mm256_min_ps(x, low[v]);
        }
    }
    for (; j + VEC8 <= n; j += VEC8) {
        __m256 x = _mm256_loadu_ps(z + j);
        high[0] = _mm256_max_ps(x, high[0]);
        low[0] = _mm256_min_ps(x, low[0]);
    }
    if (j < n) {
        __m256 x = load_first8(z + j, n - j), here = _mm256_castsi256_ps(first_lanes8(n - j));
        high[1] = _mm256_max_ps(_mm256_blendv_ps(minus_infinity, x, here), high[1]);
        low[1] = _mm256_min_ps(_mm256_blendv_ps(infinity, x, here), low[1]);
    }
    __m256 top = _mm256_max_ps(_mm256_max_ps(high[0], high[1]), _mm256_max_ps(high[2], high[3]));
    __m256 bottom = _mm256_min_ps(_mm256_min_ps(low[0], low[1]), _mm256_min_ps(low[2], low[3]));
    return (Extremes){min_of_lanes8(bottom), max_of_lanes8(top)};
}

/* What every element of a row needs to know. */
typedef struct RowFrame {
    __m256 base;  /* subtracted first */
    __m256 floor; /* the least that is worth taking e^ of */
    __m256 round; /* EXP_ROUND + 127 - N: the low bits of t hold the exponent above 2^N, biased */
} RowFrame;

/* Where no element lies 80 below the maximum, e^d 2^-N needs no clamp and is a normal float. */
ALWAYS_INLINE __m256 shifted_exp_near(__m256 z, const RowFrame *frame)
{
    __m256 t;
    __m256 p = exp_parts8(_mm256_sub_ps(z, frame->base), frame->round, &t);
    return _mm256_mul_ps(p, pow2_of_low_bits8(t));
}

/* Any element: clamped, the exponent raised by 64 so that only the last step can round, and 0 for -inf. */
ALWAYS_INLINE __m256 shifted_exp_any(__m256 z, const RowFrame *frame)
{
    __m256 t;
    __m256 d = _mm256_max_ps(frame->floor, _mm256_sub_ps(z, frame->base)); /* NaN passes */
    __m256 p = exp_parts8(d, _mm256_add_ps(frame->round, _mm256_set1_ps(64.0f)), &t);
    __m256 e = _mm256_mul_ps(p, pow2_of_low_bits8(t));
    /* before the last step, so that a masked place does not underflow, which is slow */
    e = _mm256_andnot_ps(_mm256_cmp_ps(z, _mm256_set1_ps(-INFINITY), _CMP_EQ_OQ), e);
    return _mm256_mul_ps(e, _mm256_set1_ps(0x1p-64f));
}

/* w = e^d 2^-N for the row, and their sum. */
static double shifted_exps(const float *z, size_t n, const RowFrame *frame, bool is_near, float *w)
{
    Lanes8 sum = lanes_zero8();
    size_t j = 0;
    for (; is_near && j + HEED_BLOCK <= n; j += HEED_BLOCK) {
        __m256 e[8];
        UNROLL
        for (size_t v = 0; v < 8; v++) {
            e[v] = shifted_exp_near(_mm256_loadu_ps(z + j + v * VEC8), frame);
            _mm256_storeu_ps(w + j + v * VEC8, e[v]);
        }
        lanes_add8(&sum, e);
    }
    for (; j < n; j += HEED_BLOCK) {
        __m256 e[8];
        load_block8(z + j, n - j, _mm256_set1_ps(-INFINITY), e);
        for (size_t v = 0; v < 8; v++) {
            e[v] = v * VEC8 < n - j ? shifted_exp_any(e[v], frame) : _mm256_setzero_ps();
        }
        store_block8(w + j, n - j, e);
        lanes_add8(&sum, e);
    }
    return lanes_sum8(&sum);
}

/* 1 / sum in two parts. */
typedef struct Divisor {
    __m256 high, low;
} Divisor;

ALWAYS_INLINE Divisor divisor_of(double sum)
{
    double inverse = 1.0 / sum;
    float high = (float)inverse;
    Divisor by = {_mm256_set1_ps(high), _mm256_set1_ps((float)(inverse - (double)high))};
    return by;
}

ALWAYS_INLINE __m256 divided8(__m256 e, Divisor by)
{
    return _mm256_fmadd_ps(e, by.high, _mm256_mul_ps(e, by.low));
}

static void divide_row(float *w, size_t n, double sum)
{
    const Divisor by = divisor_of(sum);
    size_t j = 0;
    for (; j + VEC8 <= n; j += VEC8) _mm256_storeu_ps(w + j, divided8(_mm256_loadu_ps(w + j), by));
    if (j < n) store_first8(w + j, n - j, divided8(load_first8(w + j, n - j), by));
}

/* m is the row's maximum, a finite one. */
ALWAYS_INLINE RowFrame row_frame(float m)
{
    float base = fabsf(m) >= SOFTMAX_BASE_FROM ? m : 0.0f;
    float above = m - base;
    float exponent = (float)exp_parts(above).n;
    RowFrame frame = {_mm256_set1_ps(base), _mm256_set1_ps(above + EXP_LOW),
                      _mm256_set1_ps(EXP_ROUND + 127.0f - exponent)};
    return frame;
}

/* At most eight columns stay in a register throughout. */
static HeedRow softmax_short_row(const float *z, size_t n, float *w)
{
    const __m256 minus_infinity = _mm256_set1_ps(-INFINITY), here = _mm256_castsi256_ps(first_lanes8(n));
    __m256 x = _mm256_blendv_ps(minus_infinity, load_first8(z, n), here);
    float m = max_of_lanes8(_mm256_max_ps(x, minus_infinity)); /* a NaN in the first operand is dropped */
    if (!isfinite(m)) return softmax_row_without_max(z, n, m, w);
    const RowFrame frame = row_frame(m);
    __m256 e[8] = {shifted_exp_any(x, &frame)};
    UNROLL
    for (size_t v = 1; v < 8; v++) e[v] = _mm256_setzero_ps();
    Lanes8 lanes = lanes_zero8();
    lanes_add8(&lanes, e);
    double sum = lanes_sum8(&lanes);
    if (isnan(sum)) return softmax_row_of_nan(n, w);
    store_up_to8(w, n, divided8(e[0], divisor_of(sum)));
    return HEED_ROW_PLAIN;
}

HeedRow softmax_row_avx2(const float *z, size_t n, float *w)
{
    const float near = 80.0f;
    if (n <= VEC8) return softmax_short_row(z, n, w);
    Extremes row = extremes(z, n);
    if (!isfinite(row.max)) return softmax_row_without_max(z, n, row.max, w);
    const RowFrame frame = row_frame(row.max);
    double sum = shifted_exps(z, n, &frame, row.min >= row.max - near, w);
    if (isnan(sum)) return softmax_row_of_nan(n, w);
    divide_row(w, n, sum);
    return HEED_ROW_PLAIN;
}

/* ------------------------------------------------------ a tile of attention
 *
 * Eight rows at a time, and in phases: what one row waits for (a maximum across its lanes, an exponential's
 * chain, a sum) runs beside the same of the others. */

enum { GROUP = 8 };

/* Row i of the tile, scaled and masked, all 64 places. */
static void scale_masked_row(const HeedTile *tile, size_t i)
{
    float *row = tile->z[i];
    const bool *allow = tile->allow ? tile->allow + i * tile->allow_stride : NULL;
    const float *bias = tile->bias ? tile->bias + i * tile->bias_stride : NULL;
    __m256 z[8];
    scale_row_avx2(row, tile->visible[i], tile->scale, allow, bias, row);
    load_block8(row, tile->visible[i], _mm256_set1_ps(-INFINITY), z);
    UNROLL
    for (size_t v = 0; v < 8; v++) _mm256_store_ps(row + v * VEC8, z[v]);
}

/* Row i becomes z = score * factor; its largest by lanes (NaNs are dropped). */
ALWAYS_INLINE __m256 scale_and_max(float *row, __m256 factor)
{
    __m256 top = _mm256_set1_ps(-INFINITY);
    UNROLL
    for (size_t v = 0; v < 8; v++) {
        __m256 z = _mm256_mul_ps(_mm256_load_ps(row + v * VEC8), factor);
        _mm256_store_ps(row + v * VEC8, z);
        top = _mm256_max_ps(z, top);
    }
    return top;
}

/* The maximum rises in the rows of `rising`: what was summed under the old one shrinks. */
static void raise_max(const HeedTile *tile, size_t first, unsigned rising, __m256 old_max, __m256 new_max)
{
    float factor[VEC8], m[VEC8];
    _mm256_storeu_ps(factor, exp_of_negative8(_mm256_sub_ps(old_max, new_max)));
    _mm256_storeu_ps(m, new_max);
    for (; rising; rising &= rising - 1) {
        const size_t i = (size_t)__builtin_ctz(rising);
        float *acc = tile->acc + (first + i) * tile->acc_stride;
        const __m256 f = _mm256_set1_ps(factor[i]);
        tile->m[first + i] = m[i];
        tile->l[first + i] *= factor[i];
        size_t c = 0;
        for (; c + VEC8 <= tile->d_v; c += VEC8) {
            _mm256_storeu_ps(acc + c, _mm256_mul_ps(_mm256_loadu_ps(acc + c), f));
        }
        for (; c < tile->d_v; c++) acc[c] *= factor[i];
    }
}

/* Rows among `lowest`, those without an element above -inf, that hold no NaN either: nothing takes part in
 * them, and they become zeros. */
static unsigned shut_rows(const HeedTile *tile, size_t first, unsigned lowest)
{
    unsigned shut = 0;
    for (size_t i = 0; i < GROUP; i++) {
        if ((lowest >> i & 1u) && close_masked_row(tile->z[first + i])) shut |= 1u << i;
    }
    return shut;
}

/* Scale, mask, maximum of rows first ..; returns those that are shut. */
static unsigned raise_rows(const HeedTile *tile, size_t first, size_t rows, bool is_masked)
{
    const __m256 minus_infinity = _mm256_set1_ps(-INFINITY);
    const unsigned there = (1u << rows) - 1u;
    __m256 top[GROUP], factor = _mm256_set1_ps(is_masked ? 1.0f : tile->scale);
    for (size_t i = 0; i < rows && is_masked; i++) scale_masked_row(tile, first + i);
    UNROLL
    for (size_t i = 0; i < GROUP; i++) {
        top[i] = i < rows ? scale_and_max(tile->z[first + i], factor) : minus_infinity;
    }
    __m256 new_max = tree8(top, true), old_max = load_first8(tile->m + first, rows);
    unsigned lowest = (unsigned)_mm256_movemask_ps(_mm256_cmp_ps(new_max, minus_infinity, _CMP_EQ_OQ));
    unsigned rising = (unsigned)_mm256_movemask_ps(_mm256_cmp_ps(new_max, old_max, _CMP_GT_OQ));
    if (rising & there) raise_max(tile, first, rising & there, old_max, new_max);
    return lowest & there ? shut_rows(tile, first, lowest & there) : 0;
}

/* Eight places become e^(z - m). */
ALWAYS_INLINE __m256 weigh(float *z, __m256 max)
{
    __m256 e = exp_of_negative8(_mm256_sub_ps(_mm256_load_ps(z), max));
    _mm256_store_ps(z, e);
    return e;
}

/* A row becomes e^(z - m); its sum by lanes l and l + 8 of 16. Added up as they come: eight at once and the
 * constants would not fit the registers. */
ALWAYS_INLINE __m256 weigh_row(float *row, float m)
{
    const __m256 max = _mm256_set1_ps(m);
    __m256 lanes[2];
    UNROLL
    for (size_t h = 0; h < 2; h++) {
        float *half = row + h * VEC8;
        __m256 first = _mm256_add_ps(weigh(half, max), weigh(half + HEED_LANES, max));
        __m256 second = _mm256_add_ps(weigh(half + 2 * HEED_LANES, max), weigh(half + 3 * HEED_LANES, max));
        lanes[h] = _mm256_add_ps(first, second);
    }
    return _mm256_add_ps(lanes[0], lanes[1]);
}

static void weigh_rows(const HeedTile *tile, size_t first, size_t rows, unsigned shut)
{
    __m256 sum[GROUP];
    float total[VEC8];
    for (size_t i = 0; i < GROUP; i++) {
        bool is_open = i < rows && !(shut >> i & 1u);
        sum[i] = is_open ? weigh_row(tile->z[first + i], tile->m[first + i]) : _mm256_setzero_ps();
    }
    _mm256_storeu_ps(total, tree8(sum, false));
    for (size_t i = 0; i < rows; i++) {
        if (!(shut >> i & 1u)) tile->l[first + i] += total[i];
    }
}

static bool tile_is_masked(const HeedTile *tile)
{
    bool is_masked = tile->allow || tile->bias;
    for (size_t i = 0; i < tile->rows; i++) is_masked = is_masked || tile->visible[i] < HEED_BLOCK;
    return is_masked;
}

void softmax_tile_avx2(const HeedTile *tile)
{
    const bool is_masked = tile_is_masked(tile);
    unsigned shut[HEED_TILE_ROWS / GROUP];
    for (size_t i = 0; i < tile->rows; i += GROUP) {
        size_t rows = tile->rows - i < GROUP ? tile->rows - i : GROUP;
        shut[i / GROUP] = raise_rows(tile, i, rows, is_masked);
    }
    for (size_t i = 0; i < tile->rows; i += GROUP) {
        size_t rows = tile->rows - i < GROUP ? tile->rows - i : GROUP;
        weigh_rows(tile, i, rows, shut[i / GROUP]);
    }
}

/* ---------------------------------------------------------------- additive */

/* Eight keys side by side: tanh eight columns at a time per key, transposed so that each lane is one
 * key's chain. */
void additive_scores_avx2(const float *q, const float *keys, size_t keys_stride, size_t n_keys,
                          const float *u, size_t d, float *scores)
{
    for (size_t j = 0; j < n_keys; j += VEC8) {
        size_t rows = n_keys - j < VEC8 ? n_keys - j : VEC8;
        __m256 s = _mm256_setzero_ps();
        for (size_t p = 0; p < d; p += VEC8) {
            __m256 h[8];
            size_t cols = d - p < VEC8 ? d - p : VEC8;
            __m256 query = load_first8(q + p, cols);
            load_rows8(keys + j * keys_stride + p, keys_stride, rows, cols, h);
            for (size_t r = 0; r < rows; r++) h[r] = tanh8(_mm256_add_ps(query, h[r]));
            transpose8(h);
            for (size_t c = 0; c < cols; c++) s = _mm256_fmadd_ps(_mm256_broadcast_ss(u + p + c), h[c], s);
        }
        store_up_to8(scores + j, rows, s);
    }
}
