/* Flashcards and progress as pages: every number an element, buttons to click, the gap and then the word. */
#include "heed/standing.h"
#include "support.h"

static const WallTime noon = {1796212800000, 60}; /* 2026-12-02 13:00 +01:00 */

typedef struct Shown {
    Arena *arena;
    Face *face;
    ViewCard card;
    ViewPage page;
    ViewState state;
} Shown;

static Arena *texts;
static Library library;
static Course *course;
static Deck *deck;

static LibraryEntry entry_of(const Lesson *lesson)
{
    int *steps = arena_array(texts, lesson->n_screens, sizeof *steps);
    for (size_t i = 0; i < lesson->n_screens; i++) steps[i] = (int)lesson->screens[i].n_steps;
    return (LibraryEntry){.id = lesson->id,
                          .title = lesson->title,
                          .part = lesson->part,
                          .n_screens = (int)lesson->n_screens,
                          .steps = steps,
                          .n_cards = (int)lesson->n_cards};
}

static int set_up(void **test)
{
    (void)test;
    static const char *const ids[] = {"static-trap", "qkv-lookup", "four-steps", "why-root-dk"};
    enum { N = sizeof ids / sizeof *ids };
    texts = arena_new();
    LibraryEntry *entries = arena_array(texts, N, sizeof *entries);
    Diags diags;
    diags_init(&diags, texts);
    Library *empty = arena_alloc(texts, sizeof *empty);
    empty->misconceptions = read_text(texts, HEED_SOURCE_DIR "/lessons/misconceptions.md");
    course = course_new(empty);
    for (size_t i = 0; i < N; i++) {
        const char *path = arena_printf(texts, "%s/lessons/%s.md", HEED_SOURCE_DIR, ids[i]);
        const char *text = read_text(texts, path);
        assert_non_null(text);
        entries[i] = entry_of(course_lesson(course, course_add(course, path, text, strlen(text), &diags)));
    }
    library = (Library){.entries = entries, .count = N};
    deck = deck_new(course, NULL, &schedule_default);
    return diags.errors == 0 ? 0 : -1;
}

static int tear_down(void **test)
{
    (void)test;
    deck_free(deck);
    course_free(course);
    arena_free(texts);
    return 0;
}

static Shown show(const DeckCard *card, unsigned repetition, bool is_turned)
{
    Shown shown = {.arena = arena_new(), .face = face_new(card, repetition)};
    shown.card = (ViewCard){.face = shown.face,
                            .is_turned = is_turned,
                            .grades = {{"1", "Again", "1 min", 11},
                                       {"2", "Hard", "6 min", 12},
                                       {"3", "Good", "10 min", 13},
                                       {"4", "Easy", "8.3 months", 14}}};
    return shown;
}

static void drop(Shown *shown)
{
    face_free(shown->face);
    arena_free(shown->arena);
}

static Frame *draw_shown(Shown *shown, int rows, int cols, Charset charset, ViewReport *report)
{
    Frame *frame = frame_new(shown->arena, rows, cols, charset);
    shown->page =
        (ViewPage){.kind = PAGE_CARD, .title = "Four steps", .right = "3 due", .shown = &shown->card};
    shown->page.layers[REF_NOW] = shown->face->layer;
    shown->state.lesson = shown->face->card->lesson;
    shown->state.now = shown->face->layer;
    shown->state.page = &shown->page;
    shown->state.hints = test_hints;
    shown->state.n_hints = 4;
    view_lesson(frame, &shown->state, report);
    return frame;
}

static const struct {
    int rows, cols;
    Charset charset;
} sizes[] = {{24, 80, CHARSET_UTF8},  {24, 80, CHARSET_ASCII}, {12, 40, CHARSET_UTF8},
             {40, 120, CHARSET_UTF8}, {5, 20, CHARSET_UTF8},   {1, 1, CHARSET_UTF8}};
enum { N_SIZES = sizeof sizes / sizeof *sizes };

static void every_number_of_every_card_shows_its_element(void **test)
{
    (void)test;
    size_t n = 0;
    for (size_t i = 0; i < deck_count(deck); i++) {
        for (unsigned repetition = 0; repetition < 3; repetition++) {
            for (int turned = 0; turned < 2; turned++) {
                Shown shown = show(deck_card(deck, i), repetition, turned);
                for (size_t s = 0; s < N_SIZES; s++) {
                    ViewReport report;
                    Frame *frame =
                        draw_shown(&shown, sizes[s].rows, sizes[s].cols, sizes[s].charset, &report);
                    n += walk_numbers(frame, shown.page.layers);
                }
                drop(&shown);
            }
        }
    }
    assert_true(n > 100);
}

static char *text_of(Shown *shown, int rows, int cols)
{
    ViewReport report;
    return frame_text(shown->arena, draw_shown(shown, rows, cols, CHARSET_UTF8, &report), false);
}

static void a_front_shows_neither_back_nor_grades(void **test)
{
    (void)test;
    Shown shown = show(deck_find(deck, "four-steps/score"), 0, false);
    assert_non_null(strstr(text_of(&shown, 24, 80), "What is the score of a key?"));
    assert_null(strstr(text_of(&shown, 24, 80), "dot product"));
    assert_null(strstr(text_of(&shown, 24, 80), "Again"));
    shown.card.is_turned = true;
    assert_non_null(strstr(text_of(&shown, 24, 80), "What is the score of a key?"));
    assert_non_null(strstr(text_of(&shown, 24, 80), "dot product"));
    drop(&shown);
}

