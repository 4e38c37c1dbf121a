/* One level of a derivation.
 *
 *     α[2] = <in symbols> = <with the values put in> = <operands computed> = 0.4519
 *     operands, the chosen one with its own next level behind it
 *     a note, where a kernel computed it in another way
 *
 * In two dimensions where that fits, else on lines that wrap.
 */
#include "view/why.h"
#include "view/display.h"
#include "view/formula.h"
#include <string.h>

typedef struct Panel {
    const Pen *pen;
    Frame *frame;
    int row, width;
    const Explanation *explanation;
} Panel;

static const char *shown(const Pen *pen, const char *text)
{
    return view_display(pen->arena, text);
}

static void add_line(Panel *panel, int col, int indent, int max_rows, const Runs *runs)
{
    int width = panel->width - col;
    if (width < 1) width = 1;
    int used = frame_wrap(NULL, panel->pen->charset, 0, 0, width, max_rows, indent, runs->items, runs->n);
    if (panel->row + used > panel->frame->rows) frame_resize_rows(panel->frame, panel->row + used);
    frame_wrap(panel->frame, panel->pen->charset, panel->row, col, width, max_rows, indent, runs->items,
               runs->n);
    panel->row += used;
}

/* ---------------------------------------------------------------- equations */

/* The sides of the equation that say something new, in order. */
typedef struct Sides {
    const Form *forms[3];
    FormMode modes[3];
    size_t n;
} Sides;

/* Whether runs say just this text: √d_k is not explained by √d_k. */
static bool says(const Runs *runs, const char *text)
{
    for (size_t i = 0; i < runs->n; i++) {
        size_t len = strlen(runs->items[i].utf8);
        if (strncmp(text, runs->items[i].utf8, len) != 0) return false;
        text += len;
    }
    return *text == '\0';
}

/* A comparison stands in parentheses: its own sign would be read as one of the equation's. */
static bool is_relation(const Form *form)
{
    Binding binding;
    return form->kind == FORM_OP && form->n_args == 2 && display_infix(form->op, &binding) &&
           binding <= BIND_COMPARE;
}

static void side_runs(const Pen *pen, Runs *runs, const Form *form, FormMode mode)
{
    bool is_apart = is_relation(form);
    if (is_apart) runs_text(pen, runs, ROLE_TEXT, "(");
    form_runs(pen, runs, form, mode);
    if (is_apart) runs_text(pen, runs, ROLE_TEXT, ")");
}

static Sides sides_of(const Pen *pen, const Explanation *explanation)
{
    Sides sides = {.n = 0};
    const Form *tree = explanation->tree;
    if (!tree || explanation->reduce == REDUCE_NONE) return sides;
    Runs symbols = {0};
    form_runs(pen, &symbols, tree, FORM_SYMBOLS);
    if (!says(&symbols, shown(pen, explanation->expr))) {
        sides.forms[sides.n] = tree;
        sides.modes[sides.n++] = FORM_SYMBOLS;
    }
    if (!form_is_compound(tree)) return sides;
    sides.forms[sides.n] = tree;
    sides.modes[sides.n++] = FORM_VALUES;
    const Form *collapsed = form_collapsed(pen, tree);
    if (collapsed) {
        sides.forms[sides.n] = collapsed;
        sides.modes[sides.n++] = FORM_VALUES;
    }
    return sides;
}

static void add_result(const Pen *pen, Runs *runs, const Explanation *explanation)
{
    Number number;
    if (pen_number(pen, explanation->ref, NULL, &number)) {
        runs_number(pen, runs, &number);
    } else {
        Factor whole = {
            .value = explanation->value, .kind = explanation->num_kind, .text = explanation->text};
        number = factor_number(pen, &whole);
        runs_number(pen, runs, &number);
    }
    ElementRef before = explanation->ref;
    before.layer = REF_WAS;
    if (!number.is_changed || !pen_number(pen, before, NULL, &number)) return;
    runs_text(pen, runs, ROLE_LABEL, "  was ");
    runs_number(pen, runs, &number);
}

