/* A quiz, played: a student who is right, who is wrong in ways that have a name, who looks around and leaves.
 */
#include "toy_stage.h"

#include "heed/quiz.h"

#include "app/quiz.h"

/* The toy lesson's questions, asked from within the lesson, up to the one of this kind. */
static Stage *asked_in(const char *id, const char *journal)
{
    Stage *stage = toy_stage(journal, CHARSET_UTF8);
    play(stage, "Enter x");
    for (int i = 0; i < 20; i++) {
        const Quizzing *quizzing = quiz_of(stage->app);
        if (quizzing == NULL || quizzing->is_over) break;
        if (strcmp(quiz_draw(quizzing->quiz)->question->id, id) == 0) return stage;
        play(stage, "'skip' Enter");
    }
    fail_msg("%s is not asked", id);
    return NULL;
}

static Draw *draw_of(Stage *stage)
{
    return quiz_draw(quiz_of(stage->app)->quiz);
}

static void type(Stage *stage, const char *text)
{
    for (const char *c = text; *c != '\0'; c++) press(stage, (unsigned char)*c, 0);
    press(stage, KEYCODE_ENTER, 0);
}

static void answer_rightly(Stage *stage)
{
    char *text = draw_right_answer(draw_of(stage), stage->arena);
    for (char *c = text; *c != '\0'; c++)
        if (*c == '\n') *c = ';';
    type(stage, text);
}

static void answer_as(Stage *stage, const char *misconception)
{
    const DrawIdea *idea = draw_idea(draw_of(stage), misconception);
    assert_non_null(idea);
    type(stage, draw_believer(draw_of(stage), idea, stage->arena));
}

static const Verdict *verdict_of(Stage *stage)
{
    return quiz_verdict(quiz_of(stage->app)->quiz);
}

/* ------------------------------------------------------------------ answering */

static void a_problem_of_the_journal_is_said_while_a_question_waits_for_its_answer(void **state)
{
    (void)state;
    Stage *stage = toy_stage("", CHARSET_UTF8);
    play(stage, "Enter x '1 / '");
    app_problem(stage->app, "The journal cannot be written: the disk is full.");
    assert_shows(stage, "the disk is full");
    assert_shows(stage, "your answer: 1 /");
    assert_true(stage->app->entry.kind == ENTRY_ANSWER);
    stage_free(stage);
}

static void a_right_answer_of_every_kind_counts_and_is_written_down(void **state)
{
    (void)state;
    Stage *stage = toy_stage("", CHARSET_UTF8);
    play(stage, "Enter x");
    size_t n = 0;
    while (!quiz_of(stage->app)->is_over) {
        answer_rightly(stage);
        assert_non_null(verdict_of(stage));
        assert_int_equal(verdict_of(stage)->kind, VERDICT_RIGHT);
        assert_shows(stage, "✓ Right.");
        assert_shows(stage, "4 of 4 points");
        assert_numbers_are_true(stage, stage_frame(stage));
        n++;
        play(stage, "Enter");
    }
    assert_int_equal(n, 10);
    assert_shows(stage, "10 of 10 right: 40 of 40 points.");
    const char *at = strbuf_text(&stage->appended);
    for (n = 0; (at = strstr(at, "\"kind\":\"answer\"")) != NULL; at++) n++;
    assert_int_equal(n, 10);
    assert_null(strstr(strbuf_text(&stage->appended), "\"right\":false"));
    stage_free(stage);
}

static void a_wrong_idea_is_named_shown_beside_the_right_one_and_followed_up(void **state)
{
    (void)state;
    Stage *stage = asked_in("toy/weight", "");
    size_t total = quiz_total(quiz_of(stage->app)->quiz);
    answer_as(stage, "no-scale");
    assert_shows(stage, "IDEA  no scale gives your answer.");
    assert_shows(stage, "here they part");
    assert_shows(stage, "The next question tells the two apart.");
    assert_int_equal(quiz_total(quiz_of(stage->app)->quiz), total + 1);
    assert_numbers_are_true(stage, stage_frame(stage));
    assert_non_null(strstr(strbuf_text(&stage->appended), "\"idea\":\"no-scale\""));
    assert_true(idea_is_open(progress_idea(study_progress(stage->app->study), "no-scale")));
    play(stage, "Enter");
    assert_shows(stage, "Tells the idea “no scale” from the right one");
    stage_free(stage);
}

static void what_cannot_be_read_is_said_under_the_line_and_costs_nothing(void **state)
{
    (void)state;
    Stage *stage = asked_in("toy/weight", "");
    size_t before = stage->appended.len;
    type(stage, "0.3.4.5");
    assert_shows(stage, "^");
    assert_null(verdict_of(stage));
    play(stage, "C-u");
    type(stage, "");
    assert_shows(stage, "an answer is wanted");
    assert_int_equal(stage->appended.len, before);
    stage_free(stage);
}

