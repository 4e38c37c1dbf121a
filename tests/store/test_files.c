/* Paths, whole files, sentences for failures, watching. */
#define _GNU_SOURCE /* unshare */
#include "heed/store.h"
#include "store/problem.h"
#include "store/scratch.h"
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>

/* ---- where ---- */

static void the_state_folder_follows_xdg(void **state)
{
    Scratch *s = *state;
    const char *problem = NULL;
    setenv("HOME", "/home/ada", 1);
    setenv("XDG_STATE_HOME", "/var/state", 1);
    assert_string_equal(store_state_dir(s->arena, NULL, &problem), "/var/state/heed");
    setenv("XDG_STATE_HOME", "relative/is/ignored", 1);
    assert_string_equal(store_state_dir(s->arena, NULL, &problem), "/home/ada/.local/state/heed");
    setenv("XDG_STATE_HOME", "", 1);
    assert_string_equal(store_state_dir(s->arena, NULL, &problem), "/home/ada/.local/state/heed");
    unsetenv("XDG_STATE_HOME");
    assert_string_equal(store_state_dir(s->arena, NULL, &problem), "/home/ada/.local/state/heed");
    assert_string_equal(store_state_dir(s->arena, "my/data", &problem), "my/data");
    assert_string_equal(store_state_dir(s->arena, "", &problem), ".");
    assert_null(problem);
    unsetenv("HOME"); /* the password file's home, or the one sentence */
    const char *found = store_state_dir(s->arena, NULL, &problem);
    assert_true(found ? strstr(found, "/.local/state/heed") != NULL : problem != NULL);
}

static void paths_are_joined_by_one_slash(void **state)
{
    Scratch *s = *state;
    assert_string_equal(store_path(s->arena, "a", "b"), "a/b");
    assert_string_equal(store_path(s->arena, "a/", "b"), "a/b");
    assert_string_equal(store_path(s->arena, "/", "b"), "/b");
}

