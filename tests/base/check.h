/* What every cmocka program includes, in the order cmocka wants it. */
#ifndef HEED_TESTS_BASE_CHECK_H
#define HEED_TESTS_BASE_CHECK_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#endif
