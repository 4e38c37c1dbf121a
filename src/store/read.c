/* Whole files into the arena. What a file says about its size is a first guess
 * alone: it may be a pipe, or grow while it is read.
 */
#include "heed/store.h"
#include "store/files.h"
#include "store/problem.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FIRST_GUESS = 64 * 1024 };

/* The bytes read so far; cap > len, so that a zero always follows them. */
typedef struct Buffer {
    char *data;
    size_t len, cap;
} Buffer;

static void buffer_make_room(Arena *arena, Buffer *buffer)
{
    if (buffer->len + 1 < buffer->cap) return;
    buffer->data = arena_grow(arena, buffer->data, buffer->len, buffer->cap * 2, 1);
    buffer->cap *= 2;
}

static bool too_large(Arena *arena, const char **problem, const char *path, size_t limit)
{
    const char *reason = limit >= 1 << 20 ? arena_printf(arena, "it is larger than %zu MiB", limit >> 20)
                                          : arena_printf(arena, "it is larger than %zu bytes", limit);
    return problem_set_reason(arena, problem, "read", path, reason);
}

/* Reads to the end. */
static bool read_all(Arena *arena, int fd, const char *path, size_t limit, Buffer *buffer,
                     const char **problem)
{
    for (;;) {
        buffer_make_room(arena, buffer);
        ssize_t got = read(fd, buffer->data + buffer->len, buffer->cap - buffer->len - 1);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return problem_set(arena, problem, "read", path, errno);
        if (got == 0) break;
        buffer->len += (size_t)got;
        if (buffer->len > limit) return too_large(arena, problem, path, limit);
    }
    buffer->data[buffer->len] = '\0';
    return true;
}

char *fd_read_file(Arena *arena, int fd, const char *path, size_t limit, size_t *len, const char **problem)
{
    struct stat info;
    if (fstat(fd, &info) != 0) return problem_set(arena, problem, "read", path, errno), NULL;
    if (S_ISDIR(info.st_mode)) return problem_set(arena, problem, "read", path, EISDIR), NULL;
    bool has_size = S_ISREG(info.st_mode) && info.st_size > 0;
    if (has_size && (uintmax_t)info.st_size > limit) return too_large(arena, problem, path, limit), NULL;
    Buffer buffer = {.cap = has_size ? (size_t)info.st_size + 2 : FIRST_GUESS};
    buffer.data = arena_alloc(arena, buffer.cap);
    if (!read_all(arena, fd, path, limit, &buffer, problem)) return NULL;
    *len = buffer.len;
    return buffer.data;
}

char *store_read_file(Arena *arena, const char *path, size_t limit, size_t *len, const char **problem)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    if (fd < 0) return problem_set(arena, problem, "read", path, errno), NULL;
    char *text = fd_read_file(arena, fd, path, limit, len, problem);
    close(fd);
    return text;
}

char *store_read_file_if_any(Arena *arena, const char *path, size_t limit, size_t *len, const char **problem)
{
    struct stat info;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    *len = 0;
    if (fd < 0 && errno == ENOENT) return arena_strdup(arena, "");
    if (fd < 0) return problem_set(arena, problem, "read", path, errno), NULL;
    bool is_other = fstat(fd, &info) == 0 && !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode);
    if (is_other) problem_set_reason(arena, problem, "read", path, "it is a pipe or a device; move it away");
    char *text = is_other ? NULL : fd_read_file(arena, fd, path, limit, len, problem);
    close(fd);
    return text;
}

char *store_read_stream(Arena *arena, FILE *stream, size_t limit, size_t *len, const char **problem)
{
    static const char name[] = "standard input";
    Buffer buffer = {.cap = FIRST_GUESS};
    buffer.data = arena_alloc(arena, buffer.cap);
    size_t got;
    do {
        buffer_make_room(arena, &buffer);
        errno = 0;
        got = fread(buffer.data + buffer.len, 1, buffer.cap - buffer.len - 1, stream);
        buffer.len += got;
        if (buffer.len > limit) return too_large(arena, problem, name, limit), NULL;
    } while (got > 0);
    if (ferror(stream)) return problem_set(arena, problem, "read", name, errno ? errno : EIO), NULL;
    buffer.data[buffer.len] = '\0';
    *len = buffer.len;
    return buffer.data;
}
