/* Home: the lessons by part, how far each is read, and where the student was. */
#ifndef HEED_APP_HOME_H
#define HEED_APP_HOME_H

#include "heed/view.h"
#include "places.h"

typedef struct Home {
    size_t selected; /* in the library's order */
    char *search;    /* hits in the titles; NULL */
    bool was_left;   /* damaged lines were named once */
    bool is_used;    /* a lesson was opened: no first-start hint any more */
} Home;

/* Points at the lesson to go on with. */
void home_point(Home *home, const Library *library, Study *study);
/* Marks hits; an empty text marks none. */
void home_set_search(Home *home, const char *text);
/* The next title that holds `text`, from the selected one on in this direction (0: the selected one may
 * stay). */
bool home_find(Home *home, const Library *library, const char *text, int direction);
#endif
