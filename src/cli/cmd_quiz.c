/* heed quiz: on the screen at a terminal, else as plain question and answer: the question's page, a line for
 * the answer or one of a few words, what heed makes of it, and at the end (of the questions or of the input)
 * a summary. Every answer is in the journal before the next question is shown.
 */
#include "heed/deck.h"
#include "heed/quiz.h"
#include "heed/view.h"
#include "plain.h"
#include "talk.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

/* -------------------------------------------------------------- what is asked */

/* A course and what of it is asked. */
typedef struct Asked {
    QuizPlan plan;
    LessonText file; /* .text NULL: none */
} Asked;

static bool is_file(const char *name)
{
    return strchr(name, '/') != NULL || access(name, F_OK) == 0;
}

static const char *part_of_library(const char *name)
{
    for (size_t i = 0; i < heed_library.count; i++)
        if (heed_library.entries[i].part != NULL && strcasecmp(heed_library.entries[i].part, name) == 0)
            return heed_library.entries[i].part;
    return NULL;
}

static void say_unknown(const char *name)
{
    const char **names = heed_xcalloc(2 * heed_library.count + 1, sizeof *names);
    size_t n = 0;
    for (size_t i = 0; i < heed_library.count; i++) {
        names[n++] = heed_library.entries[i].id;
        if (heed_library.entries[i].part != NULL) names[n++] = heed_library.entries[i].part;
    }
    const char *near = nearest_word(name, names, n);
    cli_say("no lesson, no part and no file '%s'%s%s%s `heed list` shows the lessons and their parts", name,
            near ? "; did you mean " : "", near ? near : "", near ? "?" : ";");
    free(names);
}

static bool find_name(Arena *arena, const char *name, Asked *asked)
{
    if (name == NULL) return true;
    if (library_find(&heed_library, name) != NULL) {
        asked->plan.lesson = name;
        return true;
    }
    asked->plan.part = part_of_library(name);
    if (asked->plan.part != NULL) return true;
    if (is_file(name)) return cli_find_text(arena, name, &asked->file);
    say_unknown(name);
    return false;
}

/* Without --seed no quiz is like the one before. */
static bool find_seed(const Options *options, WallTime now, uint64_t *seed)
{
    const char *text = options->seed;
    char *end = NULL;
    *seed = (uint64_t)now.ms;
    if (text == NULL) return true;
    errno = 0;
    *seed = strtoull(text, &end, 10);
    return *text >= '0' && *text <= '9' && *end == '\0' && errno == 0;
}

static bool find_asked(Arena *arena, const Options *options, WallTime now, Asked *asked)
{
    *asked = (Asked){.plan = {.screen = -1, .count = (size_t)options->count}};
    return find_seed(options, now, &asked->plan.seed) &&
           find_name(arena, options->n_args > 0 ? options->args[0] : NULL, asked);
}

/* ------------------------------------------------------------ plain: one turn */

typedef struct Asker {
    Talk talk;
    Course *course;
    Deck *deck;
    Quiz *quiz;
    int width;
    bool is_over;
    size_t number_shown; /* of the question that was told last */
    ElementRef before;   /* the answer of the question before: what `why` is about */
    Layer *before_layer; /* NULL: none */
} Asker;

/* The page from a step on. */
static void tell_page(Asker *asker, int from_step)
{
    const Quiz *quiz = asker->quiz;
    const Verdict *verdict = quiz_verdict(quiz);
    ViewQuestion question = {
        .draw = quiz_draw(asker->quiz),
        .verdict = verdict,
        .hints_open = quiz_hints_open(quiz),
        .separates = quiz_separates(quiz),
        .has_follow_up = quiz_follow_up_planned(quiz),
        .points = quiz_points(!verdict || verdict->kind == VERDICT_RIGHT, quiz_hints_open(quiz))};
    ViewPage page = {.kind = PAGE_QUESTION, .shown = &question};
    view_question_layers(&question, page.layers);
    const Frame *frame = view_page_print(asker->talk.scratch, asker->talk.charset, question.draw->lesson,
                                         &page, from_step, asker->width);
    for (int row = 0; row < frame->rows; row++) puts(frame_row_text(asker->talk.scratch, frame, row));
}

static void tell_question(Asker *asker)
{
    const Draw *draw = quiz_draw(asker->quiz);
    asker->number_shown = quiz_number(asker->quiz);
    talk_tell(&asker->talk, "\nQuestion %zu of %zu (%s, draw %u)", quiz_number(asker->quiz),
              quiz_total(asker->quiz), draw->question->id, draw->seed);
    tell_page(asker, 0);
}

