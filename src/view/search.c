/* A row's glyphs are joined to a text, with the cell of each byte, so that a hit finds its cells. */
#include "view/search.h"
#include <string.h>

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool matches(const char *at, const char *needle)
{
    while (*needle && lower(*at) == lower(*needle)) at++, needle++;
    return *needle == '\0';
}

bool search_mark_row(Frame *frame, int row, const char *needle)
{
    if (!needle || !*needle || row < 0 || row >= frame->rows) return false;
    needle = charset_text(frame->arena, frame->charset, needle);
    const char *text = frame_row_text(frame->arena, frame, row);
    size_t length = strlen(needle), n = strlen(text), at = 0;
    bool is_found = false;
    int *cells = arena_array(frame->arena, n + 1, sizeof *cells);
    for (int col = 0; col < frame->cols && at < n; col++)
        for (const char *glyph = frame_cell(frame, row, col)->glyph; *glyph && at < n; glyph++)
            cells[at++] = col;
    for (size_t i = 0; i + length <= n; i++) {
        if (!matches(text + i, needle)) continue;
        frame_mark(frame, row, cells[i], cells[i + length - 1] - cells[i] + 1, MARK_HIT);
        is_found = true;
    }
    return is_found;
}
