/* Finding typed text in titles and in a lesson. */
#ifndef HEED_APP_FIND_H
#define HEED_APP_FIND_H

#include "heed/arena.h"
#include "visit.h"

/* The first place in `text` that holds `needle`, capital or small ASCII letters alike; NULL: none. An empty
 * needle is nowhere. */
const char *find_text(const char *text, const char *needle);

/* All text of one step that a reader sees, numbers left out, in `arena`; with a screen's first step its
 * title. `more` adds the sections that open on demand. */
const char *find_step_text(Arena *arena, const Lesson *lesson, Place place, bool more);
/* The plain text of a run of prose, numbers as "…". */
const char *find_prose_text(Arena *arena, const Prose *prose);

/* The next step after `from` (before it, for direction < 0), round the lesson, whose text holds `needle`;
 * *more tells that it stands only in a section that opens on demand. False: it stands nowhere else. */
bool find_step(const Lesson *lesson, const char *needle, Place from, int direction, Place *found, bool *more);
/* In how many steps `needle` stands, the sections that open on demand included. */
size_t find_count_steps(const Lesson *lesson, const char *needle);

#endif
