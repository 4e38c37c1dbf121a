#include "lines.h"

#include <stdio.h>

/* Holds a matrix of some thousand numbers. */
#define LIMIT 65536
#define TEXT_OF(number) #number
#define TEXT(number)    TEXT_OF(number)

LineRead line_read(StrBuf *line, int (*next)(void))
{
    LineRead result = LINE_WHOLE;
    strbuf_clear(line);
    size_t n = 0;
    for (int byte; (byte = next()) != '\n'; n++) {
        if (byte == EOF) return n > 0 ? result : LINE_END;
        if (byte == '\0') result = LINE_ZERO;
        if (line->len < LIMIT)
            strbuf_add_char(line, byte != '\0' ? (char)byte : ' ');
        else if (result == LINE_WHOLE)
            result = LINE_LONG;
    }
    return result;
}

const char *line_refusal(LineRead read)
{
    if (read == LINE_ZERO) return "This line holds a zero byte and was not taken.";
    if (read == LINE_LONG) return "This line is longer than " TEXT(LIMIT) " bytes and was not taken.";
    return NULL;
}
