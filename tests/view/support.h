/* Lessons, layers and frames for the tests of view. */
#ifndef HEED_TESTS_VIEW_SUPPORT_H
#define HEED_TESTS_VIEW_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "heed/view.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A lesson, evaluated: as it stands, or under an edit with the state before it as `was`. */
typedef struct Opened {
    Arena *arena;
    Lesson *lesson;
    Layer *now, *was;
    ElementRef path[8];
    ViewState state;
} Opened;

static inline char *read_text(Arena *arena, const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file) return NULL;
    StrBuf out = {0};
    char chunk[4096];
    for (size_t n; (n = fread(chunk, 1, sizeof chunk, file)) > 0;) strbuf_add_n(&out, chunk, n);
    fclose(file);
    return strbuf_take(&out, arena);
}

static inline Layer *layer_under(const Lesson *lesson, Arena *arena, const char *lines, const Layer *reuse)
{
    if (!lines || !*lines) return layer_new(lesson->sheet, NULL, 0, reuse);
    SourceText *source = arena_alloc(arena, sizeof *source);
    Overlay *overlay = arena_alloc(arena, sizeof *overlay);
    Diags diags;
    diags_init(&diags, arena);
    *source = (SourceText){"edit", arena_strdup(arena, lines), strlen(lines)};
    if (!overlay_parse(arena, lesson->sheet, source, 0, source->len, OVERLAY_ANY, overlay, &diags))
        fail_msg("%s", diags_format(arena, &diags));
    const Overlay *list[1] = {overlay};
    return layer_new(lesson->sheet, list, 1, reuse);
}

static const ViewHint test_hints[] = {
    {"Space", "on", 1}, {"←", "back", 2}, {"Tab", "number", 3}, {"?", "help", 4}};

static inline Opened open_text(const char *name, const char *text, const char *edit)
{
    Opened opened = {.arena = arena_new()};
    Diags diags;
    diags_init(&diags, opened.arena);
    opened.lesson = lesson_parse(name, text, strlen(text), &diags);
    if (diags.errors) fail_msg("%s", diags_format(opened.arena, &diags));
    opened.now = layer_under(opened.lesson, opened.arena, edit, NULL);
    opened.was = edit ? layer_under(opened.lesson, opened.arena, NULL, NULL) : NULL;
    opened.state = (ViewState){.lesson = opened.lesson,
                               .now = opened.now,
                               .was = opened.was,
                               .status = "scalar",
                               .n_edits = edit != NULL,
                               .hints = test_hints,
                               .n_hints = 4};
    return opened;
}

static inline Opened open_file(const char *path, const char *edit)
{
    Arena *arena = arena_new();
    char *text = read_text(arena, path);
    if (!text) fail_msg("%s cannot be read", path);
    Opened opened = open_text("lesson.md", text, edit);
    arena_free(arena);
    return opened;
}

/* The lesson as it stood when the golden frames were drawn: they change when view does, not when its prose
 * does. */
static inline Opened open_four_steps(const char *edit)
{
    return open_file(HEED_TEST_DIR "/golden/four-steps.md", edit);
}

/* The lesson as it is shipped. */
static inline Opened open_shipped(const char *id, const char *edit)
{
    char path[512];
    snprintf(path, sizeof path, HEED_SOURCE_DIR "/lessons/%s.md", id);
    return open_file(path, edit);
}

static inline void close_opened(Opened *opened)
{
    if (opened->was) layer_free(opened->was);
    layer_free(opened->now);
    lesson_free(opened->lesson);
    arena_free(opened->arena);
}

static inline ElementRef element(const Opened *opened, const char *text)
{
    ElementRef ref = {0};
    Diags diags;
    diags_init(&diags, opened->arena);
    if (!layer_ask_element(opened->now, text, "test", &ref, &diags))
        fail_msg("%s", diags_format(opened->arena, &diags));
    return ref;
}

/* Selects a number, and walks into its derivation along `whys` (ends with NULL; NULL: the panel stays
 * closed). */
static inline void select_number(Opened *opened, const char *text, const char *const *whys)
{
    opened->state.has_selection = true;
    opened->state.selection = element(opened, text);
    opened->state.focus = whys ? FOCUS_PANEL : FOCUS_NUMBER;
    size_t depth = 0;
    for (; whys && whys[depth]; depth++) opened->path[depth] = element(opened, whys[depth]);
    opened->state.why = (ViewWhy){opened->path, depth, 0, 0};
}

/* Draws as the app does: the newest step is scrolled to where it begins. */
static inline Frame *draw_frame(Opened *opened, Arena *arena, int rows, int cols, Charset charset,
                                ViewReport *report)
{
    Frame *frame = frame_new(arena, rows, cols, charset);
    view_lesson(frame, &opened->state, report);
    opened->state.scroll = report->step_row < report->max_scroll ? report->step_row : report->max_scroll;
    frame = frame_new(arena, rows, cols, charset);
    view_lesson(frame, &opened->state, report);
    return frame;
}

