/* Events in, effects out. A key goes through the scopes to a command; a command changes the state; what is on
 * the screen is drawn from the state alone.
 */
#include "parts.h"

#include "heed/text.h"

#include <stdlib.h>
#include <string.h>

#define MESSAGE_MS      8000
#define MESSAGE_LONG_MS 30000 /* what keys do not wipe: time to read it */

/* ---------------------------------------------------------------- lifetime */

App *app_new(const AppConfig *config)
{
    App *app = heed_xcalloc(1, sizeof *app);
    app->library = config->library;
    app->charset = config->charset;
    app->version = heed_xstrdup(config->version != NULL ? config->version : "");
    app->isa = heed_xstrdup(config->isa != NULL ? config->isa : "");
    app->rows = 24;
    app->cols = 80;
    app->wall_ms = config->wall_ms;
    app->utc_offset_min = config->utc_offset_min;
    app->study = study_new(config->library, config->journal != NULL ? config->journal : "",
                           config->journal != NULL ? config->journal_len : 0);
    home_point(&app->home, app->library, app->study);
    app->scratch = arena_new();
    if (config->problem != NULL) app_problem(app, config->problem);
    return app;
}

void app_set_charset(App *app, Charset charset)
{
    app->charset = charset;
    app->measured_look = 0;
}

void app_free(App *app)
{
    if (app == NULL) return;
    for (size_t i = app->depth; i > 0; i--) {
        const ActivityRow *row = activity_row(app->activities[i - 1].kind);
        visit_free(app->activities[i - 1].visit);
        if (row->free != NULL) row->free(app->activities[i - 1].own);
    }
    entry_free(&app->entry);
    home_set_search(&app->home, "");
    shelf_free(app->shelf);
    glossary_free(app->glossary);
    study_free(app->study);
    outbox_free(&app->outbox);
    arena_free(app->scratch);
    plain_free(&app->plain);
    free(app->message.text);
    free(app->version);
    free(app->isa);
    free(app);
}

/* ---------------------------------------------------------------- messages */

static void set_message(App *app, char *text, Role role, int64_t until_ms, bool keeps)
{
    free(app->message.text);
    app->message = (Message){text, role, until_ms, keeps};
}

void app_say(App *app, Role role, const char *format, ...)
{
    va_list args;
    Arena *arena = arena_new();
    va_start(args, format);
    char *text = heed_xstrdup(arena_vprintf(arena, format, args));
    va_end(args);
    arena_free(arena);
    set_message(app, text, role, app->mono_ms + MESSAGE_MS, false);
}

void app_say_keeping(App *app, int64_t until_ms, const char *text)
{
    set_message(app, heed_xstrdup(text), ROLE_BAD, until_ms, true);
}

void app_unsay(App *app)
{
    set_message(app, NULL, ROLE_TEXT, 0, false);
}

/* The clock of the loop is known only from its events. */
void app_problem(App *app, const char *text)
{
    app_say_keeping(app, MESSAGE_UNTIMED, text);
}

static void age_message(App *app)
{
    if (app->message.text == NULL) return;
    if (app->message.until_ms == MESSAGE_UNTIMED) app->message.until_ms = app->mono_ms + MESSAGE_LONG_MS;
    if (app->mono_ms >= app->message.until_ms) app_unsay(app);
}

static int message_timeout(const App *app)
{
    const Message *message = &app->message;
    if (message->text == NULL || message->until_ms == MESSAGE_FOR_EVER) return -1;
    if (message->until_ms == MESSAGE_UNTIMED) return MESSAGE_LONG_MS;
    int64_t left = message->until_ms - app->mono_ms;
    return left < 1 ? 1 : left > MESSAGE_LONG_MS ? MESSAGE_LONG_MS : (int)left;
}

int app_timeout(const App *app)
{
    if (jobs_running(app)) return 0;
    int message = message_timeout(app), clock = present_timeout(app);
    if (message < 0 || clock < 0) return message > clock ? message : clock;
    return message < clock ? message : clock;
}

