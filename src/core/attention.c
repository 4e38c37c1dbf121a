/* Attention: the tracing path, which hands out each step, and the fused path, which stores none.
 *
 * The trace takes the four steps that a caller could chain by hand (heed_gemm_nt, heed_scale_rows,
 * heed_softmax_rows, heed_gemm_nn), and its digits are theirs.
 *
 * The fused path walks blocks of 64 keys. For a block of queries, the key block is packed once
 * (transposed, so that 64 scores grow side by side), and tiles of 48 queries then go through scores,
 * softmax and values, each step for all 48 before the next: keys and values are read from the first-level
 * cache several times for once that they enter it, and no result is waited for as soon as it is made. What a
 * query carries from block to block is its running maximum m, its sum l, and its row of `out`, where the
 * values accumulate. A query's result depends on itself and the keys alone, so neither the query blocks nor
 * the threads that share them out can change a bit.
 */
#include <math.h>
#include <stdalign.h>
#include <stdatomic.h>

#include "core/checks.h"
#include "core/kernels.h"
#include "core/masks.h"
#include "core/pool.h"
#include "core/products.h"
#include "core/rows.h"
#include "core/sizes.h"

enum {
    /* Packing a key block costs as much as some ten queries' work on it, so many queries share it; their rows
     * of Q and out stay in the second-level cache: 128 Ki floats are 512 KiB. */
    QUERY_BLOCK = 22 * HEED_TILE_ROWS,
    QUERY_BLOCK_FLOATS = 128 * 1024,
};

static float default_scale(size_t d_k)
{
    return d_k == 0 ? 1.0f : (float)(1.0 / sqrt((double)d_k));
}

static HeedStatus check_qkv(HeedView q, HeedView k, HeedView v, const HeedMask *mask, HeedOut out)
{
    if (k.rows != v.rows || out.rows != q.rows || out.cols != v.cols) return HEED_BAD_SHAPE;
    RETURN_IF_BAD(view_check(q));
    RETURN_IF_BAD(view_check(k));
    RETURN_IF_BAD(view_check(v));
    RETURN_IF_BAD(out_check(out));
    ASSERT_APART(q, out);
    ASSERT_APART(k, out);
    ASSERT_APART(v, out);
    return mask_check(mask, q.rows, k.rows);
}

static HeedStatus check_square(HeedOut x, size_t n_queries, size_t n_keys)
{
    return x.rows != n_queries || x.cols != n_keys ? HEED_BAD_SHAPE : out_check(x);
}

static bool mask_hides(const HeedMask *mask)
{
    return mask && (mask->allow || mask->bias || mask->is_causal);
}

/* ------------------------------------------------------------------- trace */

/* weights @ V where V has NaN or inf somewhere: under a masked key they count as 0. */
static void values_guarded(HeedView weights, HeedView v, const HeedMask *mask, HeedOut out)
{
    for (size_t i = 0; i < out.rows; i++) {
        for (size_t c = 0; c < out.cols; c++) {
            float s = 0.0f;
            for (size_t j = 0; j < v.rows; j++) {
                float value = v.data[j * v.stride + c];
                if (!isfinite(value) && !heed_mask_allows(mask, i, j)) value = 0.0f;
                s = fmaf(weights.data[i * weights.stride + j], value, s);
            }
            out.data[i * out.stride + c] = s;
        }
    }
}

static void weigh_values(HeedView weights, HeedView v, const HeedMask *mask, HeedOut out)
{
    size_t row, col;
    if (mask_hides(mask) && heed_find_nonfinite(v, &row, &col)) {
        values_guarded(weights, v, mask, out);
    } else {
        product_nn(&weights, &v, &out);
    }
}

/* scores -> scaled -> weights -> out. The masks are checked. */
static void trace_from_scores(HeedOut scores, HeedOut scaled, HeedOut weights, HeedView v, float scale,
                              const HeedMask *mask, HeedOut out, HeedReport *report)
{
    HeedReport met = report_start();
    const HeedView x = heed_as_view(scores);
    scaled_softmax_rows(&x, scale, mask, &scaled, &weights, &met);
    weigh_values(heed_as_view(weights), v, mask, out);
    if (report) *report = met;
}

