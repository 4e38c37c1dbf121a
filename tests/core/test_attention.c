/* Attention against a reference in double that shares nothing with the kernels. */
#include "check.h"

typedef struct Problem {
    size_t n_q, n_k, d_k, d_v;
    float *q, *k, *v;
} Problem;

static float *bells_new(Dice *dice, size_t n)
{
    float *x = malloc((n + 1) * sizeof *x);
    for (size_t i = 0; i < n; i++) x[i] = dice_bell(dice);
    return x;
}

static Problem problem_new(Dice *dice, size_t n_q, size_t n_k, size_t d_k, size_t d_v)
{
    Problem p = {n_q,
                 n_k,
                 d_k,
                 d_v,
                 bells_new(dice, n_q * d_k),
                 bells_new(dice, n_k * d_k),
                 bells_new(dice, n_k * d_v)};
    return p;
}

static void problem_free(Problem *p)
{
    free(p->q);
    free(p->k);
    free(p->v);
}

static HeedView view_q(const Problem *p)
{
    return heed_view(p->q, p->n_q, p->d_k);
}

static HeedView view_k(const Problem *p)
{
    return heed_view(p->k, p->n_k, p->d_k);
}

static HeedView view_v(const Problem *p)
{
    return heed_view(p->v, p->n_k, p->d_v);
}

/* Row i of the result in double: what a textbook does. */
static void exact_row(const Problem *p, size_t i, double scale, const HeedMask *mask, double *out)
{
    double *z = malloc((p->n_k + 1) * sizeof *z), m = -INFINITY, sum = 0.0;
    for (size_t j = 0; j < p->n_k; j++) {
        z[j] = 0.0;
        for (size_t c = 0; c < p->d_k; c++)
            z[j] += (double)p->q[i * p->d_k + c] * (double)p->k[j * p->d_k + c];
        z[j] *= scale;
        if (mask && mask->bias) z[j] += (double)mask->bias[i * mask->bias_stride + j];
        if (mask && mask->allow && !mask->allow[i * mask->allow_stride + j]) z[j] = -INFINITY;
        if (mask && mask->is_causal && (ptrdiff_t)j > (ptrdiff_t)i + mask->causal_offset) z[j] = -INFINITY;
        m = fmax(m, z[j]);
    }
    for (size_t c = 0; c < p->d_v; c++) out[c] = 0.0;
    for (size_t j = 0; j < p->n_k; j++) {
        double e = z[j] == -INFINITY ? 0.0 : exp(z[j] - m);
        sum += e;
        for (size_t c = 0; c < p->d_v && e > 0.0; c++) out[c] += e * (double)p->v[j * p->d_v + c];
    }
    for (size_t c = 0; c < p->d_v && sum > 0.0; c++) out[c] /= sum;
    free(z);
}

/* Every `step`-th row within 2e-6 (1 + |exact|). */
static void assert_near_exact(const Problem *p, double scale, const HeedMask *mask, const float *out,
                              size_t step)
{
    double *exact = malloc((p->d_v + 1) * sizeof *exact);
    for (size_t i = 0; i < p->n_q; i += step) {
        exact_row(p, i, scale, mask, exact);
        for (size_t c = 0; c < p->d_v; c++) {
            double error = fabs((double)out[i * p->d_v + c] - exact[c]) / (1.0 + fabs(exact[c]));
            if (!(error <= 2e-6)) {
                fail_msg("%zu x %zu x %zu, row %zu, column %zu: off by %g", p->n_q, p->n_k, p->d_k, i, c,
                         error);
            }
        }
    }
    free(exact);
}

static float *fused_new(const Problem *p, const float *scale, const HeedMask *mask, HeedReport *report)
{
    float *out = malloc((p->n_q * p->d_v + 1) * sizeof *out);
    HeedOut view = heed_out(out, p->n_q, p->d_v);
    assert_int_equal(heed_attention(view_q(p), view_k(p), view_v(p), scale, mask, view, report), HEED_OK);
    return out;
}

static void try_fused(Dice *dice, size_t n_q, size_t n_k, size_t d_k, size_t d_v, const HeedMask *mask,
                      size_t step)
{
    Problem p = problem_new(dice, n_q, n_k, d_k, d_v);
    float *out = fused_new(&p, NULL, mask, NULL);
    assert_near_exact(&p, d_k ? 1.0 / sqrt((double)d_k) : 1.0, mask, out, step);
    free(out);
    problem_free(&p);
}

