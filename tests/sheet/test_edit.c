/* What a student types or nudges becomes one line of text; everything else of the literal stays as it was
 * typed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "heed/sheet.h"
#include "sheet/edit.h"
#include "sheet_support.h"

static const char lesson[] = "q = [1, 0, 1, 0]\n"
                             "K = [[1, 1,  0, 0],\n"
                             "     [0, 0, 1, 1],   # the second key\n"
                             "     [1, 0, 1, 1]]\n"
                             "w = [0.90, -0.1, 1.5e3, 99]\n"
                             "one = 1\n"
                             "flags = [True, False]\n"
                             "tokens = [\"river\", \"bank, # 2\"]\n"
                             "dk = slider(64, 1, 4096, factor=2)\n"
                             "T = slider(1.00, 0.25, 4, step=0.25)\n"
                             "masked = toggle(True)\n"
                             "mode = choice([\"exact\", \"nearest\", \"soft\"])\n"
                             "first = q[0]\n"
                             "KT = K.T\n"
                             "s = q @ K.T\n";

/* ------------------------------------------------------------------ helpers */

static const char *cell_line(TestSheet *t, const char *element, const char *text)
{
    const char *line = NULL;
    bool is_good = edit_cell(t->arena, t->layer, test_ref(t, element), text, &line, &t->diags);
    if (!is_good) test_print_diags(t);
    assert_true(is_good);
    return line;
}

static const char *whole_line(TestSheet *t, const char *name, const char *text)
{
    const char *line = NULL;
    bool is_good = edit_whole(t->arena, t->layer, name, text, &line, &t->diags);
    if (!is_good) test_print_diags(t);
    assert_true(is_good);
    return line;
}

/* The line of a nudge, or "" where nothing moves. */
static const char *nudge_line(TestSheet *t, const char *element, int steps)
{
    const char *line = "";
    return edit_nudge(t->arena, t->layer, test_ref(t, element), steps, &line, &t->diags) ? line : "";
}

/* The code of the one diagnostic of an edit that must be refused; the whole message goes to *message. */
static const char *refused_cell(TestSheet *t, const char *element, const char *text, const char **message)
{
    const char *line = NULL;
    diags_init(&t->diags, t->arena);
    assert_false(edit_cell(t->arena, t->layer, test_ref(t, element), text, &line, &t->diags));
    assert_null(line);
    assert_true(t->diags.errors >= 1);
    *message = diags_format(t->arena, &t->diags);
    return t->diags.items[0].code;
}

static const char *refused_whole(TestSheet *t, const char *name, const char *text, const char **message)
{
    const char *line = NULL;
    diags_init(&t->diags, t->arena);
    assert_false(edit_whole(t->arena, t->layer, name, text, &line, &t->diags));
    assert_null(line);
    assert_true(t->diags.errors >= 1);
    *message = diags_format(t->arena, &t->diags);
    return t->diags.items[0].code;
}

/* ------------------------------------------------------------------- digits */

static void a_nudge_moves_the_last_typed_digit(void **state)
{
    (void)state;
    static const struct {
        const char *typed;
        int steps;
        const char *moved;
    } rows[] = {
        {"1", 1, "2"},
        {"1", -1, "0"},
        {"0", -1, "-1"},
        {"-1", 1, "0"},
        {"0.90", 1, "0.91"},
        {"0.90", -1, "0.89"},
        {"0.99", 1, "1.00"},
        {"1.00", -1, "0.99"},
        {"0.1", -1, "0.0"},
        {"-0.1", 1, "0.0"},
        {"-0.0", 1, "0.1"},
        {"-0.0", -1, "-0.1"},
        {"9.9", 1, "10.0"},
        {"100", -1, "99"},
        {".5", 1, "0.6"},
        {"1.", 1, "2"},
        {"1.5e3", 1, "1.6e3"},
        {"2e-05", -1, "1e-05"},
        {"1_000", 1, "1001"},
        {"- 2", 1, "-1"},
        {"0.1", -11, "-1.0"},
        {"3", -5, "-2"},
        {"999999999999999999", 1, "1000000000000000000"},
    };
    Arena *arena = arena_new();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_string_equal(edit_nudge_digits(arena, rows[i].typed, rows[i].steps), rows[i].moved);
    }
    static const char *const no_number[] = {"inf", "x",  "",      "-",    "1/3",
                                            "1 2", "1e", "1.2.3", "0x10", "1234567890123456789"};
    for (size_t i = 0; i < sizeof no_number / sizeof *no_number; i++) {
        assert_null(edit_nudge_digits(arena, no_number[i], 1));
    }
    arena_free(arena);
}

