/* What stands in the place of a card: the end of a sitting, and the list of suspended cards. */
#include "cards.h"
#include "parts.h"

#include <limits.h>

/* --------------------------------------------------------------- suspended */

static size_t n_suspended(const Cards *cards)
{
    size_t n = 0;
    for (size_t i = 0; i < deck_count(cards->deck); i++) n += deck_card(cards->deck, i)->is_suspended;
    return n;
}

/* The index in the deck of the nth suspended card. */
static size_t suspended_at(const Cards *cards, size_t nth)
{
    for (size_t i = 0; i < deck_count(cards->deck); i++)
        if (deck_card(cards->deck, i)->is_suspended && nth-- == 0) return i;
    return deck_count(cards->deck);
}

bool cards_has_suspended(const App *app)
{
    return cards_of(app) != NULL && n_suspended(cards_of(app)) > 0;
}

void cards_list(App *app, int arg)
{
    (void)arg;
    Cards *cards = cards_of(app);
    if (n_suspended(cards) == 0) {
        app_say(app, ROLE_TEXT, "No card is suspended.");
        return;
    }
    cards->is_listing = true;
    cards->selected = 0;
    cards->acts++;
    activity_set_visit(app, NULL);
}

void cards_list_close(App *app, int arg)
{
    (void)arg;
    Cards *cards = cards_of(app);
    cards_deal(app, cards, cards->is_turned);
}

void cards_list_choose(App *app, int direction)
{
    Cards *cards = cards_of(app);
    size_t last = n_suspended(cards) - 1;
    if (direction < 0 && cards->selected > 0) cards->selected--;
    if (direction > 0 && cards->selected < last) cards->selected++;
}

/* Asked again from now on; where none is left the list closes. */
void cards_unsuspend(App *app, int arg)
{
    (void)arg;
    Cards *cards = cards_of(app);
    const char *line = sitting_resume(cards->planned, suspended_at(cards, cards->selected), app_now(app));
    if (line != NULL) app_record(app, line);
    size_t n = n_suspended(cards);
    if (cards->selected >= n && n > 0) cards->selected = n - 1;
    cards->acts++;
    if (n == 0) cards_list_close(app, 0);
    app_say(app, ROLE_TEXT, "It is asked again.");
}

void cards_pick(App *app, size_t item)
{
    Cards *cards = cards_of(app);
    if (!cards->is_listing || item == 0 || item > n_suspended(cards)) return;
    bool again = cards->selected == item - 1;
    cards->selected = item - 1;
    if (again) cards_unsuspend(app, 0);
}

void cards_wheel(App *app, int direction)
{
    if (cards_of(app)->is_listing) cards_list_choose(app, direction);
}

static HelpLine suspended_line(const Cards *cards, Arena *arena, size_t nth)
{
    const DeckCard *card = deck_card(cards->deck, suspended_at(cards, nth));
    Face *face = face_new(card, card->memory.reps);
    const char *front = face_front_text(face, arena);
    face_free(face);
    return (HelpLine){.text = front, .item = (uint32_t)nth + 1, .is_selected = nth == cards->selected};
}

/* ------------------------------------------------------------------- the end */

static size_t end_lines(const App *app, const Cards *cards, Arena *arena, HelpLine *lines)
{
    SittingSummary summary = sitting_summary(cards_sitting(cards), app_now(app));
    size_t n = 0;
    const char *head = cards->is_cramming ? "Every card was known once." : "That is all for now.";
    lines[n++] = (HelpLine){.text = ""};
    lines[n++] = (HelpLine){.text = head, .is_heading = true};
    lines[n++] = (HelpLine){.text = ""};
    lines[n++] = (HelpLine){.text = arena_printf(arena, "Done: %s", sitting_done_text(&summary, arena))};
    if (!cards->is_cramming)
        lines[n++] = (HelpLine){.text = sitting_next_text(&summary, app_now(app), arena)};
    return n;
}

/* --------------------------------------------------------------- the screen */

static const char *title_of(const App *app, const Cards *cards)
{
    const Course *course = study_course(app->study);
    if (cards->is_listing) return "Suspended cards";
    return cards->lesson != NULL ? course_title(course, course_find(course, cards->lesson)) : "Cards";
}

void cards_draw(App *app, Frame *frame)
{
    enum { END_LINES = 6 };
    const Cards *cards = cards_of(app);
    size_t n = cards->is_listing ? n_suspended(cards) : 0;
    int max_scroll;
    HelpLine *lines = arena_array(frame->arena, n + END_LINES, sizeof *lines);
    for (size_t i = 0; i < n; i++) lines[i] = suspended_line(cards, frame->arena, i);
    if (!cards->is_listing) n = end_lines(app, cards, frame->arena, lines);
    ViewList list = {.title = title_of(app, cards),
                     .right = cards->is_listing ? NULL : cards_counts(cards, frame->arena, frame->cols < 60),
                     .message = app->message.text,
                     .message_role = app->message.role};
    list.hints = hints_make(app, frame->arena, frame->cols, &list.n_hints);
    view_list(frame, &list, lines, n, &max_scroll);
}
