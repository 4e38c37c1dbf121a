/* Edits of inputs: what was typed or nudged becomes one overlay line in the history, and the layers follow.
 *
 * What is edited: with the panel open, the operand chosen there, or the element explained, where it is an
 * input or only shows one; else the selected number.
 */
#include "parts.h"

#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------ target */

static bool is_input(const App *app, ElementRef ref, ElementRef *input)
{
    return ref.layer == REF_NOW && edit_target(app->visit->now.layer, ref, input);
}

static bool chosen_operand(const App *app, ElementRef *ref)
{
    Arena *arena = arena_new();
    const Factor *operands;
    size_t n = panel_operands(app, arena, &operands);
    const WhyLevel *top = visit_why_top(app->visit);
    bool is_chosen = top != NULL && top->operand < n;
    if (is_chosen) {
        *ref = operands[top->operand].ref;
        ref->layer = top->ref.layer;
    }
    arena_free(arena);
    return is_chosen;
}

static void say_no_input(App *app)
{
    Visit *visit = app->visit;
    if (visit->page != NULL) {
        app_say(app, ROLE_TEXT, "The numbers here stay as they are; in the lesson they can be changed.");
        return;
    }
    Arena *arena = arena_new();
    Layer *layer = visit_layer(visit, visit->selection);
    const char *name = layer != NULL ? layer_element_text(layer, arena, visit->selection) : NULL;
    app_say(app, ROLE_TEXT, "%s is computed; it follows when an input changes. Enter tells how.",
            name != NULL ? view_display(arena, name) : "This number");
    arena_free(arena);
}

static bool has_input(const App *app, ElementRef *input)
{
    ElementRef operand;
    const WhyLevel *top = visit_why_top(app->visit);
    if (app->visit->page != NULL) return false;
    return (influence_input(app, &operand) && is_input(app, operand, input)) ||
           (chosen_operand(app, &operand) && is_input(app, operand, input)) ||
           (top != NULL && is_input(app, top->ref, input)) || is_input(app, app->visit->selection, input);
}

static bool find_input(App *app, ElementRef *input)
{
    if (has_input(app, input)) return true;
    say_no_input(app);
    return false;
}

bool edit_is_offered(const App *app)
{
    ElementRef input;
    return app->visit != NULL && app->visit->has_selection && has_input(app, &input);
}

static const char *name_of(App *app, ElementRef input)
{
    const Definition *definition = layer_definition(app->visit->now.layer, input.node);
    return definition != NULL ? definition->name : NULL;
}

/* ------------------------------------------------------------------ typing */

void edit_open_cell(App *app, int arg)
{
    (void)arg;
    ElementRef input;
    if (!find_input(app, &input)) return;
    Arena *arena = arena_new();
    Layer *layer = app->visit->now.layer;
    const char *prompt =
        arena_printf(arena, "%s = ", view_display(arena, layer_element_text(layer, arena, input)));
    entry_open(&app->entry, ENTRY_CELL, prompt, edit_cell_text(arena, layer, input));
    app->entry.target = input;
    arena_free(arena);
}

void edit_open_whole(App *app, int arg)
{
    (void)arg;
    ElementRef input;
    if (!find_input(app, &input)) return;
    const char *name = name_of(app, input);
    if (name == NULL) {
        say_no_input(app);
        return;
    }
    Arena *arena = arena_new();
    const char *prompt = arena_printf(arena, "%s = ", view_display(arena, name));
    entry_open(&app->entry, ENTRY_WHOLE, prompt, edit_whole_text(arena, app->visit->now.layer, name));
    app->entry.name = heed_xstrdup(name);
    arena_free(arena);
}

/* ------------------------------------------------------------------ laying */

/* Whether the lines, with this one among them, can be laid over the sheet. */
static bool line_fits(App *app, Arena *arena, const char *line, Diags *diags)
{
    Overlay overlay;
    SourceText *source = arena_alloc(arena, sizeof *source);
    *source = (SourceText){"edit", line, strlen(line)};
    return overlay_parse(arena, app->visit->lesson->sheet, source, 0, source->len, OVERLAY_INPUTS_ONLY,
                         &overlay, diags);
}

