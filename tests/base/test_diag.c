/* Diagnostics: their layout, and guesses. */
#include "heed/diag.h"
#include "base/check.h"
#include <string.h>

static SourceText source_of(const char *name, const char *text)
{
    return (SourceText){name, text, strlen(text)};
}

static void a_mistake_is_shown_with_its_place_and_a_caret(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    SourceText source = source_of("lessons/x.md", "q = 1\nout = alhpa @ V\n");
    Diag diag = {DIAG_ERROR, {&source, 12, 17}, "unknown-name", "unknown name 'alhpa'; did you mean alpha?"};
    assert_string_equal(diag_format(arena, &diag),
                        "lessons/x.md:2:7: error: unknown name 'alhpa'; did you mean alpha?\n"
                        "    2 | out = alhpa @ V\n"
                        "      |       ^~~~~\n");
    arena_free(arena);
}

static void carets_stand_right_after_tabs_and_wide_characters(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    /* a tab, an ideograph of two cells, e with an accent mark, then the mistake */
    SourceText source = source_of("f", "\t\xE6\x97\xA5"
                                       "e\xCC\x81?!");
    Diag diag = {DIAG_WARNING, {&source, 7, 8}, "c", "what"};
    assert_string_equal(diag_format(arena, &diag), "f:1:5: warning: what\n"
                                                   "    1 | \t\xE6\x97\xA5"
                                                   "e\xCC\x81?!\n"
                                                   "      | \t   ^\n");
    Diag wide = {DIAG_NOTE, {&source, 1, 4}, "c", "what"};
    assert_string_equal(diag_format(arena, &wide), "f:1:2: note: what\n"
                                                   "    1 | \t\xE6\x97\xA5"
                                                   "e\xCC\x81?!\n"
                                                   "      | \t^~\n");
    arena_free(arena);
}

/* A stand-in for what cli does in a locale without UTF-8: alpha is wider than the letter it stands for. */
static const char *spell_alpha(Arena *arena, const char *utf8)
{
    StrBuf out = {0};
    for (const char *at = utf8, *next; *at != '\0'; at = next) {
        next = strstr(at, "\xCE\xB1");
        size_t n = next != NULL ? (size_t)(next - at) : strlen(at);
        strbuf_add_n(&out, at, n);
        if (next != NULL) strbuf_add(&out, "alpha");
        next = next != NULL ? next + 2 : at + n;
    }
    return strbuf_take(&out, arena);
}

static void a_caret_stands_under_what_the_reader_is_given(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    SourceText source = source_of("\xCE\xB1.md", "\t\xCE\xB1 + \xCE\xB1x * 2\n");
    Diag diag = {DIAG_ERROR, {&source, 6, 9}, "c", "'\xCE\xB1x' is unknown"};
    const char *whole = "alpha.md:1:6: error: 'alphax' is unknown\n"
                        "    1 | \talpha + alphax * 2\n"
                        "      | \t        ^~~~~~\n";
    assert_string_equal(diag_format_as(arena, &diag, spell_alpha), whole);
    Diags diags;
    diags_init(&diags, arena);
    diags_error(&diags, diag.span, diag.code, "%s", diag.text);
    assert_string_equal(diags_format_as(arena, &diags, spell_alpha), whole);
    arena_free(arena);
}

static void a_span_over_lines_is_marked_on_its_first(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    SourceText source = source_of("f", "ab(cd\r\nef)\r\n");
    Diag diag = {DIAG_ERROR, {&source, 2, 10}, "c", "what"};
    assert_string_equal(diag_format(arena, &diag), "f:1:3: error: what\n"
                                                   "    1 | ab(cd\n"
                                                   "      |   ^~~\n");
    arena_free(arena);
}

static void of_a_very_long_line_the_part_around_the_mistake_is_shown(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    char text[5001];
    memset(text, '(', 5000);
    text[2500] = 'x';
    text[5000] = '\0';
    SourceText source = source_of("f", text);
    Diag diag = {DIAG_ERROR, {&source, 2500, 5000}, "c", "deep"};
    const char *shown = diag_format(arena, &diag);
    const char *line = strstr(shown, "| ") + 2, *caret = strstr(line, "| ") + 2;
    assert_memory_equal(line, "...(((", 6);
    assert_int_equal(strchr(line, 'x') - line, strchr(caret, '^') - caret);
    assert_true(strlen(shown) < 300);
    assert_non_null(strstr(line, "(((...\n"));
    Diag first = {DIAG_ERROR, {&source, 0, 1}, "c", "deep"};
    shown = diag_format(arena, &first);
    assert_non_null(strstr(shown, " | (((("));
    assert_non_null(strstr(shown, "\n      | ^\n"));
    arena_free(arena);
}

static void places_at_and_beyond_the_end_are_shown_there(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    SourceText source = source_of("f", "ab\n");
    for (size_t start = 3; start < 6; start++) {
        Diag diag = {DIAG_ERROR, {&source, start, start + 3}, "c", "ends"};
        assert_string_equal(diag_format(arena, &diag), "f:2:1: error: ends\n    2 | \n      | ^\n");
    }
    SourceText empty = source_of("f", "");
    Diag diag = {DIAG_ERROR, {&empty, 0, 0}, "c", "empty"};
    assert_string_equal(diag_format(arena, &diag), "f:1:1: error: empty\n    1 | \n      | ^\n");
    Diag nowhere = {DIAG_ERROR, {NULL, 0, 0}, "c", "no place"};
    assert_string_equal(diag_format(arena, &nowhere), "error: no place\n");
    arena_free(arena);
}

