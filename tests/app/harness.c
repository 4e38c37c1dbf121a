/* The stage performs effects by counting them, and draws a frame after every event, as the loop does:
 * whatever a key leads to must be drawable.
 */
#include "harness.h"

#include "heed/text.h"

#include <stdlib.h>
#include <string.h>

/* ----------------------------------------------------------------- lessons */

const char *const three_keys_text = "---\n"
                                    "title: Three keys\n"
                                    "part: First part\n"
                                    "order: 1\n"
                                    "level: beginner\n"
                                    "---\n"
                                    "\n"
                                    "## Which key does the query match?\n"
                                    "\n"
                                    "A query meets every key once, and the meeting leaves a score.\n"
                                    "\n"
                                    "```live\n"
                                    "q = [1, 0, 1, 0]\n"
                                    "K = [[1, 1, 0, 0], [0, 0, 1, 1], [1, 0, 1, 1]]\n"
                                    "s = q @ K.T\n"
                                    "```\n"
                                    "\n"
                                    "```show\n"
                                    "columns q K s | One row a key.\n"
                                    "```\n"
                                    "\n"
                                    "<!-- pause scale -->\n"
                                    "\n"
                                    "**Scores are made smaller.** The third is {s[2]:.4f} before.\n"
                                    "\n"
                                    "```live\n"
                                    "z = s / sqrt(cols(K))\n"
                                    "```\n"
                                    "\n"
                                    "```show\n"
                                    "matrix z | Scaled scores.\n"
                                    "```\n"
                                    "\n"
                                    "## What becomes of the scores?\n"
                                    "\n"
                                    "Shares of one whole, by softmax.\n"
                                    "\n"
                                    "```live\n"
                                    "alpha = softmax(z)\n"
                                    "```\n"
                                    "\n"
                                    "```show\n"
                                    "bars alpha | The weights.\n"
                                    "```\n"
                                    "\n"
                                    "```claim\n"
                                    "always: isclose(sum(alpha), 1) | The weights sum to one.\n"
                                    "```\n"
                                    "\n"
                                    "<!-- pause blend -->\n"
                                    "\n"
                                    "A zebra stands at the very end.\n"
                                    "\n"
                                    "### History\n"
                                    "\n"
                                    "An okapi was seen by nobody before.\n";

static const char dials_text[] = "---\n"
                                 "title: Dials\n"
                                 "part: Second part\n"
                                 "order: 3\n"
                                 "level: beginner\n"
                                 "---\n"
                                 "\n"
                                 "## What does the temperature do?\n"
                                 "\n"
                                 "It divides the scores.\n"
                                 "\n"
                                 "```live\n"
                                 "T = slider(1, 0.5, 4, step=0.25)\n"
                                 "x = [0.90, 2]\n"
                                 "w = softmax(x / T)\n"
                                 "```\n"
                                 "\n"
                                 "```show\n"
                                 "matrix x w | Values and weights.\n"
                                 "control T | The temperature.\n"
                                 "```\n"
                                 "\n"
                                 "```math\n"
                                 "w = \\mathrm{softmax}(x / T)\n"
                                 "```\n"
                                 "\n"
                                 "```terms\n"
                                 "w : the weights\n"
                                 "T = T : the temperature\n"
                                 "```\n"
                                 "\n"
                                 "```quiz dials/second number\n"
                                 "What is the second weight?\n"
                                 "draw: x = [0.5, 1 + randint(1, 3, 1, seed=draw_seed)[0]]\n"
                                 "answer: w[1]\n"
                                 "hint: Divide first.\n"
                                 "```\n"
                                 "\n"
                                 "```card dials/turn\n"
                                 "front: x is {x:.2f}. What is the second weight?\n"
                                 "back: It is {w[1]:.4f}.\n"
                                 "draw: x = [0.5, 1 + randint(1, 3, 1, seed=draw_seed)[0]]\n"
                                 "```\n";

