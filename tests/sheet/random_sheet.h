/* Random sheets: names of every shape that templates.h uses, as literals. */
#ifndef TESTS_SHEET_RANDOM_SHEET_H
#define TESTS_SHEET_RANDOM_SHEET_H

#include "sheet_support.h"

/* Builtins that the sheet itself uses. */
static const char random_sheet_names[] = "slider(toggle(choice(";

static void write_number(StrBuf *out, TestRandom *r, double low, double high)
{
    static const char *const strange[] = {"inf", "-inf", "0", "-0.0", "3e38", "1e-40", "-1e30"};
    if (r->is_strange && test_random_bits(r) % 4 == 0) {
        strbuf_add(out, strange[test_random_size(r, 0, sizeof strange / sizeof *strange - 1)]);
        return;
    }
    strbuf_printf(out, "%.3f", test_random_real(r, low, high));
}

static void write_line(StrBuf *out, TestRandom *r, size_t n, double low, double high)
{
    strbuf_add_char(out, '[');
    for (size_t i = 0; i < n; i++) {
        if (i > 0) strbuf_add(out, ", ");
        write_number(out, r, low, high);
    }
    strbuf_add_char(out, ']');
}

static void write_matrix(StrBuf *out, TestRandom *r, const char *name, size_t rows, size_t cols, double low,
                         double high)
{
    strbuf_printf(out, "%s = [", name);
    for (size_t i = 0; i < rows; i++) {
        if (i > 0) strbuf_add(out, ", ");
        write_line(out, r, cols, low, high);
    }
    strbuf_add(out, "]\n");
}

static void write_vector(StrBuf *out, TestRandom *r, const char *name, size_t n, double low, double high)
{
    strbuf_printf(out, "%s = ", name);
    write_line(out, r, n, low, high);
    strbuf_add_char(out, '\n');
}

static void write_mask(StrBuf *out, TestRandom *r, const char *name, size_t rows, size_t cols)
{
    strbuf_printf(out, "%s = [", name);
    for (size_t i = 0; i < rows; i++) {
        strbuf_add(out, i > 0 ? ", [" : "[");
        size_t sure = test_random_size(r, 0, cols - 1); /* one of each row takes part */
        for (size_t c = 0; c < cols; c++) {
            bool is_true = c == sure || test_random_bits(r) % 3 != 0;
            strbuf_printf(out, "%s%s", c > 0 ? ", " : "", is_true ? "True" : "False");
        }
        strbuf_add_char(out, ']');
    }
    strbuf_add(out, "]\n");
}

/* Sizes m, n, k, d up to `most`:
 *   a b p (n,)  c (m,)  X Y P (m, n)  W (n, d)  K (k, n)  V (k, d)  M (m, n) and MK (m, k) masks  s 0-d
 *   H (h, n)  U (h, n)  v (h,): for additive attention   (p, P positive)
 * and `out = text`. Free the result. */
static char *random_sheet(TestRandom *r, size_t most, const char *text)
{
    size_t m = test_random_size(r, 1, most), n = test_random_size(r, 2, most),
           k = test_random_size(r, 1, most), d = test_random_size(r, 1, most), h = test_random_size(r, 1, 3);
    StrBuf out = {0};
    write_vector(&out, r, "a", n, -2, 2);
    write_vector(&out, r, "b", n, -2, 2);
    write_vector(&out, r, "p", n, 0.5, 3);
    write_vector(&out, r, "c", m, -2, 2);
    write_matrix(&out, r, "X", m, n, -2, 2);
    write_matrix(&out, r, "Y", m, n, -2, 2);
    write_matrix(&out, r, "P", m, n, 0.5, 3);
    write_matrix(&out, r, "W", n, d, -2, 2);
    write_matrix(&out, r, "K", k, n, -2, 2);
    write_matrix(&out, r, "V", k, d, -2, 2);
    write_matrix(&out, r, "H", h, n, -1, 1);
    write_matrix(&out, r, "U", h, n, -1, 1);
    write_vector(&out, r, "v", h, -1, 1);
    write_mask(&out, r, "M", m, n);
    write_mask(&out, r, "MK", m, k);
    strbuf_add(&out, "s = ");
    write_number(&out, r, 0.3, 1.7);
    strbuf_add(&out,
               "\nwidth = slider(4, 1, 64)\nflag = toggle(True)\nmode = choice([\"hard\", \"soft\"])\n");
    strbuf_printf(&out, "out = %s\n", text);
    return out.data;
}

#endif
