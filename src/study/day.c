/* Days and wall times, by arithmetic alone: the proleptic Gregorian calendar, no
 * time zone data. Years are counted from March, so that the leap day is the last of
 * a year and a day number is a plain sum (H. Hinnant's derivation: 400 years have
 * 146,097 days, and months from March on follow (153 m + 2) / 5).
 */
#include "heed/schedule.h"
#include <ctype.h>
#include <string.h>

enum {
    DAYS_OF_400_YEARS = 146097,
    DAYS_TO_1970 = 719468, /* from 0000-03-01 to 1970-01-01 */
    MS_A_MINUTE = 60 * 1000,
    MS_A_DAY = 24 * 60 * MS_A_MINUTE,
    FIRST_DAY = -719162, /* 0001-01-01 */
    LAST_DAY = 2932896   /* 9999-12-31 */
};

typedef struct Date {
    int year, month, day;
} Date;

static int64_t floor_div(int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}

static Day day_from_date(Date date)
{
    int year = date.month <= 2 ? date.year - 1 : date.year;
    int era = (int)floor_div(year, 400), year_of_era = year - era * 400;
    int month = (date.month + 9) % 12; /* March is 0 */
    int day_of_year = (153 * month + 2) / 5 + date.day - 1;
    int day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    return era * DAYS_OF_400_YEARS + day_of_era - DAYS_TO_1970;
}

static Date date_from_day(Day day)
{
    int shifted = day + DAYS_TO_1970, era = (int)floor_div(shifted, DAYS_OF_400_YEARS);
    int day_of_era = shifted - era * DAYS_OF_400_YEARS;
    int year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
    int day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    int month = (5 * day_of_year + 2) / 153;
    Date date = {.day = day_of_year - (153 * month + 2) / 5 + 1, .month = month < 10 ? month + 3 : month - 9};
    date.year = year_of_era + era * 400 + (date.month <= 2);
    return date;
}

static int64_t clamp(int64_t value, int64_t low, int64_t high)
{
    return value < low ? low : value > high ? high : value;
}

/* Local milliseconds since the epoch, within years 1 to 9999. */
static int64_t local_ms(WallTime moment)
{
    int64_t first = (int64_t)FIRST_DAY * MS_A_DAY, last = ((int64_t)LAST_DAY + 1) * MS_A_DAY - 1;
    int64_t offset = clamp(moment.utc_offset_min, -24 * 60, 24 * 60) * MS_A_MINUTE;
    return clamp(clamp(moment.ms, first, last) + offset, first, last);
}

Day day_of(WallTime moment)
{
    int64_t start = (int64_t)DAY_STARTS_AT_HOUR * 60 * MS_A_MINUTE;
    return (Day)floor_div(local_ms(moment) - start, MS_A_DAY);
}

char *day_text(Arena *arena, Day day)
{
    Date date = date_from_day((Day)clamp(day, FIRST_DAY, LAST_DAY));
    return arena_printf(arena, "%04d-%02d-%02d", date.year, date.month, date.day);
}

/* `n` digits at *text, which moves on. */
static bool read_digits(const char **text, int n, int *value)
{
    *value = 0;
    for (int i = 0; i < n; i++, ++*text) {
        if (!isdigit((unsigned char)**text)) return false;
        *value = *value * 10 + (**text - '0');
    }
    return true;
}

static bool read_char(const char **text, const char *any)
{
    if (!**text || !strchr(any, **text)) return false;
    ++*text;
    return true;
}

/* YYYY-MM-DD; a date that comes out of its day number unchanged is a real one. */
static bool read_date(const char **text, Day *day)
{
    Date date;
    if (!read_digits(text, 4, &date.year) || !read_char(text, "-")) return false;
    if (!read_digits(text, 2, &date.month) || !read_char(text, "-")) return false;
    if (!read_digits(text, 2, &date.day)) return false;
    if (date.year < 1 || date.month < 1 || date.month > 12 || date.day < 1 || date.day > 31) return false;
    *day = day_from_date(date);
    return date_from_day(*day).day == date.day;
}

bool day_parse(const char *text, Day *day)
{
    Day found;
    if (!read_date(&text, &found) || *text) return false;
    *day = found;
    return true;
}

char *wall_time_text(Arena *arena, WallTime moment)
{
    int64_t ms = local_ms(moment);
    Day day = (Day)floor_div(ms, MS_A_DAY);
    int second = (int)((ms - (int64_t)day * MS_A_DAY) / 1000);
    int offset = (int)clamp(moment.utc_offset_min, -24 * 60, 24 * 60), size = offset < 0 ? -offset : offset;
    return arena_printf(arena, "%sT%02d:%02d:%02d%c%02d:%02d", day_text(arena, day), second / 3600,
                        second / 60 % 60, second % 60, offset < 0 ? '-' : '+', size / 60, size % 60);
}

/* HH:MM:SS[.digits] as milliseconds of the day. */
static bool read_clock(const char **text, int64_t *ms)
{
    int hour, minute, second, unit = 100;
    if (!read_digits(text, 2, &hour) || !read_char(text, ":")) return false;
    if (!read_digits(text, 2, &minute) || !read_char(text, ":")) return false;
    if (!read_digits(text, 2, &second)) return false;
    if (hour > 23 || minute > 59 || second > 60) return false; /* 60: a leap second */
    *ms = ((int64_t)hour * 3600 + minute * 60 + second) * 1000;
    if (!read_char(text, ".")) return true;
    if (!isdigit((unsigned char)**text)) return false;
    for (; isdigit((unsigned char)**text); ++*text, unit /= 10) *ms += (**text - '0') * unit;
    return true;
}

/* Z or +HH:MM, in minutes. */
static bool read_offset(const char **text, int32_t *offset_min)
{
    *offset_min = 0;
    if (read_char(text, "Zz")) return true;
    int sign = **text == '-' ? -1 : 1, hours, minutes;
    if (!read_char(text, "+-") || !read_digits(text, 2, &hours) || !read_char(text, ":")) return false;
    if (!read_digits(text, 2, &minutes) || hours > 24 || minutes > 59) return false;
    *offset_min = sign * (hours * 60 + minutes);
    return true;
}

bool wall_time_parse(const char *text, WallTime *moment)
{
    Day day;
    int64_t clock;
    int32_t offset;
    if (!read_date(&text, &day) || !read_char(&text, "T ") || !read_clock(&text, &clock)) return false;
    if (!read_offset(&text, &offset) || *text) return false;
    moment->ms = (int64_t)day * MS_A_DAY + clock - (int64_t)offset * MS_A_MINUTE;
    moment->utc_offset_min = offset;
    return true;
}
