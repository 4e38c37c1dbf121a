/* A sitting with cards on the real program: killed, doubled, out of disk. */
#include "folder.h"
#include "terminal/terminal.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

typedef struct Home {
    char path[FOLDER_MAX], journal[96], text[65536];
} Home;

static int make_home(void **state)
{
    Home *home = calloc(1, sizeof *home);
    if (folder_make(home->path) != 0) return -1;
    snprintf(home->journal, sizeof home->journal, "%s/journal.jsonl", home->path);
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

static const char *const fixed_clock[] = {"HEED_NOW=2026-11-29T21:04:05+01:00", NULL};

static Terminal *start(const char *folder, const char *lesson)
{
    const char *argv[] = {HEED_PROGRAM, "--data", folder, "cards", lesson, NULL};
    Terminal *t = terminal_start(&(TerminalOptions){.argv = argv, .cols = 120, .env = fixed_clock});
    terminal_expect(t, "new");
    terminal_expect(t, "Space turn");
    return t;
}

static size_t n_reviews(Home *home)
{
    FILE *file = fopen(home->journal, "r");
    size_t n = file ? fread(home->text, 1, sizeof home->text - 1, file) : 0, found = 0;
    if (file) fclose(file);
    home->text[n] = '\0';
    for (const char *at = home->text; (at = strstr(at, "\"kind\":\"review\"")); at++) found++;
    return found;
}

/* Easy: the card does not come back, and the counts tell that it was taken. */
static void grade(Terminal *t, const char *counts)
{
    terminal_keys(t, "Space");
    terminal_expect(t, "4 Easy");
    terminal_keys(t, "4");
    terminal_expect(t, counts);
}

static void a_kill_in_a_sitting_loses_nothing_that_was_graded(void **state)
{
    Home *home = *state;
    Terminal *t = start(home->path, "four-steps");
    grade(t, "0 learning · 9 new");
    grade(t, "0 learning · 8 new");
    grade(t, "0 learning · 7 new");
    terminal_signal(t, SIGKILL);
    terminal_expect_killed(t, SIGKILL);
    terminal_free(t);
    assert_int_equal(n_reviews(home), 3);
    t = start(home->path, "four-steps"); /* and the next sitting goes on from there */
    terminal_expect(t, "0 learning · 7 new");
    terminal_keys(t, "q");
    terminal_expect_exit(t, 0);
    terminal_expect_restored(t);
    terminal_free(t);
}

static void two_sittings_at_once_lose_nothing(void **state)
{
    Home *home = *state;
    Terminal *a = start(home->path, "four-steps"), *b = start(home->path, "qkv-lookup");
    for (int i = 0; i < 4; i++) {
        char counts[32];
        snprintf(counts, sizeof counts, "0 learning · %d new", 9 - i);
        grade(a, counts);
        grade(b, counts);
    }
    terminal_keys(a, "u");
    terminal_expect(a, "Taken back.");
    terminal_keys(a, "q");
    terminal_keys(b, "q");
    terminal_expect_exit(a, 0);
    terminal_expect_exit(b, 0);
    terminal_free(a);
    terminal_free(b);
    assert_int_equal(n_reviews(home), 8);
    assert_non_null(strstr(home->text, "\"kind\":\"undo\""));
}

static void a_full_disk_is_said_at_once_and_the_sitting_goes_on(void **state)
{
    Home *home = *state;
    char command[256];
    snprintf(command, sizeof command, "ulimit -f 1; exec '%s' --data %s cards four-steps", HEED_PROGRAM,
             home->path);
    Terminal *t = terminal_start(&(TerminalOptions){
        .argv = (const char *[]){"sh", "-c", command, NULL}, .cols = 120, .env = fixed_clock});
    terminal_expect(t, "Space turn");
    for (int i = 0; i < 8; i++) {
        char counts[32];
        snprintf(counts, sizeof counts, "0 learning · %d new", 9 - i);
        grade(t, counts);
    }
    terminal_expect(t, "file size limit");
    terminal_keys(t, "q");
    terminal_expect_exit(t, 0);
    terminal_expect(t, "is lost");
    terminal_free(t);
    size_t n = n_reviews(home);
    assert_true(n >= 1 && n < 8);
    assert_int_equal(home->text[strlen(home->text) - 1], '\n'); /* whole lines alone */
}

static void a_folder_that_cannot_be_written_is_said_before_the_first_card_is_graded(void **state)
{
    (void)state;
    Terminal *t = start("/proc/nowhere", "four-steps");
    terminal_expect(t, "/proc/nowhere");
    grade(t, "0 learning · 9 new");
    terminal_keys(t, "q");
    terminal_expect_exit(t, 0);
    terminal_free(t);
}

#define session(test) cmocka_unit_test_setup_teardown(test, make_home, drop_home)

int main(void)
{
    const struct CMUnitTest tests[] = {
        session(a_kill_in_a_sitting_loses_nothing_that_was_graded),
        session(two_sittings_at_once_lose_nothing),
        session(a_full_disk_is_said_at_once_and_the_sitting_goes_on),
        session(a_folder_that_cannot_be_written_is_said_before_the_first_card_is_graded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
