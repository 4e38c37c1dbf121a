/* The grid: clipping, wide characters, spans, areas and golden text. */
#include "support.h"
#include <limits.h>

static Arena *arena;

static int setup(void **state)
{
    (void)state;
    arena = arena_new();
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    arena_free(arena);
    return 0;
}

static FrameSpan number_span(int row, int col, int width, uint32_t node)
{
    return (FrameSpan){.kind = SPAN_NUMBER,
                       .row = row,
                       .col = col,
                       .width = width,
                       .ref = {.node = node},
                       .format = NUM_FIXED(4)};
}

static void a_new_frame_is_blank_and_may_be_empty(void **state)
{
    (void)state;
    Frame *frame = frame_new(arena, 2, 3, CHARSET_UTF8);
    assert_string_equal(frame_text(arena, frame, false), "\n\n");
    assert_int_equal(frame->cursor_row, -1);
    static const int sizes[][2] = {{0, 0}, {0, 5}, {5, 0}, {1, 1}};
    for (size_t i = 0; i < 4; i++) {
        Frame *tiny = frame_new(arena, sizes[i][0], sizes[i][1], CHARSET_UTF8);
        frame_put(tiny, 0, 0, -1, ROLE_TEXT, "日本");
        frame_box(tiny, 0, 0, 3, 9, "why");
        frame_fill(tiny, 0, -4, 9, ROLE_BAR, "█");
        frame_clear(tiny, -1, -1, 9, 9);
        frame_span(tiny, number_span(0, 0, 4, 1));
        check_grid(tiny);
    }
    assert_null(frame_cell(frame, 2, 0));
    assert_null(frame_cell(frame, 0, 3));
    assert_null(frame_cell(frame, -1, 0));
    assert_null(frame_span_at(frame, 0, 99));
}

static void puts_clip_at_every_edge_and_count_what_they_would_take(void **state)
{
    (void)state;
    Frame *frame = frame_new(arena, 1, 5, CHARSET_UTF8);
    assert_int_equal(frame_put(frame, 0, 3, -1, ROLE_TEXT, "abcd"), 4);
    assert_string_equal(frame_row_text(arena, frame, 0), "   ab");
    assert_int_equal(frame_put(frame, 0, -2, -1, ROLE_TEXT, "wxyz"), 4);
    assert_string_equal(frame_row_text(arena, frame, 0), "yz ab");
    assert_int_equal(frame_put(frame, 0, 0, 2, ROLE_TEXT, "12345"), 2);
    assert_string_equal(frame_row_text(arena, frame, 0), "12 ab");
    assert_int_equal(frame_put(frame, 7, 0, -1, ROLE_TEXT, "gone"), 4);
    assert_int_equal(frame_put(frame, 0, INT_MAX, INT_MAX, ROLE_TEXT, "gone"), 0);
    frame_put(frame, 0, INT_MIN, INT_MAX, ROLE_TEXT, "gone");
    assert_string_equal(frame_row_text(arena, frame, 0), "12 ab");
}

static void half_of_a_wide_character_is_never_drawn(void **state)
{
    (void)state;
    Frame *frame = frame_new(arena, 1, 5, CHARSET_UTF8);
    frame_put(frame, 0, 0, -1, ROLE_TEXT, "日本語"); /* the third would stand half outside */
    assert_string_equal(frame_row_text(arena, frame, 0), "日本");
    frame_put(frame, 0, -1, -1, ROLE_TEXT, "語x");
    assert_string_equal(frame_row_text(arena, frame, 0), " x本");
    frame_clear(frame, 0, 0, 1, 5);
    assert_int_equal(frame_put(frame, 0, 0, 3, ROLE_TITLE, "日本"), 3);
    assert_string_equal(frame_row_text(arena, frame, 0), "日");
    assert_int_equal(frame_cell(frame, 0, 2)->role, ROLE_TITLE);
    check_grid(frame);
}

