/* glossary.md: headings, list items of known keys, and the rest is the meaning. What relates terms to each
 * other can only be looked at when all have been read.
 */
#include "heed/glossary.h"
#include "lesson/marks.h"
#include <string.h>

typedef struct Reader {
    Parser p;
    Glossary *all;
    size_t capacity;
    size_t text_start, text_end; /* of the meaning being read; start 0: none yet */
} Reader;

static GlossaryTerm *current(Reader *r)
{
    return r->all->count ? &r->all->items[r->all->count - 1] : NULL;
}

/* ------------------------------------------------------------------ letters */

static char small(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c;
}

static bool same(const char *a, const char *b)
{
    while (*a && small(*a) == small(*b)) a++, b++;
    return small(*a) == small(*b);
}

static bool is_among(const char *const *words, size_t n, const char *word)
{
    for (size_t i = 0; i < n; i++)
        if (same(words[i], word)) return true;
    return false;
}

/* ------------------------------------------------------------------ reading */

static size_t count_words(const char *text)
{
    size_t n = 0;
    for (bool is_in = false; *text; text++) {
        bool is_blank = *text == ' ' || *text == '\n' || *text == '\t';
        n += !is_blank && !is_in;
        is_in = !is_blank;
    }
    return n;
}

/* The term before is complete: its meaning is parsed and measured. */
static void finish(Reader *r)
{
    GlossaryTerm *term = current(r);
    if (!term) return;
    if (r->text_start) term->text = parse_prose_span(&r->p, r->text_start, r->text_end);
    if (term->text.count == 0) {
        diags_error(r->p.diags, term->span, "glossary", "%s needs a meaning, in a sentence or two",
                    term->name);
        return;
    }
    size_t n = count_words(lesson_prose_text(r->p.arena, &term->text));
    if (n > GLOSSARY_WORDS_MAX)
        diags_error(r->p.diags, term->span, "glossary", "the meaning of %s has %zu words, more than %d",
                    term->name, n, GLOSSARY_WORDS_MAX);
}

static void start(Reader *r, Line line, const HeadingMark *mark)
{
    finish(r);
    GlossaryTerm term = {.name = parser_text(&r->p, mark->start, mark->end)};
    term.span = parser_span(&r->p, line.start, line.end);
    if (!*term.name) diags_error(r->p.diags, term.span, "glossary", "a term needs a name: ## softmax");
    arena_push(r->p.arena, r->all->items, r->all->count, r->capacity, term);
    r->text_start = r->text_end = 0;
}

static const char *const *split(Reader *r, size_t start, size_t end, size_t *n)
{
    const char **words = NULL;
    size_t capacity = 0;
    *n = 0;
    for (size_t at = start; at < end;) {
        size_t comma = at;
        while (comma < end && r->p.source->text[comma] != ',') comma++;
        Line word = parser_trim(&r->p, at, comma);
        if (word.end > word.start) {
            const char *text = parser_text(&r->p, word.start, word.end);
            arena_push(r->p.arena, words, *n, capacity, text);
        }
        at = comma + 1;
    }
    return words;
}

/* "- see: logit, temperature" */
static void read_item(Reader *r, Line line, const ListMark *mark)
{
    Parser *p = &r->p;
    GlossaryTerm *term = current(r);
    size_t colon = mark->at;
    while (colon < line.end && p->source->text[colon] != ':') colon++;
    const char *key = parser_text(p, mark->at, colon);
    size_t n;
    const char *const *words = colon < line.end ? split(r, colon + 1, line.end, &n) : NULL;
    if (!term)
        parser_error(p, line.start, line.end, "glossary", "this stands under no term: ## softmax");
    else if (r->text_start)
        parser_error(p, line.start, line.end, "glossary", "what is told of a term stands before its meaning");
    else if (words && strcmp(key, "also") == 0)
        term->also = words, term->n_also = n;
    else if (words && strcmp(key, "names") == 0)
        term->names = words, term->n_names = n;
    else if (words && strcmp(key, "see") == 0)
        term->see = words, term->n_see = n;
    else
        parser_error(p, line.start, line.end, "glossary",
                     "wants also: WORD, …  or names: NAME, …  or see: TERM, …");
}

