/* UTF-8, widths, clusters, and text made safe for a screen. */
#include "heed/text.h"
#include "base/check.h"
#include "base/text_tables.h"
#include <string.h>

static void every_code_point_survives_encoding_and_decoding(void **state)
{
    (void)state;
    for (uint32_t c = 0; c <= 0x10FFFF; c++) {
        char bytes[4];
        uint32_t back;
        size_t n = utf8_encode(c, bytes);
        assert_int_equal(utf8_decode(bytes, n, &back), n);
        bool is_surrogate = c >= 0xD800 && c <= 0xDFFF;
        assert_int_equal(back, is_surrogate ? TEXT_REPLACEMENT : c);
        assert_true(utf8_is_valid(bytes, n));
        assert_int_equal(n, c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4);
    }
    char bytes[4];
    assert_int_equal(utf8_encode(0x110000, bytes), 3);
    assert_memory_equal(bytes, "\xEF\xBF\xBD", 3);
}

/* The rules of RFC 3629 written the other way round: a decoded value, its
 * shortest length, no surrogate. Compared on every sequence of up to three bytes
 * and on four-byte ones around the limits. */
static bool is_valid_by_value(const unsigned char *b, size_t n)
{
    if (n == 1) return b[0] < 0x80;
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    unsigned lead = n == 2 ? 0xC0 : n == 3 ? 0xE0 : 0xF0, mask = n == 2 ? 0xE0 : n == 3 ? 0xF0 : 0xF8;
    if ((b[0] & mask) != lead) return false;
    uint32_t value = b[0] & ~mask & 0xFF;
    for (size_t i = 1; i < n; i++) {
        if ((b[i] & 0xC0) != 0x80) return false;
        value = value << 6 | (b[i] & 0x3Fu);
    }
    return value >= least[n] && value <= 0x10FFFF && !(value >= 0xD800 && value <= 0xDFFF);
}

static void check_sequence(const unsigned char *bytes, size_t n)
{
    uint32_t code_point;
    size_t taken = utf8_decode((const char *)bytes, n, &code_point);
    assert_in_range(taken, 1, n);
    if (is_valid_by_value(bytes, n)) {
        assert_int_equal(taken, n);
        char back[4];
        assert_int_equal(utf8_encode(code_point, back), n);
        assert_memory_equal(back, bytes, n);
    } else if (taken == n && n > 1) {
        assert_int_equal(code_point, TEXT_REPLACEMENT);
    }
}

static void decoding_agrees_with_the_definition_on_all_short_sequences(void **state)
{
    (void)state;
    for (unsigned a = 0; a < 256; a++)
        for (unsigned b = 0; b < 256; b++) {
            unsigned char two[2] = {(unsigned char)a, (unsigned char)b};
            check_sequence(two, 2);
            for (unsigned c = 0x70; c < 0xD0; c += a < 0xE0 ? 40 : 1) {
                unsigned char three[3] = {two[0], two[1], (unsigned char)c};
                check_sequence(three, 3);
                unsigned char four[4] = {two[0], two[1], (unsigned char)c, 0x80};
                if (a >= 0xF0) check_sequence(four, 4);
            }
        }
}

/* One U+FFFD for each maximal invalid prefix, as the Unicode Standard 3.9 shows. */
static void invalid_bytes_are_replaced_by_maximal_prefixes(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        size_t replaced, kept;
    } cases[] = {
        {"\x80", 1, 0},
        {"\xC0\x80", 2, 0},
        {"\xE2\x82", 1, 0},
        {"\xE2\x82z", 1, 1},
        {"\xF0\x9F\x98", 1, 0},
        {"\xED\xA0\x80", 3, 0},
        {"\xF4\x90\x80\x80", 4, 0},
        {"a\xF1\x80\x80\xE1\x80\xC2"
         "b\x80"
         "c\x80\xBF"
         "d",
         6, 4},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        size_t len = strlen(cases[i].bytes), replaced = 0, kept = 0;
        for (size_t at = 0; at < len;) {
            uint32_t c;
            at += utf8_decode(cases[i].bytes + at, len - at, &c);
            if (c == TEXT_REPLACEMENT)
                replaced++;
            else
                kept++;
        }
        assert_int_equal(replaced, cases[i].replaced);
        assert_int_equal(kept, cases[i].kept);
        assert_false(utf8_is_valid(cases[i].bytes, len));
    }
    assert_true(utf8_is_valid("", 0));
    assert_true(utf8_is_valid("\xEF\xBF\xBD", 3));
}

