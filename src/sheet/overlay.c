/* Overlays: reading them, and laying them over definitions. */
#include "sheet/overlay.h"
#include "sheet/bind.h"
#include "sheet/parse.h"
#include "sheet/sheet_private.h"
#include <string.h>

/* --------------------------------------------------------- inputs that move */

/* The arguments of a slider, toggle or choice by parameter; its call has been checked. */
static bool bound(Arena *arena, const Expr *input, const Expr *by_param[OP_MAX_PARAMS])
{
    CallError error;
    const Op *op = input->kind == EXPR_CALL ? op_find(input->text) : NULL;
    return op != NULL && call_bind(arena, op, input, by_param, &error);
}

static bool slider_accepts(Arena *arena, const Expr *const *by_param, const Expr *constant, const char **why)
{
    double value = 0, low = 0, high = 0;
    if (!expr_constant(constant, &value)) return *why = "a slider holds one number", false;
    if (!expr_constant(by_param[1], &low) || !expr_constant(by_param[2], &high)) return true;
    if (value >= low && value <= high) return true;
    *why = arena_printf(arena, "%s is outside the slider's %s to %s", expr_text(arena, constant),
                        expr_text(arena, by_param[1]), expr_text(arena, by_param[2]));
    return false;
}

/* The index of a constant among the options of a choice; false where it is none of them. */
static bool option_index(const Expr *options, const Expr *constant, size_t *index)
{
    for (size_t i = 0; options->kind == EXPR_LIST && i < options->n_args; i++) {
        double a = 0, b = 0;
        bool is_same = expr_equal(options->args[i], constant) ||
                       (expr_constant(options->args[i], &a) && expr_constant(constant, &b) && a == b);
        if (is_same) return *index = i, true;
    }
    return false;
}

bool overlay_accepts(Arena *arena, const Expr *input, const Expr *constant, const char **why)
{
    const Expr *by_param[OP_MAX_PARAMS];
    InputKind kind = expr_input_kind(input);
    size_t index = 0;
    if (kind == INPUT_NONE || kind == INPUT_LITERAL || !bound(arena, input, by_param)) return true;
    if (kind == INPUT_SLIDER) return slider_accepts(arena, by_param, constant, why);
    if (kind == INPUT_TOGGLE) {
        if (constant->kind == EXPR_BOOL) return true;
        return *why = "a toggle is True or False", false;
    }
    if (!expr_is_literal(by_param[0]) || option_index(by_param[0], constant, &index)) return true;
    *why = arena_printf(arena, "%s is none of the options %s", expr_text(arena, constant),
                        expr_text(arena, by_param[0]));
    return false;
}

/* A call with the argument of one parameter replaced, or added by keyword. */
static const Expr *with_argument(Arena *arena, const Expr *call, const Expr *old, const char *keyword,
                                 const Expr *value)
{
    const Expr **args = arena_array(arena, call->n_args + 1, sizeof *args);
    const char **keywords = arena_array(arena, call->n_args + 1, sizeof *keywords);
    size_t n = call->n_args;
    bool is_placed = false;
    for (size_t i = 0; i < n; i++) {
        bool is_it = !is_placed && call->args[i] == old;
        args[i] = is_it ? value : call->args[i];
        keywords[i] = call->keywords[i];
        is_placed = is_placed || is_it;
    }
    if (!is_placed) {
        args[n] = value;
        keywords[n++] = keyword;
    }
    Expr *moved = (Expr *)expr_call(arena, call->text, args, keywords, n);
    moved->span = value->span;
    return moved;
}

/* The input with a constant put in, or NULL where it is no input that moves, or does not take this constant.
 */
