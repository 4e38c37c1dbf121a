/* What comes from outside: pastes, files with control bytes, terminals without colours, a key in a hurry. The
 * whole program in a terminal, not its parts. */
#include "folder.h"
#include "terminal/terminal.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <cmocka.h>

typedef struct Home {
    char path[FOLDER_MAX];
} Home;

static int make_home(void **state)
{
    Home *home = calloc(1, sizeof *home);
    if (folder_make(home->path) != 0) return -1;
    *state = home;
    return 0;
}

static int drop_home(void **state)
{
    Home *home = *state;
    int code = folder_drop(home->path);
    free(home);
    return code;
}

static Terminal *start(void **state, const char *lesson, const char *const *env)
{
    const Home *home = *state;
    const char *argv[] = {HEED_PROGRAM, "--data", home->path, "run", lesson,
                          "--screen",   "1",      "--step",   "1",   NULL};
    return terminal_start(&(TerminalOptions){.argv = argv, .rows = 24, .cols = 80, .env = env});
}

static void leave(Terminal *t)
{
    terminal_keys(t, "Esc Esc q");
    terminal_expect_exit(t, 0);
    terminal_expect_restored(t);
    terminal_free(t);
}

static void paste_text(Terminal *t, const char *text)
{
    terminal_paste(t, text, strlen(text));
}

static void a_paste_is_text_where_a_line_is_typed_and_nothing_elsewhere(void **state)
{
    static const char bytes[] = "q\033q\003 u r \x1a\n:1\n";
    Terminal *t = start(state, "four-steps", NULL);
    terminal_expect(t, "Three singers");
    terminal_paste(t, bytes, sizeof bytes - 1);
    terminal_keys(t, "?");
    terminal_expect(t, "Reading a lesson"); /* still there, and keys are keys again */
    terminal_keys(t, "Esc :");
    terminal_expect(t, "try:");
    paste_text(t, "[1,\r\n2]\033[31m + 1");
    terminal_expect(t, "[1, 2][31m + 1"); /* the escape is dropped, what is left of it is text */
    terminal_keys(t, "C-u");
    paste_text(t, "40 + 2");
    terminal_keys(t, "Enter");
    terminal_expect(t, "42");
    leave(t);
}

static double now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1000 + (double)now.tv_nsec / 1e6;
}

static void a_megabyte_pasted_into_a_line_is_cut_and_said(void **state)
{
    enum { N = 1 << 20 };
    char *text = malloc(N);
    assert_non_null(text);
    for (size_t i = 0; i < N; i++) text[i] = "1 + 2 +\n q\033"[i % 11];
    Terminal *t = start(state, "four-steps", NULL);
    terminal_expect(t, "Three singers");
    double began = now_ms();
    terminal_paste(t, text, N); /* nowhere */
    terminal_keys(t, ":");
    terminal_paste(t, text, N);
    terminal_expect(t, "The paste was too long for one line and was cut.");
    assert_true(now_ms() - began < 10000);
    terminal_keys(t, "Esc");
    terminal_expect_gone(t, "too long");
    free(text);
    leave(t);
}

static bool has_more(Terminal *t, void *data)
{
    return terminal_log_size(t) > *(size_t *)data;
}

/* A person notices a tenth of a second. The machine may be busy: the best of a few counts. */
static void escape_closes_a_panel_within_a_tenth_of_a_second(void **state)
{
    Terminal *t = start(state, "four-steps", NULL);
    terminal_expect(t, "Three singers");
    double best = 1e9;
    for (int i = 0; i < 5; i++) {
        terminal_keys(t, "?");
        terminal_expect(t, "Reading a lesson");
        terminal_settle(t, 0);
        size_t from = terminal_log_size(t);
        double began = now_ms();
        terminal_type(t, "\033");                       /* terminal_keys would wait behind it */
        assert_true(terminal_wait(t, has_more, &from)); /* what lay below the help is drawn again */
        double took = now_ms() - began;
        if (took < best) best = took;
    }
    if (best >= 100) fail_msg("Esc took %.0f ms", best);
    leave(t);
}

static const char *write_lesson(const Home *home, const char *text, size_t n)
{
    static char path[96];
    snprintf(path, sizeof path, "%s/odd.md", home->path);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, n, file), n);
    fclose(file);
    return path;
}