static void tables_are_sorted_and_disjoint(void **state)
{
    (void)state;
    for (size_t i = 1; i < n_text_zero_width; i++)
        assert_true(text_zero_width[i].first > text_zero_width[i - 1].last + 1);
    for (size_t i = 1; i < n_text_wide; i++) assert_true(text_wide[i].first > text_wide[i - 1].last + 1);
    for (size_t i = 0; i < n_text_wide; i++)
        for (uint32_t c = text_wide[i].first; c <= text_wide[i].last; c++) assert_int_equal(char_width(c), 2);
}

static void characters_take_the_cells_that_terminals_give_them(void **state)
{
    (void)state;
    static const struct {
        uint32_t c;
        int width;
    } cases[] = {
        {'a', 1},     {0x1B, 1},    {0x7F, 1},    {0x9B, 1},    {0xA0, 1},     {0xAD, 1},    {0xB1, 1},
        {0x300, 0},   {0x36F, 0},   {0x3B1, 1},   {0x221A, 1},  {0x2588, 1},   {0x25CF, 1},  {0x2081, 1},
        {0x200B, 0},  {0x200D, 0},  {0xFE0F, 0},  {0xFEFF, 0},  {0x1100, 2},   {0x1161, 0},  {0x3042, 2},
        {0x4E00, 2},  {0x3000, 2},  {0xFF01, 2},  {0xFF71, 1},  {0xAC00, 2},   {0x1F600, 2}, {0x1F1E6, 1},
        {0x20000, 2}, {0x2FFFD, 2}, {0x2FFFE, 1}, {0xE0100, 0}, {0x10FFFF, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_int_equal(char_width(cases[i].c), cases[i].width);
}

static void clusters_stay_together(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t bytes;
        int width;
    } cases[] = {
        {"a", 1, 1},
        {"ab", 1, 1},
        {"e\xCC\x81x", 3, 1},                 /* e and an acute */
        {"a\xCC\x81\xCC\x82\xCC\x83z", 7, 1}, /* three marks */
        {"\xCC\x81"
         "a",
         2, 0},                                                     /* a mark with no base */
        {"\xE6\x97\xA5\xE6\x9C\xAC", 3, 2},                         /* two ideographs */
        {"\xE1\x84\x92\xE1\x85\xA1\xE1\x86\xAB!", 9, 2},            /* han of three jamo */
        {"\xF0\x9F\x87\xA9\xF0\x9F\x87\xAA\xF0\x9F\x87\xAB", 8, 2}, /* a flag, then half of one */
        {"\xF0\x9F\x87\xA9x", 4, 1},
        {"\xF0\x9F\x91\x8D\xF0\x9F\x8F\xBD.", 8, 2},              /* thumb with a skin tone */
        {"\xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x9A\x80.", 11, 2}, /* woman, joiner, rocket */
        {"\xE2\x9D\xA4\xEF\xB8\x8F.", 6, 1},                      /* heart and an emoji selector */
        {"x\xE2\x80\x8Dy", 4, 1},                                 /* a joiner between letters joins nothing */
        {"\n\xCC\x81", 1, 1},                                     /* controls take no marks */
        {"\xFFz", 1, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        int width;
        assert_int_equal(text_cluster(cases[i].text, strlen(cases[i].text), &width), cases[i].bytes);
        assert_int_equal(width, cases[i].width);
    }
}

static void any_bytes_are_cut_into_clusters_that_cover_them(void **state)
{
    (void)state;
    uint32_t random = 12345;
    for (int round = 0; round < 20000; round++) {
        char bytes[24];
        size_t n = 1 + (size_t)(round % 24), cells = 0;
        for (size_t i = 0; i < n; i++) {
            random = random * 1664525u + 1013904223u;
            bytes[i] = (char)(random >> 24);
        }
        for (size_t i = 0; i < n;) {
            int width;
            size_t taken = text_cluster(bytes + i, n - i, &width);
            assert_in_range(taken, 1, n - i);
            assert_in_range(width, 0, 2);
            cells += (size_t)width;
            i += taken;
        }
        assert_int_equal(cells, text_width_n(bytes, n));
        for (size_t limit = 0; limit < 6; limit++) {
            size_t fit = text_fit(bytes, n, limit);
            assert_true(fit <= n && text_width_n(bytes, fit) <= limit);
        }
    }
}

static void a_fitting_prefix_is_the_longest_one(void **state)
{
    (void)state;
    const char *text = "a\xE6\x97\xA5"
                       "e\xCC\x81"
                       "b"; /* widths 1 2 1 1 */
    static const size_t bytes[] = {0, 1, 1, 4, 7, 8, 8};
    for (size_t cells = 0; cells < 7; cells++)
        assert_int_equal(text_fit(text, strlen(text), cells), bytes[cells]);
    assert_int_equal(text_width(text), 5);
    assert_int_equal(text_width(""), 0);
}

static void controls_and_overrides_become_stand_ins(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    const char *nasty = "a\x1B]0;x\x07\tb\n\x7F\xC2\x9B\xE2\x80\xAE\xFF";
    assert_string_equal(text_sanitize(arena, nasty, strlen(nasty), true),
                        "a\xE2\x90\x9B]0;x\xE2\x90\x87\tb\n\xE2\x90\xA1\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
    assert_string_equal(text_sanitize(arena, "\t\n", 2, false), "\xE2\x90\x89\xE2\x90\x8A");
    assert_string_equal(text_sanitize(arena, "a\0b", 3, false), "a\xE2\x90\x80"
                                                                "b");
    assert_string_equal(text_sanitize(arena, "", 0, false), "");
    arena_free(arena);
}

static void sanitized_text_is_clean_whatever_comes_in(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    for (uint32_t c = 0; c <= 0x10FFFF; c++) {
        if (c % 4096 == 0) arena_reset(arena);
        char bytes[4];
        const char *safe = text_sanitize(arena, bytes, utf8_encode(c, bytes), false);
        uint32_t out;
        size_t n = utf8_decode(safe, strlen(safe), &out);
        assert_int_equal(n, strlen(safe));
        assert_false(out < 0x20 || (out >= 0x7F && out < 0xA0) || (out >= 0x202A && out <= 0x202E) ||
                     (out >= 0x2066 && out <= 0x2069));
        assert_true(c < 0x20 || c == 0x7F || out == c || out == TEXT_REPLACEMENT);
    }
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_code_point_survives_encoding_and_decoding),
        cmocka_unit_test(decoding_agrees_with_the_definition_on_all_short_sequences),
        cmocka_unit_test(invalid_bytes_are_replaced_by_maximal_prefixes),
        cmocka_unit_test(tables_are_sorted_and_disjoint),
        cmocka_unit_test(characters_take_the_cells_that_terminals_give_them),
        cmocka_unit_test(clusters_stay_together),
        cmocka_unit_test(any_bytes_are_cut_into_clusters_that_cover_them),
        cmocka_unit_test(a_fitting_prefix_is_the_longest_one),
        cmocka_unit_test(controls_and_overrides_become_stand_ins),
        cmocka_unit_test(sanitized_text_is_clean_whatever_comes_in),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
