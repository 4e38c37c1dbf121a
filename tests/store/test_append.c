/* The journal's file: lines appended whole, by several programs, through kills. */
#include "heed/store.h"
#include "store/scratch.h"
#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <time.h>

#define OLD  "{\"old\":1}\n{\"old\":2}\n"
#define LINE "{\"v\":1,\"kind\":\"place\",\"lesson\":\"four-steps\"}"

static void lines_are_appended_and_folders_made(void **state)
{
    Scratch *s = *state;
    const char *problem = NULL, *path = in_scratch(s, "state/heed/journal.jsonl");
    struct stat info;
    assert_true(store_can_append(s->arena, path, &problem));
    assert_true(store_append_line(s->arena, path, "one", &problem));
    assert_true(store_append_line(s->arena, path, "", &problem));
    assert_true(store_append_line(s->arena, path, "three", &problem));
    assert_string_equal(get_text(s, path), "one\n\nthree\n");
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0600);
    assert_int_equal(stat(in_scratch(s, "state/heed"), &info), 0);
    assert_int_equal(info.st_mode & 0777, 0700);
    assert_true(store_can_append(s->arena, path, &problem));
    assert_null(problem);
}

static void a_file_in_the_working_folder_needs_no_slash(void **state)
{
    Scratch *s = *state;
    const char *problem = NULL;
    char here[4096];
    assert_non_null(getcwd(here, sizeof here));
    assert_int_equal(chdir(s->dir), 0);
    assert_true(store_append_line(s->arena, "journal.jsonl", "one", &problem));
    assert_true(store_write_file(s->arena, "other", "two", 3, &problem));
    assert_int_equal(chdir(here), 0);
    assert_string_equal(get_text(s, in_scratch(s, "journal.jsonl")), "one\n");
}

static void every_prefix_of_a_cut_last_line_damages_itself_alone(void **state)
{
    Scratch *s = *state;
    const char *path = in_scratch(s, "journal.jsonl");
    for (size_t cut = 0; cut <= sizeof LINE - 1; cut++) {
        put_text(path, arena_printf(s->arena, OLD "%.*s", (int)cut, LINE));
        assert_true(store_append_line(s->arena, path, "{\"new\":1}", NULL));
        const char *expected =
            arena_printf(s->arena, OLD "%.*s%s{\"new\":1}\n", (int)cut, LINE, cut ? "\n" : "");
        assert_string_equal(get_text(s, path), expected);
    }
}

/* ---- several programs ---- */

enum { WRITERS = 4, LINES_EACH = 40 };

/* Line `i` of writer `w`: its name, then as many letters as give lines of very different lengths. */
static char *made_line(Arena *arena, int w, int i)
{
    int letters = (w * 7919 + i * 104729) % 6000;
    char *text = arena_alloc(arena, (size_t)letters + 32);
    int n = snprintf(text, 32, "%d.%d:", w, i);
    memset(text + n, 'a' + w, (size_t)letters);
    return text;
}

static int write_lines(Scratch *s, int w)
{
    for (int i = 0; i < LINES_EACH; i++)
        if (!store_append_line(s->arena, in_scratch(s, "journal.jsonl"), made_line(s->arena, w, i), NULL))
            return CHILD_WRONG;
    return CHILD_OK;
}

static void programs_that_append_at_once_lose_nothing(void **state)
{
    Scratch *s = *state;
    pid_t children[WRITERS];
    for (int w = 0; w < WRITERS; w++) {
        children[w] = fork();
        if (children[w] == 0) _exit(write_lines(s, w));
    }
    for (int w = 0; w < WRITERS; w++) {
        int status;
        assert_int_equal(waitpid(children[w], &status, 0), children[w]);
        assert_int_equal(status, 0);
    }
    int next[WRITERS] = {0}; /* each writer's lines are whole and in its order */
    char *text = get_text(s, in_scratch(s, "journal.jsonl"));
    assert_int_equal(text[strlen(text) - 1], '\n');
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
        int w = line[0] - '0';
        assert_in_range(w, 0, WRITERS - 1);
        assert_string_equal(line, made_line(s->arena, w, next[w]));
        next[w]++;
    }
    for (int w = 0; w < WRITERS; w++) assert_int_equal(next[w], LINES_EACH);
}

static int append_new(Scratch *s)
{
    return store_append_line(s->arena, in_scratch(s, "journal.jsonl"), "new", NULL) ? CHILD_OK : CHILD_WRONG;
}

static void a_line_goes_into_the_file_that_has_the_name_now(void **state)
{
    Scratch *s = *state;
    const char *path = in_scratch(s, "journal.jsonl");
    put_text(path, "old\n");
    int fd = open(path, O_RDONLY), status;
    assert_int_equal(flock(fd, LOCK_EX), 0); /* the writer has to wait */
    pid_t child = fork();
    if (child == 0) {
        close(fd);
        _exit(append_new(s));
    }
    put_text(in_scratch(s, "saved"), "edited\n");
    rename(in_scratch(s, "saved"), path); /* as an editor saves */
    close(fd);
    waitpid(child, &status, 0);
    assert_int_equal(status, 0);
    assert_string_equal(get_text(s, path), "edited\nnew\n");
}

