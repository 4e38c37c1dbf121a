/* What stands in a folder. */
#include "heed/store.h"
#include "store/files.h"
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool ends_in(const char *name, const char *suffix)
{
    size_t n = strlen(name), m = strlen(suffix);
    return n >= m && strcmp(name + n - m, suffix) == 0;
}

size_t store_list_dir(Arena *arena, const char *dir, const char *suffix, const char *const **names)
{
    const char **found = NULL;
    size_t n = 0, cap = 0;
    DIR *stream = opendir(dir);
    for (const struct dirent *entry; stream && (entry = readdir(stream));) {
        if (entry->d_name[0] == '.' || !ends_in(entry->d_name, suffix)) continue;
        if (n == cap) {
            size_t wider = cap ? cap * 2 : 16;
            found = arena_grow(arena, found, n, wider, sizeof *found);
            cap = wider;
        }
        found[n++] = arena_strdup(arena, entry->d_name);
    }
    if (stream) closedir(stream);
    if (n) qsort(found, n, sizeof *found, by_name);
    *names = found;
    return n;
}

char *store_folder(Arena *arena, const char *path)
{
    return path_folder(arena, path);
}
