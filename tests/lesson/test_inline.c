/* Inlines: what GitHub shows, and what heed adds to it. */
#include "lesson/support.h"

#define LIVE "\n\n```live\nq = [1, 2, 3]\nnames = [\"a\", \"b\"]\nn = 3\n```\n"

typedef struct Case {
    const char *text, *outline;
} Case;

static void check_cases(const Case *cases, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        StrBuf text = {0};
        strbuf_printf(&text, "---\ntitle: t\n---\n\n## S?\n\n%s%s", cases[i].text, LIVE);
        Parsed p = parse_n("demo.md", text.data, text.len);
        if (p.diags.count) fail_msg("%s: %s", cases[i].text, diags_format(p.arena, &p.diags));
        const char *found = outline_paragraph(&p);
        if (strcmp(found, cases[i].outline) != 0)
            fail_msg("%s is %s, not %s", cases[i].text, found, cases[i].outline);
        parsed_free(&p);
        strbuf_free(&text);
    }
}

#define CHECK(cases) check_cases((cases), sizeof(cases) / sizeof *(cases))

static void emphasis_pairs_as_commonmark_pairs_it(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"*a b*", "<emph \"a b\">"},
        {"a * b*", "\"a * b*\""},
        {"a*\"b\"*", "\"a*\"b\"*\""},
        {"f*oo*b", "\"f\"<emph \"oo\">\"b\""},
        {"_a b_", "<emph \"a b\">"},
        {"d_model and d_k", "\"d_model and d_k\""},
        {"a_\"b\"_", "\"a_\"b\"_\""},
        {"**a b**", "<strong \"a b\">"},
        {"__a b__", "<strong \"a b\">"},
        {"** a**", "\"** a**\""},
        {"**a*", "\"*\"<emph \"a\">"},
        {"*a**", "<emph \"a\">\"*\""},
        {"***a***", "<emph <strong \"a\">>"},
        {"*a **b** c*", "<emph \"a \"<strong \"b\">\" c\">"},
        {"**a *b* c**", "<strong \"a \"<emph \"b\">\" c\">"},
        {"*a**b**c*", "<emph \"a\"<strong \"b\">\"c\">"},
        {"*a**b*", "<emph \"a**b\">"},
        {"***a** b*", "<emph <strong \"a\">\" b\">"},
        {"*a **b***", "<emph \"a \"<strong \"b\">>"},
        {"*a *b", "\"*a *b\""},
        {"*a _b* c_", "<emph \"a _b\">\" c_\""},
        {"**a**b", "<strong \"a\">\"b\""},
        {"*(**a**)*", "<emph \"(\"<strong \"a\">\")\">"},
        {"2 * 3 * 4", "\"2 * 3 * 4\""},
        {"\"*a*\"", "\"\"\"<emph \"a\">\"\"\""},
        {"*a*, *b*.", "<emph \"a\">\", \"<emph \"b\">\".\""},
        {"**Gräßlich**", "<strong \"Gräßlich\">"},
        {"*a\nb*", "<emph \"a b\">"},
    };
    CHECK(cases);
}

static void nothing_is_read_inside_code_and_math(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"`*a* {q} $x$`", "<code *a* {q} $x$>"},
        {"``a ` b``", "<code a ` b>"},
        {"`` `a` ``", "<code `a`>"},
        {"*a `b*` c*", "<emph \"a \"<code b*>\" c\">"},
        {"$x_1 * y_2 * z$", "<math x_1 * y_2 * z>"},
        {"$\\{q\\}$ and $`a_b`$", "<math \\{q\\}>\" and \"<math a_b>"},
        {"costs $5 or $6", "\"costs $5 or $6\""},
        {"$5 and $ 6$", "\"$5 and $ 6$\""},
        {"from $a$ to $b$", "\"from \"<math a>\" to \"<math b>"},
        {"\\$a$", "\"$a$\""},
        {"`a\nb`", "<code a b>"},
    };
    CHECK(cases);
}

