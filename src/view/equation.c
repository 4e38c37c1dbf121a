/* A formula in a document: which of its ways of being drawn fits, and its callouts. */
#include "view/equation.h"
#include "heed/text.h"
#include <string.h>

ElementRef view_term_ref(size_t term)
{
    return (ElementRef){.layer = REF_NOW, .node = 0, .row = (uint32_t)term};
}

bool view_ref_term(const Lesson *lesson, ElementRef ref, size_t *term)
{
    *term = ref.row;
    return ref.layer == REF_NOW && ref.node == 0 && ref.row < lesson->n_terms;
}

enum { LIMIT_MOST = 8, LIMIT_LEAST = 3 }; /* rows and columns of an array in a formula */

/* ------------------------------------------------------------------- terms */

/* The terms of an equation that are explained in the open steps. */
typedef struct Terms {
    const MathTerm **items;
    size_t *index; /* in the lesson's terms */
    PicArray *arrays;
    bool *has_box; /* its numbers stand in its place */
    size_t n;
} Terms;

static bool is_explained(const Doc *doc, const MathTerm *term)
{
    return term->screen == doc->setup.screen && term->step < doc->setup.n_steps;
}

/* Of terms that hold each other the innermost show their numbers: the outer one's follow from them. */
static bool holds_numbers(const Terms *terms, size_t outer)
{
    for (size_t i = 0; i < terms->n; i++)
        if (i != outer && equation_has_numbers(&terms->arrays[i]) &&
            math_is_part(terms->items[outer]->math, terms->items[i]->math))
            return true;
    return false;
}

static Terms terms_of(const Doc *doc, size_t equation)
{
    const Lesson *lesson = doc->setup.lesson;
    const Equation *of = &lesson->equations[equation];
    Arena *arena = doc->pen.arena;
    Terms terms = {.items = arena_array(arena, of->n_terms, sizeof *terms.items),
                   .index = arena_array(arena, of->n_terms, sizeof *terms.index),
                   .arrays = arena_array(arena, of->n_terms, sizeof *terms.arrays),
                   .has_box = arena_array(arena, of->n_terms, sizeof *terms.has_box)};
    for (size_t i = of->first_term; i < of->first_term + of->n_terms; i++) {
        if (!is_explained(doc, lesson->terms[i])) continue;
        terms.items[terms.n] = lesson->terms[i];
        terms.index[terms.n] = i;
        terms.arrays[terms.n++] = equation_array(&doc->pen, lesson->terms[i]);
    }
    for (size_t i = 0; i < terms.n; i++)
        terms.has_box[i] =
            doc->setup.values && equation_has_numbers(&terms.arrays[i]) && !holds_numbers(&terms, i);
    return terms;
}

/* ---------------------------------------------------------- two dimensions */

/* How much room the numbers may take. */
typedef struct Ease {
    size_t limit;    /* rows and columns of an array */
    bool writes_out; /* sums are written out */
    int max_width;   /* 0: on one line */
} Ease;

static void put_values(const Doc *doc, MathSlot *slot, const MathTerm *term, const PicArray *array,
                       const Ease *ease)
{
    slot->box = equation_box(&doc->pen, term, array, ease->limit);
    slot->is_bracketed = array_ndim(array) > 0;
    if (!ease->writes_out) return;
    EquationElements elements = equation_elements(&doc->pen, term, array);
    slot->index = elements.index;
    slot->elements = elements.boxes;
    slot->n_elements = elements.n;
    slot->n_total = elements.n_total;
    slot->are_bracketed = array_ndim(array) > 1;
}

static MathBox lay_out(const Doc *doc, const Equation *equation, const Terms *terms, const Ease *ease)
{
    Arena *arena = doc->pen.arena;
    MathSlot *slots = arena_array(arena, terms->n, sizeof *slots);
    for (size_t i = 0; i < terms->n; i++) {
        slots[i] = (MathSlot){.part = terms->items[i]->math,
                              .item = (uint32_t)terms->index[i],
                              .text = math_inline(arena, terms->items[i]->math)};
        if (terms->has_box[i]) put_values(doc, &slots[i], terms->items[i], &terms->arrays[i], ease);
    }
    MathSetting setting = {doc->pen.charset, ease->max_width, slots, terms->n};
    return math_layout(arena, equation->node, &setting);
}

/* On one line, then broken: each with its sums written out and arrays whole, then with less of each. False
 * where nothing fits. */
