/* Inside the core: rows of scale and softmax, masked. */
#ifndef HEED_CORE_ROWS_H
#define HEED_CORE_ROWS_H

#include "core/masks.h"

/* z = x * scale, masked, and w its softmax; met counts what the rows were. Each in place where arrays are the
 * same. */
void scaled_softmax_rows(const HeedView *x, float scale, const HeedMask *mask, const HeedOut *z,
                         const HeedOut *w, HeedReport *met);

#endif
