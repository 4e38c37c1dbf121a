/* Cards: faces, sittings, undo, cram, export. */
#include "toy.h"

static const WallTime noon = {1796212800000, 60}; /* 2026-12-02 13:00 +01:00 */
static const int64_t minute = 60000, day_ms = 86400000;

static WallTime later(WallTime from, int64_t ms)
{
    return (WallTime){from.ms + ms, from.utc_offset_min};
}

static Progress *replayed(Toy *toy, const StrBuf *lines)
{
    return progress_replay(toy->arena, journal_parse(toy->arena, strbuf_text(lines), lines->len),
                           &schedule_default);
}

static void note(StrBuf *text, const char *line)
{
    assert_non_null(line);
    strbuf_printf(text, "%s\n", line);
}

static const char *shown_id(Sitting *sitting, WallTime now)
{
    const Face *face = sitting_face(sitting, now);
    return face ? face->card->card->id : NULL;
}

static void a_new_deck_has_every_card_in_order(void **state)
{
    Toy *toy = *state;
    Deck *deck = deck_new(toy->course, NULL, &schedule_default);
    assert_int_equal(deck_count(deck), 3);
    assert_string_equal(deck_card(deck, 0)->card->id, "toy/why");
    assert_int_equal(deck_card(deck, 0)->memory.state, CARD_NEW);
    assert_ptr_equal(deck_find(deck, "toy/names"), deck_card(deck, 2));
    assert_null(deck_find(deck, "toy/none"));
    deck_free(deck);
}

static void faces_are_drawn_anew_and_render(void **state)
{
    Toy *toy = *state;
    Deck *deck = deck_new(toy->course, NULL, &schedule_default);
    char *last = NULL;
    unsigned same = 0;
    for (unsigned i = 0; i < 200; i++) {
        Face *face = face_new(deck_card(deck, 0), i), *again = face_new(deck_card(deck, 0), i);
        char *front = face_front_text(face, toy->arena), *back = face_back_text(face, toy->arena);
        assert_string_equal(front, face_front_text(again, toy->arena));
        assert_null(strchr(front + strlen("With q ="), '{'));
        assert_non_null(strstr(front, "With q = ["));
        assert_non_null(strstr(back, "for the root of 4 is 2.00."));
        assert_null(strchr(back, '?'));
        same += last && strcmp(front, last) == 0;
        last = front;
        face_free(face);
        face_free(again);
    }
    assert_true(same < 10);
    deck_free(deck);
}

static void a_cloze_hides_one_part_after_the_other(void **state)
{
    Toy *toy = *state;
    Deck *deck = deck_new(toy->course, NULL, &schedule_default);
    const char *fronts[] = {"Score, […], softmax, blend.", "Score, scale, softmax, […]."};
    for (unsigned i = 0; i < 4; i++) {
        Face *face = face_new(deck_find(deck, "toy/order"), i);
        assert_string_equal(face_front_text(face, toy->arena), fronts[i % 2]);
        assert_string_equal(face_back_text(face, toy->arena), "Score, scale, softmax, blend.");
        unsigned n_bold = 0;
        for (size_t k = 0; k < face->back->count; k++) n_bold += face->back->items[k].kind == INLINE_STRONG;
        assert_int_equal(n_bold, 1);
        face_free(face);
    }
    deck_free(deck);
}

static void each_grade_tells_its_interval(void **state)
{
    Toy *toy = *state;
    Deck *deck = deck_new(toy->course, NULL, &schedule_default);
    Sitting *sitting = sitting_new(deck, &(SittingPlan){.new_limit = -1}, noon);
    const char *intervals[4];
    sitting_intervals(sitting, noon, toy->arena, intervals);
    assert_string_equal(intervals[0], ""); /* no card is shown yet */
    assert_non_null(sitting_face(sitting, noon));
    sitting_intervals(sitting, noon, toy->arena, intervals);
    assert_string_equal(intervals[0], "1 min");
    assert_string_equal(intervals[1], "6 min");
    assert_string_equal(intervals[2], "10 min");
    assert_string_equal(intervals[3], "8 days");
    sitting_free(sitting);
    deck_free(deck);
}

