/* A line of a show fence: a word that names the picture, its arguments and
 * options, and a caption after |. The tables of show_syntax.c say what is right.
 */
#include "lesson/fields.h"
#include <string.h>

typedef struct ShowParser {
    Parser *p;
    const ShowSyntax *syntax;
    ShowLine *line;
    size_t cap_args, cap_options;
} ShowParser;

/* The end of the word that starts at `at`: the next blank outside brackets and quotes. */
static size_t word_end(const Parser *p, size_t at, size_t end)
{
    size_t blank = find_outside(p, at, end, ' '), tab = find_outside(p, at, end, '\t');
    return blank < tab ? blank : tab;
}

/* The = that parts KEY=VALUE: outside brackets, no part of ==, <=, >=, !=; `end` where there is none. */
static size_t find_equals(const Parser *p, size_t start, size_t end)
{
    const char *text = p->source->text;
    for (size_t at = start; (at = find_outside(p, at, end, '=')) < end; at += 2) {
        bool is_comparison =
            (at > start && strchr("<>!=", text[at - 1])) || (at + 1 < end && text[at + 1] == '=');
        if (!is_comparison && at > start) return at;
    }
    return end;
}

/* ----------------------------------------------------------------- options */

static void set_list(ShowParser *s, ShowOption *option)
{
    const char **parts = NULL;
    size_t capacity = 0;
    for (const char *at = option->value;; at++) {
        while (is_blank_char(*at)) at++;
        size_t n = strcspn(at, ","), trimmed = n;
        while (trimmed > 0 && is_blank_char(at[trimmed - 1])) trimmed--;
        const char *part = arena_strndup(s->p->arena, at, trimmed);
        arena_push(s->p->arena, parts, option->n_parts, capacity, part);
        at += n;
        if (!*at) break;
    }
    option->parts = parts;
}

static bool set_word(ShowParser *s, const ShowOptionSyntax *row, ShowOption *option, Line value)
{
    size_t n = 0;
    StrBuf list = {0};
    for (; row->words[n]; n++) {
        if (strcmp(row->words[n], option->value) == 0) {
            strbuf_free(&list);
            return true;
        }
        strbuf_printf(&list, "%s%s", n ? ", " : "", row->words[n]);
    }
    parser_error(s->p, value.start, value.end, "option", "%s is one of %s, not '%s'", row->key,
                 strbuf_text(&list), option->value);
    strbuf_free(&list);
    return false;
}

static bool set_name(ShowParser *s, const ShowOptionSyntax *row, const ShowOption *option, Line value)
{
    const Definition *definition = s->p->sheet ? sheet_find(s->p->sheet, option->value) : NULL;
    if (!s->p->sheet || (definition && definition->input != INPUT_NONE)) return true;
    parser_error(s->p, value.start, value.end, "option", "%s wants the name of an input, '%s' is none",
                 row->key, option->value);
    return false;
}

static bool set_option_format(ShowParser *s, ShowOption *option, Line value)
{
    size_t wrong = 0;
    if (num_format_parse(option->value, strlen(option->value), &option->format, &wrong)) return true;
    parser_error(s->p, value.start, value.end, "format",
                 "'%s' is no number format: [+][,][.N][f|e|g|d|%%], such as .4f", option->value);
    return false;
}

/* Fills in what the option's type asks for; false where it is wrong. */
static bool set_option(ShowParser *s, const ShowOptionSyntax *row, ShowOption *option, Line value)
{
    switch (row->type) {
    case OPTION_EXPR: option->expr = parse_expr(s->p, value.start, value.end); return option->expr != NULL;
    case OPTION_NAME: return set_name(s, row, option, value);
    case OPTION_LIST: set_list(s, option); return true;
    case OPTION_WORD: return set_word(s, row, option, value);
    case OPTION_FORMAT: return set_option_format(s, option, value);
    case OPTION_TEXT: return true;
    }
    return true;
}

static void add_option(ShowParser *s, const ShowOptionSyntax *row, Line key, Line value)
{
    Parser *p = s->p;
    if (value.start == value.end) {
        parser_error(p, key.start, value.end, "option", "%s= wants a value", row->key);
        return;
    }
    if (show_option(s->line, row->key)) {
        parser_error(p, key.start, key.end, "option", "%s= is given twice", row->key);
        return;
    }
    const char *text = p->source->text;
    char quote = text[value.start];
    bool is_quoted = (quote == '"' || quote == '\'') && row->type != OPTION_EXPR;
    if (is_quoted) {
        if (value.end - value.start < 2 || text[value.end - 1] != quote) {
            parser_error(p, value.start, value.end, "option", "this quote is never closed");
            return;
        }
        value = (Line){value.start + 1, value.end - 1};
    }
    ShowOption option = {.key = row->key, .value = parser_text(p, value.start, value.end)};
    option.span = parser_span(p, key.start, value.end);
    if (set_option(s, row, &option, value))
        arena_push(p->arena, s->line->options, s->line->n_options, s->cap_options, option);
}

/* --------------------------------------------------------------- arguments */

static const char *find_style(const ShowSyntax *syntax, const char *word)
{
    for (const char *const *style = syntax->styles; *style; style++)
        if (strcmp(*style, word) == 0) return *style;
    return NULL;
}

