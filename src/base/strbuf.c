/* A growing string: doubles, keeps its zero behind the last byte. */
#include "heed/arena.h"
#include "base/c_locale.h"
#include "base/out_of_memory.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void strbuf_reserve(StrBuf *buf, size_t more)
{
    if (more < buf->cap - buf->len) return; /* cap is 0 or at least len + 1 */
    size_t need;
    if (!heed_add_size(buf->len, more, &need) || !heed_add_size(need, 1, &need)) heed_out_of_memory();
    size_t cap = buf->cap > SIZE_MAX / 2 ? need : buf->cap * 2;
    if (cap < need) cap = need;
    if (cap < 32) cap = 32;
    buf->data = heed_xrealloc(buf->data, cap);
    buf->cap = cap;
}

void strbuf_add_n(StrBuf *buf, const char *text, size_t n)
{
    strbuf_reserve(buf, n);
    if (n) memcpy(buf->data + buf->len, text, n);
    buf->len += n;
    buf->data[buf->len] = '\0';
}

void strbuf_add(StrBuf *buf, const char *text)
{
    strbuf_add_n(buf, text, strlen(text));
}

void strbuf_add_char(StrBuf *buf, char c)
{
    strbuf_reserve(buf, 1);
    buf->data[buf->len++] = c;
    buf->data[buf->len] = '\0';
}

void strbuf_printf(StrBuf *buf, const char *format, ...)
{
    va_list args;
    locale_t user = c_locale_enter();
    va_start(args, format);
    int len = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (len >= 0) {
        strbuf_reserve(buf, (size_t)len);
        va_start(args, format);
        vsnprintf(buf->data + buf->len, (size_t)len + 1, format, args);
        va_end(args);
        buf->len += (size_t)len;
    }
    c_locale_leave(user);
}

void strbuf_clear(StrBuf *buf)
{
    buf->len = 0;
    if (buf->data) buf->data[0] = '\0';
}

void strbuf_free(StrBuf *buf)
{
    free(buf->data);
    *buf = (StrBuf){0};
}

const char *strbuf_text(const StrBuf *buf)
{
    return buf->data ? buf->data : "";
}

char *strbuf_take(StrBuf *buf, Arena *arena)
{
    char *text = arena_alloc(arena, buf->len + 1);
    if (buf->len) memcpy(text, buf->data, buf->len); /* not strdup: it may hold zeros */
    strbuf_free(buf);
    return text;
}
