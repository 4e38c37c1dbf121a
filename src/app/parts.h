/* What the commands call, by the part of the state that they change. Each runs at its own place only (a
 * lesson's commands with a lesson open); which key leads to it is keys.c's matter.
 */
#ifndef HEED_APP_PARTS_H
#define HEED_APP_PARTS_H

#include "app_state.h"

/* ---- place.c: through the lesson ---- */
void place_on(App *app, int arg);
void place_back(App *app, int arg);
/* A whole step, without scrolling; at either end that is said. */
void place_forward(App *app);
void place_backward(App *app);
void place_scroll(App *app, int lines);
void place_ends(App *app, int direction);
void place_more(App *app, int arg);
bool place_has_more(const App *app); /* the open steps have In practice, History or Sources */
/* Goes to a step and brings its first row into sight. */
void place_show(App *app, Place place);
void place_land(App *app); /* the second half of it */
/* Where the view comes to rest when a step opens: its first row, or as far down as there is text. */
int place_landing(const ViewReport *report);
/* The window has another size: what was read stays in sight. */
void place_resize(App *app, int rows, int cols);
/* Scrolls as little as needed to bring a document row into sight. */
void place_reveal(App *app, int row);

/* ---- select.c: among the numbers ---- */
void select_next(App *app, int direction);
void select_move(App *app, int move);
void select_release(App *app, int arg);
void select_copy(App *app, int arg);
/* The answer of `:` becomes the selection; what was selected in an answer that is gone is let go. */
void select_answer(App *app);
void select_drop_lost(App *app);
/* After a step was opened or closed: a number that went out of sight is let go, so that the arrows lead on
 * again. */
void select_drop_unseen(App *app);
/* Selects a number by its element; which of several that show it is told by `occurrence`. */
void select_element(App *app, ElementRef ref, size_t occurrence);
/* After the screen or the shapes changed: the selected number is brought into sight. */
void select_reveal(App *app);

/* ---- panel.c: why ---- */
void panel_open(App *app, int arg);
void panel_operand(App *app, int direction);
void panel_in(App *app, int arg);
void panel_out(App *app, int arg);
void panel_close(App *app, int arg);
/* The operands of the number explained, in `arena`. */
size_t panel_operands(const App *app, Arena *arena, const Factor **operands);
bool panel_has_operands(const App *app);

/* ---- edit.c: inputs ---- */
bool edit_is_offered(const App *app); /* what is selected can be changed */
void edit_open_cell(App *app, int arg);
void edit_open_whole(App *app, int arg);
bool edit_accept_cell(App *app);
bool edit_accept_whole(App *app);
void edit_nudge_by(App *app, int steps);
void edit_move_by(App *app, int steps); /* the same, as an edit of its own */
bool edit_lay(App *app, const char *lines);
void edit_undo(App *app, int arg);
void edit_redo(App *app, int arg);
void edit_reset(App *app, int arg);

/* ---- typing.c: the entry ---- */
void typing_try(App *app, int arg);
void typing_search(App *app, int arg);
void typing_accept(App *app, int arg);
void typing_cancel(App *app, int arg);
void typing_history(App *app, int direction);
void typing_result(App *app, int arg);
void typing_move(App *app, int direction);
void typing_word(App *app, int direction);
void typing_end(App *app, int direction);
void typing_erase(App *app, int direction);
void typing_erase_word(App *app, int direction);
void typing_erase_end(App *app, int direction);
void typing_insert(App *app, uint32_t code_point);
void typing_paste(App *app, const char *bytes, size_t len);
/* Says under the line what is wrong with it. */
void typing_refuse(App *app, const Diags *diags);
/* The same as text: what is wrong, the line, a caret under the place. */
char *typing_told(const App *app, Arena *arena, const Diags *diags);

/* ---- predict.c ---- */
void predict_open(App *app, int arg);
bool predict_is_offered(const App *app); /* an open step asks, and nothing was answered yet */
bool predict_accept(App *app);

/* ---- present.c: for a room ---- */
void present_start(App *app, int arg);
void present_end(App *app, int arg);
void present_on(App *app, int arg);
void present_back(App *app, int arg);
void present_ends(App *app, int direction);
void present_jump(App *app, int digit);
bool jump_accept(App *app);
void present_scene(App *app, int number);
void present_names(App *app, int arg);
bool present_has_scenes(const App *app);
void present_return(App *app, int arg);
void present_blank(App *app, int arg);
void present_big(App *app, int arg);
void present_spotlight(App *app, int arg);
void present_clock(App *app, int arg);
void present_restart(App *app, int arg);

/* ---- asking.c: questions put to the class ---- */
void asking_predict(App *app, int arg);
void asking_question(App *app, int arg);
bool asking_has_questions(const App *app);
void asking_on(App *app, int arg);
void asking_close_now(App *app, int arg);

/* ---- lens.c, compare.c, influence.c ---- */
void lens_turn(App *app, int arg);
void compare_turn(App *app, int arg);
bool compare_is_open(const App *app);
void compare_scroll(App *app, int lines);
void influence_turn(App *app, int arg);
void influence_choose(App *app, int direction);
void influence_close(App *app, int arg);
/* The input chosen in the panel; false: it is closed, or shows none. */
bool influence_input(const App *app, ElementRef *input);
bool influence_has_inputs(const App *app);

/* ---- search.c ---- */
void search_set(App *app, const char *text); /* as it is typed: marks the hits */
bool search_accept(App *app);
void search_next(App *app, int direction);

