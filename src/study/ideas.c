/* Wrong ideas, run on a draw.
 *
 * An idea is an overlay laid over the draw's layer, or an expression in place of the
 * answer. Those that the question lists come first; then every overlay of
 * misconceptions.md that changes the answer. One idea may have lines for several
 * lessons: those count whose names the lesson at hand has.
 */
#include "study/drawing.h"
#include <math.h>
#include <string.h>

typedef struct IdeaList {
    Drawing *d;
    size_t capacity;
} IdeaList;

/* Ideas answer what is a number or several; sentences, orders and edits have their own ways. */
static bool takes_ideas(const Draw *draw)
{
    switch (draw->kind) {
    case QUESTION_NUMBER:
    case QUESTION_ARRAY: return true;
    case QUESTION_CHOICE: return question_is_computed(draw->question);
    default: return false;
    }
}

/* The line lays something over a name that the lesson has. */
static bool has_name(Arena *arena, const Sheet *sheet, const char *line)
{
    size_t start = strspn(line, " \t"), n = strcspn(line + start, " \t=");
    return sheet_find(sheet, arena_strndup(arena, line + start, n)) != NULL;
}

bool idea_read_overlay(Arena *arena, const Sheet *sheet, const Misconception *idea, Overlay *overlay)
{
    const char *text = idea->overlay ? idea->overlay : "";
    SourceText *source = arena_alloc(arena, sizeof *source);
    *source = (SourceText){idea->name, arena_strdup(arena, text), strlen(text)};
    size_t capacity = 0;
    *overlay = (Overlay){0};
    for (size_t start = 0, end; start < source->len; start = end + 1) {
        Overlay line;
        Diags unheard;
        diags_init(&unheard, arena);
        end = start + strcspn(source->text + start, "\n");
        if (!has_name(arena, sheet, source->text + start)) continue;
        if (!overlay_parse(arena, sheet, source, start, end, OVERLAY_ANY, &line, &unheard)) continue;
        for (size_t i = 0; i < line.count; i++)
            study_push(arena, overlay->lines, overlay->count, capacity, line.lines[i]);
    }
    return overlay->count > 0;
}

/* An answer of another shape is none to this question. */
static bool answers_the_same(const Value *idea, const Value *truth)
{
    return idea && truth && idea->ndim == truth->ndim && idea->rows == truth->rows &&
           idea->cols == truth->cols;
}

static void add_idea(IdeaList *list, DrawIdea idea)
{
    Draw *draw = &list->d->draw;
    const Value *value = layer_value(idea.layer, idea.answer);
    if (answers_the_same(value, layer_value(draw->layer, draw->answer)))
        idea.shown = value_shown(list->d->arena, value, draw->question->format);
    if (!idea.is_listed && (!idea.shown || drawing_is_truth(list->d, value))) return;
    study_push(list->d->arena, draw->ideas, draw->n_ideas, list->capacity, idea);
}

static void run_overlay(IdeaList *list, DrawIdea idea)
{
    Drawing *d = list->d;
    Overlay *overlay = arena_alloc(d->arena, sizeof *overlay);
    if (!idea_read_overlay(d->arena, d->draw.lesson->sheet, idea.misconception, overlay)) return;
    if (!depends_touched(&d->depends, overlay)) return;
    idea.layer = drawing_layer(d, overlay, NULL);
    idea.answer = layer_node(idea.layer, d->asked);
    add_idea(list, idea);
}

/* An expression of misconceptions.md was parsed without a sheet: its names are looked up now. */
static void run_expression(IdeaList *list, DrawIdea idea, const Expr *expr, bool is_checked)
{
    Drawing *d = list->d;
    idea.layer = d->draw.layer;
    idea.answer = is_checked ? layer_node(idea.layer, expr)
                             : layer_ask(idea.layer, expr_text(d->arena, expr), "misconception", NULL);
    if (idea.answer) add_idea(list, idea);
}

static void run_listed(IdeaList *list, const WrongAnswer *wrong)
{
    DrawIdea idea = {.is_listed = true, .text = &wrong->text};
    if (wrong->misconception) {
        idea.misconception = misconception_find(list->d->all, wrong->misconception);
        if (!idea.misconception) return;
        if (wrong->text.count == 0) idea.text = &idea.misconception->text;
    }
    if (wrong->expr)
        run_expression(list, idea, wrong->expr, true);
    else if (idea.misconception->expr)
        run_expression(list, idea, idea.misconception->expr, false);
    else
        run_overlay(list, idea);
}

