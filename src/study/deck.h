/* Inside the deck: what deck, sitting and export share. */
#ifndef HEED_STUDY_DECK_H
#define HEED_STUDY_DECK_H

#include "heed/deck.h"

struct Deck {
    Arena *arena;
    Course *course;
    const ScheduleParams *params;
    DeckCard *cards;
    size_t n_cards;
};

#endif
