/* The script of a sheet runs in Python and gives the sheet's values. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "heed/json.h"
#include "random_sheet.h"
#include "templates.h"

#include <time.h>
#include <unistd.h>

/* Runs the script with `after` behind it; its output is returned, the exit status in *status. */
static char *run_python(TestSheet *t, const char *script, const char *after, int *status)
{
    char path[] = "/tmp/heed-script-XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    FILE *out = fdopen(file, "w");
    assert_non_null(out);
    fprintf(out, "%s\n%s", script, after);
    fclose(out);

    char *command = arena_printf(t->arena, "%s -B -W ignore %s 2>&1", HEED_PYTHON, path);
    FILE *in = popen(command, "r");
    assert_non_null(in);
    StrBuf text = {0};
    char piece[4096];
    for (size_t n; (n = fread(piece, 1, sizeof piece, in)) > 0;) strbuf_add_n(&text, piece, n);
    *status = pclose(in);
    unlink(path);
    return strbuf_take(&text, t->arena);
}

/* Python that compares each name with what the sheet has. */
static char *comparison(TestSheet *t)
{
    StrBuf out = {0};
    strbuf_add(&out,
               "import sys\n"
               "inf, nan, bad = np.inf, np.nan, []\n"
               "def _same(name, got, want):\n"
               "    got, want = np.asarray(got), np.asarray(want)\n"
               "    if got.dtype.kind in 'U' or want.dtype.kind in 'U':\n"
               "        ok = got.shape == want.shape and (got == want).all()\n"
               "    else:\n"
               "        size = np.max(np.abs(want), initial=4.0)\n"
               "        ok = got.shape == want.shape and np.allclose(got, want, rtol=0, atol=1e-5 * size)\n"
               "    if not ok: print(name, 'is', got, 'and not', want); bad.append(name)\n");
    for (size_t i = 0; i < sheet_count(t->sheet); i++) {
        const char *name = sheet_definition(t->sheet, i)->name;
        const Value *value = layer_value(t->layer, layer_name(t->layer, name));
        if (value == NULL) continue;
        strbuf_printf(&out, "_same('%s', %s, %s)\n", name, name, value_python(t->arena, value));
    }
    strbuf_add(&out, "sys.exit(1 if bad else 0)\n");
    return strbuf_take(&out, t->arena);
}

static void check_script(TestSheet *t)
{
    int status = 0;
    char *script = sheet_numpy_script(t->arena, t->layer, NULL, 0);
    char *said = run_python(t, script, comparison(t), &status);
    if (status != 0) fprintf(stderr, "%s\n%s\n", script, said);
    assert_int_equal(status, 0);
}

/* One sheet with every template, so that Python starts once for all of them. */
static char *sheet_of_all(TestRandom *random)
{
    StrBuf out = {0};
    char *text = random_sheet(random, 5, "0");
    strbuf_add(&out, text);
    free(text);
    for (size_t i = 0; i < sizeof templates / sizeof *templates; i++) {
        strbuf_printf(&out, "out%zu = %s\n", i, templates[i].text);
    }
    return out.data;
}

static void every_builtin_agrees_with_numpy_in_double(void **state)
{
    (void)state;
    TestRandom random = {.state = 99};
    for (int round = 0; round < 2; round++) {
        char *text = sheet_of_all(&random);
        TestSheet t = test_sheet(text, NULL);
        check_script(&t);
        test_sheet_free(&t);
        free(text);
    }
}

/* ------------------------------------------------------------- the judge */

static void write_values(JsonWriter *json, const Value *value, int depth, size_t row)
{
    if (value->type == VALUE_STRING && depth == value->ndim) {
        json_string(json, value_text_at(value, 0, row));
        return;
    }
    if (depth == value->ndim) {
        json_number(json, value_at(value, row / value->cols, row % value->cols), value_num_kind(value));
        return;
    }
    bool is_outer = depth == 0 && value->ndim == 2;
    json_open_array(json);
    for (size_t i = 0; i < (is_outer ? value->rows : value->cols); i++) {
        write_values(json, value, depth + 1, is_outer ? i * value->cols : row + i);
    }
    json_close_array(json);
}

