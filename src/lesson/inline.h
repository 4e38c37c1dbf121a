/* Inlines while they are being found: a doubly linked list of items in an array.
 *
 * The pass (inline.c) and its readers (inline_read.c) append texts, finished
 * inlines and runs of * and _; the pairing (emphasis.c) turns what stands between
 * two runs into a group. A group's items are a list of their own. Indices stand
 * for pointers because the array grows.
 */
#ifndef HEED_LESSON_INLINE_H
#define HEED_LESSON_INLINE_H

#include "lesson/parse.h"
#include <stdint.h>

enum { NO_ITEM = -1, MAX_INLINE_DEPTH = 8 };

typedef enum ItemKind {
    ITEM_TEXT,    /* value.text */
    ITEM_DONE,    /* value is a finished inline */
    ITEM_RUN,     /* `left` characters `mark` that may open or close */
    ITEM_BRACKET, /* a [ that may start a link */
    ITEM_GROUP    /* value.kind over first_child … */
} ItemKind;

typedef struct Item {
    ItemKind kind;
    Inline value;
    int prev, next;
    int first_child; /* GROUP */
    int depth;       /* GROUP: groups nested in it, itself counted */
    char mark;
    size_t left, whole;       /* RUN: characters not yet used, and at first */
    size_t start, end;        /* source offsets */
    bool can_open, can_close; /* RUN */
    bool is_active;           /* BRACKET */
} Item;

typedef struct Items {
    Item *items; /* their own; freed once the inlines are built */
    size_t count, capacity;
    int first, last;
} Items;

/* Whether a run of `mark` between the characters `before` and `after` (0: the end of the text) may open or
 * close. */
void run_flanking(char mark, uint32_t before, uint32_t after, bool *can_open, bool *can_close);
/* Pairs the runs after item `bottom` (NO_ITEM: all of them). */
void pair_runs(Items *items, int bottom);
/* Makes the items from `first` to `last` the children of a new group that stands in their place; its index.
 */
int items_group(Items *items, int first, int last, Inline value);
int items_append(Items *items, Item item);
void items_remove(Items *items, int index);

/* ------------------------------------------------------------- the scanner */

enum { MAX_TICKS = 32, MAX_BRACKETS = 64 };

typedef struct Scan {
    Parser *p;
    const Piece *pieces;
    size_t *piece_at; /* where each piece starts in the buffer */
    size_t n_pieces;
    char *text; /* zero-terminated */
    size_t len, at;
    Items items;
    StrBuf plain;               /* the text item being collected */
    size_t plain_at;            /* where it starts in the buffer */
    int brackets[MAX_BRACKETS]; /* open [ */
    size_t n_brackets;
    /* What was looked for once and does not stand in the rest of the text. */
    bool ticks_missing[MAX_TICKS]; /* a run of this many backticks */
    bool comment_end_missing, printed_end_missing;
    bool has_hidden_parts; /* [[…]] means something here */
} Scan;

/* Where a place of the buffer stands in the source, and which piece it is of. */
size_t scan_origin(const Scan *s, size_t at);
size_t scan_piece(const Scan *s, size_t at);
SourceSpan scan_span(const Scan *s, size_t from, size_t to);
#define scan_error(s, from, to, code, ...)                                                                   \
    diags_error((s)->p->diags, scan_span((s), (from), (to)), (code), __VA_ARGS__)

/* Text at s->at: collected until something else comes. */
void scan_add_plain(Scan *s, const char *text, size_t n);
void scan_flush_plain(Scan *s);
/* A finished inline from s->at to `to`, where the scan goes on. */
void scan_add_done(Scan *s, Inline value, size_t to);
/* A copy of the buffer, newlines as blanks. */
char *scan_text(const Scan *s, size_t from, size_t to);

/* Reads what begins at s->at, if something does, and moves past it. Where it returns false, the character is
 * text. */
bool scan_read(Scan *s);
/* The characters that can begin something. */
#define SCAN_SPECIAL "\\`${}[]!<&*_\n"

#endif
