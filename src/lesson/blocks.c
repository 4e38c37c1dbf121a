/* Lines to drafts: where each block begins and ends, in which screen, step and
 * section it stands.
 *
 * A table of scanners is tried at each line in the order of Markdown's precedence;
 * the one that knows the line consumes its block and moves on. What no scanner
 * knows is a paragraph. Contents are parsed later, except `live` fences, which are
 * defined in the sheet as they come, so that definitions stand in document order.
 */
#include "lesson/marks.h"
#include <stdlib.h>
#include <string.h>

enum { FENCE_INDENT_MAX = 40 };

typedef struct Scanner {
    Parser *p;
    Drafts *drafts;
    size_t at; /* the line */
    SectionKind section;
    bool comment_end_missing; /* no --> follows: said once */
    /* The shortest fence of ` and of ~, at each indent, that was found to have no closer: a longer one of no
     * more indent further down has none either, and need not look to the end again. */
    size_t unclosed[2][FENCE_INDENT_MAX + 1]; /* 0: none was found */
} Scanner;

static Line line_at(const Scanner *s, size_t i)
{
    return s->p->lines.items[i];
}

static bool has_line(const Scanner *s, size_t i)
{
    return i < s->p->lines.count;
}

/* ------------------------------------------------------- screens and steps */

static DraftStep *current_step(Scanner *s)
{
    return &s->drafts->steps[s->drafts->n_steps - 1];
}

static void add_step(Scanner *s, const char *name, SourceSpan span)
{
    Drafts *d = s->drafts;
    DraftStep step = {name, span, 0};
    arena_push(s->p->arena, d->steps, d->n_steps, d->cap_steps, step);
    d->screens[d->n_screens - 1].n_steps++;
}

static void warn_empty_step(Scanner *s)
{
    const Drafts *d = s->drafts;
    if (d->n_screens == 0 || current_step(s)->n_drafts > 0) return;
    if (d->screens[d->n_screens - 1].n_steps == 1)
        diags_add(s->p->diags, DIAG_WARNING, current_step(s)->span, "empty-screen", "this screen is empty");
    else
        diags_add(s->p->diags, DIAG_WARNING, current_step(s)->span, "empty-step",
                  "nothing follows this pause: the step would be empty");
}

/* By name, and those of one name as they stand in the text. */
static int compare_steps(const void *a, const void *b)
{
    const DraftStep *x = *(const DraftStep *const *)a, *y = *(const DraftStep *const *)b;
    int by_name = strcmp(x->name, y->name);
    return by_name ? by_name : x < y ? -1 : 1;
}

/* No two steps of a screen have one name. */
static void check_step_names(Scanner *s)
{
    const Drafts *d = s->drafts;
    if (d->n_screens == 0) return;
    const DraftScreen *screen = &d->screens[d->n_screens - 1];
    const DraftStep **named = heed_xcalloc(screen->n_steps, sizeof *named);
    size_t n = 0;
    for (size_t i = 0; i < screen->n_steps; i++)
        if (d->steps[screen->first_step + i].name) named[n++] = &d->steps[screen->first_step + i];
    qsort(named, n, sizeof *named, compare_steps);
    for (size_t i = 1; i < n; i++)
        if (strcmp(named[i]->name, named[i - 1]->name) == 0)
            diags_error(s->p->diags, named[i]->span, "pause", "the screen has a step '%s' already",
                        named[i]->name);
    free(named);
}

static void end_screen(Scanner *s)
{
    warn_empty_step(s);
    check_step_names(s);
}

static void add_screen(Scanner *s, SourceSpan span, size_t title_start, size_t title_end)
{
    Drafts *d = s->drafts;
    end_screen(s);
    DraftScreen screen = {span, title_start, title_end, d->n_steps, 0};
    arena_push(s->p->arena, d->screens, d->n_screens, d->cap_screens, screen);
    add_step(s, NULL, span);
    s->section = SECTION_BODY;
}

static Draft *add_draft(Scanner *s, BlockKind kind, size_t first, size_t last)
{
    Drafts *d = s->drafts;
    if (d->n_screens == 0) {
        Line line = line_at(s, first);
        parser_error(s->p, line.start, line.end, "before-screen",
                     "a lesson's text starts with a screen: put a heading '## A question?' before this");
        add_screen(s, parser_span(s->p, line.start, line.end), line.start, line.start);
    }
    Draft draft = {.kind = kind, .section = s->section, .first = first, .last = last, .fence = FENCE_CODE};
    draft.screen = d->n_screens - 1;
    draft.step = d->n_steps - 1;
    arena_push(s->p->arena, d->items, d->count, d->capacity, draft);
    current_step(s)->n_drafts++;
    return &d->items[d->count - 1];
}

