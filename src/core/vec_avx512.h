/* Sixteen floats at a time: the shared polynomials of core_math.h, operation by operation. For the
 * AVX-512 kernels, where a mask register makes the odd ends of arrays ordinary. */
#ifndef HEED_CORE_VEC_AVX512_H
#define HEED_CORE_VEC_AVX512_H

#include <stdint.h>

#include "core/avx512.h"
#include "core/inline.h"
#include "core/kernels.h"
#include "core/polynomials.h"

enum { VEC16 = 16 };

/* -------------------------------------------------------------- odd ends */

/* The first n of sixteen lanes; all of them from 16 on. */
ALWAYS_INLINE __mmask16 first_lanes16(size_t n)
{
    return (__mmask16)(n >= VEC16 ? 0xffffu : (1u << n) - 1u);
}

/* The lanes of vector v of a block of which n elements are there. */
ALWAYS_INLINE __mmask16 block_lanes16(size_t n, size_t v)
{
    return n > v * VEC16 ? first_lanes16(n - v * VEC16) : (__mmask16)0;
}

ALWAYS_INLINE float max_of_lanes16(__m512 x)
{
    __m256 h = _mm256_max_ps(_mm512_castps512_ps256(x), _mm512_extractf32x8_ps(x, 1));
    __m128 m = _mm_max_ps(_mm256_castps256_ps128(h), _mm256_extractf128_ps(h, 1));
    m = _mm_max_ps(m, _mm_movehl_ps(m, m));
    return _mm_cvtss_f32(_mm_max_ss(m, _mm_movehdup_ps(m)));
}

/* ------------------------------------------------------------- transpose */

/* Rows become columns, in registers: 2 x 2, 4 x 4, then quarters, then halves of the registers. */
ALWAYS_INLINE void transpose16(__m512 r[16])
{
    __m512 s[16];
    UNROLL
    for (int i = 0; i < 8; i++) {
        s[2 * i] = _mm512_unpacklo_ps(r[2 * i], r[2 * i + 1]);
        s[2 * i + 1] = _mm512_unpackhi_ps(r[2 * i], r[2 * i + 1]);
    }
    UNROLL
    for (int i = 0; i < 4; i++) {
        r[4 * i] = _mm512_shuffle_ps(s[4 * i], s[4 * i + 2], 0x44);
        r[4 * i + 1] = _mm512_shuffle_ps(s[4 * i], s[4 * i + 2], 0xee);
        r[4 * i + 2] = _mm512_shuffle_ps(s[4 * i + 1], s[4 * i + 3], 0x44);
        r[4 * i + 3] = _mm512_shuffle_ps(s[4 * i + 1], s[4 * i + 3], 0xee);
    }
    UNROLL
    for (int i = 0; i < 4; i++) { /* even and odd quarters of two register groups */
        s[i] = _mm512_shuffle_f32x4(r[i], r[i + 4], 0x88);
        s[i + 4] = _mm512_shuffle_f32x4(r[i], r[i + 4], 0xdd);
        s[i + 8] = _mm512_shuffle_f32x4(r[i + 8], r[i + 12], 0x88);
        s[i + 12] = _mm512_shuffle_f32x4(r[i + 8], r[i + 12], 0xdd);
    }
    UNROLL
    for (int i = 0; i < 8; i++) {
        r[i] = _mm512_shuffle_f32x4(s[i], s[i + 8], 0x88);
        r[i + 8] = _mm512_shuffle_f32x4(s[i], s[i + 8], 0xdd);
    }
}

/* Rows 0 .. n-1 of sixteen, at p + i * stride, the first k of sixteen columns; zeros elsewhere. */
ALWAYS_INLINE void load_rows16(const float *p, size_t stride, size_t n, size_t k, __m512 r[16])
{
    const __mmask16 here = first_lanes16(k);
    for (size_t i = 0; i < 16; i++) {
        r[i] = i < n ? _mm512_maskz_loadu_ps(here, p + i * stride) : _mm512_setzero_ps();
    }
}

/* ------------------------------------------------------------------- exp */

