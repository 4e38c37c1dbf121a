/* The page is the same document as everywhere, laid out one pane wide with pictures in words; around it stand
 * the tellings of what happened: what changed, where a number comes from, what moves it.
 */
#include "heed/spoken.h"
#include "view/beside.h"
#include "view/formula.h"
#include "view/spoken.h"
#include "view/why.h"
#include <string.h>

enum { WIDTH_MIN = 20, CHANGES_PER_NAME = 8 };

typedef struct Page {
    Pen pen;
    Frame *frame;
} Page;

static Page page_new(Arena *arena, Charset charset, const ViewState *state, int width)
{
    Page page = {.pen = {.arena = arena, .charset = charset}};
    if (state) {
        page.pen.is_rounded = state->is_rounded;
        page.pen.layers[REF_NOW] = state->now;
        page.pen.layers[REF_WAS] = state->was;
        page.pen.layers[REF_OTHER] = state->other;
        for (size_t i = 0; i < state->n_predictions && i < VIEW_PREDICTIONS_MAX; i++)
            page.pen.layers[REF_GIVEN + i] = state->predictions[i].layer;
    }
    page.frame = frame_new(arena, 0, width < WIDTH_MIN ? WIDTH_MIN : width, charset);
    return page;
}

static void add_runs(Page *page, int col, int indent, const Runs *runs)
{
    int row = page->frame->rows, width = page->frame->cols - col;
    int used = frame_wrap(NULL, page->pen.charset, 0, 0, width, -1, indent, runs->items, runs->n);
    frame_resize_rows(page->frame, row + used);
    frame_wrap(page->frame, page->pen.charset, row, col, width, -1, indent, runs->items, runs->n);
}

static void add_text(Page *page, int col, Role role, const char *text)
{
    Runs runs = {0};
    runs_text(&page->pen, &runs, role, text);
    add_runs(page, col, 2, &runs);
}

Runs say_claim(const Pen *pen, const Claim *claim, ClaimState state)
{
    static const struct {
        const char *word;
        Role role;
    } words[] = {[CLAIM_HOLDS] = {"True", ROLE_GOOD},
                 [CLAIM_FAILS] = {"FALSE", ROLE_BAD},
                 [CLAIM_UNKNOWN] = {"Unknown", ROLE_BAD}};
    Runs runs = {0};
    runs_text(pen, &runs, words[state].role, words[state].word);
    runs_text(pen, &runs, ROLE_LABEL, claim->kind == CLAIM_ALWAYS ? " (always): " : " (here): ");
    prose_runs(pen, &runs, &claim->text, ROLE_TEXT);
    Runs reason = {0};
    claim_reason(pen, &reason, claim, state);
    for (size_t i = 0; i < reason.n; i++) /* the arrow says what changed: no star */
        if (strcmp(reason.items[i].utf8, "*") != 0) runs_add(pen, &runs, reason.items[i]);
    return runs;
}

/* ------------------------------------------------------------------- steps */

static DocSetup spoken_setup(const Page *page, const ViewState *state)
{
    return (DocSetup){.lesson = state->lesson,
                      .screen = state->screen,
                      .n_steps = state->step + 1,
                      .more = state->more,
                      .is_print = true,
                      .is_spoken = true,
                      .n_panes = 1,
                      .widths = {page->frame->cols + 1, 0},
                      .size = PIC_NUMBERS,
                      .predictions = state->predictions,
                      .n_predictions = state->n_predictions,
                      .values = state->values};
}

/* The document without its margin. */
static Frame *take_page(Page *page, const Doc *doc)
{
    frame_resize_rows(page->frame, doc->rows[0]);
    frame_blit(page->frame, 0, 0, doc->panes[0], 0, 1, doc->rows[0], page->frame->cols);
    return page->frame;
}

Frame *view_spoken_step(Arena *arena, Charset charset, const ViewState *state, bool all_steps, int width)
{
    Page page = page_new(arena, charset, state, width);
    page.pen.layers[REF_WAS] = NULL; /* no marks: changes are told when they happen */
    DocSetup setup = spoken_setup(&page, state);
    setup.only_last = !all_steps;
    return take_page(&page, doc_new(&page.pen, &setup));
}