static void the_runtime_folder_is_readable_by_the_user_alone(void **state)
{
    Scratch *s = *state;
    const char *problem = NULL;
    struct stat info;
    setenv("XDG_RUNTIME_DIR", s->dir, 1);
    const char *dir = store_runtime_dir(s->arena, NULL, &problem);
    assert_string_equal(dir, in_scratch(s, "heed"));
    assert_int_equal(stat(dir, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0700);
    chmod(dir, 0755);
    assert_string_equal(store_runtime_dir(s->arena, NULL, &problem), dir);
    assert_int_equal(stat(dir, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0700);
    assert_null(problem);
    unsetenv("XDG_RUNTIME_DIR");
}

static void without_a_runtime_folder_one_in_the_state_serves(void **state)
{
    Scratch *s = *state;
    const char *problem = NULL, *data = in_scratch(s, "state/heed");
    struct stat info;
    setenv("XDG_RUNTIME_DIR", "/nowhere/at/all", 1);
    const char *dir = store_runtime_dir(s->arena, data, &problem);
    assert_string_equal(dir, in_scratch(s, "state/heed/run"));
    assert_int_equal(stat(dir, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0700);
    unsetenv("XDG_RUNTIME_DIR");
    assert_string_equal(store_runtime_dir(s->arena, data, &problem), dir);
    rmdir(dir);
    assert_int_equal(symlink("/tmp", dir), 0);
    assert_null(store_runtime_dir(s->arena, data, &problem));
    assert_non_null(strstr(problem, "it is not a folder"));
}

static void missing_parents_are_made_for_the_user_alone(void **state)
{
    Scratch *s = *state;
    const char *problem = NULL;
    struct stat info;
    const char *deep = in_scratch(s, "a/b/c");
    assert_true(store_make_dir(s->arena, deep, &problem));
    for (const char *name = "a\0a/b\0a/b/c\0"; *name; name += strlen(name) + 1) {
        assert_int_equal(stat(in_scratch(s, name), &info), 0);
        assert_int_equal(info.st_mode & 0777, 0700);
    }
    assert_true(store_make_dir(s->arena, deep, &problem));
    assert_true(store_make_dir(s->arena, arena_printf(s->arena, "%s//d/", deep), &problem));
    put_text(in_scratch(s, "file"), "x");
    assert_false(store_make_dir(s->arena, in_scratch(s, "file/inside"), &problem));
    assert_non_null(strstr(problem, "/file: something that is not a folder is in its place"));
}

/* ---- reading ---- */

static void files_of_any_size_are_read_whole(void **state)
{
    Scratch *s = *state;
    static const size_t sizes[] = {0, 1, 4095, 65535, 65536, 65537, 300001};
    char *bytes = heed_xmalloc(300001);
    for (size_t i = 0; i < 300001; i++) bytes[i] = (char)(i * 31 >> 3);
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        const char *path = in_scratch(s, "file"), *problem = NULL;
        size_t len = 99;
        put_bytes(path, bytes, sizes[i]);
        char *text = store_read_file(s->arena, path, 1 << 20, &len, &problem);
        assert_non_null(text);
        assert_null(problem);
        assert_int_equal(len, sizes[i]);
        assert_memory_equal(text, bytes, len);
        assert_int_equal(text[len], '\0');
        FILE *stream = fopen(path, "r");
        text = store_read_stream(s->arena, stream, 1 << 20, &len, &problem);
        fclose(stream);
        assert_int_equal(len, sizes[i]);
        assert_memory_equal(text, bytes, len);
        assert_int_equal(text[len], '\0');
    }
    free(bytes);
}

static void what_is_too_large_is_refused_also_from_a_pipe(void **state)
{
    Scratch *s = *state;
    size_t len;
    const char *problem = NULL, *path = in_scratch(s, "file");
    put_text(path, "12345");
    assert_non_null(store_read_file(s->arena, path, 5, &len, &problem));
    assert_null(store_read_file(s->arena, path, 4, &len, &problem));
    assert_non_null(strstr(problem, "/file: it is larger than 4 bytes"));
    assert_null(store_read_file(s->arena, "/dev/zero", STORE_TEXT_LIMIT, &len, &problem));
    assert_string_equal(problem, "cannot read /dev/zero: it is larger than 16 MiB");
    FILE *endless = fopen("/dev/zero", "r");
    assert_null(store_read_stream(s->arena, endless, 1000, &len, &problem));
    assert_string_equal(problem, "cannot read standard input: it is larger than 1000 bytes");
    fclose(endless);
}

static void a_file_that_heed_keeps_is_no_pipe_and_no_device(void **state)
{
    Scratch *s = *state;
    static const char *const devices[] = {"/dev/zero", "/dev/null", "/dev/full", "/dev/stdin"};
    size_t len = 1;
    const char *problem = NULL, *fifo = in_scratch(s, "fifo"), *file = in_scratch(s, "real");
    assert_int_equal(mkfifo(fifo, 0600), 0); /* nobody writes to it: reading would never end */
    assert_null(store_read_file_if_any(s->arena, fifo, STORE_TEXT_LIMIT, &len, &problem));
    assert_non_null(strstr(problem, "/fifo: it is a pipe or a device"));
    assert_int_equal(len, 0);
    for (size_t i = 0; i < sizeof devices / sizeof *devices; i++) {
        const char *link = in_scratch(s, arena_printf(s->arena, "device%zu", i));
        assert_int_equal(symlink(devices[i], link), 0);
        problem = NULL;
        struct stat info;
        if (stat(link, &info) != 0 || S_ISREG(info.st_mode)) continue; /* standard input may be a file */
        assert_null(store_read_file_if_any(s->arena, link, STORE_TEXT_LIMIT, &len, &problem));
        assert_non_null(problem);
    }
    put_text(file, "12345");
    assert_int_equal(symlink(file, in_scratch(s, "link")), 0);
    assert_string_equal(store_read_file_if_any(s->arena, in_scratch(s, "link"), 10, &len, &problem), "12345");
    assert_int_equal(symlink("nowhere", in_scratch(s, "dangling")), 0);
    assert_string_equal(store_read_file_if_any(s->arena, in_scratch(s, "dangling"), 10, &len, &problem), "");
}

static int feed_fifo(Scratch *s)
{
    int fd = open(in_scratch(s, "fifo"), O_WRONLY);
    for (int i = 0; i < 3000; i++)
        if (write(fd, "0123456789abcdefghijklmnopqrstuvwxyz", 36) != 36) return CHILD_WRONG;
    close(fd);
    return CHILD_OK;
}

static void a_pipe_is_read_to_its_end(void **state)
{
    Scratch *s = *state;
    size_t len;
    int status;
    const char *problem = NULL, *path = in_scratch(s, "fifo");
    assert_int_equal(mkfifo(path, 0600), 0);
    pid_t child = fork();
    if (child == 0) _exit(feed_fifo(s));
    assert_non_null(store_read_file(s->arena, path, 1 << 20, &len, &problem));
    assert_int_equal(len, 3000 * 36);
    waitpid(child, &status, 0);
    assert_int_equal(status, 0);
}

static void what_cannot_be_read_is_said_in_one_sentence(void **state)
{
    Scratch *s = *state;
    size_t len;
    const char *problem = NULL;
    assert_null(store_read_file(s->arena, "no/such", 9, &len, &problem));
    assert_string_equal(problem, "cannot read no/such: it does not exist");
    assert_null(store_read_file(s->arena, s->dir, 9, &len, &problem));
    assert_non_null(strstr(problem, ": it is a folder; name a file"));
    assert_null(store_read_file(s->arena, "bad\x1B[2Jname", 9, &len, &problem));
    assert_null(strchr(problem, '\x1B'));
    assert_null(store_read_file(s->arena, "no/such", 9, &len, NULL));
    problem = NULL;
    assert_string_equal(store_read_file_if_any(s->arena, "no/such", 9, &len, &problem), "");
    assert_int_equal(len, 0);
    assert_null(problem);
    assert_null(store_read_file_if_any(s->arena, s->dir, 9, &len, &problem));
    assert_non_null(problem);
}

static void every_reason_has_its_sentence(void **state)
{
    Scratch *s = *state;
    static const int errors[] = {ENOENT, EACCES, EROFS, ENOSPC, EFBIG, EIO, EDQUOT, ENOTSUP, 0, 12345};
    for (size_t i = 0; i < sizeof errors / sizeof errors[0]; i++) {
        const char *problem = NULL;
        assert_false(problem_set(s->arena, &problem, "write", "x", errors[i]));
        assert_memory_equal(problem, "cannot write x: ", 16);
        assert_true(strlen(problem) > 20);
        assert_null(strchr(problem, '\n'));
    }
}

static int try_as_nobody(Scratch *s)
{
    size_t len;
    const char *problem = "";
    if (geteuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0)) return CHILD_CANNOT;
    if (store_read_file(s->arena, in_scratch(s, "secret"), 99, &len, &problem)) return CHILD_WRONG;
    if (!strstr(problem, "permission denied")) return CHILD_WRONG;
    if (store_append_line(s->arena, in_scratch(s, "secret"), "x", &problem)) return CHILD_WRONG;
    if (store_can_append(s->arena, in_scratch(s, "secret"), &problem)) return CHILD_WRONG;
    if (store_can_append(s->arena, in_scratch(s, "new"), &problem)) return CHILD_WRONG;
    return store_write_file(s->arena, in_scratch(s, "new"), "x", 1, &problem) ? CHILD_WRONG : CHILD_OK;
}

static void what_is_forbidden_is_said_so(void **state)
{
    Scratch *s = *state;
    put_text(in_scratch(s, "secret"), "x");
    chmod(in_scratch(s, "secret"), 0);
    chmod(s->dir, 0555);
    int code = in_child(try_as_nobody, s);
    chmod(s->dir, 0700);
    if (code == CHILD_CANNOT) skip();
    assert_int_equal(code, CHILD_OK);
}

/* ---- replacing ---- */

static void a_file_is_replaced_with_its_mode_and_through_its_link(void **state)
{
    Scratch *s = *state;
    const char *problem = NULL, *path = in_scratch(s, "deep/er/file"), *link = in_scratch(s, "link");
    struct stat info;
    assert_true(store_write_file(s->arena, path, "one", 3, &problem));
    assert_string_equal(get_text(s, path), "one");
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0600);
    chmod(path, 0644);
    assert_int_equal(symlink(path, link), 0);
    assert_true(store_write_file(s->arena, link, "two\0three", 9, &problem));
    assert_int_equal(lstat(link, &info), 0);
    assert_true(S_ISLNK(info.st_mode));
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0644);
    assert_int_equal(info.st_size, 9);
    assert_true(store_write_file(s->arena, path, "", 0, &problem));
    assert_string_equal(get_text(s, path), "");
    assert_int_equal(count_entries(in_scratch(s, "deep/er")), 1); /* no temporary file stays */
    assert_false(store_write_file(s->arena, s->dir, "x", 1, &problem));
    assert_non_null(strstr(problem, "it is a folder"));
}

