/* Stopping, dying and losing the terminal: it is always left as it was found. */
#include "support.h"
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static void expect_left_alone(Terminal *t)
{
    terminal_expect_restored(t);
    assert_true(terminal_mode_was_on(t, 1049) && terminal_mode_was_on(t, 2004) &&
                terminal_mode_was_on(t, 1000));
}

static void ctrl_z_gives_the_terminal_back_and_fg_takes_it_again(void **state)
{
    (void)state;
    Terminal *t = start_plain_demo();
    for (int round = 0; round < 3; round++) {
        terminal_keys(t, "C-z");
        terminal_expect_stopped(t);
        expect_left_alone(t);
        size_t before = terminal_log_size(t);
        terminal_continue(t);
        assert_true(terminal_wait_bytes(t, before, "analogy")); /* drawn whole, not as a difference */
        char expected[32];
        snprintf(expected, sizeof expected, "%d resume", 3 * round + 2);
        terminal_expect(t, expected);
        assert_true(terminal_mode(t, 1049) && terminal_mode(t, 2004) && terminal_mode(t, 1000) &&
                    !terminal_mode(t, 25));
        terminal_keys(t, "Up"); /* raw input again: no line, no echo */
        snprintf(expected, sizeof expected, "%d key UP", 3 * round + 3);
        terminal_expect(t, expected);
    }
    leave_demo(t);
}

static void stop_signals_from_outside_do_the_same(void **state)
{
    (void)state;
    Terminal *t = start_plain_demo();
    terminal_signal(t, SIGTSTP);
    terminal_expect_stopped(t);
    expect_left_alone(t);
    terminal_continue(t);
    terminal_expect(t, "1 resume");
    leave_demo(t);
}

/* SIGSTOP cannot be caught: what was there is found again when the program goes on. */
static void a_program_stopped_without_warning_comes_back_whole(void **state)
{
    (void)state;
    Terminal *t = start_plain_demo();
    terminal_signal(t, SIGSTOP);
    terminal_expect_stopped(t);
    size_t before = terminal_log_size(t);
    terminal_continue(t); /* the keeper has put its own modes in force */
    assert_true(terminal_wait_bytes(t, before, "analogy"));
    terminal_expect(t, "1 resume");
    terminal_keys(t, "Up");
    terminal_expect(t, "2 key UP");
    leave_demo(t);
}

static void a_resize_while_stopped_is_seen_on_return(void **state)
{
    (void)state;
    Terminal *t = start_plain_demo();
    terminal_keys(t, "C-z");
    terminal_expect_stopped(t);
    terminal_resize(t, 30, 100);
    terminal_continue(t);
    terminal_expect(t, "demo 30x100");
    terminal_expect(t, "resize 30x100");
    terminal_expect(t, "resume");
    terminal_expect(t, "end");
    leave_demo(t);
}

static void killed_while_stopped_it_leaves_the_shells_terminal_alone(void **state)
{
    (void)state;
    Terminal *t = start_plain_demo();
    terminal_keys(t, "C-z");
    terminal_expect_stopped(t);
    size_t before = terminal_log_size(t);
    terminal_signal(t, SIGTERM);
    terminal_signal(t, SIGCONT);
    terminal_expect_exit(t, 0);
    assert_int_equal(terminal_log_count(t, before, "\033"), 0);
    terminal_expect_restored(t);
    terminal_free(t);
}

static void term_and_hup_leave_in_good_order(void **state)
{
    (void)state;
    static const int signals[] = {SIGTERM, SIGHUP};
    for (size_t i = 0; i < 2; i++) {
        Terminal *t = start_plain_demo();
        terminal_signal(t, signals[i]);
        terminal_expect_exit(t, 0);
        expect_left_alone(t);
        terminal_free(t);
    }
}

static void int_is_an_event(void **state)
{
    (void)state;
    Terminal *t = start_plain_demo();
    terminal_signal(t, SIGINT);
    terminal_expect(t, "1 interrupt");
    terminal_keys(t, "C-c");
    terminal_expect(t, "2 interrupt");
    leave_demo(t);
}

static void a_winch_without_a_new_size_is_nothing(void **state)
{
    (void)state;
    Terminal *t = start_plain_demo();
    terminal_signal(t, SIGWINCH);
    terminal_keys(t, "x");
    terminal_expect(t, "1 key x");
    leave_demo(t);
}

