/* bench_screen: what a key costs, and how heed starts beside less, in one run.
 *
 *     build/tests/bench/bench_screen build/heed [TURNS]
 *
 * The first table is within the process: at every step of every lesson the first input is nudged up and down;
 * one edit is the event (recomputing what depends on it) and the drawing of the frame after it, in processor
 * time. The second starts both programs in a pseudo-terminal, in turns: until the first screen is complete,
 * until a key's answer is, the resident memory then, and how often the program wakes while nothing happens.
 */
#include "app/app_state.h"
#include "app/parts.h"

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern const Library heed_library;

static double seconds(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *values, size_t n)
{
    qsort(values, n, sizeof *values, compare);
    return n > 0 ? values[n / 2] : 0;
}

/* --------------------------------------------------------------- an edit */

enum { EDITS = 41, TABS_MAX = 400 };

typedef struct Stage {
    App *app;
    Arena *frames;
    int rows, cols;
} Stage;

static void draw(Stage *stage)
{
    arena_reset(stage->frames);
    app_draw(stage->app, stage->frames, stage->rows, stage->cols);
}

static void press(Stage *stage, uint32_t key)
{
    size_t n;
    Event event = {.kind = EVENT_KEY, .key = key};
    app_event(stage->app, &event, &n);
}

/* Samples are drawn to the end: an edit is timed at rest. */
static void work(Stage *stage)
{
    size_t n;
    Event tick = {.kind = EVENT_TICK};
    draw(stage);
    while (app_timeout(stage->app) == 0) {
        app_event(stage->app, &tick, &n);
        draw(stage);
    }
}

static bool select_input(Stage *stage)
{
    for (int i = 0; i < TABS_MAX; i++) {
        press(stage, KEYCODE_TAB);
        if (stage->app->visit->has_selection && edit_is_offered(stage->app)) return true;
    }
    return false;
}

typedef struct Cost {
    double edit, key, draw; /* ms: an edit, a step to the next number, a frame laid out anew */
    int screen, step;
} Cost;

static double time_key(Stage *stage, uint32_t there, uint32_t back)
{
    double times[EDITS];
    for (int i = 0; i < EDITS; i++) {
        double began = seconds(CLOCK_PROCESS_CPUTIME_ID);
        press(stage, i % 2 ? back : there);
        draw(stage);
        times[i] = 1e3 * (seconds(CLOCK_PROCESS_CPUTIME_ID) - began);
    }
    return median(times, EDITS);
}

static double time_draw(Stage *stage)
{
    double times[EDITS];
    for (int i = 0; i < EDITS; i++) {
        stage->app->measured_look = 0;
        double began = seconds(CLOCK_PROCESS_CPUTIME_ID);
        draw(stage);
        times[i] = 1e3 * (seconds(CLOCK_PROCESS_CPUTIME_ID) - began);
    }
    return median(times, EDITS);
}

/* What an edit costs at a step; false where nothing can be edited there. */
static bool cost_at(Stage *stage, const char *id, int screen, int step, Cost *cost)
{
    Arena *arena = arena_new();
    Diags diags;
    diags_init(&diags, arena);
    bool ok = app_open_lesson(stage->app, id, screen, step, "", &diags);
    if (ok) work(stage);
    *cost = (Cost){.screen = screen, .step = step};
    if (ok) cost->draw = time_draw(stage);
    if (ok) cost->key = time_key(stage, KEYCODE_TAB, KEYCODE_BACKTAB);
    ok = ok && select_input(stage);
    if (ok) cost->edit = time_key(stage, '+', '-');
    arena_free(arena);
    return ok;
}

static void report_lesson(Stage *stage, const LibraryEntry *entry)
{
    Cost worst = {0}, cost;
    double edits[256];
    size_t n = 0;
    for (int screen = 0; screen < (int)entry->n_screens; screen++)
        for (int step = 0; step < entry->steps[screen] && n < 256; step++) {
            if (!cost_at(stage, entry->id, screen, step, &cost)) continue;
            edits[n++] = cost.edit;
            if (cost.edit > worst.edit) worst = cost;
        }
    printf("%-14s %3dx%-3d %9.3f %9.3f  %d.%-4d %9.3f %9.3f\n", entry->id, stage->cols, stage->rows,
           median(edits, n), worst.edit, worst.screen + 1, worst.step + 1, worst.key, worst.draw);
}

