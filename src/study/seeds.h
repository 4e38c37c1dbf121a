/* Reproducible chance: seeds mixed from what they belong to, and a small generator. */
#ifndef HEED_STUDY_SEEDS_H
#define HEED_STUDY_SEEDS_H

#include <stddef.h>
#include <stdint.h>

typedef struct Random {
    uint64_t state;
} Random;

uint64_t seed_mix(uint64_t seed, uint64_t salt);
uint64_t seed_mix_text(uint64_t seed, const char *text);
/* 1 to 2^31 - 1: a value that `draw_seed` may have. */
uint32_t seed_for_sheet(uint64_t seed);

uint64_t random_next(Random *random);
/* 0 to n - 1, n > 0. */
size_t random_below(Random *random, size_t n);
/* A random order of n items of `size` bytes. */
void random_shuffle(Random *random, void *items, size_t n, size_t size);

#endif
