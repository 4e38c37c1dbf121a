/* A list: a tall frame of lines, and the part of it that is seen between the rules of a screen. */
#ifndef HEED_VIEW_LISTING_H
#define HEED_VIEW_LISTING_H

#include "view/chrome.h"

/* Adds a blank row at the bottom; returns its index. */
int listing_row(Frame *list);
/* Adds text from `col` on, wrapped. */
void listing_text(const Pen *pen, Frame *list, int col, Role role, const char *text);
void listing_runs(const Pen *pen, Frame *list, int col, const Runs *runs);

/* The first row to show of `all` where `rows` are seen: `scroll`, moved so that rows [kept, kept_end) are
 * inside (kept -1: none), the first of them first. */
int listing_from(int all, int rows, int scroll, int kept, int kept_end, int *max_scroll);
/* The rules, the rows from `from` on between them, and the signs that there is more. */
void listing_show(Frame *frame, const Chrome *chrome, const Frame *list, int from);

/* A whole screen: title, the part of `list` that is seen, message, hints; rows [kept, kept_end) stay in
 * sight. */
void listing_screen(Frame *frame, const ViewList *around, const Frame *list, int kept, int kept_end,
                    int *max_scroll);

#endif
