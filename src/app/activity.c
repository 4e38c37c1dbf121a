#include "activity.h"

#include "cards.h"
#include "parts.h"
#include "progress.h"
#include "quiz.h"

#include <assert.h>

/* ------------------------------------------------------------------ lessons */

static void rest_in_lesson(App *app)
{
    Visit *visit = app->visit;
    if (!visit->is_shipped || places_is_last(app->study, visit->lesson->id, visit->place)) return;
    Arena *arena = arena_new();
    app_record(app, journal_place_line(arena, visit->lesson->id, visit->place.screen, visit->place.step,
                                       app_now(app)));
    arena_free(arena);
}

static size_t lesson_scopes(const App *app, Scope *scopes)
{
    size_t n = 0;
    if (app->visit->asked.question != NULL) scopes[n++] = SCOPE_CLASS;
    if (app->present.is_on) scopes[n++] = SCOPE_PRESENT;
    scopes[n++] = SCOPE_READ;
    scopes[n++] = SCOPE_LESSON;
    return n;
}

/* -------------------------------------------------------------------- table */

static const ActivityRow rows[ACTIVITY_KIND_COUNT] = {
    [ACTIVITY_LESSON] = {.scopes = lesson_scopes, .rest = rest_in_lesson},
    [ACTIVITY_QUIZ] = {.scopes = quiz_scopes,
                       .show = quiz_show,
                       .draw = quiz_summary_draw,
                       .look = quiz_look,
                       .resume = quiz_resume,
                       .free = quizzing_free,
                       .pick = quiz_pick,
                       .wheel = quiz_summary_wheel},
    [ACTIVITY_CARDS] = {.scopes = cards_scopes,
                        .show = cards_show,
                        .draw = cards_draw,
                        .look = cards_look,
                        .free = cards_free,
                        .pick = cards_pick,
                        .wheel = cards_wheel},
    [ACTIVITY_PROGRESS] = {.scopes = progress_scopes,
                           .draw = progress_draw,
                           .free = progress_free,
                           .wheel = progress_wheel},
};

const ActivityRow *activity_row(ActivityKind kind)
{
    return &rows[kind];
}

/* -------------------------------------------------------------------- stack */

Activity *activity_top(const App *app)
{
    return app->depth > 0 ? (Activity *)&app->activities[app->depth - 1] : NULL;
}

bool activity_has_room(const App *app)
{
    return app->depth < ACTIVITIES_MAX;
}

bool activity_admits(App *app)
{
    if (activity_has_room(app)) return true;
    app_say(app, ROLE_TEXT, "Too much lies open one over the other; q leads back.");
    return false;
}

/* What lies over the place goes with it. */
static void uncover(App *app)
{
    entry_close(&app->entry);
    app->cover = (Cover){0};
}

void activity_push(App *app, ActivityKind kind, Visit *visit, void *own)
{
    assert(activity_has_room(app));
    app_rest(app);
    uncover(app);
    present_stop(app);
    app->activities[app->depth++] = (Activity){kind, NULL, own};
    activity_set_visit(app, visit);
    app->home.was_left = app->home.is_used = true;
}

void activity_set_visit(App *app, Visit *visit)
{
    Activity *top = activity_top(app);
    visit_free(top->visit);
    if (visit != NULL) visit->serial = ++app->n_visits;
    top->visit = app->visit = visit;
}

void activity_pop(App *app)
{
    Activity *top = activity_top(app);
    app_rest(app);
    uncover(app);
    if (top->kind == ACTIVITY_LESSON) present_forget(app);
    visit_free(top->visit);
    if (rows[top->kind].free != NULL) rows[top->kind].free(top->own);
    app->depth--;
    top = activity_top(app);
    app->visit = top != NULL ? top->visit : NULL;
    if (top == NULL) {
        home_point(&app->home, app->library, app->study);
        app->came_from_home = false;
    } else if (rows[top->kind].resume != NULL) {
        rows[top->kind].resume(app);
    }
}

void activity_pop_all(App *app)
{
    while (app->depth > 0) activity_pop(app);
}

void activity_leave(App *app)
{
    if (app->depth > 1 || (app->depth == 1 && app->came_from_home)) {
        activity_pop(app);
        return;
    }
    app_rest(app);
    outbox_add(&app->outbox, EFFECT_QUIT, NULL, 0);
}