static Formula set_side(const Pen *pen, const char *sign, const Form *form, FormMode mode)
{
    bool is_apart = is_relation(form);
    Runs runs = {0}, end = {0};
    runs_text(pen, &runs, ROLE_TEXT, arena_printf(pen->arena, "%s%s", sign, is_apart ? "(" : ""));
    runs_text(pen, &end, ROLE_TEXT, ")");
    Formula parts[3] = {formula_text(pen, &runs), form_set(pen, form, mode), formula_text(pen, &end)};
    return formula_beside(pen, parts, is_apart ? 3 : 2);
}

/* Lines of sides that fit beside each other, the later ones under the first `=`. Returns false where
 * one of them does not fit at all, or where they take more than `rows`. */
static bool set_equation(Panel *panel, int rows)
{
    const Pen *pen = panel->pen;
    Sides sides = sides_of(pen, panel->explanation);
    Formula parts[5], lines[5];
    Runs head = {0}, result = {0};
    runs_text(pen, &head, ROLE_LABEL, shown(pen, panel->explanation->expr));
    runs_text(pen, &result, ROLE_TEXT, " = ");
    add_result(pen, &result, panel->explanation);
    Formula name = formula_text(pen, &head);
    int indent = name.frame->cols, height = 0;
    size_t n = 0, n_lines = 0;
    for (size_t i = 0; i < sides.n; i++) parts[n++] = set_side(pen, " = ", sides.forms[i], sides.modes[i]);
    parts[n++] = formula_text(pen, &result);
    for (size_t from = 0; from < n;) {
        size_t count = 0;
        int width = indent;
        while (from + count < n && width + parts[from + count].frame->cols <= panel->width)
            width += parts[from + count++].frame->cols;
        if (count == 0) return false;
        lines[n_lines] = formula_beside(pen, &parts[from], count);
        height += lines[n_lines++].frame->rows;
        from += count;
    }
    if (height > rows) return false;
    frame_resize_rows(panel->frame, panel->row + height);
    for (size_t i = 0; i < n_lines; i++) {
        const Frame *line = lines[i].frame;
        if (i == 0) frame_blit(panel->frame, panel->row + lines[0].baseline, 0, name.frame, 0, 0, 1, indent);
        frame_blit(panel->frame, panel->row, indent, line, 0, 0, line->rows, line->cols);
        panel->row += line->rows;
    }
    return true;
}

void why_equation(const Pen *pen, Runs *runs, const Explanation *explanation)
{
    Sides sides = sides_of(pen, explanation);
    runs_text(pen, runs, ROLE_LABEL, shown(pen, explanation->expr));
    for (size_t i = 0; i < sides.n; i++) {
        runs_text(pen, runs, ROLE_TEXT, " = ");
        side_runs(pen, runs, sides.forms[i], sides.modes[i]);
    }
    runs_text(pen, runs, ROLE_TEXT, " = ");
    add_result(pen, runs, explanation);
}

static void write_equation(Panel *panel)
{
    Runs runs = {0};
    why_equation(panel->pen, &runs, panel->explanation);
    add_line(panel, 0, 2, -1, &runs);
}

/* ----------------------------------------------------------------- operands */

/* "z[2] = 1.0000" */
static void add_operand(const Pen *pen, Runs *runs, const Factor *operand)
{
    Number number = factor_number(pen, operand);
    runs_text(pen, runs, ROLE_LABEL, shown(pen, operand->expr));
    runs_text(pen, runs, ROLE_TEXT, " = ");
    runs_number(pen, runs, &number);
}

