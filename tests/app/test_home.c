#include "harness.h"

#include <string.h>

#define PLACE(lesson, screen, step)                                                                          \
    "{\"v\":1,\"at\":\"2026-11-29T21:04:05+01:00\",\"day\":\"2026-11-29\",\"kind\":\"place\",\"lesson\":"    \
    "\"" lesson "\",\"screen\":" #screen ",\"step\":" #step "}\n"

static void home_lists_the_lessons_by_part(void **state)
{
    (void)state;
    Stage *stage = stage_new();
    assert_shows(stage, "First part");
    assert_shows(stage, "Three keys");
    assert_shows(stage, "Second part");
    assert_shows(stage, "Dials");
    stage_free(stage);
}

static void the_first_start_says_how_to_begin_and_later_ones_do_not(void **state)
{
    (void)state;
    Stage *stage = stage_new();
    assert_shows(stage, "Tab selects a number");
    play(stage, "Enter q");
    assert_lacks(stage, "Tab selects a number");
    stage_free(stage);
    stage = stage_new_with(PLACE("dials", 0, 0), CHARSET_UTF8);
    assert_lacks(stage, "Tab selects a number");
    stage_free(stage);
}

static void every_key_at_home_does_what_it_says(void **state)
{
    (void)state;
    Stage *stage = stage_new();
    play(stage, "Down");
    assert_int_equal(stage->app->home.selected, 1);
    play(stage, "j j j");
    assert_int_equal(stage->app->home.selected, 2);
    play(stage, "k Up Up Up");
    assert_int_equal(stage->app->home.selected, 0);
    play(stage, "G");
    assert_int_equal(stage->app->home.selected, 2);
    play(stage, "g");
    assert_int_equal(stage->app->home.selected, 0);
    play(stage, "PgDn");
    assert_int_equal(stage->app->home.selected, 2);
    play(stage, "PgUp End Home");
    assert_int_equal(stage->app->home.selected, 0);
    play(stage, "Down Enter");
    assert_string_equal(stage->app->visit->lesson->id, "long-read");
    play(stage, "q");
    assert_string_equal(place_of(stage), "home");
    assert_int_equal(stage->n_effects[EFFECT_QUIT], 0);
    play(stage, "q");
    assert_int_equal(stage->n_effects[EFFECT_QUIT], 1);
    stage_free(stage);
}

static void a_lesson_opens_where_it_was_left(void **state)
{
    (void)state;
    Stage *stage = stage_new_with(PLACE("three-keys", 0, 0) PLACE("dials", 0, 0) PLACE("three-keys", 1, 0),
                                  CHARSET_UTF8);
    assert_shows(stage, "Three keys · step 3 of 4. Enter continues.");
    play(stage, "Enter");
    assert_string_equal(place_of(stage), "2.1");
    stage_free(stage);
}

static void behind_a_lesson_that_was_read_the_next_one_is_pointed_at(void **state)
{
    (void)state;
    Stage *stage = stage_new_with(PLACE("three-keys", 1, 1), CHARSET_UTF8);
    assert_shows(stage, "Three keys · read to its end");
    assert_shows(stage, ">  2  A long read                                      ○○  next");
    play(stage, "Up Enter");
    assert_string_equal(place_of(stage), "2.2");
    play(stage, "Space Space");
    assert_string_equal(place_of(stage), "home");
    assert_int_equal(stage->app->home.selected, 1);
    stage_free(stage);
    stage = stage_new_with(PLACE("dials", 0, 0), CHARSET_UTF8);
    assert_int_equal(stage->app->home.selected, 2); /* behind the last one there is none */
    stage_free(stage);
}

static void a_place_that_a_lesson_has_not_is_refused_by_its_number(void **state)
{
    (void)state;
    Stage *stage = stage_new();
    Diags diags;
    diags_init(&diags, stage->app->scratch);
    assert_false(app_open_lesson(stage->app, "three-keys", 2, -1, NULL, &diags));
    assert_string_equal(diags.items[0].text, "three-keys has 2 screens; there is no screen 3");
    assert_false(app_open_text(stage->app, "mine.md", three_keys_text, strlen(three_keys_text), -1, 2, NULL, &diags));
    assert_string_equal(diags.items[1].text, "screen 1 of mine has 2 steps; there is no step 3");
    assert_true(app_open_lesson(stage->app, "three-keys", 1, 1, NULL, &diags));
    stage_free(stage);
}

