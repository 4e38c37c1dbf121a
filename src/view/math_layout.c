/* Boxes: each node becomes a Frame with a baseline; a parent places its children's
 * frames in its own by blitting. Sizes come first (children are set before their
 * parent's frame is made), so nothing is ever clipped.
 */
#include "view/math_setter.h"

#include <string.h>

/* -------------------------------------------------------------------- boxes */

MathBox setter_box(const Setter *s, int rows, int cols, int baseline)
{
    return (MathBox){frame_new(s->arena, rows, cols, s->setting->charset), baseline};
}

void box_place(MathBox into, int row, int col, MathBox box)
{
    frame_blit(into.frame, row, col, box.frame, 0, 0, box_height(box), box_width(box));
}

MathBox setter_text(const Setter *s, const char *text, Role role)
{
    int cols = charset_width(s->setting->charset, text);
    MathBox box = setter_box(s, 1, cols, 0);
    frame_put(box.frame, 0, 0, cols, role, text);
    return box;
}

MathBox setter_beside(const Setter *s, const MathBox *boxes, size_t n)
{
    int above = 0, under = 1, cols = 0, col = 0;
    for (size_t i = 0; i < n; i++) {
        above = max_int(above, boxes[i].baseline);
        under = max_int(under, box_below(boxes[i]));
        cols += box_width(boxes[i]);
    }
    MathBox row = setter_box(s, above + under, cols, above);
    for (size_t i = 0; i < n; i++) {
        box_place(row, above - boxes[i].baseline, col, boxes[i]);
        col += box_width(boxes[i]);
    }
    return row;
}

static MathBox set_row(const Setter *s, const MathNode *row)
{
    Pieces pieces = setter_pieces(s, row);
    return setter_beside(s, pieces.boxes, pieces.n);
}

/* ------------------------------------------------------------------- shapes */

static MathBox set_fraction(const Setter *s, const MathNode *node)
{
    MathBox top = setter_node(s, node->children[0]), bottom = setter_node(s, node->children[1]);
    int cols = max_int(box_width(top), box_width(bottom)) + 2;
    MathBox box = setter_box(s, box_height(top) + 1 + box_height(bottom), cols, box_height(top));
    box_place(box, 0, (cols - box_width(top)) / 2, top);
    frame_fill(box.frame, box_height(top), 0, cols, ROLE_RULE, "─");
    box_place(box, box_height(top) + 1, (cols - box_width(bottom)) / 2, bottom);
    return box;
}

static bool is_simple(const MathNode *node)
{
    return node->kind == MATH_SYMBOL ||
           (node->kind == MATH_SCRIPT && node->children[0]->kind == MATH_SYMBOL &&
            (node->children[2] == NULL || math_small(node->children[2], true)));
}

/* √d for one symbol; a roof over more. */
static MathBox set_root(const Setter *s, const MathNode *node)
{
    MathBox body = setter_node(s, node->children[0]);
    if (is_simple(node->children[0]) && body.baseline == 0) {
        MathBox pair[] = {setter_text(s, "√", ROLE_TEXT), body};
        return setter_beside(s, pair, 2);
    }
    int sign = charset_width(s->setting->charset, "√");
    MathBox box = setter_box(s, box_height(body) + 1, box_width(body) + sign + 1, body.baseline + 1);
    frame_put(box.frame, 0, sign, 1, ROLE_RULE, "┌");
    frame_fill(box.frame, 0, sign + 1, box_width(body), ROLE_RULE, "─");
    for (int row = 1; row < box.frame->rows; row++) frame_put(box.frame, row, sign, 1, ROLE_RULE, "│");
    frame_put(box.frame, box.frame->rows - 1, 0, sign, ROLE_TEXT, "√");
    box_place(box, 1, sign + 1, body);
    return box;
}

/* Scripts that have characters of their own stand beside the base. */
static MathBox set_small_scripts(const Setter *s, MathBox base, const char *sub, const char *sup)
{
    MathBox row[3] = {base};
    size_t n = 1;
    if (sub) row[n++] = setter_text(s, sub, ROLE_TEXT);
    if (sup) row[n++] = setter_text(s, sup, ROLE_TEXT);
    return setter_beside(s, row, n);
}

/* Base, with the sub one row down and the sup one row up, both starting where the base ends. A base of
 * several rows has them at its last and its first row. */
