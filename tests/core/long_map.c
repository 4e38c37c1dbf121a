/* exp, log and tanh over every float: 2^32 arguments each, some minutes on one core. First how far the chosen
 * kernel set is from the C library's double functions, then whether every other set that the machine has
 * gives the same bits. Not part of the tests that run by themselves; build and run it after a change to the
 * polynomials:
 *
 *     ninja -C build heed_long_map && build/tests/heed_long_map [ISA]
 *
 * Found on 2026-11-29 (avx512):
 *
 *     exp   0.8912 ULP at worst, at 0x1.4ce7a6p+2 = 5.2016387
 *     log   0.9534 ULP at worst, at 0x1.69e61p-1 = 0.706833363
 *     tanh  1.3622 ULP at worst, at 0x1.429024p-1 = 0.630005956
 *
 * and avx2 and scalar give the bits of avx512 for every float.
 */
#include "check.h"

enum { AT_ONCE = 1 << 14 };

typedef struct Search {
    const char *name;
    HeedMap op;
    double (*exact)(double x);
    double allowed; /* units of the last place */
} Search;

static bool search_all(const Search *search)
{
    static float x[AT_ONCE], y[AT_ONCE];
    double worst = 0.0;
    float worst_at = 0.0f;
    for (uint64_t bits = 0; bits < 1ull << 32; bits += AT_ONCE) {
        for (size_t i = 0; i < AT_ONCE; i++) x[i] = bits_float((uint32_t)(bits + i));
        if (heed_map(search->op, heed_view(x, 1, AT_ONCE), heed_out(y, 1, AT_ONCE)) != HEED_OK) return false;
        for (size_t i = 0; i < AT_ONCE; i++) {
            double error = ulp_error(y[i], search->exact((double)x[i]));
            if (error <= worst) continue;
            worst = error;
            worst_at = x[i];
        }
    }
    printf("%-5s %.4f ULP at worst, at %a = %.9g (allowed: %g)\n", search->name, worst, (double)worst_at,
           (double)worst_at, search->allowed);
    return worst <= search->allowed;
}

/* NaNs count as one value. */
static bool same_bits(const float *x, const float *y, size_t n)
{
    if (memcmp(x, y, n * sizeof *x) == 0) return true;
    for (size_t i = 0; i < n; i++) {
        if (memcmp(&x[i], &y[i], sizeof *x) != 0 && !(isnan(x[i]) && isnan(y[i]))) return false;
    }
    return true;
}

/* Whether two kernel sets agree on every float. */
static bool agree(const Search *search, const HeedKernels *one, const HeedKernels *other)
{
    static float x[AT_ONCE], y[AT_ONCE], z[AT_ONCE];
    for (uint64_t bits = 0; bits < 1ull << 32; bits += AT_ONCE) {
        for (size_t i = 0; i < AT_ONCE; i++) x[i] = bits_float((uint32_t)(bits + i));
        one->map[search->op](x, AT_ONCE, y);
        other->map[search->op](x, AT_ONCE, z);
        if (same_bits(y, z, AT_ONCE)) continue;
        printf("%-5s %s and %s differ between %#llx and %#llx\n", search->name, one->name, other->name,
               (unsigned long long)bits, (unsigned long long)(bits + AT_ONCE));
        return false;
    }
    printf("%-5s %s gives the bits of %s\n", search->name, other->name, one->name);
    return true;
}

static bool all_sets_agree(const Search *search)
{
    bool is_fine = true;
    const HeedKernels *chosen = heed_kernels();
    for (size_t i = heed_isa_count(); i-- > 0;) { /* the plainest, which is the slowest, last */
        const HeedKernels *other = heed_kernels_named(heed_isa_name_at(i));
        if (other == chosen || !heed_isa_is_available(heed_isa_name_at(i))) continue;
        is_fine = agree(search, chosen, other) && is_fine;
    }
    return is_fine;
}

int main(int argc, char **argv)
{
    static const Search searches[] = {
        {"exp", HEED_EXP, exp, 1.0}, {"log", HEED_LOG, log, 1.0}, {"tanh", HEED_TANH, tanh, 2.0}};
    HeedStatus status = heed_isa_select(argc > 1 ? argv[1] : NULL);
    if (status != HEED_OK) {
        fprintf(stderr, "%s: %s\n", argv[1], heed_status_text(status));
        return 2;
    }
    printf("every float, %s\n", heed_isa_name());
    bool is_fine = true;
    for (size_t i = 0; i < sizeof searches / sizeof *searches; i++) {
        is_fine = all_sets_agree(&searches[i]) && is_fine;
        is_fine = search_all(&searches[i]) && is_fine;
    }
    return is_fine ? 0 : 1;
}
