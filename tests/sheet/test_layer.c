/* Layers: types, conditions, overlays, errors that wait, reuse, marks, long work. */
#include "sheet/layer.h"
#include "sheet/sheets.h"
#include <math.h>

static const char *const four_steps =
    "q = [1, 0, 1, 0]\nK = [[1, 1, 0, 0], [0, 0, 1, 1], [1, 0, 1, 1]]\n"
    "V = [[1, 2], [3, 4], [5, 6]]\ndk = cols(K)\ns = q @ K.T\nz = s / sqrt(dk)\n"
    "alpha = softmax(z)\nout = alpha @ V\n";

static const Value *value_of(Bench *bench, Layer *layer, const char *text)
{
    NodeId node = layer_ask(layer, text, "try", &bench->diags);
    const Value *value = node != 0 ? layer_value(layer, node) : NULL;
    if (value == NULL) fail_msg("%s: %s", text, bench_ask(bench, layer, text));
    return value;
}

static void values_have_numpys_types_and_shapes(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        ValueType type;
        int ndim;
        size_t rows, cols;
    } cases[] = {
        {"1", VALUE_F64, 0, 1, 1},
        {"True", VALUE_BOOL, 0, 1, 1},
        {"\"x\"", VALUE_STRING, 0, 1, 1},
        {"[]", VALUE_F32, 1, 1, 0},
        {"[[], []]", VALUE_F32, 2, 2, 0},
        {"[1]", VALUE_F32, 1, 1, 1},
        {"[True, False]", VALUE_BOOL, 1, 1, 2},
        {"[True, 1]", VALUE_F32, 1, 1, 2},
        {"q[0]", VALUE_F32, 0, 1, 1},
        {"K[0]", VALUE_F32, 1, 1, 4},
        {"K[:, 0]", VALUE_F32, 1, 1, 3},
        {"K[0:1]", VALUE_F32, 2, 1, 4},
        {"K.T", VALUE_F32, 2, 4, 3},
        {"q.T", VALUE_F32, 1, 1, 4},
        {"dk", VALUE_INT, 0, 1, 1},
        {"sqrt(dk)", VALUE_F64, 0, 1, 1},
        {"dk + 1", VALUE_F64, 0, 1, 1},
        {"dk + dk", VALUE_INT, 0, 1, 1},
        {"dk / dk", VALUE_F64, 0, 1, 1},
        {"q * 2", VALUE_F32, 1, 1, 4},
        {"q[0] * q[1]", VALUE_F32, 0, 1, 1},
        {"q[0] * 2", VALUE_F64, 0, 1, 1},
        {"sum(q)", VALUE_F64, 0, 1, 1},
        {"sum(q, keepdims=True)", VALUE_F32, 1, 1, 1},
        {"sum(K, axis=0)", VALUE_F32, 1, 1, 4},
        {"sum(K, axis=1, keepdims=True)", VALUE_F32, 2, 3, 1},
        {"sum(K > 0)", VALUE_INT, 0, 1, 1},
        {"argmax(K, axis=1)", VALUE_INT, 1, 1, 3},
        {"argmax(q)", VALUE_INT, 0, 1, 1},
        {"argmax(K, axis=1) + 1", VALUE_F32, 1, 1, 3},
        {"q @ q", VALUE_F32, 0, 1, 1},
        {"K @ q", VALUE_F32, 1, 1, 3},
        {"q > 0", VALUE_BOOL, 1, 1, 4},
        {"(q > 0) * (q < 2)", VALUE_BOOL, 1, 1, 4},
        {"1 if q[0] > 0 else 2", VALUE_F64, 0, 1, 1},
        {"randint(0, 5, 3, seed=1)", VALUE_INT, 1, 1, 3},
        {"choice([1, 2], index=1)", VALUE_F64, 0, 1, 1},
        {"choice([\"a\", \"b\"])", VALUE_STRING, 0, 1, 1},
        {"toggle(False)", VALUE_BOOL, 0, 1, 1},
        {"where(q > 0, q, 0)", VALUE_F32, 1, 1, 4},
        {"max(q)", VALUE_F64, 0, 1, 1},
        {"max(K > 0, axis=0)", VALUE_BOOL, 1, 1, 4},
        {"-dk", VALUE_INT, 0, 1, 1},
        {"[dk, dk]", VALUE_INT, 1, 1, 2},
        {"[q[0], dk]", VALUE_F32, 1, 1, 2},
        {"[q, q]", VALUE_F32, 2, 2, 4},
    };
    Bench bench;
    bench_start(&bench, four_steps);
    Layer *layer = bench_layer(&bench, NULL, NULL);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const Value *value = value_of(&bench, layer, cases[i].text);
        bool is_right = value->type == cases[i].type && value->ndim == cases[i].ndim &&
                        value->rows == cases[i].rows && value->cols == cases[i].cols;
        if (!is_right) {
            fail_msg("%s has type %d, shape %s", cases[i].text, (int)value->type,
                     value_shape_text(bench.arena, value));
        }
    }
    layer_free(layer);
    bench_end(&bench);
}

