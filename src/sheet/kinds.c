/* The seven kinds at one element: what a derivation or a gradient asks of a node,
 * answered from its row. And the table of all rows.
 */
#include "sheet/layer.h"
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------- table */

static const OpTable *const tables[] = {&ops_source,      &ops_map,       &ops_pointwise, &ops_fold,
                                        &ops_contraction, &ops_composite, &ops_attention, &ops_opaque};

#define N_TABLES (sizeof tables / sizeof tables[0])

size_t op_count(void)
{
    size_t n = 0;
    for (size_t i = 0; i < N_TABLES; i++) n += tables[i]->count;
    return n;
}

const Op *op_at(size_t index)
{
    for (size_t i = 0; i < N_TABLES; i++) {
        if (index < tables[i]->count) return &tables[i]->rows[index];
        index -= tables[i]->count;
    }
    return NULL;
}

/* All rows by name, made at first use: every call of every parse and layer looks one up. */
#define MAX_ROWS 128

static int by_name(const void *a, const void *b)
{
    return strcmp((*(const Op *const *)a)->name, (*(const Op *const *)b)->name);
}

static const Op *find_row(const char *name)
{
    static const Op *sorted[MAX_ROWS];
    static size_t n;
    if (n == 0) {
        assert(op_count() <= MAX_ROWS);
        while (op_at(n) != NULL) {
            sorted[n] = op_at(n);
            n++;
        }
        qsort(sorted, n, sizeof *sorted, by_name);
    }
    Op key = {.name = name};
    const Op *wanted = &key, **found = bsearch(&wanted, sorted, n, sizeof *sorted, by_name);
    return found != NULL ? *found : NULL;
}

const Op *op_find(const char *name)
{
    const Op *op = find_row(name);
    return op != NULL && op->params != NULL ? op : NULL;
}

const Op *op_named(const char *name)
{
    const Op *op = find_row(name);
    assert(op != NULL);
    return op;
}

const Op *op_of_sign(ExprOp sign)
{
    static const char *const names[EXPR_OP_COUNT] = {[EXPR_OP_NEG] = "neg", [EXPR_OP_PLUS] = "plus"};
    return op_named(names[sign] != NULL ? names[sign] : expr_op_text(sign));
}

const char *op_kind_name(OpKind kind)
{
    static const char *const names[] = {[OP_SOURCE] = "source",
                                        [OP_MAP] = "map",
                                        [OP_POINTWISE] = "pointwise",
                                        [OP_FOLD] = "fold",
                                        [OP_CONTRACTION] = "contraction",
                                        [OP_COMPOSITE] = "composite",
                                        [OP_OPAQUE] = "opaque"};
    return names[kind];
}

/* Only what is written as a call is a builtin; operators are grammar. Listed at first use. */
typedef struct Builtins {
    const Op *rows[MAX_ROWS];
    size_t n;
} Builtins;

static const Builtins *builtins(void)
{
    static Builtins list;
    if (list.n > 0) return &list;
    assert(op_count() <= MAX_ROWS);
    const Op *op;
    for (size_t i = 0; (op = op_at(i)) != NULL; i++)
        if (op->params != NULL) list.rows[list.n++] = op;
    return &list;
}

size_t builtin_count(void)
{
    return builtins()->n;
}

const BuiltinInfo *builtin_info(size_t index)
{
    return index < builtins()->n ? &builtins()->rows[index]->info : NULL;
}

const BuiltinInfo *builtin_find(const char *name)
{
    const Op *op = op_find(name);
    return op != NULL ? &op->info : NULL;
}

/* ---------------------------------------------------------------- elements */

double element_number(Element element)
{
    if (element.node->value.type == VALUE_STRING) return (double)NAN;
    return value_at(&element.node->value, element.row, element.col);
}

const Expr *element_expr(Element element, Arena *arena)
{
    return expr_element(arena, element.node->reference, &element.node->value, element.row, element.col);
}

Element node_source(const Node *node, size_t row, size_t col)
{
    assert(node->op->kind == OP_MAP && row < node->value.rows && col < node->value.cols);
    return node->op->source_of(node, row, col);
}

Element node_operand(const Node *node, size_t k, size_t row, size_t col)
{
    assert(node->op->kind == OP_POINTWISE && k < node->n_args);
    Node *arg = node->args[k];
    if (arg == NULL) return (Element){NULL, 0, 0};
    return (Element){arg, arg->value.rows == 1 ? 0 : row, arg->value.cols == 1 ? 0 : col};
}

size_t node_member_count(const Node *node, size_t row, size_t col)
{
    assert(node->op->kind == OP_FOLD);
    return node->op->member_count != NULL ? node->op->member_count(node, row, col) : node_line_length(node);
}

Element node_member(const Node *node, size_t row, size_t col, size_t index)
{
    assert(index < node_member_count(node, row, col));
    if (node->op->member != NULL) return node->op->member(node, row, col, index);
    return node_line_element(node, node_line_index(node, row, col), index);
}

size_t node_pair_count(const Node *node, size_t row, size_t col)
{
    assert(node->op->kind == OP_CONTRACTION);
    return node->op->pair_count(node, row, col);
}

void node_pair(Layer *layer, const Node *node, size_t row, size_t col, size_t index, Element pair[2])
{
    assert(index < node_pair_count(node, row, col));
    node->op->pair(layer, node, row, col, index, pair);
}

/* -------------------------------------------------------------- provenance */

static void write_place(const Node *node, StrBuf *out)
{
    SourceSpan span = node->expr->span;
    size_t line = 0, column = 0;
    if (node->is_overlaid) {
        strbuf_add(out, "edited");
    } else if (node->definition != NULL && span.source != NULL) {
        source_position(span.source, span.start, &line, &column);
        strbuf_printf(out, "typed in the lesson, line %zu", line);
    } else {
        strbuf_add(out, "a constant");
    }
}

char *node_provenance(const Node *node, Arena *arena)
{
    StrBuf out = {0};
    if (node->op->provenance == NULL) {
        write_place(node, &out);
    } else {
        node->op->provenance(node, &out);
        if (node->is_overlaid) strbuf_add(&out, ", edited");
    }
    return strbuf_take(&out, arena);
}
