/* What is to be done outside: effects, kept until the loop has performed them. */
#ifndef HEED_APP_OUTBOX_H
#define HEED_APP_OUTBOX_H

#include "heed/app.h"

typedef struct Outbox {
    Arena *arena; /* the texts */
    Effect *items;
    size_t count, capacity;
    bool is_delivered; /* the next effect starts a new list */
} Outbox;

void outbox_free(Outbox *outbox);
/* text may be NULL; it is copied. */
void outbox_add(Outbox *outbox, EffectKind kind, const char *text, int value);
/* Forgets what was delivered; what came up since then stays. */
void outbox_begin(Outbox *outbox);
const Effect *outbox_deliver(Outbox *outbox, size_t *count);

#endif
