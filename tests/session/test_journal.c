/* The journal under a running heed: another program's lock, a disk that refuses, the day's copy. */
#include "folder.h"
#include "terminal/terminal.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <cmocka.h>

#define PLACE(second, step)                                                                                  \
    "{\"v\":1,\"at\":\"2026-11-28T21:04:" second "+01:00\",\"day\":\"2026-11-28\",\"kind\":\"place\","       \
    "\"lesson\":\"four-steps\",\"screen\":0,\"step\":" step "}\n"

typedef struct Home {
    char path[FOLDER_MAX], journal[96], text[65536];
} Home;

static int make_home(void **state)
{
    Home *home = calloc(1, sizeof *home);
    if (folder_make(home->path) != 0) return -1;
    snprintf(home->journal, sizeof home->journal, "%s/journal.jsonl", home->path);
    FILE *file = fopen(home->journal, "w");
    fputs(PLACE("05", "0"), file);
    fclose(file);
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

static const char *read_file(Home *home, const char *path)
{
    FILE *file = fopen(path, "r");
    size_t n = file ? fread(home->text, 1, sizeof home->text - 1, file) : 0;
    if (file) fclose(file);
    home->text[n] = '\0';
    return home->text;
}

static Terminal *start(Home *home)
{
    return terminal_start(
        &(TerminalOptions){.argv = (const char *[]){HEED_PROGRAM, "--data", home->path, NULL},
                           .env = (const char *[]){"HEED_NOW=2026-11-29T21:04:05+01:00", NULL}});
}

static int lock(const Home *home)
{
    int fd = open(home->journal, O_RDONLY | O_CLOEXEC);
    assert_int_equal(flock(fd, LOCK_EX), 0);
    return fd;
}

/* Into the lesson, one step on, home again: that is a line. */
static void rest_at_a_new_place(Terminal *t)
{
    terminal_expect(t, "Where you were");
    terminal_keys(t, "Enter");
    terminal_expect(t, "step 1 of");
    terminal_keys(t, "Space Space");
    terminal_settle(t, 0);
    terminal_keys(t, "q");
    terminal_expect(t, "computed while you watch");
}

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static int n_lines(const char *text)
{
    int n = 0;
    for (; *text; text++) n += *text == '\n';
    return n;
}

static bool has_two_lines(Terminal *t, void *data)
{
    (void)t;
    Home *home = data;
    return n_lines(read_file(home, home->journal)) == 2;
}

static void no_key_waits_for_a_lock_that_another_program_holds(void **state)
{
    Home *home = *state;
    Terminal *t = start(home);
    terminal_expect(t, "Where you were");
    int fd = lock(home);
    rest_at_a_new_place(t);
    int64_t began = now_ms();
    terminal_keys(t, "?");
    terminal_expect(t, "help");
    terminal_keys(t, "Esc");
    assert_int_equal(n_lines(read_file(home, home->journal)), 1);
    if (now_ms() - began < 1500)
        assert_null(strstr(terminal_screen(t), "locked")); /* not said while it is short */
    terminal_expect(t, "another program");                 /* and then it is */
    close(fd);
    assert_true(terminal_wait(t, has_two_lines, home)); /* with no key pressed */
    terminal_keys(t, "q");
    terminal_expect_exit(t, 0);
    terminal_free(t);
}

static void leaving_waits_for_the_lock(void **state)
{
    Home *home = *state;
    Terminal *t = start(home);
    terminal_expect(t, "Where you were");
    int fd = lock(home);
    rest_at_a_new_place(t);
    pid_t holder = fork(); /* shares the lock */
    if (holder == 0) {
        const struct timespec pause = {0, 500 * 1000 * 1000};
        nanosleep(&pause, NULL);
        _exit(0);
    }
    close(fd);
    terminal_keys(t, "q");
    terminal_expect_exit(t, 0);
    waitpid(holder, NULL, 0);
    assert_int_equal(n_lines(read_file(home, home->journal)), 2);
    terminal_free(t);
}

static void what_cannot_be_written_in_the_end_is_said_on_the_way_out(void **state)
{
    Home *home = *state;
    Terminal *t = start(home);
    terminal_expect(t, "Where you were");
    unlink(home->journal);
    assert_int_equal(mkdir(home->journal, 0700), 0); /* no line can be written to a folder */
    rest_at_a_new_place(t);
    terminal_expect(t, "it is a folder");
    terminal_keys(t, "q");
    terminal_expect_exit(t, 0);
    terminal_expect(t, "is lost");
    terminal_free(t);
}

static void a_disk_that_has_room_again_gets_every_line(void **state)
{
    Home *home = *state;
    Terminal *t = start(home);
    terminal_expect(t, "Where you were");
    unlink(home->journal);
    assert_int_equal(mkdir(home->journal, 0700), 0);
    rest_at_a_new_place(t);
    terminal_expect(t, "it is a folder");
    assert_int_equal(rmdir(home->journal), 0);
    terminal_keys(t, "q");
    terminal_expect_exit(t, 0);
    assert_int_equal(n_lines(read_file(home, home->journal)), 1);
    terminal_free(t);
}

static void the_first_start_of_a_day_keeps_a_copy_of_the_journal(void **state)
{
    Home *home = *state;
    char copy[128];
    snprintf(copy, sizeof copy, "%s/copies/journal.jsonl.2026-11-29", home->path);
    char *before = strdup(read_file(home, home->journal));
    Terminal *t = start(home);
    rest_at_a_new_place(t);
    terminal_keys(t, "q");
    terminal_expect_exit(t, 0);
    assert_string_equal(read_file(home, copy), before);
    free(before);
    terminal_free(t);
}

#define session(test) cmocka_unit_test_setup_teardown(test, make_home, drop_home)

int main(void)
{
    const struct CMUnitTest tests[] = {
        session(no_key_waits_for_a_lock_that_another_program_holds),
        session(leaving_waits_for_the_lock),
        session(what_cannot_be_written_in_the_end_is_said_on_the_way_out),
        session(a_disk_that_has_room_again_gets_every_line),
        session(the_first_start_of_a_day_keeps_a_copy_of_the_journal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