/* Thirty paragraphs: more than any test screen holds. */
static char long_text[8192];

static const int three_steps[] = {2, 2}, one_step[] = {1}, long_steps[] = {1, 1};
static const char *const three_titles[] = {"Which key does the query match?", "What becomes of the scores?"};
static const char *const long_titles[] = {"How long is long?", "And then?"};
static const char *const dial_titles[] = {"What does the temperature do?"};

static LibraryEntry entries[] = {
    {.id = "three-keys",
     .title = "Three keys",
     .part = "First part",
     .order = 1,
     .n_screens = 2,
     .steps = three_steps,
     .screen_titles = three_titles},
    {.id = "long-read",
     .title = "A long read",
     .part = "First part",
     .order = 2,
     .n_screens = 2,
     .steps = long_steps,
     .screen_titles = long_titles},
    {.id = "dials",
     .title = "Dials",
     .part = "Second part",
     .order = 3,
     .n_screens = 1,
     .steps = one_step,
     .screen_titles = dial_titles,
     .n_cards = 1},
};

static const char stage_glossary[] = "## score\n\n- names: s\n- see: weight\n\nHow well a key fits.\n\n"
                                     "## softmax\n\n- see: weight\n\nMakes shares.\n\n"
                                     "## weight\n\n- also: share\n- names: alpha, w\n- see: softmax, score\n\nHow much is taken.\n\n"
                                     "## zebra\n\nStriped.\n";

const Library stage_library = {entries, sizeof entries / sizeof *entries, "", stage_glossary};

static void write_lessons(void)
{
    StrBuf text = {0};
    strbuf_add(&text, "---\ntitle: A long read\npart: First part\norder: 2\nlevel: beginner\n---\n\n## How "
                      "long is long?\n");
    for (int i = 1; i <= 30; i++)
        strbuf_printf(&text, "\nParagraph of the letter %c%c.\n", 'A' + i / 26, 'a' + i % 26);
    strbuf_add(&text, "\n```live\na = [1, 2, 3]\n```\n\n```show\nmatrix a | The bottom.\n```\n\n## And "
                      "then?\n\nNothing.\n");
    memcpy(long_text, strbuf_text(&text), text.len + 1);
    strbuf_free(&text);
    entries[0].text = three_keys_text;
    entries[1].text = long_text;
    entries[2].text = dials_text;
    for (size_t i = 0; i < stage_library.count; i++) entries[i].len = strlen(entries[i].text);
}

/* ------------------------------------------------------------------- stage */

Stage *stage_new_with(const char *journal, Charset charset)
{
    write_lessons();
    return stage_new_in(&stage_library, journal, charset);
}

Stage *stage_new_in(const Library *library, const char *journal, Charset charset)
{
    Stage *stage = heed_xcalloc(1, sizeof *stage);
    stage->arena = arena_new();
    stage->rows = 24;
    stage->cols = 80;
    stage->draw_every = 1;
    AppConfig config = {.library = library,
                        .charset = charset,
                        .version = "0.0.0",
                        .isa = "test",
                        .journal = journal,
                        .journal_len = strlen(journal),
                        .wall_ms = 1795993445000,
                        .utc_offset_min = 60};
    stage->app = app_new(&config);
    return stage;
}

Stage *stage_new(void)
{
    return stage_new_with("", CHARSET_UTF8);
}

void stage_free(Stage *stage)
{
    app_free(stage->app);
    arena_free(stage->arena);
    strbuf_free(&stage->appended);
    strbuf_free(&stage->copied);
    strbuf_free(&stage->presented);
    free(stage);
}

static void perform(Stage *stage, const Effect *effect)
{
    stage->n_effects[effect->kind]++;
    if (effect->kind == EFFECT_MOUSE) stage->mouse = effect->value;
    if (effect->kind == EFFECT_APPEND) strbuf_printf(&stage->appended, "%s\n", effect->text);
    if (effect->kind == EFFECT_PRESENT) {
        strbuf_clear(&stage->presented);
        strbuf_add(&stage->presented, effect->text != NULL ? effect->text : "");
    }
    if (effect->kind == EFFECT_COPY) {
        strbuf_clear(&stage->copied);
        strbuf_add(&stage->copied, effect->text);
    }
}

