/* Claims: whether they hold on the numbers now shown, and which number made one false. */
#include "view/doc.h"

ClaimState view_claim_state(Layer *layer, const Claim *claim)
{
    NodeId node = layer_node(layer, claim->expr);
    const Value *value = node ? layer_value(layer, node) : NULL;
    if (!value || value->type == VALUE_STRING || layer_undecided(layer, node)) return CLAIM_UNKNOWN;
    for (size_t r = 0; r < value->rows; r++)
        for (size_t c = 0; c < value->cols; c++)
            if (!(value_at(value, r, c) != 0)) return CLAIM_FAILS;
    return CLAIM_HOLDS;
}

/* The first operand, depth first, that the last edit changed: argmax(s) of argmax(s) == 2. Names are
 * better known than what is made of them, but what the claim says itself comes first. */
static bool find_culprit(const Pen *pen, ElementRef ref, int depth, ElementRef *culprit)
{
    Explanation explanation;
    Layer *now = pen->layers[REF_NOW];
    const Factor *operands;
    if (depth == 0 || !layer_explain(now, pen->arena, ref, &explanation)) return false;
    size_t n = explanation_operands(&explanation, pen->arena, &operands);
    for (size_t i = 0; i < n; i++) {
        ElementRef at = operands[i].ref;
        if (!at.node || !layer_changed(now, pen->layers[REF_WAS], at)) continue;
        NumKind kind;
        double value;
        if (!layer_number(pen->layers[REF_WAS], at, &value, &kind)) continue;
        bool is_truth = layer_number(now, at, &value, &kind) && kind == NUM_BOOL;
        if (is_truth && find_culprit(pen, at, depth - 1, culprit)) return true;
        *culprit = at;
        return true;
    }
    return false;
}

static NodeId claim_node(const Pen *pen, const Claim *claim)
{
    return layer_node(pen->layers[REF_NOW], claim->expr);
}

/* "  α[2] 0.4519 → 0.3333" */
static void add_reason_false(const Pen *pen, Runs *runs, const Claim *claim)
{
    ElementRef ref = {.layer = REF_NOW, .node = claim_node(pen, claim)}, culprit;
    if (!pen->layers[REF_WAS] || !find_culprit(pen, ref, 4, &culprit)) return;
    ElementRef before = culprit;
    before.layer = REF_WAS;
    Number was, now;
    if (!pen_number(pen, before, NULL, &was) || !pen_number(pen, culprit, NULL, &now)) return;
    const char *name = layer_element_text(pen->layers[REF_NOW], pen->arena, culprit);
    runs_text(pen, runs, ROLE_LABEL, arena_printf(pen->arena, "  %s\u00a0", view_display(pen->arena, name)));
    runs_number(pen, runs, &was);
    runs_text(pen, runs, ROLE_TEXT, "\u00a0→\u00a0");
    runs_number(pen, runs, &now);
}

static void add_reason_unknown(const Pen *pen, Runs *runs, const Claim *claim)
{
    bool is_waiting = false;
    NodeId node = claim_node(pen, claim);
    const char *reason = pen_error(pen, node, &is_waiting);
    if (!reason && node) reason = layer_report(pen->layers[REF_NOW], pen->arena, node);
    if (reason)
        runs_text(pen, runs, is_waiting ? ROLE_DIM : ROLE_BAD, arena_printf(pen->arena, "  %s", reason));
}

static const struct {
    const char *mark;
    Role role;
} marks[] = {
    [CLAIM_HOLDS] = {"✓ ", ROLE_GOOD}, [CLAIM_FAILS] = {"✗ ", ROLE_BAD}, [CLAIM_UNKNOWN] = {"? ", ROLE_BAD}};

void claim_reason(const Pen *pen, Runs *runs, const Claim *claim, ClaimState state)
{
    if (state == CLAIM_FAILS) add_reason_false(pen, runs, claim);
    if (state == CLAIM_FAILS && pen->is_rounded)
        runs_text(pen, runs, ROLE_LABEL, "  (on rounded values)");
    if (state == CLAIM_UNKNOWN) add_reason_unknown(pen, runs, claim);
}

Runs claim_runs(const Pen *pen, const Claim *claim, ClaimState state)
{
    Runs runs = {0};
    runs_text(pen, &runs, marks[state].role, marks[state].mark);
    runs_text(pen, &runs, ROLE_LABEL, claim->kind == CLAIM_ALWAYS ? "always  " : "here    ");
    prose_runs(pen, &runs, &claim->text, state == CLAIM_HOLDS ? ROLE_TEXT : ROLE_EMPH);
    claim_reason(pen, &runs, claim, state);
    return runs;
}
