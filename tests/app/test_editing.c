#include "harness.h"

#include <math.h>
#include <string.h>

static Stage *reading(void)
{
    Stage *stage = stage_new();
    play(stage, "g Enter");
    return stage;
}

static void select_number(Stage *stage, const char *element)
{
    for (int i = 0; i < 100; i++) {
        play(stage, "Tab");
        if (strcmp(selected(stage), element) == 0) return;
    }
    fail_msg("%s cannot be reached by Tab:\n%s", element, screen(stage));
}

static bool changed(Stage *stage, const char *expr)
{
    Diags diags;
    ElementRef ref;
    Visit *visit = stage->app->visit;
    diags_init(&diags, stage->arena);
    assert_true(layer_ask_element(visit->now.layer, expr, "test", &ref, &diags));
    return layer_changed(visit->now.layer, visit->was.layer, ref);
}

static void a_cell_is_edited_and_what_depends_on_it_is_marked(void **state)
{
    (void)state;
    Stage *stage = reading();
    select_number(stage, "q[2]");
    play(stage, "e");
    assert_shows(stage, "q[2] = 1");
    play(stage, "Bksp 3 Enter");
    assert_true(value_of(stage, "q[2]") == 3);
    assert_true(value_of(stage, "s[2]") == 4);
    assert_true(changed(stage, "q[2]") && changed(stage, "s[1]") && changed(stage, "s[2]"));
    assert_false(changed(stage, "q[0]") || changed(stage, "s[0]") || changed(stage, "K[1, 2]"));
    assert_int_equal(stage->app->entry.kind, ENTRY_NONE);
    assert_string_equal(selected(stage), "q[2]");
    stage_free(stage);
}

static void a_whole_array_is_edited(void **state)
{
    (void)state;
    Stage *stage = reading();
    select_number(stage, "K[1, 2]");
    play(stage, "E C-u '[[1,1,1,1]]' Enter");
    assert_true(value_of(stage, "s[0]") == 2);
    assert_string_equal(selected(stage), "K[0, 2]"); /* clamped to the new shape */
    play(stage, "E");
    assert_shows(stage, "[[1,1,1,1]]");
    play(stage, "Esc");
    assert_int_equal(stage->app->entry.kind, ENTRY_NONE);
    stage_free(stage);
}

static void undo_redo_and_reset_are_each_others_way_back(void **state)
{
    (void)state;
    Stage *stage = reading();
    play(stage, "u");
    assert_shows(stage, "Nothing to undo");
    play(stage, "C-r");
    assert_shows(stage, "Nothing to redo");
    play(stage, "r");
    assert_shows(stage, "No edits");
    select_number(stage, "q[0]");
    play(stage, "e C-u '5' Enter");
    select_number(stage, "q[1]");
    play(stage, "e C-u '6' Enter");
    const char *both = edits(stage);
    play(stage, "u");
    assert_true(value_of(stage, "q[1]") == 0 && value_of(stage, "q[0]") == 5);
    play(stage, "u");
    assert_true(value_of(stage, "q[0]") == 1);
    assert_string_equal(edits(stage), "");
    play(stage, "C-r C-r");
    assert_string_equal(edits(stage), both);
    play(stage, "r");
    assert_string_equal(edits(stage), "");
    play(stage, "u");
    assert_string_equal(edits(stage), both);
    assert_true(value_of(stage, "q[1]") == 6);
    stage_free(stage);
}

static void a_run_of_nudges_is_one_edit_and_marked_against_its_start(void **state)
{
    (void)state;
    Stage *stage = reading();
    select_number(stage, "q[1]");
    play(stage, "+ + +");
    assert_true(value_of(stage, "q[1]") == 3);
    play(stage, "- - -"); /* back at the start: nothing has changed */
    assert_false(changed(stage, "q[1]"));
    play(stage, "- -");
    assert_true(value_of(stage, "q[1]") == -2);
    assert_true(changed(stage, "q[1]"));
    play(stage, "u");
    assert_true(value_of(stage, "q[1]") == 0);
    assert_string_equal(edits(stage), "");
    stage_free(stage);
}

static void a_nudge_moves_by_the_last_typed_digit_and_a_slider_by_its_step(void **state)
{
    (void)state;
    Stage *stage = stage_new();
    play(stage, "G Enter");
    select_number(stage, "x[0]");
    play(stage, "+");
    assert_true(fabs(value_of(stage, "x[0]") - 0.91) < 1e-6);
    select_number(stage, "T");
    play(stage, "+");
    assert_true(value_of(stage, "T") == 1.25);
    for (int i = 0; i < 40; i++) play(stage, "-");
    assert_true(value_of(stage, "T") == 0.5);
    play(stage, "e C-u '9' Enter");
    assert_int_equal(stage->app->entry.kind, ENTRY_CELL);
    assert_non_null(stage->app->entry.problem);
    assert_true(value_of(stage, "T") == 0.5);
    stage_free(stage);
}

static void what_is_computed_cannot_be_edited_and_says_so(void **state)
{
    (void)state;
    Stage *stage = reading();
    select_number(stage, "s[1]");
    const char *const keys[] = {"e", "E", "+", "-"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        play(stage, keys[i]);
        assert_shows(stage, "s[1] is computed");
        assert_int_equal(stage->app->entry.kind, ENTRY_NONE);
        assert_string_equal(edits(stage), "");
        play(stage, "C-l");
    }
    stage_free(stage);
}

