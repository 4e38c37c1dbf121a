/* exp over an array, and softmax over rows. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "heed/core.h"
#include "peers.h"
#include "race.h"
#include "works.h"

typedef struct Rows {
    size_t rows, cols;
    float *x, *y;
} Rows;

static void clear(void *work)
{
    const Rows *w = work;
    for (size_t i = 0; i < w->rows * w->cols; i++) w->y[i] = NAN;
}

static double ulp(float y, double exact)
{
    return fabs((double)y - exact) / ldexp(1.0, ilogb(fmax(fabs(exact), 0x1p-126)) - 23);
}

static void exp_heed(void *work)
{
    const Rows *w = work;
    heed_map(HEED_EXP, heed_view(w->x, w->rows, w->cols), heed_out(w->y, w->rows, w->cols));
}

static void exp_sleef(void *work)
{
    const Rows *w = work;
    sleef_exp(w->x, w->y, w->cols);
}

static void exp_libmvec(void *work)
{
    const Rows *w = work;
    libmvec_exp(w->x, w->y, w->cols);
}

static void exp_libm(void *work)
{
    const Rows *w = work;
    for (size_t i = 0; i < w->cols; i++) w->y[i] = expf(w->x[i]);
}

static double ulps_of_exp(void *work)
{
    const Rows *w = work;
    double worst = 0.0;
    for (size_t i = 0; i < w->cols; i++) worst = fmax(worst, ulp(w->y[i], exp((double)w->x[i])));
    return worst;
}

/* libmvec promises 4 ULP: nobody is disqualified below that. */
static double check_exp(void *work)
{
    return ulps_of_exp(work) / 4.0;
}

static void race_exp(void)
{
    if (!race_is_wanted("exp")) return;
    enum { LEN = 4096 };
    Rows w = {1, LEN, work_floats(LEN), work_floats(LEN)};
    for (size_t i = 0; i < LEN; i++) w.x[i] *= 10.0f;
    Race race = {.name = "exp, an element",
                 .work = &w,
                 .unit = UNIT_NS,
                 .amount = LEN,
                 .check = check_exp,
                 .ulps = ulps_of_exp,
                 .clear = clear,
                 .goal_ratio = 1.5,
                 .goal_ulps = 1.0};
    if (peers.sleef_expf8) race_add(&race, "SLEEF (1.0 ULP)", exp_sleef);
    if (peers.libmvec_expf8) race_add(&race, "libmvec", exp_libmvec);
    race_add(&race, "libm", exp_libm);
    race_add_heed(&race, exp_heed);
    race_run(&race);
    free(w.x);
    free(w.y);
}

static void softmax_heed(void *work)
{
    const Rows *w = work;
    heed_softmax_rows(heed_view(w->x, w->rows, w->cols), NULL, NULL, heed_out(w->y, w->rows, w->cols), NULL);
}

static void softmax_sleef(void *work)
{
    const Rows *w = work;
    for (size_t r = 0; r < w->rows; r++) sleef_softmax_row(w->x + r * w->cols, w->y + r * w->cols, w->cols);
}

static void softmax_libm(void *work)
{
    const Rows *w = work;
    for (size_t r = 0; r < w->rows; r++) {
        const float *x = w->x + r * w->cols;
        float *y = w->y + r * w->cols, m = x[0], sum = 0.0f;
        for (size_t j = 1; j < w->cols; j++) m = x[j] > m ? x[j] : m;
        for (size_t j = 0; j < w->cols; j++) sum += y[j] = expf(x[j] - m);
        for (size_t j = 0; j < w->cols; j++) y[j] *= 1.0f / sum;
    }
}

/* The worst weight of the first row; a peer may be far off. */
static double ulps_of_softmax(void *work)
{
    const Rows *w = work;
    double worst = 0.0;
    long double m = -INFINITY, sum = 0.0L;
    for (size_t j = 0; j < w->cols; j++) m = fmaxl(m, (long double)w->x[j]);
    for (size_t j = 0; j < w->cols; j++) sum += expl((long double)w->x[j] - m);
    for (size_t j = 0; j < w->cols; j++)
        worst = fmax(worst, ulp(w->y[j], (double)(expl((long double)w->x[j] - m) / sum)));
    return worst;
}

/* The C library's sum in one float chain is hundreds of ULP off: it is raced all the same. */
static double check_softmax(void *work)
{
    return ulps_of_softmax(work) / 1000.0;
}

static void race_softmax(size_t cols, double goal)
{
    char name[64];
    snprintf(name, sizeof name, "softmax of %zu, an element", cols);
    if (!race_is_wanted(name)) return;
    size_t rows = cols <= 8192 ? 8192 / cols : 1;
    Rows w = {rows, cols, work_floats(rows * cols), work_floats(rows * cols)};
    for (size_t i = 0; i < rows * cols; i++) w.x[i] *= 3.0f;
    Race race = {.name = name,
                 .work = &w,
                 .unit = UNIT_NS,
                 .amount = (double)(rows * cols),
                 .check = check_softmax,
                 .ulps = ulps_of_softmax,
                 .clear = clear,
                 .goal_ratio = goal,
                 .goal_ulps = 4.0};
    if (peers.sleef_expf8) race_add(&race, "SLEEF in three passes", softmax_sleef);
    race_add(&race, "libm", softmax_libm);
    race_add_heed(&race, softmax_heed);
    race_run(&race);
    free(w.x);
    free(w.y);
}

void bench_rows(void)
{
    race_exp();
    race_softmax(64, 1.05);
    race_softmax(512, 1.3);
    race_softmax(4096, 1.3);
    race_softmax(32768, 1.3);
}
