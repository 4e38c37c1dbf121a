/* Questions of a quiz as pages: every number is an element, everything said can be reached at every size. */
#include "study/toy.h"
#include "support.h"

typedef struct Asked {
    Arena *arena;
    Draw *draw;
    ViewQuestion question;
    ViewPage page;
    ViewState state;
} Asked;

static Arena *texts;
static Course *course;

static int set_up(void **test)
{
    (void)test;
    static const char *const ids[] = {"static-trap", "qkv-lookup", "four-steps", "why-root-dk"};
    texts = arena_new();
    Library *library = arena_alloc(texts, sizeof *library);
    Diags diags;
    diags_init(&diags, texts);
    library->misconceptions = read_text(texts, HEED_SOURCE_DIR "/lessons/misconceptions.md");
    course = course_new(library);
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        const char *path = arena_printf(texts, "%s/lessons/%s.md", HEED_SOURCE_DIR, ids[i]);
        const char *text = read_text(texts, path);
        assert_non_null(text);
        course_add(course, path, text, strlen(text), &diags);
    }
    assert_int_equal(diags.errors, 0);
    return 0;
}

static int tear_down(void **test)
{
    (void)test;
    course_free(course);
    arena_free(texts);
    return 0;
}

static const Lesson *lesson_of(const char *id)
{
    size_t index = course_find(course, id);
    assert_true(index != COURSE_NONE);
    return course_lesson(course, index);
}

static Asked ask(const Lesson *lesson, const Question *question, uint64_t seed)
{
    Asked asked = {.arena = arena_new()};
    asked.draw = draw_new(lesson, question, course_misconceptions(course), seed, 0);
    asked.question.draw = asked.draw;
    return asked;
}

static Asked ask_id(const char *id, uint64_t seed)
{
    Arena *arena = arena_new();
    const Lesson *lesson = lesson_of(arena_strndup(arena, id, strcspn(id, "/")));
    for (size_t i = 0; i < lesson->n_questions; i++)
        if (strcmp(lesson->questions[i]->id, id) == 0) {
            arena_free(arena);
            return ask(lesson, lesson->questions[i], seed);
        }
    fail_msg("no question %s", id);
    return (Asked){0};
}

static void drop(Asked *asked)
{
    draw_free(asked->draw);
    arena_free(asked->arena);
}

static Frame *draw_asked(Asked *asked, Arena *arena, int rows, int cols, Charset charset, ViewReport *report)
{
    Frame *frame = frame_new(arena, rows, cols, charset);
    asked->page = (ViewPage){.kind = PAGE_QUESTION,
                             .title = "toy · question 1 of 1",
                             .right = "draw 41",
                             .short_right = "1/1",
                             .shown = &asked->question};
    view_question_layers(&asked->question, asked->page.layers);
    asked->state.lesson = asked->draw->lesson;
    asked->state.now = asked->draw->layer;
    asked->state.other = asked->page.layers[REF_OTHER];
    asked->state.page = &asked->page;
    asked->state.hints = test_hints;
    asked->state.n_hints = 4;
    view_lesson(frame, &asked->state, report);
    return frame;
}

/* Every row of the page, page by page; every number on the way proved. */
static size_t read_through(Asked *asked, int rows, int cols, Charset charset, StrBuf *text)
{
    size_t n = 0;
    ViewReport report;
    asked->state.scroll = 0;
    do {
        Arena *arena = arena_new();
        Frame *frame = draw_asked(asked, arena, rows, cols, charset, &report);
        n += walk_numbers(frame, asked->page.layers);
        if (text) strbuf_add(text, frame_text(arena, frame, false));
        for (size_t i = 0; i < report.n_targets; i++) assert_true(report.targets[i].span.kind == SPAN_NUMBER);
        asked->state.scroll += report.page_rows > 0 ? report.page_rows : 1;
        arena_free(arena);
    } while (asked->state.scroll <= report.max_scroll && report.page_rows > 0);
    asked->state.scroll = 0;
    return n;
}

static const struct {
    int rows, cols;
    Charset charset;
} sizes[] = {
    {24, 80, CHARSET_UTF8}, {24, 80, CHARSET_ASCII}, {12, 40, CHARSET_UTF8}, {40, 120, CHARSET_UTF8}};

