/* Two computations side by side, name by name in the order of the lesson: theirs (REF_OTHER) beside the right
 * one (REF_NOW). Where they do not fit beside each other, one above the other.
 *
 *               yours: z = s / dk          right: z = s / √d_k
 *       s       1.0000  1.0000  2.0000     1.0000  1.0000  2.0000
 *     ▶ z       0.2500  0.2500  0.5000     0.5000  0.5000  1.0000   here they part
 */
#include "view/quiz.h"

#include <string.h>

enum {
    TRACE_ROWS = 6, /* of a matrix */
    TRACE_COLS = 8,
    NAME_COL = 2,
    NAME_MAX = 14,
    GAP = 4,
    COMMON_MAX = 9,
    HEAD_MIN = 12
};

static const char part_note[] = "here they part";

typedef struct TraceCells {
    Frame *theirs, *right;
    const char *name;
} TraceCells;

typedef struct Table {
    const Pen *pen;
    const Trace *trace;
    TraceCells *cells;
    int name, theirs, right; /* widths */
    Picture picture;
} Table;

static int max_int(int a, int b)
{
    return a > b ? a : b;
}

/* ----------------------------------------------------------------- one value */

static Frame *said_cells(const Pen *pen, const PicArray *array)
{
    Runs runs = {0};
    if (array)
        value_runs(pen, &runs, array);
    else
        runs_text(pen, &runs, ROLE_DIM, "–");
    return formula_text(pen, &runs).frame;
}

/* Which rows and columns of an array are shown. */
typedef struct Part {
    size_t rows[TRACE_ROWS], cols[TRACE_COLS], n_rows, n_cols;
} Part;

static Part part_of(const PicArray *array)
{
    Part part = {.n_rows = 0};
    part.n_rows = elide(array_rows(array), TRACE_ROWS, part.rows);
    part.n_cols = elide(array_cols(array), TRACE_COLS, part.cols);
    return part;
}

static bool is_grid(const PicArray *array)
{
    return array_is_numeric(array) && value_count(array->value) > 0;
}

static int widest(const Pen *pen, const PicArray *array)
{
    int width = 1;
    if (!is_grid(array)) return width;
    Part part = part_of(array);
    for (size_t r = 0; r < part.n_rows; r++)
        for (size_t c = 0; c < part.n_cols; c++)
            if (part.rows[r] != ELIDED && part.cols[c] != ELIDED)
                width = max_int(width, pen_element(pen, array, part.rows[r], part.cols[c]).width);
    return width;
}

/* Numbers in columns `width` wide; of a large array the first ones and the last. */
static Frame *number_cells(const Pen *pen, const PicArray *array, int width)
{
    Part part = part_of(array);
    Frame *frame = frame_new(pen->arena, (int)part.n_rows, (int)part.n_cols * (width + 2) - 2, pen->charset);
    for (size_t r = 0; r < part.n_rows; r++)
        for (size_t c = 0; c < part.n_cols; c++) {
            bool is_gap = part.rows[r] == ELIDED || part.cols[c] == ELIDED;
            int end = (int)c * (width + 2) + width;
            if (is_gap) {
                frame_put(frame, (int)r, end - 1, 1, ROLE_DIM, part.rows[r] == ELIDED ? "⋮" : "…");
                continue;
            }
            Number number = pen_element(pen, array, part.rows[r], part.cols[c]);
            pen_put_right(pen, frame, (int)r, end, &number);
        }
    return frame;
}

static Frame *cells_of(const Pen *pen, RefLayer layer, NodeId node, int width)
{
    if (node == 0) return said_cells(pen, NULL);
    PicArray array = pen_array_node(pen, layer, node, "");
    if (!is_grid(&array)) return said_cells(pen, &array);
    return number_cells(pen, &array, max_int(width, widest(pen, &array)));
}

/* One width for the numbers of all rows, so that they stand under each other; a row of longer ones has its
 * own. */
