/* Signals.
 *
 * A handler sets a flag and writes one byte into a pipe, so that poll wakes up; all
 * else happens outside. Only the signals that kill do more: they write the
 * farewell, bytes prepared while all was well, put the terminal's modes back, and
 * hand the signal on to whoever had it before (the default, or a sanitizer).
 *
 * Curses installs handlers of its own only for signals that have none, so these
 * must be in place before it starts.
 */
#include "signals.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef void (*Handler)(int);

static volatile sig_atomic_t has_hangup, has_interrupt, has_stop, has_resumed, has_resized;
static int wake[2] = {-1, -1};

enum { FAREWELL_MAX = 512, ALTERNATE_STACK = 65536, PATIENCE_MS = 1000 };

static char farewell[FAREWELL_MAX];
static size_t farewell_bytes;
static struct termios farewell_modes;
static volatile sig_atomic_t has_farewell;
static void *alternate_stack;

static void note(int signal_number)
{
    int saved = errno;
    switch (signal_number) {
    case SIGINT: has_interrupt = 1; break;
    case SIGTSTP: has_stop = 1; break;
    case SIGCONT: has_resumed = 1; break;
    case SIGWINCH: has_resized = 1; break;
    default: has_hangup = 1; break;
    }
    ssize_t ignored = write(wake[1], "!", 1); /* a full pipe wakes as well */
    (void)ignored;
    errno = saved;
}

static void die(int signal_number);

typedef struct Handled {
    int signal_number;
    Handler handler;
    struct sigaction before;
} Handled;

static Handled handled[] = {
    {.signal_number = SIGWINCH, .handler = note}, {.signal_number = SIGTSTP, .handler = note},
    {.signal_number = SIGCONT, .handler = note},  {.signal_number = SIGTERM, .handler = note},
    {.signal_number = SIGHUP, .handler = note},   {.signal_number = SIGINT, .handler = note},
    {.signal_number = SIGSEGV, .handler = die},   {.signal_number = SIGBUS, .handler = die},
    {.signal_number = SIGFPE, .handler = die},    {.signal_number = SIGILL, .handler = die},
    {.signal_number = SIGABRT, .handler = die},   {.signal_number = SIGQUIT, .handler = die},
    {.signal_number = SIGSYS, .handler = die},    {.signal_number = SIGXCPU, .handler = die},
    {.signal_number = SIGTRAP, .handler = die},   {.signal_number = SIGXFSZ, .handler = die},
    {.signal_number = SIGALRM, .handler = die},   {.signal_number = SIGVTALRM, .handler = die},
    {.signal_number = SIGPROF, .handler = die},   {.signal_number = SIGUSR1, .handler = die},
    {.signal_number = SIGUSR2, .handler = die},
#ifdef SIGPOLL
    {.signal_number = SIGPOLL, .handler = die},
#endif
#ifdef SIGPWR
    {.signal_number = SIGPWR, .handler = die},
#endif
#ifdef SIGSTKFLT
    {.signal_number = SIGSTKFLT, .handler = die},
#endif
};

enum { N_HANDLED = sizeof handled / sizeof handled[0] };

void signals_farewell(void)
{
    if (!has_farewell) return;
    has_farewell = 0;
    for (size_t at = 0; at < farewell_bytes;) {
        struct pollfd out = {.fd = STDOUT_FILENO, .events = POLLOUT};
        if (poll(&out, 1, PATIENCE_MS) <= 0)
            break; /* a terminal that takes nothing must not keep us from dying */
        ssize_t n = write(STDOUT_FILENO, farewell + at, farewell_bytes - at);
        if (n <= 0 && errno != EINTR) break;
        if (n > 0) at += (size_t)n;
    }
    signal(SIGTTOU, SIG_IGN); /* setting modes from the background must not stop us now */
    tcsetattr(STDIN_FILENO, TCSANOW, &farewell_modes);
}

static void die(int signal_number)
{
    signals_farewell();
    for (size_t i = 0; i < N_HANDLED; i++)
        if (handled[i].signal_number == signal_number) sigaction(signal_number, &handled[i].before, NULL);
    raise(signal_number); /* delivered when this handler returns */
}

void signals_set_farewell(const char *bytes, size_t n, const struct termios *modes)
{
    has_farewell = 0;
    if (!bytes || n > FAREWELL_MAX) return;
    memcpy(farewell, bytes, n);
    farewell_bytes = n;
    farewell_modes = *modes;
    has_farewell = 1;
}

/* What the program was started to ignore (nohup, a shell without jobs) stays ignored. */
static bool is_left_ignored(const Handled *one)
{
    bool may_be = one->signal_number == SIGHUP || one->signal_number == SIGTSTP ||
                  one->signal_number == SIGINT || one->signal_number == SIGQUIT;
    return may_be && one->before.sa_handler == SIG_IGN;
}

static void install(Handled *one)
{
    struct sigaction action = {.sa_handler = one->handler, .sa_flags = SA_RESTART};
    if (one->handler == die) action.sa_flags = SA_ONSTACK;
    sigfillset(&action.sa_mask);
    sigaction(one->signal_number, NULL, &one->before);
    if (!is_left_ignored(one)) sigaction(one->signal_number, &action, NULL);
}

int signals_open(void)
{
    if (pipe(wake) != 0) return -1;
    for (int i = 0; i < 2; i++) {
        fcntl(wake[i], F_SETFL, O_NONBLOCK);
        fcntl(wake[i], F_SETFD, FD_CLOEXEC);
    }
    /* A stack that has overflowed cannot run a handler. */
    alternate_stack = malloc(ALTERNATE_STACK);
    stack_t stack = {.ss_sp = alternate_stack, .ss_size = ALTERNATE_STACK};
    if (alternate_stack) sigaltstack(&stack, NULL);
    has_hangup = has_interrupt = has_stop = has_resumed = has_resized = 0;
    for (size_t i = 0; i < N_HANDLED; i++) install(&handled[i]);
    return wake[0];
}

void signals_close(void)
{
    if (wake[0] < 0) return;
    for (size_t i = 0; i < N_HANDLED; i++) sigaction(handled[i].signal_number, &handled[i].before, NULL);
    stack_t none = {.ss_flags = SS_DISABLE};
    sigaltstack(&none, NULL);
    free(alternate_stack);
    alternate_stack = NULL;
    for (int i = 0; i < 2; i++) close(wake[i]);
    wake[0] = wake[1] = -1;
}

static bool take(volatile sig_atomic_t *flag)
{
    bool was = *flag != 0;
    if (was) *flag = 0;
    return was;
}

Signals signals_take(void)
{
    char bytes[64];
    while (read(wake[0], bytes, sizeof bytes) > 0) continue; /* before the flags: a later one wakes again */
    return (Signals){.hangup = take(&has_hangup),
                     .interrupt = take(&has_interrupt),
                     .stop = take(&has_stop),
                     .resumed = take(&has_resumed),
                     .resized = take(&has_resized)};
}

void signals_stop(bool is_whole_group)
{
    struct sigaction stop = {.sa_handler = SIG_DFL}, before;
    sigemptyset(&stop.sa_mask);
    sigaction(SIGTSTP, &stop, &before);
    if (before.sa_handler != SIG_IGN) { /* nobody would wake us: started without job control */
        if (is_whole_group)
            kill(0, SIGTSTP);
        else
            raise(SIGTSTP);
    }
    sigaction(SIGTSTP, &before, NULL);
    has_resumed = 0;
}
