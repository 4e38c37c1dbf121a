/* Formulas and their terms in a lesson: whose term is whose, what it stands for, and what is said of a wrong
 * one. */
#include "lesson/support.h"

#define HEAD "---\ntitle: A demo\n---\n\n## A question?\n\n```live\ns = [1, 2]\ndk = 4\n```\n\n"

/* "LINE:COLUMN TEXT", one a line, of parsing and checking. */
static char *said_of(const char *body)
{
    Arena *arena = arena_new();
    Parsed p = parse(arena_printf(arena, HEAD "%s", body));
    lesson_check(p.lesson, &p.diags);
    StrBuf out = {0};
    for (size_t i = 0; i < p.diags.count; i++) {
        const Diag *diag = &p.diags.items[i];
        size_t line = 1, start = 0;
        for (size_t at = 0; at < diag->span.start; at++)
            if (p.lesson->source->text[at] == '\n') line++, start = at + 1;
        strbuf_printf(&out, "%zu:%zu %s\n", line, diag->span.start - start + 1, diag->text);
    }
    char *said = heed_xstrdup(strbuf_text(&out));
    strbuf_free(&out);
    parsed_free(&p);
    arena_free(arena);
    return said;
}

static void assert_said(const char *body, const char *expected)
{
    char *said = said_of(body);
    assert_string_equal(said, expected);
    free(said);
}

static void a_term_belongs_to_the_formula_before_it(void **state)
{
    (void)state;
    Parsed p = parse(HEAD "```math\na = \\frac{s}{\\sqrt{d_k}}\n```\n\n"
                          "```terms\ns = s : the scores\n\\sqrt{d_k} = sqrt(dk) : the divisor\n```\n\n"
                          "<!-- pause more -->\n\n```terms\na : all of it\n```\n\n"
                          "## Another question?\n\n```math\nb = s\n```\n\n```terms\nb = s + 1 : more\n```\n");
    assert_int_equal(p.diags.errors, 0);
    assert_int_equal(p.lesson->n_equations, 2);
    assert_int_equal(p.lesson->n_terms, 4);
    const Equation *first = &p.lesson->equations[0], *second = &p.lesson->equations[1];
    assert_int_equal(first->first_term, 0);
    assert_int_equal(first->n_terms, 3);
    assert_int_equal(second->first_term, 3);
    assert_int_equal(second->n_terms, 1);
    assert_int_equal(second->screen, 1);
    assert_string_equal(p.lesson->terms[0]->name, "s");
    assert_null(p.lesson->terms[1]->name);
    assert_string_equal(p.lesson->terms[1]->tex, "\\sqrt{d_k}");
    assert_string_equal(p.lesson->terms[1]->source, "sqrt(dk)");
    assert_string_equal(expr_text(p.arena, p.lesson->terms[1]->expr), "sqrt(dk)");
    assert_null(p.lesson->terms[2]->expr);
    assert_int_equal(p.lesson->terms[2]->step, 1);
    assert_int_equal(p.lesson->terms[2]->equation, 0);
    assert_int_equal(p.lesson->terms[3]->equation, 1);
    parsed_free(&p);
}

static void an_equals_sign_of_the_formula_stays_in_it(void **state)
{
    (void)state;
    Parsed p = parse(HEAD "```math\n\\sum_{i=1}^n s_i\n```\n\n```terms\n\\sum_{i=1}^n : all of them\n"
                          "s_i = s if dk == 4 else s : each\n```\n");
    assert_int_equal(p.diags.errors, 0);
    assert_string_equal(p.lesson->terms[0]->tex, "\\sum_{i=1}^n");
    assert_null(p.lesson->terms[0]->expr);
    assert_string_equal(p.lesson->terms[1]->tex, "s_i");
    assert_string_equal(p.lesson->terms[1]->source, "s if dk == 4 else s");
    parsed_free(&p);
}

static void the_whole_formula_can_be_its_own_term(void **state)
{
    (void)state;
    assert_said("```math\n\\sqrt{d_k}\n```\n\n```terms\n\\sqrt{d_k} = sqrt(dk) : the divisor\nd_k = dk : its "
                "square\n```\n",
                "");
}

static void each_mistake_has_its_place(void **state)
{
    (void)state;
    assert_said("```terms\ns = s : too early\n```\n",
                "12:1 terms belong to a math block before them on the same screen\n");
    assert_said("```math\n\\frac{s}{t}\n```\n\n```terms\nu = s : not there\ns = s : there\n  s = dk : again\n"
                "t = sx : unknown\nno colon here\n```\n",
                "17:1 the formula above has no such term\n"
                "19:3 this term is explained already\n"
                "20:5 unknown name 'sx'; did you mean s?\n"
                "21:1 a term is written TEX = EXPR : what it is\n");
    assert_said("```math\ns\n```\n\n```terms\ns = s + [1, 2, 3] : shapes\n```\n",
                "17:5 s is (2,), [1, 2, 3] is (3,): their shapes do not broadcast\n");
    assert_said("```math\n\\frac{a\n```\n", "13:6 this { is never closed\n13:8 something is wanted here\n");
    assert_said("```math\n```\n", "12:1 this formula is empty\n");
    assert_said("Now $\\alpa$.\n", "12:6 unknown command \\alpa; did you mean \\alpha?\n");
    assert_said("```math\ns\n```\n\n## Another question?\n\n```terms\ns = s : too far away\n```\n",
                "18:1 terms belong to a math block before them on the same screen\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_term_belongs_to_the_formula_before_it),
        cmocka_unit_test(an_equals_sign_of_the_formula_stays_in_it),
        cmocka_unit_test(the_whole_formula_can_be_its_own_term),
        cmocka_unit_test(each_mistake_has_its_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
