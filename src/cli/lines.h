/* Lines from outside, of a length that is bounded: whoever pipes in a disk is told so, and memory stays as it was. */
#ifndef HEED_CLI_LINES_H
#define HEED_CLI_LINES_H

#include "heed/arena.h"

typedef enum LineRead { LINE_WHOLE, LINE_LONG, LINE_ZERO, LINE_END } LineRead;

/* A line without its newline; the last one may lack it. What is too long, or holds a zero byte, is read to its end and
 * not to be taken. `next` gives a byte, or EOF. */
LineRead line_read(StrBuf *line, int (*next)(void));
/* Why a line was not taken, one sentence; NULL where it was. */
const char *line_refusal(LineRead read);

#endif
