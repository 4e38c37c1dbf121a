/* How much an element would move if an input moved a little: reverse mode over
 * the kinds, in double.
 *
 * First the elements that the result is made of are found, walking down by kind
 * (a composite through its definition), and which node stands over which. Then the
 * nodes are taken from the result downwards, each only after every node that uses
 * it: its elements' adjoints are complete and go on to their operands. Only the
 * elements that were found take part, so one weight of a large product costs its
 * own row and column and nothing else.
 *
 * Not every path carries a gradient. Argmax, comparison and rounding move in
 * steps; a count, a seed or an axis is a whole number; a root has no slope at 0.
 * Such a path passes a sentence on instead of a number, and an input says the
 * sentence where no number reaches it. A zero adjoint is passed on as zero without
 * looking at what it would be multiplied with: NaN behind a mask stays there.
 */
#include "sheet/form.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* What is known of one node on the way down. */
typedef struct Slot {
    Node *node;
    double *adjoint;
    bool *found;
    size_t *uses; /* slots of the nodes right below, some of them more than once */
    size_t n_uses, cap_uses;
    size_t waiting;            /* uses of this node that are not done yet */
    const Node *definition_of; /* the composite in whose definition this node stands */
    bool has_settings;         /* they were looked for */
    bool is_smooth;            /* a path without steps leads here */
    bool is_whole;             /* something is counted or chosen by it */
    const char *steps;         /* why a path is without gradient */
    const char *undefined;     /* why there is no gradient at this very point */
} Slot;

typedef struct Todo {
    size_t slot, index;
} Todo;

typedef struct Tape {
    Layer *layer;
    Arena *arena; /* dies with the tape */
    Arena *words; /* the caller's: sentences outlive the tape */
    Slot *slots;
    size_t n_slots, cap_slots;
    size_t *slot_of_id;   /* 1 + slot, 0: none */
    unsigned char *moves; /* by id: 0 not known yet, STAYS, MOVES or BELOW */
    size_t n_ids;
    Todo *todo;
    size_t n_todo, cap_todo;
    size_t steps; /* operands looked at so far */
} Tape;

/* No key waits for more: about a tenth of a second. Beyond it the answer is a sentence. */
#define MAX_STEPS ((size_t)1 << 20)

/* ------------------------------------------------------ finding the elements */

/* Room for what is known by id. */
static void tape_reach_id(Tape *tape, NodeId id)
{
    if (id < tape->n_ids) return;
    size_t n = tape->n_ids > 0 ? tape->n_ids : 64;
    while (n <= id) n *= 2;
    tape->slot_of_id = arena_grow(tape->arena, tape->slot_of_id, tape->n_ids, n, sizeof *tape->slot_of_id);
    tape->moves = arena_grow(tape->arena, tape->moves, tape->n_ids, n, sizeof *tape->moves);
    tape->n_ids = n;
}

enum { STAYS = 1, MOVES, BELOW };

static bool is_input(const Node *node)
{
    return node->definition != NULL && node->definition->input != INPUT_NONE;
}

/* Whether an input stands below the node. Where none does (a matrix of random numbers), nobody goes down. */
static bool tape_moves(Tape *tape, const Node *node)
{
    tape_reach_id(tape, node->id);
    if (tape->moves[node->id] != 0) return tape->moves[node->id] != STAYS;
    bool moves = is_input(node);
    for (size_t i = 0; i < node->n_args && !moves; i++)
        moves = node->args[i] != NULL && tape_moves(tape, node->args[i]);
    for (size_t i = 0; i < OP_MAX_PARAMS && !moves; i++) {
        moves = node->settings[i] != NULL && tape_moves(tape, node->settings[i]);
    }
    tape->moves[node->id] = moves ? MOVES : STAYS;
    return moves;
}

