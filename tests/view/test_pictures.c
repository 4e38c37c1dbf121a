/* Pictures over plain arrays: what each draws, and that none breaks on what arrays can hold. */
#include "support.h"
#include "view/picture.h"
#include <math.h>

static Pen plain_pen(Arena *arena, Charset charset)
{
    return (Pen){.arena = arena, .charset = charset};
}

static PicArray floats(Arena *arena, const char *label, int ndim, size_t rows, size_t cols, const float *data)
{
    Value *value = arena_alloc(arena, sizeof *value);
    *value = (Value){.type = VALUE_F32, .ndim = ndim, .rows = rows, .cols = cols, .data.f32 = data};
    return pen_array_plain(value, label, ROLE_MEASURED, NUM_FIXED(2));
}

static PicArray texts(Arena *arena, size_t n, const char *const *data)
{
    Value *value = arena_alloc(arena, sizeof *value);
    *value = (Value){.type = VALUE_STRING, .ndim = 1, .rows = 1, .cols = n, .data.text = data};
    return pen_array_plain(value, "", ROLE_TEXT, NUM_SHORTEST);
}

static const float query[] = {1, 0}, keys[] = {1, 0, 0, 1, 1, 1}, scores[] = {1, 0, 1},
                   weights[] = {0.4f, 0.2f, 0.4f};
static const float values[] = {1, 2, 3, 4, 5, 6}, blended[] = {3, 4};
static const char *const names[] = {"k₁", "k₂", "k₃"};

static void assert_drawn(Arena *arena, Picture picture, const char *expected)
{
    assert_string_equal(frame_text(arena, picture.frame, false), expected);
}

static void a_query_stands_over_its_keys_and_scores_beside_them(void **test)
{
    (void)test;
    Arena *arena = arena_new();
    Pen pen = plain_pen(arena, CHARSET_UTF8);
    PicArray arrays[] = {floats(arena, "q", 1, 1, 2, query), floats(arena, "K", 2, 3, 2, keys),
                         floats(arena, "s", 1, 1, 3, scores)};
    PicArray rows = texts(arena, 3, names), nothing[1] = {{0}};
    arrays[2].style = "bars";
    static const char *const under[] = {"q·k"};
    ColumnsSpec spec = {arrays, 3, &rows, under, nothing, 1};
    assert_drawn(arena, pic_columns(&pen, &spec, (PicRoom){50, PIC_FULL}),
                 "       q   1.00  0.00        s\n"
                 "k₁     K   1.00  0.00       1.00  ███████████████\n"
                 "k₂         0.00  1.00       0.00\n"
                 "k₃         1.00  1.00       1.00  ███████████████\n"
                 "                            q·k\n");
    arena_free(arena);
}

static void a_blend_stands_under_its_values(void **test)
{
    (void)test;
    Arena *arena = arena_new();
    Pen pen = plain_pen(arena, CHARSET_UTF8);
    PicArray arrays[] = {floats(arena, "w", 1, 1, 3, weights), floats(arena, "V", 2, 3, 2, values),
                         floats(arena, "out", 1, 1, 2, blended)};
    ColumnsSpec spec = {.arrays = arrays, .n = 3};
    const char *drawn = frame_text(arena, pic_columns(&pen, &spec, (PicRoom){50, PIC_FULL}).frame, false);
    assert_non_null(strstr(drawn, "out   3.00  4.00"));
    size_t columns[3];
    assert_int_equal(columns_of_numbers(&pen, &spec, columns), 1);
    assert_int_equal(columns[0], 0);
    arena_free(arena);
}

static void labels_that_a_new_row_lacks_are_generated(void **test)
{
    (void)test;
    Arena *arena = arena_new();
    Pen pen = plain_pen(arena, CHARSET_UTF8);
    PicArray subscripts = texts(arena, 3, names);
    static const char *const plain[] = {"key 9"}, *const words[] = {"alto", "bass"};
    PicArray digits = texts(arena, 1, plain), others = texts(arena, 2, words);
    int width;
    assert_string_equal(pen_labels(&pen, &subscripts, 12, &width)[11], "k₁₂");
    assert_int_equal(width, 3);
    assert_string_equal(pen_labels(&pen, &digits, 2, &width)[1], "key 10");
    assert_string_equal(pen_labels(&pen, &others, 3, &width)[2], "3");
    assert_string_equal(pen_labels(&pen, NULL, 2, &width)[1], "");
    arena_free(arena);
}

