/* The rows around the content. */
#include "view/chrome.h"
#include "view/picture.h"
#include <string.h>

/* ------------------------------------------------------------------ planning */

/* From the fewest rows upwards: what is there from how many rows on. */
enum { TITLE_FROM = 2, HINTS_FROM = 3, STATUS_FROM = 6, RULES_FROM = 15 };

/* A message may take rows beyond its first as long as these are left. */
enum { TOLD_LEAVES = 8, TOLD_MAX = 3 };

Chrome chrome_plan(int rows, int entry, int told_rows)
{
    Chrome chrome = {-1, -1, 0, 0, -1, 0, -1, -1, 0, -1, -1, 0};
    bool needs_status = told_rows > 0;
    int end = rows;
    if (entry > rows) entry = rows;
    if (rows - entry >= HINTS_FROM) chrome.hints = --end;
    if (entry > 0) {
        end -= entry;
        chrome.entry = end;
        chrome.entry_rows = entry;
        if (needs_status && end > TITLE_FROM) chrome.status = --end; /* what is said stands above it */
    } else if (rows >= STATUS_FROM || (needs_status && rows >= 2)) {
        chrome.status = --end;
    }
    for (chrome.status_rows = chrome.status >= 0;
         chrome.status_rows > 0 && chrome.status_rows < told_rows && end > TOLD_LEAVES; chrome.status_rows++)
        chrome.status = --end;
    int start = 0;
    if (end >= TITLE_FROM) chrome.title = start++;
    if (rows - entry >= RULES_FROM) {
        chrome.rule_top = start++;
        chrome.rule_bottom = --end;
    }
    chrome.content = start;
    chrome.content_rows = end > start ? end - start : 0;
    return chrome;
}

void chrome_drop_status(Chrome *chrome)
{
    if (chrome->status < 0) return;
    if (chrome->rule_bottom >= 0) chrome->rule_bottom += chrome->status_rows;
    chrome->content_rows += chrome->status_rows;
    chrome->status = -1;
    chrome->status_rows = 0;
}

static int put_message(Frame *frame, const Frame *like, int row, int max_rows, Role role, const char *message)
{
    const TextRun run = {.role = role, .utf8 = message};
    int col = like->cols > 2 ? 1 : 0;
    return frame_wrap(frame, like->charset, row, col, like->cols - col, max_rows, 0, &run, 1);
}

int chrome_told_rows(const Frame *frame, const char *message, Role role, bool is_typing)
{
    bool is_told = message && (!is_typing || role == ROLE_BAD);
    return is_told && frame->cols > 0 ? put_message(NULL, frame, 0, TOLD_MAX, ROLE_TEXT, message) : 0;
}

void chrome_message(Frame *frame, const Chrome *chrome, Role role, const char *message)
{
    if (message && chrome->status >= 0 && frame->cols > 0)
        put_message(frame, frame, chrome->status, chrome->status_rows, role, message);
}

void chrome_take_panel(Chrome *chrome, int rows)
{
    if (chrome->rule_bottom >= 0) chrome->content_rows++;
    chrome->rule_bottom = -1;
    chrome->content_rows -= rows;
    chrome->panel = chrome->content + chrome->content_rows;
    chrome->panel_rows = rows;
}

/* ------------------------------------------------------------------- drawing */

/* What stands at the right end; nothing where it would leave too little to the title. */
static int right_cells(const Frame *frame, const char *right)
{
    int cells = right ? charset_width(frame->charset, right) : 0;
    return cells + 8 > frame->cols ? 0 : cells;
}

int chrome_title_room(const Frame *frame, const char *right)
{
    int cells = right_cells(frame, right);
    return frame->cols - 1 - (cells ? cells + 3 : 0);
}

static int runs_cells(const Frame *frame, const Runs *runs)
{
    int cells = 0;
    for (size_t i = 0; i < runs->n; i++) cells += charset_width(frame->charset, runs->items[i].utf8);
    return cells;
}

void chrome_title(Frame *frame, int row, const Runs *title, const char *right, const char *short_right)
{
    if (row < 0) return;
    const char *text = frame->cols < 60 ? short_right : right;
    if (runs_cells(frame, title) > chrome_title_room(frame, text)) text = short_right;
    int cells = right_cells(frame, text), room = chrome_title_room(frame, text);
    frame_wrap(frame, frame->charset, row, frame->cols > 2 ? 1 : 0, room > 0 ? room : frame->cols, 1, 0,
               title->items, title->n);
    if (cells) frame_put(frame, row, frame->cols - 1 - cells, cells, ROLE_PAGE, text);
}

void chrome_rule(Frame *frame, int row)
{
    if (row >= 0) frame_fill(frame, row, 0, frame->cols, ROLE_RULE, "─");
}

void chrome_hints(Frame *frame, int row, const ViewHint *hints, size_t n)
{
    if (row < 0) return;
    int col = 1;
    for (size_t i = 0; i < n; i++) {
        int key = charset_width(frame->charset, hints[i].key),
            text = charset_width(frame->charset, hints[i].text);
        if (col + key + 1 + text > frame->cols) return;
        frame_span(
            frame,
            (FrameSpan){
                .kind = SPAN_KEY, .row = row, .col = col, .width = key + 1 + text, .item = hints[i].command});
        frame_put(frame, row, col, key, ROLE_KEY, hints[i].key);
        frame_put(frame, row, col + key + 1, text, ROLE_DIM, hints[i].text);
        col += key + 1 + text + 2;
    }
}

