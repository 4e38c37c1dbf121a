/* Memory.
 *
 * An Arena owns everything allocated from it and gives it back at once: one for
 * a lesson, one for a layer, one for a frame. There is no free of a part. The
 * few things that live on their own use heed_xmalloc and its siblings, which
 * never return NULL: out of memory calls the handler (which restores the
 * terminal) and exits with 1.
 */
#ifndef HEED_ARENA_H
#define HEED_ARENA_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct Arena Arena;

Arena *arena_new(void);
void arena_free(Arena *arena); /* NULL is allowed */
void arena_reset(Arena *arena); /* all allocations gone, blocks kept for reuse */

/* Zeroed, aligned to 64 bytes from 64 bytes on (to 16 below). size 0 gives a
 * valid unique pointer. */
void *arena_alloc(Arena *arena, size_t size);
/* n * size, refusing (as out of memory) a product that overflows. */
void *arena_array(Arena *arena, size_t n, size_t size);
/* The same, its bytes being whatever they are: for what is written before it is read. */
void *arena_room(Arena *arena, size_t n, size_t size);
/* Grows `old` of old_n elements to new_n elements, the new part zeroed; the old
 * block stays in the arena, so grow by doubling. */
void *arena_grow(Arena *arena, const void *old, size_t old_n, size_t new_n, size_t size);
char *arena_strdup(Arena *arena, const char *text);
char *arena_strndup(Arena *arena, const char *text, size_t n);
char *arena_printf(Arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));
char *arena_vprintf(Arena *arena, const char *format, va_list args);

void *heed_xmalloc(size_t size);
void *heed_xcalloc(size_t n, size_t size);
void *heed_xrealloc(void *old, size_t size);
char *heed_xstrdup(const char *text);
/* Called once before the exit on out of memory; set by cli to restore the terminal. */
void heed_set_oom_handler(void (*handler)(void));

/* a * b and a + b into *out; false, *out untouched, where it overflows. */
bool heed_mul_size(size_t a, size_t b, size_t *out);
bool heed_add_size(size_t a, size_t b, size_t *out);

/* A growing string (owned; free with strbuf_free, or take it with strbuf_take). */
typedef struct StrBuf {
    char *data; /* always zero-terminated once anything was added; NULL before */
    size_t len, cap;
} StrBuf;

void strbuf_add(StrBuf *buf, const char *text);
void strbuf_add_n(StrBuf *buf, const char *text, size_t n);
void strbuf_add_char(StrBuf *buf, char c);
void strbuf_printf(StrBuf *buf, const char *format, ...) __attribute__((format(printf, 2, 3)));
void strbuf_clear(StrBuf *buf);
void strbuf_free(StrBuf *buf);
const char *strbuf_text(const StrBuf *buf);          /* "" when empty */
char *strbuf_take(StrBuf *buf, Arena *arena);        /* copies into the arena and frees the buffer */

#endif
