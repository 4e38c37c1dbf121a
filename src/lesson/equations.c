/* Formulas and their terms.
 *
 * A math fence is an equation of the lesson; the terms fences that follow it on
 * its screen belong to it. A term is written TEX = EXPR : what it is. The last
 * `=` outside braces parts TEX from EXPR; what stands behind it may be any
 * expression of the sheet, most often a name, so that the value which the screen
 * puts in the term's place is the term's own: \sqrt{d_k} = sqrt(dk).
 */
#include "lesson/fields.h"
#include <string.h>

void fill_math(Parser *p, const Draft *draft, Block *block)
{
    Line tex = parser_trim(p, draft->body_start, draft->body_end);
    if (tex.start == tex.end) diags_error(p->diags, draft_heading(p, draft), "math", "this formula is empty");
    Equation *equation = arena_alloc(p->arena, sizeof *equation);
    equation->tex = parser_text(p, tex.start, tex.end);
    equation->node = math_parse(p->arena, p->source, tex.start, tex.end, p->diags);
    equation->first_term = p->terms.count;
    equation->screen = p->screen;
    equation->step = p->step;
    equation->section = block->section;
    equation->span = parser_span(p, tex.start, tex.end);
    block->as.math.tex = equation->tex;
    block->as.math.node = equation->node;
    block->as.math.equation = p->equations.count;
    arena_push(p->arena, p->equations.items, p->equations.count, p->equations.capacity, equation);
}

/* ------------------------------------------------------------------- terms */

/* The lines of a fence's body that are not blank, one after another: false at the end. */
static bool next_line(const Parser *p, const Draft *draft, size_t *at, Line *line)
{
    while (*at < draft->body_end) {
        const char *newline = memchr(p->source->text + *at, '\n', draft->body_end - *at);
        size_t end = newline ? (size_t)(newline - p->source->text) : draft->body_end;
        *line = parser_trim(p, *at, end);
        *at = end + 1;
        if (line->start < line->end) return true;
    }
    return false;
}

/* Where the text of "TEX = EXPR : text" begins: after the first : with a blank on both sides. */
static size_t find_term_colon(const Parser *p, Line line)
{
    const char *text = p->source->text;
    for (size_t i = line.start + 1; i + 1 < line.end; i++)
        if (text[i] == ':' && is_blank_char(text[i - 1]) && is_blank_char(text[i + 1])) return i;
    return line.end;
}

/* The last = that is TeX's own no more: outside braces, and no part of ==, <= and the like. */
static size_t find_term_equals(const Parser *p, size_t start, size_t end)
{
    const char *text = p->source->text;
    size_t found = end;
    int depth = 0;
    for (size_t i = start; i < end; i++) {
        if (text[i] == '{') depth++;
        if (text[i] == '}') depth--;
        bool is_pair = (i > start && strchr("=<>!", text[i - 1])) || (i + 1 < end && text[i + 1] == '=');
        if (text[i] == '=' && depth <= 0 && !is_pair) found = i;
    }
    return found;
}

static bool is_explained(const Parser *p, const Equation *equation, const MathNode *math)
{
    for (size_t i = equation->first_term; i < p->terms.count; i++)
        if (math_equal(((const MathTerm *)p->terms.items[i])->math, math)) return true;
    return false;
}

static MathTerm *parse_term(Parser *p, const Equation *equation, Line line)
{
    size_t colon = find_term_colon(p, line), equals = find_term_equals(p, line.start, colon);
    Line tex = parser_trim(p, line.start, equals), source = {colon, colon};
    if (colon == line.end || tex.start == tex.end) {
        parser_error(p, line.start, line.end, "terms", "a term is written TEX = EXPR : what it is");
        return NULL;
    }
    if (equals < colon) source = parser_trim(p, equals + 1, colon);
    MathTerm *term = arena_alloc(p->arena, sizeof *term);
    term->span = parser_span(p, line.start, line.end);
    term->equation = p->equations.count - 1;
    term->screen = p->screen;
    term->step = p->step;
    term->source = parser_text(p, source.start, source.end);
    if (equals < colon)
        term->expr = parse_expr(p, source.start, source.end); /* an unknown name is said there */
    term->name = term->expr ? expr_name(term->expr) : NULL;
    term->tex = parser_text(p, tex.start, tex.end);
    term->math = math_parse(p->arena, p->source, tex.start, tex.end, p->diags);
    if (!math_is_part(equation->node, term->math))
        parser_error(p, tex.start, tex.end, "terms", "the formula above has no such term");
    else if (is_explained(p, equation, term->math))
        parser_error(p, tex.start, tex.end, "terms", "this term is explained already");
    term->text = parse_prose_span(p, colon + 1, line.end);
    return term;
}

/* The equation that terms here belong to; NULL where none stands before them on this screen. */
static Equation *equation_before(const Parser *p)
{
    if (p->equations.count == 0) return NULL;
    Equation *last = p->equations.items[p->equations.count - 1];
    return last->screen == p->screen ? last : NULL;
}

void fill_terms(Parser *p, const Draft *draft, Block *block)
{
    size_t at = draft->body_start, first = p->terms.count;
    Line line;
    Equation *equation = equation_before(p);
    if (!equation) {
        diags_error(p->diags, draft_heading(p, draft), "terms",
                    "terms belong to a math block before them on the same screen");
        return;
    }
    while (next_line(p, draft, &at, &line)) {
        MathTerm *term = parse_term(p, equation, line);
        if (term) arena_push(p->arena, p->terms.items, p->terms.count, p->terms.capacity, term);
    }
    size_t n = p->terms.count - first;
    equation->n_terms += n;
    block->as.terms.items = arena_array(p->arena, n, sizeof(MathTerm));
    block->as.terms.count = n;
    block->as.terms.first = first;
    for (size_t i = 0; i < n; i++) { /* the lesson's list points into the block's array */
        block->as.terms.items[i] = *(MathTerm *)p->terms.items[first + i];
        p->terms.items[first + i] = &block->as.terms.items[i];
    }
}

void collect_equations(Parser *p)
{
    Lesson *lesson = p->lesson;
    lesson->terms = (MathTerm **)p->terms.items;
    lesson->n_terms = p->terms.count;
    lesson->n_equations = p->equations.count;
    lesson->equations = arena_array(p->arena, p->equations.count, sizeof *lesson->equations);
    for (size_t i = 0; i < p->equations.count; i++)
        lesson->equations[i] = *(const Equation *)p->equations.items[i];
}