static void any_small_shape_is_near_the_exact_result(void **state)
{
    (void)state;
    Dice dice = {1};
    HeedMask causal = {.is_causal = true};
    for (size_t n_q = 1; n_q <= 9; n_q++) {
        for (size_t n_k = 1; n_k <= 9; n_k++) {
            for (size_t d = 0; d <= 9; d += 1 + dice_below(&dice, 3)) {
                try_fused(&dice, n_q, n_k, d, 1 + dice_below(&dice, 9), NULL, 1);
                try_fused(&dice, n_q, n_k, d, 1 + dice_below(&dice, 9), &causal, 1);
            }
        }
    }
}

static void odd_sizes_are_near_the_exact_result(void **state)
{
    (void)state;
    static const size_t sizes[][4] = {{63, 65, 33, 17},    {100, 129, 64, 64}, {257, 191, 40, 72},
                                      {7, 1025, 128, 128}, {300, 300, 5, 3},   {1, 700, 64, 64},
                                      {97, 64, 1, 100}};
    Dice dice = {2};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        for (int offset = -40; offset <= 60; offset += 50) {
            HeedMask causal = {.is_causal = true, .causal_offset = offset};
            try_fused(&dice, sizes[i][0], sizes[i][1], sizes[i][2], sizes[i][3],
                      offset == 10 ? NULL : &causal, 3);
        }
    }
}

static void four_thousand_tokens_are_near_the_exact_result(void **state)
{
    (void)state;
    Dice dice = {3};
    HeedMask causal = {.is_causal = true};
    try_fused(&dice, 4096, 4096, 64, 64, NULL, 509);
    try_fused(&dice, 4096, 4096, 64, 64, &causal, 509);
}

/* The bits of every set are the scalar set's, and those of each query alone. */
static void try_limit(Dice *dice, size_t n_q, size_t n_k, size_t d_k, size_t d_v, const HeedMask *mask)
{
    Problem p = problem_new(dice, n_q, n_k, d_k, d_v);
    assert_int_equal(heed_isa_select("scalar"), HEED_OK);
    float *expected = fused_new(&p, NULL, mask, NULL);
    assert_near_exact(&p, 1.0 / sqrt((double)d_k), mask, expected, 1 + n_q / 8);
    for (size_t i = 0; i < heed_isa_count(); i++) {
        if (heed_isa_select(heed_isa_name_at(i)) != HEED_OK) continue;
        float *out = fused_new(&p, NULL, mask, NULL);
        if (memcmp(expected, out, n_q * d_v * sizeof *out) != 0)
            fail_msg("%s: %zu x %zu x %zu x %zu", heed_isa_name(), n_q, n_k, d_k, d_v);
        for (size_t q = 0; q < n_q; q += 1 + n_q / 8) {
            HeedMask of_one = {.is_causal = mask, .causal_offset = (ptrdiff_t)q};
            HeedView query = heed_view(p.q + q * d_k, 1, d_k);
            HeedOut alone = heed_out(out, 1, d_v);
            assert_int_equal(heed_attention(query, view_k(&p), view_v(&p), NULL, &of_one, alone, NULL),
                             HEED_OK);
            assert_memory_equal(expected + q * d_v, out, d_v * sizeof *out);
        }
        free(out);
    }
    assert_int_equal(heed_isa_select(NULL), HEED_OK);
    free(expected);
    problem_free(&p);
}

static void either_side_of_every_limit_has_the_same_bits_in_every_set(void **state)
{
    (void)state;
    static const size_t sizes[][4] = {
        /* a block of keys is packed on the stack up to d_k = 256, and at all up to 8,192 */
        {13, 70, 256, 5},
        {13, 70, 257, 5},
        {9, 70, 8192, 5},
        {9, 70, 8193, 5},
        /* 64 rows of V have 40 KiB at d_v = 160, 256 KiB at 1,024 */
        {49, 65, 8, 160},
        {49, 65, 8, 161},
        {7, 129, 8, 1024},
        {7, 129, 8, 1025},
        /* queries by 48, along the diagonal by 12, and 1,056 in a block */
        {48, 64, 9, 8},
        {49, 64, 9, 8},
        {61, 61, 9, 8},
        {1056, 65, 2, 3},
        {1057, 65, 2, 3},
    };
    Dice dice = {4};
    const HeedMask causal = {.is_causal = true};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        try_limit(&dice, sizes[i][0], sizes[i][1], sizes[i][2], sizes[i][3], NULL);
        try_limit(&dice, sizes[i][0], sizes[i][1], sizes[i][2], sizes[i][3], &causal);
    }
}

