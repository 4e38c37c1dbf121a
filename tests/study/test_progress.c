/* Replaying the journal: places, cards, ideas, days. */
#include "heed/journal.h"
#include "base/check.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static WallTime at(const char *text)
{
    WallTime found;
    assert_true(wall_time_parse(text, &found));
    return found;
}

static Day day(const char *text)
{
    Day found;
    assert_true(day_parse(text, &found));
    return found;
}

/* A journal being written. */
typedef struct Sheet {
    Arena *arena;
    StrBuf text;
} Sheet;

static int setup(void **state)
{
    Sheet *sheet = heed_xcalloc(1, sizeof *sheet);
    sheet->arena = arena_new();
    *state = sheet;
    return 0;
}

static int teardown(void **state)
{
    Sheet *sheet = *state;
    arena_free(sheet->arena);
    strbuf_free(&sheet->text);
    free(sheet);
    return 0;
}

static void add(Sheet *sheet, const char *line)
{
    strbuf_add(&sheet->text, line);
    strbuf_add_char(&sheet->text, '\n');
}

static Progress *replay(Sheet *sheet)
{
    const Journal *journal = journal_parse(sheet->arena, strbuf_text(&sheet->text), sheet->text.len);
    return progress_replay(sheet->arena, journal, &schedule_default);
}

static void an_empty_journal_is_no_progress(void **state)
{
    const Progress *progress = replay(*state);
    assert_null(progress->latest);
    assert_null(progress_place(progress, "a"));
    assert_null(progress_card(progress, "a"));
    assert_null(progress_question(progress, "a"));
    assert_null(progress_idea(progress, "a"));
    assert_int_equal(progress_streak(progress, 20000), 0);
}

static void the_latest_and_the_furthest_place_of_each_lesson_are_known(void **state)
{
    Sheet *sheet = *state;
    static const struct {
        const char *lesson;
        int screen, step;
    } steps[] = {{"a", 0, 0}, {"a", 0, 3}, {"b", 1, 0}, {"a", 1, 1},
                 {"a", 0, 2}, {"b", 0, 9}, {"c", 0, 0}, {"b", 1, 1}};
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++)
        add(sheet, journal_place_line(sheet->arena, steps[i].lesson, steps[i].screen, steps[i].step,
                                      at("2026-11-29T21:00:00+01:00")));
    add(sheet, "{\"kind\":\"place\",\"day\":\"2026-11-29\",\"lesson\":\"a\",\"screen\":-1,\"step\":0}");
    add(sheet, "{\"kind\":\"place\",\"day\":\"2026-11-29\",\"lesson\":\"a\",\"screen\":0.5,\"step\":0}");
    add(sheet, "{\"kind\":\"place\",\"day\":\"2026-11-29\",\"screen\":1,\"step\":0}");
    const Progress *progress = replay(sheet);
    assert_int_equal(progress->n_places, 3);
    const LessonPlace *a = progress_place(progress, "a"), *b = progress_place(progress, "b");
    assert_true(a->screen == 0 && a->step == 2 && a->best_screen == 1 && a->best_step == 1);
    assert_true(b->screen == 1 && b->step == 1 && b->best_screen == 1 && b->best_step == 1);
    assert_ptr_equal(progress->latest, b);
    assert_ptr_equal(progress->places, a); /* in the order first visited */
}

static void many_lessons_keep_their_places(void **state)
{
    Sheet *sheet = *state;
    for (int i = 0; i < 3000; i++)
        add(sheet, journal_place_line(sheet->arena, arena_printf(sheet->arena, "lesson-%d", i % 700), i % 5,
                                      i, at("2026-11-29T21:00:00Z")));
    const Progress *progress = replay(sheet);
    assert_int_equal(progress->n_places, 700);
    for (int i = 0; i < 700; i++) {
        const LessonPlace *place = progress_place(progress, arena_printf(sheet->arena, "lesson-%d", i));
        assert_ptr_equal(place, &progress->places[i]);
        assert_int_equal(place->step, i < 200 ? 2800 + i : 2100 + i);
    }
    assert_string_equal(progress->latest->lesson, "lesson-199");
}

