/* Matrix products: which way a product takes. The bits do not depend on it.
 *
 * Every element of C is one chain of fma over k, ascending. Cutting m, n or k into blocks keeps the
 * chain (a later block of k takes C up where the earlier one left it), so the ways differ in speed
 * alone:
 *
 *   small       A @ B of teaching sizes, where the kernel set has a kernel for them.
 *   direct      A @ B and A.T @ B where B's rows can be read as they lie: few rows of A, few columns of
 *               B, or a B that stays in the second-level cache.
 *   few rows    A @ B.T with few rows of A: B is transposed in registers as it is used.
 *   by panels   for each panel of columns of B: pack it into a buffer on the stack, then run all rows
 *               of A over it, as long as A stays in the second-level cache meanwhile.
 *   by blocks   for a larger A: pack a block of B, and walk A in blocks of rows. Runs on the pool's
 *               scratch memory, and on its threads where it is worth it.
 */
#include "heed/core.h"

#include <stdalign.h>
#include <string.h>

#include "core/checks.h"
#include "core/inline.h"
#include "core/kernels.h"
#include "core/pool.h"
#include "core/products.h"
#include "core/sizes.h"

enum {
    /* C is visited once per 2,048 steps of k, and a block of B is 1 MiB: half a second-level cache of 2 MiB.
     * So 128 columns where k is long, and more where it is not. (Measured at 2,048 with AVX-512: 5 to 10 %
     * over 256 columns by 1,024; a larger block loses its place to the rows of A and C that pass.) */
    BLOCK_K = 2048,
    BLOCK_FLOATS = 256 * 1024,
    /* 12 rows (whole tiles of 6 and 12) of 2,048 are 96 KiB of A, used for each panel of B. More than a few
     * rows keep more pages of A and C in use: at 1,024 and 2,048, 48 rows are 3 % slower. */
    BLOCK_M = 12,
    /* What is packed on the stack: 256 rows of 64 columns are 64 KiB. */
    STACK_K = 256,
    /* A larger A is walked in blocks: 64 Ki floats are 256 KiB. */
    PANELS_MAX_A = 64 * 1024,
    /* Fewer rows than this do not pay for a packed copy of a B whose rows can be read as they are. */
    DIRECT_MAX_ROWS = 24,
    /* Nor does a B that stays in the second-level cache (64 Ki floats are 256 KiB), unless its rows lie so
     * far apart that those of a panel share a few of the first-level cache's sets, and many rows of A are to
     * read them again: rows of A times floats from one row of B to the next, against 256 times the columns
     * of a panel squared. (Measured: direct is 4 to 10 % faster below that, packed 4 to 12 % above.) */
    DIRECT_MAX_FLOATS = 64 * 1024,
    DIRECT_MAX_REACH = 256,
};

/* c = op(a) @ op(b); op(b) is b.T where b_is_transposed. */
typedef struct Product {
    size_t m, n, k;
    const float *a;
    size_t a_row, a_col;
    const float *b;
    size_t b_stride;
    bool b_is_transposed;
    float *c;
    size_t c_stride;
} Product;

/* The part of the product with rows i.. and columns j.. */
static Product product_part(const Product *p, size_t i, size_t m, size_t j, size_t n)
{
    Product part = *p;
    part.m = m;
    part.n = n;
    part.a += i * p->a_row;
    part.b += p->b_is_transposed ? j * p->b_stride : j;
    part.c += i * p->c_stride + j;
    return part;
}

/* Columns j .. j + n of op(b), rows p0 .. p0 + k, as panels of `width` columns; zeros fill the last one. */
static void pack_panels(const HeedKernels *kernels, const Product *p, size_t p0, size_t k, size_t j, size_t n,
                        size_t width, float *packed)
{
    if (!p->b_is_transposed) {
        kernels->pack_rows(p->b + p0 * p->b_stride + j, p->b_stride, n, k, width, packed);
        return;
    }
    for (size_t x = 0; x < n; x += width) {
        kernels->pack_transposed(p->b + (j + x) * p->b_stride + p0, p->b_stride, min_size(width, n - x), k,
                                 width, packed + x * k);
    }
}

static void product_by_panels(const HeedKernels *kernels, const Product *p)
{
    alignas(64) float packed[HEED_PANEL_MAX * STACK_K];
    size_t width = min_size(kernels->panel, round_up_to(p->n, HEED_LANES));
    size_t block_k = sizeof packed / sizeof *packed / width;
    for (size_t j = 0; j < p->n; j += width) {
        size_t n = min_size(width, p->n - j);
        for (size_t p0 = 0; p0 < p->k; p0 += block_k) {
            size_t k = min_size(block_k, p->k - p0);
            pack_panels(kernels, p, p0, k, j, n, width, packed);
            kernels->gemm_panel(p->m, n, k, p->a + p0 * p->a_col, p->a_row, p->a_col, packed, width, p->c + j,
                                p->c_stride, p0 > 0);
        }
    }
}

