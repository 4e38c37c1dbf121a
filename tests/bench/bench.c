/* heed against other libraries: one table.
 *
 *     heed_bench [-r ROUNDS] [-b] [--isa NAME] [WORD]
 *
 * WORD chooses the races whose name contains it; -b takes the best round of each instead of the median. With
 * --isa heed runs that set alone, and for avx2 the peers are held to AVX2 as well. */
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "heed/core.h"
#include "peers.h"
#include "race.h"
#include "works.h"

float *work_floats(size_t n)
{
    void *data = NULL;
    if (posix_memalign(&data, 64, (n + 16) * sizeof(float)) != 0) abort();
    heed_random_normal(3, n, 0, n, data);
    return data;
}

/* To the processor that it runs on; the races by two threads take this back. */
static void pin(bool is_pinned)
{
    static cpu_set_t all;
    static bool is_known;
    if (!is_known) sched_getaffinity(0, sizeof all, &all);
    is_known = true;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(sched_getcpu(), &one);
    sched_setaffinity(0, sizeof one, is_pinned ? &one : &all);
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-r") == 0 && i + 1 < argc) {
            race_rounds = atoi(argv[++i]);
        } else if (strcmp(argv[i], "-b") == 0) {
            race_takes_best = true;
        } else if (strcmp(argv[i], "--isa") == 0 && i + 1 < argc) {
            race_isa = argv[++i];
        } else {
            race_filter = argv[i];
        }
    }
    race_rounds = race_rounds < 7 ? 7 : race_rounds > 101 ? 101 : race_rounds;
    if (race_isa && !heed_isa_is_available(race_isa)) {
        fprintf(stderr, "heed_bench: this machine has no kernel set '%s'\n", race_isa);
        return 2;
    }
    pin(true);
    peers_open(race_isa && strcmp(race_isa, "avx2") == 0);
    race_heading();
    bench_products();
    bench_rows();
    bench_random();
    bench_attention();
    pin(false);
    bench_threads();
    race_summary();
    return 0;
}