static size_t tape_slot(Tape *tape, Node *node)
{
    tape_reach_id(tape, node->id);
    size_t *cell = &tape->slot_of_id[node->id];
    if (*cell > 0) return *cell - 1;
    if (tape->n_slots == tape->cap_slots) {
        size_t capacity = tape->cap_slots > 0 ? 2 * tape->cap_slots : 64;
        tape->slots = arena_grow(tape->arena, tape->slots, tape->n_slots, capacity, sizeof *tape->slots);
        tape->cap_slots = capacity;
    }
    size_t count = value_count(&node->value);
    tape->slots[tape->n_slots] = (Slot){
        .node = node,
        .adjoint = arena_array(tape->arena, count, sizeof(double)),
        .found = arena_array(tape->arena, count, sizeof(bool)),
    };
    *cell = ++tape->n_slots;
    return *cell - 1;
}

/* A node's elements mostly use the same one or two nodes: the last few uses are compared, no more. */
static void slot_add_use(Tape *tape, size_t user, size_t used)
{
    Slot *slot = &tape->slots[user];
    for (size_t back = 1; back <= 4 && back <= slot->n_uses; back++) {
        if (slot->uses[slot->n_uses - back] == used) return;
    }
    if (slot->n_uses == slot->cap_uses) {
        size_t capacity = slot->cap_uses > 0 ? 2 * slot->cap_uses : 4;
        slot->uses = arena_grow(tape->arena, slot->uses, slot->n_uses, capacity, sizeof *slot->uses);
        slot->cap_uses = capacity;
    }
    slot->uses[slot->n_uses++] = used;
    tape->slots[used].waiting++;
}

static size_t element_index(Element element)
{
    return element.row * element.node->value.cols + element.col;
}

static size_t tape_find(Tape *tape, Element element)
{
    size_t place = tape_slot(tape, element.node), index = element_index(element);
    Slot *slot = &tape->slots[place];
    if (slot->found[index]) return place;
    slot->found[index] = true;
    if (tape->n_todo == tape->cap_todo) {
        size_t capacity = tape->cap_todo > 0 ? 2 * tape->cap_todo : 256;
        tape->todo = arena_grow(tape->arena, tape->todo, tape->n_todo, capacity, sizeof *tape->todo);
        tape->cap_todo = capacity;
    }
    tape->todo[tape->n_todo++] = (Todo){place, index};
    return place;
}

static bool is_argument_of(const Node *node, const Node *composite)
{
    for (size_t i = 0; i < composite->n_args; i++) {
        if (composite->args[i] == node) return true;
    }
    return false;
}

/* `composite` (may be NULL): in whose definition the operand is used. */
static void tape_use(Tape *tape, size_t user, Element operand, const Node *composite)
{
    tape->steps++;
    if (!tape_moves(tape, operand.node)) return;
    size_t used = tape_find(tape, operand);
    slot_add_use(tape, user, used);
    if (composite == NULL || operand.node->name != NULL || is_argument_of(operand.node, composite)) return;
    tape->slots[used].definition_of = composite;
}

/* The element that a composite is by definition; false where that is a constant or cannot be had. */
static bool defining_element(const Tape *tape, Element element, Element *meaning)
{
    if (element.node->op->kind != OP_COMPOSITE) return false;
    *meaning = node_meaning(tape->layer, element.node, element.row, element.col, NULL);
    return meaning->node->state == NODE_VALUE && !element_is_constant(*meaning);
}

/* The setting that a node's value moves with: not those of an input (a slider's range), of an array's size
 * (rows(K)), nor those of a composite, which its definition carries on. */
static Node *moving_setting(const Node *node, size_t param)
{
    Node *setting = node->settings[param];
    if (setting == NULL || setting->state != NODE_VALUE || value_count(&setting->value) == 0) return NULL;
    if (node->op->kind == OP_COMPOSITE) return NULL;
    if (node->op->kind != OP_SOURCE) return setting;
    return is_input(node) || setting->value.ndim > 0 ? NULL : setting;
}

static void find_settings(Tape *tape, size_t user)
{
    if (tape->slots[user].has_settings) return;
    tape->slots[user].has_settings = true;
    for (size_t i = 0; i < OP_MAX_PARAMS; i++) {
        Node *setting = moving_setting(tape->slots[user].node, i);
        for (size_t k = 0; setting != NULL && k < value_count(&setting->value); k++) {
            tape_use(tape, user, (Element){setting, k / setting->value.cols, k % setting->value.cols}, NULL);
        }
    }
}

