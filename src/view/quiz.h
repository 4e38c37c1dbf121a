/* A question of a quiz as a page: quiz_question.c has what is asked, quiz_verdict.c what came of the answer,
 * quiz_trace.c two computations side by side.
 */
#ifndef HEED_VIEW_QUIZ_H
#define HEED_VIEW_QUIZ_H

#include "view/doc.h"
#include "view/formula.h"

/* The place of a layer among those of the pen. */
RefLayer quiz_layer(const Pen *pen, const Layer *layer);
/* Prose whose numbers are those of `layer`, each with its reference. */
void quiz_prose(const Pen *pen, Runs *runs, const Layer *layer, const Prose *prose, Role role);
/* A node in the question's format. */
void quiz_value(const Pen *pen, Runs *runs, const Layer *layer, NodeId node, NumFormat format);

/* What came of the answer. */
void quiz_verdict_draw(Doc *doc, const ViewQuestion *question);

/* Both computations, name by name, with a sign where they part; at most `cols` wide where that can be. */
Picture quiz_trace(const Pen *pen, const Trace *trace, int cols);
/* The same in sentences. */
void quiz_say_trace(Doc *doc, const Trace *trace);

#endif
