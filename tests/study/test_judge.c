/* Judging: what is right, what is near, which idea it was, where a slip lies. */
#include "toy.h"

#include <math.h>
#include <stdio.h>

static VerdictKind kind_of(Toy *toy, Draw *draw, const char *answer)
{
    const Verdict *verdict = draw_judge(draw, answer, &toy->diags);
    if (!verdict) fail_msg("'%s' could not be read: %s", answer, diags_format(toy->arena, &toy->diags));
    return verdict->kind;
}

/* The code of the diagnostic that this answer gets. */
static const char *refusal(Toy *toy, Draw *draw, const char *answer)
{
    size_t before = toy->diags.count;
    const Verdict *verdict = draw_judge(draw, answer, &toy->diags);
    if (verdict) fail_msg("'%s' was taken as %s", answer, verdict->said);
    assert_int_equal(toy->diags.count, before + 1);
    return toy->diags.items[before].code;
}

static void one_third_is_right_in_every_form(void **state)
{
    Toy *toy = *state;
    Draw *draw = toy_draw(toy, "toy/sum", 0);
    const char *right[] = {"1/3",    "0.3333",    "0.333",    ".3333",      "33.33 %",     "33.33%",
                           "33.3 %", " 1 / 3 ",   "2/6",      "exp(0) / 3", "0.333333333", "+0.3333",
                           "1e0/3",  "sqrt(1/9)", "q[0] / 3", "3333e-4",    "dk / 12"};
    for (size_t i = 0; i < sizeof right / sizeof right[0]; i++)
        if (kind_of(toy, draw, right[i]) != VERDICT_RIGHT) fail_msg("%s is refused", right[i]);
    const char *wrong[] = {"0.334", "0.3332", "33", "1/3.01", "-0.3333", "0.33 %", "-1/3", "0.3335"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        if (kind_of(toy, draw, wrong[i]) != VERDICT_WRONG) fail_msg("%s is taken", wrong[i]);
    assert_int_equal(kind_of(toy, draw,
                             "\xE2\x88\x92"
                             "0.3333"),
                     VERDICT_WRONG);
    draw_free(draw);
}

static void too_few_digits_are_asked_for_not_judged(void **state)
{
    Toy *toy = *state;
    Draw *draw = toy_draw(toy, "toy/sum", 0);
    const Verdict *verdict = draw_judge(draw, "0.33", &toy->diags);
    assert_int_equal(verdict->kind, VERDICT_COARSE);
    assert_string_equal(verdict->note, "too few digits to tell: give at least 3 after the point");
    assert_int_equal(kind_of(toy, draw, "0.3"), VERDICT_COARSE);
    assert_int_equal(kind_of(toy, draw, "33 %"), VERDICT_COARSE);
    assert_int_equal(kind_of(toy, draw, "0"), VERDICT_COARSE);
    assert_int_equal(kind_of(toy, draw, "0.4"), VERDICT_WRONG);
    draw_free(draw);
}

static void a_coarse_wrong_idea_is_asked_for_digits_too(void **state)
{
    Toy *toy = *state;
    for (unsigned attempt = 0; attempt < 20; attempt++) {
        Draw *draw = toy_draw(toy, "toy/weight", attempt);
        const DrawIdea *idea = draw_idea(draw, "no-scale");
        const Value *value = layer_value(idea->layer, idea->answer);
        char coarse[32];
        snprintf(coarse, sizeof coarse, "%.1f", value_at(value, 0, 0));
        VerdictKind kind = kind_of(toy, draw, coarse);
        assert_true(kind == VERDICT_COARSE || kind == VERDICT_RIGHT);
        draw_free(draw);
    }
}

static void a_decimal_comma_is_explained(void **state)
{
    Toy *toy = *state;
    Draw *draw = toy_draw(toy, "toy/sum", 0);
    assert_string_equal(refusal(toy, draw, "0,333"), "decimal-comma");
    assert_non_null(strstr(toy->diags.items[0].text, "0.333"));
    assert_string_equal(refusal(toy, draw, "33,3 %"), "decimal-comma");
    assert_string_equal(refusal(toy, draw, "-0,333"), "decimal-comma");
    draw_free(draw);
    draw = toy_draw(toy, "toy/output", 0);
    assert_string_equal(refusal(toy, draw, "3,3556 4,3556"), "decimal-comma");
    draw_free(draw);
}

static void what_cannot_be_read_is_refused_and_survived(void **state)
{
    Toy *toy = *state;
    Draw *draw = toy_draw(toy, "toy/sum", 0);
    const char *bad[] = {"",    "   ", "\t\n",     "abc",   "1/",     "1/0",  "%",
                         "inf", "nan", "1e999",    "q",     "[1, 2]", "0x10", "\"text\"",
                         "(((", "1 2", "\x01\xff", "q = 3", "K @ K",  "1//3"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        size_t before = toy->diags.count;
        if (draw_judge(draw, bad[i], &toy->diags)) fail_msg("'%s' was taken", bad[i]);
        assert_true(toy->diags.count > before);
        assert_non_null(diags_format(toy->arena, &toy->diags));
    }
    assert_null(draw_judge(draw, "abc", NULL));
    draw_free(draw);
}

static void ten_thousand_brackets_are_survived(void **state)
{
    Toy *toy = *state;
    char *deep = arena_alloc(toy->arena, 10001);
    memset(deep, '(', 10000);
    Draw *draw = toy_draw(toy, "toy/sum", 0);
    assert_null(draw_judge(draw, deep, &toy->diags));
    draw_free(draw);
    memset(deep, '[', 10000);
    draw = toy_draw(toy, "toy/output", 0);
    assert_null(draw_judge(draw, deep, &toy->diags));
    draw_free(draw);
}

static void looking_the_answer_up_is_sent_back(void **state)
{
    Toy *toy = *state;
    Draw *draw = toy_draw(toy, "toy/weight", 0);
    assert_string_equal(refusal(toy, draw, "alpha[2]"), "asked");
    assert_string_equal(refusal(toy, draw, "1 - alpha[0] - alpha[1]"), "asked");
    assert_string_equal(refusal(toy, draw, "out[0]"), "asked");
    assert_int_equal(kind_of(toy, draw, "exp(z[2]) / sum(exp(z))"), VERDICT_RIGHT);
    assert_int_equal(kind_of(toy, draw, "exp(s[2] / 2) / (exp(s[0] / 2) + exp(s[1] / 2) + exp(s[2] / 2))"),
                     VERDICT_RIGHT);
    draw_free(draw);
    draw = toy_draw(toy, "toy/sum", 0);
    assert_string_equal(refusal(toy, draw, "dk"), "looked-up");
    draw_free(draw);
}

static void the_truth_is_right_in_every_draw(void **state)
{
    Toy *toy = *state;
    for (size_t i = 0; i < toy->lesson->n_questions; i++) {
        for (unsigned attempt = 0; attempt < 50; attempt++) {
            Draw *draw = draw_new(toy->lesson, toy->lesson->questions[i], toy->ideas, 3, attempt);
            const char *answer = draw_right_answer(draw, toy->arena);
            if (kind_of(toy, draw, answer) != VERDICT_RIGHT)
                fail_msg("%s: '%s' is not right", draw->question->id, answer);
            draw_free(draw);
        }
    }
}

static void a_believer_is_found_in_every_draw(void **state)
{
    Toy *toy = *state;
    const char *ids[] = {"toy/weight", "toy/output", "toy/pick"};
    unsigned n_found = 0;
    for (size_t i = 0; i < 3; i++) {
        for (unsigned attempt = 0; attempt < 200; attempt++) {
            Draw *draw = toy_draw(toy, ids[i], attempt);
            for (size_t k = 0; k < draw->n_ideas; k++) {
                const DrawIdea *idea = &draw->ideas[k];
                const char *answer = idea->is_apart ? draw_believer(draw, idea, toy->arena) : NULL;
                if (!answer) continue;
                const Verdict *verdict = draw_judge(draw, answer, &toy->diags);
                assert_int_equal(verdict->kind, VERDICT_WRONG);
                assert_ptr_equal(verdict->idea, idea);
                if (idea->misconception) assert_string_equal(verdict->idea_name, idea->misconception->name);
                assert_non_null(verdict->trace);
                n_found++;
            }
            draw_free(draw);
        }
    }
    assert_true(n_found > 1200);
}

static void the_traces_part_where_the_idea_enters(void **state)
{
    Toy *toy = *state;
    Draw *draw = toy_draw(toy, "toy/output", 4);
    const DrawIdea *idea = draw_idea(draw, "no-scale");
    const Verdict *verdict = draw_judge(draw, idea->shown, &toy->diags);
    const Trace *trace = verdict->trace;
    const char *names[] = {"dk", "s", "z", "alpha", "out"};
    assert_int_equal(trace->n_rows, 5);
    for (size_t i = 0; i < 5; i++) assert_string_equal(trace->rows[i].name, names[i]);
    assert_int_equal(trace->parts_at, 2);
    assert_false(trace->rows[1].differs);
    assert_string_equal(trace->rows[2].right_source, "s / sqrt(dk)");
    assert_string_equal(trace->rows[2].theirs_source, "s");
    const Value *theirs = layer_value(trace->theirs, trace->rows[2].theirs);
    const Value *s = layer_value(trace->right, trace->rows[1].right);
    assert_true(value_at(theirs, 0, 0) == value_at(s, 0, 0));
    assert_ptr_equal(trace->right, draw->layer);
    assert_string_equal(prose_shown(toy->arena, verdict->reason_layer, verdict->reason),
                        "The scores were not divided by the root of d_k.");
    draw_free(draw);
}

static void the_trace_of_an_element_ends_with_it(void **state)
{
    Toy *toy = *state;
    Draw *draw = toy_draw(toy, "toy/weight", 1);
    const DrawIdea *own = NULL;
    for (size_t i = 0; i < draw->n_ideas; i++)
        if (!draw->ideas[i].misconception) own = &draw->ideas[i];
    const Trace *trace = draw_judge(draw, own->shown, &toy->diags)->trace;
    const TraceRow *last = &trace->rows[trace->n_rows - 1];
    assert_string_equal(last->name, "alpha[2]");
    assert_non_null(strstr(last->theirs_source, "abs(s[0])"));
    assert_int_equal(trace->parts_at, trace->n_rows - 1);
    draw_free(draw);
}

/* A lost sign in one score, carried through to the output. */
static void a_slip_is_found_where_it_was_made(void **state)
{
    Toy *toy = *state;
    unsigned n_found = 0, n_tried = 0;
    for (unsigned attempt = 0; attempt < 40; attempt++) {
        Draw *draw = toy_draw(toy, "toy/output", attempt);
        const Value *s = layer_value(draw->layer, layer_name(draw->layer, "s"));
        double x[3], e[3], sum = 0;
        for (size_t i = 0; i < 3; i++) x[i] = value_at(s, 0, i);
        if (x[1] == 0) {
            draw_free(draw);
            continue;
        }
        x[1] = -x[1];
        for (size_t i = 0; i < 3; i++) sum += e[i] = exp(x[i] / 2);
        char answer[64];
        snprintf(answer, sizeof answer, "%.4f %.4f", (e[0] + 3 * e[1] + 5 * e[2]) / sum,
                 (2 * e[0] + 4 * e[1] + 6 * e[2]) / sum);
        const Verdict *verdict = draw_judge(draw, answer, &toy->diags);
        n_tried++;
        if (verdict->slip && !verdict->slip->is_answer) {
            n_found++;
            assert_string_equal(verdict->slip->expr, "s[1]");
            assert_true(verdict->slip->theirs == x[1] && verdict->slip->right == -x[1]);
            assert_non_null(verdict->trace);
            assert_string_equal(verdict->trace->rows[verdict->trace->parts_at].name, "s");
        }
        draw_free(draw);
    }
    assert_true(n_found * 10 >= n_tried * 6);
}

static void a_number_from_nowhere_enters_at_the_answer(void **state)
{
    Toy *toy = *state;
    Draw *draw = toy_draw(toy, "toy/weight", 0);
    const Verdict *verdict = draw_judge(draw, "0.123456", &toy->diags);
    assert_int_equal(verdict->kind, VERDICT_WRONG);
    assert_null(verdict->idea);
    assert_true(verdict->slip->is_answer);
    assert_string_equal(verdict->slip->expr, "alpha[2]");
    assert_true(verdict->slip->theirs == 0.123456);
    draw_free(draw);
}

static void the_wrong_cell_of_an_array_is_pointed_at(void **state)
{
    Toy *toy = *state;
    Draw *draw = toy_draw(toy, "toy/output", 0);
    const Value *out = layer_value(draw->layer, draw->answer);
    char answer[64];
    snprintf(answer, sizeof answer, "[%.4f, 77.1234]", value_at(out, 0, 0));
    const Verdict *verdict = draw_judge(draw, answer, &toy->diags);
    assert_true(verdict->slip->is_answer);
    assert_string_equal(verdict->slip->expr, "out[1]");
    draw_free(draw);
}

static void arrays_are_read_in_every_form(void **state)
{
    Toy *toy = *state;
    Draw *draw = toy_draw(toy, "toy/output", 2);
    const Value *out = layer_value(draw->layer, draw->answer);
    double a = value_at(out, 0, 0), b = value_at(out, 0, 1);
    const char *forms[] = {"[%.4f, %.4f]",      "%.4f %.4f", "%.4f, %.4f",   "[%.4f %.4f]",
                           "  [ %.4f ,%.4f ] ", "%.4f,%.4f", "[%.6f\t%.6f]", "(%.4f), (%.4f) * 1",
                           "[[%.4f, %.4f]]",    "%.3f %.3f"};
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        StrBuf text = {0};
        char number[2][32];
        snprintf(number[0], 32,
                 strstr(forms[i], "%.3f")   ? "%.3f"
                 : strstr(forms[i], "%.6f") ? "%.6f"
                                            : "%.4f",
                 a);
        snprintf(number[1], 32,
                 strstr(forms[i], "%.3f")   ? "%.3f"
                 : strstr(forms[i], "%.6f") ? "%.6f"
                                            : "%.4f",
                 b);
        size_t n = 0;
        for (const char *c = forms[i]; *c; c++) {
            if (*c == '%') {
                strbuf_add(&text, number[n++]);
                c += 3;
            } else {
                strbuf_add_char(&text, *c);
            }
        }
        if (kind_of(toy, draw, strbuf_text(&text)) != VERDICT_RIGHT) fail_msg("%s", strbuf_text(&text));
        strbuf_free(&text);
    }
    assert_string_equal(refusal(toy, draw, "[1]"), "count");
    assert_string_equal(refusal(toy, draw, "1 2 3"), "count");
    assert_string_equal(refusal(toy, draw, "1; 2"), "count");
    assert_string_equal(refusal(toy, draw, "[]"), "count");
    draw_free(draw);
}