/* A line of random numbers (a sample of dot_samples) has no operand that moves. */
static bool has_moving_operand(Tape *tape, const Node *node)
{
    for (size_t i = 0; i < node->n_args; i++) {
        if (node->args[i] != NULL && tape_moves(tape, node->args[i])) return true;
    }
    return false;
}

static void find_line(Tape *tape, size_t user, Element element)
{
    if (!has_moving_operand(tape, element.node)) return;
    FormPlace place = {.layer = tape->layer, .arena = tape->arena};
    const Node *composite = tape->slots[user].definition_of;
    size_t length = line_length(element.node, element.row, element.col);
    for (size_t i = 0; i < length; i++) {
        Element factors[2];
        size_t n = line_member(&place, element, i, factors);
        for (size_t f = 0; f < n; f++) tape_use(tape, user, factors[f], composite);
    }
}

/* What an opaque operation makes of its arguments is not known element by element. */
static void find_all_arguments(Tape *tape, size_t user)
{
    const Node *node = tape->slots[user].node;
    for (size_t k = 0; k < node->n_args; k++) {
        Node *arg = node->args[k];
        if (arg == NULL) continue;
        for (size_t i = 0; i < value_count(&arg->value); i++) {
            tape_use(tape, user, (Element){arg, i / arg->value.cols, i % arg->value.cols}, NULL);
        }
    }
}

/* What `a if c else b` is chosen by: an operand that its element is no view of. */
static Node *condition_of(const Node *node)
{
    return node->expr->kind == EXPR_IF ? node->args[0] : NULL;
}

static void find_operands(Tape *tape, size_t user, size_t index)
{
    Node *node = tape->slots[user].node;
    Element element = {node, index / node->value.cols, index % node->value.cols};
    const Node *composite = tape->slots[user].definition_of;
    find_settings(tape, user);
    switch (node->op->kind) {
    case OP_SOURCE: break;
    case OP_MAP:
        tape_use(tape, user, node_source(node, element.row, element.col), composite);
        if (condition_of(node) != NULL) tape_use(tape, user, (Element){condition_of(node), 0, 0}, composite);
        break;
    case OP_POINTWISE:
        for (size_t k = 0; k < node->n_args; k++) {
            if (node->args[k] == NULL) continue;
            Element operand = node_operand(node, k, element.row, element.col);
            if (operand.node != NULL) tape_use(tape, user, operand, composite);
        }
        break;
    case OP_FOLD:
    case OP_CONTRACTION: find_line(tape, user, element); break;
    case OP_COMPOSITE: {
        Element meaning;
        if (!defining_element(tape, element, &meaning)) break;
        tape_use(tape, user, meaning, node);
        break;
    }
    case OP_OPAQUE: find_all_arguments(tape, user); break;
    }
}

/* ------------------------------------------------------------ going down */

/* What the reader knows this node as: the composite in whose definition it stands, or itself. */
static char *known_as(const Tape *tape, const Slot *slot)
{
    const Node *node = slot->definition_of != NULL ? slot->definition_of : slot->node;
    return expr_text(tape->words, node->expr);
}

static void pass_steps(Tape *tape, const Slot *from, Slot *to)
{
    if (to->steps != NULL) return;
    if (!from->is_smooth) {
        to->steps = from->steps;
        return;
    }
    bool is_opaque = from->node->op->kind == OP_OPAQUE;
    to->steps = arena_printf(tape->words,
                             is_opaque ? "no gradient is given for %s" : "no gradient: %s moves in steps",
                             known_as(tape, from));
}

static void pass_undefined(Tape *tape, const Slot *from, Slot *to)
{
    if (to->undefined != NULL) return;
    to->undefined = arena_printf(tape->words, "%s has no gradient at this point", known_as(tape, from));
}

/* NULL: no input stands below the node. */
static Slot *slot_of(Tape *tape, const Node *node)
{
    size_t place = node->id < tape->n_ids ? tape->slot_of_id[node->id] : 0;
    return place > 0 ? &tape->slots[place - 1] : NULL;
}