static void report_edits(void)
{
    static const int sizes[][2] = {{24, 80}, {40, 120}, {50, 200}};
    puts("one edit: recomputed and redrawn, ms of processor time (goal 1)\n"
         "lesson         screen     median     worst  at     there: key     frame");
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        for (size_t i = 0; i < heed_library.count; i++) {
            AppConfig config = {.library = &heed_library, .charset = CHARSET_UTF8};
            Stage stage = {app_new(&config), arena_new(), sizes[s][0], sizes[s][1]};
            report_lesson(&stage, &heed_library.entries[i]);
            arena_free(stage.frames);
            app_free(stage.app);
        }
}

/* -------------------------------------------------------------- a program */

enum { PAUSE_MS = 4, SCREEN_BYTES = 600, QUIET_MS = 60, LIMIT_MS = 10000, IDLE_MS = 2000 };

typedef struct Program {
    pid_t pid;
    int fd;
} Program;

static Program start(const char *const *argv)
{
    struct winsize size = {.ws_row = 24, .ws_col = 80};
    Program program;
    program.pid = forkpty(&program.fd, NULL, NULL, &size);
    if (program.pid == 0) {
        setenv("TERM", "xterm-256color", 1);
        setenv("LC_ALL", "C.UTF-8", 1);
        execvp(argv[0], (char *const *)(uintptr_t)argv);
        _exit(127);
    }
    return program;
}

/* What a terminal would say at once. */
static void answer(const Program *program, const char *bytes, size_t n)
{
    static const char *const pairs[][2] = {{"\x1b]11;?", "\x1b]11;rgb:0000/0000/0000\x1b\\"},
                                           {"\x1b[c", "\x1b[?62;22c"},
                                           {"\x1b[6n", "\x1b[1;1R"}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (memmem(bytes, n, pairs[i][0], strlen(pairs[i][0])) &&
            write(program->fd, pairs[i][1], strlen(pairs[i][1])) < 0)
            return;
}

/* Reads until nothing comes for a while. The time of the last byte before the first pause, since `began`, in
 * ms: where samples are drawn, frames go on behind it. */
static double settle(const Program *program, double began, size_t least, size_t *n_bytes)
{
    char bytes[65536];
    double last = 0, first = 0;
    struct pollfd wait = {.fd = program->fd, .events = POLLIN};
    while (poll(&wait, 1, last > 0 ? QUIET_MS : LIMIT_MS) > 0) {
        double now = 1e3 * (seconds(CLOCK_MONOTONIC) - began);
        if (first == 0 && now - last > PAUSE_MS && *n_bytes >= least) first = last;
        ssize_t n = read(program->fd, bytes, sizeof bytes);
        if (n <= 0) break;
        last = 1e3 * (seconds(CLOCK_MONOTONIC) - began);
        *n_bytes += (size_t)n;
        answer(program, bytes, (size_t)n);
    }
    return first > 0 ? first : last;
}

/* A number of /proc/PID/status. */
static long status_of(pid_t pid, const char *name)
{
    char path[64], line[256];
    long value = -1;
    snprintf(path, sizeof path, "/proc/%ld/status", (long)pid);
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file))
        if (strncmp(line, name, strlen(name)) == 0) value = strtol(line + strlen(name) + 1, NULL, 10);
    if (file) fclose(file);
    return value;
}

typedef struct Run {
    const char *name;
    const char *const *argv;
    double *starts, *keys;
    size_t n, bytes;
    long rss_kb, own_kb, wake_ups;
} Run;

static void end(const Program *program)
{
    kill(program->pid, SIGKILL);
    waitpid(program->pid, NULL, 0);
    close(program->fd);
}

