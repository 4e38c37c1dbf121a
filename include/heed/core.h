/* The attention core: numbers in, numbers out.
 *
 * Every figure that heed shows is computed by the functions below. They allocate
 * nothing, read no file and no environment, and keep no state but which kernel set
 * runs and a small thread pool.
 *
 * THE SAME DIGITS EVERYWHERE. For the same inputs a function gives the same bits
 * with every kernel set (scalar, AVX2, AVX-512), with any number of threads, for
 * any alignment and stride of its arrays: the order of every sum, and each
 * rounding, is part of this contract and stands at each function. (All NaNs count
 * as one value: which payload comes out is not promised.) All arithmetic assumes
 * IEEE 754, round to nearest, subnormals kept (no flush to zero).
 *
 * ARRAYS are row-major fp32 views: element (r, c) is data[r * stride + c], all
 * sizes in elements, stride >= cols (any stride where rows <= 1). Where a const
 * view's stride is 0, its one row stands for every row. Any alignment of a float
 * will do. data may be NULL where the array is empty. Nothing outside the named
 * elements is read or written, not even the padding between rows.
 *
 * ALIASING. An output must not overlap an input or another output, unless the
 * function says that it works in place; this is asserted in debug builds only.
 *
 * EMPTY arrays are legal: a product over zero terms is 0, a mean of nothing NaN, a
 * minimum of nothing HEED_BAD_SHAPE.
 *
 * ERRORS. Shapes and arguments are checked before anything is written; a function
 * that does not return HEED_OK has changed nothing, unless it says otherwise.
 */
#ifndef HEED_CORE_H
#define HEED_CORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------ status */

typedef enum HeedStatus {
    HEED_OK = 0,
    HEED_BAD_SHAPE,     /* the shapes do not go together, or an extremum of nothing */
    HEED_BAD_STRIDE,    /* 0 < stride < cols, or an output whose rows share memory */
    HEED_NO_DATA,       /* a NULL pointer where elements are needed */
    HEED_TOO_LARGE,     /* a product of sizes overflows, or workspace too small */
    HEED_BAD_ARGUMENT,  /* an argument out of its range */
    HEED_UNKNOWN_ISA,   /* no kernel set has this name */
    HEED_MISSING_ISA,   /* the kernel set exists; this build or machine cannot run it */
    HEED_NO_THREAD,     /* the system gave no thread; work continues on fewer */
    HEED_NOT_CONVERGED, /* an iteration did not end (a NaN or inf in the input) */
    HEED_STATUS_COUNT
} HeedStatus;

/* One lower-case English phrase without a full stop ("the shapes do not match"). */
const char *heed_status_text(HeedStatus status);

/* ------------------------------------------------------------------- views */

typedef struct HeedView { /* an array that is read */
    const float *data;
    size_t rows, cols, stride;
} HeedView;

typedef struct HeedOut { /* an array that is written */
    float *data;
    size_t rows, cols, stride;
} HeedOut;

static inline HeedView heed_view(const float *data, size_t rows, size_t cols)
{
    HeedView view = {data, rows, cols, cols};
    return view;
}

static inline HeedOut heed_out(float *data, size_t rows, size_t cols)
{
    HeedOut out = {data, rows, cols, cols};
    return out;
}

static inline HeedView heed_as_view(HeedOut out)
{
    HeedView view = {out.data, out.rows, out.cols, out.stride};
    return view;
}

/* ------------------------------------------------- kernel sets and threads */

/* Chooses the kernel set for the whole process: "scalar", "avx2", "avx512", or
 * NULL for the best that this machine and its operating system allow (CPUID and
 * XGETBV). Call it before other threads use the core; without a call the best one
 * is taken at first use. HEED_UNKNOWN_ISA or HEED_MISSING_ISA leave the set as it
 * was. */
HeedStatus heed_isa_select(const char *name);
/* The name of the set in use. */
const char *heed_isa_name(void);
/* How many sets this build knows (the scalar one is always there), their names from
 * the plainest to the widest, and whether this machine can run one. */
size_t heed_isa_count(void);
const char *heed_isa_name_at(size_t index);   /* NULL past the end */
bool heed_isa_is_available(const char *name); /* NULL: no */

/* Threads for large work: rows of queries, rows of a product, samples. 0 means the
 * processors that this process may use. Small work never touches them, and results
 * do not depend on them. The pool starts at the first large work. 1 .. 256;
 * more is HEED_BAD_ARGUMENT. Not while another thread is inside the core. */
