/* Plain line mode: reads a line, lets the app take it, lets long work finish, prints what is to be told.
 *
 * No cursor is moved and nothing is drawn twice, so it serves a screen reader, a terminal without addressing
 * (TERM=dumb) and a pipe alike. On a pipe each line is shown behind the prompt, so that what comes out reads
 * as a session.
 */
#include "cli.h"
#include "heed/app.h"
#include "heed/store.h"
#include "heed/text.h"
#include "journal_file.h"
#include "lines.h"
#include "plain.h"
#include "talk.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <unistd.h>

typedef struct Driver {
    Arena *arena; /* for the run */
    Arena *turn;  /* for one line */
    const Options *options;
    Clock clock;
    App *app;
    JournalFile journal;
    const char *watched;
    StoreWatch watch;
    const char *talk; /* the talk that was asked for, as EFFECT_TALK tells it; NULL */
    bool is_typed;    /* lines come from a terminal, which shows them itself */
    bool was_refused;
    bool quit;
} Driver;

/* ----------------------------------------------------------------- signals */

static volatile sig_atomic_t interrupted, hung_up;

static void on_signal(int signal)
{
    if (signal == SIGINT)
        interrupted = 1;
    else
        hung_up = 1;
}

/* They are let in only while heed waits (or looks): one that comes just before a read cannot be missed by it.
 */
static sigset_t while_waiting;

static void catch_signals(void)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    sigset_t held;
    sigemptyset(&held);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) sigaddset(&held, signals[i]);
    sigprocmask(SIG_BLOCK, &held, &while_waiting);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        struct sigaction action = {.sa_handler = on_signal};
        sigemptyset(&action.sa_mask);
        sigaction(signals[i], &action, NULL);
    }
}

/* Waits for input, or for what makes reading fail; false: a signal came. */
static bool wait_for_input(void)
{
    while (!interrupted && !hung_up) {
        fd_set input;
        FD_ZERO(&input);
        FD_SET(STDIN_FILENO, &input);
        if (pselect(STDIN_FILENO + 1, &input, NULL, NULL, NULL, &while_waiting) > 0 || errno != EINTR) return true;
    }
    return false;
}

static void look_for_signals(void)
{
    struct timespec at_once = {0};
    pselect(0, NULL, NULL, NULL, &at_once, &while_waiting);
}

/* ------------------------------------------------------------------- lines */

/* One byte at a time: what stands behind the line may belong to another talk. */
static int next_byte(void)
{
    unsigned char byte;
    return wait_for_input() && read(STDIN_FILENO, &byte, 1) == 1 ? byte : EOF;
}

/* ------------------------------------------------------------------ giving */

static void perform(Driver *driver, const Effect *effects, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const char *problem = NULL;
        if (effects[i].kind == EFFECT_QUIT) driver->quit = true;
        if (effects[i].kind == EFFECT_TALK) driver->talk = arena_strdup(driver->turn, effects[i].text);
        if (effects[i].kind == EFFECT_APPEND &&
            !journal_file_append(&driver->journal, driver->turn, effects[i].text, &problem))
            app_problem(driver->app, problem);
    }
}

static void tick_journal(Driver *driver)
{
    const char *problem = NULL;
    if (!journal_file_tick(&driver->journal, driver->turn, &driver->clock, &problem))
        app_problem(driver->app, problem);
}

static void give(Driver *driver, EventKind kind)
{
    Event event = {.kind = kind};
    size_t n;
    clock_fill(&driver->clock, &event);
    const Effect *effects = app_event(driver->app, &event, &n);
    perform(driver, effects, n);
}

/* Ctrl-C stops the work, and what it has come to is told. */
static void finish_work(Driver *driver)
{
    while (app_timeout(driver->app) == 0 && !hung_up) {
        look_for_signals();
        give(driver, interrupted ? EVENT_INTERRUPT : EVENT_TICK);
        interrupted = 0;
    }
}

/* Once a line: two looks in a row, since the first one after a change only notices it. */
static bool has_changed(Driver *driver)
{
    return driver->watched != NULL && (store_watch_changed(&driver->watch, driver->watched) ||
                                       store_watch_changed(&driver->watch, driver->watched));
}

static void look_at_file(Driver *driver)
{
    size_t len;
    const char *problem;
    if (!has_changed(driver)) return;
    char *text = store_read_file(driver->turn, driver->watched, STORE_TEXT_LIMIT, &len, &problem);
    if (text != NULL)
        app_reload(driver->app, text, len);
    else
        app_problem(driver->app, problem);
}

