/* Formulas by keys: terms that are selected and lead to their numbers, F, the help of a term, the key
 * equations. */
#include "harness.h"

#include <stdlib.h>
#include <string.h>

static const char formula_text[] = "---\n"
                                   "title: Shares\n"
                                   "part: First part\n"
                                   "order: 1\n"
                                   "level: beginner\n"
                                   "---\n"
                                   "\n"
                                   "## How is a share made?\n"
                                   "\n"
                                   "```live\n"
                                   "s = [1, 2, 3]\n"
                                   "T = 2\n"
                                   "a = softmax(s / T)\n"
                                   "many = randn(30, 40, seed=1)\n"
                                   "```\n"
                                   "\n"
                                   "First some prose.\n"
                                   "\n"
                                   "<!-- pause formula -->\n"
                                   "\n"
                                   "```math\n"
                                   "a = \\mathrm{softmax}\\left(\\frac{s}{T}\\right) + M\n"
                                   "```\n"
                                   "\n"
                                   "```terms\n"
                                   "s = s : the scores of all keys\n"
                                   "T = T : the temperature\n"
                                   "\\mathrm{softmax} : shares of one whole\n"
                                   "M = many : a large matrix\n"
                                   "```\n"
                                   "\n"
                                   "## And the second question?\n"
                                   "\n"
                                   "Plain words.\n"
                                   "\n"
                                   "### History\n"
                                   "\n"
                                   "It was written so.\n"
                                   "\n"
                                   "```math\n"
                                   "E = mc^2\n"
                                   "```\n";

/* The lesson at the step of its formula. */
static Stage *reading_of(const char *text)
{
    Stage *stage = stage_new();
    Diags diags;
    diags_init(&diags, stage->arena);
    bool is_open = app_open_text(stage->app, "shares.md", text, strlen(text), 0, 1, NULL, &diags);
    if (!is_open) fail_msg("%s", diags_format(stage->arena, &diags));
    return stage;
}

static Stage *reading(void)
{
    return reading_of(formula_text);
}

/* The TeX of the selected term; "" where none is. */
static const char *term_of(Stage *stage)
{
    size_t term;
    const Visit *visit = stage->app->visit;
    bool is_term = visit->has_selection && view_ref_term(visit->lesson, visit->selection, &term);
    return is_term ? visit->lesson->terms[term]->tex : "";
}

static void select_term(Stage *stage, const char *tex)
{
    for (int i = 0; i < 50; i++) {
        if (strcmp(term_of(stage), tex) == 0) return;
        play(stage, "Tab");
    }
    fail_msg("%s cannot be reached by Tab:\n%s", tex, screen(stage));
}

static void select_number(Stage *stage, const char *element)
{
    for (int i = 0; i < 50; i++) {
        if (strcmp(selected(stage), element) == 0) return;
        play(stage, "Tab");
    }
    fail_msg("%s cannot be reached by Tab:\n%s", element, screen(stage));
}

/* -------------------------------------------------------------- selecting */

static void tab_walks_terms_and_numbers_in_reading_order(void **state)
{
    (void)state;
    Stage *stage = reading();
    static const char *const order[] = {"s", "\\mathrm{softmax}", "M", "T"};
    select_term(stage, order[0]);
    for (size_t i = 1; i < 4; i++) {
        play(stage, "Tab");
        assert_string_equal(term_of(stage), order[i]);
    }
    play(stage, "Tab");
    assert_string_equal(term_of(stage), "");
    assert_string_equal(selected(stage), "s[0]"); /* of its callout */
    play(stage, "S-Tab");
    assert_string_equal(term_of(stage), "T");
    stage_free(stage);
}

static void arrows_move_between_terms_and_to_their_callouts(void **state)
{
    (void)state;
    Stage *stage = reading();
    select_term(stage, "s");
    play(stage, "Down");
    assert_string_equal(term_of(stage), "T");
    play(stage, "h");
    assert_string_equal(term_of(stage), "\\mathrm{softmax}");
    play(stage, "l");
    assert_string_equal(term_of(stage), "M");
    play(stage, "Left k");
    assert_string_equal(term_of(stage), "s");
    play(stage, "Down Down");
    assert_string_equal(term_of(stage), "");
    assert_true(stage->app->visit->has_selection);
    stage_free(stage);
}

