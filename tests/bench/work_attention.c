/* Attention over one head, against what the product libraries allow: blocks of 64 query rows, scores by
 * their sgemm, softmax with SLEEF's exp, values by their sgemm. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "heed/core.h"
#include "peers.h"
#include "race.h"
#include "works.h"

enum { BLOCK = 64 };

typedef struct Attention {
    size_t len, d;
    bool is_causal;
    float *q, *k, *v, *out, *s;
} Attention;

static void run_heed(void *work)
{
    const Attention *a = work;
    HeedMask causal = {.is_causal = true};
    heed_attention(heed_view(a->q, a->len, a->d), heed_view(a->k, a->len, a->d),
                   heed_view(a->v, a->len, a->d), NULL, a->is_causal ? &causal : NULL,
                   heed_out(a->out, a->len, a->d), NULL);
}

typedef void Sgemm(bool b_is_transposed, size_t m, size_t n, size_t k, float alpha, const float *a,
                   size_t lda, const float *b, size_t ldb, float *c, size_t ldc);

static void by_cblas(CblasSgemm *sgemm, bool b_is_transposed, size_t m, size_t n, size_t k, float alpha,
                     const float *a, size_t lda, const float *b, size_t ldb, float *c, size_t ldc)
{
    enum { ROW_MAJOR = 101, NO_TRANS = 111, TRANS = 112 };
    sgemm(ROW_MAJOR, NO_TRANS, b_is_transposed ? TRANS : NO_TRANS, (int)m, (int)n, (int)k, alpha, a, (int)lda,
          b, (int)ldb, 0.0f, c, (int)ldc);
}

static void by_openblas(bool b_is_transposed, size_t m, size_t n, size_t k, float alpha, const float *a,
                        size_t lda, const float *b, size_t ldb, float *c, size_t ldc)
{
    by_cblas(peers.openblas_sgemm, b_is_transposed, m, n, k, alpha, a, lda, b, ldb, c, ldc);
}

static void by_blis(bool b_is_transposed, size_t m, size_t n, size_t k, float alpha, const float *a,
                    size_t lda, const float *b, size_t ldb, float *c, size_t ldc)
{
    by_cblas(peers.blis_sgemm, b_is_transposed, m, n, k, alpha, a, lda, b, ldb, c, ldc);
}

static void by_onednn(bool b_is_transposed, size_t m, size_t n, size_t k, float alpha, const float *a,
                      size_t lda, const float *b, size_t ldb, float *c, size_t ldc)
{
    peers.dnnl_sgemm('N', b_is_transposed ? 'T' : 'N', (long)m, (long)n, (long)k, alpha, a, (long)lda, b,
                     (long)ldb, 0.0f, c, (long)ldc);
}

/* Causal rows see the keys up to the end of their block; those beyond their own are masked. */
static void by_blocks(const Attention *a, Sgemm *sgemm)
{
    float scale = (float)(1.0 / sqrt((double)a->d));
    for (size_t i = 0; i < a->len; i += BLOCK) {
        size_t keys = a->is_causal ? i + BLOCK : a->len;
        sgemm(true, BLOCK, keys, a->d, scale, a->q + i * a->d, a->d, a->k, a->d, a->s, a->len);
        for (size_t r = 0; r < BLOCK; r++) {
            float *row = a->s + r * a->len;
            for (size_t j = a->is_causal ? i + r + 1 : keys; j < keys; j++) row[j] = -1e30f;
            sleef_softmax_row(row, row, keys);
        }
        sgemm(false, BLOCK, a->d, keys, 1.0f, a->s, a->len, a->v, a->d, a->out + i * a->d, a->d);
    }
}

static void run_openblas(void *work)
{
    by_blocks(work, by_openblas);
}

static void run_blis(void *work)
{
    by_blocks(work, by_blis);
}

static void run_onednn(void *work)
{
    by_blocks(work, by_onednn);
}

static void clear(void *work)
{
    const Attention *a = work;
    for (size_t i = 0; i < a->len * a->d; i++) a->out[i] = NAN;
}

