/* Laying out: steps into panes, pictures onto pages. */
#include "view/doc.h"
#include <stdlib.h>
#include <string.h>

/* -------------------------------------------------------------- growing lists */

static void *grow(const Doc *doc, const void *old, size_t n, size_t *cap, size_t size)
{
    if (n < *cap) return (void *)(uintptr_t)old;
    size_t wider = *cap ? *cap * 2 : 16;
    void *items = arena_grow(doc->pen.arena, old, n, wider, size);
    *cap = wider;
    return items;
}

static void add_target(Doc *doc, DocTarget target)
{
    if (target.span.kind == SPAN_TERM) target.span.ref = view_term_ref(target.span.item);
    doc->targets = grow(doc, doc->targets, doc->n_targets, &doc->cap_targets, sizeof target);
    doc->targets[doc->n_targets++] = target;
}

static void add_sticky(Doc *doc, DocSticky sticky)
{
    doc->stickies = grow(doc, doc->stickies, doc->n_stickies, &doc->cap_stickies, sizeof sticky);
    doc->stickies[doc->n_stickies++] = sticky;
}

void doc_claim(Doc *doc, DocClaim claim)
{
    doc->claims = grow(doc, doc->claims, doc->n_claims, &doc->cap_claims, sizeof claim);
    doc->claims[doc->n_claims++] = claim;
}

void doc_overflow(Doc *doc, SourceSpan span, int cols, int room)
{
    doc->overflows = grow(doc, doc->overflows, doc->n_overflows, &doc->cap_overflows, sizeof *doc->overflows);
    doc->overflows[doc->n_overflows++] = (DocOverflow){span, cols, room};
}

/* ------------------------------------------------------------------- prose */

int doc_room(const Doc *doc, int pane)
{
    int room = doc->setup.widths[pane] - 2;
    return room > 1 ? room : 1;
}

static void need_rows(Doc *doc, int pane, int rows)
{
    Frame *frame = doc->panes[pane];
    if (rows > frame->rows) frame_resize_rows(frame, rows);
}

static bool is_blank_row(Frame *frame, int row)
{
    for (int col = 0; col < frame->cols; col++)
        if (strcmp(frame_cell(frame, row, col)->glyph, " ") != 0) return false;
    return true;
}

void doc_gap(Doc *doc, int pane)
{
    int row = doc->rows[pane];
    if (row == 0 || (doc->setup.is_dense && !doc->setup.is_print)) return;
    if (is_blank_row(doc->panes[pane], row - 1)) return;
    need_rows(doc, pane, row + 1);
    doc->rows[pane]++;
}

/* Of the places of a term one has its text: that one is selected. */
static bool is_selectable(const FrameSpan *span)
{
    return span->width > 0 &&
           (span->kind == SPAN_NUMBER || (span->kind == SPAN_TERM && span->text && *span->text));
}

void doc_targets(Doc *doc, int pane, size_t from)
{
    const Frame *frame = doc->panes[pane];
    for (size_t i = from; i < frame->n_spans; i++)
        if (is_selectable(&frame->spans[i]))
            add_target(doc, (DocTarget){.span = frame->spans[i], .pane = pane, .step = doc->step});
}

void doc_target(Doc *doc, int pane, FrameSpan span)
{
    add_target(doc, (DocTarget){.span = span, .pane = pane, .step = doc->step});
}

int doc_add_rows(Doc *doc, int pane, int rows)
{
    int row = doc->rows[pane];
    need_rows(doc, pane, row + rows);
    doc->rows[pane] = row + rows;
    return row;
}

void doc_runs(Doc *doc, int pane, int col, int indent, const Runs *runs)
{
    size_t from = doc->panes[pane]->n_spans;
    int width = doc_room(doc, pane) - col;
    if (width < 1) {
        width = doc_room(doc, pane);
        col = 0;
    }
    int row = doc->rows[pane];
    int used =
        frame_wrap(doc->panes[pane], doc->pen.charset, row, 1 + col, width, -1, indent, runs->items, runs->n);
    need_rows(doc, pane, row + used);
    doc->rows[pane] = row + used;
    doc_targets(doc, pane, from);
}

/* ------------------------------------------------------------------- pages */

typedef struct Page {
    int from, to;       /* columns of the picture */
    size_t first, last; /* breaks [first, last) on it */
} Page;

static int break_end(const Picture *picture, size_t i)
{
    return i + 1 < picture->n_breaks ? picture->breaks[i + 1].col : picture->frame->cols;
}

/* Fills pages from the front, or from the back where the last page is the one to be shown: that
 * one is as full as can be. */
