/* What is asked: why, the question, the inputs it depends on, what can be chosen, the hints that were opened,
 * how to answer.
 *
 * All numbers are elements: of the draw's layer, or of the layer of the idea that a choice comes from. Those
 * of a choice cannot be selected before the verdict, since their derivation tells which is right.
 */
#include "view/quiz.h"
#include "view/spoken.h"

#include <string.h>

/* ------------------------------------------------------------------- layers */

static void add_layer(Layer *layers[REF_LAYERS], const ViewQuestion *question, Layer *layer)
{
    const Trace *trace = question->verdict ? question->verdict->trace : NULL;
    if (!layer || layer == question->draw->layer || (trace && layer == trace->theirs)) return;
    int at = REF_GIVEN;
    while (at < REF_LAYERS && layers[at] && layers[at] != layer) at++;
    if (at < REF_LAYERS) layers[at] = layer;
}

void view_question_layers(const ViewQuestion *question, Layer *layers[REF_LAYERS])
{
    const Verdict *verdict = question->verdict;
    for (int i = 0; i < REF_LAYERS; i++) layers[i] = NULL;
    layers[REF_NOW] = question->draw->layer;
    layers[REF_OTHER] = verdict && verdict->trace ? verdict->trace->theirs : NULL;
    for (size_t i = 0; i < question->draw->n_choices; i++) {
        const DrawChoice *choice = &question->draw->choices[i];
        if (choice->idea) add_layer(layers, question, choice->idea->layer);
        if (choice->reason) add_layer(layers, question, choice->reason_layer);
    }
    if (!verdict) return;
    add_layer(layers, question, verdict->reason_layer);
    add_layer(layers, question, verdict->edited);
}

RefLayer quiz_layer(const Pen *pen, const Layer *layer)
{
    for (int i = 0; i < REF_LAYERS; i++)
        if (layer && pen->layers[i] == layer) return (RefLayer)i;
    return REF_NOW;
}

void quiz_prose(const Pen *pen, Runs *runs, const Layer *layer, const Prose *prose, Role role)
{
    Pen of = *pen;
    RefLayer place = quiz_layer(pen, layer);
    of.layers[REF_NOW] = pen->layers[place];
    size_t from = runs->n;
    prose_runs(&of, runs, prose, role);
    for (size_t i = from; i < runs->n; i++)
        if (runs->items[i].is_span) runs->items[i].span.ref.layer = (uint8_t)place;
}

void quiz_value(const Pen *pen, Runs *runs, const Layer *layer, NodeId node, NumFormat format)
{
    PicArray array = pen_array_node(pen, quiz_layer(pen, layer), node, "");
    if (array_is_numeric(&array)) pen_array_format(&array, format);
    value_runs(pen, runs, &array);
}

/* ------------------------------------------------------------------- inputs */

static Picture input_picture(const Doc *doc, const DrawInput *input, int cols)
{
    const Pen *pen = &doc->pen;
    PicArray array = pen_array_node(pen, REF_NOW, input->node, view_display(pen->arena, input->name));
    if (!array.value) return picture_error(pen, &array, cols);
    MatrixSpec spec = {.arrays = &array, .n = 1};
    return pic_matrix(pen, &spec, (PicRoom){cols, doc->setup.size});
}

/* "[1 0 1 0]", kept on one line where that fits. */
static void row_runs(const Pen *pen, Runs *runs, const PicArray *array, size_t row)
{
    runs_text(pen, runs, ROLE_LABEL, "[");
    for (size_t c = 0; c < array_cols(array); c++) {
        Number number = pen_element(pen, array, row, c);
        if (c) runs_text(pen, runs, ROLE_TEXT, "\u00a0");
        runs_number(pen, runs, &number);
    }
    runs_text(pen, runs, ROLE_LABEL, "]");
}

