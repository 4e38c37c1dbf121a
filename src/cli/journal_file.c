/* Where the journal lies, and what becomes of it when the disk does not take it. */
#include "journal_file.h"
#include "cli.h"
#include "heed/schedule.h"
#include "heed/store.h"

#include <string.h>

enum { KEEP_COPIES = 10, LOCK_RETRY_MS = 50, LOCK_TOLD_MS = 2000, NO_DAY = INT32_MIN };

static const char *path_of(Arena *arena, const char *data, const char **problem)
{
    const char *dir = store_state_dir(arena, data, problem);
    return dir != NULL ? store_path(arena, dir, "journal.jsonl") : NULL;
}

const char *journal_file_read(Arena *arena, const char *data, size_t *len, const char **problem)
{
    const char *path = path_of(arena, data, problem);
    *len = 0;
    return path != NULL ? store_read_file_if_any(arena, path, STORE_JOURNAL_LIMIT, len, problem) : NULL;
}

/* What cannot be read is not written to either. */
const char *journal_file_open(JournalFile *file, Arena *arena, const char *data, size_t *len,
                              const char **problem)
{
    *file = (JournalFile){.is_patient = true, .locked_ms = -1, .copied_day = NO_DAY};
    const char *text = journal_file_read(arena, data, len, problem);
    if (text == NULL) {
        *len = 0;
        return "";
    }
    file->path = path_of(arena, data, NULL);
    file->has_failed = !store_can_append(arena, file->path, problem);
    return text;
}

/* ------------------------------------------------------------------ writing */

/* The waiting lines in order, as far as it goes. */
static StoreDone write_waiting(JournalFile *file, Arena *scratch, bool is_patient, const char **problem)
{
    StrBuf *waiting = &file->unwritten;
    while (waiting->len > 0) {
        size_t len = strcspn(waiting->data, "\n");
        const char *line = arena_strndup(scratch, waiting->data, len);
        StoreDone done = store_append(scratch, file->path, line, is_patient, problem);
        if (done != STORE_DONE) return done;
        memmove(waiting->data, waiting->data + len + 1, waiting->len - len);
        waiting->len -= len + 1;
    }
    return STORE_DONE;
}

/* A failure is news once; a lock only after a while. */
static bool try_waiting(JournalFile *file, Arena *scratch, const char **problem)
{
    StoreDone done = write_waiting(file, scratch, file->is_patient, problem);
    int64_t now_ms = clock_mono_ms();
    if (done != STORE_LOCKED) file->locked_ms = -1;
    if (done == STORE_DONE) file->has_failed = false;
    if (done == STORE_LOCKED && file->locked_ms < 0) file->locked_ms = now_ms;
    bool is_short = !file->is_patient && done == STORE_LOCKED && now_ms - file->locked_ms < LOCK_TOLD_MS;
    if (done == STORE_DONE || is_short || file->has_failed) return true;
    file->has_failed = true;
    return false;
}

bool journal_file_append(JournalFile *file, Arena *scratch, const char *line, const char **problem)
{
    if (file->path == NULL) return true;
    strbuf_printf(&file->unwritten, "%s\n", line);
    return try_waiting(file, scratch, problem);
}

/* A copy that a lock stands against is made at a later tick. */
static void look_after_copy(JournalFile *file, Arena *scratch, const Clock *clock)
{
    Day today = day_of(clock_now(clock));
    if (today == file->copied_day) return;
    const char *day = day_text(scratch, today);
    if (store_keep_copy(scratch, file->path, day, KEEP_COPIES, NULL) != STORE_LOCKED)
        file->copied_day = today;
}

bool journal_file_tick(JournalFile *file, Arena *scratch, const Clock *clock, const char **problem)
{
    if (file->path == NULL) return true;
    look_after_copy(file, scratch, clock);
    return file->locked_ms < 0 || try_waiting(file, scratch, problem);
}

int journal_file_timeout(const JournalFile *file)
{
    return file->locked_ms >= 0 ? LOCK_RETRY_MS : -1;
}

void journal_file_close(JournalFile *file)
{
    const char *problem = NULL;
    Arena *scratch = arena_new();
    if (file->unwritten.len > 0 && write_waiting(file, scratch, true, &problem) != STORE_DONE)
        cli_say("%s; the last of what you did is lost", problem);
    arena_free(scratch);
    strbuf_free(&file->unwritten);
}
