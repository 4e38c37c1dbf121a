/* A file has changed when its look (which file, how large, when written) differs
 * from the one last told, and has settled when two looks in a row are alike.
 */
#include "heed/store.h"
#include <sys/stat.h>

static StoreLook look_at(const char *path)
{
    struct stat info;
    if (stat(path, &info) != 0) return (StoreLook){0};
    return (StoreLook){
        .exists = true,
        .device = (uint64_t)info.st_dev,
        .inode = (uint64_t)info.st_ino,
        .size = (uint64_t)info.st_size,
        .mtime_s = info.st_mtim.tv_sec,
        .mtime_ns = info.st_mtim.tv_nsec,
        .ctime_s = info.st_ctim.tv_sec,
        .ctime_ns = info.st_ctim.tv_nsec,
    };
}

static bool look_equal(const StoreLook *a, const StoreLook *b)
{
    return a->exists == b->exists && a->device == b->device && a->inode == b->inode && a->size == b->size &&
           a->mtime_s == b->mtime_s && a->mtime_ns == b->mtime_ns && a->ctime_s == b->ctime_s &&
           a->ctime_ns == b->ctime_ns;
}

void store_watch_start(StoreWatch *watch, const char *path)
{
    watch->told = watch->seen = look_at(path);
}

bool store_watch_changed(StoreWatch *watch, const char *path)
{
    StoreLook now = look_at(path);
    bool is_settled = look_equal(&now, &watch->seen);
    watch->seen = now;
    if (!is_settled || !now.exists || look_equal(&now, &watch->told)) return false;
    watch->told = now;
    return true;
}
