/* Presenting: one idea a view.
 *
 * A view is a step alone. Its text is the key sentence (a step without one keeps its prose), its picture is its
 * own or the last one before it on the same screen, and below stands what it claims. It is laid out top down
 * like a page; then its parts are moved apart until they fill the screen: text at the top, pictures in the
 * middle, tables with wider rows where there is room. What does not fit yields in the order of the table below;
 * what is too long even so is scrolled, never lost.
 */
#include "view/present.h"
#include "view/formula.h"
#include <string.h>

enum {
    TALL_TITLE_FROM = 14 /* rows: a long question takes two */
};

/* ------------------------------------------------------------- what there is */

static bool is_shown(const Block *block)
{
    return block->section != SECTION_NOTES && !section_on_demand(block->section);
}

static bool is_prose(BlockKind kind)
{
    return kind == BLOCK_PARAGRAPH || kind == BLOCK_ANALOGY || kind == BLOCK_LIST;
}

static bool is_picture(BlockKind kind)
{
    return kind == BLOCK_SHOW || kind == BLOCK_MATH || kind == BLOCK_TERMS || kind == BLOCK_TABLE ||
           kind == BLOCK_CODE || kind == BLOCK_LIVE;
}

/* ---------------------------------------------------------------- the parts */

/* Rows of the document that are moved together. */
typedef struct Part {
    int first, end;
    enum { PART_TEXT, PART_PICTURE, PART_REST } kind;
    bool can_spread; /* a table: its rows may stand further apart */
} Part;

typedef struct View {
    Doc *doc;
    Part *parts;
    size_t n;
} View;

/* How a view is laid out; what yields comes first. */
typedef struct Yield {
    PicSize size;
    bool has_no_claims; /* those that hold */
    bool has_no_captions, is_dense, is_own; /* is_own: no picture of an earlier step */
    bool has_no_text;
    Large large;
    bool with_panel_only; /* while a derivation is open */
} Yield;

static const Yield yields[] = {
    {.size = PIC_FULL, .large = LARGE_WHOLE},
    {PIC_FULL, .large = LARGE_WHOLE, .has_no_claims = true},
    {PIC_COMPACT, .large = LARGE_WHOLE, .has_no_claims = true},
    {PIC_FULL, .large = LARGE_FIRST, .has_no_claims = true},
    {.size = PIC_FULL},
    {PIC_FULL, .has_no_claims = true},
    {PIC_COMPACT, .has_no_claims = true},
    {PIC_COMPACT, .has_no_claims = true, .has_no_captions = true},
    {PIC_COMPACT, .has_no_claims = true, .has_no_captions = true, .is_dense = true},
    {PIC_COMPACT, .has_no_claims = true, .has_no_captions = true, .is_dense = true, .with_panel_only = true,
     .has_no_text = true},
    {PIC_NUMBERS, .has_no_claims = true, .has_no_captions = true, .is_dense = true, .with_panel_only = true,
     .has_no_text = true},
    {PIC_COMPACT, .is_own = true},
    {PIC_COMPACT, .is_own = true, .has_no_claims = true},
    {PIC_COMPACT, .is_own = true, .has_no_claims = true, .has_no_captions = true, .is_dense = true},
};

static Part *add_part(View *view)
{
    Part *part = &view->parts[view->n++];
    doc_gap(view->doc, 0);
    *part = (Part){.first = view->doc->rows[0]};
    return part;
}

static void end_part(View *view, Part *part)
{
    part->end = view->doc->rows[0];
    if (part->end == part->first) view->n--;
}

static bool has_question(const Step *step)
{
    for (size_t i = 0; i < step->n_blocks; i++)
        if (step->blocks[i].kind == BLOCK_PREDICT && is_shown(&step->blocks[i])) return true;
    return false;
}

static void draw_text(View *view, const Step *step, const Yield *yield, int rows)
{
    const Prose *key = presented_key(step);
    Part *part = add_part(view);
    SectionKind section = SECTION_BODY;
    if (key) presented_key_draw(view->doc, key, yield->large, rows);
    for (size_t i = 0; !key && i < step->n_blocks; i++) {
        const Block *block = &step->blocks[i];
        if (!is_shown(block) || !is_prose(block->kind)) continue;
        bool is_first = view->doc->rows[0] == part->first, is_opening = is_first && yield->large != LARGE_NONE && !has_question(step);
        if (!is_opening || !presented_opening(view->doc, block, rows))
            block_draw(view->doc, block, block->section != section);
        section = block->section;
    }
    end_part(view, part);
}

