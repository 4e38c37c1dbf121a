/* The document: a screen's open steps, laid out top down.
 *
 * One pane, or two: prose left, sheet and pictures right, each step's panes begun
 * in the same row where it has both. A pane is a tall frame with a blank column at
 * either side, so that the selection's marks always find room. Pictures wider than
 * their pane are paged sideways (printed: page under page).
 *
 * What the screen needs to know about it is gathered while it is laid out: the
 * numbers that can be selected, headers that stay in sight, where steps begin,
 * claims, and what did not fit.
 */
#ifndef HEED_VIEW_DOC_H
#define HEED_VIEW_DOC_H

#include "heed/view.h"
#include "view/picture.h"
#include "view/prose.h"

typedef struct DocSetup {
    const Lesson *lesson;
    int screen;
    int n_steps;    /* open ones */
    bool only_last; /* lays out the last of them alone: to see whether it fits */
    bool more;      /* sections on demand are open */
    bool is_print;  /* a text for a pipe: nothing is hidden, nothing paged */
    bool is_spoken; /* read line by line or aloud: pictures in words (spoken.h) */
    bool is_dense;  /* no blank rows between blocks */
    bool is_presented;    /* for a room: predictions are put to the class */
    bool has_no_captions; /* pictures alone */
    int n_panes;
    int widths[2];
    PicSize size;
    bool has_selection;
    ElementRef selection;
    const ViewPrediction *predictions;
    size_t n_predictions;
    bool values; /* formulas show the numbers of their terms */
    const ViewPage *page; /* laid out in place of a screen; NULL */
} DocSetup;

/* A number that can be selected, or a term: its span's ref is view_term_ref's. */
typedef struct DocTarget {
    FrameSpan span; /* in its pane */
    int pane, step;
    bool is_hidden; /* on a page that is not shown; span.col tells where it would be */
} DocTarget;

/* Rows [first, end) of a table under a header that stays in sight. */
typedef struct DocSticky {
    int pane, header, header_rows, first, end;
} DocSticky;

typedef struct DocStep {
    int start[2], end[2]; /* rows in each pane */
    bool has_picture;
} DocStep;

typedef struct DocClaim {
    const Claim *claim;
    int pane, row, rows;
    ClaimState state;
} DocClaim;

/* The rows of a block in its pane, the blank ones before it not among them. */
typedef struct DocPart {
    int start, end;
    bool is_picture;
} DocPart;

/* Something wider than its pane: `cols` cells of `room`. */
typedef struct DocOverflow {
    SourceSpan span;
    int cols, room;
} DocOverflow;

typedef struct Doc {
    Pen pen;
    DocSetup setup;
    Frame *panes[2];
    int rows[2];
    int step;          /* being laid out */
    bool has_yielding; /* pictures that take fewer rows when they must */
    bool has_closed;   /* sections on demand that are closed */
    DocTarget *targets;
    size_t n_targets, cap_targets;
    DocSticky *stickies;
    size_t n_stickies, cap_stickies;
    DocClaim *claims;
    size_t n_claims, cap_claims;
    DocOverflow *overflows;
    size_t n_overflows, cap_overflows;
    DocPart *parts;
    size_t n_parts, cap_parts;
    DocStep *steps;
    int *equation_rows; /* of each of the lesson's equations: its row in its pane; -1: not drawn */
} Doc;

/* One without anything in it yet, for those who lay out a part of a lesson by itself. */
Doc *doc_blank(const Pen *pen, const DocSetup *setup);
/* Lays out steps [0, n_steps) of the screen. */
Doc *doc_new(const Pen *pen, const DocSetup *setup);
/* Whether a screen has anything for a right pane. */
bool doc_wants_two_panes(const Lesson *lesson, int screen);

/* ---- for those who lay out blocks ---- */
int doc_room(const Doc *doc, int pane); /* cells between the margins */
void doc_gap(Doc *doc, int pane);       /* a blank row, unless the pane ends in one */
/* Prose; lines after the first are indented by `indent`. `col` counts from the margin. */
void doc_runs(Doc *doc, int pane, int col, int indent, const Runs *runs);
/* A picture, paged where it must be. */
void doc_picture(Doc *doc, int pane, int col, const Picture *picture, SourceSpan span);
void doc_overflow(Doc *doc, SourceSpan span, int cols, int room);
/* Registers the numbers and terms that were put into a pane since it had `from` spans. */
void doc_targets(Doc *doc, int pane, size_t from);
/* Registers one that is drawn in block digits. */
void doc_target(Doc *doc, int pane, FrameSpan span);
/* Rows at the end of a pane, blank; the index of the first. */
int doc_add_rows(Doc *doc, int pane, int rows);

void doc_claim(Doc *doc, DocClaim claim);

/* claims.c: a claim's line, with what made it false or unknown. */
Runs claim_runs(const Pen *pen, const Claim *claim, ClaimState state);
/* What made it so: the number that the last edit changed, or the error that stands in its way. */
void claim_reason(const Pen *pen, Runs *runs, const Claim *claim, ClaimState state);

/* blocks.c: a block at the end of its pane. */
void block_draw(Doc *doc, const Block *block, bool is_first_of_section);
/* Which pane it belongs to. */
int block_pane(const Doc *doc, const Block *block);

/* A page's steps are begun one after the other; landing keeps the newest in sight. */
void doc_begin_step(Doc *doc);

/* quiz_question.c: a question of a quiz, and what came of the answer. */
void question_draw(Doc *doc, const void *shown);

/* cards.c: a flashcard, its front or both sides. */
void card_draw(Doc *doc, const void *shown);

/* predict.c: a prediction's question, and what came of the guess. */
void predict_draw(Doc *doc, int pane, const Block *block);
/* Prose whose numbers are those of the given layer. */
void predict_runs(const Doc *doc, Runs *runs, RefLayer layer, const Prose *prose, Role role);

/* show.c: the pictures of a show block, and their captions. */
void show_draw(Doc *doc, int pane, const Block *block);

#endif
