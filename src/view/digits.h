/* Numbers in block digits, to be read from the back row.
 *
 * A glyph is six dots high and up to five wide; at scale k a dot is k cells wide and k half rows high, so that
 * it looks square. Half blocks draw half rows; in ASCII, which has none, a dot takes whole rows of '#'.
 */
#ifndef HEED_VIEW_DIGITS_H
#define HEED_VIEW_DIGITS_H

#include "heed/frame.h"

typedef struct DigitsSize {
    int cols, rows;
} DigitsSize;

/* The cells that a text takes at a scale (>= 1). {0, 0} where one of its characters has no block form. */
DigitsSize digits_size(Charset charset, const char *text, int scale);
/* The largest scale up to `most` at which it fits into cols x rows; 0: none. */
int digits_scale(Charset charset, const char *text, int cols, int rows, int most);
/* Draws it with its upper left cell at (row, col), and a SPAN_LARGE over each of its rows. */
void digits_draw(Frame *frame, int row, int col, const char *text, int scale, Role role, FrameSpan span);

#endif
