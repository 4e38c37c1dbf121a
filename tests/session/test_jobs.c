/* Long work in the real program: a million samples, and keys that do not wait for them. */
#include "folder.h"
#include "terminal/terminal.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#define MILLION 1000000ul

/* The samples drawn so far, as the status line says it: "samples of q·k ▍  23,209 of …". 0: it does not. */
static unsigned long samples_done(Terminal *t)
{
    unsigned long done = 0;
    const char *at = strstr(terminal_screen(t), "samples of q·k ");
    if (at == NULL) return 0;
    at += strlen("samples of q·k ");
    const char *end = strstr(at, " of");
    if (end == NULL || memchr(at, '\n', (size_t)(end - at)) != NULL) return 0;
    for (; at < end; at++)
        if (*at >= '0' && *at <= '9') done = 10 * done + (unsigned long)(*at - '0');
    return done;
}

static bool has_gone_beyond(Terminal *t, void *data)
{
    return samples_done(t) > *(const unsigned long *)data;
}

static unsigned long wait_beyond(Terminal *t, unsigned long done)
{
    if (!terminal_wait(t, has_gone_beyond, &done))
        fail_msg("no progress beyond %lu in\n%s", done, terminal_screen(t));
    return samples_done(t);
}

static Terminal *start(const char *data)
{
    const char *argv[] = {HEED_PROGRAM, "--data", data,    "run",       "why-root-dk", "--screen", "1",
                          "--step",     "3",      "--set", "n=1000000", "--set",       "dk=1024",  NULL};
    return terminal_start(&(TerminalOptions){.argv = argv});
}

static int make_home(void **state)
{
    char *path = malloc(FOLDER_MAX);
    *state = path;
    return path != NULL ? folder_make(path) : -1;
}

static int drop_home(void **state)
{
    int code = folder_drop(*state);
    free(*state);
    return code;
}

static bool has_moved(Terminal *t, void *data)
{
    unsigned long done = samples_done(t);
    return done > 0 && done != *(const unsigned long *)data;
}

/* In the bytes of the terminal: progress, the echo of the key, progress again. A frame may be read half, with some
 * digits of the count old and some new, so counts are told apart and not compared. */
static void the_echo_of_a_key_comes_between_two_frames_of_progress(void **state)
{
    Terminal *t = start(*state);
    wait_beyond(t, 0);
    size_t progress_at = terminal_log_size(t);
    terminal_keys(t, "Tab");
    if (!terminal_wait_bytes(t, progress_at, "‹")) fail_msg("no echo in\n%s", terminal_screen(t));
    size_t echo_at = terminal_log_size(t);
    unsigned long after = wait_beyond(t, 0);
    assert_true(terminal_wait(t, has_moved, &after)); /* it goes on */
    assert_true(terminal_log_size(t) > echo_at);
    terminal_free(t);
}

static bool has_stopped(Terminal *t, void *data)
{
    (void)data;
    return strstr(terminal_screen(t), "Stopped at") != NULL;
}

static void ctrl_c_keeps_the_partial_value_and_heed_sleeps(void **state)
{
    Terminal *t = start(*state);
    wait_beyond(t, 0);
    terminal_keys(t, "C-c");
    assert_true(terminal_wait(t, has_stopped, NULL));
    terminal_settle(t, 0);
    const char *at = strstr(terminal_screen(t), "The variance of");
    assert_non_null(at);
    unsigned long n = 0;
    for (at += strlen("The variance of"); *at != '\0' && strncmp(at, "samp", 4) != 0; at++)
        if (*at >= '0' && *at <= '9') n = 10 * n + (unsigned long)(*at - '0');
    assert_true(n > 0 && n < MILLION);
    terminal_keys(t, "Down Up");
    terminal_settle(t, 0);
    assert_int_equal(samples_done(t), 0); /* nothing goes on */
    terminal_keys(t, "q");
    terminal_expect_exit(t, 0);
    terminal_free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_echo_of_a_key_comes_between_two_frames_of_progress, make_home,
                                        drop_home),
        cmocka_unit_test_setup_teardown(ctrl_c_keeps_the_partial_value_and_heed_sleeps, make_home, drop_home),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
