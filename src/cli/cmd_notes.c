/* `heed notes`: the speaker's terminal. It follows whichever heed presents, through the files that they write in
 * the runtime folder; on a pipe, and with --plain, it tells once and ends.
 *
 * A file is read only where it is the user's alone. One whose program is gone is passed over and removed.
 */
#include "cli.h"
#include "clock.h"
#include "heed/json.h"
#include "heed/store.h"
#include "heed/tui.h"
#include "heed/view.h"
#include "runtime.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { LOOK_MS = 250, PIPE_ROWS = 16, MANY = 1000000 };

#define RECORD_LIMIT ((size_t)1 << 20)
#define LONG_MS      ((int64_t)1 << 40) /* no clock of ours has run longer */

typedef struct Speaker {
    Arena *look;   /* of the last look at the files */
    Arena *frames;
    const Options *options;
    Clock clock;
    pid_t followed; /* 0: the one that wrote last */
    NotesState state;
    int64_t began_ms;
    int scroll, max_scroll;
} Speaker;

/* ------------------------------------------------------------------ records */

typedef struct Presenter {
    pid_t pid;
    const char *path;
    int64_t written_ms;
} Presenter;

static size_t find_presenters(Speaker *speaker, const char *dir, Presenter **presenters)
{
    const char *const *names;
    size_t n = store_list_dir(speaker->look, dir, RUNTIME_SUFFIX, &names), found = 0;
    *presenters = arena_array(speaker->look, n + 1, sizeof **presenters);
    for (size_t i = 0; i < n; i++) {
        pid_t pid = runtime_pid(names[i]);
        const char *path = store_path(speaker->look, dir, names[i]);
        if (pid == 0) continue;
        if (!runtime_is_alive(pid))
            store_remove(path);
        else
            (*presenters)[found++] = (Presenter){pid, path, store_written_ms(path)};
    }
    return found;
}

/* The one that is followed; where it is gone, the one that wrote last. */
static size_t choose(Speaker *speaker, const Presenter *presenters, size_t n)
{
    size_t latest = 0;
    for (size_t i = 0; i < n; i++) {
        if (presenters[i].pid == speaker->followed) return i;
        if (presenters[i].written_ms > presenters[latest].written_ms) latest = i;
    }
    return latest;
}

static const char *text_of(const JsonValue *record, const char *key)
{
    const JsonValue *value = json_get(record, key);
    return value != NULL && value->type == JSON_STRING ? value->string : NULL;
}

static double number_of(const JsonValue *record, const char *key)
{
    const JsonValue *value = json_get(record, key);
    return value != NULL && value->type == JSON_NUMBER ? value->number : 0;
}

/* The nearest whole number from 0 to high. */
static int64_t whole_of(const JsonValue *record, const char *key, int64_t high)
{
    double number = number_of(record, key);
    if (number >= (double)high) return high;
    return number > 0 ? (int64_t)number : 0;
}

static bool flag_of(const JsonValue *record, const char *key)
{
    const JsonValue *value = json_get(record, key);
    return value != NULL && value->type == JSON_BOOL && value->boolean;
}

static size_t texts_of(Arena *arena, const JsonValue *record, const char *key, const char *const **texts)
{
    const JsonValue *list = json_get(record, key);
    size_t n = list != NULL && list->type == JSON_ARRAY ? list->length : 0, found = 0;
    const char **items = arena_array(arena, n + 1, sizeof *items);
    for (size_t i = 0; i < n; i++)
        if (list->items[i].type == JSON_STRING) items[found++] = list->items[i].string;
    *texts = items;
    return found;
}

static void take_record(Speaker *speaker, const JsonValue *record)
{
    NotesState *state = &speaker->state;
    const char *title = text_of(record, "lesson");
    *state = (NotesState){
        .title = title != NULL ? title : "",
        .view = (int)whole_of(record, "view", MANY),
        .n_views = (int)whole_of(record, "views", MANY),
        .question = text_of(record, "question"),
        .sentence = text_of(record, "sentence"),
        .next = text_of(record, "next"),
        .asked = text_of(record, "asked"),
        .truth = text_of(record, "truth"),
        .is_answered = flag_of(record, "answered"),
        .is_blank = flag_of(record, "blank"),
        .n_edits = (size_t)whole_of(record, "edits", MANY),
        .has_clock = true,
        .budget_ms = whole_of(record, "budget_ms", LONG_MS),
    };
    state->n_paragraphs = texts_of(speaker->look, record, "notes", &state->paragraphs);
    state->n_scenes = texts_of(speaker->look, record, "scenes", &state->scenes);
    speaker->began_ms = whole_of(record, "began_ms", LONG_MS);
}

