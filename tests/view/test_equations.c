/* Formulas on the screen: golden frames in symbols and in numbers; what a selected term lights; that whatever
 * is drawn of an array is an element of it; that a formula fits every width. */
#include "support.h"

typedef struct Shot {
    const char *name;
    int step;
    bool values;
    const char *term; /* selected; NULL */
    const char *edit;
} Shot;

static const Shot shots[] = {
    {.name = "attention", .step = 0},
    {.name = "attention in numbers", .step = 0, .values = true},
    {.name = "attention, a term selected", .step = 0, .term = "QK^\\top"},
    {.name = "attention in numbers, a term selected", .step = 0, .values = true, .term = "QK^\\top"},
    {.name = "attention in numbers, after an edit", .step = 0, .values = true, .edit = "q = [2, 0, 1, 0.5]"},
    {.name = "nested", .step = 1},
    {.name = "nested, the outer term selected", .step = 1, .term = "e^{z}"},
    {.name = "nested in numbers", .step = 1, .values = true},
    {.name = "large", .step = 2},
    {.name = "large in numbers", .step = 2, .values = true},
    {.name = "large in numbers, an error selected", .step = 2, .values = true, .term = "M"},
    {.name = "explained later", .step = 3, .term = "b"},
    {.name = "wide", .step = 4},
    {.name = "sums", .step = 5},
    {.name = "sums in numbers", .step = 5, .values = true},
};

static Opened open_equations(const char *edit)
{
    Arena *arena = arena_new();
    char *text = read_text(arena, HEED_TEST_DIR "/equations.md");
    assert_non_null(text);
    Opened opened = open_text("equations.md", text, edit);
    arena_free(arena);
    return opened;
}

static size_t term_index(const Opened *opened, const char *tex)
{
    for (size_t i = 0; i < opened->lesson->n_terms; i++)
        if (strcmp(opened->lesson->terms[i]->tex, tex) == 0) return i;
    fail_msg("no term %s", tex);
    return 0;
}

static void select_term(Opened *opened, const char *tex)
{
    opened->state.has_selection = true;
    opened->state.selection = view_term_ref(term_index(opened, tex));
    opened->state.focus = FOCUS_NUMBER;
}

/* ------------------------------------------------------------------ golden */

static const char *shoot(Arena *arena, const Shot *shot, int rows, int cols, Charset charset, bool annotate)
{
    Opened opened = open_equations(shot->edit);
    opened.state.step = shot->step;
    opened.state.values = shot->values;
    if (shot->term) select_term(&opened, shot->term);
    ViewReport report;
    Frame *frame = draw_frame(&opened, arena, rows, cols, charset, &report);
    for (size_t e = 0; e < opened.lesson->n_equations; e++) /* the newest formula at the top */
        if (report.equation_rows[e] >= 0) opened.state.scroll = report.equation_rows[e];
    if (opened.state.scroll > report.max_scroll) opened.state.scroll = report.max_scroll;
    frame = frame_new(arena, rows, cols, charset);
    view_lesson(frame, &opened.state, &report);
    walk_opened(&opened, frame);
    const char *text = frame_text(arena, frame, annotate);
    close_opened(&opened);
    return text;
}

static void assert_album(const char *file, int rows, int cols, Charset charset, bool annotate)
{
    Arena *arena = arena_new();
    StrBuf album = {0};
    for (size_t i = 0; i < sizeof shots / sizeof shots[0]; i++)
        strbuf_printf(&album, "######## %s\n%s", shots[i].name,
                      shoot(arena, &shots[i], rows, cols, charset, annotate));
    assert_golden(file, strbuf_text(&album));
    strbuf_free(&album);
    arena_free(arena);
}

static void formulas_at_80x24_with_roles_and_marks(void **test)
{
    (void)test;
    assert_album("equations-80x24.txt", 24, 80, CHARSET_UTF8, true);
}

static void formulas_at_40x12(void **test)
{
    (void)test;
    assert_album("equations-40x12.txt", 12, 40, CHARSET_UTF8, false);
}

static void formulas_at_120x40(void **test)
{
    (void)test;
    assert_album("equations-120x40.txt", 40, 120, CHARSET_UTF8, false);
}

