/* The two guides of `heed help`: the sheet's language and the lesson format, made
 * from the tables that the parsers use. */
#ifndef HEED_CLI_GUIDE_H
#define HEED_CLI_GUIDE_H

#include <stdbool.h>

/* Prints the guide called `topic` ("sheet", "lessons"); false where there is none. */
bool guide_print(const char *topic);
/* Prints a command's line of `heed help`; the line of its usage. Both are wrapped. */
void guide_entry(const char *command, const char *text);
void guide_usage(const char *usage);
/* What `heed help COMMAND` adds to a command's sentence; NULL: nothing. */
const char *guide_more(const char *command);

#endif
