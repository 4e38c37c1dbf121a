/* What a lesson's screen shows where, and what its report says. */
#include "support.h"

#define HEAD "---\ntitle: \"Short name: a question\"\npart: Test\norder: 1\nlevel: test\n---\n\n"

static const char long_lesson[] =
    HEAD "## First?\n\nOne.\n\n```live\nK = [[1, 2], [3, 4], [5, 6], [7, 8], [9, 10], [11, 12], [13, 14], "
         "[15, 16], [17, 18], "
         "[19, 20]]\ns = K @ K[0]\n```\n\n```show\ncolumns K s | A table.\n```\n\n<!-- pause second "
         "-->\n\nOnly words "
         "about the table.\n\n<!-- pause third -->\n\nMore words, and a needle.\n\n```show\nbars s | "
         "Bars.\n```\n\n"
         "```claim\nhere: rows(K) == 10 | Ten keys.\n```\n\n## Second?\n\nThe end.\n";

static Frame *draw(Opened *opened, int rows, int cols, ViewReport *report)
{
    return draw_frame(opened, opened->arena, rows, cols, CHARSET_UTF8, report);
}

static bool frame_has(Arena *arena, const Frame *frame, const char *text)
{
    return strstr(frame_text(arena, frame, false), text) != NULL;
}

static Opened open_long(const char *edit)
{
    return open_text("long.md", long_lesson, edit);
}

static void the_title_names_the_lesson_and_counts_steps(void **test)
{
    (void)test;
    Opened opened = open_long(NULL);
    ViewReport report;
    opened.state.step = 1;
    Frame *frame = draw(&opened, 24, 80, &report);
    const char *first = frame_row_text(opened.arena, frame, 0);
    assert_non_null(strstr(first, "Short name · First?"));
    assert_non_null(strstr(first, "step 2 of 4"));
    opened.state.screen = 1;
    opened.state.step = 0;
    frame = draw(&opened, 24, 40, &report);
    assert_non_null(strstr(frame_row_text(opened.arena, frame, 0), "4/4"));
    close_opened(&opened);
}

static void a_new_step_keeps_the_steps_above_it_that_fit_and_signs_tell_of_more(void **test)
{
    (void)test;
    Opened opened = open_long(NULL);
    ViewReport report;
    opened.state.step = 2;
    Frame *frame = draw(&opened, 24, 80, &report);
    assert_int_equal(report.scroll, report.step_row);
    assert_true(report.more_above);
    assert_true(frame_has(opened.arena, frame, "rows above"));
    assert_true(report.newest_row > report.scroll);
    int newest = 2 + report.newest_row - report.scroll;
    assert_non_null(strstr(frame_row_text(opened.arena, frame, newest), "▶More words"));
    assert_true(frame_has(opened.arena, frame, "Only words"));
    opened.state.scroll = 0;
    frame = frame_new(opened.arena, 24, 80, CHARSET_UTF8);
    view_lesson(frame, &opened.state, &report);
    assert_true(report.more_below && !report.more_above);
    assert_true(frame_has(opened.arena, frame, "▼"));
    assert_non_null(strstr(frame_row_text(opened.arena, frame, 2), "One."));
    close_opened(&opened);
}

static void a_step_of_words_keeps_the_picture_that_it_speaks_about(void **test)
{
    (void)test;
    Opened opened = open_long(NULL);
    ViewReport report;
    opened.state.step = 1;
    Frame *frame = draw(&opened, 30, 80, &report);
    assert_true(frame_has(opened.arena, frame, "A table."));
    assert_true(frame_has(opened.arena, frame, "Only words"));
    close_opened(&opened);
}

static void an_open_panel_keeps_the_number_under_its_header(void **test)
{
    (void)test;
    Opened opened = open_long(NULL);
    for (int row = 0; row < 10; row++) {
        char *asked = arena_printf(opened.arena, "s[%d]", row);
        const char *whys[] = {asked, NULL};
        select_number(&opened, asked, whys);
        for (int rows = 9; rows <= 24; rows += 3) {
            ViewReport report;
            Frame *frame = draw(&opened, rows, 80, &report);
            int selected = report.selection_row - report.scroll, header = -1, number = -1;
            assert_true(selected >= 0 && selected < report.page_rows);
            for (int r = 0; r < report.why_row; r++) {
                const char *text = frame_row_text(opened.arena, frame, r);
                if (strstr(text, "K") && strstr(text, "  s")) header = r;
                if (strstr(text, "‹")) number = r;
            }
            if (report.page_rows < 2) continue;
            assert_true(number >= 0);
            assert_true(header >= 0 && header < number);
        }
    }
    close_opened(&opened);
}

