/* Random trees of the language, for tests that must hold for all of them. The
 * generator is a fixed xorshift, so a failure names a seed that fails again.
 */
#ifndef HEED_TESTS_SHEET_RANDOM_EXPR_H
#define HEED_TESTS_SHEET_RANDOM_EXPR_H

#include "sheet/expr.h"

typedef struct Random {
    Arena *arena;
    uint64_t state;
} Random;

static inline uint64_t random_below(Random *r, uint64_t n)
{
    r->state ^= r->state << 13;
    r->state ^= r->state >> 7;
    r->state ^= r->state << 17;
    return (r->state >> 11) % n;
}

static inline const Expr *random_expr(Random *r, int depth);

static inline const Expr *random_leaf(Random *r)
{
    static const char *const names[] = {"a", "b", "q", "K", "alpha", "x1", "T", "_"};
    static const double numbers[] = {0, 1, 2, 10, 0.5, 0.1, 1e-7, 1e22, 123456789, 3.25};
    static const char *const texts[] = {"", "k", "a \"b\"", "back\\slash", "\u00e9\u4e2d", "line\n\ttab"};
    switch (random_below(r, 8)) {
    case 0: return expr_bool(r->arena, random_below(r, 2));
    case 1: return expr_string(r->arena, texts[random_below(r, 6)]);
    case 2: return expr_list(r->arena, NULL, 0);
    case 3:
    case 4: return expr_number(r->arena, numbers[random_below(r, 10)]);
    default: return expr_name_of(r->arena, names[random_below(r, 8)]);
    }
}

static inline const Expr *random_optional(Random *r, int depth)
{
    return random_below(r, 3) == 0 ? NULL : random_expr(r, depth);
}

static inline const Expr *random_index(Random *r, int depth)
{
    const Expr *items[2];
    size_t n = 1 + random_below(r, 2);
    for (size_t i = 0; i < n; i++) {
        bool is_slice = random_below(r, 2);
        const Expr *start = is_slice ? random_optional(r, depth) : NULL;
        const Expr *stop = is_slice ? random_optional(r, depth) : NULL;
        items[i] =
            is_slice ? expr_slice(r->arena, start, stop, random_optional(r, depth)) : random_expr(r, depth);
    }
    return expr_index(r->arena, random_expr(r, depth), items, n);
}

static inline const Expr *random_call(Random *r, int depth)
{
    static const struct {
        const char *name;
        size_t n;
        const char *keywords[3];
    } calls[] = {{"exp", 1, {0}},     {"sum", 2, {NULL, "axis"}}, {"softmax", 3, {NULL, "axis", "mask"}},
                 {"where", 3, {0}},   {"slider", 3, {0}},         {"randn", 2, {NULL, "seed"}},
                 {"maximum", 2, {0}}, {"mean", 1, {"x"}}};
    size_t k = random_below(r, 8);
    const Expr *args[3];
    for (size_t i = 0; i < calls[k].n; i++) args[i] = random_expr(r, depth);
    return expr_call(r->arena, calls[k].name, args, calls[k].keywords, calls[k].n);
}

static inline const Expr *random_list(Random *r, int depth)
{
    const Expr *items[4];
    size_t n = 1 + random_below(r, 4);
    for (size_t i = 0; i < n; i++) items[i] = random_expr(r, depth);
    return expr_list(r->arena, items, n);
}

static inline const Expr *random_binary(Random *r, int depth)
{
    static const ExprOp ops[] = {EXPR_OP_OR,  EXPR_OP_AND, EXPR_OP_LT,     EXPR_OP_LE,  EXPR_OP_GT,
                                 EXPR_OP_GE,  EXPR_OP_EQ,  EXPR_OP_NE,     EXPR_OP_ADD, EXPR_OP_SUB,
                                 EXPR_OP_MUL, EXPR_OP_DIV, EXPR_OP_MATMUL, EXPR_OP_POW};
    const Expr *a = random_expr(r, depth), *b = random_expr(r, depth);
    return expr_binary(r->arena, ops[random_below(r, 14)], a, b);
}

static inline const Expr *random_expr(Random *r, int depth)
{
    static const ExprOp unary[] = {EXPR_OP_NOT, EXPR_OP_NEG, EXPR_OP_PLUS};
    if (depth <= 0) return random_leaf(r);
    switch (random_below(r, 12)) {
    case 0: return random_leaf(r);
    case 1: return expr_unary(r->arena, unary[random_below(r, 3)], random_expr(r, depth - 1));
    case 2: {
        const Expr *then = random_expr(r, depth - 1), *condition = random_expr(r, depth - 1);
        return expr_if(r->arena, then, condition, random_expr(r, depth - 1));
    }
    case 3: return expr_transpose(r->arena, random_expr(r, depth - 1));
    case 4: return random_index(r, depth - 1);
    case 5: return random_call(r, depth - 1);
    case 6: return random_list(r, depth - 1);
    default: return random_binary(r, depth - 1);
    }
}

#endif