static void formulas_in_ascii(void **test)
{
    (void)test;
    assert_album("equations-80x24-ascii.txt", 24, 80, CHARSET_ASCII, false);
    assert_album("equations-40x12-ascii.txt", 12, 40, CHARSET_ASCII, false);
}

/* ----------------------------------------------------------------- numbers */

static void numbers_in_formulas_are_elements_at_every_size(void **test)
{
    (void)test;
    static const int sizes[][2] = {{12, 40}, {24, 80}, {40, 120}, {50, 200}, {9, 25}};
    static const char *const edits[] = {NULL, "q = [2, 0, -1, 0.5]",
                                        "K = [[1, 1, 0, 0], [0, 0, 1, 1]]\nV = [[1, 2, 3], [4, 5, 6]]"};
    for (size_t e = 0; e < sizeof edits / sizeof *edits; e++) {
        Opened opened = open_equations(edits[e]);
        opened.state.values = true;
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
            for (int step = 0; step < (int)opened.lesson->screens[0].n_steps; step++) {
                Arena *arena = arena_new();
                ViewReport report;
                opened.state.step = step;
                Frame *frame = draw_frame(&opened, arena, sizes[i][0], sizes[i][1],
                                          step % 2 ? CHARSET_ASCII : CHARSET_UTF8, &report);
                walk_opened(&opened, frame);
                arena_free(arena);
            }
        close_opened(&opened);
    }
}

/* The frame of a step that is tall enough for all of it. */
static Frame *whole_frame(Opened *opened, int step, bool values, int cols, ViewReport *report)
{
    Frame *frame = frame_new(opened->arena, 300, cols, CHARSET_UTF8);
    opened->state.step = step;
    opened->state.values = values;
    view_lesson(frame, &opened->state, report);
    return frame;
}

static size_t count_numbers(const Frame *frame, NodeId node)
{
    size_t n = 0;
    for (size_t i = 0; i < frame->n_spans; i++)
        n += frame->spans[i].kind == SPAN_NUMBER && frame->spans[i].width > 0 &&
             frame->spans[i].ref.node == node;
    return n;
}

static NodeId node_of(const Opened *opened, const char *text)
{
    return element(opened, text).node;
}

static void values_stand_in_the_terms_place(void **test)
{
    (void)test;
    Opened opened = open_equations(NULL);
    ViewReport report;
    size_t scores[2], divisor[2], weights[2];
    for (int values = 0; values < 2; values++) {
        const Frame *frame = whole_frame(&opened, 0, values, 80, &report);
        scores[values] = count_numbers(frame, node_of(&opened, "s"));
        divisor[values] = count_numbers(frame, node_of(&opened, "sqrt(dk)"));
        weights[values] = count_numbers(frame, node_of(&opened, "alpha"));
    }
    assert_int_equal(scores[1], scores[0] + 3);
    assert_int_equal(divisor[1], divisor[0] + 1);
    assert_int_equal(weights[1], weights[0]); /* softmax is applied there: it keeps its name */
    close_opened(&opened);
}

static void the_arguments_of_the_function_defined_stay_symbols(void **test)
{
    (void)test;
    Opened opened = open_equations(NULL);
    ViewReport report;
    const char *text = frame_text(opened.arena, whole_frame(&opened, 0, true, 80, &report), false);
    assert_non_null(strstr(text, "Attention(Q, K, V)"));
    const char *line = frame_text(opened.arena, whole_frame(&opened, 0, true, 40, &report), false);
    assert_non_null(strstr(line, "Attention(Q, K, V) = softmax("));
    close_opened(&opened);
}

static void of_terms_in_each_other_the_inner_one_shows_its_numbers(void **test)
{
    (void)test;
    Opened opened = open_equations(NULL);
    ViewReport report;
    size_t inner[2], outer[2];
    for (int values = 0; values < 2; values++) {
        const Frame *frame = whole_frame(&opened, 1, values, 80, &report);
        inner[values] = count_numbers(frame, node_of(&opened, "z"));
        outer[values] = count_numbers(frame, node_of(&opened, "exp(z)"));
    }
    assert_true(inner[1] >= inner[0] + 3);
    assert_int_equal(outer[1], outer[0]);
    close_opened(&opened);
}