static void learning_cards_come_back_within_the_sitting(void **state)
{
    Toy *toy = *state;
    Deck *deck = deck_new(toy->course, NULL, &schedule_default);
    Sitting *sitting = sitting_new(deck, &(SittingPlan){.new_limit = -1}, noon);
    StrBuf text = {0};
    WallTime now = noon;
    unsigned shown = 0;
    for (; shown_id(sitting, now) && shown < 100; shown++) {
        note(&text, sitting_grade(sitting, GRADE_GOOD, now));
        now = later(now, minute);
    }
    assert_int_equal(shown, 6); /* each of the three twice: 10 minutes ahead counts as now */
    SittingCounts counts = sitting_counts(sitting);
    assert_true(counts.due == 0 && counts.learning == 0 && counts.fresh == 0 && counts.done == 6);
    assert_true(sitting_wait(sitting, now) == -1);
    /* The deck is what the journal says. */
    Progress *progress = replayed(toy, &text);
    for (size_t i = 0; i < deck_count(deck); i++) {
        const DeckCard *card = deck_card(deck, i);
        const CardHistory *history = progress_card(progress, card->card->id);
        assert_memory_equal(&history->card.stability, &card->memory.stability, sizeof(double));
        assert_int_equal(history->card.due_day, card->memory.due_day);
        assert_int_equal(history->card.state, CARD_REVIEW);
        assert_int_equal(history->first_day, card->first_day);
        assert_int_equal(history->first_day, day_of(noon));
    }
    sitting_free(sitting);
    deck_free(deck);
    strbuf_free(&text);
}

static void longer_steps_are_waited_for(void **state)
{
    Toy *toy = *state;
    ScheduleParams params = schedule_default;
    params.learning_min[0] = 60;
    Deck *deck = deck_new(toy->course, NULL, &params);
    Sitting *sitting = sitting_new(deck, &(SittingPlan){.new_limit = 1}, noon);
    assert_non_null(sitting_face(sitting, noon));
    sitting_grade(sitting, GRADE_AGAIN, noon);
    assert_null(sitting_face(sitting, noon));
    assert_true(sitting_wait(sitting, noon) == 60 * minute);
    assert_non_null(sitting_face(sitting, later(noon, 45 * minute)));
    sitting_free(sitting);
    deck_free(deck);
}

static void new_cards_keep_to_the_days_limit(void **state)
{
    Toy *toy = *state;
    Deck *deck = deck_new(toy->course, NULL, &schedule_default);
    Sitting *sitting = sitting_new(deck, &(SittingPlan){.new_limit = 2}, noon);
    assert_int_equal(sitting_counts(sitting).fresh, 2);
    for (int i = 0; i < 2; i++) {
        assert_non_null(sitting_face(sitting, noon));
        sitting_grade(sitting, GRADE_EASY, noon);
    }
    assert_null(sitting_face(sitting, noon));
    sitting_free(sitting);
    /* A second sitting of that day adds none; the next day does. */
    sitting = sitting_new(deck, &(SittingPlan){.new_limit = 2}, later(noon, 5 * minute));
    assert_null(sitting_face(sitting, later(noon, 5 * minute)));
    sitting_free(sitting);
    sitting = sitting_new(deck, &(SittingPlan){.new_limit = 2}, later(noon, day_ms));
    assert_string_equal(shown_id(sitting, later(noon, day_ms)), "toy/names");
    sitting_free(sitting);
    deck_free(deck);
}

static void due_cards_come_before_new_ones(void **state)
{
    Toy *toy = *state;
    StrBuf text = {0};
    note(&text, journal_review_line(toy->arena, "toy/names", GRADE_EASY, NULL, later(noon, -10 * day_ms)));
    note(&text, journal_review_line(toy->arena, "toy/order", GRADE_EASY, NULL, later(noon, -30 * day_ms)));
    Deck *deck = deck_new(toy->course, replayed(toy, &text), &schedule_default);
    Sitting *sitting = sitting_new(deck, &(SittingPlan){.new_limit = -1}, noon);
    assert_int_equal(sitting_counts(sitting).due, 2);
    const char *order[] = {"toy/order", "toy/names", "toy/why"}; /* least likely recalled first */
    for (int i = 0; i < 3; i++) {
        assert_string_equal(shown_id(sitting, noon), order[i]);
        sitting_grade(sitting, GRADE_EASY, noon);
    }
    sitting_free(sitting);
    deck_free(deck);
    strbuf_free(&text);
}

