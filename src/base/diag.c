/* Diagnostics are collected as found and laid out only when shown. The source
 * line comes out sanitised; the caret line repeats its tabs and counts display
 * cells elsewhere, so that it stands under the right place in any terminal.
 */
#include "heed/diag.h"
#include "heed/text.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char *const level_names[] = {
    [DIAG_NOTE] = "note", [DIAG_WARNING] = "warning", [DIAG_ERROR] = "error"};

void diags_init(Diags *diags, Arena *arena)
{
    *diags = (Diags){.arena = arena};
}

void diags_add(Diags *diags, DiagLevel level, SourceSpan span, const char *code, const char *format, ...)
{
    if (level == DIAG_ERROR) diags->errors++;
    if (diags->limit && diags->count >= diags->limit) {
        diags->dropped++;
        return;
    }
    if (diags->count == diags->capacity) {
        size_t capacity = diags->capacity ? diags->capacity * 2 : 8;
        diags->items = arena_grow(diags->arena, diags->items, diags->count, capacity, sizeof *diags->items);
        diags->capacity = capacity;
    }
    va_list args;
    va_start(args, format);
    const char *text = arena_vprintf(diags->arena, format, args);
    va_end(args);
    diags->items[diags->count++] = (Diag){level, span, code, text};
}

/* Where the line that holds `offset` ends: its newline, a carriage return before that, or the text's end. */
static size_t line_end(const SourceText *source, size_t offset)
{
    const char *newline = memchr(source->text + offset, '\n', source->len - offset);
    size_t end = newline ? (size_t)(newline - source->text) : source->len;
    return end > offset && source->text[end - 1] == '\r' ? end - 1 : end;
}

/* A place in a source. It moves on from the one before, so that many in order cost one pass. */
typedef struct Place {
    const SourceText *source;
    size_t at, start;    /* the character's first byte, its line's */
    size_t line, column; /* from 1; columns in characters */
} Place;

static void place_move(Place *place, const SourceText *source, size_t offset)
{
    if (offset > source->len) offset = source->len;
    if (place->source != source || offset < place->at) *place = (Place){source, 0, 0, 1, 1};
    for (const char *newline; (newline = memchr(source->text + place->at, '\n', offset - place->at)) != NULL;) {
        place->at = place->start = (size_t)(newline - source->text) + 1;
        place->line++;
        place->column = 1;
    }
    while (place->at < offset) {
        uint32_t code_point;
        size_t bytes = utf8_decode(source->text + place->at, source->len - place->at, &code_point);
        if (bytes > offset - place->at) break; /* an offset inside a character stays on it */
        place->at += bytes;
        place->column++;
    }
}

void source_position(const SourceText *source, size_t offset, size_t *line, size_t *column)
{
    Place place = {0};
    place_move(&place, source, offset);
    *line = place.line;
    *column = place.column;
}

/* Of a very long line only the part around the mistake is shown, dots at its cut ends; further away than
 * WINDOW_BYTES it is not even read. */
enum { LINE_CELLS = 100, LONGEST_BEFORE = 70, KEPT_BEFORE = 40, WINDOW_BYTES = 1024 };

/* The first byte of the character that `offset` is in. */
static size_t character_start(const SourceText *source, size_t offset)
{
    for (int i = 0; i < 3 && offset > 0 && ((unsigned char)source->text[offset] & 0xC0) == 0x80; i++) offset--;
    return offset;
}

/* Blanks as wide as text, tabs kept. */
static void add_indent(StrBuf *out, const char *text)
{
    size_t len = strlen(text), bytes;
    for (size_t i = 0; i < len; i += bytes) {
        int width;
        bytes = text_cluster(text + i, len - i, &width);
        if (text[i] == '\t')
            strbuf_add_char(out, '\t');
        else
            strbuf_printf(out, "%*s", width, "");
    }
}

static const char *spell_utf8(Arena *arena, const char *utf8)
{
    (void)arena;
    return utf8;
}

/* source[start, end) harmless, and as it is written where it will be read. */
static const char *spelled(Arena *arena, DiagSpell spell, const char *text, size_t len)
{
    return spell(arena, text_sanitize(arena, text, len, true));
}

/* The two lines under the message: the source line, and the caret under the span. */
static void add_caret(StrBuf *out, Arena *arena, const SourceSpan *span, const Place *place,
                      DiagSpell spell)
{
    const SourceText *source = span->source;
    size_t at = span->start < source->len ? span->start : source->len;
    size_t start = place->start, end = line_end(source, start);
    if (at > end) at = end;
    if (at - start > WINDOW_BYTES) start = character_start(source, at - WINDOW_BYTES);
    if (end - at > WINDOW_BYTES) end = character_start(source, at + WINDOW_BYTES);
    size_t stop = span->end < at ? at : span->end < end ? span->end : end;
    const char *before = spelled(arena, spell, source->text + start, at - start);
    const char *rest = spelled(arena, spell, source->text + at, end - at);
    size_t marked = text_width(spelled(arena, spell, source->text + at, stop - at));

    size_t width = text_width(before), shown = strlen(rest);
    const char *dots = width > LONGEST_BEFORE ? "..." : "";
    if (width > LONGEST_BEFORE) before += text_fit(before, strlen(before), width - KEPT_BEFORE);
    size_t room = LINE_CELLS - text_width(before);
    if (text_width(rest) > room) shown = text_fit(rest, shown, room);
    strbuf_printf(out, "%5zu | %s%s%.*s%s\n      | %*s", place->line, dots, before, (int)shown, rest,
                  rest[shown] ? "..." : "", (int)strlen(dots), "");
    add_indent(out, before);
    strbuf_add_char(out, '^');
    for (size_t i = 1; i < marked && i < room; i++) strbuf_add_char(out, '~');
    strbuf_add_char(out, '\n');
}