static void nudging_there_and_back_gives_the_typed_text(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    static const char *const typed[] = {"0.90", "1", "-0.1", "12.345", "7e2", "0", "-3", "0.000"};
    for (size_t i = 0; i < sizeof typed / sizeof *typed; i++) {
        for (int steps = -1200; steps <= 1200; steps += 7) {
            char *moved = edit_nudge_digits(arena, typed[i], steps);
            assert_string_equal(edit_nudge_digits(arena, moved, -steps), typed[i]);
            assert_false(strcmp(moved, "-0") == 0 || strncmp(moved, "-0.0", 4) == 0
                             ? strpbrk(moved, "123456789") == NULL
                             : false);
        }
    }
    arena_free(arena);
}

/* -------------------------------------------------------------------- cells */

static void an_edit_of_a_cell_rewrites_the_whole_literal(void **state)
{
    (void)state;
    TestSheet t = test_sheet(lesson, NULL);
    assert_string_equal(cell_line(&t, "q[2]", "7"), "q = [1, 0, 7, 0]");
    assert_string_equal(cell_line(&t, "q[0]", " -0.5 "), "q = [-0.5, 0, 1, 0]");
    assert_string_equal(cell_line(&t, "w[1]", "2"), "w = [0.90, 2, 1.5e3, 99]");
    assert_string_equal(cell_line(&t, "one", "3"), "one = 3");
    assert_string_equal(cell_line(&t, "flags[1]", "True"), "flags = [True, True]");
    test_sheet_free(&t);
}

static void a_matrix_keeps_the_lessons_spacing_on_one_line(void **state)
{
    (void)state;
    TestSheet t = test_sheet(lesson, NULL);
    assert_string_equal(cell_line(&t, "K[1, 2]", "5"), "K = [[1, 1,  0, 0], [0, 0, 5, 1], [1, 0, 1, 1]]");
    assert_string_equal(edit_whole_text(t.arena, t.layer, "K"),
                        "[[1, 1,  0, 0], [0, 0, 1, 1], [1, 0, 1, 1]]");
    test_sheet_free(&t);
}

static void a_cell_can_be_reached_through_its_views(void **state)
{
    (void)state;
    TestSheet t = test_sheet(lesson, NULL);
    ElementRef input;
    assert_true(edit_target(t.layer, (ElementRef){REF_NOW, layer_name(t.layer, "first"), 0, 0}, &input));
    assert_int_equal(input.node, layer_name(t.layer, "q"));
    assert_string_equal(cell_line(&t, "first", "4"), "q = [4, 0, 1, 0]");
    assert_string_equal(cell_line(&t, "KT[2, 1]", "9"), "K = [[1, 1,  0, 0], [0, 0, 9, 1], [1, 0, 1, 1]]");
    assert_string_equal(cell_line(&t, "K.T[2, 1]", "9"), "K = [[1, 1,  0, 0], [0, 0, 9, 1], [1, 0, 1, 1]]");
    assert_false(edit_target(t.layer, test_ref(&t, "s[0]"), &input));
    test_sheet_free(&t);
}

static void a_formula_may_be_typed_into_a_cell(void **state)
{
    (void)state;
    TestSheet t = test_sheet(lesson, NULL);
    assert_string_equal(cell_line(&t, "q[1]", "1/3"), "q = [1, 1/3, 1, 0]");
    assert_string_equal(cell_line(&t, "w[0]", "q[0] * 2"), "w = [q[0] * 2, -0.1, 1.5e3, 99]");
    assert_string_equal(cell_line(&t, "q[1]", "q[0] + 1"),
                        "q = [1, 2, 1, 0]"); /* its own name: its value now */
    test_sheet_free(&t);
}

