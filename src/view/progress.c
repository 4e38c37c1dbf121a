/* Where the student stands: streak, what is due, each lesson, the days ahead, ideas. One page, for the
 * terminal and for a pipe; its figures are those of study, drawn in its role.
 */
#include "view/listing.h"
#include "view/picture.h"
#include <string.h>

enum { WIDE_FROM = 72, LABEL_COLS = 14, NARROW_LABEL_COLS = 9, WEEK = 7 };

typedef struct Page {
    Pen pen;
    Frame *list;
    const Standing *standing;
} Page;

static const char *counted(const Page *page, size_t n, const char *one, const char *many)
{
    return arena_printf(page->pen.arena, "%zu %s", n, n == 1 ? one : many);
}

static void add_head(Page *page, const char *text)
{
    listing_row(page->list);
    listing_text(&page->pen, page->list, 1, ROLE_TITLE, text);
}

/* "Streak        3 days in a row" */
static void add_fact(Page *page, const char *label, const char *text)
{
    int row = page->list->rows, cols = page->list->cols < WIDE_FROM ? NARROW_LABEL_COLS : LABEL_COLS;
    listing_text(&page->pen, page->list, 1 + cols, ROLE_STUDY, text);
    frame_put(page->list, row, 1, cols - 1, ROLE_LABEL, label);
}

/* ------------------------------------------------------------------- facts */

static void add_streak(Page *page)
{
    const Standing *s = page->standing;
    Arena *arena = page->pen.arena;
    add_fact(page, "Today", day_text(arena, s->today));
    const char *row = counted(page, s->streak, "day in a row", "days in a row");
    const char *all =
        arena_printf(arena, "%s; at work on %s in all", row, counted(page, s->n_days, "day", "days"));
    add_fact(page, "Streak", s->n_days > 0 ? all : "none yet");
}

static void add_cards(Page *page)
{
    const Standing *s = page->standing;
    Arena *arena = page->pen.arena;
    const char *new_ones = counted(page, s->new_today, "new one", "new ones");
    add_fact(page, "Due now",
             arena_printf(arena, "%s to review, and %s", counted(page, s->due, "card", "cards"), new_ones));
    StrBuf text = {0};
    strbuf_printf(&text, "%zu", s->n_cards);
    for (int state = 0; state < CARD_STATES; state++)
        if (s->by_state[state] > 0)
            strbuf_printf(&text, "%s %zu %s", strchr(strbuf_text(&text), ' ') ? "," : ":", s->by_state[state],
                          card_state_name((CardState)state));
    if (s->n_suspended > 0) strbuf_printf(&text, "; %zu suspended", s->n_suspended);
    add_fact(page, "Cards", strbuf_take(&text, arena));
}

/* ----------------------------------------------------------------- lessons */

/* screens, cards due, last seen */
enum { N_COLUMNS = 3, COLUMNS_CELLS = 10 + 12 + 13 };
static const int column_width[N_COLUMNS] = {10, 12, 13};

static void lesson_texts(const Page *page, const LessonStanding *lesson, const char *texts[N_COLUMNS])
{
    Arena *arena = page->pen.arena;
    texts[0] = arena_printf(arena, "%d of %d", lesson->screens_done, lesson->entry->n_screens);
    texts[1] = arena_printf(arena, "%zu of %zu", lesson->due, lesson->n_cards);
    texts[2] = lesson->place ? day_text(arena, day_of(lesson->place->at)) : "not yet";
}

/* Right-aligned, from the right end of the row. */
static void put_columns(Page *page, int row, const char *const texts[N_COLUMNS], Role role)
{
    int end = page->list->cols - 1;
    for (int i = N_COLUMNS - 1; i >= 0; i--) {
        int cells = charset_width(page->list->charset, texts[i]);
        frame_put(page->list, row, end - cells, cells, role, texts[i]);
        end -= column_width[i];
    }
}

static void add_lesson_wide(Page *page, const LessonStanding *lesson)
{
    const char *texts[N_COLUMNS];
    lesson_texts(page, lesson, texts);
    int row = listing_row(page->list), room = page->list->cols - COLUMNS_CELLS - 3;
    frame_put_fit(page->list, row, 3, room, ROLE_TEXT, lesson->entry->title);
    put_columns(page, row, texts, ROLE_STUDY);
}

static void add_lesson_narrow(Page *page, const LessonStanding *lesson)
{
    const char *texts[N_COLUMNS];
    lesson_texts(page, lesson, texts);
    listing_text(&page->pen, page->list, 3, ROLE_TEXT, lesson->entry->title);
    const char *seen = lesson->place ? arena_printf(page->pen.arena, ", seen %s", texts[2]) : "";
    listing_text(&page->pen, page->list, 5, ROLE_STUDY,
                 arena_printf(page->pen.arena, "%s screens, %s cards due%s", texts[0], texts[1], seen));
}

static void add_lessons(Page *page)
{
    static const char *const heads[N_COLUMNS] = {"screens", "cards due", "last seen"};
    const Standing *s = page->standing;
    bool is_wide = page->list->cols >= WIDE_FROM;
    add_head(page, "Lessons");
    if (is_wide) put_columns(page, page->list->rows - 1, heads, ROLE_LABEL);
    for (size_t i = 0; i < s->n_lessons; i++)
        (is_wide ? add_lesson_wide : add_lesson_narrow)(page, &s->lessons[i]);
}

/* ---------------------------------------------------------------- forecast */

