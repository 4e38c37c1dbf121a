/* Reading what a student typed. Each function returns false and a diagnostic with a caret where it cannot be
 * read. */
#ifndef HEED_STUDY_ANSWER_H
#define HEED_STUDY_ANSWER_H

#include "study/drawing.h"

typedef struct AnswerText {
    Drawing *d;
    const SourceText *source;
    size_t start, end; /* trimmed */
    Diags *diags;
} AnswerText;

/* Copies the text; false where it is empty. */
bool answer_open(Drawing *d, const char *text, Diags *diags, AnswerText *answer);
SourceSpan answer_span(const AnswerText *answer, size_t start, size_t end);

/* "0.333", "1/3", "33.3 %", "exp(0.5) / 6": one finite number. */
bool answer_number(const AnswerText *answer, Given *given);
/* As many numbers as the truth has, row-major. */
bool answer_numbers(const AnswerText *answer, const Value *truth, Given *given);

/* "a c", "2": indices of choices, no index twice. "none" gives none. */
bool answer_letters(const AnswerText *answer, size_t *picks, size_t *n_picks);
/* "true", "f", "yes b": a truth, and the letter of a reason (SIZE_MAX: none given). */
bool answer_truth(const AnswerText *answer, bool *truth, size_t *reason);
/* Lines that change inputs which the question lets be changed. */
bool answer_lines(const AnswerText *answer, Overlay *overlay);

#endif