static void overwriting_half_of_a_wide_character_blanks_the_other(void **state)
{
    (void)state;
    Frame *frame = frame_new(arena, 1, 6, CHARSET_UTF8);
    frame_put(frame, 0, 0, -1, ROLE_TEXT, "日本語");
    frame_put(frame, 0, 1, -1, ROLE_TEXT, "x");
    assert_string_equal(frame_row_text(arena, frame, 0), " x本語");
    frame_put(frame, 0, 3, -1, ROLE_TEXT, "字");
    assert_string_equal(frame_row_text(arena, frame, 0), " x 字");
    check_grid(frame);
}

static void combining_marks_ride_on_their_base(void **state)
{
    (void)state;
    Frame *frame = frame_new(arena, 1, 3, CHARSET_UTF8);
    assert_int_equal(frame_put(frame, 0, 0, -1, ROLE_TEXT, "e\xCC\x81x"), 2);
    assert_string_equal(frame_cell(frame, 0, 0)->glyph, "e\xCC\x81");
    assert_string_equal(frame_cell(frame, 0, 1)->glyph, "x");
}

static void a_twin_takes_the_cells_it_needs_and_is_cut_between_letters(void **state)
{
    (void)state;
    Frame *frame = frame_new(arena, 1, 12, CHARSET_ASCII);
    assert_int_equal(frame_put(frame, 0, 0, -1, ROLE_TEXT, "√α≤"), 12);
    assert_string_equal(frame_row_text(arena, frame, 0), "sqrt alpha<=");
    frame_clear(frame, 0, 0, 1, 12);
    assert_int_equal(frame_put(frame, 0, 0, 3, ROLE_TEXT, "α"), 3);
    assert_string_equal(frame_row_text(arena, frame, 0), "alp");
}

static void a_text_that_does_not_fit_says_so(void **state)
{
    (void)state;
    Frame *frame = frame_new(arena, 1, 8, CHARSET_UTF8);
    assert_int_equal(frame_put_fit(frame, 0, 0, 5, ROLE_TEXT, "12345"), 5);
    assert_string_equal(frame_row_text(arena, frame, 0), "12345");
    assert_int_equal(frame_put_fit(frame, 0, 0, 5, ROLE_TEXT, "123456"), 5);
    assert_string_equal(frame_row_text(arena, frame, 0), "1234…");
    assert_int_equal(frame_put_fit(frame, 0, 0, 0, ROLE_TEXT, "123456"), 0);
    assert_int_equal(frame_put_fit(frame, 0, 0, 4, ROLE_TEXT, "日本語"),
                     4); /* 3 cells for 本: a blank, then … */
    Frame *ascii = frame_new(arena, 1, 8, CHARSET_ASCII);
    assert_int_equal(frame_put_fit(ascii, 0, 0, 5, ROLE_TEXT, "123456"), 5);
    assert_string_equal(frame_row_text(arena, ascii, 0), "12...");
    frame_clear(ascii, 0, 0, 1, 8);
    assert_int_equal(frame_put_fit(ascii, 0, 0, 2, ROLE_TEXT, "123456"), 2);
    assert_string_equal(frame_row_text(arena, ascii, 0), "..");
}

static void fill_repeats_a_glyph_and_never_halves_it(void **state)
{
    (void)state;
    Frame *frame = frame_new(arena, 1, 7, CHARSET_UTF8);
    frame_fill(frame, 0, 1, 3, ROLE_BAR, "█");
    assert_string_equal(frame_row_text(arena, frame, 0), " ███");
    frame_fill(frame, 0, 0, 100, ROLE_TEXT, "日");
    assert_string_equal(frame_row_text(arena, frame, 0), "日日日");
    frame_fill(frame, 0, 0, 3, ROLE_TEXT, "");
    frame_fill(frame, 0, 0, -3, ROLE_TEXT, "x");
    assert_string_equal(frame_row_text(arena, frame, 0), "日日日");
    check_grid(frame);
}

static void printf_formats_and_clips(void **state)
{
    (void)state;
    Frame *frame = frame_new(arena, 1, 8, CHARSET_UTF8);
    assert_int_equal(frame_printf(frame, 0, 2, ROLE_PAGE, "step %d of %d", 3, 4), 11);
    assert_string_equal(frame_row_text(arena, frame, 0), "  step 3");
}