static void the_selection_is_drawn_in_glyphs_beside_its_mark(void **test)
{
    (void)test;
    Opened opened = open_four_steps(NULL);
    opened.state.screen = 1;
    opened.state.step = 2;
    select_number(&opened, "alpha[2]", NULL);
    ViewReport report;
    Frame *frame = draw(&opened, 24, 80, &report);
    assert_true(frame_has(opened.arena, frame, ">0.4519‹"));
    size_t marked = 0;
    for (int i = 0; i < frame->rows * frame->cols; i++)
        marked += (frame->cells[i].marks & MARK_SELECTED) != 0;
    assert_int_equal(marked, 6);
    frame = draw_frame(&opened, opened.arena, 24, 80, CHARSET_ASCII, &report);
    assert_true(frame_has(opened.arena, frame, ">0.4519<"));
    close_opened(&opened);
}

static void each_showing_of_an_element_can_be_selected(void **test)
{
    (void)test;
    Opened opened = open_four_steps(NULL);
    opened.state.screen = 1;
    opened.state.step = 3;
    select_number(&opened, "alpha[2]", NULL);
    ViewReport report;
    draw(&opened, 60, 80, &report);
    size_t showings = 0;
    for (size_t i = 0; i < report.n_targets; i++)
        showings += element_ref_equal(report.targets[i].span.ref, opened.state.selection);
    assert_true(showings >= 3);
    int last_row = -1;
    for (size_t i = 0; i < showings; i++) {
        opened.state.occurrence = i;
        draw(&opened, 60, 80, &report);
        assert_true(report.selection_row >= last_row);
        last_row = report.selection_row;
    }
    close_opened(&opened);
}

static void inputs_are_bracketed_and_underlined(void **test)
{
    (void)test;
    Opened opened = open_four_steps(NULL);
    opened.state.screen = 1;
    opened.state.step = 1;
    ViewReport report;
    Frame *frame = draw(&opened, 24, 80, &report);
    assert_true(frame_has(opened.arena, frame, "q [ 1  0  1  0 ]"));
    ElementRef input = element(&opened, "K[1, 2]"), computed = element(&opened, "s[1]");
    size_t seen = 0;
    for (size_t i = 0; i < frame->n_spans; i++) {
        const FrameSpan *span = &frame->spans[i];
        if (span->kind != SPAN_NUMBER || span->width == 0) continue;
        bool is_marked = (frame_cell(frame, span->row, span->col)->marks & MARK_INPUT) != 0;
        if (element_ref_equal(span->ref, input)) assert_true(is_marked), seen++;
        if (element_ref_equal(span->ref, computed)) assert_false(is_marked), seen++;
    }
    assert_true(seen >= 2);
    close_opened(&opened);
}

static void an_edit_marks_what_changed_and_shows_what_it_was(void **test)
{
    (void)test;
    Opened opened = open_four_steps("q = [0, 1, 1, 0]");
    opened.state.screen = 1;
    opened.state.step = 3;
    select_number(&opened, "out[1]", NULL);
    ViewReport report;
    Frame *frame = draw(&opened, 40, 120, &report);
    assert_true(frame_has(opened.arena, frame, "3.0000*>4.0000*"));
    assert_true(frame_has(opened.arena, frame, "was      3.3556  4.3556"));
    assert_true(frame_has(opened.arena, frame, "out[1] = 4.0000*  was 4.3556"));
    assert_true(frame_has(opened.arena, frame, "1 edit"));
    close_opened(&opened);
}

static void a_claim_that_turned_false_is_said_even_out_of_sight(void **test)
{
    (void)test;
    Opened opened = open_four_steps("q = [0, 1, 1, 0]");
    opened.state.screen = 1;
    opened.state.step = 3;
    ViewReport report;
    Frame *frame = draw(&opened, 24, 80, &report);
    assert_true(frame_has(opened.arena, frame, "✗ here    The third key wins.  argmax(α) 2 → 0*"));
    opened.state.was = NULL;
    frame = draw(&opened, 24, 80, &report);
    assert_false(frame_has(opened.arena, frame, "The third key wins."));
    close_opened(&opened);
}

static void an_error_stands_where_its_numbers_would(void **test)
{
    (void)test;
    Opened opened = open_four_steps("K = [[1, 1, 0], [0, 0, 1], [1, 0, 1]]");
    opened.state.screen = 1;
    opened.state.step = 2;
    ViewReport report;
    Frame *frame = draw(&opened, 24, 80, &report);
    assert_true(frame_has(opened.arena, frame, "✗ error"));
    assert_true(frame_has(opened.arena, frame, "waits for"));
    assert_true(frame_has(opened.arena, frame, "✗ s: q is (4,), K.T is (3, 3)"));
    assert_true(frame_has(opened.arena, frame, "? here    The third key wins.  waits for s"));
    close_opened(&opened);
}

