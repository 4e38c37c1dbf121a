/* Setting forms.
 *
 * The same walk serves both settings: form_binding tells how tightly a form binds,
 * so that parentheses come where mathematics needs them, and a fraction in two
 * dimensions needs none.
 */
#include "view/formula.h"
#include "view/display.h"
#include "heed/view.h"
#include <math.h>
#include <string.h>

enum { MAX_DEPTH = 64 };

/* ------------------------------------------------------------------ factors */

/* A value without a layer to look it up in: computed ones as in an array of it alone, constants as short as they are.
 */
static const char *plain_text(const Pen *pen, double value, NumKind kind, bool is_source)
{
    bool is_real = kind == NUM_F64 || kind == NUM_F32;
    if (!is_real) return num_text(pen->arena, value, kind, NUM_SHORTEST);
    if (!is_source) return num_text(pen->arena, value, kind, pen_format_of_size(isfinite(value) ? fabs(value) : 0));
    bool is_whole = isfinite(value) && value == floor(value) && fabs(value) < 1e15;
    return num_text(pen->arena, value, kind, is_whole ? NUM_FIXED(0) : NUM_SHORTEST);
}

Number factor_number(const Pen *pen, const Factor *factor)
{
    Number number;
    if (pen->layers[factor->ref.layer % REF_LAYERS] && pen_number(pen, factor->ref, NULL, &number))
        return number;
    const char *text = factor->text ? arena_printf(pen->arena, "\"%s\"", factor->text)
                                    : plain_text(pen, factor->value, factor->kind, factor->is_source);
    return (Number){.text = text, .width = charset_width(pen->charset, text), .role = ROLE_LABEL};
}

/* -------------------------------------------------------------------- forms */

static bool is_op(const Form *form, const char *op)
{
    return form->kind == FORM_OP && strcmp(form->op, op) == 0;
}

/* In symbols a fold is written by its own symbol: Σ e^z. */
static const char *symbol_of(const Form *form, FormMode mode)
{
    return mode == FORM_SYMBOLS && form->kind == FORM_OP ? form->symbol : NULL;
}

/* How an operation over several operands is joined: sums and products written out, infix operators. */
static const char *joiner(const Form *form, Binding *binding)
{
    if (form->n_args < 2) return NULL;
    if (is_op(form, "sum")) return display_infix("+", binding);
    if (is_op(form, "prod")) return display_infix("*", binding);
    return display_infix(form->op, binding);
}

static Binding number_binding(const char *text)
{
    return text[0] == '-' ? BIND_SUM : BIND_ATOM;
}

static Binding form_binding(const Pen *pen, const Form *form, FormMode mode)
{
    Binding binding = BIND_ATOM;
    const char *symbol = symbol_of(form, mode);
    if (symbol) {
        display_expr(pen->arena, symbol, &binding);
    } else if (form->kind == FORM_FACTOR && mode == FORM_SYMBOLS) {
        display_expr(pen->arena, form->factor.expr, &binding);
    } else if (form->kind == FORM_FACTOR) {
        binding = number_binding(factor_number(pen, &form->factor).text);
    } else if (form->kind == FORM_LITERAL) {
        binding = form->factor.value < 0 ? BIND_SUM : BIND_ATOM; /* a string's is NaN */
    } else if (form->kind == FORM_OP && !joiner(form, &binding)) {
        const DisplayCall *call = form->n_args == 1 ? display_call(form->op) : NULL;
        binding = is_op(form, "neg") ? BIND_SIGN : call ? call->binding : BIND_ATOM;
        if (is_op(form, "sum") && form->n_args == 1) binding = form_binding(pen, form->args[0], mode);
    }
    return binding;
}

/* Products keep together when a line wraps. */
static const char *with_firm_blanks(const Pen *pen, const char *join, Binding binding)
{
    size_t len = strlen(join);
    if (binding != BIND_PRODUCT || len < 3 || join[0] != ' ') return join;
    return arena_printf(pen->arena, "\u00a0%.*s\u00a0", (int)len - 2, join + 1);
}

