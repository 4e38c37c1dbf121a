/* The pseudo-terminal's side of the harness: start, pump, act, wait. */
#include "terminal_internal.h"
#include "keeper.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static _Noreturn void die(const char *what)
{
    fprintf(stderr, "terminal harness: %s: %s\n", what, strerror(errno));
    abort();
}

int64_t terminal_now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int terminal_limit_ms(void)
{
    const char *limit = getenv("HEED_TERMINAL_LIMIT_MS");
    return limit ? atoi(limit) : 20000;
}

/* ---- start and end ---- */

static int set_cursor(int visible, void *user)
{
    ((Terminal *)user)->is_cursor_visible = visible;
    return 1;
}

static int on_property(VTermProp property, VTermValue *value, void *user)
{
    return property == VTERM_PROP_CURSORVISIBLE ? set_cursor(value->boolean, user) : 1;
}

/* The emulator answers queries as a real terminal would. */
static void on_reply(const char *bytes, size_t n, void *user)
{
    Terminal *terminal = user;
    if (terminal->is_mute) return;
    bool is_behind_one = n > 4 && memcmp(bytes + n - 3, ";2R", 3) == 0; /* where the cursor stands: column 2 */
    strbuf_add_n(&terminal->pending, bytes, is_behind_one && terminal->is_wide ? n - 2 : n);
    if (is_behind_one && terminal->is_wide) strbuf_add(&terminal->pending, "3R");
}

static void set_window_size(Terminal *terminal, int rows, int cols)
{
    struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)cols};
    ioctl(terminal->master, TIOCSWINSZ, &size);
    terminal->rows = rows > 0 ? rows : 24; /* one that does not say its size has one all the same */
    terminal->cols = cols > 0 ? cols : 80;
}

static void open_emulator(Terminal *terminal)
{
    static const VTermScreenCallbacks callbacks = {.settermprop = on_property};
    terminal->vterm = vterm_new(terminal->rows, terminal->cols);
    vterm_set_utf8(terminal->vterm, 1);
    vterm_output_set_callback(terminal->vterm, on_reply, terminal);
    terminal->screen = vterm_obtain_screen(terminal->vterm);
    vterm_screen_set_callbacks(terminal->screen, &callbacks, terminal);
    vterm_screen_enable_altscreen(terminal->screen, 1);
    vterm_screen_reset(terminal->screen, 1);
    terminal->is_cursor_visible = true;
}

