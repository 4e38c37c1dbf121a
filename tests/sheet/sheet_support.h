/* Sheets for tests: a text defined and laid over, and what goes wrong said in full. */
#ifndef TESTS_SHEET_SUPPORT_H
#define TESTS_SHEET_SUPPORT_H

#include "heed/sheet.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct TestSheet {
    Arena *arena;
    Sheet *sheet;
    Layer *layer;
    Diags diags;
} TestSheet;

static SourceText *test_source(Arena *arena, const char *name, const char *text)
{
    SourceText *source = arena_alloc(arena, sizeof *source);
    *source = (SourceText){name, arena_strdup(arena, text), strlen(text)};
    return source;
}

/* Every diagnostic so far, on stderr: for a test about to fail. */
static void test_print_diags(TestSheet *t)
{
    fprintf(stderr, "%s", diags_format(t->arena, &t->diags));
}

/* Defines `text`, lays `overlay` (NULL: none) over it. Fails the test where either is wrong. */
static TestSheet test_sheet(const char *text, const char *overlay)
{
    TestSheet t = {.arena = arena_new(), .sheet = sheet_new()};
    diags_init(&t.diags, t.arena);
    SourceText *source = test_source(t.arena, "lesson", text);
    bool is_good = sheet_define(t.sheet, source, 0, source->len, 0, &t.diags);
    Overlay laid = {0};
    const Overlay *const overlays[] = {&laid};
    if (is_good && overlay != NULL) {
        SourceText *over = test_source(t.arena, "--set", overlay);
        is_good = overlay_parse(t.arena, t.sheet, over, 0, over->len, OVERLAY_ANY, &laid, &t.diags);
    }
    if (!is_good) {
        test_print_diags(&t);
        fprintf(stderr, "in the sheet\n%s\n", text);
    }
    assert_true(is_good);
    t.layer = layer_new(t.sheet, overlays, 1, NULL);
    return t;
}

static void test_sheet_free(TestSheet *t)
{
    layer_free(t->layer);
    sheet_free(t->sheet);
    arena_free(t->arena);
}

/* The element that a text means. */
static inline ElementRef test_ref(TestSheet *t, const char *text)
{
    ElementRef ref;
    bool is_good = layer_ask_element(t->layer, text, "test", &ref, &t->diags);
    if (!is_good) test_print_diags(t);
    assert_true(is_good);
    return ref;
}

static inline double test_number(TestSheet *t, const char *text)
{
    double value = 0;
    NumKind kind;
    bool is_good = layer_number(t->layer, test_ref(t, text), &value, &kind);
    if (!is_good) fprintf(stderr, "%s has no number\n", text);
    assert_true(is_good);
    return value;
}

/* A small generator: the same numbers in every run. */
typedef struct TestRandom {
    uint64_t state;
    bool is_strange; /* numbers are infinite, vast, tiny or zero now and then */
} TestRandom;

static inline uint64_t test_random_bits(TestRandom *r)
{
    r->state += 0x9E3779B97F4A7C15u;
    uint64_t z = r->state;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

static inline size_t test_random_size(TestRandom *r, size_t low, size_t high)
{
    return low + (size_t)(test_random_bits(r) % (high - low + 1));
}

static inline double test_random_real(TestRandom *r, double low, double high)
{
    return low + (high - low) * ((double)(test_random_bits(r) >> 11) * 0x1p-53);
}

#endif
