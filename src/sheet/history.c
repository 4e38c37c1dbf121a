/* A student's edits, and the way back.
 *
 * A state is the list of lines that lie over the lesson, at most one a name. The
 * history is the row of all states so far with a place in it: undo and redo only
 * move that place, a change cuts what lies behind it and adds a state. So
 * nothing is ever computed backwards, and undoing a reset is as exact as undoing
 * a keystroke.
 *
 * A run of nudges of one cell is one unit: while a run is open, a further nudge
 * of the same cell rewrites the newest state instead of adding one. Whatever
 * else happens closes the run. "Was" is the state that undo or redo would return
 * to, so it stays put while a run goes on.
 */
#include "heed/sheet.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct State {
    char **lines; /* owned */
    size_t count;
    char *text; /* the lines joined by newlines */
} State;

struct History {
    State **states; /* states[0] is the lesson untouched */
    size_t count, capacity;
    size_t now, was; /* places in states */
    bool run_open;
    ElementRef run_cell;
};

/* ------------------------------------------------------------------ states */

/* The name that a line `name = expr` sets: its length, from the first byte that is no blank. */
static const char *line_name(const char *line, size_t *length)
{
    const char *name = line + strspn(line, " \t");
    *length = strcspn(name, " \t=");
    return name;
}

static bool same_name(const char *a, const char *b)
{
    size_t a_length, b_length;
    const char *a_name = line_name(a, &a_length);
    const char *b_name = line_name(b, &b_length);
    return a_length == b_length && memcmp(a_name, b_name, a_length) == 0;
}

static State *state_new(size_t count)
{
    State *state = heed_xcalloc(1, sizeof *state);
    state->lines = heed_xcalloc(count > 0 ? count : 1, sizeof *state->lines);
    state->count = count;
    return state;
}

static void state_free(State *state)
{
    for (size_t i = 0; i < state->count; i++) free(state->lines[i]);
    free(state->lines);
    free(state->text);
    free(state);
}

static void state_join(State *state)
{
    StrBuf buf = {0};
    for (size_t i = 0; i < state->count; i++) {
        if (i > 0) strbuf_add_char(&buf, '\n');
        strbuf_add(&buf, state->lines[i]);
    }
    state->text = heed_xstrdup(strbuf_text(&buf));
    strbuf_free(&buf);
}

/* `before` with `line` in the place of the line of the same name, or at the end. */
static State *state_with(const State *before, const char *line)
{
    size_t place = 0;
    while (place < before->count && !same_name(before->lines[place], line)) place++;
    State *state = state_new(place < before->count ? before->count : before->count + 1);
    for (size_t i = 0; i < state->count; i++)
        state->lines[i] = heed_xstrdup(i == place ? line : before->lines[i]);
    state_join(state);
    return state;
}

/* ----------------------------------------------------------------- history */

static void drop_after_now(History *history)
{
    while (history->count > history->now + 1) state_free(history->states[--history->count]);
}

static void push(History *history, State *state)
{
    drop_after_now(history);
    if (history->count == history->capacity) {
        size_t capacity = history->capacity > 0 ? 2 * history->capacity : 16;
        history->states = heed_xrealloc(history->states, capacity * sizeof *history->states);
        history->capacity = capacity;
    }
    history->states[history->count++] = state;
    history->was = history->now;
    history->now = history->count - 1;
}

History *history_new(void)
{
    History *history = heed_xcalloc(1, sizeof *history);
    State *untouched = state_new(0);
    state_join(untouched);
    push(history, untouched);
    history->now = history->was = 0;
    return history;
}

void history_free(History *history)
{
    if (history == NULL) return;
    for (size_t i = 0; i < history->count; i++) state_free(history->states[i]);
    free(history->states);
    free(history);
}

static const State *state_now(const History *history)
{
    return history->states[history->now];
}

/* A change that leaves every line as it was is none: undo must always be seen to do something. */
static bool push_if_new(History *history, State *state)
{
    if (strcmp(state->text, state_now(history)->text) == 0) {
        state_free(state);
        return false;
    }
    push(history, state);
    return true;
}

void history_commit(History *history, const char *line)
{
    assert(strchr(line, '=') != NULL);
    history->run_open = false;
    push_if_new(history, state_with(state_now(history), line));
}

void history_set(History *history, const char *lines)
{
    State *state = state_new(0);
    state_join(state);
    while (*lines != '\0') {
        size_t length = strcspn(lines, "\n");
        char *line = heed_xmalloc(length + 1);
        memcpy(line, lines, length);
        line[length] = '\0';
        if (strchr(line, '=') != NULL) {
            State *longer = state_with(state, line);
            state_free(state);
            state = longer;
        }
        free(line);
        lines += length + (lines[length] == '\n');
    }
    history->run_open = false;
    push_if_new(history, state);
}

/* An open run's state is the newest. A run that comes back to where it began is no change at all. */
static void continue_run(History *history, State *state)
{
    state_free(history->states[history->now]);
    history->states[history->now] = state;
    if (strcmp(state->text, history->states[history->now - 1]->text) != 0) return;
    history->now--;
    history->was = history->now;
    history->run_open = false;
    drop_after_now(history);
}

void history_nudge(History *history, const char *line, ElementRef cell)
{
    assert(strchr(line, '=') != NULL);
    State *state = state_with(state_now(history), line);
    if (history->run_open && element_ref_equal(history->run_cell, cell)) {
        continue_run(history, state);
        return;
    }
    history->run_open = push_if_new(history, state);
    history->run_cell = cell;
}

void history_reset(History *history)
{
    history->run_open = false;
    State *untouched = state_new(0);
    state_join(untouched);
    push_if_new(history, untouched);
}

static void move_to(History *history, size_t place)
{
    history->run_open = false;
    history->was = history->now;
    history->now = place;
}

bool history_undo(History *history)
{
    if (history->now == 0) return false;
    move_to(history, history->now - 1);
    return true;
}

bool history_redo(History *history)
{
    if (history->now + 1 == history->count) return false;
    move_to(history, history->now + 1);
    return true;
}

size_t history_count(const History *history)
{
    return state_now(history)->count;
}

const char *history_text(const History *history)
{
    return state_now(history)->text;
}

const char *history_was(const History *history)
{
    return history->states[history->was]->text;
}
