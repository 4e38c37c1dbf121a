/* How a text of the language is shown to a reader.
 *
 * view_display (view.h) shows a whole expression. The parts are here for those who
 * build formulas themselves: the same spelling of names, operators and calls.
 */
#ifndef HEED_VIEW_DISPLAY_H
#define HEED_VIEW_DISPLAY_H

#include "heed/arena.h"

/* How tightly a shown text binds: an operand that binds looser than its operator asks for is put in
 * parentheses. */
typedef enum Binding {
    BIND_CONDITION, /* a if c else b */
    BIND_OR,
    BIND_AND,
    BIND_NOT,
    BIND_COMPARE,
    BIND_SUM,
    BIND_PRODUCT,
    BIND_SIGN,
    BIND_POWER,
    BIND_ATOM
} Binding;

/* The text as shown, and how it binds. */
const char *display_expr(Arena *arena, const char *expr_text, Binding *binding);
/* "alpha" as α, "dk" as d_k. */
const char *display_name(Arena *arena, const char *name, size_t len);
/* The operator as shown with its blanks (" × "), and how it binds; NULL where `op` is no infix operator. */
const char *display_infix(const char *op, Binding *binding);
/* What goes before and after the argument of a call of one argument: exp → "e^", "". */
typedef struct DisplayCall {
    const char *before, *after;
    Binding argument; /* looser arguments are put in parentheses */
    Binding binding;  /* of the whole */
} DisplayCall;
const DisplayCall *display_call(const char *name); /* NULL: name(…) */

#endif
