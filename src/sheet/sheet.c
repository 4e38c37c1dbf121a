/* A sheet: the definitions of one lesson, and the names of its nodes.
 *
 * A node is named by its canonical text, and the text's id belongs to the sheet, so
 * that "softmax(z)" is the same node in every layer, over every edit.
 */
#include "sheet/sheet_private.h"
#include "sheet/node.h"
#include "sheet/parse.h"
#include <stdlib.h>
#include <string.h>

Sheet *sheet_new(void)
{
    Sheet *sheet = heed_xcalloc(1, sizeof *sheet);
    sheet->arena = arena_new();
    sheet->n_ids = 1;
    return sheet;
}

void sheet_free(Sheet *sheet)
{
    if (sheet == NULL) return;
    strmap_free(&sheet->by_name);
    strmap_free(&sheet->broken);
    strmap_free(&sheet->ids);
    arena_free(sheet->arena);
    free(sheet);
}

/* ------------------------------------------------------------------- names */

size_t sheet_position(const Sheet *sheet, const char *name)
{
    return strmap_get(&sheet->by_name, name);
}

size_t sheet_count(const Sheet *sheet)
{
    return sheet->count;
}

const Definition *sheet_definition(const Sheet *sheet, size_t index)
{
    return index < sheet->count ? sheet->definitions[index] : NULL;
}

const Definition *sheet_find(const Sheet *sheet, const char *name)
{
    size_t position = sheet_position(sheet, name);
    return position > 0 ? sheet->definitions[position - 1] : NULL;
}

NodeId sheet_intern(Sheet *sheet, const char *text)
{
    NodeId id = strmap_get(&sheet->ids, text);
    if (id != 0) return id;
    if (sheet->n_ids >= sheet->cap_ids) {
        size_t grown = sheet->cap_ids > 0 ? 2 * sheet->cap_ids : 128;
        sheet->id_text =
            arena_grow(sheet->arena, sheet->id_text, sheet->cap_ids, grown, sizeof *sheet->id_text);
        sheet->cap_ids = grown;
    }
    id = (NodeId)sheet->n_ids++;
    sheet->id_text[id] = arena_strdup(sheet->arena, text);
    strmap_put(&sheet->ids, sheet->id_text[id], id);
    return id;
}

const char *sheet_id_text(const Sheet *sheet, NodeId id)
{
    return id > 0 && id < sheet->n_ids ? sheet->id_text[id] : NULL;
}

const SourceSpan *sheet_failed(const Sheet *sheet, const char *name)
{
    uint32_t place = strmap_get(&sheet->broken, name);
    return place > 0 && sheet_find(sheet, name) == NULL ? &sheet->failures[place - 1] : NULL;
}

void sheet_fail(Sheet *sheet, const char *name, SourceSpan span)
{
    if (sheet_find(sheet, name) != NULL || sheet_failed(sheet, name) != NULL) return;
    if (sheet->n_failures == sheet->cap_failures) {
        size_t old = sheet->cap_failures, grown = old > 0 ? 2 * old : 8;
        sheet->failures = arena_grow(sheet->arena, sheet->failures, old, grown, sizeof *sheet->failures);
        sheet->cap_failures = grown;
    }
    sheet->failures[sheet->n_failures++] = span;
    strmap_put(&sheet->broken, arena_strdup(sheet->arena, name), (uint32_t)sheet->n_failures);
}

void sheet_tell_failed(Diags *diags, SourceSpan span, const char *name)
{
    diags_error(diags, span, "failed-definition", "%s has no value: its definition failed", name);
}

const char *sheet_guess(const Sheet *sheet, Arena *arena, const char *name, size_t limit)
{
    const char **names = arena_array(arena, limit, sizeof *names);
    for (size_t i = 0; i < limit; i++) names[i] = sheet->definitions[i]->name;
    const char *near = nearest_word(name, names, limit);
    if (near != NULL) return arena_printf(arena, "; did you mean %s?", near);
    const Op *op = op_find(name);
    return op != NULL ? arena_printf(arena, "; %s is a function: %s", name, op->usage) : "";
}

typedef struct NameCheck {
    const Sheet *sheet;
    size_t limit;
    FailedRule rule;
    Diags *diags;
    const char *missing; /* a name that is like no other */
    bool is_ok;
} NameCheck;

