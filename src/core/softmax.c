/* Softmax over rows: scale, mask, then the row kernel. */
#include "core/checks.h"
#include "core/kernels.h"
#include "core/masks.h"
#include "core/rows.h"

#include <math.h>

/* ------------------------------------------------------------------- masks */

static size_t visible_keys(const HeedMask *mask, size_t query, size_t n_keys)
{
    if (!mask || !mask->is_causal) return n_keys;
    if (mask->causal_offset < 0) {
        size_t hidden =
            (size_t)0 - (size_t)mask->causal_offset; /* queries before the first that sees a key */
        return query < hidden ? 0 : query - hidden < n_keys ? query - hidden + 1 : n_keys;
    }
    size_t offset = (size_t)mask->causal_offset;
    return offset >= n_keys || query >= n_keys - offset ? n_keys : query + offset + 1;
}

MaskRow mask_row(const HeedMask *mask, size_t query, size_t n_keys)
{
    MaskRow row = {NULL, NULL, visible_keys(mask, query, n_keys)};
    if (mask && mask->allow) row.allow = mask->allow + query * mask->allow_stride;
    if (mask && mask->bias) row.bias = mask->bias + query * mask->bias_stride;
    return row;
}

HeedStatus mask_check(const HeedMask *mask, size_t n_queries, size_t n_keys)
{
    if (!mask) return HEED_OK;
    HeedView bias = {mask->bias, n_queries, n_keys, mask->bias_stride};
    HeedView allow = {(const float *)(const void *)mask->allow, n_queries, n_keys,
                      mask->allow_stride}; /* sizes alone */
    if (mask->bias) RETURN_IF_BAD(view_check(bias));
    return mask->allow ? view_check(allow) : HEED_OK;
}

bool heed_mask_allows(const HeedMask *mask, size_t query, size_t key)
{
    MaskRow row = mask_row(mask, query, key + 1);
    return key < row.visible && (!row.allow || row.allow[key]) && (!row.bias || row.bias[key] != -INFINITY);
}

/* ----------------------------------------------------------------- reports */

HeedReport report_start(void)
{
    HeedReport report = {0, SIZE_MAX, 0, SIZE_MAX};
    return report;
}

void report_add(HeedReport *report, size_t row, HeedRow kind)
{
    if (kind == HEED_ROW_MASKED) {
        report->masked_rows++;
        if (row < report->first_masked) report->first_masked = row;
    } else if (kind == HEED_ROW_NAN) {
        report->nan_rows++;
        if (row < report->first_nan) report->first_nan = row;
    }
}

void report_all_masked(HeedReport *report, size_t rows)
{
    report->masked_rows = rows;
    report->first_masked = rows > 0 ? 0 : SIZE_MAX;
}

bool heed_find_nonfinite(HeedView x, size_t *row, size_t *col)
{
    for (size_t r = 0; r < x.rows; r++) {
        for (size_t c = 0; c < x.cols; c++) {
            if (isfinite(x.data[r * x.stride + c])) continue;
            *row = r;
            *col = c;
            return true;
        }
    }
    return false;
}

/* -------------------------------------------------------------------- rows */

static void scale_one_row(const float *x, size_t n, float scale, const MaskRow *mask, float *z)
{
    kernels_now()->scale_row(x, mask->visible, scale, mask->allow, mask->bias, z);
    for (size_t j = mask->visible; j < n; j++) z[j] = -INFINITY;
}

static HeedRow softmax_one_row(const float *z, size_t n, const MaskRow *mask, float *w)
{
    HeedRow kind = kernels_now()->softmax_row(z, mask->visible, w);
    if (kind == HEED_ROW_NAN) { /* a masked weight is 0 even here */
        for (size_t j = 0; j < mask->visible; j++) {
            if ((mask->allow && !mask->allow[j]) || (mask->bias && mask->bias[j] == -INFINITY)) w[j] = 0.0f;
        }
    }
    for (size_t j = mask->visible; j < n; j++) w[j] = 0.0f;
    return kind;
}

/* Rows first .. end. */
static void scale_some_rows(const HeedView *x, float scale, const HeedMask *mask, size_t first, size_t end,
                            const HeedOut *z)
{
    for (size_t r = first; r < end; r++) {
        const MaskRow seen = mask_row(mask, r, x->cols);
        scale_one_row(x->data + r * x->stride, x->cols, scale, &seen, z->data + r * z->stride);
    }
}

static void softmax_some_rows(const HeedView *z, const HeedMask *mask, size_t first, size_t end,
                              const HeedOut *w, HeedReport *met)
{
    for (size_t r = first; r < end; r++) {
        const MaskRow seen = mask_row(mask, r, z->cols);
        float *row = w->data + r * w->stride;
        report_add(met, r, softmax_one_row(z->data + r * z->stride, z->cols, &seen, row));
    }
}

/* Short rows some at a time: one that was stored just now, in parts, must reach the cache before it can be
 * read, which takes longer than its softmax. */
void scaled_softmax_rows(const HeedView *x, float scale, const HeedMask *mask, const HeedOut *z,
                         const HeedOut *w, HeedReport *met)
{
    const size_t at_once = x->cols <= HEED_BLOCK ? 16 : 1;
    const HeedView scaled = heed_as_view(*z);
    if (x->cols == 0) report_all_masked(met, x->rows);
    for (size_t r = 0; r < x->rows && x->cols > 0; r += at_once) {
        size_t end = x->rows - r < at_once ? x->rows : r + at_once;
        scale_some_rows(x, scale, mask, r, end, z);
        softmax_some_rows(&scaled, mask, r, end, w, met);
    }
}

static HeedStatus check_rows(const HeedView *x, const HeedMask *mask, const HeedOut *out)
{
    if (!same_shape(*x, *out)) return HEED_BAD_SHAPE;
    RETURN_IF_BAD(view_check(*x));
    RETURN_IF_BAD(out_check(*out));
    ASSERT_APART_OR_SAME(*x, *out);
    return mask ? mask_check(mask, x->rows, x->cols) : HEED_OK;
}

HeedStatus heed_scale_rows_at(const HeedView *x, const float *scale, const HeedMask *mask, const HeedOut *z)
{
    RETURN_IF_BAD(check_rows(x, mask, z));
    if (x->cols > 0) scale_some_rows(x, scale ? *scale : 1.0f, mask, 0, x->rows, z);
    return HEED_OK;
}

HeedStatus heed_softmax_rows_at(const HeedView *x, const float *scale, const HeedMask *mask,
                                const HeedOut *weights, HeedReport *report)
{
    RETURN_IF_BAD(check_rows(x, mask, weights));
    HeedReport met = report_start();
    if (scale || (mask && (mask->allow || mask->bias)) || x->cols == 0) {
        scaled_softmax_rows(x, scale ? *scale : 1.0f, mask, weights, weights, &met);
    } else {
        softmax_some_rows(x, mask, 0, x->rows, weights, &met);
    }
    if (report) *report = met;
    return HEED_OK;
}

HeedStatus heed_softmax_jacobian(const float *p, size_t n, HeedOut out)
{
    if (out.rows != n || out.cols != n) return HEED_BAD_SHAPE;
    RETURN_IF_BAD(out_check(out));
    if (n > 0 && !p) return HEED_NO_DATA;
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++) {
            float product = p[i] * p[j];
            out.data[i * out.stride + j] = (i == j ? p[i] : 0.0f) - product;
        }
    }
    return HEED_OK;
}
