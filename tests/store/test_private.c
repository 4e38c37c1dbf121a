/* Files that one program of a user writes for another: nobody else's are read, nobody else reads them. */
#include "heed/store.h"
#include "store/scratch.h"
#include <fcntl.h>

static const char *written(Scratch *s, const char *name, const char *text)
{
    const char *path = in_scratch(s, name), *problem = NULL;
    assert_true(store_write_private(s->arena, path, text, strlen(text), &problem));
    assert_null(problem);
    return path;
}

static void a_private_file_is_the_users_alone_whatever_was_there(void **state)
{
    Scratch *s = *state;
    struct stat info;
    const char *path = in_scratch(s, "file");
    umask(0);
    put_bytes(path, "old", 3);
    chmod(path, 0666);
    written(s, "file", "new text");
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(info.st_mode & 07777, 0600);
    size_t len;
    const char *problem = NULL;
    assert_string_equal(store_read_private(s->arena, path, 1000, &len, &problem), "new text");
    assert_int_equal(len, 8);
}

static void a_reader_holds_the_old_text_or_the_new_one_whole(void **state)
{
    Scratch *s = *state;
    char bytes[8];
    const char *path = written(s, "file", "first");
    int fd = open(path, O_RDONLY);
    assert_true(fd >= 0);
    written(s, "file", "2");
    assert_int_equal(read(fd, bytes, sizeof bytes), 5);
    assert_memory_equal(bytes, "first", 5);
    close(fd);
    const char *const *names;
    assert_int_equal(store_list_dir(s->arena, s->dir, "", &names), 1); /* and no temporary file */
}

static void expect_refused(Scratch *s, const char *path, const char *reason)
{
    size_t len;
    const char *problem = NULL;
    assert_null(store_read_private(s->arena, path, 1000, &len, &problem));
    assert_non_null(problem);
    assert_non_null(strstr(problem, path));
    assert_non_null(strstr(problem, reason));
}

static void what_others_may_read_or_write_is_refused(void **state)
{
    Scratch *s = *state;
    static const mode_t modes[] = {0604, 0640, 0644, 0620, 0602, 0601, 0610, 0666};
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        const char *path = written(s, "file", "text");
        chmod(path, modes[i]);
        expect_refused(s, path, "others may read or write it");
    }
}

static void links_folders_and_pipes_are_refused(void **state)
{
    Scratch *s = *state;
    const char *path = written(s, "file", "text"), *link = in_scratch(s, "link"), *pipe = in_scratch(s, "pipe");
    assert_int_equal(symlink(path, link), 0);
    assert_int_equal(mkfifo(pipe, 0600), 0);
    expect_refused(s, link, "");
    expect_refused(s, pipe, "no regular file");
    expect_refused(s, s->dir, "no regular file");
    expect_refused(s, in_scratch(s, "missing"), "");
}

/* Where the test may give a file away (it runs as root in a container). */
static void a_file_of_somebody_else_is_refused(void **state)
{
    Scratch *s = *state;
    const char *path = written(s, "file", "text");
    if (chown(path, 12345, (gid_t)-1) != 0) {
        skip();
        return;
    }
    expect_refused(s, path, "belongs to somebody else");
}

static void a_file_beyond_the_limit_is_refused(void **state)
{
    Scratch *s = *state;
    size_t len;
    const char *problem = NULL, *path = written(s, "file", "0123456789");
    assert_null(store_read_private(s->arena, path, 9, &len, &problem));
    assert_non_null(strstr(problem, "larger"));
    assert_non_null(store_read_private(s->arena, path, 10, &len, &problem));
}

static void a_folder_that_cannot_be_written_is_said(void **state)
{
    Scratch *s = *state;
    const char *problem = NULL;
    assert_false(store_write_private(s->arena, in_scratch(s, "missing/file"), "x", 1, &problem));
    assert_non_null(strstr(problem, "cannot write"));
}

static void a_removed_file_is_gone_and_a_missing_one_no_failure(void **state)
{
    Scratch *s = *state;
    const char *path = written(s, "file", "text");
    assert_true(store_written_ms(path) > 0);
    store_remove(path);
    store_remove(path);
    assert_int_equal(access(path, F_OK), -1);
    assert_int_equal(store_written_ms(path), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(a_private_file_is_the_users_alone_whatever_was_there),
        SCRATCH_TEST(a_reader_holds_the_old_text_or_the_new_one_whole),
        SCRATCH_TEST(what_others_may_read_or_write_is_refused),
        SCRATCH_TEST(links_folders_and_pipes_are_refused),
        SCRATCH_TEST(a_file_of_somebody_else_is_refused),
        SCRATCH_TEST(a_file_beyond_the_limit_is_refused),
        SCRATCH_TEST(a_folder_that_cannot_be_written_is_said),
        SCRATCH_TEST(a_removed_file_is_gone_and_a_missing_one_no_failure),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