/* What binding operand i must have to go without parentheses. */
static Binding operand_binding(const Form *form, Binding binding, size_t i)
{
    if (is_op(form, "**")) return BIND_ATOM;
    bool is_chain = is_op(form, "sum") || is_op(form, "prod");
    return i == 0 || (is_chain && binding == BIND_PRODUCT) ? binding : (Binding)(binding + 1);
}

/* ------------------------------------------------------------------ one line */

/* A leaf's number. A product of two typed numbers (a pair of a contraction, computed) has as many digits
 * as they have together: 1 × 0 is 0, not 0.0000. */
static Number leaf_number(const Pen *pen, const Form *form)
{
    Number number = factor_number(pen, &form->factor);
    if (form->n_args != 2 || !is_op(&(Form){.kind = FORM_OP, .op = form->op}, "*") || !number.ref.node)
        return number;
    Number a = factor_number(pen, &form->args[0]->factor), b = factor_number(pen, &form->args[1]->factor);
    int digits = a.format.precision + b.format.precision;
    bool is_typed = a.is_input && b.is_input && a.format.type == 'f' && b.format.type == 'f' && digits <= 6;
    if (is_typed) pen_number(pen, form->factor.ref, &NUM_FIXED(digits), &number);
    return number;
}

static void add_form(const Pen *pen, Runs *runs, const Form *form, FormMode mode, Binding least, int depth);

static void add_leaf(const Pen *pen, Runs *runs, const Form *form, FormMode mode)
{
    Binding binding;
    if (form->kind == FORM_LITERAL) {
        Factor constant = form->factor;
        constant.ref.node = 0;
        constant.is_source = true;
        runs_text(pen, runs, ROLE_LABEL, factor_number(pen, &constant).text);
    } else if (form->kind == FORM_MORE) {
        runs_text(pen, runs, ROLE_PAGE, arena_printf(pen->arena, "… %zu more", form->count));
    } else if (mode == FORM_SYMBOLS) {
        runs_text(pen, runs, ROLE_LABEL, display_expr(pen->arena, form->factor.expr, &binding));
    } else {
        Number number = leaf_number(pen, form);
        number.is_changed = false; /* a star would be read as a product; the role still tells */
        runs_number(pen, runs, &number);
    }
}

static void add_call(const Pen *pen, Runs *runs, const Form *form, FormMode mode, int depth)
{
    const DisplayCall *call = form->n_args == 1 ? display_call(form->op) : NULL;
    const char *name = call ? call->before : arena_printf(pen->arena, "%s(", form->op);
    runs_text(pen, runs, ROLE_TEXT, name);
    for (size_t i = 0; i < form->n_args; i++) {
        if (i) runs_text(pen, runs, ROLE_TEXT, ", ");
        add_form(pen, runs, form->args[i], mode, call ? call->argument : BIND_CONDITION, depth);
    }
    runs_text(pen, runs, ROLE_TEXT, call ? call->after : ")");
}

/* x² and x³, where the exponent is written so. */
static const char *power_sign(const Form *form)
{
    if (!is_op(form, "**") || form->n_args != 2 || form->args[1]->kind != FORM_LITERAL) return NULL;
    double exponent = form->args[1]->factor.value;
    return exponent == 2 ? "²" : exponent == 3 ? "³" : NULL;
}

/* "(… 8 more: 36.0000)": what is left out of a sum or a product comes to this, exactly. */
static void add_rest(const Pen *pen, Runs *runs, const Form *more)
{
    const char *rest = plain_text(pen, more->factor.value, more->factor.kind, false);
    runs_text(pen, runs, ROLE_PAGE, arena_printf(pen->arena, "(…\u00a0%zu\u00a0more:\u00a0", more->count));
    runs_text(pen, runs, ROLE_LABEL, rest);
    runs_text(pen, runs, ROLE_PAGE, ")");
}

