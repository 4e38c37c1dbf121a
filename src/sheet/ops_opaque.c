/* Opaque operations: an algorithm whose steps would explain nothing, with an
 * identity that checks each element. For singular values: sigma_i is the length of
 * A v_i, with v_i the i-th right singular vector.
 */
#include "sheet/layer.h"
#include <math.h>
#include <stdlib.h>

static size_t smaller_side(const Value *x)
{
    return x->rows < x->cols ? x->rows : x->cols;
}

/* Teaching sizes only: the cost grows with the cube. */
#define MAX_SIDE 512

static bool check_matrix(Layer *layer, Node *node, const Node *x)
{
    size_t row = 0, col = 0;
    if (x->value.type == VALUE_STRING || x->value.ndim != 2) {
        return node_fail(layer, node, "shape", "%s: %s takes a matrix", node_shape_label(layer, x),
                         node->op->name);
    }
    if (smaller_side(&x->value) > MAX_SIDE) {
        return node_fail(layer, node, "size", "%s: %s goes up to %d on the shorter side",
                         node_shape_label(layer, x), node->op->name, MAX_SIDE);
    }
    Floats floats = floats_of(&x->value);
    bool is_bad = heed_find_nonfinite(floats_view(&floats), &row, &col);
    floats_free(&floats);
    return !is_bad ||
           node_fail(layer, node, "domain", "%s[%zu, %zu] is not finite: there are no singular values",
                     node_label(layer, x), row, col);
}

static bool values_shape(Layer *layer, Node *node)
{
    const Node *x = node->args[0];
    return check_matrix(layer, node, x) && node_shape(layer, node, VALUE_F32, 1, 1, smaller_side(&x->value));
}

static bool values_forward(Layer *layer, Node *node)
{
    Floats x = floats_of(&node->args[0]->value);
    size_t n = node->value.cols, work_len = heed_singular_values_work(x.rows, x.cols);
    if (work_len == SIZE_MAX) {
        floats_free(&x);
        return node_fail(layer, node, "size", "%s is too large", node_label(layer, node->args[0]));
    }
    double *work = heed_xcalloc(work_len + 1, sizeof *work), *sigma = heed_xcalloc(n + 1, sizeof *sigma);
    HeedStatus status = heed_singular_values(floats_view(&x), work, work_len, sigma);
    for (size_t i = 0; i < n; i++) node_put(layer, node, i, sigma[i]);
    free(work);
    free(sigma);
    floats_free(&x);
    return status == HEED_OK || node_fail(layer, node, "domain", "%s", heed_status_text(status));
}

static Meaning values_meaning(const Node *node, size_t row, size_t col)
{
    (void)node;
    (void)row;
    (void)col;
    return (Meaning){"norm(A @ singular_vectors(A)[c])", true,
                     "an identity that checks it: sigma is the length of A v"};
}

/* ---------------------------------------------------------- right vectors */

/* One-sided Jacobi in double on the columns of W = A V: V starts as 1, columns are turned in pairs until all
 * are at right angles (Hestenes 1958). Then their lengths are the singular values and V's columns the
 * vectors. */
typedef struct Jacobi {
    size_t rows, cols;
    double *w; /* (cols, rows): a column of W is a row here */
    double *v; /* (cols, cols), likewise */
} Jacobi;

static void turn(double *a, double *b, size_t n, double c, double s)
{
    for (size_t i = 0; i < n; i++) {
        double x = a[i], y = b[i];
        a[i] = c * x - s * y;
        b[i] = s * x + c * y;
    }
}

static double product(const double *a, const double *b, size_t n)
{
    double total = 0;
    for (size_t i = 0; i < n; i++) total += a[i] * b[i];
    return total;
}

static bool turn_pair(Jacobi *j, size_t p, size_t q)
{
    double *a = j->w + p * j->rows, *b = j->w + q * j->rows;
    double aa = product(a, a, j->rows), bb = product(b, b, j->rows), ab = product(a, b, j->rows);
    if (fabs(ab) <= 1e-15 * sqrt(aa * bb) || ab == 0) return false;
    double zeta = (bb - aa) / (2 * ab);
    double t = (zeta >= 0 ? 1 : -1) / (fabs(zeta) + sqrt(1 + zeta * zeta));
    double c = 1 / sqrt(1 + t * t), s = c * t;
    turn(a, b, j->rows, c, s);
    turn(j->v + p * j->cols, j->v + q * j->cols, j->cols, c, s);
    return true;
}

