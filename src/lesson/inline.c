/* A paragraph's text to inlines.
 *
 * The pieces of source that make up the paragraph (its lines without indent or
 * quote marks, or one cell of a table) are joined into one buffer, beside a map
 * back to the source, so that every inline and every diagnostic knows its place.
 * One pass over the buffer appends items; the readers know what can begin at a
 * character, the rest is text. Emphasis is paired afterwards, since what * means
 * depends on what follows.
 */
#include "lesson/inline.h"
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------ buffer */

static void join_pieces(Scan *s)
{
    StrBuf text = {0};
    s->piece_at = arena_array(s->p->arena, s->n_pieces, sizeof *s->piece_at);
    for (size_t i = 0; i < s->n_pieces; i++) {
        if (i > 0 && !s->pieces[i].is_joined) strbuf_add_char(&text, '\n');
        s->piece_at[i] = text.len;
        strbuf_add_n(&text, s->p->source->text + s->pieces[i].start, s->pieces[i].end - s->pieces[i].start);
    }
    s->len = text.len;
    s->text = strbuf_take(&text, s->p->arena);
}

/* The last piece that starts at or before a place in the buffer. */
size_t scan_piece(const Scan *s, size_t at)
{
    size_t low = 0, high = s->n_pieces;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (s->piece_at[middle] <= at)
            low = middle;
        else
            high = middle;
    }
    return low;
}

size_t scan_origin(const Scan *s, size_t at)
{
    size_t piece = scan_piece(s, at), offset = s->pieces[piece].start + (at - s->piece_at[piece]);
    return offset < s->pieces[piece].end ? offset : s->pieces[piece].end;
}

SourceSpan scan_span(const Scan *s, size_t from, size_t to)
{
    return parser_span(s->p, scan_origin(s, from),
                       to > from ? scan_origin(s, to - 1) + 1 : scan_origin(s, from));
}

/* ------------------------------------------------------------------- items */

void scan_flush_plain(Scan *s)
{
    if (s->plain.len == 0) return;
    SourceSpan span = scan_span(s, s->plain_at, s->at);
    Item item = {.kind = ITEM_TEXT, .start = span.start, .end = span.end};
    item.value =
        (Inline){.kind = INLINE_TEXT, .text = arena_strndup(s->p->arena, s->plain.data, s->plain.len)};
    items_append(&s->items, item);
    strbuf_clear(&s->plain);
}

void scan_add_plain(Scan *s, const char *text, size_t n)
{
    if (s->plain.len == 0) s->plain_at = s->at;
    strbuf_add_n(&s->plain, text, n);
}

/* A finished inline that ends before buffer place `to`. */
void scan_add_done(Scan *s, Inline value, size_t to)
{
    scan_flush_plain(s);
    value.span = scan_span(s, s->at, to);
    Item item = {.kind = ITEM_DONE, .value = value, .start = value.span.start, .end = value.span.end};
    items_append(&s->items, item);
    s->at = to;
}

char *scan_text(const Scan *s, size_t from, size_t to)
{
    char *text = arena_strndup(s->p->arena, s->text + from, to - from);
    for (char *c = text; *c; c++)
        if (*c == '\n') *c = ' ';
    return text;
}

/* ---------------------------------------------------------------- the pass */

static void scan_all(Scan *s)
{
    while (s->at < s->len) {
        if (scan_read(s)) continue;
        size_t n = 1;
        n += strcspn(s->text + s->at + 1, SCAN_SPECIAL);
        scan_add_plain(s, s->text + s->at, n);
        s->at += n;
    }
    scan_flush_plain(s);
    pair_runs(&s->items, NO_ITEM);
}

/* ------------------------------------------------------- items to inlines */

static const char *item_text(const Item *item, Arena *arena)
{
    if (item->kind != ITEM_RUN) return item->value.text;
    char *marks = arena_alloc(arena, item->left + 1);
    memset(marks, item->mark, item->left);
    return marks;
}

static bool is_plain_item(const Item *item)
{
    return item->kind == ITEM_TEXT || item->kind == ITEM_BRACKET ||
           (item->kind == ITEM_RUN && item->left > 0);
}

/* Runs of blanks become one, as Markdown shows them. */
static char *squeeze_blanks(Arena *arena, const StrBuf *text)
{
    char *out = arena_alloc(arena, text->len + 1), *end = out;
    for (size_t i = 0; i < text->len; i++) {
        bool is_blank = is_blank_char(text->data[i]);
        if (is_blank && end > out && end[-1] == ' ') continue;
        *end++ = is_blank ? ' ' : text->data[i];
    }
    return out;
}

