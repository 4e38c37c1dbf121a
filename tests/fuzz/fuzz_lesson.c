/* Any text as a lesson. */
#include "heed/lesson.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena *arena = arena_new();
    Diags diags;
    diags_init(&diags, arena);
    Lesson *lesson = lesson_parse("fuzz.md", (const char *)data, size, &diags);
    diags_format(arena, &diags);
    layer_free(layer_new(lesson->sheet, NULL, 0, NULL));
    lesson_free(lesson);
    arena_free(arena);
    return 0;
}
