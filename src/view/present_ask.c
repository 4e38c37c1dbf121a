/* A question put to the class: the prompt, what is given, the choices; the answer once it is asked for.
 *
 * A drawn question's numbers are elements of its own layers, which take the places REF_GIVEN and on; those of a
 * prediction are of the place that it has among the screen's predictions.
 */
#include "view/digits.h"
#include "view/present.h"
#include <string.h>

size_t view_ask_layers(const Draw *draw, Layer *layers[VIEW_PREDICTIONS_MAX])
{
    size_t n = 0;
    if (!draw) return 0;
    layers[n++] = draw->layer;
    for (size_t i = 0; i < draw->n_choices; i++) {
        Layer *of[2] = {draw->choices[i].idea ? draw->choices[i].idea->layer : NULL, draw->choices[i].reason_layer};
        for (size_t k = 0; k < 2; k++) {
            size_t at = 0;
            while (at < n && layers[at] != of[k]) at++;
            if (of[k] && at == n && n < VIEW_PREDICTIONS_MAX) layers[n++] = of[k];
        }
    }
    return n;
}

/* Under which reference a layer's numbers go; false: there is no place for it. */
static bool layer_place(const Draw *draw, const Layer *layer, RefLayer *place)
{
    Layer *layers[VIEW_PREDICTIONS_MAX];
    size_t n = view_ask_layers(draw, layers);
    for (size_t i = 0; i < n; i++)
        if (layers[i] == layer) {
            *place = (RefLayer)(REF_GIVEN + (int)i);
            return true;
        }
    return false;
}

enum { LETTER_COLS = 3 }; /* "a  " */

static void blank_row(Doc *doc)
{
    doc_add_rows(doc, 0, 1);
}

/* "QUESTION 2 of 5" */
static void draw_head(Doc *doc, const ViewAsk *ask)
{
    Runs runs = {0};
    runs_text(&doc->pen, &runs, ROLE_TITLE, ask->draw ? "QUESTION" : "PREDICT");
    if (ask->count > 1)
        runs_text(&doc->pen, &runs, ROLE_PAGE, arena_printf(doc->pen.arena, " %zu of %zu", ask->number, ask->count));
    presented_runs(doc, &runs);
    blank_row(doc);
}

/* Inputs, choices and an answer find room below it. */
static void draw_prompt(Doc *doc, const Runs *runs, int rows)
{
    if (!presented_letters(doc, runs, rows / 2 + 1)) presented_runs(doc, runs);
}

static void draw_inputs(Doc *doc, const Draw *draw)
{
    PicArray *arrays = arena_array(doc->pen.arena, draw->n_inputs ? draw->n_inputs : 1, sizeof *arrays);
    size_t n = 0;
    for (size_t i = 0; i < draw->n_inputs; i++) {
        PicArray array = pen_array_node(&doc->pen, REF_GIVEN, draw->inputs[i].node,
                                        view_display(doc->pen.arena, draw->inputs[i].name));
        if (array_is_numeric(&array)) arrays[n++] = array;
    }
    if (n == 0) return;
    MatrixSpec spec = {.arrays = arrays, .n = n};
    Picture picture = pic_matrix(&doc->pen, &spec, (PicRoom){doc_room(doc, 0), PIC_COMPACT});
    blank_row(doc);
    presented_picture(doc, &picture);
}

/* The number of a computed choice: the truth, or what a wrong idea gives. */
static bool choice_number(const Doc *doc, const Draw *draw, const DrawChoice *choice, Number *number)
{
    RefLayer place = REF_GIVEN;
    NodeId node = choice->idea ? choice->idea->answer : choice->is_right ? draw->answer : 0;
    if (choice->idea && !layer_place(draw, choice->idea->layer, &place)) return false;
    ElementRef ref = {.layer = (uint8_t)place, .node = node};
    return node && pen_number(&doc->pen, ref, &draw->question->format, number) &&
           strcmp(number->text, choice->shown) == 0;
}

static void choice_text(const Doc *doc, const Draw *draw, const DrawChoice *choice, Runs *runs, Role role)
{
    RefLayer place = REF_GIVEN;
    Number number;
    if (choice->text && layer_place(draw, choice->reason_layer ? choice->reason_layer : draw->layer, &place))
        predict_runs(doc, runs, place, choice->text, role);
    else if (choice_number(doc, draw, choice, &number))
        runs_number(&doc->pen, runs, &number);
    else
        runs_text(&doc->pen, runs, role, choice->shown ? choice->shown : "");
}

