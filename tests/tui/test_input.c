/* Bytes into events: every key, however it is cut; pastes and mouse; nothing misread. */
#include "support.h"
#include "tui/input.h"
#include "heed/arena.h"
#include <stdio.h>
#include <stdlib.h>

enum { ESC_MS = 50 };

static Input *input;

static int setup(void **state)
{
    (void)state;
    input = input_new(true, ESC_MS);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    input_free(input);
    return 0;
}

static void feed(const char *bytes, int64_t now)
{
    input_feed(input, bytes, strlen(bytes), now);
}

static void expect_key(int64_t now, uint32_t key, uint8_t mods)
{
    Event event;
    assert_true(input_next(input, now, &event));
    assert_int_equal(event.kind, EVENT_KEY);
    assert_int_equal(event.key, key);
    assert_int_equal(event.mods, mods);
}

static void expect_nothing(int64_t now)
{
    Event event;
    assert_false(input_next(input, now, &event));
}

typedef struct KeyCase {
    const char *bytes;
    uint32_t key;
    uint8_t mods;
} KeyCase;

static const KeyCase key_cases[] = {
    {"q", 'q', 0},
    {"?", '?', 0},
    {"\r", KEYCODE_ENTER, 0},
    {"\n", KEYCODE_ENTER, 0},
    {"\t", KEYCODE_TAB, 0},
    {"\177", KEYCODE_BACKSPACE, 0},
    {"\b", KEYCODE_BACKSPACE, 0},
    {"\x12", 'r', MOD_CTRL},
    {"\x1A", 'z', MOD_CTRL},
    {"\x1D", ']', MOD_CTRL},
    {"\303\251", 0xE9, 0},
    {"\342\210\232", 0x221A, 0},
    {"\360\237\221\251", 0x1F469, 0},
    {"\033[A", KEYCODE_UP, 0},
    {"\033[B", KEYCODE_DOWN, 0},
    {"\033[C", KEYCODE_RIGHT, 0},
    {"\033[D", KEYCODE_LEFT, 0},
    {"\033OA", KEYCODE_UP, 0},
    {"\033OD", KEYCODE_LEFT, 0},
    {"\033[H", KEYCODE_HOME, 0},
    {"\033OF", KEYCODE_END, 0},
    {"\033[1~", KEYCODE_HOME, 0},
    {"\033[7~", KEYCODE_HOME, 0},
    {"\033[4~", KEYCODE_END, 0},
    {"\033[8~", KEYCODE_END, 0},
    {"\033[2~", KEYCODE_INSERT, 0},
    {"\033[3~", KEYCODE_DELETE, 0},
    {"\033[5~", KEYCODE_PAGE_UP, 0},
    {"\033[6~", KEYCODE_PAGE_DOWN, 0},
    {"\033[Z", KEYCODE_BACKTAB, 0},
    {"\033OP", KEYCODE_F1, 0},
    {"\033[[A", KEYCODE_F1, 0},
    {"\033[[E", KEYCODE_F1 + 4, 0},
    {"\033[11~", KEYCODE_F1, 0},
    {"\033[15~", KEYCODE_F1 + 4, 0},
    {"\033[17~", KEYCODE_F1 + 5, 0},
    {"\033[21~", KEYCODE_F1 + 9, 0},
    {"\033[23~", KEYCODE_F1 + 10, 0},
    {"\033[24~", KEYCODE_F12, 0},
    {"\033[1;5A", KEYCODE_UP, MOD_CTRL},
    {"\033[1;2D", KEYCODE_LEFT, MOD_SHIFT},
    {"\033[1;3C", KEYCODE_RIGHT, MOD_ALT},
    {"\033[3;5~", KEYCODE_DELETE, MOD_CTRL},
    {"\033[1;6P", KEYCODE_F1, MOD_CTRL | MOD_SHIFT},
    {"\033[a", KEYCODE_UP, MOD_SHIFT},
    {"\033Oa", KEYCODE_UP, MOD_CTRL},
    {"\033[5^", KEYCODE_PAGE_UP, MOD_CTRL},
    {"\033[5$", KEYCODE_PAGE_UP, MOD_SHIFT},
    {"\033[5@", KEYCODE_PAGE_UP, MOD_CTRL | MOD_SHIFT},
    {"\033OM", KEYCODE_ENTER, 0},
    {"\033Op", '0', 0},
    {"\033Ok", '+', 0},
    {"\033x", 'x', MOD_ALT},
    {"\033\r", KEYCODE_ENTER, MOD_ALT},
    {"\033\303\251", 0xE9, MOD_ALT},
    {"\033]", ']', MOD_ALT},
    {"\033[27;5;114~", 'r', MOD_CTRL},
    {"\033[114;5u", 'r', MOD_CTRL},
    {"\033[13;2u", KEYCODE_ENTER, MOD_SHIFT},
    {"\033[27u", KEYCODE_ESC, 0},
    {"\033[29~", KEYCODE_UNKNOWN, 0},
};

