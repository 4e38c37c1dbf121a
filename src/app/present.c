#include "parts.h"

#include "lens.h"
#include "present.h"

#include <stdlib.h>

static bool is_same(Place a, Place b)
{
    return a.screen == b.screen && a.step == b.step;
}

/* -------------------------------------------------------------- start, end */

void app_present(App *app, int64_t budget_ms)
{
    if (app->depth == 0 || activity_top(app)->kind != ACTIVITY_LESSON || app->present.is_on) return;
    Presenting *present = &app->present;
    present->is_on = true;
    present->is_blank = false;
    present->big = BIG_NONE;
    present->station = app->visit->place;
    present->told = 0;
    if (budget_ms > 0) present->budget_ms = budget_ms;
    visit_release(app->visit);
    outbox_add(&app->outbox, EFFECT_THEME, NULL, THEME_EFFECT_PRESENT);
    place_land(app);
}

void present_start(App *app, int arg)
{
    (void)arg;
    app_present(app, 0);
}

/* The clock goes on: one who left by mistake comes back to the same talk. */
void present_stop(App *app)
{
    if (!app->present.is_on) return;
    app->present.is_on = false;
    app->present.is_blank = false;
    asking_close(app->visit);
    outbox_add(&app->outbox, EFFECT_THEME, NULL, THEME_EFFECT_READ);
    outbox_add(&app->outbox, EFFECT_PRESENT, NULL, 0);
}

void present_forget(App *app)
{
    present_stop(app);
    app->present = (Presenting){0};
}

void present_end(App *app, int arg)
{
    (void)arg;
    present_stop(app);
    place_land(app);
    app_say(app, ROLE_TEXT, "Presenting has ended. P goes on with it, q leaves.");
}

void present_renew(App *app)
{
    app->present.station = visit_clamp(app->visit, app->present.station);
    app->present.told = 0;
}

void present_begin_event(App *app)
{
    Presenting *present = &app->present;
    if (!present->is_on || present->is_running) return;
    present->is_running = true;
    present->began_ms = app->mono_ms;
}

void present_end_event(App *app)
{
    if (!app->present.is_on) return;
    if (!app->visit->has_selection) app->present.big = BIG_NONE; /* the number was let go of */
    speaker_tell(app);
}

/* -------------------------------------------------------------- from view to view */

/* On another view nothing of the last one's looking is kept. */
static void arrive(App *app, Place before)
{
    if (is_same(before, app->visit->place)) return;
    app->present.big = BIG_NONE;
    visit_release(app->visit);
}

static void move(App *app, void (*turn)(App *, int))
{
    Place before = app->visit->place;
    turn(app, 0);
    if (app->visit == NULL) return;
    arrive(app, before);
    app->present.station = app->visit->place;
}

void present_on(App *app, int arg)
{
    (void)arg;
    move(app, place_on);
}

void present_back(App *app, int arg)
{
    (void)arg;
    move(app, place_back);
}

/* A detour: the station stays. */
static void visit_view(App *app, Place place)
{
    Place before = app->visit->place;
    place_show(app, place);
    arrive(app, before);
}

void present_ends(App *app, int direction)
{
    const Lesson *lesson = app->visit->lesson;
    Place first = {0, 0}, last = {(int)lesson->n_screens - 1, 0};
    last.step = (int)lesson->screens[last.screen].n_steps - 1;
    visit_view(app, direction < 0 ? first : visit_clamp(app->visit, last));
}

/* ------------------------------------------------------------------ jumping */

void present_jump(App *app, int digit)
{
    const char text[] = {(char)('0' + digit), '\0'};
    entry_open(&app->entry, ENTRY_JUMP, "go to view: ", text);
}

static Place place_of_view(const Lesson *lesson, int number)
{
    Place place = {0, 0};
    while (place.screen + 1 < (int)lesson->n_screens && view_number(lesson, place.screen + 1, 0) <= number)
        place.screen++;
    place.step = number - view_number(lesson, place.screen, 0);
    return place;
}

bool jump_accept(App *app)
{
    const char *text = line_text(&app->entry.line);
    int last = view_count(app->visit->lesson);
    char *end;
    long number = strtol(text, &end, 10);
    while (*end == ' ') end++;
    if (*end != '\0' || end == text || number < 1 || number > last) {
        Arena *arena = arena_new();
        entry_set_problem(&app->entry, arena_printf(arena, "The views have the numbers 1 to %d.", last));
        arena_free(arena);
        return false;
    }
    visit_view(app, place_of_view(app->visit->lesson, (int)number));
    return true;
}

/* ------------------------------------------------------------------- scenes */

void present_scene(App *app, int number)
{
    const Lesson *lesson = app->visit->lesson;
    for (size_t i = 0; i < lesson->n_scenes; i++) {
        const Scene *scene = lesson->scenes[i];
        if (scene->number != number) continue;
        if (edit_lay(app, scene->overlay))
            app_say(app, ROLE_TEXT, "F%d: %s. u takes it back.", number, scene->title);
        return;
    }
    if (lesson->n_scenes == 0)
        app_say(app, ROLE_TEXT, "This lesson has no scenes.");
    else
        app_say(app, ROLE_TEXT, "There is no scene F%d here; S names the scenes.", number);
}

bool present_has_scenes(const App *app)
{
    return app->visit != NULL && app->visit->lesson->n_scenes > 0;
}

