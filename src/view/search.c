/* A hit is walked glyph by glyph from where it starts; where wrapped text breaks, the walk goes on in the
 * next row. */
#include "view/search.h"
#include <string.h>

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* The bytes of a needle that a glyph matches; 0: none. */
static size_t matched(const char *glyph, const char *needle)
{
    size_t n = 0;
    while (glyph[n] && lower(glyph[n]) == lower(needle[n])) n++;
    return glyph[n] ? 0 : n;
}

static const FrameBreak *break_at(const Frame *frame, int row, int col)
{
    for (size_t i = 0; i < frame->n_breaks; i++)
        if (frame->breaks[i].row == row && frame->breaks[i].col == col) return &frame->breaks[i];
    return NULL;
}

/* Whether the needle stands here; with `marks`, marks its cells. */
static bool walk(Frame *frame, int row, int col, const char *needle, bool marks)
{
    for (const char *start = needle; *needle;) {
        const FrameBreak *at = needle != start ? break_at(frame, row, col) : NULL;
        if (at) {
            if (at->has_blank && *needle++ != ' ') return false;
            row++;
            col = at->next_col;
            continue;
        }
        const Cell *cell = frame_cell(frame, row, col);
        size_t n = cell && cell->width ? matched(cell->glyph, needle) : 0;
        if (!cell || (cell->width && n == 0)) return false; /* a right half goes with its left one */
        if (marks) frame_mark(frame, row, col, 1, MARK_HIT);
        needle += n;
        col++;
    }
    return true;
}

bool search_mark_row(Frame *frame, int row, const char *needle)
{
    if (!needle || !*needle || row < 0 || row >= frame->rows) return false;
    needle = charset_text(frame->arena, frame->charset, needle);
    bool is_found = false;
    for (int col = 0; col < frame->cols; col++) {
        if (frame_cell(frame, row, col)->width == 0 || !walk(frame, row, col, needle, false)) continue;
        walk(frame, row, col, needle, true);
        is_found = true;
    }
    return is_found;
}
