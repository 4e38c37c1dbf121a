#include "places.h"

#include <string.h>

bool places_at(Study *study, const char *lesson, Place *place)
{
    const LessonPlace *past = progress_place(study_progress(study), lesson);
    if (past == NULL) return false;
    *place = (Place){past->screen, past->step};
    return true;
}

/* The journal may know a lesson from when it was longer. */
int places_screens(Study *study, const LibraryEntry *entry)
{
    const LessonPlace *past = progress_place(study_progress(study), entry->id);
    if (past == NULL) return 0;
    return past->best_screen < entry->n_screens ? past->best_screen + 1 : entry->n_screens;
}

const LibraryEntry *places_latest(Study *study, const Library *library)
{
    const LessonPlace *latest = study_progress(study)->latest;
    return latest != NULL ? library_find(library, latest->lesson) : NULL;
}

bool places_is_last(Study *study, const char *lesson, Place place)
{
    const LessonPlace *latest = study_progress(study)->latest;
    return latest != NULL && strcmp(latest->lesson, lesson) == 0 && latest->screen == place.screen &&
           latest->step == place.step;
}
