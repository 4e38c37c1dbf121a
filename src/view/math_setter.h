/* What setting formulas shares between its files.
 *
 *   math_layout.c  shapes: fractions, roots, scripts, limits, fences; breaking
 *   math_rows.c    rows: terms and the numbers in their place, gaps, sums written out
 */
#ifndef HEED_VIEW_MATH_SETTER_H
#define HEED_VIEW_MATH_SETTER_H

#include "view/math_layout.h"

/* The slots that are being set, innermost first: a term is not found again in itself. */
typedef struct OpenSlot {
    const MathSlot *slot;
    const struct OpenSlot *outer;
} OpenSlot;

/* An index that stands for one element while a sum is written out. */
typedef struct Bound {
    const char *index;
    size_t element;
    const struct Bound *outer;
} Bound;

typedef struct Setter {
    Arena *arena;
    const MathSetting *setting;
    bool in_script;     /* scripts of scripts stay on their line: e to the z_j */
    bool is_outer;      /* at the formula's outer row */
    bool keeps_symbols; /* no boxes for terms */
    const OpenSlot *open;
    const Bound *bound;
} Setter;

/* Where a formula that is too wide goes on in a new line: at the blank before a sign where it must, between
 * two formulas (a \quad) in any case. */
typedef enum MathBreak { BREAK_NEVER, BREAK_AT_NEED, BREAK_ALWAYS } MathBreak;

/* The pieces of a row with their blanks. */
typedef struct Pieces {
    Arena *arena;
    MathBox *boxes;
    MathBreak *breaks;
    size_t n, cap;
} Pieces;

/* ---- boxes ---- */
static inline int box_height(MathBox box)
{
    return box.frame->rows;
}

static inline int box_width(MathBox box)
{
    return box.frame->cols;
}

/* Rows from the baseline down, itself included. */
static inline int box_below(MathBox box)
{
    return box.frame->rows - box.baseline;
}

static inline int max_int(int a, int b)
{
    return a > b ? a : b;
}

void box_place(MathBox into, int row, int col, MathBox box);
MathBox setter_box(const Setter *s, int rows, int cols, int baseline);
MathBox setter_text(const Setter *s, const char *text, Role role);
/* Side by side on one baseline. */
MathBox setter_beside(const Setter *s, const MathBox *boxes, size_t n);

/* ---- nodes ---- */
/* math_layout.c: any node, or the numbers of the term that it is. */
MathBox setter_node(const Setter *s, const MathNode *node);
/* math_rows.c: the slot of a node that is no row; what stands in a slot's place; a row's pieces. */
const MathSlot *setter_slot(const Setter *s, const MathNode *node);
MathBox setter_set_slot(const Setter *s, const MathSlot *slot);
Pieces setter_pieces(const Setter *s, const MathNode *row);

#endif
