/* Philox and normals with AVX2.
 *
 * A register holds four counters' words in 64-bit lanes: the 32 x 32 -> 64 multiplication reads the low
 * half of a lane and ignores what is above, so a product's low word needs no unpacking, only its high
 * word a shuffle. Even and odd counters run in separate registers and are woven together at the end.
 *
 * Normals take two loops over a small buffer, words first: one loop that did both would need more
 * registers than there are. */
#include "core/kernels_avx2.h"

#include "core/vec_avx2.h"

enum { BUFFER_BLOCKS = 8 }; /* 512 words, 2 KiB */

/* Four counters: words x0 .. x3, each in the low half of a 64-bit lane. */
typedef struct Counters4 {
    __m256i x0, x1, x2, x3;
} Counters4;

ALWAYS_INLINE void philox_round(Counters4 *c, __m256i k0, __m256i k1)
{
    __m256i p0 = _mm256_mul_epu32(c->x0, _mm256_set1_epi64x(PHILOX_M0));
    __m256i p1 = _mm256_mul_epu32(c->x2, _mm256_set1_epi64x(PHILOX_M1));
    __m256i high0 = _mm256_shuffle_epi32(p0, 0xf5), high1 = _mm256_shuffle_epi32(p1, 0xf5);
    c->x0 = _mm256_xor_si256(_mm256_xor_si256(high1, c->x1), k0);
    c->x2 = _mm256_xor_si256(_mm256_xor_si256(high0, c->x3), k1);
    c->x1 = p1;
    c->x3 = p0;
}

/* Even counters' low halves, and odd ones' moved up beside them. */
ALWAYS_INLINE __m256i weave(__m256i even, __m256i odd)
{
    return _mm256_blend_epi32(even, _mm256_slli_epi64(odd, 32), 0xaa);
}

/* Block `block` of 64 words: 16 counters in four registers. */
ALWAYS_INLINE void philox_block(uint64_t seed, uint64_t stream, uint64_t block, uint32_t *out)
{
    const __m256i steps[4] = {_mm256_setr_epi64x(0, 2, 4, 6), _mm256_setr_epi64x(1, 3, 5, 7),
                              _mm256_setr_epi64x(8, 10, 12, 14), _mm256_setr_epi64x(9, 11, 13, 15)};
    Counters4 c[4];
    UNROLL
    for (int i = 0; i < 4; i++) {
        c[i].x0 = _mm256_add_epi64(_mm256_set1_epi64x((long long)(block * HEED_LANES)), steps[i]);
        c[i].x1 = _mm256_srli_epi64(c[i].x0, 32);
        c[i].x2 = _mm256_set1_epi64x((long long)stream);
        c[i].x3 = _mm256_set1_epi64x((long long)(stream >> 32));
    }
    uint32_t k0 = (uint32_t)seed, k1 = (uint32_t)(seed >> 32);
    for (int round = 0; round < PHILOX_ROUNDS; round++, k0 += PHILOX_W0, k1 += PHILOX_W1) {
        const __m256i key0 = _mm256_set1_epi64x(k0), key1 = _mm256_set1_epi64x(k1);
        UNROLL
        for (int i = 0; i < 4; i++) philox_round(&c[i], key0, key1);
    }
    UNROLL
    for (int half = 0; half < 2; half++) {
        const Counters4 *even = &c[2 * half], *odd = even + 1;
        __m256i *place = (__m256i *)(void *)(out + VEC8 * half);
        _mm256_storeu_si256(place, weave(even->x0, odd->x0));
        _mm256_storeu_si256(place + 2, weave(even->x1, odd->x1));
        _mm256_storeu_si256(place + 4, weave(even->x2, odd->x2));
        _mm256_storeu_si256(place + 6, weave(even->x3, odd->x3));
    }
}

void random_words_avx2(uint64_t seed, uint64_t stream, uint64_t first, size_t n, uint32_t *out)
{
    for (size_t i = 0; i < n; i++) philox_block(seed, stream, first + i, out + i * HEED_BLOCK);
}

