/* The file by which a presenting heed tells the speaker's terminal what is shown: present-PID.json in the runtime
 * folder, for the user alone, written anew at each change and removed at the end.
 */
#ifndef HEED_CLI_RUNTIME_H
#define HEED_CLI_RUNTIME_H

#include "heed/arena.h"
#include <sys/types.h>

#define RUNTIME_PREFIX "present-"
#define RUNTIME_SUFFIX ".json"

typedef struct Runtime {
    char *path;       /* NULL: nothing was written */
    bool has_failed;  /* and that was said */
} Runtime;

/* False, and a problem to be said where it is the first one: the talk goes on without notes. */
bool runtime_write(Runtime *runtime, Arena *arena, const char *data_dir, const char *text, const char **problem);
void runtime_remove(Runtime *runtime);

/* The program that a file of this name belongs to; 0: it is no such name. */
pid_t runtime_pid(const char *name);
bool runtime_is_alive(pid_t pid);

#endif
