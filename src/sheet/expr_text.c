/* Canonical text: what a tree looks like as Python, with as few parentheses as its
 * precedence allows. It parses back to an equal tree, which is what makes it good
 * for naming nodes.
 */
#include "sheet/expr.h"
#include <string.h>

/* How tightly something binds, loosest first; the levels of the grammar in parse.c. */
typedef enum Level {
    LEVEL_IF,
    LEVEL_OR,
    LEVEL_AND,
    LEVEL_NOT,
    LEVEL_COMPARE,
    LEVEL_SUM,
    LEVEL_TERM,
    LEVEL_UNARY,
    LEVEL_POWER,
    LEVEL_PRIMARY
} Level;

static const struct {
    const char *text;
    Level level, left, right; /* of the operands: what may stand there bare */
} ops[EXPR_OP_COUNT] = {
    [EXPR_OP_OR] = {"or", LEVEL_OR, LEVEL_OR, LEVEL_AND},
    [EXPR_OP_AND] = {"and", LEVEL_AND, LEVEL_AND, LEVEL_NOT},
    [EXPR_OP_NOT] = {"not", LEVEL_NOT, LEVEL_NOT, LEVEL_NOT},
    [EXPR_OP_LT] = {"<", LEVEL_COMPARE, LEVEL_SUM, LEVEL_SUM},
    [EXPR_OP_LE] = {"<=", LEVEL_COMPARE, LEVEL_SUM, LEVEL_SUM},
    [EXPR_OP_GT] = {">", LEVEL_COMPARE, LEVEL_SUM, LEVEL_SUM},
    [EXPR_OP_GE] = {">=", LEVEL_COMPARE, LEVEL_SUM, LEVEL_SUM},
    [EXPR_OP_EQ] = {"==", LEVEL_COMPARE, LEVEL_SUM, LEVEL_SUM},
    [EXPR_OP_NE] = {"!=", LEVEL_COMPARE, LEVEL_SUM, LEVEL_SUM},
    [EXPR_OP_ADD] = {"+", LEVEL_SUM, LEVEL_SUM, LEVEL_TERM},
    [EXPR_OP_SUB] = {"-", LEVEL_SUM, LEVEL_SUM, LEVEL_TERM},
    [EXPR_OP_MUL] = {"*", LEVEL_TERM, LEVEL_TERM, LEVEL_UNARY},
    [EXPR_OP_DIV] = {"/", LEVEL_TERM, LEVEL_TERM, LEVEL_UNARY},
    [EXPR_OP_MATMUL] = {"@", LEVEL_TERM, LEVEL_TERM, LEVEL_UNARY},
    [EXPR_OP_PLUS] = {"+", LEVEL_UNARY, LEVEL_UNARY, LEVEL_UNARY},
    [EXPR_OP_NEG] = {"-", LEVEL_UNARY, LEVEL_UNARY, LEVEL_UNARY},
    [EXPR_OP_POW] = {"**", LEVEL_POWER, LEVEL_PRIMARY, LEVEL_UNARY},
};

const char *expr_op_text(ExprOp op)
{
    return ops[op].text;
}

static Level level_of(const Expr *expr)
{
    switch (expr->kind) {
    case EXPR_IF: return LEVEL_IF;
    case EXPR_UNARY:
    case EXPR_BINARY: return ops[expr->op].level;
    default: return LEVEL_PRIMARY;
    }
}

static void write_at(StrBuf *out, const Expr *expr, Level needed)
{
    bool is_wrapped = level_of(expr) < needed;
    if (is_wrapped) strbuf_add_char(out, '(');
    expr_write(out, expr);
    if (is_wrapped) strbuf_add_char(out, ')');
}

static void write_string(StrBuf *out, const char *text)
{
    static const char from[] = "\\\"\n\t\r";
    static const char to[] = "\\\"ntr";
    strbuf_add_char(out, '"');
    for (; *text != '\0'; text++) {
        const char *found = strchr(from, *text);
        if (found != NULL) strbuf_add_char(out, '\\');
        strbuf_add_char(out, found != NULL ? to[found - from] : *text);
    }
    strbuf_add_char(out, '"');
}

