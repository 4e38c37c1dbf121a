/* Presenting: a clicker's keys, detours and the way back, scenes, big numbers, questions for the class. */
#include "harness.h"

#include <string.h>

static const char talk_text[] =
    "---\ntitle: Talk\n---\n\n## What does the temperature do?\n\n"
    "It divides the scores.\n\n"
    "```live\nT = slider(1, 0.5, 4, step=0.25)\nx = [0.90, 2]\nw = softmax(x / T)\n```\n\n"
    "```show\nmatrix x w | Values and weights.\ncontrol T | The temperature.\n```\n\n"
    "```quiz talk/second number\nWhat is the second weight?\ndraw:    x = randint(1, 4, 2, seed=draw_seed)\n"
    "answer:  w[1]\nbecause: It is {w[1]:.3f}, the larger share.\n```\n\n"
    "```quiz talk/which choice\nWhich weight is larger?\nright:  The second. | Its value is larger.\n"
    "choice: The first. | Its value is smaller.\n```\n\n"
    "```scene 1 alike\nx = [1, 1]\nT = 2\n```\n\n```scene 2 far apart\nx = [0, 9]\n```\n\n"
    "### Notes\n\nWhisper only: the weight is {w[1]:.4f}.\n";

/* One view, two scenes, two questions, notes. */
static Stage *presenting_talk(void)
{
    Stage *stage = stage_new();
    Diags diags;
    diags_init(&diags, stage->arena);
    if (!app_open_text(stage->app, "talk.md", talk_text, strlen(talk_text), 0, 0, NULL, &diags))
        fail_msg("%s", diags_format(stage->arena, &diags));
    stage->app->visit->is_shipped = true;
    play(stage, "P");
    return stage;
}

static Stage *presenting(void)
{
    Stage *stage = stage_new();
    play(stage, "Enter P");
    return stage;
}

static bool is_presenting(const Stage *stage)
{
    return stage->app->present.is_on;
}

static void assert_true_numbers(Stage *stage)
{
    assert_numbers_are_true(stage, stage_frame(stage));
}

/* ------------------------------------------------------------- views */

static void one_step_a_view_with_its_number_of_all(void **state)
{
    (void)state;
    Stage *stage = presenting();
    assert_shows(stage, "1 of 4");
    assert_shows(stage, "A query meets every key once");
    play(stage, "PgDn");
    assert_shows(stage, "2 of 4");
    assert_shows(stage, "Scores are made smaller.");
    assert_lacks(stage, "A query meets every key once");
    assert_lacks(stage, "The third is"); /* the key sentence in place of the prose */
    play(stage, "PgDn");
    assert_shows(stage, "3 of 4");
    assert_true_numbers(stage);
    stage_free(stage);
}

static void a_step_of_words_keeps_the_picture_that_it_is_about(void **state)
{
    (void)state;
    Stage *stage = presenting();
    play(stage, "End");
    assert_shows(stage, "A zebra stands");
    assert_shows(stage, "The weights.");
    assert_lacks(stage, "okapi"); /* on demand */
    stage_free(stage);
}

static void every_clicker_goes_on_and_back(void **state)
{
    (void)state;
    static const char *const on[] = {"PgDn", "Space", "Right"}, *const back[] = {"PgUp", "Left", "Bksp"};
    for (size_t i = 0; i < 3; i++) {
        Stage *stage = presenting();
        play(stage, on[i]);
        assert_string_equal(place_of(stage), "1.2");
        play(stage, on[i]);
        assert_string_equal(place_of(stage), "2.1");
        play(stage, back[i]);
        assert_string_equal(place_of(stage), "1.2");
        play(stage, back[i]);
        play(stage, back[i]);
        assert_string_equal(place_of(stage), "1.1");
        stage_free(stage);
    }
}

static void the_last_view_does_not_lead_home(void **state)
{
    (void)state;
    Stage *stage = presenting();
    play(stage, "PgDn PgDn PgDn PgDn PgDn PgDn");
    assert_string_equal(place_of(stage), "2.2");
    assert_shows(stage, "This was the last view");
    assert_true(is_presenting(stage));
    stage_free(stage);
}

