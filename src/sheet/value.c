/* Values: NumPy arrays of at most two dimensions, as plain data. */
#include "heed/sheet.h"
#include "sheet/expr.h"
#include <assert.h>
#include <string.h>

size_t value_count(const Value *value)
{
    return value->rows * value->cols;
}

static size_t offset_of(const Value *value, size_t row, size_t col)
{
    assert(row < value->rows && col < value->cols);
    return row * value->cols + col;
}

double value_at(const Value *value, size_t row, size_t col)
{
    size_t i = offset_of(value, row, col);
    switch (value->type) {
    case VALUE_F64: return value->data.f64[i];
    case VALUE_F32: return (double)value->data.f32[i];
    case VALUE_INT: return (double)value->data.i64[i];
    case VALUE_BOOL: return value->data.b8[i] != 0 ? 1 : 0;
    case VALUE_STRING: break;
    }
    assert(!"a string is no number");
    return 0;
}

const char *value_text_at(const Value *value, size_t row, size_t col)
{
    assert(value->type == VALUE_STRING);
    return value->data.text[offset_of(value, row, col)];
}

NumKind value_num_kind(const Value *value)
{
    static const NumKind kinds[] = {[VALUE_F64] = NUM_F64,
                                    [VALUE_F32] = NUM_F32,
                                    [VALUE_INT] = NUM_INT,
                                    [VALUE_BOOL] = NUM_BOOL,
                                    [VALUE_STRING] = NUM_F64};
    return kinds[value->type];
}

char *value_shape_text(Arena *arena, const Value *value)
{
    if (value->ndim == 0) return arena_strdup(arena, "()");
    if (value->ndim == 1) return arena_printf(arena, "(%zu,)", value->cols);
    return arena_printf(arena, "(%zu, %zu)", value->rows, value->cols);
}

bool value_equal_bits(const Value *a, const Value *b)
{
    static const size_t sizes[] = {[VALUE_F64] = sizeof(double),
                                   [VALUE_F32] = sizeof(float),
                                   [VALUE_INT] = sizeof(int64_t),
                                   [VALUE_BOOL] = sizeof(uint8_t)};
    if (a->type != b->type || a->ndim != b->ndim || a->rows != b->rows || a->cols != b->cols) return false;
    size_t n = value_count(a);
    if (n == 0 || a->data.f32 == b->data.f32) return true;
    if (a->type != VALUE_STRING) return memcmp(a->data.f32, b->data.f32, n * sizes[a->type]) == 0;
    for (size_t i = 0; i < n; i++) {
        if (strcmp(a->data.text[i], b->data.text[i]) != 0) return false;
    }
    return true;
}

static void write_element(StrBuf *out, Arena *arena, const Value *value, size_t row, size_t col)
{
    const Expr *literal = value->type == VALUE_STRING
                              ? expr_string(arena, value_text_at(value, row, col))
                              : expr_real(arena, value_at(value, row, col), value_num_kind(value));
    expr_write(out, literal);
}

static void write_row(StrBuf *out, Arena *arena, const Value *value, size_t row)
{
    strbuf_add_char(out, '[');
    for (size_t c = 0; c < value->cols; c++) {
        if (c > 0) strbuf_add(out, ", ");
        write_element(out, arena, value, row, c);
    }
    strbuf_add_char(out, ']');
}

char *value_python(Arena *arena, const Value *value)
{
    StrBuf out = {0};
    Arena *scratch = arena_new();
    if (value->ndim == 0) write_element(&out, scratch, value, 0, 0);
    if (value->ndim == 1) write_row(&out, scratch, value, 0);
    if (value->ndim == 2) {
        strbuf_add_char(&out, '[');
        for (size_t r = 0; r < value->rows; r++) {
            if (r > 0) strbuf_add(&out, ", ");
            write_row(&out, scratch, value, r);
        }
        strbuf_add_char(&out, ']');
    }
    arena_free(scratch);
    return strbuf_take(&out, arena);
}