static void write_items(StrBuf *out, const Expr *expr, size_t first)
{
    for (size_t i = first; i < expr->n_args; i++) {
        if (i > first) strbuf_add(out, ", ");
        if (expr->kind == EXPR_CALL && expr->keywords[i] != NULL) {
            strbuf_add(out, expr->keywords[i]);
            strbuf_add_char(out, '=');
        }
        expr_write(out, expr->args[i]);
    }
}

/* start:stop[:step] */
static void write_slice(StrBuf *out, const Expr *expr)
{
    if (expr->args[0] != NULL) expr_write(out, expr->args[0]);
    strbuf_add_char(out, ':');
    if (expr->args[1] != NULL) expr_write(out, expr->args[1]);
    if (expr->args[2] == NULL) return;
    strbuf_add_char(out, ':');
    expr_write(out, expr->args[2]);
}

static void write_unary(StrBuf *out, const Expr *expr)
{
    strbuf_add(out, ops[expr->op].text);
    if (expr->op == EXPR_OP_NOT) strbuf_add_char(out, ' ');
    write_at(out, expr->args[0], ops[expr->op].right);
}

static void write_binary(StrBuf *out, const Expr *expr)
{
    write_at(out, expr->args[0], ops[expr->op].left);
    strbuf_add_char(out, ' ');
    strbuf_add(out, ops[expr->op].text);
    strbuf_add_char(out, ' ');
    write_at(out, expr->args[1], ops[expr->op].right);
}

static void write_if(StrBuf *out, const Expr *expr)
{
    write_at(out, expr->args[0], LEVEL_OR);
    strbuf_add(out, " if ");
    write_at(out, expr->args[1], LEVEL_OR);
    strbuf_add(out, " else ");
    expr_write(out, expr->args[2]);
}

/* 1.T would read as the number "1." and a name. */
static void write_transpose(StrBuf *out, const Expr *expr)
{
    bool is_number = expr->args[0]->kind == EXPR_NUMBER;
    if (is_number) strbuf_add_char(out, '(');
    write_at(out, expr->args[0], LEVEL_PRIMARY);
    strbuf_add(out, is_number ? ").T" : ".T");
}

void expr_write(StrBuf *out, const Expr *expr)
{
    switch (expr->kind) {
    case EXPR_NUMBER:
    case EXPR_NAME: strbuf_add(out, expr->text); return;
    case EXPR_BOOL: strbuf_add(out, expr->number != 0 ? "True" : "False"); return;
    case EXPR_NONE: strbuf_add(out, "None"); return;
    case EXPR_STRING: write_string(out, expr->text); return;
    case EXPR_UNARY: write_unary(out, expr); return;
    case EXPR_BINARY: write_binary(out, expr); return;
    case EXPR_IF: write_if(out, expr); return;
    case EXPR_SLICE: write_slice(out, expr); return;
    case EXPR_TRANSPOSE: write_transpose(out, expr); return;
    case EXPR_LIST:
        strbuf_add_char(out, '[');
        write_items(out, expr, 0);
        strbuf_add_char(out, ']');
        return;
    case EXPR_INDEX:
        write_at(out, expr->args[0], LEVEL_PRIMARY);
        strbuf_add_char(out, '[');
        write_items(out, expr, 1);
        strbuf_add_char(out, ']');
        return;
    case EXPR_CALL:
        strbuf_add(out, expr->text);
        strbuf_add_char(out, '(');
        write_items(out, expr, 0);
        strbuf_add_char(out, ')');
        return;
    }
}

char *expr_text(Arena *arena, const Expr *expr)
{
    StrBuf out = {0};
    expr_write(&out, expr);
    return strbuf_take(&out, arena);
}
