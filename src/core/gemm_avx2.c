/* Products with AVX2: a tile of C lives in registers while k runs.
 *
 * 6 rows of 16 columns are 12 accumulators of the 16 registers, leaving two for the row of B and one
 * for the broadcast element of A: 12 independent chains keep two multiply-adds of latency 4 in flight
 * each cycle (8 would be needed). A single row takes 64 columns instead, 8 chains. */
#include "core/kernels_avx2.h"

#include "core/vec_avx2.h"

enum {
    ROWS = 6,
    WIDE = 8,
    FEW_ROWS = 8,
    /* A row of B is asked for this many steps of k before its use: 16 steps of 6 cycles cover the way from
     * the second-level cache. Up to 512 of them a panel of B (32 KiB) stays in the first-level cache. */
    B_AHEAD = 16,
    NEAR_K = 512,
    /* One query: keys of more than 32 KiB are asked for, a line of each in four steps, where they lie 32 rows
     * further on; or two lines along the row, where 32 rows would push each other out of the cache. */
    NEAR_KEYS = 8 * 1024,
    SHORT_K = 256,
    KEYS_AHEAD = 32,
};

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

/* What all tiles of a panel share. */
typedef struct Panel {
    size_t k, a_row, a_col, b_stride, c_stride;
    bool accumulate;
} Panel;

/* One step of k: a column of A times a row of B. */
ALWAYS_INLINE void multiply(const float *a, size_t a_row, const float *b, const size_t rows,
                            const size_t vecs, const bool is_full, __m256i last, __m256 acc[ROWS][WIDE])
{
    __m256 row[WIDE];
    load_row(b, vecs, is_full, last, row);
    UNROLL
    for (size_t i = 0; i < rows; i++) {
        const __m256 element = _mm256_broadcast_ss(a + i * a_row);
        UNROLL
        for (size_t v = 0; v < vecs; v++) acc[i][v] = _mm256_fmadd_ps(element, row[v], acc[i][v]);
    }
}

/* The loop over k. The tile of large products takes two steps at a time along compact rows of A. */
ALWAYS_INLINE void multiply_near(const Panel *panel, const float *a, const float *b, const size_t rows,
                                 const size_t vecs, const bool is_full, __m256i last, __m256 acc[ROWS][WIDE])
{
    const size_t a_row = panel->a_row, a_col = panel->a_col, b_stride = panel->b_stride;
    size_t k = panel->k;
    for (; rows == ROWS && vecs == 2 && a_col == 1 && k >= 2; k -= 2, a += 2) {
        UNROLL
        for (size_t x = 0; x < 2; x++, b += b_stride) {
            HIDE(b);
            multiply(a + x, a_row, b, rows, vecs, is_full, last, acc);
        }
    }
    for (; k > 0; k--, a += a_col, b += b_stride) multiply(a, a_row, b, rows, vecs, is_full, last, acc);
}

/* The loop where B is far: the next tile's rows of C are asked for at its start, and B as it goes. */
ALWAYS_INLINE void multiply_far(const Panel *panel, const float *a, const float *b, const float *c,
                                const size_t vecs, const bool is_full, __m256i last, __m256 acc[ROWS][WIDE])
{
    const size_t a_row = panel->a_row, a_col = panel->a_col, b_stride = panel->b_stride;
    for (size_t i = 0; i < ROWS; i++)
        _mm_prefetch((const char *)(c + (ROWS + i) * panel->c_stride), _MM_HINT_T0);
    for (size_t k = panel->k; k > 0; k--, a += a_col, b += b_stride) {
        _mm_prefetch((const char *)(b + B_AHEAD * b_stride), _MM_HINT_T0);
        multiply(a, a_row, b, ROWS, vecs, is_full, last, acc);
    }
}

/* The tile itself; rows, vecs and is_full are literals where it is used. */
ALWAYS_INLINE void tile(const Panel *panel, const float *a, const float *b, float *c, const size_t rows,
                        const size_t vecs, const bool is_full, size_t last)
{
    const size_t c_stride = panel->c_stride;
    const __m256i last_mask = first_lanes8(is_full ? VEC8 : last);
    __m256 acc[ROWS][WIDE];
    UNROLL
    for (size_t i = 0; i < rows; i++) {
        UNROLL
        for (size_t v = 0; v < vecs; v++) acc[i][v] = _mm256_setzero_ps();
        if (panel->accumulate) load_row(c + i * c_stride, vecs, is_full, last_mask, acc[i]);
    }
    if (rows == ROWS && panel->k > NEAR_K) {
        multiply_far(panel, a, b, c, vecs, is_full, last_mask, acc);
    } else {
        multiply_near(panel, a, b, rows, vecs, is_full, last_mask, acc);
    }
    UNROLL
    for (size_t i = 0; i < rows; i++) store_row(c + i * c_stride, vecs, is_full, last, acc[i]);
}

