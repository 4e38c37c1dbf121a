/* Commands: one const table of all that a key or a click can do.
 *
 * The bottom line takes `hint`, the help takes `help`; a command whose is_offered says no is left out of
 * the bottom line (its key still works, and then says why there is nothing to do).
 */
#ifndef HEED_APP_COMMANDS_H
#define HEED_APP_COMMANDS_H

#include "heed/app.h"

typedef enum CommandId {
    CMD_NONE,
    /* home */
    CMD_HOME_CHOOSE,
    CMD_HOME_PAGE,
    CMD_HOME_END,
    CMD_HOME_OPEN,
    /* reading */
    CMD_ON,
    CMD_BACK,
    CMD_SCROLL,
    CMD_ENDS,
    CMD_SELECT,
    CMD_TRY,
    CMD_SEARCH,
    CMD_SEARCH_NEXT,
    CMD_OUTLINE,
    CMD_MORE,
    CMD_CLEAR,
    CMD_LEAVE,
    /* a number */
    CMD_MOVE,
    CMD_WHY,
    CMD_INFLUENCE,
    CMD_EDIT_CELL,
    CMD_EDIT_WHOLE,
    CMD_NUDGE,
    CMD_COPY,
    CMD_RELEASE,
    /* formulas */
    CMD_TERM_INTO,
    CMD_VALUES,
    CMD_EQUATIONS,
    CMD_EQUATION_CHOOSE,
    CMD_EQUATION_PAGE,
    CMD_EQUATION_END,
    CMD_EQUATION_JUMP,
    /* words and sources */
    CMD_GLOSSARY,
    CMD_GLOSSARY_CHOOSE,
    CMD_GLOSSARY_PAGE,
    CMD_GLOSSARY_END,
    CMD_GLOSSARY_SEARCH,
    CMD_GLOSSARY_JUMP,
    CMD_SOURCES,
    CMD_HELPFUL,
    CMD_HELPFUL_WORDS,
    /* the why panel */
    CMD_INPUT,
    CMD_INFLUENCE_CLOSE,
    CMD_SIDES_SCROLL,
    CMD_OPERAND,
    CMD_PANEL_IN,
    CMD_PANEL_OUT,
    CMD_PANEL_CLOSE,
    /* covers: outline and help */
    CMD_OUTLINE_CHOOSE,
    CMD_OUTLINE_PAGE,
    CMD_OUTLINE_END,
    CMD_OUTLINE_JUMP,
    CMD_HELP_SCROLL,
    CMD_HELP_PAGE,
    CMD_HELP_END,
    CMD_COVER_CLOSE,
    /* typing */
    CMD_ENTRY_ACCEPT,
    CMD_ENTRY_CANCEL,
    CMD_ENTRY_HISTORY,
    CMD_ENTRY_RESULT,
    CMD_LINE_MOVE,
    CMD_LINE_WORD,
    CMD_LINE_END,
    CMD_LINE_ERASE,
    CMD_LINE_ERASE_WORD,
    CMD_LINE_ERASE_END,
    /* a quiz */
    CMD_QUIZ,
    CMD_QUIZ_ANSWER,
    CMD_QUIZ_NUMBERS,
    CMD_QUIZ_LOOK,
    CMD_QUIZ_TYPE,
    CMD_QUIZ_HINT,
    CMD_QUIZ_YIELD,
    CMD_QUIZ_SKIP,
    CMD_QUIZ_ON,
    CMD_QUIZ_PAGE,
    CMD_QUIZ_WHY,
    CMD_QUIZ_LESSON,
    CMD_QUIZ_STOP,
    CMD_QUIZ_CHOOSE,
    CMD_QUIZ_REREAD,
    CMD_QUIZ_AGAIN,
    /* cards */
    CMD_CARDS,
    CMD_CARD_TURN,
    CMD_CARD_TYPE,
    CMD_CARD_GRADE,
    CMD_CARD_UNDO,
    CMD_CARD_SUSPEND,
    CMD_CARD_LESSON,
    CMD_CARD_CRAM,
    CMD_CARDS_AGAIN,
    CMD_SUSPENDED,
    CMD_SUSPENDED_CHOOSE,
    CMD_SUSPENDED_RESUME,
    CMD_SUSPENDED_CLOSE,
    /* progress */
    CMD_PROGRESS,
    CMD_PROGRESS_SCROLL,
    CMD_PROGRESS_PAGE,
    CMD_PROGRESS_END,
    /* presenting */
    CMD_PRESENT,
    CMD_PRESENT_END,
    CMD_VIEW_ON,
    CMD_VIEW_BACK,
    CMD_VIEW_ENDS,
    CMD_VIEW_JUMP,
    CMD_BLANK,
    CMD_SCENE,
    CMD_SCENES,
    CMD_RETURN,
    CMD_BIG,
    CMD_SPOTLIGHT,
    CMD_CLOCK,
    CMD_CLOCK_RESTART,
    CMD_OVERVIEW,
    CMD_ASK_PREDICT,
    CMD_ASK_QUESTION,
    CMD_ASKED_ON,
    CMD_ASKED_CLOSE,
    /* a lesson, anywhere, always */
    CMD_UNDO,
    CMD_PREDICT,
    CMD_LENS,
    CMD_COMPARE,
    CMD_REDO,
    CMD_RESET,
    CMD_HELP,
    CMD_THEME,
    CMD_MOUSE,
    CMD_INTERRUPT,
    CMD_REDRAW,
    CMD_SUSPEND,
    CMD_COUNT
} CommandId;

/* Arguments of CMD_MOVE. */
enum { MOVE_LEFT, MOVE_DOWN, MOVE_UP, MOVE_RIGHT };

typedef struct Command {
    const char *name; /* stable, for tests and traces: "number.why" */
    const char *hint; /* a word for the bottom line */
    const char *help; /* a sentence without a full stop */
    void (*run)(App *app, int arg);
    bool (*is_offered)(const App *app); /* NULL: always */
} Command;

const Command *command_get(CommandId id);
/* The word for the bottom line as things stand: of a toggle, where its key leads now; else its hint. */
const char *command_hint(const App *app, CommandId id);

#endif
