/* misconceptions.md: under each `## name` a sentence, and a fence that computes what
 * someone who believes it gets:
 *
 *     ## no-scale                          ## norm-is-mean
 *
 *     The scores were not divided by √d_k. The mean was taken for the norm.
 *
 *     ```overlay                           ```answer
 *     z = s                                mean(q)
 *     ```                                  ```
 *
 * An overlay is laid over whatever lesson has its names; so here only the form of
 * its lines is looked at.
 */
#include "lesson/marks.h"
#include <string.h>

typedef struct Reader {
    Parser p;
    Misconceptions *all;
    size_t capacity, at;
    size_t text_start, text_end; /* of the one being read; start 0: none yet */
    bool has_fence;
} Reader;

static Misconception *current(Reader *r)
{
    return r->all->count ? &r->all->items[r->all->count - 1] : NULL;
}

/* The one before is complete: its sentence is parsed, and what it lacks is said. */
static void finish(Reader *r)
{
    Misconception *m = current(r);
    if (!m) return;
    if (r->text_start) m->text = parse_prose_span(&r->p, r->text_start, r->text_end);
    if (m->text.count == 0)
        diags_error(r->p.diags, m->span, "misconception", "%s needs a sentence that says it", m->name);
    if (!r->has_fence)
        diags_error(r->p.diags, m->span, "misconception", "%s needs a fence: overlay or answer", m->name);
}

static void start(Reader *r, Line line, const HeadingMark *mark)
{
    finish(r);
    Misconception m = {.name = parser_text(&r->p, mark->start, mark->end), .overlay = ""};
    m.span = parser_span(&r->p, line.start, line.end);
    size_t n = strspn(m.name, "abcdefghijklmnopqrstuvwxyz0123456789-");
    if (n == 0 || m.name[n])
        diags_error(r->p.diags, m.span, "misconception",
                    "a name is one word of small letters, digits and hyphens");
    for (size_t i = 0; i < r->all->count; i++)
        if (strcmp(r->all->items[i].name, m.name) == 0)
            diags_error(r->p.diags, m.span, "misconception", "%s is there already", m.name);
    arena_push(r->p.arena, r->all->items, r->all->count, r->capacity, m);
    r->text_start = r->text_end = 0;
    r->has_fence = false;
}

static void check_overlay_line(Reader *r, Line line)
{
    Parser *p = &r->p;
    size_t equals = find_outside(p, line.start, line.end, '=');
    Line name = parser_trim(p, line.start, equals);
    const char *text = parser_text(p, name.start, name.end);
    bool is_name = strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") ==
                       name.end - name.start &&
                   name.end > name.start;
    if (equals == line.end || !is_name)
        parser_error(p, line.start, line.end, "misconception", "a line of an overlay is NAME = EXPR");
    else
        parse_expr(p, equals + 1, line.end);
}

static void read_body(Reader *r, const char *word, size_t first, size_t last)
{
    Misconception *m = current(r);
    Parser *p = &r->p;
    size_t start = p->lines.items[first - 1].end, end = p->lines.items[last - 1].end;
    Line body = parser_trim(p, start, end), fence = p->lines.items[first - 1];
    if (body.start == body.end) {
        parser_error(p, fence.start, fence.end, "misconception", "this fence is empty");
        return;
    }
    if (strcmp(word, "answer") == 0) {
        m->expr = parse_expr(p, body.start, body.end);
    } else {
        m->overlay = parser_text(p, body.start, body.end);
        for (size_t i = first; i < last; i++)
            if (!line_is_blank(p, p->lines.items[i])) check_overlay_line(r, p->lines.items[i]);
    }
}

static void read_fence(Reader *r, const FenceMark *mark)
{
    Parser *p = &r->p;
    Line line = p->lines.items[r->at];
    Line info = parser_trim(p, mark->info, line.end);
    const char *word = parser_text(p, info.start, info.end);
    size_t end = r->at + 1;
    while (end < p->lines.count && !line_closes_fence(p, p->lines.items[end], mark)) end++;
    if (end == p->lines.count)
        parser_error(p, line.start, line.end, "unclosed-fence", "this fence is never closed");
    if (strcmp(word, "overlay") != 0 && strcmp(word, "answer") != 0)
        parser_error(p, line.start, line.end, "misconception",
                     "a misconception has an overlay fence or an answer fence");
    else if (!current(r) || r->has_fence)
        parser_error(p, line.start, line.end, "misconception", "each ## name has one fence");
    else
        read_body(r, word, r->at + 1, end);
    r->has_fence = true;
    r->at = end + 1;
}

static void read_line(Reader *r)
{
    Line line = r->p.lines.items[r->at];
    HeadingMark heading;
    FenceMark fence;
    if (line_fence(&r->p, line, 3, &fence)) {
        read_fence(r, &fence);
        return;
    }
    if (line_heading(&r->p, line, &heading) && heading.level == 2) {
        start(r, line, &heading);
    } else if (current(r) && !line_is_blank(&r->p, line)) {
        if (r->has_fence)
            parser_error(&r->p, line.start, line.end, "misconception",
                         "the sentence stands before the fence");
        if (!r->text_start) r->text_start = line.start;
        r->text_end = line.end;
    }
    r->at++;
}

Misconceptions *misconceptions_parse(const char *name, const char *text, size_t len, Diags *diags)
{
    Arena *arena = arena_new();
    Reader r = {.p = {.arena = arena, .diags = diags}, .all = arena_alloc(arena, sizeof *r.all)};
    r.all->arena = arena;
    r.p.source = source_clean(arena, name, text, len, diags);
    r.p.lines = source_lines(arena, r.p.source, diags);
    while (r.at < r.p.lines.count) read_line(&r);
    finish(&r);
    return r.all;
}

void misconceptions_free(Misconceptions *all)
{
    if (all) arena_free(all->arena);
}