static void live_numbers_split_at_the_outer_colon(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"{q[0]:.4f}", "<number q[0]:.4f>"},
        {"{sum(q)}", "<number sum(q):>"},
        {"{q[0:2]:+.1f}", "<number q[0:2]:+.1f>"},
        {"{ q[0] :,d}", "<number q[0]:,d>"},
        {"{names[0]}", "<number names[0]:>"},
        {"{names == \"a:b\"}", "<number names == \"a:b\":>"},
        {"{1 if n > 2 else 0:d}", "<number 1 if n > 2 else 0:d>"},
        {"**{q:.2f}**, {{q}}", "<strong <number q:.2f>>\", {q}\""},
        {"*{n:g}*{n:g}", "<emph <number n:g>><number n:g>"},
        {"[{n:d} keys](https://a.b)", "<link ->https://a.b <number n:d>\" keys\">"},
    };
    CHECK(cases);
}

static void links_quotations_and_escapes(void **state)
{
    (void)state;
    static const Case cases[] = {
        {"[a](b)", "<link ->b \"a\">"},
        {"[a *b*](c \"title\")", "<link ->c \"a \"<emph \"b\">>"},
        {"[a](b(c)d)", "<link ->b(c)d \"a\">"},
        {"[a](<b c>)", "<link ->b c \"a\">"},
        {"[a] (b)", "\"[a] (b)\""},
        {"[a [b](c) d](e)", "\"[a \"<link ->c \"b\">\" d](e)\""},
        {"*a [b*](c)", "\"*a \"<link ->c \"b*\">"},
        {"<https://a.b/c>", "<link ->https://a.b/c \"https://a.b/c\">"},
        {"[as printed: 0.4518]", "<printed 0.4518>"},
        {"a [as printed:\n .943 and .924]!", "\"a \"<printed .943 and .924>\"!\""},
        {"\\*a\\* \\[b\\] \\{c\\} \\\\", "\"*a* [b] {c} \\\""},
        {"a < b > c &lt; &amp; &nbsp;&copy;", "\"a < b > c < & \xC2\xA0&copy;\""},
        {"a <!-- gone --> b", "\"a b\""},
        {"a  \nb\\\nc", "\"a b c\""},
        {"a    b", "\"a b\""},
        {"}} {{ }", "\"} { }\""},
    };
    CHECK(cases);
}

/* Nested marks of any number cost a bounded depth, not a stack. */
static void deep_and_long_texts_are_read(void **state)
{
    (void)state;
    static const char *const units[] = {"*a ", "**a ", "_a *b ", "[a ",  "*a **b ",      "[a](",
                                        "$a ", "`",    "{",      "<!--", "[as printed:", "***"};
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        StrBuf text = {0};
        strbuf_add(&text, "---\ntitle: t\n---\n\n## S?\n\n");
        for (size_t k = 0; k < 4000; k++) strbuf_add(&text, units[i]);
        strbuf_add(&text, "x");
        for (size_t k = 0; k < 4000; k++) strbuf_add(&text, "*_**");
        Parsed p = parse_n("demo.md", text.data, text.len);
        assert_int_equal(p.lesson->n_screens, 1);
        parsed_free(&p);
        strbuf_free(&text);
    }
}

/* ------------------------------------------------------------- round trips */

typedef struct Writer {
    StrBuf text, outline;
    uint32_t state;
} Writer;

static uint32_t draw(Writer *w, uint32_t n)
{
    w->state = w->state * 1664525u + 1013904223u;
    return (w->state >> 8) % n;
}

static void write_words(Writer *w, char *plain)
{
    static const char *const words[] = {"one", "two*", "d_k", "[x]", "{y}", "50%", "a`b",
                                        "c$d", "<e",   "α²",  "\\f", "x|y", "&lt;"};
    size_t n = 1 + draw(w, 3);
    plain[0] = '\0';
    for (size_t i = 0; i < n; i++) {
        const char *word = words[draw(w, sizeof words / sizeof *words)];
        if (i) strcat(plain, " ");
        strcat(plain, word);
        if (i) strbuf_add_char(&w->text, draw(w, 4) ? ' ' : '\n');
        for (const char *c = word; *c; c++) {
            if (strchr("*_[]{}`$<\\|&", *c)) strbuf_add_char(&w->text, '\\');
            strbuf_add_char(&w->text, *c);
        }
    }
}

static void write_text(Writer *w)
{
    char plain[200];
    write_words(w, plain);
    strbuf_printf(&w->outline, "%s", plain);
}

