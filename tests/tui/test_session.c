/* The terminal in use: what is drawn, what is typed, pasted, clicked and resized. */
#include "support.h"
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- drawing ---- */

static void the_first_screen_is_whole_and_leaving_restores_all(void **state)
{
    (void)state;
    Terminal *t = start_plain_demo();
    terminal_expect(t, "demo 24x80 utf-8 dark mouse on");
    terminal_expect(t, "good      bad       analogy   trap      key       status    entry");
    assert_true(terminal_mode(t, 1049) && terminal_mode(t, 2004) && !terminal_mode(t, 25));
    assert_int_equal(terminal_log_count(t, 0, "\033[?1000h"), 1);
    assert_int_equal(terminal_log_count(t, 0, "\033[?1006h"), 1);
    terminal_keys(t, "q");
    terminal_expect_exit(t, 0);
    terminal_expect_restored(t);
    terminal_expect(t, "demo: 1 events"); /* on the screen as it was before */
    terminal_free(t);
}

static void wide_combining_and_joined_characters_stay_in_their_cells(void **state)
{
    (void)state;
    Terminal *t = start_plain_demo();
    int row, col, end_col;
    assert_true(terminal_find(t, "√d_k α ≤ █▌▏ ⣿ k₁ 日本 e\xCC\x81", &row, &col));
    assert_string_equal(terminal_cell(t, row, 18).text, "日");
    assert_int_equal(terminal_cell(t, row, 18).width, 2);
    assert_string_equal(terminal_cell(t, row, 23).text, "e\xCC\x81");
    assert_string_equal(terminal_cell(t, row, 27).text, "!"); /* behind two cells of a joined family */
    assert_string_equal(terminal_cell(t, row, 31).text, "!"); /* behind two cells of a flag */
    assert_true(terminal_find(t, "end", &row, &end_col));
    leave_demo(t);
}

static void a_wide_character_is_not_cut_by_the_right_edge(void **state)
{
    (void)state;
    Terminal *t = start_demo(NULL, NULL, (TerminalOptions){.rows = 30, .cols = 22});
    terminal_expect(t, "k₁");
    int row, col;
    assert_true(terminal_find(t, "k₁", &row, &col));
    assert_int_equal(terminal_cell(t, row, 21).width, 1);
    assert_string_equal(terminal_row(t, row + 1), "");
    leave_demo(t);
}

static void nothing_new_writes_nothing_and_a_key_writes_little(void **state)
{
    (void)state;
    Terminal *t = start_plain_demo();
    terminal_keys(t, "n"); /* heard, and the same frame drawn again */
    terminal_settle(t, 0);
    size_t before = terminal_log_size(t);
    terminal_keys(t, "n n n");
    terminal_settle(t, 0);
    assert_int_equal(terminal_log_size(t), before);
    terminal_keys(t, "x");
    terminal_expect(t, "key x");
    terminal_settle(t, 0);
    assert_in_range(terminal_log_size(t) - before, 1, 60);
    leave_demo(t);
}

static void a_redraw_writes_every_cell_again(void **state)
{
    (void)state;
    Terminal *t = start_plain_demo();
    size_t before = terminal_log_size(t);
    terminal_keys(t, "l");
    assert_true(terminal_wait_bytes(t, before, "analogy"));
    terminal_expect(t, "end");
    leave_demo(t);
}

static void the_cursor_is_shown_where_the_frame_wants_it(void **state)
{
    (void)state;
    Terminal *t = start_plain_demo();
    int row, col;
    assert_false(terminal_cursor(t, &row, &col));
    terminal_keys(t, "e");
    assert_true(terminal_wait_bytes(t, 0, "\033[?25h"));
    terminal_settle(t, 0);
    assert_true(terminal_cursor(t, &row, &col));
    assert_int_equal(row, 1);
    assert_int_equal(col, 4);
    terminal_keys(t, "e");
    terminal_expect(t, "2 key e");
    terminal_settle(t, 0);
    assert_false(terminal_cursor(t, &row, &col));
    leave_demo(t);
}