static void a_large_array_shows_its_corners_and_its_shape(void **test)
{
    (void)test;
    Opened opened = open_equations(NULL);
    ViewReport report;
    const Frame *frame = whole_frame(&opened, 2, true, 100, &report);
    static const char *const corners[] = {"big[0, 0]", "big[0, 39]", "big[29, 0]", "big[29, 39]"};
    for (size_t c = 0; c < 4; c++) {
        ElementRef corner = element(&opened, corners[c]);
        size_t n = 0;
        for (size_t i = 0; i < frame->n_spans; i++)
            n += frame->spans[i].width > 0 && element_ref_equal(frame->spans[i].ref, corner);
        assert_true(n > 0);
    }
    assert_non_null(strstr(frame_text(opened.arena, frame, false), "(30, 40)"));
    close_opened(&opened);
}

/* How often an element is shown, in numbers and out of them. */
static void count_element(Opened *opened, int step, int cols, const char *text, size_t shown[2])
{
    for (int values = 0; values < 2; values++) {
        ViewReport report;
        const Frame *frame = whole_frame(opened, step, values, cols, &report);
        shown[values] = 0;
        for (size_t i = 0; i < frame->n_spans; i++)
            shown[values] +=
                frame->spans[i].width > 0 && element_ref_equal(frame->spans[i].ref, element(opened, text));
    }
}

static void a_sum_over_many_elements_says_its_gap(void **test)
{
    (void)test;
    static const int widths[] = {40, 80, 120};
    for (size_t w = 0; w < sizeof widths / sizeof *widths; w++) {
        Opened opened = open_equations(NULL);
        ViewReport report;
        size_t first[2], inner[2], last[2];
        const Frame *frame = whole_frame(&opened, 5, true, widths[w], &report);
        assert_non_null(strstr(frame_text(opened.arena, frame, false), "⋯ + "));
        count_element(&opened, 5, widths[w], "many[0]", first);
        count_element(&opened, 5, widths[w], "many[7]", inner);
        count_element(&opened, 5, widths[w], "many[15]", last);
        assert_true(first[1] > first[0] && last[1] > last[0]);
        assert_int_equal(inner[1], inner[0]);
        close_opened(&opened);
    }
}

static void two_formulas_too_wide_for_a_line_stand_under_each_other(void **test)
{
    (void)test;
    Opened opened = open_equations(NULL);
    ViewReport report;
    const char *text = frame_text(opened.arena, whole_frame(&opened, 5, true, 80, &report), false);
    const char *sum = strstr(text, "S = "), *rows = strstr(text, "R = ");
    assert_non_null(sum);
    assert_non_null(rows);
    assert_true(memchr(sum, '\n', (size_t)(rows - sum)) != NULL);
    text = frame_text(opened.arena, whole_frame(&opened, 5, false, 80, &report), false);
    assert_true(memchr(strstr(text, "S = "), '\n', (size_t)(strstr(text, "R = ") - strstr(text, "S = "))) ==
                NULL);
    close_opened(&opened);
}

static void a_formula_in_numbers_ends_in_no_room(void **test)
{
    (void)test;
    for (int cols = 0; cols <= 3; cols++) {
        Opened opened = open_equations(NULL);
        ViewReport report;
        for (int step = 0; step < (int)opened.lesson->screens[0].n_steps; step++)
            assert_non_null(whole_frame(&opened, step, true, cols, &report));
        for (size_t e = 0; e < opened.lesson->n_equations; e++)
            assert_non_null(view_equation(opened.arena, CHARSET_UTF8, opened.lesson, e, cols));
        close_opened(&opened);
    }
}

/* ------------------------------------------------------------------- light */