static void a_view_that_is_too_long_is_scrolled_and_nothing_is_lost(void **state)
{
    (void)state;
    Stage *stage = stage_new();
    play(stage, "Down Enter P");
    StrBuf seen = {0};
    for (int i = 0; i < 12 && strcmp(place_of(stage), "1.1") == 0; i++) {
        strbuf_add(&seen, screen(stage));
        play(stage, "PgDn");
    }
    assert_string_equal(place_of(stage), "2.1");
    assert_non_null(strstr(strbuf_text(&seen), "the letter Ab"));
    assert_non_null(strstr(strbuf_text(&seen), "the letter Be"));
    play(stage, "PgUp");
    assert_shows(stage, "the letter Be"); /* back is on's inverse */
    strbuf_free(&seen);
    stage_free(stage);
}

static void ending_leads_back_to_reading_at_the_same_step(void **state)
{
    (void)state;
    static const char *const ends[] = {"Esc", "P", "q"};
    for (size_t i = 0; i < 3; i++) {
        Stage *stage = presenting();
        play(stage, "PgDn");
        play(stage, ends[i]);
        assert_false(is_presenting(stage));
        assert_string_equal(place_of(stage), "1.2");
        assert_shows(stage, "step 2 of 4");
        assert_int_equal(stage->n_effects[EFFECT_QUIT], 0);
        assert_int_equal(stage->n_effects[EFFECT_THEME], 2); /* for the room, and back */
        stage_free(stage);
    }
}

/* ------------------------------------------------------------- jumps */

static void digits_and_enter_jump_to_a_view(void **state)
{
    (void)state;
    Stage *stage = presenting();
    play(stage, "3");
    assert_shows(stage, "go to view: 3");
    play(stage, "Enter");
    assert_string_equal(place_of(stage), "2.1");
    play(stage, "9 Enter");
    assert_shows(stage, "1 to 4");
    play(stage, "Bksp 4 Enter");
    assert_string_equal(place_of(stage), "2.2");
    play(stage, "1 'x' Enter");
    assert_shows(stage, "1 to 4");
    play(stage, "Esc Home");
    assert_string_equal(place_of(stage), "1.1");
    play(stage, "End");
    assert_string_equal(place_of(stage), "2.2");
    stage_free(stage);
}

static void the_overview_numbers_the_views(void **state)
{
    (void)state;
    Stage *stage = presenting();
    play(stage, "o");
    assert_shows(stage, "Which key does the query match?");
    assert_shows(stage, " 2  ");
    assert_shows(stage, " 4  ");
    play(stage, "G Enter");
    assert_string_equal(place_of(stage), "2.2");
    assert_true(is_presenting(stage));
    stage_free(stage);
}

/* ------------------------------------------------------------- the way back */

static void after_any_detour_one_key_returns_to_the_step_and_the_lesson_as_written(void **state)
{
    (void)state;
    static const char *const detours[] = {
        "Tab", "Tab Enter", "Tab Enter Enter Enter", "Tab d", "B", "B B", "Tab + + +", "Tab e '7' Enter",
        "3 Enter", "o G Enter", "End", "Home", "S", "L", "A Tab +", "Tab + A Tab +", "/ 'zebra' Enter",
        ". x", "Tab + L 4 Enter", "s s",
    };
    for (size_t i = 0; i < sizeof detours / sizeof *detours; i++) {
        Stage *stage = presenting();
        tick(stage, 9000); /* messages fade */
        const char *before = screen(stage);
        play(stage, detours[i]);
        play(stage, "c");
        const char *after = screen(stage);
        size_t title = strcspn(before, "\n"); /* holds the clock */
        if (strcmp(before + title, after + strcspn(after, "\n")) != 0)
            fail_msg("after %s:\n%s\nbefore:\n%s", detours[i], after, before);
        assert_string_equal(edits(stage), "");
        stage_free(stage);
    }
}

