/* What rounding does to a computation done by hand: each value is rounded before the next one reads it. */
#include "lens.h"

#include "parts.h"

#include <string.h>

static bool is_real(Layer *layer, const Definition *definition)
{
    const Value *value = layer_value(layer, layer_name(layer, definition->name));
    return definition->input == INPUT_NONE && value != NULL &&
           (value->type == VALUE_F32 || value->type == VALUE_F64);
}

/* "s = round(s, 4)", a line for each computed name that holds reals. */
static char *lens_lines(Layer *layer, Arena *arena, int digits)
{
    const Sheet *sheet = layer_sheet(layer);
    StrBuf out = {0};
    for (size_t i = 0; i < sheet_count(sheet); i++) {
        const Definition *definition = sheet_definition(sheet, i);
        if (is_real(layer, definition))
            strbuf_printf(&out, "%s = round(%s, %d)\n", definition->name, definition->name, digits);
    }
    return strbuf_take(&out, arena);
}

Layer *lens_over(Layer *layer, Arena *arena, const Overlay **overlays, size_t n, int digits)
{
    SourceText *source = arena_alloc(arena, sizeof *source);
    Overlay *lens = arena_alloc(arena, sizeof *lens);
    Diags unheard;
    diags_init(&unheard, arena);
    const char *lines = lens_lines(layer, arena, digits);
    *source = (SourceText){"rounding", lines, strlen(lines)};
    Sheet *sheet = layer_sheet(layer);
    if (!overlay_parse(arena, sheet, source, 0, source->len, OVERLAY_ANY, lens, &unheard)) return layer;
    overlays[n] = lens;
    Layer *rounded = layer_new(sheet, overlays, n + 1, layer);
    layer_free(layer);
    return rounded;
}

const char *lens_status(const App *app, Arena *arena, const char *rest)
{
    if (app->visit->digits == 0) return rest;
    return arena_printf(arena, "rounded to %d digits   %s", app->visit->digits, rest);
}

void lens_turn(App *app, int arg)
{
    (void)arg;
    Visit *visit = app->visit;
    visit->digits = visit->digits == 0 ? 4 : visit->digits == 4 ? 2 : 0;
    visit_restand(visit);
    if (visit->digits > 0)
        app_say(app, ROLE_TEXT, "Every computed value is rounded to %d digits before the next step reads it.",
                visit->digits);
    else
        app_say(app, ROLE_TEXT, "All digits are carried again.");
}
