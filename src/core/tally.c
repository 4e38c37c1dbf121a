/* Moments and a histogram of a stream, in one pass, in pieces of any size.
 *
 * Elements are gathered into blocks of 64 before they are added, so where a piece ends does not show. */
#include <math.h>
#include <string.h>

#include "core/kernels.h"

HeedStatus heed_tally_init(HeedTally *tally, float shift, double low, double high, size_t n_bins,
                           uint64_t *bins)
{
    if (!isfinite(shift)) return HEED_BAD_ARGUMENT;
    if (bins && (!isfinite(low) || !isfinite(high) || !(low < high) || n_bins == 0)) return HEED_BAD_ARGUMENT;
    if (bins && !isfinite(high - low)) return HEED_BAD_ARGUMENT;
    memset(tally, 0, sizeof *tally);
    tally->shift = shift;
    tally->low = low;
    tally->high = high;
    tally->n_bins = bins ? n_bins : 0;
    tally->bins = bins;
    for (size_t i = 0; i < tally->n_bins; i++) bins[i] = 0;
    return HEED_OK;
}

/* The bins' edges, divided out once for all elements. */
typedef struct Edges {
    double low, high, width, bins_per_unit;
    size_t n;
} Edges;

static Edges edges_of(const HeedTally *tally)
{
    double span = tally->high - tally->low, n = (double)tally->n_bins;
    return (Edges){tally->low, tally->high, span / n, n / span, tally->n_bins};
}

/* The left edge of bin i; the right edge of the last bin is `high` itself. */
static double bin_edge(const Edges *edges, size_t i)
{
    return i == edges->n ? edges->high : edges->low + (double)i * edges->width;
}

static size_t bin_of(const Edges *edges, float x)
{
    double value = (double)x;
    if (!(value >= edges->low && value <= edges->high) || edges->n == 0) return edges->n;
    double place = (value - edges->low) * edges->bins_per_unit;
    size_t last = edges->n - 1;
    size_t i = place < (double)last ? (size_t)place : last;
    /* The division may have rounded across an edge: the edges decide. */
    if (i > 0 && value < bin_edge(edges, i)) i--;
    if (i < last && value >= bin_edge(edges, i + 1)) i++;
    return i;
}

size_t heed_tally_bin(const HeedTally *tally, float x)
{
    Edges edges = edges_of(tally);
    return bin_of(&edges, x);
}

static void count_bins(HeedTally *tally, const float *x, size_t n)
{
    const Edges edges = edges_of(tally);
    for (size_t i = 0; i < n; i++) {
        size_t bin = bin_of(&edges, x[i]);
        if (bin < edges.n) {
            tally->bins[bin]++;
        } else if (isnan(x[i])) {
            tally->nan++;
        } else if ((double)x[i] < edges.low) {
            tally->below++;
        } else {
            tally->above++;
        }
    }
}

void heed_tally_add(HeedTally *tally, const float *x, size_t n)
{
    if (tally->bins) count_bins(tally, x, n);
    while (n > 0) {
        size_t held = (size_t)(tally->n % HEED_BLOCK);
        size_t count = n < HEED_BLOCK - held ? n : HEED_BLOCK - held;
        for (size_t i = 0; i < count; i++) tally->pending[held + i] = x[i] - tally->shift;
        if (held + count == HEED_BLOCK) heed_kernels()->power_lanes(tally->pending, HEED_BLOCK, tally->lanes);
        tally->n += count;
        x += count;
        n -= count;
    }
}

/* The power sums so far: the full blocks, and the pending one padded with zeros. */
static void power_sums(const HeedTally *tally, double sums[4])
{
    double lanes[4][HEED_LANES];
    memcpy(lanes, tally->lanes, sizeof lanes);
    size_t held = (size_t)(tally->n % HEED_BLOCK);
    if (held > 0) {
        float block[HEED_BLOCK] = {0};
        memcpy(block, tally->pending, held * sizeof *block);
        heed_kernels()->power_lanes(block, HEED_BLOCK, lanes);
    }
    for (size_t p = 0; p < 4; p++) sums[p] = sum_of_lanes(lanes[p]);
}

HeedMoments heed_tally_moments(const HeedTally *tally)
{
    double sums[4], n = (double)tally->n;
    power_sums(tally, sums);
    double m1 = sums[0] / n, m2 = sums[1] / n, m3 = sums[2] / n, m4 = sums[3] / n;
    double var = m2 - m1 * m1;
    var = var < 0.0 ? 0.0 : var;
    double third = m3 - 3.0 * m1 * m2 + 2.0 * m1 * m1 * m1;
    double fourth = m4 - 4.0 * m1 * m3 + 6.0 * m1 * m1 * m2 - 3.0 * m1 * m1 * m1 * m1;
    HeedMoments moments = {tally->n, m1 + (double)tally->shift, var, NAN, NAN};
    if (var > 0.0) {
        moments.skew = third / (var * sqrt(var));
        moments.kurtosis = fourth / (var * var) - 3.0;
    }
    return moments;
}
