/* The two sides of a comparison in step: name by name in the order of the lesson, A above B, from the first
 * difference on.
 */
#include "view/beside.h"
#include <string.h>

enum {
    WHOLE_UP_TO = 24, /* elements of an array; of a larger one those are shown that differ */
    DIFFERING = 6
};

static bool is_in_step(const Step *step, size_t definition)
{
    for (size_t b = 0; b < step->n_blocks; b++) {
        const Block *block = &step->blocks[b];
        if (block->kind != BLOCK_LIVE || block->section == SECTION_NOTES) continue;
        if (definition >= block->as.live.first && definition < block->as.live.first + block->as.live.count)
            return true;
    }
    return false;
}

bool name_is_open(const ViewState *state, size_t definition)
{
    for (int screen = 0; screen <= state->screen; screen++) {
        const Screen *of = &state->lesson->screens[screen];
        for (size_t s = 0; s < of->n_steps; s++) {
            bool is_open = screen < state->screen || (int)s <= state->step;
            if (is_open && is_in_step(&of->steps[s], definition)) return true;
        }
    }
    return false;
}

static bool differs(const Value *a, const Value *b)
{
    return a && b ? !value_equal_bits(a, b) : a != b;
}

/* Elements of side `layer` that the other side has not. */
static void add_differing(const Pen *pen, Runs *runs, RefLayer layer, NodeId node, const Value *mine,
                          const Value *theirs)
{
    size_t n = 0;
    Layer *now = pen->layers[REF_NOW], *other = pen->layers[REF_OTHER];
    for (size_t i = 0; i < value_count(mine); i++) {
        ElementRef ref = {(uint8_t)REF_NOW, node, (uint32_t)(i / mine->cols), (uint32_t)(i % mine->cols)};
        bool is_same = theirs && theirs->rows == mine->rows && theirs->cols == mine->cols &&
                       !layer_changed(now, other, ref);
        if (is_same || ++n > DIFFERING) continue;
        Number number;
        ref.layer = (uint8_t)layer;
        if (!pen_number(pen, ref, NULL, &number)) continue;
        const char *name = layer_element_text(pen->layers[layer], pen->arena, ref);
        runs_text(pen, runs, ROLE_LABEL,
                  arena_printf(pen->arena, "%s\u00a0", view_display(pen->arena, name)));
        runs_number(pen, runs, &number);
        runs_text(pen, runs, ROLE_TEXT, "  ");
    }
    if (n > DIFFERING)
        runs_text(pen, runs, ROLE_PAGE, arena_printf(pen->arena, "and %zu more that differ", n - DIFFERING));
}

static void add_side(const Pen *pen, Runs *runs, RefLayer layer, NodeId node)
{
    PicArray array = pen_array_node(pen, layer, node, "");
    const Value *theirs = layer_value(pen->layers[layer == REF_NOW ? REF_OTHER : REF_NOW], node);
    const NodeError *error = layer_error(pen->layers[layer], node);
    if (!array.value)
        runs_text(pen, runs, ROLE_BAD, error ? error->text : "not computed yet");
    else if (value_count(array.value) > WHOLE_UP_TO)
        add_differing(pen, runs, layer, node, array.value, theirs);
    else
        value_runs(pen, runs, &array);
}

static void draw_row(const Pen *pen, Frame *frame, const char *name, NodeId node, bool is_first, int indent)
{
    for (int side = 0; side < 2; side++) {
        int row = frame->rows, col = indent < frame->cols / 2 ? indent : 0;
        Runs runs = {0};
        if (col == 0 && side == 0) runs_text(pen, &runs, ROLE_LABEL, arena_printf(pen->arena, "%s ", name));
        runs_text(pen, &runs, ROLE_EMPH, side == 0 ? "A " : "B ");
        add_side(pen, &runs, side == 0 ? REF_OTHER : REF_NOW, node);
        if (is_first && side == 0) runs_text(pen, &runs, ROLE_DIM, "   here they part");
        panel_runs(pen, frame, col, 2, &runs);
        if (side > 0 || col == 0) continue;
        if (is_first) frame_put(frame, row, 0, 1, ROLE_KEY, "▶");
        frame_put(frame, row, 2, -1, ROLE_LABEL, name);
    }
}

/* How wide the names of the rows are, and the names that say the same on both sides. */
static int plan_rows(const Pen *pen, const ViewState *state, Runs *same)
{
    int widest = 0;
    for (size_t i = 0; i < sheet_count(state->lesson->sheet); i++) {
        if (!name_is_open(state, i)) continue;
        const char *name = sheet_definition(state->lesson->sheet, i)->name;
        NodeId node = layer_name(pen->layers[REF_NOW], name);
        const char *shown = view_display(pen->arena, name);
        if (!differs(layer_value(pen->layers[REF_NOW], node), layer_value(pen->layers[REF_OTHER], node))) {
            runs_text(pen, same, ROLE_LABEL, arena_printf(pen->arena, " %s", shown));
            continue;
        }
        int cells = charset_width(pen->charset, shown);
        if (cells > widest) widest = cells;
    }
    return widest;
}

WhyPanel compare_layout(const Pen *pen, const ViewState *state, int width)
{
    WhyPanel result = {.title = "A beside B"};
    result.frame = frame_new(pen->arena, 0, width > 0 ? width : 0, pen->charset);
    if (width <= 0) return result;
    Runs same = {0};
    int indent = plan_rows(pen, state, &same) + 3;
    bool is_first = true;
    for (size_t i = 0; i < sheet_count(state->lesson->sheet); i++) {
        const char *name = sheet_definition(state->lesson->sheet, i)->name;
        NodeId node = layer_name(pen->layers[REF_NOW], name);
        const Value *a = layer_value(pen->layers[REF_OTHER], node),
                    *b = layer_value(pen->layers[REF_NOW], node);
        if (!name_is_open(state, i) || !differs(a, b)) continue;
        draw_row(pen, result.frame, view_display(pen->arena, name), node, is_first, indent);
        is_first = false;
    }
    Runs line = {0};
    runs_text(pen, &line, ROLE_DIM, is_first ? "No difference yet: change an input." : "the same:");
    for (size_t i = 0; !is_first && i < same.n; i++) runs_add(pen, &line, same.items[i]);
    if (is_first || same.n) panel_runs(pen, result.frame, 0, 2, &line);
    return result;
}
