/* One line a row of the picture: its label, then each number behind its name. */
#include "view/spoken.h"
#include <math.h>
#include <string.h>

enum { ROWS_MAX = 24, PRODUCTS_MAX = 12, STOPS_MAX = 5 };

static const Picture nothing_to_draw;

/* ------------------------------------------------------------------- lines */

static void text(const Doc *doc, Runs *runs, const char *words)
{
    runs_text(&doc->pen, runs, ROLE_TEXT, words);
}

static void label(const Doc *doc, Runs *runs, const char *words)
{
    runs_text(&doc->pen, runs, ROLE_LABEL, words);
}

static void count(const Doc *doc, Runs *runs, size_t n, const char *words)
{
    runs_text(&doc->pen, runs, ROLE_PAGE, arena_printf(doc->pen.arena, "%zu", n));
    text(doc, runs, words);
}

static void end_line(Doc *doc, int pane, const Runs *runs)
{
    if (runs->n) doc_runs(doc, pane, 0, 2, runs);
}

/* "T [1.0000 2.0000]", or what stands in its place. */
static void named(const Doc *doc, Runs *runs, const char *name, const PicArray *array)
{
    label(doc, runs, name);
    if (*name) text(doc, runs, " ");
    value_runs(&doc->pen, runs, array);
}

static void comma(const Doc *doc, Runs *runs, const char *sign, bool *is_first)
{
    if (!*is_first) text(doc, runs, sign);
    *is_first = false;
}

/* Entry r of an array of n rows: a number of a vector, a row of a matrix; a scalar is the same for all. */
static PicArray entry(const Doc *doc, const PicArray *array, size_t r)
{
    if (array_ndim(array) == 2) return pen_array_row(&doc->pen, array, r);
    return array_ndim(array) == 1 ? pen_array_scalar(&doc->pen, array, 0, r) : *array;
}

static size_t entries(const PicArray *array)
{
    return array_ndim(array) == 2 ? array_rows(array) : array_ndim(array) == 1 ? array_cols(array) : 1;
}

/* What cannot be computed is said once, by its name. */
static void errors(Doc *doc, int pane, const PicArray *arrays, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (arrays[i].value) continue;
        Runs runs = {0};
        named(doc, &runs, arrays[i].label, &arrays[i]);
        end_line(doc, pane, &runs);
    }
}

/* ------------------------------------------------------------------ tables */

/* "k1: K [1 1 0 0], s 1.0000", for each of n rows; a long table tells its first rows and its last. */
static void rows_of(Doc *doc, int pane, const PicArray *const *arrays, size_t n_arrays, const PicArray *names,
                    size_t n)
{
    size_t shown[ROWS_MAX], n_shown = elide(n, ROWS_MAX, shown);
    int width;
    const char *const *labels = names || n > 1 ? pen_labels(&doc->pen, names, n, &width) : NULL;
    for (size_t i = 0; i < n_shown; i++) {
        Runs runs = {0};
        bool is_first = true;
        if (shown[i] == ELIDED) {
            count(doc, &runs, n - (n_shown - 1), " rows are left out here.");
            end_line(doc, pane, &runs);
            continue;
        }
        if (labels && *labels[shown[i]])
            label(doc, &runs, arena_printf(doc->pen.arena, "%s: ", labels[shown[i]]));
        for (size_t a = 0; a < n_arrays; a++) {
            if (!arrays[a]->value || shown[i] >= entries(arrays[a])) continue;
            PicArray one = entry(doc, arrays[a], shown[i]);
            comma(doc, &runs, ", ", &is_first);
            named(doc, &runs, arrays[a]->label, &one);
        }
        end_line(doc, pane, &runs);
    }
}

static const PicArray **pointers(const Doc *doc, const PicArray *arrays, size_t n)
{
    const PicArray **to = arena_array(doc->pen.arena, n ? n : 1, sizeof *to);
    for (size_t i = 0; i < n; i++) to[i] = &arrays[i];
    return to;
}

static size_t longest(const PicArray *const *arrays, size_t n)
{
    size_t rows = 0;
    for (size_t i = 0; i < n; i++)
        if (arrays[i]->value && entries(arrays[i]) > rows) rows = entries(arrays[i]);
    return rows;
}

