/* The loop: wait, app, effects, draw. It performs what the app asks for, and is the
 * only place where time, files and the terminal meet.
 *
 *   open    journal text -> app; terminal
 *   turn    draw what changed; sleep until input, a job's turn, a message's end or
 *           the look at a watched file; give the event to the app; do its effects
 *   close   the app's last records are appended; the terminal is restored
 */
#include "cli.h"
#include "heed/app.h"
#include "heed/core.h"
#include "heed/store.h"
#include "heed/tui.h"
#include "heed/version.h"
#include "journal_file.h"
#include "plain.h"
#include "runtime.h"

enum { WATCH_MS = 300 };

typedef struct Loop {
    Arena *arena; /* for the run */
    Arena *turn;  /* for one turn */
    Arena *frames;
    const Options *options;
    Clock clock;
    App *app;
    Tui *tui;
    JournalFile journal;
    const char *watched; /* a lesson file, or NULL */
    StoreWatch watch;
    bool (*open)(App *app, const Options *options); /* what to start with; NULL: a lesson or home */
    Runtime runtime;                                /* what the speaker's notes are told */
    TuiTheme kept_theme;                            /* before presenting */
    bool is_ascii;                                  /* the terminal can draw no more */
    bool quit;
} Loop;

/* ------------------------------------------------------------------ effects */

static void append(Loop *loop, const char *line)
{
    const char *problem = NULL;
    if (!journal_file_append(&loop->journal, loop->turn, line, &problem)) app_problem(loop->app, problem);
}

static void tick_journal(Loop *loop)
{
    const char *problem = NULL;
    if (!journal_file_tick(&loop->journal, loop->turn, &loop->clock, &problem))
        app_problem(loop->app, problem);
    arena_reset(loop->turn);
}

/* Mono stays: whoever has no colours, or wants none, has bold and reverse already. */
static void change_theme(Loop *loop, int how)
{
    TuiTheme theme = tui_theme(loop->tui);
    if (how == THEME_EFFECT_NEXT) {
        tui_set_theme(loop->tui, theme + 1 < THEME_COUNT ? theme + 1 : THEME_DARK);
    } else if (how == THEME_EFFECT_PRESENT) {
        loop->kept_theme = theme;
        if (theme != THEME_MONO) tui_set_theme(loop->tui, THEME_CONTRAST);
    } else if (theme == THEME_CONTRAST) {
        tui_set_theme(loop->tui, loop->kept_theme);
    }
}

static void tell_speaker(Loop *loop, const char *text)
{
    const char *problem = NULL;
    if (text == NULL)
        runtime_remove(&loop->runtime);
    else if (!runtime_write(&loop->runtime, loop->turn, loop->options->data, text, &problem) &&
             problem != NULL)
        app_problem(loop->app, problem);
}

static void perform(Loop *loop, const Effect *effect)
{
    switch (effect->kind) {
    case EFFECT_QUIT: loop->quit = true; break;
    case EFFECT_APPEND: append(loop, effect->text); break;
    case EFFECT_THEME: change_theme(loop, effect->value); break;
    case EFFECT_PRESENT: tell_speaker(loop, effect->text); break;
    case EFFECT_MOUSE: tui_set_mouse(loop->tui, effect->value != 0); break;
    case EFFECT_SUSPEND: tui_suspend(loop->tui); break;
    case EFFECT_REDRAW: tui_redraw(loop->tui); break;
    case EFFECT_COPY: tui_copy(loop->tui, effect->text); break;
    case EFFECT_TALK: break; /* of plain lines alone */
    case EFFECT_BELL: tui_bell(loop->tui); break;
    }
}

static void give(Loop *loop, const Event *event)
{
    size_t n;
    const Effect *effects = app_event(loop->app, event, &n);
    for (size_t i = 0; i < n; i++) perform(loop, &effects[i]);
    arena_reset(loop->turn);
}

/* --------------------------------------------------------------------- turn */

static void draw(Loop *loop)
{
    arena_reset(loop->frames);
    tui_draw(loop->tui, app_draw(loop->app, loop->frames, tui_rows(loop->tui), tui_cols(loop->tui)));
}

static void look_at_file(Loop *loop)
{
    if (loop->watched == NULL || !store_watch_changed(&loop->watch, loop->watched)) return;
    size_t len;
    const char *problem;
    char *text = store_read_file(loop->turn, loop->watched, STORE_TEXT_LIMIT, &len, &problem);
    if (text)
        app_reload(loop->app, text, len);
    else
        app_problem(loop->app, problem);
    arena_reset(loop->turn);
}

static int sooner(int a, int b)
{
    if (a < 0 || b < 0) return a < 0 ? b : a;
    return a < b ? a : b;
}

/* How long to sleep: the app's wish, but a locked journal and a watched file are looked at now and then. */
static int sleep_ms(const Loop *loop)
{
    int wish = sooner(app_timeout(loop->app), journal_file_timeout(&loop->journal));
    return loop->watched != NULL ? sooner(wish, WATCH_MS) : wish;
}

/* What the student asks for goes before what the terminal can draw, as far as that is known. */
static void follow_charset(Loop *loop)
{
    Charset asked;
    if (loop->is_ascii || loop->tui == NULL || tui_charset(loop->tui) != CHARSET_ASCII || cli_glyphs(&asked))
        return;
    app_set_charset(loop->app, CHARSET_ASCII);
    loop->is_ascii = true;
}

