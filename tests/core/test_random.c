/* Random numbers: Philox's published answers, the layout of elements, the normals' truth and statistics,
 * samples of q . k as products of what randn would give. */
#include "check.h"

/* The known answers that accompany the paper (Random123, kat_vectors, philox 4x32 10). */
static void philox_gives_its_published_answers(void **state)
{
    (void)state;
    static const struct {
        uint64_t seed, stream, counter;
        uint32_t words[4];
    } known[] = {
        {0, 0, 0, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
        {UINT64_MAX, UINT64_MAX, UINT64_MAX, {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
        {0x299f31d0a4093822,
         0x0370734413198a2e,
         0x85a308d3243f6a88,
         {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        /* Counter 16 B + l has its word w at element 16 w + l of block B. */
        uint32_t words[64];
        heed_kernels()->random_words(known[i].seed, known[i].stream, known[i].counter / 16, 1, words);
        for (size_t w = 0; w < 4; w++)
            assert_int_equal(words[16 * w + known[i].counter % 16], known[i].words[w]);
    }
}

static void a_range_drawn_in_pieces_is_the_range_drawn_at_once(void **state)
{
    (void)state;
    enum { LEN = 3000 };
    static float whole[LEN], pieces[LEN];
    static uint32_t words[LEN], word_pieces[LEN];
    const uint64_t first = 12345;
    Dice dice = {1};
    heed_random_normal(7, 3, first, LEN, whole);
    heed_random_words(7, 3, first, LEN, words);
    for (int round = 0; round < 20; round++) {
        for (size_t i = 0; i < LEN;) {
            size_t n = 1 + dice_below(&dice, 300);
            n = n < LEN - i ? n : LEN - i;
            heed_random_normal(7, 3, first + i, n, pieces + i);
            heed_random_words(7, 3, first + i, n, word_pieces + i);
            i += n;
        }
        assert_memory_equal(whole, pieces, sizeof whole);
        assert_memory_equal(words, word_pieces, sizeof words);
    }
}

static void a_normal_agrees_with_its_formula_in_double(void **state)
{
    (void)state;
    enum { BLOCKS = 2000 };
    static float normals[64 * BLOCKS];
    static uint32_t words[64 * BLOCKS];
    heed_random_normal(42, 0, 0, 64 * BLOCKS, normals);
    heed_random_words(42, 0, 0, 64 * BLOCKS, words);
    const double two_pi = 6.283185307179586476925;
    double worst = 0.0;
    for (size_t i = 0; i < 64 * BLOCKS; i++) {
        size_t w = i % 64 / 16, lane = i % 16, pair = i / 64 * 64 + (w < 2 ? 0 : 32) + lane;
        double u = ((double)(words[pair] >> 8) + 1.0) * 0x1p-24,
               angle = two_pi * (double)words[pair + 16] * 0x1p-32;
        double exact = sqrt(-2.0 * log(u)) * (w % 2 == 0 ? cos(angle) : sin(angle));
        worst = fmax(worst, fabs((double)normals[i] - exact));
    }
    assert_true(worst <= 6e-7);
}

static int by_value(const void *x, const void *y)
{
    float a = *(const float *)x, b = *(const float *)y;
    return (a > b) - (a < b);
}

/* Bounds of five standard errors: a right generator fails one of these once in some hundred thousand seeds.
 */
static void check_normal_statistics(uint64_t seed, size_t n)
{
    float *x = malloc(n * sizeof *x);
    double sum = 0, squares = 0, cubes = 0, fourths = 0, distance = 0;
    heed_random_normal(seed, 0, 0, n, x);
    for (size_t i = 0; i < n; i++) {
        double v = (double)x[i];
        sum += v, squares += v * v, cubes += v * v * v, fourths += v * v * v * v;
    }
    double root = sqrt((double)n);
    assert_true(fabs(sum / n) < 5.0 / root);
    assert_true(fabs(squares / n - 1.0) < 5.0 * sqrt(2.0) / root);
    assert_true(fabs(cubes / n) < 5.0 * sqrt(15.0) / root);
    assert_true(fabs(fourths / n - 3.0) < 5.0 * sqrt(96.0) / root);
    qsort(x, n, sizeof *x, by_value);
    for (size_t i = 0; i < n; i++) {
        double below = 0.5 * erfc(-(double)x[i] * 0.70710678118654752440);
        distance = fmax(distance, fmax(fabs(below - (double)i / n), fabs(below - (double)(i + 1) / n)));
    }
    assert_true(distance * root < 2.2); /* Kolmogorov and Smirnov: exceeded once in 8,000 */
    free(x);
}

static void normals_have_the_moments_and_the_distribution_of_a_normal(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 5; seed++) check_normal_statistics(seed, 200000);
}

static void neighbours_pairs_and_seeds_are_uncorrelated(void **state)
{
    (void)state;
    enum { LEN = 200000 };
    static const size_t lags[] = {1, 2, 15, 16, 17, 32, 48, 64, 128};
    float *x = malloc(LEN * sizeof *x), *y = malloc(LEN * sizeof *y);
    heed_random_normal(1, 0, 0, LEN, x);
    heed_random_normal(2, 0, 0, LEN, y);
    for (size_t l = 0; l < sizeof lags / sizeof *lags; l++) {
        double within = 0, squares = 0;
        for (size_t i = 0; i + lags[l] < LEN; i++) {
            double a = (double)x[i], b = (double)x[i + lags[l]];
            within += a * b;
            squares += (a * a - 1) * (b * b - 1);
        }
        assert_true(fabs(within / LEN) < 5.0 / sqrt(LEN) && fabs(squares / LEN) < 10.0 / sqrt(LEN));
    }
    double across = 0;
    for (size_t i = 0; i < LEN; i++) across += (double)x[i] * (double)y[i];
    assert_true(fabs(across / LEN) < 5.0 / sqrt(LEN));
    heed_random_normal(1, 1, 0, LEN, y);
    across = 0;
    for (size_t i = 0; i < LEN; i++) across += (double)x[i] * (double)y[i];
    assert_true(fabs(across / LEN) < 5.0 / sqrt(LEN));
    free(x);
    free(y);
}

static void uniforms_lie_in_0_to_1_and_are_even(void **state)
{
    (void)state;
    enum { LEN = 100000 };
    static float x[LEN];
    static uint32_t words[LEN];
    size_t bins[10] = {0};
    heed_random_uniform(9, 0, 5, LEN, x);
    heed_random_words(9, 0, 5, LEN, words);
    for (size_t i = 0; i < LEN; i++) {
        assert_true(x[i] >= 0.0f && x[i] < 1.0f && x[i] == (float)(words[i] >> 8) * 0x1p-24f);
        bins[(size_t)(x[i] * 10.0f)]++;
    }
    for (int i = 0; i < 10; i++) assert_true(fabs((double)bins[i] - LEN / 10.0) < 5.0 * sqrt(LEN * 0.09));
}

static void integers_cover_their_range_and_stay_in_it(void **state)
{
    (void)state;
    int32_t x[4000];
    size_t seen[5] = {0};
    assert_int_equal(heed_random_integers(3, 0, -2, 3, 0, 4000, x), HEED_OK);
    for (size_t i = 0; i < 4000; i++) {
        assert_in_range(x[i] + 2, 0, 4);
        seen[x[i] + 2]++;
    }
    for (int i = 0; i < 5; i++) assert_true(fabs((double)seen[i] - 800) < 5 * sqrt(640));
    assert_int_equal(heed_random_integers(3, 0, INT32_MIN, (int64_t)INT32_MAX + 1, 0, 10, x), HEED_OK);
    assert_int_equal(heed_random_integers(3, 0, 7, 8, 0, 10, x), HEED_OK);
    assert_int_equal(x[9], 7);
    assert_int_equal(heed_random_integers(3, 0, 7, 7, 0, 10, x), HEED_BAD_ARGUMENT);
    assert_int_equal(heed_random_integers(3, 0, 0, (int64_t)1 << 40, 0, 10, x), HEED_BAD_ARGUMENT);
}

static void a_sample_is_the_product_of_rows_of_normals(void **state)
{
    (void)state;
    static const size_t shapes[][3] = {{64, 1, 50},  {1, 1, 300},  {3, 4, 40},
                                       {128, 16, 5}, {5000, 2, 3}, {9000, 1, 2}};
    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {
        size_t d = shapes[s][0], keys = shapes[s][1], n = shapes[s][2], rows = n * (1 + keys);
        float *x = malloc(rows * d * sizeof *x), *out = malloc(n * keys * sizeof *out);
        float *q = malloc(d * sizeof *q), *k = malloc(d * sizeof *k);
        heed_random_normal(5, 0, 0, rows * d, x);
        assert_int_equal(heed_dot_samples(5, d, keys, 0, n, out), HEED_OK);
        for (size_t i = 0; i < n; i++) {
            for (size_t j = 0; j < keys; j++) {
                const float *query = x + i * (1 + keys) * d, *key = query + (1 + j) * d;
                assert_true(same_float(out[i * keys + j], heed_dot(query, key, d)));
                assert_int_equal(heed_dot_sample_operands(5, d, keys, i, j, q, k), HEED_OK);
                assert_memory_equal(q, query, d * sizeof *q);
                assert_memory_equal(k, key, d * sizeof *k);
            }
        }
        float *later = malloc(n * keys * sizeof *later); /* any range by itself */
        assert_int_equal(heed_dot_samples(5, d, keys, n / 2, n - n / 2, later), HEED_OK);
        assert_memory_equal(later, out + n / 2 * keys, (n - n / 2) * keys * sizeof *out);
        free(x), free(out), free(q), free(k), free(later);
    }
}

static void samples_have_variance_d_k(void **state)
{
    (void)state;
    enum { LEN = 100000 };
    static const size_t sizes[] = {1, 4, 64, 128};
    float *x = malloc(LEN * sizeof *x);
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        HeedTally tally;
        double d = (double)sizes[s];
        assert_int_equal(heed_tally_init(&tally, 0.0f, 0, 0, 0, NULL), HEED_OK);
        assert_int_equal(heed_dot_samples(1, sizes[s], 1, 0, LEN, x), HEED_OK);
        heed_tally_add(&tally, x, LEN);
        HeedMoments got = heed_tally_moments(&tally);
        assert_true(fabs(got.mean) < 5.0 * sqrt(d / LEN));
        assert_true(fabs(got.var / d - 1.0) < 5.0 * sqrt((2.0 + 6.0 / d) / LEN));
        assert_true(sizes[s] > 4 || fabs(got.kurtosis - 6.0 / d) < 1.0); /* not normal at small d_k */
    }
    free(x);
}

static void impossible_samples_are_refused(void **state)
{
    (void)state;
    float out[4] = {1, 1, 1, 1};
    assert_int_equal(heed_dot_samples(1, 4, 0, 0, 4, out), HEED_BAD_ARGUMENT);
    assert_int_equal(heed_dot_samples(1, SIZE_MAX / 2, 3, 0, 4, out), HEED_TOO_LARGE);
    assert_int_equal(heed_dot_samples(1, 64, 1, UINT64_MAX - 2, 4, out), HEED_TOO_LARGE);
    assert_int_equal(heed_dot_samples(1, 64, 1, UINT64_MAX / 64, 4, out), HEED_TOO_LARGE);
    assert_int_equal(heed_dot_samples(1, 0, 1, 0, 4, out), HEED_OK);
    for (int i = 0; i < 4; i++) assert_true(out[i] == 0.0f);
    assert_int_equal(heed_dot_samples(1, 8, 1, 0, 0, NULL), HEED_OK);
    assert_int_equal(heed_dot_sample_operands(1, 4, 2, 0, 2, out, out), HEED_BAD_ARGUMENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(philox_gives_its_published_answers),
        cmocka_unit_test(a_range_drawn_in_pieces_is_the_range_drawn_at_once),
        cmocka_unit_test(a_normal_agrees_with_its_formula_in_double),
        cmocka_unit_test(normals_have_the_moments_and_the_distribution_of_a_normal),
        cmocka_unit_test(neighbours_pairs_and_seeds_are_uncorrelated),
        cmocka_unit_test(uniforms_lie_in_0_to_1_and_are_even),
        cmocka_unit_test(integers_cover_their_range_and_stay_in_it),
        cmocka_unit_test(a_sample_is_the_product_of_rows_of_normals),
        cmocka_unit_test(samples_have_variance_d_k),
        cmocka_unit_test(impossible_samples_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
