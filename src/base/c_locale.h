/* The C locale for a moment: whatever locale the program has taken from its
 * user, numbers are written and read with '.' between these two calls. Per
 * thread, so nobody else notices. */
#ifndef HEED_BASE_C_LOCALE_H
#define HEED_BASE_C_LOCALE_H

#include <locale.h>

locale_t c_locale_enter(void);
void c_locale_leave(locale_t previous);

#endif
