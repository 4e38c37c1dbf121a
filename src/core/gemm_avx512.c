/* Products with AVX-512: a tile of C lives in registers while k runs.
 *
 * 24 accumulators of the 32 registers, as 6 rows of 64 columns, 8 of 48, 12 of 32 or 16 of 16 (which need
 * 16), leave room for the row of B; the element of A is broadcast by the multiply-add that reads it. Two
 * multiply-adds of latency 4 start each cycle, so fewer than 8 accumulators would wait for themselves. */
#include "core/kernels_avx512.h"

#include "core/vec_avx512.h"

enum {
    VECS = 4,
    TALLEST = 16,
    /* A row of B is asked for this many steps of k before its use: 8 steps of 12 cycles cover the way from
     * the second-level cache. Up to 128 of them a panel of B (32 KiB) stays in the first-level cache. */
    B_AHEAD = 8,
    NEAR_K = 128,
};

/* What all tiles of a panel share. */
typedef struct Panel {
    size_t k, a_row, a_col, b_stride, c_stride;
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

ALWAYS_INLINE void prefetch_row(const float *p, const size_t vecs)
{
    UNROLL
    for (size_t v = 0; v < vecs; v++) _mm_prefetch((const char *)(p + VEC16 * v), _MM_HINT_T0);
}

/* The accumulators at the start: C or zeros. */
ALWAYS_INLINE void start_tile(const Panel *panel, const float *c, const size_t rows, const size_t vecs,
                              __mmask16 last, __m512 acc[TALLEST][VECS])
{
    UNROLL
    for (size_t i = 0; i < rows; i++) {
        UNROLL
        for (size_t v = 0; v < vecs; v++) acc[i][v] = _mm512_setzero_ps();
    }
    if (!panel->accumulate) return;
    UNROLL
    for (size_t i = 0; i < rows; i++, c += panel->c_stride) load_row(c, vecs, last, acc[i]);
}

ALWAYS_INLINE void store_tile(const Panel *panel, float *c, const size_t rows, const size_t vecs,
                              __mmask16 last, __m512 acc[TALLEST][VECS])
{
    HIDE(c);
    UNROLL
    for (size_t i = 0; i < rows; i++, c += panel->c_stride) {
        UNROLL
        for (size_t v = 0; v + 1 < vecs; v++) _mm512_storeu_ps(c + VEC16 * v, acc[i][v]);
        _mm512_mask_storeu_ps(c + VEC16 * (vecs - 1), last, acc[i][vecs - 1]);
    }
}

/* Where a tile reads A. Every fourth row has a pointer, from which the three after it are reached by the
 * row's length times 1, 2 (as the processor's addressing can) and 3. */
typedef struct Rows {
    const float *fourth[TALLEST / 4];
    size_t row, three_rows;
} Rows;

ALWAYS_INLINE Rows tile_rows(const float *a, size_t a_row)
{
    Rows at = {.row = a_row, .three_rows = 3 * a_row};
    UNROLL
    for (size_t i = 0; i < TALLEST / 4; i++) {
        at.fourth[i] = a + 4 * i * a_row;
        HIDE(at.fourth[i]);
    }
    return at;
}

/* One step of k: a column of A times a row of B. */
ALWAYS_INLINE void multiply(Rows *at, size_t a_col, const float *b, const size_t rows, const size_t vecs,
                            __mmask16 last, __m512 acc[TALLEST][VECS])
{
    __m512 row[VECS];
    load_row(b, vecs, last, row);
    UNROLL
    for (size_t i = 0; i < rows; i++) {
        const size_t down = i % 4 == 3 ? at->three_rows : i % 4 * at->row;
        const __m512 element = _mm512_set1_ps(at->fourth[i / 4][down]);
        UNROLL
        for (size_t v = 0; v < vecs; v++) acc[i][v] = _mm512_fmadd_ps(element, row[v], acc[i][v]);
    }
    UNROLL
    for (size_t i = 0; i < (rows + 3) / 4; i++) at->fourth[i] += a_col;
}

/* The loop over a long k: the next tile's rows of C are asked for at its start, and B as it goes. */
ALWAYS_INLINE void multiply_far(const Panel *panel, Rows *at, const float *b, const float *c,
                                const size_t rows, const size_t vecs, __mmask16 last,
                                __m512 acc[TALLEST][VECS])
{
    const size_t a_col = panel->a_col, b_stride = panel->b_stride;
    c += rows * panel->c_stride;
    for (size_t i = 0; i < rows; i++, c += panel->c_stride) prefetch_row(c, vecs);
    for (size_t p = panel->k; p > 0; p--, b += b_stride) {
        prefetch_row(b + B_AHEAD * b_stride, vecs);
        multiply(at, a_col, b, rows, vecs, last, acc);
    }
}

/* The tile itself; rows and vecs are literals where it is used. */
ALWAYS_INLINE void tile(const Panel *panel, const float *a, const float *b, float *c, const size_t rows,
                        const size_t vecs, __mmask16 last)
{
    Rows at = tile_rows(a, panel->a_row);
    __m512 acc[TALLEST][VECS];
    start_tile(panel, c, rows, vecs, last, acc);
    if (vecs == VECS && panel->k > NEAR_K) {
        multiply_far(panel, &at, b, c, rows, vecs, last, acc);
    } else {
        const size_t a_col = panel->a_col, b_stride = panel->b_stride;
        for (size_t p = panel->k; p > 0; p--, b += b_stride) multiply(&at, a_col, b, rows, vecs, last, acc);
    }
    store_tile(panel, c, rows, vecs, last, acc);
}

/* One small function per shape: registers are given out anew in each. */
typedef void Tile(const Panel *panel, const float *a, const float *b, float *c, __mmask16 last);

#define TILE(rows, vecs)                                                                                     \
    static void tile_##rows##_##vecs(const Panel *panel, const float *a, const float *b, float *c,           \
                                     __mmask16 last)                                                         \
    {                                                                                                        \
        tile(panel, a, b, c, rows, vecs, last);                                                              \
    }
