/* Layer normalisation and singular values against what they must satisfy. */
#include "check.h"

static void a_normalised_row_has_mean_0_and_variance_1(void **state)
{
    (void)state;
    enum { ROWS = 3, COLS = 77 };
    Dice dice = {1};
    float x[ROWS][COLS], y[ROWS][COLS], gain[COLS], bias[COLS];
    for (size_t i = 0; i < ROWS; i++) {
        for (size_t j = 0; j < COLS; j++) x[i][j] = 5.0f + 3.0f * dice_bell(&dice);
    }
    for (size_t j = 0; j < COLS; j++) gain[j] = 2.0f, bias[j] = (float)j;
    HeedView in = heed_view(x[0], ROWS, COLS);
    assert_int_equal(heed_layer_norm(in, NULL, NULL, 0.0, heed_out(y[0], ROWS, COLS)), HEED_OK);
    for (size_t i = 0; i < ROWS; i++) {
        double mean, var;
        assert_int_equal(heed_reduce(HEED_MEAN, heed_view(y[i], 1, COLS), 0, &mean), HEED_OK);
        assert_int_equal(heed_reduce(HEED_VAR, heed_view(y[i], 1, COLS), 0, &var), HEED_OK);
        assert_float_equal(mean, 0.0, 1e-6);
        assert_float_equal(var, 1.0, 1e-5);
    }
    float z[ROWS][COLS];
    assert_int_equal(heed_layer_norm(in, gain, bias, 0.0, heed_out(z[0], ROWS, COLS)), HEED_OK);
    for (size_t j = 0; j < COLS; j++) assert_float_equal(z[1][j], 2.0 * (double)y[1][j] + (double)j, 1e-5);
}

static void a_constant_row_needs_its_epsilon(void **state)
{
    (void)state;
    const float x[4] = {3, 3, 3, 3};
    float y[4];
    assert_int_equal(heed_layer_norm(heed_view(x, 1, 4), NULL, NULL, 1e-5, heed_out(y, 1, 4)), HEED_OK);
    for (int i = 0; i < 4; i++) assert_true(y[i] == 0.0f);
    assert_int_equal(heed_layer_norm(heed_view(x, 1, 4), NULL, NULL, -1.0, heed_out(y, 1, 4)),
                     HEED_BAD_ARGUMENT);
    assert_int_equal(heed_layer_norm(heed_view(x, 1, 4), NULL, NULL, NAN, heed_out(y, 1, 4)),
                     HEED_BAD_ARGUMENT);
    assert_int_equal(heed_layer_norm(heed_view(NULL, 2, 0), NULL, NULL, 0.0, heed_out(NULL, 2, 0)), HEED_OK);
}

static void singular(const float *x, size_t rows, size_t cols, double *sigma)
{
    size_t len = heed_singular_values_work(rows, cols);
    double *work = malloc((len + 1) * sizeof *work);
    assert_int_equal(heed_singular_values(heed_view(x, rows, cols), work, len, sigma), HEED_OK);
    free(work);
}

static void diagonals_give_their_magnitudes_in_order(void **state)
{
    (void)state;
    const float x[9] = {0, 0, -3, 2, 0, 0, 0, 7, 0};
    double sigma[3];
    singular(x, 3, 3, sigma);
    assert_true(sigma[0] == 7 && sigma[1] == 3 && sigma[2] == 2);
    const float shear[4] = {0.9f, 1, 0, 0.9f}; /* det .81, Frobenius^2 2.62 */
    singular(shear, 2, 2, sigma);
    assert_float_equal(sigma[0], 1.5295630, 1e-6);
    assert_float_equal(sigma[0] * sigma[1], (double)0.9f * (double)0.9f, 1e-9);
}

/* Any matrix: the squares sum to the Frobenius norm's, the transpose has the same values, and a matrix built
 * with a given rank has that many. */
static void singular_values_satisfy_their_identities(void **state)
{
    (void)state;
    Dice dice = {2};
    for (size_t round = 0; round < 60; round++) {
        size_t m = 1 + dice_below(&dice, 24), n = 1 + dice_below(&dice, 24), rank = 1 + dice_below(&dice, 6);
        size_t least = m < n ? m : n;
        rank = rank < least ? rank : least;
        float *a = malloc(m * rank * sizeof *a), *b = malloc(rank * n * sizeof *b);
        float *x = malloc(m * n * sizeof *x), *t = malloc(m * n * sizeof *t);
        double sigma[24], flipped[24], squares = 0.0, norm;
        for (size_t i = 0; i < m * rank; i++) a[i] = rintf(8 * dice_float(&dice));
        for (size_t i = 0; i < rank * n; i++) b[i] = rintf(8 * dice_float(&dice));
        assert_int_equal(heed_gemm_nn(heed_view(a, m, rank), heed_view(b, rank, n), heed_out(x, m, n)),
                         HEED_OK);
        assert_int_equal(heed_transpose(heed_view(x, m, n), heed_out(t, n, m)), HEED_OK);
        singular(x, m, n, sigma);
        singular(t, n, m, flipped);
        assert_int_equal(heed_reduce(HEED_NORM, heed_view(x, m, n), 0, &norm), HEED_OK);
        for (size_t i = 0; i < least; i++) {
            squares += sigma[i] * sigma[i];
            assert_true(fabs(sigma[i] - flipped[i]) <= 1e-12 * (norm + 1));
            assert_true(i < rank || sigma[i] <= 1e-12 * norm);
            assert_true(i == 0 || sigma[i] <= sigma[i - 1]);
        }
        assert_true(fabs(sqrt(squares) - norm) <= 1e-6 * (norm + 1e-30));
        free(a), free(b), free(x), free(t);
    }
}

static void extreme_magnitudes_neither_overflow_nor_vanish(void **state)
{
    (void)state;
    const float large[4] = {3e38f, 0, 0, 1e38f}, small[4] = {0x1p-149f, 0, 0, 0x1p-140f};
    double sigma[2];
    singular(large, 2, 2, sigma);
    assert_true(sigma[0] == (double)3e38f && sigma[1] == (double)1e38f);
    singular(small, 2, 2, sigma);
    assert_true(sigma[0] == 0x1p-140 && sigma[1] == 0x1p-149);
}

static void a_nan_an_empty_matrix_and_a_short_workspace_are_told_apart(void **state)
{
    (void)state;
    const float x[4] = {1, NAN, 2, 3}, fine[4] = {1, 2, 3, 4};
    double work[4], sigma[2];
    assert_int_equal(heed_singular_values(heed_view(x, 2, 2), work, 4, sigma), HEED_NOT_CONVERGED);
    assert_int_equal(heed_singular_values(heed_view(fine, 2, 2), work, 3, sigma), HEED_TOO_LARGE);
    assert_int_equal(heed_singular_values(heed_view(NULL, 0, 2), NULL, 0, NULL), HEED_OK);
    assert_true(heed_singular_values_work(SIZE_MAX, 2) == SIZE_MAX);
    assert_int_equal(heed_singular_values_work(3, 5), 15);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_normalised_row_has_mean_0_and_variance_1),
        cmocka_unit_test(a_constant_row_needs_its_epsilon),
        cmocka_unit_test(diagonals_give_their_magnitudes_in_order),
        cmocka_unit_test(singular_values_satisfy_their_identities),
        cmocka_unit_test(extreme_magnitudes_neither_overflow_nor_vanish),
        cmocka_unit_test(a_nan_an_empty_matrix_and_a_short_workspace_are_told_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
