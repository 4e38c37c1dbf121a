/* Lists of text over the place. */
#include "parts.h"

#include "find.h"

#include <limits.h>

/* ----------------------------------------------------------------- outline */

/* A line of the outline: a screen's title, or a step of a screen that has several. */
typedef struct OutlineItem {
    Place place;
    bool is_screen;
} OutlineItem;

static OutlineItem *outline_items(const Visit *visit, Arena *arena, size_t *n)
{
    const Lesson *lesson = visit->lesson;
    size_t count = 0, room = 0;
    for (size_t s = 0; s < lesson->n_screens; s++) room += 1 + lesson->screens[s].n_steps;
    OutlineItem *items = arena_array(arena, room, sizeof *items);
    for (size_t s = 0; s < lesson->n_screens; s++) {
        size_t n_steps = lesson->screens[s].n_steps;
        items[count++] = (OutlineItem){{(int)s, 0}, true};
        for (size_t k = 0; n_steps > 1 && k < n_steps; k++)
            items[count++] = (OutlineItem){{(int)s, (int)k}, false};
    }
    *n = count;
    return items;
}

/* A step's name, or its key sentence, or its number. */
static const char *step_title(const Lesson *lesson, Place place, Arena *arena)
{
    const Step *step = &lesson->screens[place.screen].steps[place.step];
    if (step->name != NULL) return step->name;
    if (step->key_sentence != NULL) return find_prose_text(arena, step->key_sentence);
    return arena_printf(arena, "step %d", place.step + 1);
}

static bool is_same(Place a, Place b)
{
    return a.screen == b.screen && a.step == b.step;
}

/* While presenting the views have the numbers, not the screens. */
static const char *overview_key(const Lesson *lesson, const OutlineItem *item, bool has_steps, Arena *arena)
{
    if (item->is_screen && has_steps) return "";
    return arena_printf(arena, "%d", view_number(lesson, item->place.screen, item->place.step));
}

static HelpLine outline_line(const App *app, Arena *arena, const OutlineItem *item, size_t index)
{
    const Lesson *lesson = app->visit->lesson;
    bool has_steps = lesson->screens[item->place.screen].n_steps > 1;
    bool is_here = is_same(item->place, app->visit->place) && (!item->is_screen || !has_steps);
    HelpLine line = {.item = (uint32_t)index + 1, .is_selected = index == app->cover.selected};
    const char *title =
        item->is_screen ? lesson->screens[item->place.screen].title : step_title(lesson, item->place, arena);
    line.key = app->present.is_on ? overview_key(lesson, item, has_steps, arena)
               : item->is_screen ? arena_printf(arena, "%d", item->place.screen + 1)
                                 : "";
    line.text =
        arena_printf(arena, "%s%s%s", item->is_screen ? "" : "  ", title, is_here ? "  (you are here)" : "");
    return line;
}

HelpLine *outline_make(const App *app, Arena *arena, size_t *n)
{
    OutlineItem *items = outline_items(app->visit, arena, n);
    HelpLine *lines = arena_array(arena, *n, sizeof *lines);
    for (size_t i = 0; i < *n; i++) lines[i] = outline_line(app, arena, &items[i], i);
    return lines;
}

void outline_open(App *app, int arg)
{
    (void)arg;
    Arena *arena = arena_new();
    size_t n;
    OutlineItem *items = outline_items(app->visit, arena, &n);
    app->cover = (Cover){.kind = COVER_OUTLINE};
    for (size_t i = 0; i < n; i++)
        if (is_same(items[i].place, app->visit->place)) app->cover.selected = i;
    arena_free(arena);
}

static void outline_point(App *app, long at)
{
    Arena *arena = arena_new();
    size_t n;
    outline_items(app->visit, arena, &n);
    arena_free(arena);
    if (at >= (long)n) at = (long)n - 1;
    app->cover.selected = at > 0 ? (size_t)at : 0;
}

static int cover_page(const App *app)
{
    return app->rows > 6 ? app->rows - 5 : 1;
}

void outline_choose(App *app, int direction)
{
    outline_point(app, (long)app->cover.selected + direction);
}

void outline_page(App *app, int direction)
{
    outline_point(app, (long)app->cover.selected + (long)direction * cover_page(app));
}

void outline_end(App *app, int direction)
{
    outline_point(app, direction < 0 ? 0 : LONG_MAX);
}

void outline_jump(App *app, int arg)
{
    (void)arg;
    Arena *arena = arena_new();
    size_t n;
    OutlineItem *items = outline_items(app->visit, arena, &n);
    Place place = items[app->cover.selected < n ? app->cover.selected : 0].place;
    arena_free(arena);
    cover_close(app, 0);
    visit_release(app->visit);
    place_show(app, place);
}

void outline_pick(App *app, size_t index)
{
    bool again = app->cover.selected == index;
    outline_point(app, index < LONG_MAX ? (long)index : LONG_MAX);
    if (again) outline_jump(app, 0);
}

/* -------------------------------------------------------------------- help */

void help_open(App *app, int arg)
{
    (void)arg;
    app->cover = (Cover){.kind = COVER_HELP};
}

/* Drawing cuts it to the end of the text. */
void help_scroll(App *app, int lines)
{
    int end = cover_measure(app);
    int scroll = app->cover.scroll + lines;
    if (scroll > end) scroll = end;
    app->cover.scroll = scroll > 0 ? scroll : 0;
}

void help_page(App *app, int direction)
{
    help_scroll(app, direction * cover_page(app));
}

void help_end(App *app, int direction)
{
    app->cover.scroll = direction < 0 ? 0 : cover_measure(app);
}

void cover_close(App *app, int arg)
{
    (void)arg;
    app->cover = (Cover){0};
}
