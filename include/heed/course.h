/* The course: the lessons that can be studied, and the wrong ideas about them.
 *
 * It knows the library's index; a lesson is parsed when it is first asked for and
 * then kept. Quiz and deck share one course, so that each lesson is parsed once.
 */
#ifndef HEED_COURSE_H
#define HEED_COURSE_H

#include "heed/lesson.h"

typedef struct Course Course;

/* `library` outlives the course. Its misconceptions are parsed here. */
Course *course_new(const Library *library);
void course_free(Course *course);

/* A lesson from outside the library (a file): takes the place of one with the same id, else comes last. The text is
 * copied. Returns its index; diagnostics as lesson_parse gives them. What was drawn from a replaced lesson (quiz, deck,
 * sitting) must be gone before. */
size_t course_add(Course *course, const char *name, const char *text, size_t len, Diags *diags);

/* Wrong ideas from beside such a file (a text as misconceptions.md): they come before the library's, and one of the same
 * name takes its place. Quizzes and decks made before keep those that they know. */
void course_add_ideas(Course *course, const char *name, const char *text, size_t len, Diags *diags);

size_t course_count(const Course *course);
#define COURSE_NONE ((size_t)-1)
size_t course_find(const Course *course, const char *id); /* COURSE_NONE: no such lesson */
/* Without parsing it. */
const char *course_id(const Course *course, size_t index);
const char *course_title(const Course *course, size_t index);
const char *course_part(const Course *course, size_t index);
size_t course_n_cards(const Course *course, size_t index);
/* Whether a lesson has this card, as far as can be told without parsing it. */
bool course_has_card(const Course *course, const char *card);
/* Parsed now, where it was not yet. */
const Lesson *course_lesson(Course *course, size_t index);

const Misconceptions *course_misconceptions(const Course *course);
/* NULL where there is none of this name. */
const Misconception *misconception_find(const Misconceptions *all, const char *name);

/* A run of prose as plain text, its live numbers as `layer` computes them ("k3 wins by 0.5000"; what cannot be computed
 * is a "?"). */
char *prose_shown(Arena *arena, Layer *layer, const Prose *prose);

#endif
