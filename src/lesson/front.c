/* The front matter: `key: value` lines between two ---, in the little YAML that
 * GitHub shows as a table: plain or "quoted" values, [a, b] or lines of - items.
 * One row of a table per key says where its value goes.
 */
#include "lesson/parse.h"
#include <stdlib.h>
#include <string.h>

typedef struct Texts {
    const char **items;
    size_t count, capacity;
} Texts;

typedef struct FrontValue {
    Line at;
    Texts texts; /* one, or a list's items */
} FrontValue;

static void set_title(Parser *p, const FrontValue *value)
{
    p->lesson->title = value->texts.items[0];
}

static void set_part(Parser *p, const FrontValue *value)
{
    p->lesson->part = value->texts.items[0];
}

static void set_level(Parser *p, const FrontValue *value)
{
    p->lesson->level = value->texts.items[0];
}

static void set_order(Parser *p, const FrontValue *value)
{
    const char *text = value->texts.items[0];
    size_t n = strspn(text, "0123456789");
    if (n == 0 || n > 6 || text[n])
        parser_error(p, value->at.start, value->at.end, "front-matter", "order is a whole number, not '%s'",
                     text);
    else
        p->lesson->order = (int)strtol(text, NULL, 10);
}

static void set_needs(Parser *p, const FrontValue *value)
{
    p->lesson->needs = value->texts.items;
    p->lesson->n_needs = value->texts.count;
}

static void set_sources(Parser *p, const FrontValue *value)
{
    p->lesson->sources = value->texts.items;
    p->lesson->n_sources = value->texts.count;
}

static const struct {
    const char *key;
    bool is_list;
    void (*set)(Parser *p, const FrontValue *value);
} keys[] = {
    {"title", false, set_title}, {"part", false, set_part},  {"order", false, set_order},
    {"level", false, set_level}, {"needs", true, set_needs}, {"sources", true, set_sources},
};

enum { N_KEYS = sizeof keys / sizeof keys[0] };

static size_t find_key(Parser *p, size_t start, size_t end)
{
    const char *name = parser_text(p, start, end), *names[N_KEYS];
    for (size_t i = 0; i < N_KEYS; i++) {
        names[i] = keys[i].key;
        if (strcmp(keys[i].key, name) == 0) return i;
    }
    const char *guess = nearest_word(name, names, N_KEYS);
    if (guess)
        parser_error(p, start, end, "front-matter", "unknown key '%s'; did you mean %s?", name, guess);
    else
        parser_error(p, start, end, "front-matter",
                     "unknown key '%s'; keys are title, part, order, level, needs, sources", name);
    return N_KEYS;
}

/* One scalar: its quotes removed, and what YAML would read otherwise said. */
static void add_scalar(Parser *p, Texts *texts, size_t start, size_t end)
{
    Line at = parser_trim(p, start, end);
    const char *text = p->source->text;
    if (at.start == at.end) return;
    char quote = text[at.start];
    if (quote == '"' || quote == '\'') {
        if (at.end - at.start < 2 || text[at.end - 1] != quote)
            parser_error(p, at.start, at.end, "front-matter", "this quote is never closed");
        else
            at = (Line){at.start + 1, at.end - 1};
    } else {
        for (size_t i = at.start; i + 1 < at.end; i++)
            if (text[i] == ':' && text[i + 1] == ' ')
                parser_error(p, i, i + 1, "front-matter", "a value with ': ' in it stands in \"quotes\"");
    }
    const char *copy = parser_text(p, at.start, at.end);
    arena_push(p->arena, texts->items, texts->count, texts->capacity, copy);
}

/* "[a, b]" */
static void add_bracketed(Parser *p, Texts *texts, Line at)
{
    if (p->source->text[at.end - 1] != ']') {
        parser_error(p, at.start, at.end, "front-matter", "this [ is never closed");
        at.end++;
    }
    for (size_t from = at.start + 1; from < at.end;) {
        size_t comma = find_outside(p, from, at.end - 1, ',');
        add_scalar(p, texts, from, comma);
        from = comma + 1;
    }
}

static bool is_item(const Parser *p, Line line)
{
    const char *text = p->source->text;
    return line.end - line.start >= 2 && text[line.start] == '-' && text[line.start + 1] == ' ';
}

/* The "- item" lines after line i; the first line after them. */
static size_t add_items(Parser *p, Texts *texts, size_t i)
{
    for (; i < p->lines.count; i++) {
        Line line = parser_trim(p, p->lines.items[i].start, p->lines.items[i].end);
        if (!is_item(p, line)) break;
        add_scalar(p, texts, line.start + 1, line.end);
    }
    return i;
}

/* The key on line i and its value; the first line after it. */
static size_t read_key(Parser *p, size_t i)
{
    Line line = parser_trim(p, p->lines.items[i].start, p->lines.items[i].end);
    if (is_item(p, line)) {
        Texts lost = {0};
        parser_error(
            p, line.start, line.end, "front-matter",
            "items stand under a key, and none is above this one: write sources: or needs: before it");
        return add_items(p, &lost, i);
    }
    const char *colon = memchr(p->source->text + line.start, ':', line.end - line.start);
    if (!colon) {
        parser_error(p, line.start, line.end, "front-matter", "a line of the front matter is 'key: value'");
        return i + 1;
    }
    size_t key_end = (size_t)(colon - p->source->text);
    size_t key = find_key(p, line.start, key_end);
    FrontValue value = {.at = parser_trim(p, key_end + 1, line.end)};
    size_t next = i + 1;
    if (value.at.start == value.at.end)
        next = add_items(p, &value.texts, next);
    else if (p->source->text[value.at.start] == '[')
        add_bracketed(p, &value.texts, value.at);
    else
        add_scalar(p, &value.texts, value.at.start, value.at.end);
    if (key == N_KEYS) return next;
    if (!keys[key].is_list && value.texts.count != 1)
        parser_error(p, line.start, line.end, "front-matter", "%s wants one value", keys[key].key);
    else
        keys[key].set(p, &value);
    return next;
}

static bool is_fence(const Parser *p, size_t i)
{
    Line line = p->lines.items[i];
    line.end = parser_trim(p, line.start, line.end).end;
    return line.end - line.start == 3 && memcmp(p->source->text + line.start, "---", 3) == 0;
}

static bool is_heading(const Parser *p, size_t i)
{
    Line line = p->lines.items[i];
    return line.end - line.start >= 2 && memcmp(p->source->text + line.start, "##", 2) == 0;
}

size_t parse_front(Parser *p)
{
    size_t first = 0;
    while (first < p->lines.count && p->lines.items[first].start == p->lines.items[first].end) first++;
    if (first == p->lines.count || first > 0 || !is_fence(p, 0)) {
        diags_add(p->diags, DIAG_WARNING, parser_span(p, 0, 0), "front-matter",
                  "a lesson starts with its front matter: ---, title: …, ---");
        return 0;
    }
    size_t i = 1, faults = parser_faults(p);
    while (i < p->lines.count && !is_fence(p, i) && !is_heading(p, i)) {
        Line line = parser_trim(p, p->lines.items[i].start, p->lines.items[i].end);
        i = line.start == line.end ? i + 1 : read_key(p, i);
    }
    if (!p->lesson->title && faults == parser_faults(p))
        parser_error(p, 0, 3, "front-matter", "a lesson has a title: add 'title: …'");
    if (i < p->lines.count && is_fence(p, i)) return i + 1;
    parser_error(p, 0, 3, "front-matter", "this front matter is never closed with ---");
    return i;
}
