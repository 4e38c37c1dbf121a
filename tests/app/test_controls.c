/* Sliders, toggles, choices and typed queries: each by keys and by the mouse. */
#include "harness.h"

#include <string.h>

static const char controls_text[] =
    "---\ntitle: Controls\npart: p\norder: 1\nlevel: l\n---\n\n## Which knob?\n\nTurn them.\n\n"
    "```live\nT = slider(2, 1, 9, step=1)\nd = slider(64, 1, 1024, factor=2)\nmasked = toggle(False)\n"
    "mode = choice([\"soft\", \"hard\", \"even\"], 0)\nq = [1, 0.50]\n"
    "y = T * d * (2 if masked else 1) + (100 if mode == \"hard\" else 0) + q[0]\n```\n\n"
    "```show\ncontrol T label=\"temperature\" ends=\"cold, hot\"\ncontrol d\ncontrol masked\ncontrol "
    "mode\ncontrol q label=\"the query\"\nstats y | What comes of it.\n```\n";

static Stage *controls(void)
{
    Stage *stage = stage_new();
    Diags diags;
    diags_init(&diags, stage->arena);
    assert_true(
        app_open_text(stage->app, "controls.md", controls_text, strlen(controls_text), 0, 0, NULL, &diags));
    return stage;
}

static void tab_to(Stage *stage, const char *name)
{
    for (int i = 0; i < 20 && strcmp(selected(stage), name) != 0; i++) play(stage, "Tab");
    assert_string_equal(selected(stage), name);
}

static void a_slider_is_nudged_and_typed(void **state)
{
    (void)state;
    Stage *stage = controls();
    tab_to(stage, "T");
    play(stage, "+ +");
    assert_string_equal(edits(stage), "T = 4");
    play(stage, "-");
    assert_string_equal(edits(stage), "T = 3");
    play(stage, "e C-u '7' Enter");
    assert_string_equal(edits(stage), "T = 7");
    play(stage, "e C-u '70' Enter");
    assert_shows(stage, "^"); /* outside: refused with a caret */
    play(stage, "Esc");
    tab_to(stage, "d");
    play(stage, "+");
    assert_float_equal(value_of(stage, "d"), 128, 0);
    play(stage, "u u");
    assert_float_equal(value_of(stage, "d"), 64, 0);
    stage_free(stage);
}

static void a_toggle_is_flipped_and_typed(void **state)
{
    (void)state;
    Stage *stage = controls();
    tab_to(stage, "masked");
    play(stage, "+");
    assert_float_equal(value_of(stage, "masked"), 1, 0);
    play(stage, "+");
    assert_float_equal(value_of(stage, "masked"), 0, 0);
    play(stage, "-");
    assert_float_equal(value_of(stage, "masked"), 1, 0);
    play(stage, "e C-u 'False' Enter");
    assert_float_equal(value_of(stage, "masked"), 0, 0);
    stage_free(stage);
}

static void a_choice_goes_to_its_neighbour_and_is_typed(void **state)
{
    (void)state;
    Stage *stage = controls();
    tab_to(stage, "mode");
    play(stage, "+");
    assert_float_equal(value_of(stage, "y"), 229, 0);
    play(stage, "+");
    assert_float_equal(value_of(stage, "y"), 129, 0);
    play(stage, "e C-u 'hard' Enter"); /* a word needs no quotes */
    assert_float_equal(value_of(stage, "y"), 229, 0);
    play(stage, "e C-u 'herd' Enter");
    assert_true(stage->app->entry.problem != NULL);
    stage_free(stage);
}

static void a_query_is_typed_cell_by_cell_and_whole(void **state)
{
    (void)state;
    Stage *stage = controls();
    tab_to(stage, "q[1]");
    play(stage, "+");
    assert_float_equal(value_of(stage, "q[1]"), 0.51, 1e-7);
    play(stage, "E C-u '[3, 4, 5]' Enter");
    assert_float_equal(value_of(stage, "q[2]"), 5, 0);
    stage_free(stage);
}

