/* One question after the other. The page of a question is a visit to its draw: its numbers are selected and
 * explained as a lesson's are. The answer line is open while it is asked; Esc leaves the line to look around,
 * and Enter returns to it as it was left.
 */
#include "quiz.h"
#include "parts.h"

#include <stdlib.h>
#include <string.h>

/* --------------------------------------------------------------------- state */

Quizzing *quiz_of(const App *app)
{
    const Activity *top = activity_top(app);
    return top != NULL && top->kind == ACTIVITY_QUIZ ? top->own : NULL;
}

static void set_typed(Quizzing *quizzing, const char *text)
{
    char *copy = text != NULL && *text != '\0' ? heed_xstrdup(text) : NULL;
    free(quizzing->typed);
    quizzing->typed = copy;
}

void quizzing_free(void *own)
{
    Quizzing *quizzing = own;
    quiz_free(quizzing->quiz);
    deck_free(quizzing->deck);
    free(quizzing->typed);
    free(quizzing->lesson);
    free(quizzing->part);
    free(quizzing);
}

static Quizzing *quizzing_new(App *app, const QuizPlan *plan)
{
    Quizzing *quizzing = heed_xcalloc(1, sizeof *quizzing);
    const Progress *progress = study_progress(app->study);
    quizzing->course = study_course(app->study);
    quizzing->plan = *plan;
    if (plan->lesson != NULL) quizzing->plan.lesson = quizzing->lesson = heed_xstrdup(plan->lesson);
    if (plan->part != NULL) quizzing->plan.part = quizzing->part = heed_xstrdup(plan->part);
    quizzing->deck = deck_new(quizzing->course, progress, &schedule_default);
    quizzing->quiz = quiz_new(quizzing->course, &quizzing->plan, progress, quizzing->deck);
    return quizzing;
}

static ViewQuestion question_of(const Quizzing *quizzing)
{
    const Quiz *quiz = quizzing->quiz;
    const Verdict *verdict = quiz_verdict(quiz);
    ViewQuestion question = {.draw = quiz_draw(quizzing->quiz),
                             .verdict = verdict,
                             .hints_open = quiz_hints_open(quiz),
                             .separates = quiz_separates(quiz),
                             .has_follow_up = quiz_follow_up_planned(quiz)};
    question.points = quiz_points(verdict == NULL || verdict->kind == VERDICT_RIGHT, question.hints_open);
    if (verdict == NULL && quiz_number(quiz) == 1) question.note = quizzing->note;
    return question;
}

/* ------------------------------------------------------------------ questions */

static void open_line(App *app, Quizzing *quizzing)
{
    entry_open(&app->entry, ENTRY_ANSWER, "your answer: ", quizzing->typed != NULL ? quizzing->typed : "");
}

/* The present question anew on the screen: nothing is selected, its newest part is in sight. */
static void open_page(App *app, Quizzing *quizzing)
{
    ViewQuestion question = question_of(quizzing);
    view_question_layers(&question, quizzing->layers);
    activity_set_visit(app, visit_page(question.draw->lesson, quizzing->layers));
    quizzing->acts++;
    if (question.verdict == NULL) open_line(app, quizzing);
    place_land(app);
}

static void open_summary(App *app, Quizzing *quizzing)
{
    entry_close(&app->entry);
    activity_set_visit(app, NULL);
    quizzing->is_over = true;
    quizzing->acts++;
}

static void begin(App *app, Quizzing *quizzing)
{
    activity_push(app, ACTIVITY_QUIZ, NULL, quizzing);
    open_page(app, quizzing);
}

/* ------------------------------------------------------------------- starting */

static bool has_quiz(const App *app)
{
    for (size_t i = 0; i < app->depth; i++)
        if (app->activities[i].kind != ACTIVITY_LESSON) return true;
    return false;
}

/* A lesson from a file joins the course as it now stands; while something drawn from it is open, it stays. */
static void join_course(App *app)
{
    const Visit *visit = app->visit;
    if (visit == NULL || visit->is_shipped || has_quiz(app)) return;
    Arena *arena = arena_new();
    Diags unheard; /* it was said when the lesson was opened */
    diags_init(&unheard, arena);
    const SourceText *source = visit->lesson->source;
    course_add(study_course(app->study), source->name, source->text, source->len, &unheard);
    arena_free(arena);
}

static size_t n_questions(const Lesson *lesson, int screen)
{
    size_t n = 0;
    for (size_t i = 0; i < lesson->n_questions; i++) {
        const Question *question = lesson->questions[i];
        bool is_here = screen < 0 || question->screen == screen;
        n += question->kind != QUESTION_PREDICT && is_here;
    }
    return n;
}

