/* Formulas in two dimensions: golden boxes, spans of terms, breaking, and random formulas that never clip or
 * crash. */
#include "view/math_layout.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static const MathNode *parse(Arena *arena, const char *tex)
{
    SourceText *source = arena_alloc(arena, sizeof *source);
    *source = (SourceText){"math", arena_strdup(arena, tex), strlen(tex)};
    Diags diags;
    diags_init(&diags, arena);
    return math_parse(arena, source, 0, source->len, &diags);
}

static void assert_layout(const char *tex, Charset charset, int max_width, const char *expected)
{
    Arena *arena = arena_new();
    MathSetting setting = {.charset = charset, .max_width = max_width};
    MathBox box = math_layout(arena, parse(arena, tex), &setting);
    StrBuf text = {0};
    for (int row = 0; row < box.frame->rows; row++)
        strbuf_printf(&text, "%s\n", frame_row_text(arena, box.frame, row));
    assert_string_equal(strbuf_text(&text), expected);
    strbuf_free(&text);
    arena_free(arena);
}

static void the_equation_stands_in_two_dimensions(void **state)
{
    (void)state;
    assert_layout("\\mathrm{softmax}(\\frac{QK^\\top}{\\sqrt{d_k}}) V", CHARSET_UTF8, 0,
                  "         QKᵀ\n"
                  "softmax(─────) V\n"
                  "         √d\n"
                  "           k\n");
    assert_layout("\\frac{a}{b}", CHARSET_ASCII, 0,
                  " a\n"
                  "---\n"
                  " b\n");
}

static void sums_roots_matrices_and_braces_grow(void **state)
{
    (void)state;
    assert_layout("\\sum_{i=1}^{n} e^{z_i}", CHARSET_UTF8, 0,
                  "  n    z_i\n"
                  "  Σ   e\n"
                  "i = 1\n");
    assert_layout("\\sqrt{a+b}", CHARSET_UTF8, 0,
                  " ┌─────\n"
                  "√│a + b\n");
    assert_layout("\\begin{bmatrix}1 & 0 \\\\ 0 & 12\\end{bmatrix}", CHARSET_UTF8, 0,
                  "⎡1  0 ⎤\n"
                  "⎣0  12⎦\n");
    assert_layout("\\underbrace{q\\cdot k}_{s}", CHARSET_UTF8, 0,
                  "q · k\n"
                  "╰─┬─╯\n"
                  "  s\n");
}

static void a_long_formula_breaks_before_its_signs(void **state)
{
    (void)state;
    assert_layout("a = bbbbbb + cccccc + dddddd", CHARSET_UTF8, 14,
                  "a = bbbbbb\n"
                  "  + cccccc\n"
                  "  + dddddd\n");
}

static void a_term_gets_its_span_and_a_value_its_place(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    MathSlot slots[] = {{.part = parse(arena, "QK^\\top"), .item = 4}};
    MathSetting setting = {.charset = CHARSET_UTF8, .slots = slots, .n_slots = 1};
    const MathNode *formula = parse(arena, "\\frac{QK^\\top}{2} V");
    MathBox box = math_layout(arena, formula, &setting);
    assert_int_equal(box.frame->n_spans, 1);
    assert_int_equal(box.frame->spans[0].kind, SPAN_TERM);
    assert_int_equal(box.frame->spans[0].item, 4);
    assert_int_equal(box.frame->spans[0].row, 0);
    assert_int_equal(box.frame->spans[0].width, 3);
    slots[0].box = (MathBox){frame_new(arena, 2, 9, CHARSET_UTF8), 0};
    frame_put(slots[0].box.frame, 1, 0, 9, ROLE_NUMBER, "1.0  2.0");
    box = math_layout(arena, formula, &setting);
    assert_non_null(strstr(frame_text(arena, box.frame, false), "1.0  2.0"));
    arena_free(arena);
}

static void random_formulas_never_crash_and_keep_their_baseline(void **state)
{
    (void)state;
    static const char *const pieces[] = {"\\frac",
                                         "{",
                                         "}",
                                         "^",
                                         "_",
                                         "\\left(",
                                         "\\right)",
                                         "&",
                                         "\\\\",
                                         "\\begin{bmatrix}",
                                         "\\end{bmatrix}",
                                         "x",
                                         "+",
                                         "=",
                                         "\\sqrt",
                                         "\\sum",
                                         "\\underbrace",
                                         "\\hat",
                                         "\\overbrace"};
    srand(11);
    for (int round = 0; round < 3000; round++) {
        Arena *arena = arena_new();
        StrBuf text = {0};
        for (int i = 0, n = rand() % 20; i < n; i++)
            strbuf_add(&text, pieces[(size_t)rand() % (sizeof pieces / sizeof pieces[0])]);
        MathSetting setting = {.charset = round % 2 ? CHARSET_UTF8 : CHARSET_ASCII, .max_width = rand() % 30};
        MathBox box = math_layout(arena, parse(arena, strbuf_text(&text)), &setting);
        assert_in_range(box.baseline, 0, box.frame->rows ? box.frame->rows - 1 : 0);
        strbuf_free(&text);
        arena_free(arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_equation_stands_in_two_dimensions),
        cmocka_unit_test(sums_roots_matrices_and_braces_grow),
        cmocka_unit_test(a_long_formula_breaks_before_its_signs),
        cmocka_unit_test(a_term_gets_its_span_and_a_value_its_place),
        cmocka_unit_test(random_formulas_never_crash_and_keep_their_baseline),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