/* ---------------------------------------------------------------- headings */

static void start_section(Scanner *s, const HeadingMark *mark)
{
    char *title = parser_text(s->p, mark->start, mark->end);
    const char *titles[SECTION_COUNT];
    for (int kind = 0; kind < SECTION_COUNT; kind++) {
        titles[kind] = section_title((SectionKind)kind);
        if (kind != SECTION_BODY && strcmp(title, titles[kind]) == 0) {
            s->section = (SectionKind)kind;
            return;
        }
    }
    const char *guess = nearest_word(title, titles + 1, SECTION_COUNT - 1);
    if (guess)
        parser_error(s->p, mark->start, mark->end, "unknown-heading",
                     "unknown heading '%s'; did you mean %s?", title, guess);
    else
        parser_error(
            s->p, mark->start, mark->end, "unknown-heading",
            "unknown heading '%s'; ### headings are Goal, Foundations, Trap, Next, Mechanics, Takeaways, "
            "In practice, History, Sources, Notes",
            title);
    s->section = SECTION_BODY;
}

static bool scan_heading(Scanner *s)
{
    Line line = line_at(s, s->at);
    HeadingMark mark;
    if (!line_heading(s->p, line, &mark)) {
        if (line_is_heading_without_space(s->p, line))
            parser_error(s->p, line.start, line.end, "heading", "a heading needs a blank after its #");
        return false;
    }
    s->at++;
    if (mark.level == 2) {
        if (mark.start == mark.end)
            parser_error(s->p, line.start, line.end, "heading",
                         "a screen's heading asks a question: '## What …?'");
        add_screen(s, parser_span(s->p, line.start, line.end), mark.start, mark.end);
    } else if (mark.level == 3) {
        start_section(s, &mark);
    } else if (mark.level == 1) {
        parser_error(s->p, line.start, line.end, "heading",
                     "the lesson's title stands in its front matter; screens start with ##");
    } else {
        parser_error(s->p, line.start, line.end, "heading",
                     "headings are ## for screens and ### for sections");
    }
    return true;
}

/* ------------------------------------------------------------------ pauses */

static bool is_slug(const char *text)
{
    return *text && strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789-") == strlen(text);
}

/* A pause right under the heading names the first step; any other starts a new one. */
static void add_pause(Scanner *s, const char *name, SourceSpan span)
{
    Drafts *d = s->drafts;
    if (d->n_screens == 0) {
        diags_error(s->p->diags, span, "pause", "a pause stands inside a screen, after its ## heading");
        return;
    }
    bool is_first = d->screens[d->n_screens - 1].n_steps == 1;
    s->section = SECTION_BODY;
    if (current_step(s)->n_drafts > 0) {
        add_step(s, name, span);
    } else if (is_first && !current_step(s)->name) {
        current_step(s)->name = name;
        current_step(s)->span = span;
    } else {
        diags_add(s->p->diags, DIAG_WARNING, span, "empty-step",
                  "nothing stands between this pause and the one before");
    }
}

/* What a comment says: a pause, nearly a pause, or nothing to heed. */
static void read_comment(Scanner *s, size_t start, size_t end)
{
    Line inner = parser_trim(s->p, start, end);
    char *text = parser_text(s->p, inner.start, inner.end);
    SourceSpan span = parser_span(s->p, inner.start, inner.end);
    size_t n = strcspn(text, " \t\n");
    char *name = text + n + strspn(text + n, " \t\n");
    bool has_two_words_at_most = name[strcspn(name, " \t\n")] == '\0';
    text[n] = '\0';
    const char *const pause_word[] = {"pause"};
    if (strcmp(text, "pause") == 0) {
        if (*name && !is_slug(name))
            diags_error(
                s->p->diags, span, "pause",
                "a step's name is one word of small letters, digits and hyphens: <!-- pause softmax -->");
        add_pause(s, is_slug(name) ? name : NULL, span);
    } else if (has_two_words_at_most && *text && nearest_word(text, pause_word, 1)) {
        diags_add(s->p->diags, DIAG_WARNING, span, "pause", "this comment is ignored; did you mean pause?");
    }
}

