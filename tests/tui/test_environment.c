/* Where it is started: terminals that will not do, poor ones, locales, colours. */
#include "support.h"
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

/* ---- no screen to be had ---- */

/* Ends at once with code 3 and one sentence, without a byte for the terminal. */
static void expect_refusal(const char *const *env, TerminalOptions options, const char *sentence)
{
    Terminal *t = start_demo(NULL, env, options);
    terminal_expect_exit(t, 3);
    terminal_expect(t, sentence);
    assert_int_equal(terminal_log_count(t, 0, "\033"), 0);
    assert_int_equal(terminal_log_count(t, 0, "\n"), 1);
    terminal_expect_restored(t);
    terminal_free(t);
}

static void what_is_not_a_terminal_is_said(void **state)
{
    (void)state;
    expect_refusal(NULL, (TerminalOptions){.redirect = {"/dev/null"}},
                   "demo: standard input is not a terminal");
    expect_refusal(NULL, (TerminalOptions){.redirect = {"", NULL, NULL}},
                   "demo: standard input is not a terminal");
    expect_refusal(NULL, (TerminalOptions){.redirect = {NULL, "/dev/null", NULL}},
                   "demo: standard output is not a terminal");
    expect_refusal(NULL, (TerminalOptions){.redirect = {NULL, "", NULL}},
                   "demo: standard output is not a terminal");
}

static void terminals_that_cannot_show_a_screen_are_refused(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"TERM", "TERM is not set"},
        {"TERM=", "TERM is not set"},
        {"TERM=dumb", "'dumb' cannot place text"},
        {"TERM=unknown", "'unknown'"},
        {"TERM=no-such-terminal", "'no-such-terminal' is not known here"},
        {"TERM=../../etc/passwd", "is not known here"},
        {"TERM=%s%n", "is not known here"},
        {"TERM=\033]0;x\007", "'?]0;x?' is not known here"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        expect_refusal((const char *[]){cases[i][0], NULL}, (TerminalOptions){.cols = 150}, cases[i][1]);
}

/* ---- poor terminals, locales ---- */

static void expect_title(const char *const *env, const char *title)
{
    Terminal *t = start_demo(NULL, env, (TerminalOptions){0});
    terminal_expect(t, title);
    terminal_expect(t, "end");
    leave_demo(t);
}

static void every_usual_terminal_is_served(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"TERM=xterm", "utf-8 dark"},
        {"TERM=xterm-256color", "utf-8 dark"},
        {"TERM=screen-256color", "utf-8 dark"},
        {"TERM=tmux-256color", "utf-8 dark"},
        {"TERM=rxvt", "utf-8 dark"},
        {"TERM=xterm-mono", "utf-8 mono"},
        {"TERM=vt100", "ascii mono"},
        {"TERM=vt220", "ascii mono"},
        {"TERM=linux", "ascii dark"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        expect_title((const char *[]){cases[i][0], NULL}, cases[i][1]);
}

static void the_charset_follows_the_locale(void **state)
{
    (void)state;
    expect_title((const char *[]){"LC_ALL=C", NULL}, "demo 24x80 ascii");
    expect_title((const char *[]){"LC_ALL=POSIX", NULL}, "demo 24x80 ascii");
    expect_title((const char *[]){"LC_ALL", NULL}, "demo 24x80 ascii");
    expect_title((const char *[]){"LC_ALL", "LANG=C.UTF-8", NULL}, "demo 24x80 utf-8");
    expect_title((const char *[]){"LC_ALL", "LC_CTYPE=C.UTF-8", NULL}, "demo 24x80 utf-8");
    expect_title((const char *[]){"LC_ALL=xx_XX.UTF-8", NULL},
                 "demo 24x80 utf-8"); /* not installed here, yet UTF-8 */
    expect_title((const char *[]){"LC_ALL=xx_XX.ISO-8859-1", NULL}, "demo 24x80 ascii");
}

static void ascii_screens_hold_nothing_else(void **state)
{
    (void)state;
    Terminal *t = start_demo("ascii", NULL, (TerminalOptions){0});
    terminal_expect(t, "sqrt d_k alpha <=");
    size_t n;
    const char *log = terminal_log(t, &n);
    for (size_t i = 0; i < n; i++) assert_true((unsigned char)log[i] < 0x80);
    assert_int_equal(terminal_log_count(t, 0, "\033(0"), 0);
    leave_demo(t);
}

/* ---- colours ---- */

static TerminalCell cell_of(Terminal *t, const char *text)
{
    int row, col;
    assert_true(terminal_find(t, text, &row, &col));
    return terminal_cell(t, row, col);
}

static void no_color_means_none(void **state)
{
    (void)state;
    Terminal *t = start_demo(NULL, (const char *[]){"NO_COLOR=1", NULL}, (TerminalOptions){0});
    terminal_expect(t, "utf-8 mono");
    terminal_expect(t, "end");
    assert_true(cell_of(t, "changed").is_bold && cell_of(t, "changed").fg == TERMINAL_DEFAULT);
    assert_true(cell_of(t, "selected").is_reversed && cell_of(t, "input").is_underlined);
    assert_int_equal(terminal_log_count(t, 0, "38;5;"), 0);
    assert_int_equal(terminal_log_count(t, 0, "48;5;"), 0);
    leave_demo(t);
}