static void reviews_make_the_schedule(void **state)
{
    Sheet *sheet = *state;
    CardMemory expected = {0};
    static const char *const times[] = {"2026-11-29T21:00:00+01:00", "2026-11-29T21:10:00+01:00",
                                        "2026-12-02T01:00:00+01:00", "2026-12-20T09:00:00+01:00"};
    static const Grade grades[] = {GRADE_GOOD, GRADE_GOOD, GRADE_HARD, GRADE_AGAIN};
    for (int i = 0; i < 4; i++) {
        WallTime now = at(times[i]);
        add(sheet, journal_review_line(sheet->arena, "a/card", grades[i], &expected, now));
        expected = schedule_review(&schedule_default, expected, "a/card", grades[i], now, day_of(now));
    }
    add(sheet, "{\"kind\":\"review\",\"day\":\"2026-12-20\",\"card\":\"a/card\",\"grade\":5}");
    add(sheet, "{\"kind\":\"review\",\"day\":\"2026-12-20\",\"card\":\"a/card\",\"grade\":\"3\"}");
    add(sheet, "{\"kind\":\"review\",\"day\":\"2026-12-20\",\"grade\":3}");
    const Progress *progress = replay(sheet);
    assert_int_equal(progress->n_cards, 1);
    const CardMemory *card = &progress_card(progress, "a/card")->card;
    assert_true(card->stability == expected.stability && card->difficulty == expected.difficulty);
    assert_int_equal(card->state, CARD_RELEARNING);
    assert_int_equal(card->due_day, expected.due_day);
    assert_true(card->due_ms == expected.due_ms);
    assert_true(card->reps == 4 && card->lapses == 1);
}

static void an_undone_review_leaves_no_trace(void **state)
{
    Sheet *sheet = *state;
    WallTime first = at("2026-11-29T21:00:00+01:00"), second = at("2026-12-05T21:00:00+01:00");
    add(sheet, journal_review_line(sheet->arena, "x", GRADE_EASY, NULL, first));
    CardMemory before = progress_card(replay(sheet), "x")->card;
    const char *slip = journal_review_line(sheet->arena, "x", GRADE_AGAIN, &before, second);
    add(sheet, slip);
    assert_int_equal(progress_card(replay(sheet), "x")->card.lapses, 1);
    add(sheet, journal_undo_line(sheet->arena, slip, second));
    const Progress *progress = replay(sheet);
    assert_memory_equal(&progress_card(progress, "x")->card, &before, sizeof before);
    assert_int_equal(progress->n_days, 1); /* nor in the streak */
    add(sheet, journal_review_line(sheet->arena, "x", GRADE_GOOD, &before, second));
    assert_int_equal(progress_card(replay(sheet), "x")->card.lapses, 0);
    assert_int_equal(progress_card(replay(sheet), "x")->card.reps, 2);
}

static void cards_can_be_brought_and_suspended(void **state)
{
    Sheet *sheet = *state;
    WallTime now = at("2026-11-29T21:00:00+01:00");
    add(sheet, journal_review_line(sheet->arena, "x", GRADE_EASY, NULL, now));
    add(sheet, journal_bring_line(sheet->arena, "x", day_of(now) + 2, now));
    add(sheet, journal_bring_line(sheet->arena, "fresh", day_of(now), now));
    add(sheet, journal_suspend_line(sheet->arena, "y", true, now));
    add(sheet, "{\"kind\":\"bring\",\"day\":\"2026-11-30\",\"card\":\"y\"}");
    const Progress *progress = replay(sheet);
    assert_int_equal(progress_card(progress, "x")->card.due_day, day("2026-12-01"));
    assert_int_equal(progress_card(progress, "x")->card.reps, 1);
    assert_true(schedule_is_due(&progress_card(progress, "fresh")->card, now, day_of(now)));
    assert_true(progress_card(progress, "y")->is_suspended);
    assert_int_equal(progress_card(progress, "y")->card.due_day, day("2026-11-30"));
    add(sheet, journal_suspend_line(sheet->arena, "y", false, now));
    assert_false(progress_card(replay(sheet), "y")->is_suspended);
}