static bool scan_comment(Scanner *s)
{
    Line line = line_at(s, s->at);
    if (!line_starts_comment(s->p, line)) return false;
    if (s->comment_end_missing) {
        s->at++;
        return true;
    }
    size_t start = line_indent(s->p, line).at + 4;
    for (size_t i = s->at; has_line(s, i); i++) {
        Line here = line_at(s, i);
        size_t from = i == s->at ? start : here.start;
        for (size_t k = from; k + 3 <= here.end; k++) {
            if (memcmp(s->p->source->text + k, "-->", 3) != 0) continue;
            read_comment(s, start, k);
            Line rest = parser_trim(s->p, k + 3, here.end);
            if (rest.start < rest.end)
                parser_error(s->p, rest.start, rest.end, "comment",
                             "nothing may follow a comment on its line");
            s->at = i + 1;
            return true;
        }
    }
    parser_error(s->p, start - 4, start, "unclosed-comment", "this <!-- is never closed with -->");
    s->comment_end_missing = true;
    s->at++;
    return true;
}

/* ------------------------------------------------------------------ fences */

/* The word after a fence's marks: source[start, end). */
static Line fence_word(const Scanner *s, const FenceMark *mark, size_t line_end)
{
    Line word = {mark->info, mark->info};
    while (word.end < line_end && !is_blank_char(s->p->source->text[word.end])) word.end++;
    return word;
}

/* A fence that cannot stand inside this one: any in a fence of heed's; in a listing one of heed's that is as
 * long, since Markdown would end the listing at its closer. */
static bool is_foreign_fence(const Scanner *s, Line line, const FenceMark *open, bool is_listing)
{
    FenceMark inner;
    if (!line_fence(s->p, line, 3, &inner) || inner.c != open->c) return false;
    if (!is_listing) return true;
    Line word = fence_word(s, &inner, line.end);
    return inner.n >= open->n && fence_find(parser_text(s->p, word.start, word.end)) != FENCE_CODE;
}

static bool is_known_unclosed(const Scanner *s, const FenceMark *open)
{
    const size_t *unclosed = s->unclosed[open->c == '~'];
    for (size_t indent = open->indent; indent <= FENCE_INDENT_MAX; indent++)
        if (unclosed[indent] > 0 && unclosed[indent] <= open->n) return true;
    return false;
}

static void note_unclosed(Scanner *s, const FenceMark *open)
{
    size_t *shortest = &s->unclosed[open->c == '~'][open->indent];
    if (*shortest == 0 || open->n < *shortest) *shortest = open->n;
}

/* The line that ends an open fence: its closer, or where a forgotten one must have been: at the first blank
 * line where no closer follows, or none before a fence that cannot stand inside. */
static size_t find_fence_end(Scanner *s, const FenceMark *open, bool is_listing, bool *is_closed)
{
    size_t first_blank = s->p->lines.count;
    bool has_closer = !is_known_unclosed(s, open);
    *is_closed = false;
    for (size_t i = s->at + 1; has_line(s, i); i++) {
        Line line = line_at(s, i);
        if (has_closer && line_closes_fence(s->p, line, open)) {
            *is_closed = true;
            return i;
        }
        if (is_foreign_fence(s, line, open, is_listing)) return first_blank < i ? first_blank : i;
        if (first_blank == s->p->lines.count && line_is_blank(s->p, line)) first_blank = i;
        if (first_blank == i && !has_closer) return i;
    }
    if (has_closer) note_unclosed(s, open);
    return first_blank;
}

static void define_live(Scanner *s, Draft *draft)
{
    if (!s->p->sheet) return;
    draft->live_first = sheet_count(s->p->sheet);
    sheet_define(s->p->sheet, s->p->source, draft->body_start, draft->body_end, (int)draft->screen,
                 s->p->diags);
    draft->live_count = sheet_count(s->p->sheet) - draft->live_first;
}

