/* Reductions: their order, their truth against long double, NumPy's edges; tallies. */
#include "check.h"

/* The stated order, written once more. */
static double ordered_sum(const float *e, size_t n)
{
    double lane[16] = {0};
    for (size_t block = 0; block < n; block += 64) {
        for (size_t l = 0; l < 16; l++) {
            float part[4];
            for (size_t i = 0; i < 4; i++) part[i] = block + 16 * i + l < n ? e[block + 16 * i + l] : 0.0f;
            float left = part[0] + part[1], right = part[2] + part[3];
            lane[l] += (double)(left + right);
        }
    }
    for (size_t half = 8; half > 0; half /= 2) {
        for (size_t l = 0; l < half; l++) lane[l] += lane[l + half];
    }
    return lane[0];
}

static double reduce(HeedReduce op, HeedView x, double ddof)
{
    double out = -7.0;
    assert_int_equal(heed_reduce(op, x, ddof, &out), HEED_OK);
    return out;
}

static void a_sum_follows_the_stated_order_for_any_stride(void **state)
{
    (void)state;
    Dice dice = {1};
    for (size_t round = 0; round < 200; round++) {
        size_t rows = dice_below(&dice, 12), cols = dice_below(&dice, 150),
               stride = cols + dice_below(&dice, 5);
        float *x = malloc((rows * stride + 1) * sizeof *x), *flat = malloc((rows * cols + 1) * sizeof *flat);
        for (size_t i = 0; i < rows * stride; i++) x[i] = dice_bell(&dice);
        for (size_t i = 0; i < rows * cols; i++) flat[i] = x[i / cols * stride + i % cols];
        HeedView view = {x, rows, cols, stride};
        assert_true(same_double(reduce(HEED_SUM, view, 0.0), ordered_sum(flat, rows * cols)));
        float *sums = malloc((cols + 1) * sizeof *sums), *column = malloc((rows + 1) * sizeof *column);
        assert_int_equal(heed_reduce_axis(HEED_SUM, view, HEED_AXIS_0, 0.0, sums), HEED_OK);
        for (size_t c = 0; c < cols; c++) {
            for (size_t r = 0; r < rows; r++) column[r] = x[r * stride + c];
            assert_true(same_float(sums[c], (float)ordered_sum(column, rows)));
        }
        free(x), free(flat), free(sums), free(column);
    }
}

static void moments_are_near_the_exact_ones(void **state)
{
    (void)state;
    static const float offsets[] = {0.0f, 1000.0f, -3e5f};
    Dice dice = {2};
    for (size_t n = 1; n < 3000; n = n * 3 / 2 + 1) {
        for (size_t o = 0; o < 3; o++) {
            float *x = malloc(n * sizeof *x);
            long double sum = 0.0L, squares = 0.0L, deviations = 0.0L;
            for (size_t i = 0; i < n; i++) {
                x[i] = offsets[o] + dice_bell(&dice);
                sum += (long double)x[i];
                squares += (long double)x[i] * (long double)x[i];
            }
            for (size_t i = 0; i < n; i++) {
                deviations += ((long double)x[i] - sum / n) * ((long double)x[i] - sum / n);
            }
            HeedView view = heed_view(x, 1, n);
            double size = fabs((double)offsets[o]) + 3.0;
            assert_true(fabs(reduce(HEED_MEAN, view, 0) - (double)(sum / n)) <= 1e-7 * size);
            double var = (double)(deviations / n);
            assert_true(fabs(reduce(HEED_VAR, view, 0) - var) <= 4e-7 * var + 1e-30);
            assert_true(fabs(reduce(HEED_STD, view, 0) - sqrt(var)) <= 4e-7 * sqrt(var) + 1e-15);
            if (n > 1) {
                double sample_var = (double)(deviations / (n - 1));
                assert_true(fabs(reduce(HEED_VAR, view, 1) - sample_var) <= 4e-7 * sample_var + 1e-30);
            }
            assert_true(fabs(reduce(HEED_NORM, view, 0) - (double)sqrtl(squares)) <=
                        1e-6 * (double)sqrtl(squares));
            free(x);
        }
    }
}

