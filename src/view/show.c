/* From a show line of a lesson to a picture.
 *
 * One row per kind: a function that evaluates arguments and options and hands
 * plain arrays to the picture. Where a picture names something the lesson also
 * names (the sums of `products q K` are s = q @ K.T), the lesson's own name is
 * used, so that an element is one element wherever it is shown.
 */
#include "view/doc.h"
#include "view/spoken.h"
#include <math.h>
#include <string.h>

typedef struct Show {
    const Pen *pen;
    const Lesson *lesson;
    const ShowLine *lines; /* the first of those that make one picture */
    size_t n_lines;
    const Block *block;
    PicRoom room;
    Doc *spoken; /* the document to speak into, at `pane`; NULL: it is drawn */
    int pane;
} Show;

typedef Picture ShowPicture(const Show *show);

/* ----------------------------------------------------------------- options */

static PicArray *option_array_of(const Show *show, const ShowLine *line, const char *key)
{
    const ShowOption *option = show_option(line, key);
    if (!option || !option->expr) return NULL;
    PicArray *array = arena_alloc(show->pen->arena, sizeof *array);
    *array = pen_array(show->pen, option->expr, option->value ? option->value : "");
    return array;
}

static PicArray *option_array(const Show *show, const char *key)
{
    return option_array_of(show, show->lines, key);
}

static bool option_number(const Show *show, const char *key, double *number)
{
    const PicArray *array = option_array(show, key);
    if (!array || !array_is_numeric(array)) return false;
    *number = array_at(array, 0, 0);
    return isfinite(*number);
}

static size_t option_index(const Show *show, const char *key, size_t limit)
{
    double number = 0;
    if (!option_number(show, key, &number) || limit == 0) return 0;
    if (number < 0) number += (double)limit;
    return number >= 0 && number < (double)limit ? (size_t)number : limit - 1;
}

static const char *const *option_list(const ShowLine *line, const char *key, size_t *n)
{
    const ShowOption *option = show_option(line, key);
    *n = option ? option->n_parts : 0;
    return option ? option->parts : NULL;
}

static const char *option_text(const ShowLine *line, const char *key)
{
    const ShowOption *option = show_option(line, key);
    return option ? option->value : NULL;
}

static ScaleSpec option_scale(const Show *show)
{
    ScaleSpec scale = {0};
    scale.has_low = option_number(show, "low", &scale.low);
    scale.has_high = option_number(show, "high", &scale.high);
    return scale;
}

/* The line's format is for what is computed: inputs are shown as typed. */
static void apply_format(const ShowLine *line, PicArray *array)
{
    const ShowOption *option = show_option(line, "format");
    if (option && array && !array->is_input && array_is_numeric(array))
        pen_array_format(array, option->format);
}

static PicArray *arguments_of(const Show *show, const ShowLine *line)
{
    PicArray *arrays = arena_array(show->pen->arena, line->n_args ? line->n_args : 1, sizeof *arrays);
    for (size_t i = 0; i < line->n_args; i++) {
        arrays[i] = pen_array(show->pen, line->args[i].expr, line->args[i].text);
        arrays[i].style = line->args[i].style;
        apply_format(line, &arrays[i]);
    }
    return arrays;
}

static PicArray *arguments(const Show *show)
{
    return arguments_of(show, show->lines);
}

/* The errors of arrays, each said once, under a picture that shows only where they are. */
static Picture with_errors(const Show *show, Picture picture, const PicArray *arrays, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!arrays[i].value && !arrays[i].is_waiting)
            picture_below(show->pen, &picture, picture_error(show->pen, &arrays[i], show->room.cols));
    return picture;
}

/* The node of `text`, under the lesson's own name for it where there is one. */
static PicArray array_named(const Show *show, const char *text)
{
    const Pen *pen = show->pen;
    Layer *now = pen->layers[REF_NOW];
    Diags diags;
    diags_init(&diags, pen->arena);
    NodeId node = layer_ask(now, text, "show", &diags);
    const char *canonical = node ? layer_text(now, node) : text;
    for (size_t i = 0; i < sheet_count(show->lesson->sheet); i++) {
        const char *name = sheet_definition(show->lesson->sheet, i)->name;
        const char *source = layer_source_text(now, pen->arena, name);
        if (source && strcmp(source, canonical) == 0) return pen_array_text(pen, name);
    }
    return pen_array_text(pen, text);
}

static const char *text_of(const Show *show, const Expr *expr)
{
    return expr_text(show->pen->arena, expr);
}

/* ------------------------------------------------------------------- kinds */