static void letters_are_read_and_judged(void **state)
{
    Toy *toy = *state;
    Draw *draw = toy_draw(toy, "toy/written", 0);
    for (size_t i = 0; i < draw->n_choices; i++) {
        char letter[2] = {draw->choices[i].letter, 0}, upper[2] = {(char)(letter[0] - 32), 0};
        char number[2] = {(char)('1' + i), 0};
        VerdictKind kind = draw->choices[i].is_right ? VERDICT_RIGHT : VERDICT_WRONG;
        assert_int_equal(kind_of(toy, draw, letter), kind);
        assert_int_equal(kind_of(toy, draw, upper), kind);
        assert_int_equal(kind_of(toy, draw, number), kind);
        assert_non_null(draw_judge(draw, letter, NULL)->reason);
    }
    assert_string_equal(refusal(toy, draw, "d"), "letter");
    assert_string_equal(refusal(toy, draw, "0"), "letter");
    assert_string_equal(refusal(toy, draw, "4"), "letter");
    assert_string_equal(refusal(toy, draw, "a b"), "letter");
    assert_string_equal(refusal(toy, draw, "the score"), "letter");
    draw_free(draw);
}

static void several_letters_need_all_and_no_more(void **state)
{
    Toy *toy = *state;
    Draw *draw = toy_draw(toy, "toy/several", 0);
    char right[2], wrong[2];
    size_t n_right = 0, n_wrong = 0;
    for (size_t i = 0; i < 4; i++) {
        const DrawChoice *choice = &draw->choices[i];
        if (choice->is_right)
            right[n_right++] = choice->letter;
        else
            wrong[n_wrong++] = choice->letter;
    }
    const char *text = arena_printf(toy->arena, "%c, %c", right[1], right[0]);
    assert_int_equal(kind_of(toy, draw, text), VERDICT_RIGHT);
    assert_int_equal(kind_of(toy, draw, arena_printf(toy->arena, "%c%c", right[0], right[1])), VERDICT_RIGHT);
    text = arena_printf(toy->arena, "%c", right[0]);
    const Verdict *verdict = draw_judge(draw, text, NULL);
    assert_int_equal(verdict->kind, VERDICT_WRONG);
    assert_string_equal(verdict->note, arena_printf(toy->arena, "%c is right too", right[1]));
    verdict = draw_judge(draw, arena_printf(toy->arena, "%c %c %c", right[0], right[1], wrong[0]), NULL);
    assert_string_equal(verdict->note, arena_printf(toy->arena, "%c is wrong", wrong[0]));
    assert_non_null(verdict->reason);
    assert_int_equal(kind_of(toy, draw, "none"), VERDICT_WRONG);
    assert_string_equal(refusal(toy, draw, "a a"), "letter");
    draw_free(draw);
}

