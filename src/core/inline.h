/* Inside the core: two hints that gcc and clang spell differently. A micro-kernel is one inline
 * function whose loop bounds become literals where it is used, so that its accumulators live in
 * registers; that needs both. */
#ifndef HEED_CORE_INLINE_H
#define HEED_CORE_INLINE_H

#define ALWAYS_INLINE static inline __attribute__((always_inline))

#if defined(__clang__)
#define UNROLL _Pragma("clang loop unroll(full)")
#else
#define UNROLL _Pragma("GCC unroll 8")
#endif

#endif
