/* A lesson's screen: the document's visible rows, and what stands around them.
 *
 * In passes: plan the rows; lay the why panel out and give it its rows; lay the
 * document out, smaller pictures first where the newest step would not fit; choose
 * the part of it that is seen; draw; report.
 */
#include "view/screened.h"
#include "view/beside.h"
#include "view/equation.h"
#include "view/formula.h"
#include "view/search.h"
#include <string.h>

enum {
    TWO_PANES_FROM = 100,
    NAMED_FROM = 60, /* the lesson's name stands before the screen's */
    LEFT_MIN = 44,
    LEFT_MAX = 78,
    ONE_PANE_MAX = 100,
    DOC_COLS_MIN = 16,           /* a narrower screen shows the left part of this */
    STATUS_WITH_PANEL_FROM = 16, /* rows; below, the panel's title says as much */
    TIGHT_BELOW = 6,             /* content rows: pictures are left out */
    PINNED_FROM = 12             /* content rows */
};

static int clamp(int x, int low, int high)
{
    return x < low ? low : x > high ? high : x;
}

static int doc_rows(const Doc *doc)
{
    return doc->setup.n_panes > 1 && doc->rows[1] > doc->rows[0] ? doc->rows[1] : doc->rows[0];
}

/* ---------------------------------------------------------------- the panel */

/* The panel that is about the selected number. */
static bool is_about_number(const ViewState *state)
{
    return state->why.depth > 0 || (state->has_influence && state->has_selection);
}

/* Innermost first: why, what moves the number, the two sides of a comparison. */
static WhyPanel layout_panel(const Screened *s, int width, int rows)
{
    const ViewState *state = s->state;
    if (state->why.depth > 0) return why_layout(&s->pen, &state->why, width, rows);
    if (is_about_number(state)) return influence_layout(&s->pen, state, width);
    return compare_layout(&s->pen, state, width);
}

static void plan_panel(Screened *s)
{
    bool is_comparing = s->state->other && !s->state->page; /* a page has its own way to show two sides */
    if (!is_about_number(s->state) && !is_comparing) return;
    int rows = s->chrome.content_rows + (s->chrome.rule_bottom >= 0);
    int keep = rows >= 30 ? rows / 2 : rows >= 18 ? 9 : rows >= 12 ? 5 : rows >= 7 ? 3 : rows >= 4 ? 2 : 1;
    int most = rows - keep;
    s->why_border = rows >= 14 && s->frame->cols >= 44;
    int edges = 1 + s->why_border,
        inner = most - edges; /* at least the header and the selected row are kept */
    if (inner < 1) {
        s->why = (WhyPanel){.title = NULL};
        return;
    }
    s->why = layout_panel(s, s->frame->cols - (s->why_border ? 4 : 2), inner);
    int height = s->why.frame->rows < inner ? s->why.frame->rows : inner;
    chrome_take_panel(&s->chrome, height + edges);
    int max_scroll = s->why.frame->rows - height;
    s->why_scroll = clamp(s->state->why.scroll, 0, max_scroll);
    if (s->why.chosen >= s->why_scroll + height)
        s->why_scroll = clamp(s->why.chosen - height + 1, 0, max_scroll);
    if (s->why.chosen < s->why_scroll && s->state->why.scroll == 0) s->why_scroll = s->why.chosen;
    s->report->why_max_scroll = max_scroll;
    s->report->why_row = s->chrome.panel;
    s->report->why_rows = s->chrome.panel_rows;
    s->report->operands = s->why.operands;
    s->report->n_operands = s->why.n_operands;
}

static void draw_panel(Screened *s)
{
    int row = s->chrome.panel, rows = s->chrome.panel_rows, cols = s->frame->cols, border = s->why_border;
    if (rows <= 0) return;
    int inner = rows - 1 - border, all = s->why.frame->rows;
    if (border) {
        frame_box(s->frame, row, 0, rows, cols, s->why.title);
    } else {
        frame_fill(s->frame, row, 0, cols, ROLE_RULE, "─");
        int used = frame_put_fit(s->frame, row, 2, cols - 4, ROLE_TITLE, s->why.title);
        frame_put(s->frame, row, 1, 1, ROLE_RULE, " ");
        frame_put(s->frame, row, 2 + used, 1, ROLE_RULE, " ");
    }
    frame_blit(s->frame, row + 1, border ? 2 : 1, s->why.frame, s->why_scroll, 0, inner, s->why.frame->cols);
    int above = s->why_scroll, below = all - s->why_scroll - inner;
    if (above > 0) frame_put(s->frame, row + 1, cols - 1, 1, ROLE_KEY, "▲");
    if (below > 0) frame_put(s->frame, row + inner, cols - 1, 1, ROLE_KEY, "▼");
}

