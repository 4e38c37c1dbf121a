/* One level of a derivation, drawn and as a line. */
#include "support.h"

static const char text[] =
    "---\ntitle: \"Kinds\"\npart: Test\norder: 1\nlevel: test\n---\n\n## Kinds?\n\n```live\n"
    "x = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]\n"
    "A = [[1, -2], [3, 4]]\n"
    "p = softmax(A)\n"
    "total = sum(x)\n"
    "top = max(x)\n"
    "c = (A[0] - x[0]) / 2\n"
    "g = A[0] @ A[1]\n"
    "n = norm(A[0])\n"
    "v = exp(-A[0]) ** 2\n"
    "m = softmax(A, mask=[[True, False], [False, False]])\n"
    "```\n";

/* The panel for `asked`, as text; a walk through `path` first. */
static char *panel_text(Opened *opened, const char *const *path, size_t operand, int rows, int cols)
{
    select_number(opened, path[0], path);
    opened->state.why.operand = operand;
    ViewReport report;
    Frame *frame = draw_frame(opened, opened->arena, rows, cols, CHARSET_UTF8, &report);
    walk_opened(opened, frame);
    StrBuf out = {0};
    for (int row = report.why_row; row < report.why_row + report.why_rows; row++)
        strbuf_printf(&out, "%s\n", frame_row_text(opened->arena, frame, row));
    return strbuf_take(&out, opened->arena);
}

static void assert_panel_has(const char *asked, const char *expected)
{
    Opened opened = open_text("kinds.md", text, NULL);
    const char *path[] = {asked, NULL};
    const char *panel = panel_text(&opened, path, 0, 30, 100);
    if (!strstr(panel, expected)) fail_msg("%s is not in\n%s", expected, panel);
    close_opened(&opened);
}

static void a_fraction_stands_over_its_stroke_where_there_is_room(void **test)
{
    (void)test;
    assert_panel_has("p[1, 0]", "e^A[1, 0]");
    assert_panel_has("p[1, 0]", "─────");
    assert_panel_has("p[1, 0]", "20.0855");
    assert_panel_has("c[1]", "────");
}

static void a_product_is_written_with_its_signs_in_parentheses(void **test)
{
    (void)test;
    assert_panel_has("g", "1 × 3 + (-2) × 4 = 3 + (-8) = -5.0000");
    assert_panel_has("n", "√5.0000 = 2.2361");
    assert_panel_has("v[1]", "²");
}

static void a_long_fold_shows_twelve_terms_and_the_exact_rest(void **test)
{
    (void)test;
    assert_panel_has("total", "9 + 10 + 11 + 12");
    assert_panel_has("total", "(… 8 more: 36.0000)");
    assert_panel_has("total", "= 210.0000");
    assert_panel_has("top", "… 8 more)");
}

static void an_input_tells_where_it_comes_from(void **test)
{
    (void)test;
    assert_panel_has("A[0, 1]", "typed in the lesson, line 12");
}

static void a_masked_weight_and_its_row_are_explained(void **test)
{
    (void)test;
    assert_panel_has("m[1, 0]", "fully masked");
}

static void the_walk_is_shown_in_the_title(void **test)
{
    (void)test;
    Opened opened = open_text("kinds.md", text, NULL);
    static const char *const path[] = {"c[1]", "(A[0] - x[0])[1]", "A[0, 1]", NULL};
    const char *panel = panel_text(&opened, path, 0, 30, 100);
    assert_non_null(strstr(panel, "why c[1] › (A[0] − x[0])[1] › A[0, 1]"));
    panel = panel_text(&opened, path, 0, 30, 40);
    assert_non_null(strstr(panel, "why c[1] › … › A[0, 1]"));
    close_opened(&opened);
}

static void the_chosen_operand_is_in_sight_and_shows_its_own_origin(void **test)
{
    (void)test;
    Opened opened = open_text("kinds.md", text, NULL);
    static const char *const path[] = {"total", NULL};
    for (size_t operand = 0; operand < 12; operand++) {
        const char *panel = panel_text(&opened, path, operand, 24, 60);
        char *chosen = arena_printf(opened.arena, "> x[%zu] = %zu", operand + 8, operand + 9);
        if (!strstr(panel, chosen)) fail_msg("%s is not in\n%s", chosen, panel);
    }
    close_opened(&opened);
}

