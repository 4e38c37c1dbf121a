/* A formula on one line: as a careful person types it. Superscript T and digits
 * become single characters (Kᵀ, x²), subscript digits too (k₁); letters keep their
 * underscore (d_k); fractions and roots get parentheses where they need them. */
#include "heed/math.h"

#include <string.h>

/* The line so far. Where parts are looked for, it is cut into pieces at their edges. */
typedef struct Writer {
    StrBuf text; /* of the present piece */
    Arena *arena;
    const MathNode *const *parts;
    size_t n_parts, part;  /* part: which one is being written, MATH_NO_PART outside */
    const MathNode *outer; /* the whole formula */
    bool keeps_symbol;
    MathPiece *pieces;
    size_t n_pieces, cap_pieces;
} Writer;

static void write_node(Writer *out, const MathNode *node);
static void write_plain(Writer *out, const MathNode *node);

const char *math_small(const MathNode *node, bool raised)
{
    static const char *const smalls[][3] = {
        {"0", "⁰", "₀"}, {"1", "¹", "₁"}, {"2", "²", "₂"}, {"3", "³", "₃"}, {"4", "⁴", "₄"}, {"5", "⁵", "₅"},
        {"6", "⁶", "₆"}, {"7", "⁷", "₇"}, {"8", "⁸", "₈"}, {"9", "⁹", "₉"}, {"T", "ᵀ", NULL}};
    if (node == NULL || node->kind != MATH_SYMBOL) return NULL;
    for (size_t i = 0; i < sizeof smalls / sizeof smalls[0]; i++)
        if (strcmp(smalls[i][0], node->text) == 0) return smalls[i][raised ? 1 : 2];
    return NULL;
}

/* Whether a node reads as one unit without parentheses. */
static bool is_unit(const MathNode *node)
{
    return node->kind == MATH_SYMBOL || node->kind == MATH_FENCED || node->kind == MATH_ACCENT ||
           node->kind == MATH_MATRIX || (node->kind == MATH_SCRIPT && is_unit(node->children[0]));
}

/* Products such as QKᵀ need no parentheses over a fraction's bar; sums outside parentheses do. */
static bool is_product(const MathNode *node)
{
    if (node->kind != MATH_ROW) return is_unit(node) || node->kind == MATH_ROOT || node->kind == MATH_BIG;
    int depth = 0;
    for (size_t i = 0; i < node->n_children; i++) {
        const MathNode *child = node->children[i];
        if (child->kind == MATH_FRACTION) return false;
        if (child->kind != MATH_SYMBOL) continue;
        if (child->class == MATH_OPEN) depth++;
        if (child->class == MATH_CLOSE) depth--;
        if (depth <= 0 && (child->class == MATH_BINARY || child->class == MATH_RELATION)) return false;
    }
    return true;
}

static void write_wrapped(Writer *out, const MathNode *node, bool plain)
{
    if (!plain) strbuf_add(&out->text, "(");
    write_node(out, node);
    if (!plain) strbuf_add(&out->text, ")");
}

static void write_script(Writer *out, const MathNode *script, bool raised)
{
    if (script == NULL) return;
    const char *small = math_small(script, raised);
    if (small) {
        strbuf_add(&out->text, small);
        return;
    }
    strbuf_add(&out->text, raised ? "^" : "_");
    write_wrapped(out, script, is_unit(script) && script->kind != MATH_SCRIPT);
}

/* ------------------------------------------------------------------- blanks */

static bool opens(const MathNode *node)
{
    return node->kind == MATH_FENCED ||
           (node->kind == MATH_SYMBOL && node->text[0] != '\0' && strchr("([", node->text[0]) != NULL);
}

/* A sign between two operands; a leading minus is none. */
static bool is_between(const MathNode *row, size_t i)
{
    const MathNode *node = row->children[i];
    if (node->kind != MATH_SYMBOL || i == 0) return false;
    if (node->class == MATH_RELATION) return true;
    const MathNode *before = row->children[i - 1];
    bool operand =
        before->kind != MATH_SYMBOL || before->class == MATH_ORDINARY || before->class == MATH_CLOSE;
    return node->class == MATH_BINARY && operand;
}

bool math_blank_before(const MathNode *row, size_t i)
{
    return is_between(row, i) && strcmp(row->children[i]->text, "/") != 0;
}

static bool closes(const MathNode *node)
{
    return node->kind == MATH_FENCED || (node->kind == MATH_SYMBOL && node->class == MATH_CLOSE);
}

/* What is multiplied by standing behind: softmax(…) V. */
static bool is_factor(const MathNode *node)
{
    bool is_sign = node->kind == MATH_SYMBOL && node->class != MATH_ORDINARY && node->class != MATH_FUNCTION;
    return !is_sign && !opens(node);
}