static void add_fence(Scanner *s, const FenceMark *mark, size_t end, size_t next)
{
    Line open = line_at(s, s->at);
    size_t info_end = parser_trim(s->p, mark->info, open.end).end;
    size_t word_end = fence_word(s, mark, info_end).end;
    const char *word = parser_text(s->p, mark->info, word_end);
    size_t row = fence_find(word);
    bool is_listing = *word == '\0' || fence_is_listing(word);
    bool is_unknown = row == FENCE_CODE && !is_listing;
    if (is_unknown) fence_unknown(s->p, mark->info, word_end);
    Draft *draft = add_draft(s, row == FENCE_CODE ? BLOCK_CODE : fence_kind(row), s->at, next);
    draft->fence = row;
    Line info = parser_trim(s->p, row == FENCE_CODE ? mark->info : word_end, info_end);
    draft->info_start = info.start;
    draft->info_end = info.end;
    draft->body_start = has_line(s, s->at + 1) && end > s->at + 1 ? line_at(s, s->at + 1).start : open.end;
    draft->body_end = end > s->at + 1 ? line_at(s, end - 1).end : draft->body_start;
    if (is_unknown) fence_fail_names(s->p, draft->body_start, draft->body_end);
    if (draft->kind == BLOCK_LIVE) define_live(s, draft);
}

/* A fence that never ends. A bare one rather ends a block that lost its first line: what stands right above
 * were that block's lines, and the names that they would have defined are not to be called unknown. */
static void say_unclosed(Scanner *s, const FenceMark *mark, Line line, size_t info_end)
{
    char *closer = arena_alloc(s->p->arena, mark->n + 1);
    memset(closer, mark->c, mark->n);
    size_t start = line_indent(s->p, line).at, above = s->at;
    if (mark->info < info_end) {
        parser_error(s->p, start, info_end, "unclosed-fence",
                     "this fence is never closed: a line of %s ends it", closer);
        return;
    }
    parser_error(s->p, start, start + mark->n, "unclosed-fence",
                 "this fence is never closed; or the block that it ends lacks its first line, as %slive",
                 closer);
    while (above > 0 && !line_is_blank(s->p, line_at(s, above - 1))) above--;
    if (above == s->at) return;
    Line first = line_at(s, above), last = line_at(s, s->at - 1);
    fence_fail_names(s->p, first.start, last.end);
    if (s->drafts->count == 0 || s->drafts->items[s->drafts->count - 1].first != above) return;
    Draft *lost = &s->drafts->items[s->drafts->count - 1];
    if (lost->kind != BLOCK_PARAGRAPH) return;
    lost->kind = BLOCK_CODE; /* no prose: nothing more is said of it */
    lost->body_start = first.start;
    lost->body_end = last.end;
}

static bool scan_fence_within(Scanner *s, size_t max_indent)
{
    Line line = line_at(s, s->at);
    FenceMark mark;
    if (!line_fence(s->p, line, max_indent, &mark)) return false;
    Line info = parser_trim(s->p, mark.info, line.end);
    Line word = fence_word(s, &mark, line.end);
    bool is_listing = fence_find(parser_text(s->p, word.start, word.end)) == FENCE_CODE, is_closed;
    size_t end = find_fence_end(s, &mark, is_listing, &is_closed);
    if (!is_closed) say_unclosed(s, &mark, line, info.end);
    add_fence(s, &mark, end, is_closed ? end + 1 : end);
    s->at = is_closed ? end + 1 : end;
    return true;
}

static bool scan_fence(Scanner *s)
{
    return scan_fence_within(s, 3);
}

/* ------------------------------------------------- paragraphs and their like */

static bool starts_table(const Scanner *s, size_t i)
{
    Cell *cells;
    if (!has_line(s, i + 1)) return false;
    Line head = line_at(s, i);
    if (!memchr(s->p->source->text + head.start, '|', head.end - head.start)) return false;
    size_t columns = line_table_columns(s->p, line_at(s, i + 1));
    return columns > 0 && columns == line_cells(s->p, head, &cells);
}

/* Whether line i ends a paragraph above it. */
static bool interrupts_paragraph(const Scanner *s, size_t i)
{
    Line line = line_at(s, i);
    HeadingMark heading;
    FenceMark fence;
    ListMark list;
    if (line_is_blank(s->p, line) || line_heading(s->p, line, &heading) ||
        line_fence(s->p, line, 3, &fence) || line_quote(s->p, line) || line_is_rule(s->p, line) ||
        line_starts_comment(s->p, line))
        return true;
    bool is_list =
        line_list(s->p, line, 3, &list) && list.at < line.end && (!list.is_ordered || list.number == 1);
    return is_list || starts_table(s, i);
}

static bool scan_blank(Scanner *s)
{
    if (!line_is_blank(s->p, line_at(s, s->at))) return false;
    s->at++;
    return true;
}

static bool scan_rule(Scanner *s)
{
    Line line = line_at(s, s->at);
    if (!line_is_rule(s->p, line)) return false;
    parser_error(s->p, line.start, line.end, "rule", "a lesson has no rules; <!-- pause --> ends a step");
    s->at++;
    return true;
}

