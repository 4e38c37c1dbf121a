/* Home and help: lists that scroll, with something chosen in sight. */
#include "support.h"

static const LibraryEntry entries[] = {
    {.id = "static-trap",
     .title = "One vector per word: what goes wrong?",
     .part = "Words in context",
     .order = 1,
     .n_screens = 6},
    {.id = "qkv-lookup",
     .title = "From a lookup to a soft lookup",
     .part = "Attention as lookup",
     .order = 5,
     .n_screens = 4},
    {.id = "four-steps",
     .title = "Four steps: how does one query choose?",
     .part = "Attention as lookup",
     .order = 6,
     .n_screens = 4},
    {.id = "why-root-dk",
     .title = "Why divide by √d_k?",
     .part = "The equation",
     .order = 10,
     .n_screens = 5},
};
static const HomeItem items[] = {{&entries[0], 2, true, NULL},
                                 {&entries[1], 0, false, NULL},
                                 {&entries[2], 4, false, "2 cards due"},
                                 {&entries[3], 0, false, NULL}};
static const HomeLine lines[] = {
    {"Where you were", "One vector per word · step 5 of 12. Enter continues.", NULL, 0},
    {"Due today", "2 cards", "c", 3},
    {"Ideas to revisit", "divided by dk · wrong axis", "x", 4},
};

static HomeState home(void)
{
    return (HomeState){.items = items,
                       .n_items = 4,
                       .selected = 0,
                       .lines = lines,
                       .n_lines = 3,
                       .hints = test_hints,
                       .n_hints = 4};
}

static void home_shows_parts_lessons_and_how_far_one_came(void **test)
{
    (void)test;
    Arena *arena = arena_new();
    Frame *frame = frame_new(arena, 24, 80, CHARSET_UTF8);
    HomeState state = home();
    int max_scroll = -1;
    view_home(frame, &state, &max_scroll);
    assert_int_equal(max_scroll, 0);
    assert_golden("home-80x24.txt", frame_text(arena, frame, true));
    arena_free(arena);
}

static void the_first_start_says_how_to_begin(void **test)
{
    (void)test;
    Arena *arena = arena_new();
    Frame *frame = frame_new(arena, 24, 80, CHARSET_ASCII);
    HomeState state = {.items = items, .n_items = 4, .first_start = true};
    int max_scroll;
    view_home(frame, &state, &max_scroll);
    assert_non_null(
        strstr(frame_text(arena, frame, false), "Tab selects a number, Enter asks where it came from."));
    arena_free(arena);
}

static void the_chosen_lesson_is_in_sight_at_any_size(void **test)
{
    (void)test;
    for (int rows = 0; rows <= 26; rows++) {
        for (int cols = 0; cols <= 100; cols += 10) {
            for (size_t selected = 0; selected < 4; selected++) {
                Arena *arena = arena_new();
                Frame *frame = frame_new(arena, rows, cols, CHARSET_UTF8);
                HomeState state = home();
                state.selected = selected;
                state.scroll = (int)selected * 7;
                int max_scroll;
                view_home(frame, &state, &max_scroll);
                bool is_seen = false;
                for (size_t i = 0; i < frame->n_spans; i++)
                    is_seen |= frame->spans[i].kind == SPAN_ITEM && frame->spans[i].item == selected &&
                               frame->spans[i].width > 0;
                if (rows > 0 && cols > 0) assert_true(is_seen);
                arena_free(arena);
            }
        }
    }
}

static void a_search_marks_its_hits_at_home(void **test)
{
    (void)test;
    Arena *arena = arena_new();
    Frame *frame = frame_new(arena, 24, 80, CHARSET_UTF8);
    HomeState state = home();
    state.search = "lookup";
    int max_scroll, marked = 0;
    view_home(frame, &state, &max_scroll);
    for (int i = 0; i < 24 * 80; i++) marked += (frame->cells[i].marks & MARK_HIT) != 0;
    assert_int_equal(marked, 3 * 6);
    arena_free(arena);
}

static const HelpLine help[] = {
    {NULL, "Reading", true, 0, false, NULL},
    {"Space → l PgDn", "go on: scroll while there is text below, else the next step, the next screen", false,
     0, false, NULL},
    {"g", "to the start", false, 0, false, NULL},
    {NULL, "", false, 0, false, NULL},
    {NULL, "Numbers", true, 0, false, NULL},
    {"Enter", "why: where it comes from", false, 0, false, NULL},
    {NULL, "A line to choose", false, 7, true, NULL},
};

static void help_sets_keys_beside_sentences(void **test)
{
    (void)test;
    Arena *arena = arena_new();
    int max_scroll;
    Frame *frame = frame_new(arena, 18, 60, CHARSET_UTF8);
    view_help(frame, "heed 0.1: help", help, 7, 0, &max_scroll, test_hints, 4);
    assert_golden("help-60x18.txt", frame_text(arena, frame, true));
    frame = frame_new(arena, 8, 30, CHARSET_UTF8);
    view_help(frame, "heed 0.1: help", help, 7, 0, &max_scroll, test_hints, 4);
    assert_true(max_scroll > 0);
    arena_free(arena);
}

static void help_is_drawn_at_any_size(void **test)
{
    (void)test;
    for (int rows = 0; rows <= 20; rows++) {
        for (int cols = 0; cols <= 60; cols += 3) {
            Arena *arena = arena_new();
            int max_scroll;
            Frame *frame = frame_new(arena, rows, cols, CHARSET_UTF8);
            view_help(frame, "help", help, 7, rows, &max_scroll, test_hints, 4);
            assert_true(max_scroll >= 0);
            arena_free(arena);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(home_shows_parts_lessons_and_how_far_one_came),
        cmocka_unit_test(the_first_start_says_how_to_begin),
        cmocka_unit_test(the_chosen_lesson_is_in_sight_at_any_size),
        cmocka_unit_test(a_search_marks_its_hits_at_home),
        cmocka_unit_test(help_sets_keys_beside_sentences),
        cmocka_unit_test(help_is_drawn_at_any_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
