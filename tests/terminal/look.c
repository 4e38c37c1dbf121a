/* What can be seen: the emulator's cells, the log, the modes in it. */
#include "terminal_internal.h"
#include "heed/text.h"
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <cmocka.h>

/* ---- the screen ---- */

static bool get_cell(Terminal *terminal, int row, int col, VTermScreenCell *cell)
{
    if (row < 0 || col < 0 || row >= terminal->rows || col >= terminal->cols) return false;
    return vterm_screen_get_cell(terminal->screen, (VTermPos){.row = row, .col = col}, cell) != 0;
}

/* What libvterm puts behind a wide character. */
#define RIGHT_HALF ((uint32_t)-1)

/* A cell's text; a blank where nothing was written, nothing for a right half. */
static size_t cell_text(const VTermScreenCell *cell, char out[32])
{
    size_t n = 0;
    if (cell->chars[0] == RIGHT_HALF) return 0;
    for (int i = 0; i < VTERM_MAX_CHARS_PER_CELL && cell->chars[i]; i++)
        n += utf8_encode(cell->chars[i], out + n);
    if (n == 0) out[n++] = ' ';
    return n;
}

static void add_row(Terminal *terminal, int row)
{
    StrBuf *out = &terminal->text;
    size_t start = out->len;
    VTermScreenCell cell;
    char text[32];
    for (int col = 0; col < terminal->cols && get_cell(terminal, row, col, &cell); col++)
        strbuf_add_n(out, text, cell_text(&cell, text));
    while (out->len > start && out->data[out->len - 1] == ' ') out->data[--out->len] = '\0';
}

const char *terminal_row(Terminal *terminal, int row)
{
    strbuf_clear(&terminal->text);
    add_row(terminal, row);
    return strbuf_text(&terminal->text);
}

const char *terminal_screen(Terminal *terminal)
{
    strbuf_clear(&terminal->text);
    for (int row = 0; row < terminal->rows; row++) {
        add_row(terminal, row);
        strbuf_add_char(&terminal->text, '\n');
    }
    return strbuf_text(&terminal->text);
}

bool terminal_find(Terminal *terminal, const char *text, int *row, int *col)
{
    for (*row = 0; *row < terminal->rows; ++*row) {
        const char *line = terminal_row(terminal, *row), *found = strstr(line, text);
        if (!found) continue;
        size_t bytes = 0;
        VTermScreenCell cell;
        char buffer[32];
        for (*col = 0; bytes < (size_t)(found - line) && get_cell(terminal, *row, *col, &cell); ++*col)
            bytes += cell_text(&cell, buffer);
        while (get_cell(terminal, *row, *col, &cell) && cell.chars[0] == RIGHT_HALF) ++*col;
        return true;
    }
    return false;
}

static int color_of(const VTermColor *color)
{
    if (VTERM_COLOR_IS_DEFAULT_FG(color) || VTERM_COLOR_IS_DEFAULT_BG(color)) return TERMINAL_DEFAULT;
    if (VTERM_COLOR_IS_INDEXED(color)) return color->indexed.idx;
    return TERMINAL_RGB | color->rgb.red << 16 | color->rgb.green << 8 | color->rgb.blue;
}

TerminalCell terminal_cell(Terminal *terminal, int row, int col)
{
    TerminalCell out = {.fg = TERMINAL_DEFAULT, .bg = TERMINAL_DEFAULT};
    VTermScreenCell cell;
    if (!get_cell(terminal, row, col, &cell)) return out;
    if (cell.chars[0]) out.text[cell_text(&cell, out.text)] = '\0';
    out.width = cell.width;
    out.is_bold = cell.attrs.bold;
    out.is_underlined = cell.attrs.underline != 0;
    out.is_reversed = cell.attrs.reverse;
    out.is_italic = cell.attrs.italic;
    out.is_blinking = cell.attrs.blink;
    out.fg = color_of(&cell.fg);
    out.bg = color_of(&cell.bg);
    return out;
}

bool terminal_cursor(Terminal *terminal, int *row, int *col)
{
    VTermPos at;
    vterm_state_get_cursorpos(vterm_obtain_state(terminal->vterm), &at);
    *row = at.row;
    *col = at.col;
    return terminal->is_cursor_visible;
}