static void read_line(Reader *r, Line line)
{
    HeadingMark heading;
    ListMark item;
    if (line_heading(&r->p, line, &heading) && heading.level == 2)
        start(r, line, &heading);
    else if (line_list(&r->p, line, 3, &item))
        read_item(r, line, &item);
    else if (current(r) && !line_is_blank(&r->p, line)) {
        if (!r->text_start) r->text_start = line.start;
        r->text_end = line.end;
    }
}

/* ----------------------------------------------------------------- checking */

static bool shares_word(const GlossaryTerm *a, const GlossaryTerm *b, const char **word)
{
    *word = b->name;
    if (same(a->name, b->name) || is_among(a->also, a->n_also, b->name)) return true;
    for (size_t i = 0; i < b->n_also; i++) {
        *word = b->also[i];
        if (same(a->name, b->also[i]) || is_among(a->also, a->n_also, b->also[i])) return true;
    }
    for (size_t i = 0; i < b->n_names; i++) {
        *word = b->names[i];
        for (size_t k = 0; k < a->n_names; k++)
            if (strcmp(a->names[k], b->names[i]) == 0) return true;
    }
    return false;
}

static bool names_related(const GlossaryTerm *term, const char *word)
{
    for (size_t i = 0; i < term->n_see; i++)
        if (same(term->see[i], word)) return true;
    return false;
}

/* How many of terms [first, end) have this word under see. */
static size_t count_related(const Glossary *all, size_t first, size_t end, const char *word)
{
    size_t n = 0;
    for (size_t i = first; i < end; i++) n += names_related(&all->items[i], word);
    return n;
}

/* Where the word stands under its term's see; else the term. */
static SourceSpan related_span(const GlossaryTerm *term, const char *word)
{
    SourceSpan span = term->span;
    const char *text = span.source->text, *see = strstr(text + span.start, "see:");
    const char *found = see ? strstr(see, word) : NULL;
    if (!found) return span;
    span.start = (size_t)(found - text);
    span.end = span.start + strlen(word);
    return span;
}

/* A term that is missing may be named by many: the first of them says so, and how many more do. */
static void say_missing(const Glossary *all, size_t place, const char *word, Diags *diags)
{
    if (count_related(all, 0, place, word) > 0) return;
    const GlossaryTerm *near = glossary_near(all, word);
    size_t more = count_related(all, place + 1, all->count, word);
    const char *others = more ? arena_printf(diags->arena, " (%zu more see it)", more) : "";
    diags_error(diags, related_span(&all->items[place], word), "glossary", "no term is called %s%s%s%s%s",
                word, others, near ? "; did you mean " : "", near ? near->name : "", near ? "?" : "");
}

static void check_related(const Glossary *all, size_t place, Diags *diags)
{
    const GlossaryTerm *term = &all->items[place];
    for (size_t i = 0; i < term->n_see; i++) {
        const GlossaryTerm *other = glossary_find(all, term->see[i]);
        if (other == term)
            diags_error(diags, term->span, "glossary", "%s is related to itself", term->name);
        else if (!other)
            say_missing(all, place, term->see[i], diags);
    }
}

/* Capitals do not count in the order: a reader looks a word up. */
static bool is_behind(const char *a, const char *b)
{
    while (*a && small(*a) == small(*b)) a++, b++;
    return (unsigned char)small(*a) > (unsigned char)small(*b);
}

static void check(const Glossary *all, Diags *diags)
{
    for (size_t i = 0; i < all->count; i++) {
        const GlossaryTerm *term = &all->items[i];
        const char *word;
        for (size_t k = 0; k < i; k++)
            if (shares_word(&all->items[k], term, &word))
                diags_error(diags, term->span, "glossary", "%s stands for %s already", word,
                            all->items[k].name);
        if (i > 0 && is_behind(all->items[i - 1].name, term->name))
            diags_error(diags, term->span, "glossary",
                        "%s belongs before %s: terms stand in the order of the alphabet", term->name,
                        all->items[i - 1].name);
        check_related(all, i, diags);
    }
}

