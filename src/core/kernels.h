/* Inside the core: the kernel sets, and the few steps that all of them share (rows that have no
 * finite maximum, values behind a mask): rare, so written once. */
#ifndef HEED_CORE_INTERNAL_KERNELS_H
#define HEED_CORE_INTERNAL_KERNELS_H

#include <stdatomic.h>

#include "heed/core_kernels.h"

extern const HeedKernels heed_kernels_scalar;
extern const HeedKernels heed_kernels_avx2;
extern const HeedKernels heed_kernels_avx512;

/* The table in use; NULL until something is selected. */
extern _Atomic(const HeedKernels *) kernels_in_use;

/* heed_kernels() without a call, for paths where a call counts. */
static inline const HeedKernels *kernels_now(void)
{
    const HeedKernels *kernels = atomic_load_explicit(&kernels_in_use, memory_order_acquire);
    return kernels ? kernels : heed_kernels();
}

/* Lanes l + (l + 8), then + 4, + 2, + 1. */
double sum_of_lanes(const double lanes[HEED_LANES]);

/* A row of softmax whose maximum m (NaNs left out) is +-inf: nothing takes part, or a NaN or inf does. */
HeedRow softmax_row_without_max(const float *z, size_t n, float m, float *w);
/* A row where a NaN or +inf takes part: all NaN (heed_softmax_rows puts the masked places right). */
HeedRow softmax_row_of_nan(size_t n, float *w);

/* A row of a tile that has no element above -inf: unless a NaN is among them it becomes zeros, and true. */
bool close_masked_row(float z[HEED_BLOCK]);

#endif