/* ----------------------------------------------------------------- opening */

WallTime app_now(const App *app)
{
    return (WallTime){app->wall_ms, app->utc_offset_min};
}

void app_record(App *app, const char *line)
{
    outbox_add(&app->outbox, EFFECT_APPEND, line, 0);
    study_take(app->study, line);
}

void app_rest(App *app)
{
    const Activity *top = activity_top(app);
    if (top != NULL && activity_row(top->kind)->rest != NULL) activity_row(top->kind)->rest(app);
}

/* A place that was asked for, not one that the journal remembers from when the lesson was longer. */
static bool is_there(const Lesson *lesson, int screen, int step, Diags *diags)
{
    int n_screens = (int)lesson->n_screens;
    if (screen >= n_screens) {
        diags_error(diags, (SourceSpan){0}, "no-such-screen", "%s has %d screen%s; there is no screen %d", lesson->id,
                    n_screens, n_screens == 1 ? "" : "s", screen + 1);
        return false;
    }
    int at = screen > 0 ? screen : 0, n_steps = (int)lesson->screens[at].n_steps;
    if (step < n_steps) return true;
    diags_error(diags, (SourceSpan){0}, "no-such-step", "screen %d of %s has %d step%s; there is no step %d", at + 1,
                lesson->id, n_steps, n_steps == 1 ? "" : "s", step + 1);
    return false;
}

static bool open_visit(App *app, Visit *visit, Place place, bool is_shipped)
{
    activity_pop_all(app);
    visit->is_shipped = is_shipped;
    activity_push(app, ACTIVITY_LESSON, visit, NULL);
    visit_go(visit, place);
    place_land(app);
    return true;
}

bool app_open_text(App *app, const char *name, const char *text, size_t len, int screen, int step,
                   const char *sets, Diags *diags)
{
    Place place = {screen > 0 ? screen : 0, step > 0 ? step : 0};
    Visit *visit = visit_open(name, text, len, sets, diags);
    if (visit != NULL && is_there(visit->lesson, screen, step, diags)) return open_visit(app, visit, place, false);
    visit_free(visit);
    return false;
}

bool app_open_lesson(App *app, const char *id, int screen, int step, const char *sets, Diags *diags)
{
    const LibraryEntry *entry = library_find(app->library, id);
    if (entry == NULL) {
        diags_error(diags, (SourceSpan){0}, "unknown-lesson", "no lesson is called %s", id);
        return false;
    }
    Place place = {0, 0};
    if (screen < 0 && step < 0) places_at(app->study, id, &place);
    if (screen >= 0 || step >= 0) place = (Place){screen > 0 ? screen : 0, step > 0 ? step : 0};
    Visit *visit = visit_open(entry->id, entry->text, entry->len, sets, diags);
    if (visit != NULL && is_there(visit->lesson, screen, step, diags)) return open_visit(app, visit, place, true);
    visit_free(visit);
    return false;
}

/* --------------------------------------------------------------- reloading */

/* Entries and answers hold elements of the old sheet. */
static void forget_elements(App *app)
{
    EntryKind kind = app->entry.kind;
    if (kind == ENTRY_CELL || kind == ENTRY_WHOLE || app->entry.is_held) entry_close(&app->entry);
    if (kind == ENTRY_TRY) entry_set_problem(&app->entry, NULL);
}

/* In one line, so without the folders of the path, and without "error", which its colour says. */
static const char *one_line(Arena *arena, const char *path, const Diag *diag)
{
    const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;
    size_t line, column;
    if (diag == NULL) return arena_printf(arena, "%s: it cannot be read", name);
    if (diag->span.source == NULL) return arena_printf(arena, "%s: %s", name, diag->text);
    source_position(diag->span.source, diag->span.start, &line, &column);
    return arena_printf(arena, "%s:%zu:%zu: %s", name, line, column, diag->text);
}

