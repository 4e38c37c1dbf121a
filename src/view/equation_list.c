/* Formulas and terms away from their screen: the key equations, and the help of a selected term. */
#include "view/equation.h"

static Doc *part_of(Arena *arena, Charset charset, const Lesson *lesson, Layer *now, Layer *was, int cols)
{
    Pen pen = {.arena = arena, .charset = charset, .layers = {now, was}};
    DocSetup setup = {.lesson = lesson, .n_panes = 1, .widths = {cols, 0}};
    return doc_blank(&pen, &setup);
}

static Frame *finished(const Doc *doc)
{
    frame_resize_rows(doc->panes[0], doc->rows[0]);
    return doc->panes[0];
}

/* No step is open, so none of its terms is told apart. */
Frame *view_equation(Arena *arena, Charset charset, const Lesson *lesson, size_t equation, int cols)
{
    Doc *doc = part_of(arena, charset, lesson, NULL, NULL, cols);
    equation_draw(doc, 0, equation);
    return finished(doc);
}

/* "s = q @ K.T", as the lesson or an edit has it. */
static void draw_source(Doc *doc, const MathTerm *term)
{
    Runs runs = {0};
    Layer *now = doc->pen.layers[REF_NOW];
    const char *source = term->name ? layer_source_text(now, doc->pen.arena, term->name) : NULL;
    runs_text(&doc->pen, &runs, ROLE_CODE, term->source);
    if (source) runs_text(&doc->pen, &runs, ROLE_CODE, arena_printf(doc->pen.arena, " = %s", source));
    doc_runs(doc, 0, 0, 2, &runs);
}

Frame *view_term(Arena *arena, Charset charset, const Lesson *lesson, Layer *now, Layer *was, size_t term,
                 int cols)
{
    Doc *doc = part_of(arena, charset, lesson, now, was, cols);
    const MathTerm *of = lesson->terms[term];
    Runs text = {0};
    prose_runs(&doc->pen, &text, &of->text, ROLE_TEXT);
    doc_runs(doc, 0, 0, 0, &text);
    if (!of->expr) return finished(doc);
    draw_source(doc, of);
    Runs value = equation_term_value(doc, of);
    doc_runs(doc, 0, 0, 2, &value);
    return finished(doc);
}

Frame *view_other_terms(Arena *arena, Charset charset, const Lesson *lesson, Layer *now, Layer *was,
                        size_t term, int step, int cols)
{
    Doc *doc = part_of(arena, charset, lesson, now, was, cols);
    const Equation *equation = &lesson->equations[lesson->terms[term]->equation];
    size_t *others = arena_array(arena, equation->n_terms, sizeof *others), n = 0;
    for (size_t i = equation->first_term; i < equation->first_term + equation->n_terms; i++)
        if (i != term && lesson->terms[i]->step <= step) others[n++] = i;
    equation_draw_terms(doc, 0, others, n);
    return finished(doc);
}
