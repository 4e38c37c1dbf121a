/* Sessions: picked, steered, followed up, summed up, written down. */
#include "toy.h"

static const WallTime noon = {1796212800000, 60}; /* 2026-12-02 13:00 +01:00 */

static Quiz *all_of_toy(Toy *toy, uint64_t seed, const Progress *progress, const Deck *deck)
{
    QuizPlan plan = {.lesson = "toy", .screen = -1, .seed = seed};
    return quiz_new(toy->course, &plan, progress, deck);
}

static const Verdict *answer_rightly(Toy *toy, Quiz *quiz)
{
    const Verdict *verdict = quiz_answer(quiz, draw_right_answer(quiz_draw(quiz), toy->arena), noon, NULL);
    assert_non_null(verdict);
    assert_int_equal(verdict->kind, VERDICT_RIGHT);
    return verdict;
}

/* Goes on to a question. */
static Draw *go_to(Quiz *quiz, const char *id)
{
    while (quiz_draw(quiz) && strcmp(quiz_draw(quiz)->question->id, id) != 0) quiz_next(quiz);
    assert_non_null(quiz_draw(quiz));
    return quiz_draw(quiz);
}

static const char *believe(Toy *toy, Quiz *quiz, const char *idea)
{
    const Draw *draw = quiz_draw(quiz);
    return draw_believer(draw, draw_idea(draw, idea), toy->arena);
}

/* The journal that these lines make, replayed. */
static Progress *replayed(Toy *toy, const StrBuf *lines)
{
    return progress_replay(toy->arena, journal_parse(toy->arena, strbuf_text(lines), lines->len),
                           &schedule_default);
}

static void keep_lines(Quiz *quiz, StrBuf *text)
{
    size_t n = 0;
    const char *const *lines = quiz_lines(quiz, &n);
    for (size_t i = 0; i < n; i++) {
        strbuf_add(text, lines[i]);
        strbuf_add_char(text, '\n');
    }
}

static void predictions_are_left_out(void **state)
{
    Toy *toy = *state;
    Quiz *quiz = all_of_toy(toy, 1, NULL, NULL);
    assert_int_equal(quiz_total(quiz), 10);
    for (; quiz_draw(quiz); quiz_next(quiz))
        assert_int_not_equal(quiz_draw(quiz)->question->kind, QUESTION_PREDICT);
    quiz_free(quiz);
}

static void the_same_seed_asks_the_same(void **state)
{
    Toy *toy = *state;
    Quiz *a = all_of_toy(toy, 5, NULL, NULL), *b = all_of_toy(toy, 5, NULL, NULL);
    for (; quiz_draw(a); quiz_next(a), quiz_next(b)) {
        assert_ptr_equal(quiz_draw(a)->question, quiz_draw(b)->question);
        assert_int_equal(quiz_draw(a)->seed, quiz_draw(b)->seed);
    }
    assert_null(quiz_draw(b));
    quiz_free(a);
    quiz_free(b);
}

static void other_seeds_draw_other_numbers(void **state)
{
    Toy *toy = *state;
    Quiz *a = all_of_toy(toy, 5, NULL, NULL), *b = all_of_toy(toy, 6, NULL, NULL);
    assert_int_not_equal(go_to(a, "toy/weight")->seed, go_to(b, "toy/weight")->seed);
    quiz_free(a);
    quiz_free(b);
}

static void a_count_beyond_all_repeats_drawn_questions_with_other_numbers(void **state)
{
    Toy *toy = *state;
    QuizPlan plan = {.lesson = "toy", .screen = -1, .count = 16, .seed = 1};
    Quiz *quiz = quiz_new(toy->course, &plan, NULL, NULL);
    unsigned n_weights = 0;
    uint32_t seeds[16];
    assert_int_equal(quiz_total(quiz), 16);
    for (; quiz_draw(quiz); quiz_next(quiz)) {
        const Draw *draw = quiz_draw(quiz);
        if (strcmp(draw->question->id, "toy/weight") != 0) continue;
        for (unsigned i = 0; i < n_weights; i++) assert_int_not_equal(seeds[i], draw->seed);
        seeds[n_weights++] = draw->seed;
    }
    assert_true(n_weights >= 3);
    quiz_free(quiz);
}

static void nothing_in_reach_is_an_empty_quiz(void **state)
{
    Toy *toy = *state;
    QuizPlan plans[] = {{.lesson = "no-such", .screen = -1},
                        {.part = "no such part", .screen = -1},
                        {.lesson = "toy", .screen = 7},
                        {.lesson = "toy", .screen = 7, .count = 5}};
    for (size_t i = 0; i < 4; i++) {
        Quiz *quiz = quiz_new(toy->course, &plans[i], NULL, NULL);
        assert_int_equal(quiz_total(quiz), 0);
        assert_null(quiz_draw(quiz));
        assert_null(quiz_answer(quiz, "1", noon, NULL));
        assert_null(quiz_give_up(quiz, noon));
        assert_int_equal(quiz_hint(quiz), 0);
        assert_false(quiz_next(quiz));
        quiz_free(quiz);
    }
    QuizPlan part = {.part = "Toys", .screen = -1};
    Quiz *quiz = quiz_new(toy->course, &part, NULL, NULL);
    assert_int_equal(quiz_total(quiz), QUIZ_DEFAULT_COUNT);
    quiz_free(quiz);
}

