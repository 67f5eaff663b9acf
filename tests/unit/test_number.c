/* SPDX-License-Identifier: GPL-3.0-or-later */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on
#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "benchan/sample.h"
#include "formats/model/number.h"
#include "support_random.h"

/* The C library is the oracle: the tests run in the C locale. */
static void expect_same_as_strtod(const char *text)
{
    double value = -1;
    const double wanted = strtod(text, NULL);
    const bool read = benchan_parse_number(text, strlen(text), &value, NULL);
    if (isinf(wanted))
        assert_false(read);
    else if (!read || memcmp(&value, &wanted, sizeof value) != 0)
        fail_msg("%.60s: got %.17g, wanted %.17g", text, value, wanted);
}

static void hard_cases_agree_with_strtod(void **state)
{
    (void)state;
    static const char *const texts[] = {"0",
                                        "-0",
                                        "1",
                                        "-1",
                                        "+1",
                                        "0.1",
                                        "1.",
                                        ".5",
                                        "1e22",
                                        "1e23",
                                        "9007199254740991",
                                        "9007199254740993",
                                        "9007199254740992.9999999999",
                                        "18446744073709551616",
                                        "123456789012345678901234567890",
                                        "1.7976931348623157e308",
                                        "1.7976931348623159e308",
                                        "2.2250738585072011e-308",
                                        "4.9406564584124654e-324",
                                        "2.4703282292062327e-324",
                                        "2.4703282292062328e-324",
                                        "1e-400",
                                        "1e400",
                                        "-1e400",
                                        "0e999999999",
                                        "0.000e-5",
                                        "8.5e22",
                                        "1e-22",
                                        "3e-23",
                                        "6929495644600919.5",
                                        "3.7455744005952583e15",
                                        "5e-324",
                                        "1E5",
                                        "1e+5",
                                        "1e05",
                                        "00012",
                                        "0.30000000000000004",
                                        "1e99999999999999999999",
                                        "1e-99999999999999999999",
                                        "179769313486231580793e289"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        expect_same_as_strtod(texts[i]);
}

static void random_numbers_agree_with_strtod(void **state)
{
    (void)state;
    struct support_random random = support_random_seed(7);
    char text[128];
    for (int i = 0; i < 20000; i++) {
        const uint64_t bits = support_next(&random);
        double value;
        memcpy(&value, &bits, sizeof value);
        if (!isfinite(value))
            continue;
        snprintf(text, sizeof text, "%.*e", (int)(support_next(&random) % 20), value);
        expect_same_as_strtod(text);
        snprintf(text, sizeof text, "%.*f", (int)(support_next(&random) % 12),
                 ldexp(value, -ilogb(value) + (int)(support_next(&random) % 60) - 20));
        expect_same_as_strtod(text);
    }
}

/* 400 digits and more, halfway between two doubles or just beside it. */
static void long_numbers_agree_with_strtod(void **state)
{
    (void)state;
    char text[2000];
    snprintf(text, sizeof text, "9007199254740993.%0400d", 0);
    expect_same_as_strtod(text);
    snprintf(text, sizeof text, "9007199254740993.%0400d1", 0);
    expect_same_as_strtod(text);
    snprintf(text, sizeof text, "0.%0400d123456789", 0);
    expect_same_as_strtod(text);
    snprintf(text, sizeof text, "1%0400d", 0);
    expect_same_as_strtod(text);
    snprintf(text, sizeof text, "1%0300d.%0400d5e-3", 0, 0);
    expect_same_as_strtod(text);
    snprintf(text, sizeof text, "%.1074f", 0x1.8p-1074);
    expect_same_as_strtod(text);
    snprintf(text, sizeof text, "9007199254740993.%01200d1", 0);
    expect_same_as_strtod(text);
}

static void what_is_no_number_is_refused(void **state)
{
    (void)state;
    static const char *const texts[] = {"",     "-",     ".",   "e5",  "1e",   "1e+",   " 1",
                                        "1 ",   "0x10",  "inf", "nan", "1,5",  "1.2.3", "--1",
                                        "1e5x", "1e5.0", "NaN", "+",   "1_000"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        double value = 42;
        assert_false(benchan_parse_number(texts[i], strlen(texts[i]), &value, NULL));
        assert_true(value == 42);
    }
    double value;
    assert_false(benchan_parse_number("1\0002", 3, &value, NULL));
}

static void expect_decimals(const char *text, int wanted)
{
    double value;
    int decimals = 12345;
    assert_true(benchan_parse_number(text, strlen(text), &value, &decimals));
    assert_int_equal(decimals, wanted);
}

static void decimals_are_those_printed(void **state)
{
    (void)state;
    expect_decimals("104", 0);
    expect_decimals("104.50", 2);
    expect_decimals("0.001", 3);
    expect_decimals("1.5e3", -2);
    expect_decimals("1.5e-9", 10);
    expect_decimals("12e2", -2);
    expect_decimals("0", 0);
    expect_decimals("0.00", 2);
    expect_decimals("123456789012345", 0);
    expect_decimals("0.123456789012345", 15);
    expect_decimals("0.1234567890123456", BENCHAN_BINARY);
    expect_decimals("5.0000000000000000e-01", BENCHAN_BINARY);
    expect_decimals("0.0000000000000000e+00", BENCHAN_BINARY);
}

static void expect_number(double value, int decimals, const char *wanted)
{
    struct benchan_text text = {0};
    benchan_text_number(&text, value, decimals);
    assert_string_equal(benchan_text_get(&text), wanted);
    benchan_text_free(&text);
}

static void numbers_are_printed_short(void **state)
{
    (void)state;
    expect_number(0, BENCHAN_BINARY, "0");
    expect_number(1, BENCHAN_BINARY, "1");
    expect_number(-1.5, BENCHAN_BINARY, "-1.5");
    expect_number(0.1, BENCHAN_BINARY, "0.1");
    expect_number(100, BENCHAN_BINARY, "100");
    expect_number(1e22, BENCHAN_BINARY, "1e22");
    expect_number(1e-9, BENCHAN_BINARY, "1e-9");
    expect_number(0.30000000000000004, BENCHAN_BINARY, "0.30000000000000004");
    expect_number(5e-324, BENCHAN_BINARY, "5e-324");
    expect_number(104.5, 2, "104.50");
    expect_number(1500, -2, "1.5e+03");
    expect_number(0, -2, "0e2");
    expect_number(1, 0, "1");
}

static void printed_numbers_read_back(void **state)
{
    (void)state;
    struct support_random random = support_random_seed(11);
    for (int i = 0; i < 20000; i++) {
        const uint64_t bits = support_next(&random);
        double value, again;
        memcpy(&value, &bits, sizeof value);
        if (!isfinite(value))
            continue;
        struct benchan_text text = {0};
        benchan_text_number(&text, value, BENCHAN_BINARY);
        assert_true(benchan_parse_number(text.data, text.size, &again, NULL));
        assert_memory_equal(&again, &value, sizeof value);
        assert_true(text.size <= 24);
        benchan_text_free(&text);
    }
}

/* Recorded decimals survive a print and a parse, exponents included. */
static void recorded_digits_read_back(void **state)
{
    (void)state;
    static const char *const texts[] = {"104.50",  "1.5e3", "0.001", "12e2", "1e300",
                                        "1.25e-9", "7",     "0.00",  "0e2",  "999999999999999"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        double value, again;
        int decimals, decimals_again;
        assert_true(benchan_parse_number(texts[i], strlen(texts[i]), &value, &decimals));
        struct benchan_text text = {0};
        benchan_text_number(&text, value, decimals);
        assert_true(benchan_parse_number(text.data, text.size, &again, &decimals_again));
        assert_true(value == again);
        assert_int_equal(decimals, decimals_again);
        benchan_text_free(&text);
    }
}

static void the_locale_does_not_matter(void **state)
{
    (void)state;
    if (!setlocale(LC_ALL, "de_DE.UTF-8") && !setlocale(LC_ALL, "fr_FR.UTF-8"))
        skip();
    double value = 0;
    assert_true(benchan_parse_number("0.12345678901234567", 19, &value, NULL));
    assert_true(value == 0.12345678901234567);
    expect_number(1.5, 1, "1.5");
    setlocale(LC_ALL, "C");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hard_cases_agree_with_strtod),
        cmocka_unit_test(random_numbers_agree_with_strtod),
        cmocka_unit_test(long_numbers_agree_with_strtod),
        cmocka_unit_test(what_is_no_number_is_refused),
        cmocka_unit_test(decimals_are_those_printed),
        cmocka_unit_test(numbers_are_printed_short),
        cmocka_unit_test(printed_numbers_read_back),
        cmocka_unit_test(recorded_digits_read_back),
        cmocka_unit_test(the_locale_does_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
