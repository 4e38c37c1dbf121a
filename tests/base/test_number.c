/* Numbers as text and back. number_judge.py compares thousands more with Python. */
#include "heed/number.h"
#include "base/check.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t random_state = 88172645463325252u;

static uint64_t random_bits(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state;
}

static float float_of(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static NumFormat spec(const char *text)
{
    NumFormat format;
    size_t at;
    assert_true(num_format_parse(text, strlen(text), &format, &at));
    return format;
}

static void shows(double value, NumKind kind, const char *format, const char *expected)
{
    char text[NUM_TEXT_MAX];
    size_t len = num_write(text, value, kind, spec(format));
    assert_string_equal(text, expected);
    assert_int_equal(len, strlen(expected));
}

static void specs_are_read_and_written_back(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    static const char *const good[] = {"",  "+",  ",", ".4f",  "+,.2f", ".0e", "g",
                                       "d", ",d", "%", "+.1%", ".60f",  ".3"};
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        assert_string_equal(num_format_text(arena, spec(good[i])), good[i]);
    assert_string_equal(num_format_text(arena, spec(".007f")), ".7f");
    arena_free(arena);
}

static void a_wrong_spec_says_where(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t at;
    } bad[] = {{"x", 0},   {".", 1},     {".f", 1},  {"4f", 0},   {".4x", 2},  {".4ff", 3},
               {",+", 1},  {"++.2f", 1}, {".2d", 2}, {" .2f", 0}, {".61f", 1}, {".99999999999f", 1},
               {"-.2f", 0}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        NumFormat format = {'q', true, true, 5};
        size_t at = 99;
        assert_false(num_format_parse(bad[i].text, strlen(bad[i].text), &format, &at));
        assert_int_equal(at, bad[i].at);
        assert_int_equal(format.type, 'q');
    }
}

static void each_kind_has_its_shortest_text(void **state)
{
    (void)state;
    shows(0.1f, NUM_F32, "", "0.1");
    shows(0.1f, NUM_F64, "", "0.10000000149011612");
    shows(3, NUM_F32, "", "3.0");
    shows(3, NUM_F64, "", "3.0");
    shows(3, NUM_INT, "", "3");
    shows(-3, NUM_INT, "", "-3");
    shows(9007199254740992, NUM_INT, "", "9007199254740992");
    shows(1, NUM_BOOL, "", "True");
    shows(0, NUM_BOOL, "", "False");
    shows(1e16, NUM_F64, "", "1e+16");
    shows(123456789012345680, NUM_F64, "", "1.2345678901234568e+17");
    shows(1e-5, NUM_F64, "", "1e-05");
    shows(0.0001, NUM_F64, "", "0.0001");
    shows(5e-324, NUM_F64, "", "5e-324");
    shows((double)float_of(1), NUM_F32, "", "1e-45");
}

static void zero_has_no_minus(void **state)
{
    (void)state;
    shows(-0.0, NUM_F64, "", "0.0");
    shows(-0.0, NUM_INT, "", "0");
    shows(-0.00001, NUM_F64, ".2f", "0.00");
    shows(-0.4, NUM_F64, "d", "0");
    shows(-0.0, NUM_F64, "+.1f", "+0.0");
    shows(-0.0, NUM_F64, ".2e", "0.00e+00");
    shows(-1e-9, NUM_F64, ".1%", "0.0%");
    shows(-0.006, NUM_F64, ".2f", "-0.01");
}

static void what_is_not_finite_prints_as_such(void **state)
{
    (void)state;
    shows(NAN, NUM_F32, "", "nan");
    shows(-NAN, NUM_F32, ".4f", "nan");
    shows(INFINITY, NUM_F64, ".2f", "inf");
    shows(-INFINITY, NUM_F64, "+,d", "-inf");
    shows(INFINITY, NUM_F64, "+", "+inf");
    shows(1e308, NUM_F64, "%", "inf%");
    shows(NAN, NUM_BOOL, "", "nan");
}

static void the_longest_text_fits(void **state)
{
    (void)state;
    char text[NUM_TEXT_MAX];
    assert_int_equal(num_write(text, -1.7976931348623157e308, NUM_F64, spec("+,.60f")),
                     1 + 309 + 102 + 1 + 60);
    NumFormat wild = {'f', true, true, 1000000};
    assert_int_equal(num_write(text, -1.7976931348623157e308, NUM_F64, wild), 1 + 309 + 102 + 1 + 60);
    assert_int_equal(num_write(text, 1.7e306, NUM_F64, spec("+,.60%")), 1 + 309 + 102 + 1 + 60 + 1);
}

/* Can a shorter text read back to value? Tries the digits just below and above. */
static bool reads_back_with(float value, int digits)
{
    char text[64];
    double wide = value, unit;
    snprintf(text, sizeof text, "%.*e", digits - 1, wide);
    unit = pow(10, atoi(strchr(text, 'e') + 1) - (digits - 1));
    for (int step = -1; step <= 1; step++) {
        char near[64];
        snprintf(near, sizeof near, "%.*e", digits - 1, strtod(text, NULL) + step * unit);
        if (strtof(near, NULL) == value) return true;
    }
    return false;
}

