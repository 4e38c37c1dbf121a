/* The list is made anew for each frame from the library's index and from what the journal tells: no lesson is
 * parsed for it.
 */
#include "parts.h"

#include "find.h"
#include "heed/deck.h"

#include <stdlib.h>
#include <string.h>

static bool is_at_end(Study *study, const LibraryEntry *entry)
{
    Place place;
    if (!places_at(study, entry->id, &place) || place.screen < entry->n_screens - 1) return false;
    return place.screen > entry->n_screens - 1 || place.step >= entry->steps[place.screen] - 1;
}

/* The lesson to go on with: where the student was, or the one after it where that was read to its end. */
static size_t go_on_with(const Library *library, Study *study)
{
    const LibraryEntry *last = places_latest(study, library);
    size_t at = 0;
    for (size_t i = 0; last != NULL && i < library->count; i++)
        if (&library->entries[i] == last) at = i;
    bool is_done = last != NULL && is_at_end(study, last);
    return is_done && at + 1 < library->count ? at + 1 : at;
}

void home_point(Home *home, const Library *library, Study *study)
{
    home->selected = go_on_with(library, study);
}

void home_set_search(Home *home, const char *text)
{
    char *copy = *text != '\0' ? heed_xstrdup(text) : NULL;
    free(home->search);
    home->search = copy;
}

bool home_find(Home *home, const Library *library, const char *text, int direction)
{
    size_t n = library->count;
    size_t step = direction < 0 ? n - 1 : 1; /* backwards is n - 1 forwards, round the list */
    size_t at = home->selected;
    for (size_t tried = 0; tried < n; tried++) {
        if (tried > 0 || direction != 0) at = (at + step) % n;
        if (find_text(library->entries[at].title, text) == NULL) continue;
        home->selected = at;
        return true;
    }
    return false;
}

/* The journal may remember a place that a newer version of the lesson no longer has. */
static const char *where_text(Arena *arena, const LibraryEntry *entry, Place place)
{
    int step = 0, n_steps = 0;
    for (int i = 0; i < entry->n_screens; i++) {
        if (i < place.screen) step += entry->steps[i];
        if (i == place.screen) step += place.step < entry->steps[i] ? place.step + 1 : entry->steps[i];
        n_steps += entry->steps[i];
    }
    if (step == n_steps) return arena_printf(arena, "%s · read to its end", entry->title);
    return arena_printf(arena, "%s · step %d of %d. Enter continues.", entry->title, step, n_steps);
}

static const char *cards_text(Arena *arena, size_t n)
{
    return arena_printf(arena, "%zu %s", n, n == 1 ? "card" : "cards");
}

/* The ideas that were seen in answers and not yet answered against, the latest first; NULL: none. */
static const char *ideas_text(Arena *arena, const Progress *progress)
{
    enum { NAMED = 3 };
    StrBuf out = {0};
    size_t n = 0;
    for (size_t i = progress->n_ideas; i > 0; i--) {
        const IdeaHistory *idea = &progress->ideas[i - 1];
        if (!idea_is_open(idea)) continue;
        if (n < NAMED) strbuf_printf(&out, "%s%s", n > 0 ? " · " : "", view_idea_name(arena, idea->name));
        n++;
    }
    if (n > NAMED) strbuf_printf(&out, " and %zu more", n - NAMED);
    const char *text = n > 0 ? arena_strdup(arena, strbuf_text(&out)) : NULL;
    strbuf_free(&out);
    return text;
}

/* Reviews, and the new cards that the day allows; new ones alone are no reason to come. */
static const char *due_text(App *app, Arena *arena)
{
    DeckGlance glance = deck_glance(study_course(app->study), study_progress(app->study), NULL, app_now(app));
    if (glance.due == 0) return NULL;
    if (glance.new_today == 0) return cards_text(arena, glance.due);
    return arena_printf(arena, "%s, and %zu new", cards_text(arena, glance.due), glance.new_today);
}

static HomeItem item_of(App *app, Arena *arena, const LibraryEntry *entry)
{
    const Progress *progress = study_progress(app->study);
    size_t due = deck_glance(study_course(app->study), progress, entry->id, app_now(app)).due;
    const LibraryEntry *last = places_latest(app->study, app->library);
    bool is_here = last == entry;
    bool is_next = last != NULL && !is_here && entry == &app->library->entries[go_on_with(app->library, app->study)];
    const char *note = due > 0   ? arena_printf(arena, "%s due", cards_text(arena, due))
                       : is_next ? "next"
                                 : NULL;
    return (HomeItem){entry, places_screens(app->study, entry), is_here, note};
}

static void add_line(HomeState *state, HomeLine *lines, const char *label, const char *text, ViewHint hint)
{
    if (text == NULL) return;
    lines[state->n_lines++] = (HomeLine){label, text, hint.key, hint.command};
}

static void add_lines(App *app, Arena *arena, HomeState *state)
{
    enum { LINES_MAX = 4 };
    HomeLine *lines = arena_array(arena, LINES_MAX, sizeof *lines);
    const Progress *progress = study_progress(app->study);
    const LibraryEntry *last = places_latest(app->study, app->library);
    Place place;
    if (last != NULL && places_at(app->study, last->id, &place))
        add_line(state, lines, "Where you were", where_text(arena, last, place), (ViewHint){0});
    add_line(state, lines, "Due today", due_text(app, arena), hints_of(arena, SCOPE_HOME, CMD_CARDS));
    add_line(state, lines, "Ideas to revisit", ideas_text(arena, progress),
             hints_of(arena, SCOPE_HOME, CMD_QUIZ));
    if (!app->home.was_left) add_line(state, lines, NULL, study_damage(app->study), (ViewHint){0});
    state->lines = lines;
}

void home_state(App *app, Arena *arena, HomeState *state)
{
    const Library *library = app->library;
    HomeItem *items = arena_array(arena, library->count, sizeof *items);
    for (size_t i = 0; i < library->count; i++) items[i] = item_of(app, arena, &library->entries[i]);
    *state = (HomeState){
        .items = items,
        .n_items = library->count,
        .selected = app->home.selected,
        .first_start = study_is_new(app->study) && !app->home.is_used,
        .search = app->home.search,
    };
    add_lines(app, arena, state);
}
