/* The constants of the shared polynomials, and of Philox. They are part of the core's contract:
 * change one, and every digit may change.
 *
 * Each polynomial is a minimax fit in single-precision coefficients over its reduced range; the
 * errors stated in heed/core.h were found by a search over all floats.
 */
#ifndef HEED_POLYNOMIALS_H
#define HEED_POLYNOMIALS_H

/* e^r for |r| <= ln(2)/2, by Horner; c1 = c0 = 1. Arguments are clamped first: e^-104 < 2^-150
 * rounds to 0, e^89 > 2^128 overflows. */
#define EXP_LOW          (-104.0f)
#define EXP_HIGH         89.0f
#define EXP_LOG2E        0x1.715476p0f
#define EXP_ROUND        0x1.8p23f
#define EXP_MINUS_LN2_HI (-0x1.62e430p-1f)
#define EXP_MINUS_LN2_LO (+0x1.05c610p-29f)
#define EXP_C6           0x1.6a23d0p-10f
#define EXP_C5           0x1.123a20p-7f
#define EXP_C4           0x1.5558f2p-5f
#define EXP_C3           0x1.555492p-3f
#define EXP_C2           0x1.fffffcp-2f

/* softmax: from this magnitude of the row's maximum on, it is subtracted before e^z is taken;
 * what lies further below the maximum than EXP_LOW counts as lying there. */
#define SOFTMAX_BASE_FROM 512.0f

/* log(1 + f) = f + f^2 P(f) for 1 + f in [sqrt(1/2), sqrt(2)). k * LN2_HI is exact for |k| < 2^9. */
#define LOG_SMALLEST_NORMAL 0x1p-126f
#define LOG_LIFT            0x1p23f
#define LOG_LIFT_EXPONENT   23
#define LOG_SQRT_HALF_BITS  0x3f3504f3u
#define LOG_LN2_HI          0x1.62e4p-1f
#define LOG_LN2_LO          0x1.7f7d1cp-20f
#define LOG_C0              (-0x1.fffffep-2f)
#define LOG_C1              0x1.55555p-2f
#define LOG_C2              (-0x1.00022ep-2f)
#define LOG_C3              0x1.99a25ap-3f
#define LOG_C4              (-0x1.547fc8p-3f)
#define LOG_C5              0x1.22b606p-3f
#define LOG_C6              (-0x1.0cbc42p-3f)
#define LOG_C7              0x1.05e64cp-3f
#define LOG_C8              (-0x1.3e5ff2p-4f)

/* tanh(x) = x + x^3 Q(x^2) for |x| < TANH_NEAR. */
#define TANH_NEAR 0.625f
#define TANH_C0   (-0x1.555556p-2f)
#define TANH_C1   0x1.111136p-3f
#define TANH_C2   (-0x1.ba19acp-5f)
#define TANH_C3   0x1.656cb4p-6f
#define TANH_C4   (-0x1.154816p-7f)
#define TANH_C5   0x1.3acea4p-9f

/* sin(pi t / 2) = t S(t^2), cos(pi t / 2) = C(t^2) for |t| <= 1/2. */
#define SIN_C0 0x1.921fb6p0f
#define SIN_C1 (-0x1.4abbcep-1f)
#define SIN_C2 0x1.466bbap-4f
#define SIN_C3 (-0x1.32ca9ep-8f)
#define SIN_C4 0x1.4bc85cp-13f
#define COS_C1 (-0x1.3bd3ccp0f)
#define COS_C2 0x1.03c1eap-2f
#define COS_C3 (-0x1.55cb98p-6f)
#define COS_C4 0x1.db6492p-11f

/* Philox-4x32-10 (Salmon et al. 2011): the round's multipliers and the key's steps. */
#define PHILOX_ROUNDS 10
#define PHILOX_M0     0xD2511F53u
#define PHILOX_M1     0xCD9E8D57u
#define PHILOX_W0     0x9E3779B9u
#define PHILOX_W1     0xBB67AE85u

#endif
