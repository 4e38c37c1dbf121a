/* The terminal as a whole: opening, waiting, stopping, closing.
 *
 * tui_wait is the one place where the program sleeps. It watches the input, the
 * pipe that signals write to, and a descriptor of the caller's; each round it
 * first tells what signals have left to tell, then what the input holds, and only
 * then polls, never longer than the caller or a half-read sequence allows.
 *
 * Whether the terminal gives two cells to characters whose width is ambiguous (as some
 * do for readers of Chinese or Japanese) is asked before the first draw, since layouts would
 * fall apart: then frames are to be ASCII.
 * Whether it is light or dark is asked with the first draw (OSC 11, and
 * DA1 behind it, which every terminal answers), never waited for, and applied when
 * the answer comes. Leaving before that waits a moment for it, lest the answer be
 * typed into the shell.
 */
#include "heed/tui.h"
#include "input.h"
#include "screen.h"
#include "signals.h"
#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

enum {
    ESC_MS = 50,      /* people notice a tenth of a second; sequences arrive within a few milliseconds */
    QUERY_MS = 150,   /* how long leaving waits for an answer that is still on its way */
    HANGUP_MS = 1000, /* how often a caller who does not leave is told again */
    READ_BYTES = 65536
};

#define PASTE_ON   "\033[?2004h"
#define PASTE_OFF  "\033[?2004l"
#define MOUSE_ON   "\033[?1000h\033[?1006h"
#define MOUSE_OFF  "\033[?1006l\033[?1000l"
#define QUERY      "\033]11;?\033\\"
#define GLYPH      "\r\u03b1\033[6n\r\033[K" /* where does the cursor stand behind an alpha? */
#define ATTRIBUTES "\033[c"                  /* which every terminal answers, and after the others */

struct Tui {
    Screen *screen;
    Input *input;
    Charset charset;
    TuiTheme theme;
    bool has_mouse;
    void (*clock)(void *data, Event *event);
    void *clock_data;
    int signal_fd;
    struct termios modes_before;
    bool may_ask, has_asked, is_asking; /* for the background */
    bool asks_width;                    /* of a glyph */
    bool is_resized, is_resumed;        /* to be told */
    bool is_interrupted;
    bool is_hung_up, has_told_hangup;
    bool is_away; /* left the terminal and could not come back */
};

/* ---- locale and charset ---- */

static const char *locale_name(void)
{
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *value = getenv(names[i]);
        if (value && *value) return value;
    }
    return "C";
}

/* "de_DE.UTF-8", "C.utf8" */
static bool names_utf8(const char *name)
{
    const char *dot = strchr(name, '.');
    return dot && (strncmp(dot, ".UTF-8", 6) == 0 || strncmp(dot, ".utf8", 5) == 0 ||
                   strncmp(dot, ".utf-8", 6) == 0 || strncmp(dot, ".UTF8", 5) == 0);
}

/* Sets LC_CTYPE and returns its codeset. A UTF-8 locale that is not installed here still tells
 * that the terminal is one of UTF-8: any installed one will do. */
static const char *set_locale(void)
{
    static const char *const substitutes[] = {"C.UTF-8", "C.utf8", "en_US.UTF-8"};
    bool is_set = setlocale(LC_CTYPE, "") != NULL;
    if (!is_set && names_utf8(locale_name()))
        for (size_t i = 0; i < sizeof substitutes / sizeof substitutes[0] && !is_set; i++)
            is_set = setlocale(LC_CTYPE, substitutes[i]) != NULL;
    return nl_langinfo(CODESET);
}

/* Terminals without the glyphs, whatever the locale says. */
static bool has_poor_font(const char *terminal)
{
    static const char *const poor[] = {"linux", "vt52",   "vt100", "vt102", "vt220", "vt320",
                                       "ansi",  "cons25", "sun",   "hurd",  "mach",  "cygwin"};
    for (size_t i = 0; i < sizeof poor / sizeof poor[0]; i++) {
        size_t n = strlen(poor[i]);
        if (strncmp(terminal, poor[i], n) == 0 && (terminal[n] == '\0' || terminal[n] == '-')) return true;
    }
    return false;
}

/* Where lines and blocks would take two cells, layouts in them fall apart. */
static bool has_narrow_glyphs(void)
{
    static const wchar_t samples[] = {0x2502, 0x2500, 0x2588, 0x03B1, 0x2039, 0x25CF};
    for (size_t i = 0; i < sizeof samples / sizeof samples[0]; i++)
        if (wcwidth(samples[i]) != 1) return false;
    return true;
}

/* ---- modes ---- */

static void switch_modes(Tui *tui, bool is_on)
{
    char bytes[64];
    snprintf(bytes, sizeof bytes, "%s%s", is_on ? PASTE_ON : PASTE_OFF,
             !tui->has_mouse ? ""
             : is_on         ? MOUSE_ON
                             : MOUSE_OFF);
    screen_write(bytes);
}