static size_t make_pages(const Picture *picture, int room, Page *pages)
{
    size_t n = 0, count = picture->n_breaks;
    int inner = room - picture->fixed;
    if (!picture->is_newest_last) {
        for (size_t i = 0; i < count;) {
            size_t last = i + 1;
            while (last < count && break_end(picture, last) - picture->breaks[i].col <= inner) last++;
            pages[n++] = (Page){picture->breaks[i].col, break_end(picture, last - 1), i, last};
            i = last;
        }
        return n;
    }
    for (size_t last = count; last > 0;) {
        size_t first = last - 1;
        while (first > 0 && break_end(picture, last - 1) - picture->breaks[first - 1].col <= inner) first--;
        pages[n++] = (Page){picture->breaks[first].col, break_end(picture, last - 1), first, last};
        last = first;
    }
    for (size_t i = 0; i < n / 2; i++) {
        Page swap = pages[i];
        pages[i] = pages[n - 1 - i];
        pages[n - 1 - i] = swap;
    }
    return n;
}

static bool is_target(const Picture *picture, const FrameSpan *span)
{
    return is_selectable(span) || (span->width > 0 && span->kind == SPAN_MARK &&
                                   (picture->marks_are_targets || span->item == MARK_STANDS_ALONE));
}

static size_t chosen_page(const Doc *doc, const Picture *picture, const Page *pages, size_t n)
{
    const Frame *frame = picture->frame;
    for (size_t i = 0; doc->setup.has_selection && i < frame->n_spans; i++) {
        const FrameSpan *span = &frame->spans[i];
        if (!is_target(picture, span) || !element_ref_equal(span->ref, doc->setup.selection)) continue;
        for (size_t p = 0; p < n; p++)
            if (span->col >= pages[p].from && span->col < pages[p].to) return p;
    }
    return picture->is_newest_last ? n - 1 : 0;
}

/* The names of the columns on other pages. */
static const char *names_of(const Doc *doc, const Picture *picture, size_t from, size_t to)
{
    StrBuf out = {0};
    for (size_t i = from; i < to; i++) {
        if (!*picture->breaks[i].name) continue;
        if (out.len) strbuf_add(&out, " ");
        strbuf_add(&out, picture->breaks[i].name);
    }
    if (out.len == 0) strbuf_printf(&out, "%zu more", to - from);
    return strbuf_take(&out, doc->pen.arena);
}

/* "‹ q K                    e^z α ›" */
static void draw_page_signs(Doc *doc, int pane, int col, const Picture *picture, const Page *page)
{
    int row = doc->rows[pane]++, room = doc_room(doc, pane) - col;
    need_rows(doc, pane, row + 1);
    Frame *frame = doc->panes[pane];
    int used = 0;
    if (page->first > 0) {
        const char *text = arena_printf(doc->pen.arena, "‹ %s", names_of(doc, picture, 0, page->first));
        used = frame_put_fit(frame, row, 1 + col, page->last < picture->n_breaks ? room / 2 - 1 : room,
                             ROLE_PAGE, text);
    }
    if (page->last < picture->n_breaks) {
        const char *text =
            arena_printf(doc->pen.arena, "%s ›", names_of(doc, picture, page->last, picture->n_breaks));
        int cells = charset_width(doc->pen.charset, text), most = room - used - 1;
        if (cells > most) cells = most;
        frame_put_fit(frame, row, 1 + col + room - cells, cells, ROLE_PAGE, text);
    }
}

/* The same in short, on the table's first row: the row of names may lie below the fold. */
static void draw_page_arrows(Doc *doc, int pane, int row, int col, const Picture *picture, const Page *page)
{
    Frame *frame = doc->panes[pane];
    int right = 1 + col + doc_room(doc, pane) - 1;
    const Cell *first = frame_cell(frame, row, 1 + col), *last = frame_cell(frame, row, right);
    if (page->first > 0 && picture->fixed && first && strcmp(first->glyph, " ") == 0)
        frame_put(frame, row, 1 + col, 1, ROLE_KEY, "‹");
    if (page->last < picture->n_breaks && last && strcmp(last->glyph, " ") == 0)
        frame_put(frame, row, right, 1, ROLE_KEY, "›");
}

static int compare_spans(const void *a, const void *b)
{
    const DocTarget *one = a, *two = b;
    if (one->step != two->step) return one->step < two->step ? -1 : 1;
    if (one->pane != two->pane) return one->pane - two->pane;
    if (one->span.row != two->span.row) return one->span.row - two->span.row;
    return one->span.col - two->span.col;
}

/* The numbers of a picture whose columns [from, to) stand at `col` of the pane; those of other pages
 * lie before and behind, so that moving sideways reaches them. */
