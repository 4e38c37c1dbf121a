/* Products with AVX-512: a tile of C lives in registers while k runs.
 *
 * 24 accumulators of the 32 registers, as 6 rows of 64 columns or 8 of 48, 28 as 14 of 32, or 16 of 16, leave
 * room for the row of B and an element of A. Two multiply-adds of latency 4 start each cycle, so fewer than 8
 * accumulators would wait for themselves. */
#include "core/kernels_avx512.h"

#include "core/kernels_avx2.h"
#include "core/sizes.h"
#include "core/vec_avx512.h"

enum {
    VECS = 4,
    TALLEST = 16,
    STEPS = 2, /* of k at a time, so that counting them takes fewer places of the multiply-adds */
    /* A B that outgrows the first-level cache, of more than 40 KiB, but not the second, up to 256 KiB, is
     * read 32 columns at a time, in tiles of up to 14 rows, if there are rows for 14 accumulators. */
    NEAR_FLOATS = 10 * 1024,
    FAR_FLOATS = 64 * 1024,
    TALL_ROWS = 14,
    TALL_MIN_ROWS = 7,
    PACK_ROWS = 8,
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

ALWAYS_INLINE Rows rows_at(const float *a, size_t a_row, const size_t rows)
{
    Rows at = {.row = a_row, .three_rows = 3 * a_row};
    UNROLL
    for (size_t i = 0; i < (rows + 3) / 4; i++) {
        at.fourth[i] = a + 4 * i * a_row;
        HIDE(at.fourth[i]);
    }
    return at;
}

ALWAYS_INLINE void rows_advance(Rows *at, size_t by, const size_t rows)
{
    UNROLL
    for (size_t i = 0; i < (rows + 3) / 4; i++) at->fourth[i] += by;
}

/* Where row i stands. */
ALWAYS_INLINE const float *row_at(const Rows *at, const size_t i)
{
    return at->fourth[i / 4] + (i % 4 == 3 ? at->three_rows : i % 4 * at->row);
}

/* One step of k: a column of A, `ahead` columns on, times a row of B. */
ALWAYS_INLINE void multiply(const Rows *at, const size_t ahead, const float *b, const size_t rows,
                            const size_t vecs, __mmask16 last, __m512 acc[TALLEST][VECS])
{
    __m512 row[VECS];
    load_row(b, vecs, last, row);
    UNROLL
    for (size_t i = 0; i < rows; i++) {
        const __m512 element = _mm512_set1_ps(row_at(at, i)[ahead]);
        UNROLL
        for (size_t v = 0; v < vecs; v++) acc[i][v] = _mm512_fmadd_ps(element, row[v], acc[i][v]);
    }
}

/* The tile itself; rows and vecs are literals where it is used. Nothing is asked for ahead: the processor
 * follows the few streams of B, A and C by itself, and each prefetch costs a place of a load (measured: 1 to
 * 6 % slower with B, the next rows of A, or C prefetched, at once or spread over k). */
ALWAYS_INLINE void tile(const Panel *panel, const float *a, const float *b, float *c, const size_t rows,
                        const size_t vecs, __mmask16 last)
{
    const size_t b_stride = panel->b_stride;
    size_t a_col = panel->a_col, k = panel->k;
    Rows at = rows_at(a, panel->a_row, rows);
    __m512 acc[TALLEST][VECS];
    start_tile(panel, c, rows, vecs, last, acc);
    for (; a_col == 1 && k >= STEPS; k -= STEPS, rows_advance(&at, STEPS, rows)) {
        UNROLL
        for (size_t x = 0; x < STEPS; x++, b += b_stride) {
            HIDE(b);
            multiply(&at, x, b, rows, vecs, last, acc);
        }
    }
    HIDE(a_col);
    for (; k > 0; k--, b += b_stride, rows_advance(&at, a_col, rows)) {
        multiply(&at, 0, b, rows, vecs, last, acc);
    }
    store_tile(panel, c, rows, vecs, last, acc);
}

/* `count` tiles below each other. Where the last vector is whole its mask is a literal, which makes a plain
 * load of it: a masked one takes a place of the multiply-adds, one in 25. */
ALWAYS_INLINE void tile_column(const Panel *panel, size_t count, const float *a, const float *b, float *c,
                               const size_t rows, const size_t vecs, __mmask16 last)
{
    const __mmask16 whole = 0xffff;
    for (; count > 0; count--, a += rows * panel->a_row, c += rows * panel->c_stride) {
        if (last == whole) {
            tile(panel, a, b, c, rows, vecs, whole);
        } else {
            tile(panel, a, b, c, rows, vecs, last);
        }
    }
}

/* One small function per shape: registers are given out anew in each. */
typedef void Tiles(const Panel *panel, size_t count, const float *a, const float *b, float *c,
                   __mmask16 last);

#define TILE(rows, vecs)                                                                                     \
    static void tile_##rows##_##vecs(const Panel *panel, size_t count, const float *a, const float *b,       \
                                     float *c, __mmask16 last)                                               \
    {                                                                                                        \
        tile_column(panel, count, a, b, c, rows, vecs, last);                                                \
    }

