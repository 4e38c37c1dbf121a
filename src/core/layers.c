/* Layer normalisation, and singular values. */
#include <math.h>

#include "core/checks.h"
#include "core/kernels.h"

HeedStatus heed_layer_norm(HeedView x, const float *gain, const float *bias, double epsilon, HeedOut out)
{
    if (!(epsilon >= 0.0)) return HEED_BAD_ARGUMENT;
    if (!same_shape(x, out)) return HEED_BAD_SHAPE;
    RETURN_IF_BAD(view_check(x));
    RETURN_IF_BAD(out_check(out));
    ASSERT_APART_OR_SAME(x, out);
    for (size_t r = 0; r < x.rows && x.cols > 0; r++) {
        HeedView row = {x.data + r * x.stride, 1, x.cols, x.cols};
        double mean, var;
        heed_reduce(HEED_MEAN, row, 0.0, &mean);
        heed_reduce(HEED_VAR, row, 0.0, &var);
        float inv_std = (float)(1.0 / sqrt(var + epsilon));
        heed_kernels()->normalize_row(row.data, x.cols, (float)mean, inv_std, gain, bias,
                                      out.data + r * out.stride);
    }
    return HEED_OK;
}

/* --------------------------------------------------------- singular values
 *
 * One-sided Jacobi: rotate pairs of columns until all are orthogonal; their lengths are the singular
 * values. Columns are the shorter side, kept as rows of `work` so that they are contiguous. */

enum { MAX_SWEEPS = 60 }; /* convergence is quadratic: sizes of hundreds take about 10 */

static size_t smaller(HeedView x)
{
    return x.rows < x.cols ? x.rows : x.cols;
}

size_t heed_singular_values_work(size_t rows, size_t cols)
{
    if (rows != 0 && cols > SIZE_MAX / sizeof(double) / rows) return SIZE_MAX;
    return rows * cols;
}

/* Copies x, its shorter side as rows, scaled by a power of two so that no square overflows or vanishes;
 * returns the exponent to undo it with. The elements are finite. */
static int copy_scaled(HeedView x, double *work)
{
    size_t n = smaller(x), m = x.rows < x.cols ? x.cols : x.rows;
    double largest = 0.0;
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < m; j++) {
            double e = x.rows < x.cols ? x.data[i * x.stride + j] : x.data[j * x.stride + i];
            work[i * m + j] = e;
            largest = fmax(largest, fabs(e));
        }
    }
    int exponent = 0;
    if (largest > 0.0) frexp(largest, &exponent);
    for (size_t i = 0; i < n * m; i++) work[i] = ldexp(work[i], -exponent);
    return exponent;
}

static double dot_double(const double *x, const double *y, size_t n)
{
    double s = 0.0;
    for (size_t i = 0; i < n; i++) s += x[i] * y[i];
    return s;
}

/* Makes two columns orthogonal; false where they already are, to rounding. */
static bool rotate_pair(double *x, double *y, size_t m)
{
    const double tolerance = 0x1p-50;
    const double negligible = 0x1p-150; /* squared length: far below what rounding leaves of a zero column */
    double xx = dot_double(x, x, m), yy = dot_double(y, y, m), xy = dot_double(x, y, m);
    if (xx < negligible || yy < negligible || fabs(xy) <= tolerance * sqrt(xx * yy)) return false;
    /* The angle that zeroes x . y (Golub and Van Loan, section 8.6.3): t = tan, the smaller root. */
    double zeta = (yy - xx) / (2.0 * xy);
    double t = copysign(1.0, zeta) / (fabs(zeta) + sqrt(1.0 + zeta * zeta));
    double c = 1.0 / sqrt(1.0 + t * t), s = c * t;
    for (size_t i = 0; i < m; i++) {
        double xi = x[i], yi = y[i];
        x[i] = c * xi - s * yi;
        y[i] = s * xi + c * yi;
    }
    return true;
}

static bool orthogonalise(double *work, size_t n, size_t m)
{
    for (int sweep = 0; sweep < MAX_SWEEPS; sweep++) {
        bool has_rotated = false;
        for (size_t i = 0; i + 1 < n; i++) {
            for (size_t j = i + 1; j < n; j++) has_rotated |= rotate_pair(work + i * m, work + j * m, m);
        }
        if (!has_rotated) return true;
    }
    return false;
}

static void sort_descending(double *x, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        double value = x[i];
        size_t j = i;
        for (; j > 0 && x[j - 1] < value; j--) x[j] = x[j - 1];
        x[j] = value;
    }
}

HeedStatus heed_singular_values(HeedView x, double *work, size_t work_len, double *sigma)
{
    size_t n = smaller(x), m = x.rows < x.cols ? x.cols : x.rows, row, col;
    RETURN_IF_BAD(view_check(x));
    if (n == 0) return HEED_OK;
    if (!work || !sigma) return HEED_NO_DATA;
    if (work_len < heed_singular_values_work(x.rows, x.cols)) return HEED_TOO_LARGE;
    if (heed_find_nonfinite(x, &row, &col)) return HEED_NOT_CONVERGED;
    int exponent = copy_scaled(x, work);
    bool is_done = orthogonalise(work, n, m);
    for (size_t i = 0; i < n; i++)
        sigma[i] = ldexp(sqrt(dot_double(work + i * m, work + i * m, m)), exponent);
    sort_descending(sigma, n);
    return is_done ? HEED_OK : HEED_NOT_CONVERGED;
}
