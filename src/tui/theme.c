/* Themes.
 *
 * Prose stays in the terminal's own colour on the terminal's own background: the
 * user has chosen both. Roles that stand out take a colour of the 256 cube that
 * keeps a contrast of 4.5:1 on every background which the theme may meet (dark:
 * black to #303030; light: white to #eeeeee; a test computes it). With 16 colours,
 * whose values users change, only hues that the usual palettes make readable are
 * used; with fewer, none. One theme is for projectors, which wash colours out: white
 * and a few light colours on black, 7:1 at least, whatever the terminal's own are, and
 * most of it bold. Bold, underline and reverse are the same everywhere, so
 * that no difference lives in colour alone.
 */
#include "theme.h"
#include <stdlib.h>
#include <string.h>

/* One row a role: colours in dark and light with 256, in dark and light with 16, attributes. */
typedef struct RoleStyle {
    int16_t dark, light, dark16, light16;
    uint8_t attributes;
} RoleStyle;

static const RoleStyle role_styles[ROLE_COUNT] = {
    [ROLE_TEXT] = {-1, -1, -1, -1, 0},
    [ROLE_TITLE] = {231, 16, -1, -1, STYLE_BOLD},
    [ROLE_RULE] = {247, 241, -1, -1, 0},
    [ROLE_EMPH] = {-1, -1, -1, -1, STYLE_BOLD},
    [ROLE_DIM] = {249, 240, -1, -1, 0},
    [ROLE_CODE] = {151, 22, -1, -1, 0},
    [ROLE_LABEL] = {152, 23, 14, 4, 0},
    [ROLE_NUMBER] = {230, 18, -1, -1, 0},
    [ROLE_CHANGED] = {215, 125, 11, 5, STYLE_BOLD},
    [ROLE_BAR] = {75, 25, 14, 4, 0},
    [ROLE_HEAT] = {-1, -1, -1, -1, 0},
    [ROLE_AXIS] = {249, 240, -1, -1, 0},
    [ROLE_PAGE] = {249, 240, -1, -1, 0},
    [ROLE_STUDY] = {183, 91, 13, 5, 0},
    [ROLE_SLOPE] = {183, 91, 13, 5, 0},
    [ROLE_MEASURED] = {249, 240, -1, -1, 0},
    [ROLE_SOURCE] = {180, 94, -1, -1, 0},
    [ROLE_GOOD] = {114, 22, 10, -1, 0},
    [ROLE_BAD] = {210, 124, 9, 1, STYLE_BOLD},
    [ROLE_ANALOGY] = {146, 60, -1, -1, 0},
    [ROLE_TRAP] = {222, 88, 11, 1, STYLE_BOLD},
    [ROLE_KEY] = {117, 25, 14, 4, STYLE_BOLD},
    [ROLE_STATUS] = {250, 240, -1, -1, 0},
    [ROLE_ENTRY] = {231, 16, -1, -1, STYLE_UNDERLINE},
};

/* Heat: nine steps of the cube, close to even in OKLab lightness (0.22 to 0.97 on dark, 0.99 to
 * 0.34 on light, about 0.09 apart), so that equal steps look equal and more heat always stands
 * out more from the background. Hue goes along: blue, teal, green, yellow; yellow, orange, plum. */
enum { HEAT_STEPS = 9 };

static const uint8_t heat_dark[HEAT_STEPS] = {17, 18, 20, 25, 31, 37, 78, 186, 227};
static const uint8_t heat_light[HEAT_STEPS] = {230, 222, 214, 208, 137, 131, 125, 89, 53};

enum { INK_BLACK = 16, INK_WHITE = 231 };

uint32_t palette_rgb(int index)
{
    static const uint32_t base[16] = {0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD,
                                      0x00CDCD, 0xE5E5E5, 0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00,
                                      0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF};
    static const uint8_t levels[6] = {0, 95, 135, 175, 215, 255};
    if (index < 16) return base[index];
    if (index >= 232) return 0x010101u * (uint32_t)(8 + 10 * (index - 232));
    int i = index - 16;
    return (uint32_t)(levels[i / 36] << 16 | levels[i / 6 % 6] << 8 | levels[i % 6]);
}

/* Black or white, whichever reads better: they are even at a luminance of 0.18. Squares are close
 * enough to sRGB's curve to tell on which side a colour is. */
static int16_t ink_on(int color)
{
    uint32_t rgb = palette_rgb(color), red = rgb >> 16 & 255, green = rgb >> 8 & 255, blue = rgb & 255;
    double luminance = (0.2126 * red * red + 0.7152 * green * green + 0.0722 * blue * blue) / (255.0 * 255.0);
    return luminance > 0.18 ? INK_BLACK : INK_WHITE;
}

/* On black, for a room. What is not listed is white. */
static const struct {
    Role role;
    int16_t fg;
} contrast_inks[] = {
    {ROLE_TITLE, 250}, {ROLE_NUMBER, 228}, {ROLE_CHANGED, 215}, {ROLE_LABEL, 123}, {ROLE_BAR, 117},   {ROLE_GOOD, 120},
    {ROLE_BAD, 217},    {ROLE_TRAP, 222},    {ROLE_KEY, 123},   {ROLE_RULE, 250},  {ROLE_DIM, 252},
    {ROLE_AXIS, 252},   {ROLE_PAGE, 252},    {ROLE_STATUS, 252}, {ROLE_MEASURED, 252}, {ROLE_SLOPE, 225},
    {ROLE_STUDY, 225},  {ROLE_SOURCE, 223},  {ROLE_CODE, 158},
};