static void the_palette_is_left_alone(void **state)
{
    (void)state;
    Terminal *t = start_plain_demo();
    terminal_keys(t, "t t t C-z");
    terminal_expect_stopped(t);
    terminal_continue(t);
    terminal_expect(t, "resume");
    terminal_keys(t, "q");
    terminal_expect_exit(t, 0);
    assert_int_equal(terminal_log_count(t, 0, "\033]4;"), 0);
    assert_int_equal(terminal_log_count(t, 0, "\033]104"), 0);
    assert_int_equal(terminal_log_count(t, 0, "\033]R"), 0);
    terminal_free(t);
}

/* ---- keys ---- */

static void keys_arrive_as_events(void **state)
{
    (void)state;
    static const char *const pairs[][2] = {
        {"x", "key x"},
        {"Up", "key UP"},
        {"Down", "key DOWN"},
        {"Left", "key LEFT"},
        {"Right", "key RIGHT"},
        {"Home", "key HOME"},
        {"End", "key END"},
        {"PgUp", "key PAGE_UP"},
        {"PgDn", "key PAGE_DOWN"},
        {"Enter", "key ENTER"},
        {"Tab", "key TAB"},
        {"BackTab", "key BACKTAB"},
        {"Backspace", "key BACKSPACE"},
        {"Esc", "key ESC"},
        {"F1", "key F1"},
        {"F9", "key F9"},
        {"F12", "key F12"},
        {"C-r", "key ctrl-r"},
        {"C-l", "key ctrl-l"},
        {"M-x", "key alt-x"},
        {"é", "key U+00E9"},
        {"Space", "key U+0020"},
        {"Delete", "key DELETE"},
        {"C-c", "interrupt"},
        {"?", "key ?"},
    };
    Terminal *t = start_plain_demo();
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        char expected[64];
        snprintf(expected, sizeof expected, "%zu %s", i + 1, pairs[i][1]);
        terminal_keys(t, pairs[i][0]);
        terminal_expect(t, expected);
    }
    leave_demo(t);
}

static void keys_typed_before_the_first_screen_are_kept(void **state)
{
    (void)state;
    Terminal *t = start_demo(NULL, NULL, (TerminalOptions){0});
    terminal_keys(t, "x Up");
    terminal_expect(t, "1 key x");
    terminal_expect(t, "2 key UP");
    leave_demo(t);
}

static void sequences_cut_into_bytes_are_still_one_key(void **state)
{
    (void)state;
    static const char *const env[] = {"ESCDELAY=15000", NULL}; /* however slow this machine is today */
    Terminal *t = start_demo(NULL, env, (TerminalOptions){0});
    terminal_expect(t, "end");
    terminal_settle(t, 0); /* what the terminal answers to the first questions would come between the bytes */
    static const char bytes[] = "\033[A\033OB\033[15~\033[1;5C\303\251\033[<0;7;3M\033[200~q\033q\033[201~";
    for (size_t i = 0; i + 1 < sizeof bytes; i++) {
        terminal_send(t, bytes + i, 1);
        terminal_settle(t, 3);
    }
    terminal_expect(t, "2 key DOWN");
    terminal_expect(t, "3 key F5");
    terminal_expect(t, "4 key ctrl-RIGHT");
    terminal_expect(t, "5 key U+00E9");
    terminal_expect(t, "6 mouse 1 at 2,6");
    terminal_expect(t, "7 paste 3");
    leave_demo(t);
}

/* ---- pastes and mouse ---- */

static unsigned checksum(const char *text, size_t n)
{
    unsigned sum = 1;
    for (size_t i = 0; i < n; i++) sum = sum * 31 + (unsigned char)text[i];
    return sum;
}

static void a_megabyte_pasted_is_one_event_and_no_command(void **state)
{
    (void)state;
    enum { N = 1 << 20 };
    char *text = malloc(N), expected[80];
    assert_non_null(text);
    for (size_t i = 0; i < N; i++) text[i] = "q\033q\003\032qz\nsS\034 a\t"[i % 15];
    snprintf(expected, sizeof expected, "1 paste %d sum %08x", N, checksum(text, N));
    Terminal *t = start_plain_demo();
    terminal_paste(t, text, N);
    terminal_expect(t, expected);
    terminal_keys(t, "x");
    terminal_expect(t, "2 key x");
    free(text);
    leave_demo(t);
}

