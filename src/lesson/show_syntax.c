/* What `show` understands: one row per kind of picture. The parser of show lines,
 * the help and the pictures of view all read this table, so that a kind, a style
 * or an option is added in one place.
 */
#include "heed/lesson.h"
#include <assert.h>
#include <string.h>

static const char *const no_styles[] = {NULL};
static const char *const column_styles[] = {"bars", "heat", NULL};
static const char *const matrix_styles[] = {"heat", NULL};
static const char *const vector_styles[] = {"arrow", "point", "hull", NULL};

static const char *const curve_words[] = {"normal", NULL};
static const char *const log_words[] = {"x", "y", "xy", NULL};

/* Options that mean the same in several kinds. */
// clang-format off
#define ROWS   {"rows", OPTION_EXPR, "labels of the rows: a list of strings", NULL}
#define COLS   {"cols", OPTION_EXPR, "labels of the columns: a list of strings", NULL}
#define ROW    {"row", OPTION_EXPR, "which row of the first argument: an integer", NULL}
#define LOW    {"low", OPTION_EXPR, "the value at the low end of the scale", NULL}
#define HIGH   {"high", OPTION_EXPR, "the value at the high end of the scale", NULL}
#define FORMAT {"format", OPTION_FORMAT, "how the numbers are shown, .4f where it is not given", NULL}
#define LABEL  {"label", OPTION_TEXT, "what to call it", NULL}
#define END    {NULL, OPTION_TEXT, NULL, NULL}
// clang-format on

static const ShowOptionSyntax columns_options[] = {
    ROWS,
    {"under", OPTION_LIST,
     "what stands under the columns after the matrices; the word sum there shows the column's sum", NULL},
    FORMAT,
    END,
};
static const ShowOptionSyntax products_options[] = {ROWS, ROW, FORMAT, END};
static const ShowOptionSyntax matrix_options[] = {ROWS, COLS, FORMAT, END};
static const ShowOptionSyntax bars_options[] = {ROWS, LOW, HIGH, FORMAT, END};
static const ShowOptionSyntax vectors_options[] = {
    {"rows", OPTION_EXPR, "labels of the rows of the matrices that have as many", NULL},
    {"axes", OPTION_LIST, "names of the two axes", NULL},
    LOW,
    HIGH,
    FORMAT,
    END,
};
static const ShowOptionSyntax heatmap_options[] = {ROWS, COLS, LOW, HIGH, FORMAT, END};
static const ShowOptionSyntax histogram_options[] = {
    {"bins", OPTION_EXPR, "how many bins; chosen by the width where it is not given", NULL},
    LOW,
    HIGH,
    {"curve", OPTION_WORD, "a curve over the bars", curve_words},
    {"mean", OPTION_EXPR, "the curve's mean, 0 where it is not given", NULL},
    {"sd", OPTION_EXPR, "the curve's standard deviation, 1 where it is not given", NULL},
    {"heads", OPTION_LIST, "headings of the histograms", NULL},
    FORMAT,
    END,
};
static const ShowOptionSyntax line_options[] = {
    {"over", OPTION_EXPR, "the x of each point; the index where neither it nor sweep is given", NULL},
    {"sweep", OPTION_NAME, "the slider that moves from end to end, each argument a scalar", NULL},
    {"points", OPTION_EXPR, "how many points a sweep has", NULL},
    {"log", OPTION_WORD, "which axes are logarithmic", log_words},
    LOW,
    HIGH,
    {"axes", OPTION_LIST, "names of the two axes", NULL},
    {"heads", OPTION_LIST, "names of the lines", NULL},
    FORMAT,
    END,
};
static const ShowOptionSyntax lookup_options[] = {
    ROWS,
    {"exact", OPTION_EXPR, "which keys equal the query: a bool array", NULL},
    {"exact_out", OPTION_EXPR, "what the exact lookup returns; an empty array reads nothing", NULL},
    {"best", OPTION_EXPR, "the index of the best key", NULL},
    {"best_out", OPTION_EXPR, "what the best key returns", NULL},
    {"score", OPTION_EXPR, "the scores", NULL},
    {"share", OPTION_EXPR, "the weights, drawn with bars", NULL},
    {"out", OPTION_EXPR, "the weighted sum", NULL},
    FORMAT,
    END,
};
static const ShowOptionSyntax control_options[] = {
    LABEL,
    {"ends", OPTION_LIST, "what the low and the high end mean", NULL},
    END,
};
static const ShowOptionSyntax stats_options[] = {
    LABEL,
    {"margin", OPTION_EXPR, "the half-width of each value's interval: a scalar or one a value", NULL},
    {"expect", OPTION_EXPR, "what theory says: a scalar or one a value", NULL},
    {"against", OPTION_TEXT,
     "what stands over the expected values, on the first line of a table: \"expected\"", NULL},
    {"heads", OPTION_LIST, "headings of the columns, on the first line of a table", NULL},
    FORMAT,
    END,
};
static const ShowOptionSyntax blend_options[] = {ROWS, ROW, FORMAT, END};

