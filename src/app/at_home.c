#include "parts.h"

#include "find.h"

#include <stdlib.h>

#define LESSONS_PER_PAGE 6

static void point(App *app, long at)
{
    long last = (long)app->library->count - 1;
    if (at > last) at = last;
    app->home.selected = at > 0 ? (size_t)at : 0;
}

void home_choose(App *app, int direction)
{
    point(app, (long)app->home.selected + direction);
}

void home_page(App *app, int direction)
{
    point(app, (long)app->home.selected + direction * LESSONS_PER_PAGE);
}

void home_end(App *app, int direction)
{
    point(app, direction < 0 ? 0 : (long)app->library->count - 1);
}

void home_open(App *app, int arg)
{
    (void)arg;
    if (app->home.selected >= app->library->count) return;
    Arena *arena = arena_new();
    Diags diags;
    diags_init(&diags, arena);
    if (app_open_lesson(app, app->library->entries[app->home.selected].id, -1, -1, NULL, &diags))
        app->came_from_home = true;
    else
        app_say(app, ROLE_BAD, "%s", diags.count > 0 ? diags.items[0].text : "This lesson cannot be shown.");
    arena_free(arena);
}

bool home_search_accept(App *app)
{
    const char *text = line_text(&app->entry.line);
    home_set_search(&app->home, text);
    if (app->home.search != NULL && !home_find(&app->home, app->library, text, 0))
        app_say(app, ROLE_BAD, "No lesson's title holds “%s”.", text);
    return true;
}