static void a_long_axis_shows_its_ends_and_the_gap(void **test)
{
    (void)test;
    size_t shown[8];
    assert_int_equal(elide(5, 8, shown), 5);
    assert_int_equal(shown[4], 4);
    assert_int_equal(elide(100, 8, shown), 8);
    assert_int_equal(shown[4], 4);
    assert_true(shown[5] == ELIDED);
    assert_int_equal(shown[6], 98);
    assert_int_equal(shown[7], 99);
    assert_int_equal(elide(0, 8, shown), 0);
}

static void bars_grow_from_zero_to_either_side(void **test)
{
    (void)test;
    Arena *arena = arena_new();
    static const float data[] = {-1, 0.5f, 1, 0};
    PicArray array = floats(arena, "x", 1, 1, 4, data);
    BarsSpec spec = {.arrays = &array, .n = 1};
    Pen pen = plain_pen(arena, CHARSET_UTF8);
    assert_drawn(arena, pic_bars(&pen, &spec, (PicRoom){25, PIC_FULL}),
                 "   x\n -1.00  ████████\n  0.50          ████\n  1.00          ████████\n  0.00\n");
    pen = plain_pen(arena, CHARSET_ASCII);
    assert_drawn(arena, pic_bars(&pen, &spec, (PicRoom){25, PIC_FULL}),
                 "   x\n -1.00  ########\n  0.50          ####\n  1.00          ########\n  0.00\n");
    arena_free(arena);
}

static void bars_have_eighths(void **test)
{
    (void)test;
    Arena *arena = arena_new();
    Frame *frame = frame_new(arena, 1, 10, CHARSET_UTF8);
    draw_bar(frame, 0, 0, 10, 0.3125);
    assert_string_equal(frame_row_text(arena, frame, 0), "███▏");
    frame = frame_new(arena, 1, 10, CHARSET_UTF8);
    draw_bar(frame, 0, 0, 10, 1e-9);
    assert_string_equal(frame_row_text(arena, frame, 0), "▏");
    frame = frame_new(arena, 1, 10, CHARSET_UTF8);
    draw_bar(frame, 0, 0, 10, NAN);
    draw_bar(frame, 0, 0, 10, -1);
    assert_string_equal(frame_row_text(arena, frame, 0), "");
    draw_bar(frame, 0, 0, 10, INFINITY);
    assert_string_equal(frame_row_text(arena, frame, 0), "██████████");
    arena_free(arena);
}

static void heat_is_read_without_colour(void **test)
{
    (void)test;
    Arena *arena = arena_new();
    Frame *frame = frame_new(arena, 1, 12, CHARSET_UTF8);
    static const double shares[] = {0, 0.25, 0.5, 0.75, 1, NAN};
    for (int i = 0; i < 6; i++) draw_heat(frame, 0, 2 * i, 2, shares[i]);
    assert_string_equal(frame_row_text(arena, frame, 0), "  ░░▒▒▓▓██??");
    assert_int_equal(frame_cell(frame, 0, 8)->level, 255);
    assert_int_equal(frame_cell(frame, 0, 0)->level, 0);
    assert_int_equal(frame_cell(frame, 0, 4)->role, ROLE_HEAT);
    arena_free(arena);
}

static void arrows_end_where_their_numbers_say(void **test)
{
    (void)test;
    Arena *arena = arena_new();
    static const float east[] = {1, 0}, north[] = {0, 1};
    PicArray arrays[] = {floats(arena, "e", 1, 1, 2, east), floats(arena, "n", 1, 1, 2, north)};
    VectorsSpec spec = {.arrays = arrays, .n = 2};
    Pen pen = plain_pen(arena, CHARSET_UTF8);
    const Frame *frame = pic_vectors(&pen, &spec, (PicRoom){60, PIC_FULL}).frame;
    int first_row = -1, last_row = -1, north_col = -1, east_col = -1;
    for (int row = 0; row < frame->rows; row++)
        for (int col = 0; col < 30; col++) {
            const Cell *cell = &frame->cells[row * frame->cols + col];
            if (strcmp(cell->glyph, "●") != 0) continue;
            if (first_row < 0) first_row = row, north_col = col;
            last_row = row, east_col = col;
        }
    assert_int_equal(first_row, 0);
    assert_int_equal(east_col - north_col, 2 * (last_row - first_row)); /* a cell is twice as high as wide */
    const char *legend = frame_text(arena, frame, false);
    assert_non_null(strstr(legend, "● e   1.00  0.00"));
    legend = frame_text(arena, pic_vectors(&pen, &spec, (PicRoom){60, PIC_NUMBERS}).frame, false);
    assert_string_equal(legend, "● e   1.00  0.00\n● n   0.00  1.00\n");
    arena_free(arena);
}