static void a_clock_set_back_loses_nothing(void **state)
{
    Sheet *sheet = *state;
    WallTime ahead = at("2027-11-29T21:00:00+01:00"), now = at("2026-11-29T21:00:00+01:00");
    add(sheet, journal_review_line(sheet->arena, "x", GRADE_EASY, NULL, ahead));
    const CardMemory before = progress_card(replay(sheet), "x")->card;
    assert_true(schedule_is_due(&before, now, day_of(now)));
    add(sheet, journal_review_line(sheet->arena, "x", GRADE_GOOD, &before, now));
    const Journal *journal = journal_parse(sheet->arena, sheet->text.data, sheet->text.len);
    assert_string_equal(record_text(&journal->records[1], "last"),
                        "2027-11-29T21:00:00+01:00"); /* both times kept */
    const CardMemory *card = &progress_card(replay(sheet), "x")->card;
    assert_int_equal(card->reps, 2);
    assert_int_equal(card->last_day, day_of(now));
    assert_true(card->due_day > day_of(now) && card->stability >= before.stability);
}

/* ---- answers and ideas ---- */

static void an_idea_is_open_until_two_right_answers_speak_against_it(void **state)
{
    Sheet *sheet = *state;
    static const char *const tests[] = {"no-scale", "no-v"}, *const other[] = {"no-v"};
    WallTime now = at("2026-11-29T21:00:00+01:00");
    add(sheet, journal_answer_line(sheet->arena, "q1", true, NULL, tests, 2, 0,
                                   now)); /* before it was seen: no matter */
    add(sheet, journal_answer_line(sheet->arena, "q1", false, "no-scale", tests, 2, 0, now));
    const IdeaHistory *idea = progress_idea(replay(sheet), "no-scale");
    assert_true(idea->seen == 1 && idea->right_since == 0 && idea_is_open(idea));
    assert_null(progress_idea(replay(sheet), "no-v"));
    add(sheet, journal_answer_line(sheet->arena, "q2", true, NULL, other, 1, 0, now));
    assert_true(progress_idea(replay(sheet), "no-scale")->right_since == 0);
    add(sheet, journal_answer_line(sheet->arena, "q1", true, NULL, tests, 2, 0, now));
    assert_true(idea_is_open(progress_idea(replay(sheet), "no-scale")));
    add(sheet, journal_answer_line(sheet->arena, "q1", false, "no-scale", tests, 2, 2,
                                   now)); /* again: starts anew */
    assert_true(progress_idea(replay(sheet), "no-scale")->right_since == 0);
    add(sheet, journal_answer_line(sheet->arena, "q1", true, NULL, tests, 2, 0, now));
    add(sheet, journal_answer_line(sheet->arena, "q3", true, NULL, tests, 2, 0, now));
    idea = progress_idea(replay(sheet), "no-scale");
    assert_true(idea->seen == 2 && idea->right_since == 2 && !idea_is_open(idea));
    assert_int_equal(idea->last_day, day_of(now));
    const QuestionHistory *question = progress_question(replay(sheet), "q1");
    assert_true(question->asked == 5 && question->right == 3 && question->last_right);
}

/* ---- days ---- */

static void days_in_a_row_make_a_streak(void **state)
{
    Sheet *sheet = *state;
    static const char *const times[] = {"2026-11-20T12:00:00+01:00", "2026-11-26T12:00:00+01:00",
                                        "2026-11-27T12:00:00+01:00", "2026-11-27T23:00:00+01:00",
                                        "2026-11-29T01:00:00+01:00", "2026-11-29T05:00:00+01:00"};
    for (size_t i = 0; i < 6; i++) add(sheet, journal_guess_line(sheet->arena, "p", NULL, at(times[i])));
    const Progress *progress = replay(sheet);
    assert_int_equal(progress->n_days, 5); /* 20, 26, 27, 28 (after midnight), 29 */
    assert_int_equal(progress_streak(progress, day("2026-11-29")), 4);
    assert_int_equal(progress_streak(progress, day("2026-11-30")), 4); /* not over yet */
    assert_int_equal(progress_streak(progress, day("2026-12-01")), 0);
    assert_int_equal(progress_streak(progress, day("2026-11-20")), 1);
    assert_int_equal(progress_streak(progress, day("2026-11-21")), 1);
    assert_int_equal(progress_streak(progress, day("2026-11-22")), 0);
    assert_int_equal(progress_streak(progress, day("2020-01-01")), 0);
}

