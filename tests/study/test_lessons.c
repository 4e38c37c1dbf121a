/* The shipped lessons, as their questions and cards promise: students who believe a
 * wrong idea are found in every draw, guesses are not mistaken for ideas, everything
 * renders.
 */
#include "heed/quiz.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__SANITIZE_ADDRESS__)
#define IS_WATCHED 1
#elif defined(__has_feature)
#define IS_WATCHED __has_feature(address_sanitizer)
#else
#define IS_WATCHED 0
#endif

/* A sanitizer makes each draw several times slower: there a tenth of them will do. */
enum { DRAWS = IS_WATCHED ? 100 : 1000, CARD_DRAWS = 200, GUESSES = 5, GUESSED_DRAWS = 40 };

static Arena *arena;
static Course *course;
static Diags diags;

static char *read_whole(const char *path, size_t *len)
{
    FILE *in = fopen(path, "rb");
    if (!in) fail_msg("cannot read %s", path);
    StrBuf text = {0};
    char block[4096];
    for (size_t n; (n = fread(block, 1, sizeof block, in)) > 0;) strbuf_add_n(&text, block, n);
    fclose(in);
    *len = text.len;
    return strbuf_take(&text, arena);
}

static int setup(void **state)
{
    (void)state;
    arena = arena_new();
    diags_init(&diags, arena);
    size_t len;
    Library *library = arena_alloc(arena, sizeof *library);
    library->misconceptions = read_whole(HEED_SOURCE_DIR "/lessons/misconceptions.md", &len);
    course = course_new(library);
    glob_t paths;
    assert_int_equal(glob(HEED_SOURCE_DIR "/lessons/*.md", 0, NULL, &paths), 0);
    for (size_t i = 0; i < paths.gl_pathc; i++) {
        if (strstr(paths.gl_pathv[i], "/misconceptions.md") || strstr(paths.gl_pathv[i], "/glossary.md")) continue;
        char *text = read_whole(paths.gl_pathv[i], &len);
        course_add(course, paths.gl_pathv[i], text, len, &diags);
    }
    globfree(&paths);
    return diags.errors ? (print_error("%s", diags_format(arena, &diags)), -1) : 0;
}

static int teardown(void **state)
{
    (void)state;
    course_free(course);
    arena_free(arena);
    return 0;
}

static void there_are_thirty_questions_and_forty_cards(void **state)
{
    (void)state;
    size_t n_questions = 0, n_cards = 0;
    for (size_t i = 0; i < course_count(course); i++) {
        const Lesson *lesson = course_lesson(course, i);
        for (size_t k = 0; k < lesson->n_questions; k++)
            n_questions += lesson->questions[k]->kind != QUESTION_PREDICT;
        n_cards += lesson->n_cards;
    }
    assert_true(n_questions >= 30);
    assert_true(n_cards >= 40);
    assert_true(course_misconceptions(course)->count >= 14);
}

static void lessons_and_misconceptions_pass_the_check(void **state)
{
    (void)state;
    for (size_t i = 0; i < course_count(course); i++)
        study_check(course_lesson(course, i), course_misconceptions(course), &diags);
    study_check_misconceptions(course, course_misconceptions(course), &diags);
    if (diags.count) fail_msg("%s", diags_format(arena, &diags));
}

/* ---------------------------------------------------------------- believers */

typedef struct Tally {
    unsigned long asked, lost; /* listed ideas that a believer answered with, and those not named */
    unsigned long guesses, matched;
} Tally;

static bool *found_ideas; /* by misconception: some believer of it was named */

static void hear_believer(Draw *draw, const DrawIdea *idea, Tally *tally)
{
    const char *answer = draw_believer(draw, idea, arena);
    const Verdict *verdict = answer ? draw_judge(draw, answer, NULL) : NULL;
    tally->asked++;
    bool is_named = verdict && verdict->kind == VERDICT_WRONG && verdict->idea == idea;
    if (is_named && idea->misconception)
        found_ideas[idea->misconception - course_misconceptions(course)->items] = true;
    if (is_named) return;
    if (tally->lost++ < 5)
        print_error("%s draw %u: who believes %s and says %s is not found\n", draw->question->id, draw->seed,
                    idea->misconception ? idea->misconception->name : "=", answer ? answer : "nothing");
}

static uint64_t guess_state = 29;

/* 0 to 1 */
static double guess_unit(void)
{
    guess_state = guess_state * 6364136223846793005u + 1442695040888963407u;
    return (double)(guess_state >> 11) / 9007199254740992.0;
}

/* A number such as the question might have: within its truth's and its ideas' range and as much to both
 * sides. */
