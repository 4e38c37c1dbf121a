/* Cards, played: turned, graded, taken back, suspended, crammed, looked up; and progress. */
#include "toy_stage.h"

#include "app/cards.h"

static Stage *at_cards(const char *journal)
{
    Stage *stage = toy_stage(journal, CHARSET_UTF8);
    play(stage, "c");
    assert_non_null(cards_of(stage->app));
    return stage;
}

static const char *card_id(Stage *stage)
{
    const Face *face = cards_of(stage->app)->face;
    return face ? face->card->card->id : "";
}

static size_t count(const Stage *stage, const char *word)
{
    size_t n = 0;
    for (const char *at = strbuf_text(&stage->appended); (at = strstr(at, word)) != NULL; at++) n++;
    return n;
}

/* What a later heed would read in the journal. */
static CardMemory remembered(Stage *stage, const char *id)
{
    Study *again = study_new(stage->app->library, strbuf_text(&stage->appended), stage->appended.len);
    const CardHistory *history = progress_card(study_progress(again), id);
    CardMemory memory = history ? history->card : (CardMemory){0};
    study_free(again);
    return memory;
}

/* ------------------------------------------------------------------ a sitting */

static void a_card_is_turned_and_graded_and_written_down_at_once(void **state)
{
    (void)state;
    Stage *stage = at_cards("");
    assert_string_equal(card_id(stage), "toy/why");
    assert_shows(stage, "what is the third weight?");
    assert_shows(stage, "0 due · 0 learning · 3 new");
    assert_lacks(stage, "Again");
    play(stage, "3");
    assert_shows(stage, "Space turns the card first.");
    assert_int_equal(stage->appended.len, 0);
    play(stage, "Space");
    assert_shows(stage, "for the root of 4 is 2.00.");
    for (const char *const *text = (const char *const[]){"1 Again", "1 min", "2 Hard", "6 min", "3 Good",
                                                         "10 min", "4 Easy", "8 days", NULL};
         *text; text++)
        assert_shows(stage, *text);
    assert_numbers_are_true(stage, stage_frame(stage));
    play(stage, "3");
    assert_int_equal(count(stage, "\"kind\":\"review\""), 1);
    assert_int_equal(remembered(stage, "toy/why").state, CARD_LEARNING);
    assert_string_equal(card_id(stage), "toy/order");
    assert_shows(stage, "0 due · 1 learning · 2 new");
    stage_free(stage);
}

static void learning_cards_come_back_and_the_end_tells_what_is_next(void **state)
{
    (void)state;
    Stage *stage = at_cards("");
    play(stage, "Enter 3 Enter 4 Enter 4");
    assert_string_equal(card_id(stage), "toy/why"); /* its step is not over, but nothing else is left */
    play(stage, "Enter 4");
    assert_string_equal(card_id(stage), "");
    assert_shows(stage, "That is all for now.");
    assert_shows(stage, "4 cards: 1 good, 3 easy.");
    assert_shows(stage, "Next: 1 card on 2026-12-");
    play(stage, "q");
    assert_shows(stage, "computed while you watch");
    assert_int_equal(count(stage, "\"kind\":\"review\""), 4);
    play(stage, "c"); /* nothing is due: the end at once */
    assert_shows(stage, "0 cards.");
    play(stage, "Space");
    assert_shows(stage, "computed while you watch");
    stage_free(stage);
}

static void a_click_on_a_grade_gives_it(void **state)
{
    (void)state;
    Stage *stage = at_cards("");
    play(stage, "Space");
    click_on(stage, "8 days"); /* below its name */
    assert_int_equal(count(stage, "\"grade\":4"), 1);
    play(stage, "Space");
    click_on(stage, "1 Again");
    assert_int_equal(count(stage, "\"grade\":1"), 1);
    stage_free(stage);
}

static void undo_brings_the_card_before_back_to_be_graded_anew(void **state)
{
    (void)state;
    Stage *stage = at_cards("");
    play(stage, "Space");
    const char *numbers =
        arena_strdup(stage->arena, face_front_text(cards_of(stage->app)->face, stage->arena));
    play(stage, "1");
    assert_string_equal(card_id(stage), "toy/order");
    play(stage, "u");
    assert_string_equal(card_id(stage), "toy/why");
    assert_string_equal(face_front_text(cards_of(stage->app)->face, stage->arena), numbers);
    assert_shows(stage, "4 Easy");
    assert_int_equal(remembered(stage, "toy/why").reps, 0);
    play(stage, "4");
    assert_int_equal(remembered(stage, "toy/why").state, CARD_REVIEW);
    play(stage, "u u");
    assert_shows(stage, "There is nothing to take back");
    assert_int_equal(remembered(stage, "toy/why").reps, 0);
    stage_free(stage);
}

