/* Tokens of the sheet's language.
 *
 * Newlines count only outside brackets, as in Python; comments vanish. A mistake
 * comes out as a token of kind TOKEN_BAD whose message tells what is wrong, so that
 * the parser alone writes diagnostics.
 */
#ifndef HEED_SHEET_LEX_H
#define HEED_SHEET_LEX_H

#include "heed/arena.h"
#include "heed/diag.h"

typedef enum TokenKind {
    TOKEN_END,
    TOKEN_NEWLINE, /* or ';' */
    TOKEN_NUMBER,
    TOKEN_STRING,
    TOKEN_NAME,
    TOKEN_WORD, /* a word of the language: and, if, True … */
    TOKEN_SIGN, /* an operator or bracket */
    TOKEN_BAD
} TokenKind;

typedef struct Token {
    TokenKind kind;
    size_t start, end; /* bytes in the source */
    const char *text; /* NAME, WORD, SIGN: as written; NUMBER: canonical; STRING: decoded; BAD: the message */
    double number;
} Token;

typedef struct Lexer {
    Arena *arena;
    const SourceText *source;
    size_t at, end;
    size_t brackets; /* how many are open */
} Lexer;

Token lex_next(Lexer *lexer);
/* Whether a definition ("name =") starts in the first column of the line at `offset`. */
bool lex_starts_definition(const SourceText *source, size_t offset, size_t end);
/* Whether a text is a name that may be defined: ASCII, no word of Python, no constant. */
bool lex_is_name(const char *text);

#endif
