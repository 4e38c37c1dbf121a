/* Progress on the screen: the page that `heed progress` prints, to be scrolled. */
#include "progress.h"
#include "parts.h"

#include "heed/standing.h"

#include <stdlib.h>

typedef struct ProgressPage {
    Arena *arena;
    const Standing *standing;
    int scroll, max_scroll; /* as last drawn */
} ProgressPage;

static ProgressPage *page_of(const App *app)
{
    return activity_top(app)->own;
}

void progress_free(void *own)
{
    ProgressPage *page = own;
    arena_free(page->arena);
    free(page);
}

void progress_open(App *app, int arg)
{
    (void)arg;
    bool is_home = app->depth == 0;
    if (!activity_admits(app)) return;
    ProgressPage *page = heed_xcalloc(1, sizeof *page);
    page->arena = arena_new();
    activity_push(app, ACTIVITY_PROGRESS, NULL, page); /* what lay there rests first: that is progress too */
    Course *course = study_course(app->study);
    const Progress *progress = study_progress(app->study);
    Deck *deck = deck_new(course, progress, &schedule_default);
    page->standing = standing_new(page->arena, app->library, course, deck, progress, app_now(app));
    deck_free(deck);
    if (is_home) app->came_from_home = true;
}

void progress_draw(App *app, Frame *frame)
{
    ProgressPage *page = page_of(app);
    ViewList list = {.title = "Progress",
                     .scroll = page->scroll,
                     .message = app->message.text,
                     .message_role = app->message.role};
    list.hints = hints_make(app, frame->arena, frame->cols, &list.n_hints);
    view_progress(frame, &list, page->standing, &page->max_scroll);
    if (page->scroll > page->max_scroll) page->scroll = page->max_scroll;
}

size_t progress_scopes(const App *app, Scope *scopes)
{
    (void)app;
    scopes[0] = SCOPE_PROGRESS;
    return 1;
}

void progress_scroll(App *app, int lines)
{
    ProgressPage *page = page_of(app);
    int scroll = page->scroll + lines;
    app_frame(app); /* the window may have grown since it was drawn */
    if (scroll > page->max_scroll) scroll = page->max_scroll;
    page->scroll = scroll > 0 ? scroll : 0;
}

void progress_page(App *app, int direction)
{
    progress_scroll(app, direction * (app->rows > 6 ? app->rows - 5 : 1));
}

void progress_end(App *app, int direction)
{
    page_of(app)->scroll = 0;
    if (direction > 0) progress_scroll(app, 10000);
}

void progress_wheel(App *app, int direction)
{
    enum { WHEEL_LINES = 3 };
    progress_scroll(app, direction * WHEEL_LINES);
}