static void write_entry(JsonWriter *json, TestSheet *t, const Definition *definition)
{
    const Value *value = layer_value(t->layer, layer_name(t->layer, definition->name));
    json_open_object(json);
    json_key(json, "name");
    json_string(json, definition->name);
    json_key(json, "source");
    json_string(json, expr_text(t->arena, definition->expr));
    json_key(json, "shape");
    json_open_array(json);
    if (value->ndim == 2) json_int(json, (long long)value->rows);
    if (value->ndim > 0) json_int(json, (long long)value->cols);
    json_close_array(json);
    json_key(json, "values");
    write_values(json, value, 0, 0);
    json_close_object(json);
}

/* The sheet as `heed print --format json` would have it, on one screen. */
static char *sheet_json(TestSheet *t)
{
    StrBuf out = {0};
    JsonWriter json = {.out = &out};
    json_open_object(&json);
    json_key(&json, "lesson");
    json_string(&json, "every builtin");
    json_key(&json, "screens");
    json_open_array(&json);
    json_open_object(&json);
    json_key(&json, "sheet");
    json_open_array(&json);
    for (size_t i = 0; i < sheet_count(t->sheet); i++) write_entry(&json, t, sheet_definition(t->sheet, i));
    json_close_array(&json);
    static const char *const empty[] = {"shown", "claims"};
    for (size_t i = 0; i < 2; i++) {
        json_key(&json, empty[i]);
        json_open_array(&json);
        json_close_array(&json);
    }
    json_close_object(&json);
    json_close_array(&json);
    json_close_object(&json);
    return strbuf_take(&out, t->arena);
}

static void the_judge_agrees_on_every_builtin(void **state)
{
    (void)state;
    TestRandom random = {.state = 12};
    char *text = sheet_of_all(&random);
    TestSheet t = test_sheet(text, NULL);
    const char *judge =
        "import json, sys\nsys.path.insert(0, '" HEED_SOURCE_DIR "/tests/judge')\nimport judge\n";
    char *run = arena_printf(t.arena,
                             "%sfaults = judge.Judgement(json.loads(r\"\"\"%s\"\"\")).judge()\n"
                             "print('\\n'.join(faults))\nsys.exit(1 if faults else 0)\n",
                             judge, sheet_json(&t));
    int status = 0;
    char *said = run_python(&t, "", run, &status);
    if (status != 0) fprintf(stderr, "%s\n", said);
    assert_int_equal(status, 0);
    test_sheet_free(&t);
    free(text);
}

/* ------------------------------------------------------------- the script */

static void overlays_are_in_the_script(void **state)
{
    (void)state;
    TestSheet t =
        test_sheet("q = [1, 0, 1, 0]\nK = [[1, 1, 0, 0], [0, 0, 1, 1], [1, 0, 1, 1]]\ndk = cols(K)\n"
                   "s = q @ K.T\nz = s / sqrt(dk)\nalpha = softmax(z)\nT = slider(2, 1, 4)\nu = z / T\n",
                   "q = -2 * q; z = s; T = 3; alpha = round(alpha, 2)");
    char *script = sheet_numpy_script(t.arena, t.layer, NULL, 0);
    assert_non_null(strstr(script, "z = s\n"));
    assert_non_null(strstr(script, "T = slider(3, 1, 4)\n"));
    check_script(&t);
    test_sheet_free(&t);
}

static void names_that_python_keeps_get_an_underscore(void **state)
{
    (void)state;
    TestSheet t =
        test_sheet("np = [1, 2]\narray = 3\narray_ = 4\nint = np * array\n_shape = zeros(2) + int + array_\n"
                   "x = _shape * 2\n",
                   NULL);
    int status = 0;
    char *said = run_python(&t, sheet_numpy_script(t.arena, t.layer, NULL, 0), "", &status);
    if (status != 0) fprintf(stderr, "%s\n%s\n", sheet_numpy_script(t.arena, t.layer, NULL, 0), said);
    assert_int_equal(status, 0);
    assert_non_null(strstr(said, "x = [14. 20.]"));
    assert_non_null(strstr(said, "array = 3"));
    test_sheet_free(&t);
}

