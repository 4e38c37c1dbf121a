/* Which kernels run, and on how many threads: chosen by name, never seen in a result. */
#include "check.h"

#include <pthread.h>

static void the_scalar_set_is_always_there_and_the_best_is_chosen(void **state)
{
    (void)state;
    assert_true(heed_isa_is_available("scalar"));
    assert_int_equal(heed_isa_select(NULL), HEED_OK);
    const char *best = "scalar";
    for (size_t i = 0; i < heed_isa_count(); i++) {
        if (heed_isa_is_available(heed_isa_name_at(i))) best = heed_isa_name_at(i);
    }
    assert_string_equal(heed_isa_name(), best);
    assert_null(heed_isa_name_at(heed_isa_count()));
    assert_null(heed_isa_name_at(SIZE_MAX));
    assert_false(heed_isa_is_available(NULL));
}

static void each_available_set_can_be_forced(void **state)
{
    (void)state;
    for (size_t i = 0; i < heed_isa_count(); i++) {
        const char *name = heed_isa_name_at(i);
        HeedStatus status = heed_isa_select(name);
        assert_int_equal(status, heed_isa_is_available(name) ? HEED_OK : HEED_MISSING_ISA);
        if (status == HEED_OK) assert_string_equal(heed_isa_name(), name);
    }
    assert_int_equal(heed_isa_select(NULL), HEED_OK);
}

static void an_unknown_name_leaves_the_set_as_it_was(void **state)
{
    (void)state;
    assert_int_equal(heed_isa_select("scalar"), HEED_OK);
    assert_int_equal(heed_isa_select("sse9"), HEED_UNKNOWN_ISA);
    assert_int_equal(heed_isa_select(""), HEED_UNKNOWN_ISA);
    assert_string_equal(heed_isa_name(), "scalar");
    assert_int_equal(heed_isa_select(NULL), HEED_OK);
}

static HeedRow softmax_off_by_a_thousandth(const float *z, size_t n, float *w)
{
    HeedRow row = heed_kernels_named("scalar")->softmax_row(z, n, w);
    for (size_t j = 0; j < n; j++) w[j] += 1e-3f;
    return row;
}

static void a_table_set_for_a_test_is_what_everything_runs_on(void **state)
{
    (void)state;
    HeedKernels broken = *heed_kernels();
    broken.softmax_row = softmax_off_by_a_thousandth;
    const float q[2] = {1, 0}, k[4] = {1, 0, 0, 1};
    float w[2], out[2];
    HeedTrace trace = {heed_out(w, 1, 2), heed_out(w, 1, 2), heed_out(w, 1, 2), heed_out(out, 1, 2)};
    heed_kernels_set_for_test(&broken);
    assert_int_equal(heed_attention_trace(heed_view(q, 1, 2), heed_view(k, 2, 2), heed_view(k, 2, 2), NULL,
                                          NULL, &trace, NULL),
                     HEED_OK);
    heed_kernels_set_for_test(NULL);
    assert_float_equal(w[0] + w[1], 1.002, 1e-6);
    assert_int_equal(heed_softmax_rows(heed_view(q, 1, 2), NULL, NULL, heed_out(w, 1, 2), NULL), HEED_OK);
    assert_float_equal(w[0] + w[1], 1.0, 1e-6);
}

static void every_status_has_its_sentence(void **state)
{
    (void)state;
    for (int i = 0; i < HEED_STATUS_COUNT; i++) {
        assert_true(strlen(heed_status_text((HeedStatus)i)) > 3);
        for (int j = 0; j < i; j++) {
            assert_string_not_equal(heed_status_text((HeedStatus)i), heed_status_text((HeedStatus)j));
        }
    }
    assert_non_null(heed_status_text((HeedStatus)12345));
}

static void more_threads_than_the_pool_holds_are_refused(void **state)
{
    (void)state;
    assert_int_equal(heed_threads_set(257), HEED_BAD_ARGUMENT);
    assert_int_equal(heed_threads_set(3), HEED_OK);
    assert_int_equal(heed_threads(), 3);
    assert_int_equal(heed_threads_set(0), HEED_OK);
    assert_true(heed_threads() >= 1);
}

enum { L = 600, D = 48, N = 500, K = 300, SAMPLES = 20000 };