static void enter_on_a_scalar_asks_why_and_on_an_array_selects_its_first_number(void **state)
{
    (void)state;
    Stage *stage = reading();
    select_term(stage, "T");
    play(stage, "Enter");
    assert_string_equal(explained(stage), "T");
    assert_shows(stage, "why T");
    play(stage, "Esc Esc");
    select_term(stage, "s");
    play(stage, "w");
    assert_string_equal(explained(stage), "");
    assert_string_equal(selected(stage), "s[0]");
    play(stage, "+ Enter");
    assert_string_equal(edits(stage), "s = [2, 2, 3]");
    assert_string_equal(explained(stage), "s[0]");
    stage_free(stage);
}

static void of_a_large_array_a_number_is_shown_and_can_be_asked_why(void **state)
{
    (void)state;
    Stage *stage = reading();
    select_term(stage, "M");
    assert_shows(stage, "(30, 40)");
    play(stage, "Enter");
    assert_string_equal(selected(stage), "many[0, 0]");
    play(stage, "Enter");
    assert_string_equal(explained(stage), "many[0, 0]");
    stage_free(stage);
}

static void a_term_without_numbers_says_so(void **state)
{
    (void)state;
    Stage *stage = reading();
    select_term(stage, "\\mathrm{softmax}");
    play(stage, "Enter");
    assert_shows(stage, "This term stands for no numbers of the lesson.");
    assert_string_equal(term_of(stage), "\\mathrm{softmax}");
    stage_free(stage);
}

static void keys_of_a_number_do_nothing_to_a_term(void **state)
{
    (void)state;
    static const char *const terms[] = {"T", "s", "\\mathrm{softmax}", "M"};
    for (size_t i = 0; i < 4; i++) {
        Stage *stage = reading();
        select_term(stage, terms[i]);
        play(stage, "e E + - y d");
        assert_string_equal(edits(stage), "");
        assert_string_equal(term_of(stage), terms[i]);
        assert_int_equal(stage->app->entry.kind, ENTRY_NONE);
        stage_free(stage);
    }
}

static void moving_onto_a_term_closes_the_panel(void **state)
{
    (void)state;
    Stage *stage = reading();
    select_term(stage, "T");
    play(stage, "Enter");
    assert_string_equal(explained(stage), "T");
    click_on(stage, "softmax⎜");
    assert_string_equal(term_of(stage), "\\mathrm{softmax}");
    assert_string_equal(explained(stage), "");
    stage_free(stage);
}

static void a_click_selects_a_term_and_a_second_one_goes_to_its_numbers(void **state)
{
    (void)state;
    Stage *stage = reading();
    click_on(stage, "T        the temperature"); /* its callout */
    assert_string_equal(term_of(stage), "T");
    click_on(stage, "T        the temperature");
    assert_string_equal(explained(stage), "T");
    stage_free(stage);
}

static void esc_lets_go_and_an_edit_or_undo_keeps_the_term(void **state)
{
    (void)state;
    Stage *stage = reading();
    select_term(stage, "s");
    play(stage, "Enter + Esc");
    select_term(stage, "T");
    play(stage, "u");
    assert_string_equal(edits(stage), "");
    assert_string_equal(term_of(stage), "T");
    play(stage, "Esc");
    assert_false(stage->app->visit->has_selection);
    stage_free(stage);
}

/* ----------------------------------------------------------------- numbers */

static void f_puts_the_numbers_in_and_takes_them_out(void **state)
{
    (void)state;
    Stage *stage = reading();
    const char *symbols = screen(stage);
    assert_lacks(stage, "[1  2  3]");
    assert_shows(stage, "F numbers");
    play(stage, "F");
    assert_shows(stage, "[1  2  3]");
    assert_shows(stage, "F symbols");
    assert_lacks(stage, "F numbers");
    assert_shows(stage, "softmax"); /* a function keeps its name */
    assert_numbers_are_true(stage, stage_frame(stage));
    play(stage, "F");
    assert_string_equal(screen(stage), symbols);
    stage_free(stage);
}

static void in_numbers_an_edit_moves_the_formula(void **state)
{
    (void)state;
    Stage *stage = reading();
    play(stage, "F");
    select_number(stage, "s[0]");
    play(stage, "e C-u '0.5' Enter");
    assert_string_equal(edits(stage), "s = [0.5, 2, 3]");
    assert_shows(stage, "0.5‹ 2  3]");
    assert_numbers_are_true(stage, stage_frame(stage));
    stage_free(stage);
}