static void an_idea_is_followed_by_a_question_that_separates_it(void **state)
{
    Toy *toy = *state;
    for (uint64_t seed = 0; seed < 20; seed++) {
        Quiz *quiz = all_of_toy(toy, seed, NULL, NULL);
        size_t total = quiz_total(quiz);
        const Question *asked = go_to(quiz, "toy/weight")->question;
        const Verdict *verdict = quiz_answer(quiz, believe(toy, quiz, "no-scale"), noon, NULL);
        assert_string_equal(verdict->idea_name, "no-scale");
        assert_true(quiz_follow_up_planned(quiz));
        assert_int_equal(quiz_total(quiz), total + 1);
        assert_true(quiz_next(quiz));
        assert_string_equal(quiz_separates(quiz)->name, "no-scale");
        const Draw *draw = quiz_draw(quiz);
        assert_ptr_not_equal(draw->question, asked);
        assert_true(draw_idea(draw, "no-scale")->is_apart);
        /* Believed again: found again, but not followed again. */
        verdict = quiz_answer(quiz, believe(toy, quiz, "no-scale"), noon, NULL);
        assert_string_equal(verdict->idea_name, "no-scale");
        assert_false(quiz_follow_up_planned(quiz));
        assert_int_equal(quiz_total(quiz), total + 1);
        quiz_free(quiz);
    }
}

static void the_first_verdict_closes_a_question(void **state)
{
    Toy *toy = *state;
    Quiz *quiz = all_of_toy(toy, 1, NULL, NULL);
    go_to(quiz, "toy/sum");
    Diags diags;
    diags_init(&diags, toy->arena);
    assert_null(quiz_answer(quiz, "0,333", noon, &diags)); /* not read: not counted */
    assert_int_equal(quiz_answer(quiz, "0.33", noon, &diags)->kind, VERDICT_COARSE);
    assert_null(quiz_verdict(quiz));
    size_t n = 9;
    quiz_lines(quiz, &n);
    assert_int_equal(n, 0);
    const Verdict *first = quiz_answer(quiz, "0.5", noon, &diags);
    assert_int_equal(first->kind, VERDICT_WRONG);
    assert_ptr_equal(quiz_answer(quiz, "1/3", noon, &diags), first);
    quiz_lines(quiz, &n);
    assert_int_equal(n, 0);
    assert_int_equal(quiz_summary(quiz, toy->arena).n_asked, 1);
    quiz_free(quiz);
}

static void hints_lower_the_points(void **state)
{
    Toy *toy = *state;
    Quiz *quiz = all_of_toy(toy, 1, NULL, NULL);
    go_to(quiz, "toy/weight");
    assert_int_equal(quiz_hints_open(quiz), 0);
    assert_int_equal(quiz_hint(quiz), 1);
    assert_int_equal(quiz_hint(quiz), 2);
    answer_rightly(toy, quiz);
    assert_int_equal(quiz_hint(quiz), 2); /* closed */
    QuizSummary sum = quiz_summary(quiz, toy->arena);
    assert_int_equal(sum.points, 2);
    assert_int_equal(sum.max_points, 4);
    assert_int_equal(sum.n_hints, 2);
    StrBuf text = {0};
    keep_lines(quiz, &text);
    assert_non_null(strstr(strbuf_text(&text), "\"hints\":2"));
    strbuf_free(&text);
    quiz_free(quiz);
}

static void the_ledger_is_written_and_replayed(void **state)
{
    Toy *toy = *state;
    StrBuf text = {0};
    Quiz *quiz = all_of_toy(toy, 1, NULL, NULL);
    go_to(quiz, "toy/output");
    quiz_answer(quiz, believe(toy, quiz, "by-dk"), noon, NULL);
    keep_lines(quiz, &text);
    Progress *progress = replayed(toy, &text);
    assert_true(idea_is_open(progress_idea(progress, "by-dk")));
    assert_int_equal(progress_question(progress, "toy/output")->right, 0);
    quiz_next(quiz);
    answer_rightly(toy, quiz);
    keep_lines(quiz, &text);
    progress = replayed(toy, &text);
    assert_int_equal(progress_idea(progress, "by-dk")->right_since, 1);
    quiz_free(quiz);
    strbuf_free(&text);
}

