/* A small table of scalars: value ± margin, and what it is held against. */
#include "view/picture.h"
#include <string.h>

enum { MAX_VALUES = 8, GAP = 3, APART = 2 }; /* a value from what it is held against */

/* The widths of one group of columns: a value, its margin, its expectation. */
typedef struct Group {
    int value, margin, expect, width;
} Group;

static int number_cells(const Pen *pen, const PicArray *array)
{
    return array->value ? pen_element(pen, array, 0, 0).width : 0;
}

static void widen(int *width, int cells)
{
    if (cells > *width) *width = cells;
}

static int margin_cells(const Pen *pen, const Group *group)
{
    int sign = charset_width(pen->charset, "±");
    return group->margin ? sign + 2 + group->margin : 0; /* "± " and a blank for a star */
}

static Group measure_group(const Pen *pen, const StatsSpec *spec, size_t k)
{
    Group group = {.value = 1};
    for (size_t i = 0; i < spec->n; i++) {
        const StatsRow *row = &spec->rows[i];
        if (k >= row->n) continue;
        if (row->values[k].value)
            widen(&group.value, number_cells(pen, &row->values[k]));
        else
            widen(&group.value, 12);
        if (row->margins) widen(&group.margin, number_cells(pen, &row->margins[k]));
        if (row->expects) widen(&group.expect, number_cells(pen, &row->expects[k]));
    }
    group.width = group.value + 1 + margin_cells(pen, &group);
    if (group.expect) widen(&group.expect, charset_width(pen->charset, spec->against));
    if (group.expect) group.width += APART + group.expect + 1;
    int head = k < spec->n_heads ? charset_width(pen->charset, spec->heads[k]) : 0;
    if (head && group.expect) head += APART + group.expect + 1;
    widen(&group.width, head);
    return group;
}

static void draw_group(const Pen *pen, Frame *frame, int at, int col, const StatsRow *row, size_t k,
                       const Group *group)
{
    const PicArray *value = &row->values[k];
    if (!value->value) {
        frame_put_fit(frame, at, col, group->width, value->is_waiting ? ROLE_DIM : ROLE_BAD, value->error);
        return;
    }
    int start = col;
    Number number = pen_element(pen, value, 0, 0);
    pen_put_right(pen, frame, at, col + group->value, &number);
    col += group->value + 1;
    if (row->margins && row->margins[k].value) {
        Number margin = pen_element(pen, &row->margins[k], 0, 0);
        int sign = frame_put(frame, at, col, -1, ROLE_TEXT, "±");
        pen_put_right(pen, frame, at, col + sign + 1 + group->margin, &margin);
    }
    if (row->expects && row->expects[k].value) {
        Number expect = pen_element(pen, &row->expects[k], 0, 0);
        pen_put_right(pen, frame, at, start + group->width - 1, &expect);
    }
}

/* Column groups [from, to) with the labels before them. */
static Picture draw_table(const Pen *pen, const StatsSpec *spec, const Group *groups, size_t from, size_t to,
                          int label_width)
{
    int width = label_width + GAP, header = spec->n_heads > 0;
    for (size_t k = from; k < to; k++) header |= groups[k].expect > 0;
    for (size_t k = from; k < to; k++) width += groups[k].width + (k + 1 < to ? GAP : 0);
    Picture picture = picture_new(pen, header + (int)spec->n, width);
    for (size_t i = 0; i < spec->n; i++)
        frame_put(picture.frame, header + (int)i, 0, label_width, ROLE_LABEL, spec->rows[i].label);
    int col = label_width + GAP;
    for (size_t k = from; k < to; k++) {
        const Group *group = &groups[k];
        if (k < spec->n_heads) frame_put(picture.frame, 0, col, group->width, ROLE_LABEL, spec->heads[k]);
        if (group->expect)
            frame_put(picture.frame, 0, col + group->width - 1 - group->expect, group->expect, ROLE_DIM,
                      spec->against);
        for (size_t i = 0; i < spec->n; i++)
            if (k < spec->rows[i].n)
                draw_group(pen, picture.frame, header + (int)i, col, &spec->rows[i], k, &groups[k]);
        col += groups[k].width + GAP;
    }
    return picture;
}

Picture pic_stats(const Pen *pen, const StatsSpec *spec, PicRoom room)
{
    Group groups[MAX_VALUES];
    size_t n = 0;
    int label_width = 0;
    for (size_t i = 0; i < spec->n; i++) {
        if (spec->rows[i].n > n) n = spec->rows[i].n;
        widen(&label_width, charset_width(pen->charset, spec->rows[i].label));
    }
    if (n > MAX_VALUES) n = MAX_VALUES;
    int width = label_width;
    for (size_t k = 0; k < n; k++) {
        groups[k] = measure_group(pen, spec, k);
        width += GAP + groups[k].width;
    }
    if (width <= room.cols || n < 2) return draw_table(pen, spec, groups, 0, n, label_width);
    Picture parts[MAX_VALUES];
    for (size_t k = 0; k < n; k++) parts[k] = draw_table(pen, spec, groups, k, k + 1, label_width);
    return picture_stack(pen, parts, n, 1);
}