/* An entry of `under`: "sum" is the column's sum; "{expr:.2f}" any number; else a text. */
static void under_entry(const Show *show, const char *part, const char *column, const char **text,
                        PicArray *value)
{
    Arena *arena = show->pen->arena;
    *value = (PicArray){0};
    *text = part;
    const char *open = strchr(part, '{'), *close = open ? strrchr(part, '}') : NULL;
    if (strcmp(part, "sum") == 0) {
        *text = "Σ";
        *value = array_named(show, arena_printf(arena, "sum(%s)", column));
    } else if (close && close > open + 1) {
        const char *colon = memchr(open, ':', (size_t)(close - open)), *end = colon ? colon : close;
        *text = arena_strndup(arena, part, (size_t)(open - part));
        *value = pen_array_text(show->pen, arena_strndup(arena, open + 1, (size_t)(end - open - 1)));
        NumFormat format;
        size_t at;
        if (colon && num_format_parse(colon + 1, (size_t)(close - colon - 1), &format, &at))
            pen_array_format(value, format);
    }
}

static Picture show_columns(const Show *show)
{
    const ShowLine *line = show->lines;
    PicArray *arrays = arguments(show);
    ColumnsSpec spec = {.arrays = arrays, .n = line->n_args, .rows = option_array(show, "rows")};
    const char *const *parts = option_list(line, "under", &spec.n_under);
    const char **under = arena_array(show->pen->arena, spec.n_under ? spec.n_under : 1, sizeof *under);
    PicArray *values = arena_array(show->pen->arena, spec.n_under ? spec.n_under : 1, sizeof *values);
    size_t *columns = arena_array(show->pen->arena, line->n_args ? line->n_args : 1, sizeof *columns);
    size_t n = columns_of_numbers(show->pen, &spec, columns);
    for (size_t i = 0; i < spec.n_under; i++) {
        const char *column = i < n ? text_of(show, line->args[columns[i]].expr) : "0";
        under_entry(show, parts[i], column, &under[i], &values[i]);
        apply_format(line, &values[i]);
    }
    spec.under = under;
    spec.under_values = values;
    if (show->spoken) return say_columns(show->spoken, show->pane, &spec);
    return with_errors(show, pic_columns(show->pen, &spec, show->room), arrays, line->n_args);
}

static Picture show_products(const Show *show)
{
    const ShowLine *line = show->lines;
    Arena *arena = show->pen->arena;
    PicArray *arrays = arguments(show);
    const char *a = text_of(show, line->args[0].expr), *b = text_of(show, line->args[1].expr);
    bool is_matrix = array_ndim(&arrays[0]) == 2;
    size_t row = option_index(show, "row", array_rows(&arrays[0]));
    ProductsSpec spec = {.a = arrays[0], .b = arrays[1], .rows = option_array(show, "rows")};
    const char *transposed = array_ndim(&arrays[1]) == 2 ? ".T" : "";
    spec.sums = array_named(show, arena_printf(arena, "(%s) @ (%s)%s", a, b, transposed));
    if (is_matrix) {
        spec.a = pen_array_row(show->pen, &arrays[0], row);
        spec.sums = pen_array_row(show->pen, &spec.sums, row);
        a = arena_printf(arena, "(%s)[%zu]", a, row);
    }
    spec.products = pen_array_text(show->pen, arena_printf(arena, "(%s) * (%s)", a, b));
    apply_format(line, &spec.products);
    apply_format(line, &spec.sums);
    if (show->spoken) return say_products(show->spoken, show->pane, &spec);
    return pic_products(show->pen, &spec, show->room);
}

static Picture show_matrix(const Show *show)
{
    MatrixSpec spec = {.arrays = arguments(show),
                       .n = show->lines->n_args,
                       .rows = option_array(show, "rows"),
                       .cols = option_array(show, "cols")};
    if (show->spoken) return say_matrix(show->spoken, show->pane, &spec);
    return pic_matrix(show->pen, &spec, show->room);
}

static Picture show_bars(const Show *show)
{
    BarsSpec spec = {.arrays = arguments(show),
                     .n = show->lines->n_args,
                     .rows = option_array(show, "rows"),
                     .scale = option_scale(show)};
    if (show->spoken) return say_bars(show->spoken, show->pane, &spec);
    return pic_bars(show->pen, &spec, show->room);
}

static Picture show_vectors(const Show *show)
{
    VectorsSpec spec = {.arrays = arguments(show),
                        .n = show->lines->n_args,
                        .rows = option_array(show, "rows"),
                        .scale = option_scale(show)};
    spec.axes = option_list(show->lines, "axes", &spec.n_axes);
    if (show->spoken) return say_vectors(show->spoken, show->pane, &spec);
    return pic_vectors(show->pen, &spec, show->room);
}