static void too_few_digits_are_asked_for_again(void **state)
{
    (void)state;
    Stage *stage = asked_in("toy/sum", "");
    type(stage, "0.3");
    assert_null(verdict_of(stage));
    assert_shows(stage, "too few digits to tell");
    play(stage, "C-u");
    type(stage, "33.33 %");
    assert_int_equal(verdict_of(stage)->kind, VERDICT_RIGHT);
    stage_free(stage);
}

/* ---------------------------------------------------------------------- hints */

static void hints_open_one_by_one_and_cost_points(void **state)
{
    (void)state;
    Stage *stage = asked_in("toy/weight", "");
    type(stage, "hint");
    assert_shows(stage, "HINT  Scale first.");
    assert_shows(stage, "worth 3 of 4");
    play(stage, "Esc H");
    assert_int_equal(quiz_hints_open(quiz_of(stage->app)->quiz), 2);
    play(stage, "H H");
    assert_int_equal(quiz_hints_open(quiz_of(stage->app)->quiz), 3);
    assert_shows(stage, "There is no further hint.");
    assert_numbers_are_true(stage, stage_frame(stage));
    play(stage, "Enter");
    answer_rightly(stage);
    assert_shows(stage, "1 of 4 points, with hints");
    assert_non_null(strstr(strbuf_text(&stage->appended), "\"hints\":3"));
    stage_free(stage);
}

static void giving_up_shows_the_answer_and_where_it_comes_from(void **state)
{
    (void)state;
    Stage *stage = asked_in("toy/weight", "");
    play(stage, "Esc G");
    assert_shows(stage, "Given up.");
    assert_shows(stage, "Σ");
    play(stage, "w");
    assert_string_equal(explained(stage), "alpha[2]");
    play(stage, "Enter");
    assert_int_equal(stage->app->visit->why_depth, 2);
    play(stage, "Esc Esc Enter");
    assert_null(verdict_of(stage));
    stage_free(stage);
}

/* ------------------------------------------------------------- looking around */

static void the_line_is_kept_while_one_looks_around(void **state)
{
    (void)state;
    Stage *stage = asked_in("toy/weight", "");
    play(stage, "'0.12' Esc");
    assert_int_equal(stage->app->entry.kind, ENTRY_NONE);
    play(stage, "Tab");
    assert_true(stage->app->visit->has_selection);
    play(stage, "Esc Enter");
    assert_string_equal(line_text(&stage->app->entry.line), "0.12");
    play(stage, "Tab");
    assert_true(stage->app->visit->has_selection);
    play(stage, "Esc Enter '34'");
    assert_string_equal(line_text(&stage->app->entry.line), "0.1234");
    stage_free(stage);
}

static void a_questions_numbers_cannot_be_edited(void **state)
{
    (void)state;
    Stage *stage = asked_in("toy/weight", "");
    play(stage, "Esc Tab e");
    assert_int_equal(stage->app->entry.kind, ENTRY_NONE);
    assert_shows(stage, "stay as they are");
    play(stage, "+ - E");
    assert_int_equal(stage->app->entry.kind, ENTRY_NONE);
    assert_int_equal(history_count(stage->app->visit->history), 0);
    stage_free(stage);
}

static void a_click_on_a_computed_choice_does_not_explain_it(void **state)
{
    (void)state;
    Stage *stage = asked_in("toy/pick", "");
    play(stage, "Esc");
    for (size_t i = 0; i < draw_of(stage)->n_choices; i++) {
        click_on(stage, draw_of(stage)->choices[i].shown);
        click_on(stage, draw_of(stage)->choices[i].shown);
        assert_false(stage->app->visit->has_selection);
    }
    stage_free(stage);
}

static void a_click_chooses_and_a_second_one_answers(void **state)
{
    (void)state;
    Stage *stage = asked_in("toy/written", "");
    const DrawChoice *right = NULL;
    for (size_t i = 0; i < draw_of(stage)->n_choices; i++)
        if (draw_of(stage)->choices[i].is_right) right = &draw_of(stage)->choices[i];
    const char *other = right->letter == 'a' ? "b  " : "a  ";
    click_on(stage, other);
    assert_int_equal(line_text(&stage->app->entry.line)[0], other[0]);
    click_on(stage, right->shown);
    assert_int_equal(line_text(&stage->app->entry.line)[0], right->letter);
    assert_null(verdict_of(stage));
    click_on(stage, right->shown);
    assert_int_equal(verdict_of(stage)->kind, VERDICT_RIGHT);
    stage_free(stage);
    stage = asked_in("toy/several", "");
    click_on(stage, "a  ");
    click_on(stage, "c  ");
    assert_string_equal(line_text(&stage->app->entry.line), "a c");
    assert_null(verdict_of(stage));
    stage_free(stage);
}

