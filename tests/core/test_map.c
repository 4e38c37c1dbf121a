/* exp, log, tanh and sqrt against the C library in double, over a dense sample of all floats.
 * tests/core/long_map.c searches every float. */
#include "check.h"

enum { AT_ONCE = 4096 };

typedef double Exact(double x);

/* The worst error over every `step`-th float, in units of the last place. */
static double worst_ulp(HeedMap op, Exact *exact, uint64_t step)
{
    float x[AT_ONCE], y[AT_ONCE];
    double worst = 0.0;
    for (uint64_t bits = 0; bits < 1ull << 32;) {
        size_t n = 0;
        for (; n < AT_ONCE && bits < 1ull << 32; n++, bits += step) x[n] = bits_float((uint32_t)bits);
        assert_int_equal(heed_map(op, heed_view(x, 1, n), heed_out(y, 1, n)), HEED_OK);
        for (size_t i = 0; i < n; i++) worst = fmax(worst, ulp_error(y[i], exact((double)x[i])));
    }
    return worst;
}

static void exp_is_within_1_ulp(void **state)
{
    (void)state;
    assert_true(worst_ulp(HEED_EXP, exp, 1999) <= 0.892);
}

static void log_is_within_1_ulp(void **state)
{
    (void)state;
    assert_true(worst_ulp(HEED_LOG, log, 1999) <= 1.0);
}

static void tanh_is_within_2_ulp(void **state)
{
    (void)state;
    assert_true(worst_ulp(HEED_TANH, tanh, 1999) <= 2.0);
}

static void sqrt_is_correctly_rounded(void **state)
{
    (void)state;
    assert_true(worst_ulp(HEED_SQRT, sqrt, 1999) <= 0.5);
}

static void assert_maps(HeedMap op, float x, float y)
{
    float got = heed_map1(op, x);
    if (!same_float(got, y)) fail_msg("map %d of %a: %a, not %a", op, x, got, y);
}

static void the_ends_of_each_function_are_exact(void **state)
{
    (void)state;
    assert_maps(HEED_EXP, 0.0f, 1.0f);
    assert_maps(HEED_EXP, -0.0f, 1.0f);
    assert_maps(HEED_EXP, INFINITY, INFINITY);
    assert_maps(HEED_EXP, -INFINITY, 0.0f);
    assert_maps(HEED_EXP, 88.73f, INFINITY);
    assert_maps(HEED_EXP, -103.0f, 0x1p-149f);
    assert_maps(HEED_EXP, -104.0f, 0.0f);
    assert_maps(HEED_EXP, NAN, NAN);
    assert_maps(HEED_LOG, 1.0f, 0.0f);
    assert_maps(HEED_LOG, 0.0f, -INFINITY);
    assert_maps(HEED_LOG, -0.0f, -INFINITY);
    assert_maps(HEED_LOG, -1.0f, NAN);
    assert_maps(HEED_LOG, INFINITY, INFINITY);
    assert_maps(HEED_LOG, NAN, NAN);
    assert_maps(HEED_TANH, 0.0f, 0.0f);
    assert_maps(HEED_TANH, -0.0f, -0.0f);
    assert_maps(HEED_TANH, 20.0f, 1.0f);
    assert_maps(HEED_TANH, -INFINITY, -1.0f);
    assert_maps(HEED_TANH, 1e-40f, 1e-40f);
    assert_maps(HEED_TANH, NAN, NAN);
    assert_maps(HEED_SQRT, -0.0f, -0.0f);
    assert_maps(HEED_SQRT, -1.0f, NAN);
}

static void tanh_is_odd(void **state)
{
    (void)state;
    Dice dice = {1};
    for (int i = 0; i < 10000; i++) {
        float x = bits_float((uint32_t)dice_next(&dice));
        assert_true(same_float(heed_map1(HEED_TANH, -x), -heed_map1(HEED_TANH, x)));
    }
}

static void mapping_works_in_place_and_leaves_the_padding(void **state)
{
    (void)state;
    float x[2][4] = {{0, 1, 2, 77}, {3, 4, 5, 77}};
    HeedView in = {x[0], 2, 3, 4};
    HeedOut out = {x[0], 2, 3, 4};
    assert_int_equal(heed_map(HEED_EXP, in, out), HEED_OK);
    assert_true(x[0][3] == 77 && x[1][3] == 77 && x[0][0] == 1.0f);
    assert_float_equal(x[1][2], exp(5.0), 1e-4);
    assert_int_equal(heed_map(HEED_MAP_COUNT, in, out), HEED_BAD_ARGUMENT);
    assert_int_equal(heed_map(HEED_EXP, in, heed_out(x[0], 2, 4)), HEED_BAD_SHAPE);
}

static void an_operation_that_is_none_is_refused(void **state)
{
    (void)state;
    const int none[] = {-1, HEED_MAP_COUNT, HEED_MAP_COUNT + 1, 1 << 20};
    float x[2] = {1, 2};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        assert_int_equal(heed_map((HeedMap)none[i], heed_view(x, 1, 2), heed_out(x, 1, 2)),
                         HEED_BAD_ARGUMENT);
        assert_true(isnan(heed_map1((HeedMap)none[i], 1.0f)));
    }
    assert_true(x[0] == 1 && x[1] == 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exp_is_within_1_ulp),
        cmocka_unit_test(log_is_within_1_ulp),
        cmocka_unit_test(tanh_is_within_2_ulp),
        cmocka_unit_test(sqrt_is_correctly_rounded),
        cmocka_unit_test(the_ends_of_each_function_are_exact),
        cmocka_unit_test(tanh_is_odd),
        cmocka_unit_test(an_operation_that_is_none_is_refused),
        cmocka_unit_test(mapping_works_in_place_and_leaves_the_padding),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