/* ------------------------------------------------------------- the document */

static void plan_panes(Screened *s)
{
    int cols = s->frame->cols;
    bool two =
        cols >= TWO_PANES_FROM && !s->state->page && doc_wants_two_panes(s->state->lesson, s->state->screen);
    s->panes = two ? 2 : 1;
    if (!two) {
        s->cols[0] = clamp(cols, DOC_COLS_MIN, ONE_PANE_MAX);
        return;
    }
    s->cols[0] = clamp(cols * 3 / 8, LEFT_MIN, LEFT_MAX);
    s->at[1] = s->cols[0] + 1;
    s->cols[1] = cols - s->at[1];
}

DocSetup screened_setup(const Screened *s, PicSize size, bool is_dense)
{
    const ViewState *state = s->state;
    return (DocSetup){.lesson = state->lesson,
                      .screen = state->screen,
                      .n_steps = state->step + 1,
                      .more = state->more,
                      .is_dense = is_dense,
                      .n_panes = s->panes,
                      .widths = {s->cols[0], s->cols[1]},
                      .size = size,
                      .has_selection = state->has_selection,
                      .selection = state->selection,
                      .predictions = state->predictions,
                      .n_predictions = state->n_predictions,
                      .values = state->values,
                      .page = state->page};
}

/* Rows from where the step begins to its end, in the longer pane. */
static int step_end(const Doc *doc, int step)
{
    int end = doc->steps[step].end[0];
    if (doc->setup.n_panes > 1 && doc->steps[step].end[1] > end) end = doc->steps[step].end[1];
    return end;
}

static int step_start(const Doc *doc, int step)
{
    const DocStep *at = &doc->steps[step];
    return doc->setup.n_panes > 1 && at->start[1] < at->start[0] && at->has_picture ? at->start[1]
                                                                                    : at->start[0];
}

/* How the document is laid out. */
typedef struct Layout {
    PicSize size;
    bool is_dense;
} Layout;

static bool newest_fits(const Screened *s, const Doc *doc)
{
    int newest = doc->setup.n_steps - 1;
    return newest < 0 || step_end(doc, newest) - step_start(doc, newest) <= s->chrome.content_rows;
}

static Doc *lay_out_as(const Screened *s, Layout layout, bool only_last)
{
    DocSetup setup = screened_setup(s, layout.size, layout.is_dense);
    setup.only_last = only_last;
    return doc_new(&s->pen, &setup);
}

/* What yields until the newest step fits: first the pictures' size; then the blank rows between blocks;
 * beside a panel, or where there are hardly any rows, the pictures themselves. What does not fit even so is
 * scrolled. */
static Layout choose_layout(const Screened *s, bool has_yielding)
{
    static const Layout compact = {PIC_COMPACT, false}, dense = {PIC_COMPACT, true},
                        bare = {PIC_NUMBERS, true};
    bool is_tight = s->chrome.panel_rows > 0 || s->chrome.content_rows < TIGHT_BELOW;
    if (has_yielding && newest_fits(s, lay_out_as(s, compact, true))) return compact;
    if (is_tight && !has_yielding) return dense;
    if (newest_fits(s, lay_out_as(s, dense, true))) return dense;
    if (is_tight) return bare;
    return s->chrome.content_rows >= PINNED_FROM ? compact : dense;
}

/* The last open step that has a picture: what a newest step of words speaks about. */
static int pictured_step(const Doc *doc)
{
    int step = doc->setup.n_steps - 1;
    while (step > 0 && !doc->steps[step].has_picture) step--;
    return step;
}

/* Whether the last picture of the steps before is in sight with the newest one. */
static bool pictured_fits(const Screened *s, const Doc *doc)
{
    int newest = doc->setup.n_steps - 1, from = 0;
    if (newest < 0 || pictured_step(doc) == newest) return true;
    for (size_t i = 0; i < doc->n_parts; i++) {
        const DocPart *part = &doc->parts[i];
        if (part->is_picture && part->end <= step_start(doc, newest) && part->start > from)
            from = part->start;
    }
    return step_end(doc, newest) - from <= s->chrome.content_rows;
}