static void suspended_cards_are_listed_and_asked_again(void **state)
{
    (void)state;
    Stage *stage = at_cards("");
    play(stage, "S");
    assert_shows(stage, "No card is suspended.");
    play(stage, "s s");
    assert_string_equal(card_id(stage), "toy/names");
    play(stage, "S");
    assert_shows(stage, "Suspended cards");
    assert_shows(stage, "> With q = ");
    play(stage, "Down Enter");
    assert_shows(stage, "It is asked again.");
    assert_lacks(stage, "softmax, blend");
    play(stage, "Esc");
    assert_string_equal(card_id(stage), "toy/names"); /* the shown one stays */
    play(stage, "Space 4");
    assert_string_equal(card_id(stage), "toy/order");
    assert_int_equal(count(stage, "\"on\":true"), 2);
    assert_int_equal(count(stage, "\"on\":false"), 1);
    play(stage, "S");
    click_on(stage, "With q = ");
    assert_string_equal(card_id(stage), "toy/order"); /* the list is empty: it closed */
    stage_free(stage);
}

static void a_suspension_can_be_taken_back(void **state)
{
    (void)state;
    Stage *stage = at_cards("");
    play(stage, "s u");
    assert_string_equal(card_id(stage), "toy/why");
    assert_lacks(stage, "Again"); /* it was not turned */
    Study *again = study_new(stage->app->library, strbuf_text(&stage->appended), stage->appended.len);
    const CardHistory *history = progress_card(study_progress(again), "toy/why");
    assert_true(history == NULL || !history->is_suspended);
    study_free(again);
    stage_free(stage);
}

static void cram_asks_all_and_writes_nothing(void **state)
{
    (void)state;
    Stage *stage = at_cards("");
    play(stage, "Space 4 C");
    size_t before = stage->appended.len;
    assert_shows(stage, "cram · 3 left");
    play(stage, "Space");
    assert_shows(stage, "known");
    play(stage, "1 Space 4 Space 4 Space 4");
    assert_shows(stage, "Every card was known once.");
    assert_shows(stage, "4 cards: 1 again, 3 easy.");
    assert_int_equal(stage->appended.len, before);
    play(stage, "C");
    assert_shows(stage, "0 due · 0 learning · 2 new"); /* the schedule goes on where it was left */
    play(stage, "!");
    assert_shows(stage, "cram · 3 left"); /* and a cram that was done begins anew */
    stage_free(stage);
}

/* ------------------------------------------------------------------ a number */

static void a_number_of_a_card_tells_where_it_comes_from(void **state)
{
    (void)state;
    Stage *stage = at_cards("");
    play(stage, "Space Tab");
    assert_string_equal(selected(stage), "q[0]");
    play(stage, "w");
    assert_shows(stage, "why q[0]");
    assert_numbers_are_true(stage, stage_frame(stage));
    play(stage, "Esc e");
    assert_shows(stage, "The numbers here stay as they are");
    play(stage, "Esc 4"); /* a grade lets go of it all */
    assert_string_equal(card_id(stage), "toy/order");
    assert_string_equal(selected(stage), "");
    stage_free(stage);
}

static void a_number_can_be_typed_and_is_judged(void **state)
{
    (void)state;
    Stage *stage = stage_new();
    play(stage, "c");
    assert_shows(stage, "e types it");
    play(stage, "e 'w[1]' Enter");
    assert_shows(stage, "is what is asked"); /* looking it up is no answer */
    play(stage, "C-u 'exp(x[1]) / (exp(x[0]) + exp(x[1]))' Enter");
    assert_shows(stage, "is right: good, or easy");
    assert_shows(stage, "3 Good");
    assert_numbers_are_true(stage, stage_frame(stage));
    assert_int_equal(stage->appended.len, 0); /* the grade is the student's */
    play(stage, "1 e '0.1' Enter");
    assert_shows(stage, "✗ 0.1 is not it: again.");
    play(stage, "4 u");
    assert_lacks(stage, "is not it");
    stage_free(stage);
    stage = at_cards("");
    assert_lacks(stage, "e types it");
    play(stage, "e");
    assert_shows(stage, "is not typed");
    stage_free(stage);
}

static void the_lesson_is_one_key_away_and_so_is_the_card(void **state)
{
    (void)state;
    Stage *stage = at_cards("");
    play(stage, "Space o");
    assert_shows(stage, "What is asked?");
    assert_shows(stage, "q leads back to the cards.");
    play(stage, "q");
    assert_string_equal(card_id(stage), "toy/why");
    assert_shows(stage, "4 Easy");                           /* still turned */
    assert_int_equal(count(stage, "\"kind\":\"place\""), 0); /* a detour is no place to come back to */
    play(stage, "4 q");
    assert_shows(stage, "computed while you watch");
    stage_free(stage);
}

