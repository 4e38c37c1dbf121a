/* From elements to numbers that can be drawn. */
#include "view/pen.h"
#include "heed/text.h"
#include "heed/view.h"
#include <math.h>
#include <string.h>

/* ------------------------------------------------------------------ arrays */

static Layer *layer_of(const Pen *pen, ElementRef ref)
{
    return ref.layer < REF_LAYERS ? pen->layers[ref.layer] : NULL;
}

const char *pen_error(const Pen *pen, NodeId node, bool *is_waiting)
{
    *is_waiting = false;
    if (node == 0) return "cannot be computed";
    Layer *layer = pen->layers[REF_NOW];
    const NodeError *error = layer_error(layer, node);
    if (!error) return layer_value(layer, node) ? NULL : "not computed yet";
    *is_waiting = error->waits_for != NULL;
    if (!*is_waiting) return error->text;
    return arena_printf(pen->arena, "waits for %s", view_display(pen->arena, error->waits_for));
}

/* An input, or a view of one (K.T of a typed K). */
static bool is_input_array(Layer *layer, ElementRef ref)
{
    ElementRef input;
    return edit_target(layer, ref, &input);
}

PicArray pen_array_node(const Pen *pen, RefLayer layer, NodeId node, const char *label)
{
    PicArray array = {.label = label, .role = ROLE_NUMBER, .base = {.layer = (uint8_t)layer, .node = node}};
    Layer *of = pen->layers[layer];
    array.value = of && node ? layer_value(of, node) : NULL;
    if (!array.value) {
        array.error = pen_error(pen, node, &array.is_waiting);
        if (!array.error) array.error = "not computed yet";
        return array;
    }
    array.is_input = value_count(array.value) > 0 && is_input_array(of, array.base);
    array.format = pen_format(pen, array.base);
    return array;
}

/* alpha[2] is shown as the element of alpha that it is, so that it is one number wherever it stands. */
static bool element_of(const Pen *pen, const char *text, ElementRef *ref)
{
    Diags diags;
    diags_init(&diags, pen->arena);
    Layer *now = pen->layers[REF_NOW];
    return layer_ask_element(now, text, "show", ref, &diags) && ref->node != 0;
}

/* The scalar `value` of an element, in the pen's arena. */
static const Value *scalar_value(const Pen *pen, const Value *from, size_t row, size_t col)
{
    Value *value = arena_alloc(pen->arena, sizeof *value);
    *value = (Value){.type = from->type, .ndim = 0, .rows = 1, .cols = 1};
    size_t at = row * from->cols + col;
    switch (from->type) {
    case VALUE_F64: value->data.f64 = from->data.f64 + at; break;
    case VALUE_F32: value->data.f32 = from->data.f32 + at; break;
    case VALUE_INT: value->data.i64 = from->data.i64 + at; break;
    case VALUE_BOOL: value->data.b8 = from->data.b8 + at; break;
    case VALUE_STRING: value->data.text = from->data.text + at; break;
    }
    return value;
}

static PicArray array_of_text(const Pen *pen, const char *canonical, NodeId node, const char *label)
{
    PicArray array = pen_array_node(pen, REF_NOW, node, label);
    ElementRef ref;
    if (!array.value || array.value->ndim != 0 || !element_of(pen, canonical, &ref) || ref.node == node)
        return array;
    const Value *whole = layer_value(pen->layers[REF_NOW], ref.node);
    if (!whole || ref.row >= whole->rows || ref.col >= whole->cols) return array;
    array.base = ref;
    array.value = scalar_value(pen, whole, ref.row, ref.col);
    array.is_input = is_input_array(pen->layers[REF_NOW], ref);
    array.format = pen_format(pen, ref);
    return array;
}

PicArray pen_array(const Pen *pen, const Expr *expr, const char *text)
{
    NodeId node = layer_node(pen->layers[REF_NOW], expr);
    return array_of_text(pen, expr_text(pen->arena, expr), node, view_display(pen->arena, text));
}

PicArray pen_array_text(const Pen *pen, const char *text)
{
    Diags diags;
    diags_init(&diags, pen->arena);
    NodeId node = layer_ask(pen->layers[REF_NOW], text, "show", &diags);
    return array_of_text(pen, text, node, view_display(pen->arena, text));
}

