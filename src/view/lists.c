/* Home, help and other lists: a tall frame of lines, and the part of it that is seen. */
#include "view/listing.h"
#include "view/search.h"
#include <string.h>

/* --------------------------------------------------------------------- home */

enum { DOTS_MAX = 12, DOTS_COL = 56, DOTS_COL_MIN = 24 };

/* ●●○○ : screens reached of a lesson's. */
static const char *dots(Arena *arena, int done, int all)
{
    StrBuf out = {0};
    if (all > DOTS_MAX) return arena_printf(arena, "%d/%d", done, all);
    for (int i = 0; i < all; i++) strbuf_add(&out, i < done ? "●" : "○");
    return strbuf_take(&out, arena);
}

static int dots_col(const Frame *list)
{
    int col = list->cols - 24;
    return col > DOTS_COL ? DOTS_COL : col < DOTS_COL_MIN ? DOTS_COL_MIN : col;
}

static void draw_item(const Pen *pen, Frame *list, const HomeItem *item, size_t index, bool is_selected)
{
    int row = listing_row(list), at = dots_col(list);
    frame_put(list, row, 1, 1, ROLE_KEY, is_selected ? ">" : " ");
    const char *number = arena_printf(pen->arena, "%2zu", index + 1);
    frame_put(list, row, 3, -1, ROLE_PAGE, number);
    frame_put_fit(list, row, 7, at - 9, is_selected ? ROLE_EMPH : ROLE_TEXT, item->entry->title);
    int col = at + frame_put(list, row, at, -1, ROLE_STUDY,
                             dots(pen->arena, item->screens_done, item->entry->n_screens));
    const char *note = item->note ? item->note : item->is_here ? "you are here" : NULL;
    if (note) frame_put_fit(list, row, col + 2, list->cols - col - 3, ROLE_STUDY, note);
    frame_span(
        list,
        (FrameSpan){.kind = SPAN_ITEM, .row = row, .col = 0, .width = list->cols, .item = (uint32_t)index});
    if (is_selected) frame_mark(list, row, 3, at - 5, MARK_SELECTED);
}

static int draw_items(const Pen *pen, Frame *list, const HomeState *state)
{
    int selected = -1;
    const char *part = NULL;
    for (size_t i = 0; i < state->n_items; i++) {
        const char *of = state->items[i].entry->part;
        if (of && (!part || strcmp(of, part) != 0)) {
            if (part) listing_row(list);
            listing_text(pen, list, 1, ROLE_TITLE, of);
            part = of;
        }
        if (i == state->selected) selected = list->rows;
        draw_item(pen, list, &state->items[i], i, i == state->selected);
    }
    return selected;
}

enum { LABEL_COLS = 20, LABELS_FROM = 60 };

/* The key stands behind the text, in its last row. */
static void add_key(Frame *list, int col, const HomeLine *line, int text_cells)
{
    int row = list->rows - 1, key = charset_width(list->charset, line->key);
    int at = col + text_cells + 4 < list->cols - key - 1 ? col + text_cells + 4 : list->cols - key - 1;
    frame_span(list,
               (FrameSpan){.kind = SPAN_KEY, .row = row, .col = at, .width = key, .item = line->command});
    frame_put(list, row, at, key, ROLE_KEY, line->key);
}

/* "Due today  2 cards  c": labels in a column of their own, or before the text where it is narrow. */
static void draw_line(const Pen *pen, Frame *list, const HomeLine *line)
{
    bool has_column = line->label && list->cols >= LABELS_FROM;
    int row = list->rows, col = has_column ? 1 + LABEL_COLS : 1;
    const char *label = has_column || !line->label ? "" : arena_printf(pen->arena, "%s: ", line->label);
    const char *text = arena_printf(pen->arena, "%s%s", label, line->text);
    int key = line->key ? charset_width(list->charset, line->key) + 3 : 0;
    TextRun run = {.utf8 = text, .role = ROLE_STUDY};
    listing_row(list);
    frame_wrap(list, pen->charset, row, col, list->cols - col - 1 - key, -1, 2, &run, 1);
    if (has_column) frame_put(list, row, 1, LABEL_COLS, ROLE_DIM, line->label);
    if (line->key)
        add_key(list, col, line, list->rows == row + 1 ? charset_width(list->charset, text) : list->cols);
}

static void draw_below(const Pen *pen, Frame *list, const HomeState *state)
{
    if (state->n_lines || state->first_start) listing_row(list);
    for (size_t i = 0; i < state->n_lines; i++) draw_line(pen, list, &state->lines[i]);
    if (!state->first_start) return;
    listing_text(pen, list, 1, ROLE_EMPH, "First time? Enter opens a lesson, Space goes on in it.");
    listing_text(pen, list, 1, ROLE_EMPH, "There Tab selects a number, Enter asks where it came from.");
}

