/* Long work. One tick is one slice; how much a slice may do is learnt from how long the last one took,
 * drawing and all, so that a key never waits for more than about SLICE_MS.
 */
#include "parts.h"

#define SLICE_MS   8
#define ENOUGH_MS  4
#define BUDGET_MIN ((size_t)1 << 14)
#define BUDGET_MAX ((size_t)1 << 30)
#define BUDGET_SAFE                                                                                          \
    ((size_t)1 << 18) /* well under a millisecond even for the scalar kernels at low clock rates */

bool jobs_running(const App *app)
{
    return app->visit != NULL && visit_working(app->visit) != NULL;
}

JobProgress jobs_progress(const App *app)
{
    Layer *layer = visit_working(app->visit);
    return layer_job(layer != NULL ? layer : app->visit->now.layer);
}

/* Only two ticks in a row tell what a slice costs: between others a key was waited for. */
static void learn(App *app)
{
    if (app->job_budget == 0) app->job_budget = BUDGET_SAFE;
    if (!app->was_tick) return;
    int64_t took_ms = app->mono_ms - app->tick_ms;
    if (took_ms >= SLICE_MS)
        app->job_budget = app->job_budget / 2 > BUDGET_MIN ? app->job_budget / 2 : BUDGET_MIN;
    if (took_ms < ENOUGH_MS) app->job_budget += app->job_budget / 4;
    if (app->job_budget > BUDGET_MAX) app->job_budget = BUDGET_MAX;
}

void jobs_tick(App *app)
{
    if (!jobs_running(app)) return;
    learn(app);
    app->tick_ms = app->mono_ms;
    layer_job_step(visit_working(app->visit), app->job_budget);
}

bool jobs_cancel(App *app)
{
    if (!jobs_running(app)) return false;
    Layer *layer = visit_working(app->visit);
    JobProgress job = layer_job(layer);
    layer_job_cancel(layer);
    app_say(app, ROLE_TEXT, "Stopped at %zu of %zu %s.", job.done, job.total,
            job.name != NULL ? job.name : "samples");
    return true;
}
