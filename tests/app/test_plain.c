/* Plain line mode on the stage: words do what keys do, and what is told is true. */
#include "harness.h"

#include <stdlib.h>
#include <string.h>

/* Takes a line and tells what came of it; long work is finished in between. */
static const char *line(Stage *stage, const char *text)
{
    Event when = {.wall_ms = 1000, .mono_ms = ++stage->mono_ms};
    size_t n;
    const Effect *effects = app_line(stage->app, text, &when, &n);
    for (size_t i = 0; i < n; i++) {
        stage->n_effects[effects[i].kind]++;
        if (effects[i].kind == EFFECT_APPEND) strbuf_printf(&stage->appended, "%s\n", effects[i].text);
    }
    while (app_timeout(stage->app) == 0) tick(stage, 1);
    Frame *frame = app_tell(stage->app, stage->arena, 80);
    assert_numbers_are_true(stage, frame);
    return frame_text(stage->arena, frame, false);
}

static Stage *in_lesson(const char *id)
{
    Stage *stage = stage_new();
    line(stage, id);
    assert_non_null(stage->app->visit);
    return stage;
}

static void assert_has(const char *text, const char *part)
{
    if (strstr(text, part) == NULL) fail_msg("no “%s” in:\n%s", part, text);
}

/* Whoever knows the keys knows the short forms: a letter that is a key in a lesson leads to the same command.
 */
static void short_forms_are_the_keys_of_the_same_commands(void **state)
{
    (void)state;
    static const Scope scopes[] = {SCOPE_NUMBER, SCOPE_READ, SCOPE_LESSON, SCOPE_COMMON};
    size_t n = 0;
    for (size_t i = 0; i < plain_word_count(); i++) {
        const Word *word = plain_word_at(i);
        if (word->short_form == NULL || strlen(word->short_form) != 1 || word->command == CMD_NONE) continue;
        const Binding *binding = keys_find(scopes, 4, (uint32_t)word->short_form[0], 0);
        if (binding == NULL || binding->command != word->command)
            fail_msg("%s is not the key of %s", word->short_form, word->name);
        n++;
    }
    assert_true(n >= 8);
}

static void no_two_words_are_called_alike(void **state)
{
    (void)state;
    for (size_t i = 0; i < plain_word_count(); i++)
        for (size_t k = 0; k < plain_word_count(); k++) {
            const Word *a = plain_word_at(i), *b = plain_word_at(k);
            assert_true(i == k || strcmp(a->name, b->name) != 0);
            assert_false(b->short_form != NULL && strcmp(a->name, b->short_form) == 0);
            assert_false(i != k && a->short_form != NULL && b->short_form != NULL &&
                         strcmp(a->short_form, b->short_form) == 0);
        }
}

static void help_lists_every_word_of_the_place(void **state)
{
    (void)state;
    Stage *stage = stage_new();
    assert_has(line(stage, "help"), "open LESSON");
    line(stage, "open three-keys");
    const char *text = line(stage, "?");
    for (size_t i = 0; i < plain_word_count(); i++)
        if (plain_word_at(i)->place & IN_LESSON) assert_has(text, plain_word_at(i)->name);
    assert_has(line(stage, "help nudge"), "NAME [+N | -N]");
    stage_free(stage);
}

static void a_step_is_told_once_and_alone(void **state)
{
    (void)state;
    Stage *stage = in_lesson("open three-keys");
    const char *text = line(stage, "on");
    assert_has(text, "Step 2 of 2: scale.");
    assert_has(text, "The third is 2.0000 before.");
    assert_null(strstr(text, "A query meets every key"));
    assert_has(line(stage, "screen"), "A query meets every key");
    assert_has(line(stage, "again"), "Step 2 of 2");
    stage_free(stage);
}

static void words_and_keys_change_the_same_state(void **state)
{
    (void)state;
    Stage *stage = in_lesson("open three-keys");
    line(stage, "set q[2] = 5");
    assert_string_equal(edits(stage), "q = [1, 0, 5, 0]");
    line(stage, "undo");
    assert_string_equal(edits(stage), "");
    line(stage, "redo");
    assert_string_equal(edits(stage), "q = [1, 0, 5, 0]");
    play(stage, "u");
    assert_string_equal(edits(stage), "");
    stage_free(stage);
}

static void each_nudge_tells_its_own_step(void **state)
{
    (void)state;
    Stage *stage = in_lesson("open dials");
    assert_has(line(stage, "nudge T +2"), "T 1 → 1.50");
    assert_has(line(stage, "nudge T"), "T 1.50 → 1.75");
    assert_has(line(stage, "nudge T -100"), "T 1.75 → 0.5");
    assert_has(line(stage, "nudge T -1"), "cannot be moved any further");
    assert_has(line(stage, "nudge x[0]"), "0.9");
    stage_free(stage);
}

