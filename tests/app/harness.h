/* A stage for the app: a library of small lessons, a screen, a clock, and a language for keys.
 *
 *     play(stage, "Tab Enter Down Enter Bksp Esc e '0.5' Enter u q");
 *
 * A word is a key: one character, or Space Enter Esc Tab S-Tab Bksp Del Up Down Left Right Home End PgUp
 * PgDn, with C- or A- before it. A word in quotes is typed character by character.
 */
#ifndef HEED_TESTS_APP_HARNESS_H
#define HEED_TESTS_APP_HARNESS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "app/app_state.h"

typedef struct Stage {
    App *app;
    Arena *arena;
    int rows, cols;
    int64_t mono_ms;
    StrBuf appended;                   /* journal lines so far, each with its newline */
    StrBuf copied;                     /* the last text copied */
    StrBuf presented;                  /* what the speaker was last told; "" when presenting has ended */
    size_t n_effects[EFFECT_BELL + 1]; /* of each kind so far */
    int mouse;                         /* value of the last EFFECT_MOUSE */
    int draw_every; /* how many events go before one frame, as when keys come faster than frames */
    int undrawn;
} Stage;

extern const Library stage_library; /* three-keys, long-read, dials */
extern const char *const three_keys_text;

/* At home, 24 x 80, with this journal. */
Stage *stage_new_with(const char *journal, Charset charset);
/* The same with another library, which outlives the stage. */
Stage *stage_new_in(const Library *library, const char *journal, Charset charset);
Stage *stage_new(void);
void stage_free(Stage *stage);

void play(Stage *stage, const char *script);
void deliver(Stage *stage, Event event);
void press(Stage *stage, uint32_t key, uint8_t mods);
void paste(Stage *stage, const char *bytes, size_t len);
void click(Stage *stage, int row, int col);
/* Clicks the first place on the screen where this text stands. */
void click_on(Stage *stage, const char *text);
void resize(Stage *stage, int rows, int cols);
void tick(Stage *stage, int64_t ms);

Frame *stage_frame(Stage *stage);
/* The screen as text; good until the stage is freed. */
const char *screen(Stage *stage);
void assert_shows_at(Stage *stage, const char *text, const char *file, int line);
void assert_lacks_at(Stage *stage, const char *text, const char *file, int line);
#define assert_shows(stage, text) assert_shows_at(stage, text, __FILE__, __LINE__)
#define assert_lacks(stage, text) assert_lacks_at(stage, text, __FILE__, __LINE__)

/* The selected element's text, "alpha[2]"; "" where none is. */
const char *selected(Stage *stage);
/* The element that the panel explains; "" where it is closed. */
const char *explained(Stage *stage);
const char *edits(Stage *stage);
double value_of(Stage *stage, const char *expr);
/* "screen.step", both from 1. */
const char *place_of(Stage *stage);

/* Every number on the screen is the element that it refers to, in its format. */
void assert_numbers_are_true(Stage *stage, const Frame *frame);

#endif