static void a_wide_table_is_paged_and_the_selection_turns_the_page(void **test)
{
    (void)test;
    Opened opened = open_four_steps(NULL);
    opened.state.screen = 1;
    opened.state.step = 2;
    ViewReport report;
    Frame *frame = draw(&opened, 24, 40, &report);
    assert_true(frame_has(opened.arena, frame, "‹ K s z"));
    assert_true(frame_has(opened.arena, frame, "0.4519"));
    size_t hidden = 0;
    for (size_t i = 0; i < report.n_targets; i++)
        hidden += !report.targets[i].visible && report.targets[i].screen_col < 0;
    assert_true(hidden > 0);
    select_number(&opened, "K[2, 3]", NULL);
    frame = draw(&opened, 24, 40, &report);
    assert_true(frame_has(opened.arena, frame, "K [ 1  1  0  0 ]"));
    assert_true(frame_has(opened.arena, frame, "e^z α ›"));
    close_opened(&opened);
}

static void hits_of_a_search_are_marked_and_reported(void **test)
{
    (void)test;
    Opened opened = open_long(NULL);
    opened.state.step = 2;
    opened.state.search = "NEEDLE";
    ViewReport report;
    Frame *frame = draw(&opened, 24, 80, &report);
    assert_int_equal(report.n_hit_rows, 1);
    assert_int_equal(report.hit_rows[0], report.newest_row);
    size_t marked = 0;
    for (int i = 0; i < frame->rows * frame->cols; i++) marked += (frame->cells[i].marks & MARK_HIT) != 0;
    assert_int_equal(marked, 6);
    opened.state.search = "";
    draw(&opened, 24, 80, &report);
    assert_int_equal(report.n_hit_rows, 0);
    close_opened(&opened);
}

static void a_message_takes_the_place_of_the_status(void **test)
{
    (void)test;
    Opened opened = open_long(NULL);
    opened.state.message = "Nothing to undo.";
    opened.state.message_role = ROLE_BAD;
    ViewReport report;
    Frame *frame = draw(&opened, 24, 80, &report);
    assert_non_null(strstr(frame_row_text(opened.arena, frame, 22), "Nothing to undo."));
    assert_false(frame_has(opened.arena, frame, "no edits"));
    assert_int_equal(frame_cell(frame, 22, 1)->role, ROLE_BAD);
    close_opened(&opened);
}

static void a_typed_line_shows_its_cursor_wherever_it_is(void **test)
{
    (void)test;
    Opened opened = open_long(NULL);
    char *text = arena_alloc(opened.arena, 400);
    memset(text, 'x', 300);
    ViewEntry entry = {.prompt = "try: ", .text = text};
    opened.state.entry = &entry;
    for (entry.cursor = 0; entry.cursor <= 300; entry.cursor += 25) {
        ViewReport report;
        Frame *frame = draw(&opened, 24, 80, &report);
        assert_int_equal(frame->cursor_row, 22);
        assert_true(frame->cursor_col > 0 && frame->cursor_col < 80);
        assert_true(frame_cell(frame, frame->cursor_row, frame->cursor_col)->marks & MARK_CURSOR);
    }
    close_opened(&opened);
}

static void the_answer_to_a_try_can_be_selected(void **test)
{
    (void)test;
    Opened opened = open_long(NULL);
    Diags diags;
    diags_init(&diags, opened.arena);
    ViewEntry entry = {.prompt = "try: ", .text = "K[:3] @ K[0]"};
    entry.result_node = layer_ask(opened.now, entry.text, "try", &diags);
    assert_true(entry.result_node != 0);
    opened.state.entry = &entry;
    opened.state.has_selection = true;
    opened.state.selection = (ElementRef){REF_NOW, entry.result_node, 0, 1};
    ViewReport report;
    Frame *frame = draw(&opened, 24, 80, &report);
    size_t answers = 0;
    for (size_t i = 0; i < report.n_targets; i++) answers += report.targets[i].pane == -1;
    assert_int_equal(answers, 3);
    assert_true(frame_has(opened.arena, frame, "[5.0000>11.0000‹17.0000]"));
    close_opened(&opened);
}

static void two_panes_begin_at_a_hundred_columns(void **test)
{
    (void)test;
    Opened opened = open_four_steps(NULL);
    opened.state.screen = 1;
    ViewReport report;
    Frame *frame = draw(&opened, 40, 99, &report);
    assert_false(frame_has(opened.arena, frame, "┬"));
    frame = draw(&opened, 40, 100, &report);
    assert_true(frame_has(opened.arena, frame, "┬"));
    close_opened(&opened);
}

