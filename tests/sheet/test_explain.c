/* Explanations hold: what stands below a number gives the number, every operand can be asked again, and every
 * walk ends in sources. Tried for every builtin on random shapes, by kind and not by operation. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "derivation.h"
#include "random_sheet.h"
#include "templates.h"

/* -------------------------------------------------------------- the walk */

/* One walk down from an element; elements seen before are not walked again. */
typedef struct Walk {
    TestSheet *t;
    bool is_strange; /* infinities meet: terms need not add up to the value, but the walk must end */
    ElementRef *seen;
    size_t n_seen, cap_seen;
    size_t leaves, deepest;
} Walk;

static bool walk_knows(const Walk *walk, ElementRef ref)
{
    for (size_t i = 0; i < walk->n_seen; i++) {
        if (element_ref_equal(walk->seen[i], ref)) return true;
    }
    return false;
}

static bool walk_is_new(Walk *walk, ElementRef ref)
{
    if (walk_knows(walk, ref)) return false;
    if (walk->n_seen == walk->cap_seen) {
        size_t capacity = walk->cap_seen > 0 ? 2 * walk->cap_seen : 64;
        walk->seen = arena_grow(walk->t->arena, walk->seen, walk->n_seen, capacity, sizeof *walk->seen);
        walk->cap_seen = capacity;
    }
    walk->seen[walk->n_seen++] = ref;
    return true;
}

static double own_value(void *context, const Factor *factor)
{
    (void)context;
    return factor->value;
}

