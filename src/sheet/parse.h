/* The parser, for those who read more than one expression. */
#ifndef HEED_SHEET_PARSE_H
#define HEED_SHEET_PARSE_H

#include "sheet/expr.h"
#include "sheet/lex.h"

/* One line "name = expr". */
typedef struct ParsedLine {
    const char *name; /* NULL: the line is broken before its name was known */
    SourceSpan name_span;
    const Expr *expr; /* NULL: broken; a diagnostic was given */
    SourceSpan span;
} ParsedLine;

typedef struct Parser {
    Arena *arena;
    Lexer lexer;
    Token token; /* the one looked at */
    Token last;  /* the one before it */
    Token open;  /* the innermost open bracket */
    unsigned nesting;
    bool has_failed; /* a diagnostic was given for this line */
    Diags *diags;
} Parser;

void parser_start(Parser *parser, Arena *arena, const SourceText *source, size_t start, size_t end,
                  Diags *diags);
/* The next line that is not empty; false at the end. Goes on after a broken one. */
bool parser_line(Parser *parser, ParsedLine *line);

#endif
