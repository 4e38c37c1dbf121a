/* What can begin at a character of prose: a reader each, and the table of them.
 *
 * A reader stands at its first character; it moves the scan past what it has read,
 * or returns false where nothing of its kind stands there. Whatever it looks for
 * ahead is bounded, or remembered once it is known to be missing, so that no text
 * takes long.
 */
#include "heed/text.h"
#include "lesson/inline.h"
#include <string.h>

enum { MAX_TARGET = 2000, MAX_NUMBER = 2000 };

static bool is_ascii_punctuation(char c)
{
    return c > ' ' && c < 0x7F && strchr("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", c);
}

static bool read_escape(Scan *s)
{
    char next = s->text[s->at + 1];
    if (next == '\n') {
        scan_add_plain(s, " ", 1); /* a hard break: prose is wrapped to the window */
    } else if (is_ascii_punctuation(next)) {
        scan_add_plain(s, &next, 1);
    } else {
        return false;
    }
    s->at += 2;
    return true;
}

static size_t run_length(const Scan *s, size_t at)
{
    size_t n = 1;
    while (at + n < s->len && s->text[at + n] == s->text[at]) n++;
    return n;
}

/* Where the next run of exactly n backticks starts; s->len where there is none. */
static size_t find_ticks(const Scan *s, size_t from, size_t n)
{
    for (size_t i = from; i < s->len;) {
        const char *tick = memchr(s->text + i, '`', s->len - i);
        if (!tick) break;
        i = (size_t)(tick - s->text);
        size_t run = run_length(s, i);
        if (run == n) return i;
        i += run;
    }
    return s->len;
}

static bool read_code(Scan *s)
{
    size_t n = run_length(s, s->at), from = s->at + n;
    bool is_known_missing = n >= MAX_TICKS || s->ticks_missing[n];
    size_t to = is_known_missing ? s->len : find_ticks(s, from, n);
    if (to == s->len) {
        if (!is_known_missing) {
            scan_error(s, s->at, from, "unclosed-code",
                       "this ` is never closed; write \\` for the character");
            s->ticks_missing[n] = true;
        }
        scan_add_plain(s, s->text + s->at, n);
        s->at = from;
        return true;
    }
    size_t end = to + n;
    char *text = scan_text(s, from, to);
    size_t len = strlen(text);
    if (len > 2 && text[0] == ' ' && text[len - 1] == ' ' && strspn(text, " ") < len) {
        text[len - 1] = '\0'; /* one blank on either side lets code begin or end with a backtick */
        text++;
    }
    scan_add_done(s, (Inline){.kind = INLINE_CODE, .text = text}, end);
    return true;
}

/* The formula between two places. One that runs over a line's end is not contiguous in the source: it is
 * parsed from a copy, and what is wrong with it is said at its beginning. */
static void add_math(Scan *s, size_t from, size_t to, size_t end)
{
    Inline value = {.kind = INLINE_MATH, .text = scan_text(s, from, to)};
    if (scan_piece(s, from) == scan_piece(s, to)) {
        value.math =
            math_parse(s->p->arena, s->p->source, scan_origin(s, from), scan_origin(s, to), s->p->diags);
    } else {
        SourceText *copy = arena_alloc(s->p->arena, sizeof *copy);
        *copy = (SourceText){s->p->source->name, value.text, strlen(value.text)};
        Diags inner;
        diags_init(&inner, s->p->arena);
        value.math = math_parse(s->p->arena, copy, 0, copy->len, &inner);
        for (size_t i = 0; i < inner.count; i++)
            diags_add(s->p->diags, inner.items[i].level, scan_span(s, s->at, from), inner.items[i].code, "%s",
                      inner.items[i].text);
    }
    scan_add_done(s, value, end);
}

/* $…$ as GitHub has it: no blank inside the dollars, no digit after the closing one; or $`…`$. */
static bool read_math(Scan *s)
{
    size_t from = s->at + 1;
    char first = s->text[from];
    if (first == '`') {
        const char *close = strstr(s->text + from + 1, "`$");
        if (!close) return false;
        size_t to = (size_t)(close - s->text);
        add_math(s, from + 1, to, to + 2);
        return true;
    }
    if (first == '\0' || first == ' ' || first == '\n' || first == '$') return false;
    for (size_t i = from + 1; i < s->len; i++) {
        if (s->text[i] == '\\' && i + 1 < s->len) {
            i++;
        } else if (s->text[i] == '$') {
            char before = s->text[i - 1], after = s->text[i + 1];
            if (before == ' ' || before == '\n' || (after >= '0' && after <= '9')) return false;
            add_math(s, from, i, i + 1);
            return true;
        }
    }
    return false;
}

