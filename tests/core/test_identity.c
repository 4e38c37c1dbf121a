/* The same bits with every kernel set.
 *
 * A case draws shapes, strides, starts and values from its seed, runs public functions, and records what
 * came out. It runs once with the scalar set and once with each other set; the records must agree. Arrays
 * end at an unreadable page, and outputs lie in a bed of a known value that must stay as it was.
 *
 * This program is also built with the AVX-512 files compiled against an emulation of their intrinsics
 * (tests.cmake), so that every machine tests all sets. */
#include "check.h"

enum { MAX_ARRAYS = 64 };

typedef struct Record {
    double *values; /* floats and sizes fit a double exactly; NaN is one value */
    size_t n, capacity;
    Guarded arrays[MAX_ARRAYS];
    size_t n_arrays;
} Record;

static void record(Record *r, double value)
{
    if (r->n == r->capacity) {
        r->capacity = r->capacity ? 2 * r->capacity : 1024;
        r->values = realloc(r->values, r->capacity * sizeof *r->values);
    }
    r->values[r->n++] = value;
}

static void record_floats(Record *r, const float *x, size_t n)
{
    for (size_t i = 0; i < n; i++) record(r, (double)x[i]);
}

static void record_out(Record *r, HeedOut x)
{
    for (size_t i = 0; i < x.rows; i++) record_floats(r, x.data + i * x.stride, x.cols);
}

static void record_report(Record *r, HeedReport report)
{
    record(r, (double)report.masked_rows);
    record(r, (double)report.first_masked);
    record(r, (double)report.nan_rows);
    record(r, (double)report.first_nan);
}

/* How wild the values of a case are. */
typedef enum Mood { TAME, WIDE, WILD, MOOD_COUNT } Mood;

static float draw(Dice *dice, Mood mood)
{
    static const float oddities[] = {0.0f,      -0.0f, 1e30f,  -1e30f,    1e-40f,      -1e-44f, INFINITY,
                                     -INFINITY, 3e38f, -3e38f, 1.17e-38f, 16777217.0f, 88.7f,   -103.9f};
    if (mood == TAME) return dice_bell(dice);
    if (mood == WIDE) return ldexpf(dice_float(dice), (int)dice_below(dice, 20) - 8);
    size_t pick = dice_below(dice, 40);
    if (pick == 0) return NAN;
    if (pick <= 3) return oddities[dice_below(dice, sizeof oddities / sizeof *oddities)];
    if (pick <= 6) return bits_float((uint32_t)dice_next(dice));
    return 30.0f * dice_bell(dice);
}

static float *floats_new(Record *r, size_t n)
{
    assert_true(r->n_arrays < MAX_ARRAYS);
    r->arrays[r->n_arrays] = guarded_new(n);
    return r->arrays[r->n_arrays++].data;
}

static size_t span(size_t rows, size_t cols, size_t stride)
{
    return rows == 0 || cols == 0 ? 0 : (rows - 1) * stride + cols;
}

static size_t draw_stride(Dice *dice, size_t cols)
{
    return cols + (dice_below(dice, 2) ? dice_below(dice, 9) : 0);
}

static HeedView in_new(Record *r, Dice *dice, size_t rows, size_t cols, Mood mood)
{
    size_t stride = draw_stride(dice, cols), n = span(rows, cols, stride);
    float *data = floats_new(r, n);
    for (size_t i = 0; i < n; i++) data[i] = draw(dice, mood);
    HeedView view = {data, rows, cols, stride};
    return view;
}

#define BED (-12345.5f)

static HeedOut out_new(Record *r, Dice *dice, size_t rows, size_t cols)
{
    size_t stride = draw_stride(dice, cols), n = span(rows, cols, stride);
    float *data = floats_new(r, n);
    for (size_t i = 0; i < n; i++) data[i] = BED;
    HeedOut out = {data, rows, cols, stride};
    return out;
}

static void assert_bed_untouched(HeedOut x)
{
    for (size_t i = 0; i + 1 < x.rows && x.cols > 0; i++) {
        for (size_t j = x.cols; j < x.stride; j++) assert_true(x.data[i * x.stride + j] == BED);
    }
}

static void finish(Record *r, HeedOut x)
{
    assert_bed_untouched(x);
    record_out(r, x);
}

/* Small odd sizes mostly; sometimes some that take the blocked paths. */
static size_t draw_size(Dice *dice)
{
    size_t pick = dice_below(dice, 16);
    return pick < 11 ? dice_below(dice, 20) : pick < 15 ? dice_below(dice, 100) : dice_below(dice, 300);
}

static Mood draw_mood(Dice *dice)
{
    return (Mood)dice_below(dice, MOOD_COUNT);
}

