/* The journal on disk, as a running program uses it: read once at the start, appended to line by line.
 *
 * Lines that could not be written wait in memory, in order, and go out before the next one: a disk that has
 * room again gets all of them.
 */
#ifndef HEED_CLI_JOURNAL_FILE_H
#define HEED_CLI_JOURNAL_FILE_H

#include "clock.h"
#include "heed/arena.h"

typedef struct JournalFile {
    const char *path; /* NULL: nothing can be kept */
    bool has_failed;  /* said once */
    StrBuf unwritten; /* lines that wait for the disk */
} JournalFile;

/* The journal's whole text, "" where there is none yet; what comes back lives in `arena`. `data` is --data or
 * NULL. What stands against keeping anything is said in *problem. */
const char *journal_file_open(JournalFile *file, Arena *arena, const char *data, size_t *len,
                              const char **problem);
/* Appends one line, without its newline. False and a problem the first time that it cannot be written. */
bool journal_file_append(JournalFile *file, Arena *scratch, const char *line, const char **problem);
/* One of the daily copies. */
void journal_file_keep_copy(const JournalFile *file, Arena *scratch, Clock *clock);
void journal_file_close(JournalFile *file);

#endif