/* Words about a picture stand beside all of it, if a smaller one makes that possible. */
static void keep_picture(Screened *s)
{
    if (!s->doc->has_yielding || pictured_fits(s, s->doc)) return;
    Doc *compact = lay_out_as(s, (Layout){PIC_COMPACT, false}, false);
    if (pictured_fits(s, compact)) s->doc = compact;
}

static void lay_out(Screened *s)
{
    plan_panes(s);
    s->doc = lay_out_as(s, (Layout){PIC_FULL, false}, false);
    if (newest_fits(s, s->doc))
        keep_picture(s);
    else
        s->doc = lay_out_as(s, choose_layout(s, s->doc->has_yielding), false);
}

/* The first row from `row` on at which a picture or a paragraph begins; `last` where none does before it. */
static int next_part(const Doc *doc, int row, int last)
{
    for (size_t i = 0; i < doc->n_parts; i++)
        if (doc->parts[i].start >= row && doc->parts[i].start < last) last = doc->parts[i].start;
    return last;
}

/* Whether a part begins above a row and ends below it. */
static bool is_torn(const Doc *doc, int row)
{
    for (size_t i = 0; i < doc->n_parts; i++)
        if (doc->parts[i].start < row && row < doc->parts[i].end) return true;
    return false;
}

/* Where the view comes to rest when a step opens: as many earlier steps as fit whole stand above the newest
 * one. Where none does, a step of words keeps as much of the picture it speaks about as it can. */
static int landing(const Screened *s)
{
    const Doc *doc = s->doc;
    int newest = doc->setup.n_steps - 1;
    if (newest < 0) return 0;
    int start = step_start(doc, newest), least = step_end(doc, newest) - s->chrome.content_rows,
        first = newest;
    while (first > 0 && step_start(doc, first - 1) >= least) first--;
    if (first < newest) return step_start(doc, first);
    first = pictured_step(doc);
    bool is_apart = first < newest && doc->steps[first].has_picture && least < start && least > 0;
    if (!is_apart) return start;
    least = next_part(doc, least, start);
    return is_torn(doc, least) ? start : least; /* by what stands in the other pane */
}

static int find_selected(const Screened *s)
{
    int found = -1;
    size_t n = 0;
    if (!s->state->has_selection) return -1;
    for (size_t i = 0; i < s->doc->n_targets && n <= s->state->occurrence; i++) {
        if (!element_ref_equal(s->doc->targets[i].span.ref, s->state->selection)) continue;
        found = (int)i;
        n++;
    }
    return found;
}

/* The header rows of the table that holds a row, or NULL. */
static const DocSticky *sticky_of(const Doc *doc, int pane, int row)
{
    for (size_t i = 0; i < doc->n_stickies; i++) {
        const DocSticky *sticky = &doc->stickies[i];
        if (sticky->pane == pane && row >= sticky->first && row < sticky->end) return sticky;
    }
    return NULL;
}

static int max_scroll(const Screened *s)
{
    int most = doc_rows(s->doc) - s->chrome.content_rows;
    if (s->step_row > most) most = s->step_row;
    return most > 0 ? most : 0;
}

/* While a derivation is read, the number that it is about stays in sight, under its table's header. */
static int scroll_to_selected(const Screened *s, int scroll)
{
    if (s->selected < 0 || !is_about_number(s->state)) return scroll;
    const DocTarget *target = &s->doc->targets[s->selected];
    const DocSticky *sticky = sticky_of(s->doc, target->pane, target->span.row);
    int rows = s->chrome.content_rows, row = target->span.row, header = sticky ? sticky->header_rows : 0;
    if (header >= rows) header = 0; /* no room to keep it over the row */
    bool is_above = scroll > row - header;
    if (is_above) scroll = sticky && row - sticky->header < rows ? sticky->header : row - header;
    if (scroll < row - rows + 1) scroll = row - rows + 1;
    return scroll > 0 ? scroll : 0;
}

bool screened_is_seen(const Screened *s, int row)
{
    return row >= s->scroll && row < s->scroll + s->chrome.content_rows;
}

/* Did the last edit turn it false? */
static bool has_turned(const Screened *s, const DocClaim *claim)
{
    if (claim->state != CLAIM_FAILS || !s->pen.layers[REF_WAS]) return false;
    return view_claim_state(s->pen.layers[REF_WAS], claim->claim) == CLAIM_HOLDS;
}

