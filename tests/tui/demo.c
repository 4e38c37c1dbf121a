/* A small program on top of tui, for tests and for measuring: it shows what it is told.
 *
 *     demo [ascii] [nomouse] [dark|light|mono] [watch=PATH] [timeout]
 *
 * The screen: a title with size, charset and theme; a line for each of the latest
 * events; a row of every role, a heat ramp, marks, wide and joined characters.
 * Keys: q leaves, t the next theme, m the mouse off and on, z stops (as Ctrl-Z does), c copies,
 * b rings, l repaints, n draws the same once more, s ends in a segmentation fault,
 * S in a stack overflow, a in an abort, o out of memory, X by exit(5); e shows a cursor.
 * watch=PATH: reads lines from a fifo as they come. timeout: says so when nothing has come for 30 ms.
 */
#include "heed/tui.h"
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_LINES = 6, MAX_TEXT = 80 };

typedef struct Demo {
    Tui *tui;
    char lines[MAX_LINES][MAX_TEXT];
    size_t n_events;
    bool has_cursor, is_leaving;
} Demo;

static void say(Demo *demo, const char *text)
{
    char *line = demo->lines[demo->n_events++ % MAX_LINES];
    snprintf(line, MAX_TEXT, "%zu %.50s", demo->n_events, text);
}

static void put_sampler(Frame *frame, int row)
{
    static const char *const names[ROLE_COUNT] = {
        [ROLE_TEXT] = "text",         [ROLE_TITLE] = "title",     [ROLE_RULE] = "rule",
        [ROLE_EMPH] = "emph",         [ROLE_DIM] = "dim",         [ROLE_CODE] = "code",
        [ROLE_LABEL] = "label",       [ROLE_NUMBER] = "number",   [ROLE_CHANGED] = "changed",
        [ROLE_SLOPE] = "slope",       [ROLE_BAR] = "bar",         [ROLE_HEAT] = "heat",
        [ROLE_AXIS] = "axis",         [ROLE_PAGE] = "page",       [ROLE_STUDY] = "study",
        [ROLE_MEASURED] = "measured", [ROLE_SOURCE] = "source",   [ROLE_GOOD] = "good",
        [ROLE_BAD] = "bad",           [ROLE_ANALOGY] = "analogy", [ROLE_TRAP] = "trap",
        [ROLE_KEY] = "key",           [ROLE_STATUS] = "status",   [ROLE_ENTRY] = "entry"};
    int col = 0;
    for (int role = 0; role < ROLE_COUNT; role++) {
        if (col + 9 > frame->cols) col = 0, row++;
        frame_put(frame, row, col, -1, (Role)role, names[role]);
        col += 10;
    }
    row++;
    for (int i = 0; i < 32; i++) {
        frame_put(frame, row, i, -1, ROLE_HEAT, ".");
        frame_heat(frame, row, i, 1, (uint8_t)(i * 8));
    }
    row++;
    static const char *const marks[] = {"selected", "input", "cursor", "hit", "spotlight"};
    for (int i = 0; i < 5; i++) {
        int width = frame_put(frame, row, 10 * i, -1, ROLE_NUMBER, marks[i]);
        frame_mark(frame, row, 10 * i, width, (uint8_t)(1 << i));
    }
    row++;
    frame_put(frame, row, 0, -1, ROLE_TEXT,
              "√d_k α ≤ █▌▏ ⣿ k₁ 日本 e\xCC\x81 👩‍👧! 🇩🇪! ✔️! end");
}

static Frame *make_frame(Demo *demo, Arena *arena)
{
    int rows = tui_rows(demo->tui), cols = tui_cols(demo->tui);
    Frame *frame = frame_new(arena, rows, cols, tui_charset(demo->tui));
    frame_printf(frame, 0, 0, ROLE_TITLE, "demo %dx%d %s %s mouse %s", rows, cols,
                 frame->charset == CHARSET_UTF8 ? "utf-8" : "ascii", tui_theme_name(tui_theme(demo->tui)),
                 tui_has_mouse(demo->tui) ? "on" : "off");
    frame_fill(frame, 1, 0, cols, ROLE_RULE, "─");
    size_t first = demo->n_events > MAX_LINES ? demo->n_events - MAX_LINES : 0;
    for (size_t i = first; i < demo->n_events; i++)
        frame_put(frame, 2 + (int)(i - first), 0, -1, ROLE_TEXT, demo->lines[i % MAX_LINES]);
    put_sampler(frame, 3 + MAX_LINES);
    if (demo->has_cursor) {
        frame->cursor_row = 1;
        frame->cursor_col = 4;
    }
    return frame;
}

static const char *describe_key(const Event *event, char out[40])
{
    static const char *const names[] = {"ENTER",  "ESC",    "TAB", "BACKTAB", "BACKSPACE",
                                        "DELETE", "INSERT", "UP",  "DOWN",    "LEFT",
                                        "RIGHT",  "HOME",   "END", "PAGE_UP", "PAGE_DOWN"};
    size_t n = 0;
    if (event->mods & MOD_CTRL) n += (size_t)snprintf(out + n, 40 - n, "ctrl-");
    if (event->mods & MOD_ALT) n += (size_t)snprintf(out + n, 40 - n, "alt-");
    if (event->mods & MOD_SHIFT) n += (size_t)snprintf(out + n, 40 - n, "shift-");
    if (event->key >= KEYCODE_ENTER && event->key <= KEYCODE_PAGE_DOWN)
        snprintf(out + n, 40 - n, "%s", names[event->key - KEYCODE_ENTER]);
    else if (event->key >= KEYCODE_F1 && event->key <= KEYCODE_F12)
        snprintf(out + n, 40 - n, "F%u", (unsigned)(event->key - KEYCODE_F1 + 1));
    else if (event->key > 0x20 && event->key < 0x7F)
        snprintf(out + n, 40 - n, "%c", (char)event->key);
    else
        snprintf(out + n, 40 - n, "U+%04X", (unsigned)event->key);
    return out;
}

