/* The language as text: trees and their canonical form, Python's grammar, limits,
 * and where mistakes are said to be.
 */
#include "sheet/expr.h"
#include "sheet/random_expr.h"
#include "sheet/sheets.h"
#include <locale.h>
#include <math.h>

static const Expr *parse(Arena *arena, const char *text, Diags *diags)
{
    SourceText *source = arena_alloc(arena, sizeof *source);
    *source = (SourceText){"test", arena_strdup(arena, text), strlen(text)};
    diags_init(diags, arena);
    return expr_parse(arena, source, 0, source->len, diags);
}

static const char *canonical(Arena *arena, const char *text)
{
    Diags diags;
    const Expr *expr = parse(arena, text, &diags);
    return expr != NULL ? expr_text(arena, expr) : arena_printf(arena, "?%s", diags.items[0].text);
}

static void every_tree_prints_to_text_that_parses_back_to_it(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 4000; seed++) {
        Arena *arena = arena_new();
        Random random = {arena, seed * 0x9e3779b97f4a7c15u};
        const Expr *expr = random_expr(&random, 1 + (int)(seed % 6));
        const char *text = expr_text(arena, expr);
        Diags diags;
        const Expr *back = parse(arena, text, &diags);
        if (back == NULL || !expr_equal(expr, back)) fail_msg("seed %d: %s", (int)seed, text);
        assert_string_equal(expr_text(arena, back), text);
        assert_int_equal(back->size, expr->size);
        assert_int_equal(back->height, expr->height);
        arena_free(arena);
    }
}

static void canonical_text_has_the_fewest_parentheses(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"((a))", "a"},
        {"(a+b)*c", "(a + b) * c"},
        {"a+(b*c)", "a + b * c"},
        {"a-(b-c)", "a - (b - c)"},
        {"(a-b)-c", "a - b - c"},
        {"-(2**2)", "-2 ** 2"},
        {"(-2)**2", "(-2) ** 2"},
        {"2**(-1)", "2 ** -1"},
        {"(2**3)**4", "(2 ** 3) ** 4"},
        {"2**(3**4)", "2 ** 3 ** 4"},
        {"(a@b).T", "(a @ b).T"},
        {"1 .T", "(1).T"},
        {"not(a and b)", "not (a and b)"},
        {"(not a) and b", "not a and b"},
        {"(a if b else c) if d else e", "(a if b else c) if d else e"},
        {"a if b else (c if d else e)", "a if b else c if d else e"},
        {"x[(1):2:(3)]", "x[1:2:3]"},
        {"x[:]", "x[:]"},
        {"x[::-1,0]", "x[::-1, 0]"},
        {"exp( x )", "exp(x)"},
        {"softmax(x,axis = 0)", "softmax(x, axis=0)"},
        {"[1,2.50,1_000,1e-5]", "[1, 2.5, 1000, 1e-05]"},
        {"'it''s'", "?expected an operator or the end, found ''s''"},
        {"'say \"hi\"'", "\"say \\\"hi\\\"\""},
        {"1 < (2 < 3)", "1 < (2 < 3)"},
        {"[1,\n 2,\n]", "[1, 2]"},
    };
    Arena *arena = arena_new();
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_string_equal(canonical(arena, cases[i][0]), cases[i][1]);
    }
    arena_free(arena);
}

static void numbers_mean_the_same_in_any_locale(void **state)
{
    (void)state;
    setlocale(LC_ALL, "de_DE.UTF-8"); /* where it is installed */
    Arena *arena = arena_new();
    Diags diags;
    assert_true(parse(arena, "0.25", &diags)->number == 0.25);
    assert_true(parse(arena, "1e400", &diags)->number > 1e308);
    assert_true(isnan(parse(arena, "nan", &diags)->number));
    assert_true(parse(arena, "pi", &diags)->number == 3.14159265358979323846);
    assert_string_equal(canonical(arena, "1.5e3"), "1500.0");
    assert_string_equal(canonical(arena, "0x10"), "?this is not a number as Python writes it");
    assert_string_equal(canonical(arena, "007"), "?a whole number does not start with 0");
    assert_string_equal(canonical(arena, "1if"), "?this is not a number as Python writes it");
    arena_free(arena);
    setlocale(LC_ALL, "C");
}

static char *repeated(Arena *arena, const char *part, size_t n, const char *middle, const char *end)
{
    StrBuf out = {0};
    for (size_t i = 0; i < n; i++) strbuf_add(&out, part);
    strbuf_add(&out, middle);
    for (size_t i = 0; i < n; i++) strbuf_add(&out, end);
    return strbuf_take(&out, arena);
}

