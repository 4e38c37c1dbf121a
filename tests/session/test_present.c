/* A talk on the real program: the shared screen in one terminal, the speaker's notes in another. */
#include "folder.h"
#include "terminal/terminal.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

typedef struct Home {
    char path[FOLDER_MAX], data[80], runtime[80], xdg[100];
} Home;

static int make_home(void **state)
{
    Home *home = calloc(1, sizeof *home);
    if (folder_make(home->path) != 0) return -1;
    snprintf(home->data, sizeof home->data, "%s/data", home->path);
    snprintf(home->runtime, sizeof home->runtime, "%s/run", home->path);
    snprintf(home->xdg, sizeof home->xdg, "XDG_RUNTIME_DIR=%s", home->runtime);
    *state = home;
    return mkdir(home->runtime, 0700);
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
    const char *argv[16] = {HEED_PROGRAM, "--data", home->data};
    size_t n = 3;
    while (*args) argv[n++] = *args++;
    return terminal_start(&(TerminalOptions){
        .argv = argv, .rows = rows, .cols = cols, .env = (const char *[]){home->xdg, NULL}});
}

static Terminal *present(void **state, int rows, int cols)
{
    Terminal *t = start(state, rows, cols,
                        (const char *[]){"present", "four-steps", "--budget", "45", "--screen", "2", "--step", "2", NULL});
    terminal_expect(t, "Every score is divided by");
    return t;
}

static Terminal *notes(void **state, int rows, int cols)
{
    return start(state, rows, cols, (const char *[]){"notes", NULL});
}

static void leave(Terminal *t, const char *keys)
{
    terminal_keys(t, keys);
    terminal_expect_exit(t, 0);
    terminal_expect_restored(t);
    terminal_free(t);
}

/* Files of presenters; the name and mode of the last. */
static size_t count_files(const Home *home, char *path, size_t size, mode_t *mode)
{
    char folder[128];
    struct stat info;
    size_t n = 0;
    snprintf(folder, sizeof folder, "%s/heed", home->runtime);
    DIR *dir = opendir(folder);
    for (const struct dirent *entry; dir && (entry = readdir(dir)) != NULL;) {
        if (strncmp(entry->d_name, "present-", 8) != 0) continue;
        snprintf(path, size, "%s/%s", folder, entry->d_name);
        if (stat(path, &info) == 0) *mode = info.st_mode & 07777;
        n++;
    }
    if (dir) closedir(dir);
    return n;
}

static void a_clicker_leads_through_the_talk(void **state)
{
    Terminal *t = present(state, 20, 60);
    terminal_expect(t, "5 of 20");
    terminal_expect(t, "45:00 left");
    int row, col;
    assert_true(terminal_find(t, "Every score", &row, &col));
    assert_true(terminal_cell(t, row, col).bg == 16 && terminal_cell(t, row, col).is_bold);
    terminal_keys(t, "PgDn");
    terminal_expect(t, "6 of 20");
    terminal_keys(t, "B Down Down");
    terminal_expect(t, "α[2] = 0.4519");
    terminal_expect(t, "████");
    terminal_keys(t, ".");
    terminal_expect_gone(t, "6 of 20");
    terminal_keys(t, "PgDn");
    terminal_expect(t, "6 of 20");
    terminal_keys(t, "F2");
    terminal_expect(t, "0.3333");
    terminal_keys(t, "c");
    terminal_expect_gone(t, "0.3333");
    terminal_expect(t, "0.4519");
    terminal_keys(t, "1 7 Enter");
    terminal_expect(t, "17 of 20");
    terminal_keys(t, "c");
    terminal_expect(t, "6 of 20");
    terminal_keys(t, "Esc");
    terminal_expect(t, "6/20");
    leave(t, "q");
}

/* Seconds pass on the shared screen; once the clock is hidden nothing wakes the program. */
static void the_clock_goes_and_a_hidden_one_costs_nothing(void **state)
{
    uint64_t cpu, before, after;
    Terminal *t = present(state, 20, 60);
    terminal_expect(t, "0:02");
    terminal_keys(t, "C");
    terminal_expect_gone(t, "left");
    terminal_settle(t, 200);
    assert_true(terminal_usage(t, &cpu, &before));
    terminal_settle(t, 2500);
    assert_true(terminal_usage(t, &cpu, &after));
    assert_int_equal(after, before);
    terminal_keys(t, "Esc");
    leave(t, "q");
}

