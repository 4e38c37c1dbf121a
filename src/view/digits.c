/* Block digits: a small font of dots, and its drawing in half blocks.
 *
 * What is drawn is the text that a formatted number has anyway, so every character that heed's formats can
 * produce is here: digits, signs, point, exponent, inf, nan, True, False, per cent and the comma of thousands.
 */
#include "view/digits.h"

#include "heed/text.h"

#include <string.h>

enum { DOTS_HIGH = 6 };

typedef struct Glyph {
    uint32_t code;
    const char *dots[DOTS_HIGH]; /* from the top; all as wide as the first */
} Glyph;

static const Glyph glyphs[] = {
    {'0', {" ## ", "#  #", "#  #", "#  #", "#  #", " ## "}},
    {'1', {" # ", "## ", " # ", " # ", " # ", "###"}},
    {'2', {" ## ", "#  #", "   #", " ## ", "#   ", "####"}},
    {'3', {"### ", "   #", " ## ", "   #", "   #", "### "}},
    {'4', {"#  #", "#  #", "####", "   #", "   #", "   #"}},
    {'5', {"####", "#   ", "### ", "   #", "   #", "### "}},
    {'6', {" ## ", "#   ", "### ", "#  #", "#  #", " ## "}},
    {'7', {"####", "   #", "  # ", "  # ", " #  ", " #  "}},
    {'8', {" ## ", "#  #", " ## ", "#  #", "#  #", " ## "}},
    {'9', {" ## ", "#  #", "#  #", " ###", "   #", " ## "}},
    {'.', {"  ", "  ", "  ", "  ", "##", "##"}},
    {',', {"  ", "  ", "  ", "  ", " #", "# "}},
    {'-', {"   ", "   ", "###", "   ", "   ", "   "}},
    {'+', {"   ", " # ", "###", " # ", "   ", "   "}},
    {'%', {"#  #", "  # ", "  # ", " #  ", " #  ", "#  #"}},
    {'e', {"    ", " ## ", "#  #", "####", "#   ", " ## "}},
    {'i', {"#", " ", "#", "#", "#", "#"}},
    {'n', {"    ", "    ", "### ", "#  #", "#  #", "#  #"}},
    {'f', {" ##", "#  ", "## ", "#  ", "#  ", "#  "}},
    {'a', {"    ", "    ", " ###", "#  #", "#  #", " ###"}},
    {'r', {"   ", "   ", "# #", "## ", "#  ", "#  "}},
    {'u', {"    ", "    ", "#  #", "#  #", "#  #", " ###"}},
    {'l', {"#", "#", "#", "#", "#", "#"}},
    {'s', {"   ", "   ", " ##", "#  ", "  #", "## "}},
    {'T', {"###", " # ", " # ", " # ", " # ", " # "}},
    {'F', {"####", "#   ", "### ", "#   ", "#   ", "#   "}},
    {' ', {"  ", "  ", "  ", "  ", "  ", "  "}},
};

static const Glyph *find_glyph(uint32_t code)
{
    if (code == 0x2212) code = '-'; /* the minus sign */
    for (size_t i = 0; i < sizeof glyphs / sizeof *glyphs; i++)
        if (glyphs[i].code == code) return &glyphs[i];
    return NULL;
}

static int dots_wide(const Glyph *glyph)
{
    return (int)strlen(glyph->dots[0]);
}

/* The next character's glyph; NULL for one that has none. */
static const Glyph *next_glyph(const char **text)
{
    uint32_t code;
    size_t n = utf8_decode(*text, strlen(*text), &code);
    *text += n > 0 ? n : 1;
    return find_glyph(code);
}

/* Half rows that a dot takes: whole rows where half ones cannot be drawn. */
static int dot_halves(Charset charset, int scale)
{
    return charset == CHARSET_ASCII ? (scale + 1) / 2 * 2 : scale;
}

DigitsSize digits_size(Charset charset, const char *text, int scale)
{
    int wide = 0;
    while (*text != '\0') {
        const Glyph *glyph = next_glyph(&text);
        if (glyph == NULL) return (DigitsSize){0, 0};
        wide += (wide > 0) + dots_wide(glyph);
    }
    int halves = DOTS_HIGH * dot_halves(charset, scale);
    return (DigitsSize){wide * scale, wide > 0 ? (halves + 1) / 2 : 0};
}

int digits_scale(Charset charset, const char *text, int cols, int rows, int most)
{
    for (int scale = most; scale > 0; scale--) {
        DigitsSize size = digits_size(charset, text, scale);
        if (size.cols > 0 && size.cols <= cols && size.rows <= rows) return scale;
    }
    return 0;
}

/* Whether the dot is set that covers a half row of the glyph. */
static bool is_set(const Glyph *glyph, int dot, int half, int halves)
{
    int row = half / halves;
    return row < DOTS_HIGH && glyph->dots[row][dot] == '#';
}

static const char *cell_glyph(Charset charset, bool upper, bool lower)
{
    if (charset == CHARSET_ASCII) return upper || lower ? "#" : NULL;
    if (upper && lower) return "█";
    return upper ? "▀" : lower ? "▄" : NULL;
}

/* One row of cells of one glyph. */
static void draw_row(Frame *frame, int row, int col, const Glyph *glyph, int line, int scale, Role role)
{
    int halves = dot_halves(frame->charset, scale), wide = dots_wide(glyph);
    for (int dot = 0; dot < wide; dot++) {
        const char *cell = cell_glyph(frame->charset, is_set(glyph, dot, 2 * line, halves),
                                      is_set(glyph, dot, 2 * line + 1, halves));
        if (cell != NULL) frame_fill(frame, row + line, col + dot * scale, scale, role, cell);
    }
}

void digits_draw(Frame *frame, int row, int col, const char *text, int scale, Role role, FrameSpan span)
{
    DigitsSize size = digits_size(frame->charset, text, scale);
    span.kind = SPAN_LARGE;
    span.col = col;
    span.width = size.cols;
    for (int line = 0; line < size.rows; line++) {
        span.row = row + line;
        frame_span(frame, span);
    }
    while (size.rows > 0 && *text != '\0') {
        const Glyph *glyph = next_glyph(&text);
        for (int line = 0; line < size.rows; line++) draw_row(frame, row, col, glyph, line, scale, role);
        col += (dots_wide(glyph) + 1) * scale;
    }
}