static void returning_can_be_taken_back(void **state)
{
    (void)state;
    Stage *stage = presenting();
    play(stage, "Tab +");
    const char *edited = edits(stage);
    assert_string_not_equal(edited, "");
    play(stage, "c");
    assert_string_equal(edits(stage), "");
    play(stage, "u");
    assert_string_equal(edits(stage), edited);
    stage_free(stage);
}

static void going_on_after_a_jump_moves_the_station(void **state)
{
    (void)state;
    Stage *stage = presenting();
    play(stage, "3 Enter PgDn c");
    assert_string_equal(place_of(stage), "2.2");
    stage_free(stage);
}

/* ------------------------------------------------------------- blank */

static void a_blank_screen_shows_nothing_and_any_key_brings_it_back(void **state)
{
    (void)state;
    static const char *const keys[] = {".", "b", "PgDn", "Space", "q", "Esc", "x", "5"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        Stage *stage = presenting();
        tick(stage, 1000);
        const char *before = screen(stage);
        play(stage, i % 2 ? "b" : ".");
        const char *blank = screen(stage);
        assert_int_equal(strspn(blank, " \n"), strlen(blank));
        assert_int_equal(app_timeout(stage->app), -1); /* no clock to be seen */
        play(stage, keys[i]);
        assert_string_equal(strchr(screen(stage), '\n'), strchr(before, '\n'));
        assert_string_equal(place_of(stage), "1.1");
        assert_true(is_presenting(stage));
        stage_free(stage);
    }
}

static void a_click_and_a_resize_in_the_dark_are_harmless(void **state)
{
    (void)state;
    Stage *stage = presenting();
    play(stage, ".");
    resize(stage, 20, 60);
    assert_lacks(stage, "1 of 4");
    click(stage, 3, 3);
    assert_shows(stage, "1 of 4");
    stage_free(stage);
}

/* ------------------------------------------------------------- scenes */

static void a_scene_is_laid_over_the_lesson_and_undone_as_one(void **state)
{
    (void)state;
    Stage *stage = presenting_talk();
    press(stage, KEYCODE_F1, 0);
    assert_string_equal(edits(stage), "x = [1, 1]\nT = 2");
    assert_true(value_of(stage, "w[0]") == 0.5);
    assert_shows(stage, "F1: alike");
    press(stage, KEYCODE_F1 + 1, 0);
    assert_string_equal(edits(stage), "x = [0, 9]"); /* in place of the first, not over it */
    play(stage, "u");
    assert_string_equal(edits(stage), "x = [1, 1]\nT = 2");
    play(stage, "u");
    assert_string_equal(edits(stage), "");
    assert_true_numbers(stage);
    stage_free(stage);
}

static void scenes_are_named_on_demand(void **state)
{
    (void)state;
    Stage *stage = presenting_talk();
    assert_lacks(stage, "far apart");
    play(stage, "S");
    assert_shows(stage, "F1 alike   F2 far apart");
    play(stage, "S");
    assert_lacks(stage, "far apart");
    press(stage, KEYCODE_F1 + 6, 0);
    assert_shows(stage, "There is no scene F7 here");
    assert_string_equal(edits(stage), "");
    stage_free(stage);
    stage = presenting();
    press(stage, KEYCODE_F1, 0);
    assert_shows(stage, "This lesson has no scenes.");
    stage_free(stage);
}

/* ------------------------------------------------------------- big numbers */

static void a_number_is_shown_large_then_its_array_then_neither(void **state)
{
    (void)state;
    Stage *stage = presenting();
    play(stage, "PgDn B");
    assert_string_equal(selected(stage), "z[0]"); /* what the step defines */
    assert_shows(stage, "██");
    assert_shows(stage, "z[0]");
    assert_true_numbers(stage);
    play(stage, "Down");
    assert_string_equal(selected(stage), "z[1]");
    assert_shows(stage, "██");
    play(stage, "B");
    assert_shows(stage, "z  (3,)");
    assert_true_numbers(stage);
    play(stage, "Down");
    assert_string_equal(selected(stage), "z[2]");
    play(stage, "B");
    assert_lacks(stage, "██");
    assert_string_equal(selected(stage), "z[2]");
    stage_free(stage);
}

