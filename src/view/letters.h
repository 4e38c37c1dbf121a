/* A sentence in block letters, for a room: each dot of a letter is a cell wide and half a row high, a letter is up
 * to five dots wide and eight high with its descender. Numbers in it keep their references: SPAN_LARGE.
 */
#ifndef HEED_VIEW_LETTERS_H
#define HEED_VIEW_LETTERS_H

#include "view/prose.h"

/* Rows that the runs take when wrapped into `cols`; 0: they cannot be set (half blocks are missing, a character
 * has no block form, a word is too long). */
int letters_rows(Charset charset, const Runs *runs, int cols);
/* Sets them from (row, col) on; the frame has that many rows. */
void letters_draw(Frame *frame, int row, int col, int cols, const Runs *runs);

#endif