enum { N_KEY_CASES = sizeof key_cases / sizeof key_cases[0] };

static void every_key_is_read_whole(void **state)
{
    (void)state;
    for (size_t i = 0; i < N_KEY_CASES; i++) {
        feed(key_cases[i].bytes, 0);
        expect_key(0, key_cases[i].key, key_cases[i].mods);
        expect_nothing(10000);
    }
}

static void every_key_is_read_when_its_bytes_come_one_by_one(void **state)
{
    (void)state;
    int64_t now = 0;
    for (size_t i = 0; i < N_KEY_CASES; i++) {
        const char *bytes = key_cases[i].bytes;
        for (size_t at = 0; bytes[at]; at++) {
            input_feed(input, bytes + at, 1, now += ESC_MS - 1);
            if (bytes[at + 1]) expect_nothing(now);
        }
        expect_key(now, key_cases[i].key, key_cases[i].mods);
    }
}

static void keys_that_came_together_stay_in_order(void **state)
{
    (void)state;
    feed("a\033[A\033OBb\033[5~\303\251", 0);
    expect_key(0, 'a', 0);
    expect_key(0, KEYCODE_UP, 0);
    expect_key(0, KEYCODE_DOWN, 0);
    expect_key(0, 'b', 0);
    expect_key(0, KEYCODE_PAGE_UP, 0);
    expect_key(0, 0xE9, 0);
    expect_nothing(0);
    assert_int_equal(input_wait_ms(input, 0), -1);
}

static void a_lone_escape_is_escape_when_its_time_is_over(void **state)
{
    (void)state;
    feed("\033", 1000);
    expect_nothing(1000);
    assert_int_equal(input_wait_ms(input, 1010), ESC_MS - 10);
    expect_nothing(1000 + ESC_MS - 1);
    expect_key(1000 + ESC_MS, KEYCODE_ESC, 0);
    assert_int_equal(input_wait_ms(input, 2000), -1);
}

static void escapes_in_a_row_are_each_one(void **state)
{
    (void)state;
    feed("\033\033\033[A", 0);
    expect_key(0, KEYCODE_ESC, 0);
    expect_key(0, KEYCODE_ESC, 0);
    expect_key(0, KEYCODE_UP, 0);
}

static void unfinished_sequences_are_let_go(void **state)
{
    (void)state;
    feed("\033[", 0);
    expect_key(ESC_MS, '[', MOD_ALT);
    feed("\033O", 1000);
    expect_key(1000 + ESC_MS, 'O', MOD_ALT);
    feed("\033[1;", 2000);
    expect_nothing(2000 + ESC_MS); /* clearly a sequence: more patience */
    expect_nothing(2000 + 10 * ESC_MS);
    assert_int_equal(input_wait_ms(input, 3000), -1);
    feed("\303", 4000);
    expect_nothing(4000);
    expect_nothing(4000 + ESC_MS);
    feed("x", 5000);
    expect_key(5000, 'x', 0);
}