/* One operand gets its share of an element's adjoint: adjoint * partial, or a sentence. */
static void pass(Tape *tape, const Slot *from, Element operand, double adjoint, GradientState state,
                 double partial)
{
    Slot *to = slot_of(tape, operand.node);
    if (to == NULL) return;
    if (state == GRADIENT_NONE || !from->is_smooth) {
        pass_steps(tape, from, to);
        return;
    }
    to->is_smooth = true;
    if (adjoint == 0) return;
    if (state == GRADIENT_UNDEFINED || !isfinite(partial)) {
        pass_undefined(tape, from, to);
        return;
    }
    if (partial != 0) to->adjoint[element_index(operand)] += adjoint * partial;
}

static void pass_pointwise(Tape *tape, const Slot *from, Element element, double adjoint, double *x)
{
    const Node *node = element.node;
    for (size_t k = 0; k < node->n_args; k++) {
        Element operand = {0};
        if (node->args[k] != NULL) operand = node_operand(node, k, element.row, element.col);
        x[k] = operand.node != NULL ? element_value(operand) : NAN;
    }
    for (size_t k = 0; k < node->n_args; k++) {
        if (node->args[k] == NULL) continue;
        Element operand = node_operand(node, k, element.row, element.col);
        if (operand.node == NULL) continue;
        double partial = 0;
        GradientState state = GRADIENT_OK;
        if (node->op->partial == NULL) {
            state = GRADIENT_NONE;
        } else if (adjoint != 0) {
            state = node->op->partial(node, x, k, &partial);
        }
        pass(tape, from, operand, adjoint, state, partial);
    }
}

/* The product of all members but one. */
static double product_without(Element element, size_t length, size_t left_out)
{
    double product = 1;
    for (size_t i = 0; i < length; i++) {
        if (i != left_out) product *= element_value(node_member(element.node, element.row, element.col, i));
    }
    return product;
}

/* The first largest or smallest member: the one that moves the result. */
static size_t extremum(Element element, size_t length, Reduce reduce)
{
    size_t best = 0;
    double best_value = 0;
    for (size_t i = 0; i < length; i++) {
        double value = element_value(node_member(element.node, element.row, element.col, i));
        bool better = reduce == REDUCE_MAX ? value > best_value : value < best_value;
        if (i > 0 && !better) continue;
        best = i;
        best_value = value;
    }
    return best;
}

static void pass_fold(Tape *tape, const Slot *from, Element element, double adjoint)
{
    Reduce reduce = element.node->op->reduce;
    size_t length = line_length(element.node, element.row, element.col), winner = 0;
    if (reduce == REDUCE_MAX || reduce == REDUCE_MIN) winner = extremum(element, length, reduce);
    for (size_t i = 0; i < length; i++) {
        Element member = node_member(element.node, element.row, element.col, i);
        double partial = 0;
        GradientState state = GRADIENT_OK;
        switch (reduce) {
        case REDUCE_SUM: partial = 1; break;
        case REDUCE_PROD: partial = adjoint != 0 ? product_without(element, length, i) : 0; break;
        case REDUCE_MAX:
        case REDUCE_MIN: partial = i == winner; break;
        default: state = GRADIENT_NONE;
        }
        pass(tape, from, member, adjoint, state, partial);
    }
}

static void pass_contraction(Tape *tape, const Slot *from, Element element, double adjoint)
{
    if (!has_moving_operand(tape, element.node)) return;
    FormPlace place = {.layer = tape->layer, .arena = tape->arena};
    size_t length = line_length(element.node, element.row, element.col);
    for (size_t i = 0; i < length; i++) {
        Element pair[2];
        line_member(&place, element, i, pair);
        double left = element_value(pair[0]), right = element_value(pair[1]);
        bool is_hidden = isnan(left * right) && line_term(&place, pair, 2) == 0;
        pass(tape, from, pair[0], adjoint, GRADIENT_OK, is_hidden ? 0 : right);
        pass(tape, from, pair[1], adjoint, GRADIENT_OK, is_hidden ? 0 : left);
    }
}

