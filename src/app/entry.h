/* An entry: a line being typed at a prompt, for a purpose.
 *
 * What the purposes do is one const table in entry.c. Text that was entered is remembered per purpose;
 * ↑ and ↓ walk through it.
 */
#ifndef HEED_APP_ENTRY_H
#define HEED_APP_ENTRY_H

#include "heed/app.h"
#include "heed/sheet.h"
#include "line.h"

typedef enum EntryKind {
    ENTRY_NONE,
    ENTRY_TRY,         /* `:` an expression over the lesson's names, or none at home */
    ENTRY_CELL,        /* `e` one cell of an input */
    ENTRY_WHOLE,       /* `E` a whole input */
    ENTRY_GUESS,       /* `p` what a prediction asks for */
    ENTRY_ANSWER,      /* the answer to a question of a quiz */
    ENTRY_CARD,        /* the answer to a card */
    ENTRY_JUMP,        /* digits while presenting: the number of a view */
    ENTRY_SEARCH,      /* `/` in a lesson */
    ENTRY_HOME_SEARCH, /* `/` in the titles at home */
    ENTRY_GLOSSARY,    /* `/` in the glossary */
    ENTRY_HELPFUL,     /* what is said of a lesson at its end */
    ENTRY_KIND_COUNT
} EntryKind;

/* Texts entered before, oldest first; the newest ENTRY_HISTORY_MAX of them. */
#define ENTRY_HISTORY_MAX 100
typedef struct Entered {
    char **texts;
    size_t count;
} Entered;

typedef struct Entry {
    EntryKind kind; /* ENTRY_NONE: nothing is typed */
    Line line;
    char *prompt;
    ElementRef target; /* ENTRY_CELL: the cell */
    char *name;        /* ENTRY_WHOLE: the input; ENTRY_GUESS: the question's id */

    char *problem;      /* what is wrong with the text as it was entered; NULL */
    char *answered;     /* ENTRY_TRY: the text that `result` answers; NULL */
    NodeId result_node; /* numbers, shown with references; 0: see result */
    char *result;       /* an answer that is no array of numbers */
    bool is_held;       /* the answer stays on the screen while keys go to its numbers */

    Entered entered[ENTRY_KIND_COUNT];
    size_t recall; /* place in entered[kind]; its count: the line itself */
    char *draft;   /* the line itself, while another is recalled */
} Entry;

void entry_free(Entry *entry);

/* Opens at a prompt with a text to start from. */
void entry_open(Entry *entry, EntryKind kind, const char *prompt, const char *text);
void entry_close(Entry *entry);
/* Whether keys are text now. */
bool entry_is_typing(const Entry *entry);
/* The text differs from what was answered, or nothing was. */
bool entry_is_fresh(const Entry *entry);

/* Call after any change of the line: what was said of the old text is no longer so. */
void entry_touched(Entry *entry);
void entry_set_problem(Entry *entry, const char *text);
void entry_set_answer(Entry *entry, NodeId node, const char *text);

/* Remembers the line (not twice in a row, not an empty one). */
void entry_remember(Entry *entry);
void entry_recall(Entry *entry, int direction);

#endif
