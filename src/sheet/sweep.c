/* Sweeps: one layer a stop, with the slider's stop laid over all that this layer has laid over the sheet;
 * what does not depend on the slider is taken over from this layer.
 *
 * A sweep is kept with its layer: a screen asks for it whenever it is drawn. Where a stop needs long work its
 * layer is kept until that is done, by layer_job_step, after the layer's own. A layer takes over
 * the sweeps of an older one that rest on nothing which has changed but the slider, whose stops are what they were.
 * Of a sweep that is not finished the two share the stops' layers.
 */
#include "sheet/layer.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STOPS_DEFAULT = 25, STOPS_MAX = 60 };

struct SweepMemo {
    SweepMemo *next;
    const char *key; /* name, points and expressions as text */
    const char *name;
    const Expr *const *exprs;
    size_t n;
    Sweep sweep;
    double **ys;
    Layer **at;         /* of each stop, while there is work left for it; else NULL */
    JobProgress *works; /* of each stop: how far it is */
};

/* The slider's stops from end to end: its own steps where they are few, else evenly spread ones. */
static size_t find_stops(const SliderInfo *slider, size_t points, double *stops)
{
    bool is_factor = slider->is_factor && slider->low > 0 && slider->step > 1;
    double span = is_factor ? log(slider->high / slider->low) : slider->high - slider->low;
    double unit = is_factor ? log(slider->step) : slider->step;
    double own = unit > 0 ? floor(span / unit + 1e-9) + 1 : INFINITY;
    size_t asked = points == 0 ? STOPS_DEFAULT : points < 2 ? 2 : points < STOPS_MAX ? points : STOPS_MAX;
    bool takes_own = own <= (points ? (double)asked : STOPS_MAX);
    size_t n = takes_own ? (size_t)own : asked, kept = 0;
    for (size_t i = 0; i < n; i++) {
        double way = takes_own ? (double)i * unit : span * (double)i / (double)(n - 1);
        if (!takes_own && !is_factor && unit > 0) way = round(way / unit) * unit;
        double stop = is_factor ? slider->low * exp(way) : slider->low + way;
        if (is_factor && fabs(stop - round(stop)) < 1e-9 * stop) stop = round(stop);
        if (stop > slider->high) stop = slider->high;
        if (kept == 0 || stop > stops[kept - 1]) stops[kept++] = stop;
    }
    return kept;
}

/* All that is laid over the sheet now, and a last line for the slider, to be filled in. */
static Overlay overlay_of(Layer *layer, const char *name)
{
    Overlay overlay = {.lines = arena_array(layer->arena, layer->n_defined + 1, sizeof(OverlayLine))};
    for (size_t i = 0; i < layer->n_defined; i++) {
        const char *defined = sheet_definition(layer->sheet, i)->name;
        if (!layer->is_overlaid[i] || strcmp(defined, name) == 0) continue;
        overlay.lines[overlay.count++] = (OverlayLine){.name = defined, .expr = layer->defined[i]};
    }
    overlay.lines[overlay.count++] = (OverlayLine){.name = name};
    return overlay;
}

static double number_at(Layer *layer, const Expr *expr)
{
    double value;
    NumKind kind;
    ElementRef ref = {.layer = REF_NOW, .node = layer_node(layer, expr)};
    return layer_number(layer, ref, &value, &kind) ? value : NAN;
}

/* What the layer of a stop says now; the layer goes when its work is done. */
static void read_stop(const Layer *layer, SweepMemo *memo, size_t i)
{
    Layer *at = memo->at[i];
    for (size_t k = 0; k < memo->n; k++) memo->ys[k][i] = number_at(at, memo->exprs[k]);
    at->reuse = NULL;
    memo->works[i] = layer_job_apart(at, layer);
    if (memo->works[i].running) return;
    layer_free(at);
    memo->at[i] = NULL;
}

/* They may be asked for again when whoever wrote them is gone. */
static const Expr *const *copy_exprs(Layer *layer, const Expr *const *exprs, size_t n)
{
    const Expr **copies = arena_array(layer->arena, n, sizeof *copies);
    for (size_t k = 0; k < n; k++) copies[k] = expr_copy(layer->arena, exprs[k], NULL);
    return copies;
}

static SweepMemo *memo_new(Layer *layer, const char *name, const char *key, size_t n, size_t n_stops)
{
    SweepMemo *memo = arena_alloc(layer->arena, sizeof *memo);
    *memo = (SweepMemo){.key = key, .name = arena_strdup(layer->arena, name), .n = n};
    memo->ys = arena_array(layer->arena, n, sizeof *memo->ys);
    for (size_t k = 0; k < n; k++) memo->ys[k] = arena_array(layer->arena, n_stops, sizeof **memo->ys);
    memo->at = arena_array(layer->arena, n_stops, sizeof(Layer *));
    memo->works = arena_array(layer->arena, n_stops, sizeof *memo->works);
    memo->sweep = (Sweep){.n_stops = n_stops, .ys = (const double *const *)memo->ys};
    memo->next = layer->sweeps;
    layer->sweeps = memo;
    return memo;
}

static void run(Layer *layer, SweepMemo *memo, const double *stops)
{
    Overlay overlay = overlay_of(layer, memo->name);
    memo->sweep.stops = stops;
    for (size_t i = 0; i < memo->sweep.n_stops; i++) {
        overlay.lines[overlay.count - 1].expr = expr_number(layer->arena, stops[i]);
        const Overlay *list[1] = {&overlay};
        memo->at[i] = layer_unasked(layer->sheet, list, 1, layer); /* no more is worked out than is drawn */
        read_stop(layer, memo, i);
    }
}

