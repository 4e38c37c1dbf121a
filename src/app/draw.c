/* What is on the screen: the state, put into the words of view.h. */
#include "parts.h"
#include "lens.h"
#include "predict.h"

#include <string.h>

static const ViewEntry *entry_of(const App *app, Arena *arena)
{
    const Entry *entry = &app->entry;
    if (entry->kind == ENTRY_NONE) return NULL;
    ViewEntry *shown = arena_alloc(arena, sizeof *shown);
    *shown = (ViewEntry){
        .prompt = entry->prompt,
        .text = line_text(&entry->line),
        .cursor = entry->line.cursor,
        .problem = entry->problem,
        .result = entry->result,
        .result_node = entry->result_node,
    };
    return shown;
}

static Focus focus_of(const App *app)
{
    if (entry_is_typing(&app->entry)) return FOCUS_ENTRY;
    if (app->visit->why_depth > 0) return FOCUS_PANEL;
    return app->visit->has_selection ? FOCUS_NUMBER : FOCUS_READ;
}

static ViewWhy why_of(const Visit *visit, Arena *arena)
{
    size_t n = visit->why_depth;
    ElementRef *path = arena_array(arena, n, sizeof *path);
    for (size_t i = 0; i < n; i++) path[i] = visit->why[i].ref;
    return (ViewWhy){path, n, n > 0 ? visit->why[n - 1].operand : 0, n == 0 ? visit->sides_scroll : 0};
}

ViewState app_view_state(App *app, Arena *arena, int cols)
{
    Visit *visit = app->visit;
    size_t n_predictions;
    ViewState state = {
        .lesson = visit->lesson,
        .now = visit->now.layer,
        .was = visit->was.layer,
        .is_rounded = visit->digits > 0,
        .screen = visit->place.screen,
        .step = visit->place.step,
        .scroll = visit->scroll,
        .more = visit->more,
        .values = visit->values,
        .focus = focus_of(app),
        .has_selection = visit->has_selection,
        .selection = visit->selection,
        .occurrence = visit->occurrence,
        .why = why_of(visit, arena),
        .entry = entry_of(app, arena),
        .search = visit->search,
        .message = app->message.text,
        .message_role = app->message.role,
        .other = visit->other.layer,
        .has_influence = visit->has_influence,
        .input = visit->input,
        .status = compare_status(app, lens_status(app, arena, app->present.is_on ? "" : app->isa), arena),
        .n_edits = history_count(visit->history),
        .job = jobs_progress(app),
        .present = present_state(app, arena),
    };
    if (visit->asked.draw != NULL) /* its layers have the places of the predictions' */
        n_predictions = 0;
    else
        state.predictions = predict_shown(app, arena, &n_predictions);
    state.n_predictions = n_predictions;
    state.hints = hints_make(app, arena, cols, &state.n_hints);
    const ActivityRow *row = activity_row(activity_top(app)->kind);
    if (row->show != NULL) row->show(app, arena, &state);
    return state;
}

/* A scroll position beyond the end of the text is cut to it. */
static void draw_lesson(App *app, Frame *frame, ViewReport *report)
{
    *report = (ViewReport){0};
    ViewState state = app_view_state(app, frame->arena, frame->cols);
    void (*view)(Frame *, const ViewState *, ViewReport *) = state.present != NULL ? view_present : view_lesson;
    view(frame, &state, report);
    if (app->visit->scroll == VIEW_LANDING) app->visit->scroll = place_landing(report);
    bool is_beyond = app->visit->scroll > report->max_scroll;
    if (!is_beyond || report->page_rows == 0) return;
    app->visit->scroll = report->max_scroll > 0 ? report->max_scroll : 0;
    state.scroll = app->visit->scroll;
    frame_clear(frame, 0, 0, frame->rows, frame->cols);
    view(frame, &state, report);
}

static void draw_home(App *app, Frame *frame)
{
    HomeState state;
    int max_scroll = 0;
    home_state(app, frame->arena, &state);
    state.entry = entry_of(app, frame->arena);
    state.message = app->message.text;
    state.message_role = app->message.role;
    state.hints = hints_make(app, frame->arena, frame->cols, &state.n_hints);
    view_home(frame, &state, &max_scroll);
}

/* The help begins with what is selected: the glossary's word for it, and the formula's. */
static HelpLine *help_lines(App *app, Arena *arena, size_t *n)
{
    size_t counts[3];
    const HelpLine *parts[3] = {glossary_help(app, arena, &counts[0]), formula_help(app, arena, &counts[1]),
                                help_make(app, arena, &counts[2])};
    HelpLine *lines = arena_array(arena, counts[0] + counts[1] + counts[2] + 3, sizeof *lines);
    *n = 0;
    for (int part = 0; part < 3; part++) {
        for (size_t i = 0; i < counts[part]; i++) lines[(*n)++] = parts[part][i];
        if (counts[part] > 0 && part < 2) lines[(*n)++] = (HelpLine){.text = ""};
    }
    return lines;
}

/* What each cover lists, and under which title. */
static HelpLine *cover_lines(App *app, Arena *arena, size_t *n, const char **title)
{
    switch (app->cover.kind) {
    case COVER_OUTLINE: *title = app->visit->lesson->title; return outline_make(app, arena, n);
    case COVER_EQUATIONS: *title = "Key equations"; return equations_make(app, arena, n);
    case COVER_GLOSSARY: *title = glossary_title(app, arena); return glossary_make(app, arena, n);
    case COVER_SOURCES: *title = "Sources"; return sources_make(app, arena, n);
    case COVER_NONE:
    case COVER_HELP: break;
    }
    *title = arena_printf(arena, "heed %s: help", app->version);
    return help_lines(app, arena, n);
}

