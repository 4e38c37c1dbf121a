/* The parser: recursive descent, one function per level of Python's grammar for
 * expressions, whose text stands above it.
 *
 * The first mistake of a line ends that line with one diagnostic; every function
 * then returns NULL at once. Nesting is counted, so no input can exhaust the
 * stack; the height of a tree that grows by loops (1 + 1 + 1 …) is bounded too.
 */
#include "sheet/parse.h"
#include "sheet/bind.h"
#include "heed/text.h"
#include <math.h>
#include <string.h>

#define MAX_NESTING 200

static const Expr *parse_expression(Parser *p);

/* ------------------------------------------------------------------- tokens */

static SourceSpan span_of(const Parser *p, size_t start, size_t end)
{
    return (SourceSpan){p->lexer.source, start, end};
}

static const Expr *fail(Parser *p, SourceSpan span, const char *code, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

static const Expr *fail(Parser *p, SourceSpan span, const char *code, const char *format, ...)
{
    if (p->has_failed) return NULL;
    p->has_failed = true;
    va_list args;
    va_start(args, format);
    char *text = arena_vprintf(p->arena, format, args);
    va_end(args);
    diags_error(p->diags, span, code, "%s", text);
    return NULL;
}

static bool is_sign(const Parser *p, const char *sign)
{
    return p->token.kind == TOKEN_SIGN && p->token.text[0] == sign[0] && strcmp(p->token.text, sign) == 0;
}

static bool is_word(const Parser *p, const char *word)
{
    return p->token.kind == TOKEN_WORD && strcmp(p->token.text, word) == 0;
}

static void advance(Parser *p)
{
    p->last = p->token;
    p->token = lex_next(&p->lexer);
}

static bool accept_sign(Parser *p, const char *sign)
{
    if (!is_sign(p, sign)) return false;
    advance(p);
    return true;
}

static bool accept_word(Parser *p, const char *word)
{
    if (!is_word(p, word)) return false;
    advance(p);
    return true;
}

/* The present token as a message names it. */
static const char *token_text(Parser *p)
{
    const Token *t = &p->token;
    if (t->kind == TOKEN_END || t->kind == TOKEN_NEWLINE) return t->text;
    char *shown = text_sanitize(p->arena, p->lexer.source->text + t->start, t->end - t->start, false);
    return arena_printf(p->arena, "'%s'", shown);
}

/* What is wrong with the present token where something else was needed. */
static const Expr *unexpected(Parser *p, const char *wanted)
{
    const Token *t = &p->token;
    SourceSpan span = span_of(p, t->start, t->end);
    if (t->kind == TOKEN_BAD) return fail(p, span, "syntax", "%s", t->text);
    if (is_sign(p, "=")) return fail(p, span, "syntax", "'=' gives a name its value; to compare, write ==");
    bool is_open = p->lexer.brackets > 0 && p->open.kind == TOKEN_SIGN;
    if (is_open && (t->kind == TOKEN_END || lex_starts_definition(p->lexer.source, t->start, p->lexer.end))) {
        return fail(p, span_of(p, p->open.start, p->open.end), "syntax", "'%s' is never closed",
                    p->open.text);
    }
    return fail(p, span, "syntax", "expected %s, found %s", wanted, token_text(p));
}

static bool enter(Parser *p)
{
    if (++p->nesting <= MAX_NESTING) return true;
    fail(p, span_of(p, p->token.start, p->token.end), "depth", "nested more than %d deep", MAX_NESTING);
    return false;
}

static void leave(Parser *p)
{
    p->nesting--;
}

/* Gives a new tree its place, from `start` to the last token read, and refuses one that is too high. */
static const Expr *placed(Parser *p, const Expr *made, size_t start, SourceSpan name_span)
{
    Expr *expr = (Expr *)made; /* made a moment ago by this parser */
    expr->span = span_of(p, start, p->last.end);
    expr->name_span = name_span;
    if (expr->height <= EXPR_MAX_HEIGHT) return expr;
    return fail(p, expr->span, "depth", "the expression has more than %d levels", EXPR_MAX_HEIGHT);
}

/* ----------------------------------------------------- lists, calls, indices */

typedef struct Items {
    const Expr **items;
    const char **keywords;
    SourceSpan *spans;
    size_t n, capacity;
} Items;

static void items_add(Arena *arena, Items *list, const Expr *item, const char *keyword, SourceSpan span)
{
    if (list->n == list->capacity) {
        size_t old = list->capacity, grown = old > 0 ? 2 * old : 4;
        list->items = arena_grow(arena, list->items, old, grown, sizeof *list->items);
        list->keywords = arena_grow(arena, list->keywords, old, grown, sizeof *list->keywords);
        list->spans = arena_grow(arena, list->spans, old, grown, sizeof *list->spans);
        list->capacity = grown;
    }
    list->items[list->n] = item;
    list->keywords[list->n] = keyword;
    list->spans[list->n++] = span;
}

/* argument = [NAME '='] expression */
static bool parse_argument(Parser *p, Items *list)
{
    const char *keyword = NULL;
    SourceSpan span = {0};
    if (p->token.kind == TOKEN_NAME) {
        Lexer lexer = p->lexer;
        Token next = lex_next(&lexer);
        if (next.kind == TOKEN_SIGN && strcmp(next.text, "=") == 0) {
            keyword = p->token.text;
            span = span_of(p, p->token.start, p->token.end);
            advance(p);
            advance(p);
        }
    }
    const Expr *value = parse_expression(p);
    if (value == NULL) return false;
    bool is_late = keyword == NULL && list->n > 0 && list->keywords[list->n - 1] != NULL;
    if (is_late) {
        fail(p, value->span, "arguments", "an argument without a keyword stands after one with a keyword");
        return false;
    }
    items_add(p->arena, list, value, keyword, span);
    return true;
}

/* slice = [expression] ':' [expression] [':' [expression]]
 * index = slice | expression */
static bool parse_index_item(Parser *p, Items *list)
{
    size_t start = p->token.start;
    const Expr *bounds[3] = {NULL};
    size_t n = 0;
    if (!is_sign(p, ":") && (bounds[0] = parse_expression(p)) == NULL) return false;
    if (!is_sign(p, ":")) {
        items_add(p->arena, list, bounds[0], NULL, (SourceSpan){0});
        return true;
    }
    while (n < 2 && accept_sign(p, ":")) {
        n++;
        bool is_empty = is_sign(p, ":") || is_sign(p, ",") || is_sign(p, "]");
        if (!is_empty && (bounds[n] = parse_expression(p)) == NULL) return false;
    }
    const Expr *slice =
        placed(p, expr_slice(p->arena, bounds[0], bounds[1], bounds[2]), start, (SourceSpan){0});
    if (slice == NULL) return false;
    items_add(p->arena, list, slice, NULL, (SourceSpan){0});
    return true;
}

static bool parse_list_item(Parser *p, Items *list)
{
    const Expr *item = parse_expression(p);
    if (item == NULL) return false;
    items_add(p->arena, list, item, NULL, (SourceSpan){0});
    return true;
}

/* items = [item (',' item)* [',']] closing bracket; the opening one is the present token. */
static bool parse_items(Parser *p, Items *list, const char *close, bool (*item)(Parser *, Items *))
{
    Token outer = p->open;
    p->open = p->token;
    advance(p);
    while (!is_sign(p, close)) {
        if (!item(p, list)) return false;
        if (!accept_sign(p, ",")) break;
    }
    if (!is_sign(p, close)) {
        unexpected(p, arena_printf(p->arena, "',' or '%s'", close));
        return false;
    }
    advance(p);
    p->open = outer;
    return true;
}

/* '(' expression ')' */
static const Expr *parse_group(Parser *p)
{
    Token outer = p->open;
    p->open = p->token;
    advance(p);
    const Expr *expr = parse_expression(p);
    if (expr == NULL) return NULL;
    SourceSpan span = span_of(p, p->open.start, p->token.end);
    if (is_sign(p, ",")) return fail(p, span, "syntax", "a list is written with [ ]");
    if (!accept_sign(p, ")")) return unexpected(p, "')'");
    p->open = outer;
    return expr;
}

/* ------------------------------------------------------------- the grammar */

static const Expr *parse_call(Parser *p, Token name)
{
    Items list = {0};
    if (!parse_items(p, &list, ")", parse_argument)) return NULL;
    Expr *call = (Expr *)expr_call(p->arena, name.text, list.items, list.keywords, list.n);
    for (size_t i = 0; i < list.n; i++) ((SourceSpan *)call->keyword_spans)[i] = list.spans[i];
    const Expr *expr = placed(p, call, name.start, span_of(p, name.start, name.end));
    CallError error = {0};
    if (expr == NULL || call_check(p->arena, expr, &error)) return expr;
    return fail(p, error.span, error.code, "%s", error.text);
}

static const Expr *constant(Parser *p)
{
    static const struct {
        const char *word;
        ExprKind kind;
        double value;
    } constants[] = {
        {"True", EXPR_BOOL, 1},
        {"False", EXPR_BOOL, 0},
        {"None", EXPR_NONE, 0},
        {"inf", EXPR_NUMBER, (double)INFINITY},
        {"nan", EXPR_NUMBER, (double)NAN},
        {"pi", EXPR_NUMBER, 3.14159265358979323846},
    };
    for (size_t i = 0; i < sizeof constants / sizeof constants[0]; i++) {
        if (!is_word(p, constants[i].word)) continue;
        advance(p);
        Expr *expr = arena_alloc(p->arena, sizeof *expr);
        *expr = (Expr){.kind = constants[i].kind, .number = constants[i].value, .height = 1, .size = 1};
        expr->text = p->last.text;
        return placed(p, expr, p->last.start, (SourceSpan){0});
    }
    return unexpected(p, "a value");
}

/* atom = NUMBER | STRING | constant | NAME | NAME '(' arguments ')' | '(' expression ')' | '[' items ']' */
static const Expr *parse_atom(Parser *p)
{
    Token t = p->token;
    if (t.kind == TOKEN_NUMBER || t.kind == TOKEN_STRING) {
        advance(p);
        Expr *expr = arena_alloc(p->arena, sizeof *expr);
        *expr = (Expr){.number = t.number, .text = t.text, .height = 1, .size = 1};
        expr->kind = t.kind == TOKEN_NUMBER ? EXPR_NUMBER : EXPR_STRING;
        return placed(p, expr, t.start, (SourceSpan){0});
    }
    if (t.kind == TOKEN_NAME) {
        advance(p);
        if (is_sign(p, "(")) return parse_call(p, t);
        return placed(p, expr_name_of(p->arena, t.text), t.start, (SourceSpan){0});
    }
    if (t.kind == TOKEN_WORD) return constant(p);
    if (is_sign(p, "(")) return parse_group(p);
    if (!is_sign(p, "[")) return unexpected(p, "a value");
    Items list = {0};
    if (!parse_items(p, &list, "]", parse_list_item)) return NULL;
    return placed(p, expr_list(p->arena, list.items, list.n), t.start, (SourceSpan){0});
}

/* "np.random.randn": whoever comes from Python writes where a function is from. */
static const Expr *refuse_module(Parser *p, const char *module, size_t dot)
{
    const char *name = p->token.text;
    size_t end = p->token.end;
    for (;;) {
        advance(p);
        if (!is_sign(p, ".")) break;
        advance(p);
        if (p->token.kind != TOKEN_NAME) break;
        name = p->token.text;
        end = p->token.end;
    }
    const char *ours = call_habit(name);
    return fail(p, span_of(p, dot, end), "syntax", "%s. is not needed here: write %s", module,
                ours != NULL ? ours : arena_printf(p->arena, "%s(...)", name));
}

static bool is_module(const Expr *base)
{
    static const char *const modules[] = {"np",  "numpy", "math",  "torch",  "jnp",
                                          "jax", "tf",    "scipy", "random", "F"};
    for (size_t i = 0; base->kind == EXPR_NAME && i < sizeof modules / sizeof *modules; i++)
        if (strcmp(base->text, modules[i]) == 0) return true;
    return false;
}

/* '.T' of a base already read */
static const Expr *parse_attribute(Parser *p, const Expr *base, size_t start)
{
    size_t dot = p->token.start;
    advance(p);
    bool is_transpose = p->token.kind == TOKEN_NAME && strcmp(p->token.text, "T") == 0;
    if (!is_transpose) {
        if (p->token.kind != TOKEN_NAME) return unexpected(p, "T");
        if (is_module(base)) return refuse_module(p, base->text, dot);
        const char *ours = call_habit(p->token.text);
        if (ours == NULL)
            ours =
                arena_printf(p->arena, "%s(%s)", p->token.text, base->kind == EXPR_NAME ? base->text : "...");
        return fail(p, span_of(p, dot, p->token.end), "syntax", "only .T can follow a value; write %s", ours);
    }
    advance(p);
    return placed(p, expr_transpose(p->arena, base), start, span_of(p, dot, p->last.end));
}

/* primary = atom ('.T' | '[' index (',' index)* ']')* */
static const Expr *parse_primary(Parser *p)
{
    size_t start = p->token.start;
    const Expr *expr = parse_atom(p);
    while (expr != NULL && (is_sign(p, ".") || is_sign(p, "[") || is_sign(p, "("))) {
        if (is_sign(p, ".")) {
            expr = parse_attribute(p, expr, start);
            continue;
        }
        Token open = p->token;
        if (is_sign(p, "(")) {
            return fail(p, span_of(p, open.start, open.end), "syntax",
                        "only a name can be called; to multiply, write *");
        }
        Items list = {0};
        if (!parse_items(p, &list, "]", parse_index_item)) return NULL;
        SourceSpan brackets = span_of(p, open.start, p->last.end);
        if (list.n == 0) return fail(p, brackets, "syntax", "an index is missing between [ and ]");
        expr = placed(p, expr_index(p->arena, expr, list.items, list.n), start, brackets);
    }
    return expr;
}

static const Expr *parse_factor(Parser *p);

/* power = primary ['**' factor] */
static const Expr *parse_power(Parser *p)
{
    size_t start = p->token.start;
    const Expr *base = parse_primary(p);
    if (base == NULL || !is_sign(p, "**")) return base;
    SourceSpan sign = span_of(p, p->token.start, p->token.end);
    if (!enter(p)) return NULL;
    advance(p);
    const Expr *exponent = parse_factor(p);
    leave(p);
    if (exponent == NULL) return NULL;
    return placed(p, expr_binary(p->arena, EXPR_OP_POW, base, exponent), start, sign);
}

/* factor = ('-' | '+') factor | power */
static const Expr *parse_factor(Parser *p)
{
    if (!is_sign(p, "-") && !is_sign(p, "+")) return parse_power(p);
    Token sign = p->token;
    ExprOp op = is_sign(p, "-") ? EXPR_OP_NEG : EXPR_OP_PLUS;
    if (!enter(p)) return NULL;
    advance(p);
    const Expr *operand = parse_factor(p);
    leave(p);
    if (operand == NULL) return NULL;
    return placed(p, expr_unary(p->arena, op, operand), sign.start, span_of(p, sign.start, sign.end));
}

/* The binary operator of the present token among n, or NONE. */
static ExprOp operator_among(const Parser *p, const ExprOp *among, size_t n)
{
    if (p->token.kind != TOKEN_SIGN && p->token.kind != TOKEN_WORD) return EXPR_OP_NONE;
    for (size_t i = 0; i < n; i++) {
        const char *text = expr_op_text(among[i]);
        if (text[0] == p->token.text[0] && strcmp(text, p->token.text) == 0) return among[i];
    }
    return EXPR_OP_NONE;
}

/* next (op next)*, to the left */
static const Expr *parse_left(Parser *p, const ExprOp *among, size_t n, const Expr *(*next)(Parser *))
{
    size_t start = p->token.start;
    const Expr *left = next(p);
    ExprOp op = EXPR_OP_NONE;
    while (left != NULL && (op = operator_among(p, among, n)) != EXPR_OP_NONE) {
        SourceSpan sign = span_of(p, p->token.start, p->token.end);
        advance(p);
        const Expr *right = next(p);
        if (right == NULL) return NULL;
        left = placed(p, expr_binary(p->arena, op, left, right), start, sign);
    }
    return left;
}

/* term = factor (('*' | '/' | '@') factor)* */
static const Expr *parse_term(Parser *p)
{
    static const ExprOp among[] = {EXPR_OP_MUL, EXPR_OP_DIV, EXPR_OP_MATMUL};
    return parse_left(p, among, 3, parse_factor);
}

/* sum = term (('+' | '-') term)* */
static const Expr *parse_sum(Parser *p)
{
    static const ExprOp among[] = {EXPR_OP_ADD, EXPR_OP_SUB};
    return parse_left(p, among, 2, parse_term);
}

/* comparison = sum [('<' | '<=' | '>' | '>=' | '==' | '!=') sum] */
static const Expr *parse_comparison(Parser *p)
{
    static const ExprOp among[] = {EXPR_OP_LT, EXPR_OP_LE, EXPR_OP_GT, EXPR_OP_GE, EXPR_OP_EQ, EXPR_OP_NE};
    size_t start = p->token.start;
    const Expr *left = parse_sum(p);
    ExprOp op = left != NULL ? operator_among(p, among, 6) : EXPR_OP_NONE;
    if (op == EXPR_OP_NONE) return left;
    SourceSpan sign = span_of(p, p->token.start, p->token.end);
    advance(p);
    const Expr *right = parse_sum(p);
    if (right == NULL) return NULL;
    const Expr *expr = placed(p, expr_binary(p->arena, op, left, right), start, sign);
    if (operator_among(p, among, 6) == EXPR_OP_NONE) return expr;
    return fail(p, span_of(p, p->token.start, p->token.end), "syntax",
                "comparisons do not chain here: write a < b and b < c");
}

/* inversion = 'not' inversion | comparison */
static const Expr *parse_inversion(Parser *p)
{
    if (!is_word(p, "not")) return parse_comparison(p);
    Token word = p->token;
    if (!enter(p)) return NULL;
    advance(p);
    const Expr *operand = parse_inversion(p);
    leave(p);
    if (operand == NULL) return NULL;
    return placed(p, expr_unary(p->arena, EXPR_OP_NOT, operand), word.start,
                  span_of(p, word.start, word.end));
}

/* conjunction = inversion ('and' inversion)* */
static const Expr *parse_conjunction(Parser *p)
{
    static const ExprOp among[] = {EXPR_OP_AND};
    return parse_left(p, among, 1, parse_inversion);
}

/* disjunction = conjunction ('or' conjunction)* */
static const Expr *parse_disjunction(Parser *p)
{
    static const ExprOp among[] = {EXPR_OP_OR};
    return parse_left(p, among, 1, parse_conjunction);
}

/* expression = disjunction ['if' disjunction 'else' expression] */
static const Expr *parse_expression(Parser *p)
{
    size_t start = p->token.start;
    if (!enter(p)) return NULL;
    const Expr *then = parse_disjunction(p);
    if (then == NULL || !accept_word(p, "if")) {
        leave(p);
        return then;
    }
    const Expr *condition = parse_disjunction(p);
    if (condition == NULL) return NULL;
    if (!accept_word(p, "else")) return unexpected(p, "'else'");
    const Expr *otherwise = parse_expression(p);
    leave(p);
    if (otherwise == NULL) return NULL;
    return placed(p, expr_if(p->arena, then, condition, otherwise), start, (SourceSpan){0});
}

/* ------------------------------------------------------------------- lines */

void parser_start(Parser *parser, Arena *arena, const SourceText *source, size_t start, size_t end,
                  Diags *diags)
{
    *parser = (Parser){.arena = arena, .diags = diags};
    parser->lexer = (Lexer){.arena = arena, .source = source, .at = start, .end = end};
    parser->token.start = parser->token.end = start;
}

/* After a broken line that began at `start`: past its end, which is where its brackets are closed or the next
 * definition starts in the first column. */
static void recover(Parser *p, size_t start)
{
    while (p->token.kind != TOKEN_NEWLINE && p->token.kind != TOKEN_END) {
        bool is_next =
            p->token.start > start && lex_starts_definition(p->lexer.source, p->token.start, p->lexer.end);
        if (is_next) {
            p->lexer.at = p->token.start;
            break;
        }
        advance(p);
    }
    p->lexer.brackets = 0;
    p->open = (Token){0};
    p->nesting = 0;
}

/* line = NAME '=' expression (NEWLINE | END) */
bool parser_line(Parser *p, ParsedLine *line)
{
    *line = (ParsedLine){0};
    p->has_failed = false;
    do advance(p);
    while (p->token.kind == TOKEN_NEWLINE);
    if (p->token.kind == TOKEN_END) return false;
    size_t start = p->token.start;
    if (p->token.kind == TOKEN_NAME) {
        line->name = p->token.text;
        line->name_span = span_of(p, p->token.start, p->token.end);
        advance(p);
        if (accept_sign(p, "="))
            line->expr = parse_expression(p);
        else
            line->name = NULL;
    }
    if (p->token.kind == TOKEN_WORD && line->expr == NULL) {
        fail(p, span_of(p, p->token.start, p->token.end), "reserved-name",
             "'%s' is a word of the language and no name", p->token.text);
    }
    if (line->expr == NULL && !p->has_failed) unexpected(p, "a line 'name = value'");
    bool is_end = p->token.kind == TOKEN_NEWLINE || p->token.kind == TOKEN_END;
    if (line->expr != NULL && !is_end) line->expr = unexpected(p, "the end of the line");
    line->span = span_of(p, start, p->last.end);
    if (p->has_failed) recover(p, start);
    return true;
}

const Expr *expr_parse(Arena *arena, const SourceText *source, size_t start, size_t end, Diags *diags)
{
    Parser parser;
    parser_start(&parser, arena, source, start, end, diags);
    parser.lexer.brackets = 1; /* newlines are blanks */
    advance(&parser);
    if (parser.token.kind == TOKEN_END) {
        return fail(&parser, span_of(&parser, start, end), "syntax", "an expression is missing");
    }
    const Expr *expr = parse_expression(&parser);
    if (expr != NULL && parser.token.kind != TOKEN_END) return unexpected(&parser, "an operator or the end");
    return expr;
}
