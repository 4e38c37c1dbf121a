/* Views: document + sheet + state -> Frame. Pure: no clock, file, environment or
 * screen; no arithmetic on results: every number drawn is an element of a layer,
 * formatted, in a SPAN_NUMBER with its reference.
 *
 * Layout. Content is laid out once into a tall document frame per pane (one pane
 * under 100 columns, two from there: prose left, sheet and pictures right) and the
 * visible rows are copied into the screen. The chrome around it is the same at
 * every place: title row, rule, content, claims, panel, status row, hint row; when
 * rows run out, pictures yield first, then the status row, then the hint row, then
 * the title, so that 1x1 is legal.
 */
#ifndef HEED_VIEW_H
#define HEED_VIEW_H

#include "heed/frame.h"
#include "heed/lesson.h"
#include "heed/quiz.h"
#include "heed/standing.h"

typedef enum Focus { FOCUS_READ, FOCUS_NUMBER, FOCUS_PANEL, FOCUS_ENTRY } Focus;

/* A key hint of the bottom line: from the app's key table. */
typedef struct ViewHint {
    const char *key;  /* "Space", "↑↓" */
    const char *text; /* "on" */
    uint32_t command; /* SPAN_KEY item: a click does it */
} ViewHint;

/* A line being typed. */
typedef struct ViewEntry {
    const char *prompt; /* "q[2] = ", "try: ", "/" */
    const char *text;
    size_t cursor;      /* byte offset */
    const char *problem; /* what is wrong with it, several lines with a caret; NULL */
    const char *result;  /* of `:`: the answer's text lines; NULL */
    NodeId result_node;  /* of `:`: shown as numbers with references; 0 none */
} ViewEntry;

typedef struct ViewWhy {
    const ElementRef *path; /* from the element first asked to the one now explained */
    size_t depth;           /* 0: closed */
    size_t operand;         /* the chosen operand */
    int scroll;
} ViewWhy;

/* A prediction of the present screen. What it gives is a layer of its own: guess, truth and error are its elements, in
 * the references' layer REF_GIVEN + its place in ViewState's list. */
typedef struct ViewPrediction {
    const Question *question;
    bool is_open;       /* the truth is shown: a guess was committed, or given up */
    Layer *layer;       /* under what the question gives; NULL while it is not open */
    NodeId guess;       /* 0: there is none, or one of the choices */
    NodeId truth;       /* 0: the question has choices */
    NodeId error;       /* guess minus truth; 0 without a guess */
    const char *problem; /* why the truth cannot be told; NULL */
    int choice;         /* the chosen one, as an index into the question's choices; -1: none */
    bool is_right;
    const Prose *idea;  /* what to say of this guess; NULL */
} ViewPrediction;
#define VIEW_PREDICTIONS_MAX (REF_LAYERS - REF_GIVEN)

/* A question of a quiz. Its numbers are elements of the draw's layer and of those that view_question_layers lists. */
typedef struct ViewQuestion {
    const Draw *draw;
    const Verdict *verdict;          /* NULL: not answered yet */
    size_t hints_open;
    const char *note;                /* a sentence before the question; NULL */
    const Misconception *separates;  /* why it is asked; NULL */
    bool has_follow_up;              /* the next question tells the named idea from the right one */
    int points;                      /* of the verdict; before it, of a right answer */
} ViewQuestion;

/* The layers that its numbers belong to, at their places of a reference's layer; all NULL but those. */
void view_question_layers(const ViewQuestion *question, Layer *layers[REF_LAYERS]);

/* A grade that can be given, and what it would mean: a button. */
typedef struct ViewGrade {
    const char *key, *name, *interval; /* "3", "Good", "10 min" */
    uint32_t command;                  /* SPAN_KEY item: a click gives it */
} ViewGrade;

/* A flashcard. Its numbers are elements of the face's layer: REF_NOW. */
typedef struct ViewCard {
    const Face *face;
    bool is_turned;
    bool asks_number;    /* an answer can be typed */
    const char *verdict; /* on the answer that was typed, a sentence; NULL */
    bool is_right;       /* of the verdict */
    ViewGrade grades[4]; /* shown once it is turned */
} ViewCard;

/* What stands in the place of a lesson's screen, drawn as one: its numbers can be selected and explained. */
typedef enum ViewPageKind { PAGE_QUESTION, PAGE_CARD, PAGE_KIND_COUNT } ViewPageKind;

