/* Philox and normals with AVX-512; the ideas are those of random_avx2.c, with eight counters a register. */
#include "core/kernels_avx512.h"

#include "core/vec_avx512.h"

enum { BUFFER_BLOCKS = 8, BLOCKS_IN_FLIGHT = 2 }; /* 512 words, 2 KiB; 32 counters run side by side */

/* Eight counters: words x0 .. x3, each in the low half of a 64-bit lane. */
typedef struct Counters8 {
    __m512i x0, x1, x2, x3;
} Counters8;

ALWAYS_INLINE void philox_round(Counters8 *c, __m512i k0, __m512i k1)
{
    __m512i p0 = _mm512_mul_epu32(c->x0, _mm512_set1_epi64(PHILOX_M0));
    __m512i p1 = _mm512_mul_epu32(c->x2, _mm512_set1_epi64(PHILOX_M1));
    c->x0 = _mm512_xor_si512(_mm512_xor_si512(_mm512_srli_epi64(p1, 32), c->x1), k0);
    c->x2 = _mm512_xor_si512(_mm512_xor_si512(_mm512_srli_epi64(p0, 32), c->x3), k1);
    c->x1 = p1;
    c->x3 = p0;
}

/* Even counters' low halves, and odd ones' moved up beside them. */
ALWAYS_INLINE __m512i weave(__m512i even, __m512i odd)
{
    return _mm512_mask_mov_epi32(even, 0xaaaa, _mm512_slli_epi64(odd, 32));
}

/* `blocks` blocks of 64 words, each 16 counters in two registers. */
ALWAYS_INLINE void philox_blocks(uint64_t seed, uint64_t stream, uint64_t first, const size_t blocks,
                                 uint32_t *out)
{
    const __m512i evens = _mm512_set_epi64(14, 12, 10, 8, 6, 4, 2, 0), one = _mm512_set1_epi64(1);
    Counters8 c[2 * BLOCKS_IN_FLIGHT];
    UNROLL
    for (size_t i = 0; i < 2 * blocks; i++) {
        __m512i start = _mm512_set1_epi64((long long)((first + i / 2) * HEED_LANES));
        c[i].x0 = _mm512_add_epi64(start, evens);
        if (i % 2) c[i].x0 = _mm512_add_epi64(c[i].x0, one);
        c[i].x1 = _mm512_srli_epi64(c[i].x0, 32);
        c[i].x2 = _mm512_set1_epi64((long long)stream);
        c[i].x3 = _mm512_set1_epi64((long long)(stream >> 32));
    }
    uint32_t k0 = (uint32_t)seed, k1 = (uint32_t)(seed >> 32);
    for (int round = 0; round < PHILOX_ROUNDS; round++, k0 += PHILOX_W0, k1 += PHILOX_W1) {
        const __m512i key0 = _mm512_set1_epi64(k0), key1 = _mm512_set1_epi64(k1);
        UNROLL
        for (size_t i = 0; i < 2 * blocks; i++) philox_round(&c[i], key0, key1);
    }
    UNROLL
    for (size_t i = 0; i < blocks; i++) {
        const Counters8 *even = &c[2 * i], *odd = even + 1;
        uint32_t *place = out + i * HEED_BLOCK;
        _mm512_storeu_si512(place, weave(even->x0, odd->x0));
        _mm512_storeu_si512(place + 16, weave(even->x1, odd->x1));
        _mm512_storeu_si512(place + 32, weave(even->x2, odd->x2));
        _mm512_storeu_si512(place + 48, weave(even->x3, odd->x3));
    }
}

void random_words_avx512(uint64_t seed, uint64_t stream, uint64_t first, size_t n, uint32_t *out)
{
    size_t i = 0;
    for (; i + BLOCKS_IN_FLIGHT <= n; i += BLOCKS_IN_FLIGHT) {
        philox_blocks(seed, stream, first + i, BLOCKS_IN_FLIGHT, out + i * HEED_BLOCK);
    }
    if (i < n) philox_blocks(seed, stream, first + i, 1, out + i * HEED_BLOCK);
}

