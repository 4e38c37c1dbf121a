/* Presenting: what a room is shown, how it fills the screen, and what it is never shown. */
#include "support.h"

#include "view/digits.h"
#include "view/letters.h"

typedef struct Size {
    int rows, cols;
} Size;

static const Size sizes[] = {{20, 60}, {40, 120}, {12, 40}, {24, 80}, {50, 200}, {5, 20}, {1, 1}, {0, 0}};
static const char *const shipped[] = {"static-trap", "qkv-lookup", "four-steps", "why-root-dk"};

static ViewPresent talk(void)
{
    return (ViewPresent){.has_spotlight = true, .has_clock = true, .elapsed_ms = 440 * 1000, .budget_ms = 1200 * 1000};
}

static Frame *present_frame(Opened *opened, Arena *arena, Size size, Charset charset, const ViewPresent *present,
                            ViewReport *report)
{
    Frame *frame = frame_new(arena, size.rows, size.cols, charset);
    opened->state.present = present;
    view_present(frame, &opened->state, report);
    return frame;
}

static void go(Opened *opened, int screen, int step)
{
    opened->state.screen = screen;
    opened->state.step = step;
    opened->state.scroll = 0;
}

/* All layers that a frame may refer to. */
static size_t walk(const Opened *opened, const Frame *frame, const ViewPresent *present)
{
    Layer *layers[REF_LAYERS] = {opened->now, opened->was};
    if (present->ask) view_ask_layers(present->ask->draw, layers + REF_GIVEN);
    return walk_numbers(frame, layers);
}

/* ------------------------------------------------------------------ goldens */

typedef struct Shot {
    const char *name;
    int screen, step;
    const char *edit, *selected;
    ViewBig big;
    const char *whys[3];
    bool names_scenes;
    int question; /* from 1, of the lesson's; 0: none */
    bool is_open;
} Shot;

static const Shot shots[] = {
    {.name = "an analogy and a goal", .screen = 0, .step = 0},
    {.name = "words about the picture before", .screen = 0, .step = 1},
    {.name = "score", .screen = 1, .step = 0},
    {.name = "scale", .screen = 1, .step = 1},
    {.name = "softmax", .screen = 1, .step = 2},
    {.name = "blend", .screen = 1, .step = 3},
    {.name = "a number is selected", .screen = 1, .step = 2, .selected = "alpha[2]"},
    {.name = "a number is large", .screen = 1, .step = 2, .selected = "alpha[2]", .big = BIG_NUMBER},
    {.name = "its array is large", .screen = 1, .step = 2, .selected = "alpha[2]", .big = BIG_ARRAY},
    {.name = "a matrix is large", .screen = 1, .step = 2, .selected = "K[1, 2]", .big = BIG_ARRAY},
    {.name = "an element of a matrix is large", .screen = 1, .step = 2, .selected = "K[1, 2]", .big = BIG_NUMBER},
    {.name = "a scalar is large", .screen = 1, .step = 1, .selected = "dk", .big = BIG_NUMBER},
    {.name = "why", .screen = 1, .step = 2, .selected = "alpha[2]", .whys = {"alpha[2]"}},
    {.name = "a scene", .screen = 1, .step = 2, .edit = "q = [0, 1, 1, 0]", .names_scenes = true},
    {.name = "large after an edit", .screen = 1, .step = 2, .edit = "q = [0, 1, 1, 0]", .selected = "alpha[2]",
     .big = BIG_NUMBER},
    {.name = "a key too many", .screen = 1, .step = 2, .edit = "K = [[1, 1], [0, 0]]", .selected = "alpha[0]",
     .big = BIG_NUMBER},
    {.name = "a question", .screen = 1, .step = 3, .question = 2},
    {.name = "its answer", .screen = 1, .step = 3, .question = 2, .is_open = true},
    {.name = "another screen", .screen = 2, .step = 1},
    {.name = "a table of rounded numbers", .screen = 3, .step = 0},
    {.name = "the equation", .screen = 4, .step = 0},
    {.name = "the end", .screen = 4, .step = 1},
};

static const Question *nth_question(const Lesson *lesson, int n)
{
    for (size_t i = 0; i < lesson->n_questions; i++)
        if (lesson->questions[i]->kind != QUESTION_PREDICT && --n == 0) return lesson->questions[i];
    return NULL;
}

