/* Draws: reproducible, sound, their wrong ideas apart. */
#include "toy.h"

#include <math.h>

static void the_same_seed_gives_the_same_draw(void **state)
{
    Toy *toy = *state;
    for (unsigned attempt = 0; attempt < 20; attempt++) {
        Draw *a = toy_draw(toy, "toy/pick", attempt), *b = toy_draw(toy, "toy/pick", attempt);
        assert_int_equal(a->seed, b->seed);
        assert_string_equal(a->truth, b->truth);
        assert_int_equal(a->n_choices, b->n_choices);
        for (size_t i = 0; i < a->n_choices; i++)
            assert_string_equal(a->choices[i].shown, b->choices[i].shown);
        draw_free(a);
        draw_free(b);
    }
}

static void seed_id_and_attempt_each_change_the_seed(void **state)
{
    (void)state;
    uint32_t seed = draw_seed_for(7, "toy/pick", 0);
    assert_int_not_equal(seed, draw_seed_for(8, "toy/pick", 0));
    assert_int_not_equal(seed, draw_seed_for(7, "toy/pic", 0));
    assert_int_not_equal(seed, draw_seed_for(7, "toy/pick", 1));
    for (unsigned i = 0; i < 1000; i++) {
        seed = draw_seed_for(i, "x", i);
        assert_true(seed >= 1 && seed < 0x80000000u);
    }
}

static void draws_differ_between_attempts(void **state)
{
    Toy *toy = *state;
    unsigned same = 0;
    for (unsigned attempt = 0; attempt < 50; attempt++) {
        Draw *a = toy_draw(toy, "toy/weight", attempt), *b = toy_draw(toy, "toy/weight", attempt + 1);
        same += strcmp(a->truth, b->truth) == 0;
        draw_free(a);
        draw_free(b);
    }
    assert_true(same < 10);
}

static void the_truth_is_the_answer_of_the_layer(void **state)
{
    Toy *toy = *state;
    for (unsigned attempt = 0; attempt < 50; attempt++) {
        Draw *draw = toy_draw(toy, "toy/weight", attempt);
        const Value *alpha = layer_value(draw->layer, layer_name(draw->layer, "alpha"));
        const Value *q = layer_value(draw->layer, layer_name(draw->layer, "q"));
        double e[3], sum = 0;
        static const double keys[3][4] = {{1, 1, 0, 0}, {0, 0, 1, 1}, {1, 0, 1, 1}};
        for (size_t i = 0; i < 3; i++) {
            double s = 0;
            for (size_t k = 0; k < 4; k++) s += value_at(q, 0, k) * keys[i][k];
            sum += e[i] = exp(s / 2);
        }
        assert_true(fabs(value_at(alpha, 0, 2) - e[2] / sum) < 1e-6);
        assert_int_equal(draw->answer_ref.node, layer_name(draw->layer, "alpha"));
        assert_int_equal(draw->answer_ref.col, 2);
        draw_free(draw);
    }
}

static void no_two_choices_look_alike_and_one_is_right(void **state)
{
    Toy *toy = *state;
    for (unsigned attempt = 0; attempt < 200; attempt++) {
        Draw *draw = toy_draw(toy, "toy/pick", attempt);
        size_t n_right = 0;
        assert_true(draw->n_choices >= 3 && draw->n_choices <= 4);
        for (size_t i = 0; i < draw->n_choices; i++) {
            n_right += draw->choices[i].is_right;
            assert_int_equal(draw->choices[i].letter, 'a' + (int)i);
            for (size_t k = 0; k < i; k++)
                assert_string_not_equal(draw->choices[i].shown, draw->choices[k].shown);
        }
        assert_int_equal(n_right, 1);
        draw_free(draw);
    }
}

static void the_right_choice_stands_everywhere(void **state)
{
    Toy *toy = *state;
    unsigned at[4] = {0};
    for (unsigned attempt = 0; attempt < 200; attempt++) {
        Draw *draw = toy_draw(toy, "toy/pick", attempt);
        for (size_t i = 0; i < draw->n_choices; i++) at[i] += draw->choices[i].is_right;
        draw_free(draw);
    }
    for (size_t i = 0; i < 3; i++) assert_true(at[i] > 20);
}

static void listed_ideas_are_always_apart(void **state)
{
    Toy *toy = *state;
    for (unsigned attempt = 0; attempt < 200; attempt++) {
        Draw *draw = toy_draw(toy, "toy/weight", attempt);
        assert_true(draw->n_ideas >= 2);
        for (size_t i = 0; i < draw->n_ideas; i++)
            if (draw->ideas[i].is_listed) assert_true(draw->ideas[i].is_apart);
        assert_null(draw_idea(draw, "of-another-lesson"));
        draw_free(draw);
    }
}

