/* Inside the core: a small pool of threads, and the scratch memory that large work packs into.
 *
 * The pool hands out task numbers 0 .. n-1, each exactly once, to the calling thread and the workers.
 * A task's result may depend on its number alone, never on who runs it or in which order.
 *
 * Scratch: a task has a small buffer on the stack of its thread. Work that makes use of more gets a large
 * one, which each thread then keeps until heed_threads_stop. While another thread of the program is using the
 * pool, or where there is no memory, a caller works with the small one: slower, same bits.
 */
#ifndef HEED_CORE_POOL_H
#define HEED_CORE_POOL_H

#include <stddef.h>

enum {
    /* Room for a packed block of B, 1 MiB, or 64 keys of 8,192: one huge page. */
    SCRATCH_FLOATS = 512 * 1024,
    SCRATCH_FLOATS_SMALL = 16 * 1024,
    POOL_MAX_THREADS = 256,
    /* Multiply-adds from which the threads are worth waking: 40 us with AVX-512, 70 us with AVX2. */
    POOL_MIN_WORK = 4 * 1024 * 1024,
    /* More than one, so that a thread that starts late takes fewer. */
    POOL_TASKS_PER_THREAD = 4,
};

typedef struct Scratch {
    float *data; /* 64-byte aligned */
    size_t floats;
} Scratch;

typedef void PoolTask(void *context, size_t index, Scratch scratch);

/* scratch_floats: what a task makes use of; it may be given more or less. */
void pool_run(size_t n_tasks, size_t scratch_floats, PoolTask *task, void *context);

#endif
