/* Where files live, by the XDG base directory rules, and making folders. */
#include "heed/store.h"
#include "store/problem.h"
#include <errno.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

char *store_path(Arena *arena, const char *dir, const char *name)
{
    size_t len = strlen(dir);
    const char *slash = len > 0 && dir[len - 1] == '/' ? "" : "/";
    return arena_printf(arena, "%s%s%s", dir, slash, name);
}

/* An environment variable that names an absolute path, or NULL. */
static const char *absolute_from(const char *variable)
{
    const char *path = getenv(variable);
    return path && path[0] == '/' ? path : NULL;
}

static const char *home_dir(void)
{
    const char *home = getenv("HOME");
    if (home && home[0]) return home;
    const struct passwd *entry = getpwuid(getuid());
    return entry && entry->pw_dir && entry->pw_dir[0] ? entry->pw_dir : NULL;
}

char *store_state_dir(Arena *arena, const char *data_dir, const char **problem)
{
    if (data_dir) return arena_strdup(arena, data_dir[0] ? data_dir : ".");
    const char *state = absolute_from("XDG_STATE_HOME");
    if (state) return store_path(arena, state, "heed");
    const char *home = home_dir();
    if (home) return store_path(arena, home, ".local/state/heed");
    if (problem) *problem = "cannot find your home folder: set HOME, or choose a folder with --data DIR";
    return NULL;
}

/* mkdir that takes a folder already there. */
static bool make_one(const char *dir)
{
    if (mkdir(dir, 0700) == 0) return true;
    struct stat found;
    int error = errno;
    if (stat(dir, &found) == 0 && S_ISDIR(found.st_mode)) return true;
    errno = error;
    return false;
}

bool store_make_dir(Arena *arena, const char *dir, const char **problem)
{
    char *path = arena_strdup(arena, dir);
    for (char *slash = path + (path[0] == '/'); (slash = strchr(slash, '/')); slash++) {
        *slash = '\0';
        if (path[0] && !make_one(path)) return problem_set(arena, problem, "create the folder", path, errno);
        *slash = '/';
    }
    return make_one(path) || problem_set(arena, problem, "create the folder", path, errno);
}

/* Makes a folder that nobody else can read, or explains why it cannot be trusted. */
static bool make_private(Arena *arena, const char *dir, const char **problem)
{
    static const char action[] = "use the folder";
    struct stat found;
    if (mkdir(dir, 0700) != 0 && errno != EEXIST) return problem_set(arena, problem, action, dir, errno);
    if (lstat(dir, &found) != 0) return problem_set(arena, problem, action, dir, errno);
    if (!S_ISDIR(found.st_mode))
        return problem_set_reason(arena, problem, action, dir, "it is not a folder; remove it");
    if (found.st_uid != geteuid())
        return problem_set_reason(arena, problem, action, dir, "it belongs to somebody else");
    if ((found.st_mode & 0777) != 0700 && chmod(dir, 0700) != 0)
        return problem_set(arena, problem, action, dir, errno);
    return true;
}

char *store_runtime_dir(Arena *arena, const char *data_dir, const char **problem)
{
    const char *runtime = absolute_from("XDG_RUNTIME_DIR");
    if (runtime) {
        char *dir = store_path(arena, runtime, "heed");
        if (make_private(arena, dir, NULL)) return dir;
    }
    const char *state = store_state_dir(arena, data_dir, problem);
    if (!state || !store_make_dir(arena, state, problem)) return NULL;
    char *dir = store_path(arena, state, "run");
    return make_private(arena, dir, problem) ? dir : NULL;
}