/* clang-format off */
TILE(1, 1) TILE(2, 1) TILE(3, 1) TILE(4, 1) TILE(5, 1) TILE(6, 1) TILE(7, 1) TILE(8, 1)
TILE(9, 1) TILE(10, 1) TILE(11, 1) TILE(12, 1) TILE(13, 1) TILE(14, 1) TILE(15, 1) TILE(16, 1)
TILE(1, 2) TILE(2, 2) TILE(3, 2) TILE(4, 2) TILE(5, 2) TILE(6, 2) TILE(7, 2) TILE(8, 2)
TILE(9, 2) TILE(10, 2) TILE(11, 2) TILE(12, 2) TILE(13, 2) TILE(14, 2)
TILE(1, 3) TILE(2, 3) TILE(3, 3) TILE(4, 3) TILE(5, 3) TILE(6, 3) TILE(7, 3) TILE(8, 3)
TILE(1, 4) TILE(2, 4) TILE(3, 4) TILE(4, 4) TILE(5, 4) TILE(6, 4)

/* By the number of vectors less one: the tallest tile, and the tile of each number of rows. */
static const struct {
    size_t tallest;
    Tiles *of[TALLEST + 1];
} tiles[VECS] = {
    {16, {NULL, tile_1_1, tile_2_1, tile_3_1, tile_4_1, tile_5_1, tile_6_1, tile_7_1, tile_8_1,
          tile_9_1, tile_10_1, tile_11_1, tile_12_1, tile_13_1, tile_14_1, tile_15_1, tile_16_1}},
    {14, {NULL, tile_1_2, tile_2_2, tile_3_2, tile_4_2, tile_5_2, tile_6_2, tile_7_2, tile_8_2,
          tile_9_2, tile_10_2, tile_11_2, tile_12_2, tile_13_2, tile_14_2}},
    {8, {NULL, tile_1_3, tile_2_3, tile_3_3, tile_4_3, tile_5_3, tile_6_3, tile_7_3, tile_8_3}},
    {6, {NULL, tile_1_4, tile_2_4, tile_3_4, tile_4_4, tile_5_4, tile_6_4}},
};
/* clang-format on */

/* All rows over one group of up to 64 columns. */
ALWAYS_INLINE void all_rows(const Panel *panel, size_t m, size_t n, const float *a, const float *b, float *c)
{
    const size_t vecs = (n - 1) / VEC16, tallest = tiles[vecs].tallest; /* vectors less one */
    const __mmask16 last = first_lanes16(n - VEC16 * vecs);
    if (m > tallest) {
        const size_t whole = m / tallest * tallest;
        tiles[vecs].of[tallest](panel, m / tallest, a, b, c, last);
        a += whole * panel->a_row;
        c += whole * panel->c_stride;
        m -= whole;
    }
    if (m > 0) tiles[vecs].of[m](panel, 1, a, b, c, last);
}

/* Columns by 32, of a B that comes from the second-level cache: 14 rows ask it for two vectors per 28
 * multiply-adds, where 6 by 64 would ask for four per 24. The rows stand outside, so that their part of A
 * stays in the first-level cache, in tiles of much the same height. */