/* Settings are whole numbers: what they come from has no gradient here, whatever other paths say. */
static void pass_settings(Tape *tape, const Slot *from)
{
    static const char *const sentences[] = {
        [OP_SOURCE] = "no gradient: it is a whole number in %s",
        [OP_MAP] = "no gradient: it only chooses in %s",
        [OP_POINTWISE] = "no gradient: it is a setting of %s",
        [OP_FOLD] = "no gradient: it is a setting of %s",
        [OP_CONTRACTION] = "no gradient: it is a whole number in %s",
        [OP_OPAQUE] = "no gradient: it is a setting of %s",
    };
    for (size_t i = 0; i < OP_MAX_PARAMS; i++) {
        Node *setting = moving_setting(from->node, i);
        if (setting == NULL) continue;
        Slot *to = slot_of(tape, setting);
        if (to == NULL) continue;
        to->is_whole = to->is_whole ||
                       setting->value.ndim == 0; /* a mask moves in steps, its numbers elsewhere may not */
        if (to->steps == NULL) {
            to->steps = arena_printf(tape->words, sentences[from->node->op->kind], known_as(tape, from));
        }
    }
}

static void pass_element(Tape *tape, const Slot *from, Element element, double adjoint, double *x)
{
    Node *node = element.node;
    Element meaning;
    switch (node->op->kind) {
    case OP_SOURCE: break;
    case OP_MAP:
        pass(tape, from, node_source(node, element.row, element.col), adjoint, GRADIENT_OK, 1);
        if (condition_of(node) != NULL) {
            pass(tape, from, (Element){condition_of(node), 0, 0}, adjoint, GRADIENT_NONE, 0);
        }
        break;
    case OP_POINTWISE: pass_pointwise(tape, from, element, adjoint, x); break;
    case OP_FOLD: pass_fold(tape, from, element, adjoint); break;
    case OP_CONTRACTION: pass_contraction(tape, from, element, adjoint); break;
    case OP_COMPOSITE:
        if (defining_element(tape, element, &meaning)) pass(tape, from, meaning, adjoint, GRADIENT_OK, 1);
        break;
    case OP_OPAQUE: break; /* see pass_slot */
    }
}

/* A whole number made by argmax or a comparison is not counted up by what these compare. */
static bool moves_in_steps(const Node *node)
{
    Reduce reduce = node->op->reduce;
    if (node->op->kind == OP_POINTWISE) return node->op->partial == NULL;
    if (node->op->kind != OP_FOLD) return false;
    return reduce != REDUCE_SUM && reduce != REDUCE_PROD && reduce != REDUCE_MAX && reduce != REDUCE_MIN;
}

static void pass_slot(Tape *tape, size_t place)
{
    const Slot *from = &tape->slots[place]; /* no slot is added on the way down */
    Node *node = from->node;
    double *x = arena_array(tape->arena, node->n_args, sizeof *x);
    for (size_t index = 0; index < value_count(&node->value); index++) {
        if (!from->found[index]) continue;
        Element element = {node, index / node->value.cols, index % node->value.cols};
        pass_element(tape, from, element, from->adjoint[index], x);
    }
    pass_settings(tape, from);
    for (size_t i = 0; i < from->n_uses; i++) {
        Slot *to = &tape->slots[from->uses[i]];
        if (node->op->kind == OP_OPAQUE) pass_steps(tape, from, to);
        if (from->undefined != NULL && to->undefined == NULL) to->undefined = from->undefined;
        if (from->is_whole && !moves_in_steps(node) && !to->is_whole) {
            to->is_whole = true;
            to->steps = from->steps;
        }
    }
}

/* Every node after all that use it. */
static void pass_all(Tape *tape, size_t top)
{
    size_t *ready = arena_array(tape->arena, tape->n_slots, sizeof *ready), n_ready = 0, next = 0;
    ready[n_ready++] = top;
    while (next < n_ready) {
        size_t place = ready[next++];
        pass_slot(tape, place);
        for (size_t i = 0; i < tape->slots[place].n_uses; i++) {
            size_t used = tape->slots[place].uses[i];
            if (--tape->slots[used].waiting == 0) ready[n_ready++] = used;
        }
    }
    assert(n_ready == tape->n_slots);
}

/* ------------------------------------------------------------- the inputs */