static void control_bytes_of_the_source_do_not_reach_the_terminal(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    SourceText source = source_of("a\x1B"
                                  "b",
                                  "x\x1B[2J\x07 y");
    Diag diag = {DIAG_ERROR, {&source, 1, 2}, "c", "text with \x1B"};
    const char *shown = diag_format(arena, &diag);
    assert_null(strchr(shown, '\x1B'));
    assert_null(strchr(shown, '\x07'));
    assert_non_null(strstr(shown, "\n      |  ^\n"));
    arena_free(arena);
}

static void positions_count_lines_and_code_points(void **state)
{
    (void)state;
    SourceText source = source_of("f", "\xCE\xB1=\xCE\xB2\n\tz");
    static const size_t expected[][3] = {{0, 1, 1}, {1, 1, 1}, {2, 1, 2}, {3, 1, 3}, {5, 1, 4},
                                         {6, 2, 1}, {7, 2, 2}, {8, 2, 3}, {99, 2, 3}};
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        size_t line, column;
        source_position(&source, expected[i][0], &line, &column);
        assert_int_equal(line, expected[i][1]);
        assert_int_equal(column, expected[i][2]);
    }
}

static void several_are_sorted_by_place_and_the_rest_counted(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    SourceText source = source_of("f", "abcdef"), earlier = source_of("e", "x");
    Diags diags;
    diags_init(&diags, arena);
    diags.limit = 5;
    diags_error(&diags, ((SourceSpan){&source, 4, 5}), "c", "fifth");
    diags_add(&diags, DIAG_WARNING, (SourceSpan){&source, 1, 2}, "c", "second");
    diags_error(&diags, ((SourceSpan){&source, 1, 2}), "c", "second, found later");
    diags_error(&diags, ((SourceSpan){&earlier, 0, 1}), "c", "other file");
    diags_error(&diags, ((SourceSpan){NULL, 0, 0}), "c", "number %d", 7);
    diags_error(&diags, ((SourceSpan){&source, 0, 1}), "c", "dropped");
    assert_int_equal(diags.count, 5);
    assert_int_equal(diags.errors, 5);
    assert_int_equal(diags.dropped, 1);
    const char *shown = diags_format(arena, &diags), *at = shown;
    static const char *const order[] = {"error: number 7",          "e:1:1: error: other file",
                                        "f:1:2: warning: second\n", "f:1:2: error: second, found later",
                                        "f:1:5: error: fifth",      "and 1 more not shown\n"};
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++) {
        at = strstr(at, order[i]);
        assert_non_null(at);
    }
    arena_free(arena);
}

static void no_diagnostics_are_no_text(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    Diags diags;
    diags_init(&diags, arena);
    assert_string_equal(diags_format(arena, &diags), "");
    arena_free(arena);
}

static void the_nearest_word_is_guessed_and_no_far_one(void **state)
{
    (void)state;
    static const char *const names[] = {"alpha", "q",       "K",           "V",
                                        "dk",    "softmax", "causal_mask", "temperature"};
    static const struct {
        const char *word, *guess;
    } cases[] = {{"alhpa", "alpha"},
                 {"alpah", "alpha"},
                 {"Alpha", "alpha"},
                 {"softmx", "softmax"},
                 {"sotfmax", "softmax"},
                 {"k", "K"},
                 {"d_k", "dk"},
                 {"x", NULL},
                 {"causalmask", "causal_mask"},
                 {"tmperatrue", "temperature"},
                 {"beta", NULL},
                 {"", NULL}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *guess = nearest_word(cases[i].word, names, sizeof names / sizeof names[0]);
        if (cases[i].guess)
            assert_string_equal(guess, cases[i].guess);
        else
            assert_null(guess);
    }
    assert_null(nearest_word("alpha", NULL, 0));
}

static void words_of_any_length_can_be_compared(void **state)
{
    (void)state;
    char lengthy[1000];
    memset(lengthy, 'a', sizeof lengthy - 1);
    lengthy[sizeof lengthy - 1] = '\0';
    const char *const names[] = {"alpha", lengthy};
    assert_null(nearest_word(lengthy + 1, names, 2));
    assert_ptr_equal(nearest_word(lengthy, names, 2), lengthy);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mistake_is_shown_with_its_place_and_a_caret),
        cmocka_unit_test(carets_stand_right_after_tabs_and_wide_characters),
        cmocka_unit_test(a_caret_stands_under_what_the_reader_is_given),
        cmocka_unit_test(a_span_over_lines_is_marked_on_its_first),
        cmocka_unit_test(of_a_very_long_line_the_part_around_the_mistake_is_shown),
        cmocka_unit_test(places_at_and_beyond_the_end_are_shown_there),
        cmocka_unit_test(control_bytes_of_the_source_do_not_reach_the_terminal),
        cmocka_unit_test(positions_count_lines_and_code_points),
        cmocka_unit_test(several_are_sorted_by_place_and_the_rest_counted),
        cmocka_unit_test(no_diagnostics_are_no_text),
        cmocka_unit_test(the_nearest_word_is_guessed_and_no_far_one),
        cmocka_unit_test(words_of_any_length_can_be_compared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