/* Rows of a matrix one after the other; what is no array of numbers, or a long one, as in a sentence. */
static void input_runs(const Pen *pen, Runs *runs, const PicArray *array)
{
    enum { ROW_MAX = 8 };
    bool is_grid = array_is_numeric(array) && array_ndim(array) > 0 && array_cols(array) <= ROW_MAX;
    if (!is_grid) value_runs(pen, runs, array);
    for (size_t r = 0; is_grid && r < array_rows(array); r++) {
        if (r) runs_text(pen, runs, ROLE_TEXT, " ");
        row_runs(pen, runs, array, r);
    }
}

/* "q [1 0 1 0]   K [1 1 0 0] [0 0 1 1] …" */
static void write_inputs(Doc *doc, const Draw *draw)
{
    Runs runs = {0};
    for (size_t i = 0; i < draw->n_inputs; i++) {
        const char *name = view_display(doc->pen.arena, draw->inputs[i].name);
        PicArray array = pen_array_node(&doc->pen, REF_NOW, draw->inputs[i].node, "");
        runs_text(&doc->pen, &runs, ROLE_LABEL,
                  arena_printf(doc->pen.arena, "%s%s\u00a0", i ? "   " : "", name));
        input_runs(&doc->pen, &runs, &array);
    }
    doc_runs(doc, 0, 2, 2, &runs);
}

static void say_inputs(Doc *doc, const Draw *draw)
{
    for (size_t i = 0; i < draw->n_inputs; i++) {
        const char *name = view_display(doc->pen.arena, draw->inputs[i].name);
        PicArray array = pen_array_node(&doc->pen, REF_NOW, draw->inputs[i].node, name);
        MatrixSpec spec = {.arrays = &array, .n = 1};
        say_matrix(doc, 0, &spec);
    }
}

/* Matrices as they are written, side by side; on one line where rows are short. */
static void draw_inputs(Doc *doc, const Draw *draw)
{
    if (draw->n_inputs == 0) return;
    doc_gap(doc, 0);
    if (doc->setup.is_spoken) {
        say_inputs(doc, draw);
        return;
    }
    if (doc->setup.size != PIC_FULL) {
        write_inputs(doc, draw);
        return;
    }
    int cols = doc_room(doc, 0) - 2;
    Picture *parts = arena_array(doc->pen.arena, draw->n_inputs, sizeof *parts);
    for (size_t i = 0; i < draw->n_inputs; i++) parts[i] = input_picture(doc, &draw->inputs[i], cols);
    Picture all = picture_flow(&doc->pen, parts, draw->n_inputs, 4, cols);
    all.has_drawing = true; /* it yields to one line */
    doc_picture(doc, 0, 2, &all, draw->question->span);
}

/* ------------------------------------------------------------------ choices */

static bool is_chosen(const ViewQuestion *question, const DrawChoice *choice)
{
    const char *said = question->verdict ? question->verdict->said : NULL;
    bool is_truth = question->draw->kind == QUESTION_TRUTH;
    if (!said || question->draw->kind == QUESTION_ORDER) return false;
    if (strcmp(said, "none") == 0) return false;
    if (is_truth) said = strchr(said, ';') ? strchr(said, ';') + 1 : "";
    for (const char *at = said; *at; at++) {
        if (*at == choice->letter) return true;
        if (question->draw->kind == QUESTION_CHOICE) return false; /* what follows is the choice itself */
    }
    return false;
}

static void choice_text(const Pen *pen, Runs *runs, const ViewQuestion *question, const DrawChoice *choice,
                        Role role)
{
    const Draw *draw = question->draw;
    const DrawIdea *idea = choice->idea;
    bool is_listed =
        choice->place < draw->question->n_choices && draw->question->n_choices == draw->n_choices;
    const Expr *expr = is_listed ? draw->question->choices[choice->place].expr : NULL;
    if (choice->text)
        quiz_prose(pen, runs, draw->layer, choice->text, role);
    else if (idea && idea->answer)
        quiz_value(pen, runs, idea->layer, idea->answer, draw->question->format);
    else if (expr)
        quiz_value(pen, runs, draw->layer, layer_node(draw->layer, expr), draw->question->format);
    else if (draw->answer)
        quiz_value(pen, runs, draw->layer, draw->answer, draw->question->format);
}

