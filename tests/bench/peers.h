/* Other libraries, opened where they are installed. All of them are held to one thread. */
#ifndef HEED_BENCH_PEERS_H
#define HEED_BENCH_PEERS_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef void CblasSgemm(int order, int trans_a, int trans_b, int m, int n, int k, float alpha, const float *a,
                        int lda, const float *b, int ldb, float beta, float *c, int ldc);
typedef void CblasSgemv(int order, int trans, int m, int n, float alpha, const float *a, int lda,
                        const float *x, int incx, float beta, float *y, int incy);
typedef int DnnlSgemm(char trans_a, char trans_b, long m, long n, long k, float alpha, const float *a,
                      long lda, const float *b, long ldb, float beta, float *c, long ldc);

typedef struct GslRng GslRng;

/* Members are NULL where the library is missing. */
typedef struct Peers {
    CblasSgemm *openblas_sgemm, *blis_sgemm;
    CblasSgemv *openblas_sgemv;
    DnnlSgemm *dnnl_sgemm;
    void *sleef_expf8, *sleef_expf16; /* at most 1.0 ULP */
    void *libmvec_expf8, *libmvec_expf16;
    bool avx2_alone;
    GslRng *gsl_rng;
    double (*gsl_ziggurat)(const GslRng *rng, double sigma);
} Peers;

extern Peers peers;
/* avx2_alone: none of them may use AVX-512. */
void peers_open(bool avx2_alone);

/* c = a @ b (or b.T), row-major, m x n x k; compiled for this machine, and for AVX2. */
void eigen_product_native(const float *a, const float *b, float *c, int m, int n, int k, int b_is_transposed);
void eigen_product_avx2(const float *a, const float *b, float *c, int m, int n, int k, int b_is_transposed);
/* A function for exactly this product, or NULL. */
typedef void XsmmKernel(const float *b, const float *a, float *c);
XsmmKernel *xsmm_kernel(int m, int n, int k, int b_is_transposed);

/* Rows with SLEEF's exp, at most 1.0 ULP each. */
void sleef_exp(const float *x, float *y, size_t n);
void libmvec_exp(const float *x, float *y, size_t n);
void sleef_softmax_row(const float *x, float *w, size_t n);

#ifdef __cplusplus
}
#endif

#endif