static void add_diag(StrBuf *out, Arena *arena, const Diag *diag, Place *place, DiagSpell spell)
{
    const SourceText *source = diag->span.source;
    if (source) {
        place_move(place, source, diag->span.start);
        const char *name = text_sanitize(arena, source->name, strlen(source->name), false);
        strbuf_printf(out, "%s:%zu:%zu: ", spell(arena, name), place->line, place->column);
    }
    const char *text = text_sanitize(arena, diag->text, strlen(diag->text), true);
    strbuf_printf(out, "%s: %s\n", level_names[diag->level], spell(arena, text));
    if (source && source->text) add_caret(out, arena, &diag->span, place, spell);
}

char *diag_format(Arena *arena, const Diag *diag)
{
    return diag_format_as(arena, diag, spell_utf8);
}

char *diag_format_as(Arena *arena, const Diag *diag, DiagSpell spell)
{
    StrBuf out = {0};
    Place place = {0};
    add_diag(&out, arena, diag, &place, spell);
    return strbuf_take(&out, arena);
}

typedef struct Ranked {
    const Diag *diag;
    size_t found; /* the order they came in, which decides between equals */
} Ranked;

/* Those without a place first, then by the source's name and the place in it. */
static int compare_place(const void *a, const void *b)
{
    const Ranked *x = a, *y = b;
    const SourceText *sx = x->diag->span.source, *sy = y->diag->span.source;
    if (!sx != !sy) return sx ? 1 : -1;
    int by_name = sx && sx != sy ? strcmp(sx->name, sy->name) : 0;
    if (by_name) return by_name;
    if (sx && x->diag->span.start != y->diag->span.start)
        return x->diag->span.start < y->diag->span.start ? -1 : 1;
    return x->found < y->found ? -1 : 1;
}

char *diags_format(Arena *arena, const Diags *diags)
{
    return diags_format_as(arena, diags, spell_utf8);
}

char *diags_format_as(Arena *arena, const Diags *diags, DiagSpell spell)
{
    StrBuf out = {0};
    Place place = {0};
    Ranked *ranked = arena_array(arena, diags->count, sizeof *ranked);
    for (size_t i = 0; i < diags->count; i++) ranked[i] = (Ranked){&diags->items[i], i};
    if (diags->count) qsort(ranked, diags->count, sizeof *ranked, compare_place);
    for (size_t i = 0; i < diags->count; i++) add_diag(&out, arena, ranked[i].diag, &place, spell);
    if (diags->dropped) strbuf_printf(&out, "and %zu more not shown\n", diags->dropped);
    return strbuf_take(&out, arena);
}

/* Edit distance counting a swap of neighbours as one (optimal string alignment),
 * by bytes; three rows of the table are enough. Words over 63 bytes are no typos
 * of each other. */
static size_t edit_distance(const char *a, const char *b)
{
    enum { LONGEST = 63 };
    size_t n = strlen(a), m = strlen(b);
    if (n > LONGEST || m > LONGEST) return strcmp(a, b) == 0 ? 0 : n + m;
    unsigned rows[3][LONGEST + 1] = {{0}}, *before = rows[0], *last = rows[1], *now = rows[2];
    for (size_t j = 0; j <= m; j++) last[j] = (unsigned)j;
    for (size_t i = 1; i <= n; i++) {
        now[0] = (unsigned)i;
        for (size_t j = 1; j <= m; j++) {
            unsigned best = last[j - 1] + (a[i - 1] != b[j - 1]);
            if (last[j] + 1 < best) best = last[j] + 1;
            if (now[j - 1] + 1 < best) best = now[j - 1] + 1;
            bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (swapped && before[j - 2] + 1 < best) best = before[j - 2] + 1;
            now[j] = best;
        }
        unsigned *spare = before;
        before = last;
        last = now;
        now = spare;
    }
    return last[m];
}

const char *nearest_word(const char *word, const char *const *candidates, size_t n)
{
    size_t limit = strlen(word) / 3;
    if (limit < 1) limit = 1;
    const char *nearest = NULL;
    for (size_t i = 0; i < n; i++) {
        size_t distance = edit_distance(word, candidates[i]);
        if (distance > limit || (nearest && distance == limit)) continue;
        bool is_other_word = distance >= strlen(word) && strcasecmp(word, candidates[i]) != 0;
        if (is_other_word) continue; /* "x" is no guess at "y"; "K" is one at "k" */
        nearest = candidates[i];
        if (distance == 0) break;
        limit = distance;
    }
    return nearest;
}
