/* A number becomes text in two moves: C's printf, always in the C locale, gives
 * correctly rounded decimal digits; what Python does with them (layout, commas,
 * signs) is done here on the text.
 *
 * The shortest digits of a float are the fewest that read back to it. Whether p
 * digits read back only becomes truer as p grows, so p is found by bisection;
 * powers of two are the exception (the gap below them is half the gap above, so
 * fewer digits may do when rounded up) and are searched one by one.
 */
#include "heed/number.h"
#include "base/c_locale.h"
#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- specs ---- */

bool num_format_parse(const char *spec, size_t len, NumFormat *format, size_t *at)
{
    NumFormat parsed = NUM_SHORTEST;
    size_t i = 0;
    if (i < len && spec[i] == '+') parsed.plus = true, i++;
    if (i < len && spec[i] == ',') parsed.comma = true, i++;
    if (i < len && spec[i] == '.') {
        size_t first = ++i;
        parsed.precision = 0;
        for (; i < len && spec[i] >= '0' && spec[i] <= '9'; i++) {
            parsed.precision = parsed.precision * 10 + (spec[i] - '0');
            if (parsed.precision > NUM_PRECISION_MAX) return *at = first, false;
        }
        if (i == first) return *at = i, false;
    }
    if (i < len && memchr("fegd%", spec[i], 5)) {
        if (spec[i] == 'd' && parsed.precision >= 0) return *at = i, false;
        parsed.type = spec[i++];
    }
    if (i < len) return *at = i, false;
    *format = parsed;
    return true;
}

char *num_format_text(Arena *arena, NumFormat format)
{
    char precision[16] = "", type[2] = {format.type, '\0'};
    if (format.precision >= 0) snprintf(precision, sizeof precision, ".%d", format.precision);
    return arena_printf(arena, "%s%s%s%s", format.plus ? "+" : "", format.comma ? "," : "", precision, type);
}

/* ---- digits ---- */

/* A finite value as decimal digits: 0.d1d2d3... * 10^point, no sign. */
typedef struct Digits {
    char text[32];
    int count;
    int point; /* digits before the decimal point; may be negative or large */
} Digits;

/* The nearest decimal of `count` digits to value > 0. */
static Digits digits_nearest(double value, int count)
{
    char text[48];
    snprintf(text, sizeof text, "%.*e", count - 1, value);
    Digits digits = {.count = count, .point = atoi(strchr(text, 'e') + 1) + 1};
    digits.text[0] = text[0];
    if (count > 1) memcpy(digits.text + 1, text + 2, (size_t)count - 1);
    return digits;
}

/* Adds one to the last digit. */
static void digits_bump(Digits *digits)
{
    for (int i = digits->count - 1; i >= 0; i--) {
        if (digits->text[i] != '9') {
            digits->text[i]++;
            return;
        }
        digits->text[i] = '0';
    }
    digits->text[0] = '1'; /* 999 -> 1000, of which the last zero is dropped */
    digits->point++;
}

static bool digits_read_back(const Digits *digits, double value, bool is_f32)
{
    char text[48];
    snprintf(text, sizeof text, "0.%.*se%d", digits->count, digits->text, digits->point);
    return is_f32 ? strtof(text, NULL) == (float)value : strtod(text, NULL) == value;
}

static Digits digits_shortest_by_bisection(double value, bool is_f32)
{
    int low = 1, high = is_f32 ? 9 : 17; /* `high` always reads back */
    Digits best = digits_nearest(value, high);
    while (low < high) {
        int middle = (low + high) / 2;
        Digits digits = digits_nearest(value, middle);
        if (digits_read_back(&digits, value, is_f32)) {
            high = middle;
            best = digits;
        } else {
            low = middle + 1;
        }
    }
    return best;
}

static Digits digits_shortest_of_power(double value, bool is_f32)
{
    for (int count = 1;; count++) {
        Digits digits = digits_nearest(value, count);
        if (digits_read_back(&digits, value, is_f32)) return digits;
        digits_bump(&digits);
        if (digits_read_back(&digits, value, is_f32)) return digits;
    }
}

/* The fewest digits that read back to value > 0, nearest to it among those. */
static Digits digits_shortest(double value, bool is_f32)
{
    int exponent;
    bool is_power = frexp(value, &exponent) == 0.5;
    Digits digits =
        is_power ? digits_shortest_of_power(value, is_f32) : digits_shortest_by_bisection(value, is_f32);
    while (digits.count > 1 && digits.text[digits.count - 1] == '0') digits.count--;
    return digits;
}

