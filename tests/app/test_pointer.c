#include "harness.h"

#include <string.h>

static Stage *reading(void)
{
    Stage *stage = stage_new();
    play(stage, "g Enter");
    return stage;
}

/* Clicks the nth number on the screen (from 0) that shows this element. */
static void click_element(Stage *stage, const char *text, size_t nth)
{
    Frame *frame = stage_frame(stage);
    for (size_t i = 0; i < frame->n_spans; i++) {
        const FrameSpan *span = &frame->spans[i];
        if (span->kind != SPAN_NUMBER || span->width == 0) continue;
        Layer *layer = visit_layer(stage->app->visit, span->ref);
        if (strcmp(layer_element_text(layer, stage->arena, span->ref), text) != 0 || nth-- > 0) continue;
        click(stage, span->row, span->col);
        return;
    }
    fail_msg("%s is not on the screen:\n%s", text, screen(stage));
}

static void a_click_selects_a_number_and_a_second_one_asks_why(void **state)
{
    (void)state;
    Stage *stage = reading();
    click_element(stage, "s[2]", 0);
    assert_string_equal(selected(stage), "s[2]");
    assert_string_equal(explained(stage), "");
    click_element(stage, "s[2]", 0);
    assert_string_equal(explained(stage), "s[2]");
    stage_free(stage);
}

static void a_click_in_the_panel_chooses_an_operand_and_a_second_one_enters_it(void **state)
{
    (void)state;
    Stage *stage = reading();
    click_element(stage, "s[2]", 0);
    click_element(stage, "s[2]", 0);
    Frame *frame = stage_frame(stage);
    const ViewReport *report = app_measure(stage->app);
    assert_true(report->why_rows > 0);
    int first_row = report->why_row, last_row = report->why_row + report->why_rows - 1;
    const FrameSpan *found = NULL;
    for (size_t i = 0; i < frame->n_spans && found == NULL; i++) {
        const FrameSpan *span = &frame->spans[i];
        if (span->kind != SPAN_NUMBER || span->row < first_row || span->row > last_row) continue;
        if (strcmp(layer_element_text(stage->app->visit->now.layer, stage->arena, span->ref), "K[2, 1]") == 0)
            found = span;
    }
    assert_non_null(found);
    click(stage, found->row, found->col);
    size_t operand = visit_why_top(stage->app->visit)->operand;
    assert_true(operand > 0);
    assert_string_equal(selected(stage), "s[2]");
    press(stage, KEYCODE_ENTER, 0);
    assert_string_equal(explained(stage), "K[2, 1]");
    stage_free(stage);
}

static const char marks_text[] =
    "---\ntitle: Marks\npart: P\norder: 1\nlevel: test\n---\n\n## Q?\n\n"
    "```live\na = softmax([1, 2, 0.5])\nx = randn(1, 500, seed=7)[0]\n"
    "big = randn(40, 60, seed=3)\nsmall = randn(2, 3, seed=4)\nv = [0.3, 0.8]\n"
    "t = slider(2, 0, 10, step=1)\ny = [1, 4, 9]\n```\n\n"
    "```show\nbars a\nhistogram x bins=12 low=-3 high=3 | Samples.\n"
    "heatmap small | Few.\nmatrix small=heat | Few.\nvectors v=arrow | One.\nline y | Squares.\n"
    "control t\n```\n";

/* Whatever stands in a picture for a number: a bar, a column, a shade, a point, a knob. */
static void a_click_on_a_mark_selects_its_number_and_lights_it(void **state)
{
    (void)state;
    Stage *stage = stage_new();
    Diags diags;
    diags_init(&diags, stage->arena);
    assert_true(app_open_text(stage->app, "marks.md", marks_text, strlen(marks_text), 0, 0, NULL, &diags));
    resize(stage, 90, 90);
    size_t n_marks = 0, n_columns = 0;
    const Frame *frame = stage_frame(stage);
    for (size_t i = 0; i < frame->n_spans; i++) {
        const FrameSpan *span = &frame->spans[i];
        if (span->kind != SPAN_MARK || span->width == 0) continue;
        ElementRef ref = span->ref;
        Layer *layer = visit_layer(stage->app->visit, ref);
        n_columns += strncmp(layer_element_text(layer, stage->arena, ref), "histogram", 9) == 0;
        n_marks++;
        play(stage, "Esc");
        click(stage, span->row, span->col);
        assert_true(stage->app->visit->has_selection);
        assert_true(element_ref_equal(stage->app->visit->selection, ref));
        const char *cell = frame_cell((Frame *)(uintptr_t)frame, span->row, span->col)->glyph;
        Frame *after = stage_frame(stage);
        const Cell *now = frame_cell(after, span->row, span->col);
        bool is_lit = now->marks & MARK_SELECTED || now->role == ROLE_KEY || strcmp(cell, " ") == 0 ||
                      (now->role == ROLE_HEAT && strcmp(now->glyph, "◆") == 0);
        assert_true(is_lit);
        assert_numbers_are_true(stage, after);
    }
    assert_true(n_columns >= 12);
    assert_true(n_marks > n_columns + 10);
    stage_free(stage);
}

