/* The line is a plain byte buffer. Every edit is one of two: put bytes at the cursor, or cut
 * the bytes between the cursor and where a move would lead; so moving and erasing share
 * their notion of a character and a word.
 */
#include "line.h"

#include "heed/text.h"

#include <stdlib.h>
#include <string.h>

void line_free(Line *line)
{
    free(line->text);
    *line = (Line){0};
}

const char *line_text(const Line *line)
{
    return line->text != NULL ? line->text : "";
}

/* ----------------------------------------------------------------- putting */

static void line_reserve(Line *line, size_t len)
{
    if (len + 1 <= line->capacity) return;
    size_t capacity = line->capacity > 0 ? line->capacity : 64;
    while (capacity < len + 1) capacity *= 2; /* len <= LINE_MAX_BYTES: cannot overflow */
    line->text = heed_xrealloc(line->text, capacity);
    line->capacity = capacity;
}

static void line_put(Line *line, const char *bytes, size_t n)
{
    line_reserve(line, line->len + n);
    memmove(line->text + line->cursor + n, line->text + line->cursor, line->len - line->cursor);
    if (n > 0) memcpy(line->text + line->cursor, bytes, n);
    line->len += n;
    line->cursor += n;
    line->text[line->len] = '\0';
}

static void line_cut(Line *line, size_t from, size_t to)
{
    if (from == to) return;
    memmove(line->text + from, line->text + to, line->len - to);
    line->len -= to - from;
    line->cursor = from;
    line->text[line->len] = '\0';
}

/* Characters that would move or reorder what stands around them on a screen. */
static bool reorders_text(uint32_t c)
{
    return c == 0x061C || c == 0x200E || c == 0x200F || (c >= 0x202A && c <= 0x202E) ||
           (c >= 0x2066 && c <= 0x2069) || c == 0xFEFF;
}

static bool is_control(uint32_t c)
{
    return c < 0x20 || (c >= 0x7F && c < 0xA0);
}

static bool ends_line(uint32_t c)
{
    return c == '\n' || c == '\r' || c == 0x85 || c == 0x2028 || c == 0x2029;
}

bool line_insert(Line *line, uint32_t code_point)
{
    char bytes[4];
    if (code_point > 0x10FFFF || is_control(code_point) || reorders_text(code_point)) return false;
    if (ends_line(code_point)) return false;
    size_t n = utf8_encode(code_point, bytes);
    if (line->len + n > LINE_MAX_BYTES) return false;
    line_put(line, bytes, n);
    return true;
}

/* Cleans bytes[0..len) into out, at most `room` bytes, whole characters only. True where all fitted. */
static bool clean(StrBuf *out, size_t room, const char *bytes, size_t len)
{
    uint32_t before = 0;
    for (size_t i = 0; i < len;) {
        uint32_t c;
        char encoded[4];
        i += utf8_decode(bytes + i, len - i, &c);
        bool is_second_half = c == '\n' && before == '\r';
        before = c;
        if (is_second_half) continue;
        if (ends_line(c) || c == '\t') c = ' ';
        if (is_control(c) || reorders_text(c)) continue;
        size_t n = utf8_encode(c, encoded);
        if (out->len + n > room) return false;
        strbuf_add_n(out, encoded, n);
    }
    return true;
}

bool line_paste(Line *line, const char *bytes, size_t len)
{
    StrBuf text = {0};
    bool fitted = clean(&text, LINE_MAX_BYTES - line->len, bytes, len);
    line_put(line, strbuf_text(&text), text.len);
    strbuf_free(&text);
    return fitted;
}

void line_set(Line *line, const char *text)
{
    line->len = line->cursor = 0;
    line_paste(line, text, strlen(text));
}

/* ------------------------------------------------------------------ moving */

static bool is_ascii(char c)
{
    return (unsigned char)c < 0x80;
}

static size_t next_cluster(const Line *line, size_t at)
{
    int width;
    return at < line->len ? at + text_cluster(line->text + at, line->len - at, &width) : at;
}

/* Clusters can only be told from the left. An ASCII character after another surely starts one, so the walk
 * begins at the nearest such place. */
static size_t previous_cluster(const Line *line, size_t at)
{
    size_t from = at > 0 ? at - 1 : 0;
    while (from > 0 && !(is_ascii(line->text[from]) && is_ascii(line->text[from - 1]))) from--;
    for (;;) {
        size_t next = next_cluster(line, from);
        if (next >= at || next == from) return from;
        from = next;
    }
}

/* Letters, digits, _ and all beyond ASCII make words. */
static bool in_word(const Line *line, size_t at)
{
    unsigned char c = (unsigned char)line->text[at];
    return c >= 0x80 || c == '_' || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') ||
           (c >= 'a' && c <= 'z');
}

static size_t after_word(const Line *line, size_t at)
{
    while (at < line->len && !in_word(line, at)) at = next_cluster(line, at);
    while (at < line->len && in_word(line, at)) at = next_cluster(line, at);
    return at;
}

/* The start of the last word that begins before `end`: one pass from the left, as clusters want it. */
static size_t before_word(const Line *line, size_t end)
{
    size_t start = 0;
    bool inside = false;
    for (size_t at = 0; at < end; at = next_cluster(line, at)) {
        if (!inside && in_word(line, at)) start = at;
        inside = in_word(line, at);
    }
    return start;
}

static size_t step_place(const Line *line, int direction)
{
    return direction < 0 ? previous_cluster(line, line->cursor) : next_cluster(line, line->cursor);
}

static size_t word_place(const Line *line, int direction)
{
    return direction < 0 ? before_word(line, line->cursor) : after_word(line, line->cursor);
}

static size_t end_place(const Line *line, int direction)
{
    return direction < 0 ? 0 : line->len;
}

void line_move(Line *line, int direction)
{
    line->cursor = step_place(line, direction);
}

void line_move_word(Line *line, int direction)
{
    line->cursor = word_place(line, direction);
}

void line_move_end(Line *line, int direction)
{
    line->cursor = end_place(line, direction);
}

static void erase_to(Line *line, size_t place)
{
    if (place < line->cursor)
        line_cut(line, place, line->cursor);
    else
        line_cut(line, line->cursor, place);
}

void line_erase(Line *line, int direction)
{
    erase_to(line, step_place(line, direction));
}

void line_erase_word(Line *line, int direction)
{
    erase_to(line, word_place(line, direction));
}

void line_erase_end(Line *line, int direction)
{
    erase_to(line, end_place(line, direction));
}
