/* Rows of softmax and of fused attention with AVX-512. */
#include "core/kernels_avx512.h"

#include <math.h>
#include <stdalign.h>

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
    Lanes16 sum = lanes_zero16();
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

/* 1 / sum in two parts. */
typedef struct Divisor {
    __m512 high, low;
} Divisor;

ALWAYS_INLINE Divisor divisor_of(double sum)
{
    double inverse = 1.0 / sum;
    float high = (float)inverse;
    Divisor by = {_mm512_set1_ps(high), _mm512_set1_ps((float)(inverse - (double)high))};
    return by;
}

ALWAYS_INLINE __m512 divided16(__m512 e, Divisor by)
{
    return _mm512_fmadd_ps(e, by.high, _mm512_mul_ps(e, by.low));
}

static void divide_row(float *w, size_t n, double sum)
{
    const Divisor by = divisor_of(sum);
    for (size_t j = 0; j < n; j += VEC16) {
        const __mmask16 here = first_lanes16(n - j);
        _mm512_mask_storeu_ps(w + j, here, divided16(_mm512_maskz_loadu_ps(here, w + j), by));
    }
}

/* m is the row's maximum, a finite one. */
ALWAYS_INLINE RowFrame row_frame(float m)
{
    float base = fabsf(m) >= SOFTMAX_BASE_FROM ? m : 0.0f;
    float above = m - base;
    RowFrame frame = {_mm512_set1_ps(base), _mm512_set1_ps(above + EXP_LOW),
                      _mm512_set1_ps((float)exp_parts(above).n)};
    return frame;
}

/* At most sixteen columns stay in a register throughout. */
static HeedRow softmax_short_row(const float *z, size_t n, float *w)
{
    const __m512 minus_infinity = _mm512_set1_ps(-INFINITY), zero = _mm512_setzero_ps();
    const __mmask16 here = first_lanes16(n);
    __m512 x = _mm512_mask_loadu_ps(minus_infinity, here, z);
    float m = max_of_lanes16(_mm512_max_ps(x, minus_infinity)); /* a NaN in the first operand is dropped */
    if (!isfinite(m)) return softmax_row_without_max(z, n, m, w);
    const RowFrame frame = row_frame(m);
    const __m512 e[4] = {shifted_exp16(x, &frame), zero, zero, zero};
    Lanes16 lanes = lanes_zero16();
    lanes_add16(&lanes, e);
    double sum = lanes_sum16(&lanes);
    if (isnan(sum)) return softmax_row_of_nan(n, w);
    _mm512_mask_storeu_ps(w, here, divided16(e[0], divisor_of(sum)));
    return HEED_ROW_PLAIN;
}

HeedRow softmax_row_avx512(const float *z, size_t n, float *w)
{
    if (n <= VEC16) return softmax_short_row(z, n, w);
    float m = row_max16(z, n);
    if (!isfinite(m)) return softmax_row_without_max(z, n, m, w);
    const RowFrame frame = row_frame(m);
    double sum = shifted_exps(z, n, &frame, w);
    if (isnan(sum)) return softmax_row_of_nan(n, w);
    divide_row(w, n, sum);
    return HEED_ROW_PLAIN;
}

/* ------------------------------------------------------ a tile of attention
 *
 * Eight rows at a time, and in phases: what one row waits for (a maximum across its lanes, an exponential's
 * chain, a sum) runs beside the same of the others. */

enum { GROUP = 8 };

/* Vector v of row i, scaled and masked. */
static __m512 masked_z(const HeedTile *tile, size_t i, size_t v, __m512 factor)
{
    const __m512 minus_infinity = _mm512_set1_ps(-INFINITY);
    const size_t j = v * VEC16, visible = tile->visible[i];
    if (visible <= j) return minus_infinity;
    const __mmask16 here = first_lanes16(visible - j);
    __m512 z = _mm512_mul_ps(_mm512_load_ps(tile->z[i] + j), factor);
    if (tile->bias) {
        __m512 b = _mm512_maskz_loadu_ps(here, tile->bias + i * tile->bias_stride + j);
        z = _mm512_add_ps(z, b);
        z = _mm512_mask_mov_ps(z, _mm512_cmp_ps_mask(b, minus_infinity, _CMP_EQ_OQ), minus_infinity);
    }
    if (tile->allow) {
        const bool *allow = tile->allow + i * tile->allow_stride + j;
        z = _mm512_mask_mov_ps(z, hidden16(allow, visible - j), minus_infinity);
    }
    return _mm512_mask_mov_ps(minus_infinity, here, z);
}

