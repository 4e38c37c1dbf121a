/* The kernels as plain definitions. Whoever wants to know what heed computes reads this file; the
 * AVX2 and AVX-512 files compute the same bits faster.
 *
 * fmaf(a, b, c) is a * b + c rounded once. Where a sum has an order that a plain loop would not
 * have (lanes of 16, blocks of 64), the order is part of the result and is the same everywhere.
 */
#include "core/kernels.h"

#include "core/core_math.h"

/* ---------------------------------------------------------------- products */

static void gemm_panel_scalar(size_t m, size_t n, size_t k, const float *a, size_t a_row, size_t a_col,
                              const float *b, size_t b_stride, float *c, size_t c_stride, bool accumulate)
{
    for (size_t i = 0; i < m; i++) {
        for (size_t j = 0; j < n; j++) {
            float s = accumulate ? c[i * c_stride + j] : 0.0f;
            for (size_t p = 0; p < k; p++) s = fmaf(a[i * a_row + p * a_col], b[p * b_stride + j], s);
            c[i * c_stride + j] = s;
        }
    }
}

static void gemm_nt_few_scalar(size_t m, size_t n, size_t k, const float *a, size_t a_stride, const float *b,
                               size_t b_stride, float *c, size_t c_stride)
{
    for (size_t i = 0; i < m; i++) {
        for (size_t j = 0; j < n; j++) {
            float s = 0.0f;
            for (size_t p = 0; p < k; p++) s = fmaf(a[i * a_stride + p], b[j * b_stride + p], s);
            c[i * c_stride + j] = s;
        }
    }
}

static void pack_rows_scalar(const float *b, size_t b_stride, size_t n, size_t k, size_t width, float *packed)
{
    for (size_t x = 0; x < n; x += width) {
        for (size_t p = 0; p < k; p++) {
            for (size_t j = 0; j < width; j++) {
                packed[x * k + p * width + j] = x + j < n ? b[p * b_stride + x + j] : 0.0f;
            }
        }
    }
}

static void pack_transposed_scalar(const float *b, size_t b_stride, size_t n, size_t k, size_t width,
                                   float *packed)
{
    for (size_t p = 0; p < k; p++) {
        for (size_t j = 0; j < width; j++) packed[p * width + j] = j < n ? b[j * b_stride + p] : 0.0f;
    }
}

/* ------------------------------------------------------ element by element */

static void exp_row_scalar(const float *x, size_t n, float *y)
{
    for (size_t i = 0; i < n; i++) y[i] = exp_scalar(x[i]);
}

static void log_row_scalar(const float *x, size_t n, float *y)
{
    for (size_t i = 0; i < n; i++) y[i] = log_scalar(x[i]);
}

static void tanh_row_scalar(const float *x, size_t n, float *y)
{
    for (size_t i = 0; i < n; i++) y[i] = tanh_scalar(x[i]);
}

static void sqrt_row_scalar(const float *x, size_t n, float *y)
{
    for (size_t i = 0; i < n; i++) y[i] = sqrtf(x[i]);
}

/* -------------------------------------------------------------- reductions */

/* Lane l of a block of 64 elements, of which `n` are there: (e[l] + e[l+16]) + (e[l+32] + e[l+48]),
 * where absent ones count as 0. */
static float block_lane(const float *e, size_t n, size_t l)
{
    float e0 = l < n ? e[l] : 0.0f, e1 = l + 16 < n ? e[l + 16] : 0.0f;
    float e2 = l + 32 < n ? e[l + 32] : 0.0f, e3 = l + 48 < n ? e[l + 48] : 0.0f;
    return (e0 + e1) + (e2 + e3);
}

static void sum_lanes_scalar(const float *x, size_t n, double lanes[HEED_LANES])
{
    for (size_t i = 0; i < n; i += HEED_BLOCK) {
        for (size_t l = 0; l < HEED_LANES; l++) lanes[l] += (double)block_lane(x + i, n - i, l);
    }
}

static void square_lanes_scalar(const float *x, size_t n, double lanes[HEED_LANES])
{
    for (size_t i = 0; i < n; i += HEED_BLOCK) {
        float e[HEED_BLOCK];
        size_t count = n - i < HEED_BLOCK ? n - i : HEED_BLOCK;
        for (size_t j = 0; j < count; j++) e[j] = x[i + j] * x[i + j];
        sum_lanes_scalar(e, count, lanes);
    }
}

static void power_lanes_scalar(const float *x, size_t n, double lanes[4][HEED_LANES])
{
    for (size_t i = 0; i < n; i += HEED_BLOCK) {
        float e2[HEED_BLOCK], e3[HEED_BLOCK], e4[HEED_BLOCK];
        for (size_t j = 0; j < HEED_BLOCK; j++) {
            e2[j] = x[i + j] * x[i + j];
            e3[j] = e2[j] * x[i + j];
            e4[j] = e2[j] * e2[j];
        }
        sum_lanes_scalar(x + i, HEED_BLOCK, lanes[0]);
        sum_lanes_scalar(e2, HEED_BLOCK, lanes[1]);
        sum_lanes_scalar(e3, HEED_BLOCK, lanes[2]);
        sum_lanes_scalar(e4, HEED_BLOCK, lanes[3]);
    }
}

