/* Keys by name, as an xterm sends them. */
#include "terminal_internal.h"
#include <stdio.h>
#include <string.h>

static const struct {
    const char *name, *bytes;
    const char *application; /* in application cursor mode, NULL: the same */
} keys[] = {
    {"Up", "\033[A", "\033OA"},   {"Down", "\033[B", "\033OB"}, {"Right", "\033[C", "\033OC"},
    {"Left", "\033[D", "\033OD"}, {"Home", "\033[H", "\033OH"}, {"End", "\033[F", "\033OF"},
    {"PgUp", "\033[5~", NULL},    {"PgDn", "\033[6~", NULL},    {"Insert", "\033[2~", NULL},
    {"Delete", "\033[3~", NULL},  {"Tab", "\t", NULL},          {"BackTab", "\033[Z", NULL},
    {"Enter", "\r", NULL},        {"Esc", "\033", NULL},        {"Space", " ", NULL},
    {"Backspace", "\177", NULL},  {"F1", "\033OP", NULL},       {"F2", "\033OQ", NULL},
    {"F3", "\033OR", NULL},       {"F4", "\033OS", NULL},       {"F5", "\033[15~", NULL},
    {"F6", "\033[17~", NULL},     {"F7", "\033[18~", NULL},     {"F8", "\033[19~", NULL},
    {"F9", "\033[20~", NULL},     {"F10", "\033[21~", NULL},    {"F11", "\033[23~", NULL},
    {"F12", "\033[24~", NULL},
};

static void send_text(Terminal *terminal, const char *text)
{
    terminal_send(terminal, text, strlen(text));
}

void terminal_type(Terminal *terminal, const char *text)
{
    send_text(terminal, text);
}

static bool send_named(Terminal *terminal, const char *name)
{
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        if (strcmp(keys[i].name, name) != 0) continue;
        bool is_application = keys[i].application && terminal_mode(terminal, 1);
        send_text(terminal, is_application ? keys[i].application : keys[i].bytes);
        return true;
    }
    return false;
}

static void send_key(Terminal *terminal, const char *key)
{
    if (send_named(terminal, key)) {
        if (strcmp(key, "Esc") == 0) terminal_settle(terminal, 150);
    } else if (key[0] == 'C' && key[1] == '-' && key[2] && !key[3]) {
        char control = (char)(key[2] & 0x1F);
        terminal_send(terminal, &control, 1);
    } else if (key[0] == 'M' && key[1] == '-' && key[2]) {
        char bytes[64];
        snprintf(bytes, sizeof bytes, "\033%s", key + 2);
        send_text(terminal, bytes);
    } else {
        send_text(terminal, key);
    }
}

void terminal_keys(Terminal *terminal, const char *names)
{
    char *copy = heed_xstrdup(names), *rest = copy;
    for (char *key; (key = strtok_r(rest, " ", &rest));) send_key(terminal, key);
    free(copy);
}

void terminal_paste(Terminal *terminal, const char *text, size_t n)
{
    StrBuf bytes = {0};
    strbuf_add(&bytes, "\033[200~");
    strbuf_add_n(&bytes, text, n);
    strbuf_add(&bytes, "\033[201~");
    terminal_send(terminal, bytes.data, bytes.len);
    strbuf_free(&bytes);
}

static void send_mouse(Terminal *terminal, int button, int row, int col, char end)
{
    char bytes[64];
    int n = snprintf(bytes, sizeof bytes, "\033[<%d;%d;%d%c", button, col + 1, row + 1, end);
    terminal_send(terminal, bytes, (size_t)n);
}

void terminal_click(Terminal *terminal, int row, int col)
{
    send_mouse(terminal, 0, row, col, 'M');
    send_mouse(terminal, 0, row, col, 'm');
}

void terminal_wheel(Terminal *terminal, int row, int col, bool is_up)
{
    send_mouse(terminal, is_up ? 64 : 65, row, col, 'M');
}