static unsigned checksum(const char *text, size_t n)
{
    unsigned sum = 1;
    for (size_t i = 0; i < n; i++) sum = sum * 31 + (unsigned char)text[i];
    return sum;
}

static int overflow_stack(int depth)
{
    volatile char block[4096];
    block[depth % 4096] = 1;
    if (depth == 1 << 30) return 0;
    return overflow_stack(depth + 1) + block[depth % 4096];
}

static void act(Demo *demo, uint32_t key)
{
    switch (key) {
    case 'q': demo->is_leaving = true; break;
    case 't': tui_set_theme(demo->tui, (TuiTheme)(tui_theme(demo->tui) % (THEME_COUNT - 1) + 1)); break;
    case 'm': tui_set_mouse(demo->tui, !tui_has_mouse(demo->tui)); break;
    case 'z': tui_suspend(demo->tui); break;
    case 'c': tui_copy(demo->tui, "q = [1, 0]"); break;
    case 'b': tui_bell(demo->tui); break;
    case 'l': tui_redraw(demo->tui); break;
    case 's': raise(SIGSEGV); break;
    case 'S': exit(overflow_stack(1)); break;
    case 'a': abort(); break;
    case 'X': exit(5); break;
    case 'o': heed_xmalloc((size_t)-1 / 2); break;
    case 'e': demo->has_cursor = !demo->has_cursor; break;
    default: break;
    }
}

static void handle(Demo *demo, const Event *event)
{
    char text[MAX_TEXT] = "", key[40];
    switch (event->kind) {
    case EVENT_KEY: snprintf(text, sizeof text, "key %s", describe_key(event, key)); break;
    case EVENT_PASTE:
        snprintf(text, sizeof text, "paste %zu sum %08x", event->text_len,
                 checksum(event->text, event->text_len));
        break;
    case EVENT_MOUSE:
        snprintf(text, sizeof text, "mouse %d at %d,%d mods %d", event->button, event->row, event->col,
                 event->mods);
        break;
    case EVENT_RESIZE: snprintf(text, sizeof text, "resize %dx%d", event->rows, event->cols); break;
    case EVENT_RESUME: snprintf(text, sizeof text, "resume"); break;
    case EVENT_INTERRUPT: snprintf(text, sizeof text, "interrupt"); break;
    case EVENT_HANGUP: demo->is_leaving = true; break;
    default: break;
    }
    if (text[0] && event->key != 'n') say(demo, text);
    if (event->kind == EVENT_KEY && event->mods == 0) act(demo, event->key);
    if (event->kind == EVENT_KEY && event->key == 'z' && event->mods == MOD_CTRL) tui_suspend(demo->tui);
}

static void read_watched(Demo *demo, int *fd)
{
    char bytes[MAX_TEXT];
    ssize_t n = read(*fd, bytes, sizeof bytes - 1);
    if (n <= 0) {
        say(demo, "watched: end");
        *fd = -1;
        return;
    }
    bytes[n] = '\0';
    bytes[strcspn(bytes, "\n")] = '\0';
    char text[MAX_TEXT + 16];
    snprintf(text, sizeof text, "watched: %s", bytes);
    say(demo, text);
}

static void run(Demo *demo, int watch_fd, int timeout_ms)
{
    Arena *arena = arena_new();
    while (!demo->is_leaving) {
        tui_draw(demo->tui, make_frame(demo, arena));
        arena_reset(arena);
        Event event;
        TuiWait what = tui_wait(demo->tui, timeout_ms, watch_fd, &event);
        if (what == TUI_EVENT) handle(demo, &event);
        if (what == TUI_READY) read_watched(demo, &watch_fd);
        if (what == TUI_TIMEOUT) say(demo, "timeout"), timeout_ms = -1;
    }
    arena_free(arena);
}

int main(int argc, char **argv)
{
    TuiOptions options = {.theme = THEME_AUTO};
    int watch_fd = -1, timeout_ms = -1;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "ascii") == 0) options.is_ascii = true;
        if (strcmp(argv[i], "nomouse") == 0) options.no_mouse = true;
        if (strncmp(argv[i], "watch=", 6) == 0) watch_fd = open(argv[i] + 6, O_RDWR);
        if (strcmp(argv[i], "timeout") == 0) timeout_ms = 30;
        for (int theme = THEME_DARK; theme < THEME_COUNT; theme++)
            if (strcmp(argv[i], tui_theme_name((TuiTheme)theme)) == 0) options.theme = (TuiTheme)theme;
    }
    char problem[TUI_PROBLEM_MAX];
    Demo demo = {.tui = tui_open(&options, problem)};
    if (!demo.tui) {
        fprintf(stderr, "demo: %s\n", problem);
        return 3;
    }
    heed_set_oom_handler(tui_restore);
    run(&demo, watch_fd, timeout_ms);
    tui_close(demo.tui);
    printf("demo: %zu events\n", demo.n_events);
    return 0;
}
