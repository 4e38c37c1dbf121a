/* Files for the user alone, for other programs of the same user to read at once. Nothing of another user's is
 * followed: not a link, not a file that others could have written.
 */
#include "heed/store.h"
#include "store/files.h"
#include "store/problem.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool store_write_private(Arena *arena, const char *path, const char *data, size_t len, const char **problem)
{
    char *temporary = arena_printf(arena, "%s.XXXXXX", path);
    int fd = mkstemp(temporary); /* mode 0600 */
    size_t written;
    if (fd < 0) return problem_set(arena, problem, "write", path, errno);
    bool ok = fchmod(fd, 0600) == 0 && fd_write_all(fd, data, len, &written);
    int error = errno;
    if (close(fd) != 0 && ok) ok = false, error = errno;
    if (ok && rename(temporary, path) == 0) return true;
    if (ok) error = errno;
    unlink(temporary);
    return problem_set(arena, problem, "write", path, error);
}

/* Why the file that is open cannot be trusted; NULL: it can. */
static const char *mistrust(const struct stat *info)
{
    if (!S_ISREG(info->st_mode)) return "it is no regular file; remove it";
    if (info->st_uid != geteuid()) return "it belongs to somebody else";
    if (info->st_mode & 077) return "others may read or write it; remove it";
    return NULL;
}

char *store_read_private(Arena *arena, const char *path, size_t limit, size_t *len, const char **problem)
{
    struct stat info;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NOFOLLOW | O_NONBLOCK);
    if (fd < 0) return problem_set(arena, problem, "read", path, errno), NULL;
    const char *reason = fstat(fd, &info) == 0 ? mistrust(&info) : "it cannot be looked at";
    char *text = NULL;
    if (reason == NULL)
        text = fd_read_file(arena, fd, path, limit, len, problem);
    else
        problem_set_reason(arena, problem, "read", path, reason);
    close(fd);
    return text;
}

void store_remove(const char *path)
{
    unlink(path);
}

int64_t store_written_ms(const char *path)
{
    struct stat info;
    if (lstat(path, &info) != 0) return 0;
    return (int64_t)info.st_mtim.tv_sec * 1000 + info.st_mtim.tv_nsec / 1000000;
}
