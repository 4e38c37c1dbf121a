/* What is studied, and what came of it so far: the course, and the progress that the journal tells.
 *
 * The journal is read once, at the start; each line that is written from then on is taken here too, so that
 * whoever asks (home, a quiz, cards) sees the present. Lessons are parsed only when a question or a card of
 * theirs is asked for.
 */
#ifndef HEED_APP_STUDY_H
#define HEED_APP_STUDY_H

#include "heed/course.h"
#include "heed/journal.h"

typedef struct Study Study;

/* Any bytes are survived. The library outlives it. */
Study *study_new(const Library *library, const char *journal, size_t len);
void study_free(Study *study);

/* Made when it is first asked for; stays the same. */
Course *study_course(Study *study);
/* As of the last line; good until the next study_take. */
const Progress *study_progress(Study *study);
/* A line that is being written to the journal. Others call app_record, which does both. */
void study_take(Study *study, const char *line);

/* Nothing was ever written down. */
bool study_is_new(const Study *study);
/* One sentence about damaged lines of the journal, or NULL. */
const char *study_damage(const Study *study);

#endif
