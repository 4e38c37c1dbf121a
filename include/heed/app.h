/* The state machine: (state, Event) -> state + effects.
 *
 * Pure: no clock, file, environment or screen. Time comes in events, texts come in
 * AppConfig, what is to be done outside comes out as effects that cli performs.
 * Keys are one table (key, focus, command); commands are one table (name, hint,
 * help sentence, function); the bottom line and the help are made from both.
 */
#ifndef HEED_APP_H
#define HEED_APP_H

#include "heed/event.h"
#include "heed/frame.h"
#include "heed/lesson.h"
#include "heed/quiz.h"

typedef enum EffectKind {
    EFFECT_QUIT,
    EFFECT_APPEND,  /* text: one journal line, without its newline */
    EFFECT_THEME,   /* value: one of THEME_EFFECT_… */
    EFFECT_MOUSE,   /* value: 1 on, 0 off */
    EFFECT_SUSPEND, /* Ctrl-Z */
    EFFECT_REDRAW,  /* Ctrl-L: repaint everything */
    EFFECT_COPY,    /* text for the clipboard (the terminal decides) */
    EFFECT_PRESENT, /* text: what the speaker's notes show now, a JSON object; NULL: presenting has ended */
    EFFECT_TALK,    /* in plain lines: text "quiz" or "cards", then a blank and what about (a lesson), or nothing */
    EFFECT_BELL
} EffectKind;

enum {
    THEME_EFFECT_NEXT,    /* the next theme */
    THEME_EFFECT_PRESENT, /* high contrast, where there are colours */
    THEME_EFFECT_READ     /* what it was before */
};

typedef struct Effect {
    EffectKind kind;
    const char *text;
    int value;
} Effect;

typedef struct AppConfig {
    const Library *library;
    Charset charset;
    const char *version;
    const char *isa;          /* shown in the status line */
    const char *journal;      /* the journal's whole text, "" when new */
    size_t journal_len;
    const char *problem;      /* something to say at the start (read-only disk), or NULL */
    int64_t wall_ms;          /* now, at the start */
    int32_t utc_offset_min;
} AppConfig;

typedef struct App App;

App *app_new(const AppConfig *config); /* at home */
void app_free(App *app);

/* Opens a lesson of the library, or a text (`heed run FILE`); screen and step count from 0, -1: where the student was
 * (a text: the start). `sets` are overlay lines. False and diagnostics where it cannot be shown. */
bool app_open_lesson(App *app, const char *id, int screen, int step, const char *sets, Diags *diags);
bool app_open_text(App *app, const char *name, const char *text, size_t len, int screen, int step, const char *sets,
                   Diags *diags);
/* The wrong ideas beside a lesson from a file, before it is opened or added. */
void app_add_ideas(App *app, const char *name, const char *text, size_t len);
/* A lesson from a file joins the course, for a quiz of it; returns its id, NULL and diagnostics where it has errors. */
const char *app_add_lesson(App *app, const char *name, const char *text, size_t len, Diags *diags);
/* Starts a quiz (`heed quiz`); false where no question is in reach. */
bool app_open_quiz(App *app, const QuizPlan *plan);
/* Starts a sitting with the cards of a lesson of the library, or of all (NULL); with `is_cram` without their schedule
 * (`heed cards`). */
void app_open_cards(App *app, const char *lesson, bool is_cram);
/* Presents the lesson that is open, one idea a view, from where it was opened. budget_ms: how long the talk may take; 0: no
 * limit. Nothing at home. */
void app_present(App *app, int64_t budget_ms);
/* A changed file's new text: kept place and edits where they still fit; with errors the old version stays and the first
 * error is shown. */
void app_reload(App *app, const char *text, size_t len);
/* Something went wrong outside (the journal could not be written): said once in the status line. */
void app_problem(App *app, const char *text);

/* The terminal can draw less, or more, than was said at the start. */
void app_set_charset(App *app, Charset charset);

/* Takes one event. Effects stay valid until the next call. */
const Effect *app_event(App *app, const Event *event, size_t *n_effects);
/* The screen as it now stands, in `arena`; rows and cols >= 0. */
Frame *app_draw(App *app, Arena *arena, int rows, int cols);

/* How long the loop may sleep: -1 for ever, 0 work is waiting (a job), else milliseconds until a message fades or a clock
 * that is shown goes on. */
int app_timeout(const App *app);

/* ---- plain line mode: the same state, driven by lines of words ----
 * A driver gives a line, lets long work finish (ticks while app_timeout is 0), then asks what is to be told. */

/* Takes one line, without its newline, as app_event takes an event; `when` tells the time. */
const Effect *app_line(App *app, const char *line, const Event *when, size_t *n_effects);
/* The last line was not understood, or could not be done: what is told says why. */
bool app_line_was_refused(const App *app);
/* The place is to be told: at the start. */
void app_tell_place(App *app);
/* What is to be told since it was last asked, at most `width` (>= 20) columns wide; numbers have their references. */
Frame *app_tell(App *app, Arena *arena, int width);
/* A line of the journal that another part of the program wrote meanwhile: what is known follows it. */
void app_heard(App *app, const char *line);
char *app_prompt(const App *app, Arena *arena); /* "four-steps 2.3> " */

#endif
