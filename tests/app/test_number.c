#include "harness.h"

#include <string.h>

static Stage *reading(void)
{
    Stage *stage = stage_new();
    play(stage, "g Enter");
    return stage;
}

/* With a number selected, by its text. */
static void select_number(Stage *stage, const char *element)
{
    for (int i = 0; i < 100; i++) {
        play(stage, "Tab");
        if (strcmp(selected(stage), element) == 0) return;
    }
    fail_msg("%s cannot be reached by Tab:\n%s", element, screen(stage));
}

static size_t count_targets(Stage *stage)
{
    return app_measure(stage->app)->n_targets;
}

static void tab_walks_all_numbers_in_reading_order_and_round(void **state)
{
    (void)state;
    Stage *stage = reading();
    size_t n = count_targets(stage);
    assert_true(n >= 4 + 12 + 3);
    play(stage, "Tab");
    const char *first = selected(stage);
    assert_string_equal(first, "q[0]");
    for (size_t i = 0; i < n; i++) play(stage, "Tab");
    assert_string_equal(selected(stage), first);
    play(stage, "S-Tab S-Tab Tab Tab");
    assert_string_equal(selected(stage), first);
    stage_free(stage);
}

static void shift_tab_begins_with_the_last_number(void **state)
{
    (void)state;
    Stage *stage = reading();
    play(stage, "S-Tab");
    assert_string_equal(selected(stage), "s[2]");
    stage_free(stage);
}

static void arrows_and_letters_move_geometrically(void **state)
{
    (void)state;
    const char *const sets[][4] = {{"Left", "Down", "Up", "Right"}, {"h", "j", "k", "l"}};
    for (size_t k = 0; k < 2; k++) {
        const char *const *keys = sets[k];
        Stage *stage = reading();
        select_number(stage, "K[1, 1]");
        play(stage, keys[3]);
        assert_string_equal(selected(stage), "K[1, 2]");
        play(stage, keys[1]);
        assert_string_equal(selected(stage), "K[2, 2]");
        play(stage, keys[0]);
        assert_string_equal(selected(stage), "K[2, 1]");
        play(stage, keys[2]);
        assert_string_equal(selected(stage), "K[1, 1]");
        play(stage, keys[2]);
        play(stage, keys[2]);
        assert_string_equal(selected(stage), "q[1]");
        stage_free(stage);
    }
}

static void every_number_can_be_reached_by_arrows(void **state)
{
    (void)state;
    Stage *stage = reading();
    play(stage, "Space Tab");
    const ViewReport *report = app_measure(stage->app);
    size_t n = report->n_targets;
    bool reached[200] = {false};
    assert_true(n < 200);
    /* Breadth first over the places where arrows lead. */
    size_t queue[200], head = 0, tail = 0;
    queue[tail++] = 0;
    reached[0] = true;
    ElementRef refs[200];
    for (size_t i = 0; i < n; i++) refs[i] = report->targets[i].span.ref;
    while (head < tail) {
        size_t from = queue[head++], before = 0;
        for (size_t i = 0; i < from; i++) before += element_ref_equal(refs[i], refs[from]);
        for (int move = MOVE_LEFT; move <= MOVE_RIGHT; move++) {
            visit_select(stage->app->visit, refs[from], before);
            app_run(stage->app, CMD_MOVE, move);
            Visit *visit = stage->app->visit;
            size_t seen = 0, to = 0;
            for (; to < n; to++)
                if (element_ref_equal(refs[to], visit->selection) && seen++ == visit->occurrence) break;
            if (to < n && !reached[to]) {
                reached[to] = true;
                queue[tail++] = to;
            }
        }
    }
    assert_int_equal(tail, n);
    stage_free(stage);
}

static void a_number_below_the_fold_is_scrolled_into_sight(void **state)
{
    (void)state;
    Stage *stage = stage_new();
    play(stage, "g Down Enter Tab");
    assert_string_equal(selected(stage), "a[0]");
    assert_shows(stage, "The bottom.");
    stage_free(stage);
}

static void reading_keys_fall_through_a_selected_number(void **state)
{
    (void)state;
    Stage *stage = reading();
    play(stage, "Tab Space");
    assert_string_equal(place_of(stage), "1.2");
    play(stage, "Tab PgUp");
    assert_string_equal(place_of(stage), "1.1");
    play(stage, "Tab Bksp");
    assert_shows(stage, "begins");
    assert_string_equal(selected(stage), "q[2]");
    play(stage, "i");
    assert_shows(stage, "nothing more");
    play(stage, "/ 'zebra' Enter");
    assert_string_equal(place_of(stage), "2.2");
    assert_string_equal(selected(stage), "");
    stage_free(stage);
}

static void a_number_that_a_step_leaves_behind_is_let_go(void **state)
{
    (void)state;
    Stage *stage = reading();
    resize(stage, 10, 60);
    select_number(stage, "q[0]");
    while (strcmp(place_of(stage), "1.1") == 0) play(stage, "Space");
    assert_string_equal(selected(stage), "");
    play(stage, "Left");
    assert_string_equal(place_of(stage), "1.1");
    stage_free(stage);
}

static void tab_goes_on_from_what_is_in_sight(void **state)
{
    (void)state;
    Stage *stage = reading();
    resize(stage, 10, 60);
    play(stage, "Space Space Tab");
    const char *seen = selected(stage);
    assert_string_not_equal(seen, "q[0]");
    visit_select(stage->app->visit,
                 (ElementRef){REF_NOW, layer_name(stage->app->visit->now.layer, "q"), 0, 0}, 0);
    play(stage, "Tab");
    assert_string_equal(selected(stage), seen);
    stage_free(stage);
}

