/* Edits: what a student types becomes one overlay line, `name = …`.
 *
 * An edit of a cell writes the whole literal again, cell for cell as it stood in
 * the lesson, with the typed text in its place; nothing else of its spacing or
 * digits changes. So an edit is plain text that can be undone, journalled, passed
 * to --set and read by a person. Where an input was overlaid by a formula and has
 * no literal any more, its present values are written out.
 *
 * A typed formula may read earlier names and stays a formula. One that reads the
 * input itself (`-q`) means the value that stands there now, and is worked out at
 * once: a history keeps one line a name, so the line must not lean on the one it
 * replaces.
 */
#include "sheet/edit.h"
#include "sheet/bind.h"
#include "sheet/form.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* ------------------------------------------------------- what is edited */

/* An input as it now stands. */
typedef struct Input {
    Node *node;
    InputKind kind;      /* of its present right side: NONE where a formula was laid over it */
    const Expr *literal; /* the literal, the slider's or toggle's value; NULL for a formula or a choice */
    const Expr *options; /* of a choice */
} Input;

static size_t param_index(const Op *op, const char *name)
{
    size_t i = 0;
    while (op->params[i].name != NULL && strcmp(op->params[i].name, name) != 0) i++;
    assert(op->params[i].name != NULL);
    return i;
}

static bool is_input(const Node *node)
{
    return node->definition != NULL && node->definition->input != INPUT_NONE;
}

static Input input_of(Layer *layer, Node *node)
{
    Input input = {.node = node, .kind = expr_input_kind(node->expr)};
    if (input.kind == INPUT_LITERAL) input.literal = node->expr;
    if (input.kind == INPUT_NONE || input.kind == INPUT_LITERAL) return input;
    const Expr *by_param[OP_MAX_PARAMS];
    CallError error;
    const Op *op = op_find(node->expr->text);
    if (op == NULL || !call_bind(layer_arena(layer), op, node->expr, by_param, &error)) {
        input.kind = INPUT_NONE;
        return input;
    }
    if (input.kind == INPUT_CHOICE) {
        input.options = by_param[param_index(op, "options")];
    } else {
        input.literal = by_param[param_index(op, "value")];
    }
    return input;
}

/* The input behind an element, through every map, named or not. */
static bool target_of(Layer *layer, ElementRef ref, Element *target)
{
    Node *node = layer_get(layer, ref.node);
    if (node == NULL) return false;
    Element element = {node, ref.row, ref.col};
    for (;;) {
        bool has_element = element.node->state == NODE_VALUE && element.row < element.node->value.rows &&
                           element.col < element.node->value.cols;
        if (!has_element) return false;
        if (is_input(element.node)) break;
        if (element.node->op->kind != OP_MAP) return false;
        element = node_source(element.node, element.row, element.col);
    }
    *target = element;
    return true;
}

bool edit_target(Layer *layer, ElementRef ref, ElementRef *input)
{
    Element target;
    if (!target_of(layer, ref, &target)) return false;
    *input = (ElementRef){ref.layer, target.node->id, (uint32_t)target.row, (uint32_t)target.col};
    return true;
}

/* The expression of one cell of a literal; NULL where the literal has no cell of its own for it. */
static const Expr *cell_of(const Expr *literal, const Value *value, size_t row, size_t col)
{
    const Expr *line = literal;
    if (value->ndim == 2) {
        if (line->kind != EXPR_LIST || row >= line->n_args) return NULL;
        line = line->args[row];
    }
    if (value->ndim == 0) return line->kind == EXPR_LIST ? NULL : line;
    return line->kind == EXPR_LIST && col < line->n_args ? line->args[col] : NULL;
}

static bool has_place(const Expr *expr)
{
    return expr->span.source != NULL && expr->span.end > expr->span.start;
}

/* As typed where that is known. */
static char *typed_text_of(Arena *arena, const Expr *expr)
{
    if (!has_place(expr)) return expr_text(arena, expr);
    return edit_one_line(arena, expr->span.source->text + expr->span.start,
                         expr->span.end - expr->span.start);
}

/* A value that reads back to the same bits; whole numbers without a point, zero without a sign. */
static char *exact_text(Arena *arena, const Value *value, size_t row, size_t col)
{
    if (value->type == VALUE_STRING) {
        return expr_text(arena, expr_string(arena, value_text_at(value, row, col)));
    }
    double number = value_at(value, row, col);
    if (value->type == VALUE_BOOL) return arena_strdup(arena, number != 0 ? "True" : "False");
    if (number == floor(number) && fabs(number) < 1e15) return arena_printf(arena, "%.0f", number + 0.0);
    return expr_text(arena, expr_real(arena, number, value_num_kind(value)));
}