static void an_array_rounds_the_scalar_to_fp32_first(void **state)
{
    (void)state;
    Bench bench;
    bench_start(&bench, "x = [1, 3]\ny = x * 0.1\nz = x[0] * 0.1\nc = [0.1] < 0.1\n");
    Layer *layer = bench_layer(&bench, NULL, NULL);
    assert_true(value_of(&bench, layer, "y")->data.f32[1] == 3.0f * 0.1f);
    assert_true(value_of(&bench, layer, "z")->data.f64[0] == 0.1);
    assert_answer(&bench, layer, "c", "[False]");
    layer_free(layer);
    bench_end(&bench);
}

static void what_a_condition_does_not_need_is_not_worked_out(void **state)
{
    (void)state;
    Bench bench;
    bench_start(&bench, four_steps);
    Layer *layer = bench_layer(&bench, NULL, NULL);
    assert_answer(&bench, layer, "1 if dk == 4 else q @ K", "1.0");
    assert_answer(&bench, layer, "1 if dk == 5 else q @ K", "!q is (4,), K is (3, 4): did you mean K.T?");
    assert_answer(&bench, layer, "dk == 5 and q @ K", "False");
    assert_answer(&bench, layer, "dk == 4 or q[99] > 0", "True");
    assert_answer(&bench, layer, "not (dk == 4 and q[0] == 0)", "True");
    layer_free(layer);
    bench_end(&bench);
}

static void the_four_steps_come_out_as_in_the_lesson(void **state)
{
    (void)state;
    Bench bench;
    bench_start(&bench, four_steps);
    Layer *layer = bench_layer(&bench, NULL, NULL);
    assert_answer(&bench, layer, "s", "[1.0, 1.0, 2.0]");
    assert_answer(&bench, layer, "z", "[0.5, 0.5, 1.0]");
    assert_answer(&bench, layer, "round(alpha, 4)", "[0.2741, 0.2741, 0.4519]");
    assert_answer(&bench, layer, "round(out, 4)", "[3.3556, 4.3556]");
    assert_answer(&bench, layer, "allclose(attention(q, K, V), out)", "True");
    layer_free(layer);
    bench_end(&bench);
}

/* ---------------------------------------------------------------- overlays */

static void in_its_own_overlay_a_name_means_the_layer_below(void **state)
{
    (void)state;
    Bench bench;
    bench_start(&bench, four_steps);
    const Overlay *both[] = {bench_overlay(&bench, OVERLAY_ANY, "q = -q\nalpha = round(alpha, 2)"),
                             bench_overlay(&bench, OVERLAY_ANY, "q = q + 1; z = s")};
    assert_non_null(both[0]);
    assert_non_null(both[1]);
    Layer *layer = layer_new(bench.sheet, both, 2, NULL);
    assert_answer(&bench, layer, "q", "[0.0, 1.0, 0.0, 1.0]");
    assert_string_equal(layer_source_text(layer, bench.arena, "q"), "-[1, 0, 1, 0] + 1");
    assert_string_equal(layer_source_text(layer, bench.arena, "alpha"), "round(softmax(z), 2)");
    assert_string_equal(layer_source_text(layer, bench.arena, "z"), "s");
    assert_string_equal(layer_source_text(layer, bench.arena, "out"), "alpha @ V");
    assert_null(layer_source_text(layer, bench.arena, "nothing"));
    assert_answer(&bench, layer, "-[1, 0, 1, 0] + 1", "[0.0, 1.0, 0.0, 1.0]");
    assert_true(layer_overlaid(layer, "q"));
    assert_false(layer_overlaid(layer, "K"));
    layer_free(layer);
    bench_end(&bench);
}

static void an_overlay_outlives_what_it_was_read_from(void **state)
{
    (void)state;
    Bench bench;
    bench_start(&bench, four_steps);
    Arena *arena = arena_new();
    char *text = arena_strdup(arena, "q = [1, 1,\n     nan, 0]");
    SourceText *source = arena_alloc(arena, sizeof *source);
    *source = (SourceText){"gone", text, strlen(text)};
    Overlay overlay;
    const Overlay *list[] = {&overlay};
    assert_true(
        overlay_parse(arena, bench.sheet, source, 0, source->len, OVERLAY_ANY, &overlay, &bench.diags));
    Layer *layer = layer_new(bench.sheet, list, 1, NULL);
    memset(text, '?', strlen(text));
    arena_free(arena);
    assert_answer(&bench, layer, "q[2]", "nan");
    assert_string_equal(layer_source_text(layer, bench.arena, "q"), "[1, 1, nan, 0]");
    layer_free(layer);
    bench_end(&bench);
}