/* KEY=VALUE whose KEY is no option: an argument with a style, or a wrong word of either sort. */
static bool check_style(ShowParser *s, Line key, Line value, const char **style)
{
    const char *word = parser_text(s->p, value.start, value.end);
    *style = find_style(s->syntax, word);
    if (*style) return true;
    const char *name = parser_text(s->p, key.start, key.end), *known[24];
    size_t n = 0;
    for (const ShowOptionSyntax *row = s->syntax->options; row->key; row++) known[n++] = row->key;
    const char *guess = nearest_word(name, known, n);
    if (guess) {
        parser_error(s->p, key.start, key.end, "option", "%s has no option '%s'; did you mean %s?",
                     s->syntax->word, name, guess);
        return false;
    }
    for (n = 0; s->syntax->styles[n]; n++) known[n] = s->syntax->styles[n];
    guess = nearest_word(word, known, n);
    if (guess)
        parser_error(s->p, value.start, value.end, "style", "unknown style '%s'; did you mean %s?", word,
                     guess);
    else
        parser_error(s->p, key.start, value.end, "option",
                     "%s has neither an option '%s' nor a style '%s': %s", s->syntax->word, name, word,
                     s->syntax->usage);
    return false;
}

static void add_arg(ShowParser *s, Line arg, const char *style)
{
    ShowArg value = {.style = style, .text = parser_text(s->p, arg.start, arg.end)};
    value.span = parser_span(s->p, arg.start, arg.end);
    value.expr = parse_expr(s->p, arg.start, arg.end);
    if (value.expr) arena_push(s->p->arena, s->line->args, s->line->n_args, s->cap_args, value);
}

static void add_word(ShowParser *s, Line word)
{
    size_t equals = find_equals(s->p, word.start, word.end);
    Line key = {word.start, equals}, value = {equals + 1, word.end};
    if (equals == word.end) {
        add_arg(s, word, NULL);
        return;
    }
    const ShowOptionSyntax *row = show_option_syntax(s->syntax, parser_text(s->p, key.start, key.end));
    const char *style;
    if (row)
        add_option(s, row, key, value);
    else if (check_style(s, key, value, &style))
        add_arg(s, key, style);
}

/* ------------------------------------------------------------------- lines */

static bool find_kind(Parser *p, Line word, ShowKind *kind)
{
    const char *text = parser_text(p, word.start, word.end), *words[SHOW_KIND_COUNT];
    for (size_t i = 0; i < SHOW_KIND_COUNT; i++) {
        words[i] = lesson_show_syntax((ShowKind)i)->word;
        if (strcmp(words[i], text) != 0) continue;
        *kind = (ShowKind)i;
        return true;
    }
    const char *guess = nearest_word(text, words, SHOW_KIND_COUNT);
    if (guess) {
        parser_error(p, word.start, word.end, "show-kind", "show has no '%s'; did you mean %s?", text, guess);
        return false;
    }
    StrBuf list = {0};
    for (size_t i = 0; i < SHOW_KIND_COUNT; i++) strbuf_printf(&list, "%s%s", i ? ", " : "", words[i]);
    parser_error(p, word.start, word.end, "show-kind", "show has no '%s'; it has %s", text,
                 strbuf_text(&list));
    strbuf_free(&list);
    return false;
}

/* Inputs alone can be controlled. */
static void check_controls(ShowParser *s)
{
    for (size_t i = 0; i < s->line->n_args && s->p->sheet; i++) {
        const char *name = expr_name(s->line->args[i].expr);
        const Definition *definition = name ? sheet_find(s->p->sheet, name) : NULL;
        if (!definition || definition->input == INPUT_NONE)
            diags_error(s->p->diags, s->line->args[i].span, "control",
                        "'%s' is no input: only inputs can be moved", s->line->args[i].text);
    }
}

/* "2", "1 to 4" */
static const char *count_text(Parser *p, const ShowSyntax *syntax)
{
    if (syntax->min_args == syntax->max_args) return arena_printf(p->arena, "%zu", syntax->min_args);
    return arena_printf(p->arena, "%zu to %zu", syntax->min_args, syntax->max_args);
}

static bool parse_line(Parser *p, Line at, ShowLine *line)
{
    size_t bar = find_outside(p, at.start, at.end, '|'), faults = parser_faults(p);
    Line words = parser_trim(p, at.start, bar);
    size_t next = word_end(p, words.start, words.end);
    *line = (ShowLine){.span = parser_span(p, at.start, at.end)};
    if (!find_kind(p, (Line){words.start, next}, &line->kind)) return false;
    ShowParser s = {.p = p, .syntax = lesson_show_syntax(line->kind), .line = line};
    while ((next = parser_trim(p, next, words.end).start) < words.end) {
        Line word = {next, word_end(p, next, words.end)};
        add_word(&s, word);
        next = word.end;
    }
    if (bar < at.end) line->caption = parse_prose_span(p, bar + 1, at.end);
    if (line->kind == SHOW_CONTROL) check_controls(&s);
    bool is_count_wrong = line->n_args < s.syntax->min_args || line->n_args > s.syntax->max_args;
    if (is_count_wrong && faults == parser_faults(p))
        parser_error(p, words.start, words.end, "arguments", "%s takes %s arguments, not %zu: %s",
                     s.syntax->word, count_text(p, s.syntax), line->n_args, s.syntax->usage);
    line->is_faulty = faults != parser_faults(p);
    return !is_count_wrong;
}

void fill_show(Parser *p, const Draft *draft, Block *block)
{
    size_t capacity = 0, count = 0;
    ShowLine *lines = NULL, line;
    for (size_t i = draft->first + 1; i < draft->last; i++) {
        Line at = parser_trim(p, p->lines.items[i].start, p->lines.items[i].end);
        if (at.start == at.end || at.start >= draft->body_end) continue;
        if (parse_line(p, at, &line)) arena_push(p->arena, lines, count, capacity, line);
    }
    block->as.show.lines = lines;
    block->as.show.count = count;
}
