/* FSRS-6 against the vectors that its public implementations assert; steps, due dates,
 * days. fsrs_judge.py compares 10,000 random histories with a reference of its own. */
#include "heed/schedule.h"
#include "base/check.h"
#include <math.h>
#include <string.h>

enum { MS_A_MINUTE = 60 * 1000 };

#define W                            (schedule_default.weights)
#define assert_near(a, b, tolerance) assert_true(fabs((a) - (b)) <= (tolerance))

static WallTime noon_of(Day day)
{
    return (WallTime){((int64_t)day * 24 + 12) * 60 * MS_A_MINUTE, 0};
}

static CardMemory review(CardMemory card, Grade grade, WallTime now)
{
    return schedule_review(&schedule_default, card, "lesson/card", grade, now, day_of(now));
}

static void retrievability_falls_as_published(void **state)
{
    (void)state;
    static const double expected[] = {1, 0.9403443, 0.9253786, 0.9185229, 0.9, 0.8261359};
    static const double t[] = {0, 1, 2, 3, 4, 5}, s[] = {1, 2, 3, 4, 4, 2};
    for (size_t i = 0; i < 6; i++) assert_near(fsrs_retrievability(W, t[i], s[i]), expected[i], 5e-8);
    for (double x = 0.001; x < 36500; x *= 3) assert_near(fsrs_retrievability(W, x, x), 0.9, 1e-12);
}

static void intervals_follow_the_wanted_retention(void **state)
{
    (void)state;
    static const Day expected[] = {34793, 2508, 387, 90, 27, 9, 3, 1, 1};
    ScheduleParams params = schedule_default;
    for (int i = 0; i < 9; i++) {
        params.retention = (i + 2) / 10.0;
        assert_int_equal(fsrs_interval(&params, 1), expected[i]);
    }
    assert_int_equal(fsrs_interval(&schedule_default, 0.001), 1);
    assert_int_equal(fsrs_interval(&schedule_default, 1e9), 36500);
    assert_int_equal(fsrs_interval(&schedule_default, 2.5), 3); /* half up */
}

static void stability_grows_and_falls_as_published(void **state)
{
    (void)state;
    assert_near(fsrs_recall_stability(W, 2, 5, .8, GRADE_HARD), 28.22657096, 5e-8);
    assert_near(fsrs_recall_stability(W, 3, 5, .7, GRADE_GOOD), 58.65599107, 5e-8);
    assert_near(fsrs_recall_stability(W, 4, 5, .6, GRADE_EASY), 127.2266925, 5e-7);
    static const double lapse[] = {1.05253961, 1.18943295, 1.36808387, 1.58498896};
    for (int i = 0; i < 4; i++) assert_near(fsrs_lapse_stability(W, i + 1, 5, 0.9 - i * 0.1), lapse[i], 5e-8);
    static const double same_day[] = {1.596818, 5, 5, 8.12960956};
    for (int g = 1; g <= 4; g++) assert_near(fsrs_same_day_stability(W, 5, (Grade)g), same_day[g - 1], 5e-7);
}

static void the_first_review_sets_memory(void **state)
{
    (void)state;
    static const double s[] = {0.212, 1.2931, 2.3065, 8.2956}, d[] = {6.4133, 5.11217071, 2.11810397, 1};
    for (int g = 1; g <= 4; g++) {
        CardMemory card = review((CardMemory){0}, (Grade)g, noon_of(20000));
        assert_near(card.stability, s[g - 1], 1e-12);
        assert_near(card.difficulty, d[g - 1], 5e-8);
        assert_int_equal(card.reps, 1);
        assert_int_equal(card.lapses, 0);
    }
}

static void six_reviews_give_the_published_memory(void **state)
{
    (void)state;
    static const int grades[] = {1, 3, 3, 3, 3, 3}, gaps[] = {0, 0, 1, 3, 8, 21};
    CardMemory card = {0};
    Day day = 20000;
    for (int i = 0; i < 6; i++) card = review(card, (Grade)grades[i], noon_of(day += gaps[i]));
    assert_near(card.stability, 53.62691, 1e-4);
    assert_near(card.difficulty, 6.3574867, 1e-4);
}

static void reviews_when_due_give_the_published_intervals(void **state)
{
    (void)state;
    static const int grades[] = {3, 3, 3, 3, 3, 3, 1, 1, 3, 3, 3, 3, 3};
    static const Day expected[] = {0, 2, 11, 46, 163, 498, 0, 0, 2, 4, 7, 12, 21};
    CardMemory card = {0};
    WallTime now = noon_of(19327);
    for (int i = 0; i < 13; i++) {
        card = review(card, (Grade)grades[i], now);
        assert_int_equal(card.due_day - card.last_day, expected[i]);
        now = card.state == CARD_REVIEW ? noon_of(card.due_day) : (WallTime){card.due_ms, 0};
    }
    assert_int_equal(card.lapses, 1);
}

