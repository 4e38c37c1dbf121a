/* A sheet defines names before their use, so one walk from the last definition to
 * the first finds all that is read.
 */
#include "study/depends.h"
#include <string.h>

static void mark_name(void *context, const char *name, SourceSpan span)
{
    Depends *depends = context;
    (void)span;
    for (size_t i = 0; i < depends->count; i++)
        if (strcmp(sheet_definition(depends->sheet, i)->name, name) == 0) depends->reads[i] = true;
}

static void mark_overlay(Depends *depends, const Overlay *overlay, const char *name)
{
    for (size_t i = 0; i < overlay->count; i++)
        if (strcmp(overlay->lines[i].name, name) == 0) expr_names(overlay->lines[i].expr, mark_name, depends);
}

void depends_add(Depends *depends, const Expr *expr, const Overlay *const *overlays, size_t n)
{
    if (expr) expr_names(expr, mark_name, depends);
    for (size_t i = depends->count; i-- > 0;) {
        if (!depends->reads[i]) continue;
        const Definition *definition = sheet_definition(depends->sheet, i);
        expr_names(definition->expr, mark_name, depends);
        for (size_t k = 0; k < n; k++) mark_overlay(depends, overlays[k], definition->name);
    }
}

Depends depends_on(Arena *arena, const Sheet *sheet, const Expr *expr, const Overlay *const *overlays,
                   size_t n)
{
    Depends depends = {.sheet = sheet, .count = sheet_count(sheet)};
    depends.reads = arena_array(arena, depends.count, sizeof *depends.reads);
    depends_add(&depends, expr, overlays, n);
    return depends;
}

bool depends_reads(const Depends *depends, const char *name)
{
    for (size_t i = 0; i < depends->count; i++)
        if (strcmp(sheet_definition(depends->sheet, i)->name, name) == 0) return depends->reads[i];
    return false;
}

bool depends_touched(const Depends *depends, const Overlay *overlay)
{
    for (size_t i = 0; i < overlay->count; i++)
        if (depends_reads(depends, overlay->lines[i].name)) return true;
    return false;
}

typedef struct NameSought {
    const char *name;
    bool is_found;
} NameSought;

static void look_for(void *context, const char *name, SourceSpan span)
{
    NameSought *sought = context;
    (void)span;
    if (strcmp(name, sought->name) == 0) sought->is_found = true;
}

bool overlay_reads(const Overlay *overlay, const char *name)
{
    NameSought sought = {.name = name};
    for (size_t i = 0; i < overlay->count; i++) expr_names(overlay->lines[i].expr, look_for, &sought);
    return sought.is_found;
}
