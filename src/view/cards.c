/* A flashcard as a page: its front; once it is turned, its back, and the four grades as buttons, each with
 * the interval that it would give.
 *
 * Both sides stand together where they fit; on a tiny screen the back is a step of its own, so that it is
 * what is seen. A cloze is one text in both: with a gap, then with the word.
 */
#include "view/doc.h"

#include <string.h>

enum { N_GRADES = 4, BUTTON_GAP = 2, MARGIN = 2 };

static void write_side(Doc *doc, const Prose *prose, Role role)
{
    Runs runs = {0};
    prose_runs(&doc->pen, &runs, prose, role);
    doc_runs(doc, 0, MARGIN, 0, &runs);
}

static void write_invitation(Doc *doc)
{
    Runs runs = {0};
    runs_text(&doc->pen, &runs, ROLE_DIM, "The answer is a number: e types it, or Space turns the card.");
    doc_gap(doc, 0);
    doc_runs(doc, 0, MARGIN, 0, &runs);
}

/* "✓ 3 is right: …": what was typed is in it. */
static void write_verdict(Doc *doc, const ViewCard *card)
{
    Runs runs = {0};
    runs_text(&doc->pen, &runs, card->is_right ? ROLE_GOOD : ROLE_BAD, card->is_right ? "✓ " : "✗ ");
    runs_text(&doc->pen, &runs, ROLE_STUDY, arena_printf(doc->pen.arena, "%s.", card->verdict));
    doc_gap(doc, 0);
    doc_runs(doc, 0, MARGIN, 2, &runs);
}

/* ----------------------------------------------------------------- buttons */

/* "1 Again" and below it "1 min"; where rows are few, in one row: "1 Again 1 min". */
typedef struct Buttons {
    const ViewGrade *grades;
    int rows; /* of each: 2 or 1 */
    int width;
} Buttons;

static int button_width(const Doc *doc, const ViewGrade *grade, int rows)
{
    Charset charset = doc->pen.charset;
    int head = charset_width(charset, grade->key) + 1 + charset_width(charset, grade->name);
    int interval = charset_width(charset, grade->interval);
    if (rows == 1) return head + 1 + interval;
    return head > interval + 2 ? head : interval + 2;
}

static Buttons plan_buttons(const Doc *doc, const ViewCard *card)
{
    Buttons buttons = {card->grades, doc->setup.size == PIC_FULL ? 2 : 1, 0};
    for (int i = 0; i < N_GRADES; i++) {
        int width = button_width(doc, &card->grades[i], buttons.rows);
        if (width > buttons.width) buttons.width = width;
    }
    return buttons;
}

static void put_button(Frame *frame, int row, int col, const Buttons *buttons, const ViewGrade *grade)
{
    for (int i = 0; i < buttons->rows; i++)
        frame_span(frame, (FrameSpan){.kind = SPAN_KEY,
                                      .row = row + i,
                                      .col = col,
                                      .width = buttons->width,
                                      .item = grade->command});
    int used = frame_put(frame, row, col, -1, ROLE_KEY, grade->key) + 1;
    used += frame_put(frame, row, col + used, -1, ROLE_EMPH, grade->name) + 1;
    bool is_below = buttons->rows == 2;
    frame_put(frame, row + is_below, col + (is_below ? 2 : used), -1, ROLE_STUDY, grade->interval);
}

/* All in a row, or where it is narrow two and two, or one below the other. */
static void draw_buttons(Doc *doc, const ViewCard *card)
{
    Buttons buttons = plan_buttons(doc, card);
    int pitch = buttons.width + BUTTON_GAP, room = doc_room(doc, 0) - MARGIN, per_row = N_GRADES;
    while (per_row > 1 && per_row * pitch - BUTTON_GAP > room) per_row /= 2;
    int lines = N_GRADES / per_row;
    Picture picture = picture_new(&doc->pen, buttons.rows * lines, per_row * pitch - BUTTON_GAP);
    for (int i = 0; i < N_GRADES; i++)
        put_button(picture.frame, buttons.rows * (i / per_row), i % per_row * pitch, &buttons,
                   &card->grades[i]);
    picture.has_drawing = true; /* it yields to a row each */
    doc_gap(doc, 0);
    doc_picture(doc, 0, MARGIN, &picture, card->face->card->card->span);
}

/* --------------------------------------------------------------------- page */

void card_draw(Doc *doc, const void *shown)
{
    const ViewCard *card = shown;
    bool is_cloze = card->face->card->card->is_cloze;
    doc_begin_step(doc);
    if (!is_cloze || !card->is_turned) {
        doc_gap(doc, 0);
        write_side(doc, card->face->front, is_cloze ? ROLE_TEXT : ROLE_EMPH);
    }
    if (!card->is_turned && card->asks_number) write_invitation(doc);
    if (!card->is_turned) return;
    bool is_tiny = doc->setup.size == PIC_NUMBERS;
    if (!is_cloze && is_tiny) doc_begin_step(doc);
    doc_gap(doc, 0);
    write_side(doc, card->face->back, ROLE_TEXT);
    if (card->verdict) write_verdict(doc, card);
    draw_buttons(doc, card);
}
