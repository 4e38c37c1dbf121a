/* What typing is for: one row per kind of entry. `changed` follows the text as it is typed; `accept` takes
 * it, and the line closes where it says so.
 */
#include "parts.h"

#include "heed/text.h"

#include <string.h>

static bool try_accept(App *app);
static void search_changed(App *app);
static void home_search_changed(App *app);

static const struct Purpose {
    bool (*accept)(App *app); /* true: done, the line closes */
    void (*changed)(App *app);
    void (*cancelled)(App *app);
    void (*left)(App *app); /* cancelled, while the text still stands */
} purposes[ENTRY_KIND_COUNT] = {
    [ENTRY_TRY] = {.accept = try_accept},
    [ENTRY_CELL] = {.accept = edit_accept_cell},
    [ENTRY_WHOLE] = {.accept = edit_accept_whole},
    [ENTRY_GUESS] = {.accept = predict_accept},
    [ENTRY_ANSWER] = {.accept = quiz_accept, .left = quiz_keep_line},
    [ENTRY_CARD] = {.accept = cards_accept},
    [ENTRY_JUMP] = {.accept = jump_accept},
    [ENTRY_SEARCH] = {.accept = search_accept, .changed = search_changed, .cancelled = search_changed},
    [ENTRY_GLOSSARY] = {.accept = glossary_accept, .changed = glossary_typed},
    [ENTRY_HELPFUL] = {.accept = helpful_accept},
    [ENTRY_HOME_SEARCH] = {.accept = home_search_accept,
                           .changed = home_search_changed,
                           .cancelled = home_search_changed},
};

/* ----------------------------------------------------------------- opening */

void typing_try(App *app, int arg)
{
    (void)arg;
    if (app->entry.kind == ENTRY_TRY)
        app->entry.is_held = false; /* back to the line that was answered */
    else
        entry_open(&app->entry, ENTRY_TRY, "try: ", "");
}

void typing_search(App *app, int arg)
{
    (void)arg;
    entry_open(&app->entry, app->visit != NULL ? ENTRY_SEARCH : ENTRY_HOME_SEARCH, "/", "");
}

/* -------------------------------------------------------------- refusals */

/* So that the caret stands under what the screen shows. */
static const char *spell_ascii(Arena *arena, const char *utf8)
{
    return charset_lines(arena, CHARSET_ASCII, utf8);
}

/* What is wrong, then the place: the text and a caret under it. A place in a longer line (an edit rewrites
 * the whole literal around a cell) is shown in that line. */
static void add_diag(const App *app, StrBuf *out, Arena *arena, const Diag *diag)
{
    strbuf_add(out, diag->text);
    if (diag->span.source == NULL) return;
    bool is_ascii = app->charset == CHARSET_ASCII;
    const char *whole = is_ascii ? diag_format_as(arena, diag, spell_ascii) : diag_format(arena, diag);
    const char *lines = strchr(whole, '\n');
    if (lines != NULL && lines[1] != '\0') strbuf_add(out, lines);
    while (out->len > 0 && out->data[out->len - 1] == '\n') out->data[--out->len] = '\0';
}

char *typing_told(const App *app, Arena *arena, const Diags *diags)
{
    StrBuf text = {0};
    if (diags->count == 0)
        strbuf_add(&text, "This cannot be read.");
    else
        add_diag(app, &text, arena, &diags->items[0]);
    return strbuf_take(&text, arena);
}

void typing_refuse(App *app, const Diags *diags)
{
    Arena *arena = arena_new();
    entry_set_problem(&app->entry, typing_told(app, arena, diags));
    arena_free(arena);
}

/* --------------------------------------------------------------------- try */

static void refuse_error(App *app, const NodeError *error)
{
    Arena *arena = arena_new();
    Diags diags;
    diags_init(&diags, arena);
    diags_error(&diags, error->span, error->code, "%s", error->text);
    typing_refuse(app, &diags);
    arena_free(arena);
}

/* Numbers of a lesson's sheet are shown with references; strings, empty arrays and what is asked at home as
 * text. */
