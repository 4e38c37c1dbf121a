/* Where the student is in each lesson: replayed from the journal, kept up to date, and turned into its lines.
 */
#ifndef HEED_APP_PLACES_H
#define HEED_APP_PLACES_H

#include "heed/journal.h"
#include "visit.h"

typedef struct Places Places;

/* Replays a journal's whole text (any bytes). */
Places *places_new(const Library *library, const char *journal, size_t len);
void places_free(Places *places);

/* The student rests at this place of a shipped lesson. Returns the journal line for it, in `arena`; NULL
 * where the journal's last place is the same: there is nothing to write. */
const char *places_rest(Places *places, const char *lesson, Place place, WallTime now, Arena *arena);

/* Where the student was last in a lesson; false: never there. */
bool places_at(const Places *places, const char *lesson, Place *place);
/* How many of its screens were reached, 0 … n_screens. */
int places_screens(const Places *places, const char *lesson);
/* The lesson that the student was in last, or NULL. */
const LibraryEntry *places_latest(const Places *places);
/* Nothing was ever written down. */
bool places_is_new(const Places *places);
/* One sentence about damaged journal lines, or NULL. */
const char *places_damage(const Places *places);

#endif
