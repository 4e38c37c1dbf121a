/* A lesson's screen while it is made: shared by reading and presenting, which lay the document out and draw what
 * stands around it each in their own way.
 */
#ifndef HEED_VIEW_SCREENED_H
#define HEED_VIEW_SCREENED_H

#include "view/chrome.h"
#include "view/doc.h"
#include "view/why.h"

enum { PINNED_MAX = 2 };

typedef struct Screened Screened;

/* What differs. */
typedef struct ScreenKind {
    void (*plan)(Screened *s);        /* the rows around the content: s->chrome */
    void (*lay_out)(Screened *s);     /* panes and document */
    int (*landing)(const Screened *s); /* the row where the newest step is read from */
    void (*draw_around)(Screened *s); /* title, rules, status */
    void (*draw_over)(Screened *s);   /* what lies over the content; may be NULL */
    void (*finish)(Screened *s);      /* over all that was drawn; may be NULL */
} ScreenKind;

struct Screened {
    const ScreenKind *kind;
    Frame *frame;
    const ViewState *state;
    ViewReport *report;
    Pen pen;
    Chrome chrome;
    WhyPanel why;
    int why_scroll, why_border; /* border: 0 a rule on top, 1 a box */
    Doc *doc;
    int panes, cols[2], at[2];      /* of each pane: its width, its screen column */
    int scroll, step_row, selected; /* selected: index of the target, -1 */
    const DocClaim *pinned[PINNED_MAX];
    int n_pinned;
    int footer; /* rows above the status */
};


/* Draws the state by way of a kind. */
void screened_draw(Frame *frame, const ViewState *state, ViewReport *report, const ScreenKind *kind);

/* ---- for kinds ---- */
DocSetup screened_setup(const Screened *s, PicSize size, bool is_dense);
void screened_status(Screened *s);
/* The rows that the line being typed takes. */
int screened_entry_rows(const Screened *s);
/* "Four steps" of "Four steps: how does one query choose?"; a question goes without its mark. */
const char *screened_short_title(Arena *arena, const Lesson *lesson);
bool screened_is_seen(const Screened *s, int row);

#endif
