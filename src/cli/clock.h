/* The program's clock: the system's, or the one HEED_NOW sets for tests. */
#ifndef HEED_CLI_CLOCK_H
#define HEED_CLI_CLOCK_H

#include "heed/event.h"
#include "heed/schedule.h"

#include <stdbool.h>

typedef struct Clock {
    bool is_fixed; /* HEED_NOW: wall time stands still */
    int64_t wall_ms;
    int32_t utc_offset_min;
} Clock;

/* Reads HEED_NOW ("2026-11-29T21:04:05+01:00"). False, said on stderr, where it is none. */
bool clock_init(Clock *clock);
/* Never set back, and not by HEED_NOW. */
int64_t clock_mono_ms(void);
/* The time on the wall. */
WallTime clock_now(const Clock *clock);
/* Fills wall_ms, utc_offset_min and mono_ms; `data` is a Clock (tui's callback). */
void clock_fill(void *data, Event *event);

#endif