void present_names(App *app, int arg)
{
    (void)arg;
    if (!present_has_scenes(app)) app_say(app, ROLE_TEXT, "This lesson has no scenes.");
    app->present.names_scenes = present_has_scenes(app) && !app->present.names_scenes;
}

/* ------------------------------------------------------------- the way back */

/* No edits, and no marks of what they changed; undo still brings them again. */
static void clean_inputs(App *app)
{
    Visit *visit = app->visit;
    if (visit->is_comparing) compare_turn(app, 0);
    if (history_count(visit->history) > 0) edit_reset(app, 0);
    visit->digits = 0;
    stand_free(&visit->was);
    visit_restand(visit);
}

void present_return(App *app, int arg)
{
    (void)arg;
    Visit *visit = app->visit;
    Presenting *present = &app->present;
    asking_close(visit);
    visit_release(visit);
    search_set(app, "");
    clean_inputs(app);
    visit->values = false;
    present->big = BIG_NONE;
    present->names_scenes = false;
    place_show(app, present->station);
    app_unsay(app);
}

/* ------------------------------------------------------------------ looking */

void present_blank(App *app, int arg)
{
    (void)arg;
    app->present.is_blank = true;
}

bool present_wake(App *app)
{
    bool was_blank = app->present.is_blank;
    app->present.is_blank = false;
    return was_blank;
}

static bool has_number(const App *app)
{
    return app->visit->has_selection && app->visit->selection.node != 0;
}

/* The array that the step defines last: the number to begin with is its first. */
static bool select_newest(App *app)
{
    const Visit *visit = app->visit;
    const Screen *screen = &visit->lesson->screens[visit->place.screen];
    const ViewReport *report = app_measure(app);
    for (size_t b = screen->n_steps > 0 ? screen->steps[visit->place.step].n_blocks : 0; b > 0; b--) {
        const Block *block = &screen->steps[visit->place.step].blocks[b - 1];
        if (block->kind != BLOCK_LIVE || block->as.live.count == 0) continue;
        size_t last = block->as.live.first + block->as.live.count - 1;
        NodeId node = layer_name(visit->now.layer, sheet_definition(visit->lesson->sheet, last)->name);
        for (size_t i = 0; i < report->n_targets; i++) {
            ElementRef ref = report->targets[i].span.ref;
            if (ref.node != node || ref.layer != REF_NOW || !report->targets[i].visible) continue;
            select_element(app, ref, 0);
            return true;
        }
    }
    return false;
}

/* One number, its whole array, the step again. */
void present_big(App *app, int arg)
{
    (void)arg;
    Presenting *present = &app->present;
    if (!has_number(app) && !select_newest(app)) select_next(app, 1);
    if (!has_number(app)) {
        app_say(app, ROLE_TEXT, "No number on this view to be shown large.");
        return;
    }
    present->big = present->big == BIG_ARRAY ? BIG_NONE : (ViewBig)(present->big + 1);
    app->visit->scroll = 0;
}

void present_spotlight(App *app, int arg)
{
    (void)arg;
    app->present.has_no_spotlight = !app->present.has_no_spotlight;
    app_say(app, ROLE_TEXT, app->present.has_no_spotlight ? "The spotlight is off."
                                                          : "A selected number stands in the spotlight.");
}

void present_clock(App *app, int arg)
{
    (void)arg;
    app->present.has_no_clock = !app->present.has_no_clock;
}

void present_restart(App *app, int arg)
{
    (void)arg;
    app->present.began_ms = app->mono_ms;
    app->present.has_no_clock = false;
}

int present_timeout(const App *app)
{
    const Presenting *present = &app->present;
    if (!present->is_on || present->has_no_clock || present->is_blank || app->cover.kind != COVER_NONE) return -1;
    if (!present->is_running) return 0;
    return 1000 - (int)((app->mono_ms - present->began_ms) % 1000);
}

/* ------------------------------------------------------------------- view's */

static int64_t elapsed_ms(const App *app)
{
    return app->present.is_running ? app->mono_ms - app->present.began_ms : 0;
}

const ViewPresent *present_state(const App *app, Arena *arena)
{
    const Presenting *present = &app->present;
    if (!present->is_on) return NULL;
    ViewPresent *state = arena_alloc(arena, sizeof *state);
    *state = (ViewPresent){
        .is_blank = present->is_blank,
        .has_spotlight = !present->has_no_spotlight,
        .has_clock = !present->has_no_clock,
        .elapsed_ms = elapsed_ms(app),
        .budget_ms = present->budget_ms,
        .big = present->big,
        .names_scenes = present->names_scenes,
        .ask = asking_state(app->visit, arena),
    };
    return state;
}

uint64_t present_look(const App *app)
{
    const Presenting *present = &app->present;
    const Asked *asked = &app->visit->asked;
    if (!present->is_on) return 0;
    uint64_t flags = 1 | (uint64_t)present->is_blank << 1 | (uint64_t)present->has_no_spotlight << 2 |
                     (uint64_t)present->has_no_clock << 3 | (uint64_t)present->names_scenes << 4 |
                     (uint64_t)present->big << 5 | (uint64_t)(asked->question != NULL) << 7 |
                     (uint64_t)asked->is_open << 8 | (uint64_t)asked->number << 9;
    uint64_t seconds = present->has_no_clock ? 0 : (uint64_t)(elapsed_ms(app) / 1000);
    return flags ^ seconds << 32;
}