static void a_norm_neither_overflows_nor_vanishes(void **state)
{
    (void)state;
    const float large[3] = {3e30f, -4e30f, 0}, small[3] = {3e-30f, 4e-30f, 0}, tiny[2] = {0x1p-149f, 0};
    assert_float_equal(reduce(HEED_NORM, heed_view(large, 1, 3), 0) / 5e30, 1.0, 1e-6);
    assert_float_equal(reduce(HEED_NORM, heed_view(small, 1, 3), 0) / 5e-30, 1.0, 1e-6);
    assert_true(reduce(HEED_NORM, heed_view(tiny, 1, 2), 0) == 0x1p-149);
    const float none[2] = {0, 0}, infinite[2] = {1, -INFINITY}, nan[2] = {NAN, 1};
    assert_true(reduce(HEED_NORM, heed_view(none, 1, 2), 0) == 0.0);
    assert_true(isinf(reduce(HEED_NORM, heed_view(infinite, 1, 2), 0)));
    assert_true(isnan(reduce(HEED_NORM, heed_view(nan, 1, 2), 0)));
}

static void extremes_follow_numpy(void **state)
{
    (void)state;
    const float x[2][4] = {{3, -1, 7, 7}, {-5, 7, 0, -5}}, with_nan[4] = {1, NAN, 9, NAN};
    HeedView view = heed_view(x[0], 2, 4);
    size_t index, lines[4];
    float out[4];
    assert_true(reduce(HEED_MAX, view, 0) == 7 && reduce(HEED_MIN, view, 0) == -5);
    assert_int_equal(heed_argmax(view, &index), HEED_OK);
    assert_int_equal(index, 2); /* the first of a tie */
    assert_int_equal(heed_argmin(view, &index), HEED_OK);
    assert_int_equal(index, 4);
    assert_int_equal(heed_argmax_axis(view, HEED_AXIS_0, lines), HEED_OK);
    assert_true(lines[0] == 0 && lines[1] == 1 && lines[2] == 0 && lines[3] == 0);
    assert_int_equal(heed_argmin_axis(view, HEED_AXIS_1, lines), HEED_OK);
    assert_true(lines[0] == 1 && lines[1] == 0);
    assert_int_equal(heed_reduce_axis(HEED_MAX, view, HEED_AXIS_1, 0, out), HEED_OK);
    assert_true(out[0] == 7 && out[1] == 7);
    assert_int_equal(heed_argmax(heed_view(with_nan, 1, 4), &index), HEED_OK);
    assert_int_equal(index, 1);
    assert_int_equal(heed_argmin(heed_view(with_nan, 1, 4), &index), HEED_OK);
    assert_int_equal(index, 1);
    assert_true(isnan(reduce(HEED_MAX, heed_view(with_nan, 1, 4), 0)));
    const float lowest[2] = {-INFINITY, -INFINITY};
    assert_int_equal(heed_argmax(heed_view(lowest, 1, 2), &index), HEED_OK);
    assert_int_equal(index, 0);
    assert_true(reduce(HEED_MAX, heed_view(lowest, 1, 2), 0) == -INFINITY);
}