PicArray pen_array_plain(const Value *value, const char *label, Role role, NumFormat format)
{
    return (PicArray){.label = label, .value = value, .role = role, .has_format = true, .format = format};
}

PicArray pen_array_row(const Pen *pen, const PicArray *array, size_t row)
{
    PicArray one = *array;
    if (!array->value || array->value->ndim < 2 || row >= array->value->rows) return one;
    Value *value = arena_alloc(pen->arena, sizeof *value);
    *value = *scalar_value(pen, array->value, row, 0);
    value->ndim = 1;
    value->cols = array->value->cols;
    one.value = value;
    one.base.row += (uint32_t)row;
    return one;
}

PicArray pen_array_scalar(const Pen *pen, const PicArray *array, size_t row, size_t col)
{
    PicArray one = *array;
    if (!array->value || row >= array->value->rows || col >= array->value->cols) return one;
    one.value = scalar_value(pen, array->value, row, col);
    one.base = array_ref(array, row, col);
    if (one.is_input)
        one.is_input = is_input_array(layer_of(pen, one.base), one.base); /* of [d_k, 1] one is */
    return one;
}

static bool has_changed(const Pen *pen, const PicArray *array)
{
    if (!array->base.node || array->base.layer != REF_NOW || !pen->layers[REF_WAS]) return false;
    for (size_t r = 0; r < array_rows(array); r++)
        for (size_t c = 0; c < array_cols(array); c++)
            if (layer_changed(pen->layers[REF_NOW], pen->layers[REF_WAS], array_ref(array, r, c)))
                return true;
    return false;
}

const PicArray *pen_was(const Pen *pen, const PicArray *array)
{
    if (!array || !array_is_numeric(array) || !has_changed(pen, array)) return NULL;
    const Value *value = layer_value(pen->layers[REF_WAS], array->base.node);
    if (!value || value->rows != array->value->rows || value->cols != array->value->cols) return NULL;
    PicArray *was = arena_alloc(pen->arena, sizeof *was);
    *was = *array;
    was->label = "was";
    was->value = value;
    was->base.layer = REF_WAS;
    return was;
}

void pen_array_format(PicArray *array, NumFormat format)
{
    array->has_format = true;
    array->format = format;
}

bool array_is_numeric(const PicArray *array)
{
    return array->value && array->value->type != VALUE_STRING;
}

int array_ndim(const PicArray *array)
{
    return array->value ? array->value->ndim : 0;
}

size_t array_rows(const PicArray *array)
{
    return array->value ? array->value->rows : 0;
}

size_t array_cols(const PicArray *array)
{
    return array->value ? array->value->cols : 0;
}

double array_at(const PicArray *array, size_t row, size_t col)
{
    if (!array_is_numeric(array) || row >= array->value->rows || col >= array->value->cols) return NAN;
    return value_at(array->value, row, col);
}

bool array_range(const PicArray *array, double *low, double *high)
{
    bool is_found = false;
    for (size_t r = 0; r < array_rows(array); r++) {
        for (size_t c = 0; c < array_cols(array); c++) {
            double x = array_at(array, r, c);
            if (!isfinite(x)) continue;
            if (!is_found || x < *low) *low = x;
            if (!is_found || x > *high) *high = x;
            is_found = true;
        }
    }
    return is_found;
}

ElementRef array_ref(const PicArray *array, size_t row, size_t col)
{
    ElementRef ref = array->base;
    if (ref.node) {
        ref.row += (uint32_t)row;
        ref.col += (uint32_t)col;
    }
    return ref;
}

/* ----------------------------------------------------------------- formats */

/* An array longer than this is looked at only this far for the size of its numbers. */
enum { FORMAT_LOOK = 4096 };

NumFormat pen_format_of_size(double largest)
{
    bool is_extreme = largest >= 1e6 || (largest > 0 && largest < 5e-4);
    return is_extreme ? (NumFormat){'e', false, false, 4} : NUM_FIXED(4);
}

static NumFormat format_of_value(const Value *value)
{
    NumKind kind = value_num_kind(value);
    if (kind == NUM_INT || kind == NUM_BOOL) return NUM_SHORTEST;
    double largest = 0;
    size_t n = 0;
    for (size_t r = 0; r < value->rows && n < FORMAT_LOOK; r++)
        for (size_t c = 0; c < value->cols && n < FORMAT_LOOK; c++, n++) {
            double x = fabs(value_at(value, r, c));
            if (isfinite(x) && x > largest) largest = x;
        }
    return pen_format_of_size(largest);
}

