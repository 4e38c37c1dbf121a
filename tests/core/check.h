/* Shared by the core's tests: random inputs from a generator of its own, arrays whose last element
 * touches an unreadable page, and comparison of bits. */
#ifndef HEED_TESTS_CORE_CHECK_H
#define HEED_TESTS_CORE_CHECK_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "heed/core.h"
#include "heed/core_kernels.h"

/* splitmix64: independent of what is tested. */
typedef struct Dice {
    uint64_t state;
} Dice;

static inline uint64_t dice_next(Dice *dice)
{
    uint64_t z = dice->state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static inline size_t dice_below(Dice *dice, size_t n)
{
    return (size_t)(dice_next(dice) % n);
}

/* In (-1, 1). */
static inline float dice_float(Dice *dice)
{
    return (float)((double)(int64_t)dice_next(dice) * 0x1p-63);
}

/* A sum of three: bell-shaped, standard deviation 1, nothing beyond 3. */
static inline float dice_bell(Dice *dice)
{
    return dice_float(dice) + dice_float(dice) + dice_float(dice);
}

static inline uint32_t float_bits(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline float bits_float(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* The same bits, all NaNs being one value. */
static inline bool same_float(float x, float y)
{
    return (isnan(x) && isnan(y)) || float_bits(x) == float_bits(y);
}

static inline bool same_double(double x, double y)
{
    return (isnan(x) && isnan(y)) || memcmp(&x, &y, sizeof x) == 0;
}

/* Floats whose last element ends at an unreadable page and whose first follows one at most a page earlier,
 * so that a read or write past the end is a fault. */
typedef struct Guarded {
    float *data;
    void *pages;
    size_t bytes;
} Guarded;

static inline Guarded guarded_new(size_t floats)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t inner = (floats * sizeof(float) + page - 1) / page * page;
    Guarded guarded = {NULL, NULL, inner + 2 * page};
    char *start = mmap(NULL, guarded.bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (start == MAP_FAILED) abort();
    if (mprotect(start, page, PROT_NONE) != 0 || mprotect(start + page + inner, page, PROT_NONE) != 0)
        abort();
    guarded.pages = start;
    guarded.data = (float *)(void *)(start + page + inner - floats * sizeof(float));
    return guarded;
}

static inline void guarded_free(Guarded *guarded)
{
    munmap(guarded->pages, guarded->bytes);
}

/* The distance of y from the exact value in units of the last place of the exact one (a subnormal counts
 * the smallest unit). */
static inline double ulp_error(float y, double exact)
{
    if (isnan(exact) || isnan(y)) return isnan(exact) && isnan(y) ? 0.0 : INFINITY;
    if (y == (float)exact)
        return isinf(y) ? 0.0 : fabs((double)y - exact) / ldexp(1.0, ilogb(fmax(fabs(exact), 0x1p-126)) - 23);
    double top = 0x1p128;
    double a = isinf(y) ? copysign(top, (double)y) : (double)y,
           b = isinf(exact) ? copysign(top, exact) : exact;
    return fabs(a - b) / ldexp(1.0, ilogb(fmin(fmax(fabs(b), 0x1p-126), 0x1p127)) - 23);
}

#endif
