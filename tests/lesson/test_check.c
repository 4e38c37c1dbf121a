/* What check asks of values and claims, beyond the wording that the corpus holds. */
#include "lesson/support.h"

static Parsed checked(const char *live_and_rest)
{
    StrBuf text = {0};
    strbuf_printf(&text, "---\ntitle: t\n---\n\n## S?\n\n```live\n%s", live_and_rest);
    Parsed p = parse_n("demo.md", text.data, text.len);
    if (p.diags.count) fail_msg("%s", diags_format(p.arena, &p.diags));
    lesson_check(p.lesson, &p.diags);
    strbuf_free(&text);
    return p;
}

static void assert_clean(const char *live_and_rest)
{
    Parsed p = checked(live_and_rest);
    assert_string_equal(diags_format(p.arena, &p.diags), "");
    parsed_free(&p);
}

/* The only diagnostic, which has this code. */
static const Diag *assert_one(const Parsed *p, const char *code)
{
    if (p->diags.count != 1) fail_msg("%s", diags_format(p->arena, &p->diags));
    assert_string_equal(p->diags.items[0].code, code);
    return &p->diags.items[0];
}

static void assert_fails(const char *live_and_rest, const char *code)
{
    Parsed p = checked(live_and_rest);
    assert_one(&p, code);
    parsed_free(&p);
}

/* The inputs that a failing claim names can be laid over the sheet again, and it fails there. */
static void a_failing_claim_names_inputs_that_break_it(void **state)
{
    (void)state;
    Parsed p = checked("q = [3, 2, 1]\nr = [1, 2, 3]\nK = [[1, 2, 3], [0, 0, 1]]\ns = q @ K.T\n```\n\n"
                       "```claim\nalways: s[0] > s[1] | The first wins.\n```\n");
    const Diag *diag = assert_one(&p, "claim");
    const char *inputs = strstr(diag->text, "is false for ");
    assert_non_null(inputs);
    inputs += strlen("is false for ");
    assert_null(strstr(inputs, "r = ")); /* it does not rest on r */
    SourceText source = {"inputs", inputs, strlen(inputs)};
    Overlay overlay;
    Diags diags;
    diags_init(&diags, p.arena);
    assert_true(overlay_parse(p.arena, p.lesson->sheet, &source, 0, source.len, OVERLAY_INPUTS_ONLY, &overlay,
                              &diags));
    assert_int_equal(overlay.count, 2);
    const Overlay *overlays[] = {&overlay};
    Layer *layer = layer_new(p.lesson->sheet, overlays, 1, NULL);
    const Value *value = layer_value(layer, layer_ask(layer, "s[0] > s[1]", "test", &diags));
    assert_int_equal(value_at(value, 0, 0), 0);
    layer_free(layer);
    parsed_free(&p);
}

static void check_says_the_same_each_time(void **state)
{
    (void)state;
    static const char text[] = "q = [1, 2]\n```\n\n```claim\nalways: q[0] < q[1] | Rising.\n```\n";
    Parsed a = checked(text), b = checked(text);
    assert_string_equal(diags_format(a.arena, &a.diags), diags_format(b.arena, &b.diags));
    parsed_free(&a);
    parsed_free(&b);
}

/* What a trial leaves alone: scalars, texts, integers; sliders stay on their steps; toggles and choices take
 * all values. */
static void trials_stay_within_what_an_input_can_be(void **state)
{
    (void)state;
    assert_clean("n = 3\nwords = [\"a\", \"b\"]\nt = slider(1, 0.5, 8, factor=2)\nu = slider(2, -1, 5, "
                 "step=1.5)\n```\n\n"
                 "```claim\nalways: n == 3 and words[1] == \"b\" | They stay.\n"
                 "always: t >= 0.5 and t <= 8 and isclose(log(t) / log(2), round(log(t) / log(2))) | It "
                 "moves by factors.\n"
                 "always: u >= -1 and u <= 5 and (isclose((u + 1) / 1.5, round((u + 1) / 1.5))) | It moves "
                 "by steps.\n```\n");
    assert_fails(
        "t = slider(1, 0.5, 8, factor=2)\n```\n\n```claim\nalways: t < 8 | Not at its high end.\n```\n",
        "claim");
    assert_fails(
        "t = slider(1, 0.5, 8, factor=2)\n```\n\n```claim\nalways: t > 0.5 | Not at its low end.\n```\n",
        "claim");
    assert_fails("on = toggle(True)\n```\n\n```claim\nalways: on | Always on.\n```\n", "claim");
    assert_fails("x = choice([1, 2, 3])\n```\n\n```claim\nalways: x != 3 | Never three.\n```\n", "claim");
}