NumFormat pen_format(const Pen *pen, ElementRef ref)
{
    Layer *layer = layer_of(pen, ref);
    const Value *value = layer && ref.node ? layer_value(layer, ref.node) : NULL;
    return value && value->type != VALUE_STRING ? format_of_value(value) : NUM_FIXED(4);
}

/* "0.90" was typed: two digits behind the point. False for what is no plain decimal. */
static bool typed_format(const char *text, NumFormat *format)
{
    text += strspn(text, "+-");
    size_t whole = strspn(text, "0123456789_"), decimals = 0;
    text += whole;
    if (*text == '.') {
        decimals = strspn(text + 1, "0123456789_");
        text += 1 + decimals;
    }
    if (*text || whole + decimals == 0 || decimals > NUM_PRECISION_MAX) return false;
    *format = NUM_FIXED((int)decimals);
    return true;
}

/* An input's element is shown as it was typed. */
static NumFormat input_format(const Pen *pen, Layer *layer, ElementRef ref, NumFormat otherwise)
{
    ElementRef input;
    NumFormat format;
    if (!edit_target(layer, ref, &input)) return otherwise;
    char *text = edit_cell_text(pen->arena, layer, input);
    return text && typed_format(text, &format) ? format : NUM_SHORTEST;
}

/* ----------------------------------------------------------------- numbers */

static Number finish(const Pen *pen, Number number, double value, NumKind kind)
{
    number.text = num_text(pen->arena, value, kind, number.format);
    number.width = charset_width(pen->charset, number.text);
    return number;
}

Number pen_plain(const Pen *pen, double value, NumFormat format, Role role)
{
    return finish(pen, (Number){.role = role, .format = format}, value, NUM_F64);
}

static bool number_is_changed(const Pen *pen, ElementRef ref)
{
    return ref.layer == REF_NOW && pen->layers[REF_WAS] &&
           layer_changed(pen->layers[REF_NOW], pen->layers[REF_WAS], ref);
}

/* Something in a number's place that is none. */
static Number no_number(const Pen *pen, const char *text)
{
    return (Number){.text = text, .width = charset_width(pen->charset, text), .role = ROLE_DIM};
}

Number pen_element(const Pen *pen, const PicArray *array, size_t row, size_t col)
{
    if (!array->value || row >= array->value->rows || col >= array->value->cols) return no_number(pen, "–");
    if (array->value->type == VALUE_STRING) {
        Number number = no_number(pen, value_text_at(array->value, row, col));
        number.role = ROLE_TEXT;
        return number;
    }
    Number number = {.role = array->role, .ref = array_ref(array, row, col), .format = array->format};
    if (number.ref.node) {
        number.is_input = array->is_input;
        number.is_changed = number_is_changed(pen, number.ref);
        number.role = number.is_changed ? ROLE_CHANGED : ROLE_NUMBER;
        if (array->is_input && !array->has_format)
            number.format = input_format(pen, layer_of(pen, number.ref), number.ref, array->format);
    }
    return finish(pen, number, value_at(array->value, row, col), value_num_kind(array->value));
}

bool pen_number(const Pen *pen, ElementRef ref, const NumFormat *format, Number *number)
{
    Layer *layer = layer_of(pen, ref);
    double value;
    NumKind kind;
    if (!layer || !ref.node || !layer_number(layer, ref, &value, &kind)) return false;
    *number = (Number){.role = ROLE_NUMBER, .ref = ref};
    number->is_changed = number_is_changed(pen, ref);
    if (number->is_changed) number->role = ROLE_CHANGED;
    number->is_input = is_input_array(layer, ref);
    if (format)
        number->format = *format;
    else if (number->is_input)
        number->format = input_format(pen, layer, ref, pen_format(pen, ref));
    else
        number->format = pen_format(pen, ref);
    *number = finish(pen, *number, value, kind);
    return true;
}

FrameSpan number_span(const Number *number, SpanKind kind)
{
    return (FrameSpan){.kind = kind,
                       .width = number->width,
                       .ref = number->ref,
                       .format = number->format,
                       .text = number->text};
}

