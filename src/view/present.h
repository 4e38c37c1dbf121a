/* The parts of what a room is shown: the words of a step; in its place a number in block digits, or a question. */
#ifndef HEED_VIEW_PRESENT_H
#define HEED_VIEW_PRESENT_H

#include "view/screened.h"

/* Each lays itself out into the only pane of an empty document, for `rows` rows of the screen. */
void presented_big(Doc *doc, const ViewState *state, int rows);
void presented_ask(Doc *doc, const ViewState *state, int rows);

/* ---- present_text.c ---- */
/* How much of a key sentence is set in block letters. */
typedef enum Large { LARGE_NONE, LARGE_WHOLE, LARGE_FIRST } Large;

/* The sentence that stands for the whole prose of a step, or NULL; and its drawing: in block letters as far as they are
 * wanted and take no more than `rows`. Of several sentences the first can be large alone. */
const Prose *presented_key(const Step *step);
void presented_key_draw(Doc *doc, const Prose *key, Large large, int rows);
/* Prose that opens a view without one: its first sentence in block letters. False: nothing was drawn. */
bool presented_opening(Doc *doc, const Block *block, int rows);
/* A prediction that the class has still to make, in block letters. False: nothing was drawn. */
bool presented_prompt(Doc *doc, const Question *question);
/* Whether a screen is wide enough for block letters. */
bool presented_wide(int cols);

/* Prose large enough for a room: it keeps a margin. Nothing is drawn for no runs. */
void presented_runs(Doc *doc, const Runs *runs);
/* The same from `col` on, lines after the first indented by `indent`: an item of a list, a sentence under one. */
void presented_item(Doc *doc, int col, int indent, const Runs *runs);
/* The same in block letters, where the screen is wide and they take no more than `most` rows; false: nothing was drawn. */
bool presented_letters(Doc *doc, const Runs *runs, int most);
/* An array in block digits, as large as the rows allow. False: it has too many elements, and nothing was drawn. */
bool presented_array(Doc *doc, const PicArray *array, int rows);
/* A line in the middle, wrapped where it is too long. */
void presented_centred(Doc *doc, const Runs *runs);
/* A picture in the middle; its numbers can be selected. */
void presented_picture(Doc *doc, const Picture *picture);

#endif
