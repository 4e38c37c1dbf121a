/* A lesson: a Markdown text parsed once into a document over a sheet.
 *
 *   lesson > screens > steps > blocks.  Every fence is parsed to a typed block;
 *   every expression is parsed and its names checked; the sheet holds all `live`
 *   definitions in document order. Parsing reports several diagnostics per run and
 *   keeps whatever was right, so that a half-wrong file can still be shown.
 *
 * The document is immutable; all of it lives in the lesson's arena.
 */
#ifndef HEED_LESSON_H
#define HEED_LESSON_H

#include "heed/diag.h"
#include "heed/math.h"
#include "heed/sheet.h"

/* ----------------------------------------------------------------- inlines */

typedef enum InlineKind {
    INLINE_TEXT,
    INLINE_STRONG,  /* children */
    INLINE_EMPH,    /* children */
    INLINE_CODE,    /* text; also a live number that does not parse, as written */
    INLINE_MATH,    /* text: TeX between the dollars */
    INLINE_NUMBER,  /* expr, format: {alpha[2]:.4f}; text: "alpha[2]" as written */
    INLINE_LINK,    /* children; target */
    INLINE_PRINTED  /* text: a figure as a source prints it, [as printed: 0.4518] */
} InlineKind;

typedef struct Inline Inline;
struct Inline {
    InlineKind kind;
    const char *text;
    const char *target;
    const Expr *expr;
    NumFormat format;
    const MathNode *math; /* INLINE_MATH */
    SourceSpan span;
    Inline *children;
    size_t n_children;
};

/* A run of inlines: a paragraph, a caption, a claim's sentence, a table cell. */
typedef struct Prose {
    Inline *items;
    size_t count;
} Prose;

/* ------------------------------------------------------------------ blocks */

typedef enum BlockKind {
    BLOCK_PARAGRAPH,
    BLOCK_ANALOGY, /* > … */
    BLOCK_LIST,    /* items */
    BLOCK_TABLE,   /* cells; the first row is the header */
    BLOCK_CODE,    /* a fence without a heed word, or with `text`: shown as it is */
    BLOCK_LIVE,
    BLOCK_SHOW,
    BLOCK_MATH,
    BLOCK_TERMS,
    BLOCK_CLAIM,
    BLOCK_PREDICT,
    BLOCK_QUIZ,
    BLOCK_CARD,
    BLOCK_SCENE
} BlockKind;

/* The reserved ### headings; SECTION_BODY is what stands under none. A section lasts to the next heading or pause. */
typedef enum SectionKind {
    SECTION_BODY,
    SECTION_GOAL,        /* shown */
    SECTION_FOUNDATIONS, /* shown */
    SECTION_TRAP,        /* shown */
    SECTION_NEXT,        /* shown */
    SECTION_MECHANICS,   /* shown */
    SECTION_TAKEAWAYS,   /* shown */
    SECTION_IN_PRACTICE, /* on demand (i) */
    SECTION_HISTORY,     /* on demand */
    SECTION_SOURCES,     /* on demand */
    SECTION_NOTES,       /* the speaker's: never on the shared screen */
    SECTION_COUNT
} SectionKind;

const char *section_title(SectionKind kind); /* "Goal", "In practice", … */
bool section_on_demand(SectionKind kind);

typedef struct ListItem { Prose prose; int depth; bool ordered; int number; } ListItem;

/* What `show` draws. The table of kinds (lesson_show_syntax) says what each takes; view has one picture function per row.
 * Arguments and options are separated by blanks; inside brackets and quotes a blank does not separate. A word
 * KEY=VALUE is an option where KEY is one of the kind's, else an argument with a style. Consecutive lines of one fence
 * stand under each other; consecutive `stats` lines are rows of one table. */
