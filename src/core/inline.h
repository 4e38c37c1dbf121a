/* Inside the core: hints to the compiler, which gcc and clang spell differently. A micro-kernel is one inline
 * function whose loop bounds become literals where it is used, so that its accumulators live in
 * registers; that needs both. */
#ifndef HEED_CORE_INLINE_H
#define HEED_CORE_INLINE_H

#if defined(HEED_EMULATE_AVX512) /* each intrinsic is a loop there: keep the code small */
#define ALWAYS_INLINE static inline
#define UNROLL
#elif defined(__clang__)
#define ALWAYS_INLINE static inline __attribute__((always_inline))
#define UNROLL        _Pragma("clang loop unroll(full)")
#else
#define ALWAYS_INLINE static inline __attribute__((always_inline))
#define UNROLL        _Pragma("GCC unroll 16")
#endif

/* Kept apart from a short path before it, which would otherwise save the registers that only this one needs.
 */
#define APART __attribute__((noinline))

/* Makes p a value that the compiler knows nothing of, so that it does not work out every address that
 * depends on it ahead of a loop, for which it has no registers. */
#define HIDE(p) __asm__("" : "+r"(p))

#endif
