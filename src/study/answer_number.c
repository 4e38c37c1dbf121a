/* Numbers as students write them: decimals, fractions, percentages, expressions over
 * the lesson's names. A decimal comma is explained, not guessed at. An expression
 * that only looks up what is asked is sent back.
 */
#include "study/answer.h"
#include <math.h>
#include <string.h>

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* ---------------------------------------------------------- one number */

/* "0,333": digits, a comma, digits, nothing else (a sign, a percent sign). */
static bool has_decimal_comma(const char *text, size_t start, size_t end)
{
    size_t at = start, before = 0, after = 0;
    if (at < end && (text[at] == '-' || text[at] == '+')) at++;
    for (; at < end && is_digit(text[at]); at++) before++;
    if (at == end || text[at] != ',') return false;
    for (at++; at < end && is_digit(text[at]); at++) after++;
    while (at < end && (is_blank(text[at]) || text[at] == '%')) at++;
    return at == end && before > 0 && after > 0;
}

static bool refuse_comma(const AnswerText *answer, size_t start, size_t end)
{
    char *text = arena_strndup(answer->d->arena, answer->source->text + start, end - start);
    *strchr(text, ',') = '.';
    diags_error(answer->diags, answer_span(answer, start, end), "decimal-comma",
                "write a point, not a comma: %s", text);
    return false;
}

/* A plain decimal, whole in [start, end): its value, and what its last digit is worth. */
static bool read_decimal(const AnswerText *answer, size_t start, size_t end, Given *given)
{
    const char *text = answer->source->text;
    bool is_negative = text[start] == '-';
    size_t at = start + (is_negative || text[start] == '+');
    while (at < end && is_blank(text[at])) at++;
    size_t n = num_parse(text + at, end - at, &given->value);
    if (n == 0 || at + n != end) return false;
    if (is_negative) given->value = -given->value;
    given->unit = num_last_digit(arena_strndup(answer->d->arena, text + at, n));
    return true;
}

typedef struct Forbidden {
    const Sheet *sheet;
    const char *name; /* the one computed name that is asked about */
    size_t n;
} Forbidden;

static void see_name(void *context, const char *name, SourceSpan span)
{
    Forbidden *forbidden = context;
    (void)span;
    if (forbidden->name && strcmp(forbidden->name, name) == 0) return;
    const Definition *definition = sheet_find(forbidden->sheet, name);
    forbidden->name = definition && definition->input == INPUT_NONE ? definition->name : NULL;
    forbidden->n++;
}

/* What is asked is (an element of) one computed name: that name gives it away, and so does what comes of it.
 */
static const char *name_asked(const Drawing *d)
{
    Forbidden forbidden = {.sheet = d->draw.lesson->sheet};
    expr_names(d->asked, see_name, &forbidden);
    return forbidden.n == 1 ? forbidden.name : NULL;
}

/* The expression is nothing but a computed name, or an element of one. */
static const char *name_looked_up(const Drawing *d, const Expr *expr)
{
    ElementRef ref;
    Layer *layer = d->draw.layer;
    const char *text = expr_text(d->arena, expr);
    if (!layer_ask_element(layer, text, "answer", &ref, NULL)) return NULL;
    const Definition *definition = layer_definition(layer, ref.node);
    bool is_computed = definition && definition->input == INPUT_NONE;
    bool is_it = is_computed && strncmp(text, definition->name, strlen(definition->name)) == 0 &&
                 strcspn(text, "[ ") == strlen(definition->name);
    return is_it ? definition->name : NULL;
}