static void an_order_says_how_far_it_is_right(void **state)
{
    Toy *toy = *state;
    Draw *draw = toy_draw(toy, "toy/steps", 0);
    char right[5] = {0};
    for (size_t i = 0; i < 4; i++) right[draw->choices[i].place] = draw->choices[i].letter;
    assert_int_equal(kind_of(toy, draw, right), VERDICT_RIGHT);
    const char *text = arena_printf(toy->arena, "%c %c %c %c", right[0], right[1], right[3], right[2]);
    assert_string_equal(
        draw_judge(draw, text, NULL)->note,
        arena_printf(toy->arena, "right up to %c; %c does not come next", right[1], right[3]));
    assert_string_equal(refusal(toy, draw, "a b"), "count");
    draw_free(draw);
}

static void a_right_sentence_needs_its_right_reason(void **state)
{
    Toy *toy = *state;
    Draw *draw = toy_draw(toy, "toy/shift", 0);
    char right = draw->choices[0].is_right ? 'a' : 'b', wrong = right == 'a' ? 'b' : 'a';
    assert_int_equal(kind_of(toy, draw, arena_printf(toy->arena, "true %c", right)), VERDICT_RIGHT);
    assert_int_equal(kind_of(toy, draw, arena_printf(toy->arena, "T, %c", right)), VERDICT_RIGHT);
    assert_int_equal(kind_of(toy, draw, arena_printf(toy->arena, "false %c", right)), VERDICT_WRONG);
    const Verdict *verdict = draw_judge(draw, arena_printf(toy->arena, "yes %c", wrong), NULL);
    assert_int_equal(verdict->kind, VERDICT_WRONG);
    assert_non_null(verdict->note);
    assert_null(verdict->idea_name);
    verdict = draw_judge(draw, arena_printf(toy->arena, "no %c", wrong), NULL);
    assert_string_equal(verdict->idea_name, "plain-mean");
    assert_string_equal(refusal(toy, draw, "true"), "reason");
    assert_string_equal(refusal(toy, draw, "maybe"), "truth");
    draw_free(draw);
}