/* ------------------------------------------------------------------- names */

static const char *const input_words[] = {[INPUT_NONE] = "",
                                          [INPUT_LITERAL] = "input ",
                                          [INPUT_SLIDER] = "slider ",
                                          [INPUT_TOGGLE] = "toggle ",
                                          [INPUT_CHOICE] = "choice "};

Frame *view_spoken_names(Arena *arena, Charset charset, const ViewState *state, int width)
{
    Page page = page_new(arena, charset, state, width);
    page.pen.layers[REF_WAS] = NULL;
    const Sheet *sheet = state->lesson->sheet;
    for (size_t i = 0; i < sheet_count(sheet); i++) {
        const Definition *definition = sheet_definition(sheet, i);
        if (!name_is_open(state, i)) continue;
        Runs runs = {0};
        PicArray array = pen_array_node(&page.pen, REF_NOW, layer_name(state->now, definition->name), "");
        runs_text(&page.pen, &runs, ROLE_DIM, input_words[definition->input]);
        runs_text(&page.pen, &runs, ROLE_CODE, definition->name);
        runs_text(&page.pen, &runs, ROLE_TEXT, " = ");
        value_runs(&page.pen, &runs, &array);
        add_runs(&page, 0, 2, &runs);
    }
    return page.frame;
}

/* ----------------------------------------------------------------- changes */

static size_t count_changes(const Page *page, NodeId node, const Value *value)
{
    size_t n = 0;
    for (size_t r = 0; r < value->rows; r++)
        for (size_t c = 0; c < value->cols; c++)
            n += layer_changed(page->pen.layers[REF_NOW], page->pen.layers[REF_WAS],
                               (ElementRef){REF_NOW, node, (uint32_t)r, (uint32_t)c});
    return n;
}

/* "α[2] 0.4519 → 0.3333": a word of text is told as it is. */
static void add_change(const Page *page, Runs *runs, ElementRef ref)
{
    const Pen *pen = &page->pen;
    ElementRef before = ref;
    before.layer = REF_WAS;
    Number was, now;
    const char *name = layer_element_text(pen->layers[REF_NOW], pen->arena, ref);
    runs_text(pen, runs, ROLE_LABEL,
              arena_printf(pen->arena, "%s%s ", runs->n ? ", " : "", view_display(pen->arena, name)));
    if (pen_number(pen, before, NULL, &was)) {
        runs_number(pen, runs, &was);
        runs_text(pen, runs, ROLE_TEXT, " → ");
    }
    if (!pen_number(pen, ref, NULL, &now)) return;
    now.is_changed = false; /* the arrow says it */
    runs_number(pen, runs, &now);
}

/* Few changes one by one; of many, the first few and how many there are. */
static void add_changes(Page *page, NodeId node, const char *name, const Value *value, size_t n)
{
    const Pen *pen = &page->pen;
    Runs runs = {0};
    size_t told = 0, most = n <= CHANGES_PER_NAME + 1 ? n : CHANGES_PER_NAME;
    for (size_t r = 0; r < value->rows && told < most; r++)
        for (size_t c = 0; c < value->cols && told < most; c++) {
            ElementRef ref = {REF_NOW, node, (uint32_t)r, (uint32_t)c};
            if (!layer_changed(pen->layers[REF_NOW], pen->layers[REF_WAS], ref)) continue;
            add_change(page, &runs, ref);
            told++;
        }
    if (told < n) {
        runs_text(pen, &runs, ROLE_TEXT, ", and ");
        runs_text(pen, &runs, ROLE_PAGE, arena_printf(pen->arena, "%zu", n - told));
        runs_text(pen, &runs, ROLE_TEXT,
                  arena_printf(pen->arena, " more of %s", view_display(pen->arena, name)));
    }
    add_runs(page, 0, 2, &runs);
}

static bool has_same_shape(const Value *a, const Value *b)
{
    return a && b && a->ndim == b->ndim && a->rows == b->rows && a->cols == b->cols;
}