static void a_constant_laid_over_a_control_moves_it(void **state)
{
    (void)state;
    Bench bench;
    bench_start(&bench,
                "d = slider(4, 1, 64, factor=2)\non = toggle(True)\nmode = choice([\"soft\", \"hard\"])\n"
                "t = choice([0.5, 1, 2], index=1)\nn = slider(2, low=0, high=d)\n");
    Layer *layer = bench_layer(&bench, "d = 8; on = False; mode = \"hard\"; t = 2.0; n = 5", NULL);
    assert_string_equal(layer_source_text(layer, bench.arena, "d"), "slider(8, 1, 64, factor=2)");
    assert_string_equal(layer_source_text(layer, bench.arena, "on"), "toggle(False)");
    assert_string_equal(layer_source_text(layer, bench.arena, "mode"),
                        "choice([\"soft\", \"hard\"], index=1)");
    assert_string_equal(layer_source_text(layer, bench.arena, "t"), "choice([0.5, 1, 2], index=2)");
    assert_string_equal(layer_source_text(layer, bench.arena, "n"), "slider(5, low=0, high=d)");
    assert_answer(&bench, layer, "t", "2.0");
    layer_free(layer);
    layer = bench_layer(&bench, "d = 4; n = 5", NULL);
    assert_answer(&bench, layer, "n", "!5 is outside the slider's 0 to 4");
    layer_free(layer);
    layer = bench_layer(&bench, "d = d * 2; d = d + 1", NULL);
    assert_answer(&bench, layer, "d", "9.0");
    layer_free(layer);
    bench_end(&bench);
}

static void refused(Bench *bench, OverlayRule rule, const char *lines, const char *message)
{
    size_t before = bench->diags.count;
    assert_null(bench_overlay(bench, rule, lines));
    assert_true(bench->diags.count > before);
    assert_string_equal(bench->diags.items[before].text, message);
}

static void an_overlay_that_cannot_be_is_refused_whole(void **state)
{
    (void)state;
    Bench bench;
    bench_start(&bench, "q = [1, 0]\nd = slider(4, 1, 64)\non = toggle(True)\nmode = choice([\"soft\", "
                        "\"hard\"])\ns = q * d\n");
    refused(&bench, OVERLAY_INPUTS_ONLY, "s = [1, 2]",
            "s is computed: only an input can be set: q, d, on, mode");
    refused(&bench, OVERLAY_ANY, "zz = 1", "unknown name 'zz'");
    refused(&bench, OVERLAY_ANY, "q = s", "s is defined later than here");
    refused(&bench, OVERLAY_ANY, "d = 65", "65 is outside the slider's 1 to 64");
    refused(&bench, OVERLAY_ANY, "d = -1", "-1 is outside the slider's 1 to 64");
    refused(&bench, OVERLAY_ANY, "on = 3", "a toggle is True or False");
    refused(&bench, OVERLAY_ANY, "mode = \"sofd\"", "\"sofd\" is none of the options [\"soft\", \"hard\"]");
    refused(&bench, OVERLAY_ANY, "q = [1, ", "'[' is never closed");
    refused(&bench, OVERLAY_ANY, "q = [9, 9]\nd = 99", "99 is outside the slider's 1 to 64");
    assert_non_null(bench_overlay(&bench, OVERLAY_ANY, "s = q"));
    assert_non_null(bench_overlay(&bench, OVERLAY_INPUTS_ONLY, "q = -q; d = d / 2"));
    bench_end(&bench);
}

static void who_asks_for_a_name_whose_definition_failed_is_told_so(void **state)
{
    (void)state;
    Bench bench;
    bench_start(&bench, "q = [1, 0]\nk = nothing\ns = q * k\n");
    assert_int_equal(bench.diags.count, 1); /* s is not blamed */
    sheet_fail(bench.sheet, "lost", bench.diags.items[0].span);
    sheet_fail(bench.sheet, "q", bench.diags.items[0].span); /* is defined */
    assert_non_null(sheet_failed(bench.sheet, "s"));
    assert_null(sheet_failed(bench.sheet, "q"));
    assert_null(sheet_failed(bench.sheet, "nothing")->source); /* used, and said, but defined nowhere */
    assert_null(sheet_failed(bench.sheet, "never"));
    refused(&bench, OVERLAY_ANY, "s = [1, 2]", "s has no value: its definition failed");
    refused(&bench, OVERLAY_INPUTS_ONLY, "k = 3", "k has no value: its definition failed");
    refused(&bench, OVERLAY_ANY, "q = q * lost", "lost has no value: its definition failed");
    Layer *layer = bench_layer(&bench, NULL, NULL);
    size_t before = bench.diags.count;
    assert_int_equal(layer_ask(layer, "s + 1", "try", &bench.diags), 0);
    assert_string_equal(bench.diags.items[before].text, "s has no value: its definition failed");
    layer_free(layer);
    bench_end(&bench);
}

