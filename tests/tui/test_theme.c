/* Themes: readable on every background they may meet, and never colour alone. */
#include "support.h"
#include "tui/theme.h"
#include <math.h>

static const TuiTheme coloured[] = {THEME_DARK, THEME_LIGHT};

static double linear(double c)
{
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

/* WCAG 2's relative luminance and contrast. */
static double luminance(uint32_t rgb)
{
    return 0.2126 * linear((rgb >> 16 & 255) / 255.0) + 0.7152 * linear((rgb >> 8 & 255) / 255.0) +
           0.0722 * linear((rgb & 255) / 255.0);
}

static double contrast(uint32_t a, uint32_t b)
{
    double x = luminance(a) + 0.05, y = luminance(b) + 0.05;
    return x > y ? x / y : y / x;
}

static double lightness(uint32_t rgb) /* OKLab's L */
{
    double r = linear((rgb >> 16 & 255) / 255.0), g = linear((rgb >> 8 & 255) / 255.0),
           b = linear((rgb & 255) / 255.0);
    return 0.2104542553 * cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b) +
           0.7936177850 * cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b) -
           0.0040720468 * cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
}

static void expect_readable(Style style, TuiTheme theme, int role, int marks)
{
    static const uint32_t backgrounds[THEME_COUNT][3] = {
        [THEME_DARK] = {0x000000, 0x1E1E1E, 0x303030},
        [THEME_LIGHT] = {0xFFFFFF, 0xFDF6E3, 0xEEEEEE},
    };
    assert_true(style.fg != COLOR_NONE || style.bg == COLOR_NONE); /* a background comes with its own ink */
    if (style.fg == COLOR_NONE) return;                            /* the user's own pair */
    assert_true(style.fg >= 16);                                   /* entries that users do not change */
    for (int i = 0; i < 3; i++) {
        uint32_t behind = style.bg == COLOR_NONE ? backgrounds[theme][i] : palette_rgb(style.bg);
        double ratio = contrast(palette_rgb(style.fg), behind);
        if (ratio < 4.5)
            fail_msg("%s, role %d, marks %d: %.2f on #%06X", tui_theme_name(theme), role, marks, ratio,
                     behind);
    }
}

static void text_has_contrast_of_four_and_a_half_in_256_colours(void **state)
{
    (void)state;
    for (size_t t = 0; t < 2; t++)
        for (int role = 0; role < ROLE_COUNT; role++)
            for (int marks = 0; marks < 32; marks++)
                for (int level = 0; level < 256; level += role == ROLE_HEAT ? 1 : 256) {
                    Cell cell = {.role = (uint8_t)role, .marks = (uint8_t)marks, .level = (uint8_t)level};
                    expect_readable(theme_style(coloured[t], 256, &cell), coloured[t], role, marks);
                }
}

/* A projector washes colours out, so the theme for it brings its own black and keeps farther away from it. */
static void the_theme_for_a_room_has_contrast_of_seven_on_its_own_black(void **state)
{
    (void)state;
    for (int role = 0; role < ROLE_COUNT; role++)
        for (int marks = 0; marks < 32; marks++) {
            Cell cell = {.role = (uint8_t)role, .marks = (uint8_t)marks};
            if (role == ROLE_HEAT) continue; /* has a ground of its own, tested with the others */
            Style style = theme_style(THEME_CONTRAST, 256, &cell);
            assert_true(style.fg >= 16 && style.bg >= 16);
            double ratio = contrast(palette_rgb(style.fg), palette_rgb(style.bg));
            if (ratio < 7) fail_msg("role %d, marks %d: %.2f", role, marks, ratio);
        }
    Cell number = {.role = ROLE_NUMBER};
    assert_true(theme_style(THEME_CONTRAST, 256, &number).attributes & STYLE_BOLD);
    assert_int_equal(theme_style(THEME_CONTRAST, 16, &number).fg, COLOR_NONE);
}

static void sixteen_colours_are_readable_in_the_usual_palette(void **state)
{
    (void)state;
    for (size_t t = 0; t < 2; t++) {
        for (int role = 0; role < ROLE_COUNT; role++) {
            Cell cell = {.role = (uint8_t)role};
            Style style = theme_style(coloured[t], 16, &cell);
            assert_int_equal(style.bg, COLOR_NONE);
            if (style.fg == COLOR_NONE) continue;
            assert_true(style.fg < 16);
            assert_true(contrast(palette_rgb(style.fg), coloured[t] == THEME_DARK ? 0x000000 : 0xFFFFFF) >=
                        4.5);
        }
    }
}