static void draw_pictures(View *view, const Step *step)
{
    for (size_t i = 0; i < step->n_blocks; i++) {
        const Block *block = &step->blocks[i];
        if (!is_shown(block) || !is_picture(block->kind)) continue;
        Part *part = add_part(view);
        part->kind = PART_PICTURE;
        view->doc->has_yielding = false;
        block_draw(view->doc, block, false);
        part->can_spread = !view->doc->has_yielding && block->kind == BLOCK_SHOW; /* no cells of several rows */
        end_part(view, part);
    }
}

/* Something to look at: not only a line that defines, or something to turn. */
static bool is_sight(const Block *block)
{
    if (block->kind != BLOCK_SHOW) return is_picture(block->kind) && block->kind != BLOCK_LIVE;
    for (size_t i = 0; i < block->as.show.count; i++)
        if (block->as.show.lines[i].kind != SHOW_CONTROL) return true;
    return false;
}

static bool has_sight(const Step *step)
{
    for (size_t i = 0; i < step->n_blocks; i++)
        if (is_shown(&step->blocks[i]) && is_sight(&step->blocks[i])) return true;
    return false;
}

/* A step that can be turned at needs no other picture. */
static bool has_picture(const Step *step)
{
    for (size_t i = 0; i < step->n_blocks; i++)
        if (is_shown(&step->blocks[i]) && step->blocks[i].kind == BLOCK_SHOW) return true;
    return has_sight(step);
}

/* The step whose picture a step is about: its own, or the last one before it that has any. */
static const Step *pictured_step(const Screen *screen, int step)
{
    if (has_picture(&screen->steps[step])) return &screen->steps[step];
    for (int i = step - 1; i >= 0; i--)
        if (has_sight(&screen->steps[i])) return &screen->steps[i];
    return &screen->steps[step];
}

static bool claims_fail(const Doc *doc, const Block *block)
{
    for (size_t i = 0; i < block->as.claims.count; i++)
        if (view_claim_state(doc->pen.layers[REF_NOW], &block->as.claims.items[i]) == CLAIM_FAILS) return true;
    return false;
}

/* Claims, predictions, and the lists of a step whose prose is its key sentence. */
static void draw_rest(View *view, const Step *step, const Yield *yield)
{
    bool has_key = presented_key(step) != NULL;
    Part *part = add_part(view);
    part->kind = PART_REST;
    for (size_t i = 0; i < step->n_blocks; i++) {
        const Block *block = &step->blocks[i];
        bool is_wanted = block->kind == BLOCK_PREDICT || (has_key && block->kind == BLOCK_LIST) ||
                         (block->kind == BLOCK_CLAIM && !yield->has_no_claims) ||
                         (block->kind == BLOCK_CLAIM && claims_fail(view->doc, block));
        bool is_large = yield->large != LARGE_NONE && block->kind == BLOCK_PREDICT;
        if (!is_shown(block) || !is_wanted) continue;
        if (!is_large || !presented_prompt(view->doc, block->as.question)) block_draw(view->doc, block, false);
    }
    end_part(view, part);
}

/* ----------------------------------------------------------------- filling */

/* The columns that rows [first, end) use: false where they are blank. */
static bool used_columns(Frame *frame, int first, int end, int *left, int *right)
{
    *left = frame->cols;
    *right = -1;
    for (int row = first; row < end; row++)
        for (int col = 0; col < frame->cols; col++) {
            const Cell *cell = frame_cell(frame, row, col);
            if (strcmp(cell->glyph, " ") == 0) continue;
            if (col < *left) *left = col;
            if (col > *right) *right = col;
        }
    return *right >= *left;
}

/* Where each row of a part comes to stand. */
typedef struct Moves {
    int *rows, *cols; /* by old row; rows -1: left out */
    int n, end;       /* old rows; new rows */
} Moves;

