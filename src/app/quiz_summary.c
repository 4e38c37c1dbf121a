/* The end of a quiz on the screen: the places to reread are the items of its list. */
#include "parts.h"
#include "quiz.h"

/* Calls for each item in order; returns how many there are, and the one selected as an index into `missed`.
 */
static size_t items_of(const Quizzing *quizzing, Arena *arena, const QuizSummary *sum, size_t *missed)
{
    size_t n, n_items = 0;
    const HelpLine *lines = view_quiz_summary(arena, sum, quizzing->selected, &n);
    for (size_t i = 0; i < n; i++) {
        if (lines[i].item == 0) continue;
        if (lines[i].is_selected) *missed = lines[i].item - 1;
        n_items++;
    }
    return n_items;
}

static size_t n_items(const Quizzing *quizzing)
{
    Arena *arena = arena_new();
    size_t missed;
    QuizSummary sum = quiz_summary(quizzing->quiz, arena);
    size_t n = items_of(quizzing, arena, &sum, &missed);
    arena_free(arena);
    return n;
}

void quiz_summary_draw(App *app, Frame *frame)
{
    Quizzing *quizzing = quiz_of(app);
    QuizSummary sum = quiz_summary(quizzing->quiz, frame->arena);
    size_t n, n_hints;
    int max_scroll = 0;
    const HelpLine *lines = view_quiz_summary(frame->arena, &sum, quizzing->selected, &n);
    ViewHint *hints = hints_make(app, frame->arena, frame->cols, &n_hints);
    view_help(frame, "How it went", lines, n, quizzing->scroll, &max_scroll, hints, n_hints);
    if (quizzing->scroll > max_scroll) quizzing->scroll = max_scroll;
}

/* Without anything to choose the list is scrolled. */
void quiz_summary_choose(App *app, int direction)
{
    Quizzing *quizzing = quiz_of(app);
    size_t n = n_items(quizzing);
    quizzing->acts++;
    if (n == 0) quizzing->scroll = quizzing->scroll + direction > 0 ? quizzing->scroll + direction : 0;
    if (direction < 0 && quizzing->selected > 0) quizzing->selected--;
    if (direction > 0 && quizzing->selected + 1 < n) quizzing->selected++;
}

void quiz_summary_wheel(App *app, int direction)
{
    quiz_summary_choose(app, direction);
}

bool quiz_has_reread(const App *app)
{
    const Quizzing *quizzing = quiz_of(app);
    return quizzing != NULL && quizzing->is_over && n_items(quizzing) > 0;
}

void quiz_reread(App *app, int arg)
{
    (void)arg;
    const Quizzing *quizzing = quiz_of(app);
    Arena *arena = arena_new();
    size_t missed;
    QuizSummary sum = quiz_summary(quizzing->quiz, arena);
    if (items_of(quizzing, arena, &sum, &missed) > 0)
        quiz_look_up(app, sum.missed[missed].lesson, sum.missed[missed].question);
    arena_free(arena);
}

/* `item` is a line's, 1 + an index into `missed`: steps to it as the keys would. */
void quiz_summary_pick(App *app, size_t item)
{
    Quizzing *quizzing = quiz_of(app);
    size_t before = quizzing->selected;
    Arena *arena = arena_new();
    QuizSummary sum = quiz_summary(quizzing->quiz, arena);
    size_t n = items_of(quizzing, arena, &sum, &(size_t){0});
    for (size_t at = 0; at < n; at++) {
        size_t missed = 0;
        quizzing->selected = at;
        items_of(quizzing, arena, &sum, &missed);
        if (missed + 1 == item) break;
    }
    bool again = quizzing->selected == before && n > 0;
    quizzing->acts++;
    arena_free(arena);
    if (again) quiz_reread(app, 0);
}

/* The same plan with other numbers; what was just learnt steers it. */
void quiz_again(App *app, int arg)
{
    (void)arg;
    QuizPlan plan = quiz_of(app)->plan;
    plan.seed++;
    quiz_restart(app, &plan);
}
