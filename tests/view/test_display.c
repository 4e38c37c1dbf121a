/* The language as a reader sees it. */
#include "support.h"

static void assert_shown(const char *text, const char *expected)
{
    Arena *arena = arena_new();
    assert_string_equal(view_display(arena, text), expected);
    arena_free(arena);
}

static void names_are_shown_in_greek(void **test)
{
    (void)test;
    assert_shown("alpha", "α");
    assert_shown("alpha[2]", "α[2]");
    assert_shown("sigma_max", "σ_max");
    assert_shown("alphabet", "alphabet");
    assert_shown("dk", "d_k");
    assert_shown("v_bank", "v_bank");
    assert_shown("inf", "∞");
}

static void calls_are_shown_as_mathematics(void **test)
{
    (void)test;
    assert_shown("exp(z)", "e^z");
    assert_shown("exp(z[2])", "e^z[2]");
    assert_shown("exp(z - max(z))", "e^(z − max(z))");
    assert_shown("sqrt(dk)", "√d_k");
    assert_shown("sqrt(a + b)", "√(a + b)");
    assert_shown("sum(exp(z))", "Σ e^z");
    assert_shown("sum(q * k)", "Σ(q × k)");
    assert_shown("sum(A, axis=0)", "sum(A, axis=0)");
    assert_shown("norm(v)", "‖v‖");
    assert_shown("abs(x - y)", "|x − y|");
    assert_shown("dot(q, k)", "q·k");
    assert_shown("isclose(sum(alpha), 1)", "Σ α ≈ 1");
    assert_shown("softmax(q @ K.T / sqrt(dk))", "softmax(q·Kᵀ / √d_k)");
}

static void parentheses_come_where_mathematics_needs_them(void **test)
{
    (void)test;
    assert_shown("(a + b) * c", "(a + b) × c");
    assert_shown("a * b + c", "a × b + c");
    assert_shown("a - (b - c)", "a − (b − c)");
    assert_shown("(a - b) - c", "a − b − c");
    assert_shown("a / (b * c)", "a / (b × c)");
    assert_shown("-x ** 2", "−x²");
    assert_shown("(-x) ** 2", "(−x)²");
    assert_shown("exp(x) ** 2", "(e^x)²");
    assert_shown("2 ** (n + 1)", "2^(n + 1)");
    assert_shown("(q @ K.T)[2]", "(q·Kᵀ)[2]");
    assert_shown("(A + B).T", "(A + B)ᵀ");
    assert_shown("a if b < 0 else c", "a if b < 0 else c");
    assert_shown("not a and b or c", "not a and b or c");
    assert_shown("not (a and b)", "not (a and b)");
    assert_shown("a >= 1 and b != 2", "a ≥ 1 and b ≠ 2");
    assert_shown("argmax(s) == 2", "argmax(s) = 2");
    assert_shown("sqrt(a) ** 2", "(√a)²");
}

static void slices_lists_and_texts_stay_as_they_are(void **test)
{
    (void)test;
    assert_shown("K[0, :]", "K[0, :]");
    assert_shown("K[1:3]", "K[1:3]");
    assert_shown("[1, 2.50, 1e-3]", "[1, 2.50, 1e-3]");
    assert_shown("names == \"bank\"", "names = \"bank\"");
}

static void what_cannot_be_read_is_shown_as_typed(void **test)
{
    (void)test;
    assert_shown("alpha +", "alpha +");
    assert_shown("a ? b", "a ? b");
    assert_shown("", "");
    assert_shown("f(", "f(");
    assert_shown("a\x1b[2J", "a␛[2J");
    Arena *arena = arena_new();
    StrBuf deep = {0};
    for (int i = 0; i < 5000; i++) strbuf_add(&deep, "(");
    assert_string_equal(view_display(arena, strbuf_text(&deep)), strbuf_text(&deep));
    strbuf_free(&deep);
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_shown_in_greek),
        cmocka_unit_test(calls_are_shown_as_mathematics),
        cmocka_unit_test(parentheses_come_where_mathematics_needs_them),
        cmocka_unit_test(slices_lists_and_texts_stay_as_they_are),
        cmocka_unit_test(what_cannot_be_read_is_shown_as_typed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