static void rows_outside(const Panel *panel, size_t m, size_t n, const float *a, const float *b, float *c)
{
    for (size_t left = divide_up(m, TALL_ROWS); left > 0; left--) {
        const size_t rows = divide_up(m, left);
        for (size_t j = 0; j < n; j += 2 * VEC16) {
            tiles[1].of[rows](panel, 1, a, b + j, c + j, first_lanes16(VEC16));
        }
        a += rows * panel->a_row;
        c += rows * panel->c_stride;
        m -= rows;
    }
}

void gemm_panel_avx512(size_t m, size_t n, size_t k, const float *a, size_t a_row, size_t a_col,
                       const float *b, size_t b_stride, float *c, size_t c_stride, bool accumulate)
{
    enum { WIDTH = VECS * VEC16 };
    const Panel panel = {k, a_row, a_col, b_stride, c_stride, accumulate};
    if (n > WIDTH && m >= TALL_MIN_ROWS && k * b_stride > NEAR_FLOATS && k * b_stride <= FAR_FLOATS) {
        const size_t whole = n / (2 * VEC16) * (2 * VEC16);
        rows_outside(&panel, m, whole, a, b, c);
        n -= whole, b += whole, c += whole;
    }
    for (; n > WIDTH; n -= WIDTH, b += WIDTH, c += WIDTH) all_rows(&panel, m, WIDTH, a, b, c);
    if (n > 0) all_rows(&panel, m, n, a, b, c);
}

/* -------------------------------------------------- teaching sizes
 *
 * Up to sixteen rows and columns: a vector for each row of C, and four steps of k at a time. */

/* Step x of four: a column of A times a row of B. */
ALWAYS_INLINE void small_step(const Rows *at, const size_t x, const float *b, const size_t rows,
                              __mmask16 columns, __m512 acc[TALLEST])
{
    const __m512 row = _mm512_maskz_loadu_ps(columns, b);
    UNROLL
    for (size_t i = 0; i < rows; i++) acc[i] = _mm512_fmadd_ps(_mm512_set1_ps(row_at(at, i)[x]), row, acc[i]);
}

ALWAYS_INLINE void small_tile(const HeedView *a, const HeedView *b, const HeedOut *c, const size_t rows,
                              const size_t a_row, __mmask16 columns)
{
    const size_t b_stride = b->stride, c_stride = c->stride;
    const float *b_row = b->data;
    float *c_row = c->data;
    Rows at = rows_at(a->data, a_row, rows);
    __m512 acc[TALLEST];
    UNROLL
    for (size_t i = 0; i < rows; i++) acc[i] = _mm512_setzero_ps();
    size_t k = a->cols;
    for (; k >= 4; k -= 4, rows_advance(&at, 4, rows)) {
        UNROLL
        for (size_t x = 0; x < 4; x++, b_row += b_stride) {
            HIDE(b_row);
            small_step(&at, x, b_row, rows, columns, acc);
        }
    }
    for (; k > 0; k--, b_row += b_stride, rows_advance(&at, 1, rows)) {
        small_step(&at, 0, b_row, rows, columns, acc);
    }
    HIDE(c_row);
    UNROLL
    for (size_t i = 0; i < rows; i++, c_row += c_stride) _mm512_mask_storeu_ps(c_row, columns, acc[i]);
}

/* Sixteen columns go without a mask, since a masked load is one more operation for the ports of the
 * multiply-adds; and with sixteen rows of sixteen, each element of A has an address of one register. */
ALWAYS_INLINE void small_product(const HeedView *a, const HeedView *b, const HeedOut *c, const size_t rows)
{
    if (c->cols < VEC16) {
        small_tile(a, b, c, rows, a->stride, first_lanes16(c->cols));
    } else if (rows == TALLEST && a->stride == VEC16) {
        small_tile(a, b, c, rows, VEC16, 0xffff);
    } else {
        small_tile(a, b, c, rows, a->stride, 0xffff);
    }
}

#define SMALL(rows)                                                                                          \
    static void small_##rows(const HeedView *a, const HeedView *b, const HeedOut *c)                         \
    {                                                                                                        \
        small_product(a, b, c, rows);                                                                        \
    }

