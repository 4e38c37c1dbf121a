/* Bytes into events.
 *
 * What has come and is not yet understood stands in one buffer. parse() looks at
 * its start and takes a whole key, mouse report, paste or answer, or nothing where
 * bytes are missing. Only time can tell a lone ESC from the start of a sequence
 * that the network has cut: the caller sleeps no longer than input_wait_ms and
 * asks again, then the bytes are late and are taken as they stand.
 *
 *     ESC [ parameters intermediates final     keys, mouse, pastes, DA1
 *     ESC O letter                             keys
 *     ESC ] text BEL or ESC \                  answers, once some have been asked for
 *     ESC character                            Alt
 */
#include "input.h"
#include "heed/arena.h"
#include "heed/text.h"
#include <stdlib.h>
#include <string.h>

enum {
    ESC = 0x1B,
    MAX_SEQUENCE = 128,       /* longer than any key or mouse report */
    MAX_ANSWER = 4096,        /* longer than any answer of a terminal */
    PASTE_SILENCE_MS = 10000, /* the end of a paste got lost: give up */
    MAX_OWN_KEYS = 40
};

typedef struct OwnKey {
    char bytes[16];
    size_t n;
    uint32_t key;
} OwnKey;

struct Input {
    bool is_utf8, is_expecting, has_expected, is_pasting;
    int esc_ms;
    char *data; /* what has come; bytes [start, len) are to be parsed, data[len] is spare */
    size_t start, len, capacity;
    size_t searched; /* of a paste, from start: no end mark begins before */
    int64_t fed_ms;
    OwnKey own[MAX_OWN_KEYS];
    size_t n_own;
    InputReplies replies;
};

Input *input_new(bool is_utf8, int esc_ms)
{
    Input *input = heed_xcalloc(1, sizeof *input);
    input->is_utf8 = is_utf8;
    input->esc_ms = esc_ms;
    return input;
}

void input_free(Input *input)
{
    if (!input) return;
    free(input->data);
    free(input);
}

void input_add_key(Input *input, const char *sequence, uint32_t key)
{
    size_t n = strlen(sequence);
    if (n < 2 || n > sizeof input->own[0].bytes || sequence[0] != ESC || input->n_own == MAX_OWN_KEYS) return;
    OwnKey *own = &input->own[input->n_own++];
    memcpy(own->bytes, sequence, n);
    own->n = n;
    own->key = key;
}

void input_expect_replies(Input *input, bool is_expecting)
{
    input->is_expecting = is_expecting;
    input->has_expected |= is_expecting;
}

const InputReplies *input_replies(const Input *input)
{
    return &input->replies;
}

void input_feed(Input *input, const char *bytes, size_t n, int64_t now_ms)
{
    if (n == 0) return;
    if (input->start > 0) {
        memmove(input->data, input->data + input->start, input->len - input->start);
        input->len -= input->start;
        input->start = 0;
    }
    if (input->len + n + 1 > input->capacity) {
        input->capacity = 2 * (input->len + n + 1);
        input->data = heed_xrealloc(input->data, input->capacity);
    }
    memcpy(input->data + input->len, bytes, n);
    input->len += n;
    input->fed_ms = now_ms;
}

/* ---- keys ---- */

/* The numbers of CSI n ~, a gap is 0. */
static const uint32_t tilde_keys[] = {
    [1] = KEYCODE_HOME,    [2] = KEYCODE_INSERT,    [3] = KEYCODE_DELETE,   [4] = KEYCODE_END,
    [5] = KEYCODE_PAGE_UP, [6] = KEYCODE_PAGE_DOWN, [7] = KEYCODE_HOME,     [8] = KEYCODE_END,
    [11] = KEYCODE_F1,     [12] = KEYCODE_F1 + 1,   [13] = KEYCODE_F1 + 2,  [14] = KEYCODE_F1 + 3,
    [15] = KEYCODE_F1 + 4, [17] = KEYCODE_F1 + 5,   [18] = KEYCODE_F1 + 6,  [19] = KEYCODE_F1 + 7,
    [20] = KEYCODE_F1 + 8, [21] = KEYCODE_F1 + 9,   [23] = KEYCODE_F1 + 10, [24] = KEYCODE_F12,
};

