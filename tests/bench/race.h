/* One race: several ways to do the same work, timed in turn.
 *
 * Each round runs every runner once for a few milliseconds, so that a change of clock or a busy neighbour
 * hits all of them; a runner's figure is its median over the rounds. Times are those of the thread that
 * works, unless the work uses several. Before it is timed, each runner's result is compared with a
 * reference in double. */
#ifndef HEED_BENCH_RACE_H
#define HEED_BENCH_RACE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct Runner {
    const char *name;
    void (*run)(void *work);
    const char *isa; /* heed alone: the kernel set to select first; NULL: a peer */
    size_t threads;  /* heed alone: 0 means one */
    double seconds;  /* median time of one run */
    double error;    /* largest, in units of what is allowed */
    bool is_missing;
} Runner;

enum { MAX_RUNNERS = 12 };

typedef enum Unit { UNIT_NS, UNIT_GFLOPS } Unit;

typedef struct Race {
    const char *name;
    void *work;
    Unit unit;
    double amount; /* elements per run, or floating-point operations per run */
    /* The error of the result that the last run left, in units of what is allowed. */
    double (*check)(void *work);
    void (*clear)(void *work); /* makes an earlier result unmistakable; may be NULL */
    bool wall_clock;           /* for work on several threads */
    Runner runners[MAX_RUNNERS];
    size_t n;
    /* The goal, as a ratio of the best peer's time to heed's; 0: none. And as a figure of `unit`; 0: none. */
    double goal_ratio, goal_figure;
    double goal_share; /* of the measured peak; 0: none */
} Race;

void race_add(Race *race, const char *name, void (*run)(void *work));
/* One runner per kernel set that this machine has: "heed scalar" is left out where the work is large. */
void race_add_heed(Race *race, void (*run)(void *work));
/* Runs it and prints its lines; counts goals met and missed. */
void race_run(Race *race);

/* Measured once: floating-point operations a second from registers alone, widest kernel set. */
double race_peak(void);
void race_heading(void);
void race_summary(void);

extern bool race_takes_best;    /* instead of the median: for machines with neighbours */
extern int race_rounds;         /* at least 7 */
extern const char *race_filter; /* only races whose name contains this; NULL: all */
bool race_is_wanted(const char *name);

#endif