/* The same in words: nothing of it is wider than the line. */
static size_t read_aloud(Asked *asked)
{
    size_t n = 0;
    for (int charset = 0; charset < 2; charset++) {
        Arena *arena = arena_new();
        const Frame *frame = view_page_print(arena, charset ? CHARSET_ASCII : CHARSET_UTF8,
                                             asked->draw->lesson, &asked->page, 0, 72);
        n += walk_numbers(frame, asked->page.layers);
        assert_int_equal(frame->cols, 72);
        arena_free(arena);
    }
    return n;
}

static size_t read_at_all_sizes(Asked *asked)
{
    size_t n = 0;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        n += read_through(asked, sizes[i].rows, sizes[i].cols, sizes[i].charset, NULL);
    return n + read_aloud(asked);
}

static void judge(Asked *asked, const char *answer)
{
    Diags diags;
    diags_init(&diags, asked->arena);
    asked->question.verdict = draw_judge(asked->draw, answer, &diags);
    if (asked->question.verdict) {
        asked->question.points =
            quiz_points(asked->question.verdict->kind == VERDICT_RIGHT, asked->question.hints_open);
        read_at_all_sizes(asked);
    }
    asked->question.verdict = NULL;
}

/* Asked, with all hints, right, given up, and as each believer would answer. */
static size_t walk_question(const Lesson *lesson, const Question *question, uint64_t seed)
{
    Asked asked = ask(lesson, question, seed);
    size_t n = read_at_all_sizes(&asked);
    asked.question.hints_open = asked.draw->n_hints;
    n += read_at_all_sizes(&asked);
    judge(&asked, draw_right_answer(asked.draw, asked.arena));
    for (size_t i = 0; i < asked.draw->n_ideas; i++) {
        char *answer = draw_believer(asked.draw, &asked.draw->ideas[i], asked.arena);
        if (answer) judge(&asked, answer);
    }
    judge(&asked, "0.123456");
    judge(&asked, "b a");
    judge(&asked, "false b");
    asked.question.verdict = draw_give_up(asked.draw);
    n += read_at_all_sizes(&asked);
    drop(&asked);
    return n;
}

static void every_number_of_every_question_and_verdict_shows_its_element(void **test)
{
    (void)test;
    size_t n = 0, n_questions = 0;
    for (size_t i = 0; i < course_count(course); i++) {
        const Lesson *lesson = course_lesson(course, i);
        for (size_t q = 0; q < lesson->n_questions; q++) {
            if (lesson->questions[q]->kind == QUESTION_PREDICT) continue;
            for (uint64_t seed = 1; seed <= 2; seed++) n += walk_question(lesson, lesson->questions[q], seed);
            n_questions++;
        }
    }
    assert_true(n_questions >= 30);
    assert_true(n > 5000);
}

/* The wrong idea that divides by d_k, run on this draw. */
static Asked answered_by(const char *id, const char *misconception)
{
    Asked asked = ask_id(id, 7);
    Diags diags;
    diags_init(&diags, asked.arena);
    const DrawIdea *idea = draw_idea(asked.draw, misconception);
    assert_non_null(idea);
    asked.question.verdict = draw_judge(asked.draw, draw_believer(asked.draw, idea, asked.arena), &diags);
    assert_string_equal(asked.question.verdict->idea_name, misconception);
    return asked;
}

static char *whole_page(Asked *asked, int rows, int cols, Charset charset)
{
    StrBuf text = {0};
    read_through(asked, rows, cols, charset, &text);
    return strbuf_take(&text, asked->arena);
}

static void a_wrong_idea_is_named_and_both_traces_stand_side_by_side(void **test)
{
    (void)test;
    Asked asked = answered_by("four-steps/scale", "divided-by-dk");
    asked.question.has_follow_up = true;
    char *text = whole_page(&asked, 24, 80, CHARSET_UTF8);
    assert_non_null(strstr(text, "IDEA  divided by dk gives your answer."));
    assert_non_null(strstr(text, "yours: s / d_k"));
    assert_non_null(strstr(text, "right: s / √d_k"));
    assert_non_null(strstr(text, "▶ z"));
    assert_non_null(strstr(text, "here they part"));
    assert_non_null(strstr(text, "The next question tells the two apart."));
    drop(&asked);
}

