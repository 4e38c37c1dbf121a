/* Sheet values as JSON: 0-d bare, 1-D a list, 2-D a list of rows; fp32 with the
 * shortest digits that read back; strings as strings. */
#ifndef HEED_CLI_JSONVALUE_H
#define HEED_CLI_JSONVALUE_H

#include "heed/json.h"
#include "heed/sheet.h"

/* The value alone. */
void json_value(JsonWriter *w, const Value *value);
/* The node's value, or null where it could not be computed. */
void json_node_bare(JsonWriter *w, Layer *layer, NodeId node);
/* Members "shape" and "values" of an open object; "values": null and "error" where it could not be computed.
 */
void json_node_value(JsonWriter *w, Layer *layer, NodeId node);
/* Member "shape". */
void json_shape(JsonWriter *w, const Value *value);

#endif
