/* What the study pass of check finds, fault by fault; and that it is silent where there is none. */
#include "study/toy.h"

static const char head[] =
    "---\ntitle: Own\npart: Own\norder: 1\nlevel: first steps\nneeds: []\nsources:\n  - None\n---\n"
    "\n## What is asked?\n\n<!-- pause all -->\n\n" FENCE "live\n"
    "q = [1, 0, 1, 0]\n"
    "K = [[1, 1, 0, 0], [0, 0, 1, 1], [1, 0, 1, 1]]\n"
    "V = [[1, 2], [3, 4], [5, 6]]\n"
    "dk = cols(K)\n"
    "s = q @ K.T\n"
    "z = s / sqrt(dk)\n"
    "alpha = softmax(z)\n"
    "out = alpha @ V\n"
    "safe = sum(V)\n" FENCE "\n\n";

typedef struct Checked {
    Arena *arena;
    Lesson *lesson;
    Misconceptions *ideas;
    Diags diags;
} Checked;

/* The lesson with these blocks, and the wrong ideas of toy.h and more. */
static Checked check_with(const char *blocks, const char *more)
{
    Checked checked = {.arena = arena_new()};
    diags_init(&checked.diags, checked.arena);
    const char *text = arena_printf(checked.arena, "%s%s", head, blocks);
    const char *ideas = arena_printf(checked.arena, "%s%s", toy_ideas, more);
    checked.ideas = misconceptions_parse("misconceptions.md", ideas, strlen(ideas), &checked.diags);
    checked.lesson = lesson_parse("own.md", text, strlen(text), &checked.diags);
    if (checked.diags.errors) fail_msg("%s", diags_format(checked.arena, &checked.diags));
    study_check(checked.lesson, checked.ideas, &checked.diags);
    return checked;
}

static void drop(Checked *checked)
{
    lesson_free(checked->lesson);
    misconceptions_free(checked->ideas);
    arena_free(checked->arena);
}

/* Exactly one error, which says this; and where it stands is a line of the lesson. */
static void finds_with(const char *blocks, const char *more, const char *what)
{
    Checked checked = check_with(blocks, more);
    if (checked.diags.errors != 1 || !strstr(checked.diags.items[0].text, what))
        fail_msg("wanted \"%s\", found %zu:\n%s", what, checked.diags.errors,
                 diags_format(checked.arena, &checked.diags));
    assert_non_null(checked.diags.items[0].span.source);
    assert_true(checked.diags.items[0].span.end > checked.diags.items[0].span.start);
    drop(&checked);
}

static void finds(const char *blocks, const char *what)
{
    finds_with(blocks, "", what);
}

static void finds_nothing(const char *blocks)
{
    Checked checked = check_with(blocks, "");
    if (checked.diags.count) fail_msg("%s", diags_format(checked.arena, &checked.diags));
    drop(&checked);
}

#define NUMBER(lines) FENCE "quiz own/q number\nWhat is it?\n" lines FENCE "\n"
#define DRAWN         "draw: q = randint(-2, 4, 4, seed=draw_seed)\n"

/* ------------------------------------------------------------- nothing to find */

static void a_sound_lesson_passes(void **state)
{
    (void)state;
    finds_nothing(NUMBER(DRAWN "answer: alpha[2]\nwrong: no-scale\nwrong: by-dk\n"));
    Toy *toy = toy_new();
    study_check(toy->lesson, toy->ideas, &toy->diags);
    if (toy->diags.count) fail_msg("%s", diags_format(toy->arena, &toy->diags));
    toy_free(toy);
}

/* ------------------------------------------------------------- misconceptions */

static void a_misspelt_idea_is_found_and_guessed(void **state)
{
    (void)state;
    finds(NUMBER("answer: alpha[2]\nwrong: no-scael\n"),
          "misconceptions.md has no 'no-scael'; did you mean no-scale");
    finds(FENCE "card own/c\ntext: Score, [[scale]].\nidea: by-dq\n" FENCE "\n",
          "no 'by-dq'; did you mean by-dk");
}

static void an_idea_whose_lines_do_not_fit_is_found(void **state)
{
    (void)state;
    finds(NUMBER("answer: alpha[2]\nwrong: of-another-lesson\n"),
          "none of the lines of of-another-lesson fits");
}

static void an_idea_that_changes_nothing_here_is_found(void **state)
{
    (void)state;
    finds(NUMBER("answer: safe\nwrong: no-scale\n"), "no-scale changes nothing that the answer reads");
}

static void an_idea_that_agrees_with_the_truth_is_found(void **state)
{
    (void)state;
    finds(NUMBER("draw: q = [0, 0, 0, 0]\nanswer: alpha[2]\nwrong: no-scale\n"),
          "as the truth does at the shown digits");
}

static void two_ideas_that_agree_are_found(void **state)
{
    (void)state;
    finds(NUMBER(DRAWN "answer: alpha[2]\nwrong: no-scale\nwrong: = softmax(s)[2] | The same.\n"),
          "does at the shown digits");
}

static void an_idea_without_an_answer_is_found(void **state)
{
    (void)state;
    finds(NUMBER("answer: alpha[2]\nwrong: = 0 / 0 * alpha[2] | None.\n"), "gives no answer");
}

/* -------------------------------------------------------------------- answers */

