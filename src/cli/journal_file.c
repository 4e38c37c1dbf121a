/* Where the journal lies, and what becomes of it when the disk does not take it. */
#include "journal_file.h"
#include "heed/schedule.h"
#include "heed/store.h"

#include <string.h>

enum { KEEP_COPIES = 10 };

const char *journal_file_open(JournalFile *file, Arena *arena, const char *data, size_t *len,
                              const char **problem)
{
    *file = (JournalFile){0};
    *len = 0;
    const char *dir = store_state_dir(arena, data, problem);
    if (dir == NULL) return "";
    const char *path = store_path(arena, dir, "journal.jsonl");
    const char *text = store_read_file_if_any(arena, path, STORE_JOURNAL_LIMIT, len, problem);
    if (text == NULL) {
        *len = 0;
        return "";
    }
    if (store_can_append(arena, path, problem))
        file->path = path;
    else
        file->has_failed = true;
    return text;
}

bool journal_file_append(JournalFile *file, Arena *scratch, const char *line, const char **problem)
{
    if (file->path == NULL) return true;
    StrBuf *waiting = &file->unwritten;
    strbuf_printf(waiting, "%s\n", line);
    while (waiting->len > 0) {
        size_t len = strcspn(waiting->data, "\n");
        if (!store_append_line(scratch, file->path, arena_strndup(scratch, waiting->data, len), problem)) {
            bool is_news = !file->has_failed;
            file->has_failed = true;
            return !is_news;
        }
        memmove(waiting->data, waiting->data + len + 1, waiting->len - len);
        waiting->len -= len + 1;
    }
    file->has_failed = false;
    return true;
}

void journal_file_keep_copy(const JournalFile *file, Arena *scratch, Clock *clock)
{
    if (file->path == NULL) return;
    Event now = {0};
    clock_fill(clock, &now);
    Day today = day_of((WallTime){now.wall_ms, now.utc_offset_min});
    store_keep_copy(scratch, file->path, day_text(scratch, today), KEEP_COPIES, NULL);
    arena_reset(scratch);
}

void journal_file_close(JournalFile *file)
{
    strbuf_free(&file->unwritten);
}