static void clicks_and_wheel_arrive_until_the_mouse_is_let_go(void **state)
{
    (void)state;
    Terminal *t = start_plain_demo();
    terminal_click(t, 5, 17);
    terminal_expect(t, "1 mouse 1 at 5,17");
    terminal_wheel(t, 1, 2, true);
    terminal_expect(t, "2 mouse 4 at 1,2");
    terminal_wheel(t, 1, 2, false);
    terminal_expect(t, "3 mouse 5 at 1,2");
    size_t before = terminal_log_size(t);
    terminal_keys(t, "m");
    terminal_expect(t, "mouse off");
    assert_int_equal(terminal_log_count(t, before, "\033[?1000l"), 1);
    assert_false(terminal_mode(t, 1000) || terminal_mode(t, 1006));
    terminal_keys(t, "m");
    terminal_expect(t, "mouse on");
    assert_true(terminal_mode(t, 1000) && terminal_mode(t, 1006));
    leave_demo(t);
}

static void the_mouse_can_be_left_alone_from_the_start(void **state)
{
    (void)state;
    Terminal *t = start_demo("nomouse", NULL, (TerminalOptions){0});
    terminal_expect(t, "mouse off");
    leave_demo(t);
    t = start_demo("nomouse", NULL, (TerminalOptions){0});
    terminal_expect(t, "end");
    assert_false(terminal_mode_was_on(t, 1000));
    terminal_free(t);
}

static void a_copy_goes_to_the_terminals_clipboard(void **state)
{
    (void)state;
    Terminal *t = start_plain_demo();
    terminal_keys(t, "c");
    assert_true(terminal_wait_bytes(t, 0, "\033]52;c;cSA9IFsxLCAwXQ==\033\\"));
    terminal_keys(t, "b");
    assert_true(terminal_wait_bytes(t, 0, "\007"));
    leave_demo(t);
}

/* ---- size ---- */

static void sizes_from_nothing_to_huge_are_drawn(void **state)
{
    (void)state;
    static const int sizes[][2] = {{40, 120},  {20, 5},    {1, 1}, {2, 2},  {1, 300}, {50, 1},
                                   {200, 500}, {24, 2100}, {0, 0}, {0, 90}, {30, 100}};
    Terminal *t = start_plain_demo();
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        int rows = sizes[i][0] ? sizes[i][0] : 24, cols = sizes[i][1] ? sizes[i][1] : 80;
        terminal_resize(t, sizes[i][0], sizes[i][1]);
        char title[64];
        snprintf(title, sizeof title, "demo %dx%d", rows, cols);
        if (cols >= 20) terminal_expect(t, title);
        if (cols >= 80 && rows >= 24) terminal_expect(t, "end");
    }
    terminal_expect(t, "resize 30x100");
    leave_demo(t);
}

static void a_terminal_without_a_size_gets_the_usual_one(void **state)
{
    (void)state;
    TerminalOptions options = {.rows = TERMINAL_NO_SIZE, .cols = TERMINAL_NO_SIZE};
    Terminal *t = start_demo(NULL, NULL, options);
    terminal_expect(t, "demo 24x80");
    terminal_expect(t, "end");
    leave_demo(t);
    static const char *const env[] = {"LINES=10", "COLUMNS=50", NULL};
    t = start_demo(NULL, env, options);
    assert_true(terminal_wait_bytes(t, 0, "demo 10x50"));
    terminal_free(t);
    t = start_demo(NULL, env,
                   (TerminalOptions){.rows = 12, .cols = 60}); /* a terminal that knows is believed */
    terminal_expect(t, "demo 12x60");
    terminal_free(t);
}