static int part_rows(const Part *part, bool is_spread)
{
    int rows = part->end - part->first;
    return is_spread && part->can_spread ? 2 * rows - 1 : rows;
}

static int all_rows(const View *view, bool is_spread)
{
    int rows = 0;
    for (size_t i = 0; i < view->n; i++) rows += part_rows(&view->parts[i], is_spread) + (i > 0);
    return rows;
}

static int centring(Frame *frame, const Part *part)
{
    int left, right;
    if (part->kind != PART_PICTURE || !used_columns(frame, part->first, part->end, &left, &right)) return 0;
    int shift = (frame->cols - (right - left + 1)) / 2 - left;
    return shift > 0 ? shift : 0;
}

/* How often text, pictures and claims take turns. */
static int turns_of(const View *view)
{
    int n = 0;
    for (size_t i = 1; i < view->n; i++) n += view->parts[i].kind != view->parts[i - 1].kind;
    return n;
}

/* One spare row goes above the text; the others between text, pictures and claims, and below them. */
static Moves plan_moves(const View *view, int room)
{
    Arena *arena = view->doc->pen.arena;
    Frame *pane = view->doc->panes[0];
    int n = view->doc->rows[0], row = 0;
    Moves moves = {arena_array(arena, (size_t)n + 1, sizeof(int)),
                   arena_array(arena, (size_t)n + 1, sizeof(int)), n, 0};
    for (int r = 0; r < n; r++) moves.rows[r] = -1;
    bool is_spread = all_rows(view, true) <= room;
    int spare = room - all_rows(view, is_spread);
    if (spare < 0) spare = 0;
    row = view->n == 1 ? spare / 3 : spare > 0; /* words alone stand a little above the middle */
    for (size_t i = 0; i < view->n; i++) {
        const Part *part = &view->parts[i];
        int shift = centring(pane, part), step = is_spread && part->can_spread ? 2 : 1;
        bool is_turn = i > 0 && part->kind != part[-1].kind;
        if (i > 0) row += 1;
        if (is_turn) row += (spare - 1) / (turns_of(view) + 1);
        for (int r = part->first; r < part->end; r++, row += step) {
            moves.rows[r] = row;
            moves.cols[r] = shift;
        }
        if (step == 2) row--;
    }
    moves.end = row;
    return moves;
}

static void move_things(Doc *doc, const Moves *moves)
{
    for (size_t i = 0; i < doc->n_targets; i++) {
        FrameSpan *span = &doc->targets[i].span;
        span->col += moves->cols[span->row];
        span->row = moves->rows[span->row];
    }
    for (size_t i = 0; i < doc->n_stickies; i++) {
        DocSticky *sticky = &doc->stickies[i];
        int header = moves->rows[sticky->header], last = sticky->header + sticky->header_rows - 1;
        sticky->header_rows = moves->rows[last] - header + 1;
        sticky->header = header;
        sticky->end = sticky->end > sticky->first ? moves->rows[sticky->end - 1] + 1 : moves->rows[sticky->first];
        sticky->first = sticky->first < moves->n ? moves->rows[sticky->first] : sticky->end;
    }
    for (size_t i = 0; i < doc->n_claims; i++) doc->claims[i].row = moves->rows[doc->claims[i].row];
    for (size_t i = 0; i < doc->setup.lesson->n_equations; i++)
        if (doc->equation_rows[i] >= 0) doc->equation_rows[i] = moves->rows[doc->equation_rows[i]];
}

static void spread(const View *view, int room)
{
    Doc *doc = view->doc;
    Moves moves = plan_moves(view, room);
    Frame *from = doc->panes[0];
    Frame *to = frame_new(doc->pen.arena, moves.end, from->cols, from->charset);
    for (int row = 0; row < moves.n; row++)
        if (moves.rows[row] >= 0) frame_blit(to, moves.rows[row], moves.cols[row], from, row, 0, 1, from->cols);
    move_things(doc, &moves);
    doc->panes[0] = to;
    doc->rows[0] = moves.end;
}

/* --------------------------------------------------------------- laying out */

static Doc *blank_doc(Screened *s, PicSize size, bool is_dense)
{
    DocSetup setup = screened_setup(s, size, is_dense);
    setup.is_presented = true;
    setup.more = false;
    Doc *doc = doc_blank(&s->pen, &setup);
    doc->steps = arena_array(s->pen.arena, (size_t)s->state->step + 1, sizeof *doc->steps);
    doc->step = s->state->step;
    return doc;
}

