/* A formula on one line: as a careful person types it. Superscript T and digits
 * become single characters (Kᵀ, x²), subscript digits too (k₁); letters keep their
 * underscore (d_k); fractions and roots get parentheses where they need them. */
#include "heed/math.h"

#include <string.h>

static void write_node(StrBuf *out, const MathNode *node);

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

/* Products such as QKᵀ need no parentheses over a fraction's bar; sums do. */
static bool is_product(const MathNode *node)
{
    if (node->kind != MATH_ROW) return is_unit(node) || node->kind == MATH_ROOT || node->kind == MATH_BIG;
    for (size_t i = 0; i < node->n_children; i++) {
        const MathNode *child = node->children[i];
        if (child->kind == MATH_SYMBOL && (child->class == MATH_BINARY || child->class == MATH_RELATION))
            return false;
        if (child->kind == MATH_FRACTION) return false;
    }
    return true;
}

static void write_wrapped(StrBuf *out, const MathNode *node, bool plain)
{
    if (!plain) strbuf_add(out, "(");
    write_node(out, node);
    if (!plain) strbuf_add(out, ")");
}

static void write_script(StrBuf *out, const MathNode *script, bool raised)
{
    if (script == NULL) return;
    const char *small = math_small(script, raised);
    if (small) {
        strbuf_add(out, small);
        return;
    }
    strbuf_add(out, raised ? "^" : "_");
    write_wrapped(out, script, is_unit(script));
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

bool math_blank_after(const MathNode *row, size_t i)
{
    const MathNode *node = row->children[i];
    if (i + 1 >= row->n_children) return false;
    const MathNode *next = row->children[i + 1];
    if (node->kind == MATH_BIG) return !opens(next);
    if (node->kind != MATH_SYMBOL) return false;
    if (node->class == MATH_FUNCTION) return !opens(next) && next->kind != MATH_SCRIPT;
    return node->class == MATH_PUNCTUATION || node->class == MATH_RELATION || math_blank_before(row, i);
}

static void write_row(StrBuf *out, const MathNode *row)
{
    for (size_t i = 0; i < row->n_children; i++) {
        if (math_blank_before(row, i)) strbuf_add(out, " ");
        write_node(out, row->children[i]);
        if (math_blank_after(row, i)) strbuf_add(out, " ");
    }
}

/* ------------------------------------------------------------------- shapes */

static void write_matrix(StrBuf *out, const MathNode *node)
{
    strbuf_add(out, node->left[0] ? node->left : "[");
    for (size_t i = 0; i < node->n_children; i++) {
        if (i > 0) strbuf_add(out, i % node->cols == 0 ? "; " : " ");
        write_node(out, node->children[i]);
    }
    strbuf_add(out, node->right[0] ? node->right : "]");
}

const char *math_accent_mark(const char *name)
{
    static const char *const marks[][2] = {
        {"hat", "\u0302"}, {"bar", "\u0304"}, {"vec", "\u20d7"}, {"tilde", "\u0303"}};
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++)
        if (strcmp(marks[i][0], name) == 0) return marks[i][1];
    return "";
}

static void write_fraction(StrBuf *out, const MathNode *node)
{
    const MathNode *below = node->children[1];
    write_wrapped(out, node->children[0], is_product(node->children[0]));
    strbuf_add(out, " / ");
    write_wrapped(out, below, is_unit(below) || below->kind == MATH_ROOT);
}

static void write_node(StrBuf *out, const MathNode *node)
{
    switch (node->kind) {
    case MATH_ROW: write_row(out, node); break;
    case MATH_SYMBOL: strbuf_add(out, node->text); break;
    case MATH_FRACTION: write_fraction(out, node); break;
    case MATH_ROOT:
        strbuf_add(out, "√");
        write_wrapped(out, node->children[0], is_unit(node->children[0]));
        break;
    case MATH_SCRIPT:
        write_wrapped(out, node->children[0],
                      is_unit(node->children[0]) || node->children[0]->n_children == 0);
        write_script(out, node->children[1], false);
        write_script(out, node->children[2], true);
        break;
    case MATH_BIG:
        strbuf_add(out, node->text);
        write_script(out, node->children[0], false);
        write_script(out, node->children[1], true);
        break;
    case MATH_FENCED:
        strbuf_add(out, node->left);
        write_node(out, node->children[0]);
        strbuf_add(out, node->right);
        break;
    case MATH_MATRIX: write_matrix(out, node); break;
    case MATH_BRACE: write_node(out, node->children[0]); break;
    case MATH_ACCENT:
        write_node(out, node->children[0]);
        strbuf_add(out, math_accent_mark(node->text));
        break;
    }
}

char *math_inline(Arena *arena, const MathNode *node)
{
    StrBuf out = {0};
    write_node(&out, node);
    return strbuf_take(&out, arena);
}