/* ------------------------------------------------------------------- steps */

static bool is_finished(const SweepMemo *memo)
{
    for (size_t i = 0; i < memo->sweep.n_stops; i++)
        if (memo->at[i] != NULL) return false;
    return true;
}

bool sweeps_are_finished(const Layer *layer)
{
    for (const SweepMemo *memo = layer->sweeps; memo != NULL; memo = memo->next)
        if (!is_finished(memo)) return false;
    return true;
}

void sweeps_step(Layer *layer, size_t budget)
{
    for (SweepMemo *memo = layer->sweeps; memo != NULL; memo = memo->next)
        for (size_t i = 0; i < memo->sweep.n_stops; i++) {
            if (memo->at[i] == NULL) continue;
            layer_job_step(memo->at[i], budget);
            read_stop(layer, memo, i);
            return;
        }
}

void sweeps_progress(const Layer *layer, JobProgress *progress)
{
    for (const SweepMemo *memo = layer->sweeps; memo != NULL; memo = memo->next)
        for (size_t i = 0; i < memo->sweep.n_stops && !is_finished(memo); i++) {
            progress->done += memo->works[i].done;
            progress->total += memo->works[i].total;
        }
}

void sweeps_free(Layer *layer)
{
    for (const SweepMemo *memo = layer->sweeps; memo != NULL; memo = memo->next)
        for (size_t i = 0; i < memo->sweep.n_stops; i++) layer_free(memo->at[i]);
}

/* ------------------------------------------------------------- taking over */

static bool is_same_expr(const Expr *a, const Expr *b)
{
    if (a == b) return true;
    StrBuf one = {0}, two = {0};
    expr_write(&one, a);
    expr_write(&two, b);
    bool is_same = strcmp(strbuf_text(&one), strbuf_text(&two)) == 0;
    strbuf_free(&one);
    strbuf_free(&two);
    return is_same;
}

typedef struct Needs {
    const Layer *layer;
    bool *names; /* by position in the sheet */
} Needs;

static void need(void *context, const char *name, SourceSpan span)
{
    Needs *needs = context;
    size_t position = sheet_position(needs->layer->sheet, name);
    (void)span;
    if (position > 0 && position <= needs->layer->n_defined) needs->names[position - 1] = true;
}

/* Whether all that a sweep rests on, but its slider, is what it was. A name is defined before it is used, so one pass
 * backwards finds what the expressions need. */
static bool is_same_sweep(const Layer *layer, const Layer *from, const SweepMemo *memo)
{
    if (layer->n_defined != from->n_defined) return false;
    Needs needs = {layer, heed_xcalloc(layer->n_defined + 1, sizeof *needs.names)};
    for (size_t k = 0; k < memo->n; k++) expr_names(memo->exprs[k], need, &needs);
    bool is_same = true;
    for (size_t i = layer->n_defined; is_same && i-- > 0;) {
        if (!needs.names[i] || strcmp(sheet_definition(layer->sheet, i)->name, memo->name) == 0) continue;
        is_same = is_same_expr(layer->defined[i], from->defined[i]);
        expr_names(layer->defined[i], need, &needs);
    }
    free(needs.names);
    return is_same;
}

void sweeps_take(Layer *layer, const Layer *from)
{
    for (const SweepMemo *old = from->sweeps; old != NULL; old = old->next) {
        if (!is_same_sweep(layer, from, old)) continue;
        size_t n_stops = old->sweep.n_stops;
        SweepMemo *memo = memo_new(layer, old->name, arena_strdup(layer->arena, old->key), old->n, n_stops);
        memo->sweep.stops = arena_grow(layer->arena, old->sweep.stops, n_stops, n_stops, sizeof(double));
        for (size_t k = 0; k < old->n; k++) memcpy(memo->ys[k], old->ys[k], n_stops * sizeof(double));
        memo->exprs = copy_exprs(layer, old->exprs, old->n);
        memcpy(memo->works, old->works, n_stops * sizeof *old->works);
        for (size_t i = 0; i < n_stops; i++) {
            memo->at[i] = old->at[i];
            if (memo->at[i] != NULL) memo->at[i]->references++;
        }
    }
}

/* ------------------------------------------------------------------ asking */

static char *key_of(Layer *layer, const char *name, size_t points, const Expr *const *exprs, size_t n)
{
    StrBuf key = {0};
    strbuf_printf(&key, "%s %zu", name, points);
    for (size_t k = 0; k < n; k++) {
        strbuf_add_char(&key, '\n');
        expr_write(&key, exprs[k]);
    }
    return strbuf_take(&key, layer->arena);
}

const Sweep *layer_sweep(Layer *layer, const char *name, size_t points, const Expr *const *exprs, size_t n)
{
    SliderInfo slider;
    NodeId node = layer_name(layer, name);
    if (node == 0 || !layer_slider(layer, node, &slider) || !(slider.high > slider.low)) return NULL;
    const char *key = key_of(layer, name, points, exprs, n);
    for (const SweepMemo *memo = layer->sweeps; memo; memo = memo->next)
        if (strcmp(memo->key, key) == 0) return &memo->sweep;
    double *stops = arena_array(layer->arena, STOPS_MAX, sizeof *stops);
    size_t n_stops = find_stops(&slider, points, stops);
    SweepMemo *memo = memo_new(layer, name, key, n, n_stops);
    memo->exprs = copy_exprs(layer, exprs, n);
    run(layer, memo, stops);
    return &memo->sweep;
}
