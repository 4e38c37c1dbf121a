/* Places beyond home: each is an activity (a lesson, a quiz, …) on a stack. Home lies below the stack; the
 * innermost activity has the screen and the keys, and leaving it leads back to the one below, as it was left.
 *
 * What an activity looks into with the keys of numbers is its visit: the sheet that its numbers belong to,
 * the selected one, the way into its derivation. An activity whose visit is NULL for now draws a list of its
 * own.
 */
#ifndef HEED_APP_ACTIVITY_H
#define HEED_APP_ACTIVITY_H

#include "heed/view.h"
#include "keys.h"
#include "visit.h"

typedef enum ActivityKind {
    ACTIVITY_LESSON,
    ACTIVITY_QUIZ,
    ACTIVITY_CARDS,
    ACTIVITY_PROGRESS,
    ACTIVITY_KIND_COUNT
} ActivityKind;

typedef struct Activity {
    ActivityKind kind;
    Visit *visit; /* owned */
    void *own;    /* the state of its kind; NULL where the visit is all */
} Activity;

/* One row a kind; what is NULL does nothing. */
typedef struct ActivityRow {
    /* The scopes of its place, innermost first, those of a selected number left out where it has no visit. */
    size_t (*scopes)(const App *app, Scope *scopes);
    /* Puts what it shows into the state from which its screen is drawn. */
    void (*show)(App *app, Arena *arena, ViewState *state);
    /* Draws its place while it has no visit. */
    void (*draw)(App *app, Frame *frame);
    /* Something of its own that the screen shows, as a number that differs when that does. */
    uint64_t (*look)(const App *app);
    void (*rest)(App *app);   /* the student rests, or leaves: what is to be written down */
    void (*resume)(App *app); /* what lay on it is gone */
    void (*free)(void *own);
    /* The list that it draws without a visit: an item was clicked, the wheel was turned. */
    void (*pick)(App *app, size_t item);
    void (*wheel)(App *app, int direction);
} ActivityRow;

enum { ACTIVITIES_MAX = 4 };

const ActivityRow *activity_row(ActivityKind kind);
/* The innermost; NULL: at home. */
Activity *activity_top(const App *app);
/* Whether another one can be opened over it. */
bool activity_has_room(const App *app);
/* The same, and says what is in the way: to be asked before anything a key opens. */
bool activity_admits(App *app);
/* Takes visit and own. What was open rests and stays as it is below. */
void activity_push(App *app, ActivityKind kind, Visit *visit, void *own);
/* Lets go of the innermost. */
void activity_pop(App *app);
void activity_pop_all(App *app);
/* Gives the innermost another visit (NULL: none); the old one is gone. */
void activity_set_visit(App *app, Visit *visit);
/* As the key `q`: back to what lies below; from the outermost to home, or out of heed where it was opened
 * from the shell. */
void activity_leave(App *app);

#endif
