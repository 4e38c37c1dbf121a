/* Rows of a formula: which children are terms, what stands in their place, the blanks and signs between.
 *
 * A term is a node, or a run of children of a row. With numbers in, two factors
 * that touch as letters must not: 2 · 3, [1 2] [3 4]. A sum over j whose summands
 * speak of j in terms alone is written out, one summand for each element.
 */
#include "view/math_setter.h"

#include <string.h>

/* -------------------------------------------------------------------- terms */

static bool is_open(const Setter *s, const MathSlot *slot)
{
    for (const OpenSlot *open = s->open; open; open = open->outer)
        if (open->slot == slot) return true;
    return false;
}

static bool stands_at(const MathNode *part, const MathNode *row, size_t i)
{
    if (part->n_children > row->n_children - i) return false;
    for (size_t c = 0; c < part->n_children; c++)
        if (!math_equal(row->children[i + c], part->children[c])) return false;
    return part->n_children > 0;
}

/* The slot of a run of children that begins at child i of a row: the longest such. */
static const MathSlot *slot_of_run(const Setter *s, const MathNode *row, size_t i)
{
    const MathSlot *best = NULL;
    for (size_t k = 0; k < s->setting->n_slots; k++) {
        const MathSlot *slot = &s->setting->slots[k];
        if (slot->part->kind != MATH_ROW || is_open(s, slot) || !stands_at(slot->part, row, i)) continue;
        if (best == NULL || slot->part->n_children > best->part->n_children) best = slot;
    }
    return best;
}

/* The slot of a node that is no row. */
const MathSlot *setter_slot(const Setter *s, const MathNode *node)
{
    for (size_t k = 0; k < s->setting->n_slots; k++) {
        const MathSlot *slot = &s->setting->slots[k];
        if (!is_open(s, slot) && math_equal(slot->part, node)) return slot;
    }
    return NULL;
}

/* Spans over the cells that no inner term has taken, the baseline's first: that one has the text. */
static void add_spans(MathBox box, const MathSlot *slot)
{
    const char *text = slot->text;
    for (int i = 0; i < box_height(box); i++) {
        int row = i == 0 ? box.baseline : i <= box.baseline ? i - 1 : i;
        for (int col = 0; col < box_width(box);) {
            int from = col;
            while (col < box_width(box) && !frame_cell(box.frame, row, col)->span) col++;
            if (col > from) {
                frame_span(box.frame,
                           (FrameSpan){SPAN_TERM, row, from, col - from, .item = slot->item, .text = text});
                text = NULL;
            }
            while (col < box_width(box) && frame_cell(box.frame, row, col)->span) col++;
        }
    }
}

/* The numbers that stand in a term's place; NULL: it stands for itself. */
static const MathBox *values_of(const Setter *s, const MathSlot *slot, bool *is_bracketed)
{
    *is_bracketed = slot->is_bracketed;
    if (s->keeps_symbols) return NULL;
    for (const Bound *bound = s->bound; bound; bound = bound->outer)
        if (slot->n_elements > bound->element && strcmp(bound->index, slot->index) == 0) {
            *is_bracketed = slot->are_bracketed;
            return &slot->elements[bound->element];
        }
    return slot->box.frame ? &slot->box : NULL;
}

MathBox setter_set_slot(const Setter *s, const MathSlot *slot)
{
    bool is_bracketed;
    const MathBox *values = values_of(s, slot, &is_bracketed);
    if (values) return *values;
    OpenSlot open = {slot, s->open};
    Setter inner = *s;
    inner.open = &open;
    MathBox box = setter_node(&inner, slot->part);
    add_spans(box, slot);
    return box;
}

/* What stands at the edge of a child, for the gap between two factors. */
typedef struct Edge {
    bool is_value;   /* a term's numbers */
    bool is_number;  /* one number, of the formula or of a term */
    bool is_bracket; /* brackets of several rows, or of a term's numbers */
    bool is_closed;  /* nothing is multiplied with it here: a sign, a function's name */
} Edge;