/* ---- layout ---- */

/* d.ddde+XX, with Python's exponent of at least two digits. */
static void add_scientific(char *out, const Digits *digits)
{
    size_t n = 0;
    out[n++] = digits->text[0];
    if (digits->count > 1) {
        out[n++] = '.';
        memcpy(out + n, digits->text + 1, (size_t)digits->count - 1);
        n += (size_t)digits->count - 1;
    }
    snprintf(out + n, NUM_TEXT_MAX - n, "e%+03d", digits->point - 1);
}

/* ddd.ddd, at least one digit on either side of the point. */
static void add_positional(char *out, const Digits *digits)
{
    size_t n = 0;
    int first = digits->point < 0 ? digits->point : 0;
    int last = digits->count > digits->point + 1 ? digits->count : digits->point + 1;
    if (digits->point <= 0) {
        out[n++] = '0';
        out[n++] = '.';
    }
    for (int i = first; i < last; i++) {
        if (i == digits->point && i > 0) out[n++] = '.';
        out[n++] = i >= 0 && i < digits->count ? digits->text[i] : '0';
    }
    out[n] = '\0';
}

/* Python's repr of value >= 0: scientific below 1e-4 and from 1e16 on. */
static void write_shortest(char *out, double value, bool is_f32)
{
    if (value == 0) {
        strcpy(out, "0.0");
        return;
    }
    Digits digits = digits_shortest(value, is_f32);
    if (digits.point <= -4 || digits.point > 16)
        add_scientific(out, &digits);
    else
        add_positional(out, &digits);
}

/* Python's format without a type but with a precision: as `g`, save that the
 * result always looks like a float (one digit behind the point), for which the
 * change to scientific comes one digit earlier. */
static void write_general(char *out, double value, int precision)
{
    if (precision < 1) precision = 1;
    char scientific[NUM_TEXT_MAX];
    snprintf(scientific, sizeof scientific, "%.*e", precision - 1, value);
    int exponent = atoi(strchr(scientific, 'e') + 1);
    bool is_scientific = exponent < -4 || exponent >= precision - 1;
    if (!is_scientific) {
        snprintf(out, NUM_TEXT_MAX, "%.*g", precision, value);
        if (!strchr(out, '.')) strcat(out, ".0");
        return;
    }
    char *e = strchr(scientific, 'e'), *end = e;
    if (memchr(scientific, '.', (size_t)(e - scientific))) {
        while (end[-1] == '0') end--;
        if (end[-1] == '.') end--;
    }
    snprintf(out, NUM_TEXT_MAX, "%.*s%s", (int)(end - scientific), scientific, e);
}

/* The digits of value >= 0, finite, without sign and commas. */
static void write_magnitude(char *out, double value, NumKind kind, NumFormat format)
{
    int precision = format.precision < 0 ? 6 : format.precision;
    switch (format.type) {
    case 'f': snprintf(out, NUM_TEXT_MAX, "%.*f", precision, value); return;
    case 'e': snprintf(out, NUM_TEXT_MAX, "%.*e", precision, value); return;
    case 'g': snprintf(out, NUM_TEXT_MAX, "%.*g", precision, value); return;
    case 'd': snprintf(out, NUM_TEXT_MAX, "%.0f", value); return;
    case '%': snprintf(out, NUM_TEXT_MAX, "%.*f%%", precision, value * 100); return;
    default: break;
    }
    bool is_integral_kind = (kind == NUM_INT || kind == NUM_BOOL) && value == floor(value);
    if (format.precision >= 0)
        write_general(out, value, format.precision);
    else if (is_integral_kind)
        snprintf(out, NUM_TEXT_MAX, "%.0f", value);
    else
        write_shortest(out, value, kind == NUM_F32);
}

/* ---- signs and commas ---- */

static bool shows_only_zeros(const char *text)
{
    for (; *text && *text != 'e'; text++)
        if (*text >= '1' && *text <= '9') return false;
    return true;
}

/* Copies text to out with a comma before every third digit from the point. */
static size_t add_with_commas(char *out, const char *text)
{
    size_t whole = strspn(text, "0123456789"), n = 0;
    for (size_t i = 0; i < whole; i++) {
        if (i > 0 && (whole - i) % 3 == 0) out[n++] = ',';
        out[n++] = text[i];
    }
    strcpy(out + n, text + whole);
    return n + strlen(text + whole);
}