static bool fit(const Doc *doc, const Equation *equation, const Terms *terms, int room, MathBox *box)
{
    size_t most = doc->setup.values ? LIMIT_MOST : LIMIT_LEAST;
    for (int is_broken = 0; is_broken <= 1; is_broken++)
        for (int writes_out = doc->setup.values; writes_out >= 0; writes_out--)
            for (size_t limit = most; limit >= LIMIT_LEAST; limit--) {
                const Ease ease = {limit, writes_out, is_broken ? room : 0};
                *box = lay_out(doc, equation, terms, &ease);
                if (box->frame->cols <= room) return true;
            }
    return false;
}

/* ---------------------------------------------------------------- one line */

/* A line being put together. */
typedef struct Line {
    const Doc *doc;
    const Terms *terms;
    Runs runs;
    bool ends_in_value; /* numbers that touch would be read as one */
    bool *is_seen;      /* the terms that can be selected already */
} Line;

static void add_piece(Line *line, const MathPiece *piece, size_t term)
{
    const Pen *pen = &line->doc->pen;
    const Terms *terms = line->terms;
    bool is_term = piece->part != MATH_NO_PART;
    bool is_value = is_term && terms->has_box[term] && !piece->keeps_symbol;
    bool is_sign = !is_value && strchr(" )]},/^_", piece->text[0]);
    if (line->ends_in_value && !is_sign) runs_text(pen, &line->runs, ROLE_TEXT, is_value ? " · " : " ");
    line->ends_in_value = is_value;
    if (is_value) {
        equation_factor_runs(pen, &line->runs, terms->items[term], &terms->arrays[term]);
    } else if (is_term) {
        const char *name = line->is_seen[term] ? "" : piece->text;
        FrameSpan span = {.kind = SPAN_TERM, .item = (uint32_t)terms->index[term], .text = name};
        runs_add(pen, &line->runs,
                 (TextRun){.utf8 = piece->text, .role = ROLE_TEXT, .is_span = true, .span = span});
        line->is_seen[term] = true;
    } else {
        runs_text(pen, &line->runs, ROLE_TEXT, piece->text);
    }
}

/* With values in, only the terms that show them are told apart: one that holds them would hide them. */
static Runs line_of(const Doc *doc, const Equation *equation, const Terms *terms)
{
    Arena *arena = doc->pen.arena;
    const MathNode **parts = arena_array(arena, terms->n, sizeof *parts);
    size_t *term_of = arena_array(arena, terms->n, sizeof *term_of), n_parts = 0, n;
    for (size_t i = 0; i < terms->n; i++) {
        if (doc->setup.values && !terms->has_box[i]) continue;
        term_of[n_parts] = i;
        parts[n_parts++] = terms->items[i]->math;
    }
    const MathPiece *pieces = math_pieces(arena, equation->node, parts, n_parts, &n);
    Line line = {.doc = doc, .terms = terms, .is_seen = arena_array(arena, terms->n, sizeof(bool))};
    for (size_t i = 0; i < n; i++)
        add_piece(&line, &pieces[i], pieces[i].part == MATH_NO_PART ? 0 : term_of[pieces[i].part]);
    return line.runs;
}

/* Fractions and scripts on one line are told apart by signs: words say it outright. */
static void say_equation(Doc *doc, int pane, const MathNode *node)
{
    if (math_is_flat(node)) return;
    Runs runs = {0};
    runs_text(&doc->pen, &runs, ROLE_DIM, "In words: ");
    runs_text(&doc->pen, &runs, ROLE_TEXT, math_speech(doc->pen.arena, node));
    doc_runs(doc, pane, 2, 0, &runs);
}

void equation_draw(Doc *doc, int pane, size_t index)
{
    const Equation *equation = &doc->setup.lesson->equations[index];
    Terms terms = terms_of(doc, index);
    int room = doc_room(doc, pane);
    MathBox box;
    doc->equation_rows[index] = doc->rows[pane];
    if (!doc->setup.is_spoken && fit(doc, equation, &terms, room, &box)) {
        Picture picture = {.frame = box.frame};
        doc_picture(doc, pane, (room - box.frame->cols) / 2, &picture, equation->span);
    } else {
        Runs runs = line_of(doc, equation, &terms);
        doc_runs(doc, pane, 0, 2, &runs);
        if (doc->setup.is_spoken) say_equation(doc, pane, equation->node);
    }
}

/* ---------------------------------------------------------------- callouts */

static bool is_selected(const Doc *doc, size_t term)
{
    return doc->setup.has_selection && element_ref_equal(doc->setup.selection, view_term_ref(term));
}

/* Whether the formula itself offers the term to be selected. */
static bool is_target(const Doc *doc, size_t term)
{
    for (size_t i = 0; i < doc->n_targets; i++)
        if (element_ref_equal(doc->targets[i].span.ref, view_term_ref(term))) return true;
    return false;
}

