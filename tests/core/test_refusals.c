/* Whatever sizes, strides and pointers a caller comes with: a call is done or refused, as the header says,
 * and what is refused has changed nothing.
 *
 * Calls are drawn at random. A drawn array is sound (it lies in this program's buffers), or unsound in a way
 * that can be seen from its numbers alone; one that merely claims memory that is not there cannot be told
 * from a sound one, and is not tried.
 */
#include "check.h"

enum { FLOATS = 4096, ARRAYS = 4, CALLS = 40000 };

static float buffers[ARRAYS][FLOATS], before[FLOATS];

/* ------------------------------------------------------------------ drawing */

static Dice dice = {99};

static size_t draw(size_t below)
{
    return dice_below(&dice, below);
}

static size_t draw_size(void)
{
    static const size_t huge[] = {SIZE_MAX,
                                  SIZE_MAX - 1,
                                  SIZE_MAX / 2,
                                  SIZE_MAX / 4,
                                  (size_t)PTRDIFF_MAX / 4,
                                  (size_t)PTRDIFF_MAX / 4 + 1,
                                  (size_t)1 << 32,
                                  (size_t)1 << 61,
                                  (size_t)1 << 62};
    return draw(12) == 0 ? huge[draw(sizeof huge / sizeof *huge)] : draw(18);
}

static size_t draw_stride(size_t cols)
{
    switch (draw(12)) {
    case 0: return 0;
    case 1: return cols > 0 ? cols - 1 : 0;
    case 2: return SIZE_MAX;
    case 3: return cols + draw(5);
    default: return cols;
    }
}

/* ------------------------------------------------------------------- arrays */

typedef enum Soundness { SOUND, UNSOUND, UNKNOWABLE } Soundness;

static Soundness soundness_of(HeedView x, bool is_out)
{
    const size_t limit = PTRDIFF_MAX / sizeof(float);
    if (x.rows == 0 || x.cols == 0) return SOUND;
    if (x.data == NULL) return UNSOUND;
    bool is_shared = !is_out && x.stride == 0;
    if (x.rows > 1 && x.stride < x.cols && !is_shared) return UNSOUND;
    if (x.cols > limit) return UNSOUND;
    if (x.rows > 1 && !is_shared && x.rows - 1 > (limit - x.cols) / x.stride) return UNSOUND;
    bool is_here = x.cols <= FLOATS && x.rows <= FLOATS &&
                   (x.rows == 1 || is_shared || (x.rows - 1) <= (FLOATS - x.cols) / x.stride);
    return is_here ? SOUND : UNKNOWABLE;
}

/* An array of a call: which of the drawn sizes its rows and columns have. */
typedef struct Shape {
    size_t rows, cols;
} Shape;

typedef struct Call {
    const char *name;
    Shape shapes[ARRAYS]; /* the inputs, then the output */
    size_t n;
    HeedStatus (*run)(const HeedView *in, HeedOut out);
    bool needs_elements; /* an extremum of nothing is refused */
} Call;

enum { M, K, N, D, ONE }; /* sizes */

static HeedStatus run_nn(const HeedView *in, HeedOut out)
{
    return heed_gemm_nn(in[0], in[1], out);
}

static HeedStatus run_nt(const HeedView *in, HeedOut out)
{
    return heed_gemm_nt(in[0], in[1], out);
}

static HeedStatus run_tn(const HeedView *in, HeedOut out)
{
    return heed_gemm_tn(in[0], in[1], out);
}

static HeedStatus run_transpose(const HeedView *in, HeedOut out)
{
    return heed_transpose(in[0], out);
}

static HeedStatus run_map(const HeedView *in, HeedOut out)
{
    return heed_map(HEED_EXP, in[0], out);
}

static HeedStatus run_softmax(const HeedView *in, HeedOut out)
{
    static const HeedMask causal = {.is_causal = true, .causal_offset = PTRDIFF_MIN};
    HeedReport report;
    return heed_softmax_rows(in[0], NULL, draw(2) ? &causal : NULL, out, &report);
}

static HeedStatus run_scale(const HeedView *in, HeedOut out)
{
    const float nan = NAN;
    return heed_scale_rows(in[0], &nan, NULL, out);
}

static HeedStatus run_layer_norm(const HeedView *in, HeedOut out)
{
    return heed_layer_norm(in[0], NULL, NULL, 1e-5, out);
}

static HeedStatus run_attention(const HeedView *in, HeedOut out)
{
    static const HeedMask causal = {.is_causal = true, .causal_offset = PTRDIFF_MAX};
    return heed_attention(in[0], in[1], in[2], NULL, draw(2) ? &causal : NULL, out, NULL);
}

static HeedStatus run_variance(const HeedView *in, HeedOut out)
{
    double var;
    (void)out;
    return heed_reduce(HEED_VAR, in[0], 1, &var);
}

static HeedStatus run_argmax(const HeedView *in, HeedOut out)
{
    size_t index;
    (void)out;
    return heed_argmax(in[0], &index);
}

