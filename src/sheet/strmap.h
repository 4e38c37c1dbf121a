/* A map from text to a number, for names and for the texts of nodes. Keys are
 * borrowed and must outlive the map. Value 0 means absent.
 */
#ifndef HEED_SHEET_STRMAP_H
#define HEED_SHEET_STRMAP_H

#include <stddef.h>
#include <stdint.h>

typedef struct StrMapSlot {
    const char *key;
    uint64_t hash;
    uint32_t value;
} StrMapSlot;

typedef struct StrMap {
    StrMapSlot *slots;
    size_t count, capacity; /* a power of two, or 0 */
} StrMap;

uint32_t strmap_get(const StrMap *map, const char *key);
void strmap_put(StrMap *map, const char *key, uint32_t value);
void strmap_free(StrMap *map);

#endif
