/* Glyphs: the walk through a text that measuring and drawing share.
 *
 * What must not reach a terminal (controls, bidi overrides, line separators,
 * invalid bytes) becomes a stand-in here, whatever the caller passed. In ASCII a
 * run of subscripts shares one underscore: k₁₂ becomes k_12, x⁻¹ becomes x^-1;
 * and a twin that ends in a blank needs none before another: "Σ e" is "sum e".
 */
#include "glyph.h"
#include "heed/text.h"
#include <string.h>

/* Would it change how the terminal shows what comes after? */
static bool is_unsafe(uint32_t cp)
{
    return cp < 0x20 || (cp >= 0x7F && cp < 0xA0) ||                           /* C0, DEL, C1 */
           cp == 0x061C || cp == 0x200E || cp == 0x200F ||                     /* bidi marks */
           (cp >= 0x2028 && cp <= 0x202E) || (cp >= 0x2066 && cp <= 0x2069) || /* separators, overrides */
           (cp >= 0xFFF9 && cp <= 0xFFFB) || (cp & 0xFFFE) == 0xFFFE; /* annotations, non-characters */
}

/* Bytes that decode to U+FFFD without being it. */
static bool is_invalid(const char *text, size_t bytes, uint32_t cp)
{
    return cp == TEXT_REPLACEMENT && (bytes != 3 || memcmp(text, "\xEF\xBF\xBD", 3) != 0);
}

static uint32_t stand_in(uint32_t cp)
{
    if (cp < 0x20) return 0x2400 + cp;
    if (cp == 0x7F) return 0x2421;
    return TEXT_REPLACEMENT;
}

GlyphWalk glyph_walk(Charset charset, const char *utf8)
{
    return (GlyphWalk){charset, utf8, strlen(utf8), 0};
}

/* What of a cluster a cell can keep; a longer one loses its tail of marks. */
static void copy_cluster(Glyph *glyph, const char *text, size_t n)
{
    size_t keep = 0;
    while (keep < n) {
        uint32_t cp;
        size_t bytes = utf8_decode(text + keep, n - keep, &cp);
        if (keep + bytes >= CELL_BYTES) break;
        keep += bytes;
    }
    memcpy(glyph->text, text, keep);
    glyph->text[keep] = '\0';
}

/* The cluster up to the first code point that must not ride along in it. */
static size_t safe_cluster(const char *text, size_t len, int *width)
{
    size_t n = text_cluster(text, len, width), safe = 0;
    while (safe < n) {
        uint32_t cp;
        size_t bytes = utf8_decode(text + safe, n - safe, &cp);
        if (safe > 0 && (is_unsafe(cp) || is_invalid(text + safe, bytes, cp))) break;
        safe += bytes;
    }
    return safe;
}

/* Sub- and superscripts are the table's two-character twins that begin with _ or ^. */
static void put_twin(GlyphWalk *walk, Glyph *glyph, uint32_t cp)
{
    char buffer[3];
    const char *twin = glyph_twin(cp, buffer);
    bool is_script = twin != buffer && (twin[0] == '_' || twin[0] == '^') && twin[1] && !twin[2];
    if (is_script && walk->script == twin[0])
        twin++;
    else
        walk->script = is_script ? twin[0] : '\0';
    glyph->width = (int)strlen(twin);
    memcpy(glyph->text, twin, (size_t)glyph->width + 1);
    bool ends_blank = glyph->width > 1 && twin[glyph->width - 1] == ' ';
    if (ends_blank && walk->len > 0 && walk->at[0] == ' ') glyph->text[--glyph->width] = '\0';
}

/* Printable ASCII that nothing can join: most of every text. */
static bool is_plain(const GlyphWalk *walk)
{
    unsigned char c = (unsigned char)walk->at[0];
    return c >= 0x20 && c < 0x7F && (walk->len == 1 || (unsigned char)walk->at[1] < 0x80);
}

bool glyph_next(GlyphWalk *walk, Glyph *glyph)
{
    if (walk->len == 0) return false;
    if (is_plain(walk)) {
        glyph->text[0] = walk->at[0];
        glyph->text[1] = '\0';
        glyph->width = 1;
        glyph->is_break = walk->at[0] == ' ';
        walk->script = '\0';
        walk->at++;
        walk->len--;
        return true;
    }
    uint32_t cp;
    size_t bytes = utf8_decode(walk->at, walk->len, &cp);
    const char *start = walk->at;
    glyph->is_break = cp == ' ' || cp == '\n' || cp == '\t';
    if (is_unsafe(cp) || is_invalid(start, bytes, cp)) {
        cp = stand_in(cp);
        glyph->width = 1;
        glyph->text[utf8_encode(cp, glyph->text)] = '\0';
    } else {
        bytes = safe_cluster(start, walk->len, &glyph->width);
        if (cp == 0xA0) /* drawn as the blank that it looks like */
            memcpy(glyph->text, " ", 2);
        else
            copy_cluster(glyph, start, bytes);
    }
    walk->at += bytes;
    walk->len -= bytes;
    if (glyph->width == 0)
        glyph->text[0] = '\0';
    else if (walk->charset == CHARSET_ASCII)
        put_twin(walk, glyph, cp);
    return true;
}

static void add_twins(StrBuf *out, GlyphWalk walk)
{
    Glyph glyph;
    while (glyph_next(&walk, &glyph)) strbuf_add(out, glyph.text);
}

const char *charset_text(Arena *arena, Charset charset, const char *utf8)
{
    if (charset != CHARSET_ASCII) return utf8;
    StrBuf out = {0};
    add_twins(&out, glyph_walk(charset, utf8));
    return strbuf_take(&out, arena);
}

const char *charset_lines(Arena *arena, Charset charset, const char *utf8)
{
    if (charset != CHARSET_ASCII) return utf8;
    StrBuf out = {0};
    while (*utf8 != '\0') {
        size_t n = strcspn(utf8, "\n\t");
        add_twins(&out, (GlyphWalk){charset, utf8, n, 0});
        utf8 += n;
        if (*utf8 != '\0') strbuf_add_char(&out, *utf8++);
    }
    return strbuf_take(&out, arena);
}

int charset_width(Charset charset, const char *utf8)
{
    GlyphWalk walk = glyph_walk(charset, utf8);
    Glyph glyph;
    int width = 0;
    while (glyph_next(&walk, &glyph)) width += glyph.width;
    return width;
}
