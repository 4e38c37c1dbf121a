/* What a careful programmer gets from a vector exp: SLEEF's (1.0 ULP) and libmvec's, eight at a time, or
 * sixteen where the machine has AVX-512. */
#include "peers.h"

#include <math.h>

#if defined(__AVX2__)
#include <immintrin.h>

typedef __m256 Exp8(__m256 x);

static Exp8 *as_exp8(void *symbol)
{
    Exp8 *function;
    *(void **)&function = symbol;
    return function;
}

static void exp_row(Exp8 *exp8, const float *x, float *y, size_t n)
{
    for (size_t i = 0; i + 8 <= n; i += 8) _mm256_storeu_ps(y + i, exp8(_mm256_loadu_ps(x + i)));
}

__attribute__((target("avx512f"))) static void exp_row16(void *symbol, const float *x, float *y, size_t n)
{
    __m512 (*exp16)(__m512);
    *(void **)&exp16 = symbol;
    for (size_t i = 0; i + 16 <= n; i += 16) _mm512_storeu_ps(y + i, exp16(_mm512_loadu_ps(x + i)));
}

void sleef_exp(const float *x, float *y, size_t n)
{
    if (__builtin_cpu_supports("avx512f") && peers.sleef_expf16) {
        exp_row16(peers.sleef_expf16, x, y, n);
    } else {
        exp_row(as_exp8(peers.sleef_expf8), x, y, n);
    }
}

void libmvec_exp(const float *x, float *y, size_t n)
{
    if (__builtin_cpu_supports("avx512f") && peers.libmvec_expf16) {
        exp_row16(peers.libmvec_expf16, x, y, n);
    } else {
        exp_row(as_exp8(peers.libmvec_expf8), x, y, n);
    }
}

static float sum_of(__m256 x)
{
    float lanes[8], sum = 0.0f;
    _mm256_storeu_ps(lanes, x);
    for (int i = 0; i < 8; i++) sum += lanes[i];
    return sum;
}

static float max_of(__m256 x)
{
    float lanes[8], m;
    _mm256_storeu_ps(lanes, x);
    m = lanes[0];
    for (int i = 1; i < 8; i++) m = lanes[i] > m ? lanes[i] : m;
    return m;
}

/* n is a multiple of 32. Three passes: maximum, exponential and sum, division. */
void sleef_softmax_row(const float *x, float *w, size_t n)
{
    __m256 m[4], s[4];
    for (int v = 0; v < 4; v++) m[v] = _mm256_set1_ps(-INFINITY), s[v] = _mm256_setzero_ps();
    for (size_t i = 0; i < n; i += 32) {
        for (size_t v = 0; v < 4; v++) m[v] = _mm256_max_ps(m[v], _mm256_loadu_ps(x + i + 8 * v));
    }
    __m256 top = _mm256_set1_ps(max_of(_mm256_max_ps(_mm256_max_ps(m[0], m[1]), _mm256_max_ps(m[2], m[3]))));
    for (size_t i = 0; i < n; i += 8) _mm256_storeu_ps(w + i, _mm256_sub_ps(_mm256_loadu_ps(x + i), top));
    sleef_exp(w, w, n);
    for (size_t i = 0; i < n; i += 32) {
        for (size_t v = 0; v < 4; v++) s[v] = _mm256_add_ps(s[v], _mm256_loadu_ps(w + i + 8 * v));
    }
    __m256 inverse =
        _mm256_set1_ps(1.0f / sum_of(_mm256_add_ps(_mm256_add_ps(s[0], s[1]), _mm256_add_ps(s[2], s[3]))));
    for (size_t i = 0; i < n; i += 8) _mm256_storeu_ps(w + i, _mm256_mul_ps(_mm256_loadu_ps(w + i), inverse));
}

#endif