static void eight_colours_are_left_unused(void **state)
{
    (void)state;
    Terminal *t = start_demo(NULL, (const char *[]){"TERM=xterm", NULL}, (TerminalOptions){0});
    terminal_expect(t, "end");
    assert_int_equal(cell_of(t, "changed").fg, TERMINAL_DEFAULT);
    assert_true(cell_of(t, "changed").is_bold);
    leave_demo(t);
}

static void the_theme_follows_the_environment_and_the_key(void **state)
{
    (void)state;
    Terminal *t = start_demo(NULL, (const char *[]){"COLORFGBG=0;15", NULL},
                             (TerminalOptions){.background = "rgb:0000/0000/0000"});
    terminal_expect(t, "utf-8 light");
    terminal_expect(t, "end");
    int light = cell_of(t, "changed").fg;
    assert_int_equal(terminal_log_count(t, 0, "\033]11;?"), 0); /* known already: not asked */
    terminal_keys(t, "t");
    terminal_expect(t, "utf-8 mono");
    terminal_keys(t, "t");
    terminal_expect(t, "utf-8 contrast");
    terminal_keys(t, "t");
    terminal_expect(t, "utf-8 dark");
    terminal_settle(t, 0);
    int dark = cell_of(t, "changed").fg;
    assert_true(light != dark && light >= 16 && dark >= 16);
    leave_demo(t);
}

typedef struct Colour {
    const char *text;
    int fg;
} Colour;

static bool has_colour(Terminal *t, void *data)
{
    Colour *colour = data;
    int row, col;
    return terminal_find(t, colour->text, &row, &col) && terminal_cell(t, row, col).fg == colour->fg;
}

static void a_light_background_is_found_out_by_asking(void **state)
{
    (void)state;
    Terminal *t = start_demo("light", NULL, (TerminalOptions){0});
    terminal_expect(t, "end");
    terminal_settle(t, 0);
    Colour light = {"changed", cell_of(t, "changed").fg};
    leave_demo(t);
    t = start_demo(NULL, NULL, (TerminalOptions){.background = "rgb:ffff/ffff/ffff"});
    terminal_expect(t, "end");
    assert_true(terminal_wait(t, has_colour, &light)); /* without a key */
    terminal_keys(t, "x");
    terminal_expect(t, "utf-8 light");
    terminal_expect(t, "1 key x"); /* and the answer was no key */
    leave_demo(t);
}

static void an_answer_after_the_users_choice_changes_nothing(void **state)
{
    (void)state;
    Terminal *t = start_demo("dark", NULL, (TerminalOptions){.background = "rgb:ffff/ffff/ffff"});
    terminal_expect(t, "utf-8 dark");
    assert_int_equal(terminal_log_count(t, 0, "\033]11;?"), 0);
    leave_demo(t);
    t = start_demo(NULL, NULL, (TerminalOptions){.is_mute = true});
    terminal_expect(t, "end");
    terminal_keys(t, "t t t t");
    terminal_expect(t, "utf-8 dark");
    terminal_type(t, "\033]11;rgb:ffff/ffff/ffff\033\\\033[?1;2c");
    terminal_keys(t, "x");
    terminal_expect(t, "5 key x");
    terminal_expect(t, "utf-8 dark");
    leave_demo(t);
}

static void a_mute_terminal_costs_nothing_but_a_moment_at_the_end(void **state)
{
    (void)state;
    Terminal *t = start_demo(NULL, NULL, (TerminalOptions){.is_mute = true});
    terminal_expect(t, "end");
    terminal_keys(t, "x");
    terminal_expect(t, "1 key x");
    leave_demo(t);
}

/* Leaving while the answer is under way: the shell must not get it. */
static void an_answer_on_its_way_does_not_reach_the_shell(void **state)
{
    (void)state;
    static const char script[] =
        "\"$0\"; stty -icanon -echo min 0 time 3; echo leaked $(dd bs=64 count=1 2>/dev/null | wc -c)";
    static const char *const typed[] = {"q\033]11;rgb:ffff/ffff/ffff\033\\\033[?1;2c", "q\033[?1;2c"};
    const char *argv[] = {"/bin/sh", "-c", script, TUI_DEMO, NULL};
    for (size_t i = 0; i < 2; i++) {
        Terminal *t = terminal_start(&(TerminalOptions){.argv = argv, .is_mute = true});
        assert_true(terminal_wait_bytes(t, 0, "\033[c"));
        terminal_type(t, typed[i]);
        terminal_expect(t, "leaked 0");
        terminal_expect_exit(t, 0);
        terminal_free(t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_not_a_terminal_is_said),
        cmocka_unit_test(terminals_that_cannot_show_a_screen_are_refused),
        cmocka_unit_test(every_usual_terminal_is_served),
        cmocka_unit_test(the_charset_follows_the_locale),
        cmocka_unit_test(ascii_screens_hold_nothing_else),
        cmocka_unit_test(no_color_means_none),
        cmocka_unit_test(eight_colours_are_left_unused),
        cmocka_unit_test(the_theme_follows_the_environment_and_the_key),
        cmocka_unit_test(a_light_background_is_found_out_by_asking),
        cmocka_unit_test(an_answer_after_the_users_choice_changes_nothing),
        cmocka_unit_test(a_mute_terminal_costs_nothing_but_a_moment_at_the_end),
        cmocka_unit_test(an_answer_on_its_way_does_not_reach_the_shell),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