static void jacobi_run(Jacobi *j)
{
    bool has_turned = true;
    for (int sweep = 0; has_turned && sweep < 60; sweep++) {
        has_turned = false;
        for (size_t p = 0; p < j->cols; p++) {
            for (size_t q = p + 1; q < j->cols; q++) has_turned |= turn_pair(j, p, q);
        }
    }
}

static bool vectors_shape(Layer *layer, Node *node)
{
    const Node *x = node->settings[0];
    if (!check_matrix(layer, node, x)) return false;
    if (x->value.cols > MAX_SIDE) {
        return node_fail(layer, node, "size", "%s: singular_vectors goes up to %d columns",
                         node_shape_label(layer, x), MAX_SIDE);
    }
    return node_shape(layer, node, VALUE_F32, 2, smaller_side(&x->value), x->value.cols);
}

typedef struct Ranked {
    double length;
    size_t place;
} Ranked;

static int by_length(const void *a, const void *b)
{
    const Ranked *x = a, *y = b;
    if (x->length != y->length) return x->length > y->length ? -1 : 1;
    return x->place < y->place ? -1 : 1;
}

/* The vectors, longest first; the sign is chosen so that the largest component is positive. */
static void write_vectors(const Jacobi *j, size_t n, float *out)
{
    Ranked *ranked = heed_xcalloc(j->cols + 1, sizeof *ranked);
    for (size_t i = 0; i < j->cols; i++) {
        ranked[i] = (Ranked){product(j->w + i * j->rows, j->w + i * j->rows, j->rows), i};
    }
    qsort(ranked, j->cols, sizeof *ranked, by_length);
    for (size_t i = 0; i < n; i++) {
        const double *v = j->v + ranked[i].place * j->cols;
        double largest = 0;
        for (size_t c = 0; c < j->cols; c++) {
            if (fabs(v[c]) > fabs(largest)) largest = v[c];
        }
        for (size_t c = 0; c < j->cols; c++) out[i * j->cols + c] = (float)(largest < 0 ? -v[c] : v[c]);
    }
    free(ranked);
}

static bool vectors_forward(Layer *layer, Node *node)
{
    const Value *x = &node->settings[0]->value;
    Jacobi j = {x->rows, x->cols, heed_xcalloc(x->rows * x->cols + 1, sizeof(double)),
                heed_xcalloc(x->cols * x->cols + 1, sizeof(double))};
    for (size_t c = 0; c < j.cols; c++) {
        for (size_t r = 0; r < j.rows; r++) j.w[c * j.rows + r] = value_at(x, r, c);
        j.v[c * j.cols + c] = 1;
    }
    jacobi_run(&j);
    write_vectors(&j, node->value.rows, node_f32(layer, node));
    free(j.w);
    free(j.v);
    return true;
}

static void vectors_provenance(const Node *node, StrBuf *out)
{
    strbuf_add(out, "right singular vectors of ");
    expr_write(out, node->settings[0]->reference);
    strbuf_add(out, ", by Jacobi rotations");
}

/* ------------------------------------------------------------------- table */

static const Op rows[] = {
    {.name = "singular_values",
     .kind = OP_OPAQUE,
     .shape = values_shape,
     .forward = values_forward,
     .meaning = values_meaning,
     .params = PARAMS(OPERAND("A")),
     .usage = "singular_values(A)",
     .numpy = "np.linalg.svd(A, compute_uv=False)",
     .text = "How much a matrix stretches, along its own directions; largest first."},
    {.name = "singular_vectors",
     .kind = OP_SOURCE,
     .shape = vectors_shape,
     .forward = vectors_forward,
     .provenance = vectors_provenance,
     .params = PARAMS(SETTING("A", NULL)),
     .usage = "singular_vectors(A)",
     .numpy = "np.linalg.svd(A)[2]",
     .text = "The directions that a matrix stretches by its singular values, one a row."},
};

const OpTable ops_opaque = {rows, sizeof rows / sizeof rows[0]};