static const Expr *moved_input(Arena *arena, const Expr *input, const Expr *constant)
{
    const Expr *by_param[OP_MAX_PARAMS];
    const char *why = NULL;
    InputKind kind = expr_input_kind(input);
    double number = 0;
    size_t index = 0;
    if (!bound(arena, input, by_param)) return NULL;
    if (kind == INPUT_SLIDER && expr_constant(constant, &number)) {
        return with_argument(arena, input, by_param[0], "value", constant);
    }
    if (kind == INPUT_TOGGLE && overlay_accepts(arena, input, constant, &why)) {
        return with_argument(arena, input, by_param[0], "value", constant);
    }
    if (kind == INPUT_CHOICE && option_index(by_param[0], constant, &index)) {
        Expr *place = (Expr *)expr_number(arena, (double)index);
        place->span = constant->span;
        return with_argument(arena, input, by_param[1], "index", place);
    }
    return NULL;
}

typedef struct OwnName {
    const char *name;
    const Expr *below;
} OwnName;

static const Expr *replace_own(void *context, const Expr *name)
{
    const OwnName *own = context;
    return strcmp(own->name, name->text) == 0 ? own->below : NULL;
}

const Expr *overlay_apply(Arena *arena, const Expr *below, const OverlayLine *line)
{
    if (expr_is_literal(line->expr)) {
        const Expr *moved = moved_input(arena, below, line->expr);
        return moved != NULL ? moved : line->expr;
    }
    OwnName own = {line->name, below};
    return expr_replace(arena, line->expr, replace_own, &own);
}

/* ----------------------------------------------------------------- reading */

static bool refuse_computed(const Sheet *sheet, const ParsedLine *line, Diags *diags)
{
    StrBuf names = {0};
    size_t n = 0;
    for (size_t i = 0; i < sheet->count && n < 8; i++) {
        if (sheet->definitions[i]->input == INPUT_NONE) continue;
        strbuf_printf(&names, "%s%s", n++ > 0 ? ", " : "", sheet->definitions[i]->name);
    }
    diags_error(diags, line->name_span, "not-an-input", "%s is computed: only an input can be set%s%s",
                line->name, n > 0 ? ": " : "", strbuf_text(&names));
    strbuf_free(&names);
    return false;
}

static bool check_line(const Sheet *sheet, const ParsedLine *line, OverlayRule rule, Diags *diags)
{
    size_t position = sheet_position(sheet, line->name);
    if (position == 0 && sheet_failed(sheet, line->name) != NULL) {
        sheet_tell_failed(diags, line->name_span, line->name);
        return false;
    }
    if (position == 0) {
        diags_error(diags, line->name_span, "unknown-name", "unknown name '%s'%s", line->name,
                    sheet_guess(sheet, diags->arena, line->name, sheet->count));
        return false;
    }
    const Definition *definition = sheet->definitions[position - 1];
    if (rule == OVERLAY_INPUTS_ONLY && definition->input == INPUT_NONE)
        return refuse_computed(sheet, line, diags);
    if (!sheet_check_names(sheet, line->expr, position, FAILED_IS_TOLD, diags)) return false;
    const char *why = NULL;
    if (!expr_is_literal(line->expr) || overlay_accepts(diags->arena, definition->expr, line->expr, &why))
        return true;
    if (rule == OVERLAY_ANY && definition->input == INPUT_SLIDER && line->expr->kind == EXPR_LIST)
        return true;
    diags_error(diags, line->expr->span, "domain", "%s", why);
    return false;
}

bool overlay_parse(Arena *arena, const Sheet *sheet, const SourceText *source, size_t start, size_t end,
                   OverlayRule rule, Overlay *overlay, Diags *diags)
{
    Parser parser;
    ParsedLine line;
    size_t capacity = 0;
    bool is_ok = true;
    *overlay = (Overlay){0};
    parser_start(&parser, arena, source, start, end, diags);
    while (parser_line(&parser, &line)) {
        bool is_good = line.expr != NULL && check_line(sheet, &line, rule, diags);
        is_ok = is_ok && is_good;
        if (!is_good) continue;
        if (overlay->count == capacity) {
            size_t grown = capacity > 0 ? 2 * capacity : 8;
            overlay->lines = arena_grow(arena, overlay->lines, capacity, grown, sizeof *overlay->lines);
            capacity = grown;
        }
        overlay->lines[overlay->count++] = (OverlayLine){line.name, line.expr, line.span};
    }
    if (!is_ok) overlay->count = 0;
    return is_ok;
}