HeedStatus heed_attention_trace(HeedView q, HeedView k, HeedView v, const float *scale, const HeedMask *mask,
                                const HeedTrace *trace, HeedReport *report)
{
    if (q.cols != k.cols) return HEED_BAD_SHAPE;
    RETURN_IF_BAD(check_qkv(q, k, v, mask, trace->out));
    RETURN_IF_BAD(check_square(trace->scores, q.rows, k.rows));
    RETURN_IF_BAD(check_square(trace->scaled, q.rows, k.rows));
    RETURN_IF_BAD(check_square(trace->weights, q.rows, k.rows));
    product_nt(&q, &k, &trace->scores);
    trace_from_scores(trace->scores, trace->scaled, trace->weights, v, scale ? *scale : default_scale(q.cols),
                      mask, trace->out, report);
    return HEED_OK;
}

HeedStatus heed_additive_attention(HeedView q, HeedView k, HeedView v, HeedView w, HeedView u_k,
                                   const float *u, const float *scale, const HeedMask *mask,
                                   const HeedAdditiveTrace *trace, HeedReport *report)
{
    size_t d_a = w.rows;
    HeedOut pq = trace->projected_q, pk = trace->projected_k, scores = trace->scores;
    if (w.cols != q.cols || u_k.cols != k.cols || u_k.rows != d_a) return HEED_BAD_SHAPE;
    RETURN_IF_BAD(check_qkv(q, k, v, mask, trace->out));
    RETURN_IF_BAD(check_square(scores, q.rows, k.rows));
    RETURN_IF_BAD(check_square(trace->scaled, q.rows, k.rows));
    RETURN_IF_BAD(check_square(trace->weights, q.rows, k.rows));
    if (d_a > 0 && !u) return HEED_NO_DATA;
    RETURN_IF_BAD(heed_gemm_nt(q, w, pq));
    RETURN_IF_BAD(heed_gemm_nt(k, u_k, pk));
    if (d_a == 0) pq.stride = 0; /* rows of nothing, perhaps at NULL, lie nowhere else */
    for (size_t i = 0; i < q.rows && k.rows > 0; i++) {
        kernels_now()->additive_scores(pq.data + i * pq.stride, pk.data, pk.stride, k.rows, u, d_a,
                                       scores.data + i * scores.stride);
    }
    trace_from_scores(scores, trace->scaled, trace->weights, v, scale ? *scale : 1.0f, mask, trace->out,
                      report);
    return HEED_OK;
}

/* ------------------------------------------------------------------- fused */

typedef struct Fused {
    const HeedKernels *kernels;
    HeedView q, k, v;
    const HeedMask *mask;
    HeedOut out;
    float scale;
    bool v_is_finite;
    size_t queries_each; /* per task, at most QUERY_BLOCK */
    atomic_size_t masked_rows, first_masked, nan_rows, first_nan;
} Fused;

/* What a block of queries carries from key block to key block. */
typedef struct Running {
    size_t first, n; /* queries first .. first + n */
    float m[QUERY_BLOCK], l[QUERY_BLOCK];
} Running;

static void atomic_min(atomic_size_t *target, size_t value)
{
    size_t seen = atomic_load(target);
    while (value < seen && !atomic_compare_exchange_weak(target, &seen, value)) {
    }
}

/* What the tile's rows, from `query` on, see of keys j0 .. j0 + keys; returns how many any of them sees. */
static size_t tile_sight(const Fused *f, size_t query, size_t j0, size_t keys, HeedTile *tile)
{
    MaskRow first = mask_row(f->mask, query, f->k.rows); /* the rows after it see no fewer keys */
    size_t seen = 0;
    tile->allow = first.allow ? first.allow + j0 : NULL;
    tile->bias = first.bias ? first.bias + j0 : NULL;
    if (first.visible >= j0 + keys) {
        for (size_t r = 0; r < tile->rows; r++) tile->visible[r] = keys;
        return keys;
    }
    for (size_t r = 0; r < tile->rows; r++) {
        size_t visible = mask_row(f->mask, query + r, f->k.rows).visible;
        visible = visible < j0 ? 0 : visible - j0 < keys ? visible - j0 : keys;
        tile->visible[r] = visible;
        seen = visible > seen ? visible : seen;
    }
    return seen;
}

/* A block of keys: packed is (d_k, HEED_BLOCK), or NULL where d_k is too long for the scratch memory. */
typedef struct KeyBlock {
    HeedView k, v;
    const float *packed;
} KeyBlock;

