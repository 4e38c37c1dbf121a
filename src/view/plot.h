/* Plots: scales with round ticks, and a canvas of dots.
 *
 * The canvas is braille in UTF-8 (2 x 4 dots a cell), the same dots in quarter blocks
 * where the font has no braille, and strokes in ASCII (a dot a cell). Dots lie evenly
 * in both directions; in ASCII a cell is taken to be twice as high as it is wide.
 */
#ifndef HEED_VIEW_PLOT_H
#define HEED_VIEW_PLOT_H

#include "view/pen.h"

typedef struct Scale {
    double low, high;
    bool is_log;
} Scale;

/* low < high are made so; log wants both positive, else the scale is linear. */
Scale scale_new(double low, double high, bool is_log);
/* Widened to round ends. */
Scale scale_round(double low, double high, bool is_log);
/* Where x lies, 0..1 inside. */
double scale_at(Scale scale, double x);
/* Round values inside, at most `limit` (>= 2); returns how many, and the format that tells them apart. */
size_t scale_ticks(Scale scale, size_t limit, double *ticks, NumFormat *format);
/* A tick's digits: "0.5", "1000", "1e-05". */
const char *tick_text(Arena *arena, double tick, NumFormat format);

typedef struct Canvas {
    Frame *frame;
    int row, col, rows, cols; /* cells */
    int width, height;        /* dots */
    uint8_t *dots;            /* braille bits of each cell; ASCII: the stroke */
    uint8_t *roles;
} Canvas;

Canvas canvas_new(Arena *arena, Frame *frame, int row, int col, int rows, int cols);
/* From the bottom left; x, y in dots. Outside is clipped. */
void canvas_dot(Canvas *canvas, double x, double y, Role role);
void canvas_line(Canvas *canvas, double x0, double y0, double x1, double y1, Role role);
/* A dotted line. */
void canvas_dashes(Canvas *canvas, double x0, double y0, double x1, double y1, Role role);
/* Draws the dots into the frame, on blank cells alone. */
void canvas_flush(Canvas *canvas);
/* The cell of a dot, clamped into the canvas. */
void canvas_cell(const Canvas *canvas, double x, double y, int *row, int *col);

/* The y axis at the left of `canvas`'s area: ticks right-aligned before its stroke, and the x axis below it.
 * They draw into the columns left of and the two rows below the canvas; where the x axis' name does not fit
 * beside its digits, the frame gets a third. */
void plot_y_axis(Arena *arena, Frame *frame, int row, int col, int rows, Scale scale, NumFormat *format);
void plot_x_axis(Arena *arena, Frame *frame, int row, int col, int cols, Scale scale, const char *name);
/* Cells that the y axis' digits take. */
int plot_y_width(Arena *arena, int rows, Scale scale);

#endif
