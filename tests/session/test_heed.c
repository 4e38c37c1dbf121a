/* Sessions on the real program, as a student has them: keys in, screens out, the terminal as it was. */
#include "folder.h"
#include "terminal/terminal.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

typedef struct Home {
    char path[FOLDER_MAX];
} Home;

static int make_home(void **state)
{
    Home *home = calloc(1, sizeof *home);
    if (folder_make(home->path) != 0) return -1;
    *state = home;
    return 0;
}

static int drop_home(void **state)
{
    Home *home = *state;
    int code = folder_drop(home->path);
    free(home);
    return code;
}

static Terminal *start(void **state, int rows, int cols, const char *const *args)
{
    const Home *home = *state;
    const char *argv[16] = {HEED_PROGRAM, "--data", home->path};
    size_t n = 3;
    while (args && *args) argv[n++] = *args++;
    return terminal_start(
        &(TerminalOptions){.argv = argv,
                           .rows = rows,
                           .cols = cols,
                           .env = (const char *[]){"HEED_NOW=2026-11-29T21:04:05+01:00", NULL}});
}

/* four-steps, the softmax step of its second screen. */
static Terminal *start_at_softmax(void **state, int rows, int cols)
{
    const char *args[] = {"run", "four-steps", "--screen", "2", "--step", "3", NULL};
    Terminal *t = start(state, rows, cols, args);
    terminal_expect(t, "0.4519");
    return t;
}

static void leave(Terminal *t)
{
    for (int i = 0; i < 3; i++) terminal_keys(t, "Esc");
    terminal_keys(t, "q");
    terminal_settle(t, 0);
    if (terminal_wait_text(t, "computed while you watch")) terminal_keys(t, "q");
    terminal_expect_exit(t, 0);
    terminal_expect_restored(t);
    terminal_free(t);
}

/* Moves the selection until the status names `what`. */
static void select_number(Terminal *t, const char *what)
{
    for (int i = 0; i < 80; i++) {
        terminal_keys(t, "Tab");
        terminal_settle(t, 20);
        if (strstr(terminal_screen(t), what) != NULL) return;
    }
    fail_msg("no number shows %s:\n%s", what, terminal_screen(t));
}

static void a_student_steps_from_home_through_the_lesson(void **state)
{
    Terminal *t = start(state, 24, 80, NULL);
    terminal_expect(t, "Four steps");
    terminal_expect(t, "Tab selects a number, Enter asks");
    terminal_keys(t, "/");
    terminal_type(t, "Four steps");
    terminal_keys(t, "Enter Enter");
    terminal_expect(t, "Three singers");
    terminal_expect(t, "step 1 of");
    for (int i = 0; i < 40 && !strstr(terminal_screen(t), "0.4519"); i++) {
        terminal_keys(t, "Space");
        terminal_settle(t, 20);
    }
    terminal_expect(t, "0.4519");
    leave(t);
}

static void why_goes_down_to_the_inputs_and_back(void **state)
{
    Terminal *t = start_at_softmax(state, 24, 80);
    select_number(t, "α[2] = 0.4519");
    terminal_keys(t, "Enter");
    terminal_expect(t, "e^0.5000 + e^0.5000 + e^1.0000");
    terminal_keys(t, "Enter");
    terminal_expect(t, "› z[2] ──"); /* of its own panel: an operand's row tells the same before it is entered */
    terminal_keys(t, "Enter");
    terminal_expect(t, "› s[2] ──");
    terminal_expect(t, "1 × 1");
    terminal_keys(t, "Enter");
    terminal_expect(t, "typed in the lesson");
    terminal_keys(t, "Backspace Backspace Backspace");
    terminal_expect(t, "e^0.5000 + e^0.5000 + e^1.0000");
    terminal_keys(t, "Esc");
    terminal_expect_gone(t, "┌ why");
    leave(t);
}