typedef enum ShowKind {
    SHOW_COLUMNS,   /* the pipeline: q K s z exp(z) alpha=bars */
    SHOW_PRODUCTS,  /* products q K [row=0]: each product of a contraction, and its sum */
    SHOW_MATRIX,    /* matrices side by side, with labels */
    SHOW_BARS,      /* bars of a vector, with labels */
    SHOW_VECTORS,   /* 2-D arrows and points */
    SHOW_HEATMAP,
    SHOW_HISTOGRAM,
    SHOW_LINE,
    SHOW_LOOKUP,
    SHOW_CONTROL,   /* sliders, toggles, choices */
    SHOW_STATS,     /* name, value, interval, expected: a small table of scalars */
    SHOW_BLEND,     /* weights × rows of V, summed */
    SHOW_KIND_COUNT
} ShowKind;

typedef struct ShowArg {
    const Expr *expr;
    const char *text;  /* as written: the heading of a column */
    const char *style; /* alpha=bars: "bars"; else NULL */
    SourceSpan span;
} ShowArg;

typedef struct ShowOption {
    const char *key;
    const char *value;  /* unquoted */
    const Expr *expr;   /* OPTION_EXPR (rows=keys, row=0); else NULL */
    const char *const *parts; /* OPTION_LIST: split at commas, trimmed ("" for an empty part) */
    size_t n_parts;
    NumFormat format;   /* OPTION_FORMAT */
    SourceSpan span;
} ShowOption;

typedef struct ShowLine {
    ShowKind kind;
    ShowArg *args;
    size_t n_args;
    ShowOption *options;
    size_t n_options;
    Prose caption;
    bool is_faulty; /* part of it could not be read, and is missing here */
    SourceSpan span;
} ShowLine;

const ShowOption *show_option(const ShowLine *line, const char *key); /* NULL: not given */

typedef enum ShowOptionType {
    OPTION_EXPR,  /* an expression over the lesson's names, without blanks outside brackets */
    OPTION_NAME,  /* the name of an input of the lesson (sweep=temperature): value */
    OPTION_TEXT,  /* text, quoted where it holds blanks: value */
    OPTION_LIST,  /* texts separated by commas: parts */
    OPTION_WORD,  /* one of `words`: value */
    OPTION_FORMAT /* how numbers are shown, ".2f": format */
} ShowOptionType;

typedef struct ShowOptionSyntax {
    const char *key;
    ShowOptionType type;
    const char *text;          /* one sentence */
    const char *const *words;  /* OPTION_WORD: NULL-terminated */
} ShowOptionSyntax;
typedef struct ShowSyntax {
    const char *word;   /* "columns" */
    size_t min_args, max_args;
    const char *usage;  /* "columns NAME|EXPR[=bars|=heat] … rows=LABELS under=\"…, …\"" */
    const char *text;   /* one sentence */
    const char *const *styles;          /* NULL-terminated */
    const ShowOptionSyntax *options;    /* key NULL ends */
} ShowSyntax;
const ShowSyntax *lesson_show_syntax(ShowKind kind);
/* The option's row, or NULL. */
const ShowOptionSyntax *show_option_syntax(const ShowSyntax *syntax, const char *key);

typedef enum ClaimKind { CLAIM_ALWAYS, CLAIM_HERE } ClaimKind;

typedef struct Claim {
    ClaimKind kind;
    const Expr *expr;
    const char *expr_text; /* as written */
    Prose text;
    SourceSpan span;
} Claim;

/* predict and quiz and card share their shape: an id, prompt, fields. */
typedef enum QuestionKind {
    QUESTION_PREDICT,
    QUESTION_CHOICE, QUESTION_CHOICES, QUESTION_NUMBER, QUESTION_ARRAY, QUESTION_ORDER, QUESTION_TRUTH,
    QUESTION_INVERSE, QUESTION_BREAK
} QuestionKind;

typedef struct WrongAnswer {
    const char *misconception; /* a name from misconceptions.md, or NULL */
    const Expr *expr;          /* `= expr`, or NULL; beside a name: what this idea gives to this question */
    Prose text;                /* may be empty for a named misconception */
    SourceSpan span;
} WrongAnswer;

typedef struct QuestionChoice { Prose text; const Expr *expr; bool is_right; Prose reason; SourceSpan span; } QuestionChoice;

