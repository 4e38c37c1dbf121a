/* One C locale object is made at the first use and kept for the life of the
 * program. Two threads that come first at once both make one; the loser frees
 * its own. */
#include "base/c_locale.h"
#include "heed/arena.h"
#include "base/out_of_memory.h"
#include <stdatomic.h>

static _Atomic(locale_t) c_locale;

static locale_t c_locale_get(void)
{
    locale_t have = atomic_load(&c_locale);
    if (have != (locale_t)0) return have;
    locale_t made = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (made == (locale_t)0) heed_out_of_memory(); /* the C locale always exists */
    if (atomic_compare_exchange_strong(&c_locale, &have, made)) return made;
    freelocale(made);
    return have;
}

locale_t c_locale_enter(void)
{
    return uselocale(c_locale_get());
}

void c_locale_leave(locale_t previous)
{
    uselocale(previous);
}