/* ORDER: where the step belongs; else whether it is right. Both only after the verdict. */
static void choice_sign(const Doc *doc, Runs *runs, const ViewQuestion *question, const DrawChoice *choice)
{
    const Pen *pen = &doc->pen;
    bool is_spoken = doc->setup.is_spoken;
    if (!question->verdict) return;
    if (question->draw->kind == QUESTION_ORDER)
        runs_text(pen, runs, ROLE_PAGE, arena_printf(pen->arena, "   %zu.", choice->place + 1));
    else if (choice->is_right)
        runs_text(pen, runs, ROLE_GOOD, is_spoken ? "  (right)" : "   ✓");
    else if (is_chosen(question, choice))
        runs_text(pen, runs, ROLE_BAD, is_spoken ? "  (wrong)" : "   ✗");
}

/* The reason of the choice that the verdict speaks about stands there. */
static bool tells_reason(const ViewQuestion *question, const DrawChoice *choice)
{
    const Verdict *verdict = question->verdict;
    return verdict && choice->reason && choice->reason != verdict->reason &&
           choice->reason != verdict->because;
}

/* Rows [from, to) can be clicked, but where a number has a place of its own. */
static void make_item(Doc *doc, int from, int to, uint32_t item)
{
    Frame *frame = doc->panes[0];
    for (int row = from; row < to; row++)
        for (int col = 0, width = 0; col < frame->cols; col += width + 1) {
            width = 0;
            while (col + width < frame->cols && frame_cell(frame, row, col + width)->span == 0) width++;
            FrameSpan span = {.kind = SPAN_ITEM, .row = row, .col = col, .width = width, .item = item};
            if (width > 0) frame_span(frame, span);
        }
}

static void draw_choice(Doc *doc, const ViewQuestion *question, const DrawChoice *choice)
{
    const Pen *pen = &doc->pen;
    bool is_mine = is_chosen(question, choice);
    Runs runs = {0};
    size_t n_targets = doc->n_targets;
    runs_text(pen, &runs, ROLE_KEY,
              arena_printf(pen->arena, "%s%c\u00a0 ", is_mine ? ">\u00a0" : "\u00a0\u00a0", choice->letter));
    choice_text(pen, &runs, question, choice, is_mine ? ROLE_EMPH : ROLE_TEXT);
    choice_sign(doc, &runs, question, choice);
    if (tells_reason(question, choice)) {
        runs_text(pen, &runs, ROLE_DIM, "   ");
        quiz_prose(pen, &runs, choice->reason_layer, choice->reason, ROLE_DIM);
    }
    int row = doc->rows[0];
    doc_runs(doc, 0, 2, 5, &runs);
    if (question->verdict) return;
    doc->n_targets = n_targets;
    make_item(doc, row, doc->rows[0], (uint32_t)(choice - question->draw->choices) + 1);
}

static void draw_choices(Doc *doc, const ViewQuestion *question)
{
    const Draw *draw = question->draw;
    if (draw->n_choices) doc_gap(doc, 0);
    for (size_t i = 0; i < draw->n_choices; i++) draw_choice(doc, question, &draw->choices[i]);
}

/* -------------------------------------------------------------------- hints */

/* "z = s / √d_k" */
static void equation_runs(const Pen *pen, Runs *runs, const char *name, const char *source)
{
    const char *left = view_display(pen->arena, name), *right = view_display(pen->arena, source);
    runs_text(pen, runs, ROLE_CODE,
              arena_printf(pen->arena, "%s%s = %s", runs->n > 1 ? ";  " : "", left, right));
}

static void hint_steps(Doc *doc, Runs *runs, const Hint *hint)
{
    for (size_t i = 0; i < hint->n_rows; i++)
        equation_runs(&doc->pen, runs, hint->rows[i].name, hint->rows[i].source);
}

/* "alpha[2] = e^z[2] / Σ e^z": what is asked, and what makes it. */
static void hint_form(Doc *doc, Runs *runs, const Hint *hint)
{
    static const char sign[] = " = ";
    const char *at = strstr(hint->text, sign);
    if (!at) return;
    const char *name = arena_strndup(doc->pen.arena, hint->text, (size_t)(at - hint->text));
    equation_runs(&doc->pen, runs, name, at + sizeof sign - 1);
}

