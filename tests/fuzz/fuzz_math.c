/* Any text as a formula. */
#include "heed/math.h"

#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena *arena = arena_new();
    Diags diags;
    diags_init(&diags, arena);
    SourceText source = {"fuzz", arena_strndup(arena, (const char *)data, size), size};
    math_inline(arena, math_parse(arena, &source, 0, strlen(source.text), &diags));
    diags_format(arena, &diags);
    arena_free(arena);
    return 0;
}