typedef struct LetterKey {
    char letter;
    uint32_t key;
    uint8_t mods;
} LetterKey;

static const LetterKey csi_letters[] = {
    {'A', KEYCODE_UP, 0},           {'B', KEYCODE_DOWN, 0},
    {'C', KEYCODE_RIGHT, 0},        {'D', KEYCODE_LEFT, 0},
    {'H', KEYCODE_HOME, 0},         {'F', KEYCODE_END, 0},
    {'P', KEYCODE_F1, 0},           {'Q', KEYCODE_F1 + 1, 0},
    {'R', KEYCODE_F1 + 2, 0},       {'S', KEYCODE_F1 + 3, 0},
    {'Z', KEYCODE_BACKTAB, 0},      {'a', KEYCODE_UP, MOD_SHIFT},
    {'b', KEYCODE_DOWN, MOD_SHIFT}, {'c', KEYCODE_RIGHT, MOD_SHIFT},
    {'d', KEYCODE_LEFT, MOD_SHIFT}, {0, 0, 0},
};

/* ESC O: also the keypad of a terminal in application mode, and rxvt's Ctrl with arrows. */
static const LetterKey ss3_letters[] = {
    {'A', KEYCODE_UP, 0},
    {'B', KEYCODE_DOWN, 0},
    {'C', KEYCODE_RIGHT, 0},
    {'D', KEYCODE_LEFT, 0},
    {'H', KEYCODE_HOME, 0},
    {'F', KEYCODE_END, 0},
    {'P', KEYCODE_F1, 0},
    {'Q', KEYCODE_F1 + 1, 0},
    {'R', KEYCODE_F1 + 2, 0},
    {'S', KEYCODE_F1 + 3, 0},
    {'M', KEYCODE_ENTER, 0},
    {'I', KEYCODE_TAB, 0},
    {'j', '*', 0},
    {'k', '+', 0},
    {'l', ',', 0},
    {'m', '-', 0},
    {'n', '.', 0},
    {'o', '/', 0},
    {'p', '0', 0},
    {'q', '1', 0},
    {'r', '2', 0},
    {'s', '3', 0},
    {'t', '4', 0},
    {'u', '5', 0},
    {'v', '6', 0},
    {'w', '7', 0},
    {'x', '8', 0},
    {'y', '9', 0},
    {'X', '=', 0},
    {'a', KEYCODE_UP, MOD_CTRL},
    {'b', KEYCODE_DOWN, MOD_CTRL},
    {'c', KEYCODE_RIGHT, MOD_CTRL},
    {'d', KEYCODE_LEFT, MOD_CTRL},
    {0, 0, 0},
};

static const LetterKey *find_letter(const LetterKey *table, char letter)
{
    while (table->letter && table->letter != letter) table++;
    return table->letter ? table : NULL;
}

static void set_key(Event *event, uint32_t key, uint8_t mods)
{
    event->kind = EVENT_KEY;
    event->key = key;
    event->mods = mods;
    if (key == 'c' && mods == MOD_CTRL) event->kind = EVENT_INTERRUPT;
}

/* A code point as typed; controls are the keys and Ctrl-letters that they stand for. */
static void set_character(Event *event, uint32_t c, uint8_t mods)
{
    if (c == '\r' || c == '\n')
        set_key(event, KEYCODE_ENTER, mods);
    else if (c == '\t')
        set_key(event, KEYCODE_TAB, mods);
    else if (c == 0x7F || c == 0x08)
        set_key(event, KEYCODE_BACKSPACE, mods);
    else if (c == ESC)
        set_key(event, KEYCODE_ESC, mods);
    else if (c == 0)
        set_key(event, ' ', mods | MOD_CTRL);
    else if (c < 0x20)
        set_key(event, c <= 26 ? c + 'a' - 1 : c | 0x40, mods | MOD_CTRL);
    else if (c >= 0xA0 || c < 0x7F)
        set_key(event, c, mods);
}

