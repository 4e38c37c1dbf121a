/* Sweeps: one layer a stop, with the slider's stop laid over all that this layer has laid over the sheet;
 * what does not depend on the slider is taken over from this layer. A sweep is kept with its layer: a screen
 * asks for it whenever it is drawn.
 */
#include "sheet/layer.h"
#include <math.h>
#include <string.h>

enum { STOPS_DEFAULT = 25, STOPS_MAX = 60 };

struct SweepMemo {
    SweepMemo *next;
    const char *key; /* name, points and expressions as text */
    Sweep sweep;
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

static Sweep run(Layer *layer, const char *name, const SliderInfo *slider, size_t points,
                 const Expr *const *exprs, size_t n)
{
    double *stops = arena_array(layer->arena, STOPS_MAX, sizeof *stops);
    Sweep sweep = {.n_stops = find_stops(slider, points, stops), .stops = stops};
    double **ys = arena_array(layer->arena, n, sizeof *ys);
    for (size_t k = 0; k < n; k++) ys[k] = arena_array(layer->arena, sweep.n_stops, sizeof **ys);
    Overlay overlay = overlay_of(layer, name);
    for (size_t i = 0; i < sweep.n_stops; i++) {
        overlay.lines[overlay.count - 1].expr = expr_number(layer->arena, stops[i]);
        const Overlay *list[1] = {&overlay};
        Layer *at = layer_new(layer->sheet, list, 1, layer);
        for (size_t k = 0; k < n; k++) ys[k][i] = number_at(at, exprs[k]);
        layer_free(at);
    }
    sweep.ys = (const double *const *)ys;
    return sweep;
}

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
    SweepMemo *memo = arena_alloc(layer->arena, sizeof *memo);
    *memo = (SweepMemo){layer->sweeps, key, run(layer, name, &slider, points, exprs, n)};
    layer->sweeps = memo;
    return &memo->sweep;
}