void why_preview(const Pen *pen, Runs *runs, const Factor *operand)
{
    Explanation below;
    if (!layer_explain(pen->layers[operand->ref.layer % REF_LAYERS], pen->arena, operand->ref, &below))
        return;
    if (below.reduce == REDUCE_NONE) {
        if (below.provenance)
            runs_text(pen, runs, ROLE_DIM, arena_printf(pen->arena, "  %s", below.provenance));
        return;
    }
    Sides sides = sides_of(pen, &below);
    for (size_t i = 0; i < sides.n; i++) {
        runs_text(pen, runs, ROLE_TEXT, " = ");
        side_runs(pen, runs, sides.forms[i], sides.modes[i]);
    }
}

/* Operands [from, to) side by side, each kept whole, in as many rows as that takes. */
static void draw_others(Panel *panel, const Factor *operands, size_t from, size_t to)
{
    const Pen *pen = panel->pen;
    int col = 2;
    for (size_t i = from; i < to; i++) {
        Runs runs = {0};
        add_operand(pen, &runs, &operands[i]);
        Formula set = formula_text(pen, &runs);
        if (col > 2 && col + set.frame->cols > panel->width) {
            col = 2;
            panel->row++;
        }
        if (panel->row >= panel->frame->rows) frame_resize_rows(panel->frame, panel->row + 1);
        frame_blit(panel->frame, panel->row, col, set.frame, 0, 0, 1, panel->width - col);
        col += set.frame->cols + 4;
    }
    if (to > from) panel->row++;
}

static int draw_operands(Panel *panel, const Factor *operands, size_t n, size_t chosen)
{
    const Pen *pen = panel->pen;
    draw_others(panel, operands, 0, chosen);
    int row = panel->row;
    Runs runs = {0};
    runs_text(pen, &runs, ROLE_KEY, "> ");
    add_operand(pen, &runs, &operands[chosen]);
    for (size_t i = 0; i < runs.n && i < 2; i++) runs.items[i].marks |= MARK_SELECTED;
    why_preview(pen, &runs, &operands[chosen]);
    add_line(panel, 0, 4, 2, &runs);
    draw_others(panel, operands, chosen + 1, n);
    return row;
}

/* -------------------------------------------------------------------- panel */

static void add_note(Panel *panel, const char *text)
{
    if (!text) return;
    Runs runs = {0};
    runs_text(panel->pen, &runs, ROLE_DIM, text);
    add_line(panel, 2, 0, -1, &runs);
}

/* "why α[2] › z[2] › s[2]"; the middle of a long walk is left out. */
static const char *title_of(const Pen *pen, const ViewWhy *why, int width)
{
    StrBuf out = {0};
    strbuf_add(&out, "why ");
    bool is_long = false;
    for (size_t i = 0; i < why->depth; i++) {
        ElementRef ref = why->path[i];
        const char *name =
            shown(pen, layer_element_text(pen->layers[ref.layer % REF_LAYERS], pen->arena, ref));
        if (i) strbuf_add(&out, " › ");
        strbuf_add(&out, name);
        is_long = charset_width(pen->charset, out.data) > width;
    }
    if (!is_long || why->depth < 3) return strbuf_take(&out, pen->arena);
    strbuf_clear(&out);
    ElementRef first = why->path[0], last = why->path[why->depth - 1];
    strbuf_printf(&out, "why %s › … › %s",
                  shown(pen, layer_element_text(pen->layers[first.layer % REF_LAYERS], pen->arena, first)),
                  shown(pen, layer_element_text(pen->layers[last.layer % REF_LAYERS], pen->arena, last)));
    return strbuf_take(&out, pen->arena);
}

static void draw_error(Panel *panel, ElementRef ref)
{
    bool is_waiting;
    const char *error = pen_error(panel->pen, ref.node, &is_waiting);
    Runs runs = {0};
    runs_text(panel->pen, &runs, is_waiting ? ROLE_DIM : ROLE_BAD, error ? error : "there is no number here");
    add_line(panel, 0, 2, -1, &runs);
}

