/* What the files of tests/terminal share. */
#ifndef TESTS_TERMINAL_INTERNAL_H
#define TESTS_TERMINAL_INTERNAL_H

#include "terminal.h"
#include "heed/arena.h"
#include <termios.h>
#include <vterm.h>

enum { MAX_MODES = 64 };

typedef struct Mode {
    int number;
    bool is_on, was_on;
} Mode;

struct Terminal {
    int master,
        slave; /* -1 after a hang-up; the slave is kept open so that modes can be read after the end */
    int commands, reports; /* to and from the keeper */
    pid_t keeper, pid;
    bool is_stopped, has_ended;
    int status; /* waitpid's */
    struct termios modes_before;

    VTerm *vterm;
    VTermScreen *screen;
    int rows, cols; /* of the vterm */
    bool is_cursor_visible;

    bool is_mute, is_wide;
    char *background;
    StrBuf log;     /* all that the program wrote */
    size_t scanned; /* how much of the log the mode scanner has read */
    Mode modes[MAX_MODES];
    size_t n_modes;

    StrBuf pending; /* to be written to the program */
    StrBuf text;    /* what the looking functions return */
};

/* Reads, answers, writes and hears the keeper for at most timeout_ms; false when nothing happened. */
bool terminal_pump(Terminal *terminal, int timeout_ms);
/* Reads the new part of the log for modes and queries. */
void terminal_scan(Terminal *terminal);
/* Reads all that was written before this moment. */
void terminal_sync(Terminal *terminal);

int64_t terminal_now_ms(void);

#endif
