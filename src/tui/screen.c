/* The screen, on curses.
 *
 * shown[] is what the screen holds, cell by cell. A draw compares the frame with
 * it and puts the cells that differ into curses, a run of neighbours at a time;
 * curses finds the shortest bytes; where nothing differs, it is not even called.
 *
 * Curses and heed may disagree about a cluster's width (the C library's tables are
 * older or newer than heed's), and terminals disagree about joined emoji. What
 * curses is given is therefore one base character and its marks, of a width on
 * which both agree, or a stand-in of the right width.
 */
#include "screen.h"
#include "heed/text.h"
#include <curses.h>
#include <term.h>
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

enum {
    MAX_ROWS = 1000, /* what no screen has: a terminal that claims more is not believed, */
    MAX_COLS = 4000, /* so that no claim can exhaust the memory */
    FAREWELL_MAX = 400,
    MAX_PAIRS = 63 /* of 64 that the poorest terminals with colours have, pair 0 is taken */
};

typedef struct Pair {
    int16_t fg, bg;
} Pair;

struct Screen {
    SCREEN *curses;
    int rows, cols, colors;
    TuiTheme theme;
    bool has_started_colors;
    Pair pairs[MAX_PAIRS];
    int n_pairs;
    Cell *shown;                /* rows * cols */
    cchar_t *run;               /* neighbours on their way to curses; as many as a row has columns */
    int n_run, run_col;
    bool is_known;              /* shown tells what is on the screen */
    bool must_clear;            /* the terminal may show anything: write every cell */
    int cursor_row, cursor_col; /* -1: hidden */
};

/* ---- opening ---- */

static bool has_string(const char *capability)
{
    const char *value = tigetstr(capability);
    return value && value != (char *)-1 && *value;
}

/* TERM may hold anything, and the sentence about it goes to a terminal. */
static void make_printable(char *text)
{
    for (; *text; text++)
        if (*text < 0x20 || *text > 0x7E) *text = '?';
}

/* Can there be a screen? Says why not in one sentence. */
static bool probe(const char *terminal, char problem[TUI_PROBLEM_MAX])
{
    int error;
    if (!terminal || !*terminal) {
        snprintf(problem, TUI_PROBLEM_MAX,
                 "TERM is not set, so the kind of terminal is unknown (try TERM=xterm-256color)");
        return false;
    }
    if (setupterm(terminal, STDOUT_FILENO, &error) != OK) {
        static const char *const reasons[] = {
            "the terminfo database was not found (TERM is '%.60s')",
            "the terminal '%.60s' is not known here (try TERM=xterm-256color)",
            "the terminal '%.60s' prints on paper"};
        snprintf(problem, TUI_PROBLEM_MAX, reasons[error >= -1 && error <= 1 ? error + 1 : 1], terminal);
        make_printable(problem);
        return false;
    }
    bool can_place = has_string("cup") && has_string("clear");
    if (!can_place)
        snprintf(problem, TUI_PROBLEM_MAX, "the terminal '%.60s' cannot place text on its screen", terminal);
    del_curterm(cur_term); /* newterm sets up its own */
    return can_place;
}

static int environment_number(const char *name)
{
    const char *text = getenv(name);
    return text ? atoi(text) : 0;
}

/* The terminal's answer; where it does not know, what the environment says, else 24 x 80. */
static void read_size(int *rows, int *cols)
{
    struct winsize size = {0};
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0) size = (struct winsize){0};
    *rows = size.ws_row ? size.ws_row : environment_number("LINES");
    *cols = size.ws_col ? size.ws_col : environment_number("COLUMNS");
    if (*rows <= 0) *rows = 24;
    if (*cols <= 0) *cols = 80;
    if (*rows > MAX_ROWS) *rows = MAX_ROWS;
    if (*cols > MAX_COLS) *cols = MAX_COLS;
}

/* Every byte at once, as it is. No key makes a signal: a paste may hold any byte. */
static void set_input_modes(void)
{
    raw();
    noecho();
    nonl();
}

static void set_size(Screen *screen, int rows, int cols)
{
    resize_term(rows, cols);
    free(screen->shown);
    free(screen->run);
    screen->shown = heed_xcalloc((size_t)rows * (size_t)cols, sizeof(Cell)); /* at most MAX_ROWS * MAX_COLS */
    screen->run = heed_xcalloc((size_t)cols, sizeof *screen->run);
    screen->rows = rows;
    screen->cols = cols;
    screen->is_known = false;
    screen->must_clear = true;
}