static void a_click_on_a_number_leaves_the_line_as_it_is(void **state)
{
    (void)state;
    Stage *stage = asked_in("toy/reach", "");
    play(stage, "'q = '");
    click_on(stage, "[ 1  0  1  0 ]");
    assert_false(entry_is_typing(&stage->app->entry) && stage->app->visit->has_selection);
    const ViewReport *report = app_measure(stage->app);
    assert_true(report->n_targets > 0);
    click(stage, report->targets[0].screen_row, report->targets[0].screen_col);
    assert_true(stage->app->visit->has_selection);
    play(stage, "Esc Enter");
    assert_string_equal(line_text(&stage->app->entry.line), "q = ");
    stage_free(stage);
}

static void the_lesson_opens_over_the_question_and_q_leads_back(void **state)
{
    (void)state;
    Stage *stage = asked_in("toy/weight", "");
    play(stage, "'0.5' Esc o");
    assert_int_equal(activity_top(stage->app)->kind, ACTIVITY_LESSON);
    assert_shows(stage, "What is asked?");
    play(stage, "q");
    assert_non_null(quiz_of(stage->app));
    assert_string_equal(line_text(&stage->app->entry.line), "0.5");
    play(stage, "Esc o x");
    assert_non_null(quiz_of(stage->app));
    assert_int_equal(stage->app->depth, 2);
    stage_free(stage);
}

static void stopping_sums_up_and_leads_back_to_the_lesson(void **state)
{
    (void)state;
    Stage *stage = asked_in("toy/weight", "");
    answer_as(stage, "no-scale");
    play(stage, "Esc");
    assert_shows(stage, "How it went");
    assert_shows(stage, "0 of 1 right");
    assert_shows(stage, "no scale");
    assert_shows(stage, "toy, screen 1: What is asked? (no scale)");
    play(stage, "Enter");
    assert_string_equal(place_of(stage), "1.1");
    play(stage, "q");
    assert_shows(stage, "How it went");
    play(stage, "q");
    assert_int_equal(activity_top(stage->app)->kind, ACTIVITY_LESSON);
    play(stage, "q");
    assert_string_equal(place_of(stage), "home");
    assert_shows(stage, "Ideas to revisit");
    assert_shows(stage, "no scale");
    stage_free(stage);
}

static void stopping_before_any_answer_just_leaves(void **state)
{
    (void)state;
    Stage *stage = toy_stage("", CHARSET_UTF8);
    play(stage, "x Esc Esc");
    assert_string_equal(place_of(stage), "home");
    assert_int_equal(stage->n_effects[EFFECT_QUIT], 0);
    stage_free(stage);
}

/* -------------------------------------------------------------------- steering */

static void at_home_an_open_idea_is_asked_about_first(void **state)
{
    (void)state;
    static const char journal[] =
        "{\"v\":1,\"at\":\"2026-11-28T21:04:05+01:00\",\"day\":\"2026-11-28\",\"kind\":\"answer\","
        "\"question\":\"toy/shift\",\"right\":false,\"idea\":\"plain-mean\"}\n";
    Stage *stage = toy_stage(journal, CHARSET_UTF8);
    assert_shows(stage, "plain mean    x");
    play(stage, "x");
    assert_non_null(draw_idea(draw_of(stage), "plain-mean"));
    stage_free(stage);
}

static void a_lesson_without_questions_says_so(void **state)
{
    (void)state;
    Stage *stage = stage_new();
    play(stage, "Enter x");
    assert_shows(stage, "asks no questions");
    stage_free(stage);
}

/* A lesson in a file: its questions are those of the text as it stood when the quiz began. */
static void a_reload_changes_the_lesson_and_the_next_quiz_but_not_the_one_that_runs(void **state)
{
    (void)state;
    Stage *stage = stage_new();
    Diags diags;
    diags_init(&diags, stage->arena);
    const char *text = toy_text;
    assert_true(app_open_text(stage->app, "toy.md", text, strlen(text), 0, 0, "", &diags));
    play(stage, "x");
    assert_shows(stage, "What is the third weight?");
    char *other = arena_strdup(stage->arena, toy_text);
    memcpy(strstr(other, "What is the third weight?"), "What is the 3rd weight? ", 24);
    app_reload(stage->app, other, strlen(other));
    assert_shows(stage, "What is the third weight?");
    play(stage, "'hint' Enter 'give up' Enter");
    assert_numbers_are_true(stage, stage_frame(stage));
    app_reload(stage->app, "no lesson", 9);
    play(stage, "Tab w");
    assert_numbers_are_true(stage, stage_frame(stage));
    app_reload(stage->app, other, strlen(other));
    play(stage, "Esc Esc Esc q");
    assert_int_equal(activity_top(stage->app)->kind, ACTIVITY_LESSON);
    play(stage, "x");
    assert_shows(stage, "What is the 3rd weight?");
    stage_free(stage);
}

