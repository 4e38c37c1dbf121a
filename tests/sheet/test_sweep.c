/* Scalars while a slider moves. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "heed/sheet.h"
#include <math.h>
#include <string.h>

static const char text[] =
    "d = slider(4, 1, 64, factor=2)\nt = slider(0.5, 0, 1, step=0.25)\nx = [1, 2]\ny = sum(x) * d\nz = y + t\n";

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_slider_that_moves_by_a_factor_stops_at_its_own_steps),
        cmocka_unit_test(a_sweep_keeps_what_is_laid_over_the_sheet),
        cmocka_unit_test(what_cannot_be_computed_is_no_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