static void a_closed_terminal_ends_the_program(void **state)
{
    (void)state;
    for (int ignores = 0; ignores < 2; ignores++) {
        Terminal *t = start_demo(NULL, NULL, (TerminalOptions){.ignores_hangup = ignores != 0});
        terminal_expect(t, "end");
        terminal_hang_up(t);
        terminal_expect_exit(t, 0);
        terminal_free(t);
    }
}

static void signals_that_kill_restore_the_terminal_first(void **state)
{
    (void)state;
    static const int signals[] = {SIGSEGV, SIGABRT, SIGBUS,    SIGFPE,  SIGILL,  SIGQUIT, SIGSYS, SIGXCPU,
                                  SIGTRAP, SIGALRM, SIGVTALRM, SIGPROF, SIGUSR1, SIGUSR2, SIGPOLL};
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) {
        Terminal *t = start_plain_demo();
        terminal_signal(t, signals[i]);
        terminal_expect_killed(t, signals[i]);
        expect_left_alone(t);
        terminal_free(t);
    }
}

static void faults_of_its_own_restore_the_terminal_too(void **state)
{
    (void)state;
    static const struct {
        const char *key;
        int signal_number;
    } faults[] = {{"s", SIGSEGV}, {"a", SIGABRT}, {"S", SIGSEGV}};
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        Terminal *t = start_plain_demo();
        terminal_keys(t, faults[i].key);
        terminal_expect_killed(t, faults[i].signal_number);
        expect_left_alone(t);
        terminal_free(t);
    }
}

static void out_of_memory_restores_the_terminal_and_says_so(void **state)
{
    (void)state;
    Terminal *t = start_plain_demo();
    terminal_keys(t, "o");
    terminal_expect_exit(t, 1);
    expect_left_alone(t);
    terminal_expect(t, "memory");
    terminal_free(t);
}

static void an_exit_without_closing_restores_the_terminal(void **state)
{
    (void)state;
    Terminal *t = start_plain_demo();
    terminal_keys(t, "X");
    terminal_expect_exit(t, 5);
    expect_left_alone(t);
    terminal_free(t);
}

/* With SIGTSTP ignored at the start (no job control) there is nobody to continue us. */
static void without_job_control_ctrl_z_does_not_stop(void **state)
{
    (void)state;
    const char *argv[] = {"/bin/sh", "-c", "trap '' TSTP; exec \"$0\"", TUI_DEMO, NULL};
    Terminal *t = terminal_start(&(TerminalOptions){.argv = argv});
    terminal_expect(t, "end");
    terminal_keys(t, "C-z");
    terminal_expect(t, "resume");
    leave_demo(t);
}

static void stopping_and_resizing_at_once_loses_nothing(void **state)
{
    (void)state;
    Terminal *t = start_plain_demo();
    for (int round = 0; round < 20; round++) {
        terminal_resize(t, 25 + round, 81 + round);
        terminal_signal(t, SIGTSTP);
        terminal_expect_stopped(t);
        terminal_expect_restored(t);
        terminal_resize(t, 24 + round, 82 + round);
        terminal_continue(t);
        char title[32]; /* or the kernel would take the next stop back */
        snprintf(title, sizeof title, "demo %dx%d", 24 + round, 82 + round);
        terminal_expect(t, title);
    }
    terminal_expect(t, "demo 43x101");
    terminal_expect(t, "end");
    leave_demo(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ctrl_z_gives_the_terminal_back_and_fg_takes_it_again),
        cmocka_unit_test(stop_signals_from_outside_do_the_same),
        cmocka_unit_test(a_program_stopped_without_warning_comes_back_whole),
        cmocka_unit_test(a_resize_while_stopped_is_seen_on_return),
        cmocka_unit_test(killed_while_stopped_it_leaves_the_shells_terminal_alone),
        cmocka_unit_test(term_and_hup_leave_in_good_order),
        cmocka_unit_test(int_is_an_event),
        cmocka_unit_test(a_winch_without_a_new_size_is_nothing),
        cmocka_unit_test(a_closed_terminal_ends_the_program),
        cmocka_unit_test(signals_that_kill_restore_the_terminal_first),
        cmocka_unit_test(faults_of_its_own_restore_the_terminal_too),
        cmocka_unit_test(out_of_memory_restores_the_terminal_and_says_so),
        cmocka_unit_test(an_exit_without_closing_restores_the_terminal),
        cmocka_unit_test(without_job_control_ctrl_z_does_not_stop),
        cmocka_unit_test(stopping_and_resizing_at_once_loses_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
