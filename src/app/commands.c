#include "parts.h"

/* ------------------------------------------------- what is offered only now */

static bool has_edits(const App *app)
{
    return app->visit != NULL && history_count(app->visit->history) > 0;
}

static bool is_searching(const App *app)
{
    return (app->visit != NULL ? app->visit->search : app->home.search) != NULL;
}

static bool has_answer(const App *app)
{
    return app->entry.result_node != 0;
}

static bool has_entered(const App *app)
{
    return app->entry.entered[app->entry.kind].count > 0;
}

static bool has_questions(const App *app)
{
    return app->depth == 0 ? app->library->count > 0 : quiz_is_offered(app);
}

static bool has_lessons(const App *app)
{
    return app->library->count > 0;
}

/* ---------------------------------------------------------------- commands */

static void clear(App *app, int arg)
{
    (void)arg;
    if (app->visit != NULL)
        search_set(app, "");
    else
        home_set_search(&app->home, "");
    app_unsay(app);
}

static void leave(App *app, int arg)
{
    (void)arg;
    activity_leave(app);
}

static void theme(App *app, int arg)
{
    (void)arg;
    outbox_add(&app->outbox, EFFECT_THEME, NULL, 0);
}

static void mouse(App *app, int arg)
{
    (void)arg;
    app->is_mouse_off = !app->is_mouse_off;
    outbox_add(&app->outbox, EFFECT_MOUSE, NULL, !app->is_mouse_off);
    app_say(app, ROLE_TEXT,
            app->is_mouse_off ? "Mouse off: the terminal selects text. m turns it on."
                              : "Mouse on: a click selects a number.");
}

static void interrupt(App *app, int arg)
{
    (void)arg;
    if (entry_is_typing(&app->entry))
        typing_cancel(app, 0);
    else if (!jobs_cancel(app))
        app_say(app, ROLE_TEXT, "q leaves");
}

static void redraw(App *app, int arg)
{
    (void)arg;
    outbox_add(&app->outbox, EFFECT_REDRAW, NULL, 0);
}

static void suspend(App *app, int arg)
{
    (void)arg;
    app_rest(app);
    outbox_add(&app->outbox, EFFECT_SUSPEND, NULL, 0);
}

/* ------------------------------------------------ where a toggle leads now */

static const char *hint_more(const App *app)
{
    return app->visit != NULL && app->visit->more ? "less" : "more";
}

static const char *hint_values(const App *app)
{
    return app->visit != NULL && app->visit->values ? "symbols" : "numbers";
}

static const char *hint_compare(const App *app)
{
    return app->visit != NULL && app->visit->is_comparing ? "back to side A" : "compare";
}

