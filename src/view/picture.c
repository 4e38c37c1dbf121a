/* What pictures share: growing, stacking, flowing; bars and shades. */
#include "view/picture.h"
#include <math.h>

Picture picture_new(const Pen *pen, int rows, int cols)
{
    return (Picture){.frame = frame_new(pen->arena, rows > 0 ? rows : 0, cols > 0 ? cols : 0, pen->charset)};
}

void picture_break(const Pen *pen, Picture *picture, int col, const char *name)
{
    picture->breaks = arena_grow(pen->arena, picture->breaks, picture->n_breaks, picture->n_breaks + 1,
                                 sizeof *picture->breaks);
    picture->breaks[picture->n_breaks++] = (PicBreak){col, name};
}

int picture_row(Picture *picture)
{
    frame_resize_rows(picture->frame, picture->frame->rows + 1);
    return picture->frame->rows - 1;
}

/* What a part hands on to the whole that it becomes part of. */
static void inherit(Picture *whole, const Picture *part)
{
    whole->has_drawing |= part->has_drawing;
    whole->marks_are_targets |= part->marks_are_targets;
}

Picture picture_stack(const Pen *pen, const Picture *parts, size_t n, int gap)
{
    int rows = 0, cols = 0;
    for (size_t i = 0; i < n; i++) {
        if (!parts[i].frame) continue;
        rows += parts[i].frame->rows + (rows ? gap : 0);
        if (parts[i].frame->cols > cols) cols = parts[i].frame->cols;
    }
    Picture whole = picture_new(pen, rows, cols);
    int row = 0;
    for (size_t i = 0; i < n; i++) {
        const Frame *part = parts[i].frame;
        if (!part) continue;
        if (row) row += gap;
        frame_blit(whole.frame, row, 0, part, 0, 0, part->rows, part->cols);
        row += part->rows;
        inherit(&whole, &parts[i]);
    }
    return whole;
}

/* The parts [from, …) that fit side by side: how many, and the size they make together. */
static size_t line_of_parts(const Picture *parts, size_t n, size_t from, int gap, int cols, int *width,
                            int *height)
{
    size_t count = 0;
    *width = *height = 0;
    for (size_t i = from; i < n; i++) {
        const Frame *part = parts[i].frame;
        if (part) {
            int wider = *width + (*width ? gap : 0) + part->cols;
            if (*width && wider > cols) break;
            *width = wider;
            if (part->rows > *height) *height = part->rows;
        }
        count++;
    }
    return count;
}

void picture_below(const Pen *pen, Picture *picture, Picture below)
{
    if (picture->below) {
        Picture next = *picture->below;
        picture_below(pen, &next, below);
        below = next;
    }
    Picture *kept = arena_alloc(pen->arena, sizeof *kept);
    *kept = below;
    picture->below = kept;
}

/* Parts that are each paged by themselves. */
static Picture chain(const Pen *pen, const Picture *parts, size_t n)
{
    Picture first = parts[0];
    for (size_t i = 1; i < n; i++) picture_below(pen, &first, parts[i]);
    return first;
}

Picture picture_flow(const Pen *pen, const Picture *parts, size_t n, int gap, int cols)
{
    if (n == 1) return parts[0];
    for (size_t i = 0; i < n; i++)
        if (parts[i].frame && parts[i].frame->cols > cols && parts[i].n_breaks > 1)
            return chain(pen, parts, n);
    Picture whole = picture_new(pen, 0, 0);
    Picture *lines = arena_array(pen->arena, n ? n : 1, sizeof *lines);
    size_t n_lines = 0;
    for (size_t from = 0; from < n;) {
        int width, height, col = 0;
        size_t count = line_of_parts(parts, n, from, gap, cols, &width, &height);
        Picture line = picture_new(pen, height, width);
        for (size_t i = from; i < from + count; i++) {
            const Frame *part = parts[i].frame;
            if (!part) continue;
            frame_blit(line.frame, 0, col, part, 0, 0, part->rows, part->cols);
            col += part->cols + gap;
            inherit(&line, &parts[i]);
        }
        lines[n_lines++] = line;
        from += count;
    }
    if (n_lines) whole = picture_stack(pen, lines, n_lines, 1);
    return whole;
}

