/* Any bytes as a journal: parsed, replayed, its damage named. */
#include "heed/journal.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena *arena = arena_new();
    Journal *journal = journal_parse(arena, (const char *)data, size);
    journal_damage_text(arena, journal);
    progress_replay(arena, journal, &schedule_default);
    arena_free(arena);
    return 0;
}
