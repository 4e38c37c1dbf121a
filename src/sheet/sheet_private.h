/* Inside a sheet: its definitions and the table of node texts. */
#ifndef HEED_SHEET_SHEET_PRIVATE_H
#define HEED_SHEET_SHEET_PRIVATE_H

#include "sheet/expr.h"
#include "sheet/strmap.h"

struct Sheet {
    Arena *arena;
    Definition **definitions; /* each stays where it is */
    const Expr **names;       /* of each, the expression that is its name */
    size_t count, capacity;
    StrMap by_name;       /* name -> 1 + index */
    StrMap broken;        /* names whose definition was refused -> 1 + index into: */
    SourceSpan *failures; /* where each was */
    size_t n_failures, cap_failures;
    StrMap ids;           /* canonical text -> NodeId */
    const char **id_text; /* by NodeId; [0] is unused */
    size_t n_ids, cap_ids;
};

/* The id of a canonical text, new if need be. */
NodeId sheet_intern(Sheet *sheet, const char *text);
/* The text of an id; NULL where the sheet does not know it. */
const char *sheet_id_text(const Sheet *sheet, NodeId id);
/* 1 + the index of a defined name, or 0. */
size_t sheet_position(const Sheet *sheet, const char *name);
/* Whoever uses a name whose definition failed is not to blame: a definition hears nothing of it, since the
 * mistake is said above it; who asks later is told. */
typedef enum FailedRule { FAILED_IS_KNOWN, FAILED_IS_TOLD } FailedRule;
/* Diagnostics for the names in `expr` that are not defined among the first `limit` definitions. False where
 * there was such a name. */
bool sheet_check_names(const Sheet *sheet, const Expr *expr, size_t limit, FailedRule rule, Diags *diags);
/* The diagnostic for a name whose definition failed. */
void sheet_tell_failed(Diags *diags, SourceSpan span, const char *name);
/* A name for a message: "; did you mean alpha?" or "". */
const char *sheet_guess(const Sheet *sheet, Arena *arena, const char *name, size_t limit);

#endif
