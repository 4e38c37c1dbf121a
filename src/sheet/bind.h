/* Calls against the table: which argument is which parameter. */
#ifndef HEED_SHEET_BIND_H
#define HEED_SHEET_BIND_H

#include "sheet/node.h"

typedef struct CallError {
    SourceSpan span;
    const char *code; /* "unknown-function", "arguments" */
    const char *text;
} CallError;

/* Sorts the arguments of a call by parameter: by_param[i] is NULL where it is omitted or None. False and
 * *error where the call does not fit (unknown, missing, doubled, too many). */
bool call_bind(Arena *arena, const Op *op, const Expr *call, const Expr *by_param[OP_MAX_PARAMS],
               CallError *error);
/* The same for a call of any name, which may be unknown. */
bool call_check(Arena *arena, const Expr *call, CallError *error);
/* What to write for a name that habit uses ("matmul": "@"); NULL where it is none of these. */
const char *call_habit(const char *name);

size_t op_param_count(const Op *op);

#endif
