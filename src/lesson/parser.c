/* What every part of the parser needs: places, copies, and expressions whose
 * names are looked up with a guess at what was meant.
 */
#include "lesson/parse.h"
#include <string.h>

SourceSpan parser_span(const Parser *p, size_t start, size_t end)
{
    return (SourceSpan){p->source, start, end};
}

char *parser_text(const Parser *p, size_t start, size_t end)
{
    return arena_strndup(p->arena, p->source->text + start, end - start);
}

static bool is_space(char c)
{
    return is_blank_char(c) || c == '\n';
}

Line parser_trim(const Parser *p, size_t start, size_t end)
{
    const char *text = p->source->text;
    while (start < end && is_space(text[start])) start++;
    while (end > start && is_space(text[end - 1])) end--;
    return (Line){start, end};
}

size_t find_outside(const Parser *p, size_t start, size_t end, char c)
{
    const char *text = p->source->text;
    size_t depth = 0, enclosed = end; /* the first one within brackets */
    for (size_t i = start; i < end; i++) {
        if (depth == 0 && text[i] == c) return i;
        if (text[i] == c && enclosed == end) enclosed = i;
        switch (text[i]) {
        case '(':
        case '[':
        case '{': depth++; break;
        case ')':
        case ']':
        case '}': depth -= depth > 0; break;
        case '"':
        case '\'': {
            const char *close = memchr(text + i + 1, text[i], end - i - 1);
            if (close) i = (size_t)(close - text); /* an apostrophe alone is no quote */
            break;
        }
        default: break;
        }
    }
    return depth > 0 ? enclosed
                     : end; /* a bracket that is never closed encloses nothing; its expression says so */
}

/* The defined name or builtin nearest to a wrong one; NULL where none is near. */
static const char *guess_name(Parser *p, const char *name)
{
    size_t n_defined = sheet_count(p->sheet), n = 0;
    const char **known = arena_array(p->arena, n_defined + builtin_count(), sizeof *known);
    for (size_t i = 0; i < n_defined; i++) known[n++] = sheet_definition(p->sheet, i)->name;
    for (size_t i = 0; i < builtin_count(); i++) known[n++] = builtin_info(i)->name;
    return nearest_word(name, known, n);
}

typedef struct NameCheck {
    Parser *p;
    bool ok;
} NameCheck;

void parser_waits(Parser *p, const char *name, SourceSpan span)
{
    if (p->n_waiting++ == 0) p->waiting_span = span;
    for (size_t i = 0; i < p->waiting.count; i++)
        if (strcmp(p->waiting.items[i], name) == 0) return;
    void *item = arena_strdup(p->arena, name);
    arena_push(p->arena, p->waiting.items, p->waiting.count, p->waiting.capacity, item);
}

size_t parser_faults(const Parser *p)
{
    return p->diags->errors + p->n_waiting;
}

void say_waiting(Parser *p)
{
    enum { NAMED = 6 };
    size_t n = p->waiting.count;
    if (n == 0) return;
    StrBuf text = {0};
    bool is_missing = false;
    for (size_t i = 0; i < n && i < NAMED; i++) {
        const char *name = p->waiting.items[i], *before = i == 0 ? "" : i + 1 < n ? ", " : " and ";
        const SourceSpan *failed = sheet_failed(p->sheet, name);
        size_t line = 0, column = 0;
        strbuf_printf(&text, "%s%s", before, name);
        is_missing = is_missing || failed->source == NULL;
        if (failed->source != NULL) source_position(failed->source, failed->start, &line, &column);
        if (failed->source != NULL) strbuf_printf(&text, " (line %zu)", line);
    }
    if (n > NAMED) strbuf_printf(&text, " and %zu more", n - NAMED);
    diags_add(p->diags, DIAG_NOTE, p->waiting_span, "failed-definition",
              n == 1 ? "%s has no value, since its definition %s; what uses it is not checked"
                     : "%s have no values, since their definitions %s; what uses them is not checked",
              strbuf_text(&text),
              !is_missing ? "failed"
              : n == 1    ? "is missing"
                          : "failed or are missing");
    strbuf_free(&text);
}

static void check_name(void *context, const char *name, SourceSpan span)
{
    NameCheck *check = context;
    if (sheet_find(check->p->sheet, name) || builtin_find(name)) return;
    if (sheet_failed(check->p->sheet, name)) {
        parser_waits(check->p, name, span);
        check->ok = false;
        return;
    }
    const char *guess = guess_name(check->p, name);
    check->ok = false;
    if (guess) {
        diags_error(check->p->diags, span, "unknown-name", "unknown name '%s'; did you mean %s?", name,
                    guess);
        return;
    }
    diags_error(check->p->diags, span, "unknown-name", "unknown name '%s'", name);
    sheet_fail(check->p->sheet, name, (SourceSpan){0}); /* no slip of the pen: its definition is missing */
}

const Expr *parse_expr(Parser *p, size_t start, size_t end)
{
    Line at = parser_trim(p, start, end);
    if (at.start == at.end) {
        parser_error(p, start, end, "expression", "an expression is missing here");
        return NULL;
    }
    const Expr *expr = expr_parse(p->arena, p->source, at.start, at.end, p->diags);
    if (!expr || !p->sheet) return expr;
    NameCheck check = {p, true};
    expr_names(expr, check_name, &check);
    return check.ok ? expr : NULL;
}

/* What is said of an overlay, but for the names whose definitions failed. */
static void tell_overlay(Parser *p, const Diags *said)
{
    for (size_t i = 0; i < said->count; i++) {
        const Diag *diag = &said->items[i];
        if (strcmp(diag->code, "failed-definition") == 0)
            parser_waits(p, parser_text(p, diag->span.start, diag->span.end), diag->span);
        else
            diags_add(p->diags, diag->level, diag->span, diag->code, "%s", diag->text);
    }
}

bool parse_overlay(Parser *p, size_t start, size_t end, Overlay *overlay)
{
    if (!p->sheet) return true;
    Overlay lines = {0};
    Diags said;
    diags_init(&said, p->arena);
    bool is_good = overlay_parse(p->arena, p->sheet, p->source, start, end, OVERLAY_ANY, &lines, &said);
    tell_overlay(p, &said);
    if (!is_good) return false;
    OverlayLine *all = arena_array(p->arena, overlay->count + lines.count, sizeof *all);
    if (overlay->count) memcpy(all, overlay->lines, overlay->count * sizeof *all);
    if (lines.count) memcpy(all + overlay->count, lines.lines, lines.count * sizeof *all);
    *overlay = (Overlay){all, overlay->count + lines.count};
    return true;
}
