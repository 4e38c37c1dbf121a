/* What the speaker sees in another terminal: the notes of the step that the room sees, what comes next, the
 * clock and the scenes. Text from elsewhere, so everything wraps; at 40 columns nothing is lost, only lower.
 */
#include "view/chrome.h"
#include "view/doc.h"
#include "view/formula.h"
#include <string.h>

/* ------------------------------------------------------- from the lesson */

static void add_paragraph(Arena *arena, const char ***items, size_t *n, const char *text)
{
    *items = arena_grow(arena, *items, *n, *n + 1, sizeof **items);
    (*items)[(*n)++] = text;
}

size_t view_speaker_notes(Arena *arena, const Lesson *lesson, Layer *layer, int screen, int step,
                          const char *const **paragraphs)
{
    const char **items = NULL;
    size_t n = 0;
    bool is_there = screen >= 0 && (size_t)screen < lesson->n_screens && step >= 0 &&
                    (size_t)step < lesson->screens[screen].n_steps;
    const Step *of = is_there ? &lesson->screens[screen].steps[step] : NULL;
    for (size_t b = 0; of && b < of->n_blocks; b++) {
        const Block *block = &of->blocks[b];
        if (block->section != SECTION_NOTES) continue;
        if (block->kind == BLOCK_PARAGRAPH || block->kind == BLOCK_ANALOGY)
            add_paragraph(arena, &items, &n, view_prose_text(arena, layer, &block->as.prose));
        for (size_t i = 0; block->kind == BLOCK_LIST && i < block->as.list.count; i++)
            add_paragraph(arena, &items, &n,
                          arena_printf(arena, "• %s",
                                       view_prose_text(arena, layer, &block->as.list.items[i].prose)));
    }
    *paragraphs = items;
    return n;
}

/* The first sentence of a text, or its beginning. */
static const char *first_sentence(Arena *arena, const char *text)
{
    enum { MOST = 160 };
    for (size_t i = 0; text[i]; i++) {
        bool is_end = strchr(".?!", text[i]) != NULL && (text[i + 1] == ' ' || text[i + 1] == '\0');
        if (is_end && i >= 12) return arena_strndup(arena, text, i + 1);
        if (i >= MOST && text[i] == ' ') return arena_printf(arena, "%.*s…", (int)i, text);
    }
    return text;
}

const char *view_step_sentence(Arena *arena, const Lesson *lesson, Layer *layer, int screen, int step)
{
    const Screen *of = &lesson->screens[screen];
    if ((size_t)step >= of->n_steps) return of->title ? of->title : "";
    const Step *at = &of->steps[step];
    if (at->key_sentence) {
        const char *key = view_prose_text(arena, layer, at->key_sentence);
        if (strchr(key, ' ') && strlen(key) > 16) return key;
    }
    for (size_t b = 0; b < at->n_blocks; b++) {
        const Block *block = &at->blocks[b];
        bool is_read = block->section != SECTION_NOTES && !section_on_demand(block->section);
        if (is_read && block->kind == BLOCK_PARAGRAPH)
            return first_sentence(arena, view_prose_text(arena, layer, &block->as.prose));
        if (is_read && block->kind == BLOCK_PREDICT)
            return view_prose_text(arena, layer, &block->as.question->prompt);
    }
    return at->name ? at->name : of->title ? of->title : "";
}

/* ------------------------------------------------------------ the screen */

typedef struct Notes {
    Pen pen;
    Frame *list;
} Notes;

static void add_row(Notes *notes)
{
    frame_resize_rows(notes->list, notes->list->rows + 1);
}

static void add_text(Notes *notes, int col, Role role, const char *text)
{
    TextRun run = {.utf8 = text, .role = role};
    int row = notes->list->rows, width = notes->list->cols - col - 1;
    frame_resize_rows(notes->list, row + 1);
    frame_wrap(notes->list, notes->pen.charset, row, col, width > 1 ? width : 1, -1, 0, &run, 1);
}

static void add_heading(Notes *notes, const char *text)
{
    if (notes->list->rows > 0) add_row(notes);
    add_text(notes, 1, ROLE_TITLE, text);
}

static void add_asked(Notes *notes, const NotesState *state)
{
    if (!state->asked) return;
    add_heading(notes, state->is_answered ? "Asked, and answered" : "Asked; the room does not see the answer");
    add_text(notes, 3, ROLE_TEXT, state->asked);
    if (state->truth && *state->truth) add_text(notes, 3, ROLE_EMPH, state->truth);
}

