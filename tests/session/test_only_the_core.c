/* Nothing bypasses the core: with a kernel table whose softmax is off by 1e-3, every weight
 * that a lesson shows is another text than before. */
#include "heed/core_kernels.h"
#include "heed/view.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static HeedRow (*true_softmax)(const float *z, size_t n, float *w);

static HeedRow wrong_softmax(const float *z, size_t n, float *w)
{
    HeedRow row = true_softmax(z, n, w);
    for (size_t i = 0; i < n; i++) w[i] += 1e-3f;
    return row;
}

static char *read_lesson(Arena *arena, const char *id, size_t *len)
{
    FILE *file = fopen(arena_printf(arena, "%s/lessons/%s.md", HEED_SOURCE_DIR, id), "rb");
    assert_non_null(file);
    char *text = arena_alloc(arena, 1 << 20);
    *len = fread(text, 1, (1 << 20) - 1, file);
    fclose(file);
    return text;
}

/* The texts of all numbers of the named arrays on the printed lesson, in order. */
static size_t shown_texts(Arena *arena, Lesson *lesson, const char *name, const char **texts, size_t max)
{
    Layer *layer = layer_new(lesson->sheet, NULL, 0, NULL);
    Frame *frame = view_print(arena, lesson, layer, -1, 100, CHARSET_UTF8);
    NodeId node = layer_name(layer, name);
    assert_int_not_equal(node, 0);
    size_t n = 0;
    for (size_t i = 0; i < frame->n_spans && n < max; i++)
        if (frame->spans[i].kind == SPAN_NUMBER && frame->spans[i].ref.node == node)
            texts[n++] = arena_strdup(arena, frame->spans[i].text);
    layer_free(layer);
    return n;
}

static void a_wrong_softmax_changes_every_shown_weight(void **state)
{
    (void)state;
    enum { MAX = 256 };
    Arena *arena = arena_new();
    size_t len;
    const char *text = read_lesson(arena, "four-steps", &len);
    Diags diags;
    diags_init(&diags, arena);
    Lesson *lesson = lesson_parse("four-steps.md", text, len, &diags);
    assert_int_equal(diags.errors, 0);
    const char *right[MAX], *wrong[MAX];
    size_t n_right = shown_texts(arena, lesson, "alpha", right, MAX);

    HeedKernels table = *heed_kernels();
    true_softmax = table.softmax_row;
    table.softmax_row = wrong_softmax;
    heed_kernels_set_for_test(&table);
    size_t n_wrong = shown_texts(arena, lesson, "alpha", wrong, MAX);
    heed_kernels_set_for_test(NULL);

    assert_true(n_right >= 3);
    assert_int_equal(n_right, n_wrong);
    for (size_t i = 0; i < n_right; i++) assert_string_not_equal(right[i], wrong[i]);
    lesson_free(lesson);
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_wrong_softmax_changes_every_shown_weight)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