static void time_run(Run *run, bool is_last)
{
    static const char *const keys[] = {" ", " ", "\t", "\t", "\t", "\t"}; /* less: a page, or a bell */
    double began = seconds(CLOCK_MONOTONIC), answers[6];
    Program program = start(run->argv);
    run->bytes = 0;
    run->starts[run->n] = settle(&program, began, SCREEN_BYTES, &run->bytes);
    for (size_t i = 0; i < 6; i++) {
        size_t bytes = 0;
        began = seconds(CLOCK_MONOTONIC);
        if (write(program.fd, keys[i], 1) != 1) break;
        answers[i] = settle(&program, began, 1, &bytes);
    }
    run->keys[run->n++] = median(answers, 6);
    if (is_last) {
        run->rss_kb = status_of(program.pid, "VmRSS:");
        run->own_kb = status_of(program.pid, "RssAnon:");
        long before = status_of(program.pid, "voluntary_ctxt_switches:");
        usleep(1000 * IDLE_MS);
        run->wake_ups = status_of(program.pid, "voluntary_ctxt_switches:") - before;
    }
    end(&program);
}

static void report_programs(const char *heed, size_t turns)
{
    char file[] = "/tmp/heed-bench-XXXXXX";
    int fd = mkstemp(file);
    for (int i = 1; i <= 500 && fd >= 0; i++) dprintf(fd, "line %d of a file to be read\n", i);
    char data[] = "/tmp/heed-bench-data-XXXXXX";
    if (fd < 0 || !mkdtemp(data)) return;
    const char *less[] = {"less", file, NULL}, *home[] = {heed, "--data", data, NULL};
    const char *steps[] = {heed, "--data", data, "run", "four-steps", NULL};
    const char *trap[] = {heed, "--data", data, "run", "static-trap", NULL};
    const char *lookup[] = {heed, "--data", data, "run", "qkv-lookup", NULL};
    const char *root[] = {heed, "--data", data, "run", "why-root-dk", NULL};
    Run runs[] = {{.name = "less", .argv = less},         {.name = "heed", .argv = home},
                  {.name = "four-steps", .argv = steps},  {.name = "static-trap", .argv = trap},
                  {.name = "qkv-lookup", .argv = lookup}, {.name = "why-root-dk", .argv = root}};
    enum { RUNS = sizeof runs / sizeof *runs };
    for (size_t r = 0; r < RUNS; r++) {
        runs[r].starts = calloc(turns, sizeof(double));
        runs[r].keys = calloc(turns, sizeof(double));
    }
    for (size_t turn = 0; turn < turns; turn++)
        for (size_t r = 0; r < RUNS; r++) time_run(&runs[r], turn + 1 == turns);
    printf("\nin a pseudo-terminal at 80x24, medians of %zu starts in turns\n"
           "program        first screen    ratio    bytes      key   resident     own  wake-ups in %d s\n",
           turns, IDLE_MS / 1000);
    double base = median(runs[0].starts, turns);
    for (size_t r = 0; r < RUNS; r++) {
        double first = median(runs[r].starts, turns);
        printf("%-14s %9.2f ms %8.2f %8zu %5.2f ms %7.1f MB %4.1f MB %8ld\n", runs[r].name, first,
               first / base, runs[r].bytes, median(runs[r].keys, turns), (double)runs[r].rss_kb / 1024,
               (double)runs[r].own_kb / 1024, runs[r].wake_ups);
        free(runs[r].starts);
        free(runs[r].keys);
    }
    close(fd);
    unlink(file);
    char command[96];
    snprintf(command, sizeof command, "rm -rf '%s'", data);
    if (system(command) != 0) fprintf(stderr, "%s stays\n", data);
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: %s PATH-OF-HEED [TURNS]\n", argv[0]);
        return 2;
    }
    report_edits();
    fflush(stdout);
    size_t turns = argc > 2 ? strtoul(argv[2], NULL, 10) : 15;
    if (turns > 0) report_programs(argv[1], turns);
    return 0;
}
