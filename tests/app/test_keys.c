#include "harness.h"

#include <stdlib.h>
#include <string.h>

static const Scope panel[] = {SCOPE_PANEL,  SCOPE_NUMBER, SCOPE_READ,
                              SCOPE_LESSON, SCOPE_COMMON, SCOPE_ALWAYS};
static const Scope reading[] = {SCOPE_READ, SCOPE_LESSON, SCOPE_COMMON, SCOPE_ALWAYS};
static const Scope typing[] = {SCOPE_ENTRY, SCOPE_ALWAYS};

#define FIND(scopes, key, mods) keys_find(scopes, sizeof(scopes) / sizeof *(scopes), key, mods)

static void the_innermost_scope_wins(void **state)
{
    (void)state;
    assert_int_equal(FIND(panel, KEYCODE_ENTER, 0)->command, CMD_PANEL_IN);
    assert_int_equal(FIND(panel, KEYCODE_BACKSPACE, 0)->command, CMD_PANEL_OUT);
    assert_int_equal(FIND(panel, KEYCODE_UP, 0)->command, CMD_OPERAND);
    assert_int_equal(FIND(reading, KEYCODE_BACKSPACE, 0)->command, CMD_BACK);
    assert_int_equal(FIND(reading, 'l', 0)->command, CMD_ON);
}

static void what_the_inner_scope_does_not_use_falls_through(void **state)
{
    (void)state;
    assert_int_equal(FIND(panel, KEYCODE_LEFT, 0)->command, CMD_MOVE);
    assert_int_equal(FIND(panel, 'e', 0)->command, CMD_EDIT_CELL);
    assert_int_equal(FIND(panel, ' ', 0)->command, CMD_ON);
    assert_int_equal(FIND(panel, 'u', 0)->command, CMD_UNDO);
    assert_int_equal(FIND(panel, '?', 0)->command, CMD_HELP);
    assert_int_equal(FIND(panel, 'l', MOD_CTRL)->command, CMD_REDRAW);
}

static void nothing_falls_out_of_a_line_but_what_is_always(void **state)
{
    (void)state;
    assert_null(FIND(typing, 'u', 0));
    assert_null(FIND(typing, KEYCODE_PAGE_DOWN, 0));
    assert_int_equal(FIND(typing, 'c', MOD_CTRL)->command, CMD_INTERRUPT);
    assert_int_equal(FIND(typing, 'u', MOD_CTRL)->command, CMD_LINE_ERASE_END);
}

static void shift_is_part_of_the_key(void **state)
{
    (void)state;
    assert_int_equal(FIND(panel, 'E', MOD_SHIFT)->command, CMD_EDIT_WHOLE);
    assert_int_equal(FIND(reading, KEYCODE_TAB, MOD_SHIFT)->arg, -1);
    assert_int_equal(FIND(reading, 'R', MOD_CTRL | MOD_SHIFT)->command, CMD_REDO);
    assert_null(FIND(reading, 'r', MOD_ALT));
}

static void no_key_is_bound_twice_in_one_scope(void **state)
{
    (void)state;
    for (size_t i = 0; i < keys_count(); i++)
        for (size_t k = 0; k < i; k++) {
            const Binding *a = keys_at(i), *b = keys_at(k);
            assert_false(a->scope == b->scope && a->key == b->key && a->mods == b->mods);
        }
}

static void every_command_has_a_key_a_hint_and_a_sentence(void **state)
{
    (void)state;
    for (CommandId id = CMD_NONE + 1; id < CMD_COUNT; id++) {
        size_t keys = 0;
        for (size_t i = 0; i < keys_count(); i++) keys += keys_at(i)->command == id;
        const Command *command = command_get(id);
        assert_true(keys > 0);
        assert_non_null(command->run);
        assert_true(*command->name != '\0' && *command->hint != '\0' && *command->help != '\0');
    }
}

