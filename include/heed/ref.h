/* A reference: which number a cell of the screen shows.
 *
 * (layer, node, row, column) of a live sheet. It lives in base because frames
 * carry it without knowing sheets, and sheets answer it without knowing frames.
 */
#ifndef HEED_REF_H
#define HEED_REF_H

#include <stdbool.h>
#include <stdint.h>

typedef enum RefLayer {
    REF_NOW = 0, /* the sheet with all present overlays */
    REF_WAS = 1, /* as it stood before the last edit */
    REF_OTHER = 2, /* the other side of a comparison (A/B, right/yours) */
    REF_GIVEN = 3  /* and on: the sheet under what a prediction of the screen gives, one layer for each; what a page
                      shows of other ideas */
} RefLayer;

#define REF_LAYERS 16 /* so many layers can be on one screen */

typedef struct ElementRef {
    uint8_t layer; /* RefLayer */
    uint32_t node; /* 0: refers to nothing */
    uint32_t row, col;
} ElementRef;

static inline bool element_ref_equal(ElementRef a, ElementRef b)
{
    return a.layer == b.layer && a.node == b.node && a.row == b.row && a.col == b.col;
}

#endif