/* xterm's modifier parameter: 1 + shift 1, alt 2, ctrl 4, meta 8. */
static uint8_t mods_of(int parameter)
{
    int bits = parameter > 0 ? parameter - 1 : 0;
    return (uint8_t)((bits & 1 ? MOD_SHIFT : 0) | (bits & (2 | 8) ? MOD_ALT : 0) | (bits & 4 ? MOD_CTRL : 0));
}

/* ---- CSI ---- */

typedef struct Csi {
    char prefix; /* one of < = > ? or 0 */
    int parameters[4];
    int n_parameters;
    char final;
} Csi;

static void read_parameters(Csi *csi, const char *at, const char *end)
{
    if (at < end && *at >= '<') csi->prefix = *at++;
    while (at < end && csi->n_parameters < 4) {
        int value = 0;
        for (; at < end && *at >= '0' && *at <= '9'; at++)
            if (value < 100000000) value = value * 10 + (*at - '0');
        while (at < end && *at != ';') at++; /* sub-parameters say nothing that is used here */
        if (at < end) at++;
        csi->parameters[csi->n_parameters++] = value;
    }
}

/* 32 marks motion, 64 the wheel; the lowest two bits are the button, 3 a release (of X10). */
static void set_mouse(Event *event, int code, int col, int row)
{
    static const MouseButton buttons[] = {MOUSE_LEFT, MOUSE_MIDDLE, MOUSE_RIGHT, MOUSE_NONE};
    MouseButton button = buttons[code & 3];
    if (code & 64) button = code & 1 ? MOUSE_WHEEL_DOWN : MOUSE_WHEEL_UP;
    bool is_sideways = (code & 64) && (code & 2);
    if ((code & 32) || code >= 128 || button == MOUSE_NONE || is_sideways || col < 1 || row < 1) return;
    event->kind = EVENT_MOUSE;
    event->button = button;
    event->row = row - 1;
    event->col = col - 1;
    event->mods =
        (uint8_t)((code & 4 ? MOD_SHIFT : 0) | (code & 8 ? MOD_ALT : 0) | (code & 16 ? MOD_CTRL : 0));
}

static void set_numbered_key(Event *event, int number, uint8_t mods)
{
    size_t n = sizeof tilde_keys / sizeof tilde_keys[0];
    uint32_t key = number >= 0 && (size_t)number < n ? tilde_keys[number] : 0;
    set_key(event, key ? key : KEYCODE_UNKNOWN, mods);
}

static void apply_csi(Input *input, const Csi *csi, Event *event)
{
    const int *p = csi->parameters;
    const LetterKey *letter = find_letter(csi_letters, csi->final);
    if (csi->prefix == '<' && csi->final == 'M') {
        set_mouse(event, p[0], p[1], p[2]);
    } else if (csi->prefix == '?' && csi->final == 'c') {
        input->replies.has_attributes = true;
    } else if (csi->final == 'R' && csi->n_parameters == 2 && input->is_expecting) {
        input->replies.column = p[1]; /* while it is asked for; else Shift-F3 looks the same */
    } else if (csi->prefix) {
        return; /* a release of the mouse, an answer to what was not asked */
    } else if (csi->final == '~' && p[0] == 200) {
        input->is_pasting = true;
        input->searched = 0;
    } else if (csi->final == '~' && p[0] == 27 && csi->n_parameters == 3) {
        set_character(event, (uint32_t)p[2], mods_of(p[1]));
    } else if (csi->final == '~' && p[0] != 201) {
        set_numbered_key(event, p[0], mods_of(p[1]));
    } else if (csi->final == '^' || csi->final == '$' || csi->final == '@') { /* rxvt */
        uint8_t mods = (uint8_t)((csi->final != '$' ? MOD_CTRL : 0) | (csi->final != '^' ? MOD_SHIFT : 0));
        set_numbered_key(event, p[0], mods);
    } else if (csi->final == 'u') {
        set_character(event, (uint32_t)p[0], mods_of(p[1]));
    } else if (letter) {
        set_key(event, letter->key, letter->mods | mods_of(p[1]));
    }
}

