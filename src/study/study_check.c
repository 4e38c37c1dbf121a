/* The study pass of check: what a lesson's questions and cards promise, tried out on
 * many draws. Of each kind of fault a question tells the first draw that shows it.
 */
#include "study/drawing.h"
#include <string.h>

enum { QUESTION_DRAWS = 40, CARD_DRAWS = 20 };

typedef struct Pass {
    const Lesson *lesson;
    const Misconceptions *all;
    Arena *arena;
    Diags *diags;
} Pass;

/* ------------------------------------------------------- listed misconceptions */

static void check_name(Pass *p, const char *name, SourceSpan span)
{
    const char **names = arena_array(p->arena, (p->all ? p->all->count : 0) + 1, sizeof *names);
    for (size_t i = 0; p->all && i < p->all->count; i++) names[i] = p->all->items[i].name;
    const char *guess = nearest_word(name, names, p->all ? p->all->count : 0);
    diags_error(p->diags, span, "misconception", "misconceptions.md has no '%s'%s%s", name,
                guess ? "; did you mean " : "", guess ? guess : "");
}

/* Some line of the overlay changes what the answer reads. */
static void check_overlay(Pass *p, const Question *question, const WrongAnswer *wrong, const Misconception *m)
{
    Overlay overlay;
    if (!idea_read_overlay(p->arena, p->lesson->sheet, m, &overlay)) {
        diags_error(p->diags, wrong->span, "misconception", "none of the lines of %s fits this lesson",
                    m->name);
        return;
    }
    const Overlay *own[] = {&question->lines};
    Depends depends = depends_on(p->arena, p->lesson->sheet, question->answer, own, 1);
    if (!depends_touched(&depends, &overlay))
        diags_error(p->diags, wrong->span, "misconception", "%s changes nothing that the answer reads",
                    m->name);
}

/* False: it is said already what is wrong. */
static bool check_listed(Pass *p, const Question *question)
{
    size_t errors = p->diags->errors;
    for (size_t i = 0; i < question->n_wrong; i++) {
        const WrongAnswer *wrong = &question->wrong[i];
        if (!wrong->misconception) continue;
        const Misconception *m = misconception_find(p->all, wrong->misconception);
        if (!m)
            check_name(p, wrong->misconception, wrong->span);
        else if (!m->expr && !wrong->expr && question->answer && question->kind != QUESTION_TRUTH)
            check_overlay(p, question, wrong, m);
    }
    return p->diags->errors == errors;
}

/* ------------------------------------------------------------------ questions */

static const char *idea_label(const DrawIdea *idea)
{
    return idea->misconception ? idea->misconception->name : "a wrong answer";
}

static const char *twin_of(const Draw *draw, const DrawIdea *idea)
{
    for (size_t i = 0; i < draw->n_ideas; i++) {
        const DrawIdea *other = &draw->ideas[i];
        bool is_twin = other != idea && other->is_listed && other->shown && idea->shown;
        if (is_twin && strcmp(other->shown, idea->shown) == 0) return idea_label(other);
    }
    return "the truth";
}

static bool check_ideas(Pass *p, const Draw *draw)
{
    for (size_t i = 0; i < draw->n_ideas; i++) {
        const DrawIdea *idea = &draw->ideas[i];
        if (!idea->is_listed || idea->is_apart) continue;
        if (!idea->shown)
            diags_error(p->diags, draw->question->span, "misconception", "draw %u: %s gives no answer",
                        (unsigned)draw->seed, idea_label(idea));
        else
            diags_error(p->diags, draw->question->span, "misconception",
                        "draw %u: %s gives %s, as %s does at the shown digits", (unsigned)draw->seed,
                        idea_label(idea), idea->shown, twin_of(draw, idea));
        return false;
    }
    return true;
}

static bool check_truth(Pass *p, Draw *draw)
{
    const Drawing *d = drawing_of(draw);
    if (!drawing_is_sound(d)) {
        bool is_edit = draw->kind == QUESTION_INVERSE || draw->kind == QUESTION_BREAK;
        diags_error(p->diags, draw->question->span, "answer", "draw %u: %s", (unsigned)draw->seed,
                    is_edit ? "nothing is to be done: it is so already" : "the answer is no finite number");
        return false;
    }
    if (!drawing_choices_differ(d)) {
        diags_error(p->diags, draw->question->span, "choices", "draw %u: two choices look alike",
                    (unsigned)draw->seed);
        return false;
    }
    const Verdict *verdict = draw_judge(draw, draw_right_answer(draw, p->arena), p->diags);
    if (verdict && verdict->kind == VERDICT_RIGHT) return true;
    diags_error(p->diags, draw->question->span, "answer", "draw %u: its own solution is not right",
                (unsigned)draw->seed);
    return false;
}

