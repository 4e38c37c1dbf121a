#include "harness.h"

#include <stdlib.h>
#include <string.h>

/* A student who hits any key at any size at any time. The generator is fixed: a failure can be played again.
 */

static uint32_t next(uint32_t *random)
{
    *random = *random * 1664525u + 1013904223u;
    return *random >> 8;
}

/* What the keyboard of the monkey has; the more often a key stands here, the more often it is hit. */
/* clang-format off */
static const uint32_t keys[] = {
    'P', 'P', 'B', 's', 'S', '.', '2', KEYCODE_F1, KEYCODE_F1 + 1, ' ', ' ', ' ', 'j', 'k', 'h', 'l', 'g', 'G',
    'n', 'N', 'o', 'i', 'q', 't', 'm', '?', '/', ':', 'e', 'E', 'e', '+', '-', '+', '-', 'y', 'w', 'x', 'x',
    'c', 'c', 'p', 'C', 'S', 'P', 'P', 'b', 'F', 'L', 'A', 'd', '=', '2', 'z', '4', 'H', 'u', 'u', 'r', '1',
    '0', '.', '[', ']', ',', '(', ')', '@', 's', 'K', 0x3b1, 0x6f22, 0x301, KEYCODE_ENTER, KEYCODE_ENTER,
    KEYCODE_ENTER, KEYCODE_ESC, KEYCODE_TAB, KEYCODE_TAB, KEYCODE_TAB, KEYCODE_BACKTAB, KEYCODE_BACKSPACE,
    KEYCODE_DELETE, KEYCODE_UP, KEYCODE_DOWN, KEYCODE_DOWN, KEYCODE_LEFT, KEYCODE_RIGHT, KEYCODE_RIGHT,
    KEYCODE_HOME, KEYCODE_END, KEYCODE_PAGE_UP, KEYCODE_PAGE_DOWN, KEYCODE_F1, KEYCODE_F1 + 1, KEYCODE_F1 + 8,
    KEYCODE_UNKNOWN, 0, 0x7f, 0x10FFFF,
};
/* clang-format on */

static const char *const pastes[] = {"[1, 2, 3, 4]", "q\x1b[A\nt", "",    "softmax(q)",           "1e30",
                                     "s @ K",        "\xff\xfe",   "nan", "[[1,1,0,0],[0,0,1,1]]"};

static const int sizes[][2] = {{24, 80}, {24, 80}, {40, 120}, {12, 40}, {5, 20},
                               {1, 1},   {0, 0},   {50, 200}, {3, 90},  {60, 7},
                               {2, 500}, {500, 2}, {20, 60}};

static Event random_key(uint32_t *random)
{
    uint8_t mods = next(random) % 12 == 0 ? (uint8_t)(next(random) % 8) : 0;
    return (Event){.kind = EVENT_KEY, .key = keys[next(random) % (sizeof keys / sizeof *keys)], .mods = mods};
}

static Event random_event(Stage *stage, uint32_t *random)
{
    switch (next(random) % 40) {
    case 0: {
        const int *size = sizes[next(random) % (sizeof sizes / sizeof *sizes)];
        stage->rows = size[0];
        stage->cols = size[1];
        return (Event){.kind = EVENT_RESIZE, .rows = size[0], .cols = size[1]};
    }
    case 1:
    case 2: {
        MouseButton button = (MouseButton)(next(random) % (MOUSE_WHEEL_DOWN + 1));
        return (Event){.kind = EVENT_MOUSE,
                       .button = button,
                       .row = (int)(next(random) % 26) - 1,
                       .col = (int)(next(random) % 84) - 1};
    }
    case 3: {
        const char *text = pastes[next(random) % (sizeof pastes / sizeof *pastes)];
        return (Event){.kind = EVENT_PASTE, .text = text, .text_len = strlen(text)};
    }
    case 4: return (Event){.kind = EVENT_TICK};
    case 5: return (Event){.kind = (EventKind)(next(random) % (EVENT_INTERRUPT + 2))};
    default: return random_key(random);
    }
}