static void a_name_that_doubles_itself_without_end_is_an_error_and_no_crash(void **state)
{
    (void)state;
    Bench bench;
    bench_start(&bench, "q = [1, 2]\nr = q + 1\n");
    StrBuf lines = {0};
    for (int i = 0; i < 100; i++) strbuf_add(&lines, "q = q + q * q\n");
    Layer *layer = bench_layer(&bench, strbuf_text(&lines), NULL);
    assert_answer(&bench, layer, "q", "!this is too large to be worked out");
    assert_answer(&bench, layer, "r", "!waits for q");
    layer_free(layer);
    strbuf_clear(&lines);
    for (int i = 0; i < 3000; i++) strbuf_add(&lines, "q = q + 1\n");
    layer = bench_layer(&bench, strbuf_text(&lines), NULL);
    assert_answer(&bench, layer, "q", "!this is too large to be worked out");
    layer_free(layer);
    strbuf_free(&lines);
    bench_end(&bench);
}

/* ------------------------------------------------------------------ errors */

static void what_depends_on_an_error_waits_for_the_name_that_has_it(void **state)
{
    (void)state;
    Bench bench;
    bench_start(&bench, four_steps);
    Layer *layer = bench_layer(&bench, "K = [[1, 1, 0, 0], [0, 0, 1, 1], [1, 0, 1, 1], [1, 1, 1, 1]]", NULL);
    assert_answer(&bench, layer, "alpha[3] > 0", "True");
    assert_answer(&bench, layer, "out",
                  "!alpha is (4,), V is (3, 2): @ pairs the 4 of the left with the 3 of the right");
    NodeId waiting = layer_ask(layer, "sum(out * 2) + 1", "try", &bench.diags);
    const NodeError *error = layer_error(layer, waiting);
    assert_string_equal(error->code, "waits");
    assert_string_equal(error->text, "waits for out");
    assert_string_equal(error->waits_for, "out");
    assert_int_equal(error->origin, layer_name(layer, "out"));
    assert_null(layer_error(layer, error->origin)->waits_for);
    assert_null(layer_value(layer, waiting));
    layer_free(layer);
    bench_end(&bench);
}

static void the_core_reports_masked_rows_and_the_origin_of_a_nan(void **state)
{
    (void)state;
    Bench bench;
    bench_start(&bench, "x = [[1, 2], [3, 4], [5, 6]]\nM = [[True, True], [True, False], [False, False]]\n"
                        "y = softmax(x, mask=M)\nlogs = log(x - 3)\nsummed = sum(logs * 2)\nhidden = "
                        "softmax(where(M, x, nan), mask=M)\n");
    Layer *layer = bench_layer(&bench, NULL, NULL);
    Arena *arena = bench.arena;
    assert_string_equal(layer_report(layer, arena, layer_name(layer, "y")),
                        "row 2 is fully masked: its weights are zeros");
    assert_string_equal(layer_report(layer, arena, layer_name(layer, "summed")),
                        "NaN first arises in logs[0, 0]");
    assert_null(layer_report(layer, arena, layer_name(layer, "x")));
    assert_answer(&bench, layer, "y[2]", "[0.0, 0.0]");
    assert_answer(&bench, layer, "y[1]", "[1.0, 0.0]");
    assert_answer(&bench, layer, "all(hidden == y)", "True");
    layer_free(layer);
    bench_end(&bench);
}

/* 0 / 0 in x[1], and what it takes with it; y and m have none. */
static void a_truth_that_rests_on_a_nan_cannot_be_told(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool is_told;
    } cases[] = {{"x[1] > 1", false},
                 {"x[1] <= 1", false},
                 {"not (x[1] > 1)", false},
                 {"x[1] != x[1]", false},
                 {"x[0] > 0", true},
                 {"sum(x) > 0", false},
                 {"isclose(sum(x), 1)", false},
                 {"isclose(x, y)[1]", false},
                 {"isclose(x, y)[0]", true},
                 {"allclose(x, y)", false},
                 {"all(x <= 1)", false},
                 {"all(x < 1)", true}, /* x[0] is not: no matter what x[1] is */
                 {"any(x >= 1)", true},
                 {"any(x > 1)", false},
                 {"argmax(x) == 0", false},
                 {"argmax(y) == 0", true},
                 {"x[1] > 1 or y[0] > 1", true},
                 {"x[1] > 1 or y[0] < 1", false},
                 {"y[0] < 1 and x[1] > 1", true},
                 {"x[1] > 1 and y[0] < 1", false}, /* the second is not worked out */
                 {"x[1] > 1 and y[0] > 1", false},
                 {"where(m, x, y)[1] > 0", true},
                 {"all(where(m, x > 0, y > 0))", true},
                 {"all(where(x > 0, y > 1, y > 0))", false},
                 {"(x[1] if y[0] < 1 else y[1]) > 0", true},
                 {"len(x) == 2", true},
                 {"sum(softmax(x)) > 0", false},
                 {"[\"a\"][0] == \"a\"", true},
                 {"sum(x > 0) == 1", false}};
    Bench bench;
    bench_start(&bench, "n = [3, 0]\ny = [2, 3]\nm = [True, False]\nx = n / n\n");
    Layer *layer = bench_layer(&bench, NULL, NULL);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        NodeId node = layer_ask(layer, cases[i].text, "test", &bench.diags);
        if (!layer_value(layer, node)) fail_msg("%s has no value", cases[i].text);
        const char *report = layer_report(layer, bench.arena, node);
        if (layer_undecided(layer, node) == cases[i].is_told) fail_msg("%s", cases[i].text);
        if (cases[i].is_told)
            assert_null(report);
        else
            assert_string_equal(report, "NaN first arises in x[1]");
    }
    layer_free(layer);
    bench_end(&bench);
}

