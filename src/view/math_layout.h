/* Formulas in two dimensions: a MathNode set as a small Frame with a baseline.
 *
 * Fractions stand over a stroke, roots under a roof, limits above and below their
 * sign, scripts raised and lowered (single digits and T as characters of their own:
 * k₁, Kᵀ), delimiters and matrices grow with what they hold, braces lie under
 * terms with their labels. The frame's charset decides the glyphs.
 */
#ifndef HEED_VIEW_MATH_LAYOUT_H
#define HEED_VIEW_MATH_LAYOUT_H

#include "heed/frame.h"
#include "heed/math.h"

typedef struct MathBox {
    Frame *frame; /* exactly as large as what was set */
    int baseline; /* the row that stands on the line of text */
} MathBox;

/* A term of the formula: wherever `part` stands, spans of kind SPAN_TERM with `item` lie over its cells
 * (terms inside it keep theirs); the first one in reading order, on its baseline, has `text`, the others
 * none. Where `box` has a frame, that stands in the term's place (the F key: values for symbols), but not for
 * the name of a function that is applied there, nor in the arguments of the function that the formula
 * defines: f(x) = … */
typedef struct MathSlot {
    const MathNode *part;
    uint32_t item;
    const char *text;
    MathBox box;       /* frame NULL: the term as it is */
    bool is_bracketed; /* the box has brackets around it; else it is one number */
    /* α_j is one of the α's, each with a box of its own: a sum over j that speaks of j in such terms alone is
     * written out. n_elements 0: none. */
    const char *index;
    const MathBox *elements;
    size_t n_elements;
    size_t n_total; /* more than n_elements: some are left out before the last */
    bool are_bracketed;
} MathSlot;

typedef struct MathSetting {
    Charset charset;
    int max_width; /* a longer formula breaks before relations and signs of its outer row; 0: never */
    const MathSlot *slots;
    size_t n_slots;
} MathSetting;

MathBox math_layout(Arena *arena, const MathNode *node, const MathSetting *setting);
/* A box between delimiters that grow with it; "" for none. */
MathBox math_fenced(Arena *arena, Charset charset, const char *left, MathBox body, const char *right);

#endif
