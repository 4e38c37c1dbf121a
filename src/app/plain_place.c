/* Stepping, jumping, finding: what is opened is told, nothing is scrolled. */
#include "parts.h"

#include "find.h"
#include "plain.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------ telling */

static void tell_step_number(App *app)
{
    const Visit *visit = app->visit;
    const Step *step = visit->lesson->screens[visit->place.screen].n_steps > 0
                           ? &visit->lesson->screens[visit->place.screen].steps[visit->place.step]
                           : NULL;
    bool has_name = step != NULL && step->name != NULL;
    plain_say(app, "Step %d of %d%s%s.", visit->place.step + 1, visit_steps(visit), has_name ? ": " : "",
              has_name ? step->name : "");
}

static bool has_more(const Visit *visit)
{
    const Screen *screen = &visit->lesson->screens[visit->place.screen];
    if (screen->n_steps == 0) return false;
    const Step *step = &screen->steps[visit->place.step];
    for (size_t b = 0; b < step->n_blocks; b++)
        if (section_on_demand(step->blocks[b].section)) return true;
    return false;
}

static void tell_step(App *app)
{
    tell_step_number(app);
    plain_tell(app, TELL_STEP);
    if (has_more(app->visit))
        plain_say(app, "more tells what stands behind it: in practice, history, sources.");
}

void plain_tell_place(App *app)
{
    plain_tell(app, TELL_HEAD);
    tell_step(app);
}

/* What is due and what is to be revisited; where the student was stands in the list. */
static void tell_home_lines(App *app, const HomeState *state)
{
    for (size_t i = 0; i < state->n_lines; i++) {
        const HomeLine *line = &state->lines[i];
        bool is_where = line->label != NULL && line->key == NULL;
        if (!is_where)
            plain_say(app, "%s%s%s", line->label != NULL ? line->label : "", line->label != NULL ? ": " : "",
                      line->text);
    }
}

void plain_tell_home(App *app)
{
    Arena *arena = arena_new();
    HomeState state;
    home_state(app, arena, &state);
    const char *part = "";
    bool has_been = false;
    plain_say(app, "heed: attention, computed while you read. Lessons:");
    for (size_t i = 0; i < state.n_items; i++) {
        const HomeItem *item = &state.items[i];
        has_been |= item->is_here;
        if (strcmp(part, item->entry->part) != 0) plain_say(app, "%s", item->entry->part);
        part = item->entry->part;
        plain_say(app, "  %zu. %s (%s), %d of %d screens seen%s%s%s", i + 1, item->entry->title,
                  item->entry->id, item->screens_done, item->entry->n_screens,
                  item->is_here ? ", you are here" : "", item->note != NULL ? ", " : "",
                  item->note != NULL ? item->note : "");
    }
    tell_home_lines(app, &state);
    plain_say(app, has_been ? "on goes on; open 2 opens the second lesson; help lists the commands."
                            : "open 1 opens the first lesson; help lists the commands.");
    arena_free(arena);
}

/* ----------------------------------------------------------------- stepping */

static bool is_same(Place a, Place b)
{
    return a.screen == b.screen && a.step == b.step;
}

static void open_id(App *app, const char *id)
{
    Arena *arena = arena_new();
    Diags diags;
    diags_init(&diags, arena);
    if (app_open_lesson(app, id, -1, -1, NULL, &diags)) {
        app->came_from_home = true;
        plain_say(app, "%s", app->visit->lesson->title);
        plain_tell_place(app);
    } else {
        plain_refuse(app, "%s", diags.count > 0 ? diags.items[0].text : "This lesson cannot be shown.");
    }
    arena_free(arena);
}

void plain_on(App *app, const char *argument)
{
    (void)argument;
    Visit *visit = app->visit;
    if (visit == NULL) {
        if (app->home.selected < app->library->count)
            open_id(app, app->library->entries[app->home.selected].id);
        return;
    }
    Place before = visit->place;
    place_forward(app);
    if (app->visit == NULL) {
        plain_tell_home(app);
    } else if (is_same(app->visit->place, before)) {
        app_unsay(app);
        plain_say(app, "The end of this lesson. on leads home, back goes back.%s",
                  app->visit->asks_helpful ? " Was it helpful? helpful y, helpful n, or helpful and a line."
                                           : "");
    } else if (app->visit->place.screen != before.screen) {
        plain_tell_place(app);
    } else {
        tell_step(app);
    }
}