static void nothing_sums_to_0_and_has_no_mean_and_no_extreme(void **state)
{
    (void)state;
    HeedView none = heed_view(NULL, 0, 3);
    double out;
    float along[3] = {5, 5, 5};
    size_t index;
    assert_true(reduce(HEED_SUM, none, 0) == 0.0 && reduce(HEED_NORM, none, 0) == 0.0);
    assert_true(isnan(reduce(HEED_MEAN, none, 0)) && isnan(reduce(HEED_VAR, none, 0)));
    assert_int_equal(heed_reduce(HEED_MAX, none, 0, &out), HEED_BAD_SHAPE);
    assert_int_equal(heed_argmax(none, &index), HEED_BAD_SHAPE);
    assert_int_equal(heed_reduce_axis(HEED_SUM, none, HEED_AXIS_0, 0, along), HEED_OK);
    assert_true(along[0] == 0 && along[2] == 0);
    assert_int_equal(heed_reduce_axis(HEED_MIN, none, HEED_AXIS_0, 0, along), HEED_BAD_SHAPE);
    assert_int_equal(heed_reduce_axis(HEED_MIN, none, HEED_AXIS_1, 0, NULL), HEED_OK);
    const float one[1] = {4};
    assert_true(isnan(reduce(HEED_VAR, heed_view(one, 1, 1), 1)));
    assert_true(reduce(HEED_VAR, heed_view(one, 1, 1), 0) == 0.0);
    assert_int_equal(heed_reduce(HEED_REDUCE_COUNT, none, 0, &out), HEED_BAD_ARGUMENT);
}

static HeedTally tally_of(const float *x, size_t n, size_t piece, uint64_t *bins)
{
    HeedTally tally;
    assert_int_equal(heed_tally_init(&tally, 0.5f, -3.0, 3.0, 24, bins), HEED_OK);
    for (size_t i = 0; i < n; i += piece) heed_tally_add(&tally, x + i, n - i < piece ? n - i : piece);
    return tally;
}

static void a_tally_fed_in_pieces_gives_the_bits_of_one_fed_at_once(void **state)
{
    (void)state;
    enum { LEN = 1777 };
    Dice dice = {3};
    float x[LEN];
    for (size_t i = 0; i < LEN; i++) x[i] = dice_bell(&dice) * 1.5f;
    uint64_t bins[24], again[24];
    HeedTally whole = tally_of(x, LEN, LEN, bins);
    HeedMoments moments = heed_tally_moments(&whole);
    for (size_t piece = 1; piece < 200; piece += 13) {
        HeedTally tally = tally_of(x, LEN, piece, again);
        HeedMoments got = heed_tally_moments(&tally);
        assert_true(got.n == LEN && same_double(got.mean, moments.mean) && same_double(got.var, moments.var));
        assert_true(same_double(got.skew, moments.skew) && same_double(got.kurtosis, moments.kurtosis));
        assert_memory_equal(bins, again, sizeof bins);
    }
    HeedTally prefix = tally_of(x, 1000, 333, again), half;
    half = tally_of(x, 1000, 1000, again);
    assert_true(same_double(heed_tally_moments(&prefix).var, heed_tally_moments(&half).var));
}

static void the_moments_of_a_tally_are_near_the_exact_ones(void **state)
{
    (void)state;
    enum { LEN = 5000 };
    Dice dice = {4};
    static float x[LEN];
    long double mean = 0, m2 = 0, m3 = 0, m4 = 0;
    for (size_t i = 0; i < LEN; i++) mean += (long double)(x[i] = dice_bell(&dice) + (i % 7 == 0)) / LEN;
    for (size_t i = 0; i < LEN; i++) {
        long double d = (long double)x[i] - mean;
        m2 += d * d / LEN, m3 += d * d * d / LEN, m4 += d * d * d * d / LEN;
    }
    HeedTally tally;
    assert_int_equal(heed_tally_init(&tally, 0.0f, 0.0, 0.0, 0, NULL), HEED_OK);
    heed_tally_add(&tally, x, LEN);
    HeedMoments got = heed_tally_moments(&tally);
    assert_float_equal(got.mean, (double)mean, 1e-6);
    assert_float_equal(got.var, (double)m2, 1e-6);
    assert_float_equal(got.skew, (double)(m3 / (m2 * sqrtl(m2))), 1e-5);
    assert_float_equal(got.kurtosis, (double)(m4 / (m2 * m2) - 3), 1e-5);
    assert_int_equal(heed_tally_init(&tally, 0.0f, 0.0, 1.0, 0, NULL), HEED_OK);
    assert_true(isnan(heed_tally_moments(&tally).mean));
}