static void only_pairs_are_drawn_in_the_plane(void **test)
{
    (void)test;
    Arena *arena = arena_new();
    PicArray array = floats(arena, "w", 1, 1, 3, weights);
    VectorsSpec spec = {.arrays = &array, .n = 1};
    Pen pen = plain_pen(arena, CHARSET_UTF8);
    const char *drawn = frame_text(arena, pic_vectors(&pen, &spec, (PicRoom){70, PIC_FULL}).frame, false);
    assert_non_null(strstr(drawn, "only vectors of two components"));
    arena_free(arena);
}

static void a_large_matrix_is_shown_as_means_and_says_so(void **test)
{
    (void)test;
    Arena *arena = arena_new();
    float *data = arena_array(arena, 200 * 300, sizeof *data);
    for (size_t i = 0; i < 200 * 300; i++) data[i] = (float)(i % 300);
    PicArray array = floats(arena, "S", 2, 200, 300, data);
    HeatmapSpec spec = {.arrays = &array, .n = 1};
    Pen pen = plain_pen(arena, CHARSET_UTF8);
    Picture picture = pic_heatmap(&pen, &spec, (PicRoom){60, PIC_FULL});
    assert_true(picture.frame->cols <= 60);
    assert_non_null(strstr(frame_text(arena, picture.frame, false), "200 × 300; a cell is the mean of"));
    MatrixSpec matrix = {.arrays = &array, .n = 1};
    picture = pic_matrix(&pen, &matrix, (PicRoom){60, PIC_FULL});
    assert_non_null(strstr(frame_text(arena, picture.frame, false), "200 × 300, the ends of it shown"));
    arena_free(arena);
}

static void a_histogram_counts_every_value(void **test)
{
    (void)test;
    Arena *arena = arena_new();
    static const float data[] = {0, 0.5f, 0.5f, 1, 2, 9};
    PicArray array = floats(arena, "x", 1, 1, 6, data);
    HistogramSpec spec = {.arrays = &array, .n = 1, .bins = 2, .scale = {true, true, 0, 2}};
    Pen pen = plain_pen(arena, CHARSET_UTF8);
    Picture picture = pic_histogram(&pen, &spec, (PicRoom){20, PIC_COMPACT});
    const char *drawn = frame_text(arena, picture.frame, false);
    assert_non_null(strstr(drawn, "1 of 6 lie outside"));
    assert_non_null(strstr(drawn, "███")); /* 3 in [0, 1), 2 in [1, 2] */
    const Cell *left = frame_cell(picture.frame, 1, 1), *right = frame_cell(picture.frame, 1, 5);
    assert_string_equal(left->glyph, "█");
    assert_string_not_equal(right->glyph, "█");
    arena_free(arena);
}

static void a_column_is_a_mark_for_the_sheets_count(void **test)
{
    (void)test;
    Opened opened = open_text("h.md",
                              "---\ntitle: T\npart: P\norder: 1\nlevel: test\n---\n\n## Q?\n\n"
                              "```live\nx = randn(1, 2000, seed=3)[0]\n```\n\n"
                              "```show\nhistogram x bins=10 low=-2 high=2 | Samples.\n```\n",
                              NULL);
    ViewReport report;
    Frame *frame = frame_new(opened.arena, 40, 80, CHARSET_UTF8);
    view_lesson(frame, &opened.state, &report);
    NodeId counts = element(&opened, "histogram(x, 10, -2, 2)[0]").node;
    bool is_seen[10] = {false};
    for (size_t i = 0; i < frame->n_spans; i++)
        if (frame->spans[i].kind == SPAN_MARK && frame->spans[i].ref.node == counts)
            is_seen[frame->spans[i].ref.col] = true;
    for (size_t b = 0; b < 10; b++) assert_true(is_seen[b]);
    ElementRef outside = element(&opened, "len(x) - sum(histogram(x, 10, -2, 2))");
    size_t n = 0;
    for (size_t i = 0; i < frame->n_spans; i++)
        n += frame->spans[i].kind == SPAN_NUMBER && element_ref_equal(frame->spans[i].ref, outside);
    assert_int_equal(n, 1);
    assert_non_null(strstr(frame_text(opened.arena, frame, false), " of 2000 lie outside"));
    walk_opened(&opened, frame);
    close_opened(&opened);
}