typedef struct Outcome {
    float product[N * N], tall[3000 * 70], attention[L * D], samples[SAMPLES];
    HeedReport report;
} Outcome;

static Outcome *work_new(const float *x)
{
    Outcome *o = malloc(sizeof *o);
    HeedMask causal = {.is_causal = true, .causal_offset = -5};
    assert_int_equal(heed_gemm_nn(heed_view(x, N, K), heed_view(x + 7, K, N), heed_out(o->product, N, N)),
                     HEED_OK);
    assert_int_equal(
        heed_gemm_nt(heed_view(x, 3000, 60), heed_view(x + 7, 70, 60), heed_out(o->tall, 3000, 70)), HEED_OK);
    assert_int_equal(heed_attention(heed_view(x, L, D), heed_view(x + 9, L, D), heed_view(x + 5, L, D), NULL,
                                    &causal, heed_out(o->attention, L, D), &o->report),
                     HEED_OK);
    assert_int_equal(heed_dot_samples(11, 3, 1, 77, SAMPLES, o->samples), HEED_OK);
    return o;
}

static void any_number_of_threads_gives_the_same_bits(void **state)
{
    (void)state;
    Dice dice = {1};
    size_t n = 200000;
    float *x = malloc(n * sizeof *x);
    for (size_t i = 0; i < n; i++) x[i] = dice_bell(&dice);
    assert_int_equal(heed_threads_set(1), HEED_OK);
    Outcome *one = work_new(x);
    assert_int_equal(one->report.masked_rows, 5);
    for (size_t threads = 2; threads <= 7; threads++) {
        assert_int_equal(heed_threads_set(threads), HEED_OK);
        for (int round = 0; round < 3; round++) {
            Outcome *many = work_new(x);
            assert_memory_equal(one, many, sizeof *one);
            free(many);
        }
    }
    assert_int_equal(heed_threads_set(0), HEED_OK);
    heed_threads_stop();
    free(one);
    free(x);
}

enum { CALLERS = 3, LEN = 400, WIDTH = 16 };

typedef struct Caller {
    const float *x;
    float out[LEN * WIDTH], samples[4096];
} Caller;

static void *call_the_core(void *argument)
{
    Caller *c = argument;
    HeedView v = heed_view(c->x, LEN, WIDTH);
    heed_attention(v, v, v, NULL, NULL, heed_out(c->out, LEN, WIDTH), NULL);
    heed_dot_samples(5, 8, 1, 0, 4096, c->samples);
    return NULL;
}

/* Under ThreadSanitizer (HEED_TSAN) the scalar set is the one whose every access is watched. */
static void callers_at_the_same_time_get_the_same_bits(void **state)
{
    (void)state;
    static const char *const sets[] = {"scalar", NULL};
    static float x[LEN * WIDTH];
    static Caller alone, callers[CALLERS];
    heed_random_normal(1, 0, 0, LEN * WIDTH, x);
    alone.x = x;
    call_the_core(&alone);
    assert_int_equal(heed_threads_set(2), HEED_OK);
    for (size_t set = 0; set < 2; set++) {
        pthread_t threads[CALLERS];
        assert_int_equal(heed_isa_select(sets[set]), HEED_OK);
        for (size_t i = 0; i < CALLERS; i++) {
            callers[i] = (Caller){.x = x};
            assert_int_equal(pthread_create(&threads[i], NULL, call_the_core, &callers[i]), 0);
        }
        for (size_t i = 0; i < CALLERS; i++) {
            pthread_join(threads[i], NULL);
            assert_memory_equal(callers[i].out, alone.out, sizeof alone.out);
            assert_memory_equal(callers[i].samples, alone.samples, sizeof alone.samples);
        }
    }
    assert_int_equal(heed_threads_set(0), HEED_OK);
    heed_threads_stop();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_scalar_set_is_always_there_and_the_best_is_chosen),
        cmocka_unit_test(each_available_set_can_be_forced),
        cmocka_unit_test(an_unknown_name_leaves_the_set_as_it_was),
        cmocka_unit_test(a_table_set_for_a_test_is_what_everything_runs_on),
        cmocka_unit_test(every_status_has_its_sentence),
        cmocka_unit_test(more_threads_than_the_pool_holds_are_refused),
        cmocka_unit_test(any_number_of_threads_gives_the_same_bits),
        cmocka_unit_test(callers_at_the_same_time_get_the_same_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