static void hint_values(Doc *doc, Runs *runs, const Hint *hint)
{
    for (size_t i = 0; i < hint->n_rows; i++) {
        const char *name = view_display(doc->pen.arena, hint->rows[i].name);
        PicArray array = pen_array_node(&doc->pen, REF_NOW, hint->rows[i].node, "");
        runs_text(&doc->pen, runs, ROLE_LABEL,
                  arena_printf(doc->pen.arena, "%s%s\u00a0", i ? "   " : "", name));
        value_runs(&doc->pen, runs, &array);
    }
}

static void draw_hint(Doc *doc, const ViewQuestion *question, size_t index)
{
    const Hint *hint = &question->draw->hints[index];
    Runs runs = {0};
    runs_text(&doc->pen, &runs, ROLE_EMPH, "HINT  ");
    switch (hint->kind) {
    case HINT_PROSE: quiz_prose(&doc->pen, &runs, question->draw->layer, hint->prose, ROLE_TEXT); break;
    case HINT_STEPS: hint_steps(doc, &runs, hint); break;
    case HINT_VALUES: hint_values(doc, &runs, hint); break;
    case HINT_FORM: hint_form(doc, &runs, hint); break;
    case HINT_STRIKE:
    case HINT_PLACE:
    case HINT_CHANGE: runs_text(&doc->pen, &runs, ROLE_CODE, hint->text); break;
    }
    doc_runs(doc, 0, 2, 6, &runs);
}

static void draw_hints(Doc *doc, const ViewQuestion *question)
{
    if (question->hints_open) doc_gap(doc, 0);
    for (size_t i = 0; i < question->hints_open && i < question->draw->n_hints; i++)
        draw_hint(doc, question, i);
}

/* --------------------------------------------------------------------- page */

static void draw_usage(Doc *doc, const ViewQuestion *question)
{
    Runs runs = {0};
    doc_gap(doc, 0);
    runs_text(&doc->pen, &runs, ROLE_DIM,
              arena_printf(doc->pen.arena, "Answer with %s. Or type hint, skip, give up, quit.",
                           question->draw->usage));
    if (question->hints_open)
        runs_text(&doc->pen, &runs, ROLE_STUDY,
                  arena_printf(doc->pen.arena, " A right answer is worth %d of %d points now.",
                               question->points, QUIZ_MAX_POINTS));
    doc_runs(doc, 0, 0, 0, &runs);
}

/* "divided-by-dk" as it is read. */
char *view_idea_name(Arena *arena, const char *name)
{
    char *text = arena_strdup(arena, name);
    for (char *at = text; *at; at++)
        if (*at == '-') *at = ' ';
    return text;
}

static void draw_note(Doc *doc, const char *note)
{
    Runs runs = {0};
    runs_text(&doc->pen, &runs, ROLE_DIM, note);
    doc_runs(doc, 0, 0, 0, &runs);
}

static void draw_reason(Doc *doc, const Misconception *separates)
{
    Runs runs = {0};
    const char *name = view_idea_name(doc->pen.arena, separates->name);
    runs_text(&doc->pen, &runs, ROLE_DIM,
              arena_printf(doc->pen.arena, "Tells the idea “%s” from the right one:", name));
    doc_runs(doc, 0, 0, 0, &runs);
}

void question_draw(Doc *doc, const void *shown)
{
    const ViewQuestion *question = shown;
    Runs prompt = {0};
    doc_begin_step(doc);
    if (question->note) draw_note(doc, question->note);
    if (question->separates) draw_reason(doc, question->separates);
    quiz_prose(&doc->pen, &prompt, question->draw->layer, &question->draw->question->prompt, ROLE_EMPH);
    doc_runs(doc, 0, 0, 0, &prompt);
    draw_inputs(doc, question->draw);
    draw_choices(doc, question);
    draw_hints(doc, question);
    if (!question->verdict) draw_usage(doc, question);
    if (!question->verdict) return;
    doc_begin_step(doc);
    quiz_verdict_draw(doc, question);
}