static void close_question(Asker *asker)
{
    size_t n;
    const Draw *draw = quiz_draw(asker->quiz);
    const char *const *lines = quiz_lines(asker->quiz, &n);
    for (size_t i = 0; i < n; i++) talk_record(&asker->talk, lines[i]);
    tell_page(asker, 1);
    asker->before = draw->answer_ref;
    if (draw->kind == QUESTION_ARRAY)
        asker->before = (ElementRef){.node = draw->answer}; /* its first element */
    asker->before_layer = draw->layer;
    quiz_next(asker->quiz);
}

static void say_hint(Asker *asker)
{
    const Draw *draw = quiz_draw(asker->quiz);
    size_t before = quiz_hints_open(asker->quiz), now = quiz_hint(asker->quiz);
    if (now > before)
        talk_tell(&asker->talk, "Hint: %s (a right answer is worth %d of %d points now)",
                  draw->hints[now - 1].text, quiz_points(true, now), QUIZ_MAX_POINTS);
    else
        talk_tell(&asker->talk, now == 0 ? "There is no hint to this one." : "There is no further hint.");
}

/* One level after the other down to the inputs would be long: the answer's, and that of its first operand. */
static void say_why(Asker *asker)
{
    Explanation why;
    const Factor *operands;
    Arena *arena = asker->talk.scratch;
    if (asker->before_layer == NULL || asker->before.node == 0 ||
        !layer_explain(asker->before_layer, arena, asker->before, &why)) {
        talk_tell(&asker->talk, "why tells where the right answer of the question before comes from; %s",
                  asker->before_layer == NULL ? "none was answered yet." : "that one was no single number.");
        return;
    }
    talk_tell(&asker->talk, "%s", view_why_line(arena, &why));
    size_t n = explanation_operands(&why, arena, &operands);
    for (size_t i = 0; i < n; i++) {
        Explanation below;
        if (layer_explain(asker->before_layer, arena, operands[i].ref, &below))
            talk_tell(&asker->talk, "  %s", view_why_line(arena, &below));
    }
}

static void say_help(Asker *asker)
{
    talk_tell(&asker->talk, "Answer with %s.", quiz_draw(asker->quiz)->usage);
    talk_tell(&asker->talk, "hint     a hint; each costs a point\n"
                            "skip     leave this question out\n"
                            "give up  see the answer\n"
                            "why      where the right answer of the question before comes from\n"
                            "quit     stop here, and sum up");
}

/* What is wrong, and the place in the line. */
static void tell_problem(Asker *asker, const Diags *diags)
{
    if (diags->count == 0) return;
    const char *whole = diag_format_as(asker->talk.scratch, &diags->items[0], cli_spell),
               *lines = strchr(whole, '\n');
    size_t len = lines != NULL ? strlen(lines) : 0;
    while (len > 0 && lines[len - 1] == '\n') len--;
    talk_tell(&asker->talk, "%s%.*s", diags->items[0].text, (int)len, lines != NULL ? lines : "");
}

static void answer(Asker *asker)
{
    Diags diags;
    diags_init(&diags, asker->talk.scratch);
    const Verdict *verdict =
        quiz_answer(asker->quiz, asker->talk.line, clock_now(&asker->talk.clock), &diags);
    if (verdict == NULL) {
        tell_problem(asker, &diags);
    } else if (verdict->kind == VERDICT_COARSE) {
        talk_tell(&asker->talk, "%s.", verdict->note != NULL ? verdict->note : "More digits are wanted");
    } else {
        close_question(asker);
    }
}

static void hear(Asker *asker)
{
    switch (quiz_word(asker->talk.line)) {
    case QUIZ_HINT: say_hint(asker); break;
    case QUIZ_WHY: say_why(asker); break;
    case QUIZ_HELP: say_help(asker); break;
    case QUIZ_SKIP: quiz_next(asker->quiz); break;
    case QUIZ_QUIT: asker->is_over = true; break;
    case QUIZ_GIVE_UP:
        quiz_give_up(asker->quiz, clock_now(&asker->talk.clock));
        close_question(asker);
        break;
    case QUIZ_ANSWER: answer(asker); break;
    }
}

/* ---------------------------------------------------------------- plain: whole */