/* A sign that stands apart by itself, or is to touch what it closes. */
static bool brings_blank(const MathNode *row, size_t i)
{
    const MathNode *node = row->children[i];
    bool touches =
        node->kind == MATH_SYMBOL && (node->class == MATH_CLOSE || node->class == MATH_PUNCTUATION);
    return touches || math_blank_before(row, i);
}

bool math_blank_after(const MathNode *row, size_t i)
{
    const MathNode *node = row->children[i];
    if (i + 1 >= row->n_children) return false;
    const MathNode *next = row->children[i + 1];
    if (node->kind == MATH_BIG) return !opens(next);
    if (closes(node) && is_factor(next)) return true;
    if (node->kind != MATH_SYMBOL) return false;
    if (node->class == MATH_FUNCTION)
        return !opens(next) && next->kind != MATH_SCRIPT && !brings_blank(row, i + 1);
    return node->class == MATH_PUNCTUATION || node->class == MATH_RELATION || math_blank_before(row, i);
}

/* Where the relation stands behind f(x) at a row's beginning; 0 where it does not begin so. */
static size_t signature_end(const MathNode *row)
{
    if (row->n_children < 3 || row->children[0]->kind != MATH_SYMBOL || !opens(row->children[1])) return 0;
    for (size_t i = 2; i < row->n_children; i++) {
        const MathNode *node = row->children[i], *before = row->children[i - 1];
        if (node->kind != MATH_SYMBOL || node->class != MATH_RELATION) continue;
        bool is_sign = before->kind == MATH_SYMBOL;
        return before->kind == MATH_FENCED || (is_sign && before->class == MATH_CLOSE) ? i : 0;
    }
    return 0;
}

bool math_keeps_symbol(const MathNode *row, size_t i, size_t count, bool is_outer)
{
    if (is_outer && i < signature_end(row)) return true;
    const MathNode *node = row->children[i];
    if (node->kind == MATH_SCRIPT) node = node->children[0];
    bool is_name = count == 1 && node->kind == MATH_SYMBOL && node->class == MATH_FUNCTION;
    return is_name && i + 1 < row->n_children && opens(row->children[i + 1]);
}

/* ------------------------------------------------------------------- parts */

static void end_piece(Writer *out)
{
    if (out->text.len == 0) return;
    if (out->n_pieces == out->cap_pieces) {
        size_t cap = out->cap_pieces ? 2 * out->cap_pieces : 16;
        out->pieces = arena_grow(out->arena, out->pieces, out->n_pieces, cap, sizeof *out->pieces);
        out->cap_pieces = cap;
    }
    out->pieces[out->n_pieces++] =
        (MathPiece){strbuf_take(&out->text, out->arena), out->part, out->keeps_symbol};
    out->text = (StrBuf){0};
}

/* The part that is the node, or that is a run of a row's children from i on (the longest): its index. */
static size_t part_at(const Writer *out, const MathNode *node, const MathNode *row, size_t i)
{
    size_t found = MATH_NO_PART;
    for (size_t k = 0; k < out->n_parts; k++) {
        const MathNode *part = out->parts[k];
        bool is_run = part->kind == MATH_ROW;
        bool fits =
            is_run ? row && row->n_children - i >= part->n_children && part->n_children > 0 : node != NULL;
        for (size_t c = 0; fits && is_run && c < part->n_children; c++)
            fits = math_equal(row->children[i + c], part->children[c]);
        if (!fits || (!is_run && !math_equal(node, part))) continue;
        if (is_run && found != MATH_NO_PART && part->n_children <= out->parts[found]->n_children) continue;
        found = k;
    }
    return found;
}

static void write_part(Writer *out, size_t part, const MathNode *node)
{
    size_t outer = out->part;
    end_piece(out);
    out->part = part;
    write_plain(out, node);
    end_piece(out);
    out->part = outer;
}

/* Among other factors a fraction needs parentheses: (1 / N) Σ. */
static bool is_among_factors(const MathNode *row, size_t i)
{
    if (row->children[i]->kind != MATH_FRACTION) return false;
    const MathNode *before = i > 0 ? row->children[i - 1] : NULL,
                   *next = i + 1 < row->n_children ? row->children[i + 1] : NULL;
    bool is_applied = before && before->kind == MATH_SYMBOL && before->class == MATH_FUNCTION;
    return is_applied || (before && is_factor(before)) || (before && closes(before)) ||
           (next && (is_factor(next) || opens(next)));
}