static void open_ideas_steer_what_is_asked(void **state)
{
    Toy *toy = *state;
    const char *const tests[] = {"by-dk"};
    const char *line = journal_answer_line(toy->arena, "toy/pick", false, "by-dk", tests, 1, 0, noon);
    StrBuf text = {0};
    strbuf_add(&text, line);
    Progress *progress = replayed(toy, &text);
    for (uint64_t seed = 0; seed < 20; seed++) {
        QuizPlan plan = {.lesson = "toy", .screen = -1, .count = 3, .seed = seed};
        Quiz *quiz = quiz_new(toy->course, &plan, progress, NULL);
        assert_string_equal(quiz_draw(quiz)->question->id, "toy/pick"); /* lists it */
        for (; quiz_draw(quiz); quiz_next(quiz)) {
            const Draw *draw = quiz_draw(quiz);
            bool is_edit = draw->kind == QUESTION_INVERSE || draw->kind == QUESTION_BREAK;
            assert_true(is_edit || draw_idea(draw, "by-dk"));
        }
        quiz_free(quiz);
    }
    strbuf_free(&text);
}

static void wrong_and_new_questions_come_before_known_ones(void **state)
{
    Toy *toy = *state;
    StrBuf text = {0};
    for (size_t i = 0; i < toy->lesson->n_questions; i++) {
        const char *id = toy->lesson->questions[i]->id;
        if (strcmp(id, "toy/sum") == 0) continue; /* never asked */
        bool right = strcmp(id, "toy/written") != 0;
        strbuf_printf(&text, "%s\n", journal_answer_line(toy->arena, id, right, NULL, NULL, 0, 0, noon));
    }
    Progress *progress = replayed(toy, &text);
    for (uint64_t seed = 0; seed < 20; seed++) {
        QuizPlan plan = {.lesson = "toy", .screen = -1, .count = 2, .seed = seed};
        Quiz *quiz = quiz_new(toy->course, &plan, progress, NULL);
        go_to(quiz, "toy/sum");
        go_to(quiz, "toy/written");
        quiz_free(quiz);
    }
    strbuf_free(&text);
}

static void the_summary_names_ideas_seen_and_spoken_against(void **state)
{
    Toy *toy = *state;
    Quiz *quiz = all_of_toy(toy, 1, NULL, NULL);
    go_to(quiz, "toy/weight");
    quiz_answer(quiz, believe(toy, quiz, "no-scale"), noon, NULL);
    for (quiz_next(quiz); quiz_draw(quiz); quiz_next(quiz)) answer_rightly(toy, quiz);
    QuizSummary sum = quiz_summary(quiz, toy->arena);
    assert_int_equal(sum.n_right, sum.n_asked - 1);
    assert_string_equal(sum.ideas[0].misconception->name, "no-scale");
    assert_int_equal(sum.ideas[0].seen, 1);
    assert_true(sum.ideas[0].against >= 2);
    for (size_t i = 1; i < sum.n_ideas; i++) assert_true(sum.ideas[i].seen == 0 && sum.ideas[i].against > 0);
    quiz_free(quiz);
}

static void an_idea_brings_the_cards_that_carry_it(void **state)
{
    Toy *toy = *state;
    StrBuf text = {0};
    const char *ids[] = {"toy/why", "toy/order", "toy/names"};
    WallTime earlier = {noon.ms - 86400000, noon.utc_offset_min};
    for (size_t i = 0; i < 3; i++) /* Easy: due in days */
        strbuf_printf(&text, "%s\n", journal_review_line(toy->arena, ids[i], GRADE_EASY, NULL, earlier));
    Progress *progress = replayed(toy, &text);
    Deck *deck = deck_new(toy->course, progress, &schedule_default);
    Quiz *quiz = all_of_toy(toy, 1, progress, deck);
    go_to(quiz, "toy/weight");
    quiz_answer(quiz, believe(toy, quiz, "no-scale"), noon, NULL);
    keep_lines(quiz, &text);
    progress = replayed(toy, &text);
    Day today = day_of(noon);
    assert_int_equal(progress_card(progress, "toy/why")->card.due_day, today);
    assert_true(progress_card(progress, "toy/order")->card.due_day > today);
    assert_true(progress_card(progress, "toy/names")->card.due_day > today);
    quiz_free(quiz);
    deck_free(deck);
    strbuf_free(&text);
}

static void giving_up_counts_as_wrong(void **state)
{
    Toy *toy = *state;
    StrBuf text = {0};
    Quiz *quiz = all_of_toy(toy, 1, NULL, NULL);
    assert_int_equal(quiz_give_up(quiz, noon)->kind, VERDICT_WRONG);
    keep_lines(quiz, &text);
    assert_non_null(strstr(strbuf_text(&text), "\"right\":false"));
    assert_int_equal(quiz_summary(quiz, toy->arena).n_right, 0);
    quiz_free(quiz);
    strbuf_free(&text);
}