Picture say_columns(Doc *doc, int pane, const ColumnsSpec *spec)
{
    Arena *arena = doc->pen.arena;
    size_t *numbers = arena_array(arena, spec->n ? spec->n : 1, sizeof *numbers);
    size_t n_numbers = columns_of_numbers(&doc->pen, spec, numbers), n_in = 0;
    const PicArray **in = arena_array(arena, spec->n ? spec->n : 1, sizeof *in);
    for (size_t i = 0, k = 0; i < spec->n; i++) {
        bool is_number = k < n_numbers && numbers[k] == i;
        k += is_number;
        if (is_number || array_ndim(&spec->arrays[i]) == 2) {
            in[n_in++] = &spec->arrays[i];
        } else if (spec->arrays[i].value) { /* over a matrix or under it */
            Runs runs = {0};
            named(doc, &runs, spec->arrays[i].label, &spec->arrays[i]);
            end_line(doc, pane, &runs);
        }
    }
    rows_of(doc, pane, in, n_in, spec->rows, longest(in, n_in));
    errors(doc, pane, spec->arrays, spec->n);
    Runs runs = {0};
    bool is_first = true,
         is_whole = true; /* with a column missing, what stands under them would be another's */
    for (size_t i = 0; i < spec->n; i++) is_whole &= spec->arrays[i].value != NULL;
    for (size_t i = 0; is_whole && i < spec->n_under && i < n_numbers; i++) {
        bool has_value = spec->under_values[i].value != NULL;
        if (!*spec->under[i] && !has_value) continue;
        comma(doc, &runs, "; ", &is_first);
        bool is_sum = has_value && strcmp(spec->under[i], "Σ") == 0;
        text(doc, &runs, is_sum ? "sum of " : "");
        label(doc, &runs, spec->arrays[numbers[i]].label);
        text(doc, &runs, is_sum ? " " : arena_printf(arena, ": %s", spec->under[i]));
        if (has_value) value_runs(&doc->pen, &runs, &spec->under_values[i]);
    }
    end_line(doc, pane, &runs);
    return nothing_to_draw;
}

Picture say_bars(Doc *doc, int pane, const BarsSpec *spec)
{
    const PicArray **arrays = pointers(doc, spec->arrays, spec->n);
    rows_of(doc, pane, arrays, spec->n, spec->rows, longest(arrays, spec->n));
    errors(doc, pane, spec->arrays, spec->n);
    return nothing_to_draw;
}

/* ---------------------------------------------------------------- matrices */

/* "k1: alto 0.2, tenor 0.3": a row whose columns have names. */
static void labelled_row(Doc *doc, int pane, const PicArray *array, size_t r, const char *name,
                         const char *const *cols)
{
    Runs runs = {0};
    size_t n = array_cols(array), shown[ROWS_MAX], n_shown = elide(n, ROWS_MAX, shown);
    if (*name) label(doc, &runs, arena_printf(doc->pen.arena, "%s: ", name));
    for (size_t i = 0; i < n_shown; i++) {
        if (i) text(doc, &runs, ", ");
        if (shown[i] == ELIDED) {
            count(doc, &runs, n - (n_shown - 1), " left out");
            continue;
        }
        PicArray one = pen_array_scalar(&doc->pen, array, array_ndim(array) == 2 ? r : 0, shown[i]);
        named(doc, &runs, cols[shown[i]], &one);
    }
    end_line(doc, pane, &runs);
}

static void matrix(Doc *doc, int pane, const PicArray *array, const PicArray *rows, const PicArray *cols)
{
    int width;
    size_t n = array_ndim(array) == 2 ? array_rows(array) : 1;
    Runs runs = {0};
    if (cols == NULL && array_ndim(array) < 2) {
        named(doc, &runs, array->label, array);
        end_line(doc, pane, &runs);
        return;
    }
    label(doc, &runs, array->label);
    text(doc, &runs, array_ndim(array) == 2 ? ", row by row" : "");
    end_line(doc, pane, &runs);
    const PicArray *const one[] = {&(PicArray){.label = "",
                                               .value = array->value,
                                               .base = array->base,
                                               .role = array->role,
                                               .is_input = array->is_input,
                                               .has_format = array->has_format,
                                               .format = array->format}};
    if (cols == NULL) {
        rows_of(doc, pane, one, 1, rows, n);
        return;
    }
    size_t shown[ROWS_MAX], n_shown = elide(n, ROWS_MAX, shown);
    const char *const *names = rows ? pen_labels(&doc->pen, rows, n, &width) : NULL;
    const char *const *heads = pen_labels(&doc->pen, cols, array_cols(array), &width);
    for (size_t i = 0; i < n_shown; i++) {
        Runs gap = {0};
        if (shown[i] != ELIDED) {
            labelled_row(doc, pane, array, shown[i], names ? names[shown[i]] : "", heads);
            continue;
        }
        count(doc, &gap, n - (n_shown - 1), " rows are left out here.");
        end_line(doc, pane, &gap);
    }
}

