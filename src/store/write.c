/* A file replaced in one step: temporary file beside it, fsync, rename, fsync of the
 * folder. What is no regular file (a device, a pipe) cannot be replaced and is
 * written as it is.
 */
#include "heed/store.h"
#include "store/files.h"
#include "store/problem.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool close_written(int fd, bool ok)
{
    int error = errno;
    if (close(fd) != 0 && ok && errno != EINTR) return false;
    errno = error;
    return ok;
}

/* errno tells after a failure. */
static bool write_in_place(const char *path, const char *data, size_t len)
{
    size_t written;
    int fd = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
    return fd >= 0 && close_written(fd, fd_write_all(fd, data, len, &written));
}

/* dir/.name.XXXXXX, as mkstemp wants it. */
static char *temporary_name(Arena *arena, const char *path)
{
    const char *slash = strrchr(path, '/');
    size_t folder = slash ? (size_t)(slash - path) + 1 : 0;
    return arena_printf(arena, "%.*s.%s.XXXXXX", (int)folder, path, path + folder);
}

static bool fill_temporary(int fd, mode_t mode, const char *data, size_t len)
{
    size_t written;
    fcntl(fd, F_SETFD, FD_CLOEXEC);
    return fchmod(fd, mode) == 0 && fd_write_all(fd, data, len, &written) && fd_sync(fd);
}

static bool replace(Arena *arena, const char *path, mode_t mode, const char *data, size_t len)
{
    char *temporary = temporary_name(arena, path);
    int fd = mkstemp(temporary);
    if (fd < 0) return false;
    bool ok = close_written(fd, fill_temporary(fd, mode, data, len)) && rename(temporary, path) == 0;
    if (ok) {
        folder_sync(arena, path);
        return true;
    }
    int error = errno;
    unlink(temporary);
    errno = error;
    return false;
}

bool store_write_file(Arena *arena, const char *path, const char *data, size_t len, const char **problem)
{
    struct stat found;
    mode_t mode = 0600;
    bool is_there = stat(path, &found) == 0;
    if (is_there && S_ISDIR(found.st_mode)) return problem_set(arena, problem, "write", path, EISDIR);
    if (is_there && !S_ISREG(found.st_mode))
        return write_in_place(path, data, len) || problem_set(arena, problem, "write", path, errno);
    if (!is_there && !store_make_dir(arena, path_folder(arena, path), problem)) return false;
    if (is_there) mode = found.st_mode & 07777;
    char *resolved = is_there ? realpath(path, NULL) : NULL;
    bool ok = replace(arena, resolved ? resolved : path, mode, data, len);
    if (!ok) problem_set(arena, problem, "write", path, errno);
    free(resolved);
    return ok;
}
