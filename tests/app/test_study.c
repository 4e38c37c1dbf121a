/* What home tells of the journal, and that a line written is a line known. */
#include "harness.h"

#include <string.h>

#define AT(day)                  "{\"v\":1,\"at\":\"" day "T21:04:05+01:00\",\"day\":\"" day "\",\"kind\":"
#define REVIEW(day, card, grade) AT(day) "\"review\",\"card\":\"" card "\",\"grade\":" #grade "}\n"
#define WRONG(question, idea)                                                                                \
    AT("2026-11-28") "\"answer\",\"question\":\"" question "\",\"right\":false,\"idea\":\"" idea "\"}\n"
#define RIGHT(question, idea)                                                                                \
    AT("2026-11-28") "\"answer\",\"question\":\"" question "\",\"right\":true,\"tests\":[\"" idea "\"]}\n"

static void ideas_seen_in_answers_are_to_be_revisited_until_they_are_settled(void **state)
{
    (void)state;
    Stage *stage = stage_new_with(
        WRONG("three-keys/one", "divided-by-dk") WRONG("three-keys/two", "no-scale"), CHARSET_UTF8);
    assert_shows(stage, "Ideas to revisit");
    assert_shows(stage, "no scale · divided by dk");
    stage_free(stage);
    stage = stage_new_with(WRONG("three-keys/one", "divided-by-dk") RIGHT("three-keys/one", "divided-by-dk")
                               RIGHT("three-keys/two", "divided-by-dk"),
                           CHARSET_UTF8);
    assert_lacks(stage, "Ideas to revisit");
    stage_free(stage);
}

static void cards_that_are_due_are_told_of_all_and_by_lesson(void **state)
{
    (void)state;
    Stage *stage = stage_new_with(
        REVIEW("2026-11-01", "dials/turn", 4) REVIEW("2026-11-01", "elsewhere/x", 4), CHARSET_UTF8);
    assert_shows(stage, "Due today           1 card");
    assert_shows(stage, "1 card due");
    stage_free(stage);
}

static void home_parses_no_lesson(void **state)
{
    (void)state;
    static const int steps[] = {1};
    static const LibraryEntry broken = {.id = "broken",
                                        .title = "Broken",
                                        .part = "P",
                                        .n_screens = 1,
                                        .steps = steps,
                                        .n_cards = 2,
                                        .text = NULL,
                                        .len = 1u << 30};
    static const Library library = {&broken, 1, NULL, NULL};
    AppConfig config = {
        .library = &library, .journal = WRONG("broken/x", "no-scale"), .wall_ms = 1795993445000};
    config.journal_len = strlen(config.journal);
    App *app = app_new(&config);
    Arena *arena = arena_new();
    assert_non_null(strstr(frame_text(arena, app_draw(app, arena, 24, 80), false), "no scale"));
    arena_free(arena);
    app_free(app);
}

static void a_line_written_is_known_at_once_and_reads_back_the_same(void **state)
{
    (void)state;
    Stage *stage = stage_new();
    Arena *arena = stage->arena;
    App *app = stage->app;
    const char *review = journal_review_line(arena, "dials/turn", GRADE_EASY, NULL, app_now(app));
    app_record(app, review);
    assert_int_equal(progress_card(study_progress(app->study), "dials/turn")->card.reps, 1);
    app_record(app, journal_answer_line(arena, "dials/q", false, "no-scale", NULL, 0, 0, app_now(app)));
    assert_true(idea_is_open(progress_idea(study_progress(app->study), "no-scale")));
    app_record(app, journal_undo_line(arena, review, app_now(app)));
    assert_null(progress_card(study_progress(app->study), "dials/turn"));
    app_record(app, journal_review_line(arena, "dials/turn", GRADE_GOOD, NULL, app_now(app)));
    tick(stage, 1); /* delivers what was recorded between events */
    Study *again = study_new(&stage_library, strbuf_text(&stage->appended), stage->appended.len);
    const Progress *now = study_progress(app->study), *then = study_progress(again);
    assert_int_equal(now->n_cards, then->n_cards);
    assert_int_equal(now->n_ideas, then->n_ideas);
    assert_memory_equal(&now->cards[0].card, &then->cards[0].card, sizeof now->cards[0].card);
    assert_int_equal(progress_card(then, "dials/turn")->card.reps, 1);
    study_free(again);
    stage_free(stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ideas_seen_in_answers_are_to_be_revisited_until_they_are_settled),
        cmocka_unit_test(cards_that_are_due_are_told_of_all_and_by_lesson),
        cmocka_unit_test(home_parses_no_lesson),
        cmocka_unit_test(a_line_written_is_known_at_once_and_reads_back_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
