/* Products against double, and against the chain that defines them. */
#include "check.h"

enum { MAX_SIZE = 65, MAX_OFFSET = 8 };

static const double eps = 0x1p-24; /* half the spacing of floats at 1 */

typedef HeedStatus Gemm(HeedView a, HeedView b, HeedOut c);

/* How far c is from the exact product, in units of eps * sum |a| |b|: what the BLAS tests call the ratio. */
static double worst_ratio(HeedView a, HeedView b, HeedOut c)
{
    double worst = 0.0;
    for (size_t i = 0; i < c.rows; i++) {
        for (size_t j = 0; j < c.cols; j++) {
            double exact = 0.0, size = 0.0;
            for (size_t p = 0; p < a.cols; p++) {
                double term = (double)a.data[i * a.stride + p] * (double)b.data[p * b.stride + j];
                exact += term;
                size += fabs(term);
            }
            double error = fabs((double)c.data[i * c.stride + j] - exact);
            if (error > 0.0) worst = fmax(worst, error / (eps * size));
        }
    }
    return worst;
}

static void fill(Dice *dice, float *x, size_t n)
{
    for (size_t i = 0; i < n; i++) x[i] = dice_float(dice);
}

/* Arrays that end at an unreadable page. */
typedef struct Bench {
    Guarded a, at, b, bt, c;
} Bench;

static Bench bench_new(size_t m, size_t n, size_t k, size_t offset)
{
    Bench bench = {guarded_new(m * k), guarded_new(m * k), guarded_new(k * n), guarded_new(k * n + offset),
                   guarded_new(m * n + offset)};
    return bench;
}

static void bench_free(Bench *bench)
{
    guarded_free(&bench->a);
    guarded_free(&bench->at);
    guarded_free(&bench->b);
    guarded_free(&bench->bt);
    guarded_free(&bench->c);
}

static void transpose(const float *x, size_t rows, size_t cols, float *out)
{
    for (size_t i = 0; i < rows; i++) {
        for (size_t j = 0; j < cols; j++) out[j * rows + i] = x[i * cols + j];
    }
}

static void try_size(Dice *dice, size_t m, size_t n, size_t k, size_t offset)
{
    Bench bench = bench_new(m, n, k, offset);
    fill(dice, bench.a.data, m * k);
    fill(dice, bench.b.data, k * n);
    transpose(bench.a.data, m, k, bench.at.data);
    transpose(bench.b.data, k, n,
              bench.bt.data); /* bt and c start `offset` floats before their end's alignment */
    HeedView a = heed_view(bench.a.data, m, k), b = heed_view(bench.b.data, k, n);
    HeedOut c = heed_out(bench.c.data, m, n);
    assert_int_equal(heed_gemm_nn(a, b, c), HEED_OK);
    double ratio = worst_ratio(a, b, c);
    if (ratio >= 16.0) fail_msg("nn %zu x %zu x %zu: %g eps", m, n, k, ratio);

    float *first = malloc((m * n + 1) * sizeof *first);
    if (m * n > 0) memcpy(first, bench.c.data, m * n * sizeof *first);
    assert_int_equal(heed_gemm_nt(a, heed_view(bench.bt.data, n, k), c), HEED_OK);
    for (size_t i = 0; i < m * n; i++) assert_true(same_float(first[i], bench.c.data[i]));
    assert_int_equal(heed_gemm_tn(heed_view(bench.at.data, k, m), b, c), HEED_OK);
    for (size_t i = 0; i < m * n; i++) assert_true(same_float(first[i], bench.c.data[i]));
    free(first);
    bench_free(&bench);
}

static void every_small_size_is_within_16_eps_in_any_transposition(void **state)
{
    (void)state;
    static const size_t sizes[] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17, 18,
                                   19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 63, 64, 65};
    const size_t count = sizeof sizes / sizeof *sizes;
    Dice dice = {1};
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < count; j++) {
            /* every pair of sizes with several depths: all triples would take a minute under sanitizers */
            for (size_t p = (i + j) % 5; p < count; p += 5)
                try_size(&dice, sizes[i], sizes[j], sizes[p], (i + p) % MAX_OFFSET);
        }
    }
}

static void large_odd_sizes_are_within_16_eps(void **state)
{
    (void)state;
    static const size_t sizes[][3] = {{300, 517, 263}, {97, 1100, 600}, {1, 2048, 64},  {2, 700, 700},
                                      {513, 33, 129},  {257, 65, 1025}, {64, 64, 3000}, {7, 3, 70000},
                                      {45, 100, 131},  {24, 250, 256}};
    Dice dice = {2};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        try_size(&dice, sizes[i][0], sizes[i][1], sizes[i][2], i % MAX_OFFSET);
    }
}