/* All rows over one group of columns, six at a time. */
ALWAYS_INLINE void all_rows(const Panel *panel, size_t m, const float *a, const float *b, float *c,
                            const size_t vecs, const bool is_full, size_t last)
{
    for (; m >= ROWS; m -= ROWS, a += ROWS * panel->a_row, c += ROWS * panel->c_stride) {
        tile(panel, a, b, c, ROWS, vecs, is_full, last);
    }
    switch (m) {
    case 5: tile(panel, a, b, c, 5, vecs, is_full, last); break;
    case 4: tile(panel, a, b, c, 4, vecs, is_full, last); break;
    case 3: tile(panel, a, b, c, 3, vecs, is_full, last); break;
    case 2: tile(panel, a, b, c, 2, vecs, is_full, last); break;
    case 1: tile(panel, a, b, c, 1, vecs, is_full, last); break;
    default: break;
    }
}

static void rows_by_16(const Panel *panel, size_t m, const float *a, const float *b, float *c)
{
    all_rows(panel, m, a, b, c, 2, true, VEC8);
}

static void rows_by_9_to_15(const Panel *panel, size_t m, const float *a, const float *b, float *c, size_t n)
{
    all_rows(panel, m, a, b, c, 2, false, n - VEC8);
}

static void rows_by_8(const Panel *panel, size_t m, const float *a, const float *b, float *c)
{
    all_rows(panel, m, a, b, c, 1, true, VEC8);
}

static void rows_by_1_to_7(const Panel *panel, size_t m, const float *a, const float *b, float *c, size_t n)
{
    all_rows(panel, m, a, b, c, 1, false, n);
}

/* Row by row over 64 columns: 8 chains side by side. */
static void rows_by_64(const Panel *panel, size_t m, const float *a, const float *b, float *c)
{
    for (; m > 0; m--, a += panel->a_row, c += panel->c_stride) tile(panel, a, b, c, 1, WIDE, true, VEC8);
}

void gemm_panel_avx2(size_t m, size_t n, size_t k, const float *a, size_t a_row, size_t a_col, const float *b,
                     size_t b_stride, float *c, size_t c_stride, bool accumulate)
{
    const Panel panel = {k, a_row, a_col, b_stride, c_stride, accumulate};
    for (; m <= 2 && n >= WIDE * VEC8; n -= WIDE * VEC8, b += WIDE * VEC8, c += WIDE * VEC8) {
        rows_by_64(&panel, m, a, b, c);
    }
    for (; n >= 2 * VEC8; n -= 2 * VEC8, b += 2 * VEC8, c += 2 * VEC8) rows_by_16(&panel, m, a, b, c);
    if (n > VEC8) {
        rows_by_9_to_15(&panel, m, a, b, c, n);
    } else if (n == VEC8) {
        rows_by_8(&panel, m, a, b, c);
    } else if (n > 0) {
        rows_by_1_to_7(&panel, m, a, b, c, n);
    }
}

/* -------------------------------------------------- A @ B.T for few rows of A
 *
 * Eight rows of B by four columns are transposed in registers and used at once, without a detour through
 * memory, for up to eight rows of A: eight accumulators, four columns, and room to transpose. */

/* Eight rows; the first stands in for those that are missing, whose results are not stored. */
typedef struct Rows8 {
    const float *at[8];
} Rows8;

ALWAYS_INLINE Rows8 rows8(const float *b, size_t stride, size_t n)
{
    Rows8 rows;
    UNROLL
    for (size_t j = 0; j < 8; j++) rows.at[j] = j < n ? b + j * stride : b;
    return rows;
}

/* Four floats of row j in the lower half of r[j], of row j + 4 in the upper one, become four columns. */
ALWAYS_INLINE void transpose_halves(const __m256 r[4], __m256 column[4])
{
    __m256 low[2], high[2];
    UNROLL
    for (size_t j = 0; j < 2; j++) {
        low[j] = _mm256_unpacklo_ps(r[2 * j], r[2 * j + 1]);
        high[j] = _mm256_unpackhi_ps(r[2 * j], r[2 * j + 1]);
    }
    column[0] = _mm256_shuffle_ps(low[0], low[1], 0x44);
    column[1] = _mm256_shuffle_ps(low[0], low[1], 0xee);
    column[2] = _mm256_shuffle_ps(high[0], high[1], 0x44);
    column[3] = _mm256_shuffle_ps(high[0], high[1], 0xee);
}

/* Four floats of two rows, or where not all are there, those of `here`. */
ALWAYS_INLINE __m256 load_two(const float *x, const float *y, const bool is_full, __m128i here)
{
    __m128 lower = is_full ? _mm_loadu_ps(x) : _mm_maskload_ps(x, here);
    __m128 upper = is_full ? _mm_loadu_ps(y) : _mm_maskload_ps(y, here);
    return _mm256_insertf128_ps(_mm256_castps128_ps256(lower), upper, 1);
}

