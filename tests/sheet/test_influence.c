/* Influence: reverse mode against central differences of the derivation, worked out in double from its
 * sources. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "derivation.h"
#include "random_sheet.h"
#include "templates.h"

/* ------------------------------------------- a derivation as a function */

typedef struct Known {
    ElementRef ref;
    Explanation explanation;
    double value;
    unsigned round; /* of which evaluation the value is */
} Known;

/* An element as a function of the inputs; one input element can be moved. */
typedef struct Function {
    TestSheet *t;
    Known **known;
    size_t n_known, cap_known;
    unsigned round;
    ElementRef moved;
    double by;
} Function;

static Known *known_of(Function *f, ElementRef ref)
{
    for (size_t i = 0; i < f->n_known; i++) {
        if (element_ref_equal(f->known[i]->ref, ref)) return f->known[i];
    }
    if (f->n_known == f->cap_known) {
        size_t capacity = f->cap_known > 0 ? 2 * f->cap_known : 64;
        f->known = arena_grow(f->t->arena, f->known, f->n_known, capacity, sizeof *f->known);
        f->cap_known = capacity;
    }
    Known *known = arena_alloc(f->t->arena, sizeof *known);
    known->ref = ref;
    assert_true(layer_explain(f->t->layer, f->t->arena, ref, &known->explanation));
    return f->known[f->n_known++] = known;
}

static double leaf_value(void *context, const Factor *factor);

static double function_at(Function *f, ElementRef ref)
{
    Known *known = known_of(f, ref);
    if (known->round == f->round) return known->value;
    double largest;
    double value = known->explanation.value;
    if (known->explanation.kind != OP_SOURCE)
        value = explanation_combine(&known->explanation, leaf_value, f, &largest);
    if (element_ref_equal(ref, f->moved)) value += f->by;
    known->value = value;
    known->round = f->round;
    return value;
}

static double leaf_value(void *context, const Factor *factor)
{
    return function_at(context, factor->ref);
}

static double moved_by(Function *f, ElementRef ref, ElementRef moved, double by)
{
    f->moved = moved;
    f->by = by;
    f->round++;
    return function_at(f, ref);
}

static double central_difference(Function *f, ElementRef ref, ElementRef input)
{
    const double h = 1e-5;
    return (moved_by(f, ref, input, h) - moved_by(f, ref, input, -h)) / (2 * h);
}

/* -------------------------------------------------------------- checking */

static const Influence *influence_named(const Influence *influences, size_t n, const char *name)
{
    for (size_t i = 0; i < n; i++) {
        if (strcmp(influences[i].name, name) == 0) return &influences[i];
    }
    return NULL;
}

static void check_input(Function *f, ElementRef ref, const Definition *definition, const Influence *influence,
                        const char *what)
{
    NodeId node = layer_name(f->t->layer, definition->name);
    const Value *value = layer_value(f->t->layer, node);
    if (value->type == VALUE_STRING || value->type == VALUE_BOOL) return;
    for (size_t i = 0; i < value_count(value); i++) {
        ElementRef input = {REF_NOW, node, (uint32_t)(i / value->cols), (uint32_t)(i % value->cols)};
        double want = central_difference(f, ref, input);
        if (influence == NULL || influence->state != GRADIENT_OK) {
            if (want != 0)
                fprintf(stderr, "%s: d/d%s[%zu] is %g and not told\n", what, definition->name, i, want);
            assert_true(want == 0);
            continue;
        }
        assert_int_equal(influence->rows, value->rows);
        assert_int_equal(influence->cols, value->cols);
        double got = influence->d[i];
        if (!(fabs(got - want) <= 2e-5 * (1 + fabs(want)))) {
            fprintf(stderr, "%s: d/d%s[%zu] is %.9g, central differences give %.9g\n", what, definition->name,
                    i, got, want);
            fail();
        }
    }
}