static void a_broken_sequence_costs_itself_alone(void **state)
{
    (void)state;
    feed("\033[1\033[Aq\033[\003", 0);
    expect_key(0, KEYCODE_UP, 0);
    expect_key(0, 'q', 0);
    Event event;
    assert_true(input_next(input, 0, &event));
    assert_int_equal(event.kind, EVENT_INTERRUPT);
    feed("\377\300a\342\202", 0);
    expect_key(0, 'a', 0);
}

static void control_c_is_an_interrupt(void **state)
{
    (void)state;
    static const char *const ways[] = {"\003", "\033[27;5;99~", "\033[99;5u"};
    for (size_t i = 0; i < 3; i++) {
        Event event;
        feed(ways[i], 0);
        assert_true(input_next(input, 0, &event));
        assert_int_equal(event.kind, EVENT_INTERRUPT);
    }
}

static void clicks_and_the_wheel_are_read_and_the_rest_of_the_mouse_is_not(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        MouseButton button;
        int row, col;
    } cases[] = {
        {"\033[<0;5;3M", MOUSE_LEFT, 2, 4},
        {"\033[<1;1;1M", MOUSE_MIDDLE, 0, 0},
        {"\033[<2;2100;200M", MOUSE_RIGHT, 199, 2099},
        {"\033[<64;5;3M", MOUSE_WHEEL_UP, 2, 4},
        {"\033[<65;5;3M", MOUSE_WHEEL_DOWN, 2, 4},
        {"\033[M %#", MOUSE_LEFT, 2, 4},
        {"\033[M`%#", MOUSE_WHEEL_UP, 2, 4},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Event event;
        feed(cases[i].bytes, 0);
        assert_true(input_next(input, 0, &event));
        assert_int_equal(event.kind, EVENT_MOUSE);
        assert_int_equal(event.button, cases[i].button);
        assert_int_equal(event.row, cases[i].row);
        assert_int_equal(event.col, cases[i].col);
    }
    feed("\033[<0;5;3m\033[<35;5;3M\033[<32;5;3M\033[<66;5;3M\033[<0;0;0M\033[<;M\033[M#%#", 0);
    expect_nothing(10000);
}

static void a_paste_is_one_event_whatever_it_holds(void **state)
{
    (void)state;
    static const char text[] = "q\033\003 \033[A\033[201 \033[200~\0 end";
    feed("\033[200~", 0);
    input_feed(input, text, sizeof text - 1, 0);
    expect_nothing(0);
    feed("\033[201~x", 0);
    Event event;
    assert_true(input_next(input, 0, &event));
    assert_int_equal(event.kind, EVENT_PASTE);
    assert_int_equal(event.text_len, sizeof text - 1);
    assert_memory_equal(event.text, text, sizeof text); /* zero-terminated too */
    expect_key(0, 'x', 0);
}

static void an_empty_paste_is_a_paste(void **state)
{
    (void)state;
    feed("\033[200~\033[201~", 0);
    Event event;
    assert_true(input_next(input, 0, &event));
    assert_int_equal(event.kind, EVENT_PASTE);
    assert_int_equal(event.text_len, 0);
    feed("\033[201~", 0); /* an end without a beginning */
    expect_nothing(10000);
}

static void a_large_paste_in_pieces_is_one_event(void **state)
{
    (void)state;
    enum { N = 3 << 20, PIECE = 4093 };
    char *text = heed_xmalloc(N);
    for (size_t i = 0; i < N; i++) text[i] = "ab\033[2019~\033["[i % 12];
    feed("\033[200~", 0);
    for (size_t at = 0; at < N; at += PIECE) {
        input_feed(input, text + at, N - at < PIECE ? N - at : PIECE, (int64_t)at);
        expect_nothing((int64_t)at);
    }
    feed("\033[20", 2 * N);
    expect_nothing(2 * N);
    feed("1~", 2 * N);
    Event event;
    assert_true(input_next(input, 2 * N, &event));
    assert_int_equal(event.text_len, N);
    assert_memory_equal(event.text, text, N);
    free(text);
}

