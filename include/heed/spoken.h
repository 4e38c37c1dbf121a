/* A lesson as lines of text: for a screen reader, a terminal without a cursor, a pipe.
 *
 * What view.h draws, told in words: nothing is placed, framed or marked, every number stands behind its name. Numbers
 * are elements of the sheet in SPAN_NUMBERs with their references, as everywhere. The frames are as tall as the text,
 * `width` columns wide, without margins.
 */
#ifndef HEED_SPOKEN_H
#define HEED_SPOKEN_H

#include "heed/view.h"

/* The newest open step of the state's screen, or all open steps. `state` as for view_lesson: lesson, now, screen, step,
 * more, values and predictions count; `was` tells what turned a claim. */
Frame *view_spoken_step(Arena *arena, Charset charset, const ViewState *state, bool all_steps, int width);

/* What differs between state->was and state->now among the names that the lesson has opened so far (screen, step), old
 * beside new, then the claims of the screen's open steps that turned. A line says so where nothing differs. */
Frame *view_spoken_changes(Arena *arena, Charset charset, const ViewState *state, int width);

/* One level of the derivation at the end of state->why, its operands numbered from 1. */
Frame *view_spoken_why(Arena *arena, Charset charset, const ViewState *state, int width);

/* A prediction of the screen, and what came of the guess. */
Frame *view_spoken_prediction(Arena *arena, Charset charset, const ViewState *state, const Question *question, int width);

/* The blocks of these sections in the screen's open steps, whether or not they are open on the screen. */
Frame *view_spoken_sections(Arena *arena, Charset charset, const ViewState *state, const SectionKind *kinds, size_t n,
                            int width);

/* The two sides of a comparison, name by name from the first difference on. */
Frame *view_spoken_sides(Arena *arena, Charset charset, const ViewState *state, int width);

/* What moves an element: each input with its slope. */
Frame *view_spoken_influence(Arena *arena, Charset charset, const ViewState *state, ElementRef of, int width);

/* "softmax(z) = [0.2741 0.2741 0.4519]", or why it has no value. */
Frame *view_spoken_value(Arena *arena, Charset charset, const ViewState *state, NodeId node, const char *name, int width);

/* The names that the lesson has opened so far, with their values; inputs say what kind they are. */
Frame *view_spoken_names(Arena *arena, Charset charset, const ViewState *state, int width);

/* Lines of text, wrapped; lines after the first of a paragraph are indented. */
Frame *view_spoken_text(Arena *arena, Charset charset, const char *text, int indent, int width);

#endif
