/* Inlines while they are being found: a doubly linked list of items in an array.
 *
 * The scanner (inline.c) appends texts, finished inlines and runs of * and _;
 * the pairing (emphasis.c) turns what stands between two runs into a group. A
 * group's items are a list of their own. Indices stand for pointers because the
 * array grows.
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
    Item *items;
    size_t count, capacity;
    int first, last;
} Items;

/* Whether a run of `mark` between the characters `before` and `after` (0: the end of the text) may open or
 * close. */
void run_flanking(char mark, uint32_t before, uint32_t after, bool *can_open, bool *can_close);
/* Pairs the runs after item `bottom` (NO_ITEM: all of them). */
void pair_runs(Items *items, Arena *arena, int bottom);
/* Makes the items from `first` to `last` the children of a new group that stands in their place; its index.
 */
int items_group(Items *items, Arena *arena, int first, int last, Inline value);
int items_append(Items *items, Arena *arena, Item item);
void items_remove(Items *items, int index);

#endif
