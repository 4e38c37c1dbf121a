/* The panels besides why: every slope and every number of both sides is what the sheet says. */
#include "support.h"

static const int rows_of[] = {12, 24, 40}, cols_of[] = {40, 80, 200};

static void every_slope_is_what_the_sheet_works_out(void **test)
{
    (void)test;
    static const char *const numbers[] = {"alpha[2]", "out[0]", "s[1]"};
    size_t n = 0;
    for (size_t k = 0; k < sizeof numbers / sizeof numbers[0]; k++) {
        Opened opened = open_four_steps("q = [0, 1, 1.5, 0]");
        Layer *layers[3] = {opened.now, opened.was, NULL};
        opened.state.screen = 1;
        opened.state.step = 3;
        select_number(&opened, numbers[k], NULL);
        opened.state.has_influence = true;
        for (size_t i = 0; i < sizeof rows_of / sizeof rows_of[0]; i++) {
            Arena *arena = arena_new();
            ViewReport report;
            Frame *frame = draw_frame(&opened, arena, rows_of[i], cols_of[i], CHARSET_UTF8, &report);
            walk_opened(&opened, frame);
            n += walk_slopes(frame, layers);
            arena_free(arena);
        }
        close_opened(&opened);
    }
    assert_true(n > 500);
}

static void both_sides_of_a_comparison_show_their_own_elements(void **test)
{
    (void)test;
    for (size_t i = 0; i < sizeof rows_of / sizeof rows_of[0]; i++) {
        Opened opened = open_four_steps("q = [0, 1, 1.5, 0]");
        Layer *other = layer_under(opened.lesson, opened.arena, NULL, NULL);
        Layer *layers[3] = {opened.now, opened.was, other};
        opened.state.other = other;
        opened.state.screen = 1;
        opened.state.step = 3;
        ViewReport report;
        Arena *arena = arena_new();
        Frame *frame = draw_frame(&opened, arena, rows_of[i], cols_of[i], CHARSET_UTF8, &report);
        assert_true(walk_numbers(frame, layers) > 0);
        size_t others = 0;
        for (size_t s = 0; s < frame->n_spans; s++)
            others += frame->spans[s].kind == SPAN_NUMBER && frame->spans[s].ref.layer == REF_OTHER;
        assert_true(others > 0);
        arena_free(arena);
        layer_free(other);
        close_opened(&opened);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_slope_is_what_the_sheet_works_out),
        cmocka_unit_test(both_sides_of_a_comparison_show_their_own_elements),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
