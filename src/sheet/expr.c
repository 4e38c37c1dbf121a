/* Making and walking trees.
 *
 * A tree is immutable, so subtrees are shared freely: replacing a name copies the
 * path from the root and nothing else. Heights are kept at birth; whoever lets a
 * tree in (the parser, an overlay, a definition) refuses one that is too high, and
 * every recursion below can therefore trust the stack.
 */
#include "sheet/expr.h"
#include <math.h>
#include <string.h>

/* ---------------------------------------------------------------- building */

/* A node over n operands (entries may be NULL), with height and size. */
static Expr *expr_node(Arena *arena, ExprKind kind, const Expr *const *args, size_t n)
{
    Expr *expr = arena_alloc(arena, sizeof *expr);
    const Expr **copy = n > 0 ? arena_array(arena, n, sizeof *copy) : NULL;
    *expr = (Expr){.kind = kind, .args = copy, .n_args = n, .height = 1, .size = 1};
    for (size_t i = 0; i < n; i++) {
        copy[i] = args[i];
        if (args[i] == NULL) continue;
        if (args[i]->height >= expr->height) expr->height = args[i]->height + 1;
        if (!heed_add_size(expr->size, args[i]->size, &expr->size)) expr->size = SIZE_MAX;
    }
    return expr;
}

static const Expr *leaf(Arena *arena, ExprKind kind, double number, const char *text)
{
    Expr *expr = expr_node(arena, kind, NULL, 0);
    expr->number = number;
    expr->text = text;
    return expr;
}

const Expr *expr_real(Arena *arena, double value, NumKind kind)
{
    if (kind == NUM_BOOL) return expr_bool(arena, value != 0);
    const Expr *expr =
        leaf(arena, EXPR_NUMBER, fabs(value), num_text(arena, fabs(value), kind, NUM_SHORTEST));
    return signbit(value) && !isnan(value) ? expr_unary(arena, EXPR_OP_NEG, expr) : expr;
}

const Expr *expr_number(Arena *arena, double value)
{
    bool is_whole = isfinite(value) && value == floor(value) && fabs(value) < 1e15;
    return expr_real(arena, value, is_whole ? NUM_INT : NUM_F64);
}

const Expr *expr_bool(Arena *arena, bool value)
{
    return leaf(arena, EXPR_BOOL, value, value ? "True" : "False");
}

const Expr *expr_string(Arena *arena, const char *text)
{
    return leaf(arena, EXPR_STRING, 0, arena_strdup(arena, text));
}

const Expr *expr_name_of(Arena *arena, const char *name)
{
    return leaf(arena, EXPR_NAME, 0, arena_strdup(arena, name));
}

const Expr *expr_list(Arena *arena, const Expr *const *items, size_t n)
{
    return expr_node(arena, EXPR_LIST, items, n);
}

const Expr *expr_unary(Arena *arena, ExprOp op, const Expr *a)
{
    Expr *expr = expr_node(arena, EXPR_UNARY, &a, 1);
    expr->op = op;
    return expr;
}

const Expr *expr_binary(Arena *arena, ExprOp op, const Expr *a, const Expr *b)
{
    Expr *expr = expr_node(arena, EXPR_BINARY, (const Expr *[]){a, b}, 2);
    expr->op = op;
    return expr;
}

const Expr *expr_if(Arena *arena, const Expr *then, const Expr *condition, const Expr *otherwise)
{
    return expr_node(arena, EXPR_IF, (const Expr *[]){then, condition, otherwise}, 3);
}

const Expr *expr_index(Arena *arena, const Expr *base, const Expr *const *items, size_t n)
{
    const Expr **args = arena_array(arena, n + 1, sizeof *args);
    args[0] = base;
    for (size_t i = 0; i < n; i++) args[i + 1] = items[i];
    return expr_node(arena, EXPR_INDEX, args, n + 1);
}

const Expr *expr_slice(Arena *arena, const Expr *start, const Expr *stop, const Expr *step)
{
    return expr_node(arena, EXPR_SLICE, (const Expr *[]){start, stop, step}, 3);
}

const Expr *expr_transpose(Arena *arena, const Expr *a)
{
    return expr_node(arena, EXPR_TRANSPOSE, &a, 1);
}

const Expr *expr_call(Arena *arena, const char *name, const Expr *const *args, const char *const *keywords,
                      size_t n)
{
    Expr *expr = expr_node(arena, EXPR_CALL, args, n);
    const char **copy = arena_array(arena, n, sizeof *copy);
    for (size_t i = 0; keywords != NULL && i < n; i++) {
        copy[i] = keywords[i] != NULL ? arena_strdup(arena, keywords[i]) : NULL;
    }
    expr->text = arena_strdup(arena, name);
    expr->keywords = copy;
    expr->keyword_spans = arena_array(arena, n, sizeof *expr->keyword_spans);
    return expr;
}

const Expr *expr_element(Arena *arena, const Expr *expr, const Value *shape, size_t row, size_t col)
{
    if (shape->ndim == 0) return expr;
    const Expr *r = expr_number(arena, (double)row), *c = expr_number(arena, (double)col);
    if (shape->ndim == 1) return expr_index(arena, expr, &c, 1);
    return expr_index(arena, expr, (const Expr *[]){r, c}, 2);
}

/* ------------------------------------------------------------------ asking */