static void bins_are_closed_on_the_left_and_the_last_on_both_sides(void **state)
{
    (void)state;
    uint64_t bins[10];
    HeedTally tally;
    assert_int_equal(heed_tally_init(&tally, 0.0f, 0.0, 1.0, 10, bins), HEED_OK);
    const float x[] = {0.0f, 0.1f, 0.5f, 0.99f, 1.0f, 1.0000001f, -1e-9f, NAN, INFINITY, -INFINITY};
    heed_tally_add(&tally, x, sizeof x / sizeof *x);
    /* 0.1f lies a little above 1/10, 0.5f on an edge. */
    assert_true(bins[0] == 1 && bins[1] == 1 && bins[5] == 1 && bins[9] == 2);
    assert_true(tally.below == 2 && tally.above == 2 && tally.nan == 1);
    for (size_t i = 0; i < 10; i++) {
        double width = 1.0 / 10.0, edge = 0.0 + (double)i * width;
        float at = (float)edge;
        size_t expected = (double)at >= edge ? i : i - 1;
        assert_int_equal(heed_tally_bin(&tally, at), expected);
    }
    assert_int_equal(heed_tally_init(&tally, 0.0f, 1.0, 1.0, 10, bins), HEED_BAD_ARGUMENT);
    assert_int_equal(heed_tally_init(&tally, 0.0f, NAN, 1.0, 10, bins), HEED_BAD_ARGUMENT);
    assert_int_equal(heed_tally_init(&tally, 0.0f, 0.0, 1.0, 0, bins), HEED_BAD_ARGUMENT);
    assert_int_equal(heed_tally_init(&tally, INFINITY, 0.0, 1.0, 10, bins), HEED_BAD_ARGUMENT);
}

/* The first NaN, else the first of the largest: of two zeros and of two NaNs as well. */
static void a_compact_line_has_the_extremes_of_any_other(void **state)
{
    (void)state;
    static const float values[] = {0.0f, -0.0f, 1.0f, -1.0f, INFINITY, -INFINITY, 1e-45f, NAN, -2.0f, 3.5f};
    Dice dice = {3};
    for (size_t round = 0; round < 4000; round++) {
        size_t n = 2 + dice_below(&dice, 40), kinds = 1 + dice_below(&dice, sizeof values / sizeof *values);
        float compact[2 * 42], spread[2 * 43];
        for (size_t i = 0; i < 2 * n; i++) {
            float value = values[dice_below(&dice, kinds)];
            if (isnan(value)) value = dice_below(&dice, 2) ? NAN : -NAN;
            compact[i] = spread[i / n * (n + 1) + i % n] = value;
        }
        HeedView a = {compact, 2, n, n}, b = {spread, 2, n, n + 1};
        assert_true(same_double(reduce(HEED_MAX, a, 0.0), reduce(HEED_MAX, b, 0.0)));
        assert_true(same_double(reduce(HEED_MIN, a, 0.0), reduce(HEED_MIN, b, 0.0)));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sum_follows_the_stated_order_for_any_stride),
        cmocka_unit_test(moments_are_near_the_exact_ones),
        cmocka_unit_test(a_norm_neither_overflows_nor_vanishes),
        cmocka_unit_test(extremes_follow_numpy),
        cmocka_unit_test(a_compact_line_has_the_extremes_of_any_other),
        cmocka_unit_test(nothing_sums_to_0_and_has_no_mean_and_no_extreme),
        cmocka_unit_test(a_tally_fed_in_pieces_gives_the_bits_of_one_fed_at_once),
        cmocka_unit_test(the_moments_of_a_tally_are_near_the_exact_ones),
        cmocka_unit_test(bins_are_closed_on_the_left_and_the_last_on_both_sides),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
