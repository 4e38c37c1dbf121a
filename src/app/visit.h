/* A visit: one lesson, opened. It owns the parsed lesson, how its sheet stands now and stood before the
 * last edit, the student's edits, the place, the selected number and the way into its derivation.
 *
 * Knows no screen: what needs rows and columns (scrolling, moving among numbers) is done in place.c and
 * select.c on what the view reports.
 */
#ifndef HEED_APP_VISIT_H
#define HEED_APP_VISIT_H

#include "heed/lesson.h"
#include "heed/quiz.h"

typedef struct Place {
    int screen, step; /* from 0 */
} Place;

/* A layer and what its overlays are made of. */
typedef struct Stand {
    Layer *layer; /* NULL: none */
    Arena *arena; /* the overlay and its text */
    const char *edits;
    int digits; /* of the rounding lens; 0: full */
} Stand;

/* What came of a prediction: a guess, or the wish to see the truth without one. */
typedef struct Guess {
    const Question *question;
    char *literal; /* the guess as a number of the language; NULL: none, or a choice */
    int choice;    /* an index into the question's choices; -1: none */
    Stand given;   /* under what the question gives; follows the edits */
} Guess;

/* One level of a derivation: the element explained, and the operand chosen in it. */
typedef struct WhyLevel {
    ElementRef ref;
    size_t operand;
} WhyLevel;

/* A question put to the class; question NULL: none. */
typedef struct Asked {
    const Question *question;
    Draw *draw;            /* NULL: a prediction */
    Misconceptions *ideas; /* of the draw */
    bool is_open;          /* the answer is shown */
    size_t number, count;
    const Question *last;  /* that was asked before */
} Asked;

typedef struct Visit {
    Lesson *lesson;
    unsigned serial;  /* which of the app's visits this is */
    Arena *arena;     /* the --set overlay */
    const char *sets; /* its text */
    Overlay sets_overlay;
    bool is_shipped;    /* of the library: its place is kept */
    Layer *const *page; /* a page's layers by those of references, REF_LAYERS of them, all borrowed, lesson
                           too; NULL: a lesson of its own */
    Stand now, was;
    History *history;
    int digits; /* of the rounding lens; 0: full */

    History *aside;    /* the edits of the side that is not worked on; NULL: nothing was compared yet */
    bool is_comparing; /* `history` is side B, `aside` is A, and A stands in `other` */
    Stand other;
    int sides_scroll; /* of the panel that shows both sides */

    bool has_influence; /* of the selected number */
    size_t input;       /* the input chosen in its panel */

    unsigned acts; /* counts what changes the screen besides edits and places */
    Guess *guesses;
    size_t n_guesses;

    Asked asked; /* while presenting */

    Place place;
    int scroll;
    bool more;   /* In practice, History, Sources are open */
    bool values; /* formulas are shown in numbers */
    bool at_end; /* the end was reached and said so */
    bool asks_helpful; /* ... and the lesson's question about itself */

    bool has_selection;
    ElementRef selection;
    size_t occurrence;          /* among the targets that show the same element */
    int target_row, target_col; /* where it was last seen, in document coordinates */

    WhyLevel *why; /* innermost last */
    size_t why_depth, why_capacity;

    char *search; /* NULL: no hits are marked */
    int hit_row;  /* document row of the hit last shown; -1 */
} Visit;

/* NULL, and diagnostics, where it has errors or nothing to show. `sets` may be NULL. */
Visit *visit_open(const char *name, const char *text, size_t len, const char *sets, Diags *diags);
void visit_free(Visit *visit);

/* What a page shows of a lesson: nothing of it can be edited, and nothing is owned; all outlives the visit.
 */
Visit *visit_page(const Lesson *lesson, Layer *const *layers);

/* The sheet under --set, the lines `edits`, `given` (may be NULL) and the lens. */
bool stand_make(Stand *stand, Visit *visit, const char *edits, const Overlay *given, Layer *reuse,
                Diags *diags);
void stand_free(Stand *stand);
bool stand_is_for(const Stand *stand, const char *edits, int digits);
/* The same edits under another lens, or on the other side of a comparison. */
void visit_restand(Visit *visit);
/* The layer whose long work goes on next; NULL: none is left. */
Layer *visit_working(const Visit *visit);
/* Stands are worked out as they are looked at. All of them, for whoever tells of work before he looks; and that they
 * have been looked at, so that what they were made from may go. */
void visit_ask_all(const Visit *visit);
void visit_looked(const Visit *visit);

/* The nearest place that exists. */
Place visit_clamp(const Visit *visit, Place place);
/* Goes to a place; on another screen the selection, the derivation and the scroll position start anew. */
void visit_go(Visit *visit, Place place);
int visit_steps(const Visit *visit); /* of the present screen */
int visit_steps_of(const Visit *visit, int screen);

/* The layer that a reference belongs to; NULL where it is gone. */
Layer *visit_layer(Visit *visit, ElementRef ref);

/* Makes the layers follow the history, and the selection and derivation follow the shapes. False and
 * diagnostics (nothing changed) where the edits can no longer be laid over the sheet. */
bool visit_sync(Visit *visit, Diags *diags);
/* Keeps the selection inside its array and the derivation to what can still be explained. */
void visit_settle(Visit *visit);

void visit_select(Visit *visit, ElementRef ref, size_t occurrence);
void visit_release(Visit *visit); /* no selection, no derivation */

/* Whether an element has a value, whose derivation can be told. */
bool visit_can_explain(Visit *visit, ElementRef ref);
void visit_why_push(Visit *visit, ElementRef ref);
void visit_why_pop(Visit *visit);
void visit_why_close(Visit *visit);
WhyLevel *visit_why_top(Visit *visit); /* NULL: closed */

/* The same lesson from a changed text: place, edits and selection are kept where they still fit. NULL and
 * diagnostics where the text has errors; `old` is left as it is either way. */
Visit *visit_reopened(Visit *old, const char *text, size_t len, Diags *diags);

#endif
