/* Derivations as formulas: the Form tree of an explanation, set on one line or with
 * fractions in two dimensions, in symbols or in values.
 */
#ifndef HEED_VIEW_FORMULA_H
#define HEED_VIEW_FORMULA_H

#include "view/prose.h"

typedef enum FormMode { FORM_SYMBOLS, FORM_VALUES } FormMode;

/* A formula drawn: `baseline` is its row on the line of text. */
typedef struct Formula {
    Frame *frame;
    int baseline;
} Formula;

/* One line. A pen without layers writes plain text of the explanation's own values. */
void form_runs(const Pen *pen, Runs *runs, const Form *form, FormMode mode);
/* Fractions over a stroke. */
Formula form_set(const Pen *pen, const Form *form, FormMode mode);
Formula formula_text(const Pen *pen, const Runs *runs);
Formula formula_beside(const Pen *pen, const Formula *parts, size_t n);

/* The form with its operands computed: 2.7183 / 6.0157. NULL where that says nothing new, or an operand is no
 * element of the sheet. */
const Form *form_collapsed(const Pen *pen, const Form *form);
/* Whether its values are more than one number. */
bool form_is_compound(const Form *form);

/* A factor's number, with its reference where it is an element. */
Number factor_number(const Pen *pen, const Factor *factor);

#endif