static void spans_are_clipped_and_found_by_their_cells(void **state)
{
    (void)state;
    Frame *frame = frame_new(arena, 2, 10, CHARSET_UTF8);
    assert_int_equal(frame_span(frame, number_span(0, 7, 6, 1)), 0);
    assert_int_equal(frame_span(frame, number_span(0, -3, 6, 2)), 1);
    assert_int_equal(frame_span(frame, number_span(0, 10, 6, 3)), -1);
    assert_int_equal(frame_span(frame, number_span(2, 0, 6, 3)), -1);
    assert_int_equal(frame_span(frame, number_span(1, 0, 0, 3)), -1);
    assert_int_equal(frame->spans[0].width, 3);
    assert_int_equal(frame->spans[1].col, 0);
    assert_int_equal(frame->spans[1].width, 3);
    assert_int_equal(frame_span_at(frame, 0, 9)->ref.node, 1);
    assert_int_equal(frame_span_at(frame, 0, 2)->ref.node, 2);
    assert_null(frame_span_at(frame, 0, 3));
    assert_null(frame_span_at(frame, 1, 0));
    frame_put(frame, 0, 0, -1, ROLE_NUMBER, "12"); /* put after the span: the span stays */
    assert_int_equal(frame_span_at(frame, 0, 1)->ref.node, 2);
    check_grid(frame);
}

static void a_span_keeps_the_longer_part_of_what_is_taken_from_it(void **state)
{
    (void)state;
    Frame *frame = frame_new(arena, 1, 12, CHARSET_UTF8);
    frame_span(frame, number_span(0, 0, 10, 1));
    frame_span(frame, number_span(0, 6, 2, 2));
    assert_int_equal(frame->spans[0].width, 6);
    assert_null(frame_span_at(frame, 0, 9));
    frame_clear(frame, 0, 0, 1, 4);
    assert_int_equal(frame->spans[0].col, 4);
    assert_int_equal(frame->spans[0].width, 2);
    frame_clear(frame, 0, 3, 1, 9);
    assert_int_equal(frame->spans[0].width, 0);
    assert_int_equal(frame->spans[1].width, 0);
    check_grid(frame);
}

static void clear_takes_glyphs_roles_marks_and_spans(void **state)
{
    (void)state;
    Frame *frame = frame_new(arena, 3, 6, CHARSET_UTF8);
    for (int row = 0; row < 3; row++) frame_put(frame, row, 0, -1, ROLE_TITLE, "日本語");
    frame_mark(frame, 1, 0, 6, MARK_HIT);
    frame_span(frame, number_span(1, 0, 6, 1));
    frame_clear(frame, 1, 1, 1, 4);
    assert_string_equal(frame_text(arena, frame, false), "日本語\n\n日本語\n");
    assert_int_equal(frame_cell(frame, 1, 1)->marks, 0);
    assert_int_equal(frame_cell(frame, 1, 1)->role, ROLE_TEXT);
    assert_int_equal(frame_cell(frame, 1, 0)->marks, MARK_HIT);
    check_grid(frame);
}

static void boxes_have_corners_and_a_title_that_fits(void **state)
{
    (void)state;
    Frame *frame = frame_new(arena, 3, 14, CHARSET_UTF8);
    frame_put(frame, 1, 2, -1, ROLE_TEXT, "inside");
    frame_box(frame, 0, 0, 3, 14, "why α[2]");
    assert_string_equal(frame_text(arena, frame, false), "┌ why α[2] ──┐\n│ inside     │\n└────────────┘\n");
}

static void boxes_survive_any_size(void **state)
{
    (void)state;
    for (int charset = CHARSET_UTF8; charset <= CHARSET_ASCII; charset++) {
        for (int rows = -1; rows < 5; rows++) {
            for (int cols = -1; cols < 9; cols++) {
                Frame *frame = frame_new(arena, 3, 6, (Charset)charset);
                frame_box(frame, -1, -1, rows, cols, "a long title");
                frame_box(frame, 1, 2, rows, cols, "a long title");
                check_grid(frame);
            }
        }
    }
}

