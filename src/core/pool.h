/* Inside the core: a small pool of threads, and the scratch memory that large work packs into.
 *
 * The pool hands out task numbers 0 .. n-1, each exactly once, to the calling thread and the workers.
 * A task's result may depend on its number alone, never on who runs it or in which order.
 *
 * Scratch: each worker has it on its own stack; the thread that calls the core uses one static buffer
 * (pages that are never used cost nothing). While another thread of the program is using the pool, a
 * caller works alone with a small buffer on its own stack: slower, same bits.
 */
#ifndef HEED_CORE_POOL_H
#define HEED_CORE_POOL_H

#include <stddef.h>

enum {
    /* Room for a packed block of B, 256 Ki, or 64 keys of 4,096, and a margin; fits the second-level
     * cache of most machines only in part, which is intended: panels of it are what must fit. */
    SCRATCH_FLOATS = 320 * 1024,
    SCRATCH_FLOATS_SMALL = 16 * 1024,
    POOL_MAX_THREADS = 256,
};

typedef struct Scratch {
    float *data; /* 64-byte aligned */
    size_t floats;
} Scratch;

typedef void PoolTask(void *context, size_t index, Scratch scratch);

void pool_run(size_t n_tasks, PoolTask *task, void *context);

#endif