HeedStatus heed_threads_set(size_t n);
size_t heed_threads(void);
/* Joins the pool (it starts again when needed). */
void heed_threads_stop(void);

/* ---------------------------------------------------------------- products
 *
 * Every element is one chain: s = 0; for k ascending: s = fma(a, b, s), in fp32.
 * So an element depends on its row and its column alone: not on the shape around
 * it, the path taken, or whether it came from a transposed operand. Zero terms
 * give 0.
 */

/* By address, as all functions that end in _at: cheaper to call than structures by value, which count at
 * teaching sizes. */
HeedStatus heed_gemm_nn_at(const HeedView *a, const HeedView *b, const HeedOut *c);
HeedStatus heed_gemm_nt_at(const HeedView *a, const HeedView *b, const HeedOut *c);
HeedStatus heed_gemm_tn_at(const HeedView *a, const HeedView *b, const HeedOut *c);

/* (m,k) @ (k,n) -> (m,n) */
static inline HeedStatus heed_gemm_nn(HeedView a, HeedView b, HeedOut c)
{
    return heed_gemm_nn_at(&a, &b, &c);
}

/* (m,k) @ (n,k).T -> (m,n) */
static inline HeedStatus heed_gemm_nt(HeedView a, HeedView b, HeedOut c)
{
    return heed_gemm_nt_at(&a, &b, &c);
}

/* (k,m).T @ (k,n) -> (m,n) */
static inline HeedStatus heed_gemm_tn(HeedView a, HeedView b, HeedOut c)
{
    return heed_gemm_tn_at(&a, &b, &c);
}

/* y = A @ x, x of a.cols and y of a.rows elements. */
HeedStatus heed_gemv(HeedView a, const float *x, float *y);
/* The chain itself, over n elements. */
float heed_dot(const float *x, const float *y, size_t n);

/* out = x.T; out is (x.cols, x.rows). */
HeedStatus heed_transpose(HeedView x, HeedOut out);

/* ------------------------------------------------------- element by element
 *
 * exp    at most 0.8912 ULP; exp(0) = 1, overflow to inf,
 *        gradual underflow to 0.
 * log    at most 0.9534 ULP; log(1) = 0, log(0) = -inf, NaN below 0.
 * tanh   at most 1.3622 ULP; odd, tanh(+-0) = +-0, +-1 from |x| ~ 9.01 on.
 * sqrt   correctly rounded; NaN below 0 (sqrt(-0) = -0).
 *
 * The bounds were found by searching all 2^32 floats (tests/core/long_map.c); test_map.c tests a dense sample
 * of them.
 *
 * NaN in, NaN out. The same polynomials serve every other function.
 */
typedef enum HeedMap { HEED_EXP, HEED_LOG, HEED_TANH, HEED_SQRT, HEED_MAP_COUNT } HeedMap;

HeedStatus heed_map_at(HeedMap op, const HeedView *x, const HeedOut *out);

/* out has x's shape; works in place (same data and stride). */
static inline HeedStatus heed_map(HeedMap op, HeedView x, HeedOut out)
{
    return heed_map_at(op, &x, &out);
}

/* One element, the same bits; NaN where op is none of them. */
float heed_map1(HeedMap op, float x);

/* ------------------------------------------------------------------- masks
 *
 * What a query (row) may see of the keys (columns). All parts given hold together: a
 * key takes part where `allow` is true, `bias` is above -inf, and causality allows it.
 * Whatever stands behind a masked place, NaN and 1e30 too, changes nothing.
 */
typedef struct HeedMask {
    const bool *allow;       /* (n_queries, n_keys), true = takes part; NULL: no such mask */
    size_t allow_stride;     /* >= n_keys, or 0: one row serves every query */
    const float *bias;       /* (n_queries, n_keys), added to the scaled scores, -inf = masked; NULL: none */
    size_t bias_stride;      /* >= n_keys, or 0 */
    bool is_causal;          /* query i sees keys 0 .. i + causal_offset */
    ptrdiff_t causal_offset; /* 0: counted from the top left, as ONNX and PyTorch do; with a
                                cache of c earlier keys: c; may be negative */
} HeedMask;

/* Whether query i may see key j (bias included). */
bool heed_mask_allows(const HeedMask *mask, size_t query, size_t key);

/* What a function over rows met. Filled where the pointer is not NULL. */
typedef struct HeedReport {
    size_t masked_rows;  /* rows in which nothing took part: they give zeros */
    size_t first_masked; /* the first of them; SIZE_MAX: none */
    size_t nan_rows;     /* rows with a NaN or +inf that takes part: their weights are NaN */
    size_t first_nan;    /* the first of them; SIZE_MAX: none */
} HeedReport;

