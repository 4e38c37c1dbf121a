/* UTF-8 by the ranges of the Unicode Standard, table 3-7: the second byte's range
 * depends on the first, which rules out overlong forms, surrogates and values
 * over 0x10FFFF. What does not fit is replaced one maximal prefix at a time.
 */
#include "heed/text.h"

/* What a first byte says: how many bytes, and the range of the second. */
typedef struct Lead {
    unsigned char first, last, bytes, low, high;
} Lead;

static const Lead leads[] = {
    {0xC2, 0xDF, 2, 0x80, 0xBF}, {0xE0, 0xE0, 3, 0xA0, 0xBF}, {0xE1, 0xEC, 3, 0x80, 0xBF},
    {0xED, 0xED, 3, 0x80, 0x9F}, {0xEE, 0xEF, 3, 0x80, 0xBF}, {0xF0, 0xF0, 4, 0x90, 0xBF},
    {0xF1, 0xF3, 4, 0x80, 0xBF}, {0xF4, 0xF4, 4, 0x80, 0x8F},
};

static const Lead *lead_find(unsigned char byte)
{
    for (size_t i = 0; i < sizeof leads / sizeof leads[0]; i++)
        if (byte >= leads[i].first && byte <= leads[i].last) return &leads[i];
    return NULL;
}

/* Decodes; *valid tells a genuine U+FFFD from a replacement. */
static size_t decode(const char *text, size_t len, uint32_t *code_point, bool *valid)
{
    const unsigned char *bytes = (const unsigned char *)text;
    *valid = true;
    if (bytes[0] < 0x80) {
        *code_point = bytes[0];
        return 1;
    }
    *valid = false;
    *code_point = TEXT_REPLACEMENT;
    const Lead *lead = lead_find(bytes[0]);
    if (!lead) return 1;
    uint32_t value = bytes[0] & (0xFFu >> (lead->bytes + 1));
    unsigned char low = lead->low, high = lead->high;
    for (size_t i = 1; i < lead->bytes; i++) {
        if (i >= len || bytes[i] < low || bytes[i] > high) return i;
        value = value << 6 | (bytes[i] & 0x3Fu);
        low = 0x80;
        high = 0xBF;
    }
    *valid = true;
    *code_point = value;
    return lead->bytes;
}

size_t utf8_decode(const char *text, size_t len, uint32_t *code_point)
{
    bool valid;
    return decode(text, len, code_point, &valid);
}

bool utf8_is_valid(const char *text, size_t len)
{
    bool valid = true;
    uint32_t code_point;
    for (size_t i = 0; i < len && valid;) i += decode(text + i, len - i, &code_point, &valid);
    return valid;
}

size_t utf8_encode(uint32_t code_point, char out[4])
{
    uint32_t c = code_point;
    if (c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF)) c = TEXT_REPLACEMENT;
    if (c < 0x80) {
        out[0] = (char)c;
        return 1;
    }
    size_t bytes = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    for (size_t i = bytes - 1; i > 0; i--, c >>= 6) out[i] = (char)(0x80 | (c & 0x3F));
    out[0] = (char)((0xF00u >> bytes & 0xF0) | c);
    return bytes;
}
