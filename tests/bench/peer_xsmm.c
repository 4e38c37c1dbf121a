/* libxsmm makes code for one product at run time. It is column-major: C^T = B^T A^T. */
#include <libxsmm.h>

#include "peers.h"

XsmmKernel *xsmm_kernel(int m, int n, int k, int b_is_transposed)
{
    const libxsmm_blasint ldb = b_is_transposed ? k : n, lda = k, ldc = n;
    const float alpha = 1.0f, beta = 0.0f;
    const int flags = b_is_transposed ? LIBXSMM_GEMM_FLAG_TRANS_A : LIBXSMM_GEMM_FLAG_NONE;
    return (XsmmKernel *)libxsmm_smmdispatch(n, m, k, &ldb, &lda, &ldc, &alpha, &beta, &flags, NULL);
}