typedef struct ViewPage {
    ViewPageKind kind;
    const char *title;
    const char *right, *short_right; /* at the right end of the title row, and where it is narrow */
    Layer *layers[REF_LAYERS];       /* of its references, but `now` and `other` of ViewState; NULL: none */
    const void *shown;               /* PAGE_QUESTION: a ViewQuestion; PAGE_CARD: a ViewCard */
} ViewPage;

/* The order in which the choices of a prediction stand on the screen: `order` has room for n_choices indices. */
void view_choice_order(const Question *question, size_t *order);

/* ---- presenting: one idea a view ---- */

/* What fills the screen in block digits. */
typedef enum ViewBig { BIG_NONE, BIG_NUMBER, BIG_ARRAY } ViewBig;

/* A question put to the class: it stands alone on the screen, and its answer waits until it is asked for. */
typedef struct ViewAsk {
    const Question *question;
    const Draw *draw; /* NULL: a prediction; what it comes to is among the state's predictions */
    bool is_open;     /* the answer is shown */
    size_t number, count; /* question 2 of 5; count 0: it has no number */
} ViewAsk;

typedef struct ViewPresent {
    bool is_blank;      /* nothing at all is shown */
    bool has_spotlight; /* all but the selected number is dimmed */
    bool has_clock;
    int64_t elapsed_ms, budget_ms; /* budget 0: none */
    ViewBig big;        /* of the selected number */
    bool names_scenes;  /* the lesson's scenes stand above the hints */
    const ViewAsk *ask; /* NULL: the step is shown */
} ViewPresent;

/* The layers that a drawn question's numbers are of; the first is the draw's own. Their elements are shown with references
 * of layer REF_GIVEN and on, in this order. At most VIEW_PREDICTIONS_MAX. */
size_t view_ask_layers(const Draw *draw, Layer *layers[VIEW_PREDICTIONS_MAX]);

/* Views are a lesson's steps, counted through all its screens from 1; a screen of a title alone is one. */
int view_number(const Lesson *lesson, int screen, int step);
int view_count(const Lesson *lesson);

/* As ViewState.scroll: where a step that opens comes to rest, which is known only when it is laid out. */
#define VIEW_LANDING (-0x7FFFFFFF)

typedef struct ViewState {
    const Lesson *lesson;
    Layer *now;
    Layer *was;   /* before the last edit, or NULL */
    Layer *other; /* the other side of a comparison, or NULL */
    bool is_rounded; /* these layers round each computed value before the next reads it */
    int screen;   /* from 0 */
    int step;     /* steps 0 … step are open */
    int scroll;   /* first document row shown; a report tells the range. VIEW_LANDING: its step_row */
    bool more;    /* In practice, History, Sources are open */
    bool values;  /* formulas show what their terms stand for, in numbers */
    Focus focus;
    bool has_selection;
    ElementRef selection;
    size_t occurrence; /* among the spans that show this element, in document order */
    ViewWhy why;
    const ViewEntry *entry; /* NULL: nothing is typed */
    const char *search;     /* hits are marked; NULL */
    const char *message;    /* one line, instead of the status; NULL */
    Role message_role;
    const char *status;     /* the right part of the status line: "avx2" */
    size_t n_edits;
    const ViewHint *hints; /* as many as fit: " key text  key text …", two blanks between, app leaves out the rest */
    size_t n_hints;
    JobProgress job;
    const ViewPrediction *predictions; /* of this screen, in order; at most VIEW_PREDICTIONS_MAX */
    size_t n_predictions;
    const ViewPage *page; /* NULL: a screen of the lesson */
    bool has_influence; /* the panel of what moves the selected number is open */
    size_t input;       /* the input chosen in it: index into view_influence_inputs */
    const ViewPresent *present; /* for view_present alone */
} ViewState;

/* A term of a formula is selected by a reference to no node: this one. */
ElementRef view_term_ref(size_t term);
/* Whether a reference is that of one of the lesson's terms, and of which. */
bool view_ref_term(const Lesson *lesson, ElementRef ref, size_t *term);

/* A place that can be selected or clicked, in document coordinates: a number (or a picture's mark for one), or a
 * SPAN_TERM with its view_term_ref. */
typedef struct ViewTarget {
    FrameSpan span; /* row and col within the pane's document frame */
    int pane;       /* 0 left or only, 1 right; -1: the result of `:`, whose span.row is a row of the screen */
    int screen_row, screen_col; /* on the screen; screen_row where visible */
    bool visible;
} ViewTarget;