/* ESC [ at p. Returns the bytes taken, 0 where some are missing. */
static size_t parse_csi(Input *input, const char *p, size_t n, Event *event)
{
    if (n > 2 && p[2] == '[') { /* the Linux console's F1 to F5 */
        if (n < 4) return 0;
        if (p[3] >= 'A' && p[3] <= 'E') set_key(event, KEYCODE_F1 + (uint32_t)(p[3] - 'A'), 0);
        return 4;
    }
    if (n > 2 && p[2] == 'M') { /* X10's mouse report, of terminals that do not know SGR's */
        if (n < 6) return 0;
        set_mouse(event, (unsigned char)p[3] - 32, (unsigned char)p[4] - 32, (unsigned char)p[5] - 32);
        return 6;
    }
    size_t i = 2;
    while (i < n && p[i] >= 0x30 && p[i] <= 0x3F) i++;
    Csi csi = {0};
    read_parameters(&csi, p + 2, p + i);
    bool is_rxvt_shift = i < n && p[i] == '$' && i > 2 && !csi.prefix;
    while (i < n && p[i] >= 0x20 && p[i] <= 0x2F && !is_rxvt_shift) i++;
    if (i >= MAX_SEQUENCE) return i;
    if (i == n) return 0;
    csi.final = p[i];
    bool is_whole = is_rxvt_shift || (p[i] >= 0x40 && p[i] <= 0x7E);
    if (!is_whole) return i; /* broken off: what broke it is read next */
    apply_csi(input, &csi, event);
    return i + 1;
}

/* ---- answers ---- */

/* "rgb:hhhh/hhhh/hhhh" or "rgba:…", each part of one to four digits. */
static bool read_rgb(const char *text, double rgb[3])
{
    if (strncmp(text, "rgb", 3) != 0) return false;
    text += 3;
    if (*text == 'a') text++;
    for (int i = 0; i < 3; i++) {
        if (*text++ != (i ? '/' : ':')) return false;
        size_t n = strspn(text, "0123456789abcdefABCDEF");
        if (n < 1 || n > 4) return false;
        rgb[i] = (double)strtoul(text, NULL, 16) / (double)((1u << 4 * n) - 1);
        text += n;
    }
    return true;
}

/* ESC ] at p, up to BEL or ESC \ (or whatever follows an ESC). */
static size_t parse_answer(Input *input, char *p, size_t n)
{
    size_t i = 2;
    while (i < n && p[i] != 0x07 && p[i] != ESC) i++;
    if (i >= MAX_ANSWER) return i;
    if (i == n || (p[i] == ESC && i + 1 == n)) return 0;
    size_t end = p[i] == 0x07 ? i + 1 : i + 2;
    p[i] = '\0';
    if (strncmp(p + 2, "11;", 3) == 0 && read_rgb(p + 5, input->replies.background))
        input->replies.has_background = true;
    return end;
}

/* ---- all of it ---- */

static bool match_own_key(const Input *input, const char *p, size_t n, Event *event, size_t *taken)
{
    for (size_t i = 0; i < input->n_own; i++) {
        const OwnKey *own = &input->own[i];
        if (n < own->n || memcmp(p, own->bytes, own->n) != 0) continue;
        set_key(event, own->key, 0);
        *taken = own->n;
        return true;
    }
    return false;
}

/* How many bytes the character at p has by its first; 1 where that is not one. */
static size_t character_bytes(unsigned char first)
{
    if (first < 0xC2 || first > 0xF4) return 1;
    return first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
}

static size_t parse_character(const Input *input, const char *p, size_t n, bool is_late, uint8_t mods,
                              Event *event)
{
    uint32_t c = (unsigned char)p[0];
    if (c < 0x80 || !input->is_utf8) {
        set_character(event, c, mods);
        return 1;
    }
    if (n < character_bytes((unsigned char)p[0]) && !is_late) return 0;
    size_t bytes = utf8_decode(p, n, &c);
    if (c != TEXT_REPLACEMENT) set_character(event, c, mods); /* bytes that are no character are no key */
    return bytes;
}

