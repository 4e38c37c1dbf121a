/* Comparing: what stands is kept as side A, edits go to side B, and both are seen in step. `A` again returns
 * to A; B is kept for the next time.
 */
#include "lens.h"
#include "parts.h"

#include <string.h>

/* A history of the same lines. */
static History *copy_of(const History *history)
{
    History *copy = history_new();
    Arena *arena = arena_new();
    for (const char *line = history_text(history); *line != '\0';) {
        size_t len = strcspn(line, "\n");
        history_commit(copy, arena_strndup(arena, line, len));
        line += len + (line[len] == '\n');
    }
    arena_free(arena);
    return copy;
}

void compare_turn(App *app, int arg)
{
    (void)arg;
    Visit *visit = app->visit;
    if (visit->aside == NULL) visit->aside = copy_of(visit->history);
    History *active = visit->aside;
    visit->aside = visit->history;
    visit->history = active;
    visit->is_comparing = !visit->is_comparing;
    visit->sides_scroll = 0;
    stand_free(&visit->was); /* nothing was edited: nothing is marked */
    visit_restand(visit);
    app_say(app, ROLE_TEXT,
            visit->is_comparing ? "Edits go to side B now; side A stands as it is. A returns to it."
                                : "Back on side A. A goes to side B again.");
}

/* The panel of both sides is on the screen: none about a number lies over it. */
bool compare_is_open(const App *app)
{
    const Visit *visit = app->visit;
    return visit != NULL && visit->is_comparing && visit->why_depth == 0 &&
           !(visit->has_influence && visit->has_selection);
}

void compare_scroll(App *app, int lines)
{
    Visit *visit = app->visit;
    int end = app_measure(app)->why_max_scroll, scroll = visit->sides_scroll + lines;
    visit->sides_scroll = scroll > end ? end : scroll < 0 ? 0 : scroll;
    visit->acts++;
}

const char *compare_status(const App *app, const char *rest, Arena *arena)
{
    return app->visit->is_comparing ? arena_printf(arena, "side B   %s", rest) : rest;
}
