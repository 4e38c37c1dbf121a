/* On and back are each other's inverse, as a clicker in a talk wants them: on scrolls while there is more
 * below, then opens the next step; back scrolls up to where the step began, then closes the step.
 */
#include "parts.h"

static int between(int value, int low, int high)
{
    if (value > high) value = high;
    return value < low ? low : value;
}

/* Two rows stay in sight over a page turn. */
static int page_of(const ViewReport *report)
{
    return report->page_rows > 3 ? report->page_rows - 2 : 1;
}

/* The page before the one shown, as place_on turned them from `landing` on. */
static int page_before(const ViewReport *report, int landing)
{
    int pages = (report->scroll - landing - 1) / page_of(report);
    return landing + pages * page_of(report);
}

int place_landing(const ViewReport *report)
{
    return between(report->step_row, 0, report->max_scroll);
}

/* Laid out once: what is measured is what is drawn then. */
void place_land(App *app)
{
    app->visit->scroll = VIEW_LANDING;
    app_measure(app);
}

/* The scroll position beyond the end of the text: app_measure cuts it. */
static void land_at_end(App *app)
{
    app->visit->scroll = app_measure(app)->max_scroll;
    select_drop_unseen(app);
}

/* A place left behind by screen is a place where the student rested. */
static void go(App *app, Place place)
{
    bool other_screen = place.screen != app->visit->place.screen;
    visit_go(app->visit, place);
    if (other_screen) app_rest(app);
}

void place_show(App *app, Place place)
{
    go(app, place);
    place_land(app);
    select_drop_unseen(app);
}

static void say_end(App *app)
{
    if (app->present.is_on) {
        app_say(app, ROLE_TEXT, "This was the last view. Esc ends.");
        return;
    }
    if (app->visit->at_end) {
        activity_pop(app); /* never out of heed by a key that only means "on" */
        return;
    }
    app->visit->at_end = true;
    app_rest(app);
    const char *where = app->depth > 1 ? "back to where you came from" : "home";
    if (helpful_ask(app))
        app_say(app, ROLE_TEXT, "The end of this lesson. Was it helpful? y, n, or Enter. Space goes %s.",
                app->depth > 1 ? "back" : "home");
    else
        app_say(app, ROLE_TEXT, "The end of this lesson. Space goes %s, ← back.", where);
}

/* Turns to the page that begins with this row. False where that changes nothing on the screen: with a panel
 * open the view keeps the selected number in sight. */
static bool turn_page(App *app, int row)
{
    int before = app->report.scroll, kept = app->visit->scroll;
    app->visit->scroll = between(row, 0, app->report.max_scroll);
    if (app_measure(app)->scroll != before) return true;
    app->visit->scroll = kept;
    return false;
}

void place_forward(App *app)
{
    Visit *visit = app->visit;
    Place place = visit->place;
    if (place.step + 1 < visit_steps(visit)) {
        place.step++;
        place_show(app, place);
    } else if (place.screen + 1 < (int)visit->lesson->n_screens) {
        place.screen++;
        place.step = 0;
        go(app, place);
    } else {
        say_end(app);
    }
}

void place_on(App *app, int arg)
{
    (void)arg;
    const ViewReport *report = app_measure(app);
    if (report->more_below && turn_page(app, report->scroll + page_of(report))) return;
    place_forward(app);
}

void place_backward(App *app)
{
    Visit *visit = app->visit;
    Place place = visit->place;
    if (place.step > 0) {
        place.step--;
        go(app, place);
        land_at_end(app);
    } else if (place.screen > 0) {
        place.screen--;
        place.step = (int)visit->lesson->screens[place.screen].n_steps - 1;
        go(app, place);
        land_at_end(app);
    } else if (visit->scroll > 0) {
        visit->scroll = 0;
    } else {
        app_say(app, ROLE_TEXT, "This is where the lesson begins.");
    }
}

void place_back(App *app, int arg)
{
    (void)arg;
    const ViewReport *report = app_measure(app);
    int landing = place_landing(report);
    if (report->scroll > landing && turn_page(app, page_before(report, landing))) return;
    place_backward(app);
}

void place_scroll(App *app, int lines)
{
    const ViewReport *report = app_measure(app);
    app->visit->scroll = between(app->visit->scroll + lines, 0, report->max_scroll);
}

void place_ends(App *app, int direction)
{
    app->visit->scroll = direction < 0 ? 0 : app_measure(app)->max_scroll;
}

bool place_has_more(const App *app)
{
    const Visit *visit = app->visit;
    if (visit == NULL || app->present.is_on) return false; /* a room is shown the step alone */
    const Screen *screen = &visit->lesson->screens[visit->place.screen];
    for (size_t s = 0; s < screen->n_steps && s <= (size_t)visit->place.step; s++)
        for (size_t b = 0; b < screen->steps[s].n_blocks; b++)
            if (section_on_demand(screen->steps[s].blocks[b].section)) return true;
    return false;
}

void place_more(App *app, int arg)
{
    (void)arg;
    Visit *visit = app->visit;
    if (!place_has_more(app)) {
        app_say(app, ROLE_TEXT, "There is nothing more to this screen yet.");
        return;
    }
    int end = app_measure(app)->doc_rows;
    visit->more = !visit->more;
    const ViewReport *report = app_measure(app);
    int whole = report->doc_rows - report->page_rows; /* as far as shows the last of it */
    int row = whole < end ? whole : end;
    if (visit->more && row > visit->scroll) visit->scroll = between(row, 0, report->max_scroll);
}

/* ---------------------------------------------------------------- resizing */

static Anchor anchor_of(App *app)
{
    const ViewReport *report = app_measure(app);
    int scroll = app->visit->scroll;
    return (Anchor){scroll == place_landing(report), scroll, report->max_scroll};
}

static void hold(App *app, Anchor anchor)
{
    const ViewReport *report = app_measure(app);
    int row = place_landing(report);
    if (!anchor.is_landing && anchor.max_scroll > 0)
        row = (int)((int64_t)anchor.scroll * report->max_scroll / anchor.max_scroll);
    app->visit->scroll = between(row, 0, report->max_scroll);
}

/* A window without cells has no layout: what was seen before it is held until there is one again. */
void place_resize(App *app, int rows, int cols)
{
    if (app->rows > 0 && app->cols > 0) app->anchor = anchor_of(app);
    app->rows = rows;
    app->cols = cols;
    if (rows == 0 || cols == 0) return;
    hold(app, app->anchor);
    select_reveal(app);
}

void place_reveal(App *app, int row)
{
    const ViewReport *report = app_measure(app);
    int scroll = app->visit->scroll;
    if (row < scroll) scroll = row - 1;
    if (row >= scroll + report->page_rows) scroll = row - report->page_rows + 2;
    app->visit->scroll = between(scroll, 0, report->max_scroll);
}
