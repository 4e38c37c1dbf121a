/* A sheet as a NumPy script. The language is a subset of Python, so a definition
 * needs two changes: list literals become arrays, and a name that Python or the
 * prelude keeps for itself gets an underscore. Before the sheet stands a prelude
 * with the builtins that it uses, each with the signature of its row in the
 * operation table and that row's NumPy spelling for a body.
 */
#include "sheet/script.h"
#include "sheet/layer.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------ names */

/* Python's keywords, and what the prelude itself uses. */
static const char *const taken[] = {
    "False", "None",     "True",  "and",    "as",    "assert", "async",  "await",    "break",
    "class", "continue", "def",   "del",    "elif",  "else",   "except", "finally",  "for",
    "from",  "global",   "if",    "import", "in",    "is",     "lambda", "nonlocal", "not",
    "or",    "pass",     "raise", "return", "try",   "while",  "with",   "yield",    "array",
    "float", "int",      "list",  "np",     "print", "range",  "slice",  "tuple",    "type",
};

typedef struct Script {
    Arena *arena;
    Layer *layer;
    Sheet *sheet;
    bool *is_used; /* by builtin: op_at */
    struct Magnitude {
        double largest;
        bool is_known;
    } * magnitudes; /* of each node's own values, by id: arrays are large, and checks many */
    size_t n_magnitudes;
} Script;

static bool is_taken(const char *name)
{
    if (name[0] == '_') return true; /* the prelude's helpers */
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++) {
        if (strcmp(taken[i], name) == 0) return true;
    }
    return false;
}

/* The name in Python: the same, or with underscores behind it until it is free. */
static const char *python_name(const Script *script, const char *name)
{
    const char *free_name = name;
    if (name[0] == '_') free_name = arena_printf(script->arena, "sheet%s", name);
    bool differs = free_name != name;
    while (is_taken(free_name) || (differs && sheet_find(script->sheet, free_name) != NULL)) {
        free_name = arena_printf(script->arena, "%s_", free_name);
        differs = true;
    }
    return free_name;
}

/* ------------------------------------------------------------ expressions */

static const Expr *to_python(Script *script, const Expr *expr, bool in_list);

static const Expr **args_to_python(Script *script, const Expr *expr, bool in_list)
{
    const Expr **args = arena_array(script->arena, expr->n_args, sizeof *args);
    for (size_t i = 0; i < expr->n_args; i++) {
        if (expr->args[i] != NULL) args[i] = to_python(script, expr->args[i], in_list);
    }
    return args;
}

static const Expr *list_to_python(Script *script, const Expr *expr, bool in_list)
{
    const Expr *list = expr_list(script->arena, args_to_python(script, expr, true), expr->n_args);
    return in_list ? list : expr_call(script->arena, "array", &list, NULL, 1);
}

static size_t op_index(const Op *op)
{
    size_t i = 0;
    while (op_at(i) != op) i++;
    return i;
}

/* A list of arrays that are joined is no array: its items may differ in shape. */
static const Expr *call_to_python(Script *script, const Expr *expr)
{
    const Op *op = op_find(expr->text);
    const Expr **args = arena_array(script->arena, expr->n_args, sizeof *args);
    for (size_t i = 0; i < expr->n_args; i++) {
        const Expr *arg = expr->args[i];
        bool is_joined = op != NULL && op->takes_list && arg->kind == EXPR_LIST;
        args[i] = is_joined ? expr_list(script->arena, args_to_python(script, arg, false), arg->n_args)
                            : to_python(script, arg, false);
    }
    if (op != NULL) script->is_used[op_index(op)] = true;
    return expr_call(script->arena, expr->text, args, expr->keywords, expr->n_args);
}

/* `in_list`: a list here is a row of the array around it. */
static const Expr *to_python(Script *script, const Expr *expr, bool in_list)
{
    Arena *arena = script->arena;
    if (expr->kind == EXPR_LIST) return list_to_python(script, expr, in_list);
    if (expr->kind == EXPR_CALL) return call_to_python(script, expr);
    if (expr->n_args == 0 && expr->kind != EXPR_NAME) return expr;
    const Expr **args = args_to_python(script, expr, false);
    switch (expr->kind) {
    case EXPR_NAME: return expr_name_of(arena, python_name(script, expr->text));
    case EXPR_UNARY: return expr_unary(arena, expr->op, args[0]);
    case EXPR_BINARY: return expr_binary(arena, expr->op, args[0], args[1]);
    case EXPR_IF: return expr_if(arena, args[0], args[1], args[2]);
    case EXPR_INDEX: return expr_index(arena, args[0], args + 1, expr->n_args - 1);
    case EXPR_SLICE: return expr_slice(arena, args[0], args[1], args[2]);
    case EXPR_TRANSPOSE: return expr_transpose(arena, args[0]);
    default: return expr;
    }
}

