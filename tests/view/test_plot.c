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

/* The same dots: a quarter is set where one of its two dots of braille is. */
static void quarter_blocks_are_twins_of_braille(void **test)
{
    (void)test;
    enum { ROWS = 6, COLS = 9 };
    Arena *arena = arena_new();
    Frame *frames[2];
    static const Charset charsets[] = {CHARSET_UTF8, CHARSET_BLOCKS};
    for (int k = 0; k < 2; k++) {
        frames[k] = frame_new(arena, ROWS, COLS, charsets[k]);
        Canvas canvas = canvas_new(arena, frames[k], 0, 0, ROWS, COLS);
        assert_int_equal(canvas.width, 2 * COLS);
        assert_int_equal(canvas.height, 4 * ROWS);
        canvas_line(&canvas, 0, 0, 17, 23, ROLE_BAR);
        canvas_dashes(&canvas, 0, 20, 17, 3, ROLE_DIM);
        canvas_flush(&canvas);
    }
    for (int row = 0; row < ROWS; row++)
        for (int col = 0; col < COLS; col++) {
            const Cell *dots = frame_cell(frames[0], row, col), *block = frame_cell(frames[1], row, col);
            bool is_blank = strcmp(dots->glyph, " ") == 0;
            assert_int_equal(is_blank, strcmp(block->glyph, " ") == 0);
            assert_int_equal(dots->role, block->role);
            assert_true(is_blank || memcmp(block->glyph, "\xE2\x96", 2) == 0); /* U+2580 to U+259F */
        }
    arena_free(arena);
}

/* Every picture of the shipped lessons, in each charset: no braille where the font has none, nothing but
 * ASCII where the terminal has no more. */
static void a_charset_keeps_to_its_glyphs(void **test)
{
    (void)test;
    static const char *const lessons[] = {"static-trap", "qkv-lookup", "four-steps", "why-root-dk"};
    size_t braille[3] = {0}, beyond_ascii = 0;
    for (size_t l = 0; l < 4; l++) {
        Opened opened = open_shipped(lessons[l], NULL);
        for (Charset charset = CHARSET_UTF8; charset <= CHARSET_BLOCKS; charset++) {
            const Frame *page = view_print(opened.arena, opened.lesson, opened.now, -1, 80, charset);
            for (size_t i = 0; i < (size_t)page->rows * (size_t)page->cols; i++) {
                const unsigned char *glyph = (const unsigned char *)page->cells[i].glyph;
                braille[charset] += glyph[0] == 0xE2 && glyph[1] >= 0xA0 && glyph[1] <= 0xA3;
                beyond_ascii += charset == CHARSET_ASCII && glyph[0] >= 0x80;
            }
        }
        close_opened(&opened);
    }
    assert_true(braille[CHARSET_UTF8] > 0);
    assert_int_equal(braille[CHARSET_BLOCKS], 0);
    assert_int_equal(beyond_ascii, 0);
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
        cmocka_unit_test(quarter_blocks_are_twins_of_braille),
        cmocka_unit_test(a_charset_keeps_to_its_glyphs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
