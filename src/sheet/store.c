/* Where values live.
 *
 * A small value lives in its layer's arena and is copied when another layer takes
 * it over. A large one lives in a counted Store that layers share, so that an
 * unrelated edit copies nothing.
 */
#include "sheet/layer.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define SMALL_BYTES 1024
#define ALIGNMENT   64

struct Store {
    size_t references;
    size_t size;
};

Store *store_new(size_t size, void **data)
{
    Store *store = heed_xmalloc(sizeof *store + ALIGNMENT + size);
    *store = (Store){1, size};
    uintptr_t first = (uintptr_t)(store + 1);
    *data = (char *)(store + 1) + (ALIGNMENT - first % ALIGNMENT) % ALIGNMENT;
    return store;
}

void store_retain(Store *store)
{
    store->references++;
}

void store_release(Store *store)
{
    if (store != NULL && --store->references == 0) free(store);
}

bool store_is_shared(const Store *store)
{
    return store->references > 1;
}

static size_t element_size(ValueType type)
{
    static const size_t sizes[] = {[VALUE_F64] = sizeof(double),
                                   [VALUE_F32] = sizeof(float),
                                   [VALUE_INT] = sizeof(int64_t),
                                   [VALUE_BOOL] = sizeof(uint8_t),
                                   [VALUE_STRING] = sizeof(const char *)};
    return sizes[type];
}

static bool is_small(const Value *value)
{
    return value_count(value) * element_size(value->type) <= SMALL_BYTES;
}

static bool check_size(Layer *layer, Node *node, size_t rows, size_t cols)
{
    size_t count = 0;
    if (!heed_mul_size(rows, cols, &count) || count > VALUE_MAX_COUNT) {
        node->value.rows = node->value.cols = 0;
        return node_fail(layer, node, "size", "%zu x %zu is more than the %zu numbers that an array may have",
                         rows, cols, VALUE_MAX_COUNT);
    }
    layer->n_elements += count;
    if (layer->n_elements <= LAYER_MAX_COUNT) return true;
    return node_fail(layer, node, "size", "the arrays together have more than %zu numbers", LAYER_MAX_COUNT);
}

/* Whether the room that a node has holds its new value: its own, and large enough. */
static bool still_fits(const Node *node, const Value *old)
{
    if (old->data.f32 == NULL || old->type != node->value.type) return false;
    size_t size = value_count(&node->value) * element_size(old->type);
    const Store *store = node->store;
    if (store == NULL) return is_small(&node->value) && size <= value_count(old) * element_size(old->type);
    return !store_is_shared(store) && size <= store->size;
}

bool node_shape(Layer *layer, Node *node, ValueType type, int ndim, size_t rows, size_t cols)
{
    assert((ndim > 0 || (rows == 1 && cols == 1)) && (ndim != 1 || rows == 1));
    assert(type != VALUE_F64 || ndim == 0);
    Value old = node->value;
    Store *old_store = node->store;
    layer->n_elements -= value_count(&old);
    node->value = (Value){.type = type, .ndim = ndim, .rows = rows, .cols = cols};
    if (old.type != type || old.ndim != ndim || value_count(&node->value) < node->n_kept) node->n_kept = 0;
    bool is_ok = check_size(layer, node, rows, cols);
    if (is_ok && still_fits(node, &old)) {
        node->value.data = old.data;
        return true;
    }
    node->store = NULL;
    if (is_ok && node->n_kept > 0 && old.data.f32 != NULL) {
        void *data = node_room(layer, node);
        memcpy(data, old.data.f32, node->n_kept * element_size(type));
    }
    store_release(old_store);
    return is_ok;
}

/* Room for the numbers of a shaped node, made when it is first asked for. */
void *node_room(Layer *layer, Node *node)
{
    Value *value = &node->value;
    if (value->data.f32 != NULL) return (void *)value->data.f32;
    size_t size = value_count(value) * element_size(value->type);
    void *data = NULL;
    /* What grows gets room to grow. */
    if (is_small(value))
        data = arena_alloc(layer->arena, size);
    else
        node->store = store_new(node->n_kept > 0 ? 2 * size : size, &data);
    value->data.f32 = data;
    return data;
}

static void *room(Layer *layer, Node *node, ValueType type)
{
    assert(node->value.type == type);
    (void)type;
    return node_room(layer, node);
}

float *node_f32(Layer *layer, Node *node)
{
    return room(layer, node, VALUE_F32);
}

double *node_f64(Layer *layer, Node *node)
{
    return room(layer, node, VALUE_F64);
}

int64_t *node_i64(Layer *layer, Node *node)
{
    return room(layer, node, VALUE_INT);
}

uint8_t *node_b8(Layer *layer, Node *node)
{
    return room(layer, node, VALUE_BOOL);
}

const char **node_strings(Layer *layer, Node *node)
{
    return room(layer, node, VALUE_STRING);
}

HeedOut node_out(Layer *layer, Node *node)
{
    return heed_out(node_f32(layer, node), node->value.rows, node->value.cols);
}

void node_put(Layer *layer, Node *node, size_t index, double value)
{
    switch (node->value.type) {
    case VALUE_F64: node_f64(layer, node)[index] = value; return;
    case VALUE_F32: node_f32(layer, node)[index] = (float)value; return;
    case VALUE_INT: node_i64(layer, node)[index] = (int64_t)value; return;
    case VALUE_BOOL: node_b8(layer, node)[index] = value != 0; return;
    case VALUE_STRING: break;
    }
    assert(!"a string is no number");
}

void node_take(Layer *layer, Node *node, const Node *from)
{
    if (from->store != NULL) {
        node_adopt(layer, node, from->store, from->value.data.f32);
        return;
    }
    void *data = room(layer, node, from->value.type);
    memcpy(data, from->value.data.f32, value_count(&from->value) * element_size(from->value.type));
    if (from->value.type != VALUE_STRING) return;
    const char **strings = data;
    for (size_t i = 0; i < value_count(&from->value); i++)
        strings[i] = arena_strdup(layer->arena, strings[i]);
}

void node_adopt(Layer *layer, Node *node, Store *store, const void *data)
{
    (void)layer;
    store_retain(store);
    store_release(node->store);
    node->store = store;
    node->value.data.f32 = data;
}

/* --------------------------------------------------------------- as floats */

Floats floats_of(const Value *value)
{
    Floats floats = {.rows = value->rows, .cols = value->cols};
    size_t n = value_count(value);
    if (value->type == VALUE_F32) {
        floats.data = value->data.f32;
        return floats;
    }
    floats.owned = heed_xmalloc(n * sizeof(float) + 1);
    for (size_t i = 0; i < n; i++) floats.owned[i] = (float)value_at(value, i / value->cols, i % value->cols);
    floats.data = floats.owned;
    return floats;
}

void floats_free(Floats *floats)
{
    free(floats->owned);
    *floats = (Floats){0};
}

HeedView floats_view(const Floats *floats)
{
    return heed_view(floats->data, floats->rows, floats->cols);
}
