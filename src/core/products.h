/* Inside the core: products whose shapes are already checked. */
#ifndef HEED_CORE_PRODUCTS_H
#define HEED_CORE_PRODUCTS_H

#include "heed/core.h"

void product_nn(HeedView a, HeedView b, HeedOut c);
void product_nt(HeedView a, HeedView b, HeedOut c);

#endif
