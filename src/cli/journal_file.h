/* The journal on disk, as a running program uses it: read once at the start, appended to line by line, copied
 * once a day.
 *
 * On a screen nobody waits for it on the way. A line that cannot be written at once waits in memory, in
 * order, and goes out before the next one: because another program holds the file (tried again at every tick,
 * and spoken of only where it lasts), or because the disk refuses (said at once; one that has room again gets
 * all of them). Closing waits for a lock, and names what is lost.
 */
#ifndef HEED_CLI_JOURNAL_FILE_H
#define HEED_CLI_JOURNAL_FILE_H

#include "clock.h"
#include "heed/arena.h"

typedef struct JournalFile {
    const char *path; /* NULL: nothing can be kept */
    bool is_patient; /* appending waits for a lock, as it may where no key is waited for; set by opening it */
    bool has_failed; /* said once */
    StrBuf unwritten;   /* lines that wait, a newline after each */
    int64_t locked_ms;  /* monotonic: since when another program holds the file; -1: it does not */
    int32_t copied_day; /* the day whose copy was looked after */
} JournalFile;

/* The journal's whole text, "" where there is none yet; what comes back lives in `arena`. `data` is --data or
 * NULL. What stands against keeping anything is said in *problem. */
const char *journal_file_open(JournalFile *file, Arena *arena, const char *data, size_t *len,
                              const char **problem);
/* The same text for one who only reads: nothing is created. NULL and *problem where it cannot be read. */
const char *journal_file_read(Arena *arena, const char *data, size_t *len, const char **problem);
/* Appends one line, without its newline, or lets it wait. False and a problem (in `scratch`) where one is to
 * be said. */
bool journal_file_append(JournalFile *file, Arena *scratch, const char *line, const char **problem);
/* Tries again what waits for a lock, and makes the day's copy where there is none. As journal_file_append. */
bool journal_file_tick(JournalFile *file, Arena *scratch, const Clock *clock, const char **problem);
/* Milliseconds until a tick is wanted; -1: none is. */
int journal_file_timeout(const JournalFile *file);
/* Writes what waits, now with patience; what is lost is said on stderr. */
void journal_file_close(JournalFile *file);

#endif
