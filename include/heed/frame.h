/* A Frame: what is to be seen, before any terminal.
 *
 * A grid of cells; each holds one grapheme cluster (or is the right half of a
 * wide one), a role and marks. A frame knows no colours and no curses: a theme
 * maps roles to colours in tui, golden tests print the cells, `heed print`
 * prints the text. Numbers carry references: every run of cells that shows a
 * number belongs to a FrameSpan with the element it shows and the format it is
 * shown in, so that a test can prove each number on the screen, a click can find
 * it and the selection can walk them in order.
 *
 * Charset. A frame is UTF-8 (with braille or without) or ASCII from its birth. All puts take UTF-8; an ASCII
 * frame replaces each character by its twin (`√` by "sqrt ", `α` by "alpha", `█`
 * by "#", `…` by "..."), and the measuring functions measure what will be drawn.
 *
 * Puts clip at the frame's edges, never write half of a wide character (a blank
 * takes its place), and never fail. Rows and columns count from 0. A put changes
 * the glyphs and roles of its cells; their marks and spans stay until frame_clear.
 */
#ifndef HEED_FRAME_H
#define HEED_FRAME_H

#include "heed/arena.h"
#include "heed/number.h"
#include "heed/ref.h"
#include <stddef.h>
#include <stdint.h>

typedef enum Role {
    ROLE_TEXT,     /* prose */
    ROLE_TITLE,
    ROLE_RULE,     /* lines, frames, axes' strokes */
    ROLE_EMPH,     /* strong and emphasised prose, key sentences */
    ROLE_DIM,      /* captions, hints, what matters less; still readable */
    ROLE_CODE,     /* expressions, source text, names in prose's code */
    ROLE_LABEL,    /* row and column labels, names of arrays, operators under columns */
    ROLE_NUMBER,   /* a sheet element (always in a SPAN_NUMBER or SPAN_LARGE) */
    ROLE_CHANGED,  /* a sheet element that differs from before the last edit (ditto) */
    ROLE_BAR,      /* bars and marks of pictures */
    ROLE_HEAT,     /* heatmap cells: `level` says how hot */
    ROLE_AXIS,     /* digits of axes: not results */
    ROLE_PAGE,     /* digits of navigation: "step 3 of 4", list numbers */
    ROLE_STUDY,    /* digits of study: counts of cards, intervals */
    ROLE_SLOPE,    /* d(number)/d(input), worked out by the sheet though no element of it (always in a SPAN_SLOPE) */
    ROLE_MEASURED, /* digits measured, not computed: milliseconds, bytes */
    ROLE_SOURCE,   /* figures quoted from a source: [as printed: 0.4518] */
    ROLE_GOOD,     /* a claim that holds, a right answer */
    ROLE_BAD,      /* a claim that fails, an error, a wrong answer */
    ROLE_ANALOGY,
    ROLE_TRAP,
    ROLE_KEY,      /* names of keys in hints and help */
    ROLE_STATUS,   /* the status line */
    ROLE_ENTRY,    /* text being typed */
    ROLE_COUNT
} Role;

/* Marks: what a cell is besides its role. */
enum {
    MARK_SELECTED = 1,  /* the selected number or item (also drawn in glyphs: >0.4519‹) */
    MARK_INPUT = 2,     /* part of an input: underlined, beside its brackets */
    MARK_CURSOR = 4,    /* the text cursor of an entry */
    MARK_HIT = 8,       /* a search hit */
    MARK_SPOTLIGHT = 16 /* presenting: outside the spotlight cells are dimmed */
};

#define CELL_BYTES 28 /* the longest cluster kept; longer ones lose their tail of combining marks */

typedef struct Cell {
    char glyph[CELL_BYTES]; /* UTF-8, zero-terminated; "" is the right half of a wide cluster */
    uint8_t width;          /* 1, 2, or 0 for a right half */
    uint8_t role;
    uint8_t marks;
    uint8_t level;          /* ROLE_HEAT: 0..255 along the ramp */
    uint32_t span;          /* 1 + index into spans, or 0 */
} Cell;

typedef enum SpanKind {
    SPAN_NUMBER, /* ref and format tell what it shows */
    SPAN_ITEM,   /* something to choose: `item` is the app's own number for it */
    SPAN_KEY,    /* a key hint: `item` is the command's number */
    SPAN_MARK,   /* a mark in a picture: ref tells the number it stands for; item: MARK_STANDS_ALONE or 0 */
    SPAN_TERM,   /* a term of a formula: `item` indexes the lesson's terms */
    SPAN_LARGE,  /* a row of a number in block digits: ref, format and text as of a SPAN_NUMBER */
    SPAN_MOVE,   /* a click moves the input that `ref` is an element of by `item` steps (an int) */
    SPAN_SLOPE   /* d(of)/d(ref), as layer_influence gives it: `of` the number, `ref` the element of an input */
} SpanKind;

/* A mark that can be selected, since no number stands beside it (the chosen one of some words). */
#define MARK_STANDS_ALONE 1

typedef struct FrameSpan {
    SpanKind kind;
    int row, col, width; /* where; clipped spans keep what is visible */
    ElementRef ref, of;
    NumFormat format;
    uint32_t item;
    const char *text;    /* the whole text as formatted, before clipping (frame's arena) */
} FrameSpan;