static Picture show_heatmap(const Show *show)
{
    HeatmapSpec spec = {.arrays = arguments(show),
                        .n = show->lines->n_args,
                        .rows = option_array(show, "rows"),
                        .cols = option_array(show, "cols"),
                        .scale = option_scale(show)};
    if (show->spoken) return say_heatmap(show->spoken, show->pane, &spec);
    return pic_heatmap(show->pen, &spec, show->room);
}

static Picture show_histogram(const Show *show)
{
    HistogramSpec spec = {.arrays = arguments(show),
                          .n = show->lines->n_args,
                          .scale = option_scale(show),
                          .has_curve = show_option(show->lines, "curve") != NULL,
                          .sd = 1};
    double bins;
    if (option_number(show, "bins", &bins) && bins >= 1 && bins < 10000) spec.bins = (size_t)bins;
    option_number(show, "mean", &spec.mean);
    option_number(show, "sd", &spec.sd);
    spec.heads = option_list(show->lines, "heads", &spec.n_heads);
    if (show->spoken) return say_histogram(show->spoken, show->pane, &spec);
    return pic_histogram(show->pen, &spec, show->room);
}

/* Numbers of layers that are gone: they have no references, and are drawn as marks alone. */
static PicArray swept_array(const Show *show, const double *numbers, size_t n, const char *label)
{
    float *data = arena_array(show->pen->arena, n ? n : 1, sizeof *data);
    Value *value = arena_alloc(show->pen->arena, sizeof *value);
    for (size_t i = 0; i < n; i++) data[i] = (float)numbers[i];
    *value = (Value){.type = VALUE_F32, .ndim = 1, .rows = 1, .cols = n, .data.f32 = data};
    return pen_array_plain(value, label, ROLE_AXIS, (NumFormat){'g', false, false, 6});
}

/* The arguments become lines over the stops of a slider; what they are now is pointed out. */
static void sweep_lines(const Show *show, const char *name, LineSpec *spec)
{
    const ShowLine *line = show->lines;
    Layer *now = show->pen->layers[REF_NOW];
    const Expr **exprs = arena_array(show->pen->arena, line->n_args, sizeof *exprs);
    for (size_t i = 0; i < line->n_args; i++) exprs[i] = line->args[i].expr;
    double points = 0;
    option_number(show, "points", &points);
    const Sweep *sweep =
        layer_sweep(now, name, points >= 2 && points < 1000 ? (size_t)points : 0, exprs, line->n_args);
    if (!sweep) return;
    PicArray *over = arena_alloc(show->pen->arena, sizeof *over);
    PicArray *lines = arena_array(show->pen->arena, line->n_args, sizeof *lines);
    *over = swept_array(show, sweep->stops, sweep->n_stops, "");
    for (size_t i = 0; i < line->n_args; i++)
        lines[i] = swept_array(show, sweep->ys[i], sweep->n_stops, spec->arrays[i].label);
    SliderInfo slider = {0};
    if (layer_slider(now, layer_name(now, name), &slider)) spec->here = spec->arrays;
    spec->here_x = slider.value;
    spec->arrays = lines;
    spec->over = over;
}

static Picture show_line(const Show *show)
{
    const ShowLine *line = show->lines;
    const char *log = option_text(line, "log"), *sweep = option_text(line, "sweep");
    LineSpec spec = {.arrays = arguments(show),
                     .n = line->n_args,
                     .over = option_array(show, "over"),
                     .log_x = log && strchr(log, 'x'),
                     .log_y = log && strchr(log, 'y'),
                     .scale = option_scale(show)};
    spec.axes = option_list(line, "axes", &spec.n_axes);
    spec.heads = option_list(line, "heads", &spec.n_heads);
    if (sweep) sweep_lines(show, sweep, &spec);
    if (show->spoken) return say_line(show->spoken, show->pane, &spec);
    return pic_line(show->pen, &spec, show->room);
}

static Picture show_lookup(const Show *show)
{
    static const char *const keys[] = {"exact", "exact_out", "best", "best_out", "score", "share", "out"};
    PicArray *arrays = arguments(show), *options[7];
    for (size_t i = 0; i < 7; i++) {
        options[i] = option_array(show, keys[i]);
        apply_format(show->lines, options[i]);
    }
    LookupSpec spec = {.query = arrays[0],
                       .keys = arrays[1],
                       .values = arrays[2],
                       .exact = options[0],
                       .exact_out = options[1],
                       .best = options[2],
                       .best_out = options[3],
                       .score = options[4],
                       .share = options[5],
                       .out = options[6],
                       .rows = option_array(show, "rows")};
    if (show->spoken) return say_lookup(show->spoken, show->pane, &spec);
    return pic_lookup(show->pen, &spec, show->room);
}