/* What leads into each scope, and back to where the next one starts. */
static const char *const ways[SCOPE_COUNT] = {
    [SCOPE_HOME] = "/ 'e' Enter Down",
    [SCOPE_READ] = "Down Down Enter Space",
    [SCOPE_END] = "Enter Space Space Space Space",
    [SCOPE_PRESENT] = "Enter P",
    [SCOPE_CLASS] = "G Enter P x",
    [SCOPE_NUMBER] = "Enter Tab Tab + Down",
    [SCOPE_TERM] = "G Enter S-Tab S-Tab",
    [SCOPE_PANEL] = "Enter S-Tab Enter Down",
    [SCOPE_INFLUENCE] = "Enter Tab Tab d Down",
    [SCOPE_SIDES] = "Enter A",
    [SCOPE_ANSWER] = "G x '0.5'",
    [SCOPE_ASKED] = "G x Esc",
    [SCOPE_JUDGED] = "G x '0.5' Enter",
    [SCOPE_PAGE] = "G x Esc Tab Esc",
    [SCOPE_SUMMARY] = "G x 'give up' Enter q",
    [SCOPE_CARD] = "c",
    [SCOPE_CARDS_END] = "c Space 4",
    [SCOPE_SUSPENDED] = "c s S",
    [SCOPE_PROGRESS] = "p",
    [SCOPE_OUTLINE] = "Enter Space o",
    [SCOPE_EQUATIONS] = "=",
    [SCOPE_GLOSSARY] = "D Down",
    [SCOPE_HELP] = "? j",
    [SCOPE_ENTRY] = ": 'q + 1' Enter 'ab cd' Left Left",
    [SCOPE_LESSON] = "Enter Tab + u +",
    [SCOPE_COMMON] = "Enter",
    [SCOPE_ALWAYS] = "Enter :",
};

static const char *screen_after(const Binding *binding)
{
    Stage *stage = stage_new();
    play(stage, ways[binding->scope]);
    press(stage, binding->key, binding->mods);
    char *seen = heed_xstrdup(screen(stage));
    stage_free(stage);
    return seen;
}

static void all_keys_of_a_command_lead_to_the_same_screen(void **state)
{
    (void)state;
    for (size_t i = 0; i < keys_count(); i++) {
        const Binding *first = keys_at(i);
        const char *seen = screen_after(first);
        for (size_t k = i + 1; k < keys_count(); k++) {
            const Binding *second = keys_at(k);
            if (second->scope != first->scope || second->command != first->command ||
                second->arg != first->arg)
                continue;
            const char *other = screen_after(second);
            assert_string_equal(seen, other);
            free((void *)other);
        }
        free((void *)seen);
    }
}

static void every_key_reaches_its_command_where_its_scope_is_innermost(void **state)
{
    (void)state;
    for (size_t i = 0; i < keys_count(); i++) {
        const Binding *binding = keys_at(i);
        Stage *stage = stage_new();
        play(stage, ways[binding->scope]);
        Scope scopes[SCOPE_COUNT];
        size_t n = app_scopes(stage->app, scopes), at = 0;
        while (at < n && scopes[at] != binding->scope) at++;
        assert_true(at < n);
        assert_ptr_equal(keys_find(scopes + at, n - at, binding->key, binding->mods), binding);
        stage_free(stage);
    }
}

static void keys_are_labelled_for_readers(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    assert_string_equal(key_label(arena, ' ', 0), "Space");
    assert_string_equal(key_label(arena, '-', 0), "−");
    assert_string_equal(key_label(arena, 'r', MOD_CTRL), "Ctrl-R");
    assert_string_equal(key_label(arena, 'g', 0), "g");
    assert_string_equal(key_label(arena, 0xE9, 0), "é");
    assert_string_equal(key_label(arena, KEYCODE_RIGHT, MOD_CTRL), "Ctrl-→");
    assert_string_equal(key_label(arena, KEYCODE_F1 + 8, 0), "F9");
    for (size_t i = 0; i < keys_count(); i++)
        assert_string_not_equal(key_label(arena, keys_at(i)->key, keys_at(i)->mods),
                                keys_at(i)->key == '?' ? "" : "?");
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_innermost_scope_wins),
        cmocka_unit_test(what_the_inner_scope_does_not_use_falls_through),
        cmocka_unit_test(nothing_falls_out_of_a_line_but_what_is_always),
        cmocka_unit_test(shift_is_part_of_the_key),
        cmocka_unit_test(no_key_is_bound_twice_in_one_scope),
        cmocka_unit_test(every_command_has_a_key_a_hint_and_a_sentence),
        cmocka_unit_test(all_keys_of_a_command_lead_to_the_same_screen),
        cmocka_unit_test(every_key_reaches_its_command_where_its_scope_is_innermost),
        cmocka_unit_test(keys_are_labelled_for_readers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