static Influence influence_of(const Slot *slot, const Definition *definition, Arena *arena)
{
    const Value *value = &slot->node->value;
    Influence influence = {.name = definition->name, .rows = value->rows, .cols = value->cols};
    bool is_integral = value->type == VALUE_INT || value->type == VALUE_BOOL;
    if (slot->is_whole || is_integral || !slot->is_smooth) {
        influence.state = GRADIENT_NONE;
        influence.text = slot->steps;
        if (slot->steps == NULL || (is_integral && !slot->is_whole)) {
            influence.text = value->type == VALUE_BOOL ? "no gradient: it is true or false"
                                                       : "no gradient: it is a whole number";
        }
        return influence;
    }
    if (slot->undefined != NULL) {
        influence.state = GRADIENT_UNDEFINED;
        influence.text = slot->undefined;
        return influence;
    }
    size_t count = value_count(value);
    for (size_t i = 0; i < count; i++) {
        if (isfinite(slot->adjoint[i])) continue;
        influence.state = GRADIENT_UNDEFINED;
        influence.text = "the gradient is too large for a number";
        return influence;
    }
    double *d = arena_array(arena, count, sizeof *d);
    if (count > 0) memcpy(d, slot->adjoint, count * sizeof *d);
    influence.d = d;
    return influence;
}

/* Everything that the element is made of; false where that is too much. */
static bool find_all(Tape *tape)
{
    while (tape->n_todo > 0 && tape->steps <= MAX_STEPS) {
        Todo todo = tape->todo[--tape->n_todo];
        find_operands(tape, todo.slot, todo.index);
    }
    return tape->n_todo == 0;
}

/* The nodes below, found by their operands alone: `moves` becomes BELOW. */
static void mark_below(Tape *tape, const Node *node)
{
    if (!tape_moves(tape, node) || tape->moves[node->id] == BELOW) return;
    tape->moves[node->id] = BELOW;
    for (size_t i = 0; i < node->n_args; i++) {
        if (node->args[i] != NULL) mark_below(tape, node->args[i]);
    }
    for (size_t i = 0; i < OP_MAX_PARAMS; i++) {
        if (node->settings[i] != NULL) mark_below(tape, node->settings[i]);
    }
}

static Influence influence_untold(const Node *input, const Definition *definition)
{
    return (Influence){
        .name = definition->name,
        .state = GRADIENT_NONE,
        .text = "not worked out: too many numbers stand between",
        .rows = input->value.rows,
        .cols = input->value.cols,
    };
}

/* One influence for each input that was found, in document order. */
static size_t collect(Tape *tape, bool is_told, Arena *arena, Influence **influences)
{
    Sheet *sheet = layer_sheet(tape->layer);
    size_t n = 0;
    *influences = arena_array(arena, sheet_count(sheet), sizeof **influences);
    for (size_t i = 0; i < sheet_count(sheet); i++) {
        const Definition *definition = sheet_definition(sheet, i);
        const Node *input =
            definition->input != INPUT_NONE ? layer_get_name(tape->layer, definition->name) : NULL;
        if (input == NULL) continue;
        const Slot *slot = slot_of(tape, input);
        if (is_told && slot != NULL) (*influences)[n++] = influence_of(slot, definition, arena);
        bool is_below = input->id < tape->n_ids && tape->moves[input->id] == BELOW;
        if (!is_told && is_below) (*influences)[n++] = influence_untold(input, definition);
    }
    return n;
}

size_t layer_influence(Layer *layer, Arena *arena, ElementRef ref, Influence **influences)
{
    *influences = NULL;
    Node *node = layer_get(layer, ref.node);
    if (node == NULL || node->state != NODE_VALUE || node->value.type == VALUE_STRING) return 0;
    if (ref.row >= node->value.rows || ref.col >= node->value.cols) return 0;

    Tape tape = {.layer = layer, .arena = arena_new(), .words = arena};
    Element element = {node, ref.row, ref.col};
    size_t top = tape_find(&tape, element);
    bool is_told = find_all(&tape);
    if (is_told) {
        tape.slots[top].adjoint[element_index(element)] = 1;
        tape.slots[top].is_smooth = true;
        pass_all(&tape, top);
    } else {
        mark_below(&tape, node);
    }
    size_t n = collect(&tape, is_told, arena, influences);
    arena_free(tape.arena);
    return n;
}