/* sqrt(-2 ln u), u = ((x >> 8) + 1) 2^-24. */
ALWAYS_INLINE __m256 radius8(__m256i x)
{
    __m256i above_zero = _mm256_add_epi32(_mm256_srli_epi32(x, 8), _mm256_set1_epi32(1));
    __m256 u = _mm256_mul_ps(_mm256_cvtepi32_ps(above_zero), _mm256_set1_ps(0x1p-24f));
    __m256 log_u = log_of_normal8(u, _mm256_setzero_si256());
    return _mm256_sqrt_ps(_mm256_mul_ps(_mm256_set1_ps(-2.0f), log_u));
}

/* As sincos_turn. */
ALWAYS_INLINE void sincos_turn8(__m256i x, __m256 *sine, __m256 *cosine)
{
    __m256i q = _mm256_srli_epi32(_mm256_add_epi32(x, _mm256_set1_epi32(1 << 29)), 30);
    __m256 t = _mm256_mul_ps(_mm256_cvtepi32_ps(_mm256_slli_epi32(x, 2)), _mm256_set1_ps(0x1p-32f));
    __m256 u = _mm256_mul_ps(t, t);
    __m256 s = _mm256_fmadd_ps(_mm256_set1_ps(SIN_C4), u, _mm256_set1_ps(SIN_C3));
    s = _mm256_fmadd_ps(s, u, _mm256_set1_ps(SIN_C2));
    s = _mm256_fmadd_ps(s, u, _mm256_set1_ps(SIN_C1));
    s = _mm256_fmadd_ps(s, u, _mm256_set1_ps(SIN_C0));
    s = _mm256_mul_ps(s, t);
    __m256 c = _mm256_fmadd_ps(_mm256_set1_ps(COS_C4), u, _mm256_set1_ps(COS_C3));
    c = _mm256_fmadd_ps(c, u, _mm256_set1_ps(COS_C2));
    c = _mm256_fmadd_ps(c, u, _mm256_set1_ps(COS_C1));
    c = _mm256_fmadd_ps(c, u, _mm256_set1_ps(1.0f));
    const __m256i sign_bit = _mm256_set1_epi32((int)0x80000000u);
    __m256i is_odd = _mm256_srai_epi32(_mm256_slli_epi32(q, 31), 31);
    __m256 swap = _mm256_and_ps(_mm256_xor_ps(s, c), _mm256_castsi256_ps(is_odd));
    __m256i sin_sign = _mm256_and_si256(_mm256_slli_epi32(q, 30), sign_bit);
    __m256i next = _mm256_add_epi32(q, _mm256_set1_epi32(1));
    __m256i cos_sign = _mm256_and_si256(_mm256_slli_epi32(next, 30), sign_bit);
    *sine = _mm256_xor_ps(_mm256_xor_ps(s, swap), _mm256_castsi256_ps(sin_sign));
    *cosine = _mm256_xor_ps(_mm256_xor_ps(c, swap), _mm256_castsi256_ps(cos_sign));
}

/* 64 words to 64 normals: words 0 and 1 of 16 counters, then words 2 and 3. */
ALWAYS_INLINE void normal_block(const uint32_t *words, float *out)
{
    static const size_t starts[4] = {0, VEC8, 2 * HEED_LANES, 2 * HEED_LANES + VEC8};
    UNROLL
    for (int i = 0; i < 4; i++) {
        const __m256i *place = (const __m256i *)(const void *)(words + starts[i]);
        __m256 sine, cosine;
        __m256 r = radius8(_mm256_load_si256(place));
        sincos_turn8(_mm256_load_si256(place + 2), &sine, &cosine);
        _mm256_storeu_ps(out + starts[i], _mm256_mul_ps(r, cosine));
        _mm256_storeu_ps(out + starts[i] + HEED_LANES, _mm256_mul_ps(r, sine));
    }
}

void random_normals_avx2(uint64_t seed, uint64_t stream, uint64_t first, size_t n, float *out)
{
    _Alignas(64) uint32_t words[BUFFER_BLOCKS * HEED_BLOCK];
    for (size_t i = 0; i < n; i += BUFFER_BLOCKS) {
        size_t count = n - i < BUFFER_BLOCKS ? n - i : BUFFER_BLOCKS;
        random_words_avx2(seed, stream, first + i, count, words);
        for (size_t j = 0; j < count; j++) normal_block(words + j * HEED_BLOCK, out + (i + j) * HEED_BLOCK);
    }
}
