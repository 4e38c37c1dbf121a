/* What the app's own files share: the whole state, and the few things that each of them needs.
 *
 * Each part has its own type in its own header (visit.h, entry.h, home.h, …); a file changes its own part and
 * asks the others through their functions.
 */
#ifndef HEED_APP_STATE_H
#define HEED_APP_STATE_H

#include "heed/app.h"
#include "heed/view.h"

#include "activity.h"
#include "entry.h"
#include "glossary.h"
#include "home.h"
#include "keys.h"
#include "outbox.h"
#include "places.h"
#include "plain.h"
#include "present.h"
#include "study.h"
#include "visit.h"

/* A list of text that covers the place: it takes the keys until it is closed. */
typedef enum CoverKind { COVER_NONE, COVER_HELP, COVER_OUTLINE, COVER_EQUATIONS, COVER_GLOSSARY, COVER_SOURCES } CoverKind;

typedef struct Cover {
    CoverKind kind;
    int scroll;      /* COVER_HELP, COVER_SOURCES */
    size_t selected; /* COVER_OUTLINE, COVER_EQUATIONS, COVER_GLOSSARY */
} Cover;

/* All lessons of the library, parsed for their equations and words. */
typedef struct Shelf Shelf;

/* One line in place of the status. It goes with the next key or after a while; one that keeps says something
 * that a key must not wipe away unread. */
typedef struct Message {
    char *text; /* NULL: none */
    Role role;
    int64_t until_ms; /* monotonic; MESSAGE_UNTIMED: counted from the next event; MESSAGE_FOR_EVER */
    bool keeps;
} Message;

/* How much a slice of long work may do, and what is known of the time that takes (jobs.c). */
typedef struct Pace {
    size_t units;       /* of a small slice; a large one has twice as many; 0: not begun */
    unsigned size;      /* of the last slice: 0 small, 1 large */
    int64_t began_ms;   /* the last slice */
    int64_t took_ms[2]; /* slices of each size, together */
    unsigned turns[2];
} Pace;

/* What was to be seen before a resize: the newest step as it opened, or some part of the whole. */
typedef struct Anchor {
    bool is_landing;
    int scroll, max_scroll;
} Anchor;

#define MESSAGE_UNTIMED  INT64_MIN
#define MESSAGE_FOR_EVER INT64_MAX

struct App {
    const Library *library;
    Charset charset;
    char *version, *isa;
    int rows, cols; /* of the screen, as last drawn or told */
    Anchor anchor;
    int64_t wall_ms, mono_ms;
    int32_t utc_offset_min;

    Study *study;
    Home home;
    Activity activities[ACTIVITIES_MAX];
    size_t depth;        /* of the stack of activities; 0: at home */
    Visit *visit;        /* of the innermost activity; NULL: at home, or it has none now */
    bool came_from_home; /* leaving the outermost activity leads there */
    Entry entry;
    Cover cover;
    Shelf *shelf; /* NULL: not asked for yet */
    Glossary *glossary; /* ditto */
    Message message;
    bool is_mouse_off;
    Presenting present; /* of the lesson that is open */

    Pace pace;
    bool was_tick; /* the event before this one was one */

    Outbox outbox;
    Arena *scratch; /* of the present measure */
    ViewReport report;
    Frame *measured;
    uint64_t measured_look; /* of what; 0: of nothing that can be asked again */
    unsigned n_visits;      /* so far */

    Plain plain; /* what is to be told in plain line mode */
};

/* Says something in the status line until the next key. */
void app_say(App *app, Role role, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* The same, staying until it is read: keys do not wipe it. */
void app_say_keeping(App *app, int64_t until_ms, const char *text);
void app_unsay(App *app);

/* The stack of scopes that keys go to, innermost first; returns how many. */
size_t app_scopes(const App *app, Scope scopes[SCOPE_COUNT]);
void app_run(App *app, CommandId command, int arg);

/* Draws the lesson as it now stands into app->measured and says what came of it. Good until the next call
 * after a change. */
const ViewReport *app_measure(App *app);

/* The lesson as it now stands, in the words of view.h, for a screen of `cols` columns. */
ViewState app_view_state(App *app, Arena *arena, int cols);

/* The same for a cover: how far it can be scrolled. */
int cover_measure(App *app);
/* Whatever is on the screen now, drawn to be asked what stands where. */
const Frame *app_frame(App *app);

/* ---- hints.c ---- */
/* What the bottom line offers here: from the key and command tables, as much as fits into `cols`. */
ViewHint *hints_make(const App *app, Arena *arena, int cols, size_t *n);
/* The key of a command in this scope, for a line that tells what it leads to; its key is NULL where there is
 * none. */
ViewHint hints_of(Arena *arena, Scope scope, CommandId command);
/* The binding behind a hint's item, where a click meets it `col` cells from its start. */
const Binding *hints_binding(const App *app, uint32_t item, int col);

void app_rest(App *app); /* the student rests: the place is written down */

/* ---- the journal ---- */
WallTime app_now(const App *app);
/* Writes a line down: the one way by which a line gets into the journal, and into what is known of it. */
void app_record(App *app, const char *line);

#endif
