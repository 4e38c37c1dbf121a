/* Glyphs: what each piece of a text looks like in a charset. Internal to frame.
 *
 * A GlyphWalk goes through UTF-8 text one grapheme cluster at a time and tells
 * what is drawn for it: the cluster itself, a visible stand-in for what must not
 * reach a terminal, or its ASCII twin. Measuring and drawing both walk, so they
 * cannot disagree.
 */
#ifndef HEED_FRAME_GLYPH_H
#define HEED_FRAME_GLYPH_H

#include "heed/frame.h"

typedef struct Glyph {
    char text[CELL_BYTES]; /* zero-terminated; one cluster in UTF-8, any number of characters in ASCII */
    int width;             /* cells; 0: draws nothing (a mark or format character without a base) */
    bool is_break;         /* a blank at which a line may end */
} Glyph;

typedef struct GlyphWalk {
    Charset charset;
    const char *at;
    size_t len;
    char script; /* '_' or '^' while a run of sub- or superscripts goes on, else 0 */
} GlyphWalk;

GlyphWalk glyph_walk(Charset charset, const char *utf8);
/* False at the end of the text. */
bool glyph_next(GlyphWalk *walk, Glyph *glyph);

/* Draws a glyph into at most `room` cells; returns the cells it takes. */
int frame_put_glyph(Frame *frame, int row, int col, int room, Role role, const Glyph *glyph);

/* The ASCII twin of one code point ("?" where there is none), never NULL.
 * `buffer` is used for twins made by rule. */
const char *glyph_twin(uint32_t code_point, char buffer[3]);

#endif
