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

/* A term of the formula: where `tex` stands, a span of kind SPAN_TERM with `item` is put over its baseline;
 * where `box` has a frame, that stands in the term's place (the F key: values for symbols). */
typedef struct MathSlot {
    const MathNode *part;
    uint32_t item;
    MathBox box; /* frame NULL: the term as it is */
} MathSlot;

typedef struct MathSetting {
    Charset charset;
    int max_width; /* a longer formula breaks before relations and signs of its outer row; 0: never */
    const MathSlot *slots;
    size_t n_slots;
} MathSetting;

MathBox math_layout(Arena *arena, const MathNode *node, const MathSetting *setting);

#endif
