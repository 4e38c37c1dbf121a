/* Random numbers from a counter, and samples of q . k made of them.
 *
 * Kernels draw whole blocks of 64 elements; a range that starts or ends inside a block draws that
 * block into a buffer and takes its part. */
#include <stdalign.h>
#include <string.h>

#include "core/checks.h"
#include "core/kernels.h"
#include "core/pool.h"
#include "core/sizes.h"

typedef void DrawBlocks(uint64_t seed, uint64_t stream, uint64_t first, size_t n, void *out);

static void draw_words(uint64_t seed, uint64_t stream, uint64_t first, size_t n, void *out)
{
    heed_kernels()->random_words(seed, stream, first, n, out);
}

static void draw_normals(uint64_t seed, uint64_t stream, uint64_t first, size_t n, void *out)
{
    heed_kernels()->random_normals(seed, stream, first, n, out);
}

/* Elements are 4 bytes wide whatever they are. */
static void draw_range(DrawBlocks *draw, uint64_t seed, uint64_t stream, uint64_t first, size_t n, void *out)
{
    enum { WIDTH = 4 };
    unsigned char *place = out;
    while (n > 0) {
        uint64_t block = first / HEED_BLOCK;
        size_t skip = (size_t)(first % HEED_BLOCK), count;
        if (skip == 0 && n >= HEED_BLOCK) {
            size_t blocks = n / HEED_BLOCK;
            count = blocks * HEED_BLOCK;
            draw(seed, stream, block, blocks, place);
        } else {
            alignas(64) unsigned char buffer[HEED_BLOCK * WIDTH];
            count = n < HEED_BLOCK - skip ? n : HEED_BLOCK - skip;
            draw(seed, stream, block, 1, buffer);
            memcpy(place, buffer + skip * WIDTH, count * WIDTH);
        }
        place += count * WIDTH;
        first += count;
        n -= count;
    }
}

void heed_random_words(uint64_t seed, uint64_t stream, uint64_t first, size_t n, uint32_t *out)
{
    draw_range(draw_words, seed, stream, first, n, out);
}

void heed_random_normal(uint64_t seed, uint64_t stream, uint64_t first, size_t n, float *out)
{
    draw_range(draw_normals, seed, stream, first, n, out);
}

enum { WORDS_AT_ONCE = 16 * HEED_BLOCK };

void heed_random_uniform(uint64_t seed, uint64_t stream, uint64_t first, size_t n, float *out)
{
    alignas(64) uint32_t words[WORDS_AT_ONCE];
    for (size_t i = 0; i < n; i += WORDS_AT_ONCE) {
        size_t count = n - i < WORDS_AT_ONCE ? n - i : WORDS_AT_ONCE;
        heed_random_words(seed, stream, first + i, count, words);
        for (size_t j = 0; j < count; j++) out[i + j] = (float)(words[j] >> 8) * 0x1p-24f;
    }
}

HeedStatus heed_random_integers(uint64_t seed, uint64_t stream, int32_t low, int64_t high, uint64_t first,
                                size_t n, int32_t *out)
{
    if (high <= low || high > (int64_t)INT32_MAX + 1) return HEED_BAD_ARGUMENT;
    alignas(64) uint32_t words[WORDS_AT_ONCE];
    uint64_t range = (uint64_t)(high - low);
    for (size_t i = 0; i < n; i += WORDS_AT_ONCE) {
        size_t count = n - i < WORDS_AT_ONCE ? n - i : WORDS_AT_ONCE;
        heed_random_words(seed, stream, first + i, count, words);
        for (size_t j = 0; j < count; j++) out[i + j] = (int32_t)(low + (int64_t)(words[j] * range >> 32));
    }
    return HEED_OK;
}

/* ------------------------------------------------------------ samples of q . k
 *
 * A sample's normals are consecutive: its query, then its keys. Samples that fit are drawn many at a
 * time into one buffer; longer ones in segments of their columns, each continuing the chains. */

enum {
    SAMPLE_BUFFER = 8 * 1024, /* floats: 32 KiB, a first-level cache */
    SEGMENT = 2 * 1024,       /* columns of a query or key that are drawn at a time where a sample is long */
    SAMPLES_PER_TASK = 4096,
};

typedef struct Sampling {
    uint64_t seed;
    size_t d_k, keys;
    uint64_t first;
    size_t n;
    float *out; /* (n, keys) */
} Sampling;

