/* Nothing on a screen is a number of its own: every number cell shows an element of a layer. */
#include "support.h"

typedef struct Size {
    int rows, cols;
} Size;

static const Size sizes[] = {{12, 40}, {24, 80}, {40, 120}, {50, 200}};

/* Walks all steps of all screens at all sizes; returns the number cells seen. */
static size_t walk_lesson(Opened *opened, Charset charset)
{
    size_t n = 0;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        for (size_t screen = 0; screen < opened->lesson->n_screens; screen++) {
            for (size_t step = 0; step < opened->lesson->screens[screen].n_steps; step++) {
                Arena *arena = arena_new();
                ViewReport report;
                opened->state.screen = (int)screen;
                opened->state.step = (int)step;
                n += walk_opened(opened,
                                 draw_frame(opened, arena, sizes[i].rows, sizes[i].cols, charset, &report));
                arena_free(arena);
            }
        }
    }
    return n;
}

static Opened open_kinds(const char *edit)
{
    return open_file(HEED_TEST_DIR "/kinds.md", edit);
}

static void every_number_cell_of_the_shipped_lessons_shows_its_element(void **test)
{
    (void)test;
    static const char *const ids[] = {"static-trap", "qkv-lookup", "four-steps", "why-root-dk"};
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++) {
        Opened opened = open_shipped(ids[i], NULL);
        assert_true(walk_lesson(&opened, CHARSET_UTF8) > 300);
        close_opened(&opened);
    }
}

static void every_number_cell_shows_its_element(void **test)
{
    (void)test;
    Opened four_steps = open_four_steps(NULL), kinds = open_kinds(NULL);
    assert_true(walk_lesson(&four_steps, CHARSET_UTF8) > 3000);
    assert_true(walk_lesson(&kinds, CHARSET_UTF8) > 1000);
    assert_true(walk_lesson(&kinds, CHARSET_ASCII) > 1000);
    close_opened(&four_steps);
    close_opened(&kinds);
}

static void after_an_edit_changed_elements_and_no_others_are_marked(void **test)
{
    (void)test;
    Opened opened = open_four_steps("q = [1, 0, 2, 0]");
    assert_true(walk_lesson(&opened, CHARSET_UTF8) > 3000);
    close_opened(&opened);
}

/* New values for every literal input of the lesson, of the same shapes. */
static char *perturbed(Arena *arena, const Lesson *lesson, Layer *layer, uint32_t seed)
{
    StrBuf out = {0};
    for (size_t i = 0; i < sheet_count(lesson->sheet); i++) {
        const Definition *definition = sheet_definition(lesson->sheet, i);
        const Value *value = layer_value(layer, layer_name(layer, definition->name));
        bool is_array = value && value->type == VALUE_F32 && value->ndim > 0;
        if (definition->input != INPUT_LITERAL || !is_array) continue;
        strbuf_printf(&out, "%s = %s", definition->name, value->ndim == 2 ? "[" : "");
        for (size_t r = 0; r < value->rows; r++) {
            strbuf_add(&out, r ? ", [" : "[");
            for (size_t c = 0; c < value->cols; c++)
                strbuf_printf(&out, "%s%d.%02d", c ? ", " : "", (int)(next_random(&seed) % 7) - 3,
                              (int)(next_random(&seed) % 100));
            strbuf_add(&out, "]");
        }
        strbuf_add(&out, value->ndim == 2 ? "]\n" : "\n");
    }
    return strbuf_take(&out, arena);
}

static void when_all_inputs_change_every_number_follows_its_reference(void **test)
{
    (void)test;
    for (uint32_t seed = 1; seed <= 5; seed++) {
        Opened plain = open_four_steps(NULL);
        char *edit = perturbed(plain.arena, plain.lesson, plain.now, seed);
        Opened opened = open_four_steps(edit);
        assert_true(walk_lesson(&opened, CHARSET_UTF8) > 3000);
        close_opened(&opened);
        close_opened(&plain);
    }
}

static void a_derivation_shows_elements_at_every_depth(void **test)
{
    (void)test;
    static const char *const path[] = {"alpha[2]", "z[2]", "s[2]", "q[0]", NULL};
    for (size_t depth = 1; depth <= 4; depth++) {
        const char *whys[5] = {NULL};
        memcpy(whys, path, depth * sizeof whys[0]);
        Opened opened = open_four_steps("q = [0, 1, 1, 0]");
        opened.state.screen = 1;
        opened.state.step = 2;
        select_number(&opened, "alpha[2]", whys);
        for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
            Arena *arena = arena_new();
            ViewReport report;
            Frame *frame = draw_frame(&opened, arena, sizes[i].rows, sizes[i].cols, CHARSET_UTF8, &report);
            assert_true(walk_opened(&opened, frame) > 0);
            assert_true(report.why_rows > 0);
            arena_free(arena);
        }
        close_opened(&opened);
    }
}

static void printed_pages_show_elements_and_cut_none(void **test)
{
    (void)test;
    for (int width = 40; width <= 120; width += 16) {
        Opened opened = open_kinds(NULL);
        Layer *layers[3] = {opened.now, NULL, NULL};
        Frame *page = view_print(opened.arena, opened.lesson, opened.now, -1, width, CHARSET_UTF8);
        assert_int_equal(page->cols, width);
        assert_true(walk_numbers(page, layers) > 300);
        for (size_t i = 0; i < page->n_spans; i++) {
            const FrameSpan *span = &page->spans[i];
            if (span->kind != SPAN_NUMBER || span->width == 0) continue;
            assert_string_equal(span_glyphs(opened.arena, page, span), span->text);
        }
        close_opened(&opened);
    }
}

/* The numbers that a report offers are the ones that are drawn. */
static void every_visible_target_stands_where_the_report_says(void **test)
{
    (void)test;
    Opened opened = open_kinds(NULL);
    for (size_t step = 0; step < opened.lesson->screens[0].n_steps; step++) {
        for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
            Arena *arena = arena_new();
            ViewReport report;
            opened.state.step = (int)step;
            Frame *frame = draw_frame(&opened, arena, sizes[i].rows, sizes[i].cols, CHARSET_UTF8, &report);
            for (size_t t = 0; t < report.n_targets; t++) {
                const ViewTarget *target = &report.targets[t];
                if (!target->visible) continue;
                const FrameSpan *span = frame_span_at(frame, target->screen_row, target->screen_col);
                assert_non_null(span);
                assert_true(element_ref_equal(span->ref, target->span.ref));
            }
            arena_free(arena);
        }
    }
    close_opened(&opened);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_number_cell_shows_its_element),
        cmocka_unit_test(every_number_cell_of_the_shipped_lessons_shows_its_element),
        cmocka_unit_test(after_an_edit_changed_elements_and_no_others_are_marked),
        cmocka_unit_test(when_all_inputs_change_every_number_follows_its_reference),
        cmocka_unit_test(a_derivation_shows_elements_at_every_depth),
        cmocka_unit_test(printed_pages_show_elements_and_cut_none),
        cmocka_unit_test(every_visible_target_stands_where_the_report_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
