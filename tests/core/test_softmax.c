/* Softmax against a reference in long double, and its edges. */
#include "check.h"

/* The exact weights of z, to long double. */
static void exact_softmax(const float *z, size_t n, long double *w)
{
    long double m = -INFINITY, sum = 0.0L;
    for (size_t j = 0; j < n; j++) m = fmaxl(m, (long double)z[j]);
    for (size_t j = 0; j < n; j++) sum += w[j] = expl((long double)z[j] - m);
    for (size_t j = 0; j < n; j++) w[j] /= sum;
}

static float *softmax_new(const float *z, size_t n)
{
    float *w = malloc((n + 1) * sizeof *w);
    assert_int_equal(heed_softmax_rows(heed_view(z, 1, n), NULL, NULL, heed_out(w, 1, n), NULL), HEED_OK);
    return w;
}

static void check_row(const float *z, size_t n)
{
    long double *exact = malloc((n + 1) * sizeof *exact);
    float *w = softmax_new(z, n);
    double sum = 0.0, worst = 0.0;
    exact_softmax(z, n, exact);
    for (size_t j = 0; j < n; j++) {
        sum += (double)w[j];
        worst = fmax(worst, ulp_error(w[j], (double)exact[j]));
    }
    if (worst > 4.0 || fabs(sum - 1.0) > 1e-6) fail_msg("%zu columns: %g ULP, sum %.9g", n, worst, sum);
    free(exact);
    free(w);
}

static void weights_are_within_4_ulp_and_sum_to_1(void **state)
{
    (void)state;
    static const size_t sizes[] = {1, 2, 3, 5, 17, 63, 64, 65, 100, 128, 500, 512, 1000, 4096, 4099, 32768};
    static const float spreads[] = {0.01f, 1.0f, 5.0f, 30.0f, 200.0f};
    static const float shifts[] = {0.0f, 3.0f, -80.0f, 90.0f, 511.0f, -513.0f, 70000.0f, -1e8f};
    Dice dice = {1};
    float *z = malloc(32768 * sizeof *z);
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        for (size_t i = 0; i < sizeof spreads / sizeof *spreads; i++) {
            size_t h = (s + i) % (sizeof shifts / sizeof *shifts), rounds = sizes[s] > 1000 ? 1 : 8;
            for (size_t r = 0; r < rounds; r++, h = (h + 1) % (sizeof shifts / sizeof *shifts)) {
                for (size_t j = 0; j < sizes[s]; j++) z[j] = shifts[h] + spreads[i] * dice_bell(&dice);
                check_row(z, sizes[s]);
            }
        }
    }
    free(z);
}

static void equal_logits_share_equally(void **state)
{
    (void)state;
    const float z[4] = {-1e30f, -1e30f, -1e30f, -1e30f};
    float *w = softmax_new(z, 4);
    for (int j = 0; j < 4; j++) assert_true(w[j] == 0.25f);
    free(w);
}

static void huge_and_very_negative_logits_are_stable(void **state)
{
    (void)state;
    const float rows[3][3] = {{3e38f, 1e38f, 0}, {-3e38f, -1e38f, -3.3e38f}, {1000, 1001, 1002}};
    for (int i = 0; i < 3; i++) {
        float *w = softmax_new(rows[i], 3);
        float sum = w[0] + w[1] + w[2];
        assert_float_equal(sum, 1.0f, 1e-6);
        free(w);
    }
}

/* With p(m) near 1.41, e^-104 times it would round up to the smallest subnormal. */
static void minus_infinity_weighs_exactly_0_whatever_the_maximum(void **state)
{
    (void)state;
    for (float m = -700.0f; m < 700.0f; m += 0.173f) {
        const float z[2] = {m, -INFINITY};
        float *w = softmax_new(z, 2);
        assert_true(same_float(w[0], 1.0f) && same_float(w[1], 0.0f));
        free(w);
    }
}

