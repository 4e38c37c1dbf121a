/* Products with AVX2: a tile of C lives in registers while k runs.
 *
 * 6 rows of 16 columns are 12 accumulators of the 16 registers, leaving two for the row of B and one
 * for the broadcast element of A: 12 independent chains keep two multiply-adds of latency 4 in flight
 * each cycle (8 would be needed). A single row takes 64 columns instead, 8 chains. */
#include "core/kernels_avx2.h"

#include "core/vec_avx2.h"

enum { ROWS = HEED_TILE_ROWS, WIDE = 8 };

/* One row of B or C: `vecs` vectors, of which the last has `last` columns. */
ALWAYS_INLINE void load_row(const float *p, const size_t vecs, const bool is_full, __m256i last,
                            __m256 r[WIDE])
{
    UNROLL
    for (size_t v = 0; v < vecs; v++) {
        r[v] =
            is_full || v + 1 < vecs ? _mm256_loadu_ps(p + VEC8 * v) : _mm256_maskload_ps(p + VEC8 * v, last);
    }
}

ALWAYS_INLINE void store_row(float *p, const size_t vecs, const bool is_full, size_t last,
                             const __m256 r[WIDE])
{
    UNROLL
    for (size_t v = 0; v < vecs; v++) {
        if (is_full || v + 1 < vecs) {
            _mm256_storeu_ps(p + VEC8 * v, r[v]);
        } else {
            store_first8(p + VEC8 * v, last, r[v]);
        }
    }
}

typedef struct Panel {
    size_t k;
    const float *a;
    size_t a_row, a_col;
    const float *b;
    size_t b_stride;
    float *c;
    size_t c_stride;
    bool accumulate;
} Panel;

/* The tile itself; rows, vecs and is_full are literals where it is used. */
ALWAYS_INLINE void tile(const Panel *panel, const size_t rows, const size_t vecs, const bool is_full,
                        size_t last)
{
    const size_t a_row = panel->a_row, a_col = panel->a_col, b_stride = panel->b_stride,
                 c_stride = panel->c_stride;
    const __m256i last_mask = first_lanes8(is_full ? VEC8 : last);
    const float *a = panel->a, *b = panel->b;
    __m256 acc[ROWS][WIDE];
    UNROLL
    for (size_t i = 0; i < rows; i++) {
        UNROLL
        for (size_t v = 0; v < vecs; v++) acc[i][v] = _mm256_setzero_ps();
        if (panel->accumulate) load_row(panel->c + i * c_stride, vecs, is_full, last_mask, acc[i]);
    }
    for (size_t p = panel->k; p > 0; p--, a += a_col, b += b_stride) {
        __m256 row[WIDE];
        load_row(b, vecs, is_full, last_mask, row);
        UNROLL
        for (size_t i = 0; i < rows; i++) {
            const __m256 element = _mm256_broadcast_ss(a + i * a_row);
            UNROLL
            for (size_t v = 0; v < vecs; v++) acc[i][v] = _mm256_fmadd_ps(element, row[v], acc[i][v]);
        }
    }
    UNROLL
    for (size_t i = 0; i < rows; i++) store_row(panel->c + i * c_stride, vecs, is_full, last, acc[i]);
}

/* All rows over one group of columns, six at a time. */
ALWAYS_INLINE void all_rows(Panel panel, size_t m, const size_t vecs, const bool is_full, size_t last)
{
    for (; m >= ROWS; m -= ROWS, panel.a += ROWS * panel.a_row, panel.c += ROWS * panel.c_stride) {
        tile(&panel, ROWS, vecs, is_full, last);
    }
    switch (m) {
    case 5: tile(&panel, 5, vecs, is_full, last); break;
    case 4: tile(&panel, 4, vecs, is_full, last); break;
    case 3: tile(&panel, 3, vecs, is_full, last); break;
    case 2: tile(&panel, 2, vecs, is_full, last); break;
    case 1: tile(&panel, 1, vecs, is_full, last); break;
    default: break;
    }
}

static void rows_by_16(const Panel *panel, size_t m)
{
    all_rows(*panel, m, 2, true, VEC8);
}

static void rows_by_9_to_15(const Panel *panel, size_t m, size_t n)
{
    all_rows(*panel, m, 2, false, n - VEC8);
}

static void rows_by_8(const Panel *panel, size_t m)
{
    all_rows(*panel, m, 1, true, VEC8);
}

static void rows_by_1_to_7(const Panel *panel, size_t m, size_t n)
{
    all_rows(*panel, m, 1, false, n);
}

/* Row by row over 64 columns: 8 chains side by side. */
static void rows_by_64(Panel panel, size_t m)
{
    for (; m > 0; m--, panel.a += panel.a_row, panel.c += panel.c_stride) tile(&panel, 1, WIDE, true, VEC8);
}

void gemm_panel_avx2(size_t m, size_t n, size_t k, const float *a, size_t a_row, size_t a_col, const float *b,
                     size_t b_stride, float *c, size_t c_stride, bool accumulate)
{
    Panel panel = {k, a, a_row, a_col, b, b_stride, c, c_stride, accumulate};
    for (; m <= 2 && n >= WIDE * VEC8; n -= WIDE * VEC8, panel.b += WIDE * VEC8, panel.c += WIDE * VEC8) {
        rows_by_64(panel, m);
    }
    for (; n >= 2 * VEC8; n -= 2 * VEC8, panel.b += 2 * VEC8, panel.c += 2 * VEC8) rows_by_16(&panel, m);
    if (n > VEC8) {
        rows_by_9_to_15(&panel, m, n);
    } else if (n == VEC8) {
        rows_by_8(&panel, m);
    } else if (n > 0) {
        rows_by_1_to_7(&panel, m, n);
    }
}

/* Eight rows of B by eight columns at a time, transposed in registers. */
void pack_transposed_avx2(const float *b, size_t b_stride, size_t n, size_t k, size_t width, float *packed)
{
    for (size_t j = 0; j < width; j += VEC8) {
        size_t rows = j >= n ? 0 : n - j < VEC8 ? n - j : VEC8;
        for (size_t p = 0; p < k; p += VEC8) {
            __m256 r[8];
            size_t cols = k - p < VEC8 ? k - p : VEC8;
            load_rows8(b + j * b_stride + p, b_stride, rows, cols, r);
            if (rows > 0) transpose8(r);
            for (size_t i = 0; i < cols; i++) _mm256_store_ps(packed + (p + i) * width + j, r[i]);
        }
    }
}

/* Eight rows side by side: both operands are transposed eight columns at a time, so that each lane
 * is one row's chain. */
void dot_rows_avx2(const float *a, const float *b, size_t stride, size_t n, size_t d, float *out)
{
    for (size_t i = 0; i < n; i += VEC8) {
        size_t rows = n - i < VEC8 ? n - i : VEC8;
        __m256 s = load_first8(out + i, rows);
        for (size_t p = 0; p < d; p += VEC8) {
            __m256 x[8], y[8];
            size_t cols = d - p < VEC8 ? d - p : VEC8;
            load_rows8(a + i * stride + p, stride, rows, cols, x);
            load_rows8(b + i * stride + p, stride, rows, cols, y);
            transpose8(x);
            transpose8(y);
            for (size_t c = 0; c < cols; c++) s = _mm256_fmadd_ps(x[c], y[c], s);
        }
        if (rows == VEC8) {
            _mm256_storeu_ps(out + i, s);
        } else {
            store_first8(out + i, rows, s);
        }
    }
}