/* The glyphs of a span's cells. */
static inline char *span_glyphs(Arena *arena, const Frame *frame, const FrameSpan *span)
{
    StrBuf out = {0};
    for (int i = 0; i < span->width; i++)
        strbuf_add(&out,
                   frame->cells[(size_t)span->row * (size_t)frame->cols + (size_t)(span->col + i)].glyph);
    return strbuf_take(&out, arena);
}

/* Proves that every cell of a number shows the element that its span refers to, in the span's format. */
static inline size_t walk_numbers(const Frame *frame, Layer *const layers[3])
{
    size_t n = 0;
    for (int row = 0; row < frame->rows; row++) {
        for (int col = 0; col < frame->cols; col++) {
            const Cell *cell = &frame->cells[(size_t)row * (size_t)frame->cols + (size_t)col];
            if (cell->role != ROLE_NUMBER && cell->role != ROLE_CHANGED) continue;
            const FrameSpan *span = frame_span_at(frame, row, col);
            bool is_large = span && span->kind == SPAN_LARGE; /* made of dots; test_present looks at them */
            if (!span || (span->kind != SPAN_NUMBER && !is_large))
                fail_msg("row %d, col %d: a number without a span in\n%s", row, col,
                         frame_text(frame->arena, frame, true));
            double value;
            NumKind kind;
            Layer *layer = layers[span->ref.layer];
            assert_non_null(layer);
            if (!layer_number(layer, span->ref, &value, &kind))
                fail_msg("row %d, col %d: %s is no element", row, col, span->text);
            assert_string_equal(span->text, num_text(frame->arena, value, kind, span->format));
            char *glyphs = span_glyphs(frame->arena, frame, span), *dots = strstr(glyphs, "…");
            if (frame->charset == CHARSET_ASCII && !dots) dots = strstr(glyphs, ".."); /* its last dot may lie behind the span */
            if (dots) *dots = '\0'; /* cut, and said so */
            if (!is_large && !strstr(span->text, glyphs))
                fail_msg("row %d: %s is drawn as %s in\n%s", row, span->text, glyphs,
                         frame_text(frame->arena, frame, false));
            bool changed = span->ref.layer == REF_NOW && layers[REF_WAS] &&
                           layer_changed(layers[REF_NOW], layers[REF_WAS], span->ref);
            assert_int_equal(cell->role, changed ? ROLE_CHANGED : ROLE_NUMBER);
            n++;
        }
    }
    return n;
}

/* Proves the same of every slope: it is what layer_influence gives for its number and its input. */
static inline size_t walk_slopes(const Frame *frame, Layer *const layers[3])
{
    size_t n = 0;
    for (int row = 0; row < frame->rows; row++) {
        for (int col = 0; col < frame->cols; col++) {
            const Cell *cell = &frame->cells[(size_t)row * (size_t)frame->cols + (size_t)col];
            const FrameSpan *span = frame_span_at(frame, row, col);
            bool is_slope = span && span->kind == SPAN_SLOPE;
            assert_int_equal(cell->role == ROLE_SLOPE, is_slope);
            if (!is_slope) continue;
            Influence *influences;
            Layer *layer = layers[span->of.layer];
            size_t count = layer_influence(layer, frame->arena, span->of, &influences), i = 0;
            while (i < count && layer_name(layer, influences[i].name) != span->ref.node) i++;
            assert_true(i < count && influences[i].state == GRADIENT_OK);
            double d = influences[i].d[span->ref.row * influences[i].cols + span->ref.col];
            assert_string_equal(span->text, num_text(frame->arena, d, NUM_F64, span->format));
            assert_string_equal(span_glyphs(frame->arena, frame, span), span->text);
            n++;
        }
    }
    return n;
}

static inline size_t walk_opened(const Opened *opened, const Frame *frame)
{
    Layer *layers[3] = {opened->now, opened->was, NULL};
    return walk_numbers(frame, layers);
}

/* A small deterministic generator: tests repeat exactly. */
static inline uint32_t next_random(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

/* Compares with tests/view/golden/NAME, or writes it where HEED_GOLDEN is "write". */
static inline void assert_golden(const char *name, const char *text)
{
    Arena *arena = arena_new();
    const char *path = arena_printf(arena, HEED_TEST_DIR "/golden/%s", name), *mode = getenv("HEED_GOLDEN");
    if (mode && strcmp(mode, "write") == 0) {
        FILE *file = fopen(path, "wb");
        assert_non_null(file);
        assert_int_equal(fwrite(text, 1, strlen(text), file), strlen(text));
        assert_int_equal(fclose(file), 0);
    }
    const char *expected = read_text(arena, path);
    if (!expected) fail_msg("%s is missing: HEED_GOLDEN=write makes it", path);
    if (strcmp(expected, text) != 0) {
        size_t at = 0, line = 1;
        while (expected[at] && expected[at] == text[at]) line += expected[at++] == '\n';
        while (at > 0 && text[at - 1] != '\n') at--;
        size_t n = strcspn(text + at, "\n");
        fail_msg("%s differs at line %zu, which is now:\n%.*s\nLook at it; if it is right, `ninja golden` "
                 "writes it.",
                 path, line, (int)n, text + at);
    }
    arena_free(arena);
}

#endif
