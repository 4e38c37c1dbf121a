#include "keeper.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

extern char **environ;

static void note_child(int signal_number)
{
    (void)signal_number;
}

static void set_signals(void)
{
    for (int i = 1; i < NSIG; i++) signal(i, SIG_DFL);
    signal(SIGHUP, SIG_IGN);
    signal(SIGTTOU, SIG_IGN);
    signal(SIGPIPE, SIG_IGN);
    struct sigaction action = {.sa_handler = note_child};
    sigaction(SIGCHLD, &action, NULL);
    sigset_t blocked;
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGCHLD); /* let in only while the keeper sleeps */
    sigprocmask(SIG_SETMASK, &blocked, NULL);
}

static void tell(int reports, ReportKind kind, int value)
{
    Report report = {kind, value};
    if (write(reports, &report, sizeof report) != (ssize_t)sizeof report) _exit(1);
}

static void set_environment(const char *const *changes)
{
    static const char *const kept[] = {"PATH", "ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS", NULL};
    char *values[4];
    for (int i = 0; kept[i]; i++) {
        const char *value = getenv(kept[i]);
        values[i] = value ? strdup(value) : NULL;
    }
    static char *none[] = {NULL};
    environ = none;
    for (int i = 0; kept[i]; i++)
        if (values[i]) setenv(kept[i], values[i], 1);
    setenv("HOME", "/nonexistent/home", 1);
    setenv("XDG_STATE_HOME", "/nonexistent/state", 1);
    setenv("XDG_CONFIG_HOME", "/nonexistent/config", 1);
    setenv("XDG_RUNTIME_DIR", "/nonexistent/runtime", 1);
    setenv("TERM", "xterm-256color", 1);
    setenv("LC_ALL", "C.UTF-8", 1);
    for (; changes && *changes; changes++) {
        const char *equals = strchr(*changes, '=');
        char *name = strndup(*changes, equals ? (size_t)(equals - *changes) : strlen(*changes));
        if (equals)
            setenv(name, equals + 1, 1);
        else
            unsetenv(name);
        free(name);
    }
}

static void redirect(int fd, const char *path)
{
    close(fd);
    if (*path && open(path, fd == 0 ? O_RDONLY : O_WRONLY | O_CREAT | O_TRUNC, 0600) != fd) _exit(126);
}

/* The job, in its own process group; waits until the keeper has given it the terminal. */
_Noreturn static void run_job(const TerminalOptions *options, int go)
{
    setpgid(0, 0);
    char byte;
    if (read(go, &byte, 1) != 1) _exit(126);
    close(go);
    for (int i = 1; i < NSIG; i++) signal(i, SIG_DFL);
    if (options->ignores_hangup) signal(SIGHUP, SIG_IGN);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    set_environment(options->env);
    if (options->directory && chdir(options->directory) != 0) _exit(126);
    for (int fd = 3; fd < 256; fd++) close(fd);
    for (int fd = 2; fd >= 0; fd--) /* stdin last, so that a file gets the number it is opened for */
        if (options->redirect[fd]) redirect(fd, options->redirect[fd]);
    execvp(options->argv[0], (char *const *)options->argv);
    fprintf(stderr, "cannot run %s: %s\n", options->argv[0], strerror(errno));
    _exit(127);
}

static pid_t start_job(const TerminalOptions *options)
{
    int go[2];
    if (pipe(go) != 0) _exit(126);
    pid_t job = fork();
    if (job < 0) _exit(126);
    if (job == 0) {
        close(go[1]);
        run_job(options, go[0]);
    }
    close(go[0]);
    setpgid(job, job);
    tcsetpgrp(STDIN_FILENO, job);
    if (write(go[1], "g", 1) != 1) _exit(126);
    close(go[1]);
    return job;
}

static void own_terminal(const char *slave_path)
{
    setsid();
    int slave = open(slave_path, O_RDWR);
    if (slave < 0) _exit(126);
    ioctl(slave, TIOCSCTTY, 0);
    for (int fd = 0; fd < 3; fd++)
        if (slave != fd) dup2(slave, fd);
    if (slave > 2) close(slave);
}

/* Takes the terminal back from a job that stopped or ended and tells which; true when it ended. */
static bool watch_job(pid_t job, int reports)
{
    int status;
    if (waitpid(job, &status, WNOHANG | WUNTRACED) != job) return false;
    tcsetpgrp(STDIN_FILENO, getpgrp());
    if (WIFSTOPPED(status)) {
        tell(reports, REPORT_STOPPED, WSTOPSIG(status));
        return false;
    }
    tell(reports, REPORT_ENDED, status);
    return true;
}

/* Sleeps until a command has come or a child has changed (then false). */
static bool has_command(int commands)
{
    fd_set readable;
    FD_ZERO(&readable);
    FD_SET(commands, &readable);
    sigset_t none;
    sigemptyset(&none);
    return pselect(commands + 1, &readable, NULL, NULL, NULL, &none) > 0;
}

/* fg. A shell's own modes were in force meanwhile: the job has to set its own again. */
static void continue_job(pid_t job, const struct termios *modes)
{
    tcsetattr(STDIN_FILENO, TCSANOW, modes);
    tcsetpgrp(STDIN_FILENO, job);
    kill(-job, SIGCONT);
}

void keeper_run(const TerminalOptions *options, const char *slave_path, int commands, int reports)
{
    for (int fd = 3; fd < 1024; fd++) /* above all no master: closing it must be a hang-up */
        if (fd != commands && fd != reports) close(fd);
    set_signals();
    own_terminal(slave_path);
    struct termios modes;
    tcgetattr(STDIN_FILENO, &modes);
    pid_t job = start_job(options);
    tell(reports, REPORT_STARTED, job);
    bool has_ended = false;
    for (;;) {
        if (!has_ended) has_ended = watch_job(job, reports);
        if (!has_command(commands)) continue;
        char command;
        if (read(commands, &command, 1) != 1) break;
        if (command == KEEPER_CONTINUE && !has_ended) continue_job(job, &modes);
    }
    if (!has_ended) {
        kill(-job, SIGKILL);
        kill(job, SIGKILL);
        waitpid(job, NULL, 0);
    }
    _exit(0);
}