/* What was laid out before is drawn again only where it would come out the same. */
static void assert_screen_is_of_the_state(Stage *stage)
{
    const char *drawn = frame_text(stage->arena, stage_frame(stage), true);
    stage->app->measured_look = 0;
    const char *fresh = frame_text(stage->arena, stage_frame(stage), true);
    size_t same = 0;
    while (drawn[same] != '\0' && drawn[same] == fresh[same]) same++;
    while (same > 0 && drawn[same - 1] != '\n') same--; /* the first row that differs */
    if (strcmp(drawn, fresh) != 0) fail_msg("drawn:\n%.300s\nfresh:\n%.300s", drawn + same, fresh + same);
}

static void twenty_thousand_random_events_leave_a_true_screen(void **state)
{
    (void)state;
    uint32_t random = 20261129;
    Stage *stage = stage_new();
    stage->draw_every = 20;
    for (int i = 0; i < 20000; i++) {
        deliver(stage, random_event(stage, &random));
        if (i % 20 != 0) continue;
        arena_reset(stage->arena);
        assert_numbers_are_true(stage, stage_frame(stage));
        assert_screen_is_of_the_state(stage);
    }
    assert_true(stage->n_effects[EFFECT_APPEND] > 0);
    assert_true(stage->n_effects[EFFECT_QUIT] > 0);
    Stage *next_start = stage_new_with(strbuf_text(&stage->appended), CHARSET_ASCII);
    assert_lacks(next_start, "damaged");
    stage_free(next_start);
    stage_free(stage);
}

static void random_reloads_are_survived(void **state)
{
    (void)state;
    uint32_t random = 7;
    Stage *stage = stage_new();
    play(stage, "g Enter");
    size_t len = strlen(three_keys_text);
    char *text = heed_xmalloc(len + 1);
    for (int i = 0; i < 400; i++) {
        memcpy(text, three_keys_text, len + 1);
        if (i % 2) text[next(&random) % len] = (char)(' ' + next(&random) % 95);
        app_reload(stage->app, text, i % 5 == 0 ? next(&random) % len : len);
        for (int k = 0; k < 10; k++) deliver(stage, random_key(&random));
    }
    free(text);
    stage_free(stage);
}

/* Each list, with its last item chosen, while the file it was made from becomes another or a shorter one. */
static void a_list_that_a_reload_made_shorter_leads_somewhere_or_nowhere(void **state)
{
    (void)state;
    static const char *const lists[] = {"= G",   "o G",   "D G", "S", "? G",   "/ 'a' Enter n",
                                        "Tab w", "Tab d", "x",   "c", "P o G", "P ="};
    static const char *const next_keys[] = {"Enter", "Down Enter", "Up Up Enter", "Space", "G Enter", "n", "Esc q"};
    static const char bare[] = "---\ntitle: T\npart: P\norder: 1\nlevel: x\n---\n\n## Q?\n\nNothing.\n";
    const char *const texts[] = {bare, three_keys_text};
    for (size_t l = 0; l < sizeof lists / sizeof *lists; l++)
        for (size_t k = 0; k < sizeof next_keys / sizeof *next_keys; k++)
            for (size_t t = 0; t < 2; t++) {
                Stage *stage = stage_new();
                Diags diags;
                diags_init(&diags, stage->arena);
                const char *dials = stage_library.entries[2].text;
                assert_true(app_open_text(stage->app, "dials.md", dials, strlen(dials), 0, 0, "", &diags));
                play(stage, lists[l]);
                app_reload(stage->app, texts[t], strlen(texts[t]));
                play(stage, next_keys[k]);
                assert_numbers_are_true(stage, stage_frame(stage));
                stage_free(stage);
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(twenty_thousand_random_events_leave_a_true_screen),
        cmocka_unit_test(random_reloads_are_survived),
        cmocka_unit_test(a_list_that_a_reload_made_shorter_leads_somewhere_or_nowhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