/* ------------------------------------------------------------ live numbers */

typedef struct NumberParts {
    size_t colon; /* of the format; equal to `close` where there is none */
    size_t close; /* the } */
} NumberParts;

/* Finds the } and the : of a number that starts after s->at, on its own line. */
static bool split_number(const Scan *s, NumberParts *parts)
{
    size_t depth = 0, last = s->len - s->at > MAX_NUMBER ? s->at + MAX_NUMBER : s->len;
    parts->colon = 0;
    for (size_t i = s->at + 1; i < last && s->text[i] != '\n'; i++) {
        char c = s->text[i];
        if (c == '"' || c == '\'') {
            const char *quote = memchr(s->text + i + 1, c, last - i - 1);
            if (!quote) return false;
            i = (size_t)(quote - s->text);
        } else if (c == '(' || c == '[' || c == '{') {
            depth++;
        } else if (c == '}' && depth == 0) {
            parts->close = i;
            if (!parts->colon) parts->colon = i;
            return true;
        } else if ((c == ')' || c == ']' || c == '}') && depth > 0) {
            depth--;
        } else if (c == ':' && depth == 0 && !parts->colon) {
            parts->colon = i;
        }
    }
    return false;
}

static bool read_format(Scan *s, const NumberParts *parts, NumFormat *format)
{
    *format = NUM_SHORTEST;
    if (parts->colon == parts->close) return true;
    size_t from = parts->colon + 1, wrong = 0;
    if (num_format_parse(s->text + from, parts->close - from, format, &wrong)) return true;
    scan_error(s, from + wrong, parts->close, "format",
               "'%s' is no number format: [+][,][.N][f|e|g|d|%%], such as .4f",
               scan_text(s, from, parts->close));
    return false;
}

static bool read_number(Scan *s)
{
    if (s->text[s->at + 1] == '{') {
        scan_add_plain(s, "{", 1);
        s->at += 2;
        return true;
    }
    NumberParts parts;
    if (!split_number(s, &parts) || scan_piece(s, s->at) != scan_piece(s, parts.close)) {
        scan_error(s, s->at, s->at + 1, "unclosed-number",
                   "this { starts a live number that does not end on its line; write {{ for the character");
        return false;
    }
    Inline value = {.kind = INLINE_NUMBER};
    bool format_is_right = read_format(s, &parts, &value.format);
    value.expr = parse_expr(s->p, scan_origin(s, s->at + 1), scan_origin(s, parts.colon - 1) + 1);
    value.text = scan_text(s, s->at + 1, parts.colon);
    if (!value.expr || !format_is_right)
        value = (Inline){.kind = INLINE_CODE, .text = scan_text(s, s->at, parts.close + 1)};
    scan_add_done(s, value, parts.close + 1);
    return true;
}

static bool read_closing_brace(Scan *s)
{
    if (s->text[s->at + 1] != '}') return false;
    scan_add_plain(s, "}", 1);
    s->at += 2;
    return true;
}

/* ------------------------------------------------------------------- links */

static bool read_printed(Scan *s)
{
    static const char start[] = "[as printed:";
    size_t n = sizeof start - 1;
    if (s->printed_end_missing || strncmp(s->text + s->at, start, n) != 0) return false;
    const char *close = memchr(s->text + s->at + n, ']', s->len - s->at - n);
    if (!close) {
        scan_error(s, s->at, s->at + n, "unclosed-printed", "this [as printed: is never closed with ]");
        s->printed_end_missing = true;
        return false;
    }
    size_t from = s->at + n, to = (size_t)(close - s->text);
    while (from < to && (s->text[from] == ' ' || s->text[from] == '\n')) from++;
    while (to > from && (s->text[to - 1] == ' ' || s->text[to - 1] == '\n')) to--;
    scan_add_done(s, (Inline){.kind = INLINE_PRINTED, .text = scan_text(s, from, to)},
                  (size_t)(close - s->text) + 1);
    return true;
}