static void a_nan_or_infinity_makes_its_row_nan_and_is_reported(void **state)
{
    (void)state;
    const float x[4][3] = {{1, 2, 3}, {1, NAN, 3}, {1, INFINITY, 3}, {-INFINITY, NAN, -INFINITY}};
    float w[4][3];
    HeedReport report;
    assert_int_equal(heed_softmax_rows(heed_view(x[0], 4, 3), NULL, NULL, heed_out(w[0], 4, 3), &report),
                     HEED_OK);
    assert_true(!isnan(w[0][0]));
    for (int i = 1; i < 4; i++) {
        for (int j = 0; j < 3; j++) assert_true(isnan(w[i][j]));
    }
    assert_int_equal(report.nan_rows, 3);
    assert_int_equal(report.first_nan, 1);
    assert_int_equal(report.masked_rows, 0);
    assert_true(report.first_masked == SIZE_MAX);
}

static void a_masked_row_gives_zeros_and_no_nan(void **state)
{
    (void)state;
    const float x[3][3] = {{1, NAN, 1e30f}, {1, 2, 3}, {-INFINITY, -INFINITY, -INFINITY}};
    const bool allow[3][3] = {{false, false, false}, {true, false, true}, {true, true, true}};
    HeedMask mask = {.allow = allow[0], .allow_stride = 3};
    float w[3][3];
    HeedReport report;
    assert_int_equal(heed_softmax_rows(heed_view(x[0], 3, 3), NULL, &mask, heed_out(w[0], 3, 3), &report),
                     HEED_OK);
    for (int j = 0; j < 3; j++) assert_true(same_float(w[0][j], 0.0f) && same_float(w[2][j], 0.0f));
    assert_true(same_float(w[1][1], 0.0f) && w[1][0] > 0);
    assert_int_equal(report.masked_rows, 2);
    assert_int_equal(report.first_masked, 0);
    assert_int_equal(report.nan_rows, 0);
}

/* What stands behind the mask is swapped for NaN, inf and 1e30: every bit of the result must stay. */
static void what_is_masked_changes_nothing(void **state)
{
    (void)state;
    static const float poisons[] = {NAN, INFINITY, 1e30f, -1e30f};
    enum { ROWS = 7, COLS = 83 };
    Dice dice = {2};
    float x[ROWS][COLS], bias[ROWS][COLS], clean[ROWS][COLS], got[ROWS][COLS];
    bool allow[ROWS][COLS];
    for (size_t p = 0; p < sizeof poisons / sizeof *poisons; p++) {
        for (size_t i = 0; i < ROWS * COLS; i++) {
            size_t r = i / COLS, c = i % COLS;
            x[r][c] = dice_bell(&dice);
            allow[r][c] = dice_below(&dice, 3) > 0;
            bias[r][c] = dice_below(&dice, 3) ? dice_bell(&dice) : -INFINITY;
        }
        HeedMask mask = {.allow = allow[0],
                         .allow_stride = COLS,
                         .bias = bias[0],
                         .bias_stride = COLS,
                         .is_causal = true,
                         .causal_offset = 60};
        assert_int_equal(
            heed_softmax_rows(heed_view(x[0], ROWS, COLS), NULL, &mask, heed_out(clean[0], ROWS, COLS), NULL),
            HEED_OK);
        for (size_t i = 0; i < ROWS; i++) {
            for (size_t j = 0; j < COLS; j++) {
                bool is_seen = heed_mask_allows(&mask, i, j);
                assert_true(is_seen == (allow[i][j] && bias[i][j] > -INFINITY && j <= i + 60));
                if (is_seen) continue;
                assert_true(same_float(clean[i][j], 0.0f));
                x[i][j] = poisons[p];
            }
        }
        assert_int_equal(
            heed_softmax_rows(heed_view(x[0], ROWS, COLS), NULL, &mask, heed_out(got[0], ROWS, COLS), NULL),
            HEED_OK);
        assert_memory_equal(clean, got, sizeof got);
    }
}