static int write_beyond_limit(Scratch *s)
{
    static char large[10000];
    struct rlimit limit = {4096, 4096};
    const char *problem = "";
    setrlimit(RLIMIT_FSIZE, &limit);
    memset(large, 'x', sizeof large);
    if (store_write_file(s->arena, in_scratch(s, "file"), large, sizeof large, &problem)) return CHILD_WRONG;
    return strstr(problem, "file size limit") ? CHILD_OK : CHILD_WRONG;
}

static void a_write_that_does_not_fit_leaves_the_old_file(void **state)
{
    Scratch *s = *state;
    put_text(in_scratch(s, "file"), "old");
    assert_int_equal(in_child(write_beyond_limit, s), CHILD_OK);
    assert_string_equal(get_text(s, in_scratch(s, "file")), "old");
    assert_int_equal(count_entries(s->dir), 1);
    const char *problem = NULL;
    if (access("/dev/full", W_OK) != 0) return;
    assert_false(store_write_file(s->arena, "/dev/full", "x", 1, &problem));
    assert_string_equal(problem, "cannot write /dev/full: the disk is full; free some space");
    struct stat info;
    assert_int_equal(stat("/dev/full", &info), 0);
    assert_true(S_ISCHR(info.st_mode)); /* written to, never replaced */
}

