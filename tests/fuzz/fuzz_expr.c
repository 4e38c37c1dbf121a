/* Any text as an expression: parsed, printed back, evaluated, explained. */
#include "heed/sheet.h"

#include <assert.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void walk(Layer *layer, Arena *arena, NodeId node)
{
    ElementRef ref = {REF_NOW, node, 0, 0};
    Explanation explanation;
    if (!layer_explain(layer, arena, ref, &explanation)) return;
    const Factor *operands;
    size_t n = explanation_operands(&explanation, arena, &operands);
    for (size_t i = 0; i < n && i < 3; i++) {
        ElementRef back;
        assert(layer_ask_element(layer, operands[i].expr, "again", &back, NULL) || operands[i].expr == NULL);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena *arena = arena_new();
    Sheet *sheet = sheet_new();
    Diags diags;
    diags_init(&diags, arena);
    SourceText source = {"fuzz", arena_strndup(arena, (const char *)data, size), 0};
    source.len = strlen(source.text);
    sheet_define(sheet, &source, 0, source.len, 0, &diags);
    Layer *layer = layer_new(sheet, NULL, 0, NULL);
    NodeId node = layer_ask(layer, source.text, "fuzz", &diags);
    if (node && layer_value(layer, node)) walk(layer, arena, node);
    diags_format(arena, &diags);
    layer_free(layer);
    sheet_free(sheet);
    arena_free(arena);
    return 0;
}
