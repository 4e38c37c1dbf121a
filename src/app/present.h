/* Presenting: a mode of the visit in which each step is a view of its own, for a room.
 *
 * Station and detours. Going on and back moves the station, the place where the talk is. Everything else (a jump, a
 * number's derivation, edits, a scene, a question, a blank screen) is a detour: one key leads back to the station and to the
 * lesson as it is written.
 */
#ifndef HEED_APP_PRESENT_H
#define HEED_APP_PRESENT_H

#include "heed/view.h"
#include "visit.h"

typedef struct Presenting {
    bool is_on;
    bool is_blank;
    bool has_no_spotlight, has_no_clock, names_scenes;
    ViewBig big;
    Place station;
    bool is_running; /* the clock: it began with the first event of the talk */
    int64_t began_ms, budget_ms;
    uint64_t told;   /* what the speaker's notes were last told, as a hash; 0: nothing */
} Presenting;

/* What view_present needs, in `arena`; NULL while nothing is presented. */
const ViewPresent *present_state(const App *app, Arena *arena);
/* A hash of it, for equal looks. */
uint64_t present_look(const App *app);
/* Before and after each event: the clock begins, the speaker's notes follow. */
void present_begin_event(App *app);
void present_end_event(App *app);
/* Takes a key while the screen is blank: true where it was. */
bool present_wake(App *app);
/* Milliseconds until the clock shows something else; -1: there is none to be seen. */
int present_timeout(const App *app);
/* Something else is opened; the lesson is about to be closed; its text was read anew. */
void present_stop(App *app);
void present_forget(App *app);
void present_renew(App *app);

/* ---- asking.c: questions put to the class ---- */
void asking_close(Visit *visit);
/* The layer of a reference that belongs to the question; NULL. */
Layer *asking_layer(const Visit *visit, size_t place);
const ViewAsk *asking_state(const Visit *visit, Arena *arena);

/* ---- speaker.c: what the speaker reads ---- */
void speaker_tell(App *app);

#endif