static const char *shoot(Arena *arena, const Shot *shot, Size size, Charset charset, bool annotate)
{
    Opened opened = open_four_steps(shot->edit);
    ViewPresent present = talk();
    ViewAsk ask = {0};
    ViewReport report;
    go(&opened, shot->screen, shot->step);
    present.big = shot->big;
    present.names_scenes = shot->names_scenes;
    if (shot->selected) select_number(&opened, shot->selected, shot->whys[0] ? shot->whys : NULL);
    Draw *draw = NULL;
    if (shot->question > 0) {
        const Question *question = nth_question(opened.lesson, shot->question);
        draw = draw_new(opened.lesson, question, NULL, 7, 0);
        ask = (ViewAsk){question, draw, shot->is_open, (size_t)shot->question, 6};
        present.ask = &ask;
    }
    Frame *frame = present_frame(&opened, arena, size, charset, &present, &report);
    const char *text = frame_text(arena, frame, annotate);
    walk(&opened, frame, &present);
    if (draw) draw_free(draw);
    close_opened(&opened);
    return text;
}

static void assert_album(const char *file, Size size, Charset charset, bool annotate)
{
    Arena *arena = arena_new();
    StrBuf album = {0};
    for (size_t i = 0; i < sizeof shots / sizeof *shots; i++)
        strbuf_printf(&album, "######## %s\n%s", shots[i].name, shoot(arena, &shots[i], size, charset, annotate));
    assert_golden(file, strbuf_text(&album));
    strbuf_free(&album);
    arena_free(arena);
}

static void a_talk_at_60x20(void **test)
{
    (void)test;
    assert_album("present-60x20.txt", sizes[0], CHARSET_UTF8, false);
}

static void a_talk_at_60x20_with_roles_and_marks(void **test)
{
    (void)test;
    assert_album("present-60x20-roles.txt", sizes[0], CHARSET_UTF8, true);
}

static void a_talk_at_60x20_in_ascii(void **test)
{
    (void)test;
    assert_album("present-60x20-ascii.txt", sizes[0], CHARSET_ASCII, false);
}

static void a_talk_at_120x40(void **test)
{
    (void)test;
    assert_album("present-120x40.txt", sizes[1], CHARSET_UTF8, false);
}

/* ------------------------------------------------------------------- numbers */

/* Every view of every lesson at every size, plain and with its numbers large. */
static void every_number_of_every_view_shows_its_element(void **test)
{
    (void)test;
    for (size_t l = 0; l < sizeof shipped / sizeof *shipped; l++) {
        Opened opened = open_shipped(shipped[l], NULL);
        size_t n = 0;
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
            for (size_t screen = 0; screen < opened.lesson->n_screens; screen++)
                for (size_t step = 0; step < opened.lesson->screens[screen].n_steps; step++) {
                    Arena *arena = arena_new();
                    ViewPresent present = talk();
                    ViewReport report, other;
                    go(&opened, (int)screen, (int)step);
                    opened.state.has_selection = false;
                    Charset charset = i < 2 && step % 2 ? CHARSET_ASCII : CHARSET_UTF8;
                    n += walk(&opened, present_frame(&opened, arena, sizes[i], charset, &present, &report), &present);
                    for (size_t t = 0; t < report.n_targets; t += 3) {
                        opened.state.has_selection = true;
                        opened.state.selection = report.targets[t].span.ref;
                        present.big = t % 2 ? BIG_NUMBER : BIG_ARRAY;
                        n += walk(&opened, present_frame(&opened, arena, sizes[i], charset, &present, &other),
                                  &present);
                    }
                    arena_free(arena);
                }
        assert_true(n > 2000);
        close_opened(&opened);
    }
}

static bool is_block(const Cell *cell)
{
    static const char *const blocks[] = {"█", "▀", "▄", "#"};
    for (size_t i = 0; i < 4; i++)
        if (strcmp(cell->glyph, blocks[i]) == 0) return true;
    return false;
}

/* The element whose block digits fill the screen is the selected one, cell by cell. */
static void every_cell_of_a_large_number_refers_to_its_element(void **test)
{
    (void)test;
    Opened opened = open_four_steps(NULL);
    ViewPresent present = talk();
    present.big = BIG_NUMBER;
    go(&opened, 1, 2);
    select_number(&opened, "alpha[2]", NULL);
    for (size_t i = 0; i < 5; i++) {
        Arena *arena = arena_new();
        ViewReport report;
        Frame *frame = present_frame(&opened, arena, sizes[i], CHARSET_UTF8, &present, &report);
        size_t n = 0;
        for (int row = 0; row < frame->rows; row++)
            for (int col = 0; col < frame->cols; col++) {
                const Cell *cell = frame_cell(frame, row, col);
                const FrameSpan *span = frame_span_at(frame, row, col);
                bool is_bar = cell->role == ROLE_BAR || (span && span->kind == SPAN_MARK);
                if (!is_block(cell) || is_bar) continue;
                assert_non_null(span);
                assert_int_equal(span->kind, SPAN_LARGE);
                assert_true(element_ref_equal(span->ref, opened.state.selection));
                assert_string_equal(span->text, "0.4519");
                n++;
            }
        assert_true(n >= 40);
        arena_free(arena);
    }
    close_opened(&opened);
}

