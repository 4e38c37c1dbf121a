/* Eight floats at a time: the shared polynomials of core_math.h, operation by operation, and the odd
 * ends of arrays. For the AVX2 kernels. */
#ifndef HEED_CORE_VEC_AVX2_H
#define HEED_CORE_VEC_AVX2_H

#include <immintrin.h>
#include <stdint.h>

#include "core/inline.h"
#include "core/kernels.h"
#include "core/polynomials.h"

enum { VEC8 = 8 };

/* -------------------------------------------------------------- odd ends */

/* All ones in the first n of eight lanes. */
ALWAYS_INLINE __m256i first_lanes8(size_t n)
{
    static const int32_t ones_then_zeros[16] = {-1, -1, -1, -1, -1, -1, -1, -1};
    return _mm256_loadu_si256((const __m256i *)(const void *)(ones_then_zeros + 8 - n));
}

/* The first n of eight floats, zeros behind them; nothing behind them is read. */
ALWAYS_INLINE __m256 load_first8(const float *p, size_t n)
{
    return _mm256_maskload_ps(p, first_lanes8(n));
}

/* Stores the first n < 8 floats by halves: a masked store is slow on many processors. */
ALWAYS_INLINE void store_first8(float *p, size_t n, __m256 x)
{
    __m128 part = _mm256_castps256_ps128(x);
    if (n & 4) {
        _mm_storeu_ps(p, part);
        part = _mm256_extractf128_ps(x, 1);
        p += 4;
    }
    if (n & 2) {
        _mm_storel_pi((__m64 *)(void *)p, part);
        part = _mm_movehl_ps(part, part);
        p += 2;
    }
    if (n & 1) _mm_store_ss(p, part);
}

/* Eight floats, or the first n where there are fewer. */
ALWAYS_INLINE void store_up_to8(float *p, size_t n, __m256 x)
{
    if (n >= VEC8) {
        _mm256_storeu_ps(p, x);
    } else {
        store_first8(p, n, x);
    }
}

ALWAYS_INLINE float max_of_lanes8(__m256 x)
{
    __m128 m = _mm_max_ps(_mm256_castps256_ps128(x), _mm256_extractf128_ps(x, 1));
    m = _mm_max_ps(m, _mm_movehl_ps(m, m));
    return _mm_cvtss_f32(_mm_max_ss(m, _mm_movehdup_ps(m)));
}

ALWAYS_INLINE float min_of_lanes8(__m256 x)
{
    __m128 m = _mm_min_ps(_mm256_castps256_ps128(x), _mm256_extractf128_ps(x, 1));
    m = _mm_min_ps(m, _mm_movehl_ps(m, m));
    return _mm_cvtss_f32(_mm_min_ss(m, _mm_movehdup_ps(m)));
}

/* ------------------------------------------------------------- transpose */

/* Rows become columns, in registers: 2 x 2, then 4 x 4, then the halves. */
ALWAYS_INLINE void transpose8(__m256 r[8])
{
    __m256 pairs[8], quads[8];
    UNROLL
    for (int i = 0; i < 4; i++) {
        pairs[2 * i] = _mm256_unpacklo_ps(r[2 * i], r[2 * i + 1]);
        pairs[2 * i + 1] = _mm256_unpackhi_ps(r[2 * i], r[2 * i + 1]);
    }
    UNROLL
    for (int i = 0; i < 2; i++) {
        quads[4 * i] = _mm256_shuffle_ps(pairs[4 * i], pairs[4 * i + 2], 0x44);
        quads[4 * i + 1] = _mm256_shuffle_ps(pairs[4 * i], pairs[4 * i + 2], 0xee);
        quads[4 * i + 2] = _mm256_shuffle_ps(pairs[4 * i + 1], pairs[4 * i + 3], 0x44);
        quads[4 * i + 3] = _mm256_shuffle_ps(pairs[4 * i + 1], pairs[4 * i + 3], 0xee);
    }
    UNROLL
    for (int i = 0; i < 4; i++) {
        r[i] = _mm256_permute2f128_ps(quads[i], quads[i + 4], 0x20);
        r[i + 4] = _mm256_permute2f128_ps(quads[i], quads[i + 4], 0x31);
    }
}

/* Rows 0 .. n-1 of eight, at p + i * stride, the first k of eight columns; zeros elsewhere. */
ALWAYS_INLINE void load_rows8(const float *p, size_t stride, size_t n, size_t k, __m256 r[8])
{
    if (n == VEC8 && k == VEC8) {
        UNROLL
        for (size_t i = 0; i < 8; i++) r[i] = _mm256_loadu_ps(p + i * stride);
        return;
    }
    UNROLL
    for (size_t i = 0; i < 8; i++) r[i] = i < n ? load_first8(p + i * stride, k) : _mm256_setzero_ps();
}

