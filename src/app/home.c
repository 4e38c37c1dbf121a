/* The list is made anew for each frame from the library's index and the places: no lesson is parsed for it.
 */
#include "home.h"

#include "find.h"

#include <stdlib.h>
#include <string.h>

void home_point(Home *home, const Library *library, const Places *places)
{
    const LibraryEntry *last = places_latest(places);
    for (size_t i = 0; last != NULL && i < library->count; i++)
        if (&library->entries[i] == last) home->selected = i;
}

void home_set_search(Home *home, const char *text)
{
    char *copy = *text != '\0' ? heed_xstrdup(text) : NULL;
    free(home->search);
    home->search = copy;
}

bool home_find(Home *home, const Library *library, const char *text, int direction)
{
    size_t n = library->count;
    size_t step = direction < 0 ? n - 1 : 1; /* backwards is n - 1 forwards, round the list */
    size_t at = home->selected;
    for (size_t tried = 0; tried < n; tried++) {
        if (tried > 0 || direction != 0) at = (at + step) % n;
        if (find_text(library->entries[at].title, text) == NULL) continue;
        home->selected = at;
        return true;
    }
    return false;
}

/* The journal may remember a place that a newer version of the lesson no longer has. */
static const char *where_text(Arena *arena, const LibraryEntry *entry, Place place)
{
    int step = 0, n_steps = 0;
    for (int i = 0; i < entry->n_screens; i++) {
        if (i < place.screen) step += entry->steps[i];
        if (i == place.screen) step += place.step < entry->steps[i] ? place.step + 1 : entry->steps[i];
        n_steps += entry->steps[i];
    }
    return arena_printf(arena, "%s, step %d of %d. Enter continues.", entry->title, step, n_steps);
}

void home_state(const Home *home, const Library *library, const Places *places, Arena *arena,
                HomeState *state)
{
    const LibraryEntry *last = places_latest(places);
    HomeItem *items = arena_array(arena, library->count, sizeof *items);
    for (size_t i = 0; i < library->count; i++) {
        const LibraryEntry *entry = &library->entries[i];
        items[i] = (HomeItem){entry, places_screens(places, entry->id), entry == last, NULL};
    }
    *state = (HomeState){
        .items = items,
        .n_items = library->count,
        .selected = home->selected,
        .first_start = places_is_new(places) && !home->is_used,
        .search = home->search,
    };
    Place place;
    if (last != NULL && places_at(places, last->id, &place)) state->where = where_text(arena, last, place);
    const char *damage = home->was_left ? NULL : places_damage(places);
    if (damage != NULL) {
        const char **lines = arena_array(arena, 1, sizeof *lines);
        lines[0] = damage;
        state->lines = lines;
        state->n_lines = 1;
    }
}