/* e^x = p 2^n, as exp_parts; n comes as a float. */
ALWAYS_INLINE __m512 exp_parts16(__m512 x, __m512 *n)
{
    const __m512 round = _mm512_set1_ps(EXP_ROUND);
    __m512 t = _mm512_fmadd_ps(x, _mm512_set1_ps(EXP_LOG2E), round);
    *n = _mm512_sub_ps(t, round);
    __m512 r = _mm512_fmadd_ps(*n, _mm512_set1_ps(EXP_MINUS_LN2_HI), x);
    r = _mm512_fmadd_ps(*n, _mm512_set1_ps(EXP_MINUS_LN2_LO), r);
    __m512 p = _mm512_fmadd_ps(_mm512_set1_ps(EXP_C6), r, _mm512_set1_ps(EXP_C5));
    p = _mm512_fmadd_ps(p, r, _mm512_set1_ps(EXP_C4));
    p = _mm512_fmadd_ps(p, r, _mm512_set1_ps(EXP_C3));
    p = _mm512_fmadd_ps(p, r, _mm512_set1_ps(EXP_C2));
    p = _mm512_fmadd_ps(p, r, _mm512_set1_ps(1.0f));
    return _mm512_fmadd_ps(p, r, _mm512_set1_ps(1.0f));
}

/* scalef multiplies by a power of two with one rounding, whatever the exponent. */
ALWAYS_INLINE __m512 exp16(__m512 x)
{
    __m512 n;
    __mmask16 counts = _mm512_cmp_ps_mask(x, _mm512_set1_ps(EXP_LOW), _CMP_NLE_UQ); /* as below */
    x = _mm512_min_ps(_mm512_set1_ps(EXP_HIGH), x); /* a NaN in the second operand passes */
    __m512 p = exp_parts16(x, &n);
    return _mm512_maskz_scalef_ps(counts, p, n);
}

/* e^x for x <= 0 or NaN. Up to EXP_LOW it is 0, without the multiplication: a result that underflows costs
 * as much as a hundred others, and a masked score is -inf. */
ALWAYS_INLINE __m512 exp_of_negative16(__m512 x)
{
    __m512 n;
    __mmask16 counts = _mm512_cmp_ps_mask(x, _mm512_set1_ps(EXP_LOW), _CMP_NLE_UQ);
    __m512 p = exp_parts16(x, &n);
    return _mm512_maskz_scalef_ps(counts, p, n);
}

/* ------------------------------------------------------------- log, tanh */

/* log of positive normal floats; k0 is added to the exponent. */
ALWAYS_INLINE __m512 log_of_normal16(__m512 x, __m512i k0)
{
    const __m512i sqrt_half = _mm512_set1_epi32((int)LOG_SQRT_HALF_BITS);
    __m512i above = _mm512_sub_epi32(_mm512_castps_si512(x), sqrt_half);
    __m512 k = _mm512_cvtepi32_ps(_mm512_add_epi32(_mm512_srai_epi32(above, 23), k0));
    __m512i m = _mm512_add_epi32(_mm512_and_si512(above, _mm512_set1_epi32(0x7fffff)), sqrt_half);
    __m512 f = _mm512_sub_ps(_mm512_castsi512_ps(m), _mm512_set1_ps(1.0f));
    __m512 p = _mm512_fmadd_ps(_mm512_set1_ps(LOG_C8), f, _mm512_set1_ps(LOG_C7));
    p = _mm512_fmadd_ps(p, f, _mm512_set1_ps(LOG_C6));
    p = _mm512_fmadd_ps(p, f, _mm512_set1_ps(LOG_C5));
    p = _mm512_fmadd_ps(p, f, _mm512_set1_ps(LOG_C4));
    p = _mm512_fmadd_ps(p, f, _mm512_set1_ps(LOG_C3));
    p = _mm512_fmadd_ps(p, f, _mm512_set1_ps(LOG_C2));
    p = _mm512_fmadd_ps(p, f, _mm512_set1_ps(LOG_C1));
    p = _mm512_fmadd_ps(p, f, _mm512_set1_ps(LOG_C0));
    __m512 low = _mm512_fmadd_ps(k, _mm512_set1_ps(LOG_LN2_LO), _mm512_mul_ps(_mm512_mul_ps(f, f), p));
    return _mm512_fmadd_ps(k, _mm512_set1_ps(LOG_LN2_HI), _mm512_add_ps(f, low));
}