/* A value as one would type it: with at most four decimals. */
static char *value_text(Arena *arena, const Value *value, size_t row, size_t col)
{
    if (value->type == VALUE_STRING || value->type == VALUE_BOOL) return exact_text(arena, value, row, col);
    double number = value_at(value, row, col);
    char text[NUM_TEXT_MAX];
    size_t length = num_write(text, number, NUM_F64, NUM_FIXED(4));
    bool is_short = isfinite(number) && fabs(number) < 1e15 && (number == 0 || fabs(number) >= 1e-3);
    if (!is_short) return exact_text(arena, value, row, col);
    while (text[length - 1] == '0') length--;
    if (text[length - 1] == '.') length--;
    return arena_strndup(arena, text, length);
}

/* ------------------------------------------------------------ the new line */

/* The present values as a literal; in `cell`, where it is not NULL, stands `text`. */
static char *values_literal(Arena *arena, const Value *value, const Element *cell, const char *text)
{
    if (value->ndim == 0) return cell != NULL ? arena_strdup(arena, text) : exact_text(arena, value, 0, 0);
    StrBuf out = {0};
    if (value->ndim == 2) strbuf_add_char(&out, '[');
    for (size_t r = 0; r < value->rows; r++) {
        strbuf_add(&out, r > 0 ? ", [" : "[");
        for (size_t c = 0; c < value->cols; c++) {
            bool is_cell = cell != NULL && r == cell->row && c == cell->col;
            strbuf_printf(&out, "%s%s", c > 0 ? ", " : "", is_cell ? text : exact_text(arena, value, r, c));
        }
        strbuf_add_char(&out, ']');
    }
    if (value->ndim == 2) strbuf_add_char(&out, ']');
    return strbuf_take(&out, arena);
}

/* The source of a literal, the text of one of its cells replaced. */
static char *source_with_cell(Arena *arena, const Expr *literal, const Expr *cell, const char *text)
{
    const char *source = literal->span.source->text;
    StrBuf out = {0};
    strbuf_add_n(&out, source + literal->span.start, cell->span.start - literal->span.start);
    strbuf_add(&out, text);
    strbuf_add_n(&out, source + cell->span.end, literal->span.end - cell->span.end);
    char *line = edit_one_line(arena, strbuf_text(&out), out.len);
    strbuf_free(&out);
    return line;
}

static bool lies_within(const Expr *inner, const Expr *outer)
{
    return has_place(inner) && has_place(outer) && inner->span.source == outer->span.source &&
           inner->span.start >= outer->span.start && inner->span.end <= outer->span.end;
}

/* The right side once `text` stands in the cell. */
static char *right_side_with(Arena *arena, const Input *input, Element target, const char *text)
{
    const Value *value = &input->node->value;
    const Expr *cell = input->literal != NULL ? cell_of(input->literal, value, target.row, target.col) : NULL;
    bool is_placed = value->ndim > 0 && cell != NULL && lies_within(cell, input->literal);
    return is_placed ? source_with_cell(arena, input->literal, cell, text)
                     : values_literal(arena, value, &target, text);
}

static SourceText *source_of_text(Arena *arena, const char *text)
{
    SourceText *source = arena_alloc(arena, sizeof *source);
    *source = (SourceText){"edit", arena_strdup(arena, text), strlen(text)};
    return source;
}

/* The line, once the sheet takes it as an overlay. */
static bool finish(Arena *arena, Layer *layer, const char *name, const char *right_side, const char **line,
                   Diags *diags)
{
    const char *text = arena_printf(arena, "%s = %s", name, right_side);
    const SourceText *source = source_of_text(diags->arena, text);
    Overlay overlay;
    bool is_good = overlay_parse(diags->arena, layer_sheet(layer), source, 0, source->len,
                                 OVERLAY_INPUTS_ONLY, &overlay, diags);
    if (!is_good || overlay.count != 1) return false;
    *line = text;
    return true;
}

/* ---------------------------------------------------------------- typing */

typedef struct NameSought {
    const char *name;
    bool is_read;
} NameSought;

static void seek_name(void *context, const char *name, SourceSpan span)
{
    (void)span;
    NameSought *sought = context;
    if (strcmp(sought->name, name) == 0) sought->is_read = true;
}

static bool reads_name(const Expr *expr, const char *name)
{
    NameSought sought = {.name = name};
    expr_names(expr, seek_name, &sought);
    return sought.is_read;
}

/* `-q`, typed for q: the value that it has now. NULL and a diagnostic where it has none. */
static char *worked_out(Arena *arena, Layer *layer, const Expr *typed, Diags *diags)
{
    char *text = expr_text(diags->arena, typed);
    NodeId node = layer_ask(layer, text, "edit", diags);
    if (node == 0) return NULL;
    const Value *value = layer_value(layer, node);
    if (value != NULL) return values_literal(arena, value, NULL, NULL);
    const NodeError *error = layer_error(layer, node);
    diags_error(diags, typed->span, error->code, "%s", error->text);
    return NULL;
}