static void blit_moves_cells_spans_and_cursor(void **state)
{
    (void)state;
    Frame *from = frame_new(arena, 4, 10, CHARSET_UTF8), *to = frame_new(arena, 3, 6, CHARSET_UTF8);
    frame_put(from, 2, 0, -1, ROLE_NUMBER, "ab日1.0000");
    frame_mark(from, 2, 4, 6, MARK_SELECTED);
    frame_span(from, number_span(2, 4, 6, 5));
    from->cursor_row = 2;
    from->cursor_col = 5;
    frame_put(to, 0, 0, -1, ROLE_TEXT, "xxxxxx");
    frame_span(to, number_span(0, 0, 6, 9));
    frame_blit(to, 0, 1, from, 2, 3, 5, 4); /* starts in the middle of 日 */
    assert_string_equal(frame_row_text(arena, to, 0), "x 1.0x");
    assert_int_equal(frame_span_at(to, 0, 2)->ref.node, 5);
    assert_int_equal(frame_span_at(to, 0, 2)->width, 3);
    assert_int_equal(frame_span_at(to, 0, 0)->ref.node, 9);
    assert_int_equal(frame_cell(to, 0, 2)->marks, MARK_SELECTED);
    assert_int_equal(to->cursor_row, 0);
    assert_int_equal(to->cursor_col, 3);
    check_grid(to);
    check_grid(from);
}

static void blits_of_any_rectangle_stay_inside(void **state)
{
    (void)state;
    Random random = {3};
    for (int round = 0; round < 3000; round++) {
        Arena *own = arena_new();
        int n[6];
        for (int i = 0; i < 6; i++) n[i] = (int)random_below(&random, 14) - 4;
        Frame *from = frame_new(own, 3, 8, CHARSET_UTF8), *to = frame_new(own, 4, 7, CHARSET_UTF8);
        for (int row = 0; row < 3; row++) {
            frame_put(from, row, row, -1, ROLE_TEXT, "日a本b語");
            frame_span(from, number_span(row, 1, 4, 1));
            frame_put(to, row, 0, -1, ROLE_TEXT, "日本語字");
            frame_span(to, number_span(row, 1, 5, 2));
        }
        frame_blit(to, n[0], n[1], from, n[2], n[3], n[4], n[5]);
        check_grid(to);
        arena_free(own);
    }
}

static void growing_keeps_contents_and_shrinking_drops_spans(void **state)
{
    (void)state;
    Frame *frame = frame_new(arena, 1, 4, CHARSET_UTF8);
    frame_put(frame, 0, 0, -1, ROLE_TEXT, "a日");
    frame_resize_rows(frame, 40);
    frame_span(frame, number_span(39, 0, 4, 1));
    frame->cursor_row = 39;
    assert_string_equal(frame_row_text(arena, frame, 0), "a日");
    assert_string_equal(frame_row_text(arena, frame, 39), "");
    frame_resize_rows(frame, 2);
    assert_int_equal(frame->spans[0].width, 0);
    assert_int_equal(frame->cursor_row, -1);
    frame_resize_rows(frame, 40);
    check_grid(frame);
    assert_null(frame_span_at(frame, 39, 0));
}

static void random_drawing_keeps_the_grid_whole(void **state)
{
    (void)state;
    static const char *const texts[] = {"日本語", "abc", "e\xCC\x81", "√α", "👩‍👧x", "", "\x1B"};
    Random random = {11};
    for (int charset = CHARSET_UTF8; charset <= CHARSET_ASCII; charset++) {
        Frame *frame = frame_new(arena, 4, 9, (Charset)charset);
        for (int round = 0; round < 20000; round++) {
            int row = (int)random_below(&random, 6) - 1, col = (int)random_below(&random, 14) - 3;
            int n = (int)random_below(&random, 8) - 1;
            const char *text = texts[random_below(&random, 7)];
            switch (random_below(&random, 6)) {
            case 0: frame_put(frame, row, col, n, ROLE_TEXT, text); break;
            case 1: frame_fill(frame, row, col, n, ROLE_BAR, text); break;
            case 2: frame_clear(frame, row, col, n, n); break;
            case 3: frame_span(frame, number_span(row, col, n, 1)); break;
            case 4: frame_put_fit(frame, row, col, n, ROLE_TEXT, text); break;
            default: frame_box(frame, row, col, n, n + 1, text); break;
            }
            if (round % 16 == 0) check_grid(frame);
        }
    }
}

