/* Glyphs and their twins: what is drawn is safe, what is measured is what is drawn. */
#include "frame/glyph.h"
#include "heed/text.h"
#include "support.h"
#include <dirent.h>
#include <stdio.h>
#include <sys/stat.h>

static void every_code_point_has_a_printable_ascii_twin(void **state)
{
    (void)state;
    for (uint32_t cp = 0x20; cp <= 0x10FFFF; cp++) {
        char buffer[3];
        const char *twin = glyph_twin(cp, buffer);
        size_t n = strlen(twin);
        if (n == 0 || n >= CELL_BYTES) fail_msg("U+%04X: twin of %zu bytes", cp, n);
        for (size_t i = 0; i < n; i++)
            if (twin[i] < 0x20 || twin[i] > 0x7E) fail_msg("U+%04X: byte %d", cp, twin[i]);
    }
}

/* The table is searched by halves: a pair out of order would hide twins. */
static void twins_that_lessons_lean_on_are_found(void **state)
{
    (void)state;
    static const char *const pairs[][2] = {
        {"√d_k", "sqrt d_k"},
        {"α[2]", "alpha[2]"},
        {"q·k", "q.k"},
        {"÷ √d_k", "/ sqrt d_k"},
        {"k₁", "k_1"},
        {"k₁₂", "k_12"},
        {"k₁ k₂", "k_1 k_2"},
        {"x⁻¹", "x^-1"},
        {"QKᵀ", "QK^T"},
        {"Kᵀᵀ", "K^TT"},
        {"x₁²", "x_1^2"},
        {"Σ 6.0157", "sum 6.0157"},
        {"a → b", "a -> b"},
        {"0 ≤ x ≤ ∞", "0 <= x <= inf"},
        {"−24", "-24"},
        {"± 0.1", "+/- 0.1"},
        {"≠≈", "!=~="},
        {"“so” ‘it’", "\"so\" 'it'"},
        {"a … b – c — d", "a ... b - c -- d"},
        {"✓ ✗ ▶ ● ○ ◆ ►", "+ x > * o # >"},
        {"90°", "90 deg"},
        {"x ∈ ℝ", "x in R"},
        {"∂f ∇f ‖v‖", "df grad f ||v||"},
        {">0.4519‹", ">0.4519<"},
        {"┌─┬┐│└┘├┼", "+-++|++++"},
        {"█▌▏", "#-."},
        {"▁▄█", ".=#"},
        {"⠀⠁⢀⣿⡇", " '.#:"},
        {"𝐐𝑞𝟙", "Qq1"},
        {"Łukasz Müller naïve Nguyễn", "Lukasz Muller naive Nguyen"},
        {"ﬀ", "?"},
        {"日本", "??"},
        {"e\xCC\x81"
         "e",
         "ee"},
        {"𝄞", "?"},
        {"␛[31m", "^[[31m"},
        {"ＡＢ", "AB"},
    };
    Arena *arena = arena_new();
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        const char *twin = charset_text(arena, CHARSET_ASCII, pairs[i][0]);
        if (strcmp(twin, pairs[i][1]) != 0)
            fail_msg("%s: \"%s\", not \"%s\"", pairs[i][0], twin, pairs[i][1]);
    }
    arena_free(arena);
}

static void utf8_text_is_itself(void **state)
{
    (void)state;
    const char *text = "√ α ✓";
    assert_ptr_equal(charset_text(NULL, CHARSET_UTF8, text), text);
}

static void a_text_of_lines_keeps_its_newlines_and_tabs(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    const char *text = "√ α\n\tx\x1B₁₂\r\n\n≤";
    assert_ptr_equal(charset_lines(NULL, CHARSET_UTF8, text), text);
    assert_string_equal(charset_lines(arena, CHARSET_ASCII, text), "sqrt alpha\n\tx^[_12^M\n\n<=");
    assert_string_equal(charset_lines(arena, CHARSET_ASCII, ""), "");
    arena_free(arena);
}

static void controls_become_stand_ins_in_both_charsets(void **state)
{
    (void)state;
    static const char *const cases[][3] = {
        {"\x1B]0;x\x07", "␛]0;x␇", "^[]0;x^G"},
        {"a\nb\tc", "a␊b␉c", "a^Jb^Ic"},
        {"\x7F", "␡", "^?"},
        {"\xC2\x9B"
         "31m",
         "\xEF\xBF\xBD"
         "31m",
         "?31m"}, /* C1's CSI */
        {"a\xE2\x80\xAE"
         "b",
         "a\xEF\xBF\xBD"
         "b",
         "a?b"}, /* right-to-left override */
        {"a\xE2\x80\xA8"
         "b",
         "a\xEF\xBF\xBD"
         "b",
         "a?b"},                                                      /* line separator */
        {"a\xFF\xF0\x9F\x98z", "a\xEF\xBF\xBD\xEF\xBF\xBDz", "a??z"}, /* invalid bytes */
        {"\xCC\x81x", "x", "x"},                                      /* a mark without a base */
        {"a\xC2\xA0"
         "b",
         "a b", "a b"}, /* a no-break space looks like a blank */
    };
    Arena *arena = arena_new();
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        for (int charset = CHARSET_UTF8; charset <= CHARSET_ASCII; charset++) {
            Frame *frame = frame_new(arena, 1, 20, (Charset)charset);
            frame_put(frame, 0, 0, -1, ROLE_TEXT, cases[i][0]);
            assert_string_equal(frame_row_text(arena, frame, 0), cases[i][1 + charset]);
        }
    }
    arena_free(arena);
}