void plain_back(App *app, const char *argument)
{
    (void)argument;
    Place before = app->visit->place;
    place_backward(app);
    if (!is_same(app->visit->place, before))
        plain_tell_place(app);
    else if (app->message.text == NULL)
        plain_say(app, "This is where the lesson begins.");
}

void plain_again(App *app, const char *argument)
{
    (void)argument;
    app_tell_place(app);
}

void plain_screen(App *app, const char *argument)
{
    (void)argument;
    plain_tell(app, TELL_HEAD);
    plain_tell(app, TELL_SCREEN);
}

static const char *step_name(const Lesson *lesson, int screen, int step, Arena *arena)
{
    const Step *at = &lesson->screens[screen].steps[step];
    if (at->name != NULL) return at->name;
    return at->key_sentence != NULL ? find_prose_text(arena, at->key_sentence) : "";
}

void plain_outline(App *app, const char *argument)
{
    (void)argument;
    const Lesson *lesson = app->visit->lesson;
    Arena *arena = arena_new();
    for (int s = 0; s < (int)lesson->n_screens; s++) {
        plain_say(app, "%d. %s", s + 1, lesson->screens[s].title);
        for (int k = 0; k < (int)lesson->screens[s].n_steps; k++)
            plain_say(app, "  %d.%d %s%s", s + 1, k + 1, step_name(lesson, s, k, arena),
                      is_same(app->visit->place, (Place){s, k}) ? " (you are here)" : "");
    }
    arena_free(arena);
}

/* "3", "3.2", "3 2". */
static bool read_place(const char *text, Place *place)
{
    char *end;
    long screen = strtol(text, &end, 10), step = 1;
    if (end == text) return false;
    if (*end == '.' || *end == ' ') {
        const char *at = end + 1;
        step = strtol(at, &end, 10);
        if (end == at) return false;
    }
    if (*end != '\0' || screen < 1 || step < 1 || screen > 9999 || step > 9999) return false;
    *place = (Place){(int)screen - 1, (int)step - 1};
    return true;
}

static bool named_place(const Lesson *lesson, const char *name, Place *place)
{
    for (int s = 0; s < (int)lesson->n_screens; s++)
        for (int k = 0; k < (int)lesson->screens[s].n_steps; k++) {
            const char *known = lesson->screens[s].steps[k].name;
            if (known == NULL || strcmp(known, name) != 0) continue;
            *place = (Place){s, k};
            return true;
        }
    return false;
}

void plain_goto(App *app, const char *argument)
{
    Place place;
    Visit *visit = app->visit;
    bool is_number = read_place(argument, &place);
    if (!is_number && !named_place(visit->lesson, argument, &place)) {
        plain_refuse(app, "goto wants a screen and perhaps a step of it, such as goto 2.1, or a step's name; "
                          "outline lists them.");
        return;
    }
    if (is_number && !is_same(visit_clamp(visit, place), place)) {
        plain_refuse(app, "There is no step %d.%d here; outline lists them.", place.screen + 1,
                     place.step + 1);
        return;
    }
    place_show(app, place);
    plain_tell_place(app);
}

void plain_more(App *app, const char *argument)
{
    (void)argument;
    if (place_has_more(app))
        plain_tell(app, TELL_MORE);
    else
        plain_say(app, "There is nothing more to this screen yet.");
}

void plain_sources(App *app, const char *argument)
{
    (void)argument;
    plain_tell(app, TELL_SOURCES);
    plain_tell(app, TELL_SECTIONS);
}

/* ------------------------------------------------------------------ finding */

