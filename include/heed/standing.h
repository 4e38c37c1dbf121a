/* Where a student stands: the figures of `heed progress` and of its screen, made from the progress that the
 * journal tells and the deck.
 */
#ifndef HEED_STANDING_H
#define HEED_STANDING_H

#include "heed/deck.h"

#define CARD_STATES 4 /* CardState */

typedef struct LessonStanding {
    const LibraryEntry *entry;
    int screens_done;         /* screens reached, 0 … entry->n_screens */
    int n_steps, steps_done;  /* steps opened */
    const LessonPlace *place; /* the latest; NULL: never opened */
    size_t n_cards, due;      /* its cards; those to review now */
} LessonStanding;

typedef struct IdeaStanding {
    const IdeaHistory *history;
    const Misconception *misconception; /* NULL: heed knows it no more */
    bool is_open;
} IdeaStanding;

#define FORECAST_DAYS 14

typedef struct Standing {
    WallTime now;
    Day today;
    unsigned streak; /* days in a row */
    size_t n_days;   /* days on which something was done */
    LessonStanding *lessons; /* of the library, in its order */
    size_t n_lessons;
    size_t n_cards, by_state[CARD_STATES], n_suspended; /* suspended ones are counted in their state too */
    size_t due, new_today;            /* what a sitting would ask now: reviews, and new ones within the day's limit */
    size_t forecast[FORECAST_DAYS];   /* cards that fall due on each day; the first is today, with all that is overdue.
                                         Neither new cards nor suspended ones */
    size_t due_later;                 /* beyond the forecast */
    IdeaStanding *ideas;              /* those to be revisited first, then the settled ones; the latest first */
    size_t n_ideas;
} Standing;

/* In the arena; what it points to belongs to its arguments. */
Standing *standing_new(Arena *arena, const Library *library, const Course *course, const Deck *deck,
                       const Progress *progress, WallTime now);

/* When a card is to be reviewed: a day ("2026-12-01"), for a card in its steps a moment ("2026-11-29T21:14:05+01:00",
 * in the offset of `now`); NULL for a new one that nothing calls for. */
char *card_due_text(Arena *arena, const CardMemory *memory, WallTime now);

#endif