static bool same_number(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

/* The extremum's index must point at a term that no other beats, and at none but the first such. */
static void check_arg_reduce(const Explanation *e)
{
    bool is_max = e->reduce == REDUCE_ARGMAX;
    const Factor *winner = NULL;
    for (size_t i = 0; i < e->n_terms; i++) {
        const Factor *factor = &e->terms[i].factors[0];
        if (winner == NULL || (is_max ? factor->value > winner->value : factor->value < winner->value))
            winner = factor;
    }
    assert_non_null(winner);
    if (e->rest_count > 0)
        assert_true(is_max ? e->rest_value <= winner->value : e->rest_value >= winner->value);
    double index = e->value;
    assert_true(index == winner->ref.col || index == winner->ref.row || index >= winner->ref.col);
}

static void fail_at(TestSheet *t, const Explanation *e, const char *what, double got)
{
    fprintf(stderr, "%s = %.9g (%s, %s): form %s, %zu terms by %s, rest %zu %.9g: %s %.9g\n", e->expr,
            e->value, e->op, op_kind_name(e->kind), e->form != NULL ? e->form : "none", e->n_terms,
            reduce_name(e->reduce), e->rest_count, e->rest_value, what, got);
    test_print_diags(t);
    fail();
}

static bool is_near(double got, double want, double largest)
{
    return same_number(got, want) || fabs(got - want) <= 1e-5 * largest + 1e-37;
}

static void check_value(Walk *walk, const Explanation *e)
{
    if (walk->is_strange) return;
    double largest;
    double combined = explanation_combine(e, own_value, NULL, &largest);
    if (e->reduce == REDUCE_ARGMAX || e->reduce == REDUCE_ARGMIN) check_arg_reduce(e);
    if (!is_near(combined, e->value, largest)) fail_at(walk->t, e, "its terms give", combined);
    if (e->tree != NULL && e->reduce != REDUCE_ARGMAX && e->reduce != REDUCE_ARGMIN &&
        e->reduce != REDUCE_COUNT) {
        double of_tree = form_value(e->tree, own_value, NULL);
        if (!is_near(of_tree, e->value, largest)) fail_at(walk->t, e, "its tree gives", of_tree);
    }
    for (size_t i = 0; i < e->n_terms; i++) {
        double product = 1;
        for (size_t f = 0; f < e->terms[i].n_factors; f++) product *= e->terms[i].factors[f].value;
        if (!same_number(product, e->terms[i].product) && isfinite(product)) {
            fail_at(walk->t, e, "a product is", e->terms[i].product);
        }
    }
    assert_in_range(e->n_terms, 0, 64);
}

/* The form is a text of the language that evaluates to the value. */
static void check_form(Walk *walk, const Explanation *e)
{
    if (walk->is_strange) return;
    if (e->form == NULL) fail_at(walk->t, e, "no form", 0);
    NodeId node = layer_ask(walk->t->layer, e->form, "form", &walk->t->diags);
    if (node == 0) fail_at(walk->t, e, "its form does not parse", 0);
    double value = 0, largest;
    NumKind kind;
    const Value *whole = layer_value(walk->t->layer, node);
    if (whole != NULL && whole->type == VALUE_STRING) return;
    if (!layer_number(walk->t->layer, (ElementRef){REF_NOW, node, 0, 0}, &value, &kind)) {
        fail_at(walk->t, e, "its form has no value", 0);
    }
    explanation_combine(e, own_value, NULL, &largest);
    if (!is_near(value, e->value, largest)) fail_at(walk->t, e, "its form evaluates to", value);
}

static void walk_down(Walk *walk, ElementRef ref, size_t depth);

static void check_factor(Walk *walk, const Explanation *e, const Factor *factor, size_t depth)
{
    ElementRef asked;
    if (walk_knows(walk, factor->ref)) return;
    if (!layer_ask_element(walk->t->layer, factor->expr, "factor", &asked, &walk->t->diags)) {
        fprintf(stderr, "%s\n", factor->expr);
        fail_at(walk->t, e, "a factor cannot be asked", factor->value);
    }
    if (!element_ref_equal(asked, factor->ref)) {
        fprintf(stderr, "%s\n", factor->expr);
        fail_at(walk->t, e, "a factor asks another element", factor->value);
    }
    double value = 0;
    NumKind kind;
    if (layer_number(walk->t->layer, asked, &value, &kind)) assert_true(same_number(value, factor->value));
    Explanation below;
    assert_true(layer_explain(walk->t->layer, walk->t->arena, asked, &below));
    if (factor->is_source != (below.kind == OP_SOURCE))
        fail_at(walk->t, &below, "is_source is wrong, value", value);
    walk_down(walk, asked, depth + 1);
}

static void walk_down(Walk *walk, ElementRef ref, size_t depth)
{
    if (!walk_is_new(walk, ref) || walk->n_seen > 120) return;
    assert_true(depth < 60);
    if (depth > walk->deepest) walk->deepest = depth;
    Explanation e;
    assert_true(layer_explain(walk->t->layer, walk->t->arena, ref, &e));
    check_value(walk, &e);
    check_form(walk, &e);
    if (e.kind == OP_SOURCE) {
        if (e.provenance == NULL || e.provenance[0] == '\0') fail_at(walk->t, &e, "no provenance", 0);
        assert_int_equal(e.n_terms, 0);
        walk->leaves++;
        return;
    }
    const Factor *operands;
    size_t n = explanation_operands(&e, walk->t->arena, &operands);
    if (n == 0 && e.n_terms == 0) {
        if (e.note == NULL) fail_at(walk->t, &e, "no source and nothing below", 0);
        assert_true(e.value == 0 || walk->is_strange); /* the sum or the count of nothing */
        walk->leaves++;
    }
    for (size_t i = 0; i < n; i++) check_factor(walk, &e, &operands[i], depth);
    for (size_t i = 0; i < e.n_terms; i++) {
        for (size_t f = 0; f < e.terms[i].n_factors; f++)
            check_factor(walk, &e, &e.terms[i].factors[f], depth);
    }
}

static void walk_all(TestSheet *t, const char *name, const char *what, bool is_strange)
{
    NodeId node = layer_name(t->layer, name);
    const Value *value = layer_value(t->layer, node);
    if (value == NULL || value->type == VALUE_STRING) return;
    size_t count = value_count(value);
    for (size_t i = 0; i < count; i += 1 + count / 4) {
        Walk walk = {.t = t, .is_strange = is_strange};
        walk_down(&walk,
                  (ElementRef){REF_NOW, node, (uint32_t)(i / value->cols), (uint32_t)(i % value->cols)}, 0);
        if (walk.leaves == 0) fprintf(stderr, "%s[%zu] has no source\n", what, i);
        assert_true(walk.leaves > 0);
    }
}

/* ----------------------------------------------------------- every builtin */

static void every_builtin_is_tried(void **state)
{
    (void)state;
    for (size_t i = 0; i < builtin_count(); i++) {
        char call[64];
        snprintf(call, sizeof call, "%s(", builtin_info(i)->name);
        bool is_tried = strstr(random_sheet_names, call) != NULL;
        for (size_t k = 0; k < sizeof templates / sizeof *templates; k++) {
            if (strstr(templates[k].text, call) != NULL) is_tried = true;
        }
        if (!is_tried) fprintf(stderr, "no template uses %s\n", call);
        assert_true(is_tried);
    }
}

static void every_derivation_gives_its_number_and_ends_in_sources(void **state)
{
    (void)state;
    TestRandom random = {.state = 2024};
    for (size_t k = 0; k < sizeof templates / sizeof *templates; k++) {
        for (size_t round = 0; round < 3; round++) {
            char *text = random_sheet(&random, round == 2 ? 16 : 6, templates[k].text);
            TestSheet t = test_sheet(text, NULL);
            const NodeError *error = layer_error(t.layer, layer_name(t.layer, "out"));
            if (error != NULL) {
                fprintf(stderr, "%s: %s in\n%s\n", templates[k].text, error->text, text);
                fail();
            }
            walk_all(&t, "out", templates[k].text, false);
            test_sheet_free(&t);
            free(text);
        }
    }
}

static void derivations_of_derivations_hold_too(void **state)
{
    (void)state;
    TestRandom random = {.state = 5};
    for (size_t k = 0; k < 60; k++) {
        StrBuf composed = {0};
        write_composed(&composed, &random, 3);
        char *text = random_sheet(&random, 4, strbuf_text(&composed));
        TestSheet t = test_sheet(text, NULL);
        walk_all(&t, "out", strbuf_text(&composed), false);
        test_sheet_free(&t);
        free(text);
        strbuf_free(&composed);
    }
}

static void strange_numbers_do_not_stop_a_walk(void **state)
{
    (void)state;
    TestRandom random = {.state = 3, .is_strange = true};
    for (size_t k = 0; k < sizeof templates / sizeof *templates; k++) {
        char *text = random_sheet(&random, 4, templates[k].text);
        TestSheet t = test_sheet(text, NULL);
        walk_all(&t, "out", templates[k].text, true);
        test_sheet_free(&t);
        free(text);
    }
}

/* ------------------------------------------------------------- four steps */

static const char four_steps[] = "q = [1, 0, 1, 0]\n"
                                 "K = [[1, 1, 0, 0], [0, 0, 1, 1], [1, 0, 1, 1]]\n"
                                 "V = [[1, 2], [3, 4], [5, 6]]\n"
                                 "dk = cols(K)\n"
                                 "s = q @ K.T\n"
                                 "z = s / sqrt(dk)\n"
                                 "alpha = softmax(z)\n"
                                 "out = alpha @ V\n";

static Explanation explain(TestSheet *t, const char *text)
{
    Explanation e;
    assert_true(layer_explain(t->layer, t->arena, test_ref(t, text), &e));
    return e;
}

static void check_operands(TestSheet *t, const Explanation *e, const char *const *exprs, size_t n)
{
    const Factor *operands;
    assert_int_equal(explanation_operands(e, t->arena, &operands), n);
    for (size_t i = 0; i < n; i++) assert_string_equal(operands[i].expr, exprs[i]);
}

static void a_weight_is_written_down_to_the_scores(void **state)
{
    (void)state;
    TestSheet t = test_sheet(four_steps, NULL);
    Explanation e = explain(&t, "alpha[2]");
    assert_string_equal(e.expr, "alpha[2]");
    assert_string_equal(e.op, "softmax");
    assert_int_equal(e.kind, OP_COMPOSITE);
    assert_int_equal(e.reduce, REDUCE_APPLY);
    assert_string_equal(e.form, "exp(z[2]) / (exp(z[0]) + exp(z[1]) + exp(z[2]))");
    assert_string_equal(e.note, "computed as e^(z − max z): same value, no overflow");
    static const char *const operands[] = {"z[2]", "z[0]", "z[1]"};
    check_operands(&t, &e, operands, 3);

    const Form *tree = e.tree; /* e^z[2] over Σ_j e^z[j] */
    assert_int_equal(tree->kind, FORM_OP);
    assert_string_equal(tree->op, "/");
    assert_string_equal(tree->args[0]->op, "exp");
    assert_string_equal(tree->args[0]->args[0]->factor.expr, "z[2]");
    assert_string_equal(tree->args[1]->op, "sum");
    assert_string_equal(tree->args[1]->symbol, "sum(exp(z))");
    assert_int_equal(tree->args[1]->n_args, 3);
    assert_true(fabs(tree->args[1]->factor.value - 6.0157) < 5e-5);
    assert_true(fabs(tree->args[0]->factor.value - 2.7183) < 5e-5);
    assert_true(tree->args[0]->factor.ref.node != 0);
    test_sheet_free(&t);
}

static void every_step_of_the_pipeline_is_one_level(void **state)
{
    (void)state;
    TestSheet t = test_sheet(four_steps, NULL);
    Explanation z = explain(&t, "z[2]");
    assert_string_equal(z.form, "s[2] / sqrt(dk)");
    static const char *const of_z[] = {"s[2]", "sqrt(dk)"};
    check_operands(&t, &z, of_z, 2);

    Explanation s = explain(&t, "s[2]");
    assert_string_equal(s.form, "q[0] * K[2, 0] + q[1] * K[2, 1] + q[2] * K[2, 2] + q[3] * K[2, 3]");
    assert_int_equal(s.reduce, REDUCE_SUM);
    assert_int_equal(s.n_terms, 4);
    assert_int_equal(s.terms[2].n_factors, 2);
    assert_true(s.terms[2].product == 1);
    assert_true(s.terms[2].factors[0].is_source && s.terms[2].factors[1].is_source);
    assert_string_equal(s.terms[2].factors[1].expr,
                        "K[2, 2]"); /* not K.T[2, 2]: the element that is there to be edited */

    Explanation root = explain(&t, "sqrt(dk)");
    assert_string_equal(root.form, "sqrt(dk)");
    Explanation dk = explain(&t, "dk");
    assert_int_equal(dk.kind, OP_SOURCE);
    assert_non_null(strstr(dk.provenance, "K"));

    Explanation q = explain(&t, "q[0]");
    assert_int_equal(q.kind, OP_SOURCE);
    assert_int_equal(q.reduce, REDUCE_NONE);
    assert_int_equal(q.n_terms, 0);
    assert_string_equal(q.provenance, "typed in the lesson, line 1");
    check_operands(&t, &q, NULL, 0);
    test_sheet_free(&t);
}

static void an_edited_input_says_so(void **state)
{
    (void)state;
    TestSheet t = test_sheet(four_steps, "q = [0, 1, 1, 0]");
    assert_string_equal(explain(&t, "q[0]").provenance, "edited");
    test_sheet_free(&t);
}

static void a_definition_changes_once_it_would_overflow(void **state)
{
    (void)state;
    TestSheet t = test_sheet("z = [1000, 999]\nalpha = softmax(z)\n", NULL);
    Explanation e = explain(&t, "alpha[1]");
    assert_string_equal(e.form, "exp(z[1] - max(z)) / (exp(z[0] - max(z)) + exp(z[1] - max(z)))");
    double largest;
    assert_true(fabs(explanation_combine(&e, own_value, NULL, &largest) - 0.26894142) < 1e-7);
    test_sheet_free(&t);
}

/* ------------------------------------------------------------ many terms */

static void more_than_twelve_terms_are_the_largest_and_the_exact_rest(void **state)
{
    (void)state;
    TestSheet t = test_sheet("x = [1, -20, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 0.5]\ntotal = sum(x)\n"
                             "dots = x @ x\ntop = max(x)\nat = argmin(x)\ncount = histogram(x, 1, -50, 50)\n"
                             "none = histogram(x, 1, 50, 60)\n",
                             NULL);
    Explanation e = explain(&t, "total");
    assert_int_equal(e.n_terms, 12);
    assert_int_equal(e.rest_count, 3);
    assert_true(e.rest_value == 4.5);                        /* 1 + 3 + 0.5 */
    assert_string_equal(e.terms[0].factors[0].expr, "x[1]"); /* by magnitude, told in order */
    assert_string_equal(e.terms[11].factors[0].expr, "x[13]");
    assert_string_equal(e.form, "sum(x)");
    assert_int_equal(e.tree->n_args, 13);
    const Form *more = e.tree->args[12];
    assert_int_equal(more->kind, FORM_MORE);
    assert_int_equal(more->count, 3);
    assert_true(more->factor.value == 4.5);

    Explanation dots = explain(&t, "dots");
    assert_int_equal(dots.n_terms, 12);
    assert_true(dots.terms[0].product == 400);
    assert_true(dots.rest_value == 1 + 9 + 0.25);

    Explanation top = explain(&t, "top"); /* the largest by value, or the winner could be missing */
    assert_true(top.terms[11].factors[0].value == 14);
    assert_true(top.rest_value == 1);
    Explanation at = explain(&t, "at");
    assert_true(at.value == 1);
    assert_true(at.terms[1].factors[0].value == -20 || at.terms[0].factors[0].value == -20);
    assert_true(at.rest_value == 12); /* how near the others come: 12, 13 and 14 are left out */

    Explanation count = explain(&t, "count[0]");
    assert_int_equal(count.reduce, REDUCE_COUNT);
    assert_int_equal(count.n_terms + count.rest_count, 15);
    Explanation none = explain(&t, "none[0]");
    assert_int_equal(none.n_terms, 0);
    assert_non_null(none.note);
    test_sheet_free(&t);
}

static void a_long_fold_inside_a_definition_stays_one_operand(void **state)
{
    (void)state;
    TestSheet t = test_sheet("z = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]\nalpha = softmax(z)\n", NULL);
    Explanation e = explain(&t, "alpha[2]");
    assert_string_equal(e.form, "exp(z[2]) / sum(exp(z))");
    static const char *const operands[] = {"z[2]", "sum(exp(z))"};
    check_operands(&t, &e, operands, 2);
    Explanation below = explain(&t, "sum(exp(z))");
    assert_int_equal(below.n_terms, 12);
    assert_int_equal(below.rest_count, 1);
    test_sheet_free(&t);
}

/* ------------------------------------------------------------------ masks */

static void a_masked_weight_is_a_source_that_says_why(void **state)
{
    (void)state;
    TestSheet t = test_sheet("z = [1, 1e30, 2]\nm = [True, False, True]\nalpha = softmax(z, mask=m)\n"
                             "V = [[1], [inf], [3]]\nout = alpha @ V\n"
                             "A = attention([1, 2], [[1, 0], [0, 1], [1, 1]], V, mask=m)\n",
                             NULL);
    Explanation e = explain(&t, "alpha[1]");
    assert_int_equal(e.kind, OP_SOURCE);
    assert_true(e.value == 0);
    assert_non_null(strstr(e.provenance, "masked"));
    Explanation seen = explain(&t, "alpha[0]");
    assert_string_equal(seen.form, "exp(z[0]) / (exp(z[0]) + 0 + exp(z[2]))");
    static const char *const of_seen[] = {"z[0]", "z[2]"};
    check_operands(&t, &seen, of_seen, 2);
    double largest;
    assert_true(fabs(explanation_combine(&seen, own_value, NULL, &largest) - 0.26894142) < 1e-6);
    Explanation a = explain(&t, "A[0]");
    assert_true(isfinite(a.value));
    assert_int_equal(a.reduce, REDUCE_SUM);
    assert_true(a.terms[1].product == 0); /* 0 times inf, which never reached the sum */
    assert_true(a.terms[1].factors[0].is_source);
    assert_true(fabs(explanation_combine(&a, own_value, NULL, &largest) - a.value) < 1e-5);
    test_sheet_free(&t);
}

/* ------------------------------------------------------------------- maps */

static void a_view_without_a_name_is_looked_through(void **state)
{
    (void)state;
    TestSheet t =
        test_sheet("K = [[1, 2], [3, 4]]\nKT = K.T\nflag = toggle(False)\nb = K[0] if flag else KT[1]\n"
                   "words = [\"x\", \"y\"]\nw = words[1]\n",
                   NULL);
    assert_string_equal(explain(&t, "K.T[1, 0]").expr, "K[0, 1]");
    Explanation named = explain(&t, "KT[1, 0]"); /* a name is a step of the lesson */
    assert_string_equal(named.expr, "KT[1, 0]");
    assert_int_equal(named.kind, OP_MAP);
    assert_string_equal(named.form, "K[0, 1]");
    Explanation branch = explain(&t, "b[0]");
    assert_string_equal(branch.form, "KT[1, 0]");
    assert_string_equal(branch.note, "flag is False");
    Explanation word;
    assert_true(
        layer_explain(t.layer, t.arena, (ElementRef){REF_NOW, layer_name(t.layer, "w"), 0, 0}, &word));
    assert_string_equal(word.form, "words[1]");
    assert_string_equal(word.terms[0].factors[0].text, "y");
    assert_null(named.terms[0].factors[0].text);
    test_sheet_free(&t);
}

static void what_has_no_value_has_no_derivation(void **state)
{
    (void)state;
    TestSheet t = test_sheet("a = [1, 2]\nb = [1, 2, 3]\nbad = a + b\nafter = bad * 2\n", NULL);
    Explanation e;
    ElementRef refs[] = {{REF_NOW, layer_name(t.layer, "bad"), 0, 0},
                         {REF_NOW, layer_name(t.layer, "after"), 0, 0},
                         {REF_NOW, layer_name(t.layer, "a"), 0, 2},
                         {REF_NOW, layer_name(t.layer, "a"), 1, 0},
                         {REF_NOW, 0, 0, 0},
                         {REF_NOW, 123456, 0, 0}};
    for (size_t i = 0; i < sizeof refs / sizeof *refs; i++) {
        assert_false(layer_explain(t.layer, t.arena, refs[i], &e));
    }
    test_sheet_free(&t);
}

static void references_keep_the_layer_they_were_asked_in(void **state)
{
    (void)state;
    TestSheet t = test_sheet(four_steps, NULL);
    ElementRef ref = test_ref(&t, "z[1]");
    ref.layer = REF_WAS;
    Explanation e;
    assert_true(layer_explain(t.layer, t.arena, ref, &e));
    assert_int_equal(e.ref.layer, REF_WAS);
    assert_int_equal(e.terms[0].factors[0].ref.layer, REF_WAS);
    test_sheet_free(&t);
}

static void a_million_members_are_told_within_twelve(void **state)
{
    (void)state;
    TestSheet t = test_sheet("x = randn(1000, 100, seed=1)\ntotal = sum(x)\nm = mean(x)\nv = var(x)\n", NULL);
    Explanation e = explain(&t, "total");
    assert_int_equal(e.n_terms, 12);
    assert_int_equal(e.rest_count, 99988);
    double largest;
    assert_true(fabs(explanation_combine(&e, own_value, NULL, &largest) - e.value) < 1e-5 * largest);
    assert_string_equal(explain(&t, "m").form, "sum(x) / (rows(x) * cols(x))");
    test_sheet_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_builtin_is_tried),
        cmocka_unit_test(every_derivation_gives_its_number_and_ends_in_sources),
        cmocka_unit_test(derivations_of_derivations_hold_too),
        cmocka_unit_test(strange_numbers_do_not_stop_a_walk),
        cmocka_unit_test(a_weight_is_written_down_to_the_scores),
        cmocka_unit_test(every_step_of_the_pipeline_is_one_level),
        cmocka_unit_test(an_edited_input_says_so),
        cmocka_unit_test(a_definition_changes_once_it_would_overflow),
        cmocka_unit_test(more_than_twelve_terms_are_the_largest_and_the_exact_rest),
        cmocka_unit_test(a_long_fold_inside_a_definition_stays_one_operand),
        cmocka_unit_test(a_masked_weight_is_a_source_that_says_why),
        cmocka_unit_test(a_view_without_a_name_is_looked_through),
        cmocka_unit_test(what_has_no_value_has_no_derivation),
        cmocka_unit_test(references_keep_the_layer_they_were_asked_in),
        cmocka_unit_test(a_million_members_are_told_within_twelve),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
