#include "harness.h"

#include <string.h>

/* A million samples of this d_k. */
static const char *lesson_of(Arena *arena, const char *d_k)
{
    return arena_printf(arena,
                        "---\ntitle: Samples\n---\n\n## How wide?\n\nText.\n\n```live\n"
                        "d = dot_samples(1000000, %s, seed=7)\nm = mean(d)\n```\n\n"
                        "```show\nstats m | The mean.\n```\n",
                        d_k);
}

static Stage *sampling(const char *d_k)
{
    Stage *stage = stage_new();
    Diags diags;
    diags_init(&diags, stage->arena);
    const char *text = lesson_of(stage->arena, d_k);
    assert_true(app_open_text(stage->app, "samples.md", text, strlen(text), 0, 0, NULL, &diags));
    return stage;
}

static JobProgress job_of(Stage *stage)
{
    return layer_job(stage->app->visit->now.layer);
}

static void a_job_goes_on_with_every_tick_and_the_loop_does_not_sleep(void **state)
{
    (void)state;
    Stage *stage = sampling("64");
    assert_true(job_of(stage).running);
    assert_int_equal(app_timeout(stage->app), 0);
    size_t done = job_of(stage).done;
    for (int i = 0; i < 5; i++) {
        tick(stage, 0);
        assert_true(job_of(stage).done > done);
        done = job_of(stage).done;
    }
    for (int i = 0; i < 100000 && job_of(stage).running; i++) tick(stage, 0);
    assert_int_equal(job_of(stage).done, 1000000);
    assert_int_equal(app_timeout(stage->app), -1);
    stage_free(stage);
}

static void keys_act_between_two_slices(void **state)
{
    (void)state;
    Stage *stage = sampling("64");
    tick(stage, 0);
    play(stage, "?");
    assert_int_equal(stage->app->cover.kind, COVER_HELP);
    assert_true(job_of(stage).running);
    stage_free(stage);
}

/* A machine that does `units_per_ms` and needs `drawing_ms` besides: what a large slice comes to cost. */
static double slice_ms_on(double units_per_ms, int drawing_ms)
{
    Stage *stage = sampling("4096");
    const Pace *pace = &stage->app->pace;
    double spent_ms = 0;
    for (int i = 0; i < 320; i++) {
        spent_ms += (double)(pace->units << pace->size) / units_per_ms + drawing_ms;
        stage->mono_ms = (int64_t)spent_ms + i; /* delivering an event takes one more */
        tick(stage, 0);
    }
    assert_true(job_of(stage).running);
    double slice_ms = 2 * (double)pace->units / units_per_ms;
    stage_free(stage);
    return slice_ms;
}

static void a_slice_takes_less_than_eight_milliseconds_on_every_machine(void **state)
{
    (void)state;
    const double speeds[] = {5000, 50000, 400000};
    for (size_t i = 0; i < sizeof speeds / sizeof *speeds; i++)
        for (int drawing_ms = 0; drawing_ms <= 60; drawing_ms += 30) {
            double slice_ms = slice_ms_on(speeds[i], drawing_ms);
            assert_true(slice_ms <= 9); /* times are whole milliseconds */
            assert_true(slice_ms >= 1.5);
        }
}

static void ctrl_c_stops_a_job_and_keeps_what_it_has(void **state)
{
    (void)state;
    Stage *stage = sampling("64");
    for (int i = 0; i < 3; i++) tick(stage, 0);
    size_t done = job_of(stage).done;
    play(stage, "C-c");
    assert_false(job_of(stage).running);
    assert_shows(stage, "Stopped at");
    assert_shows(stage, " of 1,000,000 samples");
    assert_int_equal(job_of(stage).done, done);
    assert_int_equal(stage->n_effects[EFFECT_QUIT], 0);
    play(stage, "C-c");
    assert_shows(stage, "q leaves");
    stage_free(stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_job_goes_on_with_every_tick_and_the_loop_does_not_sleep),
        cmocka_unit_test(keys_act_between_two_slices),
        cmocka_unit_test(a_slice_takes_less_than_eight_milliseconds_on_every_machine),
        cmocka_unit_test(ctrl_c_stops_a_job_and_keeps_what_it_has),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