/* False where a number of the prose has no value. */
static bool check_inlines(Pass *p, Layer *layer, const Inline *items, size_t n, const char *what,
                          uint32_t seed)
{
    for (size_t i = 0; i < n; i++) {
        NodeId node = items[i].kind == INLINE_NUMBER && items[i].expr ? layer_node(layer, items[i].expr) : 0;
        if (node && !layer_value(layer, node)) {
            const NodeError *error = layer_error(layer, node);
            diags_error(p->diags, items[i].span, "number", "draw %u: a number of %s cannot be computed%s%s",
                        (unsigned)seed, what, error ? ": " : "", error ? error->text : "");
            return false;
        }
        if (!check_inlines(p, layer, items[i].children, items[i].n_children, what, seed)) return false;
    }
    return true;
}

static bool check_prose(Pass *p, Layer *layer, const Prose *prose, const char *what, uint32_t seed)
{
    return check_inlines(p, layer, prose->items, prose->count, what, seed);
}

static bool check_draw(Pass *p, Draw *draw)
{
    return check_truth(p, draw) && check_ideas(p, draw) &&
           check_prose(p, draw->layer, &draw->question->prompt, "the question", draw->seed) &&
           check_prose(p, draw->layer, &draw->question->explain, "because:", draw->seed);
}

static void check_question(Pass *p, const Question *question)
{
    if (!check_listed(p, question)) return;
    unsigned n = overlay_reads(&question->lines, "draw_seed") ? QUESTION_DRAWS : 1;
    bool is_good = true;
    for (unsigned i = 0; i < n && is_good; i++) {
        Draw *draw = draw_new(p->lesson, question, p->all, 0, i);
        is_good = check_draw(p, draw);
        draw_free(draw);
    }
}

/* ---------------------------------------------------------------------- cards */

static void check_card(Pass *p, const Card *card)
{
    DeckCard deck_card = {.card = card, .lesson = p->lesson};
    for (size_t i = 0; i < card->n_ideas; i++)
        if (!misconception_find(p->all, card->ideas[i])) check_name(p, card->ideas[i], card->span);
    bool is_good = true;
    for (unsigned i = 0; i < CARD_DRAWS && is_good; i++) {
        Face *face = face_new(&deck_card, i);
        is_good = check_prose(p, face->layer, face->front, "the front", face->seed) &&
                  check_prose(p, face->layer, face->back, "the back", face->seed);
        face_free(face);
    }
}

/* ---------------------------------------------------------------------- whole */

void study_check(const Lesson *lesson, const Misconceptions *all, Diags *diags)
{
    Pass p = {.lesson = lesson, .all = all, .arena = arena_new(), .diags = diags};
    for (size_t i = 0; i < lesson->n_questions; i++) check_question(&p, lesson->questions[i]);
    for (size_t i = 0; i < lesson->n_cards; i++) check_card(&p, lesson->cards[i]);
    arena_free(p.arena);
}

static bool is_listed_in(const Lesson *lesson, const char *name)
{
    for (size_t i = 0; i < lesson->n_questions; i++) {
        const Question *question = lesson->questions[i];
        for (size_t k = 0; k < question->n_wrong; k++) {
            const char *listed = question->wrong[k].misconception;
            if (listed && strcmp(listed, name) == 0) return true;
        }
    }
    return false;
}

/* Whether some lesson has the name, and all that the line reads. */
static bool fits_some(Course *course, Arena *arena, const Misconception *line)
{
    Overlay overlay;
    for (size_t i = 0; i < course_count(course); i++)
        if (idea_read_overlay(arena, course_lesson(course, i)->sheet, line, &overlay)) return true;
    return false;
}

static void check_lines(Course *course, const Misconception *m, Arena *arena, Diags *diags)
{
    for (const char *at = m->overlay ? m->overlay : ""; *at;) {
        size_t len = strcspn(at, "\n");
        Misconception line = {.name = m->name, .overlay = arena_strndup(arena, at, len)};
        bool is_blank = strspn(at, " \t\r") >= len;
        if (!is_blank && !fits_some(course, arena, &line))
            diags_error(diags, m->span, "misconception", "%s: no lesson has what '%s' needs", m->name,
                        line.overlay);
        at += len + (at[len] == '\n');
    }
}

void study_check_misconceptions(Course *course, const Misconceptions *all, Diags *diags)
{
    Arena *arena = arena_new();
    for (size_t i = 0; i < all->count; i++) {
        const Misconception *m = &all->items[i];
        bool is_used = false;
        check_lines(course, m, arena, diags);
        for (size_t k = 0; k < course_count(course) && !is_used; k++)
            is_used = is_listed_in(course_lesson(course, k), m->name);
        if (!is_used)
            diags_add(diags, DIAG_WARNING, m->span, "misconception", "no question lists %s", m->name);
    }
    arena_free(arena);
}