/* ---- while the pool is busy: its scratch memory is taken, and the small one packs up to d_k = 256 */

enum { BUSY_Q = 9, BUSY_K = 70, BUSY_D_V = 5 };

static const Problem *busy_problem;
static float busy_out[BUSY_Q * BUSY_D_V];
static HeedKernels idle_kernels;

static void attend_and_softmax(const HeedTile *tile)
{
    HeedKernels table = *heed_kernels();
    table.softmax_tile = idle_kernels.softmax_tile;
    heed_kernels_set_for_test(&table);
    float *out = fused_new(busy_problem, NULL, NULL, NULL);
    memcpy(busy_out, out, sizeof busy_out);
    free(out);
    heed_kernels_set_for_test(&idle_kernels);
    idle_kernels.softmax_tile(tile);
}

static void attention_while_the_pool_is_busy_has_the_same_bits(void **state)
{
    (void)state;
    Dice dice = {10};
    for (size_t d_k = 256; d_k <= 257; d_k++) {
        Problem p = problem_new(&dice, BUSY_Q, BUSY_K, d_k, BUSY_D_V), outer = problem_new(&dice, 1, 1, 1, 1);
        float *alone = fused_new(&p, NULL, NULL, NULL);
        busy_problem = &p;
        idle_kernels = *heed_kernels();
        HeedKernels table = idle_kernels;
        table.softmax_tile = attend_and_softmax;
        heed_kernels_set_for_test(&table);
        memset(busy_out, 0xff, sizeof busy_out);
        free(fused_new(&outer, NULL, NULL, NULL));
        heed_kernels_set_for_test(NULL);
        assert_memory_equal(busy_out, alone, sizeof busy_out);
        free(alone);
        problem_free(&p);
        problem_free(&outer);
    }
}

/* A trace with all its arrays. */
typedef struct Traced {
    HeedTrace trace;
    HeedReport report;
} Traced;

static HeedOut out_new(size_t rows, size_t cols)
{
    return heed_out(malloc((rows * cols + 1) * sizeof(float)), rows, cols);
}

static Traced traced_new(const Problem *p, const float *scale, const HeedMask *mask)
{
    Traced t = {
        {out_new(p->n_q, p->n_k), out_new(p->n_q, p->n_k), out_new(p->n_q, p->n_k), out_new(p->n_q, p->d_v)},
        {0, 0, 0, 0}};
    assert_int_equal(heed_attention_trace(view_q(p), view_k(p), view_v(p), scale, mask, &t.trace, &t.report),
                     HEED_OK);
    return t;
}

static void traced_free(Traced *t)
{
    free(t->trace.scores.data);
    free(t->trace.scaled.data);
    free(t->trace.weights.data);
    free(t->trace.out.data);
}

static void the_four_steps_come_out_as_worked_by_hand(void **state)
{
    (void)state;
    float q[] = {1, 0, 1, 0}, k[] = {1, 1, 0, 0, 0, 0, 1, 1, 1, 0, 1, 1}, v[] = {1, 2, 3, 4, 5, 6};
    Problem p = {1, 3, 4, 2, q, k, v};
    Traced t = traced_new(&p, NULL, NULL);
    const float *s = t.trace.scores.data, *z = t.trace.scaled.data, *w = t.trace.weights.data,
                *out = t.trace.out.data;
    assert_true(s[0] == 1 && s[1] == 1 && s[2] == 2 && z[0] == 0.5f && z[2] == 1);
    assert_float_equal(w[0], 0.274068619, 1e-7);
    assert_float_equal(w[2], 0.451862762, 1e-7);
    assert_float_equal(out[0], 3.355588, 1e-5);
    assert_float_equal(out[1], 4.355588, 1e-5);
    traced_free(&t);
}