static void check_name(void *context, const char *name, SourceSpan span)
{
    NameCheck *check = context;
    const Sheet *sheet = check->sheet;
    size_t position = sheet_position(sheet, name);
    if (position > 0 && position <= check->limit) return;
    check->is_ok = false;
    if (check->rule == FAILED_IS_KNOWN && strmap_get(&sheet->broken, name) != 0) return;
    if (sheet_failed(sheet, name) != NULL) {
        sheet_tell_failed(check->diags, span, name);
        return;
    }
    if (position > 0) {
        diags_error(check->diags, span, "unknown-name", "%s is defined later than here", name);
        return;
    }
    const char *guess = sheet_guess(sheet, check->diags->arena, name, check->limit);
    diags_error(check->diags, span, "unknown-name", "unknown name '%s'%s", name, guess);
    if (*guess == '\0') check->missing = arena_strdup(check->diags->arena, name);
}

bool sheet_check_names(const Sheet *sheet, const Expr *expr, size_t limit, FailedRule rule, Diags *diags)
{
    NameCheck check = {sheet, limit, rule, diags, NULL, true};
    expr_names(expr, check_name, &check);
    return check.is_ok;
}

/* A name whose definition is missing is said once: who uses it again is not to blame. (A slip of the pen is
 * said at each place.) */
static bool check_definition(Sheet *sheet, const Expr *expr, Diags *diags)
{
    NameCheck check = {sheet, sheet->count, FAILED_IS_KNOWN, diags, NULL, true};
    expr_names(expr, check_name, &check);
    if (check.missing != NULL) sheet_fail(sheet, check.missing, (SourceSpan){0});
    return check.is_ok;
}

/* ------------------------------------------------------------- definitions */

/* Whether the name of a line may be defined; else a diagnostic. */
static bool check_new_name(const Sheet *sheet, const ParsedLine *line, Diags *diags)
{
    const Definition *earlier = sheet_find(sheet, line->name);
    if (earlier != NULL) {
        size_t row = 0, column = 0;
        if (earlier->name_span.source != NULL) {
            source_position(earlier->name_span.source, earlier->name_span.start, &row, &column);
        }
        diags_error(diags, line->name_span, "duplicate-name", "%s is defined already, in line %zu",
                    line->name, row);
        return false;
    }
    if (op_find(line->name) == NULL) return true;
    diags_error(diags, line->name_span, "reserved-name",
                "%s is a function of the language: choose another name", line->name);
    return false;
}

/* The parts of a definition are nodes of every layer: their names are worked out once. */
static void intern_parts(Sheet *sheet, const Expr *expr, StrBuf *text)
{
    for (size_t i = 0; i < expr->n_args; i++) {
        Expr *part = (Expr *)expr->args[i]; /* the sheet's own, and its id is no part of its meaning */
        if (part == NULL) continue;
        if (!expr_is_literal(part)) intern_parts(sheet, part, text);
        if (part->kind == EXPR_SLICE || part->kind == EXPR_NONE) continue;
        strbuf_clear(text);
        expr_write(text, part);
        part->id = sheet_intern(sheet, strbuf_text(text));
    }
}

static void add_definition(Sheet *sheet, const ParsedLine *line, int screen)
{
    if (sheet->count == sheet->capacity) {
        size_t old = sheet->capacity, grown = old > 0 ? 2 * old : 32;
        sheet->definitions =
            arena_grow(sheet->arena, sheet->definitions, old, grown, sizeof *sheet->definitions);
        sheet->names = arena_grow(sheet->arena, sheet->names, old, grown, sizeof *sheet->names);
        sheet->capacity = grown;
    }
    Definition *definition = arena_alloc(sheet->arena, sizeof *definition);
    *definition = (Definition){.name = arena_strdup(sheet->arena, line->name),
                               .expr = line->expr,
                               .name_span = line->name_span,
                               .screen = screen,
                               .input = expr_input_kind(line->expr)};
    StrBuf text = {0};
    if (definition->input != INPUT_LITERAL) intern_parts(sheet, line->expr, &text);
    strbuf_free(&text);
    sheet->names[sheet->count] = expr_name_of(sheet->arena, line->name);
    sheet->definitions[sheet->count++] = definition;
    strmap_put(&sheet->by_name, definition->name, (uint32_t)sheet->count);
}

bool sheet_define(Sheet *sheet, const SourceText *source, size_t start, size_t end, int screen, Diags *diags)
{
    Parser parser;
    ParsedLine line;
    bool is_ok = true;
    parser_start(&parser, sheet->arena, source, start, end, diags);
    while (parser_line(&parser, &line)) {
        bool is_good = line.expr != NULL && check_new_name(sheet, &line, diags) &&
                       check_definition(sheet, line.expr, diags);
        if (is_good)
            add_definition(sheet, &line, screen);
        else if (line.name != NULL)
            sheet_fail(sheet, line.name, line.name_span);
        is_ok = is_ok && is_good;
    }
    return is_ok;
}
