/* The deck as tab-separated text that Anki imports: header lines tell it the
 * columns; fields are HTML; a line is a card. (Anki manual, "Text files".)
 */
#include "heed/math.h"
#include "study/deck.h"
#include "study/shown.h"
#include <string.h>

static const char header[] = "#separator:tab\n"
                             "#html:true\n"
                             "#guid column:1\n"
                             "#notetype column:2\n"
                             "#deck column:3\n"
                             "#tags column:4\n";

/* Text as HTML on one line: a tab or a newline would end the field. */
static void add_escaped(StrBuf *out, const char *text)
{
    for (const char *c = text; *c; c++) {
        switch (*c) {
        case '&': strbuf_add(out, "&amp;"); break;
        case '<': strbuf_add(out, "&lt;"); break;
        case '>': strbuf_add(out, "&gt;"); break;
        case '"': strbuf_add(out, "&quot;"); break;
        case '\t':
        case '\r':
        case '\n': strbuf_add_char(out, ' '); break;
        default: strbuf_add_char(out, *c);
        }
    }
}

typedef struct Writer {
    StrBuf *out;
    Arena *arena;
    Layer *layer;
    unsigned n_hidden; /* cloze: parts so far */
    bool is_cloze;
} Writer;

static void add_items(Writer *w, const Inline *items, size_t n, bool is_top);

static void add_wrapped(Writer *w, const Inline *item, const char *open, const char *close)
{
    strbuf_add(w->out, open);
    if (item->text) add_escaped(w->out, item->text);
    add_items(w, item->children, item->n_children, false);
    strbuf_add(w->out, close);
}

/* A single inline as plain text: live numbers and formulas. */
static void add_plain(Writer *w, const Inline *item)
{
    Inline one = *item;
    add_escaped(w->out, prose_shown(w->arena, w->layer, &(Prose){&one, 1}));
}

static void add_items(Writer *w, const Inline *items, size_t n, bool is_top)
{
    for (size_t i = 0; i < n; i++) {
        const Inline *item = &items[i];
        if (item->kind == INLINE_STRONG && w->is_cloze && is_top)
            add_wrapped(w, item, arena_printf(w->arena, "{{c%u::", ++w->n_hidden), "}}");
        else if (item->kind == INLINE_STRONG)
            add_wrapped(w, item, "<b>", "</b>");
        else if (item->kind == INLINE_EMPH)
            add_wrapped(w, item, "<i>", "</i>");
        else if (item->kind == INLINE_CODE)
            add_wrapped(w, item, "<code>", "</code>");
        else
            add_plain(w, item);
    }
}

static void add_prose(Writer *w, const Prose *prose)
{
    add_items(w, prose->items, prose->count, true);
}

/* Deck names nest at "::"; tags hold no blanks. */
static void add_card(const DeckCard *card, StrBuf *out, Arena *arena)
{
    Face *face = face_new(card, 0);
    Writer w = {.out = out, .arena = arena, .layer = face->layer, .is_cloze = card->card->is_cloze};
    strbuf_printf(out, "%s\t%s\theed::", card->card->id, w.is_cloze ? "Cloze" : "Basic");
    add_escaped(out, card->lesson->title);
    strbuf_printf(out, "\theed %s\t", card->lesson->id);
    add_prose(&w, w.is_cloze ? &card->card->cloze : &card->card->front);
    strbuf_add_char(out, '\t');
    if (!w.is_cloze) add_prose(&w, &card->card->back);
    strbuf_add_char(out, '\n');
    face_free(face);
}

char *deck_anki(const Deck *deck, Arena *arena)
{
    StrBuf out = {0};
    strbuf_add(&out, header);
    for (size_t i = 0; i < deck->n_cards; i++) add_card(&deck->cards[i], &out, arena);
    return strbuf_take(&out, arena);
}