ALWAYS_INLINE __m512 log16(__m512 x)
{
    const __m512 zero = _mm512_setzero_ps(), infinity = _mm512_set1_ps(__builtin_inff());
    __mmask16 is_small = _mm512_cmp_ps_mask(x, _mm512_set1_ps(LOG_SMALLEST_NORMAL), _CMP_LT_OQ);
    __m512 lifted = _mm512_mask_mul_ps(x, is_small, x, _mm512_set1_ps(LOG_LIFT));
    __m512i k0 = _mm512_maskz_mov_epi32(is_small, _mm512_set1_epi32(-LOG_LIFT_EXPONENT));
    __m512 y = log_of_normal16(lifted, k0);
    y = _mm512_mask_mov_ps(y, _mm512_cmp_ps_mask(x, infinity, _CMP_EQ_OQ), x);
    y = _mm512_mask_mov_ps(y, _mm512_cmp_ps_mask(x, zero, _CMP_EQ_OQ), _mm512_set1_ps(-__builtin_inff()));
    return _mm512_mask_mov_ps(_mm512_set1_ps(__builtin_nanf("")), _mm512_cmp_ps_mask(x, zero, _CMP_GE_OQ), y);
}

ALWAYS_INLINE __m512 tanh16(__m512 x)
{
    const __m512 one = _mm512_set1_ps(1.0f);
    const __m512i sign_bit = _mm512_set1_epi32((int)0x80000000u);
    __m512i bits = _mm512_castps_si512(x);
    __m512 a = _mm512_castsi512_ps(_mm512_andnot_si512(sign_bit, bits));
    __m512 e = exp16(_mm512_add_ps(a, a));
    __m512 far = _mm512_sub_ps(one, _mm512_div_ps(_mm512_set1_ps(2.0f), _mm512_add_ps(e, one)));
    __m512 x2 = _mm512_mul_ps(x, x);
    __m512 q = _mm512_fmadd_ps(_mm512_set1_ps(TANH_C5), x2, _mm512_set1_ps(TANH_C4));
    q = _mm512_fmadd_ps(q, x2, _mm512_set1_ps(TANH_C3));
    q = _mm512_fmadd_ps(q, x2, _mm512_set1_ps(TANH_C2));
    q = _mm512_fmadd_ps(q, x2, _mm512_set1_ps(TANH_C1));
    q = _mm512_fmadd_ps(q, x2, _mm512_set1_ps(TANH_C0));
    __m512 near = _mm512_fmadd_ps(_mm512_mul_ps(a, x2), q, a);
    __mmask16 is_near = _mm512_cmp_ps_mask(a, _mm512_set1_ps(TANH_NEAR), _CMP_LT_OQ);
    __m512i y = _mm512_castps_si512(_mm512_mask_mov_ps(far, is_near, near)); /* not negative */
    return _mm512_castsi512_ps(_mm512_or_si512(y, _mm512_and_si512(sign_bit, bits)));
}

/* ------------------------------------------------------------ reductions */

/* One block of 64: (e[l] + e[l+16]) + (e[l+32] + e[l+48]). */
ALWAYS_INLINE __m512 sum_block16(const __m512 e[4])
{
    return _mm512_add_ps(_mm512_add_ps(e[0], e[1]), _mm512_add_ps(e[2], e[3]));
}

ALWAYS_INLINE __m512 max_or_sum16(__m512 x, __m512 y, const bool is_max)
{
    return is_max ? _mm512_max_ps(x, y) : _mm512_add_ps(x, y);
}

/* The largest, or the sum, across the lanes of each of eight registers, in lanes 0 .. 7: lanes l and l + 8,
 * + 4, + 2, + 1, as one register at a time would, with the halves that each step frees used by another. */
