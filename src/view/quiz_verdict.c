/* What came of the answer: right or not, the idea that gives it, both computations side by side; where no
 * idea gives it, the step at which one slip would lead there, and how the answer itself is computed.
 */
#include "view/quiz.h"
#include "view/why.h"

#include <string.h>

/* ----------------------------------------------------------------- sentences */

static const char *points_text(const Doc *doc, const ViewQuestion *question)
{
    size_t hints = question->hints_open;
    const char *with = hints == 0 ? "" : hints == 1 ? ", with a hint" : ", with hints";
    return arena_printf(doc->pen.arena, "   %d of %d points%s", question->points, QUIZ_MAX_POINTS, with);
}

static void truth_runs(const Doc *doc, Runs *runs, const Draw *draw)
{
    const Pen *pen = &doc->pen;
    bool is_number = draw->kind == QUESTION_NUMBER || draw->kind == QUESTION_ARRAY;
    if (is_number && draw->answer) {
        quiz_value(pen, runs, draw->layer, draw->answer, draw->question->format);
        return;
    }
    if (draw->kind == QUESTION_TRUTH)
        runs_text(pen, runs, ROLE_EMPH, arena_strndup(pen->arena, draw->truth, strcspn(draw->truth, ";")));
    if (draw->kind == QUESTION_ORDER) runs_text(pen, runs, ROLE_EMPH, draw->truth);
    if (draw->kind == QUESTION_INVERSE || draw->kind == QUESTION_BREAK)
        runs_text(pen, runs, ROLE_CODE, draw->truth);
    size_t n = 0;
    for (size_t i = 0; i < draw->n_choices && draw->kind != QUESTION_ORDER; i++) {
        if (!draw->choices[i].is_right) continue;
        bool is_first = n++ == 0 && draw->kind != QUESTION_TRUTH;
        runs_text(pen, runs, ROLE_EMPH,
                  arena_printf(pen->arena, "%s%c", is_first ? "" : " ", draw->choices[i].letter));
    }
    if (n == 0 && draw->kind == QUESTION_CHOICES) runs_text(pen, runs, ROLE_EMPH, "none");
}

static void add_truth(const Doc *doc, Runs *runs, const Draw *draw)
{
    runs_text(&doc->pen, runs, ROLE_LABEL, "   right\u00a0");
    truth_runs(doc, runs, draw);
}

/* "✗ Not this time.   your answer 0.4211   right 0.5142" */
static void draw_outcome(Doc *doc, const ViewQuestion *question)
{
    const Verdict *verdict = question->verdict;
    const Pen *pen = &doc->pen;
    bool is_right = verdict->kind == VERDICT_RIGHT, is_given_up = !*verdict->said;
    Runs runs = {0};
    bool has_sign = !doc->setup.is_spoken && !is_given_up;
    if (has_sign) runs_text(pen, &runs, is_right ? ROLE_GOOD : ROLE_BAD, is_right ? "✓ " : "✗ ");
    runs_text(pen, &runs, is_right ? ROLE_GOOD : ROLE_BAD,
              is_right      ? "Right."
              : is_given_up ? "Given up."
                            : "Not this time.");
    if (!is_given_up) {
        runs_text(pen, &runs, ROLE_LABEL, "   your answer\u00a0");
        bool is_letter =
            question->draw->kind == QUESTION_CHOICE; /* the choice itself is marked in the list */
        runs_text(pen, &runs, ROLE_ENTRY,
                  is_letter ? arena_strndup(pen->arena, verdict->said, 1) : verdict->said);
    }
    if (is_right)
        runs_text(pen, &runs, ROLE_STUDY, points_text(doc, question));
    else
        add_truth(doc, &runs, question->draw);
    doc_runs(doc, 0, 0, 2, &runs);
}

static void draw_prose(Doc *doc, const Layer *layer, const Prose *prose)
{
    Runs runs = {0};
    if (!prose || !layer) return;
    quiz_prose(&doc->pen, &runs, layer, prose, ROLE_TEXT);
    doc_runs(doc, 0, 0, 0, &runs);
}

static void draw_note(Doc *doc, const char *note)
{
    Runs runs = {0};
    if (!note) return;
    char *text = arena_printf(doc->pen.arena, "%s.", note);
    bool is_letter = text[0] != '\0' && text[1] == ' '; /* of a choice: "b is wrong" */
    if (!is_letter && text[0] >= 'a' && text[0] <= 'z') text[0] = (char)(text[0] - 'a' + 'A');
    runs_text(&doc->pen, &runs, ROLE_TEXT, text);
    doc_runs(doc, 0, 0, 0, &runs);
}

/* "IDEA divided by dk  The scores were divided by d_k instead of its root." */
static void draw_named_idea(Doc *doc, const Verdict *verdict)
{
    const Pen *pen = &doc->pen;
    Runs runs = {0};
    bool is_alone = verdict->kind == VERDICT_WRONG && verdict->idea_name;
    if (is_alone) {
        runs_text(pen, &runs, ROLE_TRAP, "IDEA  ");
        runs_text(pen, &runs, ROLE_EMPH, view_idea_name(pen->arena, verdict->idea_name));
        runs_text(pen, &runs, ROLE_TEXT, " gives your answer.  ");
    }
    if (verdict->reason && verdict->reason_layer)
        quiz_prose(pen, &runs, verdict->reason_layer, verdict->reason, ROLE_TEXT);
    if (runs.n) doc_runs(doc, 0, 0, 0, &runs);
}

/* --------------------------------------------------------------- derivations */

static void say_level(Doc *doc, int col, ElementRef ref)
{
    Explanation why;
    Runs runs = {0};
    if (!layer_explain(doc->pen.layers[ref.layer], doc->pen.arena, ref, &why)) return;
    why_equation(&doc->pen, &runs, &why);
    doc_runs(doc, 0, col, 2, &runs);
}