static void prepare_farewell(Tui *tui)
{
    char bytes[512] = MOUSE_OFF PASTE_OFF;
    size_t n = strlen(bytes);
    n += screen_farewell(tui->screen, bytes + n, sizeof bytes - n);
    signals_set_farewell(bytes, n, &tui->modes_before);
}

/* ---- the background ---- */

/* Terminals that are known to understand the question, or to pass over it. */
static bool can_be_asked(const char *terminal)
{
    static const char *const known[] = {"xterm",  "rxvt",    "tmux",    "screen",  "foot",   "alacritty",
                                        "kitty",  "wezterm", "konsole", "vte",     "gnome",  "st-",
                                        "mlterm", "iterm",   "mintty",  "contour", "ghostty"};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (strncmp(terminal, known[i], strlen(known[i])) == 0) return true;
    return false;
}

/* The screen is still empty: what is written here is gone with the first draw. */
static void ask_width(Tui *tui)
{
    if (tui->has_asked || !tui->asks_width) return;
    input_expect_replies(tui->input, true);
    screen_write(GLYPH);
}

static void ask_background(Tui *tui)
{
    if (tui->has_asked || !(tui->may_ask || tui->asks_width)) return;
    tui->has_asked = tui->is_asking = true;
    input_expect_replies(tui->input, true);
    if (tui->may_ask) screen_write(QUERY);
    screen_write(ATTRIBUTES);
}

static void hear_width(Tui *tui)
{
    if (!tui->asks_width || input_replies(tui->input)->column <= 2) return;
    tui->charset = CHARSET_ASCII;
    tui->is_resumed = true; /* who draws must do so anew */
}

static void hear_background(Tui *tui)
{
    const InputReplies *replies = input_replies(tui->input);
    if (tui->is_asking && replies->has_attributes) {
        tui->is_asking = false;
        input_expect_replies(tui->input, false);
        hear_width(tui);
    }
    if (!tui->is_asking && replies->has_background && tui->may_ask) /* which may also come last */
        tui_set_theme(tui, theme_for_background(replies->background));
}

/* ---- time ---- */