/* Claims that an edit turned false out of sight are said above the bottom rule. */
static void pin_claims(Screened *s)
{
    if (s->chrome.content_rows < PINNED_FROM) return;
    for (size_t i = 0; i < s->doc->n_claims && s->n_pinned < PINNED_MAX; i++) {
        const DocClaim *claim = &s->doc->claims[i];
        if (!screened_is_seen(s, claim->row) && has_turned(s, claim)) s->pinned[s->n_pinned++] = claim;
    }
    s->chrome.content_rows -= s->n_pinned;
}

static void scroll(Screened *s)
{
    int wanted = s->state->scroll == VIEW_LANDING ? s->step_row : s->state->scroll;
    s->scroll = scroll_to_selected(s, clamp(wanted, 0, max_scroll(s)));
}

static void choose_part(Screened *s)
{
    s->step_row = s->kind->landing(s);
    s->selected = find_selected(s);
    scroll(s);
    pin_claims(s);
    if (s->n_pinned) scroll(s);
}

/* ------------------------------------------------------------------- marks */

static bool is_blank_cell(Frame *frame, int row, int col)
{
    const Cell *cell = frame_cell(frame, row, col);
    return cell && !cell->span && strcmp(cell->glyph, " ") == 0;
}

/* U+2580 to U+259F: what bars and columns are made of. */
static bool is_block(const Cell *cell)
{
    const unsigned char *glyph = (const unsigned char *)cell->glyph;
    return glyph[0] == 0xE2 && glyph[1] == 0x96 && glyph[2] < 0xA0;
}

/* A block in reverse would be gone. It changes its colour; where no number is lit beside it, its pattern too.
 * A shade keeps its colour, which tells its heat, under a sign. */
static void light_mark(Frame *pane, const FrameSpan *span, bool is_alone)
{
    for (int col = span->col; col < span->col + span->width; col++) {
        const Cell *cell = frame_cell(pane, span->row, col);
        if (!cell) return;
        bool is_heat = cell->role == ROLE_HEAT, is_full = strcmp(cell->glyph, "█") == 0;
        bool is_bar = !is_heat && (is_block(cell) || strcmp(cell->glyph, "#") == 0);
        if (is_bar) frame_role(pane, span->row, col, 1, ROLE_KEY);
        if (is_bar && is_alone && is_full) frame_put(pane, span->row, col, 1, ROLE_KEY, "▒");
        if (is_heat && col == span->col) frame_put(pane, span->row, col, 1, ROLE_HEAT, "◆");
        bool is_blank = strcmp(cell->glyph, " ") == 0; /* beside the end of a bar */
        if (!is_bar && !is_heat && !is_blank) frame_mark(pane, span->row, col, 1, MARK_SELECTED);
    }
}

/* What stands in pictures for the selected number is lit with it. */
static void light_marks(Screened *s)
{
    bool is_alone = s->selected < 0 || s->doc->targets[s->selected].span.kind == SPAN_MARK;
    for (int p = 0; p < s->panes && s->state->has_selection; p++) {
        Frame *pane = s->doc->panes[p];
        for (size_t i = 0; i < pane->n_spans; i++) {
            const FrameSpan *span = &pane->spans[i];
            if (span->kind == SPAN_MARK && span->width > 0 && span->ref.node != 0 &&
                element_ref_equal(span->ref, s->state->selection))
                light_mark(pane, span, is_alone);
        }
    }
}

/* >0.4519‹ : in the blank cells beside it; a star behind it stays. */
static void mark_selected(Screened *s)
{
    light_marks(s);
    if (s->selected < 0) return;
    const DocTarget *target = &s->doc->targets[s->selected];
    if (target->is_hidden) return;
    Frame *pane = s->doc->panes[target->pane];
    const FrameSpan *span = &target->span;
    if (span->kind == SPAN_TERM) equation_light(s->doc, span->item);
    if (span->kind == SPAN_MARK) return; /* lit already */
    if (span->kind != SPAN_LARGE)        /* block digits are seen as they are, not reversed */
        frame_mark(pane, span->row, span->col, span->width, MARK_SELECTED);
    if (is_blank_cell(pane, span->row, span->col - 1))
        frame_put(pane, span->row, span->col - 1, 1, ROLE_KEY, ">");
    if (is_blank_cell(pane, span->row, span->col + span->width))
        frame_put(pane, span->row, span->col + span->width, 1, ROLE_KEY, "‹");
}

