/* The key table, in the order in which help and the bottom line show it.
 *
 * Two keys of one command in one scope that both have a hint share it: "↑↓ operand".
 */
#include "keys.h"

#include "heed/text.h"

#include <string.h>

#define CTRL MOD_CTRL
#define ALT  MOD_ALT

static const Binding bindings[] = {
    /* key, mods, scope, command, arg, hint */

    /* ---- home ---- */
    {KEYCODE_UP, 0, SCOPE_HOME, CMD_HOME_CHOOSE, -1, 2},
    {KEYCODE_DOWN, 0, SCOPE_HOME, CMD_HOME_CHOOSE, 1, 2},
    {'k', 0, SCOPE_HOME, CMD_HOME_CHOOSE, -1, 0},
    {'j', 0, SCOPE_HOME, CMD_HOME_CHOOSE, 1, 0},
    {KEYCODE_PAGE_UP, 0, SCOPE_HOME, CMD_HOME_PAGE, -1, 0},
    {KEYCODE_PAGE_DOWN, 0, SCOPE_HOME, CMD_HOME_PAGE, 1, 0},
    {'g', 0, SCOPE_HOME, CMD_HOME_END, -1, 0},
    {'G', 0, SCOPE_HOME, CMD_HOME_END, 1, 0},
    {KEYCODE_HOME, 0, SCOPE_HOME, CMD_HOME_END, -1, 0},
    {KEYCODE_END, 0, SCOPE_HOME, CMD_HOME_END, 1, 0},
    {KEYCODE_ENTER, 0, SCOPE_HOME, CMD_HOME_OPEN, 0, 1},
    {' ', 0, SCOPE_HOME, CMD_HOME_OPEN, 0, 0},
    {KEYCODE_RIGHT, 0, SCOPE_HOME, CMD_HOME_OPEN, 0, 0},
    {'l', 0, SCOPE_HOME, CMD_HOME_OPEN, 0, 0},
    {'/', 0, SCOPE_HOME, CMD_SEARCH, 0, 5},
    {'n', 0, SCOPE_HOME, CMD_SEARCH_NEXT, 1, 4},
    {'N', 0, SCOPE_HOME, CMD_SEARCH_NEXT, -1, 4},
    {':', 0, SCOPE_HOME, CMD_TRY, 0, 6},
    {'=', 0, SCOPE_HOME, CMD_EQUATIONS, 0, 7},
    {'D', 0, SCOPE_HOME, CMD_GLOSSARY, 0, 8},
    {KEYCODE_ESC, 0, SCOPE_HOME, CMD_CLEAR, 0, 0},
    {'x', 0, SCOPE_HOME, CMD_QUIZ, 0, 3},
    {'c', 0, SCOPE_HOME, CMD_CARDS, 0, 3},
    {'p', 0, SCOPE_HOME, CMD_PROGRESS, 0, 4},
    {'q', 0, SCOPE_HOME, CMD_LEAVE, 0, 3},

    /* ---- the panel that tells where a number comes from ---- */
    {KEYCODE_UP, 0, SCOPE_PANEL, CMD_OPERAND, -1, 3},
    {KEYCODE_DOWN, 0, SCOPE_PANEL, CMD_OPERAND, 1, 3},
    {KEYCODE_ENTER, 0, SCOPE_PANEL, CMD_PANEL_IN, 0, 2},
    {KEYCODE_BACKSPACE, 0, SCOPE_PANEL, CMD_PANEL_OUT, 0, 4},
    {KEYCODE_ESC, 0, SCOPE_PANEL, CMD_PANEL_CLOSE, 0, 1},

    /* ---- the panel that tells what moves a number ---- */
    {KEYCODE_UP, 0, SCOPE_INFLUENCE, CMD_INPUT, -1, 2},
    {KEYCODE_DOWN, 0, SCOPE_INFLUENCE, CMD_INPUT, 1, 2},
    {KEYCODE_ESC, 0, SCOPE_INFLUENCE, CMD_INFLUENCE_CLOSE, 0, 1},

    /* ---- the panel of two sides ---- */
    {'A', 0, SCOPE_SIDES, CMD_COMPARE, 0, 1},
    {'[', 0, SCOPE_SIDES, CMD_SIDES_SCROLL, -1, 3},
    {']', 0, SCOPE_SIDES, CMD_SIDES_SCROLL, 1, 3},

    /* ---- a number is selected ---- */
    {KEYCODE_LEFT, 0, SCOPE_NUMBER, CMD_MOVE, MOVE_LEFT, 7},
    {KEYCODE_DOWN, 0, SCOPE_NUMBER, CMD_MOVE, MOVE_DOWN, 0},
    {KEYCODE_UP, 0, SCOPE_NUMBER, CMD_MOVE, MOVE_UP, 0},
    {KEYCODE_RIGHT, 0, SCOPE_NUMBER, CMD_MOVE, MOVE_RIGHT, 7},
    {'h', 0, SCOPE_NUMBER, CMD_MOVE, MOVE_LEFT, 0},
    {'j', 0, SCOPE_NUMBER, CMD_MOVE, MOVE_DOWN, 0},
    {'k', 0, SCOPE_NUMBER, CMD_MOVE, MOVE_UP, 0},
    {'l', 0, SCOPE_NUMBER, CMD_MOVE, MOVE_RIGHT, 0},
    {KEYCODE_ENTER, 0, SCOPE_NUMBER, CMD_WHY, 0, 1},
    {'w', 0, SCOPE_NUMBER, CMD_WHY, 0, 0},
    {'d', 0, SCOPE_NUMBER, CMD_INFLUENCE, 0, 4},
    {'e', 0, SCOPE_NUMBER, CMD_EDIT_CELL, 0, 5},
    {'E', 0, SCOPE_NUMBER, CMD_EDIT_WHOLE, 0, 0},
    {'+', 0, SCOPE_NUMBER, CMD_NUDGE, 1, 6},
    {'-', 0, SCOPE_NUMBER, CMD_NUDGE, -1, 6},
    {'y', 0, SCOPE_NUMBER, CMD_COPY, 0, 0},
    {KEYCODE_ESC, 0, SCOPE_NUMBER, CMD_RELEASE, 0, 2},

    /* ---- a term of a formula is selected ---- */
    {KEYCODE_LEFT, 0, SCOPE_TERM, CMD_MOVE, MOVE_LEFT, 5},
    {KEYCODE_DOWN, 0, SCOPE_TERM, CMD_MOVE, MOVE_DOWN, 0},
    {KEYCODE_UP, 0, SCOPE_TERM, CMD_MOVE, MOVE_UP, 0},
    {KEYCODE_RIGHT, 0, SCOPE_TERM, CMD_MOVE, MOVE_RIGHT, 5},
    {'h', 0, SCOPE_TERM, CMD_MOVE, MOVE_LEFT, 0},
    {'j', 0, SCOPE_TERM, CMD_MOVE, MOVE_DOWN, 0},
    {'k', 0, SCOPE_TERM, CMD_MOVE, MOVE_UP, 0},
    {'l', 0, SCOPE_TERM, CMD_MOVE, MOVE_RIGHT, 0},
    {KEYCODE_ENTER, 0, SCOPE_TERM, CMD_TERM_INTO, 0, 1},
    {'w', 0, SCOPE_TERM, CMD_TERM_INTO, 0, 0},
    {KEYCODE_ESC, 0, SCOPE_TERM, CMD_RELEASE, 0, 2},

    /* ---- a question is put to the class ---- */
    {' ', 0, SCOPE_CLASS, CMD_ASKED_ON, 0, 1},
    {KEYCODE_PAGE_DOWN, 0, SCOPE_CLASS, CMD_ASKED_ON, 0, 0},
    {KEYCODE_RIGHT, 0, SCOPE_CLASS, CMD_ASKED_ON, 0, 0},
    {KEYCODE_ENTER, 0, SCOPE_CLASS, CMD_ASKED_ON, 0, 0},
    {'p', 0, SCOPE_CLASS, CMD_ASKED_ON, 0, 0},
    {'x', 0, SCOPE_CLASS, CMD_ASKED_ON, 0, 0},
    {KEYCODE_PAGE_UP, 0, SCOPE_CLASS, CMD_ASKED_CLOSE, 0, 0},
    {KEYCODE_LEFT, 0, SCOPE_CLASS, CMD_ASKED_CLOSE, 0, 0},
    {KEYCODE_BACKSPACE, 0, SCOPE_CLASS, CMD_ASKED_CLOSE, 0, 0},
    {KEYCODE_ESC, 0, SCOPE_CLASS, CMD_ASKED_CLOSE, 0, 2},

    /* ---- presenting: the clicker's keys first ---- */
    {KEYCODE_PAGE_DOWN, 0, SCOPE_PRESENT, CMD_VIEW_ON, 0, 1},
    {' ', 0, SCOPE_PRESENT, CMD_VIEW_ON, 0, 0},
    {KEYCODE_RIGHT, 0, SCOPE_PRESENT, CMD_VIEW_ON, 0, 0},
    {'l', 0, SCOPE_PRESENT, CMD_VIEW_ON, 0, 0},
    {KEYCODE_PAGE_UP, 0, SCOPE_PRESENT, CMD_VIEW_BACK, 0, 4},
    {KEYCODE_LEFT, 0, SCOPE_PRESENT, CMD_VIEW_BACK, 0, 0},
    {KEYCODE_BACKSPACE, 0, SCOPE_PRESENT, CMD_VIEW_BACK, 0, 0},
    {'h', 0, SCOPE_PRESENT, CMD_VIEW_BACK, 0, 0},
    {'.', 0, SCOPE_PRESENT, CMD_BLANK, 0, 3},
    {'b', 0, SCOPE_PRESENT, CMD_BLANK, 0, 0},
    {'c', 0, SCOPE_PRESENT, CMD_RETURN, 0, 3},
    {'B', 0, SCOPE_PRESENT, CMD_BIG, 0, 4},
    {'s', 0, SCOPE_PRESENT, CMD_SPOTLIGHT, 0, 0},
    {KEYCODE_F1 + 0, 0, SCOPE_PRESENT, CMD_SCENE, 1, 6},
    {KEYCODE_F1 + 1, 0, SCOPE_PRESENT, CMD_SCENE, 2, 0},
    {KEYCODE_F1 + 2, 0, SCOPE_PRESENT, CMD_SCENE, 3, 0},
    {KEYCODE_F1 + 3, 0, SCOPE_PRESENT, CMD_SCENE, 4, 0},
    {KEYCODE_F1 + 4, 0, SCOPE_PRESENT, CMD_SCENE, 5, 0},
    {KEYCODE_F1 + 5, 0, SCOPE_PRESENT, CMD_SCENE, 6, 0},
    {KEYCODE_F1 + 6, 0, SCOPE_PRESENT, CMD_SCENE, 7, 0},
    {KEYCODE_F1 + 7, 0, SCOPE_PRESENT, CMD_SCENE, 8, 0},
    {KEYCODE_F1 + 8, 0, SCOPE_PRESENT, CMD_SCENE, 9, 0},
    {'S', 0, SCOPE_PRESENT, CMD_SCENES, 0, 7},
    {'p', 0, SCOPE_PRESENT, CMD_ASK_PREDICT, 0, 3},
    {'x', 0, SCOPE_PRESENT, CMD_ASK_QUESTION, 0, 5},
    {'o', 0, SCOPE_PRESENT, CMD_OVERVIEW, 0, 6},
    {'1', 0, SCOPE_PRESENT, CMD_VIEW_JUMP, 1, 0},
    {'2', 0, SCOPE_PRESENT, CMD_VIEW_JUMP, 2, 0},
    {'3', 0, SCOPE_PRESENT, CMD_VIEW_JUMP, 3, 0},
    {'4', 0, SCOPE_PRESENT, CMD_VIEW_JUMP, 4, 0},
    {'5', 0, SCOPE_PRESENT, CMD_VIEW_JUMP, 5, 0},
    {'6', 0, SCOPE_PRESENT, CMD_VIEW_JUMP, 6, 0},
    {'7', 0, SCOPE_PRESENT, CMD_VIEW_JUMP, 7, 0},
    {'8', 0, SCOPE_PRESENT, CMD_VIEW_JUMP, 8, 0},
    {'9', 0, SCOPE_PRESENT, CMD_VIEW_JUMP, 9, 0},
    {KEYCODE_HOME, 0, SCOPE_PRESENT, CMD_VIEW_ENDS, -1, 0},
    {KEYCODE_END, 0, SCOPE_PRESENT, CMD_VIEW_ENDS, 1, 0},
    {'C', 0, SCOPE_PRESENT, CMD_CLOCK, 0, 0},
    {'T', 0, SCOPE_PRESENT, CMD_CLOCK_RESTART, 0, 0},
    {KEYCODE_ESC, 0, SCOPE_PRESENT, CMD_PRESENT_END, 0, 2},
    {'P', 0, SCOPE_PRESENT, CMD_PRESENT_END, 0, 0},
    {'q', 0, SCOPE_PRESENT, CMD_PRESENT_END, 0, 0},

    /* ---- reading ---- */
    {' ', 0, SCOPE_READ, CMD_ON, 0, 1},
    {KEYCODE_RIGHT, 0, SCOPE_READ, CMD_ON, 0, 0},
    {'l', 0, SCOPE_READ, CMD_ON, 0, 0},
    {KEYCODE_PAGE_DOWN, 0, SCOPE_READ, CMD_ON, 0, 0},
    {KEYCODE_LEFT, 0, SCOPE_READ, CMD_BACK, 0, 4},
    {'h', 0, SCOPE_READ, CMD_BACK, 0, 0},
    {KEYCODE_PAGE_UP, 0, SCOPE_READ, CMD_BACK, 0, 0},
    {KEYCODE_BACKSPACE, 0, SCOPE_READ, CMD_BACK, 0, 0},
    {KEYCODE_UP, 0, SCOPE_READ, CMD_SCROLL, -1, 0},
    {KEYCODE_DOWN, 0, SCOPE_READ, CMD_SCROLL, 1, 0},
    {'k', 0, SCOPE_READ, CMD_SCROLL, -1, 0},
    {'j', 0, SCOPE_READ, CMD_SCROLL, 1, 0},
    {'g', 0, SCOPE_READ, CMD_ENDS, -1, 0},
    {'G', 0, SCOPE_READ, CMD_ENDS, 1, 0},
    {KEYCODE_HOME, 0, SCOPE_READ, CMD_ENDS, -1, 0},
    {KEYCODE_END, 0, SCOPE_READ, CMD_ENDS, 1, 0},
    {KEYCODE_TAB, 0, SCOPE_READ, CMD_SELECT, 1, 3},
    {KEYCODE_BACKTAB, 0, SCOPE_READ, CMD_SELECT, -1, 0},
    {':', 0, SCOPE_READ, CMD_TRY, 0, 7},
    {'/', 0, SCOPE_READ, CMD_SEARCH, 0, 8},
    {'n', 0, SCOPE_READ, CMD_SEARCH_NEXT, 1, 4},
    {'N', 0, SCOPE_READ, CMD_SEARCH_NEXT, -1, 4},
    {'o', 0, SCOPE_READ, CMD_OUTLINE, 0, 8},
    {'=', 0, SCOPE_READ, CMD_EQUATIONS, 0, 9},
    {'D', 0, SCOPE_READ, CMD_GLOSSARY, 0, 9},
    {'S', 0, SCOPE_READ, CMD_SOURCES, 0, 0},
    {'i', 0, SCOPE_READ, CMD_MORE, 0, 6},
    {'x', 0, SCOPE_READ, CMD_QUIZ, 0, 5},
    {'c', 0, SCOPE_READ, CMD_CARDS, 0, 0},
    {'P', 0, SCOPE_READ, CMD_PRESENT, 0, 9},
    {KEYCODE_ESC, 0, SCOPE_READ, CMD_CLEAR, 0, 0},
    {'q', 0, SCOPE_READ, CMD_LEAVE, 0, 5},

    /* ---- a quiz: the answer is being typed; the other keys are those of typing ---- */
    {KEYCODE_ENTER, 0, SCOPE_ANSWER, CMD_QUIZ_ANSWER, 0, 1},
    {KEYCODE_TAB, 0, SCOPE_ANSWER, CMD_QUIZ_NUMBERS, 0, 3},
    {KEYCODE_ESC, 0, SCOPE_ANSWER, CMD_QUIZ_LOOK, 0, 2},

    /* ---- a quiz: a question waits ---- */
    {KEYCODE_ENTER, 0, SCOPE_ASKED, CMD_QUIZ_TYPE, 0, 1},
    {'H', 0, SCOPE_ASKED, CMD_QUIZ_HINT, 0, 2},
    {'G', 0, SCOPE_ASKED, CMD_QUIZ_YIELD, 0, 3},
    {'s', 0, SCOPE_ASKED, CMD_QUIZ_SKIP, 0, 6},

    /* ---- a quiz: it was answered ---- */
    {KEYCODE_ENTER, 0, SCOPE_JUDGED, CMD_QUIZ_ON, 0, 1},
    {'w', 0, SCOPE_JUDGED, CMD_QUIZ_WHY, 0, 3},

    /* ---- a quiz: either ---- */
    {KEYCODE_TAB, 0, SCOPE_PAGE, CMD_SELECT, 1, 2},
    {KEYCODE_BACKTAB, 0, SCOPE_PAGE, CMD_SELECT, -1, 0},
    {' ', 0, SCOPE_PAGE, CMD_QUIZ_PAGE, 1, 0},
    {KEYCODE_PAGE_DOWN, 0, SCOPE_PAGE, CMD_QUIZ_PAGE, 1, 0},
    {KEYCODE_PAGE_UP, 0, SCOPE_PAGE, CMD_QUIZ_PAGE, -1, 0},
    {KEYCODE_UP, 0, SCOPE_PAGE, CMD_SCROLL, -1, 0},
    {KEYCODE_DOWN, 0, SCOPE_PAGE, CMD_SCROLL, 1, 0},
    {'k', 0, SCOPE_PAGE, CMD_SCROLL, -1, 0},
    {'j', 0, SCOPE_PAGE, CMD_SCROLL, 1, 0},
    {'g', 0, SCOPE_PAGE, CMD_ENDS, -1, 0},
    {KEYCODE_HOME, 0, SCOPE_PAGE, CMD_ENDS, -1, 0},
    {KEYCODE_END, 0, SCOPE_PAGE, CMD_ENDS, 1, 0},
    {'o', 0, SCOPE_PAGE, CMD_QUIZ_LESSON, 0, 4},
    {KEYCODE_ESC, 0, SCOPE_PAGE, CMD_QUIZ_STOP, 0, 3},
    {'q', 0, SCOPE_PAGE, CMD_QUIZ_STOP, 0, 0},

    /* ---- a quiz: the summary ---- */
    {KEYCODE_UP, 0, SCOPE_SUMMARY, CMD_QUIZ_CHOOSE, -1, 2},
    {KEYCODE_DOWN, 0, SCOPE_SUMMARY, CMD_QUIZ_CHOOSE, 1, 2},
    {'k', 0, SCOPE_SUMMARY, CMD_QUIZ_CHOOSE, -1, 0},
    {'j', 0, SCOPE_SUMMARY, CMD_QUIZ_CHOOSE, 1, 0},
    {KEYCODE_ENTER, 0, SCOPE_SUMMARY, CMD_QUIZ_REREAD, 0, 1},
    {'x', 0, SCOPE_SUMMARY, CMD_QUIZ_AGAIN, 0, 3},
    {KEYCODE_ESC, 0, SCOPE_SUMMARY, CMD_LEAVE, 0, 0},
    {'q', 0, SCOPE_SUMMARY, CMD_LEAVE, 0, 1},

    /* ---- a card ---- */
    {' ', 0, SCOPE_CARD, CMD_CARD_TURN, 0, 1},
    {KEYCODE_ENTER, 0, SCOPE_CARD, CMD_CARD_TURN, 0, 0},
    {'e', 0, SCOPE_CARD, CMD_CARD_TYPE, 0, 1},
    {'1', 0, SCOPE_CARD, CMD_CARD_GRADE, 1, 0},
    {'2', 0, SCOPE_CARD, CMD_CARD_GRADE, 2, 0},
    {'3', 0, SCOPE_CARD, CMD_CARD_GRADE, 3, 0},
    {'4', 0, SCOPE_CARD, CMD_CARD_GRADE, 4, 0},
    {KEYCODE_TAB, 0, SCOPE_CARD, CMD_SELECT, 1, 5},
    {KEYCODE_BACKTAB, 0, SCOPE_CARD, CMD_SELECT, -1, 0},
    {KEYCODE_UP, 0, SCOPE_CARD, CMD_SCROLL, -1, 0},
    {KEYCODE_DOWN, 0, SCOPE_CARD, CMD_SCROLL, 1, 0},
    {'k', 0, SCOPE_CARD, CMD_SCROLL, -1, 0},
    {'j', 0, SCOPE_CARD, CMD_SCROLL, 1, 0},
    {'o', 0, SCOPE_CARD, CMD_CARD_LESSON, 0, 3},
    {'u', 0, SCOPE_CARD, CMD_CARD_UNDO, 0, 2},
    {'s', 0, SCOPE_CARD, CMD_CARD_SUSPEND, 0, 4},
    {'S', 0, SCOPE_CARD, CMD_SUSPENDED, 0, 7},
    {'C', 0, SCOPE_CARD, CMD_CARD_CRAM, 0, 6},
    {'!', 0, SCOPE_CARD, CMD_CARD_CRAM, 0, 0},
    {KEYCODE_ESC, 0, SCOPE_CARD, CMD_LEAVE, 0, 0},
    {'q', 0, SCOPE_CARD, CMD_LEAVE, 0, 2},

    /* ---- no card is to be asked now ---- */
    {' ', 0, SCOPE_CARDS_END, CMD_CARDS_AGAIN, 0, 2},
    {KEYCODE_ENTER, 0, SCOPE_CARDS_END, CMD_CARDS_AGAIN, 0, 0},
    {'u', 0, SCOPE_CARDS_END, CMD_CARD_UNDO, 0, 2},
    {'S', 0, SCOPE_CARDS_END, CMD_SUSPENDED, 0, 4},
    {'C', 0, SCOPE_CARDS_END, CMD_CARD_CRAM, 0, 3},
    {'!', 0, SCOPE_CARDS_END, CMD_CARD_CRAM, 0, 0},
    {KEYCODE_ESC, 0, SCOPE_CARDS_END, CMD_LEAVE, 0, 0},
    {'q', 0, SCOPE_CARDS_END, CMD_LEAVE, 0, 1},

    /* ---- the suspended cards ---- */
    {KEYCODE_UP, 0, SCOPE_SUSPENDED, CMD_SUSPENDED_CHOOSE, -1, 2},
    {KEYCODE_DOWN, 0, SCOPE_SUSPENDED, CMD_SUSPENDED_CHOOSE, 1, 2},
    {'k', 0, SCOPE_SUSPENDED, CMD_SUSPENDED_CHOOSE, -1, 0},
    {'j', 0, SCOPE_SUSPENDED, CMD_SUSPENDED_CHOOSE, 1, 0},
    {KEYCODE_ENTER, 0, SCOPE_SUSPENDED, CMD_SUSPENDED_RESUME, 0, 1},
    {' ', 0, SCOPE_SUSPENDED, CMD_SUSPENDED_RESUME, 0, 0},
    {KEYCODE_ESC, 0, SCOPE_SUSPENDED, CMD_SUSPENDED_CLOSE, 0, 1},
    {'S', 0, SCOPE_SUSPENDED, CMD_SUSPENDED_CLOSE, 0, 0},
    {'q', 0, SCOPE_SUSPENDED, CMD_SUSPENDED_CLOSE, 0, 0},

    /* ---- progress ---- */
    {KEYCODE_UP, 0, SCOPE_PROGRESS, CMD_PROGRESS_SCROLL, -1, 2},
    {KEYCODE_DOWN, 0, SCOPE_PROGRESS, CMD_PROGRESS_SCROLL, 1, 2},
    {'k', 0, SCOPE_PROGRESS, CMD_PROGRESS_SCROLL, -1, 0},
    {'j', 0, SCOPE_PROGRESS, CMD_PROGRESS_SCROLL, 1, 0},
    {' ', 0, SCOPE_PROGRESS, CMD_PROGRESS_PAGE, 1, 3},
    {KEYCODE_PAGE_DOWN, 0, SCOPE_PROGRESS, CMD_PROGRESS_PAGE, 1, 0},
    {KEYCODE_PAGE_UP, 0, SCOPE_PROGRESS, CMD_PROGRESS_PAGE, -1, 0},
    {KEYCODE_BACKSPACE, 0, SCOPE_PROGRESS, CMD_PROGRESS_PAGE, -1, 0},
    {'g', 0, SCOPE_PROGRESS, CMD_PROGRESS_END, -1, 0},
    {'G', 0, SCOPE_PROGRESS, CMD_PROGRESS_END, 1, 0},
    {KEYCODE_HOME, 0, SCOPE_PROGRESS, CMD_PROGRESS_END, -1, 0},
    {KEYCODE_END, 0, SCOPE_PROGRESS, CMD_PROGRESS_END, 1, 0},
    {KEYCODE_ESC, 0, SCOPE_PROGRESS, CMD_LEAVE, 0, 0},
    {'p', 0, SCOPE_PROGRESS, CMD_LEAVE, 0, 0},
    {'q', 0, SCOPE_PROGRESS, CMD_LEAVE, 0, 1},

    /* ---- the end of a lesson ---- */
    {'y', 0, SCOPE_END, CMD_HELPFUL, 1, 1},
    {'n', 0, SCOPE_END, CMD_HELPFUL, 0, 1},
    {KEYCODE_ENTER, 0, SCOPE_END, CMD_HELPFUL_WORDS, 0, 2},

    /* ---- the outline ---- */
    {KEYCODE_UP, 0, SCOPE_OUTLINE, CMD_OUTLINE_CHOOSE, -1, 2},
    {KEYCODE_DOWN, 0, SCOPE_OUTLINE, CMD_OUTLINE_CHOOSE, 1, 2},
    {'k', 0, SCOPE_OUTLINE, CMD_OUTLINE_CHOOSE, -1, 0},
    {'j', 0, SCOPE_OUTLINE, CMD_OUTLINE_CHOOSE, 1, 0},
    {KEYCODE_PAGE_UP, 0, SCOPE_OUTLINE, CMD_OUTLINE_PAGE, -1, 0},
    {KEYCODE_PAGE_DOWN, 0, SCOPE_OUTLINE, CMD_OUTLINE_PAGE, 1, 0},
    {'g', 0, SCOPE_OUTLINE, CMD_OUTLINE_END, -1, 0},
    {'G', 0, SCOPE_OUTLINE, CMD_OUTLINE_END, 1, 0},
    {KEYCODE_HOME, 0, SCOPE_OUTLINE, CMD_OUTLINE_END, -1, 0},
    {KEYCODE_END, 0, SCOPE_OUTLINE, CMD_OUTLINE_END, 1, 0},
    {KEYCODE_ENTER, 0, SCOPE_OUTLINE, CMD_OUTLINE_JUMP, 0, 1},
    {' ', 0, SCOPE_OUTLINE, CMD_OUTLINE_JUMP, 0, 0},
    {KEYCODE_ESC, 0, SCOPE_OUTLINE, CMD_COVER_CLOSE, 0, 3},
    {'o', 0, SCOPE_OUTLINE, CMD_COVER_CLOSE, 0, 0},
    {'q', 0, SCOPE_OUTLINE, CMD_COVER_CLOSE, 0, 0},

    /* ---- the key equations ---- */
    {KEYCODE_UP, 0, SCOPE_EQUATIONS, CMD_EQUATION_CHOOSE, -1, 2},
    {KEYCODE_DOWN, 0, SCOPE_EQUATIONS, CMD_EQUATION_CHOOSE, 1, 2},
    {'k', 0, SCOPE_EQUATIONS, CMD_EQUATION_CHOOSE, -1, 0},
    {'j', 0, SCOPE_EQUATIONS, CMD_EQUATION_CHOOSE, 1, 0},
    {KEYCODE_PAGE_UP, 0, SCOPE_EQUATIONS, CMD_EQUATION_PAGE, -1, 0},
    {KEYCODE_PAGE_DOWN, 0, SCOPE_EQUATIONS, CMD_EQUATION_PAGE, 1, 0},
    {'g', 0, SCOPE_EQUATIONS, CMD_EQUATION_END, -1, 0},
    {'G', 0, SCOPE_EQUATIONS, CMD_EQUATION_END, 1, 0},
    {KEYCODE_HOME, 0, SCOPE_EQUATIONS, CMD_EQUATION_END, -1, 0},
    {KEYCODE_END, 0, SCOPE_EQUATIONS, CMD_EQUATION_END, 1, 0},
    {KEYCODE_ENTER, 0, SCOPE_EQUATIONS, CMD_EQUATION_JUMP, 0, 1},
    {' ', 0, SCOPE_EQUATIONS, CMD_EQUATION_JUMP, 0, 0},
    {KEYCODE_ESC, 0, SCOPE_EQUATIONS, CMD_COVER_CLOSE, 0, 3},
    {'=', 0, SCOPE_EQUATIONS, CMD_COVER_CLOSE, 0, 0},
    {'q', 0, SCOPE_EQUATIONS, CMD_COVER_CLOSE, 0, 0},

    /* ---- the glossary ---- */
    {KEYCODE_UP, 0, SCOPE_GLOSSARY, CMD_GLOSSARY_CHOOSE, -1, 2},
    {KEYCODE_DOWN, 0, SCOPE_GLOSSARY, CMD_GLOSSARY_CHOOSE, 1, 2},
    {'k', 0, SCOPE_GLOSSARY, CMD_GLOSSARY_CHOOSE, -1, 0},
    {'j', 0, SCOPE_GLOSSARY, CMD_GLOSSARY_CHOOSE, 1, 0},
    {KEYCODE_PAGE_UP, 0, SCOPE_GLOSSARY, CMD_GLOSSARY_PAGE, -1, 0},
    {KEYCODE_PAGE_DOWN, 0, SCOPE_GLOSSARY, CMD_GLOSSARY_PAGE, 1, 0},
    {'g', 0, SCOPE_GLOSSARY, CMD_GLOSSARY_END, -1, 0},
    {'G', 0, SCOPE_GLOSSARY, CMD_GLOSSARY_END, 1, 0},
    {KEYCODE_HOME, 0, SCOPE_GLOSSARY, CMD_GLOSSARY_END, -1, 0},
    {KEYCODE_END, 0, SCOPE_GLOSSARY, CMD_GLOSSARY_END, 1, 0},
    {'/', 0, SCOPE_GLOSSARY, CMD_GLOSSARY_SEARCH, 0, 4},
    {KEYCODE_ENTER, 0, SCOPE_GLOSSARY, CMD_GLOSSARY_JUMP, 0, 1},
    {' ', 0, SCOPE_GLOSSARY, CMD_GLOSSARY_JUMP, 0, 0},
    {KEYCODE_ESC, 0, SCOPE_GLOSSARY, CMD_COVER_CLOSE, 0, 3},
    {'D', 0, SCOPE_GLOSSARY, CMD_COVER_CLOSE, 0, 0},
    {'q', 0, SCOPE_GLOSSARY, CMD_COVER_CLOSE, 0, 0},

    /* ---- this help ---- */
    {KEYCODE_UP, 0, SCOPE_HELP, CMD_HELP_SCROLL, -1, 2},
    {KEYCODE_DOWN, 0, SCOPE_HELP, CMD_HELP_SCROLL, 1, 2},
    {'k', 0, SCOPE_HELP, CMD_HELP_SCROLL, -1, 0},
    {'j', 0, SCOPE_HELP, CMD_HELP_SCROLL, 1, 0},
    {KEYCODE_PAGE_UP, 0, SCOPE_HELP, CMD_HELP_PAGE, -1, 0},
    {KEYCODE_PAGE_DOWN, 0, SCOPE_HELP, CMD_HELP_PAGE, 1, 0},
    {KEYCODE_BACKSPACE, 0, SCOPE_HELP, CMD_HELP_PAGE, -1, 0},
    {' ', 0, SCOPE_HELP, CMD_HELP_PAGE, 1, 3},
    {'g', 0, SCOPE_HELP, CMD_HELP_END, -1, 0},
    {'G', 0, SCOPE_HELP, CMD_HELP_END, 1, 0},
    {KEYCODE_HOME, 0, SCOPE_HELP, CMD_HELP_END, -1, 0},
    {KEYCODE_END, 0, SCOPE_HELP, CMD_HELP_END, 1, 0},
    {KEYCODE_ESC, 0, SCOPE_HELP, CMD_COVER_CLOSE, 0, 1},
    {'?', 0, SCOPE_HELP, CMD_COVER_CLOSE, 0, 0},
    {'q', 0, SCOPE_HELP, CMD_COVER_CLOSE, 0, 0},

    /* ---- typing ---- */
    {KEYCODE_ENTER, 0, SCOPE_ENTRY, CMD_ENTRY_ACCEPT, 0, 1},
    {KEYCODE_ESC, 0, SCOPE_ENTRY, CMD_ENTRY_CANCEL, 0, 2},
    {KEYCODE_UP, 0, SCOPE_ENTRY, CMD_ENTRY_HISTORY, -1, 3},
    {KEYCODE_DOWN, 0, SCOPE_ENTRY, CMD_ENTRY_HISTORY, 1, 0},
    {KEYCODE_TAB, 0, SCOPE_ENTRY, CMD_ENTRY_RESULT, 0, 3},
    {KEYCODE_LEFT, 0, SCOPE_ENTRY, CMD_LINE_MOVE, -1, 0},
    {KEYCODE_RIGHT, 0, SCOPE_ENTRY, CMD_LINE_MOVE, 1, 0},
    {KEYCODE_LEFT, CTRL, SCOPE_ENTRY, CMD_LINE_WORD, -1, 0},
    {KEYCODE_RIGHT, CTRL, SCOPE_ENTRY, CMD_LINE_WORD, 1, 0},
    {'b', ALT, SCOPE_ENTRY, CMD_LINE_WORD, -1, 0},
    {'f', ALT, SCOPE_ENTRY, CMD_LINE_WORD, 1, 0},
    {KEYCODE_HOME, 0, SCOPE_ENTRY, CMD_LINE_END, -1, 0},
    {KEYCODE_END, 0, SCOPE_ENTRY, CMD_LINE_END, 1, 0},
    {'a', CTRL, SCOPE_ENTRY, CMD_LINE_END, -1, 0},
    {'e', CTRL, SCOPE_ENTRY, CMD_LINE_END, 1, 0},
    {KEYCODE_BACKSPACE, 0, SCOPE_ENTRY, CMD_LINE_ERASE, -1, 0},
    {KEYCODE_DELETE, 0, SCOPE_ENTRY, CMD_LINE_ERASE, 1, 0},
    {'w', CTRL, SCOPE_ENTRY, CMD_LINE_ERASE_WORD, -1, 0},
    {'d', ALT, SCOPE_ENTRY, CMD_LINE_ERASE_WORD, 1, 0},
    {'u', CTRL, SCOPE_ENTRY, CMD_LINE_ERASE_END, -1, 0},
    {'k', CTRL, SCOPE_ENTRY, CMD_LINE_ERASE_END, 1, 0},

    /* ---- wherever a lesson is on the screen ---- */
    {'p', 0, SCOPE_LESSON, CMD_PREDICT, 0, 2},
    {'u', 0, SCOPE_LESSON, CMD_UNDO, 0, 4},
    {'r', CTRL, SCOPE_LESSON, CMD_REDO, 0, 0},
    {'r', 0, SCOPE_LESSON, CMD_RESET, 0, 8},
    {'L', 0, SCOPE_LESSON, CMD_LENS, 0, 0},
    {'A', 0, SCOPE_LESSON, CMD_COMPARE, 0, 0},
    {'F', 0, SCOPE_LESSON, CMD_VALUES, 0, 4},

    /* ---- everywhere but where text is typed ---- */
    {'t', 0, SCOPE_COMMON, CMD_THEME, 0, 0},
    {'m', 0, SCOPE_COMMON, CMD_MOUSE, 0, 0},
    {'?', 0, SCOPE_COMMON, CMD_HELP, 0, 2},

    /* ---- always ---- */
    {'c', CTRL, SCOPE_ALWAYS, CMD_INTERRUPT, 0, 2},
    {'l', CTRL, SCOPE_ALWAYS, CMD_REDRAW, 0, 0},
    {'z', CTRL, SCOPE_ALWAYS, CMD_SUSPEND, 0, 0},
};