/* clang-format off */
SMALL(1) SMALL(2) SMALL(3) SMALL(4) SMALL(5) SMALL(6) SMALL(7) SMALL(8)
SMALL(9) SMALL(10) SMALL(11) SMALL(12) SMALL(13) SMALL(14) SMALL(15) SMALL(16)

/* By the number of C's rows less one. */
HeedSmallProduct *const gemm_small_avx512[HEED_LANES] = {
    small_1, small_2, small_3, small_4, small_5, small_6, small_7, small_8,
    small_9, small_10, small_11, small_12, small_13, small_14, small_15, small_16};
/* clang-format on */

/* -------------------------------------------------- A @ B.T
 *
 * Sixteen rows of B are transposed on their way in. Arithmetic, blends and loads into a part of a register
 * share two ports, and shuffles have but one of them: so some steps of the transposition are loads or blends.
 */

/* Four floats by four rows in each quarter of four registers become four columns. */
ALWAYS_INLINE void transpose_quarters(const __m512 r[4], __m512 column[4])
{
    __m512 low[2], high[2];
    UNROLL
    for (size_t j = 0; j < 2; j++) {
        low[j] = _mm512_unpacklo_ps(r[2 * j], r[2 * j + 1]);
        high[j] = _mm512_unpackhi_ps(r[2 * j], r[2 * j + 1]);
    }
    column[0] = _mm512_shuffle_ps(low[0], low[1], 0x44);
    column[1] = _mm512_shuffle_ps(low[0], low[1], 0xee);
    column[2] = _mm512_shuffle_ps(high[0], high[1], 0x44);
    column[3] = _mm512_shuffle_ps(high[0], high[1], 0xee);
}

/* The next eight columns of sixteen rows of B, as eight vectors of sixteen. The odd quarters of a register
 * hold columns 4 .. 7: they change places with even ones of the rows four further on. */
ALWAYS_INLINE void load_eight_columns(Rows *at, __m512 column[8])
{
    const __m512i crosswise = _mm512_set_epi32(27, 26, 25, 24, 15, 14, 13, 12, 19, 18, 17, 16, 7, 6, 5, 4);
    __m512 r[8], quad[8];
    UNROLL
    for (size_t i = 0; i < 8; i++) { /* half h takes row 8 h + i */
        r[i] = _mm512_castps256_ps512(_mm256_loadu_ps(row_at(at, i)));
        r[i] = _mm512_insertf32x8(r[i], _mm256_loadu_ps(row_at(at, 8 + i)), 1);
    }
    transpose_quarters(r, quad);
    transpose_quarters(r + 4, quad + 4);
    UNROLL
    for (size_t x = 0; x < 4; x++) {
        __m512 crossed = _mm512_permutex2var_ps(quad[x], crosswise, quad[x + 4]);
        column[x] = _mm512_mask_mov_ps(quad[x], 0xf0f0, crossed);
        column[x + 4] = _mm512_mask_mov_ps(quad[x + 4], 0x0f0f, crossed);
    }
    rows_advance(at, 8, VEC16);
}

/* The next four. */
ALWAYS_INLINE void load_four_columns(Rows *at, __m512 column[4])
{
    __m512 r[4];
    UNROLL
    for (size_t j = 0; j < 4; j++) { /* quarter q takes row 4 q + j */
        r[j] = _mm512_broadcast_f32x4(_mm_loadu_ps(row_at(at, j)));
        r[j] = _mm512_mask_broadcast_f32x4(r[j], 0x00f0, _mm_loadu_ps(row_at(at, 4 + j)));
        r[j] = _mm512_mask_broadcast_f32x4(r[j], 0x0f00, _mm_loadu_ps(row_at(at, 8 + j)));
        r[j] = _mm512_mask_broadcast_f32x4(r[j], 0xf000, _mm_loadu_ps(row_at(at, 12 + j)));
    }
    transpose_quarters(r, column);
    rows_advance(at, 4, VEC16);
}

/* The next one. */
ALWAYS_INLINE __m512 load_column(Rows *at)
{
    float x[VEC16];
    for (size_t j = 0; j < VEC16; j++) x[j] = *row_at(at, j);
    rows_advance(at, 1, VEC16);
    return _mm512_loadu_ps(x);
}

