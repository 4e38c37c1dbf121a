/* Products: teaching sizes, large ones, and one query against many keys. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "heed/core.h"
#include "peers.h"
#include "race.h"
#include "works.h"

typedef struct Product {
    size_t m, n, k;
    bool b_is_transposed;
    float *a, *b, *c;
    XsmmKernel *xsmm;
} Product;

static void run_heed(void *work)
{
    const Product *p = work;
    HeedView a = heed_view(p->a, p->m, p->k);
    HeedOut c = heed_out(p->c, p->m, p->n);
    if (p->b_is_transposed) {
        heed_gemm_nt(a, heed_view(p->b, p->n, p->k), c);
    } else {
        heed_gemm_nn(a, heed_view(p->b, p->k, p->n), c);
    }
}

static void run_cblas(CblasSgemm *sgemm, const Product *p)
{
    enum { ROW_MAJOR = 101, NO_TRANS = 111, TRANS = 112 };
    int m = (int)p->m, n = (int)p->n, k = (int)p->k;
    sgemm(ROW_MAJOR, NO_TRANS, p->b_is_transposed ? TRANS : NO_TRANS, m, n, k, 1.0f, p->a, k, p->b,
          p->b_is_transposed ? k : n, 0.0f, p->c, n);
}

static void run_openblas(void *work)
{
    run_cblas(peers.openblas_sgemm, work);
}

static void run_blis(void *work)
{
    run_cblas(peers.blis_sgemm, work);
}

static void run_onednn(void *work)
{
    const Product *p = work;
    long m = (long)p->m, n = (long)p->n, k = (long)p->k;
    peers.dnnl_sgemm('N', p->b_is_transposed ? 'T' : 'N', m, n, k, 1.0f, p->a, k, p->b,
                     p->b_is_transposed ? k : n, 0.0f, p->c, n);
}

#ifdef HEED_BENCH_EIGEN
static void run_eigen(void *work)
{
    const Product *p = work;
    (peers.avx2_alone ? eigen_product_avx2 : eigen_product_native)(p->a, p->b, p->c, (int)p->m, (int)p->n,
                                                                   (int)p->k, p->b_is_transposed);
}
#endif

static void run_xsmm(void *work)
{
    const Product *p = work;
    p->xsmm(p->b, p->a, p->c);
}

/* One row: the library's own matrix-vector product. */
static void run_openblas_gemv(void *work)
{
    enum { ROW_MAJOR = 101, NO_TRANS = 111, TRANS = 112 };
    const Product *p = work;
    int rows = (int)(p->b_is_transposed ? p->n : p->k), cols = (int)(p->b_is_transposed ? p->k : p->n);
    peers.openblas_sgemv(ROW_MAJOR, p->b_is_transposed ? NO_TRANS : TRANS, rows, cols, 1.0f, p->b, cols, p->a,
                         1, 0.0f, p->c, 1);
}

/* What a compiler makes of the plain loop that reads B by rows. */
static void run_plain(void *work)
{
    const Product *p = work;
    for (size_t i = 0; i < p->m; i++) {
        float *c = p->c + i * p->n;
        for (size_t j = 0; j < p->n; j++) c[j] = 0.0f;
        for (size_t x = 0; x < p->k; x++) {
            float e = p->a[i * p->k + x];
            const float *b = p->b + x * p->n;
            for (size_t j = 0; j < p->n; j++) c[j] += e * b[j];
        }
    }
}

static void clear(void *work)
{
    const Product *p = work;
    for (size_t i = 0; i < p->m * p->n; i++) p->c[i] = NAN;
}