/* Takes all that is waiting before the next draw, so that held keys do not queue up behind frames. */
static void turn(Loop *loop)
{
    Event event = {0};
    TuiWait what = tui_wait(loop->tui, sleep_ms(loop), -1, &event);
    for (int taken = 0; what == TUI_EVENT && taken < 64 && !loop->quit; taken++) {
        give(loop, &event);
        if (loop->quit) return;
        what = tui_wait(loop->tui, 0, -1, &event);
    }
    follow_charset(loop);
    look_at_file(loop);
    Event tick = {.kind = EVENT_TICK};
    clock_fill(&loop->clock, &tick);
    give(loop, &tick);
    tick_journal(loop);
}

/* --------------------------------------------------------------- open, close */

App *cli_new_app(JournalFile *journal, Arena *arena, Clock *clock, const Options *options)
{
    const char *problem = NULL;
    size_t len;
    const char *text = journal_file_open(journal, arena, options->data, &len, &problem);
    Event now = {0};
    clock_fill(clock, &now);
    AppConfig config = {.library = &heed_library,
                        .charset = cli_charset(),
                        .version = HEED_VERSION,
                        .isa = heed_isa_name(),
                        .journal = text,
                        .journal_len = len,
                        .problem = problem,
                        .wall_ms = now.wall_ms,
                        .utc_offset_min = now.utc_offset_min};
    return app_new(&config);
}

bool cli_open_in_app(App *app, Arena *arena, const char *name, const Options *options, const char **watched)
{
    Diags diags;
    cli_diags_init(&diags, arena);
    LessonText found;
    LessonText ideas;
    if (!cli_find_text(arena, name, &found)) return false;
    if (cli_find_ideas(arena, &found, &ideas)) app_add_ideas(app, ideas.name, ideas.text, ideas.len);
    const char *sets = strbuf_text(&options->sets);
    int screen = options->screen - 1, step = options->step - 1;
    bool ok = found.is_file
                  ? app_open_text(app, found.name, found.text, found.len, screen, step, sets, &diags)
                  : app_open_lesson(app, name, screen, step, sets, &diags);
    *watched = ok && found.is_file ? found.name : NULL;
    cli_report(&diags);
    return ok;
}

static bool open_named(Loop *loop, const char *name)
{
    if (name == NULL) return true;
    if (!cli_open_in_app(loop->app, loop->arena, name, loop->options, &loop->watched)) return false;
    if (loop->watched) store_watch_start(&loop->watch, loop->watched);
    return true;
}

static bool open_terminal(Loop *loop)
{
    char problem[TUI_PROBLEM_MAX];
    TuiOptions options = {.clock = clock_fill, .clock_data = &loop->clock};
    loop->tui = tui_open(&options, problem);
    if (loop->tui == NULL) cli_say("%s; heed run LESSON --plain works without", problem);
    follow_charset(loop);
    return loop->tui != NULL;
}

static void open_app(Loop *loop)
{
    loop->app = cli_new_app(&loop->journal, loop->arena, &loop->clock, loop->options);
    loop->journal.is_patient = false; /* no key waits for a lock */
}

/* The lesson was opened before the terminal was: where its step stands is known only now. */
static void tell_size(Loop *loop)
{
    Event size = {.kind = EVENT_RESIZE, .rows = tui_rows(loop->tui), .cols = tui_cols(loop->tui)};
    clock_fill(&loop->clock, &size);
    give(loop, &size);
}

/* The talk begins before its first frame: theme, clock and notes are there with it. */
static void begin_talk(Loop *loop)
{
    Event tick = {.kind = EVENT_TICK};
    clock_fill(&loop->clock, &tick);
    app_present(loop->app, (int64_t)loop->options->budget * 60 * 1000);
    give(loop, &tick);
}

static int run(Loop *loop, const char *name)
{
    if (!clock_init(&loop->clock)) return EXIT_USAGE;
    open_app(loop);
    if (loop->open ? !loop->open(loop->app, loop->options) : !open_named(loop, name)) return EXIT_INPUT;
    if (!open_terminal(loop)) return EXIT_INPUT;
    heed_set_oom_handler(tui_restore);
    tell_size(loop);
    if (loop->options->presents) begin_talk(loop);
    draw(loop);
    tick_journal(loop); /* the day's copy, with the first screen in sight already */
    while (!loop->quit) {
        turn(loop);
        if (!loop->quit) draw(loop);
    }
    tui_close(loop->tui);
    return EXIT_OK;
}

static int run_loop(const Options *options, const char *name, bool (*open)(App *app, const Options *options))
{
    Loop loop = {
        .arena = arena_new(), .turn = arena_new(), .frames = arena_new(), .options = options, .open = open};
    int code = run(&loop, name);
    if (loop.app) app_free(loop.app);
    journal_file_close(&loop.journal);
    runtime_remove(&loop.runtime);
    arena_free(loop.frames);
    arena_free(loop.turn);
    arena_free(loop.arena);
    return code;
}

int loop_run(const Options *options, const char *name)
{
    return run_loop(options, name, NULL);
}

int loop_run_at(const Options *options, bool (*open)(App *app, const Options *options))
{
    return run_loop(options, NULL, open);
}

int cmd_run(const Command *command, Options *options)
{
    (void)command;
    return plain_is_wanted(options) ? plain_run(options, options->args[0])
                                    : loop_run(options, options->args[0]);
}

int cmd_home(const Command *command, Options *options)
{
    (void)command;
    return plain_is_wanted(options) ? plain_run(options, NULL) : loop_run(options, NULL);
}