static void the_trace_is_its_four_steps_bit_for_bit(void **state)
{
    (void)state;
    Dice dice = {5};
    Problem p = problem_new(&dice, 21, 150, 33, 18);
    const float scale = (float)(1.0 / sqrt(33.0));
    Traced t = traced_new(&p, NULL, NULL);
    HeedOut s = out_new(21, 150), z = out_new(21, 150), w = out_new(21, 150), out = out_new(21, 18);
    assert_int_equal(heed_gemm_nt(view_q(&p), view_k(&p), s), HEED_OK);
    assert_int_equal(heed_scale_rows(heed_as_view(s), &scale, NULL, z), HEED_OK);
    assert_int_equal(heed_softmax_rows(heed_as_view(z), NULL, NULL, w, NULL), HEED_OK);
    assert_int_equal(heed_gemm_nn(heed_as_view(w), view_v(&p), out), HEED_OK);
    assert_memory_equal(s.data, t.trace.scores.data, 21 * 150 * sizeof(float));
    assert_memory_equal(z.data, t.trace.scaled.data, 21 * 150 * sizeof(float));
    assert_memory_equal(w.data, t.trace.weights.data, 21 * 150 * sizeof(float));
    assert_memory_equal(out.data, t.trace.out.data, 21 * 18 * sizeof(float));
    assert_near_exact(&p, 1.0 / sqrt(33.0), NULL, out.data, 1);

    HeedTrace one_array = {w, w, w, out}; /* where only the weights are wanted */
    assert_int_equal(heed_attention_trace(view_q(&p), view_k(&p), view_v(&p), NULL, NULL, &one_array, NULL),
                     HEED_OK);
    assert_memory_equal(w.data, t.trace.weights.data, 21 * 150 * sizeof(float));
    free(s.data);
    free(z.data);
    free(w.data);
    free(out.data);
    traced_free(&t);
    problem_free(&p);
}

static void random_mask(Dice *dice, HeedMask *mask, bool *allow, float *bias, size_t n_q, size_t n_k)
{
    for (size_t i = 0; i < n_q * n_k; i++) {
        allow[i] = dice_below(dice, 3) > 0;
        bias[i] = dice_below(dice, 5) ? dice_bell(dice) : -INFINITY;
    }
    *mask = (HeedMask){.allow = allow, .allow_stride = n_k, .bias = bias, .bias_stride = n_k};
    mask->is_causal = dice_below(dice, 2);
    mask->causal_offset = (ptrdiff_t)n_k / 2;
}

/* NaN, inf and 1e30 in the key and the value of a key that nobody sees, and in hidden scores. */
static void keys_behind_the_mask_change_nothing(void **state)
{
    (void)state;
    static const float poisons[] = {NAN, INFINITY, -INFINITY, 1e30f, 3e38f};
    enum { N_Q = 20, N_K = 140 };
    Dice dice = {6};
    static bool allow[N_Q * N_K];
    static float bias[N_Q * N_K];
    for (size_t round = 0; round < 20; round++) {
        Problem p = problem_new(&dice, N_Q, N_K, 16, 24);
        HeedMask mask;
        random_mask(&dice, &mask, allow, bias, N_Q, N_K);
        size_t hidden = dice_below(&dice, N_K), later = dice_below(&dice, N_K);
        for (size_t i = 0; i < N_Q; i++) {
            allow[i * N_K + hidden] = false;
            bias[i * N_K + later] = -INFINITY;
        }
        HeedReport before, after;
        float *clean = fused_new(&p, NULL, &mask, &before);
        Traced t = traced_new(&p, NULL, &mask);
        float poison = poisons[round % (sizeof poisons / sizeof *poisons)];
        for (size_t c = 0; c < 16; c++) p.k[hidden * 16 + c] = p.k[later * 16 + c] = poison;
        for (size_t c = 0; c < 24; c++) p.v[hidden * 24 + c] = p.v[later * 24 + c] = poison;
        float *got = fused_new(&p, NULL, &mask, &after);
        Traced poisoned = traced_new(&p, NULL, &mask);
        for (size_t i = 0; i < N_Q * 24; i++) {
            assert_true(isfinite(got[i]) && got[i] == clean[i]);
            assert_true(isfinite(poisoned.trace.out.data[i]) &&
                        poisoned.trace.out.data[i] == t.trace.out.data[i]);
        }
        assert_memory_equal(t.trace.weights.data, poisoned.trace.weights.data, N_Q * N_K * sizeof(float));
        assert_memory_equal(&before, &after, sizeof before);
        free(clean);
        free(got);
        traced_free(&t);
        traced_free(&poisoned);
        problem_free(&p);
    }
}