/* Where wrapped text goes on: behind the cells before `col` of `row` it continues at (row + 1, next_col). */
typedef struct FrameBreak {
    int row, col, next_col;
    bool has_blank; /* it stands for a blank; else a word was broken */
} FrameBreak;

typedef enum Charset {
    CHARSET_UTF8,
    CHARSET_ASCII,
    CHARSET_BLOCKS /* UTF-8 where the font has no braille: drawings in dots are set in quarter blocks */
} Charset;

typedef struct Frame {
    Arena *arena;
    int rows, cols;
    Charset charset;
    Cell *cells; /* rows * cols, row-major */
    size_t cap_cells;
    FrameSpan *spans;
    size_t n_spans, cap_spans;
    FrameBreak *breaks; /* of what frame_wrap put, in the order of putting */
    size_t n_breaks, cap_breaks;
    int cursor_row, cursor_col; /* -1: hidden */
} Frame;

/* rows, cols >= 0; the frame and all it holds live in `arena`. Blank cells. */
Frame *frame_new(Arena *arena, int rows, int cols, Charset charset);
Cell *frame_cell(Frame *frame, int row, int col); /* NULL outside */

/* The text as this charset shows it (the text itself for UTF-8). */
const char *charset_text(Arena *arena, Charset charset, const char *utf8);
/* The same of a text of lines: its newlines and tabs stay what they are. */
const char *charset_lines(Arena *arena, Charset charset, const char *utf8);
/* Cells that `utf8` takes in this charset. */
int charset_width(Charset charset, const char *utf8);

/* Puts text from (row, col) to the right, at most max_cells (negative: no limit but the
 * frame's edge); returns the cells used, those outside the frame included, so that
 * col += frame_put(...) is right everywhere. Newlines and controls are drawn as
 * stand-ins; characters without a cell of their own (a lone combining mark) are left out. */
int frame_put(Frame *frame, int row, int col, int max_cells, Role role, const char *utf8);
/* The same, but a text that does not fit ends in an ellipsis. */
int frame_put_fit(Frame *frame, int row, int col, int max_cells, Role role, const char *utf8);
int frame_printf(Frame *frame, int row, int col, Role role, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
/* A single glyph repeated over n cells. */
void frame_fill(Frame *frame, int row, int col, int n, Role role, const char *glyph);
/* Blanks a rectangle (clears roles and spans). */
void frame_clear(Frame *frame, int row, int col, int rows, int cols);
void frame_mark(Frame *frame, int row, int col, int n, uint8_t marks); /* adds marks to n cells */
void frame_role(Frame *frame, int row, int col, int n, Role role);
/* Makes n cells ROLE_HEAT of this level. */
void frame_heat(Frame *frame, int row, int col, int n, uint8_t level);

/* Starts a span at (row, col) over `width` cells already put or about to be put;
 * the cells get its index; `text` is copied. Returns the index, or -1 where nothing of
 * it is inside. A span whose cells a later span or clear took away keeps its longer
 * part; one that lost them all has width 0: skip those in a walk. */
int frame_span(Frame *frame, FrameSpan span);
/* The span at a cell, or NULL. */
const FrameSpan *frame_span_at(const Frame *frame, int row, int col);

/* A box with corners and an optional title in its top edge ("┌ why ───┐"). */
void frame_box(Frame *frame, int row, int col, int rows, int cols, const char *title);

/* Tells that text goes on in the next row. */
void frame_break(Frame *frame, FrameBreak at);
/* Copies rows [from_row, from_row + rows) x [from_col, +cols) of `from` to (row, col) of `to`,
 * spans, breaks and a cursor in that area included and shifted; same charset. */
void frame_blit(Frame *to, int row, int col, const Frame *from, int from_row, int from_col, int rows, int cols);
/* A frame grown or cut to `rows` rows, contents kept (for documents laid out top down). */
void frame_resize_rows(Frame *frame, int rows);
/* Room for so many rows, so that growing to them copies nothing. */
void frame_reserve_rows(Frame *frame, int rows);

/* One line of text, trailing blanks cut. */
char *frame_row_text(Arena *arena, const Frame *frame, int row);
/* All rows, one a line. `annotate`, for golden tests: rows begin with '|', and below each row
 * that has them stand lines that begin with ':', one of role letters (a heat cell is a digit
 * 0..9 of its level, prose is blank) and one per mark. */
char *frame_text(Arena *arena, const Frame *frame, bool annotate);

/* ---- wrapping ---- */
/* A run of styled text; prose is a list of them. */
typedef struct TextRun {
    const char *utf8;
    Role role;
    uint8_t marks;
    bool is_span;   /* keep on one line, and put `span` over it */
    FrameSpan span; /* kind, ref, format, text, item; place is filled in */
} TextRun;

/* Greedy wrapping into `width` cells from (row, col) at most max_rows (-1: the frame grows);
 * breaks at blanks (a newline or tab is one), keeps spans whole, breaks a word longer than the
 * line; `indent` for lines after the first. Returns the rows used, 0 for no text. Where text is
 * left over behind max_rows, the last line ends in an ellipsis. With frame NULL it only
 * measures, in `charset` (a frame's own charset counts otherwise). */
int frame_wrap(Frame *frame, Charset charset, int row, int col, int width, int max_rows, int indent,
               const TextRun *runs, size_t n_runs);

#endif
