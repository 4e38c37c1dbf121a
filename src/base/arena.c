/* A list of blocks, filled from the front. `current` is where small requests
 * go; a request that does not fit takes the next block with room or a new one.
 *
 * A block remembers how far its bytes may be other than zero (`dirty`): only these
 * are zeroed when they are handed out. A large one comes from calloc, which has the
 * system's zero pages for it; a small one comes as it is, since most of it is often
 * never handed out. Built with AddressSanitizer, free space is poisoned and every
 * allocation is followed by a red zone, so an overrun inside a block is caught.
 */
#include "heed/arena.h"
#include "base/c_locale.h"
#include "base/out_of_memory.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__SANITIZE_ADDRESS__)
#define ARENA_POISONS 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ARENA_POISONS 1
#endif
#endif
#ifdef ARENA_POISONS
#include <sanitizer/asan_interface.h>
#define RED_ZONE 16
#else
#define RED_ZONE                          0
#define ASAN_POISON_MEMORY_REGION(p, n)   ((void)(p), (void)(n))
#define ASAN_UNPOISON_MEMORY_REGION(p, n) ((void)(p), (void)(n))
#endif

enum {
    SMALL_ALIGN = 16,
    LARGE_ALIGN = 64,
    FIRST_BLOCK = 16 * 1024,
    ZERO_PAGES = 128 * 1024, /* from here on the C library asks the system for a block */
    LARGEST_BLOCK = 1024 * 1024
};

typedef struct Block Block;
struct Block {
    Block *next;
    unsigned char *data;     /* aligned to LARGE_ALIGN */
    size_t cap, used, dirty; /* used <= dirty <= cap; bytes from dirty on are zero */
};

struct Arena {
    Block *first, *current;
    size_t next_cap;
};

static Block *block_new(size_t cap)
{
    size_t head = sizeof(Block) + LARGE_ALIGN, total;
    if (!heed_add_size(head, cap, &total)) heed_out_of_memory();
    bool is_zero = total >= ZERO_PAGES;
    Block *block = is_zero ? heed_xcalloc(1, total) : heed_xmalloc(total);
    uintptr_t start = (uintptr_t)(block + 1);
    unsigned char *data = (unsigned char *)(block + 1) + (LARGE_ALIGN - start % LARGE_ALIGN) % LARGE_ALIGN;
    *block = (Block){.data = data, .cap = cap, .dirty = is_zero ? 0 : cap};
    ASAN_POISON_MEMORY_REGION(block->data, cap);
    return block;
}

Arena *arena_new(void)
{
    Arena *arena = heed_xcalloc(1, sizeof *arena);
    arena->first = arena->current = block_new(FIRST_BLOCK);
    arena->next_cap = FIRST_BLOCK * 2;
    return arena;
}

void arena_free(Arena *arena)
{
    if (!arena) return;
    for (Block *block = arena->first, *next; block; block = next) {
        next = block->next;
        ASAN_UNPOISON_MEMORY_REGION(block->data, block->cap);
        free(block);
    }
    free(arena);
}

void arena_reset(Arena *arena)
{
    for (Block *block = arena->first; block; block = block->next) {
        ASAN_POISON_MEMORY_REGION(block->data, block->cap);
        block->used = 0;
    }
    arena->current = arena->first;
}

/* `align` is a power of two. */
static size_t aligned(size_t at, size_t align)
{
    return (at + align - 1) & ~(align - 1);
}

static bool block_fits(const Block *block, size_t size, size_t align)
{
    size_t start = aligned(block->used, align);
    return start <= block->cap && size <= block->cap - start;
}

static void *block_take(Block *block, size_t size, size_t align, bool is_zeroed)
{
    size_t start = aligned(block->used, align);
    unsigned char *memory = block->data + start;
    ASAN_UNPOISON_MEMORY_REGION(memory, size - RED_ZONE);
    size_t end = start + size;
    if (is_zeroed && block->dirty > start) {
        size_t stale = (block->dirty < end ? block->dirty : end) - start;
        if (stale > size - RED_ZONE) stale = size - RED_ZONE;
        memset(memory, 0, stale);
    }
    block->used = end;
    if (block->dirty < end) block->dirty = end;
    return memory;
}

/* A block behind the current one with room for `size`. It becomes the current
 * one, unless the request is so large that it would leave little behind. */
static Block *arena_find_block(Arena *arena, size_t size, size_t align)
{
    Block *block = arena->current->next;
    while (block && !block_fits(block, size, align)) block = block->next;
    if (!block) {
        block = block_new(size > arena->next_cap ? size : arena->next_cap);
        if (arena->next_cap < LARGEST_BLOCK) arena->next_cap *= 2;
        block->next = arena->current->next;
        arena->current->next = block;
    }
    if (size <= block->cap / 4) arena->current = block;
    return block;
}

static void *take(Arena *arena, size_t size, bool is_zeroed)
{
    size_t align = size >= LARGE_ALIGN ? LARGE_ALIGN : SMALL_ALIGN;
    if (!heed_add_size(size ? size : 1, RED_ZONE, &size)) heed_out_of_memory();
    Block *block = arena->current;
    if (!block_fits(block, size, align)) block = arena_find_block(arena, size, align);
    return block_take(block, size, align, is_zeroed);
}

void *arena_alloc(Arena *arena, size_t size)
{
    return take(arena, size, true);
}

void *arena_room(Arena *arena, size_t n, size_t size)
{
    size_t total;
    if (!heed_mul_size(n, size, &total)) heed_out_of_memory();
    return take(arena, total, false);
}

void *arena_array(Arena *arena, size_t n, size_t size)
{
    size_t total;
    if (!heed_mul_size(n, size, &total)) heed_out_of_memory();
    return arena_alloc(arena, total);
}

void *arena_grow(Arena *arena, const void *old, size_t old_n, size_t new_n, size_t size)
{
    void *grown = arena_array(arena, new_n, size);
    size_t kept = old_n < new_n ? old_n : new_n;
    if (old && kept) memcpy(grown, old, kept * size);
    return grown;
}

char *arena_strndup(Arena *arena, const char *text, size_t n)
{
    const char *end = memchr(text, '\0', n);
    size_t len = end ? (size_t)(end - text) : n, size;
    if (!heed_add_size(len, 1, &size)) heed_out_of_memory();
    char *copy = arena_alloc(arena, size);
    if (len) memcpy(copy, text, len);
    return copy;
}

char *arena_strdup(Arena *arena, const char *text)
{
    size_t size = strlen(text) + 1;
    return memcpy(arena_alloc(arena, size), text, size);
}

char *arena_vprintf(Arena *arena, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    locale_t user = c_locale_enter();
    int len = vsnprintf(NULL, 0, format, args);
    char *text = arena_alloc(arena, len < 0 ? 1 : (size_t)len + 1);
    if (len > 0) vsnprintf(text, (size_t)len + 1, format, again);
    c_locale_leave(user);
    va_end(again);
    return text;
}

char *arena_printf(Arena *arena, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *text = arena_vprintf(arena, format, args);
    va_end(args);
    return text;
}
