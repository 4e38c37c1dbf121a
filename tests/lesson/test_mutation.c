/* Whatever becomes of a lesson's text, it is parsed without a crash, every diagnostic has its place in the
 * text, and what is left can be checked. Cut texts, changed bytes, doubled and lost lines, texts spliced from
 * two places. */
#include "lesson/support.h"

#include <dirent.h>

typedef struct Texts {
    char *text[64];
    size_t len[64], count;
} Texts;

static int is_markdown(const struct dirent *entry)
{
    const char *dot = strrchr(entry->d_name, '.');
    return dot && strcmp(dot, ".md") == 0;
}

static void read_folder(Texts *texts, const char *folder)
{
    struct dirent **entries;
    int n = scandir(folder, &entries, is_markdown, alphasort);
    assert_true(n > 0);
    for (int i = 0; i < n; i++) {
        char path[1000];
        snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
        if (texts->count < 64) {
            texts->text[texts->count] = read_whole(path, &texts->len[texts->count]);
            texts->count++;
        }
        free(entries[i]);
    }
    free(entries);
}

static uint32_t state;

static size_t draw(size_t n)
{
    state = state * 1664525u + 1013904223u;
    return n ? ((size_t)(state >> 8) ^ ((size_t)state << 13)) % n : 0;
}

/* A changed copy of text[0..len). */
static void mutate(StrBuf *out, const char *text, size_t len)
{
    static const char bytes[] = "`~#>|*_[](){}$\\:=-.\n\n\n \t\"'<!&%0123456789abz\x01\x1b\x80\xff\xe2";
    size_t from = draw(3) ? 0 : draw(len), to = draw(3) ? len : from + draw(len - from);
    strbuf_add_n(out, text + from, to - from);
    strbuf_add(out, "");
    for (size_t n = draw(12); n > 0 && out->len > 0; n--) {
        size_t at = draw(out->len), kind = draw(3);
        if (kind == 0) {
            out->data[at] = bytes[draw(sizeof bytes - 1)];
        } else if (kind == 1) { /* a line is lost */
            char *newline = memchr(out->data + at, '\n', out->len - at);
            size_t end = newline ? (size_t)(newline - out->data) + 1 : out->len;
            memmove(out->data + at, out->data + end, out->len - end);
            out->len -= end - at;
        } else { /* a piece is doubled at the end */
            size_t n_bytes = draw(out->len - at) % 400;
            char *piece = heed_xmalloc(n_bytes + 1);
            memcpy(piece, out->data + at, n_bytes);
            strbuf_add_n(out, piece, n_bytes);
            free(piece);
        }
    }
}

static void survive(const char *text, size_t len, bool is_checked)
{
    Parsed p = parse_n("demo.md", text, len);
    p.diags.limit = 1000;
    if (is_checked) lesson_check(p.lesson, &p.diags);
    for (size_t i = 0; i < p.diags.count; i++) {
        const Diag *diag = &p.diags.items[i];
        if (!diag->span.source) continue;
        assert_true(diag->span.start <= diag->span.end);
        assert_true(diag->span.end <= diag->span.source->len + 1);
    }
    free(heed_xstrdup(diags_format(p.arena, &p.diags)));
    free(heed_xstrdup(outline(p.arena, p.lesson)));
    parsed_free(&p);
}

static void no_text_breaks_the_parser(void **unused)
{
    (void)unused;
    Texts texts = {0};
    read_folder(&texts, HEED_SOURCE_DIR "/lessons");
    read_folder(&texts, HEED_TEST_DIR "/outlines");
    read_folder(&texts, HEED_TEST_DIR "/corpus");
    for (uint32_t seed = 1; seed <= 500; seed++) {
        StrBuf out = {0};
        state = seed * 2654435761u;
        size_t i = draw(texts.count);
        mutate(&out, texts.text[i], texts.len[i]);
        survive(strbuf_text(&out), out.len, seed % 25 == 0);
        strbuf_free(&out);
    }
    for (size_t i = 0; i < texts.count; i++) free(texts.text[i]);
}

/* Every prefix of a text that has everything. */
static void every_prefix_is_read(void **unused)
{
    (void)unused;
    size_t len;
    char *text = read_whole(HEED_TEST_DIR "/outlines/fences.md", &len);
    for (size_t n = 0; n <= len; n += 3) survive(text, n, false);
    free(text);
}

static void random_bytes_are_read(void **unused)
{
    (void)unused;
    char text[3000];
    for (uint32_t seed = 1; seed <= 60; seed++) {
        state = seed;
        for (size_t i = 0; i < sizeof text; i++) text[i] = (char)draw(256);
        survive(text, sizeof text, true);
        Arena *arena = arena_new();
        Diags diags;
        diags_init(&diags, arena);
        misconceptions_free(misconceptions_parse("m.md", text, sizeof text, &diags));
        arena_free(arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_text_breaks_the_parser),
        cmocka_unit_test(every_prefix_is_read),
        cmocka_unit_test(random_bytes_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
