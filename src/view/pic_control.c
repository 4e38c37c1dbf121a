/* Inputs to move: sliders with their range, toggles, choices, typed arrays. */
#include "view/picture.h"
#include "view/plot.h"
#include <math.h>
#include <string.h>

enum { TRACK_MIN = 10, TRACK_MAX = 44, WIDTH_MIN = 32 };

static int put_text(Frame *frame, int row, int col, Role role, const char *text)
{
    return frame_put(frame, row, col, -1, role, text);
}

/* "d_k [64]"; the columns used. */
static int draw_value(const Pen *pen, const ControlSpec *spec, Frame *frame, int row, int label_width,
                      int value_width)
{
    put_text(frame, row, 0, ROLE_LABEL, spec->label);
    int col = label_width + 1;
    put_text(frame, row, col, ROLE_LABEL, "[");
    Number number = pen_element(pen, &spec->value, 0, 0);
    pen_put_right(pen, frame, row, col + 2 + value_width, &number);
    put_text(frame, row, col + 3 + value_width, ROLE_LABEL, "]");
    return col + 4 + value_width;
}

/* What an end means, or its number: "1,000,000". */
static const char *end_text(const Pen *pen, const ControlSpec *spec, int which)
{
    if (spec->ends[which] && *spec->ends[which]) return spec->ends[which];
    double at = which ? spec->high : spec->low;
    bool is_whole = at == floor(at) && fabs(at) < 1e12;
    NumFormat format =
        is_whole ? (NumFormat){'d', false, fabs(at) >= 1e4, -1} : (NumFormat){'g', false, false, 6};
    return num_text(pen->arena, at, NUM_F64, format);
}

/* Cells that the ends of the sliders take, so that their tracks stand under each other. */
typedef struct Ends {
    int width[2];
} Ends;

static Ends measure_ends(const Pen *pen, const ControlSpec *specs, size_t n)
{
    Ends ends = {{0, 0}};
    for (size_t i = 0; i < n; i++)
        for (int which = 0; specs[i].kind == CONTROL_SLIDER && which < 2; which++) {
            int cells = charset_width(pen->charset, end_text(pen, &specs[i], which));
            if (cells > ends.width[which]) ends.width[which] = cells;
        }
    return ends;
}

static void draw_knob(const Pen *pen, const ControlSpec *spec, Frame *frame, int row, int col)
{
    Number number = pen_element(pen, &spec->value, 0, 0);
    FrameSpan span = number_span(&number, SPAN_MARK);
    span.ref = array_ref(&spec->value, 0, 0);
    span.item = spec->kind == CONTROL_CHOICE ? MARK_STANDS_ALONE : 0; /* a word is no number */
    span.row = row;
    span.col = col;
    span.width = 1;
    if (span.ref.node) frame_span(frame, span);
    frame_put(frame, row, col, 1, ROLE_BAR, frame->charset == CHARSET_ASCII ? "O" : "●");
}

/* A place where a click moves the input: another option, the track to either side of the knob. */
static void add_move(const Pen *pen, const ControlSpec *spec, Frame *frame, int row, int col, int width,
                     int steps)
{
    Number number = pen_element(pen, &spec->value, 0, 0);
    FrameSpan span = number_span(&number, SPAN_MOVE);
    span.ref = array_ref(&spec->value, 0, 0);
    span.row = row;
    span.col = col;
    span.width = width;
    span.item = (uint32_t)steps;
    if (span.ref.node && spec->value.is_input && width > 0) frame_span(frame, span);
}

static int clamp_track(int track)
{
    return track < TRACK_MIN ? TRACK_MIN : track > TRACK_MAX ? TRACK_MAX : track;
}

static void put_end(const Pen *pen, const ControlSpec *spec, Frame *frame, int row, int col, int which)
{
    put_text(frame, row, col, spec->ends[which] ? ROLE_LABEL : ROLE_AXIS, end_text(pen, spec, which));
}