/* The definition, written once more. */
static float chain(const float *x, size_t x_step, const float *y, size_t y_step, size_t n)
{
    float s = 0.0f;
    for (size_t i = 0; i < n; i++) s = fmaf(x[i * x_step], y[i * y_step], s);
    return s;
}

static void an_element_is_one_chain_of_fma_whatever_the_path(void **state)
{
    (void)state;
    static const size_t sizes[][3] = {{3, 3, 4},     {6, 16, 7},     {25, 40, 300},
                                      {1, 200, 300}, {29, 100, 131}, {150, 150, 700}};
    Dice dice = {3};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        size_t m = sizes[s][0], n = sizes[s][1], k = sizes[s][2];
        float *a = malloc(m * k * sizeof *a), *b = malloc(k * n * sizeof *b), *c = malloc(m * n * sizeof *c);
        fill(&dice, a, m * k);
        fill(&dice, b, k * n);
        assert_int_equal(heed_gemm_nn(heed_view(a, m, k), heed_view(b, k, n), heed_out(c, m, n)), HEED_OK);
        for (size_t i = 0; i < m; i++) {
            for (size_t j = 0; j < n; j++)
                assert_true(same_float(c[i * n + j], chain(a + i * k, 1, b + j, n, k)));
        }
        assert_true(same_float(heed_dot(a, b, k), chain(a, 1, b, 1, k)));
        free(a);
        free(b);
        free(c);
    }
}

/* Three arrays in which operands stand at the end, before an unreadable page. */
enum { TEACHING = 17, ROOMY = TEACHING + 3, ROOM = TEACHING * ROOMY };
typedef struct Room {
    Guarded a, b, c;
} Room;

static float *at_end(const Guarded *room, size_t rows, size_t cols, size_t stride)
{
    return room->data + ROOM - ((rows - 1) * stride + cols);
}

/* Rows of `cols` elements, or parts of rows of 16 or of ROOMY. */
static size_t any_stride(size_t cols, size_t choice)
{
    return choice % 3 == 0 ? cols : choice % 3 == 1 && cols <= 16 ? 16 : ROOMY;
}

static void try_teaching_size(const Room *room, size_t m, size_t n, size_t k, size_t choice,
                              bool b_is_transposed)
{
    size_t b_rows = b_is_transposed ? n : k, b_cols = b_is_transposed ? k : n;
    HeedView a = {NULL, m, k, any_stride(k, choice)},
             b = {NULL, b_rows, b_cols, any_stride(b_cols, choice / 3)};
    HeedOut c = {NULL, m, n, any_stride(n, choice / 9)};
    a.data = at_end(&room->a, m, k, a.stride);
    b.data = at_end(&room->b, b_rows, b_cols, b.stride);
    c.data = at_end(&room->c, m, n, c.stride);
    for (size_t i = 0; i < ROOM; i++) room->c.data[i] = 7.0f;
    assert_int_equal((b_is_transposed ? heed_gemm_nt : heed_gemm_nn)(a, b, c), HEED_OK);
    size_t changed = 0;
    for (size_t i = 0; i < ROOM; i++) changed += room->c.data[i] != 7.0f;
    assert_true(changed <= m * n);
    for (size_t i = 0; i < m; i++) {
        for (size_t j = 0; j < n; j++) {
            const float *column = b.data + j * (b_is_transposed ? b.stride : 1);
            float exact = chain(a.data + i * a.stride, 1, column, b_is_transposed ? 1 : b.stride, k);
            assert_true(same_float(c.data[i * c.stride + j], exact));
        }
    }
}

static void try_teaching_sizes(const Room *room, Dice *dice)
{
    for (size_t m = 1; m <= TEACHING; m++) {
        for (size_t n = 1; n <= TEACHING; n++) {
            for (size_t k = 1; k <= TEACHING; k++) {
                try_teaching_size(room, m, n, k, dice_below(dice, 27), false);
                try_teaching_size(room, m, n, k, dice_below(dice, 27), true);
            }
        }
    }
    for (size_t choice = 0; choice < 27; choice++) {
        try_teaching_size(room, 16, 16, 16, choice, false);
        try_teaching_size(room, 16, 16, 16, choice, true);
    }
}