static void add_all(Notes *notes, const NotesState *state)
{
    if (state->is_blank) add_text(notes, 1, ROLE_BAD, "The shared screen is blank; any key there brings it back.");
    add_text(notes, 1, ROLE_EMPH, state->sentence ? state->sentence : "");
    add_asked(notes, state);
    add_heading(notes, "Notes");
    for (size_t i = 0; i < state->n_paragraphs; i++) {
        if (i) add_row(notes);
        add_text(notes, 3, ROLE_TEXT, state->paragraphs[i]);
    }
    if (state->n_paragraphs == 0) add_text(notes, 3, ROLE_DIM, "none for this step");
    add_heading(notes, "Next");
    add_text(notes, 3, ROLE_TEXT, state->next ? state->next : "the end");
    if (state->n_scenes) add_heading(notes, "Scenes");
    for (size_t i = 0; i < state->n_scenes; i++) add_text(notes, 3, ROLE_TEXT, state->scenes[i]);
    if (state->n_edits)
        add_text(notes, 1, ROLE_DIM, "Inputs are changed; c on the shared screen takes that back.");
}

static const char *clock_text(Arena *arena, const NotesState *state)
{
    const char *elapsed = view_clock_text(arena, state->elapsed_ms);
    if (state->budget_ms <= 0) return elapsed;
    int64_t left = state->budget_ms - state->elapsed_ms;
    return arena_printf(arena, "%s   %s %s", elapsed, view_clock_text(arena, left < 0 ? -left : left + 999),
                        left < 0 ? "over" : "left");
}

static void draw_head(Frame *frame, const Pen *pen, const Chrome *chrome, const NotesState *state)
{
    Runs title = {0};
    runs_text(pen, &title, ROLE_TITLE, state->title);
    const char *place = arena_printf(pen->arena, "%d of %d", state->view, state->n_views);
    chrome_title(frame, chrome->title, &title, place, place);
    if (chrome->rule_top < 0) return;
    chrome_rule(frame, chrome->rule_top);
    if (!state->has_clock) return;
    const char *clock = arena_printf(pen->arena, " %s ", clock_text(pen->arena, state));
    int cells = charset_width(pen->charset, clock);
    Role role = state->budget_ms > 0 && state->elapsed_ms > state->budget_ms ? ROLE_BAD : ROLE_MEASURED;
    frame_put(frame, chrome->rule_top, frame->cols - 2 - cells > 0 ? frame->cols - 2 - cells : 0, cells, role, clock);
}

static const char *bottom_text(Arena *arena, const NotesState *state)
{
    if (state->message) return state->message;
    if (state->n_presenters < 2) return NULL;
    return arena_printf(arena, "Presenter %zu of %zu; Tab follows another.", state->which, state->n_presenters);
}

void view_notes(Frame *frame, const NotesState *state, int *max_scroll)
{
    Notes notes = {{.arena = frame->arena, .charset = frame->charset},
                   frame_new(frame->arena, 0, frame->cols, frame->charset)};
    const char *bottom = bottom_text(frame->arena, state);
    Chrome chrome = chrome_plan(frame->rows, 0, 1);
    if (state->n_hints > 0) {
        if (!bottom) chrome_drop_status(&chrome);
    } else if (chrome.hints >= 0) { /* on a pipe there are no keys */
        if (chrome.status >= 0) chrome.status = chrome.hints;
        if (chrome.status >= 0) chrome.content_rows++;
        if (chrome.rule_bottom >= 0) chrome.rule_bottom++;
    }
    *max_scroll = 0;
    if (!state->title) {
        add_text(&notes, 1, ROLE_TEXT, state->message ? state->message : "");
        frame_blit(frame, frame->rows > 2 ? 1 : 0, 0, notes.list, 0, 0, frame->rows, frame->cols);
        if (state->n_hints > 0) chrome_hints(frame, chrome.hints, state->hints, state->n_hints);
        return;
    }
    add_all(&notes, state);
    int rows = chrome.content_rows, most = notes.list->rows - rows, from = state->scroll;
    *max_scroll = most > 0 ? most : 0;
    if (from > *max_scroll) from = *max_scroll;
    if (from < 0) from = 0;
    draw_head(frame, &notes.pen, &chrome, state);
    frame_blit(frame, chrome.content, 0, notes.list, from, 0, rows, frame->cols);
    chrome_rule(frame, chrome.rule_bottom);
    int below = notes.list->rows - from - rows;
    if (from > 0 && rows > 0) chrome_more(frame, -1, chrome.content, from, true);
    if (below > 0 && rows > 0) chrome_more(frame, chrome.rule_bottom, chrome.content + rows - 1, below, false);
    if (bottom && chrome.status >= 0)
        frame_put_fit(frame, chrome.status, frame->cols > 2 ? 1 : 0, frame->cols - 1, ROLE_STATUS, bottom);
    if (state->n_hints > 0) chrome_hints(frame, chrome.hints, state->hints, state->n_hints);
}
