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

double shown_unit(double value, NumKind kind, NumFormat format)
{
    char text[NUM_TEXT_MAX];
    num_write(text, value, kind, format);
    return num_last_digit(text);
}

Closeness given_closeness(Given given, double value, NumKind kind, NumFormat format)
{
    char ours[NUM_TEXT_MAX], theirs[NUM_TEXT_MAX];
    if (isnan(given.value) || isnan(value)) return CLOSE_NOT;
    if (given.value == value) return CLOSE_YES;
    num_write(ours, value, kind, format);
    num_write(theirs, given.value, kind, format);
    if (strcmp(ours, theirs) == 0) return CLOSE_YES;
    const double half = 0.55;
    double unit = num_last_digit(ours), apart = fabs(given.value - value);
    if (apart <= half * unit) return CLOSE_YES;
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
