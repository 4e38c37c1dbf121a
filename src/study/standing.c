/* Counting, in one pass over each list. */
#include "heed/standing.h"
#include <stdlib.h>
#include <string.h>

char *card_due_text(Arena *arena, const CardMemory *memory, WallTime now)
{
    bool is_in_steps = memory->state == CARD_LEARNING || memory->state == CARD_RELEARNING;
    if (is_in_steps) return wall_time_text(arena, (WallTime){memory->due_ms, now.utc_offset_min});
    return memory->due_day != 0 ? day_text(arena, memory->due_day) : NULL;
}

/* ----------------------------------------------------------------- lessons */

static int between(int value, int low, int high)
{
    return value < low ? low : value > high ? high : value;
}

/* Steps up to a place; the journal may know the lesson from when it was longer. */
static int steps_up_to(const LibraryEntry *entry, int screen, int step)
{
    int n = 0;
    for (int i = 0; i < entry->n_screens && i <= screen; i++)
        n += i < screen ? entry->steps[i] : between(step + 1, 0, entry->steps[i]);
    return n;
}

static LessonStanding lesson_standing(const LibraryEntry *entry, const Progress *progress)
{
    LessonStanding lesson = {.entry = entry, .place = progress_place(progress, entry->id)};
    for (int i = 0; i < entry->n_screens; i++) lesson.n_steps += entry->steps[i];
    if (!lesson.place) return lesson;
    lesson.screens_done = between(lesson.place->best_screen + 1, 0, entry->n_screens);
    lesson.steps_done = steps_up_to(entry, lesson.place->best_screen, lesson.place->best_step);
    return lesson;
}

static LessonStanding *lesson_of(Standing *standing, const char *id)
{
    for (size_t i = 0; i < standing->n_lessons; i++)
        if (strcmp(standing->lessons[i].entry->id, id) == 0) return &standing->lessons[i];
    return NULL;
}

/* ------------------------------------------------------------------- cards */

static void add_to_forecast(Standing *standing, const CardMemory *memory)
{
    Day ahead = memory->due_day > standing->today ? memory->due_day - standing->today : 0;
    if (ahead < FORECAST_DAYS)
        standing->forecast[ahead]++;
    else
        standing->due_later++;
}

static void add_card(Standing *standing, const DeckCard *card)
{
    const CardMemory *memory = &card->memory;
    LessonStanding *lesson = lesson_of(standing, card->lesson->id);
    standing->by_state[memory->state]++;
    standing->n_suspended += card->is_suspended;
    if (lesson) lesson->n_cards++;
    if (card->is_suspended) return;
    bool is_due = schedule_is_due(memory, standing->now, standing->today);
    standing->due += is_due;
    standing->new_today += memory->state == CARD_NEW && !is_due; /* cut to the day's limit below */
    if (lesson) lesson->due += is_due;
    if (memory->state != CARD_NEW || memory->due_day != 0) add_to_forecast(standing, memory);
}

/* As a sitting offers them: a number a day, of all lessons together. */
static void limit_new(Standing *standing, const Deck *deck)
{
    size_t n_today = 0;
    for (size_t i = 0; i < deck_count(deck); i++) {
        const DeckCard *card = deck_card(deck, i);
        n_today += card->memory.reps > 0 && card->first_day == standing->today;
    }
    size_t left = n_today < DECK_NEW_PER_DAY ? DECK_NEW_PER_DAY - n_today : 0;
    if (standing->new_today > left) standing->new_today = left;
}

/* ------------------------------------------------------------------- ideas */

static int by_need(const void *a, const void *b)
{
    const IdeaStanding *x = a, *y = b;
    if (x->is_open != y->is_open) return x->is_open ? -1 : 1;
    if (x->history->last_day != y->history->last_day)
        return x->history->last_day > y->history->last_day ? -1 : 1;
    return strcmp(x->history->name, y->history->name);
}

static void add_ideas(Standing *standing, Arena *arena, const Course *course, const Progress *progress)
{
    standing->ideas = arena_array(arena, progress->n_ideas, sizeof *standing->ideas);
    for (size_t i = 0; i < progress->n_ideas; i++) {
        const IdeaHistory *history = &progress->ideas[i];
        if (history->seen == 0) continue;
        standing->ideas[standing->n_ideas++] = (IdeaStanding){
            history, misconception_find(course_misconceptions(course), history->name), idea_is_open(history)};
    }
    if (standing->n_ideas > 1) qsort(standing->ideas, standing->n_ideas, sizeof *standing->ideas, by_need);
}

/* --------------------------------------------------------------- the whole */

Standing *standing_new(Arena *arena, const Library *library, const Course *course, const Deck *deck,
                       const Progress *progress, WallTime now)
{
    Standing *standing = arena_alloc(arena, sizeof *standing);
    *standing = (Standing){.now = now, .today = day_of(now), .n_days = progress->n_days};
    standing->streak = progress_streak(progress, standing->today);
    standing->n_lessons = library->count;
    standing->lessons = arena_array(arena, library->count, sizeof *standing->lessons);
    for (size_t i = 0; i < library->count; i++)
        standing->lessons[i] = lesson_standing(&library->entries[i], progress);
    standing->n_cards = deck_count(deck);
    for (size_t i = 0; i < deck_count(deck); i++) add_card(standing, deck_card(deck, i));
    limit_new(standing, deck);
    add_ideas(standing, arena, course, progress);
    return standing;
}
