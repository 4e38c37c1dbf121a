/* Answers in letters, in words, and as lines. */
#include "study/answer.h"
#include <string.h>

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* A minus sign as it is typeset means what '-' means. */
static char *with_plain_minus(Arena *arena, const char *text)
{
    static const char minus[] = "\xE2\x88\x92";
    StrBuf out = {0};
    for (const char *at; (at = strstr(text, minus)); text = at + sizeof minus - 1) {
        strbuf_add_n(&out, text, (size_t)(at - text));
        strbuf_add_char(&out, '-');
    }
    strbuf_add(&out, text);
    return strbuf_take(&out, arena);
}

bool answer_open(Drawing *d, const char *text, Diags *diags, AnswerText *answer)
{
    SourceText *source = arena_alloc(d->arena, sizeof *source);
    source->name = "answer";
    source->text = with_plain_minus(d->arena, text);
    source->len = strlen(source->text);
    *answer = (AnswerText){.d = d, .source = source, .end = source->len, .diags = diags};
    while (answer->start < answer->end && is_blank(source->text[answer->start])) answer->start++;
    while (answer->end > answer->start && is_blank(source->text[answer->end - 1])) answer->end--;
    if (answer->start < answer->end) return true;
    diags_error(diags, answer_span(answer, 0, 0), "empty", "an answer is wanted: %s", d->draw.usage);
    return false;
}

SourceSpan answer_span(const AnswerText *answer, size_t start, size_t end)
{
    return (SourceSpan){answer->source, start, end};
}

/* ----------------------------------------------------------------- letters */

typedef struct Word {
    size_t start, end;
} Word;

static bool is_between(char c)
{
    return is_blank(c) || c == ',' || c == ';';
}

/* The next word from *at on; false at the end. */
static bool next_word(const AnswerText *answer, size_t *at, Word *word)
{
    const char *text = answer->source->text;
    while (*at < answer->end && is_between(text[*at])) ++*at;
    word->start = *at;
    while (*at < answer->end && !is_between(text[*at])) ++*at;
    word->end = *at;
    return word->start < word->end;
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool word_is(const AnswerText *answer, Word word, const char *text)
{
    size_t n = strlen(text);
    if (word.end - word.start != n) return false;
    for (size_t i = 0; i < n; i++)
        if (lower(answer->source->text[word.start + i]) != text[i]) return false;
    return true;
}

/* "b" or "2", or SIZE_MAX. Digits alone are a number from 1. */
static size_t choice_of(const AnswerText *answer, Word word)
{
    const char *text = answer->source->text;
    size_t n = answer->d->draw.n_choices, index = SIZE_MAX;
    char c = lower(text[word.start]);
    if (word.end - word.start == 1 && c >= 'a' && c <= 'z') index = (size_t)(c - 'a');
    if (c >= '1' && c <= '9' && word.end - word.start <= 2) {
        index = 0;
        for (size_t i = word.start; i < word.end; i++) {
            if (text[i] < '0' || text[i] > '9') return SIZE_MAX;
            index = index * 10 + (size_t)(text[i] - '0');
        }
        index--;
    }
    return index < n ? index : SIZE_MAX;
}

static bool refuse_word(const AnswerText *answer, Word word)
{
    size_t n = answer->d->draw.n_choices;
    int shown = (int)(word.end - word.start > 20 ? 20 : word.end - word.start);
    diags_error(answer->diags, answer_span(answer, word.start, word.end), "letter",
                "'%.*s' is none of the letters a to %c", shown, answer->source->text + word.start,
                (char)('a' + (n ? n - 1 : 0)));
    return false;
}

static bool add_pick(const AnswerText *answer, Word word, size_t *picks, size_t *n_picks)
{
    size_t index = choice_of(answer, word);
    if (index == SIZE_MAX) return refuse_word(answer, word);
    for (size_t i = 0; i < *n_picks; i++) {
        if (picks[i] != index) continue;
        diags_error(answer->diags, answer_span(answer, word.start, word.end), "letter", "%c is there twice",
                    (char)('a' + index));
        return false;
    }
    picks[(*n_picks)++] = index;
    return true;
}

/* Letters may be run together: "cab". */
static bool are_letters(const AnswerText *answer, Word word)
{
    for (size_t i = word.start; i < word.end; i++)
        if (choice_of(answer, (Word){i, i + 1}) == SIZE_MAX || lower(answer->source->text[i]) < 'a')
            return false;
    return true;
}

bool answer_letters(const AnswerText *answer, size_t *picks, size_t *n_picks)
{
    Word word;
    *n_picks = 0;
    for (size_t at = answer->start; next_word(answer, &at, &word);) {
        if (word.start == answer->start && word.end == answer->end && word_is(answer, word, "none"))
            return true;
        if (!are_letters(answer, word)) {
            if (!add_pick(answer, word, picks, n_picks)) return false;
            continue;
        }
        for (size_t i = word.start; i < word.end; i++)
            if (!add_pick(answer, (Word){i, i + 1}, picks, n_picks)) return false;
    }
    return true;
}

/* ------------------------------------------------------------------- truth */

bool answer_truth(const AnswerText *answer, bool *truth, size_t *reason)
{
    static const struct {
        const char *word;
        bool is_true;
    } words[] = {{"true", true},   {"t", true},  {"yes", true}, {"y", true},
                 {"false", false}, {"f", false}, {"no", false}, {"n", false}};
    size_t at = answer->start;
    Word word;
    bool is_known = false;
    *reason = SIZE_MAX;
    if (!next_word(answer, &at, &word)) word = (Word){answer->start, answer->end};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (!word_is(answer, word, words[i].word)) continue;
        *truth = words[i].is_true;
        is_known = true;
    }
    if (!is_known) {
        diags_error(answer->diags, answer_span(answer, word.start, word.end), "truth", "say %s",
                    answer->d->draw.usage);
        return false;
    }
    if (answer->d->draw.n_choices == 0) return true;
    if (!next_word(answer, &at, &word)) {
        diags_error(answer->diags, answer_span(answer, answer->end, answer->end), "reason",
                    "and the letter of the reason: a to %c", (char)('a' + answer->d->draw.n_choices - 1));
        return false;
    }
    *reason = choice_of(answer, word);
    return *reason != SIZE_MAX || refuse_word(answer, word);
}

/* ------------------------------------------------------------------- lines */

static bool may_change(const Question *question, const char *name)
{
    if (question->n_change == 0) return true;
    for (size_t i = 0; i < question->n_change; i++)
        if (strcmp(question->change[i], name) == 0) return true;
    return false;
}

bool answer_lines(const AnswerText *answer, Overlay *overlay)
{
    Drawing *d = answer->d;
    if (!overlay_parse(d->arena, d->draw.lesson->sheet, answer->source, answer->start, answer->end,
                       OVERLAY_INPUTS_ONLY, overlay, answer->diags))
        return false;
    for (size_t i = 0; i < overlay->count; i++) {
        const OverlayLine *line = &overlay->lines[i];
        const Definition *definition = sheet_find(d->draw.lesson->sheet, line->name);
        bool is_host = definition && definition->screen < 0;
        if (!is_host && may_change(d->draw.question, line->name)) continue;
        diags_error(answer->diags, line->span, "change", "%s stays as it is here: %s", line->name,
                    d->draw.usage);
        return false;
    }
    return true;
}
