/* The grid of cells.
 *
 * Every write goes through set_cells, which keeps the one invariant of the grid:
 * a cell of width 2 is followed by exactly one of width 0, and no other cell has
 * width 0. Overwriting one half of a wide cluster blanks its other half.
 *
 * Spans and cells point at each other: a cell by index, a span by place. Where a
 * later span or a clear takes cells away from an earlier span, span_cut keeps the
 * two in agreement, so that nobody can select a number that is not on the screen.
 */
#include "heed/frame.h"
#include "glyph.h"
#include <assert.h>
#include <limits.h>
#include <stdarg.h>
#include <string.h>

static const Cell blank_cell = {.glyph = " ", .width = 1, .role = ROLE_TEXT};

Frame *frame_new(Arena *arena, int rows, int cols, Charset charset)
{
    assert(rows >= 0 && cols >= 0);
    Frame *frame = arena_alloc(arena, sizeof *frame);
    *frame = (Frame){.arena = arena, .cols = cols, .charset = charset, .cursor_row = -1, .cursor_col = -1};
    frame_resize_rows(frame, rows);
    return frame;
}

static size_t cell_count(const Frame *frame, int rows)
{
    size_t count;
    /* what overflows, the arena refuses */
    return heed_mul_size((size_t)rows, (size_t)frame->cols, &count) ? count : SIZE_MAX / sizeof(Cell);
}

static void reserve_cells(Frame *frame, size_t count)
{
    if (count <= frame->cap_cells) return;
    size_t old = cell_count(frame, frame->rows);
    Cell *cells = arena_room(frame->arena, count, sizeof *cells); /* those of new rows are blanked */
    if (old > 0) memcpy(cells, frame->cells, old * sizeof *cells);
    frame->cells = cells;
    frame->cap_cells = count;
}

void frame_reserve_rows(Frame *frame, int rows)
{
    assert(rows >= 0);
    reserve_cells(frame, cell_count(frame, rows));
}

/* Each copy is as long as all before it: screens are blanked far more often than they are filled. */
static void blank_cells(Cell *cells, size_t n)
{
    if (n == 0) return;
    cells[0] = blank_cell;
    for (size_t done = 1; done < n; done *= 2)
        memcpy(cells + done, cells, (n - done < done ? n - done : done) * sizeof *cells);
}

void frame_resize_rows(Frame *frame, int rows)
{
    assert(rows >= 0);
    size_t old = cell_count(frame, frame->rows), count = cell_count(frame, rows);
    if (count > frame->cap_cells)
        reserve_cells(frame, count > 2 * frame->cap_cells ? count : 2 * frame->cap_cells);
    if (count > old) blank_cells(frame->cells + old, count - old);
    frame->rows = rows;
    for (size_t i = 0; i < frame->n_spans; i++) {
        if (frame->spans[i].row >= rows) frame->spans[i].width = 0;
    }
    if (frame->cursor_row >= rows) frame->cursor_row = frame->cursor_col = -1;
}

Cell *frame_cell(Frame *frame, int row, int col)
{
    if (row < 0 || row >= frame->rows || col < 0 || col >= frame->cols) return NULL;
    return &frame->cells[(size_t)row * (size_t)frame->cols + (size_t)col];
}

/* Cuts [*col, *col + *n) down to the frame's columns; false where nothing is left. */
static bool clip_run(const Frame *frame, int row, int *col, int *n)
{
    if (row < 0 || row >= frame->rows || *n <= 0) return false;
    int64_t end = (int64_t)*col + *n;
    if (end > frame->cols) end = frame->cols;
    if (*col < 0) *col = 0;
    if (end <= *col) return false;
    *n = (int)(end - *col);
    return true;
}

/* The rest of the glyph is zeroed: equal cells are equal bytes. */
static void set_glyph(Cell *cell, const char *glyph, int width)
{
    size_t n = 0;
    memset(cell->glyph, 0, CELL_BYTES);
    for (; glyph[n]; n++) cell->glyph[n] = glyph[n]; /* one to four bytes, nearly always */
    assert(n < CELL_BYTES);
    cell->width = (uint8_t)width;
}