static bool gives_it_away(const AnswerText *answer, const Expr *expr)
{
    Drawing *d = answer->d;
    const char *asked = name_asked(d), *looked_up = name_looked_up(d, expr);
    const Overlay *overlays[] = {&d->draw.question->lines};
    Depends depends = depends_on(d->arena, d->draw.lesson->sheet, expr, overlays, 1);
    bool reads_asked = asked && depends_reads(&depends, asked);
    if (reads_asked)
        diags_error(answer->diags, expr_span(expr), "asked",
                    "%s is what is asked: find it from what stands before it", asked);
    else if (looked_up)
        diags_error(answer->diags, expr_span(expr), "looked-up", "%s only looks it up: how is it computed?",
                    looked_up);
    return reads_asked || looked_up;
}

static bool read_expression(const AnswerText *answer, size_t start, size_t end, Given *given)
{
    Drawing *d = answer->d;
    Layer *layer = d->draw.layer;
    size_t errors = answer->diags->errors;
    const Expr *expr = expr_parse(d->arena, answer->source, start, end, answer->diags);
    if (!expr) return false;
    NodeId node = layer_ask(layer, expr_text(d->arena, expr), "answer", answer->diags);
    if (!node || answer->diags->errors > errors) return false;
    const Value *value = layer_value(layer, node);
    const NodeError *error = layer_error(layer, node);
    SourceSpan span = answer_span(answer, start, end);
    if (!value || value->ndim != 0 || value->type == VALUE_STRING) {
        diags_error(answer->diags, span, "number", "one number is wanted%s%s", error ? ": " : "",
                    error ? error->text : "");
        return false;
    }
    if (gives_it_away(answer, expr)) return false;
    *given = (Given){value_at(value, 0, 0), 0};
    return true;
}

static bool read_number(const AnswerText *answer, size_t start, size_t end, Given *given)
{
    const char *text = answer->source->text;
    while (start < end && is_blank(text[start])) start++;
    while (end > start && is_blank(text[end - 1])) end--;
    SourceSpan span = answer_span(answer, start, end);
    if (has_decimal_comma(text, start, end)) return refuse_comma(answer, start, end);
    bool is_percent = end > start && text[end - 1] == '%';
    if (is_percent) end--;
    while (end > start && is_blank(text[end - 1])) end--;
    if (start == end) {
        diags_error(answer->diags, span, "number", "a number is missing here");
        return false;
    }
    if (!read_decimal(answer, start, end, given) && !read_expression(answer, start, end, given)) return false;
    if (!isfinite(given->value)) {
        diags_error(answer->diags, span, "number", "a finite number is wanted");
        return false;
    }
    if (is_percent) *given = (Given){given->value / 100, given->unit / 100};
    return true;
}

bool answer_number(const AnswerText *answer, Given *given)
{
    return read_number(answer, answer->start, answer->end, given);
}

/* ------------------------------------------------------------ several */

enum { MOST_CELLS = SHOWN_MAX + 1 };

typedef struct Cells {
    size_t starts[MOST_CELLS], ends[MOST_CELLS];
    size_t n;      /* one too many is kept, so that it is seen */
    size_t n_rows; /* 0: no row was marked */
} Cells;

typedef struct Cutter {
    const char *text;
    size_t end;
    bool blanks_cut; /* no comma and no semicolon stands outside brackets */
    Cells *cells;
    size_t cell_start;
    bool in_cell;
} Cutter;

static bool ends_operand(char c)
{
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == ')' ||
           c == ']';
}

/* A bracket right behind an operand indexes it; any other holds a list. */
static bool is_index_bracket(const char *text, size_t start, size_t at)
{
    return at > start && ends_operand(text[at - 1]);
}

static void close_cell(Cutter *cutter, size_t at)
{
    Cells *cells = cutter->cells;
    if (cutter->in_cell && cells->n < MOST_CELLS) {
        cells->starts[cells->n] = cutter->cell_start;
        cells->ends[cells->n++] = at;
    }
    cutter->in_cell = false;
}

static void close_row(Cutter *cutter, size_t *cells_before)
{
    if (cutter->cells->n > *cells_before) cutter->cells->n_rows++;
    *cells_before = cutter->cells->n;
}

