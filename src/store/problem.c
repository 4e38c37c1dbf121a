/* One table from errno to what a user can do about it. */
#include "store/problem.h"
#include "heed/text.h"
#include <errno.h>
#include <string.h>

static const struct {
    int error;
    const char *reason;
} reasons[] = {
    {ENOENT, "it does not exist"},
    {EACCES, "permission denied; check who owns it and its mode"},
    {EPERM, "the system does not permit it; check who owns it"},
    {EROFS, "the disk is read-only; choose another folder with --data DIR"},
    {ENOSPC, "the disk is full; free some space"},
    {EDQUOT, "your disk quota is used up; free some space"},
    {EFBIG, "it would exceed the file size limit; raise it (ulimit -f)"},
    {EISDIR, "it is a folder; name a file"},
    {ENOTDIR, "a part of the path is a file, not a folder"},
    {EEXIST, "something that is not a folder is in its place"},
    {ELOOP, "its symbolic links lead in a circle"},
    {ENAMETOOLONG, "the name is too long"},
    {EMFILE, "too many files are open; raise the limit (ulimit -n)"},
    {ENFILE, "too many files are open on this machine"},
    {EIO, "the disk reports an error; save what matters elsewhere"},
    {ETXTBSY, "it is being executed"},
    {EWOULDBLOCK, "another program keeps it locked; stop that program or try again"},
};

bool problem_set_reason(Arena *arena, const char **problem, const char *action, const char *path,
                        const char *reason)
{
    if (!problem) return false;
    const char *safe = text_sanitize(arena, path, strlen(path), false);
    *problem = arena_printf(arena, "cannot %s %s: %s", action, safe, reason);
    return false;
}

bool problem_set(Arena *arena, const char **problem, const char *action, const char *path, int error)
{
    for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++)
        if (reasons[i].error == error)
            return problem_set_reason(arena, problem, action, path, reasons[i].reason);
    char text[128] = "";
    if (strerror_r(error, text, sizeof text) != 0 || !text[0]) strcpy(text, "the system reports an error");
    return problem_set_reason(arena, problem, action, path, text);
}

StoreDone problem_done(Arena *arena, const char **problem, const char *action, const char *path, int error)
{
    problem_set(arena, problem, action, path, error);
    return error == EWOULDBLOCK ? STORE_LOCKED : STORE_FAILED;
}