/* Items one after another, parted by a plain word so that marks stay apart. */
static void write_items(Writer *w, int depth)
{
    size_t n = 1 + draw(w, 3);
    for (size_t i = 0; i < n; i++) {
        strbuf_add(&w->outline, i ? "\" " : "\"");
        write_text(w);
        strbuf_add(&w->text, " ");
        strbuf_add(&w->outline, " \"");
        static const char *const open[] = {"**", "*", "["}, *const close[] = {"**", "*", "](t)"};
        static const char *const names[] = {"strong", "emph", "link ->t"};
        uint32_t kind = draw(w, depth > 0 ? 7 : 4);
        if (kind == 0) {
            strbuf_add(&w->text, "`a*b`");
            strbuf_add(&w->outline, "<code a*b>");
        } else if (kind == 1) {
            strbuf_add(&w->text, "$a_b$");
            strbuf_add(&w->outline, "<math a_b>");
        } else if (kind == 2) {
            strbuf_add(&w->text, "{q[1]:.3f}");
            strbuf_add(&w->outline, "<number q[1]:.3f>");
        } else if (kind == 3) {
            strbuf_add(&w->text, "[as printed: 0.5]");
            strbuf_add(&w->outline, "<printed 0.5>");
        } else {
            strbuf_add(&w->text, open[kind - 4]);
            strbuf_printf(&w->outline, "<%s ", names[kind - 4]);
            write_items(w, kind == 6 ? 0 : depth - 1);
            strbuf_add(&w->text, close[kind - 4]);
            strbuf_add(&w->outline, ">");
        }
        strbuf_add(&w->text, " ");
    }
    strbuf_add(&w->text, "end");
    strbuf_add(&w->outline, "\" end\"");
}

/* The outline with neighbouring texts joined: "a""b" is "ab". */
static void join_texts(char *outline)
{
    for (char *at; (at = strstr(outline, "\"\"")) != NULL;) memmove(at, at + 2, strlen(at + 2) + 1);
}

static void written_prose_reads_back(void **state)
{
    (void)state;
    for (uint32_t seed = 1; seed <= 400; seed++) {
        Writer w = {.state = seed};
        strbuf_add(&w.text, "---\ntitle: t\n---\n\n## S?\n\n");
        size_t start = w.text.len;
        write_items(&w, 3);
        char *prose = heed_xstrdup(w.text.data + start);
        strbuf_add(&w.text, LIVE);
        Parsed p = parse_n("demo.md", w.text.data, w.text.len);
        char *found = outline_paragraph(&p), *expected = heed_xstrdup(w.outline.data);
        join_texts(found);
        join_texts(expected);
        if (p.diags.count) fail_msg("%s: %s", prose, diags_format(p.arena, &p.diags));
        if (strcmp(found, expected) != 0) fail_msg("%s is %s, not %s", prose, found, expected);
        free(expected);
        free(prose);
        parsed_free(&p);
        strbuf_free(&w.text);
        strbuf_free(&w.outline);
    }
}

/* A span covers the text it stands for. */
static void places_are_those_of_the_source(void **state)
{
    (void)state;
    Parsed p = parse("---\ntitle: t\n---\n\n## S?\n\n> ä {q:d}\n> **b** $x$\n\n| a | `c` |\n|---|---|\n| "
                     "x\\|y {q:.1f} | z |\n" LIVE);
    assert_int_equal(p.diags.count, 0);
    const Block *blocks = p.lesson->screens[0].steps[0].blocks;
    const char *text = p.lesson->source->text;
    const Prose *quote = &blocks[0].as.prose;
    static const char *const expected[] = {"ä ", "{q:d}", "", "**b**", " ", "$x$"};
    for (size_t i = 0; i < quote->count; i++) {
        SourceSpan span = quote->items[i].span;
        if (*expected[i]) assert_memory_equal(text + span.start, expected[i], span.end - span.start);
    }
    const Prose *cell = &blocks[1].as.table.cells[2];
    assert_string_equal(cell->items[0].text, "x|y ");
    assert_memory_equal(text + cell->items[1].span.start, "{q:.1f}", 7);
    parsed_free(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(emphasis_pairs_as_commonmark_pairs_it),
        cmocka_unit_test(nothing_is_read_inside_code_and_math),
        cmocka_unit_test(live_numbers_split_at_the_outer_colon),
        cmocka_unit_test(links_quotations_and_escapes),
        cmocka_unit_test(deep_and_long_texts_are_read),
        cmocka_unit_test(written_prose_reads_back),
        cmocka_unit_test(places_are_those_of_the_source),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