static View lay_out_step(Screened *s, const Screen *screen, const Yield *yield)
{
    const Step *step = &screen->steps[s->state->step], *pictured = pictured_step(screen, s->state->step);
    View view = {.doc = blank_doc(s, yield->size, yield->is_dense)};
    view.parts = arena_array(s->pen.arena, 3 + step->n_blocks + pictured->n_blocks, sizeof *view.parts);
    view.doc->setup.has_no_captions = yield->has_no_captions;
    if (!yield->has_no_text) draw_text(&view, step, yield, s->chrome.content_rows);
    bool is_borrowed = pictured != step;
    if (!is_borrowed || (!yield->is_own && !has_question(step))) draw_pictures(&view, pictured);
    draw_rest(&view, step, yield);
    return view;
}

static bool is_open_to(const Screened *s, const Yield *yield, bool is_own)
{
    bool has_letters = yield->large == LARGE_NONE || (presented_wide(s->frame->cols) && s->chrome.panel_rows == 0);
    return yield->is_own == is_own && has_letters && (!yield->with_panel_only || s->chrome.panel_rows > 0);
}

/* The first layout that fits. A title of two rows yields one of them before the picture of an earlier step goes. */
static View fit_step(Screened *s, const Screen *screen)
{
    View view = {0};
    int rows = s->chrome.content_rows, tall = s->chrome.content - s->chrome.title > 1 && s->chrome.title >= 0;
    for (int turn = 0; turn < 4; turn++) {
        bool is_own = turn > 1, is_short = turn % 2;
        if (is_short && !tall) continue;
        for (size_t i = 0; i < sizeof yields / sizeof *yields; i++) {
            if (!is_open_to(s, &yields[i], is_own)) continue;
            view = lay_out_step(s, screen, &yields[i]);
            if (all_rows(&view, false) > rows + is_short) continue;
            s->chrome.content -= is_short;
            s->chrome.content_rows += is_short;
            return view;
        }
    }
    return view;
}

static void lay_out(Screened *s)
{
    const ViewPresent *present = s->state->present;
    const Screen *screen = &s->state->lesson->screens[s->state->screen];
    int room = s->chrome.content_rows;
    s->panes = 1;
    s->cols[0] = s->frame->cols > 16 ? s->frame->cols : 16;
    s->doc = blank_doc(s, PIC_COMPACT, false);
    if (present->ask) {
        presented_ask(s->doc, s->state, room);
    } else if (present->big != BIG_NONE && s->state->has_selection && s->state->selection.node) {
        presented_big(s->doc, s->state, room);
    } else if (screen->n_steps > 0) {
        View view = fit_step(s, screen);
        spread(&view, s->chrome.content_rows);
        s->doc = view.doc;
    }
}

void presented_picture(Doc *doc, const Picture *picture)
{
    if (!picture->frame || picture->frame->rows == 0) return;
    int spare = doc_room(doc, 0) - picture->frame->cols;
    doc_picture(doc, 0, spare > 0 ? spare / 2 : 0, picture, (SourceSpan){0});
}

void presented_centred(Doc *doc, const Runs *runs)
{
    int spare = doc_room(doc, 0) - runs_width(&doc->pen, runs);
    if (runs->n) doc_runs(doc, 0, spare > 0 ? spare / 2 : 0, 2, runs);
}

static int landing(const Screened *s)
{
    (void)s;
    return 0;
}

/* ------------------------------------------------------------- around it */

char *view_clock_text(Arena *arena, int64_t ms)
{
    int64_t seconds = ms > 0 ? ms / 1000 : 0, minutes = seconds / 60;
    if (minutes < 60) return arena_printf(arena, "%d:%02d", (int)minutes, (int)(seconds % 60));
    return arena_printf(arena, "%lld:%02d:%02d", (long long)(minutes / 60), (int)(minutes % 60),
                        (int)(seconds % 60));
}