static void mark_hits(Screened *s)
{
    const char *needle = s->state->search;
    if (!needle || !*needle) return;
    int rows = doc_rows(s->doc), n = 0;
    int *hits = arena_array(s->pen.arena, (size_t)(rows > 0 ? rows : 1), sizeof *hits);
    for (int row = 0; row < rows; row++) {
        bool is_found = false;
        for (int pane = 0; pane < s->panes; pane++)
            is_found |= search_mark_row(s->doc->panes[pane], row, needle);
        if (is_found) hits[n++] = row;
    }
    s->report->hit_rows = hits;
    s->report->n_hit_rows = (size_t)n;
}

/* ----------------------------------------------------------------- drawing */

static void draw_sticky(Screened *s, int pane)
{
    if (s->selected < 0 || s->doc->targets[s->selected].pane != pane) return;
    int row = s->doc->targets[s->selected].span.row;
    const DocSticky *sticky = sticky_of(s->doc, pane, row);
    if (!sticky || sticky->header >= s->scroll || row - s->scroll < sticky->header_rows) return;
    if (!screened_is_seen(s, row)) return;
    frame_blit(s->frame, s->chrome.content, s->at[pane], s->doc->panes[pane], sticky->header, 0,
               sticky->header_rows, s->cols[pane]);
}

/* With earlier steps above it, a sign in the margin tells where the newest one begins. */
static void draw_newest(Screened *s)
{
    int newest = s->doc->setup.n_steps - 1;
    if (newest < 1 || s->frame->cols < 2) return;
    int row = step_start(s->doc, newest);
    if (row <= s->scroll || !screened_is_seen(s, row)) return;
    frame_put(s->frame, s->chrome.content + row - s->scroll, 0, 1, ROLE_KEY, "▶");
}

static void draw_content(Screened *s)
{
    int row = s->chrome.content, rows = s->chrome.content_rows;
    for (int pane = 0; pane < s->panes; pane++) {
        int left = doc_rows(s->doc) - s->scroll;
        frame_blit(s->frame, row, s->at[pane], s->doc->panes[pane], s->scroll, 0, rows < left ? rows : left,
                   s->cols[pane]);
        draw_sticky(s, pane);
    }
    for (int i = 0; i < s->n_pinned; i++) {
        Runs runs = claim_runs(&s->pen, s->pinned[i]->claim, s->pinned[i]->state);
        frame_wrap(s->frame, s->pen.charset, row + rows + i, 1, s->frame->cols - 2, 1, 0, runs.items, runs.n);
    }
    if (s->panes < 2) return;
    for (int r = 0; r < rows; r++) frame_put(s->frame, row + r, s->cols[0], 1, ROLE_RULE, "│");
    if (s->chrome.rule_top >= 0) frame_put(s->frame, s->chrome.rule_top, s->cols[0], 1, ROLE_RULE, "┬");
    if (s->chrome.rule_bottom >= 0 && !s->n_pinned)
        frame_put(s->frame, s->chrome.rule_bottom, s->cols[0], 1, ROLE_RULE, "┴");
}

/* "✓1 score  ▶2 scale  3  4" on the rule under the title; names only as far as they fit. */
static void draw_steps(Screened *s)
{
    if (s->chrome.rule_top < 0 || s->state->page) return;
    const Screen *screen = &s->state->lesson->screens[s->state->screen];
    if (screen->n_steps < 2) return;
    for (int with_names = 1; with_names >= 0; with_names--) {
        Runs runs = {0};
        for (size_t i = 0; i < screen->n_steps; i++) {
            bool is_open = (int)i <= s->state->step, is_here = (int)i == s->state->step;
            runs_text(&s->pen, &runs, ROLE_RULE, i ? "─ " : " ");
            runs_text(&s->pen, &runs, is_here ? ROLE_KEY : ROLE_GOOD, is_here ? "▶" : is_open ? "✓" : "");
            runs_text(&s->pen, &runs, ROLE_PAGE, arena_printf(s->pen.arena, "%zu ", i + 1));
            if (with_names && is_open && screen->steps[i].name)
                runs_text(&s->pen, &runs, is_here ? ROLE_EMPH : ROLE_DIM,
                          arena_printf(s->pen.arena, "%s ", screen->steps[i].name));
        }
        int width = runs_width(&s->pen, &runs), room = (s->panes > 1 ? s->cols[0] : s->frame->cols - 22) - 2;
        if (width > room) continue;
        Formula line = formula_text(&s->pen, &runs);
        frame_blit(s->frame, s->chrome.rule_top, 1, line.frame, 0, 0, 1, width);
        return;
    }
}