static void whatever_reaches_the_target_is_right(void **state)
{
    Toy *toy = *state;
    Draw *draw = toy_draw(toy, "toy/reach", 0);
    assert_int_equal(kind_of(toy, draw, "q = [3, 0, 3, 3]"), VERDICT_RIGHT);
    assert_int_equal(kind_of(toy, draw, "q = [9, -3, 2, 3]"), VERDICT_RIGHT);
    const Verdict *verdict = draw_judge(draw, "q = [0, 0, 0, 0]", NULL);
    assert_int_equal(verdict->kind, VERDICT_WRONG);
    assert_non_null(verdict->edited);
    assert_non_null(layer_value(verdict->edited, verdict->target));
    assert_string_equal(refusal(toy, draw, "K = [[1]]"), "change");
    assert_string_equal(refusal(toy, draw, "alpha = [0, 0, 1]"), "not-an-input");
    assert_string_equal(refusal(toy, draw, "draw_seed = 3"), "change");
    assert_string_equal(refusal(toy, draw, "q = [inf, 0, 0, 0]"), "finite");
    assert_int_equal(draw_judge(draw, "q = [1, 2]", NULL)->kind, VERDICT_WRONG);
    draw_free(draw);
}

static void an_idea_that_reaches_the_target_is_named(void **state)
{
    Toy *toy = *state;
    Draw *draw = toy_draw(toy, "toy/reach", 0);
    /* s = (2, 2, 2.5): below 0.6 with the root and without. */
    const Verdict *verdict = draw_judge(draw, "q = [0.5, 1.5, 1, 1]", NULL);
    assert_int_equal(verdict->kind, VERDICT_WRONG);
    assert_null(verdict->idea_name);
    /* s = (1, 1.1, 2.2): 0.47 with the root, 0.61 without it. */
    verdict = draw_judge(draw, "q = [1.1, -0.1, 1.1, 0]", NULL);
    assert_int_equal(verdict->kind, VERDICT_WRONG);
    assert_string_equal(verdict->idea_name, "no-scale");
    assert_string_equal(verdict->trace->rows[verdict->trace->parts_at].name, "z");
    draw_free(draw);
}