/* "├──────●─────┤" */
static void draw_rail(const Pen *pen, const ControlSpec *spec, Frame *frame, int row, int col, int track)
{
    put_text(frame, row, col, ROLE_RULE, "├");
    frame_fill(frame, row, col + 1, track, ROLE_RULE, "─");
    put_text(frame, row, col + 1 + track, ROLE_RULE, "┤");
    double at = scale_at(scale_new(spec->low, spec->high, spec->is_log), array_at(&spec->value, 0, 0));
    if (!isfinite(at)) return;
    int knob = (int)lround(fmin(1, fmax(0, at)) * (track - 1));
    add_move(pen, spec, frame, row, col + 1, knob, -1);
    add_move(pen, spec, frame, row, col + 1 + knob + 1, track - knob - 1, 1);
    draw_knob(pen, spec, frame, row, col + 1 + knob);
}

/* "1 ├──────●─────┤ 4096" */
static void draw_track(const Pen *pen, const ControlSpec *spec, Frame *frame, int row, int col, int room,
                       const Ends *ends)
{
    int track = clamp_track(room - ends->width[0] - ends->width[1] - 4);
    int cells = charset_width(pen->charset, end_text(pen, spec, 0));
    put_end(pen, spec, frame, row, col + ends->width[0] - cells, 0);
    col += ends->width[0] + 1;
    draw_rail(pen, spec, frame, row, col, track);
    put_end(pen, spec, frame, row, col + 3 + track, 1);
}

/* Ends that leave no room for a track stand under theirs, in one line or in two. */
static void draw_track_over_ends(const Pen *pen, const ControlSpec *spec, Frame *frame, int row, int col,
                                 int room)
{
    int low = charset_width(pen->charset, end_text(pen, spec, 0)),
        high = charset_width(pen->charset, end_text(pen, spec, 1));
    int track = clamp_track(room - 2), end = track + 2 > high ? track + 2 - high : 0;
    bool is_apart = low < end;
    draw_rail(pen, spec, frame, row, col, track);
    put_end(pen, spec, frame, row + 1, col, 0);
    if (!is_apart) frame_resize_rows(frame, row + 3);
    put_end(pen, spec, frame, row + (is_apart ? 1 : 2), col + end, 1);
}

static bool is_chosen(const ControlSpec *spec, const char *option)
{
    const Value *value = spec->value.value;
    if (value && value->type == VALUE_STRING && value_count(value))
        return strcmp(value_text_at(value, 0, 0), option) == 0;
    double number, chosen = array_at(&spec->value, 0, 0);
    return num_parse(option, strlen(option), &number) == strlen(option) && number == chosen;
}

/* "[ True ]  ○ off  ● on" */
static void draw_toggle(const Pen *pen, const ControlSpec *spec, Frame *frame, int row, int col)
{
    bool is_on = array_at(&spec->value, 0, 0) != 0;
    for (int i = 0; i < 2; i++) {
        const char *text = spec->ends[i] && *spec->ends[i] ? spec->ends[i] : i ? "on" : "off";
        if (is_on == (i == 1)) {
            draw_knob(pen, spec, frame, row, col);
        } else {
            frame_put(frame, row, col, 1, ROLE_DIM, "○");
            add_move(pen, spec, frame, row, col, 2 + charset_width(pen->charset, text), i == 1 ? 1 : -1);
        }
        col += 2 + put_text(frame, row, col + 2, is_on == (i == 1) ? ROLE_EMPH : ROLE_TEXT, text) + 3;
    }
}

/* "mode  ● softmax  ○ hard": the chosen one can be selected. */
static void draw_options(const Pen *pen, const ControlSpec *spec, Frame *frame, int row, int col)
{
    size_t at = 0;
    while (at < spec->n_options && !is_chosen(spec, spec->options[at])) at++;
    for (size_t i = 0; i < spec->n_options; i++) {
        bool chosen = i == at;
        int width = 2 + charset_width(pen->charset, spec->options[i]);
        if (chosen)
            draw_knob(pen, spec, frame, row, col);
        else
            frame_put(frame, row, col, 1, ROLE_DIM, "○");
        if (!chosen && at < spec->n_options) add_move(pen, spec, frame, row, col, width, (int)i - (int)at);
        col += 2;
        col += put_text(frame, row, col, chosen ? ROLE_EMPH : ROLE_TEXT, spec->options[i]) + 3;
    }
}