/* The next `steps` columns of A, of `rows` rows, times as many columns of B. */
ALWAYS_INLINE void multiply_columns(Rows *a, const __m512 *column, const size_t steps, const size_t rows,
                                    __m512 acc[TALLEST])
{
    UNROLL
    for (size_t x = 0; x < steps; x++) {
        UNROLL
        for (size_t i = 0; i < rows; i++) {
            acc[i] = _mm512_fmadd_ps(_mm512_set1_ps(row_at(a, i)[x]), column[x], acc[i]);
        }
    }
}

/* `rows` rows of A against `groups` times sixteen rows of B; both are literals where it is used. */
ALWAYS_INLINE void few_by_16(const float *a, size_t a_stride, size_t k, const float *b, size_t b_stride,
                             float *c, size_t c_stride, const size_t rows, const size_t groups)
{
    __m512 acc[2][TALLEST], column[8];
    Rows a_rows = rows_at(a, a_stride, rows), b_rows[2];
    UNROLL
    for (size_t g = 0; g < groups; g++) {
        b_rows[g] = rows_at(b + g * VEC16 * b_stride, b_stride, VEC16);
        UNROLL
        for (size_t i = 0; i < rows; i++) acc[g][i] = _mm512_setzero_ps();
    }
    for (; k >= 8; k -= 8, rows_advance(&a_rows, 8, rows)) {
        UNROLL
        for (size_t g = 0; g < groups; g++) {
            load_eight_columns(&b_rows[g], column);
            multiply_columns(&a_rows, column, 8, rows, acc[g]);
        }
    }
    for (; k >= 4; k -= 4, rows_advance(&a_rows, 4, rows)) {
        UNROLL
        for (size_t g = 0; g < groups; g++) {
            load_four_columns(&b_rows[g], column);
            multiply_columns(&a_rows, column, 4, rows, acc[g]);
        }
    }
    for (; k > 0; k--, rows_advance(&a_rows, 1, rows)) {
        UNROLL
        for (size_t g = 0; g < groups; g++) {
            column[0] = load_column(&b_rows[g]);
            multiply_columns(&a_rows, column, 1, rows, acc[g]);
        }
    }
    HIDE(c);
    UNROLL
    for (size_t i = 0; i < rows; i++, c += c_stride) {
        UNROLL
        for (size_t g = 0; g < groups; g++) _mm512_storeu_ps(c + g * VEC16, acc[g][i]);
    }
}

typedef void FewBySixteen(const float *a, size_t a_stride, size_t k, const float *b, size_t b_stride,
                          float *c, size_t c_stride);

#define FEW_BY_16(rows)                                                                                      \
    static void few_##rows##_by_16(const float *a, size_t a_stride, size_t k, const float *b,                \
                                   size_t b_stride, float *c, size_t c_stride)                               \
    {                                                                                                        \
        few_by_16(a, a_stride, k, b, b_stride, c, c_stride, rows, 1);                                        \
    }

/* clang-format off */
FEW_BY_16(1) FEW_BY_16(2) FEW_BY_16(3) FEW_BY_16(4) FEW_BY_16(5) FEW_BY_16(6) FEW_BY_16(7) FEW_BY_16(8)
FEW_BY_16(9) FEW_BY_16(10) FEW_BY_16(11) FEW_BY_16(12) FEW_BY_16(13) FEW_BY_16(14) FEW_BY_16(15) FEW_BY_16(16)

/* By the number of A's rows. */
static FewBySixteen *const few_by_rows[TALLEST + 1] = {
    NULL, few_1_by_16, few_2_by_16, few_3_by_16, few_4_by_16, few_5_by_16, few_6_by_16, few_7_by_16,
    few_8_by_16, few_9_by_16, few_10_by_16, few_11_by_16, few_12_by_16, few_13_by_16, few_14_by_16,
    few_15_by_16, few_16_by_16};
/* clang-format on */

/* One query: two groups side by side, where the chain of one would wait for itself. */
static void one_by_32(const float *a, size_t k, const float *b, size_t b_stride, float *c)
{
    few_by_16(a, 0, k, b, b_stride, c, 0, 1, 2);
}

