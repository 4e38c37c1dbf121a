#include "race.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "heed/core.h"

enum { MAX_ROUNDS = 101 };

static const double sample_seconds = 2e-3; /* how long one sample of a short work lasts */

int race_rounds = 9;
bool race_takes_best;
const char *race_filter;

static size_t goals_met, goals_missed;

static double now(bool wall_clock)
{
    struct timespec t;
    clock_gettime(wall_clock ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
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

static void prepare(const Runner *runner)
{
    if (!runner->isa) return;
    heed_isa_select(runner->isa);
    heed_threads_set(runner->threads ? runner->threads : 1);
}

static double time_runs(const Race *race, const Runner *runner, size_t repeats)
{
    double start = now(race->wall_clock);
    for (size_t i = 0; i < repeats; i++) runner->run(race->work);
    return (now(race->wall_clock) - start) / (double)repeats;
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

double race_peak(void)
{
    static double peak;
    if (peak > 0.0) return peak;
    float sink;
    heed_isa_select(NULL);
    for (int i = 0; i < 15; i++) {
        double start = now(false);
        double flops = heed_peak_work(200000, &sink);
        peak = fmax(peak, flops / (now(false) - start));
    }
    return peak;
}

/* A goal is judged on the set that heed would choose by itself: the last of its runners. */
static void print_goal(const char *label, double wanted, double got, bool is_met)
{
    printf("   %s %.3g: %s (%.3g)", label, wanted, is_met ? "met" : "MISSED", got);
    if (is_met) {
        goals_met++;
    } else {
        goals_missed++;
    }
}

static void print_race(const Race *race)
{
    const Runner *best = NULL, *heed = NULL;
    for (size_t i = 0; i < race->n; i++) {
        const Runner *r = &race->runners[i];
        if (r->isa) heed = r;
        if (!r->isa && r->error <= 1.0 && (!best || r->seconds < best->seconds)) best = r;
    }
    for (size_t i = 0; i < race->n; i++) {
        const Runner *r = &race->runners[i];
        char name[64];
        snprintf(name, sizeof name, "%s%s%s", r->name, r->isa ? " " : "", r->isa ? r->isa : "");
        printf("%-34s %-22s %10.4g %s", i == 0 ? race->name : "", name, figure(race, r->seconds),
               race->unit == UNIT_NS ? "ns     " : "GFLOP/s");
        if (race->unit == UNIT_GFLOPS) printf(" %5.1f %%", 100.0 * race->amount / r->seconds / race_peak());
        if (race->unit == UNIT_NS) printf("        ");
        if (r->isa && best) printf("  x%.3f of %s", best->seconds / r->seconds, best->name);
        if (r->error > 1.0) printf("  WRONG RESULT (%.3g times what is allowed)", r->error);
        printf("\n");
    }
    if (heed && (race->goal_ratio > 0.0 || race->goal_figure > 0.0 || race->goal_share > 0.0)) {
        printf("%-34s", "");
        if (race->goal_ratio > 0.0 && best) {
            double ratio = best->seconds / heed->seconds;
            print_goal("ratio", race->goal_ratio, ratio, ratio >= race->goal_ratio);
        }
        if (race->goal_figure > 0.0) {
            double got = figure(race, heed->seconds);
            print_goal("at most", race->goal_figure, got, got <= race->goal_figure);
        }
        if (race->goal_share > 0.0) {
            double share = race->amount / heed->seconds / race_peak();
            print_goal("share of peak", race->goal_share, share, share >= race->goal_share);
        }
        printf("\n");
    }
    fflush(stdout);
}

void race_run(Race *race)
{
    size_t repeats[MAX_RUNNERS];
    static double samples[MAX_RUNNERS][MAX_ROUNDS];
    race_peak();
    for (size_t i = 0; i < race->n; i++) {
        Runner *r = &race->runners[i];
        prepare(r);
        if (race->clear) race->clear(race->work);
        r->run(race->work);
        r->error = race->check(race->work);
        repeats[i] = calibrate(race, r);
    }
    for (int round = 0; round < race_rounds; round++) {
        for (size_t i = 0; i < race->n; i++) {
            prepare(&race->runners[i]);
            race->runners[i].run(race->work); /* warm */
            samples[i][round] = time_runs(race, &race->runners[i], repeats[i]);
        }
    }
    for (size_t i = 0; i < race->n; i++) {
        double middle = median(samples[i], (size_t)race_rounds); /* which sorts them */
        race->runners[i].seconds = race_takes_best ? samples[i][0] : middle;
    }
    print_race(race);
}

void race_heading(void)
{
    printf("peak %.1f GFLOP/s (fused multiply-adds from registers, one thread), %s of %d rounds\n\n",
           race_peak() * 1e-9, race_takes_best ? "best" : "medians", race_rounds);
    printf("%-34s %-22s %10s %-7s %7s\n", "work", "by", "figure", "unit", "peak");
}

void race_summary(void)
{
    printf("\n%zu goals met, %zu missed\n", goals_met, goals_missed);
}
