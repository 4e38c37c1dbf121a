/* Formulas: what one line of prose shows, what is said of a wrong one, and that no text breaks the parser. */
#include "heed/math.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

typedef struct Parsed {
    Arena *arena;
    SourceText source;
    Diags diags;
    const MathNode *node;
} Parsed;

static Parsed parse(const char *tex)
{
    Parsed p = {.arena = arena_new()};
    p.source = (SourceText){"math", arena_strdup(p.arena, tex), strlen(tex)};
    diags_init(&p.diags, p.arena);
    SourceText *source = arena_alloc(p.arena, sizeof *source);
    *source = p.source;
    p.node = math_parse(p.arena, source, 0, source->len, &p.diags);
    return p;
}

static void assert_inline(const char *tex, const char *expected)
{
    Parsed p = parse(tex);
    assert_int_equal(p.diags.errors, 0);
    assert_string_equal(math_inline(p.arena, p.node), expected);
    arena_free(p.arena);
}

static void assert_speech(const char *tex, const char *expected)
{
    Parsed p = parse(tex);
    assert_int_equal(p.diags.errors, 0);
    assert_string_equal(math_speech(p.arena, p.node), expected);
    arena_free(p.arena);
}

static void words_say_where_what_was_opened_ends(void **state)
{
    (void)state;
    assert_speech(
        "\\alpha = \\mathrm{softmax}(\\frac{QK^\\top}{\\sqrt{d_k}})",
        "alpha equals softmax(the fraction Q K transposed over the square root of d sub k, end of fraction)");
    assert_speech("\\frac{1}{N}", "1 over N");
    assert_speech("\\sqrt{a + b}", "the square root of a plus b, end of root");
    assert_speech("\\sum_{i=1}^{n} x_i^2", "the sum from i equals 1 to n of x sub i squared");
    assert_speech("e^{q \\cdot k / T}", "e to the power q dot k divided by T, end of power");
    assert_speech("\\begin{bmatrix} a & b \\\\ c & d \\end{bmatrix}", "the matrix a, b; c, d, end of matrix");
    assert_speech("\\hat{x} \\le \\infty", "x hat is at most infinity");
}

static void only_signs_and_names_are_flat(void **state)
{
    (void)state;
    Parsed flat = parse("w = \\mathrm{softmax}(x / T)"), tall = parse("w = x_1");
    assert_true(math_is_flat(flat.node));
    assert_false(math_is_flat(tall.node));
    arena_free(flat.arena);
    arena_free(tall.arena);
}

static void one_line_reads_as_a_person_types_it(void **state)
{
    (void)state;
    assert_inline("\\alpha = \\mathrm{softmax}(\\frac{QK^\\top}{\\sqrt{d_k}})", "α = softmax(QKᵀ / √d_k)");
    assert_inline("\\sum_{j=1}^n e^{z_j}", "Σ_(j = 1)^n e^(z_j)");
    assert_inline("-x + y - 1", "−x + y − 1");
    assert_inline("x^2 + k_1", "x² + k₁");
    assert_inline("\\frac{a + b}{c}", "(a + b) / c");
    assert_inline("\\lVert q \\rVert \\le \\max_j \\lVert v_j \\rVert", "‖q‖ ≤ max_j ‖v_j‖");
    assert_inline("\\begin{bmatrix}1 & 0 \\\\ 0 & 1\\end{bmatrix}", "[1 0; 0 1]");
    assert_inline("\\text{score of } k_2", "score of k₂");
    assert_inline("W_Q \\in \\mathbb{R}^{d \\times d_k}", "W_Q ∈ ℝ^(d × d_k)");
    assert_inline("\\underbrace{q \\cdot k}_{\\text{score}}", "q · k {score}");
    assert_inline("\\left(\\frac{1}{2}\\right)", "(1 / 2)");
    assert_inline("0.5 x", "0.5x");
    assert_inline("", "");
}

static void assert_fault(const char *tex, const char *code)
{
    Parsed p = parse(tex);
    assert_true(p.diags.errors > 0);
    assert_string_equal(p.diags.items[0].code, code);
    assert_non_null(math_inline(p.arena, p.node));
    arena_free(p.arena);
}

static void a_wrong_formula_is_named_and_still_shown(void **state)
{
    (void)state;
    assert_fault("\\aplha", "math-command");
    assert_fault("{x", "math-brace");
    assert_fault("x}", "math-brace");
    assert_fault("\\frac{1}", "math-argument");
    assert_fault("x^", "math-argument");
    assert_fault("x^2^3", "math-script");
    assert_fault("\\left( x", "math-left");
    assert_fault("\\begin{bmatrix} 1", "math-begin");
    assert_fault("\\begin{table} 1 \\end{table}", "math-environment");
    assert_fault("\\text", "math-argument");
}

static void a_guess_names_the_nearest_command(void **state)
{
    (void)state;
    Parsed p = parse("\\aplha");
    assert_non_null(strstr(p.diags.items[0].text, "\\alpha"));
    arena_free(p.arena);
}

static void five_thousand_braces_are_too_deep_and_no_crash(void **state)
{
    (void)state;
    char deep[5001];
    memset(deep, '{', 5000);
    deep[5000] = '\0';
    assert_fault(deep, "math-depth");
}

static void a_term_is_found_where_it_stands(void **state)
{
    (void)state;
    Parsed whole = parse("\\mathrm{softmax}(\\frac{QK^\\top}{\\sqrt{d_k}}) V"), part = parse("QK^\\top"),
           none = parse("KQ");
    size_t first, count;
    const MathNode *row = math_find(whole.node, part.node, &first, &count);
    assert_non_null(row);
    assert_int_equal(count, 2);
    assert_string_equal(row->children[first]->text, "Q");
    assert_null(math_find(whole.node, none.node, &first, &count));
    arena_free(whole.arena);
    arena_free(part.arena);
    arena_free(none.arena);
}

static void random_text_never_breaks_the_parser(void **state)
{
    (void)state;
    static const char *const pieces[] = {"\\frac",
                                         "{",
                                         "}",
                                         "^",
                                         "_",
                                         "\\left",
                                         "\\right",
                                         "(",
                                         "&",
                                         "\\\\",
                                         "\\begin{bmatrix}",
                                         "\\end{bmatrix}",
                                         "x",
                                         "12",
                                         "\\sqrt",
                                         "\\sum",
                                         "\\",
                                         "é",
                                         "\xff",
                                         " ",
                                         "\\text{"};
    srand(7);
    for (int round = 0; round < 4000; round++) {
        StrBuf text = {0};
        for (int i = 0, n = rand() % 24; i < n; i++)
            strbuf_add(&text, pieces[(size_t)rand() % (sizeof pieces / sizeof pieces[0])]);
        Parsed p = parse(strbuf_text(&text));
        assert_non_null(math_inline(p.arena, p.node));
        assert_non_null(math_speech(p.arena, p.node));
        arena_free(p.arena);
        strbuf_free(&text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_say_where_what_was_opened_ends),
        cmocka_unit_test(only_signs_and_names_are_flat),
        cmocka_unit_test(one_line_reads_as_a_person_types_it),
        cmocka_unit_test(a_wrong_formula_is_named_and_still_shown),
        cmocka_unit_test(a_guess_names_the_nearest_command),
        cmocka_unit_test(five_thousand_braces_are_too_deep_and_no_crash),
        cmocka_unit_test(a_term_is_found_where_it_stands),
        cmocka_unit_test(random_text_never_breaks_the_parser),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