/* ------------------------------------------------------------------- exp */

/* p of e^x = p 2^n, and t, whose low bits hold n + bias, as in exp_parts; bias goes in through `round`
 * = EXP_ROUND + bias (exact; no product x * log2(e) lies half way between whole numbers). */
ALWAYS_INLINE __m256 exp_parts8(__m256 x, __m256 round, __m256 *t)
{
    *t = _mm256_fmadd_ps(x, _mm256_set1_ps(EXP_LOG2E), round);
    __m256 n = _mm256_sub_ps(*t, round);
    __m256 r = _mm256_fmadd_ps(n, _mm256_set1_ps(EXP_MINUS_LN2_HI), x);
    r = _mm256_fmadd_ps(n, _mm256_set1_ps(EXP_MINUS_LN2_LO), r);
    __m256 p = _mm256_fmadd_ps(_mm256_set1_ps(EXP_C6), r, _mm256_set1_ps(EXP_C5));
    p = _mm256_fmadd_ps(p, r, _mm256_set1_ps(EXP_C4));
    p = _mm256_fmadd_ps(p, r, _mm256_set1_ps(EXP_C3));
    p = _mm256_fmadd_ps(p, r, _mm256_set1_ps(EXP_C2));
    p = _mm256_fmadd_ps(p, r, _mm256_set1_ps(1.0f));
    return _mm256_fmadd_ps(p, r, _mm256_set1_ps(1.0f));
}

/* 2^i where the low bits of t hold i + 127. */
ALWAYS_INLINE __m256 pow2_of_low_bits8(__m256 t)
{
    return _mm256_castsi256_ps(_mm256_slli_epi32(_mm256_castps_si256(t), 23));
}

/* e^x for x <= 0 or NaN: the exponent is raised by 64 and the result lowered by 2^-64, so that only the
 * last step can round. Up to EXP_LOW the last step is taken from 0: a result that underflows costs as much as
 * a hundred others, and a masked score is -inf. */
ALWAYS_INLINE __m256 exp_of_negative8(__m256 x)
{
    __m256 t;
    __m256 counts = _mm256_cmp_ps(x, _mm256_set1_ps(EXP_LOW), _CMP_NLE_UQ);
    __m256 p = exp_parts8(x, _mm256_set1_ps(EXP_ROUND + 127.0f + 64.0f), &t);
    __m256 raised = _mm256_and_ps(counts, _mm256_mul_ps(p, pow2_of_low_bits8(t)));
    return _mm256_mul_ps(raised, _mm256_set1_ps(0x1p-64f));
}

/* e^x: as above below zero, and mirrored above it, where the exponent is lowered by 64 and the result raised.
 * By the sign in whole numbers: a blend takes three steps on some processors. */
ALWAYS_INLINE __m256 exp8(__m256 x)
{
    const __m256i apart = _mm256_set1_epi32(128 << 23), two_to_64 = _mm256_set1_epi32((127 + 64) << 23);
    __m256 t;
    __m256 counts = _mm256_cmp_ps(x, _mm256_set1_ps(EXP_LOW), _CMP_NLE_UQ);
    x = _mm256_min_ps(_mm256_set1_ps(EXP_HIGH), x); /* a NaN in the second operand passes */
    __m256 p = exp_parts8(x, _mm256_set1_ps(EXP_ROUND + 127.0f - 64.0f), &t);
    __m256i below = _mm256_and_si256(_mm256_srai_epi32(_mm256_castps_si256(x), 31), apart);
    __m256i power = _mm256_add_epi32(_mm256_slli_epi32(_mm256_castps_si256(t), 23), below);
    __m256 last = _mm256_castsi256_ps(_mm256_sub_epi32(two_to_64, below));
    return _mm256_mul_ps(_mm256_and_ps(counts, _mm256_mul_ps(p, _mm256_castsi256_ps(power))), last);
}

/* ------------------------------------------------------------- log, tanh */