enum { REWRITES = 150, LONG_VERSION = 50000 };

static int rewrite_many_times(Scratch *s)
{
    char *a = heed_xmalloc(LONG_VERSION);
    memset(a, 'a', LONG_VERSION);
    for (int i = 0; i < REWRITES; i++)
        if (!store_write_file(s->arena, in_scratch(s, "file"), i % 2 ? a : "b", i % 2 ? LONG_VERSION : 1,
                              NULL))
            return CHILD_WRONG;
    return CHILD_OK;
}

static void a_reader_sees_the_old_file_or_the_new_one(void **state)
{
    Scratch *s = *state;
    const char *path = in_scratch(s, "file");
    int status = -1;
    put_text(path, "b");
    pid_t child = fork();
    if (child == 0) _exit(rewrite_many_times(s));
    while (waitpid(child, &status, WNOHANG) == 0) {
        size_t len;
        const char *text = store_read_file(s->arena, path, 1 << 20, &len, NULL);
        assert_non_null(text);
        assert_true(len == 1 || len == LONG_VERSION);
        assert_int_equal(text[len - 1], len == 1 ? 'b' : 'a');
        arena_reset(s->arena);
        path = in_scratch(s, "file");
    }
    assert_int_equal(status, 0);
}

/* ---- disks that are read-only or full, where the machine lets us make one ---- */

static bool mount_small_disk(Scratch *s, unsigned long flags)
{
    if (unshare(CLONE_NEWNS) != 0 && unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0) return false;
    if (mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0) return false;
    return mount("none", s->dir, "tmpfs", flags, "size=16k,mode=0777") == 0;
}

static int try_read_only_disk(Scratch *s)
{
    const char *problem = "", *path = in_scratch(s, "heed/journal.jsonl");
    if (!mount_small_disk(s, MS_RDONLY)) return CHILD_CANNOT;
    if (store_can_append(s->arena, path, &problem) || !strstr(problem, "the disk is read-only"))
        return CHILD_WRONG;
    if (store_append_line(s->arena, path, "x", &problem) || !strstr(problem, "read-only")) return CHILD_WRONG;
    path = in_scratch(s, "file");
    if (store_can_append(s->arena, path, &problem) || !strstr(problem, "read-only")) return CHILD_WRONG;
    if (store_write_file(s->arena, path, "x", 1, &problem) || !strstr(problem, "read-only"))
        return CHILD_WRONG;
    return CHILD_OK;
}

static void a_read_only_disk_is_said_so(void **state)
{
    int code = in_child(try_read_only_disk, *state);
    if (code == CHILD_CANNOT) skip();
    assert_int_equal(code, CHILD_OK);
}