/* --------------------------------------------------------- rows of softmax */

static void scale_row_scalar(const float *x, size_t n, float scale, const bool *allow, const float *bias,
                             float *z)
{
    for (size_t j = 0; j < n; j++) {
        bool is_masked = (allow && !allow[j]) || (bias && bias[j] == -INFINITY);
        float scaled = x[j] * scale;
        if (bias) scaled = scaled + bias[j];
        z[j] = is_masked ? -INFINITY : scaled;
    }
}

/* The largest element, NaNs left out; -inf where nothing is left. */
static float row_max(const float *z, size_t n)
{
    float m = -INFINITY;
    for (size_t j = 0; j < n; j++) m = z[j] > m ? z[j] : m;
    return m;
}

static HeedRow softmax_row_scalar(const float *z, size_t n, float *w)
{
    float m = row_max(z, n);
    if (!isfinite(m)) return softmax_row_without_max(z, n, m, w);

    /* e^(z - m) times a factor common to the row, which the division takes out again: 2^-N e^z where
     * |m| is small, with N the binary exponent of e^m, so that nothing is subtracted inexactly. */
    float base = fabsf(m) >= SOFTMAX_BASE_FROM ? m : 0.0f;
    float floor = (m - base) + EXP_LOW;
    int32_t n_of_max = exp_parts(m - base).n;

    double lanes[HEED_LANES] = {0};
    for (size_t i = 0; i < n; i += HEED_BLOCK) {
        size_t count = n - i < HEED_BLOCK ? n - i : HEED_BLOCK;
        for (size_t j = i; j < i + count; j++) {
            float d = z[j] - base;
            d = d < floor ? floor : d;
            ExpParts e = exp_parts(d);
            w[j] =
                z[j] == -INFINITY ? 0.0f : scale_by_pow2(e.p, (int32_t)((uint32_t)e.n - (uint32_t)n_of_max));
        }
        sum_lanes_scalar(w + i, count, lanes);
    }

    double sum = sum_of_lanes(lanes);
    if (isnan(sum)) return softmax_row_of_nan(n, w);
    double inverse = 1.0 / sum;
    float high = (float)inverse, low = (float)(inverse - (double)high);
    for (size_t j = 0; j < n; j++) w[j] = fmaf(w[j], high, w[j] * low);
    return HEED_ROW_PLAIN;
}

static void normalize_row_scalar(const float *x, size_t n, float mean, float inv_std, const float *gain,
                                 const float *bias, float *y)
{
    for (size_t j = 0; j < n; j++) {
        float v = (x[j] - mean) * inv_std;
        y[j] = fmaf(v, gain ? gain[j] : 1.0f, bias ? bias[j] : 0.0f);
    }
}

/* --------------------------------------------------------------- attention */

/* Scores of one query against the block, scaled and masked, for all 64 places. */
static void tile_row_scaled(const HeedTile *tile, size_t i, float z[HEED_BLOCK])
{
    const bool *allow = tile->allow ? tile->allow + i * tile->allow_stride : NULL;
    const float *bias = tile->bias ? tile->bias + i * tile->bias_stride : NULL;
    scale_row_scalar(z, tile->visible[i], tile->scale, allow, bias, z);
    for (size_t j = tile->visible[i]; j < HEED_BLOCK; j++) z[j] = -INFINITY;
}

/* The running maximum rises: what was summed under the old one shrinks. */
static void raise_max(const HeedTile *tile, size_t i, float new_max)
{
    float factor = exp_scalar(tile->m[i] - new_max);
    tile->m[i] = new_max;
    tile->l[i] *= factor;
    for (size_t c = 0; c < tile->d_v; c++) tile->acc[i * tile->acc_stride + c] *= factor;
}

static float block_sum(const float e[HEED_BLOCK])
{
    float lane[HEED_LANES];
    for (size_t l = 0; l < HEED_LANES; l++) lane[l] = block_lane(e, HEED_BLOCK, l);
    for (size_t half = HEED_LANES / 2; half > 0; half /= 2) {
        for (size_t l = 0; l < half; l++) lane[l] += lane[l + half];
    }
    return lane[0];
}

static void softmax_tile_scalar(const HeedTile *tile)
{
    for (size_t i = 0; i < tile->rows; i++) {
        float *z = tile->z[i];
        tile_row_scaled(tile, i, z);
        float block_max = row_max(z, HEED_BLOCK);
        if (block_max == -INFINITY && close_masked_row(z)) continue;
        if (block_max > tile->m[i]) raise_max(tile, i, block_max);
        for (size_t j = 0; j < HEED_BLOCK; j++) z[j] = exp_scalar(z[j] - tile->m[i]);
        tile->l[i] += block_sum(z);
    }
}

