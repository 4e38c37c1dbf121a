/* exp, log and tanh over every float: 2^32 arguments each, about a minute each on one core. Not part of
 * the tests that run by themselves; build and run it after a change to the polynomials:
 *
 *     ninja -C build heed_long_map && build/tests/heed_long_map [ISA]
 *
 * Not yet run to its end. Over every 61st float: exp 0.8731 ULP, log 0.8791, tanh 1.3476 (the C library's double
 * functions as reference). Record here what it prints. */
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
    for (size_t i = 0; i < sizeof searches / sizeof *searches; i++)
        is_fine = search_all(&searches[i]) && is_fine;
    return is_fine ? 0 : 1;
}