/* "3 of 28   7:20   12:40 left" */
static Runs place_runs(const Screened *s)
{
    const ViewState *state = s->state;
    const ViewPresent *present = state->present;
    Arena *arena = s->pen.arena;
    bool is_narrow = s->frame->cols < 48;
    Runs runs = {0};
    runs_text(&s->pen, &runs, ROLE_PAGE,
              arena_printf(arena, is_narrow ? "%d/%d" : "%d of %d",
                           view_number(state->lesson, state->screen, state->step), view_count(state->lesson)));
    if (!present->has_clock) return runs;
    runs_text(&s->pen, &runs, ROLE_MEASURED,
              arena_printf(arena, "%s%s", is_narrow ? " " : "   ", view_clock_text(arena, present->elapsed_ms)));
    if (present->budget_ms <= 0 || is_narrow) return runs;
    int64_t left = present->budget_ms - present->elapsed_ms;
    runs_text(&s->pen, &runs, left < 0 ? ROLE_BAD : ROLE_MEASURED,
              arena_printf(arena, "   %s %s", view_clock_text(arena, left < 0 ? -left : left + 999),
                           left < 0 ? "over" : "left"));
    return runs;
}

typedef enum TitleForm {
    TITLE_WHOLE,    /* "Four steps: how does one query choose?" */
    TITLE_QUESTION, /* "How does one query choose?" */
    TITLE_NAME      /* "Four steps" */
} TitleForm;

/* The question behind the lesson's name, where it is plain text. */
static const char *question_of(const Screened *s, const char *title)
{
    const char *name = screened_short_title(s->pen.arena, s->state->lesson), *colon = title ? strchr(title, ':') : NULL;
    if (!colon || !*name || strncmp(title, name, strlen(name)) != 0 || strpbrk(title, "$`{*")) return NULL;
    char *question = arena_strdup(s->pen.arena, colon + 1 + strspn(colon + 1, " "));
    if (*question >= 'a' && *question <= 'z') *question = (char)(*question - 'a' + 'A');
    return question;
}

static Runs title_runs(const Screened *s, TitleForm form)
{
    const Screen *screen = &s->state->lesson->screens[s->state->screen];
    const char *question = form == TITLE_QUESTION ? question_of(s, screen->title) : NULL;
    Runs runs = {0};
    if (form == TITLE_NAME)
        runs_text(&s->pen, &runs, ROLE_TITLE, screened_short_title(s->pen.arena, s->state->lesson));
    else if (question)
        runs_text(&s->pen, &runs, ROLE_TITLE, question);
    else if (screen->title_prose.count)
        prose_runs(&s->pen, &runs, &screen->title_prose, ROLE_TITLE);
    else
        runs_text(&s->pen, &runs, ROLE_TITLE, screen->title ? screen->title : "");
    return runs;
}

static int title_room(const Screened *s, const Runs *place)
{
    return s->frame->cols - 1 - runs_width(&s->pen, place) - 3 - 1;
}

static int title_rows(const Screened *s, const Runs *title, int room)
{
    return room < 8 ? 1 : frame_wrap(NULL, s->pen.charset, 0, 0, room, -1, 0, title->items, title->n);
}

/* "F1 an even match   F2 a query that asks for nothing" */
static Runs scene_runs(const Screened *s)
{
    const Lesson *lesson = s->state->lesson;
    Runs runs = {0};
    for (size_t i = 0; i < lesson->n_scenes; i++) {
        const Scene *scene = lesson->scenes[i];
        runs_text(&s->pen, &runs, ROLE_KEY, arena_printf(s->pen.arena, "%sF%d", i ? "   " : "", scene->number));
        runs_text(&s->pen, &runs, ROLE_TEXT, arena_printf(s->pen.arena, " %s", scene->title));
    }
    return runs;
}

static int footer_rows(const Screened *s)
{
    if (!s->state->present->names_scenes || s->chrome.content_rows < 6) return 0;
    Runs runs = scene_runs(s);
    int rows = frame_wrap(NULL, s->pen.charset, 0, 0, s->frame->cols - 2, -1, 0, runs.items, runs.n);
    return rows < s->chrome.content_rows / 2 ? rows : s->chrome.content_rows / 2;
}