TILE(1, 1)
TILE(2, 1)
TILE(3, 1)
TILE(4, 1) TILE(5, 1) TILE(6, 1) TILE(7, 1) TILE(8, 1) TILE(9, 1) TILE(10, 1) TILE(11, 1) TILE(12, 1)
    TILE(13, 1) TILE(14, 1) TILE(15, 1) TILE(16, 1) TILE(1, 2) TILE(2, 2) TILE(3, 2) TILE(4, 2) TILE(5, 2)
        TILE(6, 2) TILE(7, 2) TILE(8, 2) TILE(9, 2) TILE(10, 2) TILE(11, 2) TILE(12, 2) TILE(1, 3) TILE(2, 3)
            TILE(3, 3) TILE(4, 3) TILE(5, 3) TILE(6, 3) TILE(7, 3) TILE(8, 3) TILE(1, 4) TILE(2, 4) TILE(3, 4)
                TILE(4, 4) TILE(5, 4) TILE(6, 4)

    /* By the number of vectors less one: the tallest tile, and the tile of each number of rows. */
    static const struct {
    size_t tallest;
    Tile *of[TALLEST + 1];
} tiles[VECS] = {
    {16,
     {NULL, tile_1_1, tile_2_1, tile_3_1, tile_4_1, tile_5_1, tile_6_1, tile_7_1, tile_8_1, tile_9_1,
      tile_10_1, tile_11_1, tile_12_1, tile_13_1, tile_14_1, tile_15_1, tile_16_1}},
    {12,
     {NULL, tile_1_2, tile_2_2, tile_3_2, tile_4_2, tile_5_2, tile_6_2, tile_7_2, tile_8_2, tile_9_2,
      tile_10_2, tile_11_2, tile_12_2}},
    {8, {NULL, tile_1_3, tile_2_3, tile_3_3, tile_4_3, tile_5_3, tile_6_3, tile_7_3, tile_8_3}},
    {6, {NULL, tile_1_4, tile_2_4, tile_3_4, tile_4_4, tile_5_4, tile_6_4}},
};

/* All rows over one group of up to 64 columns. */
ALWAYS_INLINE void all_rows(const Panel *panel, size_t m, size_t n, const float *a, const float *b, float *c)
{
    const size_t vecs = (n - 1) / VEC16, tallest = tiles[vecs].tallest; /* vectors less one */
    const __mmask16 last = first_lanes16(n - VEC16 * vecs);
    for (; m > tallest; m -= tallest, a += tallest * panel->a_row, c += tallest * panel->c_stride) {
        tiles[vecs].of[tallest](panel, a, b, c, last);
    }
    if (m > 0) tiles[vecs].of[m](panel, a, b, c, last);
}

void gemm_panel_avx512(size_t m, size_t n, size_t k, const float *a, size_t a_row, size_t a_col,
                       const float *b, size_t b_stride, float *c, size_t c_stride, bool accumulate)
{
    enum { WIDTH = VECS * VEC16 };
    const Panel panel = {k, a_row, a_col, b_stride, c_stride, accumulate};
    for (; n > WIDTH; n -= WIDTH, b += WIDTH, c += WIDTH) all_rows(&panel, m, WIDTH, a, b, c);
    if (n > 0) all_rows(&panel, m, n, a, b, c);
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
