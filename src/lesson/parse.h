/* What the parts of the lesson parser share.
 *
 *   source.c   bytes -> a clean text (valid UTF-8, LF, no controls) and its lines
 *   front.c    the front matter
 *   blocks.c   lines -> drafts: headings, pauses, paragraphs, lists, tables, fences;
 *              `live` fences are defined in the sheet as they come
 *   inline.c   a paragraph -> inlines (emphasis.c pairs * and _)
 *   fence.c    a fence -> its typed block, through the tables of fences and fields
 *   equations.c formulas and their terms
 *   lesson.c   all of it in order
 *
 * Everything but `live` is parsed after the last definition, so that a question
 * may stand before the sheet line that it draws.
 */
#ifndef HEED_LESSON_PARSE_H
#define HEED_LESSON_PARSE_H

#include "heed/lesson.h"
#include <stdint.h>

enum {
    LESSON_MAX_BYTES = 1 << 20, /* more is no lesson, and keeps every product below small */
    LINE_MAX_BYTES = 1 << 16
};

typedef struct Line {
    size_t start, end; /* without its newline */
} Line;

typedef struct Lines {
    Line *items;
    size_t count;
} Lines;

typedef struct Pointers {
    void **items;
    size_t count, capacity;
} Pointers;

typedef struct Parser {
    Arena *arena;
    const SourceText *source;
    Lines lines;
    Diags *diags;
    Sheet *sheet;     /* NULL: expressions are parsed, their names are not looked up */
    Lesson *lesson;   /* NULL while misconceptions are parsed */
    int screen, step; /* of the block being filled; the step within its screen */
    Pointers questions, cards, scenes, terms, equations; /* as they come, for the lesson's lists */
    Pointers waiting;        /* names that are used though their definitions failed, each once */
    SourceSpan waiting_span; /* the first such use */
    size_t n_waiting;        /* all such uses */
} Parser;

/* --------------------------------------------------------------- source.c */

/* The text as everything after it sees it: valid UTF-8 without a byte order mark, lines end in \n alone,
 * control characters are visible stand-ins. Each such byte is reported, a few per file. Too large a text is
 * empty. */
const SourceText *source_clean(Arena *arena, const char *name, const char *text, size_t len, Diags *diags);
/* Its lines; one that is too long is reported and empty. */
Lines source_lines(Arena *arena, const SourceText *source, Diags *diags);

/* ---------------------------------------------------------------- small things */

static inline bool is_blank_char(char c)
{
    return c == ' ' || c == '\t';
}

SourceSpan parser_span(const Parser *p, size_t start, size_t end);
/* A copy of source[start, end). */
char *parser_text(const Parser *p, size_t start, size_t end);
/* Moves both ends inwards past blanks and newlines. */
Line parser_trim(const Parser *p, size_t start, size_t end);
#define parser_error(p, start, end, code, ...)                                                               \
    diags_error((p)->diags, parser_span((p), (start), (end)), (code), __VA_ARGS__)

/* An expression in source[start, end), its names known; NULL and a diagnostic where it is none. */
const Expr *parse_expr(Parser *p, size_t start, size_t end);
/* How many things were wrong so far: errors said, and uses of names whose definitions failed. */
size_t parser_faults(const Parser *p);
/* A use of a name whose definition failed: who uses it is not to blame, and a hundred uses say no more than one. */
void parser_waits(Parser *p, const char *name, SourceSpan span);
/* Says once for the whole lesson which used names have no value since their definitions failed. */
void say_waiting(Parser *p);
/* Overlay lines in source[start, end), added to `overlay`. Without a sheet only taken as text. */
bool parse_overlay(Parser *p, size_t start, size_t end, Overlay *overlay);
/* The first `c` in source[start, end) outside brackets and quotes; `end` where there is none. */
size_t find_outside(const Parser *p, size_t start, size_t end, char c);

/* A growing array in the arena. */
#define arena_push(arena, items, count, capacity, item)                                                      \
    do {                                                                                                     \
        if ((count) == (capacity)) {                                                                         \
            size_t grown = (capacity) ? (capacity)*2 : 8;                                                    \
            (items) = arena_grow((arena), (items), (count), grown, sizeof *(items));                         \
            (capacity) = grown;                                                                              \
        }                                                                                                    \
        (items)[(count)++] = (item);                                                                         \
    } while (0)

/* -------------------------------------------------------------- inline.c */

/* A piece of source that belongs to a prose; pieces are joined by a soft break (a blank), or directly where
 * `is_joined`. */
typedef struct Piece {
    size_t start, end;
    bool is_joined;
} Piece;

Prose parse_prose(Parser *p, const Piece *pieces, size_t n);
/* The prose in source[start, end), each line of it trimmed. */
Prose parse_prose_span(Parser *p, size_t start, size_t end);
/* The same, where [[…]] is a hidden part: an INLINE_STRONG; other strong text is refused. */
Prose parse_cloze_span(Parser *p, size_t start, size_t end);
/* The first | in source[start, end) that is neither escaped nor in code, math or a live number; `end` where
 * none is. */
size_t find_bar(const Parser *p, size_t start, size_t end);

/* --------------------------------------------------------------- blocks.c */

/* A block whose place is known and whose content is not parsed yet. */
typedef struct Draft {
    BlockKind kind;
    SectionKind section;
    size_t screen, step;         /* of Drafts */
    size_t first, last;          /* lines, the last exclusive */
    size_t fence;                /* row of the fence table; FENCE_CODE where it is none */
    size_t info_start, info_end; /* what follows the fence's word (FENCE_CODE: with the word) */
    size_t body_start, body_end; /* of a fence */
    size_t live_first, live_count;
} Draft;

typedef struct DraftStep {
    const char *name;
    SourceSpan span; /* the pause that starts it, or the screen's heading */
    size_t n_drafts;
} DraftStep;

typedef struct DraftScreen {
    SourceSpan span; /* the heading's line */
    size_t title_start, title_end;
    size_t first_step, n_steps;
} DraftScreen;

typedef struct Drafts {
    Draft *items;
    size_t count, capacity;
    DraftStep *steps;
    size_t n_steps, cap_steps;
    DraftScreen *screens;
    size_t n_screens, cap_screens;
} Drafts;

#define FENCE_CODE SIZE_MAX /* no row of the fence table: a listing */

void scan_blocks(Parser *p, size_t first_line, Drafts *drafts);
/* The content of a paragraph, list, table or quote. */
void fill_text_block(Parser *p, const Draft *draft, Block *block);

/* ---------------------------------------------------------------- front.c */

/* Reads the front matter; returns the first line after it. */
size_t parse_front(Parser *p);

/* ---------------------------------------------------------------- fence.c */

/* The row of a fence word in the table, or FENCE_CODE. */
size_t fence_find(const char *word);
BlockKind fence_kind(size_t row);
/* Words of fences that are shown as they are: text, python, … */
bool fence_is_listing(const char *word);
void fence_unknown(Parser *p, size_t start, size_t end);
/* The names that the lines of such a fence would define are not to be called unknown. */
void fence_fail_names(Parser *p, size_t start, size_t end);
void fill_fence_block(Parser *p, const Draft *draft, Block *block);

/* ------------------------------------------------------------ equations.c */

/* A math fence: the lesson's next equation. */
void fill_math(Parser *p, const Draft *draft, Block *block);
/* A terms fence: terms of the equation before it on the same screen. */
void fill_terms(Parser *p, const Draft *draft, Block *block);
/* The lists of the lesson, once all blocks are filled. */
void collect_equations(Parser *p);

#endif
