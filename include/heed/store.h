/* Files: the only code that touches them.
 *
 * Paths by the XDG rules, whole files read and written, one line appended, a file
 * watched. Nothing here knows what the bytes mean.
 *
 * Failure. Every function that can fail returns NULL or false and sets *problem to
 * one sentence with the path, the reason and what to do ("cannot write
 * /home/ada/.local/state/heed/journal.jsonl: the disk is full; free some space"),
 * in the arena, safe for a screen. `problem` may be NULL where nobody will say it.
 * Nothing is retried for long and no signal is raised: a write beyond a file size
 * limit is an error like any other.
 */
#ifndef HEED_STORE_H
#define HEED_STORE_H

#include "heed/arena.h"
#include <stdint.h>
#include <stdio.h>

#define STORE_TEXT_LIMIT    ((size_t)16 << 20) /* lessons, expressions */
#define STORE_JOURNAL_LIMIT ((size_t)512 << 20)

/* ---- where ---- */
/* The folder of the state: data_dir (--data) where it is not NULL, else
 * $XDG_STATE_HOME/heed, else $HOME/.local/state/heed; a relative XDG path is
 * ignored, as its specification demands. Nothing is created. */
char *store_state_dir(Arena *arena, const char *data_dir, const char **problem);
/* A folder for files that live as long as a program, readable by the user alone:
 * $XDG_RUNTIME_DIR/heed, or run in the folder of the state (see store_state_dir).
 * Created with mode 0700; one that belongs to somebody else, or is a link, is refused. */
char *store_runtime_dir(Arena *arena, const char *data_dir, const char **problem);
/* dir/name */
char *store_path(Arena *arena, const char *dir, const char *name);
/* Creates dir and its missing parents with mode 0700. */
bool store_make_dir(Arena *arena, const char *dir, const char **problem);

/* ---- whole files ---- */
/* The bytes of a file (or pipe, or device), followed by a zero that *len does not
 * count. More than `limit` bytes are refused, and a folder. */
char *store_read_file(Arena *arena, const char *path, size_t limit, size_t *len, const char **problem);
/* As store_read_file; what does not exist is the empty text and no problem, and a pipe or a device, which might never
 * end, is refused. */
char *store_read_file_if_any(Arena *arena, const char *path, size_t limit, size_t *len, const char **problem);
/* The rest of an open stream (standard input). */
char *store_read_stream(Arena *arena, FILE *stream, size_t limit, size_t *len, const char **problem);
/* Replaces a file in one step: whoever reads it sees the old bytes or the new ones,
 * also after a crash (a temporary file beside it, fsync, rename, fsync of the
 * folder). Keeps the mode of a file that is there, else 0600; follows a symbolic
 * link; creates missing folders. After a failure the old file is untouched. */
bool store_write_file(Arena *arena, const char *path, const char *data, size_t len, const char **problem);

/* The names of a folder's entries that end in `suffix`, sorted; how many. Hidden ones are left out; a folder that cannot
 * be read has none. */
size_t store_list_dir(Arena *arena, const char *dir, const char *suffix, const char *const **names);
/* The folder of a path: "." where it names none. */
char *store_folder(Arena *arena, const char *path);

/* ---- files for the user alone ---- */
/* Replaces a file in one step, with mode 0600 whatever was there; not synced: it is for
 * readers of this moment, and worth nothing after a crash. The folder exists. */
bool store_write_private(Arena *arena, const char *path, const char *data, size_t len, const char **problem);
/* As store_read_file, but refuses a link, what is no regular file, what belongs to somebody
 * else, and what others may read or write. */
char *store_read_private(Arena *arena, const char *path, size_t limit, size_t *len, const char **problem);
/* Removes a file; one that is gone already is no failure. */
void store_remove(const char *path);
/* Milliseconds since 1970 at which a file was last written; 0 where there is none. */
int64_t store_written_ms(const char *path);

/* ---- the journal's file ---- */
typedef enum StoreDone {
    STORE_DONE,
    STORE_LOCKED, /* another program holds the file; *problem says so */
    STORE_FAILED  /* *problem */
} StoreDone;

/* Appends `line` (no newline in it) and a newline as one locked, synced write.
 * Other programs appending to the file at that moment lose nothing, nor does a
 * file that an editor replaces. A last line that was cut gets its newline first,
 * so it damages itself alone. A write that does not fit is taken back. Creates file
 * and folders. Waits for another program's lock up to two seconds, or not at all. */
StoreDone store_append(Arena *arena, const char *path, const char *line, bool waits, const char **problem);
/* store_append that waits; true: done. */
bool store_append_line(Arena *arena, const char *path, const char *line, const char **problem);
/* Could a line be appended? Tells a read-only disk at the start. Creates the folders. */
bool store_can_append(Arena *arena, const char *path, const char **problem);
/* Keeps a copy of the file as it now is in the folder copies/ beside it, named
 * NAME.DAY, unless that day has one or the file is missing or empty; then removes the
 * oldest (by name) beyond `keep` (>= 1). `day` is like "2026-11-29". Does not wait for another
 * program's lock. */
StoreDone store_keep_copy(Arena *arena, const char *path, const char *day, size_t keep, const char **problem);

/* ---- watching ---- */
/* What a file looked like when last seen (fields are the store's own). */
typedef struct StoreLook {
    bool exists;
    uint64_t device, inode, size;
    int64_t mtime_s, mtime_ns, ctime_s, ctime_ns;
} StoreLook;

typedef struct StoreWatch {
    StoreLook told; /* the state last told to the caller */
    StoreLook seen; /* the last look */
} StoreWatch;

/* Starts watching a file as it now is. */
void store_watch_start(StoreWatch *watch, const char *path);
/* True once after the file has changed and then looked alike in two calls in a row:
 * an editor that is still writing, or has moved the file away for a moment, is left
 * to finish. Call it every few hundred milliseconds. */
bool store_watch_changed(StoreWatch *watch, const char *path);

#endif
