/* Prose as runs of styled text, its live numbers among it. */
#ifndef HEED_VIEW_PROSE_H
#define HEED_VIEW_PROSE_H

#include "heed/lesson.h"
#include "view/pen.h"

typedef struct Runs {
    TextRun *items;
    size_t n, cap;
} Runs;

void runs_add(const Pen *pen, Runs *runs, TextRun run);
void runs_text(const Pen *pen, Runs *runs, Role role, const char *text);
void runs_number(const Pen *pen, Runs *runs, const Number *number);
/* Cells of all runs on one line. */
int runs_width(const Pen *pen, const Runs *runs);

/* Plain text in `role`; what has a role of its own (numbers, code, emphasis, quoted figures) keeps it. */
void prose_runs(const Pen *pen, Runs *runs, const Prose *prose, Role role);
/* A value in a sentence: 0.4519, [3.3556 4.3556], or what stands in its place. */
void inline_number_runs(const Pen *pen, Runs *runs, const Expr *expr, NumFormat format);
/* The same of an array that is at hand. */
void value_runs(const Pen *pen, Runs *runs, const PicArray *array);

/* Calls `visit` for each inline of a prose, children after their parent. */
void prose_walk(const Prose *prose, void (*visit)(void *context, const Inline *item), void *context);

#endif