/* Whatever the place: a key that has no command there says so, and changes nothing else. */
static void a_key_without_a_command_says_so(void **state)
{
    (void)state;
    static const char *const places[] = {"", "Enter", "Enter Tab", "Enter o", "Enter x Esc", "p", "c"};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        Stage *stage = stage_new();
        play(stage, places[i]);
        play(stage, "Z");
        assert_shows(stage, "Z does nothing here; ? lists the keys.");
        play(stage, "Down");
        assert_lacks(stage, "does nothing here");
        stage_free(stage);
    }
    Stage *stage = stage_new();
    play(stage, "Enter P Z"); /* the room is not told of it */
    assert_lacks(stage, "does nothing here");
    stage_free(stage);
}

static void a_place_beyond_a_shorter_lesson_is_its_nearest(void **state)
{
    (void)state;
    Stage *stage = stage_new_with(PLACE("three-keys", 7, 9), CHARSET_UTF8);
    play(stage, "Up Enter");
    assert_string_equal(place_of(stage), "2.2");
    stage_free(stage);
}

static void a_place_is_written_on_leaving_a_screen_and_the_lesson_not_on_every_key(void **state)
{
    (void)state;
    Stage *stage = stage_new();
    play(stage, "Enter Space j k");
    assert_string_equal(strbuf_text(&stage->appended), "");
    assert_string_equal(place_of(stage), "1.2");
    play(stage, "Space");
    assert_string_equal(place_of(stage), "2.1");
    assert_int_equal(stage->n_effects[EFFECT_APPEND], 1);
    assert_non_null(strstr(strbuf_text(&stage->appended),
                           "\"kind\":\"place\",\"lesson\":\"three-keys\",\"screen\":1,\"step\":0"));
    play(stage, "Space q");
    assert_int_equal(stage->n_effects[EFFECT_APPEND], 2);
    assert_non_null(strstr(strbuf_text(&stage->appended), "\"screen\":1,\"step\":1"));
    play(stage, "q");
    assert_int_equal(stage->n_effects[EFFECT_APPEND], 2);
    stage_free(stage);
}

static void what_was_written_is_what_the_next_start_reads(void **state)
{
    (void)state;
    Stage *stage = stage_new();
    play(stage, "Enter Space Space");
    deliver(stage, (Event){.kind = EVENT_HANGUP});
    assert_int_equal(stage->n_effects[EFFECT_QUIT], 1);
    Stage *next = stage_new_with(strbuf_text(&stage->appended), CHARSET_UTF8);
    assert_shows(next, "step 3 of 4");
    play(next, "Enter");
    assert_string_equal(place_of(next), "2.1");
    stage_free(next);
    stage_free(stage);
}

static void progress_follows_at_once(void **state)
{
    (void)state;
    Stage *stage = stage_new();
    assert_shows(stage, "○○");
    play(stage, "Enter Space Space q");
    assert_shows(stage, "●●");
    assert_shows(stage, "Three keys · step 3 of 4. Enter continues.");
    stage_free(stage);
}

static void damaged_lines_are_named_once(void **state)
{
    (void)state;
    Stage *stage = stage_new_with(PLACE("dials", 0, 0) "{\"v\":1,\"kind\":\"pla", CHARSET_UTF8);
    assert_shows(stage, "line 2 is damaged");
    play(stage, "Enter q");
    assert_lacks(stage, "damaged");
    stage_free(stage);
}

static void a_problem_of_the_store_is_said_above_a_line_being_typed(void **state)
{
    (void)state;
    static const char *const typing[] = {"/", ":", "Enter : '1'", "Enter Tab e '2'", "Enter x"};
    static const int heights[] = {24, 12, 8, 5};
    for (size_t i = 0; i < sizeof typing / sizeof *typing; i++)
        for (size_t h = 0; h < sizeof heights / sizeof *heights; h++) {
            Stage *stage = stage_new();
            resize(stage, heights[h], 80);
            play(stage, typing[i]);
            app_problem(stage->app, "The journal cannot be written: the disk is full.");
            tick(stage, 1);
            assert_shows(stage, "the disk is full");
            tick(stage, 60000);
            assert_lacks(stage, "the disk is full");
            stage_free(stage);
        }
}

static void a_problem_of_the_store_is_said_and_stays_until_it_is_read(void **state)
{
    (void)state;
    Stage *stage = stage_new();
    app_problem(stage->app, "The journal cannot be written: the disk is full.");
    play(stage, "Enter j");
    assert_shows(stage, "the disk is full");
    assert_true(app_timeout(stage->app) > 0);
    tick(stage, 60000);
    assert_lacks(stage, "the disk is full");
    assert_int_equal(app_timeout(stage->app), -1);
    stage_free(stage);
}