bool quiz_is_offered(const App *app)
{
    return app->visit != NULL && n_questions(app->visit->lesson, app->visit->place.screen) > 0;
}

/* The present screen's questions; where it has none, the lesson's. */
static void start_in_lesson(App *app)
{
    const Lesson *lesson = app->visit->lesson;
    int screen = app->visit->place.screen;
    if (n_questions(lesson, screen) == 0) screen = -1;
    if (n_questions(lesson, -1) == 0) {
        app_say(app, ROLE_TEXT, "This lesson asks no questions. At home x asks about all lessons.");
        return;
    }
    if (!activity_admits(app)) return;
    join_course(app);
    QuizPlan plan = {.lesson = lesson->id, .screen = screen, .seed = (uint64_t)app->wall_ms};
    Quizzing *quizzing = quizzing_new(app, &plan);
    if (screen < 0) quizzing->note = "This screen asks nothing; these are the questions of the lesson.";
    begin(app, quizzing);
}

static bool start_of(App *app, const QuizPlan *plan)
{
    Quizzing *quizzing = quizzing_new(app, plan);
    if (quiz_total(quizzing->quiz) == 0) {
        quizzing_free(quizzing);
        return false;
    }
    begin(app, quizzing);
    return true;
}

void quiz_start(App *app, int arg)
{
    (void)arg;
    QuizPlan plan = {.screen = -1, .seed = (uint64_t)app->wall_ms};
    if (app->depth > 1 && app->activities[app->depth - 2].kind == ACTIVITY_QUIZ)
        activity_pop(app); /* looked up from a question: back to it */
    else if (app->visit != NULL)
        start_in_lesson(app);
    else if (!start_of(app, &plan))
        app_say(app, ROLE_TEXT, "The lessons ask no questions.");
    else
        app->came_from_home = true;
}

void app_add_ideas(App *app, const char *name, const char *text, size_t len)
{
    Arena *arena = arena_new();
    Diags unheard; /* `heed check` tells what is wrong with them */
    diags_init(&unheard, arena);
    course_add_ideas(study_course(app->study), name, text, len, &unheard);
    arena_free(arena);
}

const char *app_add_lesson(App *app, const char *name, const char *text, size_t len, Diags *diags)
{
    size_t errors = diags->errors;
    Course *course = study_course(app->study);
    size_t index = course_add(course, name, text, len, diags);
    return diags->errors == errors ? course_id(course, index) : NULL;
}

bool app_open_quiz(App *app, const QuizPlan *plan)
{
    activity_pop_all(app);
    return start_of(app, plan);
}

/* Another quiz in the place of this one. */
void quiz_restart(App *app, const QuizPlan *plan)
{
    Activity *top = activity_top(app);
    Quizzing *next = quizzing_new(app, plan);
    activity_set_visit(app, NULL);
    quizzing_free(top->own);
    top->own = next;
    if (quiz_total(next->quiz) > 0)
        open_page(app, next);
    else
        open_summary(app, next);
}

/* ------------------------------------------------------------------ answering */

static void record_lines(App *app, Quizzing *quizzing)
{
    size_t n;
    const char *const *lines = quiz_lines(quizzing->quiz, &n);
    for (size_t i = 0; i < n; i++) app_record(app, lines[i]);
}

static void close_question(App *app, Quizzing *quizzing)
{
    record_lines(app, quizzing);
    set_typed(quizzing, NULL);
    entry_close(&app->entry);
    open_page(app, quizzing);
}

static bool judge(App *app, Quizzing *quizzing, const char *text)
{
    Arena *arena = arena_new();
    Diags diags;
    diags_init(&diags, arena);
    const Verdict *verdict = quiz_answer(quizzing->quiz, text, app_now(app), &diags);
    bool is_closed = verdict != NULL && verdict->kind != VERDICT_COARSE;
    if (verdict == NULL) typing_refuse(app, &diags);
    if (verdict != NULL && !is_closed)
        entry_set_problem(&app->entry, verdict->note != NULL ? verdict->note : "More digits are wanted.");
    if (is_closed) close_question(app, quizzing);
    arena_free(arena);
    return is_closed;
}