void chrome_more(Frame *frame, int rule, int content_row, int rows, bool is_above)
{
    const char *sign = is_above ? "▲" : "▼";
    if (rule < 0 || frame->cols < 60) {
        int row = rule >= 0 ? rule : content_row;
        if (frame_span_at(frame, row, frame->cols - 1)) return; /* it would be read as a digit of a number */
        frame_put(frame, row, frame->cols - 1, 1, ROLE_KEY, sign);
        return;
    }
    const char *text = arena_printf(frame->arena, " %s %d %s %s ", sign, rows, rows == 1 ? "row" : "rows",
                                    is_above ? "above" : "below");
    int cells = charset_width(frame->charset, text), col = frame->cols - 2 - cells;
    const Cell *under = frame_cell(frame, rule, col);
    int dots = charset_width(frame->charset, "…");
    if (under->role == ROLE_TITLE)
        frame_put(frame, rule, col - dots, dots, ROLE_TITLE, "…"); /* it is cut here */
    frame_put(frame, rule, col, cells, ROLE_PAGE, text);
    frame_role(frame, rule, col, 1 + charset_width(frame->charset, sign), ROLE_KEY);
}

/* --------------------------------------------------------------------- entry */

/* The lines of a text, at most `limit`; drawn where frame is not NULL. */
static int text_lines(Frame *frame, int row, int limit, Role role, const char *text)
{
    int n = 0;
    while (*text && n < limit) {
        size_t len = strcspn(text, "\n");
        if (frame) {
            int used =
                frame_put(frame, row + n, 1, frame->cols - 1, role, arena_strndup(frame->arena, text, len));
            frame_fill(frame, row + n, 1 + used, frame->cols - 1 - used, role, " ");
        }
        text += len + (text[len] == '\n');
        n++;
    }
    return n;
}

static Picture result_picture(const Pen *pen, NodeId node, int width)
{
    PicArray array = pen_array_node(pen, REF_NOW, node, "");
    if (!array.value) return picture_error(pen, &array, width);
    if (array_ndim(&array) == 2) {
        MatrixSpec spec = {.arrays = &array, .n = 1};
        return pic_matrix(pen, &spec, (PicRoom){width, PIC_COMPACT});
    }
    Runs runs = {0};
    value_runs(pen, &runs, &array);
    Picture picture = picture_new(pen, 0, width > 1 ? width : 1);
    frame_wrap(picture.frame, pen->charset, 0, 0, picture.frame->cols, -1, 1, runs.items, runs.n);
    return picture;
}

int entry_rows(const Pen *pen, const ViewEntry *entry, int width, int limit)
{
    if (!entry) return 0;
    int rows = 1;
    if (entry->problem)
        rows += text_lines(NULL, 0, limit - 1, ROLE_BAD, entry->problem);
    else if (entry->result_node)
        rows += result_picture(pen, entry->result_node, width - 2).frame->rows;
    else if (entry->result)
        rows += text_lines(NULL, 0, limit - 1, ROLE_TEXT, entry->result);
    return rows > limit && limit > 0 ? limit : rows;
}

/* The typed text in the cells behind the prompt, moved so that the cursor is inside. */
static void draw_typed(Frame *frame, int row, int col, const ViewEntry *entry)
{
    int room = frame->cols - col - 1;
    if (room < 1) return;
    size_t len = strlen(entry->text), cursor = entry->cursor < len ? entry->cursor : len;
    const char *before = arena_strndup(frame->arena, entry->text, cursor);
    int at = charset_width(frame->charset, before);
    Frame *line = frame_new(frame->arena, 1, charset_width(frame->charset, entry->text) + 1, frame->charset);
    frame_put(line, 0, 0, -1, ROLE_ENTRY, entry->text);
    int from = at > room - 1 ? at - room + 1 : 0;
    frame_blit(frame, row, col, line, 0, from, 1, room);
    frame_mark(frame, row, col + at - from, 1, MARK_CURSOR);
    frame_role(frame, row, col + at - from, 1, ROLE_ENTRY);
    frame->cursor_row = row;
    frame->cursor_col = col + at - from;
    if (from > 0) frame_put(frame, row, col, 1, ROLE_KEY, "‹");
}

void entry_draw(const Pen *pen, Frame *frame, int row, int rows, const ViewEntry *entry)
{
    if (rows <= 0) return;
    int above = rows - 1;
    frame_clear(frame, row, 0, rows, frame->cols);
    if (entry->problem) {
        text_lines(frame, row, above, ROLE_BAD, entry->problem);
    } else if (entry->result_node) {
        Picture result = result_picture(pen, entry->result_node, frame->cols - 2);
        frame_blit(frame, row, 1, result.frame, 0, 0, above, frame->cols - 1);
    } else if (entry->result) {
        text_lines(frame, row, above, ROLE_TEXT, entry->result);
    }
    int col = frame->cols > 12 ? 1 : 0, prompt = charset_width(frame->charset, entry->prompt);
    int most = frame->cols / 2;
    col += frame_put_fit(frame, row + above, col, prompt < most ? prompt : most, ROLE_LABEL, entry->prompt);
    draw_typed(frame, row + above, col, entry);
}