static void an_answer_that_is_no_finite_number_is_found(void **state)
{
    (void)state;
    finds(NUMBER("draw: q = [0, 0, 0, 0]\nanswer: 1 / s[0]\n"), "the answer is no finite number");
}

static void an_answer_that_fails_for_some_seeds_only_is_found(void **state)
{
    (void)state;
    finds(NUMBER("draw: q = randint(0, 2, 4, seed=draw_seed)\nanswer: 1 / (s[0] * s[1] * s[2] * 0)\n"),
          "the answer is no finite number");
}

static void choices_that_look_alike_are_found(void **state)
{
    (void)state;
    finds(FENCE "quiz own/q choice\nWhich?\nright: = 1 / 3\nchoice: = 0.33333 | Near.\n" FENCE "\n",
          "two choices look alike");
}

static void a_change_that_is_so_already_is_found(void **state)
{
    (void)state;
    finds(
        FENCE
        "quiz own/q inverse\nReach it.\ntarget: alpha[2] > 0.1\nchange: q\nexample: q = [3, 0, 3, 3]\n" FENCE
        "\n",
        "it is so already");
}

static void a_solution_that_solves_nothing_is_found(void **state)
{
    (void)state;
    finds(
        FENCE
        "quiz own/q inverse\nReach it.\ntarget: alpha[2] > 0.9\nchange: q\nexample: q = [1, 0, 1, 0]\n" FENCE
        "\n",
        "its own solution is not right");
    finds(
        FENCE
        "quiz own/q break\nIt wins.\ntarget: argmax(alpha) == 2\nchange: q\nexample: q = [3, 0, 3, 0]\n" FENCE
        "\n",
        "its own solution is not right");
}

/* ---------------------------------------------------------------------- prose */

static void a_number_of_the_prose_that_has_no_value_is_found(void **state)
{
    (void)state;
    finds(FENCE "quiz own/q number\nWith {q[dk]:d}, what is it?\nanswer: alpha[2]\n" FENCE "\n",
          "a number of the question cannot be computed");
    finds(NUMBER("answer: alpha[2]\nbecause: It is {q[dk]:d}.\n"), "a number of because: cannot be computed");
    finds(FENCE "card own/c\nfront: What is {q[dk]:d}?\nback: It.\n" FENCE "\n",
          "a number of the front cannot be computed");
    finds(FENCE "card own/c\nfront: What?\nback: {q[dk]:d}.\n" FENCE "\n",
          "a number of the back cannot be computed");
}

/* ------------------------------------------------------------ misconceptions.md */

static Diags check_ideas(Toy *toy, const char *text)
{
    Diags diags;
    diags_init(&diags, toy->arena);
    Misconceptions *ideas = misconceptions_parse("misconceptions.md", text, strlen(text), &diags);
    assert_int_equal(diags.count, 0);
    study_check_misconceptions(toy->course, ideas, &diags);
    for (size_t i = 0; i < diags.count; i++) {
        diags.items[i].text = arena_strdup(toy->arena, diags.items[i].text);
        diags.items[i].span = (SourceSpan){0};
    }
    misconceptions_free(ideas);
    return diags;
}

static void a_line_that_fits_no_lesson_and_an_idea_that_no_question_lists_are_found(void **state)
{
    (void)state;
    Toy *toy = toy_new();
    Diags diags = check_ideas(toy, "## no-scale\n\nNo.\n\n" FENCE "overlay\nz = s\n" FENCE "\n");
    assert_int_equal(diags.count, 0);
    diags = check_ideas(toy, "## no-scale\n\nNo.\n\n" FENCE "overlay\nz = s\nfoo = 1\n" FENCE "\n");
    assert_int_equal(diags.count, 1);
    assert_non_null(strstr(diags.items[0].text, "no lesson has what 'foo = 1' needs"));
    diags = check_ideas(toy, "## no-scale\n\nNo.\n\n" FENCE "overlay\nz = s * nothing\n" FENCE "\n");
    assert_int_equal(diags.errors, 1);
    diags = check_ideas(toy, "## forgotten\n\nNo.\n\n" FENCE "overlay\nz = s\n" FENCE "\n");
    assert_int_equal(diags.errors, 0);
    assert_int_equal(diags.count, 1);
    assert_non_null(strstr(diags.items[0].text, "no question lists forgotten"));
    toy_free(toy);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sound_lesson_passes),
        cmocka_unit_test(a_misspelt_idea_is_found_and_guessed),
        cmocka_unit_test(an_idea_whose_lines_do_not_fit_is_found),
        cmocka_unit_test(an_idea_that_changes_nothing_here_is_found),
        cmocka_unit_test(an_idea_that_agrees_with_the_truth_is_found),
        cmocka_unit_test(two_ideas_that_agree_are_found),
        cmocka_unit_test(an_idea_without_an_answer_is_found),
        cmocka_unit_test(an_answer_that_is_no_finite_number_is_found),
        cmocka_unit_test(an_answer_that_fails_for_some_seeds_only_is_found),
        cmocka_unit_test(choices_that_look_alike_are_found),
        cmocka_unit_test(a_change_that_is_so_already_is_found),
        cmocka_unit_test(a_solution_that_solves_nothing_is_found),
        cmocka_unit_test(a_number_of_the_prose_that_has_no_value_is_found),
        cmocka_unit_test(a_line_that_fits_no_lesson_and_an_idea_that_no_question_lists_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
