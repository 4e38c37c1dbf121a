/* Influence: how fast the selected number moves with each input. The panel follows the selection; an input
 * can be chosen in it, and then is what e, + and − change.
 */
#include "parts.h"

static size_t inputs_of(const App *app, Arena *arena, ElementRef **inputs)
{
    Visit *visit = app->visit;
    if (visit == NULL || !visit->has_influence || !visit->has_selection || visit->why_depth > 0) return 0;
    Layer *layer = visit_layer(visit, visit->selection);
    return layer != NULL ? view_influence_inputs(arena, layer, visit->selection, inputs) : 0;
}

bool influence_input(const App *app, ElementRef *input)
{
    Arena *arena = arena_new();
    ElementRef *inputs;
    size_t n = inputs_of(app, arena, &inputs);
    if (n > 0) *input = inputs[app->visit->input < n ? app->visit->input : n - 1];
    arena_free(arena);
    return n > 0;
}

bool influence_has_inputs(const App *app)
{
    ElementRef input;
    return influence_input(app, &input);
}

void influence_turn(App *app, int arg)
{
    (void)arg;
    Visit *visit = app->visit;
    visit->has_influence = !visit->has_influence || visit->why_depth > 0;
    visit->input = 0;
    visit_why_close(visit);
    select_reveal(app);
}

void influence_choose(App *app, int direction)
{
    Arena *arena = arena_new();
    ElementRef *inputs;
    size_t n = inputs_of(app, arena, &inputs);
    size_t *input = &app->visit->input;
    if (*input >= n) *input = n > 0 ? n - 1 : 0;
    if (direction < 0 && *input > 0) (*input)--;
    if (direction > 0 && *input + 1 < n) (*input)++;
    arena_free(arena);
}

void influence_close(App *app, int arg)
{
    (void)arg;
    app->visit->has_influence = false;
}