/* Some elements against double; 16 eps * sum |a b| is allowed. */
static double check(void *work)
{
    const Product *p = work;
    double worst = 0.0;
    size_t total = p->m * p->n, step = total / 997 + 1;
    for (size_t e = 0; e < total; e += step) {
        size_t i = e / p->n, j = e % p->n;
        double exact = 0.0, size = 0.0;
        for (size_t x = 0; x < p->k; x++) {
            double term = (double)p->a[i * p->k + x] *
                          (double)(p->b_is_transposed ? p->b[j * p->k + x] : p->b[x * p->n + j]);
            exact += term;
            size += fabs(term);
        }
        double error = fabs((double)p->c[e] - exact) / (16 * 0x1p-24 * size);
        worst = error <= worst ? worst : error; /* NaN counts */
    }
    return isnan(worst) ? INFINITY : worst;
}

/* The goals of a product, as in Race. */
typedef struct Goal {
    double ratio, share_avx512;
    bool judges_jit;
} Goal;

static void race_product(size_t m, size_t n, size_t k, bool b_is_transposed, Unit unit, Goal goal)
{
    char name[64];
    snprintf(name, sizeof name, "%s %zux%zux%zu", b_is_transposed ? "A@B.T" : "A@B", m, k, n);
    if (!race_is_wanted(name)) return;
    Product p = {m, n, k, b_is_transposed, work_floats(m * k), work_floats(k * n), work_floats(m * n), NULL};
    p.xsmm = m <= 128 ? xsmm_kernel((int)m, (int)n, (int)k, b_is_transposed) : NULL;
    Race race = {.name = name,
                 .work = &p,
                 .unit = unit,
                 .check = check,
                 .clear = clear,
                 .goal_ratio = goal.ratio,
                 .goal_share_avx512 = goal.share_avx512,
                 .judges_jit = goal.judges_jit};
    race.amount = unit == UNIT_NS ? 1.0 : 2.0 * (double)m * (double)n * (double)k;
    if (peers.openblas_sgemm) race_add(&race, "OpenBLAS", run_openblas);
    if (peers.blis_sgemm) race_add(&race, "BLIS", run_blis);
    if (peers.dnnl_sgemm) race_add(&race, "oneDNN", run_onednn);
#ifdef HEED_BENCH_EIGEN
    race_add(&race, "Eigen", run_eigen);
#endif
    if (m == 1 && peers.openblas_sgemv) race_add(&race, "OpenBLAS sgemv", run_openblas_gemv);
    if (m == 1 && !b_is_transposed) race_add(&race, "plain C", run_plain);
    if (p.xsmm) race_add(&race, "libxsmm (JIT)", run_xsmm);
    if (p.xsmm) race.runners[race.n - 1].is_jit = true;
    race_add_heed(&race, run_heed);
    race_run(&race);
    free(p.a);
    free(p.b);
    free(p.c);
}

void bench_products(void)
{
    static const size_t large[] = {64, 128, 256, 512, 1024, 2048};
    const Goal small_nt = {.ratio = 1.8}, small_nn = {.ratio = 1.0}, one_query = {.ratio = 1.0 / 1.8};
    const Goal nn_16 = {.ratio = 1.0, .judges_jit = true};
    race_product(3, 3, 4, true, UNIT_NS, small_nt);
    race_product(8, 8, 8, true, UNIT_NS, small_nt);
    race_product(16, 16, 16, true, UNIT_NS, small_nt);
    race_product(3, 3, 4, false, UNIT_NS, small_nn);
    race_product(8, 8, 8, false, UNIT_NS, small_nn);
    race_product(16, 16, 16, false, UNIT_NS, nn_16);
    race_product(1, 2048, 64, true, UNIT_NS, one_query);
    race_product(1, 2048, 64, false, UNIT_NS, one_query);
    for (size_t i = 0; i < sizeof large / sizeof *large; i++) {
        bool is_middle = large[i] >= 256 && large[i] <= 1024;
        Goal goal = {.ratio = 0.97, .share_avx512 = is_middle ? 0.95 : 0.0, .judges_jit = true};
        race_product(large[i], large[i], large[i], false, UNIT_GFLOPS, goal);
        race_product(large[i], large[i], large[i], true, UNIT_GFLOPS, goal);
    }
}