/* [[hidden]] of a cloze, within one line. */
static bool read_hidden(Scan *s)
{
    if (!s->has_hidden_parts || s->text[s->at + 1] != '[') return false;
    const char *close = strstr(s->text + s->at + 2, "]]");
    size_t from = s->at + 2, to = close ? (size_t)(close - s->text) : from;
    if (to == from || scan_piece(s, s->at) != scan_piece(s, to)) {
        scan_error(s, s->at, from, "cloze", "this [[ hides nothing: close it with ]] on its line");
        return false;
    }
    Prose inner = parse_prose_span(s->p, scan_origin(s, from), scan_origin(s, to));
    scan_add_done(s, (Inline){.kind = INLINE_STRONG, .children = inner.items, .n_children = inner.count},
                  to + 2);
    return true;
}

static bool read_bracket(Scan *s)
{
    if (read_printed(s) || read_hidden(s)) return true;
    scan_flush_plain(s);
    size_t at = scan_origin(s, s->at);
    Item item = {.kind = ITEM_BRACKET, .start = at, .end = at + 1, .is_active = true};
    item.value = (Inline){.kind = INLINE_TEXT, .text = "["};
    int index = items_append(&s->items, item);
    if (s->n_brackets == MAX_BRACKETS) {
        memmove(s->brackets, s->brackets + 1, (MAX_BRACKETS - 1) * sizeof *s->brackets);
        s->n_brackets--;
    }
    s->brackets[s->n_brackets++] = index;
    s->at++;
    return true;
}

/* "(target)" or "(<target> "title")" at s->text[from]; returns the place after it, 0 where it is none. */
static size_t read_target(const Scan *s, size_t from, size_t *start, size_t *end)
{
    size_t limit = s->len - from > MAX_TARGET ? from + MAX_TARGET : s->len, i = from + 1, depth = 0;
    if (s->text[from] != '(') return 0;
    bool is_angled = s->text[i] == '<';
    *start = is_angled ? ++i : i;
    for (; i < limit; i++) {
        char c = s->text[i];
        if (is_angled ? c == '>' : c == ' ' || c == '\n' || (c == ')' && depth == 0)) break;
        if (c == '(') depth++;
        if (c == ')') depth--;
    }
    *end = i;
    if (is_angled && i < limit) i++;
    while (i < limit && s->text[i] == ' ') i++;
    if (i < limit && s->text[i] == '"') {
        const char *quote = memchr(s->text + i + 1, '"', limit - i - 1);
        i = quote ? (size_t)(quote - s->text) + 1 : limit;
    }
    return i < limit && s->text[i] == ')' ? i + 1 : 0;
}

/* Links hold no links: brackets further out are plain from now on. */
static void deactivate_brackets(Scan *s)
{
    for (size_t i = 0; i < s->n_brackets; i++) s->items.items[s->brackets[i]].is_active = false;
}

static bool read_link_end(Scan *s)
{
    if (s->n_brackets == 0) return false;
    int bracket = s->brackets[--s->n_brackets];
    size_t start, end, after = read_target(s, s->at + 1, &start, &end);
    if (!after || !s->items.items[bracket].is_active) return false;
    scan_flush_plain(s);
    if (s->items.items[bracket].next == NO_ITEM) return false; /* [](target) */
    pair_runs(&s->items, bracket);
    Inline value = {.kind = INLINE_LINK, .target = scan_text(s, start, end)};
    int group = items_group(&s->items, s->items.items[bracket].next, s->items.last, value);
    s->items.items[group].start = s->items.items[bracket].start;
    s->items.items[group].end = scan_origin(s, after - 1) + 1;
    items_remove(&s->items, bracket);
    deactivate_brackets(s);
    s->at = after;
    return true;
}

static bool read_image(Scan *s)
{
    if (s->text[s->at + 1] != '[') return false;
    scan_error(s, s->at, s->at + 2, "image",
               "a terminal shows no images: use a show fence, or say it in words");
    s->at++; /* the rest reads as a link */
    return true;
}

/* -------------------------------------------------------------------- html */