/* The first element that is NaN or infinite, in row-major order; false: all are finite. */
bool heed_find_nonfinite(HeedView x, size_t *row, size_t *col);

/* ----------------------------------------------------------------- softmax
 *
 * z = x * scale, rounded, then + bias, rounded: what heed_scale_rows hands out. With
 * m the largest z that takes part, w_j = e^(z_j - m) / sum_j e^(z_j - m), at most
 * 4 ULP from the exact weight of z for rows up to 32,768. Computed without the
 * inexact subtraction: |m| < 512 takes e^z * 2^-N with N the binary exponent of e^m
 * (exact), a larger |m| subtracts m first; each e^z as in exp; summed by blocks (see
 * reductions); divided by the sum as a two-part reciprocal.
 *
 * A masked weight is exactly 0, as is that of z = -inf. A row in which nothing takes
 * part (all masked, all -inf, or no columns) is zeros and is reported. A row where a
 * NaN or +inf takes part is NaN in all places that take part, 0 in the others, and is
 * reported.
 */

HeedStatus heed_softmax_rows_at(const HeedView *x, const float *scale, const HeedMask *mask,
                                const HeedOut *weights, HeedReport *report);
HeedStatus heed_scale_rows_at(const HeedView *x, const float *scale, const HeedMask *mask, const HeedOut *z);

/* scale NULL: 1; an explicit 0 is honoured. mask NULL: none. Works in place. report may be NULL. */
static inline HeedStatus heed_softmax_rows(HeedView x, const float *scale, const HeedMask *mask,
                                           HeedOut weights, HeedReport *report)
{
    return heed_softmax_rows_at(&x, scale, mask, &weights, report);
}

/* z alone; masked places are -inf. Works in place. */
static inline HeedStatus heed_scale_rows(HeedView x, const float *scale, const HeedMask *mask, HeedOut z)
{
    return heed_scale_rows_at(&x, scale, mask, &z);
}

/* diag(p) - p p^T, each p_i p_j rounded once before it is subtracted; out is (n, n). */
HeedStatus heed_softmax_jacobian(const float *p, size_t n, HeedOut out);

/* --------------------------------------------------------------- attention
 *
 * out = softmax(Q K^T * scale + mask) V (Vaswani et al. 2017, section 3.2.1, eq. 1).
 * Q is (n_queries, d_k), K (n_keys, d_k), V (n_keys, d_v), out (n_queries, d_v).
 * scale NULL: 1/sqrt(d_k), rounded to fp32 (1 where d_k is 0); an explicit 0 is
 * honoured. mask, report as in softmax. The V of a masked key never reaches the
 * result.
 */

/* The trace: each step handed out. All four must be given. scores, scaled and weights
 * are (n_queries, n_keys) and may be the same array (same data and stride) where only
 * the last one is wanted. */
typedef struct HeedTrace {
    HeedOut scores;  /* Q K^T */
    HeedOut scaled;  /* scores * scale + bias; masked places are -inf */
    HeedOut weights; /* softmax of each row */
    HeedOut out;     /* weights @ V */
} HeedTrace;

/* Beyond this many scores (n_queries * n_keys), callers that only want the result use
 * heed_attention. */
#define HEED_TRACE_MAX_SCORES 65536

/* heed_gemm_nt, heed_scale_rows, heed_softmax_rows, heed_gemm_nn, bit for bit (an
 * infinite or NaN element of V under a masked key counts as 0). */
HeedStatus heed_attention_trace(HeedView q, HeedView k, HeedView v, const float *scale, const HeedMask *mask,
                                const HeedTrace *trace, HeedReport *report);

/* The same result within rounding (|error| <= 2e-6 (1 + |exact|) for n_keys <= 4,096 and values
 * of order 1), never storing the scores: online softmax (Milakov and Gimelshein 2018) over
 * blocks of 64 keys. Per query and block of keys: z as in the trace; when the block raises
 * the running maximum m, the accumulated values and sum l are multiplied by e^(old m - new m);
 * e^(z - m); the block's sum per lane of 16 (v0 + v1) + (v2 + v3), then lanes l + (l + 8),
 * + 4, + 2, + 1; values by fma over the keys in order; at last times 1/l. Key blocks that
 * causality masks for a query are not computed. */
HeedStatus heed_attention(HeedView q, HeedView k, HeedView v, const float *scale, const HeedMask *mask,
                          HeedOut out, HeedReport *report);

