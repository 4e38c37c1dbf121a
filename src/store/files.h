/* What writing, appending and copying share. */
#ifndef HEED_STORE_FILES_H
#define HEED_STORE_FILES_H

#include "heed/arena.h"

/* All of data, or false with errno; *written is what arrived. A size limit gives EFBIG, no signal. */
bool fd_write_all(int fd, const char *data, size_t len, size_t *written);
/* fsync; what cannot be synced (a device, a pipe) counts as done. */
bool fd_sync(int fd);
/* The folder of a path: "." where it names none. */
char *path_folder(Arena *arena, const char *path);
/* Makes a new name in a folder last through a power cut; a file system that cannot is left alone. */
void folder_sync(Arena *arena, const char *path);
/* flock (LOCK_SH or LOCK_EX), waiting up to two seconds or not at all; false with errno EWOULDBLOCK. A file
 * system without locks counts as locked. */
bool fd_lock(int fd, int operation, bool waits);

/* The rest of an open file, as store_read_file; `path` is what a problem calls it. */
char *fd_read_file(Arena *arena, int fd, const char *path, size_t limit, size_t *len, const char **problem);

#endif
