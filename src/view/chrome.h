/* What stands around the content at every place: title, rules with the signs that
 * there is more, status, hints, the line being typed.
 */
#ifndef HEED_VIEW_CHROME_H
#define HEED_VIEW_CHROME_H

#include "heed/view.h"
#include "view/prose.h"

/* Which rows of a screen hold what; -1: there is none. */
typedef struct Chrome {
    int title, rule_top;
    int content, content_rows;
    int panel, panel_rows; /* the why panel, its edges included */
    int rule_bottom;
    int entry, entry_rows; /* the typed line is the last of them */
    int status, hints;
    int status_rows; /* a message may want more than one */
} Chrome;

/* Gives out `rows`: content first, then title, hints, status, rules. `entry_rows` 0: nothing is typed.
 * `told_rows`: those that a message wants (chrome_told_rows); 0: nothing is said. */
Chrome chrome_plan(int rows, int entry_rows, int told_rows);
/* The rows of a message, which has to be read to its end: 0 for NULL, at most three. While a line is typed only what is
 * wrong is said: all else would move the page under the reader's hands. */
int chrome_told_rows(const Frame *frame, const char *message, Role role, bool is_typing);
void chrome_message(Frame *frame, const Chrome *chrome, Role role, const char *message);
/* Gives the status rows to the content. */
void chrome_drop_status(Chrome *chrome);
/* Takes rows from the content for a panel at its bottom; the bottom rule goes. */
void chrome_take_panel(Chrome *chrome, int rows);

/* The cells that a title has beside `right` (NULL: nothing). */
int chrome_title_room(const Frame *frame, const char *right);
void chrome_title(Frame *frame, int row, const Runs *title, const char *right, const char *short_right);
void chrome_rule(Frame *frame, int row);
void chrome_hints(Frame *frame, int row, const ViewHint *hints, size_t n);
/* "▲ 12 rows above" at the right end of a rule; where there is no rule, a sign at the end of `content_row`.
 */
void chrome_more(Frame *frame, int rule, int content_row, int rows, bool is_above);

/* The rows that an entry takes with its problem or result, at most `limit`. */
int entry_rows(const Pen *pen, const ViewEntry *entry, int width, int limit);
void entry_draw(const Pen *pen, Frame *frame, int row, int rows, const ViewEntry *entry);

#endif
