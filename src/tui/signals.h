/* The signals that concern a terminal, and the way back that works in a handler.
 * Internal to tui.
 */
#ifndef HEED_TUI_SIGNALS_H
#define HEED_TUI_SIGNALS_H

#include <stdbool.h>
#include <stddef.h>
#include <termios.h>

typedef struct Signals {
    bool hangup;    /* SIGTERM, SIGHUP */
    bool interrupt; /* SIGINT */
    bool stop;      /* SIGTSTP */
    bool resumed;   /* SIGCONT */
    bool resized;   /* SIGWINCH */
} Signals;

/* Installs the handlers. Returns a descriptor that is readable while a signal waits to be
 * taken, or -1. */
int signals_open(void);
/* Puts back what was there before. */
void signals_close(void);
/* What has come since the last call. */
Signals signals_take(void);
/* Stops this process (or its whole group) as SIGTSTP does by default; returns after SIGCONT,
 * which is then not told by signals_take. */
void signals_stop(bool is_whole_group);

/* What a dying program writes to its terminal, and the modes it leaves: set once the terminal
 * has been taken over (copied), NULL once it has been given back. */
void signals_set_farewell(const char *bytes, size_t n, const struct termios *modes);
/* Says it now, once. Async-signal-safe. */
void signals_farewell(void);

#endif