static KeyBlock key_block(const Fused *f, size_t j0, Scratch scratch)
{
    size_t keys = f->k.rows - j0 < HEED_BLOCK ? f->k.rows - j0 : HEED_BLOCK, d_k = f->q.cols;
    KeyBlock block = {
        .k = {f->k.data + j0 * f->k.stride, keys, d_k, f->k.stride},
        .v = {f->v.data + j0 * f->v.stride, keys, f->v.cols, f->v.stride},
    };
    if (d_k <= scratch.floats / HEED_BLOCK) {
        f->kernels->pack_transposed(block.k.data, f->k.stride, keys, d_k, HEED_BLOCK, scratch.data);
        block.packed = scratch.data;
    }
    return block;
}

/* Scores against the first `seen` keys of the block. */
static void tile_scores(const Fused *f, const KeyBlock *block, size_t query, size_t seen,
                        const HeedTile *tile)
{
    HeedView q = {f->q.data + query * f->q.stride, tile->rows, f->q.cols, f->q.stride};
    if (block->packed) {
        size_t cols = round_up_to(seen, HEED_LANES); /* whole vectors */
        f->kernels->gemm_panel(q.rows, cols, q.cols, q.data, q.stride, 1, block->packed, HEED_BLOCK,
                               tile->z[0], HEED_BLOCK, false);
    } else {
        HeedOut scores = {tile->z[0], tile->rows, block->k.rows, HEED_BLOCK};
        product_nt(&q, &block->k, &scores);
    }
}

/* acc += e^(z - m) V. A key that the mask hides has weight 0; where V has a NaN or inf that must not be
 * multiplied by it. */
static void tile_values(const Fused *f, const KeyBlock *block, size_t seen, const HeedTile *tile)
{
    HeedView v = block->v;
    if (f->v_is_finite) {
        f->kernels->gemm_panel(tile->rows, v.cols, seen, tile->z[0], HEED_BLOCK, 1, v.data, v.stride,
                               tile->acc, tile->acc_stride, true);
        return;
    }
    for (size_t i = 0; i < tile->rows; i++) {
        const bool *allow = tile->allow ? tile->allow + i * tile->allow_stride : NULL;
        const float *bias = tile->bias ? tile->bias + i * tile->bias_stride : NULL;
        for (size_t j = 0; j < tile->visible[i]; j++) {
            if ((allow && !allow[j]) || (bias && bias[j] == -INFINITY)) continue;
            f->kernels->gemm_panel(1, v.cols, 1, tile->z[i] + j, HEED_BLOCK, 1, v.data + j * v.stride,
                                   v.stride, tile->acc + i * tile->acc_stride, tile->acc_stride, true);
        }
    }
}

/* Tiles are full where all keys of the block are seen, and a quarter as tall along causality's diagonal,
 * which then cuts off fewer keys that must be computed all the same. */
static size_t tile_rows(const Fused *f, size_t query, size_t keys_end, size_t left)
{
    bool sees_all = mask_row(f->mask, query, f->k.rows).visible >= keys_end;
    size_t rows = sees_all ? HEED_TILE_ROWS : HEED_TILE_ROWS / 4;
    return rows < left ? rows : left;
}

/* All queries of the block against keys j0 .. */
static void fused_block(const Fused *f, Running *running, size_t j0, Scratch scratch)
{
    alignas(64) float z[HEED_TILE_ROWS][HEED_BLOCK];
    const KeyBlock block = key_block(f, j0, scratch);
    HeedTile tile = {
        .z = z,
        .scale = f->scale,
        .allow_stride = f->mask ? f->mask->allow_stride : 0,
        .bias_stride = f->mask ? f->mask->bias_stride : 0,
        .d_v = f->v.cols,
        .acc_stride = f->out.stride,
    };
    for (size_t i = 0; i < running->n; i += tile.rows) {
        size_t query = running->first + i;
        tile.rows = tile_rows(f, query, j0 + block.k.rows, running->n - i);
        tile.m = running->m + i;
        tile.l = running->l + i;
        tile.acc = f->out.data + query * f->out.stride;
        size_t seen = tile_sight(f, query, j0, block.k.rows, &tile);
        if (seen == 0) continue;
        tile_scores(f, &block, query, seen, &tile);
        f->kernels->softmax_tile(&tile);
        tile_values(f, &block, seen, &tile);
    }
}

