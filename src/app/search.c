/* Searching a lesson. On the present screen the view says in which rows the hits stand; beyond it the
 * lesson's own text is searched step by step, round the lesson.
 */
#include "parts.h"

#include "find.h"

#include <limits.h>
#include <stdlib.h>

void search_set(App *app, const char *text)
{
    Visit *visit = app->visit;
    char *copy = *text != '\0' ? heed_xstrdup(text) : NULL;
    free(visit->search);
    visit->search = copy;
    visit->hit_row = -1;
}

/* "hit 2 of 3 on this screen; “mask” stands in 7 steps": where the row shown stands among the others. */
static void say_hit(App *app, const char *before)
{
    const Visit *visit = app->visit;
    const ViewReport *report = app_measure(app);
    size_t place = 0, steps = find_count_steps(visit->lesson, visit->search);
    for (size_t i = 0; i < report->n_hit_rows; i++)
        if (report->hit_rows[i] == visit->hit_row) place = i + 1;
    const char *in = steps == 1 ? "step" : "steps";
    if (place > 0)
        app_say(app, ROLE_TEXT, "%shit %zu of %zu on this screen; “%s” stands in %zu %s", before, place,
                report->n_hit_rows, visit->search, steps, in);
    else
        app_say(app, ROLE_TEXT, "%s“%s” stands in %zu %s", before, visit->search, steps, in);
}

static bool show_row(App *app, int row)
{
    app->visit->hit_row = row;
    place_reveal(app, row);
    return true;
}

/* The next hit on this screen after `row` (before it, for direction < 0). */
static bool hit_beyond(App *app, int row, int direction)
{
    const ViewReport *report = app_measure(app);
    for (size_t i = 0; i < report->n_hit_rows; i++) {
        int hit = report->hit_rows[direction < 0 ? report->n_hit_rows - 1 - i : i];
        if (direction < 0 ? hit < row : hit > row) return show_row(app, hit);
    }
    return false;
}

static bool is_before(Place a, Place b)
{
    return a.screen != b.screen ? a.screen < b.screen : a.step < b.step;
}

/* The steps open on this screen were searched by their rows: go on from beyond them. */
static bool hit_elsewhere(App *app, int direction)
{
    Visit *visit = app->visit;
    Place here = visit->place, found;
    Place from = direction < 0 ? (Place){here.screen, 0} : here;
    bool in_more;
    if (!find_step(visit->lesson, visit->search, from, direction, &found, &in_more)) return false;
    bool is_round = direction < 0 ? !is_before(found, from) : !is_before(from, found);
    bool is_open = found.screen == here.screen && found.step <= here.step;
    if (app->present.is_on) is_open = is_open && found.step == here.step; /* one step a view */
    if (!is_open) place_show(app, found);
    if (in_more) visit->more = true;
    int row = direction < 0 ? INT_MAX : found.screen == here.screen && !is_round ? visit->hit_row : -1;
    if (!hit_beyond(app, row, direction)) visit->hit_row = -1;
    say_hit(app, !is_round ? "" : direction < 0 ? "On from the end: " : "On from the beginning: ");
    return true;
}

void search_next(App *app, int direction)
{
    Visit *visit = app->visit;
    if (visit == NULL) {
        if (app->home.search == NULL) app_say(app, ROLE_TEXT, "Nothing is searched for yet: / searches.");
        if (app->home.search != NULL) home_find(&app->home, app->library, app->home.search, direction);
        return;
    }
    if (visit->search == NULL) {
        app_say(app, ROLE_TEXT, "Nothing is searched for yet: / searches.");
        return;
    }
    int row = visit->hit_row >= 0 ? visit->hit_row : direction < 0 ? visit->scroll : visit->scroll - 1;
    if (hit_beyond(app, row, direction)) {
        say_hit(app, "");
        return;
    }
    if (hit_elsewhere(app, direction)) return;
    app_say(app, ROLE_BAD, "“%s” does not occur in this lesson.", visit->search);
    search_set(app, "");
}

bool search_accept(App *app)
{
    search_set(app, line_text(&app->entry.line));
    if (app->visit->search != NULL) search_next(app, 1);
    return true;
}