static HeedMask draw_mask(Record *r, Dice *dice, size_t rows, size_t cols)
{
    HeedMask mask = {0};
    size_t kinds = dice_below(dice, 8);
    if (kinds & 1) {
        mask.allow_stride = dice_below(dice, 3) ? cols : 0;
        size_t n = span(mask.allow_stride ? rows : 1, cols, cols);
        bool *allow = (bool *)floats_new(r, (n + 3) / 4);
        for (size_t i = 0; i < n; i++) allow[i] = dice_below(dice, 4) > 0;
        if (dice_below(dice, 4) == 0) memset(allow, 0, n);
        mask.allow = allow;
    }
    if (kinds & 2) {
        HeedView bias = in_new(r, dice, rows, cols, TAME);
        float *data = (float *)(uintptr_t)bias.data;
        for (size_t i = 0; i < span(rows, cols, bias.stride); i++) {
            if (dice_below(dice, 5) == 0) data[i] = -INFINITY;
        }
        mask.bias = data;
        mask.bias_stride = bias.stride;
    }
    if (kinds & 4) {
        mask.is_causal = true;
        mask.causal_offset = dice_below(dice, 2) ? 0 : (ptrdiff_t)dice_below(dice, 21) - 10;
    }
    return mask;
}

/* -------------------------------------------------------------------- cases */

static void some_products(Record *r, Dice *dice, size_t m, size_t n, size_t k)
{
    Mood mood = draw_mood(dice);
    HeedOut nn = out_new(r, dice, m, n), nt = out_new(r, dice, m, n), tn = out_new(r, dice, m, n);
    assert_int_equal(heed_gemm_nn(in_new(r, dice, m, k, mood), in_new(r, dice, k, n, mood), nn), HEED_OK);
    assert_int_equal(heed_gemm_nt(in_new(r, dice, m, k, mood), in_new(r, dice, n, k, mood), nt), HEED_OK);
    assert_int_equal(heed_gemm_tn(in_new(r, dice, k, m, mood), in_new(r, dice, k, n, mood), tn), HEED_OK);
    finish(r, nn);
    finish(r, nt);
    finish(r, tn);
    HeedView a = in_new(r, dice, m, k, mood), x = in_new(r, dice, 1, k, mood);
    float *y = floats_new(r, m);
    assert_int_equal(heed_gemv(a, x.data, y), HEED_OK);
    record_floats(r, y, m);
    if (m > 0) record(r, (double)heed_dot(a.data, x.data, k));
}

static void products(Record *r, Dice *dice)
{
    size_t m = draw_size(dice), n = draw_size(dice), k = draw_size(dice);
    some_products(r, dice, m, n, k);
}

/* 64 columns, and up to twice as many, of a B as large as the first-level cache or twice that: AVX-512 goes
 * other ways on either side, with few rows and many. */
static void products_of_a_larger_b(Record *r, Dice *dice)
{
    size_t m = 4 + dice_below(dice, 30), n = 60 + dice_below(dice, 80);
    size_t k = (1 + dice_below(dice, 2)) * 10 * 1024 / n - 2 + dice_below(dice, 5);
    some_products(r, dice, m, n, k);
}

static void maps(Record *r, Dice *dice)
{
    size_t rows = 1 + dice_below(dice, 3), cols = draw_size(dice);
    for (int op = 0; op < HEED_MAP_COUNT; op++) {
        HeedView x = in_new(r, dice, rows, cols, WILD);
        HeedOut y = out_new(r, dice, rows, cols);
        assert_int_equal(heed_map((HeedMap)op, x, y), HEED_OK);
        finish(r, y);
        record(r, (double)heed_map1((HeedMap)op, draw(dice, WILD)));
    }
}

static void softmax_rows(Record *r, Dice *dice)
{
    size_t rows = 1 + dice_below(dice, 5), cols = draw_size(dice) * (1 + dice_below(dice, 3));
    HeedView x = in_new(r, dice, rows, cols, draw_mood(dice));
    HeedMask mask = draw_mask(r, dice, rows, cols);
    HeedOut w = out_new(r, dice, rows, cols), z = out_new(r, dice, rows, cols);
    float scale = dice_below(dice, 4) ? draw(dice, WIDE) : 0.0f;
    HeedReport report;
    const float *scale_given = dice_below(dice, 2) ? &scale : NULL;
    const HeedMask *mask_given = dice_below(dice, 4) ? &mask : NULL;
    assert_int_equal(heed_softmax_rows(x, scale_given, mask_given, w, &report), HEED_OK);
    record_report(r, report);
    finish(r, w);
    assert_int_equal(heed_scale_rows(x, &scale, mask_given, z), HEED_OK);
    finish(r, z);
    HeedOut in_place = {(float *)(uintptr_t)x.data, rows, cols, x.stride};
    assert_int_equal(heed_softmax_rows(x, scale_given, mask_given, in_place, NULL), HEED_OK);
    record_out(r, in_place);
}

