/* The end of a quiz on the screen: the places to reread are the items of its list. */
#include "parts.h"
#include "quiz.h"

/* Calls for each item in order; returns how many there are, and the one selected as an index into `missed`.
 */
static size_t items_of(const Sitter *sitter, Arena *arena, const QuizSummary *sum, size_t *missed)
{
    size_t n, n_items = 0;
    const HelpLine *lines = view_quiz_summary(arena, sum, sitter->selected, &n);
    for (size_t i = 0; i < n; i++) {
        if (lines[i].item == 0) continue;
        if (lines[i].is_selected) *missed = lines[i].item - 1;
        n_items++;
    }
    return n_items;
}

static size_t n_items(const Sitter *sitter)
{
    Arena *arena = arena_new();
    size_t missed;
    QuizSummary sum = quiz_summary(sitter->quiz, arena);
    size_t n = items_of(sitter, arena, &sum, &missed);
    arena_free(arena);
    return n;
}

void quiz_summary_draw(App *app, Frame *frame)
{
    Sitter *sitter = quiz_sitter(app);
    QuizSummary sum = quiz_summary(sitter->quiz, frame->arena);
    size_t n, n_hints;
    int max_scroll = 0;
    const HelpLine *lines = view_quiz_summary(frame->arena, &sum, sitter->selected, &n);
    ViewHint *hints = hints_make(app, frame->arena, frame->cols, &n_hints);
    view_help(frame, "How it went", lines, n, sitter->scroll, &max_scroll, hints, n_hints);
    if (sitter->scroll > max_scroll) sitter->scroll = max_scroll;
}

/* Without anything to choose the list is scrolled. */
void quiz_summary_choose(App *app, int direction)
{
    Sitter *sitter = quiz_sitter(app);
    size_t n = n_items(sitter);
    sitter->acts++;
    if (n == 0) sitter->scroll = sitter->scroll + direction > 0 ? sitter->scroll + direction : 0;
    if (direction < 0 && sitter->selected > 0) sitter->selected--;
    if (direction > 0 && sitter->selected + 1 < n) sitter->selected++;
}

void quiz_summary_wheel(App *app, int direction)
{
    quiz_summary_choose(app, direction);
}

bool quiz_has_reread(const App *app)
{
    const Sitter *sitter = quiz_sitter(app);
    return sitter != NULL && sitter->is_over && n_items(sitter) > 0;
}

void quiz_reread(App *app, int arg)
{
    (void)arg;
    const Sitter *sitter = quiz_sitter(app);
    Arena *arena = arena_new();
    size_t missed;
    QuizSummary sum = quiz_summary(sitter->quiz, arena);
    if (items_of(sitter, arena, &sum, &missed) > 0)
        quiz_look_up(app, sum.missed[missed].lesson, sum.missed[missed].question);
    arena_free(arena);
}

/* `item` is a line's, 1 + an index into `missed`: steps to it as the keys would. */
void quiz_summary_pick(App *app, size_t item)
{
    Sitter *sitter = quiz_sitter(app);
    size_t before = sitter->selected;
    Arena *arena = arena_new();
    QuizSummary sum = quiz_summary(sitter->quiz, arena);
    size_t n = items_of(sitter, arena, &sum, &(size_t){0});
    for (size_t at = 0; at < n; at++) {
        size_t missed = 0;
        sitter->selected = at;
        items_of(sitter, arena, &sum, &missed);
        if (missed + 1 == item) break;
    }
    bool again = sitter->selected == before && n > 0;
    sitter->acts++;
    arena_free(arena);
    if (again) quiz_reread(app, 0);
}

/* The same plan with other numbers; what was just learnt steers it. */
void quiz_again(App *app, int arg)
{
    (void)arg;
    QuizPlan plan = quiz_sitter(app)->plan;
    plan.seed++;
    quiz_restart(app, &plan);
}
