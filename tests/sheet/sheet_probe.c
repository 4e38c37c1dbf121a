/* Shows Python what the sheet makes of expressions.
 *
 *   sheet_probe trees N          random trees: canonical text, a tab, the same with every
 *                                parenthesis, for Python's own parser to compare
 *   sheet_probe values FILE      the expressions of FILE over arrays of many shapes: a JSON line
 *                                with the arrays, then one for each expression
 */
#include "heed/json.h"
#include "sheet/random_expr.h"
#include "sheet/sheets.h"

/* ------------------------------------------------------------------- trees */

static void write_full(StrBuf *out, const Expr *expr);

static void write_parts(StrBuf *out, const Expr *expr, size_t first, const char *open, const char *close)
{
    strbuf_add(out, open);
    for (size_t i = first; i < expr->n_args; i++) {
        if (i > first) strbuf_add(out, ",");
        if (expr->kind == EXPR_CALL && expr->keywords[i] != NULL)
            strbuf_printf(out, "%s=", expr->keywords[i]);
        write_full(out, expr->args[i]);
    }
    strbuf_add(out, close);
}

static void write_slice_full(StrBuf *out, const Expr *slice)
{
    for (size_t i = 0; i < 3; i++) {
        if (i > 0) strbuf_add(out, ":");
        if (slice->args[i] != NULL) write_full(out, slice->args[i]);
    }
}

/* Every operation in parentheses: no precedence is left to be judged by. */
static void write_full(StrBuf *out, const Expr *expr)
{
    switch (expr->kind) {
    case EXPR_SLICE: write_slice_full(out, expr); return;
    case EXPR_CALL:
        strbuf_add(out, expr->text);
        write_parts(out, expr, 0, "(", ")");
        return;
    case EXPR_LIST: write_parts(out, expr, 0, "[", "]"); return;
    case EXPR_INDEX:
        write_full(out, expr->args[0]);
        write_parts(out, expr, 1, "[", "]");
        return;
    case EXPR_TRANSPOSE:
        strbuf_add(out, "(");
        write_full(out, expr->args[0]);
        strbuf_add(out, ").T");
        return;
    case EXPR_UNARY:
    case EXPR_BINARY:
        strbuf_add(out, "(");
        if (expr->kind == EXPR_BINARY) write_full(out, expr->args[0]);
        strbuf_printf(out, " %s ", expr_op_text(expr->op));
        write_full(out, expr->args[expr->n_args - 1]);
        strbuf_add(out, ")");
        return;
    case EXPR_IF:
        strbuf_add(out, "(");
        write_full(out, expr->args[0]);
        strbuf_add(out, " if ");
        write_full(out, expr->args[1]);
        strbuf_add(out, " else ");
        write_full(out, expr->args[2]);
        strbuf_add(out, ")");
        return;
    default: expr_write(out, expr); return;
    }
}

static void print_trees(size_t n)
{
    for (size_t i = 1; i <= n; i++) {
        Arena *arena = arena_new();
        StrBuf full = {0};
        Random random = {arena, i * 0x9e3779b97f4a7c15u};
        const Expr *expr = random_expr(&random, 1 + (int)(i % 5));
        write_full(&full, expr);
        printf("%s\t%s\n", expr_text(arena, expr), strbuf_text(&full));
        strbuf_free(&full);
        arena_free(arena);
    }
}

/* ------------------------------------------------------------------ values */

static void write_value(JsonWriter *json, const Value *value)
{
    json_key(json, "shape");
    json_open_array(json);
    if (value->ndim == 2) json_int(json, (long long)value->rows);
    if (value->ndim >= 1) json_int(json, (long long)value->cols);
    json_close_array(json);
    json_key(json, "values");
    json_open_array(json);
    for (size_t r = 0; r < value->rows; r++) {
        for (size_t c = 0; c < value->cols; c++) {
            if (value->type == VALUE_STRING)
                json_string(json, value_text_at(value, r, c));
            else
                json_number(json, value_at(value, r, c), value_num_kind(value));
        }
    }
    json_close_array(json);
}

static void print_answer(Layer *layer, NodeId node, const char *key, const char *text)
{
    StrBuf out = {0};
    JsonWriter json = {.out = &out};
    json_open_object(&json);
    json_key(&json, key);
    json_string(&json, text);
    const Value *value = node != 0 ? layer_value(layer, node) : NULL;
    if (value != NULL) {
        write_value(&json, value);
    } else {
        json_key(&json, "error");
        json_string(&json, node != 0 ? layer_error(layer, node)->text : "it does not parse");
    }
    json_close_object(&json);
    printf("%s\n", strbuf_text(&out));
    strbuf_free(&out);
}

/* Arrays of random numbers, two of them whole-free normals of twice the unit spread. */
static char *definitions(Arena *arena, const size_t size[3])
{
    return arena_printf(
        arena,
        "m = %zu\nn = %zu\np = %zu\nk = len([0, 0, 0])\na = 1.75\nb = -0.5\n"
        "A = 2 * randn(m, n, seed=11)\nB = 2 * randn(m, n, seed=12)\nC = 2 * randn(n, p, seed=13)\n"
        "Q = randn(m, n, seed=14)\nN = randn(p, n, seed=15)\nR = randn(p, m, seed=16)\n"
        "v = 2 * randn(n, seed=17)\nw = 2 * randn(n, seed=18)\nu = 2 * randn(m, seed=19)\n"
        "M = rand(m, n, seed=20) < 0.7\nmv = rand(n, seed=21) < 0.7\n",
        size[0], size[1], size[2]);
}

static void print_values(const char *path)
{
    static const size_t sizes[][3] = {{3, 4, 2},   {1, 1, 1}, {2, 3, 5}, {5, 5, 5}, {1, 7, 3}, {7, 1, 2},
                                      {17, 33, 9}, {0, 3, 2}, {3, 0, 2}, {2, 3, 0}, {0, 0, 0}};
    static char text[1 << 16];
    FILE *file = fopen(path, "rb");
    if (file == NULL) exit(2);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        Bench bench;
        Arena *scratch = arena_new();
        bench_start(&bench, definitions(scratch, sizes[i]));
        Layer *layer = layer_new(bench.sheet, NULL, 0, NULL);
        for (size_t k = 0; k < sheet_count(bench.sheet); k++) {
            const char *name = sheet_definition(bench.sheet, k)->name;
            print_answer(layer, layer_name(layer, name), "name", name);
        }
        for (const char *line = text; *line != '\0';) {
            size_t len = strcspn(line, "\n");
            char *expr = arena_strndup(scratch, line, len);
            if (len > 0 && line[0] != '#')
                print_answer(layer, layer_ask(layer, expr, "values", NULL), "expr", expr);
            line += len + (line[len] == '\n');
        }
        layer_free(layer);
        bench_end(&bench);
        arena_free(scratch);
    }
}

int main(int argc, char **argv)
{
    if (argc == 3 && strcmp(argv[1], "trees") == 0)
        print_trees((size_t)atoi(argv[2]));
    else if (argc == 3 && strcmp(argv[1], "values") == 0)
        print_values(argv[2]);
    else
        return 2;
    return 0;
}