/* A word in place of an answer. */
static void obey(App *app, Quizzing *quizzing, QuizWord word)
{
    line_set(&app->entry.line, "");
    set_typed(quizzing, NULL);
    switch (word) {
    case QUIZ_HINT: quiz_hint_open(app, 0); break;
    case QUIZ_SKIP: quiz_on(app, 0); break;
    case QUIZ_GIVE_UP: quiz_yield(app, 0); break;
    case QUIZ_QUIT: quiz_stop(app, 0); break;
    case QUIZ_HELP:
        entry_close(&app->entry); /* the help takes the keys; Enter returns to the line */
        help_open(app, 0);
        break;
    case QUIZ_WHY:
    case QUIZ_ANSWER:
        entry_set_problem(&app->entry, "Answer first, or: give up. Then w tells where the truth comes from.");
        break;
    }
}

/* The line stays open where the answer cannot be read; what closes it is done here, for there may be a new
 * one. */
bool quiz_accept(App *app)
{
    Quizzing *quizzing = quiz_of(app);
    char *text = heed_xstrdup(line_text(&app->entry.line));
    QuizWord word = quiz_word(text);
    if (word != QUIZ_ANSWER)
        obey(app, quizzing, word);
    else
        judge(app, quizzing, text);
    free(text);
    return false;
}

/* Esc: the line is left as it is, to look around. */
void quiz_keep_line(App *app)
{
    Quizzing *quizzing = quiz_of(app);
    if (quizzing != NULL) set_typed(quizzing, line_text(&app->entry.line));
}

/* The letter goes into the line: of one choice alone, clicked again it is the answer; of several, behind the
 * others. */
static void click_choice(App *app, Quizzing *quizzing, char letter)
{
    if (!entry_is_typing(&app->entry)) quiz_type(app, 0);
    Line *line = &app->entry.line;
    const char alone[] = {letter, '\0'};
    bool is_single = quiz_draw(quizzing->quiz)->kind == QUESTION_CHOICE,
         again = strcmp(line_text(line), alone) == 0;
    if (is_single && again) {
        typing_accept(app, 0);
        return;
    }
    if (is_single) line_set(line, "");
    line_move_end(line, 1);
    if (line->len > 0) line_insert(line, ' ');
    line_insert(line, (uint32_t)letter);
    entry_touched(&app->entry);
}

void quiz_pick(App *app, size_t item)
{
    Quizzing *quizzing = quiz_of(app);
    if (quizzing->is_over)
        quiz_summary_pick(app, item);
    else if (quiz_verdict(quizzing->quiz) == NULL && item > 0 && item <= quiz_draw(quizzing->quiz)->n_choices)
        click_choice(app, quizzing, quiz_draw(quizzing->quiz)->choices[item - 1].letter);
}

void quiz_type(App *app, int arg)
{
    (void)arg;
    visit_release(app->visit);
    open_line(app, quiz_of(app));
}

/* From the line to the numbers. */
void quiz_to_numbers(App *app, int arg)
{
    (void)arg;
    quiz_keep_line(app);
    entry_close(&app->entry);
    select_next(app, 1);
    if (!app->visit->has_selection) open_line(app, quiz_of(app));
}

void quiz_hint_open(App *app, int arg)
{
    (void)arg;
    Quizzing *quizzing = quiz_of(app);
    size_t before = quiz_hints_open(quizzing->quiz), now = quiz_hint(quizzing->quiz);
    quizzing->acts++;
    const char *none = now == 0 ? "There is no hint to this one." : "There is no further hint.";
    if (now == before && entry_is_typing(&app->entry)) entry_set_problem(&app->entry, none);
    if (now == before) app_say(app, ROLE_TEXT, "%s", none);
    app->visit->scroll = app_measure(app)->max_scroll;
}

bool quiz_has_hint(const App *app)
{
    const Quizzing *quizzing = quiz_of(app);
    const Draw *draw = quizzing != NULL ? quiz_draw(quizzing->quiz) : NULL;
    return draw != NULL && quiz_hints_open(quizzing->quiz) < draw->n_hints;
}

void quiz_yield(App *app, int arg)
{
    (void)arg;
    Quizzing *quizzing = quiz_of(app);
    quiz_give_up(quizzing->quiz, app_now(app));
    close_question(app, quizzing);
}

/* ------------------------------------------------------------------ going on */

/* To the next question; one that was not answered is skipped. */
void quiz_on(App *app, int arg)
{
    (void)arg;
    Quizzing *quizzing = quiz_of(app);
    set_typed(quizzing, NULL);
    entry_close(&app->entry);
    if (quiz_next(quizzing->quiz))
        open_page(app, quizzing);
    else
        open_summary(app, quizzing);
}

