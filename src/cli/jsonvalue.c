#include "jsonvalue.h"

static void json_item(JsonWriter *w, const Value *value, size_t row, size_t col)
{
    if (value->type == VALUE_STRING)
        json_string(w, value_text_at(value, row, col));
    else
        json_number(w, value_at(value, row, col), value_num_kind(value));
}

static void json_row(JsonWriter *w, const Value *value, size_t row)
{
    json_open_array(w);
    for (size_t col = 0; col < value->cols; col++) json_item(w, value, row, col);
    json_close_array(w);
}

void json_value(JsonWriter *w, const Value *value)
{
    if (value->ndim == 0) {
        json_item(w, value, 0, 0);
    } else if (value->ndim == 1) {
        json_row(w, value, 0);
    } else {
        json_open_array(w);
        for (size_t row = 0; row < value->rows; row++) json_row(w, value, row);
        json_close_array(w);
    }
}

void json_shape(JsonWriter *w, const Value *value)
{
    json_key(w, "shape");
    json_open_array(w);
    if (value->ndim == 2) json_int(w, (long long)value->rows);
    if (value->ndim >= 1) json_int(w, (long long)value->cols);
    json_close_array(w);
}

void json_node_bare(JsonWriter *w, Layer *layer, NodeId node)
{
    const Value *value = node ? layer_value(layer, node) : NULL;
    if (value)
        json_value(w, value);
    else
        json_null(w);
}

static void json_error(JsonWriter *w, const NodeError *error)
{
    size_t line = 0, column = 0;
    if (error && error->span.source) source_position(error->span.source, error->span.start, &line, &column);
    json_key(w, "error");
    json_open_object(w);
    json_key(w, "line");
    json_int(w, (long long)line);
    json_key(w, "column");
    json_int(w, (long long)column);
    json_key(w, "text");
    json_string(w, error ? error->text : "it has no value");
    json_close_object(w);
}

void json_node_value(JsonWriter *w, Layer *layer, NodeId node)
{
    const Value *value = layer_value(layer, node);
    if (value) json_shape(w, value);
    json_key(w, "values");
    json_node_bare(w, layer, node);
    if (value == NULL) json_error(w, layer_error(layer, node));
}