static void what_cannot_be_computed_is_a_comment(void **state)
{
    (void)state;
    TestSheet t = test_sheet("a = [1, 2]\nb = [1, 2, 3]\nbad = a + b\nafter = bad * 2\ngood = a * 2\n", NULL);
    char *script = sheet_numpy_script(t.arena, t.layer, NULL, 0);
    assert_non_null(strstr(script, "# bad = a + b"));
    assert_non_null(strstr(script, "# after = bad * 2"));
    assert_non_null(strstr(script, "waits for bad"));
    check_script(&t);
    test_sheet_free(&t);
}

static void the_prelude_holds_what_is_used_and_no_more(void **state)
{
    (void)state;
    TestSheet t = test_sheet("a = [1, 2]\nb = attention(a, [[1, 2]], [[3, 4]])\n", NULL);
    char *script = sheet_numpy_script(t.arena, t.layer, NULL, 0);
    assert_non_null(strstr(script, "def attention(Q, K, V, mask=None, causal=False, scale=None):"));
    assert_non_null(strstr(script, "def softmax(")); /* attention's body calls it */
    assert_null(strstr(script, "def exp("));
    assert_null(strstr(script, "_philox"));
    check_script(&t);
    test_sheet_free(&t);
}

static void a_script_of_nothing_runs(void **state)
{
    (void)state;
    TestSheet t = test_sheet("# nothing\n", NULL);
    check_script(&t);
    test_sheet_free(&t);
}

static void a_name_that_is_doubled_a_hundred_times_is_exported_at_once(void **state)
{
    (void)state;
    StrBuf lines = {0};
    strbuf_add(&lines, "a0 = [1, 2]\n");
    for (int i = 0; i < 100; i++) strbuf_printf(&lines, "a%d = a%d + a%d\n", i + 1, i, i);
    for (int i = 100; i < 20000; i++) strbuf_printf(&lines, "a%d = a%d + 0\n", i + 1, i);
    TestSheet t = test_sheet(strbuf_text(&lines), NULL);
    ScriptCheck check = {.shown = "1.27e+30", .ref = {.node = layer_name(t.layer, "a100")}};
    check.ref.layer = REF_NOW;
    char *script = sheet_numpy_script(t.arena, t.layer, &check, 1);
    assert_non_null(strstr(script, "_shown(a100[0], \"1.27e+30\", 2.54e+30)"));
    strbuf_free(&lines);
    test_sheet_free(&t);
}

static void a_large_array_is_measured_once_for_many_checks(void **state)
{
    (void)state;
    enum { CHECKS = 600 };
    TestSheet t = test_sheet("a = ones(2000, 2000)\nb = a * 2\n", NULL);
    ScriptCheck checks[CHECKS];
    for (uint32_t i = 0; i < CHECKS; i++)
        checks[i] = (ScriptCheck){.shown = "2", .ref = {.layer = REF_NOW, .node = layer_name(t.layer, "b"), .row = i}};
    clock_t before = clock();
    char *script = sheet_numpy_script(t.arena, t.layer, checks, CHECKS);
    assert_true((clock() - before) / CLOCKS_PER_SEC < 4);
    assert_non_null(strstr(script, "_shown(b[599, 0], \"2\", 2)"));
    test_sheet_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_builtin_agrees_with_numpy_in_double),
        cmocka_unit_test(the_judge_agrees_on_every_builtin),
        cmocka_unit_test(overlays_are_in_the_script),
        cmocka_unit_test(names_that_python_keeps_get_an_underscore),
        cmocka_unit_test(what_cannot_be_computed_is_a_comment),
        cmocka_unit_test(the_prelude_holds_what_is_used_and_no_more),
        cmocka_unit_test(a_script_of_nothing_runs),
        cmocka_unit_test(a_large_array_is_measured_once_for_many_checks),
        cmocka_unit_test(a_name_that_is_doubled_a_hundred_times_is_exported_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