#define N_BINDINGS (sizeof bindings / sizeof *bindings)

size_t keys_count(void)
{
    return N_BINDINGS;
}

const Binding *keys_at(size_t index)
{
    return index < N_BINDINGS ? &bindings[index] : NULL;
}

size_t keys_index(const Binding *binding)
{
    return (size_t)(binding - bindings);
}

/* Shift is told by the key itself: 'E', BACKTAB. A terminal that reports it besides changes nothing. */
static void normalise(uint32_t *key, uint8_t *mods)
{
    if (*key == KEYCODE_TAB && (*mods & MOD_SHIFT)) *key = KEYCODE_BACKTAB;
    if (*key < KEYCODE_BASE && (*mods & MOD_CTRL) && *key >= 'A' && *key <= 'Z') *key += 'a' - 'A';
    *mods &= (uint8_t)(MOD_CTRL | MOD_ALT);
}

const Binding *keys_find(const Scope *scopes, size_t n_scopes, uint32_t key, uint8_t mods)
{
    normalise(&key, &mods);
    for (size_t s = 0; s < n_scopes; s++)
        for (size_t i = 0; i < N_BINDINGS; i++)
            if (bindings[i].scope == scopes[s] && bindings[i].key == key && bindings[i].mods == mods)
                return &bindings[i];
    return NULL;
}

