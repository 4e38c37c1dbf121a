/* The glossary on the screen, the help that begins with it, and the sources. */
#include "harness.h"

#include "app/parts.h"

#include <string.h>

static void the_list_is_walked_and_closed(void **state)
{
    (void)state;
    Stage *stage = stage_new();
    play(stage, "D");
    assert_shows(stage, "Glossary");
    assert_shows(stage, "How well a key fits.");
    play(stage, "Down Down");
    assert_int_equal(stage->app->cover.selected, 2);
    assert_shows(stage, "See: softmax, score");
    play(stage, "Esc");
    assert_lacks(stage, "Glossary");
    stage_free(stage);
}

static void a_word_is_found_as_it_is_typed(void **state)
{
    (void)state;
    Stage *stage = stage_new();
    play(stage, "D / 'sha'");
    assert_shows(stage, "Glossary  /sha");
    assert_int_equal(stage->app->cover.selected,
                     2); /* another word for weight; softmax only speaks of shares */
    play(stage, "Enter");
    assert_int_equal(stage->app->cover.kind, COVER_GLOSSARY);
    play(stage, "/ 'softmx' Enter");
    assert_int_equal(stage->app->cover.selected, 1);
    play(stage, "/ 'qqqq' Enter");
    assert_shows(stage, "is not in the glossary");
    stage_free(stage);
}

static void enter_leads_to_where_a_lesson_uses_the_word(void **state)
{
    (void)state;
    Stage *stage = stage_new();
    play(stage, "D G Enter"); /* a zebra stands at the very end */
    assert_non_null(stage->app->visit);
    assert_string_equal(place_of(stage), "2.2");
    assert_shows(stage, "zebra");
    play(stage, "q");
    assert_null(stage->app->visit);
    stage_free(stage);
}

static void the_open_lesson_is_kept_where_it_uses_the_word(void **state)
{
    (void)state;
    Stage *stage = stage_new();
    play(stage, "Enter Tab e '7' Enter Esc D g Enter"); /* score */
    assert_string_equal(place_of(stage), "1.1");
    assert_true(strlen(edits(stage)) > 0);
    stage_free(stage);
}

static void the_help_begins_with_the_word_for_the_selected_number(void **state)
{
    (void)state;
    Stage *stage = stage_new();
    play(stage, "Enter Space Space Tab ?");
    assert_string_equal(selected(stage), "alpha[0]");
    assert_shows(stage, "weight, share");
    assert_shows(stage, "How much is taken.");
    assert_shows(stage, "In: three-keys 2.1");
    play(stage, "Esc Esc ?");
    assert_lacks(stage, "How much is taken.");
    stage_free(stage);
}

static void the_help_begins_with_the_word_for_the_selected_term(void **state)
{
    (void)state;
    Stage *stage = stage_new();
    play(stage, "Down Down Enter");
    size_t term = 0;
    for (int i = 0; i < 12 && !formula_term(stage->app, &term); i++) play(stage, "Tab");
    assert_true(formula_term(stage->app, &term));
    play(stage, "?");
    assert_shows(stage, "weight, share");
    stage_free(stage);
}

static void the_list_opens_at_what_is_selected(void **state)
{
    (void)state;
    Stage *stage = stage_new();
    play(stage, "Enter Space Space Tab D");
    assert_int_equal(stage->app->cover.selected, 2);
    stage_free(stage);
}

static void a_click_chooses_and_then_jumps(void **state)
{
    (void)state;
    Stage *stage = stage_new();
    play(stage, "D");
    click_on(stage, "Striped");
    assert_int_equal(stage->app->cover.selected, 3);
    click_on(stage, "Striped");
    assert_string_equal(place_of(stage), "2.2");
    stage_free(stage);
}

static void sources_are_a_page_of_their_own(void **state)
{
    (void)state;
    Stage *stage = stage_new();
    play(stage, "Enter S");
    assert_shows(stage, "Sources");
    assert_shows(stage, "This lesson names no sources.");
    play(stage, "Down Up q");
    assert_string_equal(place_of(stage), "1.1");
    stage_free(stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_list_is_walked_and_closed),
        cmocka_unit_test(a_word_is_found_as_it_is_typed),
        cmocka_unit_test(enter_leads_to_where_a_lesson_uses_the_word),
        cmocka_unit_test(the_open_lesson_is_kept_where_it_uses_the_word),
        cmocka_unit_test(the_help_begins_with_the_word_for_the_selected_number),
        cmocka_unit_test(the_help_begins_with_the_word_for_the_selected_term),
        cmocka_unit_test(the_list_opens_at_what_is_selected),
        cmocka_unit_test(a_click_chooses_and_then_jumps),
        cmocka_unit_test(sources_are_a_page_of_their_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
