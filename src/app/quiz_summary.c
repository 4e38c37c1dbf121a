/* The end of a quiz: how it went, the ideas behind the answers, and where to reread what was missed. The
 * places to reread are the items of the list.
 */
#include "find.h"
#include "parts.h"
#include "quiz.h"

static const char *plural(size_t n, const char *one, const char *more)
{
    return n == 1 ? one : more;
}

typedef struct Lines {
    Arena *arena;
    HelpLine *items;
    size_t n;
    size_t n_items; /* that can be chosen */
    size_t selected;
} Lines;

static void add(Lines *lines, HelpLine line)
{
    lines->items[lines->n++] = line;
}

static void add_heading(Lines *lines, const char *text)
{
    add(lines, (HelpLine){.text = ""});
    add(lines, (HelpLine){.text = text, .is_heading = true});
}

static void add_score(Lines *lines, const QuizSummary *sum)
{
    const char *hints = sum->n_hints == 0 ? ""
                                          : arena_printf(lines->arena, ", with %zu %s", sum->n_hints,
                                                         plural(sum->n_hints, "hint", "hints"));
    add(lines,
        (HelpLine){.text = arena_printf(lines->arena, "%zu of %zu right: %d of %d points%s.", sum->n_right,
                                        sum->n_asked, sum->points, sum->max_points, hints)});
}

/* "divided by dk   The scores were divided by d_k instead of its root." */
static void add_ideas(Lines *lines, const QuizSummary *sum, bool seen)
{
    bool is_first = true;
    for (size_t i = 0; i < sum->n_ideas; i++) {
        const QuizIdea *idea = &sum->ideas[i];
        if ((idea->seen > 0) != seen) continue;
        if (is_first)
            add_heading(lines, seen ? "Ideas behind your answers" : "Ideas that your answers spoke against");
        is_first = false;
        const char *text = find_prose_text(lines->arena, &idea->misconception->text);
        add(lines, (HelpLine){.key = view_idea_name(lines->arena, idea->misconception->name), .text = text});
    }
}

static void add_missed(Lines *lines, const QuizMissed *missed)
{
    const Screen *screen = &missed->lesson->screens[missed->question->screen];
    const char *text = arena_printf(lines->arena, "%s, screen %d: %s", missed->lesson->title,
                                    missed->question->screen + 1, screen->title);
    uint32_t item = (uint32_t)++lines->n_items;
    add(lines, (HelpLine){.text = text, .item = item, .is_selected = item == lines->selected + 1});
}

/* Two questions of one screen lead to one place. */
static bool is_told(const QuizSummary *sum, size_t index)
{
    for (size_t i = 0; i < index; i++)
        if (sum->missed[i].lesson == sum->missed[index].lesson &&
            sum->missed[i].question->screen == sum->missed[index].question->screen)
            return true;
    return false;
}

static Lines summary_lines(const Sitter *sitter, Arena *arena)
{
    QuizSummary sum = quiz_summary(sitter->quiz, arena);
    Lines lines = {.arena = arena, .selected = sitter->selected};
    lines.items = arena_array(arena, 16 + sum.n_ideas + sum.n_missed, sizeof *lines.items);
    add_score(&lines, &sum);
    add_ideas(&lines, &sum, true);
    if (sum.n_missed > 0) add_heading(&lines, "To reread");
    for (size_t i = 0; i < sum.n_missed; i++)
        if (!is_told(&sum, i)) add_missed(&lines, &sum.missed[i]);
    add_ideas(&lines, &sum, false);
    return lines;
}

static size_t n_items(const Sitter *sitter)
{
    Arena *arena = arena_new();
    size_t n = summary_lines(sitter, arena).n_items;
    arena_free(arena);
    return n;
}

void quiz_summary_draw(App *app, Frame *frame)
{
    Sitter *sitter = quiz_sitter(app);
    Lines lines = summary_lines(sitter, frame->arena);
    size_t n_hints;
    int max_scroll = 0;
    ViewHint *hints = hints_make(app, frame->arena, frame->cols, &n_hints);
    view_help(frame, "How it went", lines.items, lines.n, sitter->scroll, &max_scroll, hints, n_hints);
    if (sitter->scroll > max_scroll) sitter->scroll = max_scroll;
}

void quiz_summary_choose(App *app, int direction)
{
    Sitter *sitter = quiz_sitter(app);
    size_t n = n_items(sitter);
    sitter->acts++;
    if (n == 0) {
        sitter->scroll = sitter->scroll + direction > 0 ? sitter->scroll + direction : 0;
        return;
    }
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
    Sitter *sitter = quiz_sitter(app);
    Arena *arena = arena_new();
    QuizSummary sum = quiz_summary(sitter->quiz, arena);
    size_t at = 0;
    for (size_t i = 0; i < sum.n_missed; i++) {
        if (is_told(&sum, i) || at++ != sitter->selected) continue;
        quiz_look_up(app, sum.missed[i].lesson, sum.missed[i].question);
        break;
    }
    arena_free(arena);
}

void quiz_summary_pick(App *app, size_t item)
{
    Sitter *sitter = quiz_sitter(app);
    if (!sitter->is_over || item == 0 || item > n_items(sitter)) return;
    bool again = sitter->selected == item - 1;
    sitter->selected = item - 1;
    if (again) quiz_reread(app, 0);
}

/* The same plan with other numbers; what was just learnt steers it. */
void quiz_again(App *app, int arg)
{
    (void)arg;
    Sitter *sitter = quiz_sitter(app);
    QuizPlan plan = sitter->plan;
    plan.seed++;
    quiz_restart(app, &plan);
}
