/* Formulas: the subset of TeX that lessons use, parsed to a tree.
 *
 *   fractions, roots, scripts, sums and products with limits, delimiters that grow,
 *   matrices (matrix, bmatrix, pmatrix, vmatrix, cases), underbrace and overbrace,
 *   accents, \text, \mathrm, \operatorname, Greek, the usual signs, spaces.
 *
 * An unknown command is a diagnostic with a guess, and stays in the tree as its
 * own name, so that a half-wrong formula can still be shown. Nesting is bounded.
 */
#ifndef HEED_MATH_H
#define HEED_MATH_H

#include "heed/diag.h"
#include <stdint.h>

typedef enum MathKind {
    MATH_ROW,      /* children side by side */
    MATH_SYMBOL,   /* text, of a class */
    MATH_FRACTION, /* children: numerator, denominator */
    MATH_ROOT,     /* child: body */
    MATH_SCRIPT,   /* children: base, sub, sup (NULL where absent) */
    MATH_BIG,      /* a big operator with limits: text; children: below, above (NULL where absent) */
    MATH_FENCED,   /* left, right; child: body */
    MATH_MATRIX,   /* rows x cols children, row-major; left, right */
    MATH_BRACE,    /* children: body, label (NULL); is_over */
    MATH_ACCENT    /* text: the combining mark's name ("hat", "bar", "vec", "tilde"); child: body */
} MathKind;

typedef enum MathClass {
    MATH_ORDINARY,
    MATH_BINARY,
    MATH_RELATION,
    MATH_OPEN,
    MATH_CLOSE,
    MATH_PUNCTUATION,
    MATH_FUNCTION, /* an upright name: exp, softmax */
    MATH_SPACE     /* text is the blanks themselves */
} MathClass;

typedef struct MathNode MathNode;
struct MathNode {
    MathKind kind;
    MathClass class;
    const char *text;
    const char *left, *right;
    const MathNode **children;
    size_t n_children;
    size_t rows, cols;
    bool is_over;
    SourceSpan span;
};

/* Parses source->text[start, end). Never NULL: what could not be read stays as text, with diagnostics. */
const MathNode *math_parse(Arena *arena, const SourceText *source, size_t start, size_t end, Diags *diags);

/* Same structure and texts (places do not count). */
bool math_equal(const MathNode *a, const MathNode *b);

/* Where the children [first, first + count) of a row of `whole` equal `part` (or the children of part, where
 * part is a row): the first such place, depth first. NULL where there is none. Terms of a formula are found
 * by it. */
const MathNode *math_find(const MathNode *whole, const MathNode *part, size_t *first, size_t *count);

/* Whether `part` is the whole or stands somewhere in it. */
bool math_is_part(const MathNode *whole, const MathNode *part);

/* One line of UTF-8, for prose: "softmax(QKᵀ / √d_k) V", "Σ_j e^(z_j)". */
char *math_inline(Arena *arena, const MathNode *node);

/* In words: "the fraction Q K transposed over the square root of d sub k, end of fraction". */
char *math_speech(Arena *arena, const MathNode *node);
/* Whether one line says all of it: signs and names alone, no fraction, root, script or limit. */
bool math_is_flat(const MathNode *node);

/* The same line, cut at the edges of the places where parts stand: a piece that is a part has its index (the
 * outermost where parts hold each other), the others MATH_NO_PART. */
#define MATH_NO_PART SIZE_MAX
typedef struct MathPiece {
    const char *text;
    size_t part;
    bool keeps_symbol; /* see math_keeps_symbol */
} MathPiece;
MathPiece *math_pieces(Arena *arena, const MathNode *node, const MathNode *const *parts, size_t n_parts, size_t *n);

/* Whether children [i, i + count) of a row stand for themselves even where values are put in: the name of a function
 * that is applied there, and, in the outer row of a formula, what stands left of the relation in f(x, y) = … */
bool math_keeps_symbol(const MathNode *row, size_t i, size_t count, bool is_outer);

/* What one line and two dimensions share: whether a blank stands before or behind child i of a row, the
 * raised or lowered form of a one-character symbol (NULL: none), an accent's combining mark. */
bool math_blank_before(const MathNode *row, size_t i);
bool math_blank_after(const MathNode *row, size_t i);
const char *math_small(const MathNode *node, bool raised);
const char *math_accent_mark(const char *name);

#endif
