/* exp, log, tanh, sine and cosine, one element at a time: the definitions that every vector
 * kernel repeats operation by operation.
 *
 * Two rules keep the bits alike: each rounding is written out (fmaf where a product and a sum
 * round once, a named step where they round twice), and selection never looks at more than the
 * vector kernels can (a comparison, then one value or the other). Constants are negated, never
 * variables.
 */
#ifndef HEED_CORE_MATH_H
#define HEED_CORE_MATH_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "core/polynomials.h"

static inline uint32_t bits_of(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline float float_of(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* 2^n for -126 <= n <= 127, by its bits. (Any other n gives some float, which NaNs rely on.) */
static inline float pow2(int32_t n)
{
    return float_of(((uint32_t)n + 127u) << 23);
}

/* e^x = p * 2^n with p in [0.7, 1.42]. For x in [EXP_LOW, EXP_HIGH]; NaN gives p = NaN and any n. */
typedef struct ExpParts {
    float p;
    int32_t n;
} ExpParts;

static inline ExpParts exp_parts(float x)
{
    /* Adding 1.5 * 2^23 leaves the nearest whole number in the low bits of t. */
    float t = fmaf(x, EXP_LOG2E, EXP_ROUND);
    float n = t - EXP_ROUND;
    /* r = x - n ln 2, with ln 2 in two parts; |r| <= 0.35. */
    float r = fmaf(n, EXP_MINUS_LN2_HI, x);
    r = fmaf(n, EXP_MINUS_LN2_LO, r);
    float p = EXP_C6;
    p = fmaf(p, r, EXP_C5);
    p = fmaf(p, r, EXP_C4);
    p = fmaf(p, r, EXP_C3);
    p = fmaf(p, r, EXP_C2);
    p = fmaf(p, r, 1.0f);
    p = fmaf(p, r, 1.0f);
    ExpParts parts = {p, (int32_t)(bits_of(t) - bits_of(EXP_ROUND))};
    return parts;
}

/* p * 2^n in two steps, so that the one rounding of a subnormal or overflowing result comes last. */
static inline float scale_by_pow2(float p, int32_t n)
{
    int32_t half = n >> 1;
    return p * pow2(half) * pow2(n - half);
}

static inline float exp_scalar(float x)
{
    x = x < EXP_LOW ? EXP_LOW : x; /* NaN passes both */
    x = x > EXP_HIGH ? EXP_HIGH : x;
    ExpParts e = exp_parts(x);
    return scale_by_pow2(e.p, e.n);
}

/* x = 2^k (1 + f) with 1 + f in [sqrt(1/2), sqrt(2)); log(1 + f) = f + f^2 P(f). x > 0, finite. */
static inline float log_of_positive(float x)
{
    int32_t k = 0;
    if (x < LOG_SMALLEST_NORMAL) { /* subnormal: lift it into the normal range first */
        x *= LOG_LIFT;
        k = -LOG_LIFT_EXPONENT;
    }
    uint32_t above = bits_of(x) - LOG_SQRT_HALF_BITS;
    k += (int32_t)above >> 23;
    float f = float_of((above & 0x7fffffu) + LOG_SQRT_HALF_BITS) - 1.0f;
    float p = LOG_C8;
    p = fmaf(p, f, LOG_C7);
    p = fmaf(p, f, LOG_C6);
    p = fmaf(p, f, LOG_C5);
    p = fmaf(p, f, LOG_C4);
    p = fmaf(p, f, LOG_C3);
    p = fmaf(p, f, LOG_C2);
    p = fmaf(p, f, LOG_C1);
    p = fmaf(p, f, LOG_C0);
    float kf = (float)k;
    float low = fmaf(kf, LOG_LN2_LO, f * f * p);
    return fmaf(kf, LOG_LN2_HI, f + low);
}

static inline float log_scalar(float x)
{
    float y = log_of_positive(x);
    y = x == INFINITY ? x : y;
    y = x == 0.0f ? -INFINITY : y;
    return x >= 0.0f ? y : NAN; /* below zero, or NaN */
}

/* For a = |x|: near 0, a + a^3 Q(a^2); further out 1 - 2 / (e^2a + 1). Then the sign of x. */
static inline float tanh_scalar(float x)
{
    float a = fabsf(x);
    float far = 1.0f - 2.0f / (exp_scalar(a + a) + 1.0f);
    float x2 = x * x;
    float q = TANH_C5;
    q = fmaf(q, x2, TANH_C4);
    q = fmaf(q, x2, TANH_C3);
    q = fmaf(q, x2, TANH_C2);
    q = fmaf(q, x2, TANH_C1);
    q = fmaf(q, x2, TANH_C0);
    float near = fmaf(a * x2, q, a);
    float y = a < TANH_NEAR ? near : far; /* not negative */
    return float_of(bits_of(y) | (bits_of(x) & 0x80000000u));
}

/* Sine and cosine of 2 pi x / 2^32: the nearest quarter turn q, and t quarter turns beyond it,
 * t in [-1/2, 1/2). */
static inline void sincos_turn(uint32_t x, float *sine, float *cosine)
{
    uint32_t q = (x + (1u << 29)) >> 30;
    float t = (float)(int32_t)(x << 2) * 0x1p-32f;
    float u = t * t;
    float s = SIN_C4;
    s = fmaf(s, u, SIN_C3);
    s = fmaf(s, u, SIN_C2);
    s = fmaf(s, u, SIN_C1);
    s = fmaf(s, u, SIN_C0);
    s = s * t;
    float c = COS_C4;
    c = fmaf(c, u, COS_C3);
    c = fmaf(c, u, COS_C2);
    c = fmaf(c, u, COS_C1);
    c = fmaf(c, u, 1.0f);
    /* An odd quarter turn swaps them; bit 1 of q (of q + 1 for the cosine) turns the sign. */
    float sin_part = q & 1u ? c : s;
    float cos_part = q & 1u ? s : c;
    *sine = float_of(bits_of(sin_part) ^ (q & 2u) << 30);
    *cosine = float_of(bits_of(cos_part) ^ ((q + 1u) & 2u) << 30);
}

#endif