static void an_unexplained_number_gets_the_worked_derivation(void **test)
{
    (void)test;
    Asked asked = ask_id("four-steps/scale", 7);
    Diags diags;
    diags_init(&diags, asked.arena);
    asked.question.verdict = draw_judge(asked.draw, "0.9", &diags);
    char *text = whole_page(&asked, 24, 80, CHARSET_UTF8);
    assert_non_null(strstr(text, "No single slip"));
    assert_non_null(strstr(text, "Σ e^z"));
    drop(&asked);
}

/* A hint, a question or a list of choices gives no number away whose derivation tells what is right. */
static void choices_cannot_be_explained_before_the_verdict(void **test)
{
    (void)test;
    size_t n_computed = 0;
    for (size_t i = 0; i < course_count(course); i++) {
        const Lesson *lesson = course_lesson(course, i);
        for (size_t q = 0; q < lesson->n_questions; q++) {
            if (lesson->questions[q]->kind == QUESTION_PREDICT) continue;
            Asked asked = ask(lesson, lesson->questions[q], 3);
            Arena *arena = arena_new();
            ViewReport report;
            draw_asked(&asked, arena, 60, 100, CHARSET_UTF8, &report);
            for (size_t t = 0; t < report.n_targets; t++) {
                ElementRef ref = report.targets[t].span.ref;
                assert_int_equal(ref.layer, REF_NOW);
                if (asked.draw->answer_ref.node) assert_false(element_ref_equal(ref, asked.draw->answer_ref));
                n_computed++;
            }
            arena_free(arena);
            drop(&asked);
        }
    }
    assert_true(n_computed > 50);
}

/* A question of the small lesson of the study tests: asked, with its hints, and as someone who left out the
 * root answered it. */
static char *gallery(int rows, int cols, Charset charset)
{
    Toy *toy = toy_new();
    Arena *arena = arena_new();
    StrBuf out = {0};
    for (int part = 0; part < 3; part++) {
        const Question *question = toy->lesson->questions[0];
        Asked asked = {.arena = arena_new(), .draw = draw_new(toy->lesson, question, toy->ideas, 7, 0)};
        Diags diags;
        ViewReport report;
        diags_init(&diags, asked.arena);
        asked.question.draw = asked.draw;
        asked.question.hints_open = part == 1 ? asked.draw->n_hints : 0;
        asked.question.points = quiz_points(part < 2, asked.question.hints_open);
        const DrawIdea *idea = draw_idea(asked.draw, "no-scale");
        if (part == 2)
            asked.question.verdict =
                draw_judge(asked.draw, draw_believer(asked.draw, idea, asked.arena), &diags);
        asked.question.has_follow_up = part == 2;
        draw_asked(&asked, arena, rows, cols, charset, &report);
        asked.state.scroll = report.step_row;
        Frame *frame = draw_asked(&asked, arena, rows, cols, charset, &report);
        strbuf_add(&out, frame_text(arena, frame, true));
        drop(&asked);
    }
    toy_free(toy);
    char *text = heed_xstrdup(strbuf_text(&out));
    strbuf_free(&out);
    arena_free(arena);
    return text;
}

static void questions_look_as_they_did(void **test)
{
    (void)test;
    static const struct {
        const char *name;
        int rows, cols;
        Charset charset;
    } looks[] = {{"quiz-80x24.txt", 24, 80, CHARSET_UTF8},
                 {"quiz-80x24-ascii.txt", 24, 80, CHARSET_ASCII},
                 {"quiz-40x12.txt", 12, 40, CHARSET_UTF8}};
    for (size_t i = 0; i < sizeof looks / sizeof *looks; i++) {
        char *text = gallery(looks[i].rows, looks[i].cols, looks[i].charset);
        assert_golden(looks[i].name, text);
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_wrong_idea_is_named_and_both_traces_stand_side_by_side),
        cmocka_unit_test(an_unexplained_number_gets_the_worked_derivation),
        cmocka_unit_test(choices_cannot_be_explained_before_the_verdict),
        cmocka_unit_test(questions_look_as_they_did),
        cmocka_unit_test(every_number_of_every_question_and_verdict_shows_its_element),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