void view_home(Frame *frame, const HomeState *state, int *max_scroll)
{
    Pen pen = {.arena = frame->arena, .charset = frame->charset};
    int limit = frame->rows > 6 ? frame->rows / 2 : frame->rows;
    ViewEntry entry = {0};
    if (state->entry) {
        entry = *state->entry;
        entry.result_node = 0; /* home has no sheet */
    }
    int typed = state->entry ? entry_rows(&pen, &entry, frame->cols, limit) : 0;
    Chrome chrome = chrome_plan(frame->rows, typed, chrome_told_rows(frame, state->message, state->message_role, typed > 0));
    if (!state->message) chrome_drop_status(&chrome);
    Frame *list = frame_new(frame->arena, 0, frame->cols, frame->charset);
    int selected = draw_items(&pen, list, state);
    draw_below(&pen, list, state);
    for (int row = 0; row < list->rows; row++) search_mark_row(list, row, state->search);
    listing_show(
        frame, &chrome, list,
        listing_from(list->rows, chrome.content_rows, state->scroll, selected, selected + 1, max_scroll));

    Runs title = {0};
    runs_text(&pen, &title, ROLE_TITLE, "heed");
    if (chrome.title >= 0) {
        chrome_title(frame, chrome.title, &title, NULL, NULL);
        const char *motto = "attention, computed while you watch";
        int cells = charset_width(frame->charset, motto);
        if (cells + 10 < frame->cols)
            frame_put(frame, chrome.title, frame->cols - 1 - cells, cells, ROLE_DIM, motto);
    }
    chrome_message(frame, &chrome, state->message_role, state->message);
    chrome_hints(frame, chrome.hints, state->hints, state->n_hints);
    if (state->entry) entry_draw(&pen, frame, chrome.entry, chrome.entry_rows, &entry);
}

/* --------------------------------------------------------------------- help */

enum { KEY_COLUMN_MAX = 22 };

static int key_width(const Frame *frame, const HelpLine *lines, size_t n)
{
    int width = 0;
    for (size_t i = 0; i < n; i++) {
        int cells = lines[i].key ? charset_width(frame->charset, lines[i].key) : 0;
        if (cells > width) width = cells;
    }
    int most = frame->cols / 3 < KEY_COLUMN_MAX ? frame->cols / 3 : KEY_COLUMN_MAX;
    return width > most ? most : width;
}

static void add_block(Frame *list, const Frame *block)
{
    enum { BLOCK_COL = 4 };
    int row = list->rows;
    frame_resize_rows(list, row + block->rows);
    frame_blit(list, row, BLOCK_COL, block, 0, 0, block->rows, block->cols);
}

/* A key that is wider than its column has the sentence on the next line. */
static void draw_help_line(const Pen *pen, Frame *list, const HelpLine *line, int keys)
{
    int first = list->rows;
    if (!line->key && !line->text) {
        /* the block alone */
    } else if (!line->key) {
        if (!*line->text)
            listing_row(list);
        else
            listing_text(pen, list, line->item ? 3 : 1, line->is_heading ? ROLE_TITLE : ROLE_TEXT,
                         line->text);
    } else {
        int row = listing_row(list), used = frame_put(list, row, 3, list->cols - 4, ROLE_KEY, line->key);
        if (used <= keys) frame_resize_rows(list, row); /* the sentence stands in the same row */
        int before = list->rows;
        listing_text(pen, list, 3 + keys + 2, ROLE_TEXT, line->text);
        if (before == row) frame_put(list, row, 3, keys, ROLE_KEY, line->key);
    }
    if (line->is_selected) frame_put(list, first, 1, 1, ROLE_KEY, ">");
    if (line->is_selected) frame_mark(list, first, 3, list->cols - 4, MARK_SELECTED);
    if (line->block) add_block(list, line->block);
    for (int row = first; line->item && row < list->rows; row++)
        frame_span(list, (FrameSpan){.kind = SPAN_ITEM, .row = row, .width = list->cols, .item = line->item});
}

void view_list(Frame *frame, const ViewList *around, const HelpLine *lines, size_t n, int *max_scroll)
{
    Pen pen = {.arena = frame->arena, .charset = frame->charset};
    Frame *list = frame_new(frame->arena, 0, frame->cols, frame->charset);
    int keys = key_width(frame, lines, n), selected = -1, selected_end = -1;
    for (size_t i = 0; i < n; i++) {
        if (lines[i].is_selected) selected = list->rows;
        draw_help_line(&pen, list, &lines[i], keys);
        if (lines[i].is_selected) selected_end = list->rows;
    }
    listing_screen(frame, around, list, selected, selected_end, max_scroll);
}

void view_help(Frame *frame, const char *title, const HelpLine *lines, size_t n, int scroll, int *max_scroll,
               const ViewHint *hints, size_t n_hints)
{
    ViewList around = {.title = title, .scroll = scroll, .hints = hints, .n_hints = n_hints};
    view_list(frame, &around, lines, n, max_scroll);
}
