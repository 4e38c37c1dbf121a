/* AVX-512 intrinsics for machines that lack them: SIMDe's where it has them, plain loops where not.
 * Slow, and meant for one test program. */
#ifndef HEED_TESTS_EMULATED_AVX512_H
#define HEED_TESTS_EMULATED_AVX512_H

#define SIMDE_ENABLE_NATIVE_ALIASES
#include <simde/x86/avx512.h>

#include <math.h>
#include <stdint.h>
#include <string.h>

static inline __m512 emulated_shuffle_f32x4(__m512 a, __m512 b, int choice)
{
    float x[16], y[16], r[16];
    memcpy(x, &a, sizeof x);
    memcpy(y, &b, sizeof y);
    for (int quarter = 0; quarter < 4; quarter++) {
        memcpy(r + 4 * quarter, (quarter < 2 ? x : y) + 4 * (choice >> 2 * quarter & 3), 4 * sizeof(float));
    }
    __m512 result;
    memcpy(&result, r, sizeof r);
    return result;
}
#undef _mm512_shuffle_f32x4
#define _mm512_shuffle_f32x4(a, b, choice) emulated_shuffle_f32x4((a), (b), (choice))

static inline __m512 emulated_cvtepi32_ps(__m512i a)
{
    int32_t x[16];
    float r[16];
    memcpy(x, &a, sizeof x);
    for (int i = 0; i < 16; i++) r[i] = (float)x[i];
    __m512 result;
    memcpy(&result, r, sizeof r);
    return result;
}
#undef _mm512_cvtepi32_ps
#define _mm512_cvtepi32_ps(a) emulated_cvtepi32_ps(a)

static inline __m512i emulated_srai_epi32(__m512i a, unsigned count)
{
    int32_t x[16];
    memcpy(x, &a, sizeof x);
    for (int i = 0; i < 16; i++) x[i] >>= count;
    __m512i result;
    memcpy(&result, x, sizeof x);
    return result;
}
#undef _mm512_srai_epi32
#define _mm512_srai_epi32(a, count) emulated_srai_epi32((a), (count))

static inline __m256 emulated_extractf32x8_ps(__m512 a, int half)
{
    float x[16];
    memcpy(x, &a, sizeof x);
    __m256 result;
    memcpy(&result, x + 8 * half, sizeof result);
    return result;
}
#undef _mm512_extractf32x8_ps
#define _mm512_extractf32x8_ps(a, half) emulated_extractf32x8_ps((a), (half))

static inline __m512i emulated_cvtepu8_epi32(__m128i a)
{
    uint8_t x[16];
    int32_t r[16];
    memcpy(x, &a, sizeof x);
    for (int i = 0; i < 16; i++) r[i] = x[i];
    __m512i result;
    memcpy(&result, r, sizeof r);
    return result;
}
#undef _mm512_cvtepu8_epi32
#define _mm512_cvtepu8_epi32(a) emulated_cvtepu8_epi32(a)

static inline __m512d emulated_cvtps_pd(__m256 a)
{
    float x[8];
    double r[8];
    memcpy(x, &a, sizeof x);
    for (int i = 0; i < 8; i++) r[i] = (double)x[i];
    __m512d result;
    memcpy(&result, r, sizeof r);
    return result;
}
#undef _mm512_cvtps_pd
#define _mm512_cvtps_pd(a) emulated_cvtps_pd(a)

static inline __m512 emulated_mask_loadu_ps(__m512 fill, __mmask16 lanes, const float *p)
{
    float r[16];
    memcpy(r, &fill, sizeof r);
    for (int i = 0; i < 16; i++) {
        if (lanes >> i & 1) r[i] = p[i];
    }
    __m512 result;
    memcpy(&result, r, sizeof r);
    return result;
}
#undef _mm512_mask_loadu_ps
#define _mm512_mask_loadu_ps(fill, lanes, p) emulated_mask_loadu_ps((fill), (lanes), (p))
#undef _mm512_maskz_loadu_ps
#define _mm512_maskz_loadu_ps(lanes, p) emulated_mask_loadu_ps(_mm512_setzero_ps(), (lanes), (p))

static inline void emulated_mask_storeu_ps(float *p, __mmask16 lanes, __m512 a)
{
    float x[16];
    memcpy(x, &a, sizeof x);
    for (int i = 0; i < 16; i++) {
        if (lanes >> i & 1) p[i] = x[i];
    }
}
#undef _mm512_mask_storeu_ps
#define _mm512_mask_storeu_ps(p, lanes, a) emulated_mask_storeu_ps((p), (lanes), (a))

/* x 2^floor(y), rounded once: exact in double first. (SIMDe's rounds 2^floor(y) to float before it
 * multiplies, which loses subnormal results.) */
static inline __m512 emulated_maskz_scalef_ps(__mmask16 lanes, __m512 a, __m512 b)
{
    float x[16], y[16], r[16];
    memcpy(x, &a, sizeof x);
    memcpy(y, &b, sizeof y);
    for (int i = 0; i < 16; i++) {
        if (isnan(x[i]) || isnan(y[i])) {
            r[i] = NAN;
        } else {
            r[i] = (float)ldexp((double)x[i], (int)fmaxf(fminf(floorf(y[i]), 1000.0f), -1000.0f));
        }
        if (!(lanes >> i & 1)) r[i] = 0.0f;
    }
    __m512 result;
    memcpy(&result, r, sizeof r);
    return result;
}
#undef _mm512_maskz_scalef_ps
#define _mm512_maskz_scalef_ps(lanes, a, b) emulated_maskz_scalef_ps((lanes), (a), (b))
#undef _mm512_scalef_ps
#define _mm512_scalef_ps(a, b) emulated_maskz_scalef_ps((__mmask16)0xffff, (a), (b))

#endif