ALWAYS_INLINE __m512 tree16(const __m512 r[8], const bool is_max)
{
    const __m512i first_of_each = _mm512_set_epi32(0, 0, 0, 0, 0, 0, 0, 0, 13, 9, 5, 1, 12, 8, 4, 0);
    __m512 eights[4], fours[2];
    UNROLL
    for (int i = 0; i < 4; i++) {
        __m512 low = _mm512_shuffle_f32x4(r[2 * i], r[2 * i + 1], 0x44);
        eights[i] = max_or_sum16(low, _mm512_shuffle_f32x4(r[2 * i], r[2 * i + 1], 0xee), is_max);
    }
    UNROLL
    for (int i = 0; i < 2; i++) {
        __m512 low = _mm512_shuffle_f32x4(eights[2 * i], eights[2 * i + 1], 0x88);
        fours[i] = max_or_sum16(low, _mm512_shuffle_f32x4(eights[2 * i], eights[2 * i + 1], 0xdd), is_max);
    }
    __m512 low = _mm512_shuffle_ps(fours[0], fours[1], 0x44);
    __m512 twos = max_or_sum16(low, _mm512_shuffle_ps(fours[0], fours[1], 0xee), is_max);
    low = _mm512_shuffle_ps(twos, twos, 0x88);
    __m512 ones = max_or_sum16(low, _mm512_shuffle_ps(twos, twos, 0xdd), is_max);
    return _mm512_permutexvar_ps(first_of_each, ones);
}

/* Sixteen double sums. */
typedef struct Lanes16 {
    __m512d d[2];
} Lanes16;

ALWAYS_INLINE Lanes16 lanes_zero16(void)
{
    Lanes16 s = {{_mm512_setzero_pd(), _mm512_setzero_pd()}};
    return s;
}

ALWAYS_INLINE Lanes16 lanes_load16(const double *p)
{
    Lanes16 s = {{_mm512_loadu_pd(p), _mm512_loadu_pd(p + 8)}};
    return s;
}

ALWAYS_INLINE void lanes_store16(double *p, const Lanes16 *s)
{
    _mm512_storeu_pd(p, s->d[0]);
    _mm512_storeu_pd(p + 8, s->d[1]);
}

ALWAYS_INLINE void lanes_add16(Lanes16 *s, const __m512 e[4])
{
    __m512 f = sum_block16(e);
    s->d[0] = _mm512_add_pd(s->d[0], _mm512_cvtps_pd(_mm512_castps512_ps256(f)));
    s->d[1] = _mm512_add_pd(s->d[1], _mm512_cvtps_pd(_mm512_extractf32x8_ps(f, 1)));
}

/* Lanes l + (l + 8), + 4, + 2, + 1. */
ALWAYS_INLINE double lanes_sum16(const Lanes16 *s)
{
    __m512d x = _mm512_add_pd(s->d[0], s->d[1]);
    __m256d y = _mm256_add_pd(_mm512_castpd512_pd256(x), _mm512_extractf64x4_pd(x, 1));
    __m128d z = _mm_add_pd(_mm256_castpd256_pd128(y), _mm256_extractf128_pd(y, 1));
    return _mm_cvtsd_f64(_mm_add_sd(z, _mm_unpackhi_pd(z, z)));
}

/* The first n of a block of 64 floats, `fill` behind them. */
ALWAYS_INLINE void load_block16(const float *p, size_t n, __m512 fill, __m512 e[4])
{
    if (n >= HEED_BLOCK) {
        UNROLL
        for (size_t v = 0; v < 4; v++) e[v] = _mm512_loadu_ps(p + v * VEC16);
        return;
    }
    UNROLL
    for (size_t v = 0; v < 4; v++) e[v] = _mm512_mask_loadu_ps(fill, block_lanes16(n, v), p + v * VEC16);
}

ALWAYS_INLINE void store_block16(float *p, size_t n, const __m512 e[4])
{
    UNROLL
    for (size_t v = 0; v < 4; v++) _mm512_mask_storeu_ps(p + v * VEC16, block_lanes16(n, v), e[v]);
}

#endif
