/* The text of an edit: what was typed is kept as it was typed. */
#ifndef HEED_SHEET_EDIT_H
#define HEED_SHEET_EDIT_H

#include "heed/sheet.h"

/* A typed number moved by `steps` units of its last digit: "0.90" by 1 is "0.91", "1" by -1 is "0", "-0.1" by
 * 1 is "0.0", "1.5e3" by 1 is "1.6e3". NULL where the text is no such number (inf, a formula, more than 18
 * digits). */
char *edit_nudge_digits(Arena *arena, const char *text, long long steps);
/* How many digits stand after the point ("0.90": 2). */
int edit_decimals(const char *text);
/* Text that may span lines, on one line: line ends with the blanks around them become one blank (none beside
 * a bracket), comments go, strings stay. */
char *edit_one_line(Arena *arena, const char *text, size_t length);
/* The text without blanks at its ends. */
char *edit_trim(Arena *arena, const char *text);

#endif