static size_t count_marked(const Frame *frame, SpanKind kind, uint32_t item, NodeId node, bool *all)
{
    size_t n = 0;
    *all = true;
    for (size_t i = 0; i < frame->n_spans; i++) {
        const FrameSpan *span = &frame->spans[i];
        bool is_it = kind == SPAN_TERM ? span->item == item : span->ref.node == node;
        if (span->kind != kind || span->width <= 0 || !is_it) continue;
        if (span->row >= frame->rows - 3) continue; /* the status line */
        const Cell *cell = &frame->cells[(size_t)span->row * (size_t)frame->cols + (size_t)span->col];
        *all &= (cell->marks & MARK_SELECTED) != 0;
        n++;
    }
    return n;
}

static void a_selected_term_lights_itself_its_callout_and_its_numbers(void **test)
{
    (void)test;
    Opened opened = open_equations(NULL);
    ViewReport report;
    bool all;
    select_term(&opened, "QK^\\top");
    const Frame *frame = whole_frame(&opened, 0, false, 80, &report);
    uint32_t item = (uint32_t)term_index(&opened, "QK^\\top");
    assert_int_equal(count_marked(frame, SPAN_TERM, item, 0, &all), 2); /* in the formula, in its callout */
    assert_true(all);
    assert_true(count_marked(frame, SPAN_NUMBER, 0, node_of(&opened, "s"), &all) >= 3);
    assert_true(all);
    count_marked(frame, SPAN_NUMBER, 0, node_of(&opened, "alpha"), &all);
    assert_false(all);
    const char *text = frame_text(opened.arena, frame, false);
    assert_non_null(strstr(text, ">QKᵀ‹"));
    assert_non_null(strstr(text, "> QKᵀ "));
    close_opened(&opened);
}

static void a_tall_term_is_lit_in_all_its_rows(void **test)
{
    (void)test;
    Opened opened = open_equations(NULL);
    ViewReport report;
    bool all;
    select_term(&opened, "\\sqrt{d_k}");
    const Frame *frame = whole_frame(&opened, 0, false, 80, &report);
    assert_int_equal(count_marked(frame, SPAN_TERM, (uint32_t)term_index(&opened, "\\sqrt{d_k}"), 0, &all),
                     3);
    assert_true(all);
    close_opened(&opened);
}

/* ----------------------------------------------------------------- targets */

static size_t targets_of(const ViewReport *report, size_t term)
{
    size_t n = 0;
    for (size_t i = 0; i < report->n_targets; i++)
        n += element_ref_equal(report->targets[i].span.ref, view_term_ref(term));
    return n;
}

static void each_term_that_is_explained_can_be_selected_once(void **test)
{
    (void)test;
    Opened opened = open_equations(NULL);
    static const int widths[] = {25, 40, 80, 120};
    for (size_t w = 0; w < sizeof widths / sizeof *widths; w++)
        for (int values = 0; values < 2; values++)
            for (int step = 0; step < (int)opened.lesson->screens[0].n_steps; step++) {
                ViewReport report;
                whole_frame(&opened, step, values, widths[w], &report);
                for (size_t i = 0; i < opened.lesson->n_terms; i++)
                    assert_int_equal(targets_of(&report, i), opened.lesson->terms[i]->step <= step);
            }
    close_opened(&opened);
}

static void what_is_not_explained_yet_is_no_term(void **test)
{
    (void)test;
    Opened opened = open_equations(NULL);
    ViewReport report;
    uint32_t later = (uint32_t)term_index(&opened, "b");
    const Frame *frame = whole_frame(&opened, 2, false, 80, &report);
    for (size_t i = 0; i < frame->n_spans; i++)
        assert_false(frame->spans[i].kind == SPAN_TERM && frame->spans[i].item == later);
    close_opened(&opened);
}

static void a_report_tells_where_each_equation_stands(void **test)
{
    (void)test;
    Opened opened = open_equations(NULL);
    ViewReport report;
    whole_frame(&opened, 1, false, 80, &report);
    assert_true(report.equation_rows[0] >= 0);
    assert_true(report.equation_rows[1] > report.equation_rows[0]);
    assert_int_equal(report.equation_rows[2], -1);
    close_opened(&opened);
}

/* ------------------------------------------------------------------- width */

static bool is_blank_row(const Frame *frame, int row)
{
    for (int col = 0; col < frame->cols; col++)
        if (strcmp(frame->cells[(size_t)row * (size_t)frame->cols + (size_t)col].glyph, " ") != 0)
            return false;
    return true;
}