/* ---- the log ---- */

const char *terminal_log(Terminal *terminal, size_t *n)
{
    *n = terminal->log.len;
    return strbuf_text(&terminal->log);
}

size_t terminal_log_size(Terminal *terminal)
{
    return terminal->log.len;
}

size_t terminal_log_count(Terminal *terminal, size_t from, const char *bytes)
{
    size_t n = strlen(bytes), count = 0;
    for (size_t i = from; i + n <= terminal->log.len; i++)
        if (memcmp(terminal->log.data + i, bytes, n) == 0) count++;
    return count;
}

/* DECNKM, the mode that ESC = and ESC > stand for. */
enum { MODE_KEYPAD = 66 };

/* Modes that a terminal has on at the start. */
static bool is_on_at_start(int mode)
{
    return mode == 25 || mode == 7;
}

static Mode *mode_entry(Terminal *terminal, int number)
{
    for (size_t i = 0; i < terminal->n_modes; i++)
        if (terminal->modes[i].number == number) return &terminal->modes[i];
    assert_true(terminal->n_modes < MAX_MODES);
    Mode *mode = &terminal->modes[terminal->n_modes++];
    *mode = (Mode){.number = number, .is_on = is_on_at_start(number), .was_on = is_on_at_start(number)};
    return mode;
}

static void set_mode(Terminal *terminal, int number, bool is_on)
{
    Mode *mode = mode_entry(terminal, number);
    mode->is_on = is_on;
    mode->was_on |= is_on;
}

/* CSI ? Pm h or l at `at`; returns its bytes, 0 where it is something else, -1 where it is not whole yet. */
static int scan_modes(Terminal *terminal, const char *at)
{
    const char *end = at + 3 + strspn(at + 3, "0123456789;");
    if (!*end) return -1;
    if (*end != 'h' && *end != 'l') return 0;
    for (const char *p = at + 3; p < end;) {
        char *next;
        set_mode(terminal, (int)strtol(p, &next, 10), *end == 'h');
        p = next < end ? next + 1 : end;
    }
    return (int)(end + 1 - at);
}

void terminal_scan(Terminal *terminal)
{
    static const char query[] = "\033]11;?";
    while (terminal->scanned < terminal->log.len) {
        const char *at = terminal->log.data + terminal->scanned;
        int bytes = 1;
        if (*at == '\033') {
            size_t left = terminal->log.len - terminal->scanned;
            if (left < 3) return; /* all sequences that matter have more, or are followed by something */
            if (at[1] == '=' || at[1] == '>') set_mode(terminal, MODE_KEYPAD, at[1] == '=');
            if (at[1] == '[' && at[2] == '?') bytes = scan_modes(terminal, at);
            if (at[1] == ']' && left < sizeof query - 1 && memcmp(at, query, left) == 0) return;
            if (strncmp(at, query, sizeof query - 1) == 0 && terminal->background && !terminal->is_mute)
                strbuf_printf(&terminal->pending, "\033]11;%s\033\\", terminal->background);
            if (bytes < 0) return;
            if (bytes == 0) bytes = 1;
        }
        terminal->scanned += (size_t)bytes;
    }
}

bool terminal_mode(Terminal *terminal, int mode)
{
    return mode_entry(terminal, mode)->is_on;
}

bool terminal_mode_was_on(Terminal *terminal, int mode)
{
    return mode_entry(terminal, mode)->was_on;
}

/* ---- the process ---- */

pid_t terminal_pid(Terminal *terminal)
{
    return terminal->pid;
}

static bool read_proc(pid_t pid, const char *name, char *out, size_t size)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/%s", (int)pid, name);
    FILE *file = fopen(path, "r");
    if (!file) return false;
    size_t n = fread(out, 1, size - 1, file);
    out[n] = '\0';
    fclose(file);
    return n > 0;
}

bool terminal_usage(Terminal *terminal, uint64_t *cpu_ns, uint64_t *sleeps)
{
    char text[8192];
    if (!read_proc(terminal->pid, "schedstat", text, sizeof text)) return false;
    *cpu_ns = strtoull(text, NULL, 10);
    if (!read_proc(terminal->pid, "status", text, sizeof text)) return false;
    const char *line = strstr(text, "\nvoluntary_ctxt_switches:");
    if (!line) return false;
    *sleeps = strtoull(strchr(line, ':') + 1, NULL, 10);
    return true;
}

