/* glossary.md: what is read, what is said of a wrong one, and where a lesson uses a word. */
#include "lesson/support.h"

#include "heed/glossary.h"

static Glossary *read_text(Arena *arena, const char *text, Diags *diags)
{
    diags_init(diags, arena);
    return glossary_parse("glossary.md", text, strlen(text), diags);
}

static const char good[] = "# Words\n\nAn introduction.\n\n## key\n\n- names: K, k1\n- see: query\n\nWhat a "
                           "query is\ncompared with.\n\n"
                           "## query\n\n- also: question, what is asked\n- see: key\n\nWhat is asked for.\n";

static void a_term_has_words_names_relations_and_a_meaning(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    Diags diags;
    Glossary *all = read_text(arena, good, &diags);
    assert_string_equal(diags_format(arena, &diags), "");
    assert_int_equal(all->count, 2);
    assert_ptr_equal(glossary_find(all, "What Is Asked"), &all->items[1]);
    assert_ptr_equal(glossary_for_name(all, "k1"), &all->items[0]);
    assert_null(glossary_for_name(all, "k"));
    assert_string_equal(all->items[0].see[0], "query");
    assert_string_equal(lesson_prose_text(arena, &all->items[0].text), "What a query is compared with.");
    glossary_free(all);
    arena_free(arena);
}

static void a_wrong_glossary_is_told_what_is_wrong(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"## a\n\n- see: nothing\n\nX.\n", "no term is called nothing"},
        {"## alpha\n\n- see: wieght\n\nX.\n\n## weight\n\nX.\n", "did you mean weight?"},
        {"## a\n\nX.\n\n## a\n\nY.\n", "a stands for a already"},
        {"## a\n\n- also: thing\n\nX.\n\n## b\n\n- also: Thing\n\nY.\n", "Thing stands for a already"},
        {"## a\n\n- names: q\n\nX.\n\n## b\n\n- names: q\n\nY.\n", "q stands for a already"},
        {"## a\n\n- see: a\n\nX.\n", "a is related to itself"},
        {"## b\n\nX.\n\n## a\n\nY.\n", "a belongs before b"},
        {"## a\n\n- see: b\n", "a needs a meaning"},
        {"## a\n\n- sea: b\n\nX.\n", "wants also: WORD"},
        {"## a\n\nX.\n\n- see: b\n", "stands before its meaning"},
        {"- see: b\n", "stands under no term"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Arena *arena = arena_new();
        Diags diags;
        Glossary *all = read_text(arena, cases[i][0], &diags);
        const char *said = diags_format(arena, &diags); /* points into the text, which the glossary keeps */
        glossary_free(all);
        if (diags.errors == 0 || !strstr(said, cases[i][1]))
            fail_msg("%s\ngives: %s\nwanted: %s", cases[i][0], said, cases[i][1]);
        arena_free(arena);
    }
}

static void a_missing_term_is_said_once_where_it_is_first_named(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    Diags diags;
    Glossary *all = read_text(arena,
                              "## a\n\n- see: b, c\n\nX.\n\n## b\n\n- see: a, gone, lost\n\nX.\n\n"
                              "## c\n\n- see: Gone, a\n\nX.\n\n## d\n\n- also: e\n- see: c, gone\n\nX.\n",
                              &diags);
    assert_int_equal(diags.count, 2);
    assert_string_equal(diags.items[0].text, "no term is called gone (2 more see it)");
    assert_string_equal(diags.items[1].text, "no term is called lost");
    const char *said = diags_format(arena, &diags);
    assert_non_null(strstr(said, "    9 | - see: a, gone, lost\n      |           ^~~~\n"));
    glossary_free(all);
    arena_free(arena);
}

static void sixty_words_are_enough_and_one_more_is_too_many(void **state)
{
    (void)state;
    for (int n = GLOSSARY_WORDS_MAX; n <= GLOSSARY_WORDS_MAX + 1; n++) {
        Arena *arena = arena_new();
        Diags diags;
        StrBuf text = {0};
        strbuf_add(&text, "## a\n\n");
        for (int i = 0; i < n; i++) strbuf_add(&text, "word ");
        glossary_free(read_text(arena, strbuf_text(&text), &diags));
        assert_int_equal(diags.errors, n > GLOSSARY_WORDS_MAX);
        strbuf_free(&text);
        arena_free(arena);
    }
}

static void a_near_miss_and_a_beginning_are_known(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    Diags diags;
    Glossary *all = read_text(arena, good, &diags);
    assert_ptr_equal(glossary_near(all, "qurey"), &all->items[1]);
    assert_ptr_equal(glossary_near(all, "quest"), &all->items[1]);
    assert_null(glossary_near(all, "attention"));
    glossary_free(all);
    arena_free(arena);
}

/* Whole words in what a reader sees, a plural among them; code behind the scenes does not count. */
static void a_use_is_a_whole_word_that_is_read(void **state)
{
    (void)state;
    static const char *const texts[] = {"The keys count.", "A KEY.", "A monkey.", "Keyboards.", "√key."};
    static const bool uses[] = {true, true, false, false, true};
    Arena *arena = arena_new();
    Diags diags;
    Glossary *all = read_text(arena, good, &diags);
    for (size_t i = 0; i < sizeof uses / sizeof *uses; i++) {
        char *text = arena_printf(arena,
                                  "---\ntitle: t\npart: p\norder: 1\nlevel: l\n---\n\n## "
                                  "What?\n\nNothing.\n\n<!-- pause -->\n\n%s\n\n```live\nkey = 1\n```\n",
                                  texts[i]);
        Diags heard;
        diags_init(&heard, arena);
        Lesson *lesson = lesson_parse("t.md", text, strlen(text), &heard);
        int screen = -1, step = -1;
        assert_int_equal(glossary_use(&all->items[0], lesson, &screen, &step), uses[i]);
        if (uses[i]) assert_true(screen == 0 && step == 1);
        lesson_free(lesson);
    }
    glossary_free(all);
    arena_free(arena);
}

static void any_bytes_are_survived(void **state)
{
    (void)state;
    srand(5);
    for (int round = 0; round < 3000; round++) {
        Arena *arena = arena_new();
        Diags diags;
        char *text = arena_strdup(arena, good);
        size_t len = strlen(good);
        for (int i = rand() % 6; i >= 0; i--) text[(size_t)rand() % len] = (char)(rand() % 256);
        diags_init(&diags, arena);
        Glossary *all = glossary_parse("glossary.md", text, (size_t)rand() % (len + 1), &diags);
        glossary_find(all, "key");
        glossary_near(all, "kye");
        diags_format(arena, &diags);
        glossary_free(all);
        arena_free(arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_term_has_words_names_relations_and_a_meaning),
        cmocka_unit_test(a_wrong_glossary_is_told_what_is_wrong),
        cmocka_unit_test(a_missing_term_is_said_once_where_it_is_first_named),
        cmocka_unit_test(sixty_words_are_enough_and_one_more_is_too_many),
        cmocka_unit_test(a_near_miss_and_a_beginning_are_known),
        cmocka_unit_test(any_bytes_are_survived),
        cmocka_unit_test(a_use_is_a_whole_word_that_is_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