Picture picture_error(const Pen *pen, const PicArray *array, int cols)
{
    const char *text = array->error ? array->error : "nothing to draw";
    const char *line = array->is_waiting || !array->label || !*array->label
                           ? arena_printf(pen->arena, "%s %s", array->label ? array->label : "", text)
                           : arena_printf(pen->arena, "✗ %s: %s", array->label, text);
    TextRun run = {.utf8 = line, .role = array->is_waiting ? ROLE_DIM : ROLE_BAD};
    int width = cols > 8 ? cols : 8;
    Picture picture = picture_new(pen, 0, width);
    frame_wrap(picture.frame, pen->charset, 0, 0, width, -1, 2, &run, 1);
    return picture;
}

void draw_bar(Frame *frame, int row, int col, int cells, double share)
{
    static const char *const eighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    if (!(share > 0) || cells <= 0) return;
    if (share > 1) share = 1;
    int n = (int)lround(share * cells * 8);
    if (n == 0) n = 1; /* what is there is seen */
    bool is_ascii = frame->charset == CHARSET_ASCII;
    if (is_ascii) n = n < 4 ? 8 : (n + 4) / 8 * 8;
    frame_fill(frame, row, col, n / 8, ROLE_BAR, is_ascii ? "#" : "█");
    if (n % 8) frame_put(frame, row, col + n / 8, 1, ROLE_BAR, eighths[n % 8]);
}

void draw_heat(Frame *frame, int row, int col, int cells, double share)
{
    static const char *const ramp[] = {" ", "░", "▒", "▓", "█"};
    if (isnan(share)) {
        frame_fill(frame, row, col, cells, ROLE_BAD, "?");
        return;
    }
    if (share < 0) share = 0;
    if (share > 1) share = 1;
    int level = (int)(share * 5);
    frame_fill(frame, row, col, cells, ROLE_HEAT, ramp[level > 4 ? 4 : level]);
    frame_heat(frame, row, col, cells, (uint8_t)lround(share * 255));
}

double round_up(double x)
{
    if (!(x > 0) || !isfinite(x)) return 1;
    double unit = pow(10, floor(log10(x)));
    static const double steps[] = {1, 1.5, 2, 3, 4, 5, 6, 8};
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++)
        if (steps[i] * unit >= x * (1 - 1e-9)) return steps[i] * unit;
    return 10 * unit;
}

void draw_signed_bar(Frame *frame, int row, int col, int cells, double low, double high, double value)
{
    if (isnan(value) || !(high > low)) return;
    int left = (int)lround(-low / (high - low) * cells);
    if (value >= 0) {
        draw_bar(frame, row, col + left, cells - left, high > 0 ? value / high : 0);
    } else {
        int halves = (int)lround(fmin(1, value / low) * left * 2), n = halves / 2;
        bool is_half = halves % 2 && frame->charset != CHARSET_ASCII;
        if (halves == 0 || (halves == 1 && !is_half)) n = 1;
        frame_fill(frame, row, col + left - n, n, ROLE_BAR, frame->charset == CHARSET_ASCII ? "#" : "█");
        if (is_half && halves > 1) frame_put(frame, row, col + left - n - 1, 1, ROLE_BAR, "▐");
    }
}

void bar_scale(const PicArray *arrays, size_t n, double *low, double *high)
{
    *low = *high = 0;
    for (size_t i = 0; i < n; i++) {
        double least = 0, most = 0;
        if (!array_range(&arrays[i], &least, &most)) continue;
        if (least < *low) *low = least;
        if (most > *high) *high = most;
    }
    if (*high > 0) *high = round_up(*high);
    if (*low < 0) *low = -round_up(-*low);
    if (*high == *low) *high = 1;
}

void put_centered(Frame *frame, int row, int col, int width, Role role, const char *text)
{
    int cells = charset_width(frame->charset, text);
    frame_put_fit(frame, row, col + (cells < width ? (width - cells) / 2 : 0), width, role, text);
}