Picture say_matrix(Doc *doc, int pane, const MatrixSpec *spec)
{
    for (size_t i = 0; i < spec->n; i++)
        if (spec->arrays[i].value) matrix(doc, pane, &spec->arrays[i], spec->rows, spec->cols);
    errors(doc, pane, spec->arrays, spec->n);
    return nothing_to_draw;
}

Picture say_heatmap(Doc *doc, int pane, const HeatmapSpec *spec)
{
    MatrixSpec same = {spec->arrays, spec->n, spec->rows, spec->cols};
    return say_matrix(doc, pane, &same);
}

/* ----------------------------------------------------------------- drawings */

Picture say_vectors(Doc *doc, int pane, const VectorsSpec *spec)
{
    Runs axes = {0};
    for (size_t i = 0; i < spec->n_axes; i++)
        text(doc, &axes, i ? ", " : "Axes: "), text(doc, &axes, spec->axes[i]);
    end_line(doc, pane, &axes);
    for (size_t i = 0; i < spec->n; i++) {
        const PicArray *array = &spec->arrays[i];
        Runs runs = {0};
        if (array_ndim(array) == 2) {
            matrix(doc, pane, array, spec->rows, NULL);
            continue;
        }
        named(doc, &runs, array->label, array);
        if (array->value && array->style)
            text(doc, &runs,
                 arena_printf(doc->pen.arena, ", %s %s", strchr("aeiou", array->style[0]) ? "an" : "a",
                              array->style));
        end_line(doc, pane, &runs);
    }
    return nothing_to_draw;
}

/* A reduction of an array, as an element of the sheet: "mean 0.0031". */
static void reduced(const Doc *doc, Runs *runs, const char *words, const char *call, const PicArray *array)
{
    const char *of = layer_text(doc->pen.layers[REF_NOW], array->base.node);
    PicArray value = pen_array_text(&doc->pen, arena_printf(doc->pen.arena, "%s(%s)", call, of));
    named(doc, runs, words, &value);
}

Picture say_histogram(Doc *doc, int pane, const HistogramSpec *spec)
{
    for (size_t i = 0; i < spec->n; i++) {
        const PicArray *array = &spec->arrays[i];
        Runs runs = {0};
        label(doc, &runs, i < spec->n_heads ? spec->heads[i] : array->label);
        text(doc, &runs, ": ");
        if (!array->value || !array->base.node) {
            value_runs(&doc->pen, &runs, array);
        } else {
            count(doc, &runs, value_count(array->value), " numbers, ");
            reduced(doc, &runs, "from", "min", array);
            reduced(doc, &runs, " to", "max", array);
            reduced(doc, &runs, ", mean", "mean", array);
            reduced(doc, &runs, ", standard deviation", "std", array);
        }
        end_line(doc, pane, &runs);
    }
    return nothing_to_draw;
}

/* A few places along the axis, both ends among them. */
static size_t stop_at(size_t i, size_t n_shown, size_t n)
{
    return n_shown > 1 ? i * (n - 1) / (n_shown - 1) : 0;
}

static const char *line_name(const LineSpec *spec, size_t i)
{
    return i < spec->n_heads                  ? spec->heads[i]
           : spec->n == 1 && spec->n_axes > 1 ? spec->axes[1]
                                              : spec->arrays[i].label;
}

Picture say_line(Doc *doc, int pane, const LineSpec *spec)
{
    size_t n = spec->n ? entries(&spec->arrays[0]) : 0, n_shown = n < STOPS_MAX ? n : STOPS_MAX;
    const char *axis = spec->n_axes > 0 ? spec->axes[0] : "index";
    for (size_t i = 0; i < n_shown; i++) {
        size_t at = stop_at(i, n_shown, n);
        Runs runs = {0};
        if (spec->over) {
            PicArray x = entry(doc, spec->over, at);
            named(doc, &runs, axis, &x);
        } else {
            label(doc, &runs, axis);
            runs_text(&doc->pen, &runs, ROLE_AXIS, arena_printf(doc->pen.arena, " %zu", at));
        }
        for (size_t a = 0; a < spec->n; a++) {
            PicArray y = entry(doc, &spec->arrays[a], at);
            text(doc, &runs, a ? ", " : ": ");
            named(doc, &runs, line_name(spec, a), &y);
        }
        end_line(doc, pane, &runs);
    }
    Runs now = {0};
    for (size_t a = 0; spec->here && a < spec->n; a++) {
        text(doc, &now, a ? ", " : "now: ");
        named(doc, &now, line_name(spec, a), &spec->here[a]);
    }
    end_line(doc, pane, &now);
    return nothing_to_draw;
}

