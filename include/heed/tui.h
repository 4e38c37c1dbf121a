/* The terminal: Frames out, Events in. The only module that includes curses.
 *
 * One Tui at a time owns the terminal on standard input and output, from tui_open
 * to tui_close: the alternate screen, raw input, mouse, bracketed paste and the
 * signals that concern a terminal. Whatever ends the program (tui_close, exit, a fatal
 * signal, out of memory through tui_restore), the terminal is as it was before.
 *
 * Nothing here wakes up by itself: tui_wait sleeps in poll until there is input, a
 * signal, the watched descriptor or the timeout.
 */
#ifndef HEED_TUI_H
#define HEED_TUI_H

#include "heed/event.h"
#include "heed/frame.h"

typedef struct Tui Tui;

typedef enum TuiTheme { THEME_AUTO, THEME_DARK, THEME_LIGHT, THEME_MONO, THEME_CONTRAST, THEME_COUNT } TuiTheme;

typedef struct TuiOptions {
    TuiTheme theme;  /* AUTO: mono under NO_COLOR or without colours, else by the terminal's background */
    bool is_ascii;   /* draw ASCII even where the locale and the terminal could do more */
    bool no_mouse;   /* leave the mouse to the terminal from the start */
    /* Fills wall_ms, utc_offset_min and mono_ms of an event; NULL: the system's clocks. */
    void (*clock)(void *data, Event *event);
    void *clock_data;
} TuiOptions;

#define TUI_PROBLEM_MAX 200

/* Takes over the terminal. NULL where that cannot be done, with one sentence (without a
 * newline) in `problem`: not a terminal, TERM unset, unknown or too simple, no terminfo.
 * Sets LC_CTYPE from the environment, and no other part of the locale. Nothing is drawn
 * before the first tui_draw. */
Tui *tui_open(const TuiOptions *options, char problem[TUI_PROBLEM_MAX]);
/* Gives the terminal back, modes as they were. NULL is allowed. */
void tui_close(Tui *tui);
/* The same for the Tui that is open, if one is, with nothing but async-signal-safe calls:
 * for an out-of-memory handler. What is drawn afterwards is lost. */
void tui_restore(void);

/* At least 1 x 1. Where the terminal does not know (0), LINES and COLUMNS, else 24 x 80. */
int tui_rows(const Tui *tui);
int tui_cols(const Tui *tui);
Charset tui_charset(const Tui *tui); /* frames to be drawn must have it */

/* Shows the frame, writing only what differs from what is shown. A frame of another size
 * than the terminal's (it has just been resized) is clipped. */
void tui_draw(Tui *tui, const Frame *frame);
/* The next draw repaints every cell (Ctrl-L). */
void tui_redraw(Tui *tui);

typedef enum TuiWait {
    TUI_TIMEOUT, /* the time is over */
    TUI_EVENT,   /* *event was filled */
    TUI_READY    /* watch_fd is readable, or at its end */
} TuiWait;

/* Waits at most timeout_ms (-1: for ever; 0: only looks) for an event, or for watch_fd (-1:
 * none) to become readable; events come first. event->text (a paste) stays valid until the
 * next call. Resizes that came together are one event. After EVENT_RESIZE and EVENT_RESUME
 * draw again. After EVENT_HANGUP leave: further waits only give it again, without haste. */
TuiWait tui_wait(Tui *tui, int timeout_ms, int watch_fd, Event *event);

/* "ncurses 6.4.20221231": the library that is linked. */
const char *tui_library_version(void);

/* Never AUTO. */
TuiTheme tui_theme(const Tui *tui);
const char *tui_theme_name(TuiTheme theme); /* "auto", "dark", "light", "mono", "contrast" */
/* The next draw shows it. Without colours, all look like mono. */
void tui_set_theme(Tui *tui, TuiTheme theme);

/* Mouse clicks and the wheel as events (true), or left to the terminal for selecting text. */
void tui_set_mouse(Tui *tui, bool is_on);
bool tui_has_mouse(const Tui *tui);

/* Stops the program as Ctrl-Z does, the terminal restored meanwhile; returns after fg. The
 * next wait gives EVENT_RESUME (and EVENT_RESIZE where the size has changed). */
void tui_suspend(Tui *tui);
/* Asks the terminal to put text on its clipboard (OSC 52); many do not. */
void tui_copy(Tui *tui, const char *text);
void tui_bell(Tui *tui);

#endif
