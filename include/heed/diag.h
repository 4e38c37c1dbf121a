/* Diagnostics: a user's mistake, where it stands and what to do.
 *
 *     lessons/x.md:12:9: error: unknown name 'alhpa'; did you mean alpha?
 *        12 | out = alhpa @ V
 *           |       ^~~~~
 *
 * Parsers collect several per run in a Diags. Columns count code points from 1
 * (a tab is one); the caret line is laid out by display width with tabs kept. Of
 * a very long line only the part around the place is shown.
 */
#ifndef HEED_DIAG_H
#define HEED_DIAG_H

#include "heed/arena.h"

/* A place in a source text. `source` outlives every position into it. */
typedef struct SourceText {
    const char *name; /* as shown: a file name, "<lesson>", "--set", "try" */
    const char *text; /* zero-terminated */
    size_t len;
} SourceText;

typedef struct SourceSpan {
    const SourceText *source; /* NULL: no place known */
    size_t start, end;        /* byte offsets into source->text, end exclusive */
} SourceSpan;

typedef enum DiagLevel { DIAG_NOTE, DIAG_WARNING, DIAG_ERROR } DiagLevel;

typedef struct Diag {
    DiagLevel level;
    SourceSpan span;
    const char *code; /* short and stable for tests: "unknown-name", "shape", "typed-result" */
    const char *text; /* one sentence; may hold a guess: "...; did you mean K.T?" */
} Diag;

typedef struct Diags {
    Arena *arena;
    Diag *items;
    size_t count, capacity;
    size_t errors; /* how many are DIAG_ERROR */
    size_t limit;  /* 0: no limit; further ones are counted in `dropped` */
    size_t dropped;
} Diags;

void diags_init(Diags *diags, Arena *arena);
void diags_add(Diags *diags, DiagLevel level, SourceSpan span, const char *code, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
#define diags_error(diags, span, code, ...) diags_add((diags), DIAG_ERROR, (span), (code), __VA_ARGS__)

/* 1-based line and column (code points) of a byte offset. */
void source_position(const SourceText *source, size_t offset, size_t *line, size_t *column);
/* The whole text: "name:line:column: level: text\n" and, where a place is known,
 * the two caret lines. Control bytes of the source come out as stand-ins. */
char *diag_format(Arena *arena, const Diag *diag);
/* How a text is written where it will be read, as in ASCII; tabs and newlines stay. The caret stands under
 * what it gives. */
typedef const char *(*DiagSpell)(Arena *arena, const char *utf8);
char *diag_format_as(Arena *arena, const Diag *diag, DiagSpell spell);
/* All of them, sorted by place, and a line for those dropped. */
char *diags_format(Arena *arena, const Diags *diags);
char *diags_format_as(Arena *arena, const Diags *diags, DiagSpell spell);

/* The candidate nearest to `word` by edit distance (at most 1/3 of its length,
 * at least 1), or NULL. */
const char *nearest_word(const char *word, const char *const *candidates, size_t n);

#endif
