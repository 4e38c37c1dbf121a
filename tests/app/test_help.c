#include "harness.h"

#include "app/parts.h"

#include <stdlib.h>
#include <string.h>

static HelpLine *help_of(Stage *stage, size_t *n)
{
    return help_make(stage->app, stage->arena, n);
}

static void the_help_lists_every_command_of_every_scope_and_no_other(void **state)
{
    (void)state;
    Stage *stage = stage_new();
    size_t n, keyed = 0, expected = 0;
    HelpLine *lines = help_of(stage, &n);
    for (size_t i = 0; i < n; i++) keyed += lines[i].key != NULL;
    for (Scope scope = 0; scope < SCOPE_COUNT; scope++)
        for (CommandId id = CMD_NONE + 1; id < CMD_COUNT; id++) {
            bool is_bound = false, is_listed = false, is_inside = false;
            for (size_t i = 0; i < keys_count(); i++)
                is_bound |= keys_at(i)->scope == scope && keys_at(i)->command == id;
            for (size_t i = 0; i < n; i++) {
                if (lines[i].is_heading) is_inside = strcmp(lines[i].text, scope_title(scope)) == 0;
                is_listed |=
                    is_inside && lines[i].key != NULL && strcmp(lines[i].text, command_get(id)->help) == 0;
            }
            assert_true(is_listed || !is_bound);
            expected += is_bound;
        }
    assert_int_equal(keyed, expected);
    stage_free(stage);
}

static void each_line_of_the_help_names_all_keys_of_its_command(void **state)
{
    (void)state;
    Stage *stage = stage_new();
    play(stage, "Enter");
    size_t n;
    HelpLine *lines = help_of(stage, &n);
    bool found = false;
    for (size_t i = 0; i < n; i++)
        found |= lines[i].key != NULL && lines[i].text == command_get(CMD_ON)->help &&
                 strcmp(lines[i].key, "Space → l PgDn") == 0;
    assert_true(found);
    stage_free(stage);
}

static void the_help_begins_with_the_place_it_was_asked_at(void **state)
{
    (void)state;
    Stage *stage = stage_new();
    size_t n;
    assert_string_equal(help_of(stage, &n)->text, scope_title(SCOPE_HOME));
    play(stage, "Enter");
    assert_string_equal(help_of(stage, &n)->text, scope_title(SCOPE_READ));
    play(stage, "Tab");
    assert_string_equal(help_of(stage, &n)->text, scope_title(SCOPE_NUMBER));
    play(stage, "Enter ?");
    assert_string_equal(help_of(stage, &n)->text, scope_title(SCOPE_PANEL));
    assert_shows(stage, scope_title(SCOPE_PANEL));
    stage_free(stage);
}

static void the_help_scrolls_to_its_end_and_closes(void **state)
{
    (void)state;
    Stage *stage = stage_new();
    play(stage, "? Down j Down Up");
    assert_int_equal(stage->app->cover.scroll, 2);
    play(stage, "k k k");
    assert_int_equal(stage->app->cover.scroll, 0);
    play(stage, "Space PgDn");
    int two_pages = stage->app->cover.scroll;
    assert_true(two_pages > 20);
    play(stage, "Bksp PgUp");
    assert_int_equal(stage->app->cover.scroll, 0);
    play(stage, "G");
    assert_shows(stage, "Ctrl-R");
    int end = stage->app->cover.scroll;
    play(stage, "j PgDn");
    assert_int_equal(stage->app->cover.scroll, end);
    play(stage, "g End Home");
    assert_int_equal(stage->app->cover.scroll, 0);
    const char *const closing[] = {"Esc", "?", "q"};
    for (size_t i = 0; i < 3; i++) {
        play(stage, closing[i]);
        assert_int_equal(stage->app->cover.kind, COVER_NONE);
        play(stage, "?");
    }
    assert_int_equal(stage->n_effects[EFFECT_QUIT], 0);
    stage_free(stage);
}

/* ------------------------------------------------------------- bottom line */

static int width_of(Stage *stage, const ViewHint *hints, size_t n)
{
    int cells = 1;
    for (size_t i = 0; i < n; i++)
        cells += charset_width(stage->app->charset, hints[i].key) + 1 +
                 charset_width(stage->app->charset, hints[i].text) + (i > 0 ? 2 : 0);
    return cells;
}