/* ---- covers.c: outline and help ---- */
void outline_open(App *app, int arg);
void outline_choose(App *app, int direction);
void outline_page(App *app, int direction);
void outline_end(App *app, int direction);
void outline_jump(App *app, int arg);
void outline_pick(App *app, size_t index); /* a click */
HelpLine *outline_make(const App *app, Arena *arena, size_t *n);
HelpLine *help_make(const App *app, Arena *arena, size_t *n);
void help_open(App *app, int arg);
void help_scroll(App *app, int lines);
void help_page(App *app, int direction);
void help_end(App *app, int direction);
void cover_close(App *app, int arg);

/* ---- quiz.c: questions ---- */
void quiz_start(App *app, int arg); /* of the present screen; at home, of all lessons */
bool quiz_is_offered(const App *app);
bool quiz_accept(App *app);
void quiz_keep_line(App *app);
void quiz_to_numbers(App *app, int arg);
void quiz_type(App *app, int arg);
void quiz_hint_open(App *app, int arg);
bool quiz_has_hint(const App *app);
void quiz_yield(App *app, int arg);
void quiz_on(App *app, int arg);
void quiz_page(App *app, int direction);
void quiz_stop(App *app, int arg);
void quiz_why(App *app, int arg);
bool quiz_has_why(const App *app);
void quiz_open_lesson(App *app, int arg);
void quiz_look_up(App *app, const Lesson *lesson, const Question *question);
void quiz_restart(App *app, const QuizPlan *plan);

/* ---- quiz_summary.c ---- */
void quiz_summary_choose(App *app, int direction);
void quiz_reread(App *app, int arg);
bool quiz_has_reread(const App *app);
void quiz_again(App *app, int arg);

/* ---- cards.c: a sitting ---- */
void cards_open(App *app, int arg); /* of the present lesson; at home, of all */
void cards_turn(App *app, int arg);
bool cards_can_turn(const App *app);
void cards_type(App *app, int arg);
bool cards_can_type(const App *app);
bool cards_accept(App *app);
void cards_grade(App *app, int grade);
void cards_undo(App *app, int arg);
bool cards_can_undo(const App *app);
void cards_suspend(App *app, int arg);
void cards_lesson(App *app, int arg);
void cards_cram(App *app, int arg);

/* ---- cards_list.c: the suspended cards ---- */
void cards_list(App *app, int arg);
bool cards_has_suspended(const App *app);
void cards_list_choose(App *app, int direction);
void cards_unsuspend(App *app, int arg);
void cards_list_close(App *app, int arg);

/* ---- progress.c ---- */
void progress_open(App *app, int arg);
void progress_scroll(App *app, int lines);
void progress_page(App *app, int direction);
void progress_end(App *app, int direction);

/* ---- helpful.c ---- */
bool helpful_ask(App *app); /* false: the lesson was asked about before, or is none of heed's */
bool helpful_is_open(const App *app);
void helpful_answer(App *app, int is_helpful);
void helpful_words(App *app, int arg);
bool helpful_accept(App *app);

/* ---- formula.c ---- */
/* The term of a formula that is selected. */
bool formula_term(const App *app, size_t *term);
void formula_into(App *app, int arg);
void formula_values(App *app, int arg);
bool formula_has_values(const App *app); /* a formula in the open steps has terms that stand for numbers */
/* The lines of the help that tell of the selected term; 0 lines where none is. */
HelpLine *formula_help(const App *app, Arena *arena, size_t *n);

/* ---- equations.c: the key equations ---- */
void equations_open(App *app, int arg);
bool equations_exist(const App *app);
void equations_choose(App *app, int direction);
void equations_page(App *app, int direction);
void equations_end(App *app, int direction);
void equations_jump(App *app, int arg);
void equations_pick(App *app, size_t index); /* a click */
HelpLine *equations_make(const App *app, Arena *arena, size_t *n);
void shelf_free(Shelf *shelf);
/* A lesson of the library, parsed when first asked for. */
const Lesson *shelf_lesson(App *app, size_t index);

/* ---- glossary.c ---- */
void glossary_open(App *app, int arg);
bool glossary_exists(const App *app);
void glossary_choose(App *app, int direction);
void glossary_page(App *app, int direction);
void glossary_end(App *app, int direction);
void glossary_search(App *app, int arg);
void glossary_typed(App *app);
bool glossary_accept(App *app);
void glossary_jump(App *app, int arg); /* to where a lesson uses the chosen term */
void glossary_pick(App *app, size_t index); /* a click */
HelpLine *glossary_make(App *app, Arena *arena, size_t *n);
const char *glossary_title(const App *app, Arena *arena);
/* The lines of the help that tell what the selected number or term is called; 0 lines where nothing is known. */
HelpLine *glossary_help(App *app, Arena *arena, size_t *n);
/* The sources of the screen, then of the lesson. */
void sources_open(App *app, int arg);
HelpLine *sources_make(App *app, Arena *arena, size_t *n);

/* ---- home.c, at_home.c ---- */
/* What view_home needs, but hints, entry and message. */
void home_state(App *app, Arena *arena, HomeState *state);
void home_choose(App *app, int direction);
void home_page(App *app, int direction);
void home_end(App *app, int direction);
void home_open(App *app, int arg);
bool home_search_accept(App *app);

/* ---- jobs.c ---- */
bool jobs_running(const App *app);
JobProgress jobs_progress(const App *app); /* of the work that goes on now */
void jobs_tick(App *app);
bool jobs_cancel(App *app);

/* ---- pointer.c ---- */
void pointer_event(App *app, const Event *event);

#endif
