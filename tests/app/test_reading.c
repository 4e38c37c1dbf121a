#include "harness.h"

#include <stdlib.h>
#include <string.h>

static Stage *reading(void)
{
    Stage *stage = stage_new();
    play(stage, "g Enter");
    return stage;
}

static Stage *reading_long(void)
{
    Stage *stage = stage_new();
    play(stage, "g Down Enter");
    return stage;
}

static void on_opens_steps_then_screens_and_back_takes_the_same_way(void **state)
{
    (void)state;
    const char *const keys[][2] = {{"Space", "Left"}, {"Right", "h"}, {"l", "PgUp"}, {"PgDn", "Bksp"}};
    const char *const places[] = {"1.1", "1.2", "2.1", "2.2"};
    for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) {
        Stage *stage = reading();
        for (int i = 0; i < 4; i++) {
            assert_string_equal(place_of(stage), places[i]);
            if (i < 3) play(stage, keys[k][0]);
        }
        for (int i = 3; i >= 0; i--) {
            assert_string_equal(place_of(stage), places[i]);
            play(stage, keys[k][1]);
        }
        assert_shows(stage, "begins");
        stage_free(stage);
    }
}

static void on_scrolls_while_there_is_text_below(void **state)
{
    (void)state;
    Stage *stage = reading_long();
    int scrolls[40], n = 0;
    for (scrolls[n++] = 0; n < 40; n++) {
        play(stage, "Space");
        if (strcmp(place_of(stage), "1.1") != 0) break;
        scrolls[n] = stage->app->visit->scroll;
        assert_true(scrolls[n] > scrolls[n - 1]);
    }
    assert_true(n > 2);
    assert_string_equal(place_of(stage), "2.1");
    while (n-- > 0) { /* and back on the same way */
        play(stage, "Left");
        assert_int_equal(stage->app->visit->scroll, scrolls[n]);
    }
    stage_free(stage);
}

static void no_line_of_a_long_screen_is_skipped_by_paging(void **state)
{
    (void)state;
    Stage *stage = reading_long();
    StrBuf seen = {0};
    while (strcmp(place_of(stage), "1.1") == 0) {
        strbuf_add(&seen, screen(stage));
        play(stage, "PgDn");
    }
    for (int i = 1; i <= 30; i++)
        assert_non_null(strstr(strbuf_text(&seen),
                               arena_printf(stage->arena, "letter %c%c.", 'A' + i / 26, 'a' + i % 26)));
    strbuf_free(&seen);
    stage_free(stage);
}

static void lines_and_ends_can_be_scrolled_to(void **state)
{
    (void)state;
    Stage *stage = reading_long();
    play(stage, "Down j Down Up");
    assert_int_equal(stage->app->visit->scroll, 2);
    play(stage, "k k k k");
    assert_int_equal(stage->app->visit->scroll, 0);
    play(stage, "G");
    assert_shows(stage, "The bottom.");
    int end = stage->app->visit->scroll;
    play(stage, "j");
    assert_int_equal(stage->app->visit->scroll, end);
    play(stage, "g");
    assert_int_equal(stage->app->visit->scroll, 0);
    play(stage, "End Home");
    assert_int_equal(stage->app->visit->scroll, 0);
    stage_free(stage);
}

static void a_step_that_opens_below_the_fold_is_brought_into_sight(void **state)
{
    (void)state;
    Stage *stage = reading();
    resize(stage, 12, 60);
    play(stage, "G Space");
    assert_string_equal(place_of(stage), "1.2");
    assert_shows(stage, "Scores are made smaller");
    stage_free(stage);
}

static void a_resize_keeps_what_is_read_in_sight(void **state)
{
    (void)state;
    Stage *stage = reading_long();
    play(stage, "Space");
    const char *before = screen(stage);
    const int sizes[][2] = {{0, 0}, {24, 80}, {24, 30}, {24, 80}, {200, 80}, {24, 80}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) resize(stage, sizes[i][0], sizes[i][1]);
    assert_int_equal(stage->app->visit->scroll, 0); /* at 200 rows all of it was to be seen */
    play(stage, "Space");
    assert_string_equal(screen(stage), before);
    resize(stage, 0, 0);
    resize(stage, 24, 80);
    assert_string_equal(screen(stage), before);
    stage_free(stage);
}

