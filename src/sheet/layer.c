/* Layers: a sheet under overlays, and the questions that it answers. */
#include "sheet/layer.h"
#include "sheet/overlay.h"
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* -------------------------------------------------------------- beginning */

/* Sources of overlays may die before the layer: each is copied once. */
typedef struct SourceCopies {
    const SourceText *from[16], *to[16];
    size_t n;
} SourceCopies;

static const SourceText *copy_source(Arena *arena, SourceCopies *copies, const SourceText *source)
{
    if (source == NULL) return NULL;
    for (size_t i = 0; i < copies->n; i++) {
        if (copies->from[i] == source) return copies->to[i];
    }
    SourceText *copy = arena_alloc(arena, sizeof *copy);
    *copy = (SourceText){arena_strdup(arena, source->name), arena_strndup(arena, source->text, source->len),
                         source->len};
    if (copies->n < 16) {
        copies->from[copies->n] = source;
        copies->to[copies->n++] = copy;
    }
    return copy;
}

static void lay_over(Layer *layer, const Overlay *overlay, SourceCopies *copies)
{
    for (size_t i = 0; i < overlay->count; i++) {
        size_t position = sheet_position(layer->sheet, overlay->lines[i].name);
        if (position == 0 || position > layer->n_defined) continue;
        OverlayLine line = overlay->lines[i];
        line.expr =
            expr_copy(layer->arena, line.expr, copy_source(layer->arena, copies, line.expr->span.source));
        layer->defined[position - 1] = overlay_apply(layer->arena, layer->defined[position - 1], &line);
        layer->is_overlaid[position - 1] = true;
    }
}

Layer *layer_unasked(Sheet *sheet, const Overlay *const *overlays, size_t n, const Layer *reuse)
{
    Layer *layer = heed_xcalloc(1, sizeof *layer);
    SourceCopies copies = {.n = 0};
    layer->sheet = sheet;
    layer->references = 1;
    layer->arena = arena_new();
    layer->n_defined = sheet->count;
    layer->defined = arena_array(layer->arena, sheet->count, sizeof *layer->defined);
    layer->is_overlaid = arena_array(layer->arena, sheet->count, sizeof *layer->is_overlaid);
    for (size_t i = 0; i < sheet->count; i++) layer->defined[i] = sheet->definitions[i]->expr;
    for (size_t i = 0; i < n; i++) lay_over(layer, overlays[i], &copies);
    assert(reuse == NULL || reuse->sheet == sheet);
    layer->reuse = reuse;
    if (reuse != NULL) layer_take_jobs(layer, reuse);
    return layer;
}

Layer *layer_new(Sheet *sheet, const Overlay *const *overlays, size_t n, const Layer *reuse)
{
    Layer *layer = layer_unasked(sheet, overlays, n, reuse);
    layer_ask_all(layer);
    layer->reuse = NULL;
    if (reuse != NULL) sweeps_take(layer, reuse);
    layer->is_canceled = reuse != NULL && reuse->is_canceled && !job_has_new(layer);
    return layer;
}

/* Of a run of edits none of which is looked at, one older layer behind the one reused is enough. */
Layer *layer_lazy(Sheet *sheet, const Overlay *const *overlays, size_t n, Layer *reuse)
{
    Layer *layer = layer_unasked(sheet, overlays, n, reuse);
    layer->is_lazy = true;
    if (reuse == NULL) return layer;
    if (reuse->held != NULL) layer_settle(reuse->held);
    reuse->references++;
    layer->held = reuse;
    layer->is_canceled = reuse->is_canceled;
    sweeps_take(layer, reuse);
    return layer;
}

void layer_ask_all(Layer *layer)
{
    for (size_t i = 0; i < layer->n_defined; i++) layer_get_name(layer, layer->sheet->definitions[i]->name);
}

void layer_settle(Layer *layer)
{
    Layer *held = layer->held;
    if (held == NULL) return;
    layer->held = NULL;
    layer->reuse = NULL;
    layer_free(held);
}

void layer_free(Layer *layer)
{
    if (layer == NULL || --layer->references > 0) return;
    layer_settle(layer);
    for (size_t i = 0; i < layer->n_made; i++) store_release(layer->made[i]->store);
    layer_drop_jobs(layer);
    sweeps_free(layer);
    free(layer->nodes);
    strbuf_free(&layer->text);
    arena_free(layer->arena);
    free(layer);
}

Sheet *layer_sheet(const Layer *layer)
{
    return layer->sheet;
}

Arena *layer_arena(Layer *layer)
{
    return layer->arena;
}

