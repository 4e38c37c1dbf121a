/* What the tests of the sheet share: a sheet from a text, and answers as text. */
#ifndef HEED_TESTS_SHEET_SHEETS_H
#define HEED_TESTS_SHEET_SHEETS_H

#include "heed/sheet.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

typedef struct Bench {
    Arena *arena;
    Sheet *sheet;
    Diags diags;
} Bench;

static inline SourceText *bench_source(Bench *bench, const char *name, const char *text)
{
    SourceText *source = arena_alloc(bench->arena, sizeof *source);
    *source = (SourceText){name, arena_strdup(bench->arena, text), strlen(text)};
    return source;
}

/* A sheet of these lines; mistakes are in bench->diags. */
static inline void bench_start(Bench *bench, const char *lines)
{
    bench->arena = arena_new();
    bench->sheet = sheet_new();
    diags_init(&bench->diags, bench->arena);
    const SourceText *source = bench_source(bench, "lesson", lines);
    sheet_define(bench->sheet, source, 0, source->len, 0, &bench->diags);
}

static inline void bench_end(Bench *bench)
{
    sheet_free(bench->sheet);
    arena_free(bench->arena);
}

static inline const Overlay *bench_overlay(Bench *bench, OverlayRule rule, const char *lines)
{
    Overlay *overlay = arena_alloc(bench->arena, sizeof *overlay);
    const SourceText *source = bench_source(bench, "overlay", lines);
    bool is_ok =
        overlay_parse(bench->arena, bench->sheet, source, 0, source->len, rule, overlay, &bench->diags);
    return is_ok ? overlay : NULL;
}

/* A layer under one overlay (NULL: none). */
static inline Layer *bench_layer(Bench *bench, const char *lines, const Layer *reuse)
{
    if (lines == NULL) return layer_new(bench->sheet, NULL, 0, reuse);
    const Overlay *overlay = bench_overlay(bench, OVERLAY_ANY, lines);
    assert_non_null(overlay);
    return layer_new(bench->sheet, &overlay, 1, reuse);
}

/* The value of an expression as Python, "!" and the message of its error, or "?" and the diagnostic. */
static inline const char *bench_ask(Bench *bench, Layer *layer, const char *text)
{
    Diags diags;
    diags_init(&diags, bench->arena);
    NodeId node = layer_ask(layer, text, "try", &diags);
    if (node == 0) return arena_printf(bench->arena, "?%s", diags.items[0].text);
    const Value *value = layer_value(layer, node);
    if (value != NULL) return value_python(bench->arena, value);
    return arena_printf(bench->arena, "!%s", layer_error(layer, node)->text);
}

#define assert_answer(bench, layer, text, expected)                                                          \
    assert_string_equal(bench_ask((bench), (layer), (text)), (expected))

#endif