static void a_step_that_just_opened_is_in_sight_at_every_size(void **state)
{
    (void)state;
    Stage *stage = reading();
    play(stage, "Space");
    for (int rows = 8; rows < 40; rows += 3) {
        resize(stage, rows, 40 + 3 * rows);
        assert_shows(stage, "Scores are made smaller");
    }
    stage_free(stage);
}

static void the_end_is_said_and_going_on_leads_home(void **state)
{
    (void)state;
    Stage *stage = reading();
    play(stage, "Space Space Space Space");
    assert_shows(stage, "end of this lesson");
    assert_string_equal(place_of(stage), "2.2");
    play(stage, "k Space");
    assert_string_equal(place_of(stage), "2.2");
    play(stage, "Space");
    assert_string_equal(place_of(stage), "home");
    stage_free(stage);
}

static void more_opens_and_closes_what_is_on_demand(void **state)
{
    (void)state;
    Stage *stage = reading();
    play(stage, "i");
    assert_shows(stage, "nothing more");
    play(stage, "Space Space Space");
    assert_shows(stage, "i more");
    assert_lacks(stage, "okapi");
    play(stage, "i");
    assert_shows(stage, "okapi");
    play(stage, "i");
    assert_lacks(stage, "okapi");
    stage_free(stage);
}

/* Also where the step before it leaves most of the page empty. */
static void more_begins_with_the_first_line_of_what_opened(void **state)
{
    (void)state;
    static const char text[] = "---\ntitle: Short\npart: P\norder: 1\nlevel: first\n---\n\n## Why?\n\nA line.\n\n"
                               "### In practice\n\nokapi\n\n- a\n- b\n- c\n- d\n- e\n- f\n- g\n- h\n- i\n- j\n- k\n- l\n- m\n"
                               "- n\n- o\n- p\n- q\n- r\n- s\n- zebra\n";
    Stage *stage = stage_new();
    Diags diags;
    diags_init(&diags, stage->app->scratch);
    assert_true(app_open_text(stage->app, "short.md", text, strlen(text), -1, -1, NULL, &diags));
    assert_shows(stage, "i more");
    play(stage, "i");
    assert_shows(stage, "i less");
    assert_shows(stage, "In practice");
    assert_shows(stage, "okapi");
    stage_free(stage);
}

static void a_reload_says_so_and_an_error_is_told_in_one_line(void **state)
{
    (void)state;
    static const char good[] = "---\ntitle: T\npart: P\norder: 1\nlevel: first\n---\n\n## Why?\n\n```live\na = 1\n```\n";
    static const char bad[] = "---\ntitle: T\npart: P\norder: 1\nlevel: first\n---\n\n## Why?\n\n```live\na = (1\n```\n";
    Stage *stage = stage_new();
    Diags diags;
    diags_init(&diags, stage->app->scratch);
    assert_true(app_open_text(stage->app, "/a/long/way/to/mine.md", good, strlen(good), -1, -1, NULL, &diags));
    app_reload(stage->app, bad, strlen(bad));
    assert_shows(stage, " mine.md:11:5: '(' is never closed");
    app_reload(stage->app, good, strlen(good));
    assert_shows(stage, "The file has changed: it was read again.");
    stage_free(stage);
}

static void searching_finds_text_in_steps_not_yet_open(void **state)
{
    (void)state;
    Stage *stage = reading();
    play(stage, "/ 'zebra' Enter");
    assert_string_equal(place_of(stage), "2.2");
    assert_shows(stage, "zebra");
    play(stage, "/ 'OKAPI' Enter");
    assert_shows(stage, "okapi");
    play(stage, "/ 'every key' Enter");
    assert_string_equal(place_of(stage), "1.1");
    play(stage, "/ 'gnu' Enter");
    assert_shows(stage, "does not occur");
    assert_string_equal(place_of(stage), "1.1");
    stage_free(stage);
}

static void hits_are_walked_in_both_directions_and_round(void **state)
{
    (void)state;
    Stage *stage = reading_long();
    play(stage, "/ 'paragraph' Enter");
    int first = stage->app->visit->hit_row;
    play(stage, "n");
    int second = stage->app->visit->hit_row;
    assert_true(second > first);
    for (int i = 2; i < 30; i++) play(stage, "n");
    assert_shows(stage, "letter Be.");
    play(stage, "n");
    assert_int_equal(stage->app->visit->hit_row, first);
    play(stage, "N");
    assert_shows(stage, "letter Be.");
    stage_free(stage);
}