static void an_explicit_scale_of_0_gives_equal_shares(void **state)
{
    (void)state;
    const float x[4] = {1, 100, -3, 7}, zero = 0.0f;
    float w[4];
    assert_int_equal(heed_softmax_rows(heed_view(x, 1, 4), &zero, NULL, heed_out(w, 1, 4), NULL), HEED_OK);
    for (int j = 0; j < 4; j++) assert_true(w[j] == 0.25f);
}

static void scaling_first_or_with_softmax_gives_the_same_bits(void **state)
{
    (void)state;
    enum { N = 70 };
    Dice dice = {3};
    float x[N], z[N], w[N], direct[N];
    const float scale = 0.37f;
    for (int j = 0; j < N; j++) x[j] = dice_bell(&dice) * 9;
    assert_int_equal(heed_scale_rows(heed_view(x, 1, N), &scale, NULL, heed_out(z, 1, N)), HEED_OK);
    assert_int_equal(heed_softmax_rows(heed_view(z, 1, N), NULL, NULL, heed_out(w, 1, N), NULL), HEED_OK);
    assert_int_equal(heed_softmax_rows(heed_view(x, 1, N), &scale, NULL, heed_out(direct, 1, N), NULL),
                     HEED_OK);
    assert_memory_equal(w, direct, sizeof w);
    for (int j = 0; j < N; j++) assert_true(same_float(z[j], x[j] * scale));
}

/* Each row alone and with the scalar set gives the bits of w. */
static void expect_rows(HeedView x, const float *scale, const HeedMask *mask, const float *w)
{
    Guarded one = guarded_new(x.cols);
    assert_int_equal(heed_isa_select("scalar"), HEED_OK);
    for (size_t r = 0; r < x.rows; r++) {
        HeedMask of_one = *mask;
        of_one.causal_offset = (ptrdiff_t)r;
        HeedView row = heed_view(x.data + r * x.stride, 1, x.cols);
        HeedOut out = heed_out(one.data, 1, x.cols);
        assert_int_equal(heed_softmax_rows(row, scale, &of_one, out, NULL), HEED_OK);
        for (size_t j = 0; j < x.cols; j++) assert_true(same_float(one.data[j], w[r * x.cols + j]));
    }
    guarded_free(&one);
}

static void try_rows(Dice *dice, const char *set, size_t rows, size_t cols, const HeedMask *mask)
{
    if (heed_isa_select(set) != HEED_OK) return;
    const float scale = 0.75f;
    Guarded x = guarded_new(rows * cols), w = guarded_new(rows * cols);
    for (size_t i = 0; i < rows * cols; i++) x.data[i] = 20.0f * dice_bell(dice);
    x.data[3 * cols] = NAN;
    HeedReport report;
    HeedView all = heed_view(x.data, rows, cols);
    assert_int_equal(heed_softmax_rows(all, &scale, mask, heed_out(w.data, rows, cols), &report), HEED_OK);
    assert_int_equal(report.nan_rows, mask->allow ? 0 : 1);
    assert_int_equal(report.masked_rows, mask->allow ? rows : 0);
    expect_rows(all, &scale, mask, w.data);
    guarded_free(&x), guarded_free(&w);
}

/* Rows of up to 8 or 16 columns stay in a register; of up to 64, sixteen rows go at a time. */
static void either_side_of_every_limit_is_each_row_alone_in_every_set(void **state)
{
    (void)state;
    static const size_t cols[] = {1, 7, 8, 9, 15, 16, 17, 63, 64, 65};
    static const size_t rows[] = {15, 16, 17, 33};
    static const bool none[65] = {false};
    const HeedMask open = {0}, causal = {.is_causal = true}, shut = {.allow = none};
    Dice dice = {9};
    for (size_t i = 0; i < heed_isa_count() * (sizeof cols / sizeof *cols); i++) {
        const char *set = heed_isa_name_at(i % heed_isa_count());
        for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
            try_rows(&dice, set, rows[r], cols[i / heed_isa_count()], &open);
            try_rows(&dice, set, rows[r], cols[i / heed_isa_count()], &causal);
            try_rows(&dice, set, rows[r], cols[i / heed_isa_count()], &shut);
        }
    }
    assert_int_equal(heed_isa_select(NULL), HEED_OK);
}

