/* A quiz on the real program. The student is simulated: a quiz of the same lessons with the same seed runs
 * beside heed, and tells what someone who holds a wrong idea would answer to the question that is on the
 * screen.
 */
#include "heed/quiz.h"
#include "terminal/terminal.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

typedef struct Student {
    char home[64];
    Arena *arena;
    Course *course;
    Quiz *quiz;
} Student;

static char *read_text(Arena *arena, const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file) fail_msg("%s cannot be read", path);
    StrBuf out = {0};
    char chunk[4096];
    for (size_t n; (n = fread(chunk, 1, sizeof chunk, file)) > 0;) strbuf_add_n(&out, chunk, n);
    fclose(file);
    return strbuf_take(&out, arena);
}

static int set_up(void **state)
{
    static const char *const ids[] = {"static-trap", "qkv-lookup", "four-steps", "why-root-dk"};
    Student *student = calloc(1, sizeof *student);
    strcpy(student->home, "/tmp/heed-quiz-XXXXXX");
    if (mkdtemp(student->home) == NULL) return -1;
    student->arena = arena_new();
    Library *library = arena_alloc(student->arena, sizeof *library);
    library->misconceptions = read_text(student->arena, HEED_SOURCE_DIR "/lessons/misconceptions.md");
    student->course = course_new(library);
    Diags diags;
    diags_init(&diags, student->arena);
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        const char *path = arena_printf(student->arena, "%s/lessons/%s.md", HEED_SOURCE_DIR, ids[i]);
        const char *text = read_text(student->arena, path);
        course_add(student->course, path, text, strlen(text), &diags);
    }
    assert_int_equal(diags.errors, 0);
    *state = student;
    return 0;
}

static int tear_down(void **state)
{
    Student *student = *state;
    if (student->quiz) quiz_free(student->quiz);
    course_free(student->course);
    char command[96];
    snprintf(command, sizeof command, "rm -rf '%s'", student->home);
    int code = system(command);
    arena_free(student->arena);
    free(student);
    return code;
}

/* What heed will read at its start steers its questions, and those of the quiz beside it. */
static const Progress *progress_of(Student *student)
{
    const char *path = arena_printf(student->arena, "%s/journal.jsonl", student->home);
    const char *text = access(path, F_OK) == 0 ? read_text(student->arena, path) : "";
    return progress_replay(student->arena, journal_parse(student->arena, text, strlen(text)),
                           &schedule_default);
}

static Terminal *start_quiz(Student *student, const char *lesson, int rows, int cols)
{
    const char *argv[] = {HEED_PROGRAM, "--data", student->home, "quiz", lesson, "--seed", "3", NULL};
    if (student->quiz) quiz_free(student->quiz);
    QuizPlan plan = {.lesson = lesson, .screen = -1, .seed = 3};
    student->quiz = quiz_new(student->course, &plan, progress_of(student), NULL);
    return terminal_start(
        &(TerminalOptions){.argv = argv,
                           .rows = rows,
                           .cols = cols,
                           .env = (const char *[]){"HEED_NOW=2026-11-29T21:04:05+01:00", NULL}});
}

static void expect_question(Student *student, Terminal *t)
{
    const char *title = arena_printf(student->arena, "question %zu of %zu", quiz_number(student->quiz),
                                     quiz_total(student->quiz));
    terminal_expect(t, title);
    terminal_expect(t, arena_printf(student->arena, "draw %u", quiz_draw(student->quiz)->seed));
    terminal_expect(t, "your answer:");
}

/* Of these ideas one that this question can show, and shows alone; best one that was not found out yet. */
static const DrawIdea *belief(const Draw *draw, const char *const *ideas, unsigned found)
{
    const DrawIdea *held = NULL;
    for (unsigned i = 0; ideas[i]; i++) {
        const DrawIdea *idea = draw_idea(draw, ideas[i]);
        bool is_shown = idea && idea->is_apart && idea->shown && draw->kind == QUESTION_NUMBER;
        if (is_shown && !(found & 1u << i)) return idea;
        if (is_shown) held = idea;
    }
    return held;
}

static char *one_line(char *text)
{
    for (char *c = text; *c; c++)
        if (*c == '\n') *c = ';';
    return text;
}

