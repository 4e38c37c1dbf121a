/* Keys: one const table that says which key does what where.
 *
 * Where: keys go to a stack of scopes, innermost first; the first scope that uses the
 * key wins, and what it does not use falls through to the next. A line being typed is
 * the exception: below it stands only SCOPE_ALWAYS, since its keys are text.
 *
 * The bottom line and the help are made from this table and from commands.h; nothing
 * else in heed knows which key does what.
 */
#ifndef HEED_APP_KEYS_H
#define HEED_APP_KEYS_H

#include "commands.h"
#include "heed/event.h"

#include "heed/arena.h"

/* In the order in which help tells of those that are not of the present place. */
typedef enum Scope {
    SCOPE_HOME,
    SCOPE_READ,
    SCOPE_NUMBER,
    SCOPE_TERM, /* a term of a formula is selected */
    SCOPE_PANEL,
    SCOPE_INFLUENCE,
    SCOPE_SIDES, /* two sides are compared in a panel */
    SCOPE_ANSWER,  /* the answer to a question is being typed */
    SCOPE_ASKED,   /* a question waits for its answer, and no line is being typed */
    SCOPE_JUDGED,  /* it was answered */
    SCOPE_PAGE,    /* either */
    SCOPE_SUMMARY, /* the quiz is over */
    SCOPE_CARD,
    SCOPE_CARDS_END, /* no card is to be asked now */
    SCOPE_SUSPENDED, /* the list of suspended cards */
    SCOPE_PROGRESS,
    SCOPE_END, /* the end of a lesson asks whether it was helpful */
    SCOPE_CLASS,   /* a question is put to the class */
    SCOPE_PRESENT, /* a lesson is shown to a room */
    SCOPE_OUTLINE,
    SCOPE_EQUATIONS,
    SCOPE_GLOSSARY,
    SCOPE_HELP,
    SCOPE_ENTRY,
    SCOPE_LESSON, /* wherever a lesson is on the screen */
    SCOPE_COMMON, /* everywhere but where text is typed */
    SCOPE_ALWAYS,
    SCOPE_COUNT
} Scope;

typedef struct Binding {
    uint32_t key; /* as in Event */
    uint8_t mods; /* MOD_CTRL, MOD_ALT; MOD_SHIFT is part of the key */
    Scope scope;
    CommandId command;
    int arg;  /* given to the command */
    int hint; /* 0: not in the bottom line; else how soon it yields there: 1 stays longest */
} Binding;

size_t keys_count(void);
const Binding *keys_at(size_t index);
size_t keys_index(const Binding *binding);

/* What a key does in this stack of scopes, innermost first; NULL: nothing. */
const Binding *keys_find(const Scope *scopes, size_t n_scopes, uint32_t key, uint8_t mods);

/* What a scope is called in the help: "Reading", "A number is selected". */
const char *scope_title(Scope scope);

/* A key as it is written for a reader: "Space", "Ctrl-R", "↑", "g". */
const char *key_label(Arena *arena, uint32_t key, uint8_t mods);

#endif
