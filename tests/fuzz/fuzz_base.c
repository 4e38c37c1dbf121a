/* libFuzzer: any bytes through everything in base that reads text. */
#include "heed/diag.h"
#include "heed/json.h"
#include "heed/text.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool holds)
{
    if (!holds) abort();
}

static void write_value(JsonWriter *w, const JsonValue *value)
{
    switch (value->type) {
    case JSON_NULL: json_null(w); return;
    case JSON_BOOL: json_bool(w, value->boolean); return;
    case JSON_NUMBER: json_number(w, value->number, NUM_F64); return;
    case JSON_STRING: json_string(w, value->string); return;
    case JSON_ARRAY:
        json_open_array(w);
        for (size_t i = 0; i < value->length; i++) write_value(w, &value->items[i]);
        json_close_array(w);
        return;
    case JSON_OBJECT:
        json_open_object(w);
        for (size_t i = 0; i < value->length; i++) {
            json_key(w, value->keys[i]);
            write_value(w, &value->items[i]);
        }
        json_close_object(w);
        return;
    }
}

/* What was read can be written, and what is written can be read. */
static void try_json(Arena *arena, const char *text, size_t len)
{
    size_t at = 0;
    const char *error = NULL;
    const JsonValue *value = json_parse(arena, text, len, &at, &error);
    if (!value) {
        require(at <= len && error);
        return;
    }
    StrBuf out = {0};
    JsonWriter w = {.out = &out, .pretty = len % 2};
    write_value(&w, value);
    require(utf8_is_valid(out.data, out.len));
    require(json_parse(arena, out.data, out.len, &at, &error) != NULL);
    strbuf_free(&out);
}

static void try_text(Arena *arena, const char *text, size_t len)
{
    const char *safe = text_sanitize(arena, text, len, false);
    require(utf8_is_valid(safe, strlen(safe)));
    for (const char *c = safe; *c; c++) require((unsigned char)*c >= 0x20 && *c != 0x7F);
    require(text_width_n(text, text_fit(text, len, len / 2)) <= len / 2);
}

static void try_numbers(const char *text, size_t len)
{
    double value;
    NumFormat format;
    size_t at = 0;
    char out[NUM_TEXT_MAX];
    require(num_parse(text, len, &value) <= len);
    if (num_format_parse(text, len, &format, &at)) {
        require(num_write(out, 1234567.891, NUM_F64, format) < NUM_TEXT_MAX);
        num_last_digit(out);
    } else {
        require(at <= len);
    }
}

static void try_diag(Arena *arena, const char *text, size_t len)
{
    SourceText source = {"fuzz", text, len};
    size_t start = len ? (unsigned char)text[0] : 0, end = len > 1 ? (unsigned char)text[1] : 0;
    Diag diag = {DIAG_ERROR, {&source, start, end}, "fuzz", "what"};
    const char *shown = diag_format(arena, &diag);
    require(utf8_is_valid(shown, strlen(shown)));
    const char *const words[] = {"alpha", "softmax", text};
    nearest_word(text, words, 2);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena *arena = arena_new();
    char *text = heed_xmalloc(size + 1);
    memcpy(text, data, size);
    text[size] = '\0';
    try_json(arena, text, size);
    try_text(arena, text, size);
    try_numbers(text, size);
    try_diag(arena, text, size);
    free(text);
    arena_free(arena);
    return 0;
}
