/* Formulas of a lesson on the screen, and what their terms stand for.
 *
 * A formula is set in two dimensions; where it is too wide it breaks at its signs,
 * and where even its parts are too wide it is written on one line that wraps. With
 * values in (the F key) the terms that stand for something in the sheet are drawn
 * as their numbers; a large array as its corners and its shape.
 */
#ifndef HEED_VIEW_EQUATION_H
#define HEED_VIEW_EQUATION_H

#include "view/doc.h"
#include "view/math_layout.h"

/* An equation of the lesson, and callouts for some of its terms. */
void equation_draw(Doc *doc, int pane, size_t equation);
void equation_draw_terms(Doc *doc, int pane, const size_t *terms, size_t n);
/* "s = [1.0000 1.0000 2.0000]"; where the term is written as its expression is, only "= 2.0000". */
Runs equation_term_value(const Doc *doc, const MathTerm *term);

/* Lights a term wherever it stands in the panes, and the numbers of what it stands for. */
void equation_light(Doc *doc, size_t term);
/* "QKᵀ  s (3,)  the scores": for the status line. */
void equation_status(const Pen *pen, Runs *runs, const MathTerm *term);

/* ---- equation_values.c ---- */

/* What a term stands for; without a value where it has none, or stands for nothing. */
PicArray equation_array(const Pen *pen, const MathTerm *term);
/* Whether numbers can stand in the term's place. */
bool equation_has_numbers(const PicArray *array);
/* The numbers as they stand in a formula: a scalar, or brackets of at most `limit` rows and columns with a
 * gap before the last, and the shape under them where something is left out. */
MathBox equation_box(const Pen *pen, const MathTerm *term, const PicArray *array, size_t limit);
/* Where the term is one of several, as α_j: the index, and the elements that a sum over it writes out, each
 * as it stands in a formula. index NULL: it is no such term. */
typedef struct EquationElements {
    const char *index;
    MathBox *boxes;
    size_t n, n_total; /* n less than n_total: some are left out before the last */
} EquationElements;
EquationElements equation_elements(const Pen *pen, const MathTerm *term, const PicArray *array);
/* The same in a line of prose: all of a small array, else its shape, its first number and its last. */
void equation_value_runs(const Pen *pen, Runs *runs, const PicArray *array);
/* As a factor of a formula on one line: with its index, a negative number in parentheses. */
void equation_factor_runs(const Pen *pen, Runs *runs, const MathTerm *term, const PicArray *array);

#endif