static size_t write_not_finite(char *out, double value, NumFormat format)
{
    const char *sign = !isnan(value) && value < 0 ? "-" : format.plus ? "+" : "";
    return (size_t)snprintf(out, NUM_TEXT_MAX, "%s%s%s", sign, isnan(value) ? "nan" : "inf",
                            format.type == '%' ? "%" : "");
}

size_t num_write(char out[NUM_TEXT_MAX], double value, NumKind kind, NumFormat format)
{
    bool is_plain = !format.type && !format.plus && !format.comma && format.precision < 0;
    if (kind == NUM_BOOL && is_plain && !isnan(value))
        return (size_t)snprintf(out, NUM_TEXT_MAX, "%s", value != 0 ? "True" : "False");
    if (format.precision > NUM_PRECISION_MAX) format.precision = NUM_PRECISION_MAX;
    if (!isfinite(value) || (format.type == '%' && !isfinite(value * 100)))
        return write_not_finite(out, value, format);

    char magnitude[NUM_TEXT_MAX];
    locale_t user = c_locale_enter();
    write_magnitude(magnitude, fabs(value), kind, format);
    c_locale_leave(user);

    size_t n = 0;
    if (value < 0 && !shows_only_zeros(magnitude))
        out[n++] = '-';
    else if (format.plus)
        out[n++] = '+';
    if (format.comma) return n + add_with_commas(out + n, magnitude);
    strcpy(out + n, magnitude);
    return n + strlen(magnitude);
}

char *num_text(Arena *arena, double value, NumKind kind, NumFormat format)
{
    char text[NUM_TEXT_MAX];
    size_t len = num_write(text, value, kind, format);
    return arena_strndup(arena, text, len);
}

/* ---- reading ---- */

/* strtod of a text known to be a plain decimal number. */
static double read_decimal(const char *text)
{
    locale_t user = c_locale_enter();
    double value = strtod(text, NULL);
    c_locale_leave(user);
    return value;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

double num_last_digit(const char *text)
{
    int place = 0, exponent = 0;
    bool after_point = false, has_digit = false;
    const char *at = text + strspn(text, "+-");
    for (; is_digit(*at) || *at == ',' || *at == '.'; at++) {
        if (*at == '.') after_point = true;
        if (!is_digit(*at)) continue;
        has_digit = true;
        place -= after_point;
    }
    if (!has_digit) return 0;
    if (*at == 'e') exponent = atoi(at + 1);
    if (*at == '%') exponent = -2;
    char unit[32];
    snprintf(unit, sizeof unit, "1e%d", place + exponent);
    return read_decimal(unit);
}

/* digits ::= digit ("_"? digit)* ; the bytes taken from text[at..len). */
static size_t scan_digits(const char *text, size_t len, size_t at)
{
    size_t i = at;
    while (i < len && is_digit(text[i])) {
        i++;
        if (i + 1 < len && text[i] == '_' && is_digit(text[i + 1])) i++;
    }
    return i - at;
}

/* number ::= (digits ["." [digits]] | "." digits) [("e" | "E") ["+" | "-"] digits] */
static size_t scan_number(const char *text, size_t len)
{
    size_t whole = scan_digits(text, len, 0), i = whole;
    if (i < len && text[i] == '.') {
        size_t fraction = scan_digits(text, len, i + 1);
        if (!whole && !fraction) return 0;
        i += 1 + fraction;
    }
    if (i == 0) return 0;
    if (i < len && (text[i] == 'e' || text[i] == 'E')) {
        size_t sign = i + 1 < len && (text[i + 1] == '+' || text[i + 1] == '-') ? 1 : 0;
        size_t exponent = scan_digits(text, len, i + 1 + sign);
        if (exponent) i += 1 + sign + exponent;
    }
    return i;
}

/* A whole number of up to 15 digits is a double as it stands. */
static bool read_small_integer(const char *text, size_t len, double *value)
{
    int64_t whole = 0;
    if (len > 15) return false;
    for (size_t i = 0; i < len; i++) {
        if (!is_digit(text[i])) return false;
        whole = whole * 10 + (text[i] - '0');
    }
    *value = (double)whole;
    return true;
}

size_t num_parse(const char *text, size_t len, double *value)
{
    size_t taken = scan_number(text, len);
    if (taken == 0 || read_small_integer(text, taken, value)) return taken;
    char small[64], *copy = taken < sizeof small ? small : heed_xmalloc(taken + 1);
    size_t n = 0;
    for (size_t i = 0; i < taken; i++)
        if (text[i] != '_') copy[n++] = text[i];
    copy[n] = '\0';
    *value = read_decimal(copy);
    if (copy != small) free(copy);
    return taken;
}