/* A few rows against double: 2e-6 (1 + |exact|) is allowed for heed, and ten times that for all. */
static double check(void *work)
{
    const Attention *a = work;
    double worst = 0.0, *e = malloc(a->len * sizeof *e);
    for (size_t i = 0; i < a->len; i += a->len / 5) {
        size_t keys = a->is_causal ? i + 1 : a->len;
        double m = -INFINITY, sum = 0.0;
        for (size_t j = 0; j < keys; j++) {
            e[j] = 0.0;
            for (size_t c = 0; c < a->d; c++) e[j] += (double)a->q[i * a->d + c] * (double)a->k[j * a->d + c];
            e[j] /= sqrt((double)a->d);
            m = fmax(m, e[j]);
        }
        for (size_t j = 0; j < keys; j++) sum += e[j] = exp(e[j] - m);
        for (size_t c = 0; c < a->d; c++) {
            double exact = 0.0;
            for (size_t j = 0; j < keys; j++) exact += e[j] * (double)a->v[j * a->d + c] / sum;
            double error = fabs((double)a->out[i * a->d + c] - exact) / (1.0 + fabs(exact)) / 2e-5;
            worst = error <= worst ? worst : error;
        }
    }
    free(e);
    return isnan(worst) ? INFINITY : worst;
}

static Attention attention_new(size_t len, size_t d, bool is_causal)
{
    Attention a = {len,
                   d,
                   is_causal,
                   work_floats(len * d),
                   work_floats(len * d),
                   work_floats(len * d),
                   work_floats(len * d),
                   work_floats(BLOCK * len)};
    return a;
}

static void attention_free(Attention *a)
{
    free(a->q), free(a->k), free(a->v), free(a->out), free(a->s);
}

static double flops(const Attention *a)
{
    double scores =
        a->is_causal ? (double)a->len * ((double)a->len + 1) / 2 : (double)a->len * (double)a->len;
    return 4.0 * scores * (double)a->d;
}

/* Causal ones have no goal for the share of the peak. */
static void race_attention(size_t len, size_t d, bool is_causal, double ratio)
{
    char name[64];
    snprintf(name, sizeof name, "%sattention L %zu d %zu", is_causal ? "causal " : "", len, d);
    if (!race_is_wanted(name)) return;
    Attention a = attention_new(len, d, is_causal);
    Race race = {.name = name,
                 .work = &a,
                 .unit = UNIT_GFLOPS,
                 .amount = flops(&a),
                 .check = check,
                 .clear = clear,
                 .goal_ratio = ratio,
                 .goal_share_avx2 = is_causal ? 0.0
                                    : d == 64 ? 0.77
                                              : 0.81,
                 .goal_share_avx512 = is_causal ? 0.0
                                      : d == 64 ? 0.83
                                                : 0.86};
    if (peers.openblas_sgemm) race_add(&race, "OpenBLAS + SLEEF", run_openblas);
    if (peers.blis_sgemm) race_add(&race, "BLIS + SLEEF", run_blis);
    if (peers.dnnl_sgemm) race_add(&race, "oneDNN + SLEEF", run_onednn);
    race_add_heed(&race, run_heed);
    race_run(&race);
    attention_free(&a);
}

/* heed on two threads against heed on one, by the clock on the wall. */
static void race_threads(size_t len, size_t d)
{
    char name[64];
    snprintf(name, sizeof name, "attention L %zu d %zu, two threads", len, d);
    if (!race_is_wanted(name)) return;
    Attention a = attention_new(len, d, false);
    Race race = {.name = name,
                 .work = &a,
                 .unit = UNIT_GFLOPS,
                 .amount = flops(&a),
                 .check = check,
                 .clear = clear,
                 .wall_clock = true};
    race_add_heed(&race, run_heed);
    race.runners[0] = race.runners[race.n - 1];
    race.runners[1] = race.runners[0];
    race.runners[1].threads = 2;
    race.n = 2;
    race_run(&race);
    double gain = race.runners[0].seconds / race.runners[1].seconds;
    printf("%-34s", "");
    race_goal("times one thread", 1.85, gain, gain >= 1.85);
    printf("\n");
    attention_free(&a);
}

void bench_attention(void)
{
    static const size_t lengths[] = {512, 1024, 2048, 4096};
    for (size_t d = 64; d <= 128; d *= 2) {
        for (size_t i = 0; i < 4; i++) race_attention(lengths[i], d, false, 1.03);
        for (size_t i = 2; i < 4; i++) race_attention(lengths[i], d, true, 1.15);
    }
}

void bench_threads(void)
{
    race_threads(2048, 64);
    race_threads(4096, 64);
}