static int draw_cover(App *app, Frame *frame)
{
    size_t n;
    int max_scroll = 0;
    ViewList around = {
        .scroll = app->cover.scroll, .message = app->message.text, .message_role = app->message.role};
    HelpLine *lines = cover_lines(app, frame->arena, &n, &around.title);
    around.hints = hints_make(app, frame->arena, frame->cols, &around.n_hints);
    view_list(frame, &around, lines, n, &max_scroll);
    return max_scroll;
}

/* -------------------------------------------------------------------- looks */

/* A lesson's screen is a function of the state, and laying it out is most of a key's cost. Commands ask for
 * the layout before and after they act, and then it is drawn: equal looks, equal screens, so each is laid out
 * once. A look is a hash of all that the screen shows (FNV-1a, 64 bits; never 0). */
typedef uint64_t Look;

static Look add_bytes(Look look, const void *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++) look = (look ^ ((const unsigned char *)bytes)[i]) * 0x100000001B3u;
    return look;
}

static Look add_text(Look look, const char *text)
{
    return text != NULL ? add_bytes(look, text, strlen(text) + 1) : add_bytes(look, "\xff", 1);
}

static Look add_count(Look look, uint64_t count)
{
    return add_bytes(look, &count, sizeof count);
}

static Look add_ref(Look look, ElementRef ref)
{
    look = add_count(look, ref.layer);
    look = add_count(look, ref.node);
    return add_count(look, (uint64_t)ref.row << 32 | ref.col);
}

static Look add_entry(Look look, const Entry *entry)
{
    look = add_count(look, entry->kind);
    if (entry->kind == ENTRY_NONE) return look;
    look = add_count(look, entry->is_held);
    look = add_count(look, entry->line.cursor);
    look = add_count(look, entry->result_node);
    look = add_count(look, entry->entered[entry->kind].count);
    look = add_text(look, entry->prompt);
    look = add_text(look, line_text(&entry->line));
    look = add_text(look, entry->problem);
    return add_text(look, entry->result);
}

static Look add_visit(Look look, const Visit *visit)
{
    Layer *working = visit_working(visit);
    JobProgress job = layer_job(visit->now.layer);
    if (working != NULL) look = add_count(look, layer_job(working).done);
    look = add_count(look, visit->serial);
    look = add_count(look, visit->acts);
    look = add_count(look, (uint64_t)visit->has_influence << 32 | (uint32_t)visit->input);
    look = add_text(look, visit->now.edits);
    look = add_text(look, visit->was.edits);
    look = add_count(look, job.done);
    look = add_count(look, job.running);
    look = add_count(look, (uint64_t)visit->place.screen << 32 | (uint32_t)visit->place.step);
    look = add_count(look, (uint64_t)visit->scroll);
    look = add_count(look, (uint64_t)visit->more << 1 | visit->values);
    look = add_text(look, visit->search);
    look = add_count(look, visit->has_selection);
    look = add_ref(look, visit->selection);
    look = add_count(look, visit->occurrence);
    for (size_t i = 0; i < visit->why_depth; i++) {
        look = add_ref(look, visit->why[i].ref);
        look = add_count(look, visit->why[i].operand);
    }
    return look;
}

static Look look_of(const App *app)
{
    Look look = 0xCBF29CE484222325u;
    look = add_count(look, (uint64_t)app->rows << 32 | (uint32_t)app->cols);
    look = add_count(look, app->cover.kind); /* below a cover other hints stand */
    const ActivityRow *row = activity_row(activity_top(app)->kind);
    if (row->look != NULL) look = add_count(look, row->look(app));
    look = add_visit(look, app->visit);
    look = add_count(look, present_look(app));
    look = add_entry(look, &app->entry);
    look = add_count(look, app->message.role);
    look = add_text(look, app->message.text);
    return look != 0 ? look : 1;
}

/* ---------------------------------------------------------------- measuring */

static Frame *measure_frame(App *app)
{
    arena_reset(app->scratch);
    app->report = (ViewReport){0};
    app->measured_look = 0;
    app->measured = frame_new(app->scratch, app->rows, app->cols, app->charset);
    return app->measured;
}

const ViewReport *app_measure(App *app)
{
    if (app->measured_look != 0 && app->measured_look == look_of(app)) return &app->report;
    Frame *frame = measure_frame(app);
    draw_lesson(app, frame, &app->report);
    app->measured_look = look_of(app); /* drawing may have cut the scroll position */
    return &app->report;
}

int cover_measure(App *app)
{
    return draw_cover(app, measure_frame(app));
}

const Frame *app_frame(App *app)
{
    if (app->cover.kind != COVER_NONE)
        draw_cover(app, measure_frame(app));
    else if (app->visit != NULL)
        app_measure(app);
    else if (app->depth > 0)
        activity_row(activity_top(app)->kind)->draw(app, measure_frame(app));
    else
        draw_home(app, measure_frame(app));
    return app->measured;
}

Frame *app_draw(App *app, Arena *arena, int rows, int cols)
{
    app->rows = rows;
    app->cols = cols;
    const Frame *drawn = app_frame(app);
    if (app->visit != NULL) visit_looked(app->visit);
    Frame *frame = frame_new(arena, rows, cols, app->charset);
    frame_blit(frame, 0, 0, drawn, 0, 0, rows, cols);
    return frame;
}