/* ESC ] at p. An answer may come when it is no longer waited for, since some terminals pass the question on
 * and give their other answers first: what has a number is one all the same, and nothing that was typed. */
static bool is_answer(const Input *input, const char *p, size_t n)
{
    return input->is_expecting || (input->has_expected && (n == 2 || (p[2] >= '0' && p[2] <= '9')));
}

static size_t parse_escape(Input *input, char *p, size_t n, bool is_late, Event *event)
{
    size_t taken = 0;
    if (match_own_key(input, p, n, event, &taken)) return taken;
    if (n == 1 || p[1] == ESC) { /* alone, or before another sequence */
        if (n == 1 && !is_late) return 0;
        set_key(event, KEYCODE_ESC, 0);
        return 1;
    }
    bool is_sequence = p[1] == '[' || p[1] == 'O' || (p[1] == ']' && is_answer(input, p, n));
    if (is_sequence && n == 2) {
        if (!is_late) return 0;
        set_character(event, (uint32_t)p[1], MOD_ALT);
        return 2;
    }
    if (p[1] == 'O') {
        const LetterKey *letter = find_letter(ss3_letters, p[2]);
        if (letter) set_key(event, letter->key, letter->mods);
        return (unsigned char)p[2] < 0x20 ? 2 : 3;
    }
    if (is_sequence) {
        taken = p[1] == '[' ? parse_csi(input, p, n, event) : parse_answer(input, p, n);
        return taken == 0 && is_late ? n : taken; /* a torso is dropped */
    }
    taken = parse_character(input, p + 1, n - 1, is_late, MOD_ALT, event);
    return taken ? taken + 1 : 0;
}

/* Inside a paste every byte is text up to the end mark. */
static size_t parse_paste(Input *input, char *p, size_t n, bool is_late, Event *event)
{
    static const char mark[] = "\033[201~";
    size_t mark_bytes = sizeof mark - 1, at = input->searched;
    for (;; at++) {
        const char *found = at < n ? memchr(p + at, ESC, n - at) : NULL;
        at = found ? (size_t)(found - p) : n;
        if (n - at < mark_bytes || memcmp(p + at, mark, mark_bytes) == 0) break;
    }
    bool is_whole = n - at >= mark_bytes;
    input->searched = at;
    if (!is_whole && !is_late) return 0;
    input->is_pasting = false;
    size_t end = is_whole ? at : n;
    p[end] = '\0';
    event->kind = EVENT_PASTE;
    event->text = p;
    event->text_len = end;
    return is_whole ? end + mark_bytes : end;
}

/* How long what stands in the buffer may wait for more. */
static int patience_ms(const Input *input)
{
    if (input->is_pasting) return PASTE_SILENCE_MS;
    return input->len - input->start <= 2 ? input->esc_ms : 10 * input->esc_ms;
}

int input_wait_ms(const Input *input, int64_t now_ms)
{
    if (input->start == input->len && !input->is_pasting) return -1;
    int64_t left = input->fed_ms + patience_ms(input) - now_ms;
    return left > 0 ? (int)left : 0;
}

bool input_next(Input *input, int64_t now_ms, Event *event)
{
    while (input->start < input->len || input->is_pasting) {
        char *p = input->data + input->start;
        size_t n = input->len - input->start;
        bool is_late = input_wait_ms(input, now_ms) == 0;
        *event = (Event){.kind = EVENT_NONE};
        size_t taken = input->is_pasting          ? parse_paste(input, p, n, is_late, event)
                       : (unsigned char)*p == ESC ? parse_escape(input, p, n, is_late, event)
                                                  : parse_character(input, p, n, is_late, 0, event);
        bool has_waited = taken == 0 && event->kind == EVENT_NONE;
        if (has_waited) return false;
        input->start += taken;
        if (event->kind != EVENT_NONE) return true;
    }
    return false;
}
