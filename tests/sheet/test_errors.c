/* Every mistake gets its place and its words: errors.txt holds inputs and the
 * messages that they must give.
 *
 * A case is one or more lines "| definition", laid under the definitions below, and
 * then what is expected: a line "line:column code: text" for each mistake, in order;
 * diagnostics first, then the errors of the names defined. With HEED_UPDATE set the
 * program prints the file as it should be now, to be read before it is kept.
 */
#include "sheet/sheets.h"
#include <errno.h>

#define BASE                                                                                                 \
    "q = [1, 0, 1, 0]\nK = [[1, 1, 0, 0], [0, 0, 1, 1], [1, 0, 1, 1]]\nV = [[1, 2], [3, 4], [5, 6]]\n"       \
    "words = [\"the\", \"bank\"]\ndk = slider(4, 1, 64, factor=2)\nmode = choice([\"soft\", \"hard\"])\n"    \
    "on = toggle(True)\nalpha = softmax(q @ K.T / sqrt(dk))\n"
#define BASE_LINES 8

static void add_mistake(StrBuf *out, SourceSpan span, const char *code, const char *text)
{
    size_t line = 0, column = 0;
    source_position(span.source, span.start, &line, &column);
    strbuf_printf(out, "%d:%zu %s: %s\n", (int)line - BASE_LINES, column, code, text);
}

/* All mistakes of the lines under the base, one a line. */
static char *mistakes_of(Arena *arena, const char *lines)
{
    Bench bench;
    StrBuf out = {0};
    char *text = arena_printf(arena, "%s%s", BASE, lines);
    bench_start(&bench, text);
    for (size_t i = 0; i < bench.diags.count; i++) {
        add_mistake(&out, bench.diags.items[i].span, bench.diags.items[i].code, bench.diags.items[i].text);
    }
    Layer *layer = bench_layer(&bench, NULL, NULL);
    for (size_t i = 0; i < sheet_count(bench.sheet); i++) {
        const NodeError *error =
            layer_error(layer, layer_name(layer, sheet_definition(bench.sheet, i)->name));
        if (error != NULL) add_mistake(&out, error->span, error->code, error->text);
    }
    layer_free(layer);
    bench_end(&bench);
    return strbuf_take(&out, arena);
}

static char *read_file(Arena *arena, const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL) fail_msg("%s: %s", path, strerror(errno));
    char *text = arena_alloc(arena, 1 << 20);
    size_t n = fread(text, 1, (1 << 20) - 1, file);
    text[n] = '\0';
    fclose(file);
    return text;
}

typedef struct Case {
    StrBuf lines, expected;
} Case;

static size_t check_case(Arena *arena, Case *it, bool updates)
{
    if (it->lines.len == 0) return 0;
    const char *found = mistakes_of(arena, strbuf_text(&it->lines));
    if (updates) {
        for (const char *at = strbuf_text(&it->lines); *at != '\0'; at = strchr(at, '\n') + 1) {
            printf("| %.*s\n", (int)(strchr(at, '\n') - at), at);
        }
        printf("%s\n", found);
    } else if (strcmp(found, strbuf_text(&it->expected)) != 0) {
        fail_msg("%sgives\n%sbut should\n%s", strbuf_text(&it->lines), found, strbuf_text(&it->expected));
    }
    strbuf_clear(&it->lines);
    strbuf_clear(&it->expected);
    return 1;
}

static void every_mistake_has_its_place_and_its_words(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    Case it = {{0}, {0}};
    size_t n = 0;
    bool updates = getenv("HEED_UPDATE") != NULL;
    char *line = read_file(arena, HEED_TEST_DIR "/errors.txt"), *next = NULL;
    for (; *line != '\0'; line = next) {
        size_t len = strcspn(line, "\n");
        next = line + len + (line[len] == '\n');
        if (len == 0)
            n += check_case(arena, &it, updates);
        else if (line[0] == '#')
            continue;
        else if (line[0] == '|')
            strbuf_add_n(&it.lines, line + 2, len - 1);
        else
            strbuf_add_n(&it.expected, line, len + 1);
    }
    n += check_case(arena, &it, updates);
    assert_true(n > 80);
    strbuf_free(&it.lines);
    strbuf_free(&it.expected);
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_mistake_has_its_place_and_its_words)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