static void a_lock_that_is_never_given_back_is_a_sentence(void **state)
{
    Scratch *s = *state;
    const char *problem = "", *path = in_scratch(s, "journal.jsonl");
    put_text(path, "old\n");
    int fd = open(path, O_RDONLY);
    assert_int_equal(flock(fd, LOCK_EX), 0);
    assert_false(store_append_line(s->arena, path, "new", &problem));
    assert_non_null(strstr(problem, "another program keeps it locked"));
    close(fd);
    assert_string_equal(get_text(s, path), "old\n");
    assert_true(store_append_line(s->arena, path, "new", &problem));
}

static void nobody_waits_for_a_lock_who_does_not_want_to(void **state)
{
    Scratch *s = *state;
    const char *problem = "", *path = in_scratch(s, "journal.jsonl");
    struct timespec began, ended;
    put_text(path, "old\n");
    int fd = open(path, O_RDONLY);
    assert_int_equal(flock(fd, LOCK_EX), 0);
    clock_gettime(CLOCK_MONOTONIC, &began);
    assert_int_equal(store_append(s->arena, path, "new", false, &problem), STORE_LOCKED);
    assert_non_null(strstr(problem, "another program keeps it locked"));
    assert_int_equal(store_keep_copy(s->arena, path, "2026-11-29", 10, &problem), STORE_LOCKED);
    clock_gettime(CLOCK_MONOTONIC, &ended);
    assert_true(ended.tv_sec - began.tv_sec < 2); /* the patient one takes two seconds each */
    close(fd);
    assert_int_equal(store_append(s->arena, path, "new", false, &problem), STORE_DONE);
    assert_int_equal(store_append(s->arena, s->dir, "new", false, &problem), STORE_FAILED);
    assert_string_equal(get_text(s, path), "old\nnew\n");
}

/* ---- kills ---- */

/* Starts an append under trace, lets it make `stops` entries to and exits from
 * system calls and kills it. False once it ends before that; *traced tells
 * whether tracing works here at all. */
static bool kill_after(Scratch *s, int stops, bool *traced)
{
    int status;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) != 0) _exit(CHILD_CANNOT);
        raise(SIGSTOP);
        store_append_line(s->arena, in_scratch(s, "journal.jsonl"), LINE, NULL);
        _exit(CHILD_OK);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    *traced = WIFSTOPPED(status);
    if (!*traced) return false;
    for (int i = 0; i < stops; i++) {
        if (ptrace(PTRACE_SYSCALL, child, NULL, NULL) != 0) *traced = false;
        assert_int_equal(waitpid(child, &status, 0), child);
        if (!WIFSTOPPED(status)) return false;
    }
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
    return true;
}

/* What was there stays; of the line being written there is a beginning at most. */
static void check_after_kill(Scratch *s, const char *before)
{
    const char *path = in_scratch(s, "journal.jsonl"), *text = get_text(s, path);
    bool was_cut = before[0] && before[strlen(before) - 1] != '\n';
    const char *whole = arena_printf(s->arena, "%s%s%s\n", before, was_cut ? "\n" : "", LINE);
    if (!text) text = "";
    assert_memory_equal(text, before, strlen(before));
    assert_memory_equal(text, whole, strlen(text));
    assert_true(store_append_line(s->arena, path, "after", NULL)); /* the lock died with its holder */
    const char *now = get_text(s, path);
    assert_memory_equal(now, text, strlen(text));
    assert_string_equal(now + strlen(now) - 7, "\nafter\n");
}

static void a_kill_at_any_system_call_loses_at_most_its_line(void **state)
{
    Scratch *s = *state;
    static const char *const befores[] = {OLD, OLD "{\"cut", "x\n"};
    for (size_t k = 0; k < sizeof befores / sizeof befores[0]; k++) {
        bool goes_on = true, traced = true;
        int stops = 1;
        for (; goes_on; stops++) {
            put_text(in_scratch(s, "journal.jsonl"), befores[k]);
            goes_on = kill_after(s, stops, &traced);
            if (!traced) skip();
            check_after_kill(s, befores[k]);
        }
        assert_true(stops > 10); /* open, lock, look, write, sync: there were calls to die in */
    }
}

static void kills_at_random_moments_lose_at_most_a_line(void **state)
{
    Scratch *s = *state;
    const char *path = in_scratch(s, "journal.jsonl");
    for (int round = 0; round < 20; round++) {
        int status;
        pid_t child = fork();
        if (child == 0)
            for (;;) store_append_line(s->arena, in_scratch(s, "journal.jsonl"), LINE, NULL);
        usleep((useconds_t)(500 + round * 1700));
        kill(child, SIGKILL);
        waitpid(child, &status, 0);
    }
    assert_true(store_append_line(s->arena, path, LINE, NULL));
    char *text = get_text(s, path);
    int cut = 0;
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
        if (strcmp(line, LINE) == 0) continue;
        assert_memory_equal(line, LINE, strlen(line));
        cut++;
    }
    assert_in_range(cut, 0, 20);
}