static APART void nt_by_16(size_t m, size_t n, size_t k, const float *a, size_t a_stride, const float *b,
                           size_t b_stride, float *c, size_t c_stride)
{
    for (; m == 1 && n >= 2 * VEC16; n -= 2 * VEC16, b += 2 * VEC16 * b_stride, c += 2 * VEC16) {
        one_by_32(a, k, b, b_stride, c);
    }
    for (; m > 0 && n >= VEC16; n -= VEC16, b += VEC16 * b_stride, c += VEC16) {
        few_by_rows[m](a, a_stride, k, b, b_stride, c, c_stride);
    }
    if (n > 0) gemm_nt_few_avx2(m, n, k, a, a_stride, b, b_stride, c, c_stride);
}

/* Fewer than sixteen rows of B go by eights. */
void gemm_nt_few_avx512(size_t m, size_t n, size_t k, const float *a, size_t a_stride, const float *b,
                        size_t b_stride, float *c, size_t c_stride)
{
    if (n < VEC16) {
        gemm_nt_few_avx2(m, n, k, a, a_stride, b, b_stride, c, c_stride);
    } else if (n == VEC16 && m - 1 < TALLEST) { /* one tile: m is not 0 */
        few_by_rows[m](a, a_stride, k, b, b_stride, c, c_stride);
    } else {
        nt_by_16(m, n, k, a, a_stride, b, b_stride, c, c_stride);
    }
}

/* One row of a panel, of which n columns are there. */
ALWAYS_INLINE void pack_row(const float *b, size_t n, size_t width, float *out)
{
    for (size_t j = 0; j < width; j += VEC16) {
        _mm512_store_ps(out + j, _mm512_maskz_loadu_ps(block_lanes16(n, j / VEC16), b + j));
    }
}

/* Eight rows at a time: rows of large matrices lie in pages of their own, each of which is visited once, and
 * so many of them read side by side come 10 to 20 % faster from the third-level cache than one by one. */
void pack_rows_avx512(const float *b, size_t b_stride, size_t n, size_t k, size_t width, float *packed)
{
    for (size_t p0 = 0; p0 < k; p0 += PACK_ROWS) {
        const size_t end = k - p0 < PACK_ROWS ? k : p0 + PACK_ROWS;
        for (size_t x = 0; x < n; x += width) {
            for (size_t p = p0; p < end; p++)
                pack_row(b + p * b_stride + x, n - x, width, packed + x * k + p * width);
        }
    }
}

/* Sixteen rows of B, whole. */
static void pack_16_rows(const float *b, size_t b_stride, size_t k, size_t width, float *packed)
{
    Rows at = rows_at(b, b_stride, VEC16);
    for (; k >= 4; k -= 4, packed += 4 * width) {
        __m512 column[4];
        load_four_columns(&at, column);
        UNROLL
        for (size_t x = 0; x < 4; x++) _mm512_store_ps(packed + x * width, column[x]);
    }
    for (; k > 0; k--, packed += width) _mm512_store_ps(packed, load_column(&at));
}

/* Fewer than sixteen, or none: zeros stand for the others. */
static void pack_odd_rows(const float *b, size_t b_stride, size_t rows, size_t k, size_t width, float *packed)
{
    for (size_t p = 0; p < k; p += VEC16) {
        __m512 r[16];
        size_t cols = k - p < VEC16 ? k - p : VEC16;
        load_rows16(b + p, b_stride, rows, cols, r);
        if (rows > 0) transpose16(r);
        for (size_t i = 0; i < cols; i++) _mm512_store_ps(packed + (p + i) * width, r[i]);
    }
}

void pack_transposed_avx512(const float *b, size_t b_stride, size_t n, size_t k, size_t width, float *packed)
{
    for (size_t j = 0; j < width; j += VEC16) {
        if (n >= j + VEC16) {
            pack_16_rows(b + j * b_stride, b_stride, k, width, packed + j);
        } else {
            size_t rows = n > j ? n - j : 0;
            pack_odd_rows(rows > 0 ? b + j * b_stride : b, b_stride, rows, k, width, packed + j);
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
