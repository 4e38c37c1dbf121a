/* The screen: curses, and nothing of it outside. Internal to tui.
 *
 * Keeps the cells that are shown, hands curses those that differ, and lets it find
 * the shortest way.
 */
#ifndef HEED_TUI_SCREEN_H
#define HEED_TUI_SCREEN_H

#include "input.h"
#include "theme.h"

typedef struct Screen Screen;

/* Starts curses on standard output. NULL with a sentence where the terminal will not do. */
Screen *screen_open(char problem[TUI_PROBLEM_MAX]);
/* Gives the terminal back, its modes as they were; then only screen_free. */
void screen_end(Screen *screen);
void screen_free(Screen *screen);

/* Leaves the terminal for a while (to be stopped), and takes it again. */
void screen_leave(Screen *screen);
void screen_return(Screen *screen);

int screen_rows(const Screen *screen);
int screen_cols(const Screen *screen);
int screen_colors(const Screen *screen);
/* Asks the terminal for its size; true where it has changed. */
bool screen_measure(Screen *screen);

void screen_draw(Screen *screen, const Frame *frame);
/* Everything shown is written anew: at once, or with the next draw. */
void screen_repaint(Screen *screen);
void screen_forget(Screen *screen);

void screen_set_theme(Screen *screen, TuiTheme theme);
/* Bytes past curses, at once: mode switches, queries. */
void screen_write(const char *bytes);
/* Key sequences of this terminal's terminfo entry. */
void screen_add_keys(Input *input);
/* What must be written in a hurry so that the terminal is as before. */
size_t screen_farewell(const Screen *screen, char *out, size_t size);
void screen_bell(void);

#endif
