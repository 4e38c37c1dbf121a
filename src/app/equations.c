/* The key equations: a list of all formulas of the lesson, or at home of all lessons, each under the question
 * that it answers.
 *
 * At home the lessons are parsed when the list is first asked for, and kept.
 */
#include "parts.h"

#include <limits.h>
#include <stdlib.h>

struct Shelf {
    Lesson **lessons; /* as many as the library has */
    size_t count;
};

void shelf_free(Shelf *shelf)
{
    if (shelf == NULL) return;
    for (size_t i = 0; i < shelf->count; i++) lesson_free(shelf->lessons[i]);
    free(shelf->lessons);
    free(shelf);
}

static Shelf *shelf_new(const Library *library)
{
    Shelf *shelf = heed_xcalloc(1, sizeof *shelf);
    shelf->lessons = heed_xcalloc(library->count > 0 ? library->count : 1, sizeof *shelf->lessons);
    shelf->count = library->count;
    for (size_t i = 0; i < library->count; i++) {
        const LibraryEntry *entry = &library->entries[i];
        Arena *arena = arena_new();
        Diags unheard;
        diags_init(&unheard, arena);
        shelf->lessons[i] = lesson_parse(entry->id, entry->text, entry->len, &unheard);
        arena_free(arena);
    }
    return shelf;
}

const Lesson *shelf_lesson(App *app, size_t index)
{
    if (app->shelf == NULL) app->shelf = shelf_new(app->library);
    return app->shelf->lessons[index];
}

/* ------------------------------------------------------------------- items */

typedef struct Item {
    const Lesson *lesson;
    size_t shelf; /* at home: its place in the library */
    size_t equation;
} Item;

static size_t add_items(Item *items, size_t n, const Lesson *lesson, size_t place)
{
    for (size_t i = 0; i < lesson->n_equations; i++) {
        if (lesson->equations[i].section == SECTION_NOTES) continue;
        if (items != NULL) items[n] = (Item){lesson, place, i};
        n++;
    }
    return n;
}

static size_t fill_items(const App *app, Item *items)
{
    size_t n = 0;
    if (app->visit != NULL) return add_items(items, 0, app->visit->lesson, 0);
    for (size_t i = 0; app->shelf != NULL && i < app->shelf->count; i++)
        n = add_items(items, n, app->shelf->lessons[i], i);
    return n;
}

static Item *items_make(const App *app, Arena *arena, size_t *n)
{
    *n = fill_items(app, NULL);
    Item *items = arena_array(arena, *n, sizeof *items);
    fill_items(app, items);
    return items;
}

bool equations_exist(const App *app)
{
    if (app->visit == NULL) return app->library->count > 0;
    return fill_items(app, NULL) > 0;
}

/* The lines of the list: at home the lessons' titles stand over theirs. */
HelpLine *equations_make(const App *app, Arena *arena, size_t *n)
{
    size_t n_items;
    Item *items = items_make(app, arena, &n_items);
    HelpLine *lines = arena_array(arena, 4 * n_items + 1, sizeof *lines);
    const Lesson *lesson = NULL;
    *n = 0;
    for (size_t i = 0; i < n_items; i++) {
        const Equation *equation = &items[i].lesson->equations[items[i].equation];
        if (*n > 0) lines[(*n)++] = (HelpLine){.text = ""};
        if (app->visit == NULL && items[i].lesson != lesson) {
            lines[(*n)++] = (HelpLine){.text = items[i].lesson->title, .is_heading = true};
            lines[(*n)++] = (HelpLine){.text = ""};
        }
        lesson = items[i].lesson;
        int cols = app->cols > 8 ? app->cols - 6 : 2;
        lines[(*n)++] =
            (HelpLine){.text = lesson->screens[equation->screen].title,
                       .block = view_equation(arena, app->charset, lesson, items[i].equation, cols),
                       .item = (uint32_t)i + 1,
                       .is_selected = i == app->cover.selected};
    }
    return lines;
}

/* ------------------------------------------------------------------ choosing */

/* The equation on the screen, or the last one before it. */
static size_t nearest(const App *app, const Item *items, size_t n)
{
    size_t found = 0;
    for (size_t i = 0; app->visit != NULL && i < n; i++) {
        const Equation *equation = &items[i].lesson->equations[items[i].equation];
        Place place = app->visit->place;
        bool is_past = equation->screen < place.screen ||
                       (equation->screen == place.screen && equation->step <= place.step);
        if (is_past) found = i;
    }
    return found;
}

void equations_open(App *app, int arg)
{
    (void)arg;
    if (app->visit == NULL && app->shelf == NULL) app->shelf = shelf_new(app->library);
    Arena *arena = arena_new();
    size_t n;
    Item *items = items_make(app, arena, &n);
    if (n > 0)
        app->cover = (Cover){.kind = COVER_EQUATIONS, .selected = nearest(app, items, n)};
    else
        app_say(app, ROLE_TEXT,
                app->visit != NULL ? "This lesson has no formulas." : "No lesson has formulas yet.");
    arena_free(arena);
}

static void point(App *app, long at)
{
    long last = (long)fill_items(app, NULL) - 1;
    if (at > last) at = last;
    app->cover.selected = at > 0 ? (size_t)at : 0;
}

void equations_choose(App *app, int direction)
{
    point(app, (long)app->cover.selected + direction);
}

void equations_page(App *app, int direction)
{
    enum { PER_PAGE = 3 };
    point(app, (long)app->cover.selected + (long)direction * PER_PAGE);
}

void equations_end(App *app, int direction)
{
    point(app, direction < 0 ? 0 : LONG_MAX);
}

/* ------------------------------------------------------------------- jumping */

/* Opens the step, and the section where it is one that opens on demand, and brings the formula into sight. */
static void show_equation(App *app, size_t index)
{
    enum { BELOW = 4 }; /* rows of it that are brought into sight with its first */
    const Equation *equation = &app->visit->lesson->equations[index];
    place_show(app, (Place){equation->screen, equation->step});
    if (section_on_demand(equation->section)) app->visit->more = true;
    const int *rows = app_measure(app)->equation_rows;
    int row = rows != NULL ? rows[index] : -1;
    if (row < 0) return;
    place_reveal(app, row + BELOW);
    place_reveal(app, row);
}

void equations_jump(App *app, int arg)
{
    (void)arg;
    Arena *arena = arena_new();
    size_t n, selected = app->cover.selected;
    Item *items = items_make(app, arena, &n);
    cover_close(app, 0);
    if (n == 0) { /* the file was read anew meanwhile, and has no formula any more */
        arena_free(arena);
        return;
    }
    Item item = items[selected < n ? selected : 0];
    const Equation *equation = &item.lesson->equations[item.equation];
    Diags diags;
    diags_init(&diags, arena);
    bool is_open = app->visit != NULL;
    if (is_open) {
        visit_release(app->visit);
    } else if (app_open_lesson(app, app->library->entries[item.shelf].id, equation->screen, equation->step,
                               NULL, &diags)) {
        is_open = app->came_from_home = true;
    } else {
        app_say(app, ROLE_BAD, "%s", diags.count > 0 ? diags.items[0].text : "This lesson cannot be shown.");
    }
    if (is_open) show_equation(app, item.equation);
    arena_free(arena);
}

void equations_pick(App *app, size_t index)
{
    bool again = app->cover.selected == index;
    point(app, index < LONG_MAX ? (long)index : LONG_MAX);
    if (again) equations_jump(app, 0);
}
