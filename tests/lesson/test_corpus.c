/* Lessons with mistakes, and what is said of each: corpus/NAME.md against corpus/NAME.txt. HEED_BLESS=1
 * writes what is said now, to be read before it is committed. */
#include "lesson/support.h"

#include <dirent.h>

static int is_lesson(const struct dirent *entry)
{
    const char *dot = strrchr(entry->d_name, '.');
    return dot && strcmp(dot, ".md") == 0;
}

/* Long texts are cut, so that a golden file stays readable. */
static char *shorten_lines(Arena *arena, const char *text)
{
    enum { LONGEST = 400 };
    StrBuf out = {0};
    while (*text) {
        size_t n = strcspn(text, "\n");
        strbuf_add_n(&out, text, n < LONGEST ? n : LONGEST);
        strbuf_add(&out, n < LONGEST ? "\n" : " (cut)\n");
        text += n + (text[n] == '\n');
    }
    return strbuf_take(&out, arena);
}

static char *said_of(Arena *arena, const char *name)
{
    size_t len;
    char *text = read_whole(arena_printf(arena, "%s/corpus/%s", HEED_TEST_DIR, name), &len);
    Parsed p = parse_n("demo.md", text, len);
    free(text);
    if (p.lesson->n_screens) lesson_check(p.lesson, &p.diags);
    char *said = shorten_lines(arena, diags_format(p.arena, &p.diags));
    parsed_free(&p);
    return said;
}

static void each_mistake_has_its_line(void **state)
{
    (void)state;
    struct dirent **entries;
    int n = scandir(HEED_TEST_DIR "/corpus", &entries, is_lesson, alphasort), n_wrong = 0;
    assert_true(n > 20);
    for (int i = 0; i < n; i++) {
        Arena *arena = arena_new();
        const char *said = said_of(arena, entries[i]->d_name);
        int stem = (int)strlen(entries[i]->d_name) - 3;
        const char *path = arena_printf(arena, "%s/corpus/%.*s.txt", HEED_TEST_DIR, stem, entries[i]->d_name);
        if (getenv("HEED_BLESS")) {
            FILE *out = fopen(path, "wb");
            assert_non_null(out);
            fputs(said, out);
            fclose(out);
        } else {
            size_t len;
            char *expected = read_whole(path, &len);
            if (strcmp(expected, said) != 0) {
                fprintf(stderr, "%s says\n%sbut was expected to say\n%s", entries[i]->d_name, said, expected);
                n_wrong++;
            }
            free(expected);
        }
        free(entries[i]);
        arena_free(arena);
    }
    free(entries);
    assert_int_equal(n_wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_mistake_has_its_line)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