static void add_picture_targets(Doc *doc, int pane, int row, int col, const Picture *picture, int from,
                                int to)
{
    for (size_t i = 0; i < picture->frame->n_spans; i++) {
        FrameSpan span = picture->frame->spans[i];
        if (!is_target(picture, &span)) continue;
        bool is_fixed = span.col < picture->fixed && from >= picture->fixed;
        bool is_hidden = !is_fixed && (span.col < from || span.col >= to);
        span.row += row;
        span.col = is_fixed ? 1 + col + span.col
                            : span.col - from + 1 + col + (from >= picture->fixed ? picture->fixed : 0);
        add_target(doc, (DocTarget){.span = span, .pane = pane, .step = doc->step, .is_hidden = is_hidden});
    }
}

static void place_columns(Doc *doc, int pane, int col, const Picture *picture, int from, int to)
{
    int row = doc->rows[pane], rows = picture->frame->rows,
        fixed = from >= picture->fixed ? picture->fixed : 0;
    need_rows(doc, pane, row + rows);
    Frame *frame = doc->panes[pane];
    int room = doc_room(doc, pane) - col;
    if (fixed) frame_blit(frame, row, 1 + col, picture->frame, 0, 0, rows, fixed < room ? fixed : room);
    int cols = to - from < room - fixed ? to - from : room - fixed;
    frame_blit(frame, row, 1 + col + fixed, picture->frame, 0, from, rows, cols);
    if (picture->header_rows)
        add_sticky(doc, (DocSticky){pane, row, picture->header_rows, row + picture->header_rows, row + rows});
    doc->rows[pane] = row + rows;
}

static void draw_picture(Doc *doc, int pane, int col, const Picture *picture, SourceSpan span)
{
    if (!picture->frame || picture->frame->rows == 0) return;
    doc->has_yielding |= picture->has_drawing;
    int room = doc_room(doc, pane) - col, cols = picture->frame->cols, row = doc->rows[pane];
    if (cols <= room || picture->n_breaks < 2) {
        if (cols > room) doc_overflow(doc, span, cols, room);
        add_picture_targets(doc, pane, row, col, picture, 0, cols);
        place_columns(doc, pane, col, picture, 0, cols);
        return;
    }
    Page *pages = arena_array(doc->pen.arena, picture->n_breaks, sizeof *pages);
    size_t n = make_pages(picture, room, pages);
    for (size_t i = 0; i < n; i++)
        if (pages[i].to - pages[i].from + picture->fixed > room) doc_overflow(doc, span, cols, room);
    if (doc->setup.is_print) {
        for (size_t i = 0; i < n; i++) {
            if (i) doc_gap(doc, pane);
            place_columns(doc, pane, col, picture, pages[i].from, pages[i].to);
        }
        return;
    }
    const Page *page = &pages[chosen_page(doc, picture, pages, n)];
    add_picture_targets(doc, pane, row, col, picture, page->from, page->to);
    place_columns(doc, pane, col, picture, page->from, page->to);
    draw_page_arrows(doc, pane, row, col, picture, page);
    draw_page_signs(doc, pane, col, picture, page);
}

void doc_picture(Doc *doc, int pane, int col, const Picture *picture, SourceSpan span)
{
    for (; picture; picture = picture->below) draw_picture(doc, pane, col, picture, span);
}

/* ------------------------------------------------------------------- steps */

static bool is_left_out(const Doc *doc, const Block *block)
{
    if (block->section == SECTION_NOTES) return true;
    return section_on_demand(block->section) && !doc->setup.more;
}

static bool step_wants_right(const Step *step)
{
    for (size_t i = 0; i < step->n_blocks; i++) {
        BlockKind kind = step->blocks[i].kind;
        bool is_left_out =
            section_on_demand(step->blocks[i].section) || step->blocks[i].section == SECTION_NOTES;
        if (!is_left_out && (kind == BLOCK_SHOW || kind == BLOCK_MATH || kind == BLOCK_TERMS)) return true;
    }
    return false;
}

bool doc_wants_two_panes(const Lesson *lesson, int screen)
{
    if (screen < 0 || (size_t)screen >= lesson->n_screens) return false;
    for (size_t i = 0; i < lesson->screens[screen].n_steps; i++)
        if (step_wants_right(&lesson->screens[screen].steps[i])) return true;
    return false;
}

/* A step begins below what came before; with pictures of its own, in the same row of both panes. */
static void begin_step(Doc *doc, const Step *step)
{
    DocStep *at = &doc->steps[doc->step];
    at->has_picture = step_wants_right(step);
    for (int pane = 0; pane < doc->setup.n_panes; pane++) {
        doc_gap(doc, pane);
        at->start[pane] = doc->rows[pane];
    }
    if (doc->setup.n_panes < 2 || !at->has_picture) return;
    int row = doc->rows[0] > doc->rows[1] ? doc->rows[0] : doc->rows[1];
    for (int pane = 0; pane < 2; pane++) {
        need_rows(doc, pane, row);
        doc->rows[pane] = at->start[pane] = row;
    }
}