static void draw_choice(Doc *doc, const ViewAsk *ask, const DrawChoice *choice)
{
    const Draw *draw = ask->draw;
    bool is_order = draw->kind == QUESTION_ORDER, is_right = ask->is_open && !is_order && choice->is_right;
    Runs runs = {0};
    runs_text(&doc->pen, &runs, ROLE_KEY, arena_printf(doc->pen.arena, "%c  ", choice->letter));
    choice_text(doc, draw, choice, &runs, ask->is_open && !is_right ? ROLE_DIM : ROLE_EMPH);
    if (is_right) runs_text(&doc->pen, &runs, ROLE_GOOD, "\u00a0✓");
    presented_item(doc, 0, LETTER_COLS, &runs);
    RefLayer place = REF_GIVEN;
    if (!is_right || !choice->reason ||
        !layer_place(draw, choice->reason_layer ? choice->reason_layer : draw->layer, &place))
        return;
    Runs why = {0};
    predict_runs(doc, &why, place, choice->reason, ROLE_TEXT);
    presented_item(doc, LETTER_COLS, 0, &why);
}

/* The steps in their right order. */
static void draw_order(Doc *doc, const Draw *draw)
{
    for (size_t place = 0; place < draw->n_choices; place++)
        for (size_t i = 0; i < draw->n_choices; i++) {
            if (draw->choices[i].place != place) continue;
            Runs runs = {0};
            runs_text(&doc->pen, &runs, ROLE_GOOD, arena_printf(doc->pen.arena, "%c  ", draw->choices[i].letter));
            choice_text(doc, draw, &draw->choices[i], &runs, ROLE_EMPH);
            presented_item(doc, 0, LETTER_COLS, &runs);
        }
}

/* A number in block digits where there is room for them. */
static void draw_number(Doc *doc, ElementRef ref, NumFormat format, int rows)
{
    Number number;
    enum { SCALE_MOST = 3 };
    if (!pen_number(&doc->pen, ref, &format, &number)) return;
    int scale = digits_scale(doc->pen.charset, number.text, doc_room(doc, 0), rows, SCALE_MOST);
    if (scale == 0) {
        Runs runs = {0};
        runs_number(&doc->pen, &runs, &number);
        presented_centred(doc, &runs);
        return;
    }
    DigitsSize size = digits_size(doc->pen.charset, number.text, scale);
    int row = doc_add_rows(doc, 0, size.rows), col = 1 + (doc_room(doc, 0) - size.cols) / 2;
    FrameSpan span = number_span(&number, SPAN_LARGE);
    digits_draw(doc->panes[0], row, col, number.text, scale, number.role, span);
    span.row = row;
    span.col = col;
    span.width = size.cols;
    doc_target(doc, 0, span);
}

static bool is_scalar(const Doc *doc, RefLayer place, NodeId node)
{
    Layer *layer = doc->pen.layers[place];
    const Value *value = layer && node ? layer_value(layer, node) : NULL;
    return value && value->type != VALUE_STRING && value_count(value) == 1;
}

static void draw_answer(Doc *doc, const ViewAsk *ask, int rows)
{
    const Draw *draw = ask->draw;
    Runs runs = {0}, because = {0};
    bool is_shown = draw->n_choices > 0 && draw->kind != QUESTION_ORDER && draw->kind != QUESTION_TRUTH;
    predict_runs(doc, &because, REF_GIVEN, &draw->question->explain, ROLE_TEXT);
    if (draw->kind == QUESTION_ORDER) {
        draw_order(doc, draw);
    } else if (draw->kind == QUESTION_NUMBER && is_scalar(doc, REF_GIVEN, draw->answer)) {
        int left = rows - doc->rows[0] - (because.n ? 3 : 1);
        draw_number(doc, (ElementRef){.layer = REF_GIVEN, .node = draw->answer}, draw->question->format, left);
    } else if (draw->kind == QUESTION_ARRAY && draw->answer) {
        PicArray array = pen_array_node(&doc->pen, REF_GIVEN, draw->answer, "");
        pen_array_format(&array, draw->question->format);
        bool is_large = array_is_numeric(&array) && presented_array(doc, &array, rows - doc->rows[0] - (because.n ? 3 : 1));
        if (!is_large) value_runs(&doc->pen, &runs, &array);
        presented_centred(doc, &runs);
    } else if (!is_shown && draw->truth) {
        runs_text(&doc->pen, &runs, ROLE_GOOD, draw->truth);
        presented_centred(doc, &runs);
    }
    if (because.n) blank_row(doc);
    presented_runs(doc, &because);
}