static bool read_comment(Scan *s)
{
    if (s->comment_end_missing) return false;
    const char *close = strstr(s->text + s->at + 4, "-->");
    if (!close) {
        scan_error(s, s->at, s->at + 4, "unclosed-comment", "this <!-- is never closed with -->");
        s->comment_end_missing = true;
        return false;
    }
    size_t word = s->at + 4 + strspn(s->text + s->at + 4, " \n");
    if (strncmp(s->text + word, "pause", 5) == 0)
        scan_error(s, s->at, s->at + 4, "pause", "a pause stands on a line of its own");
    scan_flush_plain(s);
    s->at = (size_t)(close - s->text) + 3;
    return true;
}

static bool is_letter(char c)
{
    return (c | 32) >= 'a' && (c | 32) <= 'z';
}

/* <https://…> */
static bool read_autolink(Scan *s, size_t close)
{
    size_t i = s->at + 1;
    while (is_letter(s->text[i])) i++;
    if (s->text[i] != ':' || i == s->at + 1) return false;
    char *target = scan_text(s, s->at + 1, close);
    if (strchr(target, ' ')) return false;
    Inline *label = arena_alloc(s->p->arena, sizeof *label);
    *label = (Inline){.kind = INLINE_TEXT, .text = target, .span = scan_span(s, s->at + 1, close)};
    scan_add_done(s, (Inline){.kind = INLINE_LINK, .target = target, .children = label, .n_children = 1},
                  close + 1);
    return true;
}

static bool read_angle(Scan *s)
{
    const char *here = s->text + s->at;
    if (strncmp(here, "<!--", 4) == 0) return read_comment(s);
    if (!is_letter(here[1]) && here[1] != '/') return false;
    size_t n = strcspn(here + 1, "<>");
    if (here[1 + n] != '>') return false;
    if (read_autolink(s, s->at + 1 + n)) return true;
    scan_error(s, s->at, s->at + n + 2, "html", "HTML is no part of a lesson; write \\< for the character");
    return false;
}

static bool read_entity(Scan *s)
{
    static const struct {
        const char *name, *text;
    } entities[] = {{"&amp;", "&"}, {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&nbsp;", "\xC2\xA0"}};
    for (size_t i = 0; i < sizeof entities / sizeof entities[0]; i++) {
        size_t n = strlen(entities[i].name);
        if (strncmp(s->text + s->at, entities[i].name, n) != 0) continue;
        scan_add_plain(s, entities[i].text, strlen(entities[i].text));
        s->at += n;
        return true;
    }
    return false;
}

/* ---------------------------------------------------------------- emphasis */

static uint32_t char_before(const Scan *s, size_t at)
{
    size_t start = at;
    if (at == 0) return 0;
    do start--;
    while (start > 0 && ((unsigned char)s->text[start] & 0xC0) == 0x80);
    uint32_t c;
    utf8_decode(s->text + start, at - start, &c);
    return c;
}

static uint32_t char_after(const Scan *s, size_t at)
{
    uint32_t c = 0;
    if (at < s->len) utf8_decode(s->text + at, s->len - at, &c);
    return c;
}

static bool read_run(Scan *s)
{
    scan_flush_plain(s);
    size_t n = run_length(s, s->at), start = scan_origin(s, s->at);
    Item item = {
        .kind = ITEM_RUN, .mark = s->text[s->at], .left = n, .whole = n, .start = start, .end = start + n};
    run_flanking(item.mark, char_before(s, s->at), char_after(s, s->at + n), &item.can_open, &item.can_close);
    items_append(&s->items, item);
    s->at += n;
    return true;
}

static bool read_break(Scan *s)
{
    scan_add_plain(s, " ", 1);
    s->at++;
    return true;
}

/* --------------------------------------------------------------- the table */

static const struct {
    char first;
    bool (*read)(Scan *s);
} readers[] = {
    {'\\', read_escape},       {'`', read_code},    {'$', read_math},     {'{', read_number},
    {'}', read_closing_brace}, {'[', read_bracket}, {']', read_link_end}, {'!', read_image},
    {'<', read_angle},         {'&', read_entity},  {'*', read_run},      {'_', read_run},
    {'\n', read_break},
};

bool scan_read(Scan *s)
{
    for (size_t i = 0; i < sizeof readers / sizeof readers[0]; i++)
        if (readers[i].first == s->text[s->at]) return readers[i].read(s);
    return false;
}