static void the_speakers_terminal_follows(void **state)
{
    const Home *home = *state;
    char path[512];
    mode_t mode = 0;
    Terminal *speaker = notes(state, 24, 80);
    terminal_expect(speaker, "No heed is presenting");
    Terminal *t = present(state, 20, 60);
    terminal_expect(speaker, "5 of 20");
    terminal_expect(speaker, "Ask whether the order");
    terminal_expect(speaker, "Softmax turns scaled scores"); /* what comes next */
    terminal_expect(speaker, "left");
    terminal_expect(speaker, "F1 an even match");
    assert_null(strstr(terminal_screen(t), "Ask whether"));
    assert_int_equal(count_files(home, path, sizeof path, &mode), 1);
    assert_int_equal(mode, 0600);
    terminal_keys(t, "PgDn");
    terminal_expect(speaker, "6 of 20");
    terminal_expect(speaker, "Take hands");
    terminal_keys(t, "b");
    terminal_expect(speaker, "blank");
    terminal_keys(t, "b Esc");
    terminal_expect(speaker, "No heed is presenting");
    assert_int_equal(count_files(home, path, sizeof path, &mode), 0);
    terminal_keys(t, "P");
    terminal_expect(speaker, "6 of 20");
    terminal_keys(t, "Esc");
    leave(t, "q");
    leave(speaker, "q");
}

static void a_speakers_terminal_of_forty_columns_holds_everything(void **state)
{
    Terminal *t = present(state, 20, 60);
    Terminal *speaker = notes(state, 10, 40);
    terminal_expect(speaker, "5 of 20");
    terminal_keys(speaker, "PgDn PgDn PgDn PgDn");
    terminal_expect(speaker, "F3 a query that shouts");
    terminal_keys(t, "PgDn");
    terminal_expect(speaker, "Softmax turns"); /* the next step is read from its top */
    terminal_resize(speaker, 1, 1);
    terminal_settle(speaker, 0);
    terminal_resize(speaker, 24, 80);
    terminal_expect(speaker, "6 of 20");
    leave(speaker, "q");
    terminal_keys(t, "Esc");
    leave(t, "q");
}

static void a_killed_presenter_is_not_followed_and_its_file_removed(void **state)
{
    const Home *home = *state;
    char path[512];
    mode_t mode = 0;
    Terminal *t = present(state, 20, 60);
    Terminal *speaker = notes(state, 24, 80);
    terminal_expect(speaker, "5 of 20");
    terminal_signal(t, SIGKILL);
    terminal_expect_killed(t, SIGKILL);
    terminal_free(t);
    terminal_expect(speaker, "No heed is presenting");
    assert_int_equal(count_files(home, path, sizeof path, &mode), 0);
    leave(speaker, "q");
}

static void a_dropped_terminal_takes_its_file_along(void **state)
{
    static const int signals[] = {SIGTERM, SIGHUP};
    const Home *home = *state;
    char path[512];
    mode_t mode = 0;
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        int status;
        Terminal *t = present(state, 20, 60);
        assert_int_equal(count_files(home, path, sizeof path, &mode), 1);
        terminal_signal(t, signals[i]);
        assert_true(terminal_wait_exit(t, &status));
        terminal_expect_restored(t);
        assert_int_equal(count_files(home, path, sizeof path, &mode), 0);
        terminal_free(t);
    }
}

static void of_several_presenters_each_can_be_followed(void **state)
{
    Terminal *one = present(state, 20, 60);
    Terminal *two = start(state, 20, 60, (const char *[]){"present", "static-trap", NULL});
    terminal_expect(two, "1 of 15");
    Terminal *speaker = notes(state, 24, 80);
    terminal_expect(speaker, "of 2; Tab follows another");
    terminal_expect(speaker, "1 of 15"); /* the one that wrote last */
    terminal_keys(speaker, "Tab");
    terminal_expect(speaker, "5 of 20");
    terminal_keys(two, "PgDn");
    terminal_keys(one, "PgDn");
    terminal_expect(speaker, "6 of 20"); /* still the chosen one */
    terminal_keys(one, "Esc");
    terminal_expect(speaker, "2 of 15");
    leave(speaker, "Esc");
    leave(one, "q");
    terminal_keys(two, "Esc");
    leave(two, "q");
}

/* A file that others could have written is not believed. */
static void a_file_that_others_may_write_is_refused(void **state)
{
    const Home *home = *state;
    char path[512];
    mode_t mode = 0;
    Terminal *t = present(state, 20, 60);
    assert_int_equal(count_files(home, path, sizeof path, &mode), 1);
    assert_int_equal(chmod(path, 0666), 0);
    Terminal *speaker = notes(state, 24, 80);
    terminal_expect(speaker, "others may");
    assert_null(strstr(terminal_screen(speaker), "Ask whether"));
    terminal_keys(t, "PgDn");
    terminal_expect(speaker, "6 of 20"); /* written anew, for the user alone */
    leave(speaker, "q");
    terminal_keys(t, "Esc");
    leave(t, "q");
}

#define session(test) cmocka_unit_test_setup_teardown(test, make_home, drop_home)

int main(void)
{
    const struct CMUnitTest tests[] = {
        session(a_clicker_leads_through_the_talk),
        session(the_clock_goes_and_a_hidden_one_costs_nothing),
        session(the_speakers_terminal_follows),
        session(a_speakers_terminal_of_forty_columns_holds_everything),
        session(a_killed_presenter_is_not_followed_and_its_file_removed),
        session(a_dropped_terminal_takes_its_file_along),
        session(of_several_presenters_each_can_be_followed),
        session(a_file_that_others_may_write_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
