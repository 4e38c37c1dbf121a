/* A lesson as text, what it shows, whether its claims hold, and what would not fit. */
#include "support.h"

static const ShownNumber *find_shown(const ShownNumber *numbers, size_t n, const char *expr)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(numbers[i].expr, expr) == 0) return &numbers[i];
    return NULL;
}

static void inline_numbers_are_listed_with_their_formats(void **test)
{
    (void)test;
    Opened opened = open_four_steps(NULL);
    ShownNumber *numbers;
    size_t n = view_shown(opened.arena, opened.lesson, opened.now, 1, &numbers);
    const ShownNumber *out = find_shown(numbers, n, "out"), *dk = find_shown(numbers, n, "dk");
    assert_non_null(out);
    assert_string_equal(out->text, "[3.3556 4.3556]");
    assert_string_equal(out->format, ".4f");
    assert_non_null(dk);
    assert_string_equal(dk->text, "4");
    assert_string_equal(dk->format, "d");
    assert_int_equal(view_shown(opened.arena, opened.lesson, opened.now, 99, &numbers), 0);
    close_opened(&opened);
}

static void a_number_that_cannot_be_computed_is_listed_with_its_reason(void **test)
{
    (void)test;
    Opened opened = open_four_steps("K = [[1, 2], [3, 4], [5, 6]]");
    ShownNumber *numbers;
    size_t n = view_shown(opened.arena, opened.lesson, opened.now, 1, &numbers);
    const ShownNumber *out = find_shown(numbers, n, "out");
    assert_non_null(out);
    assert_string_equal(out->text, "(waits for s)");
    close_opened(&opened);
}

static const Claim *claim_of(const Opened *opened, const char *expr)
{
    for (size_t s = 0; s < opened->lesson->n_screens; s++)
        for (size_t t = 0; t < opened->lesson->screens[s].n_steps; t++) {
            const Step *step = &opened->lesson->screens[s].steps[t];
            for (size_t b = 0; b < step->n_blocks; b++)
                for (size_t i = 0; step->blocks[b].kind == BLOCK_CLAIM && i < step->blocks[b].as.claims.count;
                     i++)
                    if (strcmp(step->blocks[b].as.claims.items[i].expr_text, expr) == 0)
                        return &step->blocks[b].as.claims.items[i];
        }
    fail_msg("no claim %s", expr);
    return NULL;
}

static void a_claim_holds_fails_or_cannot_be_told(void **test)
{
    (void)test;
    Opened opened = open_four_steps(NULL);
    const Claim *claim = claim_of(&opened, "argmax(alpha) == 2");
    assert_int_equal(view_claim_state(opened.now, claim), CLAIM_HOLDS);
    Layer *even = layer_under(opened.lesson, opened.arena, "q = [0, 1, 1, 0]", NULL);
    assert_int_equal(view_claim_state(even, claim), CLAIM_FAILS);
    Layer *broken = layer_under(opened.lesson, opened.arena, "q = [1, 2, 3]", NULL);
    assert_int_equal(view_claim_state(broken, claim), CLAIM_UNKNOWN);
    layer_free(even);
    layer_free(broken);
    close_opened(&opened);
}

static void a_claim_over_nan_is_neither_true_nor_false_and_says_where_it_arises(void **test)
{
    (void)test;
    Opened opened = open_four_steps(NULL);
    Layer *nan = layer_under(opened.lesson, opened.arena, "K = [[0, 0, 0, 0] / 0, [0, 0, 1, 1], [1, 0, 1, 1]]", NULL);
    static const char *const claims[] = {"argmax(alpha) == 2", "isclose(sum(alpha), 1)", "min(alpha) >= 0"};
    for (size_t i = 0; i < sizeof claims / sizeof *claims; i++)
        assert_int_equal(view_claim_state(nan, claim_of(&opened, claims[i])), CLAIM_UNKNOWN);
    const char *page = frame_text(opened.arena, view_print(opened.arena, opened.lesson, nan, -1, 120, CHARSET_UTF8), false);
    assert_non_null(strstr(page, "? always  The weights sum to 1.  NaN first arises in"));
    assert_null(strstr(page, "✗"));
    layer_free(nan);
    close_opened(&opened);
}

static void prose_becomes_plain_text_with_its_numbers(void **test)
{
    (void)test;
    Opened opened = open_four_steps(NULL);
    const Claim *claim = claim_of(&opened, "isclose(sum(alpha), 1)");
    assert_string_equal(view_prose_text(opened.arena, opened.now, &claim->text), "The weights sum to 1.");
    close_opened(&opened);
}