/* A report's targets stand where it says, large or not: keys and clicks work as in reading. */
static void every_visible_target_stands_where_the_report_says(void **test)
{
    (void)test;
    Opened opened = open_shipped("four-steps", NULL);
    static const char *const elements[] = {"alpha[2]", "K[1, 2]", "dk", "out[0]"};
    for (size_t i = 0; i < 5; i++)
        for (int big = BIG_NONE; big <= BIG_ARRAY; big++)
            for (size_t e = 0; e < sizeof elements / sizeof *elements; e++) {
                Arena *arena = arena_new();
                ViewPresent present = talk();
                ViewReport report;
                present.big = (ViewBig)big;
                go(&opened, 1, 3);
                select_number(&opened, elements[e], NULL);
                Frame *frame = present_frame(&opened, arena, sizes[i], CHARSET_UTF8, &present, &report);
                assert_true(report.n_targets > 0);
                for (size_t t = 0; t < report.n_targets; t++) {
                    const ViewTarget *target = &report.targets[t];
                    if (!target->visible || target->span.kind == SPAN_MARK) continue;
                    const FrameSpan *span = frame_span_at(frame, target->screen_row, target->screen_col);
                    assert_non_null(span);
                    assert_true(element_ref_equal(span->ref, target->span.ref));
                }
                arena_free(arena);
            }
    close_opened(&opened);
}

/* ------------------------------------------------------------- block digits */

static const char *drawn(Arena *arena, const char *text, int scale, Charset charset)
{
    DigitsSize size = digits_size(charset, text, scale);
    Frame *frame = frame_new(arena, size.rows, size.cols, charset);
    digits_draw(frame, 0, 0, text, scale, ROLE_PAGE, (FrameSpan){0});
    return frame_text(arena, frame, false);
}

static void block_digits_look_like_this(void **test)
{
    (void)test;
    Arena *arena = arena_new();
    assert_string_equal(drawn(arena, "0.4519", 1, CHARSET_UTF8), "▄▀▀▄    █  █ █▀▀▀ ▄█  ▄▀▀▄\n"
                                                                 "█  █    ▀▀▀█ ▀▀▀▄  █  ▀▄▄█\n"
                                                                 "▀▄▄▀ ██    █ ▄▄▄▀ ▄█▄  ▄▄▀\n");
    assert_string_equal(drawn(arena, "-7", 1, CHARSET_ASCII), "    ####\n"
                                                              "       #\n"
                                                              "###   #\n"
                                                              "      #\n"
                                                              "     #\n"
                                                              "     #\n");
    arena_free(arena);
}

/* The dot at (x, y) of text drawn at a scale, from the half blocks. */
static bool dot_at(const Frame *frame, int scale, int x, int y)
{
    int half = y * scale;
    const Cell *cell = &frame->cells[(size_t)(half / 2) * (size_t)frame->cols + (size_t)(x * scale)];
    if (strcmp(cell->glyph, "█") == 0) return true;
    return strcmp(cell->glyph, half % 2 ? "▄" : "▀") == 0;
}

