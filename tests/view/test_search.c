/* Hits: where the eye finds a text, it is marked, over line ends and in tables too. */
#include "support.h"

#include "view/search.h"

#include <string.h>

/* Wraps a text, searches it, and shows which cells are marked: one line a row, marked cells as they are. */
static const char *marked(Arena *arena, Charset charset, const char *text, int width, const char *needle)
{
    Frame *frame = frame_new(arena, 0, width, charset);
    TextRun run = {.utf8 = text};
    frame_wrap(frame, charset, 0, 0, width, -1, 2, &run, 1);
    for (int row = 0; row < frame->rows; row++) search_mark_row(frame, row, needle);
    StrBuf out = {0};
    for (int row = 0; row < frame->rows; row++) {
        if (row) strbuf_add(&out, "/");
        for (int col = 0; col < frame->cols; col++) {
            const Cell *cell = frame_cell(frame, row, col);
            if (cell->marks & MARK_HIT) strbuf_add(&out, cell->glyph);
        }
    }
    while (out.len > 0 && out.data[out.len - 1] == '/') out.data[--out.len] = '\0';
    return strbuf_take(&out, arena);
}

static void a_hit_goes_on_in_the_next_row(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    assert_string_equal(marked(arena, CHARSET_UTF8, "each value counts as much", 12, "value counts"),
                        "value/counts");
    assert_string_equal(marked(arena, CHARSET_UTF8, "each value counts as much", 12, "E COUNTS A"),
                        "e/counts a");
    assert_string_equal(marked(arena, CHARSET_UTF8, "one two three four", 5, "two three four"),
                        "/two/thr/ee/fou/r");
    assert_string_equal(marked(arena, CHARSET_ASCII, "the α wins here", 10, "α wins"), "alpha/wins");
    arena_free(arena);
}

static void a_word_broken_at_the_edge_is_found(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    assert_string_equal(marked(arena, CHARSET_UTF8, "incomprehensible", 7, "comprehen"), "compr/ehen");
    assert_string_equal(marked(arena, CHARSET_UTF8, "日本語日本語", 5, "語日"), "/語/日");
    arena_free(arena);
}

static void what_does_not_follow_is_no_hit(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    assert_string_equal(marked(arena, CHARSET_UTF8, "each value counts", 12, "valuecounts"), "");
    assert_string_equal(marked(arena, CHARSET_UTF8, "each value counts", 12, "value  counts"), "");
    Frame *frame = frame_new(arena, 2, 10, CHARSET_UTF8); /* two texts under each other are no one text */
    frame_put(frame, 0, 0, -1, ROLE_TEXT, "value");
    frame_put(frame, 1, 0, -1, ROLE_TEXT, "counts");
    assert_false(search_mark_row(frame, 0, "value counts"));
    arena_free(arena);
}

static size_t hits(const char *needle, int rows, int cols)
{
    static const char text[] =
        "---\ntitle: t\npart: p\norder: 1\nlevel: l\n---\n\n## What?\n\n"
        "A sentence of some length, which a narrow screen has to wrap somewhere in the middle.\n\n"
        "| sentence about | its vector |\n|---|---|\n| muddy rivers and their banks in spring | none |\n\n"
        "```live\nx = [1, 2]\n```\n\n```show\nbars x | A caption that is long enough to be wrapped as well "
        "on such a screen.\n```\n";
    Opened opened = open_text("find.md", text, NULL);
    Arena *arena = arena_new();
    ViewReport report = {0};
    opened.state.search = needle;
    Frame *frame = frame_new(arena, rows, cols, CHARSET_UTF8);
    view_lesson(frame, &opened.state, &report);
    size_t n = report.n_hit_rows;
    arena_free(arena);
    close_opened(&opened);
    return n;
}

static void prose_tables_and_captions_are_searched_over_their_line_ends(void **state)
{
    (void)state;
    static const char *const needles[] = {
        "a narrow screen has to wrap somewhere in the middle", "muddy rivers and their banks",
        "long enough to be wrapped as well on such a screen", "sentence about"};
    for (int cols = 24; cols < 130; cols += 7)
        for (size_t i = 0; i < sizeof needles / sizeof *needles; i++)
            if (hits(needles[i], 60, cols) != 1) fail_msg("%s at %d columns", needles[i], cols);
    assert_int_equal(hits("their none", 60, 60), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hit_goes_on_in_the_next_row),
        cmocka_unit_test(a_word_broken_at_the_edge_is_found),
        cmocka_unit_test(what_does_not_follow_is_no_hit),
        cmocka_unit_test(prose_tables_and_captions_are_searched_over_their_line_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
