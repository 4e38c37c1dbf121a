#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "app/line.h"
#include "heed/text.h"

#include <stdlib.h>
#include <string.h>

static Line typed(const char *text)
{
    Line line = {0};
    line_set(&line, text);
    return line;
}

/* Shows the cursor as | and frees the line. */
static void assert_line(Line *line, const char *expected)
{
    char *seen = heed_xmalloc(line->len + 2);
    memcpy(seen, line_text(line), line->cursor);
    seen[line->cursor] = '|';
    strcpy(seen + line->cursor + 1, line_text(line) + line->cursor);
    assert_string_equal(seen, expected);
    free(seen);
    line_free(line);
}

static void an_empty_line_takes_every_command(void **state)
{
    (void)state;
    Line line = {0};
    for (int direction = -1; direction <= 1; direction += 2) {
        line_move(&line, direction);
        line_move_word(&line, direction);
        line_move_end(&line, direction);
        line_erase(&line, direction);
        line_erase_word(&line, direction);
        line_erase_end(&line, direction);
    }
    assert_line(&line, "|");
}

static void characters_go_in_at_the_cursor(void **state)
{
    (void)state;
    Line line = typed("ac");
    line_move(&line, -1);
    assert_true(line_insert(&line, 'b'));
    assert_line(&line, "ab|c");
}

static void controls_cannot_be_typed(void **state)
{
    (void)state;
    const uint32_t refused[] = {0, 7, '\n', 0x1b, 0x7f, 0x85, 0x9b, 0x202e, 0x2066, 0x2028, 0x110000};
    Line line = {0};
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        assert_false(line_insert(&line, refused[i]));
    assert_line(&line, "|");
}

static void a_wide_or_combined_character_is_one_step_and_erased_whole(void **state)
{
    (void)state;
    Line line = typed("a漢e\xCC\x81z");
    line_move(&line, -1);
    line_move(&line, -1);
    assert_int_equal(line.cursor, 4);
    line_erase(&line, 1);
    line_erase(&line, -1);
    assert_line(&line, "a|z");
}

static void words_are_letters_digits_and_all_beyond_ascii(void **state)
{
    (void)state;
    Line line = typed("q_1 + αβ*(x)");
    line_move_word(&line, -1);
    line_move_word(&line, -1);
    line_erase_word(&line, 1);
    line_erase_word(&line, -1);
    assert_line(&line, "|*(x)");
}

static void a_move_by_word_to_the_right_ends_after_the_word(void **state)
{
    (void)state;
    Line line = typed("softmax(q) ");
    line_move_end(&line, -1);
    line_move_word(&line, 1);
    assert_int_equal(line.cursor, 7);
    line_move_word(&line, 1);
    assert_int_equal(line.cursor, 9);
    line_move_word(&line, 1);
    assert_line(&line, "softmax(q) |");
}

static void the_two_halves_can_be_erased(void **state)
{
    (void)state;
    Line line = typed("abcd");
    line_move(&line, -1);
    line_erase_end(&line, 1);
    assert_string_equal(line_text(&line), "abc");
    line_move(&line, -1);
    line_erase_end(&line, -1);
    assert_line(&line, "|c");
}

static void a_paste_is_one_line_without_controls(void **state)
{
    (void)state;
    const char pasted[] = "[1,\r\n\t2]\n\x1b[31mq\a\xC2\x9b\xE2\x80\xAE\0x";
    Line line = {0};
    assert_true(line_paste(&line, pasted, sizeof pasted - 1));
    assert_line(&line, "[1,  2] [31mqx|");
}

static void invalid_bytes_become_the_replacement_character(void **state)
{
    (void)state;
    Line line = {0};
    assert_true(line_paste(&line, "a\xff\xc3", 3));
    assert_line(&line, "a\xEF\xBF\xBD\xEF\xBF\xBD|");
}

static void a_paste_of_a_megabyte_is_cut_between_characters(void **state)
{
    (void)state;
    size_t len = 1u << 20;
    char *bytes = heed_xmalloc(len);
    for (size_t i = 0; i < len; i++) bytes[i] = "漢"[i % 3];
    Line line = typed("ab");
    line_move(&line, -1);
    assert_false(line_paste(&line, bytes, len));
    assert_true(line.len <= LINE_MAX_BYTES && line.len > LINE_MAX_BYTES - 3);
    assert_true(utf8_is_valid(line.text, line.len));
    assert_int_equal(line.text[line.cursor], 'b');
    assert_false(line_insert(&line, 0x6F22));
    line_erase_word(&line, -1); /* and this does not take for ever */
    assert_line(&line, "|b");
    free(bytes);
}

static void random_editing_keeps_the_line_whole(void **state)
{
    (void)state;
    const uint32_t letters[] = {'a', ' ', '(', 0x3b1, 0x6f22, 0x301, 0x1f468, 0x200d, 0xfe0f, 0x1f1e9};
    void (*const edits[])(Line *, int) = {line_move,  line_move_word,  line_move_end,
                                          line_erase, line_erase_word, line_erase_end};
    Line line = {0};
    uint32_t random = 1;
    for (int i = 0; i < 20000; i++) {
        random = random * 1664525u + 1013904223u;
        uint32_t choice = random >> 16;
        if (choice % 3 != 0)
            line_insert(&line, letters[choice / 3 % 10]);
        else
            edits[choice / 3 % 6](&line, choice % 2 ? 1 : -1);
        assert_true(line.cursor <= line.len);
        assert_true(utf8_is_valid(line_text(&line), line.len));
        assert_true(utf8_is_valid(line_text(&line), line.cursor));
    }
    line_free(&line);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_line_takes_every_command),
        cmocka_unit_test(characters_go_in_at_the_cursor),
        cmocka_unit_test(controls_cannot_be_typed),
        cmocka_unit_test(a_wide_or_combined_character_is_one_step_and_erased_whole),
        cmocka_unit_test(words_are_letters_digits_and_all_beyond_ascii),
        cmocka_unit_test(a_move_by_word_to_the_right_ends_after_the_word),
        cmocka_unit_test(the_two_halves_can_be_erased),
        cmocka_unit_test(a_paste_is_one_line_without_controls),
        cmocka_unit_test(invalid_bytes_become_the_replacement_character),
        cmocka_unit_test(a_paste_of_a_megabyte_is_cut_between_characters),
        cmocka_unit_test(random_editing_keeps_the_line_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
