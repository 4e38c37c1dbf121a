/* Numbers as they were typed. A nudge is arithmetic on the digits that stand
 * there, not on the value: so 0.90 becomes 0.91 and never 0.91000003, and keeps
 * the number of digits that its author chose to show.
 */
#include "sheet/edit.h"

#include <inttypes.h>
#include <string.h>

/* So many digits, moved by any int, stay within 64 bits. */
#define MAX_DIGITS 18

/* digits * 10^-decimals, and an exponent that is carried along unread. */
typedef struct Typed {
    bool is_negative;
    int64_t digits;
    int decimals;
    const char *exponent; /* "e-05", "" where there is none */
} Typed;

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* typed = [sign] digits [. digits] [e [sign] digits], with '_' between digits as Python has it. */
static bool typed_parse(const char *text, Typed *typed)
{
    *typed = (Typed){0};
    text += strspn(text, " \t");
    if (*text == '-' || *text == '+') typed->is_negative = *text++ == '-';
    text += strspn(text, " \t");
    int n_digits = 0;
    bool after_point = false;
    for (; is_digit(*text) || *text == '_' || (*text == '.' && !after_point); text++) {
        if (*text == '.') {
            after_point = true;
        } else if (*text != '_') {
            if (++n_digits > MAX_DIGITS) return false;
            typed->digits = typed->digits * 10 + (*text - '0');
            if (after_point) typed->decimals++;
        }
    }
    if (n_digits == 0) return false;
    typed->exponent = text;
    if (*text == 'e' || *text == 'E') {
        text += text[1] == '-' || text[1] == '+' ? 2 : 1;
        if (!is_digit(*text)) return false;
        while (is_digit(*text)) text++;
    }
    return text[strspn(text, " \t")] == '\0';
}

static char *typed_text(Arena *arena, const Typed *typed)
{
    char *digits = arena_printf(arena, "%0*" PRId64, typed->decimals + 1, typed->digits);
    int whole = (int)strlen(digits) - typed->decimals;
    const char *sign = typed->is_negative && typed->digits != 0 ? "-" : "";
    const char *exponent = edit_trim(arena, typed->exponent);
    if (typed->decimals == 0) return arena_printf(arena, "%s%s%s", sign, digits, exponent);
    return arena_printf(arena, "%s%.*s.%s%s", sign, whole, digits, digits + whole, exponent);
}

char *edit_nudge_digits(Arena *arena, const char *text, long long steps)
{
    Typed typed;
    if (!typed_parse(text, &typed)) return NULL;
    int64_t moved = (typed.is_negative ? -typed.digits : typed.digits) + steps;
    typed.is_negative = moved < 0;
    typed.digits = moved < 0 ? -moved : moved;
    return typed_text(arena, &typed);
}

int edit_decimals(const char *text)
{
    Typed typed;
    return typed_parse(text, &typed) ? typed.decimals : 0;
}

/* ----------------------------------------------------------------- one line */

static size_t string_length(const char *text, size_t length)
{
    size_t i = 1;
    while (i < length && text[i] != text[0]) i += text[i] == '\\' && i + 1 < length ? 2 : 1;
    return i < length ? i + 1 : length;
}

/* A run of blanks, line ends and comments; tells whether a line ended in it. */
static size_t gap_length(const char *text, size_t length, bool *ends_line)
{
    size_t i = 0;
    for (*ends_line = false; i < length; i++) {
        if (text[i] == '#') {
            *ends_line = true;
            while (i + 1 < length && text[i + 1] != '\n') i++;
        } else if (text[i] == '\n' || text[i] == '\r') {
            *ends_line = true;
        } else if (text[i] != ' ' && text[i] != '\t') {
            break;
        }
    }
    return i;
}

char *edit_one_line(Arena *arena, const char *text, size_t length)
{
    StrBuf out = {0};
    for (size_t i = 0; i < length;) {
        bool ends_line;
        size_t gap = gap_length(text + i, length - i, &ends_line);
        if (gap > 0) {
            char before = out.len > 0 ? out.data[out.len - 1] : '[';
            char after = i + gap < length ? text[i + gap] : ']';
            bool beside_bracket = strchr("[(", before) != NULL || strchr("])", after) != NULL;
            if (!ends_line) strbuf_add_n(&out, text + i, gap);
            if (ends_line && !beside_bracket) strbuf_add_char(&out, ' ');
            i += gap;
            continue;
        }
        size_t n = text[i] == '"' || text[i] == '\'' ? string_length(text + i, length - i) : 1;
        strbuf_add_n(&out, text + i, n);
        i += n;
    }
    return strbuf_take(&out, arena);
}

char *edit_trim(Arena *arena, const char *text)
{
    static const char blanks[] = " \t\r\n";
    text += strspn(text, blanks);
    size_t length = strlen(text);
    while (length > 0 && strchr(blanks, text[length - 1]) != NULL) length--;
    return arena_strndup(arena, text, length);
}
