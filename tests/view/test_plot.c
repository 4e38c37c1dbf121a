/* Scales, ticks and the canvas of dots. */
#include "support.h"
#include "view/plot.h"
#include <math.h>

static void ticks_are_round_and_inside(void **test)
{
    (void)test;
    static const double ranges[][2] = {{0, 1},        {-3, 7}, {0.13, 0.97}, {0, 12345},
                                       {-1e-4, 2e-4}, {5, 5},  {0, 0},       {7, -2}};
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++) {
        for (size_t limit = 2; limit <= 8; limit++) {
            Scale scale = scale_new(ranges[i][0], ranges[i][1], false);
            double ticks[16];
            NumFormat format;
            size_t n = scale_ticks(scale, limit, ticks, &format);
            assert_true(n >= 1 && n <= (limit < 2 ? 2 : limit));
            for (size_t k = 0; k < n; k++) {
                assert_true(scale_at(scale, ticks[k]) > -1e-6 && scale_at(scale, ticks[k]) < 1 + 1e-6);
                if (k) assert_true(ticks[k] > ticks[k - 1]);
            }
        }
    }
}

static void ticks_of_a_logarithmic_scale_are_powers_of_ten(void **test)
{
    (void)test;
    Scale scale = scale_round(0.02, 700, true);
    assert_true(scale.is_log);
    assert_float_equal(scale.low, 0.01, 1e-9);
    assert_float_equal(scale.high, 1000, 1e-6);
    assert_float_equal(scale_at(scale, 0.01), 0, 1e-9);
    assert_float_equal(scale_at(scale, 1000), 1, 1e-9);
    double ticks[16];
    NumFormat format;
    assert_int_equal(scale_ticks(scale, 6, ticks, &format), 6);
    assert_float_equal(ticks[2], 1, 1e-9);
    assert_false(scale_new(-1, 10, true).is_log);
}

static void a_scale_takes_any_ends(void **test)
{
    (void)test;
    static const double odd[] = {NAN, INFINITY, -INFINITY, 0, 1, -1, 1e300, 1e-300};
    for (size_t i = 0; i < 8; i++) {
        for (size_t k = 0; k < 8; k++) {
            for (int is_log = 0; is_log < 2; is_log++) {
                Scale scale = scale_round(odd[i], odd[k], is_log);
                double ticks[16];
                NumFormat format;
                assert_true(scale.low < scale.high);
                assert_true(scale_ticks(scale, 6, ticks, &format) <= 6);
            }
        }
    }
}

static void the_format_of_ticks_tells_them_apart(void **test)
{
    (void)test;
    Arena *arena = arena_new();
    double ticks[16];
    NumFormat format;
    scale_ticks(scale_new(0, 1, false), 5, ticks, &format);
    assert_string_equal(tick_text(arena, 0.5, format), "0.5");
    scale_ticks(scale_new(0, 4000, false), 5, ticks, &format);
    assert_string_equal(tick_text(arena, 1000, format), "1000");
    scale_ticks(scale_new(0, 0.02, false), 5, ticks, &format);
    assert_string_equal(tick_text(arena, 0.005, format), "0.005");
    arena_free(arena);
}

static void dots_outside_the_canvas_are_left_out(void **test)
{
    (void)test;
    Arena *arena = arena_new();
    for (int charset = 0; charset < 2; charset++) {
        Frame *frame = frame_new(arena, 6, 12, (Charset)charset);
        Canvas canvas = canvas_new(arena, frame, 1, 1, 4, 10);
        canvas_line(&canvas, -50, -50, 500, 500, ROLE_BAR);
        canvas_line(&canvas, NAN, 0, INFINITY, 3, ROLE_BAR);
        canvas_dot(&canvas, -1, 3, ROLE_BAR);
        canvas_dot(&canvas, 1e9, 3, ROLE_BAR);
        canvas_flush(&canvas);
        for (int i = 0; i < 12; i++) {
            assert_string_equal(frame_cell(frame, 0, i)->glyph, " ");
            assert_string_equal(frame_cell(frame, 5, i)->glyph, " ");
        }
    }
    arena_free(arena);
}

static void a_line_runs_from_end_to_end(void **test)
{
    (void)test;
    Arena *arena = arena_new();
    Frame *frame = frame_new(arena, 2, 4, CHARSET_UTF8);
    Canvas canvas = canvas_new(arena, frame, 0, 0, 2, 4);
    canvas_line(&canvas, 0, 0, 7, 7, ROLE_BAR);
    canvas_flush(&canvas);
    assert_string_equal(frame_cell(frame, 0, 2)->glyph, "⡠");
    assert_string_equal(frame_cell(frame, 0, 3)->glyph, "⠊");
    assert_string_equal(frame_cell(frame, 1, 0)->glyph, "⡠");
    frame = frame_new(arena, 3, 3, CHARSET_ASCII);
    canvas = canvas_new(arena, frame, 0, 0, 3, 3);
    canvas_line(&canvas, 0, 0, 2, 2, ROLE_BAR);
    canvas_flush(&canvas);
    assert_string_equal(frame_text(arena, frame, false), "  /\n /\n/\n");
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ticks_are_round_and_inside),
        cmocka_unit_test(ticks_of_a_logarithmic_scale_are_powers_of_ten),
        cmocka_unit_test(a_scale_takes_any_ends),
        cmocka_unit_test(the_format_of_ticks_tells_them_apart),
        cmocka_unit_test(dots_outside_the_canvas_are_left_out),
        cmocka_unit_test(a_line_runs_from_end_to_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