bool layer_overlaid(const Layer *layer, const char *name)
{
    size_t position = sheet_position(layer->sheet, name);
    return position > 0 && position <= layer->n_defined && layer->is_overlaid[position - 1];
}

/* ------------------------------------------------------------------ asking */

/* A text parsed into the layer, its places in a copy of it. */
static const Expr *parse_text(Layer *layer, const char *name, const char *text, Diags *diags)
{
    SourceText *source = arena_alloc(layer->arena, sizeof *source);
    *source = (SourceText){arena_strdup(layer->arena, name), arena_strdup(layer->arena, text), strlen(text)};
    return expr_parse(layer->arena, source, 0, source->len, diags);
}

/* The node of a canonical text that this layer has not met. */
static Node *node_of_text(Layer *layer, const char *name, const char *text)
{
    Diags diags;
    diags_init(&diags, layer->arena);
    const Expr *expr = parse_text(layer, name, text, &diags);
    return expr != NULL ? layer_build(layer, expr) : NULL;
}

Node *layer_get(Layer *layer, NodeId id)
{
    if (id < layer->n_nodes && layer->nodes[id] != NULL) return layer->nodes[id];
    const char *text = sheet_id_text(layer->sheet, id);
    return text != NULL ? node_of_text(layer, "<expression>", text) : NULL;
}

NodeId layer_name(Layer *layer, const char *name)
{
    const Node *node = layer_get_name(layer, name);
    return node != NULL ? node->id : 0;
}

NodeId layer_node(Layer *layer, const Expr *expr)
{
    StrBuf text = {0};
    expr_write(&text, expr);
    NodeId id = strmap_get(&layer->sheet->ids, strbuf_text(&text));
    const Node *node = id != 0 && id < layer->n_nodes ? layer->nodes[id] : NULL;
    if (node == NULL) {
        const SourceText *source = expr->span.source;
        node = node_of_text(layer, source != NULL ? source->name : "<expression>", strbuf_text(&text));
    }
    strbuf_free(&text);
    return node != NULL ? node->id : 0;
}

/* Diagnostics from the `first` on may outlive the layer: their source becomes one of their own. */
static void keep_source(Diags *diags, size_t first)
{
    for (size_t i = first; i < diags->count; i++) {
        const SourceText *source = diags->items[i].span.source;
        if (source == NULL) continue;
        SourceText *copy = arena_alloc(diags->arena, sizeof *copy);
        *copy = (SourceText){arena_strdup(diags->arena, source->name),
                             arena_strdup(diags->arena, source->text), source->len};
        diags->items[i].span.source = copy;
    }
}

/* Parsed and its names checked; NULL and diagnostics. A screen asks for the same texts whenever it is drawn:
 * those are known by their canonical form, and cost no parse and no memory. */
static Node *ask(Layer *layer, const char *text, const char *source_name, Diags *diags)
{
    Diags unheard;
    NodeId known = strmap_get(&layer->sheet->ids, text);
    if (known != 0 && known < layer->n_nodes && layer->nodes[known] != NULL) return layer->nodes[known];
    if (diags == NULL) {
        diags_init(&unheard, layer->arena);
        diags = &unheard;
    }
    size_t before = diags->count;
    const Expr *expr = parse_text(layer, source_name, text, diags);
    bool is_good =
        expr != NULL && sheet_check_names(layer->sheet, expr, layer->sheet->count, FAILED_IS_TOLD, diags);
    if (is_good) return layer_build(layer, expr);
    keep_source(diags, before);
    return NULL;
}

NodeId layer_ask(Layer *layer, const char *text, const char *source_name, Diags *diags)
{
    const Node *node = ask(layer, text, source_name, diags);
    return node != NULL ? node->id : 0;
}

bool layer_ask_element(Layer *layer, const char *text, const char *source_name, ElementRef *ref, Diags *diags)
{
    const Node *node = ask(layer, text, source_name, diags);
    if (node == NULL) return false;
    Element at = {(Node *)node, 0, 0};
    bool is_index = node->state == NODE_VALUE && node->value.ndim == 0 && node->name == NULL &&
                    node->expr->kind == EXPR_INDEX;
    if (is_index) at = node_source(node, 0, 0);
    *ref = (ElementRef){REF_NOW, at.node->id, (uint32_t)at.row, (uint32_t)at.col};
    return true;
}

/* --------------------------------------------------------------- answering */

const Value *layer_value(Layer *layer, NodeId id)
{
    const Node *node = layer_get(layer, id);
    return node != NULL && node->state == NODE_VALUE ? &node->value : NULL;
}