/* ------------------------------------------------------------- computations */

/* "k1: 1 × 1 + 0 × 1 = 1.0000" */
Picture say_products(Doc *doc, int pane, const ProductsSpec *spec)
{
    size_t n = array_ndim(&spec->b) == 2 ? array_rows(&spec->b)
               : spec->b.value           ? 1
                                         : 0,
           d = array_cols(&spec->a);
    size_t shown[ROWS_MAX], n_shown = elide(n, ROWS_MAX, shown);
    int width;
    const char *const *names = spec->rows ? pen_labels(&doc->pen, spec->rows, n, &width) : NULL;
    for (size_t i = 0; i < n_shown; i++) {
        Runs runs = {0};
        size_t r = shown[i];
        if (r == ELIDED) {
            count(doc, &runs, n - (n_shown - 1), " rows are left out here.");
            end_line(doc, pane, &runs);
            continue;
        }
        label(doc, &runs, names ? arena_printf(doc->pen.arena, "%s: ", names[r]) : "");
        for (size_t c = 0; c < d && c < PRODUCTS_MAX; c++) {
            PicArray a = pen_array_scalar(&doc->pen, &spec->a, 0, c),
                     b = pen_array_scalar(&doc->pen, &spec->b, r, c);
            text(doc, &runs, c ? " + " : "");
            value_runs(&doc->pen, &runs, &a);
            text(doc, &runs, " × ");
            value_runs(&doc->pen, &runs, &b);
        }
        if (d > PRODUCTS_MAX) text(doc, &runs, " + "), count(doc, &runs, d - PRODUCTS_MAX, " more products");
        if (spec->sums.value) {
            PicArray sum = entry(doc, &spec->sums, r);
            text(doc, &runs, " = ");
            value_runs(&doc->pen, &runs, &sum);
        }
        end_line(doc, pane, &runs);
    }
    const PicArray all[] = {spec->a, spec->b, spec->sums};
    errors(doc, pane, all, 3);
    return nothing_to_draw;
}

Picture say_blend(Doc *doc, int pane, const BlendSpec *spec)
{
    size_t n = entries(&spec->weights), shown[ROWS_MAX], n_shown = elide(n, ROWS_MAX, shown);
    int width;
    const char *const *names = spec->rows ? pen_labels(&doc->pen, spec->rows, n, &width) : NULL;
    for (size_t i = 0; i < n_shown && spec->weights.value; i++) {
        Runs runs = {0};
        if (shown[i] == ELIDED) {
            count(doc, &runs, n - (n_shown - 1), " rows are left out here.");
        } else {
            PicArray weight = entry(doc, &spec->weights, shown[i]),
                     value = entry(doc, &spec->values, shown[i]);
            label(doc, &runs, names ? arena_printf(doc->pen.arena, "%s: ", names[shown[i]]) : "");
            value_runs(&doc->pen, &runs, &weight);
            text(doc, &runs, " × ");
            value_runs(&doc->pen, &runs, &value);
        }
        end_line(doc, pane, &runs);
    }
    if (spec->out) {
        Runs runs = {0};
        named(doc, &runs, arena_printf(doc->pen.arena, "added up: %s", spec->out->label), spec->out);
        end_line(doc, pane, &runs);
    }
    const PicArray all[] = {spec->weights, spec->values};
    errors(doc, pane, all, 2);
    return nothing_to_draw;
}

/* ------------------------------------------------------------------ lookup */

static void answer(Doc *doc, int pane, const char *words, const PicArray *out)
{
    if (!out) return;
    Runs runs = {0};
    bool is_nothing = out->value && value_count(out->value) == 0;
    text(doc, &runs, arena_printf(doc->pen.arena, "%s: ", words));
    if (is_nothing)
        text(doc, &runs, "nothing");
    else
        value_runs(&doc->pen, &runs, out);
    end_line(doc, pane, &runs);
}

static bool is_true_at(const PicArray *array, size_t r)
{
    return array && array_is_numeric(array) && array_at(array, 0, r) != 0;
}

