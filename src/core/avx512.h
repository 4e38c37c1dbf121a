/* The AVX-512 intrinsics: the compiler's, or in one test program (tests/core) an emulation of them, so
 * that machines without AVX-512 check these kernels too. */
#ifndef HEED_CORE_AVX512_H
#define HEED_CORE_AVX512_H

#ifdef HEED_EMULATE_AVX512
#include "core/emulated_avx512.h"
#else
#include <immintrin.h>
#endif

#endif
