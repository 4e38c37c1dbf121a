/* Boxes: each node becomes a Frame with a baseline; a parent places its children's
 * frames in its own by blitting. Sizes come first (children are set before their
 * parent's frame is made), so nothing is ever clipped.
 */
#include "view/math_layout.h"

#include "heed/text.h"

#include <string.h>

typedef struct Setter {
    Arena *arena;
    const MathSetting *setting;
    bool in_script; /* scripts of scripts stay on their line: e to the z_j */
} Setter;

static MathBox set_node(const Setter *s, const MathNode *node);

static int height(MathBox box)
{
    return box.frame->rows;
}

static int width(MathBox box)
{
    return box.frame->cols;
}

static int below(MathBox box)
{
    return box.frame->rows - box.baseline; /* rows from the baseline down, itself included */
}

static int max_int(int a, int b)
{
    return a > b ? a : b;
}

static MathBox new_box(const Setter *s, int rows, int cols, int baseline)
{
    return (MathBox){frame_new(s->arena, rows, cols, s->setting->charset), baseline};
}

static void place(MathBox into, int row, int col, MathBox box)
{
    frame_blit(into.frame, row, col, box.frame, 0, 0, height(box), width(box));
}

static MathBox set_text(const Setter *s, const char *text, Role role)
{
    int cols = charset_width(s->setting->charset, text);
    MathBox box = new_box(s, 1, cols, 0);
    frame_put(box.frame, 0, 0, cols, role, text);
    return box;
}

/* --------------------------------------------------------------------- rows */

/* Boxes side by side on one baseline. */
static MathBox set_beside(const Setter *s, const MathBox *boxes, size_t n)
{
    int above = 0, under = 1, cols = 0, col = 0;
    for (size_t i = 0; i < n; i++) {
        above = max_int(above, boxes[i].baseline);
        under = max_int(under, below(boxes[i]));
        cols += width(boxes[i]);
    }
    MathBox row = new_box(s, above + under, cols, above);
    for (size_t i = 0; i < n; i++) {
        place(row, above - boxes[i].baseline, col, boxes[i]);
        col += width(boxes[i]);
    }
    return row;
}

/* The slot whose part stands at child i of a row (the longest such), and how many children it takes. */
static const MathSlot *slot_at(const Setter *s, const MathNode *row, size_t i, size_t *count)
{
    const MathSlot *best = NULL;
    *count = 0;
    for (size_t k = 0; k < s->setting->n_slots; k++) {
        const MathNode *part = s->setting->slots[k].part;
        bool is_run = part->kind == MATH_ROW;
        size_t n = is_run ? part->n_children : 1;
        if (n <= *count || n == 0 || i + n > row->n_children) continue;
        bool same = true;
        for (size_t c = 0; c < n && same; c++)
            same = math_equal(row->children[i + c], is_run ? part->children[c] : part);
        if (!same) continue;
        best = &s->setting->slots[k];
        *count = n;
    }
    return best;
}

static MathBox with_span(MathBox box, const MathSlot *slot)
{
    frame_span(box.frame,
               (FrameSpan){.kind = SPAN_TERM, .row = box.baseline, .width = width(box), .item = slot->item});
    return box;
}

static MathBox set_slot(const Setter *s, const MathSlot *slot)
{
    if (slot->box.frame) return slot->box;
    Setter inner = *s;
    MathSetting plain = *s->setting; /* the term's own parts are no terms of their own */
    plain.n_slots = 0;
    inner.setting = &plain;
    return with_span(set_node(&inner, slot->part), slot);
}

/* The pieces of a row with their blanks: where a line may break, `breaks` is set. */
typedef struct Pieces {
    MathBox *boxes;
    bool *breaks;
    size_t n;
} Pieces;

static void add_piece(Pieces *pieces, MathBox box, bool breaks)
{
    pieces->boxes[pieces->n] = box;
    pieces->breaks[pieces->n++] = breaks;
}

static Pieces set_pieces(const Setter *s, const MathNode *row)
{
    size_t room = 3 * row->n_children + 1;
    Pieces pieces = {arena_array(s->arena, room, sizeof(MathBox)), arena_array(s->arena, room, sizeof(bool)),
                     0};
    for (size_t i = 0, count; i < row->n_children; i += count) {
        const MathSlot *slot = slot_at(s, row, i, &count);
        bool before = math_blank_before(row, i);
        if (before) add_piece(&pieces, set_text(s, " ", ROLE_TEXT), true);
        if (slot == NULL) count = 1;
        add_piece(&pieces, slot ? set_slot(s, slot) : set_node(s, row->children[i]), false);
        if (math_blank_after(row, i + count - 1)) add_piece(&pieces, set_text(s, " ", ROLE_TEXT), false);
    }
    return pieces;
}

static MathBox set_row(const Setter *s, const MathNode *row)
{
    Pieces pieces = set_pieces(s, row);
    return set_beside(s, pieces.boxes, pieces.n);
}