static void ideas_from_beside_a_file_come_first_and_override(void **state)
{
    Toy *toy = *state;
    static const char more[] =
        "## no-scale\n\nOther words.\n\n" FENCE "overlay\nz = s\n" FENCE "\n\n## doubled\n\nTwice.\n\n" FENCE
        "overlay\nz = 2 * s / sqrt(dk)\n" FENCE "\n";
    const Misconceptions *before = course_misconceptions(toy->course);
    size_t n = before->count;
    Quiz *quiz = all_of_toy(toy, 1, NULL, NULL);
    course_add_ideas(toy->course, "misconceptions.md", more, strlen(more), &toy->diags);
    const Misconceptions *all = course_misconceptions(toy->course);
    assert_int_equal(toy->diags.count, 0);
    assert_int_equal(all->count, n + 1);
    assert_int_equal(before->count, n);
    assert_string_equal(all->items[0].name, "no-scale");
    assert_string_equal(all->items[0].text.items[0].text, "Other words.");
    assert_string_equal(misconception_find(before, "no-scale")->text.items[0].text,
                        "The scores were not divided by the root of d_k.");
    assert_non_null(misconception_find(all, "doubled"));
    assert_non_null(misconception_find(all, "plain-mean"));
    go_to(quiz, "toy/weight"); /* one that began before goes on */
    quiz_answer(quiz, believe(toy, quiz, "no-scale"), noon, NULL);
    assert_string_equal(quiz_verdict(quiz)->idea_name, "no-scale");
    quiz_free(quiz);
}

static void what_was_missed_is_listed_with_its_idea(void **state)
{
    Toy *toy = *state;
    Quiz *quiz = all_of_toy(toy, 1, NULL, NULL);
    go_to(quiz, "toy/weight");
    quiz_answer(quiz, believe(toy, quiz, "no-scale"), noon, NULL);
    go_to(quiz, "toy/sum");
    answer_rightly(toy, quiz);
    go_to(quiz, "toy/written");
    quiz_give_up(quiz, noon);
    QuizSummary sum = quiz_summary(quiz, toy->arena);
    assert_int_equal(sum.n_missed, 2);
    assert_string_equal(sum.missed[0].question->id, "toy/weight");
    assert_string_equal(sum.missed[0].idea->name, "no-scale");
    assert_string_equal(sum.missed[1].question->id, "toy/written");
    assert_null(sum.missed[1].idea);
    assert_ptr_equal(sum.missed[1].lesson, toy->lesson);
    quiz_free(quiz);
}

static void words_are_told_from_answers(void **state)
{
    (void)state;
    assert_int_equal(quiz_word("hint"), QUIZ_HINT);
    assert_int_equal(quiz_word("  Give Up \r\n"), QUIZ_GIVE_UP);
    assert_int_equal(quiz_word("WHY"), QUIZ_WHY);
    assert_int_equal(quiz_word("skip"), QUIZ_SKIP);
    assert_int_equal(quiz_word("?"), QUIZ_HELP);
    assert_int_equal(quiz_word("q"), QUIZ_ANSWER); /* the name of a query */
    const char *answers[] = {"",        " ",    "hint 2", "hints",   "b",     "0.5",
                             "q = [1]", "none", "true",   "giveups", "stop 1"};
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++)
        assert_int_equal(quiz_word(answers[i]), QUIZ_ANSWER);
}

int main(void)
{
#define WITH_TOY(f) cmocka_unit_test_setup_teardown(f, toy_setup, toy_teardown)
    const struct CMUnitTest tests[] = {
        WITH_TOY(predictions_are_left_out),
        WITH_TOY(the_same_seed_asks_the_same),
        WITH_TOY(other_seeds_draw_other_numbers),
        WITH_TOY(a_count_beyond_all_repeats_drawn_questions_with_other_numbers),
        WITH_TOY(nothing_in_reach_is_an_empty_quiz),
        WITH_TOY(an_idea_is_followed_by_a_question_that_separates_it),
        WITH_TOY(the_first_verdict_closes_a_question),
        WITH_TOY(hints_lower_the_points),
        WITH_TOY(the_ledger_is_written_and_replayed),
        WITH_TOY(open_ideas_steer_what_is_asked),
        WITH_TOY(wrong_and_new_questions_come_before_known_ones),
        WITH_TOY(the_summary_names_ideas_seen_and_spoken_against),
        WITH_TOY(an_idea_brings_the_cards_that_carry_it),
        WITH_TOY(giving_up_counts_as_wrong),
        WITH_TOY(ideas_from_beside_a_file_come_first_and_override),
        WITH_TOY(what_was_missed_is_listed_with_its_idea),
        WITH_TOY(words_are_told_from_answers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