static int try_full_disk(Scratch *s)
{
    char line[701] = "";
    const char *problem = "", *path = in_scratch(s, "journal.jsonl");
    memset(line, 'x', sizeof line - 1);
    if (!mount_small_disk(s, 0)) return CHILD_CANNOT;
    int n = 0;
    while (n < 100 && store_append_line(s->arena, path, line, &problem)) n++;
    if (n == 0 || n == 100 || !strstr(problem, "the disk is full")) return CHILD_WRONG;
    const char *text = get_text(s, path);
    return strlen(text) == (size_t)n * sizeof line && text[strlen(text) - 1] == '\n' ? CHILD_OK : CHILD_WRONG;
}

static void a_full_disk_keeps_whole_lines_alone(void **state)
{
    int code = in_child(try_full_disk, *state);
    if (code == CHILD_CANNOT) skip();
    assert_int_equal(code, CHILD_OK);
}

/* ---- watching ---- */

static void a_change_is_told_once_and_when_it_has_settled(void **state)
{
    Scratch *s = *state;
    const char *path = in_scratch(s, "lesson.md");
    StoreWatch watch;
    put_text(path, "one");
    store_watch_start(&watch, path);
    assert_false(store_watch_changed(&watch, path));
    put_text(path, "one and a ha");
    assert_false(store_watch_changed(&watch, path));
    put_text(path, "one and a half");
    assert_false(store_watch_changed(&watch, path)); /* still being written */
    assert_true(store_watch_changed(&watch, path));
    assert_false(store_watch_changed(&watch, path));
    assert_false(store_watch_changed(&watch, path));
}

static void a_file_that_is_away_for_a_moment_is_waited_for(void **state)
{
    Scratch *s = *state;
    const char *path = in_scratch(s, "lesson.md");
    StoreWatch watch;
    put_text(path, "one");
    store_watch_start(&watch, path);
    rename(path, in_scratch(s, "lesson.md~"));
    for (int i = 0; i < 5; i++) assert_false(store_watch_changed(&watch, path));
    put_text(path, "two"); /* same size, another file */
    assert_false(store_watch_changed(&watch, path));
    assert_true(store_watch_changed(&watch, path));
    rename(path, in_scratch(s, "x"));
    assert_false(store_watch_changed(&watch, path));
    rename(in_scratch(s, "lesson.md~"), path);
    assert_false(store_watch_changed(&watch, path));
    assert_true(store_watch_changed(&watch, path));
}

static void a_file_that_comes_later_is_a_change(void **state)
{
    Scratch *s = *state;
    const char *path = in_scratch(s, "notes");
    StoreWatch watch;
    store_watch_start(&watch, path);
    assert_false(store_watch_changed(&watch, path));
    put_text(path, "here");
    assert_false(store_watch_changed(&watch, path));
    assert_true(store_watch_changed(&watch, path));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(the_state_folder_follows_xdg),
        SCRATCH_TEST(paths_are_joined_by_one_slash),
        SCRATCH_TEST(the_runtime_folder_is_readable_by_the_user_alone),
        SCRATCH_TEST(without_a_runtime_folder_one_in_the_state_serves),
        SCRATCH_TEST(missing_parents_are_made_for_the_user_alone),
        SCRATCH_TEST(files_of_any_size_are_read_whole),
        SCRATCH_TEST(what_is_too_large_is_refused_also_from_a_pipe),
        SCRATCH_TEST(a_file_that_heed_keeps_is_no_pipe_and_no_device),
        SCRATCH_TEST(a_pipe_is_read_to_its_end),
        SCRATCH_TEST(what_cannot_be_read_is_said_in_one_sentence),
        SCRATCH_TEST(every_reason_has_its_sentence),
        SCRATCH_TEST(what_is_forbidden_is_said_so),
        SCRATCH_TEST(a_file_is_replaced_with_its_mode_and_through_its_link),
        SCRATCH_TEST(a_write_that_does_not_fit_leaves_the_old_file),
        SCRATCH_TEST(a_reader_sees_the_old_file_or_the_new_one),
        SCRATCH_TEST(a_read_only_disk_is_said_so),
        SCRATCH_TEST(a_full_disk_keeps_whole_lines_alone),
        SCRATCH_TEST(a_change_is_told_once_and_when_it_has_settled),
        SCRATCH_TEST(a_file_that_is_away_for_a_moment_is_waited_for),
        SCRATCH_TEST(a_file_that_comes_later_is_a_change),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