static void a_report_lists_the_operands_that_the_panel_walks(void **test)
{
    (void)test;
    Opened opened = open_four_steps(NULL);
    static const char *const whys[] = {"alpha[2]", NULL};
    opened.state.screen = 1;
    opened.state.step = 2;
    select_number(&opened, "alpha[2]", whys);
    ViewReport report;
    draw_frame(&opened, opened.arena, 24, 80, CHARSET_UTF8, &report);
    assert_int_equal(report.n_operands, 3);
    assert_string_equal(report.operands[0].expr, "z[2]");
    assert_true(report.why_row > 0 && report.why_row + report.why_rows <= 24);
    close_opened(&opened);
}

static void assert_line(const Opened *opened, const char *asked, const char *expected)
{
    Explanation explanation;
    assert_true(layer_explain(opened->now, opened->arena, element(opened, asked), &explanation));
    assert_string_equal(view_why_line(opened->arena, &explanation), expected);
}

static void a_derivation_fits_on_one_line_of_text(void **test)
{
    (void)test;
    Opened opened = open_four_steps(NULL);
    assert_line(
        &opened, "alpha[2]",
        "α[2] = e^z[2] / Σ e^z = e^1.0000 / (e^0.5000 + e^0.5000 + e^1.0000) = 2.7183 / 6.0157 = 0.4519");
    assert_line(&opened, "z[0]", "z[0] = s[0] / √d_k = 1.0000 / 2.0000 = 0.5000");
    Explanation explanation;
    assert_true(layer_explain(opened.now, opened.arena, element(&opened, "q[0]"), &explanation));
    assert_non_null(
        strstr(view_why_line(opened.arena, &explanation), "q[0] = 1  (typed in the lesson, line "));
    close_opened(&opened);
}

/* A word is no number: it stands in quotes, and a comparison in parentheses, apart from the equation's own
 * signs. */
static void a_word_is_told_as_a_word(void **state)
{
    (void)state;
    static const char words[] =
        "---\ntitle: t\npart: p\norder: 1\nlevel: l\n---\n\n## What?\n\n```live\nnames = [\"a\", \"b\"]\n"
        "hit = names[1] == \"b\"\nmode = choice([\"soft\", \"hard\"], 0)\nx = [1, 2]\n"
        "y = sum(x) if mode == \"hard\" else x[0]\n```\n\nText.\n";
    Opened opened = open_text("words.md", words, NULL);
    static const char *const asked[] = {"hit", "mode == \"soft\"", "names[1]", "mode"};
    static const char *const told[] = {"(names[1] = \"b\") = (\"b\" = \"b\") = True",
                                       "(\"soft\" = \"soft\") = True", "names[1] = \"b\"  (typed",
                                       "mode = \"soft\"  (choice"};
    for (size_t i = 0; i < 4; i++) {
        Explanation explanation;
        Diags unheard;
        ElementRef ref;
        diags_init(&unheard, opened.arena);
        assert_true(layer_ask_element(opened.now, asked[i], "test", &ref, &unheard));
        assert_true(layer_explain(opened.now, opened.arena, ref, &explanation));
        const char *line = view_why_line(opened.arena, &explanation);
        if (!strstr(line, told[i]) || strstr(line, "nan")) fail_msg("%s", line);
        opened.state.why = (ViewWhy){&ref, 1, 0, 0};
        opened.state.has_selection = true;
        opened.state.selection = ref;
        Frame *frame = frame_new(opened.arena, 24, 80, CHARSET_UTF8);
        ViewReport report = {0};
        view_lesson(frame, &opened.state, &report);
        if (strstr(frame_text(opened.arena, frame, false), "nan"))
            fail_msg("%s", frame_text(opened.arena, frame, false));
    }
    close_opened(&opened);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_fraction_stands_over_its_stroke_where_there_is_room),
        cmocka_unit_test(a_product_is_written_with_its_signs_in_parentheses),
        cmocka_unit_test(a_long_fold_shows_twelve_terms_and_the_exact_rest),
        cmocka_unit_test(an_input_tells_where_it_comes_from),
        cmocka_unit_test(a_masked_weight_and_its_row_are_explained),
        cmocka_unit_test(the_walk_is_shown_in_the_title),
        cmocka_unit_test(the_chosen_operand_is_in_sight_and_shows_its_own_origin),
        cmocka_unit_test(a_report_lists_the_operands_that_the_panel_walks),
        cmocka_unit_test(a_derivation_fits_on_one_line_of_text),
        cmocka_unit_test(a_word_is_told_as_a_word),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