/* Joins the plain items from *index on to one text inline; *index moves past them. */
static Inline join_plain(const Scan *s, int *index)
{
    StrBuf text = {0};
    SourceSpan span = {s->p->source, s->items.items[*index].start, 0};
    for (; *index != NO_ITEM && is_plain_item(&s->items.items[*index]);
         *index = s->items.items[*index].next) {
        strbuf_add(&text, item_text(&s->items.items[*index], s->p->arena));
        span.end = s->items.items[*index].end;
    }
    Inline value = {.kind = INLINE_TEXT, .text = squeeze_blanks(s->p->arena, &text), .span = span};
    strbuf_free(&text);
    return value;
}

/* At least as many as the inlines that the list from item `first` makes. */
static size_t count_items(const Scan *s, int first)
{
    size_t n = 0;
    for (int i = first; i != NO_ITEM; i = s->items.items[i].next) n++;
    return n;
}

/* The list from item `first` as inlines. Its depth is at most MAX_INLINE_DEPTH and one link. */
static Prose build(const Scan *s, int first)
{
    Prose prose = {.items = arena_array(s->p->arena, count_items(s, first), sizeof *prose.items)};
    for (int i = first; i != NO_ITEM;) {
        const Item *item = &s->items.items[i];
        Inline value = item->value;
        if (is_plain_item(item)) {
            value = join_plain(s, &i);
        } else {
            i = item->next;
            if (item->kind == ITEM_RUN) continue; /* used up by pairs */
            value.span = parser_span(s->p, item->start, item->end);
            if (item->kind == ITEM_GROUP) {
                Prose inner = build(s, item->first_child);
                value.children = inner.items;
                value.n_children = inner.count;
            }
        }
        prose.items[prose.count++] = value;
    }
    return prose;
}

static Prose parse_pieces(Parser *p, const Piece *pieces, size_t n, bool has_hidden_parts)
{
    if (n == 0) return (Prose){0};
    Scan s = {.p = p, .pieces = pieces, .n_pieces = n, .has_hidden_parts = has_hidden_parts};
    s.items.first = s.items.last = NO_ITEM;
    join_pieces(&s);
    scan_all(&s);
    Prose prose = build(&s, s.items.first);
    strbuf_free(&s.plain);
    free(s.items.items);
    return prose;
}

Prose parse_prose(Parser *p, const Piece *pieces, size_t n)
{
    return parse_pieces(p, pieces, n, false);
}

static Piece *pieces_of_lines(Parser *p, size_t start, size_t end, size_t *n)
{
    Piece *pieces = NULL;
    size_t capacity = 0;
    const char *text = p->source->text;
    *n = 0;
    while (start < end) {
        const char *newline = memchr(text + start, '\n', end - start);
        size_t stop = newline ? (size_t)(newline - text) : end;
        Line line = parser_trim(p, start, stop);
        Piece piece = {line.start, line.end, false};
        if (line.start < line.end) arena_push(p->arena, pieces, *n, capacity, piece);
        start = stop + 1;
    }
    return pieces;
}

Prose parse_prose_span(Parser *p, size_t start, size_t end)
{
    size_t n;
    Piece *pieces = pieces_of_lines(p, start, end, &n);
    return parse_pieces(p, pieces, n, false);
}

Prose parse_cloze_span(Parser *p, size_t start, size_t end)
{
    size_t n, n_hidden = 0;
    Piece *pieces = pieces_of_lines(p, start, end, &n);
    Prose prose = parse_pieces(p, pieces, n, true);
    for (size_t i = 0; i < prose.count; i++) {
        if (prose.items[i].kind != INLINE_STRONG) continue;
        SourceSpan span = prose.items[i].span;
        if (p->source->text[span.start] == '[')
            n_hidden++;
        else
            diags_error(p->diags, span, "cloze",
                        "a cloze text has no bold words: [[…]] marks what is hidden");
    }
    if (n_hidden == 0) parser_error(p, start, end, "cloze", "a cloze text hides at least one part: [[…]]");
    return prose;
}

size_t find_bar(const Parser *p, size_t start, size_t end)
{
    const char *text = p->source->text;
    for (size_t i = start; i < end; i++) {
        char c = text[i], closer = c == '{' ? '}' : c;
        if (c == '|') return i;
        if (c == '\\') {
            i++;
        } else if (c == '{' || c == '`' || c == '$') {
            const char *close = memchr(text + i + 1, closer, end - i - 1);
            if (close) i = (size_t)(close - text);
        }
    }
    return end;
}
