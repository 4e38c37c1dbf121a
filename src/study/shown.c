#include "study/shown.h"
#include <math.h>
#include <string.h>

static bool is_number(const Value *value)
{
    if (value->type == VALUE_STRING) return false;
    for (size_t r = 0; r < value->rows; r++)
        for (size_t c = 0; c < value->cols; c++)
            if (isnan(value_at(value, r, c))) return false;
    return true;
}

static void add_row(StrBuf *out, const Value *value, size_t row, NumFormat format)
{
    char text[NUM_TEXT_MAX];
    for (size_t c = 0; c < value->cols; c++) {
        num_write(text, value_at(value, row, c), value_num_kind(value), format);
        strbuf_printf(out, "%s%s", c ? " " : "", text);
    }
}

char *value_shown(Arena *arena, const Value *value, NumFormat format)
{
    if (!value || !is_number(value) || value_count(value) > SHOWN_MAX) return NULL;
    if (value->type == VALUE_BOOL) format = NUM_SHORTEST;
    StrBuf out = {0};
    if (value->ndim == 2) strbuf_add_char(&out, '[');
    for (size_t r = 0; r < value->rows; r++) {
        if (value->ndim > 0) strbuf_add(&out, r ? " [" : "[");
        add_row(&out, value, r, format);
        if (value->ndim > 0) strbuf_add_char(&out, ']');
    }
    if (value->ndim == 2) strbuf_add_char(&out, ']');
    return strbuf_take(&out, arena);
}

double shown_value(double value, NumKind kind, NumFormat format)
{
    char text[NUM_TEXT_MAX];
    size_t len = num_write(text, value, kind, format), n = 0;
    bool is_percent = len > 0 && text[len - 1] == '%', is_negative = text[0] == '-';
    for (size_t i = 0; i < len; i++)
        if (!strchr(",%+", text[i]) && !(i == 0 && is_negative)) text[n++] = text[i];
    double shown = value;
    if (num_parse(text, n, &shown) != n) return value;
    if (is_percent) shown /= 100;
    return is_negative ? -shown : shown;
}

double shown_unit(double value, NumKind kind, NumFormat format)
{
    static const double tenths[] = {1, 1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6};
    int digits = format.precision < 0 ? 6 : format.precision;
    if (format.type == 'd') return 1;
    if (format.type == 'f' && digits <= 6) return tenths[digits];
    char text[NUM_TEXT_MAX];
    num_write(text, value, kind, format);
    return num_last_digit(text);
}

static bool same_text(double a, double b, NumKind kind, NumFormat format)
{
    char first[NUM_TEXT_MAX], second[NUM_TEXT_MAX];
    num_write(first, a, kind, format);
    num_write(second, b, kind, format);
    return strcmp(first, second) == 0;
}

Closeness given_closeness(Given given, double value, NumKind kind, NumFormat format)
{
    const double half = 0.55;
    if (isnan(given.value) || isnan(value)) return CLOSE_NOT;
    if (given.value == value) return CLOSE_YES;
    double unit = shown_unit(value, kind, format), apart = fabs(given.value - value);
    if (apart <= half * unit) return CLOSE_YES;
    if (apart <= 1.01 * unit && same_text(given.value, value, kind, format)) return CLOSE_YES;
    if (apart > half * given.unit) return CLOSE_NOT;
    return given.unit <= 10.5 * unit ? CLOSE_YES : CLOSE_COARSE;
}

Closeness given_within(Given given, double value, double tolerance)
{
    double apart = fabs(given.value - value);
    if (apart <= tolerance * (1 + 1e-6)) return CLOSE_YES;
    bool may_mean_it = given.unit > 2 * tolerance && apart <= 0.55 * given.unit;
    return may_mean_it ? CLOSE_COARSE : CLOSE_NOT;
}