static void a_truth_to_which_many_ways_lead_is_worked_out_once(void **state)
{
    (void)state;
    Bench bench;
    StrBuf lines = {0};
    strbuf_add(&lines, "n = [3, 0]\nx = n / n\nb0 = x > 0\nc0 = n > 0\n");
    for (int i = 0; i < 200; i++)
        strbuf_printf(&lines, "b%d = where(b%d, b%d, b%d)\nc%d = where(c%d, c%d, c%d)\n", i + 1, i, i, i, i + 1, i, i, i);
    bench_start(&bench, strbuf_text(&lines));
    Layer *layer = bench_layer(&bench, NULL, NULL);
    NodeId undecided = layer_ask(layer, "all(b200)", "test", &bench.diags);
    assert_true(layer_undecided(layer, undecided));
    assert_string_equal(layer_report(layer, bench.arena, undecided), "NaN first arises in x[1]");
    assert_false(layer_undecided(layer, layer_ask(layer, "all(c200)", "test", &bench.diags)));
    strbuf_free(&lines);
    layer_free(layer);
    bench_end(&bench);
}

static void exact_comparison_of_computed_reals_is_found(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool is_found;
    } cases[] = {{"argmax(s) == 2", false},
                 {"argmax(s) + 1 == 3", false},
                 {"dk == 4", false},
                 {"dk / 2 != 2", false},
                 {"q[0] == 1", false},
                 {"K[0] == q", false},
                 {"cols(K) == len(q)", false},
                 {"(alpha[2] > 0.4) == True", false},
                 {"[\"a\"][0] == \"a\"", false},
                 {"isclose(sum(alpha), 1)", false},
                 {"sum(alpha) == 1", true},
                 {"0.45 != alpha[2]", true},
                 {"s == [1, 1, 2]", true},
                 {"dk == 4 and all(alpha == out)", true},
                 {"[alpha[0], 1] == [1, 1]", true},
                 {"sqrt(dk) / 3 == 1", true}};
    Bench bench;
    bench_start(&bench, four_steps);
    Layer *layer = bench_layer(&bench, NULL, NULL);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const SourceText *source = bench_source(&bench, "claim", cases[i].text);
        const Expr *expr = expr_parse(bench.arena, source, 0, source->len, &bench.diags);
        SourceSpan span = {0};
        if (layer_compares_reals(layer, expr, &span) != cases[i].is_found) fail_msg("%s", cases[i].text);
        if (cases[i].is_found) assert_ptr_equal(span.source, source);
    }
    layer_free(layer);
    bench_end(&bench);
}

/* -------------------------------------------------------- reuse and marks */

static void an_edit_recomputes_the_same_bits_as_a_new_sheet(void **state)
{
    (void)state;
    static const char *const edits[] = {"q = [0, 1, 1, 0]",
                                        "K = [[1, 2, 3, 4]]",
                                        "V = V * 2",
                                        "dk = 9",
                                        "z = s",
                                        "alpha = round(alpha, 2); q = -q"};
    Bench bench;
    bench_start(&bench, four_steps);
    Layer *was = bench_layer(&bench, NULL, NULL);
    for (size_t i = 0; i < sizeof edits / sizeof edits[0]; i++) {
        Layer *now = bench_layer(&bench, edits[i], was), *fresh = bench_layer(&bench, edits[i], NULL);
        for (size_t k = 0; k < sheet_count(bench.sheet); k++) {
            const char *name = sheet_definition(bench.sheet, k)->name;
            const Value *a = layer_value(now, layer_name(now, name)),
                        *b = layer_value(fresh, layer_name(fresh, name));
            assert_int_equal(a != NULL, b != NULL);
            if (a != NULL) assert_true(value_equal_bits(a, b));
        }
        layer_free(fresh);
        layer_free(was);
        was = now;
    }
    layer_free(was);
    bench_end(&bench);
}