static void a_card_that_no_lesson_has_any_more_is_not_due(void **state)
{
    Toy *toy = *state;
    StrBuf text = {0};
    note(&text, journal_review_line(toy->arena, "toy/gone", GRADE_EASY, NULL, later(noon, -30 * day_ms)));
    note(&text, journal_review_line(toy->arena, "toy/also-gone", GRADE_EASY, NULL, noon));
    note(&text, journal_bring_line(toy->arena, "elsewhere/gone", day_of(noon), noon));
    DeckGlance glance = deck_glance(toy->course, replayed(toy, &text), NULL, noon);
    assert_int_equal(glance.due, 0);
    assert_int_equal(glance.new_today, 3);
    static const char *const ids[] = {"indexed/known"};
    static const LibraryEntry entry = {.id = "indexed", .n_cards = 1, .card_ids = ids};
    Course *course = course_new(&(Library){&entry, 1, "", ""}); /* told from the index, without parsing */
    assert_true(course_has_card(course, "indexed/known"));
    assert_false(course_has_card(course, "indexed/gone"));
    course_free(course);
    strbuf_free(&text);
}

static const char number_lesson[] =
    "---\ntitle: Numbers\npart: Toys\norder: 2\nlevel: first steps\nneeds: []\nsources:\n  - None\n---\n"
    "\n## What is asked?\n\n" FENCE "live\nx = [1, 2]\nthird = x[0] / 3\nm = mean(x)\n" FENCE "\n\n" FENCE
    "card numbers/third\nfront: One by three?\nback: About {third:.3f}.\n" FENCE "\n\n" FENCE
    "card numbers/drawn\ndraw: x = randint(1, 9, 2, seed=draw_seed)\nfront: The mean of {x:d}?\nback: "
    "{m:.1f}\n" FENCE "\n\n" FENCE "card numbers/both\nfront: Both?\nback: {third:.3f} and {m:.1f}.\n" FENCE
    "\n\n" FENCE "card numbers/array\nfront: All?\nback: {x:d}\n" FENCE "\n\n" FENCE
    "card numbers/words\nfront: Words?\nback: None.\n" FENCE "\n";

static Grade judged(Toy *toy, const Deck *deck, const char *id, const char *answer)
{
    Face *face = face_new(deck_find(deck, id), 3);
    FaceVerdict verdict = {0};
    bool is_read = face_judge(face, answer, toy->arena, &verdict, &toy->diags);
    face_free(face);
    return is_read ? verdict.suggested : 0;
}

static void a_typed_number_is_judged_at_the_digits_shown(void **state)
{
    Toy *toy = *state;
    course_add(toy->course, "numbers.md", number_lesson, strlen(number_lesson), &toy->diags);
    assert_int_equal(toy->diags.errors, 0);
    Deck *deck = deck_new(toy->course, NULL, &schedule_default);
    static const struct {
        const char *answer;
        Grade grade;
    } thirds[] = {{"0.333", GRADE_GOOD},
                  {"1/3", GRADE_GOOD},
                  {"33.3 %", GRADE_GOOD},
                  {" 0.33 ", GRADE_GOOD},
                  {"0.3", GRADE_HARD},
                  {"0.34", GRADE_AGAIN},
                  {"1", GRADE_AGAIN},
                  {"x[0] / 3", GRADE_GOOD},
                  {"", 0},
                  {"a third", 0},
                  {"third", 0},
                  {"0,333", 0}};
    for (size_t i = 0; i < sizeof thirds / sizeof *thirds; i++)
        assert_int_equal(judged(toy, deck, "numbers/third", thirds[i].answer), thirds[i].grade);
    assert_int_equal(judged(toy, deck, "numbers/drawn", "(x[0] + x[1]) / 2"), GRADE_GOOD); /* of this draw */
    for (const char *const *id =
             (const char *const[]){"numbers/both", "numbers/array", "numbers/words", "toy/order", NULL};
         *id; id++)
        assert_int_equal(judged(toy, deck, *id, "1"), 0);
    deck_free(deck);
}

static void a_suspended_card_is_asked_again_when_it_is_resumed(void **state)
{
    Toy *toy = *state;
    StrBuf text = {0};
    bool undone;
    Deck *deck = deck_new(toy->course, NULL, &schedule_default);
    Sitting *sitting = sitting_new(deck, &(SittingPlan){.new_limit = -1}, noon);
    assert_string_equal(shown_id(sitting, noon), "toy/why");
    assert_null(sitting_resume(sitting, 0, noon)); /* it is not suspended */
    note(&text, sitting_suspend(sitting, noon));
    assert_string_equal(shown_id(sitting, noon), "toy/order");
    note(&text, sitting_resume(sitting, 0, noon));
    assert_string_equal(shown_id(sitting, noon), "toy/order"); /* the shown one stays */
    assert_false(progress_card(replayed(toy, &text), "toy/why")->is_suspended);
    note(&text, sitting_undo(sitting, noon, &undone));
    assert_true(undone && deck_card(deck, 0)->is_suspended);
    assert_true(progress_card(replayed(toy, &text), "toy/why")->is_suspended);
    note(&text, sitting_undo(sitting, noon, &undone));
    assert_string_equal(shown_id(sitting, noon), "toy/why");
    sitting_free(sitting);
    deck_free(deck);
    strbuf_free(&text);
}

