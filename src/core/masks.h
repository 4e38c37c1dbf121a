/* Inside the core: masks by the row, and reports. */
#ifndef HEED_CORE_MASKS_H
#define HEED_CORE_MASKS_H

#include "core/kernels.h"

/* The mask as one query sees it. */
typedef struct MaskRow {
    const bool *allow; /* NULL: none */
    const float *bias; /* NULL: none */
    size_t visible;    /* keys from here on are masked by causality */
} MaskRow;

/* mask may be NULL. */
MaskRow mask_row(const HeedMask *mask, size_t query, size_t n_keys);
/* HEED_BAD_STRIDE where a stride is neither 0 nor at least n_keys. */
HeedStatus mask_check(const HeedMask *mask, size_t n_queries, size_t n_keys);

HeedReport report_start(void);
void report_add(HeedReport *report, size_t row, HeedRow kind);
void report_all_masked(HeedReport *report, size_t rows);

#endif