static MathBox set_script(const Setter *s, const MathNode *node)
{
    if (s->in_script) return setter_text(s, math_inline(s->arena, node), ROLE_TEXT);
    Setter inner = *s;
    inner.in_script = true;
    MathBox base = setter_node(s, node->children[0]), none = setter_box(s, 0, 0, 0), sub = none, sup = none;
    bool is_tall = box_height(base) > 1;
    const char *small_sub = math_small(node->children[1], false),
               *small_sup = math_small(node->children[2], true);
    if (node->children[1] && (is_tall || !small_sub))
        sub = small_sub ? setter_text(s, small_sub, ROLE_TEXT) : setter_node(&inner, node->children[1]);
    if (node->children[2] && (is_tall || !small_sup))
        sup = small_sup ? setter_text(s, small_sup, ROLE_TEXT) : setter_node(&inner, node->children[2]);
    if (!is_tall && (small_sub || small_sup)) base = set_small_scripts(s, base, small_sub, small_sup);
    int shared_up = is_tall && box_height(sup) > 0, shared_down = is_tall && box_height(sub) > 0;
    int top = box_height(sup) - shared_up, bottom = top + box_height(base) - shared_down;
    MathBox box = setter_box(s, bottom + (box_height(sub) > 0 ? box_height(sub) : 0),
                             box_width(base) + max_int(box_width(sub), box_width(sup)), top + base.baseline);
    box_place(box, 0, box_width(base), sup);
    box_place(box, top, 0, base);
    box_place(box, bottom, box_width(base), sub);
    return box;
}

static MathBox set_big(const Setter *s, const MathNode *node)
{
    MathBox none = setter_box(s, 0, 0, 0), sign = setter_text(s, node->text, ROLE_EMPH);
    MathBox low = node->children[0] ? setter_node(s, node->children[0]) : none;
    MathBox high = node->children[1] ? setter_node(s, node->children[1]) : none;
    int cols = max_int(box_width(sign), max_int(box_width(low), box_width(high)));
    MathBox box = setter_box(s, box_height(high) + 1 + box_height(low), cols, box_height(high));
    box_place(box, 0, (cols - box_width(high)) / 2, high);
    box_place(box, box_height(high), (cols - box_width(sign)) / 2, sign);
    box_place(box, box_height(high) + 1, (cols - box_width(low)) / 2, low);
    return box;
}

/* Delimiters: one character on one row; on more, an upper, a middle (the stroke) and a lower part. */
typedef struct DelimiterRow {
    const char *sign, *upper, *stroke, *lower, *centre;
} DelimiterRow;

static const DelimiterRow delimiters[] = {{"(", "⎛", "⎜", "⎝", NULL}, {")", "⎞", "⎟", "⎠", NULL},
                                          {"[", "⎡", "⎢", "⎣", NULL}, {"]", "⎤", "⎥", "⎦", NULL},
                                          {"{", "⎧", "⎪", "⎩", "⎨"},  {"}", "⎫", "⎪", "⎭", "⎬"},
                                          {"|", "│", "│", "│", NULL}, {"‖", "‖", "‖", "‖", NULL}};

static MathBox set_delimiter(const Setter *s, const char *sign, int rows, int baseline)
{
    if (sign[0] == '\0') return setter_box(s, rows, 0, baseline);
    int cols = charset_width(s->setting->charset, sign);
    MathBox box = setter_box(s, rows, cols, baseline);
    const DelimiterRow *row = NULL;
    for (size_t i = 0; i < sizeof delimiters / sizeof delimiters[0]; i++)
        if (strcmp(delimiters[i].sign, sign) == 0) row = &delimiters[i];
    for (int r = 0; r < rows; r++) {
        const char *glyph = sign;
        if (row && rows > 1) glyph = r == 0 ? row->upper : r == rows - 1 ? row->lower : row->stroke;
        if (row && row->centre && rows > 2 && r == rows / 2) glyph = row->centre;
        frame_put(box.frame, r, 0, cols, ROLE_RULE, glyph);
    }
    return box;
}

static MathBox set_fence(const Setter *s, const char *left, MathBox body, const char *right)
{
    MathBox row[] = {set_delimiter(s, left, box_height(body), body.baseline), body,
                     set_delimiter(s, right, box_height(body), body.baseline)};
    return setter_beside(s, row, 3);
}