/* The scores become z; top holds each row's largest by lanes (NaNs are dropped). */
static void scale_masked_rows(const HeedTile *tile, size_t first, size_t rows, __m512 top[GROUP])
{
    const __m512 factor = _mm512_set1_ps(tile->scale);
    for (size_t i = 0; i < rows; i++) {
        for (size_t v = 0; v < 4; v++) {
            __m512 z = masked_z(tile, first + i, v, factor);
            _mm512_store_ps(tile->z[first + i] + v * VEC16, z);
            top[i] = _mm512_max_ps(z, top[i]);
        }
    }
}

/* The same where nothing is masked; rows is a literal where the group is full. */
ALWAYS_INLINE void scale_open_rows(const HeedTile *tile, size_t first, const size_t rows, __m512 top[GROUP])
{
    const __m512 factor = _mm512_set1_ps(tile->scale);
    float *z = tile->z[first];
    UNROLL
    for (size_t i = 0; i < GROUP; i++, z += HEED_BLOCK) {
        if (i >= rows) break;
        UNROLL
        for (size_t v = 0; v < 4; v++) {
            __m512 x = _mm512_mul_ps(_mm512_load_ps(z + v * VEC16), factor);
            _mm512_store_ps(z + v * VEC16, x);
            top[i] = _mm512_max_ps(x, top[i]);
        }
    }
}

/* Rows first .. become z; the largest of each, in lanes 0 .. 7. */
ALWAYS_INLINE __m512 scale_rows(const HeedTile *tile, size_t first, const size_t rows, bool is_masked)
{
    __m512 top[GROUP];
    UNROLL
    for (size_t i = 0; i < GROUP; i++) top[i] = _mm512_set1_ps(-INFINITY);
    if (is_masked) {
        scale_masked_rows(tile, first, rows, top);
    } else {
        scale_open_rows(tile, first, rows, top);
    }
    return tree16(top, true);
}

/* A row of values that were summed under a lower maximum. */
ALWAYS_INLINE void shrink_row(float *acc, size_t d_v, float factor)
{
    const __m512 f = _mm512_set1_ps(factor);
    size_t c = 0;
    for (; c + VEC16 <= d_v; c += VEC16)
        _mm512_storeu_ps(acc + c, _mm512_mul_ps(_mm512_loadu_ps(acc + c), f));
    const __mmask16 here = first_lanes16(d_v - c);
    if (here) _mm512_mask_storeu_ps(acc + c, here, _mm512_mul_ps(_mm512_maskz_loadu_ps(here, acc + c), f));
}

/* Rows among `lowest`, those without an element above -inf, that hold no NaN either: nothing takes part in
 * them, and they become zeros. */
static unsigned shut_rows(const HeedTile *tile, size_t first, unsigned lowest)
{
    unsigned shut = 0;
    for (size_t i = 0; i < VEC16; i++) {
        if ((lowest >> i & 1u) && close_masked_row(tile->z[first + i])) shut |= 1u << i;
    }
    return shut;
}

/* Sixteen rows, as many as are there, meet their largest new element: where the maximum rises, what was
 * summed under the old one shrinks. All at once, since which of them rise cannot be foreseen. (Under -inf
 * nothing was summed but zeros and NaNs, which stay what they are.) top becomes the maxima; returns the rows
 * that are shut. */