const char *scope_title(Scope scope)
{
    static const char *const titles[SCOPE_COUNT] = {
        [SCOPE_HOME] = "At home",
        [SCOPE_CLASS] = "A question is put to the class",
        [SCOPE_PRESENT] = "Presenting",
        [SCOPE_READ] = "Reading a lesson",
        [SCOPE_END] = "At the end of a lesson",
        [SCOPE_NUMBER] = "A number is selected",
        [SCOPE_TERM] = "A term of a formula is selected",
        [SCOPE_PANEL] = "Why is open",
        [SCOPE_INFLUENCE] = "Influence is open",
        [SCOPE_ANSWER] = "Typing the answer to a question",
        [SCOPE_ASKED] = "A question is asked",
        [SCOPE_JUDGED] = "A question was answered",
        [SCOPE_PAGE] = "In a quiz",
        [SCOPE_SUMMARY] = "A quiz is over",
        [SCOPE_CARD] = "A card",
        [SCOPE_CARDS_END] = "No card is to be asked now",
        [SCOPE_SUSPENDED] = "In the suspended cards",
        [SCOPE_PROGRESS] = "In progress",
        [SCOPE_SIDES] = "Two sides are compared",
        [SCOPE_OUTLINE] = "In the outline",
        [SCOPE_EQUATIONS] = "In the key equations",
        [SCOPE_GLOSSARY] = "In the glossary",
        [SCOPE_HELP] = "In this help, and in other texts",
        [SCOPE_ENTRY] = "Typing",
        [SCOPE_LESSON] = "Anywhere in a lesson",
        [SCOPE_COMMON] = "Anywhere but where text is typed",
        [SCOPE_ALWAYS] = "Always",
    };
    return titles[scope];
}