static void fused_and_trace_agree_under_any_mask_and_report_the_same(void **state)
{
    (void)state;
    enum { N_Q = 30, N_K = 200 };
    Dice dice = {7};
    static bool allow[N_Q * N_K];
    static float bias[N_Q * N_K];
    for (size_t round = 0; round < 20; round++) {
        Problem p = problem_new(&dice, N_Q, N_K, 20, 10);
        HeedMask mask;
        random_mask(&dice, &mask, allow, bias, N_Q, N_K);
        for (size_t j = 0; j < N_K; j++) allow[3 * N_K + j] = allow[17 * N_K + j] = false;
        if (round % 2) p.q[5 * 20] = NAN;
        HeedReport report;
        float *out = fused_new(&p, NULL, &mask, &report);
        Traced t = traced_new(&p, NULL, &mask);
        for (size_t i = 0; i < N_Q * 10; i++) {
            bool is_nan = isnan(t.trace.out.data[i]);
            assert_true(is_nan == isnan(out[i]));
            if (!is_nan) assert_float_equal(out[i], t.trace.out.data[i], 4e-6);
        }
        for (size_t c = 0; c < 10; c++) assert_true(same_float(out[3 * 10 + c], 0.0f));
        assert_int_equal(report.masked_rows, 2);
        assert_int_equal(report.first_masked, 3);
        assert_int_equal(report.nan_rows, round % 2);
        assert_true(report.first_nan == (round % 2 ? 5 : SIZE_MAX));
        assert_memory_equal(&report, &t.report, sizeof report);
        free(out);
        traced_free(&t);
        problem_free(&p);
    }
}

static void an_explicit_scale_of_0_averages_the_values(void **state)
{
    (void)state;
    Dice dice = {8};
    Problem p = problem_new(&dice, 3, 100, 8, 4);
    const float zero = 0.0f;
    float *out = fused_new(&p, &zero, NULL, NULL);
    assert_near_exact(&p, 0.0, NULL, out, 1);
    free(out);
    problem_free(&p);
}

static void no_keys_at_all_give_zeros_and_a_report(void **state)
{
    (void)state;
    const float q[6] = {1, 2, 3, 4, 5, 6};
    float out[4] = {9, 9, 9, 9};
    HeedReport report;
    assert_int_equal(heed_attention(heed_view(q, 2, 3), heed_view(NULL, 0, 3), heed_view(NULL, 0, 2), NULL,
                                    NULL, heed_out(out, 2, 2), &report),
                     HEED_OK);
    for (int i = 0; i < 4; i++) assert_true(same_float(out[i], 0.0f));
    assert_int_equal(report.masked_rows, 2);
    HeedTrace trace = {heed_out(NULL, 2, 0), heed_out(NULL, 2, 0), heed_out(NULL, 2, 0), heed_out(out, 2, 2)};
    assert_int_equal(heed_attention_trace(heed_view(q, 2, 3), heed_view(NULL, 0, 3), heed_view(NULL, 0, 2),
                                          NULL, NULL, &trace, &report),
                     HEED_OK);
    assert_int_equal(report.masked_rows, 2);
    assert_int_equal(heed_attention(heed_view(NULL, 0, 3), heed_view(q, 2, 3), heed_view(q, 2, 3), NULL, NULL,
                                    heed_out(NULL, 0, 3), &report),
                     HEED_OK);
    assert_int_equal(report.masked_rows, 0);
}

static void shapes_that_do_not_go_together_are_refused(void **state)
{
    (void)state;
    float x[64] = {0}, out[64];
    assert_int_equal(heed_attention(heed_view(x, 2, 3), heed_view(x, 4, 2), heed_view(x, 4, 2), NULL, NULL,
                                    heed_out(out, 2, 2), NULL),
                     HEED_BAD_SHAPE);
    assert_int_equal(heed_attention(heed_view(x, 2, 3), heed_view(x, 4, 3), heed_view(x, 5, 2), NULL, NULL,
                                    heed_out(out, 2, 2), NULL),
                     HEED_BAD_SHAPE);
    assert_int_equal(heed_attention(heed_view(x, 2, 3), heed_view(x, 4, 3), heed_view(x, 4, 2), NULL, NULL,
                                    heed_out(out, 2, 3), NULL),
                     HEED_BAD_SHAPE);
    HeedTrace trace = {heed_out(out, 2, 3), heed_out(out, 2, 4), heed_out(out, 2, 4), heed_out(out, 2, 2)};
    assert_int_equal(heed_attention_trace(heed_view(x, 2, 3), heed_view(x, 4, 3), heed_view(x, 4, 2), NULL,
                                          NULL, &trace, NULL),
                     HEED_BAD_SHAPE);
}