static void draw_signs(Screened *s)
{
    int row = s->chrome.content, rows = s->chrome.content_rows, below = doc_rows(s->doc) - s->scroll - rows;
    s->report->more_above = s->scroll > 0 && rows > 0;
    s->report->more_below = below > 0 && rows > 0;
    if (s->report->more_above) chrome_more(s->frame, s->chrome.rule_top, row, s->scroll, true);
    if (!s->report->more_below) return;
    int rule = s->chrome.rule_bottom >= 0 ? s->chrome.rule_bottom
               : s->chrome.panel_rows > 0 ? s->chrome.panel
                                          : -1;
    chrome_more(s->frame, rule, row + rows - 1, below, false);
}

static int views_of(const Lesson *lesson, size_t screen)
{
    size_t n = lesson->screens[screen].n_steps;
    return n > 0 ? (int)n : 1;
}

int view_number(const Lesson *lesson, int screen, int step)
{
    int number = 1;
    for (int i = 0; i < screen && i < (int)lesson->n_screens; i++) number += views_of(lesson, (size_t)i);
    return number + step;
}

int view_count(const Lesson *lesson)
{
    return view_number(lesson, (int)lesson->n_screens, 0) - 1;
}

const char *screened_short_title(Arena *arena, const Lesson *lesson)
{
    const char *title = lesson->title ? lesson->title : "";
    size_t len = strcspn(title, ":");
    while (len > 0 && strchr("?!.", title[len - 1])) len--;
    return arena_strndup(arena, title, len);
}

static void draw_page_title(Screened *s)
{
    const ViewPage *page = s->state->page;
    Runs title = {0};
    runs_text(&s->pen, &title, ROLE_TITLE, page->title);
    chrome_title(s->frame, s->chrome.title, &title, page->right, page->short_right);
}

/* The screen's question, with the lesson's name before it. */
static Runs title_runs(const Screened *s, bool is_named)
{
    const ViewState *state = s->state;
    const Screen *screen = &state->lesson->screens[state->screen];
    Runs title = {0};
    const char *name = screened_short_title(s->pen.arena, state->lesson);
    bool says_it = screen->title && strncmp(screen->title, name, strlen(name)) == 0;
    if (*name && !says_it && is_named)
        runs_text(&s->pen, &title, ROLE_TITLE, arena_printf(s->pen.arena, "%s · ", name));
    if (screen->title_prose.count)
        prose_runs(&s->pen, &title, &screen->title_prose, ROLE_TITLE);
    else
        runs_text(&s->pen, &title, ROLE_TITLE, screen->title ? screen->title : "");
    return title;
}

/* The question goes before the name where both are too long. */
static void draw_title(Screened *s)
{
    const ViewState *state = s->state;
    if (state->page) {
        draw_page_title(s);
        return;
    }
    int last = views_of(state->lesson, (size_t)state->screen) - 1, steps = view_count(state->lesson);
    int step = view_number(state->lesson, state->screen, state->step < last ? state->step : last);
    const char *right = arena_printf(s->pen.arena, "step %d of %d", step, steps);
    const char *short_right = arena_printf(s->pen.arena, "%d/%d", step, steps);
    Runs title = title_runs(s, s->frame->cols >= NAMED_FROM);
    if (runs_width(&s->pen, &title) > chrome_title_room(s->frame, right)) title = title_runs(s, false);
    chrome_title(s->frame, s->chrome.title, &title, right, short_right);
}

/* ------------------------------------------------------------------ status */

/* "α[2] = 0.3333  was 0.4519   of α (3,)" */
static void add_selection(Screened *s, Runs *runs)
{
    const ViewState *state = s->state;
    Pen *pen = &s->pen;
    ElementRef ref = state->selection;
    Layer *layer = pen->layers[ref.layer % REF_LAYERS];
    size_t term;
    if (view_ref_term(state->lesson, ref, &term)) equation_status(pen, runs, state->lesson->terms[term]);
    if (!layer || ref.node == 0) return;
    const char *element = view_display(pen->arena, layer_element_text(layer, pen->arena, ref));
    const char *node = view_display(pen->arena, layer_text(layer, ref.node));
    const Value *value = layer_value(layer, ref.node);
    Number number;
    runs_text(pen, runs, ROLE_STATUS, element);
    if (pen_number(pen, ref, NULL, &number)) {
        runs_text(pen, runs, ROLE_STATUS, " = ");
        runs_number(pen, runs, &number);
        ref.layer = REF_WAS;
        if (number.is_changed && pen_number(pen, ref, NULL, &number)) {
            runs_text(pen, runs, ROLE_STATUS, "  was ");
            runs_number(pen, runs, &number);
        }
    }
    if (value && strcmp(element, node) != 0)
        runs_text(pen, runs, ROLE_STATUS,
                  arena_printf(pen->arena, "   of %s %s", node, value_shape_text(pen->arena, value)));
}

