#define _GNU_SOURCE /* sched_getaffinity, madvise */
#include "core/pool.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdalign.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "heed/core.h"

enum { WORKER_STACK = SCRATCH_FLOATS_SMALL * sizeof(float) + 512 * 1024 };

static struct {
    pthread_mutex_t owner; /* held while one caller uses the pool */
    pthread_mutex_t lock;  /* guards what follows */
    pthread_cond_t start, done;
    pthread_t workers[POOL_MAX_THREADS];
    size_t n_workers;
    size_t n_busy;   /* workers that have not finished the current round */
    uintptr_t round; /* counts pool_run calls, so that a worker joins each once */
    bool stopping;
    PoolTask *task;
    void *context;
    size_t n_tasks;
    atomic_size_t next;
    bool wants_large; /* the round's tasks use more than the small scratch */
    float *large;     /* the owner's */
} pool = {
    .owner = PTHREAD_MUTEX_INITIALIZER,
    .lock = PTHREAD_MUTEX_INITIALIZER,
    .start = PTHREAD_COND_INITIALIZER,
    .done = PTHREAD_COND_INITIALIZER,
};

static atomic_size_t threads_wanted; /* 0: as many as there are processors */

/* What the round's tasks are given. A large scratch is read from end to end over and over; 512 small pages
 * are more than a processor keeps the places of, so it is one huge page where the system gives one: 3 to 6 %
 * of products of 512 to 2,048. */
static Scratch round_scratch(float **large, float *small)
{
    const size_t size = SCRATCH_FLOATS * sizeof(float);
    if (pool.wants_large && !*large) {
        *large = aligned_alloc(size, size);
#ifdef MADV_HUGEPAGE
        if (*large) madvise(*large, size, MADV_HUGEPAGE); /* a wish: without it all is as before */
#endif
    }
    return pool.wants_large && *large ? (Scratch){*large, SCRATCH_FLOATS}
                                      : (Scratch){small, SCRATCH_FLOATS_SMALL};
}

static void take_tasks(Scratch scratch)
{
    size_t index;
    while ((index = atomic_fetch_add(&pool.next, 1)) < pool.n_tasks) pool.task(pool.context, index, scratch);
}

/* `round_at_birth` is the round before the first one that this worker is counted in. */
static void *worker(void *round_at_birth)
{
    alignas(64) float small[SCRATCH_FLOATS_SMALL];
    float *large = NULL;
    uintptr_t seen = (uintptr_t)round_at_birth;
    pthread_mutex_lock(&pool.lock);
    for (;;) {
        while (!pool.stopping && pool.round == seen) pthread_cond_wait(&pool.start, &pool.lock);
        if (pool.stopping) break;
        seen = pool.round;
        pthread_mutex_unlock(&pool.lock);
        take_tasks(round_scratch(&large, small));
        pthread_mutex_lock(&pool.lock);
        if (--pool.n_busy == 0) pthread_cond_signal(&pool.done);
    }
    pthread_mutex_unlock(&pool.lock);
    free(large);
    return NULL;
}

/* Starts workers until there are n, as far as the system gives them. Signals stay with the program's
 * own threads. */
static void grow_to(size_t n)
{
    pthread_attr_t attributes;
    sigset_t all, before;
    if (pthread_attr_init(&attributes) != 0) return;
    sigfillset(&all);
    pthread_attr_setstacksize(&attributes, WORKER_STACK);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    while (pool.n_workers < n &&
           pthread_create(&pool.workers[pool.n_workers], &attributes, worker, (void *)pool.round) == 0) {
        pool.n_workers++;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
}

static void run_here(size_t n_tasks, PoolTask *task, void *context, Scratch scratch)
{
    for (size_t i = 0; i < n_tasks; i++) task(context, i, scratch);
}

static void run_shared(size_t n_tasks, PoolTask *task, void *context, Scratch scratch)
{
    pthread_mutex_lock(&pool.lock);
    pool.task = task;
    pool.context = context;
    pool.n_tasks = n_tasks;
    atomic_store(&pool.next, 0);
    pool.n_busy = pool.n_workers;
    pool.round++;
    pthread_cond_broadcast(&pool.start);
    pthread_mutex_unlock(&pool.lock);

    take_tasks(scratch);

    pthread_mutex_lock(&pool.lock);
    while (pool.n_busy > 0) pthread_cond_wait(&pool.done, &pool.lock);
    pthread_mutex_unlock(&pool.lock);
}

void pool_run(size_t n_tasks, size_t scratch_floats, PoolTask *task, void *context)
{
    alignas(64) float small[SCRATCH_FLOATS_SMALL];
    if (pthread_mutex_trylock(&pool.owner) != 0) {
        run_here(n_tasks, task, context, (Scratch){small, SCRATCH_FLOATS_SMALL});
        return;
    }
    pool.wants_large = scratch_floats > SCRATCH_FLOATS_SMALL;
    Scratch scratch = round_scratch(&pool.large, small);
    size_t threads = n_tasks > 1 ? heed_threads() : 1;
    if (threads > 1) grow_to(threads - 1);
    if (threads > 1 && pool.n_workers > 0) {
        run_shared(n_tasks, task, context, scratch);
    } else {
        run_here(n_tasks, task, context, scratch);
    }
    pthread_mutex_unlock(&pool.owner);
}

static size_t processors(void)
{
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) != 0) return 1;
    int n = CPU_COUNT(&set);
    return n < 1 ? 1 : n > POOL_MAX_THREADS ? POOL_MAX_THREADS : (size_t)n;
}

size_t heed_threads(void)
{
    size_t n = atomic_load(&threads_wanted);
    return n > 0 ? n : processors();
}

HeedStatus heed_threads_set(size_t n)
{
    if (n > POOL_MAX_THREADS) return HEED_BAD_ARGUMENT;
    heed_threads_stop();
    atomic_store(&threads_wanted, n);
    return HEED_OK;
}

void heed_threads_stop(void)
{
    pthread_mutex_lock(&pool.owner);
    pthread_mutex_lock(&pool.lock);
    pool.stopping = true;
    pthread_cond_broadcast(&pool.start);
    pthread_mutex_unlock(&pool.lock);
    for (size_t i = 0; i < pool.n_workers; i++) pthread_join(pool.workers[i], NULL);
    pool.n_workers = 0;
    pool.stopping = false;
    free(pool.large);
    pool.large = NULL;
    pthread_mutex_unlock(&pool.owner);
}