/* Whether the same block draws points in the plane: one plane is enough. */
static bool has_plane(const Show *show)
{
    for (size_t i = 0; i < show->block->as.show.count; i++)
        if (show->block->as.show.lines[i].kind == SHOW_VECTORS) return true;
    return false;
}

static Picture show_blend(const Show *show)
{
    const ShowLine *line = show->lines;
    PicArray *arrays = arguments(show);
    size_t row = option_index(show, "row", array_rows(&arrays[0]));
    PicArray out;
    if (line->n_args > 2) {
        out = arrays[2];
    } else {
        out =
            array_named(show, arena_printf(show->pen->arena, "(%s) @ (%s)", text_of(show, line->args[0].expr),
                                           text_of(show, line->args[1].expr)));
        apply_format(line, &out);
        if (!out.base.node || strchr(out.label, '@') || strstr(out.label, "·")) out.label = "out";
    }
    BlendSpec spec = {.weights = pen_array_row(show->pen, &arrays[0], row),
                      .values = arrays[1],
                      .rows = option_array(show, "rows"),
                      .no_plane = has_plane(show)};
    out = pen_array_row(show->pen, &out, row);
    spec.out = &out;
    spec.was = pen_was(show->pen, &out);
    if (show->spoken) return say_blend(show->spoken, show->pane, &spec);
    return pic_blend(show->pen, &spec, show->room);
}

/* An option that is a scalar for all of n values, or one a value. NULL: not given. */
static const PicArray *spread(const Show *show, const ShowLine *line, const char *key, size_t n)
{
    PicArray *array = option_array_of(show, line, key);
    if (!array) return NULL;
    PicArray *each = arena_array(show->pen->arena, n, sizeof *each);
    const ShowOption *format = show_option(line, "format");
    if (format && array_is_numeric(array)) pen_array_format(array, format->format); /* as the values are */
    for (size_t i = 0; i < n; i++)
        each[i] = array_ndim(array) ? pen_array_scalar(show->pen, array, 0, i) : *array;
    return each;
}

static Picture show_stats(const Show *show)
{
    Arena *arena = show->pen->arena;
    StatsRow *rows = arena_array(arena, show->n_lines, sizeof *rows);
    StatsSpec spec = {.rows = rows, .n = show->n_lines, .against = option_text(show->lines, "against")};
    if (!spec.against) spec.against = "expected";
    spec.heads = option_list(show->lines, "heads", &spec.n_heads);
    for (size_t i = 0; i < show->n_lines; i++) {
        const ShowLine *line = &show->lines[i];
        const char *label = option_text(line, "label");
        PicArray *values = arguments_of(show, line);
        rows[i] = (StatsRow){.label = label ? label : values[0].label, .values = values, .n = line->n_args};
        rows[i].margins = spread(show, line, "margin", line->n_args);
        rows[i].expects = spread(show, line, "expect", line->n_args);
    }
    if (show->spoken) return say_stats(show->spoken, show->pane, &spec);
    return pic_stats(show->pen, &spec, show->room);
}

/* ---------------------------------------------------------------- controls */

enum { MAX_OPTIONS = 16 };

/* The first argument of "choice(['soft', 'hard'], 0)": up to a comma or the end outside brackets and quotes.
 */
static const char *first_argument(Arena *arena, const char *source)
{
    const char *at = strchr(source, '(');
    if (!at) return "";
    const char *start = ++at;
    int depth = 0;
    char quote = '\0';
    for (; *at; at++) {
        if (quote) {
            if (*at == quote) quote = '\0';
        } else if (*at == '\'' || *at == '"') {
            quote = *at;
        } else if (*at == '[' || *at == '(') {
            depth++;
        } else if (*at == ']' || *at == ')') {
            if (--depth < 0) break;
        } else if (*at == ',' && depth == 0) {
            break;
        }
    }
    return arena_strndup(arena, start, (size_t)(at - start));
}

/* What can be chosen, as texts. */
static void set_choice(const Show *show, const Definition *definition, ControlSpec *spec)
{
    Arena *arena = show->pen->arena;
    const char **options = arena_array(arena, MAX_OPTIONS, sizeof *options);
    PicArray all = pen_array_text(show->pen, first_argument(arena, expr_text(arena, definition->expr)));
    spec->kind = CONTROL_CHOICE;
    spec->options = options;
    for (size_t i = 0; i < array_cols(&all) && i < MAX_OPTIONS; i++)
        options[spec->n_options++] = pen_element(show->pen, &all, 0, i).text;
}

