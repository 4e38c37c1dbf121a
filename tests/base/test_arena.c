/* Arenas and growing strings. */
#include "heed/arena.h"
#include "base/check.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Sizes 0..4096 in a scrambled but fixed order. */
static size_t scrambled_size(unsigned i)
{
    return i * 2654435761u % 4097u;
}

static void allocations_are_aligned_zeroed_and_apart(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    for (int round = 0; round < 3; round++) {
        unsigned char *last = NULL;
        for (unsigned i = 1; i < 3000; i++) {
            size_t size = scrambled_size(i);
            unsigned char *memory = arena_alloc(arena, size);
            assert_int_equal((uintptr_t)memory % (size >= 64 ? 64 : 16), 0);
            for (size_t k = 0; k < size; k++) assert_int_equal(memory[k], 0);
            memset(memory, 0xA5, size);
            assert_ptr_not_equal(memory, last);
            last = memory;
        }
        arena_reset(arena);
    }
    arena_free(arena);
}

static void writing_one_block_leaves_the_others_alone(void **state)
{
    (void)state;
    enum { N = 500 };
    Arena *arena = arena_new();
    unsigned char *blocks[N];
    for (unsigned i = 0; i < N; i++) {
        blocks[i] = arena_alloc(arena, scrambled_size(i + 1));
        memset(blocks[i], (int)(i & 0xFF), scrambled_size(i + 1));
    }
    for (unsigned i = 0; i < N; i++)
        for (size_t k = 0; k < scrambled_size(i + 1); k++) assert_int_equal(blocks[i][k], i & 0xFF);
    arena_free(arena);
}

static void size_zero_gives_unique_pointers(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    void *a = arena_alloc(arena, 0), *b = arena_alloc(arena, 0), *c = arena_array(arena, 0, 8);
    assert_non_null(a);
    assert_ptr_not_equal(a, b);
    assert_ptr_not_equal(b, c);
    arena_free(arena);
    arena_free(NULL);
}

static void a_reset_arena_gives_the_same_memory_again(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    void *small = arena_alloc(arena, 100), *large = arena_alloc(arena, 5000000);
    memset(large, 1, 5000000);
    for (int round = 0; round < 100; round++) {
        arena_reset(arena);
        assert_ptr_equal(arena_alloc(arena, 100), small);
        unsigned char *again = arena_alloc(arena, 5000000);
        assert_ptr_equal(again, large);
        for (size_t i = 0; i < 5000000; i += 4093) assert_int_equal(again[i], 0);
        again[4093] = 1;
    }
    arena_free(arena);
}

static void a_large_request_does_not_waste_the_current_block(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    char *before = arena_alloc(arena, 16);
    arena_alloc(arena, 10000000);
    char *after = arena_alloc(arena, 16);
    assert_true(after > before && after - before <= 64);
    arena_free(arena);
}

static void growing_keeps_the_old_part_and_zeroes_the_new(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    int *numbers = NULL;
    size_t n = 0;
    for (size_t next = 1; next < 5000; next *= 2) {
        numbers = arena_grow(arena, numbers, n, next, sizeof *numbers);
        for (size_t i = n; i < next; i++) {
            assert_int_equal(numbers[i], 0);
            numbers[i] = (int)i;
        }
        for (size_t i = 0; i < next; i++) assert_int_equal(numbers[i], i);
        n = next;
    }
    arena_free(arena);
}

static void strings_are_copied_whole(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    assert_string_equal(arena_strdup(arena, ""), "");
    assert_string_equal(arena_strdup(arena, "softmax"), "softmax");
    assert_string_equal(arena_strndup(arena, "softmax", 4), "soft");
    assert_string_equal(arena_strndup(arena, "softmax", 99), "softmax");
    assert_string_equal(arena_printf(arena, "%s is (%d,)", "q", 4), "q is (4,)");
    char *filled = arena_printf(arena, "%20000s|", "x");
    assert_int_equal(strlen(filled), 20001);
    arena_free(arena);
}

