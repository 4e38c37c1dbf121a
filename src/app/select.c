/* Moving among numbers. The view reports where each number stands (the targets); the selection itself is an
 * element and which of its showings, so it survives whatever changes the layout.
 *
 * Geometry: a row of cells is about two columns high. Moving up or down prefers what overlaps in columns;
 * moving sideways stays in the row while there is something in it.
 */
#include "parts.h"

#include <limits.h>
#include <string.h>

#define NOWHERE SIZE_MAX

static size_t occurrence_of(const ViewReport *report, size_t target)
{
    size_t n = 0;
    for (size_t i = 0; i < target; i++)
        if (element_ref_equal(report->targets[i].span.ref, report->targets[target].span.ref)) n++;
    return n;
}

/* The target that is selected; the last showing of the element where fewer are left than there were. */
static size_t selected_target(const Visit *visit, const ViewReport *report)
{
    size_t found = NOWHERE, n = 0;
    if (!visit->has_selection) return NOWHERE;
    for (size_t i = 0; i < report->n_targets && n <= visit->occurrence; i++) {
        if (!element_ref_equal(report->targets[i].span.ref, visit->selection)) continue;
        found = i;
        n++;
    }
    return found;
}

/* While the panel is open it follows the selection. */
static void take(App *app, ElementRef ref, size_t occurrence)
{
    Visit *visit = app->visit;
    bool was_open = visit->why_depth > 0;
    visit_why_close(visit);
    visit_select(visit, ref, occurrence);
    if (was_open && ref.node != 0) panel_open(app, 0); /* a term has no derivation of its own */
    select_reveal(app);
}

static void take_target(App *app, const ViewReport *report, size_t target)
{
    take(app, report->targets[target].span.ref, occurrence_of(report, target));
}

void select_element(App *app, ElementRef ref, size_t occurrence)
{
    take(app, ref, occurrence);
}

void select_reveal(App *app)
{
    Visit *visit = app->visit;
    const ViewReport *report = app_measure(app);
    size_t target = selected_target(visit, report);
    if (target == NOWHERE) return;
    const ViewTarget *at = &report->targets[target];
    visit->target_row = at->span.row;
    visit->target_col = at->screen_col;
    if (!at->visible && at->pane >= 0) place_reveal(app, at->span.row);
}

/* The number to begin with: forwards the first in sight of the newest step, else of all; backwards the last.
 */
static size_t first_visible(const ViewReport *report, int direction)
{
    size_t n = report->n_targets, found = n;
    for (size_t i = 0; i < n; i++) {
        size_t target = direction < 0 ? n - 1 - i : i;
        if (!report->targets[target].visible) continue;
        if (found == n) found = target;
        if (direction < 0 || report->targets[target].span.row >= report->newest_row) return target;
    }
    return found < n ? found : direction < 0 ? n - 1 : 0;
}

/* Out of sight while others are in sight: the reader has gone on. */
static bool is_left_behind(const ViewReport *report, size_t target)
{
    return !report->targets[target].visible && report->targets[first_visible(report, 1)].visible;
}

void select_next(App *app, int direction)
{
    const ViewReport *report = app_measure(app);
    size_t n = report->n_targets;
    if (n == 0) {
        app_say(app, ROLE_TEXT, "No numbers on this screen yet.");
        return;
    }
    size_t target = selected_target(app->visit, report);
    if (target == NOWHERE || is_left_behind(report, target))
        target = first_visible(report, direction);
    else
        target = (target + (direction < 0 ? n - 1 : 1)) % n;
    take_target(app, report, target);
}

void select_answer(App *app)
{
    const ViewReport *report = app_measure(app);
    for (size_t i = 0; i < report->n_targets; i++) {
        if (report->targets[i].pane >= 0) continue;
        take_target(app, report, i);
        return;
    }
    take(app, (ElementRef){REF_NOW, app->entry.result_node, 0, 0}, 0);
}

void select_drop_lost(App *app)
{
    if (!app->visit->has_selection) return;
    if (selected_target(app->visit, app_measure(app)) == NOWHERE) visit_release(app->visit);
}

void select_drop_unseen(App *app)
{
    const ViewReport *report = app_measure(app);
    size_t target = selected_target(app->visit, report);
    if (target != NOWHERE && !report->targets[target].visible) visit_release(app->visit);
}

/* -------------------------------------------------------------- geometrically */

typedef struct Box {
    int row, col, end;
} Box;

static Box box_of(const ViewTarget *target)
{
    return (Box){target->span.row, target->screen_col, target->screen_col + target->span.width};
}

/* Columns between two boxes; 0 where they overlap. */
static int gap(Box a, Box b)
{
    if (a.end <= b.col) return b.col - a.end + 1;
    if (b.end <= a.col) return a.col - b.end + 1;
    return 0;
}

/* How far `to` lies from `from` in this direction; INT_MAX: not in this direction. */
static int distance(Box from, Box to, int move)
{
    int rows = to.row - from.row;
    bool is_vertical = move == MOVE_UP || move == MOVE_DOWN;
    if (move == MOVE_UP) rows = -rows;
    if (is_vertical) return rows > 0 ? 2 * rows + 3 * gap(from, to) : INT_MAX;
    bool is_beyond = move == MOVE_LEFT ? to.end <= from.col : to.col >= from.end;
    if (!is_beyond) return INT_MAX;
    int lines = rows < 0 ? -rows : rows;
    return gap(from, to) + (lines > 0 ? 1000 + 20 * lines : 0); /* another row only when this one ends */
}

static Box box_of_selection(const Visit *visit, const ViewReport *report, size_t selected)
{
    if (selected != NOWHERE) return box_of(&report->targets[selected]);
    return (Box){visit->target_row, visit->target_col, visit->target_col + 1}; /* where it last stood */
}

void select_move(App *app, int move)
{
    const ViewReport *report = app_measure(app);
    size_t selected = selected_target(app->visit, report), best = NOWHERE;
    Box from = box_of_selection(app->visit, report, selected);
    int nearest = INT_MAX;
    for (size_t i = 0; i < report->n_targets; i++) {
        if (i == selected) continue;
        int d = distance(from, box_of(&report->targets[i]), move);
        if (d >= nearest) continue;
        nearest = d;
        best = i;
    }
    if (best != NOWHERE)
        take_target(app, report, best);
    else if (move == MOVE_UP || move == MOVE_DOWN) /* the text beyond the last number can be read on */
        place_scroll(app, move == MOVE_UP ? -1 : 1);
}

/* ------------------------------------------------------------------ the rest */

void select_release(App *app, int arg)
{
    (void)arg;
    visit_release(app->visit);
    if (app->entry.is_held) app->entry.is_held = false; /* back to the line that was answered */
}

void select_copy(App *app, int arg)
{
    (void)arg;
    ElementRef ref = app->visit->selection;
    Layer *layer = visit_layer(app->visit, ref);
    const Value *value = layer != NULL ? layer_value(layer, ref.node) : NULL;
    if (value == NULL) {
        app_say(app, ROLE_BAD, "It has no value to copy.");
        return;
    }
    Arena *arena = arena_new();
    outbox_add(&app->outbox, EFFECT_COPY, value_python(arena, value), 0);
    app_say(app, ROLE_TEXT, "Copied %s %s as Python.", view_display(arena, layer_text(layer, ref.node)),
            value_shape_text(arena, value));
    arena_free(arena);
}