static void marks_are_what_differs_bitwise_and_nothing_else(void **state)
{
    (void)state;
    Bench bench;
    bench_start(&bench, four_steps);
    Layer *was = bench_layer(&bench, NULL, NULL), *now = bench_layer(&bench, "q = [1, 0, 0, 0]", was);
    static const struct {
        const char *name;
        bool changed[4];
    } cases[] = {{"q", {false, false, true, false}},
                 {"s", {false, true, true}},
                 {"K", {false, false, false, false}},
                 {"dk", {false}},
                 {"out", {true, true}}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        NodeId node = layer_name(now, cases[i].name);
        size_t cols = layer_value(now, node)->cols;
        for (uint32_t c = 0; c < cols; c++) {
            ElementRef ref = {REF_NOW, node, 0, c};
            if (layer_changed(now, was, ref) != cases[i].changed[c])
                fail_msg("%s[%d]", cases[i].name, (int)c);
            assert_false(layer_changed(now, NULL, ref));
        }
    }
    layer_free(now);
    now = bench_layer(&bench, "q = [-0.0, 1]", was);
    assert_true(layer_changed(now, was, (ElementRef){REF_NOW, layer_name(now, "q"), 0, 1}));
    assert_true(
        layer_changed(now, was, (ElementRef){REF_NOW, layer_name(now, "out"), 0, 0})); /* had a value */
    layer_free(now);
    layer_free(was);
    bench_end(&bench);
}

static void what_an_edit_does_not_touch_is_shared_and_not_computed_again(void **state)
{
    (void)state;
    Bench bench;
    bench_start(&bench, "n = 300\nx = randn(n, n, seed=1)\ny = exp(x @ x.T / n)\na = 1\nb = sum(y) * a\n");
    Layer *was = bench_layer(&bench, NULL, NULL), *now = bench_layer(&bench, "a = 2", was);
    NodeId y = layer_name(was, "y");
    assert_ptr_equal(layer_value(was, y)->data.f32, layer_value(now, y)->data.f32);
    layer_free(was); /* what is shared lives on */
    assert_answer(&bench, now, "y[7, 7] > 0", "True");
    layer_free(now);
    bench_end(&bench);
}

static void a_node_keeps_its_id_over_layers_and_edits(void **state)
{
    (void)state;
    Bench bench;
    bench_start(&bench, four_steps);
    Layer *one = bench_layer(&bench, NULL, NULL), *two = bench_layer(&bench, "q = -q", NULL);
    NodeId id = layer_ask(one, "exp(z)/sum( exp(z) )", "try", &bench.diags);
    assert_string_equal(layer_text(two, id), "exp(z) / sum(exp(z))");
    assert_true(fabs(value_at(layer_value(two, id), 0, 0) - 0.3836) < 1e-3);
    assert_int_equal(layer_ask(two, "exp(z) / sum(exp(z))", "try", &bench.diags), id);
    assert_int_equal(layer_name(one, "q"), layer_name(two, "q"));
    assert_int_equal(layer_name(one, "nothing"), 0);
    assert_null(layer_value(one, 0));
    assert_null(layer_value(one, 99999));
    layer_free(one);
    layer_free(two);
    bench_end(&bench);
}

static void an_index_asks_for_the_element_it_is(void **state)
{
    (void)state;
    Bench bench;
    bench_start(&bench, four_steps);
    Layer *layer = bench_layer(&bench, NULL, NULL);
    ElementRef ref = {0};
    assert_true(layer_ask_element(layer, "alpha[-1]", "try", &ref, &bench.diags));
    assert_true(element_ref_equal(ref, (ElementRef){REF_NOW, layer_name(layer, "alpha"), 0, 2}));
    assert_string_equal(layer_element_text(layer, bench.arena, ref), "alpha[2]");
    assert_true(layer_ask_element(layer, "K[2, 3]", "try", &ref, &bench.diags));
    assert_true(element_ref_equal(ref, (ElementRef){REF_NOW, layer_name(layer, "K"), 2, 3}));
    assert_true(layer_ask_element(layer, "sum(exp(z))", "try", &ref, &bench.diags));
    assert_string_equal(layer_element_text(layer, bench.arena, ref), "sum(exp(z))");
    assert_false(layer_ask_element(layer, "alpha[", "try", &ref, &bench.diags));
    layer_free(layer);
    bench_end(&bench);
}

/* ------------------------------------------------------------- attention */

