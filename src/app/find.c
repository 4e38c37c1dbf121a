/* Texts are compared as a reader does who does not mind capitals. */
#include "find.h"

#include <string.h>

/* -------------------------------------------------------------- comparison */

static char small(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c;
}

static bool starts_with(const char *text, const char *needle)
{
    while (*needle != '\0' && small(*text) == small(*needle)) text++, needle++;
    return *needle == '\0';
}

const char *find_text(const char *text, const char *needle)
{
    if (*needle == '\0') return NULL;
    for (; *text != '\0'; text++)
        if (starts_with(text, needle)) return text;
    return NULL;
}

/* ---------------------------------------------------------------- gathering */

const char *find_step_text(Arena *arena, const Lesson *lesson, Place place, bool more)
{
    return lesson_step_text(arena, lesson, place.screen, place.step, more);
}

const char *find_prose_text(Arena *arena, const Prose *prose)
{
    return lesson_prose_text(arena, prose);
}

/* ---------------------------------------------------------------- stepping */

static int steps_of(const Lesson *lesson, int screen)
{
    size_t n = lesson->screens[screen].n_steps;
    return n > 0 ? (int)n : 1;
}

static Place step_beside(const Lesson *lesson, Place place, int direction)
{
    int n_screens = (int)lesson->n_screens;
    place.step += direction < 0 ? -1 : 1;
    if (place.step >= steps_of(lesson, place.screen)) {
        place.screen = (place.screen + 1) % n_screens;
        place.step = 0;
    } else if (place.step < 0) {
        place.screen = (place.screen + n_screens - 1) % n_screens;
        place.step = steps_of(lesson, place.screen) - 1;
    }
    return place;
}

bool find_step(const Lesson *lesson, const char *needle, Place from, int direction, Place *found, bool *more)
{
    Arena *arena = arena_new();
    bool is_found = false;
    Place place = from;
    do {
        place = step_beside(lesson, place, direction);
        arena_reset(arena);
        bool in_shown = find_text(find_step_text(arena, lesson, place, false), needle) != NULL;
        if (in_shown || find_text(find_step_text(arena, lesson, place, true), needle) != NULL) {
            *found = place;
            *more = !in_shown;
            is_found = true;
        }
    } while (!is_found && (place.screen != from.screen || place.step != from.step));
    arena_free(arena);
    return is_found;
}

size_t find_count_steps(const Lesson *lesson, const char *needle)
{
    Arena *arena = arena_new();
    size_t n = 0;
    for (int screen = 0; screen < (int)lesson->n_screens; screen++)
        for (int step = 0; step < steps_of(lesson, screen); step++) {
            arena_reset(arena);
            n += find_text(find_step_text(arena, lesson, (Place){screen, step}, true), needle) != NULL;
        }
    arena_free(arena);
    return n;
}