static void attentions(Record *r, Dice *dice)
{
    size_t n_q = draw_size(dice), n_k = draw_size(dice), d_k = dice_below(dice, 40),
           d_v = dice_below(dice, 40);
    Mood mood = dice_below(dice, 4) ? TAME : draw_mood(dice);
    HeedView q = in_new(r, dice, n_q, d_k, mood), k = in_new(r, dice, n_k, d_k, mood);
    HeedView v = in_new(r, dice, n_k, d_v, draw_mood(dice));
    HeedMask mask = draw_mask(r, dice, n_q, n_k);
    const HeedMask *mask_given = dice_below(dice, 4) ? &mask : NULL;
    HeedTrace trace = {out_new(r, dice, n_q, n_k), out_new(r, dice, n_q, n_k), out_new(r, dice, n_q, n_k),
                       out_new(r, dice, n_q, d_v)};
    HeedReport report;
    assert_int_equal(heed_attention_trace(q, k, v, NULL, mask_given, &trace, &report), HEED_OK);
    record_report(r, report);
    finish(r, trace.scores);
    finish(r, trace.scaled);
    finish(r, trace.weights);
    finish(r, trace.out);
    HeedOut out = out_new(r, dice, n_q, d_v);
    assert_int_equal(heed_attention(q, k, v, NULL, mask_given, out, &report), HEED_OK);
    record_report(r, report);
    finish(r, out);
}

static void additive(Record *r, Dice *dice)
{
    size_t n_q = dice_below(dice, 12), n_k = dice_below(dice, 30), d = dice_below(dice, 20),
           d_a = dice_below(dice, 40);
    Mood mood = draw_mood(dice);
    HeedView q = in_new(r, dice, n_q, d, mood), k = in_new(r, dice, n_k, d, mood),
             v = in_new(r, dice, n_k, 3, TAME);
    HeedView w = in_new(r, dice, d_a, d, mood), u_k = in_new(r, dice, d_a, d, mood),
             u = in_new(r, dice, 1, d_a, mood);
    HeedMask mask = draw_mask(r, dice, n_q, n_k);
    HeedAdditiveTrace trace = {out_new(r, dice, n_q, d_a), out_new(r, dice, n_k, d_a),
                               out_new(r, dice, n_q, n_k), out_new(r, dice, n_q, n_k),
                               out_new(r, dice, n_q, n_k), out_new(r, dice, n_q, 3)};
    HeedReport report;
    assert_int_equal(heed_additive_attention(q, k, v, w, u_k, u.data, NULL, &mask, &trace, &report), HEED_OK);
    record_report(r, report);
    finish(r, trace.scores);
    finish(r, trace.weights);
    finish(r, trace.out);
}

static void reductions(Record *r, Dice *dice)
{
    size_t rows = dice_below(dice, 70), cols = draw_size(dice);
    HeedView x = in_new(r, dice, rows, cols, draw_mood(dice));
    float *out = floats_new(r, rows + cols);
    for (int op = 0; op < HEED_REDUCE_COUNT; op++) {
        double all;
        if (heed_reduce((HeedReduce)op, x, 0.0, &all) == HEED_OK) record(r, all);
        if (heed_reduce_axis((HeedReduce)op, x, HEED_AXIS_0, 1.0, out) == HEED_OK)
            record_floats(r, out, cols);
        if (heed_reduce_axis((HeedReduce)op, x, HEED_AXIS_1, 0.0, out) == HEED_OK)
            record_floats(r, out, rows);
    }
}

static void layers(Record *r, Dice *dice)
{
    size_t rows = dice_below(dice, 5), cols = draw_size(dice);
    Mood mood = draw_mood(dice);
    HeedView x = in_new(r, dice, rows, cols, mood), gain = in_new(r, dice, 1, cols, mood);
    HeedView bias = in_new(r, dice, 1, cols, mood);
    HeedOut y = out_new(r, dice, rows, cols);
    assert_int_equal(heed_layer_norm(x, dice_below(dice, 2) ? gain.data : NULL,
                                     dice_below(dice, 2) ? bias.data : NULL, 1e-5, y),
                     HEED_OK);
    finish(r, y);
}

static void tallies(Record *r, Dice *dice)
{
    size_t n = draw_size(dice) * 3;
    HeedView x = in_new(r, dice, 1, n, dice_below(dice, 3) ? TAME : WIDE);
    uint64_t bins[7];
    HeedTally tally;
    assert_int_equal(heed_tally_init(&tally, 0.25f, -2.0, 2.0, 7, bins), HEED_OK);
    heed_tally_add(&tally, x.data, n);
    HeedMoments moments = heed_tally_moments(&tally);
    record(r, moments.mean);
    record(r, moments.var);
    record(r, moments.skew);
    record(r, moments.kurtosis);
    for (size_t i = 0; i < 7; i++) record(r, (double)bins[i]);
}