static void searching_titles_points_at_them_as_one_types(void **state)
{
    (void)state;
    Stage *stage = stage_new();
    play(stage, "/ 'LONG'");
    assert_int_equal(stage->app->home.selected, 1);
    play(stage, "Enter");
    assert_string_equal(place_of(stage), "home");
    play(stage, "/ 'dia' Esc");
    assert_int_equal(stage->app->home.selected, 2);
    assert_null(stage->app->home.search);
    play(stage, "/ 'ke' Enter");
    assert_int_equal(stage->app->home.selected, 0);
    play(stage, "/ 'a' Enter n");
    assert_int_equal(stage->app->home.selected, 2);
    play(stage, "n");
    assert_int_equal(stage->app->home.selected, 1);
    play(stage, "N");
    assert_int_equal(stage->app->home.selected, 2);
    play(stage, "/ 'zzz' Enter");
    assert_shows(stage, "zzz");
    assert_int_equal(stage->app->home.selected, 2);
    stage_free(stage);
}

static void an_expression_can_be_tried_without_a_lesson(void **state)
{
    (void)state;
    Stage *stage = stage_new();
    play(stage, ": '[1, 2] * 2' Enter");
    assert_shows(stage, "[2.0, 4.0]");
    play(stage, "C-u 'q + 1' Enter");
    assert_shows(stage, "unknown name");
    play(stage, "Esc");
    assert_string_equal(place_of(stage), "home");
    stage_free(stage);
}

static void a_lesson_of_the_command_line_leaves_to_the_shell(void **state)
{
    (void)state;
    Stage *stage = stage_new();
    Diags diags;
    diags_init(&diags, stage->arena);
    assert_true(app_open_lesson(stage->app, "three-keys", 1, -1, "q = [0, 1, 1, 0]", &diags));
    assert_string_equal(place_of(stage), "2.1");
    assert_true(value_of(stage, "q[1]") == 1.0);
    play(stage, "q");
    assert_int_equal(stage->n_effects[EFFECT_QUIT], 1);
    stage_free(stage);
}

static void what_cannot_be_shown_is_refused_with_its_diagnostics(void **state)
{
    (void)state;
    Stage *stage = stage_new();
    Diags diags;
    diags_init(&diags, stage->arena);
    assert_false(app_open_lesson(stage->app, "no-such", -1, -1, NULL, &diags));
    assert_int_equal(diags.errors, 1);
    assert_false(app_open_lesson(stage->app, "dials", -1, -1, "nobody = 3", &diags));
    assert_int_equal(diags.errors, 2);
    assert_false(app_open_text(stage->app, "x.md", "nothing", 7, 0, 0, NULL, &diags));
    assert_true(diags.errors > 2);
    assert_string_equal(place_of(stage), "home");
    stage_free(stage);
}

static void a_text_of_the_students_own_is_not_written_down(void **state)
{
    (void)state;
    Stage *stage = stage_new();
    Diags diags;
    diags_init(&diags, stage->arena);
    assert_true(
        app_open_text(stage->app, "mine.md", three_keys_text, strlen(three_keys_text), -1, -1, NULL, &diags));
    play(stage, "Space Space Space q");
    assert_string_equal(strbuf_text(&stage->appended), "");
    assert_int_equal(stage->n_effects[EFFECT_QUIT], 1);
    stage_free(stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(home_lists_the_lessons_by_part),
        cmocka_unit_test(the_first_start_says_how_to_begin_and_later_ones_do_not),
        cmocka_unit_test(every_key_at_home_does_what_it_says),
        cmocka_unit_test(a_lesson_opens_where_it_was_left),
        cmocka_unit_test(behind_a_lesson_that_was_read_the_next_one_is_pointed_at),
        cmocka_unit_test(a_place_that_a_lesson_has_not_is_refused_by_its_number),
        cmocka_unit_test(a_key_without_a_command_says_so),
        cmocka_unit_test(a_place_beyond_a_shorter_lesson_is_its_nearest),
        cmocka_unit_test(a_place_is_written_on_leaving_a_screen_and_the_lesson_not_on_every_key),
        cmocka_unit_test(what_was_written_is_what_the_next_start_reads),
        cmocka_unit_test(progress_follows_at_once),
        cmocka_unit_test(damaged_lines_are_named_once),
        cmocka_unit_test(a_problem_of_the_store_is_said_above_a_line_being_typed),
        cmocka_unit_test(a_problem_of_the_store_is_said_and_stays_until_it_is_read),
        cmocka_unit_test(searching_titles_points_at_them_as_one_types),
        cmocka_unit_test(an_expression_can_be_tried_without_a_lesson),
        cmocka_unit_test(a_lesson_of_the_command_line_leaves_to_the_shell),
        cmocka_unit_test(what_cannot_be_shown_is_refused_with_its_diagnostics),
        cmocka_unit_test(a_text_of_the_students_own_is_not_written_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