Screen *screen_open(char problem[TUI_PROBLEM_MAX])
{
    if (!probe(getenv("TERM"), problem)) return NULL;
    use_env(FALSE); /* LINES and COLUMNS may be another window's: the terminal is asked */
    use_tioctl(TRUE);
    SCREEN *curses = newterm(NULL, stdout, stdin);
    if (!curses) {
        snprintf(problem, TUI_PROBLEM_MAX, "the terminal '%.60s' could not be set up", getenv("TERM"));
        return NULL;
    }
    Screen *screen = heed_xcalloc(1, sizeof *screen);
    screen->curses = curses;
    screen->colors = tigetnum("colors");
    screen->theme = THEME_MONO;
    screen->cursor_row = -1;
    set_input_modes();
    curs_set(0);
    int rows, cols;
    read_size(&rows, &cols);
    set_size(screen, rows, cols);
    return screen;
}

void screen_free(Screen *screen)
{
    delscreen(screen->curses);
    free(screen->shown);
    free(screen->run);
    free(screen);
}

/* Adds terminfo's text without its padding ("$<5>"), which only curses' own output honours. */
static size_t add_text(char *out, size_t n, size_t size, const char *text)
{
    for (const char *p = text; *p && n + 1 < size; p++) {
        const char *end = p[0] == '$' && p[1] == '<' ? strchr(p, '>') : NULL;
        if (end)
            p = end;
        else
            out[n++] = *p;
    }
    return n;
}

static size_t add_capability(char *out, size_t n, size_t size, const char *capability)
{
    return has_string(capability) ? add_text(out, n, size, tigetstr(capability)) : n;
}

size_t screen_farewell(const Screen *screen, char *out, size_t size)
{
    static const char *const capabilities[] = {"sgr0", "op", "cnorm", "rmcup"};
    size_t n = 0;
    out[n++] = 0x18; /* CAN ends a sequence that was cut in the middle */
    for (size_t i = 0; i < sizeof capabilities / sizeof capabilities[0]; i++)
        n = add_capability(out, n, size, capabilities[i]);
    if (has_string("rmcup")) return n;
    /* no other screen to go back to: begin a new line below this one */
    const char *below = tiparm(tigetstr("cup"), screen->rows - 1, 0);
    if (below) n = add_text(out, n, size, below);
    return add_text(out, n, size, "\r\n");
}

/* Not by endwin, after which curses would reset the user's palette on return. The farewell
 * leaves everything as curses believes it to be or clears it anyway. */
void screen_leave(Screen *screen)
{
    char bytes[FAREWELL_MAX];
    bytes[screen_farewell(screen, bytes, sizeof bytes - 1)] = '\0';
    screen_write(bytes);
    reset_shell_mode();
}

void screen_return(Screen *screen)
{
    char bytes[FAREWELL_MAX];
    reset_prog_mode();
    size_t n = add_capability(bytes, 0, sizeof bytes, "smcup");
    n = add_capability(bytes, n, sizeof bytes, "sgr0");
    if (screen->cursor_row < 0) n = add_capability(bytes, n, sizeof bytes, "civis");
    bytes[n] = '\0';
    screen_write(bytes);
    screen_repaint(screen);
}

void screen_end(Screen *screen)
{
    (void)screen;
    endwin();
}

int screen_rows(const Screen *screen)
{
    return screen->rows;
}

int screen_cols(const Screen *screen)
{
    return screen->cols;
}

int screen_colors(const Screen *screen)
{
    return screen->colors;
}

bool screen_measure(Screen *screen)
{
    int rows, cols;
    read_size(&rows, &cols);
    if (rows == screen->rows && cols == screen->cols) return false;
    set_size(screen, rows, cols);
    return true;
}

/* ---- colours ---- */

static void start_colors(Screen *screen)
{
    if (screen->has_started_colors || screen->colors < 8) return;
    if (start_color() == OK && use_default_colors() == OK)
        screen->has_started_colors = true;
    else
        screen->colors = 0; /* without the terminal's own colours there is no telling what reads well */
}

/* A terminal of direct colour takes red, green and blue in place of an index. */
static int curses_color(const Screen *screen, int color)
{
    if (color == COLOR_NONE || screen->colors <= 256) return color;
    return (int)palette_rgb(color);
}