static void randoms(Record *r, Dice *dice)
{
    size_t n = dice_below(dice, 700);
    uint64_t seed = dice_next(dice), stream = dice_next(dice),
             first = dice_next(dice) >> dice_below(dice, 64);
    float *out = floats_new(r, n);
    heed_random_words(seed, stream, first, n, (uint32_t *)(void *)out);
    for (size_t i = 0; i < n; i++) record(r, (double)float_bits(out[i]));
    heed_random_uniform(seed, stream, first, n, out);
    record_floats(r, out, n);
    heed_random_normal(seed, stream, first, n, out);
    record_floats(r, out, n);
}

static void samples(Record *r, Dice *dice)
{
    static const size_t sizes[] = {0, 1, 2, 3, 4, 7, 8, 16, 31, 64, 100, 128};
    size_t d_k = sizes[dice_below(dice, sizeof sizes / sizeof *sizes)],
           keys = dice_below(dice, 3) ? 1 : 1 + dice_below(dice, 20);
    if (dice_below(dice, 20) == 0) d_k = 4000 + dice_below(dice, 5000);
    size_t n = dice_below(dice, 40);
    float *out = floats_new(r, n * keys);
    assert_int_equal(heed_dot_samples(dice_next(dice), d_k, keys, dice_below(dice, 1000), n, out), HEED_OK);
    record_floats(r, out, n * keys);
}

/* ------------------------------------------------------------------ harness */

typedef void Case(Record *r, Dice *dice);

static Record run(Case *one, const HeedKernels *kernels, uint64_t seed)
{
    Record r = {0};
    Dice dice = {seed};
    heed_kernels_set_for_test(kernels);
    one(&r, &dice);
    heed_kernels_set_for_test(NULL);
    for (size_t i = 0; i < r.n_arrays; i++) guarded_free(&r.arrays[i]);
    return r;
}

static bool can_run(const char *name)
{
#ifdef HEED_TEST_EMULATED
    if (strcmp(name, HEED_TEST_EMULATED) == 0) return true;
#endif
    return heed_isa_is_available(name);
}

static void agree_with_scalar(Case *one, size_t seeds)
{
#ifdef HEED_TEST_EMULATED
    seeds /= 3; /* emulation is slow */
#endif
    const HeedKernels *scalar = heed_kernels_named("scalar");
    size_t sets = 0;
    for (size_t i = 0; i < heed_isa_count(); i++) {
        const HeedKernels *set = heed_kernels_named(heed_isa_name_at(i));
        if (!set || set == scalar || !can_run(set->name)) continue;
        sets++;
        for (uint64_t seed = 0; seed < seeds; seed++) {
            Record a = run(one, scalar, seed), b = run(one, set, seed);
            assert_int_equal(a.n, b.n);
            for (size_t j = 0; j < a.n; j++) {
                if (same_double(a.values[j], b.values[j])) continue;
                fail_msg("%s, seed %d, value %zu: scalar %a, here %a", set->name, (int)seed, j, a.values[j],
                         b.values[j]);
            }
            free(a.values);
            free(b.values);
        }
    }
    if (sets == 0) skip();
}

#define CASE(name, seeds)                                                                                    \
    static void name##_have_the_same_bits(void **state)                                                      \
    {                                                                                                        \
        (void)state;                                                                                         \
        agree_with_scalar(name, seeds);                                                                      \
    }

CASE(products, 400)
CASE(products_of_a_larger_b, 60)
CASE(maps, 400)
CASE(softmax_rows, 1500)
CASE(attentions, 400)
CASE(additive, 150)
CASE(reductions, 300)
CASE(layers, 300)
CASE(tallies, 300)
CASE(randoms, 200)
CASE(samples, 200)

int main(void)
{
#ifdef HEED_TEST_EMULATED
    enum { SKIPPED = 77 };
    if (!heed_isa_is_available("avx2")) { /* which the emulation is built with */
        puts("skipped: this machine has no AVX2");
        return SKIPPED;
    }
#endif
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(products_have_the_same_bits),
        cmocka_unit_test(products_of_a_larger_b_have_the_same_bits),
        cmocka_unit_test(maps_have_the_same_bits),
        cmocka_unit_test(softmax_rows_have_the_same_bits),
        cmocka_unit_test(attentions_have_the_same_bits),
        cmocka_unit_test(additive_have_the_same_bits),
        cmocka_unit_test(reductions_have_the_same_bits),
        cmocka_unit_test(layers_have_the_same_bits),
        cmocka_unit_test(tallies_have_the_same_bits),
        cmocka_unit_test(randoms_have_the_same_bits),
        cmocka_unit_test(samples_have_the_same_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
