/* Flashcards on the screen: one after the other, turned, graded; at the end what was done and what comes
 * next; and the list of those that are not asked any more.
 *
 * The engine (heed/deck.h) deals, schedules and writes the journal's lines; here it gets keys and a place.
 * The page of a card is a visit to its face: its numbers are selected and explained as a lesson's are.
 */
#ifndef HEED_APP_CARDS_H
#define HEED_APP_CARDS_H

#include "app_state.h"
#include "heed/deck.h"

typedef struct Cards {
    Deck *deck;
    char *lesson;     /* whose cards; NULL: of all */
    Sitting *planned; /* by the schedule */
    Sitting *cram;    /* without it; NULL: not begun */
    bool is_cramming;
    const Face *face;          /* on the screen, or below the list; NULL: the sitting is done */
    Layer *layers[REF_LAYERS]; /* of its page */
    bool is_turned;
    char *verdict; /* on the answer that was typed to this card; NULL */
    bool is_right; /* of the verdict */
    bool is_listing; /* the suspended cards are on the screen */
    size_t selected; /* in that list */
    unsigned acts;   /* counts what changes the screen */
} Cards;

/* Of the cards that are the innermost activity; NULL: another one is. */
Cards *cards_of(const App *app);
/* The sitting that goes on now. */
Sitting *cards_sitting(const Cards *cards);
/* Shows the card that is to be asked now, or the end. */
void cards_deal(App *app, Cards *cards, bool is_turned);

/* "2 due · 1 learning · 8 new" */
const char *cards_counts(const Cards *cards, Arena *arena, bool is_short);

/* ---- what the activity's row asks for ---- */
size_t cards_scopes(const App *app, Scope *scopes);
void cards_show(App *app, Arena *arena, ViewState *state);
uint64_t cards_look(const App *app);
void cards_free(void *own);
/* ---- cards_list.c: the end, and the suspended ---- */
void cards_draw(App *app, Frame *frame);
void cards_pick(App *app, size_t item);
void cards_wheel(App *app, int direction);

#endif