static void a_logarithmic_axis_leaves_out_what_it_cannot_show(void **test)
{
    (void)test;
    Arena *arena = arena_new();
    static const float data[] = {1, 0.1f, 0, -1, 0.001f};
    PicArray array = floats(arena, "y", 1, 1, 5, data);
    LineSpec spec = {.arrays = &array, .n = 1, .log_y = true};
    Pen pen = plain_pen(arena, CHARSET_UTF8);
    const char *drawn = frame_text(arena, pic_line(&pen, &spec, (PicRoom){50, PIC_FULL}).frame, false);
    assert_non_null(strstr(drawn, "2 points cannot be shown"));
    assert_non_null(strstr(drawn, "0.001"));
    arena_free(arena);
}

static void a_table_of_statistics_shows_margins_and_expectations(void **test)
{
    (void)test;
    Arena *arena = arena_new();
    PicArray value = floats(arena, "mean", 0, 1, 1, scores), margin = floats(arena, "", 0, 1, 1, weights);
    StatsRow row = {"mean", &value, 1, &margin, &value};
    StatsSpec spec = {.rows = &row, .n = 1, .against = "if even"};
    Pen pen = plain_pen(arena, CHARSET_UTF8);
    assert_drawn(arena, pic_stats(&pen, &spec, (PicRoom){60, PIC_FULL}),
                 "                     if even\nmean   1.00 ± 0.40      1.00\n");
    pen.charset = CHARSET_ASCII; /* the sign takes three cells there */
    assert_drawn(arena, pic_stats(&pen, &spec, (PicRoom){60, PIC_FULL}),
                 "                       if even\nmean   1.00 +/- 0.40      1.00\n");
    arena_free(arena);
}

/* Ends, legends and what lies outside yield to a narrow screen, but are not cut. */
static void nothing_is_cut_where_room_is_scarce(void **test)
{
    (void)test;
    Opened opened = open_text(
        "n.md",
        "---\ntitle: T\npart: P\norder: 1\nlevel: test\n---\n\n## Q?\n\n"
        "```live\nt = slider(0.5, 0, 1, step=0.25)\nx = randn(1, 2000, seed=3)[0]\n"
        "y = [1, 2, 3]\n```\n\n"
        "```show\ncontrol t label=exponent ends=\"the loudest alone, divided by d_k\"\n"
        "histogram x x+0.1 bins=10 low=-2 high=2 | Samples.\n"
        "line y y*2 heads=\"a rather long name, divided by the root\" axes=\"steps, size\" | Lines.\n"
        "bars softmax(softmax(y))\ncolumns x\n```\n",
        NULL);
    for (int cols = 34; cols <= 120; cols++) {
        Arena *arena = arena_new();
        const char *text =
            frame_text(arena, view_print(arena, opened.lesson, opened.now, -1, cols, CHARSET_UTF8), false);
        static const char *const whole[] = {
            "the loudest alone",  "divided by d_k",      "of 2000", " outside",
            "a rather long name", "divided by the root", "steps",   "softmax(softmax(y))",
            " more rows"};
        for (size_t i = 0; i < sizeof whole / sizeof *whole; i++)
            if (!strstr(text, whole[i])) fail_msg("at %d columns no '%s' in\n%s", cols, whole[i], text);
        arena_free(arena);
    }
    close_opened(&opened);
}