static void add_operation(const Pen *pen, Runs *runs, const Form *form, FormMode mode, int depth)
{
    Binding binding;
    const char *symbol = symbol_of(form, mode), *join = joiner(form, &binding);
    if (symbol) {
        runs_text(pen, runs, ROLE_LABEL, display_expr(pen->arena, symbol, &binding));
    } else if (power_sign(form)) {
        add_form(pen, runs, form->args[0], mode, BIND_ATOM, depth);
        runs_text(pen, runs, ROLE_TEXT, power_sign(form));
    } else if (join) {
        for (size_t i = 0; i < form->n_args; i++) {
            if (i) runs_text(pen, runs, ROLE_TEXT, with_firm_blanks(pen, join, binding));
            if (form->args[i]->kind == FORM_MORE) {
                add_rest(pen, runs, form->args[i]);
                continue;
            }
            add_form(pen, runs, form->args[i], mode, operand_binding(form, binding, i), depth);
        }
    } else if (is_op(form, "neg")) {
        runs_text(pen, runs, ROLE_TEXT, "−");
        add_form(pen, runs, form->args[0], mode, BIND_SIGN, depth);
    } else if (form->n_args == 1 && (is_op(form, "sum") || is_op(form, "prod"))) {
        add_form(pen, runs, form->args[0], mode, BIND_CONDITION, depth);
    } else {
        add_call(pen, runs, form, mode, depth);
    }
}

static void add_form(const Pen *pen, Runs *runs, const Form *form, FormMode mode, Binding least, int depth)
{
    if (depth > MAX_DEPTH) {
        runs_text(pen, runs, ROLE_TEXT, "…");
        return;
    }
    bool is_loose = form_binding(pen, form, mode) < least;
    if (is_loose) runs_text(pen, runs, ROLE_TEXT, "(");
    if (form->kind == FORM_OP)
        add_operation(pen, runs, form, mode, depth + 1);
    else
        add_leaf(pen, runs, form, mode);
    if (is_loose) runs_text(pen, runs, ROLE_TEXT, ")");
}

void form_runs(const Pen *pen, Runs *runs, const Form *form, FormMode mode)
{
    add_form(pen, runs, form, mode, BIND_CONDITION, 0);
}

/* ------------------------------------------------------------ two dimensions */

static Formula set_form(const Pen *pen, const Form *form, FormMode mode, Binding least, int depth);

Formula formula_text(const Pen *pen, const Runs *runs)
{
    int width = runs_width(pen, runs);
    Frame *frame = frame_new(pen->arena, 1, width, pen->charset);
    int col = 0;
    for (size_t i = 0; i < runs->n; i++) {
        const TextRun *run = &runs->items[i];
        int cells = charset_width(pen->charset, run->utf8);
        if (run->is_span) {
            FrameSpan span = run->span;
            span.col = col;
            span.width = cells;
            frame_span(frame, span);
        }
        frame_put(frame, 0, col, cells, run->role, run->utf8);
        frame_mark(frame, 0, col, cells, run->marks);
        col += cells;
    }
    return (Formula){frame, 0};
}

static Formula set_text(const Pen *pen, const char *text)
{
    Runs runs = {0};
    runs_text(pen, &runs, ROLE_TEXT, text);
    return formula_text(pen, &runs);
}

Formula formula_beside(const Pen *pen, const Formula *parts, size_t n)
{
    int above = 0, below = 1, cols = 0, col = 0;
    for (size_t i = 0; i < n; i++) {
        int under = parts[i].frame->rows - parts[i].baseline;
        if (parts[i].baseline > above) above = parts[i].baseline;
        if (under > below) below = under;
        cols += parts[i].frame->cols;
    }
    Frame *frame = frame_new(pen->arena, above + below, cols, pen->charset);
    for (size_t i = 0; i < n; i++) {
        const Frame *part = parts[i].frame;
        frame_blit(frame, above - parts[i].baseline, col, part, 0, 0, part->rows, part->cols);
        col += part->cols;
    }
    return (Formula){frame, above};
}

static Formula set_fraction(const Pen *pen, Formula over, Formula under)
{
    int width = over.frame->cols > under.frame->cols ? over.frame->cols : under.frame->cols;
    int rows = over.frame->rows + 1 + under.frame->rows;
    Frame *frame = frame_new(pen->arena, rows, width, pen->charset);
    frame_blit(frame, 0, (width - over.frame->cols) / 2, over.frame, 0, 0, over.frame->rows,
               over.frame->cols);
    frame_fill(frame, over.frame->rows, 0, width, ROLE_TEXT, "─");
    frame_blit(frame, over.frame->rows + 1, (width - under.frame->cols) / 2, under.frame, 0, 0,
               under.frame->rows, under.frame->cols);
    return (Formula){frame, over.frame->rows};
}

