/* Inside the core: products whose shapes are already checked. */
#ifndef HEED_CORE_PRODUCTS_H
#define HEED_CORE_PRODUCTS_H

#include "heed/core.h"

void product_nn(const HeedView *a, const HeedView *b, const HeedOut *c);
void product_nt(const HeedView *a, const HeedView *b, const HeedOut *c);

#endif