/* name, hint, help, run, is_offered */
static const Command commands[CMD_COUNT] = {
    [CMD_HOME_CHOOSE] = {"home.choose", "choose", "choose a lesson", home_choose, has_lessons},
    [CMD_HOME_PAGE] = {"home.page", "page", "some lessons up or down", home_page, NULL},
    [CMD_HOME_END] = {"home.end", "ends", "the first lesson, the last", home_end, NULL},
    [CMD_HOME_OPEN] = {"home.open", "open", "open the lesson where you were in it", home_open, has_lessons},

    [CMD_ON] = {"read.on", "on",
                "go on: scroll while there is text below, else the next step, the next screen", place_on,
                NULL},
    [CMD_BACK] = {"read.back", "back", "go back the same way", place_back, NULL},
    [CMD_SCROLL] = {"read.scroll", "scroll", "scroll by a line", place_scroll, NULL},
    [CMD_ENDS] = {"read.ends", "ends", "to the top, to the bottom of the screen", place_ends, NULL},
    [CMD_SELECT] = {"read.select", "number", "select the next number, the one before", select_next, NULL},
    [CMD_TRY] = {"read.try", "try", "try an expression over the lesson's names", typing_try, NULL},
    [CMD_SEARCH] = {"read.search", "search", "search for text; the titles at home, the whole lesson in one",
                    typing_search, NULL},
    [CMD_SEARCH_NEXT] = {"read.search-next", "hits", "the next place that was searched for, the one before",
                         search_next, is_searching},
    [CMD_OUTLINE] = {"read.outline", "outline", "all screens and steps of the lesson", outline_open, NULL},
    [CMD_MORE] = {"read.more", "more", "open or close In practice, History and Sources", place_more,
                  place_has_more},
    [CMD_CLEAR] = {"read.clear", "clear", "take the marks of a search away", clear, NULL},
    [CMD_LEAVE] = {"read.leave", "leave",
                   "leave: from a lesson to where you opened it, from home to the shell", leave, NULL},

    [CMD_MOVE] = {"number.move", "move", "move to the number beside, below, above", select_move, NULL},
    [CMD_WHY] = {"number.why", "why", "why: where does this number come from?", panel_open, NULL},
    [CMD_INFLUENCE] = {"number.influence", "influence", "how fast does it move with each input?",
                       influence_turn, NULL},
    [CMD_EDIT_CELL] = {"number.edit", "edit", "type another value for this input", edit_open_cell,
                       edit_is_offered},
    [CMD_EDIT_WHOLE] = {"number.edit-whole", "edit all", "type the whole array anew", edit_open_whole, NULL},
    [CMD_NUDGE] = {"number.nudge", "nudge", "move this input by one unit of its last typed digit",
                   edit_nudge_by, edit_is_offered},
    [CMD_COPY] = {"number.copy", "copy", "copy the array as Python", select_copy, NULL},
    [CMD_RELEASE] = {"number.release", "done", "let go of the number", select_release, NULL},

    [CMD_TERM_INTO] = {"term.into", "value",
                       "to the term's numbers: why of a scalar, the first one of an array", formula_into,
                       NULL},
    [CMD_VALUES] = {"formula.values", "numbers", "formulas in symbols, in numbers", formula_values,
                    formula_has_values},
    [CMD_EQUATIONS] = {"equations.open", "equations", "the key equations: of this lesson; at home, of all",
                       equations_open, equations_exist},
    [CMD_EQUATION_CHOOSE] = {"equations.choose", "choose", "choose an equation", equations_choose, NULL},
    [CMD_EQUATION_PAGE] = {"equations.page", "page", "some equations up or down", equations_page, NULL},
    [CMD_EQUATION_END] = {"equations.end", "ends", "the first equation, the last", equations_end, NULL},
    [CMD_EQUATION_JUMP] = {"equations.jump", "go there", "go to where the chosen equation stands",
                           equations_jump, NULL},

    [CMD_GLOSSARY] = {"glossary.open", "glossary", "what the lessons mean by their words", glossary_open,
                      glossary_exists},
    [CMD_GLOSSARY_CHOOSE] = {"glossary.choose", "choose", "choose a word", glossary_choose, NULL},
    [CMD_GLOSSARY_PAGE] = {"glossary.page", "page", "some words up or down", glossary_page, NULL},
    [CMD_GLOSSARY_END] = {"glossary.end", "ends", "the first word, the last", glossary_end, NULL},
    [CMD_GLOSSARY_SEARCH] = {"glossary.search", "search", "find a word by its letters", glossary_search,
                             NULL},
    [CMD_GLOSSARY_JUMP] = {"glossary.jump", "to a lesson", "go to where a lesson first uses the word",
                           glossary_jump, NULL},
    [CMD_SOURCES] = {"sources.open", "sources", "the sources of this screen and of the lesson", sources_open,
                     NULL},

    [CMD_HELPFUL] = {"end.helpful", "helpful", "the lesson was helpful, was not", helpful_answer, NULL},
    [CMD_HELPFUL_WORDS] = {"end.words", "in words", "say it in a line of your own", helpful_words, NULL},

    [CMD_INPUT] = {"influence.input", "input", "choose an input: e edits it, + and − nudge it",
                   influence_choose, influence_has_inputs},
    [CMD_INFLUENCE_CLOSE] = {"influence.close", "close", "close the panel", influence_close, NULL},

    [CMD_SIDES_SCROLL] = {"sides.scroll", "panel", "scroll the panel of both sides", compare_scroll, compare_is_open},

    [CMD_OPERAND] = {"panel.operand", "operand", "choose an operand", panel_operand, panel_has_operands},
    [CMD_PANEL_IN] = {"panel.in", "into", "go into the operand: where does it come from?", panel_in,
                      panel_has_operands},
    [CMD_PANEL_OUT] = {"panel.out", "out", "back to the number that it is an operand of", panel_out, NULL},
    [CMD_PANEL_CLOSE] = {"panel.close", "close", "close the panel", panel_close, NULL},

    [CMD_OUTLINE_CHOOSE] = {"outline.choose", "choose", "choose a screen or step", outline_choose, NULL},
    [CMD_OUTLINE_PAGE] = {"outline.page", "page", "a page up or down", outline_page, NULL},
    [CMD_OUTLINE_END] = {"outline.end", "ends", "the first line, the last", outline_end, NULL},
    [CMD_OUTLINE_JUMP] = {"outline.jump", "go there", "go to the chosen screen or step", outline_jump, NULL},
    [CMD_HELP_SCROLL] = {"help.scroll", "scroll", "scroll by a line", help_scroll, NULL},
    [CMD_HELP_PAGE] = {"help.page", "page", "a page up or down", help_page, NULL},
    [CMD_HELP_END] = {"help.end", "ends", "to the top, to the bottom", help_end, NULL},
    [CMD_COVER_CLOSE] = {"cover.close", "close", "close it", cover_close, NULL},

    [CMD_ENTRY_ACCEPT] = {"entry.accept", "do it", "take what was typed; once more on an answer: why?",
                          typing_accept, NULL},
    [CMD_ENTRY_CANCEL] = {"entry.cancel", "cancel", "leave the line", typing_cancel, NULL},
    [CMD_ENTRY_HISTORY] = {"entry.history", "history", "what was typed here before", typing_history,
                           has_entered},
    [CMD_ENTRY_RESULT] = {"entry.result", "numbers", "to the numbers of the answer", typing_result,
                          has_answer},
    [CMD_LINE_MOVE] = {"line.move", "move", "by a character", typing_move, NULL},
    [CMD_LINE_WORD] = {"line.word", "word", "by a word", typing_word, NULL},
    [CMD_LINE_END] = {"line.end", "ends", "to the line's start, to its end", typing_end, NULL},
    [CMD_LINE_ERASE] = {"line.erase", "erase", "erase a character to the left, to the right", typing_erase,
                        NULL},
    [CMD_LINE_ERASE_WORD] = {"line.erase-word", "erase word", "erase a word to the left, to the right",
                             typing_erase_word, NULL},
    [CMD_LINE_ERASE_END] = {"line.erase-end", "erase all", "erase all to the left, to the right",
                            typing_erase_end, NULL},

    [CMD_QUIZ] = {"quiz.start", "questions",
                  "questions: of this screen in a lesson; at home of all, ideas to revisit first", quiz_start,
                  has_questions},
    [CMD_QUIZ_ANSWER] = {"quiz.answer", "answer",
                         "take it as the answer, or as a word: hint, skip, give up, quit", typing_accept,
                         NULL},
    [CMD_QUIZ_NUMBERS] = {"quiz.numbers", "number", "select a number of the question; the line is kept",
                          quiz_to_numbers, NULL},
    [CMD_QUIZ_LOOK] = {"quiz.look", "look around", "leave the line as it is; Enter returns to it",
                       typing_cancel, NULL},
    [CMD_QUIZ_TYPE] = {"quiz.type", "answer", "type the answer", quiz_type, NULL},
    [CMD_QUIZ_HINT] = {"quiz.hint", "hint", "a hint, up to three; each costs a point", quiz_hint_open,
                       quiz_has_hint},
    [CMD_QUIZ_YIELD] = {"quiz.give-up", "give up", "give up, and see the answer", quiz_yield, NULL},
    [CMD_QUIZ_SKIP] = {"quiz.skip", "skip", "leave this question out", quiz_on, NULL},
    [CMD_QUIZ_ON] = {"quiz.on", "next", "the next question", quiz_on, NULL},
    [CMD_QUIZ_PAGE] = {"quiz.page", "read on", "a page down, a page up", quiz_page, NULL},
    [CMD_QUIZ_WHY] = {"quiz.why", "why", "where does the right answer come from?", quiz_why, quiz_has_why},
    [CMD_QUIZ_LESSON] = {"quiz.lesson", "lesson", "look the question up in its lesson; q leads back",
                         quiz_open_lesson, NULL},
    [CMD_QUIZ_STOP] = {"quiz.stop", "stop", "stop here, and sum up", quiz_stop, NULL},
    [CMD_QUIZ_CHOOSE] = {"quiz.choose", "choose", "choose what to reread", quiz_summary_choose,
                         quiz_has_reread},
    [CMD_QUIZ_REREAD] = {"quiz.reread", "reread", "open the lesson there; q leads back", quiz_reread,
                         quiz_has_reread},
    [CMD_QUIZ_AGAIN] = {"quiz.again", "again", "another quiz of the same kind, with other numbers",
                        quiz_again, NULL},

    [CMD_CARDS] = {"cards.open", "cards", "review cards: of this lesson in a lesson; at home of all",
                   cards_open, has_lessons},
    [CMD_CARD_TURN] = {"cards.turn", "turn", "turn the card", cards_turn, cards_can_turn},
    [CMD_CARD_TYPE] = {"cards.type", "answer", "type the answer, where it is a number", cards_type,
                       cards_can_type},
    [CMD_CARD_GRADE] = {"cards.grade", "grade", "how well it was known: again, hard, good, easy", cards_grade,
                        NULL},
    [CMD_CARD_UNDO] = {"cards.undo", "undo", "take back the last grade, or what was suspended", cards_undo,
                       cards_can_undo},
    [CMD_CARD_SUSPEND] = {"cards.suspend", "suspend", "do not ask this card any more", cards_suspend, NULL},
    [CMD_CARD_LESSON] = {"cards.lesson", "lesson", "look the card up in its lesson; q leads back",
                         cards_lesson, NULL},
    [CMD_CARD_CRAM] = {"cards.cram", "cram",
                       "go through all cards without touching their schedule; back to the schedule",
                       cards_cram, NULL},
    [CMD_CARDS_AGAIN] = {"cards.again", "go on", "go on where something is due by now, else leave",
                         cards_turn, NULL},
    [CMD_SUSPENDED] = {"cards.suspended", "suspended", "the cards that are suspended", cards_list,
                       cards_has_suspended},
    [CMD_SUSPENDED_CHOOSE] = {"suspended.choose", "choose", "choose a card", cards_list_choose, NULL},
    [CMD_SUSPENDED_RESUME] = {"suspended.resume", "ask again", "ask the chosen card again from now on",
                              cards_unsuspend, NULL},
    [CMD_SUSPENDED_CLOSE] = {"suspended.close", "back", "back to the cards", cards_list_close, NULL},

    [CMD_PROGRESS] = {"progress.open", "progress", "how far you are: lessons, cards, days ahead, ideas",
                      progress_open, has_lessons},
    [CMD_PROGRESS_SCROLL] = {"progress.scroll", "scroll", "scroll by a line", progress_scroll, NULL},
    [CMD_PROGRESS_PAGE] = {"progress.page", "page", "a page down, a page up", progress_page, NULL},
    [CMD_PROGRESS_END] = {"progress.end", "ends", "to the top, to the bottom", progress_end, NULL},
    [CMD_PRESENT] = {"present.start", "present", "present the lesson, one idea a view", present_start, NULL},
    [CMD_PRESENT_END] = {"present.end", "end", "end presenting; P goes on with it", present_end, NULL},
    [CMD_VIEW_ON] = {"present.on", "on", "the next view; scrolls first where a view is longer than the screen",
                     present_on, NULL},
    [CMD_VIEW_BACK] = {"present.back", "back", "the view before", present_back, NULL},
    [CMD_VIEW_ENDS] = {"present.ends", "ends", "the first view, the last", present_ends, NULL},
    [CMD_VIEW_JUMP] = {"present.jump", "view", "type a view's number, Enter goes there", present_jump, NULL},
    [CMD_BLANK] = {"present.blank", "blank", "blank the screen; any key brings it back", present_blank, NULL},
    [CMD_SCENE] = {"present.scene", "scene", "lay a prepared scene over the lesson", present_scene,
                   present_has_scenes},
    [CMD_SCENES] = {"present.scenes", "scenes", "name the scenes above the bottom line, or no longer",
                    present_names, present_has_scenes},
    [CMD_RETURN] = {"present.return", "return",
                    "after any detour, back to the view and to the lesson as it is written", present_return, NULL},
    [CMD_BIG] = {"present.big", "big", "the selected number in block digits, its whole array, neither", present_big,
                 NULL},
    [CMD_SPOTLIGHT] = {"present.spotlight", "spotlight", "dim all but the selected number, or nothing",
                       present_spotlight, NULL},
    [CMD_CLOCK] = {"present.clock", "clock", "show the clock, or hide it", present_clock, NULL},
    [CMD_CLOCK_RESTART] = {"present.clock-restart", "restart clock", "set the clock to zero", present_restart, NULL},
    [CMD_OVERVIEW] = {"present.overview", "views", "all views, to choose one", outline_open, NULL},
    [CMD_ASK_PREDICT] = {"present.predict", "predict", "put the prediction of this screen to the class",
                         asking_predict, predict_is_offered},
    [CMD_ASK_QUESTION] = {"present.question", "question", "put a question of this screen to the class",
                          asking_question, asking_has_questions},
    [CMD_ASKED_ON] = {"asked.on", "answer, on", "the answer; then the next question, or the view again", asking_on, NULL},
    [CMD_ASKED_CLOSE] = {"asked.close", "back", "back to the view", asking_close_now, NULL},

    [CMD_PREDICT] = {"lesson.predict", "guess",
                     "commit a guess where the lesson asks for one, then see the truth", predict_open,
                     predict_is_offered},
    [CMD_LENS] = {"lesson.lens", "round", "round every computed value to 4 digits, to 2, not at all",
                  lens_turn, NULL},
    [CMD_COMPARE] = {"lesson.compare", "compare",
                     "keep what stands as A and go on editing as B, both in sight; back to A", compare_turn,
                     NULL},
    [CMD_UNDO] = {"edit.undo", "undo", "take the last edit back", edit_undo, has_edits},
    [CMD_REDO] = {"edit.redo", "redo", "make the edit again that was taken back", edit_redo, NULL},
    [CMD_RESET] = {"edit.reset", "reset", "take all edits back", edit_reset, has_edits},
    [CMD_HELP] = {"help.open", "help", "this help", help_open, NULL},
    [CMD_THEME] = {"screen.theme", "theme", "other colours", theme, NULL},
    [CMD_MOUSE] = {"screen.mouse", "mouse",
                   "leave the mouse to the terminal, so that it selects text; take it back", mouse, NULL},
    [CMD_INTERRUPT] = {"always.interrupt", "stop", "leave the line being typed, or stop a long calculation",
                       interrupt, jobs_running},
    [CMD_REDRAW] = {"always.redraw", "redraw", "draw the screen anew", redraw, NULL},
    [CMD_SUSPEND] = {"always.suspend", "stop heed", "back to the shell for a while; fg returns", suspend,
                     NULL},
};

const Command *command_get(CommandId id)
{
    return &commands[id];
}

static const struct {
    CommandId id;
    const char *(*hint)(const App *app);
} toggles[] = {{CMD_MORE, hint_more}, {CMD_VALUES, hint_values}, {CMD_COMPARE, hint_compare}};

const char *command_hint(const App *app, CommandId id)
{
    for (size_t i = 0; i < sizeof toggles / sizeof *toggles; i++)
        if (toggles[i].id == id) return toggles[i].hint(app);
    return command_get(id)->hint;
}