static void an_edit_moves_what_depends_on_it_and_undo_restores(void **state)
{
    Terminal *t = start_at_softmax(state, 24, 80);
    select_number(t, "q[2] = 1");
    terminal_keys(t, "e C-u");
    terminal_type(t, "0");
    terminal_keys(t, "Enter");
    terminal_expect(t, "0.3837*");
    terminal_expect_gone(t, "0.4519 ");
    terminal_keys(t, "u");
    terminal_expect(t, "0.4519");
    terminal_expect_gone(t, "0.3837*");
    terminal_keys(t, "C-r");
    terminal_expect(t, "0.3837");
    terminal_keys(t, "r");
    terminal_expect(t, "0.4519");
    leave(t);
}

static void a_refused_edit_says_where_and_changes_nothing(void **state)
{
    Terminal *t = start_at_softmax(state, 24, 80);
    select_number(t, "q[2] = 1");
    terminal_keys(t, "e C-u");
    terminal_type(t, "1 +");
    terminal_keys(t, "Enter");
    terminal_expect(t, "^");
    terminal_keys(t, "Esc");
    terminal_expect(t, "0.4519");
    terminal_expect_gone(t, "0.4519*");
    leave(t);
}

static void a_resize_at_any_time_keeps_the_picture_right(void **state)
{
    Terminal *t = start_at_softmax(state, 24, 80);
    static const int sizes[][2] = {{40, 120}, {12, 40}, {1, 1}, {5, 20}, {500, 200}, {24, 80}};
    select_number(t, "α[2] = 0.4519");
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        terminal_resize(t, sizes[i][0], sizes[i][1]);
        terminal_settle(t, 0);
    }
    terminal_expect(t, ">0.4519‹");
    terminal_expect(t, "step 6 of");
    leave(t);
}

static void a_term_of_the_formula_leads_to_its_numbers_and_f_puts_them_in(void **state)
{
    const char *args[] = {"run", "four-steps", NULL};
    Terminal *t = start(state, 24, 80, args);
    terminal_expect(t, "step 1 of");
    terminal_keys(t, "= Enter");
    terminal_expect(t, "Attention(Q, K, V)");
    terminal_expect(t, "F numbers");
    select_number(t, "QKᵀ   s (3,)");
    terminal_expect(t, ">QKᵀ‹");
    terminal_keys(t, "?");
    terminal_expect(t, "s = q @ K.T");
    terminal_keys(t, "Esc F");
    terminal_expect(t, "[1.0000  1.0000  2.0000]");
    terminal_keys(t, "Enter Enter");
    terminal_expect(t, "why s[0]");
    terminal_keys(t, "Esc F");
    terminal_expect_gone(t, "[1.0000  1.0000  2.0000]");
    leave(t);
}

static void the_place_is_kept(void **state)
{
    Terminal *t = start_at_softmax(state, 24, 80);
    terminal_keys(t, "Space");
    terminal_expect(t, "step 7 of");
    leave(t);
    t = start(state, 24, 80, NULL);
    terminal_expect(t, "step 7 of");
    terminal_keys(t, "Enter");
    terminal_expect(t, "▶4 blend");
    leave(t);
}

static void each_signal_leaves_the_terminal_as_it_was(void **state)
{
    static const int signals[] = {SIGTERM, SIGHUP, SIGINT, SIGQUIT};
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) {
        Terminal *t = start_at_softmax(state, 24, 80);
        int status;
        terminal_signal(t, signals[i]);
        if (signals[i] == SIGINT) {
            terminal_expect(t, "q leaves");
            leave(t);
            continue;
        }
        assert_true(terminal_wait_exit(t, &status));
        terminal_expect_restored(t);
        terminal_free(t);
    }
}

static void stopping_and_going_on_redraws(void **state)
{
    Terminal *t = start_at_softmax(state, 24, 80);
    terminal_keys(t, "C-z");
    terminal_expect_stopped(t);
    terminal_expect_termios(t);
    size_t from = terminal_log_size(t);
    terminal_continue(t);
    assert_true(terminal_wait_bytes(t, from, "0.4519"));
    leave(t);
}

