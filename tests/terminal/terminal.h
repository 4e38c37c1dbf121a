/* A scripted terminal for tests: a program in a pseudo-terminal, its screen kept
 * by libvterm, every byte it wrote kept in a log.
 *
 *     Terminal *t = terminal_start(&(TerminalOptions){.argv = (const char *[]){HEED, NULL}});
 *     terminal_expect(t, "Four steps");          // waits until it is on the screen
 *     terminal_keys(t, "Tab Enter");
 *     terminal_expect(t, "why");
 *     terminal_keys(t, "q");
 *     terminal_expect_exit(t, 0);
 *     terminal_expect_restored(t);               // modes and termios as before
 *     terminal_free(t);
 *
 * Waiting is by condition with one generous limit (terminal_limit_ms), never by a
 * sleep: a slow machine makes a test slow, not red. The expect functions fail the
 * running cmocka test and print the screen; the wait functions return false.
 *
 * The program is the foreground job of a small shell-like parent (the keeper),
 * which takes the terminal back when the job stops and says so. Stopping and going
 * on therefore work as under a real shell. The parent ignores SIGHUP, so a closed
 * terminal reaches the program as end of file and not as a signal; terminal_signal
 * sends one where a test wants it.
 */
#ifndef TESTS_TERMINAL_H
#define TESTS_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

typedef struct Terminal Terminal;

enum { TERMINAL_NO_SIZE = -1 };

typedef struct TerminalOptions {
    const char *const *argv; /* ends in NULL; argv[0] is looked up on PATH */
    /* "NAME=VALUE" over the base environment, "NAME" alone takes one away; ends in NULL. The base is
     * PATH, HOME and XDG folders that do not exist, TERM=xterm-256color, LC_ALL=C.UTF-8, and the
     * sanitizers' options. */
    const char *const *env;
    const char *directory;   /* to start in; NULL: this one */
    int rows, cols;          /* 0: 24 x 80; TERMINAL_NO_SIZE: it is 24 x 80 and says 0 */
    const char *redirect[3]; /* stdin, stdout, stderr: NULL the terminal, "" closed, else a file */
    bool ignores_hangup;     /* the program starts with SIGHUP ignored, as under nohup */
    bool is_mute;            /* queries are not answered */
    bool is_wide;            /* says that characters of ambiguous width take two cells */
    const char *background;  /* what OSC 11 is answered ("rgb:ffff/ffff/ffff"), NULL: nothing */
} TerminalOptions;

Terminal *terminal_start(const TerminalOptions *options);
/* Kills what still runs. */
void terminal_free(Terminal *terminal);

/* How long the waits below wait at most; 20 s, or HEED_TERMINAL_LIMIT_MS. */
int terminal_limit_ms(void);

/* ---- acting ---- */
/* Any bytes, any amount; output is read meanwhile. */
void terminal_send(Terminal *terminal, const void *bytes, size_t n);
void terminal_type(Terminal *terminal, const char *text);
/* Keys separated by blanks: Up Down Left Right Home End PgUp PgDn Insert Delete Tab BackTab
 * Enter Esc Space Backspace F1 .. F12, C-x (with Ctrl), M-x (with Alt); anything else is typed
 * as it stands. After Esc it pauses, as a person does, so that the next key does not join it. */
void terminal_keys(Terminal *terminal, const char *keys);
/* A bracketed paste of these bytes. */
void terminal_paste(Terminal *terminal, const char *text, size_t n);
/* A left click at a cell, and the wheel, as SGR mouse reports. */
void terminal_click(Terminal *terminal, int row, int col);
void terminal_wheel(Terminal *terminal, int row, int col, bool is_up);
/* Sets the size; the program gets SIGWINCH. 0: that dimension is 24 or 80 but not told. */
void terminal_resize(Terminal *terminal, int rows, int cols);
void terminal_signal(Terminal *terminal, int signal_number);
/* Closes the terminal, as a dropped ssh does. Nothing can be read from then on. */
void terminal_hang_up(Terminal *terminal);
/* fg: gives the terminal to the stopped program and continues it. */
void terminal_continue(Terminal *terminal);

/* ---- waiting ---- */
bool terminal_wait_text(Terminal *terminal, const char *text);
bool terminal_wait(Terminal *terminal, bool (*is_so)(Terminal *terminal, void *data), void *data);
/* Until the log holds `bytes` behind `from`. */
bool terminal_wait_bytes(Terminal *terminal, size_t from, const char *bytes);
/* Until the program has stopped (Ctrl-Z); false where it ends instead. */
bool terminal_wait_stopped(Terminal *terminal);
/* Until the program has ended; *status as from waitpid. */
bool terminal_wait_exit(Terminal *terminal, int *status);
/* Reads until nothing has come for quiet_ms (0: 60) and the program has read its input and sleeps. For looking, not for
 * asserting order. */
void terminal_settle(Terminal *terminal, int quiet_ms);

void terminal_expect(Terminal *terminal, const char *text);
void terminal_expect_gone(Terminal *terminal, const char *text);
void terminal_expect_stopped(Terminal *terminal);
void terminal_expect_exit(Terminal *terminal, int code);
void terminal_expect_killed(Terminal *terminal, int signal_number);
/* Termios as at the start and every mode off that the program turned on: alternate screen,
 * mouse, bracketed paste, application keys; the cursor visible, attributes reset. */
void terminal_expect_restored(Terminal *terminal);
void terminal_expect_termios(Terminal *terminal);

/* ---- looking: what was read so far ---- */
/* The screen, one line a row, trailing blanks cut; valid until the next call. */
const char *terminal_screen(Terminal *terminal);
const char *terminal_row(Terminal *terminal, int row);
bool terminal_find(Terminal *terminal, const char *text, int *row, int *col); /* first, by cells */

typedef struct TerminalCell {
    char text[32]; /* "" for a blank never written or a right half */
    int width;
    bool is_bold, is_underlined, is_reversed, is_italic, is_blinking;
    int fg, bg; /* palette index, TERMINAL_DEFAULT, or TERMINAL_RGB | 0xRRGGBB */
} TerminalCell;

enum { TERMINAL_DEFAULT = -1, TERMINAL_RGB = 0x1000000 };

TerminalCell terminal_cell(Terminal *terminal, int row, int col);
bool terminal_cursor(Terminal *terminal, int *row, int *col); /* false: hidden */

/* All bytes written so far. */
const char *terminal_log(Terminal *terminal, size_t *n);
size_t terminal_log_size(Terminal *terminal);
size_t terminal_log_count(Terminal *terminal, size_t from, const char *bytes);
/* Whether a DEC private mode (1049, 1000, 1006, 2004, 25, 1 …) is on now, was ever turned on. */
bool terminal_mode(Terminal *terminal, int mode);
bool terminal_mode_was_on(Terminal *terminal, int mode);

pid_t terminal_pid(Terminal *terminal);
/* Processor time, and how often the program went to sleep of its own accord: equal before and
 * after a stretch in which nothing happens, the program was not woken. False where it is gone. */
bool terminal_usage(Terminal *terminal, uint64_t *cpu_ns, uint64_t *sleeps);

#endif
