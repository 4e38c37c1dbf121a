#include "harness.h"

#include <stdlib.h>
#include <string.h>

static Stage *reading(void)
{
    Stage *stage = stage_new();
    play(stage, "g Enter");
    return stage;
}

static const char *typed(Stage *stage)
{
    return line_text(&stage->app->entry.line);
}

static void every_key_is_text_in_a_line(void **state)
{
    (void)state;
    Stage *stage = reading();
    play(stage, ": 'qutmr?:/ hjkl+-eEynNgGo' Space w");
    assert_string_equal(typed(stage), "qutmr?:/ hjkl+-eEynNgGo w");
    play(stage, "PgDn PgUp S-Tab");
    assert_string_equal(place_of(stage), "1.1");
    assert_int_equal(stage->n_effects[EFFECT_QUIT] + stage->n_effects[EFFECT_THEME], 0);
    stage_free(stage);
}

static void the_line_is_edited_with_the_usual_keys(void **state)
{
    (void)state;
    Stage *stage = reading();
    play(stage, ": 'abc def' Left Left X Home 1 End 2 C-a 0 C-e 3");
    assert_string_equal(typed(stage), "01abc dXef23");
    play(stage, "C-w");
    assert_string_equal(typed(stage), "01abc ");
    play(stage, "Bksp C-a Del Right C-k");
    assert_string_equal(typed(stage), "1");
    play(stage, "'a b c' C-Left C-Left A-f A-b C-Right A-d");
    assert_string_equal(typed(stage), "1a b");
    play(stage, "C-a Right C-u");
    assert_string_equal(typed(stage), "a b");
    stage_free(stage);
}

static void an_expression_is_answered_with_numbers_that_can_be_asked_why(void **state)
{
    (void)state;
    Stage *stage = reading();
    play(stage, ": 'softmax(s)' Enter");
    NodeId node = stage->app->entry.result_node;
    assert_true(node != 0);
    assert_shows(stage, "0.57");
    play(stage, "Enter");
    assert_string_equal(explained(stage), "softmax(s)[0]");
    play(stage, "Enter");
    assert_true(stage->app->visit->why_depth == 2);
    play(stage, "Esc Esc"); /* the panel, then the number: back in the line */
    assert_true(entry_is_typing(&stage->app->entry));
    play(stage, "Tab Tab");
    assert_string_equal(selected(stage), "softmax(s)[1]");
    play(stage, "Esc Esc");
    assert_int_equal(stage->app->entry.kind, ENTRY_NONE);
    assert_string_equal(selected(stage), "");
    stage_free(stage);
}

static void an_answer_follows_edits(void **state)
{
    (void)state;
    Stage *stage = reading();
    play(stage, ": 'sum(s) * 10' Enter");
    assert_shows(stage, "40");
    play(stage, "Esc Tab");
    play(stage, ": 'sum(s) * 10' Enter Tab");
    assert_string_equal(selected(stage), "sum(s) * 10");
    play(stage, "u"); /* nothing to undo, the answer stays */
    assert_shows(stage, "40");
    stage_free(stage);
}

static void what_cannot_be_answered_says_why(void **state)
{
    (void)state;
    Stage *stage = reading();
    play(stage, ": 'softmax(qq)' Enter");
    assert_shows(stage, "qq");
    assert_non_null(strchr(stage->app->entry.problem, '^'));
    play(stage, "C-u 'q @ [1, 2]' Enter");
    assert_shows(stage, "(4,)");
    assert_int_equal(stage->app->entry.result_node, 0);
    play(stage, "C-u '((((' Enter");
    assert_non_null(stage->app->entry.problem);
    play(stage, "C-u Enter");
    assert_int_equal(stage->app->entry.kind, ENTRY_NONE);
    stage_free(stage);
}

static int column_of(const char *screen, const char *text)
{
    const char *found = strstr(screen, text), *line = found;
    assert_non_null(found);
    while (line > screen && line[-1] != '\n') line--;
    return (int)(found - line);
}

static void in_ascii_a_caret_stands_under_what_is_shown(void **state)
{
    (void)state;
    Stage *stage = stage_new_with("", CHARSET_ASCII);
    play(stage, "Enter :");
    paste(stage, "alpha + '\xCE\xB1' + ***", sizeof "alpha + '\xCE\xB1' + ***" - 1);
    play(stage, "Enter");
    const char *shown = screen(stage), *told = strstr(shown, "    1 | ");
    assert_non_null(told);
    assert_non_null(strstr(told, "'alpha'"));
    assert_int_equal(column_of(shown, "***"), (int)strcspn(strchr(told, '\n') + 1, "^"));
    stage_free(stage);
}