static bool has_hint(const ViewHint *hints, size_t n, const char *key, const char *text)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(hints[i].key, key) == 0 && strcmp(hints[i].text, text) == 0) return true;
    return false;
}

static void hints_fit_any_width_and_keep_the_way_out_and_the_help(void **state)
{
    (void)state;
    for (int charset = CHARSET_UTF8; charset <= CHARSET_ASCII; charset++) {
        Stage *stage = stage_new_with("", (Charset)charset);
        const char *const ways[] = {"g", "Enter", "Tab", "Enter", ":", "Esc", "o", "?"};
        for (size_t w = 0; w < sizeof ways / sizeof *ways; w++) {
            play(stage, ways[w]);
            for (int cols = 0; cols <= 200; cols += 10) {
                size_t n;
                ViewHint *hints = hints_make(stage->app, stage->arena, cols, &n);
                assert_true(n >= 1);
                if (n > 1) assert_true(width_of(stage, hints, n) <= cols);
            }
        }
        stage_free(stage);
    }
}

static void hints_are_those_of_the_place(void **state)
{
    (void)state;
    Stage *stage = stage_new();
    size_t n;
    ViewHint *hints = hints_make(stage->app, stage->arena, 200, &n);
    assert_true(has_hint(hints, n, "↑↓", "choose") && has_hint(hints, n, "Enter", "open"));
    play(stage, "Enter");
    hints = hints_make(stage->app, stage->arena, 200, &n);
    assert_true(has_hint(hints, n, "Space", "on") && has_hint(hints, n, "?", "help"));
    assert_false(has_hint(hints, n, "u", "undo")); /* there is nothing to undo */
    play(stage, "Space");
    for (int i = 0; i < 9 && strcmp(selected(stage), "z[0]") != 0; i++) play(stage, "Tab");
    hints = hints_make(stage->app, stage->arena, 200, &n);
    assert_true(has_hint(hints, n, "Enter", "why"));
    assert_false(has_hint(hints, n, "e", "edit")); /* it is computed */
    play(stage, "Esc Left Tab +");
    hints = hints_make(stage->app, stage->arena, 200, &n);
    assert_true(has_hint(hints, n, "Enter", "why") && has_hint(hints, n, "+ −", "nudge"));
    assert_true(has_hint(hints, n, "u", "undo"));
    play(stage, "Enter");
    hints = hints_make(stage->app, stage->arena, 200, &n);
    assert_false(has_hint(hints, n, "Enter", "why"));  /* the panel has taken the key */
    assert_false(has_hint(hints, n, "Enter", "into")); /* nothing lies below an input */
    play(stage, "S-Tab");
    hints = hints_make(stage->app, stage->arena, 200, &n);
    assert_true(has_hint(hints, n, "↑↓", "operand") && has_hint(hints, n, "Enter", "into"));
    play(stage, ":");
    hints = hints_make(stage->app, stage->arena, 200, &n);
    assert_true(has_hint(hints, n, "Esc", "cancel"));
    assert_false(has_hint(hints, n, "Space", "on"));
    stage_free(stage);
}

static void every_hint_leads_to_the_command_it_names(void **state)
{
    (void)state;
    Stage *stage = stage_new();
    play(stage, "Enter Tab + Enter");
    size_t n;
    ViewHint *hints = hints_make(stage->app, stage->arena, 500, &n);
    Scope scopes[SCOPE_COUNT];
    size_t n_scopes = app_scopes(stage->app, scopes);
    for (size_t i = 0; i < n; i++) {
        const Binding *binding = hints_binding(stage->app, hints[i].command, 0);
        assert_string_equal(command_get(binding->command)->hint, hints[i].text);
        assert_ptr_equal(keys_find(scopes, n_scopes, binding->key, binding->mods), binding);
    }
    assert_null(hints_binding(stage->app, 0, 0));
    assert_null(hints_binding(stage->app, UINT32_MAX, 0));
    stage_free(stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_help_lists_every_command_of_every_scope_and_no_other),
        cmocka_unit_test(each_line_of_the_help_names_all_keys_of_its_command),
        cmocka_unit_test(the_help_begins_with_the_place_it_was_asked_at),
        cmocka_unit_test(the_help_scrolls_to_its_end_and_closes),
        cmocka_unit_test(hints_fit_any_width_and_keep_the_way_out_and_the_help),
        cmocka_unit_test(hints_are_those_of_the_place),
        cmocka_unit_test(every_hint_leads_to_the_command_it_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