static short pair_of(Screen *screen, int16_t fg, int16_t bg)
{
    if (fg == COLOR_NONE && bg == COLOR_NONE) return 0;
    for (int i = 0; i < screen->n_pairs; i++)
        if (screen->pairs[i].fg == fg && screen->pairs[i].bg == bg) return (short)(i + 1);
    if (screen->n_pairs == MAX_PAIRS) return 0;
    screen->pairs[screen->n_pairs++] = (Pair){fg, bg};
    init_extended_pair(screen->n_pairs, curses_color(screen, fg), curses_color(screen, bg));
    return (short)screen->n_pairs;
}

void screen_set_theme(Screen *screen, TuiTheme theme)
{
    if (theme == screen->theme) return;
    screen->theme = theme;
    screen->n_pairs = 0;
    if (theme != THEME_MONO) start_colors(screen);
    if (screen->is_known) screen_repaint(screen);
}

/* ---- cells ---- */

/* The characters of a cluster that curses gets: one base and its marks. Returns how many; the
 * base's width is to be `width`, or *padding gets the blanks that make up for it. */
static size_t cluster_characters(const Cell *cell, wchar_t out[CCHARW_MAX + 1], int *padding)
{
    size_t n = 0, len = strlen(cell->glyph);
    if (len == 1 && cell->glyph[0] >= ' ') { /* ASCII: nearly all */
        out[0] = (wchar_t)cell->glyph[0];
        out[1] = L'\0';
        *padding = cell->width - 1;
        return 1;
    }
    for (size_t at = 0; at < len && n < CCHARW_MAX - 1;) {
        uint32_t c;
        at += utf8_decode(cell->glyph + at, len - at, &c);
        bool is_joiner = c == 0x200D || (c >= 0xFE00 && c <= 0xFE0F);
        if (n > 0 && (is_joiner || wcwidth((wchar_t)c) != 0)) break;
        out[n++] = (wchar_t)c;
    }
    int width = wcwidth(out[0]);
    *padding = cell->width - width;
    if (width < 1 || *padding < 0) { /* unknown to the C library, or wider than its place */
        out[0] = L'?';
        if (wcwidth(TEXT_REPLACEMENT) == 1) out[0] = TEXT_REPLACEMENT;
        n = 1;
        *padding = cell->width - 1;
    }
    out[n] = L'\0';
    return n;
}

static attr_t curses_attributes(uint8_t attributes)
{
    return (attributes & STYLE_BOLD ? A_BOLD : 0) | (attributes & STYLE_UNDERLINE ? A_UNDERLINE : 0) |
           (attributes & STYLE_REVERSE ? A_REVERSE : 0) | (attributes & STYLE_DIM ? A_DIM : 0);
}

/* The cell joins the run, which stands in one row and has no gap. */
static void add_to_run(Screen *screen, int col, const Cell *cell)
{
    if (cell->width == 0) return; /* curses writes it with its left half */
    if (screen->n_run == 0) screen->run_col = col;
    int colors = screen->has_started_colors ? screen->colors : 0;
    Style style = theme_style(screen->theme, colors, cell);
    attr_t attributes = curses_attributes(style.attributes);
    short pair = pair_of(screen, style.fg, style.bg);
    wchar_t text[CCHARW_MAX + 1];
    int padding;
    cluster_characters(cell, text, &padding);
    setcchar(&screen->run[screen->n_run++], text, attributes, pair, NULL);
    if (padding > 0) setcchar(&screen->run[screen->n_run++], L" ", attributes, pair, NULL);
}

static void put_run(Screen *screen, int row)
{
    if (screen->n_run > 0) mvadd_wchnstr(row, screen->run_col, screen->run, screen->n_run);
    screen->n_run = 0;
}

/* Curses' own cells are blanked in one go, and what is to be blank there need not be put. */
static void begin_afresh(Screen *screen)
{
    static const Cell blank = {.glyph = " ", .width = 1, .role = ROLE_TEXT};
    int colors = screen->has_started_colors ? screen->colors : 0;
    Style style = theme_style(screen->theme, colors, &blank);
    bool is_plain = style.fg == COLOR_NONE && style.bg == COLOR_NONE && style.attributes == 0;
    erase();
    size_t n = (size_t)screen->rows * (size_t)screen->cols;
    for (size_t i = 0; i < n; i++) screen->shown[i] = is_plain ? blank : (Cell){0};
    screen->is_known = true;
}