static void a_paste_whose_end_got_lost_ends_in_silence(void **state)
{
    (void)state;
    feed("\033[200~abc", 0);
    expect_nothing(5000);
    Event event;
    assert_true(input_next(input, 10000, &event));
    assert_int_equal(event.kind, EVENT_PASTE);
    assert_string_equal(event.text, "abc");
    feed("q", 11000);
    expect_key(11000, 'q', 0);
}

static void answers_are_kept_apart_from_keys(void **state)
{
    (void)state;
    input_expect_replies(input, true);
    feed("a\033]11;rgb:ffff/8080/00\033\\\033[?62;22cb", 0);
    expect_key(0, 'a', 0);
    expect_key(0, 'b', 0);
    const InputReplies *replies = input_replies(input);
    assert_true(replies->has_background && replies->has_attributes);
    assert_true(replies->background[0] == 1 && replies->background[2] == 0);
    assert_true(replies->background[1] > 0.5 && replies->background[1] < 0.51);
}

/* Where the cursor stands is told in the same bytes as Shift-F3: it is an answer while one is expected. */
static void a_cursors_place_is_an_answer_only_while_it_is_asked_for(void **state)
{
    (void)state;
    input_expect_replies(input, true);
    feed("a\033[7;3Rb", 0);
    expect_key(0, 'a', 0);
    expect_key(0, 'b', 0);
    assert_int_equal(input_replies(input)->column, 3);
    input_expect_replies(input, false);
    feed("\033[1;2R", 0);
    expect_key(0, KEYCODE_F1 + 2, MOD_SHIFT);
}

static void answers_may_be_cut_or_strange(void **state)
{
    (void)state;
    static const char *const strange[] = {"\033]11;rgb:zz/00/00\007",
                                          "\033]11;?\007",
                                          "\033]4;1;rgb:00/00/00\007",
                                          "\033]11;rgb:\033\\",
                                          "\033]\007",
                                          "\033]11;rgb:00000/0/0\007",
                                          "\033[?1;2y"};
    input_expect_replies(input, true);
    for (size_t i = 0; i < sizeof strange / sizeof strange[0]; i++) {
        for (size_t at = 0; strange[i][at]; at++) {
            input_feed(input, strange[i] + at, 1, 0);
            expect_nothing(0);
        }
        assert_false(input_replies(input)->has_background);
    }
    const char *good = "\033]11;rgba:00/00/00/ff\007";
    for (size_t at = 0; good[at]; at++) {
        input_feed(input, good + at, 1, 0);
        expect_nothing(0);
    }
    assert_true(input_replies(input)->has_background);
}

/* Some terminals pass a question on, and give their other answers first. */
static void an_answer_that_is_late_is_not_typed(void **state)
{
    (void)state;
    static const char *const late[] = {"\033]11;rgb:0000/8080/ffff\033\\", "\033]11;rgb:0000/8080/ffff\007"};
    for (size_t i = 0; i < sizeof late / sizeof late[0]; i++) {
        input_expect_replies(input, true);
        feed("\033[?62;22c", 0);
        expect_nothing(0);
        input_expect_replies(input, false);
        for (size_t at = 0; late[i][at]; at++) { /* as the network may cut it */
            input_feed(input, late[i] + at, 1, 10);
            expect_nothing(10);
        }
        feed("x", 10);
        expect_key(10, 'x', 0);
        assert_true(input_replies(input)->has_background && input_replies(input)->background[2] == 1);
    }
}

/* Nor does that take Alt-] from whoever types it, before or after an answer was asked for. */
static void alt_bracket_stays_a_key(void **state)
{
    (void)state;
    for (int asked = 0; asked < 2; asked++) {
        if (asked) input_expect_replies(input, true);
        input_expect_replies(input, false);
        feed("\033]x", 0);
        expect_key(0, ']', MOD_ALT);
        expect_key(0, 'x', 0);
        input_feed(input, "\033]", 2, 100);
        expect_key(100 + 1000, ']', MOD_ALT);
    }
}