static void a_search_tells_which_hit_this_is_and_how_many_there_are(void **state)
{
    (void)state;
    Stage *stage = reading_long();
    play(stage, "/ 'paragraph' Enter");
    assert_shows(stage, "hit 1 of 30 on this screen; “paragraph” stands in 1 step");
    play(stage, "n n");
    assert_shows(stage, "hit 3 of 30");
    play(stage, "N");
    assert_shows(stage, "hit 2 of 30");
    play(stage, "N N");
    assert_shows(stage, "On from the end: hit 30 of 30");
    play(stage, "n");
    assert_shows(stage, "On from the beginning: hit 1 of 30");
    play(stage, "/");
    assert_lacks(stage, "hit 1 of 30"); /* where a line is typed, the page stays as it was */
    play(stage, "Esc");
    stage_free(stage);
    stage = reading();
    play(stage, "/ 'zebra' Enter");
    assert_shows(stage, "“zebra” stands in 1 step");
    stage_free(stage);
}

static void n_without_a_search_says_so(void **state)
{
    (void)state;
    Stage *stage = reading();
    play(stage, "n");
    assert_shows(stage, "/ searches");
    stage_free(stage);
}

static void esc_takes_the_marks_of_a_search_away(void **state)
{
    (void)state;
    Stage *stage = reading();
    play(stage, "/ 'query' Enter");
    assert_non_null(stage->app->visit->search);
    play(stage, "Esc");
    assert_null(stage->app->visit->search);
    play(stage, "/ 'query' Esc");
    assert_null(stage->app->visit->search);
    stage_free(stage);
}

static void the_outline_lists_screens_and_steps_and_jumps(void **state)
{
    (void)state;
    Stage *stage = reading();
    play(stage, "Space o");
    assert_shows(stage, "Which key does the query match?");
    assert_shows(stage, "What becomes of the scores?");
    assert_shows(stage, "scale");
    assert_shows(stage, "blend");
    assert_shows(stage, "you are here");
    play(stage, "G Enter");
    assert_string_equal(place_of(stage), "2.2");
    play(stage, "o g Space");
    assert_string_equal(place_of(stage), "1.1");
    play(stage, "o j j Down Up k Enter");
    assert_string_equal(place_of(stage), "1.2");
    play(stage, "o PgDn PgUp End Home G q");
    assert_string_equal(place_of(stage), "1.2");
    play(stage, "o o o Esc");
    assert_int_equal(stage->app->cover.kind, COVER_NONE);
    stage_free(stage);
}

static void keys_of_the_lesson_rest_while_a_list_covers_it(void **state)
{
    (void)state;
    Stage *stage = reading();
    play(stage, "o u r Tab e ? t m");
    assert_string_equal(place_of(stage), "1.1");
    assert_string_equal(selected(stage), "");
    assert_int_equal(stage->app->cover.kind, COVER_HELP); /* ? works everywhere */
    assert_int_equal(stage->n_effects[EFFECT_THEME], 1);
    stage_free(stage);
}

static void theme_mouse_redraw_and_suspend_are_asked_for(void **state)
{
    (void)state;
    Stage *stage = reading();
    play(stage, "t");
    assert_int_equal(stage->n_effects[EFFECT_THEME], 1);
    play(stage, "m");
    assert_int_equal(stage->n_effects[EFFECT_MOUSE], 1);
    assert_int_equal(stage->mouse, 0);
    assert_shows(stage, "Mouse off");
    play(stage, "m");
    assert_int_equal(stage->mouse, 1);
    play(stage, "C-l");
    assert_int_equal(stage->n_effects[EFFECT_REDRAW], 1);
    play(stage, "Space C-z");
    assert_int_equal(stage->n_effects[EFFECT_SUSPEND], 1);
    assert_int_equal(stage->n_effects[EFFECT_APPEND], 1);
    deliver(stage, (Event){.kind = EVENT_RESUME});
    assert_int_equal(stage->n_effects[EFFECT_REDRAW], 2);
    stage_free(stage);
}

static void ctrl_c_says_what_leaves(void **state)
{
    (void)state;
    Stage *stage = reading();
    play(stage, "C-c");
    assert_shows(stage, "q leaves");
    play(stage, "j");
    assert_lacks(stage, "q leaves");
    deliver(stage, (Event){.kind = EVENT_INTERRUPT});
    assert_shows(stage, "q leaves");
    assert_int_equal(stage->n_effects[EFFECT_QUIT], 0);
    tick(stage, 10000);
    assert_lacks(stage, "q leaves");
    assert_int_equal(app_timeout(stage->app), -1);
    stage_free(stage);
}