static void say_first_error(App *app, Arena *arena, const char *path, const Diags *diags)
{
    const Diag *first = NULL;
    for (size_t i = 0; i < diags->count && first == NULL; i++)
        if (diags->items[i].level == DIAG_ERROR) first = &diags->items[i];
    const char *text = one_line(arena, path, first);
    app_say_keeping(app, MESSAGE_FOR_EVER, text_sanitize(arena, text, strlen(text), true));
}

void app_reload(App *app, const char *text, size_t len)
{
    Activity *opened = &app->activities[0]; /* a file is opened from the shell, so it lies below all else */
    if (app->depth == 0 || opened->kind != ACTIVITY_LESSON) return;
    Arena *arena = arena_new();
    Diags diags;
    diags_init(&diags, arena);
    Visit *visit = visit_reopened(opened->visit, text, len, &diags);
    if (visit != NULL) {
        bool is_seen = app->visit == opened->visit;
        if (is_seen) forget_elements(app);
        visit_free(opened->visit);
        visit->serial = ++app->n_visits;
        opened->visit = visit;
        if (is_seen) app->visit = visit;
        if (is_seen) present_renew(app);
        app_say(app, ROLE_TEXT, "The file has changed: it was read again.");
        if (is_seen) select_drop_lost(app);
    } else {
        say_first_error(app, arena, opened->visit->lesson->source->name, &diags);
    }
    arena_free(arena);
}

/* -------------------------------------------------------------------- keys */

/* What is selected, and what is open about it. */
static size_t number_scopes(const App *app, Scope *scopes)
{
    size_t n = 0;
    if (app->visit == NULL) return 0;
    if (app->visit->why_depth > 0) scopes[n++] = SCOPE_PANEL;
    if (app->visit->why_depth == 0 && app->visit->has_influence) scopes[n++] = SCOPE_INFLUENCE;
    if (compare_is_open(app)) scopes[n++] = SCOPE_SIDES;
    size_t term;
    if (app->visit->has_selection) scopes[n++] = formula_term(app, &term) ? SCOPE_TERM : SCOPE_NUMBER;
    return n;
}

static size_t place_scopes(const App *app, Scope *scopes)
{
    const Activity *top = activity_top(app);
    if (top == NULL) {
        scopes[0] = SCOPE_HOME;
        return 1;
    }
    size_t n = 0;
    if (helpful_is_open(app)) scopes[n++] = SCOPE_END;
    n += number_scopes(app, scopes + n);
    return n + activity_row(top->kind)->scopes(app, scopes + n);
}

static const Scope cover_scopes[] = {[COVER_HELP] = SCOPE_HELP,
                                     [COVER_OUTLINE] = SCOPE_OUTLINE,
                                     [COVER_EQUATIONS] = SCOPE_EQUATIONS,
                                     [COVER_GLOSSARY] = SCOPE_GLOSSARY,
                                     [COVER_SOURCES] = SCOPE_HELP};

size_t app_scopes(const App *app, Scope scopes[SCOPE_COUNT])
{
    size_t n = 0;
    if (entry_is_typing(&app->entry)) {
        if (app->entry.kind == ENTRY_ANSWER) scopes[n++] = SCOPE_ANSWER;
        scopes[n++] = SCOPE_ENTRY;
    } else {
        if (app->cover.kind != COVER_NONE)
            scopes[n++] = cover_scopes[app->cover.kind];
        else
            n = place_scopes(app, scopes);
        scopes[n++] = SCOPE_COMMON;
    }
    scopes[n++] = SCOPE_ALWAYS;
    return n;
}

/* Going on at the end of a lesson leads home only when nothing else was done in between. */
void app_run(App *app, CommandId command, int arg)
{
    if (app->visit != NULL && command != CMD_ON) app->visit->at_end = false;
    command_get(command)->run(app, arg);
}

static bool is_text(const Event *event)
{
    return event->key >= ' ' && event->key < KEYCODE_BASE && !(event->mods & (MOD_CTRL | MOD_ALT));
}