/* Reads on, then goes on, as in a lesson. */
void quiz_page(App *app, int direction)
{
    const ViewReport *report = app_measure(app);
    bool is_judged = quiz_verdict(quiz_of(app)->quiz) != NULL;
    int page = report->page_rows > 3 ? report->page_rows - 2 : 1;
    if (direction > 0 && !report->more_below && is_judged)
        quiz_on(app, 0);
    else
        place_scroll(app, direction * page);
}

/* Ends the quiz: what was answered is summed up. */
void quiz_stop(App *app, int arg)
{
    (void)arg;
    Quizzing *quizzing = quiz_of(app);
    Arena *arena = arena_new();
    size_t n_asked = quiz_summary(quizzing->quiz, arena).n_asked;
    arena_free(arena);
    if (n_asked == 0)
        activity_leave(app);
    else
        open_summary(app, quizzing);
}

void quiz_why(App *app, int arg)
{
    (void)arg;
    const Draw *draw = quiz_draw(quiz_of(app)->quiz);
    if (draw->answer_ref.node == 0) {
        app_say(app, ROLE_TEXT, "The answer is no single number. Tab selects one of those shown.");
        return;
    }
    select_element(app, draw->answer_ref, 0);
    panel_open(app, 0);
}

bool quiz_has_why(const App *app)
{
    const Quizzing *quizzing = quiz_of(app);
    const Draw *draw = quizzing != NULL ? quiz_draw(quizzing->quiz) : NULL;
    return draw != NULL && draw->answer_ref.node != 0;
}

/* Opens a lesson over the quiz, where a question stands. */
void quiz_look_up(App *app, const Lesson *lesson, const Question *question)
{
    Arena *arena = arena_new();
    Diags unheard;
    diags_init(&unheard, arena);
    const SourceText *source = lesson->source;
    Visit *visit =
        activity_admits(app) ? visit_open(source->name, source->text, source->len, NULL, &unheard) : NULL;
    if (visit != NULL) { /* a detour: it is not where the student is in the lesson */
        activity_push(app, ACTIVITY_LESSON, visit, NULL);
        visit_go(visit, (Place){question->screen, question->step});
        place_land(app);
        app_say(app, ROLE_TEXT, "q leads back to the quiz.");
    }
    arena_free(arena);
}

void quiz_open_lesson(App *app, int arg)
{
    (void)arg;
    const Draw *draw = quiz_draw(quiz_of(app)->quiz);
    quiz_look_up(app, draw->lesson, draw->question);
}

/* ----------------------------------------------------------------- the screen */

size_t quiz_scopes(const App *app, Scope *scopes)
{
    const Quizzing *quizzing = quiz_of(app);
    scopes[0] = quizzing->is_over                      ? SCOPE_SUMMARY
                : quiz_verdict(quizzing->quiz) != NULL ? SCOPE_JUDGED
                                                       : SCOPE_ASKED;
    if (quizzing->is_over) return 1;
    scopes[1] = SCOPE_PAGE;
    return 2;
}

static const char *score_text(const Quizzing *quizzing, Arena *arena)
{
    QuizSummary sum = quiz_summary(quizzing->quiz, arena);
    if (sum.n_asked == 0) return "";
    return arena_printf(arena, "%zu of %zu right, %d of %d points", sum.n_right, sum.n_asked, sum.points,
                        sum.max_points);
}

void quiz_show(App *app, Arena *arena, ViewState *state)
{
    Quizzing *quizzing = quiz_of(app);
    ViewQuestion *question = arena_alloc(arena, sizeof *question);
    ViewPage *page = arena_alloc(arena, sizeof *page);
    *question = question_of(quizzing);
    size_t number = quiz_number(quizzing->quiz), total = quiz_total(quizzing->quiz);
    *page = (ViewPage){
        .kind = PAGE_QUESTION,
        .title = arena_printf(arena, "%s · question %zu of %zu", question->draw->lesson->id, number, total),
        .right = arena_printf(arena, "draw %u", question->draw->seed),
        .short_right = "",
        .shown = question,
    };
    memcpy(page->layers, quizzing->layers, sizeof page->layers);
    state->page = page;
    state->status = score_text(quizzing, arena);
    state->n_predictions = 0;
}

uint64_t quiz_look(const App *app)
{
    return quiz_of(app)->acts;
}

/* The line is open again where the question still waits. */
void quiz_resume(App *app)
{
    Quizzing *quizzing = quiz_of(app);
    if (!quizzing->is_over && quiz_verdict(quizzing->quiz) == NULL) open_line(app, quizzing);
}
