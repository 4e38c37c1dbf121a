/* Scalars while a slider moves. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "heed/sheet.h"
#include <math.h>
#include <string.h>

static const char text[] = "d = slider(4, 1, 64, factor=2)\nt = slider(0.5, 0, 1, step=0.25)\nx = [1, 2]\ny "
                           "= sum(x) * d\nz = y + t\n";

typedef struct Bench {
    Arena *arena;
    SourceText source;
    Sheet *sheet;
    Layer *layer;
    Overlay overlay;
    Diags diags;
} Bench;

static Bench bench_new(const char *edit)
{
    Bench bench = {.arena = arena_new(), .source = {"t", text, sizeof text - 1}, .sheet = sheet_new()};
    diags_init(&bench.diags, bench.arena);
    assert_true(sheet_define(bench.sheet, &bench.source, 0, bench.source.len, 0, &bench.diags));
    SourceText *source = arena_alloc(bench.arena, sizeof *source);
    *source = (SourceText){"edit", edit, strlen(edit)};
    assert_true(overlay_parse(bench.arena, bench.sheet, source, 0, source->len, OVERLAY_ANY, &bench.overlay,
                              &bench.diags));
    const Overlay *list[1] = {&bench.overlay};
    bench.layer = layer_new(bench.sheet, list, 1, NULL);
    return bench;
}

static void bench_free(Bench *bench)
{
    layer_free(bench->layer);
    sheet_free(bench->sheet);
    arena_free(bench->arena);
}

static const Sweep *sweep(Bench *bench, const char *name, size_t points, const char *expr)
{
    SourceText *source = arena_alloc(bench->arena, sizeof *source);
    *source = (SourceText){"expr", expr, strlen(expr)};
    const Expr *exprs[1] = {expr_parse(bench->arena, source, 0, source->len, &bench->diags)};
    assert_non_null(exprs[0]);
    return layer_sweep(bench->layer, name, points, exprs, 1);
}

static void a_slider_that_moves_by_a_factor_stops_at_its_own_steps(void **test)
{
    (void)test;
    Bench bench = bench_new("");
    const Sweep *y = sweep(&bench, "d", 0, "y");
    assert_non_null(y);
    assert_int_equal(y->n_stops, 7);
    for (size_t i = 0; i < 7; i++) {
        assert_true(y->stops[i] == (double)(1u << i));
        assert_true(y->ys[0][i] == 3.0 * (double)(1u << i));
    }
    assert_true(sweep(&bench, "d", 0, "y") == y); /* kept */
    assert_true(sweep(&bench, "d", 4, "y") != y);
    assert_int_equal(sweep(&bench, "d", 4, "y")->n_stops, 4);
    bench_free(&bench);
}

static void a_sweep_keeps_what_is_laid_over_the_sheet(void **test)
{
    (void)test;
    Bench bench = bench_new("x = [10, 20]\nd = 8");
    const Sweep *z = sweep(&bench, "t", 5, "z");
    assert_int_equal(z->n_stops, 5);
    for (size_t i = 0; i < 5; i++) assert_true(fabs(z->ys[0][i] - (240 + z->stops[i])) < 1e-4);
    assert_true(z->stops[0] == 0 && z->stops[4] == 1);
    bench_free(&bench);
}

static void what_cannot_be_computed_is_no_number(void **test)
{
    (void)test;
    Bench bench = bench_new("");
    const Sweep *bad = sweep(&bench, "d", 3, "x @ [1, 2, 3]");
    assert_non_null(bad);
    for (size_t i = 0; i < bad->n_stops; i++) assert_true(isnan(bad->ys[0][i]));
    assert_null(sweep(&bench, "x", 3, "y"));
    assert_null(sweep(&bench, "nothing", 3, "y"));
    bench_free(&bench);
}

/* ------------------------------------------------------------------ samples */

static const char drawn[] =
    "d = slider(4, 1, 1024, factor=4)\nk = 3\nx = dot_samples(200, d, seed=k, keys=2)\n"
    "y = mean(x * x) / d\nunswept = dot_samples(5000, d, seed=9)\n";