/* The frame's cell as this screen can show it: blank outside, and where half of it is. */
static const Cell *visible_cell(const Screen *screen, const Frame *frame, int row, int col)
{
    static const Cell blank = {.glyph = " ", .width = 1, .role = ROLE_TEXT};
    if (row >= frame->rows || col >= frame->cols) return &blank;
    const Cell *cell = &frame->cells[(size_t)row * (size_t)frame->cols + (size_t)col];
    return cell->width == 2 && col + 1 == screen->cols ? &blank : cell;
}

static bool draw_cells(Screen *screen, const Frame *frame)
{
    enum { LOOK = offsetof(Cell, span) }; /* all that can be seen of a cell stands before its span */
    bool has_changed = !screen->is_known;
    if (!screen->is_known) begin_afresh(screen);
    Cell *shown = screen->shown;
    for (int row = 0; row < screen->rows; row++) {
        for (int col = 0; col < screen->cols; col++, shown++) {
            const Cell *cell = visible_cell(screen, frame, row, col);
            if (memcmp(cell, shown, LOOK) == 0) {
                put_run(screen, row);
                continue;
            }
            *shown = *cell;
            add_to_run(screen, col, cell);
            has_changed = true;
        }
        put_run(screen, row);
    }
    return has_changed;
}

static bool set_cursor(Screen *screen, int row, int col)
{
    bool is_visible = row >= 0 && row < screen->rows && col >= 0 && col < screen->cols;
    if (!is_visible) row = col = -1;
    if (row == screen->cursor_row && col == screen->cursor_col) return false;
    bool was_visible = screen->cursor_row >= 0;
    screen->cursor_row = row;
    screen->cursor_col = col;
    if (is_visible != was_visible) curs_set(is_visible);
    return true;
}

static void flush_screen(Screen *screen)
{
    if (screen->must_clear) clearok(stdscr, TRUE);
    screen->must_clear = false;
    leaveok(stdscr, screen->cursor_row < 0);
    if (screen->cursor_row >= 0) move(screen->cursor_row, screen->cursor_col);
    refresh();
}

void screen_draw(Screen *screen, const Frame *frame)
{
    bool has_changed = draw_cells(screen, frame);
    bool has_moved = set_cursor(screen, frame->cursor_row, frame->cursor_col);
    if (has_changed || has_moved || screen->must_clear) flush_screen(screen);
}

void screen_forget(Screen *screen)
{
    screen->must_clear = true;
}

void screen_repaint(Screen *screen)
{
    screen->must_clear = true;
    if (!screen->is_known) return;
    const Cell *shown = screen->shown;
    for (int row = 0; row < screen->rows; row++) {
        for (int col = 0; col < screen->cols; col++) add_to_run(screen, col, shown++);
        put_run(screen, row);
    }
    flush_screen(screen);
}

/* ---- bytes past curses ---- */

void screen_write(const char *bytes)
{
    for (size_t n = strlen(bytes); n > 0;) {
        ssize_t written = write(STDOUT_FILENO, bytes, n);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return; /* the terminal is gone: the next wait says so */
        bytes += written;
        n -= (size_t)written;
    }
}

const char *tui_library_version(void)
{
    return curses_version();
}

void screen_bell(void)
{
    beep();
}

void screen_add_keys(Input *input)
{
    static const struct {
        const char *capability;
        uint32_t key;
    } keys[] = {
        {"kcuu1", KEYCODE_UP},     {"kcud1", KEYCODE_DOWN},    {"kcub1", KEYCODE_LEFT},
        {"kcuf1", KEYCODE_RIGHT},  {"khome", KEYCODE_HOME},    {"kend", KEYCODE_END},
        {"kpp", KEYCODE_PAGE_UP},  {"knp", KEYCODE_PAGE_DOWN}, {"kich1", KEYCODE_INSERT},
        {"kdch1", KEYCODE_DELETE}, {"kcbt", KEYCODE_BACKTAB},  {"kent", KEYCODE_ENTER},
        {"kf1", KEYCODE_F1},       {"kf2", KEYCODE_F1 + 1},    {"kf3", KEYCODE_F1 + 2},
        {"kf4", KEYCODE_F1 + 3},   {"kf5", KEYCODE_F1 + 4},    {"kf6", KEYCODE_F1 + 5},
        {"kf7", KEYCODE_F1 + 6},   {"kf8", KEYCODE_F1 + 7},    {"kf9", KEYCODE_F1 + 8},
        {"kf10", KEYCODE_F1 + 9},  {"kf11", KEYCODE_F1 + 10},  {"kf12", KEYCODE_F12},
    };
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (has_string(keys[i].capability)) input_add_key(input, tigetstr(keys[i].capability), keys[i].key);
}