static void whatever_fails_the_sentence_breaks_it(void **state)
{
    Toy *toy = *state;
    Draw *draw = toy_draw(toy, "toy/fail", 0);
    assert_int_equal(kind_of(toy, draw, "q = [0, 1, 0, 0]"), VERDICT_RIGHT);
    assert_int_equal(kind_of(toy, draw, "K = [[9, 1, 0, 0], [0, 0, 1, 1], [1, 0, 1, 1]]; q = [1, 0, 0, 0]"),
                     VERDICT_RIGHT);
    assert_int_equal(kind_of(toy, draw, "q = [0, 0, 0, 1]; q = [1, 0, 1, 0]"), VERDICT_WRONG);
    const Verdict *verdict = draw_judge(draw, "q = [1]", NULL); /* it cannot be computed: no counterexample */
    assert_int_equal(verdict->kind, VERDICT_WRONG);
    assert_non_null(strstr(verdict->note, "cannot be computed"));
    draw_free(draw);
}

static void a_prediction_is_judged_with_its_tolerance(void **state)
{
    Toy *toy = *state;
    Draw *draw = toy_draw(toy, "toy/flip", 0);
    assert_int_equal(draw->kind, QUESTION_NUMBER);
    assert_int_equal(kind_of(toy, draw, "0.23"), VERDICT_RIGHT);
    assert_int_equal(kind_of(toy, draw, "0.24"), VERDICT_RIGHT);
    assert_int_equal(kind_of(toy, draw, "0.26"), VERDICT_WRONG);
    draw_free(draw);
}