static void a_flight_east_neither_doubles_nor_breaks_a_streak(void **state)
{
    Sheet *sheet = *state;
    static const char *const times[] = {"2026-11-28T12:00:00+09:00", "2026-11-29T12:00:00+09:00",
                                        "2026-11-30T12:00:00+09:00", "2026-11-29T20:00:00-10:00",
                                        "2026-11-30T12:00:00-10:00", "2026-12-01T12:00:00-10:00"};
    static const unsigned streaks[] = {1, 2, 3, 3, 3, 4};
    for (size_t i = 0; i < 6; i++) {
        add(sheet, journal_guess_line(sheet->arena, "p", NULL, at(times[i])));
        assert_int_equal(progress_streak(replay(sheet), day_of(at(times[i]))), streaks[i]);
    }
}

static void days_of_a_wrong_clock_do_not_count_with_the_others(void **state)
{
    Sheet *sheet = *state;
    static const char *const times[] = {"2026-11-28T12:00:00+01:00", "2031-11-29T12:00:00+01:00",
                                        "2026-11-29T12:00:00+01:00", "2001-01-01T12:00:00+01:00"};
    for (size_t i = 0; i < 4; i++) add(sheet, journal_guess_line(sheet->arena, "p", NULL, at(times[i])));
    assert_int_equal(progress_streak(replay(sheet), day("2026-11-29")), 2);
}

static void what_heed_does_itself_is_no_day_of_study(void **state)
{
    Sheet *sheet = *state;
    WallTime now = at("2026-11-29T21:00:00+01:00");
    add(sheet, journal_bring_line(sheet->arena, "x", day_of(now), now));
    add(sheet, journal_suspend_line(sheet->arena, "x", true, now));
    add(sheet, "{\"kind\":\"unheard-of\",\"day\":\"2026-11-29\"}");
    assert_int_equal(replay(sheet)->n_days, 0);
}

static void an_opinion_is_the_latest_answer_and_being_asked_is_none(void **state)
{
    Sheet *sheet = *state;
    WallTime now = at("2026-11-29T21:00:00+01:00");
    add(sheet, journal_helpful_line(sheet->arena, "a", NULL, now));
    Progress *progress = replay(sheet);
    assert_null(progress_opinion(progress, "a")->text);
    assert_null(progress_opinion(progress, "b"));
    assert_int_equal(progress->n_days, 0);
    add(sheet, journal_helpful_line(sheet->arena, "a", "n", now));
    add(sheet, journal_helpful_line(sheet->arena, "a", "the second time it was", now));
    add(sheet, "{\"kind\":\"helpful\",\"day\":\"2026-11-29\"}");
    progress = replay(sheet);
    assert_int_equal(progress->n_opinions, 1);
    assert_string_equal(progress_opinion(progress, "a")->text, "the second time it was");
    assert_int_equal(progress->n_days, 1);
}

#define SHEET_TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        SHEET_TEST(an_empty_journal_is_no_progress),
        SHEET_TEST(the_latest_and_the_furthest_place_of_each_lesson_are_known),
        SHEET_TEST(many_lessons_keep_their_places),
        SHEET_TEST(reviews_make_the_schedule),
        SHEET_TEST(an_undone_review_leaves_no_trace),
        SHEET_TEST(cards_can_be_brought_and_suspended),
        SHEET_TEST(a_clock_set_back_loses_nothing),
        SHEET_TEST(an_idea_is_open_until_two_right_answers_speak_against_it),
        SHEET_TEST(days_in_a_row_make_a_streak),
        SHEET_TEST(a_flight_east_neither_doubles_nor_breaks_a_streak),
        SHEET_TEST(days_of_a_wrong_clock_do_not_count_with_the_others),
        SHEET_TEST(an_opinion_is_the_latest_answer_and_being_asked_is_none),
        SHEET_TEST(what_heed_does_itself_is_no_day_of_study),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