/* A value on a tick is drawn in the tick's row and column, whatever the size. */
static void a_tick_stands_where_its_value_is_drawn(void **test)
{
    (void)test;
    static const Charset charsets[] = {CHARSET_UTF8, CHARSET_ASCII};
    static const float line[] = {0, 1, 2, 3, 4, 5, 6};
    for (size_t k = 0; k < 2; k++)
        for (int cols = 24; cols < 80; cols++)
            for (int size = PIC_FULL; size <= PIC_COMPACT; size++) {
                Arena *arena = arena_new();
                PicArray y = floats(arena, "y", 1, 1, 7, line);
                LineSpec spec = {.arrays = &y, .n = 1, .scale = {true, true, 0, 6}};
                Pen pen = plain_pen(arena, charsets[k]);
                Frame *frame = pic_line(&pen, &spec, (PicRoom){cols, (PicSize)size}).frame;
                const char *stroke = charset_text(arena, charsets[k], "┤"),
                           *mark = charset_text(arena, charsets[k], "●");
                size_t on_tick = 0, ticks = 0;
                for (int row = 1; row < frame->rows - 2; row++) {
                    bool is_tick = false, has_mark = false;
                    for (int col = 0; col < frame->cols; col++) {
                        is_tick |= strcmp(frame_cell(frame, row, col)->glyph, stroke) == 0;
                        has_mark |= strcmp(frame_cell(frame, row, col)->glyph, mark) == 0;
                    }
                    ticks += is_tick;
                    on_tick += is_tick && has_mark;
                }
                assert_true(ticks > 1);
                assert_int_equal(on_tick, ticks);
                arena_free(arena);
            }
}

static void a_slider_shows_where_its_value_lies(void **test)
{
    (void)test;
    Arena *arena = arena_new();
    static const float eight[] = {8};
    ControlSpec spec = {.kind = CONTROL_SLIDER,
                        .value = floats(arena, "d", 0, 1, 1, eight),
                        .label = "d",
                        .low = 1,
                        .high = 64,
                        .is_log = true};
    Pen pen = plain_pen(arena, CHARSET_UTF8);
    assert_drawn(arena, pic_control(&pen, &spec, 1, (PicRoom){40, PIC_FULL}),
                 "d [ 8.00 ]  1 ├──────────●─────────┤ 64\n");
    arena_free(arena);
}

/* ----------------------------------------------------------- whatever it is */

static float odd_number(uint32_t *seed)
{
    static const float odd[] = {NAN, INFINITY, -INFINITY, 0, -0.0f, 1e30f, -1e30f, 1e-30f, 3.4e38f};
    uint32_t pick = next_random(seed) % 24;
    return pick < 9 ? odd[pick] : (float)(next_random(seed) % 2000) / 100 - 10;
}

static PicArray odd_array(Arena *arena, uint32_t *seed, const char *label)
{
    static const size_t sizes[] = {0, 1, 2, 2, 3, 5, 30};
    int ndim = (int)(next_random(seed) % 3);
    size_t rows = ndim == 2 ? sizes[next_random(seed) % 7] : 1,
           cols = ndim ? sizes[next_random(seed) % 7] : 1;
    float *data = arena_array(arena, rows * cols + 1, sizeof *data);
    for (size_t i = 0; i < rows * cols; i++) data[i] = odd_number(seed);
    PicArray array = floats(arena, label, ndim, rows, cols, data);
    static const char *const styles[] = {NULL, "bars", "heat", "hull", "point", "ticks"};
    array.style = styles[next_random(seed) % 6];
    if (next_random(seed) % 6 == 0) {
        array.value = NULL;
        array.error = "q is (4,), K is (3, 5): did you mean K.T?";
        array.is_waiting = next_random(seed) % 2;
    }
    return array;
}