/* `may_kink`: maximum(X, X) stands on a kink, and says so. */
static void check_element(TestSheet *t, ElementRef ref, const char *what, bool may_kink)
{
    Function f = {.t = t};
    Influence *influences;
    size_t n = layer_influence(t->layer, t->arena, ref, &influences);
    for (size_t i = 0; i < n; i++) {
        assert_true(influences[i].state == GRADIENT_OK ? influences[i].d != NULL
                                                       : influences[i].text != NULL);
    }
    for (size_t i = 0; i < sheet_count(t->sheet); i++) {
        const Definition *definition = sheet_definition(t->sheet, i);
        if (definition->input == INPUT_NONE) continue;
        const Influence *influence = influence_named(influences, n, definition->name);
        if (may_kink && influence != NULL && influence->state == GRADIENT_UNDEFINED) continue;
        check_input(&f, ref, definition, influence, what);
    }
}

static void every_gradient_agrees_with_central_differences(void **state)
{
    (void)state;
    TestRandom random = {.state = 77};
    for (size_t k = 0; k < sizeof templates / sizeof *templates; k++) {
        if (templates[k].is_rough) continue;
        for (size_t round = 0; round < 2; round++) {
            char *text = random_sheet(&random, 3, templates[k].text) /* no line is cut */;
            TestSheet t = test_sheet(text, NULL);
            NodeId out = layer_name(t.layer, "out");
            const Value *value = layer_value(t.layer, out);
            size_t count = value != NULL ? value_count(value) : 0;
            for (size_t i = 0; i < count; i += 1 + count / 3) {
                ElementRef ref = {REF_NOW, out, (uint32_t)(i / value->cols), (uint32_t)(i % value->cols)};
                check_element(&t, ref, templates[k].text, false);
            }
            test_sheet_free(&t);
            free(text);
        }
    }
}

static void gradients_go_through_compositions(void **state)
{
    (void)state;
    TestRandom random = {.state = 31};
    for (size_t k = 0; k < 40; k++) {
        StrBuf composed = {0};
        write_composed(&composed, &random, 3);
        char *text = random_sheet(&random, 3, strbuf_text(&composed));
        TestSheet t = test_sheet(text, NULL);
        check_element(&t, (ElementRef){REF_NOW, layer_name(t.layer, "out"), 0, 0}, strbuf_text(&composed),
                      true);
        test_sheet_free(&t);
        free(text);
        strbuf_free(&composed);
    }
}

/* With infinities, zeros and vast numbers everywhere: a gradient is a number or a sentence, and nothing
 * breaks. */
static void strange_numbers_give_no_nan(void **state)
{
    (void)state;
    TestRandom random = {.state = 4, .is_strange = true};
    for (size_t k = 0; k < sizeof templates / sizeof *templates; k++) {
        char *text = random_sheet(&random, 4, templates[k].text);
        TestSheet t = test_sheet(text, NULL);
        NodeId out = layer_name(t.layer, "out");
        const Value *value = layer_value(t.layer, out);
        for (size_t i = 0; value != NULL && i < value_count(value); i++) {
            ElementRef ref = {REF_NOW, out, (uint32_t)(i / value->cols), (uint32_t)(i % value->cols)};
            Influence *influences;
            size_t n = layer_influence(t.layer, t.arena, ref, &influences);
            for (size_t j = 0; j < n; j++) {
                size_t count =
                    influences[j].state == GRADIENT_OK ? influences[j].rows * influences[j].cols : 0;
                for (size_t d = 0; d < count; d++) assert_true(isfinite(influences[j].d[d]));
            }
        }
        test_sheet_free(&t);
        free(text);
    }
}

/* -------------------------------------------------------------- in words */

static const Influence *influence_on(TestSheet *t, const char *element, const char *input)
{
    Influence *influences;
    size_t n = layer_influence(t->layer, t->arena, test_ref(t, element), &influences);
    return influence_named(influences, n, input);
}

