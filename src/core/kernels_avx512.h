/* Inside the core: the AVX-512 kernels, gathered into one table by kernels_avx512.c. Each gives the bits
 * of its scalar twin. */
#ifndef HEED_CORE_KERNELS_AVX512_H
#define HEED_CORE_KERNELS_AVX512_H

#include "core/kernels.h"

void gemm_panel_avx512(size_t m, size_t n, size_t k, const float *a, size_t a_row, size_t a_col,
                       const float *b, size_t b_stride, float *c, size_t c_stride, bool accumulate);
extern HeedSmallProduct *const gemm_small_avx512[HEED_LANES];
void gemm_nt_few_avx512(size_t m, size_t n, size_t k, const float *a, size_t a_stride, const float *b,
                        size_t b_stride, float *c, size_t c_stride);
void pack_rows_avx512(const float *b, size_t b_stride, size_t n, size_t k, size_t width, float *packed);
void pack_transposed_avx512(const float *b, size_t b_stride, size_t n, size_t k, size_t width, float *packed);
void dot_rows_avx512(const float *a, const float *b, size_t stride, size_t n, size_t d, float *out);

void scale_row_avx512(const float *x, size_t n, float scale, const bool *allow, const float *bias, float *z);
HeedRow softmax_row_avx512(const float *z, size_t n, float *w);
void softmax_tile_avx512(const HeedTile *tile);
void additive_scores_avx512(const float *q, const float *keys, size_t keys_stride, size_t n_keys,
                            const float *u, size_t d, float *scores);

void random_words_avx512(uint64_t seed, uint64_t stream, uint64_t first, size_t n, uint32_t *out);
void random_normals_avx512(uint64_t seed, uint64_t stream, uint64_t first, size_t n, float *out);

#endif