static void a_summary_counts_grades_and_tells_what_comes_next(void **state)
{
    Toy *toy = *state;
    bool undone;
    Deck *deck = deck_new(toy->course, NULL, &schedule_default);
    Sitting *sitting = sitting_new(deck, &(SittingPlan){.new_limit = -1}, noon);
    SittingSummary summary = sitting_summary(sitting, noon);
    assert_string_equal(sitting_done_text(&summary, toy->arena), "0 cards.");
    assert_string_equal(sitting_next_text(&summary, noon, toy->arena), "3 new ones wait.");
    const Grade grades[] = {GRADE_EASY, GRADE_GOOD, GRADE_EASY};
    for (int i = 0; i < 3; i++) {
        assert_non_null(sitting_face(sitting, noon));
        sitting_grade(sitting, grades[i], noon);
    }
    summary = sitting_summary(sitting, noon);
    assert_string_equal(sitting_done_text(&summary, toy->arena), "3 cards: 1 good, 2 easy.");
    assert_string_equal(sitting_next_text(&summary, noon, toy->arena), "Next: 1 card in 10 min.");
    assert_non_null(sitting_face(sitting, noon)); /* the one in its steps */
    sitting_grade(sitting, GRADE_EASY, noon);
    summary = sitting_summary(sitting, noon);
    Day first =
        deck_find(deck, "toy/order")->memory.due_day; /* learned in two steps: sooner than the easy ones */
    assert_true(first < deck_find(deck, "toy/why")->memory.due_day);
    assert_string_equal(sitting_next_text(&summary, noon, toy->arena),
                        arena_printf(toy->arena, "Next: 1 card on %s.", day_text(toy->arena, first)));
    sitting_undo(sitting, noon, &undone);
    summary = sitting_summary(sitting, noon);
    assert_string_equal(sitting_done_text(&summary, toy->arena), "3 cards: 1 good, 2 easy.");
    sitting_free(sitting);
    deck_free(deck);
}

static void undo_restores_the_card_and_the_journal(void **state)
{
    Toy *toy = *state;
    StrBuf text = {0};
    Deck *deck = deck_new(toy->course, NULL, &schedule_default);
    Sitting *sitting = sitting_new(deck, &(SittingPlan){.new_limit = -1}, noon);
    bool undone = true;
    assert_null(sitting_undo(sitting, noon, &undone));
    assert_false(undone);
    assert_string_equal(shown_id(sitting, noon), "toy/why");
    char *front = face_front_text(sitting_face(sitting, noon), toy->arena);
    note(&text, sitting_grade(sitting, GRADE_EASY, noon));
    assert_string_equal(shown_id(sitting, noon), "toy/order");
    note(&text, sitting_suspend(sitting, noon));
    assert_string_equal(shown_id(sitting, noon), "toy/names");
    note(&text, sitting_undo(sitting, noon, &undone));
    assert_true(undone);
    assert_string_equal(shown_id(sitting, noon), "toy/order");
    assert_false(deck_find(deck, "toy/order")->is_suspended);
    note(&text, sitting_undo(sitting, noon, &undone));
    assert_string_equal(shown_id(sitting, noon), "toy/why");
    assert_string_equal(face_front_text(sitting_face(sitting, noon), toy->arena),
                        front); /* the same numbers */
    assert_int_equal(deck_find(deck, "toy/why")->memory.state, CARD_NEW);
    assert_int_equal(sitting_counts(sitting).done, 0);
    assert_null(sitting_undo(sitting, noon, &undone));
    assert_false(undone);
    Progress *progress = replayed(toy, &text);
    assert_int_equal(progress->n_cards, 0);
    sitting_free(sitting);
    deck_free(deck);
    strbuf_free(&text);
}