/* ------------------------------------------------------------------ telling */

static void tell(Driver *driver)
{
    finish_work(driver);
    const Frame *frame = app_tell(driver->app, driver->turn, cli_columns());
    for (int row = 0; row < frame->rows; row++) puts(frame_row_text(driver->turn, frame, row));
    fflush(stdout);
    arena_reset(driver->turn);
}

static void prompt(Driver *driver)
{
    fputs(app_prompt(driver->app, driver->turn), stdout);
    fflush(stdout);
}

/* A line that a terminal did not show. */
static void echo(Driver *driver, const StrBuf *line)
{
    const char *safe = text_sanitize(driver->turn, strbuf_text(line), line->len, false);
    size_t shown = text_fit(safe, strlen(safe), (size_t)cli_columns() - 4);
    printf("%.*s%s\n", (int)shown, safe, safe[shown] != '\0' ? "..." : "");
}

/* Questions or cards, until they are through. */
static void lead_talk(Driver *driver)
{
    Options options = *driver->options;
    const char *lesson = strchr(driver->talk, ' ');
    options.n_args = lesson != NULL;
    options.args[0] = driver->watched != NULL && lesson != NULL ? driver->watched
                      : lesson != NULL                          ? lesson + 1
                                                                : NULL;
    options.plain = true;
    if (strncmp(driver->talk, "quiz", 4) == 0)
        quiz_in_lines(&options, driver->app, next_byte);
    else
        cards_in_lines(&options, driver->app, next_byte);
    interrupted = 0; /* Ctrl-C left the talk, and is done */
    puts("Back in plain lines.");
    driver->talk = NULL;
}

static void take(Driver *driver, const StrBuf *line, LineRead read)
{
    Event when = {0};
    size_t n;
    clock_fill(&driver->clock, &when);
    look_at_file(driver);
    tick_journal(driver);
    if (line_refusal(read) != NULL) {
        puts(line_refusal(read));
        driver->was_refused = true;
        return;
    }
    const Effect *effects = app_line(driver->app, strbuf_text(line), &when, &n);
    driver->was_refused |= app_line_was_refused(driver->app);
    perform(driver, effects, n);
    if (driver->talk != NULL) lead_talk(driver);
    tell(driver);
}

static void talk(Driver *driver)
{
    StrBuf line = {0};
    while (!driver->quit) {
        prompt(driver);
        LineRead read = line_read(&line, next_byte);
        if (read == LINE_END || interrupted || hung_up) {
            putchar('\n');
            give(driver, EVENT_HANGUP); /* the place is kept, as when a terminal goes away */
            break;
        }
        if (!driver->is_typed) echo(driver, &line);
        take(driver, &line, read);
    }
    strbuf_free(&line);
}

/* -------------------------------------------------------------- open, close */

static bool open_named(Driver *driver, const char *name)
{
    if (name == NULL) return true;
    if (!cli_open_in_app(driver->app, driver->arena, name, driver->options, &driver->watched)) return false;
    if (driver->watched != NULL) store_watch_start(&driver->watch, driver->watched);
    return true;
}

static int run(Driver *driver, const char *name)
{
    if (!clock_init(&driver->clock)) return EXIT_USAGE;
    driver->app = cli_new_app(&driver->journal, driver->arena, &driver->clock, driver->options);
    if (!open_named(driver, name)) return EXIT_INPUT;
    catch_signals();
    app_tell_place(driver->app);
    tell(driver);
    talk(driver);
    return driver->was_refused && !driver->is_typed ? EXIT_INPUT : EXIT_OK;
}

bool plain_is_wanted(const Options *options)
{
    const char *term = getenv("TERM");
    bool is_dumb = term != NULL && strcmp(term, "dumb") == 0;
    return options->plain || is_dumb || !isatty(STDIN_FILENO);
}

int plain_run(const Options *options, const char *name)
{
    Driver driver = {
        .arena = arena_new(), .turn = arena_new(), .options = options, .is_typed = isatty(STDIN_FILENO) != 0};
    int code = run(&driver, name);
    if (driver.app != NULL) app_free(driver.app);
    journal_file_close(&driver.journal);
    arena_free(driver.turn);
    arena_free(driver.arena);
    return code;
}
