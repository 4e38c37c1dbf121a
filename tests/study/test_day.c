/* Days that start at 04:00 where the student is, and times with their offset. */
#include "heed/schedule.h"
#include "base/check.h"
#include <stdio.h>
#include <string.h>

enum { MS_A_MINUTE = 60 * 1000, MINUTES_A_DAY = 24 * 60 };

static Day day(const char *text)
{
    Day found;
    assert_true(day_parse(text, &found));
    return found;
}

static WallTime at(const char *text)
{
    WallTime found;
    assert_true(wall_time_parse(text, &found));
    return found;
}

static void the_calendar_agrees_with_counting_day_by_day(void **state)
{
    (void)state;
    static const int lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    Arena *arena = arena_new();
    int year = 1, month = 1, d = 1;
    for (Day number = day("0001-01-01"); year <= 9999; number++) {
        bool is_leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
        if (year % 400 >= 396 || year % 100 <= 4 || (year >= 1960 && year < 2040)) {
            char text[32];
            snprintf(text, sizeof text, "%04d-%02d-%02d", year, month, d);
            assert_string_equal(day_text(arena, number), text);
            assert_int_equal(day(text), number);
            arena_reset(arena);
        }
        if (++d <= lengths[month - 1] + (month == 2 && is_leap)) continue;
        d = 1;
        if (++month <= 12) continue;
        month = 1;
        year++;
    }
    assert_int_equal(day("1970-01-01"), 0);
    arena_free(arena);
}

static void what_is_no_date_is_refused(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "",           "2026-11-31", "2026-02-29", "2026-13-01",  "2026-00-01",
        "2026-01-00", "2026-1-1",   "20261129",   "2026-11-29 ", " 2026-11-29",
        "0000-01-01", "2026/11/29", "2026-11-3x", "-026-11-29",  "2100-02-29"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        Day found = 77;
        assert_false(day_parse(wrong[i], &found));
        assert_int_equal(found, 77);
    }
    assert_int_equal(day("2028-02-29"), day("2028-03-01") - 1);
    assert_int_equal(day("2000-02-29"), day("2000-03-01") - 1);
}