static const char *special_label(uint32_t key)
{
    static const struct {
        uint32_t key;
        const char *label;
    } labels[] = {
        {' ', "Space"},
        {'-', "−"},
        {KEYCODE_ENTER, "Enter"},
        {KEYCODE_ESC, "Esc"},
        {KEYCODE_TAB, "Tab"},
        {KEYCODE_BACKTAB, "Shift-Tab"},
        {KEYCODE_BACKSPACE, "Bksp"},
        {KEYCODE_DELETE, "Del"},
        {KEYCODE_UP, "↑"},
        {KEYCODE_DOWN, "↓"},
        {KEYCODE_LEFT, "←"},
        {KEYCODE_RIGHT, "→"},
        {KEYCODE_HOME, "Home"},
        {KEYCODE_END, "End"},
        {KEYCODE_PAGE_UP, "PgUp"},
        {KEYCODE_PAGE_DOWN, "PgDn"},
    };
    for (size_t i = 0; i < sizeof labels / sizeof *labels; i++)
        if (labels[i].key == key) return labels[i].label;
    return NULL;
}

const char *key_label(Arena *arena, uint32_t key, uint8_t mods)
{
    char letter[5] = {0};
    const char *name = special_label(key);
    if (name == NULL && key < KEYCODE_BASE) {
        /* Control keys are written with capitals, as on the keycap. */
        bool capital = mods != 0 && key >= 'a' && key <= 'z';
        letter[utf8_encode(capital ? key - ('a' - 'A') : key, letter)] = '\0';
        name = letter;
    }
    if (name == NULL)
        name =
            key >= KEYCODE_F1 && key <= KEYCODE_F12 ? arena_printf(arena, "F%u", key - KEYCODE_F1 + 1) : "?";
    return arena_printf(arena, "%s%s%s", mods & MOD_CTRL ? "Ctrl-" : "", mods & MOD_ALT ? "Alt-" : "", name);
}
