/* A formula in words, for those to whom two dimensions are read out as one: "the fraction Q K transposed over
 * the square root of d sub k, end of fraction". Ends are said where what was opened is more than one thing.
 */
#include "heed/math.h"

#include "math_commands.h"

#include <string.h>

static void say(StrBuf *out, const MathNode *node);

/* Words are set apart by blanks, but nothing stands apart from the bracket before it. */
static void word(StrBuf *out, const char *text)
{
    if (*text == '\0') return;
    if (out->len > 0 && strchr(" ([", out->data[out->len - 1]) == NULL) strbuf_add_char(out, ' ');
    strbuf_add(out, text);
}

/* ----------------------------------------------------------------- symbols */

static const char *const spoken[][2] = {{"+", "plus"},
                                        {"−", "minus"},
                                        {"-", "minus"},
                                        {"±", "plus or minus"},
                                        {"·", "dot"},
                                        {"×", "times"},
                                        {"÷", "divided by"},
                                        {"/", "divided by"},
                                        {"⊙", "times, element by element,"},
                                        {"=", "equals"},
                                        {"≠", "is not"},
                                        {"≈", "is about"},
                                        {"<", "is less than"},
                                        {">", "is greater than"},
                                        {"≤", "is at most"},
                                        {"≥", "is at least"},
                                        {"∼", "is drawn from"},
                                        {"∝", "is proportional to"},
                                        {"∈", "in"},
                                        {"∉", "not in"},
                                        {"→", "goes to"},
                                        {"⇒", "so"},
                                        {"≡", "is the same as"},
                                        {"⊥", "is orthogonal to"},
                                        {"∞", "infinity"},
                                        {"∂", "d"},
                                        {"∇", "gradient of"},
                                        {"Σ", "the sum"},
                                        {"Π", "the product"},
                                        {"…", "and so on"},
                                        {"⋯", "and so on"},
                                        {"|", "bar"},
                                        {"‖", "double bar"},
                                        {"′", "prime"},
                                        {"ℓ", "l"}};

/* "alpha" for α: a Greek letter's command is its name. */
static const char *greek(const char *text)
{
    bool is_greek = (unsigned char)text[0] == 0xCE || (unsigned char)text[0] == 0xCF;
    return is_greek ? math_command_name(text) : NULL;
}

static void say_symbol(StrBuf *out, const char *text)
{
    for (size_t i = 0; i < sizeof spoken / sizeof *spoken; i++)
        if (strcmp(spoken[i][0], text) == 0) {
            word(out, spoken[i][1]);
            return;
        }
    const char *name = greek(text);
    if (name != NULL)
        word(out, name);
    else if (strchr(",.;:!([)]", text[0]) != NULL)
        strbuf_add(out, text); /* closes up with what stands before it */
    else
        word(out, text);
}

/* ------------------------------------------------------------------ shapes */

static bool is_one(const MathNode *node)
{
    return node->kind == MATH_SYMBOL || node->kind == MATH_FENCED ||
           (node->kind == MATH_ROW && node->n_children == 1 && is_one(node->children[0])) ||
           (node->kind == MATH_SCRIPT && is_one(node->children[0]));
}

static bool is_text(const MathNode *node, const char *text)
{
    if (node->kind == MATH_ROW && node->n_children == 1) node = node->children[0];
    return node->kind == MATH_SYMBOL && strcmp(node->text, text) == 0;
}

static void say_fraction(StrBuf *out, const MathNode *node)
{
    bool is_short = is_one(node->children[0]) && is_one(node->children[1]);
    word(out, is_short ? "" : "the fraction");
    say(out, node->children[0]);
    word(out, "over");
    say(out, node->children[1]);
    if (!is_short) strbuf_add(out, ", end of fraction");
}

static void say_root(StrBuf *out, const MathNode *node)
{
    word(out, "the square root of");
    say(out, node->children[0]);
    if (!is_one(node->children[0])) strbuf_add(out, ", end of root");
}

static void say_raised(StrBuf *out, const MathNode *raised)
{
    if (is_text(raised, "T")) {
        word(out, "transposed");
    } else if (is_text(raised, "2")) {
        word(out, "squared");
    } else {
        word(out, "to the power");
        say(out, raised);
        if (!is_one(raised)) strbuf_add(out, ", end of power");
    }
}

static void say_script(StrBuf *out, const MathNode *node)
{
    say(out, node->children[0]);
    if (node->children[1] != NULL) {
        word(out, "sub");
        say(out, node->children[1]);
    }
    if (node->children[2] != NULL) say_raised(out, node->children[2]);
}

static void say_big(StrBuf *out, const MathNode *node)
{
    say_symbol(out, node->text);
    if (node->children[0] != NULL) {
        word(out, node->children[1] != NULL ? "from" : "over");
        say(out, node->children[0]);
    }
    if (node->children[1] != NULL) {
        word(out, "to");
        say(out, node->children[1]);
    }
    word(out, "of");
}

static void say_matrix(StrBuf *out, const MathNode *node)
{
    word(out, "the matrix");
    for (size_t i = 0; i < node->n_children; i++) {
        if (i > 0) strbuf_add(out, i % node->cols == 0 ? ";" : ",");
        say(out, node->children[i]);
    }
    strbuf_add(out, ", end of matrix");
}

static void say_brace(StrBuf *out, const MathNode *node)
{
    say(out, node->children[0]);
    if (node->children[1] == NULL) return;
    strbuf_add(out, ", which is");
    say(out, node->children[1]);
    strbuf_add(out, ",");
}

static void say(StrBuf *out, const MathNode *node)
{
    switch (node->kind) {
    case MATH_ROW:
        for (size_t i = 0; i < node->n_children; i++) say(out, node->children[i]);
        break;
    case MATH_SYMBOL:
        if (node->class != MATH_SPACE) say_symbol(out, node->text);
        break;
    case MATH_FRACTION: say_fraction(out, node); break;
    case MATH_ROOT: say_root(out, node); break;
    case MATH_SCRIPT: say_script(out, node); break;
    case MATH_BIG: say_big(out, node); break;
    case MATH_FENCED:
        say_symbol(out, node->left);
        say(out, node->children[0]);
        say_symbol(out, node->right);
        break;
    case MATH_MATRIX: say_matrix(out, node); break;
    case MATH_BRACE: say_brace(out, node); break;
    case MATH_ACCENT:
        say(out, node->children[0]);
        word(out, node->text);
        break;
    }
}

char *math_speech(Arena *arena, const MathNode *node)
{
    StrBuf out = {0};
    say(&out, node);
    return strbuf_take(&out, arena);
}

bool math_is_flat(const MathNode *node)
{
    if (node->kind != MATH_SYMBOL && node->kind != MATH_ROW && node->kind != MATH_FENCED) return false;
    for (size_t i = 0; i < node->n_children; i++)
        if (!math_is_flat(node->children[i])) return false;
    return true;
}