static void a_click_selects_a_number_and_again_asks_why(void **state)
{
    (void)state;
    Stage *stage = controls();
    click_on(stage, "64");
    assert_string_equal(selected(stage), "d");
    click_on(stage, "64");
    assert_string_equal(explained(stage), "d");
    stage_free(stage);
}

static void a_click_on_an_option_chooses_it(void **state)
{
    (void)state;
    Stage *stage = controls();
    click_on(stage, "even");
    assert_float_equal(value_of(stage, "mode == \"even\""), 1, 0);
    assert_string_equal(selected(stage), "mode");
    click_on(stage, "soft");
    assert_float_equal(value_of(stage, "mode == \"soft\""), 1, 0);
    click_on(stage, "○ on");
    assert_float_equal(value_of(stage, "masked"), 1, 0);
    click_on(stage, "○ off");
    assert_float_equal(value_of(stage, "masked"), 0, 0);
    stage_free(stage);
}

/* Cells of a row where a glyph stands; -1 where it does not. */
static int glyph_in_row(Frame *frame, int row, const char *glyph)
{
    for (int col = 0; col < frame->cols; col++)
        if (strcmp(frame_cell(frame, row, col)->glyph, glyph) == 0) return col;
    return -1;
}

static void a_click_on_a_track_goes_a_step_towards_it(void **state)
{
    (void)state;
    Stage *stage = controls();
    Frame *frame = stage_frame(stage);
    int row = 0;
    while (row < frame->rows && glyph_in_row(frame, row, "├") < 0) row++;
    int left = glyph_in_row(frame, row, "├"), right = glyph_in_row(frame, row, "┤");
    assert_true(left > 0 && right > left + 8);
    click(stage, row, right - 1);
    assert_float_equal(value_of(stage, "T"), 3, 0);
    click(stage, row, right - 1);
    assert_float_equal(value_of(stage, "T"), 4, 0);
    click(stage, row, left + 1);
    assert_float_equal(value_of(stage, "T"), 3, 0);
    click(stage, row, left); /* the end of the rail is none of it */
    assert_float_equal(value_of(stage, "T"), 3, 0);
    stage_free(stage);
}

static void controls_say_in_plain_lines_what_they_are(void **state)
{
    (void)state;
    Stage *stage = controls();
    Event when = {.mono_ms = 1};
    size_t n;
    app_line(stage->app, "screen", &when, &n);
    const char *text = frame_text(stage->arena, app_tell(stage->app, stage->arena, 80), false);
    static const char *const parts[] = {"temperature (T) 2, a slider from 1 (cold) to 9 (hot)",
                                        "masked False, a toggle: True or False",
                                        "mode soft, one of: soft, hard, even", "the query (q) [1 0.50]"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (!strstr(text, parts[i])) fail_msg("no “%s” in:\n%s", parts[i], text);
    static const char *const lines[] = {"masked = True", "set mode = hard", "nudge T +1", "nudge mode -1"};
    for (size_t i = 0; i < 4; i++) {
        app_line(stage->app, lines[i], &when, &n);
        assert_false(app_line_was_refused(stage->app));
        app_tell(stage->app, stage->arena, 80);
    }
    assert_float_equal(value_of(stage, "y"), 3 * 64 * 2 + 1, 0);
    stage_free(stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_slider_is_nudged_and_typed),
        cmocka_unit_test(a_toggle_is_flipped_and_typed),
        cmocka_unit_test(a_choice_goes_to_its_neighbour_and_is_typed),
        cmocka_unit_test(a_query_is_typed_cell_by_cell_and_whole),
        cmocka_unit_test(a_click_selects_a_number_and_again_asks_why),
        cmocka_unit_test(a_click_on_an_option_chooses_it),
        cmocka_unit_test(a_click_on_a_track_goes_a_step_towards_it),
        cmocka_unit_test(controls_say_in_plain_lines_what_they_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