/* ---- steps ---- */

static double minutes_until_due(const CardMemory *card)
{
    return (double)(card->due_ms - card->last.ms) / MS_A_MINUTE;
}

static void learning_takes_one_and_ten_minutes(void **state)
{
    (void)state;
    WallTime now = noon_of(20000);
    CardMemory again = review((CardMemory){0}, GRADE_AGAIN, now),
               hard = review((CardMemory){0}, GRADE_HARD, now);
    CardMemory good = review((CardMemory){0}, GRADE_GOOD, now),
               easy = review((CardMemory){0}, GRADE_EASY, now);
    assert_near(minutes_until_due(&again), 1, 0);
    assert_near(minutes_until_due(&hard), 5.5, 0);
    assert_near(minutes_until_due(&good), 10, 0);
    assert_int_equal(again.state, CARD_LEARNING);
    assert_int_equal(hard.step, 0);
    assert_int_equal(good.step, 1);
    assert_int_equal(easy.state, CARD_REVIEW);
    assert_int_equal(easy.due_day - easy.last_day, 8);

    CardMemory hard_again = review(good, GRADE_HARD, now), back = review(good, GRADE_AGAIN, now);
    assert_near(minutes_until_due(&hard_again), 10, 0); /* stays on its step */
    assert_int_equal(hard_again.step, 1);
    assert_near(minutes_until_due(&back), 1, 0);
    assert_int_equal(back.step, 0);
    CardMemory done = review(good, GRADE_GOOD, now);
    assert_int_equal(done.state, CARD_REVIEW);
    assert_int_equal(done.due_ms, 0);
}

static void relearning_takes_ten_minutes_and_hard_half_as_long_again(void **state)
{
    (void)state;
    CardMemory card = review((CardMemory){0}, GRADE_EASY, noon_of(20000));
    CardMemory lapsed = review(card, GRADE_AGAIN, noon_of(20008));
    assert_int_equal(lapsed.state, CARD_RELEARNING);
    assert_int_equal(lapsed.lapses, 1);
    assert_near(minutes_until_due(&lapsed), 10, 0);
    CardMemory hard = review(lapsed, GRADE_HARD, lapsed.last);
    assert_near(minutes_until_due(&hard), 15, 0);
    assert_int_equal(hard.state, CARD_RELEARNING);
    CardMemory again = review(lapsed, GRADE_AGAIN, lapsed.last);
    assert_int_equal(again.lapses, 1); /* forgotten once, though missed twice */
    assert_int_equal(review(lapsed, GRADE_GOOD, lapsed.last).state, CARD_REVIEW);
    assert_int_equal(review(lapsed, GRADE_EASY, lapsed.last).state, CARD_REVIEW);
}

static void without_steps_cards_go_straight_to_days(void **state)
{
    (void)state;
    ScheduleParams params = schedule_default;
    params.n_learning = params.n_relearning = 0;
    for (int g = 1; g <= 4; g++) {
        CardMemory card = schedule_review(&params, (CardMemory){0}, NULL, (Grade)g, noon_of(20000), 20000);
        assert_int_equal(card.state, CARD_REVIEW);
        assert_true(card.due_day > 20000);
        card = schedule_review(&params, card, NULL, GRADE_AGAIN, noon_of(20010), 20010);
        assert_int_equal(card.state, CARD_REVIEW);
        assert_int_equal(card.lapses, 1);
    }
}

/* ---- bounds ---- */

static void any_history_keeps_memory_in_bounds(void **state)
{
    (void)state;
    uint64_t random = 7;
    for (int history = 0; history < 3000; history++) {
        CardMemory card = {0};
        Day day = 20000;
        for (int i = 0; i < 40; i++) {
            random = random * 6364136223846793005u + 1442695040888963407u;
            day += (Day)((random >> 40) % (history % 7 ? 60 : 40000)) - 10;
            card =
                review(card, (Grade)(1 + (random >> 33) % (history % 3 ? 4 : 1 + history % 4)), noon_of(day));
            assert_true(card.stability >= 0.001 && card.stability <= 36500);
            assert_true(card.difficulty >= 1 && card.difficulty <= 10);
            assert_in_range(card.due_day - card.last_day, 0, 36500);
            double r = schedule_retrievability(&schedule_default, &card, day + 100);
            assert_true(r > 0 && r < 1);
        }
    }
}