static void a_dropped_terminal_ends_the_program(void **state)
{
    Terminal *t = start_at_softmax(state, 24, 80);
    int status;
    terminal_hang_up(t);
    assert_true(terminal_wait_exit(t, &status));
    terminal_free(t);
}

static void a_damaged_journal_line_is_named_and_the_rest_is_read(void **state)
{
    const Home *home = *state;
    Terminal *t = start_at_softmax(state, 24, 80);
    terminal_keys(t, "Space");
    terminal_expect(t, "step 7 of");
    leave(t);
    char path[128];
    snprintf(path, sizeof path, "%s/journal.jsonl", home->path);
    FILE *file = fopen(path, "a");
    assert_non_null(file);
    fputs("{\"v\":1,\"kind\":\"pla", file);
    fclose(file);
    t = start(state, 24, 80, NULL);
    terminal_expect(t, "damaged");
    terminal_expect(t, "step 7 of");
    leave(t);
}

static void a_folder_that_cannot_be_written_is_said_once_and_the_lesson_goes_on(void **state)
{
    (void)state;
    const char *argv[] = {HEED_PROGRAM, "--data", "/proc/nowhere", "run", "four-steps", NULL};
    Terminal *t = terminal_start(&(TerminalOptions){.argv = argv});
    terminal_expect(t, "/proc/nowhere");
    terminal_keys(t, "Space");
    terminal_expect(t, "step 2 of");
    leave(t);
}

#define session(test) cmocka_unit_test_setup_teardown(test, make_home, drop_home)

/* Where it stands depends on the size, which is known only once the terminal is open. */
static void a_step_that_is_asked_for_is_in_sight_at_any_size(void **state)
{
    static const int sizes[][2] = {{12, 40}, {9, 30}, {24, 80}, {40, 120}, {50, 200}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const char *args[] = {"run", "four-steps", "--screen", "3", "--step", "4", NULL};
        Terminal *t = start(state, sizes[i][0], sizes[i][1], args);
        terminal_expect(t, "Turn the query");
        leave(t);
    }
}

static bool is_ascii(const char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text >= 0x80) return false;
    return true;
}

static void a_terminal_without_the_glyphs_is_drawn_in_ascii(void **state)
{
    const Home *home = *state;
    static const char *const kinds[][3] = {{"TERM=vt220", NULL, "ascii"},
                                           {"TERM=vt220", "HEED_GLYPHS=blocks", NULL},
                                           {"HEED_GLYPHS=ascii", NULL, "ascii"}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const char *argv[] = {HEED_PROGRAM, "--data", home->path, "run", "static-trap", NULL};
        const char *env[] = {"HEED_NOW=2026-11-29T21:04:05+01:00", kinds[i][0], kinds[i][1], NULL};
        Terminal *t = terminal_start(&(TerminalOptions){.argv = argv, .env = env});
        terminal_expect(t, "v_finance");
        terminal_settle(t, 0);
        assert_int_equal(is_ascii(terminal_screen(t)), kinds[i][2] != NULL);
        leave(t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        session(a_student_steps_from_home_through_the_lesson),
        session(why_goes_down_to_the_inputs_and_back),
        session(an_edit_moves_what_depends_on_it_and_undo_restores),
        session(a_refused_edit_says_where_and_changes_nothing),
        session(a_resize_at_any_time_keeps_the_picture_right),
        session(a_term_of_the_formula_leads_to_its_numbers_and_f_puts_them_in),
        session(the_place_is_kept),
        session(a_step_that_is_asked_for_is_in_sight_at_any_size),
        session(a_terminal_without_the_glyphs_is_drawn_in_ascii),
        session(each_signal_leaves_the_terminal_as_it_was),
        session(stopping_and_going_on_redraws),
        session(a_dropped_terminal_ends_the_program),
        session(a_damaged_journal_line_is_named_and_the_rest_is_read),
        session(a_folder_that_cannot_be_written_is_said_once_and_the_lesson_goes_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