/* ------------------------------------------------------------------- shapes */

static MathBox set_fraction(const Setter *s, const MathNode *node)
{
    MathBox top = set_node(s, node->children[0]), bottom = set_node(s, node->children[1]);
    int cols = max_int(width(top), width(bottom)) + 2;
    MathBox box = new_box(s, height(top) + 1 + height(bottom), cols, height(top));
    place(box, 0, (cols - width(top)) / 2, top);
    frame_fill(box.frame, height(top), 0, cols, ROLE_RULE, "─");
    place(box, height(top) + 1, (cols - width(bottom)) / 2, bottom);
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
    MathBox body = set_node(s, node->children[0]);
    if (is_simple(node->children[0]) && body.baseline == 0) {
        MathBox pair[] = {set_text(s, "√", ROLE_TEXT), body};
        return set_beside(s, pair, 2);
    }
    int sign = charset_width(s->setting->charset, "√");
    MathBox box = new_box(s, height(body) + 1, width(body) + sign + 1, body.baseline + 1);
    frame_put(box.frame, 0, sign, 1, ROLE_RULE, "┌");
    frame_fill(box.frame, 0, sign + 1, width(body), ROLE_RULE, "─");
    for (int row = 1; row < box.frame->rows; row++) frame_put(box.frame, row, sign, 1, ROLE_RULE, "│");
    frame_put(box.frame, box.frame->rows - 1, 0, sign, ROLE_TEXT, "√");
    place(box, 1, sign + 1, body);
    return box;
}

/* Base, with the sub one row down and the sup one row up, both starting where the base ends. */
static MathBox set_script(const Setter *s, const MathNode *node)
{
    if (s->in_script) return set_text(s, math_inline(s->arena, node), ROLE_TEXT);
    const Setter inner = {s->arena, s->setting, true};
    MathBox base = set_node(s, node->children[0]);
    const char *small_sub = math_small(node->children[1], false),
               *small_sup = math_small(node->children[2], true);
    if (small_sub || small_sup) {
        MathBox row[3] = {base};
        size_t n = 1;
        if (small_sub) row[n++] = set_text(s, small_sub, ROLE_TEXT);
        if (small_sup) row[n++] = set_text(s, small_sup, ROLE_TEXT);
        base = set_beside(s, row, n);
    }
    MathBox none = new_box(s, 0, 0, 0);
    MathBox sub = node->children[1] && !small_sub ? set_node(&inner, node->children[1]) : none;
    MathBox sup = node->children[2] && !small_sup ? set_node(&inner, node->children[2]) : none;
    int rows = height(sup) + height(base) + height(sub);
    MathBox box =
        new_box(s, rows, width(base) + max_int(width(sub), width(sup)), height(sup) + base.baseline);
    place(box, 0, width(base), sup);
    place(box, height(sup), 0, base);
    place(box, height(sup) + height(base), width(base), sub);
    return box;
}

static MathBox set_big(const Setter *s, const MathNode *node)
{
    MathBox none = new_box(s, 0, 0, 0), sign = set_text(s, node->text, ROLE_EMPH);
    MathBox low = node->children[0] ? set_node(s, node->children[0]) : none;
    MathBox high = node->children[1] ? set_node(s, node->children[1]) : none;
    int cols = max_int(width(sign), max_int(width(low), width(high)));
    MathBox box = new_box(s, height(high) + 1 + height(low), cols, height(high));
    place(box, 0, (cols - width(high)) / 2, high);
    place(box, height(high), (cols - width(sign)) / 2, sign);
    place(box, height(high) + 1, (cols - width(low)) / 2, low);
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
    if (sign[0] == '\0') return new_box(s, rows, 0, baseline);
    int cols = charset_width(s->setting->charset, sign);
    MathBox box = new_box(s, rows, cols, baseline);
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
    MathBox row[] = {set_delimiter(s, left, height(body), body.baseline), body,
                     set_delimiter(s, right, height(body), body.baseline)};
    return set_beside(s, row, 3);
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
        cells[i] = set_node(s, node->children[i]);
        int *w = &widths[i % node->cols], *h = &heights[i / node->cols];
        *w = max_int(*w, width(cells[i]));
        *h = max_int(*h, height(cells[i]));
    }
    for (size_t r = 0; r < node->rows; r++) rows += heights[r] = max_int(heights[r], 1);
    for (size_t c = 0; c < node->cols; c++) cols += widths[c];
    MathBox box = new_box(s, rows, cols, (rows - 1) / 2);
    for (size_t r = 0, i = 0, row = 0; r < node->rows; row += (size_t)heights[r++])
        for (int c = 0, col = 0; c < (int)node->cols; col += widths[c++] + 2, i++)
            place(box, (int)row, col + (widths[c] - width(cells[i])) / 2, cells[i]);
    return box;
}