typedef struct ViewReport {
    int max_scroll;   /* the newest step can always be brought to the top, even where nothing follows it */
    int scroll;       /* the first document row now shown: an open panel keeps its number in sight */
    bool more_below, more_above;
    int page_rows;    /* rows of content now visible */
    int doc_rows;     /* rows of the document, seen or not */
    ViewTarget *targets; /* all numbers of the open steps, in reading order; then those of the result of `:` */
    size_t n_targets;
    size_t n_operands;   /* of the why panel's element */
    const Factor *operands;
    int why_max_scroll;
    int why_row, why_rows; /* where the why panel stands on the screen; why_rows 0: closed */
    const int *hit_rows;   /* document rows that hold a hit of `search`, ascending, without repeats */
    size_t n_hit_rows;
    int step_row;     /* document row to scroll to when a step opens: as many earlier steps as fit whole stay above it */
    int newest_row;   /* document row where the newest step begins */
    int selection_row; /* document row of the selected number or term, -1 */
    const int *equation_rows; /* document row of each of the lesson's equations; -1: not open here */
} ViewReport;

/* The elements of inputs that the influence panel shows beside their slopes, in its order. */
size_t view_influence_inputs(Arena *arena, Layer *layer, ElementRef of, ElementRef **inputs);

/* Draws a lesson's screen into all of `frame`. */
void view_lesson(Frame *frame, const ViewState *state, ViewReport *report);

/* The same for a room: the newest step alone. Its key sentence stands in place of the prose (a step without one keeps its
 * prose), then its picture, table or formula, or the last one before it on this screen, then what it claims. Or a number in
 * block digits; or a question put to the class. Targets are reported as by view_lesson; the speaker's notes are never drawn.
 * state->present is not NULL. */
void view_present(Frame *frame, const ViewState *state, ViewReport *report);

/* What the speaker reads in another terminal: the notes of a step, paragraph by paragraph, as plain UTF-8 text. */
size_t view_speaker_notes(Arena *arena, const Lesson *lesson, Layer *layer, int screen, int step,
                          const char *const **paragraphs);
/* A step in one sentence: its key sentence, or the beginning of its prose, or its screen's title. */
const char *view_step_sentence(Arena *arena, const Lesson *lesson, Layer *layer, int screen, int step);

/* The speaker's screen. Times in milliseconds. */
typedef struct NotesState {
    const char *title;    /* of the lesson; NULL: no presenter is running, and only `message` is shown */
    int view, n_views;
    const char *question; /* the screen's title */
    const char *sentence; /* of the step now shown */
    const char *const *paragraphs;
    size_t n_paragraphs;
    const char *next;     /* the next step's sentence; NULL: this is the last */
    const char *const *scenes; /* "F1 an even match" */
    size_t n_scenes;
    const char *asked, *truth; /* a question put to the class, and its answer; NULL */
    bool is_answered;     /* the class sees the answer */
    bool is_blank;
    size_t n_edits;
    bool has_clock;
    int64_t elapsed_ms, budget_ms;
    size_t which, n_presenters; /* from 1; several: the keys choose */
    const char *message;  /* a sentence at the bottom; NULL */
    const ViewHint *hints; /* the keys; none on a pipe */
    size_t n_hints;
    int scroll;
} NotesState;

/* Draws it into all of `frame`; `max_scroll` tells how far it can be scrolled. */
void view_notes(Frame *frame, const NotesState *state, int *max_scroll);
/* "7:20", "1:02:03". */
char *view_clock_text(Arena *arena, int64_t ms);

/* Home. A SPAN_ITEM over each lesson holds its index; the selected one is in sight whatever `scroll` says. */
typedef struct HomeItem {
    const LibraryEntry *entry;
    int screens_done; /* screens reached, for ●●○ */
    bool is_here;     /* where the student was */
    const char *note; /* "2 cards due"; NULL */
} HomeItem;

/* A line about the student: "Due today  2 cards  c". */
typedef struct HomeLine {
    const char *label; /* NULL: `text` is a sentence by itself */
    const char *text;
    const char *key;   /* that leads there; NULL */
    uint32_t command;  /* SPAN_KEY item of it */
} HomeLine;

typedef struct HomeState {
    const HomeItem *items;
    size_t n_items;
    size_t selected;
    int scroll;
    const HomeLine *lines; /* below the lessons: where the student was, what is due, ideas to revisit, … */
    size_t n_lines;
    bool first_start;
    const ViewEntry *entry;
    const char *search;
    const char *message;
    Role message_role;
    const ViewHint *hints;
    size_t n_hints;
} HomeState;

void view_home(Frame *frame, const HomeState *state, int *max_scroll);

/* Where the student stands, as one page as tall as it is. */
Frame *view_progress_page(Arena *arena, Charset charset, const Standing *standing, int cols);