static void draw_explanation(WhyPanel *result, Panel *panel, const ViewWhy *why, int rows)
{
    const Pen *pen = panel->pen;
    const Explanation *explanation = panel->explanation;
    result->n_operands = explanation_operands(explanation, pen->arena, &result->operands);
    bool has_note = explanation->note || explanation->provenance;
    int kept = (result->n_operands > 0) + (result->n_operands > 1) + has_note;
    if (!set_equation(panel, rows - kept)) write_equation(panel);
    if (result->n_operands) {
        size_t chosen = why->operand < result->n_operands ? why->operand : result->n_operands - 1;
        result->chosen = draw_operands(panel, result->operands, result->n_operands, chosen);
    }
    if (explanation->reduce == REDUCE_NONE) add_note(panel, explanation->provenance);
    add_note(panel, explanation->note);
    add_note(panel, layer_report(pen->layers[explanation->ref.layer % REF_LAYERS], pen->arena,
                                 explanation->ref.node));
}

WhyPanel why_layout(const Pen *pen, const ViewWhy *why, int width, int rows)
{
    WhyPanel result = {.title = title_of(pen, why, width - 4)};
    Explanation explanation = {0};
    Panel panel = {.pen = pen, .width = width, .explanation = &explanation};
    panel.frame = result.frame = frame_new(pen->arena, 0, width > 0 ? width : 0, pen->charset);
    if (width <= 0) return result;
    ElementRef ref = why->path[why->depth - 1];
    Layer *layer = pen->layers[ref.layer % REF_LAYERS];
    if (layer && layer_explain(layer, pen->arena, ref, &explanation))
        draw_explanation(&result, &panel, why, rows);
    else
        draw_error(&panel, ref);
    return result;
}

/* ------------------------------------------------------- for presenting */

void why_runs(const Pen *pen, ElementRef ref, size_t most, Runs *runs)
{
    Explanation explanation;
    Layer *layer = pen->layers[ref.layer % REF_LAYERS];
    if (!layer || !layer_explain(layer, pen->arena, ref, &explanation)) return;
    Sides sides = sides_of(pen, &explanation);
    for (size_t i = sides.n > most ? sides.n - most : 0; i < sides.n; i++) {
        runs_text(pen, runs, ROLE_TEXT, " = ");
        side_runs(pen, runs, sides.forms[i], sides.modes[i]);
    }
}

/* ----------------------------------------------------------- for heed why */

/* The text with common blanks: the firm ones are for lines that wrap. */
static void add_soft(StrBuf *out, const char *text)
{
    static const char firm[] = "\u00a0";
    for (const char *at; (at = strstr(text, firm)); text = at + strlen(firm)) {
        strbuf_add_n(out, text, (size_t)(at - text));
        strbuf_add_char(out, ' ');
    }
    strbuf_add(out, text);
}

char *view_why_line(Arena *arena, const Explanation *explanation)
{
    Pen pen = {.arena = arena, .charset = CHARSET_UTF8};
    StrBuf out = {0};
    strbuf_add(&out, shown(&pen, explanation->expr));
    Sides sides = sides_of(&pen, explanation);
    Runs runs = {0};
    for (size_t i = 0; i < sides.n; i++) {
        runs_text(&pen, &runs, ROLE_TEXT, " = ");
        side_runs(&pen, &runs, sides.forms[i], sides.modes[i]);
    }
    for (size_t i = 0; i < runs.n; i++) add_soft(&out, runs.items[i].utf8);
    Factor whole = {.value = explanation->value,
                    .kind = explanation->num_kind,
                    .text = explanation->text,
                    .is_source = sides.n == 0};
    strbuf_printf(&out, " = %s", factor_number(&pen, &whole).text);
    if (sides.n == 0 && explanation->provenance) strbuf_printf(&out, "  (%s)", explanation->provenance);
    return strbuf_take(&out, arena);
}
