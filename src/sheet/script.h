/* The prelude of a script: what stands in Python for what a row's NumPy spelling only describes. */
#ifndef HEED_SHEET_SCRIPT_H
#define HEED_SHEET_SCRIPT_H

#include "heed/sheet.h"

/* A helper is written where the prelude uses its word. They stand in an order in which each may use the ones
 * after it; the list ends with a NULL word. */
typedef struct ScriptHelper {
    const char *word;
    const char *text;
} ScriptHelper;

/* The body of a builtin that is Python's own: no definition is written. */
#define SCRIPT_PYTHONS_OWN "its own"

extern const char script_shown[]; /* def _shown: the assertion of a shown number */
extern const char script_array[]; /* def array: what a list literal becomes */
extern const ScriptHelper script_helpers[];
/* The body of a builtin whose row does not spell one that runs as it stands; NULL: the row does. An
 * expression, or lines that each end with a newline. */
const char *script_body(const char *name);

#endif
