/* The why panel: one level of an element's derivation. */
#ifndef HEED_VIEW_WHY_H
#define HEED_VIEW_WHY_H

#include "heed/view.h"
#include "view/prose.h"

typedef struct WhyPanel {
    Frame *frame; /* its inside, as tall as it is */
    int chosen;   /* the row of the chosen operand; 0 where there is none */
    const char *title;
    const Factor *operands;
    size_t n_operands;
} WhyPanel;

/* `rows` is how many there may be before it scrolls: fractions take one line where that keeps all in sight.
 */
WhyPanel why_layout(const Pen *pen, const ViewWhy *why, int width, int rows);

/* The level on one line: name, form in symbols, with the values in, result. */
void why_equation(const Pen *pen, Runs *runs, const Explanation *explanation);
/* What lies below an operand: where it comes from, or its own next level. */
void why_preview(const Pen *pen, Runs *runs, const Factor *operand);
/* One level of a derivation as runs for one line: " = e^z[2] / Σ e^z = 2.7183 / 6.0157", without the number itself; none
 * where it has no derivation. `most`: so many sides of the equation, the last ones. */
void why_runs(const Pen *pen, ElementRef ref, size_t most, Runs *runs);

#endif
