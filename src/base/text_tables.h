/* Ranges of code points that are not one cell wide, sorted and disjoint. */
#ifndef HEED_BASE_TEXT_TABLES_H
#define HEED_BASE_TEXT_TABLES_H

#include <stddef.h>
#include <stdint.h>

typedef struct TextRange {
    uint32_t first, last; /* inclusive */
} TextRange;

extern const TextRange text_zero_width[];
extern const size_t n_text_zero_width;
extern const TextRange text_wide[];
extern const size_t n_text_wide;

#endif
