/* What stands around the content: titles, signs and rows that share room. */
#include "view/support.h"

#include "view/chrome.h"

static const char *const titles[] = {"why α[2]", "why a › b › c › d", "why mean(max(tempered, axis=1)) › … › tempered[0, 3] › e"};

/* The row of a box's edge, with the sign that more stands below. */
static const char *edge(Arena *arena, Charset charset, int cols, const char *title)
{
    Frame *frame = frame_new(arena, 4, cols, charset);
    frame_box(frame, 0, 0, 4, cols, title);
    chrome_more(frame, 0, 1, 12, false);
    return frame_row_text(arena, frame, 0);
}

static void a_title_under_a_sign_ends_in_an_ellipsis(void **test)
{
    (void)test;
    Arena *arena = arena_new();
    size_t n_cut = 0;
    for (int charset = 0; charset < 2; charset++)
        for (size_t i = 0; i < sizeof titles / sizeof *titles; i++)
            for (int cols = 60; cols < 120; cols++) {
                const char *row = edge(arena, charset ? CHARSET_ASCII : CHARSET_UTF8, cols, titles[i]);
                const char *title = charset_text(arena, charset ? CHARSET_ASCII : CHARSET_UTF8, titles[i]);
                const char *cut = charset ? "... v 12 rows below" : "… ▼ 12 rows below";
                bool is_whole = strstr(row, arena_printf(arena, " %s ", title)) != NULL;
                if (is_whole == (strstr(row, cut) != NULL)) fail_msg("%s at %d: %s", titles[i], cols, row);
                n_cut += !is_whole;
            }
    assert_true(n_cut > 4 && n_cut < 200);
    arena_free(arena);
}

static void every_row_belongs_to_one_thing_and_a_message_has_one_while_a_line_is_typed(void **test)
{
    (void)test;
    for (int rows = 0; rows <= 60; rows++)
        for (int typed = 0; typed <= rows / 2; typed++)
            for (int is_told = 0; is_told < 4; is_told++) {
                Chrome c = chrome_plan(rows, typed, is_told);
                int single[] = {c.title, c.rule_top, c.rule_bottom, c.status, c.hints};
                int used = c.content_rows + c.entry_rows + (c.status_rows > 1 ? c.status_rows - 1 : 0);
                for (size_t i = 0; i < sizeof single / sizeof *single; i++) {
                    used += single[i] >= 0;
                    assert_true(single[i] < rows);
                    bool is_inside = single[i] >= c.content && single[i] < c.content + c.content_rows;
                    assert_false(is_inside);
                    for (size_t k = 0; k < i; k++) assert_true(single[i] < 0 || single[i] != single[k]);
                }
                assert_int_equal(used, rows);
                if (is_told && rows - typed >= 5) assert_true(c.status >= 0 && (typed == 0 || c.status < c.entry));
                if (c.status >= 0 && typed) assert_int_equal(c.status + c.status_rows, c.entry);
                if (is_told && rows - typed >= 15) assert_int_equal(c.status_rows, is_told);
                chrome_drop_status(&c);
                if (c.rule_bottom >= 0 && !typed) assert_int_equal(c.rule_bottom, c.content + c.content_rows);
            }
}

/* What to do stands at the end of a problem, behind a path that may be long. */
static void a_problem_is_told_to_its_end(void **test)
{
    (void)test;
    static const char problem[] = "cannot write /home/ada/.local/state/heed/journal.jsonl: another program keeps it "
                                  "locked; stop that program or try again";
    static const char last[] = "again";
    for (int cols = 60; cols <= 200; cols += 7)
        for (int rows = 12; rows <= 50; rows += 19) {
            Opened opened = open_four_steps(NULL);
            ViewReport report;
            opened.state.message = problem;
            opened.state.message_role = ROLE_BAD;
            Frame *frame = draw_frame(&opened, opened.arena, rows, cols, CHARSET_UTF8, &report);
            assert_non_null(strstr(frame_text(opened.arena, frame, false), last));
            HomeState home = {.message = problem};
            int max_scroll;
            frame = frame_new(opened.arena, rows, cols, CHARSET_UTF8);
            view_home(frame, &home, &max_scroll);
            assert_non_null(strstr(frame_text(opened.arena, frame, false), last));
            ViewList list = {.title = "Progress", .message = problem};
            frame = frame_new(opened.arena, rows, cols, CHARSET_UTF8);
            view_list(frame, &list, NULL, 0, &max_scroll);
            assert_non_null(strstr(frame_text(opened.arena, frame, false), last));
            close_opened(&opened);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_title_under_a_sign_ends_in_an_ellipsis),
        cmocka_unit_test(a_problem_is_told_to_its_end),
        cmocka_unit_test(every_row_belongs_to_one_thing_and_a_message_has_one_while_a_line_is_typed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
