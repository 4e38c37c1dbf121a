/* The keeper: a shell in as much as a terminal needs one. Internal to tests/terminal.
 *
 * It leads the session of the pseudo-terminal, starts the program as a job of its own
 * process group in the foreground, and tells through a pipe what becomes of it. When the
 * job stops, it takes the terminal back and puts its own modes in force, as shells do. When
 * its commands end (the test is over, or died), it kills the job.
 */
#ifndef TESTS_TERMINAL_KEEPER_H
#define TESTS_TERMINAL_KEEPER_H

#include "terminal.h"

typedef enum ReportKind { REPORT_STARTED, REPORT_STOPPED, REPORT_ENDED } ReportKind;

typedef struct Report {
    ReportKind kind;
    int value; /* pid, signal, waitpid's status */
} Report;

enum { KEEPER_CONTINUE = 'c' }; /* the one command, a byte */

/* Runs in the forked child and never returns. */
_Noreturn void keeper_run(const TerminalOptions *options, const char *slave_path, int commands, int reports);

#endif
