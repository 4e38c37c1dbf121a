/* Where the student stands: counts over the deck and the journal. */
#include "heed/standing.h"
#include "toy.h"

static const WallTime noon = {1796212800000, 60}; /* 2026-12-02 13:00 +01:00 */
static const int64_t day_ms = 86400000;

static const int steps[] = {3, 4};
static const LibraryEntry entries[] = {
    {.id = "toy", .title = "Toy", .part = "Toys", .order = 1, .n_screens = 2, .steps = steps, .n_cards = 3}};
static const Library library = {.entries = entries, .count = 1};

typedef struct Told {
    StrBuf lines;
    Deck *deck;
    Standing *standing;
} Told;

static WallTime later(int64_t ms)
{
    return (WallTime){noon.ms + ms, noon.utc_offset_min};
}

static void note(Told *told, const char *line)
{
    strbuf_printf(&told->lines, "%s\n", line);
}

static const Standing *stand(Toy *toy, Told *told)
{
    const Journal *journal = journal_parse(toy->arena, strbuf_text(&told->lines), told->lines.len);
    const Progress *progress = progress_replay(toy->arena, journal, &schedule_default);
    told->deck = deck_new(toy->course, progress, &schedule_default);
    told->standing = standing_new(toy->arena, &library, toy->course, told->deck, progress, noon);
    return told->standing;
}

static void forget(Told *told)
{
    deck_free(told->deck);
    strbuf_free(&told->lines);
}

static void before_anything_was_done_all_is_new(void **state)
{
    Told told = {0};
    const Standing *s = stand(*state, &told);
    assert_int_equal(s->n_cards, 3);
    assert_int_equal(s->by_state[CARD_NEW], 3);
    assert_int_equal(s->due, 0);
    assert_int_equal(s->new_today, 3);
    assert_int_equal(s->streak + s->n_days + s->n_ideas + s->forecast[0] + s->due_later, 0);
    assert_null(s->lessons[0].place);
    assert_int_equal(s->lessons[0].n_steps, 7);
    assert_int_equal(s->lessons[0].steps_done, 0);
    forget(&told);
}

static void places_count_screens_and_steps_even_of_a_longer_lesson(void **state)
{
    Toy *toy = *state;
    Told told = {0};
    note(&told, journal_place_line(toy->arena, "toy", 1, 1, later(-day_ms)));
    note(&told, journal_place_line(toy->arena, "toy", 0, 0, noon));
    const Standing *s = stand(toy, &told);
    assert_int_equal(s->lessons[0].screens_done, 2);
    assert_int_equal(s->lessons[0].steps_done, 5); /* what was reached, not where the student is now */
    assert_int_equal(s->streak, 2);
    forget(&told);
    told = (Told){0};
    note(&told, journal_place_line(toy->arena, "toy", 9, 9, noon));
    s = stand(toy, &told);
    assert_int_equal(s->lessons[0].screens_done, 2);
    assert_int_equal(s->lessons[0].steps_done, 7);
    forget(&told);
}

static void the_forecast_holds_each_reviewed_card_once(void **state)
{
    Toy *toy = *state;
    Told told = {0};
    note(&told, journal_review_line(toy->arena, "toy/why", GRADE_EASY, NULL, noon)); /* 8 days */
    note(&told,
         journal_review_line(toy->arena, "toy/order", GRADE_EASY, NULL, later(-20 * day_ms))); /* overdue */
    note(&told, journal_review_line(toy->arena, "toy/names", GRADE_AGAIN, NULL, noon)); /* in its steps */
    note(&told, journal_review_line(toy->arena, "toy/ghost", GRADE_EASY, NULL, later(-20 * day_ms)));
    const Standing *s = stand(toy, &told);
    assert_int_equal(s->forecast[0], 2);
    assert_int_equal(s->forecast[8], 1);
    assert_int_equal(s->due_later, 0);
    assert_int_equal(s->due, 1); /* the card that no lesson has any more is not asked */
    assert_int_equal(s->lessons[0].due, 1);
    assert_string_equal(card_due_text(toy->arena, &deck_find(told.deck, "toy/why")->memory, noon),
                        "2026-12-10");
    assert_string_equal(card_due_text(toy->arena, &deck_find(told.deck, "toy/names")->memory, noon),
                        "2026-12-02T13:01:00+01:00");
    forget(&told);
}

static void suspended_cards_fall_due_nowhere(void **state)
{
    Toy *toy = *state;
    Told told = {0};
    note(&told, journal_review_line(toy->arena, "toy/order", GRADE_EASY, NULL, later(-20 * day_ms)));
    note(&told, journal_suspend_line(toy->arena, "toy/order", true, noon));
    note(&told, journal_suspend_line(toy->arena, "toy/why", true, noon));
    const Standing *s = stand(toy, &told);
    assert_int_equal(s->n_suspended, 2);
    assert_int_equal(s->due + s->forecast[0] + s->due_later, 0);
    assert_int_equal(s->new_today, 1);
    forget(&told);
}

static void a_day_brings_only_so_many_new_cards(void **state)
{
    Toy *toy = *state;
    Told told = {0};
    note(&told, journal_review_line(toy->arena, "toy/why", GRADE_EASY, NULL, noon));
    assert_int_equal(stand(toy, &told)->new_today, 2); /* of ten a day, two are left in the deck */
    forget(&told);
}

static void open_ideas_come_before_settled_ones(void **state)
{
    Toy *toy = *state;
    Told told = {0};
    const char *tests[] = {"no-scale"};
    note(&told, journal_answer_line(toy->arena, "toy/weight", false, "no-scale", NULL, 0, 0, noon));
    note(&told,
         journal_answer_line(toy->arena, "toy/weight", false, "forgotten", NULL, 0, 0, later(-day_ms)));
    note(&told, journal_answer_line(toy->arena, "toy/weight", false, "by-dk", NULL, 0, 0, later(-day_ms)));
    note(&told, journal_answer_line(toy->arena, "toy/weight", true, NULL, tests, 1, 0, noon));
    note(&told, journal_answer_line(toy->arena, "toy/weight", true, NULL, tests, 1, 0, noon));
    const Standing *s = stand(toy, &told);
    assert_int_equal(s->n_ideas, 3);
    assert_string_equal(s->ideas[0].history->name, "by-dk");
    assert_string_equal(s->ideas[1].history->name, "forgotten");
    assert_null(s->ideas[1].misconception); /* heed knows it no more, the journal does */
    assert_string_equal(s->ideas[2].history->name, "no-scale");
    assert_true(s->ideas[0].is_open && !s->ideas[2].is_open);
    forget(&told);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(before_anything_was_done_all_is_new),
        cmocka_unit_test(places_count_screens_and_steps_even_of_a_longer_lesson),
        cmocka_unit_test(the_forecast_holds_each_reviewed_card_once),
        cmocka_unit_test(suspended_cards_fall_due_nowhere),
        cmocka_unit_test(a_day_brings_only_so_many_new_cards),
        cmocka_unit_test(open_ideas_come_before_settled_ones),
    };
    return cmocka_run_group_tests(tests, toy_setup, toy_teardown);
}
