// Eigen; EIGEN_PRODUCT names the function, since it is compiled for two instruction sets.
// Its templates must not be shared between the two.
#define Eigen EIGEN_NAMESPACE
#include <Eigen/Core>

#include "peers.h"

typedef Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> Matrix;

extern "C" void EIGEN_PRODUCT(const float *a, const float *b, float *c, int m, int n, int k, int b_is_transposed)
{
    Eigen::Map<const Matrix> va(a, m, k);
    Eigen::Map<Matrix> vc(c, m, n);
    if (b_is_transposed) {
        vc.noalias() = va * Eigen::Map<const Matrix>(b, n, k).transpose();
    } else {
        vc.noalias() = va * Eigen::Map<const Matrix>(b, k, n);
    }
}
