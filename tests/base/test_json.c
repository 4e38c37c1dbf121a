/* JSON: what is written can be read, and any input is survived. */
#include "heed/json.h"
#include "base/check.h"
#include "heed/text.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const JsonValue *parse(Arena *arena, const char *text)
{
    size_t at;
    const char *error;
    return json_parse(arena, text, strlen(text), &at, &error);
}

static void write_sample(StrBuf *out, bool pretty)
{
    JsonWriter w = {.out = out, .pretty = pretty};
    json_open_object(&w);
    json_key(&w, "name");
    json_string(&w, "alpha");
    json_key(&w, "shape");
    json_open_array(&w);
    json_int(&w, 3);
    json_int(&w, -4);
    json_close_array(&w);
    json_key(&w, "empty");
    json_open_object(&w);
    json_close_object(&w);
    json_key(&w, "none");
    json_open_array(&w);
    json_close_array(&w);
    json_key(&w, "holds");
    json_bool(&w, true);
    json_key(&w, "error");
    json_null(&w);
    json_close_object(&w);
}

static void one_line_has_no_blanks(void **state)
{
    (void)state;
    StrBuf out = {0};
    write_sample(&out, false);
    assert_string_equal(
        strbuf_text(&out),
        "{\"name\":\"alpha\",\"shape\":[3,-4],\"empty\":{},\"none\":[],\"holds\":true,\"error\":null}");
    strbuf_free(&out);
}

static void pretty_text_is_indented_by_two(void **state)
{
    (void)state;
    StrBuf out = {0};
    write_sample(&out, true);
    assert_string_equal(strbuf_text(&out),
                        "{\n  \"name\": \"alpha\",\n  \"shape\": [\n    3,\n    -4\n  ],\n"
                        "  \"empty\": {},\n  \"none\": [],\n  \"holds\": true,\n  \"error\": null\n}");
    strbuf_free(&out);
}

static void numbers_are_written_so_that_they_read_back(void **state)
{
    (void)state;
    static const struct {
        double value;
        NumKind kind;
        const char *text;
    } cases[] = {{0.274068624f, NUM_F32, "0.27406862"},
                 {3, NUM_F32, "3.0"},
                 {3, NUM_INT, "3"},
                 {1, NUM_BOOL, "true"},
                 {0.1, NUM_F64, "0.1"},
                 {1e300, NUM_F64, "1e+300"},
                 {NAN, NUM_F32, "\"nan\""},
                 {INFINITY, NUM_F32, "\"inf\""},
                 {-INFINITY, NUM_F64, "\"-inf\""},
                 {-0.0, NUM_F64, "0.0"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        StrBuf out = {0};
        JsonWriter w = {.out = &out};
        json_number(&w, cases[i].value, cases[i].kind);
        assert_string_equal(strbuf_text(&out), cases[i].text);
        strbuf_free(&out);
    }
}

static void any_bytes_come_out_as_valid_and_harmless_strings(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    uint32_t random = 99;
    for (int round = 0; round < 5000; round++) {
        char bytes[20] = "";
        for (size_t i = 0; i < sizeof bytes - 1; i++) {
            random = random * 1664525u + 1013904223u;
            bytes[i] = (char)(random >> 24 ? random >> 24 : 1);
        }
        StrBuf out = {0};
        JsonWriter w = {.out = &out};
        json_string(&w, bytes);
        assert_true(utf8_is_valid(out.data, out.len));
        for (size_t i = 0; i < out.len; i++)
            assert_true((unsigned char)out.data[i] >= 0x20 && out.data[i] != 0x7F);
        const JsonValue *value = parse(arena, out.data);
        assert_non_null(value);
        if (utf8_is_valid(bytes, strlen(bytes))) assert_string_equal(value->string, bytes);
        strbuf_free(&out);
    }
    arena_free(arena);
}

static void escapes_are_decoded(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    static const struct {
        const char *json, *text;
    } cases[] = {{"\"a\\n\\t\\\\\\\"\\/\\b\\f\\r\"", "a\n\t\\\"/\b\f\r"},
                 {"\"\\u00e9\\u20AC\"", "\xC3\xA9\xE2\x82\xAC"},
                 {"\"\\ud83d\\ude00\"", "\xF0\x9F\x98\x80"},
                 {"\"\\ud83dx\"", "\xEF\xBF\xBDx"},
                 {"\"\\ude00\"", "\xEF\xBF\xBD"},
                 {"\"\\ud83d\\u0041\"", "\xEF\xBF\xBD"
                                        "A"},
                 {"\"\\ud83d\\ud83d\\ude00\"", "\xEF\xBF\xBD\xF0\x9F\x98\x80"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const JsonValue *value = parse(arena, cases[i].json);
        assert_non_null(value);
        assert_string_equal(value->string, cases[i].text);
        assert_int_equal(value->length, strlen(cases[i].text));
    }
    const JsonValue *zero = parse(arena, "\"a\\u0000b\"");
    assert_int_equal(zero->length, 3);
    assert_memory_equal(zero->string, "a\0b", 4);
    arena_free(arena);
}

static void values_are_read(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    const JsonValue *v =
        parse(arena, " {\"a\" : [1, -2.5e1 , true,false,null, \"x\"], \"b\":{}, \"a\":7 } \n");
    assert_non_null(v);
    assert_int_equal(v->type, JSON_OBJECT);
    assert_int_equal(v->length, 3);
    assert_string_equal(v->keys[0], "a");
    assert_true(json_get(v, "a")->number == 7); /* the last of equal keys */
    const JsonValue *list = &v->items[0];
    assert_int_equal(list->length, 6);
    assert_true(list->items[1].number == -25);
    assert_string_equal(list->items[1].string, "-2.5e1");
    assert_true(list->items[2].boolean);
    assert_int_equal(list->items[3].type, JSON_BOOL);
    assert_int_equal(list->items[4].type, JSON_NULL);
    assert_string_equal(list->items[5].string, "x");
    assert_null(json_get(v, "c"));
    assert_null(json_get(NULL, "a"));
    assert_null(json_get(list, "a"));
    StrBuf lengthy = {0};
    strbuf_add_char(&lengthy, '[');
    for (int i = 0; i < 1000; i++) strbuf_printf(&lengthy, "%s%d", i ? "," : "", i);
    strbuf_add_char(&lengthy, ']');
    v = parse(arena, lengthy.data);
    assert_int_equal(v->length, 1000);
    for (int i = 0; i < 1000; i++) assert_true(v->items[i].number == i);
    strbuf_free(&lengthy);
    arena_free(arena);
}

static void malformed_text_says_where_and_why(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t at;
        const char *error;
    } cases[] = {
        {"", 0, "the text ends where a value should stand"},
        {"  ", 2, "the text ends where a value should stand"},
        {"{", 1, "expected a key in quotes"},
        {"{\"a\"}", 4, "expected ':' after a key"},
        {"{\"a\":1", 6, "expected ',' or '}'"},
        {"{\"a\":1,}", 7, "expected a key in quotes"},
        {"[1 2]", 3, "expected ',' or ']'"},
        {"[1,]", 3, "expected a value"},
        {"nul", 0, "expected a value"},
        {"01", 2, "a number starts with 0"},
        {"1.", 2, "a digit must follow the point"},
        {"1e", 2, "a digit must follow the exponent"},
        {"-", 1, "expected a value"},
        {"+1", 0, "expected a value"},
        {"\"a", 2, "a string is not closed"},
        {"\"\\x\"", 2, "unknown escape in a string"},
        {"\"\\u12g4\"", 5, "\\u needs four hex digits"},
        {"\"a\nb\"", 2, "a control character stands in a string"},
        {"\"\xFF\"", 1, "a string is not valid UTF-8"},
        {"1 2", 2, "something follows the value"},
        {"NaN", 0, "expected a value"},
    };
    Arena *arena = arena_new();
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        size_t at = 999;
        const char *error = NULL;
        assert_null(json_parse(arena, cases[i].text, strlen(cases[i].text), &at, &error));
        assert_string_equal(error, cases[i].error);
        assert_int_equal(at, cases[i].at);
    }
    arena_free(arena);
}