/* Columns p .. p + 4 of the eight rows (of the last ones, `cols`), as four vectors of eight. */
ALWAYS_INLINE void load_columns(const Rows8 *rows, size_t p, const bool is_full, size_t cols,
                                __m256 column[4])
{
    __m256 r[4];
    const __m128i here = _mm256_castsi256_si128(first_lanes8(is_full ? 4 : cols));
    UNROLL
    for (size_t j = 0; j < 4; j++) r[j] = load_two(rows->at[j] + p, rows->at[j + 4] + p, is_full, here);
    transpose_halves(r, column);
}

/* `rows` rows of A, a literal where it is used, against n <= 8 rows of B. */
ALWAYS_INLINE void few_by_8(const float *a, size_t a_stride, const size_t rows, size_t n, size_t k,
                            const float *b, size_t b_stride, float *c, size_t c_stride)
{
    const Rows8 b_rows = rows8(b, b_stride, n);
    __m256 acc[FEW_ROWS], column[4];
    UNROLL
    for (size_t i = 0; i < rows; i++) acc[i] = _mm256_setzero_ps();
    size_t p = 0;
    for (; p + 4 <= k; p += 4) {
        load_columns(&b_rows, p, true, 4, column);
        UNROLL
        for (size_t x = 0; x < 4; x++) {
            UNROLL
            for (size_t i = 0; i < rows; i++) {
                acc[i] = _mm256_fmadd_ps(_mm256_broadcast_ss(a + i * a_stride + p + x), column[x], acc[i]);
            }
        }
    }
    if (p < k) load_columns(&b_rows, p, false, k - p, column);
    UNROLL
    for (size_t x = 0; x < 3; x++) {
        if (p + x >= k) break;
        UNROLL
        for (size_t i = 0; i < rows; i++) {
            acc[i] = _mm256_fmadd_ps(_mm256_broadcast_ss(a + i * a_stride + p + x), column[x], acc[i]);
        }
    }
    UNROLL
    for (size_t i = 0; i < rows; i++) {
        if (n == VEC8) {
            _mm256_storeu_ps(c + i * c_stride, acc[i]);
        } else {
            store_first8(c + i * c_stride, n, acc[i]);
        }
    }
}

/* One row of A against 32 rows of B: four chains side by side, where one would wait for itself. The rows of B
 * are found from every fourth one, as more pointers would not fit the registers. */
typedef struct OneBy32 {
    const float *a, *fourth[8];
    size_t b_stride;
    __m256 acc[4];
} OneBy32;

/* The next four steps of k; or the last, which are `steps`. */
ALWAYS_INLINE void one_by_32_step(OneBy32 *one, const bool is_full, size_t steps)
{
    const __m128i here = _mm256_castsi256_si128(first_lanes8(is_full ? 4 : steps));
    UNROLL
    for (size_t g = 0; g < 4; g++) {
        __m256 r[4], column[4];
        UNROLL
        for (size_t j = 0; j < 4; j++) {
            size_t row = j * one->b_stride;
            r[j] = load_two(one->fourth[2 * g] + row, one->fourth[2 * g + 1] + row, is_full, here);
        }
        transpose_halves(r, column);
        UNROLL
        for (size_t x = 0; x < 4; x++) {
            if (!is_full && x >= steps) break;
            one->acc[g] = _mm256_fmadd_ps(_mm256_broadcast_ss(one->a + x), column[x], one->acc[g]);
        }
    }
}

/* Four rows of eight are asked for, in turn. */
ALWAYS_INLINE void one_by_32_prefetch(const OneBy32 *one, size_t turn, size_t ahead)
{
    const size_t away = turn % 4 * one->b_stride + ahead;
    UNROLL
    for (size_t i = 0; i < 8; i++) _mm_prefetch((const char *)(one->fourth[i] + away), _MM_HINT_T0);
}

/* B is asked for `ahead` floats before its use, unless that is 0. */
static void one_by_32(const float *a, size_t k, const float *b, size_t b_stride, float *c, size_t ahead)
{
    OneBy32 one = {.a = a, .b_stride = b_stride};
    UNROLL
    for (size_t i = 0; i < 8; i++) {
        one.fourth[i] = b + 4 * i * b_stride;
        HIDE(one.fourth[i]);
    }
    UNROLL
    for (size_t g = 0; g < 4; g++) one.acc[g] = _mm256_setzero_ps();
    for (; k >= 4; k -= 4, one.a += 4) {
        if (ahead > 0) one_by_32_prefetch(&one, k / 4, ahead);
        one_by_32_step(&one, true, 4);
        UNROLL
        for (size_t i = 0; i < 8; i++) one.fourth[i] += 4;
    }
    if (k > 0) one_by_32_step(&one, false, k);
    UNROLL
    for (size_t g = 0; g < 4; g++) _mm256_storeu_ps(c + g * VEC8, one.acc[g]);
}