static bool has_marks(const char *text, size_t start, size_t end)
{
    int depth = 0;
    for (size_t i = start; i < end; i++) {
        bool is_opening = text[i] == '(' || (text[i] == '[' && is_index_bracket(text, start, i));
        if (is_opening) depth++;
        if (depth > 0 && (text[i] == ')' || text[i] == ']'))
            depth--;
        else if (depth == 0 && (text[i] == ',' || text[i] == ';'))
            return true;
    }
    return false;
}

/* Commas, semicolons and list brackets part cells; blanks do where there is no comma. */
static void cut_cells(const AnswerText *answer, Cells *cells)
{
    Cutter cutter = {.text = answer->source->text, .end = answer->end, .cells = cells};
    const char *text = cutter.text;
    cutter.blanks_cut = !has_marks(text, answer->start, answer->end);
    size_t row_start = 0;
    int depth = 0;
    for (size_t i = answer->start; i < answer->end; i++) {
        char c = text[i];
        bool opens = c == '(' || (c == '[' && is_index_bracket(text, answer->start, i));
        bool closes = depth > 0 && (c == ')' || c == ']');
        depth += opens - closes;
        if (depth > 0 || opens || closes) {
            if (!cutter.in_cell) cutter.cell_start = i;
            cutter.in_cell = true;
            continue;
        }
        bool is_mark = c == ',' || c == ';' || c == '[' || c == ']';
        if (is_mark || (is_blank(c) && cutter.blanks_cut)) {
            close_cell(&cutter, i);
            if (c == ';' || c == ']' || c == '\n') close_row(&cutter, &row_start);
        } else if (!cutter.in_cell && !is_blank(c)) {
            cutter.in_cell = true;
            cutter.cell_start = i;
        }
    }
    close_cell(&cutter, answer->end);
    close_row(&cutter, &row_start);
}

/* "0,27 0,27 0,45": every word has a comma inside. */
static bool all_decimal_commas(const AnswerText *answer, size_t *start, size_t *end)
{
    const char *text = answer->source->text;
    size_t n = 0;
    for (size_t at = answer->start; at < answer->end;) {
        size_t from = at;
        while (at < answer->end && !is_blank(text[at]) && !strchr(";[]", text[at])) at++;
        if (at > from && !has_decimal_comma(text, from, at)) return false;
        if (at > from && n++ == 0) {
            *start = from;
            *end = at;
        }
        if (at < answer->end) at++;
    }
    return n > 0;
}

static bool refuse_count(const AnswerText *answer, const Value *truth, const Cells *cells)
{
    size_t wanted = value_count(truth);
    const char *shape = truth->ndim == 2
                            ? arena_printf(answer->d->arena, " (%zu rows of %zu)", truth->rows, truth->cols)
                            : "";
    diags_error(answer->diags, answer_span(answer, answer->start, answer->end), "count",
                "%zu numbers%s are wanted, here %s %zu%s", wanted, shape, cells->n == 1 ? "is" : "are",
                cells->n,
                cells->n_rows > 1 ? arena_printf(answer->d->arena, " in %zu rows", cells->n_rows) : "");
    return false;
}

bool answer_numbers(const AnswerText *answer, const Value *truth, Given *given)
{
    Cells *cells = arena_alloc(answer->d->arena, sizeof *cells);
    size_t start, end;
    bool may_be_decimal = value_count(truth) != 2;
    cut_cells(answer, cells);
    if ((may_be_decimal || cells->n != 2) && all_decimal_commas(answer, &start, &end))
        return refuse_comma(answer, start, end);
    bool rows_fit = cells->n_rows <= 1 || (truth->ndim == 2 ? cells->n_rows == truth->rows : false);
    if (cells->n != value_count(truth) || !rows_fit) return refuse_count(answer, truth, cells);
    for (size_t i = 0; i < cells->n; i++)
        if (!read_number(answer, cells->starts[i], cells->ends[i], &given[i])) return false;
    return true;
}
