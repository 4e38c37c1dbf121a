/* A flashcard as a page: its front; once it is turned, its back, and the four grades as buttons, each with
 * the interval that it would give.
 *
 * The front is one step and the back another, so that where rows are few the newest stays in sight. A cloze
 * is one text in both: with a gap, then with the word.
 */
#include "view/doc.h"

#include <string.h>

enum { N_GRADES = 4, BUTTON_GAP = 3, MARGIN = 2 };

static void write_side(Doc *doc, const Prose *prose, Role role)
{
    Runs runs = {0};
    prose_runs(&doc->pen, &runs, prose, role);
    doc_runs(doc, 0, MARGIN, 0, &runs);
}

/* ----------------------------------------------------------------- buttons */

/* "1 Again", and below it "1 min". */
static int button_width(const Doc *doc, const ViewGrade *grade)
{
    int head = charset_width(doc->pen.charset, grade->key) + 1 + charset_width(doc->pen.charset, grade->name);
    int below = charset_width(doc->pen.charset, grade->interval) + 2;
    return head > below ? head : below;
}

static void put_button(Frame *frame, int row, int col, int width, const ViewGrade *grade)
{
    for (int i = 0; i < 2; i++)
        frame_span(frame,
                   (FrameSpan){
                       .kind = SPAN_KEY, .row = row + i, .col = col, .width = width, .item = grade->command});
    int used = frame_put(frame, row, col, -1, ROLE_KEY, grade->key);
    frame_put(frame, row, col + used + 1, -1, ROLE_EMPH, grade->name);
    frame_put(frame, row + 1, col + 2, -1, ROLE_STUDY, grade->interval);
}

/* All in a row, or where it is narrow two and two. */
static void draw_buttons(Doc *doc, const ViewCard *card)
{
    int widest = 0;
    for (int i = 0; i < N_GRADES; i++) {
        int width = button_width(doc, &card->grades[i]);
        if (width > widest) widest = width;
    }
    int pitch = widest + BUTTON_GAP, room = doc_room(doc, 0) - MARGIN;
    int per_row = N_GRADES * pitch - BUTTON_GAP <= room ? N_GRADES : 2 * pitch - BUTTON_GAP <= room ? 2 : 1;
    Picture picture =
        picture_new(&doc->pen, 2 * ((N_GRADES + per_row - 1) / per_row), per_row * pitch - BUTTON_GAP);
    for (int i = 0; i < N_GRADES; i++)
        put_button(picture.frame, 2 * (i / per_row), i % per_row * pitch, widest, &card->grades[i]);
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
    if (!card->is_turned) return;
    if (!is_cloze) doc_begin_step(doc);
    doc_gap(doc, 0);
    write_side(doc, card->face->back, ROLE_TEXT);
    draw_buttons(doc, card);
}
