/* A quiz on the screen: questions one after the other, each with an answer line, then what heed makes of the
 * answer, and at the end a list of the ideas behind the wrong ones and of what to reread.
 *
 * The engine (heed/quiz.h) picks, judges and writes the journal's lines; here it gets keys and a place.
 */
#ifndef HEED_APP_QUIZ_H
#define HEED_APP_QUIZ_H

#include "app_state.h"
#include "heed/quiz.h"

typedef struct Quizzing {
    Course *course;
    Deck *deck;
    QuizPlan plan;
    char *lesson, *part; /* the plan's */
    Quiz *quiz;
    Layer *layers[REF_LAYERS]; /* of the question now on the screen */
    const char *note;          /* before the first question; NULL */
    char *typed;               /* the answer line as it was left; NULL */
    unsigned acts;             /* counts what changes the screen */
    bool is_over;              /* the summary is on the screen */
    size_t selected;           /* in its list */
    int scroll;
} Quizzing;

/* Of the quiz that is the innermost activity; NULL: another one is. */
Quizzing *quiz_of(const App *app);
void quizzing_free(void *quizzing);

/* ---- quiz.c: what the activity's row asks for ---- */
size_t quiz_scopes(const App *app, Scope *scopes);
void quiz_show(App *app, Arena *arena, ViewState *state);
uint64_t quiz_look(const App *app);
void quiz_resume(App *app);

/* A choice was clicked, or an item of the summary. */
void quiz_pick(App *app, size_t item);

/* ---- quiz_summary.c ---- */
void quiz_summary_draw(App *app, Frame *frame);
void quiz_summary_pick(App *app, size_t item);
void quiz_summary_wheel(App *app, int direction);

#endif