static void an_override_cannot_hide_inside_a_cluster(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    Frame *frame = frame_new(arena, 1, 20, CHARSET_UTF8);
    frame_put(frame, 0, 0, -1, ROLE_TEXT, "e\xCC\x81\xE2\x80\xAE\x1B[m");
    assert_string_equal(frame_row_text(arena, frame, 0), "e\xCC\x81\xEF\xBF\xBD␛[m");
    arena_free(arena);
}

/* Random bytes, valid and not: measure, put and twin agree, and nothing unsafe comes out. */
static void widths_agree_with_what_is_drawn(void **state)
{
    (void)state;
    static const char *const pieces[] = {"a",
                                         " ",
                                         "√",
                                         "α",
                                         "k₁",
                                         "日",
                                         "e\xCC\x81",
                                         "\xFF",
                                         "\x1B",
                                         "█",
                                         "…",
                                         "\xE2\x80\xAE",
                                         "👩‍👧",
                                         "🇩🇪",
                                         "\xCC\x81",
                                         "ﬁ",
                                         "\xE2\x80\x8B",
                                         "é",
                                         "⣿",
                                         "\xF0\x9F"};
    Random random = {7};
    for (int round = 0; round < 2000; round++) {
        Arena *arena = arena_new();
        StrBuf text = {0};
        for (size_t n = random_below(&random, 20); n > 0; n--)
            strbuf_add(&text, pieces[random_below(&random, sizeof pieces / sizeof pieces[0])]);
        for (int charset = CHARSET_UTF8; charset <= CHARSET_ASCII; charset++) {
            int width = charset_width((Charset)charset, strbuf_text(&text));
            Frame *frame = frame_new(arena, 1, width + 5, (Charset)charset);
            frame_fill(frame, 0, 0, width + 5, ROLE_TEXT, "~");
            assert_int_equal(frame_put(frame, 0, 0, -1, ROLE_TITLE, strbuf_text(&text)), width);
            for (int col = 0; col < frame->cols; col++)
                assert_int_equal(frame_cell(frame, 0, col)->role, col < width ? ROLE_TITLE : ROLE_TEXT);
            check_grid(frame);
        }
        const char *twin = charset_text(arena, CHARSET_ASCII, strbuf_text(&text));
        assert_int_equal(charset_width(CHARSET_ASCII, strbuf_text(&text)), strlen(twin));
        strbuf_free(&text);
        arena_free(arena);
    }
}

static void a_cluster_longer_than_a_cell_loses_its_tail(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    StrBuf text = {0};
    strbuf_add(&text, "a");
    for (int i = 0; i < 40; i++) strbuf_add(&text, "\xCC\x81");
    strbuf_add(&text, "b");
    Frame *frame = frame_new(arena, 1, 4, CHARSET_UTF8);
    assert_int_equal(frame_put(frame, 0, 0, -1, ROLE_TEXT, strbuf_text(&text)), 2);
    assert_true(utf8_is_valid(frame_cell(frame, 0, 0)->glyph, strlen(frame_cell(frame, 0, 0)->glyph)));
    assert_true(strlen(frame_cell(frame, 0, 0)->glyph) > 20);
    assert_string_equal(frame_cell(frame, 0, 1)->glyph, "b");
    strbuf_free(&text);
    arena_free(arena);
}

/* ---- what the program and its lessons draw has a twin of its own ---- */

static void check_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    StrBuf text = {0};
    char block[4096];
    for (size_t n; (n = fread(block, 1, sizeof block, file)) > 0;) strbuf_add_n(&text, block, n);
    fclose(file);
    for (size_t at = 0; at < text.len;) {
        uint32_t cp;
        at += utf8_decode(text.data + at, text.len - at, &cp);
        char buffer[3];
        bool is_drawn = cp >= 0x80 && char_width(cp) > 0 && cp != TEXT_REPLACEMENT && cp != 0xBF;
        if (is_drawn && strcmp(glyph_twin(cp, buffer), "?") == 0)
            fail_msg("%s: U+%04X has no ASCII twin", path, cp);
    }
    strbuf_free(&text);
}

/* Returns how many files with one of the suffixes it checked. */
static size_t check_folder(const char *path)
{
    DIR *folder = opendir(path);
    if (!folder) return 0;
    size_t count = 0;
    for (struct dirent *entry; (entry = readdir(folder));) {
        if (entry->d_name[0] == '.') continue;
        char inner[4096];
        snprintf(inner, sizeof inner, "%s/%s", path, entry->d_name);
        struct stat info;
        if (stat(inner, &info) != 0) continue;
        const char *suffix = strrchr(entry->d_name, '.');
        if (S_ISDIR(info.st_mode)) {
            count += check_folder(inner);
        } else if (suffix && (strcmp(suffix, ".c") == 0 || strcmp(suffix, ".md") == 0)) {
            check_file(inner);
            count++;
        }
    }
    closedir(folder);
    return count;
}

static void every_glyph_in_sources_and_lessons_has_its_own_twin(void **state)
{
    (void)state;
    assert_true(check_folder(HEED_SOURCE_DIR "/src") > 0);
    check_folder(HEED_SOURCE_DIR "/lessons");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_code_point_has_a_printable_ascii_twin),
        cmocka_unit_test(twins_that_lessons_lean_on_are_found),
        cmocka_unit_test(utf8_text_is_itself),
        cmocka_unit_test(a_text_of_lines_keeps_its_newlines_and_tabs),
        cmocka_unit_test(controls_become_stand_ins_in_both_charsets),
        cmocka_unit_test(an_override_cannot_hide_inside_a_cluster),
        cmocka_unit_test(widths_agree_with_what_is_drawn),
        cmocka_unit_test(a_cluster_longer_than_a_cell_loses_its_tail),
        cmocka_unit_test(every_glyph_in_sources_and_lessons_has_its_own_twin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
