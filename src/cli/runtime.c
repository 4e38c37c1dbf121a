#include "runtime.h"
#include "heed/store.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char *find_path(Arena *arena, const char *data_dir, const char **problem)
{
    const char *dir = store_runtime_dir(arena, data_dir, problem);
    if (dir == NULL) return NULL;
    const char *name = arena_printf(arena, RUNTIME_PREFIX "%ld" RUNTIME_SUFFIX, (long)getpid());
    return heed_xstrdup(store_path(arena, dir, name));
}

bool runtime_write(Runtime *runtime, Arena *arena, const char *data_dir, const char *text, const char **problem)
{
    const char *reason = NULL;
    *problem = NULL;
    if (runtime->path == NULL && !runtime->has_failed) runtime->path = find_path(arena, data_dir, &reason);
    if (runtime->path != NULL && store_write_private(arena, runtime->path, text, strlen(text), &reason)) {
        runtime->has_failed = false;
        return true;
    }
    if (!runtime->has_failed) *problem = arena_printf(arena, "no speaker's notes: %s", reason);
    runtime->has_failed = true;
    return false;
}

void runtime_remove(Runtime *runtime)
{
    if (runtime->path != NULL) store_remove(runtime->path);
    free(runtime->path);
    *runtime = (Runtime){0};
}

pid_t runtime_pid(const char *name)
{
    size_t prefix = strlen(RUNTIME_PREFIX);
    char *end;
    if (strncmp(name, RUNTIME_PREFIX, prefix) != 0 || name[prefix] < '1' || name[prefix] > '9') return 0;
    errno = 0;
    long pid = strtol(name + prefix, &end, 10);
    if (errno != 0 || strcmp(end, RUNTIME_SUFFIX) != 0 || pid != (long)(pid_t)pid) return 0;
    return (pid_t)pid;
}

/* A number that was given to another program since then is not told from this one: its file is removed when heed
 * ends, and a killed heed leaves one behind only until its number comes round. */
bool runtime_is_alive(pid_t pid)
{
    return pid > 0 && (kill(pid, 0) == 0 || errno == EPERM);
}