/* The level, then what each of its operands comes from. */
static void say_derivation(Doc *doc, ElementRef ref)
{
    Explanation why;
    const Factor *operands;
    if (!layer_explain(doc->pen.layers[ref.layer], doc->pen.arena, ref, &why)) return;
    say_level(doc, 0, ref);
    size_t n = explanation_operands(&why, doc->pen.arena, &operands);
    for (size_t i = 0; i < n; i++) {
        ElementRef operand = operands[i].ref;
        operand.layer = ref.layer;
        if (operand.node) say_level(doc, 2, operand);
    }
}

/* One level of an element's derivation, as the panel has it, its operands below. */
static void draw_derivation(Doc *doc, ElementRef ref, SourceSpan span)
{
    enum { ROWS = 6 };
    ViewWhy why = {.path = &ref, .depth = 1, .operand = 0};
    int cols = doc_room(doc, 0) - 4;
    if (!ref.node || !doc->pen.layers[ref.layer % REF_LAYERS] || cols < 8) return;
    if (doc->setup.is_spoken) {
        say_derivation(doc, ref);
        return;
    }
    WhyPanel panel = why_layout(&doc->pen, &why, cols, ROWS);
    Picture picture = picture_new(&doc->pen, 0, 0);
    picture.frame = panel.frame;
    doc_picture(doc, 0, 4, &picture, span);
}

static bool number_of(const Pen *pen, RefLayer layer, NodeId node, ElementRef at, Number *number)
{
    at.layer = (uint8_t)layer;
    at.node = node;
    return pen_number(pen, at, NULL, number);
}

/* The answer's element; of an array its first one. */
static ElementRef answer_of(const ViewQuestion *question)
{
    const Draw *draw = question->draw;
    if (draw->answer_ref.node || draw->kind != QUESTION_ARRAY) return draw->answer_ref;
    return (ElementRef){.layer = REF_NOW, .node = draw->answer};
}

/* "Your answer follows from s[2] = 1.0000 in place of 2.0000; the rest is computed rightly." */
static void draw_slip(Doc *doc, const ViewQuestion *question, const Slip *slip)
{
    const Trace *trace = question->verdict->trace;
    const Pen *pen = &doc->pen;
    Runs runs = {0};
    Number theirs, right;
    NodeId node = trace && trace->parts_at < trace->n_rows ? trace->rows[trace->parts_at].theirs : 0;
    bool is_known = !slip->is_answer && node && number_of(pen, REF_NOW, slip->at.node, slip->at, &right) &&
                    number_of(pen, REF_OTHER, node, slip->at, &theirs);
    if (is_known) {
        runs_text(pen, &runs, ROLE_TEXT,
                  arena_printf(pen->arena, "One slip would lead to your answer: %s = ",
                               view_display(pen->arena, slip->expr)));
        runs_number(pen, &runs, &theirs);
        runs_text(pen, &runs, ROLE_TEXT, " in place of ");
        runs_number(pen, &runs, &right);
        runs_text(pen, &runs, ROLE_TEXT, ", and all after it computed rightly.");
    } else {
        runs_text(pen, &runs, ROLE_TEXT,
                  "No single slip on the way leads to your answer. It is computed so:");
    }
    doc_runs(doc, 0, 0, 0, &runs);
    draw_derivation(doc, slip->is_answer ? answer_of(question) : slip->at, question->draw->question->span);
}

/* What the student's change makes of the sentence. */
static void draw_change(Doc *doc, const ViewQuestion *question)
{
    const Verdict *verdict = question->verdict;
    if (!verdict->edited || !verdict->target) return;
    Runs runs = {0};
    doc_gap(doc, 0);
    runs_text(&doc->pen, &runs, ROLE_TEXT, "With your change:");
    doc_runs(doc, 0, 0, 0, &runs);
    ElementRef ref = {.layer = (uint8_t)quiz_layer(&doc->pen, verdict->edited), .node = verdict->target};
    draw_derivation(doc, ref, question->draw->question->span);
}

static void draw_trace(Doc *doc, const ViewQuestion *question)
{
    const Trace *trace = question->verdict->trace;
    if (!trace || trace->n_rows == 0 || !doc->pen.layers[REF_OTHER]) return;
    if (doc->setup.is_spoken) {
        quiz_say_trace(doc, trace);
        return;
    }
    doc_gap(doc, 0);
    Picture table = quiz_trace(&doc->pen, trace, doc_room(doc, 0) - 2);
    doc_picture(doc, 0, 2, &table, question->draw->question->span);
}

/* --------------------------------------------------------------------- whole */

static void draw_follow_up(Doc *doc)
{
    Runs runs = {0};
    doc_gap(doc, 0);
    runs_text(&doc->pen, &runs, ROLE_EMPH, "The next question tells the two apart.");
    doc_runs(doc, 0, 0, 0, &runs);
}

static bool has_derivation(const ViewQuestion *question)
{
    const Verdict *verdict = question->verdict;
    return verdict->kind == VERDICT_WRONG && !verdict->slip && !verdict->trace && answer_of(question).node;
}

void quiz_verdict_draw(Doc *doc, const ViewQuestion *question)
{
    const Verdict *verdict = question->verdict;
    draw_outcome(doc, question);
    draw_note(doc, verdict->note);
    draw_named_idea(doc, verdict);
    if (verdict->slip) draw_slip(doc, question, verdict->slip);
    draw_trace(doc, question);
    draw_change(doc, question);
    if (has_derivation(question)) draw_derivation(doc, answer_of(question), question->draw->question->span);
    draw_prose(doc, question->draw->layer, verdict->because);
    if (question->has_follow_up) draw_follow_up(doc);
}