static void tell_summary(Asker *asker)
{
    size_t n;
    arena_reset(asker->talk.scratch);
    QuizSummary sum = quiz_summary(asker->quiz, asker->talk.scratch);
    const HelpLine *lines = view_quiz_summary(asker->talk.scratch, &sum, SIZE_MAX, &n);
    puts("");
    for (size_t i = 0; i < n; i++)
        talk_tell(&asker->talk, "%s%s%s%s", lines[i].is_heading || lines[i].key == NULL ? "" : "  ",
                  lines[i].key != NULL ? lines[i].key : "",
                  lines[i].key != NULL ? ": "
                  : lines[i].item > 0  ? "  "
                                       : "",
                  lines[i].text);
}

static void talk_through(Asker *asker)
{
    while (!asker->is_over && quiz_draw(asker->quiz) != NULL) {
        arena_reset(asker->talk.scratch);
        if (quiz_number(asker->quiz) != asker->number_shown) tell_question(asker);
        if (!talk_read(&asker->talk)) break;
        hear(asker);
    }
    tell_summary(asker);
}

static bool open_course(Asker *asker, Asked *asked)
{
    Diags diags;
    diags_init(&diags, asker->talk.arena);
    asker->course = course_new(&heed_library);
    if (asked->file.text == NULL) return true;
    LessonText ideas;
    if (cli_find_ideas(asker->talk.arena, &asked->file, &ideas))
        course_add_ideas(asker->course, ideas.name, ideas.text, ideas.len, &diags);
    size_t index = course_add(asker->course, asked->file.name, asked->file.text, asked->file.len, &diags);
    asked->plan.lesson = course_id(asker->course, index);
    return !cli_report(&diags);
}

static int ask_plainly(Asker *asker, const Options *options, Asked *asked)
{
    int cols = cli_columns();
    asker->width = cols > 100 ? 100 : cols;
    if (!open_course(asker, asked)) return EXIT_INPUT;
    const Progress *progress = talk_progress(&asker->talk, options);
    asker->deck = deck_new(asker->course, progress, &schedule_default);
    asker->quiz = quiz_new(asker->course, &asked->plan, progress, asker->deck);
    if (quiz_total(asker->quiz) == 0) {
        cli_say("no question is in reach");
        return EXIT_INPUT;
    }
    talk_through(asker);
    return EXIT_OK;
}

static void close_asker(Asker *asker)
{
    if (asker->quiz != NULL) quiz_free(asker->quiz);
    if (asker->deck != NULL) deck_free(asker->deck);
    if (asker->course != NULL) course_free(asker->course);
    talk_close(&asker->talk);
}

/* ----------------------------------------------------------------- the command */

/* A file's lesson joins the course; NULL, said on stderr, where it has errors. */
static const char *add_file(App *app, Arena *arena, const LessonText *file)
{
    Diags diags;
    diags_init(&diags, arena);
    LessonText ideas;
    if (cli_find_ideas(arena, file, &ideas)) app_add_ideas(app, ideas.name, ideas.text, ideas.len);
    const char *id = app_add_lesson(app, file->name, file->text, file->len, &diags);
    cli_report(&diags);
    return id;
}

static bool open_on_screen(App *app, const Options *options)
{
    Clock clock;
    Asked asked;
    Arena *arena = arena_new();
    bool ok = clock_init(&clock) && find_asked(arena, options, clock_now(&clock), &asked);
    if (ok && asked.file.text != NULL) {
        asked.plan.lesson = add_file(app, arena, &asked.file);
        ok = asked.plan.lesson != NULL;
    }
    bool is_open = ok && app_open_quiz(app, &asked.plan);
    if (ok && !is_open) cli_say("no question is in reach");
    arena_free(arena);
    return is_open;
}

int quiz_in_lines(const Options *options, App *app, int (*next)(void))
{
    Asker asker = {0};
    Asked asked;
    if (!talk_open(&asker.talk)) return EXIT_USAGE;
    asker.talk.app = app;
    asker.talk.next = next;
    bool ok = find_asked(asker.talk.arena, options, clock_now(&asker.talk.clock), &asked);
    int code = ok ? ask_plainly(&asker, options, &asked) : EXIT_INPUT;
    close_asker(&asker);
    return code;
}

int cmd_quiz(const Command *command, Options *options)
{
    uint64_t seed;
    if (!find_seed(options, (WallTime){0}, &seed))
        return cli_usage(command, "--seed wants a whole number from 0 on, not '%s'", options->seed);
    bool is_screen = !plain_is_wanted(options) && isatty(STDOUT_FILENO);
    return is_screen ? loop_run_at(options, open_on_screen) : quiz_in_lines(options, NULL, getchar);
}
