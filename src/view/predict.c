/* A prediction: the question; once a guess is committed, guess, truth and error side by side and why.
 *
 * All numbers of the outcome are elements of the layer under what the question gives.
 */
#include "view/doc.h"
#include <string.h>

/* The right choice is written first: the order is drawn from the id, the same every time. */
void view_choice_order(const Question *question, size_t *order)
{
    uint32_t state = 2166136261u;
    for (const char *at = question->id; at && *at; at++) state = (state ^ (unsigned char)*at) * 16777619u;
    for (size_t i = 0; i < question->n_choices; i++) {
        state = state * 1664525u + 1013904223u;
        size_t at = (state >> 8) % (i + 1);
        order[i] = order[at];
        order[at] = i;
    }
}

static const ViewPrediction *find_prediction(const Doc *doc, const Question *question, RefLayer *layer)
{
    for (size_t i = 0; i < doc->setup.n_predictions; i++) {
        if (doc->setup.predictions[i].question != question) continue;
        *layer = (RefLayer)(REF_GIVEN + (int)i);
        return &doc->setup.predictions[i];
    }
    return NULL;
}

void predict_runs(const Doc *doc, Runs *runs, RefLayer layer, const Prose *prose, Role role)
{
    Pen pen = doc->pen;
    pen.layers[REF_NOW] = doc->pen.layers[layer];
    pen.layers[REF_WAS] = NULL;
    if (!pen.layers[REF_NOW]) return;
    size_t from = runs->n;
    prose_runs(&pen, runs, prose, role);
    for (size_t i = from; i < runs->n; i++)
        if (runs->items[i].is_span) runs->items[i].span.ref.layer = (uint8_t)layer;
}

/* "your guess 0.9000" */
static void add_number(const Doc *doc, Runs *runs, const char *label, ElementRef ref, NumFormat format)
{
    Number number;
    if (!ref.node || !pen_number(&doc->pen, ref, &format, &number)) return;
    runs_text(&doc->pen, runs, ROLE_LABEL,
              arena_printf(doc->pen.arena, "%s%s\u00a0", runs->n ? "   " : "", label));
    runs_number(&doc->pen, runs, &number);
}

static void add_verdict(const Doc *doc, Runs *runs, const ViewPrediction *prediction)
{
    bool is_guessed = prediction->guess || prediction->choice >= 0;
    if (!is_guessed) return;
    const char *space = runs->n ? "   " : "";
    runs_text(&doc->pen, runs, prediction->is_right ? ROLE_GOOD : ROLE_BAD,
              arena_printf(doc->pen.arena, "%s%s", space, prediction->is_right ? "✓ right" : "✗ not so"));
}

static void draw_outcome(Doc *doc, int pane, const ViewPrediction *prediction, RefLayer layer)
{
    const Question *question = prediction->question;
    ElementRef ref = {.layer = (uint8_t)layer};
    NumFormat signed_format = question->format;
    Runs runs = {0}, why = {0};
    signed_format.plus = true;
    ref.node = prediction->guess;
    add_number(doc, &runs, "your guess", ref, question->format);
    ref.node = prediction->truth;
    add_number(doc, &runs, "truth", ref, question->format);
    ref.node = prediction->error;
    add_number(doc, &runs, "off by", ref, signed_format);
    if (prediction->problem)
        runs_text(&doc->pen, &runs, ROLE_BAD, prediction->problem);
    else
        add_verdict(doc, &runs, prediction);
    doc_runs(doc, pane, 2, 2, &runs);
    if (prediction->idea) predict_runs(doc, &why, layer, prediction->idea, ROLE_TEXT);
    if (prediction->idea && question->explain.count) runs_text(&doc->pen, &why, ROLE_TEXT, " ");
    predict_runs(doc, &why, layer, &question->explain, ROLE_TEXT);
    if (why.n) doc_runs(doc, pane, 2, 0, &why);
}

/* A computed choice is a number only once what is given has been computed. */
static void draw_choice(Doc *doc, int pane, const ViewPrediction *prediction, RefLayer layer, size_t index,
                        char letter)
{
    const QuestionChoice *choice = &prediction->question->choices[index];
    bool is_chosen = prediction->choice == (int)index;
    Runs runs = {0};
    runs_text(&doc->pen, &runs, ROLE_KEY,
              arena_printf(doc->pen.arena, "%s%c ", is_chosen ? "> " : "  ", letter));
    prose_runs(&doc->pen, &runs, &choice->text, is_chosen ? ROLE_EMPH : ROLE_TEXT);
    if (choice->expr) {
        Layer *given = doc->pen.layers[layer], *of = given ? given : doc->pen.layers[REF_NOW];
        ElementRef ref = {.layer = (uint8_t)(given ? layer : REF_NOW), .node = layer_node(of, choice->expr)};
        Number number;
        if (pen_number(&doc->pen, ref, &prediction->question->format, &number))
            runs_number(&doc->pen, &runs, &number);
    }
    if (prediction->is_open)
        runs_text(&doc->pen, &runs, choice->is_right ? ROLE_GOOD : ROLE_DIM, choice->is_right ? "  ✓" : "");
    doc_runs(doc, pane, 2, 4, &runs);
}

static void draw_invitation(Doc *doc, int pane)
{
    Runs runs = {0};
    if (doc->setup.is_spoken) {
        runs_text(&doc->pen, &runs, ROLE_KEY, "predict");
        runs_text(&doc->pen, &runs, ROLE_DIM, " with your guess commits it; with - it shows the answer.");
        doc_runs(doc, pane, 2, 0, &runs);
        return;
    }
    runs_text(&doc->pen, &runs, ROLE_KEY, "p");
    runs_text(&doc->pen, &runs, ROLE_DIM,
              doc->setup.is_presented ? " puts it to the class."
                                      : " commits a guess; an empty one shows the answer.");
    doc_runs(doc, pane, 2, 0, &runs);
}

void predict_draw(Doc *doc, int pane, const Block *block)
{
    const Question *question = block->as.question;
    Runs runs = {0};
    RefLayer layer = REF_NOW;
    runs_text(&doc->pen, &runs, ROLE_EMPH, "PREDICT  ");
    prose_runs(&doc->pen, &runs, &question->prompt, ROLE_TEXT);
    doc_runs(doc, pane, 0, 2, &runs);
    const ViewPrediction *prediction = find_prediction(doc, question, &layer);
    if (!prediction) return;
    size_t *order = arena_array(doc->pen.arena, question->n_choices, sizeof *order);
    view_choice_order(question, order);
    for (size_t i = 0; i < question->n_choices; i++)
        draw_choice(doc, pane, prediction, layer, order[i], (char)('a' + (int)i));
    if (prediction->is_open)
        draw_outcome(doc, pane, prediction, layer);
    else
        draw_invitation(doc, pane);
}