/* One packed block of B, k by n from (p0, j0), against all rows of A. */
static void product_block(const HeedKernels *kernels, const Product *p, size_t p0, size_t k, size_t j0,
                          size_t n, const float *packed)
{
    size_t width = kernels->panel;
    for (size_t i = 0; i < p->m; i += BLOCK_M) {
        size_t m = min_size(BLOCK_M, p->m - i);
        const float *a = p->a + i * p->a_row + p0 * p->a_col;
        for (size_t j = 0; j < n; j += width) {
            kernels->gemm_panel(m, min_size(width, n - j), k, a, p->a_row, p->a_col, packed + j * k, width,
                                p->c + i * p->c_stride + j0 + j, p->c_stride, p0 > 0);
        }
    }
}

static void product_by_blocks(const HeedKernels *kernels, const Product *p, Scratch scratch)
{
    size_t width = kernels->panel;
    size_t block_k = min_size(min_size(BLOCK_K, p->k), scratch.floats / width);
    size_t block_n =
        min_size(BLOCK_FLOATS, scratch.floats) / block_k / width * width; /* at least one panel */
    for (size_t j0 = 0; j0 < p->n; j0 += block_n) {
        size_t n = min_size(block_n, p->n - j0);
        for (size_t p0 = 0; p0 < p->k; p0 += block_k) {
            size_t k = min_size(block_k, p->k - p0);
            pack_panels(kernels, p, p0, k, j0, n, width, scratch.data);
            product_block(kernels, p, p0, k, j0, n, scratch.data);
        }
    }
}

/* ------------------------------------------------------------------ threads */

typedef struct Split {
    const HeedKernels *kernels;
    const Product *product;
    size_t rows_each, cols_each; /* of C, per task */
    size_t tasks_across;         /* tasks per block of rows */
} Split;

static void split_task(void *context, size_t index, Scratch scratch)
{
    const Split *split = context;
    const Product *p = split->product;
    size_t i = index / split->tasks_across * split->rows_each;
    size_t j = index % split->tasks_across * split->cols_each;
    Product part =
        product_part(p, i, min_size(split->rows_each, p->m - i), j, min_size(split->cols_each, p->n - j));
    product_by_blocks(split->kernels, &part, scratch);
}

/* Columns are split first, since packing B is then shared out as well; rows where there are few columns. */
static void product_large(const HeedKernels *kernels, const Product *p)
{
    Split split = {kernels, p, p->m, p->n, 1};
    size_t tasks = 1;
    if (p->m >= POOL_MIN_WORK / p->n / p->k && heed_threads() > 1) {
        size_t wanted = heed_threads() * POOL_TASKS_PER_THREAD;
        if (p->n >= p->m) {
            split.cols_each = round_up_to(divide_up(p->n, wanted), kernels->panel);
        } else {
            split.rows_each = round_up_to(divide_up(p->m, wanted), BLOCK_M);
        }
        split.tasks_across = divide_up(p->n, split.cols_each);
        tasks = split.tasks_across * divide_up(p->m, split.rows_each);
    }
    pool_run(tasks, BLOCK_FLOATS, split_task, &split);
}

static void fill_zero(const Product *p)
{
    for (size_t i = 0; i < p->m; i++) {
        for (size_t j = 0; j < p->n; j++) p->c[i * p->c_stride + j] = 0.0f;
    }
}

static void product_packed(const HeedKernels *kernels, const Product *p)
{
    if (p->m == 0 || p->n == 0) return;
    if (p->k == 0) {
        fill_zero(p);
    } else if (p->m <= PANELS_MAX_A / p->k) {
        product_by_panels(kernels, p);
    } else {
        product_large(kernels, p);
    }
}

/* Whether B's rows are read where they lie. */
static inline bool reads_b_direct(const HeedKernels *kernels, const HeedView *b, const HeedOut *c)
{
    return c->rows < DIRECT_MAX_ROWS || c->cols <= kernels->panel ||
           (b->rows * b->stride <= DIRECT_MAX_FLOATS &&
            c->rows * b->stride <= DIRECT_MAX_REACH * kernels->panel * kernels->panel);
}

/* What the short ways below leave over. */
static APART void product_rest(const HeedView *a, const HeedView *b, const HeedOut *c, bool a_is_transposed,
                               bool b_is_transposed)
{
    Product p = {.m = c->rows,
                 .n = c->cols,
                 .k = a_is_transposed ? a->rows : a->cols,
                 .a = a->data,
                 .a_row = a_is_transposed ? 1 : a->stride,
                 .a_col = a_is_transposed ? a->stride : 1,
                 .b = b->data,
                 .b_stride = b->stride,
                 .b_is_transposed = b_is_transposed,
                 .c = c->data,
                 .c_stride = c->stride};
    product_packed(kernels_now(), &p);
}

/* A teaching size reaches its kernel within a few instructions. */
static inline void nn(const HeedView *a, const HeedView *b, const HeedOut *c)
{
    const HeedKernels *kernels = kernels_now();
    if (c->rows - 1 < kernels->small_rows && c->cols - 1 < HEED_LANES && a->cols > 0) { /* neither is 0 */
        kernels->gemm_small[c->rows - 1](a, b, c);
    } else if (reads_b_direct(kernels, b, c) && a->cols > 0) {
        kernels->gemm_panel(c->rows, c->cols, a->cols, a->data, a->stride, 1, b->data, b->stride, c->data,
                            c->stride, false);
    } else {
        product_rest(a, b, c, false, false);
    }
}

