/* One query against a table of keys and values, by each way of looking up.
 *
 * The pipeline's table with the words of a lookup for headings: what an exact
 * match finds, what the best match finds, and what every key gives by its share.
 */
#include "view/picture.h"
#include <math.h>

enum { MAX_COLUMNS = 8 };

typedef struct Lookup {
    const Pen *pen;
    PicArray arrays[MAX_COLUMNS], under_values[MAX_COLUMNS];
    const char *under[MAX_COLUMNS];
    size_t n, n_under;
    const PicArray *vectors[3]; /* answers with more than one component: below the table */
    const char *names[3];
    size_t n_vectors;
} Lookup;

static void add_answer(Lookup *lookup, const char *text, const PicArray *answer)
{
    size_t i = lookup->n_under++;
    lookup->under[i] = text;
    lookup->under_values[i] = (PicArray){0};
    if (!answer || !answer->value) return;
    if (value_count(answer->value) == 0)
        lookup->under[i] = "nothing";
    else if (value_count(answer->value) == 1)
        lookup->under_values[i] = *answer;
}

static void add_column(Lookup *lookup, const PicArray *array, const char *head, const char *style)
{
    PicArray *column = &lookup->arrays[lookup->n++];
    *column = *array;
    column->label = head;
    column->style = style;
}

static void keep_vector(Lookup *lookup, const char *name, const PicArray *answer)
{
    if (!answer) return;
    if (answer->value && value_count(answer->value) < 2) return;
    lookup->vectors[lookup->n_vectors] = answer;
    lookup->names[lookup->n_vectors++] = name;
}

/* The row of the best key, ticked: a drawing, without references. */
static PicArray tick_of(const Pen *pen, const PicArray *index, size_t n)
{
    uint8_t *ticks = arena_array(pen->arena, n ? n : 1, 1);
    double at = array_at(index, 0, 0);
    if (at >= 0 && at < (double)n) ticks[(size_t)at] = 1;
    Value *value = arena_alloc(pen->arena, sizeof *value);
    *value = (Value){.type = VALUE_BOOL, .ndim = 1, .rows = 1, .cols = n, .data.b8 = ticks};
    PicArray array = pen_array_plain(value, "", ROLE_DIM, NUM_SHORTEST);
    if (!index->value) {
        array.value = NULL;
        array.error = index->error;
        array.is_waiting = index->is_waiting;
    }
    return array;
}

static void gather(Lookup *lookup, const LookupSpec *spec)
{
    bool has_answers = spec->exact_out || spec->best_out || spec->out;
    bool is_scalar = array_ndim(&spec->values) < 2;
    add_column(lookup, &spec->query, "query", NULL);
    add_column(lookup, &spec->keys, "", NULL);
    add_column(lookup, &spec->values, "value", NULL);
    if (is_scalar) add_answer(lookup, has_answers ? "answer" : "", NULL);
    if (spec->exact) {
        add_column(lookup, spec->exact, "exact", "ticks");
        add_answer(lookup, "", spec->exact_out);
    }
    if (spec->best) {
        PicArray ticks = tick_of(lookup->pen, spec->best, array_rows(&spec->keys));
        add_column(lookup, &ticks, "best", "ticks");
        add_answer(lookup, "", spec->best_out);
    }
    if (spec->score) {
        add_column(lookup, spec->score, "score", NULL);
        add_answer(lookup, "q·k", NULL);
    }
    if (spec->share) {
        add_column(lookup, spec->share, "share", "bars");
        add_answer(lookup, "", spec->out);
    }
    keep_vector(lookup, "exact", spec->exact_out);
    keep_vector(lookup, "best", spec->best_out);
    keep_vector(lookup, "soft", spec->out);
}

/* "soft    3.3556  4.3556" */
static Picture answer_line(const Pen *pen, const char *name, const PicArray *answer, int cols)
{
    if (!answer->value) {
        PicArray named = *answer;
        named.label = name;
        return picture_error(pen, &named, cols);
    }
    int width = 12;
    for (size_t c = 0; c < array_cols(answer); c++) width += pen_element(pen, answer, 0, c).width + 2;
    Picture picture = picture_new(pen, 1, width);
    frame_put(picture.frame, 0, 1, 10, ROLE_LABEL, name);
    int col = 11;
    for (size_t c = 0; c < array_cols(answer); c++) {
        Number number = pen_element(pen, answer, 0, c);
        col += pen_put(pen, picture.frame, 0, col, &number) + 2;
    }
    return picture;
}

Picture pic_lookup(const Pen *pen, const LookupSpec *spec, PicRoom room)
{
    Lookup lookup = {.pen = pen};
    gather(&lookup, spec);
    ColumnsSpec columns = {.arrays = lookup.arrays,
                           .n = lookup.n,
                           .rows = spec->rows,
                           .under = lookup.under,
                           .under_values = lookup.under_values,
                           .n_under = lookup.n_under};
    Picture table = pic_columns(pen, &columns, room);
    for (size_t i = 0; i < lookup.n_vectors; i++)
        picture_below(pen, &table, answer_line(pen, lookup.names[i], lookup.vectors[i], room.cols));
    return table;
}