static void giving_up_tells_the_truth(void **state)
{
    Toy *toy = *state;
    Draw *draw = toy_draw(toy, "toy/weight", 0);
    const Verdict *verdict = draw_give_up(draw);
    assert_int_equal(verdict->kind, VERDICT_WRONG);
    assert_non_null(verdict->because);
    assert_string_equal(prose_shown(toy->arena, draw->layer, verdict->because),
                        arena_printf(toy->arena, "It is %s.", draw->truth));
    draw_free(draw);
}

#define WITH_TOY(f) cmocka_unit_test_setup_teardown(f, toy_setup, toy_teardown)

/* A generator of its own: a failure can be played again. */
static uint32_t next_random(uint32_t *random)
{
    *random = *random * 1664525u + 1013904223u;
    return *random >> 8;
}

static const char *const all_kinds[] = {"toy/weight", "toy/output", "toy/pick",  "toy/written", "toy/several",
                                        "toy/steps",  "toy/shift",  "toy/reach", "toy/fail"};

/* Any bytes but the zero that ends a text; 8 and more, so that no letter of a choice is hit by chance. */
static void random_bytes_are_survived_and_never_right(void **state)
{
    Toy *toy = *state;
    uint32_t random = 5;
    for (size_t k = 0; k < sizeof all_kinds / sizeof *all_kinds; k++) {
        Draw *draw = toy_draw(toy, all_kinds[k], 0);
        for (int turn = 0; turn < 2000; turn++) {
            char answer[256];
            Diags diags;
            diags_init(&diags, toy->arena);
            size_t len = 8 + next_random(&random) % (sizeof answer - 9);
            uint32_t range = turn % 2 ? 255 : 95; /* all bytes, or what can be typed */
            for (size_t i = 0; i < len; i++)
                answer[i] =
                    (char)(turn % 2 ? 1 + next_random(&random) % range : 32 + next_random(&random) % range);
            answer[len] = '\0';
            const Verdict *verdict = draw_judge(draw, answer, &diags);
            if (verdict && verdict->kind == VERDICT_RIGHT)
                fail_msg("%s: '%s' is taken", all_kinds[k], answer);
            if (!verdict) assert_true(diags.errors > 0 && *diags_format(toy->arena, &diags) != '\0');
        }
        draw_free(draw);
    }
}

