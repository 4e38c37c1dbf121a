/* Inside the core: the checks that every public function makes before it writes anything. */
#ifndef HEED_CORE_CHECKS_H
#define HEED_CORE_CHECKS_H

#include <assert.h>
#include <stdint.h>

#include "heed/core.h"

/* False where rows of `stride` elements, the last of `cols`, go beyond what a pointer can address. */
static inline bool span_fits(size_t rows, size_t cols, size_t stride)
{
    if (((rows | cols | stride) >> 30) == 0) return true; /* the product stays below 2^61 */
    const size_t limit = PTRDIFF_MAX / sizeof(float);
    return cols <= limit && (rows <= 1 || stride == 0 || rows - 1 <= (limit - cols) / stride);
}

/* The usual case, seen with few instructions: data, a stride that fits, sizes far from overflow. */
static inline bool is_plain(const float *data, size_t rows, size_t cols, size_t stride)
{
    return data && stride >= cols && ((rows | stride) >> 30) == 0;
}

static inline HeedStatus view_check(HeedView x)
{
    if (is_plain(x.data, x.rows, x.cols, x.stride) || x.rows == 0 || x.cols == 0) return HEED_OK;
    if (!x.data) return HEED_NO_DATA;
    if (x.rows > 1 && x.stride != 0 && x.stride < x.cols) return HEED_BAD_STRIDE;
    return span_fits(x.rows, x.cols, x.stride) ? HEED_OK : HEED_TOO_LARGE;
}

static inline HeedStatus out_check(HeedOut x)
{
    if (is_plain(x.data, x.rows, x.cols, x.stride)) return HEED_OK;
    if (x.rows > 1 && x.cols > 0 && x.stride < x.cols) return HEED_BAD_STRIDE;
    HeedView view = {x.data, x.rows, x.cols, x.stride};
    return view_check(view);
}

static inline bool same_shape(HeedView x, HeedOut out)
{
    return x.rows == out.rows && x.cols == out.cols;
}

/* Whether the spans of memory that two arrays lie in touch. (Interleaved columns of one larger array
 * touch too, and are fine; so this only serves asserts that also allow a common stride.) */
static inline bool spans_overlap(HeedView x, HeedOut out)
{
    if (x.rows == 0 || x.cols == 0 || out.rows == 0 || out.cols == 0 || !x.data || !out.data) return false;
    uintptr_t x0 = (uintptr_t)x.data, y0 = (uintptr_t)out.data;
    uintptr_t x1 = x0 + ((x.rows - 1) * x.stride + x.cols) * sizeof(float);
    uintptr_t y1 = y0 + ((out.rows - 1) * out.stride + out.cols) * sizeof(float);
    return x0 < y1 && y0 < x1;
}

#define ASSERT_APART(x, out)                                                                                 \
    assert(!spans_overlap((x), (out)) ||                                                                     \
           ((x).stride == (out).stride && (x).rows > 1 && (x).data != (out).data))
#define ASSERT_APART_OR_SAME(x, out)                                                                         \
    assert(!spans_overlap((x), (out)) || (x).stride == (out).stride || (x).rows <= 1)

#define RETURN_IF_BAD(check)                                                                                 \
    do {                                                                                                     \
        HeedStatus status_ = (check);                                                                        \
        if (status_ != HEED_OK) return status_;                                                              \
    } while (0)

#endif