typedef struct Question {
    QuestionKind kind;
    const char *id;        /* "four-steps/scale" */
    Prose prompt;
    const char *overlay;   /* given: and draw: lines as text, newline-separated; "" */
    SourceSpan overlay_span;
    Overlay lines;         /* the same, parsed */
    const Expr *answer;    /* NULL for choices and order */
    const char *answer_text;
    NumFormat format;      /* how the answer and computed choices are shown; .4f where not given */
    double within;         /* tolerance; 0: the shown digits decide */
    bool within_relative;  /* "2 %" */
    QuestionChoice *choices; /* `right:` and `choice:` lines in order; ORDER: the steps in their right order */
    size_t n_choices;
    WrongAnswer *wrong;
    size_t n_wrong;
    Prose *hints;
    size_t n_hints;
    Prose explain;         /* because: … shown with the truth */
    const char *target;    /* inverse, break: the predicate as text; break wants it to fail */
    const Expr *target_expr;
    const char *const *change; /* inverse, break: the inputs that may be changed; none: any */
    size_t n_change;
    const char *example;   /* inverse, break: overlay text of one solution, proved by lesson_check; "" */
    Overlay example_lines;
    int screen, step;      /* where it stands */
    SourceSpan span;
} Question;

typedef struct Card {
    const char *id;
    Prose front, back;     /* or a cloze text: */
    Prose cloze;           /* with INLINE_STRONG children for [[hidden]] parts */
    bool is_cloze;
    const char *draw;      /* overlay text; "" */
    Overlay lines;         /* the same, parsed */
    const char *const *ideas; /* misconceptions that it speaks against: brought when one of them is seen */
    size_t n_ideas;
    int screen;
    SourceSpan span;
} Card;

typedef struct Scene {
    int number; /* 1..9: F1..F9 */
    const char *title;
    const char *overlay;
    Overlay lines; /* the same, parsed */
    int screen;
    SourceSpan span;
} Scene;

/* A term of the formula before it on the same screen: `TEX = EXPR : what it is`, or `TEX : what it is`. */
typedef struct MathTerm {
    const char *tex;
    const MathNode *math; /* found in the formula with math_find */
    const Expr *expr;     /* what it stands for in the sheet, or NULL */
    const char *name;     /* where expr is a name alone; else NULL */
    const char *source;   /* expr as written; "" */
    Prose text;
    size_t equation;      /* whose term it is: index into the lesson's equations */
    int screen, step;     /* where it is explained */
    SourceSpan span;
} MathTerm;

/* A formula of the lesson, where it stands, and its terms in order. */
typedef struct Equation {
    const char *tex;
    const MathNode *node;
    size_t first_term, n_terms; /* in the lesson's terms */
    int screen, step;
    SectionKind section;
    SourceSpan span;
} Equation;

typedef struct Block {
    BlockKind kind;
    SectionKind section;
    SourceSpan span;
    union {
        Prose prose; /* PARAGRAPH, ANALOGY */
        struct { ListItem *items; size_t count; } list;
        struct { Prose *cells; size_t rows, cols; const char *align; } table; /* row-major; align[col]: 'l', 'c', 'r' */
        struct { const char *text; const char *info; } code;
        struct { size_t first, count; } live; /* definitions of the sheet: [first, first + count) */
        struct { ShowLine *lines; size_t count; } show;
        struct { const char *tex; const MathNode *node; size_t equation; } math;
        struct { MathTerm *items; size_t count, first; } terms; /* first: its index among the lesson's terms */
        struct { Claim *items; size_t count; } claims;
        Question *question; /* PREDICT, QUIZ */
        Card *card;
        Scene *scene;
    } as;
} Block;

typedef struct Step {
    const char *name; /* "scale", of the pause before it (which may stand right under the screen's heading); or NULL */
    Block *blocks;
    size_t n_blocks;
    const Prose *key_sentence; /* the first bold sentence, or NULL */
} Step;

typedef struct Screen {
    const char *title; /* the question */
    Prose title_prose;
    Step *steps;
    size_t n_steps;
    SourceSpan span;
} Screen;

