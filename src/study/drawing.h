/* Inside a draw: what its parts share while it is made and judged. */
#ifndef HEED_STUDY_DRAWING_H
#define HEED_STUDY_DRAWING_H

#include "heed/quiz.h"
#include "study/depends.h"
#include "study/seeds.h"
#include "study/shown.h"

typedef struct Drawing {
    Draw draw; /* first: what draw_new hands out is its address */
    Arena *arena;
    const Misconceptions *all;
    const Expr *asked; /* what is judged: the answer, or the target; NULL: written choices, ORDER */
    Overlay seed_line; /* draw_seed = … */
    Depends depends;   /* of `asked`, under the question's lines */
    Random random;     /* for orders */
    Layer **layers;    /* all that were made; freed with the draw */
    size_t n_layers, cap_layers;
} Drawing;

static inline Drawing *drawing_of(Draw *draw)
{
    return (Drawing *)draw;
}

/* A layer under the draw's own lines, then `more`, then `most` (each may be NULL). Freed with the draw. */
Layer *drawing_layer(Drawing *d, const Overlay *more, const Overlay *most);
/* Text of overlay lines, read against the lesson; false where it does not fit. */
bool drawing_read_overlay(Drawing *d, const char *text, Overlay *overlay);
/* The lines of an idea that this lesson has the names for; false where there are none. */
bool idea_read_overlay(Arena *arena, const Sheet *sheet, const Misconception *idea, Overlay *overlay);

/* The tolerance around a value; 0: the shown digits decide. */
double question_tolerance(const Question *question, double value);
/* Is this value the truth, as far as the answer to this question can tell? */
bool drawing_is_truth(const Drawing *d, const Value *value);
/* The choices are computed: truth and wrong ideas. */
bool question_is_computed(const Question *question);
/* The student is told this name's value: an input, or drawn by the question. */
bool question_gives(const Question *question, const Definition *definition);

/* There is something to ask: a truth that is finite and not too large, a target that is not reached already.
 */
bool drawing_is_sound(const Drawing *d);

/* ideas.c: runs each idea that can change what is asked. */
void drawing_run_ideas(Drawing *d);
/* Listed ideas that cannot be told from the truth or from each other; and others that cannot. */
void drawing_count_clashes(const Drawing *d, size_t *listed, size_t *others);

/* choices.c */
void drawing_make_choices(Drawing *d);
bool drawing_choices_differ(const Drawing *d);

/* hints.c */
void drawing_make_hints(Drawing *d);

/* describe.c: the truth, and how to answer, in words. */
void drawing_describe(Drawing *d);

/* A growing array in the arena. */
#define study_push(arena, items, count, capacity, item)                                                      \
    do {                                                                                                     \
        if ((count) == (capacity)) {                                                                         \
            size_t grown_ = (capacity) ? (capacity)*2 : 8;                                                   \
            (items) = arena_grow((arena), (items), (count), grown_, sizeof *(items));                        \
            (capacity) = grown_;                                                                             \
        }                                                                                                    \
        (items)[(count)++] = (item);                                                                         \
    } while (0)

#endif
