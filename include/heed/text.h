/* Text: UTF-8 and how many cells it takes.
 *
 * Widths come from heed's own tables (Unicode's East Asian Width and general
 * categories), never from the locale: the same text is laid out alike in a
 * test, a pipe and a terminal. Ambiguous characters count 1.
 */
#ifndef HEED_TEXT_H
#define HEED_TEXT_H

#include "heed/arena.h"
#include <stdint.h>

#define TEXT_REPLACEMENT 0xFFFDu

/* Decodes one code point at text[0..len), len > 0. Returns its bytes (>= 1). An
 * invalid or overlong sequence, a surrogate or a value over 0x10FFFF gives
 * TEXT_REPLACEMENT for its maximal invalid prefix. */
size_t utf8_decode(const char *text, size_t len, uint32_t *code_point);
/* Encodes into out[4]; returns the bytes. Invalid values encode U+FFFD. */
size_t utf8_encode(uint32_t code_point, char out[4]);
bool utf8_is_valid(const char *text, size_t len);

/* 0 combining, format and zero-width; 2 wide and fullwidth; else 1. Control
 * characters count 1: they are drawn as a stand-in. */
int char_width(uint32_t code_point);

/* One grapheme cluster at text: a base with its combining marks, ZWJ sequences,
 * variation selectors and flags kept together. Returns its bytes; *width gets
 * the cells it takes (0 to 2). */
size_t text_cluster(const char *text, size_t len, int *width);
/* Cells of a zero-terminated text, of its first n bytes. */
size_t text_width(const char *text);
size_t text_width_n(const char *text, size_t n);
/* Bytes of the longest prefix of whole clusters that fits into `cells`. */
size_t text_fit(const char *text, size_t len, size_t cells);

/* Text that may come from a file or the keyboard, made safe for a screen: C0, DEL
 * and C1 controls, bidi overrides and invalid bytes become visible stand-ins
 * (␛ for ESC and so on; U+FFFD for invalid bytes). Newline and tab are kept when
 * keep_lines. */
char *text_sanitize(Arena *arena, const char *text, size_t len, bool keep_lines);

#endif
