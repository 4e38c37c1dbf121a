/* Lists are drawn whole and then shown in part: what scrolls needs no layout of its own. */
#include "view/listing.h"

int listing_from(int all, int rows, int scroll, int kept, int kept_end, int *max_scroll)
{
    *max_scroll = all > rows ? all - rows : 0;
    if (scroll > *max_scroll) scroll = *max_scroll;
    if (scroll < 0) scroll = 0;
    if (kept >= 0 && kept_end > scroll + rows) scroll = kept_end - rows;
    if (kept >= 0 && kept < scroll) scroll = kept;
    return scroll;
}

void listing_show(Frame *frame, const Chrome *chrome, const Frame *list, int from)
{
    int rows = chrome->content_rows;
    chrome_rule(frame, chrome->rule_top);
    chrome_rule(frame, chrome->rule_bottom);
    frame_blit(frame, chrome->content, 0, list, from, 0, rows, frame->cols);
    int below = list->rows - from - rows;
    if (from > 0 && rows > 0) chrome_more(frame, chrome->rule_top, chrome->content, from, true);
    if (below > 0 && rows > 0)
        chrome_more(frame, chrome->rule_bottom, chrome->content + rows - 1, below, false);
}

int listing_row(Frame *list)
{
    frame_resize_rows(list, list->rows + 1);
    return list->rows - 1;
}

void listing_text(const Pen *pen, Frame *list, int col, Role role, const char *text)
{
    TextRun run = {.utf8 = text, .role = role};
    listing_runs(pen, list, col, &(Runs){&run, 1, 1});
}

void listing_runs(const Pen *pen, Frame *list, int col, const Runs *runs)
{
    int row = listing_row(list), width = list->cols - col - 1;
    frame_wrap(list, pen->charset, row, col, width > 1 ? width : 1, -1, 2, runs->items, runs->n);
}

void listing_screen(Frame *frame, const ViewList *around, const Frame *list, int kept, int kept_end,
                    int *max_scroll)
{
    Pen pen = {.arena = frame->arena, .charset = frame->charset};
    Chrome chrome = chrome_plan(frame->rows, 0, chrome_told_rows(frame, around->message, around->message_role, false));
    if (!around->message) chrome_drop_status(&chrome); /* a list says nothing there */
    listing_show(frame, &chrome, list,
                 listing_from(list->rows, chrome.content_rows, around->scroll, kept, kept_end, max_scroll));
    Runs title = {0};
    runs_text(&pen, &title, ROLE_TITLE, around->title);
    chrome_title(frame, chrome.title, &title, around->right, around->right);
    chrome_message(frame, &chrome, around->message_role, around->message);
    chrome_hints(frame, chrome.hints, around->hints, around->n_hints);
}