static const char *callout_name(const Doc *doc, const MathTerm *term)
{
    return math_inline(doc->pen.arena, term->math);
}

static int name_width(const Doc *doc, const size_t *terms, size_t n)
{
    enum { NAME_MAX = 20 };
    int width = 0;
    for (size_t i = 0; i < n; i++) {
        int cells = charset_width(doc->pen.charset, callout_name(doc, doc->setup.lesson->terms[terms[i]]));
        if (cells > width) width = cells;
    }
    return width < NAME_MAX ? width : NAME_MAX;
}

/* "s = [1.0000 1.0000 2.0000]"; where the term is written as its expression is, only "= 2.0000". */
Runs equation_term_value(const Doc *doc, const MathTerm *term)
{
    Runs runs = {0};
    if (!term->expr) return runs;
    const Pen *pen = &doc->pen;
    PicArray array = equation_array(pen, term);
    const char *shown = view_display(pen->arena, term->source);
    bool is_same = strcmp(shown, callout_name(doc, term)) == 0;
    runs_text(pen, &runs, ROLE_LABEL, is_same ? "" : arena_printf(pen->arena, "%s ", shown));
    runs_text(pen, &runs, ROLE_TEXT, "= ");
    equation_value_runs(pen, &runs, &array);
    return runs;
}

static void draw_callout(Doc *doc, int pane, size_t index, int width)
{
    const MathTerm *term = doc->setup.lesson->terms[index];
    enum { MARK = 2, GAP = 2 };
    const Pen *pen = &doc->pen;
    const char *name = callout_name(doc, term);
    int cells = charset_width(pen->charset, name), indent = MARK + (cells < width ? width : cells) + GAP;
    if (cells > width) indent = MARK + width + GAP;
    FrameSpan span = {.kind = SPAN_TERM, .item = (uint32_t)index, .text = is_target(doc, index) ? "" : name};
    Runs runs = {0}, value = equation_term_value(doc, term);
    runs_text(pen, &runs, ROLE_KEY, is_selected(doc, index) && !*span.text ? "> " : "\u00a0 ");
    runs_add(pen, &runs, (TextRun){.utf8 = name, .role = ROLE_LABEL, .is_span = true, .span = span});
    runs_text(pen, &runs, ROLE_TEXT,
              arena_printf(pen->arena, "%*s", cells < width ? width - cells + GAP : GAP, ""));
    prose_runs(pen, &runs, &term->text, ROLE_TEXT);
    bool is_beside = runs_width(pen, &runs) + GAP + runs_width(pen, &value) <= doc_room(doc, pane);
    if (is_beside && value.n) runs_text(pen, &runs, ROLE_TEXT, "  ");
    for (size_t i = 0; is_beside && i < value.n; i++) runs_add(pen, &runs, value.items[i]);
    doc_runs(doc, pane, 0, indent, &runs);
    if (!is_beside && value.n) doc_runs(doc, pane, indent, 2, &value);
}

void equation_draw_terms(Doc *doc, int pane, const size_t *terms, size_t n)
{
    int width = name_width(doc, terms, n);
    for (size_t i = 0; i < n; i++) draw_callout(doc, pane, terms[i], width);
}

/* ------------------------------------------------------------------- light */

void equation_light(Doc *doc, size_t term)
{
    const MathTerm *of = doc->setup.lesson->terms[term];
    NodeId node = of->expr ? equation_array(&doc->pen, of).base.node : 0;
    for (int pane = 0; pane < doc->setup.n_panes; pane++) {
        Frame *frame = doc->panes[pane];
        for (size_t i = 0; i < frame->n_spans; i++) {
            const FrameSpan *span = &frame->spans[i];
            bool is_term = span->kind == SPAN_TERM && span->item == term;
            bool is_value = span->kind == SPAN_NUMBER && node && span->ref.node == node;
            if (is_term || is_value) frame_mark(frame, span->row, span->col, span->width, MARK_SELECTED);
        }
    }
}

void equation_status(const Pen *pen, Runs *runs, const MathTerm *term)
{
    runs_text(pen, runs, ROLE_STATUS, math_inline(pen->arena, term->math));
    if (!term->expr) return;
    PicArray array = equation_array(pen, term);
    runs_text(pen, runs, ROLE_STATUS,
              arena_printf(pen->arena, "   %s", view_display(pen->arena, term->source)));
    if (array.value && array_ndim(&array) > 0) {
        runs_text(pen, runs, ROLE_STATUS,
                  arena_printf(pen->arena, " %s", value_shape_text(pen->arena, array.value)));
        return;
    }
    runs_text(pen, runs, ROLE_STATUS, " = ");
    value_runs(pen, runs, &array);
}