static void rows_without_columns_are_masked_rows(void **state)
{
    (void)state;
    HeedReport report;
    assert_int_equal(heed_softmax_rows(heed_view(NULL, 3, 0), NULL, NULL, heed_out(NULL, 3, 0), &report),
                     HEED_OK);
    assert_int_equal(report.masked_rows, 3);
    assert_int_equal(report.first_masked, 0);
    assert_int_equal(heed_softmax_rows(heed_view(NULL, 0, 3), NULL, NULL, heed_out(NULL, 0, 3), &report),
                     HEED_OK);
    assert_int_equal(report.masked_rows, 0);
    assert_true(report.first_masked == SIZE_MAX);
}

static void the_jacobian_is_diag_p_minus_p_pt(void **state)
{
    (void)state;
    const float p[3] = {0.2f, 0.3f, 0.5f};
    float j[9];
    assert_int_equal(heed_softmax_jacobian(p, 3, heed_out(j, 3, 3)), HEED_OK);
    for (int i = 0; i < 3; i++) {
        assert_float_equal(j[3 * i] + j[3 * i + 1] + j[3 * i + 2], 0.0, 1e-7);
        for (int k = 0; k < 3; k++)
            assert_float_equal(j[3 * i + k], (i == k ? p[i] : 0.0f) - p[i] * p[k], 1e-7);
    }
    assert_int_equal(heed_softmax_jacobian(p, 3, heed_out(j, 3, 2)), HEED_BAD_SHAPE);
}

static void a_causal_mask_counts_from_the_top_left(void **state)
{
    (void)state;
    HeedMask mask = {.is_causal = true};
    assert_true(heed_mask_allows(&mask, 0, 0) && !heed_mask_allows(&mask, 0, 1) &&
                heed_mask_allows(&mask, 5, 5));
    mask.causal_offset = 3; /* three keys in the cache */
    assert_true(heed_mask_allows(&mask, 0, 3) && !heed_mask_allows(&mask, 0, 4));
    mask.causal_offset = -2;
    assert_true(!heed_mask_allows(&mask, 1, 0) && heed_mask_allows(&mask, 2, 0) &&
                !heed_mask_allows(&mask, 2, 1));
    mask.causal_offset = PTRDIFF_MAX;
    assert_true(heed_mask_allows(&mask, SIZE_MAX, 1000));
    mask.causal_offset = PTRDIFF_MIN;
    assert_true(!heed_mask_allows(&mask, 1000, 0));
}

static void a_wrong_mask_stride_is_refused(void **state)
{
    (void)state;
    const float x[6] = {0};
    const bool allow[6] = {0};
    float w[6];
    HeedMask mask = {.allow = allow, .allow_stride = 2};
    assert_int_equal(heed_softmax_rows(heed_view(x, 2, 3), NULL, &mask, heed_out(w, 2, 3), NULL),
                     HEED_BAD_STRIDE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(weights_are_within_4_ulp_and_sum_to_1),
        cmocka_unit_test(equal_logits_share_equally),
        cmocka_unit_test(huge_and_very_negative_logits_are_stable),
        cmocka_unit_test(minus_infinity_weighs_exactly_0_whatever_the_maximum),
        cmocka_unit_test(a_nan_or_infinity_makes_its_row_nan_and_is_reported),
        cmocka_unit_test(a_masked_row_gives_zeros_and_no_nan),
        cmocka_unit_test(what_is_masked_changes_nothing),
        cmocka_unit_test(an_explicit_scale_of_0_gives_equal_shares),
        cmocka_unit_test(scaling_first_or_with_softmax_gives_the_same_bits),
        cmocka_unit_test(either_side_of_every_limit_is_each_row_alone_in_every_set),
        cmocka_unit_test(rows_without_columns_are_masked_rows),
        cmocka_unit_test(the_jacobian_is_diag_p_minus_p_pt),
        cmocka_unit_test(a_causal_mask_counts_from_the_top_left),
        cmocka_unit_test(a_wrong_mask_stride_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