/* Words are taken without quotes where words are wanted: an option, a label. */
static bool is_wanted_word(const Input *input, const char *text)
{
    const Value *value = &input->node->value;
    if (input->node->state != NODE_VALUE || value->type != VALUE_STRING) return false;
    if (text[0] == '"' || text[0] == '\'' || text[0] == '[' || text[0] == '\0') return false;
    if (input->options == NULL) return value->ndim == 1;
    for (size_t i = 0; i < input->options->n_args; i++) {
        const Expr *option = input->options->args[i];
        if (option->kind == EXPR_STRING && strcmp(option->text, text) == 0) return true;
    }
    return false;
}

/* The typed text as it will stand in the line; NULL and diagnostics where it cannot. */
static char *typed_for(Arena *arena, Layer *layer, const Input *input, const char *text, const Expr **typed,
                       Diags *diags)
{
    char *trimmed = edit_trim(diags->arena, text);
    if (is_wanted_word(input, trimmed)) trimmed = expr_text(arena, expr_string(arena, trimmed));
    const SourceText *source = source_of_text(diags->arena, trimmed);
    *typed = expr_parse(diags->arena, source, 0, source->len, diags);
    if (*typed == NULL) return NULL;
    if (reads_name(*typed, input->node->name)) return worked_out(arena, layer, *typed, diags);
    return edit_one_line(arena, trimmed, strlen(trimmed));
}

/* No cell to edit: the element is computed, or is not there (its input was made into something without a
 * value). */
static bool refuse_cell(Layer *layer, ElementRef ref, Diags *diags)
{
    const char *text = layer_text(layer, ref.node);
    const NodeError *error = layer_error(layer, ref.node);
    if (error != NULL) {
        diags_error(diags, error->span, error->code, "%s", error->text);
    } else if (layer_value(layer, ref.node) == NULL) {
        diags_error(diags, (SourceSpan){0}, "not-an-input", "there is nothing to edit");
    } else {
        diags_error(diags, (SourceSpan){0}, "not-an-input", "%s is computed: only an input can be edited",
                    text);
    }
    return false;
}

bool edit_cell(Arena *arena, Layer *layer, ElementRef ref, const char *text, const char **line, Diags *diags)
{
    Element target;
    if (!target_of(layer, ref, &target)) return refuse_cell(layer, ref, diags);
    Input input = input_of(layer, target.node);
    const Expr *typed = NULL;
    char *cell = typed_for(arena, layer, &input, text, &typed, diags);
    if (cell == NULL) return false;
    bool is_list = typed->kind == EXPR_LIST || cell[0] == '[';
    if (target.node->value.ndim > 0 && is_list) {
        diags_error(diags, typed->span, "shape", "a cell holds one value, not a list");
        return false;
    }
    const char *right_side = right_side_with(arena, &input, target, cell);
    return finish(arena, layer, target.node->name, right_side, line, diags);
}

static Node *input_named(Layer *layer, const char *name)
{
    Node *node = layer_get_name(layer, name);
    return node != NULL && is_input(node) ? node : NULL;
}

bool edit_whole(Arena *arena, Layer *layer, const char *name, const char *text, const char **line,
                Diags *diags)
{
    Node *node = input_named(layer, name);
    if (node == NULL) {
        const Definition *definition = sheet_find(layer_sheet(layer), name);
        diags_error(diags, (SourceSpan){0}, definition != NULL ? "not-an-input" : "unknown-name",
                    definition != NULL ? "%s is computed: only an input can be edited" : "unknown name '%s'",
                    name);
        return false;
    }
    Input input = input_of(layer, node);
    const Expr *typed = NULL;
    char *right_side = typed_for(arena, layer, &input, text, &typed, diags);
    return right_side != NULL && finish(arena, layer, name, right_side, line, diags);
}

char *edit_cell_text(Arena *arena, Layer *layer, ElementRef ref)
{
    Element target;
    if (!target_of(layer, ref, &target)) return arena_strdup(arena, "");
    Input input = input_of(layer, target.node);
    const Value *value = &target.node->value;
    const Expr *cell = input.literal != NULL ? cell_of(input.literal, value, target.row, target.col) : NULL;
    return cell != NULL ? typed_text_of(arena, cell) : value_text(arena, value, target.row, target.col);
}

char *edit_whole_text(Arena *arena, Layer *layer, const char *name)
{
    Node *node = input_named(layer, name);
    if (node == NULL) return arena_strdup(arena, "");
    Input input = input_of(layer, node);
    if (input.literal != NULL) return typed_text_of(arena, input.literal);
    if (input.kind == INPUT_CHOICE && node->state == NODE_VALUE) return value_text(arena, &node->value, 0, 0);
    return typed_text_of(arena, node->expr);
}

