/* One line of text being typed: an editor without a screen.
 *
 * The text is valid UTF-8 without control characters, at most LINE_MAX_BYTES long; the
 * cursor stands between two grapheme clusters, so a wide or combined character is one
 * step and is erased whole.
 */
#ifndef HEED_APP_LINE_H
#define HEED_APP_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Holds a pasted matrix of some thousand numbers; beyond it a paste is cut. */
#define LINE_MAX_BYTES 65536u

typedef struct Line {
    char *text; /* zero-terminated once anything was set; NULL before */
    size_t len, capacity;
    size_t cursor; /* byte offset, 0 … len */
} Line;

void line_free(Line *line);
const char *line_text(const Line *line); /* "" when empty */
/* Replaces everything, cleaned as line_paste does; the cursor goes to the end. */
void line_set(Line *line, const char *text);

/* A typed character. False, nothing changed, where it is a control or the line is full. */
bool line_insert(Line *line, uint32_t code_point);
/* Pasted bytes, of any kind: line ends and tabs become one blank each, controls and what reorders text are
 * dropped, invalid bytes become U+FFFD. False where it did not fit and was cut. */
bool line_paste(Line *line, const char *bytes, size_t len);

/* By grapheme cluster, by word, to the ends; direction < 0 is left. */
void line_move(Line *line, int direction);
void line_move_word(Line *line, int direction);
void line_move_end(Line *line, int direction);
/* Erase what such a move would pass over. */
void line_erase(Line *line, int direction);
void line_erase_word(Line *line, int direction);
void line_erase_end(Line *line, int direction);

#endif