static void a_lesson_asks_its_own_cards(void **state)
{
    (void)state;
    Stage *stage = toy_stage("", CHARSET_UTF8);
    play(stage, "Enter c");
    assert_string_equal(cards_of(stage->app)->lesson, "toy");
    play(stage, "Space 4 q");
    assert_shows(stage, "What is asked?"); /* back in the lesson */
    assert_null(cards_of(stage->app));
    stage_free(stage);
    stage = stage_new();
    play(stage, "Enter c"); /* three-keys has none */
    assert_shows(stage, "This lesson has no cards");
    stage_free(stage);
}

static void from_the_shell_leaving_ends_heed(void **state)
{
    (void)state;
    Stage *stage = toy_stage("", CHARSET_UTF8);
    app_open_cards(stage->app, "toy", true);
    assert_shows(stage, "cram · 3 left");
    play(stage, "q");
    assert_int_equal(stage->n_effects[EFFECT_QUIT], 1);
    stage_free(stage);
}

static void every_place_can_be_drawn_at_every_size(void **state)
{
    (void)state;
    static const int sizes[][2] = {{1, 1}, {0, 0}, {3, 20}, {12, 40}, {50, 200}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (int ascii = 0; ascii < 2; ascii++) {
            Stage *stage = toy_stage("", ascii ? CHARSET_ASCII : CHARSET_UTF8);
            resize(stage, sizes[i][0], sizes[i][1]);
            play(stage, "c Space Tab w Esc Esc s S Down ? Esc Enter Esc o q C Space 4 C Space 4 Space 4 "
                        "Space 4 u q p Space G g q");
            stage_free(stage);
        }
}

/* Cards and lessons open each other; each key that opens one more says so where there is no room, and q leads home. */
static void detours_over_detours_end_with_a_word_and_lead_back(void **state)
{
    (void)state;
    static const char *const ways[] = {"c o c o", "c o x Esc o c o", "c o x Esc o x", "c o c o c o c o c o"};
    static const char *const keys[] = {"x", "c", "o Esc", "c o x c o x c o x"};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) {
            Stage *stage = stage_new();
            play(stage, ways[i]);
            play(stage, keys[k]);
            for (int left = 0; left < 12 && stage->n_effects[EFFECT_QUIT] == 0; left++) play(stage, "Esc Esc q");
            assert_true(stage->n_effects[EFFECT_QUIT] > 0);
            stage_free(stage);
        }
    Stage *stage = stage_new();
    play(stage, "c o c o x");
    assert_shows(stage, "q leads back");
    stage_free(stage);
}

/* ------------------------------------------------------------------- progress */

static void home_leads_to_cards_that_are_due_and_to_progress(void **state)
{
    (void)state;
    static const char journal[] =
        "{\"v\":1,\"at\":\"2026-11-01T21:04:05+01:00\",\"day\":\"2026-11-01\",\"kind\":\"review\",\"card\":"
        "\"toy/order\",\"grade\":4}\n";
    Stage *stage = toy_stage(journal, CHARSET_UTF8);
    assert_shows(stage, "Due today           1 card, and 2 new");
    play(stage, "p");
    assert_shows(stage, "1 card to review, and 2 new ones");
    assert_shows(stage, "0 of 1");
    play(stage, "p c");
    assert_string_equal(card_id(stage), "toy/order");
    assert_shows(stage, "1 due · 0 learning · 2 new");
    play(stage, "Space 3 q");
    assert_lacks(stage, "1 card, and 2 new");
    play(stage, "p");
    assert_shows(stage, "0 cards to review");
    assert_shows(stage, "1 day in a row; at work on 2 days in all");
    stage_free(stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_card_is_turned_and_graded_and_written_down_at_once),
        cmocka_unit_test(learning_cards_come_back_and_the_end_tells_what_is_next),
        cmocka_unit_test(a_click_on_a_grade_gives_it),
        cmocka_unit_test(undo_brings_the_card_before_back_to_be_graded_anew),
        cmocka_unit_test(suspended_cards_are_listed_and_asked_again),
        cmocka_unit_test(a_suspension_can_be_taken_back),
        cmocka_unit_test(cram_asks_all_and_writes_nothing),
        cmocka_unit_test(a_number_of_a_card_tells_where_it_comes_from),
        cmocka_unit_test(a_number_can_be_typed_and_is_judged),
        cmocka_unit_test(the_lesson_is_one_key_away_and_so_is_the_card),
        cmocka_unit_test(a_lesson_asks_its_own_cards),
        cmocka_unit_test(from_the_shell_leaving_ends_heed),
        cmocka_unit_test(every_place_can_be_drawn_at_every_size),
        cmocka_unit_test(detours_over_detours_end_with_a_word_and_lead_back),
        cmocka_unit_test(home_leads_to_cards_that_are_due_and_to_progress),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