static int options_width(const Pen *pen, const ControlSpec *spec)
{
    int width = 0;
    for (size_t i = 0; i < spec->n_options; i++) width += 5 + charset_width(pen->charset, spec->options[i]);
    return width;
}

static Picture control_line(const Pen *pen, const ControlSpec *spec, int label_width, int value_width,
                            const Ends *ends, PicRoom room)
{
    bool is_choice = spec->kind == CONTROL_CHOICE;
    int used = is_choice ? label_width + 2 : label_width + value_width + 7;
    int track_room = room.cols - used - 1, least = TRACK_MIN + ends->width[0] + ends->width[1] + 4;
    bool is_split = spec->kind == CONTROL_SLIDER && track_room < least; /* the track on a line of its own */
    if (is_split) track_room = room.cols - 3;
    bool is_over = is_split && least > track_room;
    int width = is_choice ? used + options_width(pen, spec) : is_split ? room.cols : used + track_room;
    if (width < used + 1) width = used + 1;
    if (width < WIDTH_MIN) width = WIDTH_MIN;
    Picture picture = picture_new(pen, is_over ? 3 : is_split ? 2 : 1, width);
    if (is_choice) {
        put_text(picture.frame, 0, 0, ROLE_LABEL, spec->label);
        draw_options(pen, spec, picture.frame, 0, used);
    } else {
        int end = draw_value(pen, spec, picture.frame, 0, label_width, value_width);
        if (spec->kind == CONTROL_TOGGLE)
            draw_toggle(pen, spec, picture.frame, 0, end + 2);
        else if (is_over)
            draw_track_over_ends(pen, spec, picture.frame, 1, 2, track_room);
        else if (is_split)
            draw_track(pen, spec, picture.frame, 1, 2, track_room, ends);
        else
            draw_track(pen, spec, picture.frame, 0, end + 2, track_room, ends);
    }
    return picture;
}

static Picture control_array(const Pen *pen, const ControlSpec *spec, PicRoom room)
{
    PicArray array = spec->value;
    array.label = spec->label;
    MatrixSpec matrix = {.arrays = &array, .n = 1};
    if (array_ndim(&array) == 2) return pic_matrix(pen, &matrix, room);
    int label = charset_width(pen->charset, spec->label), width = label + 5;
    for (size_t c = 0; c < array_cols(&array); c++) width += pen_element(pen, &array, 0, c).width + 2;
    Picture picture = picture_new(pen, 1, width);
    put_text(picture.frame, 0, 0, ROLE_LABEL, spec->label);
    put_text(picture.frame, 0, label + 1, ROLE_LABEL, "[");
    int col = label + 3;
    for (size_t c = 0; c < array_cols(&array); c++) {
        Number number = pen_element(pen, &array, 0, c);
        col += pen_put(pen, picture.frame, 0, col, &number) + 2;
    }
    put_text(picture.frame, 0, col - 1, ROLE_LABEL, "]");
    return picture;
}

Picture pic_control(const Pen *pen, const ControlSpec *specs, size_t n, PicRoom room)
{
    int label_width = 0, value_width = 1;
    for (size_t i = 0; i < n; i++) {
        int cells = charset_width(pen->charset, specs[i].label);
        if (specs[i].kind == CONTROL_ARRAY) continue;
        if (cells > label_width) label_width = cells;
        if (specs[i].kind == CONTROL_CHOICE) continue;
        cells = pen_element(pen, &specs[i].value, 0, 0).width;
        if (cells > value_width) value_width = cells;
    }
    Ends ends = measure_ends(pen, specs, n);
    Picture *parts = arena_array(pen->arena, n ? n : 1, sizeof *parts);
    for (size_t i = 0; i < n; i++) {
        if (!specs[i].value.value)
            parts[i] = picture_error(pen, &specs[i].value, room.cols);
        else if (specs[i].kind == CONTROL_ARRAY)
            parts[i] = control_array(pen, &specs[i], room);
        else
            parts[i] = control_line(pen, &specs[i], label_width, value_width, &ends, room);
    }
    return n == 1 ? parts[0] : picture_stack(pen, parts, n, 0);
}
