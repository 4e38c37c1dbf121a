/* Any bytes as JSON. */
#include "heed/json.h"

#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena *arena = arena_new();
    size_t at;
    const char *error;
    const JsonValue *value = json_parse(arena, (const char *)data, size, &at, &error);
    if (value && value->type == JSON_OBJECT && value->length) json_get(value, value->keys[0]);
    arena_free(arena);
    return 0;
}