static void add_part(Doc *doc, int pane, int start, bool is_picture)
{
    while (start < doc->rows[pane] && is_blank_row(doc->panes[pane], start)) start++;
    if (start >= doc->rows[pane]) return;
    doc->parts = grow(doc, doc->parts, doc->n_parts, &doc->cap_parts, sizeof *doc->parts);
    doc->parts[doc->n_parts++] = (DocPart){start, doc->rows[pane], is_picture};
}

static void layout_step(Doc *doc, const Step *step)
{
    SectionKind section = SECTION_BODY;
    begin_step(doc, step);
    for (size_t i = 0; i < step->n_blocks; i++) {
        const Block *block = &step->blocks[i];
        if (is_left_out(doc, block)) {
            doc->has_closed |= block->section != SECTION_NOTES;
            continue;
        }
        int from[2] = {doc->rows[0], doc->rows[1]};
        block_draw(doc, block, block->section != section);
        for (int pane = 0; pane < doc->setup.n_panes; pane++)
            add_part(doc, pane, from[pane], block->kind == BLOCK_SHOW);
        section = block->section;
    }
    for (int pane = 0; pane < doc->setup.n_panes; pane++) doc->steps[doc->step].end[pane] = doc->rows[pane];
}

/* Rows that a pane has room for before it grows. */
enum { PANE_ROWS = 48 };

Doc *doc_blank(const Pen *pen, const DocSetup *setup)
{
    Doc *doc = arena_alloc(pen->arena, sizeof *doc);
    doc->pen = *pen;
    doc->setup = *setup;
    for (int pane = 0; pane < setup->n_panes; pane++) {
        doc->panes[pane] =
            frame_new(pen->arena, 0, setup->widths[pane] > 0 ? setup->widths[pane] : 0, pen->charset);
        frame_reserve_rows(doc->panes[pane], PANE_ROWS);
    }
    doc->equation_rows = arena_array(pen->arena, setup->lesson->n_equations, sizeof *doc->equation_rows);
    for (size_t i = 0; i < setup->lesson->n_equations; i++) doc->equation_rows[i] = -1;
    return doc;
}

/* ------------------------------------------------------------------- pages */

/* A page has few steps: the thing itself, and what came of it. */
enum { PAGE_STEPS_MAX = 4 };

static void (*const pages[PAGE_KIND_COUNT])(Doc *doc, const void *shown) = {
    [PAGE_QUESTION] = question_draw,
    [PAGE_CARD] = card_draw,
};

static void end_page_step(Doc *doc)
{
    if (doc->setup.n_steps > 0) doc->steps[doc->step].end[0] = doc->rows[0];
}

void doc_begin_step(Doc *doc)
{
    end_page_step(doc);
    doc->step = doc->setup.n_steps++;
    doc_gap(doc, 0);
    bool is_first = doc->step == 0; /* what follows is about it: as much of it as fits stays in sight */
    doc->steps[doc->step] = (DocStep){.start = {doc->rows[0]}, .has_picture = is_first};
}

static void layout_page(Doc *doc)
{
    const ViewPage *page = doc->setup.page;
    doc->steps = arena_array(doc->pen.arena, PAGE_STEPS_MAX, sizeof *doc->steps);
    doc->setup.n_steps = 0;
    pages[page->kind](doc, page->shown);
    end_page_step(doc);
}

static void layout_screen(Doc *doc)
{
    const DocSetup *setup = &doc->setup;
    const Screen *screen = &setup->lesson->screens[setup->screen];
    int n_steps = setup->n_steps < (int)screen->n_steps ? setup->n_steps : (int)screen->n_steps;
    doc->setup.n_steps = n_steps;
    doc->steps = arena_array(doc->pen.arena, n_steps > 0 ? (size_t)n_steps : 1, sizeof *doc->steps);
    doc->step = setup->only_last && n_steps > 0 ? n_steps - 1 : 0;
    for (; doc->step < n_steps; doc->step++) layout_step(doc, &screen->steps[doc->step]);
}

Doc *doc_new(const Pen *pen, const DocSetup *setup)
{
    Doc *doc = doc_blank(pen, setup);
    if (setup->page)
        layout_page(doc);
    else
        layout_screen(doc);
    if (doc->n_targets) qsort(doc->targets, doc->n_targets, sizeof *doc->targets, compare_spans);
    return doc;
}