static void two_thousand_resizes_end_in_the_last_one(void **state)
{
    (void)state;
    Terminal *t = start_plain_demo();
    for (int i = 0; i < 2000; i++) terminal_resize(t, 1 + i % 60, 1 + i * 7 % 200);
    terminal_resize(t, 25, 90);
    terminal_expect(t, "demo 25x90");
    terminal_expect(t, "end");
    leave_demo(t);
}

static void a_resize_while_starting_is_not_lost(void **state)
{
    (void)state;
    for (int delay_us = 0; delay_us < 8000; delay_us += 400) {
        Terminal *t = start_demo(NULL, NULL, (TerminalOptions){0});
        usleep((useconds_t)delay_us);
        terminal_resize(t, 26, 91);
        terminal_expect(t, "demo 26x91");
        terminal_expect(t, "end");
        leave_demo(t);
    }
}

/* ---- waiting ---- */

static void nothing_wakes_an_idle_program(void **state)
{
    (void)state;
    Terminal *t = start_plain_demo();
    terminal_settle(t, 200);
    uint64_t cpu[2], sleeps[2];
    assert_true(terminal_usage(t, &cpu[0], &sleeps[0]));
    usleep(400000);
    assert_true(terminal_usage(t, &cpu[1], &sleeps[1]));
    assert_int_equal(cpu[0], cpu[1]);
    assert_int_equal(sleeps[0], sleeps[1]);
    leave_demo(t);
}

static void a_timeout_is_told(void **state)
{
    (void)state;
    Terminal *t = start_demo("timeout", NULL, (TerminalOptions){0});
    terminal_expect(t, "1 timeout");
    leave_demo(t);
}

static void a_watched_descriptor_is_told_beside_keys(void **state)
{
    (void)state;
    char path[] = "/tmp/heed-tui-XXXXXX", fifo[64], argument[80];
    assert_non_null(mkdtemp(path));
    snprintf(fifo, sizeof fifo, "%s/fifo", path);
    snprintf(argument, sizeof argument, "watch=%s", fifo);
    assert_int_equal(mkfifo(fifo, 0600), 0);
    Terminal *t = start_demo(argument, NULL, (TerminalOptions){0});
    terminal_expect(t, "end");
    int fd = open(fifo, O_WRONLY);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, "hello\n", 6), 6);
    terminal_expect(t, "1 watched: hello");
    terminal_keys(t, "x");
    terminal_expect(t, "2 key x");
    assert_int_equal(write(fd, "again\n", 6), 6);
    terminal_expect(t, "3 watched: again");
    close(fd);
    leave_demo(t);
    unlink(fifo);
    rmdir(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_screen_is_whole_and_leaving_restores_all),
        cmocka_unit_test(wide_combining_and_joined_characters_stay_in_their_cells),
        cmocka_unit_test(a_wide_character_is_not_cut_by_the_right_edge),
        cmocka_unit_test(nothing_new_writes_nothing_and_a_key_writes_little),
        cmocka_unit_test(a_redraw_writes_every_cell_again),
        cmocka_unit_test(the_cursor_is_shown_where_the_frame_wants_it),
        cmocka_unit_test(the_palette_is_left_alone),
        cmocka_unit_test(keys_arrive_as_events),
        cmocka_unit_test(keys_typed_before_the_first_screen_are_kept),
        cmocka_unit_test(sequences_cut_into_bytes_are_still_one_key),
        cmocka_unit_test(a_megabyte_pasted_is_one_event_and_no_command),
        cmocka_unit_test(clicks_and_wheel_arrive_until_the_mouse_is_let_go),
        cmocka_unit_test(the_mouse_can_be_left_alone_from_the_start),
        cmocka_unit_test(a_copy_goes_to_the_terminals_clipboard),
        cmocka_unit_test(sizes_from_nothing_to_huge_are_drawn),
        cmocka_unit_test(a_terminal_without_a_size_gets_the_usual_one),
        cmocka_unit_test(two_thousand_resizes_end_in_the_last_one),
        cmocka_unit_test(a_resize_while_starting_is_not_lost),
        cmocka_unit_test(nothing_wakes_an_idle_program),
        cmocka_unit_test(a_timeout_is_told),
        cmocka_unit_test(a_watched_descriptor_is_told_beside_keys),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
