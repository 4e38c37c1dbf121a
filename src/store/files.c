/* The system calls, made patient: interrupted calls go on, partial writes are
 * completed, a lock is waited for but not for ever (its holder may be stopped).
 */
#include "store/files.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

enum { LOCK_TRIES = 400, LOCK_PAUSE_NS = 5 * 1000 * 1000 }; /* 400 * 5 ms = 2 s */

/* Holds SIGXFSZ back in this thread; true where it was not held back already. */
static bool hold_size_signal(sigset_t *only)
{
    sigset_t before;
    sigemptyset(only);
    sigaddset(only, SIGXFSZ);
    pthread_sigmask(SIG_BLOCK, only, &before);
    return !sigismember(&before, SIGXFSZ);
}

/* Takes back a SIGXFSZ that came meanwhile and lets later ones through. */
static void release_size_signal(const sigset_t *only)
{
    const struct timespec none = {0, 0};
    int error = errno;
    while (sigtimedwait(only, NULL, &none) < 0 && errno == EINTR) continue;
    pthread_sigmask(SIG_UNBLOCK, only, NULL);
    errno = error;
}

bool fd_write_all(int fd, const char *data, size_t len, size_t *written)
{
    sigset_t only;
    bool is_ours = hold_size_signal(&only);
    *written = 0;
    while (*written < len) {
        ssize_t n = write(fd, data + *written, len - *written);
        if (n < 0 && errno == EINTR) continue;
        if (n == 0) errno = ENOSPC;
        if (n <= 0) break;
        *written += (size_t)n;
    }
    if (is_ours) release_size_signal(&only);
    return *written == len;
}

bool fd_sync(int fd)
{
    while (fsync(fd) != 0) {
        if (errno == EINTR) continue;
        return errno == EINVAL || errno == ENOTSUP || errno == ENOSYS;
    }
    return true;
}

char *path_folder(Arena *arena, const char *path)
{
    const char *slash = strrchr(path, '/');
    if (!slash) return arena_strdup(arena, ".");
    return arena_strndup(arena, path, slash == path ? 1 : (size_t)(slash - path));
}

void folder_sync(Arena *arena, const char *path)
{
    int fd = open(path_folder(arena, path), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) return;
    fd_sync(fd);
    close(fd);
}

bool fd_lock(int fd, int operation, bool waits)
{
    const struct timespec pause = {0, LOCK_PAUSE_NS};
    int most = waits ? LOCK_TRIES : 1;
    for (int tries = 0; tries < most; tries++) {
        if (tries > 0) nanosleep(&pause, NULL);
        if (flock(fd, operation | LOCK_NB) == 0) return true;
        if (errno != EWOULDBLOCK && errno != EINTR) return true; /* no locks on this file system */
    }
    errno = EWOULDBLOCK;
    return false;
}