static void suspended_cards_are_not_asked(void **state)
{
    Toy *toy = *state;
    StrBuf text = {0};
    Deck *deck = deck_new(toy->course, NULL, &schedule_default);
    Sitting *sitting = sitting_new(deck, &(SittingPlan){.new_limit = -1}, noon);
    sitting_face(sitting, noon);
    note(&text, sitting_suspend(sitting, noon));
    assert_string_not_equal(shown_id(sitting, noon), "toy/why");
    sitting_free(sitting);
    deck_free(deck);
    deck = deck_new(toy->course, replayed(toy, &text), &schedule_default);
    assert_true(deck_find(deck, "toy/why")->is_suspended);
    sitting = sitting_new(deck, &(SittingPlan){.is_cram = true}, noon);
    assert_int_equal(sitting_counts(sitting).due, 2);
    sitting_free(sitting);
    deck_free(deck);
    strbuf_free(&text);
}

static void cram_leaves_the_schedule_alone(void **state)
{
    Toy *toy = *state;
    Deck *deck = deck_new(toy->course, NULL, &schedule_default);
    Sitting *sitting = sitting_new(deck, &(SittingPlan){.is_cram = true, .seed = 3}, noon);
    const char *first = shown_id(sitting, noon), *intervals[4];
    sitting_intervals(sitting, noon, toy->arena, intervals);
    assert_string_equal(intervals[0], "again");
    assert_string_equal(intervals[3], "known");
    assert_null(sitting_grade(sitting, GRADE_AGAIN, noon)); /* comes once more */
    assert_int_equal(sitting_counts(sitting).due, 3);
    for (int i = 0; i < 2; i++) {
        assert_string_not_equal(shown_id(sitting, noon), first);
        assert_null(sitting_grade(sitting, GRADE_GOOD, noon));
    }
    assert_string_equal(shown_id(sitting, noon), first);
    bool undone;
    assert_null(sitting_undo(sitting, noon, &undone));
    assert_true(undone);
    assert_string_not_equal(shown_id(sitting, noon), first);
    sitting_grade(sitting, GRADE_GOOD, noon);
    sitting_face(sitting, noon);
    sitting_grade(sitting, GRADE_EASY, noon);
    assert_null(sitting_face(sitting, noon));
    assert_true(sitting_wait(sitting, noon) == -1);
    for (size_t i = 0; i < 3; i++) assert_int_equal(deck_card(deck, i)->memory.reps, 0);
    sitting_free(sitting);
    deck_free(deck);
}

static void undoing_an_again_of_cram_takes_it_off_the_end(void **state)
{
    Toy *toy = *state;
    Deck *deck = deck_new(toy->course, NULL, &schedule_default);
    Sitting *sitting = sitting_new(deck, &(SittingPlan){.is_cram = true, .seed = 3}, noon);
    const char *first = shown_id(sitting, noon);
    bool undone;
    sitting_grade(sitting, GRADE_AGAIN, noon);
    sitting_undo(sitting, noon, &undone);
    assert_int_equal(sitting_counts(sitting).due, 3);
    assert_string_equal(shown_id(sitting, noon), first);
    sitting_grade(sitting, GRADE_GOOD, noon);
    assert_int_equal(sitting_counts(sitting).due, 2);
    sitting_free(sitting);
    deck_free(deck);
}

static void a_lesson_out_of_reach_deals_nothing(void **state)
{
    Toy *toy = *state;
    Deck *deck = deck_new(toy->course, NULL, &schedule_default);
    SittingPlan plans[] = {{.lesson = "other", .new_limit = -1},
                           {.part = "Other", .new_limit = -1},
                           {.lesson = "other", .is_cram = true},
                           {.new_limit = 0}};
    for (size_t i = 0; i < 4; i++) {
        Sitting *sitting = sitting_new(deck, &plans[i], noon);
        assert_null(sitting_face(sitting, noon));
        assert_null(sitting_grade(sitting, GRADE_GOOD, noon));
        assert_null(sitting_suspend(sitting, noon));
        sitting_free(sitting);
    }
    Sitting *sitting = sitting_new(deck, &(SittingPlan){.part = "Toys", .new_limit = -1}, noon);
    assert_non_null(sitting_face(sitting, noon));
    sitting_free(sitting);
    deck_free(deck);
}

