/* A folder of its own for each test, and bytes in and out of it without the store. */
#ifndef HEED_TESTS_STORE_SCRATCH_H
#define HEED_TESTS_STORE_SCRATCH_H

#include "base/check.h"

#include "heed/arena.h"
#include <dirent.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct Scratch {
    Arena *arena;
    char dir[128];
} Scratch;

static inline int scratch_setup(void **state)
{
    Scratch *scratch = heed_xcalloc(1, sizeof *scratch);
    scratch->arena = arena_new();
    strcpy(scratch->dir, "/tmp/heed-store-XXXXXX");
    *state = scratch;
    umask(022);
    return mkdtemp(scratch->dir) ? 0 : -1;
}

static inline int scratch_remove(const char *path, const struct stat *info, int type, struct FTW *place)
{
    (void)info;
    (void)type;
    (void)place;
    return remove(path);
}

static inline int scratch_teardown(void **state)
{
    Scratch *scratch = *state;
    nftw(scratch->dir, scratch_remove, 16, FTW_DEPTH | FTW_PHYS);
    arena_free(scratch->arena);
    free(scratch);
    return 0;
}

static inline const char *in_scratch(Scratch *scratch, const char *name)
{
    return arena_printf(scratch->arena, "%s/%s", scratch->dir, name);
}

static inline void put_bytes(const char *path, const char *bytes, size_t len)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, len, file), len);
    assert_int_equal(fclose(file), 0);
}

static inline void put_text(const char *path, const char *text)
{
    put_bytes(path, text, strlen(text));
}

/* The file's bytes in the arena, zero-terminated; NULL where it is not there. */
static inline char *get_text(Scratch *scratch, const char *path)
{
    FILE *file = fopen(path, "r");
    if (!file) return NULL;
    StrBuf text = {0};
    char part[4096];
    for (size_t got; (got = fread(part, 1, sizeof part, file)) > 0;) strbuf_add_n(&text, part, got);
    fclose(file);
    return strbuf_take(&text, scratch->arena);
}

static inline size_t count_entries(const char *path)
{
    DIR *dir = opendir(path);
    size_t n = 0;
    if (!dir) return 0;
    for (const struct dirent *entry; (entry = readdir(dir));)
        n += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    closedir(dir);
    return n;
}

/* Runs `action` in a child of its own and gives its exit code; a signal is a failure. */
static inline int in_child(int (*action)(Scratch *scratch), Scratch *scratch)
{
    int status;
    fflush(NULL);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) _exit(action(scratch));
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

/* What a child says when the machine does not let it do what it needs. */
enum { CHILD_OK = 0, CHILD_WRONG = 1, CHILD_CANNOT = 77 };

#define SCRATCH_TEST(name) cmocka_unit_test_setup_teardown(name, scratch_setup, scratch_teardown)

#endif
