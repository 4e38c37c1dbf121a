#include "lesson/fields.h"
#include <string.h>

enum { MAX_FIELDS = 24 };

typedef struct FieldReader {
    Parser *p;
    const FieldTable *table;
    unsigned uses;
    void *object;
    size_t seen[MAX_FIELDS];
} FieldReader;

static bool applies(const FieldRow *row, unsigned uses)
{
    return row->uses == 0 || (row->uses & uses) != 0;
}

/* The length of the key where the line is "key: …" in small letters; 0 where it is not. */
static size_t key_length(const Parser *p, Line line)
{
    const char *text = p->source->text;
    size_t n = 0;
    while (line.start + n < line.end && text[line.start + n] >= 'a' && text[line.start + n] <= 'z') n++;
    size_t colon = line.start + n;
    if (n == 0 || colon >= line.end || text[colon] != ':') return 0;
    return colon + 1 == line.end || is_blank_char(text[colon + 1]) ? n : 0;
}

static void report_unknown(FieldReader *r, size_t start, size_t end)
{
    const char *key = parser_text(r->p, start, end), *keys[MAX_FIELDS];
    size_t n = 0;
    StrBuf list = {0};
    for (size_t i = 0; i < r->table->count; i++) {
        if (!applies(&r->table->rows[i], r->uses)) continue;
        keys[n++] = r->table->rows[i].syntax.key;
        strbuf_printf(&list, "%s%s", list.len ? ", " : "", keys[n - 1]);
    }
    const char *guess = nearest_word(key, keys, n);
    if (guess)
        parser_error(r->p, start, end, "unknown-field", "%s has no '%s'; did you mean %s?", r->table->owner,
                     key, guess);
    else
        parser_error(r->p, start, end, "unknown-field", "%s has no '%s'; it takes %s", r->table->owner, key,
                     strbuf_text(&list));
    strbuf_free(&list);
}

/* The row of a key, or NULL with a diagnostic. */
static const FieldRow *find_field(FieldReader *r, size_t start, size_t end)
{
    const char *key = parser_text(r->p, start, end);
    for (size_t i = 0; i < r->table->count; i++) {
        const FieldRow *row = &r->table->rows[i];
        if (strcmp(row->syntax.key, key) != 0) continue;
        if (!applies(row, r->uses)) {
            parser_error(r->p, start, end, "field", "'%s' has no meaning in this kind of question", key);
            return NULL;
        }
        r->seen[i]++;
        if (row->most == 0 || r->seen[i] <= row->most) return row;
        if (row->most == 1)
            parser_error(r->p, start, end, "field", "'%s' stands once", key);
        else
            parser_error(r->p, start, end, "field", "'%s' stands at most %zu times", key, row->most);
        return NULL;
    }
    report_unknown(r, start, end);
    return NULL;
}

static void set_field(FieldReader *r, const FieldRow *row, Line key, Line value)
{
    value = parser_trim(r->p, value.start, value.end);
    if (value.start == value.end)
        parser_error(r->p, key.start, key.end, "field", "'%s' is empty: %s", row->syntax.key,
                     row->syntax.usage);
    else
        row->set(r->p, r->object, value);
}

Line parse_fields(Parser *p, const FieldTable *table, unsigned uses, size_t start, size_t end, void *object)
{
    FieldReader r = {.p = p, .table = table, .uses = uses, .object = object};
    const FieldRow *row = NULL;
    bool in_prompt = true;
    Line prompt = {start, start}, key = {0}, value = {0};
    while (start < end) {
        const char *newline = memchr(p->source->text + start, '\n', end - start);
        Line line = {start, newline ? (size_t)(newline - p->source->text) : end};
        size_t n = key_length(p, line);
        if (n) {
            if (row) set_field(&r, row, key, value);
            in_prompt = false;
            key = (Line){line.start, line.start + n};
            value = (Line){key.end + 1, line.end};
            row = find_field(&r, key.start, key.end);
        } else if (in_prompt) {
            prompt.end = line.end;
        } else {
            value.end = line.end;
        }
        start = line.end + 1;
    }
    if (row) set_field(&r, row, key, value);
    return parser_trim(p, prompt.start, prompt.end);
}

SourceSpan draft_heading(const Parser *p, const Draft *draft)
{
    Line line = p->lines.items[draft->first];
    line = parser_trim(p, line.start, line.end);
    return parser_span(p, line.start, line.end);
}

static bool is_slug_char(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
}

/* "four-steps/scale": two words of small letters, digits and hyphens. */
static bool is_id(const char *text)
{
    size_t n = 0;
    while (is_slug_char(text[n])) n++;
    if (n == 0 || text[n] != '/') return false;
    const char *slug = text + n + 1;
    n = 0;
    while (is_slug_char(slug[n])) n++;
    return n > 0 && slug[n] == '\0';
}

const char *parse_id(Parser *p, const Draft *draft, Line *rest)
{
    size_t end = draft->info_start;
    while (end < draft->info_end && !is_blank_char(p->source->text[end])) end++;
    *rest = parser_trim(p, end, draft->info_end);
    const char *id = parser_text(p, draft->info_start, end);
    if (is_id(id)) return id;
    SourceSpan span = *id ? parser_span(p, draft->info_start, end) : draft_heading(p, draft);
    diags_error(p->diags, span, "id",
                "an id is needed here: lesson/slug, in small letters, digits and hyphens");
    return "";
}
