/* The glossary: what the lessons mean by their words (lessons/glossary.md).
 *
 *     ## softmax                       the term
 *
 *     - also: soft maximum             other words for it
 *     - names: alpha                   names of sheets that usually hold it
 *     - see: logit, temperature        related terms
 *
 *     Turns numbers into shares: …     at most GLOSSARY_WORDS_MAX words
 *
 * Which lessons use a term is not typed: it is found in their text.
 */
#ifndef HEED_GLOSSARY_H
#define HEED_GLOSSARY_H

#include "heed/lesson.h"

enum { GLOSSARY_WORDS_MAX = 60 };

typedef struct GlossaryTerm {
    const char *name;
    const char *const *also;
    size_t n_also;
    const char *const *names;
    size_t n_names;
    const char *const *see;
    size_t n_see;
    Prose text;
    SourceSpan span;
} GlossaryTerm;

typedef struct Glossary {
    Arena *arena;
    GlossaryTerm *items; /* as they stand in the file: by name */
    size_t count;
} Glossary;

/* Never NULL. Diagnostics: a term without a meaning, with too long a one, twice (a name, another word or a
 * sheet name), out of order, related to one that is not there. */
Glossary *glossary_parse(const char *name, const char *text, size_t len, Diags *diags);
void glossary_free(Glossary *glossary);

/* By its name or another word for it, whatever the capitals; NULL. */
const GlossaryTerm *glossary_find(const Glossary *glossary, const char *word);
/* By the name of a definition of a sheet; NULL. */
const GlossaryTerm *glossary_for_name(const Glossary *glossary, const char *sheet_name);
/* The term whose name or other word is nearest to a misspelt one, or begins with it; NULL. */
const GlossaryTerm *glossary_near(const Glossary *glossary, const char *word);

/* The first step whose text uses the term: its name or another word, whole words, a plural s allowed. False:
 * none does. */
bool glossary_use(const GlossaryTerm *term, const Lesson *lesson, int *screen, int *step);

#endif