static const Call calls[] = {
    {"gemm_nn", {{M, K}, {K, N}, {M, N}}, 3, run_nn, false},
    {"gemm_nt", {{M, K}, {N, K}, {M, N}}, 3, run_nt, false},
    {"gemm_tn", {{K, M}, {K, N}, {M, N}}, 3, run_tn, false},
    {"transpose", {{M, K}, {K, M}}, 2, run_transpose, false},
    {"map", {{M, K}, {M, K}}, 2, run_map, false},
    {"softmax_rows", {{M, K}, {M, K}}, 2, run_softmax, false},
    {"scale_rows", {{M, K}, {M, K}}, 2, run_scale, false},
    {"layer_norm", {{M, K}, {M, K}}, 2, run_layer_norm, false},
    {"attention", {{M, K}, {N, K}, {N, D}, {M, D}}, 4, run_attention, false},
    {"reduce", {{M, K}, {ONE, ONE}}, 2, run_variance, false},
    {"argmax", {{M, K}, {ONE, ONE}}, 2, run_argmax, true},
};

/* -------------------------------------------------------------------- calls */

typedef struct Drawn {
    HeedView arrays[ARRAYS];
    bool is_fitting; /* the shapes go together */
} Drawn;

static Drawn draw_arrays(const Call *call)
{
    size_t sizes[] = {draw_size(), draw_size(), draw_size(), draw_size(), 1};
    Drawn it = {.is_fitting = true};
    size_t odd = draw(4) == 0 ? draw(call->n) : call->n; /* which one has rows of its own */
    for (size_t i = 0; i < call->n; i++) {
        size_t rows = sizes[call->shapes[i].rows], cols = sizes[call->shapes[i].cols];
        if (i == odd && call->shapes[i].rows != ONE && call->n > 2) {
            size_t other = draw_size();
            it.is_fitting = it.is_fitting && other == rows;
            rows = other;
        }
        it.arrays[i] = (HeedView){draw(10) ? buffers[i] : NULL, rows, cols, draw_stride(cols)};
    }
    return it;
}

/* HEED_OK, HEED_STATUS_COUNT for any refusal, or HEED_NO_THREAD where it is not to be tried. */
static HeedStatus expected_of(const Call *call, const Drawn *it)
{
    bool is_sound = it->is_fitting;
    for (size_t i = 0; i < call->n; i++) {
        bool is_out = i + 1 == call->n;
        if (is_out && call->shapes[i].rows == ONE) continue; /* none */
        Soundness soundness = soundness_of(it->arrays[i], is_out);
        if (soundness == UNKNOWABLE) return HEED_NO_THREAD;
        is_sound = is_sound && soundness == SOUND;
    }
    const HeedView *first = &it->arrays[0];
    if (call->needs_elements && (first->rows == 0 || first->cols == 0)) is_sound = false;
    for (size_t i = 0; is_sound && i < call->n; i++) /* an empty array may have any number of rows */
        if (it->arrays[i].rows > FLOATS || it->arrays[i].cols > FLOATS) return HEED_NO_THREAD;
    return is_sound ? HEED_OK : HEED_STATUS_COUNT;
}

static void try_call(const Call *call, size_t counts[2])
{
    Drawn it = draw_arrays(call);
    HeedView last = it.arrays[call->n - 1];
    HeedOut out = {(float *)last.data, last.rows, last.cols, last.stride};
    HeedStatus expected = expected_of(call, &it);
    if (expected == HEED_NO_THREAD) return;
    memcpy(before, buffers[call->n - 1], sizeof before);
    HeedStatus status = call->run(it.arrays, out);
    counts[status == HEED_OK]++;
    bool is_right = (status == HEED_OK) == (expected == HEED_OK) && status < HEED_STATUS_COUNT;
    if (status != HEED_OK && memcmp(before, buffers[call->n - 1], sizeof before) != 0) is_right = false;
    if (is_right) return;
    for (size_t i = 0; i < call->n; i++)
        print_error("%zu, %zu / %zu%s\n", it.arrays[i].rows, it.arrays[i].cols, it.arrays[i].stride,
                    it.arrays[i].data ? "" : " NULL");
    fail_msg("%s: %s", call->name, heed_status_text(status));
}

static void a_call_is_done_or_refused_and_then_has_changed_nothing(void **state)
{
    (void)state;
    for (size_t i = 0; i < FLOATS; i++)
        for (size_t k = 0; k < ARRAYS; k++) buffers[k][i] = (float)draw(100) / 50 - 1;
    for (size_t set = 0; set < heed_isa_count(); set++) {
        size_t counts[2] = {0};
        if (heed_isa_select(heed_isa_name_at(set)) != HEED_OK) continue;
        for (size_t i = 0; i < CALLS; i++) try_call(&calls[draw(sizeof calls / sizeof *calls)], counts);
        assert_true(counts[0] > CALLS / 8 && counts[1] > CALLS / 8);
    }
    assert_int_equal(heed_isa_select(NULL), HEED_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_call_is_done_or_refused_and_then_has_changed_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