/* ---- expecting ---- */

static _Noreturn void fail_with_screen(Terminal *terminal, const char *format, ...)
{
    StrBuf message = {0};
    va_list args;
    va_start(args, format);
    char what[512];
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    strbuf_printf(&message, "%s\n", what);
    if (terminal->has_ended)
        strbuf_printf(&message, "(the program has ended, status 0x%x)\n", (unsigned)terminal->status);
    strbuf_printf(&message, "---- screen %d x %d, %zu bytes logged\n%s----", terminal->rows, terminal->cols,
                  terminal->log.len, terminal_screen(terminal));
    print_error("%s\n", message.data);
    strbuf_free(&message);
    _fail("tests/terminal", 0);
    abort();
}

void terminal_expect(Terminal *terminal, const char *text)
{
    if (!terminal_wait_text(terminal, text)) fail_with_screen(terminal, "not on the screen: \"%s\"", text);
}

static bool is_gone(Terminal *terminal, void *text)
{
    return !strstr(terminal_screen(terminal), text);
}

void terminal_expect_gone(Terminal *terminal, const char *text)
{
    if (!terminal_wait(terminal, is_gone, (void *)text))
        fail_with_screen(terminal, "still on the screen: \"%s\"", text);
}

void terminal_expect_stopped(Terminal *terminal)
{
    if (!terminal_wait_stopped(terminal)) fail_with_screen(terminal, "the program has not stopped");
}

void terminal_expect_exit(Terminal *terminal, int code)
{
    int status;
    if (!terminal_wait_exit(terminal, &status)) fail_with_screen(terminal, "the program does not end");
    if (!WIFEXITED(status) || WEXITSTATUS(status) != code)
        fail_with_screen(terminal, "ended with status 0x%x, not exit code %d", (unsigned)status, code);
}

void terminal_expect_killed(Terminal *terminal, int signal_number)
{
    int status;
    if (!terminal_wait_exit(terminal, &status)) fail_with_screen(terminal, "the program does not end");
    if (!WIFSIGNALED(status) || WTERMSIG(status) != signal_number)
        fail_with_screen(terminal, "ended with status 0x%x, not by signal %d", (unsigned)status,
                         signal_number);
}

void terminal_expect_termios(Terminal *terminal)
{
    struct termios now;
    assert_int_equal(tcgetattr(terminal->slave, &now), 0);
    const struct termios *before = &terminal->modes_before;
    assert_int_equal(now.c_iflag, before->c_iflag);
    assert_int_equal(now.c_oflag, before->c_oflag);
    assert_int_equal(now.c_cflag, before->c_cflag);
    assert_int_equal(now.c_lflag, before->c_lflag);
    assert_memory_equal(now.c_cc, before->c_cc, sizeof now.c_cc);
}

/* The last SGR sequence of the log must be one that resets. */
static bool are_attributes_reset(Terminal *terminal)
{
    static const char *const resets[] = {"", "0", "39;49", "0;10"};
    const char *last = NULL;
    for (size_t i = 0; i + 2 < terminal->log.len; i++) {
        const char *at = terminal->log.data + i;
        if (at[0] == '\033' && at[1] == '[' && at[2 + strspn(at + 2, "0123456789;")] == 'm') last = at + 2;
    }
    if (!last) return true;
    size_t n = strspn(last, "0123456789;");
    for (size_t i = 0; i < sizeof resets / sizeof resets[0]; i++)
        if (n == strlen(resets[i]) && memcmp(last, resets[i], n) == 0) return true;
    return false;
}

void terminal_expect_restored(Terminal *terminal)
{
    terminal_sync(terminal);
    for (size_t i = 0; i < terminal->n_modes; i++) {
        const Mode *mode = &terminal->modes[i];
        if (mode->is_on != is_on_at_start(mode->number))
            fail_with_screen(terminal, "mode ?%d was left %s", mode->number, mode->is_on ? "on" : "off");
    }
    if (!are_attributes_reset(terminal)) fail_with_screen(terminal, "attributes were not reset");
    terminal_expect_termios(terminal);
}
