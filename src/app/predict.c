/* Predictions: a step asks, a guess is committed, and only then the truth is shown.
 *
 * A guess is worked out over the lesson as it stands, becomes a number and stays that number. The truth is
 * worked out under what the question gives, laid over the present edits, and follows them; so do the error
 * and the verdict, which are nodes of that layer.
 */
#include "predict.h"

#include "heed/journal.h"
#include "parts.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ----------------------------------------------------------------- guesses */

static Guess *find_guess(const Visit *visit, const Question *question)
{
    for (size_t i = 0; i < visit->n_guesses; i++)
        if (visit->guesses[i].question == question) return &visit->guesses[i];
    return NULL;
}

static Guess *add_guess(Visit *visit, const Question *question)
{
    Guess *guess = find_guess(visit, question);
    if (guess != NULL) return guess;
    visit->guesses = heed_xrealloc(visit->guesses, (visit->n_guesses + 1) * sizeof *visit->guesses);
    visit->acts++;
    guess = &visit->guesses[visit->n_guesses++];
    *guess = (Guess){.question = question, .choice = -1};
    return guess;
}

void guesses_free(Visit *visit)
{
    for (size_t i = 0; i < visit->n_guesses; i++) {
        stand_free(&visit->guesses[i].given);
        free(visit->guesses[i].literal);
    }
    free(visit->guesses);
    visit->guesses = NULL;
    visit->n_guesses = 0;
}

/* The screen's predictions in order, as many as can be on it at once. */
static size_t questions_of(const Visit *visit, const Question *questions[VIEW_PREDICTIONS_MAX])
{
    size_t n = 0;
    for (size_t i = 0; i < visit->lesson->n_questions && n < VIEW_PREDICTIONS_MAX; i++) {
        const Question *question = visit->lesson->questions[i];
        if (question->kind == QUESTION_PREDICT && question->screen == visit->place.screen)
            questions[n++] = question;
    }
    return n;
}

void guesses_keep(Visit *visit, const Visit *old)
{
    for (size_t i = 0; i < old->n_guesses; i++) {
        const Guess *kept = &old->guesses[i];
        for (size_t q = 0; q < visit->lesson->n_questions; q++) {
            const Question *question = visit->lesson->questions[q];
            if (question->kind != QUESTION_PREDICT || strcmp(question->id, kept->question->id) != 0) continue;
            Guess *guess = add_guess(visit, question);
            if (kept->literal != NULL) guess->literal = heed_xstrdup(kept->literal);
            if (kept->choice < (int)question->n_choices) guess->choice = kept->choice;
        }
    }
}

/* ------------------------------------------------------------------ layers */

/* Makes the layer follow the edits. */
static Layer *follow(Visit *visit, Guess *guess)
{
    const char *edits = history_text(visit->history);
    if (stand_is_for(&guess->given, edits, visit->digits)) return guess->given.layer;
    Arena *arena = arena_new();
    Diags unheard;
    diags_init(&unheard, arena);
    Stand given;
    if (stand_make(&given, visit, edits, &guess->question->lines, visit->now.layer, &unheard)) {
        stand_free(&guess->given);
        guess->given = given;
    }
    arena_free(arena);
    return guess->given.layer;
}

Layer *guess_layer(const Visit *visit, size_t place)
{
    const Question *questions[VIEW_PREDICTIONS_MAX];
    size_t n = questions_of(visit, questions);
    const Guess *guess = place < n ? find_guess(visit, questions[place]) : NULL;
    return guess != NULL ? guess->given.layer : NULL;
}

static NodeId ask(Layer *layer, Arena *arena, const char *text)
{
    Diags unheard;
    diags_init(&unheard, arena);
    return layer_ask(layer, text, "prediction", &unheard);
}

static bool number_of(Layer *layer, NodeId node, double *value, NumKind *kind)
{
    return node != 0 && layer_number(layer, (ElementRef){.node = node}, value, kind);
}

/* ----------------------------------------------------------------- verdict */

