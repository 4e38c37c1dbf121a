/* Plain line mode: lines of words in, lines of text out, over the same state and commands as the screen.
 *
 * Telling. A command changes the state and puts tellings into a queue; the driver lets long work finish; then
 * the queue is told from the state as it is. So what is told is always what stands, and a number told is an
 * element of the sheet.
 */
#ifndef HEED_APP_PLAIN_H
#define HEED_APP_PLAIN_H

#include "commands.h"
#include "heed/spoken.h"

typedef enum TellingKind {
    TELL_TEXT,      /* text */
    TELL_HEAD,      /* the present screen's title */
    TELL_STEP,      /* the newest open step */
    TELL_SCREEN,    /* all open steps */
    TELL_CHANGES,   /* between was and now */
    TELL_WHY,       /* the level that is open */
    TELL_INFLUENCE, /* of ref */
    TELL_VALUE,     /* of ref.node, called text */
    TELL_NAMES,
    TELL_PREDICTION, /* the question called text */
    TELL_MORE,       /* In practice, History, Sources of the open steps */
    TELL_SOURCES,    /* of the lesson */
    TELL_SECTIONS,   /* Sources of the screen */
    TELL_SIDES       /* A and B */
} TellingKind;

typedef struct Telling {
    TellingKind kind;
    const char *text;
    ElementRef ref;
    int indent; /* of TELL_TEXT: lines after the first of a paragraph */
} Telling;

typedef struct Plain {
    Arena *arena; /* of what is to be told; NULL: nothing was told yet */
    Telling *items;
    size_t n, cap;
    bool was_refused; /* the last line */
} Plain;

void plain_free(Plain *plain);
void plain_tell(App *app, TellingKind kind);
void plain_tell_about(App *app, TellingKind kind, const char *text, ElementRef ref);
void plain_say(App *app, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Says what is wrong with a line, and that it was refused. */
void plain_refuse(App *app, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Where a word may be used. */
enum { AT_HOME = 1, IN_LESSON = 2, ANYWHERE = 3 };

/* A command in words. Its sentence in the help is that of the command that a key runs, where there is one. */
typedef struct Word {
    const char *name;       /* "undo" */
    const char *short_form; /* "u": the key of the same command; NULL */
    const char *usage;      /* what stands behind it: "NAME = VALUE"; "" nothing may */
    CommandId command;      /* CMD_NONE: `help` tells */
    const char *help;       /* in place of the command's; NULL */
    int place;
    void (*run)(App *app, const char *argument); /* blanks around the argument are cut */
} Word;

size_t plain_word_count(void);
const Word *plain_word_at(size_t index);
/* By name or short form, where it may be used now; NULL. */
const Word *plain_word_find(const App *app, const char *name, size_t len);
bool plain_word_fits(const App *app, const Word *word);

/* ---- plain_place.c: through the lessons ---- */
void plain_on(App *app, const char *argument);
void plain_back(App *app, const char *argument);
void plain_again(App *app, const char *argument);
void plain_screen(App *app, const char *argument);
void plain_outline(App *app, const char *argument);
void plain_goto(App *app, const char *argument);
void plain_more(App *app, const char *argument);
void plain_search(App *app, const char *argument);
void plain_equations(App *app, const char *argument);
void plain_sources(App *app, const char *argument);
void plain_quiz(App *app, const char *argument);
void plain_cards(App *app, const char *argument);
void plain_helpful(App *app, const char *argument);  /* helpful.c */
void plain_glossary(App *app, const char *argument); /* glossary.c */
void plain_list(App *app, const char *argument);
void plain_open(App *app, const char *argument);
void plain_home(App *app, const char *argument);
void plain_quit(App *app, const char *argument);
void plain_tell_place(App *app); /* the screen's title and its newest step */
void plain_tell_home(App *app);

/* ---- plain_act.c: with the numbers ---- */
void plain_why(App *app, const char *argument);
void plain_out(App *app, const char *argument);
void plain_influence(App *app, const char *argument);
void plain_names(App *app, const char *argument);
void plain_set(App *app, const char *argument);
void plain_nudge(App *app, const char *argument);
void plain_undo(App *app, const char *argument);
void plain_redo(App *app, const char *argument);
void plain_reset(App *app, const char *argument);
void plain_try(App *app, const char *argument);
void plain_predict(App *app, const char *argument);
void plain_lens(App *app, const char *argument);
void plain_compare(App *app, const char *argument);
void plain_values(App *app, const char *argument);

#endif