static void a_larger_scale_shows_the_same_dots(void **test)
{
    (void)test;
    static const char *const texts[] = {"0.4519", "-3.1e+08", "inf", "nan", "24.5%", "1,234,567", "True", "False"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        for (int scale = 2; scale <= 5; scale++) {
            Arena *arena = arena_new();
            DigitsSize one = digits_size(CHARSET_UTF8, texts[i], 1), size = digits_size(CHARSET_UTF8, texts[i], scale);
            assert_true(one.cols > 0 && size.cols == one.cols * scale && size.rows == one.rows * scale);
            Frame *small = frame_new(arena, one.rows, one.cols, CHARSET_UTF8);
            Frame *large = frame_new(arena, size.rows, size.cols, CHARSET_UTF8);
            digits_draw(small, 0, 0, texts[i], 1, ROLE_PAGE, (FrameSpan){0});
            digits_draw(large, 0, 0, texts[i], scale, ROLE_PAGE, (FrameSpan){0});
            for (int y = 0; y < 6; y++)
                for (int x = 0; x < one.cols; x++)
                    assert_int_equal(dot_at(small, 1, x, y), dot_at(large, scale, x, y));
            arena_free(arena);
        }
}

/* Two numbers that differ look different: no two glyphs share their dots. */
static void no_two_characters_look_alike(void **test)
{
    (void)test;
    static const char all[] = "0123456789.,-+%einfarulsTF";
    for (size_t a = 0; all[a]; a++)
        for (size_t b = 0; b < a; b++) {
            Arena *arena = arena_new();
            const char one[2] = {all[a], '\0'}, two[2] = {all[b], '\0'};
            assert_string_not_equal(drawn(arena, one, 1, CHARSET_UTF8), drawn(arena, two, 1, CHARSET_UTF8));
            assert_string_not_equal(drawn(arena, one, 2, CHARSET_ASCII), drawn(arena, two, 2, CHARSET_ASCII));
            arena_free(arena);
        }
}

static void what_has_no_block_form_takes_no_room(void **test)
{
    (void)test;
    assert_int_equal(digits_size(CHARSET_UTF8, "four", 1).cols, 0);
    assert_int_equal(digits_size(CHARSET_UTF8, "", 1).rows, 0);
    assert_int_equal(digits_scale(CHARSET_UTF8, "0.4519", 25, 20, 12), 0); /* 26 cells at least */
    assert_int_equal(digits_scale(CHARSET_UTF8, "0.4519", 60, 6, 12), 2);
    assert_int_equal(digits_scale(CHARSET_UTF8, "0.4519", 1000, 1000, 12), 12);
}

/* ------------------------------------------------------------ block letters */

static Runs sentence(const Pen *pen, const char *text)
{
    Runs runs = {0};
    runs_text(pen, &runs, ROLE_EMPH, text);
    return runs;
}

static void block_letters_look_like_this(void **test)
{
    (void)test;
    Arena *arena = arena_new();
    Pen pen = {.arena = arena, .charset = CHARSET_UTF8};
    Runs runs = sentence(&pen, "of k");
    Frame *frame = frame_new(arena, letters_rows(CHARSET_UTF8, &runs, 40), 40, CHARSET_UTF8);
    letters_draw(frame, 0, 0, 40, &runs);
    assert_string_equal(frame_text(arena, frame, false), "       ▄▀▄    █\n"
                                                         "▄▀▀▀▄ ▄█▄     █ ▄▀\n"
                                                         "█   █  █      █▀▄\n"
                                                         " ▀▀▀   ▀      ▀  ▀\n");
    arena_free(arena);
}

/* Every sentence of the shipped lessons that stands for a step can be set, so none falls back to small type for
 * want of a letter. */
static void every_key_sentence_can_be_set_in_block_letters(void **test)
{
    (void)test;
    for (size_t l = 0; l < sizeof shipped / sizeof *shipped; l++) {
        Opened opened = open_shipped(shipped[l], NULL);
        Pen pen = {.arena = opened.arena, .charset = CHARSET_UTF8, .layers = {opened.now}};
        for (size_t screen = 0; screen < opened.lesson->n_screens; screen++)
            for (size_t step = 0; step < opened.lesson->screens[screen].n_steps; step++) {
                const Prose *key = opened.lesson->screens[screen].steps[step].key_sentence;
                Runs runs = {0};
                if (!key) continue;
                prose_runs(&pen, &runs, key, ROLE_EMPH);
                if (letters_rows(CHARSET_UTF8, &runs, 114) == 0)
                    fail_msg("%s %zu.%zu: %s", shipped[l], screen + 1, step + 1,
                             view_prose_text(opened.arena, opened.now, key));
            }
        close_opened(&opened);
    }
}

static void words_wrap_and_what_cannot_be_set_takes_no_rows(void **test)
{
    (void)test;
    Arena *arena = arena_new();
    Pen pen = {.arena = arena, .charset = CHARSET_UTF8};
    Runs two = sentence(&pen, "one two"), odd = sentence(&pen, "one 二"), none = sentence(&pen, "  ");
    assert_int_equal(letters_rows(CHARSET_UTF8, &two, 80), 4);
    assert_int_equal(letters_rows(CHARSET_UTF8, &two, 20), 9); /* two lines, a blank row between them */
    assert_int_equal(letters_rows(CHARSET_UTF8, &two, 10), 0); /* a word is too long */
    assert_int_equal(letters_rows(CHARSET_UTF8, &odd, 80), 0);
    assert_int_equal(letters_rows(CHARSET_UTF8, &none, 80), 0);
    assert_int_equal(letters_rows(CHARSET_ASCII, &two, 80), 0);
    arena_free(arena);
}

/* -------------------------------------------------------------------- fitting */

static void count_views(const char *id, Size size, size_t *n_views, size_t *n_long)
{
    Opened opened = open_shipped(id, NULL);
    for (size_t screen = 0; screen < opened.lesson->n_screens; screen++)
        for (size_t step = 0; step < opened.lesson->screens[screen].n_steps; step++) {
            Arena *arena = arena_new();
            ViewPresent present = talk();
            ViewReport report;
            go(&opened, (int)screen, (int)step);
            present_frame(&opened, arena, size, CHARSET_UTF8, &present, &report);
            (*n_views)++;
            *n_long += report.more_below;
            if (report.more_below && getenv("HEED_LONG_VIEWS"))
                print_message("%s %zu.%zu: %d rows beyond\n", id, screen + 1, step + 1, report.max_scroll);
            arena_free(arena);
        }
    close_opened(&opened);
}

static void the_shipped_lessons_fit_a_projected_screen(void **test)
{
    (void)test;
    size_t n_views = 0, n_long = 0, n_large = 0, n_long_large = 0;
    for (size_t l = 0; l < sizeof shipped / sizeof *shipped; l++) {
        count_views(shipped[l], sizes[0], &n_views, &n_long);
        count_views(shipped[l], sizes[1], &n_large, &n_long_large);
    }
    assert_true(n_views > 60);
    assert_int_equal(n_long_large, 0);
    assert_true(n_long <= 3); /* six vectors, each with its numbers, and the like: scrolled */
}

/* ---------------------------------------------------------------------- notes */

static void the_speakers_notes_are_in_no_frame(void **test)
{
    (void)test;
    size_t n_notes = 0;
    for (size_t l = 0; l < sizeof shipped / sizeof *shipped; l++) {
        Opened opened = open_shipped(shipped[l], NULL);
        Arena *arena = arena_new();
        StrBuf seen = {0};
        for (size_t screen = 0; screen < opened.lesson->n_screens; screen++)
            for (size_t step = 0; step < opened.lesson->screens[screen].n_steps; step++) {
                ViewPresent present = talk();
                ViewReport report;
                go(&opened, (int)screen, (int)step);
                opened.state.more = step % 2;
                Frame *frame = present_frame(&opened, arena, (Size){300, 400}, CHARSET_UTF8, &present, &report);
                strbuf_add(&seen, frame_text(arena, frame, false));
            }
        for (size_t screen = 0; screen < opened.lesson->n_screens; screen++)
            for (size_t step = 0; step < opened.lesson->screens[screen].n_steps; step++) {
                const char *const *paragraphs;
                size_t n = view_speaker_notes(arena, opened.lesson, opened.now, (int)screen, (int)step, &paragraphs);
                for (size_t i = 0; i < n; i++, n_notes++)
                    assert_null(strstr(strbuf_text(&seen), arena_strndup(arena, paragraphs[i], 24)));
            }
        strbuf_free(&seen);
        arena_free(arena);
        close_opened(&opened);
    }
    assert_true(n_notes > 8);
}

/* The speaker's own screen. */
static NotesState speaker(void)
{
    static const char *const paragraphs[] = {"Let someone do the score of the third key at the board.",
                                             "Two minutes; then Enter on its weight."};
    static const char *const scenes[] = {"F1 an even match", "F2 a query that asks for nothing"};
    return (NotesState){.title = "Four steps: how does one query choose?",
                        .view = 6,
                        .n_views = 20,
                        .sentence = "Softmax turns scaled scores into shares of one whole.",
                        .paragraphs = paragraphs,
                        .n_paragraphs = 2,
                        .next = "Each value counts as much as its key earned.",
                        .scenes = scenes,
                        .n_scenes = 2,
                        .has_clock = true,
                        .elapsed_ms = 440 * 1000,
                        .budget_ms = 1200 * 1000};
}

static const char *notes_text(Arena *arena, const NotesState *state, Size size, int *max_scroll)
{
    Frame *frame = frame_new(arena, size.rows, size.cols, CHARSET_UTF8);
    view_notes(frame, state, max_scroll);
    return frame_text(arena, frame, false);
}

static void the_speaker_sees_notes_next_step_clock_and_scenes(void **test)
{
    (void)test;
    Arena *arena = arena_new();
    StrBuf album = {0};
    NotesState state = speaker(), late = speaker(), asked = speaker(), none = {.message = "No heed is presenting."};
    int max_scroll;
    late.elapsed_ms = 1300 * 1000;
    late.next = NULL;
    late.n_presenters = 2;
    late.which = 1;
    asked.asked = "Which share does the third key get?";
    asked.truth = "0.4519";
    asked.is_blank = true;
    strbuf_add(&album, notes_text(arena, &state, sizes[3], &max_scroll));
    strbuf_add(&album, notes_text(arena, &late, sizes[3], &max_scroll));
    strbuf_add(&album, notes_text(arena, &asked, sizes[3], &max_scroll));
    strbuf_add(&album, notes_text(arena, &state, (Size){24, 40}, &max_scroll));
    strbuf_add(&album, notes_text(arena, &none, (Size){4, 40}, &max_scroll));
    assert_golden("notes.txt", strbuf_text(&album));
    strbuf_free(&album);
    arena_free(arena);
}

static void the_speakers_keys_stand_below_the_notes(void **test)
{
    (void)test;
    static const ViewHint keys[] = {{"Space", "page", 0}, {"q", "leave", 0}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        Arena *arena = arena_new();
        NotesState states[] = {speaker(), speaker(), {.message = "No heed is presenting."}};
        states[1].which = 1;
        states[1].n_presenters = 2;
        for (size_t k = 0; k < sizeof states / sizeof *states; k++) {
            int max_scroll;
            states[k].hints = keys;
            states[k].n_hints = 2;
            const char *text = notes_text(arena, &states[k], sizes[i], &max_scroll);
            if (sizes[i].rows >= 5 && sizes[i].cols >= 20) assert_non_null(strstr(text, " Space page  q leave"));
            if (k == 1 && sizes[i].rows >= 6 && sizes[i].cols >= 40) assert_non_null(strstr(text, "Presenter 1 of 2"));
        }
        arena_free(arena);
    }
}

static void long_notes_are_scrolled_to_their_end_at_any_size(void **test)
{
    (void)test;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        Arena *arena = arena_new();
        NotesState state = speaker();
        int max_scroll, again;
        notes_text(arena, &state, sizes[i], &max_scroll);
        state.scroll = 1000;
        const char *end = notes_text(arena, &state, sizes[i], &again);
        assert_int_equal(again, max_scroll);
        if (sizes[i].rows >= 5) assert_non_null(strstr(end, "nothing"));
        arena_free(arena);
    }
}

