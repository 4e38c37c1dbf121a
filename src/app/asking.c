/* Questions put to the class. A key shows one alone and large; hands go up; the next key shows the answer.
 *
 * The answer is nobody's guess: nothing is judged and nothing is journalled. A quiz question is drawn as in a quiz;
 * a prediction is opened as one that gives up guessing.
 */
#include "parts.h"

#include "predict.h"
#include "present.h"

#include <string.h>

/* ------------------------------------------------------------------- layers */

Layer *asking_layer(const Visit *visit, size_t place)
{
    Layer *layers[VIEW_PREDICTIONS_MAX];
    size_t n = view_ask_layers(visit->asked.draw, layers);
    return place < n ? layers[place] : NULL;
}

void asking_close(Visit *visit)
{
    Asked *asked = &visit->asked;
    if (asked->question == NULL) return;
    bool was_drawn = asked->draw != NULL;
    draw_free(asked->draw);
    misconceptions_free(asked->ideas);
    *asked = (Asked){.last = asked->question};
    if (was_drawn) visit_release(visit); /* its elements are gone */
}

const ViewAsk *asking_state(const Visit *visit, Arena *arena)
{
    const Asked *asked = &visit->asked;
    if (asked->question == NULL) return NULL;
    ViewAsk *ask = arena_alloc(arena, sizeof *ask);
    *ask = (ViewAsk){asked->question, asked->draw, asked->is_open, asked->number, asked->count};
    return ask;
}

static void begin(App *app, const Question *question)
{
    Visit *visit = app->visit;
    asking_close(visit);
    visit_release(visit);
    app->present.big = BIG_NONE;
    visit->scroll = 0;
    visit->asked = (Asked){.question = question};
}

/* ------------------------------------------------------------- predictions */

void asking_predict(App *app, int arg)
{
    (void)arg;
    const Question *question = predict_question(app);
    if (question == NULL) {
        app_say(app, ROLE_TEXT, "Nothing is to be predicted here; x asks a question of the quiz.");
        return;
    }
    begin(app, question);
    app->visit->asked.is_open = predict_is_open(app->visit, question);
}

/* --------------------------------------------------------------- questions */

/* The questions of the present screen, in order. */
static size_t questions_of(const Visit *visit, Arena *arena, const Question ***questions)
{
    const Lesson *lesson = visit->lesson;
    size_t n = 0;
    *questions = arena_array(arena, lesson->n_questions, sizeof **questions);
    for (size_t i = 0; i < lesson->n_questions; i++) {
        const Question *question = lesson->questions[i];
        if (question->kind != QUESTION_PREDICT && question->screen == visit->place.screen)
            (*questions)[n++] = question;
    }
    return n;
}

bool asking_has_questions(const App *app)
{
    if (app->visit == NULL) return false;
    Arena *arena = arena_new();
    const Question **questions;
    size_t n = questions_of(app->visit, arena, &questions);
    arena_free(arena);
    return n > 0;
}

static void draw_question(App *app, const Question *question, size_t index, size_t count)
{
    Arena *arena = arena_new();
    Diags unheard;
    diags_init(&unheard, arena);
    begin(app, question);
    Asked *asked = &app->visit->asked;
    const char *text = app->library->misconceptions != NULL ? app->library->misconceptions : "";
    asked->ideas = misconceptions_parse("misconceptions.md", text, strlen(text), &unheard);
    asked->draw = draw_new(app->visit->lesson, question, asked->ideas, (uint64_t)app->wall_ms / 1000, 0);
    asked->number = index + 1;
    asked->count = count;
    arena_free(arena);
}

/* The one behind the last one asked; round the screen where it asks again from its step. */
static bool next_question(App *app, bool is_round)
{
    Visit *visit = app->visit;
    const Question *last = visit->asked.question != NULL ? visit->asked.question : visit->asked.last;
    Arena *arena = arena_new();
    const Question **questions;
    size_t n = questions_of(visit, arena, &questions), at = 0;
    for (size_t i = 0; i < n; i++)
        if (questions[i] == last) at = i + 1;
    bool is_there = n > 0 && (at < n || is_round);
    if (is_there) draw_question(app, questions[at % n], at % n, n);
    arena_free(arena);
    return is_there;
}

void asking_question(App *app, int arg)
{
    (void)arg;
    if (!next_question(app, true)) app_say(app, ROLE_TEXT, "This screen has no questions.");
}

void asking_close_now(App *app, int arg)
{
    (void)arg;
    asking_close(app->visit);
    place_land(app);
}

void asking_on(App *app, int arg)
{
    (void)arg;
    Asked *asked = &app->visit->asked;
    if (!asked->is_open) {
        asked->is_open = true;
        app->visit->acts++;
        if (asked->draw == NULL) predict_reveal(app->visit, asked->question);
    } else if (asked->draw == NULL || !next_question(app, false)) {
        asking_close_now(app, 0);
    }
}