/* A quote's paragraphs are an analogy each. */
static bool scan_quote(Scanner *s)
{
    if (!line_quote(s->p, line_at(s, s->at))) return false;
    size_t first = s->at;
    for (;;) {
        bool is_here = has_line(s, s->at);
        Line line = is_here ? line_at(s, s->at) : (Line){0};
        size_t text = is_here ? line_quote(s->p, line) : 0;
        bool is_lazy = is_here && !text && s->at > first && !interrupts_paragraph(s, s->at);
        bool is_text = is_lazy || (text && parser_trim(s->p, text, line.end).start < line.end);
        if (!is_text) {
            if (s->at > first) add_draft(s, BLOCK_ANALOGY, first, s->at);
            if (!text) return true;
            first = s->at + 1;
        }
        s->at++;
    }
}

/* Whether the list goes on at line i with an item. */
static bool list_goes_on(const Scanner *s, size_t i, const ListMark *start)
{
    ListMark mark;
    if (!has_line(s, i) || !line_list(s->p, line_at(s, i), start->content + 40, &mark)) return false;
    return mark.indent >= start->content || mark.c == start->c;
}

static bool scan_list(Scanner *s)
{
    ListMark start, other;
    FenceMark fence;
    if (!line_list(s->p, line_at(s, s->at), 3, &start)) return false;
    size_t first = s->at++;
    while (has_line(s, s->at)) {
        Line line = line_at(s, s->at);
        if (line_is_blank(s->p, line)) {
            size_t next = s->at;
            while (has_line(s, next) && line_is_blank(s->p, line_at(s, next))) next++;
            if (!list_goes_on(s, next, &start)) break;
            s->at = next;
        } else if (line_fence(s->p, line, FENCE_INDENT_MAX, &fence)) {
            if (fence.indent > 0)
                parser_error(s->p, line.start, line.end, "list",
                             "a list's items hold text only: end the list before a fence");
            break;
        } else if (!list_goes_on(s, s->at, &start) &&
                   (line_list(s->p, line, 3, &other) || interrupts_paragraph(s, s->at))) {
            break;
        } else {
            s->at++;
        }
    }
    add_draft(s, BLOCK_LIST, first, s->at);
    return true;
}

static bool scan_table(Scanner *s)
{
    if (!starts_table(s, s->at)) return false;
    size_t first = s->at;
    s->at += 2;
    while (has_line(s, s->at) && !interrupts_paragraph(s, s->at)) s->at++;
    add_draft(s, BLOCK_TABLE, first, s->at);
    return true;
}

static bool scan_paragraph(Scanner *s)
{
    size_t first = s->at++;
    Line line = line_at(s, first);
    Indent indent = line_indent(s->p, line);
    FenceMark fence;
    if (indent.columns > 3 && line_fence(s->p, line, FENCE_INDENT_MAX, &fence)) {
        parser_error(s->p, indent.at, line.end, "indented", "a fence starts at the beginning of its line");
        s->at = first;
        return scan_fence_within(s, FENCE_INDENT_MAX);
    }
    if (indent.columns > 3)
        parser_error(s->p, indent.at, line.end, "indented",
                     "text starts at the beginning of its line; a listing stands in a ```text fence");
    while (has_line(s, s->at) && !interrupts_paragraph(s, s->at) &&
           !line_is_underline(s->p, line_at(s, s->at)))
        s->at++;
    if (has_line(s, s->at) && line_is_underline(s->p, line_at(s, s->at))) {
        Line underline = line_at(s, s->at++);
        parser_error(s->p, underline.start, underline.end, "heading", "headings are written with ## and ###");
    }
    add_draft(s, BLOCK_PARAGRAPH, first, s->at);
    return true;
}

/* In the order in which Markdown decides between them; the paragraph takes what is left. */
static bool (*const scanners[])(Scanner *s) = {scan_blank,   scan_fence, scan_comment,
                                               scan_heading, scan_quote, scan_rule,
                                               scan_list,    scan_table, scan_paragraph};

void scan_blocks(Parser *p, size_t first_line, Drafts *drafts)
{
    Scanner s = {.p = p, .drafts = drafts, .at = first_line};
    while (has_line(&s, s.at)) {
        size_t i = 0;
        while (!scanners[i](&s)) i++;
    }
    end_screen(&s);
}