static void a_terminals_own_sequences_are_known(void **state)
{
    (void)state;
    input_add_key(input, "\033A", KEYCODE_UP);
    input_add_key(input, "\033[9;9~", KEYCODE_HOME);
    input_add_key(input, "x", KEYCODE_END); /* not a sequence: would take a letter away */
    feed("\033A\033[9;9~x", 0);
    expect_key(0, KEYCODE_UP, 0);
    expect_key(0, KEYCODE_HOME, 0);
    expect_key(0, 'x', 0);
}

static void latin_1_bytes_are_characters(void **state)
{
    (void)state;
    Input *latin = input_new(false, ESC_MS);
    input_feed(latin, "\351\200", 2, 0);
    Event event;
    assert_true(input_next(latin, 0, &event));
    assert_int_equal(event.key, 0xE9);
    assert_false(input_next(latin, 0, &event)); /* C1 controls are no keys */
    input_free(latin);
}

/* Random bytes in random pieces: no crash, no hang, and after silence nothing is left over. */
static void any_bytes_end_in_silence(void **state)
{
    (void)state;
    static const char alphabet[] = "\033[[[O]<;0123456789~MmARuc?$\007\\q\303\251\377\003 \0";
    uint64_t random = 88172645463325252u;
    int64_t now = 0;
    for (int round = 0; round < 200000; round++) {
        random ^= random << 13, random ^= random >> 7, random ^= random << 17;
        if (round % 5000 == 0) input_expect_replies(input, random & 1);
        input_feed(input, &alphabet[random % (sizeof alphabet - 1)], 1, now);
        now += random >> 60 == 0 ? 60 : 1;
        Event event;
        while (input_next(input, now, &event)) assert_int_not_equal(event.kind, EVENT_NONE);
    }
    Event event;
    now += 100000;
    while (input_next(input, now, &event)) continue;
    assert_int_equal(input_wait_ms(input, now), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(every_key_is_read_whole, setup, teardown),
        cmocka_unit_test_setup_teardown(every_key_is_read_when_its_bytes_come_one_by_one, setup, teardown),
        cmocka_unit_test_setup_teardown(keys_that_came_together_stay_in_order, setup, teardown),
        cmocka_unit_test_setup_teardown(a_lone_escape_is_escape_when_its_time_is_over, setup, teardown),
        cmocka_unit_test_setup_teardown(escapes_in_a_row_are_each_one, setup, teardown),
        cmocka_unit_test_setup_teardown(unfinished_sequences_are_let_go, setup, teardown),
        cmocka_unit_test_setup_teardown(a_broken_sequence_costs_itself_alone, setup, teardown),
        cmocka_unit_test_setup_teardown(control_c_is_an_interrupt, setup, teardown),
        cmocka_unit_test_setup_teardown(clicks_and_the_wheel_are_read_and_the_rest_of_the_mouse_is_not, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(a_paste_is_one_event_whatever_it_holds, setup, teardown),
        cmocka_unit_test_setup_teardown(an_empty_paste_is_a_paste, setup, teardown),
        cmocka_unit_test_setup_teardown(a_large_paste_in_pieces_is_one_event, setup, teardown),
        cmocka_unit_test_setup_teardown(a_paste_whose_end_got_lost_ends_in_silence, setup, teardown),
        cmocka_unit_test_setup_teardown(answers_are_kept_apart_from_keys, setup, teardown),
        cmocka_unit_test_setup_teardown(a_cursors_place_is_an_answer_only_while_it_is_asked_for, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(answers_may_be_cut_or_strange, setup, teardown),
        cmocka_unit_test_setup_teardown(an_answer_that_is_late_is_not_typed, setup, teardown),
        cmocka_unit_test_setup_teardown(alt_bracket_stays_a_key, setup, teardown),
        cmocka_unit_test_setup_teardown(a_terminals_own_sequences_are_known, setup, teardown),
        cmocka_unit_test_setup_teardown(latin_1_bytes_are_characters, setup, teardown),
        cmocka_unit_test_setup_teardown(any_bytes_end_in_silence, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
