/* The mouse does what keys do: a click on a hint is its key, on a number selects it and, on the selected one,
 * asks why; on an operand in the panel chooses and then enters it; on an item of a list chooses and then
 * opens it.
 */
#include "parts.h"

#define WHEEL_LINES 3

static bool in_panel(const ViewReport *report, int row)
{
    return report->why_rows > 0 && row >= report->why_row && row < report->why_row + report->why_rows;
}

static void wheel(App *app, int direction, int row)
{
    if (entry_is_typing(&app->entry)) return;
    if (app->cover.kind == COVER_HELP || app->cover.kind == COVER_SOURCES)
        help_scroll(app, direction * WHEEL_LINES);
    else if (app->cover.kind == COVER_OUTLINE)
        outline_choose(app, direction);
    else if (app->cover.kind == COVER_EQUATIONS)
        equations_choose(app, direction);
    else if (app->cover.kind == COVER_GLOSSARY)
        glossary_choose(app, direction);
    else if (compare_is_open(app) && in_panel(app_measure(app), row))
        compare_scroll(app, direction * WHEEL_LINES);
    else if (app->visit != NULL)
        place_scroll(app, direction * WHEEL_LINES);
    else if (app->depth == 0)
        home_choose(app, direction);
    else if (activity_row(activity_top(app)->kind)->wheel != NULL)
        activity_row(activity_top(app)->kind)->wheel(app, direction);
}

static void click_item(App *app, uint32_t item)
{
    if (app->cover.kind == COVER_OUTLINE) {
        if (item > 0) outline_pick(app, item - 1);
    } else if (app->cover.kind == COVER_EQUATIONS) {
        if (item > 0) equations_pick(app, item - 1);
    } else if (app->cover.kind == COVER_GLOSSARY) {
        if (item > 0) glossary_pick(app, item - 1);
    } else if (app->cover.kind == COVER_NONE && app->depth > 0) {
        const ActivityRow *row = activity_row(activity_top(app)->kind);
        if (row->pick != NULL) row->pick(app, item);
    } else if (app->cover.kind == COVER_NONE && item < app->library->count) {
        bool again = app->home.selected == item;
        app->home.selected = item;
        if (again) home_open(app, 0);
    }
}

/* Several numbers may show one element: how many of them stand before this one. */
static size_t occurrence_at(const ViewReport *report, const FrameSpan *span, int row)
{
    size_t n = 0, found = 0;
    int best = -1;
    for (size_t i = 0; i < report->n_targets; i++) {
        const ViewTarget *target = &report->targets[i];
        if (!element_ref_equal(target->span.ref, span->ref)) continue;
        int away = target->screen_row > row ? target->screen_row - row : row - target->screen_row;
        if (target->visible && target->screen_col == span->col && (best < 0 || away < best)) {
            best = away;
            found = n;
        }
        n++;
    }
    return found;
}

static bool is_target(const ViewReport *report, const FrameSpan *span)
{
    for (size_t i = 0; i < report->n_targets; i++)
        if (element_ref_equal(report->targets[i].span.ref, span->ref)) return true;
    return false;
}

static void click_operand(App *app, ElementRef ref)
{
    Arena *arena = arena_new();
    const Factor *operands;
    size_t n = panel_operands(app, arena, &operands);
    WhyLevel *top = visit_why_top(app->visit);
    for (size_t i = 0; i < n; i++) {
        ElementRef operand = operands[i].ref;
        operand.layer = top->ref.layer;
        if (!element_ref_equal(operand, ref)) continue;
        bool again = top->operand == i;
        top->operand = i;
        if (again) panel_in(app, 0);
        break;
    }
    arena_free(arena);
}

static void click_number(App *app, const FrameSpan *span, int row)
{
    Visit *visit = app->visit;
    if (visit == NULL) return;
    const ViewReport *report = &app->report; /* of the frame that was clicked */
    if (visit->why_depth > 0 && in_panel(report, row)) {
        click_operand(app, span->ref);
        return;
    }
    if (visit->page != NULL && !is_target(report, span))
        return; /* its derivation would give an answer away */
    size_t occurrence = occurrence_at(report, span, row);
    ElementRef ref = span->ref;
    bool again =
        visit->has_selection && element_ref_equal(visit->selection, ref) && visit->occurrence == occurrence;
    if (app->entry.result_node != 0) app->entry.is_held = true;
    if (again)
        panel_open(app, 0);
    else
        select_element(app, ref, occurrence);
}

/* An option is chosen, a slider goes a step, by one click; the number is selected, so that keys go on from
 * there. */
static void click_move(App *app, const FrameSpan *span)
{
    if (app->visit == NULL || app->visit->page != NULL) return;
    select_element(app, span->ref, 0);
    edit_nudge_by(app, (int)span->item);
}

static void click_term(App *app, size_t term)
{
    size_t selected;
    if (formula_term(app, &selected) && selected == term)
        formula_into(app, 0);
    else
        select_element(app, view_term_ref(term), 0);
}

static void click(App *app, int row, int col)
{
    const Frame *frame = app_frame(app);
    const FrameSpan *found = frame_span_at(frame, row, col);
    if (found == NULL) return;
    const FrameSpan span =
        *found; /* what the click does may draw anew, and the frame with its spans is gone */
    if (span.kind == SPAN_KEY) {
        const Binding *binding = hints_binding(app, span.item, col - span.col);
        if (binding != NULL) app_run(app, binding->command, binding->arg);
        return;
    }
    bool is_answer = app->entry.kind == ENTRY_ANSWER; /* its line is left as it is, to look around */
    if (entry_is_typing(&app->entry) && app->entry.result_node == 0 && !is_answer)
        return; /* a line is being typed */
    if (is_answer && span.kind == SPAN_NUMBER) typing_cancel(app, 0);
    if (span.kind == SPAN_ITEM) click_item(app, span.item);
    if (span.kind == SPAN_TERM && app->cover.kind == COVER_NONE && app->visit != NULL)
        click_term(app, span.item);
    if (span.kind == SPAN_MOVE && app->cover.kind == COVER_NONE) click_move(app, &span);
    bool is_number = span.kind == SPAN_NUMBER || span.kind == SPAN_MARK || span.kind == SPAN_LARGE;
    if (is_number && app->cover.kind == COVER_NONE && span.ref.node != 0) click_number(app, &span, row);
}

void pointer_event(App *app, const Event *event)
{
    if (event->button == MOUSE_WHEEL_UP) wheel(app, -1, event->row);
    if (event->button == MOUSE_WHEEL_DOWN) wheel(app, 1, event->row);
    if (event->button == MOUSE_LEFT) click(app, event->row, event->col);
}