static void a_cloze_shows_its_gap_and_then_its_word(void **test)
{
    (void)test;
    Shown shown = show(deck_find(deck, "four-steps/order"), 0, false);
    assert_non_null(strstr(text_of(&shown, 24, 80), "score, […], softmax, blend."));
    shown.card.is_turned = true;
    const char *turned = text_of(&shown, 24, 80);
    assert_non_null(strstr(turned, "score, scale, softmax, blend."));
    assert_null(strstr(turned, "[…]")); /* one text, not both */
    drop(&shown);
}

/* Wherever it is drawn, each grade can be clicked, on its name and on its interval. */
static void each_grade_is_a_button(void **test)
{
    (void)test;
    Shown shown = show(deck_find(deck, "four-steps/score"), 0, true);
    for (size_t s = 0; s < 4; s++) {
        ViewReport report;
        Frame *frame = draw_shown(&shown, sizes[s].rows, sizes[s].cols, sizes[s].charset, &report);
        int cells[4] = {0};
        for (int row = 0; row < frame->rows; row++)
            for (int col = 0; col < frame->cols; col++) {
                const FrameSpan *span = frame_span_at(frame, row, col);
                if (span && span->kind == SPAN_KEY && span->item >= 11 && span->item <= 14)
                    cells[span->item - 11]++;
            }
        for (int i = 0; i < 4; i++) assert_true(cells[i] >= 10);
    }
    drop(&shown);
}

static void a_number_of_a_card_can_be_selected(void **test)
{
    (void)test;
    Shown shown = show(deck_find(deck, "four-steps/dot"), 4, true);
    ViewReport report;
    draw_shown(&shown, 24, 80, CHARSET_UTF8, &report);
    assert_int_equal(report.n_targets, 9); /* q, k, and their score */
    drop(&shown);
}

/* --------------------------------------------------------------- progress */

static const Standing *stand(Arena *arena)
{
    StrBuf lines = {0};
    strbuf_printf(&lines, "%s\n", journal_place_line(arena, "four-steps", 1, 2, noon));
    strbuf_printf(&lines, "%s\n", journal_review_line(arena, "four-steps/dot", GRADE_EASY, NULL, noon));
    strbuf_printf(&lines, "%s\n", journal_suspend_line(arena, "four-steps/order", true, noon));
    strbuf_printf(&lines, "%s\n",
                  journal_answer_line(arena, "four-steps/scale", false, "no-scale", NULL, 0, 0, noon));
    const Journal *journal = journal_parse(arena, strbuf_text(&lines), lines.len);
    const Progress *progress = progress_replay(arena, journal, &schedule_default);
    Deck *reviewed = deck_new(course, progress, &schedule_default);
    const Standing *standing = standing_new(arena, &library, course, reviewed, progress, noon);
    deck_free(reviewed); /* a standing counts: it keeps nothing of the deck */
    strbuf_free(&lines);
    return standing;
}

static void progress_draws_figures_of_study_and_no_results(void **test)
{
    (void)test;
    Arena *arena = arena_new();
    const Standing *standing = stand(arena);
    for (size_t s = 0; s < N_SIZES; s++) {
        int max_scroll;
        Frame *frame = frame_new(arena, sizes[s].rows, sizes[s].cols, sizes[s].charset);
        ViewList around = {.title = "Progress", .message = "The disk is full.", .message_role = ROLE_BAD};
        view_progress(frame, &around, standing, &max_scroll);
        for (int row = 0; row < frame->rows; row++)
            for (int col = 0; col < frame->cols; col++) {
                const Cell *cell = frame_cell(frame, row, col);
                assert_true(cell->role != ROLE_NUMBER && cell->role != ROLE_CHANGED);
            }
        assert_true(sizes[s].rows >= 40 || max_scroll > 0);
    }
    arena_free(arena);
}

static void progress_tells_streak_lessons_days_ahead_and_ideas(void **test)
{
    (void)test;
    Arena *arena = arena_new();
    const char *text = frame_text(arena, view_progress_page(arena, CHARSET_UTF8, stand(arena), 80), false);
    for (const char *const *word =
             (const char *const[]){"1 day in a row", "42: 41 new, 1 review; 1 suspended", "2 of 5",
                                   "2026-12-02", "Thu 03", "Thu 10   1  ███", "no scale: seen 1 time", NULL};
         *word; word++)
        if (!strstr(text, *word)) fail_msg("no \"%s\" in\n%s", *word, text);
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_number_of_every_card_shows_its_element),
        cmocka_unit_test(a_front_shows_neither_back_nor_grades),
        cmocka_unit_test(a_cloze_shows_its_gap_and_then_its_word),
        cmocka_unit_test(each_grade_is_a_button),
        cmocka_unit_test(a_number_of_a_card_can_be_selected),
        cmocka_unit_test(progress_draws_figures_of_study_and_no_results),
        cmocka_unit_test(progress_tells_streak_lessons_days_ahead_and_ideas),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