static void system_clock(void *data, Event *event)
{
    (void)data;
    struct timespec now;
    struct tm local;
    clock_gettime(CLOCK_REALTIME, &now);
    event->wall_ms = (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
    if (localtime_r(&now.tv_sec, &local)) event->utc_offset_min = (int32_t)(local.tm_gmtoff / 60);
    clock_gettime(CLOCK_MONOTONIC, &now);
    event->mono_ms = (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* For waiting, whatever clock the events carry. */
static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- opening and closing ---- */

static bool is_terminal(char problem[TUI_PROBLEM_MAX])
{
    const char *which = !isatty(STDIN_FILENO) ? "input" : !isatty(STDOUT_FILENO) ? "output" : NULL;
    if (which) snprintf(problem, TUI_PROBLEM_MAX, "standard %s is not a terminal", which);
    return !which;
}

static int escape_ms(void)
{
    const char *text = getenv("ESCDELAY"); /* curses' own variable, for slow lines */
    int ms = text ? atoi(text) : 0;
    return ms > 0 ? ms : ESC_MS;
}

static void choose_theme(Tui *tui, TuiTheme wanted)
{
    bool is_certain = true;
    TuiTheme theme = wanted;
    if (wanted == THEME_AUTO)
        theme =
            theme_choose(screen_colors(tui->screen), getenv("COLORFGBG"), getenv("NO_COLOR"), &is_certain);
    tui->may_ask = !is_certain && can_be_asked(getenv("TERM"));
    tui->theme = theme;
    screen_set_theme(tui->screen, theme);
}

Tui *tui_open(const TuiOptions *options, char problem[TUI_PROBLEM_MAX])
{
    if (!is_terminal(problem)) return NULL;
    const char *codeset = set_locale();
    bool is_utf8 = strcmp(codeset, "UTF-8") == 0, is_latin = strncmp(codeset, "ISO-8859", 8) == 0;
    struct termios before;
    if (tcgetattr(STDIN_FILENO, &before) != 0) {
        snprintf(problem, TUI_PROBLEM_MAX, "the terminal does not tell its modes: %s", strerror(errno));
        return NULL;
    }
    static bool is_registered;
    if (!is_registered) atexit(tui_restore); /* for whoever exits without closing */
    is_registered = true;
    int signal_fd = signals_open();
    Screen *screen = signal_fd >= 0 ? screen_open(problem) : NULL;
    if (signal_fd < 0) snprintf(problem, TUI_PROBLEM_MAX, "no pipe for signals: %s", strerror(errno));
    if (!screen) {
        signals_close();
        return NULL;
    }
    Tui *tui = heed_xcalloc(1, sizeof *tui);
    tui->screen = screen;
    tui->signal_fd = signal_fd;
    tui->modes_before = before;
    tui->input = input_new(!is_latin, escape_ms());
    tui->has_mouse = !options->no_mouse;
    tui->clock = options->clock ? options->clock : system_clock;
    tui->clock_data = options->clock_data;
    bool is_rich = is_utf8 && !options->is_ascii && !has_poor_font(getenv("TERM")) && has_narrow_glyphs();
    tui->charset = is_rich ? CHARSET_UTF8 : CHARSET_ASCII;
    prepare_farewell(tui);
    screen_add_keys(tui->input);
    choose_theme(tui, options->theme);
    tui->asks_width = tui->charset != CHARSET_ASCII && can_be_asked(getenv("TERM"));
    switch_modes(tui, true);
    return tui;
}

static void read_input(Tui *tui);

/* Answers still on their way are caught here, or the shell would get them; it is too late for
 * them to change colours, and for keys. */
static void await_answer(Tui *tui)
{
    int64_t end = now_ms() + QUERY_MS;
    tui->may_ask = tui->asks_width = false;
    while (tui->is_asking && !tui->is_hung_up) {
        Event event;
        while (input_next(tui->input, now_ms(), &event)) continue;
        hear_background(tui);
        int64_t left = end - now_ms();
        if (!tui->is_asking || left <= 0) break;
        struct pollfd fd = {.fd = STDIN_FILENO, .events = POLLIN};
        if (poll(&fd, 1, (int)left) > 0) read_input(tui);
    }
    tui->is_asking = false;
}

void tui_close(Tui *tui)
{
    if (!tui) return;
    if (!tui->is_hung_up) await_answer(tui);
    if (!tui->is_away) {
        switch_modes(tui, false);
        screen_end(tui->screen);
        tcsetattr(STDIN_FILENO, TCSANOW, &tui->modes_before);
    }
    screen_free(tui->screen);
    signals_set_farewell(NULL, 0, NULL);
    signals_close();
    input_free(tui->input);
    free(tui);
}

void tui_restore(void)
{
    signals_farewell();
}

/* ---- stopping ---- */

static void stop(Tui *tui, bool is_whole_group)
{
    await_answer(tui);
    switch_modes(tui, false);
    screen_leave(tui->screen);
    signals_stop(is_whole_group);
    Signals signals = signals_take();
    tui->is_interrupted |= signals.interrupt;
    if (signals.hangup) { /* killed while it was stopped: the terminal is the shell's by now */
        tui->is_hung_up = tui->is_away = true;
        return;
    }
    screen_return(tui->screen);
    switch_modes(tui, true);
    tui->is_resumed = true;
    tui->is_resized |= screen_measure(tui->screen);
}

void tui_suspend(Tui *tui)
{
    if (!tui->is_hung_up) stop(tui, true);
}

/* Stopped and continued from outside (SIGSTOP, or by a debugger): anything may have been written
 * and set meanwhile. */
static void come_back(Tui *tui)
{
    screen_leave(tui->screen);
    screen_return(tui->screen);
    switch_modes(tui, true);
    tui->is_resumed = true;
    tui->is_resized |= screen_measure(tui->screen);
}

/* ---- waiting ---- */

/* Reads what there is; never blocks, also where what poll saw has been read meanwhile. */
static void read_input(Tui *tui)
{
    struct pollfd fd = {.fd = STDIN_FILENO, .events = POLLIN};
    if (poll(&fd, 1, 0) <= 0) return;
    char bytes[READ_BYTES];
    ssize_t n = fd.revents & POLLIN ? read(STDIN_FILENO, bytes, sizeof bytes) : 0;
    if (n > 0)
        input_feed(tui->input, bytes, (size_t)n, now_ms());
    else if (n == 0 || (errno != EINTR && errno != EAGAIN))
        tui->is_hung_up = true;
}

static void hear_signals(Tui *tui)
{
    Signals signals = signals_take();
    tui->is_hung_up |= signals.hangup;
    tui->is_interrupted |= signals.interrupt;
    if (tui->is_hung_up) return;
    if (signals.stop)
        stop(tui, false);
    else if (signals.resumed)
        come_back(tui);
    if (signals.resized) tui->is_resized |= screen_measure(tui->screen);
}

static bool take(bool *flag)
{
    bool was = *flag;
    *flag = false;
    return was;
}

/* The most pressing thing to tell, if there is one. */
static bool next_event(Tui *tui, Event *event)
{
    *event = (Event){.kind = EVENT_NONE};
    if (tui->is_hung_up)
        event->kind = EVENT_HANGUP;
    else if (take(&tui->is_resized))
        *event = (Event){.kind = EVENT_RESIZE, .rows = tui_rows(tui), .cols = tui_cols(tui)};
    else if (take(&tui->is_resumed))
        event->kind = EVENT_RESUME;
    else if (take(&tui->is_interrupted))
        event->kind = EVENT_INTERRUPT;
    else if (!input_next(tui->input, now_ms(), event))
        event->kind = EVENT_NONE;
    hear_background(tui);
    if (event->kind == EVENT_NONE && take(&tui->is_resumed))
        event->kind = EVENT_RESUME; /* as has just been heard */
    return event->kind != EVENT_NONE;
}

/* A caller who waits on after the hang-up must not spin. */
static void rest_after_hangup(Tui *tui, int timeout_ms)
{
    if (tui->has_told_hangup)
        poll(NULL, 0, timeout_ms < 0 || timeout_ms > HANGUP_MS ? HANGUP_MS : timeout_ms);
    tui->has_told_hangup = true;
}

/* Sleeps until something has come; true where watch_fd is readable. */
static bool sleep_until(Tui *tui, int64_t end_ms, int watch_fd)
{
    int64_t now = now_ms();
    int64_t left = end_ms < 0 ? -1 : end_ms > now ? end_ms - now : 0;
    int input_ms = input_wait_ms(tui->input, now);
    if (input_ms >= 0 && (left < 0 || input_ms < left)) left = input_ms;
    struct pollfd fds[3] = {
        {.fd = STDIN_FILENO, .events = POLLIN},
        {.fd = tui->signal_fd, .events = POLLIN},
        {.fd = watch_fd, .events = POLLIN},
    };
    if (poll(fds, 3, (int)left) <= 0) return false;
    if (fds[0].revents) read_input(tui);
    if (fds[1].revents) hear_signals(tui);
    return fds[2].revents != 0;
}

TuiWait tui_wait(Tui *tui, int timeout_ms, int watch_fd, Event *event)
{
    int64_t end_ms = timeout_ms < 0 ? -1 : now_ms() + timeout_ms;
    bool has_slept = false, is_ready = false;
    for (;;) {
        if (tui->is_hung_up) rest_after_hangup(tui, timeout_ms);
        if (next_event(tui, event)) {
            tui->clock(tui->clock_data, event);
            return TUI_EVENT;
        }
        if (is_ready) return TUI_READY;
        if (has_slept && end_ms >= 0 && now_ms() >= end_ms) return TUI_TIMEOUT;
        is_ready = sleep_until(tui, end_ms, watch_fd);
        has_slept = true;
    }
}

/* ---- drawing and settings ---- */

int tui_rows(const Tui *tui)
{
    return screen_rows(tui->screen);
}

int tui_cols(const Tui *tui)
{
    return screen_cols(tui->screen);
}

Charset tui_charset(const Tui *tui)
{
    return tui->charset;
}

void tui_draw(Tui *tui, const Frame *frame)
{
    if (tui->is_hung_up) return;
    ask_width(tui);
    screen_draw(tui->screen, frame);
    ask_background(tui);
}

void tui_redraw(Tui *tui)
{
    screen_forget(tui->screen);
}

TuiTheme tui_theme(const Tui *tui)
{
    return tui->theme;
}

void tui_set_theme(Tui *tui, TuiTheme theme)
{
    if (theme == THEME_AUTO) {
        choose_theme(tui, THEME_AUTO);
        return;
    }
    tui->may_ask = false; /* an answer that is still to come changes nothing any more */
    tui->theme = theme;
    screen_set_theme(tui->screen, theme);
}

void tui_set_mouse(Tui *tui, bool is_on)
{
    if (is_on != tui->has_mouse) screen_write(is_on ? MOUSE_ON : MOUSE_OFF);
    tui->has_mouse = is_on;
}

bool tui_has_mouse(const Tui *tui)
{
    return tui->has_mouse;
}

static void add_base64(StrBuf *out, const char *text, size_t n)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < n; i += 3) {
        uint32_t bits = (uint32_t)(unsigned char)text[i] << 16;
        if (i + 1 < n) bits |= (uint32_t)(unsigned char)text[i + 1] << 8;
        if (i + 2 < n) bits |= (unsigned char)text[i + 2];
        for (size_t k = 0; k < 4; k++)
            strbuf_add_char(out, i + k <= n ? digits[bits >> (18 - 6 * k) & 63] : '=');
    }
}

void tui_copy(Tui *tui, const char *text)
{
    if (tui->is_hung_up || !can_be_asked(getenv("TERM"))) return;
    StrBuf bytes = {0};
    strbuf_add(&bytes, "\033]52;c;");
    add_base64(&bytes, text, strlen(text));
    strbuf_add(&bytes, "\033\\");
    screen_write(bytes.data);
    strbuf_free(&bytes);
}

void tui_bell(Tui *tui)
{
    (void)tui;
    screen_bell();
}
