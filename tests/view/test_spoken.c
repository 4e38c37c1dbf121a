/* What is told in plain line mode: every number is its element, nothing is wider than asked, nothing is
 * drawn. */
#include "support.h"

#include "heed/spoken.h"
#include "heed/text.h"

#include <string.h>

static const char *const shipped[] = {"static-trap", "qkv-lookup", "four-steps", "why-root-dk"};

static void assert_tells_truly(const Frame *frame, const Opened *opened, int width)
{
    Layer *const layers[REF_LAYERS] = {opened->now, NULL, opened->state.other};
    assert_true(frame->cols <= width);
    walk_numbers(frame, layers);
    for (int i = 0; i < frame->rows * frame->cols; i++) assert_int_not_equal(frame->cells[i].role, ROLE_BAR);
}

/* Each step of each screen, in both charsets and at several widths; the numbers that were walked. */
static size_t tell_all_steps(Opened *opened)
{
    static const int widths[] = {20, 40, 80, 200};
    size_t n = 0;
    for (opened->state.screen = 0; opened->state.screen < (int)opened->lesson->n_screens;
         opened->state.screen++) {
        const Screen *screen = &opened->lesson->screens[opened->state.screen];
        for (opened->state.step = 0; opened->state.step < (int)screen->n_steps; opened->state.step++)
            for (size_t w = 0; w < 8; w++) {
                Arena *arena = arena_new();
                int width = widths[w / 2];
                const Frame *frame = view_spoken_step(arena, w % 2 ? CHARSET_ASCII : CHARSET_UTF8,
                                                      &opened->state, false, width);
                assert_tells_truly(frame, opened, width);
                n += frame->n_spans;
                arena_free(arena);
            }
    }
    return n;
}

static void every_number_told_of_a_step_is_its_element(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof shipped / sizeof *shipped; i++) {
        Opened opened = open_shipped(shipped[i], NULL);
        opened.state.more = true;
        assert_true(tell_all_steps(&opened) > 50);
        close_opened(&opened);
    }
}

static void every_kind_of_picture_is_told_in_words(void **state)
{
    (void)state;
    Opened opened = open_file(HEED_TEST_DIR "/kinds.md", NULL);
    assert_true(tell_all_steps(&opened) > 50);
    close_opened(&opened);
}

static void what_a_picture_cannot_show_is_told(void **state)
{
    (void)state;
    Opened opened = open_four_steps("q = [1, 0, 1]");
    opened.state.screen = 1;
    opened.state.step = (int)opened.lesson->screens[1].n_steps - 1;
    Arena *arena = arena_new();
    const char *text =
        frame_text(arena, view_spoken_step(arena, CHARSET_UTF8, &opened.state, true, 80), false);
    if (strstr(text, "K?") == NULL || strstr(text, "= ✗")) fail_msg("%s", text);
    if (!strstr(text, "s ✗ q is (3,), K.T is (4, 3): did you mean K?")) fail_msg("%s", text);
    arena_free(arena);
    close_opened(&opened);
}

static void a_change_is_told_old_beside_new(void **state)
{
    (void)state;
    Opened opened = open_four_steps("q = [0, 1, 1, 0]");
    opened.state.screen = 1;
    opened.state.step = (int)opened.lesson->screens[1].n_steps - 1;
    Arena *arena = arena_new();
    const Frame *frame = view_spoken_changes(arena, CHARSET_UTF8, &opened.state, 100);
    Layer *const layers[REF_LAYERS] = {opened.now, opened.was};
    assert_true(walk_numbers(frame, layers) > 8);
    const char *text = frame_text(arena, frame, false);
    if (!strstr(text, "α[2] 0.4519 → 0.3333") || !strstr(text, "Now FALSE (here)") || strchr(text, '*'))
        fail_msg("%s", text);
    opened.state.was = opened.now;
    text = frame_text(arena, view_spoken_changes(arena, CHARSET_UTF8, &opened.state, 100), false);
    assert_non_null(strstr(text, "Nothing that is open here has changed."));
    arena_free(arena);
    close_opened(&opened);
}

static void a_derivation_is_told_with_numbered_operands(void **state)
{
    (void)state;
    Opened opened = open_four_steps(NULL);
    Arena *arena = arena_new();
    select_number(&opened, "alpha[2]", (const char *const[]){"alpha[2]", NULL});
    const Frame *frame = view_spoken_why(arena, CHARSET_UTF8, &opened.state, 80);
    assert_tells_truly(frame, &opened, 80);
    const char *text = frame_text(arena, frame, false);
    if (!strstr(text, "1. z[2] = 1.0000 = s[2] / √d_k") || !strstr(text, "= 0.4519")) fail_msg("%s", text);
    arena_free(arena);
    close_opened(&opened);
}

static void a_slope_told_is_that_of_its_input(void **state)
{
    (void)state;
    Opened opened = open_four_steps(NULL);
    Arena *arena = arena_new();
    Layer *const layers[REF_LAYERS] = {opened.now};
    const Frame *frame =
        view_spoken_influence(arena, CHARSET_UTF8, &opened.state, element(&opened, "alpha[2]"), 60);
    assert_true(walk_slopes(frame, layers) >= 16 * 3);
    arena_free(arena);
    close_opened(&opened);
}

static void a_long_array_is_summed_up_and_says_how_much_it_leaves_out(void **state)
{
    (void)state;
    static const char text[] = "---\ntitle: t\npart: p\norder: 1\nlevel: l\n---\n\n## What?\n\n```live\nx = "
                               "arange(500) * 1.0\ny = x @ x\n```\n\n"
                               "```show\nbars x | Many.\nproducts x x | Long.\n```\n";
    Opened opened = open_text("long.md", text, NULL);
    Arena *arena = arena_new();
    const char *told =
        frame_text(arena, view_spoken_step(arena, CHARSET_UTF8, &opened.state, true, 200), false);
    if (!strstr(told, "477 rows are left out here.") || !strstr(told, "488 more products"))
        fail_msg("%s", told);
    arena_free(arena);
    close_opened(&opened);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_number_told_of_a_step_is_its_element),
        cmocka_unit_test(every_kind_of_picture_is_told_in_words),
        cmocka_unit_test(what_a_picture_cannot_show_is_told),
        cmocka_unit_test(a_change_is_told_old_beside_new),
        cmocka_unit_test(a_derivation_is_told_with_numbered_operands),
        cmocka_unit_test(a_slope_told_is_that_of_its_input),
        cmocka_unit_test(a_long_array_is_summed_up_and_says_how_much_it_leaves_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