/* The letters and digits of a frame, sorted: what is drawn, wherever it stands. */
static char *letters(Arena *arena, const Frame *frame)
{
    size_t counts[128] = {0};
    for (size_t i = 0; i < (size_t)frame->rows * (size_t)frame->cols; i++) {
        unsigned char c = (unsigned char)frame->cells[i].glyph[0];
        if (c < 128 && ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'))) counts[c]++;
    }
    StrBuf out = {0};
    for (int c = 0; c < 128; c++)
        for (size_t n = 0; n < counts[c]; n++) strbuf_add_char(&out, (char)c);
    return strbuf_take(&out, arena);
}

static void a_formula_fits_any_width_and_loses_nothing(void **test)
{
    (void)test;
    Opened opened = open_equations(NULL);
    for (size_t e = 0; e < opened.lesson->n_equations; e++) {
        const char *all = NULL;
        for (int cols = 200; cols >= 12; cols -= cols > 60 ? 7 : 1) {
            Arena *arena = arena_new();
            Frame *frame = view_equation(arena, CHARSET_UTF8, opened.lesson, e, cols);
            assert_int_equal(frame->cols, cols);
            assert_true(frame->rows > 0);
            assert_false(is_blank_row(frame, frame->rows - 1));
            const char *seen = letters(opened.arena, frame);
            if (all) assert_string_equal(seen, all);
            all = seen;
            arena_free(arena);
        }
    }
    close_opened(&opened);
}

/* -------------------------------------------------------------------- help */

static void a_terms_card_says_what_it_is_and_shows_its_numbers(void **test)
{
    (void)test;
    Opened opened = open_equations("q = [2, 0, 1, 0]");
    size_t term = term_index(&opened, "QK^\\top");
    Frame *card = view_term(opened.arena, CHARSET_UTF8, opened.lesson, opened.now, opened.was, term, 60);
    const char *text = frame_text(opened.arena, card, false);
    assert_non_null(strstr(text, "the scores"));
    assert_non_null(strstr(text, "s = q @ K.T"));
    assert_int_equal(count_numbers(card, node_of(&opened, "s")), 3);
    walk_opened(&opened, card);
    Frame *others =
        view_other_terms(opened.arena, CHARSET_UTF8, opened.lesson, opened.now, opened.was, term, 0, 60);
    text = frame_text(opened.arena, others, false);
    assert_null(strstr(text, "the scores"));
    assert_non_null(strstr(text, "the divisor"));
    walk_opened(&opened, others);
    close_opened(&opened);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formulas_at_80x24_with_roles_and_marks),
        cmocka_unit_test(formulas_at_40x12),
        cmocka_unit_test(formulas_at_120x40),
        cmocka_unit_test(formulas_in_ascii),
        cmocka_unit_test(numbers_in_formulas_are_elements_at_every_size),
        cmocka_unit_test(values_stand_in_the_terms_place),
        cmocka_unit_test(the_arguments_of_the_function_defined_stay_symbols),
        cmocka_unit_test(of_terms_in_each_other_the_inner_one_shows_its_numbers),
        cmocka_unit_test(a_large_array_shows_its_corners_and_its_shape),
        cmocka_unit_test(a_sum_over_many_elements_says_its_gap),
        cmocka_unit_test(two_formulas_too_wide_for_a_line_stand_under_each_other),
        cmocka_unit_test(a_formula_in_numbers_ends_in_no_room),
        cmocka_unit_test(a_selected_term_lights_itself_its_callout_and_its_numbers),
        cmocka_unit_test(a_tall_term_is_lit_in_all_its_rows),
        cmocka_unit_test(each_term_that_is_explained_can_be_selected_once),
        cmocka_unit_test(what_is_not_explained_yet_is_no_term),
        cmocka_unit_test(a_report_tells_where_each_equation_stands),
        cmocka_unit_test(a_formula_fits_any_width_and_loses_nothing),
        cmocka_unit_test(a_terms_card_says_what_it_is_and_shows_its_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
