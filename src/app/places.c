/* One slot a lesson of the library. The journal is replayed once, at the start; from then on the slots follow
 * what is appended, so that home shows the present without reading anything again. Lessons that the library
 * does not have keep their lines in the journal and have no slot here.
 */
#include "places.h"

#include <string.h>

typedef struct Slot {
    bool is_known;
    Place latest;
    int best_screen;
} Slot;

struct Places {
    Arena *arena;
    const Library *library;
    Slot *slots; /* as library->entries */
    const LibraryEntry *latest;
    const char *damage;
    bool is_new;
};

static Slot *slot_of(const Places *places, const char *lesson)
{
    const LibraryEntry *entry = library_find(places->library, lesson);
    return entry != NULL ? &places->slots[entry - places->library->entries] : NULL;
}

static void replay(Places *places, const Journal *journal)
{
    Arena *arena = arena_new();
    const Progress *progress = progress_replay(arena, journal, &schedule_default);
    for (size_t i = 0; i < progress->n_places; i++) {
        const LessonPlace *past = &progress->places[i];
        Slot *slot = slot_of(places, past->lesson);
        if (slot != NULL) *slot = (Slot){true, {past->screen, past->step}, past->best_screen};
    }
    if (progress->latest != NULL) places->latest = library_find(places->library, progress->latest->lesson);
    arena_free(arena);
}

Places *places_new(const Library *library, const char *journal, size_t len)
{
    Arena *arena = arena_new(), *scratch = arena_new();
    Places *places = arena_alloc(arena, sizeof *places);
    places->arena = arena;
    places->library = library;
    places->slots = arena_array(arena, library->count, sizeof *places->slots);
    const Journal *read = journal_parse(scratch, journal, len);
    places->is_new = read->n_records == 0 && read->n_damage == 0;
    const char *damage = journal_damage_text(scratch, read);
    if (damage != NULL) places->damage = arena_strdup(arena, damage);
    replay(places, read);
    arena_free(scratch);
    return places;
}

void places_free(Places *places)
{
    if (places != NULL) arena_free(places->arena);
}

const char *places_rest(Places *places, const char *lesson, Place place, WallTime now, Arena *arena)
{
    Slot *slot = slot_of(places, lesson);
    const LibraryEntry *entry = library_find(places->library, lesson);
    if (slot == NULL) return NULL;
    bool is_same = slot->is_known && slot->latest.screen == place.screen && slot->latest.step == place.step;
    if (is_same && places->latest == entry) return NULL;
    int best = slot->is_known && slot->best_screen > place.screen ? slot->best_screen : place.screen;
    *slot = (Slot){true, place, best};
    places->latest = entry;
    places->is_new = false;
    return journal_place_line(arena, lesson, place.screen, place.step, now);
}

bool places_at(const Places *places, const char *lesson, Place *place)
{
    const Slot *slot = slot_of(places, lesson);
    if (slot == NULL || !slot->is_known) return false;
    *place = slot->latest;
    return true;
}

/* The journal may know a lesson from when it was longer. */
int places_screens(const Places *places, const char *lesson)
{
    const Slot *slot = slot_of(places, lesson);
    if (slot == NULL || !slot->is_known) return 0;
    int n = places->library->entries[slot - places->slots].n_screens;
    return slot->best_screen + 1 < n ? slot->best_screen + 1 : n;
}

const LibraryEntry *places_latest(const Places *places)
{
    return places->latest;
}

bool places_is_new(const Places *places)
{
    return places->is_new;
}

const char *places_damage(const Places *places)
{
    return places->damage;
}