static void write_child(Writer *out, const MathNode *row, size_t i, size_t *count)
{
    size_t part = out->part == MATH_NO_PART ? part_at(out, NULL, row, i) : MATH_NO_PART;
    bool keeps = out->keeps_symbol;
    *count = part == MATH_NO_PART ? 1 : out->parts[part]->n_children;
    if (out->part == MATH_NO_PART) out->keeps_symbol |= math_keeps_symbol(row, i, *count, row == out->outer);
    if (part == MATH_NO_PART)
        write_wrapped(out, row->children[i], !is_among_factors(row, i));
    else
        write_part(out, part, out->parts[part]);
    out->keeps_symbol = keeps;
}

static void write_row(Writer *out, const MathNode *row)
{
    for (size_t i = 0, count; i < row->n_children; i += count) {
        bool is_apart = is_among_factors(row, i);
        bool before = math_blank_before(row, i) || (is_apart && i > 0 && is_factor(row->children[i - 1]));
        if (before && !(i > 0 && math_blank_after(row, i - 1))) strbuf_add(&out->text, " ");
        write_child(out, row, i, &count);
        bool after = math_blank_after(row, i + count - 1);
        if (is_apart && i + 1 < row->n_children) after |= is_factor(row->children[i + 1]);
        if (after) strbuf_add(&out->text, " ");
    }
}

/* ------------------------------------------------------------------- shapes */

static void write_matrix(Writer *out, const MathNode *node)
{
    strbuf_add(&out->text, node->left[0] ? node->left : "[");
    for (size_t i = 0; i < node->n_children; i++) {
        if (i > 0) strbuf_add(&out->text, i % node->cols == 0 ? "; " : " ");
        write_node(out, node->children[i]);
    }
    strbuf_add(&out->text, node->right[0] ? node->right : "]");
}

const char *math_accent_mark(const char *name)
{
    static const char *const marks[][2] = {
        {"hat", "\u0302"}, {"bar", "\u0304"}, {"vec", "\u20d7"}, {"tilde", "\u0303"}};
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++)
        if (strcmp(marks[i][0], name) == 0) return marks[i][1];
    return "";
}

static void write_fraction(Writer *out, const MathNode *node)
{
    const MathNode *below = node->children[1];
    write_wrapped(out, node->children[0], is_product(node->children[0]));
    strbuf_add(&out->text, " / ");
    write_wrapped(out, below, is_unit(below) || below->kind == MATH_ROOT);
}

/* q · k {score} */
static void write_brace(Writer *out, const MathNode *node)
{
    write_node(out, node->children[0]);
    if (node->children[1] == NULL) return;
    strbuf_add(&out->text, " {");
    write_node(out, node->children[1]);
    strbuf_add(&out->text, "}");
}

static void write_plain(Writer *out, const MathNode *node)
{
    switch (node->kind) {
    case MATH_ROW: write_row(out, node); break;
    case MATH_SYMBOL: strbuf_add(&out->text, node->text); break;
    case MATH_FRACTION: write_fraction(out, node); break;
    case MATH_ROOT:
        strbuf_add(&out->text, "√");
        write_wrapped(out, node->children[0], is_unit(node->children[0]));
        break;
    case MATH_SCRIPT:
        write_wrapped(out, node->children[0],
                      is_unit(node->children[0]) || node->children[0]->n_children == 0);
        write_script(out, node->children[1], false);
        write_script(out, node->children[2], true);
        break;
    case MATH_BIG:
        strbuf_add(&out->text, node->text);
        write_script(out, node->children[0], false);
        write_script(out, node->children[1], true);
        break;
    case MATH_FENCED:
        strbuf_add(&out->text, node->left);
        write_node(out, node->children[0]);
        strbuf_add(&out->text, node->right);
        break;
    case MATH_MATRIX: write_matrix(out, node); break;
    case MATH_BRACE: write_brace(out, node); break;
    case MATH_ACCENT:
        write_node(out, node->children[0]);
        strbuf_add(&out->text, math_accent_mark(node->text));
        break;
    }
}

/* Parts inside a part stay part of it. */
static void write_node(Writer *out, const MathNode *node)
{
    size_t part =
        out->part == MATH_NO_PART && node->kind != MATH_ROW ? part_at(out, node, NULL, 0) : MATH_NO_PART;
    if (part == MATH_NO_PART)
        write_plain(out, node);
    else
        write_part(out, part, node);
}

char *math_inline(Arena *arena, const MathNode *node)
{
    Writer out = {.arena = arena, .part = MATH_NO_PART};
    write_node(&out, node);
    return strbuf_take(&out.text, arena);
}

MathPiece *math_pieces(Arena *arena, const MathNode *node, const MathNode *const *parts, size_t n_parts,
                       size_t *n)
{
    Writer out = {.arena = arena, .parts = parts, .n_parts = n_parts, .part = MATH_NO_PART, .outer = node};
    write_node(&out, node);
    end_piece(&out);
    *n = out.n_pieces;
    return out.pieces;
}