/* What looks like an answer, in any order. */
static void random_pieces_of_answers_are_survived(void **state)
{
    static const char *const pieces[] = {
        "q",   "K",     " = ", "[",     "]",   ",",     ";",    "(",     ")",     "0",    "1e309",
        "-",   "0.25",  " ",   "/",     "%",   "@",     ".T",   "a",     "b c",   "none", "true",
        "inf", "nan",   "**",  "zeros", "9e9", "slice", ":",    "\n",    "#",     "if",   "softmax",
        "not", "alpha", "z",   "dk",    "[0]", "\t",    "\xff", "ones(", "99999", "range"};
    Toy *toy = *state;
    uint32_t random = 7;
    for (size_t k = 0; k < sizeof all_kinds / sizeof *all_kinds; k++) {
        Draw *draw = toy_draw(toy, all_kinds[k], 1);
        for (int turn = 0; turn < 2000; turn++) {
            StrBuf answer = {0};
            Diags diags;
            diags_init(&diags, toy->arena);
            for (size_t i = 0, n = 1 + next_random(&random) % 12; i < n; i++)
                strbuf_add(&answer, pieces[next_random(&random) % (sizeof pieces / sizeof *pieces)]);
            const Verdict *verdict = draw_judge(draw, strbuf_text(&answer), &diags);
            assert_true(verdict != NULL || diags.errors > 0);
            strbuf_free(&answer);
        }
        draw_free(draw);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_TOY(one_third_is_right_in_every_form),
        WITH_TOY(too_few_digits_are_asked_for_not_judged),
        WITH_TOY(a_coarse_wrong_idea_is_asked_for_digits_too),
        WITH_TOY(a_decimal_comma_is_explained),
        WITH_TOY(what_cannot_be_read_is_refused_and_survived),
        WITH_TOY(ten_thousand_brackets_are_survived),
        WITH_TOY(looking_the_answer_up_is_sent_back),
        WITH_TOY(the_truth_is_right_in_every_draw),
        WITH_TOY(a_believer_is_found_in_every_draw),
        WITH_TOY(the_traces_part_where_the_idea_enters),
        WITH_TOY(the_trace_of_an_element_ends_with_it),
        WITH_TOY(a_slip_is_found_where_it_was_made),
        WITH_TOY(a_number_from_nowhere_enters_at_the_answer),
        WITH_TOY(the_wrong_cell_of_an_array_is_pointed_at),
        WITH_TOY(arrays_are_read_in_every_form),
        WITH_TOY(letters_are_read_and_judged),
        WITH_TOY(several_letters_need_all_and_no_more),
        WITH_TOY(an_order_says_how_far_it_is_right),
        WITH_TOY(a_right_sentence_needs_its_right_reason),
        WITH_TOY(whatever_reaches_the_target_is_right),
        WITH_TOY(an_idea_that_reaches_the_target_is_named),
        WITH_TOY(whatever_fails_the_sentence_breaks_it),
        WITH_TOY(a_prediction_is_judged_with_its_tolerance),
        WITH_TOY(giving_up_tells_the_truth),
        WITH_TOY(random_bytes_are_survived_and_never_right),
        WITH_TOY(random_pieces_of_answers_are_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
