/* libFuzzer: any bytes drawn as text, and any bytes typed. */
#include "heed/frame.h"
#include "heed/text.h"
#include "tui/input.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool holds)
{
    if (!holds) abort();
}

/* Whatever the text, what stands in the cells is valid, visible and of the cell's width. */
static void check_cells(const Frame *frame)
{
    for (int i = 0; i < frame->rows * frame->cols; i++) {
        const Cell *cell = &frame->cells[i];
        size_t n = strlen(cell->glyph);
        require(utf8_is_valid(cell->glyph, n) && text_width(cell->glyph) == cell->width);
        require(n == 0 || ((unsigned char)cell->glyph[0] >= 0x20 && cell->glyph[0] != 0x7F));
        require(frame->charset == CHARSET_UTF8 || (n == 1 && (unsigned char)cell->glyph[0] < 0x7F));
    }
}

static void try_drawing(Arena *arena, Charset charset, const char *text, int cols)
{
    Frame *frame = frame_new(arena, 2, cols, charset);
    int width = charset_width(charset, text), used = frame_put(frame, 0, 0, cols, ROLE_TEXT, text);
    require(used == (width < cols ? width : cols));
    frame_put_fit(frame, 1, 1, cols - 2, ROLE_TEXT, text);
    TextRun runs[] = {{.utf8 = text}, {.utf8 = text, .is_span = true}};
    int rows = frame_wrap(frame, charset, 2, 1, cols - 1, -1, 1, runs, 2);
    require(rows == frame_wrap(NULL, charset, 0, 0, cols - 1, -1, 1, runs, 2));
    check_cells(frame);
    require(text[0] == '\0' || frame_text(arena, frame, true)[0] == '|');
}

/* Keys come whole however the bytes were cut, and silence leaves nothing over. */
static void try_typing(const uint8_t *data, size_t size)
{
    Input *input = input_new(size % 2 == 0, 50);
    input_expect_replies(input, size % 3 == 0);
    int64_t now = 0;
    Event event;
    for (size_t at = 0; at < size;) {
        size_t n = 1 + data[at] % 7;
        if (n > size - at) n = size - at;
        input_feed(input, (const char *)data + at, n, now);
        at += n;
        now += data[at - 1] % 64;
        while (input_next(input, now, &event)) require(event.kind != EVENT_NONE);
    }
    now += 1000000;
    while (input_next(input, now, &event)) continue;
    require(input_wait_ms(input, now) == -1);
    input_free(input);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena *arena = arena_new();
    char *text = arena_strndup(arena, (const char *)data, size);
    int cols = size ? 2 + data[0] % 40 : 2;
    try_drawing(arena, CHARSET_UTF8, text, cols);
    try_drawing(arena, CHARSET_ASCII, text, cols);
    try_typing(data, size);
    arena_free(arena);
    return 0;
}
