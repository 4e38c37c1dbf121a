/* One race: several ways to do the same work, timed in turn.
 *
 * Each round runs every runner once for a few milliseconds, and the peak after each, so that a change of
 * clock or a busy neighbour hits all of them. A runner's figure is its median over the rounds; ratios and
 * shares of the peak are taken within each round, then their median. A sample during which the thread lost
 * its processor is taken again. Before it is timed, each runner's result is compared with a reference in
 * double. */
#ifndef HEED_BENCH_RACE_H
#define HEED_BENCH_RACE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct Runner {
    const char *name;
    void (*run)(void *work);
    const char *isa; /* heed alone: the kernel set to select first; NULL: a peer */
    size_t threads;  /* heed alone: 0 means one */
    bool is_jit;    /* makes code for this one shape at run time; raced, judged only where the goal says so */
    double seconds; /* median time of one run */
    double error;   /* largest, in units of what is allowed */
    double ulps;    /* likewise, where the race counts them */
    double share;   /* of its peak: heed's set's own, a peer's the machine's */
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
    double (*ulps)(void *work); /* the same in units of the last place; NULL: not counted */
    void (*clear)(void *work);  /* makes an earlier result unmistakable; may be NULL */
    bool wall_clock;            /* for work on several threads */
    Runner runners[MAX_RUNNERS];
    size_t n;
    /* Goals; 0: none. The best peer's time over heed's, and at most this figure of `unit` and so many ulps,
     * asked of the set that heed takes by itself; and the share of each set's own peak. */
    double goal_ratio, goal_figure, goal_ulps;
    double goal_share_avx2, goal_share_avx512;
    bool judges_jit; /* libraries that make code at run time count among the peers of goal_ratio */
} Race;

void race_add(Race *race, const char *name, void (*run)(void *work));
/* One runner per kernel set that this machine has: "heed scalar" is left out where the work is large. */
void race_add_heed(Race *race, void (*run)(void *work));
/* Runs it and prints its lines; counts goals met and missed. */
void race_run(Race *race);

void race_heading(void);
void race_summary(void);
/* Counts a goal that is no race of heed against peers. */
void race_goal(const char *label, double wanted, double got, bool is_met);

extern bool race_takes_best;    /* instead of the median: for machines with neighbours */
extern const char *race_isa;    /* heed runs with this set alone; NULL: with each that the machine has */
extern int race_rounds;         /* at least 7 */
extern const char *race_filter; /* only races whose name contains this; NULL: all */
bool race_is_wanted(const char *name);

#endif
