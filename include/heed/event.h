/* An Event: all that happens to the program, with the time it happened.
 *
 * The app has no clock: each event carries wall time, its offset from UTC and
 * monotonic time. tui makes key, text, mouse and resize events; the loop makes
 * ticks (for jobs and messages that fade) and reloads.
 */
#ifndef HEED_EVENT_H
#define HEED_EVENT_H

#include <stddef.h>
#include <stdint.h>

typedef enum EventKind {
    EVENT_NONE,
    EVENT_KEY,     /* key, mods */
    EVENT_PASTE,   /* text, text_len: a bracketed paste, whole; may hold any bytes */
    EVENT_MOUSE,   /* button, row, col */
    EVENT_RESIZE,  /* rows, cols */
    EVENT_TICK,    /* time passed; the app advances jobs */
    EVENT_RESUME,  /* back from being stopped (SIGCONT) */
    EVENT_RELOAD,  /* a watched file changed */
    EVENT_HANGUP,  /* the terminal is gone, or SIGHUP/SIGTERM: save and leave */
    EVENT_INTERRUPT /* Ctrl-C */
} EventKind;

/* A key is a code point (printable, as typed: 'q', '?', U+00E9) or one of these. */
enum {
    KEYCODE_BASE = 0x110000,
    KEYCODE_ENTER, KEYCODE_ESC, KEYCODE_TAB, KEYCODE_BACKTAB, KEYCODE_BACKSPACE, KEYCODE_DELETE, KEYCODE_INSERT,
    KEYCODE_UP, KEYCODE_DOWN, KEYCODE_LEFT, KEYCODE_RIGHT,
    KEYCODE_HOME, KEYCODE_END, KEYCODE_PAGE_UP, KEYCODE_PAGE_DOWN,
    KEYCODE_F1, /* F1 + k - 1 is Fk, to F12 */
    KEYCODE_F12 = KEYCODE_F1 + 11,
    KEYCODE_UNKNOWN
};

enum { MOD_CTRL = 1, MOD_ALT = 2, MOD_SHIFT = 4 }; /* Ctrl-R is {'r', MOD_CTRL} */

typedef enum MouseButton { MOUSE_NONE, MOUSE_LEFT, MOUSE_MIDDLE, MOUSE_RIGHT, MOUSE_WHEEL_UP, MOUSE_WHEEL_DOWN } MouseButton;

typedef struct Event {
    EventKind kind;
    uint32_t key;
    uint8_t mods;
    MouseButton button;
    int row, col;   /* mouse */
    int rows, cols; /* resize */
    const char *text;
    size_t text_len;
    int64_t wall_ms;           /* Unix time in milliseconds */
    int32_t utc_offset_min;    /* local time minus UTC at that moment */
    int64_t mono_ms;           /* monotonic */
} Event;

#endif
