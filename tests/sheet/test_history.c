/* Undo's unit is one Enter, one run of nudges of a cell, or one reset. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "heed/sheet.h"

#include <stdio.h>
#include <string.h>

static const ElementRef q0 = {REF_NOW, 7, 0, 0};
static const ElementRef q1 = {REF_NOW, 7, 0, 1};

static void a_new_history_is_empty_and_has_no_way_back(void **state)
{
    (void)state;
    History *history = history_new();
    assert_string_equal(history_text(history), "");
    assert_string_equal(history_was(history), "");
    assert_int_equal(history_count(history), 0);
    assert_false(history_undo(history));
    assert_false(history_redo(history));
    history_free(history);
    history_free(NULL);
}

static void a_commit_replaces_the_line_of_its_name_alone(void **state)
{
    (void)state;
    History *history = history_new();
    history_commit(history, "q = [1, 2]");
    history_commit(history, "qq = [3]");
    history_commit(history, "q = [0, 2]");
    assert_string_equal(history_text(history), "q = [0, 2]\nqq = [3]");
    assert_string_equal(history_was(history), "q = [1, 2]\nqq = [3]");
    assert_int_equal(history_count(history), 2);
    history_free(history);
}

static void undo_and_redo_walk_the_same_states(void **state)
{
    (void)state;
    History *history = history_new();
    history_commit(history, "a = 1");
    history_commit(history, "b = 2");
    assert_true(history_undo(history));
    assert_string_equal(history_text(history), "a = 1");
    assert_string_equal(history_was(history), "a = 1\nb = 2"); /* what undo changed is marked too */
    assert_true(history_undo(history));
    assert_string_equal(history_text(history), "");
    assert_false(history_undo(history));
    assert_string_equal(history_text(history), "");
    assert_true(history_redo(history));
    assert_true(history_redo(history));
    assert_false(history_redo(history));
    assert_string_equal(history_text(history), "a = 1\nb = 2");
    assert_string_equal(history_was(history), "a = 1");
    history_free(history);
}

static void a_new_edit_clears_redo(void **state)
{
    (void)state;
    History *history = history_new();
    history_commit(history, "a = 1");
    history_commit(history, "a = 2");
    assert_true(history_undo(history));
    history_commit(history, "a = 3");
    assert_false(history_redo(history));
    assert_true(history_undo(history));
    assert_string_equal(history_text(history), "a = 1");
    assert_true(history_redo(history));
    assert_string_equal(history_text(history), "a = 3");
    history_free(history);
}

static void a_run_of_nudges_of_one_cell_is_one_unit(void **state)
{
    (void)state;
    History *history = history_new();
    history_nudge(history, "q = [1, 0]", q0);
    history_nudge(history, "q = [2, 0]", q0);
    history_nudge(history, "q = [3, 0]", q0);
    assert_string_equal(history_text(history), "q = [3, 0]");
    assert_string_equal(history_was(history), ""); /* marks compare with before the run */
    assert_true(history_undo(history));
    assert_string_equal(history_text(history), "");
    assert_true(history_redo(history));
    assert_string_equal(history_text(history), "q = [3, 0]");
    history_free(history);
}

static void another_cell_a_commit_or_an_undo_ends_the_run(void **state)
{
    (void)state;
    History *history = history_new();
    history_nudge(history, "q = [1, 0]", q0);
    history_nudge(history, "q = [1, 1]", q1);
    history_nudge(history, "q = [2, 1]", q0);
    history_commit(history, "k = 5");
    history_nudge(history, "q = [3, 1]", q0);
    assert_true(history_undo(history));
    assert_string_equal(history_text(history), "q = [2, 1]\nk = 5");
    history_nudge(history, "q = [4, 1]", q0);
    static const char *const back[] = {"q = [2, 1]\nk = 5", "q = [2, 1]", "q = [1, 1]", "q = [1, 0]", ""};
    for (size_t i = 0; i < sizeof back / sizeof *back; i++) {
        assert_true(history_undo(history));
        assert_string_equal(history_text(history), back[i]);
    }
    assert_false(history_undo(history));
    history_free(history);
}

static void a_nudge_after_undo_starts_a_new_unit(void **state)
{
    (void)state;
    History *history = history_new();
    history_nudge(history, "q = 1", q0);
    history_commit(history, "k = 1");
    history_undo(history);
    history_nudge(history, "q = 2",
                  q0); /* the newest state is again that of q0's run: it must not be rewritten */
    assert_true(history_undo(history));
    assert_string_equal(history_text(history), "q = 1");
    history_free(history);
}

static void a_run_that_returns_to_its_start_leaves_no_unit(void **state)
{
    (void)state;
    History *history = history_new();
    history_commit(history, "q = 5");
    history_nudge(history, "q = 6", q0);
    history_nudge(history, "q = 5", q0);
    assert_string_equal(history_text(history), "q = 5");
    assert_string_equal(history_was(history), "q = 5");
    history_nudge(history, "q = 4", q0);
    assert_string_equal(history_was(history), "q = 5");
    assert_true(history_undo(history));
    assert_string_equal(history_text(history), "q = 5");
    assert_true(history_undo(history));
    assert_string_equal(history_text(history), "");
    history_free(history);
}

static void reset_is_one_undoable_unit(void **state)
{
    (void)state;
    History *history = history_new();
    history_commit(history, "a = 1");
    history_commit(history, "b = 2");
    history_reset(history);
    assert_int_equal(history_count(history), 0);
    assert_string_equal(history_text(history), "");
    assert_string_equal(history_was(history), "a = 1\nb = 2");
    history_reset(history); /* nothing to reset: no unit */
    assert_true(history_undo(history));
    assert_string_equal(history_text(history), "a = 1\nb = 2");
    history_free(history);
}

static void an_edit_that_changes_nothing_is_no_unit_and_keeps_redo(void **state)
{
    (void)state;
    History *history = history_new();
    history_commit(history, "a = 1");
    history_commit(history, "a = 2");
    history_undo(history);
    history_commit(history, "a = 1");
    assert_true(history_redo(history));
    assert_string_equal(history_text(history), "a = 2");
    history_free(history);
}

static void a_thousand_edits_come_back_one_by_one(void **state)
{
    (void)state;
    History *history = history_new();
    char line[64];
    for (int i = 0; i < 1000; i++) {
        snprintf(line, sizeof line, "x%d = %d", i % 7, i);
        history_commit(history, line);
    }
    assert_int_equal(history_count(history), 7);
    size_t units = 0;
    while (history_undo(history)) units++;
    assert_int_equal(units, 1000);
    while (history_redo(history)) units--;
    assert_int_equal(units, 0);
    assert_non_null(strstr(history_text(history), "x5 = 999"));
    history_free(history);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_new_history_is_empty_and_has_no_way_back),
        cmocka_unit_test(a_commit_replaces_the_line_of_its_name_alone),
        cmocka_unit_test(undo_and_redo_walk_the_same_states),
        cmocka_unit_test(a_new_edit_clears_redo),
        cmocka_unit_test(a_run_of_nudges_of_one_cell_is_one_unit),
        cmocka_unit_test(another_cell_a_commit_or_an_undo_ends_the_run),
        cmocka_unit_test(a_nudge_after_undo_starts_a_new_unit),
        cmocka_unit_test(a_run_that_returns_to_its_start_leaves_no_unit),
        cmocka_unit_test(reset_is_one_undoable_unit),
        cmocka_unit_test(an_edit_that_changes_nothing_is_no_unit_and_keeps_redo),
        cmocka_unit_test(a_thousand_edits_come_back_one_by_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
