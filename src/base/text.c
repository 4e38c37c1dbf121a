/* Display width and grapheme clusters, from tables.
 *
 * Clusters follow the terminals' view of Unicode: a base takes its cells, and
 * what has no width of its own (marks, variation selectors, joiners) belongs to
 * it. A variation selector does not change the width, and a spacing mark (Mc) has
 * a cell of its own, as xterm and curses have it.
 */
#include "heed/text.h"
#include "base/text_tables.h"
#include <string.h>

enum { ZWJ = 0x200D };

static bool in_ranges(const TextRange *ranges, size_t n, uint32_t c)
{
    size_t low = 0, high = n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (c > ranges[middle].last)
            low = middle + 1;
        else if (c < ranges[middle].first)
            high = middle;
        else
            return true;
    }
    return false;
}

int char_width(uint32_t code_point)
{
    if (code_point < 0x300) return 1; /* Latin, and the controls' stand-ins */
    if (in_ranges(text_zero_width, n_text_zero_width, code_point)) return 0;
    return in_ranges(text_wide, n_text_wide, code_point) ? 2 : 1;
}

static bool is_regional_indicator(uint32_t c)
{
    return c >= 0x1F1E6 && c <= 0x1F1FF;
}

static bool is_skin_tone(uint32_t c)
{
    return c >= 0x1F3FB && c <= 0x1F3FF;
}

static bool is_control(uint32_t c)
{
    return c < 0x20 || (c >= 0x7F && c < 0xA0);
}

/* Is `next` drawn in the cells of the cluster whose last code points are `base`
 * (the last with a width) and `previous`? */
static bool joins(uint32_t base, uint32_t previous, uint32_t next)
{
    if (char_width(next) == 0) return true;
    if (previous == ZWJ && char_width(base) == 2) return char_width(next) == 2 || next >= 0x2600;
    return is_skin_tone(next) && char_width(base) == 2;
}

size_t text_cluster(const char *text, size_t len, int *width)
{
    uint32_t base, previous, next;
    size_t taken = utf8_decode(text, len, &base);
    *width = char_width(base);
    if (is_control(base)) return taken;
    if (is_regional_indicator(base) && taken < len) {
        size_t more = utf8_decode(text + taken, len - taken, &next);
        if (is_regional_indicator(next)) {
            taken += more;
            *width = 2;
        }
    }
    previous = base;
    while (taken < len) {
        size_t more = utf8_decode(text + taken, len - taken, &next);
        if (!joins(base, previous, next)) break;
        taken += more;
        previous = next;
    }
    return taken;
}

size_t text_width_n(const char *text, size_t n)
{
    size_t cells = 0;
    for (size_t i = 0; i < n;) {
        int width;
        i += text_cluster(text + i, n - i, &width);
        cells += (size_t)width;
    }
    return cells;
}

size_t text_width(const char *text)
{
    return text_width_n(text, strlen(text));
}

size_t text_fit(const char *text, size_t len, size_t cells)
{
    size_t taken = 0, used = 0;
    while (taken < len) {
        int width;
        size_t more = text_cluster(text + taken, len - taken, &width);
        if (used + (size_t)width > cells) break;
        used += (size_t)width;
        taken += more;
    }
    return taken;
}

/* Characters that act on a terminal or on the reading order instead of being
 * drawn: line and paragraph separators, bidi marks and overrides, interlinear
 * marks, tags. */
static const TextRange acting[] = {
    {0x061C, 0x061C}, {0x200E, 0x200F}, {0x2028, 0x202E},
    {0x2066, 0x2069}, {0xFFF9, 0xFFFB}, {0xE0000, 0xE007F},
};

/* What stands for c on a screen; c itself where it is harmless. */
static uint32_t stand_in(uint32_t c, bool keep_lines)
{
    if (keep_lines && (c == '\n' || c == '\t')) return c;
    if (c < 0x20) return 0x2400 + c; /* Control Pictures */
    if (c == 0x7F) return 0x2421;
    if (is_control(c) || in_ranges(acting, sizeof acting / sizeof acting[0], c)) return TEXT_REPLACEMENT;
    return c;
}

char *text_sanitize(Arena *arena, const char *text, size_t len, bool keep_lines)
{
    StrBuf safe = {0};
    for (size_t i = 0; i < len;) {
        uint32_t c;
        char bytes[4];
        i += utf8_decode(text + i, len - i, &c);
        strbuf_add_n(&safe, bytes, utf8_encode(stand_in(c, keep_lines), bytes));
    }
    return strbuf_take(&safe, arena);
}