static void inputs_come_in_document_order_and_only_those_below(void **state)
{
    (void)state;
    TestSheet t = test_sheet(
        "z = [1, 2]\na = [3, 4]\nb = [5, 6]\nu = [9]\nx = b + a * z\ny = concat([a, u])[0]\n", NULL);
    Influence *influences;
    assert_int_equal(layer_influence(t.layer, t.arena, test_ref(&t, "x[0]"), &influences), 3);
    assert_string_equal(influences[0].name, "z");
    assert_string_equal(influences[1].name, "a");
    assert_string_equal(influences[2].name, "b");
    assert_true(influences[0].d[0] == 3 && influences[0].d[1] == 0);
    assert_int_equal(layer_influence(t.layer, t.arena, test_ref(&t, "y"), &influences), 1);
    assert_string_equal(influences[0].name, "a");
    test_sheet_free(&t);
}

static void steps_have_no_gradient_and_say_so(void **state)
{
    (void)state;
    TestSheet t = test_sheet("a = [1, 2, 3]\nflag = toggle(True)\ni = argmax(a)\nc = a > 2\nr = round(a)\n"
                             "f = a[0] if flag else a[1]\nm = a[argmax(a)]\nn = sum(a > 1) + a[0]\n",
                             NULL);
    static const char *const rough[] = {"i", "c[0]", "r[1]"};
    for (size_t k = 0; k < sizeof rough / sizeof *rough; k++) {
        const Influence *a = influence_on(&t, rough[k], "a");
        assert_non_null(a);
        assert_int_equal(a->state, GRADIENT_NONE);
        assert_non_null(strstr(a->text, "no gradient"));
        assert_null(a->d);
    }
    assert_non_null(strstr(influence_on(&t, "i", "a")->text, "argmax"));
    const Influence *flag = influence_on(&t, "f", "flag");
    assert_int_equal(flag->state, GRADIENT_NONE);
    const Influence *taken = influence_on(&t, "f", "a");
    assert_int_equal(taken->state, GRADIENT_OK);
    assert_true(taken->d[0] == 1 && taken->d[1] == 0);
    const Influence *picked =
        influence_on(&t, "m", "a"); /* which one is chosen moves in steps, what is chosen does not */
    assert_int_equal(picked->state, GRADIENT_OK);
    assert_true(picked->d[2] == 1 && picked->d[0] == 0);
    const Influence *both = influence_on(&t, "n", "a");
    assert_int_equal(both->state, GRADIENT_OK);
    assert_true(both->d[0] == 1 && both->d[1] == 0);
    test_sheet_free(&t);
}

static void a_count_has_no_gradient_whatever_else_it_does(void **state)
{
    (void)state;
    TestSheet t = test_sheet("n = slider(3, 1, 9)\nx = randn(n, 2, seed=1)\ny = sum(x) / sqrt(n)\n", NULL);
    const Influence *n = influence_on(&t, "y", "n");
    assert_non_null(n);
    assert_int_equal(n->state, GRADIENT_NONE);
    assert_non_null(strstr(n->text, "whole number"));
    test_sheet_free(&t);
}

static void a_norm_at_zero_has_an_undefined_gradient_and_never_a_nan(void **state)
{
    (void)state;
    TestSheet t =
        test_sheet("a = [0, 0]\nb = [3, 4]\nl = norm(a)\nk = norm(b)\nz = l * 0 + k\nw = k + l\n", NULL);
    const Influence *a = influence_on(&t, "l", "a");
    assert_int_equal(a->state, GRADIENT_UNDEFINED);
    assert_non_null(strstr(a->text, "norm(a)"));
    const Influence *b = influence_on(&t, "k", "b");
    assert_int_equal(b->state, GRADIENT_OK);
    assert_true(fabs(b->d[0] - 0.6) < 1e-7 && fabs(b->d[1] - 0.8) < 1e-7);
    const Influence *skipped = influence_on(&t, "z", "a"); /* its adjoint is zero: nobody looks at the root */
    assert_int_equal(skipped->state, GRADIENT_OK);
    assert_true(skipped->d[0] == 0 && skipped->d[1] == 0);
    assert_int_equal(influence_on(&t, "w", "a")->state, GRADIENT_UNDEFINED);
    assert_int_equal(influence_on(&t, "w", "b")->state, GRADIENT_OK);
    test_sheet_free(&t);
}

