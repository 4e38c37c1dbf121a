/* The end of a quiz as lines: how it went, the ideas behind the answers, where to reread what was missed. */
#include "view/prose.h"

#include "heed/view.h"

typedef struct Lines {
    Arena *arena;
    HelpLine *items;
    size_t n, n_items; /* n_items: that can be chosen */
    size_t selected;
} Lines;

static const char *plural(size_t n, const char *one, const char *more)
{
    return n == 1 ? one : more;
}

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
    if (sum->n_asked == 0) {
        add(lines, (HelpLine){.text = "No question was answered."});
        return;
    }
    const char *hints = sum->n_hints == 0 ? ""
                                          : arena_printf(lines->arena, ", with %zu %s", sum->n_hints,
                                                         plural(sum->n_hints, "hint", "hints"));
    add(lines,
        (HelpLine){.text = arena_printf(lines->arena, "%zu of %zu right: %d of %d points%s.", sum->n_right,
                                        sum->n_asked, sum->points, sum->max_points, hints)});
}

static void count_number(void *context, const Inline *item)
{
    *(size_t *)context += item->kind == INLINE_NUMBER;
}

/* Live numbers belong to a lesson's sheet, and an idea by itself has none. */
static const char *idea_text(Arena *arena, const Misconception *misconception)
{
    size_t n_numbers = 0;
    prose_walk(&misconception->text, count_number, &n_numbers);
    return n_numbers > 0 ? "" : view_prose_text(arena, NULL, &misconception->text);
}

/* "divided by dk   The scores were divided by d_k instead of its root." */
static void add_ideas(Lines *lines, const QuizSummary *sum, bool seen)
{
    bool is_first = true;
    for (size_t i = 0; i < sum->n_ideas; i++) {
        const QuizIdea *idea = &sum->ideas[i];
        if ((idea->seen > 0) != seen) continue;
        if (is_first)
            add_heading(lines, seen ? "Ideas behind your answers" : "Ideas that your answers speak against");
        is_first = false;
        add(lines, (HelpLine){.key = view_idea_name(lines->arena, idea->misconception->name),
                              .text = idea_text(lines->arena, idea->misconception)});
    }
}

static bool is_same_place(const QuizMissed *a, const QuizMissed *b)
{
    return a->lesson == b->lesson && a->question->screen == b->question->screen;
}

/* Two questions of one screen lead to one place. */
static bool is_told(const QuizSummary *sum, size_t index)
{
    for (size_t i = 0; i < index; i++)
        if (is_same_place(&sum->missed[i], &sum->missed[index])) return true;
    return false;
}

static bool is_named(const QuizSummary *sum, size_t from, size_t index)
{
    for (size_t i = from; i < index; i++)
        if (is_same_place(&sum->missed[i], &sum->missed[index]) &&
            sum->missed[i].idea == sum->missed[index].idea)
            return true;
    return false;
}

/* " (divided by dk, keys for values)": the ideas behind what was missed there, each once; "" where none was
 * named. */
static const char *ideas_there(Arena *arena, const QuizSummary *sum, size_t index)
{
    StrBuf out = {0};
    for (size_t i = index; i < sum->n_missed; i++) {
        const QuizMissed *missed = &sum->missed[i];
        if (!missed->idea || !is_same_place(missed, &sum->missed[index]) || is_named(sum, index, i)) continue;
        strbuf_printf(&out, "%s%s", out.len ? ", " : " (", view_idea_name(arena, missed->idea->name));
    }
    if (out.len) strbuf_add(&out, ")");
    return strbuf_take(&out, arena);
}

static void add_missed(Lines *lines, const QuizSummary *sum, size_t index)
{
    const QuizMissed *missed = &sum->missed[index];
    const Screen *screen = &missed->lesson->screens[missed->question->screen];
    const char *text =
        arena_printf(lines->arena, "%s, screen %d: %s%s", missed->lesson->id, missed->question->screen + 1,
                     screen->title, ideas_there(lines->arena, sum, index));
    add(lines, (HelpLine){.text = text,
                          .item = (uint32_t)index + 1,
                          .is_selected = lines->n_items == lines->selected});
    lines->n_items++;
}

HelpLine *view_quiz_summary(Arena *arena, const QuizSummary *sum, size_t selected, size_t *n)
{
    enum { OTHERS = 16 };
    Lines lines = {.arena = arena, .selected = selected};
    lines.items = arena_array(arena, OTHERS + sum->n_ideas + sum->n_missed, sizeof *lines.items);
    add_score(&lines, sum);
    add_ideas(&lines, sum, true);
    if (sum->n_missed > 0) add_heading(&lines, "To reread");
    for (size_t i = 0; i < sum->n_missed; i++)
        if (!is_told(sum, i)) add_missed(&lines, sum, i);
    add_ideas(&lines, sum, false);
    *n = lines.n;
    return lines.items;
}