static int common_width(const Pen *pen, const Trace *trace)
{
    int width = 1;
    for (size_t i = 0; i < trace->n_rows; i++) {
        PicArray theirs = pen_array_node(pen, REF_OTHER, trace->rows[i].theirs, "");
        PicArray right = pen_array_node(pen, REF_NOW, trace->rows[i].right, "");
        int most = max_int(trace->rows[i].theirs ? widest(pen, &theirs) : 1,
                           trace->rows[i].right ? widest(pen, &right) : 1);
        if (most <= COMMON_MAX) width = max_int(width, most);
    }
    return width;
}

/* -------------------------------------------------------------------- table */

static Table measure(const Pen *pen, const Trace *trace)
{
    Table table = {.pen = pen, .trace = trace};
    int width = common_width(pen, trace);
    table.cells = arena_array(pen->arena, trace->n_rows ? trace->n_rows : 1, sizeof *table.cells);
    for (size_t i = 0; i < trace->n_rows; i++) {
        const TraceRow *row = &trace->rows[i];
        TraceCells *cells = &table.cells[i];
        *cells = (TraceCells){cells_of(pen, REF_OTHER, row->theirs, width),
                              cells_of(pen, REF_NOW, row->right, width), view_display(pen->arena, row->name)};
        table.name = max_int(table.name, charset_width(pen->charset, cells->name));
        table.theirs = max_int(table.theirs, cells->theirs->cols);
        table.right = max_int(table.right, cells->right->cols);
    }
    if (table.name > NAME_MAX) table.name = NAME_MAX;
    return table;
}

static int new_rows(Table *table, int rows)
{
    int row = table->picture.frame->rows;
    frame_resize_rows(table->picture.frame, row + rows);
    return row;
}

static void put_name(Table *table, int row, size_t index)
{
    Frame *frame = table->picture.frame;
    if (index == table->trace->parts_at) frame_put(frame, row, 0, 1, ROLE_KEY, "▶");
    frame_put_fit(frame, row, NAME_COL, table->name, ROLE_LABEL, table->cells[index].name);
}

static void put_cells(Table *table, int row, int col, const Frame *cells)
{
    frame_blit(table->picture.frame, row, col, cells, 0, 0, cells->rows, cells->cols);
}

/* "yours: z = s / d_k" */
static const char *head_of(const Table *table, bool is_theirs)
{
    const Trace *trace = table->trace;
    const char *who = is_theirs ? "yours" : "right";
    if (trace->parts_at >= trace->n_rows) return who;
    const TraceRow *row = &trace->rows[trace->parts_at];
    const char *source = is_theirs ? row->theirs_source : row->right_source;
    bool says_it = !source || strcmp(source, row->name) == 0;
    return says_it ? who
                   : arena_printf(table->pen->arena, "%s: %s", who, view_display(table->pen->arena, source));
}

static void draw_beside(Table *table, int theirs_at, int right_at, int cols)
{
    Frame *frame = table->picture.frame;
    int row = new_rows(table, 1);
    frame_put_fit(frame, row, theirs_at, right_at - theirs_at - 2, ROLE_LABEL, head_of(table, true));
    frame_put_fit(frame, row, right_at, cols - right_at, ROLE_LABEL, head_of(table, false));
    for (size_t i = 0; i < table->trace->n_rows; i++) {
        const TraceCells *cells = &table->cells[i];
        row = new_rows(table, max_int(cells->theirs->rows, cells->right->rows));
        put_name(table, row, i);
        put_cells(table, row, theirs_at, cells->theirs);
        put_cells(table, row, right_at, cells->right);
        int after = right_at + cells->right->cols + 3;
        if (i == table->trace->parts_at && after + (int)sizeof part_note - 1 <= cols)
            frame_put(frame, row, after, -1, ROLE_DIM, part_note);
    }
}