/* A screen around a page or list of its own, with a title and a right part of it (NULL: none). */
typedef struct ViewList {
    const char *title, *right;
    int scroll;
    const char *message; /* NULL */
    Role message_role;
    const ViewHint *hints;
    size_t n_hints;
} ViewList;

void view_progress(Frame *frame, const ViewList *list, const Standing *standing, int *max_scroll);

/* Help, and other lists of text: sections of keys and sentences. */
typedef struct HelpLine {
    const char *key;  /* NULL: `text` is a heading or prose */
    const char *text; /* NULL: nothing before `block` */
    bool is_heading;
    uint32_t item;    /* a line to choose: a SPAN_ITEM with this number over it; 0: none */
    bool is_selected; /* the chosen one: marked, and scrolled into sight whatever `scroll` says */
    const Frame *block; /* stands below the text, indented; NULL */
} HelpLine;

void view_list(Frame *frame, const ViewList *list, const HelpLine *lines, size_t n, int *max_scroll);
/* view_list without a message. */
void view_help(Frame *frame, const char *title, const HelpLine *lines, size_t n, int scroll, int *max_scroll,
               const ViewHint *hints, size_t n_hints);

/* A formula in symbols, at most `cols` wide, for a list. */
Frame *view_equation(Arena *arena, Charset charset, const Lesson *lesson, size_t equation, int cols);
/* A term: what it is, what it stands for, its numbers. And the callouts of the other terms of its formula, as far as they
 * are explained up to `step`. `was` may
 * be NULL. */
Frame *view_term(Arena *arena, Charset charset, const Lesson *lesson, Layer *now, Layer *was, size_t term, int cols);
Frame *view_other_terms(Arena *arena, Charset charset, const Lesson *lesson, Layer *now, Layer *was, size_t term,
                        int step, int cols);

/* A lesson as text for a pipe: every screen, all steps open, at `width` columns (>= 20), as one tall frame.
 * screen -1: all. */
Frame *view_print(Arena *arena, const Lesson *lesson, Layer *layer, int screen, int width, Charset charset);

/* The lesson as a document for elsewhere, its numbers in: Markdown, or one self-contained HTML page that needs no script. */
typedef enum ViewExport { VIEW_EXPORT_MD, VIEW_EXPORT_HTML } ViewExport;
char *view_export(Arena *arena, const Lesson *lesson, Layer *layer, ViewExport kind);
/* A NumPy script that recomputes every name in double and asserts every number that a printed page shows. */
char *view_export_script(Arena *arena, const Lesson *lesson, Layer *layer);

/* A page as lines of text, for a pipe or a screen reader, from its step `from_step` on (0: the question; 1: what came of the answer). */
Frame *view_page_print(Arena *arena, Charset charset, const Lesson *lesson, const ViewPage *page, int from_step,
                       int width);

/* The end of a quiz as lines; those to reread are items, each 1 + its index into `missed`. `selected` counts them. */
HelpLine *view_quiz_summary(Arena *arena, const QuizSummary *sum, size_t selected, size_t *n);

/* The inline numbers shown by a screen, as `heed print --format json` lists them. */
typedef struct ShownNumber {
    const char *expr;
    const char *format; /* ".4f" */
    const char *text;
    NodeId node;
} ShownNumber;
size_t view_shown(Arena *arena, const Lesson *lesson, Layer *layer, int screen, ShownNumber **shown);

/* A run of prose as plain UTF-8 text with its live numbers put in ("k3 wins by 0.5000"). */
char *view_prose_text(Arena *arena, Layer *layer, const Prose *prose);

/* One level of a derivation on one line: "α[2] = e^z[2] / Σ e^z = 2.7183 / 6.0157 = 0.4519"; a source says where it comes
 * from. */
char *view_why_line(Arena *arena, const Explanation *explanation);

/* A claim as it now stands. */
typedef enum ClaimState { CLAIM_HOLDS, CLAIM_FAILS, CLAIM_UNKNOWN } ClaimState;
ClaimState view_claim_state(Layer *layer, const Claim *claim);

/* The name of a misconception as it is read: "divided by dk" of "divided-by-dk". */
char *view_idea_name(Arena *arena, const char *name);

/* How a text of the language is shown to a reader: alpha[2] as α[2], sqrt(dk) as √d_k, @ as ·. UTF-8; the frame makes
 * ASCII twins. */
char *view_display(Arena *arena, const char *expr_text);

/* view's pass of `heed check`: what would not fit at 80x24 and 40x12. */
void view_check(const Lesson *lesson, Layer *layer, Diags *diags);

#endif