static Edge edge_of(const Setter *s, const MathNode *row, size_t i, const MathSlot *run, MathBox box)
{
    const MathNode *node = row->children[i];
    if (node->kind == MATH_SCRIPT && !run && !setter_slot(s, node)) node = node->children[0];
    const MathSlot *slot = run || node->kind == MATH_ROW ? run : setter_slot(s, node);
    Setter inner = *s;
    inner.keeps_symbols |= math_keeps_symbol(row, i, run ? run->part->n_children : 1, s->is_outer);
    bool is_bracketed = false, is_value = slot && values_of(&inner, slot, &is_bracketed);
    bool is_symbol = !run && node->kind == MATH_SYMBOL;
    bool is_fence = !run && (node->kind == MATH_FENCED || node->kind == MATH_MATRIX) && box_height(box) > 1;
    bool is_digit = is_symbol && node->text[0] >= '0' && node->text[0] <= '9';
    return (Edge){.is_value = is_value,
                  .is_number = is_value ? !is_bracketed : is_digit,
                  .is_bracket = is_value ? is_bracketed : is_fence,
                  .is_closed = !is_value && is_symbol && node->class != MATH_ORDINARY};
}

/* Factors touch, but numbers and brackets do not: 2 · 3, [1 2] [3 4], (…) V. A name before a parenthesis is
 * applied. */
static const char *gap_between(Edge a, Edge b, bool is_applied)
{
    if (a.is_closed || b.is_closed) return NULL;
    bool has_value = a.is_value || b.is_value;
    if (has_value && b.is_number && !a.is_bracket) return " · ";
    if (a.is_bracket || (has_value && (a.is_number || b.is_bracket))) return " ";
    return b.is_bracket && !is_applied ? " " : NULL;
}

static void add_piece(Pieces *pieces, MathBox box, MathBreak breaks)
{
    if (pieces->n == pieces->cap) {
        size_t cap = pieces->cap ? 2 * pieces->cap : 16;
        pieces->boxes = arena_grow(pieces->arena, pieces->boxes, pieces->n, cap, sizeof *pieces->boxes);
        pieces->breaks = arena_grow(pieces->arena, pieces->breaks, pieces->n, cap, sizeof *pieces->breaks);
        pieces->cap = cap;
    }
    pieces->boxes[pieces->n] = box;
    pieces->breaks[pieces->n++] = breaks;
}

static void add_sign(const Setter *s, Pieces *pieces, const char *sign)
{
    add_piece(pieces, setter_text(s, sign, ROLE_TEXT), BREAK_NEVER);
}

/* Child i of a row, or the run of children that is a term. */
static MathBox set_child(const Setter *outer, const MathNode *row, size_t i, const MathSlot *run)
{
    Setter s = *outer;
    s.is_outer = false;
    s.keeps_symbols |= math_keeps_symbol(row, i, run ? run->part->n_children : 1, outer->is_outer);
    return run ? setter_set_slot(&s, run) : setter_node(&s, row->children[i]);
}

/* --------------------------------------------------------------------- sums */

/* A sum that is written out: over which index, and the children of its row [first, end) that are summed. */
typedef struct Sum {
    const char *index;
    size_t first, end;
    size_t n, n_total; /* elements shown, and all of them */
} Sum;

static void add_range(const Setter *s, const MathNode *row, size_t from, size_t to, Pieces *pieces);

/* "j" of Σ_j and of Σ_{j=1}; NULL for anything else. */
static const char *index_of_sum(const MathNode *node)
{
    if (node->kind != MATH_BIG || strcmp(node->text, "Σ") != 0 || !node->children[0]) return NULL;
    const MathNode *below = node->children[0];
    if (below->kind == MATH_ROW && below->n_children > 0) below = below->children[0];
    return below->kind == MATH_SYMBOL ? below->text : NULL;
}

/* What is summed ends before the next sign of the row. */
static size_t end_of_sum(const MathNode *row, size_t first, size_t to)
{
    int depth = 0; /* of parentheses */
    for (size_t i = first; i < to; i++) {
        const MathNode *node = row->children[i];
        if (node->kind != MATH_SYMBOL) continue;
        if (node->class == MATH_OPEN) depth++;
        if (node->class == MATH_CLOSE && --depth < 0) return i;
        bool is_plus = strcmp(node->text, "+") == 0 || strcmp(node->text, "−") == 0;
        bool is_sign =
            node->class == MATH_RELATION || node->class == MATH_PUNCTUATION || (is_plus && i > first);
        if (is_sign && depth == 0) return i;
    }
    return to;
}

/* A slot whose elements the sum runs over: all have as many. False where they differ. */
static bool take_slot(const MathSlot *slot, Sum *sum)
{
    if (sum->n > 0 && sum->n_total != slot->n_total) return false;
    sum->n = slot->n_elements;
    sum->n_total = slot->n_total;
    return true;
}