/* Another shape, another text, or no value any more: the whole is told anew. */
static void add_whole(Page *page, NodeId node, const char *name)
{
    Runs runs = {0};
    PicArray array = pen_array_node(&page->pen, REF_NOW, node, "");
    runs_text(&page->pen, &runs, ROLE_LABEL, view_display(page->pen.arena, name));
    runs_text(&page->pen, &runs, ROLE_TEXT, array.value ? " is now " : ": ");
    Pen plain = page->pen;
    plain.layers[REF_WAS] = NULL;
    value_runs(&plain, &runs, &array);
    add_runs(page, 0, 2, &runs);
}

static bool tell_name(Page *page, const char *name)
{
    Layer *now = page->pen.layers[REF_NOW], *was = page->pen.layers[REF_WAS];
    NodeId node = layer_name(now, name);
    const Value *value = layer_value(now, node), *before = layer_value(was, node);
    if (!value && !before) return false;
    bool is_text = value && value->type == VALUE_STRING;
    if (!has_same_shape(value, before) || is_text) {
        if (is_text && has_same_shape(value, before) && value_equal_bits(value, before)) return false;
        add_whole(page, node, name);
        return true;
    }
    size_t n = count_changes(page, node, value);
    if (n > 0) add_changes(page, node, name, value, n);
    return n > 0;
}

static void tell_claims(Page *page, const ViewState *state)
{
    const Screen *screen = &state->lesson->screens[state->screen];
    for (size_t s = 0; s < screen->n_steps && s <= (size_t)state->step; s++)
        for (size_t b = 0; b < screen->steps[s].n_blocks; b++) {
            const Block *block = &screen->steps[s].blocks[b];
            for (size_t i = 0; block->kind == BLOCK_CLAIM && i < block->as.claims.count; i++) {
                const Claim *claim = &block->as.claims.items[i];
                ClaimState now = view_claim_state(state->now, claim);
                if (now == view_claim_state(state->was, claim)) continue;
                Runs runs = {0}, said = say_claim(&page->pen, claim, now);
                runs_text(&page->pen, &runs, ROLE_TEXT, now == CLAIM_HOLDS ? "Again " : "Now ");
                for (size_t k = 0; k < said.n; k++) runs_add(&page->pen, &runs, said.items[k]);
                add_runs(page, 0, 2, &runs);
            }
        }
}

Frame *view_spoken_changes(Arena *arena, Charset charset, const ViewState *state, int width)
{
    Page page = page_new(arena, charset, state, width);
    bool has_told = false;
    for (size_t i = 0; state->was && i < sheet_count(state->lesson->sheet); i++)
        if (name_is_open(state, i))
            has_told |= tell_name(&page, sheet_definition(state->lesson->sheet, i)->name);
    if (!has_told) add_text(&page, 0, ROLE_TEXT, "Nothing that is open here has changed.");
    if (state->was) tell_claims(&page, state);
    return page.frame;
}

/* -------------------------------------------------- predictions, sections, sides */

Frame *view_spoken_prediction(Arena *arena, Charset charset, const ViewState *state, const Question *question,
                              int width)
{
    Page page = page_new(arena, charset, state, width);
    page.pen.layers[REF_WAS] = NULL;
    DocSetup setup = spoken_setup(&page, state);
    Doc *doc = doc_blank(&page.pen, &setup);
    Block block = {.kind = BLOCK_PREDICT, .as.question = (Question *)(uintptr_t)question};
    predict_draw(doc, 0, &block);
    return take_page(&page, doc);
}

Frame *view_spoken_sections(Arena *arena, Charset charset, const ViewState *state, const SectionKind *kinds,
                            size_t n, int width)
{
    Page page = page_new(arena, charset, state, width);
    page.pen.layers[REF_WAS] = NULL;
    DocSetup setup = spoken_setup(&page, state);
    Doc *doc = doc_blank(&page.pen, &setup);
    const Screen *screen = &state->lesson->screens[state->screen];
    for (int s = 0; s <= state->step && s < (int)screen->n_steps; s++) {
        SectionKind section = SECTION_BODY;
        for (size_t b = 0; b < screen->steps[s].n_blocks; b++) {
            const Block *block = &screen->steps[s].blocks[b];
            for (size_t k = 0; k < n; k++)
                if (block->section == kinds[k]) block_draw(doc, block, block->section != section);
            section = block->section;
        }
    }
    return take_page(&page, doc);
}