static const char *weekday(Day day)
{
    static const char *const names[WEEK] = {"Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"};
    return names[((day % WEEK) + WEEK) % WEEK]; /* 1970-01-01 was a Thursday */
}

/* A week of the forecast as an array of no sheet. */
static PicArray week_counts(const Page *page, size_t from)
{
    Arena *arena = page->pen.arena;
    int64_t *counts = arena_array(arena, WEEK, sizeof *counts);
    Value *value = arena_alloc(arena, sizeof *value);
    for (size_t i = 0; i < WEEK; i++) counts[i] = (int64_t)page->standing->forecast[from + i];
    *value = (Value){.type = VALUE_INT, .ndim = 1, .rows = 1, .cols = WEEK, .data.i64 = counts};
    return pen_array_plain(value, "", ROLE_STUDY, (NumFormat){'d', false, false, -1});
}

/* "Mon 30" */
static PicArray week_labels(const Page *page, size_t from)
{
    enum { DAY_OF_MONTH = 8 }; /* of "2026-11-30" */
    Arena *arena = page->pen.arena;
    const char **names = arena_array(arena, WEEK, sizeof *names);
    Value *value = arena_alloc(arena, sizeof *value);
    for (size_t i = 0; i < WEEK; i++) {
        Day day = page->standing->today + (Day)(from + i);
        names[i] = arena_printf(arena, "%s %s", weekday(day), day_text(arena, day) + DAY_OF_MONTH);
    }
    if (from == 0) names[0] = "today";
    *value = (Value){.type = VALUE_STRING, .ndim = 1, .rows = 1, .cols = WEEK, .data.text = names};
    return pen_array_plain(value, "", ROLE_LABEL, NUM_SHORTEST);
}

static size_t most_of(const Standing *standing)
{
    size_t most = 1;
    for (size_t i = 0; i < FORECAST_DAYS; i++)
        if (standing->forecast[i] > most) most = standing->forecast[i];
    return most;
}

/* Two weeks beside or under each other, on one scale. */
static Picture forecast_picture(const Page *page)
{
    enum { WEEKS = FORECAST_DAYS / WEEK, GAP = 4 };
    int cols = page->list->cols - 4, each = cols >= WIDE_FROM - 4 ? (cols - GAP) / WEEKS : cols;
    Picture *weeks = arena_array(page->pen.arena, WEEKS, sizeof *weeks);
    ScaleSpec scale = {.has_high = true, .high = (double)most_of(page->standing)};
    for (size_t i = 0; i < WEEKS; i++) {
        PicArray counts = week_counts(page, i * WEEK), days = week_labels(page, i * WEEK);
        BarsSpec spec = {.arrays = &counts, .n = 1, .rows = &days, .scale = scale};
        weeks[i] = pic_bars(&page->pen, &spec, (PicRoom){each, PIC_FULL});
    }
    return picture_flow(&page->pen, weeks, WEEKS, GAP, cols);
}

static void add_forecast(Page *page)
{
    const Standing *s = page->standing;
    add_head(page, "Cards that fall due");
    const Frame *picture = forecast_picture(page).frame;
    int row = page->list->rows;
    frame_resize_rows(page->list, row + picture->rows - 1);
    frame_blit(page->list, row, 3, picture, 1, 0, picture->rows - 1, picture->cols); /* without its heading */
    if (s->due_later > 0)
        listing_text(
            &page->pen, page->list, 3, ROLE_STUDY,
            arena_printf(page->pen.arena, "and %s later", counted(page, s->due_later, "card", "cards")));
}

/* ------------------------------------------------------------------- ideas */

static void add_idea(Page *page, const IdeaStanding *idea)
{
    Arena *arena = page->pen.arena;
    const IdeaHistory *history = idea->history;
    const char *name = view_idea_name(arena, history->name);
    const char *seen = counted(page, history->seen, "time", "times");
    int row = page->list->rows;
    listing_text(&page->pen, page->list, 3, ROLE_STUDY,
                 arena_printf(arena, "%s: seen %s, last on %s%s", name, seen,
                              day_text(arena, history->last_day),
                              idea->is_open ? "" : "; answered against since, settled"));
    frame_role(page->list, row, 3, charset_width(page->list->charset, name), ROLE_EMPH);
    if (idea->misconception == NULL) return;
    Runs runs = {0};
    prose_runs(&page->pen, &runs, &idea->misconception->text, ROLE_DIM);
    listing_runs(&page->pen, page->list, 5, &runs);
}

static void add_ideas(Page *page)
{
    const Standing *s = page->standing;
    add_head(page, "Ideas");
    if (s->n_ideas == 0)
        listing_text(&page->pen, page->list, 3, ROLE_DIM, "No wrong idea was seen in an answer so far.");
    for (size_t i = 0; i < s->n_ideas; i++) add_idea(page, &s->ideas[i]);
}

/* --------------------------------------------------------------- the whole */

Frame *view_progress_page(Arena *arena, Charset charset, const Standing *standing, int cols)
{
    Page page = {.pen = {.arena = arena, .charset = charset},
                 .list = frame_new(arena, 0, cols, charset),
                 .standing = standing};
    add_streak(&page);
    add_cards(&page);
    add_lessons(&page);
    add_forecast(&page);
    add_ideas(&page);
    return page.list;
}

void view_progress(Frame *frame, const ViewList *list, const Standing *standing, int *max_scroll)
{
    const Frame *page = view_progress_page(frame->arena, frame->charset, standing, frame->cols);
    listing_screen(frame, list, page, -1, -1, max_scroll);
}
