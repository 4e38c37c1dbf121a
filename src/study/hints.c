/* Three hints, each giving away more: first those written for the question, then
 * computed ones. Of a number: the steps that lead to it, then their values up to the
 * last but one, then how it is made of them. Of a choice: one that is wrong. Of an order: what comes first,
 * then what comes last. Of something to be changed: which inputs.
 */
#include "study/drawing.h"
#include <string.h>

typedef struct HintList {
    Drawing *d;
    size_t capacity;
} HintList;

static void add_hint(HintList *list, Hint hint)
{
    Draw *draw = &list->d->draw;
    if (draw->n_hints < QUIZ_MAX_HINTS)
        study_push(list->d->arena, draw->hints, draw->n_hints, list->capacity, hint);
}

static void add_written(HintList *list)
{
    Draw *draw = &list->d->draw;
    for (size_t i = 0; i < draw->question->n_hints; i++) {
        const Prose *prose = &draw->question->hints[i];
        const char *text = prose_shown(list->d->arena, draw->layer, prose);
        add_hint(list, (Hint){.kind = HINT_PROSE, .prose = prose, .text = text});
    }
}

/* ------------------------------------------------------------------- steps */

/* The computed names that lead to what is asked, in document order; drawn ones are given. */
static size_t step_rows(Drawing *d, HintRow **rows)
{
    Draw *draw = &d->draw;
    size_t n = 0, capacity = 0;
    *rows = NULL;
    for (size_t i = 0; i < d->depends.count; i++) {
        const Definition *definition = sheet_definition(draw->lesson->sheet, i);
        if (!d->depends.reads[i] || question_gives(draw->question, definition)) continue;
        HintRow row = {definition->name, layer_source_text(draw->layer, d->arena, definition->name),
                       layer_name(draw->layer, definition->name)};
        study_push(d->arena, *rows, n, capacity, row);
    }
    return n;
}

static void add_steps(HintList *list, const HintRow *rows, size_t n)
{
    if (n == 0) return;
    StrBuf text = {0};
    for (size_t i = 0; i < n; i++)
        strbuf_printf(&text, "%s%s = %s", i ? "; " : "", rows[i].name, rows[i].source);
    Hint hint = {.kind = HINT_STEPS, .rows = rows, .n_rows = n};
    hint.text = strbuf_take(&text, list->d->arena);
    add_hint(list, hint);
}

static void add_values(HintList *list, const HintRow *rows, size_t n)
{
    Draw *draw = &list->d->draw;
    if (n < 2) return;
    StrBuf text = {0};
    for (size_t i = 0; i + 1 < n; i++) {
        const char *shown = value_shown(list->d->arena, layer_value(draw->layer, rows[i].node), NUM_FIXED(4));
        if (shown) strbuf_printf(&text, "%s%s = %s", text.len ? "; " : "", rows[i].name, shown);
    }
    bool is_empty = text.len == 0; /* every value is too large to be shown */
    Hint hint = {.kind = HINT_VALUES, .rows = rows, .n_rows = n - 1};
    hint.text = strbuf_take(&text, list->d->arena);
    if (!is_empty) add_hint(list, hint);
}

/* How the answer itself is made, its operands named and its result left open. */
static void add_form(HintList *list)
{
    Draw *draw = &list->d->draw;
    Explanation why;
    if (!draw->answer_ref.node || !layer_explain(draw->layer, list->d->arena, draw->answer_ref, &why)) return;
    bool tells_nothing = why.kind == OP_SOURCE || !why.form || strcmp(why.form, why.expr) == 0;
    if (tells_nothing) return;
    add_hint(list,
             (Hint){.kind = HINT_FORM, .text = arena_printf(list->d->arena, "%s = %s", why.expr, why.form)});
}

static void hint_number(HintList *list)
{
    HintRow *rows;
    size_t n = step_rows(list->d, &rows);
    add_steps(list, rows, n);
    add_values(list, rows, n);
    add_form(list);
}

/* ----------------------------------------------------------------- letters */

/* Wrong ones go out one after the other, while two and the right ones stay. */
static void hint_strike(HintList *list)
{
    Draw *draw = &list->d->draw;
    size_t n_right = 0, n_left = draw->n_choices;
    for (size_t i = 0; i < draw->n_choices; i++) n_right += draw->choices[i].is_right;
    for (size_t i = 0; i < draw->n_choices && n_left > n_right + 1; i++) {
        const DrawChoice *choice = &draw->choices[i];
        if (choice->is_right) continue;
        const char *text = arena_printf(list->d->arena, "%c is wrong", choice->letter);
        add_hint(list, (Hint){.kind = HINT_STRIKE, .choice = choice, .text = text});
        n_left--;
    }
}

static void add_place(HintList *list, size_t place, const char *word)
{
    Draw *draw = &list->d->draw;
    for (size_t i = 0; i < draw->n_choices; i++) {
        const DrawChoice *choice = &draw->choices[i];
        if (choice->place != place) continue;
        const char *text = arena_printf(list->d->arena, "%c comes %s", choice->letter, word);
        add_hint(list, (Hint){.kind = HINT_PLACE, .choice = choice, .place = place, .text = text});
    }
}

static void hint_order(HintList *list)
{
    size_t n = list->d->draw.n_choices;
    if (n == 0) return;
    add_place(list, 0, "first");
    add_place(list, n - 1, "last");
}

/* ----------------------------------------------------------------- changes */

static void hint_change(HintList *list)
{
    const Question *question = list->d->draw.question;
    StrBuf text = {0};
    for (size_t i = 0; i < question->example_lines.count; i++)
        strbuf_printf(&text, "%s%s", i ? " and " : "changing ", question->example_lines.lines[i].name);
    strbuf_add(&text, " is enough");
    const char *enough = strbuf_take(&text, list->d->arena);
    bool is_news = question->n_change != question->example_lines.count;
    if (is_news) add_hint(list, (Hint){.kind = HINT_CHANGE, .text = enough});
    if (question->example_lines.count < 2) return;
    size_t first = strcspn(question->example, "\n");
    const char *line = arena_strndup(list->d->arena, question->example, first);
    add_hint(list, (Hint){.kind = HINT_CHANGE, .text = arena_printf(list->d->arena, "try %s", line)});
}

/* A computed choice is found like a number. */
static void hint_choice(HintList *list)
{
    if (question_is_computed(list->d->draw.question))
        hint_number(list);
    else
        hint_strike(list);
}

static void (*const computed[])(HintList *list) = {
    [QUESTION_PREDICT] = hint_choice, [QUESTION_CHOICE] = hint_choice,  [QUESTION_CHOICES] = hint_strike,
    [QUESTION_NUMBER] = hint_number,  [QUESTION_ARRAY] = hint_number,   [QUESTION_ORDER] = hint_order,
    [QUESTION_TRUTH] = hint_number,   [QUESTION_INVERSE] = hint_change, [QUESTION_BREAK] = hint_change,
};

void drawing_make_hints(Drawing *d)
{
    HintList list = {.d = d};
    add_written(&list);
    computed[d->draw.kind](&list);
}
