/* Terms of formulas. A selected term is a reference to no node (view_term_ref): whatever asks for its number
 * finds none, so the keys of a number do not go to it; its own lead to what it stands for.
 */
#include "parts.h"

bool formula_term(const App *app, size_t *term)
{
    const Visit *visit = app->visit;
    return visit != NULL && visit->has_selection && view_ref_term(visit->lesson, visit->selection, term);
}

/* ------------------------------------------------------------ to its numbers */

/* The showing of an element that a reader of the term looks at next: the first one below it, else any. */
static bool find_showing(const ViewReport *report, ElementRef ref, int from_row, size_t *occurrence)
{
    size_t n = 0;
    bool is_found = false, is_below = false;
    for (size_t i = 0; i < report->n_targets; i++) {
        const FrameSpan *span = &report->targets[i].span;
        if (!element_ref_equal(span->ref, ref)) continue;
        if (!is_found || (!is_below && span->row >= from_row)) {
            *occurrence = n;
            is_below = span->row >= from_row;
        }
        is_found = true;
        n++;
    }
    return is_found;
}

static bool element_of(App *app, Arena *arena, const MathTerm *term, ElementRef *ref)
{
    Diags unheard;
    diags_init(&unheard, arena);
    return layer_ask_element(app->visit->now.layer, term->source, "term", ref, &unheard);
}

static bool is_scalar(App *app, const MathTerm *term)
{
    Layer *layer = app->visit->now.layer;
    const Value *value = layer_value(layer, layer_node(layer, term->expr));
    return value != NULL && value->ndim == 0;
}

/* A scalar is one number, so its derivation opens; of an array the first number is selected. */
void formula_into(App *app, int arg)
{
    (void)arg;
    size_t index, occurrence = 0;
    if (!formula_term(app, &index)) return;
    const MathTerm *term = app->visit->lesson->terms[index];
    if (term->expr == NULL) {
        app_say(app, ROLE_TEXT, "This term stands for no numbers of the lesson. ? tells what it is.");
        return;
    }
    Arena *arena = arena_new();
    ElementRef ref;
    bool is_whole = is_scalar(app, term);
    bool is_known = element_of(app, arena, term, &ref);
    const NodeError *error = is_known ? layer_error(app->visit->now.layer, ref.node) : NULL;
    bool is_shown = is_known && find_showing(app_measure(app), ref, app->visit->target_row, &occurrence);
    if (error != NULL)
        app_say(app, ROLE_BAD, "%s", error->text);
    else if (is_known && (is_shown || is_whole))
        select_element(app, ref, occurrence);
    else
        app_say(app, ROLE_TEXT, "None of its numbers is on the screen.");
    if (error == NULL && is_known && is_whole) panel_open(app, 0);
    arena_free(arena);
}

/* ------------------------------------------------------- symbols and numbers */

static bool is_open(const Visit *visit, const MathTerm *term)
{
    SectionKind section = visit->lesson->equations[term->equation].section;
    bool is_there = term->screen == visit->place.screen && term->step <= visit->place.step;
    return is_there && section != SECTION_NOTES && (visit->more || !section_on_demand(section));
}

bool formula_has_values(const App *app)
{
    const Visit *visit = app->visit;
    for (size_t i = 0; visit != NULL && i < visit->lesson->n_terms; i++)
        if (visit->lesson->terms[i]->expr != NULL && is_open(visit, visit->lesson->terms[i])) return true;
    return false;
}

void formula_values(App *app, int arg)
{
    (void)arg;
    Visit *visit = app->visit;
    if (!formula_has_values(app)) {
        app_say(app, ROLE_TEXT, "No formula with numbers is open here. = lists the formulas.");
        return;
    }
    visit->values = !visit->values;
    select_drop_lost(app);
    if (visit->has_selection) select_reveal(app);
}

/* -------------------------------------------------------------------- help */

HelpLine *formula_help(const App *app, Arena *arena, size_t *n)
{
    size_t term;
    *n = 0;
    if (!formula_term(app, &term)) return NULL;
    const Visit *visit = app->visit;
    const Lesson *lesson = visit->lesson;
    HelpLine *lines = arena_array(arena, 5, sizeof *lines);
    const MathNode *math = lesson->terms[term]->math;
    lines[(*n)++] = (HelpLine){.text = math_inline(arena, math), .is_heading = true};
    lines[(*n)++] = (HelpLine){.text = NULL,
                               .block = view_term(arena, app->charset, lesson, visit->now.layer,
                                                  visit->was.layer, term, app->cols > 8 ? app->cols - 6 : 2)};
    const Frame *others = view_other_terms(arena, app->charset, lesson, visit->now.layer, visit->was.layer,
                                           term, visit->place.step, app->cols > 8 ? app->cols - 6 : 2);
    if (others->rows > 0) {
        lines[(*n)++] = (HelpLine){.text = ""};
        lines[(*n)++] = (HelpLine){.text = "Other terms of the formula", .is_heading = true};
        lines[(*n)++] = (HelpLine){.text = NULL, .block = others};
    }
    return lines;
}
