/* Panels besides why: what moves the selected number, and the two sides of a comparison. */
#ifndef HEED_VIEW_BESIDE_H
#define HEED_VIEW_BESIDE_H

#include "view/prose.h"
#include "view/why.h"

WhyPanel influence_layout(const Pen *pen, const ViewState *state, int width);
/* The same as lines, one an element. */
Frame *influence_spoken(const Pen *pen, ElementRef of, int width);
WhyPanel compare_layout(const Pen *pen, const ViewState *state, int width);

/* Whether the lesson has come to this definition: on an earlier screen, or in a step that is open. */
bool name_is_open(const ViewState *state, size_t definition);

/* Adds wrapped runs at the bottom of a panel's frame, from `col` on. */
void panel_runs(const Pen *pen, Frame *frame, int col, int indent, const Runs *runs);

#endif