static void answer(App *app, Arena *arena, Layer *layer, NodeId node, bool has_lesson)
{
    const Value *value = layer_value(layer, node);
    const NodeError *error = layer_error(layer, node);
    if (value == NULL && error != NULL)
        refuse_error(app, error);
    else if (value == NULL)
        entry_set_problem(&app->entry, "Not one sample is drawn yet.");
    else if (has_lesson && value->type != VALUE_STRING && value_count(value) > 0)
        entry_set_answer(&app->entry, node, NULL);
    else
        entry_set_answer(&app->entry, 0, value_python(arena, value));
}

static void ask(App *app, Layer *layer, bool has_lesson)
{
    Arena *arena = arena_new();
    Diags diags;
    diags_init(&diags, arena);
    NodeId node = layer_ask(layer, line_text(&app->entry.line), "try", &diags);
    if (node == 0)
        typing_refuse(app, &diags);
    else
        answer(app, arena, layer, node, has_lesson);
    arena_free(arena);
}

static bool try_accept(App *app)
{
    if (app->entry.line.len == 0) return true;
    if (!entry_is_fresh(&app->entry)) { /* entered again: where does the answer come from? */
        typing_result(app, 0);
        if (app->entry.is_held) panel_open(app, 0);
        return false;
    }
    if (app->visit != NULL) {
        ask(app, app->visit->now.layer, true);
    } else {
        Sheet *sheet = sheet_new();
        Layer *layer = layer_new(sheet, NULL, 0, NULL);
        ask(app, layer, false);
        layer_free(layer);
        sheet_free(sheet);
    }
    return false;
}

void typing_result(App *app, int arg)
{
    (void)arg;
    if (app->visit == NULL || app->entry.result_node == 0) return;
    app->entry.is_held = true;
    select_answer(app);
}

/* ----------------------------------------------------------------- closing */

static void close_line(App *app)
{
    bool was_try = app->entry.kind == ENTRY_TRY;
    entry_close(&app->entry);
    if (was_try && app->visit != NULL) select_drop_lost(app);
}

void typing_accept(App *app, int arg)
{
    (void)arg;
    entry_remember(&app->entry);
    if (purposes[app->entry.kind].accept(app)) close_line(app);
}

void typing_cancel(App *app, int arg)
{
    (void)arg;
    const struct Purpose *purpose = &purposes[app->entry.kind];
    if (purpose->left != NULL) purpose->left(app);
    line_set(&app->entry.line, "");
    if (purpose->cancelled != NULL) purpose->cancelled(app);
    close_line(app);
}

/* ----------------------------------------------------------------- editing */

static void changed(App *app)
{
    entry_touched(&app->entry);
    if (purposes[app->entry.kind].changed != NULL) purposes[app->entry.kind].changed(app);
}

static void search_changed(App *app)
{
    search_set(app, line_text(&app->entry.line));
}

static void home_search_changed(App *app)
{
    const char *text = line_text(&app->entry.line);
    home_set_search(&app->home, text);
    home_find(&app->home, app->library, text, 0);
}

void typing_history(App *app, int direction)
{
    entry_recall(&app->entry, direction);
    changed(app);
}

void typing_move(App *app, int direction)
{
    line_move(&app->entry.line, direction);
}

void typing_word(App *app, int direction)
{
    line_move_word(&app->entry.line, direction);
}

void typing_end(App *app, int direction)
{
    line_move_end(&app->entry.line, direction);
}

void typing_erase(App *app, int direction)
{
    line_erase(&app->entry.line, direction);
    changed(app);
}

void typing_erase_word(App *app, int direction)
{
    line_erase_word(&app->entry.line, direction);
    changed(app);
}

void typing_erase_end(App *app, int direction)
{
    line_erase_end(&app->entry.line, direction);
    changed(app);
}

void typing_insert(App *app, uint32_t code_point)
{
    if (line_insert(&app->entry.line, code_point))
        changed(app);
    else
        outbox_add(&app->outbox, EFFECT_BELL, NULL, 0);
}

void typing_paste(App *app, const char *bytes, size_t len)
{
    bool fitted = line_paste(&app->entry.line, bytes, len);
    changed(app);
    if (!fitted) entry_set_problem(&app->entry, "The paste was too long for one line and was cut.");
}