static void annotated_text_tells_roles_and_marks(void **state)
{
    (void)state;
    Frame *frame = frame_new(arena, 4, 14, CHARSET_UTF8);
    frame_put(frame, 0, 0, -1, ROLE_TITLE, "heed");
    frame_put(frame, 1, 0, -1, ROLE_LABEL, "k₁");
    frame_put(frame, 1, 3, -1, ROLE_NUMBER, "1.0000");
    frame_mark(frame, 1, 3, 6, MARK_SELECTED | MARK_INPUT);
    frame_put(frame, 1, 10, -1, ROLE_TEXT, "日");
    frame_mark(frame, 1, 10, 2, MARK_HIT);
    frame_put(frame, 3, 0, -1, ROLE_TEXT, "prose");
    for (int i = 0; i < 4; i++) frame_heat(frame, 2, i, 1, (uint8_t)(i * 85));
    assert_string_equal(frame_text(arena, frame, true), "|heed\n"
                                                        ":TTTT\n"
                                                        "|k₁ 1.0000 日\n"
                                                        ":ll nnnnnn\n"
                                                        ":   >>>>>>\n"
                                                        ":   ______\n"
                                                        ":          hh\n"
                                                        "|\n"
                                                        ":0369\n"
                                                        "|prose\n");
}

static void every_role_has_a_letter_of_its_own(void **state)
{
    (void)state;
    Frame *frame = frame_new(arena, 1, 1, CHARSET_UTF8);
    char seen[ROLE_COUNT];
    for (int role = 0; role < ROLE_COUNT; role++) {
        frame_role(frame, 0, 0, 1, (Role)role);
        const char *text = frame_text(arena, frame, true);
        seen[role] = strlen(text) > 3 ? text[3] : ' ';
        for (int other = 0; other < role; other++) assert_int_not_equal(seen[role], seen[other]);
        assert_int_equal(seen[role] == ' ', role == ROLE_TEXT);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_new_frame_is_blank_and_may_be_empty),
        cmocka_unit_test(puts_clip_at_every_edge_and_count_what_they_would_take),
        cmocka_unit_test(half_of_a_wide_character_is_never_drawn),
        cmocka_unit_test(overwriting_half_of_a_wide_character_blanks_the_other),
        cmocka_unit_test(combining_marks_ride_on_their_base),
        cmocka_unit_test(a_twin_takes_the_cells_it_needs_and_is_cut_between_letters),
        cmocka_unit_test(a_text_that_does_not_fit_says_so),
        cmocka_unit_test(fill_repeats_a_glyph_and_never_halves_it),
        cmocka_unit_test(printf_formats_and_clips),
        cmocka_unit_test(spans_are_clipped_and_found_by_their_cells),
        cmocka_unit_test(a_span_keeps_the_longer_part_of_what_is_taken_from_it),
        cmocka_unit_test(clear_takes_glyphs_roles_marks_and_spans),
        cmocka_unit_test(boxes_have_corners_and_a_title_that_fits),
        cmocka_unit_test(boxes_survive_any_size),
        cmocka_unit_test(blit_moves_cells_spans_and_cursor),
        cmocka_unit_test(blits_of_any_rectangle_stay_inside),
        cmocka_unit_test(growing_keeps_contents_and_shrinking_drops_spans),
        cmocka_unit_test(random_drawing_keeps_the_grid_whole),
        cmocka_unit_test(annotated_text_tells_roles_and_marks),
        cmocka_unit_test(every_role_has_a_letter_of_its_own),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