/* The line of a text around a place in it, cut to some 60 bytes before and behind, at characters. */
static char *around(Arena *arena, const char *text, const char *at)
{
    enum { ROOM = 60 };
    const char *from = at, *to = at;
    while (from > text && from[-1] != '\n' && at - from < ROOM) from--;
    while (from < at && ((unsigned char)*from & 0xC0) == 0x80) from++;
    while (*to != '\0' && *to != '\n' && to - at < ROOM) to++;
    while (((unsigned char)*to & 0xC0) == 0x80) to++;
    return arena_strndup(arena, from, (size_t)(to - from));
}

void plain_search(App *app, const char *argument)
{
    const Lesson *lesson = app->visit->lesson;
    if (*argument == '\0') {
        plain_refuse(app, "search wants the text to look for.");
        return;
    }
    Arena *arena = arena_new();
    size_t n = 0;
    for (int s = 0; s < (int)lesson->n_screens; s++)
        for (int k = 0; k < visit_steps_of(app->visit, s); k++) {
            const char *text = find_step_text(arena, lesson, (Place){s, k}, true);
            const char *at = find_text(text, argument);
            if (at == NULL) continue;
            plain_say(app, "%d.%d %s", s + 1, k + 1, around(arena, text, at));
            n++;
        }
    if (n == 0) plain_say(app, "“%s” does not occur in this lesson.", argument);
    if (n > 0) plain_say(app, "goto and the number leads there.");
    arena_free(arena);
}

void plain_equations(App *app, const char *argument)
{
    (void)argument;
    const Lesson *lesson = app->visit->lesson;
    Arena *arena = arena_new();
    for (size_t i = 0; i < lesson->n_equations; i++) {
        const Equation *equation = &lesson->equations[i];
        if (equation->section == SECTION_NOTES) continue;
        plain_say(app, "%d.%d %s", equation->screen + 1, equation->step + 1,
                  math_inline(arena, equation->node));
        if (!math_is_flat(equation->node))
            plain_say(app, "  In words: %s", math_speech(arena, equation->node));
    }
    if (lesson->n_equations == 0) plain_say(app, "This lesson has no formulas.");
    arena_free(arena);
}

/* --------------------------------------------------------------------- home */

void plain_list(App *app, const char *argument)
{
    (void)argument;
    plain_tell_home(app);
}

void plain_open(App *app, const char *argument)
{
    char *end;
    long n = strtol(argument, &end, 10);
    const LibraryEntry *entry = library_find(app->library, argument);
    if (entry == NULL && end != argument && *end == '\0' && n >= 1 && (size_t)n <= app->library->count)
        entry = &app->library->entries[n - 1];
    if (entry != NULL) {
        open_id(app, entry->id);
        return;
    }
    Arena *arena = arena_new();
    const char **ids = arena_array(arena, app->library->count, sizeof *ids);
    for (size_t i = 0; i < app->library->count; i++) ids[i] = app->library->entries[i].id;
    const char *near = nearest_word(argument, ids, app->library->count);
    if (near != NULL)
        plain_refuse(app, "No lesson is called %s; did you mean %s?", argument, near);
    else
        plain_refuse(app, "open wants a lesson's name or its number; list shows them.");
    arena_free(arena);
}

void plain_home(App *app, const char *argument)
{
    (void)argument;
    activity_pop_all(app);
    plain_tell_home(app);
}

/* Questions and cards have a talk of their own, which the driver leads. */
static void talk(App *app, const char *about)
{
    Arena *arena = arena_new();
    if (app->visit != NULL && !app->visit->is_shipped && strcmp(about, "cards") == 0)
        plain_say(app, "Only heed's own lessons have cards that are kept.");
    else if (app->visit != NULL)
        outbox_add(&app->outbox, EFFECT_TALK, arena_printf(arena, "%s %s", about, app->visit->lesson->id), 0);
    else
        outbox_add(&app->outbox, EFFECT_TALK, about, 0);
    app_rest(app);
    arena_free(arena);
}

void plain_quiz(App *app, const char *argument)
{
    (void)argument;
    talk(app, "quiz");
}

void plain_cards(App *app, const char *argument)
{
    (void)argument;
    talk(app, "cards");
}

void plain_quit(App *app, const char *argument)
{
    (void)argument;
    app_rest(app);
    outbox_add(&app->outbox, EFFECT_QUIT, NULL, 0);
}