/* A heading, then name and value under it, for each side of each name. */
static void draw_above(Table *table, int cols)
{
    Frame *frame = table->picture.frame;
    int at = NAME_COL + table->name + 2;
    for (int side = 0; side < 2; side++)
        frame_put_fit(frame, new_rows(table, 1), NAME_COL, cols - NAME_COL, ROLE_LABEL,
                      head_of(table, side == 0));
    for (size_t i = 0; i < table->trace->n_rows; i++) {
        const TraceCells *cells = &table->cells[i];
        bool differs = table->trace->rows[i].differs;
        int row = new_rows(table, cells->theirs->rows);
        put_name(table, row, i);
        put_cells(table, row, at, cells->theirs);
        if (!differs) continue;
        row = new_rows(table, cells->right->rows);
        frame_put_fit(frame, row, NAME_COL, table->name + 1, ROLE_DIM, "right");
        put_cells(table, row, at, cells->right);
    }
}

/* Where the right side begins: the heads are shown whole where there is room for them. */
static int right_side(const Table *table, int theirs_at, int cols)
{
    const Pen *pen = table->pen;
    int head = charset_width(pen->charset, head_of(table, true)),
        other = charset_width(pen->charset, head_of(table, false));
    int room = cols - theirs_at - GAP - max_int(table->right, other);
    int theirs = max_int(table->theirs, head < room ? head : room);
    return theirs_at + theirs + GAP;
}

Picture quiz_trace(const Pen *pen, const Trace *trace, int cols)
{
    Table table = measure(pen, trace);
    int theirs_at = NAME_COL + table.name + 2, right_at = right_side(&table, theirs_at, cols);
    bool is_beside = right_at + table.right <= cols && right_at - theirs_at >= HEAD_MIN;
    int above = theirs_at + max_int(table.theirs, table.right);
    table.picture = picture_new(pen, 0, is_beside || above < cols ? cols : above);
    if (is_beside)
        draw_beside(&table, theirs_at, right_at, cols);
    else
        draw_above(&table, table.picture.frame->cols);
    return table.picture;
}

/* ------------------------------------------------------------------ in words */

static void say_side(const Doc *doc, Runs *runs, const char *who, RefLayer layer, NodeId node)
{
    const Pen *pen = &doc->pen;
    runs_text(pen, runs, ROLE_LABEL, who);
    if (node == 0) {
        runs_text(pen, runs, ROLE_DIM, "no value");
        return;
    }
    PicArray array = pen_array_node(pen, layer, node, "");
    value_runs(pen, runs, &array);
}

/* "z, where they part: yours [0.2500 0.2500 0.5000], right [0.5000 0.5000 1.0000]." */
static void say_row(Doc *doc, const Trace *trace, size_t index)
{
    const TraceRow *row = &trace->rows[index];
    const Pen *pen = &doc->pen;
    Runs runs = {0};
    runs_text(pen, &runs, ROLE_LABEL, view_display(pen->arena, row->name));
    runs_text(pen, &runs, ROLE_TEXT, index == trace->parts_at ? ", where they part: " : ": ");
    say_side(doc, &runs, row->differs ? "yours " : "", REF_OTHER, row->theirs);
    if (row->differs) say_side(doc, &runs, ", right ", REF_NOW, row->right);
    runs_text(pen, &runs, ROLE_TEXT, row->differs ? "." : ", the same on both sides.");
    doc_runs(doc, 0, 0, 2, &runs);
}

void quiz_say_trace(Doc *doc, const Trace *trace)
{
    Table table = {.pen = &doc->pen, .trace = trace};
    Runs heads = {0};
    const char *text = arena_printf(doc->pen.arena, "%s; %s", head_of(&table, true), head_of(&table, false));
    runs_text(&doc->pen, &heads, ROLE_LABEL, text);
    doc_runs(doc, 0, 0, 2, &heads);
    for (size_t i = 0; i < trace->n_rows; i++) say_row(doc, trace, i);
}