static void open_pty(Terminal *terminal, const TerminalOptions *options)
{
    terminal->master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (terminal->master < 0 || grantpt(terminal->master) != 0 || unlockpt(terminal->master) != 0) die("pty");
    terminal->slave = open(ptsname(terminal->master), O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (terminal->slave < 0) die("pty");
    fcntl(terminal->master, F_SETFL, O_NONBLOCK);
    int rows = options->rows ? options->rows : 24, cols = options->cols ? options->cols : 80;
    set_window_size(terminal, rows > 0 ? rows : 0, cols > 0 ? cols : 0);
    tcgetattr(terminal->slave, &terminal->modes_before);
}

static void start_keeper(Terminal *terminal, const TerminalOptions *options)
{
    int commands[2], reports[2];
    if (pipe(commands) != 0 || pipe(reports) != 0) die("pipe");
    const char *slave_path = ptsname(terminal->master);
    fflush(NULL);
    terminal->keeper = fork();
    if (terminal->keeper < 0) die("fork");
    if (terminal->keeper == 0) keeper_run(options, slave_path, commands[0], reports[1]);
    close(commands[0]);
    close(reports[1]);
    terminal->commands = commands[1];
    terminal->reports = reports[0];
    fcntl(terminal->commands, F_SETFD, FD_CLOEXEC);
    fcntl(terminal->reports, F_SETFD, FD_CLOEXEC);
    Report report;
    if (read(terminal->reports, &report, sizeof report) != (ssize_t)sizeof report) die("keeper");
    terminal->pid = report.value;
}

Terminal *terminal_start(const TerminalOptions *options)
{
    signal(SIGPIPE, SIG_IGN);
    Terminal *terminal = heed_xcalloc(1, sizeof *terminal);
    terminal->is_mute = options->is_mute;
    terminal->is_wide = options->is_wide;
    terminal->background = options->background ? heed_xstrdup(options->background) : NULL;
    open_pty(terminal, options);
    open_emulator(terminal);
    start_keeper(terminal, options);
    return terminal;
}

void terminal_free(Terminal *terminal)
{
    if (!terminal) return;
    close(terminal->commands); /* the keeper kills what still runs and ends */
    waitpid(terminal->keeper, NULL, 0);
    terminal_hang_up(terminal);
    close(terminal->reports);
    vterm_free(terminal->vterm);
    strbuf_free(&terminal->log);
    strbuf_free(&terminal->pending);
    strbuf_free(&terminal->text);
    free(terminal->background);
    free(terminal);
}

/* ---- the pump ---- */

static void read_output(Terminal *terminal)
{
    char block[16384];
    ssize_t n = read(terminal->master, block, sizeof block);
    if (n <= 0) return;
    strbuf_add_n(&terminal->log, block, (size_t)n);
    terminal_scan(terminal); /* answers OSC 11, which is asked before what the emulator answers */
    vterm_input_write(terminal->vterm, block, (size_t)n);
}

static void write_input(Terminal *terminal)
{
    StrBuf *pending = &terminal->pending;
    ssize_t n = write(terminal->master, pending->data, pending->len);
    if (n <= 0) return;
    memmove(pending->data, pending->data + n, pending->len - (size_t)n);
    pending->len -= (size_t)n;
}

static void read_report(Terminal *terminal)
{
    Report report;
    if (read(terminal->reports, &report, sizeof report) != (ssize_t)sizeof report) {
        if (!terminal->has_ended) die("the keeper is gone");
        return;
    }
    terminal->is_stopped = report.kind == REPORT_STOPPED;
    if (report.kind != REPORT_ENDED) return;
    terminal->has_ended = true;
    terminal->status = report.value;
}

bool terminal_pump(Terminal *terminal, int timeout_ms)
{
    bool has_pending = terminal->pending.len > 0;
    struct pollfd fds[2] = {
        {.fd = terminal->master, .events = (short)(POLLIN | (has_pending ? POLLOUT : 0))},
        {.fd = terminal->has_ended ? -1 : terminal->reports, .events = POLLIN},
    };
    if (poll(fds, 2, timeout_ms) <= 0) return false;
    if (fds[0].revents & (POLLIN | POLLHUP)) read_output(terminal);
    if (fds[0].revents & POLLOUT) write_input(terminal);
    if (fds[1].revents & (POLLIN | POLLHUP)) read_report(terminal);
    return true;
}

/* An OSC of ours, written behind all that the program wrote, comes back behind it: the
 * kernel hands a pty's bytes over late, but in order. */
void terminal_sync(Terminal *terminal)
{
    static const char mark[] = "\033]9999;here\007";
    if (terminal->slave < 0) return;
    size_t n = sizeof mark - 1, from = terminal->log.len;
    int64_t end = terminal_now_ms() + terminal_limit_ms();
    for (const char *at = mark; n > 0 && terminal_now_ms() < end;) {
        fcntl(terminal->slave, F_SETFL, O_NONBLOCK); /* the program may have left its output full */
        ssize_t written = write(terminal->slave, at, n);
        if (written > 0) at += written, n -= (size_t)written;
        terminal_pump(terminal, 1);
    }
    while (terminal_now_ms() < end) {
        char *found = terminal->log.data ? strstr(terminal->log.data + from, mark) : NULL;
        if (found) {
            terminal->log.len = (size_t)(found - terminal->log.data);
            if (terminal->scanned > terminal->log.len) terminal->scanned = terminal->log.len;
            *found = '\0';
            return;
        }
        terminal_pump(terminal, 20);
    }
}

/* ---- acting ---- */

void terminal_send(Terminal *terminal, const void *bytes, size_t n)
{
    if (terminal->master < 0) return;
    strbuf_add_n(&terminal->pending, bytes, n);
    int64_t end = terminal_now_ms() + terminal_limit_ms();
    while (terminal->pending.len > 0 && !terminal->has_ended && terminal_now_ms() < end)
        terminal_pump(terminal, 100);
    strbuf_clear(&terminal->pending);
}

void terminal_resize(Terminal *terminal, int rows, int cols)
{
    set_window_size(terminal, rows, cols);
    vterm_set_size(terminal->vterm, terminal->rows, terminal->cols);
}

void terminal_signal(Terminal *terminal, int signal_number)
{
    if (!terminal->has_ended) kill(terminal->pid, signal_number);
}

void terminal_hang_up(Terminal *terminal)
{
    if (terminal->master < 0) return;
    close(terminal->slave);
    close(terminal->master);
    terminal->master = terminal->slave = -1;
}

void terminal_continue(Terminal *terminal)
{
    char command = KEEPER_CONTINUE;
    terminal->is_stopped = false;
    if (write(terminal->commands, &command, 1) != 1) die("keeper");
}

/* ---- waiting ---- */

bool terminal_wait(Terminal *terminal, bool (*is_so)(Terminal *, void *), void *data)
{
    int64_t end = terminal_now_ms() + terminal_limit_ms();
    while (!is_so(terminal, data)) {
        int64_t left = end - terminal_now_ms();
        if (left <= 0) return false;
        bool can_change = !terminal->has_ended || terminal_pump(terminal, 50);
        if (!can_change) return false;
        if (!terminal->has_ended) terminal_pump(terminal, left < 100 ? (int)left : 100);
    }
    return true;
}

static bool shows_text(Terminal *terminal, void *text)
{
    return strstr(terminal_screen(terminal), text) != NULL;
}

bool terminal_wait_text(Terminal *terminal, const char *text)
{
    return terminal_wait(terminal, shows_text, (void *)text);
}

typedef struct LogSearch {
    size_t from;
    const char *bytes;
} LogSearch;

static bool has_logged(Terminal *terminal, void *data)
{
    LogSearch *search = data;
    return terminal_log_count(terminal, search->from, search->bytes) > 0;
}

bool terminal_wait_bytes(Terminal *terminal, size_t from, const char *bytes)
{
    return terminal_wait(terminal, has_logged, &(LogSearch){from, bytes});
}

static bool has_stopped_or_ended(Terminal *terminal, void *data)
{
    (void)data;
    return terminal->is_stopped || terminal->has_ended;
}

bool terminal_wait_stopped(Terminal *terminal)
{
    terminal_wait(terminal, has_stopped_or_ended, NULL);
    terminal_sync(terminal);
    return terminal->is_stopped;
}

static bool has_ended(Terminal *terminal, void *data)
{
    (void)data;
    return terminal->has_ended;
}

bool terminal_wait_exit(Terminal *terminal, int *status)
{
    if (!terminal_wait(terminal, has_ended, NULL)) return false;
    terminal_sync(terminal);
    *status = terminal->status;
    return true;
}

/* Whether the program has read all its input and sleeps. A program that is ready to run, but waits for a busy
 * machine, does not sleep. */
static bool is_idle(const Terminal *terminal)
{
    int waiting = 0;
    char path[64], text[512];
    if (terminal->has_ended || terminal->slave < 0) return true;
    if (terminal->pending.len > 0 || ioctl(terminal->slave, FIONREAD, &waiting) != 0 || waiting > 0) return false;
    snprintf(path, sizeof path, "/proc/%d/stat", (int)terminal->pid);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return true;
    ssize_t n = read(fd, text, sizeof text - 1);
    close(fd);
    text[n > 0 ? n : 0] = '\0';
    const char *state = strrchr(text, ')'); /* "pid (name) S …" */
    return !state || strchr("STZX", state[2]) != NULL;
}

/* Quiet, and idle; one that works without a word is waited for WORK_MS. */
void terminal_settle(Terminal *terminal, int quiet_ms)
{
    enum { WORK_MS = 1000 };
    int64_t end = terminal_now_ms() + terminal_limit_ms(), work_end = terminal_now_ms() + WORK_MS;
    while (terminal_now_ms() < end) {
        if (terminal_pump(terminal, quiet_ms ? quiet_ms : 60)) {
            work_end = terminal_now_ms() + WORK_MS;
            continue;
        }
        if (is_idle(terminal) || terminal_now_ms() >= work_end) return;
    }
}
