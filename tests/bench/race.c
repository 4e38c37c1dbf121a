#include "race.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "heed/core.h"

enum { MAX_ROUNDS = 101, MAX_SETS = 8 };

static const double sample_seconds = 2e-3; /* how long one sample of a short work lasts */

int race_rounds = 9;
bool race_takes_best;
const char *race_filter;
const char *race_isa;

static size_t goals_met, goals_missed;

static double now(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* How often this thread lost its processor to another. */
static long times_preempted(void)
{
    struct rusage usage;
    getrusage(RUSAGE_THREAD, &usage);
    return usage.ru_nivcsw;
}

static int by_value(const void *x, const void *y)
{
    double a = *(const double *)x, b = *(const double *)y;
    return (a > b) - (a < b);
}

static double median(double *x, size_t n)
{
    qsort(x, n, sizeof *x, by_value);
    return n % 2 ? x[n / 2] : 0.5 * (x[n / 2 - 1] + x[n / 2]);
}

/* The index of the set that peers are measured by: the widest, or the one asked for. */
static size_t best_set(void)
{
    size_t best = 0;
    for (size_t i = 0; i < heed_isa_count() && i < MAX_SETS; i++) {
        if (!heed_isa_is_available(heed_isa_name_at(i))) continue;
        best = i;
        if (race_isa && strcmp(race_isa, heed_isa_name_at(i)) == 0) break;
    }
    return best;
}

static void prepare(const Runner *runner)
{
    if (!runner->isa) return;
    heed_isa_select(runner->isa);
    heed_threads_set(runner->threads ? runner->threads : 1);
}

static double wall_seconds(void (*run)(void *work), void *work, size_t repeats)
{
    double start = now(CLOCK_MONOTONIC);
    for (size_t i = 0; i < repeats; i++) run(work);
    return now(CLOCK_MONOTONIC) - start;
}

/* Seconds by the clock on the wall, of a try during which the thread kept its processor (its own processor
 * time would leave interruptions out as well, but is a rough estimate on a virtual machine). Where no try is
 * left alone, as a long one may not be on a busy machine, the shortest by processor time. */
static double undisturbed_seconds(void (*run)(void *work), void *work, size_t repeats)
{
    enum { TRIES = 12 };
    double shortest = INFINITY;
    for (int i = 0; i < TRIES; i++) {
        long before = times_preempted();
        double cpu = now(CLOCK_THREAD_CPUTIME_ID), wall = wall_seconds(run, work, repeats);
        cpu = now(CLOCK_THREAD_CPUTIME_ID) - cpu;
        if (times_preempted() == before) return wall;
        shortest = fmin(shortest, cpu);
        if (wall > 50 * sample_seconds) break; /* too long for more tries */
    }
    return shortest;
}

/* Where several threads work, a neighbour on any processor holds all of them up: the shortest of some tries.
 */
static double shortest_seconds(void (*run)(void *work), void *work, size_t repeats)
{
    enum { TRIES = 6 };
    double shortest = INFINITY;
    for (int i = 0; i < TRIES; i++) shortest = fmin(shortest, wall_seconds(run, work, repeats));
    return shortest;
}

static double time_runs(const Race *race, const Runner *runner, size_t repeats)
{
    double seconds = race->wall_clock ? shortest_seconds(runner->run, race->work, repeats)
                                      : undisturbed_seconds(runner->run, race->work, repeats);
    return seconds / (double)repeats;
}

static size_t calibrate(const Race *race, const Runner *runner)
{
    size_t repeats = 1;
    for (;;) {
        double seconds = time_runs(race, runner, repeats) * (double)repeats;
        if (seconds >= sample_seconds) return repeats;
        repeats = seconds < sample_seconds / 20 ? repeats * 10
                                                : (size_t)((double)repeats * sample_seconds / seconds) + 1;
    }
}

void race_add(Race *race, const char *name, void (*run)(void *work))
{
    if (!run || race->n == MAX_RUNNERS) return;
    Runner runner = {.name = name, .run = run};
    race->runners[race->n++] = runner;
}

void race_add_heed(Race *race, void (*run)(void *work))
{
    for (size_t i = 1; i < heed_isa_count(); i++) {
        const char *isa = heed_isa_name_at(i);
        if (!heed_isa_is_available(isa) || race->n == MAX_RUNNERS) continue;
        if (race_isa && strcmp(race_isa, isa) != 0) continue;
        Runner runner = {.name = "heed", .run = run, .isa = isa};
        race->runners[race->n++] = runner;
    }
}

bool race_is_wanted(const char *name)
{
    return !race_filter || strstr(name, race_filter);
}

static double figure(const Race *race, double seconds)
{
    return race->unit == UNIT_NS ? seconds * 1e9 / race->amount : race->amount / seconds * 1e-9;
}

/* ------------------------------------------------------------------- rounds */

/* What the rounds measured of each runner: its seconds, and right behind them the peak of its kernel set in
 * operations a second. Wide multiply-adds that also load lower the clock, more or less by what else they do;
 * it stays there long enough for the peak to be that of the same clock. */
typedef struct Rounds {
    double seconds[MAX_RUNNERS][MAX_ROUNDS];
    double peak[MAX_RUNNERS][MAX_ROUNDS];
} Rounds;

static size_t set_of(const Runner *runner)
{
    size_t set = 0;
    while (runner->isa && strcmp(heed_isa_name_at(set), runner->isa) != 0) set++;
    return runner->isa ? set : best_set();
}

static void run_peak(void *operations)
{
    float sink;
    *(double *)operations = heed_peak_work(20000, &sink);
}

/* Operations a second from registers alone. */
static double peak_now(size_t set)
{
    double operations;
    heed_isa_select(heed_isa_name_at(set));
    double seconds = undisturbed_seconds(run_peak, &operations, 1);
    return operations / seconds;
}

static bool wants_peak(const Race *race)
{
    return race->unit == UNIT_GFLOPS && !race->wall_clock;
}

static void run_round(Race *race, const size_t *repeats, size_t round, Rounds *rounds)
{
    for (size_t i = 0; i < race->n; i++) {
        prepare(&race->runners[i]);
        race->runners[i].run(race->work); /* warm */
        rounds->seconds[i][round] = time_runs(race, &race->runners[i], repeats[i]);
        if (wants_peak(race)) rounds->peak[i][round] = peak_now(set_of(&race->runners[i]));
    }
}

static double round_figure(const Race *race, double *samples)
{
    double middle = median(samples, (size_t)race_rounds); /* which sorts them */
    return race_takes_best || race->wall_clock ? samples[0] : middle;
}

/* The median, over the rounds, of x / y. */
static double median_ratio(const double *x, const double *y)
{
    double ratios[MAX_ROUNDS];
    for (int round = 0; round < race_rounds; round++) ratios[round] = x[round] / y[round];
    return median(ratios, (size_t)race_rounds);
}

static void settle(Race *race, const Rounds *rounds)
{
    for (size_t i = 0; i < race->n; i++) {
        Runner *r = &race->runners[i];
        double samples[MAX_ROUNDS], peak_seconds[MAX_ROUNDS];
        memcpy(samples, rounds->seconds[i], sizeof samples);
        r->seconds = round_figure(race, samples);
        if (!wants_peak(race)) continue;
        for (int round = 0; round < race_rounds; round++)
            peak_seconds[round] = race->amount / rounds->peak[i][round];
        r->share = median_ratio(peak_seconds, rounds->seconds[i]);
    }
}

/* ------------------------------------------------------------------- report */

void race_goal(const char *label, double wanted, double got, bool is_met)
{
    printf("   %s %.3g: %s (%.3g)", label, wanted, is_met ? "met" : "MISSED", got);
    if (is_met) {
        goals_met++;
    } else {
        goals_missed++;
    }
}

static const Runner *best_peer(const Race *race, bool with_jit)
{
    const Runner *best = NULL;
    for (size_t i = 0; i < race->n; i++) {
        const Runner *r = &race->runners[i];
        if (r->isa || r->error > 1.0 || (r->is_jit && !with_jit)) continue;
        if (!best || r->seconds < best->seconds) best = r;
    }
    return best;
}

static double ratio_to(const Race *race, const Runner *peer, const Runner *heed, const Rounds *rounds)
{
    if (race_takes_best) return peer->seconds / heed->seconds;
    return median_ratio(rounds->seconds[peer - race->runners], rounds->seconds[heed - race->runners]);
}

static void print_runner(const Race *race, size_t i, const Runner *best, const Rounds *rounds)
{
    const Runner *r = &race->runners[i];
    char by[64];
    snprintf(by, sizeof by, "%s%s%s%s", r->name, r->isa ? " " : "", r->isa ? r->isa : "",
             r->threads > 1 ? ", two threads" : "");
    printf("%-34s %-24s %10.4g %s", i == 0 ? race->name : "", by, figure(race, r->seconds),
           race->unit == UNIT_NS ? "ns     " : "GFLOP/s");
    if (r->share > 0.0) printf(" %5.1f %%", 100.0 * r->share);
    if (r->share <= 0.0 && !race->ulps) printf("        ");
    if (race->ulps) printf(" %6.2f ULP", r->ulps);
    if (r->isa && best) printf("  x%.3f of %s", ratio_to(race, best, r, rounds), best->name);
    if (r->error > 1.0) printf("  WRONG RESULT (%.3g times what is allowed)", r->error);
    printf("\n");
}

static void judge_share(const Race *race)
{
    for (size_t i = 0; i < race->n; i++) {
        const Runner *r = &race->runners[i];
        if (!r->isa) continue;
        double wanted = strcmp(r->isa, "avx512") == 0 ? race->goal_share_avx512 : race->goal_share_avx2;
        char label[64];
        snprintf(label, sizeof label, "%s share of its peak", r->isa);
        if (wanted > 0.0) race_goal(label, wanted, r->share, r->share >= wanted);
    }
}

static void print_race(const Race *race, const Rounds *rounds)
{
    const Runner *best = best_peer(race, race->judges_jit), *heed = NULL;
    for (size_t i = 0; i < race->n; i++) {
        if (race->runners[i].isa) heed = &race->runners[i];
        print_runner(race, i, best, rounds);
    }
    bool has_goal = race->goal_ratio > 0.0 || race->goal_figure > 0.0 || race->goal_share_avx2 > 0.0 ||
                    race->goal_share_avx512 > 0.0; /* ulps never stand alone */
    if (!heed || !has_goal) return;
    printf("%-34s", "");
    if (race->goal_ratio > 0.0 && best) {
        double ratio = ratio_to(race, best, heed, rounds);
        race_goal("ratio", race->goal_ratio, ratio, ratio >= race->goal_ratio);
    }
    if (race->goal_figure > 0.0) {
        double got = figure(race, heed->seconds);
        race_goal("at most", race->goal_figure, got, got <= race->goal_figure);
    }
    if (race->goal_ulps > 0.0) race_goal("ULP", race->goal_ulps, heed->ulps, heed->ulps <= race->goal_ulps);
    judge_share(race);
    printf("\n");
}

void race_run(Race *race)
{
    size_t repeats[MAX_RUNNERS];
    static Rounds rounds;
    for (size_t i = 0; i < race->n; i++) {
        Runner *r = &race->runners[i];
        prepare(r);
        if (race->clear) race->clear(race->work);
        r->run(race->work);
        r->error = race->check(race->work);
        if (race->ulps) r->ulps = race->ulps(race->work);
        repeats[i] = calibrate(race, r);
    }
    for (size_t round = 0; round < (size_t)race_rounds; round++) run_round(race, repeats, round, &rounds);
    settle(race, &rounds);
    print_race(race, &rounds);
    fflush(stdout);
}

void race_heading(void)
{
    printf("peak of fused multiply-adds from registers, one thread:");
    for (size_t set = 1; set <= best_set(); set++) {
        double samples[MAX_ROUNDS];
        for (int round = 0; round < race_rounds; round++) samples[round] = peak_now(set);
        printf("  %s %.1f GFLOP/s", heed_isa_name_at(set), 1e-9 * median(samples, (size_t)race_rounds));
    }
    printf("\n%s of %d rounds; shares are of the peak right after, heed's of its own set's\n\n",
           race_takes_best ? "best" : "medians", race_rounds);
    printf("%-34s %-24s %10s %-7s %7s\n", "work", "by", "figure", "unit", "share");
}

void race_summary(void)
{
    printf("\n%zu goals met, %zu missed\n", goals_met, goals_missed);
}
