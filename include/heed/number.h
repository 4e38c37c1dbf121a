/* Numbers as text: Python's, and the same in every locale.
 *
 * NumFormat is Python's format mini-language as lessons use it:
 * [+][,][.N][f|e|g|d|%]. The empty spec is the shortest text that reads back.
 * Negative zero prints as zero. nan, inf and -inf print as such.
 */
#ifndef HEED_NUMBER_H
#define HEED_NUMBER_H

#include "heed/arena.h"

typedef struct NumFormat {
    char type;     /* 0 shortest, or f e g d % */
    bool plus;     /* + for positive numbers */
    bool comma;    /* thousands separators */
    int precision; /* -1: the type's default (6) */
} NumFormat;

#define NUM_SHORTEST ((NumFormat){0, false, false, -1})
#define NUM_FIXED(n) ((NumFormat){'f', false, false, (n)})

/* The most digits behind the point that a spec may ask for. */
#define NUM_PRECISION_MAX 60

/* Parses a spec; false where it is not one (*at gets the offset of what is wrong).
 * As in Python, `d` takes no precision. */
bool num_format_parse(const char *spec, size_t len, NumFormat *format, size_t *at);
/* Writes the spec back (".4f"). */
char *num_format_text(Arena *arena, NumFormat format);

typedef enum NumKind { NUM_F64, NUM_F32, NUM_INT, NUM_BOOL } NumKind;

/* As Python's format(value, spec). Shortest is that of its kind: an F32 prints
 * the fewest digits that read back to the same float; whole F32 and F64 print
 * with ".0"; INT without; BOOL True or False. `d` wants an integral value and
 * rounds (half even) where it is not. A text that shows only zeros has no minus
 * (Python's `z` option). */
char *num_text(Arena *arena, double value, NumKind kind, NumFormat format);
/* The same into a buffer of NUM_TEXT_MAX bytes; returns the length. The longest is
 * the largest double with separators: sign, 309 digits, 102 commas, point, 60
 * digits, '%'. */
#define NUM_TEXT_MAX 512
size_t num_write(char out[NUM_TEXT_MAX], double value, NumKind kind, NumFormat format);
/* How much the last shown digit of this text is worth ("0.4519" 1e-4; "1.2e3" 100;
 * "45.2%" 1e-3); 0 where it shows no digit. */
double num_last_digit(const char *text);

/* A decimal number at text[0..len): digits, '.', exponent, underscores as in
 * Python ("1_000"); no sign, no hex, no inf/nan. Returns the bytes taken, 0 where
 * none stands there. Correctly rounded; too large gives inf. */
size_t num_parse(const char *text, size_t len, double *value);

#endif