static void words_need_no_quotes_where_words_are_wanted(void **state)
{
    (void)state;
    TestSheet t = test_sheet(lesson, NULL);
    ElementRef river = {REF_NOW, layer_name(t.layer, "tokens"), 0, 0};
    const char *line = NULL;
    assert_true(edit_cell(t.arena, t.layer, river, "lake", &line, &t.diags));
    assert_string_equal(line, "tokens = [\"lake\", \"bank, # 2\"]");
    assert_string_equal(whole_line(&t, "mode", "soft"), "mode = \"soft\"");
    assert_string_equal(whole_line(&t, "mode", "\"nearest\""), "mode = \"nearest\"");
    test_sheet_free(&t);
}

static void editing_starts_from_what_was_typed(void **state)
{
    (void)state;
    TestSheet t = test_sheet(lesson, NULL);
    assert_string_equal(edit_cell_text(t.arena, t.layer, test_ref(&t, "w[0]")), "0.90");
    assert_string_equal(edit_cell_text(t.arena, t.layer, test_ref(&t, "w[1]")), "-0.1");
    assert_string_equal(edit_cell_text(t.arena, t.layer, test_ref(&t, "w[2]")), "1.5e3");
    assert_string_equal(edit_cell_text(t.arena, t.layer, test_ref(&t, "one")), "1");
    assert_string_equal(edit_cell_text(t.arena, t.layer, test_ref(&t, "T")), "1.00");
    assert_string_equal(edit_cell_text(t.arena, t.layer, test_ref(&t, "first")), "1");
    assert_string_equal(edit_whole_text(t.arena, t.layer, "w"), "[0.90, -0.1, 1.5e3, 99]");
    assert_string_equal(edit_whole_text(t.arena, t.layer, "dk"), "64");
    assert_string_equal(edit_whole_text(t.arena, t.layer, "mode"), "\"exact\"");
    assert_string_equal(edit_whole_text(t.arena, t.layer, "s"), "");
    test_sheet_free(&t);
}

static void edits_go_on_from_edits(void **state)
{
    (void)state;
    TestSheet t = test_sheet(lesson, "w = [0.90, -0.1, 1.5e3, 100]; one = 2.50");
    assert_string_equal(nudge_line(&t, "w[3]", 1), "w = [0.90, -0.1, 1.5e3, 101]");
    assert_string_equal(nudge_line(&t, "one", -1), "one = 2.49");
    test_sheet_free(&t);
}

static void an_input_under_a_formula_is_edited_by_its_values(void **state)
{
    (void)state;
    TestSheet t = test_sheet(lesson, "q = -q; w = w / 3");
    assert_string_equal(cell_line(&t, "q[1]", "5"), "q = [-1, 5, -1, 0]");
    assert_string_equal(nudge_line(&t, "q[0]", 1), "q = [0, 0, -1, 0]");
    assert_string_equal(nudge_line(&t, "w[1]", 1), "w = [0.29999998, -0.0332, 500, 33]");
    assert_string_equal(edit_cell_text(t.arena, t.layer, test_ref(&t, "w[1]")), "-0.0333");
    test_sheet_free(&t);
}

/* -------------------------------------------------------------------- whole */

static void a_whole_edit_may_change_the_shape(void **state)
{
    (void)state;
    TestSheet t = test_sheet(lesson, NULL);
    assert_string_equal(whole_line(&t, "q", "[1, 2]"), "q = [1, 2]");
    assert_string_equal(whole_line(&t, "q", "[1,\n 2]  # two"), "q = [1, 2]");
    assert_string_equal(whole_line(&t, "q", "-q"), "q = [-1, 0, -1, 0]");
    assert_string_equal(whole_line(&t, "one", "sqrt(q[0] + 3)"), "one = sqrt(q[0] + 3)");
    test_sheet_free(&t);
}