/* Those of a question put to the class. */
static void take_layers(Screened *s)
{
    Layer *layers[VIEW_PREDICTIONS_MAX];
    const ViewAsk *ask = s->state->present->ask;
    size_t n = ask ? view_ask_layers(ask->draw, layers) : 0;
    for (size_t i = 0; i < n; i++) s->pen.layers[REF_GIVEN + i] = layers[i];
}

/* No rules: blank rows part a projected screen as well, and its rows are few. */
static void plan(Screened *s)
{
    const ViewState *state = s->state;
    int rows = s->frame->rows;
    int typed = screened_entry_rows(s);
    s->chrome = chrome_plan(rows, typed, chrome_told_rows(s->frame, state->message, state->message_role, typed > 0));
    if (s->chrome.rule_top >= 0) s->chrome.content--, s->chrome.content_rows++;
    if (s->chrome.rule_bottom >= 0) s->chrome.content_rows++;
    s->chrome.rule_top = s->chrome.rule_bottom = -1;
    bool is_told = state->why.depth > 0 && rows < TALL_TITLE_FROM && !state->message;
    if (is_told) chrome_drop_status(&s->chrome);
    take_layers(s);
    Runs place = place_runs(s), title = title_runs(s, TITLE_WHOLE);
    if (s->chrome.title == 0 && rows >= TALL_TITLE_FROM && title_rows(s, &title, title_room(s, &place)) > 1) {
        s->chrome.content++;
        s->chrome.content_rows--;
    }
    s->footer = footer_rows(s);
    s->chrome.content_rows -= s->footer;
}

/* A title that does not fit yields to its question alone, and that to the lesson's name. */
static void draw_title(Screened *s)
{
    if (s->chrome.title < 0) return;
    Runs place = place_runs(s), title = {0};
    int room = title_room(s, &place), at = s->frame->cols - 1 - runs_width(&s->pen, &place);
    int rows = s->chrome.content - s->chrome.title;
    for (int form = TITLE_WHOLE; form <= TITLE_NAME; form++) {
        title = title_runs(s, (TitleForm)form);
        if (title_rows(s, &title, room) <= rows) break;
    }
    if (at < 1) at = 1;
    if (room > 0)
        frame_wrap(s->frame, s->pen.charset, s->chrome.title, s->frame->cols > 2 ? 1 : 0, room, rows, 0,
                   title.items, title.n);
    Formula line = formula_text(&s->pen, &place);
    frame_blit(s->frame, s->chrome.title, at, line.frame, 0, 0, 1, line.frame->cols);
}

static void draw_footer(Screened *s)
{
    int rows = s->footer;
    if (rows == 0) return;
    Runs runs = scene_runs(s);
    int row = s->chrome.content + s->chrome.content_rows + s->chrome.panel_rows + s->n_pinned;
    frame_wrap(s->frame, s->pen.charset, row, 1, s->frame->cols - 2, rows, 0, runs.items, runs.n);
}

/* What the room need not know stays away: only what was done, what is selected and what goes on is told. */
static void draw_around(Screened *s)
{
    const ViewState *state = s->state;
    draw_title(s);
    draw_footer(s);
    if (state->message || state->has_selection || state->job.running || state->n_edits > 0) screened_status(s);
}

/* ---------------------------------------------------------------- spotlight */

/* All of the content but the selected number steps back; one in block digits needs no light. */
static void finish(Screened *s)
{
    const ViewState *state = s->state;
    bool is_wanted = state->present->has_spotlight && state->present->big != BIG_NUMBER;
    if (!is_wanted || !state->has_selection || s->selected < 0) return;
    for (int row = s->chrome.content; row < s->chrome.content + s->chrome.content_rows; row++)
        for (int col = 0; col < s->frame->cols; col++) {
            const FrameSpan *span = frame_span_at(s->frame, row, col);
            bool is_lit = span && element_ref_equal(span->ref, state->selection);
            if (!is_lit) frame_mark(s->frame, row, col, 1, MARK_SPOTLIGHT);
        }
}

void view_present(Frame *frame, const ViewState *state, ViewReport *report)
{
    static const ScreenKind presenting = {plan, lay_out, landing, draw_around, NULL, finish};
    screened_draw(frame, state, report, &presenting);
    if (state->present->is_blank) frame_clear(frame, 0, 0, frame->rows, frame->cols);
}