/* Cells set in columns of equal width, centred; rows one under the other. */
static MathBox set_grid(const Setter *s, const MathNode *node)
{
    size_t n = node->rows * node->cols;
    MathBox *cells = arena_array(s->arena, n, sizeof *cells);
    int *widths = arena_array(s->arena, node->cols, sizeof *widths),
        *heights = arena_array(s->arena, node->rows, sizeof *heights);
    int rows = 0, cols = node->cols ? 2 * ((int)node->cols - 1) : 0;
    for (size_t i = 0; i < n; i++) {
        cells[i] = setter_node(s, node->children[i]);
        int *w = &widths[i % node->cols], *h = &heights[i / node->cols];
        *w = max_int(*w, box_width(cells[i]));
        *h = max_int(*h, box_height(cells[i]));
    }
    for (size_t r = 0; r < node->rows; r++) rows += heights[r] = max_int(heights[r], 1);
    for (size_t c = 0; c < node->cols; c++) cols += widths[c];
    MathBox box = setter_box(s, rows, cols, (rows - 1) / 2);
    for (size_t r = 0, i = 0, row = 0; r < node->rows; row += (size_t)heights[r++])
        for (int c = 0, col = 0; c < (int)node->cols; col += widths[c++] + 2, i++)
            box_place(box, (int)row, col + (widths[c] - box_width(cells[i])) / 2, cells[i]);
    return box;
}

/* ╰──┬──╯ under (or ╭──┴──╮ over) a body, and its label. */
static MathBox set_brace(const Setter *s, const MathNode *node)
{
    MathBox body = setter_node(s, node->children[0]);
    MathBox label = node->children[1] ? setter_node(s, node->children[1]) : setter_box(s, 0, 0, 0);
    int brace = max_int(box_width(body), 3), cols = max_int(brace, box_width(label)),
        from = (cols - brace) / 2;
    int extra = 1 + box_height(label);
    MathBox box = setter_box(s, box_height(body) + extra, cols, body.baseline + (node->is_over ? extra : 0));
    int line = node->is_over ? box_height(label) : box_height(body);
    box_place(box, node->is_over ? extra : 0, (cols - box_width(body)) / 2, body);
    frame_fill(box.frame, line, from, brace, ROLE_RULE, "─");
    frame_put(box.frame, line, from, 1, ROLE_RULE, node->is_over ? "╭" : "╰");
    frame_put(box.frame, line, from + brace - 1, 1, ROLE_RULE, node->is_over ? "╮" : "╯");
    if (node->children[1])
        frame_put(box.frame, line, from + brace / 2, 1, ROLE_RULE, node->is_over ? "┴" : "┬");
    box_place(box, node->is_over ? 0 : line + 1, (cols - box_width(label)) / 2, label);
    return box;
}

/* Over one letter a combining mark, which ASCII has none of: there, as over more, it stands in a row of its
 * own. */
static MathBox set_accent(const Setter *s, const MathNode *node)
{
    static const char *const signs[][2] = {{"hat", "^"}, {"vec", "→"}, {"tilde", "~"}, {"bar", "─"}};
    const MathNode *body = node->children[0];
    if (body->kind == MATH_SYMBOL && s->setting->charset != CHARSET_ASCII && !setter_slot(s, body))
        return setter_text(s, arena_printf(s->arena, "%s%s", body->text, math_accent_mark(node->text)),
                           ROLE_TEXT);
    const char *sign = "─";
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++)
        if (strcmp(signs[i][0], node->text) == 0) sign = signs[i][1];
    MathBox inner = setter_node(s, body);
    int cells = charset_width(s->setting->charset, sign), cols = max_int(box_width(inner), cells);
    MathBox box = setter_box(s, box_height(inner) + 1, cols, inner.baseline + 1);
    if (strcmp(sign, "─") == 0)
        frame_fill(box.frame, 0, 0, cols, ROLE_RULE, sign);
    else
        frame_put(box.frame, 0, (cols - cells) / 2, cells, ROLE_RULE, sign);
    box_place(box, 1, (cols - box_width(inner)) / 2, inner);
    return box;
}

static MathBox set_shape(const Setter *s, const MathNode *node)
{
    switch (node->kind) {
    case MATH_ROW: return set_row(s, node);
    case MATH_SYMBOL: return setter_text(s, node->text, ROLE_TEXT);
    case MATH_FRACTION: return set_fraction(s, node);
    case MATH_ROOT: return set_root(s, node);
    case MATH_SCRIPT: return set_script(s, node);
    case MATH_BIG: return set_big(s, node);
    case MATH_FENCED: return set_fence(s, node->left, setter_node(s, node->children[0]), node->right);
    case MATH_MATRIX: return set_fence(s, node->left, set_grid(s, node), node->right);
    case MATH_BRACE: return set_brace(s, node);
    case MATH_ACCENT: return set_accent(s, node);
    }
    return setter_text(s, "?", ROLE_BAD);
}

MathBox setter_node(const Setter *outer, const MathNode *node)
{
    Setter s = *outer;
    if (node->kind != MATH_ROW) s.is_outer = false;
    const MathSlot *slot = node->kind == MATH_ROW ? NULL : setter_slot(&s, node);
    return slot ? setter_set_slot(&s, slot) : set_shape(&s, node);
}