/* log of positive normal floats; k0 is added to the exponent. */
ALWAYS_INLINE __m256 log_of_normal8(__m256 x, __m256i k0)
{
    const __m256i sqrt_half = _mm256_set1_epi32((int)LOG_SQRT_HALF_BITS);
    __m256i above = _mm256_sub_epi32(_mm256_castps_si256(x), sqrt_half);
    __m256 k = _mm256_cvtepi32_ps(_mm256_add_epi32(_mm256_srai_epi32(above, 23), k0));
    __m256i m = _mm256_add_epi32(_mm256_and_si256(above, _mm256_set1_epi32(0x7fffff)), sqrt_half);
    __m256 f = _mm256_sub_ps(_mm256_castsi256_ps(m), _mm256_set1_ps(1.0f));
    __m256 p = _mm256_fmadd_ps(_mm256_set1_ps(LOG_C8), f, _mm256_set1_ps(LOG_C7));
    p = _mm256_fmadd_ps(p, f, _mm256_set1_ps(LOG_C6));
    p = _mm256_fmadd_ps(p, f, _mm256_set1_ps(LOG_C5));
    p = _mm256_fmadd_ps(p, f, _mm256_set1_ps(LOG_C4));
    p = _mm256_fmadd_ps(p, f, _mm256_set1_ps(LOG_C3));
    p = _mm256_fmadd_ps(p, f, _mm256_set1_ps(LOG_C2));
    p = _mm256_fmadd_ps(p, f, _mm256_set1_ps(LOG_C1));
    p = _mm256_fmadd_ps(p, f, _mm256_set1_ps(LOG_C0));
    __m256 low = _mm256_fmadd_ps(k, _mm256_set1_ps(LOG_LN2_LO), _mm256_mul_ps(_mm256_mul_ps(f, f), p));
    return _mm256_fmadd_ps(k, _mm256_set1_ps(LOG_LN2_HI), _mm256_add_ps(f, low));
}

ALWAYS_INLINE __m256 log8(__m256 x)
{
    const __m256 zero = _mm256_setzero_ps(), infinity = _mm256_set1_ps(__builtin_inff());
    __m256 is_small = _mm256_cmp_ps(x, _mm256_set1_ps(LOG_SMALLEST_NORMAL), _CMP_LT_OQ);
    __m256 lifted = _mm256_blendv_ps(x, _mm256_mul_ps(x, _mm256_set1_ps(LOG_LIFT)), is_small);
    __m256i k0 = _mm256_and_si256(_mm256_castps_si256(is_small), _mm256_set1_epi32(-LOG_LIFT_EXPONENT));
    __m256 y = log_of_normal8(lifted, k0);
    y = _mm256_blendv_ps(y, x, _mm256_cmp_ps(x, infinity, _CMP_EQ_OQ));
    y = _mm256_blendv_ps(y, _mm256_set1_ps(-__builtin_inff()), _mm256_cmp_ps(x, zero, _CMP_EQ_OQ));
    return _mm256_blendv_ps(_mm256_set1_ps(__builtin_nanf("")), y, _mm256_cmp_ps(x, zero, _CMP_GE_OQ));
}

ALWAYS_INLINE __m256 tanh8(__m256 x)
{
    const __m256 one = _mm256_set1_ps(1.0f), sign_bit = _mm256_set1_ps(-0.0f);
    __m256 a = _mm256_andnot_ps(sign_bit, x);
    __m256 e = exp8(_mm256_add_ps(a, a));
    __m256 far = _mm256_sub_ps(one, _mm256_div_ps(_mm256_set1_ps(2.0f), _mm256_add_ps(e, one)));
    __m256 x2 = _mm256_mul_ps(x, x);
    __m256 q = _mm256_fmadd_ps(_mm256_set1_ps(TANH_C5), x2, _mm256_set1_ps(TANH_C4));
    q = _mm256_fmadd_ps(q, x2, _mm256_set1_ps(TANH_C3));
    q = _mm256_fmadd_ps(q, x2, _mm256_set1_ps(TANH_C2));
    q = _mm256_fmadd_ps(q, x2, _mm256_set1_ps(TANH_C1));
    q = _mm256_fmadd_ps(q, x2, _mm256_set1_ps(TANH_C0));
    __m256 near = _mm256_fmadd_ps(_mm256_mul_ps(a, x2), q, a);
    __m256 y = _mm256_blendv_ps(far, near, _mm256_cmp_ps(a, _mm256_set1_ps(TANH_NEAR), _CMP_LT_OQ));
    return _mm256_or_ps(y, _mm256_and_ps(sign_bit, x)); /* y is not negative */
}

/* ------------------------------------------------------------ reductions */

/* One block of 64, lane l of 16: (e[l] + e[l+16]) + (e[l+32] + e[l+48]). */
ALWAYS_INLINE void block_lanes8(const __m256 e[8], __m256 lanes[2])
{
    lanes[0] = _mm256_add_ps(_mm256_add_ps(e[0], e[2]), _mm256_add_ps(e[4], e[6]));
    lanes[1] = _mm256_add_ps(_mm256_add_ps(e[1], e[3]), _mm256_add_ps(e[5], e[7]));
}

