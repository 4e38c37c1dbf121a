/* One or more uses of every builtin over names that test sheets define, so that what holds by kind is tried
 * on all of them. A test proves that none is missing. */
#ifndef TESTS_SHEET_TEMPLATES_H
#define TESTS_SHEET_TEMPLATES_H

#include "sheet_support.h"

typedef struct Template {
    const char *text;
    bool is_rough; /* jumps or is no number of the inputs: no central differences */
} Template;

static const Template templates[] = {
    /* operators and views */
    {"a + b", false},
    {"X - a", false},
    {"2 * X", false},
    {"X / P", false},
    {"P ** 2", false},
    {"P ** a", false},
    {"2 ** a", false},
    {"-X", false},
    {"X.T", false},
    {"a[0]", false},
    {"X[0]", false},
    {"X[:, 0]", false},
    {"X[-1, :]", false},
    {"a[::-1]", false},
    {"a[a > 0]", false},
    {"a < b", true},
    {"X >= 0", true},
    {"argmax(a) == 0", true},
    {"not (s > 1)", true},
    {"s > 0 and s < 1", true},
    {"s > 1 or s < 0.9", true},
    {"a if s > 0 else b", false},
    {"[s, 2 * s, 1]", false},
    {"X @ W", false},
    {"a @ X.T", false},
    {"X @ a", false},
    {"a @ b", false},
    {"(X * 2 + 1) @ W", false},
    {"dot(a, b)", false},
    {"outer(c, a)", false},
    {"reshape(X, len(a) * rows(X))", false},
    {"reshape(X, cols(X), -1)", false},
    {"concat([a, p])", false},
    {"concat([X, Y], axis=1)", false},
    {"sort(a)", false},

    /* pointwise */
    {"exp(X)", false},
    {"log(P)", false},
    {"sqrt(P)", false},
    {"tanh(X)", false},
    {"sin(a)", false},
    {"cos(X)", false},
    {"abs(X)", false},
    {"round(X, 1)", true},
    {"round(s)", true},
    {"maximum(X, a)", false},
    {"minimum(a, s)", false},
    {"where(M, X, Y)", false},
    {"where(a > 0, a, 0)", false},
    {"isclose(a, b, rtol=0.5)", true},
    {"s * 2 - 1 / s", false},
    {"2 * 3", false},

    /* folds */
    {"sum(X)", false},
    {"sum(X, axis=0)", false},
    {"sum(X, axis=1, keepdims=True)", false},
    {"sum(M, axis=0)", true},
    {"prod(p)", false},
    {"prod(P, axis=1)", false},
    {"max(X)", false},
    {"max(X, axis=0)", false},
    {"min(X, axis=-1)", false},
    {"argmax(a)", true},
    {"argmax(X, axis=0)", true},
    {"argmin(X)", true},
    {"argmin(X, axis=1, keepdims=True)", true},
    {"all(M, axis=1)", true},
    {"all(X > -3)", true},
    {"any(M)", true},
    {"any(X > 1, axis=0)", true},
    {"trace(X @ X.T)", false},
    {"histogram(X, 4, -2, 2)", true},

    /* composites */
    {"softmax(a)", false},
    {"softmax(X)", false},
    {"softmax(X, axis=0)", false},
    {"softmax(100 * X)", false},
    {"softmax(X, mask=M)", false},
    {"softmax(X * 100, mask=M)", false},
    {"softmax(a @ K.T / sqrt(cols(K)))", false},
    {"attention(a, K, V)", false},
    {"attention(X, K, V)", false},
    {"attention(X, K, V, scale=s)", false},
    {"attention(X, K, V, mask=MK)", false},
    {"attention(X, K, V, causal=True)", false},
    {"attention(X, K, V, mask=MK, causal=True, scale=2)", false},
    {"additive_scores(a, K, H, U, v)", false},
    {"additive_scores(X, K, H, U, v)", false},
    {"additive_attention(X, K, V, H, U, v)", false},
    {"mean(X)", false},
    {"mean(X, axis=0)", false},
    {"mean(a)", false},
    {"mean(s)", false},
    {"var(X)", false},
    {"var(X, axis=1)", false},
    {"var(a, ddof=1)", false},
    {"std(a)", false},
    {"std(concat([X, Y]), axis=0)", false},
    {"norm(a)", false},
    {"norm(X)", false},
    {"norm(X, axis=1)", false},
    {"norm(1e20 * a)", true},
    {"cos_sim(a, b)", false},
    {"cos_sim(X, a)", false},
    {"cos_sim(a, X)", false},
    {"cos_sim(X, K)", false},
    {"layer_norm(X)", false},
    {"layer_norm(a, gain=b)", false},
    {"layer_norm(X, gain=a, bias=b, eps=0.01)", false},
    {"softmax_jacobian(softmax(a))", false},
    {"linspace(s, 3, 5)", false},
    {"linspace(s, 3, 1)", false},
    {"allclose(a, b)", true},
    {"allclose(X, X)", true},
    {"median(a)", false},
    {"singular_values(X)", true},
    {"singular_vectors(X)", true},

    /* sources */
    {"zeros(2, 3)", true},
    {"ones(4)", true},
    {"eye(3) * s", false},
    {"arange(4)", true},
    {"causal_mask(3, 4, offset=1)", true},
    {"randn(3, 2, seed=5)", true},
    {"randn_row(2, 3, seed=5)", true},
    {"rand(4, seed=6)", true},
    {"randint(-2, 3, 4, seed=7)", true},
    {"dot_samples(5, width, seed=3)", true},
    {"dot_samples(3, 40, seed=3, keys=2)", true},
    {"a * width", false},
    {"a if flag else b", false},
    {"mode == \"soft\"", true},
};

/* A random expression of the shape of X, smooth almost everywhere, `depth` operations deep. */
static inline void write_composed(StrBuf *out, TestRandom *r, int depth)
{
    static const char *const patterns[] = {
        "(# + #)",
        "(# - #)",
        "(# * #)",
        "(# / (2 + tanh(#)))",
        "-#",
        "tanh(#)",
        "exp(# / 8)",
        "sin(#)",
        "abs(#)",
        "softmax(#)",
        "softmax(#, axis=0)",
        "softmax(#, mask=M)",
        "layer_norm(#, eps=0.1)",
        "maximum(#, #)",
        "where(# > #, #, #)",
        "(# - mean(#, axis=1, keepdims=True))",
        "(# @ X.T @ # / 8)",
        "#[::-1]",
        "#.T.T",
        "concat([#, #])[:rows(X)]",
        "attention(#, #, X)",
        "(# * sum(#))",
        "(# / (1 + norm(#, axis=0)))",
        "(# if s > 0.5 else #)",
        "(# + cos_sim(#, a + 3).T @ X)",
    };
    static const char *const leaves[] = {"X", "Y", "P", "(X + a)", "(s * Y)"};
    if (depth == 0) {
        strbuf_add(out, leaves[test_random_size(r, 0, sizeof leaves / sizeof *leaves - 1)]);
        return;
    }
    for (const char *c = patterns[test_random_size(r, 0, sizeof patterns / sizeof *patterns - 1)]; *c != '\0';
         c++) {
        if (*c == '#') {
            write_composed(out, r, depth - 1);
        } else {
            strbuf_add_char(out, *c);
        }
    }
}

#endif
