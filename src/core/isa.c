/* Which kernel set runs: asked of the processor (CPUID) and of the operating system (XGETBV: does
 * it save the wide registers?), chosen once, replaceable by name and by tests. */
#include "core/kernels.h"

#include <string.h>

#if defined(__x86_64__)
#include <cpuid.h>
#define HEED_X86 1
#else
#define HEED_X86 0
#endif

/* What the machine and its system offer, each level including the one before. */
typedef enum Level { LEVEL_SCALAR, LEVEL_AVX2, LEVEL_AVX512 } Level;

#if HEED_X86
static uint64_t enabled_register_states(void)
{
    uint32_t low, high;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return (uint64_t)high << 32 | low;
}

static Level machine_level(void)
{
    enum { YMM_STATES = 0x6, ZMM_STATES = 0xe6 }; /* XCR0: SSE, AVX; and opmask, ZMM high, ZMM 16-31 */
    const uint32_t avx512_bits = 1u << 16 | 1u << 17 | 1u << 30 | 1u << 31; /* F, DQ, BW, VL */
    uint32_t a, b, c, d;

    if (!__get_cpuid(1, &a, &b, &c, &d)) return LEVEL_SCALAR;
    bool has_fma = c >> 12 & 1, has_osxsave = c >> 27 & 1, has_avx = c >> 28 & 1;
    if (!has_fma || !has_osxsave || !has_avx) return LEVEL_SCALAR;
    uint64_t states = enabled_register_states();
    if ((states & YMM_STATES) != YMM_STATES) return LEVEL_SCALAR;
    if (!__get_cpuid_count(7, 0, &a, &b, &c, &d) || !(b >> 5 & 1)) return LEVEL_SCALAR;
    if ((b & avx512_bits) != avx512_bits || (states & ZMM_STATES) != ZMM_STATES) return LEVEL_AVX2;
    return LEVEL_AVX512;
}
#else
static Level machine_level(void)
{
    return LEVEL_SCALAR;
}
#endif

static const struct {
    const char *name;
    Level needs;
    const HeedKernels *kernels; /* NULL: not in this build */
} sets[] = {
    {"scalar", LEVEL_SCALAR, &heed_kernels_scalar},
#if HEED_X86
    {"avx2", LEVEL_AVX2, &heed_kernels_avx2},
    {"avx512", LEVEL_AVX512, &heed_kernels_avx512},
#else
    {"avx2", LEVEL_AVX2, NULL},
    {"avx512", LEVEL_AVX512, NULL},
#endif
};

enum { SET_COUNT = sizeof sets / sizeof sets[0] };

static _Atomic(const HeedKernels *) selected;
_Atomic(const HeedKernels *) kernels_in_use; /* selected, or what a test put in its place */

static size_t set_index(const char *name)
{
    size_t i = 0;
    while (i < SET_COUNT && (!name || strcmp(sets[i].name, name) != 0)) i++;
    return i;
}

static bool is_runnable(size_t index)
{
    return sets[index].kernels && sets[index].needs <= machine_level();
}

HeedStatus heed_isa_select(const char *name)
{
    size_t index = SET_COUNT;
    if (name) {
        index = set_index(name);
        if (index == SET_COUNT) return HEED_UNKNOWN_ISA;
        if (!is_runnable(index)) return HEED_MISSING_ISA;
    } else {
        do index--;
        while (!is_runnable(index)); /* the scalar set always is */
    }
    atomic_store(&selected, sets[index].kernels);
    atomic_store(&kernels_in_use, sets[index].kernels);
    return HEED_OK;
}

const HeedKernels *heed_kernels(void)
{
    const HeedKernels *kernels = atomic_load_explicit(&kernels_in_use, memory_order_acquire);
    if (kernels) return kernels;
    heed_isa_select(NULL);
    return atomic_load(&kernels_in_use);
}

const HeedKernels *heed_kernels_named(const char *name)
{
    size_t index = set_index(name);
    return index < SET_COUNT ? sets[index].kernels : NULL;
}

void heed_kernels_set_for_test(const HeedKernels *kernels)
{
    heed_kernels(); /* so that something is selected to come back to */
    atomic_store(&kernels_in_use, kernels ? kernels : atomic_load(&selected));
}

const char *heed_isa_name(void)
{
    return heed_kernels()->name;
}

size_t heed_isa_count(void)
{
    return SET_COUNT;
}

const char *heed_isa_name_at(size_t index)
{
    return index < SET_COUNT ? sets[index].name : NULL;
}

bool heed_isa_is_available(const char *name)
{
    size_t index = set_index(name);
    return index < SET_COUNT && is_runnable(index);
}