/* Samples i .. i + n of those asked for, whose (1 + keys) d_k normals each fit the buffer together. */
static void samples_short(const Sampling *s, size_t i, size_t n, float *buffer)
{
    size_t width = (1 + s->keys) * s->d_k;
    heed_random_normal(s->seed, 0, (s->first + i) * width, n * width, buffer);
    float *out = s->out + i * s->keys;
    if (s->keys == 1) {
        heed_kernels()->dot_rows(buffer, buffer + s->d_k, width, n, s->d_k, out);
        return;
    }
    for (size_t r = 0; r < n; r++, buffer += width, out += s->keys) {
        HeedView q = {buffer, 1, s->d_k, s->d_k}, k = {buffer + s->d_k, s->keys, s->d_k, s->d_k};
        HeedOut row = {out, 1, s->keys, s->keys};
        heed_gemm_nt(q, k, row);
    }
}

static void sample_long(const Sampling *s, size_t i, float *buffer)
{
    uint64_t start = (s->first + i) * (uint64_t)((1 + s->keys) * s->d_k);
    for (size_t p = 0; p < s->d_k; p += SEGMENT) {
        size_t d = s->d_k - p < SEGMENT ? s->d_k - p : SEGMENT;
        heed_random_normal(s->seed, 0, start + p, d, buffer);
        for (size_t j = 0; j < s->keys; j++) {
            heed_random_normal(s->seed, 0, start + (1 + j) * s->d_k + p, d, buffer + SEGMENT);
            heed_kernels()->dot_rows(buffer, buffer + SEGMENT, d, 1, d, s->out + i * s->keys + j);
        }
    }
}

static void sampling_task(void *context, size_t index, Scratch scratch)
{
    const Sampling *s = context;
    size_t i = index * SAMPLES_PER_TASK;
    size_t end = s->n - i < SAMPLES_PER_TASK ? s->n : i + SAMPLES_PER_TASK;
    size_t width = (1 + s->keys) * s->d_k;
    for (size_t j = i * s->keys; j < end * s->keys; j++) s->out[j] = 0.0f;
    if (s->d_k == 0) return;
    while (i < end) {
        if (width > SAMPLE_BUFFER) {
            sample_long(s, i++, scratch.data);
            continue;
        }
        size_t n = end - i < SAMPLE_BUFFER / width ? end - i : SAMPLE_BUFFER / width;
        samples_short(s, i, n, scratch.data);
        i += n;
    }
}

static HeedStatus check_samples(size_t d_k, size_t keys, uint64_t first, uint64_t n)
{
    if (keys == 0) return HEED_BAD_ARGUMENT;
    if (keys == SIZE_MAX || (d_k > 0 && 1 + keys > SIZE_MAX / d_k)) return HEED_TOO_LARGE;
    uint64_t width = (uint64_t)(1 + keys) * d_k;
    if (n > UINT64_MAX - first || (width > 0 && first + n > UINT64_MAX / width)) return HEED_TOO_LARGE;
    return n > PTRDIFF_MAX / sizeof(float) / keys ? HEED_TOO_LARGE : HEED_OK;
}

HeedStatus heed_dot_samples(uint64_t seed, size_t d_k, size_t keys, uint64_t first, size_t n, float *out)
{
    RETURN_IF_BAD(check_samples(d_k, keys, first, n));
    if (n > 0 && !out) return HEED_NO_DATA;
    Sampling sampling = {seed, d_k, keys, first, n, out};
    pool_run(divide_up(n, SAMPLES_PER_TASK), 0, sampling_task, &sampling);
    return HEED_OK;
}

HeedStatus heed_dot_sample_operands(uint64_t seed, size_t d_k, size_t keys, uint64_t sample, size_t key,
                                    float *q, float *k)
{
    RETURN_IF_BAD(check_samples(d_k, keys, sample, 1));
    if (key >= keys) return HEED_BAD_ARGUMENT;
    if (d_k > 0 && (!q || !k)) return HEED_NO_DATA;
    uint64_t start = sample * (uint64_t)((1 + keys) * d_k);
    heed_random_normal(seed, 0, start, d_k, q);
    heed_random_normal(seed, 0, start + (1 + key) * d_k, d_k, k);
    return HEED_OK;
}
