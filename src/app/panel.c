/* Why: a path of elements from the selected number down to the inputs. The operands of each level come from
 * the sheet, in the order in which the panel draws them.
 */
#include "parts.h"

static void say_no_value(App *app, ElementRef ref)
{
    Layer *layer = visit_layer(app->visit, ref);
    const NodeError *error = layer != NULL ? layer_error(layer, ref.node) : NULL;
    app_say(app, ROLE_BAD, "%s", error != NULL ? error->text : "There is no number here to explain.");
}

size_t panel_operands(const App *app, Arena *arena, const Factor **operands)
{
    const WhyLevel *top = visit_why_top(app->visit);
    Explanation explanation;
    if (top == NULL || !layer_explain(visit_layer(app->visit, top->ref), arena, top->ref, &explanation))
        return 0;
    return explanation_operands(&explanation, arena, operands);
}

/* The panel takes rows from the content: the number asked about stays in sight. */
void panel_open(App *app, int arg)
{
    (void)arg;
    Visit *visit = app->visit;
    visit_why_close(visit);
    if (!visit_can_explain(visit, visit->selection)) {
        say_no_value(app, visit->selection);
        return;
    }
    visit_why_push(visit, visit->selection);
    select_reveal(app);
}

bool panel_has_operands(const App *app)
{
    if (app->visit == NULL) return false;
    Arena *arena = arena_new();
    const Factor *operands;
    bool has = panel_operands(app, arena, &operands) > 0;
    arena_free(arena);
    return has;
}

void panel_operand(App *app, int direction)
{
    Arena *arena = arena_new();
    const Factor *operands;
    size_t n = panel_operands(app, arena, &operands);
    WhyLevel *top = visit_why_top(app->visit);
    if (direction < 0 && top->operand > 0) top->operand--;
    if (direction > 0 && top->operand + 1 < n) top->operand++;
    arena_free(arena);
}

void panel_in(App *app, int arg)
{
    (void)arg;
    Arena *arena = arena_new();
    const Factor *operands;
    size_t n = panel_operands(app, arena, &operands);
    const WhyLevel *top = visit_why_top(app->visit);
    if (top->operand < n) {
        ElementRef ref = operands[top->operand].ref;
        ref.layer = top->ref.layer;
        if (visit_can_explain(app->visit, ref))
            visit_why_push(app->visit, ref);
        else
            say_no_value(app, ref);
    } else {
        app_say(app, ROLE_TEXT, "Nothing lies below it: this is where it comes from.");
    }
    arena_free(arena);
}

void panel_out(App *app, int arg)
{
    (void)arg;
    visit_why_pop(app->visit);
}

void panel_close(App *app, int arg)
{
    (void)arg;
    visit_why_close(app->visit);
}
