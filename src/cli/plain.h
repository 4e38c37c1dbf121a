/* Plain line mode (plain.c): a second driver beside the loop, over the same app. */
#ifndef HEED_CLI_PLAIN_H
#define HEED_CLI_PLAIN_H

#include "cli.h"

/* --plain, a terminal that cannot place a cursor, or commands that come from no terminal. */
bool plain_is_wanted(const Options *options);
/* `name` NULL: home. On a pipe the exit code tells whether every line was understood. */
int plain_run(const Options *options, const char *name);

#endif