Frame *view_spoken_sides(Arena *arena, Charset charset, const ViewState *state, int width)
{
    Page page = page_new(arena, charset, state, width);
    return compare_layout(&page.pen, state, page.frame->cols).frame;
}

/* ---------------------------------------------------------------- why, value */

static void add_operand(Page *page, const Factor *operand, size_t number)
{
    const Pen *pen = &page->pen;
    Runs runs = {0};
    Number value = factor_number(pen, operand);
    runs_text(pen, &runs, ROLE_KEY, arena_printf(pen->arena, "%zu. ", number));
    runs_text(pen, &runs, ROLE_LABEL, view_display(pen->arena, operand->expr));
    runs_text(pen, &runs, ROLE_TEXT, " = ");
    runs_number(pen, &runs, &value);
    why_preview(pen, &runs, operand);
    add_runs(page, 2, 3, &runs);
}

Frame *view_spoken_why(Arena *arena, Charset charset, const ViewState *state, int width)
{
    Page page = page_new(arena, charset, state, width);
    page.pen.layers[REF_WAS] = NULL;
    ElementRef ref = state->why.path[state->why.depth - 1];
    Layer *layer = page.pen.layers[ref.layer % REF_LAYERS];
    Explanation explanation;
    if (!layer || !layer_explain(layer, arena, ref, &explanation)) {
        add_text(&page, 0, ROLE_BAD, "There is no number here to explain.");
        return page.frame;
    }
    Runs runs = {0};
    why_equation(&page.pen, &runs, &explanation);
    add_runs(&page, 0, 2, &runs);
    if (explanation.provenance) add_text(&page, 2, ROLE_DIM, explanation.provenance);
    if (explanation.note) add_text(&page, 2, ROLE_DIM, explanation.note);
    const char *report = layer_report(layer, arena, explanation.ref.node);
    if (report) add_text(&page, 2, ROLE_DIM, report);
    const Factor *operands;
    size_t n = explanation_operands(&explanation, arena, &operands);
    for (size_t i = 0; i < n; i++) add_operand(&page, &operands[i], i + 1);
    return page.frame;
}

Frame *view_spoken_value(Arena *arena, Charset charset, const ViewState *state, NodeId node, const char *name,
                         int width)
{
    Page page = page_new(arena, charset, state, width);
    page.pen.layers[REF_WAS] = NULL;
    Runs runs = {0};
    PicArray array = pen_array_node(&page.pen, REF_NOW, node, "");
    runs_text(&page.pen, &runs, ROLE_LABEL, view_display(arena, name));
    runs_text(&page.pen, &runs, ROLE_TEXT, " = ");
    value_runs(&page.pen, &runs, &array);
    add_runs(&page, 0, 2, &runs);
    return page.frame;
}

Frame *view_spoken_influence(Arena *arena, Charset charset, const ViewState *state, ElementRef of, int width)
{
    Page page = page_new(arena, charset, state, width);
    page.pen.layers[REF_WAS] = NULL;
    return influence_spoken(&page.pen, of, page.frame->cols);
}

Frame *view_spoken_text(Arena *arena, Charset charset, const char *text, int indent, int width)
{
    Page page = page_new(arena, charset, NULL, width);
    while (*text) {
        size_t len = strcspn(text, "\n");
        size_t col = strspn(text, " ");
        Runs runs = {0};
        runs_text(&page.pen, &runs, ROLE_TEXT,
                  arena_strndup(arena, text + (col < len ? col : len), len - (col < len ? col : len)));
        if (col > 12) col = 12;
        if (len > 0)
            add_runs(&page, (int)col, indent, &runs);
        else
            frame_resize_rows(page.frame, page.frame->rows + 1);
        text += len + (text[len] == '\n');
    }
    return page.frame;
}