/* "samples of q·k  ███▌      412,000 of 1,000,000  Ctrl-C stops" */
static void add_job(Screened *s, Runs *runs)
{
    const JobProgress *job = &s->state->job;
    Arena *arena = s->pen.arena;
    Frame *bar = frame_new(arena, 1, 16, s->pen.charset);
    draw_bar(bar, 0, 0, 16, job->total ? (double)job->done / (double)job->total : 0);
    NumFormat format = {'d', false, true, -1};
    runs_text(&s->pen, runs, ROLE_STATUS, arena_printf(arena, "%s ", job->name ? job->name : "working"));
    runs_text(&s->pen, runs, ROLE_BAR, arena_printf(arena, "%-16s", frame_row_text(arena, bar, 0)));
    runs_text(&s->pen, runs, ROLE_PAGE,
              arena_printf(arena, " %s of %s", num_text(arena, (double)job->done, NUM_INT, format),
                           num_text(arena, (double)job->total, NUM_INT, format)));
}

static const char *edits_text(Arena *arena, size_t n)
{
    if (n == 0) return "no edits";
    return arena_printf(arena, n == 1 ? "%zu edit" : "%zu edits", n);
}

void screened_status(Screened *s)
{
    int row = s->chrome.status;
    if (row < 0) return;
    const ViewState *state = s->state;
    Runs runs = {0};
    if (state->message) {
        chrome_message(s->frame, &s->chrome, state->message_role, state->message);
        return;
    }
    const char *status = state->status ? state->status : "";
    bool has_edits =
        !state->page && (state->n_edits > 0 || !state->present); /* a room is told of edits alone */
    const char *edits = edits_text(s->pen.arena, state->n_edits);
    const char *right = has_edits ? arena_printf(s->pen.arena, "%s   %s", edits, status) : status;
    int cells = charset_width(s->pen.charset, right), room = s->frame->cols - 2;
    if (cells + 24 <= room || !state->has_selection) {
        frame_put(s->frame, row, s->frame->cols - 1 - cells > 0 ? s->frame->cols - 1 - cells : 0, cells,
                  ROLE_STATUS, right);
        room -= cells + 3;
    }
    if (state->has_selection) add_selection(s, &runs);
    if (state->job.running) {
        if (runs.n) runs_text(&s->pen, &runs, ROLE_STATUS, "   ");
        add_job(s, &runs);
    }
    if (room > 4) frame_wrap(s->frame, s->pen.charset, row, 1, room, 1, 0, runs.items, runs.n);
}

/* ------------------------------------------------------------------ report */

static ViewTarget view_target(const Screened *s, const DocTarget *target)
{
    ViewTarget view = {.span = target->span, .pane = target->pane};
    view.screen_row = s->chrome.content + target->span.row - s->scroll;
    view.screen_col = s->at[target->pane] + target->span.col;
    view.visible =
        !target->is_hidden && screened_is_seen(s, target->span.row) && view.screen_col < s->frame->cols;
    return view;
}

/* The numbers of the answer to `:` stand in the entry's rows of the screen. */
static size_t answer_targets(const Screened *s, ViewTarget *targets)
{
    size_t n = 0;
    if (!s->state->entry || !s->state->entry->result_node) return 0;
    for (size_t i = 0; i < s->frame->n_spans; i++) {
        const FrameSpan *span = &s->frame->spans[i];
        bool is_inside = span->row >= s->chrome.entry && span->row < s->chrome.entry + s->chrome.entry_rows;
        if (span->kind != SPAN_NUMBER || span->width <= 0 || !is_inside) continue;
        if (targets)
            targets[n] = (ViewTarget){
                .span = *span, .pane = -1, .screen_row = span->row, .screen_col = span->col, .visible = true};
        n++;
    }
    return n;
}

static void report_targets(Screened *s)
{
    size_t n = s->doc->n_targets, answers = answer_targets(s, NULL);
    ViewTarget *targets = arena_array(s->pen.arena, n + answers, sizeof *targets);
    for (size_t i = 0; i < n; i++) targets[i] = view_target(s, &s->doc->targets[i]);
    answer_targets(s, targets + n);
    s->report->targets = targets;
    s->report->n_targets = n + answers;
}