static void a_teaching_size_within_larger_arrays_is_a_chain_of_fma_in_every_set(void **state)
{
    (void)state;
    Dice dice = {4};
    Room room = {guarded_new(ROOM), guarded_new(ROOM), guarded_new(ROOM)};
    fill(&dice, room.a.data, ROOM);
    fill(&dice, room.b.data, ROOM);
    for (size_t i = 0; i < heed_isa_count(); i++) {
        if (heed_isa_select(heed_isa_name_at(i)) == HEED_OK) try_teaching_sizes(&room, &dice);
    }
    assert_int_equal(heed_isa_select(NULL), HEED_OK);
    guarded_free(&room.a);
    guarded_free(&room.b);
    guarded_free(&room.c);
}

/* ------------------------------------------------------------- limits
 *
 * Products change their way at many sizes (src/core/products.c and the gemm files): here is a shape on
 * either side of each, with b's rows `b_stride` floats apart. */

typedef struct Limit {
    size_t m, n, k, b_stride;
} Limit;

static const Limit limits[] = {
    /* B of more than 256 KiB: read where it lies below 24 rows */
    {23, 65, 1009, 65},
    {24, 65, 1009, 65},
    /* or for no more columns than a panel has, 16 or 64 */
    {25, 16, 4100, 16},
    {25, 17, 4100, 17},
    {25, 64, 1025, 64},
    {25, 65, 1025, 65},
    /* B of 256 KiB */
    {25, 128, 512, 128},
    {25, 128, 512, 129},
    /* rows of A times the distance of B's: 256 times a panel's 16 columns squared, and 64 squared */
    {64, 17, 40, 1024},
    {65, 17, 40, 1024},
    {256, 65, 16, 4096},
    {257, 65, 16, 4096},
    /* packed on the stack 256 steps of 64 columns at a time, or 1,024 of 16 */
    {24, 70, 256, 70},
    {24, 70, 257, 70},
    {24, 70, 1024, 70},
    {24, 70, 1025, 70},
    /* A of 256 KiB is walked in blocks of 12 rows; the pool wakes from 4 Mi multiply-adds on */
    {32, 70, 2048, 70},
    {33, 70, 2048, 70},
    {63, 66, 1100, 66},
    {73, 65, 1400, 65},
    /* B in blocks of 2,048 steps by 128 columns */
    {36, 128, 2049, 128},
    {37, 129, 2048, 131},
    /* AVX-512: 32 columns at a time from 7 rows on, where B has more than 40 KiB */
    {6, 65, 158, 65},
    {7, 65, 157, 65},
    {7, 65, 158, 65},
    {15, 97, 158, 97},
    {29, 127, 200, 127},
    /* and no more than 256 KiB */
    {23, 127, 516, 127},
    {23, 127, 517, 127},
    /* AVX2: a B of more than 512 steps is asked for ahead under whole tiles of six */
    {6, 16, 512, 16},
    {6, 16, 513, 16},
    {13, 31, 513, 31},
    /* few rows of A, up to 8 or 16, by 8 or 16 rows of B */
    {8, 41, 13, 41},
    {9, 41, 13, 41},
    {16, 41, 15, 41},
    {17, 41, 15, 41},
    /* one row: from 32 columns on; asked for ahead from 32 KiB on, along long rows otherwise than short */
    {1, 31, 300, 31},
    {1, 32, 256, 32},
    {1, 33, 256, 33},
    {1, 65, 257, 65},
    {2, 64, 63, 64},
};

static void expect_product(const char *what, const Limit *limit, const float *expected, HeedStatus status,
                           float *c)
{
    assert_int_equal(status, HEED_OK);
    for (size_t i = 0; i < limit->m * limit->n; i++) {
        if (same_float(expected[i], c[i])) continue;
        fail_msg("%s, %s, %zu x %zu x %zu, b's rows %zu apart: element %zu", heed_isa_name(), what, limit->m,
                 limit->n, limit->k, limit->b_stride, i);
    }
    for (size_t i = 0; i < limit->m * limit->n; i++) c[i] = NAN;
}