static void a_printed_page_holds_all_steps_of_the_screens_asked_for(void **test)
{
    (void)test;
    Opened opened = open_four_steps(NULL);
    const char *all = frame_text(
        opened.arena, view_print(opened.arena, opened.lesson, opened.now, -1, 80, CHARSET_UTF8), false);
    const char *one = frame_text(
        opened.arena, view_print(opened.arena, opened.lesson, opened.now, 1, 80, CHARSET_UTF8), false);
    assert_non_null(strstr(all, "Four steps: how does one query choose?"));
    assert_non_null(strstr(all, "History"));
    assert_null(strstr(all, "Let someone do the score")); /* the speaker's notes */
    assert_non_null(strstr(one, "0.4519"));
    assert_null(strstr(one, "History"));
    assert_non_null(strstr(one, "3.3556  4.3556"));
    close_opened(&opened);
}

static void no_printed_line_is_wider_than_asked(void **test)
{
    (void)test;
    Opened opened = open_four_steps(NULL);
    for (int width = 0; width <= 130; width += 13) {
        Frame *page = view_print(opened.arena, opened.lesson, opened.now, -1, width, CHARSET_ASCII);
        int least = width < 20 ? 20 : width;
        for (int row = 0; row < page->rows; row++)
            assert_true((int)strlen(frame_row_text(opened.arena, page, row)) <= least);
    }
    close_opened(&opened);
}

#define HEAD "---\ntitle: \"T\"\npart: P\norder: 1\nlevel: l\n---\n\n## Q?\n\n"

static size_t count_overflows(const char *text)
{
    Opened opened = open_text("t.md", text, NULL);
    Diags diags;
    diags_init(&diags, opened.arena);
    view_check(opened.lesson, opened.now, &diags);
    size_t n = 0;
    for (size_t i = 0; i < diags.count; i++) n += strcmp(diags.items[i].code, "overflow") == 0;
    assert_int_equal(diags.errors, 0);
    close_opened(&opened);
    return n;
}

static void what_would_not_fit_is_said(void **test)
{
    (void)test;
    assert_int_equal(count_overflows(HEAD "A short one.\n"), 0);
    assert_int_equal(count_overflows(HEAD "```text\n0123456789012345678901234567890123456789012345\n```\n"),
                     1);
    StrBuf tall = {0};
    strbuf_add(&tall, HEAD);
    for (int i = 0; i < 25; i++) strbuf_add(&tall, "A paragraph.\n\n");
    assert_int_equal(count_overflows(strbuf_text(&tall)), 1);
    strbuf_free(&tall);
}

static void the_golden_lesson_fits(void **test)
{
    (void)test;
    Opened opened = open_four_steps(NULL);
    Diags diags;
    diags_init(&diags, opened.arena);
    view_check(opened.lesson, opened.now, &diags);
    if (diags.count) fail_msg("%s", diags_format(opened.arena, &diags));
    close_opened(&opened);
}

static void words_of_a_table_stay_whole_as_far_as_it_fits(void **test)
{
    (void)test;
    Opened opened = open_shipped("four-steps", NULL);
    for (int cols = 38; cols <= 120; cols++) {
        Arena *arena = arena_new();
        const Frame *page = view_print(arena, opened.lesson, opened.now, 3, cols, CHARSET_UTF8);
        const char *text = frame_text(arena, page, false);
        assert_non_null(strstr(text, "0.451863]"));
        assert_non_null(strstr(text, "[3.3556"));
        assert_non_null(strstr(text, "decimals"));
        arena_free(arena);
    }
    close_opened(&opened);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(inline_numbers_are_listed_with_their_formats),
        cmocka_unit_test(a_number_that_cannot_be_computed_is_listed_with_its_reason),
        cmocka_unit_test(a_claim_holds_fails_or_cannot_be_told),
        cmocka_unit_test(a_claim_over_nan_is_neither_true_nor_false_and_says_where_it_arises),
        cmocka_unit_test(prose_becomes_plain_text_with_its_numbers),
        cmocka_unit_test(a_printed_page_holds_all_steps_of_the_screens_asked_for),
        cmocka_unit_test(no_printed_line_is_wider_than_asked),
        cmocka_unit_test(what_would_not_fit_is_said),
        cmocka_unit_test(the_golden_lesson_fits),
        cmocka_unit_test(words_of_a_table_stay_whole_as_far_as_it_fits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
