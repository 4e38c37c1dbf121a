/* Any size of screen, at any place, with anything open: nothing crashes, nothing is drawn outside. */
#include "support.h"

/* Cells between guard values would need the frame's help: the sanitizer build watches its bounds. Here the
 * invariants of the grid are held. */
static void assert_grid_is_whole(const Frame *frame)
{
    for (int row = 0; row < frame->rows; row++) {
        for (int col = 0; col < frame->cols; col++) {
            const Cell *cell = &frame->cells[(size_t)row * (size_t)frame->cols + (size_t)col];
            assert_true(cell->role < ROLE_COUNT);
            assert_true(cell->span <= frame->n_spans);
            assert_true(cell->width <= 2);
            if (cell->width == 2) assert_true(col + 1 < frame->cols);
        }
    }
    assert_true(frame->cursor_row < frame->rows && frame->cursor_col < frame->cols);
}

static void draw_at(Opened *opened, int rows, int cols, Charset charset)
{
    Arena *arena = arena_new();
    ViewReport report;
    Frame *frame = draw_frame(opened, arena, rows, cols, charset, &report);
    assert_grid_is_whole(frame);
    assert_true(report.max_scroll >= 0);
    assert_true(report.scroll <= report.max_scroll || opened->state.why.depth > 0);
    assert_true(report.page_rows >= 0 && report.page_rows <= rows);
    walk_opened(opened, frame);
    arena_free(arena);
}

static void random_place(Opened *opened, uint32_t *seed)
{
    const Lesson *lesson = opened->lesson;
    opened->state.screen = (int)(next_random(seed) % lesson->n_screens);
    opened->state.step = (int)(next_random(seed) % lesson->screens[opened->state.screen].n_steps);
    opened->state.scroll = (int)(next_random(seed) % 60);
    opened->state.more = next_random(seed) % 2;
    opened->state.search = next_random(seed) % 4 == 0 ? "the" : NULL;
    opened->state.message =
        next_random(seed) % 5 == 0 ? "A message that may be longer than its row is" : NULL;
}

static void any_size_is_drawn_at_any_place(void **test)
{
    (void)test;
    static const char *const alpha[] = {"alpha[2]", NULL}, *const deep[] = {"alpha[2]", "z[2]", "s[2]", NULL};
    static const ViewEntry entry = {
        .prompt = "q[2] = ", .text = "1.5e", .cursor = 4, .problem = "what is 'e'?\n  1.5e\n    ^"};
    Opened opened = open_four_steps("q = [1, 0, 2, 0]");
    uint32_t seed = 7;
    for (int i = 0; i < 300; i++) {
        random_place(&opened, &seed);
        uint32_t open = next_random(&seed) % 4;
        opened.state.has_selection = false;
        opened.state.why.depth = 0;
        opened.state.entry = next_random(&seed) % 4 == 0 ? &entry : NULL;
        if (open == 1) select_number(&opened, "out[1]", NULL);
        if (open == 2) select_number(&opened, "alpha[2]", alpha);
        if (open == 3) select_number(&opened, "alpha[2]", deep);
        opened.state.why.operand = next_random(&seed) % 4;
        Charset charset = next_random(&seed) % 2 ? CHARSET_UTF8 : CHARSET_ASCII;
        draw_at(&opened, (int)(next_random(&seed) % 61), (int)(next_random(&seed) % 201), charset);
    }
    close_opened(&opened);
}

static void the_smallest_and_the_largest_screens_are_legal(void **test)
{
    (void)test;
    static const int sizes[][2] = {{0, 0}, {0, 80}, {24, 0},    {1, 1},    {1, 80},
                                   {2, 2}, {5, 20}, {500, 200}, {24, 2100}};
    static const char *const whys[] = {"alpha[2]", NULL};
    Opened opened = open_four_steps(NULL);
    opened.state.screen = 1;
    opened.state.step = 2;
    for (int with_why = 0; with_why < 2; with_why++) {
        if (with_why) select_number(&opened, "alpha[2]", whys);
        for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
            draw_at(&opened, sizes[i][0], sizes[i][1], CHARSET_UTF8);
            draw_at(&opened, sizes[i][0], sizes[i][1], CHARSET_ASCII);
        }
    }
    close_opened(&opened);
}

static void content_is_the_last_thing_to_go(void **test)
{
    (void)test;
    Opened opened = open_four_steps(NULL);
    opened.state.screen = 1;
    for (int rows = 1; rows <= 30; rows++) {
        Arena *arena = arena_new();
        ViewReport report;
        Frame *frame = draw_frame(&opened, arena, rows, 80, CHARSET_UTF8, &report);
        assert_true(report.page_rows >= 1);
        const char *first = frame_row_text(arena, frame, 0);
        if (rows >= 2) assert_non_null(strstr(first, "how does one query choose"));
        const char *last = frame_row_text(arena, frame, rows - 1);
        if (rows >= 3) assert_non_null(strstr(last, "Space on"));
        arena_free(arena);
    }
    close_opened(&opened);
}

/* At 40 columns and more no number is cut: what does not fit is on another page of its table. */
static void no_number_is_cut_from_forty_columns_on(void **test)
{
    (void)test;
    Opened opened = open_four_steps(NULL);
    for (int cols = 40; cols <= 200; cols += 7) {
        for (size_t screen = 0; screen < opened.lesson->n_screens; screen++) {
            Arena *arena = arena_new();
            ViewReport report;
            opened.state.screen = (int)screen;
            opened.state.step = (int)opened.lesson->screens[screen].n_steps - 1;
            Frame *frame = draw_frame(&opened, arena, 200, cols, CHARSET_UTF8, &report);
            for (size_t i = 0; i < frame->n_spans; i++) {
                const FrameSpan *span = &frame->spans[i];
                if (span->kind == SPAN_NUMBER && span->width > 0)
                    assert_string_equal(span_glyphs(arena, frame, span), span->text);
            }
            arena_free(arena);
        }
    }
    close_opened(&opened);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_size_is_drawn_at_any_place),
        cmocka_unit_test(the_smallest_and_the_largest_screens_are_legal),
        cmocka_unit_test(content_is_the_last_thing_to_go),
        cmocka_unit_test(no_number_is_cut_from_forty_columns_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