static void say(Speaker *speaker, const char *text)
{
    speaker->state = (NotesState){.message = text};
}

static void read_presenter(Speaker *speaker, const Presenter *presenter, size_t which, size_t n)
{
    size_t len, error_at;
    const char *problem = NULL, *error;
    const char *text = store_read_private(speaker->look, presenter->path, RECORD_LIMIT, &len, &problem);
    if (text == NULL) {
        say(speaker, problem);
        return;
    }
    const JsonValue *record = json_parse(speaker->look, text, len, &error_at, &error);
    if (record == NULL || number_of(record, "v") != 1) {
        say(speaker, arena_printf(speaker->look, "%s is not what this heed writes; is another version presenting?",
                                  presenter->path));
        return;
    }
    take_record(speaker, record);
    speaker->state.which = which + 1;
    speaker->state.n_presenters = n;
}

/* Reads the files anew. `turn` follows the next presenter. False: none is running. */
static bool look(Speaker *speaker, bool turn)
{
    const char *problem = NULL;
    arena_reset(speaker->look);
    const char *dir = store_runtime_dir(speaker->look, speaker->options->data, &problem);
    if (dir == NULL) {
        say(speaker, problem);
        return false;
    }
    Presenter *presenters;
    size_t n = find_presenters(speaker, dir, &presenters);
    if (n == 0) {
        say(speaker, "No heed is presenting. `heed present LESSON` in another terminal, or P in a lesson, and its "
                     "notes appear here.");
        return false;
    }
    size_t which = choose(speaker, presenters, n);
    if (turn) speaker->followed = presenters[which = (which + 1) % n].pid;
    read_presenter(speaker, &presenters[which], which, n);
    return true;
}

static void set_clock(Speaker *speaker, int64_t mono_ms)
{
    speaker->state.elapsed_ms = mono_ms > speaker->began_ms ? mono_ms - speaker->began_ms : 0;
    speaker->state.scroll = speaker->scroll;
}

static int64_t now_ms(Speaker *speaker)
{
    Event now = {0};
    clock_fill(&speaker->clock, &now);
    return now.mono_ms;
}

/* ----------------------------------------------------------------- on a pipe */

static int print_once(Speaker *speaker)
{
    bool is_there = look(speaker, false);
    if (!is_there || speaker->state.title == NULL) {
        cli_say("%s", speaker->state.message);
        return EXIT_INPUT;
    }
    int width = speaker->options->width > 0 ? speaker->options->width : 80;
    set_clock(speaker, now_ms(speaker));
    Frame *frame = frame_new(speaker->frames, PIPE_ROWS, width, cli_charset());
    view_notes(frame, &speaker->state, &speaker->max_scroll);
    frame = frame_new(speaker->frames, PIPE_ROWS + speaker->max_scroll, width, cli_charset()); /* as tall as it is */
    view_notes(frame, &speaker->state, &speaker->max_scroll);
    for (int row = 0; row < frame->rows; row++) puts(frame_row_text(speaker->frames, frame, row));
    return EXIT_OK;
}

/* -------------------------------------------------------------- in a terminal */

/* What take_key does, as far as there is something to do; where room is short, the last ones go. */
static void set_hints(Speaker *speaker)
{
    ViewHint *hints = arena_array(speaker->frames, 5, sizeof *hints);
    size_t n = 0;
    bool is_long = speaker->max_scroll > 0;
    if (is_long) hints[n++] = (ViewHint){"Space", "page", 0};
    if (speaker->state.n_presenters > 1) hints[n++] = (ViewHint){"Tab", "next presenter", 0};
    hints[n++] = (ViewHint){"q", "leave", 0};
    if (is_long) hints[n++] = (ViewHint){"↑↓", "scroll", 0};
    hints[n++] = (ViewHint){"t", "theme", 0};
    speaker->state.hints = hints;
    speaker->state.n_hints = n;
}

