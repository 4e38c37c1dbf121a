/* Inside the core: one row of scale and softmax, masked. In place where the pointers are equal. */
#ifndef HEED_CORE_ROWS_H
#define HEED_CORE_ROWS_H

#include "core/masks.h"

void scale_one_row(const float *x, size_t n, float scale, MaskRow mask, float *z);
HeedRow softmax_one_row(const float *z, size_t n, MaskRow mask, float *w);

#endif