static bool same_shown(Arena *arena, NumFormat format, double a, NumKind a_kind, double b, NumKind b_kind)
{
    return strcmp(num_text(arena, a, a_kind, format), num_text(arena, b, b_kind, format)) == 0;
}

/* Within what the question allows; where it names nothing, the shown digits decide. */
static bool is_near(Arena *arena, const Question *question, double guess, double truth, NumKind kind)
{
    if (question->within <= 0) return same_shown(arena, question->format, guess, NUM_F64, truth, kind);
    double allowed = question->within_relative ? question->within * fabs(truth) : question->within;
    return fabs(guess - truth) <= allowed;
}

/* The words of the wrong idea that gives just this guess. */
static const Prose *idea_of(Arena *arena, Layer *layer, const Question *question, double guess)
{
    for (size_t i = 0; i < question->n_wrong; i++) {
        const WrongAnswer *wrong = &question->wrong[i];
        double value;
        NumKind kind;
        if (wrong->expr == NULL || wrong->text.count == 0) continue;
        if (number_of(layer, layer_node(layer, wrong->expr), &value, &kind) &&
            is_near(arena, question, guess, value, kind))
            return &wrong->text;
    }
    return NULL;
}

static void judge_number(Arena *arena, const Guess *guess, ViewPrediction *shown)
{
    const Question *question = guess->question;
    Layer *layer = shown->layer;
    double truth, mine;
    NumKind kind, mine_kind;
    shown->truth = layer_node(layer, question->answer);
    if (!number_of(layer, shown->truth, &truth, &kind)) {
        const NodeError *error = layer_error(layer, shown->truth);
        shown->problem = error != NULL ? error->text : "the answer is not one number yet";
        return;
    }
    if (guess->literal == NULL) return;
    shown->guess = ask(layer, arena, guess->literal);
    shown->error = ask(
        layer, arena, arena_printf(arena, "(%s) - (%s)", guess->literal, expr_text(arena, question->answer)));
    if (!number_of(layer, shown->guess, &mine, &mine_kind)) return;
    shown->is_right = is_near(arena, question, mine, truth, kind);
    if (!shown->is_right) shown->idea = idea_of(arena, layer, question, mine);
}

static void judge_choice(const Guess *guess, ViewPrediction *shown)
{
    if (guess->choice < 0) return;
    const QuestionChoice *choice = &guess->question->choices[guess->choice];
    shown->choice = guess->choice;
    shown->is_right = choice->is_right;
    if (choice->reason.count > 0) shown->idea = &choice->reason;
}

static ViewPrediction shown_of(App *app, Arena *arena, const Question *question)
{
    ViewPrediction shown = {.question = question, .choice = -1};
    Guess *guess = find_guess(app->visit, question);
    if (guess == NULL) return shown;
    shown.layer = follow(app->visit, guess);
    shown.is_open = shown.layer != NULL;
    if (shown.is_open && question->n_choices > 0)
        judge_choice(guess, &shown);
    else if (shown.is_open)
        judge_number(arena, guess, &shown);
    return shown;
}

const ViewPrediction *predict_shown(App *app, Arena *arena, size_t *n)
{
    const Question *questions[VIEW_PREDICTIONS_MAX];
    *n = questions_of(app->visit, questions);
    ViewPrediction *shown = arena_array(arena, *n, sizeof *shown);
    for (size_t i = 0; i < *n; i++) shown[i] = shown_of(app, arena, questions[i]);
    return shown;
}

/* ------------------------------------------------------------------ asking */

/* The latest question of the open steps that nothing was answered to. */
static const Question *asked(const App *app)
{
    const Question *questions[VIEW_PREDICTIONS_MAX], *found = NULL;
    if (app->visit == NULL) return NULL;
    size_t n = questions_of(app->visit, questions);
    for (size_t i = 0; i < n; i++)
        if (questions[i]->step <= app->visit->place.step && find_guess(app->visit, questions[i]) == NULL)
            found = questions[i];
    return found;
}