static void a_large_matrix_is_summarised_in_words(void **state)
{
    (void)state;
    static const char text[] =
        "---\ntitle: Large\npart: P\norder: 1\nlevel: test\n---\n\n## Q?\n\n"
        "```live\nbig = randn(64, 64, seed=3)\nlong = randn(1, 500, seed=7)[0]\n```\n\n"
        "```show\nheatmap big | Shades.\nmatrix big | Numbers.\ncolumns long | Rows.\n```\n";
    static const int sizes[][2] = {{120, 80}, {90, 40}, {120, 200}};
    for (size_t i = 0; i < 3; i++) {
        Stage *stage = stage_new();
        Diags diags;
        diags_init(&diags, stage->arena);
        assert_true(app_open_text(stage->app, "large.md", text, strlen(text), 0, 0, NULL, &diags));
        resize(stage, sizes[i][0], sizes[i][1]);
        assert_shows(stage, "64 × 64; a cell is the mean of");
        assert_shows(stage, "64 × 64, the ends of it shown");
        assert_shows(stage, "more rows");
        stage_free(stage);
    }
}

static void a_click_on_a_hint_is_its_key(void **state)
{
    (void)state;
    Stage *stage = reading();
    click_on(stage, "Space on");
    assert_string_equal(place_of(stage), "1.2");
    click_on(stage, "← back");
    assert_string_equal(place_of(stage), "1.1");
    click_on(stage, "? help");
    assert_int_equal(stage->app->cover.kind, COVER_HELP);
    click_on(stage, "Esc close");
    assert_int_equal(stage->app->cover.kind, COVER_NONE);
    stage_free(stage);
}

static void the_two_keys_of_a_hint_are_told_apart(void **state)
{
    (void)state;
    Stage *stage = reading();
    resize(stage, 24, 120);
    play(stage, "Tab");
    click_on(stage, "+ −");
    assert_true(value_of(stage, "q[0]") == 2);
    click_on(stage, "− nudge");
    click_on(stage, "− nudge");
    assert_true(value_of(stage, "q[0]") == 0);
    stage_free(stage);
}

static void the_wheel_scrolls(void **state)
{
    (void)state;
    Stage *stage = stage_new();
    deliver(stage, (Event){.kind = EVENT_MOUSE, .button = MOUSE_WHEEL_DOWN});
    assert_int_equal(stage->app->home.selected, 1);
    play(stage, "Enter");
    deliver(stage, (Event){.kind = EVENT_MOUSE, .button = MOUSE_WHEEL_DOWN});
    assert_int_equal(stage->app->visit->scroll, 3);
    deliver(stage, (Event){.kind = EVENT_MOUSE, .button = MOUSE_WHEEL_UP});
    deliver(stage, (Event){.kind = EVENT_MOUSE, .button = MOUSE_WHEEL_UP});
    assert_int_equal(stage->app->visit->scroll, 0);
    play(stage, "?");
    deliver(stage, (Event){.kind = EVENT_MOUSE, .button = MOUSE_WHEEL_DOWN});
    assert_int_equal(stage->app->cover.scroll, 3);
    stage_free(stage);
}

static void home_and_outline_are_chosen_and_opened_by_clicks(void **state)
{
    (void)state;
    Stage *stage = stage_new();
    click_on(stage, "Dials");
    assert_int_equal(stage->app->home.selected, 2);
    click_on(stage, "Three keys");
    click_on(stage, "Three keys");
    assert_string_equal(place_of(stage), "1.1");
    play(stage, "o");
    click_on(stage, "blend");
    click_on(stage, "blend");
    assert_string_equal(place_of(stage), "2.2");
    stage_free(stage);
}

static void clicks_beside_everything_do_nothing(void **state)
{
    (void)state;
    Stage *stage = reading();
    const char *before = screen(stage);
    const int places[][2] = {{-1, -1}, {0, 0}, {100, 100}, {23, 79}, {1, 1}};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) click(stage, places[i][0], places[i][1]);
    assert_string_equal(screen(stage), before);
    stage_free(stage);
}

static void clicks_do_not_disturb_a_line_being_typed(void **state)
{
    (void)state;
    Stage *stage = reading();
    play(stage, "Tab e");
    click_element(stage, "s[2]", 0);
    assert_int_equal(stage->app->entry.kind, ENTRY_CELL);
    assert_string_equal(selected(stage), "q[0]");
    click_on(stage, "Esc cancel");
    assert_int_equal(stage->app->entry.kind, ENTRY_NONE);
    stage_free(stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_click_selects_a_number_and_a_second_one_asks_why),
        cmocka_unit_test(a_click_in_the_panel_chooses_an_operand_and_a_second_one_enters_it),
        cmocka_unit_test(a_click_on_a_mark_selects_its_number_and_lights_it),
        cmocka_unit_test(a_large_matrix_is_summarised_in_words),
        cmocka_unit_test(a_click_on_a_hint_is_its_key),
        cmocka_unit_test(the_two_keys_of_a_hint_are_told_apart),
        cmocka_unit_test(the_wheel_scrolls),
        cmocka_unit_test(home_and_outline_are_chosen_and_opened_by_clicks),
        cmocka_unit_test(clicks_beside_everything_do_nothing),
        cmocka_unit_test(clicks_do_not_disturb_a_line_being_typed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