static bool is_summed(const MathSlot *slot, const Sum *sum)
{
    return slot->n_elements > 0 && strcmp(slot->index, sum->index) == 0;
}

/* Whether children [from, to) of a node speak of the index in terms with elements alone. */
static bool is_in_terms(const Setter *s, const MathNode *node, size_t from, size_t to, Sum *sum)
{
    for (size_t i = from, count; i < to; i += count) {
        const MathNode *child = node->children[i];
        const MathSlot *slot = node->kind == MATH_ROW ? slot_of_run(s, node, i) : NULL;
        if (slot && slot->part->n_children > to - i) slot = NULL;
        count = slot ? slot->part->n_children : 1;
        if (!slot && child && child->kind != MATH_ROW) slot = setter_slot(s, child);
        if (slot && is_summed(slot, sum)) {
            if (!take_slot(slot, sum)) return false;
        } else if (child) {
            bool is_index = child->kind == MATH_SYMBOL && strcmp(child->text, sum->index) == 0;
            if (is_index || !is_in_terms(s, child, 0, child->n_children, sum)) return false;
        }
    }
    return true;
}

static bool sum_at(const Setter *s, const MathNode *row, size_t i, size_t to, Sum *sum)
{
    *sum = (Sum){.index = index_of_sum(row->children[i]), .first = i + 1};
    if (!sum->index || s->keeps_symbols) return false;
    sum->end = end_of_sum(row, sum->first, to);
    return is_in_terms(s, row, sum->first, sum->end, sum) && sum->n > 0;
}

/* One summand for each element; in parentheses among factors. */
static void add_sum(const Setter *s, const MathNode *row, const Sum *sum, bool is_factor, Pieces *pieces)
{
    if (is_factor) add_sign(s, pieces, "(");
    for (size_t k = 0; k < sum->n; k++) {
        if (k > 0) add_piece(pieces, setter_text(s, " ", ROLE_TEXT), is_factor ? BREAK_NEVER : BREAK_AT_NEED);
        if (k > 0) add_sign(s, pieces, sum->n < sum->n_total && k + 1 == sum->n ? "+ ⋯ + " : "+ ");
        Bound bound = {sum->index, k, s->bound};
        Setter inner = *s;
        inner.is_outer = false;
        inner.bound = &bound;
        add_range(&inner, row, sum->first, sum->end, pieces);
    }
    if (is_factor) add_sign(s, pieces, ")");
}

/* \quad and wider. */
static bool parts_formulas(const MathNode *node)
{
    return node->kind == MATH_SYMBOL && node->class == MATH_SPACE && strlen(node->text) >= 3;
}

/* Children [from, to) of a row. */
static void add_range(const Setter *s, const MathNode *row, size_t from, size_t to, Pieces *pieces)
{
    Edge before = {.is_closed = true};
    for (size_t i = from, count; i < to; i += count) {
        Sum sum;
        if (math_blank_before(row, i)) add_piece(pieces, setter_text(s, " ", ROLE_TEXT), BREAK_AT_NEED);
        if (sum_at(s, row, i, to, &sum)) {
            add_sum(s, row, &sum, !before.is_closed, pieces);
            count = sum.end - i;
            before = (Edge){.is_closed = true};
            continue;
        }
        const MathSlot *run = slot_of_run(s, row, i);
        if (run && run->part->n_children > to - i) run = NULL;
        count = run ? run->part->n_children : 1;
        MathBox box = set_child(s, row, i, run);
        Edge edge = edge_of(s, row, i, run, box);
        bool is_parted = math_blank_before(row, i) || (i > from && math_blank_after(row, i - 1));
        const char *gap = is_parted ? NULL : gap_between(before, edge, row->children[i]->kind == MATH_FENCED);
        if (gap) add_sign(s, pieces, gap);
        add_piece(pieces, box, parts_formulas(row->children[i]) ? BREAK_ALWAYS : BREAK_NEVER);
        if (i + count < to && math_blank_after(row, i + count - 1)) add_sign(s, pieces, " ");
        before = edge;
    }
}

Pieces setter_pieces(const Setter *s, const MathNode *row)
{
    Pieces pieces = {.arena = s->arena};
    add_range(s, row, 0, row->n_children, &pieces);
    return pieces;
}