/* After the history has changed. Where the sheet cannot follow, the change is taken back. */
static void follow(App *app)
{
    Arena *arena = arena_new();
    Diags diags;
    diags_init(&diags, arena);
    if (!visit_sync(app->visit, &diags)) {
        history_undo(app->visit->history);
        app_say(app, ROLE_BAD, "%s",
                diags.count > 0 ? diags.items[0].text : "This edit does not fit any more.");
    }
    arena_free(arena);
    select_reveal(app);
}

/* Lays the line that was made of what was typed. The text as it stood before is no edit: nothing to undo. */
static bool accept_line(App *app, Arena *arena, const char *before, bool is_made, const char *line,
                        Diags *diags)
{
    if (before != NULL && strcmp(before, line_text(&app->entry.line)) == 0) return true;
    if (!is_made || !line_fits(app, arena, line, diags)) {
        typing_refuse(app, diags);
        return false;
    }
    history_commit(app->visit->history, line);
    follow(app);
    return true;
}

bool edit_accept_cell(App *app)
{
    Arena *arena = arena_new();
    Diags diags;
    const char *line = NULL, *text = line_text(&app->entry.line);
    Layer *layer = app->visit->now.layer;
    ElementRef cell = app->entry.target;
    diags_init(&diags, arena);
    bool is_made = edit_cell(arena, layer, cell, text, &line, &diags);
    bool ok = accept_line(app, arena, edit_cell_text(arena, layer, cell), is_made, line, &diags);
    arena_free(arena);
    return ok;
}

bool edit_accept_whole(App *app)
{
    Arena *arena = arena_new();
    Diags diags;
    const char *line = NULL, *text = line_text(&app->entry.line), *name = app->entry.name;
    Layer *layer = app->visit->now.layer;
    diags_init(&diags, arena);
    bool is_made = edit_whole(arena, layer, name, text, &line, &diags);
    bool ok = accept_line(app, arena, edit_whole_text(arena, layer, name), is_made, line, &diags);
    arena_free(arena);
    return ok;
}

/* Nudges that join are one unit of undo while the same cell is nudged. */
static void nudge(App *app, int steps, bool joins)
{
    ElementRef input;
    if (!find_input(app, &input)) return;
    Arena *arena = arena_new();
    Diags diags;
    const char *line = NULL;
    diags_init(&diags, arena);
    if (edit_nudge(arena, app->visit->now.layer, input, steps, &line, &diags) &&
        line_fits(app, arena, line, &diags)) {
        if (joins)
            history_nudge(app->visit->history, line, input);
        else
            history_commit(app->visit->history, line);
        follow(app);
    } else {
        app_say(app, ROLE_TEXT, "%s",
                diags.count > 0 ? diags.items[0].text : "It cannot be moved any further.");
    }
    arena_free(arena);
}

void edit_nudge_by(App *app, int steps)
{
    nudge(app, steps, true);
}

void edit_move_by(App *app, int steps)
{
    nudge(app, steps, false);
}

/* Lays lines over the lesson in place of all edits, as one edit. */
bool edit_lay(App *app, const char *lines)
{
    Arena *arena = arena_new();
    Diags diags;
    diags_init(&diags, arena);
    bool fits = line_fits(app, arena, lines, &diags);
    if (fits) {
        history_set(app->visit->history, lines);
        follow(app);
    } else {
        app_say(app, ROLE_BAD, "%s", diags.count > 0 ? diags.items[0].text : "These lines do not fit the lesson.");
    }
    arena_free(arena);
    return fits;
}

/* -------------------------------------------------------------- way back */

void edit_undo(App *app, int arg)
{
    (void)arg;
    if (history_undo(app->visit->history))
        follow(app);
    else
        app_say(app, ROLE_TEXT, "Nothing to undo.");
}

void edit_redo(App *app, int arg)
{
    (void)arg;
    if (history_redo(app->visit->history))
        follow(app);
    else
        app_say(app, ROLE_TEXT, "Nothing to redo.");
}

void edit_reset(App *app, int arg)
{
    (void)arg;
    if (history_count(app->visit->history) == 0) {
        app_say(app, ROLE_TEXT, "No edits to take back.");
        return;
    }
    history_reset(app->visit->history);
    follow(app);
    app_say(app, ROLE_TEXT, "All edits are taken back; u brings them again.");
}