/* Additive attention (Bahdanau et al. 2014): score_ij = u . tanh(W q_i + U k_j), weights = softmax
 * of each row (no scale unless given), out = weights @ V. w is (d_a, d_k of q), u_k is (d_a, d_k of
 * k), u has d_a elements. The n_queries x n_keys x d_a intermediate is never stored. */
typedef struct HeedAdditiveTrace {
    HeedOut projected_q; /* Q W^T, (n_queries, d_a) */
    HeedOut projected_k; /* K U^T, (n_keys, d_a) */
    HeedOut scores;      /* (n_queries, n_keys): per element the chain of fma over d_a */
    HeedOut scaled;      /* as in HeedTrace; scores, scaled, weights may be one array */
    HeedOut weights;
    HeedOut out; /* (n_queries, d_v) */
} HeedAdditiveTrace;

HeedStatus heed_additive_attention(HeedView q, HeedView k, HeedView v, HeedView w, HeedView u_k,
                                   const float *u, const float *scale, const HeedMask *mask,
                                   const HeedAdditiveTrace *trace, HeedReport *report);

/* ------------------------------------------------------------------- layers */

/* Per row: y = (x - mean) / sqrt(var + epsilon), then fma(y, gain, bias) where they are given
 * (x.cols elements each; NULL: 1 and 0). mean and var (ddof 0) as in reductions; mean rounded to
 * fp32, the reciprocal root in double and rounded. Works in place. epsilon >= 0. */
HeedStatus heed_layer_norm(HeedView x, const float *gain, const float *bias, double epsilon, HeedOut out);

/* Singular values, largest first, min(rows, cols) of them, by one-sided Jacobi rotations in double
 * (Hestenes 1958; Demmel and Veselic 1992). work: heed_singular_values_work(rows, cols) doubles.
 * A NaN or inf gives HEED_NOT_CONVERGED. Meant for teaching sizes: cost min^2 * max per sweep. */
size_t heed_singular_values_work(size_t rows, size_t cols); /* SIZE_MAX where it overflows */
HeedStatus heed_singular_values(HeedView x, double *work, size_t work_len, double *sigma);

/* --------------------------------------------------------------- reductions
 *
 * The order, over a line of elements e (a row, a column, or the whole array row by row;
 * padding and strides do not matter): per block of 64, lane l of 16 takes (e[l] + e[l+16]) +
 * (e[l+32] + e[l+48]) in fp32, zero-padded, and adds it to its double; at the end lanes
 * l + (l + 8), + 4, + 2, + 1 in double.
 *
 * SUM e = x. MEAN sum / n. VAR, with d = x - (mean rounded to fp32) in fp32: (sum of d^2 - (sum of d)^2 / n)
 * / (n - ddof), not below 0. STD its root. NORM the root of the sum of e = x^2 (Frobenius for a whole array),
 * rescaled by a power of two where squares would overflow or vanish. MIN, MAX: NaN if any element is NaN.
 * Whole-array results are double and are not rounded further; those along an axis are rounded to fp32.
 */
typedef enum HeedReduce {
    HEED_SUM,
    HEED_MEAN,
    HEED_VAR,
    HEED_STD,
    HEED_NORM,
    HEED_MIN,
    HEED_MAX,
    HEED_REDUCE_COUNT
} HeedReduce;

/* NumPy's axes: 0 runs down the columns (cols results), 1 along the rows (rows results). */
typedef enum HeedAxis { HEED_AXIS_0 = 0, HEED_AXIS_1 = 1 } HeedAxis;

/* ddof counts for VAR and STD alone; n - ddof <= 0 gives NaN. MIN and MAX of nothing: HEED_BAD_SHAPE. */
HeedStatus heed_reduce(HeedReduce op, HeedView x, double ddof, double *out);
HeedStatus heed_reduce_axis(HeedReduce op, HeedView x, HeedAxis axis, double ddof, float *out);

/* The index of the first largest (smallest) element, row-major over the whole array or along an axis;
 * the first NaN wins over all, as in NumPy. Of nothing: HEED_BAD_SHAPE. */
HeedStatus heed_argmax(HeedView x, size_t *index);
HeedStatus heed_argmin(HeedView x, size_t *index);
HeedStatus heed_argmax_axis(HeedView x, HeedAxis axis, size_t *out);
HeedStatus heed_argmin_axis(HeedView x, HeedAxis axis, size_t *out);