static void block_digits_are_selected_by_a_click_and_lead_to_why(void **state)
{
    (void)state;
    Stage *stage = presenting();
    play(stage, "PgDn B");
    click_on(stage, "██");
    assert_string_equal(explained(stage), "z[0]");
    stage_free(stage);
}

static void the_next_view_is_not_large(void **state)
{
    (void)state;
    Stage *stage = presenting();
    play(stage, "PgDn B PgDn");
    assert_shows(stage, "3 of 4");
    assert_lacks(stage, "▄▀");
    assert_false(stage->app->visit->has_selection);
    stage_free(stage);
}

static void the_spotlight_dims_all_but_the_selected_number(void **state)
{
    (void)state;
    Stage *stage = presenting();
    for (int turn = 0; turn < 2; turn++) {
        play(stage, "Tab");
        const Frame *frame = stage_frame(stage);
        size_t n_dim = 0, n_lit = 0;
        for (size_t i = 0; i < (size_t)frame->rows * (size_t)frame->cols; i++) {
            bool is_dim = (frame->cells[i].marks & MARK_SPOTLIGHT) != 0;
            n_dim += is_dim;
            if (frame->cells[i].marks & MARK_SELECTED) n_lit += !is_dim;
        }
        assert_true(n_lit > 0);
        assert_true(turn == 0 ? n_dim > 100 : n_dim == 0);
        play(stage, "Esc s");
    }
    stage_free(stage);
}

/* ------------------------------------------------------------- questions */

static void a_question_waits_for_the_key_that_shows_its_answer(void **state)
{
    (void)state;
    Stage *stage = presenting_talk();
    play(stage, "x");
    assert_shows(stage, "QUESTION 1 of 2");
    assert_shows(stage, "What is the second weight?");
    assert_lacks(stage, "larger share");
    assert_true_numbers(stage);
    play(stage, "Space");
    assert_shows(stage, "larger share");
    assert_shows(stage, "█");
    assert_true_numbers(stage);
    play(stage, "Space");
    assert_shows(stage, "QUESTION 2 of 2");
    assert_lacks(stage, "✓");
    play(stage, "Space");
    assert_shows(stage, "The second.");
    assert_shows(stage, "✓");
    play(stage, "Space");
    assert_lacks(stage, "QUESTION");
    assert_shows(stage, "It divides the scores.");
    assert_string_equal(strbuf_text(&stage->appended), ""); /* nobody's answer is kept */
    stage_free(stage);
}

static void a_questions_numbers_can_be_asked_why_and_are_let_go_with_it(void **state)
{
    (void)state;
    Stage *stage = presenting_talk();
    play(stage, "x Space Tab Enter");
    assert_string_not_equal(explained(stage), "");
    assert_true_numbers(stage);
    play(stage, "Esc Esc Esc");
    assert_lacks(stage, "QUESTION");
    assert_false(stage->app->visit->has_selection);
    assert_true(is_presenting(stage));
    stage_free(stage);
}

static const char predicting[] =
    "---\ntitle: Predicting\n---\n\n## What follows?\n\n"
    "```live\ns = [1, 2]\na = softmax(s)\n```\n\n```show\ncolumns s a\n```\n\n"
    "<!-- pause guess -->\n\n"
    "```predict predicting/shift\nAdd 100 to both. What becomes of the second?\n"
    "given:   s = s + 100\nanswer:  a[1]\nwithin:  0.01\nbecause: Only differences count.\n```\n";

static void a_prediction_is_put_to_the_class_and_then_answered(void **state)
{
    (void)state;
    Stage *stage = stage_new();
    Diags diags;
    diags_init(&diags, stage->arena);
    assert_true(app_open_text(stage->app, "predicting.md", predicting, strlen(predicting), 0, 1, NULL, &diags));
    play(stage, "P");
    assert_shows(stage, "p puts it to the class");
    assert_lacks(stage, "differences");
    play(stage, "p");
    assert_shows(stage, "Add 100 to both.");
    assert_lacks(stage, "differences");
    play(stage, "PgDn");
    assert_shows(stage, "Only differences count.");
    assert_shows(stage, "▀");
    assert_true_numbers(stage);
    play(stage, "PgDn");
    assert_shows(stage, "2 of 2");
    assert_shows(stage, "truth");
    stage_free(stage);
}

