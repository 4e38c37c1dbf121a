/* What can be chosen.
 *
 * Computed choices are the truth and what wrong ideas give: the listed ones, then
 * others until there are four; none that looks like another. Written ones stand as
 * written. All are put in an order that the draw's seed decides.
 */
#include "study/drawing.h"
#include <string.h>

enum { WANTED_CHOICES = 4, MOST_CHOICES = 26 };

typedef struct ChoiceList {
    Drawing *d;
    size_t capacity;
} ChoiceList;

static void add_choice(ChoiceList *list, DrawChoice choice)
{
    Draw *draw = &list->d->draw;
    if (draw->n_choices < MOST_CHOICES)
        study_push(list->d->arena, draw->choices, draw->n_choices, list->capacity, choice);
}

static const Prose *some_prose(const Prose *prose)
{
    return prose->count ? prose : NULL;
}

static void add_truth(ChoiceList *list)
{
    Draw *draw = &list->d->draw;
    const Value *truth = layer_value(draw->layer, draw->answer);
    const char *shown = value_shown(list->d->arena, truth, draw->question->format);
    if (!shown) return;
    add_choice(list, (DrawChoice){.shown = shown,
                                  .is_right = true,
                                  .reason = some_prose(&draw->question->explain),
                                  .reason_layer = draw->layer});
}

static void add_ideas(ChoiceList *list, bool listed)
{
    Draw *draw = &list->d->draw;
    for (size_t i = 0; i < draw->n_ideas; i++) {
        const DrawIdea *idea = &draw->ideas[i];
        bool has_room = listed || draw->n_choices < WANTED_CHOICES;
        if (idea->is_listed != listed || !idea->is_apart || !has_room) continue;
        add_choice(list, (DrawChoice){.shown = idea->shown,
                                      .idea = idea,
                                      .reason = some_prose(idea->text),
                                      .reason_layer = idea->layer});
    }
}

static const char *written_text(Drawing *d, const QuestionChoice *choice)
{
    Layer *layer = d->draw.layer;
    if (!choice->expr) return prose_shown(d->arena, layer, &choice->text);
    const Value *value = layer_value(layer, layer_node(layer, choice->expr));
    const char *shown = value_shown(d->arena, value, d->draw.question->format);
    return shown ? shown : "?";
}

static void add_written(ChoiceList *list)
{
    Draw *draw = &list->d->draw;
    for (size_t i = 0; i < draw->question->n_choices; i++) {
        const QuestionChoice *choice = &draw->question->choices[i];
        add_choice(list, (DrawChoice){.text = choice->expr ? NULL : &choice->text,
                                      .shown = written_text(list->d, choice),
                                      .is_right = choice->is_right,
                                      .place = i,
                                      .reason = some_prose(&choice->reason),
                                      .reason_layer = draw->layer});
    }
}

static bool is_in_order(const Draw *draw)
{
    for (size_t i = 0; i < draw->n_choices; i++)
        if (draw->choices[i].place != i) return false;
    return true;
}

static void put_in_order(Drawing *d)
{
    Draw *draw = &d->draw;
    random_shuffle(&d->random, draw->choices, draw->n_choices, sizeof *draw->choices);
    /* Steps that came out in order would ask nothing. */
    while (draw->kind == QUESTION_ORDER && draw->n_choices > 1 && is_in_order(draw))
        random_shuffle(&d->random, draw->choices, draw->n_choices, sizeof *draw->choices);
    for (size_t i = 0; i < draw->n_choices; i++) draw->choices[i].letter = (char)('a' + i);
}

void drawing_make_choices(Drawing *d)
{
    ChoiceList list = {.d = d};
    d->draw.choices = NULL;
    d->draw.n_choices = 0;
    if (d->draw.kind == QUESTION_CHOICE && question_is_computed(d->draw.question)) {
        add_truth(&list);
        add_ideas(&list, true);
        add_ideas(&list, false);
    } else {
        add_written(&list);
    }
    put_in_order(d);
}

bool drawing_choices_differ(const Drawing *d)
{
    const Draw *draw = &d->draw;
    for (size_t i = 0; i < draw->n_choices; i++)
        for (size_t k = 0; k < i; k++)
            if (strcmp(draw->choices[i].shown, draw->choices[k].shown) == 0) return false;
    return true;
}