static void written_choices_keep_their_reasons(void **state)
{
    Toy *toy = *state;
    Draw *draw = toy_draw(toy, "toy/written", 0);
    assert_int_equal(draw->n_choices, 3);
    for (size_t i = 0; i < 3; i++) {
        const DrawChoice *choice = &draw->choices[i];
        const char *reason = prose_shown(toy->arena, choice->reason_layer, choice->reason);
        if (strcmp(choice->shown, "the score") == 0) assert_string_equal(reason, "It needs q and K only.");
        if (strcmp(choice->shown, "7.0000") == 0) assert_string_equal(reason, "A number is no step.");
    }
    draw_free(draw);
}

static void steps_never_come_in_their_order(void **state)
{
    Toy *toy = *state;
    for (unsigned attempt = 0; attempt < 200; attempt++) {
        Draw *draw = toy_draw(toy, "toy/steps", attempt);
        bool in_order = true;
        for (size_t i = 0; i < draw->n_choices; i++) in_order &= draw->choices[i].place == i;
        assert_false(in_order);
        draw_free(draw);
    }
}

static void inputs_of_the_answer_are_listed_in_order(void **state)
{
    Toy *toy = *state;
    Draw *draw = toy_draw(toy, "toy/output", 0);
    assert_int_equal(draw->n_inputs, 3);
    assert_string_equal(draw->inputs[0].name, "q");
    assert_string_equal(draw->inputs[1].name, "K");
    assert_string_equal(draw->inputs[2].name, "V");
    draw_free(draw);
    draw = toy_draw(toy, "toy/weight", 0);
    assert_int_equal(draw->n_inputs, 2);
    draw_free(draw);
}

static void there_are_three_hints_for_a_number(void **state)
{
    Toy *toy = *state;
    Draw *draw = toy_draw(toy, "toy/weight", 0);
    assert_int_equal(draw->n_hints, 3);
    assert_int_equal(draw->hints[0].kind, HINT_PROSE);
    assert_string_equal(draw->hints[0].text, "Scale first.");
    assert_int_equal(draw->hints[1].kind, HINT_STEPS);
    assert_string_equal(draw->hints[1].text,
                        "dk = cols(K); s = q @ K.T; z = s / sqrt(dk); alpha = softmax(z)");
    assert_int_equal(draw->hints[2].kind, HINT_VALUES);
    assert_null(strstr(draw->hints[2].text, "alpha"));
    assert_non_null(strstr(draw->hints[2].text, "z = ["));
    draw_free(draw);
}

static void hints_strike_wrong_letters_only_and_leave_two(void **state)
{
    Toy *toy = *state;
    Draw *draw = toy_draw(toy, "toy/written", 0);
    assert_int_equal(draw->n_hints, 1);
    assert_int_equal(draw->hints[0].kind, HINT_STRIKE);
    assert_false(draw->hints[0].choice->is_right);
    draw_free(draw);
    draw = toy_draw(toy, "toy/steps", 0);
    assert_int_equal(draw->n_hints, 2);
    assert_int_equal(draw->hints[0].choice->place, 0);
    assert_int_equal(draw->hints[1].choice->place, 3);
    draw_free(draw);
}

static void points_fall_with_each_hint(void **state)
{
    (void)state;
    assert_int_equal(quiz_points(true, 0), 4);
    assert_int_equal(quiz_points(true, 1), 3);
    assert_int_equal(quiz_points(true, 3), 1);
    assert_int_equal(quiz_points(true, 9), 1);
    assert_int_equal(quiz_points(false, 0), 0);
}

static void the_toy_passes_its_check(void **state)
{
    Toy *toy = *state;
    study_check(toy->lesson, toy->ideas, &toy->diags);
    if (toy->diags.count) fail_msg("%s", diags_format(toy->arena, &toy->diags));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_same_seed_gives_the_same_draw, toy_setup, toy_teardown),
        cmocka_unit_test(seed_id_and_attempt_each_change_the_seed),
        cmocka_unit_test_setup_teardown(draws_differ_between_attempts, toy_setup, toy_teardown),
        cmocka_unit_test_setup_teardown(the_truth_is_the_answer_of_the_layer, toy_setup, toy_teardown),
        cmocka_unit_test_setup_teardown(no_two_choices_look_alike_and_one_is_right, toy_setup, toy_teardown),
        cmocka_unit_test_setup_teardown(the_right_choice_stands_everywhere, toy_setup, toy_teardown),
        cmocka_unit_test_setup_teardown(listed_ideas_are_always_apart, toy_setup, toy_teardown),
        cmocka_unit_test_setup_teardown(written_choices_keep_their_reasons, toy_setup, toy_teardown),
        cmocka_unit_test_setup_teardown(steps_never_come_in_their_order, toy_setup, toy_teardown),
        cmocka_unit_test_setup_teardown(inputs_of_the_answer_are_listed_in_order, toy_setup, toy_teardown),
        cmocka_unit_test_setup_teardown(there_are_three_hints_for_a_number, toy_setup, toy_teardown),
        cmocka_unit_test_setup_teardown(hints_strike_wrong_letters_only_and_leave_two, toy_setup,
                                        toy_teardown),
        cmocka_unit_test(points_fall_with_each_hint),
        cmocka_unit_test_setup_teardown(the_toy_passes_its_check, toy_setup, toy_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
