#include "clock.h"
#include "cli.h"

#include <stdlib.h>
#include <time.h>

static int64_t milliseconds(clockid_t id)
{
    struct timespec now;
    if (clock_gettime(id, &now) != 0) return 0;
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

bool clock_init(Clock *clock)
{
    *clock = (Clock){0};
    const char *text = getenv("HEED_NOW");
    if (text == NULL || text[0] == '\0') return true;
    WallTime time;
    if (!wall_time_parse(text, &time)) {
        cli_say("HEED_NOW=%s: wants a time such as 2026-11-29T21:04:05+01:00", text);
        return false;
    }
    *clock = (Clock){true, time.ms, time.utc_offset_min};
    return true;
}

int64_t clock_mono_ms(void)
{
    return milliseconds(CLOCK_MONOTONIC);
}

static void fill(const Clock *clock, Event *event)
{
    event->mono_ms = clock_mono_ms();
    if (clock->is_fixed) {
        event->wall_ms = clock->wall_ms;
        event->utc_offset_min = clock->utc_offset_min;
        return;
    }
    event->wall_ms = milliseconds(CLOCK_REALTIME);
    time_t seconds = (time_t)(event->wall_ms / 1000);
    struct tm local;
    if (localtime_r(&seconds, &local) != NULL) event->utc_offset_min = (int32_t)(local.tm_gmtoff / 60);
}

WallTime clock_now(const Clock *clock)
{
    Event event = {0};
    fill(clock, &event);
    return (WallTime){event.wall_ms, event.utc_offset_min};
}

void clock_fill(void *data, Event *event)
{
    fill(data, event);
}
