/* What an expression depends on: the definitions of a sheet that it reads, directly or through others. */
#ifndef HEED_STUDY_DEPENDS_H
#define HEED_STUDY_DEPENDS_H

#include "heed/sheet.h"

typedef struct Depends {
    const Sheet *sheet;
    size_t count; /* definitions of the sheet */
    bool *reads;  /* by index */
} Depends;

/* The overlays' lines count beside the definitions: what either reads is read. */
Depends depends_on(Arena *arena, const Sheet *sheet, const Expr *expr, const Overlay *const *overlays,
                   size_t n);
/* Adds what another expression reads. */
void depends_add(Depends *depends, const Expr *expr, const Overlay *const *overlays, size_t n);
bool depends_reads(const Depends *depends, const char *name);
/* Some line of the overlay is laid over what is read. */
bool depends_touched(const Depends *depends, const Overlay *overlay);
/* An expression of the overlay reads this name. */
bool overlay_reads(const Overlay *overlay, const char *name);

#endif
