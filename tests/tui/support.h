#ifndef TESTS_TUI_SUPPORT_H
#define TESTS_TUI_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#endif