static void what_was_entered_comes_back_with_up(void **state)
{
    (void)state;
    Stage *stage = reading();
    play(stage, ": 'q' Enter C-u 'K' Enter Esc : 'K' Enter C-u 'new' Up");
    assert_string_equal(typed(stage), "K");
    play(stage, "Up Up Up");
    assert_string_equal(typed(stage), "q");
    play(stage, "Down Down Down");
    assert_string_equal(typed(stage), "new");
    play(stage, "Esc : Up");
    assert_string_equal(typed(stage), "K");
    play(stage, "Esc / Up"); /* each kind of line has its own */
    assert_string_equal(typed(stage), "");
    stage_free(stage);
}

static void ctrl_c_leaves_the_line_first(void **state)
{
    (void)state;
    Stage *stage = reading();
    play(stage, ": 'abc' C-c");
    assert_int_equal(stage->app->entry.kind, ENTRY_NONE);
    assert_lacks(stage, "q leaves");
    play(stage, "C-c");
    assert_shows(stage, "q leaves");
    stage_free(stage);
}

static void a_paste_is_text_in_a_line(void **state)
{
    (void)state;
    Stage *stage = reading();
    play(stage, ":");
    paste(stage, "q\nu\x1bt\r\n1", 8);
    assert_string_equal(typed(stage), "q ut 1");
    stage_free(stage);
}

static void a_paste_of_a_megabyte_is_cut_and_the_line_goes_on(void **state)
{
    (void)state;
    Stage *stage = reading();
    size_t len = 1u << 20;
    char *bytes = heed_xmalloc(len);
    memset(bytes, '(', len);
    play(stage, ":");
    paste(stage, bytes, len);
    assert_int_equal(stage->app->entry.line.len, LINE_MAX_BYTES);
    assert_shows(stage, "was cut");
    play(stage, "Enter"); /* a hostile depth of brackets is refused, not followed */
    assert_non_null(stage->app->entry.problem);
    play(stage, "Left Up Down Home C-k 1 Enter");
    assert_true(stage->app->entry.result_node != 0);
    free(bytes);
    stage_free(stage);
}

static void wide_and_long_lines_keep_their_cursor_on_the_screen(void **state)
{
    (void)state;
    Stage *stage = reading();
    play(stage, ":");
    for (int i = 0; i < 200; i++) {
        play(stage, i % 2 ? "漢" : "x");
        Frame *frame = stage_frame(stage);
        assert_in_range(frame->cursor_row, 0, 23);
        assert_in_range(frame->cursor_col, 0, 79);
    }
    play(stage, "Home");
    Frame *frame = stage_frame(stage);
    assert_in_range(frame->cursor_col, 0, 10);
    stage_free(stage);
}

static void a_reload_while_typing_keeps_what_can_be_kept(void **state)
{
    (void)state;
    Stage *stage = reading();
    play(stage, ": 'sum(s)' Enter");
    app_reload(stage->app, three_keys_text, strlen(three_keys_text));
    assert_string_equal(typed(stage), "sum(s)");
    assert_int_equal(stage->app->entry.result_node, 0);
    play(stage, "Enter");
    assert_true(stage->app->entry.result_node != 0);
    play(stage, "Enter");
    app_reload(stage->app, three_keys_text, strlen(three_keys_text));
    play(stage, "Esc Esc Esc Tab e");
    assert_int_equal(stage->app->entry.kind, ENTRY_CELL);
    app_reload(stage->app, three_keys_text, strlen(three_keys_text));
    assert_int_equal(stage->app->entry.kind, ENTRY_NONE);
    stage_free(stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_key_is_text_in_a_line),
        cmocka_unit_test(the_line_is_edited_with_the_usual_keys),
        cmocka_unit_test(an_expression_is_answered_with_numbers_that_can_be_asked_why),
        cmocka_unit_test(an_answer_follows_edits),
        cmocka_unit_test(what_cannot_be_answered_says_why),
        cmocka_unit_test(in_ascii_a_caret_stands_under_what_is_shown),
        cmocka_unit_test(what_was_entered_comes_back_with_up),
        cmocka_unit_test(ctrl_c_leaves_the_line_first),
        cmocka_unit_test(a_paste_is_text_in_a_line),
        cmocka_unit_test(a_paste_of_a_megabyte_is_cut_and_the_line_goes_on),
        cmocka_unit_test(wide_and_long_lines_keep_their_cursor_on_the_screen),
        cmocka_unit_test(a_reload_while_typing_keeps_what_can_be_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