/* out = acc / l; zeros where nothing took part. normalize_row's added 0 makes a negative zero, which depends
 * on whether a masked block was visited, a positive one. */
static void fused_finish(Fused *f, const Running *running)
{
    for (size_t i = 0; i < running->n; i++) {
        size_t query = running->first + i;
        float *row = f->out.data + query * f->out.stride;
        float l = running->l[i];
        if (isnan(l)) {
            atomic_fetch_add(&f->nan_rows, 1);
            atomic_min(&f->first_nan, query);
        } else if (l == 0.0f) {
            atomic_fetch_add(&f->masked_rows, 1);
            atomic_min(&f->first_masked, query);
        }
        float inverse = l == 0.0f ? 0.0f : 1.0f / l;
        f->kernels->normalize_row(row, f->out.cols, 0.0f, inverse, NULL, NULL, row);
    }
}

static void fused_task(void *context, size_t index, Scratch scratch)
{
    Fused *f = context;
    Running running;
    running.first = index * f->queries_each;
    running.n = f->q.rows - running.first < f->queries_each ? f->q.rows - running.first : f->queries_each;
    for (size_t i = 0; i < running.n; i++) {
        running.m[i] = -INFINITY;
        running.l[i] = 0.0f;
        float *row = f->out.data + (running.first + i) * f->out.stride;
        for (size_t c = 0; c < f->out.cols; c++) row[c] = 0.0f;
    }
    size_t visible =
        mask_row(f->mask, running.first + running.n - 1, f->k.rows).visible; /* by the last query */
    for (size_t j0 = 0; j0 < visible; j0 += HEED_BLOCK) fused_block(f, &running, j0, scratch);
    fused_finish(f, &running);
}

/* As few equal blocks as fit the cache; where there are several threads to feed, as many for each. */
static size_t choose_queries_each(const Fused *f)
{
    enum { UNIT = 6 }; /* rows of the tallest tile of wide products: an odd one costs as much as a full one */
    size_t n = f->q.rows, threads = heed_threads(), width = f->q.cols + f->v.cols;
    size_t most = QUERY_BLOCK_FLOATS / (width + 1) / HEED_TILE_ROWS * HEED_TILE_ROWS;
    most = most < HEED_TILE_ROWS ? HEED_TILE_ROWS : most > QUERY_BLOCK ? QUERY_BLOCK : most;
    size_t tasks = divide_up(n, most);
    bool is_shared = threads > 1 && f->k.rows * width > 0 && n >= POOL_MIN_WORK / (f->k.rows * width);
    if (is_shared) {
        size_t rounds = divide_up(n, most * threads);
        tasks = threads * (rounds < POOL_TASKS_PER_THREAD ? POOL_TASKS_PER_THREAD : rounds);
    }
    size_t each = tasks == 0 ? 0 : round_up_to(divide_up(n, tasks), UNIT);
    return each < HEED_TILE_ROWS ? HEED_TILE_ROWS : each > most ? most : each;
}

HeedStatus heed_attention(HeedView q, HeedView k, HeedView v, const float *scale, const HeedMask *mask,
                          HeedOut out, HeedReport *report)
{
    if (q.cols != k.cols) return HEED_BAD_SHAPE;
    RETURN_IF_BAD(check_qkv(q, k, v, mask, out));
    if (q.cols == 0) q.stride = k.stride = 0; /* rows of nothing, perhaps at NULL, lie nowhere else */
    if (v.cols == 0) v.stride = out.stride = 0;
    size_t row, col;
    Fused f = {
        .kernels = kernels_now(),
        .q = q,
        .k = k,
        .v = v,
        .mask = mask,
        .out = out,
        .scale = scale ? *scale : default_scale(q.cols),
        .v_is_finite = !mask_hides(mask) || !heed_find_nonfinite(v, &row, &col),
        .first_masked = SIZE_MAX,
        .first_nan = SIZE_MAX,
    };
    f.queries_each = choose_queries_each(&f);
    pool_run(divide_up(q.rows, f.queries_each), HEED_BLOCK * q.cols, fused_task, &f);
    if (report) *report = (HeedReport){f.masked_rows, f.first_masked, f.nan_rows, f.first_nan};
    return HEED_OK;
}