/* The cell will be overwritten: what shares a wide cluster with it becomes blank, and it itself. */
static void release_cell(Cell *cell)
{
    if (cell->width == 1) return;
    if (cell->width == 2) set_glyph(cell + 1, " ", 1);
    if (cell->width == 0) set_glyph(cell - 1, " ", 1);
    set_glyph(cell, " ", 1);
}

/* One cluster of 1 or 2 cells; a wide one of which one half is outside leaves a blank. */
static void set_cells(Frame *frame, int row, int col, int width, Role role, const char *glyph)
{
    int first = col, n = width;
    if (!clip_run(frame, row, &first, &n)) return;
    Cell *cell = frame_cell(frame, row, first);
    for (int i = 0; i < n; i++) {
        release_cell(cell + i);
        cell[i].role = (uint8_t)role;
    }
    if (n < width)
        set_glyph(cell, " ", 1);
    else
        set_glyph(cell, glyph, width);
    if (n < width) return;
    if (width == 2) set_glyph(cell + 1, "", 0);
}

int frame_put_glyph(Frame *frame, int row, int col, int room, Role role, const Glyph *glyph)
{
    if (frame->charset != CHARSET_ASCII) {
        if (glyph->width <= room)
            set_cells(frame, row, col, glyph->width, role, glyph->text);
        else if (room == 1)
            set_cells(frame, row, col, 1, role, " ");
        return glyph->width < room ? glyph->width : room;
    }
    int n = 0;
    for (; n < glyph->width && n < room; n++) {
        char one[2] = {glyph->text[n], '\0'};
        set_cells(frame, row, col + n, 1, role, one);
    }
    return n;
}

/* No row reaches further than this from a start that is inside or near a frame, so that
 * columns cannot overflow an int. */
enum { MAX_REACH = INT_MAX / 4 };

int frame_put(Frame *frame, int row, int col, int max_cells, Role role, const char *utf8)
{
    if (max_cells < 0 || max_cells > MAX_REACH) max_cells = MAX_REACH;
    if (col > MAX_REACH || col < -MAX_REACH) return 0;
    GlyphWalk walk = glyph_walk(frame->charset, utf8);
    Glyph glyph;
    int used = 0;
    while (used < max_cells && glyph_next(&walk, &glyph))
        used += frame_put_glyph(frame, row, col + used, max_cells - used, role, &glyph);
    return used;
}

int frame_put_fit(Frame *frame, int row, int col, int max_cells, Role role, const char *utf8)
{
    if (charset_width(frame->charset, utf8) <= max_cells)
        return frame_put(frame, row, col, max_cells, role, utf8);
    int dots = charset_width(frame->charset, "…");
    int head = max_cells > dots ? max_cells - dots : 0;
    if (max_cells <= 0) return 0;
    int used = frame_put(frame, row, col, head, role, utf8);
    return used + frame_put(frame, row, col + used, max_cells - used, role, "…");
}

int frame_printf(Frame *frame, int row, int col, Role role, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *text = arena_vprintf(frame->arena, format, args);
    va_end(args);
    return frame_put(frame, row, col, -1, role, text);
}

void frame_fill(Frame *frame, int row, int col, int n, Role role, const char *glyph)
{
    GlyphWalk walk = glyph_walk(frame->charset, glyph);
    Glyph one;
    if (!glyph_next(&walk, &one) || one.width == 0) return;
    if (!clip_run(frame, row, &col, &n)) return;
    for (int used = 0; used < n;) used += frame_put_glyph(frame, row, col + used, n - used, role, &one);
}

void frame_mark(Frame *frame, int row, int col, int n, uint8_t marks)
{
    if (!clip_run(frame, row, &col, &n)) return;
    for (int i = 0; i < n; i++) frame_cell(frame, row, col + i)->marks |= marks;
}

void frame_role(Frame *frame, int row, int col, int n, Role role)
{
    if (!clip_run(frame, row, &col, &n)) return;
    for (int i = 0; i < n; i++) frame_cell(frame, row, col + i)->role = (uint8_t)role;
}

