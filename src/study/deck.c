/* The deck: every card of the course, with what the journal says of it. */
#include "study/deck.h"
#include "study/drawing.h"
#include <stdlib.h>
#include <string.h>

static void add_cards(Deck *deck, const Lesson *lesson, const Progress *progress)
{
    for (size_t i = 0; i < lesson->n_cards; i++) {
        DeckCard *card = &deck->cards[deck->n_cards++];
        const CardHistory *history = progress ? progress_card(progress, lesson->cards[i]->id) : NULL;
        *card = (DeckCard){.card = lesson->cards[i], .lesson = lesson};
        if (!history) continue;
        card->memory = history->card;
        card->first_day = history->first_day;
        card->is_suspended = history->is_suspended;
    }
}

Deck *deck_new(Course *course, const Progress *progress, const ScheduleParams *params)
{
    Deck *deck = heed_xcalloc(1, sizeof *deck);
    size_t n = 0;
    deck->arena = arena_new();
    deck->course = course;
    deck->params = params;
    for (size_t i = 0; i < course_count(course); i++) n += course_lesson(course, i)->n_cards;
    deck->cards = arena_array(deck->arena, n, sizeof *deck->cards);
    for (size_t i = 0; i < course_count(course); i++) add_cards(deck, course_lesson(course, i), progress);
    return deck;
}

void deck_free(Deck *deck)
{
    if (!deck) return;
    arena_free(deck->arena);
    free(deck);
}

size_t deck_count(const Deck *deck)
{
    return deck->n_cards;
}

const DeckCard *deck_card(const Deck *deck, size_t index)
{
    return &deck->cards[index];
}

const DeckCard *deck_find(const Deck *deck, const char *id)
{
    for (size_t i = 0; i < deck->n_cards; i++)
        if (strcmp(deck->cards[i].card->id, id) == 0) return &deck->cards[i];
    return NULL;
}

/* ------------------------------------------------------------------ glance */

/* "four-steps/why-scale" belongs to four-steps. */
static bool is_of_lesson(const char *card, const char *lesson)
{
    size_t n = strlen(lesson);
    return strncmp(card, lesson, n) == 0 && card[n] == '/';
}

static size_t n_cards_of(const Course *course, const char *lesson)
{
    size_t n = 0;
    for (size_t i = 0; i < course_count(course); i++)
        if (!lesson || strcmp(course_id(course, i), lesson) == 0) n += course_n_cards(course, i);
    return n;
}

DeckGlance deck_glance(const Course *course, const Progress *progress, const char *lesson, WallTime now)
{
    DeckGlance glance = {0};
    Day today = day_of(now);
    size_t n_known = 0, n_today = 0, n_all = n_cards_of(course, lesson);
    for (size_t i = 0; progress && i < progress->n_cards; i++) {
        const CardHistory *history = &progress->cards[i];
        bool is_new = history->card.reps == 0;
        if (!course_has_card(course, history->id)) continue; /* a lesson no longer has it */
        if (!is_new && history->first_day == today) n_today++;
        if (lesson && !is_of_lesson(history->id, lesson)) continue;
        bool is_due = !history->is_suspended && schedule_is_due(&history->card, now, today);
        if (!is_new || history->is_suspended || is_due) n_known++;
        glance.due += is_due;
    }
    size_t n_left = n_today < DECK_NEW_PER_DAY ? DECK_NEW_PER_DAY - n_today : 0;
    size_t n_new = n_known < n_all ? n_all - n_known : 0;
    glance.new_today = n_new < n_left ? n_new : n_left;
    return glance;
}

/* ---------------------------------------------------------------- carriers */

static void add_numbers(Depends *depends, const Inline *items, size_t n, const Overlay *const *own)
{
    for (size_t i = 0; i < n; i++) {
        if (items[i].kind == INLINE_NUMBER && items[i].expr) depends_add(depends, items[i].expr, own, 1);
        add_numbers(depends, items[i].children, items[i].n_children, own);
    }
}

/* What a card answers: its back, or the whole of a cloze. */
static const Prose *answer_of(const Card *card)
{
    return card->is_cloze ? &card->cloze : &card->back;
}

/* The idea, laid over the lesson, changes a number of the answer. */
static bool is_changed_by(const DeckCard *card, const Overlay *idea, Arena *arena)
{
    const Overlay *overlays[] = {&card->card->lines, idea};
    Depends depends = depends_on(arena, card->lesson->sheet, NULL, overlays, 1);
    const Prose *answer = answer_of(card->card);
    add_numbers(&depends, answer->items, answer->count, overlays);
    if (!depends_touched(&depends, idea)) return false;
    Layer *right = layer_new(card->lesson->sheet, overlays, 1, NULL);
    Layer *theirs = layer_new(card->lesson->sheet, overlays, 2, right);
    const char *a = prose_shown(arena, right, answer), *b = prose_shown(arena, theirs, answer);
    layer_free(theirs);
    layer_free(right);
    return strcmp(a, b) != 0;
}

static bool names(const Card *card, const char *idea)
{
    for (size_t i = 0; i < card->n_ideas; i++)
        if (strcmp(card->ideas[i], idea) == 0) return true;
    return false;
}

static bool carries(const DeckCard *card, const Misconception *idea, Arena *arena)
{
    Overlay overlay;
    if (names(card->card, idea->name)) return true;
    return !idea->expr && idea_read_overlay(arena, card->lesson->sheet, idea, &overlay) &&
           is_changed_by(card, &overlay, arena);
}

size_t deck_carriers(const Deck *deck, const char *misconception, size_t *indices, size_t most)
{
    const Misconception *idea = misconception_find(course_misconceptions(deck->course), misconception);
    size_t n = 0;
    Arena *arena = arena_new();
    for (size_t i = 0; idea && i < deck->n_cards && n < most; i++) {
        if (carries(&deck->cards[i], idea, arena)) indices[n++] = i;
        arena_reset(arena);
    }
    arena_free(arena);
    return n;
}

/* Cards known longest ahead first, new ones last. */
static int by_due(const void *a, const void *b)
{
    const DeckCard *x = *(const DeckCard *const *)a, *y = *(const DeckCard *const *)b;
    if (x->memory.due_day != y->memory.due_day) return x->memory.due_day > y->memory.due_day ? -1 : 1;
    return strcmp(x->card->id, y->card->id);
}

size_t deck_bring(const Deck *deck, const char *misconception, WallTime now, Arena *arena,
                  const char *const **lines)
{
    Day today = day_of(now);
    size_t *indices = arena_array(arena, deck->n_cards + 1, sizeof *indices);
    size_t n = deck_carriers(deck, misconception, indices, deck->n_cards), n_cards = 0;
    const DeckCard **cards = arena_array(arena, n + 1, sizeof *cards);
    const char **made = arena_array(arena, DECK_BRING_MOST, sizeof *made);
    for (size_t i = 0; i < n; i++) {
        const DeckCard *card = &deck->cards[indices[i]];
        bool is_learning = card->memory.state == CARD_LEARNING || card->memory.state == CARD_RELEARNING;
        bool stays = card->is_suspended || is_learning || schedule_is_due(&card->memory, now, today);
        if (!stays) cards[n_cards++] = card;
    }
    if (n_cards > 1) qsort(cards, n_cards, sizeof *cards, by_due);
    if (n_cards > DECK_BRING_MOST) n_cards = DECK_BRING_MOST;
    for (size_t i = 0; i < n_cards; i++) made[i] = journal_bring_line(arena, cards[i]->card->id, today, now);
    *lines = made;
    return n_cards;
}
