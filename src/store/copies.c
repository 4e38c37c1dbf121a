/* Daily copies: NAME.DAY in the folder copies/ beside the file. Days written as
 * YYYY-MM-DD sort by name, so the oldest are the first.
 */
#include "heed/store.h"
#include "store/files.h"
#include "store/problem.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* Is `name` a copy of `base`: base, a point, and ten characters of a day? */
static bool is_copy_of(const char *name, const char *base)
{
    size_t len = strlen(base);
    if (strncmp(name, base, len) != 0 || name[len] != '.') return false;
    const char *day = name + len + 1;
    return strlen(day) == 10 && strspn(day, "0123456789-") == 10;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The copies in a folder, oldest first. */
static char **list_copies(Arena *arena, const char *folder, const char *base, size_t *n)
{
    char **names = NULL;
    size_t capacity = 0;
    *n = 0;
    DIR *dir = opendir(folder);
    if (!dir) return NULL;
    for (const struct dirent *entry; (entry = readdir(dir));) {
        if (!is_copy_of(entry->d_name, base)) continue;
        if (*n == capacity) {
            capacity = capacity ? capacity * 2 : 16;
            names = arena_grow(arena, names, *n, capacity, sizeof *names);
        }
        names[(*n)++] = arena_strdup(arena, entry->d_name);
    }
    closedir(dir);
    if (*n) qsort(names, *n, sizeof *names, compare_names);
    return names;
}

/* The file's text while nobody appends to it; *len 0 where it is missing. */
static StoreDone read_locked(Arena *arena, const char *path, char **text, size_t *len, const char **problem)
{
    *len = 0;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0 && errno == ENOENT) return STORE_DONE;
    if (fd < 0) return problem_done(arena, problem, "read", path, errno);
    StoreDone done = STORE_DONE;
    if (!fd_lock(fd, LOCK_SH, false))
        done = problem_done(arena, problem, "copy", path, errno);
    else if (!(*text = store_read_file(arena, path, STORE_JOURNAL_LIMIT, len, problem)))
        done = STORE_FAILED;
    close(fd);
    return done;
}

StoreDone store_keep_copy(Arena *arena, const char *path, const char *day, size_t keep, const char **problem)
{
    const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
    const char *folder = store_path(arena, path_folder(arena, path), "copies");
    const char *copy = store_path(arena, folder, arena_printf(arena, "%s.%s", base, day));
    if (access(copy, F_OK) == 0) return STORE_DONE;
    size_t len, n;
    char *text = "";
    StoreDone done = read_locked(arena, path, &text, &len, problem);
    if (done != STORE_DONE || len == 0) return done;
    if (!store_write_file(arena, copy, text, len, problem)) return STORE_FAILED;
    char **names = list_copies(arena, folder, base, &n);
    for (size_t i = 0; i + keep < n; i++) unlink(store_path(arena, folder, names[i]));
    return STORE_DONE;
}