void product_nn(const HeedView *a, const HeedView *b, const HeedOut *c)
{
    nn(a, b, c);
}

static inline void nt(const HeedView *a, const HeedView *b, const HeedOut *c)
{
    const HeedKernels *kernels = kernels_now();
    if (c->rows <= kernels->few_rows && a->cols > 0) {
        kernels->gemm_nt_few(c->rows, c->cols, a->cols, a->data, a->stride, b->data, b->stride, c->data,
                             c->stride);
    } else {
        product_rest(a, b, c, false, true);
    }
}

void product_nt(const HeedView *a, const HeedView *b, const HeedOut *c)
{
    nt(a, b, c);
}

static void product_tn(const HeedView *a, const HeedView *b, const HeedOut *c)
{
    const HeedKernels *kernels = kernels_now();
    if (reads_b_direct(kernels, b, c) && a->rows > 0) {
        kernels->gemm_panel(c->rows, c->cols, a->rows, a->data, 1, a->stride, b->data, b->stride, c->data,
                            c->stride, false);
    } else {
        product_rest(a, b, c, true, false);
    }
}

static HeedStatus check_three(const HeedView *a, const HeedView *b, const HeedOut *c)
{
    RETURN_IF_BAD(view_check(*a));
    RETURN_IF_BAD(view_check(*b));
    return out_check(*c);
}

/* The usual case of all three checks. */
static inline bool are_plain(const HeedView *a, const HeedView *b, const HeedOut *c)
{
    size_t sizes = a->rows | a->stride | b->rows | b->stride | c->stride;
    return a->data && b->data && c->data && a->stride >= a->cols && b->stride >= b->cols &&
           c->stride >= c->cols && sizes >> 30 == 0;
}

HeedStatus heed_gemm_nn_at(const HeedView *a, const HeedView *b, const HeedOut *c)
{
    if (a->cols != b->rows || a->rows != c->rows || b->cols != c->cols) return HEED_BAD_SHAPE;
    if (!are_plain(a, b, c)) RETURN_IF_BAD(check_three(a, b, c));
    ASSERT_APART(*a, *c);
    ASSERT_APART(*b, *c);
    nn(a, b, c);
    return HEED_OK;
}

HeedStatus heed_gemm_nt_at(const HeedView *a, const HeedView *b, const HeedOut *c)
{
    if (a->cols != b->cols || a->rows != c->rows || b->rows != c->cols) return HEED_BAD_SHAPE;
    if (!are_plain(a, b, c)) RETURN_IF_BAD(check_three(a, b, c));
    ASSERT_APART(*a, *c);
    ASSERT_APART(*b, *c);
    nt(a, b, c);
    return HEED_OK;
}

HeedStatus heed_gemm_tn_at(const HeedView *a, const HeedView *b, const HeedOut *c)
{
    if (a->rows != b->rows || a->cols != c->rows || b->cols != c->cols) return HEED_BAD_SHAPE;
    if (!are_plain(a, b, c)) RETURN_IF_BAD(check_three(a, b, c));
    ASSERT_APART(*a, *c);
    ASSERT_APART(*b, *c);
    product_tn(a, b, c);
    return HEED_OK;
}

/* The rows of A become the columns of x^T A^T, so that they run side by side. */
HeedStatus heed_gemv(HeedView a, const float *x, float *y)
{
    RETURN_IF_BAD(view_check(a));
    if ((a.cols > 0 && a.rows > 0 && !x) || (a.rows > 0 && !y)) return HEED_NO_DATA;
    HeedView row = {x, 1, a.cols, a.cols};
    HeedOut out = {y, 1, a.rows, a.rows};
    product_nt(&row, &a, &out);
    return HEED_OK;
}

float heed_dot(const float *x, const float *y, size_t n)
{
    float s = 0.0f;
    kernels_now()->dot_rows(x, y, n, 1, n, &s);
    return s;
}

HeedStatus heed_transpose(HeedView x, HeedOut out)
{
    enum { TILE = 16 }; /* 16 rows of 16 floats: 16 cache lines each way */
    if (out.rows != x.cols || out.cols != x.rows) return HEED_BAD_SHAPE;
    RETURN_IF_BAD(view_check(x));
    RETURN_IF_BAD(out_check(out));
    ASSERT_APART(x, out);
    for (size_t i0 = 0; i0 < x.rows; i0 += TILE) {
        for (size_t j0 = 0; j0 < x.cols; j0 += TILE) {
            for (size_t j = j0; j < min_size(j0 + TILE, x.cols); j++) {
                for (size_t i = i0; i < min_size(i0 + TILE, x.rows); i++) {
                    out.data[j * out.stride + i] = x.data[i * x.stride + j];
                }
            }
        }
    }
    return HEED_OK;
}
