/* Claims: `here` on the shown inputs, `always` on 200 random ones and 40 odd ones.
 *
 * A trial is an overlay, written as text so that a failing one can be shown and
 * pasted back: every float array becomes numbers from N(0, 1) · 2 with two
 * decimals, every slider a place in its range, every toggle and choice one of its
 * values; scalars stay. The odd ones are what a student types to break a sentence
 * and chance hardly draws: zeros, ties, arrays of one number, and numbers so large
 * that a tolerance meant for small ones is too strict. What fails there may be a
 * sentence or only its rounding, so it is a warning. All claims of the lesson share
 * the trials, so a lesson costs 240 layers whatever it claims.
 */
#include "lesson/check.h"
#include "lesson/parse.h"
#include <math.h>
#include <stdint.h>
#include <string.h>

enum { TRIALS = 200, ODD_TRIALS = 40, SHOWN_BYTES = 400 };

typedef enum Oddity { ODD_NOT, ODD_ZEROS, ODD_ALIKE, ODD_TIED, ODD_LARGE, ODDITIES } Oddity;

/* splitmix64: the trials are the same wherever and whenever they are made. */
static uint64_t next_random(uint64_t *state)
{
    uint64_t z = *state += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

/* In (0, 1). */
static double next_uniform(uint64_t *state)
{
    return ((double)(next_random(state) >> 11) + 0.5) * 0x1p-53;
}

static double next_normal(uint64_t *state)
{
    double radius = sqrt(-2 * log(next_uniform(state)));
    return radius * cos(6.283185307179586 * next_uniform(state));
}

/* Hundredths as a literal, with a point in every locale. */
static void add_hundredths(StrBuf *out, long hundredths)
{
    long size = hundredths < 0 ? -hundredths : hundredths;
    strbuf_printf(out, "%s%ld.%02ld", hundredths < 0 ? "-" : "", size / 100, size % 100);
}

/* -------------------------------------------------------------- one trial */

typedef struct Trial {
    Checker *c;
    uint64_t state;
    Oddity oddity;
    long alike;     /* the one number of an array, in hundredths */
    bool has_array; /* without one there is nothing odd to draw */
    StrBuf text;
} Trial;

static long draw_hundredths(Trial *t)
{
    switch (t->oddity) {
    case ODD_ZEROS: return 0;
    case ODD_ALIKE: return t->alike;
    case ODD_TIED: return 100 * ((long)(next_random(&t->state) % 3) - 1);
    case ODD_LARGE: return lround(2e6 * next_normal(&t->state));
    default: return lround(200 * next_normal(&t->state));
    }
}

static void add_row(Trial *t, size_t n)
{
    strbuf_add_char(&t->text, '[');
    for (size_t i = 0; i < n; i++) {
        if (i > 0) strbuf_add(&t->text, ", ");
        add_hundredths(&t->text, draw_hundredths(t));
    }
    strbuf_add_char(&t->text, ']');
}

static void draw_literal(Trial *t, const Definition *definition)
{
    const Value *value = layer_value(t->c->layer, layer_name(t->c->layer, definition->name));
    if (!value || value->type != VALUE_F32 || value->ndim == 0) return;
    t->has_array = true;
    if (t->oddity == ODD_ALIKE) /* small, or in the millions */
        t->alike = lround((next_random(&t->state) & 1 ? 200 : 2e8) * next_normal(&t->state));
    strbuf_printf(&t->text, "%s = ", definition->name);
    if (value->ndim == 2) strbuf_add_char(&t->text, '[');
    for (size_t row = 0; row < value->rows; row++) {
        if (row > 0) strbuf_add(&t->text, ", ");
        add_row(t, value->cols);
    }
    if (value->ndim == 2) strbuf_add_char(&t->text, ']');
    strbuf_add_char(&t->text, '\n');
}

/* A place of the slider: one of its steps, counted or multiplied from its low end. */
static void draw_slider(Trial *t, const Definition *definition)
{
    SliderInfo s;
    if (!layer_slider(t->c->layer, layer_name(t->c->layer, definition->name), &s)) return;
    bool is_stepped = s.is_factor ? s.step > 1 && s.low > 0 : s.step > 0;
    double steps = !is_stepped   ? 0
                   : s.is_factor ? log(s.high / s.low) / log(s.step)
                                 : (s.high - s.low) / s.step;
    double k = floor(next_uniform(&t->state) * (floor(steps + 1e-9) + 1));
    double place = s.is_factor ? s.low * pow(s.step, k) : s.low + s.step * k;
    if (!is_stepped) place = s.low + (s.high - s.low) * next_uniform(&t->state);
    if (place > s.high) place = s.high;
    char *text = num_text(t->c->arena, place, NUM_F64, NUM_SHORTEST);
    strbuf_printf(&t->text, "%s = %s\n", definition->name, text);
}

/* Toggles and choices move through their values as nudges do. */
static void draw_nudge(Trial *t, const Definition *definition)
{
    ElementRef ref = {.node = layer_name(t->c->layer, definition->name)};
    Diags ignored;
    diags_init(&ignored, t->c->arena);
    const char *line;
    int steps = (int)(next_random(&t->state) % 8);
    if (steps > 0 && edit_nudge(t->c->arena, t->c->layer, ref, steps, &line, &ignored))
        strbuf_printf(&t->text, "%s\n", line);
}

static void (*const draw[])(Trial *t, const Definition *definition) = {
    [INPUT_NONE] = NULL,         [INPUT_LITERAL] = draw_literal, [INPUT_SLIDER] = draw_slider,
    [INPUT_TOGGLE] = draw_nudge, [INPUT_CHOICE] = draw_nudge,
};

static Oddity oddity_of(size_t index)
{
    return index < TRIALS ? ODD_NOT : (Oddity)(1 + index % (ODDITIES - 1));
}

/* The overlay of trial `index`; false where there is nothing odd to try, or the sheet refuses it (a slider
 * whose range depends on another input). */
static bool make_trial(Checker *c, Arena *arena, size_t index, Overlay *overlay)
{
    Trial t = {.c = c, .state = 0x68656564u + (uint64_t)index * 0x10001u, .oddity = oddity_of(index)};
    const Sheet *sheet = c->lesson->sheet;
    for (size_t i = 0; i < sheet_count(sheet); i++) {
        const Definition *definition = sheet_definition(sheet, i);
        if (definition->screen >= 0 && draw[definition->input]) draw[definition->input](&t, definition);
    }
    SourceText *source = arena_alloc(arena, sizeof *source);
    *source = (SourceText){"random inputs", NULL, t.text.len};
    source->text = strbuf_take(&t.text, arena);
    if (t.oddity && !t.has_array) return false;
    Diags ignored;
    diags_init(&ignored, arena);
    return overlay_parse(arena, sheet, source, 0, source->len, OVERLAY_ANY, overlay, &ignored);
}

/* ---------------------------------------------------- what a claim rests on */

typedef struct Needs {
    const Sheet *sheet;
    bool *is_needed; /* one a definition */
} Needs;

static void mark_needed(void *context, const char *name, SourceSpan span)
{
    Needs *needs = context;
    (void)span;
    for (size_t i = 0; i < sheet_count(needs->sheet); i++)
        if (strcmp(sheet_definition(needs->sheet, i)->name, name) == 0) needs->is_needed[i] = true;
}

/* Every definition that the expression depends on, directly or not. */
static bool *find_needs(Checker *c, const Expr *expr)
{
    const Sheet *sheet = c->lesson->sheet;
    Needs needs = {sheet, arena_array(c->arena, sheet_count(sheet), sizeof(bool))};
    expr_names(expr, mark_needed, &needs);
    for (size_t i = sheet_count(sheet); i-- > 0;) /* a definition reads earlier ones only */
        if (needs.is_needed[i]) expr_names(sheet_definition(sheet, i)->expr, mark_needed, &needs);
    return needs.is_needed;
}

/* "q = [0.31, -1.2]; K = …": the lines of the trial that the claim rests on. */
static char *trial_text(Checker *c, const Overlay *overlay, const Expr *expr)
{
    const bool *is_needed = find_needs(c, expr);
    StrBuf out = {0};
    for (size_t i = 0; i < overlay->count; i++) {
        const OverlayLine *line = &overlay->lines[i];
        for (size_t k = 0; k < sheet_count(c->lesson->sheet); k++) {
            if (!is_needed[k] || strcmp(sheet_definition(c->lesson->sheet, k)->name, line->name) != 0)
                continue;
            if (out.len > SHOWN_BYTES) {
                strbuf_add(&out, "; …");
                return strbuf_take(&out, c->arena);
            }
            strbuf_printf(&out, "%s%s = %s", out.len ? "; " : "", line->name,
                          expr_text(c->arena, line->expr));
        }
    }
    return strbuf_take(&out, c->arena);
}

/* ------------------------------------------------------------------ claims */

typedef struct ClaimList {
    Arena *arena;
    ClaimKind kind;
    const Claim **items;
    bool *is_settled; /* its failure is said */
    size_t count, capacity;
} ClaimList;

static void add_claims(void *context, const Block *block)
{
    ClaimList *list = context;
    for (size_t i = 0; i < block->as.claims.count; i++) {
        const Claim *claim = &block->as.claims.items[i];
        if (claim->kind == list->kind)
            arena_push(list->arena, list->items, list->count, list->capacity, claim);
    }
}

static ClaimList collect(Checker *c, ClaimKind kind)
{
    ClaimList list = {.arena = c->arena, .kind = kind};
    walk_blocks(c->lesson, BLOCK_CLAIM, add_claims, &list);
    list.is_settled = arena_array(c->arena, list.count, sizeof *list.is_settled);
    return list;
}

typedef struct NameValues {
    Checker *c;
    StrBuf text;
} NameValues;

static void add_name_value(void *context, const char *name, SourceSpan span)
{
    NameValues *names = context;
    (void)span;
    const Value *value = layer_value(names->c->layer, layer_name(names->c->layer, name));
    if (!value || names->text.len > SHOWN_BYTES || value_count(value) > 64) return;
    char *line = arena_printf(names->c->arena, "%s = %s", name, value_python(names->c->arena, value));
    if (names->text.data && strstr(names->text.data, line)) return; /* named twice */
    strbuf_printf(&names->text, "%s%s", names->text.len ? "; " : "", line);
}

/* A NaN decides nothing. `inputs` is the overlay that it came with, or NULL. */
static bool tell_undecided(Checker *c, Layer *layer, const Claim *claim, DiagLevel level, const char *when,
                           const Overlay *inputs)
{
    NodeId node = layer_node(layer, claim->expr);
    if (!layer_undecided(layer, node)) return false;
    diags_add(c->diags, level, expr_span(claim->expr), "claim", "this cannot be told %s: %s%s%s", when,
              layer_report(layer, c->arena, node), inputs ? "; for " : "",
              inputs ? trial_text(c, inputs, claim->expr) : "");
    return true;
}

static void check_here(Checker *c)
{
    ClaimList list = collect(c, CLAIM_HERE);
    for (size_t i = 0; i < list.count; i++) {
        const Claim *claim = list.items[i];
        const Value *value = check_expr(c, c->layer, claim->expr, false);
        if (value && tell_undecided(c, c->layer, claim, DIAG_ERROR, "here", NULL)) continue;
        if (check_truth(c, value, expr_span(claim->expr)) != 0) continue;
        NameValues names = {.c = c};
        expr_names(claim->expr, add_name_value, &names);
        diags_error(c->diags, expr_span(claim->expr), "claim", "this does not hold here: %s is false%s%s",
                    claim->expr_text, names.text.len ? " with " : "", strbuf_text(&names.text));
        strbuf_free(&names.text);
    }
}

/* Tries every claim that has not failed yet in this layer. */
static void try_claims(Checker *c, ClaimList *list, Layer *layer, const Overlay *overlay, DiagLevel level)
{
    for (size_t i = 0; i < list->count; i++) {
        const Claim *claim = list->items[i];
        if (list->is_settled[i]) continue;
        NodeId node = layer_node(layer, claim->expr);
        const Value *value = layer_value(layer, node);
        const NodeError *error = layer_error(layer, node);
        if (value && tell_undecided(c, layer, claim, level, "always", overlay)) {
            list->is_settled[i] = true;
            continue;
        }
        int truth = check_truth(c, value, expr_span(claim->expr));
        if (truth == 1) continue;
        list->is_settled[i] = true;
        if (truth == 0)
            diags_add(c->diags, level, expr_span(claim->expr), "claim",
                      "this does not always hold: %s is false for %s", claim->expr_text,
                      trial_text(c, overlay, claim->expr));
        else if (error)
            diags_add(c->diags, level, expr_span(claim->expr), "claim",
                      "this cannot always be computed: %s; for %s", error->text,
                      trial_text(c, overlay, claim->expr));
    }
}

/* A claim that fails with the shown inputs is said once, and not tried further. */
static void try_shown(Checker *c, ClaimList *list)
{
    for (size_t i = 0; i < list->count; i++) {
        const Claim *claim = list->items[i];
        const Value *value = check_expr(c, c->layer, claim->expr, false);
        if (value && tell_undecided(c, c->layer, claim, DIAG_ERROR, "even here", NULL)) {
            list->is_settled[i] = true;
            continue;
        }
        int truth = check_truth(c, value, expr_span(claim->expr));
        list->is_settled[i] = truth != 1;
        if (truth == 0)
            diags_error(c->diags, expr_span(claim->expr), "claim",
                        "this does not even hold here: %s is false", claim->expr_text);
    }
}

static void check_always(Checker *c)
{
    ClaimList list = collect(c, CLAIM_ALWAYS);
    try_shown(c, &list);
    for (size_t trial = 0; trial < TRIALS + ODD_TRIALS && list.count > 0; trial++) {
        Arena *arena = arena_new();
        Overlay overlay = {0};
        if (make_trial(c, arena, trial, &overlay)) {
            const Overlay *overlays[] = {&overlay};
            Layer *layer = layer_new(c->lesson->sheet, overlays, 1, NULL);
            try_claims(c, &list, layer, &overlay, oddity_of(trial) ? DIAG_WARNING : DIAG_ERROR);
            layer_free(layer);
        }
        arena_free(arena);
    }
}

void check_claims(Checker *c)
{
    check_here(c);
    check_always(c);
}