static void report(Screened *s)
{
    ViewReport *r = s->report;
    r->max_scroll = max_scroll(s);
    r->doc_rows = doc_rows(s->doc);
    r->scroll = s->scroll;
    r->page_rows = s->chrome.content_rows;
    r->step_row = s->step_row;
    r->newest_row = s->doc->setup.n_steps > 0 ? step_start(s->doc, s->doc->setup.n_steps - 1) : 0;
    r->equation_rows = s->doc->equation_rows;
    r->selection_row = s->selected >= 0 ? s->doc->targets[s->selected].span.row : -1;
    report_targets(s);
}

static void mark_answer(Screened *s)
{
    if (!s->state->has_selection || s->selected >= 0) return;
    for (size_t i = s->doc->n_targets; i < s->report->n_targets; i++) {
        const FrameSpan *span = &s->report->targets[i].span;
        if (!element_ref_equal(span->ref, s->state->selection)) continue;
        frame_mark(s->frame, span->row, span->col, span->width, MARK_SELECTED);
        if (is_blank_cell(s->frame, span->row, span->col - 1))
            frame_put(s->frame, span->row, span->col - 1, 1, ROLE_KEY, ">");
        if (is_blank_cell(s->frame, span->row, span->col + span->width))
            frame_put(s->frame, span->row, span->col + span->width, 1, ROLE_KEY, "‹");
        return;
    }
}

int screened_entry_rows(const Screened *s)
{
    int rows = s->frame->rows, limit = rows > 6 ? rows / 2 : rows;
    return entry_rows(&s->pen, s->state->entry, s->frame->cols, limit);
}

static void plan(Screened *s)
{
    const ViewState *state = s->state;
    int rows = s->frame->rows;
    int typed = screened_entry_rows(s);
    s->chrome = chrome_plan(rows, typed, chrome_told_rows(s->frame, state->message, state->message_role, typed > 0));
    bool is_told = state->why.depth > 0 && rows < STATUS_WITH_PANEL_FROM && !state->message;
    if (is_told) chrome_drop_status(&s->chrome);
}

static void draw_around(Screened *s)
{
    draw_title(s);
    chrome_rule(s->frame, s->chrome.rule_top);
    chrome_rule(s->frame, s->chrome.rule_bottom);
    screened_status(s);
}

static void draw_over(Screened *s)
{
    draw_newest(s);
    draw_steps(s);
}

void screened_draw(Frame *frame, const ViewState *state, ViewReport *report_out, const ScreenKind *kind)
{
    *report_out = (ViewReport){.selection_row = -1};
    const Lesson *lesson = state->lesson;
    bool is_there = state->screen >= 0 && (size_t)state->screen < lesson->n_screens;
    if (!is_there && !state->page) return;
    Screened s = {.kind = kind, .frame = frame, .state = state, .report = report_out};
    s.pen = (Pen){.arena = frame->arena, .charset = frame->charset, .is_rounded = state->is_rounded};
    for (int i = 0; state->page && i < REF_LAYERS; i++) s.pen.layers[i] = state->page->layers[i];
    s.pen.layers[REF_NOW] = state->now;
    s.pen.layers[REF_WAS] = state->was;
    s.pen.layers[REF_OTHER] = state->other;
    for (size_t i = 0; i < state->n_predictions && i < VIEW_PREDICTIONS_MAX; i++)
        s.pen.layers[REF_GIVEN + i] = state->predictions[i].layer;
    kind->plan(&s);
    plan_panel(&s);
    kind->lay_out(&s);
    choose_part(&s);
    mark_selected(&s);
    mark_hits(&s);
    kind->draw_around(&s);
    draw_content(&s);
    if (kind->draw_over) kind->draw_over(&s);
    draw_panel(&s);
    draw_signs(&s);
    chrome_hints(frame, s.chrome.hints, state->hints, state->n_hints);
    if (state->entry) entry_draw(&s.pen, frame, s.chrome.entry, s.chrome.entry_rows, state->entry);
    report(&s);
    mark_answer(&s);
    if (kind->finish) kind->finish(&s);
}

void view_lesson(Frame *frame, const ViewState *state, ViewReport *report_out)
{
    static const ScreenKind reading = {plan, lay_out, landing, draw_around, draw_over, NULL};
    screened_draw(frame, state, report_out, &reading);
}