const char *layer_text(Layer *layer, NodeId id)
{
    const char *text = sheet_id_text(layer->sheet, id);
    return text != NULL ? text : "";
}

const NodeError *layer_error(Layer *layer, NodeId id)
{
    const Node *node = layer_get(layer, id);
    return node != NULL && node->state == NODE_ERROR ? node->error : NULL;
}

const Definition *layer_definition(Layer *layer, NodeId id)
{
    const char *text = sheet_id_text(layer->sheet, id);
    return text != NULL ? sheet_find(layer->sheet, text) : NULL;
}

const char *layer_source_text(Layer *layer, Arena *arena, const char *name)
{
    const Node *node = layer_get_name(layer, name);
    return node != NULL ? expr_text(arena, node->expr) : NULL;
}

/* The element that a reference means; its node is NULL where there is none. */
static Element element_of(Layer *layer, ElementRef ref)
{
    Node *node = layer_get(layer, ref.node);
    bool is_there =
        node != NULL && node->state == NODE_VALUE && ref.row < node->value.rows && ref.col < node->value.cols;
    return (Element){is_there ? node : NULL, ref.row, ref.col};
}

bool layer_number(Layer *layer, ElementRef ref, double *value, NumKind *kind)
{
    Element at = element_of(layer, ref);
    if (at.node == NULL || at.node->value.type == VALUE_STRING) return false;
    *value = value_at(&at.node->value, at.row, at.col);
    *kind = value_num_kind(&at.node->value);
    return true;
}

char *layer_element_text(Layer *layer, Arena *arena, ElementRef ref)
{
    const Node *node = layer_get(layer, ref.node);
    if (node == NULL) return arena_strdup(arena, "");
    if (node->state != NODE_VALUE) return expr_text(arena, node->reference);
    return expr_text(arena, expr_element(arena, node->reference, &node->value, ref.row, ref.col));
}

bool layer_changed(Layer *now, Layer *was, ElementRef ref)
{
    if (was == NULL || now == was) return false;
    Element a = element_of(now, ref), b = element_of(was, ref);
    if (a.node == NULL) return b.node != NULL;
    if (b.node == NULL) return true;
    const Value *x = &a.node->value, *y = &b.node->value;
    if (x->ndim != y->ndim || (x->type == VALUE_STRING) != (y->type == VALUE_STRING)) return true;
    if (x->type == VALUE_STRING) {
        return strcmp(value_text_at(x, a.row, a.col), value_text_at(y, b.row, b.col)) != 0;
    }
    double p = value_at(x, a.row, a.col), q = value_at(y, b.row, b.col);
    return memcmp(&p, &q, sizeof p) != 0;
}

bool layer_is_partial(Layer *layer, NodeId id)
{
    const Node *node = layer_get(layer, id);
    return node != NULL && node->is_partial;
}

/* ----------------------------------------------------------------- reports */

/* The first element that is NaN; false where there is none. */
static bool first_nan(const Value *value, size_t *row, size_t *col)
{
    if (value->type != VALUE_F32 && value->type != VALUE_F64) return false;
    for (size_t r = 0; r < value->rows; r++) {
        for (size_t c = 0; c < value->cols; c++) {
            if (isnan(value_at(value, r, c))) return *row = r, *col = c, true;
        }
    }
    return false;
}

/* The node below (or at) `node`, which holds a NaN, where it first arises. */
static const Node *nan_origin(const Node *node, size_t *row, size_t *col)
{
    size_t i = 0, r = 0, c = 0;
    while (i < node->n_args) {
        const Node *arg = node->args[i++];
        if (arg == NULL || arg->state != NODE_VALUE || !first_nan(&arg->value, &r, &c)) continue;
        node = arg;
        *row = r;
        *col = c;
        i = 0;
    }
    return node;
}

const char *layer_report(Layer *layer, Arena *arena, NodeId id)
{
    const Node *node = layer_get(layer, id);
    size_t row = 0, col = 0;
    if (node == NULL || node->state != NODE_VALUE) return NULL;
    if (node->report != NULL) return arena_strdup(arena, node->report);
    bool is_truth = node->value.type == VALUE_BOOL || node->value.type == VALUE_INT;
    if (is_truth) node = layer_undecided(layer, id) ? truth_nan(layer, node) : NULL;
    if (node == NULL || !first_nan(&node->value, &row, &col)) return NULL;
    const Node *origin = nan_origin(node, &row, &col);
    const Expr *at = expr_element(arena, origin->reference, &origin->value, row, col);
    return arena_printf(arena, "NaN first arises in %s", expr_text(arena, at));
}