static void a_selected_term_stays_selected_over_f(void **state)
{
    (void)state;
    Stage *stage = reading();
    select_term(stage, "s");
    play(stage, "F");
    assert_string_equal(term_of(stage), "s");
    play(stage, "F");
    assert_string_equal(term_of(stage), "s");
    stage_free(stage);
}

static bool offers(Stage *stage, CommandId command)
{
    size_t n;
    const ViewHint *hints = hints_make(stage->app, stage->arena, 500, &n);
    for (size_t i = 0; i < n; i++)
        if (keys_at(hints[i].command - 1)->command == command) return true;
    return false;
}

static void f_is_offered_only_where_a_formula_is_open(void **state)
{
    (void)state;
    Stage *stage = reading();
    assert_true(offers(stage, CMD_VALUES));
    play(stage, "Left");
    assert_string_equal(place_of(stage), "1.1");
    assert_false(offers(stage, CMD_VALUES));
    play(stage, "F");
    assert_shows(stage, "No formula with numbers is open here.");
    play(stage, "Space Space");
    assert_string_equal(place_of(stage), "2.1");
    assert_false(offers(stage, CMD_VALUES));
    stage_free(stage);
}

/* -------------------------------------------------------------------- help */

static void help_opens_at_the_selected_term(void **state)
{
    (void)state;
    Stage *stage = reading();
    select_term(stage, "s");
    play(stage, "?");
    const char *seen = screen(stage);
    const char *term = strstr(seen, "the scores of all keys"),
               *others = strstr(seen, "Other terms of the formula");
    assert_non_null(term);
    assert_non_null(others);
    assert_true(term < others);
    assert_shows(stage, "s = [1, 2, 3]");
    assert_shows(stage, scope_title(SCOPE_TERM));
    assert_numbers_are_true(stage, stage_frame(stage));
    play(stage, "Space Bksp ?");
    assert_string_equal(term_of(stage), "s");
    stage_free(stage);
}

/* ----------------------------------------------------------- key equations */

static void the_key_equations_stand_under_their_questions(void **state)
{
    (void)state;
    Stage *stage = reading();
    play(stage, "=");
    assert_shows(stage, "Key equations");
    assert_shows(stage, "> How is a share made?");
    assert_shows(stage, "And the second question?");
    assert_shows(stage, "E = mc²");
    play(stage, "Down j Down");
    assert_shows(stage, "> And the second question?");
    play(stage, "g");
    assert_shows(stage, "> How is a share made?");
    play(stage, "=");
    assert_lacks(stage, "Key equations");
    stage_free(stage);
}

static void enter_goes_to_where_the_equation_stands(void **state)
{
    (void)state;
    Stage *stage = reading();
    play(stage, "= G Enter");
    assert_string_equal(place_of(stage), "2.1");
    assert_true(stage->app->visit->more); /* it stands in the History */
    assert_shows(stage, "E = mc²");
    play(stage, "= k Space");
    assert_string_equal(place_of(stage), "1.2");
    resize(stage, 12, 40);
    play(stage, "g = Enter");
    assert_shows(stage, "softmax");
    stage_free(stage);
}

static void a_click_chooses_an_equation_and_then_opens_it(void **state)
{
    (void)state;
    Stage *stage = reading();
    play(stage, "=");
    click_on(stage, "E = mc²");
    assert_shows(stage, "> And the second question?");
    click_on(stage, "E = mc²");
    assert_string_equal(place_of(stage), "2.1");
    stage_free(stage);
}

static const int shares_steps[] = {2, 1};
static const char *const shares_titles[] = {"How is a share made?", "And the second question?"};
static LibraryEntry shelf_entries[] = {
    {.id = "plain", .title = "Plain", .part = "First part", .order = 1, .n_screens = 1},
    {.id = "shares", .title = "Shares", .part = "First part", .order = 2, .n_screens = 2}};
static const Library shelf_library = {shelf_entries, 2, "", ""};