static void the_same_seed_asks_the_same(void **state)
{
    (void)state;
    QuizPlan plan = {.screen = -1, .seed = 41};
    char *first = NULL;
    for (int i = 0; i < 2; i++) {
        Stage *stage = toy_stage("", CHARSET_UTF8);
        assert_true(app_open_quiz(stage->app, &plan));
        char *seen = heed_xstrdup(screen(stage));
        if (first != NULL) assert_string_equal(seen, first);
        free(first);
        first = seen;
        stage_free(stage);
    }
    free(first);
}

/* ----------------------------------------------------------------------- sizes */

static void a_quiz_is_played_at_any_size_in_any_charset(void **state)
{
    (void)state;
    static const int sizes[][2] = {{24, 80}, {12, 40}, {40, 120}, {5, 20}, {1, 1}, {0, 0}, {3, 200}};
    for (int charset = 0; charset < 2; charset++) {
        Stage *stage = toy_stage("", charset ? CHARSET_ASCII : CHARSET_UTF8);
        play(stage, "x");
        for (size_t turn = 0; !quiz_of(stage->app)->is_over && turn < 40; turn++) {
            for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
                resize(stage, sizes[i][0], sizes[i][1]);
                assert_numbers_are_true(stage, stage_frame(stage));
            }
            resize(stage, sizes[turn % 4][0], sizes[turn % 4][1]);
            if (turn % 3 == 0) type(stage, "hint");
            if (draw_of(stage)->n_ideas > 0 && turn % 2 == 0)
                type(stage, draw_believer(draw_of(stage), &draw_of(stage)->ideas[0], stage->arena));
            if (verdict_of(stage) == NULL) {
                play(stage, "C-u");
                type(stage, "give up");
            }
            assert_non_null(verdict_of(stage));
            play(stage, "Tab w");
            assert_numbers_are_true(stage, stage_frame(stage));
            while (stage->app->visit->has_selection) play(stage, "Esc");
            play(stage, "g End PgUp");
            assert_numbers_are_true(stage, stage_frame(stage));
            play(stage, "Enter");
        }
        assert_true(quiz_of(stage->app)->is_over);
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            resize(stage, sizes[i][0], sizes[i][1]);
            stage_frame(stage);
        }
        stage_free(stage);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_problem_of_the_journal_is_said_while_a_question_waits_for_its_answer),
        cmocka_unit_test(a_right_answer_of_every_kind_counts_and_is_written_down),
        cmocka_unit_test(a_wrong_idea_is_named_shown_beside_the_right_one_and_followed_up),
        cmocka_unit_test(what_cannot_be_read_is_said_under_the_line_and_costs_nothing),
        cmocka_unit_test(too_few_digits_are_asked_for_again),
        cmocka_unit_test(hints_open_one_by_one_and_cost_points),
        cmocka_unit_test(giving_up_shows_the_answer_and_where_it_comes_from),
        cmocka_unit_test(the_line_is_kept_while_one_looks_around),
        cmocka_unit_test(a_questions_numbers_cannot_be_edited),
        cmocka_unit_test(a_click_on_a_computed_choice_does_not_explain_it),
        cmocka_unit_test(a_click_chooses_and_a_second_one_answers),
        cmocka_unit_test(a_click_on_a_number_leaves_the_line_as_it_is),
        cmocka_unit_test(the_lesson_opens_over_the_question_and_q_leads_back),
        cmocka_unit_test(stopping_sums_up_and_leads_back_to_the_lesson),
        cmocka_unit_test(stopping_before_any_answer_just_leaves),
        cmocka_unit_test(at_home_an_open_idea_is_asked_about_first),
        cmocka_unit_test(a_lesson_without_questions_says_so),
        cmocka_unit_test(a_reload_changes_the_lesson_and_the_next_quiz_but_not_the_one_that_runs),
        cmocka_unit_test(the_same_seed_asks_the_same),
        cmocka_unit_test(a_quiz_is_played_at_any_size_in_any_charset),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
