#include "harness.h"

#include <string.h>

static const char samples[] = "---\ntitle: Samples\n---\n\n## How wide?\n\nText.\n\n```live\n"
                              "d = dot_samples(1000000, 64, seed=7)\nm = mean(d)\n```\n\n"
                              "```show\nstats m | The mean.\n```\n";

static Stage *sampling(void)
{
    Stage *stage = stage_new();
    Diags diags;
    diags_init(&diags, stage->arena);
    assert_true(app_open_text(stage->app, "samples.md", samples, strlen(samples), 0, 0, NULL, &diags));
    return stage;
}

static JobProgress job_of(Stage *stage)
{
    return layer_job(stage->app->visit->now.layer);
}

static void a_job_goes_on_with_every_tick_and_the_loop_does_not_sleep(void **state)
{
    (void)state;
    Stage *stage = sampling();
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
    Stage *stage = sampling();
    tick(stage, 0);
    play(stage, "?");
    assert_int_equal(stage->app->cover.kind, COVER_HELP);
    assert_true(job_of(stage).running);
    stage_free(stage);
}

static void slices_that_take_long_get_smaller_and_quick_ones_grow(void **state)
{
    (void)state;
    Stage *stage = sampling();
    tick(stage, 0);
    size_t begun = stage->app->job_budget;
    for (int i = 0; i < 2; i++) tick(stage, 30);
    size_t slow = stage->app->job_budget;
    assert_true(slow < begun);
    for (int i = 0; i < 100; i++) tick(stage, 500);
    assert_true(stage->app->job_budget > 0 && stage->app->job_budget < slow);
    for (int i = 0; i < 40; i++) tick(stage, 0);
    assert_true(stage->app->job_budget > slow);
    stage_free(stage);
}

static void ctrl_c_stops_a_job_and_keeps_what_it_has(void **state)
{
    (void)state;
    Stage *stage = sampling();
    for (int i = 0; i < 3; i++) tick(stage, 0);
    size_t done = job_of(stage).done;
    play(stage, "C-c");
    assert_false(job_of(stage).running);
    assert_shows(stage, "Stopped at");
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
        cmocka_unit_test(slices_that_take_long_get_smaller_and_quick_ones_grow),
        cmocka_unit_test(ctrl_c_stops_a_job_and_keeps_what_it_has),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