Frame *stage_frame(Stage *stage)
{
    return app_draw(stage->app, stage->arena, stage->rows, stage->cols);
}

void deliver(Stage *stage, Event event)
{
    size_t n;
    stage->mono_ms += 1;
    event.mono_ms = stage->mono_ms;
    event.wall_ms = 1795993445000 + stage->mono_ms;
    event.utc_offset_min = 60;
    const Effect *effects = app_event(stage->app, &event, &n);
    for (size_t i = 0; i < n; i++) perform(stage, &effects[i]);
    if (++stage->undrawn < stage->draw_every) return;
    stage->undrawn = 0;
    Arena *arena = arena_new();
    app_draw(stage->app, arena, stage->rows, stage->cols);
    arena_free(arena);
}

void press(Stage *stage, uint32_t key, uint8_t mods)
{
    deliver(stage, (Event){.kind = EVENT_KEY, .key = key, .mods = mods});
}

void paste(Stage *stage, const char *bytes, size_t len)
{
    deliver(stage, (Event){.kind = EVENT_PASTE, .text = bytes, .text_len = len});
}

void click(Stage *stage, int row, int col)
{
    deliver(stage, (Event){.kind = EVENT_MOUSE, .button = MOUSE_LEFT, .row = row, .col = col});
}

void resize(Stage *stage, int rows, int cols)
{
    stage->rows = rows;
    stage->cols = cols;
    deliver(stage, (Event){.kind = EVENT_RESIZE, .rows = rows, .cols = cols});
}

void tick(Stage *stage, int64_t ms)
{
    stage->mono_ms += ms;
    deliver(stage, (Event){.kind = EVENT_TICK});
}

/* -------------------------------------------------------------------- keys */

static const struct {
    const char *word;
    uint32_t key;
} key_words[] = {
    {"Space", ' '},          {"Enter", KEYCODE_ENTER},   {"Esc", KEYCODE_ESC},
    {"Tab", KEYCODE_TAB},    {"S-Tab", KEYCODE_BACKTAB}, {"Bksp", KEYCODE_BACKSPACE},
    {"Del", KEYCODE_DELETE}, {"Up", KEYCODE_UP},         {"Down", KEYCODE_DOWN},
    {"Left", KEYCODE_LEFT},  {"Right", KEYCODE_RIGHT},   {"Home", KEYCODE_HOME},
    {"End", KEYCODE_END},    {"PgUp", KEYCODE_PAGE_UP},  {"PgDn", KEYCODE_PAGE_DOWN},
};

static void play_word(Stage *stage, const char *word, size_t len)
{
    uint8_t mods = 0;
    for (; len > 2 && word[1] == '-' && (word[0] == 'C' || word[0] == 'A'); word += 2, len -= 2)
        mods |= word[0] == 'C' ? MOD_CTRL : MOD_ALT;
    for (size_t i = 0; i < sizeof key_words / sizeof *key_words; i++)
        if (strlen(key_words[i].word) == len && memcmp(key_words[i].word, word, len) == 0) {
            press(stage, key_words[i].key, mods);
            return;
        }
    uint32_t c;
    if (utf8_decode(word, len, &c) != len) fail_msg("no such key: %.*s", (int)len, word);
    press(stage, c, mods);
}

static void type_text(Stage *stage, const char *text, size_t len)
{
    for (size_t i = 0; i < len;) {
        uint32_t c;
        i += utf8_decode(text + i, len - i, &c);
        press(stage, c, 0);
    }
}