static void esc_lets_go(void **state)
{
    (void)state;
    Stage *stage = reading();
    play(stage, "Tab Esc");
    assert_string_equal(selected(stage), "");
    play(stage, "l");
    assert_string_equal(place_of(stage), "1.2");
    stage_free(stage);
}

static void why_goes_down_to_the_inputs_and_back(void **state)
{
    (void)state;
    Stage *stage = reading();
    play(stage, "Space Space");
    select_number(stage, "alpha[2]");
    play(stage, "Enter");
    assert_string_equal(explained(stage), "alpha[2]");
    assert_shows(stage, "why");
    size_t depth = 1;
    for (; depth < 10; depth++) { /* always into the first operand */
        play(stage, "Enter");
        if (stage->app->visit->why_depth == depth) break;
    }
    assert_true(depth > 2);
    assert_shows(stage, "where it comes from");
    while (depth-- > 0) {
        assert_int_equal(stage->app->visit->why_depth, depth + 1);
        play(stage, "Bksp");
    }
    assert_string_equal(explained(stage), "");
    assert_string_equal(selected(stage), "alpha[2]");
    play(stage, "w");
    assert_string_equal(explained(stage), "alpha[2]");
    play(stage, "Esc");
    assert_string_equal(explained(stage), "");
    assert_string_equal(selected(stage), "alpha[2]");
    stage_free(stage);
}

static void the_operand_is_chosen_with_up_and_down_and_remembered_on_the_way_out(void **state)
{
    (void)state;
    Stage *stage = reading();
    select_number(stage, "s[2]");
    play(stage, "Enter Down Down Up Down");
    assert_int_equal(visit_why_top(stage->app->visit)->operand, 2);
    play(stage, "Enter Bksp");
    assert_string_equal(explained(stage), "s[2]");
    assert_int_equal(visit_why_top(stage->app->visit)->operand, 2);
    for (int i = 0; i < 30; i++) play(stage, "Down");
    assert_int_equal(visit_why_top(stage->app->visit)->operand, 7);
    for (int i = 0; i < 30; i++) play(stage, "Up");
    assert_int_equal(visit_why_top(stage->app->visit)->operand, 0);
    stage_free(stage);
}

static void the_panel_follows_a_selection_that_moves(void **state)
{
    (void)state;
    Stage *stage = reading();
    select_number(stage, "s[0]");
    play(stage, "Enter j");
    assert_string_equal(selected(stage), "s[1]");
    assert_string_equal(explained(stage), "s[1]");
    play(stage, "Tab");
    assert_string_equal(explained(stage), selected(stage));
    stage_free(stage);
}

static void a_step_keeps_the_panel_and_another_screen_closes_it(void **state)
{
    (void)state;
    Stage *stage = reading();
    select_number(stage, "s[0]");
    play(stage, "Enter Space");
    assert_string_equal(explained(stage), "s[0]");
    for (int i = 0; i < 4 && strcmp(place_of(stage), "1.2") == 0; i++)
        play(stage, "Space"); /* scrolls first */
    assert_string_equal(place_of(stage), "2.1");
    assert_string_equal(explained(stage), "");
    stage_free(stage);
}

static void an_array_is_copied_as_python(void **state)
{
    (void)state;
    Stage *stage = reading();
    select_number(stage, "s[0]");
    play(stage, "y");
    assert_string_equal(strbuf_text(&stage->copied), "[1.0, 1.0, 2.0]");
    assert_shows(stage, "Copied s (3,)");
    stage_free(stage);
}

static void a_window_of_nothing_and_back_keeps_the_selection(void **state)
{
    (void)state;
    Stage *stage = reading();
    select_number(stage, "s[1]");
    play(stage, "Enter");
    const char *before = screen(stage);
    const int sizes[][2] = {{0, 0}, {1, 1}, {20, 5}, {0, 80}, {24, 0}, {200, 500}, {3, 2100}, {24, 80}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        resize(stage, sizes[i][0], sizes[i][1]);
        assert_string_equal(selected(stage), "s[1]");
        assert_string_equal(explained(stage), "s[1]");
    }
    assert_string_equal(screen(stage), before);
    stage_free(stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tab_walks_all_numbers_in_reading_order_and_round),
        cmocka_unit_test(shift_tab_begins_with_the_last_number),
        cmocka_unit_test(arrows_and_letters_move_geometrically),
        cmocka_unit_test(every_number_can_be_reached_by_arrows),
        cmocka_unit_test(a_number_below_the_fold_is_scrolled_into_sight),
        cmocka_unit_test(reading_keys_fall_through_a_selected_number),
        cmocka_unit_test(a_number_that_a_step_leaves_behind_is_let_go),
        cmocka_unit_test(tab_goes_on_from_what_is_in_sight),
        cmocka_unit_test(esc_lets_go),
        cmocka_unit_test(why_goes_down_to_the_inputs_and_back),
        cmocka_unit_test(the_operand_is_chosen_with_up_and_down_and_remembered_on_the_way_out),
        cmocka_unit_test(the_panel_follows_a_selection_that_moves),
        cmocka_unit_test(a_step_keeps_the_panel_and_another_screen_closes_it),
        cmocka_unit_test(an_array_is_copied_as_python),
        cmocka_unit_test(a_window_of_nothing_and_back_keeps_the_selection),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
