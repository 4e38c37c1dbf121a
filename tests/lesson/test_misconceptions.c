/* misconceptions.md: what is read, and what is said of a wrong one. */
#include "lesson/support.h"

static Misconceptions *read_text(Arena *arena, Diags *diags, const char *text)
{
    diags_init(diags, arena);
    return misconceptions_parse("misconceptions.md", text, strlen(text), diags);
}

static void names_sentences_and_lines_are_read(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    Diags diags;
    Misconceptions *all =
        read_text(arena, &diags,
                  "# Misconceptions\n\nWords before.\n\n## no-scale\n\nThe scores were not divided\n"
                  "by $\\sqrt{d_k}$.\n\n```overlay\nz = s\n\nout = alpha @ V\n```\n\n## mean\n\n"
                  "A mean.\n\n~~~answer\nmean(q)\n~~~\n");
    assert_string_equal(diags_format(arena, &diags), "");
    assert_int_equal(all->count, 2);
    assert_string_equal(all->items[0].name, "no-scale");
    assert_string_equal(all->items[0].overlay, "z = s\n\nout = alpha @ V");
    assert_null(all->items[0].expr);
    assert_string_equal(prose_plain(arena, &all->items[0].text),
                        "The scores were not divided by \\sqrt{d_k}.");
    assert_string_equal(all->items[1].overlay, "");
    assert_string_equal(expr_text(arena, all->items[1].expr), "mean(q)");
    misconceptions_free(all);
    arena_free(arena);
}

static void what_is_wrong_is_said_with_its_place(void **state)
{
    (void)state;
    static const struct {
        const char *text, *said;
    } cases[] = {
        {"## No Scale\n\nA.\n\n```overlay\nz = s\n```\n",
         "1:1: error: a name is one word of small letters, digits and hyphens"},
        {"## a\n\n```overlay\nz = s\n```\n", "1:1: error: a needs a sentence that says it"},
        {"## a\n\nA.\n", "1:1: error: a needs a fence: overlay or answer"},
        {"## a\n\nA.\n\n```overlay\nz = s\n", "5:1: error: this fence is never closed"},
        {"## a\n\nA.\n\n```live\nz = s\n```\n",
         "5:1: error: a misconception has an overlay fence or an answer fence"},
        {"## a\n\nA.\n\n```overlay\nz s\n```\n", "6:1: error: a line of an overlay is NAME = EXPR"},
        {"## a\n\nA.\n\n```overlay\nz = s +\n```\n", "6:8: error: "},
        {"## a\n\nA.\n\n```answer\n\n```\n", "5:1: error: this fence is empty"},
        {"## a\n\nA.\n\n```answer\n1\n```\n\nB.\n", "9:1: error: the sentence stands before the fence"},
        {"## a\n\nA.\n\n```answer\n1\n```\n\n```answer\n2\n```\n", "9:1: error: each ## name has one fence"},
        {"```answer\n1\n```\n", "1:1: error: each ## name has one fence"},
        {"## a\n\nA.\n\n```answer\n1\n```\n\n## a\n\nA.\n\n```answer\n1\n```\n",
         "9:1: error: a is there already"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Arena *arena = arena_new();
        Diags diags;
        Misconceptions *all = read_text(arena, &diags, cases[i].text);
        const char *said = diags_format(arena, &diags);
        if (diags.count != 1 || !strstr(said, cases[i].said)) fail_msg("%s: %s", cases[i].text, said);
        misconceptions_free(all);
        arena_free(arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_sentences_and_lines_are_read),
        cmocka_unit_test(what_is_wrong_is_said_with_its_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