static void try_limit(Dice *dice, const Limit *limit)
{
    const size_t m = limit->m, n = limit->n, k = limit->k, b_stride = limit->b_stride;
    Guarded a = guarded_new(m * k), at = guarded_new(m * k), b = guarded_new((k - 1) * b_stride + n),
            bt = guarded_new(n * k), c = guarded_new(m * n), expected = guarded_new(m * n);
    fill(dice, a.data, m * k);
    fill(dice, b.data, (k - 1) * b_stride + n);
    transpose(a.data, m, k, at.data);
    for (size_t i = 0; i < n * k; i++) bt.data[i] = b.data[i % k * b_stride + i / k];
    for (size_t i = 0; i < m * n; i++)
        expected.data[i] = chain(a.data + i / n * k, 1, bt.data + i % n * k, 1, k);
    const HeedView b_view = {b.data, k, n, b_stride};
    const HeedOut out = heed_out(c.data, m, n);
    for (size_t i = 0; i < heed_isa_count(); i++) {
        if (heed_isa_select(heed_isa_name_at(i)) != HEED_OK) continue;
        HeedStatus status = heed_gemm_nn(heed_view(a.data, m, k), b_view, out);
        expect_product("nn", limit, expected.data, status, c.data);
        status = heed_gemm_nt(heed_view(a.data, m, k), heed_view(bt.data, n, k), out);
        expect_product("nt", limit, expected.data, status, c.data);
        status = heed_gemm_tn(heed_view(at.data, k, m), b_view, out);
        expect_product("tn", limit, expected.data, status, c.data);
    }
    guarded_free(&a), guarded_free(&at), guarded_free(&b);
    guarded_free(&bt), guarded_free(&c), guarded_free(&expected);
}

static void either_side_of_every_limit_is_a_chain_of_fma_in_every_set(void **state)
{
    (void)state;
    Dice dice = {6};
    assert_int_equal(heed_threads_set(3), HEED_OK);
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) try_limit(&dice, &limits[i]);
    assert_int_equal(heed_isa_select(NULL), HEED_OK);
    assert_int_equal(heed_threads_set(0), HEED_OK);
}

static void a_product_over_nothing_is_zero(void **state)
{
    (void)state;
    float c[6] = {1, 2, 3, 4, 5, 6};
    assert_int_equal(heed_gemm_nn(heed_view(NULL, 2, 0), heed_view(NULL, 0, 3), heed_out(c, 2, 3)), HEED_OK);
    for (int i = 0; i < 6; i++) assert_true(c[i] == 0.0f);
    assert_int_equal(heed_gemm_nt(heed_view(NULL, 0, 5), heed_view(NULL, 0, 5), heed_out(NULL, 0, 0)),
                     HEED_OK);
    assert_true(heed_dot(NULL, NULL, 0) == 0.0f);
    float y[2] = {7, 7};
    assert_int_equal(heed_gemv(heed_view(NULL, 2, 0), NULL, y), HEED_OK);
    assert_true(y[0] == 0.0f && y[1] == 0.0f);
}

static void a_gemv_is_the_product_with_one_column(void **state)
{
    (void)state;
    Dice dice = {4};
    float a[37 * 29], x[29], y[37], c[37];
    fill(&dice, a, 37 * 29);
    fill(&dice, x, 29);
    assert_int_equal(heed_gemv(heed_view(a, 37, 29), x, y), HEED_OK);
    assert_int_equal(heed_gemm_nn(heed_view(a, 37, 29), heed_view(x, 29, 1), heed_out(c, 37, 1)), HEED_OK);
    assert_memory_equal(y, c, sizeof c);
}

static void nan_and_infinity_pass_through(void **state)
{
    (void)state;
    const float a[4] = {1, NAN, 2, 3}, b[4] = {INFINITY, 1, 1, 0};
    float c[4];
    assert_int_equal(heed_gemm_nn(heed_view(a, 2, 2), heed_view(b, 2, 2), heed_out(c, 2, 2)), HEED_OK);
    assert_true(isnan(c[0]) && isnan(c[1]) && isinf(c[2]) && c[3] == 2.0f);
}

static void wrong_shapes_strides_and_pointers_are_refused_and_nothing_is_written(void **state)
{
    (void)state;
    float a[6] = {0}, b[6] = {0}, c[4] = {9, 9, 9, 9};
    HeedView narrow = {b, 3, 2, 1};
    HeedOut shared = {c, 2, 2, 0};
    HeedView huge = {b, SIZE_MAX / 2, 2, SIZE_MAX / 4};
    HeedOut huge_out = {c, SIZE_MAX / 2, 2, 2};
    assert_int_equal(heed_gemm_nn(heed_view(a, 2, 3), heed_view(b, 2, 3), heed_out(c, 2, 3)), HEED_BAD_SHAPE);
    assert_int_equal(heed_gemm_nn(heed_view(a, 2, 3), narrow, heed_out(c, 2, 2)), HEED_BAD_STRIDE);
    assert_int_equal(heed_gemm_nn(heed_view(a, 2, 3), heed_view(b, 3, 2), shared), HEED_BAD_STRIDE);
    assert_int_equal(heed_gemm_nn(heed_view(NULL, 2, 3), heed_view(b, 3, 2), heed_out(c, 2, 2)),
                     HEED_NO_DATA);
    assert_int_equal(heed_gemm_nt(huge, heed_view(b, 2, 2), huge_out), HEED_TOO_LARGE);
    for (int i = 0; i < 4; i++) assert_true(c[i] == 9.0f);
}