static void sections_on_demand_wait_for_their_key(void **test)
{
    (void)test;
    Opened opened = open_four_steps(NULL);
    opened.state.screen = (int)opened.lesson->n_screens - 1;
    opened.state.step = (int)opened.lesson->screens[opened.state.screen].n_steps - 1;
    ViewReport report;
    Frame *frame = draw(&opened, 200, 80, &report);
    assert_false(frame_has(opened.arena, frame, "History"));
    opened.state.more = true;
    frame = draw(&opened, 200, 80, &report);
    assert_true(frame_has(opened.arena, frame, "In practice"));
    assert_true(frame_has(opened.arena, frame, "History"));
    close_opened(&opened);
}

/* ------------------------------------------------------------ words after a picture */

static const char plotted[] =
    "---\ntitle: T\npart: P\norder: 1\nlevel: test\n---\n\n## Q?\n\n"
    "```live\ny = [1, 4, 9, 16]\n```\n\n"
    "A first line that speaks of squares.\n\n"
    "```show\nline y | Squares.\n```\n\n"
    "<!-- pause words -->\n\n"
    "These words stand below the plot and speak about it, in some four lines of a screen "
    "that is eighty columns wide, so that the plot and they have more rows than there are "
    "on a screen of twenty-four; a smaller plot leaves them room, and then both are in sight, "
    "which is what a reader wants of words about a picture that came before them.\n";

static bool is_shown(const Frame *frame, const char *text)
{
    return strstr(frame_text(frame->arena, frame, false), text) != NULL;
}

/* The screen as it stands when the step was opened. */
static Frame *landed(Opened *opened, int rows, int cols)
{
    ViewReport report;
    opened->state.scroll = 0;
    draw_frame(opened, opened->arena, rows, cols, CHARSET_UTF8, &report);
    opened->state.scroll = report.step_row;
    return draw_frame(opened, opened->arena, rows, cols, CHARSET_UTF8, &report);
}

static void words_about_a_picture_have_all_of_it_beside_them(void **test)
{
    (void)test;
    Opened opened = open_text("plot.md", plotted, NULL);
    for (int rows = 22; rows <= 40; rows++) {
        opened.state.step = 1;
        const Frame *frame = landed(&opened, rows, 80);
        assert_true(is_shown(frame, "These words stand below"));
        assert_true(is_shown(frame, "that came before them."));
        assert_true(is_shown(frame, "● y")); /* the legend over the plot, and the caption below it */
        assert_true(is_shown(frame, "Squares."));
    }
    close_opened(&opened);
}

/* What is seen of the steps before begins with a whole picture or paragraph, or is not seen. */
static void no_picture_is_torn_where_a_step_opens(void **test)
{
    (void)test;
    Opened opened = open_text("plot.md", plotted, NULL);
    for (int rows = 8; rows <= 40; rows++) {
        opened.state.step = 1;
        const Frame *frame = landed(&opened, rows, 80);
        bool has_axis = is_shown(frame, "└"), has_legend = is_shown(frame, "● y");
        assert_true(!has_axis || has_legend);
        assert_true(is_shown(frame, "These words stand below"));
    }
    close_opened(&opened);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_title_names_the_lesson_and_counts_steps),
        cmocka_unit_test(a_new_step_keeps_the_steps_above_it_that_fit_and_signs_tell_of_more),
        cmocka_unit_test(a_step_of_words_keeps_the_picture_that_it_speaks_about),
        cmocka_unit_test(an_open_panel_keeps_the_number_under_its_header),
        cmocka_unit_test(the_selection_is_drawn_in_glyphs_beside_its_mark),
        cmocka_unit_test(each_showing_of_an_element_can_be_selected),
        cmocka_unit_test(inputs_are_bracketed_and_underlined),
        cmocka_unit_test(an_edit_marks_what_changed_and_shows_what_it_was),
        cmocka_unit_test(a_claim_that_turned_false_is_said_even_out_of_sight),
        cmocka_unit_test(an_error_stands_where_its_numbers_would),
        cmocka_unit_test(a_wide_table_is_paged_and_the_selection_turns_the_page),
        cmocka_unit_test(hits_of_a_search_are_marked_and_reported),
        cmocka_unit_test(a_message_takes_the_place_of_the_status),
        cmocka_unit_test(a_typed_line_shows_its_cursor_wherever_it_is),
        cmocka_unit_test(the_answer_to_a_try_can_be_selected),
        cmocka_unit_test(two_panes_begin_at_a_hundred_columns),
        cmocka_unit_test(sections_on_demand_wait_for_their_key),
        cmocka_unit_test(words_about_a_picture_have_all_of_it_beside_them),
        cmocka_unit_test(no_picture_is_torn_where_a_step_opens),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