/* ---------------------------------------------------------------- prelude */

/* Whether `text` uses `word` by itself: not as a part of another name, nor behind a point. */
static bool uses_word(const char *text, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = strstr(text, word); at != NULL; at = strstr(at + 1, word)) {
        char before = at > text ? at[-1] : ' ', after = at[length];
        bool starts = !isalnum((unsigned char)before) && before != '_' && before != '.';
        if (starts && !isalnum((unsigned char)after) && after != '_') return true;
    }
    return false;
}

static const char *body_of(const Op *op)
{
    const char *own = script_body(op->name);
    return own != NULL ? own : op->numpy;
}

/* Builtins that the bodies of used ones call are used too. */
static void close_over_bodies(Script *script)
{
    for (bool has_grown = true; has_grown;) {
        has_grown = false;
        for (size_t i = 0; i < op_count(); i++) {
            const Op *op = op_at(i);
            for (size_t k = 0; k < op_count() && !script->is_used[i] && op->params != NULL; k++) {
                if (!script->is_used[k] || k == i || !uses_word(body_of(op_at(k)), op->name)) continue;
                script->is_used[i] = has_grown = true;
            }
        }
    }
}

static void write_signature(StrBuf *out, const Op *op)
{
    bool is_starred = false;
    strbuf_printf(out, "def %s(", op->name);
    for (const Param *param = op->params; param->name != NULL; param++) {
        if (param != op->params) strbuf_add(out, ", ");
        if (param->keyword_only && !is_starred) strbuf_add(out, "*, ");
        is_starred = is_starred || param->keyword_only;
        strbuf_add(out, param->name);
        if (param->fallback != NULL) strbuf_printf(out, "=%s", param->fallback);
    }
    strbuf_add(out, "):\n");
}

/* A body is one expression, or lines of statements. */
static void write_definition(StrBuf *out, const Op *op)
{
    const char *body = body_of(op);
    if (strcmp(body, SCRIPT_PYTHONS_OWN) == 0) return;
    write_signature(out, op);
    if (strchr(body, '\n') == NULL) strbuf_printf(out, "    return %s\n", body);
    while (strchr(body, '\n') != NULL) {
        size_t length = strcspn(body, "\n") + 1;
        strbuf_add(out, "    ");
        strbuf_add_n(out, body, length);
        body += length;
    }
    strbuf_add(out, "\n\n");
}

static void write_prelude(StrBuf *out, Script *script)
{
    strbuf_add(out, "import numpy as np\n\n\n");
    strbuf_add(out, script_array);
    StrBuf definitions = {0};
    close_over_bodies(script);
    for (size_t i = 0; i < op_count(); i++) {
        if (script->is_used[i] && op_at(i)->params != NULL) write_definition(&definitions, op_at(i));
    }
    for (const ScriptHelper *helper = script_helpers; helper->word != NULL; helper++) {
        bool is_used =
            uses_word(strbuf_text(&definitions), helper->word) || uses_word(strbuf_text(out), helper->word);
        if (is_used) strbuf_add(out, helper->text);
    }
    strbuf_add(out, strbuf_text(&definitions));
    strbuf_free(&definitions);
}

/* ----------------------------------------------------------------- script */

static void write_name(StrBuf *out, Script *script, const Node *node)
{
    const char *name = python_name(script, node->name);
    if (node->state == NODE_VALUE) {
        strbuf_printf(out, "%s = ", name);
        expr_write(out, to_python(script, node->expr, false));
    } else {
        strbuf_printf(out, "# %s = ", name);
        expr_write(out, node->expr);
        char *why = arena_strdup(script->arena, node->error->text);
        for (char *c = why; *c != '\0'; c++) {
            if ((unsigned char)*c < ' ') *c = ' ';
        }
        strbuf_printf(out, "  cannot be computed: %s", why);
    }
    strbuf_add_char(out, '\n');
}

