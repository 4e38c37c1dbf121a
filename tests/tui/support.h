/* What the tests of tui share: cmocka, and the demo in a scripted terminal. */
#ifndef TESTS_TUI_SUPPORT_H
#define TESTS_TUI_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#ifdef TUI_DEMO
#include "terminal/terminal.h"

/* The demo with one argument (or NULL) and changes to the environment; deadly signals stay
 * deadly under sanitizers too. */
static inline Terminal *start_demo(const char *argument, const char *const *env, TerminalOptions options)
{
    const char *argv[] = {TUI_DEMO, argument, NULL};
    const char *all[16] = {
        "ASAN_OPTIONS=handle_segv=0:handle_abort=0:handle_sigbus=0:handle_sigfpe=0:handle_sigill=0:"
        "allocator_may_return_null=1:max_allocation_size_mb=1024"};
    size_t n = 1;
    for (; env && *env; env++) {
        assert_true(n < 15);
        all[n++] = *env;
    }
    options.argv = argv;
    options.env = all;
    return terminal_start(&options);
}

static inline Terminal *start_plain_demo(void)
{
    Terminal *terminal = start_demo(NULL, NULL, (TerminalOptions){0});
    terminal_expect(terminal, "end");
    return terminal;
}

static inline void leave_demo(Terminal *terminal)
{
    terminal_keys(terminal, "q");
    terminal_expect_exit(terminal, 0);
    terminal_expect_restored(terminal);
    terminal_free(terminal);
}
#endif

#endif