typedef void FewByEight(const float *a, size_t a_stride, size_t n, size_t k, const float *b, size_t b_stride,
                        float *c, size_t c_stride);

/* One small function per number of rows: registers are given out anew in each. */
#define FEW_BY_8(rows)                                                                                       \
    static void few_##rows##_by_8(const float *a, size_t a_stride, size_t n, size_t k, const float *b,       \
                                  size_t b_stride, float *c, size_t c_stride)                                \
    {                                                                                                        \
        few_by_8(a, a_stride, rows, n, k, b, b_stride, c, c_stride);                                         \
    }

/* clang-format off */
FEW_BY_8(1) FEW_BY_8(2) FEW_BY_8(3) FEW_BY_8(4) FEW_BY_8(5) FEW_BY_8(6) FEW_BY_8(7) FEW_BY_8(8)

/* By the number of A's rows. */
static FewByEight *const few_by_rows[FEW_ROWS + 1] = {
    NULL, few_1_by_8, few_2_by_8, few_3_by_8, few_4_by_8, few_5_by_8, few_6_by_8, few_7_by_8, few_8_by_8};
/* clang-format on */

static APART void nt_by_8(size_t m, size_t n, size_t k, const float *a, size_t a_stride, const float *b,
                          size_t b_stride, float *c, size_t c_stride)
{
    const size_t ahead = n * k <= NEAR_KEYS ? 0 : k <= SHORT_K ? KEYS_AHEAD * b_stride : KEYS_AHEAD;
    for (; m == 1 && n >= 4 * VEC8; n -= 4 * VEC8, b += 4 * VEC8 * b_stride, c += 4 * VEC8) {
        one_by_32(a, k, b, b_stride, c, ahead);
    }
    for (size_t i = 0; i < m; i += FEW_ROWS) {
        FewByEight *few = few_by_rows[m - i < FEW_ROWS ? m - i : FEW_ROWS];
        for (size_t j = 0; j < n; j += VEC8) {
            few(a + i * a_stride, a_stride, n - j < VEC8 ? n - j : VEC8, k, b + j * b_stride, b_stride,
                c + i * c_stride + j, c_stride);
        }
    }
}

/* AVX-512 comes here too with fewer than sixteen rows of B, and so with up to sixteen of A. */
void gemm_nt_few_avx2(size_t m, size_t n, size_t k, const float *a, size_t a_stride, const float *b,
                      size_t b_stride, float *c, size_t c_stride)
{
    if (m - 1 < FEW_ROWS && n - 1 < VEC8) { /* one tile: neither is 0 */
        few_by_rows[m](a, a_stride, n, k, b, b_stride, c, c_stride);
    } else {
        nt_by_8(m, n, k, a, a_stride, b, b_stride, c, c_stride);
    }
}

/* Row by row: rows of large matrices lie in pages of their own, each of which is visited once. */
void pack_rows_avx2(const float *b, size_t b_stride, size_t n, size_t k, size_t width, float *packed)
{
    for (size_t p = 0; p < k; p++, b += b_stride, packed += width) {
        for (size_t x = 0; x < n; x += width) {
            float *out = packed + x * k;
            for (size_t j = 0; j < width; j += VEC8) {
                size_t left = n > x + j ? n - x - j : 0;
                __m256 v = left >= VEC8 ? _mm256_loadu_ps(b + x + j)
                           : left > 0   ? load_first8(b + x + j, left)
                                        : _mm256_setzero_ps();
                _mm256_store_ps(out + j, v);
            }
        }
    }
}

/* Eight rows of B by four columns at a time, transposed in registers. */
void pack_transposed_avx2(const float *b, size_t b_stride, size_t n, size_t k, size_t width, float *packed)
{
    for (size_t j = 0; j < width; j += VEC8) {
        float *out = packed + j;
        if (j >= n) {
            for (size_t p = 0; p < k; p++) _mm256_store_ps(out + p * width, _mm256_setzero_ps());
            continue;
        }
        const Rows8 rows = rows8(b + j * b_stride, b_stride, n - j);
        const __m256 is_there = _mm256_castsi256_ps(first_lanes8(n - j < VEC8 ? n - j : VEC8));
        for (size_t p = 0; p < k; p += 4, out += 4 * width) {
            __m256 column[4];
            load_columns(&rows, p, k - p >= 4, k - p, column);
            for (size_t x = 0; x < 4 && p + x < k; x++) {
                _mm256_store_ps(out + x * width, _mm256_and_ps(column[x], is_there));
            }
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
        store_up_to8(out + i, rows, s);
    }
}