/* ---------------------------------------------------------------- nudging */

static bool number_of(Layer *layer, const Expr *expr, double *number)
{
    const Node *node = layer_build(layer, expr);
    if (node->state != NODE_VALUE || node->value.type == VALUE_STRING || value_count(&node->value) != 1)
        return false;
    *number = value_at(&node->value, 0, 0);
    return true;
}

bool layer_slider(Layer *layer, NodeId id, SliderInfo *info)
{
    Node *node = layer_get(layer, id);
    if (node == NULL || node->state != NODE_VALUE || expr_input_kind(node->expr) != INPUT_SLIDER)
        return false;
    const Expr *by_param[OP_MAX_PARAMS];
    CallError error;
    const Op *op = op_find(node->expr->text);
    if (!call_bind(layer_arena(layer), op, node->expr, by_param, &error)) return false;
    const Expr *step = by_param[param_index(op, "step")], *factor = by_param[param_index(op, "factor")];
    *info = (SliderInfo){.value = value_at(&node->value, 0, 0), .step = 1, .is_factor = factor != NULL};
    if (factor != NULL) step = factor;
    return number_of(layer, by_param[param_index(op, "low")], &info->low) &&
           number_of(layer, by_param[param_index(op, "high")], &info->high) &&
           (step == NULL || number_of(layer, step, &info->step));
}

static char *nudged_slider(Arena *arena, Layer *layer, const Input *input, int steps)
{
    SliderInfo slider;
    if (!layer_slider(layer, input->node->id, &slider)) return NULL;
    double moved =
        slider.is_factor ? slider.value * pow(slider.step, steps) : slider.value + steps * slider.step;
    if (!(moved >= slider.low)) moved = slider.low;
    if (moved > slider.high) moved = slider.high;
    if (moved == slider.value) return NULL;
    if (slider.is_factor || moved == slider.low || moved == slider.high) {
        return expr_text(arena, expr_number(arena, moved));
    }
    int decimals = edit_decimals(typed_text_of(arena, input->literal));
    int of_step = edit_decimals(expr_text(arena, expr_number(arena, slider.step)));
    return num_text(arena, moved, NUM_F64, NUM_FIXED(decimals > of_step ? decimals : of_step));
}

static char *nudged_choice(Arena *arena, Layer *layer, const Input *input, int steps)
{
    const Expr *options = input->options;
    const Value *value = &input->node->value;
    if (options->kind != EXPR_LIST || options->n_args == 0) return NULL;
    size_t now = 0;
    for (; now < options->n_args; now++) {
        const Node *option = layer_build(layer, options->args[now]);
        if (option->state != NODE_VALUE || option->value.type == VALUE_STRING) {
            if (option->state == NODE_VALUE && value->type == VALUE_STRING &&
                strcmp(value_text_at(&option->value, 0, 0), value_text_at(value, 0, 0)) == 0)
                break;
        } else if (value->type != VALUE_STRING && value_at(&option->value, 0, 0) == value_at(value, 0, 0)) {
            break;
        }
    }
    if (now == options->n_args) return NULL;
    long long last = (long long)options->n_args - 1, moved = (long long)now + steps;
    moved = moved < 0 ? 0 : moved > last ? last : moved;
    return moved == (long long)now ? NULL : typed_text_of(arena, options->args[moved]);
}

static char *nudged_cell(Arena *arena, const Input *input, Element target, int steps)
{
    const Value *value = &target.node->value;
    if (value->type == VALUE_STRING) return NULL;
    if (value->type == VALUE_BOOL) {
        bool is_true = value_at(value, target.row, target.col) != 0;
        return arena_strdup(arena, is_true ? "False" : "True");
    }
    const Expr *cell = input->literal != NULL ? cell_of(input->literal, value, target.row, target.col) : NULL;
    char *moved = cell != NULL ? edit_nudge_digits(arena, typed_text_of(arena, cell), steps) : NULL;
    if (moved != NULL) return moved;
    return edit_nudge_digits(arena, value_text(arena, value, target.row, target.col), steps);
}

bool edit_nudge(Arena *arena, Layer *layer, ElementRef ref, int steps, const char **line, Diags *diags)
{
    Element target;
    if (steps == 0 || !target_of(layer, ref, &target)) return false;
    Input input = input_of(layer, target.node);
    char *moved = input.kind == INPUT_SLIDER   ? nudged_slider(arena, layer, &input, steps)
                  : input.kind == INPUT_CHOICE ? nudged_choice(arena, layer, &input, steps)
                                               : nudged_cell(arena, &input, target, steps);
    if (moved == NULL) return false;
    const char *right_side = right_side_with(arena, &input, target, moved);
    return finish(arena, layer, target.node->name, right_side, line, diags);
}