static int count_digits(const char *text)
{
    int n = 0, trailing = 0;
    bool leading = true;
    for (; *text && *text != 'e'; text++) {
        if (*text < '0' || *text > '9') continue;
        if (leading && *text == '0') continue;
        leading = false;
        n++;
        trailing = *text == '0' ? trailing + 1 : 0;
    }
    return n - trailing > 0 ? n - trailing : 1;
}

static void check_shortest_float(uint32_t bits)
{
    float value = float_of(bits);
    if (!isfinite(value) || value == 0) return;
    char text[NUM_TEXT_MAX];
    num_write(text, value, NUM_F32, NUM_SHORTEST);
    assert_true(strtof(text, NULL) == value);
    int digits = count_digits(text);
    assert_in_range(digits, 1, 9);
    if (digits > 1) assert_false(reads_back_with(fabsf(value), digits - 1));
}

static void shortest_float_digits_read_back_and_none_is_spare(void **state)
{
    (void)state;
    for (int i = 0; i < 40000; i++) check_shortest_float((uint32_t)random_bits());
    for (uint32_t exponent = 0; exponent < 255; exponent++) /* powers of two and their neighbours */
        for (uint32_t step = 0; step < 3; step++) check_shortest_float((exponent << 23) + step - 1);
    for (uint32_t bit = 0; bit < 23; bit++) check_shortest_float(1u << bit); /* denormals */
}

static void shortest_double_digits_read_back(void **state)
{
    (void)state;
    for (int i = 0; i < 40000; i++) {
        uint64_t bits = random_bits();
        double value;
        memcpy(&value, &bits, sizeof value);
        if (!isfinite(value)) continue;
        char text[NUM_TEXT_MAX];
        num_write(text, value, NUM_F64, NUM_SHORTEST);
        assert_true(strtod(text, NULL) == value);
    }
}

static void the_last_digit_has_a_worth(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double worth;
    } cases[] = {{"0.4519", 1e-4}, {"-0.5", 0.1},   {"3", 1},       {"1,234", 1},    {"1.2e3", 100},
                 {"1.2e-3", 1e-4}, {"45.2%", 1e-3}, {"100%", 1e-2}, {"+7.00", 0.01}, {"nan", 0},
                 {"-inf", 0},      {"", 0},         {"True", 0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_true(num_last_digit(cases[i].text) == cases[i].worth);
    assert_true(num_last_digit("5e-324") == 0); /* 1e-324 is below the least double */
}

static void numbers_are_read_as_python_reads_them(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t taken;
        double value;
    } cases[] = {
        {"0", 1, 0},
        {"12", 2, 12},
        {"1.5x", 3, 1.5},
        {".5", 2, 0.5},
        {"5.", 2, 5},
        {"5.e3", 4, 5000},
        {"1e5", 3, 1e5},
        {"1E+05", 5, 1e5},
        {"1e-5", 4, 1e-5},
        {"1e", 1, 1},
        {"1e+", 1, 1},
        {"2exp", 1, 2},
        {"1_000.000_1", 11, 1000.0001},
        {"1__0", 1, 1},
        {"1_", 1, 1},
        {"1_.5", 1, 1},
        {"1._5", 2, 1},
        {"1e1_0", 5, 1e10},
        {"1.2.3", 3, 1.2},
        {"1,5", 1, 1},
        {"0x10", 1, 0},
        {"1e999", 5, INFINITY},
        {"1e-999", 6, 0},
        {"9007199254740993", 16, 9007199254740992},
        {"0.1", 3, 0.1},
        {"", 0, 0},
        {".", 0, 0},
        {"-1", 0, 0},
        {"+1", 0, 0},
        {"e5", 0, 0},
        {"inf", 0, 0},
        {"nan", 0, 0},
        {"_1", 0, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        double value = -7;
        assert_int_equal(num_parse(cases[i].text, strlen(cases[i].text), &value), cases[i].taken);
        assert_true(value == (cases[i].taken ? cases[i].value : -7));
    }
    double value;
    assert_int_equal(num_parse("123456", 3, &value), 3); /* not a byte behind len is read */
    assert_true(value == 123);
}

static void a_hundred_thousand_digits_are_one_number(void **state)
{
    (void)state;
    enum { N = 100000 };
    char *text = heed_xmalloc(N);
    memset(text, '0', N);
    text[0] = '.';
    text[N - 1] = '1';
    double value = 1;
    assert_int_equal(num_parse(text, N, &value), N);
    assert_true(value == 0);
    memset(text, '9', N);
    assert_int_equal(num_parse(text, N, &value), N);
    assert_true(value == INFINITY);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(specs_are_read_and_written_back),
        cmocka_unit_test(a_wrong_spec_says_where),
        cmocka_unit_test(each_kind_has_its_shortest_text),
        cmocka_unit_test(zero_has_no_minus),
        cmocka_unit_test(what_is_not_finite_prints_as_such),
        cmocka_unit_test(the_longest_text_fits),
        cmocka_unit_test(shortest_float_digits_read_back_and_none_is_spare),
        cmocka_unit_test(shortest_double_digits_read_back),
        cmocka_unit_test(the_last_digit_has_a_worth),
        cmocka_unit_test(numbers_are_read_as_python_reads_them),
        cmocka_unit_test(a_hundred_thousand_digits_are_one_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