static void additive_scores_scalar(const float *q, const float *keys, size_t keys_stride, size_t n_keys,
                                   const float *u, size_t d, float *scores)
{
    for (size_t j = 0; j < n_keys; j++) {
        float s = 0.0f;
        for (size_t p = 0; p < d; p++) s = fmaf(u[p], tanh_scalar(q[p] + keys[j * keys_stride + p]), s);
        scores[j] = s;
    }
}

/* ---------------------------------------------------------- random numbers */

/* Ten rounds over one counter. */
static void philox(uint64_t seed, uint64_t stream, uint64_t counter, uint32_t out[4])
{
    uint32_t k0 = (uint32_t)seed, k1 = (uint32_t)(seed >> 32);
    uint32_t x0 = (uint32_t)counter, x1 = (uint32_t)(counter >> 32);
    uint32_t x2 = (uint32_t)stream, x3 = (uint32_t)(stream >> 32);
    for (int round = 0; round < PHILOX_ROUNDS; round++) {
        uint64_t p0 = (uint64_t)PHILOX_M0 * x0, p1 = (uint64_t)PHILOX_M1 * x2;
        x0 = (uint32_t)(p1 >> 32) ^ x1 ^ k0;
        x1 = (uint32_t)p1;
        x2 = (uint32_t)(p0 >> 32) ^ x3 ^ k1;
        x3 = (uint32_t)p0;
        k0 += PHILOX_W0;
        k1 += PHILOX_W1;
    }
    out[0] = x0, out[1] = x1, out[2] = x2, out[3] = x3;
}

static void random_words_scalar(uint64_t seed, uint64_t stream, uint64_t first, size_t n, uint32_t *out)
{
    for (size_t i = 0; i < n; i++) {
        for (size_t l = 0; l < HEED_LANES; l++) {
            uint32_t words[4];
            philox(seed, stream, (first + i) * HEED_LANES + l, words);
            for (size_t w = 0; w < 4; w++) out[i * HEED_BLOCK + w * HEED_LANES + l] = words[w];
        }
    }
}

/* Box and Muller: two uniform words give two independent normals. */
static void normal_pair(uint32_t x0, uint32_t x1, float *first, float *second)
{
    float u = (float)((x0 >> 8) + 1u) * 0x1p-24f; /* in (0, 1] */
    float r = sqrtf(-2.0f * log_of_positive(u));
    float sine, cosine;
    sincos_turn(x1, &sine, &cosine);
    *first = r * cosine;
    *second = r * sine;
}

static void random_normals_scalar(uint64_t seed, uint64_t stream, uint64_t first, size_t n, float *out)
{
    for (size_t i = 0; i < n; i++, out += HEED_BLOCK) {
        uint32_t words[HEED_BLOCK];
        random_words_scalar(seed, stream, first + i, 1, words);
        for (size_t l = 0; l < HEED_LANES; l++) {
            normal_pair(words[l], words[l + 16], &out[l], &out[l + 16]);
            normal_pair(words[l + 32], words[l + 48], &out[l + 32], &out[l + 48]);
        }
    }
}

static void dot_rows_scalar(const float *a, const float *b, size_t stride, size_t n, size_t d, float *out)
{
    for (size_t i = 0; i < n; i++) {
        for (size_t p = 0; p < d; p++) out[i] = fmaf(a[i * stride + p], b[i * stride + p], out[i]);
    }
}

/* ------------------------------------------------------------------- speed */

static float peak_scalar(size_t rounds)
{
    /* unknown to the compiler, and apart */
    float a = (float)rounds, b = a + 1.0f, c = a + 2.0f, d = a + 3.0f;
    for (size_t i = 0; i < rounds; i++) {
        a = fmaf(a, 0.5f, 0.25f);
        b = fmaf(b, 0.5f, 0.25f);
        c = fmaf(c, 0.5f, 0.25f);
        d = fmaf(d, 0.5f, 0.25f);
    }
    return a + b + c + d;
}

const HeedKernels heed_kernels_scalar = {
    .name = "scalar",
    .panel = 16, /* the ways that a product takes are those of AVX2 */
    .gemm_panel = gemm_panel_scalar,
    .few_rows = 8,
    .gemm_nt_few = gemm_nt_few_scalar,
    .pack_rows = pack_rows_scalar,
    .pack_transposed = pack_transposed_scalar,
    .map =
        {
            [HEED_EXP] = exp_row_scalar,
            [HEED_LOG] = log_row_scalar,
            [HEED_TANH] = tanh_row_scalar,
            [HEED_SQRT] = sqrt_row_scalar,
        },
    .scale_row = scale_row_scalar,
    .softmax_row = softmax_row_scalar,
    .normalize_row = normalize_row_scalar,
    .sum_lanes = sum_lanes_scalar,
    .square_lanes = square_lanes_scalar,
    .power_lanes = power_lanes_scalar,
    .softmax_tile = softmax_tile_scalar,
    .additive_scores = additive_scores_scalar,
    .random_words = random_words_scalar,
    .random_normals = random_normals_scalar,
    .dot_rows = dot_rows_scalar,
    .peak = peak_scalar,
    .peak_flops = 4 * 2,
};
