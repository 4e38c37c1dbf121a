/* Wrapping: greedy, spans whole, no line over its width, nothing lost. */
#include "support.h"

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

static TextRun prose(const char *text)
{
    return (TextRun){.utf8 = text, .role = ROLE_TEXT};
}

static TextRun number(const char *text, uint32_t node)
{
    return (TextRun){.utf8 = text,
                     .role = ROLE_NUMBER,
                     .is_span = true,
                     .span = {.kind = SPAN_NUMBER, .ref = {.node = node}}};
}

static const char *wrapped(Charset charset, int width, int max_rows, int indent, const TextRun *runs,
                           size_t n)
{
    Frame *frame = frame_new(arena, max_rows < 0 ? 0 : max_rows, width > 0 ? width : 0, charset);
    int rows = frame_wrap(frame, charset, 0, 0, width, max_rows, indent, runs, n);
    check_grid(frame);
    if (max_rows < 0) {
        assert_int_equal(rows, frame->rows);
        assert_int_equal(rows, frame_wrap(NULL, charset, 0, 0, width, max_rows, indent, runs, n));
    }
    return frame_text(arena, frame, false);
}

static void words_fill_lines_greedily(void **state)
{
    (void)state;
    TextRun runs[] = {prose("One query, one softmax,\none  answer.")};
    assert_string_equal(wrapped(CHARSET_UTF8, 12, -1, 0, runs, 1),
                        "One query,\none softmax,\none  answer.\n");
    assert_string_equal(wrapped(CHARSET_UTF8, 100, -1, 0, runs, 1), "One query, one softmax, one  answer.\n");
    assert_string_equal(wrapped(CHARSET_UTF8, 14, -1, 2, runs, 1),
                        "One query, one\n  softmax, one\n  answer.\n");
}

static void spans_stay_whole_with_what_touches_them(void **state)
{
    (void)state;
    TextRun runs[] = {prose("It leads by ("), number("0.50 00", 3), prose("), so it wins.")};
    assert_string_equal(wrapped(CHARSET_UTF8, 16, -1, 0, runs, 3), "It leads by\n(0.50 00), so it\nwins.\n");
    Frame *frame = frame_new(arena, 0, 16, CHARSET_UTF8);
    frame_wrap(frame, CHARSET_UTF8, 0, 0, 16, -1, 0, runs, 3);
    assert_int_equal(frame->n_spans, 1);
    assert_int_equal(frame->spans[0].row, 1);
    assert_int_equal(frame->spans[0].col, 1);
    assert_int_equal(frame->spans[0].width, 7);
    assert_int_equal(frame->spans[0].ref.node, 3);
    assert_string_equal(frame->spans[0].text, "0.50 00");
}

static void a_number_wider_than_the_line_shows_that_it_is_cut(void **state)
{
    (void)state;
    TextRun runs[] = {number("0.4519", 1), prose(" and "), number("0.2741", 2)};
    assert_string_equal(wrapped(CHARSET_UTF8, 4, -1, 0, runs, 3), "0.4…\nand\n0.2…\n");
}

static void a_word_longer_than_the_line_is_broken(void **state)
{
    (void)state;
    TextRun runs[] = {prose("an incomprehensible word")};
    assert_string_equal(wrapped(CHARSET_UTF8, 8, -1, 0, runs, 1), "an\nincompre\nhensible\nword\n");
    TextRun wide[] = {prose("日本語")};
    assert_string_equal(wrapped(CHARSET_UTF8, 5, -1, 0, wide, 1), "日本\n語\n");
    assert_string_equal(wrapped(CHARSET_UTF8, 1, -1, 0, wide, 1), "\n\n\n");
    assert_string_equal(wrapped(CHARSET_ASCII, 7, -1, 0, (TextRun[]){prose("αβγ")}, 1),
                        "alpha\nbeta\ngamma\n");
}

static void text_left_over_ends_in_an_ellipsis(void **state)
{
    (void)state;
    TextRun runs[] = {prose("one two three four")};
    assert_string_equal(wrapped(CHARSET_UTF8, 9, 2, 0, runs, 1), "one two\nthree…\n");
    assert_string_equal(wrapped(CHARSET_UTF8, 5, 2, 0, runs, 1), "one\ntwo…\n");
    assert_string_equal(wrapped(CHARSET_UTF8, 3, 2, 0, runs, 1), "one\ntw…\n");
    assert_string_equal(wrapped(CHARSET_UTF8, 9, 3, 0, runs, 1), "one two\nthree\nfour\n");
    assert_string_equal(wrapped(CHARSET_ASCII, 9, 1, 0, runs, 1), "one tw...\n");
    assert_int_equal(frame_wrap(NULL, CHARSET_UTF8, 0, 0, 9, 0, 0, runs, 1), 0);
}

static void no_text_takes_no_row(void **state)
{
    (void)state;
    TextRun runs[] = {prose("  \n ")};
    assert_int_equal(frame_wrap(NULL, CHARSET_UTF8, 0, 0, 9, -1, 0, runs, 1), 0);
    assert_int_equal(frame_wrap(NULL, CHARSET_UTF8, 0, 0, 9, -1, 0, NULL, 0), 0);
    assert_int_equal(frame_wrap(NULL, CHARSET_UTF8, 0, 0, 0, -1, 0, (TextRun[]){prose("x")}, 1), 0);
}