static Style contrast_style(int colors, Role role)
{
    Style style = {COLOR_NONE, COLOR_NONE, role_styles[role].attributes};
    bool is_quiet = role == ROLE_DIM || role == ROLE_PAGE || role == ROLE_STATUS || role == ROLE_MEASURED ||
                    role == ROLE_RULE || role == ROLE_AXIS;
    if (!is_quiet) style.attributes |= STYLE_BOLD;
    if (colors < 256) return style;
    style.bg = INK_BLACK;
    style.fg = INK_WHITE;
    for (size_t i = 0; i < sizeof contrast_inks / sizeof *contrast_inks; i++)
        if (contrast_inks[i].role == role) style.fg = contrast_inks[i].fg;
    return style;
}

/* The shades that stand for heat where there is no colour. */
static bool is_shade(const char *glyph)
{
    static const char *const ramp[] = {"░", "▒", "▓", "█"};
    for (size_t i = 0; i < sizeof ramp / sizeof ramp[0]; i++)
        if (strcmp(glyph, ramp[i]) == 0) return true;
    return false;
}

/* Where the colour tells the heat, the shade must not gainsay it: a full block of ink over the hottest colour
 * would be black. What is selected is drawn in reverse, and shows it through its shade. */
static Style heat_style(TuiTheme theme, int colors, const Cell *cell)
{
    int level = cell->level;
    if (colors < 256) return (Style){COLOR_NONE, COLOR_NONE, level > 170 ? STYLE_BOLD : 0};
    int step = level * HEAT_STEPS / 256;
    int color = theme == THEME_LIGHT ? heat_light[step] : heat_dark[step];
    bool is_solid = is_shade(cell->glyph) && !cell->marks;
    return (Style){is_solid ? (int16_t)color : ink_on(color), (int16_t)color, 0};
}

static Style role_style(TuiTheme theme, int colors, Role role)
{
    const RoleStyle *row = &role_styles[role];
    if (theme == THEME_CONTRAST) return contrast_style(colors, role);
    Style style = {COLOR_NONE, COLOR_NONE, row->attributes};
    bool is_light = theme == THEME_LIGHT;
    if (colors >= 256)
        style.fg = is_light ? row->light : row->dark;
    else if (colors >= 16)
        style.fg = is_light ? row->light16 : row->dark16;
    return style;
}

/* Marks lie over roles; the strongest comes last. */
static void add_marks(Style *style, TuiTheme theme, int colors, uint8_t marks)
{
    if (marks & MARK_SPOTLIGHT) { /* outside the spotlight: nothing stands out, all can be read */
        bool has_greys = colors >= 256;
        *style = (Style){COLOR_NONE, COLOR_NONE, has_greys ? 0 : STYLE_DIM};
        if (has_greys) style->fg = theme == THEME_LIGHT ? 241 : 247;
        if (has_greys && theme == THEME_CONTRAST) style->bg = INK_BLACK;
    }
    if (marks & MARK_INPUT) style->attributes |= STYLE_UNDERLINE;
    if (marks & MARK_HIT) {
        style->attributes |= STYLE_BOLD | STYLE_UNDERLINE;
        if (colors >= 256) style->fg = INK_BLACK, style->bg = 229;
    }
    if (marks & MARK_SELECTED) style->attributes |= STYLE_BOLD | STYLE_REVERSE;
    if (marks & MARK_CURSOR) style->attributes |= STYLE_REVERSE;
}

Style theme_style(TuiTheme theme, int colors, const Cell *cell)
{
    if (theme == THEME_MONO) colors = 0;
    Style style = cell->role == ROLE_HEAT ? heat_style(theme, colors, cell)
                                          : role_style(theme, colors, (Role)cell->role);
    if (cell->marks) add_marks(&style, theme, colors, cell->marks);
    return style;
}

/* COLORFGBG is "15;0" or "0;default;15": the last field is the background's palette entry. */
static bool background_of(const char *colorfgbg, int *index)
{
    const char *last = colorfgbg ? strrchr(colorfgbg, ';') : NULL;
    if (!last || last[1] < '0' || last[1] > '9') return false;
    *index = atoi(last + 1);
    return *index < 16;
}

TuiTheme theme_choose(int colors, const char *colorfgbg, const char *no_color, bool *is_certain)
{
    int index;
    *is_certain = true;
    if (colors < 8 || (no_color && *no_color)) return THEME_MONO;
    if (background_of(colorfgbg, &index)) return index == 7 || index > 8 ? THEME_LIGHT : THEME_DARK;
    *is_certain = false;
    return THEME_DARK;
}

TuiTheme theme_for_background(const double rgb[3])
{
    return 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2] > 0.5 ? THEME_LIGHT : THEME_DARK;
}

const char *tui_theme_name(TuiTheme theme)
{
    static const char *const names[THEME_COUNT] = {"auto", "dark", "light", "mono", "contrast"};
    return names[theme];
}
