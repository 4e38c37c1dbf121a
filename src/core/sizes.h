/* Inside the core: how work is cut into pieces. */
#ifndef HEED_CORE_SIZES_H
#define HEED_CORE_SIZES_H

#include <stddef.h>

static inline size_t min_size(size_t x, size_t y)
{
    return x < y ? x : y;
}

/* Pieces of `unit` that hold n. */
static inline size_t divide_up(size_t n, size_t unit)
{
    return (n + unit - 1) / unit;
}

/* The first multiple of unit that is no less than n. */
static inline size_t round_up_to(size_t n, size_t unit)
{
    return divide_up(n, unit) * unit;
}

#endif
