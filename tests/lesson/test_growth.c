/* How long a lesson takes to read grows with its length, whatever it is full of: four times as much of one thing
 * takes about four times as long, not sixteen. What is compared is processor time, of the same work in two sizes
 * side by side, the least of several turns; what is over in a moment at either size is short enough. */
#include "support.h"

#include <time.h>

enum { TIMES = 4, MOST_TIMES = 9, TURNS = 5 };

#define A_MOMENT 0.02

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* `piece` n times; % in it is the number of the repetition. */
static void repeat(StrBuf *out, const char *piece, size_t n)
{
    for (size_t i = 0; i < n; i++)
        for (const char *c = piece; *c; c++) {
            if (*c == '%')
                strbuf_printf(out, "%zu", i);
            else
                strbuf_add_char(out, *c);
        }
}

/* Reading it, and laying out all that is wrong with it. */
static double time_of(const char *before, const char *piece, size_t n)
{
    StrBuf text = {0};
    strbuf_add(&text, "---\ntitle: T\npart: P\norder: 1\nlevel: beginner\n---\n\n## A question?\n\n");
    strbuf_add(&text, before);
    repeat(&text, piece, n);
    strbuf_add(&text, "\n");
    double began = seconds();
    Parsed p = parse_n("demo.md", strbuf_text(&text), text.len);
    diags_format(p.arena, &p.diags);
    double took = seconds() - began;
    parsed_free(&p);
    strbuf_free(&text);
    return took;
}

static void assert_grows_evenly(const char *name, const char *before, const char *piece, size_t n)
{
    double few = 1e9, many = 1e9;
    for (int turn = 0; turn < TURNS; turn++) {
        double of_few = time_of(before, piece, n), of_many = time_of(before, piece, TIMES * n);
        if (of_few < few) few = of_few;
        if (of_many < many) many = of_many;
        if (many < A_MOMENT || many < MOST_TIMES * few) return;
    }
    fail_msg("%s: %zu take %.4f s, %d times as many %.4f s", name, n, few, TIMES, many);
}

static void reading_takes_as_long_as_the_text_is(void **state)
{
    (void)state;
    static const struct {
        const char *name, *before, *piece;
        size_t n;
    } kinds[] = {
        {"unclosed fences", "", "```live\n\n", 4000},
        {"unclosed listings", "", "```text\n\n", 4000},
        {"unclosed listings of both kinds", "", "```text\n\n~~~~text\n\n", 2000},
        {"indented fences", "", "    ```text\n\n", 4000},
        {"closed fences", "", "```text\nx\n```\n\n", 3000},
        {"unknown names", "", "x {y}\n\n", 2000},
        {"open braces", "", "x{ ", 1500},
        {"open brackets", "", "[ ", 3500},
        {"backticks", "", "` `` ", 1500},
        {"stars", "", "*a **b ", 1000},
        {"links", "", "[a](b) ", 1100},
        {"dollars", "", "$a ", 2500},
        {"named steps", "", "Text.\n\n<!-- pause step-% -->\n\n", 1500},
        {"screens", "Text.\n\n", "## Why % ?\n\nText.\n\n", 1500},
        {"open comments", "", "<!-- a\n\n", 4000},
        {"unknown headings", "", "### Gaol\n\nText.\n\n", 1500},
        {"quotes", "", "> a\n\n", 4000},
        {"list items", "", "- a\n", 4000},
        {"list items apart", "", "- a\n\n\n", 3000},
        {"table rows", "| a | b |\n|---|---|\n", "| 1 | 2 |\n", 2000},
        {"bars", "", "a | b\n", 3000},
        {"definitions", "```live\nx = 1\n", "x% = x + 1\n", 1000},
        {"definitions again", "```live\nx = 1\n", "x = 2\n", 2000},
        {"claims", "```live\nx = 1\n```\n\n```claim\n", "always: x == 1 | True.\n", 1000},
        {"cards", "", "```card demo/c%\nfront: A\nback: B\n```\n\n", 750},
        {"questions", "```live\nx = 1\n```\n\n", "```quiz demo/q% number\nWhat?\nanswer: x\n```\n\n", 750},
        {"questions of one name", "```live\nx = 1\n```\n\n", "```quiz demo/q number\nWhat?\nanswer: x\n```\n\n", 750},
        {"formulas", "", "```math\na + b\n```\n\n", 750},
        {"nested brackets", "```live\n", "(", 4000},
        {"a long sum", "```live\nx = 1", " + 1", 2000},
        {"a long list", "```live\nx = [1", ", 1", 2500},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        assert_grows_evenly(kinds[i].name, kinds[i].before, kinds[i].piece, kinds[i].n);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(reading_takes_as_long_as_the_text_is)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
