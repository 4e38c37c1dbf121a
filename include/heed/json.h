/* JSON: a writer that cannot produce invalid output and a parser that survives
 * any input (depth-limited, locale-independent).
 */
#ifndef HEED_JSON_H
#define HEED_JSON_H

#include "heed/number.h"

/* ---- writing: commas, quotes and nesting are the writer's work ---- */
typedef struct JsonWriter {
    StrBuf *out;
    bool pretty;       /* two-space indent; else one line */
    unsigned depth;
    bool need_comma, after_key;
} JsonWriter;

void json_open_object(JsonWriter *w);
void json_close_object(JsonWriter *w);
void json_open_array(JsonWriter *w);
void json_close_array(JsonWriter *w);
void json_key(JsonWriter *w, const char *key);
void json_string(JsonWriter *w, const char *text); /* invalid UTF-8 becomes U+FFFD */
/* Shortest digits of its kind that read back; nan and infinities as the strings
 * "nan", "inf", "-inf"; NUM_BOOL as true or false. */
void json_number(JsonWriter *w, double value, NumKind kind);
void json_int(JsonWriter *w, long long value);
void json_bool(JsonWriter *w, bool value);
void json_null(JsonWriter *w);

/* ---- reading ---- */
typedef enum JsonType { JSON_NULL, JSON_BOOL, JSON_NUMBER, JSON_STRING, JSON_ARRAY, JSON_OBJECT } JsonType;

typedef struct JsonValue JsonValue;
struct JsonValue {
    JsonType type;
    bool boolean;
    double number;
    const char *string; /* decoded, zero-terminated; also the raw text of a number */
    size_t length;      /* of string, or count of items */
    JsonValue *items;   /* array elements, or object values */
    const char **keys;  /* object keys, in order */
};

/* NULL on malformed text, with *error_at its byte offset and *error one sentence. */
const JsonValue *json_parse(Arena *arena, const char *text, size_t len, size_t *error_at, const char **error);
/* Member of an object, or NULL (also when `value` is NULL or no object). The last of equal keys wins. */
const JsonValue *json_get(const JsonValue *value, const char *key);

#endif
