#include "heed/lesson.h"
#include <string.h>

const LibraryEntry *library_find(const Library *library, const char *id)
{
    for (size_t i = 0; i < library->count; i++)
        if (strcmp(library->entries[i].id, id) == 0) return &library->entries[i];
    return NULL;
}