/* ----------------------------------------------------------------- checks */

/* The largest magnitude among the values that a node depends on, itself included. */
static double magnitude(const Script *script, const Node *node)
{
    const Value *value = &node->value;
    struct Magnitude none = {0},
                     *known = node->id < script->n_magnitudes ? &script->magnitudes[node->id] : &none;
    double largest = 0;
    if (known->is_known) return known->largest;
    for (size_t row = 0; row < value->rows; row++) {
        for (size_t col = 0; col < value->cols; col++) {
            double x = fabs(value_at(value, row, col));
            if (x > largest && isfinite(x)) largest = x;
        }
    }
    *known = (struct Magnitude){largest, true};
    return largest;
}

/* Many ways may lead to one node, and a way may be long: each is looked at once, from a list. */
static double scale_of(const Script *script, Node *node)
{
    size_t n_nodes = script->layer->n_nodes, n = 0;
    bool *is_seen = heed_xcalloc(n_nodes + 1, sizeof *is_seen);
    Node **waiting = heed_xcalloc(n_nodes + 1, sizeof *waiting);
    double scale = 0;
    if (node != NULL) waiting[n++] = node;
    while (n > 0) {
        const Node *next = waiting[--n];
        if (next->state != NODE_VALUE || next->value.type == VALUE_STRING) continue;
        double here = magnitude(script, next);
        if (here > scale) scale = here;
        for (size_t i = 0; i < next->n_args; i++) {
            Node *arg = next->args[i];
            if (arg == NULL || arg->id >= n_nodes || is_seen[arg->id]) continue;
            is_seen[arg->id] = true;
            waiting[n++] = arg;
        }
    }
    free(is_seen);
    free(waiting);
    return scale;
}

static void write_check(StrBuf *out, Script *script, const ScriptCheck *check)
{
    const char *text = layer_element_text(script->layer, script->arena, check->ref);
    SourceText *source = arena_alloc(script->arena, sizeof *source);
    *source = (SourceText){"shown", text, strlen(text)};
    Diags diags;
    diags_init(&diags, script->arena);
    const Expr *expr = expr_parse(script->arena, source, 0, source->len, &diags);
    if (expr == NULL) return;
    strbuf_add(out, "    _shown(");
    expr_write(out, to_python(script, expr, false));
    strbuf_printf(out, ", \"%s\", %.3g)\n", check->shown,
                  scale_of(script, layer_get(script->layer, check->ref.node)));
}

/* ----------------------------------------------------------------- script */

static void write_prints(StrBuf *out, Script *script)
{
    for (size_t i = 0; i < sheet_count(script->sheet); i++) {
        const Node *node = layer_get_name(script->layer, sheet_definition(script->sheet, i)->name);
        if (node->state == NODE_VALUE)
            strbuf_printf(out, "    print(\"%s =\", %s)\n", node->name, python_name(script, node->name));
    }
}

char *sheet_numpy_script(Arena *arena, Layer *layer, const ScriptCheck *checks, size_t n_checks)
{
    Sheet *sheet = layer_sheet(layer);
    Script script = {arena, layer, sheet, arena_array(arena, op_count(), sizeof(bool)), NULL, layer->n_nodes};
    script.magnitudes = arena_array(arena, script.n_magnitudes, sizeof *script.magnitudes);
    StrBuf definitions = {0}, main = {0}, out = {0};
    for (size_t i = 0; i < sheet_count(sheet); i++)
        write_name(&definitions, &script, layer_get_name(layer, sheet_definition(sheet, i)->name));
    write_prints(&main, &script);
    for (size_t i = 0; i < n_checks; i++) write_check(&main, &script, &checks[i]);
    strbuf_add(&out, "# The sheet in NumPy: every name computed in double.\n");
    write_prelude(&out, &script);
    if (n_checks > 0) strbuf_add(&out, script_shown);
    strbuf_add(&out, "# ---- the sheet\n\n");
    strbuf_add(&out, strbuf_text(&definitions));
    if (main.len > 0) strbuf_printf(&out, "\nif __name__ == \"__main__\":\n%s", strbuf_text(&main));
    if (n_checks > 0) strbuf_printf(&out, "    print(\"%zu shown numbers agree\")\n", n_checks);
    strbuf_free(&definitions);
    strbuf_free(&main);
    return strbuf_take(&out, arena);
}
