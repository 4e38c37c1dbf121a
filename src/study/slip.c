/* The error carried forward: where does a number that no idea explains enter?
 *
 * One element of one computed name is put wrong in the ways that hands do it (its
 * sign lost, left out, doubled, halved, off by one or two where it is whole), and the
 * rest of the sheet is computed from it. The first name, in document order, of which
 * exactly one element leads to all the numbers of the answer is the place. Where none
 * does, the number enters at the answer itself.
 */
#include "study/trace.h"
#include <math.h>
#include <string.h>

enum { MOST_ELEMENTS = 24 /* of one name */, MOST_NAMES = 8 };

typedef struct Seek {
    Drawing *d;
    const Given *given;
    Slip found;
    size_t n_found;
    Layer *layer; /* of the first one found */
    Overlay *overlay;
} Seek;

/* Ways to get one number wrong; the last four only where all of the array is whole. */
static size_t wrong_values(double right, bool is_whole, double values[8])
{
    const double all[] = {-right, 0, 2 * right, right / 2, right + 1, right - 1, right + 2, right - 2};
    size_t n = 0, n_ways = is_whole ? 8 : 4;
    for (size_t i = 0; i < n_ways; i++) {
        bool is_new = all[i] != right && !(is_whole && floor(all[i]) != all[i]);
        for (size_t k = 0; k < n; k++) is_new = is_new && values[k] != all[i];
        if (is_new) values[n++] = all[i];
    }
    return n;
}

static bool is_whole(const Value *value)
{
    for (size_t r = 0; r < value->rows; r++)
        for (size_t c = 0; c < value->cols; c++)
            if (floor(value_at(value, r, c)) != value_at(value, r, c)) return false;
    return true;
}

/* The value as a literal, one element replaced. */
static char *literal_with(Arena *arena, const Value *value, size_t row, size_t col, double other)
{
    StrBuf out = {0};
    char text[NUM_TEXT_MAX];
    if (value->ndim == 2) strbuf_add_char(&out, '[');
    for (size_t r = 0; r < value->rows; r++) {
        if (value->ndim > 0) strbuf_add(&out, r ? ", [" : "[");
        for (size_t c = 0; c < value->cols; c++) {
            double x = r == row && c == col ? other : value_at(value, r, c);
            num_write(text, x, NUM_F64, NUM_SHORTEST);
            strbuf_printf(&out, "%s%s", c ? ", " : "", text);
        }
        if (value->ndim > 0) strbuf_add_char(&out, ']');
    }
    if (value->ndim == 2) strbuf_add_char(&out, ']');
    return strbuf_take(&out, arena);
}

static bool leads_to(const Seek *seek, Layer *layer)
{
    const Draw *draw = &seek->d->draw;
    const Value *truth = layer_value(draw->layer, draw->answer);
    const Value *value = layer_value(layer, layer_node(layer, draw->question->answer));
    if (!value || value->type == VALUE_STRING || value_count(value) != value_count(truth)) return false;
    size_t i = 0;
    for (size_t r = 0; r < value->rows; r++)
        for (size_t c = 0; c < value->cols; c++)
            if (given_closeness(seek->given[i++], value_at(value, r, c), value_num_kind(value),
                                draw->question->format) != CLOSE_YES)
                return false;
    return true;
}

static void try_value(Seek *seek, const Definition *definition, const Value *value, Slip slip)
{
    Drawing *d = seek->d;
    const char *literal = literal_with(d->arena, value, slip.at.row, slip.at.col, slip.theirs);
    Overlay *overlay = arena_alloc(d->arena, sizeof *overlay);
    if (!drawing_read_overlay(d, arena_printf(d->arena, "%s = %s", definition->name, literal), overlay))
        return;
    Layer *layer = drawing_layer(d, overlay, NULL);
    if (!leads_to(seek, layer)) {
        d->n_layers--;
        layer_free(layer);
        return;
    }
    if (seek->n_found++ > 0) return;
    seek->found = slip;
    seek->layer = layer;
    seek->overlay = overlay;
}

static void try_name(Seek *seek, const Definition *definition)
{
    Drawing *d = seek->d;
    Layer *layer = d->draw.layer;
    NodeId node = layer_name(layer, definition->name);
    const Value *value = layer_value(layer, node);
    bool is_usable = value && value->type != VALUE_STRING && value->type != VALUE_BOOL &&
                     value_count(value) <= MOST_ELEMENTS;
    if (!is_usable) return;
    bool whole = is_whole(value);
    for (uint32_t r = 0; r < value->rows; r++) {
        for (uint32_t c = 0; c < value->cols; c++) {
            double wrong[8], right = value_at(value, r, c);
            size_t n = wrong_values(right, whole, wrong);
            Slip slip = {.at = {REF_NOW, node, r, c}, .right = right, .kind = value_num_kind(value)};
            for (size_t i = 0; i < n; i++) {
                slip.theirs = wrong[i];
                try_value(seek, definition, value, slip);
            }
        }
    }
}

/* Names before the answer's own: a slip there would be the answer itself. */
static bool seek_earlier(Seek *seek)
{
    Drawing *d = seek->d;
    size_t n_names = 0;
    for (size_t i = 0; i < d->depends.count && n_names < MOST_NAMES; i++) {
        const Definition *definition = sheet_definition(d->draw.lesson->sheet, i);
        if (!d->depends.reads[i] || definition->input != INPUT_NONE) continue;
        if (layer_name(d->draw.layer, definition->name) == d->draw.answer_ref.node) continue;
        if (layer_name(d->draw.layer, definition->name) == d->draw.answer) continue;
        n_names++;
        seek->n_found = 0;
        try_name(seek, definition);
        if (seek->n_found == 1) return true;
    }
    return false;
}

/* The first element that is not as it should be. */
static Slip answer_slip(Drawing *d, const Given *given)
{
    Draw *draw = &d->draw;
    const Value *truth = layer_value(draw->layer, draw->answer);
    Slip slip = {.at = draw->answer_ref, .is_answer = true, .kind = value_num_kind(truth)};
    size_t i = 0;
    for (uint32_t r = 0; r < truth->rows; r++) {
        for (uint32_t c = 0; c < truth->cols; c++, i++) {
            slip.right = value_at(truth, r, c);
            slip.theirs = given[i].value;
            if (truth->ndim > 0) slip.at = (ElementRef){REF_NOW, draw->answer, r, c};
            double tolerance = question_tolerance(draw->question, slip.right);
            Closeness close = tolerance > 0
                                  ? given_within(given[i], slip.right, tolerance)
                                  : given_closeness(given[i], slip.right, slip.kind, draw->question->format);
            if (close != CLOSE_YES) return slip;
        }
    }
    return slip;
}

const Slip *slip_find(Drawing *d, const Given *given, const Trace **trace)
{
    Seek seek = {.d = d, .given = given};
    Slip *slip = arena_alloc(d->arena, sizeof *slip);
    *trace = NULL;
    if (!seek_earlier(&seek)) {
        *slip = answer_slip(d, given);
    } else {
        *slip = seek.found;
        Draw *draw = &d->draw;
        const char *text = expr_text(d->arena, draw->question->answer);
        NodeId theirs = layer_node(seek.layer, draw->question->answer);
        TraceEnd end = {text, text, text, draw->answer, theirs};
        bool is_name = expr_name(draw->question->answer) != NULL;
        *trace = trace_new(d, draw->layer, seek.layer, seek.overlay, is_name ? NULL : &end);
    }
    if (slip->at.node) slip->expr = layer_element_text(d->draw.layer, d->arena, slip->at);
    return slip;
}
