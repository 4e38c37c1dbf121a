/* Whole lessons as outlines: outlines/NAME.md against outlines/NAME.txt (HEED_BLESS=1 writes what is found
 * now). */
#include "lesson/support.h"

static void compare_outline(const char *name)
{
    Arena *arena = arena_new();
    size_t len;
    char *text = read_whole(arena_printf(arena, "%s/outlines/%s.md", HEED_TEST_DIR, name), &len);
    Parsed p = parse_n("everything.md", text, len);
    assert_string_equal(diags_format(p.arena, &p.diags), "");
    const char *found = outline(p.arena, p.lesson),
               *path = arena_printf(arena, "%s/outlines/%s.txt", HEED_TEST_DIR, name);
    if (getenv("HEED_BLESS")) {
        FILE *out = fopen(path, "wb");
        assert_non_null(out);
        fputs(found, out);
        fclose(out);
    } else {
        char *expected = read_whole(path, &len);
        assert_string_equal(found, expected);
        free(expected);
    }
    parsed_free(&p);
    free(text);
    arena_free(arena);
}

static void every_fence_becomes_its_block(void **state)
{
    (void)state;
    compare_outline("fences");
}

static void markdown_has_githubs_structure(void **state)
{
    (void)state;
    compare_outline("markdown");
}

/* The same text with other line ends and a byte order mark is the same lesson. */
static void line_ends_and_bom_do_not_matter(void **state)
{
    (void)state;
    size_t len;
    char *text = read_whole(HEED_TEST_DIR "/outlines/fences.md", &len);
    Parsed unix_ends = parse_n("everything.md", text, len);
    static const char *const ends[] = {"\r\n", "\r"};
    for (size_t i = 0; i < 2; i++) {
        StrBuf other = {0};
        strbuf_add(&other, "\xEF\xBB\xBF");
        for (size_t k = 0; k < len; k++) {
            if (text[k] == '\n')
                strbuf_add(&other, ends[i]);
            else
                strbuf_add_char(&other, text[k]);
        }
        Parsed p = parse_n("everything.md", other.data, other.len);
        assert_int_equal(p.diags.count, 0);
        assert_string_equal(outline(p.arena, p.lesson), outline(p.arena, unix_ends.lesson));
        parsed_free(&p);
        strbuf_free(&other);
    }
    parsed_free(&unix_ends);
    free(text);
}

static void lists_of_the_lesson_follow_its_blocks(void **state)
{
    (void)state;
    size_t len;
    char *text = read_whole(HEED_TEST_DIR "/outlines/fences.md", &len);
    Parsed p = parse_n("dir/everything.md", text, len);
    const Lesson *lesson = p.lesson;
    assert_string_equal(lesson->id, "everything");
    assert_int_equal(lesson->n_questions, 9);
    assert_string_equal(lesson->questions[0]->id, "everything/guess");
    assert_int_equal(lesson->questions[0]->step, 1);
    assert_string_equal(lesson->questions[0]->overlay, "q = q + 1\nK = -K");
    assert_string_equal(lesson->questions[0]->answer_text, "s[0]");
    assert_int_equal(lesson->n_cards, 2);
    assert_int_equal(lesson->n_scenes, 1);
    assert_string_equal(lesson->scenes[0]->overlay, "q = [0, 1]\nK = K.T");
    assert_int_equal(lesson->n_terms, 3);
    assert_ptr_equal(lesson->terms[1], &lesson->screens[0].steps[1].blocks[1].as.terms.items[1]);
    assert_string_equal(lesson->screens[0].title, "Every fence, {dk} of them?");
    const ShowLine *columns = &lesson->screens[0].steps[0].blocks[1].as.show.lines[0];
    assert_string_equal(show_option(columns, "under")->parts[0], "q·k");
    assert_int_equal(show_option(columns, "format")->format.precision, 2);
    assert_null(show_option(columns, "row"));
    assert_non_null(sheet_find(lesson->sheet, "draw_seed"));
    assert_int_equal(sheet_find(lesson->sheet, "draw_seed")->screen, -1);
    parsed_free(&p);
    free(text);
}

/* What the help lists is what the parser takes. */
static void the_tables_tell_every_fence_field_and_kind(void **state)
{
    (void)state;
    size_t n_fields = 0;
    for (size_t i = 0; i < lesson_fence_count(); i++) {
        const FenceSyntax *fence = lesson_fence_syntax(i);
        assert_non_null(strstr(fence->usage, fence->word));
        for (size_t k = 0; k < lesson_field_count(i); k++, n_fields++) {
            const FieldSyntax *field = lesson_field_syntax(i, k);
            assert_memory_equal(field->usage, field->key, strlen(field->key));
            assert_true(strlen(field->text) > 10);
        }
    }
    assert_null(lesson_fence_syntax(lesson_fence_count()));
    assert_true(n_fields > 20);
    for (int kind = 0; kind < SHOW_KIND_COUNT; kind++) {
        const ShowSyntax *syntax = lesson_show_syntax((ShowKind)kind);
        assert_memory_equal(syntax->usage, syntax->word, strlen(syntax->word));
        assert_true(syntax->min_args <= syntax->max_args);
        for (const ShowOptionSyntax *option = syntax->options; option->key; option++) {
            assert_ptr_equal(show_option_syntax(syntax, option->key), option);
            assert_true((option->type == OPTION_WORD) == (option->words != NULL));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_fence_becomes_its_block),
        cmocka_unit_test(markdown_has_githubs_structure),
        cmocka_unit_test(line_ends_and_bom_do_not_matter),
        cmocka_unit_test(lists_of_the_lesson_follow_its_blocks),
        cmocka_unit_test(the_tables_tell_every_fence_field_and_kind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