static void a_paste_outside_of_a_line_is_ignored(void **state)
{
    (void)state;
    Stage *stage = reading();
    size_t len = 1u << 20;
    char *bytes = heed_xmalloc(len);
    for (size_t i = 0; i < len; i++) bytes[i] = "q\x1b e\nTu"[i % 8];
    paste(stage, bytes, len);
    assert_string_equal(place_of(stage), "1.1");
    assert_int_equal(stage->n_effects[EFFECT_QUIT], 0);
    free(bytes);
    stage_free(stage);
}

static void a_reload_keeps_place_edits_and_selection(void **state)
{
    (void)state;
    Stage *stage = reading();
    play(stage, "Space Tab");
    const char *element = selected(stage);
    play(stage, "e C-u '7' Enter");
    const char *before = edits(stage);
    char *text = arena_printf(stage->arena, "%s\nAn eland came late.\n", three_keys_text);
    app_reload(stage->app, text, strlen(text));
    assert_string_equal(place_of(stage), "1.2");
    assert_string_equal(selected(stage), element);
    assert_string_equal(edits(stage), before);
    play(stage, "Esc Space Space i G");
    assert_shows(stage, "eland");
    stage_free(stage);
}

static void a_text_that_does_not_parse_keeps_the_old_and_says_its_first_error(void **state)
{
    (void)state;
    Stage *stage = reading();
    const char *broken = "---\ntitle: x\n---\n\n## A?\n\n```live\nz = nobody + 1\n```\n";
    app_reload(stage->app, broken, strlen(broken));
    assert_shows(stage, "A query meets every key");
    assert_shows(stage, "nobody");
    play(stage, "j k Space");
    assert_shows(stage, "nobody");
    app_reload(stage->app, three_keys_text, strlen(three_keys_text));
    assert_lacks(stage, "nobody");
    assert_string_equal(place_of(stage), "1.2");
    stage_free(stage);
}

static void edits_that_no_longer_fit_a_reloaded_text_are_dropped(void **state)
{
    (void)state;
    Stage *stage = reading();
    play(stage, "Tab e C-u '7' Enter");
    const char *other = "---\ntitle: x\n---\n\n## A?\n\nText.\n\n```live\nb = [1, 2]\n```\n";
    app_reload(stage->app, other, strlen(other));
    assert_string_equal(edits(stage), "");
    assert_string_equal(selected(stage), "");
    assert_string_equal(place_of(stage), "1.1");
    stage_free(stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(on_opens_steps_then_screens_and_back_takes_the_same_way),
        cmocka_unit_test(on_scrolls_while_there_is_text_below),
        cmocka_unit_test(no_line_of_a_long_screen_is_skipped_by_paging),
        cmocka_unit_test(lines_and_ends_can_be_scrolled_to),
        cmocka_unit_test(a_step_that_opens_below_the_fold_is_brought_into_sight),
        cmocka_unit_test(a_resize_keeps_what_is_read_in_sight),
        cmocka_unit_test(a_step_that_just_opened_is_in_sight_at_every_size),
        cmocka_unit_test(the_end_is_said_and_going_on_leads_home),
        cmocka_unit_test(more_opens_and_closes_what_is_on_demand),
        cmocka_unit_test(more_begins_with_the_first_line_of_what_opened),
        cmocka_unit_test(a_reload_says_so_and_an_error_is_told_in_one_line),
        cmocka_unit_test(searching_finds_text_in_steps_not_yet_open),
        cmocka_unit_test(hits_are_walked_in_both_directions_and_round),
        cmocka_unit_test(a_search_tells_which_hit_this_is_and_how_many_there_are),
        cmocka_unit_test(n_without_a_search_says_so),
        cmocka_unit_test(esc_takes_the_marks_of_a_search_away),
        cmocka_unit_test(the_outline_lists_screens_and_steps_and_jumps),
        cmocka_unit_test(keys_of_the_lesson_rest_while_a_list_covers_it),
        cmocka_unit_test(theme_mouse_redraw_and_suspend_are_asked_for),
        cmocka_unit_test(ctrl_c_says_what_leaves),
        cmocka_unit_test(a_paste_outside_of_a_line_is_ignored),
        cmocka_unit_test(a_reload_keeps_place_edits_and_selection),
        cmocka_unit_test(a_text_that_does_not_parse_keeps_the_old_and_says_its_first_error),
        cmocka_unit_test(edits_that_no_longer_fit_a_reloaded_text_are_dropped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