const Question *predict_question(const App *app)
{
    const Question *questions[VIEW_PREDICTIONS_MAX], *found = asked(app);
    size_t n = questions_of(app->visit, questions);
    for (size_t i = n; found == NULL && i > 0; i--)
        if (questions[i - 1]->step <= app->visit->place.step) found = questions[i - 1];
    return found;
}

bool predict_is_open(const Visit *visit, const Question *question)
{
    return find_guess(visit, question) != NULL;
}

void predict_reveal(Visit *visit, const Question *question)
{
    add_guess(visit, question);
}

bool predict_is_offered(const App *app)
{
    return asked(app) != NULL;
}

void predict_open(App *app, int arg)
{
    (void)arg;
    const Question *question = asked(app);
    if (question == NULL) {
        app_say(app, ROLE_TEXT, "Nothing is to be guessed here.");
        return;
    }
    entry_open(&app->entry, ENTRY_GUESS, question->n_choices > 0 ? "your choice: " : "your guess: ", "");
    app->entry.name = heed_xstrdup(question->id);
}

static void journal_guess(App *app, const Question *question, const char *text)
{
    if (!app->visit->is_shipped) return;
    Arena *arena = arena_new();
    app_record(app, journal_guess_line(arena, question->id, text, app_now(app)));
    arena_free(arena);
}

static bool accept_choice(App *app, const Question *question, const char *text)
{
    size_t index = (size_t)(tolower((unsigned char)text[0]) - 'a');
    if (text[1] != '\0' || !isalpha((unsigned char)text[0]) || index >= question->n_choices) {
        entry_set_problem(&app->entry, "Type the letter of a choice.");
        return false;
    }
    Arena *arena = arena_new();
    size_t *order = arena_array(arena, question->n_choices, sizeof *order);
    view_choice_order(question, order);
    add_guess(app->visit, question)->choice = (int)order[index];
    arena_free(arena);
    return true;
}

/* "45 %" is 0.45. */
static const char *without_percent(Arena *arena, const char *text)
{
    size_t len = strlen(text);
    while (len > 0 && text[len - 1] == ' ') len--;
    if (len == 0 || text[len - 1] != '%') return text;
    return arena_printf(arena, "(%.*s) / 100", (int)(len - 1), text);
}

static bool accept_number(App *app, Arena *arena, const Question *question, const char *text)
{
    Layer *now = app->visit->now.layer;
    Diags diags;
    double value;
    NumKind kind;
    diags_init(&diags, arena);
    NodeId node = layer_ask(now, without_percent(arena, text), "guess", &diags);
    if (node == 0) {
        typing_refuse(app, &diags);
        return false;
    }
    const Value *whole = layer_value(now, node);
    if (whole == NULL || value_count(whole) != 1 || !number_of(now, node, &value, &kind) || isnan(value)) {
        const NodeError *error = layer_error(now, node);
        entry_set_problem(&app->entry, error != NULL ? error->text : "A guess is one number.");
        return false;
    }
    Value scalar = {.type = VALUE_F64, .rows = 1, .cols = 1, .data.f64 = &value};
    free(add_guess(app->visit, question)->literal);
    add_guess(app->visit, question)->literal = heed_xstrdup(value_python(arena, &scalar));
    return true;
}

static const Question *question_of(const App *app)
{
    for (size_t i = 0; i < app->visit->lesson->n_questions; i++)
        if (strcmp(app->visit->lesson->questions[i]->id, app->entry.name) == 0)
            return app->visit->lesson->questions[i];
    return NULL;
}

bool predict_accept(App *app)
{
    const Question *question = question_of(app);
    const char *text = line_text(&app->entry.line);
    text += strspn(text, " ");
    if (question == NULL) return true;
    if (*text == '\0') { /* no guess: the truth is shown all the same */
        add_guess(app->visit, question);
        return true;
    }
    Arena *arena = arena_new();
    bool is_taken = question->n_choices > 0 ? accept_choice(app, question, text)
                                            : accept_number(app, arena, question, text);
    if (is_taken) journal_guess(app, question, text);
    arena_free(arena);
    return is_taken;
}
