/* Products with AVX-512: a tile of C lives in registers while k runs.
 *
 * 6 rows of 64 columns are 24 accumulators of the 32 registers, leaving four for the row of B; the
 * element of A is broadcast by the multiply-add that reads it. */
#include "core/kernels_avx512.h"

#include "core/vec_avx512.h"

enum { ROWS = HEED_TILE_ROWS, VECS = 4 };

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

/* One row of B or C: `vecs` vectors, of which the last has the columns in `last`. */
ALWAYS_INLINE void load_row(const float *p, const size_t vecs, __mmask16 last, __m512 r[VECS])
{
    UNROLL
    for (size_t v = 0; v < vecs; v++) {
        r[v] = v + 1 < vecs ? _mm512_loadu_ps(p + VEC16 * v) : _mm512_maskz_loadu_ps(last, p + VEC16 * v);
    }
}

/* The tile itself; rows and vecs are literals where it is used. */
ALWAYS_INLINE void tile(const Panel *panel, const size_t rows, const size_t vecs, __mmask16 last)
{
    const size_t a_row = panel->a_row, a_col = panel->a_col, b_stride = panel->b_stride,
                 c_stride = panel->c_stride;
    const float *a = panel->a, *b = panel->b;
    __m512 acc[ROWS][VECS];
    UNROLL
    for (size_t i = 0; i < rows; i++) {
        UNROLL
        for (size_t v = 0; v < vecs; v++) acc[i][v] = _mm512_setzero_ps();
        if (panel->accumulate) load_row(panel->c + i * c_stride, vecs, last, acc[i]);
    }
    for (size_t p = panel->k; p > 0; p--, a += a_col, b += b_stride) {
        __m512 row[VECS];
        load_row(b, vecs, last, row);
        UNROLL
        for (size_t i = 0; i < rows; i++) {
            const __m512 element = _mm512_set1_ps(a[i * a_row]);
            UNROLL
            for (size_t v = 0; v < vecs; v++) acc[i][v] = _mm512_fmadd_ps(element, row[v], acc[i][v]);
        }
    }
    UNROLL
    for (size_t i = 0; i < rows; i++) {
        float *c = panel->c + i * c_stride;
        UNROLL
        for (size_t v = 0; v + 1 < vecs; v++) _mm512_storeu_ps(c + VEC16 * v, acc[i][v]);
        _mm512_mask_storeu_ps(c + VEC16 * (vecs - 1), last, acc[i][vecs - 1]);
    }
}

/* All rows over one group of columns, six at a time. */
ALWAYS_INLINE void all_rows(Panel panel, size_t m, const size_t vecs, __mmask16 last)
{
    for (; m >= ROWS; m -= ROWS, panel.a += ROWS * panel.a_row, panel.c += ROWS * panel.c_stride) {
        tile(&panel, ROWS, vecs, last);
    }
    switch (m) {
    case 5: tile(&panel, 5, vecs, last); break;
    case 4: tile(&panel, 4, vecs, last); break;
    case 3: tile(&panel, 3, vecs, last); break;
    case 2: tile(&panel, 2, vecs, last); break;
    case 1: tile(&panel, 1, vecs, last); break;
    default: break;
    }
}

static void rows_by_64(const Panel *panel, size_t m, __mmask16 last)
{
    all_rows(*panel, m, 4, last);
}

static void rows_by_48(const Panel *panel, size_t m, __mmask16 last)
{
    all_rows(*panel, m, 3, last);
}

static void rows_by_32(const Panel *panel, size_t m, __mmask16 last)
{
    all_rows(*panel, m, 2, last);
}

static void rows_by_16(const Panel *panel, size_t m, __mmask16 last)
{
    all_rows(*panel, m, 1, last);
}

void gemm_panel_avx512(size_t m, size_t n, size_t k, const float *a, size_t a_row, size_t a_col,
                       const float *b, size_t b_stride, float *c, size_t c_stride, bool accumulate)
{
    enum { WIDTH = VECS * VEC16 };
    Panel panel = {k, a, a_row, a_col, b, b_stride, c, c_stride, accumulate};
    for (; n > WIDTH; n -= WIDTH, panel.b += WIDTH, panel.c += WIDTH) rows_by_64(&panel, m, 0xffff);
    size_t vecs = (n + VEC16 - 1) / VEC16;
    if (vecs == 0) return;
    __mmask16 last = first_lanes16(n - VEC16 * (vecs - 1));
    static void (*const by_vecs[VECS])(const Panel *, size_t, __mmask16) = {rows_by_16, rows_by_32,
                                                                            rows_by_48, rows_by_64};
    by_vecs[vecs - 1](&panel, m, last);
}

/* Sixteen rows of B by sixteen columns at a time, transposed in registers. */
void pack_transposed_avx512(const float *b, size_t b_stride, size_t n, size_t k, size_t width, float *packed)
{
    for (size_t j = 0; j < width; j += VEC16) {
        size_t rows = j >= n ? 0 : n - j < VEC16 ? n - j : VEC16;
        for (size_t p = 0; p < k; p += VEC16) {
            __m512 r[16];
            size_t cols = k - p < VEC16 ? k - p : VEC16;
            load_rows16(b + j * b_stride + p, b_stride, rows, cols, r);
            if (rows > 0) transpose16(r);
            for (size_t i = 0; i < cols; i++) _mm512_store_ps(packed + (p + i) * width + j, r[i]);
        }
    }
}

/* Sixteen rows side by side: both operands are transposed sixteen columns at a time, so that each lane is
 * one row's chain. */
void dot_rows_avx512(const float *a, const float *b, size_t stride, size_t n, size_t d, float *out)
{
    for (size_t i = 0; i < n; i += VEC16) {
        const __mmask16 here = first_lanes16(n - i);
        size_t rows = n - i < VEC16 ? n - i : VEC16;
        __m512 s = _mm512_maskz_loadu_ps(here, out + i);
        for (size_t p = 0; p < d; p += VEC16) {
            __m512 x[16], y[16];
            size_t cols = d - p < VEC16 ? d - p : VEC16;
            load_rows16(a + i * stride + p, stride, rows, cols, x);
            load_rows16(b + i * stride + p, stride, rows, cols, y);
            transpose16(x);
            transpose16(y);
            for (size_t c = 0; c < cols; c++) s = _mm512_fmadd_ps(x[c], y[c], s);
        }
        _mm512_mask_storeu_ps(out + i, here, s);
    }
}