ALWAYS_INLINE __m256 max_or_sum8(__m256 x, __m256 y, const bool is_max)
{
    return is_max ? _mm256_max_ps(x, y) : _mm256_add_ps(x, y);
}

/* The largest, or the sum, across the lanes of each of eight registers, in lanes 0 .. 7: lanes l and l + 4,
 * + 2, + 1, as one register at a time would, with the halves that each step frees used by another. */
ALWAYS_INLINE __m256 tree8(const __m256 r[8], const bool is_max)
{
    __m256 fours[4], twos[2];
    UNROLL
    for (int i = 0; i < 4; i++) {
        __m256 low = _mm256_permute2f128_ps(r[2 * i], r[2 * i + 1], 0x20);
        fours[i] = max_or_sum8(low, _mm256_permute2f128_ps(r[2 * i], r[2 * i + 1], 0x31), is_max);
    }
    UNROLL
    for (int i = 0; i < 2; i++) {
        __m256 low = _mm256_shuffle_ps(fours[2 * i], fours[2 * i + 1], 0x44);
        twos[i] = max_or_sum8(low, _mm256_shuffle_ps(fours[2 * i], fours[2 * i + 1], 0xee), is_max);
    }
    __m256 low = _mm256_shuffle_ps(twos[0], twos[1], 0x88);
    __m256 ones = max_or_sum8(low, _mm256_shuffle_ps(twos[0], twos[1], 0xdd), is_max);
    /* here rows 0 2 4 6 | 1 3 5 7 */
    return _mm256_permutevar8x32_ps(ones, _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7));
}

/* Sixteen double sums. */
typedef struct Lanes8 {
    __m256d d[4];
} Lanes8;

ALWAYS_INLINE Lanes8 lanes_zero8(void)
{
    const __m256d zero = _mm256_setzero_pd();
    Lanes8 s = {{zero, zero, zero, zero}};
    return s;
}

ALWAYS_INLINE Lanes8 lanes_load8(const double *p)
{
    Lanes8 s;
    UNROLL
    for (int i = 0; i < 4; i++) s.d[i] = _mm256_loadu_pd(p + 4 * i);
    return s;
}

ALWAYS_INLINE void lanes_store8(double *p, const Lanes8 *s)
{
    UNROLL
    for (int i = 0; i < 4; i++) _mm256_storeu_pd(p + 4 * i, s->d[i]);
}

/* Adds a block of 64 elements. */
ALWAYS_INLINE void lanes_add8(Lanes8 *s, const __m256 e[8])
{
    __m256 f[2];
    block_lanes8(e, f);
    UNROLL
    for (int i = 0; i < 2; i++) {
        s->d[2 * i] = _mm256_add_pd(s->d[2 * i], _mm256_cvtps_pd(_mm256_castps256_ps128(f[i])));
        s->d[2 * i + 1] = _mm256_add_pd(s->d[2 * i + 1], _mm256_cvtps_pd(_mm256_extractf128_ps(f[i], 1)));
    }
}

/* Lanes l + (l + 8), + 4, + 2, + 1. */
ALWAYS_INLINE double lanes_sum8(const Lanes8 *s)
{
    __m256d x = _mm256_add_pd(_mm256_add_pd(s->d[0], s->d[2]), _mm256_add_pd(s->d[1], s->d[3]));
    __m128d y = _mm_add_pd(_mm256_castpd256_pd128(x), _mm256_extractf128_pd(x, 1));
    return _mm_cvtsd_f64(_mm_add_sd(y, _mm_unpackhi_pd(y, y)));
}

/* The first n of a block of 64 floats, `fill` behind them. */
ALWAYS_INLINE void load_block8(const float *p, size_t n, __m256 fill, __m256 e[8])
{
    if (n >= HEED_BLOCK) {
        UNROLL
        for (size_t i = 0; i < 8; i++) e[i] = _mm256_loadu_ps(p + 8 * i);
        return;
    }
    for (size_t i = 0; i < 8; i++) {
        __m256i here = first_lanes8(n <= 8 * i ? 0 : n - 8 * i >= VEC8 ? VEC8 : n - 8 * i);
        e[i] = _mm256_blendv_ps(fill, _mm256_maskload_ps(p + 8 * i, here), _mm256_castsi256_ps(here));
    }
}

ALWAYS_INLINE void store_block8(float *p, size_t n, const __m256 e[8])
{
    for (size_t i = 0; i < 8 && 8 * i < n; i++) store_up_to8(p + 8 * i, n - 8 * i, e[i]);
}

#endif
