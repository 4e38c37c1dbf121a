/* A recursive parser over RFC 8259, one function a rule, bounded in depth. The
 * first mistake ends it: `at` is where, `error` what. Strings must be UTF-8; a
 * lone surrogate escape becomes U+FFFD.
 */
#include "heed/json.h"
#include "heed/text.h"
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 200 };

typedef struct Parser {
    Arena *arena;
    const char *text;
    size_t len, at;
    unsigned depth;
    const char *error;
} Parser;

static bool fail(Parser *p, const char *error)
{
    p->error = error;
    return false;
}

static char peek(const Parser *p)
{
    return p->at < p->len ? p->text[p->at] : '\0';
}

static bool take(Parser *p, char c)
{
    if (p->at >= p->len || p->text[p->at] != c) return false;
    p->at++;
    return true;
}

static void skip_blanks(Parser *p)
{
    while (p->at < p->len && memchr(" \t\r\n", p->text[p->at], 4)) p->at++;
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

/* Four hex digits. */
static bool parse_unit(Parser *p, uint32_t *unit)
{
    *unit = 0;
    for (int i = 0; i < 4; i++, p->at++) {
        int digit = hex_digit(peek(p));
        if (digit < 0) return fail(p, "\\u needs four hex digits");
        *unit = *unit << 4 | (uint32_t)digit;
    }
    return true;
}

/* The rest of \uXXXX, with the second half of a surrogate pair where one follows. */
static bool parse_code_point(Parser *p, uint32_t *code_point)
{
    if (!parse_unit(p, code_point)) return false;
    bool is_high = *code_point >= 0xD800 && *code_point <= 0xDBFF;
    if (!is_high || p->len - p->at < 6 || memcmp(p->text + p->at, "\\u", 2) != 0) return true;
    size_t here = p->at;
    uint32_t low;
    p->at += 2;
    if (!parse_unit(p, &low)) return false;
    if (low >= 0xDC00 && low <= 0xDFFF)
        *code_point = 0x10000 + ((*code_point - 0xD800) << 10) + (low - 0xDC00);
    else
        p->at = here; /* not a pair: the second stands for itself */
    return true;
}

static bool parse_escape(Parser *p, StrBuf *out)
{
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    char c = peek(p);
    const char *found = c ? strchr(from, c) : NULL;
    if (found) {
        p->at++;
        strbuf_add_char(out, to[found - from]);
        return true;
    }
    if (!take(p, 'u')) return fail(p, "unknown escape in a string");
    uint32_t code_point;
    char bytes[4];
    if (!parse_code_point(p, &code_point)) return false;
    strbuf_add_n(out, bytes, utf8_encode(code_point, bytes));
    return true;
}

/* The bytes from here on that stand for themselves: printable ASCII but quote and backslash. */
static size_t plain_run(const Parser *p)
{
    size_t end = p->at;
    while (end < p->len && p->text[end] >= ' ' && p->text[end] < 0x7F && p->text[end] != '"' &&
           p->text[end] != '\\')
        end++;
    return end - p->at;
}

/* The characters of a string up to its closing quote. */
static bool parse_characters(Parser *p, StrBuf *out)
{
    while (!take(p, '"')) {
        size_t run = plain_run(p);
        if (run) {
            strbuf_add_n(out, p->text + p->at, run);
            p->at += run;
            continue;
        }
        if (p->at >= p->len) return fail(p, "a string is not closed");
        if (take(p, '\\')) {
            if (!parse_escape(p, out)) return false;
            continue;
        }
        if ((unsigned char)peek(p) < 0x20) return fail(p, "a control character stands in a string");
        uint32_t code_point;
        size_t bytes = utf8_decode(p->text + p->at, p->len - p->at, &code_point);
        if (!utf8_is_valid(p->text + p->at, bytes)) return fail(p, "a string is not valid UTF-8");
        strbuf_add_n(out, p->text + p->at, bytes);
        p->at += bytes;
    }
    return true;
}

/* string ::= '"' (character | escape)* '"' */
static bool parse_string(Parser *p, const char **string, size_t *length)
{
    if (!take(p, '"')) return fail(p, "expected a string");
    size_t run = plain_run(p);
    if (p->at + run < p->len && p->text[p->at + run] == '"') { /* nothing to decode: the usual case */
        *length = run;
        *string = arena_strndup(p->arena, p->text + p->at, run);
        p->at += run + 1;
        return true;
    }
    StrBuf out = {0};
    bool ok = parse_characters(p, &out);
    *length = out.len;
    *string = strbuf_take(&out, p->arena);
    return ok;
}

static size_t skip_digits(Parser *p)
{
    size_t start = p->at;
    while (peek(p) >= '0' && peek(p) <= '9') p->at++;
    return p->at - start;
}

/* number ::= "-"? ("0" | [1-9] digit*) ("." digit+)? ([eE] [+-]? digit+)? */
static bool parse_number(Parser *p, JsonValue *value)
{
    size_t start = p->at;
    bool negative = take(p, '-');
    bool zero = peek(p) == '0';
    size_t whole = skip_digits(p);
    if (whole == 0) return fail(p, "expected a value");
    if (zero && whole > 1) return fail(p, "a number starts with 0");
    if (take(p, '.') && skip_digits(p) == 0) return fail(p, "a digit must follow the point");
    if (take(p, 'e') || take(p, 'E')) {
        if (!take(p, '+')) take(p, '-');
        if (skip_digits(p) == 0) return fail(p, "a digit must follow the exponent");
    }
    value->type = JSON_NUMBER;
    value->length = p->at - start;
    value->string = arena_strndup(p->arena, p->text + start, value->length);
    num_parse(value->string + negative, value->length - negative, &value->number);
    if (negative) value->number = -value->number;
    return true;
}

static bool parse_word(Parser *p, JsonValue *value)
{
    static const struct {
        const char *word;
        JsonType type;
        bool boolean;
    } words[] = {{"null", JSON_NULL, false}, {"true", JSON_BOOL, true}, {"false", JSON_BOOL, false}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        size_t n = strlen(words[i].word);
        if (p->len - p->at < n || memcmp(p->text + p->at, words[i].word, n) != 0) continue;
        p->at += n;
        value->type = words[i].type;
        value->boolean = words[i].boolean;
        return true;
    }
    return fail(p, p->at < p->len ? "expected a value" : "the text ends where a value should stand");
}

static bool parse_value(Parser *p, JsonValue *value);

/* Room for one more item (and key) in value; capacity doubles at powers of two. */
static void grow(Parser *p, JsonValue *value)
{
    size_t n = value->length;
    if (n != 0 && (n < 4 || (n & (n - 1)) != 0)) return;
    size_t capacity = n ? n * 2 : 4;
    value->items = arena_grow(p->arena, value->items, n, capacity, sizeof *value->items);
    if (value->type == JSON_OBJECT)
        value->keys = arena_grow(p->arena, value->keys, n, capacity, sizeof *value->keys);
}

/* member ::= string ":" value */
static bool parse_key(Parser *p, JsonValue *object)
{
    size_t ignored;
    skip_blanks(p);
    if (peek(p) != '"') return fail(p, "expected a key in quotes");
    if (!parse_string(p, &object->keys[object->length], &ignored)) return false;
    skip_blanks(p);
    return take(p, ':') || fail(p, "expected ':' after a key");
}

/* array ::= "[" (value ("," value)*)? "]" ; object ::= "{" (member ("," member)*)? "}" */
static bool parse_items(Parser *p, JsonValue *value, char close)
{
    skip_blanks(p);
    if (take(p, close)) return true;
    do {
        grow(p, value);
        if (value->type == JSON_OBJECT && !parse_key(p, value)) return false;
        if (!parse_value(p, &value->items[value->length])) return false;
        value->length++;
        skip_blanks(p);
    } while (take(p, ','));
    return take(p, close) || fail(p, close == '}' ? "expected ',' or '}'" : "expected ',' or ']'");
}

static bool parse_nested(Parser *p, JsonValue *value)
{
    if (p->depth == DEEPEST) return fail(p, "nested too deeply");
    value->type = take(p, '{') ? JSON_OBJECT : (p->at++, JSON_ARRAY);
    p->depth++;
    bool ok = parse_items(p, value, value->type == JSON_OBJECT ? '}' : ']');
    p->depth--;
    return ok;
}

/* value ::= object | array | string | number | "true" | "false" | "null" */
static bool parse_value(Parser *p, JsonValue *value)
{
    skip_blanks(p);
    char c = peek(p);
    if (c == '{' || c == '[') return parse_nested(p, value);
    if (c == '"') {
        value->type = JSON_STRING;
        return parse_string(p, &value->string, &value->length);
    }
    if (c == '-' || (c >= '0' && c <= '9')) return parse_number(p, value);
    return parse_word(p, value);
}

const JsonValue *json_parse(Arena *arena, const char *text, size_t len, size_t *error_at, const char **error)
{
    Parser p = {.arena = arena, .text = text, .len = len};
    JsonValue *value = arena_alloc(arena, sizeof *value);
    bool ok = parse_value(&p, value);
    if (ok) {
        skip_blanks(&p);
        ok = p.at == len || fail(&p, "something follows the value");
    }
    if (ok) return value;
    if (error_at) *error_at = p.at;
    if (error) *error = p.error;
    return NULL;
}

const JsonValue *json_get(const JsonValue *value, const char *key)
{
    if (!value || value->type != JSON_OBJECT) return NULL;
    for (size_t i = value->length; i > 0; i--)
        if (strcmp(value->keys[i - 1], key) == 0) return &value->items[i - 1];
    return NULL;
}