void frame_heat(Frame *frame, int row, int col, int n, uint8_t level)
{
    if (!clip_run(frame, row, &col, &n)) return;
    for (int i = 0; i < n; i++) {
        Cell *cell = frame_cell(frame, row, col + i);
        cell->role = ROLE_HEAT;
        cell->level = level;
    }
}

/* ---- spans ---- */

/* Takes cells [from, to) of its row away from span `index`. A hole in the middle leaves the
 * longer part; the other part's cells are freed. */
static void span_cut(Frame *frame, uint32_t index, int from, int to)
{
    FrameSpan *span = &frame->spans[index - 1];
    int start = span->col, end = span->col + span->width;
    int keep_start = start, keep_end = from;
    if (end - to > from - start) keep_start = to, keep_end = end;
    if (keep_end < keep_start) keep_end = keep_start;
    for (int col = start; col < end; col++) {
        Cell *cell = frame_cell(frame, span->row, col);
        if (cell->span == index && (col < keep_start || col >= keep_end)) cell->span = 0;
    }
    span->col = keep_start;
    span->width = keep_end - keep_start;
}

static void release_spans(Frame *frame, int row, int col, int n)
{
    for (int at = col; at < col + n; at++) {
        uint32_t index = frame_cell(frame, row, at)->span;
        if (index) span_cut(frame, index, at, col + n);
    }
}

int frame_span(Frame *frame, FrameSpan span)
{
    if (!clip_run(frame, span.row, &span.col, &span.width)) return -1;
    if (frame->n_spans == frame->cap_spans) {
        size_t capacity = frame->cap_spans ? 2 * frame->cap_spans : 64;
        frame->spans = arena_grow(frame->arena, frame->spans, frame->n_spans, capacity, sizeof(FrameSpan));
        frame->cap_spans = capacity;
    }
    release_spans(frame, span.row, span.col, span.width);
    if (span.text) span.text = arena_strdup(frame->arena, span.text);
    frame->spans[frame->n_spans++] = span;
    for (int i = 0; i < span.width; i++)
        frame_cell(frame, span.row, span.col + i)->span = (uint32_t)frame->n_spans;
    return (int)frame->n_spans - 1;
}

const FrameSpan *frame_span_at(const Frame *frame, int row, int col)
{
    if (row < 0 || row >= frame->rows || col < 0 || col >= frame->cols) return NULL;
    uint32_t index = frame->cells[(size_t)row * (size_t)frame->cols + (size_t)col].span;
    return index ? &frame->spans[index - 1] : NULL;
}

/* ---- areas ---- */

void frame_break(Frame *frame, FrameBreak at)
{
    if (frame->n_breaks == frame->cap_breaks) {
        size_t cap = frame->cap_breaks ? frame->cap_breaks * 2 : 32;
        frame->breaks = arena_grow(frame->arena, frame->breaks, frame->n_breaks, cap, sizeof *frame->breaks);
        frame->cap_breaks = cap;
    }
    frame->breaks[frame->n_breaks++] = at;
}

static bool is_within(int at, int from, int n)
{
    return at >= from && at - from < n;
}

static void clear_breaks(Frame *frame, int row, int col, int rows, int cols)
{
    size_t kept = 0;
    for (size_t i = 0; i < frame->n_breaks; i++) {
        const FrameBreak *at = &frame->breaks[i];
        bool is_cleared = is_within(at->row, row, rows) && is_within(at->col - 1, col, cols);
        if (!is_cleared) frame->breaks[kept++] = *at;
    }
    frame->n_breaks = kept;
}

/* Those whose both ends are copied. */
static void blit_breaks(Frame *to, int row, int col, const Frame *from, int from_row, int from_col, int rows,
                        int cols)
{
    for (size_t i = 0; i < from->n_breaks; i++) {
        FrameBreak at = from->breaks[i];
        bool is_copied = is_within(at.row, from_row, rows) && is_within(at.row + 1, from_row, rows) &&
                         is_within(at.col - 1, from_col, cols) && is_within(at.next_col, from_col, cols);
        if (!is_copied) continue;
        at.row += row - from_row;
        at.col += col - from_col;
        at.next_col += col - from_col;
        frame_break(to, at);
    }
}