static bool has_fraction(const Form *form, int depth)
{
    if (form->kind != FORM_OP || depth > MAX_DEPTH) return false;
    if (is_op(form, "/")) return true;
    for (size_t i = 0; i < form->n_args; i++)
        if (has_fraction(form->args[i], depth + 1)) return true;
    return false;
}

static Formula set_chain(const Pen *pen, const Form *form, FormMode mode, int depth)
{
    Binding binding = BIND_ATOM;
    const char *join = joiner(form, &binding);
    const DisplayCall *call = join ? NULL : form->n_args == 1 ? display_call(form->op) : NULL;
    bool is_sign = is_op(form, "neg");
    size_t n = 0;
    Formula *parts = arena_array(pen->arena, 2 * form->n_args + 2, sizeof *parts);
    if (is_sign)
        parts[n++] = set_text(pen, "−");
    else if (!join)
        parts[n++] = set_text(pen, call ? call->before : arena_printf(pen->arena, "%s(", form->op));
    for (size_t i = 0; i < form->n_args; i++) {
        if (i) parts[n++] = set_text(pen, join ? join : ", ");
        Binding least = join      ? operand_binding(form, binding, i)
                        : is_sign ? BIND_SIGN
                        : call    ? call->argument
                                  : BIND_CONDITION;
        parts[n++] = set_form(pen, form->args[i], mode, least, depth);
    }
    if (!join && !is_sign) parts[n++] = set_text(pen, call ? call->after : ")");
    return formula_beside(pen, parts, n);
}

static Formula set_form(const Pen *pen, const Form *form, FormMode mode, Binding least, int depth)
{
    if (depth > MAX_DEPTH || symbol_of(form, mode) || !has_fraction(form, 0)) {
        Runs runs = {0};
        add_form(pen, &runs, form, mode, least, depth);
        return formula_text(pen, &runs);
    }
    if (is_op(form, "/"))
        return set_fraction(pen, set_form(pen, form->args[0], mode, BIND_CONDITION, depth + 1),
                            set_form(pen, form->args[1], mode, BIND_CONDITION, depth + 1));
    Formula inner = set_chain(pen, form, mode, depth + 1);
    if (form_binding(pen, form, mode) >= least) return inner;
    Formula parts[3] = {set_text(pen, "("), inner, set_text(pen, ")")};
    return formula_beside(pen, parts, 3);
}

Formula form_set(const Pen *pen, const Form *form, FormMode mode)
{
    return set_form(pen, form, mode, BIND_CONDITION, 0);
}

/* ---------------------------------------------------------------- collapsing */

bool form_is_compound(const Form *form)
{
    return form->kind == FORM_OP && form->n_args > 0;
}

/* The operand as one number; false where it is none of the sheet's. */
static bool collapse_operand(const Pen *pen, const Form *operand, Form *leaf)
{
    *leaf = *operand;
    if (operand->kind != FORM_OP) return true;
    leaf->kind = FORM_FACTOR;
    leaf->factor.is_source = false;
    Layer *now = pen->layers[REF_NOW];
    if (!now || leaf->factor.ref.node) return true;
    if (!leaf->factor.expr) return false;
    Diags diags;
    diags_init(&diags, pen->arena);
    return layer_ask_element(now, leaf->factor.expr, "why", &leaf->factor.ref, &diags) &&
           leaf->factor.ref.node;
}

const Form *form_collapsed(const Pen *pen, const Form *form)
{
    if (!form_is_compound(form)) return NULL;
    bool is_new = false;
    const Form **args = arena_array(pen->arena, form->n_args, sizeof *args);
    for (size_t i = 0; i < form->n_args; i++) {
        Form *leaf = arena_alloc(pen->arena, sizeof *leaf);
        if (!collapse_operand(pen, form->args[i], leaf)) return NULL;
        is_new |= form->args[i]->kind == FORM_OP;
        args[i] = leaf;
    }
    if (!is_new) return NULL;
    Form *collapsed = arena_alloc(pen->arena, sizeof *collapsed);
    *collapsed = *form;
    collapsed->args = args;
    collapsed->symbol = NULL;
    return collapsed;
}
