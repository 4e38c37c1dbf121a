/* The harness itself, on small shell scripts: it must see what is there, and miss nothing. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/wait.h>
#include <cmocka.h>
#include "terminal/terminal.h"

static Terminal *run_script(const char *script, TerminalOptions options)
{
    const char *argv[] = {"/bin/sh", "-c", script, NULL};
    options.argv = argv;
    return terminal_start(&options);
}

static void text_keys_and_exit_codes_pass_through(void **state)
{
    (void)state;
    Terminal *t = run_script("stty size; echo ready; read line; echo got $line; exit 7",
                             (TerminalOptions){.rows = 5, .cols = 40});
    terminal_expect(t, "5 40");
    terminal_expect(t, "ready");
    terminal_keys(t, "h\303\251llo Enter");
    terminal_expect(t, "got h\303\251llo");
    terminal_expect_exit(t, 7);
    terminal_expect_restored(t);
    terminal_free(t);
}

static void what_is_not_there_is_not_found(void **state)
{
    (void)state;
    Terminal *t = run_script("echo here", (TerminalOptions){0});
    int row, col, status;
    assert_true(terminal_wait_exit(t, &status));
    assert_false(terminal_wait_text(t, "elsewhere"));
    assert_false(terminal_find(t, "elsewhere", &row, &col));
    assert_false(terminal_wait_bytes(t, 0, "elsewhere"));
    assert_false(terminal_wait_stopped(t));
    terminal_free(t);
}

static void cells_have_text_width_colours_and_attributes(void **state)
{
    (void)state;
    Terminal *t = run_script(
        "printf '\\033[2J\\033[2;3H\\346\\227\\245\\033[1;4;7;38;5;42mx\\033[m\\033[31;48;2;1;2;3my'; read x",
        (TerminalOptions){0});
    terminal_expect(t, "xy");
    int row, col;
    assert_true(terminal_find(t, "xy", &row, &col));
    assert_int_equal(row, 1);
    assert_int_equal(col, 4);
    assert_string_equal(terminal_cell(t, 1, 2).text, "\346\227\245");
    assert_int_equal(terminal_cell(t, 1, 2).width, 2);
    TerminalCell x = terminal_cell(t, 1, 4), y = terminal_cell(t, 1, 5);
    assert_true(x.is_bold && x.is_underlined && x.is_reversed && x.fg == 42 && x.bg == TERMINAL_DEFAULT);
    assert_true(!y.is_bold && y.fg == 1 && y.bg == (TERMINAL_RGB | 0x010203));
    assert_true(terminal_cursor(t, &row, &col));
    assert_int_equal(col, 6);
    terminal_free(t);
}

static void modes_are_read_from_the_bytes(void **state)
{
    (void)state;
    Terminal *t = run_script("printf '\\033[?1049h\\033[?1006;1000h\\033[?25l\\033=on'; read x; printf "
                             "'\\033[?1000l\\033[?25h'; read x",
                             (TerminalOptions){0});
    terminal_expect(t, "on");
    assert_true(terminal_mode(t, 1049) && terminal_mode(t, 1006) && terminal_mode(t, 1000));
    assert_false(terminal_mode(t, 25));
    terminal_keys(t, "Enter");
    assert_true(terminal_wait_bytes(t, 0, "\033[?25h"));
    assert_true(terminal_mode(t, 25) && terminal_mode_was_on(t, 1000));
    assert_false(terminal_mode(t, 1000));
    terminal_free(t);
}

static void the_size_and_its_changes_arrive(void **state)
{
    (void)state;
    Terminal *t = run_script("trap 'stty size' WINCH; stty size; while :; do read x && echo done; done",
                             (TerminalOptions){.rows = TERMINAL_NO_SIZE, .cols = TERMINAL_NO_SIZE});
    assert_true(terminal_wait_bytes(t, 0, "0 0"));
    terminal_resize(t, 9, 77);
    terminal_expect(t, "9 77");
    terminal_free(t);
}

static void stopping_and_going_on_work_as_under_a_shell(void **state)
{
    (void)state;
    Terminal *t = run_script("echo one; read x; echo two; exit 3", (TerminalOptions){0});
    terminal_expect(t, "one");
    terminal_keys(t, "C-z");
    terminal_expect_stopped(t);
    terminal_continue(t);
    terminal_keys(t, "Enter");
    terminal_expect(t, "two");
    terminal_expect_exit(t, 3);
    terminal_free(t);
}

static void signals_and_their_deaths_are_told(void **state)
{
    (void)state;
    Terminal *t = run_script("echo up; read x", (TerminalOptions){0});
    terminal_expect(t, "up");
    terminal_signal(t, SIGTERM);
    terminal_expect_killed(t, SIGTERM);
    terminal_free(t);
}

static void a_closed_terminal_ends_the_input(void **state)
{
    (void)state;
    Terminal *t = run_script("echo up; read x; exit 9", (TerminalOptions){.ignores_hangup = true});
    terminal_expect(t, "up");
    terminal_hang_up(t);
    int status;
    assert_true(terminal_wait_exit(t, &status));
    assert_int_equal(WEXITSTATUS(status), 9);
    terminal_free(t);
}

static void the_environment_is_the_tests_own(void **state)
{
    (void)state;
    const char *env[] = {"TERM=vt100", "LC_ALL", "EXTRA=a=b", NULL};
    Terminal *t =
        run_script("echo [$TERM] [$LC_ALL] [$EXTRA] [$HOME] [$DISPLAY]", (TerminalOptions){.env = env});
    terminal_expect(t, "[vt100] [] [a=b] [/nonexistent/home] []");
    terminal_expect_exit(t, 0);
    terminal_free(t);
}

static void streams_can_be_closed_or_files(void **state)
{
    (void)state;
    Terminal *t = run_script("[ -t 1 ] || exit 5; exit 6",
                             (TerminalOptions){.redirect = {"/dev/null", "/dev/null", NULL}});
    terminal_expect_exit(t, 5);
    terminal_free(t);
    t = run_script("[ -e /proc/self/fd/0 ] || exit 5; exit 6",
                   (TerminalOptions){.redirect = {"", NULL, NULL}});
    terminal_expect_exit(t, 5);
    terminal_free(t);
}

static void queries_are_answered_unless_mute(void **state)
{
    (void)state;
    static const char script[] = "stty raw -echo min 0 time 20; printf '\\033]11;?\\007\\033[c'; x=$(dd "
                                 "bs=64 count=1 2>/dev/null | od -c);"
                                 "stty sane; echo \"$x\"; echo end";
    Terminal *t = run_script(script, (TerminalOptions){.background = "rgb:1111/2222/3333"});
    terminal_expect(t, "r   g   b   :");
    terminal_expect(t, "end");
    terminal_free(t);
}

static void much_is_sent_and_read_at_once(void **state)
{
    (void)state;
    Terminal *t = run_script(
        "stty raw; echo raw; dd bs=1000 count=200 iflag=fullblock 2>/dev/null; printf '\\r\\nall\\r\\n'",
        (TerminalOptions){0});
    terminal_expect(t, "raw");
    static char block[200000];
    memset(block, 'x', sizeof block);
    terminal_send(t, block, sizeof block);
    terminal_expect(t, "all");
    terminal_expect_exit(t, 0);
    assert_true(terminal_log_size(t) > sizeof block); /* copied, and echoed as far as the kernel keeps up */
    terminal_free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_keys_and_exit_codes_pass_through),
        cmocka_unit_test(what_is_not_there_is_not_found),
        cmocka_unit_test(cells_have_text_width_colours_and_attributes),
        cmocka_unit_test(modes_are_read_from_the_bytes),
        cmocka_unit_test(the_size_and_its_changes_arrive),
        cmocka_unit_test(stopping_and_going_on_work_as_under_a_shell),
        cmocka_unit_test(signals_and_their_deaths_are_told),
        cmocka_unit_test(a_closed_terminal_ends_the_input),
        cmocka_unit_test(the_environment_is_the_tests_own),
        cmocka_unit_test(streams_can_be_closed_or_files),
        cmocka_unit_test(queries_are_answered_unless_mute),
        cmocka_unit_test(much_is_sent_and_read_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
