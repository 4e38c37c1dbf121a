#include "check.h"

static void four_steps_come_out_as_worked_by_hand(void **state)
{
    (void)state;
    const float q[] = {1, 0, 1, 0}, k[] = {1, 1, 0, 0, 0, 0, 1, 1, 1, 0, 1, 1}, v[] = {1, 2, 3, 4, 5, 6};
    float s[3], z[3], w[3], out[2];
    HeedTrace trace = {heed_out(s, 1, 3), heed_out(z, 1, 3), heed_out(w, 1, 3), heed_out(out, 1, 2)};
    HeedReport report;
    assert_int_equal(heed_attention_trace(heed_view(q, 1, 4), heed_view(k, 3, 4), heed_view(v, 3, 2), NULL,
                                          NULL, &trace, &report),
                     HEED_OK);
    assert_true(s[0] == 1 && s[1] == 1 && s[2] == 2 && z[2] == 1);
    assert_float_equal(w[0], 0.274068624, 1e-7);
    assert_float_equal(w[2], 0.451862752, 1e-7);
    assert_float_equal(out[0], 3.355588, 1e-5);
    assert_float_equal(out[1], 4.355588, 1e-5);
    float fused[2];
    assert_int_equal(heed_attention(heed_view(q, 1, 4), heed_view(k, 3, 4), heed_view(v, 3, 2), NULL, NULL,
                                    heed_out(fused, 1, 2), &report),
                     HEED_OK);
    assert_float_equal(fused[0], out[0], 1e-6);
    assert_int_equal(report.masked_rows, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(four_steps_come_out_as_worked_by_hand)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