/* N(0, 1) · 2: of 200 numbers some are beyond 4, none beyond 12 but the large ones, and they are not all of
 * one sign. */
static void trials_draw_from_a_wide_normal(void **state)
{
    (void)state;
    assert_fails("q = [1]\n```\n\n```claim\nalways: abs(q[0]) < 4 | Small.\n```\n", "claim");
    assert_fails("q = [1]\n```\n\n```claim\nalways: q[0] > -2 | Hardly negative.\n```\n", "claim");
    assert_fails("q = [1]\n```\n\n```claim\nalways: q[0] < 2 | Hardly positive.\n```\n", "claim");
    assert_clean("q = [1]\n```\n\n```claim\nalways: abs(q[0]) < 12 or abs(q[0]) > 100 | Not "
                 "between.\n```\n");
}

/* What chance hardly draws, and a reader types at once: each of these holds for numbers from a normal curve.
 */
static void odd_trials_find_what_chance_would_miss(void **state)
{
    (void)state;
    static const char *const sentences[] = {
        "norm(q) > 0",                                            /* zeros */
        "max(q) > min(q)",                                        /* one number everywhere */
        "sort(q)[2] > sort(q)[1]",                                /* a tie for the best */
        "isclose(q[0] + q[1] - q[1], q[0], rtol=0, atol=0.0001)", /* a tolerance for small numbers alone */
    };
    for (size_t i = 0; i < sizeof sentences / sizeof sentences[0]; i++) {
        char text[256];
        snprintf(text, sizeof text, "q = [3, 2, 1]\n```\n\n```claim\nalways: %s | So.\n```\n", sentences[i]);
        Parsed p = checked(text);
        assert_int_equal(assert_one(&p, "claim")->level, DIAG_WARNING); /* perhaps it is rounding alone */
        parsed_free(&p);
    }
}

static void what_cannot_be_computed_is_said_where_it_begins(void **state)
{
    (void)state;
    Parsed p =
        checked("q = [1, 2]\nk = [1, 2, 3]\ns = dot(q, k)\nz = s / 2\n```\n\nNow {s:.2f} and {z:.2f}.\n\n"
                "```claim\nhere: z > 0 | Positive.\nalways: z < s | Halved.\n```\n");
    const Diag *diag = assert_one(&p, "shape");
    size_t line, column;
    source_position(diag->span.source, diag->span.start, &line, &column);
    assert_int_equal(line, 10);
    parsed_free(&p);
}

static void questions_are_tried_under_their_own_lines(void **state)
{
    (void)state;
    assert_clean(
        "q = [1, 2]\ns = sum(q)\n```\n\n```quiz demo/a number\nWhat, at {q[2]:.0f}?\ndraw: q = [1, 2, 3]\n"
        "answer: q[2]\nwrong: = q[1] | No.\n```\n");
    assert_fails("q = [1, 2]\n```\n\n```quiz demo/a number\nWhat?\ndraw: q = [1]\nanswer: q[1]\n```\n",
                 "index");
    assert_fails("q = [1, 2]\n```\n\n```card demo/a\nfront: {q[1]:d}?\nback: yes\ndraw: q = [1]\n```\n",
                 "index");
}

static void a_lesson_without_screens_or_numbers_can_be_checked(void **state)
{
    (void)state;
    Parsed p = parse("");
    lesson_check(p.lesson, &p.diags);
    assert_int_equal(p.diags.errors, 1);
    parsed_free(&p);
    p = parse("---\ntitle: t\n---\n\n## S?\n\nWords alone.\n");
    lesson_check(p.lesson, &p.diags);
    assert_int_equal(p.diags.count, 0);
    parsed_free(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_failing_claim_names_inputs_that_break_it),
        cmocka_unit_test(check_says_the_same_each_time),
        cmocka_unit_test(trials_stay_within_what_an_input_can_be),
        cmocka_unit_test(trials_draw_from_a_wide_normal),
        cmocka_unit_test(odd_trials_find_what_chance_would_miss),
        cmocka_unit_test(what_cannot_be_computed_is_said_where_it_begins),
        cmocka_unit_test(questions_are_tried_under_their_own_lines),
        cmocka_unit_test(a_lesson_without_screens_or_numbers_can_be_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