int pen_put(const Pen *pen, Frame *frame, int row, int col, const Number *number)
{
    (void)pen;
    if (number->ref.node) {
        FrameSpan span = number_span(number, SPAN_NUMBER);
        span.row = row;
        span.col = col;
        frame_span(frame, span);
    }
    int used = frame_put(frame, row, col, -1, number->role, number->text);
    if (number->is_input) frame_mark(frame, row, col, used, MARK_INPUT);
    if (number->is_changed) frame_put(frame, row, col + used, 1, ROLE_EMPH, "*");
    return used;
}

void pen_put_right(const Pen *pen, Frame *frame, int row, int end, const Number *number)
{
    pen_put(pen, frame, row, end - number->width, number);
}

size_t number_runs(const Number *number, TextRun runs[2])
{
    runs[0] = (TextRun){.utf8 = number->text,
                        .role = number->role,
                        .marks = number->is_input ? MARK_INPUT : 0,
                        .is_span = number->ref.node != 0,
                        .span = number_span(number, SPAN_NUMBER)};
    if (!number->is_changed) return 1;
    runs[1] = (TextRun){.utf8 = "*", .role = ROLE_EMPH};
    return 2;
}

/* ------------------------------------------------------------------ labels */

/* A number at the end of a label, in digits or subscripts: where it starts; SIZE_MAX where there is none. */
static size_t label_number(const char *label, bool *is_subscript, unsigned long *number)
{
    size_t len = strlen(label), start = len;
    *number = 0;
    unsigned long unit = 1;
    *is_subscript = len >= 3 && (unsigned char)label[len - 3] == 0xE2;
    while (unit < 1000000) {
        size_t step = *is_subscript ? 3 : 1;
        if (start < step) break;
        const char *at = label + start - step;
        unsigned char last = (unsigned char)at[step - 1];
        bool is_digit = *is_subscript ? memcmp(at, "\xE2\x82", 2) == 0 && last >= 0x80 && last <= 0x89
                                      : last >= '0' && last <= '9';
        if (!is_digit) break;
        *number += unit * (*is_subscript ? last - 0x80u : last - (unsigned)'0');
        unit *= 10;
        start -= step;
    }
    return start == len ? SIZE_MAX : start;
}

static const char *subscript(Arena *arena, unsigned long number)
{
    StrBuf out = {0};
    for (const char *digit = arena_printf(arena, "%lu", number); *digit; digit++) {
        const char code[] = {'\xE2', '\x82', (char)(0x80 + (*digit - '0')), '\0'};
        strbuf_add(&out, code);
    }
    return strbuf_take(&out, arena);
}

/* What comes `ahead` rows after `last`: k₃ → k₄. Without a number to count on, the row's own number. */
static const char *next_label(Arena *arena, const char *last, size_t ahead, size_t row)
{
    bool is_subscript;
    unsigned long number;
    size_t stem = label_number(last, &is_subscript, &number);
    if (stem == SIZE_MAX) return arena_printf(arena, "%zu", row + 1);
    number += ahead;
    return arena_printf(arena, "%.*s%s", (int)stem, last,
                        is_subscript ? subscript(arena, number) : arena_printf(arena, "%lu", number));
}

const char *const *pen_labels(const Pen *pen, const PicArray *names, size_t n, int *width)
{
    const Value *value = names && names->value && names->value->type == VALUE_STRING ? names->value : NULL;
    size_t given = value ? value_count(value) : 0;
    const char **labels = arena_array(pen->arena, n ? n : 1, sizeof *labels);
    *width = 0;
    for (size_t i = 0; i < n; i++) {
        if (!names)
            labels[i] = "";
        else if (i < given)
            labels[i] = value_text_at(value, value->rows == 1 ? 0 : i, value->rows == 1 ? i : 0);
        else
            labels[i] = next_label(pen->arena, given ? labels[given - 1] : "", i + 1 - given, i);
        int cells = charset_width(pen->charset, labels[i]);
        if (cells > *width) *width = cells;
    }
    return labels;
}

size_t elide(size_t n, size_t limit, size_t *shown)
{
    if (limit < 3) limit = 3;
    if (n <= limit) {
        for (size_t i = 0; i < n; i++) shown[i] = i;
        return n;
    }
    size_t tail = limit / 4 ? limit / 4 : 1, head = limit - 1 - tail;
    for (size_t i = 0; i < head; i++) shown[i] = i;
    shown[head] = ELIDED;
    for (size_t i = 0; i < tail; i++) shown[head + 1 + i] = n - tail + i;
    return limit;
}