typedef struct Lesson {
    Arena *arena;
    const SourceText *source;
    const char *id;    /* the file's name without .md: "four-steps" */
    const char *title, *part, *level;
    int order;
    const char *const *needs; size_t n_needs;
    const char *const *sources; size_t n_sources;
    Sheet *sheet;
    Screen *screens;
    size_t n_screens;
    Question **questions; size_t n_questions; /* all, in order: predictions too */
    Card **cards; size_t n_cards;
    Scene **scenes; size_t n_scenes;
    MathTerm **terms; size_t n_terms;
    Equation *equations; size_t n_equations; /* in order */
} Lesson;

/* One row per fence word and one per field, from which `heed help lessons` is made. */
typedef struct FieldSyntax {
    const char *key;   /* "answer" */
    const char *usage; /* "answer: EXPR" */
    const char *text;  /* one sentence */
} FieldSyntax;

typedef struct FenceSyntax {
    const char *word;  /* "quiz" */
    const char *usage; /* the info string: "quiz LESSON/SLUG KIND" */
    const char *text;  /* one sentence */
} FenceSyntax;

size_t lesson_fence_count(void);
const FenceSyntax *lesson_fence_syntax(size_t fence);
size_t lesson_field_count(size_t fence);
const FieldSyntax *lesson_field_syntax(size_t fence, size_t field);
const char *question_kind_word(QuestionKind kind); /* "number"; "predict" */
/* The text of a prose as plain characters, live numbers as written in braces. */
char *prose_plain(Arena *arena, const Prose *prose);

/* The text of one step as a reader sees it, live numbers as "…", formulas on one line, each block on lines of its own; with
 * a screen's first step its title. `more` adds the sections that open on demand. */
char *lesson_step_text(Arena *arena, const Lesson *lesson, int screen, int step, bool more);
/* The same of a run of prose. */
char *lesson_prose_text(Arena *arena, const Prose *prose);

/* Parses a lesson. `name` is what diagnostics call it; the id comes from its base name. The text is copied. Never NULL:
 * with errors the lesson holds what was right. Free with lesson_free. */
Lesson *lesson_parse(const char *name, const char *text, size_t len, Diags *diags);
void lesson_free(Lesson *lesson);

/* ------------------------------------------------------------------- check */

/* The lesson's own pass of `heed check`: every expression evaluates with the shown inputs (shapes), `here` claims hold,
 * `always` claims hold on 200 random inputs (float arrays from N(0,1)·2, sliders in range, scalar literals unchanged,
 * fixed seed), with a warning where 40 odd ones break them (zeros, ties, arrays of one number, ten thousands), no result
 * is typed into prose, ids are unique, more than 60 words of prose in a step, unlabelled pictures. */
void lesson_check(Lesson *lesson, Diags *diags);

/* ----------------------------------------------------------- misconceptions */

typedef struct Misconception {
    const char *name;    /* "no-scale" */
    const char *overlay; /* lines as text, or "" */
    const Expr *expr;    /* instead of an overlay: computed in place of the answer */
    Prose text;
    SourceSpan span;
} Misconception;

typedef struct Misconceptions { Arena *arena; Misconception *items; size_t count; } Misconceptions;
Misconceptions *misconceptions_parse(const char *name, const char *text, size_t len, Diags *diags);
void misconceptions_free(Misconceptions *all);

/* ------------------------------------------------------------------ library */

/* An entry of the shipped lessons: enough for home without parsing (the generated index), and the text. */
typedef struct LibraryEntry {
    const char *id, *title, *part;
    int order;
    int n_screens;
    const int *steps;          /* steps of each screen */
    const char *const *screen_titles;
    int n_cards, n_questions;
    const char *const *card_ids; /* n_cards of them; NULL: only their number is known */
    const char *text;
    size_t len;
} LibraryEntry;

typedef struct Library {
    const LibraryEntry *entries; /* in order of `order` */
    size_t count;
    const char *misconceptions;  /* the text of misconceptions.md; "" */
    const char *glossary;        /* the text of glossary.md; NULL: none */
} Library;

/* NULL where there is none of this id. */
const LibraryEntry *library_find(const Library *library, const char *id);

/* The shipped lessons: a table that gen_library (src/lesson/gen) writes when heed is built. */
extern const Library heed_library;

#endif