static unsigned raise_max(const HeedTile *tile, size_t first, float top[VEC16])
{
    const __m512 minus_infinity = _mm512_set1_ps(-INFINITY);
    const __mmask16 there = first_lanes16(tile->rows - first);
    float *m = tile->m + first, *l = tile->l + first, factor[VEC16];
    __m512 new_max = _mm512_load_ps(top), old_max = _mm512_maskz_loadu_ps(there, m);
    const __mmask16 rising = there & _mm512_cmp_ps_mask(new_max, old_max, _CMP_GT_OQ);
    _mm512_store_ps(top, _mm512_mask_mov_ps(old_max, rising, new_max));
    _mm512_mask_storeu_ps(m, rising, new_max);
    __m512 factors = exp_of_negative16(_mm512_sub_ps(old_max, new_max));
    _mm512_storeu_ps(factor, factors);
    _mm512_mask_storeu_ps(l, rising, _mm512_mul_ps(_mm512_maskz_loadu_ps(rising, l), factors));
    unsigned left = rising & _mm512_cmp_ps_mask(old_max, minus_infinity, _CMP_NEQ_UQ);
    for (; left; left &= left - 1) {
        const unsigned i = (unsigned)__builtin_ctz(left);
        shrink_row(tile->acc + (first + i) * tile->acc_stride, tile->d_v, factor[i]);
    }
    unsigned lowest = there & _mm512_cmp_ps_mask(new_max, minus_infinity, _CMP_EQ_OQ);
    return lowest ? shut_rows(tile, first, lowest) : 0;
}

/* Row i becomes e^(z - max); its sum by lanes. */
ALWAYS_INLINE __m512 weigh_row(const HeedTile *tile, size_t i, float max)
{
    const __m512 m = _mm512_set1_ps(max);
    __m512 e[4];
    UNROLL
    for (size_t v = 0; v < 4; v++) {
        e[v] = exp_of_negative16(_mm512_sub_ps(_mm512_load_ps(tile->z[i] + v * VEC16), m));
        _mm512_store_ps(tile->z[i] + v * VEC16, e[v]);
    }
    return sum_block16(e);
}

/* max: of each row. */
ALWAYS_INLINE void weigh_rows(const HeedTile *tile, size_t first, const size_t rows, unsigned shut,
                              const float *max)
{
    const __mmask16 open = (__mmask16)(first_lanes16(rows) & ~shut);
    __m512 sum[GROUP];
    UNROLL
    for (size_t i = 0; i < GROUP; i++) sum[i] = _mm512_setzero_ps();
    UNROLL
    for (size_t i = 0; i < GROUP; i++) {
        if (i < rows && !(shut >> i & 1u)) sum[i] = weigh_row(tile, first + i, max[i]);
    }
    __m512 l = _mm512_add_ps(_mm512_maskz_loadu_ps(open, tile->l + first), tree16(sum, false));
    _mm512_mask_storeu_ps(tile->l + first, open, l);
}

static bool tile_is_masked(const HeedTile *tile)
{
    bool is_masked = tile->allow || tile->bias;
    for (size_t i = 0; i < tile->rows; i++) is_masked |= tile->visible[i] < HEED_BLOCK;
    return is_masked;
}

void softmax_tile_avx512(const HeedTile *tile)
{
    const bool is_masked = tile_is_masked(tile);
    alignas(64) float top[HEED_TILE_ROWS];
    unsigned shut[HEED_TILE_ROWS / VEC16];
    for (size_t i = 0; i < tile->rows; i += GROUP) {
        const size_t rows = tile->rows - i;
        __m512 tops =
            rows >= GROUP ? scale_rows(tile, i, GROUP, is_masked) : scale_rows(tile, i, rows, is_masked);
        _mm256_store_ps(top + i, _mm512_castps512_ps256(tops));
    }
    for (size_t i = 0; i < tile->rows; i += VEC16) shut[i / VEC16] = raise_max(tile, i, top + i);
    for (size_t i = 0; i < tile->rows; i += GROUP) {
        const size_t rows = tile->rows - i;
        const unsigned shut_here = shut[i / VEC16] >> i % VEC16 & 0xffu;
        if (rows >= GROUP && shut_here == 0) {
            weigh_rows(tile, i, GROUP, 0, top + i);
        } else {
            weigh_rows(tile, i, rows < GROUP ? rows : GROUP, shut_here, top + i);
        }
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
