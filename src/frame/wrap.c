/* Wrapping prose into a width.
 *
 * Runs are read as one stream of items: glyphs, blanks, and spans that stay
 * whole. A word is all that stands between two blanks, across runs, so that
 * "(" + span + ")," moves as one. Words are placed greedily; one wider than a
 * whole line is broken between its items.
 */
#include "heed/frame.h"
#include "glyph.h"

typedef enum ItemKind { ITEM_END, ITEM_BLANK, ITEM_GLYPH, ITEM_SPAN } ItemKind;

typedef struct Item {
    ItemKind kind;
    const TextRun *run;
    int width;
    Glyph glyph;
} Item;

typedef struct Reader {
    Charset charset;
    const TextRun *run, *end;
    bool is_inside; /* walk stands inside *run */
    GlyphWalk walk;
} Reader;

/* False at the end. */
static bool next_item(Reader *reader, Item *item)
{
    for (; reader->run < reader->end; reader->run++) {
        const TextRun *run = item->run = reader->run;
        if (run->is_span) {
            reader->run++;
            item->kind = ITEM_SPAN;
            item->width = charset_width(reader->charset, run->utf8);
            return true;
        }
        if (!reader->is_inside) reader->walk = glyph_walk(reader->charset, run->utf8);
        reader->is_inside = glyph_next(&reader->walk, &item->glyph);
        if (!reader->is_inside) continue;
        item->kind = item->glyph.is_break ? ITEM_BLANK : ITEM_GLYPH;
        item->width = item->glyph.is_break ? 1 : item->glyph.width;
        return true;
    }
    item->kind = ITEM_END;
    return false;
}

/* The width of what follows up to the next blank; the caller's reader stays where it is. */
static int64_t word_rest(Reader reader)
{
    int64_t width = 0;
    for (Item item; next_item(&reader, &item) && item.kind != ITEM_BLANK;) width += item.width;
    return width;
}

typedef struct Wrap {
    Frame *frame; /* NULL: only measure */
    Charset charset;
    int row, col, width, max_rows, indent;
    int line, x;   /* where the next item goes, counted from (row, col) */
    bool is_blank; /* nothing stands on this line yet */
    bool is_full;  /* text is left over behind max_rows */
    const TextRun *last;
} Wrap;

static void new_line(Wrap *wrap, bool has_blank)
{
    if (wrap->frame && !wrap->is_blank)
        frame_break(wrap->frame, (FrameBreak){wrap->row + wrap->line, wrap->col + wrap->x,
                                              wrap->col + wrap->indent, has_blank});
    wrap->line++;
    wrap->x = wrap->indent;
    wrap->is_blank = true;
}

/* Draws an item at the wrap's place and moves on. */
static void place(Wrap *wrap, const Item *item)
{
    wrap->is_full = wrap->max_rows >= 0 && wrap->line >= wrap->max_rows;
    if (wrap->is_full) return;
    wrap->is_blank = false;
    wrap->last = item->run;
    int room = wrap->width - wrap->x, width = item->width < room ? item->width : room;
    int row = wrap->row + wrap->line, col = wrap->col + wrap->x;
    wrap->x += width;
    Frame *frame = wrap->frame;
    if (!frame) return;
    if (wrap->max_rows < 0 && row >= frame->rows) frame_resize_rows(frame, row + 1);
    const TextRun *run = item->run;
    if (item->kind == ITEM_SPAN) {
        FrameSpan span = run->span;
        span.row = row;
        span.col = col;
        span.width = width;
        if (!span.text) span.text = run->utf8;
        frame_span(frame, span);
        frame_put_fit(frame, row, col, width, run->role, run->utf8);
    } else if (item->kind == ITEM_BLANK) {
        frame_put(frame, row, col, width, run->role, " ");
    } else {
        frame_put_glyph(frame, row, col, width, run->role, &item->glyph);
    }
    if (run->marks) frame_mark(frame, row, col, width, run->marks);
}

/* Places a word's items; `first` is the first of them, the reader stands behind it. */
static void place_word(Wrap *wrap, Reader *reader, const Item *first, const Item *blank, int n_blanks)
{
    int64_t width = first->width + word_rest(*reader);
    if (!wrap->is_blank && wrap->x + n_blanks + width > wrap->width)
        new_line(wrap, n_blanks > 0);
    else if (!wrap->is_blank)
        for (int i = 0; i < n_blanks; i++) place(wrap, blank);

    place(wrap, first);
    for (;;) {
        Reader ahead = *reader;
        Item item;
        if (!next_item(&ahead, &item) || item.kind == ITEM_BLANK || wrap->is_full) return;
        *reader = ahead;
        if (!wrap->is_blank && wrap->x + item.width > wrap->width) new_line(wrap, false);
        place(wrap, &item);
    }
}

/* Text that did not fit is never cut in silence: the last line ends in an ellipsis. */
static void mark_cut(Wrap *wrap)
{
    if (!wrap->frame || !wrap->last || wrap->max_rows <= 0) return;
    int dots = charset_width(wrap->charset, "…"), end = 0;
    int row = wrap->row + wrap->max_rows - 1;
    for (int x = 0; x < wrap->width; x++) {
        const Cell *cell = frame_cell(wrap->frame, row, wrap->col + x);
        if (cell && !(cell->glyph[0] == ' ' && cell->glyph[1] == '\0')) end = x + 1;
    }
    if (end > wrap->width - dots) end = wrap->width > dots ? wrap->width - dots : 0;
    Role role = wrap->last->is_span ? ROLE_DIM : wrap->last->role; /* it is no part of the span's number */
    frame_put(wrap->frame, row, wrap->col + end, wrap->width - end, role, "…");
}

int frame_wrap(Frame *frame, Charset charset, int row, int col, int width, int max_rows, int indent,
               const TextRun *runs, size_t n_runs)
{
    if (width <= 0 || n_runs == 0) return 0;
    if (indent >= width) indent = width - 1;
    if (indent < 0) indent = 0;
    Wrap wrap = {.frame = frame,
                 .charset = frame ? frame->charset : charset,
                 .row = row,
                 .col = col,
                 .width = width,
                 .max_rows = max_rows,
                 .indent = indent,
                 .is_blank = true};
    Reader reader = {.charset = wrap.charset, .run = runs, .end = runs + n_runs};
    Item item, blank = {0};
    int n_blanks = 0;
    while (!wrap.is_full && next_item(&reader, &item)) {
        if (item.kind == ITEM_BLANK) {
            blank = item;
            if (n_blanks < width) n_blanks++;
            continue;
        }
        place_word(&wrap, &reader, &item, &blank, n_blanks);
        n_blanks = 0;
    }
    if (wrap.is_full) mark_cut(&wrap);
    if (!wrap.last) return 0;
    return wrap.is_full ? max_rows : wrap.line + 1;
}