static void no_depth_of_nesting_exhausts_the_stack(void **state)
{
    (void)state;
    static const char *const shapes[][3] = {
        {"(", "1", ")"},           {"[", "1", "]"},   {"-", "1", ""},
        {"not ", "1", ""},         {"2**", "1", ""},  {"1+", "1", ""},
        {"", "x", ".T"},           {"", "x", "[0]"},  {"exp(", "1", ")"},
        {"1 if 1 else ", "1", ""}, {"x[", "1", "]"},  {"1*", "1", ""},
        {"a and ", "b", ""},       {"(", "", ""},     {"[[", "", "]"},
        {"exp(", "", ""},          {"1 if ", "", ""}, {"x[1:", "2", "]"},
        {"f(x=", "1", ")"},
    };
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        Arena *arena = arena_new();
        Diags diags;
        const char *text = repeated(arena, shapes[i][0], 20000, shapes[i][1], shapes[i][2]);
        assert_null(parse(arena, text, &diags));
        assert_int_equal(diags.count, 1);
        arena_free(arena);
    }
    Arena *arena = arena_new();
    Diags diags;
    assert_non_null(parse(arena, repeated(arena, "(", 190, "1", ")"), &diags));
    assert_non_null(parse(arena, repeated(arena, "1+", 390, "1", ""), &diags));
    arena_free(arena);
}

static void assert_mistake_at(const char *lines, size_t line, size_t column, const char *code)
{
    Bench bench;
    bench_start(&bench, lines);
    assert_int_equal(bench.diags.count, 1);
    const Diag *diag = &bench.diags.items[0];
    size_t at_line = 0, at_column = 0;
    source_position(diag->span.source, diag->span.start, &at_line, &at_column);
    assert_string_equal(diag->code, code);
    assert_int_equal(at_line, line);
    assert_int_equal(at_column, column);
    bench_end(&bench);
}

static void columns_count_characters_after_tabs_and_utf8(void **state)
{
    (void)state;
    assert_mistake_at("a = 1\n\tb = [1, c]", 2, 10, "unknown-name");
    assert_mistake_at("a = [\"\u00e9\u00e9\", \"\u4e2d\", nix]", 1, 17, "unknown-name");
    assert_mistake_at("# \u03b1\u03b2\na = \u03b1", 2, 5, "syntax");
    assert_mistake_at("a = 1\r\nb = a +\r\nc = a", 2, 9, "syntax");
}

static void a_broken_line_costs_itself_alone(void **state)
{
    (void)state;
    Bench bench;
    bench_start(&bench, "a = [1, 2\nb = 3\nc = b $ 2\nd = c + a\ne = b + 1\nf = (1,\n     2)\ng = ]\nh = e\n "
                        "= 3\n1 = 2\ni = h");
    assert_non_null(sheet_find(bench.sheet, "b"));
    assert_non_null(sheet_find(bench.sheet, "e"));
    assert_non_null(sheet_find(bench.sheet, "h"));
    assert_non_null(sheet_find(bench.sheet, "i"));
    assert_int_equal(sheet_count(bench.sheet), 4);
    /* a, c, f, g and the two nameless lines; d is not blamed for using c and a */
    assert_int_equal(bench.diags.errors, 6);
    assert_string_equal(bench.diags.items[0].text, "'[' is never closed");
    bench_end(&bench);
}

static void lines_may_be_split_inside_brackets_and_joined_by_semicolons(void **state)
{
    (void)state;
    Bench bench;
    bench_start(&bench,
                "K = [[1, 2],  # first\n\n     [3, 4]]  # second\n a = 1; b = sum(K,\n   axis=0)\n\n# end");
    assert_int_equal(bench.diags.count, 0);
    assert_int_equal(sheet_count(bench.sheet), 3);
    Layer *layer = bench_layer(&bench, NULL, NULL);
    assert_answer(&bench, layer, "b", "[4.0, 6.0]");
    layer_free(layer);
    bench_end(&bench);
}

static void control_bytes_and_invalid_utf8_are_refused_in_words(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    Diags diags;
    static const char *const bad[] = {"\x1b[31m", "a \x80 b", "\xff",  "\"\x80\"",
                                      "a\x01",    "\"\\q\"",  "'open", "a ? b"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_null(parse(arena, bad[i], &diags));
        const char *shown = diags_format(arena, &diags);
        for (const char *c = shown; *c != '\0'; c++) assert_true((unsigned char)*c >= 0x20 || *c == '\n');
        assert_true(strlen(shown) > 20);
    }
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_tree_prints_to_text_that_parses_back_to_it),
        cmocka_unit_test(canonical_text_has_the_fewest_parentheses),
        cmocka_unit_test(numbers_mean_the_same_in_any_locale),
        cmocka_unit_test(no_depth_of_nesting_exhausts_the_stack),
        cmocka_unit_test(columns_count_characters_after_tabs_and_utf8),
        cmocka_unit_test(a_broken_line_costs_itself_alone),
        cmocka_unit_test(lines_may_be_split_inside_brackets_and_joined_by_semicolons),
        cmocka_unit_test(control_bytes_and_invalid_utf8_are_refused_in_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
