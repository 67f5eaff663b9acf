/* SPDX-License-Identifier: GPL-3.0-or-later */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on
#include <math.h>
#include <string.h>

#include "formats/model/units.h"

static void expect_unit(const char *name, const char *base, double scale,
                        enum benchan_quantity quantity, enum benchan_direction better)
{
    const struct benchan_unit unit = benchan_unit_lookup(name);
    assert_string_equal(unit.base, base);
    assert_true(unit.scale == scale);
    assert_int_equal(unit.quantity, quantity);
    assert_int_equal(unit.better, better);
}

static void units_have_bases(void **state)
{
    (void)state;
    expect_unit("ns/op", "sec/op", 1e-9, BENCHAN_TIME, BENCHAN_BETTER_LOWER);
    expect_unit("\xc2\xb5s/op", "sec/op", 1e-6, BENCHAN_TIME, BENCHAN_BETTER_LOWER);
    expect_unit("second", "sec", 1, BENCHAN_TIME, BENCHAN_BETTER_LOWER);
    expect_unit("MB/s", "B/sec", 1e6, BENCHAN_RATE, BENCHAN_BETTER_HIGHER);
    expect_unit("ops/ms", "op/sec", 1e3, BENCHAN_RATE, BENCHAN_BETTER_HIGHER);
    expect_unit("allocs/op", "allocs/op", 1, BENCHAN_COUNT, BENCHAN_BETTER_LOWER);
    expect_unit("byte", "B", 1, BENCHAN_COUNT, BENCHAN_BETTER_LOWER);
    expect_unit("MiB", "B", 1048576, BENCHAN_COUNT, BENCHAN_BETTER_LOWER);
    /* A time that may be 0: its direction is known, its bounds are not. */
    expect_unit("build-sys-ns/op", "build-sys-ns/op", 1, BENCHAN_OTHER, BENCHAN_BETTER_LOWER);
    expect_unit("p99-ms", "p99-ms", 1, BENCHAN_OTHER, BENCHAN_BETTER_LOWER);
    expect_unit("hit%", "hit%", 1, BENCHAN_OTHER, BENCHAN_BETTER_UNKNOWN);
    expect_unit("", "", 1, BENCHAN_OTHER, BENCHAN_BETTER_UNKNOWN);
    expect_unit("errors/s", "errors/s", 1, BENCHAN_OTHER, BENCHAN_BETTER_UNKNOWN);
}

static void expect_text(double value, const char *unit, const char *wanted)
{
    struct benchan_text text = {0};
    benchan_text_value(&text, value, unit);
    assert_string_equal(benchan_text_get(&text), wanted);
    benchan_text_free(&text);
}

static void values_have_prefixes(void **state)
{
    (void)state;
    expect_text(1.132e-8, "sec/op", "11.32n");
    expect_text(3.74e-8, "sec/op", "37.40n");
    expect_text(1, "sec", "1.000");
    expect_text(0.0123456, "sec", "12.35m");
    expect_text(9.99996e-7, "sec/op", "1.000\xc2\xb5");
    expect_text(9.9994e-7, "sec/op", "999.9n");
    expect_text(9.9996e-9, "sec/op", "10.00n");
    expect_text(3e-13, "sec/op", "0.300p");
    expect_text(1234, "sec", "1.234k");
    expect_text(1.8e9, "B/sec", "1.800G");
    expect_text(0, "sec/op", "0");
    expect_text(65536, "B/op", "64Ki");
    expect_text(64, "B", "64");
    expect_text(1536, "B", "1.5Ki");
    expect_text(2, "allocs/op", "2");
    expect_text(1234000, "allocs/op", "1.234M");
    expect_text(-3.1, "hit%", "-3.1");
    expect_text(0.25, "hit%", "0.25");
    expect_text(-4096, "B", "-4Ki");
    expect_text((double)NAN, "sec", "NaN");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(units_have_bases),
        cmocka_unit_test(values_have_prefixes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
