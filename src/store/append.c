/* One line, whole or not at all.
 *
 * Between open and lock another program may have put a new file in place of the one
 * opened, so the lock is taken on the file that has the name *now*. Under the lock:
 * if the last byte is no newline, a line was cut there, and ours starts with a newline
 * of its own. The line goes out in one write; if only part of it fits, that part is
 * cut off again.
 */
#include "heed/store.h"
#include "store/files.h"
#include "store/problem.h"
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { REPLACED_TRIES = 20 };

static bool is_same_file(int fd, const char *path)
{
    struct stat ours, named;
    return fstat(fd, &ours) == 0 && stat(path, &named) == 0 && ours.st_dev == named.st_dev &&
           ours.st_ino == named.st_ino;
}

/* The file under its name, locked; -1 with errno. */
static int open_locked(const char *path, bool waits)
{
    for (int tries = 0; tries < REPLACED_TRIES; tries++) {
        int fd = open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY, 0600);
        if (fd < 0) return -1;
        bool locked = fd_lock(fd, LOCK_EX, waits);
        if (locked && is_same_file(fd, path)) return fd;
        int error = errno;
        close(fd);
        errno = error;
        if (!locked) return -1;
    }
    errno = EWOULDBLOCK;
    return -1;
}

static bool ends_in_mid_line(int fd, off_t size)
{
    char last;
    return size > 0 && pread(fd, &last, 1, size - 1) == 1 && last != '\n';
}

/* errno tells after a failure. */
static bool append_locked(int fd, const char *line)
{
    struct stat before;
    if (fstat(fd, &before) != 0) return false;
    StrBuf bytes = {0};
    if (ends_in_mid_line(fd, before.st_size)) strbuf_add_char(&bytes, '\n');
    strbuf_add(&bytes, line);
    strbuf_add_char(&bytes, '\n');
    size_t written;
    bool ok = fd_write_all(fd, bytes.data, bytes.len, &written);
    if (!ok && written > 0) {
        int error = errno;
        if (ftruncate(fd, before.st_size) != 0) fd_sync(fd); /* what stays is a cut line */
        errno = error;
    }
    strbuf_free(&bytes);
    return ok && fd_sync(fd);
}

StoreDone store_append(Arena *arena, const char *path, const char *line, bool waits, const char **problem)
{
    assert(!strchr(line, '\n'));
    bool is_new = access(path, F_OK) != 0;
    if (is_new && !store_make_dir(arena, path_folder(arena, path), problem)) return STORE_FAILED;
    int fd = open_locked(path, waits);
    if (fd < 0) return problem_done(arena, problem, "write", path, errno);
    bool ok = append_locked(fd, line);
    if (!ok) problem_set(arena, problem, "write", path, errno);
    close(fd); /* and with it the lock */
    if (ok && is_new) folder_sync(arena, path);
    return ok ? STORE_DONE : STORE_FAILED;
}

bool store_append_line(Arena *arena, const char *path, const char *line, const char **problem)
{
    return store_append(arena, path, line, true, problem) == STORE_DONE;
}

bool store_can_append(Arena *arena, const char *path, const char **problem)
{
    int fd = open(path, O_RDWR | O_APPEND | O_CLOEXEC | O_NOCTTY);
    if (fd >= 0) {
        close(fd);
        return true;
    }
    if (errno != ENOENT) return problem_set(arena, problem, "write", path, errno);
    const char *folder = path_folder(arena, path);
    if (!store_make_dir(arena, folder, problem)) return false;
    return access(folder, W_OK | X_OK) == 0 || problem_set(arena, problem, "write", path, errno);
}