void play(Stage *stage, const char *script)
{
    for (;;) {
        script += strspn(script, " ");
        if (*script == '\0') return;
        bool is_quoted = *script == '\'' && script[1] != '\0' && strchr(script + 1, '\'') != NULL;
        if (is_quoted) script++;
        size_t len = strcspn(script, is_quoted ? "'" : " ");
        if (is_quoted)
            type_text(stage, script, len);
        else
            play_word(stage, script, len);
        script += len + is_quoted;
    }
}

/* --------------------------------------------------------------- assertions */

const char *screen(Stage *stage)
{
    return frame_text(stage->arena, stage_frame(stage), false);
}

void assert_shows_at(Stage *stage, const char *text, const char *file, int line)
{
    const char *seen = screen(stage);
    if (strstr(seen, text) != NULL) return;
    print_error("%s:%d: \"%s\" is not on this screen:\n%s\n", file, line, text, seen);
    _fail(file, line);
}

void assert_lacks_at(Stage *stage, const char *text, const char *file, int line)
{
    const char *seen = screen(stage);
    if (strstr(seen, text) == NULL) return;
    print_error("%s:%d: \"%s\" is on this screen:\n%s\n", file, line, text, seen);
    _fail(file, line);
}

void click_on(Stage *stage, const char *text)
{
    Frame *frame = stage_frame(stage);
    for (int row = 0; row < frame->rows; row++) {
        const char *line = frame_row_text(stage->arena, frame, row);
        const char *at = strstr(line, text);
        if (at == NULL) continue;
        click(stage, row, (int)text_width_n(line, (size_t)(at - line)));
        return;
    }
    fail_msg("\"%s\" is not on the screen:\n%s", text, frame_text(stage->arena, frame, false));
}

static const char *element(Stage *stage, ElementRef ref)
{
    Layer *layer = visit_layer(stage->app->visit, ref);
    return layer_element_text(layer, stage->arena, ref);
}

const char *selected(Stage *stage)
{
    Visit *visit = stage->app->visit;
    return visit != NULL && visit->has_selection ? element(stage, visit->selection) : "";
}

const char *explained(Stage *stage)
{
    WhyLevel *top = stage->app->visit != NULL ? visit_why_top(stage->app->visit) : NULL;
    return top != NULL ? element(stage, top->ref) : "";
}

const char *edits(Stage *stage)
{
    return arena_strdup(stage->arena, history_text(stage->app->visit->history));
}

double value_of(Stage *stage, const char *expr)
{
    Diags diags;
    ElementRef ref;
    NumKind kind;
    double value = 0;
    diags_init(&diags, stage->arena);
    Layer *layer = stage->app->visit->now.layer;
    assert_true(layer_ask_element(layer, expr, "test", &ref, &diags));
    assert_true(layer_number(layer, ref, &value, &kind));
    return value;
}

const char *place_of(Stage *stage)
{
    Visit *visit = stage->app->visit;
    if (visit == NULL) return "home";
    return arena_printf(stage->arena, "%d.%d", visit->place.screen + 1, visit->place.step + 1);
}

void assert_numbers_are_true(Stage *stage, const Frame *frame)
{
    Visit *visit = stage->app->visit;
    for (size_t i = 0; i < (size_t)frame->rows * (size_t)frame->cols; i++) {
        const Cell *cell = &frame->cells[i];
        bool is_number = cell->role == ROLE_NUMBER || cell->role == ROLE_CHANGED;
        if (is_number && strcmp(cell->glyph, " ") != 0) assert_true(cell->span > 0);
    }
    for (size_t i = 0; visit != NULL && i < frame->n_spans; i++) {
        const FrameSpan *span = &frame->spans[i];
        double value;
        NumKind kind;
        if (span->kind != SPAN_NUMBER || span->width == 0 || span->ref.node == 0) continue;
        Layer *layer = visit_layer(visit, span->ref);
        assert_non_null(layer);
        assert_true(layer_number(layer, span->ref, &value, &kind));
        assert_string_equal(span->text, num_text(stage->arena, value, kind, span->format));
    }
}
