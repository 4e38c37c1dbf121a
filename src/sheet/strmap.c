/* Open addressing with linear probing, at most half full; FNV-1a. */
#include "sheet/strmap.h"
#include "heed/arena.h"
#include <stdlib.h>
#include <string.h>

static uint64_t hash_of(const char *key)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (; *key != '\0'; key++) hash = (hash ^ (unsigned char)*key) * 0x100000001b3u;
    return hash;
}

static StrMapSlot *slot_for(const StrMap *map, const char *key, uint64_t hash)
{
    size_t i = (size_t)hash & (map->capacity - 1);
    while (map->slots[i].key != NULL) {
        if (map->slots[i].hash == hash && strcmp(map->slots[i].key, key) == 0) break;
        i = (i + 1) & (map->capacity - 1);
    }
    return &map->slots[i];
}

uint32_t strmap_get(const StrMap *map, const char *key)
{
    if (map->capacity == 0) return 0;
    return slot_for(map, key, hash_of(key))->value;
}

static void grow(StrMap *map)
{
    StrMap larger = {.capacity = map->capacity > 0 ? 2 * map->capacity : 64, .count = map->count};
    larger.slots = heed_xcalloc(larger.capacity, sizeof *larger.slots);
    for (size_t i = 0; i < map->capacity; i++) {
        const StrMapSlot *slot = &map->slots[i];
        if (slot->key != NULL) *slot_for(&larger, slot->key, slot->hash) = *slot;
    }
    free(map->slots);
    *map = larger;
}

void strmap_put(StrMap *map, const char *key, uint32_t value)
{
    if (2 * (map->count + 1) > map->capacity) grow(map);
    uint64_t hash = hash_of(key);
    StrMapSlot *slot = slot_for(map, key, hash);
    if (slot->key == NULL) map->count++;
    *slot = (StrMapSlot){key, hash, value};
}

void strmap_free(StrMap *map)
{
    free(map->slots);
    *map = (StrMap){0};
}
