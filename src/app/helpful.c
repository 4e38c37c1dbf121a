/* "Was this helpful?", at the end of a lesson: once, and out of the way of every key but its own.
 *
 * Asking is written down as well, without words, so that it is never asked twice; an answer follows as a line
 * of its own.
 */
#include "parts.h"
#include "plain.h"

#include <string.h>

bool helpful_is_open(const App *app)
{
    return app->visit != NULL && app->visit->at_end && app->visit->asks_helpful;
}

static void record(App *app, const char *text)
{
    Arena *arena = arena_new();
    app_record(app, journal_helpful_line(arena, app->visit->lesson->id, text, app_now(app)));
    arena_free(arena);
}

bool helpful_ask(App *app)
{
    Visit *visit = app->visit;
    visit->asks_helpful = visit->is_shipped && !app->present.is_on &&
                          progress_opinion(study_progress(app->study), visit->lesson->id) == NULL;
    if (visit->asks_helpful) record(app, NULL);
    return visit->asks_helpful;
}

static void thank(App *app)
{
    app->visit->asks_helpful = false;
    app_say(app, ROLE_TEXT, "Noted. Space goes on.");
}

void helpful_answer(App *app, int is_helpful)
{
    record(app, is_helpful ? "y" : "n");
    thank(app);
}

void helpful_words(App *app, int arg)
{
    (void)arg;
    entry_open(&app->entry, ENTRY_HELPFUL, "was this helpful? ", "");
}

bool helpful_accept(App *app)
{
    if (app->entry.line.len == 0) return true;
    record(app, line_text(&app->entry.line));
    thank(app);
    return true;
}

void plain_helpful(App *app, const char *argument)
{
    if (*argument == '\0') {
        plain_refuse(app, "helpful wants y, n, or a line of your own.");
    } else if (!app->visit->is_shipped) {
        plain_say(app, "Only opinions of heed's own lessons are kept.");
    } else {
        record(app, argument);
        plain_say(app, "Noted.");
    }
}