static void below_sixteen_and_in_mono_there_are_no_colours(void **state)
{
    (void)state;
    static const struct {
        TuiTheme theme;
        int colors;
    } cases[] = {{THEME_DARK, 8},   {THEME_LIGHT, 8},  {THEME_DARK, 0},
                 {THEME_LIGHT, -1}, {THEME_MONO, 256}, {THEME_MONO, 1 << 24}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (int role = 0; role < ROLE_COUNT; role++)
            for (int marks = 0; marks < 32; marks++) {
                Cell cell = {.role = (uint8_t)role, .marks = (uint8_t)marks, .level = 200};
                Style style = theme_style(cases[i].theme, cases[i].colors, &cell);
                assert_true(style.fg == COLOR_NONE && style.bg == COLOR_NONE);
            }
}

/* What must be told apart is told apart without colour: by bold, underline or reverse. */
static void marks_and_alarms_show_without_colour(void **state)
{
    (void)state;
    static const uint8_t marks[] = {MARK_SELECTED, MARK_INPUT, MARK_CURSOR, MARK_HIT, MARK_SPOTLIGHT};
    Cell plain = {.role = ROLE_NUMBER};
    Style style = theme_style(THEME_MONO, 0, &plain);
    uint8_t seen[6] = {style.attributes};
    for (size_t i = 0; i < 5; i++) {
        Cell cell = {.role = ROLE_NUMBER, .marks = marks[i]};
        seen[i + 1] = theme_style(THEME_MONO, 0, &cell).attributes;
        for (size_t other = 0; other <= i; other++) assert_int_not_equal(seen[i + 1], seen[other]);
    }
    static const Role alarms[] = {ROLE_CHANGED, ROLE_BAD, ROLE_TRAP, ROLE_TITLE,
                                  ROLE_EMPH,    ROLE_KEY, ROLE_ENTRY};
    for (size_t i = 0; i < sizeof alarms / sizeof alarms[0]; i++) {
        Cell cell = {.role = (uint8_t)alarms[i]};
        assert_int_not_equal(theme_style(THEME_MONO, 0, &cell).attributes, 0);
    }
}

static void attributes_do_not_depend_on_colours(void **state)
{
    (void)state;
    for (int role = 0; role < ROLE_COUNT; role++) {
        if (role == ROLE_HEAT) continue;
        Cell cell = {.role = (uint8_t)role, .marks = MARK_SELECTED | MARK_INPUT};
        Style mono = theme_style(THEME_MONO, 0, &cell), dark = theme_style(THEME_DARK, 256, &cell);
        assert_int_equal(mono.attributes, dark.attributes);
    }
}

static void heat_climbs_in_even_steps_away_from_the_background(void **state)
{
    (void)state;
    for (size_t t = 0; t < 2; t++) {
        double last = -1;
        int last_color = -1, steps = 0;
        for (int level = 0; level < 256; level++) {
            Cell cell = {.role = ROLE_HEAT, .level = (uint8_t)level};
            int color = theme_style(coloured[t], 256, &cell).bg;
            double now = lightness(palette_rgb(color));
            if (coloured[t] == THEME_LIGHT) now = 1 - now;
            if (color == last_color) continue;
            if (last_color >= 0) assert_true(now - last > 0.05 && now - last < 0.13);
            last = now;
            last_color = color;
            steps++;
        }
        assert_true(steps >= 8);
    }
}

static void the_theme_follows_what_the_environment_says(void **state)
{
    (void)state;
    static const struct {
        int colors;
        const char *colorfgbg, *no_color;
        TuiTheme theme;
        bool is_certain;
    } cases[] = {
        {256, NULL, NULL, THEME_DARK, false},         {256, "15;0", NULL, THEME_DARK, true},
        {256, "0;15", NULL, THEME_LIGHT, true},       {256, "0;default;15", NULL, THEME_LIGHT, true},
        {256, "0;7", NULL, THEME_LIGHT, true},        {256, "7;8", NULL, THEME_DARK, true},
        {256, "15;default", NULL, THEME_DARK, false}, {256, "", NULL, THEME_DARK, false},
        {256, "0;99", NULL, THEME_DARK, false},       {256, "0;15", "1", THEME_MONO, true},
        {256, NULL, "", THEME_DARK, false},           {0, "0;15", NULL, THEME_MONO, true},
        {-1, NULL, NULL, THEME_MONO, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        bool is_certain;
        assert_int_equal(theme_choose(cases[i].colors, cases[i].colorfgbg, cases[i].no_color, &is_certain),
                         cases[i].theme);
        assert_int_equal(is_certain, cases[i].is_certain);
    }
    assert_int_equal(theme_for_background((double[]){1, 1, 1}), THEME_LIGHT);
    assert_int_equal(theme_for_background((double[]){0.99, 0.96, 0.89}), THEME_LIGHT);
    assert_int_equal(theme_for_background((double[]){0, 0.17, 0.21}), THEME_DARK);
}

/* The shade that tells heat without colours would cover the colour with ink. */
static void a_shade_in_colour_is_of_one_colour(void **state)
{
    (void)state;
    static const char *const shades[] = {" ", "░", "▒", "▓", "█"};
    for (size_t t = 0; t < 2; t++)
        for (int level = 0; level < 256; level += 15)
            for (size_t i = 0; i < sizeof shades / sizeof *shades; i++) {
                Cell cell = {.role = ROLE_HEAT, .level = (uint8_t)level};
                strcpy(cell.glyph, shades[i]);
                Style style = theme_style(coloured[t], 256, &cell);
                assert_true(style.fg == style.bg || i == 0);
                assert_int_equal(theme_style(coloured[t], 16, &cell).bg, COLOR_NONE);
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_has_contrast_of_four_and_a_half_in_256_colours),
        cmocka_unit_test(the_theme_for_a_room_has_contrast_of_seven_on_its_own_black),
        cmocka_unit_test(sixteen_colours_are_readable_in_the_usual_palette),
        cmocka_unit_test(below_sixteen_and_in_mono_there_are_no_colours),
        cmocka_unit_test(marks_and_alarms_show_without_colour),
        cmocka_unit_test(attributes_do_not_depend_on_colours),
        cmocka_unit_test(a_shade_in_colour_is_of_one_colour),
        cmocka_unit_test(heat_climbs_in_even_steps_away_from_the_background),
        cmocka_unit_test(the_theme_follows_what_the_environment_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