static void a_better_grade_never_comes_back_sooner(void **state)
{
    (void)state;
    for (Day gap = 0; gap < 40; gap++) {
        CardMemory card =
            review(review((CardMemory){0}, GRADE_GOOD, noon_of(20000)), GRADE_GOOD, noon_of(20000));
        CardMemory last = {0};
        for (int g = GRADE_HARD; g <= GRADE_EASY; g++) {
            CardMemory next = review(card, (Grade)g, noon_of(20000 + gap));
            assert_true(g == GRADE_HARD || next.due_day >= last.due_day);
            assert_true(gap > 0 || next.stability >= card.stability);
            last = next;
        }
    }
}

/* ---- clocks and days ---- */

static void a_clock_set_back_counts_as_no_days(void **state)
{
    (void)state;
    CardMemory card = review((CardMemory){0}, GRADE_EASY, noon_of(20000));
    CardMemory same_day = review(card, GRADE_GOOD, noon_of(20000)),
               before = review(card, GRADE_GOOD, noon_of(19000));
    assert_true(before.stability == same_day.stability);
    assert_int_equal(before.last_day, 19000);
    assert_near(schedule_retrievability(&schedule_default, &card, 19000), 1, 0);
}

static void a_flight_east_counts_as_no_days(void **state)
{
    (void)state;
    WallTime tokyo, honolulu;
    assert_true(wall_time_parse("2026-11-30T10:00:00+09:00", &tokyo));
    assert_true(wall_time_parse("2026-11-29T20:00:00-10:00", &honolulu));
    CardMemory card = review((CardMemory){0}, GRADE_EASY, tokyo);
    CardMemory after = review(card, GRADE_GOOD, honolulu);
    assert_true(honolulu.ms > tokyo.ms && day_of(honolulu) < day_of(tokyo));
    assert_true(after.stability == review(card, GRADE_GOOD, tokyo).stability);
    assert_true(after.due_day > day_of(honolulu));
}

static void a_review_after_midnight_belongs_to_the_evening(void **state)
{
    (void)state;
    WallTime evening, night, morning;
    assert_true(wall_time_parse("2026-11-29T22:00:00+01:00", &evening));
    assert_true(wall_time_parse("2026-11-30T01:00:00+01:00", &night));
    assert_true(wall_time_parse("2026-11-30T08:00:00+01:00", &morning));
    CardMemory card = review((CardMemory){0}, GRADE_EASY, evening);
    assert_true(review(card, GRADE_GOOD, night).stability ==
                fsrs_same_day_stability(W, card.stability, GRADE_GOOD));
    assert_true(review(card, GRADE_GOOD, morning).stability > review(card, GRADE_GOOD, night).stability);
}

static void cards_are_due_on_their_day_or_after_their_minutes(void **state)
{
    (void)state;
    CardMemory fresh = {0}, learning = review(fresh, GRADE_GOOD, noon_of(20000));
    CardMemory known = review(fresh, GRADE_EASY, noon_of(20000));
    assert_false(schedule_is_due(&fresh, noon_of(20000), 20000));
    WallTime soon = {learning.due_ms - 1, 0}, then = {learning.due_ms, 0},
             set_back = {learning.last.ms - 1, 0};
    assert_false(schedule_is_due(&learning, soon, 20000));
    assert_true(schedule_is_due(&learning, then, 20000));
    assert_true(schedule_is_due(&learning, soon, 20001));
    assert_true(schedule_is_due(&learning, set_back, 20000));
    assert_false(schedule_is_due(&known, noon_of(20007), 20007));
    assert_true(schedule_is_due(&known, noon_of(20008), 20008));
    assert_true(schedule_is_due(&known, noon_of(30000), 30000));
    assert_false(schedule_is_due(&known, noon_of(19999), 19999)); /* a flight */
    assert_true(schedule_is_due(&known, noon_of(19990), 19990));  /* the clock was wrong */
}

static void bringing_moves_the_due_day_only_and_only_closer(void **state)
{
    (void)state;
    CardMemory card = review((CardMemory){0}, GRADE_EASY, noon_of(20000)),
               brought = schedule_bring(card, 20002);
    assert_int_equal(brought.due_day, 20002);
    brought.due_day = card.due_day;
    assert_memory_equal(&brought, &card, sizeof card);
    assert_int_equal(schedule_bring(card, 20100).due_day, card.due_day);
    CardMemory fresh = schedule_bring((CardMemory){0}, 20001);
    assert_int_equal(fresh.state, CARD_NEW);
    assert_false(schedule_is_due(&fresh, noon_of(20000), 20000));
    assert_true(schedule_is_due(&fresh, noon_of(20001), 20001));
}