static void what_does_not_parse_is_refused_with_a_caret(void **state)
{
    (void)state;
    TestSheet t = test_sheet(lesson, NULL);
    const char *message;
    refused_cell(&t, "q[0]", "1 +", &message);
    assert_non_null(strchr(message, '^'));
    refused_cell(&t, "q[0]", "", &message);
    refused_cell(&t, "q[0]", "1, 2", &message);
    refused_whole(&t, "q", "[1, 0", &message);
    assert_non_null(strchr(message, '^'));
    refused_whole(&t, "q", "[1]; one = 2", &message); /* one value, not two lines */
    refused_whole(&t, "q", "[1]\none = 2", &message);
    assert_string_equal(refused_whole(&t, "q", "[one_]", &message), "unknown-name");
    assert_non_null(strchr(message, '^'));
    assert_string_equal(refused_cell(&t, "q[0]", "[1, 2]", &message), "shape");
    assert_string_equal(refused_cell(&t, "one", "s[0]", &message), "unknown-name"); /* s is defined later */
    test_sheet_free(&t);
}

static void an_input_without_a_value_can_only_be_edited_whole(void **state)
{
    (void)state;
    TestSheet t = test_sheet(lesson, "q = [1, [2]]");
    const char *line = NULL;
    ElementRef cell = {REF_NOW, layer_name(t.layer, "q"), 0, 0};
    assert_false(edit_cell(t.arena, t.layer, cell, "1", &line, &t.diags));
    assert_string_equal(t.diags.items[0].code, "shape"); /* why there is no cell */
    assert_false(edit_nudge(t.arena, t.layer, cell, 1, &line, &t.diags));
    assert_string_equal(edit_cell_text(t.arena, t.layer, cell), "");
    assert_string_equal(edit_whole_text(t.arena, t.layer, "q"), "[1, [2]]");
    assert_string_equal(whole_line(&t, "q", "[1, 2]"), "q = [1, 2]");
    test_sheet_free(&t);
}

static void only_inputs_can_be_edited(void **state)
{
    (void)state;
    TestSheet t = test_sheet(lesson, NULL);
    const char *message;
    assert_string_equal(refused_cell(&t, "s[0]", "1", &message), "not-an-input");
    assert_string_equal(refused_whole(&t, "s", "[1]", &message), "not-an-input");
    assert_string_equal(refused_whole(&t, "nobody", "[1]", &message), "unknown-name");
    assert_string_equal(nudge_line(&t, "s[0]", 1), "");
    test_sheet_free(&t);
}

/* ----------------------------------------------------- sliders and the like */

static void a_slider_is_clamped_to_its_range(void **state)
{
    (void)state;
    TestSheet t = test_sheet(lesson, NULL);
    assert_string_equal(nudge_line(&t, "dk", 1), "dk = 128");
    assert_string_equal(nudge_line(&t, "dk", -2), "dk = 16");
    assert_string_equal(nudge_line(&t, "dk", 100), "dk = 4096");
    assert_string_equal(nudge_line(&t, "dk", -100), "dk = 1");
    assert_string_equal(nudge_line(&t, "T", 1), "T = 1.25");
    assert_string_equal(nudge_line(&t, "T", -2), "T = 0.50");
    assert_string_equal(nudge_line(&t, "T", 1000), "T = 4");
    test_sheet_free(&t);
    t = test_sheet(lesson, "dk = 4096; T = 0.25");
    assert_string_equal(nudge_line(&t, "dk", 1), ""); /* at its end nothing moves */
    assert_string_equal(nudge_line(&t, "dk", -1), "dk = 2048");
    assert_string_equal(nudge_line(&t, "T", -1), "");
    test_sheet_free(&t);
}

static void a_value_outside_its_slider_is_refused(void **state)
{
    (void)state;
    TestSheet t = test_sheet(lesson, NULL);
    const char *message;
    assert_string_equal(cell_line(&t, "dk", "4096"), "dk = 4096");
    refused_cell(&t, "dk", "4097", &message);
    assert_non_null(strchr(message, '^'));
    refused_cell(&t, "dk", "0", &message);
    refused_whole(&t, "T", "-1", &message);
    refused_whole(&t, "masked", "3", &message);
    refused_whole(&t, "mode", "\"loud\"", &message);
    refused_whole(&t, "mode", "loud", &message);
    test_sheet_free(&t);
}

