/* The parts of lesson_check.
 *
 *   check.c         values: every expression computes, questions and scenes under their own lines
 *   check_claims.c  here and always
 *   check_prose.c   typed results, long steps, unlabelled pictures, repeated ids
 *   walk.c          every prose of a lesson
 */
#ifndef HEED_LESSON_CHECK_H
#define HEED_LESSON_CHECK_H

#include "heed/lesson.h"

typedef struct Checker {
    Lesson *lesson;
    Arena *arena; /* scratch, gone after the check */
    Diags *diags;
    Layer *layer;   /* the lesson as it is shown at first */
    int64_t budget; /* multiply-adds left for samples */
} Checker;

void check_values(Checker *c);
void check_claims(Checker *c);
void check_prose(Checker *c);

/* Where a prose stands. */
typedef struct ProsePlace {
    SectionKind section;
    const Overlay *overlay; /* the lines under which its numbers are computed; NULL: none */
} ProsePlace;

typedef void (*ProseVisitor)(Checker *c, const Prose *prose, const ProsePlace *place);
/* Visits every prose of the lesson: titles, texts, cells, captions, sentences of claims, questions and cards.
 */
void walk_prose(Checker *c, ProseVisitor visit);

/* Visits every block of a kind, in order. */
void walk_blocks(const Lesson *lesson, BlockKind kind, void (*visit)(void *context, const Block *block),
                 void *context);

/* The value of an expression under `layer`, or NULL; `report` says an error that is this expression's own. */
const Value *check_expr(Checker *c, Layer *layer, const Expr *expr, bool is_overlaid);

/* A 0-d truth: 1 or 0; -1 where the value is NULL or no truth (said at `span`). */
int check_truth(Checker *c, const Value *value, SourceSpan span);

#endif