Glossary *glossary_parse(const char *name, const char *text, size_t len, Diags *diags)
{
    Arena *arena = arena_new();
    Reader r = {.p = {.arena = arena, .diags = diags}, .all = arena_alloc(arena, sizeof *r.all)};
    r.all->arena = arena;
    r.p.source = source_clean(arena, name, text, len, diags);
    r.p.lines = source_lines(arena, r.p.source, diags);
    for (size_t i = 0; i < r.p.lines.count; i++) read_line(&r, r.p.lines.items[i]);
    finish(&r);
    check(r.all, diags);
    return r.all;
}

void glossary_free(Glossary *glossary)
{
    if (glossary) arena_free(glossary->arena);
}

/* ------------------------------------------------------------------ finding */

const GlossaryTerm *glossary_find(const Glossary *glossary, const char *word)
{
    for (size_t i = 0; i < glossary->count; i++)
        if (same(glossary->items[i].name, word)) return &glossary->items[i];
    for (size_t i = 0; i < glossary->count; i++)
        if (is_among(glossary->items[i].also, glossary->items[i].n_also, word)) return &glossary->items[i];
    return NULL;
}

const GlossaryTerm *glossary_for_name(const Glossary *glossary, const char *sheet_name)
{
    for (size_t i = 0; i < glossary->count; i++)
        for (size_t k = 0; k < glossary->items[i].n_names; k++)
            if (strcmp(glossary->items[i].names[k], sheet_name) == 0) return &glossary->items[i];
    return NULL;
}

static bool begins(const char *text, const char *with)
{
    while (*with && small(*text) == small(*with)) text++, with++;
    return *with == '\0';
}

const GlossaryTerm *glossary_near(const Glossary *glossary, const char *word)
{
    size_t n = 0, room = 0;
    for (size_t i = 0; i < glossary->count; i++) room += 1 + glossary->items[i].n_also;
    Arena *arena = arena_new();
    const char **words = arena_array(arena, room, sizeof *words);
    const char *near = NULL;
    for (size_t i = 0; i < glossary->count; i++) {
        words[n++] = glossary->items[i].name;
        for (size_t k = 0; k < glossary->items[i].n_also; k++) words[n++] = glossary->items[i].also[k];
    }
    for (size_t i = 0; i < n && !near && strlen(word) > 2; i++)
        if (begins(words[i], word)) near = words[i];
    if (!near) near = nearest_word(word, words, n);
    arena_free(arena);
    return near ? glossary_find(glossary, near) : NULL;
}

/* --------------------------------------------------------------------- uses */

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* The word behind `at`, a plural s allowed. */
static bool ends_word(const char *at)
{
    if (*at == 's' && !is_letter(at[1])) return true;
    return !is_letter(*at);
}

static bool holds_word(const char *text, const char *word)
{
    size_t n = strlen(word);
    for (const char *at = text; *at; at++)
        if (begins(at, word) && (at == text || !is_letter(at[-1])) && ends_word(at + n)) return true;
    return false;
}

static bool holds_term(const char *text, const GlossaryTerm *term)
{
    if (holds_word(text, term->name)) return true;
    for (size_t i = 0; i < term->n_also; i++)
        if (holds_word(text, term->also[i])) return true;
    return false;
}

bool glossary_use(const GlossaryTerm *term, const Lesson *lesson, int *screen, int *step)
{
    Arena *arena = arena_new();
    bool is_found = false;
    for (int s = 0; s < (int)lesson->n_screens && !is_found; s++)
        for (int k = 0; k < (int)lesson->screens[s].n_steps && !is_found; k++) {
            is_found = holds_term(lesson_step_text(arena, lesson, s, k, true), term);
            *screen = s;
            *step = k;
        }
    arena_free(arena);
    return is_found;
}