static void attention_takes_the_very_steps_of_its_definition(void **state)
{
    (void)state;
    Bench bench;
    bench_start(
        &bench,
        "n = slider(3, 0, 400)\nm = slider(5, 0, 400)\nd = slider(4, 1, 128)\nQ = 3 * randn(n, d, seed=1)\n"
        "K = randn(m, d, seed=2)\nV = randn(m, 3, seed=3)\nM = rand(n, m, seed=4) < 0.6\n");
    static const char *const sizes[] = {
        "n = 3", "n = 1; m = 1; d = 1",    "n = 17; m = 33; d = 7", "n = 256; m = 256; d = 64", "n = 0",
        "m = 0", "n = 5; m = 400; d = 128"};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        Layer *layer = bench_layer(&bench, sizes[i], NULL);
        static const char *const pairs[][2] = {
            {"attention(Q, K, V)", "softmax(Q @ K.T * (1 / sqrt(d))) @ V"},
            {"attention(Q, K, V, causal=True)",
             "softmax(Q @ K.T * (1 / sqrt(d)), mask=causal_mask(n, m)) @ V"},
            {"attention(Q, K, V, mask=M)", "softmax(Q @ K.T * (1 / sqrt(d)), mask=M) @ V"},
            {"attention(Q, K, V, mask=M, causal=True, scale=0.3)",
             "softmax(Q @ K.T * 0.3, mask=M * causal_mask(n, m)) @ V"}};
        for (size_t k = 0; k < 4; k++) {
            const Value *fast = value_of(&bench, layer, pairs[k][0]),
                        *slow = value_of(&bench, layer, pairs[k][1]);
            if (!value_equal_bits(fast, slow)) fail_msg("%s: %s", sizes[i], pairs[k][0]);
        }
        layer_free(layer);
    }
    bench_end(&bench);
}

static void beyond_the_trace_attention_agrees_within_rounding(void **state)
{
    (void)state;
    Bench bench;
    bench_start(&bench,
                "Q = randn(300, 16, seed=1)\nK = randn(300, 16, seed=2)\nV = randn(300, 8, seed=3)\n");
    Layer *layer = bench_layer(&bench, NULL, NULL);
    assert_answer(&bench, layer, "max(abs(attention(Q, K, V) - softmax(Q @ K.T / 4) @ V)) < 1e-5", "True");
    layer_free(layer);
    bench_end(&bench);
}

/* --------------------------------------------------------------- long work */

static const char *const sampling =
    "n = 40000\nd = slider(64, 1, 1024, factor=2)\nx = dot_samples(n, d, seed=7)\n"
    "v = var(x)\nh = histogram(x / sqrt(d), 9, -3, 3)\nlast = x[len(x) - 1]\nother = 1\n"
    "late = x[20000]\nsame = x\ny = x * 2 + same\ne = exp(y / 100) ** 2 * (x > 0)\nback = abs(e[::-1])\nw = "
    "v if v > 1e9 else mean(x)\n";

/* What one line drew long ago is no part of what is waited for in another. */
static void progress_counts_the_samplers_that_are_at_work(void **state)
{
    (void)state;
    Bench bench;
    bench_start(&bench, "n = 40000\nx = dot_samples(n, 64, seed=7)\ny = dot_samples(300, 2, seed=8)\n");
    Layer *layer = bench_layer(&bench, NULL, NULL);
    assert_true(layer_job(layer).running);
    assert_int_equal(layer_job(layer).total, 40000);
    while (layer_job_step(layer, 1 << 22)) assert_int_equal(layer_job(layer).total, 40000);
    assert_int_equal(layer_job(layer).done, 40300);
    layer_free(layer);
    bench_end(&bench);
}

static void a_partial_result_is_the_exact_one_at_a_smaller_n(void **state)
{
    (void)state;
    Bench bench;
    bench_start(&bench, sampling);
    Layer *layer = bench_layer(&bench, NULL, NULL);
    assert_true(layer_job(layer).running);
    assert_true(layer_is_partial(layer, layer_name(layer, "v")));
    assert_false(layer_is_partial(layer, layer_name(layer, "n")));
    size_t steps = 0, done = 0;
    while (layer_job_step(layer, 1 << 22)) {
        JobProgress progress = layer_job(layer);
        assert_true(progress.done > done && progress.total == 40000);
        done = progress.done;
        if (++steps % 3 != 0) continue;
        char *lines = arena_printf(bench.arena, "n = %zu", done);
        Layer *small = bench_layer(&bench, lines, NULL);
        while (layer_job_step(small, 1 << 30)) {
        }
        static const char *const names[] = {"x", "v", "h", "last", "w", "same", "y", "e", "back"};
        for (size_t i = 0; i < 9; i++) {
            const Value *a = layer_value(layer, layer_name(layer, names[i])),
                        *b = layer_value(small, layer_name(small, names[i]));
            assert_true(a != NULL && b != NULL && value_equal_bits(a, b));
        }
        layer_free(small);
    }
    assert_true(steps > 3);
    assert_false(layer_job(layer).running);
    assert_false(layer_is_partial(layer, layer_name(layer, "v")));
    assert_false(layer_is_partial(layer, layer_name(layer, "late")));
    assert_answer(&bench, layer, "late == x[20000] and len(x) == 40000 and sum(h) > 39000", "True");
    layer_free(layer);
    bench_end(&bench);
}