/* sqrt(-2 ln u), u = ((x >> 8) + 1) 2^-24. */
ALWAYS_INLINE __m512 radius16(__m512i x)
{
    __m512i above_zero = _mm512_add_epi32(_mm512_srli_epi32(x, 8), _mm512_set1_epi32(1));
    __m512 u = _mm512_mul_ps(_mm512_cvtepi32_ps(above_zero), _mm512_set1_ps(0x1p-24f));
    __m512 log_u = log_of_normal16(u, _mm512_setzero_si512());
    return _mm512_sqrt_ps(_mm512_mul_ps(_mm512_set1_ps(-2.0f), log_u));
}

/* As sincos_turn. */
ALWAYS_INLINE void sincos_turn16(__m512i x, __m512 *sine, __m512 *cosine)
{
    __m512i q = _mm512_srli_epi32(_mm512_add_epi32(x, _mm512_set1_epi32(1 << 29)), 30);
    __m512 t = _mm512_mul_ps(_mm512_cvtepi32_ps(_mm512_slli_epi32(x, 2)), _mm512_set1_ps(0x1p-32f));
    __m512 u = _mm512_mul_ps(t, t);
    __m512 s = _mm512_fmadd_ps(_mm512_set1_ps(SIN_C4), u, _mm512_set1_ps(SIN_C3));
    s = _mm512_fmadd_ps(s, u, _mm512_set1_ps(SIN_C2));
    s = _mm512_fmadd_ps(s, u, _mm512_set1_ps(SIN_C1));
    s = _mm512_fmadd_ps(s, u, _mm512_set1_ps(SIN_C0));
    s = _mm512_mul_ps(s, t);
    __m512 c = _mm512_fmadd_ps(_mm512_set1_ps(COS_C4), u, _mm512_set1_ps(COS_C3));
    c = _mm512_fmadd_ps(c, u, _mm512_set1_ps(COS_C2));
    c = _mm512_fmadd_ps(c, u, _mm512_set1_ps(COS_C1));
    c = _mm512_fmadd_ps(c, u, _mm512_set1_ps(1.0f));
    const __m512i sign_bit = _mm512_set1_epi32((int)0x80000000u), one = _mm512_set1_epi32(1);
    __mmask16 is_odd = _mm512_test_epi32_mask(q, one);
    __m512i sin_sign = _mm512_and_si512(_mm512_slli_epi32(q, 30), sign_bit);
    __m512i cos_sign = _mm512_and_si512(_mm512_slli_epi32(_mm512_add_epi32(q, one), 30), sign_bit);
    __m512i sin_part = _mm512_castps_si512(_mm512_mask_mov_ps(s, is_odd, c));
    __m512i cos_part = _mm512_castps_si512(_mm512_mask_mov_ps(c, is_odd, s));
    *sine = _mm512_castsi512_ps(_mm512_xor_si512(sin_part, sin_sign));
    *cosine = _mm512_castsi512_ps(_mm512_xor_si512(cos_part, cos_sign));
}

/* 64 words to 64 normals: words 0 and 1 of 16 counters, then words 2 and 3. */
ALWAYS_INLINE void normal_block(const uint32_t *words, float *out)
{
    UNROLL
    for (int i = 0; i < 2; i++, words += 2 * HEED_LANES, out += 2 * HEED_LANES) {
        __m512 sine, cosine;
        __m512 r = radius16(_mm512_loadu_si512(words));
        sincos_turn16(_mm512_loadu_si512(words + HEED_LANES), &sine, &cosine);
        _mm512_storeu_ps(out, _mm512_mul_ps(r, cosine));
        _mm512_storeu_ps(out + HEED_LANES, _mm512_mul_ps(r, sine));
    }
}

void random_normals_avx512(uint64_t seed, uint64_t stream, uint64_t first, size_t n, float *out)
{
    _Alignas(64) uint32_t words[BUFFER_BLOCKS * HEED_BLOCK];
    for (size_t i = 0; i < n; i += BUFFER_BLOCKS) {
        size_t count = n - i < BUFFER_BLOCKS ? n - i : BUFFER_BLOCKS;
        random_words_avx512(seed, stream, first + i, count, words);
        for (size_t j = 0; j < count; j++) normal_block(words + j * HEED_BLOCK, out + (i + j) * HEED_BLOCK);
    }
}