static void a_sliders_range_is_known(void **state)
{
    (void)state;
    TestSheet t =
        test_sheet("n = [1, 2, 3]\nk = slider(1, 0, cols(n) - 1)\nf = slider(8, 1, 64, factor=2)\n", "k = 2");
    SliderInfo info;
    assert_true(layer_slider(t.layer, layer_name(t.layer, "k"), &info));
    assert_true(info.value == 2 && info.low == 0 && info.high == 2 && info.step == 1 && !info.is_factor);
    assert_true(layer_slider(t.layer, layer_name(t.layer, "f"), &info));
    assert_true(info.value == 8 && info.low == 1 && info.high == 64 && info.step == 2 && info.is_factor);
    assert_false(layer_slider(t.layer, layer_name(t.layer, "n"), &info));
    assert_false(layer_slider(t.layer, 0, &info));
    assert_string_equal(nudge_line(&t, "k", 1), ""); /* the computed bound holds */
    assert_string_equal(nudge_line(&t, "k", -1), "k = 1");
    test_sheet_free(&t);
}

static void a_toggle_flips_and_a_choice_goes_to_its_neighbour(void **state)
{
    (void)state;
    TestSheet t = test_sheet(lesson, NULL);
    ElementRef mode = {REF_NOW, layer_name(t.layer, "mode"), 0, 0};
    const char *line = NULL;
    assert_string_equal(nudge_line(&t, "masked", 1), "masked = False");
    assert_string_equal(nudge_line(&t, "masked", -1), "masked = False");
    assert_string_equal(nudge_line(&t, "flags[1]", 1), "flags = [True, True]");
    assert_true(edit_nudge(t.arena, t.layer, mode, 1, &line, &t.diags));
    assert_string_equal(line, "mode = \"nearest\"");
    assert_true(edit_nudge(t.arena, t.layer, mode, 9, &line, &t.diags));
    assert_string_equal(line, "mode = \"soft\"");
    assert_false(edit_nudge(t.arena, t.layer, mode, -1, &line, &t.diags));
    test_sheet_free(&t);
}

static void nothing_moves_where_nothing_can(void **state)
{
    (void)state;
    TestSheet t = test_sheet("a = [1, inf]\nlabels = [\"x\"]\n", NULL);
    const char *line = NULL;
    assert_string_equal(nudge_line(&t, "a[1]", 1), "");
    assert_string_equal(nudge_line(&t, "a[0]", 0), "");
    assert_false(edit_nudge(t.arena, t.layer, (ElementRef){REF_NOW, layer_name(t.layer, "labels"), 0, 0}, 1,
                            &line, &t.diags));
    assert_false(edit_nudge(t.arena, t.layer, (ElementRef){REF_NOW, layer_name(t.layer, "a"), 5, 5}, 1, &line,
                            &t.diags));
    assert_false(edit_nudge(t.arena, t.layer, (ElementRef){REF_NOW, 9999, 0, 0}, 1, &line, &t.diags));
    test_sheet_free(&t);
}

static void a_choice_of_numbers_moves_too(void **state)
{
    (void)state;
    TestSheet t = test_sheet("h = choice([1, 2, 4, 8], index=1)\nx = h * 2\n", NULL);
    assert_string_equal(nudge_line(&t, "h", 1), "h = 4");
    assert_string_equal(nudge_line(&t, "h", -5), "h = 1");
    assert_string_equal(whole_line(&t, "h", "8"), "h = 8");
    const char *message;
    refused_whole(&t, "h", "3", &message);
    test_sheet_free(&t);
}