void frame_clear(Frame *frame, int row, int col, int rows, int cols)
{
    int64_t end = (int64_t)row + rows;
    if (end > frame->rows) end = frame->rows;
    clear_breaks(frame, row, col, rows, cols);
    for (int r = row < 0 ? 0 : row; r < end; r++) {
        int first = col, n = cols;
        if (!clip_run(frame, r, &first, &n)) return;
        release_spans(frame, r, first, n);
        Cell *cells = frame_cell(frame, r, first);
        for (int i = 0; i < n; i++) release_cell(cells + i);
        blank_cells(cells, (size_t)n);
    }
}

void frame_box(Frame *frame, int row, int col, int rows, int cols, const char *title)
{
    if (rows <= 0 || cols <= 0) return;
    int bottom = row + rows - 1, right = col + cols - 1;
    frame_fill(frame, row, col, cols, ROLE_RULE, "─");
    frame_fill(frame, bottom, col, cols, ROLE_RULE, "─");
    for (int r = row; r <= bottom; r++) {
        const char *left_glyph = r == row ? "┌" : r == bottom ? "└" : "│";
        const char *right_glyph = r == row ? "┐" : r == bottom ? "┘" : "│";
        frame_put(frame, r, col, 1, ROLE_RULE, left_glyph);
        frame_put(frame, r, right, 1, ROLE_RULE, right_glyph);
    }
    int room = cols - 4; /* a corner and a blank on each side */
    if (!title || !*title || room < 1) return;
    int used = frame_put_fit(frame, row, col + 2, room, ROLE_TITLE, title);
    frame_put(frame, row, col + 1, 1, ROLE_RULE, " ");
    frame_put(frame, row, col + 2 + used, 1, ROLE_RULE, " ");
}

/* One row of a blit, all inside both frames. Spans are cut as their cells are. */
static void blit_row(Frame *to, int row, int col, const Frame *from, int from_row, int from_col, int n)
{
    release_spans(to, row, col, n);
    const Cell *source = &from->cells[(size_t)from_row * (size_t)from->cols + (size_t)from_col];
    Cell *cells = frame_cell(to, row, col);
    for (int i = 0; i < n; i++) release_cell(cells + i);
    memcpy(cells, source, (size_t)n * sizeof *cells);
    for (int i = 0; i < n; i++) cells[i].span = 0;
    if (cells[0].width == 0) set_glyph(cells, " ", 1);
    if (cells[n - 1].width == 2) set_glyph(cells + n - 1, " ", 1);
    for (int i = 0; i < n;) {
        int start = i;
        uint32_t index = source[start].span;
        while (i < n && source[i].span == index) i++;
        if (!index) continue;
        FrameSpan span = from->spans[index - 1];
        span.row = row;
        span.col = col + start;
        span.width = i - start;
        frame_span(to, span);
    }
}

void frame_blit(Frame *to, int row, int col, const Frame *from, int from_row, int from_col, int rows,
                int cols)
{
    assert(to->charset == from->charset && to != from);
    if (from_col < 0) col -= from_col, cols += from_col, from_col = 0;
    if (col < 0) from_col -= col, cols += col, col = 0;
    if (cols > from->cols - from_col) cols = from->cols - from_col;
    if (cols > to->cols - col) cols = to->cols - col;
    if (cols <= 0) return;
    for (int r = 0; r < rows; r++) {
        int source_row = from_row + r, target_row = row + r;
        if (source_row < 0 || target_row < 0) continue;
        if (source_row >= from->rows || target_row >= to->rows) break;
        blit_row(to, target_row, col, from, source_row, from_col, cols);
        bool has_cursor = from->cursor_row == source_row && from->cursor_col >= from_col &&
                          from->cursor_col < from_col + cols;
        if (has_cursor) {
            to->cursor_row = target_row;
            to->cursor_col = col + from->cursor_col - from_col;
        }
    }
    blit_breaks(to, row, col, from, from_row, from_col, rows, cols);
}