/* Titles, clipboards, colours, the other screen, C1 controls, what turns the direction of text. */
static void control_bytes_of_a_file_are_named_and_do_nothing(void **state)
{
    static const char text[] = "---\ntitle: \"Odd \033]0;owned\a ones\"\npart: p\norder: 1\nlevel: "
                               "l\n---\n\n## What \033[2J now?\n\n"
                               "A \033]52;c;b3duZWQ=\a and \033[31mred\033[0m, \xC2\x9B"
                               "31m, \xE2\x80\xAEthgir.\n\n"
                               "```live\nnames = [\"\033c\", \"b\"]\nx = [1, 2]\n```\n\n```show\nbars x "
                               "rows=names | A \033[?1049l caption.\n```\n";
    Terminal *t = start(state, write_lesson(*state, text, sizeof text - 1), NULL);
    terminal_expect_exit(t, 1);
    static const char *const forbidden[] = {"\033]0;owned", "\033]52;c;b3d", "\033[31mred",
                                            "\xC2\x9B",     "\xE2\x80\xAE",  "\033c"};
    for (size_t i = 0; i < sizeof forbidden / sizeof *forbidden; i++)
        assert_int_equal(terminal_log_count(t, 0, forbidden[i]), 0);
    terminal_expect(t, "the control character U+0007 has no");
    terminal_expect(t, "␛]52;c;");
    terminal_expect_restored(t);
    terminal_free(t);
}

/* Whatever an edit types goes back to the screen as well. */
static void control_bytes_typed_into_a_label_are_harmless(void **state)
{
    static const char text[] = "---\ntitle: t\npart: p\norder: 1\nlevel: l\n---\n\n## What?\n\n```live\nx = "
                               "[1, 2]\n```\n\n```show\nbars x | Bars.\n```\n";
    Terminal *t = start(state, write_lesson(*state, text, sizeof text - 1), NULL);
    terminal_expect(t, "Bars.");
    terminal_keys(t, ":");
    paste_text(t, "\"a\033]0;owned\a\xC2\x85\"");
    terminal_keys(t, "Enter");
    terminal_settle(t, 0);
    assert_int_equal(terminal_log_count(t, 0, "\033]0;owned"), 0);
    leave(t);
}

/* Meaning is carried without colour: attributes alone. */
static void without_colours_nothing_is_coloured_and_all_is_there(void **state)
{
    static const char *const environments[][3] = {
        {"NO_COLOR=1", NULL}, {"TERM=xterm-mono", NULL}, {"TERM=vt220", NULL}, {"TERM=xterm", NULL}};
    for (size_t e = 0; e < sizeof environments / sizeof *environments; e++) {
        Terminal *t = start(state, "four-steps", environments[e]);
        terminal_expect(t, "Three singers");
        terminal_keys(t, "Tab");
        terminal_expect(t, "loud[0] = 18");
        bool has_attribute = false;
        for (int row = 0; row < 24; row++)
            for (int col = 0; col < 80; col++) {
                TerminalCell cell = terminal_cell(t, row, col);
                assert_true(cell.fg == TERMINAL_DEFAULT && cell.bg == TERMINAL_DEFAULT);
                has_attribute |= cell.is_bold || cell.is_reversed;
            }
        assert_true(has_attribute);
        leave(t);
    }
}

/* Where an alpha takes two cells, lines and bars would fall apart: the terminal is asked, and drawn in ASCII.
 */
static void a_terminal_of_wide_ambiguous_characters_is_drawn_in_ascii(void **state)
{
    const Home *home = *state;
    const char *argv[] = {HEED_PROGRAM, "--data", home->path, "run", "four-steps", "--screen", "1", NULL};
    Terminal *t = terminal_start(&(TerminalOptions){.argv = argv, .is_wide = true});
    terminal_expect(t, "-----------");
    terminal_expect_gone(t, "───");
    terminal_expect(t, "####");
    terminal_keys(t, "?");
    terminal_expect(t, "Reading a lesson");
    leave(t);
    t = terminal_start(&(TerminalOptions){.argv = argv});
    terminal_expect(t, "───");
    leave(t);
    t = terminal_start(&(TerminalOptions){
        .argv = argv, .is_wide = true, .env = (const char *[]){"HEED_GLYPHS=braille", NULL}});
    terminal_expect(t, "───"); /* who asks for them gets them */
    terminal_settle(t, 0);
    terminal_expect(t, "───");
    leave(t);
    t = terminal_start(&(TerminalOptions){.argv = argv, .is_mute = true, .is_wide = true});
    terminal_expect(t, "───");
    leave(t);
}

#define HOME_TEST(name) cmocka_unit_test_setup_teardown(name, make_home, drop_home)

int main(void)
{
    const struct CMUnitTest tests[] = {
        HOME_TEST(a_paste_is_text_where_a_line_is_typed_and_nothing_elsewhere),
        HOME_TEST(a_megabyte_pasted_into_a_line_is_cut_and_said),
        HOME_TEST(escape_closes_a_panel_within_a_tenth_of_a_second),
        HOME_TEST(control_bytes_of_a_file_are_named_and_do_nothing),
        HOME_TEST(control_bytes_typed_into_a_label_are_harmless),
        HOME_TEST(a_terminal_of_wide_ambiguous_characters_is_drawn_in_ascii),
        HOME_TEST(without_colours_nothing_is_coloured_and_all_is_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