static void a_stride_of_zero_repeats_one_row(void **state)
{
    (void)state;
    const float a[6] = {1, 2, 3, 4, 5, 6}, row[2] = {10, 1};
    HeedView b = {row, 3, 2, 0};
    float c[4];
    assert_int_equal(heed_gemm_nn(heed_view(a, 2, 3), b, heed_out(c, 2, 2)), HEED_OK);
    assert_true(c[0] == 60 && c[1] == 6 && c[2] == 150 && c[3] == 15);
}

static void a_transpose_moves_every_element(void **state)
{
    (void)state;
    Dice dice = {5};
    float x[37 * 50], y[37 * 50];
    fill(&dice, x, 37 * 50);
    HeedView view = {x, 37, 45, 50};
    HeedOut out = {y, 45, 37, 41};
    assert_int_equal(heed_transpose(view, out), HEED_OK);
    for (size_t i = 0; i < 37; i++) {
        for (size_t j = 0; j < 45; j++) assert_true(y[j * 41 + i] == x[i * 50 + j]);
    }
    assert_int_equal(heed_transpose(view, heed_out(y, 37, 45)), HEED_BAD_SHAPE);
}

enum { DEEP = 1100, SIDE = 100 };

static float deep_a[SIDE * DEEP], deep_b[DEEP * SIDE], deep_c[SIDE * SIDE];
static void (*softmax_tile)(const HeedTile *tile);

static void multiply_deep(float *c)
{
    HeedStatus status =
        heed_gemm_nn(heed_view(deep_a, SIDE, DEEP), heed_view(deep_b, DEEP, SIDE), heed_out(c, SIDE, SIDE));
    assert_int_equal(status, HEED_OK);
}

static void softmax_and_multiply(const HeedTile *tile)
{
    multiply_deep(deep_c);
    softmax_tile(tile);
}

/* Then it packs into a small buffer on the stack: the pool's scratch memory is taken. */
static void a_large_product_while_the_pool_is_busy_has_the_same_bits(void **state)
{
    (void)state;
    static float alone[SIDE * SIDE];
    float q[4 * 4], out[4 * 4];
    heed_random_normal(1, 0, 0, SIDE * DEEP, deep_a);
    heed_random_normal(2, 0, 0, DEEP * SIDE, deep_b);
    heed_random_normal(3, 0, 0, 4 * 4, q);
    multiply_deep(alone);
    HeedKernels table = *heed_kernels();
    softmax_tile = table.softmax_tile;
    table.softmax_tile = softmax_and_multiply;
    heed_kernels_set_for_test(&table);
    HeedView v = heed_view(q, 4, 4);
    assert_int_equal(heed_attention(v, v, v, NULL, NULL, heed_out(out, 4, 4), NULL), HEED_OK);
    heed_kernels_set_for_test(NULL);
    assert_memory_equal(deep_c, alone, sizeof alone);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_small_size_is_within_16_eps_in_any_transposition),
        cmocka_unit_test(large_odd_sizes_are_within_16_eps),
        cmocka_unit_test(an_element_is_one_chain_of_fma_whatever_the_path),
        cmocka_unit_test(a_teaching_size_within_larger_arrays_is_a_chain_of_fma_in_every_set),
        cmocka_unit_test(either_side_of_every_limit_is_a_chain_of_fma_in_every_set),
        cmocka_unit_test(a_product_over_nothing_is_zero),
        cmocka_unit_test(a_gemv_is_the_product_with_one_column),
        cmocka_unit_test(nan_and_infinity_pass_through),
        cmocka_unit_test(wrong_shapes_strides_and_pointers_are_refused_and_nothing_is_written),
        cmocka_unit_test(a_stride_of_zero_repeats_one_row),
        cmocka_unit_test(a_transpose_moves_every_element),
        cmocka_unit_test(a_large_product_while_the_pool_is_busy_has_the_same_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