/* ---- for the screen ---- */

static void intervals_read_as_people_say_them(void **state)
{
    (void)state;
    static const struct {
        Day days;
        const char *text;
    } cases[] = {{1, "1 day"},       {2, "2 days"},    {30, "30 days"},      {31, "1 month"},
                 {46, "1.5 months"}, {61, "2 months"}, {364, "12 months"},   {365, "1 year"},
                 {498, "1.4 years"}, {731, "2 years"}, {36500, "99.9 years"}};
    Arena *arena = arena_new();
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        CardMemory card = {.state = CARD_REVIEW, .last_day = 20000, .due_day = 20000 + cases[i].days};
        assert_string_equal(schedule_interval_text(arena, &card), cases[i].text);
    }
    static const struct {
        double minutes;
        const char *text;
    } steps[] = {{0.2, "1 min"},    {1, "1 min"},   {5.5, "6 min"}, {10, "10 min"},
                 {90, "1.5 hours"}, {60, "1 hour"}, {1440, "1 day"}};
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        CardMemory card = {.state = CARD_LEARNING, .due_ms = (int64_t)(steps[i].minutes * MS_A_MINUTE)};
        assert_string_equal(schedule_interval_text(arena, &card), steps[i].text);
    }
    assert_string_equal(card_state_name(CARD_RELEARNING), "relearning");
    arena_free(arena);
}

static void fuzz_is_off_and_when_on_belongs_to_card_and_repetition(void **state)
{
    (void)state;
    ScheduleParams params = schedule_default;
    assert_false(params.is_fuzzed);
    params.is_fuzzed = true;
    CardMemory card = {.state = CARD_REVIEW, .stability = 40, .difficulty = 5, .last_day = 20000, .reps = 3};
    Day plain = schedule_review(&schedule_default, card, "a", GRADE_GOOD, noon_of(20040), 20040).due_day;
    Day low = plain, high = plain;
    for (unsigned reps = 0; reps < 300; reps++) {
        card.reps = reps;
        CardMemory one = schedule_review(&params, card, "a", GRADE_GOOD, noon_of(20040), 20040);
        CardMemory two = schedule_review(&params, card, "a", GRADE_GOOD, noon_of(20040), 20040);
        assert_int_equal(one.due_day, two.due_day);
        if (one.due_day < low) low = one.due_day;
        if (one.due_day > high) high = one.due_day;
    }
    double spread = 1 + 4.5 * .15 + 13 * .1 + (plain - 20040 - 20) * .05;
    assert_true(low < plain - spread / 2 && high > plain + spread / 2);
    assert_true(low >= plain - spread - 0.5 && high <= plain + spread + 0.5);
    CardMemory brief = {.state = CARD_REVIEW, .stability = 0.5, .difficulty = 9, .last_day = 20040};
    for (brief.reps = 0; brief.reps < 50; brief.reps++)
        assert_int_equal(schedule_review(&params, brief, "a", GRADE_HARD, noon_of(20040), 20040).due_day,
                         20041);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(retrievability_falls_as_published),
        cmocka_unit_test(intervals_follow_the_wanted_retention),
        cmocka_unit_test(stability_grows_and_falls_as_published),
        cmocka_unit_test(the_first_review_sets_memory),
        cmocka_unit_test(six_reviews_give_the_published_memory),
        cmocka_unit_test(reviews_when_due_give_the_published_intervals),
        cmocka_unit_test(learning_takes_one_and_ten_minutes),
        cmocka_unit_test(relearning_takes_ten_minutes_and_hard_half_as_long_again),
        cmocka_unit_test(without_steps_cards_go_straight_to_days),
        cmocka_unit_test(any_history_keeps_memory_in_bounds),
        cmocka_unit_test(a_better_grade_never_comes_back_sooner),
        cmocka_unit_test(a_clock_set_back_counts_as_no_days),
        cmocka_unit_test(a_flight_east_counts_as_no_days),
        cmocka_unit_test(a_review_after_midnight_belongs_to_the_evening),
        cmocka_unit_test(cards_are_due_on_their_day_or_after_their_minutes),
        cmocka_unit_test(bringing_moves_the_due_day_only_and_only_closer),
        cmocka_unit_test(intervals_read_as_people_say_them),
        cmocka_unit_test(fuzz_is_off_and_when_on_belongs_to_card_and_repetition),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
