/* SplitMix64 (Steele, Lea and Flood 2014): each step adds the golden ratio of 2^64,
 * and a mixing of the sum is the number. The same mixing makes one seed of several.
 */
#include "study/seeds.h"
#include <string.h>

static const uint64_t golden = 0x9E3779B97F4A7C15u;

static uint64_t mix(uint64_t z)
{
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

uint64_t seed_mix(uint64_t seed, uint64_t salt)
{
    return mix(mix(seed + golden) ^ (salt + golden));
}

uint64_t seed_mix_text(uint64_t seed, const char *text)
{
    for (const unsigned char *c = (const unsigned char *)text; *c; c++) seed = seed_mix(seed, *c);
    return seed_mix(seed, strlen(text));
}

uint32_t seed_for_sheet(uint64_t seed)
{
    uint32_t low = (uint32_t)(mix(seed) & 0x7FFFFFFFu);
    return low ? low : 1;
}

uint64_t random_next(Random *random)
{
    random->state += golden;
    return mix(random->state);
}

/* The remainder's bias is below n / 2^64. */
size_t random_below(Random *random, size_t n)
{
    return (size_t)(random_next(random) % n);
}

static void swap_bytes(char *a, char *b, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        char c = a[i];
        a[i] = b[i];
        b[i] = c;
    }
}

void random_shuffle(Random *random, void *items, size_t n, size_t size)
{
    char *bytes = items;
    for (size_t i = n; i > 1; i--) {
        size_t j = random_below(random, i);
        if (j != i - 1) swap_bytes(bytes + (i - 1) * size, bytes + j * size, size);
    }
}