/* A key without a command says so: silence reads like a program that hangs. In a talk the room sees nothing of it. */
static void say_unbound(App *app, const Event *event)
{
    bool is_in_help = app->cover.kind == COVER_HELP;
    if (app->present.is_on || entry_is_typing(&app->entry)) return;
    Arena *arena = arena_new();
    const char *key = key_label(arena, event->key, event->mods & (MOD_CTRL | MOD_ALT));
    app_say(app, ROLE_TEXT, "%s does nothing here%s", key, is_in_help ? "." : "; ? lists the keys.");
    arena_free(arena);
}

static void key_event(App *app, const Event *event)
{
    Scope scopes[SCOPE_COUNT];
    bool is_control = (event->mods & MOD_CTRL) != 0; /* stops, redraws, suspends: also in the dark */
    if (!is_control && present_wake(app)) return;
    if (!app->message.keeps) app_unsay(app);
    if (entry_is_typing(&app->entry) && is_text(event)) {
        typing_insert(app, event->key);
        return;
    }
    const Binding *binding = keys_find(scopes, app_scopes(app, scopes), event->key, event->mods);
    if (binding != NULL)
        app_run(app, binding->command, binding->arg);
    else
        say_unbound(app, event);
}

/* ------------------------------------------------------------------ events */

static void resize_event(App *app, const Event *event)
{
    int rows = event->rows > 0 ? event->rows : 0, cols = event->cols > 0 ? event->cols : 0;
    if (app->visit != NULL) {
        place_resize(app, rows, cols);
    } else {
        app->rows = rows;
        app->cols = cols;
    }
}

static void hangup_event(App *app, const Event *event)
{
    (void)event;
    app_rest(app);
    outbox_add(&app->outbox, EFFECT_QUIT, NULL, 0);
}

static void interrupt_event(App *app, const Event *event)
{
    Event key = *event;
    key.kind = EVENT_KEY;
    key.key = 'c';
    key.mods = MOD_CTRL;
    key_event(app, &key);
}

static void paste_event(App *app, const Event *event)
{
    if (entry_is_typing(&app->entry)) typing_paste(app, event->text, event->text_len);
}

static void tick_event(App *app, const Event *event)
{
    (void)event;
    jobs_tick(app);
}

static void resume_event(App *app, const Event *event)
{
    (void)event;
    outbox_add(&app->outbox, EFFECT_REDRAW, NULL, 0);
}

static void reload_event(App *app, const Event *event)
{
    if (event->text != NULL) app_reload(app, event->text, event->text_len);
}

static void mouse_event(App *app, const Event *event)
{
    if (event->button == MOUSE_LEFT && present_wake(app)) return;
    if (!app->message.keeps) app_unsay(app);
    pointer_event(app, event);
}

static void (*const handlers[])(App *, const Event *) = {
    [EVENT_NONE] = NULL,           [EVENT_KEY] = key_event,
    [EVENT_PASTE] = paste_event,   [EVENT_MOUSE] = mouse_event,
    [EVENT_RESIZE] = resize_event, [EVENT_TICK] = tick_event,
    [EVENT_RESUME] = resume_event, [EVENT_RELOAD] = reload_event,
    [EVENT_HANGUP] = hangup_event, [EVENT_INTERRUPT] = interrupt_event,
};

const Effect *app_event(App *app, const Event *event, size_t *n_effects)
{
    outbox_begin(&app->outbox);
    app->wall_ms = event->wall_ms;
    app->utc_offset_min = event->utc_offset_min;
    app->mono_ms = event->mono_ms;
    age_message(app);
    present_begin_event(app);
    size_t kind = (size_t)event->kind;
    if (kind < sizeof handlers / sizeof *handlers && handlers[kind] != NULL) handlers[kind](app, event);
    present_end_event(app);
    app->was_tick = event->kind == EVENT_TICK;
    return outbox_deliver(&app->outbox, n_effects);
}