Picture say_lookup(Doc *doc, int pane, const LookupSpec *spec)
{
    size_t n = entries(&spec->keys);
    int width;
    const char *const *names = pen_labels(&doc->pen, spec->rows, n, &width);
    Runs query = {0};
    named(doc, &query, "query", &spec->query);
    end_line(doc, pane, &query);
    for (size_t r = 0; r < n && r < ROWS_MAX; r++) {
        Runs runs = {0};
        PicArray key = entry(doc, &spec->keys, r), value = entry(doc, &spec->values, r);
        named(doc, &runs, arena_printf(doc->pen.arena, "%s: key", names[r]), &key);
        named(doc, &runs, ", value", &value);
        if (spec->score) value = entry(doc, spec->score, r), named(doc, &runs, ", score", &value);
        if (spec->share) value = entry(doc, spec->share, r), named(doc, &runs, ", share", &value);
        if (is_true_at(spec->exact, r)) text(doc, &runs, ", equal to the query");
        if (spec->best && array_at(spec->best, 0, 0) == (double)r) text(doc, &runs, ", the best");
        end_line(doc, pane, &runs);
    }
    if (n > ROWS_MAX) {
        Runs rest = {0};
        count(doc, &rest, n - ROWS_MAX, " more keys are left out.");
        end_line(doc, pane, &rest);
    }
    answer(doc, pane, "an exact match returns", spec->exact_out);
    answer(doc, pane, "the best key returns", spec->best_out);
    answer(doc, pane, "all keys by their share return", spec->out);
    const PicArray all[] = {spec->query, spec->keys, spec->values};
    errors(doc, pane, all, 3);
    return nothing_to_draw;
}

/* ---------------------------------------------------------------- controls */

static const char *end_of(const Doc *doc, const ControlSpec *spec, int which)
{
    Arena *arena = doc->pen.arena;
    double at = which ? spec->high : spec->low;
    const char *number = num_text(arena, at, NUM_F64, (NumFormat){'g', false, false, 7});
    bool has_words = spec->ends[which] && *spec->ends[which];
    return has_words ? arena_printf(arena, "%s (%s)", number, spec->ends[which]) : number;
}

static void say_range(const Doc *doc, Runs *runs, const ControlSpec *spec)
{
    if (spec->kind == CONTROL_SLIDER) {
        text(doc, runs, ", a slider from ");
        runs_text(&doc->pen, runs, ROLE_AXIS, end_of(doc, spec, 0));
        text(doc, runs, " to ");
        runs_text(&doc->pen, runs, ROLE_AXIS, end_of(doc, spec, 1));
    }
    if (spec->kind == CONTROL_TOGGLE) text(doc, runs, ", a toggle: True or False");
    for (size_t i = 0; i < spec->n_options; i++) {
        text(doc, runs, i ? ", " : ", one of: ");
        runs_text(&doc->pen, runs, ROLE_CODE, spec->options[i]);
    }
}

/* "d_k (dk) 64, a slider from 1 to 4096": the name to type stands behind the words. */
Picture say_control(Doc *doc, int pane, const ControlSpec *specs, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        Runs runs = {0};
        Layer *now = doc->pen.layers[REF_NOW];
        const Definition *definition = layer_definition(now, specs[i].value.base.node);
        bool has_name = definition && strcmp(definition->name, specs[i].label) != 0;
        named(doc, &runs,
              has_name ? arena_printf(doc->pen.arena, "%s (%s)", specs[i].label, definition->name)
                       : specs[i].label,
              &specs[i].value);
        if (specs[i].value.value) say_range(doc, &runs, &specs[i]);
        end_line(doc, pane, &runs);
    }
    return nothing_to_draw;
}

Picture say_stats(Doc *doc, int pane, const StatsSpec *spec)
{
    for (size_t i = 0; i < spec->n; i++) {
        const StatsRow *row = &spec->rows[i];
        Runs runs = {0};
        label(doc, &runs, arena_printf(doc->pen.arena, "%s: ", row->label));
        for (size_t k = 0; k < row->n; k++) {
            text(doc, &runs, k ? "; " : "");
            named(doc, &runs,
                  k < spec->n_heads ? spec->heads[k]
                  : row->n > 1      ? row->values[k].label
                                    : "",
                  &row->values[k]);
            if (row->margins) named(doc, &runs, " ±", &row->margins[k]);
            if (row->expects) named(doc, &runs, ", expected", &row->expects[k]);
        }
        end_line(doc, pane, &runs);
    }
    return nothing_to_draw;
}