static void times_are_written_and_read_with_their_offset(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    static const char *const texts[] = {"2026-11-29T21:04:05+01:00", "2026-11-29T00:00:00-10:00",
                                        "1969-12-31T23:59:59+00:00", "2026-10-04T02:30:00+11:00",
                                        "2026-10-04T01:59:59+10:30", "1900-01-01T12:00:00-03:30"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        assert_string_equal(wall_time_text(arena, at(texts[i])), texts[i]);
    assert_true(at("1970-01-01T00:00:00Z").ms == 0);
    assert_true(at("1970-01-01T01:00:00.250+01:00").ms == 250);
    assert_true(at("1970-01-01 00:00:01.0625z").ms == 1062);
    assert_true(at("2026-11-29T21:04:05+01:00").ms == 1795982645000);
    WallTime wild[] = {{INT64_MAX, INT32_MAX}, {INT64_MIN, INT32_MIN}, {0, 100000}};
    for (size_t i = 0; i < sizeof wild / sizeof wild[0]; i++) {
        WallTime back = at(wall_time_text(arena, wild[i]));
        assert_in_range(back.utc_offset_min + 1440, 0, 2880);
        (void)day_of(wild[i]);
    }
    arena_free(arena);
}

static void what_is_no_time_is_refused(void **state)
{
    (void)state;
    static const char *const wrong[] = {"",
                                        "2026-11-29",
                                        "2026-11-29T21:04:05",
                                        "2026-11-29T21:04+01:00",
                                        "2026-11-29T24:00:00Z",
                                        "2026-11-29T21:60:00Z",
                                        "2026-11-29T21:04:05.Z",
                                        "2026-11-29T21:04:05+0100",
                                        "2026-11-29T21:04:05+01:60",
                                        "2026-11-29T21:04:05Zx",
                                        "2026-11-31T21:04:05Z"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        WallTime found = {77, 7};
        assert_false(wall_time_parse(wrong[i], &found));
        assert_true(found.ms == 77 && found.utc_offset_min == 7);
    }
}

static void a_day_starts_at_four(void **state)
{
    (void)state;
    assert_int_equal(day_of(at("2026-11-29T03:59:59+01:00")), day("2026-11-28"));
    assert_int_equal(day_of(at("2026-11-29T04:00:00+01:00")), day("2026-11-29"));
    assert_int_equal(day_of(at("2026-11-30T01:00:00+01:00")), day("2026-11-29"));
    assert_int_equal(day_of(at("2026-11-29T23:00:00-10:00")), day("2026-11-29"));
    assert_int_equal(day_of(at("1969-12-31T02:00:00+00:00")), day("1969-12-30"));
}

/* A year of clocks that change twice: the offset at a moment. */
typedef struct Zone {
    const char *name;
    int32_t winter, summer;    /* minutes */
    const char *begins, *ends; /* of summer time in 2026 and 2027, UTC; south of the equator it ends first */
    bool is_south;
} Zone;

static int32_t offset_in(const Zone *zone, int64_t ms)
{
    bool inside = ms >= at(zone->begins).ms && ms < at(zone->ends).ms;
    return inside != zone->is_south ? zone->summer : zone->winter;
}

/* Through every ten minutes of the year: days come one by one, none twice, none
 * left out, none shorter than 23 or longer than 25 hours; each starts at 04:00 on the wall. */
static void daylight_saving_gives_every_day_once(void **state)
{
    (void)state;
    static const Zone zones[] = {
        {"Europe/Berlin", 60, 120, "2026-03-29T01:00:00Z", "2026-10-25T01:00:00Z", false},
        {"Australia/Lord_Howe", 630, 660, "2026-04-04T15:00:00Z", "2026-10-03T15:30:00Z", true},
        {"America/New_York", -300, -240, "2026-03-08T07:00:00Z", "2026-11-01T06:00:00Z", false},
    };
    Arena *arena = arena_new();
    for (size_t z = 0; z < sizeof zones / sizeof zones[0]; z++) {
        int64_t start = at("2026-01-01T00:00:00Z").ms, began = start;
        Day last = day_of((WallTime){start, offset_in(&zones[z], start)});
        int days = 0, odd = 0;
        for (int64_t ms = start; ms < at("2027-01-01T00:00:00Z").ms; ms += 10 * MS_A_MINUTE) {
            WallTime now = {ms, offset_in(&zones[z], ms)};
            Day today = day_of(now);
            if (today == last) continue;
            assert_int_equal(today, last + 1);
            assert_non_null(strstr(wall_time_text(arena, now), "T04:00:00"));
            int64_t minutes = (ms - began) / MS_A_MINUTE;
            if (days > 0) {
                assert_in_range(minutes, 23 * 60, 25 * 60);
                odd += minutes != MINUTES_A_DAY;
            }
            began = ms;
            last = today;
            days++;
        }
        assert_in_range(days, 364, 366);
        assert_int_equal(odd, 2); /* the two days on which clocks changed */
    }
    arena_free(arena);
}

static void a_flight_east_repeats_a_day_and_never_goes_below(void **state)
{
    (void)state;
    WallTime tokyo = at("2026-11-30T22:00:00+09:00"), honolulu = at("2026-11-30T09:00:00-10:00");
    assert_true(honolulu.ms > tokyo.ms);
    assert_int_equal(day_of(tokyo), day_of(honolulu));
    assert_int_equal(day_of(at("2026-11-30T05:00:00+09:00")) - day_of(at("2026-11-29T11:00:00-10:00")), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_calendar_agrees_with_counting_day_by_day),
        cmocka_unit_test(what_is_no_date_is_refused),
        cmocka_unit_test(times_are_written_and_read_with_their_offset),
        cmocka_unit_test(what_is_no_time_is_refused),
        cmocka_unit_test(a_day_starts_at_four),
        cmocka_unit_test(daylight_saving_gives_every_day_once),
        cmocka_unit_test(a_flight_east_repeats_a_day_and_never_goes_below),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
