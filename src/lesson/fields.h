/* Fences made of `key: value` lines: predict, quiz, card, claim.
 *
 * A fence's fields are rows of a table; a row says how often it may stand, in
 * which kinds of the fence, and which function takes its value. What stands
 * before the first field is the fence's prompt. A line that is no field goes on
 * with the value before it.
 */
#ifndef HEED_LESSON_FIELDS_H
#define HEED_LESSON_FIELDS_H

#include "lesson/parse.h"

typedef struct FieldRow {
    FieldSyntax syntax;
    size_t most;   /* how often it may stand; 0: any number */
    unsigned uses; /* kinds that take it, 1 << QuestionKind; 0: no kinds */
    void (*set)(Parser *p, void *object, Line value);
} FieldRow;

typedef struct FieldTable {
    const FieldRow *rows;
    size_t count;
    const char *owner; /* "a quiz", for messages */
} FieldTable;

/* Reads source[start, end) with the rows whose `uses` meet `uses`; returns the prompt's place. */
Line parse_fields(Parser *p, const FieldTable *table, unsigned uses, size_t start, size_t end, void *object);

/* The fence's heading for messages: its opening line. */
SourceSpan draft_heading(const Parser *p, const Draft *draft);

/* "lesson/slug" from the info string, or "" with a diagnostic. `rest` gets what follows it. */
const char *parse_id(Parser *p, const Draft *draft, Line *rest);

void fill_question(Parser *p, const Draft *draft, Block *block);
void fill_card(Parser *p, const Draft *draft, Block *block);
void fill_claims(Parser *p, const Draft *draft, Block *block);
void fill_show(Parser *p, const Draft *draft, Block *block);

extern const FieldTable question_fields, card_fields, claim_fields;
/* The kinds that a fence word makes: predict, or every kind of quiz. */
extern const unsigned predict_uses, quiz_uses;

#endif
