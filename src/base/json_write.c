/* The writer keeps three facts: how deep, whether a comma is due, and whether a
 * key waits for its value. Everything that is not ASCII and printable is escaped
 * or proven to be UTF-8, so the text is safe in a terminal too.
 */
#include "heed/json.h"
#include "heed/text.h"
#include <assert.h>
#include <math.h>
#include <string.h>

static void new_line(JsonWriter *w)
{
    if (!w->pretty) return;
    strbuf_add_char(w->out, '\n');
    for (unsigned i = 0; i < w->depth; i++) strbuf_add(w->out, "  ");
}

/* What stands between the last thing written and a value or key. */
static void separate(JsonWriter *w)
{
    if (w->after_key) {
        w->after_key = false;
        return;
    }
    if (w->need_comma) strbuf_add_char(w->out, ',');
    if (w->depth > 0) new_line(w);
}

static void open_with(JsonWriter *w, char bracket)
{
    separate(w);
    strbuf_add_char(w->out, bracket);
    w->depth++;
    w->need_comma = false;
}

static void close_with(JsonWriter *w, char bracket)
{
    assert(w->depth > 0 && !w->after_key);
    w->depth--;
    if (w->need_comma) new_line(w); /* an empty one stays on its line */
    strbuf_add_char(w->out, bracket);
    w->need_comma = true;
}

void json_open_object(JsonWriter *w)
{
    open_with(w, '{');
}

void json_close_object(JsonWriter *w)
{
    close_with(w, '}');
}

void json_open_array(JsonWriter *w)
{
    open_with(w, '[');
}

void json_close_array(JsonWriter *w)
{
    close_with(w, ']');
}

static void add_escaped(StrBuf *out, uint32_t c)
{
    static const char names[][3] = {
        ['\b'] = "\\b", ['\t'] = "\\t", ['\n'] = "\\n", ['\f'] = "\\f", ['\r'] = "\\r"};
    char bytes[4];
    if (c < sizeof names / sizeof names[0] && names[c][0])
        strbuf_add(out, names[c]);
    else if (c < 0x20 || (c >= 0x7F && c < 0xA0))
        strbuf_printf(out, "\\u%04x", (unsigned)c);
    else if (c == '"' || c == '\\')
        strbuf_printf(out, "\\%c", (char)c);
    else
        strbuf_add_n(out, bytes, utf8_encode(c, bytes));
}

static void add_quoted(StrBuf *out, const char *text)
{
    size_t len = strlen(text);
    strbuf_add_char(out, '"');
    for (size_t i = 0; i < len;) {
        uint32_t c;
        i += utf8_decode(text + i, len - i, &c);
        add_escaped(out, c);
    }
    strbuf_add_char(out, '"');
}

/* A value that is one word: everything but objects and arrays. */
static void add_word(JsonWriter *w, const char *word)
{
    separate(w);
    strbuf_add(w->out, word);
    w->need_comma = true;
}

void json_key(JsonWriter *w, const char *key)
{
    assert(w->depth > 0 && !w->after_key);
    separate(w);
    add_quoted(w->out, key);
    strbuf_add(w->out, w->pretty ? ": " : ":");
    w->after_key = true;
}

void json_string(JsonWriter *w, const char *text)
{
    add_word(w, "");
    add_quoted(w->out, text);
}

void json_number(JsonWriter *w, double value, NumKind kind)
{
    char text[NUM_TEXT_MAX];
    if (kind == NUM_BOOL && !isnan(value)) {
        json_bool(w, value != 0);
        return;
    }
    num_write(text, value, kind, NUM_SHORTEST);
    if (isfinite(value))
        add_word(w, text);
    else
        json_string(w, text);
}

void json_int(JsonWriter *w, long long value)
{
    add_word(w, "");
    strbuf_printf(w->out, "%lld", value);
}

void json_bool(JsonWriter *w, bool value)
{
    add_word(w, value ? "true" : "false");
}

void json_null(JsonWriter *w)
{
    add_word(w, "null");
}
