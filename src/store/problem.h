/* A failed system call as one sentence. */
#ifndef HEED_STORE_PROBLEM_H
#define HEED_STORE_PROBLEM_H

#include "heed/store.h"

/* Sets *problem (where it is not NULL) to "cannot ACTION PATH: REASON; ADVICE" for an
 * errno. Returns false, so that a caller can return it. */
bool problem_set(Arena *arena, const char **problem, const char *action, const char *path, int error);
/* The same for a file that may be locked: EWOULDBLOCK is STORE_LOCKED, all else STORE_FAILED. */
StoreDone problem_done(Arena *arena, const char **problem, const char *action, const char *path, int error);
/* The same with a reason of one's own. */
bool problem_set_reason(Arena *arena, const char **problem, const char *action, const char *path,
                        const char *reason);

#endif