enum { ANY = 16 };

static const ShowSyntax show_table[SHOW_KIND_COUNT] = {
    [SHOW_COLUMNS] =
        {"columns", 1, ANY, "columns EXPR[=bars|heat] … rows=LABELS under=\"q·k, ÷ √d_k, sum, sum\"",
         "The pipeline: arrays of as many rows side by side; a vector as long as a matrix is wide "
         "stands over it as its query.",
         column_styles, columns_options},
    [SHOW_PRODUCTS] = {"products", 2, 2, "products A B row=INDEX rows=LABELS",
                       "Each product of the vector A (or one row of it) with each row of B, and their sum.",
                       no_styles, products_options},
    [SHOW_MATRIX] = {"matrix", 1, 6, "matrix EXPR[=heat] … rows=LABELS cols=LABELS",
                     "Matrices side by side, with labels.", matrix_styles, matrix_options},
    [SHOW_BARS] = {"bars", 1, 4, "bars EXPR … rows=LABELS low=EXPR high=EXPR",
                   "Bars of vectors of the same length.", no_styles, bars_options},
    [SHOW_VECTORS] =
        {"vectors", 1, ANY, "vectors EXPR[=arrow|point|hull] … rows=LABELS axes=\"X, Y\"",
         "Arrows and points in the plane: vectors of two, or matrices of two columns, a row a point.",
         vector_styles, vectors_options},
    [SHOW_HEATMAP] = {"heatmap", 1, 4, "heatmap EXPR … rows=LABELS cols=LABELS low=EXPR high=EXPR",
                      "Matrices as shades of one scale.", no_styles, heatmap_options},
    [SHOW_HISTOGRAM] = {"histogram", 1, 2,
                        "histogram EXPR … bins=EXPR low=EXPR high=EXPR curve=normal sd=EXPR",
                        "How often a vector's values fall into each bin, with a curve to compare.", no_styles,
                        histogram_options},
    [SHOW_LINE] = {"line", 1, 6, "line EXPR … over=EXPR | sweep=SLIDER log=x|y|xy axes=\"X, Y\"",
                   "Lines over an x axis, or of scalars while a slider sweeps.", no_styles, line_options},
    [SHOW_LOOKUP] = {"lookup", 3, 3,
                     "lookup Q K V exact=EXPR best=EXPR score=EXPR share=EXPR out=EXPR rows=LABELS",
                     "One query against a table of keys and values, by each way of looking up that is given.",
                     no_styles, lookup_options},
    [SHOW_CONTROL] = {"control", 1, 6, "control INPUT … label=TEXT ends=\"LOW, HIGH\"",
                      "Inputs to move: sliders, toggles, choices, typed arrays.", no_styles, control_options},
    [SHOW_STATS] = {"stats", 1, 6, "stats SCALAR … label=TEXT margin=EXPR expect=EXPR heads=\"A, B\"",
                    "A row of a table of scalars, with intervals and what theory expects.", no_styles,
                    stats_options},
    [SHOW_BLEND] = {"blend", 2, 3, "blend WEIGHTS VALUES [OUT] row=INDEX rows=LABELS",
                    "Weights times rows of values, summed to the output.", no_styles, blend_options},
};

const ShowSyntax *lesson_show_syntax(ShowKind kind)
{
    assert((size_t)kind < SHOW_KIND_COUNT);
    return &show_table[kind];
}

const ShowOptionSyntax *show_option_syntax(const ShowSyntax *syntax, const char *key)
{
    for (const ShowOptionSyntax *option = syntax->options; option->key; option++)
        if (strcmp(option->key, key) == 0) return option;
    return NULL;
}

const ShowOption *show_option(const ShowLine *line, const char *key)
{
    for (size_t i = 0; i < line->n_options; i++)
        if (strcmp(line->options[i].key, key) == 0) return &line->options[i];
    return NULL;
}