/* ------------------------------------------------------------- clock */

static void the_clock_wakes_once_a_second_and_only_while_it_is_shown(void **state)
{
    (void)state;
    Stage *stage = stage_new();
    play(stage, "Enter");
    tick(stage, 60000);
    assert_int_equal(app_timeout(stage->app), -1);
    app_present(stage->app, 10 * 60 * 1000);
    tick(stage, 0);
    assert_shows(stage, "0:00   10:00 left");
    tick(stage, 61 * 1000 + 250);
    assert_shows(stage, "1:01   8:59 left");
    assert_in_range(app_timeout(stage->app), 740, 750);
    tick(stage, 10 * 60 * 1000);
    assert_shows(stage, "1:01 over");
    play(stage, "C");
    assert_lacks(stage, "over");
    assert_int_equal(app_timeout(stage->app), -1);
    play(stage, "T");
    assert_shows(stage, "0:00   10:00 left");
    play(stage, "Esc");
    tick(stage, 60000);
    assert_int_equal(app_timeout(stage->app), -1);
    stage_free(stage);
}

/* ------------------------------------------------------------- the speaker */

static void the_speaker_is_told_of_every_change_and_of_nothing_else(void **state)
{
    (void)state;
    Stage *stage = presenting();
    size_t told = stage->n_effects[EFFECT_PRESENT];
    assert_int_equal(told, 1);
    static const struct {
        const char *keys;
        bool is_told;
    } cases[] = {{"PgDn", true}, {"PgUp", true}, {"Tab", false}, {"Right", false}, {"+", true}, {"u", true}, {"Esc", false},
                 {"?", false},   {"Esc", false}, {".", true},          {"b", true}, {"T", true}, {"3 Enter", true}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        play(stage, cases[i].keys);
        size_t now = stage->n_effects[EFFECT_PRESENT];
        if ((now > told) != cases[i].is_told) fail_msg("%s: %zu effects", cases[i].keys, now - told);
        told = now;
        for (int k = 0; k < 3; k++) tick(stage, 1000);
        assert_int_equal(stage->n_effects[EFFECT_PRESENT], told);
    }
    play(stage, "Esc");
    assert_int_equal(stage->n_effects[EFFECT_PRESENT], told + 1);
    stage_free(stage);
}

static void the_record_holds_notes_with_their_numbers_and_ends_with_the_talk(void **state)
{
    (void)state;
    Stage *stage = presenting_talk();
    assert_non_null(strstr(strbuf_text(&stage->presented), "Whisper only: the weight is 0.7503."));
    assert_non_null(strstr(strbuf_text(&stage->presented), "\"views\":1"));
    assert_non_null(strstr(strbuf_text(&stage->presented), "F1 alike"));
    press(stage, KEYCODE_F1, 0);
    assert_non_null(strstr(strbuf_text(&stage->presented), "Whisper only: the weight is 0.5000."));
    play(stage, "x");
    assert_non_null(strstr(strbuf_text(&stage->presented), "\"asked\":\"What is the second weight?\""));
    assert_null(strstr(strbuf_text(&stage->presented), "\"truth\":null")); /* the speaker knows the answer */
    play(stage, "Esc Esc");
    assert_string_equal(strbuf_text(&stage->presented), "");
    stage_free(stage);
}

static void the_notes_are_never_on_the_shared_screen(void **state)
{
    (void)state;
    static const char *const keys[] = {"Tab", "Enter", "B", "B", "B", "x", "Space", "Space", "Space", "Space", "c",
                                       "i", "?", "G", "Esc", "o", "Esc", "S", "/ 'Whisper' Enter", "Esc", "F", "Esc"};
    Stage *stage = presenting_talk();
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        play(stage, keys[i]);
        assert_null(strstr(screen(stage), "Whisper only"));
    }
    stage_free(stage);
}

/* ------------------------------------------------------------- the rest */

