/* Long work. One tick is one slice, and a slice should take less than SLICE_MS, so that a key never waits for
 * it.
 *
 * The app has no clock: all it sees is when a tick comes, and between two ticks lie the slice, the drawing of
 * what it changed and whatever else the machine does. Only the slice grows with the work it was given. So
 * slices take turns, of u and of 2u units, and what the larger ones take longer, over a few turns, is what u
 * units cost.
 */
#include "parts.h"

#define SLICE_MS  8
#define TURNS     8 /* times in whole milliseconds: so many before they are believed */
#define UNITS_MIN ((size_t)1 << 14)
#define UNITS_MAX ((size_t)1 << 28)
/* What even plain kernels do within a millisecond or two at one sample a unit, the dearest kind. */
#define UNITS_SAFE ((size_t)1 << 17)

bool jobs_running(const App *app)
{
    return app->visit != NULL && visit_working(app->visit) != NULL;
}

JobProgress jobs_progress(const App *app)
{
    Layer *layer = visit_working(app->visit);
    return layer_job(layer != NULL ? layer : app->visit->now.layer);
}

/* 2u units are to take at most SLICE_MS. */
static void adapt(Pace *pace)
{
    int64_t cost_ms = pace->took_ms[1] - pace->took_ms[0]; /* of TURNS * u units */
    if (2 * cost_ms > SLICE_MS * TURNS && pace->units > UNITS_MIN) pace->units /= 2;
    if (4 * cost_ms < SLICE_MS * TURNS && pace->units < UNITS_MAX) pace->units *= 2;
    pace->took_ms[0] = pace->took_ms[1] = 0;
    pace->turns[0] = pace->turns[1] = 0;
}

/* Only two ticks in a row tell what a slice took: between others a key was waited for. */
static void learn(Pace *pace, int64_t took_ms)
{
    unsigned size = pace->size;
    if (pace->turns[size] == TURNS) return;
    pace->took_ms[size] += took_ms;
    pace->turns[size]++;
    if (pace->turns[0] == TURNS && pace->turns[1] == TURNS) adapt(pace);
}

void jobs_tick(App *app)
{
    Pace *pace = &app->pace;
    if (!jobs_running(app)) return;
    if (pace->units == 0) pace->units = UNITS_SAFE;
    if (app->was_tick) learn(pace, app->mono_ms - pace->began_ms);
    pace->began_ms = app->mono_ms;
    pace->size = !pace->size;
    layer_job_step(visit_working(app->visit), pace->units << pace->size);
}

bool jobs_cancel(App *app)
{
    if (!jobs_running(app)) return false;
    Layer *layer = visit_working(app->visit);
    JobProgress job = layer_job(layer);
    layer_job_cancel(layer);
    Arena *arena = arena_new();
    static const NumFormat format = {'d', false, true, -1};
    app_say(app, ROLE_TEXT, "Stopped at %s of %s %s.", num_text(arena, (double)job.done, NUM_INT, format),
            num_text(arena, (double)job.total, NUM_INT, format), job.name != NULL ? job.name : "samples");
    arena_free(arena);
    return true;
}
