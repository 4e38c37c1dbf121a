/* What the tests of frame share: cmocka, a small random source, the grid's invariant. */
#ifndef TESTS_FRAME_SUPPORT_H
#define TESTS_FRAME_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "heed/frame.h"
#include "heed/text.h"

typedef struct Random {
    uint64_t state;
} Random;

/* xorshift64*; 0 <= result < n. */
static inline size_t random_below(Random *random, size_t n)
{
    random->state ^= random->state >> 12;
    random->state ^= random->state << 25;
    random->state ^= random->state >> 27;
    return (size_t)((random->state * 0x2545F4914F6CDD1DULL) >> 33) % n;
}

/* Wide cells come with their right half, no half stands alone, every glyph is valid, short
 * enough and of its cell's width; spans and cells name each other. */
static inline void check_grid(const Frame *frame)
{
    for (int row = 0; row < frame->rows; row++) {
        for (int col = 0; col < frame->cols; col++) {
            const Cell *cell = &frame->cells[(size_t)row * (size_t)frame->cols + (size_t)col];
            size_t n = strlen(cell->glyph);
            assert_true(n < CELL_BYTES && utf8_is_valid(cell->glyph, n));
            if (cell->width == 0) {
                assert_true(col > 0 && cell[-1].width == 2 && n == 0);
            } else {
                int width;
                assert_int_equal(text_width(cell->glyph), cell->width);
                assert_true(text_cluster(cell->glyph, n, &width) > 0);
                assert_true((unsigned char)cell->glyph[0] >= 0x20);
                if (frame->charset == CHARSET_ASCII) assert_true(n == 1 && cell->glyph[0] <= 0x7E);
            }
            if (cell->width == 2) assert_true(col + 1 < frame->cols && cell[1].width == 0);
            if (cell->span == 0) continue;
            assert_true(cell->span <= frame->n_spans);
            const FrameSpan *span = &frame->spans[cell->span - 1];
            assert_true(span->row == row && col >= span->col && col < span->col + span->width);
        }
    }
    for (size_t i = 0; i < frame->n_spans; i++) {
        const FrameSpan *span = &frame->spans[i];
        for (int col = span->col; col < span->col + span->width; col++)
            assert_int_equal(frame->cells[(size_t)span->row * (size_t)frame->cols + (size_t)col].span, i + 1);
    }
}

#endif