static void a_glance_agrees_with_a_sitting(void **state)
{
    Toy *toy = *state;
    StrBuf text = {0};
    note(&text, journal_review_line(toy->arena, "toy/names", GRADE_EASY, NULL, later(noon, -10 * day_ms)));
    note(&text, journal_bring_line(toy->arena, "toy/order", day_of(noon), noon));
    note(&text, journal_suspend_line(toy->arena, "toy/why", true, noon));
    note(&text, journal_review_line(toy->arena, "gone/card", GRADE_EASY, NULL, later(noon, -30 * day_ms)));
    Progress *progress = replayed(toy, &text);
    DeckGlance glance = deck_glance(toy->course, progress, NULL, noon);
    Deck *deck = deck_new(toy->course, progress, &schedule_default);
    Sitting *sitting = sitting_new(deck, &(SittingPlan){.new_limit = -1}, noon);
    SittingCounts counts = sitting_counts(sitting);
    assert_int_equal(glance.due, 2);
    assert_int_equal(glance.due, counts.due);
    assert_int_equal(glance.new_today, counts.fresh);
    assert_int_equal(deck_glance(toy->course, progress, "toy", noon).due, 2);
    assert_int_equal(deck_glance(toy->course, progress, "other", noon).due, 0);
    glance = deck_glance(toy->course, NULL, NULL, noon);
    assert_true(glance.due == 0 && glance.new_today == 3);
    sitting_free(sitting);
    deck_free(deck);
    strbuf_free(&text);
}

static void cards_carry_ideas_that_change_their_numbers(void **state)
{
    Toy *toy = *state;
    Deck *deck = deck_new(toy->course, NULL, &schedule_default);
    size_t indices[3];
    assert_int_equal(deck_carriers(deck, "no-scale", indices, 3), 1);
    assert_int_equal(indices[0], 0);
    assert_int_equal(deck_carriers(deck, "by-dk", indices, 3), 2);
    assert_int_equal(indices[1], 1); /* names it */
    assert_int_equal(deck_carriers(deck, "of-another-lesson", indices, 3), 0);
    assert_int_equal(deck_carriers(deck, "unknown", indices, 3), 0);
    deck_free(deck);
}

static void anki_gets_header_fields_and_one_line_a_card(void **state)
{
    Toy *toy = *state;
    Deck *deck = deck_new(toy->course, NULL, &schedule_default);
    char *text = deck_anki(deck, toy->arena);
    assert_non_null(strstr(text, "#separator:tab\n#html:true\n#guid column:1\n#notetype column:2\n"));
    assert_non_null(strstr(text, "\ntoy/order\tCloze\theed::Toy\theed toy\t"
                                 "Score, {{c1::scale}}, softmax, {{c2::blend}}.\t\n"));
    assert_non_null(strstr(text, "\ntoy/names\tBasic\theed::Toy\theed toy\tWhat do <i>rows</i> of K &amp; V "
                                 "&lt;hold&gt;?\tOne <b>key</b> and one value each.\n"));
    size_t n_lines = 0, n_tabs = 0;
    for (char *c = text; *c; c++) {
        n_lines += *c == '\n';
        n_tabs += *c == '\t';
    }
    assert_int_equal(n_lines, 6 + 3);
    assert_int_equal(n_tabs, 3 * 5);
    deck_free(deck);
}

int main(void)
{
#define WITH_TOY(f) cmocka_unit_test_setup_teardown(f, toy_setup, toy_teardown)
    const struct CMUnitTest tests[] = {
        WITH_TOY(a_new_deck_has_every_card_in_order),
        WITH_TOY(faces_are_drawn_anew_and_render),
        WITH_TOY(a_cloze_hides_one_part_after_the_other),
        WITH_TOY(each_grade_tells_its_interval),
        WITH_TOY(learning_cards_come_back_within_the_sitting),
        WITH_TOY(longer_steps_are_waited_for),
        WITH_TOY(new_cards_keep_to_the_days_limit),
        WITH_TOY(due_cards_come_before_new_ones),
        WITH_TOY(a_card_that_no_lesson_has_any_more_is_not_due),
        WITH_TOY(a_typed_number_is_judged_at_the_digits_shown),
        WITH_TOY(a_suspended_card_is_asked_again_when_it_is_resumed),
        WITH_TOY(a_summary_counts_grades_and_tells_what_comes_next),
        WITH_TOY(undo_restores_the_card_and_the_journal),
        WITH_TOY(suspended_cards_are_not_asked),
        WITH_TOY(cram_leaves_the_schedule_alone),
        WITH_TOY(undoing_an_again_of_cram_takes_it_off_the_end),
        WITH_TOY(a_lesson_out_of_reach_deals_nothing),
        WITH_TOY(a_glance_agrees_with_a_sitting),
        WITH_TOY(cards_carry_ideas_that_change_their_numbers),
        WITH_TOY(anki_gets_header_fields_and_one_line_a_card),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