static void an_unrelated_edit_goes_on_where_the_work_was(void **state)
{
    (void)state;
    Bench bench;
    bench_start(&bench, sampling);
    Layer *was = bench_layer(&bench, NULL, NULL);
    size_t first = layer_job(was).done;
    for (int i = 0; i < 3; i++) layer_job_step(was, 1 << 21);
    size_t done = layer_job(was).done;
    assert_true(done > first);
    Layer *now = bench_layer(&bench, "other = 2", was);
    assert_int_equal(layer_job(now).done, done);
    Layer *longer = bench_layer(&bench, "n = 60000", now);
    assert_int_equal(layer_job(longer).done, done);
    layer_free(now);
    layer_free(was);
    Layer *anew = bench_layer(&bench, "d = 128", longer);
    assert_true(layer_job(anew).done < done);
    layer_job_step(longer, 1 << 22);
    assert_true(layer_job(longer).done > done);
    layer_free(longer);
    layer_free(anew);
    bench_end(&bench);
}

static void cancelled_work_keeps_what_it_has_and_stays_cancelled(void **state)
{
    (void)state;
    Bench bench;
    bench_start(&bench, sampling);
    Layer *layer = bench_layer(&bench, NULL, NULL);
    layer_job_step(layer, 1 << 21);
    size_t done = layer_job(layer).done;
    layer_job_cancel(layer);
    assert_false(layer_job_step(layer, 1 << 22));
    assert_false(layer_job(layer).running);
    assert_int_equal(layer_job(layer).done, done);
    assert_true(layer_is_partial(layer, layer_name(layer, "v")));
    Layer *now = bench_layer(&bench, "other = 2", layer);
    assert_false(layer_job(now).running);
    Layer *moved = bench_layer(&bench, "d = 128", now);
    assert_true(layer_job(moved).running);
    layer_free(layer);
    layer_free(now);
    layer_free(moved);
    bench_end(&bench);
}

static void a_sample_is_the_product_of_rows_that_can_be_asked_for(void **state)
{
    (void)state;
    Bench bench;
    bench_start(&bench, "x = dot_samples(100, 8, seed=3, keys=4)\nX = randn(500, 8, seed=3)\n");
    Layer *layer = bench_layer(&bench, NULL, NULL);
    assert_answer(&bench, layer, "x[7, 2] == X[35] @ X[38]", "True");
    assert_answer(&bench, layer, "x[99, 0] == randn_row(495, 8, seed=3) @ randn_row(496, 8, seed=3)", "True");
    layer_free(layer);
    bench_end(&bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_have_numpys_types_and_shapes),
        cmocka_unit_test(an_array_rounds_the_scalar_to_fp32_first),
        cmocka_unit_test(what_a_condition_does_not_need_is_not_worked_out),
        cmocka_unit_test(the_four_steps_come_out_as_in_the_lesson),
        cmocka_unit_test(in_its_own_overlay_a_name_means_the_layer_below),
        cmocka_unit_test(an_overlay_outlives_what_it_was_read_from),
        cmocka_unit_test(a_constant_laid_over_a_control_moves_it),
        cmocka_unit_test(an_overlay_that_cannot_be_is_refused_whole),
        cmocka_unit_test(who_asks_for_a_name_whose_definition_failed_is_told_so),
        cmocka_unit_test(a_name_that_doubles_itself_without_end_is_an_error_and_no_crash),
        cmocka_unit_test(what_depends_on_an_error_waits_for_the_name_that_has_it),
        cmocka_unit_test(the_core_reports_masked_rows_and_the_origin_of_a_nan),
        cmocka_unit_test(a_truth_that_rests_on_a_nan_cannot_be_told),
        cmocka_unit_test(a_truth_to_which_many_ways_lead_is_worked_out_once),
        cmocka_unit_test(exact_comparison_of_computed_reals_is_found),
        cmocka_unit_test(an_edit_recomputes_the_same_bits_as_a_new_sheet),
        cmocka_unit_test(marks_are_what_differs_bitwise_and_nothing_else),
        cmocka_unit_test(what_an_edit_does_not_touch_is_shared_and_not_computed_again),
        cmocka_unit_test(a_node_keeps_its_id_over_layers_and_edits),
        cmocka_unit_test(an_index_asks_for_the_element_it_is),
        cmocka_unit_test(attention_takes_the_very_steps_of_its_definition),
        cmocka_unit_test(beyond_the_trace_attention_agrees_within_rounding),
        cmocka_unit_test(progress_counts_the_samplers_that_are_at_work),
        cmocka_unit_test(a_partial_result_is_the_exact_one_at_a_smaller_n),
        cmocka_unit_test(an_unrelated_edit_goes_on_where_the_work_was),
        cmocka_unit_test(cancelled_work_keeps_what_it_has_and_stays_cancelled),
        cmocka_unit_test(a_sample_is_the_product_of_rows_that_can_be_asked_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