/* Who says the opposite of the truth is taken to hold the one idea that is listed. */
static void list_opposite(IdeaList *list, const WrongAnswer *wrong)
{
    Drawing *d = list->d;
    const Misconception *m = misconception_find(d->all, wrong->misconception);
    if (!m) return;
    DrawIdea idea = {.misconception = m, .text = wrong->text.count ? &wrong->text : &m->text};
    idea.is_listed = idea.is_apart = true;
    idea.layer = d->draw.layer;
    study_push(d->arena, d->draw.ideas, d->draw.n_ideas, list->capacity, idea);
}

static bool is_listed(const Question *question, const char *name)
{
    for (size_t i = 0; i < question->n_wrong; i++) {
        const char *listed = question->wrong[i].misconception;
        if (listed && strcmp(listed, name) == 0) return true;
    }
    return false;
}

/* Whoever answers with what is shown of `a` would be taken to mean `b`. */
static bool is_taken_for(const Drawing *d, const DrawIdea *a, const DrawIdea *b)
{
    const Value *given = layer_value(a->layer, a->answer), *value = layer_value(b->layer, b->answer);
    NumFormat format = d->draw.question->format;
    for (size_t r = 0; r < value->rows; r++) {
        for (size_t c = 0; c < value->cols; c++) {
            double x = value_at(given, r, c), y = value_at(value, r, c);
            NumKind kind = value_num_kind(value);
            if (fabs(x - y) > 2 * shown_unit(y, kind, format)) return false; /* most are far apart */
            Given shown = {shown_value(x, value_num_kind(given), format), 0};
            if (given_closeness(shown, y, kind, format) != CLOSE_YES) return false;
        }
    }
    return true;
}

static bool look_alike(const Drawing *d, const DrawIdea *a, const DrawIdea *b)
{
    return a->shown && b->shown && (is_taken_for(d, a, b) || is_taken_for(d, b, a));
}

/* Listed ones need to differ from the truth and from each other; the rest from all. */
static void find_apart(Drawing *d)
{
    Draw *draw = &d->draw;
    for (size_t i = 0; i < draw->n_ideas; i++) {
        DrawIdea *idea = &draw->ideas[i];
        idea->is_apart = idea->shown && !drawing_is_truth(d, layer_value(idea->layer, idea->answer));
        for (size_t k = 0; idea->is_apart && k < draw->n_ideas; k++) {
            bool counts = k != i && (draw->ideas[k].is_listed || !idea->is_listed);
            if (counts && look_alike(d, idea, &draw->ideas[k])) idea->is_apart = false;
        }
    }
}

void drawing_run_ideas(Drawing *d)
{
    IdeaList list = {.d = d};
    const Question *question = d->draw.question;
    d->draw.ideas = NULL;
    d->draw.n_ideas = 0;
    if (d->draw.kind == QUESTION_TRUTH && question->n_wrong) list_opposite(&list, &question->wrong[0]);
    if (!takes_ideas(&d->draw)) return;
    for (size_t i = 0; i < question->n_wrong; i++) run_listed(&list, &question->wrong[i]);
    for (size_t i = 0; d->all && i < d->all->count; i++) {
        const Misconception *m = &d->all->items[i];
        if (!m->expr && !is_listed(question, m->name))
            run_overlay(&list, (DrawIdea){.misconception = m, .text = &m->text});
    }
    find_apart(d);
}

void drawing_count_clashes(const Drawing *d, size_t *listed, size_t *others)
{
    *listed = *others = 0;
    for (size_t i = 0; i < d->draw.n_ideas; i++) {
        const DrawIdea *idea = &d->draw.ideas[i];
        if (!idea->is_apart) ++*(idea->is_listed ? listed : others);
    }
}

size_t draw_tests(const Draw *draw, Arena *arena, const char *const **names)
{
    const char **found = arena_array(arena, draw->n_ideas + 1, sizeof *found);
    size_t n = 0;
    for (size_t i = 0; i < draw->n_ideas; i++) {
        const DrawIdea *idea = &draw->ideas[i];
        bool is_offered = draw->kind != QUESTION_CHOICE;
        for (size_t k = 0; k < draw->n_choices; k++) is_offered |= draw->choices[k].idea == idea;
        if (idea->misconception && idea->is_apart && is_offered) found[n++] = idea->misconception->name;
    }
    *names = found;
    return n;
}
