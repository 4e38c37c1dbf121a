#include "peers.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#include "heed/core.h"

Peers peers;

static void *open_library(const char *name)
{
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!library) fprintf(stderr, "not installed: %s\n", name);
    return library;
}

/* A symbol as a function pointer: the way POSIX describes. */
static void find(void *library, const char *symbol, void *place)
{
    *(void **)place = library ? dlsym(library, symbol) : NULL;
}

static void open_blas(void)
{
    void (*set_threads)(int);
    void *openblas = open_library("libopenblas.so.0");
    find(openblas, "cblas_sgemm", &peers.openblas_sgemm);
    find(openblas, "cblas_sgemv", &peers.openblas_sgemv);
    find(openblas, "openblas_set_num_threads", &set_threads);
    if (set_threads) set_threads(1);
    /* The Fortran and C interfaces stand in a library of their own in some packages. */
    void *blis = open_library("libblis.so.4");
    void (*blis_threads)(long);
    find(blis, "cblas_sgemm", &peers.blis_sgemm);
    find(blis, "bli_thread_set_num_threads", &blis_threads);
    if (blis_threads) blis_threads(1);
}

static void open_gsl(void)
{
    void *cblas = dlopen("libgslcblas.so.0", RTLD_NOW | RTLD_GLOBAL); /* libgsl needs its symbols */
    void *gsl = cblas ? open_library("libgsl.so.27") : NULL;
    const void *const *type;
    GslRng *(*alloc)(const void *);
    find(gsl, "gsl_rng_mt19937", &type);
    find(gsl, "gsl_rng_alloc", &alloc);
    find(gsl, "gsl_ran_gaussian_ziggurat", &peers.gsl_ziggurat);
    if (alloc && type && peers.gsl_ziggurat) peers.gsl_rng = alloc(*type);
}

/* Each library's own way to be told which instructions to use; read when it is opened. BLIS 0.9 counts its
 * kernel sets (0 is Skylake with AVX-512, 3 Haswell), and must be told of newer processors, which it takes
 * for Haswell. */
static void choose_instructions(bool avx2_alone)
{
    unsetenv("OPENBLAS_CORETYPE");
    unsetenv("OPENBLAS_L2_SIZE");
    if (avx2_alone) {
        setenv("OPENBLAS_CORETYPE", "Haswell", 1);
        setenv("BLIS_ARCH_TYPE", "3", 1);
        setenv("DNNL_MAX_CPU_ISA", "AVX2", 1);
        setenv("LIBXSMM_TARGET", "hsw", 1);
    } else if (heed_isa_is_available("avx512")) {
        setenv("BLIS_ARCH_TYPE", "0", 1);
    }
}

void peers_open(bool avx2_alone)
{
    setenv("OMP_NUM_THREADS", "1", 1);
    choose_instructions(avx2_alone);
    peers.avx2_alone = avx2_alone;
    open_blas();
    find(open_library("libdnnl.so.2"), "dnnl_sgemm", &peers.dnnl_sgemm);
    void *sleef = open_library("libsleef.so.3");
    find(sleef, "Sleef_expf8_u10avx2", &peers.sleef_expf8);
    if (!avx2_alone) find(sleef, "Sleef_expf16_u10avx512f", &peers.sleef_expf16);
    void *libmvec = open_library("libmvec.so.1");
    find(libmvec, "_ZGVdN8v_expf", &peers.libmvec_expf8);
    if (!avx2_alone) find(libmvec, "_ZGVeN16v_expf", &peers.libmvec_expf16);
    open_gsl();
}

#ifndef HEED_BENCH_XSMM
XsmmKernel *xsmm_kernel(int m, int n, int k, int b_is_transposed)
{
    (void)m, (void)n, (void)k, (void)b_is_transposed;
    return NULL;
}
#endif
