/* The groups of races, and what they share. */
#ifndef HEED_BENCH_WORKS_H
#define HEED_BENCH_WORKS_H

#include <stddef.h>

void bench_products(void);
void bench_rows(void);
void bench_attention(void);
void bench_random(void);
void bench_threads(void); /* not pinned */

/* n floats, normal, aligned to 64 bytes; free() them. */
float *work_floats(size_t n);

#endif
