/* What an overlay line does to a definition. */
#ifndef HEED_SHEET_OVERLAY_H
#define HEED_SHEET_OVERLAY_H

#include "sheet/expr.h"

/* The expression of a name once `line` lies over it: its own name means `below`, and a constant laid over a
 * slider, toggle or choice moves it. */
const Expr *overlay_apply(Arena *arena, const Expr *below, const OverlayLine *line);
/* Whether a constant may stand in an input: inside its slider, a truth value, an option. Fills *why where
 * not. Bounds and options that are computed are not judged here. */
bool overlay_accepts(Arena *arena, const Expr *input, const Expr *constant, const char **why);

#endif
