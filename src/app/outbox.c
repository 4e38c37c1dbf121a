/* Effects live until the next call of app_event. Those that arise between two events (a lesson opened by
 * the command line) wait for the next one; so a list is emptied only after it was delivered.
 */
#include "outbox.h"

#include <stdlib.h>

void outbox_free(Outbox *outbox)
{
    arena_free(outbox->arena);
    free(outbox->items);
    *outbox = (Outbox){0};
}

void outbox_begin(Outbox *outbox)
{
    if (!outbox->is_delivered) return;
    outbox->is_delivered = false;
    outbox->count = 0;
    if (outbox->arena != NULL) arena_reset(outbox->arena);
}

void outbox_add(Outbox *outbox, EffectKind kind, const char *text, int value)
{
    outbox_begin(outbox);
    if (outbox->arena == NULL) outbox->arena = arena_new();
    if (outbox->count == outbox->capacity) {
        outbox->capacity = outbox->capacity > 0 ? 2 * outbox->capacity : 8;
        outbox->items = heed_xrealloc(outbox->items, outbox->capacity * sizeof *outbox->items);
    }
    const char *kept = text != NULL ? arena_strdup(outbox->arena, text) : NULL;
    outbox->items[outbox->count++] = (Effect){kind, kept, value};
}

const Effect *outbox_deliver(Outbox *outbox, size_t *count)
{
    *count = outbox->count;
    outbox->is_delivered = true;
    return outbox->items;
}
