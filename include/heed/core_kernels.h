/* The kernel table: what the scalar, AVX2 and AVX-512 files implement, and what a test may
 * replace. Not needed to use the core, and not part of its stable interface.
 *
 * Kernels trust their arguments: shapes were checked above. They allocate nothing and keep no
 * state. Every kernel gives the bits of its scalar twin, which is the definition
 * (src/core/kernels_scalar.c reads in order).
 */
#ifndef HEED_CORE_KERNELS_H
#define HEED_CORE_KERNELS_H

#include "heed/core.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a row of a softmax turned out to be. */
typedef enum HeedRow { HEED_ROW_PLAIN, HEED_ROW_MASKED, HEED_ROW_NAN } HeedRow;

enum {
    HEED_LANES = 16, /* partial sums of a reduction */
    HEED_BLOCK = 64, /* elements that one step of a reduction takes; keys in a block; words of 16 counters */
    HEED_TILE_ROWS = 48, /* queries that go through attention side by side: whole tiles of 6, 8, 12 and 16 */
    HEED_PANEL_MAX = 64, /* the widest panel of any kernel set */
};

/* The scores of some queries against one block of keys, and what those queries carry along. */
typedef struct HeedTile {
    size_t rows;            /* 1 .. HEED_TILE_ROWS */
    float (*z)[HEED_BLOCK]; /* (rows, HEED_BLOCK), 64-byte aligned: scores, to become e^(z - m) */
    float scale;
    size_t visible[HEED_TILE_ROWS]; /* per row: places from here on are masked (causality, the last block) */
    const bool *allow;              /* the mask's corner for this tile, as in HeedMask; NULL: none */
    size_t allow_stride;
    const float *bias;
    size_t bias_stride;
    float *m, *l; /* running maximum and sum, one per row */
    size_t d_v;
    float *acc; /* (rows, d_v): running sum of e^(z - m) v */
    size_t acc_stride;
} HeedTile;

typedef void HeedSmallProduct(const HeedView *a, const HeedView *b, const HeedOut *c);

typedef struct HeedKernels {
    const char *name;
    size_t panel; /* the columns of B that suit gemm_panel best, at most HEED_PANEL_MAX */

    /* c(m, n) = a @ b or, if accumulate, c + a @ b continued along k. a's element (i, p) is
     * a[i * a_row + p * a_col], b's (p, j) is b[p * b_stride + j]; c's rows are compact. */
    void (*gemm_panel)(size_t m, size_t n, size_t k, const float *a, size_t a_row, size_t a_col,
                       const float *b, size_t b_stride, float *c, size_t c_stride, bool accumulate);
    /* The short way for teaching sizes: c = a @ b, by c's rows less one, for 1 .. small_rows rows, 1 ..
     * HEED_LANES columns and at least one step of k. A set without it has small_rows 0. */
    size_t small_rows;
    HeedSmallProduct *const *gemm_small;
    /* c(m, n) = a @ b.T for m up to few_rows, where it is cheaper to transpose b in registers as it is used
     * than to pack it. */
    size_t few_rows;
    void (*gemm_nt_few)(size_t m, size_t n, size_t k, const float *a, size_t a_stride, const float *b,
                        size_t b_stride, float *c, size_t c_stride);
    /* Columns 0 .. n of b as panels of `width` columns and k rows, one behind the other: packed[x * k + p *
     * width + j] = b[p * b_stride + x + j] for x a multiple of width; zeros from column n on. width, packed
     * as below. */
    void (*pack_rows)(const float *b, size_t b_stride, size_t n, size_t k, size_t width, float *packed);
    /* packed(p, j) = b[j * b_stride + p] for j < n, 0 for n <= j < width; p < k; rows of `width` (a multiple
     * of 16, at most 64), packed 64-byte aligned. */
    void (*pack_transposed)(const float *b, size_t b_stride, size_t n, size_t k, size_t width, float *packed);

    void (*map[HEED_MAP_COUNT])(const float *x, size_t n, float *y); /* y may be x */

    /* z = x * scale (+ bias); -inf where allow is false or bias is -inf. allow, bias may be NULL. z may be
     * x. */
    void (*scale_row)(const float *x, size_t n, float scale, const bool *allow, const float *bias, float *z);
    /* A masked row (no element above -inf) gives zeros; a row with a NaN or +inf is NaN throughout. w may be
     * z. */
    HeedRow (*softmax_row)(const float *z, size_t n, float *w);
    /* y = (x - mean) * inv_std, then fma(y, gain, bias). gain, bias may be NULL. y may be x. */
    void (*normalize_row)(const float *x, size_t n, float mean, float inv_std, const float *gain,
                          const float *bias, float *y);

    /* Adds the line's blocks to the lanes; all but the last piece of a line hold a multiple of 64. */
    void (*sum_lanes)(const float *x, size_t n, double lanes[HEED_LANES]);
    void (*square_lanes)(const float *x, size_t n, double lanes[HEED_LANES]);   /* e = x^2 */
    void (*power_lanes)(const float *x, size_t n, double lanes[4][HEED_LANES]); /* n a multiple of 64 */

    /* Scores in tile->z become e^(z - m), and m, l and acc are brought up to date: scale, mask, block
     * maximum, exponential, sum. A row in which nothing takes part gives zeros. */
    void (*softmax_tile)(const HeedTile *tile);
    /* hidden_j = tanh(q + keys_j); scores[j] = chain of fma(u, hidden_j) over d. */
    void (*additive_scores)(const float *q, const float *keys, size_t keys_stride, size_t n_keys,
                            const float *u, size_t d, float *scores);

    /* n blocks of 64 elements from block `first` on. */
    void (*random_words)(uint64_t seed, uint64_t stream, uint64_t first, size_t n, uint32_t *out);
    void (*random_normals)(uint64_t seed, uint64_t stream, uint64_t first, size_t n, float *out);
    /* out[i] = fma chain, started from out[i], over d of a[i * stride + p] * b[i * stride + p]. */
    void (*dot_rows)(const float *a, const float *b, size_t stride, size_t n, size_t d, float *out);

    /* rounds * peak_flops floating-point operations from registers alone. */
    float (*peak)(size_t rounds);
    double peak_flops;
} HeedKernels;

/* The table in use (after selecting the best where none was selected). */
const HeedKernels *heed_kernels(void);
/* A set by its name, whether or not this machine can run it; NULL where this build has none. */
const HeedKernels *heed_kernels_named(const char *name);
/* Tests: use this table from now on (NULL: back to the selected one). Start from a copy of
 * *heed_kernels() and replace members. */
void heed_kernels_set_for_test(const HeedKernels *kernels);

#ifdef __cplusplus
}
#endif

#endif
