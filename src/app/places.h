/* Where the student is in each lesson: what the journal tells of it, in the terms of the lessons that the
 * library has. Lessons that it does not have keep their lines in the journal and are nowhere here.
 */
#ifndef HEED_APP_PLACES_H
#define HEED_APP_PLACES_H

#include "study.h"
#include "visit.h"

/* Where the student was last in a lesson; false: never there. */
bool places_at(Study *study, const char *lesson, Place *place);
/* How many of its screens were reached, 0 … n_screens. */
int places_screens(Study *study, const LibraryEntry *entry);
/* The lesson that the student was in last, or NULL. */
const LibraryEntry *places_latest(Study *study, const Library *library);
/* Whether the journal's last place is this one: then there is nothing to write. */
bool places_is_last(Study *study, const char *lesson, Place place);

#endif
