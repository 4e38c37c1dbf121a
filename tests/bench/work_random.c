/* Normals, and samples of q . k. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "heed/core.h"
#include "peers.h"
#include "race.h"
#include "works.h"

typedef struct Draws {
    size_t n, d_k;
    float *out;
} Draws;

static void normals_heed(void *work)
{
    const Draws *w = work;
    heed_random_normal(1, 0, 0, w->n, w->out);
}

static void normals_gsl(void *work)
{
    const Draws *w = work;
    for (size_t i = 0; i < w->n; i++) w->out[i] = (float)peers.gsl_ziggurat(peers.gsl_rng, 1.0);
}

static float uniform_of(unsigned long long *state)
{
    *state = *state * 6364136223846793005ull + 1442695040888963407ull;
    return ((float)(*state >> 40) + 1.0f) * 0x1p-24f;
}

static void box_muller(float *out, size_t n)
{
    static unsigned long long state = 1;
    for (size_t i = 0; i + 2 <= n; i += 2) {
        float r = sqrtf(-2.0f * logf(uniform_of(&state))), angle = 6.2831853f * uniform_of(&state);
        out[i] = r * cosf(angle);
        out[i + 1] = r * sinf(angle);
    }
}

static void normals_libm(void *work)
{
    const Draws *w = work;
    box_muller(w->out, w->n);
}

static void samples_heed(void *work)
{
    const Draws *w = work;
    heed_dot_samples(1, w->d_k, 1, 0, w->n, w->out);
}

static void samples_libm(void *work)
{
    const Draws *w = work;
    float pair[2 * 128];
    for (size_t i = 0; i < w->n; i++) {
        box_muller(pair, 2 * w->d_k);
        float s = 0.0f;
        for (size_t c = 0; c < w->d_k; c++) s += pair[c] * pair[w->d_k + c];
        w->out[i] = s;
    }
}

static void samples_gsl(void *work)
{
    const Draws *w = work;
    for (size_t i = 0; i < w->n; i++) {
        float s = 0.0f;
        for (size_t c = 0; c < w->d_k; c++) {
            s +=
                (float)peers.gsl_ziggurat(peers.gsl_rng, 1.0) * (float)peers.gsl_ziggurat(peers.gsl_rng, 1.0);
        }
        w->out[i] = s;
    }
}

static void clear(void *work)
{
    const Draws *w = work;
    for (size_t i = 0; i < w->n; i++) w->out[i] = NAN;
}

/* Mean and variance within six standard errors of 0 and d_k (1 for single normals). */
static double check(void *work)
{
    const Draws *w = work;
    double sum = 0.0, squares = 0.0, n = (double)w->n, d = (double)(w->d_k ? w->d_k : 1);
    for (size_t i = 0; i < w->n; i++) {
        sum += (double)w->out[i];
        squares += (double)w->out[i] * (double)w->out[i];
    }
    double mean = fabs(sum / n) / (6.0 * sqrt(d / n)),
           var = fabs(squares / n / d - 1.0) / (6.0 * sqrt(3.0 / n));
    double worst = mean > var ? mean : var;
    return isnan(mean + var) ? INFINITY : worst;
}

void bench_random(void)
{
    if (race_is_wanted("a normal variate")) {
        Draws w = {8192, 0, work_floats(8192)};
        Race race = {.name = "a normal variate",
                     .work = &w,
                     .unit = UNIT_NS,
                     .amount = 8192,
                     .check = check,
                     .clear = clear,
                     .goal_figure = 0.75};
        if (peers.gsl_rng) race_add(&race, "GSL ziggurat", normals_gsl);
        race_add(&race, "libm Box-Muller", normals_libm);
        race_add_heed(&race, normals_heed);
        race_run(&race);
        free(w.out);
    }
    if (race_is_wanted("a sample of q.k, d_k 64")) {
        Draws w = {4096, 64, work_floats(4096)};
        Race race = {.name = "a sample of q.k, d_k 64",
                     .work = &w,
                     .unit = UNIT_NS,
                     .amount = 4096,
                     .check = check,
                     .clear = clear,
                     .goal_figure = 110};
        if (peers.gsl_rng) race_add(&race, "GSL ziggurat", samples_gsl);
        race_add(&race, "libm Box-Muller", samples_libm);
        race_add_heed(&race, samples_heed);
        race_run(&race);
        free(w.out);
    }
}