static void nothing_behind_a_mask_reaches_a_gradient(void **state)
{
    (void)state;
    TestSheet t = test_sheet("z = [1, 1e30, 2]\nV = [[1, 2], [1e30, inf], [3, 4]]\nm = [True, False, True]\n"
                             "alpha = softmax(z, mask=m)\nbad = log(-1 * abs(z)) * 0\n"
                             "hidden = softmax(where(m, z, bad), mask=m)\n",
                             NULL);
    const Influence *z = influence_on(&t, "alpha[0]", "z");
    assert_int_equal(z->state, GRADIENT_OK);
    double p = test_number(&t, "alpha[0]");
    assert_true(fabs(z->d[0] - p * (1 - p)) < 1e-6 && z->d[1] == 0);
    assert_int_equal(influence_on(&t, "alpha[1]", "z") == NULL ||
                         influence_on(&t, "alpha[1]", "z")->state != GRADIENT_OK ||
                         influence_on(&t, "alpha[1]", "z")->d[0] == 0,
                     true);
    const Influence *behind = influence_on(&t, "hidden[0]", "z");
    assert_int_equal(behind->state, GRADIENT_OK);
    for (size_t i = 0; i < 3; i++) assert_true(isfinite(behind->d[i]));
    test_sheet_free(&t);
}

static void an_edited_input_still_counts_as_one(void **state)
{
    (void)state;
    TestSheet t = test_sheet("k = 2\nq = [1, 2]\ny = q * 3\n", "q = [k, k * k]");
    const Influence *q = influence_on(&t, "y[1]", "q");
    assert_true(q->d[0] == 0 && q->d[1] == 3);
    assert_true(influence_on(&t, "y[1]", "k")->d[0] == 12);
    test_sheet_free(&t);
}

static void what_is_too_much_is_said_and_not_waited_for(void **state)
{
    (void)state;
    TestSheet t =
        test_sheet("unused = 3\ns = slider(2, 1, 5)\nX = randn(1000, 1000, seed=1) * s\nv = var(X)\n", NULL);
    Influence *influences;
    assert_int_equal(layer_influence(t.layer, t.arena, test_ref(&t, "v"), &influences), 1);
    assert_string_equal(influences[0].name, "s");
    assert_int_equal(influences[0].state, GRADIENT_NONE);
    assert_non_null(strstr(influences[0].text, "not worked out"));
    assert_int_equal(layer_influence(t.layer, t.arena, test_ref(&t, "X[3, 4]"), &influences), 1);
    assert_int_equal(influences[0].state, GRADIENT_OK);
    test_sheet_free(&t);
}

static void what_has_no_value_has_no_influence(void **state)
{
    (void)state;
    TestSheet t = test_sheet("a = [1, 2]\nb = [1, 2, 3]\nbad = a + b\nwords = [\"x\"]\n", NULL);
    Influence *influences;
    ElementRef refs[] = {{REF_NOW, layer_name(t.layer, "bad"), 0, 0},
                         {REF_NOW, layer_name(t.layer, "a"), 3, 9},
                         {REF_NOW, layer_name(t.layer, "words"), 0, 0},
                         {REF_NOW, 0, 0, 0},
                         {REF_NOW, 123456, 0, 0}};
    for (size_t i = 0; i < sizeof refs / sizeof *refs; i++) {
        assert_int_equal(layer_influence(t.layer, t.arena, refs[i], &influences), 0);
    }
    test_sheet_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_gradient_agrees_with_central_differences),
        cmocka_unit_test(gradients_go_through_compositions),
        cmocka_unit_test(strange_numbers_give_no_nan),
        cmocka_unit_test(inputs_come_in_document_order_and_only_those_below),
        cmocka_unit_test(steps_have_no_gradient_and_say_so),
        cmocka_unit_test(a_count_has_no_gradient_whatever_else_it_does),
        cmocka_unit_test(a_norm_at_zero_has_an_undefined_gradient_and_never_a_nan),
        cmocka_unit_test(nothing_behind_a_mask_reaches_a_gradient),
        cmocka_unit_test(an_edited_input_still_counts_as_one),
        cmocka_unit_test(what_is_too_much_is_said_and_not_waited_for),
        cmocka_unit_test(what_has_no_value_has_no_influence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