/* Moments and histogram of a stream, in one pass. Feeding it in pieces of any size gives the
 * bits of feeding it at once, so a partial result is the exact one at a smaller n. The four
 * power sums of y = x - shift take e = y, y*y, (y*y)*y, (y*y)*(y*y) in fp32 in the order above.
 *
 * Bins as NumPy's histogram(x, bins, (low, high)): equal widths, edges low + i*(high - low)/bins, each
 * bin closed on the left and open on the right but the last, which is closed. NaN falls in no bin. */
typedef struct HeedTally {
    double lanes[4][16];
    float pending[64]; /* of the block that is not full yet, already shifted */
    uint64_t n;
    float shift;
    double low, high;
    size_t n_bins;
    uint64_t *bins;             /* the caller's, n_bins of them; NULL: no histogram */
    uint64_t below, above, nan; /* not in any bin */
} HeedTally;

typedef struct HeedMoments {
    uint64_t n;
    double mean, var; /* ddof 0; NaN where n is 0 */
    double skew;      /* third central moment / var^1.5; NaN where var is 0 */
    double kurtosis;  /* excess: fourth central moment / var^2 - 3; NaN where var is 0 */
} HeedMoments;

/* Zeroes the bins. HEED_BAD_ARGUMENT unless low < high, both finite, and n_bins > 0 (where bins is given). */
HeedStatus heed_tally_init(HeedTally *tally, float shift, double low, double high, size_t n_bins,
                           uint64_t *bins);
void heed_tally_add(HeedTally *tally, const float *x, size_t n);
HeedMoments heed_tally_moments(const HeedTally *tally);
/* The bin of one value, by the same rule; n_bins where it falls in none. */
size_t heed_tally_bin(const HeedTally *tally, float x);

/* ----------------------------------------------------------- random numbers
 *
 * Philox-4x32-10 (Salmon et al. 2011): element i depends on seed, stream and i alone, so a range
 * can be drawn in any pieces, in any order. Key (seed low, seed high); counter (b low, b high, stream
 * low, stream high). Element 64 B + 16 w + l is word w of counter b = 16 B + l.
 *
 * uniform  (x >> 8) * 2^-24, in [0, 1).
 * integer  low + floor(x * (high - low) / 2^32), in [low, high); bias below (high - low) / 2^32.
 * normal   Box-Muller: words (0, 1) of a counter give its elements w = 0 (cosine) and 1 (sine), words
 *          (2, 3) those of w = 2, 3: r = sqrt(-2 ln u), u = ((x0 >> 8) + 1) * 2^-24, angle 2 pi x1 * 2^-32.
 *          Agrees with the same formula in double to 6e-7 absolutely. Largest magnitude 5.77.
 */
void heed_random_words(uint64_t seed, uint64_t stream, uint64_t first, size_t n, uint32_t *out);
void heed_random_uniform(uint64_t seed, uint64_t stream, uint64_t first, size_t n, float *out);
void heed_random_normal(uint64_t seed, uint64_t stream, uint64_t first, size_t n, float *out);
/* HEED_BAD_ARGUMENT unless low < high. */
HeedStatus heed_random_integers(uint64_t seed, uint64_t stream, int32_t low, int64_t high, uint64_t first,
                                size_t n, int32_t *out);

/* Samples of q . k: with X = the normals of stream 0 as rows of d_k, sample i takes the rows
 * i (1 + keys) for its query and the `keys` rows after it as its keys:
 *
 *     X = randn(n * (1 + keys), d_k, seed=seed)
 *     out[i, j] = X[i * (1 + keys)] @ X[i * (1 + keys) + 1 + j]     (a chain of fma, as in GEMM)
 *
 * Never stored as matrices: any range [first, first + n) of samples is drawn by itself. out is
 * (n, keys), compact. HEED_BAD_ARGUMENT where keys is 0, HEED_TOO_LARGE where an element index overflows. */
HeedStatus heed_dot_samples(uint64_t seed, size_t d_k, size_t keys, uint64_t first, size_t n, float *out);
/* The operands of one of them: q and k of d_k elements each. */
HeedStatus heed_dot_sample_operands(uint64_t seed, size_t d_k, size_t keys, uint64_t sample, size_t key,
                                    float *q, float *k);

/* ------------------------------------------------------------------- speed
 *
 * For a bench: work whose size is known, without a clock. The caller times it. */

/* Independent fused multiply-adds from registers alone, in the set in use; returns how many
 * floating-point operations that was (two per fma and lane). What it computes is stored in *sink so
 * that it is not optimised away. */
double heed_peak_work(size_t rounds, float *sink);

#ifdef __cplusplus
}
#endif

#endif