static void marks_and_roles_go_with_their_run(void **state)
{
    (void)state;
    TextRun runs[] = {prose("the "), {.utf8 = "key", .role = ROLE_EMPH, .marks = MARK_HIT}, prose(" wins")};
    Frame *frame = frame_new(arena, 0, 20, CHARSET_UTF8);
    frame_wrap(frame, CHARSET_UTF8, 0, 0, 20, -1, 0, runs, 3);
    assert_string_equal(frame_text(arena, frame, true), "|the key wins\n:    EEE\n:    hhh\n");
}

static void a_box_of_prose_stays_in_its_columns(void **state)
{
    (void)state;
    Frame *frame = frame_new(arena, 3, 12, CHARSET_UTF8);
    TextRun runs[] = {prose("a bb ccc dddd")};
    assert_int_equal(frame_wrap(frame, CHARSET_UTF8, 1, 3, 5, -1, 0, runs, 1), 3);
    assert_string_equal(frame_text(arena, frame, false), "\n   a bb\n   ccc\n   dddd\n");
}

/* All of a text without its blanks, as the charset draws it. */
static char *squeezed(const char *text)
{
    char *out = arena_strdup(arena, text);
    size_t n = 0;
    for (size_t i = 0; out[i]; i++)
        if (out[i] != ' ' && out[i] != '\n') out[n++] = out[i];
    out[n] = '\0';
    return out;
}

static void random_texts_keep_every_letter_and_every_width(void **state)
{
    (void)state;
    static const char *const pieces[] = {"a",  "word",      " ", "  ", "\n", "longerword",
                                         "日", "e\xCC\x81", "α", "k₁", "—",  "√"};
    Random random = {5};
    for (int round = 0; round < 3000; round++) {
        TextRun runs[8];
        StrBuf all = {0};
        size_t n = random_below(&random, 8);
        Charset charset = (Charset)random_below(&random, 2);
        for (size_t i = 0; i < n; i++) {
            StrBuf text = {0};
            for (size_t k = random_below(&random, 6); k > 0; k--)
                strbuf_add(&text, pieces[random_below(&random, 12)]);
            strbuf_add(&all, charset_text(arena, charset, strbuf_text(&text)));
            runs[i] = prose(strbuf_take(&text, arena));
        }
        int width = 3 + (int)random_below(&random, 30), indent = (int)random_below(&random, 3);
        if (charset == CHARSET_ASCII) width += 7; /* a twin is cut only where it is wider than a line */
        if (charset == CHARSET_UTF8) {
            const char *text = wrapped(charset, width + indent, -1, indent, runs, n);
            assert_string_equal(squeezed(text), squeezed(strbuf_text(&all)));
        }
        /* Drawn into a wider frame, nothing stands outside the width. */
        Frame *frame = frame_new(arena, 0, width + 12, charset);
        int rows = frame_wrap(frame, charset, 0, 4, width, -1, indent, runs, n);
        assert_int_equal(rows, frame->rows);
        for (int row = 0; row < rows; row++) {
            for (int col = 0; col < frame->cols; col++) {
                bool is_inside = col >= 4 + (row ? indent : 0) && col < 4 + width;
                if (!is_inside) assert_string_equal(frame_cell(frame, row, col)->glyph, " ");
            }
        }
        strbuf_free(&all);
    }
}

/* Who searches a frame follows a text over its line ends. */
static void a_line_end_tells_where_the_text_goes_on(void **state)
{
    (void)state;
    TextRun run = prose("one two threefour");
    Frame *frame = frame_new(arena, 0, 12, CHARSET_UTF8);
    frame_wrap(frame, CHARSET_UTF8, 1, 2, 5, -1, 1, &run, 1);
    assert_true(frame->n_breaks > 2); /* one, two, then a word that is broken */
    assert_true(frame->breaks[0].row == 1 && frame->breaks[0].col == 5 && frame->breaks[0].next_col == 3);
    assert_true(frame->breaks[0].has_blank && !frame->breaks[2].has_blank);
    Frame *copy = frame_new(arena, 8, 20, CHARSET_UTF8);
    frame_blit(copy, 3, 4, frame, 1, 2, 2, 8);
    assert_int_equal(copy->n_breaks, 1); /* the second one's other half stayed behind */
    assert_true(copy->breaks[0].row == 3 && copy->breaks[0].col == 7 && copy->breaks[0].next_col == 5);
    frame_clear(copy, 0, 0, 8, 20);
    assert_int_equal(copy->n_breaks, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_fill_lines_greedily),
        cmocka_unit_test(spans_stay_whole_with_what_touches_them),
        cmocka_unit_test(a_number_wider_than_the_line_shows_that_it_is_cut),
        cmocka_unit_test(a_word_longer_than_the_line_is_broken),
        cmocka_unit_test(text_left_over_ends_in_an_ellipsis),
        cmocka_unit_test(no_text_takes_no_row),
        cmocka_unit_test(marks_and_roles_go_with_their_run),
        cmocka_unit_test(a_box_of_prose_stays_in_its_columns),
        cmocka_unit_test(a_line_end_tells_where_the_text_goes_on),
        cmocka_unit_test(random_texts_keep_every_letter_and_every_width),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
