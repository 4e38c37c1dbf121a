/* Values as a student sees them, and whether two of them can be told apart there. */
#ifndef HEED_STUDY_SHOWN_H
#define HEED_STUDY_SHOWN_H

#include "heed/number.h"
#include "heed/sheet.h"

/* "0.4519", "[0.2741 0.2741 0.4519]", "[[1 0] [0 1]]", "True"; NULL for no value, one with a NaN, or one of
 * more than SHOWN_MAX elements. */
char *value_shown(Arena *arena, const Value *value, NumFormat format);
enum { SHOWN_MAX = 64 };

/* What the last shown digit is worth. */
double shown_unit(double value, NumKind kind, NumFormat format);
/* A number as it is read back from what is shown of it. */
double shown_value(double value, NumKind kind, NumFormat format);

/* A number as a student gave it: its value, and what the last typed digit is worth (0: exact, as 1/3 is). */
typedef struct Given {
    double value;
    double unit;
} Given;

typedef enum Closeness {
    CLOSE_NOT,
    CLOSE_COARSE, /* as far as it goes, but more than one digit is lacking */
    CLOSE_YES
} Closeness;

/* Is what was given this value at the shown digits? One digit fewer will do; more than one is coarse. Within
 * half a unit of the last digit, and a tenth of that beyond, since single precision and exact arithmetic may
 * round to different sides. */
Closeness given_closeness(Given given, double value, NumKind kind, NumFormat format);
/* The same with a tolerance (> 0): coarse where the last digit given is worth more than the tolerance lets decide. */
Closeness given_within(Given given, double value, double tolerance);

#endif