static void set_slider(const Show *show, NodeId node, ControlSpec *spec)
{
    SliderInfo info;
    spec->kind = CONTROL_SLIDER;
    if (!layer_slider(show->pen->layers[REF_NOW], node, &info)) return;
    spec->low = info.low;
    spec->high = info.high;
    spec->is_log = info.is_factor;
}

static ControlSpec control_of(const Show *show, const ShowLine *line, size_t arg)
{
    ControlSpec spec = {.kind = CONTROL_ARRAY,
                        .value = pen_array(show->pen, line->args[arg].expr, line->args[arg].text)};
    const char *label = option_text(line, "label"), *name = expr_name(line->args[arg].expr);
    const Definition *definition = name ? sheet_find(show->lesson->sheet, name) : NULL;
    size_t n_ends;
    const char *const *ends = option_list(line, "ends", &n_ends);
    spec.label = label && line->n_args == 1 ? label : spec.value.label;
    for (size_t i = 0; i < 2 && i < n_ends; i++) spec.ends[i] = ends[i];
    if (!definition) return spec;
    if (definition->input == INPUT_SLIDER)
        set_slider(show, layer_name(show->pen->layers[REF_NOW], name), &spec);
    if (definition->input == INPUT_TOGGLE) spec.kind = CONTROL_TOGGLE;
    if (definition->input == INPUT_CHOICE) set_choice(show, definition, &spec);
    return spec;
}

static Picture show_control(const Show *show)
{
    size_t n = 0;
    for (size_t i = 0; i < show->n_lines; i++) n += show->lines[i].n_args;
    ControlSpec *specs = arena_array(show->pen->arena, n ? n : 1, sizeof *specs);
    n = 0;
    for (size_t i = 0; i < show->n_lines; i++)
        for (size_t k = 0; k < show->lines[i].n_args; k++) specs[n++] = control_of(show, &show->lines[i], k);
    if (show->spoken) return say_control(show->spoken, show->pane, specs, n);
    return pic_control(show->pen, specs, n, show->room);
}

/* --------------------------------------------------------------- the table */

static const struct {
    ShowPicture *picture;
    bool joins; /* consecutive lines of the kind make one picture */
} show_table[SHOW_KIND_COUNT] = {
    [SHOW_COLUMNS] = {show_columns, false},     [SHOW_PRODUCTS] = {show_products, false},
    [SHOW_MATRIX] = {show_matrix, false},       [SHOW_BARS] = {show_bars, false},
    [SHOW_VECTORS] = {show_vectors, false},     [SHOW_HEATMAP] = {show_heatmap, false},
    [SHOW_HISTOGRAM] = {show_histogram, false}, [SHOW_LINE] = {show_line, false},
    [SHOW_LOOKUP] = {show_lookup, false},       [SHOW_CONTROL] = {show_control, true},
    [SHOW_STATS] = {show_stats, true},          [SHOW_BLEND] = {show_blend, false},
};

static void draw_caption(Doc *doc, int pane, const Prose *caption)
{
    if (caption->count == 0 || doc->setup.has_no_captions) return;
    Runs runs = {0};
    prose_runs(&doc->pen, &runs, caption, ROLE_DIM);
    doc_runs(doc, pane, doc->setup.is_spoken ? 0 : 1, 0, &runs);
}

void show_draw(Doc *doc, int pane, const Block *block)
{
    const ShowLine *lines = block->as.show.lines;
    int col = doc_room(doc, pane) >= 60 ? 1 : 0;
    for (size_t i = 0; i < block->as.show.count;) {
        size_t n = 1;
        while (show_table[lines[i].kind].joins && i + n < block->as.show.count &&
               lines[i + n].kind == lines[i].kind)
            n++;
        Show show = {.pen = &doc->pen,
                     .lesson = doc->setup.lesson,
                     .lines = &lines[i],
                     .n_lines = n,
                     .block = block,
                     .room = {doc_room(doc, pane) - col, doc->setup.size},
                     .spoken = doc->setup.is_spoken ? doc : NULL,
                     .pane = pane};
        if (i) doc_gap(doc, pane);
        bool is_spoken = doc->setup.is_spoken; /* who listens is told first what it is */
        for (size_t k = i; is_spoken && k < i + n; k++) draw_caption(doc, pane, &lines[k].caption);
        Picture picture = show_table[lines[i].kind].picture(&show);
        doc_picture(doc, pane, col, &picture, lines[i].span);
        for (size_t k = i; !is_spoken && k < i + n; k++) draw_caption(doc, pane, &lines[k].caption);
        i += n;
    }
}
