/* Layers that are worked out as they are looked at: the same values, later or never. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "sheet/layer.h"
#include "sheet_support.h"

static const char text[] = "x = [1, 2, 3]\n"
                           "seed = slider(1, 0, 9999, step=1)\n"
                           "d = slider(4, 1, 64, factor=2)\n"
                           "n = 20000\n"
                           "dots = dot_samples(n, d, seed=seed)\n"
                           "m = mean(dots)\n"
                           "y = sum(x) * 2\n"
                           "z = softmax(x + y)\n"
                           "few = dot_samples(3000, d, seed=2)\n"
                           "w = std(few)\n";

/* A lazy layer under `edit` over `reuse`. */
static Layer *edited(TestSheet *t, const char *edit, Layer *reuse)
{
    Overlay laid = {0};
    SourceText *source = test_source(t->arena, "edits", edit);
    assert_true(overlay_parse(t->arena, t->sheet, source, 0, source->len, OVERLAY_INPUTS_ONLY, &laid, &t->diags));
    const Overlay *const overlays[] = {&laid};
    return layer_lazy(t->sheet, overlays, 1, reuse);
}

static void draw_all(Layer *layer)
{
    while (layer_job_step(layer, (size_t)1 << 20)) continue;
}

static void assert_same_values(TestSheet *t, Layer *lazy, const char *edit)
{
    TestSheet eager = test_sheet(text, edit);
    draw_all(eager.layer);
    for (size_t i = sheet_count(t->sheet); i-- > 0;) { /* the last first: what it needs is made for it */
        const char *name = sheet_definition(t->sheet, i)->name;
        const Value *a = layer_value(lazy, layer_name(lazy, name));
        draw_all(lazy);
        a = layer_value(lazy, layer_name(lazy, name));
        const Value *b = layer_value(eager.layer, layer_name(eager.layer, name));
        assert_true(a != NULL && b != NULL && value_equal_bits(a, b));
    }
    test_sheet_free(&eager);
}

static void long_work_begins_when_it_is_looked_at(void **state)
{
    (void)state;
    TestSheet t = test_sheet(text, NULL);
    Layer *layer = edited(&t, "n = 1000000", NULL);
    assert_non_null(layer_value(layer, layer_name(layer, "z")));
    assert_false(layer_job(layer).running);
    layer_name(layer, "m");
    assert_true(layer_job(layer).running);
    layer_free(layer);
    layer = edited(&t, "n = 1000000", NULL);
    layer_ask_all(layer);
    assert_true(layer_job(layer).running);
    layer_free(layer);
    test_sheet_free(&t);
}

static void a_lazy_layer_has_the_values_of_any_other(void **state)
{
    (void)state;
    TestSheet t = test_sheet(text, NULL);
    Layer *first = edited(&t, "", NULL);
    assert_same_values(&t, first, "");
    Layer *second = edited(&t, "x = [0, 5, 1]", first);
    layer_free(first); /* held by the second */
    assert_same_values(&t, second, "x = [0, 5, 1]");
    layer_settle(second);
    Layer *third = edited(&t, "d = 8", second), *fourth = edited(&t, "x = [0, 5, 1]\nd = 8", third),
          *fifth = edited(&t, "seed = 3", fourth); /* nobody looked at the two between */
    layer_free(second);
    layer_free(third);
    layer_free(fourth);
    assert_same_values(&t, fifth, "seed = 3");
    layer_free(fifth);
    test_sheet_free(&t);
}

static void what_was_stopped_stays_so_over_an_edit_elsewhere(void **state)
{
    (void)state;
    TestSheet t = test_sheet(text, NULL);
    Layer *layer = edited(&t, "n = 1000000", NULL);
    layer_name(layer, "m");
    layer_job_cancel(layer);
    Layer *other = edited(&t, "n = 1000000\nx = [1, 1, 1]", layer);
    layer_name(other, "m");
    assert_false(layer_job(other).running);
    Layer *anew = edited(&t, "n = 1000000\nseed = 2", other);
    layer_name(anew, "m");
    assert_true(layer_job(anew).running);
    layer_free(layer);
    layer_free(other);
    layer_free(anew);
    test_sheet_free(&t);
}

/* A student who walks through the seeds does not fill the memory with what he saw. */
static void of_many_streams_of_samples_the_last_are_kept(void **state)
{
    (void)state;
    enum { SEEDS = 200, COUNT = 20000, MOST = (1 << 18) / COUNT + 2 };
    TestSheet t = test_sheet(text, NULL);
    Layer *layer = edited(&t, "", NULL);
    for (int seed = 0; seed < SEEDS; seed++) {
        Layer *next = edited(&t, arena_printf(t.arena, "seed = %d", seed), layer);
        layer_name(next, "m");
        draw_all(next);
        layer_free(layer);
        layer = next;
        assert_in_range(layer->n_jobs, 1, MOST);
    }
    Layer *back = edited(&t, arena_printf(t.arena, "seed = %d", SEEDS - 2), layer);
    layer_name(back, "m");
    assert_false(layer_job(back).running);
    layer_free(back);
    layer_free(layer);
    test_sheet_free(&t);
}

static const Sweep *sweep_of(TestSheet *t, Layer *layer, const char *expr)
{
    SourceText *source = test_source(t->arena, "expr", expr);
    const Expr *exprs[1] = {expr_parse(t->arena, source, 0, source->len, &t->diags)};
    return layer_sweep(layer, "d", 0, exprs, 1);
}

static void a_sweep_goes_on_over_an_edit_that_it_does_not_rest_on(void **state)
{
    (void)state;
    for (int order = 0; order < 2; order++) {
        TestSheet t = test_sheet(text, NULL);
        Layer *layer = edited(&t, "", NULL);
        sweep_of(&t, layer, "w");
        for (int i = 0; i < 3; i++) layer_job_step(layer, 1 << 14);
        JobProgress before = layer_job(layer);
        assert_true(before.running);
        Layer *other = edited(&t, "x = [1, 1, 1]", layer), *anew = edited(&t, "d = 8", other);
        assert_int_equal(layer_job(other).done, before.done);
        const Sweep *sweep = sweep_of(&t, other, "w");
        draw_all(other);
        const Sweep *moved = sweep_of(&t, anew, "w"), *fresh = sweep_of(&t, t.layer, "w");
        draw_all(anew);
        draw_all(t.layer);
        assert_memory_equal(sweep->ys[0], fresh->ys[0], fresh->n_stops * sizeof(double));
        assert_memory_equal(moved->ys[0], fresh->ys[0], fresh->n_stops * sizeof(double));
        layer_free(order ? layer : anew);
        layer_free(other);
        layer_free(order ? anew : layer);
        test_sheet_free(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(long_work_begins_when_it_is_looked_at),
        cmocka_unit_test(a_lazy_layer_has_the_values_of_any_other),
        cmocka_unit_test(what_was_stopped_stays_so_over_an_edit_elsewhere),
        cmocka_unit_test(of_many_streams_of_samples_the_last_are_kept),
        cmocka_unit_test(a_sweep_goes_on_over_an_edit_that_it_does_not_rest_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