static void additive_attention_follows_its_formula(void **state)
{
    (void)state;
    enum { N_Q = 5, N_K = 19, D = 7, D_A = 21, D_V = 4 };
    Dice dice = {9};
    float *q = bells_new(&dice, N_Q * D), *k = bells_new(&dice, N_K * D), *v = bells_new(&dice, N_K * D_V);
    float *w = bells_new(&dice, D_A * D), *u = bells_new(&dice, D_A * D), *weight = bells_new(&dice, D_A);
    HeedAdditiveTrace t = {out_new(N_Q, D_A), out_new(N_K, D_A), out_new(N_Q, N_K),
                           out_new(N_Q, N_K), out_new(N_Q, N_K), out_new(N_Q, D_V)};
    assert_int_equal(heed_additive_attention(heed_view(q, N_Q, D), heed_view(k, N_K, D),
                                             heed_view(v, N_K, D_V), heed_view(w, D_A, D),
                                             heed_view(u, D_A, D), weight, NULL, NULL, &t, NULL),
                     HEED_OK);
    for (size_t i = 0; i < N_Q; i++) {
        double e[N_K], sum = 0.0;
        for (size_t j = 0; j < N_K; j++) {
            double score = 0.0;
            for (size_t a = 0; a < D_A; a++) {
                double inner = 0.0;
                for (size_t c = 0; c < D; c++) {
                    inner += (double)w[a * D + c] * (double)q[i * D + c] +
                             (double)u[a * D + c] * (double)k[j * D + c];
                }
                score += (double)weight[a] * tanh(inner);
            }
            assert_float_equal(t.scores.data[i * N_K + j], score, 2e-5);
            sum += e[j] = exp(score);
        }
        for (size_t j = 0; j < N_K; j++) assert_float_equal(t.weights.data[i * N_K + j], e[j] / sum, 2e-5);
    }
    /* An orthogonal key against the query's own, v = (1, 1), W = U = I: 1.523 and .964. */
    const float eye[4] = {1, 0, 0, 1}, one_query[2] = {1, 0}, two_keys[4] = {0, 1, 1, 0}, ones[2] = {1, 1};
    HeedAdditiveTrace small = {heed_out(q, 1, 2),
                               heed_out(k, 2, 2),
                               heed_out(t.scores.data, 1, 2),
                               heed_out(t.scores.data, 1, 2),
                               heed_out(t.scores.data, 1, 2),
                               heed_out(v, 1, 2)};
    HeedAdditiveTrace scores_kept = small;
    scores_kept.scaled = scores_kept.weights = heed_out(t.weights.data, 1, 2);
    assert_int_equal(heed_additive_attention(heed_view(one_query, 1, 2), heed_view(two_keys, 2, 2),
                                             heed_view(eye, 2, 2), heed_view(eye, 2, 2), heed_view(eye, 2, 2),
                                             ones, NULL, NULL, &scores_kept, NULL),
                     HEED_OK);
    assert_float_equal(t.scores.data[0], 1.5232, 1e-4);
    assert_float_equal(t.scores.data[1], 0.9640, 1e-4);
    free(q), free(k), free(v), free(w), free(u), free(weight);
    free(t.projected_q.data), free(t.projected_k.data), free(t.scores.data), free(t.scaled.data);
    free(t.weights.data), free(t.out.data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_small_shape_is_near_the_exact_result),
        cmocka_unit_test(odd_sizes_are_near_the_exact_result),
        cmocka_unit_test(four_thousand_tokens_are_near_the_exact_result),
        cmocka_unit_test(either_side_of_every_limit_has_the_same_bits_in_every_set),
        cmocka_unit_test(attention_while_the_pool_is_busy_has_the_same_bits),
        cmocka_unit_test(the_four_steps_come_out_as_worked_by_hand),
        cmocka_unit_test(the_trace_is_its_four_steps_bit_for_bit),
        cmocka_unit_test(keys_behind_the_mask_change_nothing),
        cmocka_unit_test(fused_and_trace_agree_under_any_mask_and_report_the_same),
        cmocka_unit_test(an_explicit_scale_of_0_averages_the_values),
        cmocka_unit_test(no_keys_at_all_give_zeros_and_a_report),
        cmocka_unit_test(shapes_that_do_not_go_together_are_refused),
        cmocka_unit_test(additive_attention_follows_its_formula),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