/* ╰──┬──╯ under (or ╭──┴──╮ over) a body, and its label. */
static MathBox set_brace(const Setter *s, const MathNode *node)
{
    MathBox body = set_node(s, node->children[0]);
    MathBox label = node->children[1] ? set_node(s, node->children[1]) : new_box(s, 0, 0, 0);
    int cols = max_int(width(body), width(label)), from = (cols - width(body)) / 2;
    int extra = 1 + height(label);
    MathBox box = new_box(s, height(body) + extra, cols, body.baseline + (node->is_over ? extra : 0));
    int line = node->is_over ? height(label) : height(body);
    place(box, node->is_over ? extra : 0, from, body);
    frame_fill(box.frame, line, from, width(body), ROLE_RULE, "─");
    if (width(body) >= 3) {
        frame_put(box.frame, line, from, 1, ROLE_RULE, node->is_over ? "╭" : "╰");
        frame_put(box.frame, line, from + width(body) - 1, 1, ROLE_RULE, node->is_over ? "╮" : "╯");
        if (node->children[1])
            frame_put(box.frame, line, from + width(body) / 2, 1, ROLE_RULE, node->is_over ? "┴" : "┬");
    }
    place(box, node->is_over ? 0 : line + 1, (cols - width(label)) / 2, label);
    return box;
}

static MathBox set_accent(const Setter *s, const MathNode *node)
{
    const MathNode *body = node->children[0];
    if (body->kind == MATH_SYMBOL)
        return set_text(s, arena_printf(s->arena, "%s%s", body->text, math_accent_mark(node->text)),
                        ROLE_TEXT);
    MathBox inner = set_node(s, body), box = new_box(s, height(inner) + 1, width(inner), inner.baseline + 1);
    frame_fill(box.frame, 0, 0, width(inner), ROLE_RULE, "─");
    place(box, 1, 0, inner);
    return box;
}

static MathBox set_node(const Setter *s, const MathNode *node)
{
    switch (node->kind) {
    case MATH_ROW: return set_row(s, node);
    case MATH_SYMBOL: return set_text(s, node->text, ROLE_TEXT);
    case MATH_FRACTION: return set_fraction(s, node);
    case MATH_ROOT: return set_root(s, node);
    case MATH_SCRIPT: return set_script(s, node);
    case MATH_BIG: return set_big(s, node);
    case MATH_FENCED: return set_fence(s, node->left, set_node(s, node->children[0]), node->right);
    case MATH_MATRIX: return set_fence(s, node->left, set_grid(s, node), node->right);
    case MATH_BRACE: return set_brace(s, node);
    case MATH_ACCENT: return set_accent(s, node);
    }
    return set_text(s, "?", ROLE_BAD);
}

/* ----------------------------------------------------------------- breaking */

/* Lines under each other, those after the first indented; the baseline is that of the first. */
static MathBox stack_lines(const Setter *s, const MathBox *lines, size_t n)
{
    int rows = 0, cols = 0, row = 0;
    for (size_t i = 0; i < n; i++) {
        rows += height(lines[i]) + (i > 0 && height(lines[i]) > 1);
        cols = max_int(cols, width(lines[i]) + (i > 0 ? 2 : 0));
    }
    MathBox box = new_box(s, rows, cols, lines[0].baseline);
    for (size_t i = 0; i < n; i++) {
        row += i > 0 && height(lines[i]) > 1;
        place(box, row, i > 0 ? 2 : 0, lines[i]);
        row += height(lines[i]);
    }
    return box;
}

/* Fills lines greedily with the pieces between breaks. */
static MathBox set_broken(const Setter *s, const MathNode *row)
{
    Pieces pieces = set_pieces(s, row);
    MathBox *lines = arena_array(s->arena, pieces.n + 1, sizeof *lines);
    size_t n_lines = 0, start = 0, fit = 0;
    int used = 0;
    for (size_t i = 0; i < pieces.n; i++) {
        if (pieces.breaks[i]) fit = i;
        used += width(pieces.boxes[i]);
        if (used + (n_lines ? 2 : 0) <= s->setting->max_width || fit <= start) continue;
        lines[n_lines++] = set_beside(s, pieces.boxes + start, fit - start);
        start = fit + 1; /* the blank at the break is dropped */
        used = 0;
        for (size_t k = start; k <= i; k++) used += width(pieces.boxes[k]);
    }
    lines[n_lines++] = set_beside(s, pieces.boxes + start, pieces.n - start);
    return stack_lines(s, lines, n_lines);
}

MathBox math_layout(Arena *arena, const MathNode *node, const MathSetting *setting)
{
    Setter s = {arena, setting, false};
    const MathNode *whole = node;
    MathNode wrapper = {.kind = MATH_ROW, .children = &whole, .n_children = 1};
    if (node->kind != MATH_ROW) node = &wrapper; /* so that a slot may be the whole formula */
    MathBox box = set_node(&s, node);
    if (setting->max_width > 0 && width(box) > setting->max_width) box = set_broken(&s, node);
    return box;
}
