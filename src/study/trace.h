/* Two computations of the same thing, side by side. */
#ifndef HEED_STUDY_TRACE_H
#define HEED_STUDY_TRACE_H

#include "study/drawing.h"

/* What stands in the last row, where it is no plain name. */
typedef struct TraceEnd {
    const char *name;
    const char *right_source, *theirs_source;
    NodeId right, theirs;
} TraceEnd;

/* Names that `asked` depends on in either layer: the computed ones, and inputs that differ; then `end`.
 * `over` is what was laid over to get `theirs` (NULL: nothing). */
const Trace *trace_new(Drawing *d, Layer *right, Layer *theirs, const Overlay *over, const TraceEnd *end);

/* Of an idea, beside the draw's own layer. */
const Trace *trace_of_idea(Drawing *d, const DrawIdea *idea);

/* One element that, were it another, would have led to these numbers (row-major, as many as the answer has);
 * or the answer itself. `*trace` NULL for the latter. */
const Slip *slip_find(Drawing *d, const Given *given, const Trace **trace);

#endif
