/* What TeX's command names mean: one row each. Private to the formula parser. */
#ifndef HEED_LESSON_MATH_COMMANDS_H
#define HEED_LESSON_MATH_COMMANDS_H

#include "heed/math.h"

typedef enum MathCommandShape {
    MATH_COMMAND_SYMBOL,
    MATH_COMMAND_FRACTION,
    MATH_COMMAND_ROOT,
    MATH_COMMAND_BIG,   /* takes limits */
    MATH_COMMAND_NAME,  /* \text{…}: the argument's raw text, upright */
    MATH_COMMAND_PLAIN, /* \mathbf{…}: the argument as it is */
    MATH_COMMAND_BOARD, /* \mathbb{R} */
    MATH_COMMAND_ACCENT,
    MATH_COMMAND_UNDER,
    MATH_COMMAND_OVER,
    MATH_COMMAND_LEFT,
    MATH_COMMAND_BEGIN
} MathCommandShape;

typedef struct MathCommand {
    const char *name;
    MathCommandShape shape;
    MathClass class;
    const char *text;
} MathCommand;

typedef struct MathEnvironment {
    const char *name, *left, *right;
} MathEnvironment;

const MathCommand *math_command(const char *name);         /* NULL: unknown */
const char *math_command_name(const char *text);           /* the first command for this sign, or NULL */
const char *math_command_near(const char *name);           /* the nearest known name, or NULL */
const MathEnvironment *math_environment(const char *name); /* NULL: unknown */
const char *math_board(const char *text);                  /* "R" -> "ℝ"; others as they are */

#endif