/* ----------------------------------------------------------------- breaking */

/* The lines that a formula is broken into: those that go on are indented. */
typedef struct Lines {
    MathBox *boxes;
    int *indents;
    size_t n;
} Lines;

static void add_line(const Setter *s, Lines *lines, const Pieces *pieces, size_t from, size_t to, int indent)
{
    lines->indents[lines->n] = indent;
    lines->boxes[lines->n++] = setter_beside(s, pieces->boxes + from, to - from);
}

/* Under each other, a blank row before those that are tall; the baseline is that of the first. */
static MathBox stack_lines(const Setter *s, const Lines *lines)
{
    int rows = 0, cols = 0, row = 0;
    for (size_t i = 0; i < lines->n; i++) {
        rows += box_height(lines->boxes[i]) + (i > 0 && box_height(lines->boxes[i]) > 1);
        cols = max_int(cols, box_width(lines->boxes[i]) + lines->indents[i]);
    }
    MathBox box = setter_box(s, rows, cols, lines->boxes[0].baseline);
    for (size_t i = 0; i < lines->n; i++) {
        row += i > 0 && box_height(lines->boxes[i]) > 1;
        box_place(box, row, lines->indents[i], lines->boxes[i]);
        row += box_height(lines->boxes[i]);
    }
    return box;
}

/* Fills lines greedily with the pieces [from, to), which hold one formula; the blank at a break is dropped.
 */
static void break_formula(const Setter *s, const Pieces *pieces, size_t from, size_t to, Lines *lines)
{
    enum { INDENT = 2 };
    size_t start = from, fit = from;
    int used = 0;
    for (size_t i = from; i < to; i++) {
        int indent = start > from ? INDENT : 0;
        if (pieces->breaks[i] == BREAK_AT_NEED) fit = i;
        used += box_width(pieces->boxes[i]);
        if (used + indent <= s->setting->max_width || fit <= start) continue;
        add_line(s, lines, pieces, start, fit, indent);
        start = fit + 1;
        used = 0;
        for (size_t k = start; k <= i; k++) used += box_width(pieces->boxes[k]);
    }
    add_line(s, lines, pieces, start, to, start > from ? INDENT : 0);
}

static MathBox set_broken(const Setter *s, const MathNode *row)
{
    Pieces pieces = setter_pieces(s, row);
    Lines lines = {.boxes = arena_array(s->arena, pieces.n + 1, sizeof *lines.boxes),
                   .indents = arena_array(s->arena, pieces.n + 1, sizeof *lines.indents)};
    size_t from = 0;
    for (size_t i = 0; i < pieces.n; i++) {
        if (pieces.breaks[i] != BREAK_ALWAYS) continue;
        break_formula(s, &pieces, from, i, &lines);
        from = i + 1;
    }
    break_formula(s, &pieces, from, pieces.n, &lines);
    return stack_lines(s, &lines);
}

static bool is_before(const FrameSpan *a, const FrameSpan *b)
{
    return a->row != b->row ? a->row < b->row : a->col < b->col;
}

/* Of the places of one term only the first in reading order keeps its text. */
static void name_once(MathBox box, uint32_t item)
{
    FrameSpan *first = NULL;
    for (size_t i = 0; i < box.frame->n_spans; i++) {
        FrameSpan *span = &box.frame->spans[i];
        if (span->kind != SPAN_TERM || span->item != item || !span->text || span->width <= 0) continue;
        FrameSpan *later = first && is_before(first, span) ? span : first;
        if (later) later->text = NULL;
        if (later != span) first = span;
    }
}

MathBox math_layout(Arena *arena, const MathNode *node, const MathSetting *setting)
{
    Setter s = {.arena = arena, .setting = setting, .is_outer = true};
    const MathNode *whole = node;
    MathNode wrapper = {.kind = MATH_ROW, .children = &whole, .n_children = 1};
    if (node->kind != MATH_ROW) node = &wrapper; /* so that a slot may be the whole formula */
    MathBox box = setter_node(&s, node);
    if (setting->max_width > 0 && box_width(box) > setting->max_width) box = set_broken(&s, node);
    for (size_t i = 0; i < setting->n_slots; i++) name_once(box, setting->slots[i].item);
    return box;
}

MathBox math_fenced(Arena *arena, Charset charset, const char *left, MathBox body, const char *right)
{
    const MathSetting setting = {.charset = charset};
    const Setter s = {.arena = arena, .setting = &setting};
    return set_fence(&s, left, body, right);
}