/* The prompt of such a question is a statement: nothing in it says that it is asked. */
static void put_truth_words(Doc *doc, bool has_reasons)
{
    Runs runs = {0};
    runs_text(&doc->pen, &runs, ROLE_TEXT, has_reasons ? "True or false, and why?" : "True or false?");
    presented_runs(doc, &runs);
}

static void ask_drawn(Doc *doc, const ViewAsk *ask, int rows)
{
    const Draw *draw = ask->draw;
    Runs prompt = {0};
    predict_runs(doc, &prompt, REF_GIVEN, &draw->question->prompt, ROLE_EMPH);
    draw_prompt(doc, &prompt, rows);
    if (draw->kind == QUESTION_TRUTH) put_truth_words(doc, draw->n_choices > 0);
    draw_inputs(doc, draw);
    blank_row(doc);
    bool replaces = ask->is_open && draw->kind == QUESTION_ORDER;
    for (size_t i = 0; !replaces && i < draw->n_choices; i++) draw_choice(doc, ask, &draw->choices[i]);
    if (draw->n_choices && !replaces) blank_row(doc);
    if (ask->is_open) draw_answer(doc, ask, rows);
}

/* ------------------------------------------------------------- predictions */

static const ViewPrediction *find_prediction(const ViewState *state, const Question *question, RefLayer *place)
{
    for (size_t i = 0; i < state->n_predictions; i++) {
        if (state->predictions[i].question != question) continue;
        *place = (RefLayer)(REF_GIVEN + (int)i);
        return &state->predictions[i];
    }
    return NULL;
}

static void ask_predicted(Doc *doc, const ViewState *state, const ViewAsk *ask, int rows)
{
    RefLayer place = REF_NOW;
    const ViewPrediction *prediction = find_prediction(state, ask->question, &place);
    Runs prompt = {0}, because = {0};
    const Question *question = ask->question;
    prose_runs(&doc->pen, &prompt, &question->prompt, ROLE_EMPH);
    draw_prompt(doc, &prompt, rows);
    blank_row(doc);
    size_t *order = arena_array(doc->pen.arena, question->n_choices, sizeof *order);
    view_choice_order(question, order);
    for (size_t i = 0; i < question->n_choices; i++) {
        const QuestionChoice *choice = &question->choices[order[i]];
        Runs runs = {0};
        bool is_right = ask->is_open && choice->is_right;
        runs_text(&doc->pen, &runs, ROLE_KEY, arena_printf(doc->pen.arena, "%c  ", (char)('a' + (int)i)));
        prose_runs(&doc->pen, &runs, &choice->text, ask->is_open && !is_right ? ROLE_DIM : ROLE_EMPH);
        if (is_right) runs_text(&doc->pen, &runs, ROLE_GOOD, "\u00a0✓");
        presented_item(doc, 0, LETTER_COLS, &runs);
    }
    if (!ask->is_open || !prediction || !prediction->layer) return;
    predict_runs(doc, &because, place, &question->explain, ROLE_TEXT);
    if (question->n_choices) blank_row(doc);
    if (prediction->truth)
        draw_number(doc, (ElementRef){.layer = (uint8_t)place, .node = prediction->truth}, question->format,
                    rows - doc->rows[0] - (because.n ? 4 : 0));
    if (because.n && prediction->truth) blank_row(doc);
    presented_runs(doc, &because);
}

void presented_ask(Doc *doc, const ViewState *state, int rows)
{
    const ViewAsk *ask = state->present->ask;
    if (rows > 8) blank_row(doc);
    draw_head(doc, ask);
    if (ask->draw)
        ask_drawn(doc, ask, rows);
    else
        ask_predicted(doc, state, ask, rows);
}
