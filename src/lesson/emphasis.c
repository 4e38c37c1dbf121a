/* Which * and _ are emphasis: CommonMark's rules for runs of delimiters.
 *
 * A run may open or close by what stands beside it. Walking forward, each closer
 * looks back for the nearest opener of its kind; what stands between becomes a
 * group. `floor` remembers per kind of closer where a search has already failed,
 * and no search goes further than FURTHEST items, so that no text takes long.
 * Groups nest at most MAX_INLINE_DEPTH deep; deeper marks stay as they are
 * written, so that no text can exhaust a stack.
 */
#include "lesson/inline.h"
#include <string.h>

enum { FURTHEST = 2000 };

static bool is_space_code(uint32_t c)
{
    return c == 0 || c == ' ' || c == '\n' || c == '\t' || c == 0xA0 || (c >= 0x2000 && c <= 0x200A) ||
           c == 0x202F || c == 0x205F || c == 0x3000;
}

static bool is_punctuation_code(uint32_t c)
{
    if (c < 0x80) return c > ' ' && !(c >= '0' && c <= '9') && !((c | 32) >= 'a' && (c | 32) <= 'z');
    static const uint32_t latin[] = {0xA1, 0xA7, 0xAB, 0xB6, 0xB7, 0xBB, 0xBF};
    for (size_t i = 0; i < sizeof latin / sizeof latin[0]; i++)
        if (c == latin[i]) return true;
    return (c >= 0x2010 && c <= 0x2027) || (c >= 0x2030 && c <= 0x205E) || (c >= 0x3001 && c <= 0x3003) ||
           (c >= 0x3008 && c <= 0x3011);
}

void run_flanking(char mark, uint32_t before, uint32_t after, bool *can_open, bool *can_close)
{
    bool space_before = is_space_code(before), space_after = is_space_code(after);
    bool punct_before = !space_before && is_punctuation_code(before);
    bool punct_after = !space_after && is_punctuation_code(after);
    bool left = !space_after && (!punct_after || space_before || punct_before);
    bool right = !space_before && (!punct_before || space_after || punct_after);
    if (mark == '_') {
        *can_open = left && (!right || punct_before);
        *can_close = right && (!left || punct_after);
    } else {
        *can_open = left;
        *can_close = right;
    }
}

static void add(Items *items, Item item)
{
    if (items->count == items->capacity) {
        items->capacity = items->capacity ? 2 * items->capacity : 8;
        items->items = heed_xrealloc(items->items, items->capacity * sizeof *items->items);
    }
    items->items[items->count++] = item;
}

int items_append(Items *items, Item item)
{
    int index = (int)items->count;
    item.prev = items->last;
    item.next = NO_ITEM;
    add(items, item);
    if (items->last == NO_ITEM)
        items->first = index;
    else
        items->items[items->last].next = index;
    items->last = index;
    return index;
}

void items_remove(Items *items, int index)
{
    const Item *item = &items->items[index];
    if (item->prev == NO_ITEM)
        items->first = item->next;
    else
        items->items[item->prev].next = item->next;
    if (item->next == NO_ITEM)
        items->last = item->prev;
    else
        items->items[item->next].prev = item->prev;
}

/* One more than the deepest group in the list from `first`. */
static int depth_over(const Items *items, int first)
{
    int deepest = 0;
    for (int i = first; i != NO_ITEM; i = items->items[i].next)
        if (items->items[i].kind == ITEM_GROUP && items->items[i].depth > deepest)
            deepest = items->items[i].depth;
    return deepest + 1;
}

int items_group(Items *items, int first, int last, Inline value)
{
    int before = items->items[first].prev, after = items->items[last].next, index = (int)items->count;
    Item group = {.kind = ITEM_GROUP, .value = value, .prev = before, .next = after, .first_child = first};
    group.start = items->items[first].start;
    group.end = items->items[last].end;
    add(items, group);
    items->items[first].prev = NO_ITEM;
    items->items[last].next = NO_ITEM;
    items->items[index].depth = depth_over(items, first);
    if (before == NO_ITEM)
        items->first = index;
    else
        items->items[before].next = index;
    if (after == NO_ITEM)
        items->last = index;
    else
        items->items[after].prev = index;
    return index;
}

/* CommonMark's rule of three: a run that can both open and close pairs only with one whose length, added to
 * its own, is no multiple of three, unless both are. */
static bool may_pair(const Item *opener, const Item *closer)
{
    if (opener->kind != ITEM_RUN || !opener->can_open || opener->mark != closer->mark || opener->left == 0)
        return false;
    bool both_ways = opener->can_close || closer->can_open;
    bool sum_of_three = (opener->whole + closer->whole) % 3 == 0;
    return !(both_ways && sum_of_three && (opener->whole % 3 != 0 || closer->whole % 3 != 0));
}

static size_t kind_of_closer(const Item *closer)
{
    return (closer->mark == '_' ? 6 : 0) + (closer->can_open ? 3 : 0) + closer->whole % 3;
}

static int find_opener(const Items *items, int closer, int floor)
{
    int i = items->items[closer].prev;
    for (size_t steps = 0; i != floor && i != NO_ITEM && steps < FURTHEST; i = items->items[i].prev, steps++)
        if (may_pair(&items->items[i], &items->items[closer])) return i;
    return NO_ITEM;
}

/* Whether what stands between would nest too deeply once more. */
static bool is_too_deep(const Items *items, int opener, int closer)
{
    for (int i = items->items[opener].next; i != closer; i = items->items[i].next)
        if (items->items[i].kind == ITEM_GROUP && items->items[i].depth >= MAX_INLINE_DEPTH) return true;
    return false;
}

/* Takes one or two characters off both runs and groups what stands between. */
static void join(Items *items, int opener, int closer)
{
    Item *open = &items->items[opener], *close = &items->items[closer];
    size_t used = open->left >= 2 && close->left >= 2 ? 2 : 1;
    open->left -= used;
    close->left -= used;
    open->end -= used;
    close->start += used;
    int first = open->next, last = close->prev;
    Inline value = {.kind = used == 2 ? INLINE_STRONG : INLINE_EMPH};
    int group = items_group(items, first, last, value);
    items->items[group].start -= used;
    items->items[group].end += used;
}

/* Runs inside a pair that found no partner are plain text from now on. */
static void close_inner_runs(Items *items, int opener, int closer)
{
    for (int i = items->items[opener].next; i != closer; i = items->items[i].next)
        items->items[i].can_open = items->items[i].can_close = false;
}

void pair_runs(Items *items, int bottom)
{
    int floor[12];
    for (size_t i = 0; i < 12; i++) floor[i] = bottom;
    int closer = bottom == NO_ITEM ? items->first : items->items[bottom].next;
    while (closer != NO_ITEM) {
        Item *close = &items->items[closer];
        if (close->kind != ITEM_RUN || !close->can_close || close->left == 0) {
            closer = close->next;
            continue;
        }
        size_t kind = kind_of_closer(close);
        int opener = find_opener(items, closer, floor[kind]);
        bool is_empty = opener != NO_ITEM && items->items[opener].next == closer;
        if (opener == NO_ITEM || is_empty || is_too_deep(items, opener, closer)) {
            floor[kind] = close->prev;
            closer = close->next;
            continue;
        }
        close_inner_runs(items, opener, closer);
        join(items, opener, closer);
    }
}