static void an_edit_that_changes_nothing_says_so(void **state)
{
    (void)state;
    Stage *stage = in_lesson("open dials");
    assert_has(line(stage, "T = 1"), "T is that already.");
    stage_free(stage);
}

static void a_value_outside_its_slider_is_refused_with_a_caret(void **state)
{
    (void)state;
    Stage *stage = in_lesson("open dials");
    const char *text = line(stage, "set T = 9");
    assert_has(text, "^");
    assert_true(app_line_was_refused(stage->app));
    assert_string_equal(edits(stage), "");
    line(stage, "names");
    assert_false(app_line_was_refused(stage->app));
    stage_free(stage);
}

static void a_name_of_a_short_form_is_set_not_run(void **state)
{
    (void)state;
    Stage *stage = in_lesson("open three-keys");
    line(stage, "q = [0, 0, 1, 1]"); /* q alone would leave */
    assert_string_equal(edits(stage), "q = [0, 0, 1, 1]");
    assert_int_equal(stage->n_effects[EFFECT_QUIT], 0);
    assert_has(line(stage, "q [1]"), "takes nothing");
    line(stage, "q");
    assert_int_equal(stage->n_effects[EFFECT_QUIT], 1);
    stage_free(stage);
}

static void the_end_is_said_and_leads_home(void **state)
{
    (void)state;
    Stage *stage = in_lesson("open three-keys");
    line(stage, "goto 2.2");
    assert_has(line(stage, ""), "The end of this lesson.");
    assert_non_null(stage->app->visit);
    assert_has(line(stage, ""), "you are here");
    assert_null(stage->app->visit);
    stage_free(stage);
}

static void other_commands_at_the_end_do_not_lead_home(void **state)
{
    (void)state;
    Stage *stage = in_lesson("open three-keys");
    line(stage, "goto 2.2");
    line(stage, "on");
    line(stage, "names");
    assert_has(line(stage, "on"), "The end of this lesson.");
    assert_non_null(stage->app->visit);
    stage_free(stage);
}

static void places_are_journalled_as_from_keys(void **state)
{
    (void)state;
    Stage *stage = in_lesson("open three-keys");
    line(stage, "on");
    line(stage, "on"); /* another screen */
    line(stage, "quit");
    assert_has(strbuf_text(&stage->appended),
               "\"kind\":\"place\",\"lesson\":\"three-keys\",\"screen\":1,\"step\":0");
    stage_free(stage);
}

/* Words of both kinds in any order, with odd arguments: nothing breaks, and every number told is true. */
static void random_lines_tell_only_true_numbers(void **state)
{
    (void)state;
    static const char *const arguments[] = {
        "",      "q[2]", "alpha[2]", "1",  "2",           "q = [1, 2]", "T = 3",  "q[0] +1", "2.1",
        "K",     "out",  "-",        "99", "full",        "x[0]",       "sum(s)", "blend",   "three-keys",
        "dials", "z",    "q[2] = 7", "T",  "K[1, 1] = 4", "q = 3",      "w[1]"};
    srand(11);
    Stage *stage = stage_new();
    for (int round = 0; round < 3000; round++) {
        const Word *word = plain_word_at((size_t)rand() % plain_word_count());
        if (strcmp(word->name, "quit") == 0) continue;
        const char *argument = arguments[(size_t)rand() % (sizeof arguments / sizeof *arguments)];
        line(stage, *argument != '\0' && rand() % 4
                        ? arena_printf(stage->arena, "%s %s", word->name, argument)
                        : word->name);
        if (round % 50 == 0) screen(stage); /* what was told can be drawn as well */
        if (round % 100 == 0) arena_reset(stage->arena);
    }
    stage_free(stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(short_forms_are_the_keys_of_the_same_commands),
        cmocka_unit_test(no_two_words_are_called_alike),
        cmocka_unit_test(help_lists_every_word_of_the_place),
        cmocka_unit_test(a_step_is_told_once_and_alone),
        cmocka_unit_test(words_and_keys_change_the_same_state),
        cmocka_unit_test(each_nudge_tells_its_own_step),
        cmocka_unit_test(an_edit_that_changes_nothing_says_so),
        cmocka_unit_test(a_value_outside_its_slider_is_refused_with_a_caret),
        cmocka_unit_test(a_name_of_a_short_form_is_set_not_run),
        cmocka_unit_test(the_end_is_said_and_leads_home),
        cmocka_unit_test(other_commands_at_the_end_do_not_lead_home),
        cmocka_unit_test(places_are_journalled_as_from_keys),
        cmocka_unit_test(random_lines_tell_only_true_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
