/* malloc that never returns NULL. Out of memory calls the handler once (it
 * restores the terminal), says so and exits with 1; a handler that runs out of
 * memory itself is not called again. */
#include "heed/arena.h"
#include "base/out_of_memory.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void (*oom_handler)(void);

void heed_set_oom_handler(void (*handler)(void))
{
    oom_handler = handler;
}

_Noreturn void heed_out_of_memory(void)
{
    void (*handler)(void) = oom_handler;
    oom_handler = NULL;
    if (handler) handler();
    fputs("heed: out of memory\n", stderr);
    exit(1);
}

void *heed_xmalloc(size_t size)
{
    void *memory = malloc(size ? size : 1);
    if (!memory) heed_out_of_memory();
    return memory;
}

void *heed_xcalloc(size_t n, size_t size)
{
    size_t total;
    if (!heed_mul_size(n, size, &total)) heed_out_of_memory();
    void *memory = calloc(total ? total : 1, 1);
    if (!memory) heed_out_of_memory();
    return memory;
}

void *heed_xrealloc(void *old, size_t size)
{
    void *memory = realloc(old, size ? size : 1);
    if (!memory) heed_out_of_memory();
    return memory;
}

char *heed_xstrdup(const char *text)
{
    size_t size = strlen(text) + 1;
    return memcpy(heed_xmalloc(size), text, size);
}

bool heed_mul_size(size_t a, size_t b, size_t *out)
{
    if (a != 0 && b > SIZE_MAX / a) return false;
    *out = a * b;
    return true;
}

bool heed_add_size(size_t a, size_t b, size_t *out)
{
    if (b > SIZE_MAX - a) return false;
    *out = a + b;
    return true;
}