static void draw(Speaker *speaker, Tui *tui)
{
    int cols = tui_cols(tui), width = speaker->options->width;
    arena_reset(speaker->frames);
    Frame *frame = frame_new(speaker->frames, tui_rows(tui), width > 0 && width < cols ? width : cols,
                             tui_charset(tui));
    set_clock(speaker, now_ms(speaker));
    set_hints(speaker);
    view_notes(frame, &speaker->state, &speaker->max_scroll);
    tui_draw(tui, frame);
}

static void scroll(Speaker *speaker, int lines)
{
    int to = speaker->scroll + lines;
    if (to > speaker->max_scroll) to = speaker->max_scroll;
    speaker->scroll = to > 0 ? to : 0;
}

typedef enum Wish { WISH_STAY, WISH_TURN, WISH_LEAVE } Wish;

static Wish take_key(Speaker *speaker, Tui *tui, const Event *event)
{
    int page = tui_rows(tui) > 6 ? tui_rows(tui) - 4 : 1;
    switch (event->key) {
    case 'q':
    case KEYCODE_ESC: return WISH_LEAVE;
    case 'c': return event->mods & MOD_CTRL ? WISH_LEAVE : WISH_STAY;
    case KEYCODE_TAB: return WISH_TURN;
    case KEYCODE_DOWN:
    case 'j': scroll(speaker, 1); break;
    case KEYCODE_UP:
    case 'k': scroll(speaker, -1); break;
    case ' ':
    case KEYCODE_PAGE_DOWN: scroll(speaker, page); break;
    case KEYCODE_PAGE_UP: scroll(speaker, -page); break;
    case 'l':
        if (event->mods & MOD_CTRL) tui_redraw(tui);
        break;
    case 'z':
        if (event->mods & MOD_CTRL) tui_suspend(tui);
        break;
    case 't':
        tui_set_theme(tui, tui_theme(tui) + 1 < THEME_COUNT ? tui_theme(tui) + 1 : THEME_DARK);
        break;
    default: break;
    }
    return WISH_STAY;
}

static Wish take_event(Speaker *speaker, Tui *tui, const Event *event)
{
    if (event->kind == EVENT_HANGUP || event->kind == EVENT_INTERRUPT) return WISH_LEAVE;
    if (event->kind == EVENT_RESUME) tui_redraw(tui);
    return event->kind == EVENT_KEY ? take_key(speaker, tui, event) : WISH_STAY;
}

static int follow(Speaker *speaker)
{
    char problem[TUI_PROBLEM_MAX];
    TuiOptions options = {.clock = clock_fill, .clock_data = &speaker->clock, .no_mouse = true};
    Tui *tui = tui_open(&options, problem);
    if (tui == NULL) {
        cli_say("%s", problem);
        return EXIT_INPUT;
    }
    heed_set_oom_handler(tui_restore);
    Wish wish = WISH_STAY;
    int view = 0;
    while (wish != WISH_LEAVE) {
        Event event = {0};
        look(speaker, wish == WISH_TURN);
        if (speaker->state.view != view) speaker->scroll = 0;
        view = speaker->state.view;
        draw(speaker, tui);
        wish = WISH_STAY;
        if (tui_wait(tui, LOOK_MS, -1, &event) == TUI_EVENT) wish = take_event(speaker, tui, &event);
    }
    tui_close(tui);
    return EXIT_OK;
}

int cmd_notes(const Command *command, Options *options)
{
    (void)command;
    Speaker speaker = {.look = arena_new(), .frames = arena_new(), .options = options};
    int code = clock_init(&speaker.clock) ? EXIT_OK : EXIT_USAGE;
    bool is_screen = !options->plain && isatty(STDOUT_FILENO);
    if (code == EXIT_OK) code = is_screen ? follow(&speaker) : print_once(&speaker);
    arena_free(speaker.frames);
    arena_free(speaker.look);
    return code;
}