/* Answers as believed, else rightly; returns the bits of the ideas that heed named. */
static unsigned answer_all(Student *student, Terminal *t, const char *const *ideas)
{
    unsigned found = 0;
    Diags diags;
    diags_init(&diags, student->arena);
    while (quiz_draw(student->quiz)) {
        Draw *draw = quiz_draw(student->quiz);
        expect_question(student, t);
        const DrawIdea *idea = belief(draw, ideas, found);
        char *answer =
            idea ? draw_believer(draw, idea, student->arena) : draw_right_answer(draw, student->arena);
        terminal_type(t, one_line(answer));
        terminal_keys(t, "Enter");
        const Verdict *verdict = quiz_answer(student->quiz, answer, (WallTime){0}, &diags);
        if (idea) {
            assert_string_equal(verdict->idea_name, idea->misconception->name);
            terminal_expect(t, "Not this time.");
            terminal_expect(t, "IDEA");
            for (unsigned i = 0; ideas[i]; i++)
                if (strcmp(ideas[i], verdict->idea_name) == 0) found |= 1u << i;
        } else {
            terminal_expect(t, "✓ Right.");
        }
        terminal_keys(t, "Enter");
        quiz_next(student->quiz);
    }
    terminal_expect(t, "How it went");
    return found;
}

static void leave(Terminal *t)
{
    terminal_keys(t, "q");
    terminal_expect_exit(t, 0);
    terminal_expect_restored(t);
    terminal_free(t);
}

/* ------------------------------------------------------------------- sessions */

static void a_student_who_believes_three_wrong_things_is_found_out_in_all(void **state)
{
    Student *student = *state;
    static const char *const first[] = {"divided-by-dk", "keys-for-values", NULL}, *const second[] = {
                                                                                       "wrong-axis", NULL};
    Terminal *t = start_quiz(student, "four-steps", 40, 100);
    assert_int_equal(answer_all(student, t, first), 3);
    terminal_expect(t, "divided by dk");
    terminal_expect(t, "keys for values");
    leave(t);
    t = start_quiz(student, "qkv-lookup", 40, 100);
    assert_int_equal(answer_all(student, t, second), 1);
    terminal_expect(t, "wrong axis");
    leave(t);
    const char *argv[] = {HEED_PROGRAM, "--data", student->home, NULL};
    t = terminal_start(&(TerminalOptions){
        .argv = argv, .env = (const char *[]){"HEED_NOW=2026-11-29T21:04:05+01:00", NULL}});
    terminal_expect(t, "Ideas to revisit");
    terminal_expect(t, "wrong axis · ");
    terminal_keys(t, "x");
    terminal_expect(t, "question 1 of 10");
    terminal_keys(t, "Esc Esc");
    terminal_expect(t, "computed while you watch");
    leave(t);
}

static size_t count_answers(Student *student)
{
    const char *text =
        read_text(student->arena, arena_printf(student->arena, "%s/journal.jsonl", student->home));
    size_t n = 0;
    for (; (text = strstr(text, "\"kind\":\"answer\"")) != NULL; text++) n++;
    return n;
}

static void what_was_answered_survives_a_kill(void **state)
{
    Student *student = *state;
    Terminal *t = start_quiz(student, "four-steps", 24, 80);
    for (int i = 0; i < 3; i++) {
        expect_question(student, t);
        terminal_type(t, "give up");
        terminal_keys(t, "Enter");
        terminal_expect(t, "Given up.");
        quiz_give_up(student->quiz, (WallTime){0});
        if (i == 2) break;
        terminal_keys(t, "Enter");
        quiz_next(student->quiz);
    }
    terminal_signal(t, SIGKILL);
    terminal_free(t);
    assert_int_equal(count_answers(student), 3);
    t = start_quiz(student, "four-steps", 24, 80);
    terminal_expect(t, "question 1 of");
    assert_null(strstr(terminal_screen(t), "damaged"));
    terminal_keys(t, "Esc Esc");
    terminal_expect_exit(t, 0);
    terminal_free(t);
}

static void windows_of_any_size_lose_neither_the_question_nor_the_line(void **state)
{
    Student *student = *state;
    static const int sizes[][2] = {{1, 1}, {2, 300}, {60, 3}, {12, 40}, {50, 200}, {24, 80}};
    Terminal *t = start_quiz(student, "four-steps", 24, 80);
    expect_question(student, t);
    terminal_type(t, "0.12");
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        terminal_resize(t, sizes[i][0], sizes[i][1]);
        terminal_settle(t, 20);
    }
    terminal_expect(t, "your answer: 0.12");
    terminal_keys(t, "C-u");
    terminal_type(t, "hint");
    terminal_keys(t, "Enter");
    terminal_expect(t, "HINT");
    static const char paste[] = "\x01\x1b[31mgive\x07 up\xff\n";
    terminal_paste(t, paste, sizeof paste - 1);
    terminal_keys(t, "C-u Esc");
    terminal_expect(t, "H hint");
    terminal_keys(t, "Esc");
    terminal_expect_exit(t, 0);
    terminal_expect_restored(t);
    terminal_free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_student_who_believes_three_wrong_things_is_found_out_in_all, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(what_was_answered_survives_a_kill, set_up, tear_down),
        cmocka_unit_test_setup_teardown(windows_of_any_size_lose_neither_the_question_nor_the_line, set_up,
                                        tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
