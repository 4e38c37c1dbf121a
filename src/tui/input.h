/* Bytes from a terminal, made into events. Knows no terminal and no clock: time comes
 * with the bytes. Internal to tui.
 */
#ifndef HEED_TUI_INPUT_H
#define HEED_TUI_INPUT_H

#include "heed/event.h"
#include <stdbool.h>

typedef struct Input Input;

/* is_utf8: else bytes from 0x80 on are Latin-1. esc_ms: how long a lone ESC waits for a
 * sequence to go on. */
Input *input_new(bool is_utf8, int esc_ms);
void input_free(Input *input);

/* A sequence of this terminal's own, from terminfo: at least two bytes, the first ESC. */
void input_add_key(Input *input, const char *sequence, uint32_t key);
/* Answers of the terminal are expected from now on (or no longer): until then ESC ] is Alt-], and afterwards
 * again unless a number follows, as in an answer that is late. */
void input_expect_replies(Input *input, bool is_expecting);

void input_feed(Input *input, const char *bytes, size_t n, int64_t now_ms);
/* The next event; false where there is none yet. Only kind, key, mods, button, row, col, text
 * and text_len are filled; text stays valid until the next call of any of these. */
bool input_next(Input *input, int64_t now_ms, Event *event);
/* Milliseconds until bytes that wait for more are decided by time; -1: none wait. */
int input_wait_ms(const Input *input, int64_t now_ms);

/* What the terminal has answered so far. */
typedef struct InputReplies {
    bool has_attributes;  /* DA1: an answer that every terminal gives */
    int column;           /* CPR: where the cursor stood, counted from 1; 0: not told */
    bool has_background;  /* OSC 11 */
    double background[3]; /* red, green, blue in 0..1 */
} InputReplies;

const InputReplies *input_replies(const Input *input);

#endif
