/* A folder for one test: made empty, dropped with all that is in it. */
#ifndef HEED_TESTS_SESSION_FOLDER_H
#define HEED_TESTS_SESSION_FOLDER_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FOLDER_MAX = 64 };

/* 0, as cmocka's setups return, or -1. */
static inline int folder_make(char path[FOLDER_MAX])
{
    strcpy(path, "/tmp/heed-session-XXXXXX");
    return mkdtemp(path) != NULL ? 0 : -1;
}

static inline int folder_drop(const char *path)
{
    char command[FOLDER_MAX + 16];
    snprintf(command, sizeof command, "rm -rf '%s'", path);
    return system(command);
}

#endif