static void help_lists_the_keys_of_presenting_first(void **state)
{
    (void)state;
    Stage *stage = presenting();
    play(stage, "?");
    const char *help = screen(stage), *presenting_at = strstr(help, "Presenting");
    assert_non_null(presenting_at);
    assert_non_null(strstr(help, "blank the screen"));
    stage_free(stage);
}

static void a_changed_file_keeps_the_talk_going(void **state)
{
    (void)state;
    Stage *stage = stage_new();
    Diags diags;
    diags_init(&diags, stage->arena);
    assert_true(app_open_text(stage->app, "three.md", three_keys_text, strlen(three_keys_text), 1, 1, NULL, &diags));
    play(stage, "P");
    static const char shorter[] = "---\ntitle: Short\n---\n\n## One?\n\nOnly this.\n";
    app_reload(stage->app, shorter, strlen(shorter));
    assert_true(is_presenting(stage));
    assert_shows(stage, "Only this.");
    assert_shows(stage, "1 of 1");
    play(stage, "c PgDn PgUp");
    assert_string_equal(place_of(stage), "1.1");
    stage_free(stage);
}

static void any_size_can_be_presented_at(void **state)
{
    (void)state;
    static const int sizes[][2] = {{12, 40}, {1, 1}, {0, 0}, {3, 200}, {2, 2}, {200, 3}, {60, 200}, {20, 60}};
    static const char *const keys[] = {"B", "B", "B", "Tab Enter", "Esc", "x", "Space", "Esc Esc", "S", "3 Esc"};
    Stage *stage = presenting_talk();
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
            resize(stage, sizes[s][0], sizes[s][1]);
            play(stage, keys[i]);
            if (!is_presenting(stage)) play(stage, "P");
            assert_true_numbers(stage);
        }
    stage_free(stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_step_a_view_with_its_number_of_all),
        cmocka_unit_test(a_step_of_words_keeps_the_picture_that_it_is_about),
        cmocka_unit_test(every_clicker_goes_on_and_back),
        cmocka_unit_test(the_last_view_does_not_lead_home),
        cmocka_unit_test(a_view_that_is_too_long_is_scrolled_and_nothing_is_lost),
        cmocka_unit_test(ending_leads_back_to_reading_at_the_same_step),
        cmocka_unit_test(digits_and_enter_jump_to_a_view),
        cmocka_unit_test(the_overview_numbers_the_views),
        cmocka_unit_test(after_any_detour_one_key_returns_to_the_step_and_the_lesson_as_written),
        cmocka_unit_test(returning_can_be_taken_back),
        cmocka_unit_test(going_on_after_a_jump_moves_the_station),
        cmocka_unit_test(a_blank_screen_shows_nothing_and_any_key_brings_it_back),
        cmocka_unit_test(a_click_and_a_resize_in_the_dark_are_harmless),
        cmocka_unit_test(a_scene_is_laid_over_the_lesson_and_undone_as_one),
        cmocka_unit_test(scenes_are_named_on_demand),
        cmocka_unit_test(a_number_is_shown_large_then_its_array_then_neither),
        cmocka_unit_test(block_digits_are_selected_by_a_click_and_lead_to_why),
        cmocka_unit_test(the_next_view_is_not_large),
        cmocka_unit_test(the_spotlight_dims_all_but_the_selected_number),
        cmocka_unit_test(a_question_waits_for_the_key_that_shows_its_answer),
        cmocka_unit_test(a_questions_numbers_can_be_asked_why_and_are_let_go_with_it),
        cmocka_unit_test(a_prediction_is_put_to_the_class_and_then_answered),
        cmocka_unit_test(the_clock_wakes_once_a_second_and_only_while_it_is_shown),
        cmocka_unit_test(the_speaker_is_told_of_every_change_and_of_nothing_else),
        cmocka_unit_test(the_record_holds_notes_with_their_numbers_and_ends_with_the_talk),
        cmocka_unit_test(the_notes_are_never_on_the_shared_screen),
        cmocka_unit_test(help_lists_the_keys_of_presenting_first),
        cmocka_unit_test(a_changed_file_keeps_the_talk_going),
        cmocka_unit_test(any_size_can_be_presented_at),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
