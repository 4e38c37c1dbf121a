/* "Was it helpful?" at a lesson's end: once, out of the way, kept. */
#include "harness.h"

#include <stdlib.h>
#include <string.h>

static size_t count(const char *text, const char *part)
{
    size_t n = 0;
    for (; (text = strstr(text, part)) != NULL; text++) n++;
    return n;
}

static size_t asked(Stage *stage)
{
    return count(strbuf_text(&stage->appended), "\"kind\":\"helpful\"");
}

static Stage *at_the_end(const char *journal)
{
    Stage *stage = stage_new_with(journal, CHARSET_UTF8);
    play(stage, "Home Enter"); /* three-keys, wherever it was left */
    for (int i = 0; i < 8 && !stage->app->visit->at_end; i++) play(stage, "Space");
    assert_true(stage->app->visit->at_end);
    return stage;
}

static void the_answer_is_written_down(void **state)
{
    (void)state;
    Stage *stage = at_the_end("");
    assert_shows(stage, "Was it helpful?");
    play(stage, "n");
    assert_shows(stage, "Noted.");
    assert_non_null(strstr(strbuf_text(&stage->appended),
                           "\"kind\":\"helpful\",\"lesson\":\"three-keys\",\"text\":\"n\""));
    stage_free(stage);
}

static void a_line_of_words_is_an_answer(void **state)
{
    (void)state;
    Stage *stage = at_the_end("");
    play(stage, "Enter");
    assert_shows(stage, "was this helpful?");
    play(stage, "'the zebra' Space 'was' Enter");
    assert_non_null(strstr(strbuf_text(&stage->appended), "\"text\":\"the zebra was\""));
    stage_free(stage);
}

static void an_empty_line_is_none(void **state)
{
    (void)state;
    Stage *stage = at_the_end("");
    play(stage, "Enter Enter");
    assert_int_equal(asked(stage), 1); /* that it was asked */
    stage_free(stage);
}

static void any_other_key_goes_on(void **state)
{
    (void)state;
    Stage *stage = at_the_end("");
    play(stage, "Space");
    assert_null(stage->app->visit); /* home */
    stage_free(stage);
    stage = at_the_end("");
    play(stage, "Left");
    assert_false(stage->app->visit->at_end);
    play(stage, "n"); /* the next hit of a search, as ever */
    assert_shows(stage, "Nothing is searched for yet");
    stage_free(stage);
}

static void it_is_asked_once_in_a_lifetime(void **state)
{
    (void)state;
    Stage *stage = at_the_end("");
    play(stage, "Left Space");
    for (int i = 0; i < 4 && !stage->app->visit->at_end; i++) play(stage, "Space");
    assert_lacks(stage, "helpful?");
    assert_int_equal(asked(stage), 1);
    char *journal = heed_xstrdup(strbuf_text(&stage->appended));
    stage_free(stage);
    stage = at_the_end(journal);
    assert_lacks(stage, "helpful?");
    play(stage, "y"); /* nothing at this place */
    assert_int_equal(asked(stage), 0);
    stage_free(stage);
    free(journal);
}

static void a_selected_number_does_not_take_the_answer(void **state)
{
    (void)state;
    Stage *stage = at_the_end("");
    play(stage, "Left Tab"); /* y copies a selected number */
    stage->app->visit->asks_helpful = true;
    for (int i = 0; i < 4 && !stage->app->visit->at_end; i++) play(stage, "Space");
    stage->app->visit->asks_helpful = true;
    play(stage, "y");
    assert_int_equal(stage->n_effects[EFFECT_COPY], 0);
    stage_free(stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_answer_is_written_down),
        cmocka_unit_test(a_line_of_words_is_an_answer),
        cmocka_unit_test(an_empty_line_is_none),
        cmocka_unit_test(any_other_key_goes_on),
        cmocka_unit_test(it_is_asked_once_in_a_lifetime),
        cmocka_unit_test(a_selected_number_does_not_take_the_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