/* A stage at home in a library of its own: of two lessons one has formulas. */
static Stage *at_home(void)
{
    static const char plain_text[] =
        "---\ntitle: Plain\npart: First part\norder: 1\nlevel: b\n---\n\n## No formula?\n\nNone.\n";
    shelf_entries[0] = (LibraryEntry){.id = "plain",
                                      .title = "Plain",
                                      .part = "First part",
                                      .order = 1,
                                      .n_screens = 1,
                                      .steps = shares_steps + 1,
                                      .screen_titles = shares_titles,
                                      .text = plain_text,
                                      .len = sizeof plain_text - 1};
    shelf_entries[1] = (LibraryEntry){.id = "shares",
                                      .title = "Shares",
                                      .part = "First part",
                                      .order = 2,
                                      .n_screens = 2,
                                      .steps = shares_steps,
                                      .screen_titles = shares_titles,
                                      .text = formula_text,
                                      .len = sizeof formula_text - 1};
    Stage *stage = stage_new();
    app_free(stage->app);
    stage->app =
        app_new(&(AppConfig){.library = &shelf_library, .charset = CHARSET_UTF8, .version = "0.0.0"});
    return stage;
}

static void home_lists_the_equations_of_all_lessons_and_opens_theirs(void **state)
{
    (void)state;
    Stage *stage = at_home();
    assert_true(offers(stage, CMD_EQUATIONS));
    play(stage, "=");
    assert_shows(stage, " Shares");
    assert_lacks(stage, " Plain");
    play(stage, "Down Enter");
    assert_string_equal(place_of(stage), "2.1");
    assert_shows(stage, "E = mc²");
    play(stage, "q");
    assert_string_equal(place_of(stage), "home");
    stage_free(stage);
}

static void a_lesson_without_formulas_says_so(void **state)
{
    (void)state;
    Stage *stage = at_home();
    play(stage, "g Enter =");
    assert_shows(stage, "This lesson has no formulas.");
    assert_false(offers(stage, CMD_EQUATIONS));
    stage_free(stage);
}

/* --------------------------------------------------------------- reloading */

static void a_reload_that_takes_the_term_away_lets_it_go(void **state)
{
    (void)state;
    Stage *stage = reading();
    select_term(stage, "M");
    char *less = arena_strdup(stage->arena, formula_text);
    char *line = strstr(less, "M = many : a large matrix\n");
    memmove(line, line + strlen("M = many : a large matrix\n"),
            strlen(line + strlen("M = many : a large matrix\n")) + 1);
    deliver(stage, (Event){.kind = EVENT_RELOAD, .text = less, .text_len = strlen(less)});
    assert_string_equal(term_of(stage), "");
    assert_shows(stage, "the scores of all keys");
    deliver(stage, (Event){.kind = EVENT_RELOAD, .text = formula_text, .text_len = strlen(formula_text)});
    select_term(stage, "M");
    play(stage, "=");
    deliver(stage, (Event){.kind = EVENT_RELOAD, .text = less, .text_len = strlen(less)});
    assert_shows(stage, "Key equations");
    stage_free(stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tab_walks_terms_and_numbers_in_reading_order),
        cmocka_unit_test(arrows_move_between_terms_and_to_their_callouts),
        cmocka_unit_test(enter_on_a_scalar_asks_why_and_on_an_array_selects_its_first_number),
        cmocka_unit_test(of_a_large_array_a_number_is_shown_and_can_be_asked_why),
        cmocka_unit_test(a_term_without_numbers_says_so),
        cmocka_unit_test(keys_of_a_number_do_nothing_to_a_term),
        cmocka_unit_test(moving_onto_a_term_closes_the_panel),
        cmocka_unit_test(a_click_selects_a_term_and_a_second_one_goes_to_its_numbers),
        cmocka_unit_test(esc_lets_go_and_an_edit_or_undo_keeps_the_term),
        cmocka_unit_test(f_puts_the_numbers_in_and_takes_them_out),
        cmocka_unit_test(in_numbers_an_edit_moves_the_formula),
        cmocka_unit_test(a_selected_term_stays_selected_over_f),
        cmocka_unit_test(f_is_offered_only_where_a_formula_is_open),
        cmocka_unit_test(help_opens_at_the_selected_term),
        cmocka_unit_test(the_key_equations_stand_under_their_questions),
        cmocka_unit_test(enter_goes_to_where_the_equation_stands),
        cmocka_unit_test(a_click_chooses_an_equation_and_then_opens_it),
        cmocka_unit_test(home_lists_the_equations_of_all_lessons_and_opens_theirs),
        cmocka_unit_test(a_lesson_without_formulas_says_so),
        cmocka_unit_test(a_reload_that_takes_the_term_away_lets_it_go),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