static Picture odd_picture(const Pen *pen, uint32_t *seed, PicRoom room)
{
    PicArray arrays[5], labels = texts(pen->arena, 3, names);
    for (size_t i = 0; i < 5; i++) arrays[i] = odd_array(pen->arena, seed, i % 2 ? "x" : "a long label");
    const PicArray *rows = next_random(seed) % 2 ? &labels : NULL;
    size_t n = 1 + next_random(seed) % 4;
    static const char *const lists[] = {"one", "two", "", "four"};
    ScaleSpec scale = {next_random(seed) % 2, next_random(seed) % 2, -1, 2};
    switch (next_random(seed) % 12) {
    case 0: return pic_columns(pen, &(ColumnsSpec){arrays, n, rows, lists, arrays, n}, room);
    case 1: return pic_products(pen, &(ProductsSpec){arrays[0], arrays[1], arrays[2], arrays[3], rows}, room);
    case 2: return pic_matrix(pen, &(MatrixSpec){arrays, n, rows, rows}, room);
    case 3: return pic_bars(pen, &(BarsSpec){arrays, n, rows, scale}, room);
    case 4: return pic_vectors(pen, &(VectorsSpec){arrays, n, rows, lists, 2, scale, false}, room);
    case 5: return pic_heatmap(pen, &(HeatmapSpec){arrays, n, rows, rows, scale}, room);
    case 6: return pic_histogram(pen, &(HistogramSpec){arrays, n, n * 7, scale, n > 2, 0, 1, lists, 2}, room);
    case 7: {
        LineSpec line = {.arrays = arrays,
                         .n = n,
                         .over = rows ? &arrays[4] : NULL,
                         .here = n > 2 ? arrays : NULL,
                         .here_x = odd_number(seed),
                         .log_x = n > 1,
                         .log_y = n > 2,
                         .scale = scale,
                         .axes = lists,
                         .n_axes = 2,
                         .heads = lists,
                         .n_heads = 4};
        return pic_line(pen, &line, room);
    }
    case 8:
        return pic_lookup(pen,
                          &(LookupSpec){arrays[0], arrays[1], arrays[2], &arrays[3], &arrays[4], &arrays[0],
                                        NULL, &arrays[1], &arrays[2], &arrays[3], rows},
                          room);
    case 9: {
        ControlSpec controls[2] = {{CONTROL_SLIDER, arrays[0], "s", -1, 5, n > 2, {NULL, "end"}, NULL, 0},
                                   {CONTROL_CHOICE, arrays[1], "c", 0, 0, false, {NULL, NULL}, lists, 4}};
        controls[0].kind = (ControlKind)(next_random(seed) % 4);
        return pic_control(pen, controls, 2, room);
    }
    case 10: {
        StatsRow stats[2] = {{"mean", arrays, n, arrays, arrays}, {"a long label", arrays, 1, NULL, arrays}};
        return pic_stats(pen, &(StatsSpec){stats, 2, "expected", lists, n}, room);
    }
    default:
        return pic_blend(
            pen, &(BlendSpec){arrays[0], arrays[1], &arrays[2], rows ? &arrays[3] : NULL, rows, false}, room);
    }
}

static void any_array_in_any_picture_is_drawn(void **test)
{
    (void)test;
    uint32_t seed = 5;
    for (int i = 0; i < 4000; i++) {
        Arena *arena = arena_new();
        Pen pen = plain_pen(arena, next_random(&seed) % 2 ? CHARSET_UTF8 : CHARSET_ASCII);
        PicRoom room = {(int)(next_random(&seed) % 130), (PicSize)(next_random(&seed) % 3)};
        Picture picture = odd_picture(&pen, &seed, room);
        if (picture.frame) {
            assert_true(picture.frame->rows < 400);
            for (int k = 0; k < picture.frame->rows * picture.frame->cols; k++) {
                assert_int_not_equal(picture.frame->cells[k].role, ROLE_NUMBER);
                assert_int_not_equal(picture.frame->cells[k].role, ROLE_CHANGED);
            }
        }
        arena_free(arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_query_stands_over_its_keys_and_scores_beside_them),
        cmocka_unit_test(a_blend_stands_under_its_values),
        cmocka_unit_test(labels_that_a_new_row_lacks_are_generated),
        cmocka_unit_test(a_long_axis_shows_its_ends_and_the_gap),
        cmocka_unit_test(bars_grow_from_zero_to_either_side),
        cmocka_unit_test(bars_have_eighths),
        cmocka_unit_test(heat_is_read_without_colour),
        cmocka_unit_test(arrows_end_where_their_numbers_say),
        cmocka_unit_test(only_pairs_are_drawn_in_the_plane),
        cmocka_unit_test(a_large_matrix_is_shown_as_means_and_says_so),
        cmocka_unit_test(a_histogram_counts_every_value),
        cmocka_unit_test(a_column_is_a_mark_for_the_sheets_count),
        cmocka_unit_test(a_logarithmic_axis_leaves_out_what_it_cannot_show),
        cmocka_unit_test(a_table_of_statistics_shows_margins_and_expectations),
        cmocka_unit_test(nothing_is_cut_where_room_is_scarce),
        cmocka_unit_test(a_tick_stands_where_its_value_is_drawn),
        cmocka_unit_test(a_slider_shows_where_its_value_lies),
        cmocka_unit_test(any_array_in_any_picture_is_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