static void sizes_that_overflow_are_refused(void **state)
{
    (void)state;
    size_t out = 7;
    assert_false(heed_mul_size(SIZE_MAX, 2, &out));
    assert_false(heed_mul_size((size_t)1 << 40, (size_t)1 << 40, &out));
    assert_false(heed_add_size(SIZE_MAX, 1, &out));
    assert_int_equal(out, 7);
    assert_true(heed_mul_size(SIZE_MAX, 1, &out));
    assert_true(out == SIZE_MAX);
    assert_true(heed_mul_size(0, SIZE_MAX, &out));
    assert_int_equal(out, 0);
    assert_true(heed_add_size(SIZE_MAX - 1, 1, &out));
    assert_true(out == SIZE_MAX);
}

/* ---- out of memory, in a child: calls the handler, says so, exits with 1 ---- */

static void say_restored(void)
{
    if (write(STDERR_FILENO, "restored\n", 9) != 9) _exit(9);
}

static void array_too_large(void)
{
    arena_array(arena_new(), SIZE_MAX / 2, 4);
}

static void alloc_too_large(void)
{
    arena_alloc(arena_new(), SIZE_MAX - 8);
}

static void calloc_too_large(void)
{
    heed_xcalloc(SIZE_MAX / 2, 4);
}

static void ends_as_out_of_memory(void (*action)(void))
{
    int ends[2], status;
    char said[200];
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        dup2(ends[1], STDERR_FILENO);
        heed_set_oom_handler(say_restored);
        action();
        _exit(7);
    }
    close(ends[1]);
    size_t len = 0;
    for (ssize_t got; len < sizeof said - 1 && (got = read(ends[0], said + len, sizeof said - 1 - len)) > 0;)
        len += (size_t)got;
    said[len] = '\0';
    close(ends[0]);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 1);
    assert_string_equal(said, "restored\nheed: out of memory\n");
}

static void out_of_memory_restores_the_terminal_and_exits_with_1(void **state)
{
    (void)state;
    ends_as_out_of_memory(array_too_large);
    ends_as_out_of_memory(alloc_too_large);
    ends_as_out_of_memory(calloc_too_large);
}

/* ---- growing strings ---- */

static void a_string_grows_and_stays_terminated(void **state)
{
    (void)state;
    StrBuf buf = {0};
    assert_string_equal(strbuf_text(&buf), "");
    for (int i = 0; i < 1000; i++) {
        strbuf_add_char(&buf, (char)('a' + i % 26));
        assert_int_equal(buf.len, i + 1);
        assert_int_equal(buf.data[buf.len], '\0');
    }
    strbuf_clear(&buf);
    assert_string_equal(strbuf_text(&buf), "");
    strbuf_add(&buf, "k = ");
    strbuf_printf(&buf, "%d%s", 3, " keys");
    assert_string_equal(strbuf_text(&buf), "k = 3 keys");
    strbuf_free(&buf);
    assert_null(buf.data);
    strbuf_free(&buf);
}

static void a_taken_string_keeps_embedded_zeros(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    StrBuf buf = {0};
    strbuf_add_n(&buf, "a\0b", 3);
    char *text = strbuf_take(&buf, arena);
    assert_memory_equal(text, "a\0b\0", 4);
    assert_null(buf.data);
    assert_string_equal(strbuf_take(&buf, arena), "");
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(allocations_are_aligned_zeroed_and_apart),
        cmocka_unit_test(writing_one_block_leaves_the_others_alone),
        cmocka_unit_test(size_zero_gives_unique_pointers),
        cmocka_unit_test(a_reset_arena_gives_the_same_memory_again),
        cmocka_unit_test(a_large_request_does_not_waste_the_current_block),
        cmocka_unit_test(growing_keeps_the_old_part_and_zeroes_the_new),
        cmocka_unit_test(strings_are_copied_whole),
        cmocka_unit_test(sizes_that_overflow_are_refused),
        cmocka_unit_test(out_of_memory_restores_the_terminal_and_exits_with_1),
        cmocka_unit_test(a_string_grows_and_stays_terminated),
        cmocka_unit_test(a_taken_string_keeps_embedded_zeros),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