static void with_the_panel_open_the_chosen_operand_is_edited(void **state)
{
    (void)state;
    Stage *stage = reading();
    select_number(stage, "s[2]");
    play(stage, "Enter Down e");
    assert_int_equal(stage->app->entry.kind, ENTRY_CELL);
    play(stage, "C-u '0' Enter");
    assert_string_equal(explained(stage), "s[2]");
    assert_true(strlen(edits(stage)) > 0);
    stage_free(stage);
}

static void what_does_not_parse_is_refused_with_a_caret_and_stays_to_be_mended(void **state)
{
    (void)state;
    Stage *stage = reading();
    select_number(stage, "q[0]");
    play(stage, "e C-u '1 +' Enter");
    assert_int_equal(stage->app->entry.kind, ENTRY_CELL);
    assert_non_null(stage->app->entry.problem);
    assert_non_null(strchr(stage->app->entry.problem, '^'));
    assert_string_equal(edits(stage), "");
    play(stage, "' 2'");
    assert_null(stage->app->entry.problem);
    play(stage, "Enter");
    assert_true(value_of(stage, "q[0]") == 3);
    stage_free(stage);
}

static void text_that_would_be_more_than_a_value_is_refused(void **state)
{
    (void)state;
    const char *const texts[] = {"", "1; K = 2", "]", "1, 2", "nobody", "s[0]", "'", "# c", "1\\"};
    Stage *stage = reading();
    select_number(stage, "q[0]");
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        play(stage, "e C-u");
        paste(stage, texts[i], strlen(texts[i]));
        play(stage, "Enter");
        assert_int_equal(stage->app->entry.kind, ENTRY_CELL);
        assert_string_equal(edits(stage), "");
        play(stage, "Esc");
    }
    stage_free(stage);
}

static void a_shape_that_does_not_fit_is_taken_and_undone(void **state)
{
    (void)state;
    Stage *stage = reading();
    play(stage, "Space");
    select_number(stage, "q[3]");
    play(stage, "E C-u '[1, 2]' Enter");
    assert_string_equal(selected(stage), "q[1]");
    Layer *layer = stage->app->visit->now.layer;
    assert_non_null(layer_error(layer, layer_name(layer, "s")));
    assert_non_null(layer_error(layer, layer_name(layer, "z"))->waits_for);
    play(stage, "u");
    assert_true(value_of(stage, "z[2]") == 1);
    stage_free(stage);
}

static void an_error_closes_the_panel_and_keeps_the_selection_for_undo(void **state)
{
    (void)state;
    Stage *stage = reading();
    select_number(stage, "s[2]");
    play(stage, "Enter");
    ElementRef before = stage->app->visit->selection;
    history_commit(stage->app->visit->history, "q = [1]");
    Diags diags;
    diags_init(&diags, stage->arena);
    assert_true(visit_sync(stage->app->visit, &diags));
    assert_string_equal(explained(stage), "");
    play(stage, "Enter"); /* says the error */
    assert_non_null(stage->app->message.text);
    play(stage, "u");
    assert_true(element_ref_equal(stage->app->visit->selection, before));
    play(stage, "Enter");
    assert_string_equal(explained(stage), "s[2]");
    stage_free(stage);
}

static void typing_the_same_value_is_no_edit(void **state)
{
    (void)state;
    Stage *stage = reading();
    select_number(stage, "q[0]");
    play(stage, "e Enter u");
    assert_shows(stage, "Nothing to undo");
    stage_free(stage);
}

static void edits_lie_over_what_the_command_line_set(void **state)
{
    (void)state;
    Stage *stage = stage_new();
    Diags diags;
    diags_init(&diags, stage->arena);
    assert_true(app_open_lesson(stage->app, "three-keys", 0, 0, "q = [2, 2, 2, 2]", &diags));
    select_number(stage, "q[0]");
    play(stage, "+");
    assert_true(value_of(stage, "q[0]") == 3 && value_of(stage, "q[1]") == 2);
    play(stage, "r");
    assert_true(value_of(stage, "q[0]") == 2);
    stage_free(stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cell_is_edited_and_what_depends_on_it_is_marked),
        cmocka_unit_test(a_whole_array_is_edited),
        cmocka_unit_test(undo_redo_and_reset_are_each_others_way_back),
        cmocka_unit_test(a_run_of_nudges_is_one_edit_and_marked_against_its_start),
        cmocka_unit_test(a_nudge_moves_by_the_last_typed_digit_and_a_slider_by_its_step),
        cmocka_unit_test(what_is_computed_cannot_be_edited_and_says_so),
        cmocka_unit_test(with_the_panel_open_the_chosen_operand_is_edited),
        cmocka_unit_test(what_does_not_parse_is_refused_with_a_caret_and_stays_to_be_mended),
        cmocka_unit_test(text_that_would_be_more_than_a_value_is_refused),
        cmocka_unit_test(a_shape_that_does_not_fit_is_taken_and_undone),
        cmocka_unit_test(an_error_closes_the_panel_and_keeps_the_selection_for_undo),
        cmocka_unit_test(typing_the_same_value_is_no_edit),
        cmocka_unit_test(edits_lie_over_what_the_command_line_set),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