SourceSpan expr_span(const Expr *expr)
{
    return expr->span;
}

const char *expr_name(const Expr *expr)
{
    return expr->kind == EXPR_NAME ? expr->text : NULL;
}

void expr_names(const Expr *expr, void (*visit)(void *context, const char *name, SourceSpan span),
                void *context)
{
    if (expr->kind == EXPR_NAME) visit(context, expr->text, expr->span);
    for (size_t i = 0; i < expr->n_args; i++) {
        if (expr->args[i] != NULL) expr_names(expr->args[i], visit, context);
    }
}

static bool text_equal(const char *a, const char *b)
{
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

bool expr_equal(const Expr *a, const Expr *b)
{
    if (a == b) return true;
    if (a == NULL || b == NULL) return false;
    if (a->kind != b->kind || a->op != b->op || a->n_args != b->n_args || a->size != b->size) return false;
    if (!text_equal(a->text, b->text)) return false;
    for (size_t i = 0; i < a->n_args; i++) {
        if (a->kind == EXPR_CALL && !text_equal(a->keywords[i], b->keywords[i])) return false;
        if (!expr_equal(a->args[i], b->args[i])) return false;
    }
    return true;
}

bool expr_constant(const Expr *expr, double *value)
{
    double sign = 1;
    while (expr->kind == EXPR_UNARY && (expr->op == EXPR_OP_NEG || expr->op == EXPR_OP_PLUS)) {
        if (expr->op == EXPR_OP_NEG) sign = -sign;
        expr = expr->args[0];
    }
    if (expr->kind != EXPR_NUMBER) return false;
    *value = sign * expr->number;
    return true;
}

bool expr_is_literal(const Expr *expr)
{
    double value = 0;
    if (expr->kind == EXPR_BOOL || expr->kind == EXPR_STRING || expr_constant(expr, &value)) return true;
    if (expr->kind != EXPR_LIST) return false;
    for (size_t i = 0; i < expr->n_args; i++) {
        if (!expr_is_literal(expr->args[i])) return false;
    }
    return true;
}

InputKind expr_input_kind(const Expr *expr)
{
    if (expr_is_literal(expr)) return INPUT_LITERAL;
    if (expr->kind != EXPR_CALL) return INPUT_NONE;
    if (strcmp(expr->text, "slider") == 0) return INPUT_SLIDER;
    if (strcmp(expr->text, "toggle") == 0) return INPUT_TOGGLE;
    if (strcmp(expr->text, "choice") == 0) return INPUT_CHOICE;
    return INPUT_NONE;
}

/* ----------------------------------------------------------------- copying */

/* A twin of `expr` over other operands: kind, texts and spans stay. */
static Expr *expr_over(Arena *arena, const Expr *expr, const Expr *const *args)
{
    Expr *copy = expr_node(arena, expr->kind, args, expr->n_args);
    copy->op = expr->op;
    copy->span = expr->span;
    copy->number = expr->number;
    copy->text = expr->text;
    copy->keywords = expr->keywords;
    copy->keyword_spans = expr->keyword_spans;
    copy->name_span = expr->name_span;
    return copy;
}

const Expr *expr_with(Arena *arena, const Expr *expr, const Expr *const *args)
{
    return expr_over(arena, expr, args);
}

const Expr *expr_replace(Arena *arena, const Expr *expr,
                         const Expr *(*replace)(void *context, const Expr *name), void *context)
{
    if (expr->kind == EXPR_NAME) {
        const Expr *other = replace(context, expr);
        return other != NULL ? other : expr;
    }
    const Expr **args = NULL;
    for (size_t i = 0; i < expr->n_args; i++) {
        if (expr->args[i] == NULL) continue;
        const Expr *arg = expr_replace(arena, expr->args[i], replace, context);
        if (arg == expr->args[i]) continue;
        if (args == NULL) {
            args = arena_array(arena, expr->n_args, sizeof *args);
            memcpy(args, expr->args, expr->n_args * sizeof *args);
        }
        args[i] = arg;
    }
    return args != NULL ? expr_over(arena, expr, args) : expr;
}

static SourceSpan moved(SourceSpan span, const SourceText *source)
{
    if (source != NULL && span.source != NULL) span.source = source;
    return span;
}

const Expr *expr_copy(Arena *arena, const Expr *expr, const SourceText *source)
{
    const Expr **args = arena_array(arena, expr->n_args, sizeof *args);
    for (size_t i = 0; i < expr->n_args; i++) {
        args[i] = expr->args[i] != NULL ? expr_copy(arena, expr->args[i], source) : NULL;
    }
    Expr *copy = expr_over(arena, expr, args);
    copy->span = moved(expr->span, source);
    copy->name_span = moved(expr->name_span, source);
    if (expr->text != NULL) copy->text = arena_strdup(arena, expr->text);
    if (expr->kind != EXPR_CALL) return copy;
    const char **keywords = arena_array(arena, expr->n_args, sizeof *keywords);
    SourceSpan *spans = arena_array(arena, expr->n_args, sizeof *spans);
    for (size_t i = 0; i < expr->n_args; i++) {
        keywords[i] = expr->keywords[i] != NULL ? arena_strdup(arena, expr->keywords[i]) : NULL;
        spans[i] = moved(expr->keyword_spans[i], source);
    }
    copy->keywords = keywords;
    copy->keyword_spans = spans;
    return copy;
}
