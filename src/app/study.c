/* The records stay; the progress is what a replay of them gives, made anew when it is asked for after a line
 * was added. A replay of ten thousand records takes a millisecond or two, so nothing is kept in step by hand,
 * and an undo needs no case of its own.
 */
#include "study.h"

#include <stdlib.h>

struct Study {
    const Library *library;
    Arena *kept; /* the records */
    Journal *journal;
    const char *damage;
    Arena *replayed;
    Progress *progress; /* NULL: lines came in since the last replay */
    Course *course;     /* NULL: not asked for yet */
};

Study *study_new(const Library *library, const char *journal, size_t len)
{
    Study *study = heed_xcalloc(1, sizeof *study);
    study->library = library;
    study->kept = arena_new();
    study->replayed = arena_new();
    study->journal = journal_parse(study->kept, journal, len);
    study->damage = journal_damage_text(study->kept, study->journal);
    return study;
}

void study_free(Study *study)
{
    if (study == NULL) return;
    course_free(study->course);
    arena_free(study->replayed);
    arena_free(study->kept);
    free(study);
}

Course *study_course(Study *study)
{
    if (study->course == NULL) study->course = course_new(study->library);
    return study->course;
}

const Progress *study_progress(Study *study)
{
    if (study->progress == NULL) {
        arena_reset(study->replayed);
        study->progress = progress_replay(study->replayed, study->journal, &schedule_default);
    }
    return study->progress;
}

void study_take(Study *study, const char *line)
{
    journal_add(study->kept, study->journal, line);
    study->progress = NULL;
}

bool study_is_new(const Study *study)
{
    return study->journal->n_records == 0 && study->damage == NULL;
}

const char *study_damage(const Study *study)
{
    return study->damage;
}