static void deep_nesting_is_refused_not_overflowed(void **state)
{
    (void)state;
    enum { N = 200000 };
    Arena *arena = arena_new();
    char *deep = arena_alloc(arena, N + 1);
    size_t at;
    const char *error;
    memset(deep, '[', N);
    assert_null(json_parse(arena, deep, N, &at, &error));
    assert_string_equal(error, "nested too deeply");
    StrBuf fine = {0};
    for (int i = 0; i < 200; i++) strbuf_add_char(&fine, '[');
    for (int i = 0; i < 200; i++) strbuf_add_char(&fine, ']');
    assert_non_null(json_parse(arena, fine.data, fine.len, &at, &error));
    strbuf_free(&fine);
    arena_free(arena);
}

/* Every prefix of a good text, and every byte of it replaced, is read or refused. */
static void every_prefix_and_every_changed_byte_is_survived(void **state)
{
    (void)state;
    StrBuf out = {0};
    write_sample(&out, true);
    strbuf_add(&out, " ");
    size_t at;
    const char *error;
    for (size_t len = 0; len <= out.len; len++) {
        Arena *arena = arena_new();
        char *exact = heed_xmalloc(len); /* the sanitizer sees a read behind it */
        memcpy(exact, out.data, len);
        const JsonValue *value = json_parse(arena, exact, len, &at, &error);
        assert_int_equal(value != NULL, len >= out.len - 1);
        if (!value) assert_true(at <= len);
        free(exact);
        arena_free(arena);
    }
    for (size_t i = 0; i < out.len; i++) {
        Arena *arena = arena_new();
        char kept = out.data[i];
        for (int byte = 0; byte < 256; byte++) {
            out.data[i] = (char)byte;
            if (!json_parse(arena, out.data, out.len, &at, &error)) assert_true(at <= out.len && error);
        }
        out.data[i] = kept;
        arena_free(arena);
    }
    strbuf_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_line_has_no_blanks),
        cmocka_unit_test(pretty_text_is_indented_by_two),
        cmocka_unit_test(numbers_are_written_so_that_they_read_back),
        cmocka_unit_test(any_bytes_come_out_as_valid_and_harmless_strings),
        cmocka_unit_test(escapes_are_decoded),
        cmocka_unit_test(values_are_read),
        cmocka_unit_test(malformed_text_says_where_and_why),
        cmocka_unit_test(deep_nesting_is_refused_not_overflowed),
        cmocka_unit_test(every_prefix_and_every_changed_byte_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