static void clocks_are_told_in_minutes_and_hours(void **test)
{
    (void)test;
    Arena *arena = arena_new();
    assert_string_equal(view_clock_text(arena, 0), "0:00");
    assert_string_equal(view_clock_text(arena, -5), "0:00");
    assert_string_equal(view_clock_text(arena, 440 * 1000 + 999), "7:20");
    assert_string_equal(view_clock_text(arena, 3723 * 1000), "1:02:03");
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_talk_at_60x20),
        cmocka_unit_test(a_talk_at_60x20_with_roles_and_marks),
        cmocka_unit_test(a_talk_at_60x20_in_ascii),
        cmocka_unit_test(a_talk_at_120x40),
        cmocka_unit_test(every_number_of_every_view_shows_its_element),
        cmocka_unit_test(every_cell_of_a_large_number_refers_to_its_element),
        cmocka_unit_test(every_visible_target_stands_where_the_report_says),
        cmocka_unit_test(block_digits_look_like_this),
        cmocka_unit_test(a_larger_scale_shows_the_same_dots),
        cmocka_unit_test(no_two_characters_look_alike),
        cmocka_unit_test(what_has_no_block_form_takes_no_room),
        cmocka_unit_test(block_letters_look_like_this),
        cmocka_unit_test(every_key_sentence_can_be_set_in_block_letters),
        cmocka_unit_test(words_wrap_and_what_cannot_be_set_takes_no_rows),
        cmocka_unit_test(the_shipped_lessons_fit_a_projected_screen),
        cmocka_unit_test(the_speakers_notes_are_in_no_frame),
        cmocka_unit_test(the_speaker_sees_notes_next_step_clock_and_scenes),
        cmocka_unit_test(the_speakers_keys_stand_below_the_notes),
        cmocka_unit_test(long_notes_are_scrolled_to_their_end_at_any_size),
        cmocka_unit_test(clocks_are_told_in_minutes_and_hours),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
