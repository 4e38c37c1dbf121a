/* From bytes to a text that nothing after it need be afraid of.
 *
 * The copy is what all positions refer to: a carriage return before a newline is
 * gone, a lone one is a newline, the byte order mark is gone, and every control
 * character or invalid byte is one visible stand-in. So a caret stands where an
 * editor would put it, and no escape sequence of a file can reach a terminal.
 */
#include "heed/text.h"
#include "lesson/parse.h"
#include <string.h>

enum { FEW = 5 }; /* a binary file need not report each of its bytes */

static bool is_unwanted(uint32_t c, const char *stand_in, const char *text, size_t bytes)
{
    if (c == '\n' || c == '\t') return false;
    return c == TEXT_REPLACEMENT || strlen(stand_in) != bytes || memcmp(stand_in, text, bytes) != 0;
}

/* "control character U+001B" or "byte 0xFF is not UTF-8": what stood at text. */
static void report_unwanted(Diags *diags, SourceSpan span, uint32_t c, const char *text)
{
    if (c == TEXT_REPLACEMENT)
        diags_error(diags, span, "utf-8", "the byte 0x%02X is not UTF-8 here; save the file as UTF-8",
                    (unsigned)(unsigned char)*text);
    else
        diags_error(diags, span, "control",
                    "the control character U+%04X has no place in a lesson; remove it", (unsigned)c);
}

typedef struct Cleaner {
    StrBuf out;
    size_t n_unwanted;
    size_t at[FEW];   /* where the first few came out */
    size_t from[FEW]; /* where they stood */
    uint32_t what[FEW];
} Cleaner;

static void clean_char(Cleaner *cleaner, Arena *scratch, const char *text, size_t from, size_t bytes,
                       uint32_t c)
{
    const char *stand_in = text_sanitize(scratch, text + from, bytes, true);
    bool is_replacement_itself = c == TEXT_REPLACEMENT && bytes == 3 && memcmp(text + from, stand_in, 3) == 0;
    if (!is_replacement_itself && is_unwanted(c, stand_in, text + from, bytes)) {
        if (cleaner->n_unwanted < FEW) {
            cleaner->at[cleaner->n_unwanted] = cleaner->out.len;
            cleaner->from[cleaner->n_unwanted] = from;
            cleaner->what[cleaner->n_unwanted] = c;
        }
        cleaner->n_unwanted++;
    }
    strbuf_add(&cleaner->out, stand_in);
    arena_reset(scratch);
}

/* How many bytes from here on stay as they are, nearly all of most texts. */
static size_t plain_length(const char *text, size_t len)
{
    size_t n = 0;
    for (; n < len; n++) {
        unsigned char byte = (unsigned char)text[n];
        bool is_plain = (byte >= 0x20 && byte < 0x7F) || byte == '\n' || byte == '\t';
        if (!is_plain) break;
    }
    return n;
}

static void clean_text(Cleaner *cleaner, const char *text, size_t len)
{
    Arena *scratch = arena_new();
    size_t i = len >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    while (i < len) {
        size_t plain = plain_length(text + i, len - i);
        strbuf_add_n(&cleaner->out, text + i, plain);
        i += plain;
        if (i == len) break;
        if (text[i] == '\r') {
            strbuf_add_char(&cleaner->out, '\n');
            i += i + 1 < len && text[i + 1] == '\n' ? 2 : 1;
        } else {
            uint32_t c;
            size_t bytes = utf8_decode(text + i, len - i, &c);
            clean_char(cleaner, scratch, text, i, bytes, c);
            i += bytes;
        }
    }
    arena_free(scratch);
}

const SourceText *source_clean(Arena *arena, const char *name, const char *text, size_t len, Diags *diags)
{
    SourceText *source = arena_alloc(arena, sizeof *source);
    *source = (SourceText){arena_strdup(arena, name), "", 0};
    if (len > LESSON_MAX_BYTES) {
        diags_error(diags, ((SourceSpan){source, 0, 0}), "size",
                    "the file has %zu bytes; a lesson has at most %d", len, LESSON_MAX_BYTES);
        return source;
    }
    if (len >= 2 && (memcmp(text, "\xFF\xFE", 2) == 0 || memcmp(text, "\xFE\xFF", 2) == 0)) {
        diags_error(diags, ((SourceSpan){source, 0, 0}), "utf-8", "the file is UTF-16; save it as UTF-8");
        return source;
    }
    Cleaner cleaner = {0};
    clean_text(&cleaner, text, len);
    source->len = cleaner.out.len;
    source->text = strbuf_take(&cleaner.out, arena);
    for (size_t i = 0; i < cleaner.n_unwanted && i < FEW; i++) {
        uint32_t ignored;
        size_t bytes = utf8_decode(source->text + cleaner.at[i], source->len - cleaner.at[i], &ignored);
        SourceSpan span = {source, cleaner.at[i], cleaner.at[i] + bytes};
        report_unwanted(diags, span, cleaner.what[i], text + cleaner.from[i]);
    }
    if (cleaner.n_unwanted > FEW)
        diags_error(diags, ((SourceSpan){source, 0, 0}), "control",
                    "and %zu more control characters or bytes that are not UTF-8", cleaner.n_unwanted - FEW);
    return source;
}

Lines source_lines(Arena *arena, const SourceText *source, Diags *diags)
{
    Lines lines = {0};
    size_t capacity = 0;
    for (size_t start = 0; start < source->len;) {
        const char *newline = memchr(source->text + start, '\n', source->len - start);
        size_t end = newline ? (size_t)(newline - source->text) : source->len;
        Line line = {start, end};
        if (end - start > LINE_MAX_BYTES) {
            diags_error(diags, ((SourceSpan){source, start, start + 1}), "long-line",
                        "this line has %zu bytes, at most %d are read: break it into several", end - start,
                        LINE_MAX_BYTES);
            line.end = start;
        }
        arena_push(arena, lines.items, lines.count, capacity, line);
        start = end + 1;
    }
    return lines;
}