static void hear_guess(Draw *draw, Tally *tally)
{
    const Value *truth = layer_value(draw->layer, draw->answer);
    double low = INFINITY, high = -INFINITY;
    for (size_t r = 0; r < truth->rows; r++) {
        for (size_t c = 0; c < truth->cols; c++) {
            low = fmin(low, value_at(truth, r, c));
            high = fmax(high, value_at(truth, r, c));
        }
    }
    double span = fmax(high - low, fmax(1, fabs(high)));
    StrBuf text = {0};
    for (size_t i = 0; i < value_count(truth); i++) {
        char number[NUM_TEXT_MAX];
        num_write(number, low - span + 3 * span * guess_unit(), NUM_F64, draw->question->format);
        strbuf_printf(&text, " %s", number);
    }
    const Verdict *verdict = draw_judge(draw, strbuf_text(&text), NULL);
    strbuf_free(&text);
    assert_non_null(verdict);
    tally->guesses++;
    tally->matched += verdict->idea != NULL;
}

static void hear_question(const Lesson *lesson, const Question *question, Tally *tally)
{
    for (unsigned i = 0; i < DRAWS; i++) {
        Draw *draw = draw_new(lesson, question, course_misconceptions(course), i, 0);
        bool has_number = draw->kind == QUESTION_NUMBER || draw->kind == QUESTION_ARRAY;
        for (size_t k = 0; k < draw->n_ideas; k++)
            if (draw->ideas[k].is_listed || draw->ideas[k].is_apart)
                hear_believer(draw, &draw->ideas[k], tally);
        for (unsigned k = 0; has_number && i < GUESSED_DRAWS && k < GUESSES; k++) hear_guess(draw, tally);
        bool is_drawn = strstr(question->overlay, "draw_seed") != NULL;
        draw_free(draw);
        if (!is_drawn) break;
    }
}

static void believers_are_named_and_guesses_are_not(void **state)
{
    (void)state;
    const Misconceptions *all = course_misconceptions(course);
    found_ideas = arena_array(arena, all->count, sizeof *found_ideas);
    Tally sum = {0};
    for (size_t i = 0; i < course_count(course); i++) {
        const Lesson *lesson = course_lesson(course, i);
        for (size_t k = 0; k < lesson->n_questions; k++) hear_question(lesson, lesson->questions[k], &sum);
    }
    print_message("%lu believers, %lu not found; %lu guesses, %lu taken for an idea\n", sum.asked, sum.lost,
                  sum.guesses, sum.matched);
    assert_int_equal(sum.lost, 0);
    assert_true(sum.asked > 10 * DRAWS && sum.guesses > 1000);
    assert_true(sum.matched * 100 < sum.guesses);
    for (size_t i = 0; i < all->count; i++)
        if (!found_ideas[i]) fail_msg("nobody who believes %s was found", all->items[i].name);
}

/* -------------------------------------------------------------------- cards */

static void every_side_of_every_card_renders(void **state)
{
    (void)state;
    Deck *deck = deck_new(course, NULL, &schedule_default);
    for (size_t i = 0; i < deck_count(deck); i++) {
        for (unsigned k = 0; k < CARD_DRAWS; k++) {
            Face *face = face_new(deck_card(deck, i), k);
            Arena *scratch = arena_new();
            const char *front = face_front_text(face, scratch), *back = face_back_text(face, scratch);
            bool is_whole = *front && *back && !strstr(front, " nan") && !strstr(back, " nan");
            if (!is_whole || strstr(back, "?") || strcmp(front, back) == 0)
                fail_msg("%s: '%s' / '%s'", deck_card(deck, i)->card->id, front, back);
            arena_free(scratch);
            face_free(face);
        }
    }
    deck_free(deck);
}

static void every_idea_with_lines_is_followed_up_somewhere(void **state)
{
    (void)state;
    QuizPlan plan = {.screen = -1, .count = 500, .seed = 1};
    Quiz *quiz = quiz_new(course, &plan, NULL, NULL);
    size_t n_followed = 0;
    WallTime now = {1796212800000, 60};
    for (; quiz_draw(quiz); quiz_next(quiz)) {
        const Draw *draw = quiz_draw(quiz);
        if (quiz_separates(quiz) || draw->n_ideas == 0 || !draw->ideas[0].misconception) continue;
        const char *answer = draw_believer(draw, &draw->ideas[0], arena);
        quiz_answer(quiz, answer, now, NULL);
        n_followed += quiz_follow_up_planned(quiz);
    }
    assert_true(n_followed >= 5);
    quiz_free(quiz);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(there_are_thirty_questions_and_forty_cards),
        cmocka_unit_test(lessons_and_misconceptions_pass_the_check),
        cmocka_unit_test(believers_are_named_and_guesses_are_not),
        cmocka_unit_test(every_side_of_every_card_renders),
        cmocka_unit_test(every_idea_with_lines_is_followed_up_somewhere),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
