/* Themes: what a cell's role and marks look like with the colours there are.
 * Knows no curses. Internal to tui.
 */
#ifndef HEED_TUI_THEME_H
#define HEED_TUI_THEME_H

#include "heed/tui.h"

enum { STYLE_BOLD = 1, STYLE_UNDERLINE = 2, STYLE_REVERSE = 4, STYLE_DIM = 8 };

enum { COLOR_NONE = -1 }; /* the terminal's own foreground or background */

typedef struct Style {
    int16_t fg, bg; /* index into the palette of 256 (or of 16), or COLOR_NONE */
    uint8_t attributes;
} Style;

/* colors: as many as the terminal has (0, 8, 16, 256, more). theme: never AUTO. */
Style theme_style(TuiTheme theme, int colors, const Cell *cell);

/* The theme that AUTO stands for before the terminal has been asked. colorfgbg and no_color are
 * the environment's COLORFGBG and NO_COLOR, or NULL. *is_certain: nothing is left to ask. */
TuiTheme theme_choose(int colors, const char *colorfgbg, const char *no_color, bool *is_certain);
/* Light or dark, by a background's red, green and blue in 0..1. */
TuiTheme theme_for_background(const double rgb[3]);

/* Red, green and blue of palette entry 16..255 (the cube and the greys, which terminals leave
 * alone) and the usual ones of 0..15 (which users change). */
uint32_t palette_rgb(int index);

#endif