/* ---- no room ---- */

static int append_to_the_limit(Scratch *s)
{
    struct rlimit limit = {1000, 1000};
    const char *problem = "", *path = in_scratch(s, "journal.jsonl");
    setrlimit(RLIMIT_FSIZE, &limit);
    size_t n = 0;
    while (n < 100 && store_append_line(s->arena, path, LINE, &problem)) n++;
    if (n != 1000 / sizeof LINE || !strstr(problem, "file size limit")) return CHILD_WRONG;
    return strlen(get_text(s, path)) == n * sizeof LINE ? CHILD_OK : CHILD_WRONG;
}

static void a_line_that_does_not_fit_is_taken_back_and_said(void **state)
{
    Scratch *s = *state;
    assert_int_equal(in_child(append_to_the_limit, s), CHILD_OK);
    assert_true(store_append_line(s->arena, in_scratch(s, "journal.jsonl"), LINE, NULL));
    const char *problem = "";
    if (access("/dev/full", W_OK) != 0) return;
    assert_false(store_append_line(s->arena, "/dev/full", LINE, &problem));
    assert_string_equal(problem, "cannot write /dev/full: the disk is full; free some space");
}

static void what_cannot_be_a_journal_is_said(void **state)
{
    Scratch *s = *state;
    const char *problem = "";
    assert_false(store_append_line(s->arena, s->dir, "x", &problem));
    assert_non_null(strstr(problem, "it is a folder"));
    assert_false(store_can_append(s->arena, s->dir, &problem));
    put_text(in_scratch(s, "file"), "");
    assert_false(store_append_line(s->arena, in_scratch(s, "file/journal"), "x", &problem));
    assert_non_null(strstr(problem, "folder"));
    assert_false(store_can_append(s->arena, in_scratch(s, "file/journal"), &problem));
}

/* ---- daily copies ---- */

static void the_last_ten_days_have_a_copy_each(void **state)
{
    Scratch *s = *state;
    const char *problem = NULL, *path = in_scratch(s, "journal.jsonl");
    assert_int_equal(store_keep_copy(s->arena, path, "2026-11-01", 10, &problem),
                     STORE_DONE); /* nothing yet */
    put_text(path, "");
    assert_int_equal(store_keep_copy(s->arena, path, "2026-11-01", 10, &problem), STORE_DONE);
    assert_int_equal(count_entries(in_scratch(s, "copies")), 0);
    for (int day = 1; day <= 13; day++) {
        assert_true(store_append_line(s->arena, path, arena_printf(s->arena, "day %d", day), &problem));
        const char *name = arena_printf(s->arena, "2026-11-%02d", day);
        assert_int_equal(store_keep_copy(s->arena, path, name, 10, &problem), STORE_DONE);
        if (day == 2) put_text(in_scratch(s, "copies/journal.jsonl.mine"), "kept");
    }
    assert_int_equal(count_entries(in_scratch(s, "copies")), 11);
    assert_null(get_text(s, in_scratch(s, "copies/journal.jsonl.2026-11-03")));
    assert_string_equal(get_text(s, in_scratch(s, "copies/journal.jsonl.2026-11-04")),
                        "day 1\nday 2\nday 3\nday 4\n");
    assert_string_equal(get_text(s, in_scratch(s, "copies/journal.jsonl.2026-11-13")), get_text(s, path));
    assert_null(problem);
}

static void a_day_keeps_its_first_copy(void **state)
{
    Scratch *s = *state;
    const char *path = in_scratch(s, "journal.jsonl");
    put_text(path, "morning\n");
    assert_int_equal(store_keep_copy(s->arena, path, "2026-11-29", 10, NULL), STORE_DONE);
    put_text(path, "evening\n");
    assert_int_equal(store_keep_copy(s->arena, path, "2026-11-29", 10, NULL), STORE_DONE);
    assert_string_equal(get_text(s, in_scratch(s, "copies/journal.jsonl.2026-11-29")), "morning\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(lines_are_appended_and_folders_made),
        SCRATCH_TEST(a_file_in_the_working_folder_needs_no_slash),
        SCRATCH_TEST(every_prefix_of_a_cut_last_line_damages_itself_alone),
        SCRATCH_TEST(programs_that_append_at_once_lose_nothing),
        SCRATCH_TEST(a_line_goes_into_the_file_that_has_the_name_now),
        SCRATCH_TEST(a_lock_that_is_never_given_back_is_a_sentence),
        SCRATCH_TEST(nobody_waits_for_a_lock_who_does_not_want_to),
        SCRATCH_TEST(a_kill_at_any_system_call_loses_at_most_its_line),
        SCRATCH_TEST(kills_at_random_moments_lose_at_most_a_line),
        SCRATCH_TEST(a_line_that_does_not_fit_is_taken_back_and_said),
        SCRATCH_TEST(what_cannot_be_a_journal_is_said),
        SCRATCH_TEST(the_last_ten_days_have_a_copy_each),
        SCRATCH_TEST(a_day_keeps_its_first_copy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