static Bench sampling_new(const char *edit, const Layer *reuse, Bench *of)
{
    Bench bench = *of;
    SourceText *source = arena_alloc(bench.arena, sizeof *source);
    *source = (SourceText){"edit", edit, strlen(edit)};
    assert_true(overlay_parse(bench.arena, bench.sheet, source, 0, source->len, OVERLAY_ANY, &bench.overlay,
                              &bench.diags));
    const Overlay *list[1] = {&bench.overlay};
    bench.layer = layer_new(bench.sheet, list, 1, reuse);
    return bench;
}

static Bench drawn_new(void)
{
    Bench bench = {.arena = arena_new(), .source = {"t", drawn, sizeof drawn - 1}, .sheet = sheet_new()};
    diags_init(&bench.diags, bench.arena);
    assert_true(sheet_define(bench.sheet, &bench.source, 0, bench.source.len, 0, &bench.diags));
    bench.layer = layer_new(bench.sheet, NULL, 0, NULL);
    return bench;
}

static double value_under(Bench *bench, const char *edit, const char *name)
{
    Bench at = sampling_new(edit, NULL, bench);
    double value = 0;
    NumKind kind;
    while (layer_job_step(at.layer, (size_t)1 << 20)) {
    }
    assert_true(
        layer_number(at.layer, (ElementRef){REF_NOW, layer_name(at.layer, name), 0, 0}, &value, &kind));
    layer_free(at.layer);
    return value;
}

static void each_stop_of_a_sweep_stands_for_all_its_samples(void **test)
{
    (void)test;
    Bench bench = drawn_new();
    const Sweep *y = sweep(&bench, "d", 0, "y");
    assert_int_equal(y->n_stops, 6);
    assert_true(layer_job(bench.layer).running);
    assert_true(layer_job(bench.layer).done < layer_job(bench.layer).total);
    /* Those of the present stop are there already, and at no stop is drawn what is not swept. */
    assert_int_equal(layer_job(bench.layer).total, 5000 + 200 * (y->n_stops - 1));
    while (layer_job_step(bench.layer, 1 << 16)) {
    }
    assert_false(layer_job(bench.layer).running);
    assert_ptr_equal(sweep(&bench, "d", 0, "y"), y);
    static const char *const edits[] = {"d = 1", "d = 4", "d = 16", "d = 64", "d = 256", "d = 1024"};
    for (size_t i = 0; i < y->n_stops; i++) assert_true(y->ys[0][i] == value_under(&bench, edits[i], "y"));
    bench_free(&bench);
}

static void a_sweep_that_is_stopped_keeps_what_it_has(void **test)
{
    (void)test;
    Bench bench = drawn_new();
    const Sweep *y = sweep(&bench, "d", 0, "y");
    layer_job_cancel(bench.layer);
    assert_false(layer_job_step(bench.layer, 1 << 16));
    assert_false(layer_job(bench.layer).running);
    for (size_t i = 0; i < y->n_stops; i++) assert_true(isfinite(y->ys[0][i]));
    bench_free(&bench);
}

static void an_edit_of_the_slider_alone_takes_the_sweep_over(void **test)
{
    (void)test;
    Bench bench = drawn_new();
    const Sweep *y = sweep(&bench, "d", 0, "y");
    while (layer_job_step(bench.layer, 1 << 20)) {
    }
    Bench moved = sampling_new("d = 16", bench.layer, &bench),
          other = sampling_new("k = 4", bench.layer, &bench);
    const Sweep *same = sweep(&moved, "d", 0, "y"), *anew = sweep(&other, "d", 0, "y");
    assert_memory_equal(same->ys[0], y->ys[0], y->n_stops * sizeof(double));
    assert_memory_equal(same->stops, y->stops, y->n_stops * sizeof(double));
    assert_memory_not_equal(anew->ys[0], y->ys[0], y->n_stops * sizeof(double));
    layer_free(moved.layer);
    layer_free(other.layer);
    bench_free(&bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_slider_that_moves_by_a_factor_stops_at_its_own_steps),
        cmocka_unit_test(a_sweep_keeps_what_is_laid_over_the_sheet),
        cmocka_unit_test(what_cannot_be_computed_is_no_number),
        cmocka_unit_test(each_stop_of_a_sweep_stands_for_all_its_samples),
        cmocka_unit_test(a_sweep_that_is_stopped_keeps_what_it_has),
        cmocka_unit_test(an_edit_of_the_slider_alone_takes_the_sweep_over),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