/* Whatever is typed is refused with a reason, or becomes one line that the sheet takes. */
static void check_typed(TestSheet *t, const char *typed)
{
    static const char *const inputs[] = {"q", "K", "one", "flags", "tokens", "dk", "masked", "mode"};
    for (size_t i = 0; i < 2 * (sizeof inputs / sizeof *inputs); i++) {
        const char *line = NULL, *name = inputs[i / 2];
        diags_init(&t->diags, t->arena);
        ElementRef cell = {REF_NOW, layer_name(t->layer, name), 0, 0};
        bool is_taken = i % 2 == 0 ? edit_cell(t->arena, t->layer, cell, typed, &line, &t->diags)
                                   : edit_whole(t->arena, t->layer, name, typed, &line, &t->diags);
        assert_true(is_taken ? line != NULL : t->diags.errors > 0 && line == NULL);
        if (!is_taken) continue;
        assert_null(strchr(line, '\n'));
        Overlay overlay;
        SourceText *source = test_source(t->arena, "edit", line);
        assert_true(overlay_parse(t->arena, t->sheet, source, 0, source->len, OVERLAY_INPUTS_ONLY, &overlay,
                                  &t->diags));
        assert_int_equal(overlay.count, 1);
        const Overlay *const overlays[] = {&overlay};
        Layer *layer = layer_new(t->sheet, overlays, 1, t->layer);
        assert_true(layer_overlaid(layer, name));
        layer_free(layer);
    }
}

static void anything_can_be_typed(void **state)
{
    (void)state;
    static const char *const pieces[] = {"1",    "-",       "0.5", "[",    "]",    ",",   " ",     "q",
                                         "one",  "(",       ")",   "+",    "*",    "@",   "\n",    "#",
                                         ";",    "=",       "\"",  "'",    "e",    "inf", "True",  ".T",
                                         "soft", "sum(",    "\\",  "\x1b", "\xff", "α",   "if",    "else",
                                         "None", "slider(", ":",   "dk",   "\r",   "0x1", "1e999", "not "};
    TestRandom random = {.state = 8};
    TestSheet t = test_sheet(lesson, NULL);
    for (int round = 0; round < 300; round++) {
        StrBuf typed = {0};
        size_t n = test_random_size(&random, 0, 6);
        for (size_t i = 0; i < n; i++) {
            strbuf_add(&typed, pieces[test_random_size(&random, 0, sizeof pieces / sizeof *pieces - 1)]);
        }
        check_typed(&t, strbuf_text(&typed));
        strbuf_free(&typed);
    }
    StrBuf deep = {0};
    for (int i = 0; i < 5000; i++) strbuf_add_char(&deep, '(');
    check_typed(&t, strbuf_text(&deep));
    strbuf_free(&deep);
    test_sheet_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_nudge_moves_the_last_typed_digit),
        cmocka_unit_test(nudging_there_and_back_gives_the_typed_text),
        cmocka_unit_test(an_edit_of_a_cell_rewrites_the_whole_literal),
        cmocka_unit_test(a_matrix_keeps_the_lessons_spacing_on_one_line),
        cmocka_unit_test(a_cell_can_be_reached_through_its_views),
        cmocka_unit_test(a_formula_may_be_typed_into_a_cell),
        cmocka_unit_test(words_need_no_quotes_where_words_are_wanted),
        cmocka_unit_test(editing_starts_from_what_was_typed),
        cmocka_unit_test(edits_go_on_from_edits),
        cmocka_unit_test(an_input_under_a_formula_is_edited_by_its_values),
        cmocka_unit_test(a_whole_edit_may_change_the_shape),
        cmocka_unit_test(what_does_not_parse_is_refused_with_a_caret),
        cmocka_unit_test(an_input_without_a_value_can_only_be_edited_whole),
        cmocka_unit_test(only_inputs_can_be_edited),
        cmocka_unit_test(a_slider_is_clamped_to_its_range),
        cmocka_unit_test(a_value_outside_its_slider_is_refused),
        cmocka_unit_test(a_sliders_range_is_known),
        cmocka_unit_test(a_toggle_flips_and_a_choice_goes_to_its_neighbour),
        cmocka_unit_test(nothing_moves_where_nothing_can),
        cmocka_unit_test(a_choice_of_numbers_moves_too),
        cmocka_unit_test(anything_can_be_typed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
